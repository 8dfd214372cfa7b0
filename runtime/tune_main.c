/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rondo_tune: tries values of parameters on this machine, round after round, and writes those that
 * are clearly better than the default to a file that every later job reads and a person can change
 * (base/param_file.h). The jobs are this program again, under mpirun (tune_probe.c).
 */
#include "config.h"
#include "runtime/tune.h"

#include <errno.h>
#include <getopt.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 5
#define ROUNDS_MAX 99
#define VALUES_MAX 8
#define GAIN 0.95 /* of the default's time; a value needs less to be written */

static const char usage[] =
	"usage: rondo_tune [option]\n"
	"\n"
	"Measures which values of some parameters are quickest on this machine, and writes\n"
	"them to a file that every later job reads. Let nothing else run meanwhile.\n"
	"\n"
	"  -o, --out FILE     in place of ~/.config/rondo/params; -: only print\n"
	"  --only NAME,...    these parameters only (RONDO_EAGER,...)\n"
	"  --rounds N         how often each value is measured (default 5)\n"
	"  -h, --help         this text, with the parameters\n";

struct tunable {
	const char *name;
	const char *values[VALUES_MAX]; /* the first is the default */
	const char *btl;                /* transports of the job */
	const char *probe[3];           /* its arguments */
	int oversubscribed;             /* ranks: two for each processor, else two */
};

static const struct tunable tunables[] = {
	{"RONDO_EAGER",
	 {"0", "1K", "2K", "4K", "8K", "16K", "32K"},
	 "self,sm",
	 {"trip", "512", "131072"},
	 0},
	{"RONDO_SM_SLOTS",
	 {"0", "64", "128", "256", "512", "1024"},
	 "self,sm",
	 {"flow", "8", "64"},
	 0},
	{"RONDO_CMA", {"1", "0"}, "self,sm", {"trip", "32768", "2097152"}, 0},
	{"RONDO_SPIN", {"-1", "0", "20", "200", "2000"}, "self,sm", {"meet"}, 1},
	{"RONDO_TCP_SNDBUF",
	 {"0", "256K", "1M", "4M"},
	 "self,tcp",
	 {"flow", "65536", "1048576"},
	 0},
};
#define NTUNABLES ((int)(sizeof(tunables) / sizeof(tunables[0])))

struct options {
	const char *out, *only;
	int rounds;
};

static char self[PATH_MAX], mpirun[PATH_MAX];

static int find_programs(void)
{
	char folder[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (n < 0) {
		fprintf(stderr, "rondo_tune: /proc/self/exe: %s\n", strerror(errno));
		return -1;
	}
	self[n] = 0;
	memcpy(folder, self, (size_t)n + 1);
	n = snprintf(mpirun, sizeof(mpirun), "%s/mpirun", dirname(folder));
	if (n >= (ssize_t)sizeof(mpirun) || access(mpirun, X_OK)) {
		fprintf(stderr, "rondo_tune: no mpirun beside %s\n", self);
		return -1;
	}
	return 0;
}

static int ranks_of(const struct tunable *t)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	return t->oversubscribed && processors > 1 ? (int)(2 * processors)
	       : t->oversubscribed                 ? 4
						   : 2;
}

/* The child: mpirun with its standard output redirected to `out`. */
static void start(const struct tunable *t, const char *value, int out)
{
	char ranks[16];

	snprintf(ranks, sizeof(ranks), "%d", ranks_of(t));
	setenv("RONDO_PARAMS", "", 1);
	setenv("RONDO_BTL", t->btl, 1);
	setenv(t->name, value, 1);
	if (dup2(out, STDOUT_FILENO) < 0)
		_exit(126);
	execl(mpirun, mpirun, "-n", ranks, self, TUNE_PROBE, t->probe[0], t->probe[1], t->probe[2],
	      (char *)NULL);
	fprintf(stderr, "rondo_tune: %s: %s\n", mpirun, strerror(errno));
	_exit(127);
}

/* Microseconds with this value. 0, or -1 with the error reported. */
static int measure(const struct tunable *t, const char *value, double *us)
{
	char text[64] = "";
	int end[2], status = 0;
	FILE *from;
	pid_t pid;

	if (pipe(end) < 0 || (pid = fork()) < 0) {
		fprintf(stderr, "rondo_tune: cannot start a job: %s\n", strerror(errno));
		return -1;
	}
	if (pid == 0) {
		close(end[0]);
		start(t, value, end[1]);
	}
	close(end[1]);
	from = fdopen(end[0], "re");
	if (from) {
		if (!fgets(text, sizeof(text), from))
			text[0] = 0;
		fclose(from);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (status || sscanf(text, "%lf", us) != 1 || *us <= 0) {
		fprintf(stderr, "rondo_tune: the job with %s=%s failed\n", t->name, value);
		return -1;
	}
	return 0;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int values_of(const struct tunable *t)
{
	int n = 0;

	while (n < VALUES_MAX && t->values[n])
		n++;
	return n;
}

/* Measures all values in turn, so that each meets the same conditions; the medians. */
static int measure_all(const struct tunable *t, int rounds, double median[])
{
	static double us[VALUES_MAX][ROUNDS_MAX];
	int n = values_of(t);

	for (int round = 0; round < rounds; round++)
		for (int v = 0; v < n; v++)
			if (measure(t, t->values[v], &us[v][round]) < 0)
				return -1;
	for (int v = 0; v < n; v++) {
		qsort(us[v], (size_t)rounds, sizeof(us[v][0]), by_value);
		median[v] = us[v][rounds / 2];
		printf("  %-18s %8s %12.3f us\n", t->name, t->values[v], median[v]);
	}
	return 0;
}

static int decide(const struct tunable *t, int rounds, struct tune_line *line)
{
	double median[VALUES_MAX];
	int best = 0;

	if (measure_all(t, rounds, median) < 0)
		return -1;
	for (int v = 1; t->values[v] && v < VALUES_MAX; v++)
		if (median[v] < median[best])
			best = v;
	if (median[best] > GAIN * median[0])
		best = 0;
	*line = (struct tune_line){.name = t->name, .value = best ? t->values[best] : NULL};
	snprintf(line->comment, sizeof(line->comment),
		 "%.3f us, with the default %.3f (%s%s%s%s%s, %d ranks)", median[best], median[0],
		 t->probe[0], t->probe[1] ? " " : "", t->probe[1] ? t->probe[1] : "",
		 t->probe[2] ? " to " : "", t->probe[2] ? t->probe[2] : "", ranks_of(t));
	return 0;
}

static int is_chosen(const char *names, const char *name)
{
	size_t len = strlen(name);

	for (const char *at = names; at && *at; at += strcspn(at, ","), at += *at == ',')
		if (strcspn(at, ",") == len && !strncmp(at, name, len))
			return 1;
	return !names;
}

/* Every name of --only must be one that can be tuned. */
static int check_names(const char *names)
{
	int wanted = names != NULL, found = 0;

	for (const char *c = names; c && *c; c++)
		wanted += *c == ',';
	for (int i = 0; names && i < NTUNABLES; i++)
		found += is_chosen(names, tunables[i].name);
	if (found == wanted)
		return 0;
	fprintf(stderr, "rondo_tune: --only %s: the names are", names);
	for (int i = 0; i < NTUNABLES; i++)
		fprintf(stderr, " %s", tunables[i].name);
	fprintf(stderr, "\n");
	return -1;
}

/* 0: continue, 1: done, -1: wrong usage. */
static int parse(struct options *o, int argc, char **argv)
{
	static const struct option names[] = {
		{"out", required_argument, NULL, 'o'},
		{"only", required_argument, NULL, 'n'},
		{"rounds", required_argument, NULL, 'r'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	int letter;
	char rest;

	while ((letter = getopt_long(argc, argv, "o:h", names, NULL)) != -1) {
		if (letter == 'h') {
			fputs(usage, stdout);
			for (int i = 0; i < NTUNABLES; i++)
				printf("      %s\n", tunables[i].name);
			return 1;
		}
		if (letter == 'o')
			o->out = optarg;
		else if (letter == 'n')
			o->only = optarg;
		else if (letter != 'r' || sscanf(optarg, "%d%c", &o->rounds, &rest) != 1 ||
			 o->rounds < 1 || o->rounds > ROUNDS_MAX)
			break;
	}
	if (letter == -1 && optind == argc)
		return check_names(o->only);
	fputs(usage, stderr);
	return -1;
}

static int find_out(struct options *o)
{
	static char path[PATH_MAX];
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	int has = config && *config;

	if (o->out)
		return 0;
	if (!has && (!home || !*home)) {
		fprintf(stderr, "rondo_tune: there is no HOME: name the file by --out\n");
		return -1;
	}
	snprintf(path, sizeof(path), "%s%s/rondo/params", has ? config : home,
		 has ? "" : "/.config");
	o->out = path;
	return 0;
}

int main(int argc, char **argv)
{
	struct options options = {.rounds = ROUNDS};
	struct tune_line line[NTUNABLES];
	int n = 0, rc;

	if (argc > 1 && !strcmp(argv[1], TUNE_PROBE))
		return tune_probe(argc - 2, argv + 2);
	rc = parse(&options, argc, argv);
	if (rc)
		return rc < 0 ? 2 : 0;
	if (find_programs() < 0 || find_out(&options) < 0)
		return 1;
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (int i = 0; i < NTUNABLES; i++) {
		if (!is_chosen(options.only, tunables[i].name))
			continue;
		if (decide(&tunables[i], options.rounds, &line[n]) < 0)
			return 1;
		printf("%s: %s (%s)\n", line[n].name, line[n].value ? line[n].value : "the default",
		       line[n].comment);
		n++;
	}
	if (tune_write(options.out, line, n) < 0)
		return 1;
	if (strcmp(options.out, "-"))
		printf("written: %s\n", options.out);
	return 0;
}
