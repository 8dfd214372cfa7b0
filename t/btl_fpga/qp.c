/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue pairs of the driver (btl_fpga/qp.h): connected when one side wants it, WRITEs are placed
 * when they are done, also of more bytes than there are slots and in more operations than a queue
 * has places; memory of more windows than there are regions. An access that is refused ends its
 * operation and no other one, of neither side, however often and wherever that happens; no byte is
 * written twice. Memory is not given back while an access is under way; a rank that cannot be
 * reached, that has no queue pair any more or that dies ends its operations; a forgotten rank is
 * connected anew. The operations of a queue pair are handed over in order, and wait for no other
 * queue pair. Four cards; the link between 0 and 1 dies.
 */
#include "t/btl/harness.h"

#include "btl_fpga/fpga.h"
#include "btl_fpga/qp.h"
#include "hw/emu/qp.h"

#include <time.h>

enum { ID = 7, PART = 1 << 20, MANY = 300, WINDOWS = 12, TIMES = 40, WHILE_NS = 20000000 };
enum { BREAKS = 10, AREAS = 32, AREA = PART / AREAS, CROWD = 20000 };

static char mine[4][PART]; /* of each rank */
static char model[PART], data[PART], back[PART];
static struct rd_exposed exposed[WINDOWS];
static struct rd_remote_memory there[4][WINDOWS];

static int over, result;
static int *told; /* shared: the stage that has been reached */

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
			h_check(strstr(rd_qp_why(h_ep(rank)), "not connected yet"), "why not: %s",
				rd_qp_why(h_ep(rank)));
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

/* ---- Accesses that are refused ---- */

/* Of one area each, its own operation. */
static struct access {
	struct rd_remote r;
	int wrong, over, err;
} accesses[AREAS];

static void accessed(struct rd_remote *r, int err)
{
	struct access *a = rd_container(r, struct access, r);

	a->over++;
	a->err = err;
	over++;
}

static struct rd_remote wrong(struct rd_remote r)
{
	r.stag ^= 1; /* its key */
	return r;
}

static void some_access(uint64_t *seed, int rank, int area, int is_wrong)
{
	size_t len = 1 + h_random(seed) % (h_random(seed) % 2 ? 40 : AREA), at = area * AREA;
	int writes = h_random(seed) % 3 > 0;
	struct access *a = &accesses[area];

	if (writes)
		for (size_t i = 0; i < len; i++)
			data[at + i] = (char)h_random(seed);
	if (writes && !is_wrong)
		memcpy(model + at, data + at, len);
	*a = (struct access){.wrong = is_wrong};
	a->r = op(writes ? RD_REMOTE_WRITE : RD_REMOTE_READ, rank, area % WINDOWS, at,
		  (writes ? data : back) + at, len);
	if (is_wrong)
		a->r = wrong(a->r);
	a->r.done = accessed;
	rd_remote_begin(&a->r);
}

static void check_access(const struct access *a, int area)
{
	size_t at = (size_t)area * AREA;

	h_check(a->over == 1, "an end of access %d: %d", area, a->over);
	h_check(a->err == (a->wrong ? RD_EPROC : 0), "access %d, %s: %d", area,
		a->wrong ? "wrong" : "right", a->err);
	if (!a->wrong && a->r.kind == RD_REMOTE_READ)
		h_check(!memcmp(back + at, model + at, a->r.len), "bytes of access %d", area);
}

/* Both sides of each queue pair at the same time; at most two of the accesses are wrong. */
static void break_often(void)
{
	uint64_t seed = (uint64_t)h_rank + 77;

	h_check(!call(op(RD_REMOTE_READ, h_rank ^ 1, 0, 0, model, PART)), "READ of all");
	for (int round = 0; round < BREAKS; round++) {
		int first = (int)(h_random(&seed) % AREAS), second = (int)(h_random(&seed) % AREAS);

		h_fence();
		over = result = 0;
		for (int i = 0; i < AREAS; i++)
			some_access(&seed, h_rank ^ 1, i, i == first || i == second);
		await(AREAS);
		for (int i = 0; i < AREAS; i++)
			check_access(&accesses[i], i);
		h_check(!call(op(RD_REMOTE_READ, h_rank ^ 1, 0, 0, back, PART)), "READ of all");
		h_check(!memcmp(back, model, PART), "memory behind round %d", round);
		h_check(!h_down[h_rank ^ 1], "the rank is given up");
	}
	h_fence();
}

static void until(int stage)
{
	while (__atomic_load_n(told, __ATOMIC_ACQUIRE) < stage)
		sched_yield();
}

static void say(int stage)
{
	__atomic_store_n(told, stage, __ATOMIC_RELEASE);
}

/* Rank 1 does not answer the rank until `stage`. */
static void silent(int rank, int stage)
{
	struct rd_emu_qp *pair = rd_emu_qp_of(rd_emu_of(rd_page.card), 1, (uint32_t)rank);

	if (h_rank == 1)
		pair->open = 0;
	h_fence();
	if (h_rank == 1) {
		until(stage);
		pair->open = 1;
	}
}

/* Of a WRITE of rank 2 two parts are in place when rank 3 stores other values there and the queue
 * pair breaks. All slots but one are in use, for requests that have no answer. */
static void write_twice(void)
{
	struct rd_emu_qp *pair = rd_emu_qp_of(rd_emu_of(rd_page.card), 2, 3);
	struct access late = {0}, parts = {0};

	memset(data, 1, PART);
	over = 0;
	late.r = op(RD_REMOTE_WRITE, 1, 1, 0, data, RD_QP_SLOTS_B - RD_QP_SLOT_B);
	parts.r = op(RD_REMOTE_WRITE, 3, 1, 0, data, 4 * RD_QP_SLOT_B);
	late.r.done = parts.r.done = accessed;
	rd_remote_begin(&late.r);
	rd_remote_begin(&parts.r);
	say(1);
	until(2);
	pair->word = (pair->word & ~0xffull) | RDMA_QP_STATE_ERR;
	await(2);
	h_check(!late.err && !parts.err, "WRITEs: %d, %d", late.err, parts.err);
}

static void write_once(void)
{
	char *there = mine[2];

	memset(mine, 0, sizeof(mine));
	silent(2, 2);
	if (h_rank == 2)
		write_twice();
	if (h_rank == 3) {
		until(1);
		h_check(there[0] == 1 && there[RD_QP_SLOT_B] == 1, "two parts are there");
		h_check(!there[2 * RD_QP_SLOT_B], "three parts are there");
		memset(there, 2, 2 * RD_QP_SLOT_B);
		say(2);
	}
	h_fence();
	if (h_rank == 3)
		for (uint32_t i = 0; i < 4 * RD_QP_SLOT_B; i++)
			h_check(there[i] == 1 + (i < 2 * RD_QP_SLOT_B), "byte %u is %d", i,
				there[i]);
	h_fence();
}

/* Rank 3 takes its memory back while rank 2 uses it. */
static void take_back(void)
{
	hide_all(1);
	if (h_rank == 2) {
		h_check(call(op(RD_REMOTE_WRITE, 3, 0, 0, data, 64)) == RD_EPROC,
			"an STag that is not valid");
		h_check(!h_down[3], "the rank is given up");
		h_check(!call(op(RD_REMOTE_WRITE, 0, 1, 0, data, 64)), "another rank");
	}
	h_fence();
	if (h_rank == 3)
		h_check(!call(op(RD_REMOTE_WRITE, 2, 1, 0, data, 64)), "the other way");
	h_fence();
	if (h_rank == 2) {
		h_check(!call(op(RD_REMOTE_WRITE, 3, 1, 0, data, 64)), "the same way");
		until_up(3);
	}
	h_fence();
}

/* Rank 3 cannot open its queue pair for rank 2 any more, and says so. */
static void lose_pair(void)
{
	if (h_rank == 3)
		rd_emu_qp_of(rd_emu_of(rd_page.card), 3, 2)->open = 0;
	h_fence();
	if (h_rank == 2) {
		h_check(call(wrong(op(RD_REMOTE_WRITE, 3, 1, 0, data, 64))) == RD_EPROC,
			"an STag that is not valid");
		h_check(call(op(RD_REMOTE_WRITE, 3, 1, 0, data, 64)) == RD_EPROC,
			"the other side has no queue pair");
	}
	h_fence();
	if (h_rank >= 2) {
		h_check(!rd_qp_is_up(h_ep(h_rank ^ 1)), "it is connected");
		h_check(strstr(rd_qp_why(h_ep(h_rank ^ 1)), "cannot be opened"), "why not: %s",
			rd_qp_why(h_ep(h_rank ^ 1)));
		h_check(!rd_qp_busy(), "something is left");
	}
	h_fence();
}

/* ---- Failures ---- */

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

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Rank 1 does not answer for a while: the requests to it have all slots. A WRITE without data
 * in a slot waits for no other queue pair, and overtakes none of its own. */
static void begin_crowd(void)
{
	static struct access all[CROWD], late, first, other;
	uint64_t cpu;

	over = 0;
	memset(data, 'a', PART);
	memset(back, 'b', 8);
	late.r = op(RD_REMOTE_WRITE, 1, 1, 0, data, PART);
	first.r = op(RD_REMOTE_WRITE, 3, 1, 0, data, 64);
	other.r = op(RD_REMOTE_WRITE, 2, 1, 0, data, 8);
	late.r.done = first.r.done = other.r.done = accessed;
	rd_remote_begin(&late.r);
	rd_remote_begin(&first.r);
	rd_remote_begin(&other.r);
	cpu = cpu_ns();
	for (int i = 0; i < CROWD; i++) {
		int last = i == CROWD - 1;

		all[i].r = op(RD_REMOTE_WRITE, 3, 1, 0, last ? back : data, last ? 8 : 64);
		all[i].r.done = accessed;
		rd_remote_begin(&all[i].r);
	}
	cpu = cpu_ns() - cpu;
	h_check(!late.over, "rank 1 answers");
	h_check(other.over == 1 && !first.over, "one waits for a slot, the other one for none");
	h_check(cpu < 1000000000u, "%d operations that wait begin in %.3f s", CROWD,
		(double)cpu / 1e9);
	say(3);
	await(CROWD + 3);
	h_check(!late.err && !first.err && !other.err, "WRITEs: %d, %d, %d", late.err, first.err,
		other.err);
	for (int i = 0; i < CROWD; i++)
		h_check(all[i].over == 1 && !all[i].err, "WRITE %d: %d", i, all[i].err);
	h_check(!call(op(RD_REMOTE_READ, 3, 1, 0, back + 8, 8)), "READ");
	h_check(!memcmp(back + 8, back, 8), "the last WRITE came before another one");
}

static void crowd(void)
{
	silent(0, 3);
	if (h_rank == 0)
		begin_crowd();
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
	break_often();
	write_once();
	take_back();
	access_under_way();
	end_under_way();
	forget();
	crowd();
	lose_link();
	lose_pair();
	hide_all(WINDOWS);
}

/* Rank 1 dies when rank 0 waits for its answer; the launcher tells that. */
static void die(void)
{
	expose_all(WINDOWS);
	connect_all();
	if (h_rank == 1) {
		until(1);
		_exit(1);
	}
	h_check(call(wrong(op(RD_REMOTE_WRITE, 1, 1, 0, data, 64))) == RD_EPROC,
		"an STag that is not valid");
	over = 0;
	for (int i = 0; i < AREAS; i++) {
		accesses[i].r = op(RD_REMOTE_WRITE, 1, 1, 0, data, AREA);
		accesses[i].r.done = accessed;
		rd_remote_begin(&accesses[i].r);
	}
	for (int i = 0; i < 1000; i++)
		rd_progress();
	h_check(!over && !rd_qp_is_up(h_ep(1)), "there was an answer");
	h_check(strstr(rd_qp_why(h_ep(1)), "again"), "why not: %s", rd_qp_why(h_ep(1)));
	say(1);
	h_fence();
	rd_btl_fpga.gone(h_ep(1));
	await(AREAS);
	for (int i = 0; i < AREAS; i++)
		h_check(accesses[i].over == 1 && accesses[i].err == RD_EPROC, "access %d: %d", i,
			accesses[i].err);
	h_check(!rd_qp_busy(), "something is left");
}

int main(void)
{
	told = mmap(NULL, sizeof(*told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	h_plan(2);
	h_run("queue pairs", &rd_btl_fpga, 4, body);
	*told = 0;
	h_ok(h_start(&rd_btl_fpga, 2, die, 1 << 1), "a rank dies");
	return h_end();
}
