/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communicators that two threads of each rank make at the same time, in another order on every
 * other rank (MPI-5.0 7.4.2, 7.6.2): only tags tell the calls apart, which may differ in any bit,
 * or strings, two of which have the same FNV-1a hash of 31 bits. A tag of
 * MPI_Comm_create_group is none of MPI_Intercomm_create.
 */
#include "t/jobs/job.h"

#include <pthread.h>

enum { GROUP, BRIDGE, FROM_GROUP, FROM_GROUPS };

/* One thread's communicator. */
struct birth {
	int kind;
	int tag;
	const char *string;
	MPI_Comm local; /* of BRIDGE: the own half */
	MPI_Comm born;
};

static MPI_Group world, halves[2]; /* even and odd ranks */

static void *give_birth(void *arg)
{
	struct birth *b = arg;
	int own = job.rank % 2, err = MPI_ERR_OTHER;

	if (b->kind == GROUP)
		err = MPI_Comm_create_group(MPI_COMM_WORLD, world, b->tag, &b->born);
	else if (b->kind == BRIDGE)
		err = MPI_Intercomm_create(b->local, 0, MPI_COMM_WORLD, 1 - own, b->tag, &b->born);
	else if (b->kind == FROM_GROUP)
		err = MPI_Comm_create_from_group(world, b->string, MPI_INFO_NULL, MPI_ERRORS_RETURN,
						 &b->born);
	else
		err = MPI_Intercomm_create_from_groups(halves[own], 0, halves[1 - own], 0,
						       b->string, MPI_INFO_NULL, MPI_ERRORS_RETURN,
						       &b->born);
	check(!err, "tag %d, string \"%s\": error %d", b->tag, b->string, err);
	return NULL;
}

/* All its members have the same number: it is one communicator. */
static void try_out(struct birth *b, int number)
{
	int is_inter, size, to, got = -1;

	MPI_Comm_test_inter(b->born, &is_inter);
	MPI_Comm_size(b->born, &size);
	if (is_inter)
		MPI_Comm_remote_size(b->born, &size);
	to = is_inter ? job.rank / 2 : job.rank ^ 1;
	if (to >= size || (is_inter && job.rank / 2 * 2 + 1 >= job.ranks))
		to = MPI_PROC_NULL;
	MPI_Sendrecv(&number, 1, MPI_INT, to, 0, &got, 1, MPI_INT, to, 0, b->born,
		     MPI_STATUS_IGNORE);
	check(to == MPI_PROC_NULL || got == number, "tag %d, string \"%s\": got %d, must be %d",
	      b->tag, b->string, got, number);
}

static void together(struct birth one, struct birth other)
{
	struct birth pair[2] = {one, other};
	pthread_t threads[2];
	int first = job.rank % 2;

	pthread_create(&threads[first], NULL, give_birth, &pair[first]);
	sched_yield();
	pthread_create(&threads[1 - first], NULL, give_birth, &pair[1 - first]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < 2; i++) {
		try_out(&pair[i], 100 + i);
		MPI_Comm_free(&pair[i].born);
	}
}

static void in_all_ways(MPI_Comm local[2])
{
	const int far = 1 << 30;

	together((struct birth){GROUP, 5, "", MPI_COMM_NULL, MPI_COMM_NULL},
		 (struct birth){GROUP, 5 + far, "", MPI_COMM_NULL, MPI_COMM_NULL});
	together((struct birth){FROM_GROUP, 0, "work.178724", MPI_COMM_NULL, MPI_COMM_NULL},
		 (struct birth){FROM_GROUP, 0, "work.588200", MPI_COMM_NULL, MPI_COMM_NULL});
	if (job.ranks < 2)
		return;
	together((struct birth){GROUP, 5, "", MPI_COMM_NULL, MPI_COMM_NULL},
		 (struct birth){BRIDGE, 5, "", local[0], MPI_COMM_NULL});
	together((struct birth){BRIDGE, 5, "", local[0], MPI_COMM_NULL},
		 (struct birth){BRIDGE, 5 + far, "", local[1], MPI_COMM_NULL});
	together((struct birth){FROM_GROUPS, 0, "work.178724", MPI_COMM_NULL, MPI_COMM_NULL},
		 (struct birth){FROM_GROUPS, 0, "work.588200", MPI_COMM_NULL, MPI_COMM_NULL});
	together((struct birth){FROM_GROUP, 0, "work.178724", MPI_COMM_NULL, MPI_COMM_NULL},
		 (struct birth){FROM_GROUPS, 0, "work.178724", MPI_COMM_NULL, MPI_COMM_NULL});
}

static void make_halves(MPI_Comm local[2])
{
	MPI_Comm_group(MPI_COMM_WORLD, &world);
	for (int i = 0; i < 2; i++) {
		MPI_Group_range_incl(world, i < job.ranks, &(int[1][3]){{i, job.ranks - 1, 2}}[0],
				     &halves[i]);
		MPI_Comm_split(MPI_COMM_WORLD, job.rank % 2, job.rank, &local[i]);
	}
}

int main(int argc, char **argv)
{
	long rounds = argument(argc, argv, "-r", 40);
	MPI_Comm local[2];
	int level;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	job_has_started("comm_create");
	check(level == MPI_THREAD_MULTIPLE, "the level of threads is %d", level);
	make_halves(local);
	for (long i = 0; i < rounds; i++)
		in_all_ways(local);
	for (int i = 0; i < 2; i++) {
		MPI_Group_free(&halves[i]);
		MPI_Comm_free(&local[i]);
	}
	MPI_Group_free(&world);
	return job_end();
}
