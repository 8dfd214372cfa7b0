/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The times at which each socket is polled. There are two ways. An endpoint from which bytes came
 * recently is "hot" and read directly, at the cost of one recv. All others, and all endpoints once
 * more than RD_WAIT_TCP_HOT peers send at a time, go through epoll. While nothing arrives at all,
 * most calls of poll() return at once. Called by the progress loop; calls rx.c, tx.c, handshake.c,
 * connect.c, listen.c.
 *
 * epoll itself, not an event library: the progress loop sleeps in poll(2) on one descriptor, which
 * an epoll set is and which libevent does not expose.
 */
#include "btl_tcp/tcp_impl.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "runtime/wait.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define EVENTS_MAX 64 /* by one epoll_wait */

static struct {
	struct rd_tcp_ep *hot[RD_WAIT_TCP_HOT];
	int nhot;
	uint32_t until_epoll;  /* polls */
	uint32_t crowd;        /* polls that epoll still makes alone */
	uint32_t idle;         /* empty polls */
	uint32_t skip, rested; /* calls to return from at once; number set by the last poll */
	uint64_t rest_ns, rest_yields; /* time of that poll */
	uint64_t yields;               /* count of the progress loop's yields that forces a poll */
	uint64_t tick_ns;              /* time of the last check of the timers */
	uint64_t timer_ns;             /* time that the timer is set to; 0: not set, or expired */
} loop;

int rd_tcp_loop_watch(struct rd_tcp_source *src, uint32_t events)
{
	struct epoll_event ev = {.events = events, .data.ptr = src};

	if (epoll_ctl(rd_tcp.loop.epfd, EPOLL_CTL_ADD, src->fd, &ev)) {
		rd_error("tcp: epoll takes no further socket: %m");
		return errno == ENOMEM || errno == ENOSPC ? RD_ENOMEM : RD_ESYS;
	}
	return 0;
}

/* close() alone is not enough if the program has forked: epoll watches the open file description,
 * until its last descriptor is closed. */
void rd_tcp_loop_close(int fd)
{
	epoll_ctl(rd_tcp.loop.epfd, EPOLL_CTL_DEL, fd, NULL);
	close(fd);
}

/* Also moves a watched descriptor to another source. */
void rd_tcp_loop_change(struct rd_tcp_source *src, uint32_t events)
{
	struct epoll_event ev = {.events = events, .data.ptr = src};

	if (epoll_ctl(rd_tcp.loop.epfd, EPOLL_CTL_MOD, src->fd, &ev))
		rd_error("tcp: epoll lost a socket: %m");
}

/* While bytes arrive from an endpoint continuously, epoll need not record each arrival. */
static void unwatch(struct rd_tcp_ep *ep)
{
	if (!ep->tx.want_out && !epoll_ctl(rd_tcp.loop.epfd, EPOLL_CTL_DEL, ep->src.fd, NULL))
		ep->hot.unwatched = 1;
}

/* 0, also if nothing has to be done. */
static int watch_again(struct rd_tcp_ep *ep)
{
	if (!ep->hot.unwatched)
		return 0;
	ep->hot.hits = 0;
	if (rd_tcp_loop_watch(&ep->src, EPOLLIN))
		return RD_ENOMEM;
	ep->hot.unwatched = 0;
	return 0;
}

static int watch_all(void)
{
	int err = 0;

	for (int i = 0; i < loop.nhot; i++)
		if (watch_again(loop.hot[i]))
			err = RD_ENOMEM;
	return err;
}

void rd_tcp_loop_cold(struct rd_tcp_ep *ep)
{
	for (int i = 0; i < loop.nhot; i++)
		if (loop.hot[i] == ep) {
			loop.hot[i] = loop.hot[--loop.nhot];
			return;
		}
}

void rd_tcp_loop_hot(struct rd_tcp_ep *ep)
{
	ep->hot.quiet = ep->hot.hits = 0;
	loop.idle = 0;
	loop.skip = 0;
	for (int i = 0; i < loop.nhot; i++)
		if (loop.hot[i] == ep)
			return;
	if (loop.crowd)
		return;
	if (loop.nhot < RD_WAIT_TCP_HOT) {
		loop.hot[loop.nhot++] = ep;
		return;
	}
	if (watch_all())
		return; /* those that epoll does not take stay hot */
	loop.nhot = 0;
	loop.crowd = rd_wait_table.tcp.crowd_polls;
}

/* Handshakes, connect attempts, a paused listener, posts, rings and connections to other nodes have
 * deadlines. */
static int timers_run(void)
{
	return rd_tcp.listen.accept_ns || rd_tcp.nremote || !rd_list_empty(&rd_tcp.queues.rings) ||
	       !rd_list_empty(&rd_tcp.queues.holders) || !rd_list_empty(&rd_tcp.setup.handshakes) ||
	       !rd_list_empty(&rd_tcp.setup.attempts);
}

static void tick(void)
{
	uint64_t now = rd_clock_ns();

	if (now - loop.tick_ns < rd_wait_table.connection.tick_ns)
		return;
	loop.tick_ns = now;
	rd_tcp_handshake_tick(now);
	rd_tcp_attempt_tick(now);
	rd_tcp_listen_tick(now);
	rd_tcp_ep_tick(now);
	rd_tcp_tx_tick(now);
	rd_tcp_rings_tick(now);
}

static void timer_ready(struct rd_tcp_source *src, uint32_t events)
{
	uint64_t times;

	(void)events;
	if (read(src->fd, &times, sizeof(times)) < 0)
		return; /* EAGAIN: it was set again in between */
	loop.tick_ns = loop.timer_ns = 0;
	rd_tcp.loop.vain++;
}

static struct rd_tcp_source timer = {-1, timer_ready};

static void want_out(struct rd_tcp_ep *ep, int want)
{
	if (ep->tx.want_out == want || ep->src.fd < 0 || watch_again(ep))
		return;
	ep->tx.want_out = (uint8_t)want;
	rd_tcp_loop_change(&ep->src, EPOLLIN | (want ? EPOLLOUT : 0));
}

/* Events of unauthenticated peers do not count as progress, so they do not extend the spin phase of
 * a waiting process. */
static int dispatch(void)
{
	struct epoll_event ev[EVENTS_MAX];
	int n = epoll_wait(rd_tcp.loop.epfd, ev, EVENTS_MAX, 0), news = 0;

	for (int i = 0; i < n; i++) {
		struct rd_tcp_source *src = ev[i].data.ptr;
		uint32_t vain = rd_tcp.loop.vain;

		if (src->fd >= 0)
			src->ready(src, ev[i].events);
		news += rd_tcp.loop.vain == vain;
	}
	rd_tcp_handshake_bury();
	return news;
}

static int look_at_hot(void)
{
	int n = 0;

	for (int i = loop.nhot - 1; i >= 0; i--) {
		struct rd_tcp_ep *ep;
		int events;

		if (i >= loop.nhot) /* some went cold meanwhile */
			continue;
		ep = loop.hot[i];
		events = rd_tcp_rx_pull(ep);
		n += events;
		if (!events) {
			if (++ep->hot.quiet > rd_wait_table.tcp.hot_polls && !watch_again(ep))
				rd_tcp_loop_cold(ep);
			continue;
		}
		ep->hot.quiet = 0;
		if (++ep->hot.hits == rd_wait_table.tcp.unwatch_hits && ep->state == RD_TCP_EP_UP)
			unwatch(ep);
	}
	return n;
}

/* Writes waiting data: to a few endpoints by trying, to many by EPOLLOUT. */
static int look_at_txq(void)
{
	struct rd_list *l, *save;
	int n = 0, direct = rd_tcp.queues.ntx <= rd_wait_table.tcp.direct_tx;

	rd_list_for_safe (l, save, &rd_tcp.queues.txq) {
		struct rd_tcp_ep *ep = rd_container(l, struct rd_tcp_ep, tx.link);

		if (direct)
			n += rd_tcp_tx_flush(ep);
		else
			want_out(ep, 1);
	}
	return n;
}

void rd_tcp_loop_pause(void)
{
	struct epoll_event ev;
	struct rd_list *l;

	watch_all();
	rd_list_for (l, &rd_tcp.queues.txq)
		want_out(rd_container(l, struct rd_tcp_ep, tx.link), 1);
	epoll_wait(rd_tcp.loop.epfd, &ev, 1, 10);
}

void rd_tcp_loop_look(void)
{
	struct rd_list *l, *save;

	look_at_hot();
	rd_list_for_safe (l, save, &rd_tcp.queues.txq)
		rd_tcp_tx_flush(rd_container(l, struct rd_tcp_ep, tx.link));
	rd_tcp_tx_tell(1);
	dispatch();
	tick();
}

/* An endpoint's socket, as epoll reports it (endpoint.c sets it). */
void rd_tcp_loop_ep_ready(struct rd_tcp_source *src, uint32_t events)
{
	struct rd_tcp_ep *ep = rd_container(src, struct rd_tcp_ep, src);

	if (events & EPOLLOUT) {
		rd_tcp_tx_flush(ep);
		want_out(ep, rd_tcp_tx_pending(ep));
	}
	if (events & ~(uint32_t)EPOLLOUT) {
		rd_tcp_loop_hot(ep);
		rd_tcp_rx_pull(ep);
	}
}

/* At most `calls`, and at most as many as take `most_ns` at the recent pace: a program that
 * computes between its calls makes few. */
static uint32_t in_time(uint32_t calls, uint64_t most_ns)
{
	uint64_t now_ns = rd_clock_ns();
	uint64_t each_ns = (now_ns - loop.rest_ns) / (loop.rested - loop.skip + 1);

	loop.rest_ns = now_ns;
	if (loop.rest_yields == rd_progress_stats.yields && each_ns)
		calls = (uint32_t)rd_min((uint64_t)calls, most_ns / each_ns);
	if (!calls)
		loop.until_epoll = 0;
	loop.rest_yields = rd_progress_stats.yields;
	loop.rested = calls;
	return calls;
}

/*
 * Sets the pause until the next poll: a number of calls, the time that these take, and yields of
 * the processor, whichever ends first. The longer nothing has arrived the less a delay matters;
 * while no peer is connected it hardly matters at all.
 */
static void rest(void)
{
	uint32_t calls = rd_wait_table.tcp.idle_skip_least, yields = 1;
	uint64_t most_ns = rd_wait_table.tcp.idle_ns;

	if (!rd_tcp.nup && rd_list_empty(&rd_tcp.setup.handshakes) &&
	    rd_list_empty(&rd_tcp.setup.attempts)) {
		calls = rd_wait_table.tcp.alone_skip;
		yields = rd_wait_table.tcp.alone_yields;
		most_ns = rd_wait_table.tcp.alone_ns;
	} else if (loop.idle > rd_wait_table.tcp.idle_polls && !rd_tcp.queues.ntx) {
		calls += rd_min((loop.idle - rd_wait_table.tcp.idle_polls) /
					rd_wait_table.tcp.idle_slope,
				rd_wait_table.tcp.idle_skip_most);
		yields = rd_wait_table.tcp.idle_yields;
	}
	loop.skip = in_time(calls, most_ns);
	loop.yields = rd_progress_stats.yields + yields;
}

static int look(void)
{
	int n = 0, yielded = rd_progress_stats.yields >= loop.yields;

	rd_tcp.loop.polls++;
	if (rd_unlikely(!rd_list_empty(&rd_tcp.queues.bursts)))
		rd_tcp_burst_look(0);
	if (rd_unlikely(!rd_list_empty(&rd_tcp.queues.owing)))
		rd_tcp_tx_tell(0);
	if (rd_likely(loop.skip && !yielded)) {
		loop.skip--;
		if (rd_likely(loop.skip % rd_wait_table.tcp.clock_every) ||
		    rd_clock_ns() - loop.rest_ns < rd_wait_table.tcp.alone_ns)
			return 0;
	}
	if (loop.nhot)
		n += look_at_hot();
	if (rd_tcp.queues.ntx)
		n += look_at_txq();
	if (loop.crowd)
		loop.crowd--;
	/* After a yield much may have arrived, and the cost of epoll is small in comparison. */
	if (!loop.nhot || yielded || loop.idle > rd_wait_table.tcp.epoll_idle ||
	    !loop.until_epoll--) {
		loop.until_epoll = rd_wait_table.tcp.epoll_every;
		n += dispatch();
		if (timers_run())
			tick();
	}
	if (n) {
		loop.idle = loop.skip = loop.rested = 0;
	} else {
		loop.idle += loop.idle < UINT32_MAX;
		rest();
	}
	return n;
}

static uint64_t earliest(uint64_t a, uint64_t b)
{
	if (!a || !b)
		return a | b;
	return rd_min(a, b);
}

static void set_timer(void)
{
	uint64_t at = earliest(rd_tcp.setup.due_ns, rd_tcp.setup.attempt_ns);
	struct itimerspec when = {0};

	at = earliest(at, rd_tcp.listen.accept_ns);
	if (rd_tcp.nremote)
		at = earliest(at, rd_tcp.watch_ns);
	at = earliest(at, rd_tcp_rings_due());
	if (at == loop.timer_ns)
		return;
	loop.timer_ns = at;
	when.it_value.tv_sec = (time_t)(at / 1000000000u);
	when.it_value.tv_nsec = (long)(at % 1000000000u);
	timerfd_settime(rd_tcp.loop.timerfd, TFD_TIMER_ABSTIME, &when, NULL);
}

/* Level-triggered: data that has arrived already makes the descriptor readable at once. */
static int arm(void)
{
	struct rd_list *l;

	rd_tcp_burst_look(1);
	rd_tcp_tx_tell(1);
	rd_tcp_tx_tick(0);
	rd_list_for (l, &rd_tcp.queues.txq)
		want_out(rd_container(l, struct rd_tcp_ep, tx.link), 1);
	if (timers_run())
		set_timer();
	return watch_all() ? RD_ARM_BLIND : RD_ARM_OK;
}

static void disarm(void)
{
	loop.idle = 0;
	loop.skip = loop.rested = 0;
	loop.until_epoll = 0; /* the socket that woke the process is not hot */
}

static struct rd_poller poller = {.name = "tcp", .poll = look, .arm = arm, .disarm = disarm};

int rd_tcp_loop_init(void)
{
	memset(&loop, 0, sizeof(loop));
	rd_tcp.loop.epfd = epoll_create1(EPOLL_CLOEXEC);
	rd_tcp.loop.timerfd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	if (rd_tcp.loop.epfd < 0 || rd_tcp.loop.timerfd < 0) {
		rd_error("tcp: no descriptor for epoll and timer: %m; raise the limit on open "
			 "files (ulimit -n)");
		return RD_ESYS;
	}
	timer.fd = rd_tcp.loop.timerfd;
	poller.fd = rd_tcp.loop.epfd;
	rd_progress_add(&poller);
	return rd_tcp_loop_watch(&timer, EPOLLIN);
}

void rd_tcp_loop_fini(void)
{
	rd_progress_remove(&poller);
	if (rd_tcp.loop.timerfd >= 0)
		close(rd_tcp.loop.timerfd);
	if (rd_tcp.loop.epfd >= 0)
		close(rd_tcp.loop.epfd);
	timer.fd = rd_tcp.loop.timerfd = rd_tcp.loop.epfd = -1;
}
