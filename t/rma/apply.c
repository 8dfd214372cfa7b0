/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma/apply.c: a process that has ended in the midst of an accumulate keeps no other from its own,
 * and one that lives is waited for; the mode of a target follows the operations; the short path
 * combines by vectors in their mode only; no sum is lost when several processes accumulate in both
 * modes.
 */
#include "rma/apply.h"

#include "base/param.h"
#include "node/cma.h"
#include "node/wakeup.h"
#include "rma/win.h"
#include "t/tap.h"

#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SHORT = 16, LONG = 4096, YIELDS = 20000, MANY = 1000000 };

/* Of a target, in memory that processes share. */
static struct {
	struct rd_rma_lockword lockword;
	_Alignas(16) double memory[LONG];
	int64_t few[8];
	uint32_t changing; /* of the other process */
} * target;

static uint32_t ended; /* the pid of a process that was */

static struct rd_type *type_of(MPI_Datatype handle)
{
	return rd_type_predefined[(uintptr_t)handle - RD_TYPE_FIRST];
}

/* 1: the first and the last element have become more by one. */
static int add_one(int n, MPI_Datatype handle)
{
	static double ones[LONG];
	uint32_t *others[] = {&target->changing};
	struct rd_rma_party party = {.n = 1, .changing = others};
	struct rd_type *type = type_of(handle);
	double first = target->memory[0], last = target->memory[n - 1];
	uint64_t bytes = (uint64_t)n * sizeof(double);
	struct rd_apply to = {
		.addr = target->memory,
		.count = bytes / type->size,
		.type = type,
		.basic = type,
		.op = rd_op_predefined[(uintptr_t)MPI_SUM - RD_OP_FIRST],
		.lockword = &target->lockword,
		.party = &party,
	};

	for (int i = 0; i < n; i++)
		ones[i] = 1;
	alarm(60);
	rd_apply(&to, ones, NULL, bytes);
	alarm(0);
	return target->memory[0] == first + 1 && target->memory[n - 1] == last + 1;
}

/* 1: no word is left, and the target has this mode. */
static int is_in(uint32_t mode)
{
	return target->lockword.mode == mode && !target->lockword.busy && !target->changing;
}

/* A process whose pid is that of a living one by now: this one's. */
static void after_an_end_long_ago(void)
{
	struct rd_cma_id id = rd_cma_own();

	id.started--;
	rd_cma_peer(&id);
	target->lockword.busy = (uint32_t)id.pid;
	ok(add_one(SHORT, MPI_C_DOUBLE_COMPLEX), "its pid is another process's by now");
}

static void after_an_end(void)
{
	target->lockword.mode = ended;
	ok(add_one(SHORT, MPI_DOUBLE) && is_in(RD_APPLY_SINGLES),
	   "elements, after the end of a process that changed the mode");
	target->lockword.mode = ended | RD_APPLY_FROM_VECTORS;
	ok(add_one(SHORT, MPI_DOUBLE) && is_in(RD_APPLY_VECTORS), "likewise to the other mode");
	target->lockword.busy = ended;
	ok(add_one(SHORT, MPI_DOUBLE) && is_in(RD_APPLY_VECTORS), "after one with vectors");
	target->lockword.mode = ended;
	target->lockword.busy = ended;
	ok(add_one(SHORT, MPI_C_DOUBLE_COMPLEX) && is_in(RD_APPLY_SINGLES),
	   "after two, in a change of mode and in a chunk");
	if (!rd_wakeup_light())
		return;
	target->changing = ended;
	ok(add_one(LONG, MPI_DOUBLE) && is_in(RD_APPLY_VECTORS),
	   "a long piece, after the end of one in single elements");
}

static void one(int element)
{
	static double given = 1;
	uint32_t *others[] = {&target->changing};
	struct rd_rma_party party = {.n = 1, .changing = others};
	struct rd_apply_at at = {&target->memory[element], &target->lockword, &party};
	double old;

	rd_apply_one(&at, rd_op_predefined[(uintptr_t)MPI_SUM - RD_OP_FIRST], type_of(MPI_DOUBLE),
		     &given, &old);
}

/* Operations until the target has another mode; at most `most`. */
static int calls_until(uint32_t mode, int n, int most)
{
	int calls = 0;

	for (; target->lockword.mode != mode && calls < most; calls++)
		if (n == 1)
			one(0);
		else
			add_one(n, MPI_DOUBLE);
	return calls;
}

/* A process in an operation that it does not leave, and lives: the parent. */
static void beside_a_stopped_one(void)
{
	uint32_t mode = target->lockword.mode;

	target->changing = (uint32_t)getppid();
	ok(add_one(LONG, MPI_DOUBLE) && add_one(SHORT, MPI_DOUBLE) && target->lockword.mode == mode,
	   "a process that stands in an operation is not waited for");
	target->changing = 0;
}

/* Another process changes elements of another target all the time, with few pauses. */
static _Noreturn void busy_elsewhere(void)
{
	static struct rd_rma_lockword elsewhere;
	static double memory;
	struct rd_apply_at at = {&memory, &elsewhere, NULL};
	double one = 1, old;

	rd_apply_open(&target->changing);
	for (;;)
		rd_apply_one(&at, rd_op_predefined[(uintptr_t)MPI_PROD - RD_OP_FIRST],
			     type_of(MPI_DOUBLE), &one, &old);
}

static void beside_a_busy_one(void)
{
	pid_t child;
	int status;

	if (!rd_wakeup_light())
		return;
	child = fork();
	if (!child)
		busy_elsewhere();
	for (int i = 0; i < 5; i++) {
		calls_until(RD_APPLY_VECTORS, LONG, MANY);
		calls_until(RD_APPLY_SINGLES, 1, MANY);
	}
	ok(target->lockword.mode == RD_APPLY_SINGLES,
	   "ten changes of mode beside a process that accumulates elsewhere");
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	target->changing = 0;
}

static void modes(void)
{
	int calls;

	if (!rd_wakeup_light())
		return;
	target->lockword.mode = RD_APPLY_SINGLES;
	target->lockword.regret = 0;
	/* a change that takes longer makes the next one later */
	calls = calls_until(RD_APPLY_VECTORS, 104, MANY);
	ok(calls >= 7 && calls < MANY, "the mode for vectors after %d operations", calls);
	calls = calls_until(RD_APPLY_SINGLES, 1, MANY);
	ok(calls >= 200 && calls < MANY, "back after %d single elements", calls);
	for (int i = 0; i < 100; i++) {
		for (int n = 0; n < 32; n++)
			one(n);
		add_one(104,
			MPI_DOUBLE); /* compare and swap: three times the cost of an addition */
	}
	ok(is_in(RD_APPLY_SINGLES), "more single elements than vectors");
	calls_until(RD_APPLY_VECTORS, LONG, MANY);
	for (int i = 0; i < 100; i++) {
		for (int n = 0; n < 29; n++)
			one(n);
		add_one(104, MPI_DOUBLE);
	}
	ok(is_in(RD_APPLY_VECTORS), "fewer");
}

/* Operations of both are due: each process does PART of them in its turn. */
enum { PART = 50, PARTS = 100 };

static void in_turn(uint32_t *turn, uint32_t me)
{
	while (__atomic_load_n(turn, __ATOMIC_ACQUIRE) % 2 != me)
		sched_yield();
}

static void next_turn(uint32_t *turn)
{
	__atomic_fetch_add(turn, 1, __ATOMIC_RELEASE);
}

static _Noreturn void singles_in_turn(uint32_t *turn)
{
	alarm(120);
	rd_apply_open(&target->changing);
	for (int part = 0; part < PARTS; part++) {
		in_turn(turn, 1);
		for (int i = 0; i < PART; i++)
			one(i);
		next_turn(turn);
	}
	_exit(0);
}

/* Single elements are a reason to stay in their mode, too, where other processes combine them, or
 * this one does in several targets by turns. */
static void singles_elsewhere(void)
{
	static struct rd_rma_lockword other;
	static double memory, given = 1;
	struct rd_apply_at at = {&memory, &other, NULL};
	uint32_t *turn = &target->lockword.starving; /* no use otherwise */
	double old;
	pid_t child;
	int vectors = 0;

	if (!rd_wakeup_light())
		return;
	calls_until(RD_APPLY_SINGLES, 1, MANY);
	target->lockword.regret = 0;
	child = fork();
	if (!child)
		singles_in_turn(turn);
	for (int part = 0; part < PARTS; part++) {
		in_turn(turn, 0);
		for (int i = 0; i < PART; i++)
			add_one(2, MPI_DOUBLE);
		vectors += target->lockword.mode != RD_APPLY_SINGLES;
		next_turn(turn);
	}
	waitpid(child, NULL, 0);
	target->lockword.starving = 0;
	is_int(vectors, 0, "single elements of another process prevail");
	target->lockword.regret = 0;
	for (int i = 0; i < PART * PARTS && target->lockword.mode == RD_APPLY_SINGLES; i++) {
		add_one(2, MPI_DOUBLE);
		one(0);
		rd_apply_one(&at, rd_op_predefined[(uintptr_t)MPI_SUM - RD_OP_FIRST],
			     type_of(MPI_DOUBLE), &given, &old);
	}
	ok(is_in(RD_APPLY_SINGLES), "single elements in two targets by turns prevail");
}

/* A few elements that are moved, or added as integers, are combined by vectors as well: they
 * are no reason to leave that mode, as single elements are. */
static void few_between(void)
{
	uint32_t *others[] = {&target->changing};
	struct rd_rma_party party = {.n = 1, .changing = others};
	static double given[16];
	struct rd_apply to = {
		.addr = target->memory,
		.count = 16,
		.type = type_of(MPI_DOUBLE),
		.basic = type_of(MPI_DOUBLE),
		.op = rd_op_predefined[(uintptr_t)MPI_REPLACE - RD_OP_FIRST],
		.lockword = &target->lockword,
		.party = &party,
	};
	int left = 0;

	if (!rd_wakeup_light())
		return;
	calls_until(RD_APPLY_SINGLES, 1, MANY);
	target->lockword.regret = 0;
	for (int i = 0; i < MANY && target->lockword.mode == RD_APPLY_SINGLES; i++) {
		add_one(4, MPI_DOUBLE);
		rd_apply(&to, given, NULL, sizeof(given));
	}
	ok(is_in(RD_APPLY_VECTORS), "the mode for vectors in spite of moves between");
	for (int i = 0; i < 1000; i++) {
		add_one(4, MPI_DOUBLE);
		rd_apply(&to, given, NULL, sizeof(given));
		left += target->lockword.mode != RD_APPLY_VECTORS;
	}
	is_int(left, 0, "and it stays");
}

/* 1: the short path has added n ones to the first elements and returned the old values; 0: it has
 * done nothing; -1: something else. */
static int add_short(struct rd_rma_lockword *lockword, int n, int skip)
{
	static _Alignas(16) char given[(LONG + 1) * sizeof(double)];
	static double old[LONG];
	const struct rd_apply_means *means = rd_apply_means(
		rd_op_predefined[(uintptr_t)MPI_SUM - RD_OP_FIRST], type_of(MPI_DOUBLE));
	double first = target->memory[0], last = target->memory[n - 1], one = 1;
	int done, added;

	for (int i = 0; i < n; i++)
		memcpy(given + skip + (size_t)i * sizeof(one), &one, sizeof(one));
	old[0] = old[n - 1] = -1;
	done = rd_apply_vectors(lockword, means, target->memory, given + skip, old, (uint64_t)n);
	added = target->memory[0] == first + 1 && target->memory[n - 1] == last + 1 &&
		old[0] == first && old[n - 1] == last;
	if (done)
		return added ? 1 : -1;
	return target->memory[0] == first && target->memory[n - 1] == last ? 0 : -1;
}

static void short_path(void)
{
	struct rd_rma_lockword *lockword = &target->lockword, was = *lockword;

	lockword->regret = 0;
	lockword->mode = RD_APPLY_SINGLES;
	is_int(add_short(lockword, SHORT, 0), 0, "the mode for singles: nothing");
	is_int(add_short(NULL, SHORT, 0), 1, "alone, whatever the mode");
	lockword->mode = RD_APPLY_VECTORS;
	is_int(add_short(lockword, SHORT, 0), 1, "the mode for vectors");
	ok(is_in(RD_APPLY_VECTORS) && !lockword->regret, "the mode stays");
	is_int(add_short(lockword, SHORT, 1), 0, "from an address that is no multiple: nothing");
	is_int(add_short(lockword, 1, 0), 0, "a single element: nothing");
	is_int(add_short(lockword, LONG, 0), 0, "longer than a piece: nothing");
	lockword->regret = 1;
	is_int(add_short(lockword, SHORT, 0), 0, "costs are to be counted: nothing");
	is_int((int)lockword->regret, 1, "they stay");
	lockword->mode = was.mode;
	lockword->regret = was.regret;
}

/* The process holds the word, and stores meanwhile: a sum that did not wait would be lost. */
static _Noreturn void hold_for_long(void)
{
	target->lockword.mode = (uint32_t)getpid();
	__atomic_store_n(&target->changing, 0, __ATOMIC_RELEASE);
	for (int i = 0; i < YIELDS; i++)
		sched_yield();
	for (int i = 0; i < SHORT; i++)
		target->memory[i] = 100;
	__atomic_store_n(&target->lockword.mode, RD_APPLY_SINGLES, __ATOMIC_RELEASE);
	_exit(0);
}

static void beside_a_living_one(void)
{
	pid_t child;

	target->changing = 1; /* until it holds the word */
	child = fork();
	if (!child)
		hold_for_long();
	while (__atomic_load_n(&target->changing, __ATOMIC_ACQUIRE))
		sched_yield();
	add_one(SHORT, MPI_DOUBLE);
	is_int((int)target->memory[0], 101, "a process that lives is waited for");
	waitpid(child, NULL, 0);
}

enum { PROCESSES = 4, ROUNDS = 400, FEW = 4000 };

/* Words `changing` of the processes of a crowd, and how often its target had each mode. */
static struct {
	uint32_t changing[PROCESSES];
	uint32_t vectors, singles; /* operations in each mode */
	uint32_t started;
	uint32_t all, longs, many; /* rounds: of all, with a long operation, with many elements */
	uint32_t sevens;           /* with an operation of seven elements */
} * crowd;

static int both_seen(void)
{
	return __atomic_load_n(&crowd->vectors, __ATOMIC_RELAXED) &&
	       __atomic_load_n(&crowd->singles, __ATOMIC_RELAXED);
}

static int accumulate_in_crowd(int me)
{
	static double ones[LONG];
	static const int64_t given[8] = {1, 1, 1, 1, 1, 1, 1, 1};
	uint32_t *others[PROCESSES];
	struct rd_rma_party party = {.n = 0, .changing = others};
	struct rd_type *type = type_of(MPI_DOUBLE);
	const struct rd_op *sum = rd_op_predefined[(uintptr_t)MPI_SUM - RD_OP_FIRST];
	struct rd_apply to = {.addr = target->memory,
			      .count = LONG,
			      .type = type,
			      .basic = type,
			      .op = sum,
			      .lockword = &target->lockword,
			      .party = &party};
	struct rd_apply few = to;
	double old;

	few.addr = target->few;
	few.type = few.basic = type_of(MPI_INT64_T);
	for (int i = 0; i < PROCESSES; i++)
		if (i != me)
			others[party.n++] = &crowd->changing[i];
	for (int i = 0; i < LONG; i++)
		ones[i] = 1;
	if (!rd_wakeup_light())
		return 1;
	rd_apply_open(&crowd->changing[me]);
	__atomic_fetch_add(&crowd->started, 1, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&crowd->started, __ATOMIC_SEQ_CST) < PROCESSES)
		sched_yield();
	for (int round = 0; round < ROUNDS || (round < MANY && !both_seen()); round++) {
		/* One kind of operation prevails in turn; for longer if a change of the mode has
		 * become dear, on a busy machine. */
		const int turn = 20 << rd_min(round / ROUNDS, 12);
		const int many = round / turn % 2, is_long = round % 7 == 0;

		for (int n = 0; n < (many ? 200 : 1); n++) {
			struct rd_apply_at at = {&target->memory[n], &target->lockword, &party};

			rd_apply_one(&at, sum, type, ones, &old);
		}
		rd_apply(&to, ones, NULL, (uint64_t)(is_long ? LONG : 64) * sizeof(double));
		few.count = 2 + (uint64_t)round % 6;
		for (int n = 0; n < FEW; n++) /* often enough to meet another process there */
			rd_apply(&few, given, NULL, few.count * sizeof(int64_t));
		__atomic_fetch_add(&crowd->sevens, few.count == 7, __ATOMIC_RELAXED);
		__atomic_fetch_add(target->lockword.mode == RD_APPLY_VECTORS ? &crowd->vectors
									     : &crowd->singles,
				   1, __ATOMIC_RELAXED);
		__atomic_fetch_add(&crowd->all, 1, __ATOMIC_RELAXED);
		__atomic_fetch_add(&crowd->longs, (uint32_t)is_long, __ATOMIC_RELAXED);
		__atomic_fetch_add(&crowd->many, (uint32_t)many, __ATOMIC_RELAXED);
	}
	return 0;
}

static void in_a_crowd(void)
{
	pid_t child[PROCESSES];
	int failed = 0, status;

	if (!rd_wakeup_light())
		return;
	memset(target, 0, sizeof(*target));
	crowd = mmap(NULL, sizeof(*crowd), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		     0);
	for (int i = 0; i < PROCESSES; i++) {
		child[i] = fork();
		if (!child[i]) {
			alarm(120);
			_exit(accumulate_in_crowd(i));
		}
	}
	for (int i = 0; i < PROCESSES; i++)
		failed |= waitpid(child[i], &status, 0) < 0 || status;
	ok(!failed, "all processes have ended well");
	ok(crowd->vectors && crowd->singles, "%u times by vectors, %u by single elements",
	   crowd->vectors, crowd->singles);
	is_int((int)target->memory[0], (int)(2 * crowd->all), "sum in the first element");
	is_int((int)target->memory[150], (int)(crowd->many + crowd->longs),
	       "sum in one of single elements and long pieces");
	is_int((int)target->few[1], (int)(FEW * crowd->all), "sum in the second of few elements");
	is_int((int)target->few[6], (int)(FEW * crowd->sevens), "sum in the last of them");
	is_int((int)target->memory[LONG - 1], (int)crowd->longs,
	       "sum in the last one, of long pieces");
}

int main(void)
{
	pid_t child = fork();

	if (!child)
		_exit(0);
	waitpid(child, NULL, 0);
	ended = (uint32_t)child;
	rd_param_init();
	target = mmap(NULL, sizeof(*target), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	if (child < 0 || target == MAP_FAILED)
		skip_all("no processes, or no shared memory");
	memset(target->memory, 0, sizeof(target->memory));
	after_an_end();
	after_an_end_long_ago();
	beside_a_living_one();
	beside_a_stopped_one();
	modes();
	singles_elsewhere();
	few_between();
	short_path();
	beside_a_busy_one();
	in_a_crowd();
	return done();
}
