/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * btl_tcp/endpoint.c, btl_tcp/keep.c: builds for debugging end where an endpoint's state does not
 * agree with its socket, or its marks with the kept bytes.
 */
#include "t/btl_tcp/alone.h"

#include "base/check.h"
#include "t/aborts.h"

static char heard[1024];

static void up_without_socket(void *arg)
{
	struct rd_tcp_ep *ep = arg;

	ep->state = RD_TCP_EP_UP;
	rd_tcp_ep_check(ep);
}

static void written_beyond_end(void *arg)
{
	struct rd_tcp_ep *ep = arg;

	ep->keep.wrote.pos++;
	rd_tcp_keep_check(ep);
}

static void lose_a_byte(void *arg)
{
	struct rd_tcp_ep *ep = arg;

	ep->keep.end++;
	rd_tcp_keep_check(ep);
}

int main(void)
{
	struct rd_tcp_ep *ep;

	rd_tcp.eps = calloc(4, sizeof(struct rd_tcp_ep *));
	ep = rd_tcp_ep_get(2);
	rd_tcp_ep_check(ep);
	rd_tcp_keep_check(ep);
	is_int(aborts(up_without_socket, ep, heard, sizeof(heard)), RD_CHECKS,
	       "an endpoint without a socket is not UP");
	is_int(strstr(heard, "rank 2: UP with descriptor -1") != NULL, RD_CHECKS, "in these words");
	is_int(aborts(written_beyond_end, ep, heard, sizeof(heard)), RD_CHECKS,
	       "no more is written than is sent");
	is_int(aborts(lose_a_byte, ep, heard, sizeof(heard)), RD_CHECKS,
	       "each unacknowledged byte is kept");
	free(ep);
	free(rd_tcp.eps);
	return done();
}
