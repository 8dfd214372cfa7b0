/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fuzzer of the file of --rankfile (runtime/mpirun_rankfile.c), on a machine of 2 packages with 4
 * cores each: a file that is taken gives each rank processors of that machine.
 */
#include "t/fuzz/text.h"

#include "runtime/mpirun_rankfile.h"

static hwloc_topology_t machine(void)
{
	static hwloc_topology_t topo;

	if (topo)
		return topo;
	if (hwloc_topology_init(&topo) ||
	    hwloc_topology_set_synthetic(topo, "pack:2 core:4 pu:2") || hwloc_topology_load(topo))
		abort();
	return topo;
}

static void place(const struct mpirun_rankfile *file, int rank)
{
	hwloc_const_bitmap_t all = hwloc_topology_get_topology_cpuset(machine());
	hwloc_bitmap_t cpus = hwloc_bitmap_alloc();

	if (mpirun_rankfile_cpus(file, rank, machine(), HWLOC_OBJ_CORE, cpus) == 0 &&
	    (hwloc_bitmap_iszero(cpus) || !hwloc_bitmap_isincluded(cpus, all)))
		abort();
	hwloc_bitmap_free(cpus);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mpirun_rankfile file;
	char *text = text_string(data, size);

	mpirun_rankfile_parse(&file, "ranks", text);
	for (int i = 0; i < file.n; i++)
		if (file.at[i].slots)
			place(&file, i);
	mpirun_rankfile_free(&file);
	free(text);
	return 0;
}
