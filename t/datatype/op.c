/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every predefined operator is defined for the types of MPI-5.0 6.9.2 and no others, and gives the
 * result of plain C, with two and with three buffers; MINLOC and MAXLOC after 6.9.4; users'
 * operators get their elements, handles and counts in order (6.9.5).
 */
#include "datatype/op.h"

#include <complex.h>
#include <limits.h>

#include "base/err.h"
#include "datatype/basic.h"
#include "t/tap.h"

#define N 67 /* elements: some vectors and a rest */

static struct rd_op *op_of(MPI_Op handle)
{
	return rd_op_get(handle);
}

static struct rd_type *type_of(MPI_Datatype handle)
{
	return rd_type_get(handle);
}

static void handles(void)
{
	int living = 0;

	for (uintptr_t h = RD_OP_FIRST; h <= RD_OP_LAST; h++)
		living += !!rd_op_get((MPI_Op)h);
	is_int(living, 14, "predefined operators");
	ok(!rd_op_get(MPI_OP_NULL), "MPI_OP_NULL is none");
	ok(op_of(MPI_SUM)->commutative, "they commute");
}

/* One letter per operator in the order of `ops`; a type class is a string of its operators. */
static const struct {
	MPI_Op op;
	char letter;
} ops[] = {
	{MPI_SUM, '+'},  {MPI_PROD, '*'}, {MPI_MIN, '<'},    {MPI_MAX, '>'},
	{MPI_BAND, '&'}, {MPI_BOR, '|'},  {MPI_BXOR, '^'},   {MPI_LAND, 'a'},
	{MPI_LOR, 'o'},  {MPI_LXOR, 'x'}, {MPI_MINLOC, 'l'}, {MPI_MAXLOC, 'g'},
};

#define C_INT "+*<>&|^aox"
#define INT "+*<>&|^"
#define REAL "+*<>"
#define CPLX "+*"
#define BITS "&|^"
#define LOGIC "aox"
#define LOC "lg"

static const struct {
	MPI_Datatype type;
	const char *class;
} classes[] = {
	{MPI_SHORT, C_INT},
	{MPI_INT, C_INT},
	{MPI_LONG, C_INT},
	{MPI_LONG_LONG, C_INT},
	{MPI_UNSIGNED_SHORT, C_INT},
	{MPI_UNSIGNED, C_INT},
	{MPI_UNSIGNED_LONG, C_INT},
	{MPI_UNSIGNED_LONG_LONG, C_INT},
	{MPI_SIGNED_CHAR, C_INT},
	{MPI_UNSIGNED_CHAR, C_INT},
	{MPI_INT8_T, C_INT},
	{MPI_INT16_T, C_INT},
	{MPI_INT32_T, C_INT},
	{MPI_INT64_T, C_INT},
	{MPI_UINT8_T, C_INT},
	{MPI_UINT16_T, C_INT},
	{MPI_UINT32_T, C_INT},
	{MPI_UINT64_T, C_INT},
	{MPI_INTEGER, INT},
	{MPI_INTEGER1, INT},
	{MPI_INTEGER2, INT},
	{MPI_INTEGER4, INT},
	{MPI_INTEGER8, INT},
	{MPI_INTEGER16, INT},
	{MPI_AINT, C_INT},
	{MPI_COUNT, C_INT},
	{MPI_OFFSET, C_INT},
	{MPI_FLOAT, REAL},
	{MPI_DOUBLE, REAL},
	{MPI_LONG_DOUBLE, REAL},
	{MPI_REAL, REAL},
	{MPI_DOUBLE_PRECISION, REAL},
	{MPI_REAL2, RD_HAVE_FLOAT16 ? REAL : ""},
	{MPI_REAL4, REAL},
	{MPI_REAL8, REAL},
	{MPI_REAL16, RD_HAVE_FLOAT128 ? REAL : ""},
	{MPI_LOGICAL, LOGIC},
	{MPI_LOGICAL1, LOGIC},
	{MPI_LOGICAL2, LOGIC},
	{MPI_LOGICAL4, LOGIC},
	{MPI_LOGICAL8, LOGIC},
	{MPI_LOGICAL16, LOGIC},
	{MPI_C_BOOL, LOGIC},
	{MPI_CXX_BOOL, LOGIC},
	{MPI_C_FLOAT_COMPLEX, CPLX},
	{MPI_C_DOUBLE_COMPLEX, CPLX},
	{MPI_C_LONG_DOUBLE_COMPLEX, CPLX},
	{MPI_CXX_FLOAT_COMPLEX, CPLX},
	{MPI_CXX_DOUBLE_COMPLEX, CPLX},
	{MPI_CXX_LONG_DOUBLE_COMPLEX, CPLX},
	{MPI_COMPLEX, CPLX},
	{MPI_DOUBLE_COMPLEX, CPLX},
	{MPI_COMPLEX4, RD_HAVE_FLOAT16 ? CPLX : ""},
	{MPI_COMPLEX8, CPLX},
	{MPI_COMPLEX16, CPLX},
	{MPI_COMPLEX32, RD_HAVE_FLOAT128 ? CPLX : ""},
	{MPI_BYTE, BITS},
	{MPI_FLOAT_INT, LOC},
	{MPI_DOUBLE_INT, LOC},
	{MPI_LONG_INT, LOC},
	{MPI_2INT, LOC},
	{MPI_SHORT_INT, LOC},
	{MPI_LONG_DOUBLE_INT, LOC},
	{MPI_2REAL, LOC},
	{MPI_2DOUBLE_PRECISION, LOC},
	{MPI_2INTEGER, LOC},
	{MPI_CHAR, C_INT},
	{MPI_CHARACTER, ""},
	{MPI_WCHAR, ""},
	{MPI_PACKED, ""},
};

static void defined(void)
{
	size_t types = sizeof(classes) / sizeof(classes[0]);
	int wrong = 0;

	for (size_t t = 0; t < types; t++)
		for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
			int want = strchr(classes[t].class, ops[i].letter) ? 0 : RD_EOP;
			int got = rd_op_check(op_of(ops[i].op), type_of(classes[t].type));

			if (got != want && ++wrong)
				diag("%s %c", type_of(classes[t].type)->name, ops[i].letter);
		}
	is_int(types, 70, "every type");
	is_int(wrong, 0, "has the operators of its class");
	ok(rd_op_check(op_of(MPI_REPLACE), type_of(MPI_INT)) == RD_EOP &&
		   rd_op_check(op_of(MPI_NO_OP), type_of(MPI_INT)) == RD_EOP,
	   "REPLACE and NO_OP are no reductions");
}

/* `expr` of a and b, of the C type, for all elements of random buffers. */
#define AGAINST_C(handle, ctype, op, expr) \
	do { \
		static ctype left[N], right[N], out[N]; \
		int same = 0; \
		for (int i = 0; i < N; i++) { \
			left[i] = (ctype)(i % 7 + (i % 5) * 0.5); \
			right[i] = (ctype)((i * 37) % 11 - 5); \
		} \
		rd_op_apply3(op_of(op), left, right, out, N, type_of(handle)); \
		rd_op_apply(op_of(op), left, right, N, type_of(handle)); \
		for (int i = 0; i < N; i++) { \
			ctype a = left[i], b = (ctype)((i * 37) % 11 - 5); \
			ctype want = (ctype)(expr); \
			same += out[i] == want && right[i] == want; \
		} \
		is_int(same, N, #handle " " #op); \
	} while (0)

#define ARITHMETIC_C(handle, ctype) \
	AGAINST_C(handle, ctype, MPI_SUM, a + b); \
	AGAINST_C(handle, ctype, MPI_PROD, a *b)

#define ORDER_C(handle, ctype) \
	AGAINST_C(handle, ctype, MPI_MIN, a < b ? a : b); \
	AGAINST_C(handle, ctype, MPI_MAX, a > b ? a : b)

#define BITS_C(handle, ctype) \
	AGAINST_C(handle, ctype, MPI_BAND, a &b); \
	AGAINST_C(handle, ctype, MPI_BOR, a | b); \
	AGAINST_C(handle, ctype, MPI_BXOR, a ^ b)

#define LOGIC_C(handle, ctype) \
	AGAINST_C(handle, ctype, MPI_LAND, a &&b); \
	AGAINST_C(handle, ctype, MPI_LOR, a || b); \
	AGAINST_C(handle, ctype, MPI_LXOR, !a != !b)

#define INTEGER_C(handle, ctype) \
	ARITHMETIC_C(handle, ctype); \
	ORDER_C(handle, ctype); \
	BITS_C(handle, ctype)

static void short_integers(void)
{
	INTEGER_C(MPI_CHAR, char);
	INTEGER_C(MPI_INT8_T, int8_t);
	INTEGER_C(MPI_UNSIGNED_CHAR, unsigned char);
	INTEGER_C(MPI_SHORT, short);
	INTEGER_C(MPI_UNSIGNED_SHORT, unsigned short);
	BITS_C(MPI_BYTE, unsigned char);
}

static void integers(void)
{
	INTEGER_C(MPI_INT, int);
	INTEGER_C(MPI_UNSIGNED, unsigned);
	INTEGER_C(MPI_LONG, long);
	INTEGER_C(MPI_UNSIGNED_LONG_LONG, unsigned long long);
	INTEGER_C(MPI_AINT, MPI_Aint);
	INTEGER_C(MPI_INTEGER, int);
	INTEGER_C(MPI_INTEGER16, rd_int128);
}

static void logicals(void)
{
	LOGIC_C(MPI_INT, int);
	LOGIC_C(MPI_SIGNED_CHAR, signed char);
	LOGIC_C(MPI_UINT16_T, uint16_t);
	LOGIC_C(MPI_LONG, long);
	LOGIC_C(MPI_AINT, MPI_Aint);
	LOGIC_C(MPI_OFFSET, MPI_Offset);
	LOGIC_C(MPI_C_BOOL, bool);
	LOGIC_C(MPI_LOGICAL, int32_t);
	LOGIC_C(MPI_LOGICAL16, rd_int128);
}

static void reals(void)
{
	ARITHMETIC_C(MPI_FLOAT, float);
	ORDER_C(MPI_FLOAT, float);
	ARITHMETIC_C(MPI_DOUBLE, double);
	ORDER_C(MPI_DOUBLE, double);
	ARITHMETIC_C(MPI_LONG_DOUBLE, long double);
	ORDER_C(MPI_LONG_DOUBLE, long double);
#if RD_HAVE_FLOAT128
	ARITHMETIC_C(MPI_REAL16, rd_float128);
	ORDER_C(MPI_REAL16, rd_float128);
	ARITHMETIC_C(MPI_COMPLEX32, rd_complex128);
#endif
#if RD_HAVE_FLOAT16
	ARITHMETIC_C(MPI_REAL2, rd_float16);
	ORDER_C(MPI_REAL2, rd_float16);
#endif
	ARITHMETIC_C(MPI_C_FLOAT_COMPLEX, float complex);
	ARITHMETIC_C(MPI_DOUBLE_COMPLEX, double complex);
	ARITHMETIC_C(MPI_C_LONG_DOUBLE_COMPLEX, long double complex);
}

/* Results that begin anywhere in a cache line, in operands long enough to be split there, and the
 * elements beside them. */
#define ANYWHERE(handle, ctype) \
	do { \
		enum { LONG = 2048 / sizeof(ctype) + 3, ROOM = 64 / sizeof(ctype) }; \
		static ctype left[LONG + 2 * ROOM], right[LONG + 2 * ROOM], out[LONG + 2 * ROOM]; \
		int wrong = 0; \
		for (int at = 0; at < 2 * (int)ROOM; at++) { \
			int from = at / 2, n = LONG - at % 5; \
			for (int i = 0; i < LONG + 2 * (int)ROOM; i++) { \
				left[i] = (ctype)(i * 3 + at); \
				right[i] = (ctype)(i % 17); \
				out[i] = 77; \
			} \
			rd_op_apply3(op_of(MPI_SUM), left + from, right + at, out + at, \
				     (uint64_t)n, type_of(handle)); \
			for (int i = 0; i < LONG + 2 * (int)ROOM; i++) \
				wrong += out[i] != \
					 (i < at || i >= at + n \
						  ? 77 \
						  : (ctype)(left[i - at + from] + right[i])); \
		} \
		is_int(wrong, 0, #handle " at any place in a line"); \
	} while (0)

static void anywhere(void)
{
	ANYWHERE(MPI_FLOAT, float);
	ANYWHERE(MPI_DOUBLE, double);
	ANYWHERE(MPI_INT, int);
	ANYWHERE(MPI_UNSIGNED_LONG_LONG, unsigned long long);
	ANYWHERE(MPI_SHORT, short);
	ANYWHERE(MPI_LONG_DOUBLE, long double);
}

/* For builds that check arithmetic with NULL (clang's -fsanitize=undefined). */
static void no_element(void)
{
	rd_op_apply3(op_of(MPI_SUM), NULL, NULL, NULL, 0, type_of(MPI_INT));
	ok(1, "no element, at no address");
}

static void wrap_around(void)
{
	int a = INT_MAX, b = 1;
	unsigned short c = 65535, d = 65535;

	rd_op_apply(op_of(MPI_SUM), &a, &b, 1, type_of(MPI_INT));
	rd_op_apply(op_of(MPI_PROD), &c, &d, 1, type_of(MPI_UNSIGNED_SHORT));
	ok(b == INT_MIN && d == 1, "sums and products wrap around");
}

static void complex_product(void)
{
	double complex a = 1 + 2 * I, b = 3 - 4 * I;

	rd_op_apply(op_of(MPI_PROD), &a, &b, 1, type_of(MPI_C_DOUBLE_COMPLEX));
	ok(creal(b) == 11 && cimag(b) == 2, "(1 + 2i)(3 - 4i) = 11 + 2i");
}

#define PAIR_C(handle, ctype) \
	do { \
		struct ctype a[3] = {{1, 5}, {2, 7}, {3, 9}}; \
		struct ctype lo[3] = {{2, 1}, {2, 4}, {1, 1}}, hi[3]; \
		memcpy(hi, lo, sizeof(hi)); \
		rd_op_apply(op_of(MPI_MINLOC), a, lo, 3, type_of(handle)); \
		rd_op_apply(op_of(MPI_MAXLOC), a, hi, 3, type_of(handle)); \
		ok(lo[0].value == 1 && lo[0].index == 5 && lo[1].value == 2 && lo[1].index == 4 && \
			   lo[2].value == 1 && lo[2].index == 1, \
		   #handle " least, lowest index"); \
		ok(hi[0].value == 2 && hi[0].index == 1 && hi[1].value == 2 && hi[1].index == 4 && \
			   hi[2].value == 3 && hi[2].index == 9, \
		   #handle " greatest, lowest index"); \
	} while (0)

static void pairs(void)
{
	PAIR_C(MPI_FLOAT_INT, rd_float_int);
	PAIR_C(MPI_DOUBLE_INT, rd_double_int);
	PAIR_C(MPI_LONG_INT, rd_long_int);
	PAIR_C(MPI_2INT, rd_int_int);
	PAIR_C(MPI_SHORT_INT, rd_short_int);
	PAIR_C(MPI_LONG_DOUBLE_INT, rd_long_double_int);
	PAIR_C(MPI_2REAL, rd_float_float);
	PAIR_C(MPI_2DOUBLE_PRECISION, rd_double_double);
	PAIR_C(MPI_2INTEGER, rd_int_int);
}

static void moves(void)
{
	struct rd_short_int a[2] = {{1, 2}, {3, 4}}, b[2] = {{5, 6}, {7, 8}};
	struct rd_short_int c[2] = {0};

	rd_op_apply3(op_of(MPI_NO_OP), a, b, c, 2, type_of(MPI_SHORT_INT));
	ok(c[1].value == 7 && c[1].index == 8, "NO_OP keeps the right operand");
	rd_op_apply(op_of(MPI_REPLACE), a, b, 2, type_of(MPI_SHORT_INT));
	ok(b[0].value == 1 && b[1].index == 4, "REPLACE takes the left one");
}

static void dups(void)
{
	struct rd_type *dup, *two;
	double a[2] = {1, 2}, b[2] = {10, 20};

	rd_type_dup(type_of(MPI_DOUBLE), &dup);
	rd_type_contiguous(2, dup, &two);
	is_int(rd_op_check(op_of(MPI_SUM), dup), 0, "a dup of a predefined type has its operators");
	rd_op_apply(op_of(MPI_SUM), a, b, 2, dup);
	ok(b[0] == 11 && b[1] == 22, "and they work");
	is_int(rd_op_check(op_of(MPI_SUM), two), RD_EOP, "another derived type has none");
	rd_type_put(two);
	rd_type_put(dup);
}

static struct {
	uint64_t calls, elements;
	MPI_Datatype handle;
	char *last;
} seen;

/* b = a - b on the first double of each element; a type twice as long. */
static void subtract(void *in, void *inout, int *len, MPI_Datatype *handle)
{
	double *a = in, *b = inout;

	seen.calls++;
	seen.handle = *handle;
	for (int i = 0; i < *len; i++)
		b[2 * i] = a[2 * i] - b[2 * i];
}

static void subtract_c(void *in, void *inout, MPI_Count *len, MPI_Datatype *handle)
{
	int n = (int)*len;

	subtract(in, inout, &n, handle);
}

static void users(void)
{
	struct rd_op *op, *large;
	struct rd_type *apart;
	double a[4] = {1, 0, 2, 0}, b[4] = {10, -1, 20, -1}, c[4] = {7, 7, 7, 7};

	rd_op_create(subtract, NULL, 0, &op);
	rd_op_create(NULL, subtract_c, 1, &large);
	rd_type_resized(type_of(MPI_DOUBLE), 0, 16, &apart);
	ok(rd_op_get((MPI_Op)op) == op && !op->commutative && !rd_op_check(op, apart),
	   "a user's operator is defined for any type");
	rd_op_apply3(op, a, b, c, 2, apart);
	ok(c[0] == -9 && c[2] == -18 && c[1] == 7 && c[3] == 7, "left - right; holes are kept");
	ok(seen.calls == 1 && seen.handle == rd_type_handle(apart), "one call, the user's handle");
	rd_op_apply(large, a, b, 2, apart);
	ok(b[0] == -9 && b[2] == -18 && b[1] == -1, "the same with a large count");
	rd_op_put(op);
	rd_op_put(large);
	rd_type_put(apart);
}

static void count_only(void *in, void *inout, int *len, MPI_Datatype *handle)
{
	seen.calls++;
	seen.elements += *len;
	seen.handle = *handle;
	seen.last = inout;
	(void)in;
	*len = 0;
}

static void pieces(void)
{
	uint64_t n = 3 * (uint64_t)INT_MAX + 5;
	char *base = (char *)&seen;
	struct rd_op *op;

	memset(&seen, 0, sizeof(seen));
	rd_op_create(count_only, NULL, 1, &op);
	rd_op_apply(op, base, base, n, type_of(MPI_BYTE));
	ok(seen.calls == 4 && seen.elements == n, "counts beyond int come in pieces");
	ok((uintptr_t)seen.last == (uintptr_t)base + 3 * (uint64_t)INT_MAX &&
		   seen.handle == MPI_BYTE,
	   "one after the other");
	rd_op_apply(op, base, base, 0, type_of(MPI_BYTE));
	is_int(seen.calls, 4, "no call for nothing");
	rd_op_put(op);
}

int main(void)
{
	handles();
	defined();
	short_integers();
	integers();
	logicals();
	reals();
	anywhere();
	no_element();
	wrap_around();
	complex_product();
	pairs();
	moves();
	dups();
	users();
	pieces();
	is_int(rd_type_living(), 0, "nothing lives on");
	return done();
}
