/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of parameters and their values from the environment and files of parameters. The
 * meaning of a value is known to its reader only: lists such as RONDO_BTL are checked by the layer
 * that uses them. Called from MPI_Init, mpirun and rondo_info.
 */
#include "base/param.h"

#include "base/edits.h"
#include "base/err.h"
#include "base/log.h"
#include "base/param_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PREFIX "RONDO_"

static const struct rd_param table[RD_PARAM_N] = {
	[RD_PARAM_PARAMS] =
		{"RONDO_PARAMS", RD_PARAM_STRING, "", "",
		 "File of parameters to read, empty: none; not set: ~/.config/rondo/params and "
		 "the installation's etc/rondo/params.",
		 0, 0},
	[RD_PARAM_BTL] = {"RONDO_BTL", RD_PARAM_STRING, "self,fpga,sm,tcp", "",
			  "Transports that may be used, in order of preference.", 0, 0},
	[RD_PARAM_VERBOSE] =
		{"RONDO_VERBOSE", RD_PARAM_INT, "0", "",
		 "Messages: 0 errors and warnings, 1 also information, 2 also debugging.", 0, 2},
	[RD_PARAM_STATS] =
		{"RONDO_STATS", RD_PARAM_BOOL, "0", "",
		 "Print calls, bytes and time by transport, collective and file at the end, as "
		 "mpirun --stats.",
		 0, 1},
	[RD_PARAM_EAGER] =
		{"RONDO_EAGER", RD_PARAM_SIZE, "0", "bytes",
		 "Largest message sent before its receiver asks; 0: the transport's own limit.", 0,
		 INT32_MAX},
	[RD_PARAM_UNEXPECTED] =
		{"RONDO_UNEXPECTED", RD_PARAM_SIZE, "64M", "bytes",
		 "Memory of messages kept for receives not yet posted before senders are paused.",
		 0, INT64_MAX},
	[RD_PARAM_SPIN] =
		{"RONDO_SPIN", RD_PARAM_INT, "-1", "polls",
		 "Polls for a message before the processor is yielded; -1: 20 or 2000, by the time "
		 "that yields take.",
		 -1, INT64_MAX},
	[RD_PARAM_SLEEP_US] =
		{"RONDO_SLEEP_US", RD_PARAM_INT, "-1", "us",
		 "Idle time before a waiting rank sleeps; -1: 5000 or 100000, where ranks "
		 "share processors or not.",
		 -1, INT32_MAX},
	[RD_PARAM_CMA] =
		{"RONDO_CMA", RD_PARAM_BOOL, "1", "",
		 "Copy large messages from process to process in one step where the kernel "
		 "allows it.",
		 0, 1},
	[RD_PARAM_HUGE_PAGES] =
		{"RONDO_HUGE_PAGES", RD_PARAM_BOOL, "1", "",
		 "Ask the kernel for huge pages for large windows, and for the collectives of "
		 "many ranks.",
		 0, 1},
	[RD_PARAM_SM_SLOTS] =
		{"RONDO_SM_SLOTS", RD_PARAM_INT, "0", "slots",
		 "Slots of a shared-memory FIFO; 0: by the number of ranks on the node.", 0,
		 1 << 20},
	[RD_PARAM_TCP_IFACE] =
		{"RONDO_TCP_IFACE", RD_PARAM_STRING, "", "",
		 "Interfaces or subnets for TCP, separated by commas; empty: all that reach.", 0,
		 0},
	[RD_PARAM_TCP_PORTS] = {"RONDO_TCP_PORTS", RD_PARAM_STRING, "", "",
				"Range of TCP ports to listen on, as first-last; empty: any.", 0,
				0},
	[RD_PARAM_TCP_SNDBUF] = {"RONDO_TCP_SNDBUF", RD_PARAM_SIZE, "0", "bytes",
				 "Buffer of a TCP socket; 0: the kernel's.", 0, INT32_MAX},
	[RD_PARAM_TCP_KEEP] =
		{"RONDO_TCP_KEEP", RD_PARAM_SIZE, "1M", "bytes",
		 "Short messages kept for one peer until acknowledged; as many of long ones.",
		 128 << 10, 16 << 20},
	[RD_PARAM_TCP_TIMEOUT] = {"RONDO_TCP_TIMEOUT", RD_PARAM_INT, "30", "s",
				  "Time without an answer before a peer counts as failed.", 2,
				  86400},
	[RD_PARAM_LEAKS] = {"RONDO_LEAKS", RD_PARAM_BOOL, "0", "",
			    "Report in MPI_Finalize the MPI objects that were not freed.", 0, 1},
	[RD_PARAM_FINALIZE_S] =
		{"RONDO_FINALIZE_S", RD_PARAM_INT, "30", "s",
		 "Time that MPI_Finalize waits for others before it names them; 0: never.", 0,
		 INT32_MAX},
	[RD_PARAM_STALL] = {"RONDO_STALL", RD_PARAM_INT, "0", "s",
			    "Time of waiting before a rank's stall report; 0: only at SIGUSR1.", 0,
			    INT32_MAX},
	[RD_PARAM_COLL_SHARED] =
		{"RONDO_COLL_SHARED", RD_PARAM_SIZE, "2M", "bytes",
		 "Shared memory that a rank has for short collectives of all its communicators; "
		 "0: none, they go by messages.",
		 0, INT64_MAX},
	[RD_PARAM_COLL] =
		{"RONDO_COLL", RD_PARAM_STRING, "", "",
		 "Algorithms to use, as allreduce=ring,bcast=binomial; empty: chosen by size.", 0,
		 0},
	[RD_PARAM_CHECK] = {"RONDO_CHECK", RD_PARAM_BOOL, "1", "",
			    "Check the arguments of MPI calls.", 0, 1},
	[RD_PARAM_WTIME] =
		{"RONDO_WTIME", RD_PARAM_STRING, "", "",
		 "Clock of MPI_Wtime: card, that of the ring's cards, which in a simulation stops "
		 "while they are idle; empty: the system's.",
		 0, 0},
	[RD_PARAM_REDUCE_ORDER] =
		{"RONDO_REDUCE_ORDER", RD_PARAM_STRING, "", "",
		 "Order in which reductions add: ring, that of the cards, or ring:C, that of C "
		 "cards; empty: recursive doubling, and on cards their own.",
		 0, 0},
	[RD_PARAM_RING] = {"RONDO_RING", RD_PARAM_STRING, "", "",
			   "The ring of cards that the ranks use; mpirun --ring sets it.", 0, 0},
	[RD_PARAM_RING_HOST] =
		{"RONDO_RING_HOST", RD_PARAM_STRING, "", "",
		 "Cost of hosts in the simulated ring, as write=N,read=N,dma=N,clock=MHz, N in ns; "
		 "empty: none.",
		 0, 0},
	[RD_PARAM_RING_TRACE] =
		{"RONDO_RING_TRACE", RD_PARAM_STRING, "", "",
		 "File for a line for each access between hosts and cards of the simulated ring; "
		 "empty: none.",
		 0, 0},
	[RD_PARAM_RING_VECTOR] =
		{"RONDO_RING_VECTOR", RD_PARAM_SIZE, "-1", "bytes",
		 "Longest vector that the ring's cards reduce; -1: by the kind of card.", -1,
		 INT64_MAX},
};

/* Names in the environment that are not parameters of a running program. */
static const char *const others[] = {"RONDO_CC",        "RONDO_CXX",     "RONDO_RING_SERVER",
				     "RONDO_APPNUM",    "RONDO_JOB_ENV", "RONDO_SIZE",
				     "RONDO_VERBS_RING"};

struct value {
	char *given;    /* copy of the text; NULL: not given or not usable */
	int64_t number; /* of all kinds but STRING */
	int pinned;     /* set by rd_param_set: the environment is ignored from then on */
};

static struct value values[RD_PARAM_N];
static int ready;

extern char **environ;

static int parse_bool(const char *text, int64_t *out)
{
	static const char *const word[] = {"0", "1", "no", "yes", "off", "on", "false", "true"};

	for (size_t i = 0; i < sizeof(word) / sizeof(word[0]); i++)
		if (!strcasecmp(text, word[i])) {
			*out = (int64_t)(i & 1);
			return 0;
		}
	return RD_EARG;
}

static int parse_int(const char *text, char **end, int64_t *out)
{
	long long n;

	errno = 0;
	n = strtoll(text, end, 10);
	if (*end == text || errno)
		return RD_EARG;
	*out = n;
	return 0;
}

/* Decimal bytes with one of K, M, G or T (powers of 1024), then optionally B or iB. */
static int parse_size(const char *text, char **end, int64_t *out)
{
	static const char units[] = "KMGTkmgt";
	const char *unit;
	int64_t n;

	if (parse_int(text, end, &n))
		return RD_EARG;
	unit = **end ? strchr(units, **end) : NULL;
	if (unit) {
		int shift = 10 * (int)((unit - units) % 4 + 1);

		if (__builtin_mul_overflow(n, (int64_t)1 << shift, &n))
			return RD_EARG;
		++*end;
		if (!strcasecmp(*end, "b") || !strcasecmp(*end, "ib"))
			*end += strlen(*end);
	}
	*out = n;
	return 0;
}

static int parse(const struct rd_param *row, const char *text, int64_t *out)
{
	char *end = NULL;
	int64_t n = 0;
	int err;

	if (row->kind == RD_PARAM_STRING)
		return 0;
	if (row->kind == RD_PARAM_BOOL)
		return parse_bool(text, out);
	err = row->kind == RD_PARAM_SIZE ? parse_size(text, &end, &n) : parse_int(text, &end, &n);
	if (err || *end || n < row->least || n > row->most)
		return RD_EARG;
	*out = n;
	return 0;
}

/* Warnings about the environment and files. Ranks other than 0 hold theirs back: as a rule they are
 * those of rank 0. */
static struct {
	char **held; /* lines; those that no memory was left for are not told */
	size_t n;
	uint64_t hash; /* of all lines, told or held; 0: none */
} warnings;

/* 1 unless a launcher's variable makes this process a rank other than 0. */
static int speaks_for_job(void)
{
	static const char *const rank_name[] = {"PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};

	for (size_t i = 0; i < sizeof(rank_name) / sizeof(rank_name[0]); i++) {
		const char *rank = getenv(rank_name[i]);

		if (rank)
			return !strcmp(rank, "0");
	}
	return 1;
}

static void hold(char *line)
{
	char **more = realloc(warnings.held, (warnings.n + 1) * sizeof(*more));

	if (!more) {
		free(line);
		return;
	}
	warnings.held = more;
	more[warnings.n++] = line;
}

void rd_param_warn(const char *fmt, ...)
{
	char *line = NULL;
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vasprintf(&line, fmt, ap);
	va_end(ap);
	if (len < 0)
		return;
	warnings.hash = rd_param_hash(line, warnings.hash);
	if (!speaks_for_job()) {
		hold(line);
		return;
	}
	rd_warn("%s", line);
	free(line);
}

static void drop_warnings(int tell)
{
	for (size_t i = 0; i < warnings.n; i++) {
		if (tell)
			rd_warn("%s", warnings.held[i]);
		free(warnings.held[i]);
	}
	free(warnings.held);
	warnings.held = NULL;
	warnings.n = 0;
}

uint64_t rd_param_warnings(void)
{
	return warnings.hash;
}

void rd_param_tell(void)
{
	drop_warnings(1);
}

/* `line`: the source of the text, NULL: the environment. */
static void complain(const struct rd_param *row, const char *text, const struct rd_param_line *line)
{
	const char *unit = row->kind == RD_PARAM_SIZE ? "bytes, K, M, G or T allowed" : row->unit;
	char where[300] = "", range[160] = "neither 0 nor 1";

	if (line)
		snprintf(where, sizeof(where), "%s:%d: ", line->file, line->number);
	if (row->kind != RD_PARAM_BOOL)
		snprintf(range, sizeof(range), "not a number from %lld to %lld%s%s",
			 (long long)row->least, (long long)row->most, *unit ? ", in " : "", unit);
	rd_param_warn("%s%s=%s is %s; ignored, %s is used", where, row->name, text, range,
		      row->preset);
}

/* The environment precedes files. */
static int read_one(enum rd_param_id id)
{
	const struct rd_param *row = &table[id];
	const struct rd_param_line *line = NULL;
	const char *text = getenv(row->name);

	if (values[id].pinned)
		return 0;
	free(values[id].given);
	values[id].given = NULL;
	parse(row, row->preset, &values[id].number);
	if (!text && id != RD_PARAM_PARAMS) {
		line = rd_param_file_find(row->name);
		text = line ? line->value : NULL;
	}
	if (!text || (!*text && row->kind != RD_PARAM_STRING))
		return 0;
	if (parse(row, text, &values[id].number)) {
		complain(row, text, line);
		return RD_EARG;
	}
	values[id].given = strdup(text);
	return values[id].given ? 0 : RD_ENOMEM;
}

static int is_name(const char *entry, size_t len, const char *name)
{
	return strlen(name) == len && !memcmp(entry, name, len);
}

static int is_known(const char *entry, size_t len)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (is_name(entry, len, others[i]))
			return 1;
	for (int id = 0; id < RD_PARAM_N; id++)
		if (is_name(entry, len, table[id].name))
			return 1;
	return 0;
}

/* "; nearest is RONDO_EAGER", or "" if none is near. */
static const char *nearest_name(const char *entry, size_t len, char *text, size_t room)
{
	const char *nearest = table[0].name;
	size_t least = SIZE_MAX;

	for (int id = 0; id < RD_PARAM_N; id++) {
		size_t d = rd_edits(entry, len, table[id].name, strlen(table[id].name));

		if (d < least) {
			least = d;
			nearest = table[id].name;
		}
	}
	*text = 0;
	if (least != SIZE_MAX && 2 * least + strlen(PREFIX) <= len)
		snprintf(text, room, "; nearest is %s", nearest);
	return text;
}

static void find_unknown(void)
{
	const struct rd_param_line *line;
	char near[80];

	for (char **entry = environ; entry && *entry; entry++) {
		size_t len = strcspn(*entry, "=");

		if (!strncmp(*entry, PREFIX, strlen(PREFIX)) && !is_known(*entry, len))
			rd_param_warn("%.*s in the environment is no parameter and is ignored%s "
				      "(rondo_info lists them all)",
				      (int)len, *entry,
				      nearest_name(*entry, len, near, sizeof(near)));
	}
	for (int i = 0; (line = rd_param_file_line(i)); i++) {
		size_t len = strlen(line->name);

		if (!is_known(line->name, len))
			rd_param_warn(
				"%s:%d: %s is no parameter and is ignored%s (rondo_info lists them "
				"all)",
				line->file, line->number, line->name,
				nearest_name(line->name, len, near, sizeof(near)));
	}
}

int rd_param_init(void)
{
	int result;

	ready = 1;
	drop_warnings(0);
	warnings.hash = 0;
	result = rd_param_file_read();
	for (int id = 0; id < RD_PARAM_N; id++) {
		int err = read_one((enum rd_param_id)id);

		if (err && !result)
			result = err;
	}
	rd_log_set_level((enum rd_log_level)(RD_LOG_WARN + values[RD_PARAM_VERBOSE].number));
	find_unknown();
	return result;
}

static const struct value *value_of(enum rd_param_id id)
{
	if (!ready)
		rd_param_init();
	return &values[id];
}

int64_t rd_param_int(enum rd_param_id id)
{
	return value_of(id)->number;
}

const char *rd_param_string(enum rd_param_id id)
{
	const struct value *value = value_of(id);

	return value->given ? value->given : table[id].preset;
}

int rd_param_lists(enum rd_param_id id, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = rd_param_string(id); *p; p += strcspn(p, ","), p += *p == ',')
		if (strcspn(p, ",") == n && !memcmp(p, word, n))
			return 1;
	return 0;
}

int rd_param_is_set(enum rd_param_id id)
{
	return value_of(id)->given != NULL;
}

const struct rd_param *rd_param_row(enum rd_param_id id)
{
	return &table[id];
}

int rd_param_set(enum rd_param_id id, const char *text)
{
	struct value *value = &values[id];
	int64_t number = 0;
	char *copy;

	if (!ready)
		rd_param_init();
	if (parse(&table[id], text, &number))
		return RD_EARG;
	copy = strdup(text);
	if (!copy)
		return RD_ENOMEM;
	free(value->given);
	*value = (struct value){copy, number, 1};
	return 0;
}
