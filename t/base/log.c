/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * base/log.c and base/err.c: a message is one line in one write, with its level and its rank; errno
 * is preserved; long messages are cut; every code has a text.
 */
#include "base/log.h"

#include "base/err.h"
#include "t/tap.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

static char heard[8192]; /* bytes of the last message */
static int ear, kept;

/* Standard error becomes a socket that keeps each write apart. */
static void listen_in(void)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, pair))
		exit(1);
	kept = dup(STDERR_FILENO);
	dup2(pair[1], STDERR_FILENO);
	close(pair[1]);
	ear = pair[0];
}

/* The bytes of one write; empty if there was none. */
static const char *hear(void)
{
	ssize_t n = read(ear, heard, sizeof(heard) - 1);

	heard[n > 0 ? n : 0] = 0;
	return heard;
}

static void listen_out(void)
{
	dup2(kept, STDERR_FILENO);
	close(kept);
}

static void test_lines(void)
{
	char first[256], second[256], third[256];

	listen_in();
	rd_error("code %d", 7);
	strcpy(first, hear());
	rd_log_whoami("rank 3 on node7");
	errno = ENOENT;
	rd_warn("open: %m");
	strcpy(second, hear());
	rd_log_whoami(NULL);
	rd_error("no one");
	strcpy(third, hear());
	listen_out();
	is_int(errno, ENOENT, "errno survives");
	is_str(first, "rondo: error: code 7\n", "an error");
	is_str(second, "rondo: warning: rank 3 on node7: open: No such file or directory\n",
	       "a warning of a rank, with the text of errno");
	is_str(third, "rondo: error: no one\n", "no name any more");
}

static void test_levels(void)
{
	int info, debug, later;

	listen_in();
	rd_info("x");
	info = *hear() != 0;
	rd_debug("x");
	debug = *hear() != 0;
	rd_log_set_level(RD_LOG_DEBUG);
	rd_debug("x");
	later = *hear() != 0;
	rd_log_set_level(RD_LOG_WARN);
	listen_out();
	ok(!info && !debug, "information and debugging are off at first");
	ok(later, "and come when asked for");
	ok(rd_log_enabled(RD_LOG_ERROR) && !rd_log_enabled(RD_LOG_INFO), "levels are ordered");
}

static void test_long(void)
{
	static char text[10000];
	size_t len;

	memset(text, 'x', sizeof(text) - 1);
	listen_in();
	rd_error("%s", text);
	len = strlen(hear());
	listen_out();
	ok(len > 4000 && len <= 4096, "a long message is cut to one write (%zu bytes)", len);
	ok(!strcmp(heard + len - 5, " ...\n"), "and shows that it was cut");
	listen_in();
	rd_error("%.*s", 4070, text);
	len = strlen(hear());
	listen_out();
	is_int(len, strlen("rondo: error: ") + 4070 + 1, "one that just fits is whole");
}

static void test_words(void)
{
	for (int err = RD_OK; err > RD_ELAST; err--)
		ok(!strncmp(rd_err_name(err), "RD_", 3) && strcmp(rd_err_name(err), "RD_E?") &&
			   *rd_err_text(err),
		   "%d is %s: %s", err, rd_err_name(err), rd_err_text(err));
	is_str(rd_err_name(RD_ETRUNCATE), "RD_ETRUNCATE", "a name");
	is_str(rd_err_name(RD_ELAST), "RD_E?", "a code too far");
	is_str(rd_err_name(1), "RD_E?", "a positive one");
}

static void test_kept(void)
{
	char text[16] = "", all[64] = "";

	listen_in();
	rd_log_whoami("rank 3 on node7");
	rd_log_keep(all, sizeof(all));
	rd_error("code %d", 7);
	rd_warn("no error");
	rd_log_keep(text, sizeof(text));
	rd_error("a text that is longer");
	rd_log_keep(NULL, 0);
	rd_error("code 8");
	rd_log_whoami(NULL);
	listen_out();
	is_str(all, "code 7", "the text of an error is kept");
	is_str(text, "a text that is ", "as far as there is room");
}

int main(void)
{
	test_lines();
	test_levels();
	test_long();
	test_kept();
	test_words();
	return done();
}
