/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Accumulating element by element (apply.h). The size and the address of an element alone decide
 * how it is combined, so that all processes combine it in the same way:
 *
 *  1. Elements of 1, 2, 4 or 8 bytes at a multiple of their size: by atomic instructions.
 *  2. All others: under the target's `busy` word.
 *
 * A process that is alone with them needs neither, and combines them by the loops of
 * datatype/op_kernels.h. Others do so under `busy` while the target is in the mode for vectors: all
 * of its elements are then combined under `busy`, single ones too. Which mode costs less is learnt:
 *
 *     RD_APPLY_SINGLES --longer operations have cost 10 us more than by vectors--> RD_APPLY_VECTORS
 *            ^                                                                            |
 *            +------single elements have cost 10 us more than by instructions-------------+
 *
 * The costs that operations of the other kind have saved meanwhile are taken off.
 *
 * A process sets its own word `changing` while it changes elements of any window, and looks at the
 * target's `mode` after that. The order of these two is the business of a process that changes the
 * mode, by a membarrier(2) in all processes (node/wakeup.h), so that short operations have no
 * further atomic instruction. It then waits until each other process has left the operation that
 * it is in, if any: an operation that begins later sees the change and waits for its end. If one
 * does not leave it, the change is given up. The next change comes when operations have cost as
 * much more as the last one took.
 *
 * `busy` is 0 or the pid of the process that has set it; so is `changing`, with the number of the
 * operation above; and `mode` during a change. If that process ends meanwhile, one that waits for
 * it clears the word, or undoes the change of mode.
 */
#include "rma/apply.h"

#include "base/clock.h"
#include "base/stream.h"
#include "datatype/pack.h"
#include "node/cma.h"
#include "node/wakeup.h"
#include "rma/win.h"
#include "runtime/wait.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

enum how { UNDEFINED = 1, LOAD, STORE, ADD, AND, OR, XOR, ADD_REAL, FUNCTION };

enum {
	CHUNK = 32,     /* elements combined under the lock at a time */
	ELEMENT_B = 32, /* bytes; the largest basic type is a complex of 16-byte floats */
	PIECE_B = 8192,
	TURN_B = 65536,    /* combined before other processes get a turn; of whole elements */
	BLOCK_B = 1 << 30, /* a multiple of every size that has instructions */
	/* Costs are counted in the time of one element by an atomic instruction: M-236. */
	ELEMENT_NS = 5,             /* that time */
	SINGLE = 10,                /* of `busy` for a single element */
	VECTOR = 4,                 /* of `busy` for one by vectors */
	SWAP = 3,                   /* of an element combined by compare and swap */
	MOVES = 8,                  /* elements that are only moved at the cost of one */
	SAVED_MOST = 64 * SINGLE,   /* by singles, before others are told */
	CHANGE = 2000,              /* of a change of mode, */
	CHANGE_MOST = 500 * CHANGE, /* and where that takes some turns on a processor */
	PID_BITS = 22               /* of `changing`: the kernel's largest pid is less than 2^22 */
};

static int is_real(const struct rd_type *basic)
{
	uintptr_t h = (uintptr_t)rd_type_handle(basic);

	return h == (uintptr_t)MPI_FLOAT || h == (uintptr_t)MPI_REAL || h == (uintptr_t)MPI_REAL4 ||
	       h == (uintptr_t)MPI_DOUBLE || h == (uintptr_t)MPI_DOUBLE_PRECISION ||
	       h == (uintptr_t)MPI_REAL8;
}

/* Types with bitwise operators are integers. */
static int is_integer(const struct rd_type *basic)
{
	return !rd_op_check(rd_op_predefined[(uintptr_t)MPI_BAND - RD_OP_FIRST], basic);
}

static enum how find_how(const struct rd_op *op, const struct rd_type *basic)
{
	if (op->predefined == (int)(uintptr_t)MPI_NO_OP)
		return LOAD;
	if (op->predefined == (int)(uintptr_t)MPI_REPLACE)
		return STORE;
	if (rd_op_check(op, basic))
		return UNDEFINED;
	switch ((uintptr_t)op->predefined) {
	case (uintptr_t)MPI_SUM:
		return is_integer(basic) ? ADD : is_real(basic) ? ADD_REAL : FUNCTION;
	case (uintptr_t)MPI_BAND:
		return AND;
	case (uintptr_t)MPI_BOR:
		return OR;
	case (uintptr_t)MPI_BXOR:
		return XOR;
	default:
		return FUNCTION;
	}
}

/* The least number of elements whose cost_of is not less than that of vectors; how: by a kernel. */
static uint32_t vectors_of(enum how how)
{
	return how == ADD_REAL || how == FUNCTION ? VECTOR / SWAP + 1 : VECTOR;
}

struct rd_apply_means rd_apply_table[RD_TYPE_LAST - RD_TYPE_FIRST + 1]
				    [RD_OP_LAST - RD_OP_FIRST + 1];

const struct rd_apply_means *rd_apply_look_up(const struct rd_op *op, const struct rd_type *basic)
{
	static struct rd_apply_means pair; /* without a handle: of the last call */
	struct rd_apply_means *means = &pair;
	enum how how = find_how(op, basic);

	if (basic->basic)
		means = rd_apply_known(op, basic->basic);
	*means = (struct rd_apply_means){.kernel = rd_op_kernel_of(op, basic),
					 .vectors = UINT32_MAX,
					 .how = (uint8_t)how,
					 .defined = how != UNDEFINED};
	if (!basic->basic || !rd_apply_is_word(basic))
		return means;
	means->word = 1;
	means->lg = (uint8_t)__builtin_ctzll(basic->size);
	means->unaligned = (uint8_t)(basic->align - 1); /* a power of two */
	if (means->kernel)
		means->vectors = vectors_of(how);
	return means;
}

static inline enum how how_to(const struct rd_op *op, const struct rd_type *basic)
{
	return rd_apply_means(op, basic)->how;
}

/* ---- By instructions ---- */

/* Orders pairs of accumulates. Relaxed would do for single elements; acquire and release let
 * programs publish data by accumulates, as with any flag. */
#define ORDER __ATOMIC_ACQ_REL

static uint64_t add_real(uint64_t size, uint64_t a, uint64_t b)
{
	union {
		uint64_t bits;
		uint32_t half;
		float f;
		double d;
	} x = {a}, y = {b}, sum = {0};

	if (size == sizeof(float))
		sum.f = x.f + y.f;
	else
		sum.d = x.d + y.d;
	return sum.bits;
}

/* The operation on one element. */
struct with {
	enum how how;
	const struct rd_op *op;
	struct rd_type *basic;
};

static uint64_t combine(const struct with *w, const void *value, uint64_t was)
{
	uint64_t next = 0, given = 0;

	memcpy(&given, value, w->basic->size);
	if (w->how == ADD_REAL)
		return add_real(w->basic->size, given, was);
	rd_op_apply3(w->op, &given, &was, &next, 1, w->basic);
	return next;
}

/* word_: one element, returns the old value. words_: n elements, old[] receives the old values
 * unless it is NULL. */
#define WORDS(bits) \
	static inline uint##bits##_t word_##bits(const struct with *w, uint##bits##_t *p, \
						 uint##bits##_t v) \
	{ \
		uint##bits##_t was; \
\
		switch (w->how) { \
		case LOAD: \
			return __atomic_load_n(p, __ATOMIC_ACQUIRE); \
		case STORE: \
			return __atomic_exchange_n(p, v, ORDER); \
		case ADD: \
			return __atomic_fetch_add(p, v, ORDER); \
		case AND: \
			return __atomic_fetch_and(p, v, ORDER); \
		case OR: \
			return __atomic_fetch_or(p, v, ORDER); \
		case XOR: \
			return __atomic_fetch_xor(p, v, ORDER); \
		default: \
			was = __atomic_load_n(p, __ATOMIC_ACQUIRE); \
			while (!__atomic_compare_exchange_n(p, &was, \
							    (uint##bits##_t)combine(w, &v, was), \
							    0, ORDER, __ATOMIC_ACQUIRE)) \
				; \
			return was; \
		} \
	} \
\
	static inline void one_##bits(const struct with *w, void *addr, const void *src, \
				      void *old) \
	{ \
		uint##bits##_t v = 0, was; \
\
		if (w->how != LOAD) \
			memcpy(&v, src, sizeof(v)); \
		if (w->how == STORE && !old) { \
			__atomic_store_n((uint##bits##_t *)addr, v, __ATOMIC_RELEASE); \
			return; \
		} \
		was = word_##bits(w, addr, v); \
		if (old) \
			memcpy(old, &was, sizeof(was)); \
	} \
\
	static void words_##bits(const struct with *w, void *addr, const char *src, char *old, \
				 uint64_t n) \
	{ \
		uint##bits##_t *p = addr, v = 0, was; \
\
		for (uint64_t i = 0; i < n; i++) { \
			if (w->how != LOAD) \
				memcpy(&v, src + i * sizeof(v), sizeof(v)); \
			if (w->how == STORE && !old) { \
				__atomic_store_n(p + i, v, __ATOMIC_RELEASE); \
				continue; \
			} \
			was = word_##bits(w, p + i, v); \
			if (old) \
				memcpy(old + i * sizeof(v), &was, sizeof(v)); \
		} \
	}

WORDS(8)
WORDS(16)
WORDS(32)
WORDS(64)

/* ---- Taking turns ---- */

static uint32_t unused;
static uint32_t *changing = &unused; /* of this process */
static uint32_t self = 1;            /* its pid; 1, which never ends: it has no window yet */
static uint32_t operation;           /* number of the last one, above PID_BITS */
static uint32_t price = CHANGE;      /* of a change of mode, as the last one was, or CHANGE */

void rd_apply_open(uint32_t *own)
{
	changing = own ? own : &unused;
	self = (uint32_t)getpid();
}

static void pause_at(uint32_t *spins)
{
	if (++*spins < rd_wait_table.rma.swap_spins)
		rd_cpu_relax();
	else
		sched_yield();
}

/* Waits for a word that another process has set, once; clears it if that process has ended. */
static void await_word(uint32_t *word, uint32_t *spins)
{
	uint32_t pid = __atomic_load_n(word, __ATOMIC_RELAXED);

	pause_at(spins);
	if (*spins % rd_wait_table.rma.swap_spins || !pid ||
	    !rd_cma_has_ended((int32_t)(pid & ((1u << PID_BITS) - 1))))
		return;
	__atomic_compare_exchange_n(word, &pid, 0, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static void take_word(uint32_t *word)
{
	uint32_t spins = 0, none = 0;

	/* pairs with drop_word */
	while (!__atomic_compare_exchange_n(word, &none, self, 0, __ATOMIC_ACQUIRE,
					    __ATOMIC_RELAXED)) {
		await_word(word, &spins);
		none = 0;
	}
}

static void drop_word(uint32_t *word)
{
	__atomic_store_n(word, 0, __ATOMIC_RELEASE);
}

/* The mode before the change that is under way. */
static uint32_t mode_before(uint32_t mode)
{
	return mode & RD_APPLY_FROM_VECTORS ? RD_APPLY_VECTORS : RD_APPLY_SINGLES;
}

static int is_changed(uint32_t mode)
{
	return mode != RD_APPLY_SINGLES && mode != RD_APPLY_VECTORS;
}

/* Looks once at a change of mode by another process; undoes it if that process has ended. */
static void await_mode(uint32_t *mode, uint32_t *spins)
{
	uint32_t now = __atomic_load_n(mode, __ATOMIC_RELAXED);

	pause_at(spins);
	if (*spins % rd_wait_table.rma.swap_spins || !is_changed(now) ||
	    !rd_cma_has_ended((int32_t)(now & ~RD_APPLY_FROM_VECTORS)))
		return;
	__atomic_compare_exchange_n(mode, &now, mode_before(now), 0, __ATOMIC_RELAXED,
				    __ATOMIC_RELAXED);
}

/* Until end_changing the mode stays as it is. */
static inline uint32_t begin_changing(struct rd_rma_lockword *lockword)
{
	uint32_t spins = 0, mode;

	operation += 1u << PID_BITS;
	for (;;) {
		/* release: the elements of the operation before; pairs with has_left */
		__atomic_store_n(changing, self | operation, __ATOMIC_RELEASE);
		/* pairs with the membarrier in change_mode */
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		mode = __atomic_load_n(&lockword->mode, __ATOMIC_ACQUIRE);
		if (rd_likely(!is_changed(mode)))
			return mode;
		__atomic_store_n(changing, 0, __ATOMIC_RELEASE);
		while (is_changed(__atomic_load_n(&lockword->mode, __ATOMIC_RELAXED)))
			await_mode(&lockword->mode, &spins);
	}
}

static inline void end_changing(void)
{
	__atomic_store_n(changing, 0, __ATOMIC_RELEASE); /* pairs with has_left */
}

/* In the mode for vectors the elements are this process's own until end. */
static inline uint32_t begin(struct rd_rma_lockword *lockword)
{
	uint32_t mode = begin_changing(lockword);

	if (rd_unlikely(mode == RD_APPLY_VECTORS))
		take_word(&lockword->busy);
	return mode;
}

static inline void end(struct rd_rma_lockword *lockword, uint32_t mode)
{
	if (rd_unlikely(mode == RD_APPLY_VECTORS))
		drop_word(&lockword->busy);
	end_changing();
}

/* Waits until the process has left the operation that it is in, if any; 0: it does not. */
static int has_left(uint32_t *word)
{
	/* pairs with begin_changing and end_changing */
	uint32_t in = __atomic_load_n(word, __ATOMIC_ACQUIRE), spins = 0;
	uint64_t since = 0;

	while (in && __atomic_load_n(word, __ATOMIC_ACQUIRE) == in) {
		if (since && rd_clock_ns() - since > rd_wait_table.rma.change_ns)
			return 0;
		await_word(word, &spins);
		if (!since && spins >= rd_wait_table.rma.swap_spins)
			since = rd_clock_ns();
	}
	return 1;
}

static uint32_t price_of(uint64_t ns)
{
	return (uint32_t)rd_min(rd_max(ns / ELEMENT_NS, (uint64_t)CHANGE), (uint64_t)CHANGE_MOST);
}

static void change_mode(struct rd_rma_lockword *lockword, const struct rd_rma_party *party,
			uint32_t mode)
{
	uint32_t was = mode == RD_APPLY_VECTORS ? RD_APPLY_SINGLES : RD_APPLY_VECTORS;
	uint32_t from = was == RD_APPLY_VECTORS ? RD_APPLY_FROM_VECTORS : 0;
	uint64_t since = rd_clock_ns();

	if (!__atomic_compare_exchange_n(&lockword->mode, &was, self | from, 0, __ATOMIC_ACQUIRE,
					 __ATOMIC_RELAXED))
		return; /* another process changes it */
	__atomic_store_n(&lockword->regret, 0, __ATOMIC_RELAXED);
	while (rd_wakeup_fence(1)) /* lack of memory */
		sched_yield();
	/* one that stays is in the mode before */
	for (int i = 0; i < party->n && mode != was; i++)
		if (!has_left(party->changing[i]))
			mode = was;
	__atomic_store_n(&lockword->mode, mode, __ATOMIC_RELEASE); /* pairs with begin_changing */
	price = price_of(rd_clock_ns() - since);
}

/* The savings of operations by this process, one after the other on that target in its mode for
 * singles, beside vectors: not subtracted from its `regret` yet. */
static struct {
	const struct rd_rma_lockword *target;
	uint32_t saved;
} singles;

static uint32_t less(uint32_t sum, uint64_t cost)
{
	return sum - (uint32_t)rd_min(cost, (uint64_t)sum);
}

static int is_known(const struct rd_rma_party *party)
{
	return party && party->n >= 0;
}

/* Sets the sum of costs that the mode `to` would have saved; changes to it if the sum is the price
 * of a change. Others may count at the same time: a hint. */
static void set_regret(struct rd_rma_lockword *lockword, const struct rd_rma_party *party,
		       uint32_t to, uint32_t sum)
{
	if (sum != __atomic_load_n(&lockword->regret, __ATOMIC_RELAXED))
		__atomic_store_n(&lockword->regret, sum, __ATOMIC_RELAXED);
	if (sum >= price)
		change_mode(lockword, party, to);
}

/* Before an operation that vectors carry out quicker by `gain`. */
static inline void count_vector(const struct rd_apply *to, uint64_t gain)
{
	struct rd_rma_lockword *lockword = to->lockword;
	uint32_t sum = __atomic_load_n(&lockword->regret, __ATOMIC_RELAXED);
	const int vectors = __atomic_load_n(&lockword->mode, __ATOMIC_RELAXED) == RD_APPLY_VECTORS;

	if ((vectors && !sum) || !is_known(to->party))
		return;
	gain = rd_min(gain, (uint64_t)CHANGE);
	if (vectors) {
		set_regret(lockword, to->party, RD_APPLY_SINGLES, less(sum, gain));
		return;
	}
	if (singles.target == lockword) {
		sum = less(sum, singles.saved);
		singles.saved = 0;
	}
	set_regret(lockword, to->party, RD_APPLY_VECTORS, sum + (uint32_t)gain);
}

/* Subtracts the savings of singles: longer operations of any process have added to the sum. */
static __attribute__((noinline)) void lessen_regret(struct rd_rma_lockword *lockword,
						    uint32_t saved)
{
	uint32_t sum = __atomic_load_n(&lockword->regret, __ATOMIC_RELAXED);

	if (sum) /* if it has changed meanwhile, also with the mode, nothing is taken off */
		__atomic_compare_exchange_n(&lockword->regret, &sum, less(sum, saved), 0,
					    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	singles.target = lockword;
	singles.saved = 0;
}

/* After an operation in that mode, which by vectors is slower by `loss`. */
static inline void count_single(struct rd_rma_lockword *lockword, const struct rd_rma_party *party,
				uint32_t mode, uint32_t loss)
{
	if (rd_likely(mode == RD_APPLY_SINGLES)) {
		if (rd_unlikely(singles.target != lockword))
			lessen_regret(lockword, loss);
		else if (rd_unlikely((singles.saved += loss) >= SAVED_MOST))
			lessen_regret(lockword, singles.saved);
	} else if (loss && is_known(party)) {
		set_regret(lockword, party, RD_APPLY_SINGLES,
			   __atomic_load_n(&lockword->regret, __ATOMIC_RELAXED) + loss);
	}
}

/* ---- Under the lock ---- */

static inline int is_replace(const struct rd_apply *to)
{
	return to->op->predefined == (int)(uintptr_t)MPI_REPLACE;
}

static inline int is_no_op(const struct rd_apply *to)
{
	return to->op->predefined == (int)(uintptr_t)MPI_NO_OP;
}

static void enter(struct rd_rma_lockword *lockword)
{
	begin_changing(lockword);
	take_word(&lockword->busy);
}

static void leave(struct rd_rma_lockword *lockword)
{
	drop_word(&lockword->busy);
	end_changing();
}

/* An element with gaps is kept in a buffer of the type's own layout while it is computed with. */
struct elements {
	_Alignas(ELEMENT_B) char given[CHUNK * ELEMENT_B], kept[CHUNK * ELEMENT_B];
	char packed[CHUNK * ELEMENT_B];
};

/* Combines the next n elements, which `from` reads and `back` writes. */
static void chunk(const struct rd_apply *to, struct rd_iter *from, struct rd_iter *back,
		  const char *src, char *old, uint64_t n)
{
	struct rd_type *byte = rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST];
	uint64_t bytes = n * to->basic->size;
	struct elements e;

	rd_iter_pack(from, e.packed, bytes);
	if (old)
		memcpy(old, e.packed, bytes);
	if (is_no_op(to))
		return;
	if (is_replace(to)) {
		rd_iter_unpack(back, src, bytes);
		return;
	}
	rd_type_copy(e.given, n, to->basic, src, bytes, byte);
	rd_type_copy(e.kept, n, to->basic, e.packed, bytes, byte);
	rd_op_apply(to->op, e.given, e.kept, n, to->basic);
	rd_type_copy(e.packed, bytes, byte, e.kept, n, to->basic);
	rd_iter_unpack(back, e.packed, bytes);
}

static void locked(const struct rd_apply *to, struct rd_iter *from, const char *src, char *old,
		   uint64_t bytes)
{
	uint64_t size = to->basic->size;
	struct rd_iter back = *from;

	for (uint64_t done = 0; done < bytes;) {
		uint64_t n = rd_min((bytes - done) / size, (uint64_t)CHUNK);

		enter(to->lockword);
		chunk(to, from, &back, src ? src + done : NULL, old ? old + done : NULL, n);
		leave(to->lockword);
		rd_iter_seek(&back, from->pos);
		done += n * size;
	}
}

/* ---- By vectors ---- */

/* 1: the loops of datatype/ can combine elements at these addresses, and there are several. */
static int fits_vectors(const struct rd_apply *to, const void *addr, const void *src,
			uint64_t bytes)
{
	return bytes > to->basic->size && to->basic->flags & RD_TYPE_CONTIG &&
	       !(((uintptr_t)addr | (uintptr_t)src) & (to->basic->align - 1)); /* a power of two */
}

static inline void combine_alone(const struct rd_apply *to, char *addr, const char *src,
				 uint64_t bytes)
{
	uint64_t size = to->basic->size;

	if (is_replace(to))
		rd_long_copy(addr, src, bytes);
	else if (!is_no_op(to))
		rd_op_apply3(to->op, src, addr, addr,
			     size & (size - 1) ? bytes / size : bytes >> __builtin_ctzll(size),
			     to->basic);
}

/* By pieces that stay in the first-level cache between reading the old values and combining. */
static void alone_old(const struct rd_apply *to, char *addr, const char *src, char *old,
		      uint64_t bytes)
{
	uint64_t most = PIECE_B / to->basic->size * to->basic->size;

	for (uint64_t done = 0, n; done < bytes; done += n) {
		n = rd_min(bytes - done, most);
		memcpy(old + done, addr + done, n);
		combine_alone(to, addr + done, src ? src + done : NULL, n);
	}
}

static inline void alone(const struct rd_apply *to, char *addr, const char *src, char *old,
			 uint64_t bytes)
{
	if (old)
		alone_old(to, addr, src, old, bytes);
	else
		combine_alone(to, addr, src, bytes);
}

/* ---- All ---- */

static inline void words(const struct with *w, void *addr, const char *src, char *old,
			 uint64_t bytes)
{
	switch (w->basic->size) {
	case 1:
		words_8(w, addr, src, old, bytes);
		break;
	case 2:
		words_16(w, addr, src, old, bytes / 2);
		break;
	case 4:
		words_32(w, addr, src, old, bytes / 4);
		break;
	default:
		words_64(w, addr, src, old, bytes / 8);
	}
}

static __attribute__((noinline)) void words_of(const struct rd_apply *to, void *addr,
					       const char *src, char *old, uint64_t bytes)
{
	struct with with = {how_to(to->op, to->basic), to->op, to->basic};

	words(&with, addr, src, old, bytes);
}

/* The cost of n elements by instructions. */
static inline uint64_t cost_of(const struct rd_apply *to, const void *old, uint64_t n)
{
	switch (how_to(to->op, to->basic)) {
	case LOAD:
		return n / MOVES;
	case STORE:
		return old ? n : n / MOVES;
	case ADD_REAL:
	case FUNCTION:
		return n * SWAP;
	default:
		return n;
	}
}

/* Elements of a size that instructions combine, in one block at a multiple of it. */
static inline void turn(const struct rd_apply *to, char *addr, const char *src, char *old,
			uint64_t bytes)
{
	const int vectors = fits_vectors(to, addr, src, bytes);
	uint64_t cost = cost_of(to, old, bytes >> __builtin_ctzll(to->basic->size));
	const int quicker = vectors && cost > VECTOR;
	uint32_t mode;

	if (quicker)
		count_vector(to, cost - VECTOR);
	mode = begin(to->lockword);
	if (rd_likely(vectors && mode == RD_APPLY_VECTORS))
		alone(to, addr, src, old, bytes);
	else
		words_of(to, addr, src, old, bytes);
	end(to->lockword, mode);
	if (!quicker)
		count_single(to->lockword, to->party, mode,
			     vectors ? VECTOR - (uint32_t)cost : SINGLE);
}

/* In turns, so that others need not wait for long. */
static void by_turns(const struct rd_apply *to, char *addr, const char *src, char *old,
		     uint64_t bytes)
{
	for (uint64_t done = 0, n; done < bytes; done += n) {
		n = rd_min(bytes - done, (uint64_t)TURN_B);
		turn(to, addr + done, src ? src + done : NULL, old ? old + done : NULL, n);
	}
}

/* Whole blocks of the target. */
static void blocks(const struct rd_apply *to, struct rd_iter *it, const char *src, char *old,
		   uint64_t bytes)
{
	for (uint64_t done = 0, n; done < bytes; done += n) {
		struct rd_iter at = *it;
		const char *from = src ? src + done : NULL;
		char *was = old ? old + done : NULL;
		void *addr;

		n = rd_iter_block(it, &addr, rd_min(bytes - done, (uint64_t)BLOCK_B));
		if (!n)
			break;
		if (to->alone && fits_vectors(to, addr, from, n))
			alone(to, addr, from, was, n);
		else if ((uintptr_t)addr % to->basic->size == 0)
			by_turns(to, addr, from, was, n);
		else
			locked(to, &at, from, was, n);
	}
}

void rd_apply(const struct rd_apply *to, const void *src, void *result, uint64_t bytes)
{
	struct rd_iter it;
	char *block = rd_type_block(to->addr, to->count, to->type);

	if (block && to->alone && fits_vectors(to, block + to->skip, src, bytes)) {
		alone(to, block + to->skip, src, result, bytes);
		return;
	}
	if (rd_apply_is_word(to->basic) && block && (uintptr_t)block % to->basic->size == 0) {
		by_turns(to, block + to->skip, src, result, bytes);
		return;
	}
	rd_iter_init(&it, to->addr, to->count, to->type);
	rd_iter_seek(&it, to->skip);
	if (rd_apply_is_word(to->basic))
		blocks(to, &it, src, result, bytes);
	else
		locked(to, &it, src, result, bytes);
}

/* 1: the target stays in the mode for vectors, whatever vectors are combined: count_vector has
 * nothing to count. */
static inline int is_settled(const struct rd_rma_lockword *lockword)
{
	return __atomic_load_n(&lockword->mode, __ATOMIC_RELAXED) == RD_APPLY_VECTORS &&
	       !__atomic_load_n(&lockword->regret, __ATOMIC_RELAXED);
}

int rd_apply_vectors(struct rd_rma_lockword *lockword, const struct rd_apply_means *means,
		     void *addr, const void *src, void *result, uint64_t n)
{
	uint64_t bytes = n << means->lg;
	uint32_t mode = RD_APPLY_VECTORS;

	if (rd_unlikely(n < means->vectors || n > (uint64_t)PIECE_B >> means->lg ||
			(uintptr_t)src & means->unaligned || (lockword && !is_settled(lockword))))
		return 0;
	if (rd_likely(lockword != NULL))
		mode = begin(lockword);
	if (rd_likely(mode == RD_APPLY_VECTORS)) {
		if (result)
			memcpy(result, addr, bytes);
		rd_op_run(means->kernel, src, addr, addr, n, 1ull << means->lg);
	}
	if (rd_likely(lockword != NULL))
		end(lockword, mode);
	return mode == RD_APPLY_VECTORS;
}

static __attribute__((noinline)) void one_locked(const struct rd_apply_at *at,
						 const struct rd_op *op, struct rd_type *basic,
						 const void *src, void *result)
{
	struct rd_apply to = {.addr = at->addr,
			      .count = 1,
			      .type = basic,
			      .basic = basic,
			      .op = op,
			      .lockword = at->lockword};

	rd_apply(&to, src, result, basic->size);
}

void rd_apply_one(const struct rd_apply_at *at, const struct rd_op *op, struct rd_type *basic,
		  const void *src, void *result)
{
	const struct with with = {how_to(op, basic), op, basic};
	uint32_t mode;

	if (rd_unlikely((uintptr_t)at->addr % basic->size)) {
		one_locked(at, op, basic, src, result);
		return;
	}
	mode = begin(at->lockword);
	if (basic->size == 8)
		one_64(&with, at->addr, src, result);
	else if (basic->size == 4)
		one_32(&with, at->addr, src, result);
	else if (basic->size == 2)
		one_16(&with, at->addr, src, result);
	else
		one_8(&with, at->addr, src, result);
	end(at->lockword, mode);
	count_single(at->lockword, at->party, mode, SINGLE);
}

/* ---- Compare and swap ---- */

#define CAS(bits) \
	static void cas_##bits(uint##bits##_t *p, const void *value, const void *compare, \
			       void *result) \
	{ \
		uint##bits##_t v, was; \
\
		memcpy(&v, value, sizeof(v)); \
		memcpy(&was, compare, sizeof(was)); \
		__atomic_compare_exchange_n(p, &was, v, 0, ORDER, __ATOMIC_ACQUIRE); \
		memcpy(result, &was, sizeof(was)); \
	}

CAS(8)
CAS(16)
CAS(32)
CAS(64)

static void cas_locked(const struct rd_apply_at *at, uint64_t size, const void *value,
		       const void *compare, void *result)
{
	char was[ELEMENT_B];

	enter(at->lockword);
	memcpy(was, at->addr, size);
	if (!memcmp(was, compare, size))
		memcpy(at->addr, value, size);
	leave(at->lockword);
	memcpy(result, was, size);
}

void rd_apply_cas(const struct rd_apply_at *at, uint64_t size, const void *value,
		  const void *compare, void *result)
{
	uint32_t mode;

	if ((uintptr_t)at->addr % size || (size & (size - 1)) || size > 8) {
		cas_locked(at, size, value, compare, result);
		return;
	}
	mode = begin(at->lockword);
	if (size == 8)
		cas_64(at->addr, value, compare, result);
	else if (size == 4)
		cas_32(at->addr, value, compare, result);
	else if (size == 2)
		cas_16(at->addr, value, compare, result);
	else
		cas_8(at->addr, value, compare, result);
	end(at->lockword, mode);
	count_single(at->lockword, at->party, mode, SINGLE);
}
