/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The internal result codes. Every internal function that can fail returns 0 or
 * one of these (negative); mpi/ alone turns them into MPI error classes.
 */
#ifndef RD_BASE_ERR_H
#define RD_BASE_ERR_H

#define RD_CAUSE_B 256 /* a longer cause is cut */

enum rd_err {
	RD_OK = 0,
	RD_EAGAIN = -1,  /* back-pressure: nothing was done, try again after progress */
	RD_ENOMEM = -2,  /* out of memory, descriptors or shared memory */
	RD_EARG = -3,    /* an argument is out of its range */
	RD_EBUFFER = -4, /* a buffer is NULL, or aliases another */
	RD_ECOUNT = -5,  /* a count is negative or too large for its type */
	RD_ETYPE = -6,   /* a datatype handle is invalid or not committed */
	RD_ETAG = -7,
	RD_ECOMM = -8,
	RD_ERANK = -9,
	RD_EREQUEST = -10,
	RD_EROOT = -11,
	RD_EGROUP = -12,
	RD_EOP = -13,
	RD_ETOPOLOGY = -14,
	RD_EDIMS = -15,
	RD_ETRUNCATE = -16, /* a message was longer than the receive buffer */
	RD_EOTHER = -17,
	RD_EINTERN = -18, /* an invariant of the library does not hold */
	RD_EPENDING = -19,
	RD_EINSTATUS = -20,
	RD_ENOTSUP = -21, /* this object or transport cannot do it; another way exists */
	RD_EPROC = -22,   /* a peer process has failed */
	RD_EPROTO = -23,  /* bytes from outside do not follow the protocol */
	RD_ESYS = -24,    /* a system call failed; its cause was logged */
	RD_EERRHANDLER = -25,
	RD_EVALUE = -26, /* a value does not fit the type that should return it */
	RD_EINFO = -27,
	RD_EKEYVAL = -28,
	RD_ERMA_SYNC = -29,  /* no epoch, or the wrong one */
	RD_ERMA_RANGE = -30, /* target memory is not within the window */
	RD_ERMA_ATTACH = -31,
	RD_ERMA_SHARED = -32, /* memory cannot be shared by the members */
	/* Of files. */
	RD_EFILE_ACCESS = -33, /* permission denied */
	RD_EFILE_AMODE = -34,
	RD_EFILE_NAME = -35,
	RD_EFILE_EXISTS = -36,
	RD_EFILE_IN_USE = -37,
	RD_EFILE_IO = -38,
	RD_EFILE_NOT_SAME = -39, /* the members of a collective gave different arguments */
	RD_EFILE_NO_SPACE = -40,
	RD_EFILE_MISSING = -41,
	RD_EFILE_QUOTA = -42,
	RD_EFILE_READ_ONLY = -43,
	RD_EFILE_DATAREP = -44,
	RD_EFILE_DUP_DATAREP = -45,
	RD_EFILE_CONVERSION = -46,
	RD_ELAST = -47,
};

/* "RD_EAGAIN" and the like; "RD_E?" for a number that is no code. */
const char *rd_err_name(int err);

/* One sentence in words, without a full stop. */
const char *rd_err_text(int err);

/* The cause of the error that the caller returns next, where its code says too little: it replaces
 * the sentence of rd_err_text. mpi/ prints it or not, depending on the error handler. */
void rd_err_because(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The last cause that this thread gave; NULL: none since the last call; valid until its next call
 * of rd_err_because. */
const char *rd_err_cause(void);
/* The same; the cause stays. */
const char *rd_err_peek(void);
/* 1: this thread has given a cause, which is not taken. */
int rd_err_is_given(void);
/* The user is told of the error whose cause this thread has just given: by another process, or in
 * the log. */
void rd_err_elsewhere(void);
int rd_err_is_elsewhere(void);
/* The error whose cause was given is not returned. */
void rd_err_forget(void);

/* The cause of an error that is returned later, while other operations give theirs. */
struct rd_err_kept {
	int given, elsewhere;
	char text[RD_CAUSE_B];
};
void rd_err_keep(struct rd_err_kept *kept);
void rd_err_give_back(const struct rd_err_kept *kept); /* forgets that of any other */

#endif
