/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Peers and transports: the open transports, the one by which each peer is reached, and the
 * messages that wait for room. Above: send.c, rndv.c, flow.c; below: btl_*.
 *
 * A rank publishes one record per open transport, in the order of preference: name length (1 byte),
 * name, address length (2 bytes, little endian), address. One more record, "params", has the values
 * of parameters that must be equal on all ranks: each rank compares them with those of a rank
 * before it, and of each peer that it connects to, so that ranks with different values end
 * with an error instead of waiting for each other.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/err.h"
#include "base/log.h"
#include "base/param.h"
#include "pt2pt/p2p.h"
#include "runtime/job.h"
#include "runtime/failures.h"
#include "runtime/wait.h"

#define BLOB_MAX 8192 /* bytes; all addresses of one rank */

extern const struct rd_btl rd_btl_self, rd_btl_fpga, rd_btl_sm, rd_btl_tcp;

const struct rd_btl *const rd_btl_table[] = {&rd_btl_self, &rd_btl_fpga, &rd_btl_sm, &rd_btl_tcp,
					     NULL};
#define BTL_N (sizeof(rd_btl_table) / sizeof(rd_btl_table[0]) - 1)

struct rd_peer **rd_peers;
static int is_open[BTL_N];
static const char *absent_why[BTL_N];                          /* allowed, but not available here */
static struct rd_list busy_peers = {&busy_peers, &busy_peers}; /* peers with pending entries */
static struct rd_list free_pends = {&free_pends, &free_pends};

/* ---- Opening the transports ---- */

static int btl_known(const char *name, size_t len)
{
	for (size_t i = 0; i < BTL_N; i++)
		if (strlen(rd_btl_table[i]->name) == len &&
		    !memcmp(rd_btl_table[i]->name, name, len))
			return 1;
	return 0;
}

static int check_list(const char *list)
{
	for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',') {
		size_t len = strcspn(p, ",");

		if (btl_known(p, len))
			continue;
		rd_err_because("RONDO_BTL=%s: there is no transport \"%.*s\"; known are self, "
			       "fpga, sm, tcp",
			       list, (int)len, p);
		return RD_EOTHER;
	}
	return 0;
}

static int open_transports(void)
{
	const char *list = rd_param_string(RD_PARAM_BTL);
	int err = check_list(list), nopen = 0;

	for (size_t i = 0; i < BTL_N && !err; i++) {
		const char *why = "unknown reason";

		absent_why[i] = NULL;
		if (!rd_param_lists(RD_PARAM_BTL, rd_btl_table[i]->name))
			continue;
		err = rd_btl_table[i]->init(&why);
		if (!err) {
			is_open[i] = 1;
			nopen++;
		} else if (err == RD_ENOTSUP) {
			rd_info("transport %s is not available here: %s", rd_btl_table[i]->name,
				why);
			absent_why[i] = why;
			err = 0;
		}
	}
	if (!err && !nopen) {
		if (!rd_param_lists(RD_PARAM_BTL, "self"))
			rd_err_because("RONDO_BTL=%s lacks self, the transport from a rank to "
				       "itself: add it (RONDO_BTL=self,%s)",
				       list, list);
		else
			rd_err_because("no transport is open (RONDO_BTL=%s): unset RONDO_BTL, or "
				       "name others",
				       list);
		err = RD_EOTHER;
	}
	return err;
}

/* Names of records that belong to no transport. */
#define PARAMS "params"
#define WARNINGS "warnings" /* those about parameters, as a hash; without a record: none */

struct blob {
	unsigned char byte[BLOB_MAX];
	size_t len;
};

/* Starts the record `name`; returns room for up to *room bytes; NULL: there is none. */
static unsigned char *begin_record(struct blob *b, const char *name, size_t *room)
{
	size_t n = strlen(name);
	unsigned char *at = b->byte + b->len;

	if (b->len + n + 3 > BLOB_MAX)
		return NULL;
	*at = (unsigned char)n;
	memcpy(at + 1, name, n);
	*room = rd_min((size_t)BLOB_MAX - b->len - n - 3, (size_t)UINT16_MAX);
	return at + n + 3;
}

static void end_record(struct blob *b, unsigned char *at, size_t len)
{
	at[-2] = (unsigned char)len;
	at[-1] = (unsigned char)(len >> 8);
	b->len = (size_t)(at - b->byte) + len;
}

/* Those that follow are about parameters that are the same on all ranks: rank 0 tells them. */
static uint64_t warnings;

static void add_warnings(struct blob *b)
{
	uint64_t hash = warnings = rd_param_warnings();
	size_t room;
	unsigned char *at = hash ? begin_record(b, WARNINGS, &room) : NULL;

	if (!at || room < sizeof(hash))
		return;
	memcpy(at, &hash, sizeof(hash));
	end_record(b, at, sizeof(hash));
}

static int publish(void)
{
	struct blob b = {.len = 0};
	unsigned char *at;
	size_t room;

	for (size_t i = 0; i < BTL_N; i++) {
		at = is_open[i] ? begin_record(&b, rd_btl_table[i]->name, &room) : NULL;
		if (at)
			end_record(&b, at, rd_btl_table[i]->address(at, room));
	}
	at = begin_record(&b, PARAMS, &room);
	if (at)
		end_record(&b, at, rd_param_common((char *)at, room));
	add_warnings(&b);
	return rd_job_publish(b.byte, b.len);
}

/* ---- Choosing a transport for a peer ---- */

/* Finds the record of transport `name` in a published blob; 1 if found. */
static int find_record(const unsigned char *p, size_t len, const char *name, const void **addr,
		       size_t *addr_len)
{
	const unsigned char *end = p + len;

	while (p < end) {
		size_t n = *p++, a;
		const unsigned char *who = p;

		if ((size_t)(end - p) < n + 2)
			return 0;
		a = p[n] | (size_t)p[n + 1] << 8;
		p += n + 2;
		if ((size_t)(end - p) < a)
			return 0;
		*addr = p;
		*addr_len = a;
		p += a;
		if (n == strlen(name) && !memcmp(who, name, n))
			return 1;
	}
	return 0;
}

/* Checks that the parameters of the rank that published `blob` equal this rank's, which `others`
 * more ranks of this node have. */
static int check_params(int rank, const void *blob, size_t len, int others)
{
	const char *own, *theirs, *name;
	char more[40] = "";
	const void *params;
	size_t params_len;

	if (!find_record(blob, len, PARAMS, &params, &params_len))
		return 0;
	own = rd_param_common_other(params, params_len, &theirs, &name);
	if (!own)
		return 0;
	if (others)
		snprintf(more, sizeof(more), " and %d more of its host", others);
	rd_err_because(
		"%s is \"%s\" on rank %d%s, but \"%s\" on rank %d: give all ranks of the job the "
		"same value, as mpirun -x %s=... does",
		name, own, rd_job.rank, more, theirs, rank, name);
	return RD_EOTHER;
}

/* Warnings that the rank of `blob` has not had are told here. */
static void check_warnings(const void *blob, size_t len)
{
	const void *theirs;
	size_t n;

	if (warnings && (!find_record(blob, len, WARNINGS, &theirs, &n) || n != sizeof(warnings) ||
			 memcmp(theirs, &warnings, n)))
		rd_param_tell();
}

/* ---- All ranks have the same parameters ---- */

/* 1, where that is not known, too. */
static int are_alike(int a, int b)
{
	const void *blob, *of_a, *of_b;
	size_t len, a_len, b_len;

	if (rd_job_blob(a, &blob, &len) || !find_record(blob, len, PARAMS, &of_a, &a_len) ||
	    rd_job_blob(b, &blob, &len) || !find_record(blob, len, PARAMS, &of_b, &b_len))
		return 1;
	return a_len == b_len && !memcmp(of_a, of_b, a_len);
}

/* The rank with which rank local[i] of this node is compared: the preceding one of the node, whose
 * record is at hand; that of the node's first one is the preceding one of all. -1: none. */
static int compared_with(int i)
{
	return i ? rd_job.local[i - 1] : rd_job.local[0] - 1;
}

/* Of the ranks of this node that find another value than their own, the first one tells it. */
static int another_tells(int own)
{
	int i = 0;

	while (i < own && (compared_with(i) < 0 || are_alike(rd_job.local[i], compared_with(i))))
		i++;
	return i < own;
}

/* Ranks behind this one on the node that have its parameters. */
static int followers(int own)
{
	int n = 0;

	for (int i = own + 1; i < rd_job.nlocal; i++)
		n += are_alike(rd_job.local[i], rd_job.rank);
	return n;
}

int rd_peers_check_params(void)
{
	struct timespec pause = {.tv_nsec = rd_wait_table.launcher.elsewhere_ns};
	int own = rd_job_local_index(rd_job.rank), err;
	const void *blob;
	size_t len;

	if (rd_job.rank == 0) {
		rd_param_tell(); /* the launcher's variable is not of this job */
		return 0;
	}
	err = rd_job_blob(compared_with(own), &blob, &len);
	if (err)
		return err;
	check_warnings(blob, len);
	if (rd_likely(!check_params(compared_with(own), blob, len, 0)))
		return 0;
	err = check_params(compared_with(own), blob, len, followers(own));
	if (another_tells(own)) {
		rd_err_elsewhere();
		nanosleep(&pause, NULL); /* its end, which ends the job, comes first */
	}
	return err;
}

/* There may be no call whose error it becomes: the cause is logged, once for all peers. A session
 * has no MPI_Init in which the parameters of all are compared. */
static int not_connected(void)
{
	static char told[RD_CAUSE_B];
	const char *cause = rd_err_cause();
	char text[RD_CAUSE_B];

	snprintf(text, sizeof(text), "%s", cause ? cause : "a rank cannot be reached");
	if (!*told) {
		snprintf(told, sizeof(told), "%s", text);
		rd_error("%s", text);
	}
	rd_err_because("%s", text);
	if (!strcmp(text, told))
		rd_err_elsewhere();
	return RD_EOTHER;
}

/* Of the allowed transports that are not available here it names the last one in the table, which
 * reaches the most ranks: the ring, which most hosts lack, does not hide why TCP is not there. */
static int no_transport(int rank)
{
	char absent[RD_CAUSE_B] = "";

	for (size_t i = 0; i < BTL_N; i++)
		if (absent_why[i])
			snprintf(absent, sizeof(absent), "; %s is not available here: %s",
				 rd_btl_table[i]->name, absent_why[i]);
	rd_err_because("no transport reaches rank %d on %s (RONDO_BTL=%s): more transports must be "
		       "allowed there and here%s",
		       rank, rd_job_host(rank), rd_param_string(RD_PARAM_BTL), absent);
	return not_connected();
}

static int peer_connect(int rank, struct rd_ep **ep)
{
	const void *blob, *addr;
	size_t len, addr_len;
	int err = rd_job_blob(rank, &blob, &len);

	if (err)
		return err;
	err = check_params(rank, blob, len, 0);
	if (err)
		return not_connected();
	for (size_t i = 0; i < BTL_N; i++) {
		const struct rd_btl *btl = rd_btl_table[i];

		if (!is_open[i] || !find_record(blob, len, btl->name, &addr, &addr_len))
			continue;
		if (!btl->reaches(rank, addr, addr_len))
			continue;
		err = btl->connect(rank, addr, addr_len, ep);
		if (err != RD_ENOTSUP)
			return err;
	}
	return no_transport(rank);
}

int rd_btl_up_address(const struct rd_ep *ep, const void **addr, size_t *len)
{
	const void *blob;
	size_t blob_len;
	int err = rd_job_blob(ep->rank, &blob, &blob_len);

	if (err)
		return err;
	return find_record(blob, blob_len, ep->btl->name, addr, len) ? 0 : RD_ENOTSUP;
}

struct rd_peer *rd_peer_new(int rank)
{
	struct rd_peer *peer = calloc(1, sizeof(*peer));

	if (!peer) {
		rd_error("no memory for speaking to rank %d", rank);
		return NULL;
	}
	peer->rank = rank;
	rd_list_init(&peer->pending);
	rd_list_init(&peer->busy);
	rd_peers[rank] = peer;
	return peer;
}

struct rd_peer *rd_peer_must(int rank)
{
	struct rd_peer *peer = rd_peers[rank] ? rd_peers[rank] : rd_peer_new(rank);

	if (!peer)
		rd_job_abort(MPI_ERR_NO_MEM, "no memory for a peer");
	return peer;
}

int64_t rd_peer_eager_limit(const struct rd_ep *ep)
{
	int64_t asked = rd_param_int(RD_PARAM_EAGER);

	return asked > 0 && asked < ep->eager_max ? asked : ep->eager_max;
}

void rd_peer_update_limits(struct rd_peer *peer)
{
	const struct rd_ep *ep = peer->ep;

	peer->brief = 0;
	if (!ep || !ep->btl->brief)
		return;
	peer->send_brief = ep->btl->brief;
	if (!peer->down && rd_list_empty(&peer->pending))
		peer->brief = (uint64_t)(rd_min(peer->eager, (int64_t)ep->brief_max) + 1);
}

static void peer_use(struct rd_peer *peer, struct rd_ep *ep)
{
	peer->ep = ep;
	if (peer->eager >= 0)
		peer->eager = rd_peer_eager_limit(ep);
	rd_peer_update_limits(peer);
}

int rd_peer_open(int rank, struct rd_peer **out)
{
	struct rd_peer *peer = rd_peers[rank];
	struct rd_ep *ep;
	int err;

	if (!peer && !(peer = rd_peer_new(rank)))
		return RD_ENOMEM;
	if (peer->down)
		return RD_EPROC;
	if (!peer->ep) {
		err = peer_connect(rank, &ep);
		if (err == RD_EPROC)
			rd_peer_fail(rank);
		if (err)
			return err;
		peer_use(peer, ep);
	}
	*out = peer;
	return 0;
}

/* Ranks of a node that connect during MPI_Init: the time of all connections of a rank is less than
 * that in which one of its ranks starts, and their memory that of a few pages: M-219. */
#define NEAR_MOST 4

void rd_peers_open_near(void)
{
	struct rd_peer *peer;

	if (rd_job.nlocal > NEAR_MOST || !rd_param_lists(RD_PARAM_BTL, "sm"))
		return;
	if (!rd_p2p_spare)
		rd_p2p_more(); /* else the first call tries again */
	for (int i = 0; i < rd_job.nlocal; i++)
		if (rd_job.local[i] != rd_job.rank && rd_peer_open(rd_job.local[i], &peer))
			rd_err_forget(); /* it is no error of this call */
}

struct rd_ep *rd_peer_ep(int rank)
{
	struct rd_peer *peer;

	return rd_peer_get(rank, &peer) ? NULL : peer->ep;
}

int rd_peer_copies(int rank, uint64_t bytes)
{
	struct rd_peer *peer;

	return !rd_peer_get(rank, &peer) && !strcmp(peer->ep->btl->name, "sm") &&
	       bytes >= peer->ep->get_min;
}

void rd_btl_up_connected(struct rd_ep *ep)
{
	struct rd_peer *peer = rd_peer_must(ep->rank);

	if (!peer->ep)
		peer_use(peer, ep);
}

/* ---- Messages that wait for room ---- */

/* A longer payload stands behind the entry, which is then not used again. */
static int is_long(size_t len)
{
	return len > sizeof(((struct rd_pend *)NULL)->payload);
}

static void *payload_of(struct rd_pend *pend)
{
	return is_long(pend->len) ? (void *)(pend + 1) : pend->payload;
}

static struct rd_pend *pend_new(size_t len)
{
	struct rd_list *link = is_long(len) ? NULL : rd_list_pop(&free_pends);

	if (link)
		return rd_container(link, struct rd_pend, link);
	return malloc(sizeof(struct rd_pend) + (is_long(len) ? len : 0));
}

static void pend_free(struct rd_pend *pend)
{
	if (is_long(pend->len))
		free(pend);
	else
		rd_list_append(&free_pends, &pend->link);
}

static void pend_enqueue(struct rd_peer *peer, struct rd_pend *pend)
{
	rd_list_append(&peer->pending, &pend->link);
	rd_peer_update_limits(peer);
	if (rd_list_empty(&peer->busy))
		rd_list_append(&busy_peers, &peer->busy);
}

void rd_peer_defer(struct rd_peer *peer, struct rd_p2p *send)
{
	send->pend.send = send;
	pend_enqueue(peer, &send->pend);
}

int rd_peer_control(struct rd_peer *peer, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	struct rd_pend *pend;
	int err = RD_EAGAIN;

	if (rd_list_empty(&peer->pending))
		err = peer->ep->btl->send(peer->ep, hdr, payload, len);
	if (err != RD_EAGAIN)
		return err;
	pend = pend_new(len);
	if (!pend) {
		rd_error("no memory for a message to rank %d", peer->rank);
		rd_job_abort(MPI_ERR_NO_MEM, "no memory for an answer to a peer");
	}
	pend->send = NULL;
	pend->hdr = *hdr;
	pend->len = (uint32_t)len;
	if (len)
		memcpy(payload_of(pend), payload, len);
	pend_enqueue(peer, pend);
	return 0;
}

/* Tries to send the oldest pending entry of the peer; RD_EAGAIN: still no room. */
static int pend_try(struct rd_peer *peer, struct rd_pend *pend)
{
	int err;

	if (pend->send) {
		rd_list_remove(&pend->link);
		err = rd_send_launch(pend->send, peer);
		if (err == RD_EAGAIN) { /* back to the head */
			pend->link.prev = &peer->pending;
			pend->link.next = peer->pending.next;
			peer->pending.next->prev = &pend->link;
			peer->pending.next = &pend->link;
		}
		return err;
	}
	err = peer->ep->btl->send(peer->ep, &pend->hdr, payload_of(pend), pend->len);
	if (err == RD_EAGAIN)
		return err;
	rd_list_remove(&pend->link);
	pend_free(pend);
	return 0; /* other errors: the peer is down, rd_btl_up_down handles the rest */
}

static int drain(struct rd_peer *peer)
{
	int events = 0;

	while (!rd_list_empty(&peer->pending)) {
		if (pend_try(peer, rd_container(peer->pending.next, struct rd_pend, link)))
			return events;
		events++;
	}
	rd_list_remove(&peer->busy);
	rd_peer_update_limits(peer);
	return events;
}

int rd_peer_poll(void)
{
	struct rd_list *link, *save;
	int events = 0;

	if (rd_unlikely(__atomic_load_n(&rd_failures, __ATOMIC_RELAXED)))
		events += rd_peer_take_failures();
	if (rd_likely(rd_list_empty(&busy_peers)))
		return events + rd_rndv_pump();
	rd_list_for_safe (link, save, &busy_peers)
		events += drain(rd_container(link, struct rd_peer, busy));
	return events + rd_rndv_pump();
}

/* A transport does not report new room. */
static int poll_arm(void)
{
	if (__atomic_load_n(&rd_failures, __ATOMIC_RELAXED) || rd_await_look())
		return RD_ARM_BUSY;
	return rd_list_empty(&busy_peers) && !rd_rndv_waiting() ? RD_ARM_OK : RD_ARM_BLIND;
}

static void poll_disarm(void)
{
}

static struct rd_poller pending_poller = {
	.name = "pt2pt",
	.poll = rd_peer_poll,
	.arm = poll_arm,
	.disarm = poll_disarm,
	.fd = -1,
	.tell = rd_pt2pt_tell,
};

void rd_peer_fail_pending(struct rd_peer *peer)
{
	struct rd_list *link;

	while ((link = rd_list_pop(&peer->pending))) {
		struct rd_pend *pend = rd_container(link, struct rd_pend, link);

		if (!pend->send)
			pend_free(pend);
		else if (pend->send->rndv)
			rd_rndv_finish(pend->send, RD_EPROC);
		else
			rd_req_complete(&pend->send->req, RD_EPROC);
	}
	rd_list_remove(&peer->busy);
}

/* ---- Start and end ---- */

int rd_peer_init(void)
{
	int err;

	rd_list_init(&busy_peers);
	rd_list_init(&free_pends);
	rd_peers = calloc((size_t)rd_job.size, sizeof(*rd_peers));
	if (!rd_peers || rd_lost_init()) {
		rd_error("no memory for a table of %d peers", rd_job.size);
		return RD_ENOMEM;
	}
	err = open_transports();
	if (!err)
		err = publish();
	pending_poller.fd = rd_failures_fd();
	if (!err)
		rd_progress_add(&pending_poller);
	return err;
}

int rd_peer_flush(void)
{
	if (!rd_list_empty(&busy_peers) || rd_rndv_waiting())
		return 0;
	for (int i = 0; i < rd_job.size; i++) {
		struct rd_peer *peer = rd_peers[i];

		if (peer && peer->ep && !peer->down && !peer->ep->btl->flushed(peer->ep))
			return 0;
	}
	return 1;
}

void rd_peer_fini(void)
{
	struct rd_list *link;

	rd_progress_remove(&pending_poller);
	for (size_t i = BTL_N; i-- > 0;) {
		if (is_open[i])
			rd_btl_table[i]->fini();
		is_open[i] = 0;
	}
	for (int i = 0; i < rd_job.size; i++)
		free(rd_peers[i]);
	free(rd_peers);
	rd_peers = NULL;
	rd_lost_fini();
	while ((link = rd_list_pop(&free_pends)))
		free(rd_container(link, struct rd_pend, link));
}
