/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The process on its ring: the page of this process's card, the loop that makes progress, and the
 * thread that makes it while the program does not call. The other files call its functions; below
 * is the transport over cards (btl_fpga), whose upcalls are here: they pass arrived packets to
 * recv.c and lost connections to peer.c. Packets are sent by packet.c.
 *
 * The thread sleeps until the card has something for this process, a peer's process ends, or a
 * timer is due. While the program makes progress by itself, which `calls` tells, or waits for the
 * lock, the thread only looks now and then, and such a program looks at the ends of processes too.
 */
#include "verbs/verbs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "base/param.h"
#include "btl_fpga/fpga.h"
#include "runtime/job.h"
#include "runtime/progress.h"

#define NAP_NS 50000u /* of the thread while the program makes progress */
#define NAP_MOST_NS 1000000u
#define ENDS_NS 100000000u   /* between looks of calls that poll at the ends of other processes, */
#define ENDS_POLLS 1024      /* and rounds of progress between reads of the clock for it */
#define LINGER_NS 500000000u /* at the end, for the last packets; before it, for the lock */

struct rd_vb rd_vb = {.lock = PTHREAD_MUTEX_INITIALIZER};
struct rd_job rd_job; /* of this library; place.c and btl.c read rank and size */

static struct {
	struct rd_poller *poller; /* of the transport */
	pthread_t thread;
	pid_t process;
	int wake_fd; /* eventfd */
	int stop;
	int forking; /* the lock is held by fork */
	int sleeps;  /* the thread sleeps, until: */
	uint64_t until_ns;
	uint32_t rounds;  /* of progress */
	uint64_t ends_ns; /* when rd_vb_progress looks at the ends of other processes again */
	int port_up;
	int lost;         /* the card: IBV_EVENT_DEVICE_FATAL has been raised */
	uint32_t nfaults; /* of rd_page, when port_up was found */
} net = {.wake_fd = -1};

/* ---- Upcalls of the transport ---- */

void rd_btl_up_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	struct rd_vb_hdr own;

	memcpy(&own, hdr, sizeof(own));
	if (own.kind == RD_VB_BYE) {
		rd_vb.nodes[ep->rank].bye = 1;
		rd_vb_peer_gone(ep->rank); /* its process may go on for long */
	} else {
		rd_vb_on_packet(ep->rank, &own, payload, len);
	}
}

void rd_btl_up_down(struct rd_ep *ep, int err)
{
	(void)err;
	rd_vb_peer_lost(ep->rank);
}

void rd_btl_up_connected(struct rd_ep *ep)
{
	(void)ep;
}

/* No memory is lent: the transport's own requests for it are refused. */
int rd_btl_up_lent(struct rd_ep *ep, uint64_t token, uint64_t addr, uint64_t len)
{
	(void)ep, (void)token, (void)addr, (void)len;
	return 0;
}

/* The transport is the only poller of this library. */
void rd_progress_add(struct rd_poller *poller)
{
	net.poller = poller;
}

void rd_progress_remove(struct rd_poller *poller)
{
	(void)poller;
}

/* ---- Progress ---- */

void rd_vb_due(uint64_t ns)
{
	if (!rd_vb.wake_ns || ns < rd_vb.wake_ns)
		rd_vb.wake_ns = ns;
}

static void serve_timers(void)
{
	uint64_t now = rd_clock_ns();

	if (now < rd_vb.wake_ns)
		return;
	rd_vb.wake_ns = 0;
	rd_vb_push_timers(now);
	rd_vb_peer_serve(now);
}

static void serve_busy(void)
{
	struct rd_list *link, now;

	rd_list_init(&now);
	while ((link = rd_list_pop(&rd_vb.busy)))
		rd_list_append(&now, link);
	while ((link = rd_list_pop(&now))) {
		struct rd_vb_qp *qp = rd_container(link, struct rd_vb_qp, busy);
		int more = rd_vb_answer(qp);

		more |= rd_vb_push(qp);
		if (more)
			rd_vb_qp_busy(qp);
	}
}

/* A link has died, or works again. The port is up while one of the two is. */
static void look_at_port(void)
{
	int up = rd_vb_net_links() != 0;

	net.nfaults = rd_page.nfaults;
	if (up == net.port_up)
		return;
	net.port_up = up;
	rd_info("verbs: the port is %s", up ? "up" : "down: both links of the card are dead");
	rd_vb_async_all(up ? IBV_EVENT_PORT_ACTIVE : IBV_EVENT_PORT_ERR);
}

/* No connection works any more, and none will, also not with this process itself: btl_fpga has said
 * why. */
static void device_lost(void)
{
	net.lost = 1;
	for (int i = 0; i < rd_vb.size; i++)
		rd_vb_peer_lost(i);
	rd_vb_async_all(IBV_EVENT_DEVICE_FATAL);
}

/* The thread sees them in its sleep. Where processors are scarce it may not get the lock for
 * seconds from a program that polls. */
static void look_at_ends(void)
{
	uint64_t now = rd_clock_ns();

	if (now < net.ends_ns)
		return;
	net.ends_ns = now + ENDS_NS;
	for (int i = 0; i < rd_vb.size; i++) {
		struct pollfd fd = {.fd = rd_vb.nodes[i].pidfd, .events = POLLIN};

		if (fd.fd >= 0 && poll(&fd, 1, 0) == 1)
			rd_vb_peer_gone(i);
	}
}

int rd_vb_progress(void)
{
	int n = net.poller->poll();

	if (rd_unlikely(++net.rounds % ENDS_POLLS == 0))
		look_at_ends();

	if (rd_unlikely(rd_fpga.lost && !net.lost))
		device_lost();
	if (rd_unlikely(rd_page.nfaults != net.nfaults))
		look_at_port();
	n += rd_vb_packet_poll();
	if (!rd_list_empty(&rd_vb.busy))
		serve_busy();
	if (rd_unlikely(rd_vb.wake_ns != 0))
		serve_timers();
	return n;
}

static int has_work(void)
{
	return !rd_list_empty(&rd_vb.busy) || rd_vb_packet_waits();
}

void rd_vb_nudge(void)
{
	const uint64_t one = 1;

	if (!net.sleeps || !(has_work() || (rd_vb.wake_ns && rd_vb.wake_ns < net.until_ns)))
		return;
	net.sleeps = 0;
	if (write(net.wake_fd, &one, sizeof(one)) != sizeof(one))
		rd_warn("verbs: eventfd: %m");
}

/* ---- The thread ---- */

static struct pollfd *fds; /* [2 + size] */
static int *nodes_of;      /* [2 + size] */

/* The descriptors that end a sleep. Returns their number. */
static int list_fds(void)
{
	int n = 2;

	fds[0] = (struct pollfd){.fd = net.wake_fd, .events = POLLIN};
	fds[1] = (struct pollfd){.fd = net.poller->fd, .events = POLLIN};
	for (int i = 0; i < rd_vb.size; i++)
		if (rd_vb.nodes[i].pidfd >= 0) {
			nodes_of[n] = i;
			fds[n++] = (struct pollfd){.fd = rd_vb.nodes[i].pidfd, .events = POLLIN};
		}
	return n;
}

/* Sleeps without the lock, until `until` (CLOCK_MONOTONIC, ns). */
static void sleep_until(uint64_t until, int with_card)
{
	uint64_t now = rd_clock_ns(), ns = until > now ? until - now : 0, many;
	struct timespec ts = {.tv_sec = (time_t)(ns / 1000000000),
			      .tv_nsec = (long)(ns % 1000000000)};
	int n = list_fds(), got;

	if (!with_card)
		fds[1].fd = -1;
	net.sleeps = 1;
	net.until_ns = until;
	rd_vb_unlock();
	got = ppoll(fds, (nfds_t)n, &ts, NULL);
	rd_vb_lock();
	net.sleeps = 0;
	if (got <= 0)
		return;
	if (fds[0].revents && read(net.wake_fd, &many, sizeof(many)) < 0)
		rd_debug("verbs: eventfd: %m");
	for (int i = 2; i < n; i++)
		if (fds[i].revents && rd_vb.nodes[nodes_of[i]].pidfd == fds[i].fd)
			rd_vb_peer_gone(nodes_of[i]);
}

/* Until something comes, for at most a minute. */
static void sleep_long(void)
{
	uint64_t now = rd_clock_ns(), until = now + 60000000000u;
	int how = net.poller->arm();

	if (rd_vb.wake_ns)
		until = rd_min(until, rd_vb.wake_ns);
	if (how == RD_ARM_BLIND || has_work())
		until = rd_min(until, now + NAP_MOST_NS);
	if (how != RD_ARM_BUSY)
		sleep_until(until, 1);
	net.poller->disarm();
}

/* Whether a call waits for the lock, which its owner would get again at once. */
static int is_wanted(void)
{
	return __atomic_load_n(&rd_vb.wanted, __ATOMIC_RELAXED) != 0;
}

static void *run(void *arg)
{
	uint64_t calls = 0, nap = NAP_NS;

	(void)arg;
	prctl(PR_SET_TIMERSLACK, 1000ul);
	rd_vb_lock();
	while (!net.stop) {
		int n = rd_vb_progress(), wanted = is_wanted(), called = calls != rd_vb.calls;

		calls = rd_vb.calls;
		if (called || wanted) {
			nap = n && called ? NAP_NS : rd_min(2 * nap, (uint64_t)NAP_MOST_NS);
			sleep_until(rd_clock_ns() + nap, 0);
		} else if (!n) {
			nap = NAP_NS;
			sleep_long();
		}
	}
	rd_vb_unlock();
	return NULL;
}

/* ---- Start and end ---- */

static int env_int(const char *name, int absent)
{
	const char *text = getenv(name);

	return text && *text ? atoi(text) : absent;
}

/* Rank and size as launchers tell them. Another MPI's launcher may have been started by mpirun, and
 * has started this process: its variables are the nearer ones. */
static const char *const ranks[][2] = {
	{"PMI_RANK", "PMI_SIZE"}, /* MPICH's Hydra */
	{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
	{"PMIX_RANK", "RONDO_SIZE"},
};

static const char *const *nearest(void)
{
	unsigned i = 0;

	while (i < sizeof(ranks) / sizeof(*ranks) - 1 && !getenv(ranks[i][0]))
		i++;
	return ranks[i];
}

int rd_vb_net_rank(void)
{
	return env_int(nearest()[0], -1);
}

static int job_size(void)
{
	return env_int(nearest()[1], 0);
}

int rd_vb_net_exists(void)
{
	static int said;
	const char *why = NULL;

	rd_log_set_level((enum rd_log_level)(RD_LOG_WARN + rd_param_int(RD_PARAM_VERBOSE)));
	if (!*rd_param_string(RD_PARAM_RING))
		why = "there is no ring: mpirun --ring emu --verbs makes one";
	else if (rd_vb_net_rank() < 0 || job_size() <= rd_vb_net_rank())
		why = "this process has no rank: start it with mpirun --ring emu --verbs";
	if (!why)
		return 1;
	if (!said++)
		rd_info("verbs: no device: %s", why);
	return 0;
}

static int make_nodes(void)
{
	rd_vb.nodes = calloc((size_t)rd_vb.size, sizeof(*rd_vb.nodes));
	fds = calloc((size_t)rd_vb.size + 2, sizeof(*fds));
	nodes_of = calloc((size_t)rd_vb.size + 2, sizeof(*nodes_of));
	net.wake_fd = eventfd(0, EFD_CLOEXEC);
	if (!rd_vb.nodes || !fds || !nodes_of || net.wake_fd < 0)
		return ENOMEM;
	for (int i = 0; i < rd_vb.size; i++)
		rd_vb.nodes[i].pidfd = -1;
	rd_vb.nodes[rd_vb.rank].state = RD_VB_NODE_UP;
	return 0;
}

static void free_nodes(void)
{
	for (int i = 0; rd_vb.nodes && i < rd_vb.size; i++)
		if (rd_vb.nodes[i].pidfd >= 0)
			close(rd_vb.nodes[i].pidfd);
	free(rd_vb.nodes);
	free(fds);
	free(nodes_of);
	if (net.wake_fd >= 0)
		close(net.wake_fd);
	rd_vb.nodes = NULL;
	fds = NULL;
	nodes_of = NULL;
	net.wake_fd = -1;
}

/* ---- No card any more ---- */

static int poll_nothing(void)
{
	return 0;
}

/* The process ends, or is a child that its owner has made by fork: objects stay, so that calls of
 * other threads and of destructors do no harm, but no call reaches the card or another process. */
static void cut_off(void)
{
	static struct rd_poller nothing = {.name = "nothing", .poll = poll_nothing};

	rd_vb.open = 0;
	net.poller = &nothing;
	net.nfaults = rd_page.nfaults;
	net.sleeps = 0;
	close(net.wake_fd);
	net.wake_fd = -1;
	for (int i = 0; i < rd_vb.size; i++) {
		struct rd_vb_node *n = &rd_vb.nodes[i];

		if (n->pidfd >= 0)
			close(n->pidfd);
		*n = (struct rd_vb_node){.state = RD_VB_NODE_DOWN, .pidfd = -1};
	}
}

/* The lock, unless its holder does not give it back: exit and fork may be called by a handler
 * of a signal that has interrupted a call of this library. */
static int lock_for_a_while(void)
{
	struct timespec until;
	int err;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += LINGER_NS;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	__atomic_fetch_add(&rd_vb.wanted, 1, __ATOMIC_RELAXED);
	err = pthread_mutex_timedlock(&rd_vb.lock, &until);
	__atomic_fetch_sub(&rd_vb.wanted, 1, __ATOMIC_RELAXED);
	return !err;
}

static void before_fork(void)
{
	net.forking = lock_for_a_while();
}

static void after_fork(void)
{
	if (net.forking)
		rd_vb_unlock();
}

static void in_child(void)
{
	pthread_mutex_init(&rd_vb.lock, NULL);
	rd_vb.wanted = 0;
	if (rd_vb.open)
		cut_off();
}

static int watch_forks(void)
{
	static int watched;

	if (!watched && pthread_atfork(before_fork, after_fork, in_child))
		return ENOMEM;
	watched = 1;
	return 0;
}

/* The program's signals are not for the thread. */
static int start_thread(void)
{
	sigset_t all, was;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &was);
	net.stop = 0;
	err = pthread_create(&net.thread, NULL, run, NULL);
	pthread_sigmask(SIG_SETMASK, &was, NULL);
	return err;
}

/* The ring's memory by mpirun's own descriptor: a launcher between may have closed the one that
 * RONDO_RING names, and the program may have opened another file in its place. */
static void find_ring(void)
{
	const char *path = getenv("RONDO_VERBS_RING"), *text = rd_param_string(RD_PARAM_RING);
	const char *at = strstr(text, ":fd="), *end = at ? strchr(at, ',') : NULL;
	char own[64];
	int fd = path && end ? open(path, O_RDWR | O_CLOEXEC) : -1;

	if (fd < 0)
		return;
	snprintf(own, sizeof(own), "%.*s:fd=%d%s", (int)(at - text), text, fd, end);
	if (rd_param_set(RD_PARAM_RING, own))
		close(fd);
}

static int open_page(void)
{
	const char *why = "";
	int err;

	find_ring();
	rd_vb.rank = rd_job.rank = rd_vb_net_rank();
	rd_vb.size = rd_job.size = job_size();
	if (getenv("PMIX_NAMESPACE"))
		strncpy(rd_job.id, getenv("PMIX_NAMESPACE"), sizeof(rd_job.id) - 1);
	err = rd_btl_fpga.init(&why);
	if (err)
		rd_warn("verbs: the card of rank %d cannot be opened: %s%s", rd_vb.rank,
			rd_err_text(err), why);
	if (!err && rd_page.card->place.users > 1) {
		rd_warn("verbs: %d processes on %d cards: each needs its own (mpirun --ring-cards)",
			rd_vb.size, rd_page.card->place.nodes);
		rd_btl_fpga.fini();
		return ENODEV;
	}
	return err == RD_ENOMEM ? ENOMEM : err ? ENODEV : 0;
}

static int open_all(void)
{
	int err = open_page();

	if (err)
		return err;
	rd_list_init(&rd_vb.busy);
	rd_list_init(&rd_vb.timers);
	rd_list_init(&rd_vb.cards);
	rd_list_init(&rd_vb.ctxs);
	rd_vb_packet_init();
	rd_fpga.greeted = rd_vb_peer_greeted;
	rd_vb.open = 1;
	net.nfaults = rd_page.nfaults;
	net.port_up = rd_vb_net_links() != 0;
	err = make_nodes();
	if (!err)
		err = watch_forks();
	if (!err)
		err = start_thread();
	if (err) {
		rd_vb.open = 0;
		free_nodes();
		rd_btl_fpga.fini();
		return err;
	}
	net.process = getpid();
	return 0;
}

int rd_vb_net_open(void)
{
	int err = 0;

	rd_vb_lock();
	if (!rd_vb.open && net.process) {
		rd_warn("verbs: process %d gets no device: %s", (int)getpid(),
			net.process == getpid()
				? "it ends"
				: "the one that made it by fork has the card; open it after fork");
		err = ENODEV;
	} else if (!rd_vb.open) {
		err = open_all();
	}
	rd_vb_unlock();
	return err;
}

/* The answers of this process must reach the others, and the news that it ends in order. */
static void take_leave(void)
{
	static const struct rd_vb_hdr bye = {.kind = RD_VB_BYE};
	uint64_t since = rd_clock_ns();

	while ((has_work() || rd_vb_peer_half()) && rd_clock_ns() - since < LINGER_NS)
		rd_vb_progress();
	for (int i = 0; i < rd_vb.size; i++) {
		int err = RD_EAGAIN;

		if (i == rd_vb.rank || !rd_vb_net_is_up(i))
			continue;
		while (err == RD_EAGAIN && rd_clock_ns() - since < LINGER_NS) {
			err = rd_vb_net_send(i, &bye, NULL, 0);
			rd_vb_progress();
		}
	}
	while (!rd_page_idle() && rd_clock_ns() - since < LINGER_NS)
		;
}

/* At the end of the process; not of a child that it has made by fork. */
__attribute__((destructor)) static void close_all(void)
{
	const uint64_t one = 1;

	if (!rd_vb.open || net.process != getpid() || !lock_for_a_while())
		return;
	take_leave();
	net.stop = 1;
	rd_vb_unlock();
	if (write(net.wake_fd, &one, sizeof(one)) == sizeof(one))
		pthread_join(net.thread, NULL);
	rd_vb_lock();
	rd_btl_fpga.fini();
	cut_off();
	rd_vb_unlock();
}

/* ---- The port ---- */

int rd_vb_net_links(void)
{
	int up = 0;

	for (uint32_t port = 0; rd_vb.open && !rd_fpga.lost && port < 2; port++)
		if (rd_page.card->read(rd_page.card, RN_NODE_LINK + port * RN_NODE_LINK_STEP) &
		    RN_NODE_LINK_UP_MASK)
			up |= 1 << port;
	return up;
}

/* The node's number is in the last bytes of the GID: prefix fe80::/64, then its GUID. */
void rd_vb_net_gid(int node, union ibv_gid *gid)
{
	gid->global.subnet_prefix = htobe64(0xfe80000000000000u);
	gid->global.interface_id = htobe64(rd_vb_guid(node));
}

int rd_vb_net_node_of(const struct ibv_ah_attr *attr)
{
	uint64_t node = (uint64_t)attr->dlid - 1;

	if (attr->is_global && !attr->dlid)
		node = be64toh(attr->grh.dgid.global.interface_id) - rd_vb_guid(0);
	return node < (uint64_t)rd_vb.size ? (int)node : -1;
}
