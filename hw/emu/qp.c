/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue pairs of the RDMA unit: their commands and states, their turns, and the processes that are
 * inside. The two halves are in qp_send.c and qp_recv.c; registers in qp_regs.c.
 *
 *     RESET --> INIT --> RTR --> RTS <--> SQD        MODIFY, by the process of the page
 *       ^         |       |       |        |
 *       |         +-------+---+---+--------+
 *       |                     v
 *       +------------------- ERR                     by MODIFY, or by itself (any process)
 *
 * 1. In RESET nothing of the queue pair is touched by others once `was_reset` is set. It gets
 *    another epoch on the way to INIT, so nothing of a connection before is taken for one of this.
 * 2. In RTR, RTS and SQD the bound peer writes the receiving half while it is inside.
 * 3. In ERR no request begins. Receive requests are flushed when no process is inside any more.
 */
#include "hw/emu/qp.h"

#include "base/clock.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const uint32_t rd_emu_object_b[] = {RDMA_QP_BYTES, RDMA_CQ_BYTES, RDMA_SRQ_BYTES, RDMA_MR_BYTES};

void *rd_emu_object(struct rd_emu *e, uint32_t of, uint32_t kind, uint32_t number)
{
	const struct rd_emu_rdma_page *r = &e->pages[of].rdma;
	const uint32_t bytes = rd_emu_object_b[kind];

	if (number >= r->table[kind].n)
		return NULL;
	return rd_emu_in_arena(e, of, r->table[kind].base + (uint64_t)number * bytes, bytes);
}

/* ---- Processes inside ---- */

/* Whether `at` is of this page, and of this number unless that is UINT32_MAX. */
static int is_at(struct rd_emu *e, uint64_t at, uint32_t number)
{
	return at >> 32 == e->index + 1 && (number == UINT32_MAX || (uint32_t)at == number);
}

/* Likewise of a region, or of a window in it. */
static int is_at_mr(struct rd_emu *e, uint64_t at, uint32_t number)
{
	const struct rd_emu_mr *mr = NULL;

	if (is_at(e, at, UINT32_MAX))
		mr = rd_emu_object(e, e->index, RDMA_OBJECT_MR, (uint32_t)at);
	return is_at(e, at, number) || (mr && mr->parent == number + 1);
}

typedef int is_at_fn(struct rd_emu *e, uint64_t at, uint32_t number);

/* The word lies at the same place in all pages. A process that has ended is not inside. */
static int others_at(struct rd_emu *e, uint64_t *own, is_at_fn *is, uint32_t number)
{
	size_t place = (size_t)((char *)own - (char *)e->page);

	/* pairs with rd_emu_enter, as rd_emu_vacate with rd_emu_touch */
	rd_wakeup_fence(e->light);
	for (uint32_t i = 0; i < e->nodes * e->users; i++) {
		uint64_t *at = (uint64_t *)(void *)((char *)&e->pages[i] + place);

		if (i != e->index && is(e, __atomic_load_n(at, __ATOMIC_ACQUIRE), number) &&
		    __atomic_load_n(&e->pages[i].process.pid, __ATOMIC_RELAXED) &&
		    !rd_emu_gone(e->pages[i].process.pid))
			return 1;
	}
	return 0;
}

int rd_emu_others_at_qp(struct rd_emu *e, uint32_t number)
{
	return others_at(e, &e->page->rdma.at_qp, is_at, number);
}

int rd_emu_others_at_mr(struct rd_emu *e, uint32_t number)
{
	return others_at(e, &e->page->rdma.at_mr, is_at_mr, number);
}

/* Whether the process is stopped, by a signal or by a debugger: proc(5), third field of stat. */
static int is_stopped(int32_t pid)
{
	char path[32], text[512], *name_end;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[n < 0 ? 0 : n] = 0;
	name_end = strrchr(text, ')');
	return name_end && strlen(name_end) > 2 && (name_end[2] == 'T' || name_end[2] == 't');
}

void rd_emu_rdma_vacate(struct rd_emu *e)
{
	for (uint32_t i = 0; i < e->nodes * e->users; i++) {
		struct rd_emu_page *p = &e->pages[i];

		for (uint32_t spins = 1;
		     i != e->index && p->process.pid &&
		     is_at(e, __atomic_load_n(&p->rdma.at_qp, __ATOMIC_ACQUIRE), UINT32_MAX);
		     spins++)
			if (rd_emu_idle(spins) &&
			    (rd_emu_gone(p->process.pid) || is_stopped(p->process.pid)))
				break;
	}
}

/* ---- State ---- */

void rd_emu_qp_changed(struct rd_emu *e, const struct rd_emu_side *s)
{
	struct rd_emu_rdma_page *r = &e->pages[s->of].rdma;
	uint32_t bit = s->number % RD_EMU_CHANGED_N;

	__atomic_fetch_or(&r->changed[bit / 64], 1ull << bit % 64, __ATOMIC_RELEASE);
	__atomic_fetch_or(&r->changed_words, 1ull << bit / 64, __ATOMIC_RELEASE);
	rd_emu_wake(e, s->of);
}

void rd_emu_qp_fail(struct rd_emu *e, const struct rd_emu_side *s)
{
	uint64_t word = __atomic_load_n(&s->qp->word, __ATOMIC_RELAXED);
	int failed = 0;

	/* states are few: more tries would be those of a page that spoils its tables */
	for (int tries = 0; tries < 8 && !failed; tries++) {
		if ((word & 0xff) < RDMA_QP_STATE_RTR || (word & 0xff) > RDMA_QP_STATE_SQD)
			return;
		failed = __atomic_compare_exchange_n(&s->qp->word, &word,
						     (word & ~0xffull) | RDMA_QP_STATE_ERR, 0,
						     __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
	}
	__atomic_store_n(&s->qp->fell, 1, __ATOMIC_RELEASE);
	rd_emu_qp_changed(e, s);
}

/* The process of the page changes the state; 0: the queue pair has gone to ERR meanwhile. */
static int set_state(struct rd_emu_qp *qp, uint64_t from, uint32_t to)
{
	return __atomic_compare_exchange_n(&qp->word, &from, (from & ~0xffull) | to, 0,
					   __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/* ---- OPEN ---- */

/* Completion and shared receive queues that the attributes name: NULL if they are not open. */
static struct rd_emu_cq *cq_of(struct rd_emu *e, uint64_t number)
{
	struct rd_emu_cq *cq = rd_emu_object(e, e->index, RDMA_OBJECT_CQ, (uint32_t)number);

	return cq && cq->open ? cq : NULL;
}

struct rd_emu_srq *rd_emu_srq_of(struct rd_emu *e, uint32_t of, uint32_t number)
{
	struct rd_emu_srq *srq = rd_emu_object(e, of, RDMA_OBJECT_SRQ, number);

	return srq && srq->open ? srq : NULL;
}

/* Peers write receive queues, so these lie in the arena. */
static int queues_are_there(struct rd_emu *e, const struct rd_emu_qp *qp)
{
	return !((qp->send_base | qp->recv_base) & 63) && qp->send_lg <= RDMA_QUEUE_LG_MAX &&
	       qp->recv_lg <= RDMA_QUEUE_LG_MAX &&
	       rd_emu_reach(e, e->index, qp->send_base, 64ull << qp->send_lg) &&
	       rd_emu_in_arena(e, e->index, qp->recv_base, 64ull << qp->recv_lg);
}

/* Settings from the attributes; the counters that are never set back stay. */
static void set_up(struct rd_emu_qp *qp, const uint64_t *w)
{
	uint64_t ctl = w[0], sizes = w[RDMA_QP_ATTR_SIZES / 8];

	qp->type = (uint8_t)rdma_get(ctl, QP_ATTR_CTL_TYPE);
	qp->signal_all = (uint8_t)rdma_get(ctl, QP_ATTR_CTL_SIGNAL_ALL);
	qp->shared = (uint8_t)rdma_get(ctl, QP_ATTR_CTL_SHARED);
	qp->pd = (uint16_t)rdma_get(ctl, QP_ATTR_CTL_PD);
	qp->send_cq = (uint16_t)rdma_get(ctl, QP_ATTR_CTL_SEND_CQ);
	qp->recv_cq = (uint16_t)rdma_get(ctl, QP_ATTR_CTL_RECV_CQ);
	qp->srq = (uint16_t)rdma_get(sizes, QP_ATTR_SIZES_SRQ);
	qp->send_lg = (uint8_t)rdma_get(sizes, QP_ATTR_SIZES_SEND_LG);
	qp->recv_lg = (uint8_t)rdma_get(sizes, QP_ATTR_SIZES_RECV_LG);
	qp->send_base = w[RDMA_QP_ATTR_SEND / 8];
	qp->recv_base = w[RDMA_QP_ATTR_RECV / 8];
}

/* All counters of a queue pair in state RESET. */
static void clear(struct rd_emu_qp *qp)
{
	uint32_t first = qp->shared ? qp->taken : 0;

	qp->send_prod = qp->send_cons = 0;
	qp->begun = qp->tries = qp->rnr_tries = 0;
	qp->offset = 0;
	qp->peer_epoch = qp->deadline = qp->bound = 0;
	qp->recv_prod = qp->claimed = 0;
	qp->recv_done = qp->recv_settled = first;
	qp->fell = 0;
	qp->drained = qp->quiet = qp->flushed = 0;
	qp->was_reset = 1;
}

static uint32_t check_attr(struct rd_emu *e, const struct rd_emu_qp *qp)
{
	const struct rd_emu_srq *srq =
		qp->shared ? rd_emu_srq_of(e, e->index, (uint32_t)qp->srq) : NULL;

	if (qp->type > RDMA_QP_TYPE_UD || (qp->shared && qp->type != RDMA_QP_TYPE_RC))
		return RDMA_RESULT_CODE_VALUE;
	if (!cq_of(e, qp->send_cq) || !cq_of(e, qp->recv_cq) ||
	    (qp->shared && (!srq || srq->pd != qp->pd)))
		return RDMA_RESULT_CODE_VALUE;
	return queues_are_there(e, qp) ? RDMA_RESULT_CODE_OK : RDMA_RESULT_CODE_ADDRESS;
}

/* Counts the queue pair at the queues that it uses. */
static void use(struct rd_emu *e, const struct rd_emu_qp *qp, uint32_t by)
{
	struct rd_emu_cq *send = cq_of(e, qp->send_cq), *recv = cq_of(e, qp->recv_cq);
	struct rd_emu_srq *srq = qp->shared ? rd_emu_srq_of(e, e->index, (uint32_t)qp->srq) : NULL;

	if (send)
		send->users += by;
	if (recv)
		recv->users += by;
	if (srq)
		srq->users += by;
}

uint32_t rd_emu_qp_open(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_qp *qp = rd_emu_qp_of(e, e->index, number);
	uint64_t w[RDMA_QP_ATTR_BYTES / 8];
	uint32_t err;

	if (!qp)
		return RDMA_RESULT_CODE_NUMBER;
	if (qp->open)
		return RDMA_RESULT_CODE_STATE;
	if (!rd_emu_attr(e, w, sizeof(w)))
		return RDMA_RESULT_CODE_ADDRESS;
	set_up(qp, w);
	err = check_attr(e, qp);
	if (err)
		return err;
	clear(qp);
	use(e, qp, 1);
	__atomic_store_n(&qp->open, 1, __ATOMIC_RELEASE);
	return RDMA_RESULT_CODE_OK;
}

/* ---- MODIFY, QUERY, CLOSE ---- */

static void set_rights(struct rd_emu_qp *qp, uint64_t ctl)
{
	qp->rights = (uint8_t)((ctl & RDMA_QP_ATTR_CTL_WRITE_MASK ? RD_EMU_MAY_WRITE : 0) |
			       (ctl & RDMA_QP_ATTR_CTL_READ_MASK ? RD_EMU_MAY_READ : 0) |
			       (ctl & RDMA_QP_ATTR_CTL_ATOMIC_MASK ? RD_EMU_MAY_ATOMIC : 0));
}

static uint32_t to_reset(struct rd_emu *e, struct rd_emu_qp *qp, uint32_t number)
{
	uint64_t word = __atomic_load_n(&qp->word, __ATOMIC_RELAXED);

	if ((word & 0xff) != RDMA_QP_STATE_RESET)
		qp->was_reset = 0;
	__atomic_store_n(&qp->word, word & ~0xffull, __ATOMIC_SEQ_CST);
	if (!qp->was_reset && rd_emu_others_at_qp(e, number))
		return RDMA_RESULT_CODE_WAIT;
	rd_emu_recv_count_taken(e, qp);
	clear(qp);
	return RDMA_RESULT_CODE_OK;
}

static uint32_t to_init(struct rd_emu *e, struct rd_emu_qp *qp, const uint64_t *w)
{
	uint64_t epoch;

	if (rd_emu_qp_state(qp) == RDMA_QP_STATE_RESET && !qp->was_reset)
		return RDMA_RESULT_CODE_STATE;
	set_rights(qp, w[0]);
	qp->qkey = (uint32_t)rdma_get(w[RDMA_QP_ATTR_PEER / 8], QP_ATTR_PEER_QKEY);
	epoch = __atomic_add_fetch(&e->own->qp_epoch, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&qp->word, epoch << 8 | RDMA_QP_STATE_INIT, __ATOMIC_RELEASE);
	return RDMA_RESULT_CODE_OK;
}

static uint32_t to_rtr(struct rd_emu *e, struct rd_emu_qp *qp, const uint64_t *w)
{
	uint64_t peer = w[RDMA_QP_ATTR_PEER / 8], word = qp->word;

	set_rights(qp, w[0]);
	qp->peer_node = (uint16_t)rdma_get(peer, QP_ATTR_PEER_NODE);
	qp->peer_page = (uint8_t)rdma_get(peer, QP_ATTR_PEER_PAGE);
	qp->peer_qp = (uint16_t)rdma_get(peer, QP_ATTR_PEER_QP);
	qp->rnr_timer = (uint8_t)rdma_get(w[RDMA_QP_ATTR_SIZES / 8], QP_ATTR_SIZES_RNR_TIMER);
	if (qp->type == RDMA_QP_TYPE_RC && (qp->peer_node >= e->nodes || qp->peer_page >= e->users))
		return RDMA_RESULT_CODE_VALUE;
	return set_state(qp, word, RDMA_QP_STATE_RTR) ? RDMA_RESULT_CODE_OK
						      : RDMA_RESULT_CODE_STATE;
}

static uint32_t to_rts(struct rd_emu_qp *qp, uint32_t from, const uint64_t *w)
{
	uint64_t sizes = w[RDMA_QP_ATTR_SIZES / 8], word = qp->word;

	if (from == RDMA_QP_STATE_RTR) {
		qp->timeout = (uint8_t)rdma_get(sizes, QP_ATTR_SIZES_TIMEOUT);
		qp->retry = (uint8_t)rdma_get(sizes, QP_ATTR_SIZES_RETRY);
		qp->rnr_retry = (uint8_t)rdma_get(sizes, QP_ATTR_SIZES_RNR_RETRY);
	}
	qp->drained = 0;
	return (word & 0xff) == from && set_state(qp, word, RDMA_QP_STATE_RTS)
		       ? RDMA_RESULT_CODE_OK
		       : RDMA_RESULT_CODE_STATE;
}

/* To a state that needs no attributes. */
static uint32_t to(struct rd_emu_qp *qp, uint32_t from, uint32_t state)
{
	uint64_t word = __atomic_load_n(&qp->word, __ATOMIC_RELAXED);

	return (word & 0xff) == from && set_state(qp, word, state) ? RDMA_RESULT_CODE_OK
								   : RDMA_RESULT_CODE_STATE;
}

static uint32_t go(struct rd_emu *e, struct rd_emu_qp *qp, uint32_t number, const uint64_t *w)
{
	uint32_t from = rd_emu_qp_state(qp), state = (uint32_t)rdma_get(w[0], QP_ATTR_CTL_STATE);

	if (state == RDMA_QP_STATE_RESET)
		return to_reset(e, qp, number);
	if (state == RDMA_QP_STATE_ERR)
		return to(qp, from, state);
	if (state == RDMA_QP_STATE_INIT && from <= RDMA_QP_STATE_INIT)
		return to_init(e, qp, w);
	if (state == RDMA_QP_STATE_RTR && from == RDMA_QP_STATE_INIT)
		return to_rtr(e, qp, w);
	if (state == RDMA_QP_STATE_RTS && from >= RDMA_QP_STATE_RTR && from <= RDMA_QP_STATE_SQD)
		return to_rts(qp, from, w);
	if (state == RDMA_QP_STATE_SQD && from == RDMA_QP_STATE_RTS)
		return to(qp, from, state);
	return RDMA_RESULT_CODE_STATE;
}

static struct rd_emu_qp *opened(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_qp *qp = rd_emu_qp_of(e, e->index, number);

	return qp && qp->open ? qp : NULL;
}

uint32_t rd_emu_qp_modify(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_qp *qp = opened(e, number);
	uint64_t w[RDMA_QP_ATTR_BYTES / 8];
	uint32_t result;

	if (!qp)
		return RDMA_RESULT_CODE_NUMBER;
	if (!rd_emu_attr(e, w, sizeof(w)))
		return RDMA_RESULT_CODE_ADDRESS;
	result = go(e, qp, number, w);
	rd_emu_set_add(&e->rdma->todo, number);
	return result;
}

uint32_t rd_emu_qp_query(struct rd_emu *e, uint32_t number)
{
	const struct rd_emu_qp *qp = opened(e, number);
	uint64_t w[RDMA_QP_ATTR_BYTES / 8] = {0};

	if (!qp)
		return RDMA_RESULT_CODE_NUMBER;
	if (e->rdma->attr & 7 || !rd_emu_reach(e, e->index, e->rdma->attr, sizeof(w)))
		return RDMA_RESULT_CODE_ADDRESS;
	w[0] = rdma_put(qp->type, QP_ATTR_CTL_TYPE) |
	       rdma_put(rd_emu_qp_state(qp), QP_ATTR_CTL_STATE) |
	       rdma_put(qp->signal_all, QP_ATTR_CTL_SIGNAL_ALL) |
	       rdma_put(qp->shared, QP_ATTR_CTL_SHARED) |
	       rdma_put(qp->rights & RD_EMU_MAY_WRITE ? 1 : 0, QP_ATTR_CTL_WRITE) |
	       rdma_put(qp->rights & RD_EMU_MAY_READ ? 1 : 0, QP_ATTR_CTL_READ) |
	       rdma_put(qp->rights & RD_EMU_MAY_ATOMIC ? 1 : 0, QP_ATTR_CTL_ATOMIC) |
	       rdma_put(qp->pd, QP_ATTR_CTL_PD) | rdma_put(qp->send_cq, QP_ATTR_CTL_SEND_CQ) |
	       rdma_put(qp->recv_cq, QP_ATTR_CTL_RECV_CQ);
	w[RDMA_QP_ATTR_SEND / 8] = qp->send_base;
	w[RDMA_QP_ATTR_RECV / 8] = qp->recv_base;
	w[RDMA_QP_ATTR_SIZES / 8] = rdma_put(qp->send_lg, QP_ATTR_SIZES_SEND_LG) |
				    rdma_put(qp->recv_lg, QP_ATTR_SIZES_RECV_LG) |
				    rdma_put(qp->srq, QP_ATTR_SIZES_SRQ) |
				    rdma_put(qp->rnr_timer, QP_ATTR_SIZES_RNR_TIMER) |
				    rdma_put(qp->timeout, QP_ATTR_SIZES_TIMEOUT) |
				    rdma_put(qp->retry, QP_ATTR_SIZES_RETRY) |
				    rdma_put(qp->rnr_retry, QP_ATTR_SIZES_RNR_RETRY);
	w[RDMA_QP_ATTR_PEER / 8] = rdma_put(qp->peer_node, QP_ATTR_PEER_NODE) |
				   rdma_put(qp->peer_page, QP_ATTR_PEER_PAGE) |
				   rdma_put(qp->peer_qp, QP_ATTR_PEER_QP) |
				   rdma_put(qp->qkey, QP_ATTR_PEER_QKEY);
	w[RDMA_QP_ATTR_INDEX / 8] =
		rdma_put(qp->send_prod, QP_ATTR_INDEX_SEND_PRODUCER) |
		rdma_put(qp->send_cons, QP_ATTR_INDEX_SEND_CONSUMER) |
		rdma_put(qp->shared ? qp->taken : qp->recv_prod, QP_ATTR_INDEX_RECV_PRODUCER) |
		rdma_put(qp->recv_settled, QP_ATTR_INDEX_RECV_CONSUMER);
	rd_emu_put(e, e->index, e->rdma->attr, w, sizeof(w));
	return RDMA_RESULT_CODE_OK;
}

uint32_t rd_emu_qp_close(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_qp *qp = opened(e, number);
	uint32_t result = qp ? to_reset(e, qp, number) : RDMA_RESULT_CODE_NUMBER;

	if (result)
		return result;
	__atomic_store_n(&qp->open, 0, __ATOMIC_RELEASE);
	use(e, qp, UINT32_MAX); /* one less */
	return RDMA_RESULT_CODE_OK;
}

/* ---- Turns ---- */

/* Takes over the changes of other processes. */
static void collect(struct rd_emu *e)
{
	struct rd_emu_rdma_page *r = &e->page->rdma;
	uint32_t n = r->table[RDMA_OBJECT_QP].n;
	uint64_t words;

	if (!__atomic_load_n(&r->changed_words, __ATOMIC_RELAXED))
		return;
	words = __atomic_exchange_n(&r->changed_words, 0, __ATOMIC_ACQUIRE);
	for (; words; words &= words - 1) {
		uint32_t w = (uint32_t)__builtin_ctzll(words);
		uint64_t bits = __atomic_exchange_n(&r->changed[w], 0, __ATOMIC_ACQUIRE);

		for (; bits; bits &= bits - 1)
			for (uint32_t q = 64 * w + (uint32_t)__builtin_ctzll(bits); q < n;
			     q += RD_EMU_CHANGED_N)
				rd_emu_set_add(&e->rdma->todo, q);
	}
}

static enum rd_emu_turn more(enum rd_emu_turn a, enum rd_emu_turn b)
{
	return rd_max(a, b);
}

static enum rd_emu_turn turn(struct rd_emu *e, uint32_t number)
{
	struct rd_emu_side s = {e->index, number, rd_emu_qp_of(e, e->index, number)};
	enum rd_emu_turn did;
	uint32_t state;

	if (!s.qp || !s.qp->open || !queues_are_there(e, s.qp))
		return RD_EMU_IDLE; /* also if the page has spoilt its table */
	if (__atomic_exchange_n(&s.qp->fell, 0, __ATOMIC_ACQUIRE))
		rd_emu_event(e, RDMA_EVENT_KIND_QP_ERROR, number);
	state = rd_emu_qp_state(s.qp);
	if (state == RDMA_QP_STATE_RESET)
		return RD_EMU_IDLE;
	did = rd_emu_recv_turn(e, &s);
	if (state == RDMA_QP_STATE_RTS || state == RDMA_QP_STATE_SQD)
		did = more(did, rd_emu_send_turn(e, &s));
	else if (state == RDMA_QP_STATE_ERR)
		did = more(did, rd_emu_send_flush(e, &s));
	return did;
}

/* Those that wait get a turn when the time of all has come: however many there are, an access does
 * not look at each of them. Clock when they got one, or 0. */
static uint64_t look_at_waiting(struct rd_emu_rdma *r)
{
	uint64_t now = r->waits.count ? rd_clock_ns() : 0;

	if (!now || now < r->look)
		return 0;
	r->looked = r->waits.count;
	while (r->waits.count)
		rd_emu_set_add(&r->todo, rd_emu_set_take(&r->waits, 0));
	return now;
}

/* The next look, after a look from the clock `from` until now: looks that find nothing to do take
 * at most a ninth of the time, also where a turn takes long. */
static void plan_look(struct rd_emu_rdma *r, uint64_t from)
{
	uint64_t now = rd_clock_ns();
	uint64_t pause = rd_min(8 * (now - from), (uint64_t)r->looked * RD_EMU_LOOK_MAX_NS);

	r->look = now + rd_max(pause, (uint64_t)r->looked * RD_EMU_LOOK_NS);
}

/* One turn for each queue pair that has something to do, as far as the access may go. Whether
 * there is more. */
static int round_of_turns(struct rd_emu *e)
{
	int any = 0;

	for (uint32_t left = e->rdma->todo.count; left-- && e->rdma->budget > 0;) {
		uint32_t number = rd_emu_set_take(&e->rdma->todo, e->rdma->next);
		enum rd_emu_turn did = turn(e, number);

		e->rdma->next = number + 1;
		if (did != RD_EMU_IDLE)
			rd_emu_set_add(did == RD_EMU_MORE ? &e->rdma->todo : &e->rdma->waits,
				       number);
		any |= did == RD_EMU_MORE;
	}
	return any;
}

void rd_emu_rdma_carry(struct rd_emu *e)
{
	uint64_t from = look_at_waiting(e->rdma);
	int any;

	e->rdma->budget = RD_EMU_VISIT_B;
	do {
		collect(e);
		any = round_of_turns(e);
		if (from)
			plan_look(e->rdma, from);
		from = 0;
	} while (any && e->rdma->budget > 0);
}

int rd_emu_rdma_waits(struct rd_emu *e)
{
	return e->rdma && (e->rdma->todo.count || e->rdma->waits.count);
}
