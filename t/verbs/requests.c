/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Work requests with random fields, most of them nearly right, of two processes at each other:
 * operations, flags, lists, pieces, keys, bounds and rights, also of memory windows and datagrams,
 * by ibv_post_send, ibv_wr_* and ibv_post_recv. No byte outside the regions that a request may
 * reach is written; each request that was taken has one completion, in order. By mpirun --ring emu
 * --verbs -n 2; arguments: seed, rounds.
 */
#include "t/verbs/other.h"

#define QPS 16   /* of a round; the last is UD, the one before UC; odd ones are for ibv_wr_* */
#define DEPTH 64 /* requests of a queue */
#define SGES 4
#define PART_B 16384u /* the buffer has eight parts; parts 1, 3 and 5 may be written */

enum part { OPEN = 1, LOCAL = 3, LENT = 5, SHOWN = 6, FOREIGN = 7, PARTS };
enum { ALL_MR, OPEN_MR, LOCAL_MR, LENT_MR, SHOWN_MR, FOREIGN_MR, MRS };

static struct side s;
static struct ibv_pd *foreign;
static struct ibv_mr *mr[MRS];
static struct ibv_mw *mw;
static struct ibv_ah *ah;
static unsigned seed;
static uint64_t tried, taken, done_well;

/* Data of the other process, sent by it. */
static struct other {
	uint32_t keys[MRS], mw, qpn[QPS];
	uint64_t buf;
} other;

/* Requests of a queue that have no completion yet: [first, next) of those that were taken. */
static struct queue {
	uint32_t first, next;
	char signalled[1 << 16];
} sends[QPS], recvs[QPS];

static struct side q[QPS];

static uint32_t any(uint32_t n)
{
	return ((uint32_t)rand_r(&seed) << 16 ^ (uint32_t)rand_r(&seed)) % n;
}

/* Once in n times. */
static int rarely(uint32_t n)
{
	return any(n) == 0;
}

static uint32_t tame = 1; /* 1: rounds of many mistakes, which end soon */

/* Makes a mistake. */
static int wrongly(uint32_t n)
{
	return rarely(n * tame);
}

/* Near the edges of a part, or anywhere. */
static uint64_t any_addr(uint64_t base, uint32_t part)
{
	if (wrongly(200))
		return (uint64_t)any(UINT32_MAX) << 32 | any(UINT32_MAX);
	if (wrongly(60))
		return base + part * PART_B - 8 + any(16);
	return base + part * PART_B + any(PART_B / 16) * 8;
}

static uint32_t any_len(void)
{
	if (wrongly(100))
		return any(UINT32_MAX);
	return rarely(4) ? any(PART_B / 2) : any(64);
}

static uint32_t any_lkey(uint32_t *part)
{
	static const uint32_t parts[MRS] = {LOCAL, OPEN, LOCAL, LENT, SHOWN, FOREIGN};
	uint32_t at = wrongly(40) ? any(MRS) : LOCAL_MR;

	*part = parts[at];
	return wrongly(200) ? mr[at]->lkey ^ 1u << any(32) : mr[at]->lkey;
}

static int any_pieces(struct ibv_sge *sge, int is_inline)
{
	int n = wrongly(50) ? (int)any(SGES + 3) - 1 : (int)any(SGES + 1);

	for (int i = 0; i < SGES + 2; i++) {
		uint32_t part;

		sge[i].lkey = any_lkey(&part);
		sge[i].addr = any_addr((uintptr_t)s.buf, part);
		sge[i].length = any_len();
		if (!is_inline)
			continue;
		/* the program's own memory, which is read without a key */
		sge[i].addr = (uintptr_t)s.buf + any(PART_B);
		sge[i].length = any(100);
	}
	return n;
}

static uint32_t any_rkey(uint32_t *part)
{
	uint32_t at = wrongly(40) ? any(MRS) : OPEN_MR;

	*part = at == ALL_MR ? any(PARTS) : at == OPEN_MR ? OPEN : at == LENT_MR ? LENT : SHOWN;
	if (wrongly(100))
		return other.mw | any(256);
	return wrongly(200) ? other.keys[at] ^ 1u << any(32) : other.keys[at];
}

static enum ibv_wr_opcode any_opcode(int is_ud)
{
	static const enum ibv_wr_opcode ops[] = {IBV_WR_SEND,
						 IBV_WR_SEND_WITH_IMM,
						 IBV_WR_RDMA_WRITE,
						 IBV_WR_RDMA_WRITE_WITH_IMM,
						 IBV_WR_RDMA_READ,
						 IBV_WR_ATOMIC_CMP_AND_SWP,
						 IBV_WR_ATOMIC_FETCH_AND_ADD};

	if (wrongly(100))
		return (enum ibv_wr_opcode)(rarely(2) ? any(256) : any(16));
	return ops[any(is_ud ? 2 : 7)];
}

static void set_target(struct ibv_send_wr *wr, int is_ud)
{
	uint32_t part, key = any_rkey(&part);
	uint64_t addr = any_addr(other.buf, part);

	if (is_ud) {
		wr->wr.ud.ah = wrongly(50) ? NULL : ah;
		wr->wr.ud.remote_qpn = rarely(10) ? any(1 << 24) : other.qpn[QPS - 1 - any(2)];
		wr->wr.ud.remote_qkey = wrongly(20) ? any(UINT32_MAX) : 0x1234;
	} else if (wr->opcode == IBV_WR_BIND_MW) {
		wr->bind_mw.mw = rarely(10) ? NULL : mw;
		wr->bind_mw.rkey = rarely(3) ? any(UINT32_MAX) : mw->rkey + any(3);
		wr->bind_mw.bind_info = (struct ibv_mw_bind_info){rarely(10) ? NULL : mr[any(MRS)],
								  addr, any_len(), any(256)};
	} else if (wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
		   wr->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		wr->wr.atomic.remote_addr = wrongly(50) ? addr : addr & ~(uint64_t)7;
		wr->wr.atomic.rkey = key;
		wr->wr.atomic.compare_add = any(3);
		wr->wr.atomic.swap = any(3);
	} else {
		wr->wr.rdma.remote_addr = addr;
		wr->wr.rdma.rkey = key;
	}
}

static void any_request(struct ibv_send_wr *wr, struct ibv_sge *sge, int is_ud)
{
	memset(wr, 0, sizeof(*wr));
	wr->opcode = any_opcode(is_ud);
	wr->send_flags = wrongly(50) ? any(256) : rarely(3) ? 0 : IBV_SEND_SIGNALED;
	wr->send_flags |= rarely(6) ? IBV_SEND_INLINE : 0;
	wr->send_flags |= rarely(6) ? IBV_SEND_FENCE | IBV_SEND_SOLICITED : 0;
	if (wr->opcode > IBV_WR_RDMA_WRITE_WITH_IMM && wr->opcode != IBV_WR_SEND_WITH_IMM &&
	    !wrongly(50))
		wr->send_flags &= ~(unsigned)IBV_SEND_INLINE;
	wr->sg_list = sge;
	wr->num_sge = any_pieces(sge, (wr->send_flags & IBV_SEND_INLINE) != 0);
	wr->imm_data = any(UINT32_MAX);
	if (wr->opcode >= IBV_WR_ATOMIC_CMP_AND_SWP && !wrongly(40)) {
		wr->num_sge = 1;
		sge->length = 8;
	}
	if (wr->opcode > IBV_WR_ATOMIC_FETCH_AND_ADD && !rarely(4))
		wr->num_sge = 0;
	set_target(wr, is_ud);
}

/* ---- Posting ---- */

static void note(struct queue *to, struct ibv_send_wr *wr)
{
	to->signalled[to->next++] = !wr || (wr->send_flags & IBV_SEND_SIGNALED) != 0;
	taken++;
}

/* A list of up to four; those before the bad one are taken. */
static void post_sends(int i)
{
	struct ibv_sge sge[4][SGES + 2];
	struct ibv_send_wr wr[4], *bad = NULL;
	int n = 1 + (int)any(4), err;

	for (int k = 0; k < n; k++) {
		any_request(&wr[k], sge[k], i == QPS - 1);
		wr[k].wr_id = (uint64_t)i << 32 | (sends[i].next + (uint32_t)k);
		wr[k].next = k + 1 < n ? &wr[k + 1] : NULL;
	}
	err = ibv_post_send(q[i].qp, wr, &bad);
	must(!err || (bad >= wr && bad < wr + n), "the bad request is one of the list");
	tried += (uint64_t)n;
	for (int k = 0; k < (err ? bad - wr : n); k++)
		note(&sends[i], &wr[k]);
}

static void begin_ex(struct ibv_qp_ex *ex, struct ibv_send_wr *wr)
{
	uint32_t key = wr->wr.rdma.rkey;
	uint64_t addr = wr->wr.rdma.remote_addr;

	switch (wr->opcode) {
	case IBV_WR_SEND:
		ibv_wr_send(ex);
		break;
	case IBV_WR_SEND_WITH_IMM:
		ibv_wr_send_imm(ex, wr->imm_data);
		break;
	case IBV_WR_RDMA_WRITE:
		ibv_wr_rdma_write(ex, key, addr);
		break;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		ibv_wr_rdma_write_imm(ex, key, addr, wr->imm_data);
		break;
	case IBV_WR_RDMA_READ:
		ibv_wr_rdma_read(ex, key, addr);
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		ibv_wr_atomic_cmp_swp(ex, wr->wr.atomic.rkey, wr->wr.atomic.remote_addr,
				      wr->wr.atomic.compare_add, wr->wr.atomic.swap);
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		ibv_wr_atomic_fetch_add(ex, wr->wr.atomic.rkey, wr->wr.atomic.remote_addr,
					wr->wr.atomic.compare_add);
		break;
	case IBV_WR_BIND_MW:
		ibv_wr_bind_mw(ex, wr->bind_mw.mw, wr->bind_mw.rkey, &wr->bind_mw.bind_info);
		break;
	case IBV_WR_LOCAL_INV:
		ibv_wr_local_inv(ex, wr->imm_data);
		break;
	default:
		ibv_wr_send_inv(ex, wr->imm_data);
	}
}

static void set_data_ex(struct ibv_qp_ex *ex, const struct ibv_send_wr *wr)
{
	struct ibv_data_buf data[SGES + 2];
	size_t n = wr->num_sge < 0 ? 0 : (size_t)wr->num_sge;

	if (wrongly(20)) /* no data at all */
		return;
	if (!(wr->send_flags & IBV_SEND_INLINE)) {
		if (n == 1)
			ibv_wr_set_sge(ex, wr->sg_list->lkey, wr->sg_list->addr,
				       wr->sg_list->length);
		else
			ibv_wr_set_sge_list(ex, n, wr->sg_list);
		return;
	}
	for (size_t i = 0; i < n; i++)
		data[i] = (struct ibv_data_buf){(void *)(uintptr_t)wr->sg_list[i].addr,
						wr->sg_list[i].length};
	ibv_wr_set_inline_data_list(ex, n, data);
}

/* Up to four by ibv_wr_*, all of which are taken or none. */
static void post_ex(int i)
{
	struct ibv_qp_ex *ex = ibv_qp_to_qp_ex(q[i].qp);
	struct ibv_sge sge[SGES + 2];
	struct ibv_send_wr wr[4];
	int n = (int)any(5);

	ibv_wr_start(ex);
	if (wrongly(50)) /* data of no request */
		ibv_wr_set_sge(ex, mr[LOCAL_MR]->lkey, (uintptr_t)s.buf, 8);
	for (int k = 0; k < n; k++) {
		any_request(&wr[k], sge, 0);
		ex->wr_id = (uint64_t)i << 32 | (sends[i].next + (uint32_t)k);
		ex->wr_flags = wr[k].send_flags;
		begin_ex(ex, &wr[k]);
		if (wr[k].opcode <= IBV_WR_ATOMIC_FETCH_AND_ADD)
			set_data_ex(ex, &wr[k]);
	}
	tried += (uint64_t)n;
	if (rarely(20)) {
		ibv_wr_abort(ex);
		return;
	}
	if (ibv_wr_complete(ex))
		return;
	for (int k = 0; k < n; k++)
		note(&sends[i], &wr[k]);
}

static void post_recvs(int i)
{
	struct ibv_sge sge[4][SGES + 2];
	struct ibv_recv_wr wr[4], *bad = NULL;
	int n = 1 + (int)any(4), err;

	for (int k = 0; k < n; k++) {
		wr[k] = (struct ibv_recv_wr){
			.wr_id = (uint64_t)i << 32 | 1u << 31 | (recvs[i].next + (uint32_t)k),
			.sg_list = sge[k],
			.num_sge = any_pieces(sge[k], 0),
			.next = k + 1 < n ? &wr[k + 1] : NULL,
		};
		if (wrongly(10)) /* too short for some messages */
			continue;
		wr[k].num_sge = SGES;
		for (int j = 0; j < SGES; j++)
			sge[k][j].length = PART_B / 2;
	}
	err = ibv_post_recv(q[i].qp, wr, &bad);
	must(!err || (bad >= wr && bad < wr + n), "the bad request is one of the list");
	tried += (uint64_t)n;
	for (int k = 0; k < (err ? bad - wr : n); k++)
		note(&recvs[i], NULL);
}

/* ---- Completions ---- */

static int wrong;

/* Requests before it had none, as they were not signalled and have not failed. */
static void take_one(const struct ibv_wc *wc)
{
	uint32_t i = (uint32_t)(wc->wr_id >> 32) % QPS, at = (uint32_t)wc->wr_id & 0x7fffffff;
	struct queue *of = wc->wr_id >> 31 & 1 ? &recvs[i] : &sends[i];

	if (wc->wr_id >> 32 >= QPS || at - of->first >= of->next - of->first ||
	    wc->qp_num != q[i].qp->qp_num) {
		diag("a completion of no request: %#llx", (unsigned long long)wc->wr_id);
		wrong++;
		return;
	}
	done_well += !wc->status;
	for (; of->first != at; of->first++)
		wrong += of->signalled[of->first];
	of->first++;
}

static int take_all(void)
{
	struct ibv_wc wc[16];
	int n, all = 0;

	while ((n = ibv_poll_cq(s.cq, 16, wc)) > 0) {
		for (int i = 0; i < n; i++)
			take_one(&wc[i]);
		all += n;
	}
	return all;
}

static uint32_t left_of(struct queue *of)
{
	uint32_t n = 0;

	for (uint32_t at = of->first; at != of->next; at++)
		n += (uint32_t)of->signalled[at];
	return n;
}

static uint32_t left(void)
{
	uint32_t n = 0;

	for (int i = 0; i < QPS; i++)
		n += left_of(&sends[i]) + left_of(&recvs[i]);
	return n;
}

/* ---- Rounds ---- */

static struct ibv_qp *make(int i)
{
	struct ibv_qp_init_attr_ex attr = {
		.send_cq = s.cq,
		.recv_cq = s.cq,
		.cap = {DEPTH, DEPTH, SGES, SGES, 256},
		.qp_type = i == QPS - 1   ? IBV_QPT_UD
			   : i == QPS - 2 ? IBV_QPT_UC
					  : IBV_QPT_RC,
		.pd = s.pd,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
	};

	if (i % 2 && i != QPS - 1) {
		attr.comp_mask |= IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
		attr.send_ops_flags = IBV_QP_EX_WITH_RDMA_WRITE |
				      IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM | IBV_QP_EX_WITH_SEND |
				      IBV_QP_EX_WITH_SEND_WITH_IMM | IBV_QP_EX_WITH_RDMA_READ |
				      IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP |
				      IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD | IBV_QP_EX_WITH_BIND_MW |
				      IBV_QP_EX_WITH_LOCAL_INV | IBV_QP_EX_WITH_SEND_WITH_INV;
	}
	return ibv_create_qp_ex(s.ctx, &attr);
}

static void post_any(int i)
{
	if (!rarely(3))
		post_recvs(i);
	else if (i % 2 && i != QPS - 1)
		post_ex(i);
	else
		post_sends(i);
}

static void set_up(int round)
{
	struct wish w = {.timeout = 6, .retry_cnt = 1};
	struct address own[QPS], to[QPS];

	memset(sends, 0, sizeof(sends));
	memset(recvs, 0, sizeof(recvs));
	for (int i = 0; i < QPS; i++) {
		struct ibv_qp_attr init = {.qp_state = IBV_QPS_INIT,
					   .port_num = 1,
					   .qkey = 0x1234,
					   .qp_access_flags = ALL_ACCESS};

		q[i] = s;
		q[i].qp = make(i);
		must(q[i].qp != NULL, "ibv_create_qp_ex");
		if (rarely(2)) /* in a state that takes none */
			post_any(i);
		must(!ibv_modify_qp(q[i].qp, &init,
				    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
					    (i == QPS - 1 ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS)),
		     "INIT");
		if (rarely(2))
			post_any(i);
		own[i] = address_of(&q[i]);
	}
	tell(4 * round, own, sizeof(own));
	hear(4 * round, to, sizeof(to));
	for (int i = 0; i < QPS; i++)
		other.qpn[i] = to[i].qpn;
	for (int i = 0; i < QPS - 2; i++)
		join_qp(&q[i], &to[i], &w);
	join_uc(&q[QPS - 2], &to[QPS - 2]);
	must(!ibv_modify_qp(q[QPS - 1].qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_RTR},
			    IBV_QP_STATE) &&
		     !ibv_modify_qp(q[QPS - 1].qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_RTS},
				    IBV_QP_STATE | IBV_QP_SQ_PSN),
	     "RTS");
	for (int i = 0; i < QPS; i++)
		for (int n = 0; n < 4; n++)
			post_recvs(i);
	meet(4 * round + 1);
}

static void play(uint32_t steps)
{
	for (uint32_t n = 0; n < steps; n++) {
		int i = (int)any(QPS);

		if (sends[i].next < sizeof(sends[i].signalled) - 8 &&
		    recvs[i].next < sizeof(recvs[i].signalled) - 8)
			post_any(i);
		if (!rarely(4))
			take_all();
		if (rarely(10))
			ibv_modify_qp(q[QPS - 1 - any(2)].qp,
				      &(struct ibv_qp_attr){.qp_state = IBV_QPS_RTS}, IBV_QP_STATE);
	}
}

static void tear_down(int round)
{
	double end = now_s() + 20;

	for (int i = 0; i < QPS; i++)
		ibv_modify_qp(q[i].qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_ERR},
			      IBV_QP_STATE);
	while (left() && now_s() < end)
		take_all();
	if (left()) {
		diag("round %d: %u requests without an end", round, left());
		wrong++;
	}
	meet(4 * round + 2);
	wrong += take_all() != 0;
	for (int i = 0; i < QPS; i++)
		must(!ibv_destroy_qp(q[i].qp), "ibv_destroy_qp");
}

static void register_parts(void)
{
	char *buf = s.buf;
	struct other own = {.buf = (uintptr_t)buf};

	memset(buf, 0xa5, PARTS * PART_B);
	foreign = ibv_alloc_pd(s.ctx);
	mr[ALL_MR] = ibv_reg_mr(s.pd, buf, PARTS * PART_B, IBV_ACCESS_REMOTE_READ);
	mr[OPEN_MR] = ibv_reg_mr(s.pd, buf + OPEN * PART_B, PART_B, ALL_ACCESS);
	mr[LOCAL_MR] = ibv_reg_mr(s.pd, buf + LOCAL * PART_B, PART_B, IBV_ACCESS_LOCAL_WRITE);
	mr[LENT_MR] = ibv_reg_mr(s.pd, buf + LENT * PART_B, PART_B,
				 IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
	mr[SHOWN_MR] = ibv_reg_mr(s.pd, buf + SHOWN * PART_B, PART_B, 0);
	mr[FOREIGN_MR] = ibv_reg_mr(foreign, buf + FOREIGN * PART_B, PART_B, ALL_ACCESS);
	mw = ibv_alloc_mw(s.pd, IBV_MW_TYPE_2);
	for (int i = 0; i < MRS; i++) {
		must(mr[i] != NULL, "ibv_reg_mr");
		own.keys[i] = mr[i]->rkey;
	}
	must(mw != NULL, "ibv_alloc_mw");
	own.mw = mw->rkey & ~0xffu;
	tell(1 << 20, &own, sizeof(own));
	hear(1 << 20, &other, sizeof(other));
	ah = ibv_create_ah(
		s.pd, &(struct ibv_ah_attr){.dlid = (uint16_t)(2 - own_rank()), .port_num = 1});
	must(ah != NULL, "ibv_create_ah");
}

static int is_untouched(void)
{
	for (uint32_t i = 0; i < BUF_B; i++) {
		uint32_t part = i / PART_B;

		if (part != OPEN && part != LOCAL && part != LENT &&
		    s.buf[i] != (part < PARTS ? (char)0xa5 : 0)) {
			diag("byte %u of part %u", i % PART_B, part);
			return 0;
		}
	}
	return 1;
}

int main(int argc, char **argv)
{
	int rounds = argc > 2 ? atoi(argv[2]) : 20, good = 1;

	seed = (argc > 1 ? (unsigned)atoi(argv[1]) : 1) * 2 + (unsigned)own_rank();
	printf("# seed %u\n", seed);
	open_side(&s, 4 * QPS * DEPTH);
	register_parts();
	for (int round = 1; round <= rounds && good; round++) {
		tame = round % 2 ? 1 : 30;
		set_up(round);
		play(round % 2 ? 300 : 1500);
		tear_down(round);
		good = !wrong && is_untouched();
	}
	is_int(wrong, 0, "each request that was taken has one completion, in order");
	ok(is_untouched(), "no byte outside the regions is written");
	diag("%llu requests, of which %llu were taken and %llu completed without an error",
	     (unsigned long long)tried, (unsigned long long)taken, (unsigned long long)done_well);
	meet(1 << 21);
	return done();
}
