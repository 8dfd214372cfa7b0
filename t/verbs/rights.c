/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rights of the card's regions that others reach (verbs/place.c): those of the memory region that
 * the queue pair has, too, and no more. Linked with the library's own objects. By mpirun --ring emu
 * --verbs -n 2.
 */
#include "btl_fpga/page.h"
#include "t/verbs/other.h"

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
	must(!ibv_destroy_qp(s.qp) && !ibv_destroy_qp(first), "ibv_destroy_qp");
	must(!ibv_dereg_mr(s.mr), "ibv_dereg_mr");
	ok(!regions(READ) && !regions(READ | WRITE), "ibv_dereg_mr closes both");
	return done();
}
