/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows for every transport the guarantees of pt2pt/btl.h: messages of all sizes, by send,
 * reserve/commit and post, arrive whole, once, and in the order in which they were given to an
 * endpoint; get() reads the peer's memory; a receiver that polls late makes senders see RD_EAGAIN
 * and loses nothing. Random traffic between 1 to 8 processes, every byte checked. Arguments: names
 * of transports to test, default all.
 */
#include "t/btl/harness.h"

#include "base/compiler.h"

#define DATA_B (4u << 20) /* bytes of test data; a payload is a part of it */
#define GET_MAX (3u << 20)

enum { DATA = 1, GETME = 2, GOT = 3, LAST = 4 };

/* Payload of GETME. */
struct offer {
	uint64_t addr, len;
	uint32_t at, number;
};

static unsigned char *data; /* this process's: common data, each byte xor rank */
static uint64_t rng;
static uint64_t sent[H_MAX], taken[H_MAX]; /* messages, per peer */
static int last_from[H_MAX];
static int posts_open, gets_open, offers_open;
static int slow; /* polls to leave out after each message taken */

/* The byte of rank's data at i, before the rank is mixed in: cheap and never periodic in pages. */
static void make_data(void)
{
	uint64_t state = 88172645463325252u;

	data = malloc(DATA_B);
	h_check(data, "no memory");
	for (size_t i = 0; i < DATA_B; i += 8) {
		uint64_t word = h_random(&state) ^ 0x0101010101010101u * (unsigned)h_rank;

		memcpy(data + i, &word, 8);
	}
}

/* 1 if p holds the part of rank's data at `at`. */
static int same(const unsigned char *p, uint32_t at, size_t len, int rank)
{
	unsigned char diff = 0, mix = (unsigned char)(rank ^ h_rank);

	for (size_t i = 0; i < len; i++)
		diff |= (unsigned char)(p[i] ^ data[at + i] ^ mix);
	return !diff;
}

static uint32_t place_of(uint64_t number, size_t len)
{
	return (uint32_t)(number * 40503u * 64 % (DATA_B - len + 1));
}

static uint32_t pick(uint32_t below)
{
	return (uint32_t)(h_random(&rng) >> 33) % below;
}

/* Header of the next message to a peer: its number, so that order and loss show. */
static struct rd_hdr header(int kind, struct rd_ep *ep)
{
	return (struct rd_hdr){.kind = (uint8_t)kind,
			       .aux = (uint16_t)h_rank,
			       .ctx = 0xabcd0123,
			       .offset = sent[ep->rank]};
}

/* ---- Sending ---- */

/* GOT messages are sent from inside upcalls; those without room wait here. */
static struct wanted {
	int rank;
	uint32_t number;
} * wanted;
static size_t nwanted, wanted_room;

/* Sometimes the brief send, if there is one. */
static int send_small(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	struct rd_hdr_words words;

	if (!ep->brief_room || len > ep->brief_max || pick(2))
		return ep->btl->send(ep, hdr, payload, len);
	memcpy(&words, hdr, sizeof(words));
	return ep->btl->brief(ep, words, payload, len);
}

static int try_small(struct rd_ep *ep, int kind, const void *payload, size_t len)
{
	struct rd_hdr hdr = header(kind, ep);
	int rc = send_small(ep, &hdr, payload, len);

	h_check(!rc || rc == RD_EAGAIN, "send: %s", rd_err_name(rc));
	sent[ep->rank] += !rc;
	return !rc;
}

static void send_wanted(void)
{
	size_t keep = 0;

	for (size_t i = 0; i < nwanted; i++)
		if (!try_small(h_ep(wanted[i].rank), GOT, &wanted[i].number, 4))
			wanted[keep++] = wanted[i];
	nwanted = keep;
}

static void want_got(int rank, uint32_t number)
{
	if (nwanted == wanted_room) {
		wanted_room = wanted_room * 2 + 16;
		wanted = realloc(wanted, wanted_room * sizeof(*wanted));
		h_check(wanted, "no memory");
	}
	wanted[nwanted++] = (struct wanted){rank, number};
}

static void post_done(struct rd_btl_post *post, int err)
{
	h_check(!err, "post: %s", rd_err_name(err));
	posts_open--;
	free(post);
}

static int try_post(struct rd_ep *ep, size_t len)
{
	struct rd_btl_post *post = calloc(1, sizeof(*post));
	struct rd_hdr hdr = header(DATA, ep);
	int rc;

	h_check(post, "no memory");
	post->done = post_done;
	posts_open++;
	rc = ep->btl->post(ep, &hdr, data + place_of(hdr.offset, len), len, post);
	h_check(!rc || rc == RD_EAGAIN, "post: %s", rd_err_name(rc));
	if (rc) {
		free(post);
		posts_open--;
	}
	sent[ep->rank] += !rc;
	return !rc;
}

static int try_reserve(struct rd_ep *ep, size_t room, size_t len)
{
	struct rd_hdr hdr = header(DATA, ep);
	char *p = ep->btl->reserve(ep, room);

	if (!p)
		return 0;
	h_check(((uintptr_t)p & 15) == 0, "reserve is not aligned: %p", (void *)p);
	memcpy(p, data + place_of(hdr.offset, len), len);
	ep->btl->commit(ep, &hdr, len);
	sent[ep->rank]++;
	return 1;
}

static int try_offer(struct rd_ep *ep)
{
	uint32_t len = pick(4) ? pick(GET_MAX / 50) : pick(GET_MAX);
	uint32_t at = place_of(sent[ep->rank], len);
	struct offer offer = {(uintptr_t)data + at, len, at, (uint32_t)sent[ep->rank]};

	if (!ep->btl->get || ep->get_min == UINT32_MAX || offers_open > 16)
		return 1;
	if (!try_small(ep, GETME, &offer, sizeof(offer)))
		return 0;
	offers_open++;
	return 1;
}

/* Sizes around every limit, small ones more often. */
static size_t some_size(uint32_t max)
{
	switch (pick(4)) {
	case 0:
		return pick(rd_min(64u, max) + 1);
	case 1:
		return pick(rd_min(1024u, max) + 1);
	case 2:
		return max - pick(rd_min(16u, max));
	default:
		return pick(max + 1);
	}
}

static int try_something(struct rd_ep *ep)
{
	uint32_t eager = rd_min(ep->eager_max, DATA_B), frag = rd_min(ep->frag_max, 128u << 10);
	size_t len = some_size(eager);
	struct rd_hdr hdr = header(DATA, ep);
	int rc;

	switch (pick(10)) {
	case 0:
		return try_offer(ep);
	case 1:
		return try_post(ep, some_size(frag));
	case 2:
	case 3:
	case 4:
		return try_reserve(ep, len + pick(eager - (uint32_t)len + 1), len);
	default:
		rc = ep->btl->send(ep, &hdr, data + place_of(hdr.offset, len), len);
		h_check(!rc || rc == RD_EAGAIN, "send: %s", rd_err_name(rc));
		sent[ep->rank] += !rc;
		return !rc;
	}
}

/* ---- Receiving ---- */

struct fetch {
	struct rd_btl_get get;
	uint32_t at, number;
	int rank;
	unsigned char buf[];
};

static void got(struct rd_btl_get *get, int err)
{
	struct fetch *f = rd_container(get, struct fetch, get);

	h_check(!err, "get of %llu bytes: %s", (unsigned long long)get->len, rd_err_name(err));
	h_check(same(f->buf, f->at, get->len, f->rank), "get of %llu bytes from rank %d",
		(unsigned long long)get->len, f->rank);
	h_check(f->buf[get->len] == 0x5a, "get wrote beyond its end");
	want_got(f->rank, f->number);
	gets_open--;
	free(f);
}

static void start_get(struct rd_ep *ep, const struct offer *offer)
{
	struct fetch *f = malloc(sizeof(*f) + offer->len + 1);
	int rc;

	h_check(f, "no memory");
	memset(f->buf, 0x5a, offer->len + 1);
	f->get = (struct rd_btl_get){
		.local = f->buf, .remote = offer->addr, .len = offer->len, .done = got};
	f->at = offer->at;
	f->number = offer->number;
	f->rank = ep->rank;
	gets_open++;
	rc = ep->btl->get(ep, &f->get);
	h_check(!rc, "get: %s", rd_err_name(rc));
}

static void on_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	struct offer offer;

	h_check(hdr->aux == ep->rank && hdr->ctx == 0xabcd0123, "header of rank %d", hdr->aux);
	h_check(hdr->offset == taken[ep->rank], "message %llu of rank %d, expected %llu",
		(unsigned long long)hdr->offset, ep->rank, (unsigned long long)taken[ep->rank]);
	h_check(!last_from[ep->rank], "a message of rank %d after its last", ep->rank);
	taken[ep->rank]++;
	switch (hdr->kind) {
	case DATA:
		h_check(same(payload, place_of(hdr->offset, len), len, ep->rank),
			"%zu bytes of message %llu", len, (unsigned long long)hdr->offset);
		break;
	case GETME:
		h_check(len == sizeof(offer), "%zu", len);
		memcpy(&offer, payload, sizeof(offer));
		start_get(ep, &offer);
		break;
	case GOT:
		h_check(len == 4, "%zu", len);
		offers_open--;
		break;
	case LAST:
		h_check(len == 0, "%zu", len);
		last_from[ep->rank] = 1;
		break;
	default:
		h_check(0, "kind %d", hdr->kind);
	}
}

static int all_last(void)
{
	for (int r = 0; r < h_n; r++)
		if (!last_from[r] && (h_n == 1 || r != h_rank))
			return 0;
	return 1;
}

static void look(void)
{
	static int skip;

	if (slow && skip++ % slow)
		return;
	h_progress();
	send_wanted();
}

static int some_peer(void)
{
	int peer = h_n == 1 ? 0 : (int)pick((uint32_t)h_n - 1);

	return peer + (h_n > 1 && peer >= h_rank);
}

static void random_traffic(int messages)
{
	rng = 1234567 + (uint64_t)h_rank * 7919;
	make_data();
	h_on_recv = on_recv;
	h_on_idle = send_wanted;
	for (int i = 0; i < messages; i++) {
		struct rd_ep *ep = h_ep(some_peer());

		while (!try_something(ep))
			look();
		if (!pick(8))
			rd_progress(); /* without waiting: there may be no message */
	}
	slow = 0;
	while (posts_open || gets_open || offers_open || nwanted)
		look();
	h_fence(); /* no process has an offer open: no GOT follows LAST */
	while (nwanted)
		look();
	for (int r = 0; r < h_n; r++)
		while ((h_n == 1 || r != h_rank) && !try_small(h_ep(r), LAST, NULL, 0))
			look();
	while (!all_last())
		look();
	free(data);
	free(wanted);
}

static void soup_all(void)
{
	random_traffic(3000);
}

static void soup_slow(void)
{
	slow = h_rank % 2 ? 50 : 0;
	random_traffic(1500);
}

/* ---- A receiver that does not poll for a while ---- */

#define FLOOD 100000

static void flood(void)
{
	int refused = 0;

	make_data();
	h_on_recv = on_recv;
	if (h_rank == 0) {
		struct rd_ep *ep = h_ep(1);

		for (int i = 0; i < FLOOD; i++)
			while (!try_small(ep, DATA, data + place_of(sent[1], 8), 8)) {
				if (!refused++)
					h_write(h_line, "F", 1); /* lets rank 1 begin */
				h_progress();
			}
		h_check(refused, "%d messages to a receiver that does not look were all taken",
			FLOOD);
		while (!try_small(ep, LAST, NULL, 0))
			h_progress();
	} else {
		char c;

		h_write(h_line, "F", 1);
		h_read(h_line, &c, 1); /* blocks: no polling */
		while (!last_from[0])
			h_progress();
		h_check(taken[0] == FLOOD + 1, "%llu messages", (unsigned long long)taken[0]);
		h_fence();
	}
	if (h_rank == 0) {
		char c;

		h_read(h_line, &c, 1);
		h_fence();
	}
	free(data);
}

static void run_all(const struct rd_btl *btl)
{
	int alone = btl == &rd_btl_self;

	h_run("random traffic", btl, alone ? 1 : 2, soup_all);
	if (alone)
		return;
	h_run("random traffic", btl, 3, soup_all);
	h_run("random traffic", btl, 8, soup_all);
	h_run("random traffic, every second looks rarely", btl, 4, soup_slow);
	h_run("100000 messages to one that does not look", btl, 2, flood);
}

int main(int argc, char **argv)
{
	const struct rd_btl *all[] = {&rd_btl_self, &rd_btl_fpga, &rd_btl_sm, &rd_btl_tcp, NULL};
	int n = 0;

	for (int i = 0; all[i]; i++)
		for (int a = argc > 1; a < (argc > 1 ? argc : 1); a++)
			n += argc < 2 || !strcmp(argv[a], all[i]->name) ? i ? 5 : 1 : 0;
	h_plan(n);
	for (int i = 0; all[i]; i++) {
		int named = argc < 2;

		for (int a = 1; a < argc; a++)
			named |= !strcmp(argv[a], all[i]->name);
		if (named)
			run_all(all[i]);
	}
	return h_end();
}
