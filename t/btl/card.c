/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Direct placement over cards (btl_fpga/get.c) with peers that break the protocol: a peer that was
 * given up but lives writes late, beside one that continues; memory that is not lent is not sent.
 * Also descriptors that end when no operation waits for them any more.
 */
#include "t/btl/harness.h"

#include "btl_fpga/fpga.h"

#define HALF_B (512u << 10)

enum { RECEIVER, GIVEN_UP, OTHER };

static struct shared {
	uint64_t data[H_MAX]; /* address of the data of each */
	uint32_t may_serve;   /* it has given up */
	uint32_t served;      /* ranks that have done the requested work */
	int lends;
} * shared;

static void set(uint32_t *word)
{
	__atomic_fetch_add(word, 1, __ATOMIC_SEQ_CST);
}

/* Polls everything but the transport. */
static void await(uint32_t *word, uint32_t value)
{
	while (__atomic_load_n(word, __ATOMIC_SEQ_CST) < value)
		sched_yield();
}

static int lends(uint64_t addr)
{
	h_check(addr == shared->data[h_rank], "the address is another");
	return shared->lends;
}

/* ---- The owners of data ---- */

static void offer(void)
{
	static unsigned char *data; /* until the process ends: peers may request it */

	free(data); /* of the previous run */
	data = malloc(2 * HALF_B);
	h_check(data, "no memory");
	memset(data, h_rank, 2 * HALF_B);
	shared->data[h_rank] = (uintptr_t)data;
	h_on_lent = lends;
	h_fence();
}

/* Polls until so many requests of the receiver have arrived and are done. */
static void serve(uint32_t requests)
{
	struct rd_fpga_ep *ep = rd_fpga_ep(h_ep(RECEIVER));

	while (ep->rx_next < requests || !h_btl->flushed(&ep->ep))
		h_progress();
	set(&shared->served);
}

/* ---- The receiver ---- */

struct fetch {
	struct rd_btl_get get;
	int over, err;
};

static void got(struct rd_btl_get *get, int err)
{
	struct fetch *f = rd_container(get, struct fetch, get);

	h_check(!f->over, "the end of a get is told twice");
	f->over = 1;
	f->err = err;
}

static void fetch(struct fetch *f, int from, unsigned char *to, uint64_t bytes)
{
	int rc;

	*f = (struct fetch){
		.get = {.local = to, .remote = shared->data[from], .len = bytes, .done = got}};
	rc = h_btl->get(h_ep(from), &f->get);
	h_check(!rc, "get: %s", rd_err_name(rc));
}

static void finish(struct fetch *f, int err)
{
	while (!f->over)
		h_progress();
	h_check(f->err == err, "a get ended with %s", rd_err_name(f->err));
}

static void all_are(const unsigned char *p, size_t n, int value)
{
	for (size_t i = 0; i < n; i++)
		h_check(p[i] == value, "byte %zu is %d, must be %d", i, p[i], value);
}

/* ---- A peer that is given up ---- */

static void receive(void)
{
	unsigned char *buf = malloc(2 * HALF_B);
	struct fetch whole, late, good;

	h_check(buf, "no memory");
	h_fence();
	fetch(&whole, OTHER, buf, 2 * HALF_B); /* leaves a region of the whole buffer */
	finish(&whole, 0);
	all_are(buf, 2 * HALF_B, OTHER);
	fetch(&late, GIVEN_UP, buf, HALF_B);
	fetch(&good, OTHER, buf + HALF_B, HALF_B);
	h_btl->gone(h_ep(GIVEN_UP));
	finish(&late, RD_EPROC);
	memset(buf, 0xaa, HALF_B);
	set(&shared->may_serve);
	await(&shared->served, 1);
	all_are(buf, HALF_B, 0xaa);
	finish(&good, 0);
	all_are(buf + HALF_B, HALF_B, OTHER);
	fetch(&good, OTHER, buf, 2 * HALF_B);
	finish(&good, 0);
	all_are(buf, 2 * HALF_B, OTHER);
}

static void give_up(void)
{
	if (h_rank == RECEIVER) {
		receive();
	} else {
		offer();
		if (h_rank == GIVEN_UP) {
			await(&shared->may_serve, 1);
			serve(1);
		}
	}
	h_fence();
}

/* ---- Memory that is not lent ---- */

static void ask_in_vain(void)
{
	unsigned char *buf;
	struct fetch f;

	if (h_rank != RECEIVER) {
		offer();
		h_fence();
		return;
	}
	buf = malloc(HALF_B);
	h_check(buf, "no memory");
	memset(buf, 0xaa, HALF_B);
	h_fence();
	fetch(&f, OTHER - 1, buf, HALF_B);
	finish(&f, RD_ENOTSUP);
	all_are(buf, HALF_B, 0xaa);
	h_fence();
	free(buf);
}

/* ---- A late completion ---- */

static int ends;

static void count_end(struct rd_page_op *op, int status)
{
	(void)op;
	h_check(!status, "status %d", status);
	ends++;
}

/* A descriptor that only completes. */
static void let_end(struct rd_page_op *op)
{
	uint64_t *d = rd_page_next(op);

	d[RN_DESCRIPTOR_CTL / 8] =
		rd_desc_ctl(RN_DMA_OP_NOP, 0, 0, RN_DESCRIPTOR_CTL_COMPLETE_MASK);
	rd_page_go();
}

/* Completion of an operation that was given up, after another one has taken its slot. */
static void end_late(void)
{
	struct rd_page_op first = {.done = count_end}, next = {.done = count_end};
	uint32_t place;

	h_check(!rd_page_op_begin(&first), "no memory");
	place = (uint32_t)first.cookie;
	let_end(&first);
	rd_page_op_end(&first);
	for (;;) {
		h_check(!rd_page_op_begin(&next), "no memory");
		if ((uint32_t)next.cookie == place)
			break;
		rd_page_op_end(&next);
	}
	for (int i = 0; i < 1000; i++)
		rd_page_poll();
	h_check(!ends, "the next op is told of the end of the first");
	let_end(&next);
	while (!ends)
		rd_page_poll();
	rd_page_op_end(&next);
}

static void run(const char *what, int n, void (*body)(void), int is_lent)
{
	memset(shared, 0, sizeof(*shared));
	shared->lends = is_lent;
	h_run(what, &rd_btl_fpga, n, body);
}

int main(void)
{
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	if (shared == MAP_FAILED)
		return 1;
	h_plan(3);
	run("a peer that was given up writes late", 3, give_up, 1);
	run("memory that is not lent", 2, ask_in_vain, 0);
	run("the end of a descriptor comes late", 2, end_late, 1);
	return h_end();
}
