/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma/apply.c: a process that has ended in the midst of an accumulate keeps no other from its own,
 * and one that lives is waited for.
 */
#include "rma/apply.h"

#include "base/param.h"
#include "node/cma.h"
#include "node/wakeup.h"
#include "rma/win.h"
#include "t/tap.h"

#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SHORT = 16, LONG = 4096, YIELDS = 20000 };

/* Of a target, in memory that processes share. */
static struct {
	struct rd_rma_lockword lockword;
	_Alignas(16) double memory[LONG];
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

static int all_free(void)
{
	return !target->lockword.vectors && !target->lockword.busy;
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
	target->lockword.vectors = ended;
	ok(add_one(SHORT, MPI_DOUBLE), "elements, after the end of a process in a long piece");
	target->lockword.vectors = ended;
	target->lockword.busy = ended;
	ok(add_one(SHORT, MPI_C_DOUBLE_COMPLEX), "likewise, and in a chunk");
	target->lockword.vectors = ended;
	target->changing = ended;
	if (rd_wakeup_light())
		ok(add_one(LONG, MPI_DOUBLE) && !target->changing,
		   "a long piece, after ends in another and in single elements");
	ok(all_free(), "no word is left");
}

/* The process holds the word, and stores meanwhile: a sum that did not wait would be lost. */
static _Noreturn void hold_for_long(void)
{
	target->lockword.vectors = (uint32_t)getpid();
	__atomic_store_n(&target->changing, 0, __ATOMIC_RELEASE);
	for (int i = 0; i < YIELDS; i++)
		sched_yield();
	for (int i = 0; i < SHORT; i++)
		target->memory[i] = 100;
	__atomic_store_n(&target->lockword.vectors, 0, __ATOMIC_RELEASE);
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
	return done();
}
