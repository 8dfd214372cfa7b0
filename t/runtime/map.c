/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves which processors mpirun's mapping gives to each rank, on machines that
 * hwloc makes up: 2 packages with a memory each, 4 cores in each, 2 threads in each.
 */
#include "runtime/mpirun_map.h"
#include "runtime/mpirun_say.h"
#include "t/tap.h"

static int said;

static void count_line(const char *line, size_t len)
{
	(void)line;
	(void)len;
	said++;
}

/* The ranks' processors, separated by blanks, are `want`. */
static void check_opts(const struct mpirun_opts *opts, const char *want, const char *name)
{
	struct mpirun_map map;
	char got[400] = "";

	if (!is_int(mpirun_map_init(&map, opts), 0, "%s: possible", name))
		return;
	for (int rank = 0; rank < opts->nranks; rank++) {
		char *text = mpirun_map_text(&map, rank, rank ? " " : "");

		strcat(got, text ? text : "-");
		free(text);
	}
	is_str(got, want, "%s", name);
	mpirun_map_free(&map);
}

/* The same for the selection of units only. */
static void check(enum mpirun_unit bind, enum mpirun_unit over, int nranks, const char *want,
		  const char *name)
{
	struct mpirun_opts opts = {.placing.bind = bind, .placing.map = over, .nranks = nranks};

	check_opts(&opts, want, name);
}

static void check_mask(void)
{
	struct mpirun_opts opts = {.placing.bind = UNIT_CORE, .nranks = 2};
	struct mpirun_map map;
	cpu_set_t *mask;
	size_t bytes;

	mpirun_map_init(&map, &opts);
	mask = mpirun_map_mask(&map, 1, &bytes);
	ok(mask && CPU_COUNT_S(bytes, mask) == 2 && CPU_ISSET_S(2, bytes, mask) &&
		   CPU_ISSET_S(3, bytes, mask),
	   "the mask of rank 1 is its core's");
	CPU_FREE(mask);
	mpirun_map_free(&map);
}

static void check_missing(void)
{
	struct mpirun_opts opts = {.placing.bind = UNIT_L3, .nranks = 2};
	struct mpirun_map map;

	mpirun_say_through(count_line);
	is_int(mpirun_map_init(&map, &opts), 2, "no binding to caches that are not there");
	is_int(said, 1, "which is told");
	mpirun_say_through(NULL);
	mpirun_map_free(&map);
}

/* Options that no machine can satisfy are reported once. */
static void refuse(struct mpirun_opts opts, const char *name)
{
	struct mpirun_map map;

	said = 0;
	mpirun_say_through(count_line);
	is_int(mpirun_map_init(&map, &opts), 2, "%s: refused", name);
	is_int(said, 1, "%s: in one line", name);
	mpirun_say_through(NULL);
	mpirun_map_free(&map);
}

static void check_lists(void)
{
	struct mpirun_opts opts = {.nranks = 3, .placing.bind = UNIT_CORE, .placing.pe = 2};

	check_opts(&opts, "0-3 4-7 8-11", "two cores for each rank");
	opts.placing.bind = UNIT_NONE;
	check_opts(&opts, "0-3 4-7 8-11", "PE=2 alone is two cores");
	opts.placing.map = UNIT_PACKAGE;
	check_opts(&opts, "0-3 8-11 4-7", "two cores, over packages");
	opts.placing.pe = 3;
	check_opts(&opts, "0-5 8-13 0-5", "three cores: the fourth of a package is left over");
	opts.placing.pe = 5;
	refuse(opts, "five cores of a package with four");
	opts = (struct mpirun_opts){.nranks = 5,
				    .placing.bind = UNIT_CORE,
				    .placing.map = UNIT_PACKAGE,
				    .placing.per_unit = 2};
	check_opts(&opts, "0-1 2-3 8-9 10-11 4-5", "two ranks in one package before the next");
	opts = (struct mpirun_opts){.nranks = 4, .placing.bind_user = "0,4+9,2-3"};
	check_opts(&opts, "0 4,9 2-3 0", "a list of the user's");
	opts.placing.bind_user = "0,16";
	refuse(opts, "a processor that is not there");
	opts.placing.bind_user = "0,x";
	refuse(opts, "a text that is no list");
	opts = (struct mpirun_opts){.nranks = 3, .placing.cpu_set = "1,4-5"};
	check_opts(&opts, "2-3,8-11 2-3,8-11 2-3,8-11", "the cores of --cpu-set");
	opts.placing.bind = UNIT_CORE;
	check_opts(&opts, "2-3 8-9 10-11", "one of them for each rank");
	opts.placing.hwthreads = 1;
	opts.placing.bind = UNIT_HWTHREAD;
	check_opts(&opts, "1 4 5", "threads instead of cores");
	opts.placing.hwthreads = 0;
	opts.placing.cpu_set = "8";
	refuse(opts, "a core that is not there");
	opts = (struct mpirun_opts){.nranks = 17,
				    .placing.oversubscribed = MPIRUN_OVERSUBSCRIBE_NO};
	refuse(opts, "more ranks than processors");
	opts = (struct mpirun_opts){
		.nranks = 9, .placing.bind = UNIT_CORE, .placing.bind_alone = 1};
	refuse(opts, "more ranks than cores");
	opts = (struct mpirun_opts){
		.nranks = 2, .placing.bind = UNIT_L3, .placing.bind_lenient = 1};
	check_opts(&opts, "--", "if-supported");
}

/* ---- --rankfile ---- */

static void check_rankfile(const char *text, int nranks, int hwthreads, const char *want,
			   const char *name)
{
	struct mpirun_opts opts = {.nranks = nranks, .placing.hwthreads = hwthreads};
	char *copy = strdup(text);

	is_int(mpirun_rankfile_parse(&opts.placing.rankfile, "ranks", copy), 0, "%s: read", name);
	is_int(mpirun_rankfile_covers(&opts.placing.rankfile, nranks), 0, "%s: complete", name);
	check_opts(&opts, want, name);
	mpirun_rankfile_free(&opts.placing.rankfile);
	free(copy);
}

/* Reported once, by line: on reading, on the search for ranks, or on this machine. */
static void refuse_rankfile(const char *text, const char *name)
{
	struct mpirun_opts opts = {.nranks = 2};
	struct mpirun_map map;
	char *copy = strdup(text);
	int rc;

	said = 0;
	mpirun_say_through(count_line);
	rc = mpirun_rankfile_parse(&opts.placing.rankfile, "ranks", copy);
	if (rc == 0)
		rc = mpirun_rankfile_covers(&opts.placing.rankfile, opts.nranks);
	if (rc == 0) {
		rc = mpirun_map_init(&map, &opts);
		mpirun_map_free(&map);
	}
	mpirun_say_through(NULL);
	ok(rc == 2 && said == 1, "%s: refused in one line", name);
	mpirun_rankfile_free(&opts.placing.rankfile);
	free(copy);
}

static void check_rankfiles(void)
{
	check_rankfile("rank 0=localhost slot=1:0-2\nrank 1=+n0 slot=0:0,1\n"
		       "rank 2=localhost slot=1-2",
		       3, 0, "8-13 0-3 2-5", "the lines of Open MPI's manual");
	check_rankfile("# two\n\n RANK  1 = localhost slots = 0:*\r\n"
		       "rank 0=localhost slot=* # all\n",
		       2, 0, "0-15 0-7", "blanks, comments, any order, all of a package");
	check_rankfile("rank 0=localhost slot=0:1;1:1,3\nrank 1=localhost slot=S1:C0\n"
		       "rank 5=localhost slot=0",
		       2, 0, "2-3,10-11,14-15 8-9",
		       "cores of two packages; a rank beyond the last");
	check_rankfile("rank 0=localhost slot=3\nrank 1=localhost slot=1:1", 2, 1, "3 9",
		       "threads count as cores");
	refuse_rankfile("rank 0=localhost slot=0\n", "a rank without a line");
	refuse_rankfile("rank 0=localhost slot=0\nrank 0=localhost slot=1\nrank 1=localhost slot=1",
			"a rank with two");
	refuse_rankfile("", "an empty file");
	refuse_rankfile("rank 0=localhost\nrank 1=localhost slot=0", "no slots");
	refuse_rankfile("rank -1=localhost slot=0\n", "a rank below 0");
	refuse_rankfile("rank 99999999999999999999=localhost slot=0\n", "one beyond all");
	refuse_rankfile("rank 0=localhost slot=0 1\n", "a word too many");
	refuse_rankfile("rank 0=\n", "a line that is cut");
	refuse_rankfile("rank 0=elsewhere.invalid slot=0\nrank 1=localhost slot=0", "another host");
	refuse_rankfile("rank 0=+n1 slot=0\nrank 1=localhost slot=0", "a second host");
	refuse_rankfile("rank 0=localhost slot=8\nrank 1=localhost slot=0", "a core too many");
	refuse_rankfile("rank 0=localhost slot=1:4\nrank 1=localhost slot=0", "in a package, too");
	refuse_rankfile("rank 0=localhost slot=2:0\nrank 1=localhost slot=0", "a package too many");
	refuse_rankfile("rank 0=localhost slot=x:0\nrank 1=localhost slot=0", "no package");
	refuse_rankfile("rank 0=localhost slot=0:\nrank 1=localhost slot=0", "no cores");
	refuse_rankfile("rank 0=localhost slot=3-1\nrank 1=localhost slot=0", "no range");
	refuse_rankfile("rank 0=localhost slot=0;\nrank 1=localhost slot=0", "nothing behind ;");
}

int main(void)
{
	setenv("HWLOC_SYNTHETIC", "pack:2 [numa] core:4 pu:2", 1);
	check(UNIT_NONE, UNIT_NONE, 2, "--", "no binding unless asked for");
	check(UNIT_CORE, UNIT_NONE, 9, "0-1 2-3 4-5 6-7 8-9 10-11 12-13 14-15 0-1",
	      "cores in turn, and again from the first");
	check(UNIT_HWTHREAD, UNIT_NONE, 3, "0 1 2", "threads in turn");
	check(UNIT_HWTHREAD, UNIT_CORE, 9, "0 2 4 6 8 10 12 14 1", "threads, over cores");
	check(UNIT_CORE, UNIT_PACKAGE, 5, "0-1 8-9 2-3 10-11 4-5", "cores, over packages");
	check(UNIT_CORE, UNIT_NUMA, 3, "0-1 8-9 2-3", "cores, over memories");
	check(UNIT_NUMA, UNIT_NONE, 3, "0-7 8-15 0-7", "memories");
	check(UNIT_PACKAGE, UNIT_CORE, 3, "0-7 8-15 0-7", "packages, dealt over something smaller");
	check(UNIT_NODE, UNIT_NONE, 2, "0-15 0-15", "the whole machine");
	check_mask();
	check_missing();
	check_lists();
	check_rankfiles();
	setenv("HWLOC_SYNTHETIC", "pu:3", 1);
	check(UNIT_CORE, UNIT_NONE, 4, "0 1 2 0", "a machine that shows no cores");
	return done();
}
