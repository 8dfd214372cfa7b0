/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Performance variables of a job (MPI-5.0 15.3.7): the counts of messages sent and received by all
 * transports add up over the ranks, and each collective is counted by the algorithm that carried it
 * out, with its time.
 */
#include "job.h"

enum { VARIABLES_MOST = 1000, ROUNDS = 20, INTS = 1000 };

static MPI_T_pvar_session session;
static MPI_T_pvar_handle handles[VARIABLES_MOST];
static char names[VARIABLES_MOST][100];
static int variables;

static void open_all(void)
{
	MPI_Comm world = MPI_COMM_WORLD;
	int provided, count;

	MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
	MPI_T_pvar_session_create(&session);
	MPI_T_pvar_get_num(&variables);
	for (int i = 0; i < variables; i++) {
		int len = sizeof(names[i]);

		MPI_T_pvar_get_info(i, names[i], &len, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
				    NULL, NULL, NULL);
		check(!MPI_T_pvar_handle_alloc(session, i, &world, &handles[i], &count),
		      "no handle for %s", names[i]);
	}
}

/* The sum of all variables whose names begin and end so. */
static unsigned long long sum(const char *begin, const char *end)
{
	unsigned long long all = 0, one;

	for (int i = 0; i < variables; i++) {
		size_t len = strlen(names[i]), tail = strlen(end);

		if (strncmp(names[i], begin, strlen(begin)) || len < tail ||
		    strcmp(names[i] + len - tail, end))
			continue;
		MPI_T_pvar_read(session, handles[i], &one);
		all += one;
	}
	return all;
}

/* A message that is counted where it leaves is counted where it arrives, too. */
static void messages(void)
{
	int next = (job.rank + 1) % job.ranks, before = (job.rank + job.ranks - 1) % job.ranks;
	int data[INTS] = {0};
	unsigned long long own[2], all[2];

	MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES);
	for (int i = 0; i < ROUNDS; i++)
		MPI_Sendrecv_replace(data, INTS, MPI_INT, next, 1, before, 1, MPI_COMM_WORLD,
				     MPI_STATUS_IGNORE);
	MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES);
	own[0] = sum("", "_sent_bytes");
	own[1] = sum("", "_received_bytes") + sum("", "_copied_bytes");
	MPI_Allreduce(own, all, 2, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
	check(all[0] > 0 && all[1] >= all[0], "%llu bytes were sent, %llu came", all[0], all[1]);
	check(own[1] >= ROUNDS * INTS * sizeof(int), "%llu bytes came, not %zu", own[1],
	      ROUNDS * INTS * sizeof(int));
	check(sum("", "_sent_messages") >= ROUNDS, "too few messages were sent");
	MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES);
}

static void collectives(void)
{
	int in[INTS] = {0}, out[INTS];

	MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES);
	for (int i = 0; i < ROUNDS; i++)
		MPI_Allreduce(in, out, INTS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES);
	if (job.ranks == 1)
		return; /* alone, no algorithm is needed */
	check(sum("coll_allreduce_", "_calls") == ROUNDS, "%llu calls of %d",
	      sum("coll_allreduce_", "_calls"), ROUNDS);
	check(sum("coll_allreduce_", "_bytes") == ROUNDS * sizeof(in), "%llu bytes of %zu",
	      sum("coll_allreduce_", "_bytes"), ROUNDS * sizeof(in));
	check(sum("coll_allreduce_", "_time") > 0, "they took no time");
}

/* The counters of the ring's card, if there is one. */
static void cards(void)
{
	int on_card = job.ranks > 1 && getenv("TOOL_CARDS") != NULL, in = 1, out = 0;

	MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES);
	for (int i = 0; i < ROUNDS; i++)
		MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES);
	check(out == job.ranks, "the sum of %d ones is %d", job.ranks, out);
	check(on_card ? sum("card_reduced_cells", "") >= ROUNDS : !sum("card_", ""),
	      "%llu cells of %d reductions", sum("card_reduced_cells", ""), ROUNDS);
	check(!sum("card_lost_cells", "") && !sum("card_damaged_", "") &&
		      !sum("card_retransmissions", ""),
	      "good links have errors");
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "tool");
	open_all();
	messages();
	collectives();
	MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES);
	cards();
	MPI_T_pvar_session_free(&session);
	MPI_T_finalize();
	return job_end();
}
