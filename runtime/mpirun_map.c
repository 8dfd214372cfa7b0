/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Mapping and binding. The ranks are dealt over the units of --map-by in turn and
 * each is bound to the next unit of --bind-to inside; when all are used, dealing
 * begins anew, so more ranks than units share them evenly. Without --bind-to
 * nothing is bound: on a machine with other jobs two launchers that both begin
 * at processor 0 would halve each other's speed. Called by mpirun_main.c.
 */
#include "runtime/mpirun_map.h"

#include "runtime/mpirun_say.h"

#include <hwloc/glibc-sched.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
	hwloc_obj_type_t type;
	const char *name;
} kinds[] = {
	[UNIT_HWTHREAD] = {HWLOC_OBJ_PU, "hwthread"},
	[UNIT_CORE] = {HWLOC_OBJ_CORE, "core"},
	[UNIT_L1] = {HWLOC_OBJ_L1CACHE, "l1cache"},
	[UNIT_L2] = {HWLOC_OBJ_L2CACHE, "l2cache"},
	[UNIT_L3] = {HWLOC_OBJ_L3CACHE, "l3cache"},
	[UNIT_NUMA] = {HWLOC_OBJ_NUMANODE, "numa"},
	[UNIT_PACKAGE] = {HWLOC_OBJ_PACKAGE, "package"},
	[UNIT_NODE] = {HWLOC_OBJ_MACHINE, "node"},
};

/* Discovery of PCI and display devices takes up to 45 ms and is of no use here. */
static int load(struct mpirun_map *map)
{
	hwloc_bitmap_t own;

	if (hwloc_topology_init(&map->topo) != 0)
		return -1;
	hwloc_topology_set_io_types_filter(map->topo, HWLOC_TYPE_FILTER_KEEP_NONE);
	if (hwloc_topology_load(map->topo) != 0)
		return -1;
	own = hwloc_bitmap_alloc();
	if (own && hwloc_get_cpubind(map->topo, own, HWLOC_CPUBIND_PROCESS) == 0)
		hwloc_topology_restrict(map->topo, own, 0);
	hwloc_bitmap_free(own);
	return 0;
}

/* The k-th unit of this type inside `outer` (anywhere: NULL); NULL past the last. */
static hwloc_obj_t unit_at(const struct mpirun_map *map, hwloc_obj_t outer, hwloc_obj_type_t type,
	int k)
{
	hwloc_obj_t unit = NULL;

	while ((unit = hwloc_get_next_obj_by_type(map->topo, type, unit))) {
		if (hwloc_bitmap_iszero(unit->cpuset)) /* a NUMA node without processors */
			continue;
		if (outer && !hwloc_bitmap_isincluded(unit->cpuset, outer->cpuset))
			continue;
		if (k-- == 0)
			return unit;
	}
	return NULL;
}

/* Fills map->unit: the first unit inside each outer one, then the second of each ... */
static int deal(struct mpirun_map *map, hwloc_obj_type_t inner, hwloc_obj_type_t outer)
{
	int n = hwloc_get_nbobjs_by_type(map->topo, inner), found = 1;

	map->unit = n > 0 ? calloc((size_t)n, sizeof *map->unit) : NULL;
	if (!map->unit)
		return -1;
	for (int k = 0; found; k++) {
		hwloc_obj_t place;

		found = 0;
		for (int j = 0; (place = unit_at(map, NULL, outer, j)); j++) {
			hwloc_obj_t unit = unit_at(map, place, inner, k);

			if (unit && map->nunits < n) {
				map->unit[map->nunits++] = unit;
				found = 1;
			}
		}
	}
	return map->nunits ? 0 : -1;
}

int mpirun_map_init(struct mpirun_map *map, const struct mpirun_opts *opts)
{
	enum mpirun_unit bind = opts->bind, over = opts->map;

	*map = (struct mpirun_map){.nranks = opts->nranks};
	if (load(map) != 0) {
		mpirun_say("hwloc cannot read this machine's topology: %m");
		return 2;
	}
	if (bind == UNIT_NONE)
		return 0;
	/* Cores and caches may be missing in virtual machines: a thread is then a core. */
	if (bind == UNIT_CORE && hwloc_get_nbobjs_by_type(map->topo, HWLOC_OBJ_CORE) <= 0)
		bind = UNIT_HWTHREAD;
	if (over == UNIT_NONE || over < bind ||
			hwloc_get_nbobjs_by_type(map->topo, kinds[over].type) <= 0)
		over = UNIT_NODE;
	if (deal(map, kinds[bind].type, kinds[over].type) == 0)
		return 0;
	mpirun_say("--bind-to %s: this machine shows none; use --bind-to core or none",
		kinds[bind].name);
	return 2;
}

cpu_set_t *mpirun_map_mask(const struct mpirun_map *map, int rank, size_t *bytes)
{
	hwloc_const_cpuset_t cpus;
	cpu_set_t *mask;
	int last;

	if (!map->unit)
		return NULL;
	cpus = map->unit[rank % map->nunits]->cpuset;
	last = hwloc_bitmap_last(cpus);
	*bytes = CPU_ALLOC_SIZE(last + 1);
	mask = CPU_ALLOC(last + 1);
	if (!mask)
		mpirun_die("no memory for an affinity mask of %d processors", last + 1);
	CPU_ZERO_S(*bytes, mask);
	hwloc_cpuset_to_glibc_sched_affinity(map->topo, cpus, mask, *bytes);
	return mask;
}

char *mpirun_map_text(const struct mpirun_map *map, int rank, const char *prefix)
{
	char *list = NULL, *text = NULL;

	if (!map->unit)
		return NULL;
	if (hwloc_bitmap_list_asprintf(&list, map->unit[rank % map->nunits]->cpuset) < 0 ||
			asprintf(&text, "%s%s", prefix, list) < 0)
		mpirun_die("no memory for a list of processors");
	free(list);
	return text;
}

void mpirun_map_report(const struct mpirun_map *map)
{
	for (int rank = 0; rank < map->nranks; rank++) {
		char *text = mpirun_map_text(map, rank, "processors "), type[64];
		hwloc_obj_t unit;

		if (!text) {
			mpirun_say("rank %d is not bound", rank);
			continue;
		}
		unit = map->unit[rank % map->nunits];
		hwloc_obj_type_snprintf(type, sizeof type, unit, 0);
		mpirun_say("rank %d is bound to %s %u (%s)", rank, type, unit->logical_index, text);
		free(text);
	}
}
