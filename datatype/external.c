/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Converts to and from external32 (MPI-5.0 14.5.2): the stream of packed bytes is cut into runs
 * of one predefined type, and each run goes through a buffer. Called by mpi/.
 */
#include "datatype/external.h"

#include <float.h>
#include <string.h>

#include "base/compiler.h"
#include "datatype/basic.h"
#include "datatype/pack.h"

#define BUFFER_B 4096
#define INDEX(handle) ((uintptr_t)(handle)-RD_TYPE_FIRST)

/* A number: its bytes here and in external32. */
struct number {
	uint8_t native, external;
	uint8_t is_signed;   /* sign extension of an integer that is shorter outside */
	uint8_t is_extended; /* an x86 long double, in external32 a quadruple */
};

#if LDBL_MANT_DIG != 113 && RD_HAVE_FLOAT128
#define LONG_DOUBLE \
	{ \
		sizeof(long double), 16, 0, 1 \
	}
#else
#define LONG_DOUBLE \
	{ \
		sizeof(long double), 16, 0, 0 \
	}
#endif

#define SAME(type) \
	{ \
		sizeof(type), sizeof(type), 0, 0 \
	}

/* A predefined type as one or two numbers; types without a row have the same size in both forms. */
struct form {
	struct number number[2];
};

#define ROW(handle, ...) [INDEX(handle)] = {{__VA_ARGS__}}

static const struct form special[RD_TYPE_LAST - RD_TYPE_FIRST + 1] = {
	ROW(MPI_LONG, {sizeof(long), 4, 1, 0}),
	ROW(MPI_UNSIGNED_LONG, {sizeof(long), 4, 0, 0}),
	ROW(MPI_WCHAR, {sizeof(wchar_t), 2, 0, 0}),
	ROW(MPI_LONG_DOUBLE, LONG_DOUBLE),
	ROW(MPI_C_LONG_DOUBLE_COMPLEX, LONG_DOUBLE, LONG_DOUBLE),
	ROW(MPI_CXX_LONG_DOUBLE_COMPLEX, LONG_DOUBLE, LONG_DOUBLE),
	ROW(MPI_C_FLOAT_COMPLEX, SAME(float), SAME(float)),
	ROW(MPI_CXX_FLOAT_COMPLEX, SAME(float), SAME(float)),
	ROW(MPI_C_DOUBLE_COMPLEX, SAME(double), SAME(double)),
	ROW(MPI_CXX_DOUBLE_COMPLEX, SAME(double), SAME(double)),
	ROW(MPI_COMPLEX, SAME(float), SAME(float)),
	ROW(MPI_DOUBLE_COMPLEX, SAME(double), SAME(double)),
	ROW(MPI_COMPLEX4, SAME(rd_float16), SAME(rd_float16)),
	ROW(MPI_COMPLEX8, SAME(float), SAME(float)),
	ROW(MPI_COMPLEX16, SAME(double), SAME(double)),
	ROW(MPI_COMPLEX32, SAME(rd_float128), SAME(rd_float128)),
	ROW(MPI_FLOAT_INT, SAME(float), SAME(int)),
	ROW(MPI_DOUBLE_INT, SAME(double), SAME(int)),
	ROW(MPI_LONG_INT, {sizeof(long), 4, 1, 0}, SAME(int)),
	ROW(MPI_2INT, SAME(int), SAME(int)),
	ROW(MPI_SHORT_INT, SAME(short), SAME(int)),
	ROW(MPI_LONG_DOUBLE_INT, LONG_DOUBLE, SAME(int)),
	ROW(MPI_2REAL, SAME(float), SAME(float)),
	ROW(MPI_2DOUBLE_PRECISION, SAME(double), SAME(double)),
	ROW(MPI_2INTEGER, SAME(int), SAME(int)),
};

static struct form form_of(const struct rd_type *basic)
{
	struct form form = special[basic->basic - RD_TYPE_FIRST];

	if (!form.number[0].native)
		form.number[0].native = form.number[0].external = (uint8_t)basic->size;
	return form;
}

static uint64_t native_size(const struct form *form)
{
	return form->number[0].native + form->number[1].native;
}

static uint64_t external_size(const struct form *form)
{
	return form->number[0].external + form->number[1].external;
}

typedef unsigned __int128 bits;

static bits load(const char *from, unsigned bytes)
{
	uint8_t b1;
	uint16_t b2;
	uint32_t b4;
	uint64_t b8;
	bits b16;

	switch (bytes) {
	case 1:
		memcpy(&b1, from, 1);
		return b1;
	case 2:
		memcpy(&b2, from, 2);
		return b2;
	case 4:
		memcpy(&b4, from, 4);
		return b4;
	case 8:
		memcpy(&b8, from, 8);
		return b8;
	default:
		memcpy(&b16, from, 16);
		return b16;
	}
}

static void store(char *to, unsigned bytes, bits value)
{
	uint8_t b1 = (uint8_t)value;
	uint16_t b2 = (uint16_t)value;
	uint32_t b4 = (uint32_t)value;
	uint64_t b8 = (uint64_t)value;

	switch (bytes) {
	case 1:
		memcpy(to, &b1, 1);
		break;
	case 2:
		memcpy(to, &b2, 2);
		break;
	case 4:
		memcpy(to, &b4, 4);
		break;
	case 8:
		memcpy(to, &b8, 8);
		break;
	default:
		memcpy(to, &value, 16);
	}
}

#if LDBL_MANT_DIG != 113 && RD_HAVE_FLOAT128
static bits widened(const char *from)
{
	long double value;
	rd_float128 quadruple;
	bits out;

	memcpy(&value, from, sizeof(value));
	quadruple = value;
	memcpy(&out, &quadruple, sizeof(out));
	return out;
}

static void store_extended(char *to, bits value)
{
	long double extended;
	rd_float128 quadruple;

	memcpy(&quadruple, &value, sizeof(quadruple));
	extended = (long double)quadruple;
	memcpy(to, &extended, sizeof(extended));
}
#else
static bits widened(const char *from)
{
	return load(from, 16);
}

static void store_extended(char *to, bits value)
{
	store(to, 16, value);
}
#endif

/* Of a longer integer the less significant bytes are kept. */
static void put_number(char *to, const char *from, const struct number *number)
{
	bits value = number->is_extended ? widened(from) : load(from, number->native);

	for (int i = number->external - 1; i >= 0; i--, value >>= 8)
		to[i] = (char)value;
}

static void get_number(char *to, const char *from, const struct number *number)
{
	bits value = number->is_signed && *from & 0x80 ? ~(bits)0 : 0;

	for (int i = 0; i < number->external; i++)
		value = value << 8 | (unsigned char)from[i];
	if (number->is_extended)
		store_extended(to, value);
	else
		store(to, number->native, value);
}

typedef void convert_fn(char *to, const char *from, const struct number *number);

/* `n` elements, `tstep` and `fstep` being those of one number. */
static void convert(char *to, const char *from, const struct form *form, uint64_t n, int pack)
{
	convert_fn *one = pack ? put_number : get_number;

	for (uint64_t i = 0; i < 2 * n; i++) {
		const struct number *number = &form->number[i & 1];

		if (!number->native)
			continue;
		one(to, from, number);
		to += pack ? number->external : number->native;
		from += pack ? number->native : number->external;
	}
}

/* The next run of the stream: elements of one form, as many as fit the buffer. */
static uint64_t next_run(const struct rd_iter *it, struct form *form)
{
	const struct rd_type *basic;
	uint64_t bytes, left = it->total - it->pos;

	if (it->type->basic) {
		basic = rd_type_predefined[it->type->basic - RD_TYPE_FIRST];
		bytes = left;
	} else {
		bytes = rd_min(rd_type_run(it->type, it->pos, &basic), left);
	}
	*form = form_of(basic);
	return rd_min(bytes, BUFFER_B) / native_size(form);
}

uint64_t rd_external_size(const struct rd_type *type)
{
	const struct rd_type *basic;
	struct form form;
	uint64_t run, sum = 0;

	for (uint64_t pos = 0; pos < type->size; pos += run) {
		run = rd_type_run(type, pos, &basic);
		form = form_of(basic);
		sum += run / native_size(&form) * external_size(&form);
	}
	return sum;
}

uint64_t rd_external_pack(const void *base, uint64_t count, const struct rd_type *type, void *out)
{
	char buffer[BUFFER_B], *to = out;
	struct form form;
	struct rd_iter it;
	uint64_t n;

	rd_iter_init(&it, base, count, type);
	for (; it.pos < it.total; to += n * external_size(&form)) {
		n = next_run(&it, &form);
		rd_iter_pack(&it, buffer, n * native_size(&form));
		convert(to, buffer, &form, n, 1);
	}
	return (uint64_t)(to - (char *)out);
}

uint64_t rd_external_unpack_part(const void *in, uint64_t bytes, void *base, uint64_t count,
				 const struct rd_type *type)
{
	char buffer[BUFFER_B];
	const char *from = in, *end = from + bytes;
	struct form form;
	struct rd_iter it;
	uint64_t n;

	rd_iter_init(&it, base, count, type);
	for (; it.pos < it.total; from += n * external_size(&form)) {
		n = next_run(&it, &form);
		n = rd_min(n, (uint64_t)(end - from) / external_size(&form));
		if (!n)
			break;
		convert(buffer, from, &form, n, 0);
		rd_iter_unpack(&it, buffer, n * native_size(&form));
	}
	return it.pos;
}

uint64_t rd_external_unpack(const void *in, void *base, uint64_t count, const struct rd_type *type)
{
	uint64_t bytes = count * rd_external_size(type);

	rd_external_unpack_part(in, bytes, base, count, type);
	return bytes;
}
