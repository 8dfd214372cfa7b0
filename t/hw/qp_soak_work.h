/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Work requests of the soak of queue pairs: their choice, and their completions, which change the
 * shadow of the area of the other side.
 */
#ifndef RD_T_HW_QP_SOAK_WORK_H
#define RD_T_HW_QP_SOAK_WORK_H

#include "t/hw/qp_soak_state.h"

static uint32_t any(struct local *l, uint32_t n)
{
	return any_of(&l->rng, n);
}

/* ---- The target ---- */

/* The queue pair of the other side. */
static uint32_t peer_number(const struct local *l)
{
	return (uint32_t)(l->peer - sides) % qps;
}

static char *shadow_there(const struct local *l)
{
	return shadow_of(l->peer_page, peer_number(l));
}

/* All pages have the same layout, so this one tells the address of the area of the other side. */
static uint64_t there(const struct local *l)
{
	return area_at(&me->local[peer_number(l)]);
}

/* The other side's window may be used from now on until its count goes down. */
static int take_window(struct local *l)
{
	__atomic_fetch_add(&l->peer->users, 1, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&l->peer->window_open, __ATOMIC_SEQ_CST))
		return 1;
	__atomic_fetch_sub(&l->peer->users, 1, __ATOMIC_RELEASE);
	return 0;
}

static uint32_t up_to_unit(uint32_t n, uint32_t unit)
{
	return (n + unit - 1) / unit * unit;
}

/* Chooses `len` bytes of the area of the other side from [from, to), at a multiple of `unit`, by
 * the STag of its region or of its window. */
static void aim(struct local *l, uint64_t *w, struct op *o, uint32_t from, uint32_t to,
		uint32_t unit)
{
	uint32_t stag = (MR_AREA + peer_number(l)) << 8 | l->peer->key;

	if (any(l, 3) == 0 && take_window(l)) {
		uint32_t first = up_to_unit(rd_max(from, l->peer->window_at), unit);
		uint32_t last = rd_min(to, l->peer->window_at + l->peer->window_len);

		o->uses_window = first < last && last - first >= o->len;
		if (o->uses_window) {
			from = first;
			to = last;
			stag = l->peer->window_stag;
		} else {
			__atomic_fetch_sub(&l->peer->users, 1, __ATOMIC_RELEASE);
		}
	}
	o->at = from + any(l, (to - from - o->len) / unit + 1) * unit;
	q_remote(w, there(l) + o->at, stag);
}

/* A request that changes the area, behind READs that may not see that, waits for their end. */
static void fence(struct local *l, uint64_t *w, int changes)
{
	if ((changes && l->unfenced) || any(l, 8) == 0) {
		w[0] |= RDMA_WORK_CTL_FENCE_MASK;
		l->unfenced = 0;
	}
}

/* A queue pair of the Verilog that refuses its own request ends it with FLUSH. */
static int may_be_refused(const struct local *l)
{
	return can.model || l->peer != l->side;
}

/* Whether the other side allows it; at times it is tried all the same. */
static int allowed(struct local *l, struct op *o, uint32_t right)
{
	if (l->peer->rights & right)
		return 1;
	if (any(l, 20) || !may_be_refused(l))
		return 0;
	o->expect = DONE(REMOTE_ACCESS);
	return 1;
}

/* ---- Data ---- */

static uint32_t random_length(struct local *l, uint32_t most)
{
	uint32_t kind = any(l, 16), len;

	len = kind < 1 ? 0 : kind < 8 ? any(l, 64) : kind < 13 ? any(l, 300) : any(l, most + 1);
	return rd_min(len, most);
}

static void take_pieces(struct local *l, struct op *o, uint32_t n)
{
	uint32_t left = o->len;

	o->n = n;
	for (uint32_t i = 0; i < n; i++, left -= o->piece[i - 1].len) {
		uint32_t len = i + 1 < n ? any(l, left + 1) : left;

		o->piece[i] = (struct piece){any(l, POOL_B - len), len};
	}
}

/* Data from the pool: one entry, a list, or inline. */
static void give(struct local *l, uint64_t *w, struct op *o, int plain)
{
	uint32_t kind = plain ? 3 : any(l, 4);

	if (o->len <= RDMA_INLINE_MAX && kind <= 1) {
		char data[RDMA_INLINE_MAX] = {0};
		int two = o->len > 32 || kind;

		take_pieces(l, o, 1);
		collect(data, o->piece, 1);
		w[0] |= RDMA_WORK_CTL_INLINE_MASK | (two ? RDMA_WORK_CTL_LIST_MASK : 0) |
			q_put(o->len, WORK_CTL_BYTES);
		memcpy(w + 4, data, 32);
		if (two)
			memcpy(q_place(&l->q), data + 32, 64);
	} else if (kind == 2) {
		uint64_t *next = q_place(&l->q);

		take_pieces(l, o, 1 + any(l, RDMA_GATHER_MAX));
		w[0] |= RDMA_WORK_CTL_LIST_MASK | q_put(o->n, WORK_CTL_COUNT);
		for (uint32_t i = 0; i < o->n; i++) {
			next[2 * i] = q_bus(me->pool + o->piece[i].at);
			next[2 * i + 1] =
				q_put(o->piece[i].len, ENTRY_WHERE_LENGTH) | q_stag(MR_ALL);
		}
	} else {
		take_pieces(l, o, 1);
		q_gather(w, me->pool + o->piece[0].at, q_stag(MR_ALL), o->len);
	}
}

/* Memory for data that come back: one entry, or a list. */
static void take_back(struct local *l, uint64_t *w, struct op *o, int plain)
{
	char *to = o->land;
	uint64_t *next;
	uint32_t n = plain ? 1 : 1 + any(l, RDMA_GATHER_MAX), left = o->len;

	memset(to, FILL, o->len + GUARD_B);
	if (n == 1) {
		q_gather(w, to, q_stag(MR_ALL), o->len);
		return;
	}
	next = q_place(&l->q);
	w[0] |= RDMA_WORK_CTL_LIST_MASK | q_put(n, WORK_CTL_COUNT);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t len = i + 1 < n ? any(l, left + 1) : left;

		next[2 * i] = q_bus(to);
		next[2 * i + 1] = q_put(len, ENTRY_WHERE_LENGTH) | q_stag(MR_ALL);
		to += len;
		left -= len;
	}
}

/* ---- Kinds of requests; `plain`: with at least a byte, from one entry ---- */

/* Enters the message into the log. */
static void say(struct local *l, struct op *o, uint64_t *w)
{
	struct message *m = &l->side->log[l->side->head % LOG_N];

	*m = (struct message){.len = o->len,
			      .immediate = (uint32_t)q_get(w[0], WORK_CTL_IMMEDIATE),
			      .n = o->n,
			      .op = o->op,
			      .imm = (w[0] & RDMA_WORK_CTL_IMM_MASK) != 0,
			      .too_long = o->len > message_b(peer_number(l))};
	memcpy(m->piece, o->piece, sizeof(m->piece));
	if (any(l, 4) == 0) {
		w[0] |= RDMA_WORK_CTL_SOLICITED_MASK;
		m->solicited = 1;
	}
	o->message = l->side->head;
	store(&l->side->head, o->message + 1);
}

static void add_immediate(struct local *l, uint64_t *w)
{
	w[0] |= RDMA_WORK_CTL_IMM_MASK | q_put((uint32_t)r_random(&l->rng), WORK_CTL_IMMEDIATE);
}

static int make_nop(struct local *l, uint64_t *w, struct op *o, int plain)
{
	(void)plain;
	(void)o;
	fence(l, w, 0);
	return 1;
}

static int log_is_full(const struct local *l)
{
	return l->side->head - load(&l->side->tail) >= LOG_N;
}

static int make_send(struct local *l, uint64_t *w, struct op *o, int plain)
{
	if (log_is_full(l))
		return 0;
	o->len = plain ? 1 + any(l, 64) : random_length(l, message_b(l->q.number));
	if (plain && any(l, 4) == 0) {
		o->len = message_b(peer_number(l)) + 1 + any(l, 64);
		o->expect = DONE(REMOTE_REQUEST);
	}
	fence(l, w, 0);
	give(l, w, o, plain);
	if (any(l, 2))
		add_immediate(l, w);
	say(l, o, w);
	return 1;
}

/* Closes the window of the other side; without one, or badly, another one. */
static int make_send_invalidate(struct local *l, uint64_t *w, struct op *o, int plain)
{
	uint32_t open = 1, stag = l->peer->window_stag;

	if (log_is_full(l))
		return 0;
	if (plain) {
		stag = (MR_AREA + peer_number(l)) << 8;
		o->expect = DONE(REMOTE_ACCESS);
	} else if (!__atomic_compare_exchange_n(&l->peer->window_open, &open, 0, 0,
						__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
		return 0;
	} else {
		stag = l->peer->window_stag;
	}
	o->len = random_length(l, message_b(l->q.number));
	fence(l, w, 1);
	give(l, w, o, plain);
	w[0] |= q_put(stag, WORK_CTL_IMMEDIATE);
	say(l, o, w);
	return 1;
}

static int make_write(struct local *l, uint64_t *w, struct op *o, int plain)
{
	uint32_t area = area_b(l->q.number);

	if (!allowed(l, o, 1))
		return 0;
	plain |= o->expect != 0;
	o->len = plain ? 1 + any(l, 64) : random_length(l, area - FREE);
	fence(l, w, 1);
	aim(l, w, o, FREE, area, 1);
	give(l, w, o, plain);
	return 1;
}

/* To the place that belongs to this message of the log: the receiver compares it. */
static int make_write_imm(struct local *l, uint64_t *w, struct op *o, int plain)
{
	if (plain || log_is_full(l) || !(l->peer->rights & 1))
		return 0;
	o->len = any(l, IMM_B + 1);
	o->at = WORDS_B + l->side->head % LOG_N * IMM_B;
	fence(l, w, 1);
	q_remote(w, there(l) + o->at, (MR_AREA + peer_number(l)) << 8 | l->peer->key);
	give(l, w, o, 0);
	add_immediate(l, w);
	say(l, o, w);
	return 1;
}

static int make_read(struct local *l, uint64_t *w, struct op *o, int plain)
{
	uint32_t most = message_b(l->q.number);

	if (!allowed(l, o, 2))
		return 0;
	plain |= o->expect != 0;
	o->len = plain ? 1 + any(l, 64) : random_length(l, most);
	fence(l, w, 0);
	aim(l, w, o, 0, area_b(l->q.number), 1);
	take_back(l, w, o, plain);
	l->unfenced = 1;
	return 1;
}

/* Of the counter of the page, which all queue pairs count up. */
static void make_count(struct local *l, uint64_t *w, struct op *o)
{
	o->op = OP(FETCH_ADD);
	w[0] = (w[0] & ~0xfull) | o->op;
	o->half = 0;
	o->len = 8;
	o->counter = 1;
	w[0] &= ~(uint64_t)RDMA_WORK_CTL_HALF_MASK;
	w[RDMA_WORK_ARG / 8] = 1;
	q_remote(w, COUNTER_AT, q_stag(MR_COUNTER));
	take_back(l, w, o, 1);
}

static int make_atomic(struct local *l, uint64_t *w, struct op *o, int plain)
{
	if (!allowed(l, o, 4))
		return 0;
	plain |= o->expect != 0;
	fence(l, w, 1);
	l->unfenced = 1;
	if (!plain && any(l, 6) == 0) {
		make_count(l, w, o);
		return 1;
	}
	o->half = any(l, 2) == 0;
	o->len = o->half ? 4 : 8;
	o->arg = r_random(&l->rng);
	aim(l, w, o, 0, WORDS_B, o->len);
	o->cmp = any(l, 4) ? 0 : r_random(&l->rng);
	if (any(l, 2)) /* what it has now, if no other one comes between */
		memcpy(&o->cmp, shadow_there(l) + o->at, o->len);
	w[0] |= o->half ? RDMA_WORK_CTL_HALF_MASK : 0;
	w[RDMA_WORK_ARG / 8] = o->arg;
	w[RDMA_WORK_CMP / 8] = o->cmp;
	take_back(l, w, o, plain);
	return 1;
}

static uint32_t window_number(const struct local *l)
{
	return MR_AREA + qps + l->q.number;
}

static int make_invalidate(struct local *l, uint64_t *w, struct op *o)
{
	o->op = OP(INVALIDATE);
	w[0] = (w[0] & ~0xfull) | o->op | q_put(l->side->window_stag, WORK_CTL_IMMEDIATE);
	l->window = W_CLOSING;
	return 1;
}

/* Gives the other side a window to the area, or takes it back. */
static int make_bind(struct local *l, uint64_t *w, struct op *o, int plain)
{
	struct side *s = l->side;
	uint32_t open = 1, from, area = area_b(l->q.number);

	if (plain && l->window != W_FREE)
		return 0;
	if (l->window == W_BOUND && any(l, 2) &&
	    __atomic_compare_exchange_n(&s->window_open, &open, 0, 0, __ATOMIC_SEQ_CST,
					__ATOMIC_SEQ_CST))
		l->window = W_REVOKED;
	if (l->window == W_REVOKED && !__atomic_load_n(&s->users, __ATOMIC_SEQ_CST))
		return make_invalidate(l, w, o);
	if (l->window != W_FREE)
		return 0;
	from = any(l, FREE);
	s->window_at = from;
	s->window_len = FREE - from + 1 + any(l, area - FREE);
	s->window_stag = window_number(l) << 8 | (++l->window_key & 0xff);
	q_gather(w, NULL, (MR_AREA + l->q.number) << 8 | s->key, 0);
	q_remote(w, area_at(l) + from, s->window_stag);
	w[RDMA_WORK_ARG / 8] = s->window_len;
	w[RDMA_WORK_CMP / 8] = SHAPE(REMOTE_WRITE) | SHAPE(REMOTE_READ) | SHAPE(REMOTE_ATOMIC);
	if (plain) { /* beyond the region */
		w[RDMA_WORK_ARG / 8] = area;
		w[RDMA_WORK_REMOTE / 8]++;
		o->expect = DONE(BIND);
		return 1;
	}
	l->window = W_BINDING;
	return 1;
}

/* The operations. */
static const struct kind {
	const char *name;
	uint8_t op, weight;
	int (*make)(struct local *l, uint64_t *w, struct op *o, int plain); /* 0: not now */
} kinds[] = {
	{"nop", OP(NOP), 4, make_nop},
	{"write", OP(WRITE), 18, make_write},
	{"send", OP(SEND), 20, make_send},
	{"write_imm", OP(WRITE), 8, make_write_imm},
	{"read", OP(READ), 16, make_read},
	{"fetch_add", OP(FETCH_ADD), 10, make_atomic},
	{"compare_swap", OP(COMPARE_SWAP), 10, make_atomic},
	{"send_invalidate", OP(SEND_INVALIDATE), 4, make_send_invalidate},
	{"bind", OP(BIND), 4, make_bind},
};
enum { KINDS = sizeof(kinds) / sizeof(*kinds) };
static uint32_t used; /* a bit for each kind that is used */

static int uses(const char *name)
{
	for (uint32_t i = 0; i < KINDS; i++)
		if (!strcmp(kinds[i].name, name))
			return used >> i & 1;
	return 0;
}

static const struct kind *choose(struct local *l)
{
	uint32_t all = 0, at;

	for (uint32_t i = 0; i < KINDS; i++)
		all += used >> i & 1 ? kinds[i].weight : 0;
	at = any(l, all);
	for (uint32_t i = 0;; i++) {
		uint32_t weight = used >> i & 1 ? kinds[i].weight : 0;

		if (at < weight)
			return &kinds[i];
		at -= weight;
	}
}

/* ---- Wrong requests ---- */

/* Makes a plain request wrong in one way; its status. */
static uint32_t spoil(struct local *l, uint64_t *w, struct op *o)
{
	int remote = o->op >= OP(WRITE) && o->op <= OP(COMPARE_SWAP);
	int atomic = o->op == OP(FETCH_ADD) || o->op == OP(COMPARE_SWAP);
	uint64_t *where = &w[RDMA_WORK_WHERE / 8], *target = &w[RDMA_WORK_TARGET / 8];
	uint64_t *to = &w[RDMA_WORK_REMOTE / 8], end = there(l) + area_b(l->q.number);

	switch (any(l, 11)) {
	case 0:
		*target ^= 1 + any(l, 255);
		return remote ? DONE(REMOTE_ACCESS) : DONE(OK);
	case 1:
		*to = atomic ? end : end - o->len + 1;
		return remote ? DONE(REMOTE_ACCESS) : DONE(OK);
	case 2:
		*target = q_stag(MR_OTHER);
		return remote ? DONE(REMOTE_ACCESS) : DONE(OK);
	case 3:
		*target = q_stag(MR_CLOSED);
		return remote ? DONE(REMOTE_ACCESS) : DONE(OK);
	case 4:
		*where ^= 1 + any(l, 255);
		return DONE(PROTECTION);
	case 5:
		w[RDMA_WORK_ENTRY / 8] = me->card->arena_bus + me->card->arena_bytes - o->len + 1;
		return DONE(PROTECTION);
	case 6:
		*where = (*where & ~0xffffffffull) | q_stag(MR_CONST);
		return o->op == OP(READ) || atomic ? DONE(PROTECTION) : DONE(OK);
	case 7:
		*where += 1ull << 32;
		return atomic ? DONE(REQUEST) : DONE(OK);
	case 8:
		w[0] = (w[0] & ~0xfull) | (9 + any(l, 7));
		return DONE(REQUEST);
	case 9:
		w[0] += q_put(1, WORK_CTL_COUNT);
		return DONE(REQUEST);
	default:
		if (atomic) {
			*to += 1;
			return DONE(REMOTE_REQUEST);
		}
		*where |= q_put(RDMA_MESSAGE_MAX + 1u, ENTRY_WHERE_LENGTH);
		return DONE(LENGTH);
	}
}

/* A wrong request of this kind. 0: not now. */
static int make_bad(struct local *l, const struct kind *kind, uint64_t *w, struct op *o)
{
	uint64_t good[RDMA_WORK_BYTES / 8];

	if (!kind->make(l, w, o, 1))
		return 0;
	memcpy(good, w, sizeof(good));
	while (o->op && !o->expect) {
		memcpy(w, good, sizeof(good));
		o->expect = (uint8_t)spoil(l, w, o);
	}
	return 1;
}

/* ---- Posting ---- */

static uint64_t cookie_of(const struct local *l, uint32_t number)
{
	return number | (uint64_t)l->q.number << 32 | (uint64_t)(l->gen & 0x7fff) << 48;
}

static uint64_t *begin_op(struct local *l, uint32_t op, struct op **o)
{
	*o = &l->op[l->posted % ROOM];
	**o = (struct op){.op = (uint8_t)op, .signalled = 1, .message = NONE};
	(*o)->land = l->lands + l->posted % ROOM * slot_b(l->q.number);
	return q_work(&l->q, op, cookie_of(l, l->posted));
}

/* A request without data, that is signalled. */
static void post_nop(struct local *l, uint32_t expect)
{
	struct op *o;

	begin_op(l, OP(NOP), &o);
	o->expect = (uint8_t)expect;
	l->posted++;
	count(N_POSTED);
	q_go(&l->q);
	l->unrung = 0;
}

/* A request of any kind; `bad`: a wrong one. */
static void post(struct local *l, int bad)
{
	const struct kind *kind = choose(l);
	uint16_t was = l->q.sent;
	struct op *o;
	uint64_t *w = begin_op(l, kind->op, &o);

	if (!(bad && may_be_refused(l) ? make_bad(l, kind, w, o) : kind->make(l, w, o, 0))) {
		l->q.sent = was;
		w = begin_op(l, OP(NOP), &o);
	}
	if (!o->counter && o->op < OP(BIND) && any(l, 3) == 0) {
		w[0] &= ~(uint64_t)RDMA_WORK_CTL_SIGNALLED_MASK;
		o->signalled = (l->q.flags & RDMA_QP_ATTR_CTL_SIGNAL_ALL_MASK) != 0;
	}
	/* Verilog: the other side may end the generation before this one has the answer */
	l->side->cause |= !can.model && o->expect;
	l->posted++;
	l->unrung = 1;
	count(N_POSTED);
	count(N_OPS + o->op);
}

/* ---- Ends ---- */

static int is_message(const struct op *o)
{
	return o->message != NONE;
}

static void release_window(struct local *l, const struct op *o)
{
	if (o->uses_window)
		__atomic_fetch_sub(&l->peer->users, 1, __ATOMIC_RELEASE);
}

/* It may be done, or a part of it. */
static void doubt(struct local *l, const struct op *o)
{
	struct side *s = l->side;

	if (o->counter)
		add(&shared->maybe[l->peer_page], 1);
	s->doubt_messages += is_message(o);
	if (o->counter || o->op < OP(WRITE) || o->op == OP(READ) || o->op > OP(COMPARE_SWAP))
		return;
	s->doubt[s->doubts].at = o->at;
	s->doubt[s->doubts++].len = o->len;
}

static void retire_atomic(struct local *l, const struct op *o)
{
	char *word = shadow_there(l) + o->at;
	uint64_t old = 0, next, got = 0;

	memcpy(&got, o->land, o->len);
	if (o->counter) {
		l_check(l, got >= l->counter_seen, "the counter goes back");
		l->counter_seen = got + 1;
		add(&shared->added[l->peer_page], 1);
		return;
	}
	memcpy(&old, word, o->len);
	l_check(l, got == old, "atomic operation: %#llx, not %#llx", (unsigned long long)got,
		(unsigned long long)old);
	next = o->op == OP(FETCH_ADD)                         ? old + o->arg
	       : old == (o->half ? (uint32_t)o->cmp : o->cmp) ? o->arg
							      : old;
	memcpy(word, &next, o->len);
}

static void check_guard(struct local *l, const char *at)
{
	for (uint32_t i = 0; i < GUARD_B; i++)
		l_check(l, (uint8_t)at[i] == FILL, "memory behind the data was changed");
}

/* It has ended well. */
static void retire(struct local *l, struct op *o)
{
	switch (o->op) {
	case OP(WRITE):
		collect(shadow_there(l) + o->at, o->piece, o->n);
		break;
	case OP(READ):
		l_check(l, !memcmp(o->land, shadow_there(l) + o->at, o->len),
			"READ of %u bytes at %u", o->len, o->at);
		check_guard(l, o->land + o->len);
		add(&shared->n[N_BYTES], o->len);
		break;
	case OP(FETCH_ADD):
	case OP(COMPARE_SWAP):
		retire_atomic(l, o);
		check_guard(l, o->land + o->len);
		break;
	case OP(BIND):
		l->window = W_BOUND;
		__atomic_store_n(&l->side->window_open, 1, __ATOMIC_SEQ_CST);
		break;
	case OP(INVALIDATE):
		l->window = W_FREE;
		break;
	}
	if (is_message(o))
		l->side->messages_ok++;
	release_window(l, o);
	count(N_OK);
}

/* The receive request of the message is wrong, or there will be none. */
static int has_bad_receive(const struct local *l, const struct op *o)
{
	return is_message(o) && o->op != OP(WRITE) && o->len && o->message == l->peer->bad_receive;
}

static int has_no_receive(const struct local *l, const struct op *o)
{
	return is_message(o) && o->message >= l->peer->dry;
}

/* In the Verilog a full completion queue of the other side counts as well. */
static int may_lack_receive(const struct local *l, const struct op *o)
{
	return can.model ? has_no_receive(l, o) : is_message(o) && l->peer->dry != NONE;
}

/* Whether the status is one that this request may have: OK is one if nothing is wrong. */
static int is_due(const struct local *l, const struct op *o, uint32_t status)
{
	if (status == DONE(OK))
		return !o->expect && !has_bad_receive(l, o) && !has_no_receive(l, o);
	return status == o->expect || status == DONE(FLUSH) || status == DONE(RETRY) ||
	       (status == DONE(REMOTE_ERROR) && has_bad_receive(l, o)) ||
	       (status == DONE(RNR_RETRY) && may_lack_receive(l, o));
}

/* It has ended with an error: the first of its generation, or one behind that. */
static void fail(struct local *l, const struct op *o, uint32_t status)
{
	l_check(l, !l->broken || status == DONE(FLUSH), "status %u behind an error", status);
	count(status == DONE(FLUSH) ? N_FLUSHED : N_FAILED);
	count(N_STATUS + status);
	if (!l->broken && status != o->expect)
		doubt(l, o);
	if (status == DONE(RNR_RETRY) || status == DONE(REMOTE_ERROR))
		l->side->doubt_messages = 0;
	if (status != DONE(FLUSH)) {
		l->fell = 1;
		l->side->cause |= status != DONE(RETRY);
	}
	l->broken = 1;
	if (l->phase == UP)
		l->phase = FAILED;
	release_window(l, o);
}

static void completed(const struct q_done *d)
{
	uint32_t status = (uint32_t)q_get(d->what, DONE_WHAT_STATUS), number = (uint32_t)d->cookie;
	struct local *l = &me->local[q_get(d->what, DONE_WHAT_QP)];
	struct op *o = &l->op[number % ROOM];

	l_check(l, d->cookie == cookie_of(l, number), "cookie %#llx",
		(unsigned long long)d->cookie);
	l_check(l, number - l->ended < l->posted - l->ended, "request %u is not under way", number);
	l_check(l, !l->drained || status == DONE(FLUSH), "request %u ends in state SQD", number);
	for (; l->ended != number; l->ended++) {
		struct op *before = &l->op[l->ended % ROOM];

		l_check(l, !l->broken && !before->signalled && is_due(l, before, DONE(OK)),
			"request %u of kind %u has no completion", l->ended, before->op);
		retire(l, before);
	}
	l->ended++;
	l_check(l, is_due(l, o, status), "request %u of kind %u, %u bytes: status %u, not %u",
		number, o->op, o->len, status, o->expect);
	if (status) {
		fail(l, o, status);
		return;
	}
	l_check(l, !l->broken && o->signalled, "request %u of kind %u: completion", number, o->op);
	l_check(l, q_get(d->what, DONE_WHAT_OP) == o->op, "request %u: operation", number);
	l_check(l, (uint32_t)d->payload == (o->op == OP(BIND) ? 0 : o->len),
		"request %u of kind %u: %u bytes, not %u", number, o->op, (uint32_t)d->payload,
		o->len);
	retire(l, o);
}

#endif
