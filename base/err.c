/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Names and texts of the internal result codes, for messages, and the cause of a
 * thread's error. The map to MPI error classes is in mpi/. Called from every layer.
 */
#include "base/err.h"

#include "base/own.h"

#include <stdarg.h>
#include <stdio.h>

struct err_words {
	const char *name;
	const char *text;
};

#define WORDS(code, text) [-(code)] = {#code, text}

/* Indexed by the negated code. */
static const struct err_words words[-RD_ELAST] = {
	WORDS(RD_OK, "no error"),
	WORDS(RD_EAGAIN, "nothing was done yet, more progress is needed"),
	WORDS(RD_ENOMEM, "out of memory"),
	WORDS(RD_EARG, "an argument is out of its range"),
	WORDS(RD_EBUFFER, "a buffer is NULL or overlaps another"),
	WORDS(RD_ECOUNT, "a count is negative or too large"),
	WORDS(RD_ETYPE, "a datatype is invalid or not committed"),
	WORDS(RD_ETAG, "a tag is out of range"),
	WORDS(RD_ECOMM, "a communicator is invalid"),
	WORDS(RD_ERANK, "a rank is not in the communicator"),
	WORDS(RD_EREQUEST, "a request is invalid"),
	WORDS(RD_EROOT, "a root is not in the communicator"),
	WORDS(RD_EGROUP, "a group is invalid"),
	WORDS(RD_EOP, "an operator is invalid or not defined for the datatype"),
	WORDS(RD_ETOPOLOGY, "a communicator has no or the wrong topology"),
	WORDS(RD_EDIMS, "dimensions are invalid"),
	WORDS(RD_ETRUNCATE, "a message is longer than the receive buffer"),
	WORDS(RD_EOTHER, "an error of no special class"),
	WORDS(RD_EINTERN, "an invariant of the library does not hold"),
	WORDS(RD_EPENDING, "a request is still pending"),
	WORDS(RD_EINSTATUS, "the error code is in the status"),
	WORDS(RD_ENOTSUP, "this object cannot do it"),
	WORDS(RD_EPROC, "a peer process has failed"),
	WORDS(RD_EPROTO, "bytes from outside do not follow the protocol"),
	WORDS(RD_ESYS, "a system call failed"),
	WORDS(RD_EERRHANDLER, "an error handler is invalid"),
	WORDS(RD_EVALUE, "a value does not fit its type"),
	WORDS(RD_EINFO, "an info object, key or value is invalid"),
	WORDS(RD_EKEYVAL, "an attribute key is invalid"),
	WORDS(RD_ERMA_SYNC, "the window is not in an epoch that allows the call"),
	WORDS(RD_ERMA_RANGE, "data of the target is outside of its window"),
	WORDS(RD_ERMA_ATTACH, "memory is attached to the window already"),
	WORDS(RD_ERMA_SHARED,
	      "the members of the window cannot share memory: are all on one node?"),
	WORDS(RD_EFILE_ACCESS, "access to the file is not permitted"),
	WORDS(RD_EFILE_AMODE, "the access mode of the file is invalid, or does not allow the call"),
	WORDS(RD_EFILE_NAME, "the name of the file is invalid, or is not that of a file"),
	WORDS(RD_EFILE_EXISTS, "the file exists"),
	WORDS(RD_EFILE_IN_USE, "the file is in use"),
	WORDS(RD_EFILE_IO, "input or output failed"),
	WORDS(RD_EFILE_NOT_SAME, "the members of the file gave different arguments"),
	WORDS(RD_EFILE_NO_SPACE, "the file system is full"),
	WORDS(RD_EFILE_MISSING, "the file does not exist"),
	WORDS(RD_EFILE_QUOTA, "the quota of disk space is used up"),
	WORDS(RD_EFILE_READ_ONLY, "the file, or its file system, is read-only"),
	WORDS(RD_EFILE_DATAREP, "the data representation is unknown"),
	WORDS(RD_EFILE_DUP_DATAREP, "a data representation of this name exists"),
	WORDS(RD_EFILE_CONVERSION, "a conversion of data failed"),
};

static int known(int err)
{
	return err <= 0 && err > RD_ELAST && words[-err].name;
}

const char *rd_err_name(int err)
{
	return known(err) ? words[-err].name : "RD_E?";
}

const char *rd_err_text(int err)
{
	return known(err) ? words[-err].text : "an unknown error";
}

/* Of a thread; without memory for it the error is told by its code. */
struct cause {
	int given;     /* and not taken */
	int elsewhere; /* it is told without the error */
	char text[RD_CAUSE_B];
};
static struct rd_own causes = RD_OWN_INIT(struct cause);

void rd_err_because(const char *fmt, ...)
{
	struct cause *cause = rd_own_get(&causes);
	va_list ap;

	if (!cause)
		return;
	va_start(ap, fmt);
	vsnprintf(cause->text, sizeof(cause->text), fmt, ap);
	va_end(ap);
	cause->given = 1;
	cause->elsewhere = 0;
}

const char *rd_err_peek(void)
{
	struct cause *cause = rd_own_find(&causes);

	return cause && cause->given ? cause->text : NULL;
}

int rd_err_is_given(void)
{
	struct cause *cause = rd_own_find(&causes);

	return cause && cause->given;
}

void rd_err_elsewhere(void)
{
	struct cause *cause = rd_own_find(&causes);

	if (cause)
		cause->elsewhere = cause->given;
}

int rd_err_is_elsewhere(void)
{
	struct cause *cause = rd_own_find(&causes);

	return cause && cause->elsewhere;
}

const char *rd_err_cause(void)
{
	struct cause *cause = rd_own_find(&causes);

	if (!cause)
		return NULL;
	if (!cause->given) {
		cause->elsewhere = 0;
		return NULL;
	}
	cause->given = 0;
	return cause->text;
}

void rd_err_forget(void)
{
	struct cause *cause = rd_own_find(&causes);

	if (cause)
		cause->given = cause->elsewhere = 0;
}

void rd_err_keep(struct rd_err_kept *kept)
{
	const char *text = rd_err_cause();

	kept->given = text != NULL;
	kept->elsewhere = rd_err_is_elsewhere();
	snprintf(kept->text, sizeof(kept->text), "%s", text ? text : "");
}

void rd_err_give_back(const struct rd_err_kept *kept)
{
	rd_err_forget();
	if (kept->given)
		rd_err_because("%s", kept->text);
	if (kept->elsewhere)
		rd_err_elsewhere();
}
