/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The choice of the algorithm for a call: that of RONDO_COLL if it supports the call, else that of
 * the first provider with an offer; the answer is remembered for the communicator. Also the list of
 * all algorithms for the statistics. Called from coll.c and rondo_info.
 */
#include "coll/call.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "base/param.h"
#include "coll/neighbor.h"
#include "coll/record.h"
#include "coll/sm_queue.h"
#include "datatype/op.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rd_coll_provider *const providers[] = {
	&rd_coll_ring, &rd_coll_sm, &rd_coll_pipelined, &rd_coll_hier, &rd_coll_base, NULL,
};

struct rd_coll_stats rd_coll_neighbor_stats[RD_COLL_NEIGHBOR_ROWS] = {
	RD_COLL_ROWS("neighbor_allgather", "direct"), RD_COLL_ROWS("neighbor_allgatherv", "direct"),
	RD_COLL_ROWS("neighbor_alltoall", "direct"),  RD_COLL_ROWS("neighbor_alltoallv", "direct"),
	RD_COLL_ROWS("neighbor_alltoallw", "direct"), RD_COLL_ROWS("neighbor_allgather", "sm"),
	RD_COLL_ROWS("neighbor_alltoall", "sm"),
};

static const struct rd_coll_algo *forced[RD_COLL_KINDS]; /* by RONDO_COLL; NULL: free choice */
static char warned[RD_COLL_KINDS]; /* that the forced algorithm does not support a call */

/* Algorithm i of all providers, NULL after the last. */
static const struct rd_coll_algo *algo_at(int i)
{
	for (int p = 0; providers[p]; p++)
		for (const struct rd_coll_algo *const *a = providers[p]->algos; *a; a++)
			if (i-- == 0)
				return *a;
	return NULL;
}

static int algos(void)
{
	static int n;

	while (algo_at(n))
		n++;
	return n;
}

const struct rd_coll_stats *rd_coll_stats_row(int i)
{
	const struct rd_coll_stats *stats;

	for (int at = 0; (stats = rd_coll_stats_any(at)); at++)
		if (stats->calls && i-- == 0)
			return stats;
	return NULL;
}

/* Blocking calls of all algorithms, those with a request, neighbours. */
const struct rd_coll_stats *rd_coll_stats_any(int i)
{
	int n = algos();

	if (i < 2 * n)
		return &algo_at(i % n)->stats[i / n];
	return i < 2 * n + RD_COLL_NEIGHBOR_ROWS ? &rd_coll_neighbor_stats[i - 2 * n] : NULL;
}

/* ---- Calls that the cards left to software, and shared memory to messages ---- */

/* Refusals by operation and reason, the newest first; the last one counts all for which no memory
 * was found. */
static struct rd_coll_refusal others = {"others", "no memory to record the reason", 1, 0, NULL};
static struct rd_coll_refusal *refusals = &others;

const struct rd_coll_refusal *rd_coll_refusal_row(int i)
{
	const struct rd_coll_refusal *row = refusals;

	while (row && i-- > 0)
		row = row->next;
	return row == &others && !others.calls ? NULL : row;
}

static struct rd_coll_refusal *refusal_row(const char *operation, const char *why, int of_card)
{
	struct rd_coll_refusal *row = refusals;

	while (row && (row->operation != operation || row->why != why || row->of_card != of_card))
		row = row->next;
	if (row)
		return row;
	row = malloc(sizeof(*row));
	if (!row)
		return &others;
	*row = (struct rd_coll_refusal){operation, why, of_card, 0, refusals};
	refusals = row;
	return row;
}

void rd_coll_refused(const char *operation, const char *why)
{
	refusal_row(operation, why, 1)->calls++;
}

static void forget_refusals(void)
{
	while (refusals != &others) {
		struct rd_coll_refusal *row = refusals;

		refusals = row->next;
		free(row);
	}
	others.calls = 0;
}

static int is_word(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && !memcmp(text, word, len);
}

/* "binomial, chain, ...": the names of an operation's algorithms, or of the operations (kind <
 * 0). */
static const char *known_names(int kind)
{
	static char line[512];
	size_t at = 0;
	const struct rd_coll_algo *algo;

	line[0] = 0;
	for (int i = 0; kind < 0 ? i < RD_COLL_KINDS : (algo = algo_at(i)) != NULL; i++) {
		const char *name = kind < 0 ? rd_coll_kind_name(i) : algo->name;

		if (kind >= 0 && (int)algo->kind != kind)
			continue;
		at += (size_t)snprintf(line + at, sizeof(line) - at, "%s%s", at ? ", " : "", name);
		if (at >= sizeof(line))
			break;
	}
	return line;
}

/* One "operation=algorithm" of `len` characters. */
static int force(const char *item, size_t len)
{
	const char *equals = memchr(item, '=', len);
	size_t left = equals ? (size_t)(equals - item) : len;
	const struct rd_coll_algo *algo;
	int kind = 0;

	while (kind < RD_COLL_KINDS && !is_word(item, left, rd_coll_kind_name(kind)))
		kind++;
	if (!equals || kind == RD_COLL_KINDS) {
		rd_err_because("RONDO_COLL: \"%.*s\" should be operation=algorithm; operations are "
			       "%s",
			       (int)len, item, known_names(-1));
		return RD_EOTHER;
	}
	for (int i = 0; (algo = algo_at(i)); i++)
		if ((int)algo->kind == kind && is_word(equals + 1, len - left - 1, algo->name)) {
			forced[kind] = algo;
			return 0;
		}
	rd_err_because("RONDO_COLL: \"%.*s\": algorithms of %s are %s", (int)len, item,
		       rd_coll_kind_name(kind), known_names(kind));
	return RD_EOTHER;
}

int rd_coll_select_init(void)
{
	const char *text = rd_param_string(RD_PARAM_COLL);

	memset(forced, 0, sizeof(forced));
	memset(warned, 0, sizeof(warned));
	forget_refusals();
	for (int p = 0; providers[p]; p++)
		if (providers[p]->init)
			providers[p]->init();
	while (*text) {
		size_t len = strcspn(text, ",");
		int err = len ? force(text, len) : 0;

		if (err)
			return err;
		text += len + (text[len] == ',');
	}
	return 0;
}

void rd_coll_select_fini(void)
{
	for (int p = 0; providers[p]; p++)
		if (providers[p]->fini)
			providers[p]->fini();
}

void rd_coll_forget(struct rd_coll_state *state)
{
	for (int p = 0; providers[p]; p++)
		if (providers[p]->forget)
			providers[p]->forget(state);
	if (state->answers != &rd_coll_unanswered)
		free(state->answers);
	state->answers = &rd_coll_unanswered;
	state->mask = 0;
}

void rd_coll_choose_anew(struct rd_coll_state *state)
{
	for (int i = 0; i <= state->mask; i++)
		state->answers[i] = rd_coll_unanswered;
}

int rd_coll_prepare(struct rd_coll_state *state, struct rd_comm *comm)
{
	int err = 0;

	state->uses++;
	for (int p = 0; providers[p] && !err; p++)
		if (providers[p]->prepare)
			err = providers[p]->prepare(state, comm);
	return err;
}

static const char *refusal(const struct rd_coll_algo *algo, const struct rd_coll_call *call)
{
	return algo->refuses ? algo->refuses(call) : NULL;
}

/* The algorithm of RONDO_COLL, if it supports the call. */
static const struct rd_coll_algo *forced_algo(const struct rd_coll_call *call)
{
	const struct rd_coll_algo *algo = forced[call->kind];
	const char *why;

	if (!algo)
		return NULL;
	why = refusal(algo, call);
	if (!why)
		return algo;
	if (!warned[call->kind] && !call->rank)
		rd_warn("RONDO_COLL: %s=%s cannot do %s of %llu bytes on %d ranks: %s; "
			"another one does",
			rd_coll_kind_name(call->kind), algo->name, rd_coll_kind_name(call->kind),
			(unsigned long long)call->bytes, call->size, why);
	warned[call->kind] = 1;
	return NULL;
}

/* The provider's offer. */
static const struct rd_coll_algo *ask(const struct rd_coll_provider *provider,
				      struct rd_coll_call *call, const char **why)
{
	const struct rd_coll_algo *const *a = provider->algos;

	if (provider->offer)
		return provider->offer(call, why);
	while (*a && (*a)->kind != call->kind)
		a++;
	*why = *a ? refusal(*a, call) : "it has no algorithm for this operation";
	return *why ? NULL : *a;
}

/* NULL: this refusal is not counted. */
static struct rd_coll_refusal *note(const struct rd_coll_provider *provider,
				    const struct rd_coll_call *call, const char *why)
{
	const struct rd_coll_state *state = call->comm->coll_state;

	if (provider == &rd_coll_ring)
		return refusal_row(rd_coll_kind_name(call->kind), why, 1);
	if (provider == &rd_coll_sm && state->shm_lacks && why == state->shm_refusal)
		return refusal_row(rd_coll_kind_name(call->kind), why, 0);
	return NULL;
}

/* Refusals to be counted are written to `refused`, at most two. */
static const struct rd_coll_algo *ask_providers(struct rd_coll_call *call,
						struct rd_coll_refusal **refused)
{
	const struct rd_coll_algo *algo = NULL;
	struct rd_coll_refusal *row;

	for (int p = 0; providers[p] && !algo; p++) {
		const char *why = NULL;

		algo = ask(providers[p], call, &why);
		row = why ? note(providers[p], call, why) : NULL;
		if (row)
			*refused++ = row;
		if (!algo)
			rd_debug("%s of %llu bytes on %d ranks: not by %s: %s",
				 rd_coll_kind_name(call->kind), (unsigned long long)call->bytes,
				 call->size, providers[p]->name, why ? why : "not offered");
	}
	return algo;
}

enum { KIND_SHIFT = 34 };
/* All bits of a key's field of the kind: its mask, and the mark of a place without an answer. */
#define NO_KIND UINT64_C(0x3f)
_Static_assert(2 * RD_COLL_KINDS <= NO_KIND, "six bits, for calls with and without a request");

_Static_assert(RD_OP_LAST < 64, "one bit is left beside an operator");

/*
 * The key of a remembered answer of a communicator. Types of operations without operator may differ
 * between members with equal signatures, so no choice depends on them.
 */
static struct rd_coll_key key_of(const struct rd_coll_call *call)
{
	uint64_t how = (uint32_t)call->root | (uint64_t)rd_coll_in_place(call->out.buf) << 32 |
		       (uint64_t)call->kind << KIND_SHIFT;

	if (!call->op)
		return (struct rd_coll_key){call->bytes, 0, how};
	/* Handle values of predefined operators and types are below 64 and 65536. */
	how |= (uint64_t)(call->op->commutative != 0) << 33 |
	       (uint64_t)(uint8_t)call->op->predefined << 40 |
	       (uint64_t)(uint16_t)call->in.type->basic << 48;
	if (rd_unlikely(!call->op->predefined))
		how |= (uint64_t)rd_coll_is_whole(call->in.type) << 47;
	return (struct rd_coll_key){call->bytes, call->out.count, how};
}

static int same_key(const struct rd_coll_key *a, const struct rd_coll_key *b)
{
	return !((a->bytes ^ b->bytes) | (a->count ^ b->count) | (a->how ^ b->how));
}

/* ---- Answers ---- */

struct rd_coll_answer rd_coll_unanswered = {.key.how = NO_KIND << KIND_SHIFT};

static uint64_t kind_in(const struct rd_coll_answer *answer)
{
	return answer->key.how >> KIND_SHIFT & NO_KIND;
}

/* Twice as many places. Kinds that did not share a place before do not share one afterwards. */
static int more_answers(struct rd_coll_state *state)
{
	int old = state->answers == &rd_coll_unanswered ? 0 : state->mask + 1,
	    n = old ? 2 * old : 1;
	struct rd_coll_answer *more = malloc((size_t)n * sizeof(*more));

	if (!more)
		return RD_ENOMEM;
	for (int i = 0; i < n; i++)
		more[i] = rd_coll_unanswered;
	for (int i = 0; i < old; i++)
		if (kind_in(&state->answers[i]) != NO_KIND)
			more[kind_in(&state->answers[i]) & (uint64_t)(n - 1)] = state->answers[i];
	if (old)
		free(state->answers);
	state->answers = more;
	state->mask = (uint8_t)(n - 1);
	return 0;
}

/* Stores the answer in a place of its kind: a communicator sees few of the kinds. Without memory
 * the answer is dropped, or replaces another. */
static void remember(struct rd_coll_state *state, const struct rd_coll_answer *answer)
{
	uint64_t kind = kind_in(answer), there;

	for (;;) {
		there = kind_in(&state->answers[kind & state->mask]);
		if (state->answers != &rd_coll_unanswered && (there == NO_KIND || there == kind))
			break;
		if (more_answers(state))
			break;
	}
	if (state->answers != &rd_coll_unanswered)
		state->answers[kind & state->mask] = *answer;
}

static void count_refusals(const struct rd_coll_answer *answer)
{
	for (int i = 0; i < 2 && answer->refusal[i]; i++)
		answer->refusal[i]->calls++;
}

/* No answer is remembered as long as providers prepare: each time all would be dropped. */
static __attribute__((noinline)) const struct rd_coll_algo *choose(struct rd_coll_state *state,
								   struct rd_coll_call *call,
								   const struct rd_coll_key *key)
{
	struct rd_coll_answer answer = {.key = *key, .algo = forced_algo(call)};

	if (!answer.algo)
		answer.algo = ask_providers(call, answer.refusal);
	if (state->uses == RD_COLL_USES)
		remember(state, &answer);
	count_refusals(&answer);
	return answer.algo;
}

const struct rd_coll_algo *rd_coll_select(struct rd_coll_state *state, struct rd_coll_call *call)
{
	const struct rd_coll_answer *last = &state->answers[call->kind & state->mask];
	struct rd_coll_key key = key_of(call);

	if (rd_unlikely(!same_key(&last->key, &key)))
		return choose(state, call, &key);
	if (rd_unlikely(last->refusal[0]))
		count_refusals(last);
	return last->algo;
}

/* ---- Calls with a request ---- */

/* 1: RONDO_COLL forces an algorithm over pt2pt that supports the call: a schedule is written. */
static int is_forced_to_pt2pt(const struct rd_coll_call *call)
{
	const struct rd_coll_algo *algo = forced[call->kind];

	for (const struct rd_coll_algo *const *a = rd_coll_base.algos; algo && *a; a++)
		if (*a == algo && !refusal(algo, call))
			return 1;
	return 0;
}

/* A refusal of the cards is written to *refused. */
static const struct rd_coll_algo *ask_memory(
	struct rd_coll_call *call, const struct rd_coll_algo *offer(const struct rd_coll_call *),
	struct rd_coll_refusal **refused)
{
	const struct rd_coll_algo *of_card;
	const char *why = NULL;
	struct rd_record none; /* with it the call is one with a request */

	if (is_forced_to_pt2pt(call))
		return NULL;
	call->record = &none;
	of_card = rd_coll_ring.offer(call, &why);
	call->record = NULL;
	if (of_card)
		return NULL;
	if (why)
		*refused = refusal_row(rd_coll_kind_name(call->kind), why, 1);
	return offer(call);
}

static __attribute__((noinline)) const struct rd_coll_algo *choose_memory(
	struct rd_coll_state *state, struct rd_coll_call *call, const struct rd_coll_key *key)
{
	struct rd_coll_answer answer = {.key = *key};

	answer.algo = ask_memory(call, rd_shmcoll_queue_offer, answer.refusal);
	if (!answer.algo)
		answer.refusal[0] = NULL; /* counted where the schedule is written */
	remember(state, &answer);
	count_refusals(&answer);
	return answer.algo;
}

/* Answers to calls with a request have kind numbers from RD_COLL_KINDS on. */
const struct rd_coll_algo *rd_coll_select_queue(struct rd_coll_state *state,
						struct rd_coll_call *call)
{
	unsigned kind = RD_COLL_KINDS + (unsigned)call->kind;
	const struct rd_coll_answer *last = &state->answers[kind & state->mask];
	struct rd_coll_key key = key_of(call);

	key.how += (uint64_t)RD_COLL_KINDS << KIND_SHIFT;
	if (rd_unlikely(!same_key(&last->key, &key)))
		return choose_memory(state, call, &key);
	if (rd_unlikely(last->refusal[0]))
		count_refusals(last);
	return last->algo;
}

/* A refusal of the cards is counted where the schedule is written, if there is one. */
const struct rd_coll_algo *rd_coll_select_kept(struct rd_coll_call *call)
{
	struct rd_coll_refusal *refused = NULL;
	const struct rd_coll_algo *algo = ask_memory(call, rd_shmcoll_kept_offer, &refused);

	if (algo && refused)
		refused->calls++;
	return algo;
}

/* The algorithm of the cards' queue, or of software in their order; NULL: none supports the call. A
 * refusal of the cards is counted. */
static const struct rd_coll_algo *ask_queues(struct rd_coll_call *call)
{
	const char *why = NULL;
	const struct rd_coll_algo *algo = rd_coll_ring.offer(call, &why);

	if (why)
		refusal_row(rd_coll_kind_name(call->kind), why, 1)->calls++;
	return algo;
}

const struct rd_coll_algo *rd_coll_select_record(struct rd_coll_call *call)
{
	const struct rd_coll_algo *algo;
	const char *why;

	if (is_forced_to_pt2pt(call))
		return forced[call->kind];
	algo = ask_queues(call);
	return algo ? algo : rd_coll_base.offer(call, &why);
}
