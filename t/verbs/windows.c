/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory windows (verbs/window.c) of both types: bounds, rights and keys while they are bound, and
 * nothing after their end, which is a binding of no bytes, LOCAL_INV, SEND_WITH_INV or
 * ibv_dealloc_mw; requests that may not be done; regions with windows. Rank 0 by itself, then rank
 * 0 in a window of rank 1. By mpirun --ring emu --verbs -n 2.
 */
#include "t/verbs/other.h"

static struct side a, b;
static struct ibv_mr *mr; /* of b's buffer, for windows */

static void join_new(void)
{
	struct wish w = {.retry_cnt = 1, .timeout = 8};

	if (a.qp)
		must(!ibv_destroy_qp(a.qp), "ibv_destroy_qp");
	if (b.qp)
		must(!ibv_destroy_qp(b.qp), "ibv_destroy_qp");
	make_pair(&a, &b, &w);
}

static struct ibv_mw_bind_info part(struct ibv_mr *of, uint64_t at, uint64_t len, unsigned access)
{
	return (struct ibv_mw_bind_info){.mr = of,
					 .addr = (uintptr_t)of->addr + at,
					 .length = len,
					 .mw_access_flags = access};
}

static int bind_one(struct ibv_mw *mw, struct ibv_mw_bind_info info)
{
	struct ibv_mw_bind bind = {.wr_id = 1, .send_flags = IBV_SEND_SIGNALED, .bind_info = info};

	return ibv_bind_mw(b.qp, mw, &bind);
}

static int bind_two(struct side *s, struct ibv_mw *mw, uint32_t key, struct ibv_mw_bind_info info)
{
	struct ibv_send_wr wr = request(IBV_WR_BIND_MW, 2, NULL);

	wr.bind_mw.mw = mw;
	wr.bind_mw.rkey = key;
	wr.bind_mw.bind_info = info;
	return post(s, &wr);
}

static int invalidate(struct side *s, enum ibv_wr_opcode opcode, uint32_t key)
{
	struct ibv_send_wr wr = request(opcode, 3, NULL);

	wr.invalidate_rkey = key;
	return post(s, &wr);
}

static void access_by(uint32_t key, enum ibv_wr_opcode opcode, uint64_t addr, uint32_t len,
		      enum ibv_wc_status status, const char *what)
{
	struct address there = {.buf = addr, .rkey = key};

	post_op(&a, opcode, 10, 0, len, &there, 0);
	expect(&a, 10, status, what);
	if (status)
		join_new();
}

static void write_by(uint32_t key, uint64_t at, uint32_t len, enum ibv_wc_status status,
		     const char *what)
{
	access_by(key, IBV_WR_RDMA_WRITE, (uintptr_t)b.buf + at, len, status, what);
}

static void type_one(void)
{
	struct ibv_mw *mw = ibv_alloc_mw(b.pd, IBV_MW_TYPE_1);
	uint32_t key;

	must(mw != NULL, "ibv_alloc_mw");
	join_new();
	write_by(mw->rkey, 4096, 8, IBV_WC_REM_ACCESS_ERR, "a window that is not bound");
	is_int(bind_one(mw, part(mr, 4096, 64, IBV_ACCESS_REMOTE_WRITE)), 0, "type 1: it is bound");
	is_int(await(&b, 20).opcode, IBV_WC_BIND_MW, "its completion");
	memset(a.buf, 7, 64);
	write_by(mw->rkey, 4096, 64, IBV_WC_SUCCESS, "a WRITE of all of it");
	ok(b.buf[4095] == 0 && b.buf[4096] == 7 && b.buf[4159] == 7 && b.buf[4160] == 0,
	   "and of nothing else");
	write_by(mw->rkey, 4096 + 60, 5, IBV_WC_REM_ACCESS_ERR, "beyond its end");
	write_by(mw->rkey, 4095, 2, IBV_WC_REM_ACCESS_ERR, "before its begin");
	access_by(mw->rkey, IBV_WR_RDMA_READ, (uintptr_t)b.buf + 4096, 8, IBV_WC_REM_ACCESS_ERR,
		  "a READ");
	key = mw->rkey;
	bind_one(mw, part(mr, 8192, 64, IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ));
	expect(&b, 1, IBV_WC_SUCCESS, "it is bound anew");
	ok(mw->rkey != key && mw->rkey >> 8 == key >> 8, "with another key");
	write_by(mw->rkey, 8192, 8, IBV_WC_SUCCESS, "by which it is written");
	write_by(key, 8192, 8, IBV_WC_REM_ACCESS_ERR, "and not by the old one");
	is_int(ibv_dereg_mr(mr), EBUSY, "a region with a window is not deregistered");
	is_int(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, ALL_ACCESS),
	       IBV_REREG_MR_ERR_INPUT, "nor changed");
	bind_one(mw, (struct ibv_mw_bind_info){0});
	expect(&b, 1, IBV_WC_SUCCESS, "a binding of nothing");
	write_by(mw->rkey, 8192, 8, IBV_WC_REM_ACCESS_ERR, "closes it");
	bind_one(mw, part(mr, 8192, 64, IBV_ACCESS_REMOTE_READ | IBV_ACCESS_ZERO_BASED));
	expect(&b, 1, IBV_WC_SUCCESS, "addresses from 0");
	access_by(mw->rkey, IBV_WR_RDMA_READ, 56, 8, IBV_WC_SUCCESS, "a READ");
	ok(!memcmp(a.buf, b.buf + 8192 + 56, 8), "of the right bytes");
	key = mw->rkey;
	is_int(ibv_dealloc_mw(mw), 0, "ibv_dealloc_mw");
	access_by(key, IBV_WR_RDMA_READ, 0, 8, IBV_WC_REM_ACCESS_ERR, "ends it");
}

static void type_two(void)
{
	struct ibv_mw *mw = ibv_alloc_mw(b.pd, IBV_MW_TYPE_2);
	struct ibv_mw_bind_info info = part(mr, 4096, 64, ALL_ACCESS & ~IBV_ACCESS_LOCAL_WRITE);
	struct ibv_sge sge = {(uintptr_t)b.buf + 4096, 8, 0};
	struct ibv_send_wr wr = request(IBV_WR_SEND, 20, &sge);
	struct ibv_wc wc;
	uint32_t key;

	must(mw != NULL, "ibv_alloc_mw");
	key = ibv_inc_rkey(mw->rkey);
	is_int(bind_one(mw, info), EINVAL, "type 2: not by ibv_bind_mw");
	is_int(bind_two(&b, mw, key, info), 0, "by a request");
	expect(&b, 2, IBV_WC_SUCCESS, "it is bound");
	write_by(key, 4096, 64, IBV_WC_SUCCESS, "a WRITE");
	sge.lkey = key;
	post(&b, &wr);
	expect(&b, 20, IBV_WC_LOC_PROT_ERR, "its key is not for the own requests");
	join_new();
	write_by(key, 4096, 8, IBV_WC_REM_ACCESS_ERR, "by another queue pair it is not open");

	bind_two(&b, mw, key, info);
	expect(&b, 2, IBV_WC_SUCCESS, "the queue pair that had it is gone: it is bound again");
	bind_two(&b, mw, ibv_inc_rkey(key), info);
	expect(&b, 2, IBV_WC_MW_BIND_ERR, "and not while it is bound");
	join_new();

	bind_two(&b, mw, key, info);
	expect(&b, 2, IBV_WC_SUCCESS, "bound");
	invalidate(&b, IBV_WR_LOCAL_INV, key);
	wc = await(&b, 20);
	ok(!wc.status && wc.opcode == IBV_WC_LOCAL_INV, "LOCAL_INV");
	write_by(key, 4096, 8, IBV_WC_REM_ACCESS_ERR, "closes it");
	invalidate(&b, IBV_WR_LOCAL_INV, key);
	expect(&b, 3, IBV_WC_MW_BIND_ERR, "once");
	join_new();

	bind_two(&b, mw, key, info);
	expect(&b, 2, IBV_WC_SUCCESS, "bound");
	post_recv(&b, 4, 0, 8);
	invalidate(&a, IBV_WR_SEND_WITH_INV, key);
	expect(&a, 3, IBV_WC_SUCCESS, "SEND_WITH_INV");
	wc = await(&b, 20);
	ok(!wc.status && wc.wc_flags == IBV_WC_WITH_INV && wc.invalidated_rkey == key,
	   "its key is told");
	write_by(key, 4096, 8, IBV_WC_REM_ACCESS_ERR, "and closed");
	post_recv(&b, 4, 0, 8);
	invalidate(&a, IBV_WR_SEND_WITH_INV, key);
	expect(&a, 3, IBV_WC_REM_ACCESS_ERR, "one without a window");
	expect(&b, 4, IBV_WC_LOC_ACCESS_ERR, "at the receiver");
	join_new();
	is_int(ibv_dealloc_mw(mw), 0, "ibv_dealloc_mw");
}

/* The queue pair fails, so each has a new one. */
static void refused(struct ibv_mw_bind_info info, const char *what)
{
	struct ibv_mw *mw = ibv_alloc_mw(b.pd, IBV_MW_TYPE_2);

	join_new();
	bind_two(&b, mw, mw->rkey, info);
	expect(&b, 2, IBV_WC_MW_BIND_ERR, what);
	ibv_dealloc_mw(mw);
}

static void refusals(void)
{
	struct ibv_mr *plain = ibv_reg_mr(b.pd, b.buf, BUF_B, ALL_ACCESS);
	struct ibv_mr *constant = ibv_reg_mr(b.pd, b.buf, BUF_B, IBV_ACCESS_MW_BIND);
	struct ibv_pd *other = ibv_alloc_pd(b.ctx);
	struct ibv_mr *far = ibv_reg_mr(other, b.buf, BUF_B, ALL_ACCESS | IBV_ACCESS_MW_BIND);
	struct ibv_mw *mw = ibv_alloc_mw(b.pd, IBV_MW_TYPE_2);

	must(plain && constant && other && far && mw, "regions");
	refused(part(plain, 0, 8, 0), "a region without IBV_ACCESS_MW_BIND");
	refused(part(constant, 0, 8, IBV_ACCESS_REMOTE_WRITE), "more rights than the region's");
	refused(part(far, 0, 8, 0), "a region of another domain");
	refused(part(mr, BUF_B - 8, 9, 0), "more than the region");
	refused(part(mr, 0, 0, IBV_ACCESS_REMOTE_READ), "no bytes, by type 2");
	join_new();
	bind_two(&b, mw, mw->rkey ^ 0x100, part(mr, 0, 8, 0));
	expect(&b, 2, IBV_WC_MW_BIND_ERR, "a key that is not the window's");
	ok(!ibv_alloc_mw(b.pd, (enum ibv_mw_type)3), "a window of no type");
	ok(!ibv_dealloc_mw(mw) && !ibv_dereg_mr(plain) && !ibv_dereg_mr(constant) &&
		   !ibv_dereg_mr(far) && !ibv_dealloc_pd(other),
	   "all are given back");
}

/* Rank 1 closes the window after many WRITEs of rank 0. */
static void between(void)
{
	struct ibv_mw *mw = NULL;
	struct address other;
	uint32_t key = 0;
	int good = 1;

	b.qp = NULL;
	a.qp = NULL;
	make_qp(&a, &(struct wish){0}, IBV_QPT_RC);
	other = join_other(&a, &(struct wish){0}, 0);
	if (own_rank()) {
		struct ibv_mr *own =
			ibv_reg_mr(a.pd, a.buf, BUF_B, ALL_ACCESS | IBV_ACCESS_MW_BIND);

		mw = ibv_alloc_mw(a.pd, IBV_MW_TYPE_2);
		key = mw->rkey;
		bind_two(&a, mw, key, part(own, 0, 4096, IBV_ACCESS_REMOTE_WRITE));
		expect(&a, 2, IBV_WC_SUCCESS, "rank 1 binds a window");
		tell(3, &key, sizeof(key));
		meet(4);
		invalidate(&a, IBV_WR_LOCAL_INV, key);
		expect(&a, 3, IBV_WC_SUCCESS, "and closes it");
		meet(5);
		meet(6);
		return;
	}
	hear(3, &key, sizeof(key));
	other.rkey = key;
	for (int i = 0; i < 100 && good; i++) {
		post_op(&a, IBV_WR_RDMA_WRITE, 30, 0, 4096, &other, 0);
		good = await(&a, 20).status == IBV_WC_SUCCESS;
	}
	ok(good, "WRITEs to a window of another process");
	meet(4);
	meet(5);
	post_op(&a, IBV_WR_RDMA_WRITE, 31, 0, 8, &other, 0);
	expect(&a, 31, IBV_WC_REM_ACCESS_ERR, "none after its end");
	meet(6);
}

int main(void)
{
	open_side(&a, 64);
	open_side(&b, 64);
	if (!own_rank()) {
		mr = ibv_reg_mr(b.pd, b.buf, BUF_B, ALL_ACCESS | IBV_ACCESS_MW_BIND);
		must(mr != NULL, "ibv_reg_mr");
		type_one();
		type_two();
		refusals();
		must(!ibv_destroy_qp(a.qp) && !ibv_destroy_qp(b.qp), "ibv_destroy_qp");
		is_int(ibv_dereg_mr(mr), 0, "without windows the region is deregistered");
	}
	between();
	return done();
}
