/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The PMI server inside mpirun (mpirun_pmi.h). Each request of a rank is a line, answered by a
 * line:
 *
 *     cmd=init pmi_version=1 pmi_subversion=1   -> cmd=response_to_init ... rc=0
 *     cmd=put kvsname=K key=A value=B           -> cmd=put_result rc=0
 *     cmd=get kvsname=K key=A                   -> cmd=get_result rc=0 value=B, or rc=-1
 *     cmd=barrier_in                            -> cmd=barrier_out rc=0, when all have sent it
 *     cmd=finalize                              -> cmd=finalize_ack rc=0
 *
 * and questions for the size of the universe, the number of the program, the longest names. A
 * request to start processes or to publish a name is answered by an error.
 *
 *     NEW -> INSIDE [init]; INSIDE -> OVER [finalize]; OVER -> INSIDE [init: a second program]
 */
#include "runtime/mpirun_pmi.h"

#include "runtime/mpirun_pmix.h"
#include "runtime/mpirun_say.h"
#include "runtime/pmi_wire.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define KVSNAME "rondo"
#define NAME_B 257 /* limits of the protocol, with their NUL: of a name, */
#define KEY_B 65
#define VALUE_B 1025
#define UNREAD_B (1 << 20) /* of answers; a rank that does not read them is given up */

enum state { NEW, INSIDE, OVER };

static struct server {
	struct event_base *loop;
	const struct mpirun_opts *wish;
	void (*changed)(void);
	struct client {
		struct bufferevent *link; /* NULL: none */
		enum state state;
		int app, joined;
		int rejoined; /* a second program: the first one has not sent finalize */
		int waits;    /* in the barrier */
		int spawns;   /* within a request of several lines */
	} * at;               /* [wish->nranks] */
	int nwaiting;
	void *pairs; /* of struct pair, by tsearch(3) */
} server;

struct pair {
	char *key, *value;
};

int mpirun_pmi_knows(const char *library)
{
	static const char *const names[] = {"libmpich", "libmpi.so.12", "libmpifort.so.12",
					    "libmpicxx.so.12", "libmpi.so.0" /* unreleased */};

	for (size_t i = 0; library && i < sizeof names / sizeof *names; i++)
		if (!strncmp(library, names[i], strlen(names[i])))
			return 1;
	return 0;
}

int mpirun_pmi_wanted(const struct mpirun_opts *opts)
{
	for (int i = 0; i < opts->napps && !opts->pmi; i++)
		if (!mpirun_pmi_knows(opts->app[i].other_mpi))
			return 0;
	return opts->nranks > 1 || opts->pmi;
}

/* ---- Pairs ---- */

static int compare_pairs(const void *a, const void *b)
{
	return strcmp(((const struct pair *)a)->key, ((const struct pair *)b)->key);
}

static void free_pair(void *node)
{
	struct pair *pair = node;

	free(pair->key);
	free(pair->value);
	free(pair);
}

static const char *find_value(const char *key)
{
	const struct pair wanted = {.key = (char *)key};
	void *node = tfind(&wanted, &server.pairs, compare_pairs);

	return node ? (*(struct pair **)node)->value : NULL;
}

static void put(const char *key, const char *value)
{
	struct pair *pair = malloc(sizeof *pair), **node;

	if (!pair || !(pair->key = strdup(key)) || !(pair->value = strdup(value)) ||
	    !(node = tsearch(pair, &server.pairs, compare_pairs)))
		mpirun_die("no memory for the addresses of %d ranks", server.wish->nranks);
	if (*node == pair)
		return;
	free((*node)->value); /* put again */
	(*node)->value = pair->value;
	pair->value = NULL;
	free_pair(pair);
}

/* ---- Answers ---- */

static int rank_of(const struct client *c)
{
	return (int)(c - server.at);
}

static void leave_barrier(struct client *c)
{
	server.nwaiting -= c->waits;
	c->waits = 0;
}

static void close_link(struct client *c)
{
	leave_barrier(c);
	if (c->link)
		bufferevent_free(c->link);
	c->link = NULL;
}

__attribute__((format(printf, 2, 3))) static void answer(struct client *c, const char *format, ...)
{
	va_list ap;
	int n;

	if (!c->link)
		return;
	va_start(ap, format);
	n = evbuffer_add_vprintf(bufferevent_get_output(c->link), format, ap);
	va_end(ap);
	if (n < 0)
		mpirun_die("no memory for an answer to rank %d", rank_of(c));
}

static void on_init(struct client *c, const char *line)
{
	long version;
	int known = !rd_pmi_number(line, "pmi_version", 1, 1, &version);

	c->rejoined |= c->state == INSIDE;
	c->state = INSIDE;
	c->joined = 1;
	answer(c, "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=%d\n", known ? 0 : -1);
	server.changed();
}

static void on_maxes(struct client *c, const char *line)
{
	(void)line;
	answer(c, "cmd=maxes kvsname_max=%d keylen_max=%d vallen_max=%d\n", NAME_B - 1, KEY_B - 1,
	       VALUE_B - 1);
}

static void on_appnum(struct client *c, const char *line)
{
	(void)line;
	answer(c, "cmd=appnum appnum=%d\n", c->app);
}

static void on_kvsname(struct client *c, const char *line)
{
	(void)line;
	answer(c, "cmd=my_kvsname kvsname=" KVSNAME "\n");
}

static void on_universe(struct client *c, const char *line)
{
	const struct mpirun_opts *wish = server.wish;

	(void)line;
	answer(c, "cmd=universe_size size=%d\n", wish->universe ? wish->universe : wish->nranks);
}

static void on_put(struct client *c, const char *line)
{
	char key[KEY_B], value[VALUE_B];

	if (rd_pmi_text(line, "key", key, sizeof key) ||
	    rd_pmi_text(line, "value", value, sizeof value)) {
		answer(c, "cmd=put_result rc=-1 msg=key_or_value_is_missing_or_too_long\n");
		return;
	}
	put(key, value);
	answer(c, "cmd=put_result rc=0 msg=success\n");
}

static void on_get(struct client *c, const char *line)
{
	char key[KEY_B];
	const char *value = rd_pmi_text(line, "key", key, sizeof key) ? NULL : find_value(key);

	if (value)
		answer(c, "cmd=get_result rc=0 msg=success value=%s\n", value);
	else
		answer(c, "cmd=get_result rc=-1 msg=key_not_found value=unknown\n");
}

static void on_barrier(struct client *c, const char *line)
{
	(void)line;
	server.nwaiting += !c->waits;
	c->waits = 1;
	if (server.nwaiting < server.wish->nranks)
		return;
	for (int i = 0; i < server.wish->nranks; i++) {
		leave_barrier(&server.at[i]);
		answer(&server.at[i], "cmd=barrier_out rc=0\n");
	}
}

static void on_finalize(struct client *c, const char *line)
{
	(void)line;
	c->state = OVER;
	answer(c, "cmd=finalize_ack rc=0\n");
}

/* The rank waits for its end. */
static void on_abort(struct client *c, const char *line)
{
	long code = 1;

	rd_pmi_number(line, "exitcode", INT_MIN, INT_MAX, &code);
	mpirun_pmix_abort(rank_of(c), (int)code, NULL);
	server.changed();
}

static void on_name(struct client *c, const char *line)
{
	size_t len;
	const char *command = rd_pmi_value(line, "cmd", &len);

	answer(c, "cmd=%.*s_result rc=-1 msg=mpirun_publishes_no_names\n",
	       (int)(len - strlen("_name")), command);
}

/* ---- Requests ---- */

static const struct request {
	const char *command;
	void (*carry_out)(struct client *c, const char *line);
} requests[] = {
	{"init", on_init},
	{"get_maxes", on_maxes},
	{"get_appnum", on_appnum},
	{"get_my_kvsname", on_kvsname},
	{"get_universe_size", on_universe},
	{"put", on_put},
	{"get", on_get},
	{"barrier_in", on_barrier},
	{"finalize", on_finalize},
	{"abort", on_abort},
	{"publish_name", on_name},
	{"unpublish_name", on_name},
	{"lookup_name", on_name},
};

static const struct request *find_request(const char *line)
{
	size_t len;
	const char *command = rd_pmi_line_good(line) ? rd_pmi_value(line, "cmd", &len) : NULL;

	for (size_t i = 0; command && i < sizeof requests / sizeof *requests; i++)
		if (strlen(requests[i].command) == len &&
		    !memcmp(requests[i].command, command, len))
			return &requests[i];
	return NULL;
}

static void give_up(struct client *c, const char *why)
{
	mpirun_say("rank %d: its PMI connection is closed, since %s; is it a program of MPICH?",
		   rank_of(c), why);
	close_link(c);
}

static void on_line(struct client *c, const char *line)
{
	const struct request *request;

	if (!strncmp(line, "mcmd=", 5)) {
		c->spawns = 1;
	} else if (c->spawns) {
		c->spawns = strcmp(line, "endcmd") != 0;
		if (!c->spawns)
			answer(c, "cmd=spawn_result rc=-1 msg=mpirun_starts_no_further_ranks\n");
	} else {
		request = find_request(line);
		if (request)
			request->carry_out(c, line);
		else
			give_up(c, "it sent a line that is no request");
	}
}

static void on_readable(struct bufferevent *link, void *arg)
{
	struct client *c = arg;
	struct evbuffer *in = bufferevent_get_input(link);
	size_t len;
	char *line;

	while (c->link && (line = evbuffer_readln(in, &len, EVBUFFER_EOL_LF))) {
		/* A NUL would hide the text behind it: no request has one. */
		on_line(c, len == strlen(line) ? line : "");
		free(line);
	}
	if (!c->link)
		return;
	if (evbuffer_get_length(in) > RD_PMI_LINE_B)
		give_up(c, "it sent a line without an end");
	else if (evbuffer_get_length(bufferevent_get_output(link)) > UNREAD_B)
		give_up(c, "it does not read the answers");
}

/* Its process has closed the connection; mpirun learns its end otherwise. */
static void on_end(struct bufferevent *link, short what, void *arg)
{
	(void)link;
	(void)what;
	close_link(arg);
}

/* ---- The job ---- */

void mpirun_pmi_start(struct event_base *base, const struct mpirun_opts *opts,
		      void (*changed)(void))
{
	char mapping[64];

	if (!mpirun_pmi_wanted(opts))
		return;
	server = (struct server){.loop = base, .wish = opts, .changed = changed};
	server.at = calloc((size_t)opts->nranks, sizeof *server.at);
	if (!server.at)
		mpirun_die("no memory for %d ranks", opts->nranks);
	/* from node 0 on one node with all ranks */
	snprintf(mapping, sizeof mapping, "(vector,(0,1,%d))", opts->nranks);
	put("PMI_process_mapping", mapping);
}

void mpirun_pmi_stop(void)
{
	for (int i = 0; server.at && i < server.wish->nranks; i++)
		close_link(&server.at[i]);
	free(server.at);
	server.at = NULL;
	tdestroy(server.pairs, free_pair);
	server.pairs = NULL;
}

static void set_number(char ***env, const char *name, int value)
{
	char **more, *pair;
	int n = 0;

	while ((*env)[n])
		n++;
	more = realloc(*env, (size_t)(n + 2) * sizeof *more);
	if (!more || asprintf(&pair, "%s=%d", name, value) < 0)
		mpirun_die("no memory for the environment");
	more[n] = pair;
	more[n + 1] = NULL;
	*env = more;
}

int mpirun_pmi_open(int rank, int app, char ***env, int *fd)
{
	struct client *c;
	int pair[2];

	*fd = 0;
	if (!server.at)
		return 0;
	c = &server.at[rank];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
		mpirun_say("no PMI connection for rank %d: %m", rank);
		return 1;
	}
	evutil_make_socket_nonblocking(pair[0]);
	c->app = app;
	c->link = bufferevent_socket_new(server.loop, pair[0], BEV_OPT_CLOSE_ON_FREE);
	if (!c->link)
		mpirun_die("no memory for the connections of %d ranks", server.wish->nranks);
	bufferevent_setcb(c->link, on_readable, NULL, on_end, c);
	bufferevent_enable(c->link, EV_READ);
	*fd = pair[1];
	/* MPICH from 4.3 on looks for PMIx first, if its variables are there. Behind the user's own
	 * value, which counts. */
	set_number(env, "MPIR_CVAR_PMI_VERSION", 1);
	set_number(env, "PMI_FD", *fd);
	set_number(env, "PMI_RANK", rank);
	set_number(env, "PMI_SIZE", server.wish->nranks);
	return 0;
}

void mpirun_pmi_opened(int fd)
{
	if (fd)
		close(fd);
}

int mpirun_pmi_is_inside(int rank)
{
	return server.at && server.at[rank].state == INSIDE;
}

int mpirun_pmi_has_joined(int rank)
{
	return server.at && server.at[rank].joined;
}

int mpirun_pmi_has_rejoined(int rank)
{
	return server.at && server.at[rank].rejoined;
}
