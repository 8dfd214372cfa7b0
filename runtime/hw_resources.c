/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Asks hwloc, whose topology is loaded at each call: that costs milliseconds, which MPI_Init does
 * not spend. Called from mpi/ and comm/.
 */
#include "runtime/hw_resources.h"

#include "base/err.h"
#include "base/log.h"

#include <hwloc.h>
#include <stdio.h>
#include <string.h>

#define SCHEME "hwloc://"

struct machine {
	hwloc_topology_t topology;
	hwloc_bitmap_t mine; /* processors that the process may use */
};

/* Without I/O objects, which are slow to find and contain no processors. */
static int open_machine(struct machine *m)
{
	if (hwloc_topology_init(&m->topology))
		return RD_ENOMEM;
	m->mine = hwloc_bitmap_alloc();
	if (m->mine && !hwloc_topology_load(m->topology) &&
	    !hwloc_get_cpubind(m->topology, m->mine, HWLOC_CPUBIND_THREAD))
		return 0;
	rd_error("hwloc cannot read this machine's resources: %m");
	hwloc_bitmap_free(m->mine);
	hwloc_topology_destroy(m->topology);
	return RD_ESYS;
}

static void close_machine(struct machine *m)
{
	hwloc_bitmap_free(m->mine);
	hwloc_topology_destroy(m->topology);
}

/* The object of this kind that contains all processors of the process; -1: none does. */
static int within(const struct machine *m, hwloc_obj_type_t type)
{
	int n = hwloc_get_nbobjs_by_type(m->topology, type);

	for (int i = 0; i < n; i++) {
		hwloc_obj_t obj = hwloc_get_obj_by_type(m->topology, type, (unsigned)i);

		if (obj->cpuset && hwloc_bitmap_isincluded(m->mine, obj->cpuset))
			return i;
	}
	return -1;
}

/* Is it a kind that the machine has and whose objects contain processors? */
static int is_kind(const struct machine *m, hwloc_obj_type_t type)
{
	if (hwloc_get_nbobjs_by_type(m->topology, type) <= 0)
		return 0;
	return hwloc_get_obj_by_type(m->topology, type, 0)->cpuset != NULL;
}

int rd_hw_resources(struct rd_hints *out)
{
	struct machine m;
	int err = open_machine(&m);

	if (err)
		return err;
	for (int t = HWLOC_OBJ_TYPE_MIN; !err && t < HWLOC_OBJ_TYPE_MAX; t++) {
		hwloc_obj_type_t type = (hwloc_obj_type_t)t;
		char key[64];

		if (!is_kind(&m, type))
			continue;
		snprintf(key, sizeof(key), SCHEME "%s", hwloc_obj_type_string(type));
		err = rd_hints_set(out, key, within(&m, type) >= 0 ? "true" : "false");
	}
	close_machine(&m);
	return err;
}

int rd_hw_resource_of(const char *kind, int *which)
{
	hwloc_obj_type_t type;
	struct machine m;
	int err;

	if (strncmp(kind, SCHEME, strlen(SCHEME)) ||
	    hwloc_type_sscanf(kind + strlen(SCHEME), &type, NULL, 0))
		return RD_EARG;
	err = open_machine(&m);
	if (err)
		return err;
	if (is_kind(&m, type))
		*which = within(&m, type);
	else
		err = RD_EARG;
	close_machine(&m);
	return err;
}
