/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Objects beside connected queue pairs: shared receive queues, datagrams and address handles,
 * events, completion queues that overrun, the extended interface, regions that change, parent
 * domains, many objects, memory that is not there. By mpirun --ring emu --verbs -n 1.
 */
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>

#include "t/verbs/own.h"

/* ---- Shared receive queues, datagrams ---- */

static void shared(void)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 16, .max_sge = 1}};
	struct ibv_srq *srq = ibv_create_srq(b.pd, &attr);
	struct ibv_srq_attr limit = {.srq_limit = 8};
	struct ibv_async_event event;

	must(srq != NULL, "ibv_create_srq");
	ibv_modify_srq(srq, &limit, IBV_SRQ_LIMIT);
	join(&(struct wish){.srq = srq});
	ok(ibv_destroy_srq(srq) == EBUSY, "a shared queue in use is not destroyed");
	for (uint64_t i = 0; i < 10; i++) {
		struct ibv_sge sge = {(uintptr_t)b.buf + i * 8, 8, b.mr->lkey};
		struct ibv_recv_wr wr = {.wr_id = i, .sg_list = &sge, .num_sge = 1}, *bad;

		ibv_post_srq_recv(srq, &wr, &bad);
	}
	for (uint64_t i = 0; i < 10; i++) {
		post_op(i % 2 ? &a : &b, IBV_WR_SEND, 50 + i, 0, 8, NULL, 0);
		expect(i % 2 ? &b : &a, i, IBV_WC_SUCCESS, "requests are taken in their order");
		expect(i % 2 ? &a : &b, 50 + i, IBV_WC_SUCCESS, "by two queue pairs");
	}
	ok(!ibv_get_async_event(b.ctx, &event) && event.event_type == IBV_EVENT_SRQ_LIMIT_REACHED &&
		   event.element.srq == srq,
	   "the event of its limit");
	ibv_ack_async_event(&event);
	part();
	ok(!ibv_destroy_srq(srq), "destroyed");
}

static void datagrams(void)
{
	struct ibv_ah_attr attr = {.port_num = 1, .is_global = 1};
	struct ibv_ah *ah, *back;
	struct ibv_sge sge = {(uintptr_t)a.buf, 4096, a.mr->lkey};
	struct ibv_send_wr wr = request(IBV_WR_SEND_WITH_IMM, 1, &sge);
	struct ibv_grh *grh = (struct ibv_grh *)(void *)b.buf;
	struct ibv_wc wc;
	union ibv_gid gid;

	make_ud(&a);
	make_ud(&b);
	attr.dlid = address_of(&b).lid;
	ibv_query_gid(b.ctx, 1, 0, &gid);
	attr.grh.dgid = gid;
	ah = ibv_create_ah(a.pd, &attr);
	must(ah != NULL, "ibv_create_ah");
	attr.dlid = 0;
	attr.grh.dgid.raw[9] ^= 1;
	ok(!ibv_create_ah(a.pd, &attr) && errno == EINVAL, "no card has a wrong GID");
	attr.dlid = address_of(&b).lid;
	wr.imm_data = 42;
	wr.wr.ud.ah = ah;
	wr.wr.ud.remote_qpn = b.qp->qp_num;
	wr.wr.ud.remote_qkey = 0x1234;
	fill(a.buf, 4096, 9);
	post_recv(&b, 7, 0, 40 + 4096);
	post(&a, &wr);
	wc = await(&b, 20);
	ok(wc.status == IBV_WC_SUCCESS && wc.byte_len == 40 + 4096 && wc.src_qp == a.qp->qp_num &&
		   wc.wc_flags == (IBV_WC_GRH | IBV_WC_WITH_IMM) && wc.imm_data == 42 &&
		   wc.slid == address_of(&a).lid && !memcmp(b.buf + 40, a.buf, 4096),
	   "a datagram of 4096 bytes");
	ok(!memcmp(&grh->dgid, &gid, sizeof(gid)), "its header has the addresses");
	expect(&a, 1, IBV_WC_SUCCESS, "it was sent");
	back = ibv_create_ah_from_wc(b.pd, &wc, grh, 1);
	ok(back && !ibv_destroy_ah(back), "an address handle for the answer");

	post(&a, &wr); /* no receive request */
	expect(&a, 1, IBV_WC_SUCCESS, "a datagram without a receive request is sent");
	post_recv(&b, 8, 0, 40 + 4095);
	post(&a, &wr); /* too long */
	expect(&a, 1, IBV_WC_SUCCESS, "one that is too long");
	wr.wr.ud.remote_qkey = 0x4321;
	sge.length = 8;
	post(&a, &wr);
	expect(&a, 1, IBV_WC_SUCCESS, "one with another key");
	ok(await(&b, 0.05).status == (enum ibv_wc_status) - 1, "all are dropped");
	wr.wr.ud.remote_qkey = 0x1234;
	post(&a, &wr);
	expect(&b, 8, IBV_WC_SUCCESS, "the next is received");
	expect(&a, 1, IBV_WC_SUCCESS, "and was sent");

	sge.lkey ^= 1;
	post(&a, &wr);
	expect(&a, 1, IBV_WC_LOC_PROT_ERR, "a wrong lkey");
	ok(state_of(&a) == IBV_QPS_SQE, "the state is SQE");
	sge.lkey ^= 1;
	must(!ibv_modify_qp(a.qp, &(struct ibv_qp_attr){.qp_state = IBV_QPS_RTS}, IBV_QP_STATE),
	     "SQE -> RTS");
	post_recv(&b, 9, 0, 100);
	post(&a, &wr);
	expect(&b, 9, IBV_WC_SUCCESS, "after SQE -> RTS it sends again");
	expect(&a, 1, IBV_WC_SUCCESS, "with its completion");
	ibv_destroy_ah(ah);
	part();
}

/* ---- Events ---- */

/* An event of b's completion queue, within 5 s. */
static void expect_event(const char *name)
{
	struct pollfd p = {.fd = b.channel->fd, .events = POLLIN};
	struct ibv_cq *cq = NULL;
	void *context;

	if (ok(poll(&p, 1, 5000) == 1 && !ibv_get_cq_event(b.channel, &cq, &context) && cq == b.cq,
	       "%s", name))
		ibv_ack_cq_events(cq, 1);
}

static void events(void)
{
	struct pollfd p = {.fd = b.channel->fd, .events = POLLIN};
	struct ibv_async_event event;
	struct ibv_cq *cq;
	void *context;

	join(&(struct wish){0});
	ibv_req_notify_cq(b.cq, 1);
	post_recv(&b, 1, 0, 8);
	post_recv(&b, 2, 0, 8);
	post_op(&a, IBV_WR_SEND, 3, 0, 8, NULL, 0);
	expect(&a, 3, IBV_WC_SUCCESS, "a message that is not solicited");
	ok(poll(&p, 1, 50) == 0, "no event where a solicited one is waited for");
	{
		struct ibv_sge sge = {(uintptr_t)a.buf, 8, a.mr->lkey};
		struct ibv_send_wr wr = request(IBV_WR_SEND, 4, &sge);

		wr.send_flags |= IBV_SEND_SOLICITED;
		post(&a, &wr);
	}
	ok(poll(&p, 1, 5000) == 1, "an event for a solicited one");
	ok(!ibv_get_cq_event(b.channel, &cq, &context) && cq == b.cq && context == &b,
	   "it names the queue");
	ibv_ack_cq_events(cq, 1);
	fcntl(b.channel->fd, F_SETFL, O_NONBLOCK);
	ok(ibv_get_cq_event(b.channel, &cq, &context) == -1 && errno == EAGAIN,
	   "one event until it is asked for again");
	ibv_req_notify_cq(b.cq, 0);
	ibv_req_notify_cq(b.cq, 1);
	post_recv(&b, 6, 0, 8);
	post_op(&a, IBV_WR_SEND, 7, 0, 8, NULL, 0);
	expect_event("asking for solicited ones takes back no wish for any");
	expect(&b, 1, IBV_WC_SUCCESS, "the first");
	expect(&b, 2, IBV_WC_SUCCESS, "the second");
	expect(&b, 6, IBV_WC_SUCCESS, "the third");
	expect(&a, 4, IBV_WC_SUCCESS, "the second sent");
	expect(&a, 7, IBV_WC_SUCCESS, "the third sent");

	{
		struct address wrong = to_b;

		wrong.rkey ^= 1;
		post_op(&a, IBV_WR_RDMA_WRITE, 5, 0, 8, &wrong, 0);
	}
	expect(&a, 5, IBV_WC_REM_ACCESS_ERR, "a wrong key");
	p.fd = b.ctx->async_fd;
	ok(poll(&p, 1, 5000) == 1 && !ibv_get_async_event(b.ctx, &event) &&
		   event.event_type == IBV_EVENT_QP_ACCESS_ERR && event.element.qp == b.qp,
	   "the event of the access that was refused");
	ibv_ack_async_event(&event);
	part();
}

/* Completions that have come since the last poll, when an event is asked for. */
static void late_events(void)
{
	struct pollfd p = {.fd = b.channel->fd, .events = POLLIN};

	join(&(struct wish){0});
	for (uint64_t i = 1; i <= 3; i++)
		post_recv(&b, i, 0, 8);
	post_op(&a, IBV_WR_SEND, 4, 0, 8, NULL, 0);
	expect(&a, 4, IBV_WC_SUCCESS, "a message that nobody polls for");
	ibv_req_notify_cq(b.cq, 1);
	ok(!poll(&p, 1, 50), "no event, where a solicited one is asked for");
	ibv_req_notify_cq(b.cq, 0);
	expect_event("an event at once, where any is");
	ibv_req_notify_cq(b.cq, 0);
	ok(!poll(&p, 1, 50), "but one for each completion at most");
	expect(&b, 1, IBV_WC_SUCCESS, "it is taken");
	post_op(&a, IBV_WR_SEND, 5, 0, 8, NULL, 0);
	expect_event("an event for the next");
	expect(&b, 2, IBV_WC_SUCCESS, "it is taken");
	expect(&a, 5, IBV_WC_SUCCESS, "and was sent");
	ibv_req_notify_cq(b.cq, 0);
	ok(!poll(&p, 1, 50), "none for an empty queue");
	part();
}

/* A queue that is too small: the event, and errors afterwards. */
static void overrun(void)
{
	struct side s = a;
	struct ibv_async_event event;
	struct ibv_wc wc[8];
	int n = 0, one;

	s.cq = ibv_create_cq(a.ctx, 2, NULL, NULL, 0);
	make_pair(&s, &b, &(struct wish){0});
	to_b = address_of(&b);
	for (uint64_t i = 0; i < 4; i++)
		post_op(&s, IBV_WR_RDMA_WRITE, i, 0, 8, &to_b, 0);
	ok(!ibv_get_async_event(a.ctx, &event) && event.event_type == IBV_EVENT_CQ_ERR &&
		   event.element.cq == s.cq,
	   "the event of a completion queue without room");
	ibv_ack_async_event(&event);
	while ((one = ibv_poll_cq(s.cq, 8, wc)) > 0)
		n += one;
	ok(n == 2 && one < 0, "it gives what it has, then errors");
	ibv_destroy_qp(s.qp);
	ibv_destroy_qp(b.qp);
	ok(!ibv_destroy_cq(s.cq), "destroyed");
}

/* ---- The extended interface ---- */

static struct ibv_cq_ex *cq_ex;

/* A queue pair and a completion queue of the extended interface. */
static struct side make_extended(void)
{
	struct ibv_cq_init_attr_ex cq_attr = {.cqe = 16, .wc_flags = IBV_WC_STANDARD_FLAGS};
	struct ibv_qp_init_attr_ex attr = {
		.cap = {.max_send_wr = 16,
			.max_recv_wr = 16,
			.max_send_sge = 2,
			.max_recv_sge = 2,
			.max_inline_data = 64},
		.qp_type = IBV_QPT_RC,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE |
				  IBV_QP_EX_WITH_RDMA_READ | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD,
		.pd = a.pd,
	};
	struct ibv_qp_attr init = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = ALL_ACCESS};
	struct side s = a;

	cq_ex = ibv_create_cq_ex(a.ctx, &cq_attr);
	must(cq_ex != NULL, "ibv_create_cq_ex");
	attr.send_cq = attr.recv_cq = ibv_cq_ex_to_cq(cq_ex);
	s.cq = attr.send_cq;
	attr.qp_type = IBV_QPT_UC;
	ok(!ibv_create_qp_ex(a.ctx, &attr) && errno == EOPNOTSUPP,
	   "READ is no operation of a UC queue pair");
	attr.qp_type = IBV_QPT_RC;
	s.qp = ibv_create_qp_ex(a.ctx, &attr);
	must(s.qp != NULL, "ibv_create_qp_ex");
	must(!ibv_modify_qp(s.qp, &init,
			    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
	     "INIT");
	make_qp(&b, &(struct wish){0}, IBV_QPT_RC);
	to_a = address_of(&s);
	to_b = address_of(&b);
	join_qp(&s, &to_b, &(struct wish){0});
	join_qp(&b, &to_a, &(struct wish){0});
	return s;
}

/* A WRITE, a SEND and a READ by one call. */
static void post_three(struct ibv_qp_ex *ex)
{
	char text[] = "collected";

	ibv_wr_start(ex);
	ex->wr_id = 1;
	ex->wr_flags = 0;
	ibv_wr_rdma_write(ex, to_b.rkey, to_b.buf);
	ibv_wr_set_inline_data(ex, text, sizeof(text));
	memset(text, 'x', sizeof(text) - 1);
	ex->wr_id = 2;
	ex->wr_flags = IBV_SEND_SIGNALED;
	ibv_wr_send(ex);
	ibv_wr_set_inline_data(ex, text, 5);
	ex->wr_id = 3;
	ibv_wr_rdma_read(ex, to_b.rkey, to_b.buf);
	ibv_wr_set_sge(ex, a.mr->lkey, (uintptr_t)a.buf, 10);
	is_int(ibv_wr_complete(ex), 0, "three requests at once");
}

static void extended(void)
{
	struct side s = make_extended();
	struct ibv_qp_ex *ex = ibv_qp_to_qp_ex(s.qp);
	struct ibv_poll_cq_attr none = {0};

	ok(ex != NULL, "ibv_qp_to_qp_ex");
	memset(b.buf, 0, 64);
	post_recv(&b, 1, 32, 32);
	post_three(ex);
	ibv_wr_start(ex);
	ibv_wr_send(ex);
	ibv_wr_set_inline_data(ex, a.buf, 100000);
	ibv_wr_send(ex);
	is_int(ibv_wr_complete(ex), EINVAL, "too many bytes, with a request behind them");
	expect(&b, 1, IBV_WC_SUCCESS, "the message");
	ok(!strcmp(b.buf, "collected") && !memcmp(b.buf + 32, "xxxxx", 6), "and the WRITE");
	for (uint64_t id = 2; id <= 3; id++) {
		while (ibv_start_poll(cq_ex, &none) == ENOENT)
			;
		ok(cq_ex->wr_id == id && cq_ex->status == IBV_WC_SUCCESS &&
			   ibv_wc_read_opcode(cq_ex) == (id == 2 ? IBV_WC_SEND : IBV_WC_RDMA_READ),
		   "completion %d by ibv_start_poll", (int)id);
		ibv_end_poll(cq_ex);
	}
	ok(!strcmp(a.buf, "collected"), "and the READ");
	ibv_wr_start(ex);
	ibv_wr_send(ex);
	ibv_wr_abort(ex);
	is_int(ibv_wr_complete(ex), 0, "nothing is left after ibv_wr_abort");
	ibv_destroy_qp(s.qp);
	ibv_destroy_qp(b.qp);
	ok(!ibv_destroy_cq(s.cq), "destroyed");
}

static void device(void)
{
	struct ibv_device_attr_ex attr;
	struct ibv_values_ex before = {.comp_mask = IBV_VALUES_MASK_RAW_CLOCK}, after = before;

	is_int(ibv_query_device_ex(a.ctx, NULL, &attr), 0, "ibv_query_device_ex");
	is_int(attr.phys_port_cnt_ex, 1, "of one port");
	is_int(attr.hca_core_clock, 1000000, "its clock tells ns");
	is_int(ibv_query_rt_values_ex(a.ctx, &before), 0, "ibv_query_rt_values_ex");
	usleep(10000);
	ibv_query_rt_values_ex(a.ctx, &after);
	ok(before.comp_mask == IBV_VALUES_MASK_RAW_CLOCK &&
		   after.raw_clock.tv_nsec - before.raw_clock.tv_nsec >= 9000000,
	   "the time of the card goes on");
	errno = 0;
	ok(!ibv_alloc_dm(a.ctx, &(struct ibv_alloc_dm_attr){.length = 8}) && errno == EOPNOTSUPP,
	   "device memory is not supported");
}

/* ---- Regions and domains ---- */

static void write_to_b(uint64_t id, uint32_t at, enum ibv_wc_status status, const char *what)
{
	post_op(&a, IBV_WR_RDMA_WRITE, id, 0, 8, &to_b, at);
	expect(&a, id, status, what);
}

/* A region that changes keeps its keys; its former memory is not reached any more. */
static void changed(void)
{
	static char other[64];
	struct ibv_pd *pd = ibv_alloc_pd(b.ctx);
	struct ibv_mr *mr = b.mr;
	uint32_t rkey = mr->rkey;
	struct ibv_wc wc;

	join(&(struct wish){0});
	fill(a.buf, 64, 9);
	is_int(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, IBV_ACCESS_LOCAL_WRITE),
	       0, "the rights change");
	write_to_b(1, 0, IBV_WC_REM_ACCESS_ERR, "and do not suffice for a WRITE");
	ok(!ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, ALL_ACCESS), "they return");
	part();

	join(&(struct wish){0});
	write_to_b(2, 0, IBV_WC_SUCCESS, "a WRITE");
	ok(!ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_PD, pd, NULL, 0, 0) && mr->pd == pd,
	   "the domain changes");
	is_int(ibv_dealloc_pd(pd), EBUSY, "and is in use");
	write_to_b(3, 0, IBV_WC_REM_ACCESS_ERR, "a queue pair of the old one does not reach it");
	ok(!ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_PD, b.pd, NULL, 0, 0), "back");
	is_int(ibv_dealloc_pd(pd), 0, "then it is free");
	part();

	join(&(struct wish){0});
	is_int(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, other, sizeof(other), 0), 0,
	       "the memory changes");
	ok(mr->addr == other && mr->length == sizeof(other) && mr->rkey == rkey,
	   "with the same key");
	to_b.buf = (uintptr_t)other;
	write_to_b(4, 8, IBV_WC_SUCCESS, "a WRITE to the new memory");
	ok(!memcmp(other + 8, a.buf, 8), "has written");
	to_b.buf = (uintptr_t)b.buf;
	write_to_b(5, 0, IBV_WC_REM_ACCESS_ERR, "none to the old");
	ok(!ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, b.buf, BUF_B, 0), "back");
	part();

	is_int(ibv_rereg_mr(mr, 0, NULL, NULL, 0, 0), IBV_REREG_MR_ERR_INPUT, "no flags");
	is_int(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, NULL, 8, 0),
	       IBV_REREG_MR_ERR_INPUT, "no address");
	is_int(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_PD, a.pd, NULL, 0, 0), IBV_REREG_MR_ERR_INPUT,
	       "a domain of another context");
	is_int(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, IBV_ACCESS_REMOTE_WRITE),
	       IBV_REREG_MR_ERR_INPUT, "rights without that to change it here");
	is_int(errno, EINVAL, "errno");
	join(&(struct wish){0});
	post_op(&a, IBV_WR_RDMA_WRITE, 6, 0, 8, &to_b, 0);
	wc = await(&a, 20);
	ok(wc.status == IBV_WC_SUCCESS, "the region is as before");
	part();
}

/* A parent domain protects as its domain does: keys of one serve queue pairs of the other. */
static void parents(void)
{
	struct ibv_td *td = ibv_alloc_td(b.ctx, &(struct ibv_td_init_attr){0});
	struct ibv_parent_domain_init_attr attr = {.pd = b.pd, .td = td};
	struct ibv_pd *pd, *own = b.pd;
	struct ibv_cq_init_attr_ex with = {.cqe = 8, .comp_mask = IBV_CQ_INIT_ATTR_MASK_PD};
	struct ibv_cq_ex *cq;

	must(td != NULL, "ibv_alloc_td");
	pd = ibv_alloc_parent_domain(b.ctx, &attr);
	must(pd != NULL, "ibv_alloc_parent_domain");
	is_int(ibv_dealloc_td(td), EBUSY, "a thread domain in use");
	attr.pd = pd;
	ok(!ibv_alloc_parent_domain(b.ctx, &attr) && errno == EINVAL, "no parent's parent");
	attr.pd = NULL;
	ok(!ibv_alloc_parent_domain(b.ctx, &attr) && errno == EINVAL, "none without a domain");
	with.parent_domain = own;
	ok(!ibv_create_cq_ex(b.ctx, &with) && errno == EINVAL, "no queue of a plain domain");
	with.parent_domain = pd;
	cq = ibv_create_cq_ex(b.ctx, &with);
	ok(cq != NULL, "one of the parent");

	b.pd = pd;
	join(&(struct wish){0});
	fill(a.buf, 64, 5);
	memset(b.buf, 0, 64);
	post_op(&a, IBV_WR_RDMA_WRITE, 1, 0, 64, &to_b, 0);
	expect(&a, 1, IBV_WC_SUCCESS, "a WRITE by a key of its domain");
	post_recv(&b, 2, 100, 64);
	post_op(&a, IBV_WR_SEND, 3, 0, 64, NULL, 0);
	expect(&b, 2, IBV_WC_SUCCESS, "a receive");
	expect(&a, 3, IBV_WC_SUCCESS, "sent");
	ok(!memcmp(a.buf, b.buf, 64) && !memcmp(a.buf, b.buf + 100, 64), "the data");
	is_int(ibv_dealloc_pd(pd), EBUSY, "the parent is in use");
	part();
	b.pd = own;
	is_int(ibv_dealloc_pd(pd), EBUSY, "by the completion queue, too");
	ok(!ibv_destroy_cq(ibv_cq_ex_to_cq(cq)) && !ibv_dealloc_pd(pd) && !ibv_dealloc_td(td),
	   "all are destroyed");
}

/* Far more than a card has regions and streams. */
static void many(void)
{
	enum { N = 1000 };
	static struct ibv_mr *mr[N];
	static struct ibv_qp *qp[N];
	struct ibv_qp *first;
	int good = 1;

	for (int i = 0; i < N; i++) {
		mr[i] = ibv_reg_mr(b.pd, b.buf + i * 8, 8, ALL_ACCESS);
		must(mr[i] != NULL, "ibv_reg_mr");
	}
	join(&(struct wish){0});
	first = a.qp;
	for (int i = 0; i < N; i++) {
		make_qp(&a, &(struct wish){.send_wr = 4, .recv_wr = 4}, IBV_QPT_RC);
		qp[i] = a.qp;
	}
	a.qp = first;
	for (int i = 0; i < N; i++) {
		struct address one = {.buf = (uintptr_t)mr[i]->addr, .rkey = mr[i]->rkey};

		((uint64_t *)(void *)a.buf)[0] = (uint64_t)i;
		post_op(&a, IBV_WR_RDMA_WRITE, (uint64_t)i, 0, 8, &one, 0);
		good &= await(&a, 20).status == IBV_WC_SUCCESS &&
			((uint64_t *)(void *)b.buf)[i] == (uint64_t)i;
	}
	ok(good, "%d regions and queue pairs", N);
	for (int i = 0; i < N; i++)
		good &= !ibv_destroy_qp(qp[i]) && !ibv_dereg_mr(mr[i]);
	ok(good, "destroyed");
	part();
}

/* Memory that is not there, and a queue pair whose device was closed. */
static void absent(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *two =
		mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct ibv_mr *mr = ibv_reg_mr(a.pd, two, 2 * page, ALL_ACCESS);
	struct ibv_qp_attr init = {.qp_state = IBV_QPS_INIT, .port_num = 1};
	struct wish w = {0};
	struct side s;

	must(two != MAP_FAILED && mr, "two pages");
	munmap(two + page, page);
	ok(!ibv_reg_mr(a.pd, two, 2 * page, 0) && errno == EFAULT, "memory that is not mapped");
	ok(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, two, page + 1, 0) ==
			   IBV_REREG_MR_ERR_INPUT &&
		   errno == EFAULT,
	   "nor by ibv_rereg_mr");
	ok(!ibv_dereg_mr(mr) && (mr = ibv_reg_mr(a.pd, two + 1, page - 1, 0)) && !ibv_dereg_mr(mr),
	   "up to its end");
	munmap(two, page);

	open_side(&s, 16);
	make_qp(&s, &w, IBV_QPT_RC);
	ibv_close_device(s.ctx);
	is_int(ibv_modify_qp(s.qp, &init,
			     IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
	       EIO, "no queue pair of a device that was closed");
	must(!ibv_destroy_qp(s.qp), "ibv_destroy_qp");
	close_side(&s);
}

int main(void)
{
	open_side(&a, 128);
	open_side(&b, 128);
	shared();
	datagrams();
	events();
	late_events();
	overrun();
	extended();
	device();
	changed();
	parents();
	many();
	absent();
	close_side(&a);
	close_side(&b);
	return done();
}
