/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A connection from its first byte until an endpoint takes it over: both sides prove that they know
 * the listener's key (messages: proto.h), then the lower rank of the pair decides the fate of the
 * connection. Started by listen.c and connect.c.
 *
 * Invariants:
 *  1. No answer is sent, and no memory beyond this struct is used, before HELO is authenticated.
 *  2. No byte is read beyond the awaited message: frames are read by rx.c.
 *  3. The lower rank of a pair alone decides, once: the first connection that is authenticated to
 *     it becomes the pair's, whichever rank connected. No frame is sent on it before that, so the
 *     others can be closed without loss.
 *  4. At most UNAUTHENTICATED_MAX accepted connections are unauthenticated, none for longer than
 *     greeting_ns. A HELO may be a recorded one: at most UNPROVEN_MAX connections of each
 *     peer wait for PROO, for as long as the peer may compute.
 *
 *     connector:  ATTEMPT --> CHAL --> VERD --+--> (endpoint's)
 *     listener:   HELO --> PROO --+--------+
 *                                 +-> CHOI-+     any --> (closed)
 *
 * A pair whose connection is lost makes another in the same way (endpoint.c).
 *
 * A state is named after the awaited event:
 *   ATTEMPT  connect(2) in progress          -> CHAL [attempt_ready] connected, HELO sent
 *   CHAL  HELO sent                          -> VERD [on_chal] PROO sent
 *   VERD  PROO sent                          -> end  [on_verd] used, or closed
 *   HELO  accepted, not authenticated        -> PROO [on_helo] member of the job, CHAL sent
 *   PROO  CHAL sent                          -> end  [on_proo] we are lower: used, or duplicate
 *                                            -> CHOI [on_proo] we are higher: VERD sent
 *   CHOI  the connector decides              -> end  [on_choi] used, or closed
 */
#include "btl_tcp/tcp_impl.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "runtime/job.h"
#include "runtime/wait.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define UNAUTHENTICATED_MAX 128
#define UNPROVEN_MAX 16

enum state { ATTEMPT, CHAL, VERD, HELO, PROO, CHOI };
enum { MORE = 0, END = 1 }; /* result of a step function: continue, or the object is freed */

struct handshake {
	struct rd_tcp_source src;
	struct rd_list link; /* rd_tcp.setup.handshakes, oldest first; then rd_tcp.setup.graves */
	struct rd_list
		own; /* ep->handshakes, or rd_tcp.listen.unauthenticated peers; oldest first */
	struct rd_tcp_ep *ep; /* NULL: not authenticated */
	enum state state;
	int cand;             /* index of the connect attempt's address; -1: accepted */
	int watched;          /* by epoll; an accepted connection only if its HELO was incomplete at
			       * first */
	uint64_t deadline_ns; /* 0: none */
	size_t got;           /* bytes of the awaited message */
	union {
		struct rd_tcp_helo helo;
		struct rd_tcp_chal chal;
		struct rd_tcp_proo proo;
		struct rd_tcp_verd verd;
		uint8_t raw[sizeof(struct rd_tcp_helo)];
	} in;
	struct rd_tcp_helo helo;
	struct rd_tcp_chal chal;
	struct rd_tcp_addr peer;
};

static int on_chal(struct handshake *h);
static int on_verd(struct handshake *h);
static int on_helo(struct handshake *h);
static int on_proo(struct handshake *h);
static int on_choi(struct handshake *h);

static const struct {
	const char *name;
	size_t need; /* bytes of the message */
	int (*on_message)(struct handshake *h);
} table[] = {
	[ATTEMPT] = {"ATTEMPT", 0, NULL},
	[CHAL] = {"CHAL", sizeof(struct rd_tcp_chal), on_chal},
	[VERD] = {"VERD", sizeof(struct rd_tcp_verd), on_verd},
	[HELO] = {"HELO", sizeof(struct rd_tcp_helo), on_helo},
	[PROO] = {"PROO", sizeof(struct rd_tcp_proo), on_proo},
	[CHOI] = {"CHOI", sizeof(struct rd_tcp_verd), on_choi},
};

static const char *peer_text(const struct handshake *h)
{
	static char text[RD_TCP_TEXT_B];

	return rd_tcp_address_text(&h->peer, text, sizeof(text));
}

static int enter(struct handshake *h, enum state next)
{
	/* [from] -> set of next states */
	static const uint8_t allowed[] = {
		[ATTEMPT] = 1 << CHAL, [CHAL] = 1 << VERD, [HELO] = 1 << PROO,
		[PROO] = 1 << CHOI,    [VERD] = 0,         [CHOI] = 0,
	};

	if (!(allowed[h->state] & 1 << next)) {
		rd_error("tcp: handshake went from %s to %s", table[h->state].name,
			 table[next].name);
		abort();
	}
	rd_debug("tcp: handshake with %s: %s -> %s", peer_text(h), table[h->state].name,
		 table[next].name);
	h->state = next;
	h->got = 0;
	h->deadline_ns = 0;
	return MORE;
}

/* rd_tcp.setup.due_ns is never later than the first deadline. */
static void set_deadline(struct handshake *h, uint64_t at_ns)
{
	h->deadline_ns = at_ns;
	if (!rd_tcp.setup.due_ns || at_ns < rd_tcp.setup.due_ns)
		rd_tcp.setup.due_ns = at_ns;
}

static int watch(struct handshake *h, uint32_t events)
{
	int err = h->watched ? 0 : rd_tcp_loop_watch(&h->src, events);

	h->watched = !err;
	return err;
}

static void hang_up(const struct handshake *h)
{
	if (h->watched)
		rd_tcp_loop_close(h->src.fd);
	else if (h->src.fd >= 0)
		close(h->src.fd);
}

static void belong(struct handshake *h, struct rd_tcp_ep *ep)
{
	h->ep = ep;
	rd_list_remove(&h->own);
	rd_list_append(ep ? &ep->handshakes : &rd_tcp.listen.unauthenticated, &h->own);
}

/* Removes it from the lists. A pending event may still refer to it, so it is freed later. */
static void bury(struct handshake *h)
{
	if (!h->ep) {
		rd_tcp.listen.nunauthenticated--;
		rd_tcp.listen.refused++;
	}
	h->src.fd = -1;
	rd_list_remove(&h->own);
	rd_list_remove(&h->link);
	rd_list_append(&rd_tcp.setup.graves, &h->link);
}

/* Ends without a connection, for the reason `err` (an errno). */
static int fail(struct handshake *h, int err)
{
	struct rd_tcp_ep *ep = h->cand >= 0 ? h->ep : NULL;

	rd_debug("tcp: handshake with %s in %s: %s", peer_text(h), table[h->state].name,
		 strerror(err));
	hang_up(h);
	bury(h);
	if (ep)
		rd_tcp_attempt_failed(ep, h->cand, err);
	return END;
}

/* The peer knows of `epoch` connections, and has received `received` bytes from us. */
static int use(struct handshake *h, uint32_t epoch, uint64_t received)
{
	struct rd_tcp_ep *ep = h->ep;
	int fd = h->src.fd;

	bury(h);
	rd_tcp_ep_adopt(ep, fd, rd_max(epoch, ep->conn.epoch) + 1, received);
	return END;
}

/* The messages are far smaller than an empty socket buffer: sent whole or not at all. */
static int put(struct handshake *h, const void *msg, size_t len)
{
	ssize_t n = send(h->src.fd, msg, len, MSG_DONTWAIT | MSG_NOSIGNAL);

	if (n == (ssize_t)len)
		return 0;
	return n < 0 ? errno : EMSGSIZE;
}

static const struct rd_tcp_verd nothing; /* hashed in PROO in the place of a VERD */

static const uint8_t *key_of(const struct handshake *h)
{
	return h->cand >= 0 ? rd_tcp_attempt_key(h->ep) : rd_tcp.key;
}

/* HMAC of a message named `name` over HELO, CHAL and the fields of VERD or CHOI. */
static void seal(const struct handshake *h, const char *name, const struct rd_tcp_verd *m,
		 uint8_t mac[RD_TCP_HASH_B])
{
	const struct rd_tcp_piece piece[] = {
		{name, 4},
		{&h->helo, sizeof(h->helo)},
		{&h->chal, sizeof(h->chal)},
		{m, offsetof(struct rd_tcp_verd, mac)},
	};

	rd_tcp_hmac(key_of(h), RD_TCP_KEY_B, piece, 4, mac);
}

static void seal_helo(const struct handshake *h, const struct rd_tcp_helo *m,
		      uint8_t mac[RD_TCP_HASH_B])
{
	const struct rd_tcp_piece piece[] = {
		{"HELO", 4},
		{m, offsetof(struct rd_tcp_helo, mac)},
	};

	rd_tcp_hmac(key_of(h), RD_TCP_KEY_B, piece, 2, mac);
}

static int put_fate(struct handshake *h, const char *name, enum rd_tcp_fate fate)
{
	struct rd_tcp_verd m = {
		.fate = fate, .epoch = h->ep->conn.epoch, .received = h->ep->rx.pos};

	seal(h, name, &m, m.mac);
	return put(h, &m, sizeof(m));
}

static int sealed(const struct handshake *h, const char *name, const struct rd_tcp_verd *m,
		  const uint8_t mac[RD_TCP_HASH_B])
{
	uint8_t mine[RD_TCP_HASH_B];

	seal(h, name, m, mine);
	return rd_tcp_mac_equal(mine, mac);
}

/* ---- connector ---- */

/* Tries to send HELO; while connect(2) is in progress the socket takes nothing. */
static int attempt_ready(struct handshake *h)
{
	int err = put(h, &h->helo, sizeof(h->helo));

	if (err == EAGAIN)
		return MORE;
	if (err)
		return fail(h, err);
	rd_tcp_loop_change(&h->src, EPOLLIN);
	return enter(h, CHAL);
}

static int on_chal(struct handshake *h)
{
	struct rd_tcp_proo m;
	int err;

	h->chal = h->in.chal;
	seal(h, "PROO", &nothing, m.mac);
	err = put(h, &m, sizeof(m));
	return err ? fail(h, err) : enter(h, VERD);
}

static int on_verd(struct handshake *h)
{
	const struct rd_tcp_verd *m = &h->in.verd;
	struct rd_tcp_ep *ep = h->ep;
	int lower = rd_job.rank < ep->base.rank, err;

	if (!sealed(h, "VERD", m, m->mac))
		return fail(h, EPROTO);
	if (m->fate == RD_TCP_FATE_USED && !lower)
		return use(h, m->epoch, m->received);
	if (m->fate == RD_TCP_FATE_OPEN && lower) {
		err = put_fate(h, "CHOI", RD_TCP_FATE_USED);
		return err ? fail(h, err) : use(h, m->epoch, m->received);
	}
	if (m->fate == RD_TCP_FATE_GONE) {
		rd_tcp_ep_unreachable(ep, "it has given up this process");
		return END;
	}
	if (m->fate == RD_TCP_FATE_DUPL)
		rd_tcp_attempt_settled(ep);
	return fail(h, m->fate == RD_TCP_FATE_DUPL ? EALREADY : EPROTO);
}

/* ---- listener ---- */

/* 1 if an authenticated HELO can be answered; a mixed installation is reported as an error. */
static int compatible(const struct handshake *h, const struct rd_tcp_helo *m)
{
	if (m->order != RD_TCP_ORDER || m->version != RD_TCP_VERSION) {
		rd_error("tcp: a process at %s belongs to the job but speaks version %u of the "
			 "protocol, byte order %08x (here: %u, %08x): run the same build on "
			 "all hosts",
			 peer_text(h), m->version, m->order, RD_TCP_VERSION, RD_TCP_ORDER);
		return 0;
	}
	return m->session == rd_tcp.session && m->to == rd_job.rank && m->from >= 0 &&
	       m->from < rd_job.size && m->from != rd_job.rank;
}

/* Closes the oldest of too many connections with a HELO in the name of this peer. */
static void make_room_for(const struct rd_tcp_ep *ep)
{
	struct handshake *oldest = NULL;
	struct rd_list *l;
	int n = 0;

	rd_list_for (l, &ep->handshakes) {
		struct handshake *h = rd_container(l, struct handshake, own);

		if (h->state != PROO)
			continue;
		n++;
		if (!oldest)
			oldest = h;
	}
	if (n >= UNPROVEN_MAX)
		fail(oldest, EBUSY);
}

static int on_helo(struct handshake *h)
{
	const struct rd_tcp_helo *m = &h->in.helo;
	uint8_t mac[RD_TCP_HASH_B];
	struct rd_tcp_ep *ep;
	int err;

	seal_helo(h, m, mac);
	if (memcmp(m->magic, "RONDOtcp", 8) || !rd_tcp_mac_equal(mac, m->mac)) {
		rd_info("tcp: refused a connection from %s: it does not know this job's key",
			peer_text(h));
		return fail(h, EACCES);
	}
	if (!compatible(h, m))
		return fail(h, EPROTO);
	ep = rd_tcp_ep_get(m->from);
	if (!ep || ep->state == RD_TCP_EP_ENDED)
		return fail(h, ep ? ENOTCONN : ENOMEM);
	make_room_for(ep);
	belong(h, ep);
	rd_tcp.listen.nunauthenticated--;
	h->helo = *m;
	if (watch(h, EPOLLIN))
		return fail(h, ENOMEM);
	rd_tcp_ep_patience(h->src.fd, 1);
	if (rd_tcp_random(&h->chal, sizeof(h->chal)))
		return fail(h, EIO);
	err = put(h, &h->chal, sizeof(h->chal));
	return err ? fail(h, err) : enter(h, PROO);
}

/*
 * The fate of a connection that an authenticated peer requests. If the peer began it before the
 * established one, or before it received bytes that we know it has, it has dropped the request
 * meanwhile; unless it never learned of the established one, and that is dead: a frame sent on it
 * finds out. If it knows of the established one, it has lost that one.
 */
static enum rd_tcp_fate decide(struct handshake *h)
{
	struct rd_tcp_ep *ep = h->ep;

	if (ep->state == RD_TCP_EP_UP && h->helo.epoch < ep->conn.epoch) {
		rd_tcp_tx_poke(ep);
		return RD_TCP_FATE_DUPL;
	}
	rd_tcp_ep_drain(ep);
	if (ep->state == RD_TCP_EP_DOWN)
		return RD_TCP_FATE_GONE;
	if (ep->state == RD_TCP_EP_ENDED || h->helo.received < ep->keep.acked.pos)
		return RD_TCP_FATE_DUPL;
	return rd_job.rank < ep->base.rank ? RD_TCP_FATE_USED : RD_TCP_FATE_OPEN;
}

static int on_proo(struct handshake *h)
{
	enum rd_tcp_fate fate;
	int err;

	if (!sealed(h, "PROO", &nothing, h->in.proo.mac))
		return fail(h, EACCES);
	fate = decide(h);
	if (h->src.fd < 0)
		return END; /* a drained frame has ended it */
	err = put_fate(h, "VERD", fate);
	if (err || (fate != RD_TCP_FATE_USED && fate != RD_TCP_FATE_OPEN))
		return fail(h, err ? err : EALREADY);
	if (fate == RD_TCP_FATE_OPEN)
		return enter(h, CHOI);
	return use(h, h->helo.epoch, h->helo.received);
}

static int on_choi(struct handshake *h)
{
	const struct rd_tcp_verd *m = &h->in.verd;

	if (!sealed(h, "CHOI", m, m->mac) || m->fate != RD_TCP_FATE_USED)
		return fail(h, EPROTO);
	if (h->ep->state != RD_TCP_EP_NEW && h->ep->state != RD_TCP_EP_LOST)
		return fail(h, EALREADY);
	return use(h, m->epoch, m->received);
}

/* ---- both ---- */

static int read_message(struct handshake *h)
{
	size_t need = table[h->state].need;
	ssize_t n = recv(h->src.fd, h->in.raw + h->got, need - h->got, MSG_DONTWAIT);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return END; /* ends reading, for now */
	if (n <= 0)
		return fail(h, n ? errno : ECONNRESET);
	h->got += (size_t)n;
	return h->got == need ? table[h->state].on_message(h) : MORE;
}

static void handshake_ready(struct rd_tcp_source *src, uint32_t events)
{
	struct handshake *h = rd_container(src, struct handshake, src);

	(void)events;
	if (h->state == ATTEMPT && (attempt_ready(h) == END || h->state == ATTEMPT))
		return;
	while (read_message(h) == MORE)
		;
	rd_tcp.loop.vain += !h->ep;
}

static struct handshake *make(int fd, struct rd_tcp_ep *ep, const struct rd_tcp_addr *peer)
{
	struct handshake *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->src.fd = fd;
	h->src.ready = handshake_ready;
	h->cand = -1;
	h->peer = *peer;
	rd_list_append(&rd_tcp.setup.handshakes, &h->link);
	rd_list_init(&h->own);
	belong(h, ep);
	return h;
}

static void fill_helo(struct handshake *h)
{
	struct rd_tcp_helo *m = &h->helo;

	memcpy(m->magic, "RONDOtcp", 8);
	m->order = RD_TCP_ORDER;
	m->version = RD_TCP_VERSION;
	m->from = rd_job.rank;
	m->to = h->ep->base.rank;
	m->session = rd_tcp.session;
	m->received = h->ep->rx.pos;
	m->epoch = h->ep->conn.epoch;
}

/* Takes over the accepted socket, unless it returns an error. */
int rd_tcp_handshake_accept(int fd, const struct rd_tcp_addr *from)
{
	struct handshake *h;

	if (rd_tcp.listen.nunauthenticated >= UNAUTHENTICATED_MAX)
		rd_tcp_handshake_drop_stranger();
	h = make(fd, NULL, from);
	if (!h)
		return RD_ENOMEM;
	rd_tcp.listen.nunauthenticated++;
	h->state = HELO;
	set_deadline(h, rd_clock_ns() + rd_wait_table.connection.greeting_ns);
	/* Most peers have sent all they will: an unauthenticated one that is not waited for costs
	 * few system calls. */
	handshake_ready(&h->src, EPOLLIN);
	if (h->src.fd >= 0 && watch(h, EPOLLIN))
		fail(h, ENOMEM);
	return 0;
}

/* Starts to connect. A failure is reported to the connect attempt, also an immediate one. */
int rd_tcp_handshake_connect(struct rd_tcp_ep *ep, int cand, const struct rd_tcp_addr *to)
{
	union rd_tcp_sockaddr sa;
	socklen_t len = rd_tcp_address_to_sock(to, &sa);
	int fd = socket(sa.any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	struct handshake *h = fd < 0 ? NULL : make(fd, ep, to);

	if (!h) {
		int err = fd < 0 ? errno : ENOMEM;

		if (fd >= 0)
			close(fd);
		rd_tcp_attempt_failed(ep, cand, err);
		return RD_ENOMEM;
	}
	h->cand = cand;
	set_deadline(h, rd_clock_ns() +
				rd_min(rd_wait_table.connection.attempt_ns, rd_tcp.timeout_ns / 3));
	rd_tcp_ep_patience(fd, 1);
	fill_helo(h);
	if (rd_tcp_random(h->helo.nonce, sizeof(h->helo.nonce)))
		return fail(h, EIO);
	seal_helo(h, &h->helo, h->helo.mac);
	if (rd_job_is_local(ep->base.rank))
		rd_tcp_ep_uncongested(fd);
	if (ep->conn.vain)
		rd_tcp_ep_small(fd);
	if (connect(fd, &sa.any, len) && errno != EINPROGRESS)
		return fail(h, errno);
	if (watch(h, EPOLLOUT))
		return fail(h, ENOMEM);
	attempt_ready(h); /* On loopback it is established already; and a process that computes next
			   * delays no peer. */
	return 0;
}

static void cancel(struct handshake *h)
{
	hang_up(h);
	bury(h);
}

void rd_tcp_handshake_cancel(struct rd_tcp_ep *ep)
{
	while (ep && !rd_list_empty(&ep->handshakes))
		cancel(rd_container(ep->handshakes.next, struct handshake, own));
	while (!ep && !rd_list_empty(&rd_tcp.setup.handshakes))
		cancel(rd_container(rd_tcp.setup.handshakes.next, struct handshake, link));
}

/* Closes the accepted connection that has been silent for longest. */
void rd_tcp_handshake_drop_stranger(void)
{
	if (!rd_list_empty(&rd_tcp.listen.unauthenticated))
		fail(rd_container(rd_tcp.listen.unauthenticated.next, struct handshake, own),
		     EBUSY);
}

void rd_tcp_handshake_tick(uint64_t now_ns)
{
	struct rd_list *l, *save;

	if (!rd_tcp.setup.due_ns || now_ns < rd_tcp.setup.due_ns)
		return;
	rd_tcp.setup.due_ns = 0;
	rd_list_for_safe (l, save, &rd_tcp.setup.handshakes) {
		struct handshake *h = rd_container(l, struct handshake, link);

		if (h->deadline_ns && now_ns >= h->deadline_ns)
			fail(h, ETIMEDOUT);
		else if (h->deadline_ns)
			set_deadline(h, h->deadline_ns);
	}
}

void rd_tcp_handshake_bury(void)
{
	struct rd_list *l;

	while ((l = rd_list_pop(&rd_tcp.setup.graves)))
		free(rd_container(l, struct handshake, link));
}
