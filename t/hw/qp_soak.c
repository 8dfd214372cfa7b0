/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Soak of the queue pairs of ring cards: random operations of all kinds between all pages, by many
 * queue pairs. Requests are wrong at times, receivers late, queue pairs paused, reset, closed and
 * connected anew. Each byte, each completion and its place, and each event is compared with the
 * books of the soak. On cards that are modelled, or simulated. docs/card/rdma.md, section 12.
 *
 *     qp_soak [NAME=VALUE]...    requests=N, seed=N, qps=N of a page, nodes=N, procs=N processes,
 *                                seconds=N at most, device=rtl (server=PATH), kinds=NAME,NAME
 *
 * With procs=1 a run repeats another one of its seed, but for times.
 */
#include "t/hw/qp_soak_life.h"

static uint32_t processes, procs; /* procs: argument; 0: one for each page */
static uint32_t asked;            /* kinds of requests, as arguments; 0: all */
static int r_procs_i;             /* this process: its pages are i, i + processes and so on */

/* ---- Setting up a page ---- */

static void set_place(void)
{
	struct rd_card *card = me->card;
	uint32_t i = (uint32_t)card->place.node, n = (uint32_t)card->place.nodes;
	uint32_t right = n / 2, left = n - 1 - right;

	card->write(card, RN_NODE_PLACE, (n - 1) << RN_NODE_PLACE_LAST_LSB | i);
	card->write(card, RN_NODE_WAYS,
		    (i + right) % n << RN_NODE_WAYS_BCAST_X_LSB |
			    (i + n - left) % n << RN_NODE_WAYS_BCAST_Y_LSB |
			    RN_NODE_WAYS_EN_X_MASK | (left ? RN_NODE_WAYS_EN_Y_MASK : 0) |
			    (i == n - 1 ? RN_NODE_WAYS_DATELINE_X_MASK : 0) |
			    (i == 0 ? RN_NODE_WAYS_DATELINE_Y_MASK : 0));
	for (uint32_t port = 0; port < 2; port++)
		r_until(card->read(card, RN_NODE_LINK + port * RN_NODE_LINK_STEP) &
			RN_NODE_LINK_UP_MASK);
}

static void open_queues(void)
{
	for (uint32_t i = 0; i < CQS; i++) {
		struct cq *c = &me->cq[i];

		c->lg = 5 + i % 4;
		c->ring = (void *)q_alloc((uint64_t)RDMA_DONE_BYTES << c->lg);
		q_attr[0] = q_bus(c->ring);
		q_attr[1] = c->lg;
		q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_CQ, i), OK);
	}
	for (uint32_t i = 0; can.receives && i < SRQS; i++) {
		struct srq *s = &me->srq[i];

		s->ring = (void *)q_alloc((uint64_t)RDMA_RECEIVE_BYTES << SRQ_LG);
		q_attr[0] = q_bus(s->ring);
		q_attr[1] = SRQ_LG | q_put(Q_PD, SRQ_ATTR_SIZE_PD);
		q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_SRQ, i), OK);
		for (uint32_t k = 0; k < 1 << SRQ_LG; k++) {
			s->slot[k].at = q_alloc(SLOT_B);
			post_shared(i, k);
		}
	}
}

static void open_regions(void)
{
	me->pool = q_alloc(POOL_B);
	memcpy(me->pool, shared->pool, POOL_B);
	me->counter = (uint64_t *)(void *)q_alloc(8);
	q_mr(MR_ALL, r_card->arena, r_card->arena_bytes, SHAPE(WRITE) | SHAPE(BIND));
	q_mr(MR_CONST, r_card->arena, r_card->arena_bytes, 0);
	q_attr[0] = COUNTER_AT;
	q_attr[1] = 8;
	q_attr[2] = q_bus(me->counter);
	q_attr[3] = Q_RIGHTS | q_put(Q_PD, MR_ATTR_SHAPE_PD) | Q_KEY;
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, MR_COUNTER), OK);
	q_attr[0] = 0;
	q_attr[1] = UINT64_MAX;
	q_attr[2] = r_card->arena_bus;
	q_attr[3] = Q_RIGHTS | q_put(Q_PD + 1, MR_ATTR_SHAPE_PD) | Q_KEY;
	q_is(q_command(RDMA_COMMAND_OP_OPEN, RDMA_OBJECT_MR, MR_OTHER), OK);
}

/* Page and number of the other side: half of those on the own page are connected with themselves.
 */
static void choose_peer(struct local *l)
{
	uint32_t q = l->q.number, other = q;

	l->page = me->index;
	l->peer_page = me->index ^ (q % page_n);
	if (q % page_n == 0 && q / page_n & 2)
		other = q ^ page_n;
	l->side = &sides[me->index * qps + q];
	l->peer = &sides[l->peer_page * qps + other];
}

static void make_pair(struct local *l, uint32_t q)
{
	uint32_t n;

	l->q.number = q;
	l->q.lg = SQ_LG;
	n = rq_n(l);
	l->q.send = (void *)q_alloc(64u << SQ_LG);
	l->q.recv = (void *)q_alloc(64u << SQ_LG);
	l->slot = calloc(n, sizeof(*l->slot));
	for (uint32_t i = 0; i < n; i++)
		l->slot[i].at = q_alloc(slot_b(q));
	l->rng = seed + q * 77 + me->index * 4099 + 1;
	if (is_ud(l)) {
		l->page = me->index;
		l->heads = q_alloc(ROOM * sizeof(struct head));
		return;
	}
	choose_peer(l);
	l->lands = q_alloc((uint64_t)ROOM * slot_b(q));
	l->area = q_alloc(area_b(q));
	if (q % 8 == 3)
		l->list = (void *)q_alloc((area_b(q) / 4096 + 2) * 8);
}

static void start_datagrams(struct local *l)
{
	l->q.rights = 7;
	must_modify(l, RDMA_QP_STATE_INIT);
	must_modify(l, RDMA_QP_STATE_RTR);
	must_modify(l, RDMA_QP_STATE_RTS);
	post_receives(l, rq_n(l));
}

static uint32_t pairs(void)
{
	return qps + UDS;
}

/* Kinds of requests, and which card this is. */
static void learn(uint32_t caps)
{
	can.model = !r_server;
	r_check((caps & 15) == 15 && !(caps & RDMA_RDMA_CAPS_ONCE_MASK) == !can.model,
		"RDMA.CAPS %x", caps);
	used = asked ? asked : (1u << KINDS) - 1;
	can.receives = uses("send") || uses("write_imm") || uses("send_invalidate");
}

static void set_up(uint32_t i)
{
	me = NULL;
	pages[i].index = i;
	pages[i].card = i == (uint32_t)r_procs_i ? r_card : r_open((int)i);
	become(i);
	me->rng = seed * 1000 + i + 1;
	set_place();
	r_up();
	learn(q_on(qps + UDS, CQS, SRQS, MR_AREA + 2 * qps));
	me->attr = q_attr;
	open_regions();
	open_queues();
	me->local = calloc(qps + UDS, sizeof(*me->local));
	for (uint32_t q = 0; q < pairs(); q++) {
		make_pair(&me->local[q], q);
		open_pair(&me->local[q]);
	}
	for (uint32_t q = 0; q < pairs(); q++)
		if (q < qps)
			begin(&me->local[q]);
		else
			start_datagrams(&me->local[q]);
}

/* ---- Datagrams ---- */

static void send_datagram(struct local *l, uint32_t page, uint32_t ud)
{
	char *data = l->heads + l->posted % ROOM * sizeof(struct head);
	struct head *h = (struct head *)(void *)data;
	int wrong = any(l, 16) == 0; /* of another Q_Key: it must not come */
	struct op *o;
	uint64_t *w = begin_op(l, OP(SEND), &o), *next;

	o->len = (uint32_t)sizeof(*h) + any(l, DATAGRAM_B - (uint32_t)sizeof(*h) + 1);
	*h = (struct head){wrong ? 0 : l->ud_seq[page][ud]++, l->page * UDS + l->q.number - qps,
			   any(l, POOL_B - DATAGRAM_B), o->len};
	add(&shared->sent[page], !wrong);
	next = q_place(&l->q);
	w[0] |= RDMA_WORK_CTL_LIST_MASK | q_put(2, WORK_CTL_COUNT);
	next[0] = q_bus(data);
	next[1] = q_put(sizeof(*h), ENTRY_WHERE_LENGTH) | q_stag(MR_ALL);
	next[2] = q_bus(me->pool + h->at);
	next[3] = q_put(o->len - sizeof(*h), ENTRY_WHERE_LENGTH) | q_stag(MR_ALL);
	w[RDMA_WORK_TARGET / 8] =
		(wrong ? QKEY + 1 : QKEY) | q_put(page / (uint32_t)r_users, WORK_TARGET_NODE) |
		q_put(page % (uint32_t)r_users, WORK_TARGET_PAGE) | q_put(qps + ud, WORK_TARGET_QP);
	l->posted++;
	count(N_POSTED);
	count(N_DATAGRAMS);
	q_go(&l->q);
}

static uint64_t datagrams(struct local *l, int finishing)
{
	if (any_of(&me->rng, 4))
		post_receives(l, 1 + any_of(&me->rng, 4));
	if (finishing || !has_room(l))
		return 0;
	send_datagram(l, any(l, page_n), any(l, UDS));
	return 1;
}

/* ---- The run ---- */

static void serve(int finishing)
{
	if (can.model)
		r_read(RDMA_RDMA_RESULT); /* the model carries out requests in accesses */
	for (uint32_t i = 0; i < (finishing ? CQS : 3); i++)
		poll(finishing ? i : any_of(&me->rng, CQS), 1 + any_of(&me->rng, 32));
	for (uint32_t i = 0; can.receives && i < SRQS; i++) {
		post_late(i, finishing ? 1 << SRQ_LG : any_of(&me->rng, 4));
		if (!me->srq[i].limited && any_of(&me->rng, 500) == 0)
			limit(i, 1 + any_of(&me->rng, 1 << SRQ_LG));
	}
	if (any_of(&me->rng, 8) == 0)
		events();
}

/* A few visits; the requests that they posted. */
static uint64_t turn(uint32_t page)
{
	uint64_t did = 0;

	become(page);
	for (uint32_t i = 0; i < 4; i++)
		did += visit(&me->local[any_of(&me->rng, qps)], 0);
	if (any_of(&me->rng, 16) == 0)
		did += datagrams(&me->local[qps + any_of(&me->rng, UDS)], 0);
	serve(0);
	return did;
}

/* Visits all; whether nothing is under way. */
static int sweep(uint32_t page)
{
	int quiet = 1;

	become(page);
	for (uint32_t q = 0; q < qps; q++) {
		visit(&me->local[q], 1);
		quiet &= is_quiet(&me->local[q]);
		if (q % 16 == 0)
			serve(1);
	}
	for (uint32_t q = qps; q < pairs(); q++) {
		finish(&me->local[q]);
		quiet &= me->local[q].ended == me->local[q].posted;
	}
	serve(1);
	return quiet;
}

/* Each page posts its part, then ends its requests, and serves the others until all have. */
static void run(void)
{
	uint64_t left[PAGES_MAX];
	uint32_t quiet = 0;

	for (uint32_t p = (uint32_t)r_procs_i; p < page_n; p += processes)
		left[p] = requests / page_n + 1;
	for (uint32_t spins = 1; quiet < page_n; spins++) {
		int all = load(&shared->finishing) == page_n;

		for (uint32_t p = (uint32_t)r_procs_i; p < page_n; p += processes) {
			uint64_t did = left[p] ? turn(p) : 0;

			if (!left[p] && sweep(p) && all)
				store(&shared->quiet[p], 1);
			if (left[p] && left[p] <= did)
				__atomic_fetch_add(&shared->finishing, 1, __ATOMIC_ACQ_REL);
			left[p] -= rd_min(left[p], did);
		}
		quiet = 0;
		for (uint32_t p = 0; p < page_n; p++)
			quiet += load(&shared->quiet[p]);
		r_idle(spins);
	}
}

/* ---- The end ---- */

static void compare_areas(void)
{
	for (uint32_t q = 0; q < qps; q++) {
		struct local *l = &me->local[q];

		l_check(l, l->peer->tail == l->peer->messages_ok, "%u messages of %u have come",
			l->peer->tail, l->peer->messages_ok);
		l_check(l, !memcmp(l->area, shadow_of(l->page, q), area_b(q)), "the area");
		free(l->slot);
	}
}

static void compare_page(uint32_t p)
{
	uint64_t sure = shared->added[p], most = sure + shared->maybe[p], lost;

	become(p);
	for (int i = 0; i < 4; i++)
		serve(1);
	compare_areas();
	r_check(*me->counter >= sure && *me->counter <= most,
		"counter %llu, should be %llu to %llu", (unsigned long long)*me->counter,
		(unsigned long long)sure, (unsigned long long)most);
	for (uint32_t q = qps; q < pairs(); q++)
		free(me->local[q].slot);
	lost = r_read(RDMA_RDMA_DROPPED);
	r_check(lost == RDMA_RDMA_DROPPED_N_MASK || shared->sent[p] == shared->got[p] + lost,
		"datagrams: %llu sent, %llu received, %llu dropped",
		(unsigned long long)shared->sent[p], (unsigned long long)shared->got[p],
		(unsigned long long)lost);
	r_check(!(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_REFUSED_MASK), "event REFUSED");
	free(me->local);
}

static void soak(void)
{
	r_procs_i = r_i;
	scratch = malloc(wide_b);
	expected = malloc(wide_b);
	for (uint32_t p = (uint32_t)r_procs_i; p < page_n; p += processes)
		set_up(p);
	r_fence();
	run();
	r_fence();
	for (uint32_t p = (uint32_t)r_procs_i; p < page_n; p += processes)
		compare_page(p);
	r_fence();
	for (uint32_t p = (uint32_t)r_procs_i + processes; p < page_n; p += processes)
		pages[p].card->close(pages[p].card);
	r_card = pages[r_procs_i].card;
	free(scratch);
	free(expected);
}

/* ---- Arguments ---- */

static const char *value_of(const char *arg, const char *name)
{
	size_t n = strlen(name);

	return !strncmp(arg, name, n) && arg[n] == '=' ? arg + n + 1 : NULL;
}

static void add_kinds(const char *list)
{
	for (; *list; list += strcspn(list, ","), list += *list == ',')
		for (uint32_t i = 0; i < KINDS; i++)
			if (strlen(kinds[i].name) == strcspn(list, ",") &&
			    !strncmp(list, kinds[i].name, strlen(kinds[i].name)))
				asked |= 1u << i;
}

static void use_rtl(void)
{
	static char path[4096];
	const char *src = getenv("SRC");

	snprintf(path, sizeof(path), "%s/hw/build/ring/rondo_ring_w64_rdma", src ? src : ".");
	r_device = &rd_card_rtl;
	r_server = path;
	wide_b = 3 << 10;
	page_n = 2;
	qps = 16;
	requests = 400;
}

static void set(const char *arg)
{
	static const struct {
		const char *name;
		uint32_t *to;
	} numbers[] = {
		{"qps", &qps}, {"nodes", &page_n}, {"procs", &procs}, {"seconds", &r_seconds}};
	const char *value;

	for (uint32_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		if ((value = value_of(arg, numbers[i].name)))
			*numbers[i].to = (uint32_t)strtoul(value, NULL, 0);
	if ((value = value_of(arg, "requests")))
		requests = strtoull(value, NULL, 0);
	else if ((value = value_of(arg, "seed")))
		seed = strtoull(value, NULL, 0);
	else if ((value = value_of(arg, "kinds")))
		add_kinds(value);
	else if ((value = value_of(arg, "device")) && !strcmp(value, "rtl"))
		use_rtl();
	else if ((value = value_of(arg, "server")))
		r_server = value;
}

/* ---- Memory ---- */

static void *share(uint64_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		skip_all("there is too little memory");
	return p;
}

/* Bytes of an arena, with some to spare. */
static uint64_t arena_bytes(void)
{
	uint64_t slots = (1u << RQ_LG) + ROOM;
	uint64_t small = 2 * (64u << SQ_LG) + RDMA_QP_BYTES + 2 * RDMA_MR_BYTES + AREA_B +
			 slots * (SLOT_B + 64) + 256;
	uint64_t wide = small + wide_b + slots * wide_b;

	return (spread(qps, small, wide) + (8u << 20)) & ~((1ull << 20) - 1);
}

static void make_books(void)
{
	uint64_t state = seed * 2 + 1;

	shared = share(sizeof(*shared));
	sides = share((uint64_t)page_n * qps * sizeof(*sides));
	shadows = share(page_n * spread(qps, AREA_B, wide_b));
	for (uint32_t i = 0; i < POOL_B; i += 8) {
		uint64_t word = r_random(&state);

		memcpy(shared->pool + i, &word, 8);
	}
	r_arena_b = (uint32_t)arena_bytes();
}

static void report(double seconds)
{
	static const char *const ops[] = {"NOP",       "SEND",         "WRITE",           "READ",
					  "FETCH_ADD", "COMPARE_SWAP", "SEND_INVALIDATE", "BIND",
					  "INVALIDATE"};
	const uint64_t *n = shared->n;
	uint64_t got = 0;

	diag("%.1f s, %llu requests: %llu ended well, %llu failed, %llu flushed, %llu lost by a "
	     "reset",
	     seconds, (unsigned long long)n[N_POSTED], (unsigned long long)n[N_OK],
	     (unsigned long long)n[N_FAILED], (unsigned long long)n[N_FLUSHED],
	     (unsigned long long)n[N_LOST]);
	for (uint32_t p = 0; p < page_n; p++)
		got += shared->got[p];
	diag("%llu messages received, %llu of %llu datagrams, %llu generations, %llu events, "
	     "%llu bytes compared",
	     (unsigned long long)n[N_RECEIVED], (unsigned long long)got,
	     (unsigned long long)n[N_DATAGRAMS], (unsigned long long)n[N_GENERATIONS],
	     (unsigned long long)n[N_EVENTS], (unsigned long long)n[N_BYTES]);
	for (uint32_t i = 0; i < sizeof(ops) / sizeof(*ops); i++)
		diag("%s: %llu", ops[i], (unsigned long long)n[N_OPS + i]);
	for (uint32_t i = 1; i < 16; i++)
		if (n[N_STATUS + i])
			diag("status %u: %llu", i, (unsigned long long)n[N_STATUS + i]);
}

int main(int argc, char **argv)
{
	uint64_t since = rd_clock_ns();

	for (int i = 1; i < argc; i++)
		set(argv[i]);
	processes = procs && procs < page_n ? procs : page_n;
	if (page_n < 2 || page_n > PAGES_MAX || page_n & (page_n - 1) || qps % (4 * page_n)) {
		fprintf(stderr, "qp_soak: nodes should be 2, 4, 8 or 16, qps a multiple of 4 of "
				"them\n");
		return 2;
	}
	if (r_server && access(r_server, X_OK))
		skip_all("the simulated ring with RDMA units was not built (make -C hw ring-rdma)");
	diag("seed %llu, %llu requests, %u queue pairs on each of %u cards, %u processes",
	     (unsigned long long)seed, (unsigned long long)requests, qps, page_n, processes);
	make_books();
	r_procs = (int)processes;
	r_run("queue pairs at random", (int)page_n, 1, soak);
	report((double)(rd_clock_ns() - since) / 1e9);
	ok(shared->n[N_OK] + shared->n[N_FAILED] + shared->n[N_FLUSHED] + shared->n[N_LOST] ==
		   shared->n[N_POSTED],
	   "each request has ended once");
	return done();
}
