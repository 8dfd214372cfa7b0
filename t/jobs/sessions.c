/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sessions (MPI-5.0 11.3): queries of them and of process sets, communicators from groups, several
 * sessions at once, error handlers, attributes and buffers of sessions, a child that ends between
 * two of them, MPI_COMM_WORLD after a session and beside one, and MPI used again after all sessions
 * were finalised. With the argument "alone" no rank calls MPI_Init; with "late" the ranks begin one
 * after the other; with "after" the first session comes after MPI_Finalize; with "behind", too, and
 * rank 0 leaves PMIx when the others wait in their sessions for data that it will publish; with
 * "denied" the PMIx server answers at first that there is no data, in place of waiting for it.
 */
#include "job.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PMIX_ERR_NOT_FOUND (-46) /* pmix_common.h */

static int is_behind;
static int denials; /* to come */

static void pause_ms(long ms)
{
	nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* The library calls this one instead of PMIx's own. */
int PMIx_Finalize(const void *info, size_t ninfo)
{
	int (*real)(const void *, size_t);

	if (is_behind)
		pause_ms(200);
	is_behind = 0;
	*(void **)&real = dlsym(RTLD_NEXT, "PMIx_Finalize");
	return real(info, ninfo);
}

/* The same; PMIx itself calls this function, too, for data that the launcher gave it. */
int PMIx_Get_nb(const void *proc, const char *key, const void *info, size_t ninfo,
		void (*done)(int, void *, void *), void *data)
{
	int (*real)(const void *, const char *, const void *, size_t, void (*)(int, void *, void *),
		    void *);

	if (key && !strncmp(key, "rondo", 5) && denials && denials--)
		return PMIX_ERR_NOT_FOUND;
	*(void **)&real = dlsym(RTLD_NEXT, "PMIx_Get_nb");
	return real(proc, key, info, ninfo, done, data);
}

static MPI_Session begin(void)
{
	MPI_Session session = MPI_SESSION_NULL;

	check(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS &&
		      session != MPI_SESSION_NULL,
	      "session_init");
	return session;
}

/* A communicator of all; sets job.rank and job.ranks. */
static MPI_Comm everybody(MPI_Session session, const char *tag)
{
	MPI_Group group = MPI_GROUP_NULL;
	MPI_Comm comm = MPI_COMM_NULL;

	MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
	MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
	MPI_Group_free(&group);
	MPI_Comm_rank(comm, &job.rank);
	MPI_Comm_size(comm, &job.ranks);
	return comm;
}

static void all_take_part(MPI_Comm comm, const char *when)
{
	int size = 0, sum = 0, one = 1;

	MPI_Comm_size(comm, &size);
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
	check(sum == size, "%s: %d of %d", when, sum, size);
}

/* ---- Queries ---- */

static void sets(MPI_Session session)
{
	int n = 0, world = 0, self = 0;

	MPI_Session_get_num_psets(session, MPI_INFO_NULL, &n);
	for (int i = 0; i < n; i++) {
		char name[MPI_MAX_PSET_NAME_LEN], cut[5] = "....";
		int length = 0, full;

		MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL);
		full = length;
		length = sizeof(name);
		MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name);
		check(length == full && (int)strlen(name) == full - 1, "length of %s: %d", name,
		      full);
		length = 4;
		MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, cut);
		check(!strncmp(cut, name, 3) && !cut[3] && length == full, "cut name: %s", cut);
		world += !strcmp(name, "mpi://WORLD");
		self += !strcmp(name, "mpi://SELF");
	}
	check(world == 1 && self == 1, "process sets: %d and %d times", world, self);
	check_class(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, n, &n, NULL), MPI_ERR_ARG,
		    "a set too many");
}

static void value_is(MPI_Info info, const char *key, const char *want)
{
	char value[64] = "";
	int length = sizeof(value), flag = 0;

	MPI_Info_get_string(info, key, &length, value, &flag);
	check(flag && !strcmp(value, want), "%s=%s, must be %s", key, value, want);
}

static void infos(MPI_Session session)
{
	char size[16];
	MPI_Info info;
	MPI_Group group = MPI_GROUP_EMPTY;

	MPI_Session_get_pset_info(session, "mpi://WORLD", &info);
	snprintf(size, sizeof(size), "%d", job.ranks);
	value_is(info, "mpi_size", size);
	MPI_Info_free(&info);
	MPI_Session_get_pset_info(session, "mpi://SELF", &info);
	value_is(info, "mpi_size", "1");
	MPI_Info_free(&info);
	MPI_Session_get_info(session, &info);
	value_is(info, "thread_level", "MPI_THREAD_SINGLE");
	MPI_Info_free(&info);
	check_class(MPI_Session_get_pset_info(session, "mpi://nobody", &info), MPI_ERR_ARG,
		    "info of no set");
	MPI_Group_from_session_pset(session, "mpi://nobody", &group);
	check(group == MPI_GROUP_NULL, "a group of no set");
}

static void levels(void)
{
	MPI_Session session;
	MPI_Info info, used;

	MPI_Info_create(&info);
	MPI_Info_set(info, "thread_level", "MPI_THREAD_SERIALIZED");
	MPI_Session_init(info, MPI_ERRORS_RETURN, &session);
	MPI_Info_free(&info);
	MPI_Session_get_info(session, &used);
	value_is(used, "thread_level", "MPI_THREAD_SERIALIZED");
	MPI_Info_free(&used);
	MPI_Session_finalize(&session);
	check(session == MPI_SESSION_NULL, "the handle of a finalised session");
}

/* ---- Error handlers ---- */

static int called, code_seen;
static MPI_Session seen;

static void handler(MPI_Session *session, int *code, ...)
{
	called++;
	seen = *session;
	code_seen = *code;
}

static void errors(MPI_Session session)
{
	MPI_Errhandler eh, got = MPI_ERRHANDLER_NULL;
	MPI_Info info;

	called = 0;
	MPI_Session_create_errhandler(handler, &eh);
	MPI_Session_set_errhandler(session, eh);
	MPI_Session_get_errhandler(session, &got);
	check(got == eh, "the session's error handler");
	MPI_Errhandler_free(&got);
	MPI_Session_call_errhandler(session, MPI_ERR_OTHER);
	check(called == 1 && seen == session && code_seen == MPI_ERR_OTHER, "called %d times",
	      called);
	check_class(MPI_Session_get_pset_info(session, "mpi://nobody", &info), MPI_ERR_ARG,
		    "an error of a session");
	check(called == 2 && code_seen == MPI_ERR_ARG, "called %d times for an error", called);
	MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN);
	check_class(MPI_Session_set_errhandler(session, MPI_ERRHANDLER_NULL), MPI_ERR_ERRHANDLER,
		    "no error handler");
	MPI_Errhandler_free(&eh);
}

/* Groups of a session, and communicators that are to be made of them (MPI-5.0 9.3). */
static void group_errors(MPI_Session session)
{
	MPI_Group world, none;
	MPI_Errhandler eh;
	MPI_Comm comm;

	called = 0;
	MPI_Session_create_errhandler(handler, &eh);
	MPI_Session_set_errhandler(session, eh);
	MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
	check_class(MPI_Group_incl(world, 1, &(int){job.ranks}, &none), MPI_ERR_RANK,
		    "a rank too many");
	check_class(MPI_Group_excl(world, 2, (int[]){0, 0}, &none), MPI_ERR_RANK, "a rank twice");
	check_class(MPI_Group_range_incl(world, 1, (int[1][3]){{0, 0, 0}}, &none), MPI_ERR_ARG,
		    "no stride");
	check_class(MPI_Group_union(world, MPI_GROUP_NULL, &none), MPI_ERR_GROUP, "no group");
	check(called == 4 && seen == session, "errors of groups: called %d times", called);
	MPI_Group_excl(world, 1, &job.rank, &none);
	if (none != MPI_GROUP_EMPTY) {
		check_class(MPI_Comm_create_from_group(none, "none", MPI_INFO_NULL,
						       MPI_ERRORS_RETURN, &comm),
			    MPI_ERR_GROUP, "not a member");
		check(called == 5, "a communicator: called %d times", called);
		MPI_Group_free(&none);
	}
	MPI_Group_free(&world);
	MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN);
	MPI_Errhandler_free(&eh);
}

/* A session's group that is used when the session is over. */
static void late_group(void)
{
	MPI_Session session = begin(), next;
	MPI_Group world, part;
	int size = 0;

	MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
	MPI_Session_finalize(&session);
	next = begin();
	called = 0;
	MPI_Group_incl(world, 1, &(int){0}, &part);
	MPI_Group_size(part, &size);
	check(size == 1, "a group of a finalised session: %d members", size);
	MPI_Group_free(&part);
	MPI_Group_free(&world);
	MPI_Session_finalize(&next);
}

/* Of the predefined ones only MPI_TAG_UB (MPI-5.0 9.1.2). */
static void attributes(MPI_Comm comm)
{
	static const int keys[] = {
		MPI_TAG_UB,        MPI_IO,     MPI_HOST,        MPI_WTIME_IS_GLOBAL,
		MPI_UNIVERSE_SIZE, MPI_APPNUM, MPI_LASTUSEDCODE};
	MPI_Comm dup;

	MPI_Comm_dup(comm, &dup);
	for (int i = 0; i < 7; i++) {
		int flags[2] = {-1, -1};
		void *value;

		MPI_Comm_get_attr(comm, keys[i], &value, &flags[0]);
		MPI_Comm_get_attr(dup, keys[i], &value, &flags[1]);
		check(flags[0] == !i && flags[1] == !i, "predefined attribute %d: %d and %d", i,
		      flags[0], flags[1]);
	}
	MPI_Comm_free(&dup);
}

/* The hints of a communicator that has no parent. */
static void hints(MPI_Session session)
{
	MPI_Group world;
	MPI_Info info, used;
	MPI_Comm comm;

	MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
	MPI_Info_create(&info);
	MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
	MPI_Comm_create_from_group(world, "hints", info, MPI_ERRORS_RETURN, &comm);
	MPI_Comm_get_info(comm, &used);
	value_is(used, "mpi_assert_no_any_tag", "true");
	MPI_Info_free(&used);
	MPI_Info_free(&info);
	MPI_Comm_free(&comm);
	MPI_Group_free(&world);
}

/* ---- Communicators from groups ---- */

/* Odd and even ranks at once, backwards. */
static void halves(MPI_Session session)
{
	int *list = must_alloc(sizeof(int) * (size_t)job.ranks), n = 0, rank = -1;
	MPI_Group world, group;
	MPI_Comm comm;

	for (int r = job.ranks - 1; r >= 0; r--)
		if (r % 2 == job.rank % 2)
			list[n++] = r;
	MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
	MPI_Group_incl(world, n, list, &group);
	MPI_Comm_create_from_group(group, "half", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
	MPI_Comm_rank(comm, &rank);
	check(rank == n - 1 - job.rank / 2, "half: rank %d is %d", job.rank, rank);
	all_take_part(comm, "half");
	MPI_Comm_free(&comm);
	MPI_Group_free(&group);
	MPI_Group_free(&world);
	MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "none", MPI_INFO_NULL, MPI_ERRORS_RETURN,
				   &comm);
	check(comm == MPI_COMM_NULL, "of an empty group");
	free(list);
}

/* Rank 0 and the rest; the last one leads. */
static void across(MPI_Session session)
{
	int range[2][1][3] = {{{0, 0, 1}}, {{1, job.ranks - 1, 1}}};
	int side = job.rank > 0, remote = -1, leader = side ? job.ranks - 2 : 0;
	MPI_Group world, groups[2];
	MPI_Comm inter;

	if (job.ranks < 2)
		return;
	MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
	for (int i = 0; i < 2; i++)
		MPI_Group_range_incl(world, 1, range[i], &groups[i]);
	MPI_Intercomm_create_from_groups(groups[side], leader, groups[!side],
					 side ? 0 : job.ranks - 2, "across", MPI_INFO_NULL,
					 MPI_ERRORS_RETURN, &inter);
	MPI_Comm_remote_size(inter, &remote);
	check(remote == (side ? 1 : job.ranks - 1), "across: %d", remote);
	MPI_Barrier(inter);
	MPI_Comm_free(&inter);
	for (int i = 0; i < 2; i++)
		MPI_Group_free(&groups[i]);
	MPI_Group_free(&world);
}

static void self(MPI_Session session)
{
	int size = 0, result = -1;
	MPI_Group group;
	MPI_Comm comm;

	MPI_Group_from_session_pset(session, "mpi://SELF", &group);
	MPI_Comm_create_from_group(group, "self", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
	MPI_Group_free(&group);
	MPI_Comm_size(comm, &size);
	MPI_Sendrecv(&size, 1, MPI_INT, 0, 0, &result, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
	check(size == 1 && result == 1, "self: %d, %d", size, result);
	MPI_Comm_free(&comm);
}

/* Messages through the session's buffer, on a communicator made from it and its duplicate. */
static void buffered(MPI_Session session, MPI_Comm comm)
{
	char *memory = must_alloc(4096 + 2 * MPI_BSEND_OVERHEAD), *back = NULL;
	int next = (job.rank + 1) % job.ranks, before = (job.rank + job.ranks - 1) % job.ranks;
	int got[2] = {-1, -1}, size = 0;
	MPI_Request request;
	MPI_Comm dup;

	MPI_Comm_dup(comm, &dup);
	MPI_Session_attach_buffer(session, memory, 4096 + 2 * MPI_BSEND_OVERHEAD);
	check(MPI_Bsend(&job.rank, 1, MPI_INT, next, 1, comm) == MPI_SUCCESS, "bsend");
	check(MPI_Bsend(&job.rank, 1, MPI_INT, next, 1, dup) == MPI_SUCCESS, "bsend on a dup");
	MPI_Recv(&got[0], 1, MPI_INT, before, 1, comm, MPI_STATUS_IGNORE);
	MPI_Recv(&got[1], 1, MPI_INT, before, 1, dup, MPI_STATUS_IGNORE);
	check(got[0] == before && got[1] == before, "buffered: %d and %d", got[0], got[1]);
	MPI_Session_flush_buffer(session);
	MPI_Session_iflush_buffer(session, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Session_detach_buffer(session, &back, &size);
	check(back == memory && size == 4096 + 2 * MPI_BSEND_OVERHEAD, "detached %d bytes", size);
	MPI_Comm_free(&dup);
	free(memory);
}

/* ---- Duplicates while the program goes on ---- */

static void idup(MPI_Comm comm)
{
	enum { MANY = 5 };
	MPI_Comm dup[MANY], between;
	MPI_Request request[MANY];
	int result = -1;

	for (int i = 0; i < MANY; i++) {
		if (i % 2)
			MPI_Comm_idup_with_info(comm, MPI_INFO_NULL, &dup[i], &request[i]);
		else
			MPI_Comm_idup(comm, &dup[i], &request[i]);
	}
	MPI_Comm_dup(comm, &between);
	MPI_Waitall(MANY, request, MPI_STATUSES_IGNORE);
	for (int i = 0; i < MANY; i++) {
		MPI_Comm_compare(comm, dup[i], &result);
		check(result == MPI_CONGRUENT, "idup %d: compare gives %d", i, result);
	}
	for (int i = MANY; i-- > 0;)
		all_take_part(dup[i], "idup");
	all_take_part(between, "dup between");
	for (int i = 0; i < MANY; i++)
		MPI_Comm_free(&dup[i]);
	MPI_Comm_free(&between);
}

static int refusing; /* rank */

static int refuse(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
	(void)comm;
	(void)keyval;
	(void)extra;
	*(void **)out = in;
	*flag = 1;
	return job.rank == refusing ? MPI_ERR_OTHER : MPI_SUCCESS;
}

/* The copy function of an attribute fails on one rank: the others, whose duplicates may depend on
 * that one's, are not kept waiting. */
static void idup_refused(MPI_Comm comm)
{
	int keyval, code;

	MPI_Comm_create_keyval(refuse, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
	for (refusing = 0; refusing < job.ranks; refusing++) {
		MPI_Comm parent, dup;
		MPI_Request request;

		MPI_Comm_dup(comm, &parent);
		MPI_Comm_set_errhandler(parent, MPI_ERRORS_RETURN);
		MPI_Comm_set_attr(parent, keyval, &keyval);
		code = MPI_Comm_idup(parent, &dup, &request);
		if (code == MPI_SUCCESS) {
			code = MPI_Wait(&request, MPI_STATUS_IGNORE);
			MPI_Comm_free(&dup);
		}
		check((code != MPI_SUCCESS) == (job.rank == refusing || !refusing),
		      "idup refused by rank %d: code %d", refusing, code);
		MPI_Comm_free(&parent);
		MPI_Barrier(comm);
	}
	MPI_Comm_free_keyval(&keyval);
}

static void idup_across(MPI_Comm comm)
{
	MPI_Comm local, inter, dup;
	MPI_Request request;
	int one = 1, sum = 0, remote = -1;

	if (job.ranks < 2)
		return;
	MPI_Comm_split(comm, job.rank > 0, 0, &local);
	MPI_Intercomm_create(local, 0, comm, job.rank ? 0 : 1, 3, &inter);
	MPI_Comm_idup(inter, &dup, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Comm_remote_size(dup, &remote);
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, dup);
	check(sum == remote && remote == (job.rank ? 1 : job.ranks - 1), "idup across: %d of %d",
	      sum, remote);
	MPI_Comm_free(&dup);
	MPI_Comm_free(&inter);
	MPI_Comm_free(&local);
}

/* ---- Order of it all ---- */

/* All of it on one session. */
static void use(MPI_Session session)
{
	MPI_Comm comm = everybody(session, "use");

	sets(session);
	infos(session);
	errors(session);
	group_errors(session);
	attributes(comm);
	hints(session);
	all_take_part(comm, "everybody");
	halves(session);
	across(session);
	self(session);
	buffered(session, comm);
	idup(comm);
	idup_across(comm);
	idup_refused(comm);
	MPI_Comm_free(&comm);
}

static void phases(int initialised, int finalised, const char *when)
{
	int is_initialised = -1, is_finalised = -1;

	MPI_Initialized(&is_initialised);
	MPI_Finalized(&is_finalised);
	check(is_initialised == initialised && is_finalised == finalised,
	      "%s: initialised %d, finalised %d", when, is_initialised, is_finalised);
}

static void several(void)
{
	MPI_Session a = begin(), b = begin();
	MPI_Comm one, two;

	check(a != b, "two sessions with one handle");
	one = everybody(a, "one");
	two = everybody(b, "two");
	all_take_part(two, "second session");
	MPI_Comm_free(&two);
	MPI_Session_finalize(&b);
	all_take_part(one, "first session, after the second");
	MPI_Comm_free(&one);
	MPI_Session_finalize(&a);
}

/* No session is open, but MPI is ready for the next: a child that ends leaves it so. */
static void child_ends(void)
{
	pid_t pid;
	int status = -1;

	fflush(NULL);
	pid = fork();
	if (!pid)
		exit(0);
	check(waitpid(pid, &status, 0) == pid && WIFEXITED(status), "a child that ends: %x",
	      status);
}

/* Sum of failures over all; the status of the process. */
static int verdict(MPI_Comm comm)
{
	long all = 0;

	MPI_Allreduce(&job.failures, &all, 1, MPI_LONG, MPI_SUM, comm);
	if (job.rank == 0 && !all)
		printf("%s: good on %d ranks\n", job.name, job.ranks);
	return all != 0;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";
	int behind = !strcmp(how, "behind"), after = behind || !strcmp(how, "after");
	const char *rank = getenv("PMIX_RANK");
	MPI_Session session;
	MPI_Comm comm;
	int rc;

	job.name = "sessions";
	if (!strcmp(how, "late") && rank)
		pause_ms(atol(rank) % 4 * 50);
	is_behind = behind && rank && !atoi(rank);
	denials = strcmp(how, "denied") ? 0 : 5;
	if (after) {
		MPI_Init(&argc, &argv);
		MPI_Finalize();
	}
	session = begin();
	phases(after, after, "in a session");
	use(session);
	MPI_Session_finalize(&session);
	levels();
	several();
	if (strcmp(how, "alone") != 0 && !after) {
		MPI_Init(&argc, &argv);
		phases(1, 0, "after MPI_Init");
		all_take_part(MPI_COMM_WORLD, "MPI_COMM_WORLD");
		several();
		session = begin();
		all_take_part(MPI_COMM_WORLD, "MPI_COMM_WORLD, sessions come and gone");
		MPI_Finalize();
		phases(1, 1, "after MPI_Finalize");
		use(session);
		MPI_Session_finalize(&session);
	}
	late_group();
	child_ends();
	session = begin();
	comm = everybody(session, "end");
	rc = verdict(comm);
	MPI_Comm_free(&comm);
	MPI_Session_finalize(&session);
	return rc;
}
