/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The predefined types with the operators defined for them (MPI-4.0 6.9.2 and 6.9.4), each with
 * functions that make a value, combine two, and compare two in plain C.  reduce.c holds the
 * library's reductions against them.
 *
 * Values are chosen so that every result is exact in any order: sums of small whole numbers,
 * products of signs and few twos.  Minima, maxima and bitwise operators get all bits, so that a
 * signed operator on an unsigned type is noticed.
 */
#ifndef RD_T_JOBS_KINDS_H
#define RD_T_JOBS_KINDS_H

#include <mpi.h>

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

enum op { SUM, PROD, MIN, MAX, LAND, LOR, LXOR, BAND, BOR, BXOR, MINLOC, MAXLOC, OPS };

#define BIT(op) (1u << (op))

enum {
	ARITHMETIC = BIT(SUM) | BIT(PROD),
	ORDER = BIT(MIN) | BIT(MAX),
	LOGICAL = BIT(LAND) | BIT(LOR) | BIT(LXOR),
	BITWISE = BIT(BAND) | BIT(BOR) | BIT(BXOR),
	LOCATION = BIT(MINLOC) | BIT(MAXLOC),
};

struct kind {
	const char *name;
	MPI_Datatype type;
	size_t size;
	unsigned ops;
	void (*make)(void *at, enum op op, uint64_t bits, int rank);
	void (*fold)(void *left, const void *right, enum op op); /* left = left op right */
	int (*same)(const void *a, const void *b);
};

/* 0, and 1 to 7 with either sign where there is one. */
static inline long small_number(uint64_t bits, int is_signed)
{
	long value = (long)(bits & 7);

	return is_signed && (bits & 8) ? -value : value;
}

/* Of 16 ranks four give a two, the others 1 or -1. */
static inline long factor(uint64_t bits, int rank, int is_signed)
{
	long value = rank % 4 == 3 ? 2 : 1;

	return is_signed && (bits & 1) ? -value : value;
}

#define INTEGER_KIND(tag, ctype) \
	static void make_##tag(void *at, enum op op, uint64_t bits, int rank) \
	{ \
		int is_signed = (ctype)-1 < (ctype)1; \
		ctype value = (ctype)bits; \
\
		if (op == SUM) \
			value = (ctype)small_number(bits, is_signed); \
		if (op == PROD) \
			value = (ctype)factor(bits, rank, is_signed); \
		if (op == LAND || op == LOR || op == LXOR) \
			value = (ctype)((bits & 3) ? 0 : bits >> 8); \
		if (op == LAND) \
			value = (ctype)!value; \
		*(ctype *)at = value; \
	} \
	static void fold_##tag(void *left, const void *right, enum op op) \
	{ \
		ctype *l = left, r = *(const ctype *)right; \
\
		switch (op) { \
		case SUM: \
			*l = (ctype)(*l + r); \
			break; \
		case PROD: \
			*l = (ctype)(*l * r); \
			break; \
		case MIN: \
			*l = r < *l ? r : *l; \
			break; \
		case MAX: \
			*l = r > *l ? r : *l; \
			break; \
		case LAND: \
			*l = *l && r; \
			break; \
		case LOR: \
			*l = *l || r; \
			break; \
		case LXOR: \
			*l = !*l != !r; \
			break; \
		case BAND: \
			*l = (ctype)(*l & r); \
			break; \
		case BOR: \
			*l = (ctype)(*l | r); \
			break; \
		default: \
			*l = (ctype)(*l ^ r); \
		} \
	} \
	static int same_##tag(const void *a, const void *b) \
	{ \
		return *(const ctype *)a == *(const ctype *)b; \
	}

#define REAL_KIND(tag, ctype) \
	static void make_##tag(void *at, enum op op, uint64_t bits, int rank) \
	{ \
		long whole = op == SUM ? small_number(bits, 1) : factor(bits, rank, 1); \
\
		*(ctype *)at = op == MIN || op == MAX ? (ctype)(int64_t)bits / 3 : (ctype)whole; \
	} \
	static void fold_##tag(void *left, const void *right, enum op op) \
	{ \
		ctype *l = left, r = *(const ctype *)right; \
\
		switch (op) { \
		case SUM: \
			*l = *l + r; \
			break; \
		case PROD: \
			*l = *l * r; \
			break; \
		case MIN: \
			*l = r < *l ? r : *l; \
			break; \
		default: \
			*l = r > *l ? r : *l; \
		} \
	} \
	static int same_##tag(const void *a, const void *b) \
	{ \
		return *(const ctype *)a == *(const ctype *)b; \
	}

#define COMPLEX_KIND(tag, ctype) \
	static void make_##tag(void *at, enum op op, uint64_t bits, int rank) \
	{ \
		ctype turn = (bits & 2) ? (ctype)I : (ctype)1; \
\
		*(ctype *)at = \
			op == SUM \
				? (ctype)(small_number(bits, 1) + small_number(bits >> 8, 1) * I) \
				: turn * (ctype)factor(bits, rank, 1); \
	} \
	static void fold_##tag(void *left, const void *right, enum op op) \
	{ \
		ctype *l = left, r = *(const ctype *)right; \
\
		*l = op == SUM ? *l + r : *l * r; \
	} \
	static int same_##tag(const void *a, const void *b) \
	{ \
		return *(const ctype *)a == *(const ctype *)b; \
	}

/* Few different values, so that places have to decide: the lowest wins. */
#define PAIR_KIND(tag, ctype) \
	struct tag { \
		ctype value; \
		int place; \
	}; \
	static void make_##tag(void *at, enum op op, uint64_t bits, int rank) \
	{ \
		struct tag *pair = at; \
\
		(void)op; \
		pair->value = (ctype)small_number(bits, 1); \
		pair->place = (int)(bits >> 40 & 3) * 5 + rank % 3; \
	} \
	static void fold_##tag(void *left, const void *right, enum op op) \
	{ \
		struct tag *l = left; \
		const struct tag *r = right; \
		int better = op == MINLOC ? r->value < l->value : r->value > l->value; \
\
		if (better || (r->value == l->value && r->place < l->place)) \
			*l = *r; \
	} \
	static int same_##tag(const void *a, const void *b) \
	{ \
		const struct tag *x = a, *y = b; \
\
		return x->value == y->value && x->place == y->place; \
	}

INTEGER_KIND(char, char)
INTEGER_KIND(signed_char, signed char)
INTEGER_KIND(unsigned_char, unsigned char)
INTEGER_KIND(short, short)
INTEGER_KIND(unsigned_short, unsigned short)
INTEGER_KIND(int, int)
INTEGER_KIND(unsigned, unsigned)
INTEGER_KIND(long, long)
INTEGER_KIND(unsigned_long, unsigned long)
INTEGER_KIND(long_long, long long)
INTEGER_KIND(unsigned_long_long, unsigned long long)
INTEGER_KIND(aint, MPI_Aint)
INTEGER_KIND(offset, MPI_Offset)
INTEGER_KIND(count, MPI_Count)
REAL_KIND(float, float)
REAL_KIND(double, double)
REAL_KIND(long_double, long double)
COMPLEX_KIND(float_complex, float complex)
COMPLEX_KIND(double_complex, double complex)
COMPLEX_KIND(long_double_complex, long double complex)
PAIR_KIND(float_int, float)
PAIR_KIND(double_int, double)
PAIR_KIND(long_int, long)
PAIR_KIND(short_int, short)
PAIR_KIND(two_int, int)
PAIR_KIND(long_double_int, long double)

static void make_bool(void *at, enum op op, uint64_t bits, int rank)
{
	(void)rank;
	*(bool *)at = op == LAND ? (bits & 7) != 0 : (bits & 3) == 0;
}

static void fold_bool(void *left, const void *right, enum op op)
{
	bool *l = left, r = *(const bool *)right;

	*l = op == LAND ? *l && r : op == LOR ? *l || r : *l != r;
}

static int same_bool(const void *a, const void *b)
{
	return *(const unsigned char *)a == *(const unsigned char *)b;
}

/* The types that MPI-4.0 calls C integer; MPI_CHAR, a printable character, is none of them, but
 * every MPI treats it as one. */
#define INTEGER (ARITHMETIC | ORDER | LOGICAL | BITWISE)
#define ROW(mpi, ctype, tag, ops) \
	{ \
#mpi, mpi, sizeof(ctype), ops, make_##tag, fold_##tag, same_##tag \
	}

/* Not constant: in some MPIs handles are addresses known at run time. */
static int list_kinds(struct kind *kinds)
{
	const struct kind all[] = {
		ROW(MPI_CHAR, char, char, INTEGER),
		ROW(MPI_SIGNED_CHAR, signed char, signed_char, INTEGER),
		ROW(MPI_UNSIGNED_CHAR, unsigned char, unsigned_char, INTEGER),
		ROW(MPI_SHORT, short, short, INTEGER),
		ROW(MPI_UNSIGNED_SHORT, unsigned short, unsigned_short, INTEGER),
		ROW(MPI_INT, int, int, INTEGER),
		ROW(MPI_UNSIGNED, unsigned, unsigned, INTEGER),
		ROW(MPI_LONG, long, long, INTEGER),
		ROW(MPI_UNSIGNED_LONG, unsigned long, unsigned_long, INTEGER),
		ROW(MPI_LONG_LONG, long long, long_long, INTEGER),
		ROW(MPI_UNSIGNED_LONG_LONG, unsigned long long, unsigned_long_long, INTEGER),
		ROW(MPI_INT8_T, int8_t, signed_char, INTEGER),
		ROW(MPI_INT16_T, int16_t, short, INTEGER),
		ROW(MPI_INT32_T, int32_t, int, INTEGER),
		ROW(MPI_INT64_T, int64_t, long_long, INTEGER),
		ROW(MPI_UINT8_T, uint8_t, unsigned_char, INTEGER),
		ROW(MPI_UINT16_T, uint16_t, unsigned_short, INTEGER),
		ROW(MPI_UINT32_T, uint32_t, unsigned, INTEGER),
		ROW(MPI_UINT64_T, uint64_t, unsigned_long_long, INTEGER),
		ROW(MPI_BYTE, unsigned char, unsigned_char, BITWISE),
		ROW(MPI_AINT, MPI_Aint, aint, INTEGER),
		ROW(MPI_OFFSET, MPI_Offset, offset, INTEGER),
		ROW(MPI_COUNT, MPI_Count, count, INTEGER),
		ROW(MPI_FLOAT, float, float, ARITHMETIC | ORDER),
		ROW(MPI_DOUBLE, double, double, ARITHMETIC | ORDER),
		ROW(MPI_LONG_DOUBLE, long double, long_double, ARITHMETIC | ORDER),
		ROW(MPI_C_BOOL, bool, bool, LOGICAL),
		ROW(MPI_C_COMPLEX, float complex, float_complex, ARITHMETIC),
		ROW(MPI_C_FLOAT_COMPLEX, float complex, float_complex, ARITHMETIC),
		ROW(MPI_C_DOUBLE_COMPLEX, double complex, double_complex, ARITHMETIC),
		ROW(MPI_C_LONG_DOUBLE_COMPLEX, long double complex, long_double_complex,
		    ARITHMETIC),
		ROW(MPI_FLOAT_INT, struct float_int, float_int, LOCATION),
		ROW(MPI_DOUBLE_INT, struct double_int, double_int, LOCATION),
		ROW(MPI_LONG_INT, struct long_int, long_int, LOCATION),
		ROW(MPI_SHORT_INT, struct short_int, short_int, LOCATION),
		ROW(MPI_2INT, struct two_int, two_int, LOCATION),
		ROW(MPI_LONG_DOUBLE_INT, struct long_double_int, long_double_int, LOCATION),
	};

	for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
		kinds[k] = all[k];
	return (int)(sizeof all / sizeof all[0]);
}

enum { KINDS_MAX = 48 };

#endif
