/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduction operators: which one is defined for which type (MPI-5.0 6.9.2), and applying
 * them. The loops are in op_int.c, op_real.c and op_loc.c. Called by coll and mpi.
 */
#include "datatype/op.h"

#include <limits.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/pool.h"
#include "base/threads.h"
#include "datatype/op_kernels.h"
#include "datatype/pack.h"
#include "datatype/unnamed.h"

#define INDEX(handle) ((uintptr_t)(handle)-RD_OP_FIRST)
#define TYPE_INDEX(handle) ((uintptr_t)(handle)-RD_TYPE_FIRST)

#define OP(handle) \
	[INDEX(handle)] = { \
		.obj = {.magic = RD_MAGIC_OP, .refs = 1}, \
		.predefined = (int)(uintptr_t)(handle), \
		.commutative = 1, \
	}

static struct rd_op ops[RD_OP_LAST - RD_OP_FIRST + 1] = {
	OP(MPI_SUM),    OP(MPI_MIN),    OP(MPI_MAX),     OP(MPI_PROD),  OP(MPI_BAND),
	OP(MPI_BOR),    OP(MPI_BXOR),   OP(MPI_LAND),    OP(MPI_LOR),   OP(MPI_LXOR),
	OP(MPI_MINLOC), OP(MPI_MAXLOC), OP(MPI_REPLACE), OP(MPI_NO_OP),
};

#define ENTRY(handle) [INDEX(handle)] = &ops[INDEX(handle)]

static struct rd_pool made = RD_POOL_INIT(struct rd_op); /* the user's */

struct rd_op *rd_op_predefined[RD_OP_LAST - RD_OP_FIRST + 1] = {
	ENTRY(MPI_SUM),    ENTRY(MPI_MIN),    ENTRY(MPI_MAX),     ENTRY(MPI_PROD),  ENTRY(MPI_BAND),
	ENTRY(MPI_BOR),    ENTRY(MPI_BXOR),   ENTRY(MPI_LAND),    ENTRY(MPI_LOR),   ENTRY(MPI_LXOR),
	ENTRY(MPI_MINLOC), ENTRY(MPI_MAXLOC), ENTRY(MPI_REPLACE), ENTRY(MPI_NO_OP),
};

/* Index in a row of kernels + 1; 0 for REPLACE and NO_OP, which have none. */
static const uint8_t kernel_index[RD_OP_LAST - RD_OP_FIRST + 1] = {
	[INDEX(MPI_SUM)] = RD_OP_SUM + 1,       [INDEX(MPI_MIN)] = RD_OP_MIN + 1,
	[INDEX(MPI_MAX)] = RD_OP_MAX + 1,       [INDEX(MPI_PROD)] = RD_OP_PROD + 1,
	[INDEX(MPI_BAND)] = RD_OP_BAND + 1,     [INDEX(MPI_BOR)] = RD_OP_BOR + 1,
	[INDEX(MPI_BXOR)] = RD_OP_BXOR + 1,     [INDEX(MPI_LAND)] = RD_OP_LAND + 1,
	[INDEX(MPI_LOR)] = RD_OP_LOR + 1,       [INDEX(MPI_LXOR)] = RD_OP_LXOR + 1,
	[INDEX(MPI_MINLOC)] = RD_OP_MINLOC + 1, [INDEX(MPI_MAXLOC)] = RD_OP_MAXLOC + 1,
};

#define ARITHMETIC (1 << RD_OP_SUM | 1 << RD_OP_MIN | 1 << RD_OP_MAX | 1 << RD_OP_PROD)
#define BITWISE (1 << RD_OP_BAND | 1 << RD_OP_BOR | 1 << RD_OP_BXOR)
#define LOGICAL (1 << RD_OP_LAND | 1 << RD_OP_LOR | 1 << RD_OP_LXOR)
#define INTEGER (ARITHMETIC | BITWISE)
#define C_INTEGER (INTEGER | LOGICAL)
#define LOCATION (1 << RD_OP_MINLOC | 1 << RD_OP_MAXLOC)

struct type_ops {
	const struct rd_op_row *row; /* [RD_OP_LEVELS] */
	uint32_t allowed;            /* bits by enum rd_op_index */
};

#define ROW(handle, kernels, ops) [TYPE_INDEX(handle)] = {rd_op_##kernels, ops}

/* The classes of 6.9.2, and as in other MPIs MPI_CHAR, for programs that add up chars, and the
 * logical operators of MPI_AINT, MPI_COUNT and MPI_OFFSET; types without a row (MPI_CHARACTER,
 * MPI_WCHAR, MPI_PACKED) have no operators. */
static const struct type_ops type_ops[RD_TYPE_LAST - RD_TYPE_FIRST + 1] = {
	ROW(MPI_SHORT, int16, C_INTEGER),
	ROW(MPI_INT, int32, C_INTEGER),
	ROW(MPI_LONG, int64, C_INTEGER),
	ROW(MPI_LONG_LONG, int64, C_INTEGER),
	ROW(MPI_SIGNED_CHAR, int8, C_INTEGER),
	ROW(MPI_UNSIGNED_CHAR, uint8, C_INTEGER),
#if CHAR_MIN < 0
	ROW(MPI_CHAR, int8, C_INTEGER),
#else
	ROW(MPI_CHAR, uint8, C_INTEGER),
#endif
	ROW(MPI_UNSIGNED_SHORT, uint16, C_INTEGER),
	ROW(MPI_UNSIGNED, uint32, C_INTEGER),
	ROW(MPI_UNSIGNED_LONG, uint64, C_INTEGER),
	ROW(MPI_UNSIGNED_LONG_LONG, uint64, C_INTEGER),
	ROW(MPI_INT8_T, int8, C_INTEGER),
	ROW(MPI_INT16_T, int16, C_INTEGER),
	ROW(MPI_INT32_T, int32, C_INTEGER),
	ROW(MPI_INT64_T, int64, C_INTEGER),
	ROW(MPI_UINT8_T, uint8, C_INTEGER),
	ROW(MPI_UINT16_T, uint16, C_INTEGER),
	ROW(MPI_UINT32_T, uint32, C_INTEGER),
	ROW(MPI_UINT64_T, uint64, C_INTEGER),

	ROW(MPI_INTEGER, int32, INTEGER),
	ROW(MPI_INTEGER1, int8, INTEGER),
	ROW(MPI_INTEGER2, int16, INTEGER),
	ROW(MPI_INTEGER4, int32, INTEGER),
	ROW(MPI_INTEGER8, int64, INTEGER),
	ROW(MPI_INTEGER16, int128, INTEGER),

	ROW(MPI_AINT, int64, C_INTEGER),
	ROW(MPI_COUNT, int64, C_INTEGER),
	ROW(MPI_OFFSET, int64, C_INTEGER),

	ROW(MPI_FLOAT, float, ARITHMETIC),
	ROW(MPI_DOUBLE, double, ARITHMETIC),
	ROW(MPI_LONG_DOUBLE, long_double, ARITHMETIC),
	ROW(MPI_REAL, float, ARITHMETIC),
	ROW(MPI_DOUBLE_PRECISION, double, ARITHMETIC),
	ROW(MPI_REAL2, float16, ARITHMETIC),
	ROW(MPI_REAL4, float, ARITHMETIC),
	ROW(MPI_REAL8, double, ARITHMETIC),
	ROW(MPI_REAL16, float128, ARITHMETIC),

	ROW(MPI_LOGICAL, int32, LOGICAL),
	ROW(MPI_LOGICAL1, int8, LOGICAL),
	ROW(MPI_LOGICAL2, int16, LOGICAL),
	ROW(MPI_LOGICAL4, int32, LOGICAL),
	ROW(MPI_LOGICAL8, int64, LOGICAL),
	ROW(MPI_LOGICAL16, int128, LOGICAL),
	ROW(MPI_C_BOOL, uint8, LOGICAL),
	ROW(MPI_CXX_BOOL, uint8, LOGICAL),

	ROW(MPI_C_FLOAT_COMPLEX, complex_float, ARITHMETIC),
	ROW(MPI_C_DOUBLE_COMPLEX, complex_double, ARITHMETIC),
	ROW(MPI_C_LONG_DOUBLE_COMPLEX, complex_long_double, ARITHMETIC),
	ROW(MPI_CXX_FLOAT_COMPLEX, complex_float, ARITHMETIC),
	ROW(MPI_CXX_DOUBLE_COMPLEX, complex_double, ARITHMETIC),
	ROW(MPI_CXX_LONG_DOUBLE_COMPLEX, complex_long_double, ARITHMETIC),
	ROW(MPI_COMPLEX, complex_float, ARITHMETIC),
	ROW(MPI_DOUBLE_COMPLEX, complex_double, ARITHMETIC),
	ROW(MPI_COMPLEX4, complex16, ARITHMETIC),
	ROW(MPI_COMPLEX8, complex_float, ARITHMETIC),
	ROW(MPI_COMPLEX16, complex_double, ARITHMETIC),
	ROW(MPI_COMPLEX32, complex128, ARITHMETIC),

	ROW(MPI_BYTE, uint8, BITWISE),

	ROW(MPI_FLOAT_INT, float_int, LOCATION),
	ROW(MPI_DOUBLE_INT, double_int, LOCATION),
	ROW(MPI_LONG_INT, long_int, LOCATION),
	ROW(MPI_2INT, int_int, LOCATION),
	ROW(MPI_SHORT_INT, short_int, LOCATION),
	ROW(MPI_LONG_DOUBLE_INT, long_double_int, LOCATION),
	ROW(MPI_2REAL, float_float, LOCATION),
	ROW(MPI_2DOUBLE_PRECISION, double_double, LOCATION),
	ROW(MPI_2INTEGER, int_int, LOCATION),
};

_Static_assert(sizeof(int) == 4 && sizeof(long) == 8 && sizeof(long long) == 8 &&
		       sizeof(MPI_Aint) == 8,
	       "the rows above");

/* An unnamed pair is predefined, but made of two basic types. */
static int is_one_basic(const struct rd_type *type)
{
	return type->flags & (RD_TYPE_PREDEFINED | RD_TYPE_ALIAS) && type->basic;
}

#ifdef __x86_64__
static enum rd_op_level find_level(void)
{
	/* VBMI2 came with processors that keep their clock in AVX-512 instructions. */
	if (__builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512f") &&
	    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512vl"))
		return RD_OP_AVX512;
	return __builtin_cpu_supports("avx2") ? RD_OP_AVX2 : RD_OP_BASE;
}
#endif

static inline enum rd_op_level this_level(void)
{
#ifdef __x86_64__
	static uint8_t known; /* level + 1; 0: not looked for yet. All threads find the same */
	uint8_t level = __atomic_load_n(&known, __ATOMIC_RELAXED);

	if (rd_unlikely(!level)) {
		level = (uint8_t)(find_level() + 1);
		__atomic_store_n(&known, level, __ATOMIC_RELAXED);
	}
	return level - 1;
#else
	return RD_OP_BASE;
#endif
}

rd_op_kernel *rd_op_kernel_of(const struct rd_op *op, const struct rd_type *type)
{
	const struct type_ops *ops;
	int i = kernel_index[op->predefined - RD_OP_FIRST] - 1;

	if (i < 0 || !is_one_basic(type))
		return NULL;
	ops = &type_ops[type->basic - RD_TYPE_FIRST];
	return ops->allowed >> i & 1 ? ops->row[this_level()].fn[i] : NULL;
}

static int is_op(const struct rd_op *op, MPI_Op handle)
{
	return op->predefined == (int)(uintptr_t)handle;
}

/* MPI_MINLOC or MPI_MAXLOC on a pair without a name. */
static int compares_pairs(const struct rd_op *op, const struct rd_type *type)
{
	return (is_op(op, MPI_MINLOC) || is_op(op, MPI_MAXLOC)) && rd_type_pair(type);
}

/* For assertions only. */
static __attribute__((unused)) int moves_only(const struct rd_op *op)
{
	return is_op(op, MPI_REPLACE) || is_op(op, MPI_NO_OP);
}

int rd_op_check(const struct rd_op *op, const struct rd_type *type)
{
	if (!op->predefined || rd_op_kernel_of(op, type) || compares_pairs(op, type))
		return 0;
	return RD_EOP;
}

int rd_op_create(MPI_User_function *fn, MPI_User_function_c *fn_c, int commutative,
		 struct rd_op **out)
{
	struct rd_op *op = rd_pool_get(&made);

	if (!op)
		return RD_ENOMEM;
	rd_obj_init(&op->obj, RD_MAGIC_OP);
	op->commutative = commutative;
	op->fn = fn;
	op->fn_c = fn_c;
	op->state_fn = NULL;
	*out = op;
	return 0;
}

void rd_op_set_state(struct rd_op *op, rd_op_state_fn *state_fn, void *state)
{
	op->state_fn = state_fn;
	op->state = state;
}

void rd_op_put(struct rd_op *op)
{
	if (!op->predefined && rd_obj_put(&op->obj))
		rd_pool_put(&made, op);
}

/* The user's int-count function gets pieces of at most INT_MAX elements. */
static void apply_pieces(const struct rd_op *op, const void *in, void *inout, uint64_t count,
			 const struct rd_type *type)
{
	MPI_Datatype handle = rd_type_handle(type);

	for (uint64_t done = 0; done < count;) {
		int n = (int)rd_min(count - done, (uint64_t)INT_MAX), given = n;
		uint64_t skip = done * (uint64_t)type->extent;

		if (op->state_fn)
			op->state_fn(op->state, (char *)in + skip, (char *)inout + skip, &given,
				     &handle);
		else
			op->fn((char *)in + skip, (char *)inout + skip, &given, &handle);
		done += (uint64_t)n;
	}
}

static void apply_user(const struct rd_op *op, const void *in, void *inout, uint64_t count,
		       const struct rd_type *type)
{
	MPI_Datatype handle = rd_type_handle(type);
	MPI_Count n = (MPI_Count)count;
	int open = rd_threads_open();

	if (!op->fn_c)
		apply_pieces(op, in, inout, count, type);
	else if (op->state_fn)
		op->state_fn(op->state, (void *)in, inout, &n, &handle);
	else
		op->fn_c((void *)in, inout, &n, &handle);
	rd_threads_close(open);
}

void rd_op_apply(const struct rd_op *op, const void *in, void *inout, uint64_t count,
		 struct rd_type *type)
{
	if (op->predefined)
		rd_op_apply3(op, in, inout, inout, count, type);
	else if (count)
		apply_user(op, in, inout, count, type);
}

enum {
	LINE_B = 64,   /* of a cache, and the longest vector */
	ALIGN_B = 1024 /* operands from which vectors of results begin at a line: M-104 */
};

/* Elements before the first that begins a line. */
static uint64_t head_of(const void *out, uint64_t count, uint64_t element_b)
{
	uint64_t skip = -(uintptr_t)out % LINE_B;

	if (!skip || count * element_b < ALIGN_B || LINE_B % element_b || skip % element_b)
		return 0;
	return skip / element_b;
}

void rd_op_run(rd_op_kernel *kernel, const void *left, const void *right, void *out, uint64_t count,
	       uint64_t element_b)
{
	uint64_t head = head_of(out, count, element_b), skip = head * element_b;

	if (!head) { /* no element at all: the addresses may be NULL */
		kernel(left, right, out, count);
		return;
	}
	kernel(left, right, out, head);
	kernel((const char *)left + skip, (const char *)right + skip, (char *)out + skip,
	       count - head);
}

void rd_op_apply3(const struct rd_op *op, const void *left, const void *right, void *out,
		  uint64_t count, struct rd_type *type)
{
	rd_op_kernel *kernel = op->predefined ? rd_op_kernel_of(op, type) : NULL;
	const void *from = is_op(op, MPI_REPLACE) ? left : right;

	if (kernel) {
		rd_op_run(kernel, left, right, out, count, (uint64_t)type->extent);
		return;
	}
	if (compares_pairs(op, type)) {
		rd_pair_apply(type, is_op(op, MPI_MAXLOC), left, right, out, count);
		return;
	}
	RD_CHECK(!op->predefined || moves_only(op),
		 "operator: no kernel for a type that mpi/ let pass");
	if (from != out)
		rd_type_copy(out, count, type, from, count, type);
	if (!op->predefined && count)
		apply_user(op, left, out, count, type);
}
