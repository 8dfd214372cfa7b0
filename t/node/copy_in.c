/* SPDX-License-Identifier: BSD-3-Clause */
/* node/copy_in.c: three of the latest four votes change the way, page faults do not count; each
 * copy probes at first, one of many later; both ways copy the bytes and no others. */
#include "node/copy_in.h"

#include "base/stream.h"
#include "t/tap.h"

enum {
	BYTES = 3 * RD_COPY_IN_LEAST,
	LOW_NS = 20,
	HIGH_NS = 160,
	FAULT_NS = 2000,
	COPIES = 1000,
};

static _Alignas(RD_CACHE_LINE) unsigned char from[BYTES + 64], to[BYTES + 128];

static int after(struct rd_copy_in *peer, const char *votes)
{
	for (; *votes; votes++)
		rd_copy_in_vote(peer, *votes == 'h' ? HIGH_NS : *votes == 'l' ? LOW_NS : FAULT_NS);
	return peer->is_high;
}

static void votes_count(void)
{
	struct rd_copy_in peer = {0};

	is_int(after(&peer, "hh"), 0, "two high ones at first do not count");
	is_int(after(&peer, "h"), 1, "a third one does");
	is_int(after(&peer, "lhlh"), 1, "two of four change nothing");
	is_int(after(&peer, "hhh"), 1, "nor do more of the same");
	is_int(after(&peer, "lFFFl"), 1, "page faults are no votes");
	is_int(after(&peer, "l"), 0, "three low ones of four");
	is_int(after(&peer, "lllh"), 0, "one high one is an outlier");
}

/* Bytes of `to` that differ from what a copy leaves there. */
static int copy(struct rd_copy_in *peer, size_t at, size_t source, size_t bytes)
{
	int wrong = 0;

	memset(to, 0xa5, sizeof(to));
	rd_copy_in(peer, to + at, from + source, bytes);
	for (size_t i = 0; i < sizeof(to); i++)
		wrong += to[i] != (i < at || i >= at + bytes ? 0xa5 : from[source + i - at]);
	return wrong;
}

static void copies(int high)
{
	static const size_t length[] = {
		0,          1,    RD_COPY_IN_LEAST - 1, RD_COPY_IN_LEAST, RD_COPY_IN_LEAST + 1,
		BYTES - 65, BYTES};
	struct rd_copy_in peer = {0};
	int wrong = 0;

	for (size_t i = 0; i < sizeof(length) / sizeof(*length); i++)
		for (size_t at = 0; at < RD_CACHE_LINE; at += 7) {
			after(&peer, high ? "hhhh" : "llll");
			wrong += copy(&peer, at, at * 5 % 64, length[i]);
			wrong += copy(&peer, RD_CACHE_LINE, 0, length[i]);
		}
	is_int(wrong, 0, high ? "high latency: the bytes and no others" : "low: the same");
}

/* Lines of this process's own cache, so that latency is low. */
static void probes_now_and_then(void)
{
	struct rd_copy_in peer = {0};
	int first = 0, probes = 0, wrong = 0;

	if (!RD_HAS_STREAM) {
		ok(!after(&peer, ""), "no probes: this processor has no non-temporal stores");
		return;
	}
	while (!peer.left && first < COPIES) {
		copy(&peer, 0, 0, BYTES);
		first++;
	}
	ok(first > 4 && first < 100, "each of the first %d copies probes", first);
	for (int i = 0; i < COPIES; i++) {
		uint8_t left = peer.left;

		copy(&peer, 0, 0, BYTES);
		probes += peer.left > left;
		wrong += copy(&peer, 0, 0, RD_COPY_IN_LEAST - 1); /* no probe */
	}
	is_int(wrong, 0, "short copies between them");
	ok(probes > COPIES / 200 && probes < COPIES / 20, "then %d of %d", probes, COPIES);
	is_int(peer.is_high, 0, "lines of the own cache are near");
}

int main(void)
{
	for (size_t i = 0; i < sizeof(from); i++)
		from[i] = (unsigned char)(i * 7 + i / 256);
	votes_count();
	copies(0);
	copies(1);
	probes_now_and_then();
	return done();
}
