/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The way of an error out of the library: its text, and the error handler of the object that it
 * belongs to (MPI-5.0 9.3). Error handlers are invoked here and nowhere else. Called by the entry
 * points, on their cold paths only.
 */
#include "mpi/api.h"

#include "base/log.h"
#include "base/own.h"
#include "base/param.h"
#include "base/threads.h"
#include "io/gather.h"
#include "runtime/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum rd_mpi_gate rd_mpi_gate = RD_GATE_SHUT;

void rd_mpi_open_gate(void)
{
	rd_mpi_gate = rd_threads || rd_gather_pending ? RD_GATE_ENTER
		      : rd_param_int(RD_PARAM_CHECK)  ? RD_GATE_CHECK
						      : RD_GATE_FREE;
}

void rd_mpi_adjust_gate(void)
{
	if (rd_mpi_gate != RD_GATE_SHUT)
		rd_mpi_open_gate();
}

/* Without the lock of several threads, an error handler of the program may leave the call by a
 * jump.
 */
int rd_mpi_enter(void)
{
	int locks = rd_threads;
	int locked = rd_mpi_gate != RD_GATE_SHUT && locks && rd_threads_enter();

	if (rd_mpi_gate == RD_GATE_SHUT)
		return locked;
	if (rd_gather_pending)
		rd_gather_flush_all();
	if (!locks)
		rd_mpi_adjust_gate();
	return locked;
}

int rd_mpi_begin(const char *call)
{
	if (rd_mpi_gate == RD_GATE_SHUT)
		return rd_mpi_bad_state(call);
	if (rd_mpi_enter())
		rd_threads_call = call;
	return MPI_SUCCESS;
}

int rd_mpi_begin_to_gather(const char *call)
{
	if (rd_mpi_gate == RD_GATE_SHUT)
		return rd_mpi_bad_state(call);
	if (rd_threads_enter())
		rd_threads_call = call;
	return MPI_SUCCESS;
}

int rd_mpi_leave(int err)
{
	if (!rd_threads_inside)
		return err;
	rd_threads_call = NULL;
	rd_threads_leave();
	return err;
}

#define TEXT_B 1024 /* longer texts are cut */

/* MPI error class of each internal code, by the negated code. */
static const short class_of[-RD_ELAST] = {
	[-RD_OK] = MPI_SUCCESS,
	[-RD_EAGAIN] = MPI_ERR_INTERN,
	[-RD_ENOMEM] = MPI_ERR_NO_MEM,
	[-RD_EARG] = MPI_ERR_ARG,
	[-RD_EBUFFER] = MPI_ERR_BUFFER,
	[-RD_ECOUNT] = MPI_ERR_COUNT,
	[-RD_ETYPE] = MPI_ERR_TYPE,
	[-RD_ETAG] = MPI_ERR_TAG,
	[-RD_ECOMM] = MPI_ERR_COMM,
	[-RD_ERANK] = MPI_ERR_RANK,
	[-RD_EREQUEST] = MPI_ERR_REQUEST,
	[-RD_EROOT] = MPI_ERR_ROOT,
	[-RD_EGROUP] = MPI_ERR_GROUP,
	[-RD_EOP] = MPI_ERR_OP,
	[-RD_ETOPOLOGY] = MPI_ERR_TOPOLOGY,
	[-RD_EDIMS] = MPI_ERR_DIMS,
	[-RD_ETRUNCATE] = MPI_ERR_TRUNCATE,
	[-RD_EOTHER] = MPI_ERR_OTHER,
	[-RD_EINTERN] = MPI_ERR_INTERN,
	[-RD_EPENDING] = MPI_ERR_PENDING,
	[-RD_EINSTATUS] = MPI_ERR_IN_STATUS,
	[-RD_ENOTSUP] = MPI_ERR_UNSUPPORTED_OPERATION,
	[-RD_EPROC] = MPI_ERR_PROC_ABORTED,
	[-RD_EPROTO] = MPI_ERR_OTHER,
	[-RD_ESYS] = MPI_ERR_OTHER,
	[-RD_EERRHANDLER] = MPI_ERR_ERRHANDLER,
	[-RD_EVALUE] = MPI_ERR_VALUE_TOO_LARGE,
	[-RD_EINFO] = MPI_ERR_INFO,
	[-RD_EKEYVAL] = MPI_ERR_KEYVAL,
	[-RD_ERMA_SYNC] = MPI_ERR_RMA_SYNC,
	[-RD_ERMA_RANGE] = MPI_ERR_RMA_RANGE,
	[-RD_ERMA_ATTACH] = MPI_ERR_RMA_ATTACH,
	[-RD_ERMA_SHARED] = MPI_ERR_RMA_SHARED,
	[-RD_EFILE_ACCESS] = MPI_ERR_ACCESS,
	[-RD_EFILE_AMODE] = MPI_ERR_AMODE,
	[-RD_EFILE_NAME] = MPI_ERR_BAD_FILE,
	[-RD_EFILE_EXISTS] = MPI_ERR_FILE_EXISTS,
	[-RD_EFILE_IN_USE] = MPI_ERR_FILE_IN_USE,
	[-RD_EFILE_IO] = MPI_ERR_IO,
	[-RD_EFILE_NOT_SAME] = MPI_ERR_NOT_SAME,
	[-RD_EFILE_NO_SPACE] = MPI_ERR_NO_SPACE,
	[-RD_EFILE_MISSING] = MPI_ERR_NO_SUCH_FILE,
	[-RD_EFILE_QUOTA] = MPI_ERR_QUOTA,
	[-RD_EFILE_READ_ONLY] = MPI_ERR_READ_ONLY,
	[-RD_EFILE_DATAREP] = MPI_ERR_UNSUPPORTED_DATAREP,
	[-RD_EFILE_DUP_DATAREP] = MPI_ERR_DUP_DATAREP,
	[-RD_EFILE_CONVERSION] = MPI_ERR_CONVERSION,
};

int rd_mpi_class(int err)
{
	if (err > 0)
		return err;
	return err > RD_ELAST ? class_of[-err] : MPI_ERR_UNKNOWN;
}

const char *rd_mpi_err_text(int err)
{
	if (err <= 0)
		return rd_err_text(err);
	return rd_mpi_code_text(err) ? rd_mpi_code_text(err) : "a function of the program's failed";
}

/* The cause of the error, or the text of its code. */
static const char *cause_of(int err)
{
	const char *cause = rd_err_cause();

	return cause ? cause : rd_mpi_err_text(err);
}

static const char *code_name(int err)
{
	if (err <= 0)
		return rd_err_name(err);
	return rd_mpi_class_name(err) ? rd_mpi_class_name(err) : "a code of the program's";
}

static _Noreturn void die(int code, const char *call, const char *text)
{
	char line[TEXT_B + 64];

	snprintf(line, sizeof(line), "%s: %s", call, text);
	rd_log(rd_err_is_elsewhere() ? RD_LOG_INFO : RD_LOG_ERROR, "%s", line);
	rd_job_abort(code & 255 ? code : 1, line); /* an error must not exit with 0 */
}

static void call_kind(const struct rd_errhandler *eh, const void *object, int code)
{
	union {
		const void *any;
		MPI_Comm comm;
		MPI_Win win;
		MPI_File file;
		MPI_Session session;
	} handle = {object};

	if (eh->state_fn) {
		eh->state_fn(eh->state, &handle, &code);
		return;
	}
	switch (eh->kind) {
	case RD_ERRS_COMM:
		((MPI_Comm_errhandler_function *)eh->fn)(&handle.comm, &code);
		break;
	case RD_ERRS_WIN:
		((MPI_Win_errhandler_function *)eh->fn)(&handle.win, &code);
		break;
	case RD_ERRS_FILE:
		((MPI_File_errhandler_function *)eh->fn)(&handle.file, &code);
		break;
	case RD_ERRS_SESSION:
		((MPI_Session_errhandler_function *)eh->fn)(&handle.session, &code);
		break;
	}
}

/* The user's handler may free itself or the object: both are held meanwhile. */
static void call_user(struct rd_errs *errs, int code)
{
	struct rd_errhandler *eh = errs->handler;
	int open, entered = rd_threads && rd_threads_enter(); /* unlocked calls have not */

	rd_obj_get(errs->obj);
	rd_errhandler_hold(eh);
	open = rd_threads_open();
	call_kind(eh, errs->handle, code);
	rd_threads_close(open);
	rd_errhandler_put(eh);
	errs->put(errs);
	if (entered)
		rd_threads_leave();
}

/* Up to MPI 3 such errors went to the handler of MPI_COMM_WORLD, the only one that some programs
 * set. */
static _Noreturn void die_without_object(int code, const char *call, const char *text)
{
	char line[TEXT_B];

	snprintf(line, sizeof(line),
		 "%s [the call names no object that has an error handler, so "
		 "that of MPI_COMM_SELF was asked: MPI_Comm_set_errhandler(MPI_COMM_SELF, ...) "
		 "sets it]",
		 text);
	die(code, call, line);
}

int rd_mpi_invoke(struct rd_errs *errs, int code, const char *call, const char *text)
{
	const int has_object = errs != NULL;

	if (rd_mpi_gate == RD_GATE_SHUT)
		die(code, call, text);
	if (!errs)
		errs = &rd_comm_self.errs;
	switch (errs->handler->predefined) {
	case 0:
		rd_debug("%s: %s (user's error handler of %s called)", call, text,
			 rd_errs_name(errs));
		call_user(errs, code);
		return code;
	case (int)(uintptr_t)MPI_ERRORS_RETURN:
		rd_debug("%s: %s (%s returned)", call, text, code_name(code));
		return code;
	default:
		if (!has_object)
			die_without_object(code, call, text);
		die(code, call, text);
	}
}

/* The last error of a thread, for MPI_Error_string. */
struct last {
	int class; /* 0: none, or of the past */
	int told;
	char text[MPI_MAX_ERROR_STRING];
};
static struct rd_own lasts = RD_OWN_INIT(struct last);

const char *rd_mpi_last_text(int class)
{
	struct last *last = rd_own_find(&lasts);

	if (!last || !last->class)
		return NULL;
	if (class != last->class) {
		if (last->told)
			last->class = 0;
		return NULL;
	}
	last->told = 1;
	return last->text;
}

/* Without memory for its text, the error is told by its class alone. */
static int report(struct rd_errs *errs, int class, const char *call, const char *text)
{
	struct last *last = rd_own_get(&lasts);

	if (last) {
		last->class = class;
		last->told = 0;
		snprintf(last->text, sizeof(last->text), "%s: %s", call, text);
	}
	return rd_mpi_invoke(errs, class, call, text);
}

int rd_mpi_raise(struct rd_errs *errs, int class, const char *call, const char *fmt, ...)
{
	char text[TEXT_B];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	rd_err_forget(); /* of an error that has become this one */
	return report(errs, class, call, text);
}

/* The object that the cause does not name: "" if it does, as that of a file's error. */
static const char *name_beside(const struct rd_errs *errs, int err, const char *cause)
{
	const char *name = errs               ? rd_errs_name(errs)
			   : err == RD_EOTHER ? "" /* no name of a class */
					      : code_name(err);

	if (errs && errs->kind == RD_ERRS_FILE &&
	    (strstr(cause, name) || !strcmp(name, "MPI_FILE_NULL")))
		return "";
	return name;
}

int rd_mpi_fail(struct rd_errs *errs, int err, const char *call, const char *fmt, ...)
{
	const char *cause = cause_of(err);
	const char *name = fmt && !errs ? "" : name_beside(errs, err, cause);
	char text[TEXT_B];
	size_t at;
	va_list ap;

	at = (size_t)snprintf(text, sizeof(text), "%s%s", cause, fmt || *name ? " (" : "");
	if (fmt) {
		va_start(ap, fmt);
		at += (size_t)vsnprintf(text + at, sizeof(text) - at, fmt, ap);
		va_end(ap);
	}
	if (at < sizeof(text) && (fmt || *name))
		snprintf(text + at, sizeof(text) - at, "%s%s)", fmt && *name ? ", " : "", name);
	return report(errs, rd_mpi_class(err), call, text);
}
