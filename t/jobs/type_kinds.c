/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Types by Fortran kind and size (MPI-5.0 19.1.5), pairs of any value and index for MPI_MINLOC
 * and MPI_MAXLOC (6.9.4), and external32 (5.3, 14.5.2) against the standard's table of sizes
 * and values written by hand.
 */
#include "t/jobs/job.h"

#include <float.h>
#include <stddef.h>
#include <wchar.h>

/* ---- Kinds ---- */

/* A kind of integers has r alone, here given twice. */
static void check_kind(int code, MPI_Datatype type, int size, int external, int combiner, int p,
		       int r)
{
	int got = -1, ints = -1, addrs, types, how = -1, given[2] = {p, r};
	MPI_Aint portable = -1;

	check(code == MPI_SUCCESS, "kind %d of %d and %d: code %d", combiner, p, r, code);
	if (code != MPI_SUCCESS)
		return;
	MPI_Type_size(type, &got);
	MPI_Pack_external_size("external32", 1, type, &portable);
	MPI_Type_get_envelope(type, &ints, &addrs, &types, &how);
	check(got == size && portable == external && how == combiner && !addrs && !types,
	      "kind %d of %d and %d: %d bytes, %d outside, combiner %d", combiner, p, r, got,
	      (int)portable, how);
	MPI_Type_get_contents(type, ints, 0, 0, given, NULL, NULL);
	check(given[0] == p && given[1] == r, "made with %d and %d, told %d and %d", p, r, given[0],
	      given[1]);
	check_class(MPI_Type_free(&type), MPI_ERR_TYPE, "freeing a predefined type");
}

static void kinds(void)
{
	static const struct {
		int p, r, size, external;
	} reals[] = {
		{6, 37, 4, 4},   {5, MPI_UNDEFINED, 4, 4}, {MPI_UNDEFINED, 38, 8, 8}, {7, 10, 8, 8},
		{15, 307, 8, 8}, {16, 20, 16, 16},         {33, 4931, 16, 16},
	};
	static const struct {
		int r, size;
	} integers[] = {
		{1, 1}, {2, 1},  {3, 2},  {4, 2},   {5, 4},
		{9, 4}, {10, 8}, {18, 8}, {19, 16}, {38, 16},
	};
	MPI_Datatype type = MPI_DATATYPE_NULL, again;
	double in[2] = {3, 4}, inout[2] = {5, 1};

	for (size_t n = 0; n < sizeof reals / sizeof reals[0]; n++) {
		int p = reals[n].p, r = reals[n].r, code;

		code = MPI_Type_create_f90_real(p, r, &type);
		check_kind(code, type, reals[n].size, reals[n].external, MPI_COMBINER_F90_REAL, p,
			   r);
		code = MPI_Type_create_f90_complex(p, r, &type);
		check_kind(code, type, 2 * reals[n].size, 2 * reals[n].external,
			   MPI_COMBINER_F90_COMPLEX, p, r);
	}
	for (size_t n = 0; n < sizeof integers / sizeof integers[0]; n++) {
		int r = integers[n].r, code = MPI_Type_create_f90_integer(r, &type);

		check_kind(code, type, integers[n].size, integers[n].size, MPI_COMBINER_F90_INTEGER,
			   r, r);
	}
	check_class(MPI_Type_create_f90_real(34, 10, &type), MPI_ERR_ARG, "34 digits");
	check_class(MPI_Type_create_f90_real(MPI_UNDEFINED, MPI_UNDEFINED, &type), MPI_ERR_ARG,
		    "any real");
	check_class(MPI_Type_create_f90_integer(39, &type), MPI_ERR_ARG, "39 digits");
	MPI_Type_create_f90_real(12, 100, &type);
	MPI_Type_create_f90_real(12, 100, &again);
	check(type == again, "the same kind is the same type");
	MPI_Reduce_local(in, inout, 2, type, MPI_MAX);
	check(inout[0] == 5 && inout[1] == 4, "the maximum of a kind: %g %g", inout[0], inout[1]);
}

static void sizes(void)
{
	static const struct {
		int class, sizes[6];
	} classes[] = {
		{MPI_TYPECLASS_INTEGER, {1, 2, 4, 8, 16}},
		{MPI_TYPECLASS_REAL, {2, 4, 8, 16}},
		{MPI_TYPECLASS_COMPLEX, {4, 8, 16, 32}},
		{MPIX_TYPECLASS_LOGICAL, {1, 2, 4, 8, 16}},
	};
	MPI_Datatype type;
	int size;

	for (size_t n = 0; n < sizeof classes / sizeof classes[0]; n++)
		for (const int *due = classes[n].sizes; *due; due++) {
			MPI_Type_match_size(classes[n].class, *due, &type);
			MPI_Type_size(type, &size);
			check(size == *due, "class %d, size %d: a type of %d", classes[n].class,
			      *due, size);
		}
	check_class(MPI_Type_match_size(MPI_TYPECLASS_REAL, 7, &type), MPI_ERR_ARG, "7 bytes");
	check_class(MPI_Type_match_size(0, 4, &type), MPI_ERR_ARG, "no class");
	MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type);
	check(type == MPI_REAL8, "REAL*8 is MPI_REAL8");
}

/* ---- Pairs ---- */

static void named_pairs(void)
{
	static const struct {
		MPI_Datatype value, index, pair;
	} named[] = {
		{MPI_FLOAT, MPI_INT, MPI_FLOAT_INT},
		{MPI_SHORT, MPI_INT, MPI_SHORT_INT},
		{MPI_LONG_DOUBLE, MPI_INT, MPI_LONG_DOUBLE_INT},
		{MPI_INT, MPI_INT, MPI_2INT},
		{MPI_INTEGER, MPI_INTEGER, MPI_2INTEGER},
		{MPI_REAL, MPI_REAL, MPI_2REAL},
		{MPI_DOUBLE, MPI_DOUBLE, MPI_DATATYPE_NULL},
		{MPI_C_DOUBLE_COMPLEX, MPI_INT, MPI_DATATYPE_NULL},
		{MPI_INT, MPI_C_BOOL, MPI_DATATYPE_NULL},
		{MPI_INT, MPI_BYTE, MPI_DATATYPE_NULL},
	};
	MPI_Datatype pair;

	for (size_t n = 0; n < sizeof named / sizeof named[0]; n++) {
		pair = MPI_BYTE;
		check(MPI_Type_get_value_index(named[n].value, named[n].index, &pair) ==
				      MPI_SUCCESS &&
			      pair == named[n].pair,
		      "pair %d is another type", (int)n);
	}
}

/* Every rank gives a value and its rank; some values are equal. */
static void reduced_pair(void)
{
	struct {
		double value;
		uint64_t index;
	} in[3], low[3], high[3];
	int size = -1, ints, addrs, types, combiner;
	MPI_Datatype pair, again, dup, parts[2];
	MPI_Aint lb, extent;

	MPI_Type_get_value_index(MPI_DOUBLE, MPI_UINT64_T, &pair);
	MPI_Type_get_value_index(MPI_DOUBLE, MPI_UINT64_T, &again);
	check(pair != MPI_DATATYPE_NULL && pair == again, "a pair asked for twice");
	MPI_Type_size(pair, &size);
	MPI_Type_get_extent(pair, &lb, &extent);
	MPI_Type_get_envelope(pair, &ints, &addrs, &types, &combiner);
	check(size == 16 && lb == 0 && extent == sizeof in[0] && ints + addrs == 0 && types == 2 &&
		      combiner == MPI_COMBINER_VALUE_INDEX,
	      "size %d, extent %d, combiner %d", size, (int)extent, combiner);
	MPI_Type_get_contents(pair, 0, 0, 2, NULL, NULL, parts);
	check(parts[0] == MPI_DOUBLE && parts[1] == MPI_UINT64_T, "made of others");
	for (int n = 0; n < 3; n++) {
		in[n].value = n == 0 ? job.rank : n == 1 ? -job.rank : (job.rank + 1) / 2;
		in[n].index = UINT64_C(1) << 40 | (uint64_t)job.rank;
	}
	MPI_Type_dup(pair, &dup);
	MPI_Allreduce(in, low, 3, pair, MPI_MINLOC, MPI_COMM_WORLD);
	MPI_Allreduce(in, high, 3, dup, MPI_MAXLOC, MPI_COMM_WORLD);
	for (int n = 0; n < 3; n++) {
		int lowest = n == 1 ? job.ranks - 1 : 0;
		int highest = n == 0 ? job.ranks - 1 : n == 1 ? 0 : job.ranks / 2 * 2 - 1;

		if (n == 2 && job.ranks == 1)
			highest = 0;
		check((int)low[n].index == lowest && (int)high[n].index == highest &&
			      low[n].index >> 40 == 1,
		      "pair %d: %g at %d to %g at %d, must be at %d and %d", n, low[n].value,
		      (int)low[n].index, high[n].value, (int)high[n].index, lowest, highest);
	}
	MPI_Type_free(&dup);
	check_class(MPI_Reduce_local(in, low, 1, pair, MPI_SUM), MPI_ERR_OP, "the sum of pairs");
	check_class(MPI_Type_free(&pair), MPI_ERR_TYPE, "freeing a pair");
}

/* A hole behind the value, and behind the index. */
static void pair_with_holes(void)
{
	struct {
		char value;
		long index;
	} a[2] = {{'x', 5}, {'b', 1}}, b[2] = {{'y', 3}, {'b', 0}};
	struct {
		long value;
		signed char index;
	} c = {7, 4}, d = {7, 2};
	MPI_Datatype pair;
	MPI_Aint lb, extent;
	int elements = -1;
	MPI_Status status;

	MPI_Type_get_value_index(MPI_CHAR, MPI_LONG, &pair);
	MPI_Type_get_extent(pair, &lb, &extent);
	check(extent == sizeof a[0], "extent %d of a char and a long", (int)extent);
	MPI_Reduce_local(a, b, 2, pair, MPI_MAXLOC);
	check(b[0].value == 'y' && b[0].index == 3 && b[1].index == 0, "'%c' at %ld, %ld",
	      b[0].value, b[0].index, b[1].index);
	MPI_Sendrecv(a, 2, pair, 0, 0, b, 2, pair, 0, 0, MPI_COMM_SELF, &status);
	MPI_Get_elements(&status, pair, &elements);
	check(elements == 4 && b[1].value == 'b' && b[1].index == 1, "%d elements", elements);
	MPI_Type_get_value_index(MPI_LONG, MPI_SIGNED_CHAR, &pair);
	MPI_Type_get_extent(pair, &lb, &extent);
	check(extent == sizeof c, "extent %d of a long and a char", (int)extent);
	MPI_Reduce_local(&c, &d, 1, pair, MPI_MINLOC);
	check(d.index == 2, "index %d", d.index);
	MPI_Reduce_local(&d, &c, 1, pair, MPI_MINLOC);
	check(c.index == 2, "index %d", c.index);
}

/* ---- external32 ---- */

static void external_sizes(void)
{
	static const struct {
		const char *name;
		MPI_Datatype type;
		int size;
	} table[] = {
#define ROW(type, size) {#type, type, size}
		ROW(MPI_PACKED, 1),
		ROW(MPI_BYTE, 1),
		ROW(MPI_CHAR, 1),
		ROW(MPI_UNSIGNED_CHAR, 1),
		ROW(MPI_SIGNED_CHAR, 1),
		ROW(MPI_WCHAR, 2),
		ROW(MPI_SHORT, 2),
		ROW(MPI_UNSIGNED_SHORT, 2),
		ROW(MPI_INT, 4),
		ROW(MPI_UNSIGNED, 4),
		ROW(MPI_LONG, 4),
		ROW(MPI_UNSIGNED_LONG, 4),
		ROW(MPI_LONG_LONG, 8),
		ROW(MPI_UNSIGNED_LONG_LONG, 8),
		ROW(MPI_FLOAT, 4),
		ROW(MPI_DOUBLE, 8),
		ROW(MPI_LONG_DOUBLE, 16),
		ROW(MPI_C_BOOL, 1),
		ROW(MPI_INT8_T, 1),
		ROW(MPI_INT16_T, 2),
		ROW(MPI_INT32_T, 4),
		ROW(MPI_INT64_T, 8),
		ROW(MPI_UINT8_T, 1),
		ROW(MPI_UINT16_T, 2),
		ROW(MPI_UINT32_T, 4),
		ROW(MPI_UINT64_T, 8),
		ROW(MPI_AINT, 8),
		ROW(MPI_COUNT, 8),
		ROW(MPI_OFFSET, 8),
		ROW(MPI_C_FLOAT_COMPLEX, 8),
		ROW(MPI_C_DOUBLE_COMPLEX, 16),
		ROW(MPI_C_LONG_DOUBLE_COMPLEX, 32),
		ROW(MPI_CHARACTER, 1),
		ROW(MPI_LOGICAL, 4),
		ROW(MPI_INTEGER, 4),
		ROW(MPI_REAL, 4),
		ROW(MPI_DOUBLE_PRECISION, 8),
		ROW(MPI_COMPLEX, 8),
		ROW(MPI_DOUBLE_COMPLEX, 16),
		ROW(MPI_CXX_BOOL, 1),
		ROW(MPI_CXX_FLOAT_COMPLEX, 8),
		ROW(MPI_CXX_DOUBLE_COMPLEX, 16),
		ROW(MPI_CXX_LONG_DOUBLE_COMPLEX, 32),
		ROW(MPI_INTEGER1, 1),
		ROW(MPI_INTEGER2, 2),
		ROW(MPI_INTEGER4, 4),
		ROW(MPI_INTEGER8, 8),
		ROW(MPI_INTEGER16, 16),
		ROW(MPI_REAL2, 2),
		ROW(MPI_REAL4, 4),
		ROW(MPI_REAL8, 8),
		ROW(MPI_REAL16, 16),
		ROW(MPI_COMPLEX4, 4),
		ROW(MPI_COMPLEX8, 8),
		ROW(MPI_COMPLEX16, 16),
		ROW(MPI_COMPLEX32, 32),
		ROW(MPI_LOGICAL1, 1),
		ROW(MPI_LOGICAL8, 8),
		ROW(MPI_FLOAT_INT, 8),
		ROW(MPI_DOUBLE_INT, 12),
		ROW(MPI_LONG_INT, 8),
		ROW(MPI_SHORT_INT, 6),
		ROW(MPI_LONG_DOUBLE_INT, 20),
		ROW(MPI_2INT, 8),
		ROW(MPI_2REAL, 8),
		ROW(MPI_2DOUBLE_PRECISION, 16),
#undef ROW
	};
	MPI_Aint size;
	MPI_Count large;

	for (size_t n = 0; n < sizeof table / sizeof table[0]; n++) {
		size = large = -1;
		MPI_Pack_external_size("external32", 3, table[n].type, &size);
		MPI_Pack_external_size_c("external32", (MPI_Count)1 << 40, table[n].type, &large);
		check(size == 3 * table[n].size && large == (MPI_Count)table[n].size << 40,
		      "%s has %ld bytes in three, %lld in 2^40", table[n].name, (long)size,
		      (long long)large);
	}
}

static void check_external(const void *value, MPI_Datatype type, int native, const char *due,
			   int bytes)
{
	char packed[64];
	unsigned char back[64];
	char head[4] = ""; /* of the expected value, for the message */
	MPI_Aint at = 0;
	MPI_Count large = 0;

	memset(back, 0, sizeof back);
	memset(packed, 0, sizeof packed);
	memcpy(head, due, bytes < 4 ? (size_t)bytes : 4);
	MPI_Pack_external("external32", value, 1, type, packed, sizeof packed, &at);
	check(at == bytes && !memcmp(packed, due, (size_t)bytes),
	      "%d bytes of external32 are "
	      "%02x %02x %02x %02x ..., must be %d of %02x %02x %02x %02x",
	      (int)at, packed[0] & 255, packed[1] & 255, packed[2] & 255, packed[3] & 255, bytes,
	      head[0] & 255, head[1] & 255, head[2] & 255, head[3] & 255);
	MPI_Unpack_external_c("external32", due, bytes, &large, back, 1, type);
	check(large == bytes && !memcmp(back, value, (size_t)native), "%d bytes come back changed",
	      native);
}

/* Values by hand. */
static void external_values(void)
{
	const short s = -2;
	const int i = 0x01020304;
	const long minus = -5, big = 0x7fffffff;
	const unsigned long u = 0xfffffff0;
	const long long q = -0x0102030405060708;
	const wchar_t w = 0x20ac;
	const float f = -1.5f;
	const double z[2] = {1, -2};
	const struct {
		float value;
		int index;
	} pair = {1, 258};
	long double ld[2];

	memset(ld, 0, sizeof ld);
	ld[0] = -1.25L;
	check_external(&s, MPI_SHORT, sizeof s, "\xff\xfe", 2);
	check_external(&i, MPI_INT, sizeof i, "\1\2\3\4", 4);
	check_external(&i, MPI_PACKED, 1, (const char *)&i, 1);
	check_external(&minus, MPI_LONG, sizeof minus, "\xff\xff\xff\xfb", 4);
	check_external(&big, MPI_LONG, sizeof big, "\x7f\xff\xff\xff", 4);
	check_external(&u, MPI_UNSIGNED_LONG, sizeof u, "\xff\xff\xff\xf0", 4);
	check_external(&q, MPI_LONG_LONG, sizeof q, "\xfe\xfd\xfc\xfb\xfa\xf9\xf8\xf8", 8);
	check_external(&w, MPI_WCHAR, sizeof w, "\x20\xac", 2);
	check_external(&f, MPI_FLOAT, sizeof f, "\xbf\xc0\0\0", 4);
	check_external(z, MPI_C_DOUBLE_COMPLEX, sizeof z, "\x3f\xf0\0\0\0\0\0\0\xc0\0\0\0\0\0\0\0",
		       16);
	check_external(&pair, MPI_FLOAT_INT, sizeof pair, "\x3f\x80\0\0\0\0\1\2", 8);
	check_external(ld, MPI_LONG_DOUBLE, LDBL_MANT_DIG == 64 ? 10 : sizeof ld[0],
		       "\xbf\xff\x40\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
}

/* A struct of several types, in pieces, between others; too little room is an error. */
static void external_struct(void)
{
	struct record {
		char letter[3];
		double value;
		long number;
	} out[700], in[700];
	int lengths[3] = {3, 1, 1};
	MPI_Aint places[3] = {offsetof(struct record, letter), offsetof(struct record, value),
			      offsetof(struct record, number)};
	MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_LONG}, type;
	MPI_Aint room = -1, at = 4;
	char *packed;

	MPI_Type_create_struct(3, lengths, places, types, &type);
	MPI_Type_commit(&type);
	MPI_Pack_external_size("external32", 700, type, &room);
	check(room == 700 * (3 + 8 + 4), "700 records need %ld bytes", (long)room);
	packed = must_alloc((size_t)room + 4);
	memset(in, 0, sizeof in);
	memset(out, 0, sizeof out);
	for (int n = 0; n < 700; n++) {
		memcpy(out[n].letter, "abc", 3);
		out[n].value = n / 8.0;
		out[n].number = 1 - n;
	}
	MPI_Pack_external("external32", out, 300, type, packed, room + 4, &at);
	MPI_Pack_external("external32", out + 300, 400, type, packed, room + 4, &at);
	check(at == room + 4, "packed up to %ld", (long)at);
	check(packed[4 + 15] == 'a' && packed[4 + 14] == 1, "the second record is elsewhere");
	at = 4;
	MPI_Unpack_external("external32", packed, room + 4, &at, in, 700, type);
	check(at == room + 4 && !memcmp(in, out, sizeof in), "records come back changed");
	at = 5;
	check_class(MPI_Pack_external("external32", out, 700, type, packed, room + 4, &at),
		    MPI_ERR_TRUNCATE, "one byte too few");
	check_class(MPI_Unpack_external("external32", packed, room + 4, &at, in, 700, type),
		    MPI_ERR_TRUNCATE, "one byte too few");
	at = 0;
	check_class(MPI_Pack_external("native", out, 1, type, packed, room, &at), MPI_ERR_ARG,
		    "another representation");
	check(at == 0, "position %ld after an error", (long)at);
	MPI_Type_free(&type);
	free(packed);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "type_kinds");
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	kinds();
	sizes();
	named_pairs();
	reduced_pair();
	pair_with_holes();
	external_sizes();
	external_values();
	external_struct();
	return job_end();
}
