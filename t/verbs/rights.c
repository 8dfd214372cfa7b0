/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rights of the card's regions that others reach (verbs/place.c): those of the memory region that
 * the queue pair has, too, and no more. Their end is waited for as long as before once a process
 * that stood still goes on. Linked with the library's own objects. By mpirun --ring emu --verbs
 * -n 2.
 */
#include "btl_fpga/page.h"
#include "t/verbs/other.h"
#include "verbs/verbs.h"

#define WRITE RN_REGION_ACCESS_REMOTE_WRITE_MASK
#define READ RN_REGION_ACCESS_REMOTE_READ_MASK

static struct side s;

/* Regions that others may reach, by rights; those of the library's own pages have number 0. */
static int regions(uint32_t access)
{
	int n = 0;

	for (int i = 1; i < 8; i++)
		n += rd_page.region[i].len && rd_page.region[i].access == access;
	return n;
}

/* Enough requests for a grant. */
static void use(enum ibv_wr_opcode opcode, const struct address *there, const char *what)
{
	int good = 1;

	for (uint64_t i = 0; i < 100 && good; i++) {
		post_op(&s, opcode, i, 0, 8, there, 0);
		good = await(&s, 20).status == IBV_WC_SUCCESS;
	}
	ok(good, "%s", what);
}

/* A queue pair of rank 1 with these rights, which rank 0 uses. */
static void join(unsigned rights, int word, enum ibv_wr_opcode opcode, const char *what)
{
	struct ibv_qp_attr attr = {.qp_access_flags = rights};
	struct address there;

	make_qp(&s, &(struct wish){0}, IBV_QPT_RC);
	if (own_rank())
		must(!ibv_modify_qp(s.qp, &attr, IBV_QP_ACCESS_FLAGS), "ibv_modify_qp");
	there = join_other(&s, &(struct wish){0}, word);
	if (!own_rank())
		use(opcode, &there, what);
	meet(word + 2);
}

static int is_slow(void)
{
	int is;

	rd_vb_lock();
	is = rd_vb.nodes[!own_rank()].slow;
	rd_vb_unlock();
	return is;
}

/* The library of rank 0 stands still while rank 1 destroys a queue pair. */
static void stand_still(int word)
{
	char c;

	if (!own_rank()) {
		rd_vb_lock();
		tell(word, "", 1);
		hear(word + 1, &c, 1);
		rd_vb_unlock();
	} else {
		hear(word, &c, 1);
		must(!ibv_destroy_qp(s.qp), "ibv_destroy_qp");
		ok(is_slow(), "the other does not answer in time");
		tell(word + 1, "", 1);
		for (double end = now_s() + 20; is_slow() && now_s() < end;)
			usleep(1000);
		ok(!is_slow(), "and later does");
	}
	meet(word + 2);
	if (!own_rank())
		must(!ibv_destroy_qp(s.qp), "ibv_destroy_qp");
}

int main(void)
{
	struct ibv_qp *first;
	int is_target = own_rank();

	open_side(&s, 256);
	join(IBV_ACCESS_REMOTE_READ, 10, IBV_WR_RDMA_READ, "READs");
	first = s.qp;
	if (is_target)
		ok(regions(READ) == 1 && !regions(WRITE) && !regions(READ | WRITE),
		   "a queue pair that may only be read by: its card's region, too");
	join(IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE, 20, IBV_WR_RDMA_WRITE, "WRITEs");
	if (is_target)
		ok(regions(READ) == 1 && regions(READ | WRITE) == 1,
		   "one that may be written by, too, has another");
	stand_still(30);
	must(!ibv_destroy_qp(first), "ibv_destroy_qp");
	must(!ibv_dereg_mr(s.mr), "ibv_dereg_mr");
	ok(!regions(READ) && !regions(READ | WRITE), "ibv_dereg_mr closes both");
	return done();
}
