/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Single copy: get() reads the peer's memory with process_vm_readv, and for a long block asks the
 * peer to write part of it with process_vm_writev at the same time: two processors copy faster than
 * one. Called by pt2pt through rd_btl_sm and by the poller (sm.c).
 *
 * A shared copy is cut into chunks. One side takes them from the front, the other from the end,
 * until they meet. Every chunk taken, by either side, is counted in the claim word of the copy job,
 * so the two never overlap:
 *
 *  1. claim = generation << 32 | taken; it only grows within a generation, by compare-and-swap, up
 *     to the number of chunks n.
 *  2. The reader owns the first `mine` chunks of its own end, the helper the first taken - mine
 *     of the other, so all are disjoint, and all are taken when taken == n.
 *  3. The helper counts in `done` the chunks that it has written; the reader ends the copy when
 *     done == taken - mine. The helper sets FAILED instead when it could not write its last chunk,
 *     and takes no more: the reader copies that chunk itself.
 *     A reader that fails takes all chunks left, and ends the copy when the helper has written
 *     its own.
 *  4. A new generation begins when the copy job is used again: a late helper finds
 *     that its generation is over and takes nothing.
 *
 * There are two ways in which a peer can help (rate.c chooses). It writes its chunks straight into
 * the reader's memory, each side taking about half. Or it sends all chunks as fragments, through
 * blocks of its pool; then the reader takes chunks for itself only when no fragments have come for
 * a while, and ends the copy when the bytes read and the bytes received add up to its length.
 *
 * The process of lower rank works from the front in both directions, so that data sent to and fro
 * stays in the same caches. A helper that never comes costs nothing: the reader takes all the
 * chunks. The reader waits only for a chunk that the helper has taken.
 */
#include "btl_sm/sm.h"

#include "base/check.h"
#include "base/clock.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "node/vm.h"
#include "runtime/wait.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SLICE_B (1u << 20)   /* bytes read in one poll */
#define SHARE_MIN (8u << 10) /* bytes; for shorter copies the helper comes too late */

/* Halves up to this chunk: each call into the kernel costs as much as copying 4 to 24 KB, and
 * longer chunks leave the cache: M-203. */
#define CHUNK_MAX (512u << 10)

/* Bytes of a part. A very long copy begins in parts, one after another, each treated as a copy by
 * itself, until the quickest way is found: M-204. */
#define PART_B (16u << 20)

/* Copies from one peer that have begun. More wait for their turn, so that the times of these choose
 * their way. One is enough that the helper begins while the reader still has the one before: M-237.
 */
#define ACTIVE_MOST 4

/* A get in progress, in rd_btl_get.priv: the part that is being copied. */
struct copy {
	uint64_t ep;       /* struct rd_sm_ep * */
	uint64_t from;     /* bytes of the get before this part */
	uint64_t len;      /* bytes */
	uint64_t read;     /* bytes read by this process, if the helper does not write */
	uint64_t came;     /* bytes received in fragments */
	uint32_t n;        /* chunks */
	uint32_t mine;     /* chunks taken by this process */
	uint32_t chunk;    /* bytes of a chunk; the last one is shorter */
	uint32_t copyjob;  /* index, or NO_COPYJOB: not shared */
	uint32_t gen;      /* of the copy job */
	uint32_t way;      /* enum rd_sm_way; NO_WAY: it waits for its turn */
	uint64_t began_ns; /* 0: its duration is not recorded */
	uint64_t idle_ns;  /* start of the time without fragments or work; 0: not set yet */
	uint64_t events;   /* at the last check: fragments received from the peer plus fragments
			    * sent */
	int64_t failed;    /* error of this process's part, while the helper still writes */
};
_Static_assert(sizeof(struct copy) <= sizeof(((struct rd_btl_get *)0)->priv), "fits");
#define NO_COPYJOB UINT32_MAX
#define NO_WAY RD_SM_WAYS

#define DONE_FAILED 0x80000000u

/* A copy out of this process's memory in which this process helps. */
struct help {
	struct rd_list link;  /* of the endpoint */
	struct rd_list order; /* of all helps */
	struct rd_sm_ep *ep;
	struct rd_sm_help ask;
	uint32_t n;    /* chunks */
	uint32_t mine; /* chunks taken and written */
	int full;      /* there was no room for a fragment at the last poll */
};

static struct rd_list gets, helps;
static uint32_t under_way; /* length of `gets` */
static struct rd_btl_get *get_of_copyjob[RD_SM_COPYJOBS];
static uint64_t copyjobs_used; /* a bit per copy job */
static uint32_t next_gen;
_Static_assert(RD_SM_COPYJOBS == 64, "a bit per copy job");

void rd_sm_copy_init(void)
{
	rd_list_init(&gets);
	rd_list_init(&helps);
	under_way = 0;
	copyjobs_used = 0;
}

static struct copy *copy_of(struct rd_btl_get *get)
{
	return (struct copy *)get->priv;
}

static struct rd_sm_ep *ep_of(const struct copy *c)
{
	return (struct rd_sm_ep *)(uintptr_t)c->ep;
}

/* ---- Moving bytes ---- */

/* The error code of a copy that failed (errno). */
static int decide(struct rd_sm_ep *ep, enum rd_vm_way way, uint64_t remote, size_t len)
{
	const char *call = way == RD_VM_WRITE ? "process_vm_writev" : "process_vm_readv";

	if (errno == ESRCH) {
		rd_sm.rare |= RD_SM_RARE_DEATH;
		return RD_EPROC;
	}
	if (rd_cma_is_refusal(ep->copy.cma, errno)) {
		ep->ep.get_min = UINT32_MAX;
		rd_debug("shared memory: %s of process %d: %m", call, ep->addr.pid);
		return RD_ENOTSUP;
	}
	if (errno == EFAULT) /* memory that the kernel cannot lock, a device's for example */
		return RD_ENOTSUP;
	rd_error("shared memory: %s of process %d, %zu bytes at %#llx: %m%s", call, ep->addr.pid,
		 len, (unsigned long long)remote,
		 errno == ENOMEM ? "" : "; RONDO_CMA=0 does without");
	return errno == ENOMEM ? RD_ENOMEM : RD_ESYS;
}

/* All bytes from the peer's memory at `remote`, or to it. */
static int move(struct rd_sm_ep *ep, void *local, uint64_t remote, size_t len, enum rd_vm_way way)
{
	return rd_vm_copy(ep->addr.pid, local, remote, len, way) ? decide(ep, way, remote, len) : 0;
}

/* ---- Claiming chunks ---- */

/* Claims at most `want` chunks in a row; returns their number. */
static uint32_t claim(struct rd_sm_copyjob *copyjob, uint32_t gen, uint32_t n, uint32_t want)
{
	uint64_t word = __atomic_load_n(&copyjob->claim, __ATOMIC_RELAXED);

	/* acquire: a helper sees the generation's `done`; pairs with the release in share(). The
	 * order of the two sides' claims is that of the word itself. */
	while ((uint32_t)(word >> 32) == gen && (uint32_t)word < n) {
		uint32_t got = rd_min(want, n - (uint32_t)word);

		if (__atomic_compare_exchange_n(&copyjob->claim, &word, word + got, 0,
						__ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			return got;
	}
	return 0;
}

/* Invariants 1 to 3, as a side sees them that has taken `mine` of n chunks. By 4 the generation may
 * be over for a helper. */
static void check_claims(struct rd_sm_copyjob *copyjob, uint32_t gen, uint32_t n, uint32_t mine)
{
	uint64_t done = __atomic_load_n(&copyjob->done, __ATOMIC_ACQUIRE); /* before claim */
	uint64_t word = __atomic_load_n(&copyjob->claim, __ATOMIC_ACQUIRE);
	uint32_t taken = (uint32_t)word, written = (uint32_t)done & ~DONE_FAILED;

	if ((uint32_t)(word >> 32) != gen)
		return;
	RD_CHECK(mine <= n && mine <= taken,
		 "copy %u: %u of %u chunks are taken, %u by this process", gen, taken, n, mine);
	RD_CHECK((uint32_t)(done >> 32) != gen || written <= taken,
		 "copy %u: %u chunks are written, %u taken", gen, written, taken);
}

static size_t chunk_len(uint64_t index, uint64_t chunk, uint64_t len)
{
	return rd_min(chunk, len - index * chunk);
}

/* ---- The reader ---- */

static uint32_t chunk_size(uint64_t len)
{
	uint64_t half = (len / 2 + RD_SM_PAGE - 1) / RD_SM_PAGE * RD_SM_PAGE;

	return (uint32_t)rd_min(rd_max(half, (uint64_t)RD_SM_PAGE), (uint64_t)CHUNK_MAX);
}

static int reader_from_end(const struct rd_sm_ep *ep)
{
	return rd_sm.index > ep->index;
}

/* Requests the peer's help, if the way needs it; without a free copy job or slot the copy is not
 * shared. */
static void share(struct rd_btl_get *get)
{
	struct copy *c = copy_of(get);
	struct rd_sm_ep *ep = ep_of(c);
	struct rd_sm_copyjob *copyjob;
	struct rd_sm_help ask;
	int i;

	if (c->way == RD_SM_ALONE || copyjobs_used == UINT64_MAX)
		return;
	i = __builtin_ctzll(~copyjobs_used);
	c->gen = ++next_gen;
	copyjob = rd_sm_copyjob(&rd_sm.seg, (uint32_t)i);
	__atomic_store_n(&copyjob->done, (uint64_t)c->gen << 32, __ATOMIC_RELAXED);
	/* pairs with claim() */
	__atomic_store_n(&copyjob->claim, (uint64_t)c->gen << 32, __ATOMIC_RELEASE);
	ask = (struct rd_sm_help){
		.local = get->remote + c->from,
		.remote =
			c->way == RD_SM_BY_FRAGMENTS ? get->token : (uintptr_t)get->local + c->from,
		.len = c->len,
		.chunk = c->chunk,
		.gen = c->gen,
		.copyjob = (uint32_t)i,
		.how = (reader_from_end(ep) ? 0 : RD_SM_FROM_END) |
		       (c->way == RD_SM_BY_FRAGMENTS ? RD_SM_FRAGMENTS : 0),
	};
	if (rd_sm_send_help(ep, &ask))
		return;
	RD_CHECK(!(copyjobs_used >> i & 1), "copy job %d: given out twice", i);
	c->copyjob = (uint32_t)i;
	copyjobs_used |= 1ull << i;
	get_of_copyjob[i] = get;
}

/* Its turn came when the copy before it had ended. */
static void learn_from(const struct copy *c, uint64_t whole)
{
	struct rd_sm_copying *of = &ep_of(c)->copy;
	enum rd_sm_way way = c->copyjob == NO_COPYJOB ? RD_SM_ALONE : (enum rd_sm_way)c->way;
	uint64_t now;

	if (!c->began_ns && of->under_way == 1)
		return;
	now = rd_clock_ns();
	if (c->began_ns)
		rd_sm_rate_learn(ep_of(c), whole, c->len, way,
				 now - rd_max(c->began_ns, of->ended_ns),
				 of->ended_ns > c->began_ns);
	of->ended_ns = now;
}

static void enter(struct rd_btl_get *get)
{
	rd_list_append(&gets, &get->link);
	ep_of(copy_of(get))->copy.under_way++;
	under_way++;
}

/* Does nothing for a get that is not in the list. */
static void leave(struct rd_btl_get *get)
{
	struct rd_sm_copying *of = &ep_of(copy_of(get))->copy;

	if (rd_list_empty(&get->link))
		return;
	rd_list_remove(&get->link);
	of->under_way--;
	of->active -= copy_of(get)->way != NO_WAY;
	under_way--;
}

/* Address here of the byte `at` bytes from the beginning of the part. */
static char *here(const struct rd_btl_get *get, const struct copy *c, uint64_t at)
{
	return (char *)get->local + c->from + at;
}

static void give_copyjob_back(const struct copy *c)
{
	if (c->copyjob == NO_COPYJOB)
		return;
	RD_CHECK(copyjobs_used >> c->copyjob & 1, "copy job %u: given back twice", c->copyjob);
	/* no generation is 0: a late helper finds nothing to take */
	__atomic_store_n(&rd_sm_copyjob(&rd_sm.seg, c->copyjob)->claim, 0, __ATOMIC_RELEASE);
	copyjobs_used &= ~(1ull << c->copyjob);
}

static void get_end(struct rd_btl_get *get, int err)
{
	leave(get);
	give_copyjob_back(copy_of(get));
	if (!err)
		rd_sm_stats.get_bytes += get->len;
	get->done(get, err);
}

static void begin_part(struct rd_btl_get *get, uint64_t from);

static void part_end(struct rd_btl_get *get, int err)
{
	struct copy *c = copy_of(get);
	uint64_t through = c->from + c->len;

	if (!err)
		learn_from(c, get->len);
	if (err || through == get->len) {
		get_end(get, err);
		return;
	}
	leave(get);
	give_copyjob_back(c);
	begin_part(get, through);
}

/* The reader's chunk number k. */
static int read_chunk(struct rd_btl_get *get, uint64_t k)
{
	struct copy *c = copy_of(get);
	struct rd_sm_ep *ep = ep_of(c);
	uint64_t index = reader_from_end(ep) ? c->n - 1 - k : k;
	uint64_t at = index * c->chunk;

	return move(ep, here(get, c, at), get->remote + c->from + at,
		    chunk_len(index, c->chunk, c->len), RD_VM_READ);
}

/* Called when all chunks are taken: 1 when the helper has written its own, or left its last one to
 * the reader. */
static int helper_is_through(struct rd_btl_get *get, int *err)
{
	struct copy *c = copy_of(get);
	/* acquire: the bytes written are there; pairs with the release in help_chunk */
	uint64_t word =
		__atomic_load_n(&rd_sm_copyjob(&rd_sm.seg, c->copyjob)->done, __ATOMIC_ACQUIRE);
	uint64_t done = word & ~(uint64_t)DONE_FAILED & UINT32_MAX, theirs = c->n - c->mine;

	if ((uint32_t)(word >> 32) != c->gen)
		return 0;
	if (word & DONE_FAILED && done + 1 == theirs) {
		((struct rd_sm_ep *)(uintptr_t)c->ep)->copy.alone = 1;
		*err = read_chunk(get, c->mine);
		return 1;
	}
	return done == theirs;
}

/* The reader claims at most `want` chunks, and in all no more than exist, even if another process
 * has overwritten its copy job. */
static uint32_t claim_mine(const struct copy *c, uint32_t want)
{
	return claim(rd_sm_copyjob(&rd_sm.seg, c->copyjob), c->gen, c->n,
		     rd_min(want, c->n - c->mine));
}

/* One step of a shared copy. 1: it is finished, with *err. After an error the buffer is not given
 * back before the helper has written its chunks. */
static int step_shared(struct rd_btl_get *get, size_t *budget, int *err)
{
	struct copy *c = copy_of(get);
	struct rd_sm_copyjob *copyjob = rd_sm_copyjob(&rd_sm.seg, c->copyjob);
	uint32_t n;

	while (*budget && (n = claim_mine(c, c->failed ? c->n : 1)) > 0) {
		if (!c->failed)
			c->failed = read_chunk(get, c->mine);
		c->mine += n;
		*budget -= rd_min(*budget, (size_t)c->chunk);
	}
	if (RD_CHECKS)
		check_claims(copyjob, c->gen, c->n, c->mine);
	/* only this process and the helper take chunks, and neither returns one */
	if ((uint32_t)__atomic_load_n(&copyjob->claim, __ATOMIC_RELAXED) < c->n)
		return 0;
	if (!helper_is_through(get, err))
		return 0;
	if (c->failed)
		*err = (int)c->failed;
	return 1;
}

static uint64_t fragments_sent;

/* Time in which this process sends fragments to others does not count: in an exchange each process
 * helps the other. */
static int helper_is_late(struct copy *c)
{
	const struct rd_sm_ep *ep = ep_of(c);
	uint64_t now = rd_clock_ns(), events = ep->copy.fragments + fragments_sent;

	if (!c->idle_ns || c->events != events) {
		c->events = events;
		c->idle_ns = now;
	}
	return now - c->idle_ns >
	       (c->came ? rd_wait_table.sm.fragment_begun_ns : rd_wait_table.sm.fragment_ns);
}

/* The next n chunks of the reader's end, which are one block. */
static int read_run(struct rd_btl_get *get, uint32_t n)
{
	struct copy *c = copy_of(get);
	struct rd_sm_ep *ep = ep_of(c);
	uint64_t first = reader_from_end(ep) ? c->n - c->mine - n : c->mine;
	uint64_t at = first * c->chunk, len = rd_min((uint64_t)n * c->chunk, c->len - at);

	c->mine += n;
	c->read += len;
	return move(ep, here(get, c, at), get->remote + c->from + at, len, RD_VM_READ);
}

/* One step of a copy whose fragments are late. 1: it is finished, with *err. */
static int step_fragments(struct rd_btl_get *get, size_t *budget, int *err)
{
	struct copy *c = copy_of(get);
	uint32_t n = 0;

	if (*budget && helper_is_late(c))
		n = claim_mine(c, CHUNK_MAX / c->chunk);
	if (!n)
		return 0;
	*err = read_run(get, n);
	*budget -= rd_min(*budget, (size_t)n * c->chunk);
	return *err || c->read + c->came >= c->len;
}

void rd_sm_copy_fragment(struct rd_sm_ep *ep, const struct rd_sm_fragment *fragment,
			 const void *data)
{
	uint64_t used =
		fragment->copyjob < RD_SM_COPYJOBS ? copyjobs_used >> fragment->copyjob & 1 : 0;
	struct rd_btl_get *get = used ? get_of_copyjob[fragment->copyjob] : NULL;
	struct copy *c = get ? copy_of(get) : NULL;

	if (!c || c->gen != fragment->gen || c->ep != (uintptr_t)ep ||
	    c->way != RD_SM_BY_FRAGMENTS || fragment->at > c->len ||
	    fragment->block.len > c->len - fragment->at)
		return; /* fragment of a copy that has ended with an error */
	memcpy(here(get, c, fragment->at), data, fragment->block.len);
	c->came += fragment->block.len;
	if (c->read + c->came >= c->len)
		part_end(get, 0);
}

static int step_alone(struct rd_btl_get *get, size_t *budget, int *err)
{
	struct copy *c = copy_of(get);
	size_t len = rd_min(*budget, c->len - c->read);

	*err = move((struct rd_sm_ep *)(uintptr_t)c->ep, here(get, c, c->read),
		    get->remote + c->from + c->read, len, RD_VM_READ);
	c->read += len;
	*budget -= len;
	return *err || c->read == c->len;
}

static void start(struct rd_btl_get *get);

static int step(struct rd_btl_get *get, size_t *budget, int *err)
{
	const struct copy *c = copy_of(get);

	if (c->way == NO_WAY && ep_of(c)->copy.active == ACTIVE_MOST)
		return 0;
	if (c->way == NO_WAY)
		start(get);
	if (c->copyjob == NO_COPYJOB)
		return step_alone(get, budget, err);
	return c->way == RD_SM_BY_FRAGMENTS ? step_fragments(get, budget, err)
					    : step_shared(get, budget, err);
}

static int poll_gets(void)
{
	struct rd_list *link, *save;
	size_t budget = SLICE_B;
	int n = 0;

	rd_list_for_safe (link, save, &gets) {
		struct rd_btl_get *get = rd_container(link, struct rd_btl_get, link);
		size_t before = budget;
		int err = 0;
		int end = step(get, &budget, &err);

		n += before != budget;
		if (end) {
			part_end(get, err);
			return n + 1; /* the list has changed */
		}
	}
	return n;
}

/*
 * In an exchange of data the process of higher rank follows the way of the process of lower rank,
 * which learns for both. While one of them reads by the kernel it sends the other no fragments, so
 * that neither would find by itself that fragments are quicker.
 */
static enum rd_sm_way way_of(struct rd_sm_ep *ep, uint64_t len, int beside, int queued,
			     int *follows)
{
	*follows = ep->copy.asked && reader_from_end(ep);
	ep->copy.asked = 0;
	if (ep->copy.alone)
		return RD_SM_BY_FRAGMENTS;
	return *follows ? ep->copy.asked_way : rd_sm_rate_choose(ep, len, beside, queued);
}

static void choose_way(struct rd_sm_ep *ep, struct copy *c, uint64_t whole)
{
	int queued = ep->copy.under_way > 1, beside = under_way > ep->copy.under_way;
	int follows, changes;

	c->way = way_of(ep, whole, beside, queued, &follows);
	if (c->len >= 2 * (uint64_t)PART_B && !beside && !queued && rd_sm_rate_in_trial(ep, whole))
		c->len = PART_B;
	c->chunk = c->way == RD_SM_BY_FRAGMENTS ? RD_SM_BIG_B : chunk_size(c->len);
	/* the number of its chunks has to fit a word */
	c->len = rd_min(c->len, (uint64_t)c->chunk << 30);
	c->n = (uint32_t)((c->len + c->chunk - 1) / c->chunk);
	/* Nothing is recorded in the copy in which the peer, too, changes its way. */
	changes = rd_sm_rate_changes(ep, whole, (enum rd_sm_way)c->way);
	c->began_ns = beside || follows || changes ? 0 : rd_clock_ns();
}

/* Its turn has come. */
static void start(struct rd_btl_get *get)
{
	struct copy *c = copy_of(get);

	choose_way(ep_of(c), c, get->len);
	ep_of(c)->copy.active++;
	share(get);
}

/* It waits behind those that wait already: in a stream, of which the next copy begins whenever one
 * ends, they would never have their turn. */
static void begin_part(struct rd_btl_get *get, uint64_t from)
{
	struct copy *c = copy_of(get);
	const struct rd_sm_copying *of = &ep_of(c)->copy;

	*c = (struct copy){.ep = c->ep,
			   .from = from,
			   .len = get->len - from,
			   .copyjob = NO_COPYJOB,
			   .way = NO_WAY};
	enter(get);
	rd_sm.rare |= RD_SM_RARE_COPY;
	if (of->active < ACTIVE_MOST && of->under_way == of->active + 1) /* none waits */
		start(get);
}

/* A peer that has ended is found by decide() or by its pidfd. */
static void refused(struct rd_sm_ep *ep)
{
	if (!ep->copy.cma || ep->copy.cma->state == RD_CMA_REFUSED)
		ep->ep.get_min = UINT32_MAX;
}

int rd_sm_get(struct rd_ep *rep, struct rd_btl_get *get)
{
	struct rd_sm_ep *ep = rd_sm_ep(rep);
	struct copy *c = copy_of(get);

	*c = (struct copy){.ep = (uintptr_t)ep, .copyjob = NO_COPYJOB};
	rd_list_init(&get->link);
	if (ep->ep.get_min != UINT32_MAX && !rd_cma_works(ep->copy.cma))
		refused(ep);
	if (ep->down || ep->ep.get_min == UINT32_MAX)
		get_end(get, ep->down ? RD_EPROC : RD_ENOTSUP);
	else if (get->len < SHARE_MIN)
		get_end(get, move(ep, get->local, get->remote, get->len, RD_VM_READ));
	else
		begin_part(get, 0);
	return 0;
}

/* ---- The helper ---- */

static void help_end(struct help *help)
{
	rd_list_remove(&help->link);
	rd_list_remove(&help->order);
	free(help);
}

void rd_sm_copy_help(struct rd_sm_ep *ep, const struct rd_sm_help *ask)
{
	struct help *help;
	uint64_t n = ask->chunk ? (ask->len + ask->chunk - 1) / ask->chunk : 0;

	if (!n || n > UINT32_MAX || ask->copyjob >= RD_SM_COPYJOBS || ep->down)
		return; /* the reader copies without help */
	if (ask->how & RD_SM_FRAGMENTS ? ask->chunk > RD_SM_BIG_B : !rd_cma_works(ep->copy.cma))
		return;
	ep->copy.asked = 1;
	ep->copy.asked_way = ask->how & RD_SM_FRAGMENTS ? RD_SM_BY_FRAGMENTS : RD_SM_BY_WRITE;
	help = malloc(sizeof(*help));
	if (!help)
		return;
	help->ep = ep;
	help->ask = *ask;
	help->n = (uint32_t)n;
	help->mine = 0;
	help->full = 0;
	rd_list_append(&ep->copy.helps, &help->link);
	rd_list_append(&helps, &help->order);
	rd_sm.rare |= RD_SM_RARE_COPY;
}

static uint64_t help_index(const struct help *help)
{
	return help->ask.how & RD_SM_FROM_END ? help->n - 1 - help->mine : help->mine;
}

#define FRAGMENTS_MAX 16 /* sent in one poll */

/* Sends fragments while there is room; RD_EAGAIN: no room now, 0: nothing left to send. */
static int help_fragments(struct help *help)
{
	const struct rd_sm_help *ask = &help->ask;
	struct rd_sm_copyjob *copyjob = rd_sm_copyjob(&help->ep->seg, ask->copyjob);
	int sent = 0;

	if (!rd_btl_up_lent(&help->ep->ep, ask->remote, ask->local, ask->len))
		return 0;
	for (; sent < FRAGMENTS_MAX; sent++) {
		uint64_t at = help_index(help) * ask->chunk;
		struct rd_sm_fragment fragment = {
			.at = at, .gen = ask->gen, .copyjob = ask->copyjob};
		void *room;

		if (help->mine == help->n)
			return 0;
		room = rd_sm_fragment_room(help->ep);
		if (!room)
			break;
		if (!claim(copyjob, ask->gen, help->n, 1)) {
			rd_sm_fragment_drop(help->ep);
			return 0;
		}
		fragment.block.len = (uint32_t)chunk_len(help_index(help), ask->chunk, ask->len);
		rd_copy_in(&help->ep->tx.copy_in, room, (void *)(uintptr_t)(ask->local + at),
			   fragment.block.len);
		rd_sm_fragment_send(help->ep, &fragment);
		help->mine++;
		fragments_sent++;
	}
	return sent ? sent : RD_EAGAIN;
}

/* Claims and writes one chunk; 0: none was left. */
static int help_chunk(struct help *help)
{
	const struct rd_sm_help *ask = &help->ask;
	struct rd_sm_copyjob *copyjob = rd_sm_copyjob(&help->ep->seg, ask->copyjob);
	uint64_t index, at, done = (uint64_t)ask->gen << 32;
	int err;

	if (help->mine == help->n || !claim(copyjob, ask->gen, help->n, 1))
		return 0;
	index = help_index(help);
	at = index * ask->chunk;
	err = move(help->ep, (void *)(uintptr_t)(ask->local + at), ask->remote + at,
		   chunk_len(index, ask->chunk, ask->len), RD_VM_WRITE);
	done |= err ? help->mine | DONE_FAILED : ++help->mine;
	/* release: pairs with helper_is_through */
	__atomic_store_n(&copyjob->done, done, __ATOMIC_RELEASE);
	return !err;
}

static int poll_helps(void)
{
	struct rd_list *link, *save;

	rd_list_for_safe (link, save, &helps) {
		struct help *help = rd_container(link, struct help, order);
		int err = help->ask.how & RD_SM_FRAGMENTS ? help_fragments(help) : help_chunk(help);

		help->full = err == RD_EAGAIN;
		if (help->full)
			continue; /* other peers may have room */
		if (!err)
			help_end(help);
		return 1;
	}
	return 0;
}

/* ---- Both ---- */

int rd_sm_copy_poll(void)
{
	int n = 0;

	if (!rd_list_empty(&gets))
		n += poll_gets();
	if (!rd_list_empty(&helps))
		n += poll_helps();
	if (rd_list_empty(&gets) && rd_list_empty(&helps))
		rd_sm.rare &= ~RD_SM_RARE_COPY;
	return n;
}

/* 1: the helper has taken the rest, and sends it; or it is not the copy's turn. */
static int awaits_others(struct rd_btl_get *get)
{
	const struct copy *c = copy_of(get);

	if (c->way == NO_WAY)
		return ep_of(c)->copy.active == ACTIVE_MOST;
	return c->copyjob != NO_COPYJOB && c->way == RD_SM_BY_FRAGMENTS &&
	       (uint32_t)__atomic_load_n(&rd_sm_copyjob(&rd_sm.seg, c->copyjob)->claim,
					 __ATOMIC_RELAXED) >= c->n;
}

enum rd_sm_copy_wait rd_sm_copy_waits(void)
{
	struct rd_list *link;

	rd_list_for (link, &gets)
		if (!awaits_others(rd_container(link, struct rd_btl_get, link)))
			return RD_SM_COPY_POLLS;
	rd_list_for (link, &helps)
		if (!rd_container(link, struct help, order)->full)
			return RD_SM_COPY_POLLS;
	return rd_list_empty(&helps) ? RD_SM_COPY_SLEEPS : RD_SM_COPY_AWAITS_ROOM;
}

void rd_sm_copy_peer_down(struct rd_sm_ep *ep, int err)
{
	struct rd_list *link, *save;

	rd_list_for_safe (link, save, &ep->copy.helps)
		help_end(rd_container(link, struct help, link));
restart:
	rd_list_for (link, &gets) {
		struct rd_btl_get *get = rd_container(link, struct rd_btl_get, link);

		if (copy_of(get)->ep != (uintptr_t)ep)
			continue;
		get_end(get, err); /* `done` may have changed the list */
		goto restart;
	}
}
