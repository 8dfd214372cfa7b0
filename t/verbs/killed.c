/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rank 1 kills itself at a random moment of a stream of requests both ways. Rank 0 has the end of
 * each of its requests within 2 s: those under way by an error, receives flushed, and the event of
 * each queue pair. By mpirun --ring emu --verbs --enable-recovery -n 2; arguments: seed, and
 * whether rank 0 sleeps for events.
 */
#include <poll.h>
#include <signal.h>
#include <sys/time.h>

#include "t/verbs/other.h"

#define QPS 4
#define DEPTH 16

static struct side s[QPS];
static struct address other[QPS];
static uint32_t posted[QPS], received[QPS]; /* requests that have no end yet */

static unsigned
	kinds; /* of requests, by four digits: of all kinds, or of those by the cards only */

static int post_add(int i)
{
	struct ibv_sge sge = {(uintptr_t)s[i].buf, 8, s[i].mr->lkey};
	struct ibv_send_wr wr = request(IBV_WR_ATOMIC_FETCH_AND_ADD, 1, &sge);

	wr.wr.atomic.remote_addr = other[i].buf;
	wr.wr.atomic.rkey = other[i].rkey;
	wr.wr.atomic.compare_add = 1;
	return post(&s[i], &wr);
}

static void post_any(int i, unsigned *seed)
{
	static const enum ibv_wr_opcode ops[] = {IBV_WR_SEND, IBV_WR_RDMA_WRITE, IBV_WR_RDMA_READ};
	uint32_t len = 1u << rand_r(seed) % 17;
	int op = (int)(kinds >> rand_r(seed) % 4 * 4 & 3);

	posted[i] += !(op == 3 ? post_add(i) : post_op(&s[i], ops[op], 1, 0, len, &other[i], 0));
}

static void post_receives(int i)
{
	while (received[i] < DEPTH && !post_recv(&s[i], 2, 200000, 1 << 17))
		received[i]++;
}

/* Takes completions; failed ones are counted. */
static int take(int i, int *failed)
{
	struct ibv_wc wc;
	int n = ibv_poll_cq(s[0].cq, 1, &wc);

	(void)i;
	if (n < 1)
		return 0;
	for (int k = 0; k < QPS; k++) {
		if (wc.qp_num != s[k].qp->qp_num)
			continue;
		if (wc.wr_id == 1)
			posted[k]--;
		else
			received[k]--;
	}
	*failed += wc.status != IBV_WC_SUCCESS;
	return 1;
}

static void stream(unsigned seed, double seconds)
{
	double end = now_s() + seconds;
	int failed = 0;

	while (now_s() < end && !failed)
		for (int i = 0; i < QPS; i++) {
			post_receives(i);
			if (posted[i] < DEPTH)
				post_any(i, &seed);
			while (take(i, &failed))
				;
		}
}

static int left(void)
{
	int n = 0;

	for (int i = 0; i < QPS; i++)
		n += (int)(posted[i] + received[i]);
	return n;
}

/* By polling, or by sleeping until there is an event. */
static void drain(int by_events, double limit)
{
	struct pollfd p = {.fd = s[0].channel->fd, .events = POLLIN};
	double end = now_s() + limit;
	int failed = 0;

	while (left() && now_s() < end) {
		struct ibv_cq *cq;
		void *context;

		if (take(0, &failed) || !by_events)
			continue;
		ibv_req_notify_cq(s[0].cq, 0);
		if (take(0, &failed))
			continue;
		if (poll(&p, 1, 100) == 1 && !ibv_get_cq_event(s[0].channel, &cq, &context))
			ibv_ack_cq_events(cq, 1);
	}
}

static void survive(int by_events)
{
	struct pollfd p = {.fd = s[0].ctx->async_fd, .events = POLLIN};
	struct timeval tv;
	struct ibv_async_event event;
	double died = 0;
	char path[512];
	int fatal = 0;

	drain(by_events, 10);
	ok(!left(), "every request has ended");
	gettimeofday(&tv, NULL);
	path_of(path, sizeof(path), 1, 99);
	{
		FILE *from = fopen(path, "r");

		must(from && fread(&died, sizeof(died), 1, from) == 1, "the time of death");
		fclose(from);
	}
	ok(now_s() - died < 2, "within 2 s of the death (%.3f s)", now_s() - died);
	while (poll(&p, 1, 100) == 1) {
		must(!ibv_get_async_event(s[0].ctx, &event), "ibv_get_async_event");
		fatal += event.event_type == IBV_EVENT_QP_FATAL;
		ibv_ack_async_event(&event);
	}
	is_int(fatal, QPS, "the event of each queue pair");
	for (int i = 0; i < QPS; i++) {
		struct ibv_qp_attr attr;
		struct ibv_qp_init_attr init;

		ibv_query_qp(s[i].qp, &attr, IBV_QP_STATE, &init);
		ok(attr.qp_state == IBV_QPS_ERR && !ibv_destroy_qp(s[i].qp), "it is in ERR");
	}
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
	int by_events = argc > 2 && atoi(argv[2]);

	kinds = seed % 3 ? 0x3210 : 0x3232;
	open_side(&s[0], 4096);
	for (int i = 0; i < QPS; i++) {
		s[i] = s[0];
		make_qp(&s[i], &(struct wish){0}, IBV_QPT_RC);
		other[i] = join_other(&s[i], &(struct wish){0}, 2 * i);
		post_receives(i);
	}
	meet(2 * QPS);
	if (own_rank()) {
		double now;

		stream(seed, 0.001 * (rand_r(&seed) % 60));
		now = now_s();
		tell(99, &now, sizeof(now));
		kill(getpid(), SIGKILL);
	}
	stream(seed + 1000, 10);
	survive(by_events);
	return done();
}
