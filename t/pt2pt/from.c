/* SPDX-License-Identifier: BSD-3-Clause */
/* A wait knows the rank whose message ends it: of receives, sends and rendezvous, where one is
 * named and its transport can tell. */
#include "pt2pt/p2p.h"

#include "t/tap.h"

static struct rd_ep *asked;

static enum rd_wait_from from(struct rd_ep *ep)
{
	asked = ep;
	return RD_FROM_STOPPED;
}

static enum rd_wait_from of(struct rd_p2p *r, const struct rd_req_ops *ops)
{
	struct rd_wait w = {.done = &r->req.done};

	r->req.ops = ops;
	asked = NULL;
	return rd_req_from(&w);
}

int main(void)
{
	static const struct rd_btl tells = {.name = "tells", .from = from}, mute = {.name = "mute"};
	struct rd_ep ep[2] = {{.btl = &tells, .rank = 0}, {.btl = &mute, .rank = 1}};
	struct rd_peer peer[2] = {{.ep = &ep[0]}, {.ep = &ep[1]}};
	struct rd_peer *peers[3] = {&peer[0], &peer[1], NULL};
	int world[] = {2, 1, 0};
	struct rd_ctx ctx = {.size = 3, .world = world};
	struct rd_rndv rndv = {.peer = &peer[0]};
	struct rd_p2p r = {.ctx = &ctx, .peer = 2};
	const struct rd_req_ops none = {.name = "none"};

	rd_peers = peers;
	is_int(of(&r, &rd_recv_ops), RD_FROM_STOPPED, "a receive");
	ok(asked == &ep[0], "... from the peer's endpoint");
	is_int(of(&r, &rd_send_ops), RD_FROM_STOPPED, "a send");
	r.peer = 1;
	is_int(of(&r, &rd_recv_ops), RD_FROM_UNKNOWN, "of a transport that cannot tell");
	r.peer = 0;
	is_int(of(&r, &rd_recv_ops), RD_FROM_UNKNOWN, "of a peer that is not connected");
	r.peer = MPI_ANY_SOURCE;
	is_int(of(&r, &rd_recv_ops), RD_FROM_UNKNOWN, "from any rank");
	r.rndv = &rndv;
	is_int(of(&r, &rd_recv_ops), RD_FROM_STOPPED, "... with a rendezvous");
	r.rndv = NULL;
	r.peer = MPI_PROC_NULL;
	is_int(of(&r, &rd_recv_ops), RD_FROM_UNKNOWN, "from MPI_PROC_NULL");
	r.peer = 2;
	r.ctx = NULL;
	is_int(of(&r, &rd_send_ops), RD_FROM_UNKNOWN, "a send that has left its communicator");
	r.ctx = &ctx;
	is_int(of(&r, &none), RD_FROM_UNKNOWN, "a request of another kind");
	return done();
}
