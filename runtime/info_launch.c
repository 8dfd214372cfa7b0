/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The section of rondo_info on launching: the launcher of this process, as an MPI program started
 * in the same way would detect it, and the launchers that mpirun could use for other machines.
 */
#include "runtime/info.h"

#include "runtime/engines.h"

#include <stdio.h>
#include <stdlib.h>

static const char *started_by(void)
{
	if (getenv("PMI_FD") || getenv("PMI_PORT"))
		return "Hydra or srun --mpi=pmi2 (PMI)";
	if (getenv("PMIX_NAMESPACE"))
		return "a PMIx launcher";
	if (getenv("SLURM_PROCID") && getenv("SLURM_STEP_NUM_TASKS"))
		return "srun, without PMIx: use srun --mpi=pmix";
	return "nobody; an MPI program is a job of one rank";
}

void info_launch(void)
{
	char path[4096];

	info_line("started by", "%s%s%s", started_by(), getenv("PMIX_NAMESPACE") ? ", job " : "",
		  getenv("PMIX_NAMESPACE") ? getenv("PMIX_NAMESPACE") : "");
	for (int e = 0; e < RD_ENGINE_N; e++)
		info_line(rd_engine_name((enum rd_engine)e), "%s",
			  rd_engine_find((enum rd_engine)e, path, sizeof path) ? path
									       : "not in PATH");
}
