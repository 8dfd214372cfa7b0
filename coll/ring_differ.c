/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Leaders of a communicator whose calls differ, in kind or length: an error of the program, in
 * which cards wait for each other for ever. Cards do not compare calls; leaders that wait for long
 * do, so that calls which agree cost no access more. Called in the waits of ring_card.c, ring_dma.c
 * and ring_queue.c; below is the communicator's register (rd_ring_swap).
 *
 * 1. Each leader numbers the operations of its card, which all members issue in the same order, and
 *    remembers the last RD_RING_CALLS.
 * 2. A leader that waits exchanges the word in the register for one that says which operation it
 *    waits in, time and again. A word that it finds there from its second look on was written since
 *    its last look, by a leader that waits as well; the first may have been left by an operation
 *    that is over.
 * 3. A leader that finds the word of an operation which is not its own call of that number ends its
 *    operation with an error and writes a verdict. So does a leader whose card cannot do its part
 *    of an operation. A leader that finds a verdict ends its operation likewise and writes the
 *    verdict again. The cards do nothing for the communicator any more: each later operation ends
 *    with that error.
 * 4. A leader that waits for something else looks, too, when it is about to sleep: it may be past
 *    the call in which others wait.
 */
#include "coll/ring.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "runtime/progress.h"
#include "runtime/wait.h"

#define PASSES 16 /* of a waiting loop without sleep, of which one reads the clock */

/* A word: where its fields begin, and their bits. */
enum { BYTES = 0, KIND = 29, INDEX = 34, EPOCH = 44, NUMBER = 50, END = 64 };
#define BITS(field, next) (((uint64_t)1 << (next - field)) - 1)
#define BYTES_MOST BITS(BYTES, KIND) /* stands for all that are longer, too */
/* Kinds of words beside enum rd_coll_kind: of a leader that waits in no operation of the card's,
 * and verdicts. */
enum { ELSEWHERE = RD_COLL_KINDS, DIFFER, NO_MEMORY, FAILED };
_Static_assert(FAILED <= BITS(KIND, INDEX), "a kind fits");

static uint64_t word_of(const struct rd_ring *ring, uint32_t number, uint64_t kind, uint64_t bytes)
{
	return ((uint64_t)number & BITS(NUMBER, END)) << NUMBER | (uint64_t)ring->epoch << EPOCH |
	       (uint64_t)ring->index << INDEX | kind << KIND | rd_min(bytes, BYTES_MOST);
}

static uint64_t field(uint64_t word, int first, int next)
{
	return word >> first & BITS(first, next);
}

/* Operations by which the word's is later than the one waited in. */
static int32_t ahead(uint64_t word, uint32_t number)
{
	const int unused = 32 - (END - NUMBER);

	return (int32_t)(((uint32_t)field(word, NUMBER, END) - number) << unused) >> unused;
}

/* ---- Verdicts ---- */

static unsigned kind_of(int err)
{
	return err == RD_EPROC ? FAILED : err == RD_ENOMEM ? NO_MEMORY : DIFFER;
}

/* Not while another thread waits for the registers: then by the next wait, or at the end. */
static void write_verdict(const struct rd_ring *ring)
{
	struct rd_ring_calls *calls = ring->calls;
	uint64_t was;

	calls->untold =
		rd_ring_swap(ring, word_of(ring, 0, kind_of(calls->verdict), 0), &was) == RD_EAGAIN;
}

void rd_ring_fail(const struct rd_ring *ring, int err)
{
	if (rd_ring_is_broken(ring))
		return; /* by a verdict, or the others know */
	ring->calls->verdict = err == RD_EPROC || err == RD_ENOMEM ? err : RD_ECOUNT;
	write_verdict(ring);
}

int rd_ring_verdict(const struct rd_ring *ring)
{
	if (ring->calls->untold)
		write_verdict(ring);
	if (ring->calls->verdict == RD_ECOUNT)
		rd_err_because("an earlier call on this communicator was not the same on all "
			       "ranks");
	if (ring->calls->verdict == RD_ENOMEM)
		rd_err_because("an earlier call on this communicator lacked memory on a rank");
	return ring->calls->verdict;
}

static int differ(const struct rd_ring *ring, const struct rd_coll_brief *own, int index,
		  enum rd_coll_kind kind, uint64_t bytes)
{
	rd_ring_fail(ring, RD_ECOUNT);
	return rd_coll_differs_brief(own, rd_ctx_users(ring->ctx, ring->leaders[index]), kind,
				     bytes);
}

int rd_ring_differs(const struct rd_ring *ring, int index, enum rd_coll_kind kind, uint64_t bytes)
{
	const struct rd_ring_calls *calls = ring->calls;

	return differ(ring, &calls->last[(calls->n - 1) % RD_RING_CALLS], index, kind, bytes);
}

/* Another leader's. */
static int obey(const struct rd_ring *ring, int index, unsigned kind)
{
	int rank = rd_ctx_users(ring->ctx, ring->leaders[index]);

	ring->calls->obeys = 1;
	if (kind == DIFFER) {
		rd_ring_fail(ring, RD_ECOUNT);
		rd_err_because("rank %d has found calls that differ: all ranks of a communicator "
			       "must call the same collectives in the same order, and give the "
			       "same number of elements",
			       rank);
		return RD_ECOUNT;
	}
	if (kind == NO_MEMORY) {
		rd_ring_fail(ring, RD_ENOMEM);
		rd_err_because("rank %d has no memory for its part", rank);
		return RD_ENOMEM;
	}
	rd_ring_fail(ring, RD_EPROC);
	rd_error("collective on the ring: the card of rank %d has not done its part", rank);
	return RD_EPROC;
}

/* ---- Looks ---- */

/* The own call of that operation; NULL: it has not begun, or is forgotten. */
static const struct rd_coll_brief *find(const struct rd_ring_calls *calls, uint32_t number,
					int32_t later)
{
	uint32_t ago = calls->n - number - (uint32_t)later;

	return later < 0 && ago <= RD_RING_CALLS && ago <= calls->n
		       ? &calls->last[(calls->n - ago) % RD_RING_CALLS]
		       : NULL;
}

/* `own`: the call that this leader waits in; ELSEWHERE: none. */
static int compare(const struct rd_ring *ring, uint32_t number, const struct rd_coll_brief *own,
		   uint64_t word)
{
	const struct rd_ring_calls *calls = ring->calls;
	uint64_t kind = field(word, KIND, INDEX), bytes = field(word, BYTES, KIND);
	int index = (int)field(word, INDEX, EPOCH);
	int32_t later = ahead(word, number);

	if (field(word, EPOCH, NUMBER) != ring->epoch || index == ring->index ||
	    index >= ring->cards || kind == ELSEWHERE)
		return 0;
	if (kind > ELSEWHERE)
		return obey(ring, index, (unsigned)kind);
	if (later || own->kind == (enum rd_coll_kind)ELSEWHERE)
		own = find(calls, number, later);
	if (!own || calls->looks < 2 ||
	    (kind == own->kind && bytes == rd_min(own->bytes, BYTES_MOST)))
		return 0;
	return differ(ring, own, index, (enum rd_coll_kind)kind, bytes);
}

/* Anew for each operation: most end before a look is due. */
static int is_due(struct rd_ring_calls *calls, uint32_t number)
{
	uint64_t now;

	if (calls->passes++ % PASSES && calls->sleeps == rd_progress_stats.sleeps)
		return 0;
	calls->sleeps = rd_progress_stats.sleeps;
	now = rd_clock_ns();
	if (calls->waits && calls->waits_in == number && now < calls->due_ns)
		return 0;
	calls->due_ns = now + rd_wait_table.ring.look_ns;
	if (calls->waits_in == number && calls->waits)
		return 1;
	calls->waits = 1;
	calls->waits_in = number;
	calls->looks = 0;
	return 0;
}

int rd_ring_look(const struct rd_ring *ring, uint32_t number, const struct rd_coll_brief *own)
{
	struct rd_ring_calls *calls = ring->calls;
	uint64_t word;

	if (!is_due(calls, number) ||
	    rd_ring_swap(ring, word_of(ring, number, own->kind, own->bytes), &word))
		return 0;
	calls->looks++;
	return compare(ring, number, own, word);
}

/* ---- Waits for something else ---- */

static struct rd_list rings = {&rings, &rings};

void rd_ring_share(struct rd_ring *ring)
{
	rd_list_append(&rings, &ring->shared);
}

void rd_ring_unshare(struct rd_ring *ring)
{
	rd_list_remove(&ring->shared);
	if (rd_page.refs && ring->calls && ring->calls->untold)
		write_verdict(ring);
}

static void look_from_elsewhere(const struct rd_ring *ring)
{
	const struct rd_coll_brief none = {.kind = (enum rd_coll_kind)ELSEWHERE};
	int err = rd_ring_is_broken(ring) ? 0 : rd_ring_look(ring, ring->calls->n, &none);
	const char *cause = err ? rd_err_cause() : NULL;

	if (err == RD_ECOUNT && !ring->calls->obeys)
		rd_error("collective on the ring: %s", cause ? cause : "");
	if (err)
		rd_err_forget(); /* the error is another call's */
}

void rd_ring_look_all(void)
{
	const struct rd_list *link;

	for (link = rings.next; link != &rings; link = link->next) {
		const struct rd_ring *ring = rd_container(link, struct rd_ring, shared);

		if (!ring->calls->inside && rd_list_empty(&ring->queue))
			look_from_elsewhere(ring);
	}
}
