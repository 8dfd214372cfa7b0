/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoalls of blocks so long that few members choose between the areas of the pool and single
 * copies (coll/sm_direct.c): every byte, around the length from which they choose, beside other
 * collectives, where one rank's blocks have gaps, and in place.
 *
 *     alltoall_long [-s SEED] [copies]   calls in random order; copies: some are by single copies,
 *                                        if the kernel allows them
 *     alltoall_long refused              the kernel refuses a copy of a long block
 *     alltoall_long dies | dies_amid     a rank dies between two calls, or while another one reads;
 *                                        under mpirun --enable-recovery
 */
#include "t/jobs/job.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { EDGE = 64 << 10, LONGEST = 33 * EDGE, CALLS = 48, PIECE = 4096, BEFORE_DEATH = 20 };

static unsigned char *in, *out;
static uint64_t state;

static long reads; /* of long blocks */
static enum { PASS, REFUSE, DELAY } on_read;
static int first; /* process of rank 0 */

/* The library's single copies come here. */
ssize_t process_vm_readv(pid_t pid, const struct iovec *here, unsigned long nhere,
			 const struct iovec *there, unsigned long nthere, unsigned long flags)
{
	int is_long = here->iov_len >= EDGE;

	reads += is_long;
	if (is_long && on_read == REFUSE) {
		errno = EFAULT;
		return -1;
	}
	if (is_long && on_read == DELAY && job.rank == 1 && pid == first)
		stay_outside(); /* until rank 0 has overwritten its blocks */
	return syscall(SYS_process_vm_readv, pid, here, nhere, there, nthere, flags);
}

/* 1: the kernel allows this process to read another one's memory. */
static int kernel_allows(void)
{
	long long own[2] = {getpid(), (long long)(uintptr_t)&first}, *all;
	struct iovec here = {&own[0], sizeof(int)}, there;
	int next = (job.rank + 1) % job.ranks, allows;

	all = must_alloc(sizeof own * (size_t)job.ranks);
	MPI_Allgather(own, 2, MPI_LONG_LONG, all, 2, MPI_LONG_LONG, MPI_COMM_WORLD);
	first = (int)all[0];
	there = (struct iovec){(void *)(uintptr_t)all[2 * next + 1], sizeof(int)};
	allows = syscall(SYS_process_vm_readv, (int)all[2 * next], &here, 1L, &there, 1L, 0L) ==
		 (long)sizeof(int);
	MPI_Barrier(MPI_COMM_WORLD);
	free(all);
	return allows;
}

static unsigned char value(int from, int to, int k, int n)
{
	return (unsigned char)(from * 31 + to * 7 + k * 3 + n * 11 + n / 256);
}

/* Bytes of a block with or without gaps: pieces of PIECE, each followed by such a gap. */
static int place(int gaps, int n)
{
	return gaps ? n + n / PIECE * PIECE : n;
}

static MPI_Datatype type_of(int gaps, int bytes)
{
	MPI_Datatype vector, type;

	if (!gaps)
		MPI_Type_contiguous(bytes, MPI_BYTE, &type);
	else
		MPI_Type_vector(bytes / PIECE, PIECE, 2 * PIECE, MPI_BYTE, &type);
	MPI_Type_create_resized(type, 0, gaps ? 2 * bytes : bytes, &vector);
	MPI_Type_free(&type);
	MPI_Type_commit(&vector);
	return vector;
}

static void fill(unsigned char *buf, int gaps, int bytes, int k)
{
	for (int to = 0; to < job.ranks; to++)
		for (int n = 0; n < bytes; n++)
			buf[(size_t)to * (size_t)place(gaps, bytes) + (size_t)place(gaps, n)] =
				value(job.rank, to, k, n);
}

static void verify(int gaps, int bytes, int k)
{
	for (int from = 0; from < job.ranks; from++)
		for (int n = 0; n < bytes; n++) {
			unsigned char got = out[(size_t)from * (size_t)place(gaps, bytes) +
						(size_t)place(gaps, n)];

			if (!check(got == value(from, job.rank, k, n),
				   "call %d of %d bytes%s: byte %d of %d is %d", k, bytes,
				   gaps ? " with gaps" : "", n, from, got))
				return;
		}
}

enum kind { PLAIN, SENT_GAPS, RECEIVED_GAPS, IN_PLACE, WITH_REQUEST, KINDS };

static int alltoall(enum kind kind, int bytes, int k)
{
	int odd = k % job.ranks == job.rank; /* only one rank's have gaps */
	int sent = kind == SENT_GAPS && odd, received = kind == RECEIVED_GAPS && odd, code;
	MPI_Datatype out_type = type_of(received, bytes), in_type = type_of(sent, bytes);
	MPI_Request request;

	memset(out, 0xee, 2 * (size_t)LONGEST * (size_t)job.ranks);
	fill(kind == IN_PLACE ? out : in, sent, bytes, k);
	if (kind == IN_PLACE) {
		code = MPI_Alltoall(MPI_IN_PLACE, 0, MPI_BYTE, out, 1, out_type, MPI_COMM_WORLD);
	} else if (kind == WITH_REQUEST) {
		MPI_Ialltoall(in, 1, in_type, out, 1, out_type, MPI_COMM_WORLD, &request);
		code = MPI_Wait(&request, MPI_STATUS_IGNORE);
	} else {
		code = MPI_Alltoall(in, 1, in_type, out, 1, out_type, MPI_COMM_WORLD);
	}
	if (code == MPI_SUCCESS)
		verify(received, bytes, k);
	MPI_Type_free(&out_type);
	MPI_Type_free(&in_type);
	return code;
}

static void others(int k)
{
	int all;

	if (random_below(&state, 2)) {
		MPI_Allreduce(&k, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
		check(all == k * job.ranks, "allreduce %d: %d", k, all);
	}
	if (random_below(&state, 2))
		MPI_Bcast(in, LONGEST, MPI_BYTE, k % job.ranks, MPI_COMM_WORLD);
}

static void mix(void)
{
	const int lengths[] = {EDGE - PIECE, EDGE, EDGE + PIECE, 2 * EDGE, LONGEST};

	for (int k = 0; k < CALLS; k++) {
		enum kind kind = (enum kind)random_below(&state, KINDS + 2);

		alltoall(kind < KINDS ? kind : PLAIN,
			 lengths[random_below(&state, (int)(sizeof lengths / sizeof *lengths))], k);
		others(k);
	}
}

/* Blocks that cannot be read go through the areas, and those after them. */
static void refuse(void)
{
	for (int k = 0; k < CALLS / 2; k++) {
		on_read = k >= 2 && job.rank == 1 ? REFUSE : PASS; /* calls 0 and 2 try copies */
		check(alltoall(PLAIN, EDGE + PIECE, k) == MPI_SUCCESS, "call %d", k);
	}
}

static void die(int signal)
{
	(void)signal;
	_exit(1);
}

/* The others get the error, and no wrong bytes before. A rank that leaves the call by the error may
 * reuse its blocks. */
static int survive(int amid, int second)
{
	int code = MPI_SUCCESS, class;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int k = 0; k < BEFORE_DEATH; k++)
		check(alltoall(PLAIN, EDGE + PIECE, k) == MPI_SUCCESS, "call %d", k);
	if (job.rank == job.ranks - 1 && !amid)
		_exit(1);
	if (job.rank == job.ranks - 1) {
		signal(SIGALRM, die);
		alarm(1); /* it has read its blocks by then, and waits for rank 1 */
	}
	on_read = amid ? DELAY : PASS;
	for (int k = BEFORE_DEATH; code == MPI_SUCCESS; k++)
		code = alltoall(PLAIN, EDGE + PIECE, k);
	memset(in, 99, 2 * (size_t)LONGEST * (size_t)job.ranks);
	if (amid && job.rank == 0)
		kill(second, SIGUSR2);
	MPI_Error_class(code, &class);
	check(class == MPI_ERR_PROC_ABORTED, "the error is of class %d", class);
	if (!job.failures)
		printf("survived\n");
	fflush(stdout);
	_exit(0);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[argc - 1] : "";
	int second, allows;

	block_signal();
	job_start(&argc, &argv, "alltoall_long");
	in = must_alloc(2 * (size_t)LONGEST * (size_t)job.ranks);
	out = must_alloc(2 * (size_t)LONGEST * (size_t)job.ranks);
	second = (int)getpid();
	MPI_Bcast(&second, 1, MPI_INT, 1, MPI_COMM_WORLD);
	allows = kernel_allows();
	if (!strncmp(what, "dies", 4))
		return survive(allows && !strcmp(what, "dies_amid"), second);
	state = argc >= 3 && !strcmp(argv[1], "-s") ? strtoull(argv[2], NULL, 0)
						    : (uint64_t)time(NULL);
	MPI_Bcast(&state, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
	if (job.rank == 0)
		printf("seed %llu\n", (unsigned long long)state);
	if (!strcmp(what, "refused"))
		refuse();
	else
		mix();
	if (allows && (!strcmp(what, "copies") || !strcmp(what, "refused")))
		check(reads > 0, "no single copy of a long block");
	free(in);
	free(out);
	return job_end();
}
