/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bytes on the wire: the handshake's messages and the frames that follow it.
 * Integers are in the sender's byte order; the handshake refuses a peer of another one.
 *
 * Handshake, K = key that the listener published through the job (128 bits):
 *
 *   connector                                    listener
 *   HELO  who, to whom, which job, nonce,  --->
 *         HMAC(K, "HELO" + all that)
 *                                          <---  CHAL  nonce
 *   PROO  HMAC(K, "PROO" + HELO + CHAL)    --->
 *                                          <---  VERD  what becomes of the connection,
 *                                                      HMAC(K, "VERD" + HELO + CHAL + what)
 *   CHOI  like VERD, by the connector      --->  (only when VERD leaves the choice to it)
 *
 * HELO's own hash keeps strangers from learning anything, an answer included;
 * CHAL makes a recorded HELO worthless; VERD proves the listener to the connector.
 * Version history: 1; 2: RD_TCP_KIND_MORE.
 */
#ifndef RD_BTL_TCP_PROTO_H
#define RD_BTL_TCP_PROTO_H

#include "btl_tcp/auth.h"
#include "pt2pt/btl.h"

#define RD_TCP_VERSION 2
#define RD_TCP_KEY_B 16   /* bytes of a rank's key */
#define RD_TCP_NONCE_B 16 /* bytes */
#define RD_TCP_ORDER 0x01020304u

struct rd_tcp_helo {
	char magic[8]; /* "RONDOtcp"; this field, order and version keep their place for ever */
	uint32_t order;
	uint32_t version;
	int32_t from, to; /* world ranks */
	uint64_t session; /* names the job: start of SHA-256 of its id */
	uint8_t nonce[RD_TCP_NONCE_B];
	uint8_t mac[RD_TCP_HASH_B];
};
_Static_assert(sizeof(struct rd_tcp_helo) == 80, "HELO has no padding");

struct rd_tcp_chal {
	uint8_t nonce[RD_TCP_NONCE_B];
};

struct rd_tcp_proo {
	uint8_t mac[RD_TCP_HASH_B];
};

/* What becomes of a connection. Of a pair of ranks the lower decides, alone. */
enum rd_tcp_fate {
	RD_TCP_FATE_USED = 1, /* this is the pair's connection: frames follow */
	RD_TCP_FATE_OPEN = 2, /* the connector decides (listener is the higher rank) */
	RD_TCP_FATE_DUPL = 3, /* another one is; close this one */
};

struct rd_tcp_verd {
	uint32_t fate; /* enum rd_tcp_fate */
	uint32_t reserved;
	uint8_t mac[RD_TCP_HASH_B];
};
_Static_assert(sizeof(struct rd_tcp_verd) == 40, "VERD has no padding");

/*
 * A frame: prefix, header, payload, and 0 to 7 bytes of padding so that every frame
 * begins at a multiple of 8 bytes of the stream. `check` covers length, kind and the
 * number of the frame in its direction, counted from 0.
 */
enum rd_tcp_kind {
	RD_TCP_KIND_DATA = 0x4144, /* a message of pt2pt */
	RD_TCP_KIND_BYE_ = 0x4542, /* the last frame: sender closes in an orderly way */
};

/* Added to the kind: of a burst, what follows waits until this frame is acknowledged (burst.c). */
#define RD_TCP_KIND_MORE 0x8000u

struct rd_tcp_prefix {
	uint32_t len; /* bytes of payload, padding not counted */
	uint16_t kind;
	uint16_t check;
};

struct rd_tcp_frame {
	struct rd_tcp_prefix prefix;
	struct rd_hdr hdr; /* zero in BYE_ */
};
_Static_assert(sizeof(struct rd_tcp_frame) == 24, "a frame's head has no padding");

#define RD_TCP_HEAD_B sizeof(struct rd_tcp_frame)

/* Bytes of padding after `len` bytes of payload. */
static inline size_t rd_tcp_pad(size_t len)
{
	return -len & 7;
}

static inline uint16_t rd_tcp_check(uint32_t len, uint16_t kind, uint32_t seq)
{
	return (uint16_t)((len * 0x9e3779b1u >> 16) ^ kind ^ seq);
}

#endif
