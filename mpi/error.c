/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How an error leaves the library: its text, and the error handler of the
 * communicator it belongs to (MPI-5.0 9.3). Error handlers are invoked here and
 * nowhere else. Called by the entry points, on their cold paths only.
 */
#include "mpi/api.h"

#include "base/log.h"
#include "runtime/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum rd_mpi_gate rd_mpi_gate = RD_GATE_SHUT;

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
};

int rd_mpi_class(int err)
{
	return err <= 0 && err > RD_ELAST ? class_of[-err] : MPI_ERR_UNKNOWN;
}

static _Noreturn void die(int code, const char *call, const char *text)
{
	char line[TEXT_B + 64];

	snprintf(line, sizeof(line), "%s: %s", call, text);
	rd_error("%s", line);
	rd_job_abort(code, line);
}

/* The user's handler may free itself or the communicator: both are held meanwhile. */
static void call_user(struct rd_comm *comm, struct rd_errhandler *eh, int code)
{
	MPI_Comm handle = rd_comm_handle(comm);

	rd_comm_hold(comm);
	rd_errhandler_hold(eh);
	eh->comm_fn(&handle, &code);
	rd_errhandler_put(eh);
	rd_comm_put(comm);
}

int rd_mpi_invoke(struct rd_comm *comm, int code, const char *call, const char *text)
{
	struct rd_errhandler *eh;

	if (rd_mpi_gate == RD_GATE_SHUT)
		die(code, call, text);
	if (!comm)
		comm = &rd_comm_self;
	eh = comm->errhandler;
	switch (eh->predefined) {
	case 0:
		rd_debug("%s: %s (user's error handler of %s called)", call, text, comm->name);
		call_user(comm, eh, code);
		return code;
	case (int)(uintptr_t)MPI_ERRORS_RETURN:
		rd_debug("%s: %s (%s returned)", call, text, rd_mpi_class_name(code));
		return code;
	default:
		die(code, call, text);
	}
}

int rd_mpi_raise(struct rd_comm *comm, int class, const char *call, const char *fmt, ...)
{
	char text[TEXT_B];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return rd_mpi_invoke(comm, class, call, text);
}

int rd_mpi_fail(struct rd_comm *comm, int err, const char *call, const char *fmt, ...)
{
	char text[TEXT_B];
	size_t at;
	va_list ap;

	at = (size_t)snprintf(text, sizeof(text), "%s (", rd_err_text(err));
	if (fmt) {
		va_start(ap, fmt);
		at += (size_t)vsnprintf(text + at, sizeof(text) - at, fmt, ap);
		va_end(ap);
	}
	if (at < sizeof(text))
		snprintf(text + at, sizeof(text) - at, "%s%s)", fmt && comm ? ", " : "",
			 comm ? comm->name[0] ? comm->name : "unnamed communicator"
			      : fmt ? "" : rd_err_name(err));
	return rd_mpi_invoke(comm, rd_mpi_class(err), call, text);
}
