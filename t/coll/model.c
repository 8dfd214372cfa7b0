/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * coll/base.c's table at scale: a model of a network carries out every algorithm over pt2pt on up
 * to 10,000 ranks, and the table's choices must take at most 1.3 times as long as the best
 * algorithm.
 *
 * The algorithms write their schedules (coll/record.h) into this program instead of coll/sched.c:
 * messages, copies and combinations, but no data. A rank has a clock; it begins its steps in order
 * and waits where the schedule does. A message costs its sender and its receiver some processor
 * time, leaves and arrives one after the other on either side, and is under way for the latency: a
 * rank has one link into a network that has no bottleneck.
 *
 * Where all ranks together would have too many steps, only some ranks' schedules are written, and
 * the partner of a message is assumed to have begun it at the same time: algorithms of n rounds are
 * the same on all ranks.
 *
 * With an argument it prints a table: operation, bytes, ranks, the chosen algorithm and its times,
 * the best one and its times, microseconds on either network, and the factor between the two.
 */
#include "base/compiler.h"
#include "coll/call.h"
#include "coll/message.h"
#include "coll/record.h"
#include "datatype/op.h"
#include "t/tap.h"

#include <math.h>
#include <sys/mman.h>

struct network {
	const char *name;
	double latency, cpu, byte; /* seconds: under way, of a processor, of a link */
};

static const struct network networks[] = {
	{"tcp", 15e-6, 5e-6, 1 / 1.2e9},
	{"fast", 0.9e-6, 0.3e-6, 1 / 12e9},
};

#define COMBINE (1 / 5e9) /* seconds a byte, of an operand */
#define COPY (1 / 10e9)
#define STEP 20e-9 /* seconds each time */
#define SLACK 1.3
#define LONGEST (1 << 20)  /* bytes, on more than 1000 ranks */
#define STEPS_MOST 1200000 /* that are written, of all ranks */
#define STEPS_ALIKE 100000 /* likewise where ranks have equally many */
enum { SAMPLE = 4 };

/* ---- Schedules as they are written ---- */

enum { SEND, RECV, WORK, AWAIT, FENCE };

struct step {
	int kind, peer; /* AWAIT: peer is the step, counted from the rank's first */
	uint64_t bytes;
	double work;   /* WORK: seconds */
	double done;   /* when it is over; < 0: unknown */
	int64_t match; /* RECV: the message, as a step */
};

static struct step *steps;
static int64_t nsteps, room;
static int64_t first_step; /* of the rank that is writing */

static int add(int kind, int peer, uint64_t bytes, double work)
{
	if (nsteps == room) {
		room = room ? 2 * room : 1 << 16;
		steps = realloc(steps, (size_t)room * sizeof(*steps));
		if (!steps)
			exit(1);
	}
	steps[nsteps] = (struct step){kind, peer, bytes, work, -1, -1};
	return (int)(nsteps++ - first_step);
}

struct rd_sched *rd_sched_new(struct rd_ctx *ctx, int tag, struct rd_sched_spare *spare)
{
	(void)ctx, (void)tag, (void)spare;
	return NULL;
}

int rd_sched_send(struct rd_sched *s, const void *buf, uint64_t count, struct rd_type *type,
		  int dest)
{
	(void)s, (void)buf;
	if (!count || !type->size || dest == MPI_PROC_NULL)
		return -1;
	return add(SEND, dest, count * type->size, 0);
}

int rd_sched_recv(struct rd_sched *s, void *buf, uint64_t count, struct rd_type *type, int src)
{
	(void)s, (void)buf;
	if (!count || !type->size || src == MPI_PROC_NULL)
		return -1;
	return add(RECV, src, count * type->size, 0);
}

int rd_sched_signal(struct rd_sched *s, int dest)
{
	(void)s;
	return add(SEND, dest, 0, 0);
}

int rd_sched_wait_signal(struct rd_sched *s, int src)
{
	(void)s;
	return add(RECV, src, 0, 0);
}

static void work(double seconds)
{
	struct step *last = nsteps > first_step ? &steps[nsteps - 1] : NULL;

	if (last && last->kind == WORK)
		last->work += seconds + STEP;
	else
		add(WORK, -1, 0, seconds + STEP);
}

void rd_sched_copy(struct rd_sched *s, void *dst, uint64_t dcount, struct rd_type *dtype,
		   const void *src, uint64_t scount, struct rd_type *stype)
{
	(void)s, (void)dst, (void)src, (void)dcount, (void)dtype;
	work((double)(scount * stype->size) * COPY);
}

void rd_sched_apply(struct rd_sched *s, struct rd_op *op, const void *in, void *inout,
		    uint64_t count, struct rd_type *type)
{
	(void)s, (void)op, (void)in, (void)inout;
	work((double)(count * type->size) * COMBINE);
}

void rd_sched_apply3(struct rd_sched *s, struct rd_op *op, const void *left, const void *right,
		     void *out, uint64_t count, struct rd_type *type)
{
	(void)right;
	rd_sched_apply(s, op, left, out, count, type);
}

void rd_sched_call(struct rd_sched *s, int (*call)(void *arg), void *arg)
{
	(void)s, (void)call, (void)arg;
}

int rd_sched_request(struct rd_sched *s, int (*begin)(void *, int, struct rd_req **), void *arg)
{
	(void)s, (void)begin, (void)arg;
	return -1;
}

void rd_sched_await(struct rd_sched *s, int step)
{
	(void)s;
	if (step >= 0)
		add(AWAIT, step, 0, 0);
}

void rd_sched_fence(struct rd_sched *s)
{
	(void)s;
	add(FENCE, -1, 0, 0);
}

void rd_sched_adopt(struct rd_sched *s, void *mem)
{
	(void)s;
	rd_coll_temp_put(mem);
}

/* Functions that the algorithms' files refer to and no algorithm calls. */
void rd_sched_within(struct rd_sched *s, struct rd_ctx *ctx, int tag)
{
	(void)s, (void)ctx, (void)tag;
}

void *rd_sched_memory(struct rd_sched *s, uint64_t bytes)
{
	(void)s, (void)bytes;
	return steps;
}

void *rd_sched_room(struct rd_sched *s, uint64_t count, const struct rd_type *type)
{
	(void)s, (void)count, (void)type;
	return NULL;
}

void rd_sched_fail(struct rd_sched *s, int err)
{
	(void)s, (void)err;
}

void rd_sched_go_without(struct rd_sched *s)
{
	(void)s;
}

void rd_sched_count(struct rd_sched *s, struct rd_coll_stats *stats, uint64_t bytes)
{
	(void)s, (void)stats, (void)bytes;
}

int rd_sched_begin(struct rd_sched *s, struct rd_req **req)
{
	(void)s, (void)req;
	return RD_EOTHER;
}

int rd_sched_keep(struct rd_sched *s, struct rd_req **req)
{
	return rd_sched_begin(s, req);
}

void rd_sched_drop(struct rd_sched *s)
{
	(void)s;
}

/* ---- Carrying them out ---- */

struct rank {
	int64_t first, next, end; /* steps */
	int64_t over;             /* messages before it have been waited for */
	double clock, out, in;    /* its time; until when its link is busy */
};

static struct rank *ranks;
static const struct network *net;

static void begin_send(struct rank *r, struct step *s)
{
	r->clock += net->cpu;
	r->out = rd_max(r->out, r->clock) + (double)s->bytes * net->byte;
	s->done = r->out;
}

/* The receive of a message that has left its sender at `left`. */
static void end_recv(struct rank *r, struct step *s, double left)
{
	double takes = (double)s->bytes * net->byte;

	/* the first byte arrives while the last one is still to leave */
	r->in = rd_max(left + net->latency, r->in + takes);
	s->done = r->in;
}

/* 0: the message has not been sent yet. */
static int finish(struct rank *r, struct step *s)
{
	if (s->kind == RECV && s->done < 0) {
		if (s->match >= 0 && steps[s->match].done < 0)
			return 0;
		end_recv(r, s, s->match >= 0 ? steps[s->match].done : s->work);
		r->clock = rd_max(r->clock, s->done) + net->cpu;
	} else if (s->kind == SEND) {
		r->clock = rd_max(r->clock, s->done);
	}
	return 1;
}

/* Carries out steps as far as possible; 1: it has reached the end. */
static int go(struct rank *r)
{
	for (; r->next < r->end; r->next++) {
		struct step *s = &steps[r->next];

		switch (s->kind) {
		case SEND:
			begin_send(r, s);
			break;
		case RECV: /* without a match: sent by the partner at this time */
			s->work =
				rd_max(r->clock + net->cpu, r->out) + (double)s->bytes * net->byte;
			break;
		case WORK:
			r->clock += s->work;
			break;
		case AWAIT:
			if (!finish(r, &steps[r->first + s->peer]))
				return 0;
			break;
		case FENCE:
			for (; r->over < r->next; r->over++)
				if (!finish(r, &steps[r->over]))
					return 0;
		}
	}
	return 1;
}

static double carry_out(int n)
{
	double last = 0;
	int ended = 0, some = 1;

	while (ended < n && some) {
		some = 0;
		for (int i = 0; i < n; i++) {
			struct rank *r = &ranks[i];
			int64_t before = r->next, over = r->over;

			if (before == r->end)
				continue;
			ended += go(r);
			some |= r->next != before || r->over != over;
		}
	}
	for (int i = 0; i < n; i++)
		last = rd_max(last, ranks[i].clock);
	return ended < n ? -1 : last;
}

struct key {
	int dest, src;
	int64_t step;
};

static int by_key(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->dest != y->dest)
		return x->dest < y->dest ? -1 : 1;
	if (x->src != y->src)
		return x->src < y->src ? -1 : 1;
	return x->step < y->step ? -1 : x->step > y->step;
}

static int64_t keys_of(struct key *keys, int kind, int n)
{
	int64_t k = 0;

	for (int i = 0; i < n; i++)
		for (int64_t at = ranks[i].first; at < ranks[i].end; at++)
			if (steps[at].kind == kind)
				keys[k++] = (struct key){kind == SEND ? steps[at].peer : i,
							 kind == SEND ? i : steps[at].peer, at};
	qsort(keys, (size_t)k, sizeof(*keys), by_key);
	return k;
}

/* The i-th receive from a rank matches the i-th message that it sends. 0: they do not match. */
static int match(int n)
{
	struct key *out = malloc((size_t)(nsteps + 1) * sizeof(*out));
	struct key *in = malloc((size_t)(nsteps + 1) * sizeof(*in));
	int64_t k = keys_of(out, SEND, n), fits = k == keys_of(in, RECV, n);

	for (int64_t i = 0; i < k && fits; i++) {
		fits = out[i].dest == in[i].dest && out[i].src == in[i].src &&
		       steps[out[i].step].bytes == steps[in[i].step].bytes;
		steps[in[i].step].match = out[i].step;
	}
	free(out);
	free(in);
	return (int)fits;
}

/* ---- Calls ---- */

static char *memory; /* addresses only */
static MPI_Count *counts;
static MPI_Aint *displs;
#define MEMORY ((size_t)1 << 42)

static struct rd_coll_call call_of(enum rd_coll_kind kind, int n, uint64_t bytes)
{
	struct rd_type *type = rd_type_get(MPI_BYTE);
	struct rd_coll_call call = {
		.kind = kind,
		.size = n,
		.where = RD_COLL_NET,
		.bytes = bytes,
		.out.buf = memory,
		.in.buf = memory + MEMORY / 2,
		.out.count = bytes,
		.in.count = bytes,
		.out.type = type,
		.in.type = type,
		.op = rd_op_get(MPI_BOR),
	};

	if (kind == RD_COLL_REDUCE_SCATTER_BLOCK)
		call.in.count = bytes / (uint64_t)n;
	if (kind == RD_COLL_ALLGATHERV || kind == RD_COLL_REDUCE_SCATTER) {
		for (int i = 0; i < n; i++) {
			counts[i] = (MPI_Count)(bytes / (uint64_t)n);
			displs[i] = (MPI_Aint)counts[i] * i;
		}
		call.in.counts = counts;
		call.in.displs = displs;
		if (kind == RD_COLL_ALLGATHERV)
			call.out.count = bytes / (uint64_t)n;
	}
	return call;
}

static void write_rank(const struct rd_coll_algo *algo, struct rd_coll_call call, int rank,
		       struct rank *into)
{
	struct rd_record record = {.n = 0};

	*into = (struct rank){.first = nsteps, .next = nsteps, .over = nsteps};
	first_step = nsteps;
	call.rank = rank;
	call.record = &record;
	algo->run(&call);
	rd_sched_fence(NULL);
	into->end = nsteps;
}

/*
 * Writes the schedules of all ranks, or of a few where these are alike, or would be too long.
 * Returns the number of ranks.
 */
static int write_all(const struct rd_coll_algo *algo, const struct rd_coll_call *call)
{
	int some[] = {call->size / 3, 1, call->size - 1, 0}, n = call->size, alike = 1;
	int64_t mean = 0;

	nsteps = 0;
	for (int i = 0; i < SAMPLE; i++) {
		write_rank(algo, *call, some[i], &ranks[i]);
		alike &= ranks[i].end - ranks[i].first == ranks[0].end - ranks[0].first;
		/* a root may have many more steps than the others */
		mean += i < SAMPLE - 1 ? (ranks[i].end - ranks[i].first) / (SAMPLE - 1) : 0;
	}
	if (n == SAMPLE || (alike && mean * n > STEPS_ALIKE) ||
	    (mean >= n / 4 && mean * n > STEPS_MOST))
		return SAMPLE;
	nsteps = 0;
	for (int i = 0; i < n; i++)
		write_rank(algo, *call, i, &ranks[i]);
	return n;
}

/* Seconds of the slowest rank on each network; < 0: the messages do not match. */
static void time_of(const struct rd_coll_algo *algo, const struct rd_coll_call *call, double *takes)
{
	int n = write_all(algo, call), good = n < call->size || match(n);

	for (int w = 0; w < 2; w++) {
		net = &networks[w];
		for (int64_t i = 0; i < nsteps; i++)
			steps[i].done = -1;
		for (int i = 0; i < n; i++) {
			struct rank *r = &ranks[i];

			*r = (struct rank){.first = r->first,
					   .next = r->first,
					   .end = r->end,
					   .over = r->first};
		}
		takes[w] = good ? carry_out(n) : -1;
	}
}

/* ---- The table ---- */

/* The times of an algorithm on both networks. */
struct answer {
	const struct rd_coll_algo *algo;
	double takes[2];
};

static int printing;
static double factor; /* the greatest so far */

/* The factor by which it is slower than another one, as the mean of both networks, since the table
 * cannot distinguish them. */
static double slower(const struct answer *a, const struct answer *than)
{
	return sqrt(a->takes[0] / than->takes[0] * a->takes[1] / than->takes[1]);
}

static void judge(const struct rd_coll_call *call, const struct answer *chosen,
		  const struct answer *best)
{
	double by = slower(chosen, best);

	factor = rd_max(factor, by);
	if (printing)
		printf("%-20s %9llu %6d  %-16s %9.1f %8.1f  %-16s %9.1f %8.1f  %4.2f\n",
		       rd_coll_kind_name(call->kind), (unsigned long long)call->bytes, call->size,
		       chosen->algo->name, chosen->takes[0] * 1e6, chosen->takes[1] * 1e6,
		       best->algo->name, best->takes[0] * 1e6, best->takes[1] * 1e6, by);
	else if (by > SLACK)
		diag("%s of %llu bytes on %d ranks: %s takes %.2f times as long as %s",
		     rd_coll_kind_name(call->kind), (unsigned long long)call->bytes, call->size,
		     chosen->algo->name, by, best->algo->name);
}

/* Algorithms for shared memory: all messages at once, which a network without a bottleneck
 * favours. */
static int is_for_memory(const struct rd_coll_algo *algo)
{
	return !strcmp(algo->name, "direct") || !strcmp(algo->name, "flat");
}

/* 1: all algorithms' messages match. */
static int row(enum rd_coll_kind kind, int n, uint64_t bytes)
{
	struct rd_coll_call call = call_of(kind, n, bytes);
	const struct rd_coll_algo *const *a = rd_coll_base.algos, *offered;
	struct answer chosen = {NULL, {0, 0}}, best = chosen;
	const char *why;

	offered = rd_coll_base.offer(&call, &why);
	for (; *a; a++) {
		struct answer now = {*a, {0, 0}};

		if ((*a)->kind != kind || ((*a)->refuses && (*a)->refuses(&call)) ||
		    is_for_memory(*a))
			continue;
		time_of(*a, &call, now.takes);
		if (now.takes[0] < 0) {
			diag("%s %s on %d ranks: messages do not fit", rd_coll_kind_name(kind),
			     (*a)->name, n);
			return 0;
		}
		if (*a == offered)
			chosen = now;
		if (!best.algo || slower(&now, &best) < 1)
			best = now;
	}
	judge(&call, &chosen, &best);
	return 1;
}

static const struct operation {
	enum rd_coll_kind kind;
	int blocks; /* bytes are those of a block for each rank */
	int whole;  /* bytes are those of all ranks' blocks, which are not shorter than 1 */
	uint64_t most;
} operations[] = {
	{RD_COLL_BARRIER, 0, 0, 0},
	{RD_COLL_BCAST, 0, 0, 16 << 20},
	{RD_COLL_GATHER, 1, 0, 256 << 10},
	{RD_COLL_SCATTER, 1, 0, 256 << 10},
	{RD_COLL_ALLGATHER, 1, 0, 256 << 10},
	{RD_COLL_ALLGATHERV, 0, 1, 64 << 20},
	{RD_COLL_ALLTOALL, 1, 0, 64 << 10},
	{RD_COLL_REDUCE, 0, 0, 16 << 20},
	{RD_COLL_ALLREDUCE, 0, 0, 16 << 20},
	{RD_COLL_REDUCE_SCATTER, 0, 1, 16 << 20},
	{RD_COLL_REDUCE_SCATTER_BLOCK, 0, 1, 16 << 20},
	{RD_COLL_SCAN, 0, 0, 16 << 20},
	{RD_COLL_EXSCAN, 0, 0, 16 << 20},
};

static void operation(const struct operation *op, int n, uint64_t step)
{
	int good = 1;
	uint64_t bytes = op->whole ? 8 * (uint64_t)n : 8;

	factor = 0;
	do {
		good &= row(op->kind, n, op->most ? bytes : 0);
		bytes *= step;
	} while (bytes <= (n > 1000 && !op->blocks ? rd_min(op->most, LONGEST) : op->most) && good);
	if (!printing)
		ok(good && factor <= SLACK, "%s on %d ranks: at most %.2f times the best",
		   rd_coll_kind_name(op->kind), n, factor);
}

int main(int argc, char **argv)
{
	static const int sizes[] = {100, 1000, 10000};

	(void)argv;
	if (getenv("RD_SANITIZED"))
		skip_all("takes too long in a sanitized build");
	printing = argc > 1;
	memory = mmap(NULL, MEMORY, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	counts = malloc(10000 * sizeof(*counts));
	displs = malloc(10000 * sizeof(*displs));
	ranks = malloc(10000 * sizeof(*ranks));
	if (memory == MAP_FAILED || !counts || !displs || !ranks)
		return 1;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		for (size_t k = 0; k < sizeof(operations) / sizeof(operations[0]); k++)
			operation(&operations[k], sizes[i], sizes[i] > 100 ? 16 : 8);
	return printing ? 0 : done();
}
