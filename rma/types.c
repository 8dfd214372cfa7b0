/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Descriptions of datatypes (types.h): words of 64 bits. A type is its combiner, four lengths, and
 * as many ints, counts, addresses and types, each type a description in turn; a predefined one is
 * the word 0 and its handle, but a pair without a handle is its constructor's call.
 */
#include "rma/types.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "datatype/recipe.h"
#include "datatype/unnamed.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void rd_rma_types_free(struct rd_rma_types *types)
{
	if (!types)
		return;
	for (int i = 0; i < RD_RMA_SLOTS; i++)
		if (types->slot[i])
			rd_type_put(types->slot[i]);
	free(types->text);
	free(types);
}

/* ---- Encoding ---- */

struct writer {
	int64_t *words;
	uint64_t n, room;
	int err;
};

static void put(struct writer *w, const int64_t *words, uint64_t n)
{
	if (w->err)
		return;
	if (w->n + n > w->room) {
		uint64_t room = rd_max(w->n + n, 2 * w->room);
		int64_t *more = realloc(w->words, room * sizeof(*more));

		if (!more) {
			w->err = RD_ENOMEM;
			return;
		}
		w->words = more;
		w->room = room;
	}
	if (n)
		memcpy(w->words + w->n, words, n * sizeof(*words));
	w->n += n;
}

enum { DEPTH_MAX = 1000 }; /* of nesting: both sides are recursive */

static void put_type(struct writer *w, const struct rd_type *type, int depth)
{
	const struct rd_recipe *r = type->recipe;

	if (depth > DEPTH_MAX && !w->err) {
		rd_error("a target datatype is nested more than %d deep", DEPTH_MAX);
		w->err = RD_ENOTSUP;
	}
	if (w->err)
		return;
	if (rd_rma_type_has_handle(type)) {
		put(w, (int64_t[]){0, type->basic}, 2);
		return;
	}
	put(w,
	    (int64_t[]){r->combiner, (int64_t)r->ints_n, (int64_t)r->counts_n, (int64_t)r->addrs_n,
			(int64_t)r->types_n},
	    5);
	put(w, r->ints, r->ints_n);
	put(w, r->counts, r->counts_n);
	put(w, r->addrs, r->addrs_n);
	for (uint64_t i = 0; i < r->types_n; i++)
		put_type(w, r->types[i], depth + 1);
}

int rd_rma_type_encode(const struct rd_type *type, char **text, uint64_t *bytes)
{
	struct writer w = {0};

	put_type(&w, type, 0);
	if (w.err) {
		free(w.words);
		return w.err;
	}
	*text = (char *)w.words;
	*bytes = w.n * sizeof(*w.words);
	return 0;
}

/* ---- Decoding ---- */

struct reader {
	const int64_t *words;
	uint64_t left;
};

/* The next n words; NULL if there are fewer. */
static const int64_t *take(struct reader *r, uint64_t n)
{
	const int64_t *words = r->words;

	if (n > r->left)
		return NULL;
	r->words += n;
	r->left -= n;
	return words;
}

/* Arguments of a constructor. */
struct parts {
	int combiner;
	uint64_t ints_n, counts_n, addrs_n, types_n;
	const int64_t *ints, *counts, *addrs;
	struct rd_type **types;
};

static int has(const struct parts *p, uint64_t ints, uint64_t counts, uint64_t addrs,
	       uint64_t types)
{
	return p->ints_n == ints && p->counts_n == counts && p->addrs_n == addrs &&
	       p->types_n == types;
}

static uint64_t entries(const struct parts *p)
{
	return p->counts_n ? (uint64_t)p->counts[0] : 0;
}

/* `ints`: room for 3 n. */
static int distributed(const struct parts *p, int n, int *ints, struct rd_type **out)
{
	struct rd_darray array = {.ndims = n,
				  .order = (int)p->ints[3 + 3 * n],
				  .gsizes = (const MPI_Count *)p->counts,
				  .distribs = ints,
				  .dargs = ints + n,
				  .psizes = ints + 2 * n};
	int64_t size = p->ints[0], rank = p->ints[1];

	for (int i = 0; i < 3 * n; i++)
		ints[i] = (int)p->ints[3 + i];
	if ((array.order != MPI_ORDER_C && array.order != MPI_ORDER_FORTRAN) || rank < 0 ||
	    rank >= size || size > INT_MAX || !rd_darray_ok(&array))
		return RD_EPROTO;
	return rd_type_darray((int)size, (int)rank, &array, p->types[0], out);
}

/* size, rank, the number of dimensions; of each its distribution, the argument of that, the number
 * of processes; order */
static int make_darray(const struct parts *p, struct rd_type **out)
{
	uint64_t n = p->counts_n;
	int *ints, err;

	if (!n || n > INT_MAX / 4 || !has(p, 4 + 3 * n, n, 0, 1) || p->ints[2] != (int64_t)n)
		return RD_EPROTO;
	ints = malloc(3 * n * sizeof(*ints));
	if (!ints)
		return RD_ENOMEM;
	err = distributed(p, (int)n, ints, out);
	free(ints);
	return err;
}

static int make_pair(const struct parts *p, struct rd_type **out)
{
	int err;

	if (!has(p, 0, 0, 0, 2))
		return RD_EPROTO;
	err = rd_type_value_index(p->types[0], p->types[1], out);
	return err ? err : *out ? 0 : RD_EPROTO;
}

static int make_simple(const struct parts *p, struct rd_type **out)
{
	const MPI_Count *c = (const MPI_Count *)p->counts;

	switch (p->combiner) {
	case MPI_COMBINER_DUP:
		return has(p, 0, 0, 0, 1) ? rd_type_dup(p->types[0], out) : RD_EPROTO;
	case MPI_COMBINER_CONTIGUOUS:
		return has(p, 0, 1, 0, 1) ? rd_type_contiguous(c[0], p->types[0], out) : RD_EPROTO;
	case MPI_COMBINER_VECTOR:
		return has(p, 0, 3, 0, 1) ? rd_type_vector(c[0], c[1], c[2], p->types[0], out)
					  : RD_EPROTO;
	case MPI_COMBINER_HVECTOR:
		return has(p, 0, 2, 1, 1)
			       ? rd_type_hvector(c[0], c[1], p->addrs[0], p->types[0], out)
			       : RD_EPROTO;
	case MPI_COMBINER_RESIZED:
		return has(p, 0, 0, 2, 1)
			       ? rd_type_resized(p->types[0], p->addrs[0], p->addrs[1], out)
			       : RD_EPROTO;
	case MPI_COMBINER_SUBARRAY:
		return p->ints_n == 2 && (uint64_t)p->ints[0] <= p->counts_n &&
				       has(p, 2, 3 * (uint64_t)p->ints[0], 0, 1)
			       ? rd_type_subarray((int)p->ints[0], c, c + p->ints[0],
						  c + 2 * p->ints[0], (int)p->ints[1], p->types[0],
						  out)
			       : RD_EPROTO;
	case MPI_COMBINER_DARRAY:
		return make_darray(p, out);
	case MPI_COMBINER_VALUE_INDEX:
		return make_pair(p, out);
	default:
		return RD_ENOTSUP;
	}
}

static int make_list(const struct parts *p, struct rd_type **out)
{
	const MPI_Count *c = (const MPI_Count *)p->counts, *a = (const MPI_Count *)p->addrs;
	uint64_t n = entries(p);

	if (n > p->counts_n + p->addrs_n) /* so that no sum below overflows */
		return RD_EPROTO;
	switch (p->combiner) {
	case MPI_COMBINER_INDEXED:
		return has(p, 0, 1 + 2 * n, 0, 1)
			       ? rd_type_indexed(c[0], c + 1, c + 1 + n, p->types[0], out)
			       : RD_EPROTO;
	case MPI_COMBINER_HINDEXED:
		return has(p, 0, 1 + n, n, 1) ? rd_type_hindexed(c[0], c + 1, a, p->types[0], out)
					      : RD_EPROTO;
	case MPI_COMBINER_INDEXED_BLOCK:
		return has(p, 0, 2 + n, 0, 1)
			       ? rd_type_indexed_block(c[0], c[1], c + 2, p->types[0], out)
			       : RD_EPROTO;
	case MPI_COMBINER_HINDEXED_BLOCK:
		return has(p, 0, 2, n, 1) ? rd_type_hindexed_block(c[0], c[1], a, p->types[0], out)
					  : RD_EPROTO;
	case MPI_COMBINER_STRUCT:
		return has(p, 0, 1 + n, n, n) ? rd_type_struct(c[0], c + 1, a, p->types, out)
					      : RD_EPROTO;
	default:
		rd_error("a target datatype with combiner %d cannot be described", p->combiner);
		return RD_ENOTSUP;
	}
}

static int decode(struct reader *r, int depth, struct rd_type **out);

static int decode_parts(struct reader *r, struct parts *p, int depth, struct rd_type **out)
{
	uint64_t got = 0;
	int err = 0;

	/* Each type has at least two words. */
	if (p->types_n > r->left)
		return RD_EPROTO;
	p->types = malloc((p->types_n + 1) * sizeof(*p->types));
	if (!p->types)
		return RD_ENOMEM;
	for (; !err && got < p->types_n; got += !err)
		err = decode(r, depth + 1, &p->types[got]);
	if (!err) {
		err = make_simple(p, out);
		if (err == RD_ENOTSUP)
			err = make_list(p, out);
	}
	while (got)
		rd_type_put(p->types[--got]);
	free(p->types);
	return err;
}

static int decode(struct reader *r, int depth, struct rd_type **out)
{
	const int64_t *head = take(r, 2);
	struct parts p;

	if (!head || depth > DEPTH_MAX)
		return RD_EPROTO;
	if (!head[0]) {
		*out = head[1] >= RD_TYPE_FIRST && head[1] <= RD_TYPE_LAST
			       ? rd_type_predefined[head[1] - RD_TYPE_FIRST]
			       : NULL;
		return *out ? 0 : RD_EPROTO;
	}
	p = (struct parts){.combiner = (int)head[0], .ints_n = (uint64_t)head[1]};
	head = take(r, 3);
	if (!head)
		return RD_EPROTO;
	p.counts_n = (uint64_t)head[0];
	p.addrs_n = (uint64_t)head[1];
	p.types_n = (uint64_t)head[2];
	p.ints = take(r, p.ints_n);
	p.counts = take(r, p.counts_n);
	p.addrs = take(r, p.addrs_n);
	if (!p.ints || !p.counts || !p.addrs)
		return RD_EPROTO;
	return decode_parts(r, &p, depth, out);
}

int rd_rma_type_decode(const char *text, uint64_t bytes, struct rd_type **out)
{
	struct reader r = {(const int64_t *)text, bytes / sizeof(int64_t)};
	int err = decode(&r, 0, out);

	if (err)
		return err;
	if (r.left) {
		rd_type_put(*out);
		return RD_EPROTO;
	}
	return rd_type_commit(*out);
}
