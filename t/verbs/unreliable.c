/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue pairs of type UC: data, and what is dropped without an answer: messages without a receive
 * request, WRITEs without the right. What fails at the receiver, and what here. By mpirun --ring
 * emu --verbs -n 1, where both are of one process, or -n 2.
 */
#include <errno.h>

#include "t/verbs/other.h"

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
	errors();
	return done();
}
