/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A queue pair ends in the middle: a part of the other side's SEND has arrived, or a part of the
 * data of its READ is on the way, or an answer waits. The other side's request fails when its
 * retries are over. Linked with the library's own objects. By mpirun --ring emu --verbs -n 2.
 */
#include "t/verbs/other.h"
#include "verbs/verbs.h"

#define LONG_B (BUF_B - 8192)

static const struct wish retries = {.timeout = 14, .retry_cnt = 1};
static struct side s;

enum end { DESTROY, ERR, RESET, ENDS };
static const char *const end_names[] = {"destroyed", "in ERR", "in RESET"};

static void set_state(enum ibv_qp_state state)
{
	must(!ibv_modify_qp(s.qp, &(struct ibv_qp_attr){.qp_state = state}, IBV_QP_STATE), "state");
}

static void end_qp(enum end how)
{
	if (how == DESTROY)
		must(!ibv_destroy_qp(s.qp), "ibv_destroy_qp");
	else
		set_state(how == ERR ? IBV_QPS_ERR : IBV_QPS_RESET);
}

static void await_part(enum ibv_wr_opcode what)
{
	struct rd_vb_qp *qp = rd_vb_qp_of(s.qp);
	int has = 0;

	for (double until = now_s() + 20; !has && now_s() < until; usleep(1000)) {
		rd_vb_lock();
		has = what == IBV_WR_SEND ? qp->within && qp->got > 8192
					  : qp->resp_head != qp->resp_tail &&
						    qp->resp[qp->resp_tail % RD_VB_RESP_N].at;
		rd_vb_unlock();
	}
	ok(has, "a part has come, or has gone");
}

/* The library of the requester stands still from the first packets until the other queue pair has
 * ended: in SQD it sends none, also when this process loses its processor before the lock. */
static void request_it(enum ibv_wr_opcode what, const struct address *other, int word, enum end how)
{
	struct rd_vb_qp *qp = rd_vb_qp_of(s.qp);
	char c;

	set_state(IBV_QPS_SQD);
	post_op(&s, what, 1, 0, LONG_B, what == IBV_WR_SEND ? NULL : other, 0);
	rd_vb_lock();
	qp->attr.qp_state = IBV_QPS_RTS;
	rd_vb_push(qp);
	hear(word, &c, 1);
	rd_vb_unlock();
	expect(&s, 1, IBV_WC_RETRY_EXC_ERR, end_names[how]);
	must(!ibv_destroy_qp(s.qp), "ibv_destroy_qp");
}

static void in_the_middle(enum ibv_wr_opcode what, enum end how, int word)
{
	struct address other;

	make_qp(&s, &retries, IBV_QPT_RC);
	post_recv(&s, 2, 0, LONG_B);
	other = join_other(&s, &retries, word);
	if (!own_rank()) {
		request_it(what, &other, word + 5, how);
	} else {
		await_part(what);
		end_qp(how);
		tell(word + 5, "", 1);
	}
	meet(word + 6);
	if (own_rank() && how != DESTROY)
		must(!ibv_destroy_qp(s.qp), "ibv_destroy_qp");
	while (await(&s, 0).status != (enum ibv_wc_status) - 1)
		;
}

/* The peer ends between two messages, before it has sent the answer to the first. */
static void refused_before_answer(void)
{
	const struct ibv_qp_attr to_sqd = {.qp_state = IBV_QPS_SQD};
	struct side b = s;
	struct rd_vb_qp *from;

	make_pair(&s, &b, &retries);
	from = rd_vb_qp_of(s.qp);
	post_recv(&b, 3, 0, 8);
	must(!ibv_modify_qp(s.qp, (struct ibv_qp_attr *)&to_sqd, IBV_QP_STATE), "SQD");
	post_op(&s, IBV_WR_SEND, 1, 0, 8, NULL, 0);
	post_op(&s, IBV_WR_SEND, 2, 0, 8, NULL, 0);
	rd_vb_lock();
	from->attr.qp_state = IBV_QPS_RTS;
	from->head--;
	rd_vb_push(from);
	rd_vb_packet_poll();
	rd_vb_qp_error(rd_vb_qp_of(b.qp));
	from->head++;
	rd_vb_push(from);
	rd_vb_packet_poll();
	rd_vb_unlock();
	expect(&s, 3, IBV_WC_SUCCESS, "the first message has come");
	expect(&s, 1, IBV_WC_SUCCESS, "its answer comes");
	expect(&s, 2, IBV_WC_RETRY_EXC_ERR, "the second is refused behind it");
	must(!ibv_destroy_qp(s.qp) && !ibv_destroy_qp(b.qp), "ibv_destroy_qp");
}

/* A message has arrived that no call has taken, and its sender has been reset. The peer, which gets
 * ready to receive with the same numbers, must not take it. */
static void of_former_connection(void)
{
	const struct ibv_qp_attr reset = {.qp_state = IBV_QPS_RESET};
	struct side b = s;
	struct address to_a, to_b;
	struct rd_vb_qp *from;

	make_qp(&s, &retries, IBV_QPT_RC);
	make_qp(&b, &retries, IBV_QPT_RC);
	to_a = address_of(&s);
	to_b = address_of(&b);
	join_qp(&s, &to_b, &retries);
	must(!ibv_modify_qp(s.qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_SQD}, IBV_QP_STATE),
	     "SQD");
	post_op(&s, IBV_WR_SEND, 1, 0, 8, NULL, 0);
	post_recv(&b, 2, 0, 8);
	from = rd_vb_qp_of(s.qp);
	rd_vb_lock();
	from->attr.qp_state = IBV_QPS_RTS;
	rd_vb_push(from);
	from->attr.qp_state = IBV_QPS_RESET;
	rd_vb_unlock();
	join_qp(&b, &to_a, &retries);
	ok(await(&b, 0.05).status == (enum ibv_wc_status) - 1,
	   "a message of a former connection is not taken");
	must(!ibv_modify_qp(s.qp, (struct ibv_qp_attr *)&reset, IBV_QP_STATE), "RESET");
	must(!ibv_destroy_qp(s.qp) && !ibv_destroy_qp(b.qp), "ibv_destroy_qp");
}

int main(void)
{
	open_side(&s, 64);
	refused_before_answer();
	of_former_connection();
	for (int how = DESTROY; how < ENDS; how++)
		in_the_middle(IBV_WR_SEND, how, 100 * how);
	in_the_middle(IBV_WR_RDMA_READ, DESTROY, 1000);
	in_the_middle(IBV_WR_RDMA_READ, RESET, 1100);
	return done();
}
