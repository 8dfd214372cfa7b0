/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The answers of pt2pt over a transport that records every message sent to it: to invalid
 * announcements, to data that was read already, to a peer that is lost while there is no room, to a
 * message that is taken back, to an offer of a partitioned send whose communicator is freed. And
 * the ranks that errors of its receives name.
 */
#include "pt2pt/p2p.h"
#include "pt2pt/part.h"

#include <stdlib.h>
#include <string.h>

#include "base/param.h"
#include "runtime/job.h"
#include "runtime/stall.h"
#include "runtime/wait.h"
#include "t/tap.h"

#include <sys/wait.h>
#include <unistd.h>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CAN_STARVE 1
static int starving;
void *__libc_calloc(size_t n, size_t bytes);
void *__libc_malloc(size_t bytes);

void *malloc(size_t bytes)
{
	return starving ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t n, size_t bytes)
{
	return starving ? NULL : __libc_calloc(n, bytes);
}
#else
#define CAN_STARVE 0
static int starving;
#endif

enum { RANKS = 4, PEER = 1, OTHER = 2, THIRD = 3, TAG = 5, CTX = 10, LONG = 100000, EAGER = 1000 };

/* ---- The transport ---- */

static struct rd_hdr last;
static unsigned char last_payload[EAGER + 64];
static int nsent, room = 1, get_error;
static struct rd_btl_get *pending_get;

static int fake_send(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	(void)ep;
	if (!room)
		return RD_EAGAIN;
	last = *hdr;
	if (len)
		memcpy(last_payload, payload, len); /* of a shorter one the rest stays */
	nsent++;
	return 0;
}

static void *fake_reserve(struct rd_ep *ep, size_t len)
{
	(void)ep;
	(void)len;
	return room ? last_payload : NULL;
}

static void fake_commit(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len)
{
	(void)ep;
	(void)len;
	last = *hdr;
	nsent++;
}

static int fake_get(struct rd_ep *ep, struct rd_btl_get *get)
{
	(void)ep;
	if (get_error)
		get->done(get, get_error);
	else
		pending_get = get;
	return 0;
}

static void fake_describe(struct rd_ep *ep, char *buf, size_t max)
{
	(void)ep;
	snprintf(buf, max, "a fake");
}

static struct rd_btl_stats stats;
static const struct rd_btl fake = {.name = "fake",
				   .stats = &stats,
				   .send = fake_send,
				   .reserve = fake_reserve,
				   .commit = fake_commit,
				   .get = fake_get,
				   .describe = fake_describe};
static struct rd_ep ep = {.btl = &fake,
			  .rank = PEER,
			  .eager_max = EAGER,
			  .eager_best = EAGER,
			  .frag_max = EAGER,
			  .get_min = 1};

/* ---- Both sides ---- */

static struct rd_ctx ctx = {.id = CTX, .rank = 0, .size = RANKS, .name = "a communicator"};
static char data[LONG];

static struct rd_type *byte(void)
{
	return rd_type_get(MPI_BYTE);
}

static struct rd_req *recv_from_peer(uint64_t bytes)
{
	struct rd_req *req = NULL;

	if (rd_irecv(&RD_BUF(data, bytes, byte()), PEER, TAG, &ctx, &req))
		exit(1);
	return req;
}

static struct rd_req *send_to_peer(uint64_t bytes, enum rd_send_mode mode)
{
	struct rd_req *req = NULL;

	if (rd_isend(&RD_BUF(data, bytes, byte()), PEER, TAG, &ctx, mode, &req))
		exit(1);
	return req;
}

/* A message of the peer: an RTS_ and so many bytes behind it, in memory of exactly that length. */
static void announce_in(uint32_t id, uint64_t size, uint32_t sreq)
{
	struct rd_hdr hdr = {.kind = RD_RTS_, .ctx = id, .tag = TAG, .src = PEER};
	struct rd_rts rts = {.size = size, .addr = 4096, .sreq = sreq};

	rd_btl_up_recv(&ep, &hdr, &rts, sizeof(rts));
}

static void announce(uint64_t size, uint32_t sreq, int flags, size_t behind)
{
	struct rd_hdr hdr = {
		.kind = RD_RTS_, .flags = (uint8_t)flags, .ctx = CTX, .tag = TAG, .src = PEER};
	struct rd_rts rts = {.size = size, .addr = 4096, .sreq = sreq};
	char *payload = calloc(1, sizeof(rts) + behind);

	if (!payload)
		exit(1);
	memcpy(payload, &rts, sizeof(rts));
	rd_btl_up_recv(&ep, &hdr, payload, sizeof(rts) + behind);
	free(payload);
}

static void control(enum rd_kind kind, int flags, uint32_t id, const void *payload, size_t len)
{
	struct rd_hdr hdr = {.kind = (uint8_t)kind, .flags = (uint8_t)flags, .ctx = id};

	rd_btl_up_recv(&ep, &hdr, payload, len);
}

static uint32_t announced_id(void)
{
	struct rd_rts rts;

	memcpy(&rts, last_payload, sizeof(rts));
	return rts.sreq;
}

/* ---- Invalid messages are not accepted ---- */

static void unsound_announcements(void)
{
	announce(50000, 0, 0, 0);
	is_int((int)rd_ctx_unexpected(&ctx), 0, "RTS_ without a request and data");
	announce(8, 0, RD_HDR_INLINE, 8);
	is_int((int)rd_ctx_unexpected(&ctx), 0, "RTS_ without a request");
	announce(50000, 7, RD_HDR_INLINE, 8);
	is_int((int)rd_ctx_unexpected(&ctx), 0, "RTS_ that says more than is there");
	announce(8, 7, 0, 8);
	is_int((int)rd_ctx_unexpected(&ctx), 0, "RTS_ with data that it does not speak of");
}

static void unsound_answers(void)
{
	struct rd_req *req = send_to_peer(LONG, RD_SEND_STANDARD);
	struct rd_cts cts = {.want = 0, .rreq = 1};
	uint32_t id = announced_id();

	control(RD_CTS_, 0, id, &cts, sizeof(cts));
	is_int(req->done, 0, "CTS_ for nothing");
	control(RD_FIN_, 0, id, NULL, 0);
	is_int(req->done, 1, "the send goes on after it");
	rd_req_finish(req, NULL);
}

/* A fragment of a message that is being read otherwise: the read would end in freed memory. */
static void unasked_piece(void)
{
	struct rd_req *req = recv_from_peer(LONG);
	struct rd_hdr hdr = {.kind = RD_DATA, .offset = 0};
	const struct rd_p2p *recv = rd_p2p_of(req);

	get_error = 0;
	announce(LONG, 7, 0, 0);
	hdr.ctx = recv->rndv->id;
	is_int(rd_btl_up_place(&ep, &hdr, LONG) == NULL, 1, "no place for a piece not asked for");
	rd_btl_up_recv(&ep, &hdr, data, LONG);
	is_int(req->done, 0, "DATA for a receive that reads by itself");
	pending_get->done(pending_get, 0);
	is_int(req->done, 1, "that receive ends when it has read");
	is_int(last.kind, RD_FIN_, "and says FIN_");
	rd_req_finish(req, NULL);
}

/* ---- Failures ---- */

static void failed_read(int error)
{
	struct rd_req *req = recv_from_peer(LONG);
	struct rd_hdr hdr = {.kind = RD_DATA};
	static char piece[LONG];

	ep.get_min = 1;
	get_error = error;
	announce(LONG, 7, 0, 0);
	is_int(last.kind, RD_CTS_, "data that cannot be read is requested: %s", rd_err_name(error));
	is_int((int)last.ctx, 7, "of the send that announced it");
	hdr.ctx = rd_p2p_of(req)->rndv->id;
	rd_btl_up_recv(&ep, &hdr, piece, LONG);
	is_int(req->done && !req->status.error, 1, "and comes in pieces");
	rd_req_finish(req, NULL);
	get_error = 0;
}

static void failed_receiver(void)
{
	struct rd_req *req = send_to_peer(LONG, RD_SEND_STANDARD);

	control(RD_FIN_, RD_HDR_FAILED, announced_id(), NULL, 0);
	is_int(req->done, 1, "a send ends when the receiver could not take it");
	is_int(req->status.error, RD_ENOMEM, "with an error");
	rd_req_finish(req, NULL);
}

/* ---- The eager limit ---- */

/* The kind of the first message of a send of so many bytes. */
static int first_of(uint64_t bytes)
{
	struct rd_req *req = send_to_peer(bytes, RD_SEND_STANDARD);
	int kind = last.kind;

	if (kind == RD_RTS_)
		control(RD_FIN_, 0, announced_id(), NULL, 0);
	is_int(req->done, 1, "a send of %d bytes ends", (int)bytes);
	rd_req_finish(req, NULL);
	return kind;
}

/* Messages that are better read by the peer are announced, but for a trial now and then. */
static void eager_best(void)
{
	const uint64_t best = EAGER / 2, n = 20 * (uint64_t)rd_wait_table.pt2pt.eager_again;
	const uint32_t get_min = ep.get_min;
	unsigned eager = 0;
	struct rd_req *req;

	ep.get_min = 1;
	ep.eager_best = EAGER / 2;
	is_int(first_of(best), RD_EAGR, "a message that is quicker to send is sent");
	for (uint64_t i = 0; i < n; i++) {
		req = send_to_peer(best + 1, RD_SEND_STANDARD);
		eager += last.kind == RD_EAGR;
		if (last.kind == RD_RTS_)
			control(RD_FIN_, 0, announced_id(), NULL, 0);
		rd_req_finish(req, NULL);
	}
	ok(eager >= 20 && eager <= 40, "of %d other messages %u are", (int)n, eager);
	req = send_to_peer(best + 1, RD_SEND_SYNC);
	is_int(last.kind == RD_RTS_ && !(last.flags & RD_HDR_INLINE), 1,
	       "a synchronous one does not bring its data along");
	control(RD_FIN_, 0, announced_id(), NULL, 0);
	rd_req_finish(req, NULL);
	ep.get_min = UINT32_MAX;
	is_int(first_of(best + 1), RD_EAGR, "where the peer reads nothing all are sent");
	ep.get_min = get_min;
	ep.eager_best = EAGER;
}

static void eager_limit(void)
{
	is_int(first_of(EAGER), RD_EAGR, "what the transport takes is sent eagerly");
	is_int(first_of(EAGER + 1), RD_RTS_, "a byte more by rendezvous");
	control(RD_PAUS, 0, 0, NULL, 0);
	is_int(first_of(1), RD_RTS_, "in a pause everything");
	rd_param_set(RD_PARAM_EAGER, "100");
	control(RD_RESM, 0, 0, NULL, 0);
	is_int(first_of(100), RD_EAGR, "RONDO_EAGER bytes are sent eagerly");
	is_int(first_of(101), RD_RTS_, "a byte more by rendezvous");
	rd_param_set(RD_PARAM_EAGER, "4000");
	control(RD_RESM, 0, 0, NULL, 0);
	is_int(first_of(EAGER + 1), RD_RTS_, "RONDO_EAGER does not raise the transport's limit");
	eager_best();
}

/* ---- Taken back ---- */

static void cancelled(struct rd_req *req, const char *what)
{
	is_int(req->done && req->status.cancelled && !req->status.error, 1, "cancelled: %s", what);
	rd_req_finish(req, NULL);
}

static void taken_back(void)
{
	struct rd_req *req = send_to_peer(LONG, RD_SEND_STANDARD);
	uint32_t id = announced_id(), told;
	int before = nsent + 1;

	rd_req_cancel(req);
	rd_req_cancel(req);
	memcpy(&told, last_payload, sizeof(told));
	is_int(last.kind == RD_UNDO && last.ctx == CTX && last.tag == TAG && told == id, 1,
	       "an announced send is asked for again");
	is_int(nsent, before, "once");
	is_int(req->done, 0, "and waits for the answer");
	control(RD_DROP, 0, id, NULL, 0);
	cancelled(req, "a send whose message was dropped");
}

static void received_before(void)
{
	struct rd_req *req = send_to_peer(8, RD_SEND_SYNC);
	uint32_t id = announced_id();

	rd_req_cancel(req);
	control(RD_FIN_, 0, id, NULL, 0);
	is_int(req->done && !req->status.cancelled, 1, "a send that was received is not cancelled");
	rd_req_finish(req, NULL);
	control(RD_DROP, 0, id, NULL, 0); /* of a request that is over */
}

static void dropped_before(void)
{
	struct rd_req *req = send_to_peer(LONG, RD_SEND_STANDARD);

	control(RD_DROP, 0, announced_id(), NULL, 0);
	is_int(req->done, 0, "DROP alone completes nothing");
	rd_req_cancel(req);
	cancelled(req, "a send whose message was dropped before");
}

static void taken_back_unsent(void)
{
	struct rd_req *first, *second, *third;
	int before = nsent;

	room = 0;
	first = send_to_peer(8, RD_SEND_STANDARD);
	second = send_to_peer(8, RD_SEND_SYNC);
	third = send_to_peer(LONG, RD_SEND_STANDARD);
	rd_req_cancel(second);
	cancelled(second, "a synchronous send without room");
	rd_req_cancel(third);
	cancelled(third, "a long send without room");
	rd_req_cancel(first);
	cancelled(first, "a short send without room");
	room = 1;
	is_int(rd_list_empty(&rd_peers[PEER]->pending) && nsent == before, 1, "nothing is sent");
}

static void asked_back(void)
{
	struct rd_hdr undo = {.kind = RD_UNDO, .ctx = CTX, .tag = TAG, .src = PEER};
	uint32_t other = 8, sreq = 7;
	struct rd_msg *msg;

	announce(LONG, sreq, 0, 0);
	rd_btl_up_recv(&ep, &undo, &other, sizeof(other));
	is_int((int)rd_ctx_unexpected(&ctx), 1, "UNDO of another request");
	rd_btl_up_recv(&ep, &undo, &sreq, sizeof(sreq));
	is_int((int)rd_ctx_unexpected(&ctx), 0, "UNDO takes the message away");
	is_int(last.kind == RD_DROP && last.ctx == sreq, 1, "and is answered");

	announce(LONG, sreq, 0, 0);
	msg = rd_mq_find_unexpected(rd_mq_find(CTX), PEER, TAG);
	rd_mq_take_unexpected(rd_mq_find(CTX), msg); /* as MPI_Mprobe does */
	last.kind = 0;
	rd_btl_up_recv(&ep, &undo, &sreq, sizeof(sreq));
	is_int(last.kind, 0, "a matched message is not taken back");
	rd_flow_release(msg);

	announce(LONG, sreq, 0, 0);
	rd_ctx_close(&ctx);
	is_int(last.kind == RD_DROP && last.ctx == sreq, 1,
	       "messages queued in a closed context are dropped");
	rd_ctx_open(&ctx);
}

/* ---- Offers outlive their communicator ---- */

/* Id of the offer of a partitioned send, announced to a peer that has sent PAUS; its request and
 * its context are freed. */
static uint32_t offer_left_behind(void)
{
	struct rd_parts *parts = NULL;
	struct rd_req *req;
	uint32_t id;

	control(RD_PAUS, 0, 0, NULL, 0);
	if (rd_psend_init(&RD_BUF(data, 1, byte()), 1, PEER, TAG, &ctx, &parts, &req))
		exit(1);
	id = announced_id();
	rd_req_free(req);
	rd_parts_close(parts);
	control(RD_RESM, 0, 0, NULL, 0);
	return id;
}

static void offers_left_behind(void)
{
	uint32_t id = offer_left_behind();

	is_int((int)rd_p2p_living(), 1, "an offer waits for its receiver");
	rd_peer_fail(THIRD); /* visits all announced sends */
	is_int((int)rd_p2p_living(), 1, "also when another rank is lost");
	control(RD_DROP, 0, id, NULL, 0);
	is_int((int)rd_p2p_living(), 0, "one that is dropped is over");
	control(RD_FIN_, 0, offer_left_behind(), NULL, 0);
	is_int((int)rd_p2p_living(), 0, "one that is taken is over");
}

/* The receiver has dropped the offer before the sender frees the communicator. */
static void offer_dropped_before(void)
{
	struct rd_parts *parts = NULL;
	struct rd_req *req;

	control(RD_PAUS, 0, 0, NULL, 0);
	if (rd_psend_init(&RD_BUF(data, 1, byte()), 1, PEER, TAG, &ctx, &parts, &req))
		exit(1);
	control(RD_DROP, 0, announced_id(), NULL, 0);
	rd_req_free(req);
	rd_parts_close(parts);
	is_int((int)rd_p2p_living(), 0, "one that was dropped before is over");
	control(RD_RESM, 0, 0, NULL, 0);
}

/* ---- Others are lost ---- */

/* A member of a collective is lost: a message that another member has announced in it is not
 * requested, since that member may have given up. */
static void broken_collective(void)
{
	static struct rd_ctx coll = {.id = CTX + 1, .rank = 0, .size = RANKS, .joint = 1};
	struct rd_ctx own = ctx;
	struct rd_req *req;

	ctx = coll;
	announce_in(CTX + 1, LONG, 7);
	rd_peer_fail(OTHER);
	req = recv_from_peer(LONG);
	is_int(req->done && req->status.error == RD_EPROC, 1, "a broken collective gives up");
	is_int(last.kind, RD_FIN_, "and says so");
	rd_req_finish(req, NULL);
	rd_ctx_close(&ctx);
	ctx = own;
}

/* ---- Texts of errors ---- */

static void words_of_part(uint32_t id, char *text, size_t room)
{
	snprintf(text, room, id == CTX + 5 ? ", MPI_Bcast" : "");
}

/* A poison message with a text that has to wait for room, and a short one behind it. */
static void poison_waits(void)
{
	int before = nsent;

	room = 0;
	rd_send_poison(PEER, TAG, &ctx, RD_ECOUNT, "rank 2 gives 8 bytes, rank 3 gives 16 bytes");
	rd_send_poison(PEER, TAG, &ctx, RD_ENOMEM, "no text");
	is_int(nsent, before, "without room");
	room = 1;
	rd_peer_poll();
	is_int(nsent, before + 2, "they are sent later");
	is_int(last.kind == RD_POISON && last.flags == RD_HDR_NOMEM, 1, "in their order");
	is_str((char *)last_payload + sizeof(int32_t),
	       "rank 2 gives 8 bytes, rank 3 gives 16 bytes", "one with its text");
}

/* A collective's messages within a part of the communicator: errors name the ranks of the whole. */
static void names_of_the_whole(void)
{
	static const int order[RANKS] = {2, 3, OTHER - 2, PEER}, part[2] = {0, PEER};
	static const struct rd_ctx whole = {
		.id = CTX + 3, .rank = 2, .size = RANKS, .world = order, .name = "the whole"};
	static struct rd_ctx within = {.id = CTX + 5,
				       .rank = 0,
				       .size = 2,
				       .world = part,
				       .whole = &whole,
				       .name = "",
				       .joint = 1,
				       .awaited = 1};
	static const struct rd_ctx long_whole = {.rank = 2, .size = 1, .world = order};
	const struct rd_ctx own = {.rank = 0, .size = 2, .world = part, .whole = &long_whole};
	struct rd_hdr hdr = {.kind = RD_EAGR, .ctx = CTX + 5, .tag = TAG, .src = 1};
	struct rd_hdr poison = {
		.kind = RD_POISON, .flags = RD_HDR_DIFFER, .ctx = CTX + 5, .tag = TAG, .src = 1};
	struct rd_stall stall = {.part = RD_STALL_ALL};
	char told[64] = "1234rank 3 gives\n8 bytes";
	const char *said = told + sizeof(int32_t);
	struct rd_status status;
	struct rd_req *req;
	int32_t lost = -1;

	is_int(rd_ctx_users(&own, 0), 2, "the own rank is not searched for among all");
	rd_btl_up_recv(&ep, &hdr, data, 16);
	rd_btl_up_recv(&ep, &poison, &lost, sizeof(lost));
	is_int(rd_recv(data, 8, byte(), 1, TAG, &within, &status), RD_ETRUNCATE, "a long message");
	is_str(rd_err_cause(),
	       "a message of rank 3 has 16 bytes in place of 8: all ranks must give the same count",
	       "names the rank of the user's communicator");
	is_int(rd_recv(data, 8, byte(), 1, TAG, &within, &status), RD_ECOUNT, "a poison message");
	is_int(strncmp(rd_err_cause(), "rank 3, or one that it waits for, ", 34), 0, "does, too");
	memcpy(told, &lost, sizeof(lost));
	rd_btl_up_recv(&ep, &poison, told, sizeof(lost) + strlen(said));
	is_int(rd_recv(data, 8, byte(), 1, TAG, &within, &status), RD_ECOUNT, "one with a text");
	is_str(rd_err_cause(), "rank 3 gives?8 bytes", "gives that, without control characters");
	rd_btl_up_recv(&ep, &poison, &lost, sizeof(lost));
	is_int(rd_recv(data, 8, byte(), 1, TAG, &within, &status), RD_ECOUNT, "one without");
	is_int(strncmp(rd_err_cause(), "rank 3, or one that it waits for, ", 34), 0,
	       "does not give that of an earlier one");
	rd_ctx_words = words_of_part;
	rd_irecv(&RD_BUF(data, 8, byte()), 1, TAG, &within, &req);
	rd_pt2pt_tell(&stall);
	is_str(stall.text, "a message from rank 1 (a collective on the whole; fake)",
	       "a stall report names the whole communicator");
	is_int(stall.of_call, 0, "and not the part's own call");
	rd_req_cancel(req);
	rd_req_finish(req, NULL);
	rd_ctx_close(&within);
}

/* ---- Without memory ---- */

/* The sender of a message that has come waits for FIN_, for which there is neither room nor
 * memory. */
static void answers(void)
{
	struct rd_hdr hdr = {
		.kind = RD_RTS_, .flags = RD_HDR_INLINE, .ctx = CTX, .tag = TAG, .src = PEER};
	struct rd_rts rts[2] = {{.size = sizeof(rts[0]), .sreq = 7}};

	recv_from_peer(LONG);
	room = 0;
	starving = 1;
	rd_btl_up_recv(&ep, &hdr, rts, sizeof(rts));
}

static struct rd_ep stranger = {.btl = &fake,
				.rank = OTHER,
				.eager_max = EAGER,
				.eager_best = EAGER,
				.frag_max = EAGER,
				.get_min = 1};

static void connects(void)
{
	struct rd_hdr pause = {.kind = RD_PAUS};

	starving = 1;
	rd_btl_up_connected(&stranger);
	starving = 0;
	rd_btl_up_recv(&stranger, &pause, NULL, 0);
}

static void ends(void)
{
	starving = 1;
	rd_peer_fail(OTHER);
}

/* The job ends with an error, and not by a signal or as if nothing had happened. */
static void starve(void (*upcall)(void), const char *name)
{
	int status = 0;
	pid_t child;

	if (!CAN_STARVE)
		return;
	fflush(stdout);
	child = fork();
	if (!child) {
		upcall();
		_exit(0);
	}
	waitpid(child, &status, 0);
	is_int(WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), MPI_ERR_NO_MEM, "%s",
	       name);
}

/* ---- The peer is lost ---- */

static int ngathered;

static int gather(struct rd_req *req)
{
	(void)req;
	return ngathered++;
}

/* Sends without room, one of which has a rendezvous already: each completes once. */
static void lost_without_room(void)
{
	static const struct rd_req_ops ops = {.name = "both", .gather = gather};
	struct rd_req both = {.flags = RD_REQ_ACTIVE, .ops = &ops};
	struct rd_req *first, *second;

	room = 0;
	first = send_to_peer(LONG, RD_SEND_STANDARD);
	second = send_to_peer(8, RD_SEND_SYNC);
	rd_req_adopt(&both, first);
	rd_req_adopt(&both, second);
	rd_btl_up_down(&ep, RD_EPROC);
	is_int(both.children, 1, "sends to a peer that is lost complete once each");
	is_int(first->status.error == RD_EPROC && second->status.error == RD_EPROC, 1,
	       "with an error");
	rd_req_adopted(&both);
	is_int(ngathered, 1, "and their parent with them");
	rd_req_finish(first, NULL);
	rd_req_finish(second, NULL);
	is_int((int)rd_p2p_living(), 0, "no request is left");
}

static int begin(void)
{
	struct rd_peer *peer;

	rd_job.size = RANKS;
	rd_flow_init();
	rd_peers = calloc(RANKS, sizeof(*rd_peers));
	if (!rd_peers || rd_lost_init() || !(peer = rd_peer_new(PEER)))
		return -1;
	peer->ep = &ep;
	peer->eager = EAGER;
	rd_ctx_open(&ctx);
	return 0;
}

int main(void)
{
	if (begin())
		return 1;
	unsound_announcements();
	unsound_answers();
	unasked_piece();
	failed_read(RD_ENOTSUP);
	failed_read(RD_ENOMEM);
	failed_read(RD_ESYS);
	failed_receiver();
	eager_limit();
	taken_back();
	received_before();
	dropped_before();
	taken_back_unsent();
	asked_back();
	offers_left_behind();
	offer_dropped_before();
	names_of_the_whole();
	starve(connects, "a rank connects for which there is no memory");
	starve(answers, "no answer is lost");
	starve(ends, "the end of such a rank is not missed");
	poison_waits();
	broken_collective();
	lost_without_room();
	return done();
}
