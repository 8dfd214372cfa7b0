/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves the hints of communicators (MPI-5.0 7.4.4): known ones are kept and returned, unknown ones
 * and wrong values ignored, duplicates have none but those they are given; that MPI_Comm_get_parent
 * gives no parent; which communicators may not be disconnected; and that the resources of the
 * machine are named (9.1.4) with whether this process is bound to one.
 */
#include "mpi.h"

#include "t/tap.h"

#include <sched.h>
#include <unistd.h>

static char value[MPI_MAX_INFO_VAL];

/* "none" when there is no such key. */
static const char *ask(MPI_Info info, const char *key)
{
	int length = (int)sizeof(value), flag = 0;

	MPI_Info_get_string(info, key, &length, value, &flag);
	return flag ? value : "none";
}

static const char *hint(MPI_Comm comm, const char *key)
{
	MPI_Info info = MPI_INFO_NULL;
	const char *text;

	MPI_Comm_get_info(comm, &info);
	text = ask(info, key);
	MPI_Info_free(&info);
	return text;
}

static void test_hints(void)
{
	MPI_Comm comm, dup;
	MPI_Info info;

	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	is_str(hint(comm, "mpi_assert_no_any_tag"), "false", "a promise is not made at first");
	MPI_Info_create(&info);
	MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
	MPI_Info_set(info, "mpi_assert_exact_length", "perhaps");
	MPI_Info_set(info, "unknown", "true");
	MPI_Comm_set_info(comm, info);
	is_str(hint(comm, "mpi_assert_no_any_tag"), "true", "it is kept");
	is_str(hint(comm, "mpi_assert_exact_length"), "false", "a wrong value is ignored");
	is_str(hint(comm, "unknown"), "none", "an unknown hint is ignored");
	MPI_Comm_dup(comm, &dup);
	is_str(hint(dup, "mpi_assert_no_any_tag"), "false", "a duplicate has none");
	MPI_Comm_free(&dup);
	MPI_Info_delete(info, "mpi_assert_no_any_tag");
	MPI_Info_set(info, "mpi_assert_no_any_source", "true");
	MPI_Comm_dup_with_info(comm, info, &dup);
	is_str(hint(dup, "mpi_assert_no_any_source"), "true", "dup_with_info gives it some");
	is_str(hint(dup, "mpi_assert_no_any_tag"), "false", "and no others");
	MPI_Comm_free(&dup);
	MPI_Comm_set_info(comm, info);
	is_str(hint(comm, "mpi_assert_no_any_tag"), "true", "a hint that is not named stays");
	MPI_Info_set(info, "mpi_assert_no_any_tag", "false");
	MPI_Comm_set_info(comm, info);
	is_str(hint(comm, "mpi_assert_no_any_tag"), "false", "a promise is taken back");
	MPI_Info_free(&info);
	MPI_Comm_free(&comm);
}

static void test_ends(void)
{
	MPI_Comm comm = MPI_COMM_SELF, world = MPI_COMM_WORLD;

	is_int(MPI_Comm_disconnect(&world), MPI_ERR_COMM, "MPI_COMM_WORLD is not disconnected");
	ok(world == MPI_COMM_WORLD, "the handle stays");
	MPI_Comm_get_parent(&comm);
	ok(comm == MPI_COMM_NULL, "there is no parent");
}

static void test_resources(void)
{
	int n = 0, good = 0;
	cpu_set_t mine;
	MPI_Info info = MPI_INFO_NULL;

	is_int(MPI_Get_hw_resource_info(&info), MPI_SUCCESS, "Get_hw_resource_info");
	MPI_Info_get_nkeys(info, &n);
	for (int i = 0; i < n; i++) {
		char key[MPI_MAX_INFO_KEY];
		const char *text;

		MPI_Info_get_nthkey(info, i, key);
		text = ask(info, key);
		good += !strncmp(key, "hwloc://", 8) &&
			(!strcmp(text, "true") || !strcmp(text, "false"));
	}
	ok(n > 1 && good == n, "%d kinds of resources, each true or false", n);
	is_str(ask(info, "hwloc://Machine"), "true", "this process is within the machine");
	sched_getaffinity(0, sizeof(mine), &mine);
	is_str(ask(info, "hwloc://PU"), CPU_COUNT(&mine) > 1 ? "false" : "true",
	       "it may use %d of its processors", CPU_COUNT(&mine));
	MPI_Info_free(&info);
}

int main(void)
{
	alarm(60);
	MPI_Init(NULL, NULL);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	test_hints();
	test_ends();
	test_resources();
	MPI_Finalize();
	return done();
}
