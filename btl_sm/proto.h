/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The layout of a segment: the memory of a process that the other processes of its node map. Each
 * process owns one segment, a memfd: its inbox. All numbers are in the machine's byte order. Every
 * value read from a segment was written by another process and is checked before it is used as an
 * index, a length or an address.
 *
 *   head     one page, written by the owner at start; the words that peers poll or change
 *   copy jobs    one page, one line per copy job: a large copy that both processes share
 *   seats    [nlocal], written by peer i and the owner: messages of each to the other
 *   links    [RD_SM_SRQ_SLOTS], per SRQ slot: the next one on its stack, and the sender's index
 *   SRQ slots  [RD_SM_SRQ_SLOTS] SRQ slots: for messages of peers that have no FIFO
 *   credits  [nfifos] lines, written by the owner: messages taken from a FIFO
 *   fifos    [nfifos] FIFOs of slots, each written by the one peer it is lent to
 *   pool     blocks for payloads that do not fit a slot, written by the owner, read by peers
 *
 * The file is sparse. Memory for head to SRQ slots is allocated at start, for a block of the pool
 * at its first use, for a FIFO by the peer that writes it, or by the owner when it lends it. i is
 * the index of a rank in rd_job.local.
 *
 * On a node of few ranks every peer has a FIFO from the start. Otherwise there are fewer FIFOs than
 * ranks, so that the memory of a node grows with the number of its ranks and not with its square,
 * and a poll reads few words however many peers have sent:
 *
 *   peer                                owner
 *   takes an SRQ slot from the
 *   stack `free`, writes it, pushes
 *   it onto the stack `inbox`     --->  takes all of `inbox`, delivers in order of arrival,
 *                                       frees the SRQ slots, counts them in seat.taken
 *                                 <---  many have come from this peer: seat.fifo = a FIFO
 *   sends message FIFO in an SRQ  --->  polls the FIFO
 *   slot; from then on uses the
 *   FIFO
 *                                 <---  needs the FIFO for another peer: seat.fifo = 0, and a
 *                                       call in the peer's segment
 *   sends LEAVE, the last message --->  the FIFO is free; this peer uses SRQ slots again
 *   in the FIFO
 *
 * Messages of a peer have one sequence of numbers, across SRQ slots and FIFOs. A process that dies
 * between taking and pushing an SRQ slot leaks that slot and nothing else.
 *
 * Version 6.
 */
#ifndef RD_BTL_SM_PROTO_H
#define RD_BTL_SM_PROTO_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "node/cma.h"
#include "pt2pt/btl.h"
#include "runtime/cpu.h"

#define RD_SM_MAGIC 0x376d7364u /* "dsm7" */

#define RD_SM_PAGE 4096u

/* ---- Addresses ---- */

/* The address record that a process publishes. */
struct rd_sm_addr {
	uint32_t magic;
	int32_t pid;
	int32_t fd;     /* of the segment, in that process */
	int32_t wakefd; /* write end of its wake-up pipe, in that process */
	uint32_t uid;
	uint32_t open;  /* 1: others of the same user may open its descriptors */
	uint64_t node;  /* hash of boot, pid namespace and user namespace */
	uint64_t token; /* random; also at the start of the segment */
	uint64_t size;  /* bytes of the segment */
};
_Static_assert(sizeof(struct rd_sm_addr) == 48, "published format");

/* ---- Slots ---- */

enum rd_sm_slot_type {
	RD_SM_INLINE = 1, /* payload in the slot */
	RD_SM_BLOCK = 2,  /* payload in a block of the sender's pool */
	RD_SM_HELP = 3,   /* not a message: request for help with a copy */
	RD_SM_FRAGMENT =
		4,       /* not a message: a fragment of a copy, in a block of the sender's pool */
	RD_SM_FIFO = 5,  /* not a message: the next message is in the FIFO that was lent */
	RD_SM_LEAVE = 6, /* not a message: the last one in the FIFO */
};

#define RD_SM_INLINE_MAX 40u /* bytes */

/* Request to write [local, local + len) of the receiver's memory to `remote` of the requester's, in
 * chunks claimed in the requester's copy job, from the front or from the end; or to send the chunks
 * as fragments. */
struct rd_sm_help {
	uint64_t local, remote, len; /* addresses; bytes */
	uint32_t chunk;              /* bytes */
	uint32_t gen;                /* generation of the copy job */
	uint32_t copyjob;            /* index */
	uint32_t how;                /* RD_SM_FROM_END, RD_SM_FRAGMENTS */
};

enum {
	RD_SM_FROM_END = 1,  /* the last chunk first */
	RD_SM_FRAGMENTS = 2, /* fragments; a chunk is at most a block of the helper's pool */
};

struct rd_sm_fragment {
	struct {
		uint32_t index; /* of the block */
		uint32_t len;   /* bytes */
	} block;
	uint64_t at;           /* bytes from the beginning of the copy */
	uint32_t gen, copyjob; /* as in the request */
};

/* The end of a slot, written last and as one word, with release, by fifo_publish (send.c); read
 * with acquire in rd_sm_fifo_poll (recv.c). */
union rd_sm_tail {
	struct {
		uint16_t len; /* bytes of inline payload */
		uint8_t type; /* enum rd_sm_slot_type */
		uint8_t zero;
		/* The slot holds message number n (from 0) of the FIFO exactly when seq is n + 1.
		 * No side resets it. */
		uint32_t seq;
	};
	uint64_t word;
};

struct rd_sm_slot {
	union {
		unsigned char data[RD_SM_INLINE_MAX];
		struct {
			uint32_t index; /* of the block */
			uint32_t len;   /* bytes */
		} block;
		struct rd_sm_help help;
		struct rd_sm_fragment fragment;
	};
	struct rd_hdr hdr;
	union rd_sm_tail tail;
};
_Static_assert(sizeof(struct rd_sm_slot) == RD_CACHE_LINE, "one line per short message");
_Static_assert(offsetof(struct rd_sm_slot, hdr) == RD_SM_INLINE_MAX, "shared layout");
_Static_assert(offsetof(struct rd_sm_slot, tail) == 56, "shared layout");
_Static_assert(sizeof(struct rd_sm_help) == RD_SM_INLINE_MAX, "fits the slot");

#define RD_SM_SLOTS_MIN 64u /* a FIFO is whole pages */
#define RD_SM_SLOTS_MAX 65536u

/* Up to this many ranks: one FIFO per peer from the start. More ranks: this many FIFOs, lent. */
#define RD_SM_FIFOS 32u

static inline int rd_sm_fifos_fixed(uint32_t nlocal)
{
	return nlocal <= RD_SM_FIFOS; /* FIFO i belongs to peer i, which allocates its memory */
}

static inline uint32_t rd_sm_fifos_of(uint32_t nlocal)
{
	return nlocal < RD_SM_FIFOS ? nlocal : RD_SM_FIFOS;
}

/* Ranks of a node that map the pages of a FIFO when they connect, and bytes of it: the FIFOs of
 * more take longer, and few messages may go through each. M-235. */
#define RD_SM_POPULATE_MOST 4u
#define RD_SM_POPULATE_B 16384u

#define RD_SM_FIFO_USED \
	0x80000000u /* the peer has sent FIFO; before, the owner can take it back \
		     */

#define RD_SM_SRQ_SLOTS 256u
#define RD_SM_SRQ_SLOTS_EACH 8u /* of one peer in flight */

/* Message number n of FIFO i lies in slot (n + i) modulo the slots: FIFOs start in different sets
 * of the reader's caches. */
static inline uint32_t rd_sm_slot_index(uint32_t n, uint32_t shift, uint32_t nslots)
{
	return (n + shift) & (nslots - 1);
}

/* ---- The pool ---- */

/*
 * Blocks of three classes, one behind the other. A line separates two blocks, so that their
 * beginnings fall into different sets of a cache. Fragments of a copy go through big blocks: M-208.
 * A message of up to the bytes of a long one is sent whole: M-234.
 */
#define RD_SM_SMALL_B 1024u
#define RD_SM_SMALL_N 128u
#define RD_SM_BIG_B 8192u
#define RD_SM_BIG_N 128u
#define RD_SM_LONG_B 16384u
#define RD_SM_LONG_N 64u
#define RD_SM_CLASSES 3
#define RD_SM_BLOCKS (RD_SM_SMALL_N + RD_SM_BIG_N + RD_SM_LONG_N)

static inline int rd_sm_class_of_block(uint32_t index)
{
	return (index >= RD_SM_SMALL_N) + (index >= RD_SM_SMALL_N + RD_SM_BIG_N);
}

static inline int rd_sm_class_of_size(size_t len)
{
	return (len > RD_SM_SMALL_B) + (len > RD_SM_BIG_B);
}

/* Bytes of payload that a block holds. */
static inline uint32_t rd_sm_block_room(uint32_t index)
{
	static const uint32_t room[RD_SM_CLASSES] = {RD_SM_SMALL_B, RD_SM_BIG_B, RD_SM_LONG_B};

	return room[rd_sm_class_of_block(index)];
}

/* Bytes from the start of the pool; for RD_SM_BLOCKS: the size of the pool. */
static inline size_t rd_sm_block_offset(uint32_t index)
{
	const size_t small = RD_SM_SMALL_B + RD_CACHE_LINE, big = RD_SM_BIG_B + RD_CACHE_LINE;
	const size_t long_block = RD_SM_LONG_B + RD_CACHE_LINE;
	const uint32_t nsmall = rd_min(index, RD_SM_SMALL_N);
	const uint32_t nbig = rd_min(index - nsmall, RD_SM_BIG_N);

	return nsmall * small + nbig * big + (index - nsmall - nbig) * long_block;
}

/* ---- Lines ---- */

/* rd_sm_head.sleeping. READY, WAITING, BLOCKED: of a rank that shares its home with others, home.c
 */
enum {
	RD_SM_AWAKE = 0,
	RD_SM_READY = 1,   /* a message has come since it was BLOCKED */
	RD_SM_WAITING = 2, /* it polls for a message */
	RD_SM_BLOCKED = 3, /* it waits for a message and has yielded */
	RD_SM_ASLEEP = 4,
	RD_SM_ASLEEP_FOR_ROOM = 5
};

/* The words that a poll reads besides the FIFOs. */
union rd_sm_arrivals {
	struct {
		uint32_t ncalls; /* calls made so far, incremented by each caller; connect.c */
		uint32_t inbox;  /* index + 1 of the SRQ slot pushed last; 0: none */
	};
	uint64_t word;
};

/* Each group of fields that one side writes has its own line. */
struct rd_sm_head {
	/* written by the owner before it publishes its address */
	uint64_t token;
	uint32_t magic;
	uint32_t nlocal, index; /* ranks on the node; the owner's index */
	uint32_t nslots;        /* of each FIFO here */
	struct rd_cma_id cma;   /* for single copy */
	uint32_t light;         /* 1: the owner sleeps behind membarrier(2), see sleep.c */

	/* Written by the owner, and by peers that wake it (sleep.c) or mark it ready (home.c). */
	_Alignas(RD_CACHE_LINE) uint32_t sleeping;
	/* 1: the owner has left MPI; written once. */
	_Alignas(RD_CACHE_LINE) uint32_t closed;
	struct rd_place place; /* read by peers that wait */
	_Alignas(RD_CACHE_LINE) union rd_sm_arrivals arrivals;
	/* The stack of free SRQ slots: number of changes << 32 | index + 1 of the first. */
	_Alignas(RD_CACHE_LINE) uint64_t free;
};
_Static_assert(sizeof(struct rd_sm_head) <= RD_SM_PAGE, "head is one page");

/* A copy job: a copy that two processes share. It lies in the reader's segment. See copy.c. */
struct rd_sm_copyjob {
	_Alignas(RD_CACHE_LINE) uint64_t claim; /* generation << 32 | chunks claimed by either
						 * side */
	uint64_t done; /* generation << 32 | helper failed << 31 | chunks that the helper wrote */
};
#define RD_SM_COPYJOBS (RD_SM_PAGE / RD_CACHE_LINE)

struct rd_sm_seat {
	uint32_t made;    /* peer: 1: it has called, before its first message */
	uint32_t refused; /* owner: 1: the system denied it the peer's segment; connect.c */
	uint32_t fifo;    /* owner: 1 + the FIFO lent to the peer; 0: none. Peer: sets _USED */
	uint32_t taken;   /* owner: as rd_sm_credit, while the peer has no FIFO */
};
_Static_assert(sizeof(struct rd_sm_seat) == 16, "shared layout");

struct rd_sm_link {
	uint32_t next; /* index + 1 of the SRQ slot below on a stack; 0: none */
	uint32_t from; /* index of the sender */
};

struct rd_sm_credit {
	_Alignas(RD_CACHE_LINE) uint32_t taken; /* messages of the peer taken so far, modulo 2^32 */
};
_Static_assert(sizeof(struct rd_sm_credit) == RD_CACHE_LINE, "one line");

#endif
