/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Mapping and binding. The ranks are dealt over the units of --map-by in turn and each is bound to
 * the next unit of --bind-to inside; when all are used, dealing begins anew, so more ranks than
 * units share them evenly. Without --bind-to nothing is bound: on a machine with other jobs two
 * launchers that both begin at processor 0 would halve each other's speed. Called by mpirun_main.c.
 */
#include "runtime/mpirun_map.h"

#include "runtime/mpirun_say.h"

#include <hwloc/glibc-sched.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
	hwloc_obj_type_t type;
	const char *name;
} kinds[] = {
	[UNIT_HWTHREAD] = {HWLOC_OBJ_PU, "hwthread"},    [UNIT_CORE] = {HWLOC_OBJ_CORE, "core"},
	[UNIT_L1] = {HWLOC_OBJ_L1CACHE, "l1cache"},      [UNIT_L2] = {HWLOC_OBJ_L2CACHE, "l2cache"},
	[UNIT_L3] = {HWLOC_OBJ_L3CACHE, "l3cache"},      [UNIT_NUMA] = {HWLOC_OBJ_NUMANODE, "numa"},
	[UNIT_PACKAGE] = {HWLOC_OBJ_PACKAGE, "package"}, [UNIT_NODE] = {HWLOC_OBJ_MACHINE, "node"},
};

/* Discovery of PCI and display devices takes up to 45 ms and is not needed here. */
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

static struct mpirun_place *new_place(struct mpirun_map *map)
{
	struct mpirun_place *more = realloc(map->place, (size_t)(map->nplaces + 1) * sizeof *more);

	if (!more)
		mpirun_die("no memory for a map of %d places", map->nplaces + 1);
	map->place = more;
	more += map->nplaces++;
	*more = (struct mpirun_place){.cpus = hwloc_bitmap_alloc()};
	if (!more->cpus)
		mpirun_die("no memory for a map of %d places", map->nplaces);
	return more;
}

/* The k-th place of `each` units inside `outer`; 0: there are not as many units. */
static int add_place(struct mpirun_map *map, hwloc_obj_t outer, hwloc_obj_type_t type, int k,
		     int each)
{
	struct mpirun_place *place;

	if (!unit_at(map, outer, type, k * each + each - 1))
		return 0;
	place = new_place(map);
	place->n = each;
	place->unit = unit_at(map, outer, type, k * each);
	for (int i = 0; i < each; i++)
		hwloc_bitmap_or(place->cpus, place->cpus,
				unit_at(map, outer, type, k * each + i)->cpuset);
	return 1;
}

/* The first `chunk` places inside each outer unit, then the next of each ... */
static int deal(struct mpirun_map *map, hwloc_obj_type_t inner, hwloc_obj_type_t outer, int each,
		int chunk)
{
	int found = 1;

	for (int k = 0; found; k += chunk) {
		hwloc_obj_t place;

		found = 0;
		for (int j = 0; (place = unit_at(map, NULL, outer, j)); j++)
			for (int i = 0; i < chunk; i++)
				found |= add_place(map, place, inner, k + i, each);
	}
	return map->nplaces ? 0 : -1;
}

/* --- lists given by the user ------------------------------------------------------------ */

/* Adds "3" or "4-7" to the set; returns the end of it in the text; NULL: it is neither. */
static const char *parse_range(const char *text, hwloc_bitmap_t set)
{
	char *end;
	unsigned long first = strtoul(text, &end, 10), last = first;

	if (end == text || *text == '-')
		return NULL;
	if (*end == '-') {
		text = end + 1;
		last = strtoul(text, &end, 10);
		if (end == text || *text == '-')
			return NULL;
	}
	if (last < first || last > INT_MAX / 2)
		return NULL;
	hwloc_bitmap_set_range(set, (unsigned)first, (int)last);
	return end;
}

int mpirun_map_numbers(const char *list, hwloc_bitmap_t set)
{
	const char *at = parse_range(list, set);

	while (at && *at == ',')
		at = parse_range(at + 1, set);
	return at && !*at ? 0 : -1;
}

/* One element, up to a comma: the joined ranges. Returns the rest; NULL: the error is reported. */
static const char *parse_element(const char *option, const char *text, char joint,
				 hwloc_bitmap_t set)
{
	const char *at = text;

	for (;;) {
		at = parse_range(at, set);
		if (!at || (*at && *at != joint && *at != ',')) {
			mpirun_say("%s: '%s' is no list of numbers such as 0,2-3", option, text);
			return NULL;
		}
		if (!*at || (*at == ',' && joint != ','))
			return at;
		at++;
	}
}

static int first_beyond(hwloc_const_bitmap_t set, hwloc_const_bitmap_t all)
{
	int i = hwloc_bitmap_first(set);

	while (i >= 0 && hwloc_bitmap_isset(all, (unsigned)i))
		i = hwloc_bitmap_next(set, i);
	return i;
}

/* "user:0,1+3,4-5": the processors, by the system's numbers, of rank 0, 1 ... */
static int bind_user(struct mpirun_map *map, const char *list)
{
	hwloc_const_bitmap_t all = hwloc_topology_get_topology_cpuset(map->topo);

	for (const char *at = list; at;) {
		struct mpirun_place *place = new_place(map);

		at = parse_element("--bind-to user", at, '+', place->cpus);
		if (!at)
			return 2;
		if (!hwloc_bitmap_isincluded(place->cpus, all)) {
			mpirun_say("--bind-to user:%s: processor %d is not there, or mpirun must "
				   "not use it",
				   list, first_beyond(place->cpus, all));
			return 2;
		}
		at = *at ? at + 1 : NULL;
	}
	return 0;
}

static hwloc_obj_type_t core_type(const struct mpirun_map *map, const struct mpirun_opts *opts)
{
	if (opts->placing.hwthreads || hwloc_get_nbobjs_by_type(map->topo, HWLOC_OBJ_CORE) <= 0)
		return HWLOC_OBJ_PU;
	return HWLOC_OBJ_CORE;
}

static int bind_rankfile(struct mpirun_map *map, const struct mpirun_opts *opts)
{
	int rc = 0;

	for (int rank = 0; rank < opts->nranks && rc == 0; rank++)
		rc = mpirun_rankfile_cpus(&opts->placing.rankfile, rank, map->topo,
					  core_type(map, opts), new_place(map)->cpus);
	return rc;
}

/* --cpu-set: restricts the topology to these cores, by hwloc's logical numbers. */
static int restrict_to(struct mpirun_map *map, const struct mpirun_opts *opts)
{
	hwloc_obj_type_t type = core_type(map, opts);
	hwloc_bitmap_t numbers = hwloc_bitmap_alloc(), cpus = hwloc_bitmap_alloc();
	int rc = numbers && cpus ? 0 : 2, i;

	if (rc == 0 && !parse_element("--cpu-set", opts->placing.cpu_set, ',', numbers))
		rc = 2;
	for (i = rc ? -1 : hwloc_bitmap_first(numbers); i >= 0 && rc == 0;
	     i = hwloc_bitmap_next(numbers, i)) {
		hwloc_obj_t unit = hwloc_get_obj_by_type(map->topo, type, (unsigned)i);

		if (unit) {
			hwloc_bitmap_or(cpus, cpus, unit->cpuset);
			continue;
		}
		mpirun_say("--cpu-set %s: there is no %s %d; mpirun may use %d",
			   opts->placing.cpu_set, type == HWLOC_OBJ_CORE ? "core" : "processor", i,
			   hwloc_get_nbobjs_by_type(map->topo, type));
		rc = 2;
	}
	if (rc == 0)
		hwloc_topology_restrict(map->topo, cpus, 0);
	hwloc_bitmap_free(numbers);
	hwloc_bitmap_free(cpus);
	return rc;
}

/* --- the map as a whole ----------------------------------------------------------------- */

static int check_room(const struct mpirun_map *map, const struct mpirun_opts *opts)
{
	int room = hwloc_get_nbobjs_by_type(map->topo, HWLOC_OBJ_PU);

	if (opts->hosts.n)
		room = opts->hosts.slots;
	if (opts->placing.oversubscribed != MPIRUN_OVERSUBSCRIBE_NO || opts->nranks <= room)
		return 0;
	mpirun_say("%d ranks are more than the %d %s, and --nooversubscribe forbids that",
		   opts->nranks, room,
		   opts->hosts.n ? "slots of the hosts" : "processors mpirun may use");
	return 2;
}

static int bind_units(struct mpirun_map *map, const struct mpirun_opts *opts)
{
	enum mpirun_unit bind = opts->placing.bind, over = opts->placing.map;
	int each = opts->placing.pe ? opts->placing.pe : 1;

	if (bind == UNIT_NONE)
		bind = opts->placing.pe ? opts->placing.hwthreads ? UNIT_HWTHREAD : UNIT_CORE
					: UNIT_NODE;
	/* Cores and caches may be missing in virtual machines: a thread is then a core. */
	if (bind == UNIT_CORE && hwloc_get_nbobjs_by_type(map->topo, HWLOC_OBJ_CORE) <= 0)
		bind = UNIT_HWTHREAD;
	if (over == UNIT_NONE || over < bind ||
	    hwloc_get_nbobjs_by_type(map->topo, kinds[over].type) <= 0)
		over = UNIT_NODE;
	if (deal(map, kinds[bind].type, kinds[over].type, each,
		 opts->placing.per_unit && over != UNIT_NODE ? opts->placing.per_unit : 1) == 0)
		return 0;
	if (opts->placing.bind_lenient)
		return 0;
	if (each > 1)
		mpirun_say("binding to %d units %s: no %s here has as many that mpirun may use",
			   each, kinds[bind].name, kinds[over].name);
	else
		mpirun_say("--bind-to %s: this machine shows none; use --bind-to core or none",
			   kinds[bind].name);
	return 2;
}

int mpirun_map_init(struct mpirun_map *map, const struct mpirun_opts *opts)
{
	int rc = 0;

	*map = (struct mpirun_map){.nranks = opts->nranks};
	if (load(map) != 0) {
		mpirun_say("hwloc cannot read this machine's topology: %m");
		return 2;
	}
	if (opts->placing.cpu_set)
		rc = restrict_to(map, opts);
	if (rc == 0)
		rc = check_room(map, opts);
	if (rc == 0 && opts->placing.rankfile.n)
		rc = bind_rankfile(map, opts);
	else if (rc == 0 && opts->placing.bind_user)
		rc = bind_user(map, opts->placing.bind_user);
	else if (rc == 0 &&
		 (opts->placing.bind != UNIT_NONE || opts->placing.pe || opts->placing.cpu_set))
		rc = bind_units(map, opts);
	if (rc == 0 && opts->placing.bind_alone && opts->nranks > map->nplaces) {
		mpirun_say("%d ranks on %d places to bind to: no-overload forbids that",
			   opts->nranks, map->nplaces);
		rc = 2;
	}
	return rc;
}

void mpirun_map_free(struct mpirun_map *map)
{
	for (int i = 0; i < map->nplaces; i++)
		hwloc_bitmap_free(map->place[i].cpus);
	free(map->place);
	hwloc_topology_destroy(map->topo);
}

cpu_set_t *mpirun_map_mask(const struct mpirun_map *map, int rank, size_t *bytes)
{
	hwloc_const_cpuset_t cpus;
	cpu_set_t *mask;
	int last;

	if (!map->nplaces)
		return NULL;
	cpus = map->place[rank % map->nplaces].cpus;
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

	if (!map->nplaces)
		return NULL;
	if (hwloc_bitmap_list_asprintf(&list, map->place[rank % map->nplaces].cpus) < 0 ||
	    asprintf(&text, "%s%s", prefix, list) < 0)
		mpirun_die("no memory for a list of processors");
	free(list);
	return text;
}

void mpirun_map_report(const struct mpirun_map *map)
{
	for (int rank = 0; rank < map->nranks; rank++) {
		char *text = mpirun_map_text(map, rank, "processors "), type[64] = "a list";
		const struct mpirun_place *place;

		if (!text) {
			mpirun_say("rank %d is not bound", rank);
			continue;
		}
		place = &map->place[rank % map->nplaces];
		if (place->unit)
			hwloc_obj_type_snprintf(type, sizeof type, place->unit, 0);
		if (place->n > 1)
			mpirun_say("rank %d is bound to %d of %s from %u on (%s)", rank, place->n,
				   type, place->unit->logical_index, text);
		else if (place->unit)
			mpirun_say("rank %d is bound to %s %u (%s)", rank, type,
				   place->unit->logical_index, text);
		else
			mpirun_say("rank %d is bound to %s", rank, text);
		free(text);
	}
}
