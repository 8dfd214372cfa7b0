/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma/types.c: a datatype that is described and decoded is the same; descriptions that are
 * truncated, or have any word changed to an extreme value, are refused or give some type, and
 * nothing beyond them is read (checked by ASan).
 */
#include "rma/types.h"

#include "base/err.h"
#include "datatype/unnamed.h"
#include "t/tap.h"

#include <stdlib.h>
#include <string.h>

enum { N = 5, KINDS = 13 };

static const MPI_Count lengths[N] = {1, 0, 3, 2, 1}, disps[N] = {0, 7, 9, -4, 40};
static const MPI_Count disps_b[N] = {0, 160, 8, -400, 80};

static struct rd_type *make(int kind)
{
	struct rd_type *i = rd_type_predefined[(uintptr_t)MPI_INT32_T - RD_TYPE_FIRST];
	struct rd_type *out, *old[N];
	int err;

	switch (kind) {
	case 0:
		err = rd_type_contiguous(6, i, &out);
		break;
	case 1:
		err = rd_type_vector(3, 2, -4, i, &out);
		break;
	case 2:
		err = rd_type_hvector(3, 2, 44, i, &out);
		break;
	case 3:
		err = rd_type_indexed(N, lengths, disps, i, &out);
		break;
	case 4:
		err = rd_type_hindexed(N, lengths, disps_b, i, &out);
		break;
	case 5:
		err = rd_type_indexed_block(N, 2, disps, i, &out);
		break;
	case 6:
		err = rd_type_hindexed_block(N, 2, disps_b, i, &out);
		break;
	case 7:
		err = rd_type_resized(i, -8, 64, &out);
		break;
	case 8:
		err = rd_type_subarray(2, (MPI_Count[]){4, 5}, (MPI_Count[]){2, 3},
				       (MPI_Count[]){1, 1}, MPI_ORDER_C, i, &out);
		break;
	case 9:
		err = rd_type_dup(i, &out);
		break;
	case 10:
		err = rd_type_darray(
			6, 4,
			&(struct rd_darray){2, MPI_ORDER_FORTRAN, (MPI_Count[]){7, 9},
					    (int[]){MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK},
					    (int[]){2, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2, 3}},
			i, &out);
		break;
	case 11:
		err = rd_type_value_index(
			rd_type_predefined[(uintptr_t)MPI_DOUBLE - RD_TYPE_FIRST],
			rd_type_predefined[(uintptr_t)MPI_UINT64_T - RD_TYPE_FIRST], &out);
		break;
	default:
		for (int k = 0; k < N; k++)
			old[k] = make(2 * k);
		err = rd_type_struct(N, lengths, disps_b, old, &out);
		for (int k = 0; k < N; k++)
			rd_type_put(old[k]);
	}
	return err ? NULL : out;
}

static void same(void)
{
	for (int kind = 0; kind < KINDS; kind++) {
		struct rd_type *type = make(kind), *again;
		uint64_t bytes;
		char *text;
		int err = rd_rma_type_encode(type, &text, &bytes);

		if (!err)
			err = rd_rma_type_decode(text, bytes, &again);
		is_int(err, 0, "kind %d is described and made again", kind);
		if (err)
			continue;
		ok(again->size == type->size && again->lb == type->lb &&
			   again->extent == type->extent && again->true_lb == type->true_lb &&
			   again->true_extent == type->true_extent,
		   "as large, and in the same place");
		rd_type_put(again);
		rd_type_put(type);
		free(text);
	}
}

/* In memory that ends with the description. */
static int try(const char *text, uint64_t bytes)
{
	char *copy = malloc(bytes + !bytes);
	struct rd_type *type;
	int err;

	memcpy(copy, text, bytes);
	err = rd_rma_type_decode(copy, bytes, &type);
	if (!err)
		rd_type_put(type);
	free(copy);
	return err;
}

/* The sum of `look` over the descriptions of all kinds. */
static int in_all(int (*look)(char *text, uint64_t bytes))
{
	int sum = 0;

	for (int kind = 0; kind < KINDS; kind++) {
		struct rd_type *type = make(kind);
		uint64_t bytes;
		char *text;

		if (rd_rma_type_encode(type, &text, &bytes))
			return -1;
		sum += look(text, bytes);
		rd_type_put(type);
		free(text);
	}
	return sum;
}

/* The number of truncated descriptions that are accepted. */
static int cut_off(char *text, uint64_t bytes)
{
	int taken = 0;

	for (uint64_t n = 0; n < bytes; n += sizeof(int64_t))
		taken += !try(text, n);
	return taken;
}

/* Of the last two 1 + 2 n and 3 n are small modulo 2^64. */
static const int64_t extreme[] = {
	-1, 0, 1, 4, INT32_MAX, INT64_MAX, INT64_MIN, INT64_MIN + 5, 6148914691236517207};

static int change(char *text, uint64_t bytes)
{
	int64_t *words = (int64_t *)text;
	int tries = 0;

	for (uint64_t i = 0; i < bytes / sizeof(*words); i++) {
		int64_t was = words[i];

		for (size_t e = 0; e < sizeof(extreme) / sizeof(extreme[0]); e++, tries++) {
			words[i] = extreme[e];
			try(text, bytes);
		}
		words[i] = was;
	}
	return tries;
}

int main(void)
{
	int tries;

	same();
	is_int(in_all(cut_off), 0, "descriptions that are cut off are refused");
	/* unknown combiners are reported */
	ok(freopen("/dev/null", "w", stderr) != NULL, "standard error goes nowhere");
	tries = in_all(change);
	ok(tries > 1000, "%d changed descriptions do no harm", tries);
	return done();
}
