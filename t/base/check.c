/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * base/check.c: a broken invariant ends the process by SIGABRT, after one line with the place and
 * the words. A build without RD_DEBUG does not evaluate invariants.
 */
#include "base/check.h"

#include "base/log.h"
#include "t/aborts.h"
#include "t/tap.h"

static int evaluated;

static int evaluate(int result)
{
	evaluated++;
	return result;
}

static void break_one(void *list)
{
	RD_CHECK(evaluate(0), "list %d: not a ring", *(int *)list);
}

static void fail_one(void *list)
{
	rd_check_failed("folder/file.c", 12, "list %d: not a ring", *(int *)list);
}

int main(void)
{
	char heard[1024];
	int list = 5;

	rd_log_whoami("rank 3 on node7");
	is_int(aborts(fail_one, &list, heard, sizeof(heard)), 1, "a failed check aborts");
	is_str(heard,
	       "rondo: error: rank 3 on node7: folder/file.c:12: broken invariant: "
	       "list 5: not a ring\n",
	       "with its place and words");
	RD_CHECK(evaluate(1), "holds");
	is_int(evaluated, RD_CHECKS, "an invariant is evaluated with RD_DEBUG only");
	is_int(aborts(break_one, &list, heard, sizeof(heard)), RD_CHECKS,
	       "one that is broken aborts with RD_DEBUG only");
	is_int(strstr(heard, "check.c:") && strstr(heard, ": broken invariant: list 5: not a ring"),
	       RD_CHECKS, "and names its place");
	return done();
}
