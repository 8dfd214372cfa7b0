/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Error classes: names and texts (MPI-5.0 9.4). Error codes of this library are classes; errcode.c
 * has those of the program. Called by error.c and errcode.c.
 */
#include "mpi/api.h"

struct class_words {
	const char *name, *text;
};

#define WORDS(class, text) [class] = {#class, #class ": " text}

static const struct class_words words[] = {
	WORDS(MPI_SUCCESS, "no error"),
	WORDS(MPI_ERR_BUFFER, "invalid buffer pointer, or buffers overlap"),
	WORDS(MPI_ERR_COUNT, "invalid count argument"),
	WORDS(MPI_ERR_TYPE, "invalid datatype, or one that is not committed"),
	WORDS(MPI_ERR_TAG, "invalid tag"),
	WORDS(MPI_ERR_COMM, "invalid communicator"),
	WORDS(MPI_ERR_RANK, "invalid rank"),
	WORDS(MPI_ERR_REQUEST, "invalid request or message handle"),
	WORDS(MPI_ERR_ROOT, "invalid root"),
	WORDS(MPI_ERR_GROUP, "invalid group"),
	WORDS(MPI_ERR_OP, "invalid operation, or not defined for the datatype"),
	WORDS(MPI_ERR_TOPOLOGY, "invalid topology"),
	WORDS(MPI_ERR_DIMS, "invalid dimensions"),
	WORDS(MPI_ERR_ARG, "invalid argument"),
	WORDS(MPI_ERR_UNKNOWN, "unknown error"),
	WORDS(MPI_ERR_TRUNCATE, "message truncated: longer than the receive buffer"),
	WORDS(MPI_ERR_OTHER, "known error without a class of its own"),
	WORDS(MPI_ERR_INTERN, "internal error of the library"),
	WORDS(MPI_ERR_PENDING, "the request is still pending"),
	WORDS(MPI_ERR_IN_STATUS, "the error codes are in the statuses"),
	WORDS(MPI_ERR_ACCESS, "permission denied"),
	WORDS(MPI_ERR_AMODE, "invalid access mode"),
	WORDS(MPI_ERR_ASSERT, "invalid assertion"),
	WORDS(MPI_ERR_BAD_FILE, "invalid file name"),
	WORDS(MPI_ERR_BASE, "invalid base of memory"),
	WORDS(MPI_ERR_CONVERSION, "error in a user's data conversion function"),
	WORDS(MPI_ERR_DISP, "invalid displacement"),
	WORDS(MPI_ERR_DUP_DATAREP, "the data representation is defined already"),
	WORDS(MPI_ERR_FILE_EXISTS, "the file exists"),
	WORDS(MPI_ERR_FILE_IN_USE, "the file is in use"),
	WORDS(MPI_ERR_FILE, "invalid file handle"),
	WORDS(MPI_ERR_INFO_KEY, "info key too long, or not known"),
	WORDS(MPI_ERR_INFO_NOKEY, "the info object has no such key"),
	WORDS(MPI_ERR_INFO_VALUE, "info value too long, or not valid"),
	WORDS(MPI_ERR_INFO, "invalid info object"),
	WORDS(MPI_ERR_IO, "input or output error"),
	WORDS(MPI_ERR_KEYVAL, "invalid attribute key"),
	WORDS(MPI_ERR_LOCKTYPE, "invalid lock type"),
	WORDS(MPI_ERR_NAME, "the service name is not published"),
	WORDS(MPI_ERR_NO_MEM, "out of memory"),
	WORDS(MPI_ERR_NOT_SAME, "a collective argument is not the same on all processes"),
	WORDS(MPI_ERR_NO_SPACE, "not enough space on the device"),
	WORDS(MPI_ERR_NO_SUCH_FILE, "the file does not exist"),
	WORDS(MPI_ERR_PORT, "invalid port name"),
	WORDS(MPI_ERR_QUOTA, "quota exceeded"),
	WORDS(MPI_ERR_READ_ONLY, "the file or file system is read-only"),
	WORDS(MPI_ERR_RMA_ATTACH, "the memory cannot be attached"),
	WORDS(MPI_ERR_RMA_CONFLICT, "conflicting accesses to a window"),
	WORDS(MPI_ERR_RMA_RANGE, "target memory is not part of the window"),
	WORDS(MPI_ERR_RMA_SHARED, "the memory cannot be shared"),
	WORDS(MPI_ERR_RMA_SYNC, "wrong synchronization of RMA calls"),
	WORDS(MPI_ERR_SERVICE, "the service name cannot be unpublished"),
	WORDS(MPI_ERR_SIZE, "invalid size"),
	WORDS(MPI_ERR_SPAWN, "processes could not be started"),
	WORDS(MPI_ERR_UNSUPPORTED_DATAREP, "data representation not supported"),
	WORDS(MPI_ERR_UNSUPPORTED_OPERATION, "operation not supported"),
	WORDS(MPI_ERR_WIN, "invalid window"),
	WORDS(MPI_ERR_RMA_FLAVOR, "wrong flavor of window"),
	WORDS(MPI_ERR_PROC_ABORTED, "a peer process has ended or cannot be reached any more"),
	WORDS(MPI_ERR_VALUE_TOO_LARGE, "a value does not fit the type that returns it"),
	WORDS(MPI_ERR_SESSION, "invalid session"),
	WORDS(MPI_ERR_ERRHANDLER, "invalid error handler"),
	WORDS(MPI_ERR_ABI, "error of the application binary interface"),
};

static const struct class_words last = {"MPI_ERR_LASTCODE", "MPI_ERR_LASTCODE: last error code"};

static const struct class_words *find(int class)
{
	if (class == MPI_ERR_LASTCODE)
		return &last;
	if (class < 0 || class >= (int)(sizeof(words) / sizeof(*words)))
		return NULL;
	return &words[class];
}

const char *rd_mpi_class_text(int class)
{
	const struct class_words *w = find(class);

	return w ? w->text : NULL;
}

const char *rd_mpi_class_name(int class)
{
	const struct class_words *w = find(class);

	return w ? w->name : NULL;
}
