/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Common parts of the procedures for Fortran. Fortran passes each argument by its address; the
 * lengths of texts come after all others. A handle is an INTEGER, the int of MPI_X_toint. A status
 * is the eight ints of C. Objects that a program names in place of an argument (MPI_BOTTOM,
 * MPI_STATUS_IGNORE) are in COMMON blocks, found by their addresses.
 */
#ifndef RD_FORTRAN_FORTRAN_H
#define RD_FORTRAN_FORTRAN_H

#include <mpi.h>

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* ---- Objects known by their addresses ---- */

#pragma GCC visibility push(default)
extern int mpi_fortran_bottom_, mpi_fortran_in_place_, mpi_fortran_buffer_automatic_;
extern int mpi_fortran_status_ignore_[8], mpi_fortran_statuses_ignore_[8];
extern int mpi_fortran_errcodes_ignore_, mpi_fortran_unweighted_, mpi_fortran_weights_empty_;
extern char mpi_fortran_argv_null_, mpi_fortran_argvs_null_;
#pragma GCC visibility pop

/* The range of addresses that has the objects a buffer may be, mostly of few bytes; all addresses
 * until libmpifort_abi is initialized. Read directly, not by a table of addresses. */
#pragma GCC visibility push(hidden)
extern uintptr_t rd_f_objects, rd_f_objects_size;
#pragma GCC visibility pop

/* May it be one of them? */
static inline int rd_f_is_near_objects(const void *buffer)
{
	return (uintptr_t)buffer - rd_f_objects < rd_f_objects_size;
}

void *rd_f_object(const void *buffer);

static inline void *rd_f_buffer(const void *buffer)
{
	if (__builtin_expect(rd_f_is_near_objects(buffer), 0))
		return rd_f_object(buffer);
	return (void *)(uintptr_t)buffer;
}

/* How many types of a send are significant. */
static inline int rd_f_if_not_in_place(const void *buffer, int n)
{
	return buffer == &mpi_fortran_in_place_ ? 0 : n;
}

static inline MPI_Status *rd_f_status(int *status)
{
	return status == mpi_fortran_status_ignore_ ? MPI_STATUS_IGNORE : (MPI_Status *)status;
}

static inline MPI_Status *rd_f_statuses(int *statuses)
{
	return statuses == mpi_fortran_statuses_ignore_ ? MPI_STATUSES_IGNORE
							: (MPI_Status *)statuses;
}

static inline int *rd_f_weights(const int *weights)
{
	if (weights == &mpi_fortran_unweighted_)
		return MPI_UNWEIGHTED;
	return weights == &mpi_fortran_weights_empty_ ? MPI_WEIGHTS_EMPTY
						      : (int *)(uintptr_t)weights;
}

#define RD_STATUS(status) rd_f_status(status)
#define RD_STATUSES(statuses) rd_f_statuses(statuses)
#define RD_WEIGHTS(weights) rd_f_weights(weights)

/* ---- Handles: predefined ones are their numbers (MPI-5.0 20) ---- */

#define RD_F_PREDEFINED 4096

#define RD_FROMINT(word, type, f) \
	((unsigned)(f) < RD_F_PREDEFINED ? (type)(intptr_t)(f) : PMPI_##word##_fromint(f))
#define RD_TOINT(word, c) \
	((uintptr_t)(c) < RD_F_PREDEFINED ? (int)(intptr_t)(c) : PMPI_##word##_toint(c))

/* `handles` is the bitwise or of several. */
#define RD_ARE_PREDEFINED(handles) __builtin_expect((unsigned)(handles) < RD_F_PREDEFINED, 1)
#define RD_AS_PREDEFINED(type, f) ((type)(uintptr_t)(unsigned)(f))

#define RD_COMM(f) RD_FROMINT(Comm, MPI_Comm, f)
#define RD_GROUP(f) RD_FROMINT(Group, MPI_Group, f)
#define RD_TYPE(f) RD_FROMINT(Type, MPI_Datatype, f)
#define RD_OP(f) RD_FROMINT(Op, MPI_Op, f)
#define RD_ERRHANDLER(f) RD_FROMINT(Errhandler, MPI_Errhandler, f)
#define RD_INFO(f) RD_FROMINT(Info, MPI_Info, f)
#define RD_REQUEST(f) RD_FROMINT(Request, MPI_Request, f)
#define RD_MESSAGE(f) RD_FROMINT(Message, MPI_Message, f)
#define RD_WIN(f) RD_FROMINT(Win, MPI_Win, f)
#define RD_FILE(f) RD_FROMINT(File, MPI_File, f)
#define RD_SESSION(f) RD_FROMINT(Session, MPI_Session, f)

/* An array of handles as C has it, short ones without an allocation. */
struct rd_handles {
	void **all;
	void *few[16];
};

MPI_Request *rd_f_reqs(struct rd_handles *h, int n, const int *f);
MPI_Datatype *rd_f_types(struct rd_handles *h, int n, const int *f); /* f may be NULL: room only */
/* After the call: handles of completed operations have changed; started: their operations begin. */
void rd_f_reqs_back(const struct rd_handles *h, int n, int *f);
void rd_f_reqs_look(const struct rd_handles *h, int n, const int *f);
void rd_f_reqs_start(int n, const int *f);
void rd_f_types_back(const struct rd_handles *h, int n, int *f);

static inline void rd_f_close(struct rd_handles *h)
{
	if (h->all != h->few)
		free(h->all);
}

/* How many processes a collective exchanges data with; 0: comm is not valid. */
int rd_f_peers(MPI_Comm comm);
int rd_f_indegree(MPI_Comm comm);
int rd_f_outdegree(MPI_Comm comm);

/* ---- Texts: padded with blanks in Fortran, ended by a null in C ---- */

/* To be freed. A word, a key or value of an info object, loses blanks at its beginning too. */
char *rd_f_text(const char *f, size_t len);
char *rd_f_word(const char *f, size_t len);
void rd_f_text_back(const char *c, char *f, size_t len);

/* Ends the process if there is no memory. */
void *rd_f_alloc(size_t size);

/* Displacements of INTEGER (MPI_Type_struct); to be freed. */
MPI_Aint *rd_f_widened(int n, const int *f);

/* Positions in an array count from 1. */
void rd_f_indices(int n, int *indices);

/* The buffer that C gave back: MPI_BUFFER_AUTOMATIC is the program's own object. */
static inline void rd_f_detached(void *address, int err)
{
	if (!err && *(void **)address == MPI_BUFFER_AUTOMATIC)
		*(void **)address = &mpi_fortran_buffer_automatic_;
}

/* The first call tells the C library the LOGICAL values and, if it has none, other properties. */
void rd_f_start(void);

/* ---- Callbacks (callback.c) ---- */

typedef void rd_f_procedure(void); /* of any parameters */

/* The function for C that calls fn; NULL: there is no place left for another. `made` follows. */
MPI_User_function *rd_f_op(rd_f_procedure *fn);
MPI_User_function_c *rd_f_op_c(rd_f_procedure *fn);
MPI_Comm_errhandler_function *rd_f_comm_errhandler(rd_f_procedure *fn);
MPI_Win_errhandler_function *rd_f_win_errhandler(rd_f_procedure *fn);
MPI_Session_errhandler_function *rd_f_session_errhandler(rd_f_procedure *fn);
MPI_File_errhandler_function *rd_f_file_errhandler(rd_f_procedure *fn);
void rd_f_op_made(MPI_Op op, rd_f_procedure *fn);
void rd_f_comm_errhandler_made(MPI_Errhandler errhandler, rd_f_procedure *fn);
void rd_f_win_errhandler_made(MPI_Errhandler errhandler, rd_f_procedure *fn);
void rd_f_session_errhandler_made(MPI_Errhandler errhandler, rd_f_procedure *fn);
void rd_f_file_errhandler_made(MPI_Errhandler errhandler, rd_f_procedure *fn);
/* Reports that no place is left for the object that `call` makes; the error's code. */
int rd_f_no_place(const char *call);

/* The extra state of a generalized request, and the functions that C calls with it. */
struct rd_f_greq;
struct rd_f_greq *rd_f_greq(rd_f_procedure *query, rd_f_procedure *free_fn, rd_f_procedure *cancel,
			    MPI_Aint extra_state);
int rd_f_greq_query(void *extra_state, MPI_Status *status);
int rd_f_greq_free(void *extra_state);
int rd_f_greq_cancel(void *extra_state, int complete);

/* The extra state of a data representation, and the functions that C calls with it. */
struct rd_f_datarep;
struct rd_f_datarep *rd_f_datarep(rd_f_procedure *read, rd_f_procedure *write,
				  rd_f_procedure *extent, MPI_Aint extra_state);
int rd_f_datarep_extent(MPI_Datatype type, MPI_Aint *extent, void *extra_state);
int rd_f_datarep_read(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position,
		      void *extra_state);
int rd_f_datarep_write(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position,
		       void *extra_state);
int rd_f_datarep_read_c(void *user, MPI_Datatype type, MPI_Count count, void *file,
			MPI_Offset position, void *extra_state);
int rd_f_datarep_write_c(void *user, MPI_Datatype type, MPI_Count count, void *file,
			 MPI_Offset position, void *extra_state);
/* Is it MPI_CONVERSION_FN_NULL? */
int rd_f_is_no_conversion(rd_f_procedure *fn);

/* ---- Attributes (attr.c): MPI-5.0 19.3.7 ---- */

/* The extra state of a key; narrow: its procedures take values of INTEGER (MPI_Keyval_create). */
struct rd_f_keyval;
struct rd_f_keyval *rd_f_keyval(rd_f_procedure *copy, rd_f_procedure *delete_fn,
				MPI_Aint extra_state, int narrow);
int rd_f_comm_copy(MPI_Comm comm, int key, void *extra_state, void *in, void *out, int *flag);
int rd_f_type_copy(MPI_Datatype type, int key, void *extra_state, void *in, void *out, int *flag);
int rd_f_win_copy(MPI_Win win, int key, void *extra_state, void *in, void *out, int *flag);
int rd_f_comm_delete(MPI_Comm comm, int key, void *value, void *extra_state);
int rd_f_type_delete(MPI_Datatype type, int key, void *value, void *extra_state);
int rd_f_win_delete(MPI_Win win, int key, void *value, void *extra_state);

/* C stores the address of a value that Fortran sets. */
void *rd_f_attr_put(MPI_Aint value);
/* The value in Fortran of the attribute that C has stored under this key. */
MPI_Aint rd_f_attr_get(int key, void *stored);

/* ---- Sections with gaps in operations under way (section.h): their completion ---- */

enum rd_pend_key { RD_PEND_REQUEST, RD_PEND_PERSISTENT, RD_PEND_WIN, RD_PEND_FILE };

extern int rd_f_pending_count;   /* most programs have none at any time */
extern unsigned long rd_f_begun; /* how many operations have begun */

void rd_f_pend_request(int handle, MPI_Request now);
void rd_f_pend_start(int handle);
void rd_f_pend_look(int handle);
void rd_f_pend_free(int handle);
/* A synchronization is over; before it `begun` operations had begun. */
void rd_f_pend_sync(enum rd_pend_key key, int handle, int target, unsigned long begun);

/* 0 is seen with the bytes that another thread has brought back. */
#define RD_PENDING __builtin_expect(__atomic_load_n(&rd_f_pending_count, __ATOMIC_ACQUIRE), 0)
#define RD_BEGUN __atomic_load_n(&rd_f_begun, __ATOMIC_RELAXED)
#define RD_PEND(what, ...) \
	do { \
		if (RD_PENDING) \
			rd_f_pend_##what(__VA_ARGS__); \
	} while (0)

/* The call is made also where mpi_f08 has no ierror. */
#define RD_RETURN(err) \
	do { \
		int code = (err); \
\
		if (ierror) \
			*ierror = code; \
	} while (0)

#endif
