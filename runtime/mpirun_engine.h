/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Jobs on several machines: mpirun has no daemons of its own there, so it becomes the launcher
 * that is installed, with the command line that means the same. Called by mpirun_main.c.
 */
#ifndef RD_RUNTIME_MPIRUN_ENGINE_H
#define RD_RUNTIME_MPIRUN_ENGINE_H

#include "runtime/engines.h"
#include "runtime/mpirun_opts.h"

/*
 * Whether another launcher has to start the ranks: 1 where hosts are named that are not this
 * machine, where none are named in a Slurm allocation of other machines, or where --engine says
 * so; else 0. 2: there is none, or it cannot do it, and that has been told.
 */
int mpirun_engine_choose(const struct mpirun_opts *opts, enum rd_engine *engine);

/* Becomes the launcher; `exe` are the programs as found here. Returns the exit status. */
int mpirun_engine_run(struct mpirun_opts *opts, enum rd_engine engine, char **exe);

/* Nodes of the Slurm allocation this is in; 0: it is in none. */
int mpirun_engine_nodes(void);

/* The launcher's options up to the program (mpirun_engine_args.c). 0, or 2 with the error told. */
int mpirun_engine_args(const struct mpirun_opts *opts, enum rd_engine engine, char **env,
	struct mpirun_list *args);

/* The words of the program, or of a shell that does what launchers do not, each in its own way
 * (mpirun_engine_wrap.c). */
void mpirun_engine_wrap(const struct mpirun_opts *opts, enum rd_engine engine, char **exe,
	struct mpirun_list *args);

#endif
