/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Threads that use the library at the same time: each has queue pairs of its own that it makes,
 * uses and destroys, over and over; half of them sleep for events; all add to one word. Then one
 * waits for events of queue pairs that another one destroys at once. A call is not kept waiting by
 * the work of the library's thread. By mpirun --ring emu --verbs -n 1; argument: rounds.
 */
#include <pthread.h>

#include "t/verbs/pair.h"

#define THREADS 4
#define MESSAGES 60

static uint64_t *word;
static struct ibv_mr *mr;
static struct side common;
static int rounds = 20;

struct worker {
	pthread_t thread;
	int number, wrong;
	struct side a, b;
};

static struct ibv_wc next(struct worker *w, struct side *s)
{
	struct ibv_wc wc = {.status = IBV_WC_GENERAL_ERR};
	struct ibv_cq *cq;
	void *context;

	if (w->number % 2)
		return await(s, 20);
	while (ibv_poll_cq(s->cq, 1, &wc) == 0) {
		ibv_req_notify_cq(s->cq, 0);
		if (ibv_poll_cq(s->cq, 1, &wc))
			break;
		if (!ibv_get_cq_event(s->channel, &cq, &context))
			ibv_ack_cq_events(cq, 1);
	}
	return wc;
}

static void exchange(struct worker *w, uint32_t i)
{
	struct ibv_sge sge = {(uintptr_t)w->a.buf + 4096, 8, w->a.mr->lkey};
	struct ibv_send_wr add = request(IBV_WR_ATOMIC_FETCH_AND_ADD, 3, &sge);
	uint32_t len = i * 37 % 3000;

	memset(w->a.buf, (char)i, len);
	post_recv(&w->b, 1, 0, 4096);
	post_op(&w->a, IBV_WR_SEND, 2, 0, len, NULL, 0);
	add.wr.atomic.remote_addr = (uintptr_t)word;
	add.wr.atomic.rkey = mr->rkey;
	add.wr.atomic.compare_add = 1;
	post(&w->a, &add);
	w->wrong += next(w, &w->b).status || next(w, &w->a).status || next(w, &w->a).status ||
		    memcmp(w->a.buf, w->b.buf, len);
}

static void *work(void *arg)
{
	struct worker *w = arg;
	struct wish wish = {.send_wr = 16, .recv_wr = 16};

	for (int round = 0; round < rounds; round++) {
		make_pair(&w->a, &w->b, &wish);
		for (uint32_t i = 0; i < MESSAGES; i++)
			exchange(w, i);
		w->wrong += ibv_destroy_qp(w->a.qp) != 0;
		w->wrong += ibv_destroy_qp(w->b.qp) != 0;
	}
	return NULL;
}

/* A part of the common side, with queues and a buffer of its own. */
static void make_side(struct side *s)
{
	*s = common;
	s->channel = ibv_create_comp_channel(s->ctx);
	s->cq = ibv_create_cq(s->ctx, 64, NULL, s->channel, 0);
	s->buf = calloc(1, BUF_B);
	must(s->channel && s->cq && s->buf, "a side");
	s->mr = ibv_reg_mr(s->pd, s->buf, BUF_B, ALL_ACCESS);
	must(s->mr != NULL, "ibv_reg_mr");
}

/* ---- Events of queue pairs that are destroyed ---- */

static int events;
static int over; /* the next event is the last */

static void *read_events(void *arg)
{
	struct ibv_async_event event;

	(void)arg;
	do {
		must(!ibv_get_async_event(common.ctx, &event), "ibv_get_async_event");
		events++;
		ibv_ack_async_event(&event);
	} while (!__atomic_load_n(&over, __ATOMIC_RELAXED));
	return NULL;
}

static void make_event(const struct wish *wish)
{
	make_qp(&common, wish, IBV_QPT_RC);
	ibv_modify_qp(common.qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_ERR}, IBV_QP_STATE);
}

static void drop_events(int n)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 8, .max_sge = 1}};
	struct wish wish = {.srq = ibv_create_srq(common.pd, &attr)};
	pthread_t reader;

	must(!pthread_create(&reader, NULL, read_events, NULL), "pthread_create");
	for (int i = 0; i < n; i++) {
		make_event(&wish);
		must(!ibv_destroy_qp(common.qp), "ibv_destroy_qp");
	}
	__atomic_store_n(&over, 1, __ATOMIC_RELAXED);
	make_event(&wish);
	pthread_join(reader, NULL);
	ok(events <= n + 1, "of %d events %d were read, the others dropped", n + 1, events);
}

/* ---- A call while the library's thread has work ---- */

enum { WRITES = 16384, OF_A_MARK = 128, LEN = 8000, FROM = 16384 };

/* WRITEs, of which each OF_A_MARK end with a byte of their own, from 0 on; the byte that has
 * arrived when a call returns that is made while they go on. */
static int call_beside(struct side *s, struct ibv_send_wr *wr)
{
	char *at = s->buf + LEN - 1;
	struct ibv_port_attr port;
	double end = now_s() + 20;
	int found;

	*at = 0;
	must(!post(s, wr), "ibv_post_send");
	while (__atomic_load_n(at, __ATOMIC_ACQUIRE) < WRITES / OF_A_MARK / 8 && now_s() < end)
		;
	must(!ibv_query_port(s->ctx, 1, &port), "ibv_query_port");
	found = __atomic_load_n(at, __ATOMIC_ACQUIRE);
	must(!await(s, 20).status, "the WRITEs");
	return found;
}

static void call_in_between(void)
{
	enum { TRIES = 50 };
	static struct ibv_send_wr wr[WRITES];
	static struct ibv_sge sge[WRITES];
	struct side s = common;
	struct address own;
	int tries = 0, early = 0;

	make_qp(&s, &(struct wish){.send_wr = WRITES}, IBV_QPT_RC);
	own = address_of(&s);
	join_qp(&s, &own, &(struct wish){0});
	for (int i = 0; i < WRITES; i++) {
		char *from = s.buf + FROM + i;

		from[LEN - 1] = (char)(i / OF_A_MARK);
		sge[i] = (struct ibv_sge){(uintptr_t)from, LEN, s.mr->lkey};
		wr[i] = request(IBV_WR_RDMA_WRITE, 1, &sge[i]);
		wr[i].send_flags = i + 1 < WRITES ? 0 : IBV_SEND_SIGNALED;
		wr[i].next = i + 1 < WRITES ? &wr[i + 1] : NULL;
		wr[i].wr.rdma.remote_addr = own.buf;
		wr[i].wr.rdma.rkey = own.rkey;
	}
	for (; tries < TRIES && !early; tries++)
		early = call_beside(&s, wr) < WRITES / OF_A_MARK - 1;
	ok(early, "a call returns before all requests are done (try %d)", tries);
	must(!ibv_destroy_qp(s.qp), "ibv_destroy_qp");
}

int main(int argc, char **argv)
{
	static struct worker w[THREADS];

	if (argc > 1)
		rounds = atoi(argv[1]);
	open_side(&common, 16);
	word = calloc(1, sizeof(*word));
	mr = ibv_reg_mr(common.pd, word, sizeof(*word), ALL_ACCESS);
	must(mr != NULL, "ibv_reg_mr");
	for (int i = 0; i < THREADS; i++) {
		w[i].number = i;
		make_side(&w[i].a);
		make_side(&w[i].b);
		must(!pthread_create(&w[i].thread, NULL, work, &w[i]), "pthread_create");
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(w[i].thread, NULL);
		is_int(w[i].wrong, 0, "thread %d", i);
	}
	ok(*word == (uint64_t)THREADS * (uint64_t)rounds * MESSAGES, "no addition is lost");
	call_in_between();
	drop_events(3000 * rounds);
	return done();
}
