/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Handling of active messages at the target (wire.h). All data from outside is checked. A message
 * that must follow the data of earlier puts is owed until that data has arrived. On lack of memory
 * nothing is done, and RD_ENOMEM makes the message wait. Called by am.c, inside the progress loop;
 * nothing here waits.
 */
#include "rma/am.h"
#include "rma/apply.h"
#include "rma/card.h"
#include "rma/mailbox.h"
#include "rma/types.h"

#include "base/log.h"
#include "datatype/pack.h"
#include "node/vm.h"
#include "runtime/wait.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FAR_PIECE_B = 32768 }; /* a multiple of the size of every basic type without gaps */

/* A lock request that could not be granted at once. */
struct asked {
	struct rd_list link; /* in rd_win.lock.queue */
	int from;
	enum rd_rma_hold hold;
	int tries;
	int starving; /* counted in the lock word's `starving` */
};

/* ---- Owed messages ---- */

/* 0: lack of memory for the rest. */
static int pay(struct rd_win *win, struct rd_win_peer *peer)
{
	if (peer->due.unlock)
		rd_rma_drop(win, win->lock.word, peer->due.unlock == RD_HOLD_EXCLUSIVE);
	peer->due.unlock = 0;
	peer->completes += peer->due.completes;
	peer->due.completes = 0;
	for (; peer->due.acks; peer->due.acks--) {
		int err = rd_rma_tell(win, peer->rank, RD_RMA_ACK_, -peer->due.refused);

		if (err == RD_ENOMEM)
			return 0;
		if (err && !win->err)
			win->err = err;
		peer->due.refused = 0;
	}
	return 1;
}

static void owe(struct rd_win *win, struct rd_win_peer *peer)
{
	if ((!peer->due.bulk && pay(win, peer)) || !rd_list_empty(&peer->due.link))
		return;
	rd_list_append(&win->members.owed, &peer->due.link);
	rd_rma_attend(win);
}

/* ---- Locks ---- */

static int grant(struct rd_win *win, struct asked *asked)
{
	int err;

	if (!rd_rma_try(win, win->lock.word, asked->hold == RD_HOLD_EXCLUSIVE, asked->starving)) {
		if (++asked->tries == rd_wait_table.rma.request_tries) {
			asked->starving = 1;
			__atomic_fetch_add(&win->lock.word->starving, 1, __ATOMIC_RELAXED);
		}
		return 0;
	}
	err = rd_rma_tell(win, asked->from, RD_RMA_GRNT, 0);
	if (err == RD_ENOMEM) {
		rd_rma_drop(win, win->lock.word, asked->hold == RD_HOLD_EXCLUSIVE);
		return 0;
	}
	if (asked->starving)
		__atomic_fetch_sub(&win->lock.word->starving, 1, __ATOMIC_RELAXED);
	if (err)
		win->err = RD_EPROC;
	return 1;
}

static int on_lock(struct rd_win *win, int from, const struct rd_rma_msg *msg)
{
	struct asked now = {.from = from, .hold = msg->op}, *later;

	if (msg->op != RD_HOLD_SHARED && msg->op != RD_HOLD_EXCLUSIVE)
		return RD_EPROTO;
	if (rd_list_empty(&win->lock.queue) && grant(win, &now))
		return 0;
	later = malloc(sizeof(*later));
	if (!later)
		return RD_ENOMEM;
	*later = now;
	rd_list_append(&win->lock.queue, &later->link);
	rd_rma_attend(win);
	return 0;
}

int rd_rma_asked(const struct rd_win *win, int *starving)
{
	const struct asked *asked;

	if (rd_list_empty(&win->lock.queue))
		return RD_HOLD_NONE;
	asked = rd_container(win->lock.queue.next, struct asked, link);
	*starving = asked->starving;
	return (int)asked->hold;
}

int rd_rma_settle_now(const struct rd_win *win)
{
	struct rd_list *link;

	rd_list_for (link, &win->members.owed)
		if (!rd_container(link, struct rd_win_peer, due.link)->due.bulk)
			return 1;
	return 0;
}

int rd_rma_settle(struct rd_win *win)
{
	struct rd_list *link, *save;
	int events = 0;

	rd_list_for_safe (link, save, &win->members.owed) {
		struct rd_win_peer *peer = rd_container(link, struct rd_win_peer, due.link);

		if (peer->due.bulk || !pay(win, peer))
			continue;
		rd_list_remove(link);
		events++;
	}
	rd_list_for_safe (link, save, &win->lock.queue) {
		struct asked *asked = rd_container(link, struct asked, link);

		if (!grant(win, asked))
			break;
		rd_list_remove(link);
		free(asked);
		events++;
	}
	return events;
}

int rd_rma_is_busy(const struct rd_win *win)
{
	return !rd_list_empty(&win->members.owed) || !rd_list_empty(&win->lock.queue) ||
	       win->lock.waits || win->lock.sleeps_at;
}

void rd_rma_target_close(struct rd_win *win)
{
	struct rd_list *link;

	while ((link = rd_list_pop(&win->lock.queue)))
		free(rd_container(link, struct asked, link));
}

/* ---- Datatypes ---- */

static int on_type(struct rd_win_peer *peer, const struct rd_rma_msg *msg, const char *payload,
		   uint64_t bytes)
{
	struct rd_rma_types *t = peer->types.learnt;
	struct rd_type *type;
	int err;

	if (msg->type >= RD_RMA_SLOTS)
		return RD_EPROTO;
	if (!t)
		t = peer->types.learnt = calloc(1, sizeof(*t));
	if (!t)
		return RD_ENOMEM;
	if (!msg->skip) {
		free(t->text);
		t->text = malloc(msg->bytes);
		t->text_b = t->text ? msg->bytes : 0;
		t->text_have = 0;
		if (!t->text)
			return RD_ENOMEM;
	}
	if (msg->skip != t->text_have || bytes > t->text_b - t->text_have)
		return RD_EPROTO;
	memcpy(t->text + t->text_have, payload, bytes);
	t->text_have += bytes;
	if (t->text_have < t->text_b)
		return 0;
	err = rd_rma_type_decode(t->text, t->text_b, &type);
	if (err == RD_ENOMEM) {
		t->text_have -= bytes;
		return err;
	}
	free(t->text);
	t->text = NULL;
	t->text_b = t->text_have = 0;
	if (err)
		return err;
	if (t->slot[msg->type])
		rd_type_put(t->slot[msg->type]);
	t->slot[msg->type] = type;
	return 0;
}

static struct rd_type *type_of(const struct rd_win_peer *peer, uint32_t word)
{
	const struct rd_rma_types *t = peer->types.learnt;

	if (word < RD_RMA_SLOT)
		return word >= RD_TYPE_FIRST && word <= RD_TYPE_LAST
			       ? rd_type_predefined[word - RD_TYPE_FIRST]
			       : NULL;
	return t && word - RD_RMA_SLOT < RD_RMA_SLOTS ? t->slot[word - RD_RMA_SLOT] : NULL;
}

/* ---- Data ---- */

/* The data that a message addresses. */
struct place {
	void *addr;
	struct rd_type *type;
};

static int find(struct rd_win *win, const struct rd_win_peer *from, const struct rd_rma_msg *msg,
		struct place *place)
{
	int err;

	place->type = type_of(from, msg->type);
	if (!place->type)
		return RD_EPROTO;
	place->addr = (void *)((uintptr_t)win->base + msg->disp);
	if (win->flavor == MPI_WIN_FLAVOR_DYNAMIC)
		err = rd_rma_attached(win, msg->disp, msg->count, place->type);
	else
		err = rd_rma_inside(msg->disp, msg->count, place->type, (uint64_t)win->size);
	return err;
}

static int on_put(struct rd_win *win, struct rd_win_peer *from, const struct rd_rma_msg *msg,
		  const char *payload, uint64_t bytes)
{
	struct place place;
	struct rd_iter it;
	int err = find(win, from, msg, &place);

	if (err)
		return err;
	rd_iter_init(&it, place.addr, msg->count, place.type);
	rd_iter_unpack(&it, payload, rd_min(bytes, it.total));
	return 0;
}

/* The data must be received even if it has no destination: its sender waits for that. */
static int on_put_bulk(struct rd_win *win, struct rd_win_peer *from, const struct rd_rma_msg *msg)
{
	struct place place;
	int refused = find(win, from, msg, &place), err;
	struct rd_rma_op *op = rd_rma_op_new(win, from);
	struct rd_req *req;

	if (!op)
		return RD_ENOMEM;
	if (refused)
		place = (struct place){NULL,
				       rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST]};
	op->incoming = 1;
	err = rd_irecv(&RD_BUF(place.addr, refused ? 0 : msg->count, place.type), from->rank,
		       (int)msg->tag, &win->comm->p2p, &req);
	if (err == RD_ENOMEM) {
		rd_rma_op_drop(op);
		return err;
	}
	if (!err)
		err = rd_rma_op_add(op, req);
	rd_rma_op_begin(op, NULL);
	return refused ? refused : err;
}

/* Short data is copied: it may leave after the origin's next accumulate has changed the memory.
 * Before that accumulate the origin waits for long data (rd_rma_after_gets). A refusal is an answer
 * without data: the origin sees that it is too short. */
static int on_get(struct rd_win *win, struct rd_win_peer *from, const struct rd_rma_msg *msg)
{
	struct place place = {NULL, NULL};
	struct rd_rma_am *am = rd_rma_am_new(win, RD_RMA_GET_);
	int refused = find(win, from, msg, &place), err;
	struct rd_iter it;

	if (!am)
		return RD_ENOMEM;
	rd_iter_init(&it, place.addr, refused ? 0 : msg->count,
		     refused ? rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST]
			     : place.type);
	if (it.total <= RD_RMA_PAYLOAD_B) {
		rd_iter_pack(&it, am->payload, it.total);
		return rd_rma_am_data(am, from->rank, (int)msg->tag, it.total);
	}
	err = rd_rma_am_answer(am, place.addr, msg->count, place.type, from->rank, (int)msg->tag);
	if (err == RD_ENOMEM)
		rd_rma_am_drop(am);
	return err; /* the origin detects the refusal */
}

static int check_accumulate(const struct rd_rma_msg *msg, const struct place *place,
			    const struct rd_op *op, const struct rd_type *basic, uint64_t bytes)
{
	uint64_t total;

	if (!op || !basic || place->type->basic != basic->basic || rd_rma_op_check(op, basic) ||
	    __builtin_mul_overflow(msg->count, place->type->size, &total) || msg->skip > total ||
	    msg->bytes > total - msg->skip || msg->bytes % basic->size || msg->skip % basic->size)
		return RD_EPROTO;
	return op->predefined == (int)(uintptr_t)MPI_NO_OP || bytes == msg->bytes ? 0 : RD_EPROTO;
}

static struct rd_op *op_of(uint32_t handle)
{
	return handle >= RD_OP_FIRST && handle <= RD_OP_LAST
		       ? rd_op_predefined[handle - RD_OP_FIRST]
		       : NULL;
}

/* 1: no other process accumulates to this window: none can, or its exclusive lock is held by the
 * origin of the message that is handled. That lock stands in one half of the lock word, and the
 * other half is 0. If both are exclusive, one of them is a try that is given back, and it is not
 * known which. If the other half has a shared lock, the exclusive one is a try. */
static int is_alone(const struct rd_win *win)
{
	uint32_t word = __atomic_load_n(&win->lock.word->word, __ATOMIC_RELAXED);
	uint32_t far = (uint32_t)__atomic_load_n(&win->lock.word->far, __ATOMIC_RELAXED);

	return win->memory.unshared || (word != far && (word | far) == RD_LOCK_EXCLUSIVE);
}

static int on_accumulate(struct rd_win *win, struct rd_win_peer *from, const struct rd_rma_msg *msg,
			 const char *payload, uint64_t bytes)
{
	struct rd_op *op = op_of(msg->op);
	struct rd_type *basic = type_of(from, rd_min(msg->basic, (uint16_t)RD_TYPE_LAST));
	struct rd_rma_am *reply = NULL;
	struct place place;
	int err = find(win, from, msg, &place);

	if (!err && !msg->basic)
		basic = place.type->pair;
	if (!err)
		err = check_accumulate(msg, &place, op, basic, bytes);
	if (!err && msg->bytes > RD_RMA_PAYLOAD_B)
		err = RD_EPROTO;
	if (msg->tag) {
		reply = rd_rma_am_new(win, RD_RMA_ACC_);
		if (!reply)
			return RD_ENOMEM;
	}
	if (!err) {
		struct rd_apply to = {place.addr,     msg->count,    place.type,
				      msg->skip,      basic,         op,
				      win->lock.word, is_alone(win), &win->members.party};
		int excludes = rd_rma_exclude(win, basic);

		rd_apply(&to, payload, reply ? reply->payload : NULL, msg->bytes);
		if (excludes)
			rd_rma_card_admit(win);
	}
	if (!reply)
		return err;
	return rd_rma_am_data(reply, from->rank, (int)msg->tag, err ? 0 : msg->bytes);
}

/* `given`: the new value, then the value to compare with. */
static void compare_and_swap(struct rd_win *win, const struct place *place, const char *given,
			     char *old)
{
	uint64_t size = place->type->size;
	int excludes = rd_rma_exclude(win, place->type);

	rd_apply_cas(&(struct rd_apply_at){place->addr, win->lock.word, &win->members.party}, size,
		     given, given + size, old);
	if (excludes)
		rd_rma_card_admit(win);
}

static int on_cas(struct rd_win *win, struct rd_win_peer *from, const struct rd_rma_msg *msg,
		  const char *payload, uint64_t bytes)
{
	struct rd_rma_am *reply = rd_rma_am_new(win, RD_RMA_CAS_);
	struct place place;
	int err = find(win, from, msg, &place);

	if (!reply)
		return RD_ENOMEM;
	if (!err && (!(place.type->flags & RD_TYPE_CONTIG) || bytes != 2 * place.type->size ||
		     msg->count != 1))
		err = RD_EPROTO;
	if (!err)
		compare_and_swap(win, &place, payload, reply->payload);
	return rd_rma_am_data(reply, from->rank, (int)msg->tag, err ? 0 : place.type->size);
}

/* ---- Mailbox entries ---- */

/* A copy has failed; the origin finds another way: the kernel may refuse copies of a process, or of
 * some memory that the process itself can use (memfd_secret(2), memory of devices). */
static int copy_error(struct rd_cma_peer *origin)
{
	int error = errno;

	rd_cma_is_refusal(origin, error);
	return error == ESRCH ? RD_EPROC : RD_ENOTSUP;
}

/* The operands are copied from the origin's memory by pieces that stay in the cache, the old values
 * to it. to->skip: the bytes that were combined, after an error too. */
static int accumulate_far(struct rd_apply *to, struct rd_cma_peer *origin,
			  const struct rd_entry_far *far, uint64_t bytes)
{
	static _Alignas(64) char piece[FAR_PIECE_B];
	int reads = to->op->predefined != (int)(uintptr_t)MPI_NO_OP;

	for (uint64_t n; to->skip < bytes; to->skip += n) {
		char *at = (char *)to->addr + to->skip;

		n = rd_min(bytes - to->skip, (uint64_t)FAR_PIECE_B);
		if ((reads &&
		     rd_vm_copy(origin->id.pid, piece, far->given + to->skip, n, RD_VM_READ)) ||
		    (far->old &&
		     rd_vm_copy(origin->id.pid, at, far->old + to->skip, n, RD_VM_WRITE)))
			return copy_error(origin);
		rd_apply(to, piece, NULL, n);
	}
	return 0;
}

/* The operands lie in a mailbox. */
static void apply_here(const struct rd_apply *to, const char *given, char *old, uint64_t bytes)
{
	static _Alignas(64) char kept[RD_MAILBOX_DATA];

	if (old != given) {
		rd_apply(to, given, old, bytes);
		return;
	}
	rd_apply(to, given, kept, bytes);
	memcpy(old, kept, bytes);
}

static int carry_out_accumulate(struct rd_win *win, const struct rd_rma_entry *s,
				const struct rd_rma_msg *msg, const struct place *place,
				const char *given, char *old)
{
	const struct rd_win_peer *from = rd_win_peer_known(win, (int)s->from);
	struct rd_op *op = op_of(s->op);
	int err = check_accumulate(msg, place, op, place->type, msg->bytes);
	struct rd_apply to = {place->addr,    msg->count,    place->type,        0, place->type, op,
			      win->lock.word, is_alone(win), &win->members.party};
	int excludes = !err && rd_rma_exclude(win, place->type);
	struct rd_entry_far far;

	if (err)
		return err;
	if (s->place != RD_ENTRY_FAR) {
		apply_here(&to, given, s->wanted ? old : NULL, msg->bytes);
		if (excludes)
			rd_rma_card_admit(win);
		return 0;
	}
	if (to.alone && rd_cma_works(from->proc->cma)) {
		memcpy(&far, given, sizeof(far));
		err = accumulate_far(&to, from->proc->cma, &far, msg->bytes);
	} else {
		err = RD_ENOTSUP;
	}
	if (excludes)
		rd_rma_card_admit(win);
	memcpy(old, &to.skip, sizeof(to.skip));
	return err;
}

/* Bytes that the data of an entry may have at most. */
static uint64_t room_of(const struct rd_rma_entry *s)
{
	int part;

	if (s->place == RD_ENTRY_FAR)
		return s->kind == RD_RMA_CAS_ ? 0 : UINT64_MAX;
	if (s->kind == RD_RMA_CAS_)
		return RD_ENTRY_DATA / 2;
	if (s->place == RD_ENTRY_MAILBOX)
		return RD_MAILBOX_DATA;
	part = rd_entry_part(s);
	if (part < 0)
		return RD_ENTRY_DATA;
	return rd_min((RD_ROOMS * RD_ROOM_PARTS - part) * RD_ROOM_PART, (int)RD_MAILBOX_DATA);
}

/* A put or get between the target's memory and the origin's. */
static int move_far(struct rd_win *win, const struct rd_rma_entry *s, char *at, uint64_t bytes)
{
	struct rd_cma_peer *origin = rd_win_peer_known(win, (int)s->from)->proc->cma;
	struct rd_entry_far far;
	int reads = s->kind == RD_RMA_PUT_;

	if (!rd_cma_works(origin))
		return RD_ENOTSUP;
	memcpy(&far, s->data, sizeof(far));
	if (rd_vm_copy(origin->id.pid, at, reads ? far.given : far.old, bytes,
		       reads ? RD_VM_READ : RD_VM_WRITE))
		return copy_error(origin);
	return 0;
}

static uint64_t count_of(const struct rd_rma_entry *s)
{
	struct rd_entry_far far;

	memcpy(&far, s->data, sizeof(far));
	return s->place == RD_ENTRY_FAR ? far.count : s->count;
}

int rd_rma_carry_out(struct rd_win *win, const struct rd_rma_entry *s, const char *given, char *old)
{
	struct rd_rma_msg msg = {.kind = s->kind,
				 .op = s->op,
				 .type = s->type,
				 .disp = s->disp,
				 .count = count_of(s)};
	struct place place;
	const struct rd_win_peer *from = rd_win_peer_known(win, (int)s->from);
	int err = s->type < RD_RMA_SLOT ? find(win, from, &msg, &place) : RD_EPROTO;

	if (err)
		return err;
	msg.bytes = msg.count * place.type->size;
	if (!(place.type->flags & RD_TYPE_CONTIG) || msg.bytes > room_of(s))
		return RD_EPROTO;
	if (s->place == RD_ENTRY_FAR && s->kind != RD_RMA_ACC_)
		return move_far(win, s, place.addr, msg.bytes);
	switch (s->kind) {
	case RD_RMA_PUT_:
		memcpy(place.addr, given, msg.bytes);
		return 0;
	case RD_RMA_GET_:
		rd_copy_in(&from->proc->copy_in, old, place.addr, msg.bytes);
		return 0;
	case RD_RMA_ACC_:
		return carry_out_accumulate(win, s, &msg, &place, given, old);
	case RD_RMA_CAS_:
		compare_and_swap(win, &place, given, old);
		return 0;
	default:
		return RD_EPROTO;
	}
}

/* ---- Dispatch ---- */

static int on_data(struct rd_win *win, struct rd_win_peer *from, const struct rd_rma_msg *msg,
		   const char *payload, uint64_t bytes)
{
	switch (msg->kind) {
	case RD_RMA_PUT_:
		return on_put(win, from, msg, payload, bytes);
	case RD_RMA_PUTB:
		return on_put_bulk(win, from, msg);
	case RD_RMA_GET_:
		return on_get(win, from, msg);
	case RD_RMA_ACC_:
		return on_accumulate(win, from, msg, payload, bytes);
	case RD_RMA_CAS_:
		return on_cas(win, from, msg, payload, bytes);
	case RD_RMA_TYPE:
		return on_type(from, msg, payload, bytes);
	default:
		return RD_EPROTO;
	}
}

static int on_sync(struct rd_win *win, struct rd_win_peer *peer, const struct rd_rma_msg *msg)
{
	switch (msg->kind) {
	case RD_RMA_LOCK:
		return on_lock(win, peer->rank, msg);
	case RD_RMA_UNLK:
		peer->due.unlock = msg->op;
		peer->due.acks++;
		owe(win, peer);
		return 0;
	case RD_RMA_FLSH:
		peer->due.acks++;
		owe(win, peer);
		return 0;
	case RD_RMA_CMPL:
		peer->due.completes++;
		owe(win, peer);
		return 0;
	case RD_RMA_GRNT:
		peer->lock.granted = 1;
		return 0;
	case RD_RMA_ACK_:
		peer->flushes -= peer->flushes > 0;
		if (msg->op && !win->err)
			win->err = -(int)msg->op;
		return 0;
	case RD_RMA_POST:
		peer->posts++;
		return 0;
	case RD_RMA_WAKE:
		win->lock.wakes--;
		return 0;
	default:
		return RD_EPROTO;
	}
}

int rd_rma_handle(struct rd_win *win, int from, const struct rd_rma_msg *msg, const char *payload,
		  uint64_t bytes)
{
	struct rd_win_peer *peer = rd_win_peer(win, from);
	int err = !peer                      ? RD_ENOMEM
		  : msg->kind >= RD_RMA_LOCK ? on_sync(win, peer, msg)
					     : on_data(win, peer, msg, payload, bytes);

	if (!err || err == RD_ENOMEM)
		return err;
	if (err == RD_EPROTO)
		rd_error("window: rank %d of it sent a message of kind %u that is none; all ranks "
			 "must run the same version of Rondo",
			 from, msg->kind);
	if (!peer->due.refused)
		peer->due.refused = err;
	if (msg->kind != RD_RMA_PUT_ && msg->kind != RD_RMA_PUTB && msg->kind != RD_RMA_ACC_ &&
	    !win->err)
		win->err = err;
	return err;
}
