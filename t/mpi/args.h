/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The parts of args.pl's program apart from its calls: a right value of each kind, handles that are
 * no longer valid, and error handlers that count. Only its functions, tools and inters make the
 * calls.
 */
#ifndef RD_T_MPI_ARGS_H
#define RD_T_MPI_ARGS_H

#include <mpi.h>

#include "t/tap.h"

#include <unistd.h>

#define SANITIZED (getenv("RD_SANITIZED") && !strcmp(getenv("RD_SANITIZED"), "1"))

static int buf[4], other[4], number, zero, minus = -1, room_length = 16;
static int zeros[4], ones[4] = {1, 1, 1, 1}, twos[4] = {2, 2, 2, 2}, nones[4] = {-1, -1, -1, -1};
static int blocks[1] = {MPI_DISTRIBUTE_BLOCK}, defaults[1] = {MPI_DISTRIBUTE_DFLT_DARG};
static int ranges[1][3] = {{0, 0, 1}}, far_ranges[1][3] = {{0, 9, 1}};
static int still_ranges[1][3] = {{0, 0, 0}};
static MPI_Count wzeros[4], wones[4] = {1, 1, 1, 1}, wnones[4] = {-1, -1, -1, -1};
static MPI_Count wtwos[4] = {2, 2, 2, 2};
static MPI_Count wide_number, wide_zero, wide_minus = -1;
static MPI_Aint azeros[4], address, minus_address = -1;
static MPI_Datatype types[2], null_types[2];
static MPI_Datatype uncommitted, some_type, new_type, null_type, freed_type;
static MPI_Comm cart, graph, dist, inter, some_comm, new_comm, null_comm, self_comm, freed_comm;
static MPI_File file, some_file, null_file, freed_file;
/* With a split collective under way: read_at, write_at, read, write, read_ordered,
 * write_ordered. */
static MPI_File splits[6];
static char file_name[64];
#define no_file "/nonexistent/file"
static MPI_Win win, dynamic, some_win, null_win, freed_win;
static MPI_Session session, some_session, null_session, freed_session;
static MPI_Group group, some_group, new_group, null_group, freed_group;
static MPI_Op user_op, new_op, null_op, sum_op, freed_op;
static MPI_Info some_info, free_info, new_info, null_info, env_info, freed_info;
static MPI_Errhandler some_eh, new_eh, null_eh, freed_eh, COMM_eh, WIN_eh, SESSION_eh, FILE_eh;
#define other_COMM_eh WIN_eh
#define other_WIN_eh SESSION_eh
#define other_SESSION_eh COMM_eh
#define other_FILE_eh WIN_eh
static int COMM_key, COMM_free_key, TYPE_key, TYPE_free_key, WIN_key, WIN_free_key, invalid_key;
static int added; /* error class */
#define other_COMM_key TYPE_key
#define other_TYPE_key COMM_key
#define other_WIN_key COMM_key
static MPI_Request active, psend, precv, request, null_request, freed_request, nulls[1];
static MPI_Message message, no_proc, null_message, freed_message;
static MPI_Status status;
static char text[8192], long_text[MPI_MAX_INFO_VAL + 1];
static long long room[64];
static MPI_T_enum tool_enum;
static MPI_T_cvar_handle cvar;
static MPI_T_pvar_session pvars;
static MPI_T_pvar_handle pvar;
static MPI_T_event_registration registration;

/* ---- The return value of a call, and the code that the error handler received ---- */

static int handled, handled_code;

static void note(void *object, int *code, ...)
{
	handled++;
	handled_code = *code;
}

static void fails(int class, const char *what, int code)
{
	int got = -1, calls = handled;

	MPI_Error_class(code, &got);
	handled = 0;
	ok(got == class && calls == 1 && handled_code == code, "%s", what);
	if (got != class)
		diag("error class %d, should be %d", got, class);
	if (calls != 1)
		diag("the error handler was called %d times", calls);
}

/* Several arguments are wrong: it may be the class of any. */
static void fails_somehow(const char *what, int code)
{
	int class = MPI_SUCCESS;

	MPI_Error_class(code, &class);
	if (class == MPI_SUCCESS)
		handled = 0;
	fails(class, what, code);
}

static void tool_fails(int class, const char *what, int code)
{
	is_int(code, class, "%s", what);
	if (handled)
		ok(0, "%s: an error handler was called", what);
	handled = 0;
}

static void a_function(void)
{
}

/* ---- Right values ---- */

static void watch(MPI_Comm comm)
{
	MPI_Comm_set_errhandler(comm, COMM_eh);
}

static void make_constants(void)
{
	types[0] = types[1] = MPI_INT;
	null_types[0] = null_types[1] = null_type = MPI_DATATYPE_NULL;
	null_comm = MPI_COMM_NULL;
	self_comm = MPI_COMM_SELF;
	null_group = MPI_GROUP_NULL;
	null_win = MPI_WIN_NULL;
	null_file = MPI_FILE_NULL;
	null_session = MPI_SESSION_NULL;
	null_op = MPI_OP_NULL;
	sum_op = MPI_SUM;
	null_eh = MPI_ERRHANDLER_NULL;
	null_info = MPI_INFO_NULL;
	env_info = MPI_INFO_ENV;
	null_request = nulls[0] = MPI_REQUEST_NULL;
	null_message = MPI_MESSAGE_NULL;
	no_proc = MPI_MESSAGE_NO_PROC;
	invalid_key = MPI_KEYVAL_INVALID;
	memset(long_text, 'k', sizeof(long_text) - 1);
}

static void make_comms(void)
{
	MPI_Comm_create_errhandler((MPI_Comm_errhandler_function *)note, &COMM_eh);
	MPI_Comm_create_errhandler((MPI_Comm_errhandler_function *)note, &some_eh);
	watch(MPI_COMM_SELF);
	watch(MPI_COMM_WORLD);
	MPI_Cart_create(MPI_COMM_SELF, 1, ones, zeros, 0, &cart);
	MPI_Graph_create(MPI_COMM_SELF, 1, ones, zeros, 0, &graph);
	MPI_Dist_graph_create(MPI_COMM_SELF, 1, zeros, ones, zeros, MPI_UNWEIGHTED, MPI_INFO_NULL,
			      0, &dist);
	MPI_Comm_dup(MPI_COMM_SELF, &some_comm);
	MPI_Comm_group(MPI_COMM_SELF, &group);
	MPI_Comm_group(MPI_COMM_SELF, &some_group);
}

static void make_windows(void)
{
	MPI_Win_create_errhandler((MPI_Win_errhandler_function *)note, &WIN_eh);
	MPI_Win_create(buf, sizeof(buf), 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
	MPI_Win_set_errhandler(win, WIN_eh);
	MPI_Win_lock_all(0, win);
	MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &dynamic);
	MPI_Win_set_errhandler(dynamic, WIN_eh);
}

static void make_files(void)
{
	snprintf(file_name, sizeof(file_name), "/tmp/rondo-args.%d", (int)getpid());
	MPI_File_create_errhandler((MPI_File_errhandler_function *)note, &FILE_eh);
	MPI_File_set_errhandler(MPI_FILE_NULL, FILE_eh);
	MPI_File_open(MPI_COMM_SELF, file_name,
		      MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
		      &file);
	for (int i = 0; i < 6; i++)
		MPI_File_open(MPI_COMM_SELF, file_name, MPI_MODE_RDWR, MPI_INFO_NULL, &splits[i]);
	MPI_File_read_at_all_begin(splits[0], 0, other, 1, MPI_INT);
	MPI_File_write_at_all_begin(splits[1], 0, buf, 1, MPI_INT);
	MPI_File_read_all_begin(splits[2], other, 1, MPI_INT);
	MPI_File_write_all_begin(splits[3], buf, 1, MPI_INT);
	MPI_File_read_ordered_begin(splits[4], other, 1, MPI_INT);
	MPI_File_write_ordered_begin(splits[5], buf, 1, MPI_INT);
}

static void close_files(void)
{
	MPI_File_read_at_all_end(splits[0], other, &status);
	MPI_File_write_at_all_end(splits[1], buf, &status);
	MPI_File_read_all_end(splits[2], other, &status);
	MPI_File_write_all_end(splits[3], buf, &status);
	MPI_File_read_ordered_end(splits[4], other, &status);
	MPI_File_write_ordered_end(splits[5], buf, &status);
	for (int i = 0; i < 6; i++)
		MPI_File_close(&splits[i]);
	MPI_File_close(&file);
	MPI_Errhandler_free(&FILE_eh);
}

static void make_others(void)
{
	MPI_Session_create_errhandler((MPI_Session_errhandler_function *)note, &SESSION_eh);
	MPI_Session_init(MPI_INFO_NULL, SESSION_eh, &session);
	MPI_Comm_create_keyval(NULL, NULL, &COMM_key, NULL);
	MPI_Type_create_keyval(NULL, NULL, &TYPE_key, NULL);
	MPI_Win_create_keyval(NULL, NULL, &WIN_key, NULL);
	MPI_Comm_create_keyval(NULL, NULL, &COMM_free_key, NULL);
	MPI_Type_create_keyval(NULL, NULL, &TYPE_free_key, NULL);
	MPI_Win_create_keyval(NULL, NULL, &WIN_free_key, NULL);
	MPI_Info_create(&some_info);
	MPI_Info_create(&free_info);
	MPI_Info_set(some_info, "key", "value");
	MPI_Type_contiguous(2, MPI_INT, &uncommitted);
	MPI_Type_contiguous(2, MPI_INT, &some_type);
	MPI_Op_create((MPI_User_function *)a_function, 1, &user_op);
	MPI_Recv_init(buf, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &active);
	MPI_Psend_init(buf, 2, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, &psend);
	MPI_Precv_init(other, 2, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, &precv);
	MPI_Start(&psend);
	MPI_Start(&precv);
	MPI_Add_error_class(&added);
}

static void make_tools(void)
{
	MPI_T_init_thread(MPI_THREAD_SINGLE, &number);
	MPI_T_cvar_get_index("RONDO_CHECK", &number);
	MPI_T_cvar_get_info(number, NULL, NULL, NULL, NULL, &tool_enum, NULL, NULL, NULL, NULL);
	MPI_T_cvar_handle_alloc(number, NULL, &cvar, &zero);
	MPI_T_pvar_session_create(&pvars);
	MPI_T_pvar_handle_alloc(pvars, 0, &self_comm, &pvar, &zero);
	MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &registration);
	zero = 0;
}

/* Handles of freed objects. A sanitizer does not let the library read most of them. */
static void make_freed(void)
{
	MPI_Comm comm;
	MPI_Datatype type;
	MPI_Info info;
	MPI_Win window;
	MPI_File closed;
	MPI_Session ended;
	MPI_Group few;
	MPI_Op op;
	MPI_Errhandler eh;

	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Type_contiguous(2, MPI_INT, &type);
	MPI_Info_create(&info);
	MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &window);
	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &ended);
	MPI_Group_incl(group, 1, zeros, &few);
	MPI_Op_create((MPI_User_function *)a_function, 1, &op);
	MPI_Comm_create_errhandler((MPI_Comm_errhandler_function *)note, &eh);
	MPI_Recv_init(buf, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
	MPI_Send(buf, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
	MPI_Mprobe(0, 0, MPI_COMM_SELF, &message, MPI_STATUS_IGNORE);
	freed_comm = SANITIZED ? (MPI_Comm)group : comm;
	freed_type = SANITIZED ? (MPI_Datatype)group : type;
	freed_info = SANITIZED ? (MPI_Info)MPI_COMM_SELF : info;
	MPI_File_open(MPI_COMM_SELF, file_name, MPI_MODE_RDONLY, MPI_INFO_NULL, &closed);
	freed_file = SANITIZED ? (MPI_File)group : closed;
	MPI_File_close(&closed);
	freed_win = SANITIZED ? (MPI_Win)group : window;
	freed_session = SANITIZED ? MPI_SESSION_NULL : ended;
	freed_group = SANITIZED ? MPI_GROUP_NULL : few;
	freed_op = SANITIZED ? MPI_OP_NULL : op;
	freed_eh = SANITIZED ? MPI_ERRHANDLER_NULL : eh;
	freed_request = SANITIZED ? (MPI_Request)group : request;
	freed_message = SANITIZED ? MPI_MESSAGE_NULL : message;
	MPI_Comm_free(&comm);
	MPI_Type_free(&type);
	MPI_Info_free(&info);
	MPI_Win_free(&window);
	MPI_Session_finalize(&ended);
	MPI_Group_free(&few);
	MPI_Op_free(&op);
	MPI_Errhandler_free(&eh);
	MPI_Request_free(&request);
	MPI_Mrecv(buf, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
}

static void free_all(void)
{
	ok(active != MPI_REQUEST_NULL && some_comm != MPI_COMM_NULL, "nothing was freed");
	MPI_Pready_range(0, 1, psend);
	MPI_Wait(&psend, MPI_STATUS_IGNORE);
	MPI_Wait(&precv, MPI_STATUS_IGNORE);
	MPI_Request_free(&psend);
	MPI_Request_free(&precv);
	MPI_Request_free(&active);
	MPI_T_finalize();
	MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
	close_files();
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Win_free(&dynamic);
	MPI_Comm_free(&some_comm);
	MPI_Comm_free(&cart);
	MPI_Comm_free(&graph);
	MPI_Comm_free(&dist);
	MPI_Group_free(&group);
	MPI_Group_free(&some_group);
	MPI_Type_free(&uncommitted);
	MPI_Type_free(&some_type);
	MPI_Op_free(&user_op);
	MPI_Info_free(&some_info);
	MPI_Info_free(&free_info);
	MPI_Comm_free_keyval(&COMM_key);
	MPI_Type_free_keyval(&TYPE_key);
	MPI_Win_free_keyval(&WIN_key);
	MPI_Comm_free_keyval(&COMM_free_key);
	MPI_Type_free_keyval(&TYPE_free_key);
	MPI_Win_free_keyval(&WIN_free_key);
	MPI_Errhandler_free(&some_eh);
	MPI_Errhandler_free(&WIN_eh);
	MPI_Errhandler_free(&COMM_eh);
	MPI_Session_finalize(&session);
	MPI_Errhandler_free(&SESSION_eh);
	is_int(handled, 0, "right arguments raise no error");
}

static void alone(void);
static void tools(void);
static void inters(void);

int main(void)
{
	int rank, size;

	alarm(60);
	MPI_Init(NULL, NULL);
	make_constants();
	make_comms();
	make_windows();
	make_files();
	make_others();
	make_tools();
	make_freed();
	is_int(handled, 0, "right arguments raise no error");
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (size == 2) {
		MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
		watch(inter);
		inters();
		MPI_Comm_free(&inter);
	} else {
		alone();
		tools();
	}
	free_all();
	is_int(MPI_Finalize(), MPI_SUCCESS, "MPI_Finalize");
	return done();
}

#endif
