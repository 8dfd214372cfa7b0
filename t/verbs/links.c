/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Links of a card die, then work again. When the link between two processes dies, requests end by
 * an error and the queue pair fails on both sides, with its event; the port stays up while the
 * other link does. Without that it is down, and up again with both, with an event each. Then the
 * processes connect again, as often as the link dies, by new queue pairs and by the same. A card
 * that has given its host up is an event of the device. Linked with the library's own objects. By
 * mpirun --ring emu --verbs --enable-recovery -n 2; argument: the rank that has another round at
 * first.
 */
#include <poll.h>

#include "btl_fpga/page.h"
#include "hw/emu/emu.h"
#include "t/verbs/other.h"
#include "verbs/verbs.h"

enum { LEFT, RIGHT };

static struct side s;

/* The next event within 5 s; -1: none. */
static int next_event(void)
{
	struct pollfd p = {.fd = s.ctx->async_fd, .events = POLLIN};
	struct ibv_async_event event;

	if (poll(&p, 1, 5000) != 1)
		return -1;
	must(!ibv_get_async_event(s.ctx, &event), "ibv_get_async_event");
	ibv_ack_async_event(&event);
	return (int)event.event_type;
}

static int no_event(void)
{
	struct pollfd p = {.fd = s.ctx->async_fd, .events = POLLIN};

	return poll(&p, 1, 50) == 0;
}

static int port_state(void)
{
	struct ibv_port_attr port;

	must(!ibv_query_port(s.ctx, 1, &port), "ibv_query_port");
	return port.state;
}

static void kill_link(int port)
{
	rd_emu_kill_link(rd_page.card, 0, port);
}

static void start_link(uint32_t port)
{
	rd_page.card->write(rd_page.card, RN_NODE_LINK + port * RN_NODE_LINK_STEP,
			    RN_NODE_LINK_DEAD_MASK);
}

/* The own ends of both links. */
static void start_links(void)
{
	start_link(LEFT);
	start_link(RIGHT);
}

static void renew_qp(int is_new)
{
	struct ibv_qp_attr init = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = ALL_ACCESS};

	if (is_new) {
		must(!ibv_destroy_qp(s.qp), "ibv_destroy_qp");
		make_qp(&s, &(struct wish){0}, IBV_QPT_RC);
		return;
	}
	must(!ibv_modify_qp(s.qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_RESET}, IBV_QP_STATE),
	     "RESET");
	must(!ibv_modify_qp(s.qp, &init,
			    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
	     "INIT");
}

/* Requests of all kinds, enough for grants, too. */
static int works(const struct address *other, int round)
{
	int good = 1;

	for (int i = 0; i < 100; i++) {
		memset(s.buf + 1000, round + i, 500);
		good &= !post_recv(&s, 1, 2000, 500);
		good &= !post_op(&s, IBV_WR_RDMA_WRITE, 2, 1000, 500, other, 5000);
		good &= !post_op(&s, IBV_WR_RDMA_READ, 3, 3000, 500, other, 5000);
		good &= !post_op(&s, IBV_WR_SEND, 4, 1000, 500, NULL, 0);
		for (int n = 0; n < 4; n++)
			good &= await(&s, 20).status == IBV_WC_SUCCESS;
		good &= !memcmp(s.buf + 3000, s.buf + 1000, 500);
		good &= !memcmp(s.buf + 2000, s.buf + 1000, 500);
		if (!good)
			break;
	}
	return good;
}

/* In odd rounds the other side is waiting, and learns of the death by the first's greeting only. */
static void join_again(int round)
{
	struct address other;

	renew_qp(round % 2);
	other = join_other(&s, &(struct wish){0}, 100 + 10 * round);
	ok(works(&other, round), "requests after the link's death number %d", round);
	meet(102 + 10 * round);
	if (own_rank() == round % 2)
		rd_emu_kill_link(rd_page.card, round % 2, round % 3 ? RIGHT : LEFT);
	is_int(next_event(), IBV_EVENT_QP_FATAL, "it dies again");
	meet(104 + 10 * round);
	start_links();
	meet(106 + 10 * round);
	while (!no_event()) /* of the port, if it was slow to come up again */
		next_event();
	while (await(&s, 0).status != (enum ibv_wc_status) - 1)
		;
}

static uint32_t (*read_card)(struct rd_card *card, uint32_t at);

static uint32_t read_stuck(struct rd_card *card, uint32_t at)
{
	uint32_t stuck = at == rd_card_at(card->place.page, RN_PAGE_EVENT);

	return read_card(card, at) | stuck * RN_PAGE_EVENT_STUCK_MASK;
}

/* Connected with itself, or without a timer. */
static struct side another(const struct address *to)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_SQD};
	struct side side = s;
	struct address own;

	make_qp(&side, &(struct wish){0}, IBV_QPT_RC);
	own = address_of(&side);
	join_qp(&side, to ? to : &own, &(struct wish){0});
	must(!ibv_modify_qp(side.qp, &attr, IBV_QP_STATE), "SQD");
	must(!ibv_modify_qp(side.qp, &attr, IBV_QP_STATE | IBV_QP_TIMEOUT), "no timer");
	attr.qp_state = IBV_QPS_RTS;
	must(!ibv_modify_qp(side.qp, &attr, IBV_QP_STATE), "RTS");
	return side;
}

static void get_stuck(const struct address *other)
{
	struct side self = another(NULL), late;

	rd_vb_lock();
	read_card = rd_page.card->read;
	rd_page.card->read = read_stuck;
	rd_vb_unlock();
	while (no_event()) /* the card would wake its host */
		await(&s, 0.1);
	is_int(next_event(), IBV_EVENT_QP_FATAL,
	       "the card gives its host up: the queue pair fails");
	is_int(next_event(), IBV_EVENT_QP_FATAL, "so does one that is connected with itself");
	post_op(&self, IBV_WR_SEND, 5, 0, 8, NULL, 0);
	expect(&self, 5, IBV_WC_WR_FLUSH_ERR, "its requests end");
	is_int(next_event(), IBV_EVENT_DEVICE_FATAL, "and the device");
	is_int(port_state(), IBV_PORT_DOWN, "its port is down");
	ok(no_event(), "no second event");
	late = another(other);
	post_op(&late, IBV_WR_SEND, 6, 0, 8, NULL, 0);
	expect(&late, 6, IBV_WC_RETRY_EXC_ERR, "requests fail, also without a timer");
	must(!ibv_destroy_qp(self.qp) && !ibv_destroy_qp(late.qp), "ibv_destroy_qp");
}

/* As after as many ends of processes on the other card: half of all rounds, each may be the later.
 */
static void be_rounds_apart(void)
{
	rd_vb_lock();
	rd_vb.nodes[!own_rank()].round = 256;
	rd_vb_unlock();
}

int main(int argc, char **argv)
{
	struct address other;
	double since;

	open_side(&s, 64);
	if (argc > 1 && atoi(argv[1]) == own_rank())
		be_rounds_apart();
	make_qp(&s, &(struct wish){0}, IBV_QPT_RC);
	other = join_other(&s, &(struct wish){0}, 0);
	post_op(&s, IBV_WR_RDMA_WRITE, 1, 0, 8, &other, 0);
	expect(&s, 1, IBV_WC_SUCCESS, "a WRITE");
	post_recv(&s, 2, 0, 8);
	meet(10);

	since = now_s();
	if (own_rank() == 0)
		kill_link(RIGHT);
	is_int(next_event(), IBV_EVENT_QP_FATAL, "the link dies: the queue pair fails");
	ok(now_s() - since < 2, "soon (%.3f s)", now_s() - since);
	expect(&s, 2, IBV_WC_WR_FLUSH_ERR, "its receive request ends");
	post_op(&s, IBV_WR_RDMA_WRITE, 3, 0, 8, &other, 0);
	expect(&s, 3, IBV_WC_WR_FLUSH_ERR, "and later ones");
	ok(no_event(), "no event of the port");
	is_int(port_state(), IBV_PORT_ACTIVE, "which has another link");
	meet(11);

	if (own_rank() == 0)
		kill_link(LEFT);
	is_int(next_event(), IBV_EVENT_PORT_ERR, "both are dead: the port is down");
	is_int(port_state(), IBV_PORT_DOWN, "its state says so");
	ok(no_event(), "no second event");
	meet(12);

	start_link(LEFT);
	start_link(RIGHT);
	is_int(next_event(), IBV_EVENT_PORT_ACTIVE, "they work again");
	is_int(port_state(), IBV_PORT_ACTIVE, "the port is up");
	ok(no_event(), "no second event");
	meet(13);
	for (int round = 0; round < 6; round++)
		join_again(round);
	renew_qp(0);
	other = join_other(&s, &(struct wish){0}, 50);
	get_stuck(&other);
	meet(60);
	is_int(ibv_destroy_qp(s.qp), 0, "the queue pair is destroyed");
	return done();
}
