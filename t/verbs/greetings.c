/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Greetings that are lost, as a full receive ring loses them (verbs/peer.c). One process does not
 * get the other's REPLY for a while: the other has a connection then and sends, while its own
 * requests still wait for one. All requests end. With the argument `leave` this process ends in
 * order meanwhile, and the other does not take it for one that was killed. With `unmet` one process
 * lacks the HELLO of the other, which has a connection and sends none any more: they meet again.
 * Linked with the library's own objects. By mpirun --ring emu --verbs -n 2.
 */
#include <poll.h>

#include "base/clock.h"
#include "btl_fpga/fpga.h"
#include "t/verbs/other.h"
#include "verbs/verbs.h"

enum { SENDS = 3, LATE = 3 };

static struct side s;
static int deaf, missed, most; /* most: REPLYs that are lost; 0: all */

static void hear_hellos(int node, const void *payload, size_t len)
{
	struct rd_fpga_address addr;

	memcpy(&addr, payload, sizeof(addr));
	if (deaf && !(addr.zero2 >> 31) && (!most || missed < most)) {
		missed++;
		return;
	}
	rd_vb_peer_greeted(node, payload, len);
}

static void set_deaf(int is)
{
	rd_vb_lock();
	rd_fpga.greeted = hear_hellos;
	deaf = is;
	rd_vb_unlock();
}

static int is_connected(void)
{
	int is;

	rd_vb_lock();
	is = rd_vb_net_is_up(!own_rank());
	rd_vb_unlock();
	return is;
}

/* A queue pair whose peer is not there. */
static struct side alone(struct address other)
{
	const struct wish retries = {.timeout = 14, .retry_cnt = 2};
	struct side side = s;

	make_qp(&side, &retries, IBV_QPT_RC);
	other.qpn += 7;
	join_qp(&side, &other, &retries);
	return side;
}

static void requester(const struct address *other)
{
	struct side b = alone(*other);

	post_op(&b, IBV_WR_SEND, SENDS + 1, 0, 100, NULL, 0);
	memset(s.buf, 7, 100);
	post_op(&s, IBV_WR_SEND, 1, 0, 100, NULL, 0);
	post_op(&s, IBV_WR_RDMA_WRITE, 2, 0, 100, other, 5000);
	post_op(&s, IBV_WR_RDMA_READ, 3, 1000, 100, other, 5000);
	meet(20); /* the other has the first */
	for (uint64_t id = 1; id <= SENDS; id++)
		expect(&s, id, IBV_WC_SUCCESS, "a request ends");
	expect(&s, SENDS + 1, IBV_WC_RETRY_EXC_ERR, "one to a queue pair that is not there fails");
	ok(!memcmp(s.buf + 1000, s.buf, 100), "the READ has the data of the WRITE");
}

static void target(void)
{
	expect(&s, 9, IBV_WC_SUCCESS, "a message comes");
	ok(missed && !is_connected(), "before the connection is known here");
	meet(20);
	set_deaf(0);
}

static void leaver(void)
{
	expect(&s, 9, IBV_WC_SUCCESS, "a message comes");
	rd_vb_lock();
	most = missed + LATE;
	rd_vb_unlock();
	ok(missed && !is_connected(), "before the connection is known here: the end");
}

static void beside_leaver(void)
{
	struct pollfd p = {.fd = s.ctx->async_fd, .events = POLLIN};
	struct ibv_qp_attr attr;
	struct ibv_qp_init_attr init;

	post_op(&s, IBV_WR_SEND, 1, 0, 100, NULL, 0);
	expect(&s, 1, IBV_WC_SUCCESS, "a request ends");
	for (int i = 0; i < 1000 && is_connected(); i++)
		usleep(10000);
	ok(!is_connected(), "the other process has ended");
	ok(!poll(&p, 1, 100), "that is no event, for it has ended in order");
	ibv_query_qp(s.qp, &attr, IBV_QP_STATE, &init);
	is_int(attr.qp_state, IBV_QPS_RTS, "and no error");
}

/* As if the other were connected by a REPLY that this process has not sent. */
static void forget_hello(void)
{
	struct rd_vb_node *n = &rd_vb.nodes[0];

	rd_vb_lock();
	n->state = RD_VB_NODE_ASKED;
	n->met = 0;
	n->ask_ns = rd_clock_ns();
	rd_vb_due(n->ask_ns);
	rd_vb_nudge();
	rd_vb_unlock();
}

static uint32_t round_now(void)
{
	uint32_t round;

	rd_vb_lock();
	round = rd_vb.nodes[!own_rank()].round;
	rd_vb_unlock();
	return round;
}

static void unmet(void)
{
	uint32_t before = round_now();
	double end;

	post_op(&s, IBV_WR_SEND, 1, 0, 100, NULL, 0);
	for (int n = 0; n < 2; n++)
		ok(await(&s, 20).status == IBV_WC_SUCCESS, "messages go both ways");
	meet(20);
	if (own_rank())
		forget_hello();
	end = now_s() + 30;
	while ((round_now() == before || !is_connected()) && now_s() < end)
		usleep(1000);
	ok(is_connected(), "connected again, without the HELLO that was lost");
	ok(round_now() != before, "in another round");
}

int main(int argc, char **argv)
{
	int leaves = argc > 1 && !strcmp(argv[1], "leave");
	int is_unmet = argc > 1 && !strcmp(argv[1], "unmet");
	struct address other;

	open_side(&s, 64);
	set_deaf(own_rank() && !is_unmet);
	make_qp(&s, &(struct wish){0}, IBV_QPT_RC);
	post_recv(&s, 9, 3000, 100);
	other = join_other(&s, &(struct wish){0}, 0);
	if (leaves) {
		if (own_rank())
			leaver();
		else
			beside_leaver();
		return done();
	}
	if (is_unmet)
		unmet();
	else if (own_rank())
		target();
	else
		requester(&other);
	meet(30);
	return done();
}
