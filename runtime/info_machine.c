/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The section of rondo_info on processors and memory: all processors by hwloc, and how many of them
 * this process may use. Devices are not enumerated: that is slow.
 */
#include "runtime/info.h"

#include "runtime/hw.h"

#include <hwloc.h>
#include <stdio.h>
#include <sys/utsname.h>

static int count(hwloc_topology_t topology, hwloc_obj_type_t type)
{
	int n = hwloc_get_nbobjs_by_type(topology, type);

	return n > 0 ? n : 0;
}

static void print_processors(hwloc_topology_t topology)
{
	hwloc_obj_t root = hwloc_get_root_obj(topology);
	hwloc_obj_t package = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PACKAGE, NULL);
	const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;

	info_line("processor", "%s", model ? model : "unknown");
	info_line("packages", "%d; NUMA nodes %d, cores %d, hardware threads %d",
		  count(topology, HWLOC_OBJ_PACKAGE), count(topology, HWLOC_OBJ_NUMANODE),
		  count(topology, HWLOC_OBJ_CORE), count(topology, HWLOC_OBJ_PU));
	if (root)
		info_line("memory", "%.1f GiB", (double)root->total_memory / (1 << 30));
}

static void print_caches(hwloc_topology_t topology)
{
	static const struct {
		hwloc_obj_type_t type;
		const char *name;
	} level[] = {
		{HWLOC_OBJ_L1CACHE, "L1"}, {HWLOC_OBJ_L2CACHE, "L2"}, {HWLOC_OBJ_L3CACHE, "L3"}};

	for (size_t i = 0; i < sizeof(level) / sizeof(level[0]); i++) {
		hwloc_obj_t cache = hwloc_get_next_obj_by_type(topology, level[i].type, NULL);

		if (cache && cache->attr->cache.size)
			info_line(level[i].name, "%d of %llu KiB, lines of %u bytes",
				  count(topology, level[i].type),
				  (unsigned long long)cache->attr->cache.size >> 10,
				  cache->attr->cache.linesize);
	}
}

static void print_allowed(hwloc_topology_t topology)
{
	hwloc_bitmap_t set = hwloc_bitmap_alloc();
	char *list = NULL;
	int quota = rd_hw_quota();

	if (set && !hwloc_get_cpubind(topology, set, HWLOC_CPUBIND_PROCESS) &&
	    hwloc_bitmap_list_asprintf(&list, set) >= 0)
		info_line("allowed threads", "%s", list);
	free(list);
	hwloc_bitmap_free(set);
	if (quota)
		info_line("cgroup limit", "time of %d processors", quota);
	else
		info_line("cgroup limit", "none");
	info_line("busy ranks at once", "%d; more share processors", rd_hw_cpus());
}

void info_machine(void)
{
	hwloc_topology_t topology;
	struct utsname name;

	if (!uname(&name))
		info_line("host", "%s, %s %s, %s", name.nodename, name.sysname, name.release,
			  name.machine);
	if (hwloc_topology_init(&topology)) {
		fprintf(stderr, "rondo_info: hwloc cannot start; the machine is not shown\n");
		return;
	}
	hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
	if (hwloc_topology_load(topology)) {
		fprintf(stderr, "rondo_info: hwloc cannot read this machine; it is not shown\n");
	} else {
		print_processors(topology);
		print_caches(topology);
		print_allowed(topology);
	}
	hwloc_topology_destroy(topology);
}
