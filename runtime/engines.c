/* SPDX-License-Identifier: BSD-3-Clause */
/* Launchers for several machines (engines.h). */
#include "runtime/engines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* mpirun and mpiexec are not listed: they may be Rondo's own. */
static const struct {
	const char *name, *text;
	const char *programs[3]; /* names under which it is installed */
} engines[RD_ENGINE_N] = {
	[RD_ENGINE_SRUN] = {"srun", "Slurm's srun", {"srun"}},
	[RD_ENGINE_PRTERUN] = {"prterun", "PRRTE's prterun", {"prterun"}},
	[RD_ENGINE_OMPI] = {"ompi", "Open MPI's launcher", {"mpirun.openmpi", "orterun"}},
	[RD_ENGINE_HYDRA] = {"hydra", "Hydra", {"mpiexec.hydra"}},
};

const char *rd_engine_name(enum rd_engine engine)
{
	return engines[engine].name;
}

const char *rd_engine_text(enum rd_engine engine)
{
	return engines[engine].text;
}

enum rd_engine rd_engine_named(const char *name)
{
	for (int e = 0; e < RD_ENGINE_N; e++) {
		if (!strcmp(name, engines[e].name))
			return (enum rd_engine)e;
		for (int i = 0; i < 3 && engines[e].programs[i]; i++)
			if (!strcmp(name, engines[e].programs[i]))
				return (enum rd_engine)e;
	}
	return RD_ENGINE_N;
}

static int is_program(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

static int find_program(const char *name, char *path, size_t max)
{
	const char *at = getenv("PATH");

	while (at && *at) {
		size_t len = strcspn(at, ":");
		int n = snprintf(path, max, "%.*s/%s", (int)len, at, name);

		if (len && n > 0 && (size_t)n < max && is_program(path))
			return 1;
		at += len;
		at += *at == ':';
	}
	return 0;
}

int rd_engine_find(enum rd_engine engine, char *path, size_t max)
{
	for (int i = 0; i < 3 && engines[engine].programs[i]; i++)
		if (find_program(engines[engine].programs[i], path, max))
			return 1;
	return 0;
}
