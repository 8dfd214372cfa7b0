/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue pairs of the driver (btl_fpga/qp.h): connected when one side wants it, WRITEs are placed
 * when they are done, also of more bytes than there are slots and in more operations than a queue
 * has places; memory of more windows than there are regions; an STag that was taken back ends the
 * operation and that queue pair, not the others nor the rank; memory is not given back while an
 * access is under way; a rank that cannot be reached ends them; a forgotten rank is connected anew.
 * Four cards; the link between 0 and 1 dies.
 */
#include "t/btl/harness.h"

#include "btl_fpga/fpga.h"
#include "btl_fpga/qp.h"
#include "hw/emu/qp.h"

enum { ID = 7, PART = 1 << 20, MANY = 300, WINDOWS = 12, TIMES = 40, WHILE_NS = 20000000 };

static char mine[4][PART]; /* of each rank */
static char model[PART], data[PART], back[PART];
static struct rd_exposed exposed[WINDOWS];
static struct rd_remote_memory there[4][WINDOWS];

static int over, result;

static void done(struct rd_remote *r, int err)
{
	(void)r;
	over++;
	result = result ? result : err;
}

static void await(int n)
{
	uint64_t since = rd_clock_ns();

	while (over < n && rd_clock_ns() - since < H_SOON_NS)
		h_progress();
	h_check(over == n, "over %d times, not %d", over, n);
}

static int call(struct rd_remote r)
{
	over = result = 0;
	r.done = done;
	rd_remote_begin(&r);
	await(1);
	return over ? result : 1;
}

static struct rd_remote op(enum rd_remote_kind kind, int rank, int window, size_t at, void *local,
			   size_t len)
{
	return (struct rd_remote){
		.kind = kind,
		.ep = h_ep(rank),
		.stag = there[rank][window].stag,
		.at = {.offset = (uint64_t)h_rank * PART + at},
		.local = local,
		.len = len,
	};
}

static int others(int i)
{
	return (h_rank + 1 + i % (h_n - 1)) % h_n;
}

/* ---- Memory ---- */

static void expose_all(int n)
{
	for (int i = 0; i < n; i++) {
		struct rd_remote_own own = {mine, sizeof(mine), 0, {.fd = -1}};
		const char *why = NULL;

		h_check(!rd_remote_expose((uint32_t)(ID + i), &own, &exposed[i], &why), "%s", why);
		h_check(exposed[i].stag != 0, "window %d has no STag", i);
		h_check(exposed[i].data ? !why : why != NULL, "the reason of window %d", i);
	}
	h_fence();
	for (int rank = 0; rank < h_n; rank++) {
		struct rd_remote_table table;
		struct rd_remote r;

		if (rank == h_rank)
			continue;
		rd_remote_ask(&r, h_ep(rank), &table);
		h_check(!call(r), "the table of rank %d", rank);
		for (int i = 0; i < n; i++) {
			const struct rd_remote_memory *m =
				rd_remote_find(&table, (uint32_t)(ID + i));

			h_check(m && m->stag, "window %d of rank %d", i, rank);
			if (m)
				there[rank][i] = *m;
		}
	}
	h_fence();
}

static void hide_all(int n)
{
	h_fence();
	for (int i = 0; i < n; i++)
		rd_remote_hide(&exposed[i]);
	h_fence();
}

/* ---- Connections ---- */

static void until_up(int rank)
{
	uint64_t since = rd_clock_ns();

	while (!rd_qp_is_up(h_ep(rank)) && rd_clock_ns() - since < H_SOON_NS)
		h_progress();
	h_check(rd_qp_is_up(h_ep(rank)), "the queue pair for rank %d", rank);
}

/* Rank 0 alone asks: the others do not look before they have been told. */
static void connect_all(void)
{
	h_check(rd_qp_works(), "the model has queue pairs");
	if (h_rank == 0)
		for (int rank = 1; rank < h_n; rank++) {
			h_check(!rd_qp_is_up(h_ep(rank)), "rank %d is connected at once", rank);
			until_up(rank);
		}
	h_fence();
	if (h_rank)
		h_check(rd_qp_is_up(h_ep(0)), "the other side");
	for (int i = 0; i < h_n - 1; i++)
		until_up(others(i));
	h_fence();
}

/* ---- Data ---- */

static void fill(uint64_t *seed, size_t at, size_t len)
{
	for (size_t i = 0; i < len; i++)
		model[at + i] = data[at + i] = (char)h_random(seed);
}

/* What is done is placed: the READ by another way finds it. */
static void move(uint64_t *seed, int rank)
{
	size_t most = h_random(seed) % 3 ? 100 : h_random(seed) % 3 ? 20000 : PART;
	size_t len = 1 + h_random(seed) % most, at = h_random(seed) % (PART - len + 1);
	struct rd_remote r;

	fill(seed, at, len);
	h_check(!call(op(RD_REMOTE_WRITE, rank, 0, at, data + at, len)), "WRITE");
	r = op(RD_REMOTE_READ, rank, 0, at, back, len);
	r.stag = 0;
	r.at = there[rank][0].data;
	r.at.offset += (uint64_t)h_rank * PART + at;
	h_check(!call(r), "READ by a descriptor");
	h_check(!memcmp(back, model + at, len), "%zu bytes at %zu", len, at);
	memset(back, 0, len);
	h_check(!call(op(RD_REMOTE_READ, rank, 0, at, back, len)), "READ");
	h_check(!memcmp(back, model + at, len), "%zu bytes at %zu, read", len, at);
}

/* More at once than a queue has places. */
static void move_many(int rank)
{
	static struct rd_remote r[MANY];
	uint64_t seed = (uint64_t)h_rank + 99;
	size_t len = PART / MANY;

	fill(&seed, 0, PART);
	over = result = 0;
	for (int i = 0; i < MANY; i++) {
		size_t at = (size_t)i * len;

		r[i] = op(RD_REMOTE_WRITE, rank, i % WINDOWS, at, data + at, len);
		r[i].done = done;
		rd_remote_begin(&r[i]);
	}
	await(MANY);
	h_check(!result, "WRITEs: %d", result);
	memset(back, 0, PART);
	h_check(!call(op(RD_REMOTE_READ, rank, 0, 0, back, len * MANY)), "READ of all");
	h_check(!memcmp(back, model, len * MANY), "bytes of %d WRITEs", MANY);
	h_check(!rd_qp_busy(), "something is left");
}

static void move_all(void)
{
	uint64_t seed = (uint64_t)h_rank + 1;

	for (int i = 0; i < TIMES; i++)
		move(&seed, others(i));
	for (int i = 0; i < h_n - 1; i++)
		move_many(others(i));
	h_fence();
}

/* ---- Failures ---- */

/* Rank 3 takes its memory back while rank 2 uses it. */
static void take_back(void)
{
	hide_all(1);
	if (h_rank == 2) {
		h_check(call(op(RD_REMOTE_WRITE, 3, 0, 0, data, 64)) == RD_EPROC,
			"an STag that is not valid");
		h_check(!rd_qp_is_up(h_ep(3)), "the queue pair goes on");
		h_check(!h_down[3], "the rank is given up");
		h_check(!call(op(RD_REMOTE_WRITE, 0, 1, 0, data, 64)), "another rank");
	}
	h_fence();
}

/* Rank 1 is inside an object of rank 0, whose state is in the bits of *word, and stays there for a
 * while after rank 0 has ended its use. */
static void stay(uint64_t *at, uint32_t number, const uint64_t *word, uint64_t bits)
{
	uint64_t since;

	__atomic_store_n(at, 1ull << 32 | number, __ATOMIC_RELEASE);
	h_fence();
	while (__atomic_load_n(word, __ATOMIC_ACQUIRE) & bits)
		sched_yield();
	since = rd_clock_ns();
	while (rd_clock_ns() - since < WHILE_NS)
		;
	__atomic_store_n(at, 0, __ATOMIC_RELEASE);
}

static void access_under_way(void)
{
	struct rd_emu *e = rd_emu_of(rd_page.card);
	uint32_t number = there[0][WINDOWS - 1].stag >> 8;
	uint64_t *at = &e->pages[1].rdma.at_mr;
	const struct rd_emu_mr *mr;

	if (h_rank == 1) {
		mr = rd_emu_object(e, 0, RDMA_OBJECT_MR, number);
		stay(at, number, &mr->word, UINT64_MAX);
	} else {
		h_fence();
	}
	if (h_rank == 0) {
		rd_remote_hide(&exposed[WINDOWS - 1]);
		h_check(!__atomic_load_n(at, __ATOMIC_ACQUIRE), "an access is under way");
	}
	h_fence();
}

/* Rank 1 is in the queue pair that rank 0 ends. */
static void end_under_way(void)
{
	struct rd_emu *e = rd_emu_of(rd_page.card);
	uint64_t *at = &e->pages[1].rdma.at_qp;

	if (h_rank == 1)
		stay(at, 1, &rd_emu_qp_of(e, 0, 1)->word, 0xff);
	else
		h_fence();
	if (h_rank == 0) {
		rd_qp_forget(rd_fpga_ep(h_ep(1)));
		h_check(!__atomic_load_n(at, __ATOMIC_ACQUIRE), "a process is inside");
	}
	h_fence();
	if (h_rank == 1)
		rd_qp_forget(rd_fpga_ep(h_ep(0)));
	h_fence();
	if (h_rank < 2)
		until_up(!h_rank);
	h_fence();
}

/* Both begin anew, as with other processes. */
static void forget(void)
{
	int peer = h_rank ^ 1;

	h_fence();
	if (h_rank >= 2) {
		rd_qp_forget(rd_fpga_ep(h_ep(peer)));
		h_check(!rd_fpga_ep(h_ep(peer))->pair, "it is not forgotten");
	}
	h_fence();
	if (h_rank == 2)
		until_up(3);
	h_fence();
	if (h_rank == 3)
		until_up(2);
	if (h_rank >= 2)
		h_check(!call(op(RD_REMOTE_WRITE, peer, 1, 0, data, 64)), "WRITE");
	h_fence();
}

static void lose_link(void)
{
	if (h_rank == 3)
		rd_emu_kill_link(rd_page.card, 0, 1);
	h_fence();
	if (h_rank < 2) {
		h_check(call(op(RD_REMOTE_WRITE, !h_rank, 1, 0, data, 64)) == RD_EPROC,
			"WRITE to a rank that cannot be reached");
		h_check(call(op(RD_REMOTE_WRITE, !h_rank, 1, 0, data, 64)) == RD_EPROC,
			"and behind it");
	}
	h_fence();
}

static void body(void)
{
	expose_all(WINDOWS);
	connect_all();
	move_all();
	take_back();
	access_under_way();
	end_under_way();
	forget();
	lose_link();
	hide_all(WINDOWS);
}

int main(void)
{
	h_plan(1);
	h_run("queue pairs", &rd_btl_fpga, 4, body);
	return h_end();
}
