/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A process that stands still has a grant of memory (verbs/place.c) whose region the target
 * deregisters; meanwhile the target opens regions of its card for another process, again and again.
 * WRITEs that come late, with the old key, are refused, but do not count as guesses of keys
 * (docs/CARD.md): the process keeps its connection. Rank 0 is late, rank 1 the target, rank 2 the
 * other one. Linked with the library's own objects. By mpirun --ring emu --verbs -n 3.
 */
#include "t/verbs/other.h"
#include "verbs/verbs.h"

#define OTHERS 4 /* regions that are opened meanwhile: a card knows the last two keys of each */
#define CELLS 6  /* late WRITEs: the card bars after three wrong keys */
#define LATE_B 64u

enum { LATE, TARGET, OTHER, RANKS };

static struct side s, second; /* of TARGET: the queue pairs with LATE, of which the second is s's */
static uint32_t rkey;
static uint64_t addr;

static void hear_of(int rank, int word, void *what, size_t len)
{
	char path[512];
	double end = now_s() + 60;
	FILE *from = NULL;

	path_of(path, sizeof(path), rank, word);
	while (!from && now_s() < end) {
		from = fopen(path, "r");
		if (!from)
			usleep(1000);
	}
	must(from && fread(what, 1, len, from) == len, "hear_of");
	fclose(from);
}

static void wait_for(int rank, int word)
{
	char c;

	hear_of(rank, word, &c, 1);
}

/* Connects a queue pair with one of the other process, which calls it with the same word. */
static void join_rank(struct side *of, int rank, int word)
{
	struct address own, other;

	make_qp(of, &(struct wish){0}, IBV_QPT_RC);
	own = address_of(of);
	tell(word, &own, sizeof(own));
	hear_of(rank, word, &other, sizeof(other));
	join_qp(of, &other, &(struct wish){0});
	tell(word + 1, "", 1);
	wait_for(rank, word + 1);
}

static int write_by(struct side *of)
{
	struct address there = {.buf = addr, .rkey = rkey};

	must(!post_op(of, IBV_WR_RDMA_WRITE, 1, 0, 8, &there, 0), "post");
	return await(of, 20).status;
}

/* Until the card places the WRITEs. */
static void get_grant(void)
{
	const struct rd_vb_place *place = &rd_vb_qp_of(s.qp)->place[RD_VB_TO_WRITE];
	double end = now_s() + 20;

	do
		must(!write_by(&s), "a WRITE");
	while ((place->grant.rkey != rkey || place->state != RD_VB_PLACE_GRANTED) && now_s() < end);
	must(now_s() < end, "a grant");
}

static void be_late(void)
{
	const struct rd_vb_place *place;
	struct rd_vb_grant old;
	int good = 1;

	join_rank(&s, TARGET, 100);
	second = s;
	join_rank(&second, TARGET, 110);
	hear_of(TARGET, 120, &rkey, sizeof(rkey));
	hear_of(TARGET, 121, &addr, sizeof(addr));
	get_grant();
	place = &rd_vb_qp_of(s.qp)->place[RD_VB_TO_WRITE];
	rd_vb_lock(); /* REVOKE is not read */
	old = place->grant;
	tell(122, "", 1);
	wait_for(TARGET, 123);
	for (int i = 0; i < CELLS; i++)
		must(!rd_vb_net_write(TARGET, &old, addr, s.buf, LATE_B), "a late WRITE");
	rd_vb_net_ring();
	rd_vb_unlock();
	for (int i = 0; i < 100; i++) {
		must(!post_op(&second, IBV_WR_SEND, 2, 0, 8, NULL, 0), "post");
		good &= await(&second, 20).status == IBV_WC_SUCCESS;
	}
	ok(good, "its other queue pair works");
	ok(place->state != RD_VB_PLACE_GRANTED, "it has lost its grant");
	is_int(write_by(&s), IBV_WC_REM_ACCESS_ERR, "the region is gone");
	tell(124, "", 1);
	wait_for(TARGET, 125);
}

static void publish(int word, const struct ibv_mr *mr, const char *at)
{
	uint64_t where = (uintptr_t)at;

	tell(word + 1, &where, sizeof(where));
	tell(word, &mr->rkey, sizeof(mr->rkey));
}

static int is_clean(const char *at)
{
	for (unsigned i = 0; i < LATE_B; i++)
		if (at[i] != 0x33)
			return 0;
	return 1;
}

static void be_target(void)
{
	static char memory[OTHERS][4096] __attribute__((aligned(4096)));
	struct side other = s;
	struct ibv_mr *mr = ibv_reg_mr(s.pd, s.buf, 4096, ALL_ACCESS);
	int clean = 1;

	must(mr != NULL, "ibv_reg_mr");
	join_rank(&s, LATE, 100);
	second = s;
	join_rank(&second, LATE, 110);
	for (int i = 0; i < 100; i++)
		must(!post_recv(&second, 3, 4096, 8) || i >= 64, "post_recv");
	join_rank(&other, OTHER, 200);
	publish(120, mr, s.buf);
	wait_for(LATE, 122);
	must(!ibv_dereg_mr(mr), "ibv_dereg_mr");
	memset(memory, 0x33, sizeof(memory));
	for (int i = 0; i < OTHERS; i++) {
		mr = ibv_reg_mr(s.pd, memory[i], sizeof(memory[i]), ALL_ACCESS);
		must(mr != NULL, "ibv_reg_mr");
		publish(300 + 10 * i, mr, memory[i] + 2048);
		wait_for(OTHER, 305 + 10 * i);
		must(i == OTHERS - 1 || !ibv_dereg_mr(mr), "ibv_dereg_mr");
	}
	tell(123, "", 1);
	for (int i = 0; i < 100; i++) {
		must(!await(&s, 20).status, "a message");
		if (i < 36)
			must(!post_recv(&second, 3, 4096, 8), "post_recv");
	}
	wait_for(LATE, 124);
	for (int i = 0; i < OTHERS; i++)
		clean &= is_clean(memory[i]);
	ok(clean, "late WRITEs change no other memory");
	tell(125, "", 1);
	wait_for(OTHER, 999);
}

static void be_other(void)
{
	join_rank(&s, TARGET, 200);
	for (int i = 0; i < OTHERS; i++) {
		hear_of(TARGET, 300 + 10 * i, &rkey, sizeof(rkey));
		hear_of(TARGET, 301 + 10 * i, &addr, sizeof(addr));
		get_grant();
		tell(305 + 10 * i, "", 1);
	}
	wait_for(TARGET, 125);
	ok(1, "the other one has had %d regions", OTHERS);
	tell(999, "", 1);
}

int main(void)
{
	static void (*const be[RANKS])(void) = {be_late, be_target, be_other};

	open_side(&s, 1024);
	be[own_rank()]();
	return done();
}
