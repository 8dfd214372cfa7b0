/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A process whose peer has no device open: datagrams end, and are lost; a connection is given up
 * after its tries; the library's thread sleeps meanwhile. By mpirun --ring emu --verbs -n 2, where
 * rank 1 is another program.
 */
#include <sys/resource.h>

#include "t/verbs/pair.h"

static double used_s(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static void datagrams(struct side *s)
{
	struct ibv_ah_attr attr = {.port_num = 1, .dlid = 2};
	struct ibv_sge sge = {(uintptr_t)s->buf, 8, s->mr->lkey};
	struct ibv_send_wr wr = request(IBV_WR_SEND, 0, &sge);
	struct ibv_ah *ah;
	double begin = now_s();
	int right = 1;

	make_ud(s);
	ah = ibv_create_ah(s->pd, &attr);
	must(ah != NULL, "ibv_create_ah");
	wr.wr.ud.ah = ah;
	wr.wr.ud.remote_qpn = 2;
	wr.wr.ud.remote_qkey = 0x1234;
	for (wr.wr_id = 0; wr.wr_id < 40; wr.wr_id++)
		right &= !post(s, &wr);
	for (uint64_t i = 0; i < 40; i++) {
		struct ibv_wc wc = await(s, 20);

		right &= wc.status == IBV_WC_SUCCESS && wc.wr_id == i;
	}
	ok(right && now_s() - begin < 10, "40 datagrams to nobody end (%.1f s)", now_s() - begin);
	ibv_destroy_qp(s->qp);
	ibv_destroy_ah(ah);
}

static void connection(struct side *s)
{
	struct address nobody = {.qpn = 2, .lid = 2};
	struct wish w = {.timeout = 10, .retry_cnt = 1};

	make_qp(s, &w, IBV_QPT_RC);
	join_qp(s, &nobody, &w);
	post_op(s, IBV_WR_SEND, 1, 0, 8, NULL, 0);
	post_op(s, IBV_WR_SEND, 2, 0, 8, NULL, 0);
	expect(s, 1, IBV_WC_RETRY_EXC_ERR, "a connection with nobody is given up");
	expect(s, 2, IBV_WC_WR_FLUSH_ERR, "and the next request flushed");
	ibv_destroy_qp(s->qp);
}

int main(void)
{
	static struct side s;
	double used;

	open_side(&s, 128);
	datagrams(&s);
	connection(&s);
	used = used_s();
	sleep(2);
	ok(used_s() - used < 0.1, "the library sleeps when nothing is to do (%.3f s of 2 s)",
	   used_s() - used);
	return done();
}
