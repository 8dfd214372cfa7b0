/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Links of a card die, then work again. When the link between two processes dies, requests end by
 * an error and the queue pair fails on both sides, with its event; the port stays up while the
 * other link does. Without that it is down, and up again with both, with an event each. Linked with
 * the library's own objects. By mpirun --ring emu --verbs --enable-recovery -n 2.
 */
#include <poll.h>

#include "btl_fpga/page.h"
#include "hw/emu/emu.h"
#include "t/verbs/other.h"

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

int main(void)
{
	struct address other;
	double since;

	open_side(&s, 64);
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
	is_int(ibv_destroy_qp(s.qp), 0, "the queue pair is destroyed");
	return done();
}
