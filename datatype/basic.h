/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The C types behind the predefined handles. Fortran types as gfortran has them: default
 * INTEGER, REAL and LOGICAL of 4 bytes, KIND numbers that are bytes.
 */
#ifndef RD_DATATYPE_BASIC_H
#define RD_DATATYPE_BASIC_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#include "mpi.h"

typedef __int128 rd_int128;

/* REAL16 is IEEE binary128: long double on arm64, RISC-V and others, a type of its own on x86-64
 * and POWER. Where the compiler has neither, REAL16 is moved and not computed with. */
#if __LDBL_MANT_DIG__ == 113
#define RD_HAVE_FLOAT128 1
typedef long double rd_float128;
typedef _Complex long double rd_complex128;
#elif defined(__FLT128_MANT_DIG__) && !defined(__clang__)
#define RD_HAVE_FLOAT128 1
typedef _Float128 rd_float128;
typedef _Complex _Float128 rd_complex128;
#elif defined(__SIZEOF_FLOAT128__)
#define RD_HAVE_FLOAT128 1
typedef __float128 rd_float128;
typedef _Complex float rd_complex128 __attribute__((mode(TC)));
#else
#define RD_HAVE_FLOAT128 0
typedef unsigned __int128 rd_float128;
typedef struct {
	unsigned __int128 re, im;
} rd_complex128;
#endif

/* REAL2 is moved everywhere and computed with where the compiler has a 2-byte float. */
#ifdef __FLT16_MAX__
#define RD_HAVE_FLOAT16 1
typedef _Float16 rd_float16;
typedef _Complex _Float16 rd_complex16;
#else
#define RD_HAVE_FLOAT16 0
typedef uint16_t rd_float16;
typedef struct {
	uint16_t re, im;
} rd_complex16;
#endif

struct rd_float_int {
	float value;
	int index;
};
struct rd_double_int {
	double value;
	int index;
};
struct rd_long_int {
	long value;
	int index;
};
struct rd_int_int {
	int value;
	int index;
};
struct rd_short_int {
	short value;
	int index;
};
struct rd_long_double_int {
	long double value;
	int index;
};
struct rd_float_float {
	float value;
	float index;
};
struct rd_double_double {
	double value;
	double index;
};

/* X(handle, C type): all types of one basic element, by the name that MPI_Type_get_name returns: of
 * synonyms, the canonical one (MPI-5.0 table 3.2). */
#define RD_BASIC_TYPES(X) \
	X(MPI_AINT, MPI_Aint) \
	X(MPI_COUNT, MPI_Count) \
	X(MPI_OFFSET, MPI_Offset) \
	X(MPI_PACKED, char) \
	X(MPI_SHORT, short) \
	X(MPI_INT, int) \
	X(MPI_LONG, long) \
	X(MPI_LONG_LONG_INT, long long) \
	X(MPI_UNSIGNED_SHORT, unsigned short) \
	X(MPI_UNSIGNED, unsigned) \
	X(MPI_UNSIGNED_LONG, unsigned long) \
	X(MPI_UNSIGNED_LONG_LONG, unsigned long long) \
	X(MPI_FLOAT, float) \
	X(MPI_C_COMPLEX, float complex) \
	X(MPI_CXX_FLOAT_COMPLEX, float complex) \
	X(MPI_DOUBLE, double) \
	X(MPI_C_DOUBLE_COMPLEX, double complex) \
	X(MPI_CXX_DOUBLE_COMPLEX, double complex) \
	X(MPI_LOGICAL, int32_t) \
	X(MPI_INTEGER, int32_t) \
	X(MPI_REAL, float) \
	X(MPI_COMPLEX, float complex) \
	X(MPI_DOUBLE_PRECISION, double) \
	X(MPI_DOUBLE_COMPLEX, double complex) \
	X(MPI_CHARACTER, char) \
	X(MPI_LONG_DOUBLE, long double) \
	X(MPI_C_LONG_DOUBLE_COMPLEX, long double complex) \
	X(MPI_CXX_LONG_DOUBLE_COMPLEX, long double complex) \
	X(MPI_C_BOOL, bool) \
	X(MPI_CXX_BOOL, bool) \
	X(MPI_WCHAR, wchar_t) \
	X(MPI_INT8_T, int8_t) \
	X(MPI_UINT8_T, uint8_t) \
	X(MPI_CHAR, char) \
	X(MPI_SIGNED_CHAR, signed char) \
	X(MPI_UNSIGNED_CHAR, unsigned char) \
	X(MPI_BYTE, char) \
	X(MPI_INT16_T, int16_t) \
	X(MPI_UINT16_T, uint16_t) \
	X(MPI_INT32_T, int32_t) \
	X(MPI_UINT32_T, uint32_t) \
	X(MPI_INT64_T, int64_t) \
	X(MPI_UINT64_T, uint64_t) \
	X(MPI_LOGICAL1, int8_t) \
	X(MPI_INTEGER1, int8_t) \
	X(MPI_LOGICAL2, int16_t) \
	X(MPI_INTEGER2, int16_t) \
	X(MPI_REAL2, rd_float16) \
	X(MPI_LOGICAL4, int32_t) \
	X(MPI_INTEGER4, int32_t) \
	X(MPI_REAL4, float) \
	X(MPI_COMPLEX4, rd_complex16) \
	X(MPI_LOGICAL8, int64_t) \
	X(MPI_INTEGER8, int64_t) \
	X(MPI_REAL8, double) \
	X(MPI_COMPLEX8, float complex) \
	X(MPI_LOGICAL16, rd_int128) \
	X(MPI_INTEGER16, rd_int128) \
	X(MPI_REAL16, rd_float128) \
	X(MPI_COMPLEX16, double complex) \
	X(MPI_COMPLEX32, rd_complex128)

/* X(handle, C type): value and index, for MPI_MINLOC and MPI_MAXLOC. */
#define RD_PAIR_TYPES(X) \
	X(MPI_FLOAT_INT, struct rd_float_int) \
	X(MPI_DOUBLE_INT, struct rd_double_int) \
	X(MPI_LONG_INT, struct rd_long_int) \
	X(MPI_2INT, struct rd_int_int) \
	X(MPI_SHORT_INT, struct rd_short_int) \
	X(MPI_LONG_DOUBLE_INT, struct rd_long_double_int) \
	X(MPI_2REAL, struct rd_float_float) \
	X(MPI_2DOUBLE_PRECISION, struct rd_double_double) \
	X(MPI_2INTEGER, struct rd_int_int)

#endif
