/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Endpoints: one per peer, made when either side first connects, kept until the end. This file
 * attaches and detaches their connection; tx.c and rx.c move the bytes. The state changes in this
 * file only:
 *
 *     NEW  -> UP     [rd_tcp_ep_adopt]        a handshake has succeeded
 *     NEW  -> DOWN   [rd_tcp_ep_unreachable]  no address of the peer leads to it
 *     UP   -> ENDED  [rd_tcp_ep_closed]       end of stream after the peer's BYE_
 *     UP   -> LOST   [rd_tcp_ep_closed, rd_tcp_ep_drain]  any other end
 *     LOST -> UP     [rd_tcp_ep_adopt]        another connection: the stream resumes
 *     LOST -> DOWN   [rd_tcp_ep_unreachable]  the peer has ended, or cannot be reached for too long
 *     LOST -> DOWN   [rd_tcp_ep_adopt]        the peer reports an impossible count of our stream
 *     UP   -> DOWN   [rd_tcp_ep_reject]       invalid bytes were received
 *     any  -> ENDED  [rd_tcp_ep_free]         the end of the transport
 *
 * Invariants, beside those of keep.c:
 *  1. An endpoint has a socket while it is UP, and a connect attempt only while NEW or LOST.
 *  2. Nothing is kept for a peer that is ENDED or DOWN; bytes wait for room in the socket only
 *     while UP.
 *  3. rd_tcp.nup endpoints are UP.
 *
 * Resuming: each side keeps its sent data until the other has received it (keep.c), and counts the
 * received bytes over all connections of the pair. When a connection ends, each side reads the rest
 * from its own kernel, closes, and sends the number of received bytes in the next handshake; the
 * other side resumes there, in the middle of a frame if necessary. So no byte is lost or received
 * twice, whichever device in between acknowledged data that it then discarded. A side that still
 * has the old connection when the peer authenticates for another one (handshake.c) drains the old
 * one first.
 */
#include "btl_tcp/tcp_impl.h"

#include "base/check.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/param.h"
#include "runtime/job.h"
#include "runtime/wait.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

extern const struct rd_btl rd_btl_tcp;

/* ---- States ---- */

#define BIT(state) (1u << RD_TCP_EP_##state)

static const struct {
	const char *name;
	unsigned next; /* BIT()s of the states that may follow */
} states[] = {
	[RD_TCP_EP_NEW] = {"NEW", BIT(UP) | BIT(DOWN) | BIT(ENDED)},
	[RD_TCP_EP_UP] = {"UP", BIT(ENDED) | BIT(LOST) | BIT(DOWN)},
	[RD_TCP_EP_LOST] = {"LOST", BIT(UP) | BIT(DOWN) | BIT(ENDED)},
	[RD_TCP_EP_ENDED] = {"ENDED", BIT(ENDED)},
	[RD_TCP_EP_DOWN] = {"DOWN", BIT(ENDED)},
};

static inline int is_in(const struct rd_tcp_ep *ep, unsigned some)
{
	return (1u << ep->state & some) != 0;
}

static int count_up(void)
{
	int n = 0;

	for (int i = 0; i < rd_job.size; i++)
		n += rd_tcp.eps[i] && is_in(rd_tcp.eps[i], BIT(UP));
	return n;
}

static void check_stream(const struct rd_tcp_ep *ep)
{
	const struct rd_tcp_rx *rx = &ep->rx;

	RD_CHECK(rx->acked <= rx->pos, "rank %d: %llu bytes are acknowledged, %llu received",
		 ep->base.rank, (unsigned long long)rx->acked, (unsigned long long)rx->pos);
	RD_CHECK(rx->start_got <= sizeof(rx->start) &&
			 (!rx->body || rx->body_got <= rx->start.prefix.len),
		 "rank %d: %u bytes of a start, %u of a body of %u", ep->base.rank, rx->start_got,
		 rx->body_got, rx->start.prefix.len);
	RD_CHECK(is_in(ep, BIT(UP)) || rd_list_empty(&ep->tx.link),
		 "rank %d: bytes wait for room in a socket, in %s", ep->base.rank,
		 states[ep->state].name);
}

void rd_tcp_ep_check(const struct rd_tcp_ep *ep)
{
	const char *name = states[ep->state].name;

	RD_CHECK(is_in(ep, BIT(UP)) == (ep->src.fd >= 0), "rank %d: %s with descriptor %d",
		 ep->base.rank, name, ep->src.fd);
	RD_CHECK(!ep->attempt || is_in(ep, BIT(NEW) | BIT(LOST)), "rank %d: %s, and connecting",
		 ep->base.rank, name);
	RD_CHECK(count_up() == rd_tcp.nup, "%d connections stand, %d are counted", count_up(),
		 rd_tcp.nup);
	check_stream(ep);
}

static void count_connection(const struct rd_tcp_ep *ep, int by)
{
	rd_tcp.nup += by;
	if (!rd_job_is_local(ep->base.rank))
		rd_tcp.nremote += by;
}

/* The socket and the attempt are those of the next state already. */
static void enter(struct rd_tcp_ep *ep, enum rd_tcp_ep_state next)
{
	RD_CHECK(states[ep->state].next & 1u << next, "rank %d: %s -> %s", ep->base.rank,
		 states[ep->state].name, states[next].name);
	rd_debug("tcp: endpoint of rank %d: %s -> %s", ep->base.rank, states[ep->state].name,
		 states[next].name);
	if (ep->state == RD_TCP_EP_UP)
		count_connection(ep, -1);
	if (next == RD_TCP_EP_UP)
		count_connection(ep, 1);
	ep->state = (uint8_t)next;
	if (RD_CHECKS)
		rd_tcp_ep_check(ep);
}

struct rd_tcp_ep *rd_tcp_ep_get(int rank)
{
	struct rd_tcp_ep *ep = rd_tcp.eps[rank];

	if (ep)
		return ep;
	ep = calloc(1, sizeof(*ep));
	if (!ep)
		return NULL;
	ep->base.btl = &rd_btl_tcp;
	ep->base.rank = rank;
	ep->base.eager_max = ep->base.eager_best = RD_TCP_EAGER_MAX;
	ep->base.frag_max = rd_tcp.frag;
	ep->base.get_min = UINT32_MAX;
	ep->src.fd = -1;
	ep->src.ready = rd_tcp_loop_ep_ready;
	rd_tcp_keep_init(ep);
	rd_list_init(&ep->handshakes);
	rd_list_init(&ep->rx.owing);
	rd_list_init(&ep->tx.link);
	rd_list_init(&ep->tx.burst);
	rd_tcp.eps[rank] = ep;
	return ep;
}

static void set_int(int fd, int level, int name, int value)
{
	if (setsockopt(fd, level, name, &value, sizeof(value)))
		rd_debug("tcp: socket option %d: %m", name);
}

/*
 * A dead host or a cut link ends a connection after half of RONDO_TCP_TIMEOUT; the other half is
 * for finding another way. A cut of a few seconds does not end it, nor a peer that computes and
 * does not read. While no data is in flight the kernel probes the peer's kernel (keepalive), so
 * that no process waits for ever for a dead host. While data is in flight, or the peer's window is
 * closed, watch_one() checks that data is acknowledged. (TCP_USER_TIMEOUT would end a connection to
 * a peer that merely does not read: tcp(7).)
 */
static void watch_one(struct rd_tcp_ep *ep)
{
	int unanswered = rd_wait_table.connection.unanswered;
	struct tcp_info info;
	socklen_t len = sizeof(info);

	if (getsockopt(ep->src.fd, IPPROTO_TCP, TCP_INFO, &info, &len))
		return;
	if (info.tcpi_last_ack_recv > rd_tcp.timeout_ns / 2000000 &&
	    (info.tcpi_retransmits >= unanswered || info.tcpi_probes >= unanswered))
		rd_tcp_ep_closed(ep, ETIMEDOUT);
}

void rd_tcp_ep_tick(uint64_t now_ns)
{
	if (!rd_tcp.nremote || now_ns < rd_tcp.watch_ns)
		return;
	rd_tcp.watch_ns = now_ns + rd_tcp.timeout_ns / 8;
	for (int i = 0; i < rd_job.size; i++)
		if (rd_tcp.eps[i] && rd_tcp.eps[i]->state == RD_TCP_EP_UP && !rd_job_is_local(i))
			watch_one(rd_tcp.eps[i]);
}

/*
 * Between processes of one host no packet is lost and no path shared: the system's congestion
 * control has nothing to find out there, and one that paces, as BBR does, makes sent data wait for
 * its timer. Reno (RFC 5681) is in every kernel and needs no privilege: tcp(7). To be called before
 * the connection is established: pacing is not given up afterwards (tcp_bbr.c, bbr_init).
 */
void rd_tcp_ep_uncongested(int fd)
{
	if (setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, "reno", 4))
		rd_debug("tcp: choosing the congestion control: %m");
}

/*
 * If a part of the path drops packets larger than it carries, a connection is established and its
 * data does not get through: RFC 2923, 2.1. Packets of 1280 bytes are carried on every IPv6 path:
 * RFC 8200, 5. To be called before the connection is established: tcp(7), TCP_MAXSEG.
 */
void rd_tcp_ep_small(int fd)
{
	set_int(fd, IPPROTO_TCP, TCP_MAXSEG, 1280 - 60);
}

/*
 * Sets the kernel's probes of the peer's kernel while no data is in flight. During a handshake they
 * begin soon, as it may wait for a peer that has lost this connection and whose reset was lost; and
 * all data in flight has to be acknowledged in time.
 */
void rd_tcp_ep_patience(int fd, int handshake)
{
	int half_s = (int)(rd_tcp.timeout_ns / 2000000000);
	int probes = rd_wait_table.connection.probes, probe_s = rd_max(half_s / (2 * probes), 1);
	int idle_s = handshake ? 1 : rd_max(half_s - probes * probe_s, 1);

	set_int(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
	set_int(fd, IPPROTO_TCP, TCP_KEEPIDLE, idle_s);
	set_int(fd, IPPROTO_TCP, TCP_KEEPINTVL, probe_s);
	set_int(fd, IPPROTO_TCP, TCP_KEEPCNT, probes);
	set_int(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, handshake ? half_s * 1000 : 0);
}

static void set_options(int fd)
{
	int64_t buffer = rd_param_int(RD_PARAM_TCP_SNDBUF);

	set_int(fd, IPPROTO_TCP, TCP_NODELAY, 1);
	rd_tcp_ep_patience(fd, 0);
	if (buffer) {
		set_int(fd, SOL_SOCKET, SO_SNDBUF, (int)buffer);
		set_int(fd, SOL_SOCKET, SO_RCVBUF, (int)buffer);
	}
}

static void learn_addresses(struct rd_tcp_ep *ep)
{
	union rd_tcp_sockaddr sa = {0};
	socklen_t len = sizeof(sa);

	if (!getsockname(ep->src.fd, &sa.any, &len))
		rd_tcp_address_from_sock(&sa, &ep->conn.local);
	len = sizeof(sa);
	if (!getpeername(ep->src.fd, &sa.any, &len))
		rd_tcp_address_from_sock(&sa, &ep->conn.remote);
}

/* Ends the connection, if there is one; the other state stays. */
static void unplug(struct rd_tcp_ep *ep)
{
	rd_tcp_loop_cold(ep);
	if (ep->src.fd >= 0)
		rd_tcp_loop_close(ep->src.fd);
	ep->src.fd = -1;
	ep->hot.unwatched = ep->tx.want_out = ep->rx.ack = ep->rx.tell = 0;
	rd_list_remove(&ep->tx.burst);
	rd_tcp_tx_pause(ep);
}

/* There will be no connection any more. */
static void end(struct rd_tcp_ep *ep, enum rd_tcp_ep_state state)
{
	rd_tcp_handshake_cancel(ep);
	rd_tcp_attempt_end(ep);
	unplug(ep);
	enter(ep, state);
	rd_tcp_rx_drop(ep);
	rd_tcp_keep_drop(ep, RD_EPROC);
	RD_CHECK(!ep->keep.nposts && !rd_tcp_tx_pending(ep), "rank %d: %s, and %u posts are kept",
		 ep->base.rank, states[ep->state].name, ep->keep.nposts);
}

static void go_down(struct rd_tcp_ep *ep)
{
	end(ep, RD_TCP_EP_DOWN);
	if (!rd_tcp.ending)
		rd_btl_up_down(&ep->base, RD_EPROC);
}

/* "rank 3 on node7 (10.0.0.2:4711, from 10.0.0.1:39000)" */
static void name_peer(const struct rd_tcp_ep *ep, char *buf, size_t max)
{
	char local[RD_TCP_TEXT_B], remote[RD_TCP_TEXT_B];

	rd_tcp_address_text(&ep->conn.remote, remote, sizeof(remote));
	rd_tcp_address_text(&ep->conn.local, local, sizeof(local));
	snprintf(buf, max, "rank %d on %s (%s, from %s)", ep->base.rank, rd_job_host(ep->base.rank),
		 remote, local);
}

/* Takes over a connected socket that epoll watches already; the peer has received `received` bytes
 * of our stream. */
void rd_tcp_ep_adopt(struct rd_tcp_ep *ep, int fd, uint32_t epoch, uint64_t received)
{
	int again = ep->state == RD_TCP_EP_LOST;

	rd_tcp_handshake_cancel(ep);
	rd_tcp_attempt_end(ep);
	ep->src.fd = fd;
	enter(ep, RD_TCP_EP_UP);
	ep->conn.epoch = epoch;
	ep->conn.up_ns = rd_clock_ns();
	if (!again)
		ep->conn.stalled_since_ns = ep->conn.up_ns;
	rd_tcp_loop_change(&ep->src, EPOLLIN);
	set_options(fd);
	learn_addresses(ep);
	rd_tcp_loop_hot(ep);
	rd_debug("tcp: connection %u to rank %d stands", epoch, ep->base.rank);
	if (again ? rd_tcp_keep_acked(ep, received) : received != 0) {
		rd_tcp_ep_reject(ep, "a count of bytes that cannot have come");
		return;
	}
	rd_tcp_tx_resume(ep);
	if (!rd_tcp.ending)
		rd_btl_up_connected(&ep->base);
}

/*
 * A connection was useless if data waited and none advanced; if no data waits here, the peer
 * decides. Useless connections are made again for at most the time-out, in sum. For one that was
 * established for long it is unknown for how much of that time data waited.
 */
static void note_loss(struct rd_tcp_ep *ep, int err)
{
	uint64_t sum = ep->rx.pos + ep->keep.acked.pos, now_ns = rd_clock_ns();
	uint64_t stood_ns = now_ns - ep->conn.up_ns, most_ns = rd_tcp.timeout_ns / 2;

	ep->conn.vain = sum == ep->conn.lost_pos && ep->keep.acked.pos < ep->keep.end;
	if (!ep->conn.vain)
		ep->conn.stalled_since_ns = now_ns;
	else if (stood_ns > most_ns)
		ep->conn.stalled_since_ns += stood_ns - most_ns;
	ep->conn.lost_pos = sum;
	ep->conn.lost_err = err;
}

static const char *reason(int err)
{
	return err ? strerror(err) : "closed without a goodbye";
}

static void lose(struct rd_tcp_ep *ep, int err)
{
	char who[512];

	name_peer(ep, who, sizeof(who));
	rd_info("tcp: the connection to %s was lost: %s: it is made again", who, reason(err));
	unplug(ep);
	enter(ep, RD_TCP_EP_LOST);
	note_loss(ep, err);
	if (rd_clock_ns() - ep->conn.stalled_since_ns > rd_tcp.timeout_ns)
		rd_tcp_ep_unreachable(ep, "again and again, nothing comes through");
	else if (rd_tcp_attempt_again(ep))
		rd_tcp_ep_unreachable(ep, "nothing");
}

void rd_tcp_ep_closed(struct rd_tcp_ep *ep, int err)
{
	if (ep->bye)
		end(ep, RD_TCP_EP_ENDED);
	else
		lose(ep, err ? err : ep->err);
}

/* Reads the rest from a connection that the peer has given up. */
void rd_tcp_ep_drain(struct rd_tcp_ep *ep)
{
	while (ep->state == RD_TCP_EP_UP && rd_tcp_rx_pull(ep))
		;
	if (ep->state == RD_TCP_EP_UP)
		lose(ep, ECONNRESET);
}

void rd_tcp_ep_reject(struct rd_tcp_ep *ep, const char *what)
{
	char who[512];

	name_peer(ep, who, sizeof(who));
	rd_error("tcp: closed the connection to %s: it sent %s", who, what);
	go_down(ep);
}

/* The kernel cannot access memory that pt2pt has passed: the program ends as if it had accessed
 * that memory itself. */
void rd_tcp_ep_fault(const struct rd_tcp_ep *ep, const char *direction)
{
	rd_error("tcp: a message %s rank %d on %s lies in memory that this process does not have: "
		 "it was given back too early, or is a device's",
		 direction, ep->base.rank, rd_job_host(ep->base.rank));
	abort();
}

/* At the end a peer may have received everything and ended, and its acknowledgement was lost with
 * the connection. */
void rd_tcp_ep_unreachable(struct rd_tcp_ep *ep, const char *tried)
{
	char who[512];

	name_peer(ep, who, sizeof(who));
	if (rd_tcp.ending)
		rd_info("tcp: the connection to %s was lost in the end: tried %s", who, tried);
	else if (rd_btl_up_is_down(&ep->base))
		rd_debug("tcp: %s is given up", who);
	else if (ep->state == RD_TCP_EP_LOST)
		rd_error("tcp: the connection to %s was lost: %s: tried %s: the process or its "
			 "host has ended, or the network between them is cut",
			 who, reason(ep->conn.lost_err), tried);
	else
		rd_error("tcp: rank %d on %s cannot be reached from %s, tried %s: its process has "
			 "ended, or a firewall or a wrong interface is in the way (RONDO_TCP_IFACE "
			 "chooses)",
			 ep->base.rank, rd_job_host(ep->base.rank), rd_job.host, tried);
	go_down(ep);
}

void rd_tcp_ep_free(struct rd_tcp_ep *ep)
{
	end(ep, RD_TCP_EP_ENDED);
	rd_tcp.eps[ep->base.rank] = NULL;
	free(ep);
}

void rd_tcp_ep_describe(struct rd_ep *base, char *buf, size_t max)
{
	const struct rd_tcp_ep *ep = (const struct rd_tcp_ep *)base;

	if (ep->conn.remote.family)
		rd_tcp_address_text(&ep->conn.remote, buf, max);
	else if (ep->attempt)
		rd_tcp_attempt_describe(ep, buf, max);
	else
		snprintf(buf, max, "rank %d (not connected)", base->rank);
}
