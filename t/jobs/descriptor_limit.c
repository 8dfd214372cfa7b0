/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The limit on open files: raised for the process by MPI_Init, as far as it may be, and as it was
 * for a child made by fork(2).
 */
#include "t/jobs/job.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static rlim_t limit(void)
{
	struct rlimit r = {0};

	getrlimit(RLIMIT_NOFILE, &r);
	return r.rlim_cur;
}

int main(int argc, char **argv)
{
	struct rlimit at_start;
	int status = -1;
	pid_t child;

	getrlimit(RLIMIT_NOFILE, &at_start);
	if (at_start.rlim_max < at_start.rlim_cur + 100)
		return 77;
	job_start(&argc, &argv, "descriptor_limit");
	check(limit() >= at_start.rlim_cur + 100, "the limit is %lu, it was %lu",
	      (unsigned long)limit(), (unsigned long)at_start.rlim_cur);
	child = fork();
	if (child == 0)
		_exit(limit() == at_start.rlim_cur ? 0 : 1);
	waitpid(child, &status, 0);
	check(status == 0, "a child has another limit than the program was started with");
	return job_end();
}
