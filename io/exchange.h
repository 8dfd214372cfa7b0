/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collective access in which some members, the owners, write and read the file for all.
 *
 * The file is cut into domains of equal length, aligned to its beginning; domain w belongs to
 * owner w modulo their number, and only that one touches it: no lock is needed, and no byte
 * outside the pieces of the members is written. Each member walks its view once, domain by domain,
 * and describes the pieces it has there to the owner: a head, a list of pieces if they do not fit
 * the head, and the data (write), or it receives the data (read). Runs of equal pieces at equal
 * distances are one entry. Each head says in which domain of the same owner the next one comes, so
 * that the owner knows from whom messages come. Over a gap of its view a member sends one head
 * without data to each owner, and goes on behind the gap.
 *
 * In a read the domain of an owner lies in memory that its node maps, if it can. Members of the
 * node get an offer in place of the data, copy their pieces out of the domain, and answer:
 *
 *     member                      owner
 *     head (offers)       ->
 *                         <-      offer
 *     answer: done        ->                     or, where the member cannot map the memory:
 *     answer: refused     ->
 *     list, if any        ->                     (also if none is offered)
 *                         <-      data
 *
 * Memory, independent of sizes and numbers of pieces: an owner has a domain, as much room for
 * packed data of members, and a map of the bytes that are written; a member RD_SLOTS domains at
 * most. Where the data of all lies within RD_BRIEF_B bytes, on one node, that is the only domain,
 * which begins at the first byte; the file keeps the memory for such accesses from the first one
 * on.
 */
#ifndef RD_IO_EXCHANGE_H
#define RD_IO_EXCHANGE_H

#include "io/op.h"
#include "io/share.h"

/* Sent by each member to all others first. */
struct rd_io_range {
	int64_t first, end; /* of the file; equal: no data */
	uint64_t piece;     /* mean bytes of a piece */
	int32_t err;        /* it cannot take part */
	int32_t index;      /* among the members on its node */
	int32_t several;    /* there are members on other nodes */
	int32_t moved;      /* it has moved its data already; then it counts as without */
};

struct rd_io_piece {
	uint32_t at, bytes; /* of the domain */
	uint32_t stride, n; /* n of them, `stride` apart */
};

enum { RD_INLINE = 8, RD_LIST = 2048, RD_SLOTS = 4, RD_PARTS = 3, RD_BRIEF_B = 65536 };
enum { RD_OFFER_B = 8192 }; /* data of a head for which an offer is wanted, at least */

/* Added to the tag of an operation. After an offer, list and data have tags of their own: other
 * heads and data may be under way between the two. */
enum { RD_IO_TO_OWNER, RD_IO_TO_MEMBER, RD_IO_ANSWER, RD_IO_REFUSED, RD_IO_TAGS };

struct rd_io_head {
	uint32_t n;      /* pieces; above RD_INLINE they follow in a message of their own */
	uint16_t more;   /* another head for the same domain follows */
	uint16_t offers; /* the member waits for an offer */
	uint64_t bytes;  /* of data */
	int64_t next;    /* domain of the next head to the same owner; behind the last: none */
	struct rd_io_piece piece[RD_INLINE];
};

/* The domain in shared memory. */
struct rd_io_offer {
	struct rd_io_spot spot; /* none: the data is sent */
	uint64_t valid;         /* bytes of it, from its beginning to the end of the file */
};

/* A part of the own data on its way to or from an owner. */
struct rd_io_slot {
	struct rd_io_head head;
	struct rd_io_offer offer;
	int32_t took;             /* the answer to it: 1, or 0: refused */
	int came;                 /* the offer has come, and has no answer yet */
	int refused;              /* or there was no memory; then the list has the tag of answers */
	struct rd_io_piece *list; /* [RD_LIST] */
	char *room;               /* packed data; NULL: the memory is one block */
	struct rd_req
		*req[RD_PARTS]; /* of head or answer, list or offer, data; NULL: none, or over */
	enum rd_io_part {
		RD_IO_PART_ANSWER,
		RD_IO_PART_HEAD,
		RD_IO_PART_LIST, /* or the offer */
		RD_IO_PART_DATA,
		RD_IO_PART_NONE
	} part;                /* the next to begin */
	struct rd_iter memory; /* where its data begins */
	int reads;             /* data is awaited */
	int owner;             /* its rank */
};

struct rd_io_member {
	struct rd_iter memory, view;
	uint64_t left; /* bytes not yet described */
	int64_t at;    /* the next piece, or the rest of it */
	uint64_t bytes;
	int64_t domain; /* the next to describe */
	int64_t last;   /* behind the last */
	int told;       /* domains in a row whose owners know where the next data is */
	int falls;      /* the next piece begins before the last: the rest is moved by itself */
	uint64_t ended; /* reads: packed bytes before the end of the file */
	struct rd_io_slot *stuck;         /* the one whose messages are not all begun; NULL: none */
	int slots;                        /* in use; 0: not open */
	struct rd_io_slot slot[RD_SLOTS]; /* the others are not cleared */
};

/* A member as the owner of a domain sees it. */
struct rd_io_source {
	enum rd_io_stage {
		RD_IO_IDLE,
		RD_IO_EXPECTED,
		RD_IO_HEAD,
		RD_IO_OFFER,
		RD_IO_OFFERED,
		RD_IO_REPLY,
		RD_IO_LIST,
		RD_IO_WAITING,
		RD_IO_DATA
	} stage;
	struct rd_io_head head;
	int32_t took; /* its answer to the offer */
	int refused;  /* its list has the tag of answers */
	int64_t next; /* the domain of its next head, or one before it */
	char *room;   /* for its packed data; NULL: none */
	struct rd_req *req;
};

/* Long blocks of an owner. */
struct rd_io_memory {
	uint64_t domain;        /* bytes; 0: there are none */
	char *buffer;           /* [domain] */
	char *room;             /* [domain] packed data of sources, one behind the other */
	uint64_t *map;          /* writes: a bit for each byte of the domain */
	struct rd_io_spot spot; /* of the buffer; fd -1: it is not shared */
};

struct rd_io_owner {
	int index;                /* among the owners; -1: none */
	int64_t domain;           /* the present one; -1: the next is to be found */
	int64_t next;             /* domains below are done */
	int busy;                 /* sources that are not done with it, in `active` */
	int *active;              /* [members] */
	int done;                 /* no domain is left */
	int loaded;               /* reads: the domain has been read */
	uint64_t limit;           /* bytes of it up to the end of any member */
	struct rd_io_offer offer; /* reads */
	struct rd_io_memory mem;
	uint64_t roomed; /* bytes of the room in use, or no longer, while `users` */
	int users;       /* sources with a part of it */
	int lister;      /* the source whose pieces are in `list`; -1: none */
	struct rd_io_piece *list;
	struct rd_io_source *source; /* [members] */
};

struct rd_exchange {
	enum {
		RD_IO_GATHER,
		RD_IO_READY,
		RD_IO_MOVE,
		RD_IO_STRAIGHT,
		RD_IO_AGREE,
		RD_IO_TELL
	} phase;
	int blocks;                     /* of a blocking call: so are its collectives */
	struct rd_io_range own, *range; /* [members], the file's */
	struct rd_req *req;             /* of the collective of the phase; NULL: over */
	int tag;                        /* the first of RD_IO_TAGS */
	struct rd_file_hints hints;     /* those at its beginning, the same on all */
	uint64_t domain;                /* bytes */
	int64_t base;                   /* where domain 0 begins */
	int brief;                      /* all data lies within RD_BRIEF_B bytes */
	char *kept;                     /* then the rest of the file's memory for it */
	int *owner_ranks;               /* [owners] ranks; the file's */
	int owners;
	struct rd_io_owner owner;
	uint64_t verdict[2];   /* own, of all: error and rank */
	char why[RD_IO_WHY_B]; /* the text of an error that is not wanted */
	uint64_t bytes;        /* for the status */
	int dead;              /* a member has failed */
	int told;              /* the error is that of another member */
	struct rd_io_member member;
};

static inline int64_t rd_domain_of(const struct rd_exchange *x, int64_t at)
{
	return (at - x->base) / (int64_t)x->domain;
}

static inline int64_t rd_domain_low(const struct rd_exchange *x, int64_t domain)
{
	return x->base + domain * (int64_t)x->domain;
}

void rd_exchange_end(struct rd_exchange *x);                    /* NULL is ignored */
void *rd_exchange_alloc(struct rd_exchange *x, uint64_t bytes); /* until its end; NULL: none */

/* member.c, owner.c: opened before any message; RD_ENOMEM. Steps return the number of events; over:
 * no messages are left. close: not of a brief access. */
int rd_member_open(struct rd_io_op *op);
int rd_member_step(struct rd_io_op *op);
int rd_member_over(const struct rd_io_op *op);
void rd_member_close(struct rd_io_member *member);
int rd_owner_open(struct rd_io_op *op);
int rd_owner_step(struct rd_io_op *op);
int rd_owner_over(const struct rd_io_op *op);
void rd_owner_close(struct rd_io_owner *owner);
void rd_owner_forget(void); /* frees what is kept for the next access; no file is open */
uint64_t rd_owner_brief_b(int members); /* its memory in a brief access, on `members` ranks */

/* 1: the request is over (or there is none), and freed; *got: bytes received. */
int rd_exchange_ended(struct rd_io_op *op, struct rd_req **req, uint64_t *got);
/* RD_EAGAIN: there is no memory for a message now; others wait for it, so it is tried again. */
int rd_exchange_send(struct rd_io_op *op, const void *data, uint64_t bytes, int rank, int tag,
		     struct rd_req **req);
int rd_exchange_recv(struct rd_io_op *op, void *data, uint64_t bytes, int rank, int tag,
		     struct rd_req **req);

#endif
