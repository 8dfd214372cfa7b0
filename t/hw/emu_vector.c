/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions of vectors in memory on the model of the ring card (hw/emu/vector.c; descriptor REDUCE
 * of hw/regs/REGISTERS.md): results equal plain C on all members, records give the status, and the
 * memory of a page that is off is not touched.
 */
#include <poll.h>

#include "t/hw/emu_group.h"

#define OPERANDS (R_DATA + 0x100000u) /* bytes from the start of region 0 */
#define RESULTS (R_DATA + 0x200000u)
#define FAR_B (1u << 20)

static char *far_memory; /* of this process alone, region 1; NULL: cannot be reached */

static void open_far_memory(void)
{
	uint64_t bus;

	far_memory = NULL;
	r_fence(); /* all pages have a process: a page can test whether others reach it */
	if (r_n < 2 || !r_card->pin)
		return;
	far_memory = r_memory(FAR_B);
	if (r_card->pin(r_card, far_memory, FAR_B, &bus)) {
		far_memory = NULL;
		return;
	}
	r_region(1, bus, FAR_B, R_ALL, 0);
}

struct vector {
	const struct use *u;
	uint64_t number, cookie;
	uint32_t words;
	int far; /* operands there; results, too, in their place */
	int none;
	uint64_t *from, *to;
	uint64_t local, remote; /* fields of the descriptor */
};

static void place_vector(struct vector *v, uint64_t r)
{
	uint64_t in = OPERANDS + r % 64 * 8, out = r / 64 % 2 ? in : RESULTS + r / 128 % 64 * 8;

	v->far = v->far && far_memory && v->words * 8 <= FAR_B;
	if (v->far) {
		v->from = v->to = (uint64_t *)(void *)far_memory;
		v->local = v->remote = r_local(1, 0);
		return;
	}
	v->from = (uint64_t *)(void *)(r_card->arena + in);
	v->to = (uint64_t *)(void *)(r_card->arena + out);
	v->local = r_local(0, in);
	v->remote = r_local(0, out);
}

static uint64_t count_of(const struct use *u, int none)
{
	return (uint64_t)u->group << RN_DESCRIPTOR_COUNT_GROUP_LSB |
	       (uint64_t)(u->beats - 1) << RN_DESCRIPTOR_COUNT_BEATS_LSB |
	       (none ? RN_DESCRIPTOR_COUNT_NO_RESULT_MASK : 0);
}

static void post(const struct vector *v)
{
	uint64_t *d = r_desc();

	d[0] = r_ctl(RN_DMA_OP_REDUCE, 0, 0, v->words * 8, RN_DESCRIPTOR_CTL_COMPLETE_MASK);
	d[1] = v->cookie;
	d[2] = v->remote;
	d[3] = v->local;
	d[4] = count_of(v->u, v->none);
	r_go();
}

static void post_vector(struct vector *v)
{
	for (uint32_t i = 0; i < v->words; i++)
		v->from[i] = x(v->u, v->u->index, v->number + i / 4096, i % 4096);
	v->to[v->words] = 0xfe1d5afe;
	if (v->to != v->from)
		memset(v->to, 0x77, v->words * 8);
	post(v);
}

static void check_vector(const struct vector *v)
{
	struct r_record r = r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_OK, v->cookie);

	r_check(r_field(r.what, RN_COMPLETION_WHAT_TAG) == (uint64_t)v->u->group, "tag");
	r_check(!r.length, "length");
	for (uint32_t i = 0; i < v->words && !v->none; i++) {
		uint64_t want = expected(v->u, v->number + i / 4096, i % 4096);

		r_check(v->to[i] == want,
			"op %u type %u n %d index %d word %u of %u: %#llx, not %#llx", v->u->op,
			v->u->type, v->u->n, v->u->index, i, v->words, (unsigned long long)v->to[i],
			(unsigned long long)want);
	}
	r_check(v->to[v->words] == 0xfe1d5afe, "nothing behind it");
}

/* Of all lengths, by groups of random members, one after the other. */
static void vectors(void)
{
	uint64_t shared = 0xdada + (uint64_t)r_n;
	struct use u;

	r_up();
	open_far_memory();
	for (uint64_t trial = 1; trial <= 150; trial++) {
		uint64_t r = r_random(&shared) >> 8, mine = r_random(&own_seed) >> 8;
		struct vector v = {.u = &u, .number = trial * 10};

		draw(&u, (int)(trial % 8), &shared);
		u.flags |= STREAM;
		v.words = 1 + (uint32_t)(trial % 10 ? r % 100 : r % 9000);
		v.cookie = trial;
		v.far = mine % 4 == 0;
		v.none = keeps(&u);
		place_vector(&v, mine / 4);
		if (u.index >= 0 && trial % 3)
			start(&u);
		r_fence();
		for (int lap = 0; lap < 3 && u.index >= 0; lap++, v.number += 3) {
			if (!lap && trial % 3 == 0) {
				own(&u, 1); /* the group starts behind the descriptor */
				post_vector(&v);
				start(&u);
			} else {
				post_vector(&v);
			}
			check_vector(&v);
		}
		r_fence();
		if (u.index >= 0) {
			r_check(idle(&u) && !(status(&u) & 0xff00), "status %#x", status(&u));
			stop(&u);
		}
	}
	r_check(!r_read(RN_QUEUES_REFUSED), "nothing is refused");
	r_check(!r_card->read(r_card, RN_DMA_READ_ERRORS), "no errors");
}

/* All groups at once: descriptors behind each other in one ring. */
static void vectors_at_once(void)
{
	struct vector v[GROUPS];
	struct use u[GROUPS];
	uint64_t shared = 0xbaba;

	r_up();
	for (int g = 0; g < GROUPS; g++) {
		draw(&u[g], g, &shared);
		set_members(&u[g], ~0ull, g % r_n);
		u[g].flags = STREAM | (u[g].flags & CHAIN);
		start(&u[g]);
	}
	r_fence();
	for (uint64_t round = 1; round <= 50; round++) {
		uint32_t seen = 0;

		for (int g = 0; g < GROUPS; g++) {
			uint64_t off = OPERANDS + (uint64_t)g * 0x10000;

			v[g] = (struct vector){.u = &u[g],
					       .number = round,
					       .cookie = (uint64_t)g,
					       .words = 1 + (uint32_t)(round * 37 + off) % 700};
			v[g].local = v[g].remote = r_local(0, off);
			v[g].from = v[g].to = (uint64_t *)(void *)(r_card->arena + off);
		}
		for (int i = 0; i < GROUPS; i++)
			post_vector(&v[(i * 3 + r_i) % GROUPS]);
		for (int i = 0; i < GROUPS; i++) {
			struct r_record r = r_await();

			r_check(r.cookie < GROUPS && !(seen >> r.cookie & 1), "a vector twice");
			r_check((r.what & 0xf0f) == RN_COMPLETION_KIND_REDUCE, "record %#llx",
				(unsigned long long)r.what);
			seen |= 1u << r.cookie;
			for (uint32_t w = 0; w < v[r.cookie].words; w++)
				r_check(v[r.cookie].to[w] == expected(&u[r.cookie], round, w),
					"word %u", w);
		}
	}
}

/* A vector whose last cell is not full counts as filled up with 0. */
static void ragged(void)
{
	struct use u = whole_ring(7, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_U64, 4, STREAM);
	struct vector v = {.u = &u,
			   .words = 1201 + (uint32_t)r_i,
			   .local = r_local(0, OPERANDS),
			   .remote = r_local(0, RESULTS)};
	uint64_t *from = (uint64_t *)(void *)(r_card->arena + OPERANDS);
	uint64_t *to = (uint64_t *)(void *)(r_card->arena + RESULTS);

	r_up();
	for (uint32_t i = 0; i < 1204; i++)
		from[i] = 1;
	start(&u);
	r_fence();
	post(&v);
	r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_OK, 0);
	for (uint32_t i = 0; i < 1204; i++) {
		uint64_t want = i >= v.words ? 0 : i <= 1200 ? 3 : i == 1201 ? 2 : 1;

		r_check(to[i] == want, "word %u: %llu", i, (unsigned long long)to[i]);
	}
}

/* Refusals of the card; the record of the descriptor or of the reduction gives the reason. */
static void refused_vectors(void)
{
	struct use u = whole_ring(6, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_U32, 2, STREAM);
	struct vector v = {
		.u = &u, .words = 8, .local = r_local(0, OPERANDS), .remote = r_local(0, RESULTS)};
	uint64_t size = r_card->arena_bytes;

	r_up();
	r_region(2, r_card->arena_bus, size, RN_REGION_ACCESS_READ_MASK, 0);
	r_region(3, r_card->arena_bus, OPERANDS + 0x40, R_ALL, 0);
	post(&v);
	r_expect(RN_COMPLETION_KIND_SEND, RN_DMA_STATUS_BUSY, 0);
	start(&u);
	r_fence();
	v.local = r_local(0, OPERANDS + 4);
	post(&v);
	r_expect(RN_COMPLETION_KIND_SEND, RN_DMA_STATUS_DESCRIPTOR, 0);
	r_fence();
	/* one member's operands cannot be read: its record reports that, the others wait */
	v.local = r_local(r_i ? 0 : 5, OPERANDS);
	post(&v);
	r_fence();
	if (r_i == 0)
		r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_REGION, 0);
	else
		post(&v), r_expect(RN_COMPLETION_KIND_SEND, RN_DMA_STATUS_BUSY, 0);
	r_fence();
	/* now they can; its results cannot be written, and no operands follow the first cell */
	v.local = r_local(0, OPERANDS);
	v.remote = r_local(2, RESULTS);
	if (r_i == 0) {
		post(&v);
		r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_REGION, 0);
		v.remote = r_local(0, RESULTS);
		v.words = 6;
		post(&v);
	}
	r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_OK, 0);
	r_fence();
	/* its region ends in the middle: half of the results is written */
	v.remote = r_local(0, RESULTS);
	v.local = r_local(r_i ? 0 : 3, OPERANDS);
	v.words = 16;
	memset(r_card->arena + OPERANDS, 1, 128);
	memset(r_card->arena + RESULTS, 0, 128);
	r_fence();
	post(&v);
	r_fence();
	if (r_i == 0)
		r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_BOUNDS, 0);
	for (int i = 0; i < 128; i++)
		r_check(r_card->arena[RESULTS + i] == (i < 64 ? r_n : 0), "byte %d", i);
	r_fence();
	/* the rest, and cells of another length, which are dropped */
	v.words = 8;
	v.local = r_local(0, OPERANDS);
	if (r_i == 0)
		post(&v);
	r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_OK, 0);
	r_fence();
	u.beats = 1;
	v.none = 1;
	post(&v);
	r_expect(RN_COMPLETION_KIND_REDUCE, RN_DMA_STATUS_OK, 0);
	r_check(take_error(&u) == 4 && r_card->read(r_card, RN_GREDUCE_OWN_LOST) == 8, "dropped");
}

/* A page that is disabled loses its vectors, and its memory is not touched. */
static void page_off(void)
{
	struct use u = whole_ring(5, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_U64, 4, STREAM);
	struct vector v = {.u = &u,
			   .words = 4096,
			   .cookie = 9,
			   .local = r_local(0, OPERANDS),
			   .remote = r_local(0, RESULTS)};

	r_up();
	start(&u);
	r_fence();
	for (int round = 0; round < 100; round++) {
		v.from = (uint64_t *)(void *)(r_card->arena + OPERANDS);
		v.to = (uint64_t *)(void *)(r_card->arena + RESULTS);
		v.number = (uint64_t)round * 2;
		for (uint32_t i = 0; i < v.words; i++)
			v.from[i] = i;
		r_fence();
		post(&v);
		if (r_i == round % r_n) {
			r_write(RN_QUEUES_CONTROL, 0);
			memset(v.to, 0x11, v.words * 8);
			for (int i = 0; i < 200; i++)
				sched_yield();
			for (uint32_t i = 0; i < v.words; i++)
				r_check(v.to[i] == 0x1111111111111111u, "word %u is written", i);
		}
		r_fence();
		stop(&u);
		r_fence();
		r_up();
		start(&u);
		r_fence();
		post_vector(&v); /* nothing is open */
		check_vector(&v);
	}
}

static void die_with_vectors(void)
{
	struct use u = whole_ring(5, RN_REDUCE_OP_SUM, RN_REDUCE_TYPE_U64, 1, STREAM);
	struct vector v = {.u = &u,
			   .words = 20000,
			   .local = r_local(0, OPERANDS),
			   .remote = r_local(0, RESULTS)};

	v.from = (uint64_t *)(void *)(r_card->arena + OPERANDS);
	v.to = (uint64_t *)(void *)(r_card->arena + RESULTS);
	r_up();
	start(&u);
	r_fence();
	if (r_i == 2)
		r_die();
	post(&v);
	r_check(!idle(&u), "one is missing");
	r_write(RN_QUEUES_CONTROL, 0);
	r_check(idle(&u) && r_read(RN_QUEUES_STATUS) == RN_QUEUES_STATUS_STOPPED_MASK, "off");
	r_fence();
	stop(&u);
	r_fence();
	/* the dead one's card runs still, but in a group of four */
	u.n = r_n - 1;
	u.index -= u.index > 2;
	r_up();
	start(&u);
	r_fence();
	post_vector(&v);
	check_vector(&v);
}

static void sleep_for_vectors(void)
{
	struct pollfd fd = {.fd = r_card->irq_fd, .events = POLLIN};
	struct use u = whole_ring(0, RN_REDUCE_OP_MIN, F64, 4, STREAM);
	struct vector v = {.u = &u};
	struct r_record r;

	r_up();
	start(&u);
	r_fence();
	for (v.number = 1; v.number <= 100; v.number++) {
		v.cookie = v.number;
		v.words = (uint32_t)v.number;
		place_vector(&v, 0);
		post_vector(&v);
		for (int got = 0; !got;) {
			r_check(r_card->arm(r_card) == RD_ARM_OK, "arm");
			got = r_take(&r);
			if (!got)
				r_check(poll(&fd, 1, 1000 * R_SECONDS) == 1, "not woken");
			r_card->disarm(r_card);
		}
		r_check(r.cookie == v.cookie, "completion");
		for (uint32_t i = 0; i < v.words; i++)
			r_check(v.to[i] == expected(&u, v.number, i), "word %u", i);
	}
}

int main(void)
{
	r_run("vectors", 1 + 2, 1, vectors);
	r_run("vectors", 8, 1, vectors);
	r_run("vectors of all groups at once", 4, 1, vectors_at_once);
	r_run("vectors of different lengths", 3, 1, ragged);
	r_run("vectors that are refused", 3, 1, refused_vectors);
	r_run("a page is switched off", 3, 1, page_off);
	r_run("sleeping until a vector is done", 3, 1, sleep_for_vectors);
	r_may_die = 1u << 2;
	r_run("a member dies, others have vectors", 4, 1, die_with_vectors);
	return done();
}
