/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows that btl_sm supports many processes and long copies: 64 processes send all to all; FIFOs
 * are lent to the peers that send most; an unused peer costs less than 4 KB of shared memory, and
 * no descriptor; of gets that wait for their turn none is overtaken for ever; a get of more than
 * 2 GiB (beyond the limit of one system call) transfers every byte.
 */
#include "t/btl/harness.h"

#include "base/compiler.h"
#include "btl_sm/sm.h"

#include <dirent.h>
#include <sys/stat.h>

#define MANY 64

static unsigned from[H_MAX];
static size_t wanted_len;
static uint64_t wanted_at;
static int dones;

enum { TEXT = 1, OFFER = 2, DONE = 3 };

static void on_recv(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	if (hdr->kind == TEXT) {
		h_check(hdr->offset == from[ep->rank], "message %llu of rank %d",
			(unsigned long long)hdr->offset, ep->rank);
		for (size_t i = 0; i < len; i++)
			h_check(((const unsigned char *)payload)[i] ==
					(unsigned char)(ep->rank + i),
				"%zu", i);
		from[ep->rank]++;
	} else if (hdr->kind == OFFER) {
		memcpy(&wanted_at, payload, 8);
		memcpy(&wanted_len, (const char *)payload + 8, 8);
	} else {
		dones++;
	}
}

static void give(int rank, int kind, uint64_t number, const void *payload, size_t len)
{
	struct rd_hdr hdr = {.kind = (uint8_t)kind, .offset = number};
	int rc;

	while ((rc = h_ep(rank)->btl->send(h_ep(rank), &hdr, payload, len)) == RD_EAGAIN)
		h_progress();
	h_check(!rc, "send: %s", rd_err_name(rc));
}

/* Bytes of memory allocated for this process's segment. */
static size_t occupied(void)
{
	struct stat st;

	h_check(!fstat(rd_sm.fd, &st), "%s", strerror(errno));
	return (size_t)st.st_blocks * 512;
}

static int descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	h_check(dir, "%s", strerror(errno));
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

static void all_to_all(void)
{
	unsigned char text[2000];
	size_t before = occupied(), fifo = rd_sm.seg.nslots * sizeof(struct rd_sm_slot);
	int fds = descriptors();

	h_on_recv = on_recv;
	h_check(before < (size_t)4096 * h_n, "%zu bytes before anyone was spoken to", before);
	h_fence();
	h_ep((h_rank + 1) % h_n);
	h_fence();
	h_check(occupied() <= before, "%zu bytes after two were spoken to", occupied());
	h_check(descriptors() <= fds + 4, "%d descriptors, %d before", descriptors(), fds);
	h_fence(); /* no process continues while others still count */
	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (unsigned char)(h_rank + i);
	for (unsigned k = 0; k < 20; k++)
		for (int r = 1; r < h_n; r++)
			give((h_rank + r) % h_n, TEXT, k, text, k * 100);
	for (int r = 0; r < h_n; r++)
		while (r != h_rank && from[r] < 20)
			h_progress();
	h_check(occupied() < before + RD_SM_FIFOS * fifo + (2u << 20), "%zu bytes in the end",
		occupied());
}

/* There are fewer FIFOs than peers: peers that have sent and fall silent return theirs to
 * others. */
static void fifos_move(void)
{
	const unsigned first = 40, then = 4000;
	const int early = h_rank >= 1 && h_rank <= (int)RD_SM_FIFOS;
	unsigned char text[100];
	int lent = 0;

	h_on_recv = on_recv;
	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (unsigned char)(h_rank + i);
	for (unsigned k = 0; early && k < first; k++)
		give(0, TEXT, k, text, k % 100);
	for (int r = 1; !h_rank && r <= (int)RD_SM_FIFOS; r++)
		while (from[r] < first)
			h_progress();
	h_fence();
	for (unsigned k = 0; h_rank && !early && k < then; k++)
		give(0, TEXT, k, text, k % 100);
	for (int r = RD_SM_FIFOS + 1; !h_rank && r < h_n; r++)
		while (from[r] < then)
			h_progress();
	for (int r = RD_SM_FIFOS + 1; !h_rank && r < h_n; r++)
		lent += rd_sm.eps[r]->rx.slot != NULL;
	h_check(h_rank || lent > 0, "%d peers have FIFOs of others", lent);
	h_check(rd_sm.nheard <= RD_SM_FIFOS, "%u FIFOs are polled", rd_sm.nheard);
	h_fence();
	/* and back: no message is lost or overtaken */
	for (unsigned k = first; early && k < then; k++)
		give(0, TEXT, k, text, k % 100);
	for (int r = 1; !h_rank && r <= (int)RD_SM_FIFOS; r++)
		while (from[r] < then)
			h_progress();
}

static int finished;

static void got(struct rd_btl_get *get, int err)
{
	(void)get;
	h_check(!err, "%s", rd_err_name(err));
	finished = 1;
}

/* Marks in an otherwise zero block, one in each MB at a position that moves. */
static size_t mark(size_t i, size_t len)
{
	return rd_min((i << 20) + i * 4093 % (1u << 20), len - 1);
}

static void check_marks(const unsigned char *p, size_t len)
{
	for (size_t i = 0; i << 20 < len; i++)
		h_check(p[mark(i, len)] == (unsigned char)(i % 251 + 1), "mark %zu", i);
}

static void huge(void)
{
	size_t len = ((size_t)2 << 30) + (100u << 20) + 12345;
	unsigned char *p = mmap(NULL, len, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	h_check(p != MAP_FAILED, "%s", strerror(errno));
	h_on_recv = on_recv;
	if (h_rank == 0) {
		uint64_t offer[2] = {(uintptr_t)p, len};

		for (size_t i = 0; i << 20 < len; i++)
			p[mark(i, len)] = (unsigned char)(i % 251 + 1);
		give(1, OFFER, 0, offer, sizeof(offer));
		while (!dones)
			h_progress();
	} else {
		struct rd_btl_get get = {.local = p, .done = got};

		while (!wanted_len)
			h_progress();
		get.remote = wanted_at;
		get.len = wanted_len;
		h_check(!h_btl->get(h_ep(0), &get), "get");
		while (!finished)
			h_progress();
		check_marks(p, len);
		give(0, DONE, 0, NULL, 0);
	}
	munmap(p, len);
}

/* ---- A stream of gets ---- */

#define LONG_B (64u << 10) /* bytes of a get */
#define WAITING 16

static struct rd_btl_get stream[WAITING];
static unsigned ended[WAITING]; /* times */
static unsigned streamed;       /* gets that have ended */

static void get_again(struct rd_btl_get *get, int err);

static void get_one(unsigned i)
{
	stream[i] = (struct rd_btl_get){
		.local = stream[i].local, .remote = wanted_at, .len = LONG_B, .done = get_again};
	h_check(!h_btl->get(h_ep(0), &stream[i]), "get");
}

static void get_again(struct rd_btl_get *get, int err)
{
	unsigned i = (unsigned)(get - stream);

	h_check(!err, "%s", rd_err_name(err));
	ended[i]++;
	if (++streamed < 100 * WAITING)
		get_one(i);
}

/* Each get that ends begins another one, in the function that it calls then. */
static void gets_stream(void)
{
	unsigned char *p = calloc(WAITING, LONG_B);

	h_check(p, "memory");
	h_on_recv = on_recv;
	if (h_rank == 0) {
		uint64_t offer[2] = {(uintptr_t)p, LONG_B};

		give(1, OFFER, 0, offer, sizeof(offer));
		while (!dones)
			h_progress();
	} else {
		while (!wanted_len)
			h_progress();
		for (unsigned i = 0; i < WAITING; i++) {
			stream[i].local = p + i * LONG_B;
			get_one(i);
		}
		while (streamed < 101 * WAITING - 1)
			h_progress();
		for (unsigned i = 0; i < WAITING; i++)
			h_check(ended[i] >= 50, "get %u has had %u turns of %u", i, ended[i],
				streamed);
		give(0, DONE, 0, NULL, 0);
	}
	free(p);
}

static size_t available_kb(void)
{
	FILE *f = fopen("/proc/meminfo", "r");
	char line[128];
	size_t kb = 0;

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "MemAvailable: %zu", &kb) == 1)
			break;
	if (f)
		fclose(f);
	return kb;
}

int main(void)
{
	h_plan(4);
	h_run("all to all", &rd_btl_sm, MANY, all_to_all);
	h_run("FIFOs move", &rd_btl_sm, MANY, fifos_move);
	h_run("none of a stream of gets waits for ever", &rd_btl_sm, 2, gets_stream);
	if (available_kb() > 6u << 20)
		h_run("get of more than 2 GiB", &rd_btl_sm, 2, huge);
	else
		h_skip("get of more than 2 GiB", "less than 6 GB of memory");
	return h_end();
}
