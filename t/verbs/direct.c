/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * READs and atomic operations that the cards carry out (verbs/card.c): they end while the target is
 * stopped, with the right data, in one piece or several. Those that may not be done end as by
 * packets: wrong bounds, rights of region and queue pair, alignment, a region that was deregistered
 * or changed, a queue pair that has failed. WRITEs before a READ are seen by it. Atomic operations
 * by the card and by the target's software on the same words lose nothing. By mpirun --ring emu or
 * rtl --verbs -n 2; the argument divides the numbers of requests.
 */
#include "t/verbs/other.h"

#define LONG_B (3u << 19)
#define ADDS 20000
#define CHANGES 5
#define ENDS 20

struct target {
	uint64_t addr;
	uint32_t rkey, all; /* all: key of the same memory with all rights */
	int32_t pid;
};

static struct side s;
static char *data, *copy; /* [LONG_B] */
static struct ibv_mr *mr_copy;
static uint32_t lkey; /* of the last mr_copy */
static struct target t;
static int word = 100, divisor = 1;

static char pattern(uint32_t i, unsigned round)
{
	return (char)(i * 2654435761u >> 24 ^ round);
}

static void connect_new(void)
{
	if (s.qp) {
		meet(word++);
		must(!ibv_destroy_qp(s.qp), "ibv_destroy_qp");
	}
	make_qp(&s, &(struct wish){.retry_cnt = 1, .timeout = 8}, IBV_QPT_RC);
	join_other(&s, &(struct wish){.retry_cnt = 1, .timeout = 8}, word);
	word += 2;
}

static void register_copy(void)
{
	mr_copy = ibv_reg_mr(s.pd, copy, LONG_B, IBV_ACCESS_LOCAL_WRITE);
	must(mr_copy != NULL, "ibv_reg_mr");
	lkey = mr_copy->lkey;
}

/* Request of one piece or two in `copy`. */
static int post_at(enum ibv_wr_opcode opcode, uint64_t id, uint32_t at, uint32_t len, uint64_t to,
		   uint32_t rkey)
{
	struct ibv_sge sge[2] = {{(uintptr_t)copy + at, len, lkey}};
	struct ibv_send_wr wr = request(opcode, id, sge);

	wr.wr.rdma.remote_addr = to;
	wr.wr.rdma.rkey = rkey;
	if (id % 2 && len > 8) {
		sge[0].length = len / 3;
		sge[1] = (struct ibv_sge){sge[0].addr + len / 3, len - len / 3, lkey};
		wr.num_sge = 2;
	}
	return post(&s, &wr);
}

static int post_atomic(uint64_t id, uint64_t to, uint32_t rkey, int swap, uint64_t operand,
		       uint64_t with)
{
	struct ibv_sge sge = {(uintptr_t)copy, 8, lkey};
	struct ibv_send_wr wr =
		request(swap ? IBV_WR_ATOMIC_CMP_AND_SWP : IBV_WR_ATOMIC_FETCH_AND_ADD, id, &sge);

	wr.wr.atomic.remote_addr = to;
	wr.wr.atomic.rkey = rkey;
	wr.wr.atomic.compare_add = operand;
	wr.wr.atomic.swap = with;
	return post(&s, &wr);
}

static uint64_t before(void)
{
	uint64_t value;

	memcpy(&value, copy, sizeof(value));
	return value;
}

/* Enough requests of the keys for grants. */
static void warm_up(const char *what)
{
	enum ibv_wc_status status = IBV_WC_SUCCESS;

	for (int i = 0; i < 80 && !status; i++) {
		if (i % 2)
			post_at(IBV_WR_RDMA_READ, 0, 0, 8, t.addr, t.rkey);
		else
			post_atomic(0, t.addr, t.rkey, 0, 0, 0);
		status = await(&s, 20).status;
	}
	is_int(status, IBV_WC_SUCCESS, "READs and atomic operations: %s", what);
}

static int is_right(uint32_t at, uint32_t len)
{
	for (uint32_t i = 0; i < len; i++)
		if (copy[i] != pattern(at + i, 0))
			return 0;
	return 1;
}

static void while_stopped(void)
{
	static const uint32_t lens[] = {1, 8, 3000, 8192, 8193, 100001, LONG_B - 64};

	stop_process(t.pid);
	for (unsigned i = 0; i < sizeof(lens) / sizeof(*lens); i++) {
		memset(copy, 0x55, LONG_B);
		post_at(IBV_WR_RDMA_READ, 10 + i, 0, lens[i], t.addr + 64, t.rkey);
		expect(&s, 10 + i, IBV_WC_SUCCESS, "a READ while the target is stopped");
		ok(is_right(64, lens[i]) && copy[lens[i]] == 0x55, "its %u bytes", lens[i]);
	}
	post_atomic(20, t.addr + 8, t.rkey, 0, 5, 0);
	expect(&s, 20, IBV_WC_SUCCESS, "an addition");
	ok(before() == 1000, "the value before");
	post_atomic(21, t.addr + 8, t.rkey, 1, 1005, 77);
	expect(&s, 21, IBV_WC_SUCCESS, "a compare and swap that fits");
	ok(before() == 1005, "the value before");
	post_atomic(22, t.addr + 8, t.rkey, 1, 1005, 78);
	expect(&s, 22, IBV_WC_SUCCESS, "one that does not");
	ok(before() == 77, "the value before");
	for (uint64_t i = 0; i < 4; i++)
		post_atomic(30 + i, t.addr + 8, t.rkey, 0, 1, 0);
	for (uint64_t i = 0; i < 4; i++)
		expect(&s, 30 + i, IBV_WC_SUCCESS, "four at once, in their order");
	ok(before() == 80, "the last one's value before");
	kill(t.pid, SIGCONT);
}

/* A WRITE, and behind it, at once, a READ of the same bytes. */
static void read_after_write(void)
{
	int good = 1;

	for (uint32_t i = 0; i < 200u / (unsigned)divisor; i++) {
		uint32_t len = i % 3 ? 8 : 20000;

		memset(copy + 65536, (char)i, len);
		memset(copy, (char)~i, len);
		post_at(IBV_WR_RDMA_WRITE, 40, 65536, len, t.addr + 4096, t.rkey);
		post_at(IBV_WR_RDMA_READ, 41, 0, len, t.addr + 4096, t.rkey);
		good &= await(&s, 20).wr_id == 40;
		good &= await(&s, 20).wr_id == 41;
		good &= !memcmp(copy, copy + 65536, len);
	}
	ok(good, "READs see the WRITEs before them");
}

/* Each fails the queue pair, so each needs a new one. */
static void expect_error(const char *what, enum ibv_wc_status status, int atomic, uint64_t at,
			 uint32_t len)
{
	connect_new();
	warm_up(what);
	memset(copy, 0x55, len);
	if (atomic)
		post_atomic(50, t.addr + at, t.rkey, 0, 1, 0);
	else
		post_at(IBV_WR_RDMA_READ, 50, 0, len, t.addr + at, t.rkey);
	expect(&s, 50, status, what);
	ok(copy[0] == 0x55 && copy[len - 1] == 0x55, "nothing was written here");
}

/* The queue pair fails while a READ is under way, or its memory goes: it writes nothing later. On
 * emulated cards the READ has ended before. */
static void given_up(int by_memory)
{
	enum ibv_wc_status want = by_memory ? IBV_WC_LOC_PROT_ERR : IBV_WC_WR_FLUSH_ERR;
	struct ibv_wc wc;
	int is_quiet = 1;

	connect_new();
	warm_up("a READ that is given up");
	post_at(IBV_WR_RDMA_READ, 60, 0, LONG_B - 64, t.addr + 64, t.rkey);
	if (by_memory)
		must(!ibv_dereg_mr(mr_copy), "ibv_dereg_mr");
	else
		must(!ibv_modify_qp(s.qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_ERR},
				    IBV_QP_STATE),
		     "ERR");
	memset(copy, 0x11, LONG_B);
	if (by_memory)
		register_copy();
	wc = await(&s, 20);
	ok(!wc.status || wc.status == want, "it has ended (%s)", ibv_wc_status_str(wc.status));
	usleep(300000);
	for (uint32_t i = 0; i < LONG_B; i++)
		is_quiet &= copy[i] == 0x11;
	ok(is_quiet, "nothing is written later");
}

/* While a READ is under way the send queue is not drained. */
static void drain(void)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_SQD};
	struct ibv_qp_init_attr init;
	struct ibv_wc wc;

	connect_new();
	warm_up("before the send queue is drained");
	post_at(IBV_WR_RDMA_READ, 90, 0, LONG_B - 64, t.addr + 64, t.rkey);
	must(!ibv_modify_qp(s.qp, &attr, IBV_QP_STATE), "SQD");
	must(!ibv_query_qp(s.qp, &attr, IBV_QP_STATE, &init), "ibv_query_qp");
	ok(attr.sq_draining || ibv_poll_cq(s.cq, 1, &wc) == 1,
	   "it is being drained, or the READ has ended");
	if (attr.sq_draining)
		expect(&s, 90, IBV_WC_SUCCESS, "the READ ends");
	must(!ibv_query_qp(s.qp, &attr, IBV_QP_STATE, &init), "ibv_query_qp");
	ok(!attr.sq_draining, "it is drained");
}

static void errors(void)
{
	char c;

	expect_error("a READ beyond the end", IBV_WC_REM_ACCESS_ERR, 0, LONG_B - 8, 9);
	expect_error("a READ before the begin", IBV_WC_REM_ACCESS_ERR, 0, (uint64_t)-8, 16);
	expect_error("an addition beyond the end", IBV_WC_REM_ACCESS_ERR, 1, LONG_B, 8);
	expect_error("one off its place", IBV_WC_REM_INV_REQ_ERR, 1, 12, 8);

	connect_new();
	warm_up("the own region goes");
	must(!ibv_dereg_mr(mr_copy), "ibv_dereg_mr");
	post_at(IBV_WR_RDMA_READ, 51, 0, 8, t.addr, t.rkey);
	expect(&s, 51, IBV_WC_LOC_PROT_ERR, "a READ to it");
	register_copy();

	given_up(0);
	given_up(1);
	drain();

	for (int step = 0; step < 5; step++) {
		static const char *const what[] = {
			"a queue pair without the right to read",
			"a queue pair without the right of atomic operations",
			"a queue pair that has failed",
			"a region that was changed",
			"a region that was deregistered",
		};

		connect_new();
		warm_up(what[step]);
		tell(word, "", 1);
		hear(word++, &c, 1);
		if (step == 1)
			post_atomic(52, t.addr, t.rkey, 0, 1, 0);
		else
			post_at(IBV_WR_RDMA_READ, 52, 0, 8, t.addr, t.rkey);
		expect(&s, 52, step == 2 ? IBV_WC_RETRY_EXC_ERR : IBV_WC_REM_ACCESS_ERR,
		       what[step]);
		meet(word++);
	}
}

static void change_rights(unsigned flags)
{
	struct ibv_qp_attr attr = {.qp_access_flags = flags};

	must(!ibv_modify_qp(s.qp, &attr, IBV_QP_ACCESS_FLAGS), "ibv_modify_qp");
}

/* The target takes rights back and gives them again while READs of two pieces are under way: those
 * begin again, by packets, and no key of an old grant is used. More often than the card bears wrong
 * keys. */
static void rights_change(void)
{
	struct ibv_mr *mr = NULL;
	struct target from = {0};
	char c;

	if (own_rank()) {
		mr = ibv_reg_mr(s.pd, data, LONG_B, ALL_ACCESS | IBV_ACCESS_ZERO_BASED);
		must(mr != NULL, "ibv_reg_mr");
		from.rkey = mr->rkey;
		tell(9, &from, sizeof(from));
	} else {
		hear(9, &from, sizeof(from));
	}
	for (int i = 0; i < CHANGES; i++) {
		connect_new();
		if (own_rank()) {
			hear(word, &c, 1);
			change_rights(ALL_ACCESS);
		} else {
			struct target old = t;

			t = from;
			warm_up("before a change of rights");
			t = old;
			post_at(IBV_WR_RDMA_READ, 71, 0, LONG_B - 64, from.addr + 64, from.rkey);
			tell(word, "", 1);
			expect(&s, 71, IBV_WC_SUCCESS, "a READ during the change");
			ok(is_right(64, LONG_B - 64), "its bytes");
		}
		meet(word + 1);
		word += 2;
	}
	if (mr)
		must(!ibv_dereg_mr(mr), "ibv_dereg_mr");
}

/* Additions of the own software to word 2, which shut the card out again and again. */
static void add_here(struct side *one, struct ibv_mr *mr)
{
	struct ibv_sge sge = {(uintptr_t)copy, 8, lkey};
	struct ibv_send_wr wr = request(IBV_WR_ATOMIC_FETCH_AND_ADD, 80, &sge);

	wr.wr.atomic.remote_addr = (uintptr_t)data + 16;
	wr.wr.atomic.rkey = mr->rkey;
	for (int i = 0; i < 60; i++)
		must(!post(one, &wr), "an addition");
}

/* After the target has taken the right back, no addition by a card is done, also one that was tried
 * while the target's software changed the memory. */
static void additions_end(struct ibv_mr *mr)
{
	uint64_t *words = (uint64_t *)(void *)data;
	struct side one = s, two = s;
	struct ibv_wc wc;
	int late = 0;
	char c;

	if (own_rank())
		make_pair(&one, &two, &(struct wish){0});
	for (int i = 0; i < ENDS; i++, word += 2) {
		connect_new();
		if (own_rank()) {
			uint64_t was;

			hear(word, &c, 1);
			add_here(&one, mr);
			change_rights(ALL_ACCESS & ~IBV_ACCESS_REMOTE_ATOMIC);
			was = words[3];
			for (int n = 0; n < 60; n++)
				must(!await(&s, 20).status, "an addition here");
			usleep(2000);
			late += words[3] != was;
		} else {
			warm_up("before the end of additions");
			tell(word, "", 1);
			do {
				post_atomic(81, t.addr + 24, t.rkey, 0, 1, 0);
				wc = await(&s, 20);
			} while (!wc.status);
			ok(wc.status == IBV_WC_REM_ACCESS_ERR, "additions end (%s)",
			   ibv_wc_status_str(wc.status));
		}
		meet(word + 1);
	}
	if (own_rank()) {
		ok(!late, "no addition after the right was taken back (%d of %d)", late, ENDS);
		must(!ibv_destroy_qp(one.qp) && !ibv_destroy_qp(two.qp), "ibv_destroy_qp");
	}
}

/* The target's part of errors. */
static void have_errors(struct ibv_mr **mr)
{
	char c;

	for (int i = 0; i < 8; i++)
		connect_new();
	for (int step = 0; step < 5; step++) {
		connect_new();
		hear(word, &c, 1);
		if (step == 0)
			change_rights(ALL_ACCESS & ~IBV_ACCESS_REMOTE_READ);
		else if (step == 1)
			change_rights(ALL_ACCESS & ~IBV_ACCESS_REMOTE_ATOMIC);
		else if (step == 2)
			must(!ibv_modify_qp(s.qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_ERR},
					    IBV_QP_STATE),
			     "ERR");
		else if (step == 3)
			must(!ibv_rereg_mr(*mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0,
					   IBV_ACCESS_LOCAL_WRITE),
			     "ibv_rereg_mr");
		else
			must(!ibv_dereg_mr(*mr), "ibv_dereg_mr");
		tell(word++, "", 1);
		meet(word++);
		if (step == 3) {
			must(!ibv_rereg_mr(*mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0,
					   ALL_ACCESS),
			     "ibv_rereg_mr");
		}
	}
}

/* Rank 0 adds by the card, rank 1 by its software, through two queue pairs of its own and another
 * region of the same memory. */
static void add_together(void)
{
	struct side one = s, two = s;
	uint64_t posted = 0, ended = 0, adds = ADDS / (unsigned)(divisor * divisor);
	uint64_t to = own_rank() ? (uintptr_t)data : t.addr;
	struct ibv_mr *other_mr = NULL;

	connect_new();
	if (own_rank()) {
		other_mr = ibv_reg_mr(s.pd, data, 4096, ALL_ACCESS);
		must(other_mr != NULL, "ibv_reg_mr");
		make_pair(&one, &two, &(struct wish){0});
		two.qp = s.qp;
		s.qp = one.qp;
	} else {
		warm_up("before additions");
	}
	meet(word++);
	for (double end = now_s() + 60; ended < adds && now_s() < end;) {
		struct ibv_wc wc;
		int n;

		if (posted < adds && posted - ended < 4 &&
		    !post_atomic(60, to, other_mr ? other_mr->rkey : t.rkey, 0, 1, 0))
			posted++;
		n = ibv_poll_cq(s.cq, 1, &wc);
		must(n >= 0 && (!n || !wc.status), "an addition");
		ended += (unsigned)n;
	}
	ok(ended == adds, "all additions have ended");
	meet(word++);
	if (own_rank())
		ok(*(uint64_t *)(void *)data == 2 * adds, "%llu of %llu additions are there",
		   *(unsigned long long *)(void *)data, (unsigned long long)(2 * adds));
	if (own_rank()) {
		s.qp = two.qp;
		must(!ibv_dereg_mr(other_mr), "ibv_dereg_mr");
	}
}

static void origin(void)
{
	char c;

	connect_new();
	hear(10, &t, sizeof(t));
	warm_up("grants");
	while_stopped();
	rights_change();
	read_after_write();
	additions_end(NULL);
	errors();
	hear(11, &t, sizeof(t));
	add_together();
	tell(12, "", 1);
	hear(12, &c, 1);
}

static void publish(int at, struct ibv_mr *mr)
{
	t = (struct target){.addr = (uintptr_t)data, .rkey = mr->rkey, .pid = getpid()};
	tell(at, &t, sizeof(t));
}

static void target(void)
{
	struct ibv_mr *mr;
	char c;

	for (uint32_t i = 64; i < LONG_B; i++)
		data[i] = pattern(i, 0);
	((uint64_t *)(void *)data)[1] = 1000;
	mr = ibv_reg_mr(s.pd, data, LONG_B, ALL_ACCESS);
	must(mr != NULL, "ibv_reg_mr");
	connect_new();
	publish(10, mr);
	rights_change();
	additions_end(mr);
	have_errors(&mr);
	((uint64_t *)(void *)data)[0] = 0;
	mr = ibv_reg_mr(s.pd, data, LONG_B, ALL_ACCESS);
	must(mr != NULL, "ibv_reg_mr");
	publish(11, mr);
	add_together();
	hear(12, &c, 1);
	tell(12, "", 1);
}

int main(int argc, char **argv)
{
	divisor = argc > 1 ? atoi(argv[1]) : 1;
	open_side(&s, 256);
	data = aligned_alloc(64, LONG_B);
	copy = aligned_alloc(64, LONG_B);
	must(data && copy, "memory");
	register_copy();
	if (own_rank())
		target();
	else
		origin();
	return done();
}
