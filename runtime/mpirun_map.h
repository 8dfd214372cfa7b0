/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which processors each rank may use: hwloc's picture of this machine, the
 * mapping and the binding that the options ask for. Filled once before the
 * ranks start; mpirun_job.c and mpirun_pmix.c read it.
 */
#ifndef RD_RUNTIME_MPIRUN_MAP_H
#define RD_RUNTIME_MPIRUN_MAP_H

#include "runtime/mpirun_opts.h"

#include <hwloc.h>
#include <sched.h>

struct mpirun_place { /* the processors that one rank is bound to */
	hwloc_bitmap_t cpus;
	hwloc_obj_t unit; /* the first of them; NULL: they are from the user's list */
	int n;            /* units in it */
};

struct mpirun_map {
	hwloc_topology_t topo;      /* the processors mpirun may use, without I/O devices */
	struct mpirun_place *place; /* [nplaces] in the ranks' order; NULL: no binding */
	int nplaces, nranks;
};

/* 0, or 2 with the reason why there is no such binding reported. */
int mpirun_map_init(struct mpirun_map *map, const struct mpirun_opts *opts);

void mpirun_map_free(struct mpirun_map *map);

/* Affinity mask of the rank, or NULL for mpirun's own. The caller frees it by CPU_FREE. */
cpu_set_t *mpirun_map_mask(const struct mpirun_map *map, int rank, size_t *bytes);

/* `prefix` and a list of its processors, "0-3,8", malloced; NULL when it is not bound. */
char *mpirun_map_text(const struct mpirun_map *map, int rank, const char *prefix);

/* One line per rank through mpirun_say. */
void mpirun_map_report(const struct mpirun_map *map);

/* Adds the numbers of "0,2-3" to the set; 0, or -1: it is no such list. */
int mpirun_map_numbers(const char *list, hwloc_bitmap_t set);

#endif
