/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue pairs of type UC: data. Messages that the receiver drops without an answer: without a
 * receive request, WRITEs without the right, of and for other types. Messages of which a part
 * comes. Failures of the receiver, and of the sender. Linked with the library's own objects. By
 * mpirun
 * --ring emu --verbs -n 1, where both queue pairs are of one process, or -n 2.
 */
#include <errno.h>

#include "btl_fpga/fpga.h"
#include "t/verbs/other.h"
#include "verbs/verbs.h"

static struct side a, b; /* sender, receiver; each process has one of them, or both */
static struct address to_a, to_b;
static int is_one, word;

static int has_a(void)
{
	return is_one || !own_rank();
}

static int has_b(void)
{
	return is_one || own_rank();
}

static int sync_word(void)
{
	if (!is_one)
		meet(word);
	return word++;
}

static int modify(struct side *s, struct ibv_qp_attr attr, int mask)
{
	return ibv_modify_qp(s->qp, &attr, IBV_QP_STATE | mask);
}

static void exchange(void)
{
	if (has_a())
		make_qp(&a, &(struct wish){0}, IBV_QPT_UC);
	if (has_b())
		make_qp(&b, &(struct wish){0}, IBV_QPT_UC);
	if (has_a())
		to_a = address_of(&a);
	if (has_b())
		to_b = address_of(&b);
	if (!is_one) {
		tell(word, own_rank() ? &to_b : &to_a, sizeof(to_a));
		hear(word++, own_rank() ? &to_a : &to_b, sizeof(to_a));
	}
	if (has_a())
		join_uc(&a, &to_b);
	if (has_b())
		join_uc(&b, &to_a);
	sync_word();
}

static void part(void)
{
	sync_word();
	if (has_a())
		must(!ibv_destroy_qp(a.qp), "ibv_destroy_qp");
	if (has_b())
		must(!ibv_destroy_qp(b.qp), "ibv_destroy_qp");
}

static char pattern(uint32_t i, uint32_t len)
{
	return (char)(i * 7 + i / 251 + len);
}

static void send_it(enum ibv_wr_opcode opcode, uint32_t len, uint32_t to, const char *what)
{
	if (!has_a())
		return;
	for (uint32_t i = 0; i < len; i++)
		a.buf[i] = pattern(i, len);
	must(!post_op(&a, opcode, 100, 0, len, &to_b, to), "ibv_post_send");
	expect(&a, 100, IBV_WC_SUCCESS, what);
}

static void receives(uint64_t id, uint32_t at, uint32_t len)
{
	if (has_b())
		must(!post_recv(&b, id, at, len), "ibv_post_recv");
	sync_word();
}

static int is_right(uint32_t at, uint32_t len)
{
	for (uint32_t i = 0; i < len; i++)
		if (b.buf[at + i] != pattern(i, len))
			return 0;
	return !b.buf[at + len];
}

static void data(void)
{
	static const uint32_t lens[] = {0, 1, 12, 4096, 8192, 8193, 300001};

	exchange();
	for (size_t i = 0; i < sizeof(lens) / sizeof(*lens); i++) {
		struct ibv_wc wc;

		if (has_b())
			memset(b.buf, 0, BUF_B);
		receives(i, 0, 400000);
		send_it(i % 2 ? IBV_WR_SEND_WITH_IMM : IBV_WR_SEND, lens[i], 0, "a message");
		if (has_b()) {
			wc = await(&b, 20);
			ok(!wc.status && wc.wr_id == i && wc.byte_len == lens[i] &&
				   is_right(0, lens[i]) && (i % 2 ? wc.imm_data == 100 : 1),
			   "a message of %u bytes", lens[i]);
			memset(b.buf, 0, BUF_B);
		}
		receives(50 + i, 0, 0);
		send_it(IBV_WR_RDMA_WRITE, lens[i], 400000, "a WRITE");
		send_it(IBV_WR_RDMA_WRITE_WITH_IMM, lens[i], 11, "one with immediate data");
		if (has_b()) {
			wc = await(&b, 20);
			ok(!wc.status && wc.wr_id == 50 + i && wc.imm_data == 100 &&
				   wc.opcode == IBV_WC_RECV_RDMA_WITH_IMM &&
				   is_right(11, lens[i]) && is_right(400000, lens[i]),
			   "WRITEs of %u bytes", lens[i]);
		}
		sync_word();
	}
	part();
}

/* The next message arrives. */
static void follow(uint64_t id, const char *what)
{
	receives(id, 500000, 20000);
	send_it(IBV_WR_SEND, 20000, 0, "the next message");
	if (has_b())
		expect(&b, id, IBV_WC_SUCCESS, what);
	sync_word();
}

static void drops(void)
{
	exchange();
	send_it(IBV_WR_SEND, 20000, 0, "a message without a receive request");
	sync_word();
	if (has_b())
		ok(await(&b, 0.1).status == (enum ibv_wc_status) - 1, "is dropped");
	follow(1, "the next one comes");
	send_it(IBV_WR_RDMA_WRITE_WITH_IMM, 100, 0, "a WRITE whose immediate data have none");
	sync_word();
	follow(2, "the next one comes");
	if (has_b())
		memset(b.buf, 1, 100);
	to_b.rkey ^= 1;
	sync_word();
	send_it(IBV_WR_RDMA_WRITE, 100, 0, "a WRITE with a wrong key");
	send_it(IBV_WR_RDMA_WRITE, 20000, 0, "a long one");
	to_b.rkey ^= 1;
	sync_word();
	follow(3, "the next one comes");
	if (has_b())
		ok(b.buf[0] == 1 && b.buf[99] == 1, "nothing is written");
	part();
}

/* A packet of the sender's comes. */
static void throw_packet(enum rd_vb_kind kind, unsigned flags, const void *data, size_t len)
{
	struct rd_vb_qp *qp = rd_vb_qp_of(b.qp);
	struct rd_vb_hdr hdr = {
		.kind = (uint8_t)kind,
		.flags = (uint8_t)(flags | RD_VB_UC),
		.aux = (uint16_t)qp->attr.dest_qp_num,
		.qpn = b.qp->qp_num,
		.msn = 77,
	};

	rd_vb_lock();
	rd_vb_on_packet(qp->node, &hdr, data, len);
	rd_vb_unlock();
}

/* The rest of a message never comes. The receive request waits for the next one, also when a WRITE
 * between them is refused. */
static void cut_short(void)
{
	exchange();
	receives(1, 500000, 20000);
	if (has_b()) {
		struct rd_vb_reach reach = {(uintptr_t)b.buf, b.mr->rkey ^ 1, 8};
		char data[sizeof(reach) + 8] = {0};

		memcpy(data, &reach, sizeof(reach));
		throw_packet(RD_VB_SEND, RD_VB_FIRST, data, 8);
		ok(rd_vb_qp_of(b.qp)->has_cur, "a part has come");
		throw_packet(RD_VB_WRITE, RD_VB_FIRST | RD_VB_LAST, data, sizeof(data));
		ok(await(&b, 0.05).status == (enum ibv_wc_status) - 1,
		   "a refused WRITE ends no receive request");
	}
	sync_word();
	send_it(IBV_WR_SEND, 20000, 0, "a message");
	if (has_b())
		expect(&b, 1, IBV_WC_SUCCESS, "it comes to the request of the one before");
	part();
}

#define LONG_B (BUF_B - 8192)

/* Of two processes: packets in the middle of a message are lost with the connection. */
static void lost(void)
{
	struct ibv_wc wc;

	exchange();
	if (has_b())
		memset(b.buf, 0, BUF_B);
	receives(1, 0, LONG_B);
	if (has_a()) {
		struct rd_vb_qp *qp = rd_vb_qp_of(a.qp);

		for (uint32_t i = 0; i < LONG_B; i++)
			a.buf[i] = pattern(i, LONG_B);
		must(!modify(&a, (struct ibv_qp_attr){.qp_state = IBV_QPS_SQD}, 0), "SQD");
		must(!post_op(&a, IBV_WR_SEND, 1, 0, LONG_B, NULL, 0), "ibv_post_send");
		rd_vb_lock();
		qp->attr.qp_state = IBV_QPS_RTS;
		rd_vb_push(qp);
		ok(qp->begun && qp->at + RD_VB_FRAG_B < LONG_B, "a part of a message is sent");
		qp->at += RD_VB_FRAG_B;
		rd_vb_qp_busy(qp);
		rd_btl_fpga.gone(rd_vb.nodes[1].ep);
		rd_vb_unlock();
		expect(&a, 1, IBV_WC_SUCCESS, "it ends after the next connection");
	} else {
		wc = await(&b, 20);
		ok(!wc.status && wc.byte_len == LONG_B && is_right(0, LONG_B),
		   "it comes as a whole");
	}
	part();
}

/* In one process: a message for a queue pair of type UC that is not of one, and the reverse. */
static void other_type(enum ibv_qp_type from, enum ibv_qp_type to, enum ibv_wc_status status)
{
	const struct wish w = {.timeout = 8, .retry_cnt = 1};
	struct address of_a, of_b;

	make_qp(&a, &w, from);
	make_qp(&b, &w, to);
	of_a = address_of(&a);
	of_b = address_of(&b);
	if (from == IBV_QPT_UC) {
		join_uc(&a, &of_b);
		join_qp(&b, &of_a, &w);
	} else {
		join_qp(&a, &of_b, &w);
		join_uc(&b, &of_a);
	}
	must(!post_recv(&b, 1, 0, 100), "ibv_post_recv");
	must(!post_op(&a, IBV_WR_SEND, 2, 0, 100, NULL, 0), "ibv_post_send");
	expect(&a, 2, status, "a message for a queue pair of another type");
	ok(await(&b, 0.05).status == (enum ibv_wc_status) - 1, "it is dropped");
	part();
}

static void errors(void)
{
	struct ibv_qp_attr attr;
	struct ibv_qp_init_attr init;

	exchange();
	receives(1, 0, 10);
	send_it(IBV_WR_SEND, 11, 0, "a message that is too long");
	if (has_b()) {
		expect(&b, 1, IBV_WC_LOC_LEN_ERR, "fails there");
		ibv_query_qp(b.qp, &attr, IBV_QP_STATE, &init);
		is_int(attr.qp_state, IBV_QPS_ERR, "with its queue pair");
	}
	sync_word();
	if (has_a()) {
		must(!post_op(&a, IBV_WR_SEND, 2, 0, 8, NULL, 0), "ibv_post_send");
		expect(&a, 2, IBV_WC_SUCCESS, "the sender does not know");
		ok(post_op(&a, IBV_WR_RDMA_READ, 3, 0, 8, &to_b, 0) == EINVAL, "no READ");
		must(!post_op(&a, IBV_WR_SEND, 4, BUF_B - 1, 8, NULL, 0), "ibv_post_send");
		expect(&a, 4, IBV_WC_LOC_PROT_ERR, "a request out of bounds");
		ibv_query_qp(a.qp, &attr, IBV_QP_STATE, &init);
		is_int(attr.qp_state, IBV_QPS_SQE, "stops the queue");
		must(!post_op(&a, IBV_WR_SEND, 5, 0, 8, NULL, 0), "ibv_post_send");
		expect(&a, 5, IBV_WC_WR_FLUSH_ERR, "the next one is flushed");
		must(!modify(&a, (struct ibv_qp_attr){.qp_state = IBV_QPS_RTS}, 0), "RTS");
		must(!post_op(&a, IBV_WR_SEND, 6, 0, 8, NULL, 0), "ibv_post_send");
		expect(&a, 6, IBV_WC_SUCCESS, "until RTS");
		ok(modify(&a, (struct ibv_qp_attr){.qp_state = IBV_QPS_SQD}, IBV_QP_TIMEOUT) ==
			   EINVAL,
		   "no attributes of RC");
	}
	part();
}

int main(int argc, char **argv)
{
	is_one = argc > 1 && !strcmp(argv[1], "one");
	if (has_a())
		open_side(&a, 128);
	if (has_b())
		open_side(&b, 128);
	data();
	drops();
	cut_short();
	if (is_one) {
		other_type(IBV_QPT_RC, IBV_QPT_UC, IBV_WC_RETRY_EXC_ERR);
		other_type(IBV_QPT_UC, IBV_QPT_RC, IBV_WC_SUCCESS);
	} else {
		lost();
	}
	errors();
	return done();
}
