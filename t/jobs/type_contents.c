/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Datatypes taken apart (MPI-5.0 5.1.13): envelope and contents of every constructor, in its small
 * and its large-count form, are its arguments, and types built again from them, at any depth of
 * nesting, have the same bounds and the same bytes in the same order.
 */
#include "t/jobs/job.h"
#include "t/jobs/layout.h"

enum { MOST = 200, ROUNDS = 500 };

struct parts {
	int combiner;
	MPI_Count ints, addrs, counts, types;
	int integer[MOST];
	MPI_Aint address[MOST];
	MPI_Count count[MOST];
	MPI_Datatype type[MOST];
};

/* Checks too that the small forms return the same, or refuse a type that was made by a large
 * one. */
static void take_apart(MPI_Datatype type, struct parts *p)
{
	int ints = -1, addrs = -1, types = -1, combiner = -1, code;

	MPI_Type_get_envelope_c(type, &p->ints, &p->addrs, &p->counts, &p->types, &p->combiner);
	code = MPI_Type_get_envelope(type, &ints, &addrs, &types, &combiner);
	if (p->counts)
		check_class(code, MPI_ERR_TYPE, "MPI_Type_get_envelope of a large type");
	else
		check(code == MPI_SUCCESS && ints == p->ints && addrs == p->addrs &&
			      types == p->types && combiner == p->combiner,
		      "combiner %d: MPI_Type_get_envelope and its twin differ", combiner);
	if (p->combiner == MPI_COMBINER_NAMED)
		return;
	if (p->counts)
		check_class(MPI_Type_get_contents(type, MOST, MOST, MOST, p->integer, p->address,
						  p->type),
			    MPI_ERR_TYPE, "of a large type");
	code = MPI_Type_get_contents_c(type, p->ints, p->addrs, p->counts, p->types, p->integer,
				       p->address, p->count, p->type);
	check(code == MPI_SUCCESS, "MPI_Type_get_contents_c: %d", code);
}

static void free_type(MPI_Datatype *type)
{
	struct parts p;

	MPI_Type_get_envelope_c(*type, &p.ints, &p.addrs, &p.counts, &p.types, &p.combiner);
	switch (p.combiner) {
	case MPI_COMBINER_NAMED:
	case MPI_COMBINER_VALUE_INDEX:
	case MPI_COMBINER_F90_REAL:
	case MPI_COMBINER_F90_COMPLEX:
	case MPI_COMBINER_F90_INTEGER:
		break;
	default:
		MPI_Type_free(type);
	}
}

/* ---- Building again ---- */

static void build_small(const struct parts *p, const MPI_Datatype *t, MPI_Datatype *out)
{
	const int *i = p->integer, n = p->integer[0];
	const MPI_Aint *a = p->address;

	switch (p->combiner) {
	case MPI_COMBINER_DUP:
		MPI_Type_dup(t[0], out);
		break;
	case MPI_COMBINER_CONTIGUOUS:
		MPI_Type_contiguous(n, t[0], out);
		break;
	case MPI_COMBINER_VECTOR:
		MPI_Type_vector(n, i[1], i[2], t[0], out);
		break;
	case MPI_COMBINER_HVECTOR:
		MPI_Type_create_hvector(n, i[1], a[0], t[0], out);
		break;
	case MPI_COMBINER_INDEXED:
		MPI_Type_indexed(n, i + 1, i + 1 + n, t[0], out);
		break;
	case MPI_COMBINER_HINDEXED:
		MPI_Type_create_hindexed(n, i + 1, a, t[0], out);
		break;
	case MPI_COMBINER_INDEXED_BLOCK:
		MPI_Type_create_indexed_block(n, i[1], i + 2, t[0], out);
		break;
	case MPI_COMBINER_HINDEXED_BLOCK:
		MPI_Type_create_hindexed_block(n, i[1], a, t[0], out);
		break;
	case MPI_COMBINER_STRUCT:
		MPI_Type_create_struct(n, i + 1, a, t, out);
		break;
	case MPI_COMBINER_SUBARRAY:
		MPI_Type_create_subarray(n, i + 1, i + 1 + n, i + 1 + 2 * n, i[1 + 3 * n], t[0],
					 out);
		break;
	case MPI_COMBINER_DARRAY: {
		int d = i[2];

		MPI_Type_create_darray(i[0], i[1], d, i + 3, i + 3 + d, i + 3 + 2 * d,
				       i + 3 + 3 * d, i[3 + 4 * d], t[0], out);
		break;
	}
	case MPI_COMBINER_RESIZED:
		MPI_Type_create_resized(t[0], a[0], a[1], out);
		break;
	case MPI_COMBINER_F90_REAL:
		MPI_Type_create_f90_real(i[0], i[1], out);
		break;
	case MPI_COMBINER_F90_COMPLEX:
		MPI_Type_create_f90_complex(i[0], i[1], out);
		break;
	case MPI_COMBINER_F90_INTEGER:
		MPI_Type_create_f90_integer(i[0], out);
		break;
	case MPI_COMBINER_VALUE_INDEX:
		MPI_Type_get_value_index(t[0], t[1], out);
		break;
	default:
		check(0, "combiner %d", p->combiner);
	}
}

static void build_large(const struct parts *p, const MPI_Datatype *t, MPI_Datatype *out)
{
	const MPI_Count *c = p->count, n = p->count[0];
	const int *i = p->integer;

	switch (p->combiner) {
	case MPI_COMBINER_CONTIGUOUS:
		MPI_Type_contiguous_c(n, t[0], out);
		break;
	case MPI_COMBINER_VECTOR:
		MPI_Type_vector_c(n, c[1], c[2], t[0], out);
		break;
	case MPI_COMBINER_HVECTOR:
		MPI_Type_create_hvector_c(n, c[1], c[2], t[0], out);
		break;
	case MPI_COMBINER_INDEXED:
		MPI_Type_indexed_c(n, c + 1, c + 1 + n, t[0], out);
		break;
	case MPI_COMBINER_HINDEXED:
		MPI_Type_create_hindexed_c(n, c + 1, c + 1 + n, t[0], out);
		break;
	case MPI_COMBINER_INDEXED_BLOCK:
		MPI_Type_create_indexed_block_c(n, c[1], c + 2, t[0], out);
		break;
	case MPI_COMBINER_HINDEXED_BLOCK:
		MPI_Type_create_hindexed_block_c(n, c[1], c + 2, t[0], out);
		break;
	case MPI_COMBINER_STRUCT:
		MPI_Type_create_struct_c(n, c + 1, c + 1 + n, t, out);
		break;
	case MPI_COMBINER_SUBARRAY:
		MPI_Type_create_subarray_c(i[0], c, c + i[0], c + 2 * i[0], i[1], t[0], out);
		break;
	case MPI_COMBINER_DARRAY: {
		int d = i[2];

		MPI_Type_create_darray_c(i[0], i[1], d, c, i + 3, i + 3 + d, i + 3 + 2 * d,
					 i[3 + 3 * d], t[0], out);
		break;
	}
	case MPI_COMBINER_RESIZED:
		MPI_Type_create_resized_c(t[0], c[0], c[1], out);
		break;
	default:
		check(0, "large combiner %d", p->combiner);
	}
}

static MPI_Datatype rebuilt(MPI_Datatype type)
{
	struct parts *p = must_alloc(sizeof *p);
	MPI_Datatype out = type;

	take_apart(type, p);
	if (p->combiner != MPI_COMBINER_NAMED) {
		for (MPI_Count n = 0; n < p->types; n++) {
			MPI_Datatype part = p->type[n];

			p->type[n] = rebuilt(part);
			if (p->type[n] != part)
				free_type(&part);
		}
		if (p->counts)
			build_large(p, p->type, &out);
		else
			build_small(p, p->type, &out);
		for (MPI_Count n = 0; n < p->types; n++)
			free_type(&p->type[n]);
	}
	free(p);
	return out;
}

static void same_bounds(MPI_Datatype a, MPI_Datatype b, const char *what)
{
	MPI_Count lb[4], extent[4], size[2];

	MPI_Type_get_extent_c(a, &lb[0], &extent[0]);
	MPI_Type_get_extent_x(b, &lb[1], &extent[1]);
	MPI_Type_get_true_extent_c(a, &lb[2], &extent[2]);
	MPI_Type_get_true_extent_x(b, &lb[3], &extent[3]);
	MPI_Type_size_c(a, &size[0]);
	MPI_Type_size_x(b, &size[1]);
	check(lb[0] == lb[1] && extent[0] == extent[1] && lb[2] == lb[3] &&
		      extent[2] == extent[3] && size[0] == size[1],
	      "%s: bounds differ", what);
}

static void same_bytes(MPI_Datatype a, MPI_Datatype b, const char *what)
{
	MPI_Count lb, extent, size, position[2] = {0, 0};
	unsigned char *memory, *packed;

	MPI_Type_get_true_extent_c(a, &lb, &extent);
	MPI_Type_size_c(a, &size);
	memory = must_alloc((size_t)extent);
	packed = must_alloc(2 * (size_t)size);
	for (MPI_Count n = 0; n < extent; n++)
		memory[n] = data_byte(7, (size_t)n);
	MPI_Pack_c(memory - lb, 1, a, packed, size, &position[0], MPI_COMM_SELF);
	MPI_Pack_c(memory - lb, 1, b, packed + size, size, &position[1], MPI_COMM_SELF);
	check(position[0] == size && position[1] == size &&
		      !memcmp(packed, packed + size, (size_t)size),
	      "%s: bytes differ", what);
	free(memory);
	free(packed);
}

static void check_rebuilt(MPI_Datatype type, const char *what)
{
	MPI_Datatype again = rebuilt(type);

	same_bounds(type, again, what);
	MPI_Type_commit(&type);
	MPI_Type_commit(&again);
	same_bytes(type, again, what);
	if (again != type)
		free_type(&again);
}

static void random_types(uint64_t seed)
{
	for (int round = 0; round < ROUNDS && job.failures == 0; round++) {
		uint64_t random = seed + (uint64_t)round;
		struct layout l;

		layout_random(&l, MPI_SHORT, 2, random_between(&random, 1, 40),
			      random_between(&random, 1, 4), &random);
		check_rebuilt(l.type, "a random type");
		check(job.failures == 0, "that was round %d of seed %llu", round,
		      (unsigned long long)seed);
		layout_free(&l);
	}
}

/* ---- The exact contents ---- */

/* Text like "102: 3 4 | 5 | 6 7 | 1": combiner, ints, addresses, counts, number of types. */
static void check_parts(MPI_Datatype type, const char *due)
{
	static struct parts p;
	char got[500];
	int at;

	take_apart(type, &p);
	at = sprintf(got, "%d:", p.combiner);
	for (MPI_Count n = 0; n < p.ints; n++)
		at += sprintf(got + at, " %d", p.integer[n]);
	at += sprintf(got + at, " |");
	for (MPI_Count n = 0; n < p.addrs; n++)
		at += sprintf(got + at, " %ld", (long)p.address[n]);
	at += sprintf(got + at, " |");
	for (MPI_Count n = 0; n < p.counts; n++)
		at += sprintf(got + at, " %lld", (long long)p.count[n]);
	sprintf(got + at, " | %d", (int)p.types);
	check(!strcmp(got, due), "decoded as '%s', must be '%s'", got, due);
	for (MPI_Count n = 0; p.combiner != MPI_COMBINER_NAMED && n < p.types; n++)
		free_type(&p.type[n]);
	check_rebuilt(type, due);
	free_type(&type);
}

static void small_forms(void)
{
	int lengths[2] = {2, 1}, places[2] = {-1, 7}, sizes[2] = {4, 6}, subs[2] = {2, 3};
	int starts[2] = {1, 2}, distribs[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
	int dargs[2] = {MPI_DISTRIBUTE_DFLT_DARG, 2}, procs[2] = {2, 2};
	MPI_Aint bytes[2] = {-3, 100};
	MPI_Datatype t, types[2] = {MPI_INT, MPI_CHAR};

	check_parts(MPI_INT, "101: | | | 0");
	check_parts((MPI_Type_dup(MPI_INT, &t), t), "102: | | | 1");
	check_parts((MPI_Type_contiguous(3, MPI_INT, &t), t), "103: 3 | | | 1");
	check_parts((MPI_Type_vector(3, 2, -4, MPI_INT, &t), t), "104: 3 2 -4 | | | 1");
	check_parts((MPI_Type_create_hvector(3, 2, 9, MPI_INT, &t), t), "105: 3 2 | 9 | | 1");
	check_parts((MPI_Type_indexed(2, lengths, places, MPI_INT, &t), t),
		    "106: 2 2 1 -1 7 | | | 1");
	check_parts((MPI_Type_create_hindexed(2, lengths, bytes, MPI_INT, &t), t),
		    "107: 2 2 1 | -3 100 | | 1");
	check_parts((MPI_Type_create_indexed_block(2, 3, places, MPI_INT, &t), t),
		    "108: 2 3 -1 7 | | | 1");
	check_parts((MPI_Type_create_hindexed_block(2, 3, bytes, MPI_INT, &t), t),
		    "109: 2 3 | -3 100 | | 1");
	check_parts((MPI_Type_create_struct(2, lengths, bytes, types, &t), t),
		    "110: 2 2 1 | -3 100 | | 2");
	check_parts((MPI_Type_create_subarray(2, sizes, subs, starts, MPI_ORDER_C, MPI_INT, &t), t),
		    "111: 2 4 6 2 3 1 2 12 | | | 1");
	check_parts((MPI_Type_create_darray(4, 3, 2, sizes, distribs, dargs, procs,
					    MPI_ORDER_FORTRAN, MPI_INT, &t),
		     t),
		    "112: 4 3 2 4 6 17 18 19 2 2 2 15 | | | 1");
	check_parts((MPI_Type_create_resized(MPI_INT, -2, 30, &t), t), "116: | -2 30 | | 1");
}

static void large_forms(void)
{
	MPI_Count lengths[2] = {2, 1}, places[2] = {-1, 7}, sizes[2] = {4, 6}, subs[2] = {2, 3};
	MPI_Count starts[2] = {1, 2}, bytes[2] = {-3, 100};
	int distribs[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
	int dargs[2] = {MPI_DISTRIBUTE_DFLT_DARG, 2}, procs[2] = {2, 2};
	MPI_Datatype t, u, types[2] = {MPI_INT, MPI_CHAR};

	check_parts((MPI_Type_contiguous_c(3, MPI_INT, &t), t), "103: | | 3 | 1");
	check_parts((MPI_Type_vector_c(3, 2, -4, MPI_INT, &t), t), "104: | | 3 2 -4 | 1");
	check_parts((MPI_Type_create_hvector_c(3, 2, 9, MPI_INT, &t), t), "105: | | 3 2 9 | 1");
	check_parts((MPI_Type_indexed_c(2, lengths, places, MPI_INT, &t), t),
		    "106: | | 2 2 1 -1 7 | 1");
	check_parts((MPI_Type_create_hindexed_c(2, lengths, bytes, MPI_INT, &t), t),
		    "107: | | 2 2 1 -3 100 | 1");
	check_parts((MPI_Type_create_indexed_block_c(2, 3, places, MPI_INT, &t), t),
		    "108: | | 2 3 -1 7 | 1");
	check_parts((MPI_Type_create_hindexed_block_c(2, 3, bytes, MPI_INT, &t), t),
		    "109: | | 2 3 -3 100 | 1");
	check_parts((MPI_Type_create_struct_c(2, lengths, bytes, types, &t), t),
		    "110: | | 2 2 1 -3 100 | 2");
	check_parts(
		(MPI_Type_create_subarray_c(2, sizes, subs, starts, MPI_ORDER_C, MPI_INT, &t), t),
		"111: 2 12 | | 4 6 2 3 1 2 | 1");
	check_parts((MPI_Type_create_darray_c(4, 3, 2, sizes, distribs, dargs, procs,
					      MPI_ORDER_FORTRAN, MPI_INT, &t),
		     t),
		    "112: 4 3 2 17 18 19 2 2 2 15 | | 4 6 | 1");
	check_parts((MPI_Type_create_resized_c(MPI_INT, -2, 30, &t), t), "116: | | -2 30 | 1");
	/* a dup has no counts, for any original type */
	MPI_Type_contiguous_c(3, MPI_INT, &t);
	check_parts((MPI_Type_dup(t, &u), u), "102: | | | 1");
	MPI_Type_free(&t);
}

/* Contents of named types, and into arrays that are too short, are errors. */
static void refusals(void)
{
	int ints[4];
	MPI_Aint addrs[4];
	MPI_Datatype type, types[4];

	check_class(MPI_Type_get_contents(MPI_INT, 4, 4, 4, ints, addrs, types), MPI_ERR_TYPE,
		    "contents of MPI_INT");
	MPI_Type_vector(3, 2, 4, MPI_INT, &type);
	check_class(MPI_Type_get_contents(type, 2, 0, 1, ints, addrs, types), MPI_ERR_ARG,
		    "two integers for a vector");
	check_class(MPI_Type_get_contents(type, 3, 0, 0, ints, addrs, types), MPI_ERR_ARG,
		    "no datatype for a vector");
	check_class(MPI_Type_get_contents(type, 3, 0, 1, ints, addrs, types), MPI_SUCCESS,
		    "just enough");
	check(types[0] == MPI_INT, "a named type is told by its handle");
	MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
	uint64_t seed;

	job_start(&argc, &argv, "type_contents");
	seed = (uint64_t)argument(argc, argv, "-s", (long)(MPI_Wtime() * 1000)) * 1000003u +
	       (uint64_t)job.rank;
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	small_forms();
	large_forms();
	refusals();
	random_types(seed);
	return job_end();
}
