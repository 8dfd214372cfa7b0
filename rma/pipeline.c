/* SPDX-License-Identifier: BSD-3-Clause */
/* Puts and gets under way (pipeline.h). Called by put.c, and by all that synchronise. */
#include "rma/pipeline.h"

#include "base/clock.h"
#include "node/vm.h"
#include "rma/am.h"
#include "rma/mailbox.h"
#include "rma/way.h"

#include <errno.h>
#include <string.h>

enum {
	MOST = RD_ORIGIN_ENTRIES,
	PARTS = RD_ROOMS * RD_ROOM_PARTS,
};

struct rd_rma_pipeline rd_rma_pipeline;

/* An entry under way: an operation, or a piece of one. */
static struct piece {
	struct rd_rma_entry entry;
	struct rd_entry_posted posted;
	void *to; /* of a get */
	uint32_t bytes;
	uint32_t parts_end;          /* parts.begun, its own included */
	struct rd_rma_chosen chosen; /* of the last piece; rate NULL: nothing is learnt from it */
	int waited;                  /* its operation's call waited for older ones */
} pieces[MOST];

/* Operations since nothing was under way: the first entry, and whether the calls of all are timed.
 * The first ones find room and end later, so their calls alone say little of their time. */
static struct {
	uint32_t from;
	int timed;
} filling;

/* Parts of the rooms, in turn: so many were given to pieces, and taken back. */
static struct {
	uint32_t begun, ended;
} parts;

static struct piece *piece(uint32_t i)
{
	return &pieces[i % MOST];
}

static int is_empty(void)
{
	return rd_rma_pipeline.begun == rd_rma_pipeline.ended;
}

/* Its bytes in the entry, or in the rooms. */
static char *data_of(struct piece *p)
{
	int part = rd_entry_part(&p->entry);

	return part < 0 ? p->entry.data : rd_rma_mailbox_part(part);
}

static void fail(int err)
{
	if (err && !rd_rma_pipeline.win->err)
		rd_rma_pipeline.win->err = err;
}

/* ns: of the operation; 0: not known. */
static void learn(struct piece *p, uint64_t ns)
{
	if (rd_rma_pipeline.peer->proc->by_pieces)
		p->chosen.both = 1;
	if (p->chosen.since_ns && ns)
		p->chosen.since_ns = rd_clock_ns() - ns;
	else
		rd_rma_unlearn(&p->chosen);
	rd_rma_learn(&p->chosen);
	p->chosen.rate = NULL;
}

/* Where each call waits for older ones, a call takes the time of an operation. */
static void learn_from_call(struct piece *p)
{
	learn(p, p->waited ? p->chosen.took_ns : 0);
}

/* Nothing has ended since the first of those under way began, and all are alike: together they took
 * their calls and the wait. Returns the time of each; 0: it is not so. */
static uint64_t time_of_each(uint32_t first, uint32_t n, uint64_t waited_ns)
{
	const struct rd_rma_rate *rate = piece(first + n - 1)->chosen.rate;
	uint64_t ns = waited_ns;
	uint32_t operations = 0;

	if (!filling.timed || first != filling.from)
		return 0;
	for (uint32_t i = 0; i < n; i++) {
		const struct rd_rma_chosen *c = &piece(first + i)->chosen;

		if (c->rate && c->rate != rate)
			return 0;
		ns += c->rate ? c->took_ns : 0;
		operations += c->rate != NULL;
	}
	return ns / operations;
}

static void remove_oldest(void)
{
	struct piece *p = piece(rd_rma_pipeline.ended++);

	parts.ended = p->parts_end;
	if (p->chosen.rate && !rd_rma_pipeline.drains)
		learn_from_call(p);
}

/* It was taken back. The kernel copies no memory of some devices: then the target has to. */
static int carry_out(struct piece *p)
{
	struct rd_win_peer *peer = rd_rma_pipeline.peer;
	uint64_t there = (uintptr_t)rd_rma_at(peer, p->entry.disp);
	int gets = p->entry.kind == RD_RMA_GET_;

	p->chosen.failed = 1;
	if (rd_win_is_broken(rd_rma_pipeline.win)) /* the target may have freed the window */
		return RD_EPROC;
	if (!rd_vm_copy(peer->proc->pid, gets ? p->to : data_of(p), there, p->bytes,
			gets ? RD_VM_READ : RD_VM_WRITE))
		return 0;
	if (errno == ESRCH)
		return RD_EPROC;
	return rd_rma_mailbox_insist(rd_rma_pipeline.win, peer, &p->entry, p->to, p->bytes);
}

static int end(struct piece *p)
{
	return rd_rma_mailbox_end(rd_rma_pipeline.win, rd_rma_pipeline.peer, &p->posted, p->to,
				  p->bytes);
}

/* Takes all back that the target has not begun: if it has begun one, those before it are done. */
static void give_up(void)
{
	struct rd_win_peer *peer = rd_rma_pipeline.peer;
	uint32_t first = rd_rma_pipeline.begun;
	uint16_t backoff = peer->mail.backoff;
	int err = RD_ENOTSUP;

	while (first != rd_rma_pipeline.ended && (err = end(piece(first - 1))) == RD_ENOTSUP)
		first--;
	if (err != RD_ENOTSUP)
		fail(err);
	for (; !is_empty(); remove_oldest()) {
		uint32_t left = first - rd_rma_pipeline.ended;

		if ((int32_t)left <= 0)
			fail(carry_out(piece(rd_rma_pipeline.ended)));
		else if (left > 1)
			fail(end(piece(rd_rma_pipeline.ended)));
	}
	peer->mail.backoff = backoff; /* pieces that were carried out have ended it */
	rd_rma_mailbox_back_off(peer);
}

static void end_oldest(void)
{
	struct piece *p = piece(rd_rma_pipeline.ended);
	struct rd_patience patience = {.ns = rd_rma_mailbox_patience(p->chosen.copy_ns),
				       .renewed = 1};

	if (!rd_rma_mailbox_await(&p->posted, &patience) && !rd_rma_mailbox_has_begun(&p->posted)) {
		give_up();
		return;
	}
	fail(end(p));
	remove_oldest();
}

void rd_rma_pipeline_drain(void)
{
	uint32_t first = rd_rma_pipeline.ended, n = rd_rma_pipeline.begun - first, known = 0;
	uint64_t since, each;

	for (uint32_t i = 0; i < n; i++)
		known += piece(first + i)->chosen.rate != NULL;
	since = known ? rd_clock_ns() : 0;
	rd_rma_pipeline.drains = 1;
	while (!is_empty())
		end_oldest();
	rd_rma_pipeline.drains = 0;
	each = known ? time_of_each(first, n, rd_clock_ns() - since) : 0;
	for (uint32_t i = 0; known && i < n; i++) {
		struct piece *p = piece(first + i);

		if (p->chosen.rate && each)
			learn(p, each);
		else if (p->chosen.rate)
			learn_from_call(p);
	}
	rd_rma_pipeline.win = NULL;
	rd_rma_pipeline.peer = NULL;
	parts.begun = parts.ended = 0;
}

void rd_rma_pipeline_forget(void)
{
	rd_rma_pipeline = (struct rd_rma_pipeline){0};
	parts.begun = parts.ended = 0;
}

/* Consecutive parts for the data; returns the first one. */
static uint32_t take_parts(uint32_t n)
{
	uint32_t first = parts.begun;

	if (first % PARTS + n > PARTS)
		first += PARTS - first % PARTS;
	while (first + n - parts.ended > PARTS && !is_empty())
		end_oldest();
	if (is_empty())
		first = parts.ended = 0;
	parts.begun = first + n;
	return first % PARTS;
}

static void fill_in(struct piece *p, enum rd_rma_kind kind, uint64_t at, char *block,
		    uint64_t bytes)
{
	uint32_t n = (uint32_t)((bytes + RD_ROOM_PART - 1) / RD_ROOM_PART), first;
	int puts = kind == RD_RMA_PUT_, near = puts && bytes <= RD_ENTRY_DATA;

	first = take_parts(near ? 0 : n);
	p->entry.kind = (uint8_t)kind;
	p->entry.place = (uint8_t)(near ? RD_ENTRY_NEAR : RD_ENTRY_ROOM + first);
	p->entry.op = 0;
	p->entry.wanted = (uint8_t)!puts;
	p->entry.disp = at;
	p->entry.type = (uint16_t)(uintptr_t)MPI_BYTE;
	p->entry.count = (uint16_t)bytes;
	p->to = puts ? NULL : block;
	p->bytes = (uint32_t)bytes;
	p->parts_end = parts.begun;
	p->chosen.rate = NULL;
	p->chosen.failed = 0;
	if (puts)
		rd_copy_in(&rd_rma_pipeline.peer->proc->copy_in, data_of(p), block, bytes);
}

/* A target that has just been given up is not asked again. */
static int begin(enum rd_rma_kind kind, uint64_t at, char *block, uint64_t bytes, uint64_t copy_ns)
{
	struct piece *p;

	if (rd_rma_pipeline.begun - rd_rma_pipeline.ended == MOST)
		end_oldest();
	p = piece(rd_rma_pipeline.begun);
	fill_in(p, kind, at, block, bytes);
	p->chosen.copy_ns = copy_ns;
	if (rd_rma_pipeline.peer->mail.backoff_left)
		return RD_ENOTSUP;
	while (rd_rma_mailbox_begin(rd_rma_pipeline.win, rd_rma_pipeline.peer, &p->entry,
				    &p->posted)) {
		if (is_empty())
			return RD_ENOTSUP;
		end_oldest();
	}
	rd_rma_pipeline.begun++;
	return 0;
}

int rd_rma_pipeline_begin(struct rd_win *win, struct rd_win_peer *peer, enum rd_rma_kind kind,
			  uint64_t at, char *block, const struct rd_rma_chosen *chosen)
{
	struct piece *last;
	uint32_t ended;
	int err = 0;

	if (rd_rma_pipeline.peer != peer)
		rd_rma_pipeline_end();
	if (is_empty()) {
		filling.from = rd_rma_pipeline.begun;
		filling.timed = 1;
	}
	filling.timed = filling.timed && chosen->since_ns;
	ended = rd_rma_pipeline.ended;
	rd_rma_pipeline.win = win;
	rd_rma_pipeline.peer = peer;
	for (uint64_t done = 0; !err && done < chosen->bytes; done += RD_MAILBOX_DATA)
		err = begin(kind, at + done, block + done,
			    rd_min(chosen->bytes - done, (uint64_t)RD_MAILBOX_DATA),
			    chosen->copy_ns);
	if (err || !chosen->rate)
		return err;
	last = piece(rd_rma_pipeline.begun - 1);
	last->chosen = *chosen;
	last->waited = rd_rma_pipeline.ended != ended;
	if (chosen->since_ns)
		last->chosen.took_ns = rd_clock_ns() - chosen->since_ns;
	return 0;
}
