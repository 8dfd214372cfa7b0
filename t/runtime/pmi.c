/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves that the PMI client (runtime/job_pmi.c) works with a server that follows the protocol, and
 * that any other message of a server, at any point, is an error and no more. The server is this
 * program's parent process; each client is a child.
 */
#include "base/err.h"
#include "base/log.h"
#include "runtime/job.h"
#include "runtime/job_pmi.h"
#include "runtime/pmi_wire.h"
#include "t/tap.h"

#include <limits.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- texts --------------------------------------------------------------------------- */

static void check_mapping(void)
{
	static const char *const broken[] = {"",
					     "(vector",
					     "(vector)",
					     "(vector,)",
					     "(vector,(0,2,2)",
					     "(vector,(0,2,2)x",
					     "(vector,(0,0,2))",
					     "(vector,(0,2,0))",
					     "(vector,(-1,2,2))",
					     "(vector,(0,2))",
					     "(list,(0,2,2))",
					     "(vector,(0,1,1),)",
					     "(vector,(0,99999999999,1))"};
	int node[8];

	is_int(rd_pmi_mapping("(vector,(0,2,2))", 4, node), 0, "nodes in blocks");
	ok(node[0] == 0 && node[1] == 0 && node[2] == 1 && node[3] == 1, "are dealt");
	is_int(rd_pmi_mapping("(vector,(0,3,1))", 8, node), 0, "more ranks than blocks hold");
	ok(node[2] == 2 && node[3] == 0 && node[7] == 1, "begin anew");
	is_int(rd_pmi_mapping("(vector,(0,1,2),(4,2,1))", 5, node), 0, "two blocks");
	ok(node[1] == 0 && node[2] == 4 && node[3] == 5 && node[4] == 0, "one after the other");
	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
		is_int(rd_pmi_mapping(broken[i], 8, node), RD_EPROTO, "no list of nodes: \"%s\"",
		       broken[i]);
}

static void check_digits(void)
{
	unsigned char all[256], back[256];
	char text[513];

	for (int i = 0; i < 256; i++)
		all[i] = (unsigned char)i;
	rd_pmi_encode(all, 256, text);
	ok(rd_pmi_decode(text, 512, back, 256) == 256 && !memcmp(all, back, 256), "all bytes");
	is_int(rd_pmi_decode(text, 512, back, 255), RD_EPROTO, "more than there is room for");
	is_int(rd_pmi_decode("abc", 3, back, 256), RD_EPROTO, "half a byte");
	is_int(rd_pmi_decode("0g", 2, back, 256), RD_EPROTO, "no digit");
	is_int(rd_pmi_decode("", 0, back, 256), 0, "nothing");
}

static void check_words(void)
{
	static const char line[] = "cmd=x rc=0 msg=no such key value=a=b rcs=7 n=12x "
				   "big=99999999999999999999";
	char text[8];
	long n;

	ok(rd_pmi_line_good(line), "a line");
	ok(!rd_pmi_line_good("mcd=x") && !rd_pmi_line_good("cmd=\x01") && !rd_pmi_line_good(""),
	   "and none");
	is_int(rd_pmi_number(line, "rc", 0, 9, &n), 0, "a number");
	is_int(n, 0, "is read");
	is_int(rd_pmi_number(line, "rcs", 0, 6, &n), RD_EPROTO, "a number that is too large");
	is_int(rd_pmi_number(line, "n", 0, 99, &n), RD_EPROTO, "no number");
	is_int(rd_pmi_number(line, "big", 0, LONG_MAX, &n), RD_EPROTO, "too much");
	is_int(rd_pmi_number(line, "none", 0, 9, &n), RD_EPROTO, "none");
	ok(!rd_pmi_text(line, "value", text, sizeof text) && !strcmp(text, "a=b"),
	   "a value with =");
	is_int(rd_pmi_text(line, "big", text, sizeof text), RD_EPROTO, "a value too long");
}

/* --- a client and its server --------------------------------------------------------- */

static const char *const answers[][2] = {
	{"init", "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n"},
	{"get_maxes", "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=160\n"},
	{"get_my_kvsname", "cmd=my_kvsname kvsname=kvs_1\n"},
	{"get_appnum", "cmd=appnum appnum=0\n"},
	{"get_universe_size", "cmd=universe_size size=3\n"},
	{"get", ""},
	{"put", "cmd=put_result rc=0 msg=success\n"},
	{"barrier_in", "cmd=barrier_out\n"},
	{"finalize", "cmd=finalize_ack\n"},
};
#define ANSWERS_N (sizeof answers / sizeof *answers)

/* The client's last put: keys and values of its own, which are those of the other ranks, too. */
static char kept[16][2][512];
static int nkept;

static void keep(const char *line)
{
	char *key = kept[nkept][0], *value = kept[nkept][1];

	if (nkept < 15 && sscanf(line, "cmd=put %*s key=%63s value=%511s", key, value) == 2)
		nkept++;
}

/* Rank 1 has published the data of rank 0: asked for rondo.1.1.2, it gives rondo.1.0.2. */
static void find(const char *line, char *answer, size_t max)
{
	unsigned start, rank, part;
	char key[64];

	snprintf(answer, max, "cmd=get_result rc=-1 msg=key_not_found\n");
	if (strstr(line, "key=PMI_process_mapping"))
		snprintf(answer, max, "cmd=get_result rc=0 msg=success value=(vector,(0,2,1))\n");
	if (sscanf(line, "cmd=get kvsname=kvs_1 key=rondo.%u.%u.%u", &start, &rank, &part) != 3)
		return;
	snprintf(key, sizeof key, "rondo.%u.0.%u", start, part);
	for (int i = 0; i < nkept; i++)
		if (!strcmp(kept[i][0], key))
			snprintf(answer, max, "cmd=get_result rc=0 msg=success value=%s\n",
				 kept[i][1]);
}

/* Answers the client's lines until it closes; the `nth` answer to `command` is `instead`. */
static void serve(int fd, const char *command, int nth, const char *instead, size_t len)
{
	FILE *lines = fdopen(fd, "r+");
	char line[2048], answer[2048], word[64];

	while (fgets(line, sizeof line, lines)) {
		*answer = *word = 0;
		sscanf(line, "cmd=%63s", word);
		keep(line);
		for (size_t i = 0; i < ANSWERS_N; i++)
			if (!strcmp(answers[i][0], word))
				snprintf(answer, sizeof answer, "%s", answers[i][1]);
		if (!strcmp(word, "get"))
			find(line, answer, sizeof answer);
		if (command && !strcmp(word, command) && !nth--) {
			if (!instead)
				break;
			send(fd, instead, len, MSG_NOSIGNAL);
		} else {
			send(fd, answer, strlen(answer), MSG_NOSIGNAL);
		}
	}
	fclose(lines);
}

/* Checks that data is transferred whole: 300 bytes do not fit into one value. */
static int client(void)
{
	unsigned char blob[300];
	const void *got;
	size_t len;
	int rc;

	for (int i = 0; i < 300; i++)
		blob[i] = (unsigned char)(i * 7);
	alarm(20);
	rd_log_set_level(RD_LOG_ERROR);
	rc = rd_job_init();
	if (!rc)
		rc = rd_job_exchange(blob, sizeof blob);
	if (!rc)
		rc = rd_job_blob(1, &got, &len);
	if (!rc && (len != sizeof blob || memcmp(blob, got, len)))
		return 100;
	if (!rc && (rd_job.size != 2 || rd_job.nlocal != 1 || rd_job_is_local(1)))
		return 101;
	if (!rc && strcmp(rd_job_host(1), rd_job.host))
		return 102;
	if (!rc)
		rc = rd_job_fence();
	rd_job_fini();
	return -rc;
}

/* The client's result, 1000 + N if signal N ended it. */
static int attempt(const char *command, int nth, const char *instead, size_t len)
{
	int pair[2], status;
	char text[16];
	pid_t pid;

	nkept = 0;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		return -1;
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		close(pair[0]);
		snprintf(text, sizeof text, "%d", pair[1]);
		setenv("PMI_FD", text, 1);
		setenv("PMI_RANK", "0", 1);
		setenv("PMI_SIZE", "2", 1);
		exit(client());
	}
	close(pair[1]);
	serve(pair[0], command, nth, instead, len);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void fails(const char *command, int nth, const char *instead, const char *what)
{
	int got = attempt(command, nth, instead, instead ? strlen(instead) : 0);

	ok(got == -RD_EPROTO || got == -RD_EPROC || got == -RD_EOTHER, "%s, answered by %s: %d",
	   command, what, got);
}

static void check_broken(void)
{
	static char endless[2 * RD_PMI_LINE_B];

	memset(endless, 'x', sizeof endless - 1);
	for (size_t i = 0; i < ANSWERS_N; i++) {
		const char *command = answers[i][0];

		if (!strcmp(command, "finalize"))
			continue;
		fails(command, 0, NULL, "the end of the connection");
		fails(command, 0, "\n", "an empty line");
		fails(command, 0, "cmd=nonsense rc=0\n", "another command");
		fails(command, 0, "cmd=\x80\xff\x01\n", "bytes that are no text");
		fails(command, 0, endless, "a line without end");
	}
	fails("init", 0, "cmd=response_to_init pmi_version=2 rc=-1\n", "version 2");
	fails("get_maxes", 0, "cmd=maxes kvsname_max=256 keylen_max=64\n", "a limit too few");
	fails("get_maxes", 0, "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=8\n", "no room");
	fails("get_maxes", 0, "cmd=maxes kvsname_max=256 keylen_max=-1 vallen_max=8\n", "-1");
	fails("get_my_kvsname", 0, "cmd=my_kvsname kvsname=\n", "no name");
	fails("get_appnum", 0, "cmd=appnum appnum=one\n", "a word");
	fails("get", 0, "cmd=get_result rc=0 msg=success\n", "no value");
	fails("get", 0, "cmd=get_result rc=0 value=(vector,(0,1,0))\n", "nodes without ranks");
	fails("put", 0, "cmd=put_result rc=-1 msg=full\n", "a refusal");
	fails("barrier_in", 0, "cmd=barrier_out rc=1 msg=timeout\n", "a barrier that failed");
	for (int part = 1; part < 3; part++) {
		fails("get", part, "cmd=get_result rc=-1 msg=no_key\n", "nothing of a rank");
		fails("get", part, "cmd=get_result rc=0 value=\n", "an empty record");
		fails("get", part, "cmd=get_result rc=0 value=xyz0\n", "no digits");
		fails("get", part, "cmd=get_result rc=0 value=0\n", "half a byte");
	}
	fails("get", 1, "cmd=get_result rc=0 value=0000000000\n", "a record without bytes");
	fails("get", 1, "cmd=get_result rc=0 value=ffffffff00\n", "a record of 4 GB");
	fails("get", 1, "cmd=get_result rc=0 value=05000000ff00000000\n", "a long host");
}

static void check_pieces(void)
{
	static const char nul[] = "cmd=barrier_out\0hidden\n";

	is_int(attempt(NULL, 0, NULL, 0), 0, "a server that follows the protocol");
	is_int(attempt("barrier_in", 0, nul, sizeof nul - 1), -RD_EPROTO, "a NUL in a line");
	is_int(attempt("get", 0, "cmd=get_result rc=-1 msg=key not found\n", 39), 0,
	       "a server that knows no nodes");
}

int main(void)
{
	unsetenv("PMIX_NAMESPACE");
	signal(SIGPIPE, SIG_IGN);
	check_mapping();
	check_digits();
	check_words();
	check_pieces();
	check_broken();
	return done();
}
