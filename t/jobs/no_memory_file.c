/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Out of memory: the allocations of a collective call of a file fail on one rank, one after the
 * other. All ranks have an error of class MPI_ERR_NO_MEM, or none, and later calls work. A blocking
 * access of few bytes has the memory of the first one, and allocates none.
 *
 *     no_memory_file FILE
 */
#include "scarce.h"

#ifdef __GLIBC__

enum { PIECE = 64, FILE_B = PIECE * 1000, FEW_B = PIECE * 4 }; /* bytes */
/* Allocations of a call: of opening, and those of an access before the first message. */
enum { MOST = 300, EARLY = 7 };

static const char *path;
static MPI_File file;
static char data[FILE_B];

static int open_file(void)
{
	return MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
			     &file);
}

static int write_all(void)
{
	return MPI_File_write_at_all(file, 0, data, FILE_B, MPI_CHAR, MPI_STATUS_IGNORE);
}

static int write_few(void)
{
	return MPI_File_write_at_all(file, 0, data, FEW_B, MPI_CHAR, MPI_STATUS_IGNORE);
}

static int read_all(void)
{
	return MPI_File_read_at_all(file, 0, data, FILE_B, MPI_CHAR, MPI_STATUS_IGNORE);
}

static int write_all_later(void)
{
	MPI_Request req;
	int err = MPI_File_iwrite_at_all(file, 0, data, FILE_B, MPI_CHAR, &req);

	return err ? err : MPI_Wait(&req, MPI_STATUS_IGNORE);
}

/* Allocation `at` of rank `poor` fails in the call: all ranks have an error, or none. 1: there was
 * such an allocation. */
static int call_poorly(int (*call)(void), const char *name, int poor, int at)
{
	int before = failed, most[2], all[2], err;

	left = job.rank == poor ? at : -1;
	err = call();
	left = -1;
	if (err)
		check_class(err, MPI_ERR_NO_MEM, name);
	most[0] = err != 0;
	most[1] = failed > before;
	MPI_Allreduce(most, all, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	check(most[0] == all[0], "%s: allocation %d of rank %d: %s on this rank alone", name, at,
	      poor, err ? "an error" : "no error");
	if (!err && call == open_file)
		MPI_File_close(&file);
	return all[1];
}

/* The first access with owners allocates, the second one does not. */
static void test_few(MPI_Datatype view)
{
	for (int poor = 0; poor < job.ranks; poor++) {
		int at = 0;

		if (open_file())
			MPI_Abort(MPI_COMM_WORLD, 1);
		MPI_File_set_view(file, PIECE * job.rank, MPI_CHAR, view, "native", MPI_INFO_NULL);
		least = 1500;
		while (at < EARLY && call_poorly(write_few, "a short write", poor, at))
			at++;
		check(at > 0, "the first short write makes no allocation");
		check(!call_poorly(write_few, "the next one", poor, 0),
		      "the next short write makes an allocation");
		MPI_File_close(&file);
	}
}

static void test_file(void)
{
	static const struct {
		int (*call)(void);
		const char *name;
	} calls[] = {{open_file, "MPI_File_open"},
		     {write_all, "MPI_File_write_at_all"},
		     {read_all, "MPI_File_read_at_all"},
		     {write_all_later, "MPI_File_iwrite_at_all"}};
	MPI_Datatype view;

	least = 1500;
	MPI_Type_vector(1000, PIECE, PIECE * job.ranks, MPI_CHAR, &view);
	MPI_Type_commit(&view);
	for (int i = 0; i < (int)(sizeof calls / sizeof calls[0]); i++)
		for (int poor = 0; poor < job.ranks; poor++) {
			int at = 0, most = i ? EARLY : MOST;

			if (i && open_file())
				MPI_Abort(MPI_COMM_WORLD, 1);
			if (i)
				MPI_File_set_view(file, PIECE * job.rank, MPI_CHAR, view, "native",
						  MPI_INFO_NULL);
			while (at < most && call_poorly(calls[i].call, calls[i].name, poor, at))
				at++;
			check(i ? at == EARLY : at > 0 && at < MOST, "%s makes %d allocations",
			      calls[i].name, at);
			if (i)
				MPI_File_close(&file);
		}
	test_few(view);
	MPI_Type_free(&view);
	if (!job.rank)
		MPI_File_delete(path, MPI_INFO_NULL);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "no_memory_file");
	if (argc != 2) {
		fputs("usage: no_memory_file FILE\n", stderr);
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
	path = argv[1];
	test_file();
	return job_end();
}

#endif
