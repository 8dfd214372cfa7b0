/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A collective write that fails on some ranks gives all of them the class of the error: on a file
 * system that is full, or, with IO_DIES in the environment, where rank 1 has been killed; then the
 * file is closed all the same. With IO_DIES=atomic the rank is killed inside a write in atomic
 * mode, and the others wait for the bytes that it has locked.
 *
 *     io_fails FILE
 */
#include "t/jobs/job.h"

#include <sys/resource.h>
#include <unistd.h>

enum { BYTES = 1 << 19, PIECE = 16 };

/* Pieces of all ranks by turns, so that some ranks write for all. */
static int write_turns(MPI_File file)
{
	char *data = must_alloc(BYTES);
	MPI_Datatype view;
	int code;

	MPI_Type_vector(BYTES / PIECE, PIECE, PIECE * job.ranks, MPI_CHAR, &view);
	MPI_Type_commit(&view);
	MPI_File_set_view(file, PIECE * job.rank, MPI_CHAR, view, "native", MPI_INFO_NULL);
	MPI_Type_free(&view);
	if (job.ranks > 1 && job.rank == 1 && getenv("IO_DIES"))
		raise(SIGKILL);
	code = MPI_File_write_all(file, data, BYTES, MPI_CHAR, MPI_STATUS_IGNORE);
	free(data);
	return code;
}

static void die(int number)
{
	(void)number;
	raise(SIGKILL);
}

/* Rank 1 dies where a limit of the size cuts its write. Returns the class of the others' write. */
static int write_after_death(MPI_File file)
{
	const struct rlimit low = {BYTES, RLIM_INFINITY};
	char *data = must_alloc(BYTES);
	int code;

	check(!MPI_File_set_atomicity(file, 1), "atomic mode");
	MPI_Barrier(MPI_COMM_WORLD); /* rank 1 dies when no member is in the call any more */
	if (job.rank == 1) {
		signal(SIGXFSZ, die);
		setrlimit(RLIMIT_FSIZE, &low);
		MPI_File_write_at(file, 1, data, BYTES, MPI_CHAR, MPI_STATUS_IGNORE);
	} else {
		code = MPI_Recv(data, 0, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		check_class(code, MPI_ERR_PROC_ABORTED, "a message from the rank that was killed");
	}
	code = MPI_File_write_at(file, 0, data, BYTES, MPI_CHAR, MPI_STATUS_IGNORE);
	free(data);
	return code;
}

/* Does this process have the file open? */
static int is_open(const char *name)
{
	char path[64], link[600];
	int found = 0;

	for (int fd = 0; fd < 1000; fd++) {
		ssize_t n;

		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
		n = readlink(path, link, sizeof link - 1);
		link[n > 0 ? n : 0] = 0;
		found |= strstr(link, name) != NULL;
	}
	return found;
}

int main(int argc, char **argv)
{
	const char *how = getenv("IO_DIES");
	MPI_File file;
	int class = MPI_SUCCESS, code;

	job_start(&argc, &argv, "io_fails");
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_File_open(MPI_COMM_WORLD, argv[1],
		      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
		      &file);
	code = how && !strcmp(how, "atomic") ? write_after_death(file) : write_turns(file);
	if (how) {
		check(MPI_File_close(&file), "closing without the rank that was killed");
		check(!is_open(argv[1]), "the file is open after an error of closing");
		MPI_Error_class(code, &class);
		printf("class %d\n", class == MPI_ERR_PROC_ABORTED && !job.failures);
		fflush(stdout);
		_exit(0); /* MPI_Finalize would wait for the rank that was killed */
	}
	check_class(code, MPI_ERR_NO_SPACE, "a write to a full file system");
	MPI_File_close(&file);
	return job_end();
}
