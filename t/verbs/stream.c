/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Random requests of two processes at each other, over several queue pairs at once, with a check of
 * all data: SENDs of any length in any pieces, WRITEs and READs in areas that one queue pair owns,
 * atomic additions to words that all share. Each process knows the other's data, since both
 * draw it from the same seeds. By mpirun --ring emu --verbs -n 2; arguments: seed, requests of each
 * queue pair.
 */
#include "t/verbs/other.h"

#define QPS 5
#define DEPTH 12
#define AREA_B 65536u /* of a queue pair, in the other's buffer, for WRITE and READ */
#define SLOT_B 40000u /* of a message */
#define WORDS_AT (QPS * AREA_B)

static struct side s[QPS];
static struct address other[QPS];
static char *from[QPS], *shadow[QPS], *slots[QPS];
static struct ibv_mr *mr_from[QPS], *mr_slots[QPS];
static uint64_t *before;
static struct ibv_mr *mr_before;

struct op {
	enum ibv_wr_opcode opcode;
	uint32_t at, len, seed;
};

static struct {
	unsigned seed, remote; /* of this process's sends, and of its receives */
	uint32_t posted, ended, received, receives;
	struct op op[DEPTH];
	struct op next; /* drawn, not posted */
	int has_next;
} q[QPS];

static uint64_t sum; /* of the other's additions to the words here */

static void draw(unsigned *seed, struct op *op)
{
	static const enum ibv_wr_opcode ops[] = {IBV_WR_SEND, IBV_WR_SEND_WITH_IMM,
						 IBV_WR_RDMA_WRITE, IBV_WR_RDMA_READ,
						 IBV_WR_ATOMIC_FETCH_AND_ADD};
	uint32_t most = rand_r(seed) % 4 ? 300 : SLOT_B;

	op->opcode = ops[rand_r(seed) % 5];
	op->len = (uint32_t)rand_r(seed) % most;
	op->at = (uint32_t)rand_r(seed) % (AREA_B - op->len);
	op->seed = (uint32_t)rand_r(seed);
	if (op->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		op->at = 8 * (op->seed % 8);
		op->len = op->seed >> 8 & 0xff;
	}
}

static void fill(char *p, uint32_t len, uint32_t seed)
{
	for (uint32_t i = 0; i < len; i++)
		p[i] = (char)((seed = seed * 1664525 + 1013904223) >> 24);
}

static int is_filled(const char *p, uint32_t len, uint32_t seed)
{
	for (uint32_t i = 0; i < len; i++)
		if (p[i] != (char)((seed = seed * 1664525 + 1013904223) >> 24))
			return 0;
	return 1;
}

static int is_send(const struct op *op)
{
	return op->opcode == IBV_WR_SEND || op->opcode == IBV_WR_SEND_WITH_IMM;
}

/* In up to four pieces, which the seed chooses. */
static int pieces(struct ibv_sge *sge, char *p, uint32_t len, uint32_t lkey, uint32_t seed)
{
	int n = 1 + (int)(seed % 4);
	uint32_t at = 0;

	for (int i = 0; i < n; i++) {
		uint32_t part = i == n - 1 ? len - at : (len - at) / (2 + (seed >> i) % 3);

		sge[i] = (struct ibv_sge){(uintptr_t)p + at, part, lkey};
		at += part;
	}
	return n;
}

/* READs and WRITEs of one area overlap only in their order. */
static int post_one(int i, struct op *op, uint32_t slot)
{
	struct ibv_sge sge[4];
	struct ibv_send_wr wr = request(op->opcode, slot, sge);
	char *data = from[i] + (size_t)slot * SLOT_B;
	uint32_t off = (uint32_t)i * AREA_B + op->at;
	struct ibv_mr *mr = mr_from[i];

	wr.imm_data = op->seed;
	wr.send_flags |= op->seed & 1 ? IBV_SEND_FENCE : 0;
	wr.wr.rdma.remote_addr = other[i].buf + off;
	wr.wr.rdma.rkey = other[i].rkey;
	wr.num_sge = pieces(sge, data, op->len, mr->lkey, op->seed);
	if (op->opcode == IBV_WR_RDMA_READ) {
		memset(data, 0x77, op->len);
	} else if (op->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		sge[0] = (struct ibv_sge){(uintptr_t)(before + i * DEPTH + slot), 8,
					  mr_before->lkey};
		wr.num_sge = 1;
		wr.wr.atomic.remote_addr = other[i].buf + WORDS_AT + op->at;
		wr.wr.atomic.rkey = other[i].rkey;
		wr.wr.atomic.compare_add = op->len;
	} else {
		fill(data, op->len, op->seed);
		if (op->len <= 256 && op->seed & 2)
			wr.send_flags |= IBV_SEND_INLINE;
	}
	return post(&s[i], &wr);
}

/* The effects that a request must have by its end. A READ sees the WRITEs that were posted before
 * it. */
static int check_end(int i, struct op *op, uint32_t slot)
{
	char *data = from[i] + (size_t)slot * SLOT_B;

	if (op->opcode == IBV_WR_RDMA_READ)
		return !memcmp(data, shadow[i] + op->at, op->len);
	return 1;
}

static void post_receive(int i)
{
	uint32_t slot = q[i].receives % DEPTH;
	struct ibv_sge sge = {(uintptr_t)slots[i] + (size_t)slot * SLOT_B, SLOT_B,
			      mr_slots[i]->lkey};
	struct ibv_recv_wr wr = {.wr_id = 1000 + slot, .sg_list = &sge, .num_sge = 1}, *bad;

	must(!ibv_post_recv(s[i].qp, &wr, &bad), "ibv_post_recv");
	q[i].receives++;
}

static int check_receive(int i, const struct ibv_wc *wc)
{
	struct op op;

	do
		draw(&q[i].remote, &op);
	while (!is_send(&op));
	return wc->byte_len == op.len &&
	       (op.opcode == IBV_WR_SEND ? !(wc->wc_flags & IBV_WC_WITH_IMM)
					 : wc->imm_data == op.seed) &&
	       is_filled(slots[i] + (size_t)(wc->wr_id - 1000) * SLOT_B, op.len, op.seed);
}

static int wrong;

static void take(void)
{
	struct ibv_wc wc;

	while (ibv_poll_cq(s[0].cq, 1, &wc) > 0) {
		int i = 0;

		while (s[i].qp->qp_num != wc.qp_num)
			i++;
		if (wc.status) {
			diag("queue pair %d: %s", i, ibv_wc_status_str(wc.status));
			exit(1);
		}
		if (wc.wr_id >= 1000) {
			wrong += !check_receive(i, &wc);
			q[i].received++;
			post_receive(i);
			continue;
		}
		wrong += wc.wr_id != q[i].ended % DEPTH;
		wrong += !check_end(i, &q[i].op[wc.wr_id], (uint32_t)wc.wr_id);
		q[i].ended++;
	}
}

/* WRITEs reach the shadow when they are posted; so a WRITE waits until READs before it ended. */
static int may_post(int i)
{
	if (q[i].posted - q[i].ended == DEPTH)
		return 0;
	if (q[i].next.opcode != IBV_WR_RDMA_WRITE)
		return 1;
	for (uint32_t at = q[i].ended; at != q[i].posted; at++)
		if (q[i].op[at % DEPTH].opcode == IBV_WR_RDMA_READ)
			return 0;
	return 1;
}

static void advance(int i)
{
	uint32_t slot = q[i].posted % DEPTH;

	if (!q[i].has_next)
		draw(&q[i].seed, &q[i].next);
	q[i].has_next = 1;
	if (!may_post(i))
		return;
	q[i].op[slot] = q[i].next;
	q[i].has_next = 0;
	if (q[i].next.opcode == IBV_WR_RDMA_WRITE)
		fill(shadow[i] + q[i].next.at, q[i].next.len, q[i].next.seed);
	must(!post_one(i, &q[i].op[slot], slot), "ibv_post_send");
	q[i].posted++;
}

static void *area(struct ibv_mr **mr, size_t len)
{
	void *p = calloc(1, len);

	must(p != NULL, "memory");
	*mr = ibv_reg_mr(s[0].pd, p, len, IBV_ACCESS_LOCAL_WRITE);
	must(*mr != NULL, "ibv_reg_mr");
	return p;
}

static void set_up(unsigned seed)
{
	open_side(&s[0], 1024);
	before = area(&mr_before, sizeof(*before) * QPS * DEPTH);
	for (int i = 0; i < QPS; i++) {
		s[i] = s[0];
		from[i] = area(&mr_from[i], (size_t)DEPTH * SLOT_B);
		slots[i] = area(&mr_slots[i], (size_t)DEPTH * SLOT_B);
		shadow[i] = calloc(1, AREA_B);
		q[i].seed = seed + (unsigned)(2 * i + own_rank());
		q[i].remote = seed + (unsigned)(2 * i + !own_rank());
		make_qp(&s[i], &(struct wish){0}, IBV_QPT_RC);
		other[i] = join_other(&s[i], &(struct wish){0}, 2 * i);
		/* the second half come late: senders wait for receive requests */
		for (int k = 0; k < (i % 2 ? DEPTH : 1); k++)
			post_receive(i);
	}
	meet(100);
}

static uint64_t added(unsigned seed, uint32_t requests)
{
	uint64_t all = 0;

	for (int i = 0; i < QPS; i++) {
		unsigned of = seed + (unsigned)(2 * i + !own_rank());
		struct op op;

		for (uint32_t n = 0; n < requests; n++) {
			draw(&of, &op);
			if (op.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD)
				all += op.len;
		}
	}
	return all;
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
	uint32_t requests = argc > 2 ? (uint32_t)atoi(argv[2]) : 2000, left = 1;
	double end = now_s() + 100;

	set_up(seed);
	while (left && now_s() < end) {
		left = 0;
		for (int i = 0; i < QPS; i++) {
			if (q[i].posted < requests)
				advance(i);
			left += requests - q[i].ended;
		}
		take();
	}
	ok(!left, "all requests have ended");
	tell(101, "", 1);
	{ /* until the other's have ended, too */
		char path[512];

		path_of(path, sizeof(path), !own_rank(), 101);
		while (access(path, F_OK) && now_s() < end)
			take();
	}
	take();
	is_int(wrong, 0, "their data are right, and their order");
	for (int i = 0; i < 8; i++)
		sum += ((uint64_t *)(void *)(s[0].buf + WORDS_AT))[i];
	ok(sum == added(seed, requests), "no atomic addition is lost");
	return done();
}
