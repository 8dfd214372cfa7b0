/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Start and end (MPI-4.0 11.2 and 11.6) and the queries of the environment (9.1): calls that are
 * allowed before MPI_Init and after MPI_Finalize, levels of threads, versions, the processor's
 * name, the clock.  With -alone it must have been started without mpirun, as a job of one rank.
 */
#include "t/jobs/job.h"

static void before_init(void)
{
	int flag = -1, version = 0, subversion = -1, length = 0;
	char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";

	MPI_Initialized(&flag);
	check(flag == 0, "MPI_Initialized says %d before MPI_Init", flag);
	MPI_Finalized(&flag);
	check(flag == 0, "MPI_Finalized says %d before MPI_Init", flag);
	MPI_Get_version(&version, &subversion);
	check(version == MPI_VERSION && subversion == MPI_SUBVERSION,
	      "MPI_Get_version %d.%d, mpi.h %d.%d", version, subversion, MPI_VERSION,
	      MPI_SUBVERSION);
	MPI_Get_library_version(text, &length);
	check(length > 0 && (size_t)length == strlen(text),
	      "library version of %d characters is "
	      "'%s'",
	      length, text);
}

static void threads(int wanted, int provided)
{
	int level = -1, main_thread = 0;

	check(provided >= MPI_THREAD_SINGLE && provided <= MPI_THREAD_MULTIPLE,
	      "MPI_Init_thread(%d) provides %d", wanted, provided);
	MPI_Query_thread(&level);
	check(level == provided, "MPI_Query_thread says %d, MPI_Init_thread said %d", level,
	      provided);
	MPI_Is_thread_main(&main_thread);
	check(main_thread, "the thread that called MPI_Init_thread is not the main one");
}

static void environment(void)
{
	char name[MPI_MAX_PROCESSOR_NAME] = "";
	int length = 0, same = 0;
	double first = MPI_Wtime(), tick = MPI_Wtick(), later = first;

	MPI_Get_processor_name(name, &length);
	check(length > 0 && (size_t)length == strlen(name),
	      "processor name of %d characters is "
	      "'%s'",
	      length, name);
	check(tick > 0 && tick < 1e-3, "a tick of %g s", tick);
	for (int n = 0; n < 100000; n++) {
		double now = MPI_Wtime();

		if (!check(now >= later, "the clock goes back by %g s", later - now))
			break;
		later = now;
	}
	check(later > first && later - first < 60, "100000 times of day took %g s", later - first);
	MPI_Comm_compare(MPI_COMM_SELF, MPI_COMM_WORLD, &same);
	check(same == (job.ranks == 1 ? MPI_CONGRUENT : MPI_UNEQUAL),
	      "MPI_COMM_SELF to MPI_COMM_WORLD of %d: %d", job.ranks, same);
}

static void during(void)
{
	int flag = -1;

	MPI_Initialized(&flag);
	check(flag == 1, "MPI_Initialized says %d after MPI_Init", flag);
	MPI_Finalized(&flag);
	check(flag == 0, "MPI_Finalized says %d before MPI_Finalize", flag);
	MPI_Pcontrol(1);
}

/* Returns 0 on success; a failure is too late to be reported to the others. */
static int after_finalize(void)
{
	int initialized = -1, finalized = -1, version = 0, subversion = 0;

	MPI_Initialized(&initialized);
	MPI_Finalized(&finalized);
	MPI_Get_version(&version, &subversion);
	check(initialized == 1 && finalized == 1 && version == MPI_VERSION,
	      "after MPI_Finalize: initialized %d, finalized %d", initialized, finalized);
	return job.failures != 0;
}

int main(int argc, char **argv)
{
	int provided = -1, alone = argc > 1 && strcmp(argv[1], "-alone") == 0, wrong;

	job.name = "init";
	before_init();
	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &job.ranks);
	check(!alone || (job.ranks == 1 && job.rank == 0), "alone, but rank %d of %d", job.rank,
	      job.ranks);
	threads(MPI_THREAD_FUNNELED, provided);
	environment();
	during();
	wrong = job_end();
	return after_finalize() || wrong;
}
