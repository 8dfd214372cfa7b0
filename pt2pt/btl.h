/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The contract between point-to-point and a transport (byte transfer layer).
 *
 * pt2pt calls down through struct rd_btl; a transport calls up through the
 * rd_btl_up_* functions. All of it happens on the one thread that is
 * inside the library; nothing may block. A transport knows processes by world
 * rank, never communicators; it treats headers as opaque, all but their length.
 *
 * Order: messages given to one endpoint by send, commit and post arrive in the
 * order they were given. One endpoint per peer and transport: connect() to a
 * peer that has already connected to us returns the same one.
 */
#ifndef RD_PT2PT_BTL_H
#define RD_PT2PT_BTL_H

#include <stddef.h>
#include <stdint.h>

#include "base/list.h"
#include "runtime/progress.h"

struct rd_btl;

/* Message header. What the fields mean depends on the kind; see pt2pt/proto.h. */
struct rd_hdr {
	uint8_t kind;
	uint8_t flags;
	uint16_t aux;
	uint32_t ctx;
	union {
		struct {
			int32_t tag;
			uint32_t src;
		};
		uint64_t offset; /* bytes */
	};
};
_Static_assert(sizeof(struct rd_hdr) == 16, "every transport carries 16 bytes of header");

/*
 * A header as two words that stay in registers. A struct that was written field by field just
 * before and is read as a whole must wait until the stores are through: t/btl/speed, processors
 * with caches far apart, a short message one way: 0.10 us with one load of 16 bytes, 0.03 without.
 */
struct rd_hdr_words {
	uint64_t low, high;
};

/* Of a message of the program's: kind, context, tag, source. */
static inline struct rd_hdr_words rd_hdr_words(unsigned kind, uint32_t ctx, int tag, uint32_t src)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return (struct rd_hdr_words){kind | (uint64_t)ctx << 32,
				     (uint32_t)tag | (uint64_t)src << 32};
#else
	return (struct rd_hdr_words){(uint64_t)kind << 56 | ctx,
				     (uint64_t)(uint32_t)tag << 32 | src};
#endif
}

/* One peer as one transport sees it. Transports embed it at the start of their own. */
struct rd_ep {
	const struct rd_btl *btl;
	int rank;           /* world rank of the peer */
	uint32_t eager_max; /* bytes; largest payload that send and reserve take */
	uint32_t frag_max;  /* bytes; largest payload that post takes, best size of a fragment */
	uint32_t get_min;   /* bytes; from here on get() beats fragments; UINT32_MAX: no get() */
	uint32_t brief_max; /* bytes; largest payload that brief takes */
	uint32_t brief_room; /* messages that brief takes for sure; always 0: there is no brief */
};

/* A payload that the transport sends from where it lies: the memory stays the
 * caller's and unchanged until `done` was called, exactly once, possibly before
 * post() returns. */
struct rd_btl_post {
	void (*done)(struct rd_btl_post *post, int err); /* 0 or negative rd_err */
	struct rd_list link; /* the transport's, from post() until done */
	uint64_t priv[6];    /* the transport's, likewise */
};

/* Reading of the peer's memory into ours; both sides contiguous. */
struct rd_btl_get {
	void *local;
	uint64_t remote; /* address in the peer's address space, as the peer's RTS gave it */
	uint64_t len;    /* bytes, any number */
	uint64_t token;  /* what the peer's rd_btl_up_lent knows it by */
	/* Exactly once, possibly before get() returns; RD_ENOTSUP: refused by the
	 * system (for example in a container), nothing is known of the buffer's content: send it
	 * another way. */
	void (*done)(struct rd_btl_get *get, int err);
	struct rd_list link; /* the transport's */
	uint64_t priv[12];   /* the transport's */
};

struct rd_btl_stats {
	uint64_t tx_msgs, tx_bytes, rx_msgs, rx_bytes; /* payload bytes; kept by the transport */
	uint64_t get_bytes;                            /* by get(), on the reading side */
};

struct rd_btl {
	const char *name; /* "sm": as in RONDO_BTL */
	int index;        /* place in rd_btl_table */
	struct rd_btl_stats *stats;

	/* Opens the transport, adds its poller to the progress loop. RD_ENOTSUP: it cannot work
	 * here, `*why` (static or kept text) says why; not an error unless the user asked for it
	 * alone. */
	int (*init)(const char **why);
	/* After all endpoints were flushed; frees everything, removes the poller. */
	void (*fini)(void);

	/* What peers need to reach this process: writes at most `max` bytes, returns how many. */
	size_t (*address)(void *buf, size_t max);

	/* Whether the peer that published `addr` (as it came from outside: check it) can be reached
	 * by this transport. Cheap, no side effects. */
	int (*reaches)(int rank, const void *addr, size_t len);

	/* The endpoint to the peer. Starts to connect but does not wait: until the connection
	 * stands, sends return RD_EAGAIN. RD_ENOTSUP: cannot after all (another transport is
	 * tried, and the peer's connect fails as well); RD_EPROC: the peer has ended; other errors
	 * are final, too. */
	int (*connect)(int rank, const void *addr, size_t len, struct rd_ep **ep);

	/* Takes a short message: header and `len` <= eager_max bytes of payload are copied
	 * before it returns. 0; RD_EAGAIN: no room now, nothing was taken; RD_EPROC: peer gone. */
	int (*send)(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len);

	/* send for at most brief_max bytes while there is brief_room, the quickest way. Cannot
	 * fail: 0, so that it can be a tail call. */
	int (*brief)(struct rd_ep *ep, struct rd_hdr_words hdr, const void *payload, size_t len);

	/* The same without the copy: reserve gives room for `len` <= eager_max bytes of payload
	 * (16-byte aligned), or NULL for no room now; the caller fills it and calls commit at once
	 * (no other call to the transport between the two). commit may say less than was reserved.
	 * */
	void *(*reserve)(struct rd_ep *ep, size_t len);
	void (*commit)(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len);

	/* Sends header and payload of up to frag_max bytes from where it lies. 0, RD_EAGAIN
	 * (nothing was taken), or an error. A transport whose own buffers are the limit may copy
	 * and call done at once. */
	int (*post)(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len,
		    struct rd_btl_post *post);

	/* Reads peer memory. 0 or an error, never RD_EAGAIN (it queues). NULL: transport has none.
	 * */
	int (*get)(struct rd_ep *ep, struct rd_btl_get *get);

	/* 1 when nothing this process sent to the peer still waits inside the transport. */
	int (*flushed)(struct rd_ep *ep);

	/* The peer's process has ended, as others have found out: what it was to give never comes.
	 * NULL: the transport finds out by itself. */
	void (*gone)(struct rd_ep *ep);

	/* One line about the endpoint for error messages and reports ("10.0.0.2:4711"). */
	void (*describe)(struct rd_ep *ep, char *buf, size_t max);
};

/* ---- Upcalls, in pt2pt/ ---- */

/* A message has come from ep's peer. payload is valid during the call only. If
 * rd_btl_up_place gave an address for this header, payload is that address. */
void rd_btl_up_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len);

/*
 * Asks, before the payload is read from the wire, where it should go. NULL: into a
 * buffer of the transport's. Worth asking for large payloads only. After an address was given,
 * rd_btl_up_recv must follow for that header, or rd_btl_up_down.
 */
void *rd_btl_up_place(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len);

/* 1 when [addr, addr + len) of this process's memory is still lent to ep's peer, which got this
 * token with it. */
int rd_btl_up_lent(struct rd_ep *ep, uint64_t token, uint64_t addr, uint64_t len);

/* The peer's process has ended or the connection is lost for good; already logged
 * by the transport. */
void rd_btl_up_down(struct rd_ep *ep, int err);

/* 1: its end is known, and has been told. */
int rd_btl_up_is_down(const struct rd_ep *ep);

/* What ep's peer has published for this transport, for who has to connect again. 0 or an error. */
int rd_btl_up_address(const struct rd_ep *ep, const void **addr, size_t *len);

/* The world rank `rank` has connected to us: the endpoint is usable from now on. */
void rd_btl_up_connected(struct rd_ep *ep);

/* The transports, in the order they are preferred; ends with NULL. */
extern const struct rd_btl *const rd_btl_table[];

#endif
