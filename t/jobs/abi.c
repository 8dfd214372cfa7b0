/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program that was compiled with another header of the standard ABI (MPI-5.0 20) and linked with
 * another library of that name: every predefined handle has the meaning of its number, a status has
 * the same layout in memory, and functions of the program's are called as it declared them.
 * t/build/constants.t proves that the constants have their numbers; abi.t runs this program.
 */
#include "t/jobs/job.h"

#include <complex.h>
#include <stddef.h>
#include <wchar.h>

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

/* ---- Handles ---- */

#define SAME(KIND, handle, number) \
	check(MPI_##KIND##_toint(handle) == (number) && MPI_##KIND##_fromint(number) == (handle), \
	      "%s is not %#x", #handle, number)

static void numbers(void)
{
	SAME(Comm, MPI_COMM_NULL, 0x100);
	SAME(Comm, MPI_COMM_WORLD, 0x101);
	SAME(Comm, MPI_COMM_SELF, 0x102);
	SAME(Group, MPI_GROUP_NULL, 0x108);
	SAME(Group, MPI_GROUP_EMPTY, 0x109);
	SAME(Win, MPI_WIN_NULL, 0x110);
	SAME(File, MPI_FILE_NULL, 0x118);
	SAME(Session, MPI_SESSION_NULL, 0x120);
	SAME(Message, MPI_MESSAGE_NULL, 0x128);
	SAME(Message, MPI_MESSAGE_NO_PROC, 0x129);
	SAME(Info, MPI_INFO_NULL, 0x130);
	SAME(Info, MPI_INFO_ENV, 0x131);
	SAME(Errhandler, MPI_ERRHANDLER_NULL, 0x140);
	SAME(Errhandler, MPI_ERRORS_ARE_FATAL, 0x141);
	SAME(Errhandler, MPI_ERRORS_ABORT, 0x142);
	SAME(Errhandler, MPI_ERRORS_RETURN, 0x143);
	SAME(Request, MPI_REQUEST_NULL, 0x180);
	SAME(Type, MPI_DATATYPE_NULL, 0x200);
	SAME(Op, MPI_OP_NULL, 0x20);
}

/* Objects behind the predefined handles. */
static void objects(void)
{
	MPI_Errhandler kept, got,
		all[] = {MPI_ERRORS_ARE_FATAL, MPI_ERRORS_ABORT, MPI_ERRORS_RETURN};
	MPI_Request none = MPI_REQUEST_NULL;
	MPI_Message no_proc = MPI_MESSAGE_NO_PROC;
	MPI_Status status;
	int size, result, n = -1, flag = -1;

	MPI_Comm_size(MPI_COMM_SELF, &size);
	MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result);
	check(size == 1 && result == MPI_IDENT, "the communicators");
	MPI_Group_size(MPI_GROUP_EMPTY, &n);
	MPI_Group_rank(MPI_GROUP_EMPTY, &result);
	check(n == 0 && result == MPI_UNDEFINED, "the empty group");
	check(MPI_Info_get_nkeys(MPI_INFO_ENV, &n) == MPI_SUCCESS, "MPI_INFO_ENV");
	MPI_Comm_get_errhandler(MPI_COMM_WORLD, &kept);
	for (int i = 0; i < COUNT(all); i++) {
		MPI_Comm_set_errhandler(MPI_COMM_WORLD, all[i]);
		MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got);
		check(got == all[i], "error handler %d", i);
	}
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, kept);
	MPI_Test(&none, &flag, &status);
	check(flag && status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG,
	      "the empty status of MPI_REQUEST_NULL");
	MPI_Mrecv(NULL, 0, MPI_INT, &no_proc, &status);
	check(no_proc == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL,
	      "MPI_MESSAGE_NO_PROC");
}

/* ---- Datatypes: their number, their size in bytes, their name ---- */

#define TYPE(handle, number, size) \
	{ \
		handle, number, size, #handle \
	}
#define OF(handle, number, type) \
	{ \
		handle, number, sizeof(type), #handle \
	}

static const struct {
	MPI_Datatype handle;
	int number;
	size_t size;
	const char *name;
} types[] = {
	OF(MPI_AINT, 0x201, MPI_Aint),
	OF(MPI_COUNT, 0x202, MPI_Count),
	OF(MPI_OFFSET, 0x203, MPI_Offset),
	TYPE(MPI_PACKED, 0x207, 1),
	OF(MPI_SHORT, 0x208, short),
	OF(MPI_INT, 0x209, int),
	OF(MPI_LONG, 0x20a, long),
	OF(MPI_LONG_LONG_INT, 0x20b, long long),
	OF(MPI_UNSIGNED_SHORT, 0x20c, unsigned short),
	OF(MPI_UNSIGNED, 0x20d, unsigned),
	OF(MPI_UNSIGNED_LONG, 0x20e, unsigned long),
	OF(MPI_UNSIGNED_LONG_LONG, 0x20f, unsigned long long),
	OF(MPI_FLOAT, 0x210, float),
	OF(MPI_C_COMPLEX, 0x212, float _Complex),
	OF(MPI_CXX_FLOAT_COMPLEX, 0x213, float _Complex),
	OF(MPI_DOUBLE, 0x214, double),
	OF(MPI_C_DOUBLE_COMPLEX, 0x216, double _Complex),
	OF(MPI_CXX_DOUBLE_COMPLEX, 0x217, double _Complex),
	TYPE(MPI_LOGICAL, 0x218, 4),
	TYPE(MPI_INTEGER, 0x219, 4),
	TYPE(MPI_REAL, 0x21a, 4),
	TYPE(MPI_COMPLEX, 0x21b, 8),
	TYPE(MPI_DOUBLE_PRECISION, 0x21c, 8),
	TYPE(MPI_DOUBLE_COMPLEX, 0x21d, 16),
	TYPE(MPI_CHARACTER, 0x21e, 1),
	OF(MPI_LONG_DOUBLE, 0x220, long double),
	OF(MPI_C_LONG_DOUBLE_COMPLEX, 0x224, long double _Complex),
	OF(MPI_CXX_LONG_DOUBLE_COMPLEX, 0x225, long double _Complex),
	TYPE(MPI_FLOAT_INT, 0x228, sizeof(float) + sizeof(int)),
	TYPE(MPI_DOUBLE_INT, 0x229, sizeof(double) + sizeof(int)),
	TYPE(MPI_LONG_INT, 0x22a, sizeof(long) + sizeof(int)),
	TYPE(MPI_2INT, 0x22b, 2 * sizeof(int)),
	TYPE(MPI_SHORT_INT, 0x22c, sizeof(short) + sizeof(int)),
	TYPE(MPI_LONG_DOUBLE_INT, 0x22d, sizeof(long double) + sizeof(int)),
	TYPE(MPI_2REAL, 0x230, 8),
	TYPE(MPI_2DOUBLE_PRECISION, 0x231, 16),
	TYPE(MPI_2INTEGER, 0x232, 8),
	OF(MPI_C_BOOL, 0x238, _Bool),
	OF(MPI_CXX_BOOL, 0x239, _Bool),
	OF(MPI_WCHAR, 0x23c, wchar_t),
	TYPE(MPI_INT8_T, 0x240, 1),
	TYPE(MPI_UINT8_T, 0x241, 1),
	TYPE(MPI_CHAR, 0x243, 1),
	TYPE(MPI_SIGNED_CHAR, 0x244, 1),
	TYPE(MPI_UNSIGNED_CHAR, 0x245, 1),
	TYPE(MPI_BYTE, 0x247, 1),
	TYPE(MPI_INT16_T, 0x248, 2),
	TYPE(MPI_UINT16_T, 0x249, 2),
	TYPE(MPI_INT32_T, 0x250, 4),
	TYPE(MPI_UINT32_T, 0x251, 4),
	TYPE(MPI_INT64_T, 0x258, 8),
	TYPE(MPI_UINT64_T, 0x259, 8),
	TYPE(MPI_LOGICAL1, 0x2c0, 1),
	TYPE(MPI_INTEGER1, 0x2c1, 1),
	TYPE(MPI_LOGICAL2, 0x2c8, 2),
	TYPE(MPI_INTEGER2, 0x2c9, 2),
	TYPE(MPI_REAL2, 0x2ca, 2),
	TYPE(MPI_LOGICAL4, 0x2d0, 4),
	TYPE(MPI_INTEGER4, 0x2d1, 4),
	TYPE(MPI_REAL4, 0x2d2, 4),
	TYPE(MPI_COMPLEX4, 0x2d3, 4),
	TYPE(MPI_LOGICAL8, 0x2d8, 8),
	TYPE(MPI_INTEGER8, 0x2d9, 8),
	TYPE(MPI_REAL8, 0x2da, 8),
	TYPE(MPI_COMPLEX8, 0x2db, 8),
	TYPE(MPI_LOGICAL16, 0x2e0, 16),
	TYPE(MPI_INTEGER16, 0x2e1, 16),
	TYPE(MPI_REAL16, 0x2e2, 16),
	TYPE(MPI_COMPLEX16, 0x2e3, 16),
	TYPE(MPI_COMPLEX32, 0x2eb, 32),
};

static void datatypes(void)
{
	for (int i = 0; i < COUNT(types); i++) {
		char name[MPI_MAX_OBJECT_NAME] = "", in[64] = "The bytes of one element",
		     out[64] = "";
		int size = -1, length;

		SAME(Type, types[i].handle, types[i].number);
		MPI_Type_size(types[i].handle, &size);
		MPI_Type_get_name(types[i].handle, name, &length);
		check(size == (int)types[i].size, "%s has %d bytes, not %zu", types[i].name, size,
		      types[i].size);
		check(!strcmp(name, types[i].name), "%s is named %s", types[i].name, name);
		MPI_Sendrecv(in, 1, types[i].handle, 0, i, out, 1, types[i].handle, 0, i,
			     MPI_COMM_SELF, MPI_STATUS_IGNORE);
		check(out[0] == in[0], "%s does not travel", types[i].name);
	}
}

/* ---- Operators: the results of 12 OP 10 ---- */

static const struct {
	MPI_Op handle;
	int number, result;
	const char *name;
} ops[] = {
	{MPI_SUM, 0x21, 22, "MPI_SUM"},       {MPI_MIN, 0x22, 10, "MPI_MIN"},
	{MPI_MAX, 0x23, 12, "MPI_MAX"},       {MPI_PROD, 0x24, 120, "MPI_PROD"},
	{MPI_BAND, 0x28, 8, "MPI_BAND"},      {MPI_BOR, 0x29, 14, "MPI_BOR"},
	{MPI_BXOR, 0x2a, 6, "MPI_BXOR"},      {MPI_LAND, 0x30, 1, "MPI_LAND"},
	{MPI_LOR, 0x31, 1, "MPI_LOR"},        {MPI_LXOR, 0x32, 0, "MPI_LXOR"},
	{MPI_MINLOC, 0x38, 10, "MPI_MINLOC"}, {MPI_MAXLOC, 0x39, 12, "MPI_MAXLOC"},
};

static void operators(void)
{
	int last[2] = {12, 1}, result;
	MPI_Win win;

	for (int i = 0; i < COUNT(ops); i++) {
		int pair[2] = {10, 2}, commutes = 0;
		int is_loc = ops[i].handle == MPI_MINLOC || ops[i].handle == MPI_MAXLOC;

		SAME(Op, ops[i].handle, ops[i].number);
		MPI_Op_commutative(ops[i].handle, &commutes);
		MPI_Reduce_local(last, pair, 1, is_loc ? MPI_2INT : MPI_INT, ops[i].handle);
		check(commutes && pair[0] == ops[i].result, "%s gives %d, not %d", ops[i].name,
		      pair[0], ops[i].result);
	}
	SAME(Op, MPI_REPLACE, 0x3c);
	SAME(Op, MPI_NO_OP, 0x3d);
	MPI_Win_create(last, sizeof(last), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &win);
	MPI_Win_fence(0, win);
	MPI_Fetch_and_op(&(int){99}, &result, MPI_INT, 0, 0, MPI_REPLACE, win);
	MPI_Win_fence(0, win);
	check(result == 12 && last[0] == 99, "MPI_REPLACE leaves %d", last[0]);
	MPI_Fetch_and_op(NULL, &result, MPI_INT, 0, 0, MPI_NO_OP, win);
	MPI_Win_fence(0, win);
	check(result == 99 && last[0] == 99, "MPI_NO_OP fetches %d", result);
	MPI_Win_free(&win);
}

/* ---- Memory that both sides access ---- */

static void layouts(void)
{
	MPI_Status status;
	int words[sizeof(MPI_Status) / sizeof(int)], data = 0, count = 0;

	check(sizeof(status) == 32 && offsetof(MPI_Status, MPI_SOURCE) == 0 &&
		      offsetof(MPI_Status, MPI_TAG) == 4 && offsetof(MPI_Status, MPI_ERROR) == 8,
	      "a status of %zu bytes", sizeof(status));
	check(sizeof(MPI_Aint) == sizeof(void *) && sizeof(MPI_Count) == 8 &&
		      sizeof(MPI_Offset) == 8,
	      "integers of %zu, %zu and %zu bytes", sizeof(MPI_Aint), sizeof(MPI_Count),
	      sizeof(MPI_Offset));
	status.MPI_ERROR = 4711;
	MPI_Sendrecv(&data, 1, MPI_INT, 0, 77, &data, 1, MPI_INT, 0, 77, MPI_COMM_SELF, &status);
	memcpy(words, &status, sizeof(words));
	MPI_Get_count(&status, MPI_INT, &count);
	check(words[0] == 0 && words[1] == 77 && words[2] == 4711 && count == 1,
	      "status with source %d, tag %d, error %d, count %d", words[0], words[1], words[2],
	      count);
}

/* Numbers that the library gives back, by the names of the program's header. */
static void answers(void)
{
	int *value, flag, got[4];
	MPI_Datatype pair;
	MPI_Comm grid;
	MPI_Win win;

	MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
	MPI_Type_get_envelope(pair, &got[0], &got[1], &got[2], &got[3]);
	check(got[3] == MPI_COMBINER_VECTOR, "combiner %d", got[3]);
	MPI_Type_free(&pair);
	MPI_Cart_create(MPI_COMM_SELF, 1, (int[]){1}, (int[]){0}, 0, &grid);
	MPI_Topo_test(grid, &got[0]);
	MPI_Comm_compare(grid, MPI_COMM_SELF, &got[1]);
	check(got[0] == MPI_CART && got[1] == MPI_CONGRUENT, "topology %d, compared %d", got[0],
	      got[1]);
	MPI_Comm_free(&grid);
	MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);
	check(flag && *value >= 32767, "MPI_TAG_UB");
	MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &win);
	MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &flag);
	check(flag && *value == MPI_WIN_FLAVOR_DYNAMIC, "flavour %d", flag ? *value : -1);
	MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &flag);
	check(flag && *value == MPI_WIN_UNIFIED, "memory model %d", flag ? *value : -1);
	MPI_Win_free(&win);
}

/* ---- Functions of the program's. Each counts its calls and checks its arguments. ---- */

static int called;
static char extra;

static void times(int wanted, const char *what)
{
	check(called == wanted, "%s: %d calls, not %d", what, called, wanted);
	called = 0;
}

static void add(void *in, void *inout, int *len, MPI_Datatype *type)
{
	called += *len == 3 && *type == MPI_INT;
	for (int i = 0; i < *len; i++)
		((int *)inout)[i] += ((int *)in)[i];
}

static void add_c(void *in, void *inout, MPI_Count *len, MPI_Datatype *type)
{
	called += *len == 3 && *type == MPI_INT;
	for (MPI_Count i = 0; i < *len; i++)
		((int *)inout)[i] += ((int *)in)[i];
}

static void op_functions(void)
{
	int in[3] = {1, 2, 3}, out[3] = {10, 20, 30};
	MPI_Op op;

	MPI_Op_create(add, 1, &op);
	MPI_Reduce_local(in, out, 3, MPI_INT, op);
	MPI_Op_free(&op);
	times(1, "MPI_User_function");
	MPI_Op_create_c(add_c, 0, &op);
	MPI_Reduce_local_c(in, out, 3, MPI_INT, op);
	MPI_Op_free(&op);
	times(1, "MPI_User_function_c");
	check(out[0] == 12 && out[1] == 24 && out[2] == 36, "the sums");
}

static MPI_Win a_win;
static MPI_Session a_session;

static void comm_error(MPI_Comm *comm, int *code, ...)
{
	called += *comm == MPI_COMM_SELF && *code == MPI_ERR_OTHER;
}

static void win_error(MPI_Win *win, int *code, ...)
{
	called += *win == a_win && *code == MPI_ERR_OTHER;
}

static void session_error(MPI_Session *session, int *code, ...)
{
	called += *session == a_session && *code == MPI_ERR_OTHER;
}

static void error_functions(void)
{
	MPI_Errhandler handler;

	MPI_Comm_create_errhandler(comm_error, &handler);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
	MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
	MPI_Errhandler_free(&handler);
	times(1, "MPI_Comm_errhandler_function");
	MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &a_win);
	MPI_Win_create_errhandler(win_error, &handler);
	MPI_Win_set_errhandler(a_win, handler);
	MPI_Win_call_errhandler(a_win, MPI_ERR_OTHER);
	MPI_Errhandler_free(&handler);
	MPI_Win_free(&a_win);
	times(1, "MPI_Win_errhandler_function");
	MPI_Session_create_errhandler(session_error, &handler);
	MPI_Session_init(MPI_INFO_NULL, handler, &a_session);
	MPI_Session_call_errhandler(a_session, MPI_ERR_OTHER);
	MPI_Errhandler_free(&handler);
	MPI_Session_finalize(&a_session);
	times(1, "MPI_Session_errhandler_function");
}

/* Copy and delete functions are alike but for the handle. */
#define ATTRIBUTE_FUNCTIONS(kind, handle_type) \
	static int kind##_copy(handle_type object, int key, void *state, void *in, void *out, \
			       int *flag) \
	{ \
		called += object != NULL && key > 0 && state == &extra && !strcmp(in, #kind); \
		*(void **)out = in; \
		*flag = 1; \
		return MPI_SUCCESS; \
	} \
	static int kind##_delete(handle_type object, int key, void *value, void *state) \
	{ \
		called += object != NULL && key > 0 && state == &extra && !strcmp(value, #kind); \
		return MPI_SUCCESS; \
	}

ATTRIBUTE_FUNCTIONS(comm, MPI_Comm)
ATTRIBUTE_FUNCTIONS(type, MPI_Datatype)
ATTRIBUTE_FUNCTIONS(win, MPI_Win)

static void attribute_functions(void)
{
	MPI_Comm comm, comm2;
	MPI_Datatype type, type2;
	MPI_Win win;
	int key;

	MPI_Comm_create_keyval(comm_copy, comm_delete, &key, &extra);
	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Comm_set_attr(comm, key, "comm");
	MPI_Comm_dup(comm, &comm2);
	MPI_Comm_free(&comm);
	MPI_Comm_free(&comm2);
	MPI_Comm_free_keyval(&key);
	times(3, "attributes of communicators");
	MPI_Type_create_keyval(type_copy, type_delete, &key, &extra);
	MPI_Type_contiguous(2, MPI_INT, &type);
	MPI_Type_set_attr(type, key, "type");
	MPI_Type_dup(type, &type2);
	MPI_Type_free(&type);
	MPI_Type_free(&type2);
	MPI_Type_free_keyval(&key);
	times(3, "attributes of datatypes");
	MPI_Win_create_keyval(win_copy, win_delete, &key, &extra);
	MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &win);
	MPI_Win_set_attr(win, key, "win");
	MPI_Win_free(&win);
	MPI_Win_free_keyval(&key);
	times(1, "attributes of windows");
	MPI_Keyval_create(comm_copy, comm_delete, &key, &extra);
	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Attr_put(comm, key, "comm");
	MPI_Comm_free(&comm);
	MPI_Keyval_free(&key);
	times(1, "attributes by the names of MPI-1");
}

/* The functions that are constants: they copy, or they do not. */
static void predefined_functions(void)
{
	MPI_Comm comm, comm2;
	MPI_Datatype type, type2;
	int keys[4], flags[4];
	void *value;

	MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &keys[0], NULL);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keys[1], NULL);
	MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &keys[2], NULL);
	MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &keys[3], NULL);
	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Type_contiguous(2, MPI_INT, &type);
	for (int i = 0; i < 2; i++) {
		MPI_Comm_set_attr(comm, keys[i], &extra);
		MPI_Type_set_attr(type, keys[2 + i], &extra);
	}
	MPI_Comm_dup(comm, &comm2);
	MPI_Type_dup(type, &type2);
	for (int i = 0; i < 2; i++) {
		MPI_Comm_get_attr(comm2, keys[i], &value, &flags[i]);
		MPI_Type_get_attr(type2, keys[2 + i], &value, &flags[2 + i]);
	}
	check(flags[0] && !flags[1] && flags[2] && !flags[3], "copied: %d %d %d %d", flags[0],
	      flags[1], flags[2], flags[3]);
	MPI_Comm_free(&comm);
	MPI_Comm_free(&comm2);
	MPI_Type_free(&type);
	MPI_Type_free(&type2);
	for (int i = 0; i < 2; i++) {
		MPI_Comm_free_keyval(&keys[i]);
		MPI_Type_free_keyval(&keys[2 + i]);
	}
}

static int query(void *state, MPI_Status *status)
{
	called += state == &extra;
	status->MPI_SOURCE = 5;
	status->MPI_TAG = 6;
	MPI_Status_set_elements(status, MPI_INT, 7);
	MPI_Status_set_cancelled(status, 0);
	return MPI_SUCCESS;
}

static int release(void *state)
{
	called += state == &extra;
	return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
	called += state == &extra && !complete;
	return MPI_SUCCESS;
}

static void request_functions(void)
{
	MPI_Request request;
	MPI_Status status;
	int count = -1;

	MPI_Grequest_start(query, release, cancel, &extra, &request);
	MPI_Cancel(&request);
	MPI_Grequest_complete(request);
	MPI_Wait(&request, &status);
	MPI_Get_count(&status, MPI_INT, &count);
	check(status.MPI_SOURCE == 5 && status.MPI_TAG == 6 && count == 7,
	      "status of a query function");
	times(3, "functions of a generalised request");
}

/* ---- Events: one reports a message that has arrived before its receive ---- */

static MPI_T_event_registration registration;

static void on_event(MPI_T_event_instance event, MPI_T_event_registration reg,
		     MPI_T_cb_safety safety, void *data)
{
	called += event != NULL && reg == registration &&
		  safety == MPI_T_CB_REQUIRE_MPI_RESTRICTED && data == &extra;
}

static void on_free(MPI_T_event_registration reg, MPI_T_cb_safety safety, void *data)
{
	called += reg == registration && safety == MPI_T_CB_REQUIRE_NONE && data == &extra;
}

static void on_drop(MPI_Count count, MPI_T_event_registration reg, int source,
		    MPI_T_cb_safety safety, void *data)
{
	(void)count;
	(void)reg;
	(void)source;
	(void)safety;
	(void)data;
}

static void event_functions(void)
{
	MPI_T_source_order order;
	int provided, index = -1, data = 0;

	MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
	MPI_T_source_get_info(0, NULL, NULL, NULL, NULL, &order, NULL, NULL, NULL);
	check(order == MPI_T_SOURCE_ORDERED, "the order of a source");
	MPI_T_event_get_index("unexpected_message", &index);
	MPI_T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &registration);
	MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_INFO_NULL,
				      &extra, on_event);
	MPI_T_event_set_dropped_handler(registration, on_drop);
	MPI_Send(&data, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
	MPI_Probe(0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
	MPI_Recv(&data, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
	times(1, "MPI_T_event_cb_function");
	MPI_T_event_handle_free(registration, &extra, on_free);
	times(1, "MPI_T_event_free_cb_function");
	MPI_T_finalize();
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "abi");
	numbers();
	objects();
	datatypes();
	operators();
	layouts();
	answers();
	op_functions();
	error_functions();
	attribute_functions();
	predefined_functions();
	request_functions();
	event_functions();
	return job_end();
}
