/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Procedures of the program that C calls: operators, error handlers, generalized requests. An
 * operator or an error handler gets no state of the program's with its call. Rondo's C library
 * takes one after the object is made (mpi/state.h): the procedure itself, so there is nothing to
 * free and no limit. With another C library each procedure has a function of its own in a table
 * that calls it with handles as Fortran has them; it keeps its place, also when it is passed again.
 */
#include "fortran/fortran.h"

#include "mpi/state.h"

#include <pthread.h>
#include <stdio.h>

#pragma weak rd_mpi_op_state
#pragma weak rd_mpi_errhandler_state

#define PLACES 256     /* of operators, */
#define PLACES_REST 64 /* of operators with large counts, of each kind of error handler */

/* EACH(F) is F(0, 0) F(0, 1) ... F(f, f): digits of a place; REST(F) ends at F(3, f). */
/* clang-format off */
#define ROW(F, hi) \
	F(hi, 0) F(hi, 1) F(hi, 2) F(hi, 3) F(hi, 4) F(hi, 5) F(hi, 6) F(hi, 7) \
	F(hi, 8) F(hi, 9) F(hi, a) F(hi, b) F(hi, c) F(hi, d) F(hi, e) F(hi, f)
#define REST(F) ROW(F, 0) ROW(F, 1) ROW(F, 2) ROW(F, 3)
#define EACH(F) \
	REST(F) ROW(F, 4) ROW(F, 5) ROW(F, 6) ROW(F, 7) ROW(F, 8) ROW(F, 9) ROW(F, a) ROW(F, b) \
	ROW(F, c) ROW(F, d) ROW(F, e) ROW(F, f)
/* clang-format on */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The place of fn in the table, a new one if it has none; -1: there is none left. */
static int place_of(rd_f_procedure **table, int places, rd_f_procedure *fn)
{
	int i = 0;

	pthread_mutex_lock(&lock);
	while (i < places && table[i] && table[i] != fn)
		i++;
	if (i < places)
		table[i] = fn;
	pthread_mutex_unlock(&lock);
	return i < places ? i : -1;
}

/* The code of an error with this text, which the handler of MPI_COMM_SELF has seen. */
static int failed(const char *text)
{
	int code = MPI_ERR_OTHER;

	if (PMPI_Add_error_code(MPI_ERR_OTHER, &code) || PMPI_Add_error_string(code, text))
		fprintf(stderr, "libmpifort_abi: %s\n", text);
	PMPI_Comm_call_errhandler(MPI_COMM_SELF, code);
	return code;
}

int rd_f_no_place(const char *call)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "%s: no place is left for another procedure: over this C library libmpifort_abi "
		 "has %d for operators, %d for those with large counts and %d for each kind of "
		 "error handler",
		 call, PLACES, PLACES_REST, PLACES_REST);
	return failed(text);
}

/* ---- Operators ---- */

typedef void operator_fn(void *in, void *inout, int *len, int *type);
typedef void operator_c_fn(void *in, void *inout, MPI_Count *len, int *type);

static rd_f_procedure *ops[PLACES], *ops_c[PLACES_REST];

/* Called by a function of C for the procedure in its place. */
static __attribute__((noinline)) void operate(int place, void *in, void *inout, int *len,
					      MPI_Datatype type)
{
	int f = RD_TOINT(Type, type);

	((operator_fn *)ops[place])(in, inout, len, &f);
}

static __attribute__((noinline)) void operate_c(int place, void *in, void *inout, MPI_Count *len,
						MPI_Datatype type)
{
	int f = RD_TOINT(Type, type);

	((operator_c_fn *)ops_c[place])(in, inout, len, &f);
}

#define OP(a, b) \
	static void op_##a##b(void *in, void *inout, int *len, MPI_Datatype *type) \
	{ \
		operate(0x##a##b, in, inout, len, *type); \
	}
#define OP_C(a, b) \
	static void op_c_##a##b(void *in, void *inout, MPI_Count *len, MPI_Datatype *type) \
	{ \
		operate_c(0x##a##b, in, inout, len, *type); \
	}
EACH(OP)
REST(OP_C)

#define OP_NAME(a, b) op_##a##b,
#define OP_C_NAME(a, b) op_c_##a##b,
static MPI_User_function *const op_of[PLACES] = {EACH(OP_NAME)};
static MPI_User_function_c *const op_c_of[PLACES_REST] = {REST(OP_C_NAME)};

/* len is as the procedure has it. */
static void operate_by_state(void *procedure, void *in, void *inout, void *len, MPI_Datatype *type)
{
	int f = RD_TOINT(Type, *type);

	((operator_fn *)procedure)(in, inout, len, &f);
}

void rd_f_op_made(MPI_Op op, rd_f_procedure *fn)
{
	if (rd_mpi_op_state)
		rd_mpi_op_state(op, operate_by_state, (void *)fn);
}

MPI_User_function *rd_f_op(rd_f_procedure *fn)
{
	int place = rd_mpi_op_state ? 0 : place_of(ops, PLACES, fn);

	return place < 0 ? NULL : op_of[place];
}

MPI_User_function_c *rd_f_op_c(rd_f_procedure *fn)
{
	int place = rd_mpi_op_state ? 0 : place_of(ops_c, PLACES_REST, fn);

	return place < 0 ? NULL : op_c_of[place];
}

/* ---- Error handlers ---- */

typedef void errhandler_fn(int *handle, int *code);

static rd_f_procedure *comm_ehs[PLACES_REST], *win_ehs[PLACES_REST];
static rd_f_procedure *session_ehs[PLACES_REST], *file_ehs[PLACES_REST];

static __attribute__((noinline)) void handle(rd_f_procedure *fn, int f, int *code)
{
	((errhandler_fn *)fn)(&f, code);
}

#define COMM_EH(a, b) \
	static void comm_eh_##a##b(MPI_Comm *comm, int *code, ...) \
	{ \
		handle(comm_ehs[0x##a##b], PMPI_Comm_toint(*comm), code); \
	}
#define WIN_EH(a, b) \
	static void win_eh_##a##b(MPI_Win *win, int *code, ...) \
	{ \
		handle(win_ehs[0x##a##b], PMPI_Win_toint(*win), code); \
	}
#define SESSION_EH(a, b) \
	static void session_eh_##a##b(MPI_Session *session, int *code, ...) \
	{ \
		handle(session_ehs[0x##a##b], PMPI_Session_toint(*session), code); \
	}
#define FILE_EH(a, b) \
	static void file_eh_##a##b(MPI_File *file, int *code, ...) \
	{ \
		handle(file_ehs[0x##a##b], PMPI_File_toint(*file), code); \
	}
REST(COMM_EH)
REST(WIN_EH)
REST(SESSION_EH)
REST(FILE_EH)

#define COMM_EH_NAME(a, b) comm_eh_##a##b,
#define WIN_EH_NAME(a, b) win_eh_##a##b,
#define SESSION_EH_NAME(a, b) session_eh_##a##b,
#define FILE_EH_NAME(a, b) file_eh_##a##b,
static MPI_Comm_errhandler_function *const comm_eh_of[PLACES_REST] = {REST(COMM_EH_NAME)};
static MPI_Win_errhandler_function *const win_eh_of[PLACES_REST] = {REST(WIN_EH_NAME)};
static MPI_Session_errhandler_function *const session_eh_of[PLACES_REST] = {REST(SESSION_EH_NAME)};
static MPI_File_errhandler_function *const file_eh_of[PLACES_REST] = {REST(FILE_EH_NAME)};

#define BY_STATE(kind, Kind) \
	static void kind##_eh_by_state(void *procedure, const void *object, int *code) \
	{ \
		handle((rd_f_procedure *)procedure, \
		       PMPI_##Kind##_toint(*(const MPI_##Kind *)object), code); \
	} \
	void rd_f_##kind##_errhandler_made(MPI_Errhandler errhandler, rd_f_procedure *fn) \
	{ \
		if (rd_mpi_errhandler_state) \
			rd_mpi_errhandler_state(errhandler, kind##_eh_by_state, (void *)fn); \
	}
BY_STATE(comm, Comm)
BY_STATE(win, Win)
BY_STATE(session, Session)
BY_STATE(file, File)

static int errhandler_place(rd_f_procedure **table, rd_f_procedure *fn)
{
	return rd_mpi_errhandler_state ? 0 : place_of(table, PLACES_REST, fn);
}

MPI_Comm_errhandler_function *rd_f_comm_errhandler(rd_f_procedure *fn)
{
	int place = errhandler_place(comm_ehs, fn);

	return place < 0 ? NULL : comm_eh_of[place];
}

MPI_Win_errhandler_function *rd_f_win_errhandler(rd_f_procedure *fn)
{
	int place = errhandler_place(win_ehs, fn);

	return place < 0 ? NULL : win_eh_of[place];
}

MPI_Session_errhandler_function *rd_f_session_errhandler(rd_f_procedure *fn)
{
	int place = errhandler_place(session_ehs, fn);

	return place < 0 ? NULL : session_eh_of[place];
}

MPI_File_errhandler_function *rd_f_file_errhandler(rd_f_procedure *fn)
{
	int place = errhandler_place(file_ehs, fn);

	return place < 0 ? NULL : file_eh_of[place];
}

/* ---- Generalized requests ---- */

struct rd_f_greq {
	void (*query)(MPI_Aint *extra_state, int *status, int *ierror);
	void (*free_fn)(MPI_Aint *extra_state, int *ierror);
	void (*cancel)(MPI_Aint *extra_state, int *complete, int *ierror);
	MPI_Aint extra_state;
};

struct rd_f_greq *rd_f_greq(rd_f_procedure *query, rd_f_procedure *free_fn, rd_f_procedure *cancel,
			    MPI_Aint extra_state)
{
	struct rd_f_greq *greq = rd_f_alloc(sizeof(*greq));

	greq->query = (void (*)(MPI_Aint *, int *, int *))query;
	greq->free_fn = (void (*)(MPI_Aint *, int *))free_fn;
	greq->cancel = (void (*)(MPI_Aint *, int *, int *))cancel;
	greq->extra_state = extra_state;
	return greq;
}

int rd_f_greq_query(void *extra_state, MPI_Status *status)
{
	struct rd_f_greq *greq = extra_state;
	int err = MPI_SUCCESS;

	greq->query(&greq->extra_state, (int *)status, &err);
	return err;
}

/* The last call that C makes. */
int rd_f_greq_free(void *extra_state)
{
	struct rd_f_greq *greq = extra_state;
	int err = MPI_SUCCESS;

	greq->free_fn(&greq->extra_state, &err);
	free(greq);
	return err;
}

int rd_f_greq_cancel(void *extra_state, int complete)
{
	struct rd_f_greq *greq = extra_state;
	int err = MPI_SUCCESS;

	greq->cancel(&greq->extra_state, &complete, &err);
	return err;
}

/* ---- Data representations ---- */

struct rd_f_datarep {
	rd_f_procedure *read, *write, *extent;
	MPI_Aint extra_state;
};

#pragma GCC visibility push(default)
void mpi_conversion_fn_null_(void);
void mpi_conversion_fn_null_c_(void);
void mpi_conversion_fn_null_(void)
{
}
void mpi_conversion_fn_null_c_(void)
{
}
#pragma GCC visibility pop

int rd_f_is_no_conversion(rd_f_procedure *fn)
{
	return fn == mpi_conversion_fn_null_ || fn == mpi_conversion_fn_null_c_;
}

/* Lives as long as the program, as the representation does. */
struct rd_f_datarep *rd_f_datarep(rd_f_procedure *read, rd_f_procedure *write,
				  rd_f_procedure *extent, MPI_Aint extra_state)
{
	struct rd_f_datarep *datarep = rd_f_alloc(sizeof(*datarep));

	*datarep = (struct rd_f_datarep){read, write, extent, extra_state};
	return datarep;
}

int rd_f_datarep_extent(MPI_Datatype type, MPI_Aint *extent, void *extra_state)
{
	struct rd_f_datarep *datarep = extra_state;
	int f = RD_TOINT(Type, type), err = MPI_SUCCESS;

	((void (*)(int *, MPI_Aint *, MPI_Aint *, int *))datarep->extent)(
		&f, extent, &datarep->extra_state, &err);
	return err;
}

#define DATAREP(name, way, count_type) \
	int name(void *user, MPI_Datatype type, count_type count, void *file, MPI_Offset position, \
		 void *extra_state) \
	{ \
		struct rd_f_datarep *datarep = extra_state; \
		int f = RD_TOINT(Type, type), err = MPI_SUCCESS; \
\
		((void (*)(void *, int *, count_type *, void *, MPI_Offset *, MPI_Aint *, \
			   int *))datarep->way)(user, &f, &count, file, &position, \
						&datarep->extra_state, &err); \
		return err; \
	}
DATAREP(rd_f_datarep_read, read, int)
DATAREP(rd_f_datarep_write, write, int)
DATAREP(rd_f_datarep_read_c, read, MPI_Count)
DATAREP(rd_f_datarep_write_c, write, MPI_Count)
