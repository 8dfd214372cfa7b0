/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A team of ranks inside one process, for testing collectives without transports: it stands in for
 * pt2pt/ (rd_send and the like) and runs each rank on a stack of its own, one at a time, in an
 * order drawn at random. Every send is synchronous, so an algorithm that relies on buffering
 * deadlocks, which is reported:
 *
 *  1. a rank runs until it waits for a message, then another one that can continue is drawn;
 *  2. a message is copied when both sides have posted it; its length must be the one expected;
 *  3. no rank can continue and some have not ended: deadlock;
 *  4. at the end no message, receive or request is left;
 *  5. schedules are carried out whenever any rank waits;
 *  6. communicators can be split: messages match by context, between the ranks of the team;
 *  7. a rank that waits in rd_progress_wait, for shared memory, may be drawn at any time; when
 *     TEAM_VAIN draws have changed no state that is deadlock, too.
 */
#ifndef RD_T_COLL_TEAM_H
#define RD_T_COLL_TEAM_H

#include "comm/boot.h"
#include "comm/comm.h"
#include "datatype/pack.h"
#include "runtime/job.h"
#include "runtime/progress.h"
#include "t/tap.h"

#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

enum { TEAM_MOST = 20, TEAM_VAIN = 100000, TEAM_STACK_B = 1 << 20 };

/* One posted send or receive. */
struct post {
	struct rd_req req; /* first: the request that rd_isend and rd_irecv return */
	struct post *next;
	int receives, rank, peer, tag; /* ranks of the team */
	uint32_t context;
	void *buf;
	uint64_t count;
	struct rd_type *type;
	int poison; /* of a send: error of its receive; no rank waits for the send. 0: it is none */
};

/* Where a rank, or the test itself, goes on. */
struct team_context {
	ucontext_t start;
	jmp_buf at; /* once it has run: unlike swapcontext this makes no system call */
	int has_run;
	const void *stack;
	size_t stack_b;
	void *fake; /* of AddressSanitizer */
};

static struct {
	int size;
	uint64_t random;
	struct team_context test, rank[TEAM_MOST];
	int running; /* the rank that runs; -1: none, all have ended */
	int ended[TEAM_MOST];
	struct rd_req *awaits[TEAM_MOST]; /* request that the rank waits for; NULL: none */
	struct rd_poller *poller;         /* of schedules; NULL: none under way */
	struct post *posted;              /* not matched yet, oldest first */
	long sent[TEAM_MOST];             /* messages */
	long crossed[TEAM_MOST];          /* of them to another node */
	int vain;                         /* waits in rd_progress_wait since the last event */
	int sleeps;                       /* those count as sleeps */
	const char *trouble;              /* first error; NULL: none */
	int remote;                       /* the ranks are on several nodes */
	int nodes;                        /* that many; 0: each on its own */
	int dealt;                        /* placed on those in turn, not node by node */
	int living;                       /* posts that were not waited for */
	int poor;                         /* a rank, in which the k-th next rd_irecv finds no */
	unsigned lacks;                   /* memory if bit k is set; such a rank may drop data */
	int drops;                        /* any may */
	void (*body)(struct rd_comm *);
	struct rd_comm comm[TEAM_MOST];
} team;

static int team_self; /* the rank whose stack this is; -1: the test's */

static uint64_t team_random(void)
{
	team.random = team.random * 6364136223846793005u + 1442695040888963407u;
	return team.random >> 33;
}

/* As in a communicator. */
static struct rd_req team_over = {.flags = RD_REQ_ACTIVE | RD_REQ_STATIC, .done = 1};

struct rd_req *rd_comm_over_new(struct rd_comm *comm)
{
	return comm->over;
}

static void team_trouble(const char *what)
{
	if (!team.trouble)
		team.trouble = what;
}

/* Draws the rank that runs next. After a deadlock all waits end, with an error. */
static void team_pass(void)
{
	int able[TEAM_MOST], n = 0, ended = 0;

	if (team.poller)
		team.poller->poll();
	for (int r = 0; r < team.size; r++) {
		ended += team.ended[r];
		if (!team.ended[r] && (!team.awaits[r] || team.awaits[r]->done))
			able[n++] = r;
	}
	if (!n && ended < team.size) {
		team_trouble("deadlock");
		for (int r = 0; r < team.size; r++) {
			if (team.awaits[r]) {
				team.awaits[r]->done = 1;
				team.awaits[r]->status.error = RD_EOTHER;
			}
			if (!team.ended[r])
				able[n++] = r;
		}
		team.posted = NULL;
	}
	team.running = n ? able[team_random() % (uint64_t)n] : -1;
}

static struct team_context *team_context_of(int rank)
{
	return rank < 0 ? &team.test : &team.rank[rank];
}

/* AddressSanitizer must know when the stack is another one. `leaves_for_ever`: from ends. */
static void team_stack_changes(struct team_context *from, const struct team_context *to,
			       int leaves_for_ever)
{
#ifdef __SANITIZE_ADDRESS__
	__sanitizer_start_switch_fiber(leaves_for_ever ? NULL : &from->fake, to->stack,
				       to->stack_b);
#else
	(void)from;
	(void)to;
	(void)leaves_for_ever;
#endif
}

/* The first rank that runs comes from the test, whose stack was not known before. */
static void team_stack_changed(void *fake)
{
#ifdef __SANITIZE_ADDRESS__
	const void *stack;
	size_t bytes;

	__sanitizer_finish_switch_fiber(fake, &stack, &bytes);
	if (!team.test.stack) {
		team.test.stack = stack;
		team.test.stack_b = bytes;
	}
#else
	(void)fake;
#endif
}

static void team_go_on(struct team_context *c)
{
	if (c->has_run)
		_longjmp(c->at, 1);
	setcontext(&c->start);
}

/* Runs the rank that was drawn, until this one is drawn. Behind _setjmp no variable is used: those
 * of a rank that ends may be in AddressSanitizer's stack of it, which is gone. */
static void team_await_turn(int ends)
{
	struct team_context *from = team_context_of(team_self);

	if (team.running == team_self)
		return;
	from->has_run = 1;
	team_stack_changes(from, team_context_of(team.running), ends);
	if (!_setjmp(from->at))
		team_go_on(team_context_of(team.running));
	team_self = team.running;
	team_stack_changed(team_context_of(team_self)->fake);
}

static void team_rank(void)
{
	int rank = team_self = team.running;

	team_stack_changed(NULL);
	team.body(&team.comm[rank]);
	team.vain = 0;
	team.ended[rank] = 1;
	team_pass();
	team_await_turn(1);
}

/* A stack that is kept for the next run. 0: no memory. */
static int team_make_context(struct team_context *c)
{
	if (!c->stack) {
		void *stack = mmap(NULL, TEAM_STACK_B, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);

		if (stack == MAP_FAILED || mprotect(stack, 4096, PROT_NONE))
			return 0;
		c->stack = stack;
		c->stack_b = TEAM_STACK_B;
	}
	getcontext(&c->start);
	c->start.uc_stack.ss_sp = (void *)c->stack;
	c->start.uc_stack.ss_size = c->stack_b;
	makecontext(&c->start, team_rank, 0);
	c->has_run = 0;
	return 1;
}

struct rd_job rd_job;

/* Runs `body` on n ranks; returns NULL, or the first error. */
__attribute__((unused)) static const char *team_run(int n, uint64_t seed,
						    void (*body)(struct rd_comm *))
{
	team.size = n;
	team.random = seed;
	team.body = body;
	team.posted = NULL;
	team.trouble = NULL;
	team.living = 0;
	team.vain = 0;
	rd_job.nlocal = seed % 2 ? n : n + 1; /* with all ranks of the node, and without one */
	for (int r = 0; r < n; r++) {
		team.ended[r] = 0;
		team.sent[r] = team.crossed[r] = 0;
		team.awaits[r] = NULL;
		memset(&team.comm[r], 0, sizeof(team.comm[r]));
		rd_obj_init(&team.comm[r].obj, RD_MAGIC_COMM);
		team.comm[r].over = &team_over;
		team.comm[r].rank = team.comm[r].coll.rank = r;
		team.comm[r].size = team.comm[r].coll.size = team.comm[r].p2p.size = n;
		team.comm[r].coll.id = 1;
	}
	for (int r = 0; r < n; r++)
		if (!team_make_context(&team.rank[r]))
			return "no memory for a stack";
	team_self = -1;
	team_pass();
	team_await_turn(0);
	/* Not before: states are in lists of the process. */
	for (int r = 0; r < n; r++)
		if (team.comm[r].coll_state)
			team.comm[r].coll_state_free(team.comm[r].coll_state);
	if (team.posted)
		team_trouble("a message was left over");
	if (team.living)
		team_trouble("a request was left over");
	return team.trouble;
}

/* ---- Functions that the collectives call ---- */

struct rd_progress_stats rd_progress_stats;

void rd_progress_add(struct rd_poller *poller)
{
	team.poller = poller;
}

void rd_progress_remove(struct rd_poller *poller)
{
	if (team.poller == poller)
		team.poller = NULL;
}

/* A rank cannot end an endless wait by itself: the test ends here. */
int rd_progress_yield(void)
{
	if (++team.vain > TEAM_VAIN) {
		printf("not ok %d - deadlock in shared memory\n", ++tap_checks);
		exit(1);
	}
	rd_progress_stats.yields++;
	rd_progress_stats.sleeps += (uint64_t)team.sleeps;
	team_pass();
	team_await_turn(0);
	return 1;
}

void rd_progress_wait(struct rd_wait *w)
{
	(void)w;
	rd_progress_yield();
}

int rd_progress(void)
{
	return 0;
}

static int team_node(int rank)
{
	if (!team.nodes)
		return rank;
	return team.dealt ? rank % team.nodes : rank * team.nodes / team.size;
}

void (*rd_ctx_words)(uint32_t id, char *text, size_t room);

int rd_peers_lost;
int rd_ctx_broken(struct rd_ctx *ctx)
{
	(void)ctx;
	return 0;
}
void rd_ctx_rest(struct rd_ctx *ctx)
{
	(void)ctx;
}
/* The lobby is not used: all are in the communicator. */
int rd_lobby_send(const struct rd_lobby *lobby, const void *buf, size_t bytes, int to)
{
	(void)lobby;
	(void)buf;
	(void)bytes;
	(void)to;
	abort();
}
int rd_lobby_recv(const struct rd_lobby *lobby, void *buf, size_t bytes, int from)
{
	(void)lobby;
	(void)buf;
	(void)bytes;
	(void)from;
	abort();
}
int rd_lobby_sendrecv(const struct rd_lobby *lobby, const void *out, size_t out_b, int to, void *in,
		      size_t in_b, int from)
{
	(void)out;
	(void)out_b;
	(void)to;
	return rd_lobby_recv(lobby, in, in_b, from);
}
int rd_lobby_send_poison(const struct rd_lobby *lobby, int to, int err)
{
	(void)err;
	return rd_lobby_send(lobby, NULL, 0, to);
}
int rd_peer_fail(int rank)
{
	(void)rank;
	return 0;
}
int rd_peer_copies(int rank, uint64_t bytes)
{
	(void)rank;
	(void)bytes;
	return 0;
}
const char *rd_job_host(int rank)
{
	(void)rank;
	return "?";
}
_Noreturn void rd_job_abort(int code, const char *why)
{
	(void)code;
	fprintf(stderr, "%s\n", why);
	abort();
}
int rd_job_can_note(void)
{
	return 0;
}
void rd_job_note(const void *note, size_t len)
{
	(void)note;
	(void)len;
}
int rd_job_read_note(int i, void *note, size_t len)
{
	(void)i;
	(void)note;
	(void)len;
	return 0;
}
int rd_failures_has(int rank)
{
	(void)rank;
	return 0;
}
int rd_job_is_local(int rank)
{
	return !team.remote || team_node(rank) == team_node(team_self);
}

/* Of the ranks that give the same colour, in their order: `key` is the rank. */
int rd_comm_split(struct rd_comm *comm, int color, int key, struct rd_comm **out)
{
	struct rd_boot boot = rd_comm_boot(comm);
	int colors[TEAM_MOST], *world = malloc(sizeof(colors)), n = 0;
	uint32_t id = (comm->coll.id * 64 + (uint32_t)boot.tag) * 64 + (uint32_t)color + 1;
	int err;

	colors[comm->rank] = color;
	err = rd_boot_allgather(&boot, colors, sizeof(*colors));
	*out = color == MPI_UNDEFINED || err ? NULL : calloc(1, sizeof(**out));
	if (!*out) {
		free(world);
		return err;
	}
	rd_obj_init(&(*out)->obj, RD_MAGIC_COMM);
	for (int i = 0; i < comm->size; i++) {
		if (colors[i] != color)
			continue;
		if (i == key)
			(*out)->rank = n;
		world[n++] = rd_comm_world_rank(comm, i);
	}
	(*out)->size = n;
	(*out)->p2p = (*out)->coll =
		(struct rd_ctx){.id = id, .rank = (*out)->rank, .size = n, .world = world};
	return 0;
}

void rd_comm_destroy(struct rd_comm *comm)
{
	if (comm->coll_state)
		comm->coll_state_free(comm->coll_state);
	free((void *)comm->coll.world);
	free(comm);
}

static void team_child_done(struct rd_req *parent)
{
	if (--parent->children == 0)
		rd_req_complete(parent, parent->ops->gather(parent));
}

void rd_req_completed(struct rd_req *req)
{
	if (req->parent)
		team_child_done(req->parent);
}

void rd_req_adopt(struct rd_req *parent, struct rd_req *child)
{
	if (!parent->children)
		parent->children = 1;
	child->parent = parent;
	parent->children++;
}

void rd_req_adopted(struct rd_req *parent)
{
	team_child_done(parent);
}

/* Schedules free requests when memory is out. */
void rd_req_free(struct rd_req *req)
{
	(void)req;
	abort();
}

struct rd_req rd_req_done_send;

/* Posts have no ops, and are never active. */
void rd_req_take_cause(struct rd_req *req, char text[RD_CAUSE_B])
{
	(void)req;
	*text = 0;
}

int rd_req_finish_rare(struct rd_req *req, struct rd_status *status)
{
	int err = req->status.error;

	if (status)
		*status = req->status;
	if (req->ops) {
		if (!(req->flags & RD_REQ_PERSISTENT))
			req->ops->free(req);
		return err;
	}
	team.living--;
	free(req);
	return err;
}

static void team_match(struct post *send, struct post *recv)
{
	uint64_t out = send->count * send->type->size, in = recv->count * recv->type->size;

	team.vain = 0;
	if (send->poison) {
		rd_req_complete(&recv->req, send->poison);
		free(send);
		return;
	}
	if (out != in && (in || !(team.drops || (team.poor && recv->rank == team.poor))))
		team_trouble("a message is not as long as its receive");
	if (out && in)
		rd_type_copy(recv->buf, recv->count, recv->type, send->buf, send->count,
			     send->type);
	recv->req.status.bytes[0] = (uint32_t)in;
	recv->req.status.bytes[1] = (uint32_t)(in >> 32);
	rd_req_complete(&send->req, 0);
	rd_req_complete(&recv->req, 0);
}

/* Takes the oldest post that matches this one out of the list; or adds this one to it. */
static void team_post(struct post *new)
{
	struct post **link = &team.posted;

	for (; *link; link = &(*link)->next) {
		struct post *old = *link;

		if (old->receives == new->receives || old->rank != new->peer ||
		    old->peer != new->rank || old->tag != new->tag || old->context != new->context)
			continue;
		*link = old->next;
		team_match(new->receives ? old : new, new->receives ? new : old);
		return;
	}
	*link = new;
}

static struct post *team_post_new(int receives, const struct rd_buf *buf, int peer, int tag,
				  const struct rd_ctx *ctx)
{
	struct post *post = calloc(1, sizeof(*post));
	/* any rank may carry out the schedule */
	int self = ctx->world ? ctx->world[ctx->rank] : ctx->rank;

	if (peer < 0 || peer >= ctx->size || peer == ctx->rank) {
		team_trouble("a message to or from nobody");
		peer = ctx->rank;
	}
	if (ctx->world)
		peer = ctx->world[peer];
	team.sent[self] += !receives;
	team.crossed[self] += !receives && team_node(peer) != team_node(self);
	*post = (struct post){.receives = receives,
			      .rank = self,
			      .peer = peer,
			      .tag = tag,
			      .context = ctx->id,
			      .buf = (void *)(uintptr_t)buf->addr,
			      .count = buf->count,
			      .type = buf->type};
	return post;
}

static struct post *team_begin(int receives, const void *buf, uint64_t count, struct rd_type *type,
			       int peer, int tag, struct rd_ctx *ctx)
{
	struct post *post = team_post_new(receives, &RD_BUF(buf, count, type), peer, tag, ctx);

	team.living++;
	team_post(post);
	return post;
}

int rd_send_poison(int dest, int tag, struct rd_ctx *ctx, int why, const char *cause)
{
	struct post *post = team_post_new(
		0, &RD_BUF(NULL, 0, rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST]), dest,
		tag, ctx);

	(void)cause;
	post->poison = why;
	team_post(post);
	return 0;
}

int rd_req_wait(struct rd_req *req, struct rd_status *status)
{
	team.awaits[team_self] = req;
	team_pass();
	team_await_turn(0);
	team.awaits[team_self] = NULL;
	return rd_req_finish(req, status);
}

int rd_isend(const struct rd_buf *buf, int dest, int tag, struct rd_ctx *ctx,
	     enum rd_send_mode mode, struct rd_req **req)
{
	(void)mode;
	*req = &team_begin(0, buf->addr, buf->count, buf->type, dest, tag, ctx)->req;
	return 0;
}

int rd_irecv(const struct rd_buf *buf, int src, int tag, struct rd_ctx *ctx, struct rd_req **req)
{
	int lacks = ctx->rank == team.poor && team.lacks & 1;

	if (ctx->rank == team.poor)
		team.lacks >>= 1;
	if (lacks)
		return RD_ENOMEM;
	*req = &team_begin(1, buf->addr, buf->count, buf->type, src, tag, ctx)->req;
	return 0;
}

int rd_send(const void *buf, uint64_t count, struct rd_type *type, int dest, int tag,
	    struct rd_ctx *ctx, enum rd_send_mode mode)
{
	(void)mode;
	return rd_req_wait(&team_begin(0, buf, count, type, dest, tag, ctx)->req, NULL);
}

int rd_recv(void *buf, uint64_t count, struct rd_type *type, int src, int tag, struct rd_ctx *ctx,
	    struct rd_status *status)
{
	return rd_req_wait(&team_begin(1, buf, count, type, src, tag, ctx)->req, status);
}

int rd_sendrecv(const struct rd_side *send, const struct rd_side *recv, struct rd_ctx *ctx,
		struct rd_status *status)
{
	const struct rd_buf *out = &send->buf, *into = &recv->buf;
	struct post *in =
		team_begin(1, into->addr, into->count, into->type, recv->peer, recv->tag, ctx);
	int err = rd_send(out->addr, out->count, out->type, send->peer, send->tag, ctx,
			  RD_SEND_STANDARD);
	int err_in = rd_req_wait(&in->req, status);

	return err ? err : err_in;
}

int rd_sendrecv_replace(const struct rd_buf *buf, int dest, int stag, int src, int rtag,
			struct rd_ctx *ctx, struct rd_status *status)
{
	uint64_t bytes = buf->count * buf->type->size;
	char *packed = malloc(bytes + 1);
	struct rd_type *byte = rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST];
	int err;

	rd_type_copy(packed, bytes, byte, buf->addr, buf->count, buf->type);
	err = rd_sendrecv(&RD_SIDE(RD_BUF(packed, bytes, byte), dest, stag),
			  &RD_SIDE(*buf, src, rtag), ctx, status);
	free(packed);
	return err;
}

#endif
