/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One-sided communication, one promise of MPI-5.0 chapter 12 after the other: request forms,
 * orders of accumulates, long data, shared windows, properties of windows, wrong calls. Those about
 * datatypes are in rma_types.c. Run by rma.t.
 */
#include "job.h"

#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SECRETS = 32768 }; /* ints */

static int next_rank(void)
{
	return (job.rank + 1) % job.ranks;
}

/* ---- Request forms, with everything under a lock_all ---- */

static void test_requests(void)
{
	enum { N = 20000 }; /* ints: more than one message */
	int *base, *data = must_alloc(N * sizeof(int)), *got = must_alloc(N * sizeof(int));
	MPI_Request req[3];
	MPI_Win win;

	MPI_Win_allocate(2 * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
			 &win);
	memset(base, 0, 2 * N * sizeof(int));
	for (int i = 0; i < N; i++)
		data[i] = job.rank * 7 + i;
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
	MPI_Rput(data, N, MPI_INT, next_rank(), 0, N, MPI_INT, win, &req[0]);
	MPI_Raccumulate(data, 10, MPI_INT, next_rank(), N, 10, MPI_INT, MPI_SUM, win, &req[1]);
	MPI_Rput(data, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &req[2]);
	MPI_Waitall(3, req, MPI_STATUSES_IGNORE);
	MPI_Win_flush(next_rank(), win);
	MPI_Rget(got, N, MPI_INT, next_rank(), 0, N, MPI_INT, win, &req[0]);
	MPI_Rget_accumulate(data, 10, MPI_INT, got + N - 10, 10, MPI_INT, next_rank(), N, 10,
			    MPI_INT, MPI_REPLACE, win, &req[1]);
	MPI_Wait(&req[0], MPI_STATUS_IGNORE);
	for (int i = 0; i < N - 10; i++)
		if (!check(got[i] == data[i], "rget: int %d is %d", i, got[i]))
			break;
	MPI_Wait(&req[1], MPI_STATUS_IGNORE);
	MPI_Win_unlock_all(win);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_free(&win);
	free(data);
	free(got);
}

/* ---- The order of accumulates to one place (MPI-5.0 12.7.2) ---- */

static void test_order(MPI_Win win, const long *base)
{
	long last = -1, was;

	MPI_Win_lock(MPI_LOCK_SHARED, next_rank(), 0, win);
	for (long i = 0; i < 200; i++) {
		MPI_Accumulate(&i, 1, MPI_LONG, next_rank(), 0, 1, MPI_LONG, MPI_REPLACE, win);
		if (i % 50 == 0) {
			MPI_Fetch_and_op(NULL, &was, MPI_LONG, next_rank(), 0, MPI_NO_OP, win);
			MPI_Win_flush(next_rank(), win);
			check(was == i && was > last, "replaced by %ld, read %ld", i, was);
			last = was;
		}
	}
	MPI_Win_unlock(next_rank(), win);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_lock(MPI_LOCK_SHARED, job.rank, 0, win);
	check(base[0] == 199, "the last of 200 replacements left %ld", base[0]);
	MPI_Win_unlock(job.rank, win);
}

static void test_orders(void)
{
	long mine = -1, *base;
	MPI_Win win;

	MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	base[0] = -1;
	MPI_Barrier(MPI_COMM_WORLD);
	test_order(win, base);
	MPI_Win_free(&win);
	MPI_Win_create(&mine, sizeof(mine), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	test_order(win, &mine);
	MPI_Win_free(&win);
}

/* ---- Long data ---- */

static void test_long(int mib)
{
	size_t n = (size_t)mib << 17; /* doubles */
	double *memory = must_alloc(n * sizeof(double)), *data = must_alloc(n * sizeof(double));
	MPI_Win win;

	MPI_Win_create(memory, (MPI_Aint)(n * sizeof(double)), sizeof(double), MPI_INFO_NULL,
		       MPI_COMM_WORLD, &win);
	for (size_t i = 0; i < n; i++)
		data[i] = (double)i + job.rank;
	MPI_Win_fence(0, win);
	MPI_Put_c(data, (MPI_Count)n, MPI_DOUBLE, next_rank(), 0, (MPI_Count)n, MPI_DOUBLE, win);
	MPI_Win_fence(0, win);
	MPI_Accumulate_c(data, (MPI_Count)n, MPI_DOUBLE, next_rank(), 0, (MPI_Count)n, MPI_DOUBLE,
			 MPI_SUM, win);
	MPI_Win_fence(0, win);
	memset(data, 0, n * sizeof(double));
	MPI_Get_c(data, (MPI_Count)n, MPI_DOUBLE, next_rank(), 0, (MPI_Count)n, MPI_DOUBLE, win);
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
	for (size_t i = 0; i < n; i++)
		if (!check(data[i] == 2 * ((double)i + job.rank), "long: double %zu is %g", i,
			   data[i]))
			break;
	MPI_Win_free(&win);
	free(memory);
	free(data);
}

/* ---- Shared windows: loads and stores ---- */

static void test_shared(void)
{
	int *base, *other, unit, n = 5 + job.rank;
	MPI_Aint size;
	MPI_Comm node;
	MPI_Win win;
	int rank, ranks;

	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
	MPI_Comm_rank(node, &rank);
	MPI_Comm_size(node, &ranks);
	MPI_Win_allocate_shared((MPI_Aint)sizeof(int) * n, sizeof(int), MPI_INFO_NULL, node, &base,
				&win);
	MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
	for (int i = 0; i < n; i++)
		base[i] = 100 * rank + i;
	MPI_Win_sync(win);
	MPI_Barrier(node);
	MPI_Win_sync(win);
	for (int r = 0; r < ranks; r++) {
		MPI_Win_shared_query(win, r, &size, &unit, &other);
		check(unit == sizeof(int) && size % (MPI_Aint)sizeof(int) == 0,
		      "shared_query: size %ld, unit %d", (long)size, unit);
		for (int i = 0; i < (int)(size / (MPI_Aint)sizeof(int)); i++)
			check(other[i] == 100 * r + i, "shared: int %d of rank %d is %d", i, r,
			      other[i]);
		check(r != rank || other == base, "shared_query of the own rank");
		if (r + 1 < ranks) { /* one right after the other */
			int *after;
			MPI_Aint more;

			MPI_Win_shared_query(win, r + 1, &more, &unit, &after);
			check((char *)after == (char *)other + size, "not contiguous after rank %d",
			      r);
		}
	}
	MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &other);
	check(size > 0 && other[0] == 0, "shared_query of MPI_PROC_NULL");
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Comm_free(&node);
}

/* Of memory that is not shared MPI_PROC_NULL asks for the same as in memory that is: the
 * first's. */
static void test_not_shared(void)
{
	int own[3], *other, unit;
	MPI_Aint size = -1;
	MPI_Win win;

	MPI_Win_create(own, sizeof(own), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_shared_query(win, job.rank, &size, &unit, &other);
	check(size == sizeof(own) && other == own, "shared_query of created memory: size %ld",
	      (long)size);
	MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &other);
	check(job.rank ? !size && !other : size == sizeof(own) && other == own,
	      "shared_query of MPI_PROC_NULL in created memory: size %ld", (long)size);
	MPI_Win_free(&win);
}

/* ---- Properties ---- */

static int deleted;

static int on_delete(MPI_Win win, int keyval, void *value, void *extra)
{
	(void)win;
	(void)keyval;
	(void)extra;
	deleted += *(int *)value;
	return MPI_SUCCESS;
}

static void test_attributes(MPI_Win win, const void *memory)
{
	void *base;
	MPI_Aint *size;
	static int five = 5; /* until the window is freed */
	int *number, flag, key, *value;

	MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
	check(flag && base == memory, "MPI_WIN_BASE is %p", base);
	MPI_Win_get_attr(win, MPI_WIN_SIZE, &size, &flag);
	check(flag && *size == 40, "MPI_WIN_SIZE is %ld", (long)*size);
	MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &number, &flag);
	check(flag && *number == 4, "MPI_WIN_DISP_UNIT is %d", *number);
	MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &number, &flag);
	check(flag && *number == MPI_WIN_FLAVOR_CREATE, "MPI_WIN_CREATE_FLAVOR is %d", *number);
	MPI_Win_get_attr(win, MPI_WIN_MODEL, &number, &flag);
	check(flag && *number == MPI_WIN_UNIFIED, "MPI_WIN_MODEL is %d", *number);
	MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, on_delete, &key, NULL);
	MPI_Win_set_attr(win, key, &five);
	MPI_Win_get_attr(win, key, &value, &flag);
	check(flag && value == &five, "an attribute of the user's");
	MPI_Win_delete_attr(win, key);
	MPI_Win_get_attr(win, key, &value, &flag);
	check(!flag && deleted == 5, "a deleted attribute");
	MPI_Win_set_attr(win, key, &five);
	MPI_Win_free_keyval(&key);
}

static int handled;

static void handler(MPI_Win *win, int *code, ...)
{
	char name[MPI_MAX_OBJECT_NAME];
	int length;

	MPI_Win_get_name(*win, name, &length);
	check(!strcmp(name, "pane"), "the error handler is given window '%s'", name);
	handled = *code;
}

static void test_properties(void)
{
	int memory[10], length, same, flag;
	char name[MPI_MAX_OBJECT_NAME], value[32];
	MPI_Group group, world;
	MPI_Errhandler eh, back;
	MPI_Info info;
	MPI_Win win;

	MPI_Info_create(&info);
	MPI_Info_set(info, "no_locks", "true");
	MPI_Win_create(memory, sizeof(memory), 4, info, MPI_COMM_WORLD, &win);
	MPI_Info_free(&info);
	MPI_Win_get_name(win, name, &length);
	check(!length, "a new window is called '%s'", name);
	MPI_Win_set_name(win, "pane");
	MPI_Win_get_group(win, &group);
	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Group_compare(group, world, &same);
	check(same == MPI_IDENT, "the group of a window");
	MPI_Group_free(&group);
	MPI_Group_free(&world);
	MPI_Win_get_info(win, &info);
	MPI_Info_get(info, "no_locks", 31, value, &flag);
	check(flag && !strcmp(value, "true"), "the hint that was given");
	MPI_Info_free(&info);
	MPI_Win_create_errhandler(handler, &eh);
	MPI_Win_set_errhandler(win, eh);
	MPI_Win_get_errhandler(win, &back);
	check(back == eh, "the error handler that was set");
	MPI_Errhandler_free(&back);
	MPI_Errhandler_free(&eh);
	MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
	check(handled == MPI_ERR_OTHER, "the error handler was called with %d", handled);
	MPI_Win_unlock(job.rank, win);
	check(handled == MPI_ERR_RMA_SYNC, "unlock without a lock: handler called with %d",
	      handled);
	test_attributes(win, memory);
	MPI_Win_free(&win);
	check(deleted == 10, "freeing a window deletes its attributes");
}

/* ---- Wrong calls ---- */

static void test_epochs(MPI_Win win)
{
	MPI_Group group;
	int x = 0, many[11] = {0}, flag;
	MPI_Request req;

	check_class(MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC,
		    "put, no epoch");
	check_class(MPI_Win_flush(0, win), MPI_ERR_RMA_SYNC, "flush, no epoch");
	check_class(MPI_Win_complete(win), MPI_ERR_RMA_SYNC, "complete, no start");
	check_class(MPI_Win_wait(win), MPI_ERR_RMA_SYNC, "wait, no post");
	check_class(MPI_Win_test(win, &flag), MPI_ERR_RMA_SYNC, "test, no post");
	check_class(MPI_Win_unlock_all(win), MPI_ERR_RMA_SYNC, "unlock_all, no lock_all");
	MPI_Win_lock(MPI_LOCK_SHARED, job.rank, 0, win);
	check_class(MPI_Win_lock(MPI_LOCK_SHARED, job.rank, 0, win), MPI_ERR_RMA_SYNC,
		    "lock twice");
	check_class(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC, "fence under a lock");
	if (job.ranks > 1)
		check_class(MPI_Rput(&x, 1, MPI_INT, next_rank(), 0, 1, MPI_INT, win, &req),
			    MPI_ERR_RMA_SYNC, "put to a target that is not locked");
	check_class(MPI_Win_free(&win), MPI_ERR_RMA_SYNC, "free under a lock");
	check_class(MPI_Put(&x, 1, MPI_INT, job.rank, 10, 1, MPI_INT, win), MPI_ERR_RMA_RANGE,
		    "put behind the window");
	check_class(MPI_Put(&x, 1, MPI_INT, job.rank, -1, 1, MPI_INT, win), MPI_ERR_RMA_RANGE,
		    "put before the window");
	check_class(MPI_Fetch_and_op(&x, &flag, MPI_INT, job.rank, 10, MPI_SUM, win),
		    MPI_ERR_RMA_RANGE, "fetch_and_op behind the window");
	check_class(MPI_Get(&x, 1, MPI_INT, job.rank, INT64_MAX, 1, MPI_INT, win),
		    MPI_ERR_RMA_RANGE, "get at a displacement that fits no address");
	check_class(MPI_Accumulate(&x, 1, MPI_INT, job.rank, 10, 1, MPI_INT, MPI_SUM, win),
		    MPI_ERR_RMA_RANGE, "accumulate behind the window");
	check_class(MPI_Accumulate(many, 11, MPI_INT, job.rank, 0, 11, MPI_INT, MPI_SUM, win),
		    MPI_ERR_RMA_RANGE, "accumulate over the end of the window");
	check_class(MPI_Get_accumulate(many, 11, MPI_INT, many, 11, MPI_INT, job.rank, 0, 11,
				       MPI_INT, MPI_SUM, win),
		    MPI_ERR_RMA_RANGE, "get_accumulate over the end of the window");
	check_class(MPI_Accumulate(many, 3, MPI_INT, job.rank, 0, 2, MPI_INT, MPI_SUM, win),
		    MPI_ERR_TRUNCATE, "accumulate of more than there is room for");
	check_class(MPI_Compare_and_swap(&x, &x, &flag, MPI_INT, job.rank, -1, win),
		    MPI_ERR_RMA_RANGE, "compare_and_swap before the window");
	check_class(MPI_Put(&x, 1, MPI_INT, job.rank, 0, 0, MPI_INT, win), MPI_ERR_TRUNCATE,
		    "put of more than there is room for");
	MPI_Win_unlock(job.rank, win);
	MPI_Win_get_group(win, &group);
	MPI_Win_post(group, 0, win);
	check_class(MPI_Win_post(group, 0, win), MPI_ERR_RMA_SYNC, "post twice");
	MPI_Win_start(group, 0, win);
	check_class(MPI_Win_lock_all(0, win), MPI_ERR_RMA_SYNC, "lock_all after start");
	MPI_Win_complete(win);
	MPI_Win_wait(win);
	MPI_Group_free(&group);
}

static void test_errors(void)
{
	int memory[10] = {0}, x = 1, y = 0;
	MPI_Aint at;
	MPI_Win win;

	MPI_Win_create(memory, sizeof(memory), 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	test_epochs(win);
	MPI_Win_fence(0, win);
	check_class(MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_OP_NULL, win), MPI_ERR_OP,
		    "accumulate without an operator");
	check_class(MPI_Accumulate(&x, 1, MPI_FLOAT, 0, 0, 1, MPI_FLOAT, MPI_BAND, win), MPI_ERR_OP,
		    "an operator that the type does not have");
	check_class(MPI_Win_lock(77, 0, 0, win), MPI_ERR_LOCKTYPE, "lock of no type");
	check_class(MPI_Win_fence(1 << 20, win), MPI_ERR_ASSERT, "an assertion that is none");
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
	MPI_Win_free(&win);

	MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	check_class(MPI_Win_attach(win, memory, sizeof(memory)), MPI_SUCCESS, "attach");
	check_class(MPI_Win_attach(win, memory + 2, 4), MPI_ERR_RMA_ATTACH, "attach twice");
	MPI_Get_address(&y, &at);
	MPI_Win_lock(MPI_LOCK_SHARED, job.rank, 0, win);
	check_class(MPI_Put(&x, 1, MPI_INT, job.rank, at, 1, MPI_INT, win), MPI_ERR_RMA_RANGE,
		    "put to memory that is not attached");
	MPI_Win_unlock(job.rank, win);
	check_class(MPI_Win_detach(win, memory), MPI_SUCCESS, "detach");
	MPI_Win_free(&win);
}

/* ---- A target that waits in a loop for data put to it, with each way to read it ---- */

static void await_flag(MPI_Win win, volatile int *flag, int how)
{
	int seen = 0;

	while (!seen) {
		MPI_Win_lock(MPI_LOCK_SHARED, job.rank, 0, win);
		if (how == 1)
			MPI_Win_sync(win);
		if (how == 2) {
			MPI_Fetch_and_op(NULL, &seen, MPI_INT, job.rank, how, MPI_NO_OP, win);
			MPI_Win_flush(job.rank, win);
		} else {
			seen = flag[how];
		}
		MPI_Win_unlock(job.rank, win);
	}
}

static void test_loops(int create)
{
	int memory[3] = {0, 0, 0}, *flag = memory, one = 1;
	MPI_Win win;

	if (create)
		MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
			       &win);
	else
		MPI_Win_allocate(sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &flag,
				 &win);
	memset(flag, 0, sizeof(memory));
	MPI_Barrier(MPI_COMM_WORLD);
	for (int how = 0; how < 3; how++) {
		if (job.rank == 0 || job.ranks == 1) { /* and round it goes */
			MPI_Win_lock(MPI_LOCK_SHARED, next_rank(), 0, win);
			MPI_Accumulate(&one, 1, MPI_INT, next_rank(), how, 1, MPI_INT, MPI_SUM,
				       win);
			MPI_Win_unlock(next_rank(), win);
		}
		await_flag(win, flag, how);
		if (job.rank) {
			MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next_rank(), 0, win);
			MPI_Accumulate(&one, 1, MPI_INT, next_rank(), how, 1, MPI_INT, MPI_SUM,
				       win);
			MPI_Win_unlock(next_rank(), win);
		}
	}
	MPI_Barrier(MPI_COMM_WORLD);
	for (int how = 0; how < 3; how++)
		check(flag[how] == 1, "flag %d is %d", how, flag[how]);
	MPI_Win_free(&win);
}

/* An operation that only the target can refuse: the next wait reports it. */
static void test_refused(void)
{
	int x = 1, was = 0;
	MPI_Win win;

	MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	if (job.ranks > 1 && job.rank == 0) {
		MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
		MPI_Accumulate(&x, 1, MPI_INT, 1, 16, 1, MPI_INT, MPI_SUM, win);
		check_class(MPI_Win_flush(1, win), MPI_ERR_RMA_RANGE, "accumulate to nowhere");
		MPI_Fetch_and_op(&x, &was, MPI_INT, 1, 16, MPI_SUM, win);
		check_class(MPI_Win_unlock(1, win), MPI_ERR_RMA_RANGE, "fetch_and_op of nothing");
	}
	MPI_Win_fence(0, win);
	if (job.ranks > 1 && job.rank == 0) {
		MPI_Accumulate(&x, 1, MPI_INT, 1, 16, 1, MPI_INT, MPI_SUM, win);
		check_class(MPI_Win_free(&win), MPI_ERR_RMA_RANGE,
			    "free after that, without a fence");
		check_class(MPI_Win_free(&win), MPI_SUCCESS, "free the rest of it");
	} else {
		check_class(MPI_Win_free(&win), MPI_SUCCESS, "free, where nothing went wrong");
	}
}

/* Memory of this process that the kernel copies for no other, from the byte `plain` on; NULL: there
 * is none. */
static int *secret_memory(size_t bytes, size_t plain)
{
	int fd = -1;
	char *memory =
		mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	void *secret = MAP_FAILED;

#ifdef SYS_memfd_secret
	fd = (int)syscall(SYS_memfd_secret, 0);
#endif

	if (memory != MAP_FAILED && fd >= 0 && !ftruncate(fd, (off_t)bytes))
		secret = mmap(memory + plain, bytes - plain, PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_FIXED, fd, 0);
	if (fd >= 0)
		close(fd);
	return secret == MAP_FAILED ? NULL : (int *)memory;
}

/* Long operations from and to such memory, as often as it takes until each way was tried. */
static void move_secret(MPI_Win win, int *data, int lap)
{
	int to = next_rank();

	for (int i = 0; i < SECRETS; i++)
		data[i] = lap + i + job.rank;
	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
	if (lap % 2)
		MPI_Put(data, SECRETS, MPI_INT, to, 0, SECRETS, MPI_INT, win);
	else
		MPI_Accumulate(data, SECRETS, MPI_INT, to, 0, SECRETS, MPI_INT, MPI_REPLACE, win);
	MPI_Win_flush(to, win);
	memset(data, 0, SECRETS * sizeof(*data));
	MPI_Get(data, SECRETS, MPI_INT, to, 0, SECRETS, MPI_INT, win);
	MPI_Win_unlock(to, win);
	for (int i = 0; i < SECRETS; i++)
		check(data[i] == lap + i + job.rank, "secret element %d, lap %d: %d", i, lap,
		      data[i]);
}

/* `exposed`: the windows are of such memory, too. `from`: the first bytes are not. */
static void test_secret(int exposed, size_t from)
{
	static int plain[SECRETS];
	size_t bytes = sizeof(plain);
	int *data = secret_memory(bytes, from);
	int *window = exposed ? secret_memory(bytes, from) : plain;
	int all = data && window;
	MPI_Win win;

	MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	MPI_Win_create(window, window ? (MPI_Aint)bytes : 0, sizeof(int), MPI_INFO_NULL,
		       MPI_COMM_WORLD, &win);
	for (int lap = 0; all && lap < 8; lap++)
		move_secret(win, data, lap);
	MPI_Win_free(&win);
	if (data)
		munmap(data, bytes);
	if (exposed && window)
		munmap(window, bytes);
}

/* lock_all keeps from memory that another rank has locked, though the program reaches it without
 * MPI. */
static void test_lock_all_waits(void)
{
	int *memory, passed = 0, after, one_host = ranks_here(&after) == job.ranks;
	MPI_Aint size;
	MPI_Win win;
	int unit;
	double end;

	MPI_Win_allocate(sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
	*memory = 0;
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_shared_query(win, 1 % job.ranks, &size, &unit, &memory);
	if (job.ranks > 2 && one_host && memory && job.rank == 0) {
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
		*memory = 1;
		MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
		for (end = MPI_Wtime() + 0.02; !passed && MPI_Wtime() < end;)
			MPI_Iprobe(2, 0, MPI_COMM_WORLD, &passed, MPI_STATUS_IGNORE);
		*memory = 0;
		MPI_Win_unlock(1, win);
		MPI_Recv(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	} else if (job.ranks > 2 && one_host && memory && job.rank == 2) {
		MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Win_lock_all(0, win);
		check(*memory == 0, "lock_all lets in where another rank has locked");
		MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
		MPI_Win_unlock_all(win);
	}
	MPI_Win_free(&win);
}

/* Where one member cannot have its memory none has a window; sums of sizes pass 2^63 and 2^64. */
static void test_too_large(void)
{
	int after, one_host = ranks_here(&after) == job.ranks;
	char *base;
	MPI_Win win;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int one = 0; one < 2; one++) {
		MPI_Aint size = one && job.rank ? 64 : PTRDIFF_MAX;

		check_class(MPI_Win_allocate(size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win),
			    MPI_ERR_NO_MEM, "allocate too much");
		check_class(MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
						    &win),
			    one_host ? MPI_ERR_NO_MEM : MPI_ERR_RMA_SHARED,
			    "allocate_shared too much");
	}
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* ---- Long data of all ranks at once, some of which compute now and then ---- */

enum { WAYS_B = 150000, WAYS_ROUNDS = 60 };

static unsigned char way_byte(int rank, int round, int i)
{
	return (unsigned char)(rank * 31 + round * 7 + i + i / 251);
}

static int is_of(const unsigned char *data, int rank, int round, int bytes)
{
	for (int i = 0; i < bytes; i++)
		if (data[i] != way_byte(rank, round, i))
			return 0;
	return 1;
}

/* Without a call of MPI: the others' pieces are not carried out. */
static void compute(double seconds)
{
	double end = MPI_Wtime() + seconds;

	while (MPI_Wtime() < end)
		;
}

/* A put to the next rank, which the rank before does here, and a get of it. */
static void put_and_get(MPI_Win win, unsigned char *data, int bytes, int round)
{
	for (int i = 0; i < bytes; i++)
		data[i] = way_byte(job.rank, round, i);
	MPI_Win_lock(MPI_LOCK_SHARED, next_rank(), 0, win);
	if (round % 5 == job.rank % 5)
		compute(50e-6);
	MPI_Put(data, bytes, MPI_BYTE, next_rank(), 1, bytes, MPI_BYTE, win);
	MPI_Win_flush(next_rank(), win);
	memset(data, 0, (size_t)bytes);
	if (round % 7 == job.rank % 7)
		compute(50e-6);
	MPI_Get(data, bytes, MPI_BYTE, next_rank(), 1, bytes, MPI_BYTE, win);
	MPI_Win_unlock(next_rank(), win);
	check(is_of(data, job.rank, round, bytes), "get of %d bytes, round %d", bytes, round);
}

static void test_ways(MPI_Win win, const unsigned char *memory, int bytes)
{
	unsigned char *data = must_alloc((size_t)bytes);

	for (int round = 0; round < WAYS_ROUNDS; round++) {
		put_and_get(win, data, bytes, round);
		MPI_Barrier(MPI_COMM_WORLD);
		check(is_of(memory + 1, (job.rank + job.ranks - 1) % job.ranks, round, bytes),
		      "put of %d bytes, round %d", bytes, round);
		MPI_Barrier(MPI_COMM_WORLD);
	}
	free(data);
}

static void test_all_at_once(void)
{
	static const int bytes[] = {3000, 8192, 8193, 30001, 33000, WAYS_B - 1};
	unsigned char *memory = must_alloc(WAYS_B);
	MPI_Win win;

	MPI_Win_create(memory, WAYS_B, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++)
		test_ways(win, memory, bytes[i]);
	MPI_Win_free(&win);
	free(memory);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "rma_more");
	test_requests();
	test_orders();
	test_long((int)argument(argc, argv, "-m", 4));
	test_all_at_once();
	test_shared();
	test_not_shared();
	test_properties();
	test_errors();
	test_refused();
	test_lock_all_waits();
	test_too_large();
	for (int exposed = 0; exposed < 2; exposed++) {
		test_secret(exposed, 0);
		test_secret(exposed, SECRETS * sizeof(int) / 2);
	}
	test_loops(0);
	test_loops(1);
	return job_end();
}
