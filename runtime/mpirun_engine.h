/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Jobs on several machines: mpirun has no daemons of its own there, so it executes a launcher that
 * is installed, with the equivalent command line. Called by mpirun_main.c.
 */
#ifndef RD_RUNTIME_MPIRUN_ENGINE_H
#define RD_RUNTIME_MPIRUN_ENGINE_H

#include "runtime/engines.h"
#include "runtime/mpirun_opts.h"

/*
 * Whether another launcher has to start the ranks: 1 when named hosts are not this machine, when
 * none are named in a Slurm allocation of other machines, or when --engine asks for it; else 0. 2:
 * no launcher is available or the one asked for cannot do it, reported.
 */
int mpirun_engine_choose(const struct mpirun_opts *opts, enum rd_engine *engine);

/* Executes the launcher; `exe` are the programs as found here. Returns the exit status. */
int mpirun_engine_run(struct mpirun_opts *opts, enum rd_engine engine, char **exe);

/* Nodes of the Slurm allocation that mpirun runs in; 0: in none. */
int mpirun_engine_nodes(void);

/* The launcher's options up to the program (mpirun_engine_args.c). 0, or 2 with the error
 * reported. */
int mpirun_engine_args(const struct mpirun_opts *opts, enum rd_engine engine, char **env,
		       struct mpirun_list *args);

/* The words of the program, or of a shell that does the parts that launchers do not do, in each
 * launcher's syntax (mpirun_engine_wrap.c). */
void mpirun_engine_wrap(const struct mpirun_opts *opts, enum rd_engine engine, char **exe,
			struct mpirun_list *args);

#endif
