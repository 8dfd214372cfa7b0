/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Figures of a transport alone, without matching and protocols: half round trips, rate of
 * short messages, bandwidth of fragments and of get(), beside a bare exchange of cache lines.
 * As a test it shows that all of it arrives; the figures are diagnostics.
 * Arguments: transport names; then "long" for runs that are worth reading.
 */
#include "t/btl/harness.h"

#include "base/compiler.h"

#define BIG (8u << 20)

static int rounds = 20; /* samples of each figure; its median is printed */
static int per_sample_us = 300;

static unsigned char *buf; /* both processes': to send from, to receive into */
static uint64_t arrived;   /* messages */
static uint64_t seen;      /* of them, handled by the answering side: the next one may arrive
			    * before this process has left the fence */
static uint64_t open_posts, open_gets;
static volatile int stop;

struct figure {
	double median, least; /* us */
};

/* Least and median of n values; sorts them. */
static struct figure summary(double *v, int n)
{
	for (int i = 1; i < n; i++)
		for (int j = i; j > 0 && v[j] < v[j - 1]; j--) {
			double t = v[j];

			v[j] = v[j - 1];
			v[j - 1] = t;
		}
	return (struct figure){v[n / 2], v[0]};
}

enum { PING = 1, STOP = 2, CREDIT = 3, OFFER = 4, DATA = 5 };

static void on_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	(void)ep;
	if (hdr->kind == STOP)
		stop = 1;
	else if (len)
		memcpy(buf, payload, len);
	arrived++;
}

static void give(int kind, size_t len)
{
	struct rd_ep *ep = h_ep(!h_rank);
	struct rd_hdr hdr = {.kind = (uint8_t)kind};

	while (ep->btl->send(ep, &hdr, buf, len) == RD_EAGAIN)
		h_progress();
}

static void await(uint64_t until)
{
	struct rd_wait w = RD_WAIT_INIT;

	while (arrived < until)
		rd_progress_wait(&w);
}

/* Runs one(len) often enough for a sample, several samples; us per call. */
static struct figure sample(void (*one)(size_t len), size_t len)
{
	double v[200];
	int calls = 1;

	for (;;) { /* how many calls fill a sample */
		uint64_t t = rd_clock_ns();

		for (int i = 0; i < calls; i++)
			one(len);
		if (rd_clock_ns() - t > (uint64_t)per_sample_us * 1000)
			break;
		calls *= 2;
	}
	for (int k = 0; k < rounds; k++) {
		uint64_t t = rd_clock_ns();

		for (int i = 0; i < calls; i++)
			one(len);
		v[k] = (double)(rd_clock_ns() - t) / calls / 1000;
	}
	return summary(v, rounds);
}

static void ping(size_t len)
{
	uint64_t before = arrived;

	give(PING, len);
	await(before + 1);
}

static void pong_until_stop(size_t len)
{
	for (;;) {
		await(seen + 1);
		seen++;
		if (stop)
			break;
		give(PING, len);
	}
	stop = 0;
}

/* `per` calls or trips were one sample's unit. */
static void print(const char *what, size_t len, struct figure us, double per)
{
	printf("# %s: %-12s %8zu B  median %10.3f us  least %10.3f us %8.2f GB/s\n", h_btl->name,
	       what, len, us.median / per, us.least / per, (double)len / (us.least / per) / 1000);
	fflush(stdout);
}

static void half_round_trips(void)
{
	static const size_t sizes[] = {0,    8,    40,   64,   128,   256,  512,
				       1024, 2048, 4096, 8192, 16384, 32768};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		size_t len = sizes[i];

		if (len > h_ep(!h_rank)->eager_max)
			break;
		h_fence();
		if (h_rank == 0) {
			struct figure us = sample(ping, len);

			give(STOP, 0);
			print("half trip", len, us, 2);
		} else {
			pong_until_stop(len);
		}
	}
}

/* Many messages one way, then an answer. */
#define MANY 1000

static void many(size_t len)
{
	uint64_t before = arrived;

	for (int i = 0; i < MANY; i++)
		give(PING, len);
	await(before + 1);
}

static void sink_until_stop(void)
{
	for (;;) {
		while (arrived < seen + MANY && !stop)
			h_progress();
		if (stop)
			break;
		seen += MANY;
		give(CREDIT, 0);
	}
	seen = arrived;
	stop = 0;
}

static void rates(void)
{
	static const size_t sizes[] = {8, 40, 64, 256, 1024, 4096, 8192};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		size_t len = sizes[i];

		h_fence();
		if (h_rank == 0) {
			struct figure us = sample(many, len);

			give(STOP, 0);
			print("one way", len, us, MANY);
		} else {
			sink_until_stop();
		}
	}
}

static void post_done(struct rd_btl_post *post, int err)
{
	h_check(!err, "%s", rd_err_name(err));
	open_posts--;
	free(post);
}

/* A message in fragments, and an answer. */
static void fragments(size_t len)
{
	struct rd_ep *ep = h_ep(1);
	uint64_t before = arrived;
	struct rd_hdr hdr = {.kind = DATA};

	for (size_t at = 0; at < len;) {
		size_t piece = rd_min(len - at, (size_t)ep->frag_max);
		struct rd_btl_post *post = malloc(sizeof(*post));

		post->done = post_done;
		open_posts++;
		while (ep->btl->post(ep, &hdr, buf + at, piece, post) == RD_EAGAIN)
			h_progress();
		at += piece;
	}
	give(PING, 0);
	await(before + 1);
	while (open_posts)
		h_progress();
}

static size_t landed;

static void on_data(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	(void)ep;
	if (hdr->kind == STOP) {
		stop = 1;
	} else if (hdr->kind == DATA) {
		memcpy(buf + BIG + landed, payload, len);
		landed += len;
	} else {
		landed = 0;
		arrived++;
	}
}

static const size_t long_sizes[] = {4096,   8192,   16384,    32768,    65536,
				    131072, 262144, 1u << 20, 4u << 20, BIG};

static void fragment_bandwidth(void)
{
	h_on_recv = on_data;
	for (size_t i = 0; i < sizeof(long_sizes) / sizeof(*long_sizes); i++) {
		size_t len = long_sizes[i];

		h_fence();
		if (h_rank == 0) {
			struct figure us = sample(fragments, len);

			give(STOP, 0);
			print("fragments", len, us, 1);
		} else {
			for (;;) {
				while (arrived == seen && !stop)
					h_progress();
				if (stop)
					break;
				seen++;
				give(CREDIT, 0);
			}
			stop = 0;
		}
	}
	h_on_recv = on_recv;
}

static void get_done(struct rd_btl_get *get, int err)
{
	(void)get;
	h_check(!err, "%s", rd_err_name(err));
	open_gets--;
}

/* A rendezvous as in pt2pt: an offer, a get by the other side, a message of completion. The
 * received data is sent back in place. */
static uint64_t offers, dones, fetched;
static size_t offered;

static void on_offer(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	(void)ep;
	(void)len;
	if (hdr->kind == STOP)
		stop = 1;
	else if (hdr->kind == CREDIT)
		dones++;
	else
		memcpy(&offered, payload, sizeof(offered));
	offers += hdr->kind == OFFER;
}

/* Waits for the peer's next offer and fetches it; 0: asked to stop. */
static int fetch(void)
{
	struct rd_wait w = RD_WAIT_INIT;
	struct rd_btl_get get = {.local = buf, .remote = (uintptr_t)buf, .done = get_done};
	struct rd_ep *ep = h_ep(!h_rank);

	while (offers == fetched && !stop)
		rd_progress_wait(&w);
	if (stop)
		return 0;
	fetched++;
	get.len = offered;
	open_gets++;
	ep->btl->get(ep, &get);
	while (open_gets)
		rd_progress_wait(&w);
	give(CREDIT, 0);
	return 1;
}

static void offer(size_t len)
{
	struct rd_hdr hdr = {.kind = OFFER};
	struct rd_ep *ep = h_ep(!h_rank);
	unsigned char text[24] = {0};

	memcpy(text, &len, sizeof(len));
	while (ep->btl->send(ep, &hdr, text, sizeof(text)) == RD_EAGAIN)
		h_progress();
}

static void get_trip(size_t len)
{
	uint64_t done = dones;
	struct rd_wait w = RD_WAIT_INIT;

	offer(len);
	while (dones == done)
		rd_progress_wait(&w);
	fetch();
}

static void fetch_until_stop(void)
{
	struct rd_wait w = RD_WAIT_INIT;

	for (;;) {
		uint64_t done = dones;

		if (!fetch())
			break;
		offer(offered);
		while (dones == done)
			rd_progress_wait(&w);
	}
	stop = 0;
}

static void get_bandwidth(void)
{
	if (!h_btl->get || h_ep(!h_rank)->get_min == UINT32_MAX)
		return;
	h_on_recv = on_offer;
	for (size_t i = 0; i < sizeof(long_sizes) / sizeof(*long_sizes); i++) {
		size_t len = long_sizes[i];

		h_fence();
		if (h_rank == 0) {
			struct figure us = sample(get_trip, len);

			give(STOP, 0);
			print("get", len, us, 2);
		} else {
			fetch_until_stop();
		}
	}
	h_on_recv = on_recv;
}

/* Two lines of memory, each written by one side: the lower bound for any transport. */
static struct {
	_Alignas(64) uint64_t word;
} * bare;

static void bare_ping(size_t len)
{
	uint64_t next = bare[0].word + 1;

	(void)len;
	__atomic_store_n(&bare[0].word, next, __ATOMIC_RELEASE);
	while (__atomic_load_n(&bare[1].word, __ATOMIC_ACQUIRE) != next)
		;
}

static void bare_lines(void)
{
	h_fence();
	if (h_rank == 0) {
		struct figure us = sample(bare_ping, 8);

		__atomic_store_n(&bare[0].word, UINT64_MAX, __ATOMIC_RELEASE);
		print("bare line", 8, us, 2);
		h_fence();
		return;
	}
	for (uint64_t seen = 0;;) {
		uint64_t now = __atomic_load_n(&bare[0].word, __ATOMIC_ACQUIRE);

		if (now == UINT64_MAX)
			break;
		if (now != seen)
			__atomic_store_n(&bare[1].word, seen = now, __ATOMIC_RELEASE);
	}
	h_fence();
}

/* Each process on a processor of its own, if there are two. */
static void pin(void)
{
	cpu_set_t mask, own;
	int skip = h_rank;

	if (sched_getaffinity(0, sizeof(mask), &mask) || CPU_COUNT(&mask) < 2)
		return;
	for (int c = 0; c < CPU_SETSIZE; c++)
		if (CPU_ISSET(c, &mask) && !skip--) {
			CPU_ZERO(&own);
			CPU_SET(c, &own);
			sched_setaffinity(0, sizeof(own), &own);
			return;
		}
}

static void measure(void)
{
	int shared = h_ncpus() < 2;

	pin();
	buf = aligned_alloc(4096, 2 * BIG);
	h_check(buf, "no memory");
	memset(buf, h_rank, 2 * BIG);
	h_on_recv = on_recv;
	if (!shared)
		bare_lines();
	half_round_trips();
	rates();
	fragment_bandwidth();
	get_bandwidth();
	free(buf);
}

int main(int argc, char **argv)
{
	const struct rd_btl *all[] = {&rd_btl_sm, NULL};
	const struct rd_btl *chosen[4];
	int n = 0;

	for (int a = 1; a < argc; a++)
		if (!strcmp(argv[a], "long")) {
			rounds = 101;
			per_sample_us = 2000;
		}
	for (int i = 0; all[i]; i++) {
		int named = argc < 2 || (argc == 2 && rounds > 20);

		for (int a = 1; a < argc; a++)
			named |= !strcmp(argv[a], all[i]->name);
		if (named)
			chosen[n++] = all[i];
	}
	bare = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	h_plan(n);
	for (int i = 0; i < n; i++)
		h_run("speed", chosen[i], 2, measure);
	return h_end();
}
