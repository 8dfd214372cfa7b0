/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * coll/sched.c, with schedules written by hand (coll/sched.h): several messages between two
 * processes match in the order they are written, awaited ones are over, messages without data or
 * without a peer are left out, context and tag can change in between, a persistent schedule can be
 * started again, and a step that fails blocks no other rank. Every send is synchronous, ranks run
 * in random order.
 */
#include "t/coll/team.h"

#include "coll/sched.h"

enum { RANKS = 5, ROUNDS = 20 };

static struct rd_type *int_type;
static int wrong, err;

static struct rd_sched_spare none; /* not used: there is memory */

static struct rd_sched *begin(struct rd_comm *comm)
{
	return rd_sched_new(&comm->coll, rd_comm_coll_tag(comm), &none);
}

/* Carries the schedule out before it returns. */
static int run(struct rd_sched *s)
{
	struct rd_req *req;
	int rc = rd_sched_begin(s, &req);

	return rc ? rc : rd_req_wait(req, NULL);
}

/* A ring in which both neighbours may be the same process, three messages each way. */
static void neighbours(struct rd_comm *comm)
{
	int left = (comm->rank + comm->size - 1) % comm->size;
	int right = (comm->rank + 1) % comm->size;
	int out[6], in[6];
	struct rd_sched *s = begin(comm);

	for (int i = 0; i < 6; i++)
		out[i] = 100 * comm->rank + i;
	for (int i = 0; i < 3; i++)
		rd_sched_recv(s, &in[i], 1, int_type, left);
	for (int i = 3; i < 6; i++)
		rd_sched_recv(s, &in[i], 1, int_type, right);
	for (int i = 0; i < 3; i++)
		rd_sched_send(s, &out[i], 1, int_type, right);
	for (int i = 3; i < 6; i++)
		rd_sched_send(s, &out[i], 1, int_type, left);
	err |= run(s);
	for (int i = 0; i < 6; i++)
		wrong += in[i] != 100 * (i < 3 ? left : right) + i;
}

/* Down a chain through one word: it is sent on after it has been received, and received anew after
 * it has been sent. */
static void chain(struct rd_comm *comm)
{
	int words[4] = {1, 2, 3, 4}, came[4] = {0}, word = 0, in, out;
	struct rd_sched *s = begin(comm);

	for (int i = 0; i < 4; i++) {
		in = out = -1;
		if (comm->rank)
			in = rd_sched_recv(s, &word, 1, int_type, comm->rank - 1);
		else
			rd_sched_copy(s, &word, 1, int_type, &words[i], 1, int_type);
		rd_sched_await(s, in);
		rd_sched_copy(s, &came[i], 1, int_type, &word, 1, int_type);
		if (comm->rank + 1 < comm->size)
			out = rd_sched_send(s, &word, 1, int_type, comm->rank + 1);
		rd_sched_await(s, out);
	}
	err |= run(s);
	wrong += memcmp(came, words, sizeof(came)) != 0;
}

static void left_out(struct rd_comm *comm)
{
	struct rd_sched *s = begin(comm);
	int word = 7, to = (comm->rank + 1) % comm->size;

	wrong += rd_sched_send(s, &word, 1, int_type, MPI_PROC_NULL) != -1;
	wrong += rd_sched_recv(s, &word, 1, int_type, MPI_PROC_NULL) != -1;
	wrong += rd_sched_send(s, &word, 0, int_type, to) != -1;
	wrong += rd_sched_recv(s, &word, 0, int_type, to) != -1;
	rd_sched_await(s, -1);
	err |= run(s);
	wrong += word != 7 || team.sent[comm->rank] != 0;
}

/* Two tags: the second message is taken first. */
static void tags(struct rd_comm *comm)
{
	int first = rd_comm_coll_tag(comm), second = rd_comm_coll_tag(comm);
	int a = 10 + comm->rank, b = 20 + comm->rank, in_a = 0, in_b = 0;
	int to = (comm->rank + 1) % comm->size, from = (comm->rank + comm->size - 1) % comm->size;
	struct rd_sched *s = rd_sched_new(&comm->coll, first, &none);

	rd_sched_send(s, &a, 1, int_type, to);
	rd_sched_within(s, &comm->coll, second);
	rd_sched_send(s, &b, 1, int_type, to);
	rd_sched_recv(s, &in_b, 1, int_type, from);
	rd_sched_within(s, &comm->coll, first);
	rd_sched_recv(s, &in_a, 1, int_type, from);
	err |= run(s);
	wrong += in_a != 10 + from || in_b != 20 + from;
}

/* Sum along a chain, made once. */
static void kept(struct rd_comm *comm)
{
	struct rd_sched *s = rd_sched_new(&comm->coll, rd_comm_persistent_tag(comm), &none);
	struct rd_op *sum = rd_op_get(MPI_SUM);
	int own = 0, total = 0, *below = rd_sched_room(s, 1, int_type);
	struct rd_req *req;

	rd_sched_copy(s, &total, 1, int_type, &own, 1, int_type);
	if (comm->rank) {
		rd_sched_recv(s, below, 1, int_type, comm->rank - 1);
		rd_sched_fence(s);
		rd_sched_apply(s, sum, below, &total, 1, int_type);
	}
	if (comm->rank + 1 < comm->size)
		rd_sched_send(s, &total, 1, int_type, comm->rank + 1);
	err |= rd_sched_keep(s, &req);
	for (int lap = 1; lap < 4; lap++) {
		own = lap;
		req->flags |= RD_REQ_ACTIVE;
		req->done = 0;
		err |= req->ops->start(req) | rd_req_wait(req, NULL);
		wrong += total != lap * (comm->rank + 1);
	}
	req->ops->free(req);
}

/* Rank 0 fails before it sends. */
static void failing(struct rd_comm *comm)
{
	struct rd_sched *s = begin(comm);
	int pair[2] = {1, 2}, word = 0, rc;

	if (!comm->rank) {
		rd_sched_copy(s, &word, 1, int_type, pair, 2, int_type);
		for (int r = 1; r < comm->size; r++)
			rd_sched_send(s, pair, 1, int_type, r);
	} else {
		rd_sched_recv(s, &word, 1, int_type, 0);
	}
	rc = run(s);
	wrong += rc != (comm->rank ? 0 : RD_ETRUNCATE) || word != 1;
}

/* Rank 0 sends its second message when the first has been received, for which rank 1 finds no
 * memory at first, nor later while it waits for the second. */
static void owing(struct rd_comm *comm)
{
	struct rd_sched *s = begin(comm);
	int words[2] = {1, 2};

	team.poor = 1;
	if (comm->rank == 1) {
		/* the first receive, and then that of its message without data */
		team.lacks = 1 << 0 | 1 << 2;
		rd_sched_recv(s, &words[0], 1, int_type, 0);
		rd_sched_recv(s, &words[1], 1, int_type, 0);
		wrong += run(s) != RD_ENOMEM;
		return;
	}
	for (int i = 0; i < 2 && !comm->rank; i++)
		rd_sched_await(s, rd_sched_send(s, &words[i], 1, int_type, 1));
	err |= run(s);
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void *__libc_malloc(size_t bytes);
static int scarce; /* there is no memory */

void *malloc(size_t bytes)
{
	return scarce ? NULL : __libc_malloc(bytes);
}

/* As many as threads may write at once, and each has no memory. */
static void test_hollow(void)
{
	enum { WRITERS = 60 };
	static struct rd_sched_spare spares[WRITERS];
	struct rd_comm comm = {.size = 1};
	struct rd_sched *s[WRITERS];
	struct rd_req *req;
	int lacking = 0, word;

	scarce = 1;
	for (int i = 0; i < WRITERS; i++) {
		s[i] = rd_sched_new(&comm.coll, 0, &spares[i]);
		rd_sched_copy(s[i], &word, 1, int_type, &word, 1, int_type);
	}
	scarce = 0;
	for (int i = 0; i < WRITERS; i++)
		if (s[i] == (void *)&spares[i])
			lacking += rd_sched_begin(s[i], &req) == RD_ENOMEM;
		else
			rd_sched_drop(s[i]);
	ok(lacking > WRITERS / 2, "%d of %d writers had no memory", lacking, WRITERS);
}
#else
static void test_hollow(void) /* malloc cannot be replaced */
{
}
#endif

/* Dropped before it was carried out: no message is sent, no memory is left. */
static void dropped(struct rd_comm *comm)
{
	struct rd_sched *s = begin(comm);
	int word = 0;

	rd_sched_send(s, &word, 1, int_type, (comm->rank + 1) % comm->size);
	rd_sched_memory(s, 100);
	rd_sched_fail(s, RD_EOTHER);
	wrong += run(s) != RD_EOTHER;
	rd_sched_drop(begin(comm));
	wrong += team.sent[comm->rank] != 0;
}

static void all_sizes(const char *what, void (*body)(struct rd_comm *))
{
	const char *trouble = NULL;
	int n = 2;

	wrong = err = 0;
	for (; n <= RANKS && !trouble && !wrong && !err; n++)
		for (uint64_t seed = 0; seed < ROUNDS && !trouble; seed++)
			trouble = team_run(n, seed, body);
	ok(!trouble && !wrong && !err, "%s", what);
	if (trouble || wrong || err)
		diag("%d ranks: %s, %d wrong, error %d", n - 1, trouble ? trouble : "", wrong, err);
}

int main(void)
{
	int_type = rd_type_get(MPI_INT);
	all_sizes("several messages between two", neighbours);
	all_sizes("awaited messages are over", chain);
	all_sizes("messages without data or peer are left out", left_out);
	all_sizes("contexts and tags change", tags);
	all_sizes("a kept one is started again", kept);
	all_sizes("a step fails, the rest goes on", failing);
	all_sizes("one that could not be written", dropped);
	all_sizes("a message that there was no memory to receive", owing);
	test_hollow();
	return done();
}
