/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bytes on the wire: the handshake's messages and the frames that follow it. Integers are in the
 * sender's byte order; the handshake refuses a peer of another one.
 *
 * Handshake, K = key that the listener published through the job (128 bits):
 *
 *   connector                                    listener
 *   HELO  from, to, job, nonce,            --->
 *         HMAC(K, "HELO" + all that)
 *                                          <---  CHAL  nonce
 *   PROO  HMAC(K, "PROO" + HELO + CHAL)    --->
 *                                          <---  VERD  fate of the connection,
 *                                                      HMAC(K, "VERD" + HELO + CHAL + that)
 *   CHOI  like VERD, by the connector      --->  (only when VERD leaves the choice to it)
 *
 * The HMAC of HELO keeps an unauthenticated peer from learning anything, an answer included; CHAL
 * makes a recorded HELO worthless; VERD authenticates the listener to the connector. HELO and VERD
 * also carry the number of bytes of the other's stream that were received over earlier connections;
 * the stream on this one begins there (resume, endpoint.c). Version history: 1; 2:
 * RD_TCP_KIND_MORE; 3: acknowledgements and resuming.
 */
#ifndef RD_BTL_TCP_PROTO_H
#define RD_BTL_TCP_PROTO_H

#include "btl_tcp/auth.h"
#include "pt2pt/btl.h"

#define RD_TCP_VERSION 3
#define RD_TCP_KEY_B 16   /* bytes of a rank's key */
#define RD_TCP_NONCE_B 16 /* bytes */
#define RD_TCP_ORDER 0x01020304u

struct rd_tcp_helo {
	char magic[8]; /* "RONDOtcp"; this field, order and version never move */
	uint32_t order;
	uint32_t version;
	int32_t from, to;  /* world ranks */
	uint64_t session;  /* identifies the job: start of SHA-256 of its id */
	uint64_t received; /* bytes of the other's stream so far */
	uint32_t epoch;    /* connections that the pair has had, as known to the sender */
	uint32_t reserved;
	uint8_t nonce[RD_TCP_NONCE_B];
	uint8_t mac[RD_TCP_HASH_B];
};
_Static_assert(sizeof(struct rd_tcp_helo) == 96, "HELO has no padding");

struct rd_tcp_chal {
	uint8_t nonce[RD_TCP_NONCE_B];
};

struct rd_tcp_proo {
	uint8_t mac[RD_TCP_HASH_B];
};

/* Fate of a connection. Of a pair of ranks the lower decides, alone. */
enum rd_tcp_fate {
	RD_TCP_FATE_USED = 1, /* this is the pair's connection: frames follow */
	RD_TCP_FATE_OPEN = 2, /* the connector decides (listener is the higher rank) */
	RD_TCP_FATE_DUPL = 3, /* another one is; this one is closed */
	RD_TCP_FATE_GONE = 4, /* there will be none: the peer was given up */
};

struct rd_tcp_verd {
	uint32_t fate;     /* enum rd_tcp_fate */
	uint32_t epoch;    /* as in HELO */
	uint64_t received; /* likewise */
	uint8_t mac[RD_TCP_HASH_B];
};
_Static_assert(sizeof(struct rd_tcp_verd) == 48, "VERD has no padding");

/*
 * A frame: prefix, header, payload, and 0 to 7 bytes of padding so that every frame begins at a
 * multiple of 8 bytes of the stream. `check` covers length, kind and the number of the frame in its
 * direction, counted from 0.
 */
enum rd_tcp_kind {
	RD_TCP_KIND_DATA = 1, /* a message of pt2pt */
	RD_TCP_KIND_BYE_ = 2, /* the last frame: the sender closes in order */
	RD_TCP_KIND_ACK_ = 3, /* a prefix only: an acknowledgement */
};

/* Flag in the kind: in a burst, the following frames wait until the kernel has acknowledged this
 * one (burst.c). */
#define RD_TCP_KIND_MORE 0x80u
/* Flag in the kind: the sender keeps much data and requests an acknowledgement soon. */
#define RD_TCP_KIND_TELL 0x40u
#define RD_TCP_KIND_FLAGS (RD_TCP_KIND_MORE | RD_TCP_KIND_TELL)

struct rd_tcp_prefix {
	uint32_t len : 24; /* bytes of payload, padding not counted */
	uint32_t kind : 8;
	uint32_t ack : 24; /* received bytes of the other's stream: units of 8 bytes, modulo
			    * 2^24 */
	uint32_t check : 8;
};
_Static_assert(sizeof(struct rd_tcp_prefix) == 8, "a prefix has no padding");

struct rd_tcp_frame {
	struct rd_tcp_prefix prefix;
	struct rd_hdr hdr; /* zero except in DATA */
};
_Static_assert(sizeof(struct rd_tcp_frame) == 24, "a frame's head has no padding");

#define RD_TCP_HEAD_B sizeof(struct rd_tcp_frame)

/* Bytes of padding after `len` bytes of payload. */
static inline size_t rd_tcp_pad(size_t len)
{
	return -len & 7;
}

static inline uint8_t rd_tcp_check(uint32_t len, uint32_t kind, uint32_t seq)
{
	return (uint8_t)((len * 0x9e3779b1u >> 24) ^ kind ^ seq);
}

#endif
