/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Random messages between all ranks in all the ways there are, checked by content and
 * order.  Sizes go from nothing to 8 MiB; both sides choose their own derived datatypes; sends are
 * of every mode, blocking, non-blocking and persistent; receives are posted before or after the
 * messages, exactly or with wildcards, found by all kinds of probes, and completed by all kinds of
 * waits and tests.  Proves MPI-4.0 sections 3.2 to 3.11: data transfer, matching, the
 * non-overtaking rule, and that progress needs no further help.
 *
 * All ranks draw the same schedule of a round from the same random numbers, so a receiver knows the
 * messages to expect.  Receives on one communicator at one rank are all of one pattern in a round,
 * so that the messages fall into classes (see struct incoming): in a class, receives match in the
 * order they were posted, and the messages of one source in the order they were sent.
 *
 *     random_p2p [-s SEED] [-r ROUNDS | -t SECONDS] [-m LARGEST MESSAGE IN BYTES]
 *
 * With -t it also watches the memory that each rank has allocated: in the second half of the time,
 * from the first minute on, it must not grow.
 */
#include "t/jobs/job.h"
#include "t/jobs/layout.h"

#include <malloc.h>
#include <sched.h>
#include <time.h>

enum {
	COMMS = 4,
	TAGS = 5,
	MESSAGES_MAX = 512,
	LAYOUT_MAX = 48,
	BUFFERED_MAX = 64 << 10, /* bytes of a buffered message */
	ROUND_BYTES = 24 << 20,  /* of all messages of a round, but for one */
	SPAN_MAX = 64 << 20,     /* of a buffer, unless the message is longer, without gaps */
	GUARD = 64,              /* bytes behind each receive buffer that must stay */
	FILLER = 0xee,
};

enum mode {
	SEND,
	SSEND,
	RSEND,
	BSEND,
	ISEND,
	ISSEND,
	IRSEND,
	IBSEND,
	SEND_INIT,
	SSEND_INIT,
	RSEND_INIT,
	BSEND_INIT,
	MODES,
};

enum method {
	IRECV,
	RECV_INIT,
	RECV,
	PROBE,
	IPROBE,
	MPROBE,
	IMPROBE,
	MPROBE_IMRECV,
	METHODS,
};

enum wildcard { EXACT, ANY_SOURCE, ANY_TAG, ANY, WILDCARDS };

struct comm {
	MPI_Comm comm;
	MPI_Datatype base;
	size_t unit;  /* bytes of base */
	int color;    /* of this rank: which of several disjoint communicators it is in */
	int *colors;  /* [job.ranks] */
	int *rank_of; /* [job.ranks] rank in its communicator of each world rank */
};

struct message {
	int src, dst; /* in MPI_COMM_WORLD */
	int comm, tag, mode;
	int per, count; /* elements of the sender's layout, number of layouts */
	uint64_t seed;  /* of the content */
	int taken;
};

/* How receives at a rank on a communicator are done in this round. */
struct pattern {
	int early; /* posted before the messages are sent */
	enum wildcard wildcard;
};

struct outgoing {
	const struct message *message;
	struct layout layout;
	unsigned char *buffer;
	MPI_Request request;
};

/* A receive.  Its class: those of the same communicator, source and tag as given to MPI. */
struct incoming {
	int comm, source, tag; /* source in the communicator */
	enum method method;
	struct layout layout;
	int count;    /* layouts the buffer has room for */
	size_t bytes; /* of the buffer, guard included */
	unsigned char *buffer;
	MPI_Request request;
	MPI_Status status;
	int done;
};

struct round {
	uint64_t seed, own; /* random numbers common to all, and of this rank */
	int messages, outgoing, incoming;
	struct message message[MESSAGES_MAX];
	struct pattern pattern[COMMS][1024];
	struct outgoing out[MESSAGES_MAX];
	struct incoming in[MESSAGES_MAX];
	int synchronised; /* receives are known to be posted: ready mode is allowed */
};

static struct comm comms[COMMS];
static struct round now;
static size_t largest = 8 << 20; /* bytes of a message */
static uint64_t base_seed;
static long round_number;

/* -- communicators -------------------------------------------------------------------------- */

static void describe_comm(struct comm *c, int color, MPI_Datatype base, size_t unit)
{
	int rank;

	c->base = base;
	c->unit = unit;
	c->color = color;
	c->colors = must_alloc((size_t)job.ranks * sizeof(int));
	c->rank_of = must_alloc((size_t)job.ranks * sizeof(int));
	MPI_Comm_rank(c->comm, &rank);
	MPI_Allgather(&color, 1, MPI_INT, c->colors, 1, MPI_INT, MPI_COMM_WORLD);
	MPI_Allgather(&rank, 1, MPI_INT, c->rank_of, 1, MPI_INT, MPI_COMM_WORLD);
}

static void open_comms(void)
{
	int third = job.rank % 3 == 0;

	MPI_Comm_dup(MPI_COMM_WORLD, &comms[0].comm);
	describe_comm(&comms[0], 0, MPI_BYTE, 1);
	MPI_Comm_dup(comms[0].comm, &comms[1].comm);
	describe_comm(&comms[1], 0, MPI_INT, sizeof(int));
	MPI_Comm_split(MPI_COMM_WORLD, 0, -job.rank, &comms[2].comm);
	describe_comm(&comms[2], 0, MPI_DOUBLE, sizeof(double));
	MPI_Comm_split(comms[1].comm, third, job.rank, &comms[3].comm);
	describe_comm(&comms[3], third, MPI_SHORT, sizeof(short));
}

static void close_comms(void)
{
	for (int n = 0; n < COMMS; n++) {
		MPI_Comm_free(&comms[n].comm);
		free(comms[n].colors);
		free(comms[n].rank_of);
	}
}

static int world_rank_of(const struct comm *c, int rank)
{
	for (int world = 0; world < job.ranks; world++)
		if (c->colors[world] == c->color && c->rank_of[world] == rank)
			return world;
	return -1;
}

/* -- the schedule, the same on all ranks ---------------------------------------------------- */

/* Heavy on small sizes, of all magnitudes up to the largest. */
static size_t some_size(uint64_t *random)
{
	static const size_t limit[] = {1, 64, 64, 64, 600, 5000, 5000, 70000, 70000, 300000};
	size_t top = random_below(random, 60) == 0
			     ? largest
			     : limit[random_below(random, sizeof limit / sizeof limit[0])];

	if (top > largest)
		top = largest;
	return (size_t)random_next(random) % (top + 1);
}

static int needs_early(int mode)
{
	return mode == SEND || mode == SSEND;
}

static int is_ready(int mode)
{
	return mode == RSEND || mode == IRSEND || mode == RSEND_INIT;
}

static int is_buffered(int mode)
{
	return mode == BSEND || mode == IBSEND || mode == BSEND_INIT;
}

static size_t bytes_of(const struct message *m)
{
	return (size_t)m->per * (size_t)m->count * comms[m->comm].unit;
}

/* A mode in which this message may be sent without waiting for a receive that comes later. */
static int some_mode(const struct message *m, uint64_t *random)
{
	int early = now.pattern[m->comm][m->dst].early, mode;

	do
		mode = random_below(random, MODES);
	while ((needs_early(mode) && !early) || (is_ready(mode) && !(early && now.synchronised)) ||
	       (is_buffered(mode) && bytes_of(m) > BUFFERED_MAX));
	return mode;
}

static void draw_message(struct message *m, uint64_t *random)
{
	size_t bytes = some_size(random);

	*m = (struct message){.comm = random_below(random, COMMS)};
	m->src = random_below(random, job.ranks);
	do
		m->dst = random_below(random, job.ranks);
	while (comms[m->comm].colors[m->dst] != comms[m->comm].colors[m->src]);
	m->tag = random_below(random, TAGS) * 6553;
	m->per = random_between(random, 1, LAYOUT_MAX);
	m->count = (int)(bytes / comms[m->comm].unit / (size_t)m->per);
	m->seed = random_next(random);
	m->mode = some_mode(m, random);
}

static void draw_round(void)
{
	uint64_t *random = &now.seed;
	size_t bytes = 0;
	int wanted = random_between(random, 1, 12 * job.ranks);

	now.messages = 0;
	now.synchronised = random_below(random, 2);
	for (int c = 0; c < COMMS; c++)
		for (int rank = 0; rank < job.ranks; rank++) {
			struct pattern *p = &now.pattern[c][rank];

			p->early = random_below(random, 2);
			p->wildcard = (enum wildcard)random_below(random, WILDCARDS);
		}
	while (now.messages < wanted && now.messages < MESSAGES_MAX && bytes < ROUND_BYTES) {
		draw_message(&now.message[now.messages], random);
		bytes += bytes_of(&now.message[now.messages++]);
	}
}

/* -- sending -------------------------------------------------------------------------------- */

static void start_persistent(struct outgoing *o, int dst, MPI_Comm comm)
{
	const struct message *m = o->message;
	int count = m->count, tag = m->tag;

	switch (m->mode) {
	case SEND_INIT:
		MPI_Send_init(o->buffer, count, o->layout.type, dst, tag, comm, &o->request);
		break;
	case SSEND_INIT:
		MPI_Ssend_init(o->buffer, count, o->layout.type, dst, tag, comm, &o->request);
		break;
	case RSEND_INIT:
		MPI_Rsend_init(o->buffer, count, o->layout.type, dst, tag, comm, &o->request);
		break;
	default:
		MPI_Bsend_init(o->buffer, count, o->layout.type, dst, tag, comm, &o->request);
	}
	MPI_Start(&o->request);
}

static void send_blocking(struct outgoing *o, int dst, MPI_Comm comm)
{
	const struct message *m = o->message;

	switch (m->mode) {
	case SEND:
		MPI_Send(o->buffer, m->count, o->layout.type, dst, m->tag, comm);
		break;
	case SSEND:
		MPI_Ssend(o->buffer, m->count, o->layout.type, dst, m->tag, comm);
		break;
	case RSEND:
		MPI_Rsend(o->buffer, m->count, o->layout.type, dst, m->tag, comm);
		break;
	default:
		MPI_Bsend(o->buffer, m->count, o->layout.type, dst, m->tag, comm);
	}
}

static void send_nonblocking(struct outgoing *o, int dst, MPI_Comm comm)
{
	const struct message *m = o->message;
	int count = m->count, tag = m->tag;

	switch (m->mode) {
	case ISEND:
		MPI_Isend(o->buffer, count, o->layout.type, dst, tag, comm, &o->request);
		break;
	case ISSEND:
		MPI_Issend(o->buffer, count, o->layout.type, dst, tag, comm, &o->request);
		break;
	case IRSEND:
		MPI_Irsend(o->buffer, count, o->layout.type, dst, tag, comm, &o->request);
		break;
	default:
		MPI_Ibsend(o->buffer, count, o->layout.type, dst, tag, comm, &o->request);
	}
}

/* Of `per` elements, for `count` in a row: a sparse one of a long message would fill the machine's
 * memory. */
static void some_layout(struct layout *l, const struct comm *c, int per, int count, int depth,
			uint64_t *random)
{
	layout_random(l, c->base, c->unit, per, depth, random);
	if (layout_span(l, count) <= SPAN_MAX)
		return;
	layout_free(l);
	layout_row(l, c->base, c->unit, per);
}

static void send_message(struct outgoing *o, const struct message *m)
{
	const struct comm *c = &comms[m->comm];
	uint64_t random = m->seed;
	int dst = c->rank_of[m->dst];

	o->message = m;
	o->request = MPI_REQUEST_NULL;
	some_layout(&o->layout, c, m->per, m->count, random_between(&random, 1, 2), &random);
	o->buffer = must_alloc(layout_span(&o->layout, m->count));
	layout_fill(&o->layout, o->buffer, (size_t)m->per * (size_t)m->count, m->seed);
	if (m->mode <= BSEND)
		send_blocking(o, dst, c->comm);
	else if (m->mode <= IBSEND)
		send_nonblocking(o, dst, c->comm);
	else
		start_persistent(o, dst, c->comm);
}

static void send_all(void)
{
	now.outgoing = 0;
	for (int n = 0; n < now.messages; n++)
		if (now.message[n].src == job.rank)
			send_message(&now.out[now.outgoing++], &now.message[n]);
}

/* -- receiving ------------------------------------------------------------------------------ */

static int in_class(const struct incoming *r, const struct message *m)
{
	return m->dst == job.rank && m->comm == r->comm &&
	       (r->source == MPI_ANY_SOURCE || comms[m->comm].rank_of[m->src] == r->source) &&
	       (r->tag == MPI_ANY_TAG || m->tag == r->tag);
}

/* Elements of the longest message that this receive might get. */
static size_t room_needed(const struct incoming *r)
{
	size_t room = 0;

	for (int n = 0; n < now.messages; n++) {
		const struct message *m = &now.message[n];
		size_t elements = (size_t)m->per * (size_t)m->count;

		if (in_class(r, m) && elements > room)
			room = elements;
	}
	return room;
}

static void prepare_receive(struct incoming *r, const struct message *m)
{
	const struct pattern *p = &now.pattern[m->comm][job.rank];
	const struct comm *c = &comms[m->comm];
	int per = random_between(&now.own, 1, LAYOUT_MAX);

	*r = (struct incoming){.comm = m->comm, .source = c->rank_of[m->src], .tag = m->tag};
	r->request = MPI_REQUEST_NULL;
	if (p->wildcard == ANY_SOURCE || p->wildcard == ANY)
		r->source = MPI_ANY_SOURCE;
	if (p->wildcard == ANY_TAG || p->wildcard == ANY)
		r->tag = MPI_ANY_TAG;
	r->method = (enum method)random_below(&now.own, p->early ? RECV : METHODS);
	r->count = (int)((room_needed(r) + (size_t)per - 1) / (size_t)per);
	some_layout(&r->layout, c, per, r->count, random_between(&now.own, 1, 2), &now.own);
	r->bytes = layout_span(&r->layout, r->count) + GUARD;
	r->buffer = must_alloc(r->bytes);
	memset(r->buffer, FILLER, r->bytes);
}

/* One receive for each message to this rank, in an order of their own. */
static void prepare_receives(void)
{
	int own[MESSAGES_MAX], order[MESSAGES_MAX];

	now.incoming = 0;
	for (int n = 0; n < now.messages; n++)
		if (now.message[n].dst == job.rank)
			own[now.incoming++] = n;
	random_order(&now.own, order, now.incoming);
	for (int n = 0; n < now.incoming; n++)
		prepare_receive(&now.in[n], &now.message[own[order[n]]]);
}

/* After a probe: receives exactly the message that it found. */
static void receive_probed(struct incoming *r, MPI_Comm comm)
{
	MPI_Status found;
	int flag = 0;

	if (r->method == PROBE)
		MPI_Probe(r->source, r->tag, comm, &found);
	while (r->method == IPROBE && !flag) {
		MPI_Iprobe(r->source, r->tag, comm, &flag, &found);
		sched_yield();
	}
	MPI_Recv(r->buffer, r->count, r->layout.type, found.MPI_SOURCE, found.MPI_TAG, comm,
		 &r->status);
	check(r->status.MPI_SOURCE == found.MPI_SOURCE && r->status.MPI_TAG == found.MPI_TAG,
	      "probed a message of %d with tag %d, received one of %d with tag %d",
	      found.MPI_SOURCE, found.MPI_TAG, r->status.MPI_SOURCE, r->status.MPI_TAG);
	r->done = 1;
}

static void receive_matched(struct incoming *r, MPI_Comm comm)
{
	MPI_Message message = MPI_MESSAGE_NULL;
	MPI_Status found;
	int flag = 0;

	if (r->method != IMPROBE)
		MPI_Mprobe(r->source, r->tag, comm, &message, &found);
	while (r->method == IMPROBE && !flag) {
		MPI_Improbe(r->source, r->tag, comm, &flag, &message, &found);
		sched_yield();
	}
	if (r->method == MPROBE_IMRECV) {
		MPI_Imrecv(r->buffer, r->count, r->layout.type, &message, &r->request);
	} else {
		MPI_Mrecv(r->buffer, r->count, r->layout.type, &message, &r->status);
		r->done = 1;
	}
	check(message == MPI_MESSAGE_NULL, "the message handle stays after its receive");
}

static void receive(struct incoming *r)
{
	MPI_Comm comm = comms[r->comm].comm;

	switch (r->method) {
	case IRECV:
		MPI_Irecv(r->buffer, r->count, r->layout.type, r->source, r->tag, comm,
			  &r->request);
		break;
	case RECV_INIT:
		MPI_Recv_init(r->buffer, r->count, r->layout.type, r->source, r->tag, comm,
			      &r->request);
		MPI_Start(&r->request);
		break;
	case RECV:
		MPI_Recv(r->buffer, r->count, r->layout.type, r->source, r->tag, comm, &r->status);
		r->done = 1;
		break;
	case PROBE:
	case IPROBE:
		receive_probed(r, comm);
		break;
	default:
		receive_matched(r, comm);
	}
}

static void receive_all(int early)
{
	for (int n = 0; n < now.incoming; n++)
		if (now.pattern[now.in[n].comm][job.rank].early == early)
			receive(&now.in[n]);
}

/* -- completing ----------------------------------------------------------------------------- */

/* Requests of this round that are not complete, and whose they are. */
struct pending {
	int count;
	MPI_Request request[2 * MESSAGES_MAX];
	MPI_Status status[2 * MESSAGES_MAX];
	struct incoming *in[2 * MESSAGES_MAX]; /* NULL: a send */
	MPI_Request *home[2 * MESSAGES_MAX];
};

static void collect(struct pending *p)
{
	p->count = 0;
	for (int n = 0; n < now.incoming; n++)
		if (!now.in[n].done) {
			p->in[p->count] = &now.in[n];
			p->home[p->count++] = &now.in[n].request;
		}
	for (int n = 0; n < now.outgoing; n++) {
		p->in[p->count] = NULL;
		p->home[p->count++] = &now.out[n].request;
	}
	for (int n = 0; n < p->count; n++)
		p->request[n] = *p->home[n];
}

static void finished(struct pending *p, int n, const MPI_Status *status)
{
	if (p->in[n]) {
		check(!p->in[n]->done, "request %d completed twice", n);
		p->in[n]->status = *status;
		p->in[n]->done = 1;
	}
}

static void complete_any(struct pending *p, int waiting)
{
	int n = 0, flag = 1;
	MPI_Status status;

	while (n != MPI_UNDEFINED) {
		if (waiting)
			MPI_Waitany(p->count, p->request, &n, &status);
		else
			MPI_Testany(p->count, p->request, &n, &flag, &status);
		if (!flag)
			n = sched_yield();
		else if (n != MPI_UNDEFINED)
			finished(p, n, &status);
	}
}

static void complete_some(struct pending *p, int waiting)
{
	int index[2 * MESSAGES_MAX], done = 0;

	while (done != MPI_UNDEFINED) {
		if (waiting) {
			MPI_Waitsome(p->count, p->request, &done, index, p->status);
			check(done != 0, "MPI_Waitsome returns with nothing done");
		} else {
			MPI_Testsome(p->count, p->request, &done, index, p->status);
			sched_yield();
		}
		for (int n = 0; n < done; n++)
			finished(p, index[n], &p->status[n]);
	}
}

static void complete_all(struct pending *p, int waiting)
{
	int flag = 0;

	if (waiting)
		MPI_Waitall(p->count, p->request, p->status);
	while (!waiting && !flag) {
		MPI_Testall(p->count, p->request, &flag, p->status);
		sched_yield();
	}
	for (int n = 0; n < p->count; n++)
		finished(p, n, &p->status[n]);
}

static void complete_each(struct pending *p, int waiting)
{
	for (int n = 0; n < p->count; n++) {
		MPI_Status status;
		int flag = 0;

		if (waiting)
			MPI_Wait(&p->request[n], &status);
		while (!waiting && !flag) {
			MPI_Test(&p->request[n], &flag, &status);
			sched_yield();
		}
		finished(p, n, &status);
	}
}

static void complete(void)
{
	static struct pending p;
	static void (*const ways[])(struct pending *, int) = {
		complete_any,
		complete_some,
		complete_all,
		complete_each,
	};

	collect(&p);
	ways[random_below(&now.own, 4)](&p, random_below(&now.own, 2));
	for (int n = 0; n < p.count; n++) {
		*p.home[n] = p.request[n];
		if (p.request[n] != MPI_REQUEST_NULL) /* an inactive persistent one */
			MPI_Request_free(p.home[n]);
	}
	for (int n = 0; n < now.incoming; n++)
		check(now.in[n].done, "receive %d never completed", n);
}

/* -- checking ------------------------------------------------------------------------------- */

/* The message that this receive must have got: the first of its source that is not taken. */
static struct message *due_message(const struct incoming *r)
{
	int src = world_rank_of(&comms[r->comm], r->status.MPI_SOURCE);

	for (int n = 0; n < now.messages; n++) {
		struct message *m = &now.message[n];

		if (!m->taken && m->src == src && in_class(r, m))
			return m;
	}
	return NULL;
}

static void check_counts(struct incoming *r, int elements)
{
	int count, basic, whole = elements / r->layout.elements;

	MPI_Get_count(&r->status, r->layout.type, &count);
	MPI_Get_elements(&r->status, r->layout.type, &basic);
	check(basic == elements, "%d elements received, must be %d", basic, elements);
	check(count == (whole * r->layout.elements == elements ? whole : MPI_UNDEFINED),
	      "count %d for %d elements of a type of %d", count, elements, r->layout.elements);
}

static void check_content(const struct incoming *r, size_t elements, uint64_t seed)
{
	unsigned char *expected = must_alloc(r->bytes);
	size_t at = 0;

	memset(expected, FILLER, r->bytes);
	layout_fill(&r->layout, expected, elements, seed);
	while (at < r->bytes && expected[at] == r->buffer[at])
		at++;
	check(at == r->bytes,
	      "byte %zu of the %zu byte buffer of %zu elements is %02x, must be "
	      "%02x",
	      at, r->bytes, elements, r->buffer[at], expected[at]);
	free(expected);
}

static void check_receive(struct incoming *r)
{
	struct message *m = due_message(r);
	long before = job.failures;

	if (!check(m != NULL, "communicator %d: a message of %d with tag %d that nobody sent",
		   r->comm, r->status.MPI_SOURCE, r->status.MPI_TAG))
		return;
	m->taken = 1;
	check(r->status.MPI_TAG == m->tag, "tag %d, must be %d", r->status.MPI_TAG, m->tag);
	check_counts(r, m->per * m->count);
	check_content(r, (size_t)m->per * (size_t)m->count, m->seed);
	check(job.failures == before,
	      "that was: communicator %d, from %d, tag %d, %d x %d "
	      "elements of %zu bytes, mode %d, method %d, posted %s, source %d, tag %d",
	      m->comm, m->src, m->tag, m->count, m->per, comms[m->comm].unit, m->mode, r->method,
	      now.pattern[r->comm][job.rank].early ? "early" : "late", r->source, r->tag);
}

static void check_round(void)
{
	for (int n = 0; n < now.incoming; n++) {
		check_receive(&now.in[n]);
		layout_free(&now.in[n].layout);
		free(now.in[n].buffer);
	}
	for (int n = 0; n < now.outgoing; n++) {
		layout_free(&now.out[n].layout);
		free(now.out[n].buffer);
	}
}

/* -- exchanges, when nothing else is under way ---------------------------------------------- */

static uint64_t shift_seed(int rank)
{
	return base_seed + (uint64_t)round_number * 1000003u + (uint64_t)rank;
}

/* Each rank to the next but some, in another layout on either side. */
static void shift_by_sendrecv(const struct comm *c, int to, int from, int elements)
{
	struct outgoing out = {0};
	struct incoming in = {0};
	int per = random_between(&now.own, 1, LAYOUT_MAX);

	in.count = (elements + per - 1) / per;
	some_layout(&in.layout, c, per, in.count, 2, &now.own);
	some_layout(&out.layout, c, 1, elements, 1, &now.own);
	in.bytes = layout_span(&in.layout, in.count) + GUARD;
	in.buffer = must_alloc(in.bytes);
	memset(in.buffer, FILLER, in.bytes);
	out.buffer = must_alloc(layout_span(&out.layout, elements));
	layout_fill(&out.layout, out.buffer, (size_t)elements, shift_seed(job.rank));
	MPI_Sendrecv(out.buffer, elements, out.layout.type, c->rank_of[to], 1, in.buffer, in.count,
		     in.layout.type, c->rank_of[from], 1, c->comm, &in.status);
	check_counts(&in, elements);
	check_content(&in, (size_t)elements, shift_seed(from));
	layout_free(&in.layout);
	layout_free(&out.layout);
	free(in.buffer);
	free(out.buffer);
}

static void shift_by_replace(const struct comm *c, int to, int from, int elements)
{
	struct incoming both = {0};
	int per = elements < LAYOUT_MAX ? elements : LAYOUT_MAX;

	per = per > 0 ? per : 1;
	both.count = elements / per;
	elements = both.count * per;
	some_layout(&both.layout, c, per, both.count, 2, &now.own);
	both.bytes = layout_span(&both.layout, both.count) + GUARD;
	both.buffer = must_alloc(both.bytes);
	memset(both.buffer, FILLER, both.bytes);
	layout_fill(&both.layout, both.buffer, (size_t)elements, shift_seed(job.rank));
	MPI_Sendrecv_replace(both.buffer, both.count, both.layout.type, c->rank_of[to], 1,
			     c->rank_of[from], 1, c->comm, &both.status);
	check_counts(&both, elements);
	check_content(&both, (size_t)elements, shift_seed(from));
	layout_free(&both.layout);
	free(both.buffer);
}

static void exchange(void)
{
	const struct comm *c = &comms[random_below(&now.seed, 3)]; /* one of all ranks */
	int by = random_below(&now.seed, job.ranks);
	int to = (job.rank + by) % job.ranks, from = (job.rank - by + job.ranks) % job.ranks;
	int elements = (int)(some_size(&now.seed) / c->unit);

	if (random_below(&now.seed, 2))
		shift_by_sendrecv(c, to, from, elements);
	else
		shift_by_replace(c, to, from, elements);
}

/* -- the job -------------------------------------------------------------------------------- */

static void run_round(long number, void *attached, int attached_bytes)
{
	round_number = number;
	now.seed = base_seed + (uint64_t)number;
	now.own = base_seed * 31 + (uint64_t)number * 4096 + (uint64_t)job.rank;
	draw_round();
	MPI_Buffer_attach(attached, attached_bytes);
	prepare_receives();
	receive_all(1);
	if (now.synchronised)
		MPI_Barrier(MPI_COMM_WORLD);
	send_all();
	receive_all(0);
	complete();
	MPI_Buffer_detach(&attached, &attached_bytes);
	check_round();
	MPI_Barrier(MPI_COMM_WORLD); /* wildcards of this round must not see the next one's */
	exchange();
	MPI_Barrier(MPI_COMM_WORLD);
}

/* -- for a length of time -------------------------------------------------------------------- */

/* Bytes allocated, by the library too; 0 where that is unknown, as with a sanitizer's allocator. */
static double allocated(void)
{
#ifdef __GLIBC__
	struct mallinfo2 m = mallinfo2();

	return (double)(m.uordblks + m.hblkhd);
#else
	return 0;
#endif
}

enum { MINUTE_S = 60 };

/* Between rounds, when nothing is under way. */
struct watch {
	double begun, told, first, last; /* s, s, bytes, bytes */
	double now, longest;             /* s, s of a round */
};

/* By rank 0's clock; 1: there is another round. */
static int time_is_left(struct watch *w, double seconds)
{
	double now = MPI_Wtime() - w->begun;

	MPI_Bcast(&now, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	w->longest = now - w->now > w->longest ? now - w->now : w->longest;
	w->now = now;
	w->last = allocated();
	if (now < MINUTE_S || (now < seconds / 2 && w->last > w->first))
		w->first = w->last;
	if (job.rank == 0 && now - w->told > MINUTE_S) {
		w->told = now;
		printf("random_p2p: %.0f s, %ld rounds of at most %.1f s, rank 0 has %.2f MB\n",
		       now, round_number + 1, w->longest, w->last / 1e6);
		fflush(stdout);
	}
	return now < seconds;
}

/* Memory that is kept for later use may still grow by a leap, seldom: a ring buffer doubles, a pool
 * adds a block. */
static void run_for(double seconds, void *buffer, int buffer_bytes)
{
	struct watch w = {.begun = MPI_Wtime()};
	double grown, most;
	long n = 0;

	for (; time_is_left(&w, seconds); n++) {
		run_round(n, buffer, buffer_bytes);
		if (job.failures)
			MPI_Abort(MPI_COMM_WORLD, 1);
	}
	grown = w.last - w.first;
	check(grown <= w.first / 10, "%.0f bytes were allocated, %.0f are", w.first, w.last);
	MPI_Reduce(&grown, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	if (job.rank == 0)
		printf("random_p2p: %ld rounds of at most %.1f s, %.2f MB in rank 0, no rank has "
		       "more than %.2f MB more than before\n",
		       n, w.longest, w.last / 1e6, most / 1e6);
}

int main(int argc, char **argv)
{
	int buffer_bytes = ROUND_BYTES + BUFFERED_MAX + MESSAGES_MAX * MPI_BSEND_OVERHEAD;
	long rounds, seconds;
	void *buffer;

	job_start(&argc, &argv, "random_p2p");
	base_seed = (uint64_t)argument(argc, argv, "-s", (long)time(NULL));
	rounds = argument(argc, argv, "-r", 30);
	seconds = argument(argc, argv, "-t", 0);
	largest = (size_t)argument(argc, argv, "-m", 8 << 20);
	MPI_Bcast(&base_seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
	if (job.rank == 0) {
		printf("random_p2p: seed %llu\n", (unsigned long long)base_seed);
		fflush(stdout);
	}
	if (!check(job.ranks <= 1024, "random_p2p is made for up to 1024 ranks"))
		return job_end();
	buffer = must_alloc((size_t)buffer_bytes);
	open_comms();
	if (seconds)
		run_for((double)seconds, buffer, buffer_bytes);
	for (long n = 0; !seconds && n < rounds && job.failures == 0; n++)
		run_round(n, buffer, buffer_bytes);
	close_comms();
	free(buffer);
	return job_end();
}
