/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The contract between point-to-point and a transport (byte transfer layer).
 *
 * pt2pt calls down through struct rd_btl; a transport calls up through the rd_btl_up_* functions.
 * All calls happen on the one thread that is inside the library; none may block. A transport
 * identifies processes by world rank and does not know communicators; of a header it uses the
 * length only.
 *
 * Order: messages given to one endpoint by send, commit and post arrive in the order in which they
 * were given. One endpoint per peer and transport: connect() to a peer that has already connected
 * to this process returns the existing one.
 */
#ifndef RD_PT2PT_BTL_H
#define RD_PT2PT_BTL_H

#include <stddef.h>
#include <stdint.h>

#include "base/list.h"
#include "runtime/progress.h"

struct rd_btl;

/* Message header. The meaning of the fields depends on the kind; see pt2pt/proto.h. */
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
 * A header as two words that stay in registers. A load of a whole struct whose fields were stored
 * just before waits until the stores are complete: M-211.
 */
struct rd_hdr_words {
	uint64_t low, high;
};

/* Header of a user message: kind, context, tag, source. */
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

/* One peer as one transport sees it. A transport's endpoint begins with it. */
struct rd_ep {
	const struct rd_btl *btl;
	int rank;            /* world rank of the peer */
	uint32_t eager_max;  /* bytes; largest payload for send and reserve */
	uint32_t eager_best; /* bytes; above, get() is faster than send(); the transport adapts it
			      * to its measurements, at most to eager_max */
	uint32_t eager_not;  /* messages that were announced since they have more; pt2pt/send.c */
	uint32_t frag_max;   /* bytes; largest payload for post, best size of a fragment */
	uint32_t get_min;   /* bytes; above, get() is faster than fragments; UINT32_MAX: no get() */
	uint32_t brief_max; /* bytes; largest payload for brief */
	uint32_t brief_room; /* messages that brief takes without fail; always 0: no brief */
};

/* A payload that the transport sends in place: the memory belongs to the caller and stays unchanged
 * until `done` was called, exactly once, possibly before post() returns. */
struct rd_btl_post {
	void (*done)(struct rd_btl_post *post, int err); /* 0 or negative rd_err */
	struct rd_list link; /* owned by the transport from post() until done */
	uint64_t priv[6];    /* owned by the transport, likewise */
};

/* A read of the peer's memory into ours; both sides contiguous. */
struct rd_btl_get {
	void *local;
	uint64_t remote; /* address in the peer's address space, from the peer's RTS */
	uint64_t len;    /* bytes, any number */
	uint64_t token;  /* by which the peer's rd_btl_up_lent finds the message */
	/* Exactly once, possibly before get() returns; RD_ENOTSUP: refused by the system (for
	 * example in a container); the content of the buffer is undefined: send it another way. */
	void (*done)(struct rd_btl_get *get, int err);
	struct rd_list link; /* owned by the transport */
	uint64_t priv[12];   /* owned by the transport */
};

struct rd_btl_stats {
	uint64_t tx_msgs, tx_bytes, rx_msgs, rx_bytes; /* payload bytes; maintained by the
							* transport */
	uint64_t get_bytes;                            /* by get(), on the reading side */
};

struct rd_btl {
	const char *name; /* "sm": as in RONDO_BTL */
	int index;        /* index in rd_btl_table */
	struct rd_btl_stats *stats;

	/* Opens the transport, adds its poller to the progress loop. RD_ENOTSUP: it cannot work
	 * here, and `*why` (static or kept text) gives the reason; not an error unless the user
	 * asked for this transport alone. */
	int (*init)(const char **why);
	/* After all endpoints were flushed; frees everything, removes the poller. */
	void (*fini)(void);

	/* The address that peers need to reach this process: writes at most `max` bytes, returns
	 * their number. */
	size_t (*address)(void *buf, size_t max);

	/* 1 if this transport can reach the peer that published `addr` (unchecked data from
	 * outside: check it). Cheap, no side effects. */
	int (*reaches)(int rank, const void *addr, size_t len);

	/* The endpoint to the peer. Starts to connect and does not wait: until the connection is
	 * established, sends return RD_EAGAIN. RD_ENOTSUP: it cannot connect after all (another
	 * transport is tried, and the peer's connect fails as well); RD_EPROC: the peer has ended;
	 * other errors are final, too. */
	int (*connect)(int rank, const void *addr, size_t len, struct rd_ep **ep);

	/* Takes a short message: header and `len` <= eager_max bytes of payload are copied
	 * before it returns. 0; RD_EAGAIN: no room now, nothing was taken; RD_EPROC: the peer
	 * has failed. */
	int (*send)(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len);

	/* As send, for at most brief_max bytes while brief_room is not 0: the fastest path. Cannot
	 * fail: returns 0, so that it can be a tail call. */
	int (*brief)(struct rd_ep *ep, struct rd_hdr_words hdr, const void *payload, size_t len);

	/* As send without the copy: reserve returns room for `len` <= eager_max bytes of payload
	 * (16-byte aligned), or NULL for no room now; the caller fills it and calls commit at once
	 * (no other call to the transport between the two). commit may give a shorter length than
	 * was reserved. */
	void *(*reserve)(struct rd_ep *ep, size_t len);
	void (*commit)(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len);

	/* Sends header and payload of up to frag_max bytes in place. 0, RD_EAGAIN (nothing was
	 * taken), or an error. A transport that is limited by its own buffers may copy and call
	 * done at once. */
	int (*post)(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len,
		    struct rd_btl_post *post);

	/* Reads peer memory. 0 or an error, never RD_EAGAIN (it queues). NULL: the transport has no
	 * get. */
	int (*get)(struct rd_ep *ep, struct rd_btl_get *get);

	/* 1 if no data sent to the peer by this process waits inside the transport. */
	int (*flushed)(struct rd_ep *ep);

	/* Where the peer is and whether it runs. NULL: not known, for the transport's poller has no
	 * `home`. */
	enum rd_wait_from (*from)(struct rd_ep *ep);

	/* The peer's process has ended, as reported from elsewhere: data that it still had to send
	 * never comes. NULL: the transport detects the end by itself. */
	void (*gone)(struct rd_ep *ep);

	/* One line about the endpoint for error messages and reports ("10.0.0.2:4711"). */
	void (*describe)(struct rd_ep *ep, char *buf, size_t max);
};

/* ---- Upcalls, in pt2pt/ ---- */

/* Delivers a message of ep's peer. payload is valid during the call only. If rd_btl_up_place
 * returned an address for this header, payload is that address. */
void rd_btl_up_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len);

/*
 * Asks, before the payload is read from the wire, for its destination. NULL: a buffer of the
 * transport. For large payloads only. After an address was returned, rd_btl_up_recv must follow for
 * that header, or rd_btl_up_down.
 */
void *rd_btl_up_place(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len);

/* 1 if [addr, addr + len) of this process's memory is still lent to ep's peer, which received this
 * token with it. */
int rd_btl_up_lent(struct rd_ep *ep, uint64_t token, uint64_t addr, uint64_t len);

/* The peer's process has ended or the connection is lost for good; the transport has logged it. */
void rd_btl_up_down(struct rd_ep *ep, int err);

/* 1: the peer is down, and pt2pt has been informed. */
int rd_btl_up_is_down(const struct rd_ep *ep);

/* The address that ep's peer has published for this transport, for a transport that has to connect
 * again. 0 or an error. */
int rd_btl_up_address(const struct rd_ep *ep, const void **addr, size_t *len);

/* World rank `rank` has connected to this process: the endpoint is usable from now on. */
void rd_btl_up_connected(struct rd_ep *ep);

/* The transports in order of preference; ends with NULL. */
extern const struct rd_btl *const rd_btl_table[];

#endif
