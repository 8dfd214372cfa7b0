/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The launchers that start processes on several machines, as programs in PATH. Used by mpirun,
 * which hands jobs over to them, and by rondo_info.
 */
#ifndef RD_RUNTIME_ENGINES_H
#define RD_RUNTIME_ENGINES_H

#include <stddef.h>

enum rd_engine { RD_ENGINE_SRUN, RD_ENGINE_PRTERUN, RD_ENGINE_OMPI, RD_ENGINE_HYDRA, RD_ENGINE_N };

/* "srun", "prterun", "ompi", "hydra": the name for mpirun --engine. */
const char *rd_engine_name(enum rd_engine engine);

/* For messages: "Slurm's srun". */
const char *rd_engine_text(enum rd_engine engine);

/* The launcher of this name or with a program of this name; RD_ENGINE_N: there is none. */
enum rd_engine rd_engine_named(const char *name);

/* Finds its program in PATH: 1, with the path in `path`, or 0. */
int rd_engine_find(enum rd_engine engine, char *path, size_t max);

#endif
