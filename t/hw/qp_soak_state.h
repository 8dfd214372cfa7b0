/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * State of the soak of queue pairs (qp_soak.c): its own books, which it compares with the work of
 * the cards. Included first by the parts of the soak.
 *
 * A *side* is a queue pair of a connection. Its requests change the *area* of the other side, a
 * piece of memory with a region of its own, and no other request does: so the *shadow*, changed
 * when a request has ended, has the bytes of the area. Messages are entered into the log of the
 * side before they are posted; the process of the other side compares each receive request with the
 * next entry. All data are pieces of the *pool*, random bytes that each page has.
 *
 * A connection lives in generations. One ends when a request fails, or when a side wants it; then
 * both sides end all their requests, compare the books, and connect anew with another key.
 */
#ifndef RD_T_HW_QP_SOAK_STATE_H
#define RD_T_HW_QP_SOAK_STATE_H

#include "t/hw/emu_qp.h"

enum {
	ROOM = 10,     /* work requests of a side under way */
	SQ_LG = 5,     /* places for them, with lists, and for those that end a generation */
	RQ_LG = 2,     /* places of a receive queue: each has its slot */
	UD_RQ_LG = 4,  /* likewise of a UD queue pair */
	LOG_N = 16,    /* messages that are not in the books of the receiver yet */
	WORDS_B = 128, /* of an area: for atomic operations */
	IMM_B = 32,    /* of a WRITE with immediate data: one place for each message of the log */
	FREE = WORDS_B + LOG_N * IMM_B, /* from here on for WRITEs */
	AREA_B = 1024,
	MESSAGE_B = 448, /* longest */
	GUARD_B = 16,    /* between entries of a receive request, and behind data that were read */
	SLOT_B = MESSAGE_B + 4 * GUARD_B,
	POOL_B = 1 << 20,
	WIDE_EVERY = 512, /* of so many queue pairs one is wide: it has longer areas and messages */
	CQS = 16,
	SRQS = 4,
	SRQ_LG = 7,
	UDS = 4, /* UD queue pairs of a page */
	DATAGRAM_B = 256,
	QKEY = 99,
	PAGES_MAX = 16,
	FILL = 0xa5 /* of memory that nothing has written to */
};

/* Regions of a page. */
enum {
	MR_ALL = 1,   /* the arena */
	MR_CONST = 2, /* likewise, without a right */
	MR_COUNTER = 3,
	MR_OTHER = 4,  /* of another protection domain */
	MR_CLOSED = 5, /* is not open */
	MR_AREA = 8    /* from here on one for each side, then windows */
};
#define COUNTER_AT 0x7000000000ull /* address of the counter in its region */
#define NONE UINT32_MAX

struct piece {
	uint32_t at, len; /* of the pool */
};

/* A message, as its receive request must have it. */
struct message {
	uint32_t len, immediate, n;
	uint8_t op, imm, solicited, too_long;
	struct piece piece[RDMA_GATHER_MAX];
};

/* Of each queue pair, in memory of all processes. */
struct side {
	/* Generations: the last one that is connected, wants to end, has ended, was compared. */
	uint32_t ready, ending, down, checked;
	/* Settings of the generation. */
	uint32_t key, rights;
	uint32_t dry;         /* messages for which it has receive requests */
	uint32_t bad_receive; /* message whose receive request has a wrong STag */
	uint8_t abrupt;       /* it was reset without ending its requests */
	uint8_t cause;        /* it ended the generation for a reason of its own */
	/* Messages that it sends; `tail`: by the other side. */
	uint32_t head, tail, messages_ok;
	struct message log[LOG_N];
	/* Requests that may be done or not. */
	uint32_t doubts, doubt_messages;
	struct {
		uint32_t at, len;
	} doubt[ROOM];
	/* The window to its area; `users`: requests of the other side that use it, by that one. */
	uint32_t window_open, window_stag, window_at, window_len, users;
};

enum shared_count {
	N_POSTED,
	N_OK,
	N_FAILED,
	N_FLUSHED,
	N_LOST, /* reset before they ended */
	N_RECEIVED,
	N_DATAGRAMS,
	N_GENERATIONS,
	N_EVENTS,
	N_BYTES, /* compared */
	N_OPS,
	N_STATUS = N_OPS + 16,
	N_ALL = N_STATUS + 16
};

static struct shared {
	uint32_t finishing; /* pages that post no more */
	uint32_t quiet[PAGES_MAX];
	uint64_t added[PAGES_MAX], maybe[PAGES_MAX]; /* to the counter of the page */
	uint64_t sent[PAGES_MAX], got[PAGES_MAX];    /* datagrams for the page */
	uint64_t n[N_ALL];
	char pool[POOL_B];
} * shared;
static struct side *sides; /* [pages][queue pairs] */
static char *shadows;      /* likewise, of areas */

/* ---- This process ---- */

enum phase {
	UP,
	FAILED,  /* in state ERR; its requests end by themselves */
	DRAIN,   /* until they have */
	DOWN,    /* until the other side has, too */
	CHECKED, /* until the other side has compared the books */
	READY    /* in state RTR, until the other side is */
};
enum window { W_FREE, W_BINDING, W_BOUND, W_REVOKED, W_CLOSING };

/* A work request under way. */
struct op {
	uint8_t op, signalled, half, uses_window, counter, places;
	uint8_t expect; /* its status, unless the other side fails */
	uint32_t len, at, n, message;
	uint64_t arg, cmp;
	char *land;
	struct piece piece[RDMA_GATHER_MAX];
};

/* A receive request. */
struct slot {
	char *at;
	uint32_t number, n, len[RDMA_SCATTER_MAX];
	uint8_t busy;
};

struct local {
	struct q q;
	struct side *side, *peer;
	uint32_t page, peer_page, gen;
	enum phase phase;
	uint64_t rng; /* of its requests */
	struct op op[ROOM];
	uint32_t posted, ended, places, unrung;
	uint8_t broken;   /* a request has failed */
	uint8_t fell;     /* by its own fault: there is an event */
	uint8_t unfenced; /* READs and atomic operations since the last fence */
	uint8_t paused, drained, last_receive, fell_events, stubborn;
	enum window window;
	uint32_t window_key;
	uint64_t counter_seen;
	char *area, *lands;
	uint64_t *list; /* of pages */
	struct slot *slot;
	uint32_t r_posted, r_done;
	uint32_t ud_seq[PAGES_MAX][UDS]; /* UD: sent, seen */
	uint32_t ud_seen[PAGES_MAX][UDS];
	char *heads; /* UD: [ROOM] */
};

struct cq {
	struct q_done *ring;
	uint32_t lg, armed; /* armed: 1 any, 2 solicited */
	uint32_t due;       /* completions that fit since then */
	uint16_t next;
};

struct srq {
	uint64_t *ring;
	struct slot slot[1 << SRQ_LG];
	uint16_t prod;
	uint32_t late[1 << SRQ_LG], late_n, limited;
};

static struct page {
	struct rd_card *card;
	uint64_t *attr, *counter;
	char *pool;
	uint32_t room, index;
	uint64_t rng; /* of the order of things */
	struct cq cq[CQS];
	struct srq srq[SRQS];
	struct local *local; /* [qps + UDS] */
} pages[PAGES_MAX], *me;

/* ---- Settings ---- */

static uint32_t page_n = 8, qps = 64, wide_b = 160 << 10;
static uint64_t seed = 20261130, requests = 40000;
static struct {
	uint8_t model;    /* is it */
	uint8_t receives; /* messages */
} can;

static uint32_t any_of(uint64_t *state, uint32_t n)
{
	return (uint32_t)(r_random(state) >> 33) % n;
}

/* ---- Sizes ---- */

static int is_wide(uint32_t q)
{
	return q % WIDE_EVERY == 3 && q < qps;
}

/* Where item q lies in an array whose items are `small`, or `wide` for wide queue pairs. */
static uint64_t spread(uint32_t q, uint64_t small, uint64_t wide)
{
	return q * small + (q + WIDE_EVERY - 4) / WIDE_EVERY * (wide - small);
}

static uint32_t area_b(uint32_t q)
{
	return is_wide(q) ? wide_b : AREA_B;
}

static uint32_t message_b(uint32_t q)
{
	return is_wide(q) ? wide_b - AREA_B : MESSAGE_B;
}

static uint32_t slot_b(uint32_t q)
{
	return message_b(q) + 4 * GUARD_B;
}

static char *shadow_of(uint32_t page, uint32_t q)
{
	return shadows + page * spread(qps, AREA_B, wide_b) + spread(q, AREA_B, wide_b);
}

/* Address of the first byte of an area in its region; the same on all pages. */
static uint64_t area_at(const struct local *l)
{
	return (uint64_t)(l->q.number + 1) << 24 | ((uint64_t)(l->area - me->card->arena) & 4095);
}

static int is_ud(const struct local *l)
{
	return l->q.number >= qps;
}

/* ---- Books ---- */

static uint32_t load(const uint32_t *p)
{
	return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}

static void store(uint32_t *p, uint32_t value)
{
	__atomic_store_n(p, value, __ATOMIC_RELEASE);
}

static void add(uint64_t *p, uint64_t n)
{
	__atomic_fetch_add(p, n, __ATOMIC_RELAXED);
}

static void count(uint32_t kind)
{
	add(&shared->n[kind], 1);
}

/* The bytes of pieces, in one piece. */
static void collect(char *to, const struct piece *piece, uint32_t n)
{
	for (uint32_t i = 0; i < n; to += piece[i++].len)
		memcpy(to, shared->pool + piece[i].at, piece[i].len);
}

#define l_check(l, cond, ...) \
	do { \
		if (!(cond)) \
			l_fail(__FILE__, __LINE__, (l), #cond, __VA_ARGS__); \
	} while (0)

static _Noreturn __attribute__((format(printf, 5, 6))) void l_fail(const char *file, int line,
								   const struct local *l,
								   const char *cond,
								   const char *fmt, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	procs_fail(file, line, cond,
		   "page %u queue pair %u, generation %u, requests %u to %u, phase %u, other side "
		   "%u: %s",
		   l->page, l->q.number, l->gen, l->ended, l->posted, l->phase, l->peer_page, text);
}

/* The page whose turn it is, of those of this process. */
static void become(uint32_t i)
{
	if (me)
		me->room = q_room;
	me = &pages[i];
	r_card = me->card;
	r_i = (int)i;
	q_attr = me->attr;
	q_room = me->room;
}

#endif
