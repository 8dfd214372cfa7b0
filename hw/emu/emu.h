/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functional model of the ring card: all cards of a ring and their links in one memory that
 * the ring's processes share. This header has the shared layout and the contract between the
 * files of this folder. The driver above uses btl_fpga/card.h only; tests also use
 * rd_emu_kill_link. Registers, descriptors, records and refusals are those of
 * hw/regs/REGISTERS.md; clocks, cells and links are not modelled.
 *
 * No process serves the ring. The process that writes a register carries out the register's
 * effect, also at the destination, at once and in the writing thread. So each word of the shared
 * memory has one of three kinds of writers:
 *
 *  1. the process of the page (registers, own descriptors, barrier and reduction state);
 *  2. the holder of the page's lock (receive and completion ring, streams, full/empty registers);
 *  3. any process, atomically (events, counters, `sleeping`).
 *
 * Other processes write the memory of a page only between rd_emu_touch and rd_emu_untouch after
 * they have found its region open, or under the page's lock after they have found the page on.
 * Closing a region or turning the page off waits until all of them are out (rd_emu_vacate): then
 * no other process touches the memory any more. A process that ends in the middle does not block
 * others: its lock is taken from it, its `touching` is cleared.
 *
 * Bus addresses of a page are virtual addresses of its process: other processes have its arena in
 * their own mapping, map memory that it has lent (lend.c), and access the rest by process_vm_readv
 * and process_vm_writev.
 */
#ifndef RD_HW_EMU_EMU_H
#define RD_HW_EMU_EMU_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "btl_fpga/card.h"
#include "hw/emu/alu.h"
#include "node/cma.h"
#include "node/shm.h"
#include "node/wakeup.h"
#include "runtime/cpu.h"
#include "runtime/wait.h"

#define RD_EMU_MAGIC 0x31656d65646e6f72ull /* "rondeme1" */
#define RD_EMU_NODES 1024
#define RD_EMU_CELL_B 128   /* bytes of payload of a DATA cell: W = 64 */
#define RD_EMU_WRITE_B 120u /* bytes of payload of a WRITE cell behind its first word */
#define RD_EMU_MSG_B 112u   /* bytes of payload of a MSG record */
#define RD_EMU_SLOT_LG 7    /* log2 of the bytes of a record of a receive ring */
#define RD_EMU_REGIONS 8
#define RD_EMU_STREAMS 8
#define RD_EMU_DESCS 8
#define RD_EMU_CPL_SPARE 8                 /* places of a completion ring that stay free */
#define RD_EMU_GUESSES 3                   /* wrong keys until a sender is barred */
#define RD_EMU_REDUCE_N 8                  /* reduction groups */
#define RD_EMU_WINDOW 8                    /* operands of a member that stay where they are */
#define RD_EMU_OFFSET_MASK 0xffffffffffull /* of bytes from the base of a region */

#define RD_EMU_LINE _Alignas(RD_CACHE_LINE)

/* ---- Shared memory ---- */

/* Vectors of a reduction group: the holder of the lock carries out all that are ready. */
struct rd_emu_work {
	RD_EMU_LINE uint32_t lock; /* pid of its holder; 0: free */
	uint32_t changes;          /* count of changes that the holder has to process */
};

struct rd_emu_ring {
	uint64_t magic;  /* anything else: the ring is broken */
	uint32_t ready;  /* sized and initialised */
	uint32_t table;  /* RN_TABLE_CRC */
	uint32_t layout; /* hash of the sizes of the structures: differs between builds */
	uint32_t nodes, users;
	uint64_t arena_bytes;
	uint64_t start_ns; /* clock 0 of the cards */
	uint64_t host;     /* of struct rd_cma_id: the same in all processes, which use pids */
	/* Read often, seldom written. */
	RD_EMU_LINE uint32_t sleepers; /* pages that sleep */
	uint32_t heavy;  /* processes that need a fence of those that wake them: wakeup.h */
	uint32_t config; /* changes of groups, pages and links */
	uint32_t dead;   /* links */
	uint64_t lent;   /* pieces of memory lent so far */
	RD_EMU_LINE uint32_t fault_lock;
	/* Link from node i to node i + 1, a bit for each end: 1 left, 2 right. */
	uint8_t link_dead[RD_EMU_NODES];
	struct rd_emu_work work[RD_EMU_REDUCE_N];
};

struct rd_emu_region {
	uint64_t base;       /* bus address */
	uint32_t length;     /* low half */
	uint32_t access;     /* as register ACCESS; 0: closed */
	uint32_t key_high;   /* as register KEY_HIGH */
	uint32_t last, past; /* keys with which it was opened last, and the time before */
};

struct rd_emu_stream {
	uint64_t offset; /* bytes from the region's base */
	uint64_t left;   /* bytes to come */
	uint32_t cookie;
	uint16_t source; /* node */
	uint8_t region;
	uint8_t armed;
	uint8_t sender; /* epoch << 3 | page */
};

/* Written when the page is opened. */
struct rd_emu_process {
	int32_t pid; /* 0: the page is not open */
	int32_t wakeup;
	uint64_t arena_bus;
	uint64_t token; /* differs each time that the page is opened */
	struct rd_cma_id cma;
};

/* The receive and the completion ring of a page, as far as other processes fill them. Under the
 * page's lock. */
struct rd_emu_fill {
	uint16_t recv_prod, cpl_prod;
	uint16_t reserved; /* places of the completion ring */
	uint16_t lost, refused, untold;
	uint8_t write_error; /* since the last completion of a stream */
};

/* A receive or completion ring, as set by its page's process. */
struct rd_emu_queue {
	uint64_t base; /* bus address */
	uint16_t cons;
	uint8_t lg; /* log2 of its places */
};

/* Descriptors of a page: those of its send ring, and those in the card. Used by its process only.
 */
struct rd_emu_sending {
	uint64_t base; /* bus address */
	uint16_t prod, cons;
	uint8_t lg;           /* log2 of the places of the ring */
	uint8_t card_pending; /* descriptors in the card: a bit for each */
	uint8_t skip;         /* the rest of a chain that has failed */
	uint8_t ahead;        /* one from the window was taken, and its doorbell has not come */
	uint16_t quick;       /* taken from the window so far */
	RD_EMU_LINE uint64_t desc[RD_EMU_DESCS][8]; /* in the card */
};

/* Block FE: the operation that the page's process asks for. */
struct rd_emu_fe_op {
	uint64_t arg, cmp, res;
	uint32_t status;
};

/* WRITE cells with a wrong key, by the sender's node and page, up to RD_EMU_GUESSES. Written under
 * the page's lock; read by all without it. */
struct rd_emu_guard {
	uint8_t guesses[RD_EMU_NODES][RN_PAGE_N];
	uint8_t any; /* not all are 0 */
};

#define RD_EMU_CHANGED_N 4096 /* bits of `changed`: queue pairs by their number modulo this */

#define RD_EMU_LENT 64 /* pieces of memory of a page that others map */

/* Memory of a page's process that is part of a file. Written by that process while no region has
 * it; others, which use a region of another piece, look at all of them meanwhile. */
struct rd_emu_lent {
	uint64_t serial;    /* of no other on the ring; 0: free, the rest may change */
	uint64_t base, len; /* bus address */
	uint64_t dev, ino;  /* of the file */
	struct rd_shm_place place;
};

/* The RDMA unit for a page (qp.h). */
struct rd_emu_rdma_page {
	/* Written by this page's process while the unit is off. */
	struct {
		uint64_t base; /* bus address */
		uint32_t n;    /* contexts */
	} table[4];            /* by enum OBJECT */
	uint32_t on;
	/* Written by this page's process, read by others: queue pair and region that it uses now,
	 * (page + 1) << 32 | number; 0: none. */
	RD_EMU_LINE uint64_t at_qp, at_mr;
	/* Any process, atomically: queue pairs that others have changed, and a bit for each word
	 * of these. */
	RD_EMU_LINE uint64_t changed_words, changed[RD_EMU_CHANGED_N / 64];
	uint32_t dropped, refused; /* registers */
};

struct rd_emu_page {
	RD_EMU_LINE struct rd_emu_process process;
	RD_EMU_LINE uint64_t mark;             /* of struct rd_card */
	RD_EMU_LINE struct rd_place processor; /* likewise */
	/* Any process: */
	RD_EMU_LINE uint32_t sleeping;
	/* Written by this page's process, read by others: (page << 3 | region) + 1 of the memory
	 * that it writes or reads now; 0: none. */
	RD_EMU_LINE uint32_t touching;
	/* Under the lock. */
	RD_EMU_LINE uint32_t lock; /* pid of its holder; 0: free */
	uint32_t event;            /* any process, atomically */
	struct rd_emu_fill fill;
	uint8_t enable;
	uint32_t full; /* full/empty registers: a bit for each */
	/* Written by this page's process, read by others. */
	RD_EMU_LINE struct rd_emu_queue recv;
	struct rd_emu_queue cpl;
	uint8_t refuses_from; /* a bit for each page whose messages are refused: inverse of
			       * RECV_FROM, so that 0 is its reset value */
	uint32_t fe_keys;
	RD_EMU_LINE struct rd_emu_region region[RD_EMU_REGIONS];
	/* Under the lock. */
	RD_EMU_LINE struct rd_emu_stream stream[RD_EMU_STREAMS];
	RD_EMU_LINE uint64_t fe[RN_FE_N]; /* full/empty registers */
	/* Used by this page's process only. */
	RD_EMU_LINE struct rd_emu_sending send;
	RD_EMU_LINE struct rd_emu_fe_op fe_op;
	uint32_t mask; /* of events */
	RD_EMU_LINE struct rd_emu_guard guard;
	struct rd_emu_rdma_page rdma;
	uint32_t nlent; /* entries behind these are free */
	struct rd_emu_lent lent[RD_EMU_LENT];
};

/* A group of the barrier, of one card. Its CONFIG: INSIDE stays set once the group was entered,
 * so PHASE + INSIDE modulo 4 is the number of barriers that this node has entered. */
struct rd_emu_group {
	RD_EMU_LINE uint32_t state;
	uint32_t last; /* state before it was disabled: for members that poll late */
	/* Polled by other members: the state since the last barrier of even ([0]) and of odd ([1])
	 * number was entered. */
	struct {
		RD_EMU_LINE uint32_t state;
	} shown[2];
};

/* An operand published through registers. Stays until this member publishes operand
 * number + RD_EMU_WINDOW. */
struct rd_emu_cell {
	RD_EMU_LINE uint64_t beat[4];
	uint32_t number; /* of the operand; written last */
};

/* Place of a vector in its page's memory. */
struct rd_emu_place {
	uint64_t offset; /* bytes from the region's base */
	uint8_t region;
};

/* A REDUCE descriptor under way. Written by the page while `state` is 0; `sent` and the end by the
 * holder of the group's lock, while it touches the page. */
struct rd_emu_vector {
	RD_EMU_LINE uint32_t state; /* 0: none; else differs from that of the vector before */
	uint32_t of;                /* page */
	uint32_t words, sent;       /* of 64 bits; sent: of these, done and their results written */
	uint64_t cookie;
	struct rd_emu_place operand, result;
	uint8_t beats; /* words of a cell */
	uint8_t none;  /* no results are delivered to this member */
};

/* A reduction group, of one card. */
struct rd_emu_reduce {
	RD_EMU_LINE uint32_t owner; /* registers, any process of this card */
	uint32_t ctrl, member, toward;
	uint32_t error; /* any process: as in STATUS, from bit 0 */
	uint32_t cells; /* received */
	/* Written by the owner page's process, read by others. */
	uint32_t given; /* operands published through registers, never reset */
	uint32_t base;  /* of these, before the group was started */
	struct rd_emu_cell cell[RD_EMU_WINDOW];
	struct rd_emu_vector vector;
};

struct rd_emu_card {
	/* Any process, atomically. */
	uint32_t scratch, ask, clock_hi;
	uint32_t timeout; /* DMA.TIMEOUT less its value after reset; hosts here never hang */
	uint32_t bus_refused, malformed, read_errors, write_errors;
	uint32_t barred; /* register DMA.BARRED */
	uint32_t fe_timeouts;
	/* Under fault_lock. */
	uint32_t fault;                       /* register */
	uint8_t cause[2];                     /* of the ports */
	uint32_t told[2 * RD_EMU_NODES / 32]; /* ports reported dead, by 2 * node + port */
	/* Any process, atomically. */
	uint32_t reduce_lost, reduce_last, own_lost, reduce_refused;
	uint32_t qp_epoch; /* last epoch of a queue pair of this card; not cleared with a page */
	struct rd_emu_group group[RN_GROUP_N];
	struct rd_emu_reduce reduce[RD_EMU_REDUCE_N];
};

/* ---- This process ---- */

/* Memory of this process beside the arena that the card may reach. */
struct rd_emu_pins {
	struct rd_emu_pin {
		uint64_t at, len;
	} * pin; /* [max] */
	uint32_t n, max;
	uint32_t last; /* the one that was found last */
};

/* This process's mapping of the file of a piece of memory that was lent. */
struct rd_emu_view {
	uint64_t serial; /* of the piece */
	char *file;      /* NULL: it cannot be mapped */
	uint64_t bytes;
};

/* Measured duration of a successful poll (near.c). */
struct rd_emu_look {
	uint32_t untimed; /* polls until the next one is timed */
	int ns;
};

/* This process's view of a barrier group: the members that have not entered yet. */
struct rd_emu_barrier {
	uint32_t state;     /* of this card's group, for which `waiting` holds */
	uint32_t config;    /* of the ring, when the members were looked up */
	uint32_t waiting;   /* members at the start of node[] that have not entered */
	uint16_t n, far[2]; /* members but this one; the farthest to the left and right */
	uint8_t known;      /* members were looked up */
	uint8_t whole;      /* all were found */
	uint8_t open;       /* entered, not completed */
	uint16_t node[RD_EMU_NODES];
};

/* A member of a reduction group, as found by the lookup. */
struct rd_emu_member {
	uint32_t of;   /* page; UINT32_MAX: not found */
	uint32_t base; /* operands that it published before this group was started */
	const struct rd_emu_cell *cell; /* [RD_EMU_WINDOW], of its card; if `of` is known */
};

/* This process's view of a reduction group that it owns. */
struct rd_emu_reducing {
	uint32_t config;      /* of the ring, when the members were looked up */
	uint32_t ops;         /* operands published since the group was started */
	uint32_t waiting;     /* members at the start of late[] whose operand is not there yet */
	uint16_t n;           /* members */
	uint8_t known, whole; /* members were looked up; all were found */
	uint8_t open;         /* operand published, no result yet */
	uint8_t has;          /* a result */
	/* Valid while `steady` is set and ring->config equals `settled`: the group runs by
	 * registers for this page, all members were found and reach this one. `keeps` and `beats`
	 * are its settings. */
	uint8_t steady, keeps, beats;
	uint16_t own; /* this member */
	uint32_t settled, cells;
	rd_emu_fold *fold;
	uint64_t operand[4], result[4]; /* registers */
	uint64_t given[4];              /* own operand of this operation, or of the last one */
	uint16_t late[RD_EMU_NODES];    /* members but this one */
	struct rd_emu_member member[RD_EMU_NODES];
};

struct rd_emu {
	struct rd_card card; /* first */
	struct rd_emu_ring *ring;
	struct rd_emu_card *cards; /* [nodes] */
	struct rd_emu_page *pages; /* [nodes][users] */
	char *arenas;              /* [nodes][users][arena_bytes] */
	struct rd_emu_card *own;
	struct rd_emu_page *page;
	uint64_t arena_bytes;
	uint32_t nodes, users, node;
	uint32_t index; /* of page */
	int32_t pid;
	size_t bytes; /* of the mapping, from ring on */
	int light;    /* membarrier registered: wakeup.h */
	int heavy;    /* not registered; counts in ring->heavy */
	struct rd_wakeup wakeup;
	struct rd_emu_pins pins;
	struct rd_emu_view **views; /* [nodes][users], each NULL or [RD_EMU_LENT] */
	int cma;                    /* process_vm works: 1 yes, 0 no, -1 not tried */
	uint64_t token;
	uint32_t inside;          /* barrier groups that this process polls: a bit for each */
	uint32_t reducing;        /* reduction groups with an operand but no result */
	uint32_t vectors;         /* REDUCE descriptors so far */
	struct rd_emu_rdma *rdma; /* the RDMA unit for this page; NULL: off */
	/* the descriptor at the consumer index, if it need not be fetched */
	const uint64_t *window;
	struct rd_emu_look look;
	struct rd_emu_barrier barrier[RN_GROUP_N];
	struct rd_emu_reducing reduce[RD_EMU_REDUCE_N];
};

static inline struct rd_emu *rd_emu_of(struct rd_card *card)
{
	return (struct rd_emu *)card;
}

/* Words of 64 bits that are written by two registers, a half each. */
static inline void rd_emu_set_low(uint64_t *word, uint32_t value)
{
	*word = (*word & ~0xffffffffull) | value;
}

static inline void rd_emu_set_high(uint64_t *word, uint32_t value)
{
	*word = (uint32_t)*word | (uint64_t)value << 32;
}

/* Makes the stores before visible to a process that goes to sleep now; wakeup.h. */
static inline void rd_emu_publish(const struct rd_emu *e)
{
	if (rd_unlikely(__atomic_load_n(&e->ring->heavy, __ATOMIC_RELAXED)))
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
	else
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* ---- Memory (memory.c) ---- */

int rd_emu_pin(struct rd_card *card, const void *p, uint64_t len, uint64_t *bus);
void rd_emu_unpin(struct rd_card *card, const void *p, uint64_t len);
char *rd_emu_pinned(struct rd_emu *e, uint64_t bus, uint64_t len);

/* Address in this process of bytes in the arena of page `of`; NULL: they are not in it. */
static inline char *rd_emu_in_arena(struct rd_emu *e, uint32_t of, uint64_t bus, uint64_t len)
{
	uint64_t offset = bus - e->pages[of].process.arena_bus;

	if (rd_likely(offset <= e->arena_bytes && len <= e->arena_bytes - offset))
		return e->arenas + of * e->arena_bytes + offset;
	return NULL;
}

int rd_emu_lend(struct rd_card *card, const void *p, uint64_t len,
		const struct rd_shm_place *place);
void rd_emu_recall(struct rd_card *card, const void *p);
void rd_emu_views_close(struct rd_emu *e);
char *rd_emu_lent_slow(struct rd_emu *e, uint32_t of, uint64_t bus, uint64_t len);

/* Address in this process of bytes that page `of` has lent; NULL: they are not, or cannot be
 * mapped. */
static inline char *rd_emu_lent_at(struct rd_emu *e, uint32_t of, uint64_t bus, uint64_t len)
{
	/* pairs with rd_emu_lend */
	return __atomic_load_n(&e->pages[of].nlent, __ATOMIC_ACQUIRE)
		       ? rd_emu_lent_slow(e, of, bus, len)
		       : NULL;
}

/* Address in this process of a bus address of page `of`; NULL: reachable by process_vm only. */
static inline char *rd_emu_reach(struct rd_emu *e, uint32_t of, uint64_t bus, uint64_t len)
{
	char *p = rd_emu_in_arena(e, of, bus, len);

	if (rd_likely(p != NULL))
		return p;
	return of == e->index ? rd_emu_pinned(e, bus, len) : rd_emu_lent_at(e, of, bus, len);
}

/* Stores in ascending order of addresses; the last 8 bytes, if aligned, with release. */
void rd_emu_copy_up(char *to, const char *from, uint64_t len);

/* 0, or RN_DMA_STATUS_READ_ERROR (own memory) or WRITE_ERROR (that of page `of`). */
int rd_emu_put(struct rd_emu *e, uint32_t of, uint64_t bus, const void *from, uint64_t len);
int rd_emu_get(struct rd_emu *e, uint32_t of, uint64_t bus, void *to, uint64_t len);

/* Source of a transfer: in this process, or (local NULL) at an address of its page that is
 * reachable by process_vm only. */
struct rd_emu_bytes {
	const char *local;
	uint64_t bus;
};

static inline struct rd_emu_bytes rd_emu_from(const struct rd_emu_bytes *b, uint64_t offset)
{
	return (struct rd_emu_bytes){b->local ? b->local + offset : NULL, b->bus + offset};
}

/* As rd_emu_put. */
int rd_emu_move(struct rd_emu *e, uint32_t of, uint64_t bus, const struct rd_emu_bytes *from,
		uint64_t len);

/* ---- Pages: lock, events (page.c) ---- */

void rd_emu_lock_slow(struct rd_emu *e, uint32_t *lock);

static inline int rd_emu_try_lock(const struct rd_emu *e, uint32_t *lock)
{
	uint32_t free = 0;

	/* pairs with rd_emu_unlock */
	return rd_likely(__atomic_compare_exchange_n(lock, &free, (uint32_t)e->pid, 0,
						     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
}

static inline void rd_emu_lock(struct rd_emu *e, uint32_t *lock)
{
	if (!rd_emu_try_lock(e, lock))
		rd_emu_lock_slow(e, lock);
}

static inline void rd_emu_unlock(uint32_t *lock)
{
	__atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

/* Whether the process has ended, waited for or not. */
int rd_emu_gone(int32_t pid);
/* If the lock's holder has ended, passes the lock to `to` (pid; 0: free). Whether it did. */
int rd_emu_lock_of_dead(uint32_t *lock, uint32_t to);
/* Called after poll number `spins` (from 1) of a word that another process is to change. Whether
 * it is time to check that the process still lives. */
int rd_emu_idle(uint32_t spins);

static inline void rd_emu_raise(struct rd_emu_page *page, uint32_t events)
{
	__atomic_fetch_or(&page->event, events, __ATOMIC_RELEASE);
}

/* As rd_emu_raise, for this process's page. Only its own process clears events: a set bit needs
 * no atomic operation. */
static inline void rd_emu_raise_own(struct rd_emu *e, uint32_t events)
{
	if (events & ~__atomic_load_n(&e->page->event, __ATOMIC_RELAXED))
		rd_emu_raise(e->page, events);
}

/* Saturating counters of 16 bits. */
static inline void rd_emu_count(uint32_t *counter)
{
	if (__atomic_load_n(counter, __ATOMIC_RELAXED) < 0xffff)
		__atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

/* Concurrent increments can exceed the maximum. */
static inline uint32_t rd_emu_counter(const uint32_t *counter)
{
	uint32_t n = __atomic_load_n(counter, __ATOMIC_RELAXED);

	return rd_min(n, 0xffffu);
}

uint32_t rd_emu_page_read(struct rd_emu *e, uint32_t at);
void rd_emu_page_write(struct rd_emu *e, uint32_t at, uint32_t value);
uint32_t rd_emu_irq(struct rd_emu *e);

/* ---- Sleeping and waking (wake.c) ---- */

int rd_emu_arm(struct rd_card *card);
void rd_emu_disarm(struct rd_card *card);
void rd_emu_wake_slow(struct rd_emu *e, uint32_t of);
/* Marks the page of this process as awake, if it slept. */
void rd_emu_awake(struct rd_emu *e);

/* Whether some page sleeps. Called after a change that others wait for. */
static inline int rd_emu_any_sleeps(const struct rd_emu *e)
{
	rd_emu_publish(e);
	return rd_unlikely(__atomic_load_n(&e->ring->sleepers, __ATOMIC_RELAXED));
}

/* Wakes page `of` if it sleeps. Called after a change for it. */
static inline void rd_emu_wake(struct rd_emu *e, uint32_t of)
{
	if (rd_emu_any_sleeps(e))
		rd_emu_wake_slow(e, of);
}

/* ---- Polls of others' lines at low or high inter-core latency (near.c) ---- */

uint64_t rd_emu_look_timed(struct rd_emu *e);
void rd_emu_look_learn(struct rd_emu *e, uint64_t begin);

/* Called before the poll; its result is passed to rd_emu_look_end. */
static inline uint64_t rd_emu_look_begin(struct rd_emu *e)
{
	return rd_unlikely(!e->look.untimed--) ? rd_emu_look_timed(e) : 0;
}

/* Called after a poll that has found all operands or members. */
static inline void rd_emu_look_end(struct rd_emu *e, uint64_t begin)
{
	if (rd_unlikely(begin))
		rd_emu_look_learn(e, begin);
	else if (e->look.ns < rd_wait_table.card.far_ns)
		rd_reads_done();
}

/* ---- Regions (region.c) ---- */

uint32_t rd_emu_region_read(struct rd_emu *e, uint32_t at);
void rd_emu_region_write(struct rd_emu *e, uint32_t at, uint32_t value);

/* Publishes that this process is about to use the region of page `of`. The caller checks the
 * region's rights afterwards. Pairs with rd_emu_vacate. */
static inline void rd_emu_touch(struct rd_emu *e, uint32_t of, uint32_t region)
{
	__atomic_store_n(&e->page->touching, (of << 3 | region) + 1, __ATOMIC_RELAXED);
	rd_emu_publish(e);
}

static inline void rd_emu_untouch(struct rd_emu *e)
{
	__atomic_store_n(&e->page->touching, 0, __ATOMIC_RELEASE);
}

/* Waits until no other process uses the region of this process's page, or any region (-1), after
 * it was closed. */
void rd_emu_vacate(struct rd_emu *e, int region);

/* The card's check of an access: enum DMA_STATUS, and the bus address. The key that the region had
 * before is late, not wrong: its region is closed. */
static inline uint32_t rd_emu_allowed(const struct rd_emu_region *r, uint64_t offset, uint64_t len,
				      uint32_t right, uint32_t key, uint64_t *bus)
{
	uint32_t access = __atomic_load_n(&r->access, __ATOMIC_ACQUIRE);
	uint64_t size = (uint64_t)(access & RN_REGION_ACCESS_LENGTH_HI_MASK) << 32 | r->length;
	uint64_t base = r->base;

	if ((access & right) != right)
		return RN_DMA_STATUS_REGION;
	if (right & (RN_REGION_ACCESS_REMOTE_WRITE_MASK | RN_REGION_ACCESS_REMOTE_READ_MASK) &&
	    (r->key_high << 16 | access >> RN_REGION_ACCESS_KEY_LSB) != key)
		return key == r->past ? RN_DMA_STATUS_REGION : RN_DMA_STATUS_KEY;
	if (len > size || offset > size - len || base + offset < base)
		return RN_DMA_STATUS_BOUNDS;
	*bus = base + offset;
	return RN_DMA_STATUS_OK;
}

/* ---- The RDMA unit (qp.h) ---- */

/* Turns it off for this page. */
void rd_emu_rdma_off(struct rd_emu *e);
/* Whether no other process uses queue pairs of this page any more. */
int rd_emu_rdma_stopped(struct rd_emu *e);
/* Waits for that, but not for a process that is stopped. */
void rd_emu_rdma_vacate(struct rd_emu *e);
/* Queue pairs that wait, for a time or for room: nothing will wake the process for them. */
int rd_emu_rdma_waits(struct rd_emu *e);
/* Carries on the requests of the page's queue pairs. */
void rd_emu_rdma_carry(struct rd_emu *e);

/* ---- Rings of a page (queues.c) ---- */

uint32_t rd_emu_queues_read(struct rd_emu *e, uint32_t at);
void rd_emu_queues_write(struct rd_emu *e, uint32_t at, uint32_t value);
void rd_emu_quick(struct rd_card *card, uint16_t index, const uint64_t *descriptor);
void rd_emu_page_off(struct rd_emu *e);

/* Whether the completion ring has room for one more record beside the spare places. */
static inline int rd_emu_cpl_room(const struct rd_emu_page *p)
{
	uint32_t used = (uint16_t)(__atomic_load_n(&p->fill.cpl_prod, __ATOMIC_RELAXED) -
				   __atomic_load_n(&p->cpl.cons, __ATOMIC_RELAXED));

	return used + p->fill.reserved + RD_EMU_CPL_SPARE <= 1u << p->cpl.lg;
}

/* Refusals are caused by other pages: half of the places are left to the page's own operations. */
static inline int rd_emu_refusal_room(const struct rd_emu_page *p)
{
	uint32_t used = (uint16_t)(__atomic_load_n(&p->fill.cpl_prod, __ATOMIC_RELAXED) -
				   __atomic_load_n(&p->cpl.cons, __ATOMIC_RELAXED));

	return used + p->fill.reserved + RD_EMU_CPL_SPARE / 2 <= 1u << p->cpl.lg >> 1;
}

/* ---- Delivery to a page (deliver.c), from this process's node ---- */

struct rd_emu_record {
	uint64_t cookie, length;
	uint32_t kind, status, source, tag;
	uint8_t reserved; /* its place in the ring was reserved */
	uint8_t fence;    /* it completes data written before, and reports write errors of them */
	uint8_t event;
};

/* Appends to the completion ring of page `of`. Caller holds the page's lock. */
void rd_emu_append(struct rd_emu *e, uint32_t of, const struct rd_emu_record *r);
/* Records a refusal (enum DMA_STATUS) for page `of`. Caller holds the page's lock. */
void rd_emu_refuse(struct rd_emu *e, uint32_t of, uint64_t cookie, uint32_t tag, uint32_t status);
/* Records that a write to the memory of page `of` failed. Caller holds the page's lock. */
void rd_emu_write_failed(struct rd_emu *e, uint32_t of);
void rd_emu_complete(struct rd_emu *e, uint32_t of, const struct rd_emu_record *r);

/* First word of a WRITE that starts `offset` bytes later. */
static inline uint64_t rd_emu_head_at(uint64_t head, uint64_t offset)
{
	uint64_t mask = RN_WRITE_HEAD_ADDRESS_OFFSET_MASK;

	return (head & ~mask) | ((head + offset) & mask);
}

/* Appends a record RETURNED to the own completion ring: node `dest` has refused a cell of `type`
 * (enum CELL_TYPE) with `status`; where: OFFSET and KEY of the NOTICE. Caller holds no lock. */
void rd_emu_return(struct rd_emu *e, uint32_t dest, uint32_t status, uint32_t type, uint32_t tag,
		   uint64_t where);

/* 0 or RN_DMA_STATUS_READ_ERROR. Refusals are reported to the receiver and to the own page, write
 * errors to the receiver only. */
uint32_t rd_emu_deliver_write(struct rd_emu *e, uint32_t dest, uint64_t head,
			      const struct rd_emu_bytes *from, uint64_t len, uint32_t key_high);
/* A READ of this page: `length` bytes of a region of node `dest` go to the own stream `stream`. An
 * ATOMIC changes them, too. */
struct rd_emu_read {
	uint64_t head;     /* as of a WRITE: the first byte */
	uint64_t arg, cmp; /* of an ATOMIC */
	uint8_t atomic, swap;
	uint32_t dest, key_high, length, stream, epoch;
};
void rd_emu_deliver_read(struct rd_emu *e, const struct rd_emu_read *r);
void rd_emu_deliver_msg(struct rd_emu *e, uint32_t dest, uint32_t tag, uint64_t first,
			const char *data, uint32_t len);

/* ---- Streams (stream.c) ---- */

uint32_t rd_emu_stream_read(struct rd_emu *e, uint32_t at);
void rd_emu_stream_write(struct rd_emu *e, uint32_t at, uint32_t value);
/* type: RN_CELL_TYPE_DATA or BCAST. */
uint32_t rd_emu_deliver_data(struct rd_emu *e, uint32_t dest, uint32_t type, uint32_t tag,
			     uint32_t epoch, const struct rd_emu_bytes *from, uint64_t len);

/* Opens the stream of a READ, to end at LOCAL of its descriptor; 0: it is open. */
int rd_emu_stream_open(struct rd_emu *e, const struct rd_emu_read *r, uint64_t local,
		       uint32_t cookie);

/* Answers of a page to a READ of this page, for the own stream. */
struct rd_emu_answer {
	uint32_t node, page, stream, epoch;
};
/* Stores data; data that no stream takes is dropped. */
void rd_emu_answer(struct rd_emu *e, const struct rd_emu_answer *a, const char *from, uint64_t len);
/* Where the stream stores the next bytes, so that they need no copy on their way, and that they are
 * there; NULL: they need one. Nobody but this process changes the stream meanwhile. */
char *rd_emu_answer_place(struct rd_emu *e, const struct rd_emu_answer *a, uint64_t len);
void rd_emu_answer_placed(struct rd_emu *e, const struct rd_emu_answer *a, uint64_t len);
/* Ends the stream with a status that is not OK. */
void rd_emu_answer_end(struct rd_emu *e, const struct rd_emu_answer *a, uint32_t status);

/* ---- Descriptors (send.c) ---- */

/* Carries out the pending descriptors as far as the completion ring has room. */
void rd_emu_send(struct rd_emu *e);
uint32_t rd_emu_desc_read(struct rd_emu *e, uint32_t at);
void rd_emu_desc_write(struct rd_emu *e, uint32_t at, uint32_t value);

/* ---- Groups (barrier.c, reduce.c, members.c, vector.c) ---- */

/* Members, or links between them, have changed: all processes look members up again. Pairs with
 * the acquire of the lookups. */
static inline void rd_emu_changed(struct rd_emu *e)
{
	__atomic_fetch_add(&e->ring->config, 1, __ATOMIC_SEQ_CST);
}

void rd_emu_notice_slow(struct rd_emu *e);
void rd_emu_barrier_notice(struct rd_emu *e);
void rd_emu_reduce_notice(struct rd_emu *e);

/* Raises the events of barriers and results that are complete. Called before EVENT is read. */
static inline void rd_emu_notice(struct rd_emu *e)
{
	if (rd_unlikely(e->inside | e->reducing))
		rd_emu_notice_slow(e);
}

/* The page leaves all its groups: before and after it has a process. */
void rd_emu_leave_groups(struct rd_emu *e);
void rd_emu_barrier_leave(struct rd_emu *e);
void rd_emu_reduce_leave(struct rd_emu *e);

/* Likewise for the page of another process, which has ended. Several processes may call it at
 * once: each barrier group of the page is in the result of exactly one of them. */
uint32_t rd_emu_bury(struct rd_card *card, int node, int page);
int rd_emu_barrier_bury(struct rd_emu *e, uint32_t node, uint32_t page, uint32_t group);
void rd_emu_reduce_bury(struct rd_emu *e, uint32_t node, uint32_t page);

/* Starts a REDUCE descriptor of this page: enum DMA_STATUS. A record completes it. */
uint32_t rd_emu_vector_open(struct rd_emu *e, const uint64_t *word);
/* Drops this page's vectors. Called before rd_emu_vacate. */
void rd_emu_vectors_off(struct rd_emu *e);

/* ---- Node and links (node.c) ---- */

uint32_t rd_emu_node_read(struct rd_emu *e, uint32_t at);
void rd_emu_node_write(struct rd_emu *e, uint32_t at, uint32_t value);

/* Whether the path has no dead link. Directions: 1 right (X), -1 left (Y). */
int rd_emu_way_open(struct rd_emu *e, uint32_t from, uint32_t to, int way);
/* The direction of the shorter path, as the card chooses it: 1 right, -1 left. */
int rd_emu_way(const struct rd_emu *e, uint32_t from, uint32_t to);
/* Port of this node: 0 left, 1 right. */
int rd_emu_port_is_dead(const struct rd_emu *e, int port);

static inline int rd_emu_all_up(const struct rd_emu *e)
{
	return rd_likely(!__atomic_load_n(&e->ring->dead, __ATOMIC_RELAXED));
}

/* Whether cells get from one node to the other. */
static inline int rd_emu_reaches(struct rd_emu *e, uint32_t from, uint32_t to)
{
	return rd_emu_all_up(e) || rd_emu_way_open(e, from, to, rd_emu_way(e, from, to));
}

/* For tests: port (0 left, 1 right) of `node` becomes silent; both ends of the link are reported
 * dead. */
void rd_emu_kill_link(struct rd_card *card, int node, int port);

#endif
