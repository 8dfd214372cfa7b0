/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The report that mpirun makes of the ranks' stall records (mpirun_stall.c): equal records are one
 * line, cycles are found, the responsible ranks are named, different calls on one communicator are
 * told, and invalid records are dropped.
 */
#include "runtime/mpirun_say.h"
#include "runtime/mpirun_stall.h"
#include "t/tap.h"

static char said[4000];

static void keep(const char *line, size_t len)
{
	size_t at = strlen(said);

	if (at + len < sizeof said)
		memcpy(said + at, line, len);
}

static void draw(void)
{
	memset(said, 0, sizeof said);
	mpirun_stall_draw();
}

static int says(const char *text)
{
	if (strstr(said, text))
		return 1;
	diag("not in: %s", said);
	return 0;
}

static void begin(int nranks)
{
	mpirun_stall_stop();
	mpirun_stall_start(NULL, nranks);
}

static void circles(void)
{
	begin(4);
	mpirun_stall_heard(0, "3.0 all 1\nMPI_Recv");
	mpirun_stall_heard(1, "3.0 all 2\nMPI_Recv");
	draw();
	ok(says("2 of 4 ranks wait in MPI"), "how many wait");
	ok(says("ranks 0-1: MPI_Recv (for 3 s)"), "equal records are one line");
	ok(says("themselves: rank 2\n"), "a rank that is awaited and does not wait");
	ok(!strstr(said, "each other"), "a chain is no circle");
	mpirun_stall_heard(2, "4.0 all 3 0\nMPI_Barrier");
	draw();
	ok(says("each other: 0 -> 1 -> 2 -> 0\n"), "a circle");
	ok(says("themselves: rank 3\n"), "and another awaited rank");
	mpirun_stall_heard(2, "4.0 any 3 0\nMPI_Waitany");
	draw();
	ok(!strstr(said, "each other"), "a rank that waits for any of several is in no cycle");
	mpirun_stall_heard(1, "");
	draw();
	ok(says("2 of 4 ranks wait in MPI"), "a rank that waits no more is not in it");
	mpirun_stall_heard(3, "1.0 all 3\nMPI_Recv");
	draw();
	ok(says("rank 3 waits for itself\n"), "a rank that waits for itself");
	begin(5);
	mpirun_stall_heard(1, "3.0 all\nMPI_Barrier");
	draw();
	ok(says("not waiting in MPI: ranks 0,2-4\n"), "the remaining ranks if none is named");
}

/* Communicators are told apart by their contexts; names may be those of several. */
static void calls(void)
{
	static const char text[] = "MPI_Gather waits for rank 1 (a collective on row, MPI_Gather)";
	char record[200];

	begin(2);
	snprintf(record, sizeof record, "3.0 all 1 in 13 MPI_Gather\n%s", text);
	mpirun_stall_heard(0, record);
	mpirun_stall_heard(1, "3.0 all 0 in 13 MPI_Bcast\nMPI_Bcast waits for rank 0 (a "
			      "collective on row, MPI_Bcast)");
	draw();
	ok(says("each other: 0 -> 1 -> 0\n"), "two collectives that wait for each other");
	ok(says("rank 0 calls MPI_Gather, rank 1 MPI_Bcast: all ranks of a communicator must call"),
	   "on one communicator");
	ok(says("rank 0: MPI_Gather waits for rank 1 (a"), "with the text of each");
	mpirun_stall_heard(1, "3.0 all 0 in 17 MPI_Bcast\nMPI_Bcast waits for rank 0 (a "
			      "collective on row, MPI_Bcast)");
	draw();
	ok(says("each other: 0 -> 1 -> 0\n") && !strstr(said, "must call"),
	   "but on two of one name");
	mpirun_stall_heard(1, "3.0 all 0\nMPI_Waitall waits for rank 0 (a collective on row, "
			      "MPI_Bcast), a message from rank 0 (tag 1 in MPI_COMM_WORLD)");
	draw();
	ok(says("each other: 0 -> 1 -> 0\n") && !strstr(said, "must call"),
	   "nor where a rank waits for something else, too");
}

static void nonsense(void)
{
	static const char *const text[] = {"x",
					   "1.0",
					   "1.0 all 4\nMPI_Recv",
					   "1.0 all 99999999999\nx",
					   "1.0 all 1",
					   "1.0 all 1x\ny",
					   "1.0 allthatthereis 1\nz",
					   "1.0 all 1 in x\ny",
					   "1.0 all 1 in 3 \ny"};

	begin(4);
	for (size_t i = 0; i < sizeof text / sizeof *text; i++)
		mpirun_stall_heard(0, text[i]);
	mpirun_stall_heard(4, "1.0 all 1\nMPI_Recv");
	draw();
	is_str(said, "", "invalid records are dropped");
	mpirun_stall_heard(0, "1.0 all 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3\nMPI_Recv");
	draw();
	ok(says("1 of 4"), "more ranks than are kept");
}

static void many(void)
{
	enum { N = 1000 };
	char text[80];

	begin(N);
	for (int i = 0; i < N; i++) {
		snprintf(text, sizeof text, "2.0 all %d\nwaits for %d", (i + 1) % N, (i + 1) % N);
		mpirun_stall_heard(i, text);
	}
	draw();
	ok(says("1000 of 1000 ranks wait"), "1000 ranks");
	ok(says("and 968 more of them"), "of which not all are shown");
	ok(says("each other: 0 -> 1 -> 2"), "in one circle");
}

int main(void)
{
	mpirun_say_through(keep);
	circles();
	calls();
	nonsense();
	many();
	mpirun_stall_stop();
	return done();
}
