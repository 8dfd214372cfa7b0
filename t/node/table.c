/* SPDX-License-Identifier: BSD-3-Clause */
/* node/table.c: a record is found by the processes that have the table's reference, for the start
 * of MPI that it was posted for, and a text or a file that is no table is refused. */
#include "node/table.h"

#include "t/tap.h"

#include <sched.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RANKS = 200 };

static unsigned char got[RD_NODE_RECORD_MAX];

/* Rank 199 reads the record of rank 3 and posts its own. */
static int other(const char *text)
{
	struct rd_node_table_ref ref;
	struct rd_node_table *table;

	if (rd_node_table_parse(text, &ref))
		return 1;
	table = rd_node_table_open(&ref);
	if (!table || rd_node_table_slots(table) != RANKS)
		return 2;
	if (rd_node_table_read(table, 3, 1, got) != 5 || memcmp(got, "three", 5))
		return 3;
	return rd_node_table_post(table, 199, 1, "199", 3) ? 4 : 0;
}

static void check_records(struct rd_node_table *table)
{
	unsigned char full[RD_NODE_RECORD_MAX + 1];

	memset(full, 7, sizeof(full));
	is_int(rd_node_table_read(table, 3, 2, got), 0, "there is none for the next start");
	is_int(rd_node_table_read(table, 4, 1, got), 0, "and none of a rank that has posted none");
	is_int(rd_node_table_post(table, 3, 2, full, RD_NODE_RECORD_MAX), 0, "a full record");
	is_int(rd_node_table_read(table, 3, 1, got), 0, "replaces that of the earlier start");
	ok(rd_node_table_read(table, 3, 2, got) == RD_NODE_RECORD_MAX &&
		   !memcmp(got, full, RD_NODE_RECORD_MAX),
	   "and is read whole");
	is_int(rd_node_table_post(table, 3, 3, full, sizeof(full)), -1, "a longer one is refused");
	is_int(rd_node_table_read(table, 3, 2, got), 0, "and leaves none");
	rd_node_table_post(table, 3, 4, "x", 1);
	rd_node_table_post(table, 3, 0, NULL, 0);
	is_int(rd_node_table_read(table, 3, 4, got), 0, "a record is withdrawn");
}

static void check_notes(struct rd_node_table *table)
{
	uint64_t note[2] = {7, 8}, long_note[RD_NODE_NOTE_MAX / 8 + 1] = {0};

	for (uint32_t i = 0; i + 1 < RANKS; i++)
		rd_node_table_enter(table, i, 1);
	is_int(rd_node_table_is_full(table, 1), 0, "one rank has not entered");
	rd_node_table_enter(table, RANKS - 1, 1);
	is_int(rd_node_table_is_full(table, 1), 1, "all have");
	is_int(rd_node_table_is_full(table, 2), 0, "but not for the next start");
	is_int(rd_node_table_read_note(table, 5, 1, long_note, sizeof(long_note)), 0,
	       "there is no note");
	rd_node_table_note(table, 5, 1, note, sizeof(note));
	is_int(rd_node_table_read_note(table, 5, 2, long_note, sizeof(long_note)), 0,
	       "nor one for the next start");
	long_note[2] = 1;
	ok(rd_node_table_read_note(table, 5, 1, long_note, RD_NODE_NOTE_MAX) && long_note[0] == 7 &&
		   long_note[1] == 8 && !long_note[2],
	   "a note is read, and zeros behind it");
	rd_node_table_enter(table, 5, 0);
	is_int(rd_node_table_is_full(table, 1), 0, "a rank that ends is not in the table");
	is_int(rd_node_table_read_note(table, 5, 1, note, sizeof(note)), 0, "nor is its note");
}

/* Process 1 of its namespace, as which one runs here. */
static void check_left_in_namespace(struct rd_node_table *table)
{
	pid_t child = fork();
	int status;

	if (!child) {
		if (unshare(CLONE_NEWPID))
			_exit(1);
		child = fork();
		if (!child)
			rd_node_table_enter(table, 6, 1);
		else
			waitpid(child, NULL, 0);
		_exit(0);
	}
	waitpid(child, &status, 0);
	ok(status || rd_node_table_is_left(table, 6), "likewise one of another pid namespace%s",
	   status ? ", which cannot be made here" : "");
}

/* A process that ends within MPI stays in the table. */
static void check_left(struct rd_node_table *table)
{
	pid_t child;

	rd_node_table_enter(table, 6, 1);
	is_int(rd_node_table_is_left(table, 6), 0, "this process has not ended");
	child = fork();
	if (!child) {
		rd_node_table_enter(table, 6, 1);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	is_int(rd_node_table_is_left(table, 6), 1, "another one has, and left its rank behind");
	check_left_in_namespace(table);
	rd_node_table_enter(table, 6, 0);
	is_int(rd_node_table_is_left(table, 6), 0, "one that withdraws has not");
}

/* Rank 7 waits for the ranks that have met, or for the end of their processes. */
static void check_connections(struct rd_node_table *table)
{
	enum { SOON_NS = 20000000, LONG_NS = 1000000000 };
	pid_t child;
	int status;

	for (uint32_t i = 0; i < RANKS - 2; i++)
		rd_node_table_connection(table, i, RD_NODE_CONNECTED);
	is_int(rd_node_table_await(table, 7, 0), 0, "connections of this program, or none");
	rd_node_table_connection(table, 7, RD_NODE_MET);
	is_int(rd_node_table_await(table, 7, 0), 0, "the own one does not count");
	rd_node_table_connection(table, 198, RD_NODE_MET);
	is_int(rd_node_table_await(table, 7, SOON_NS), -1, "rank 198 is in an earlier program");
	child = fork();
	if (!child)
		_exit(-rd_node_table_await(table, 7, INT64_MAX / 2));
	rd_node_table_connection(table, 198, RD_NODE_NONE);
	waitpid(child, &status, 0);
	is_int(status, 0, "a process that waits learns that it has left");

	child = fork();
	if (!child) {
		rd_node_table_enter(table, 5, 1);
		rd_node_table_connection(table, 5, RD_NODE_MET);
		_exit(0);
	}
	waitpid(child, NULL, 0);
	is_int(rd_node_table_await(table, 7, LONG_NS), 0, "a process that ended has left, too");
	rd_node_table_enter(table, 5, 1);
	is_int(rd_node_table_await(table, 7, SOON_NS), -1, "one that goes on has not");
	rd_node_table_connection(table, 5, RD_NODE_CONNECTED);
	is_int(rd_node_table_await(table, 7, 0), 0, "until the next program takes its place");
}

int main(void)
{
	struct rd_node_table_ref ref, wrong;
	struct rd_node_table *table;
	char text[RD_NODE_TABLE_TEXT], again[RD_NODE_TABLE_TEXT] = "";
	int status = -1;
	pid_t child;

	if (rd_node_table_make(RANKS, &ref))
		skip_all("no memfd");
	rd_node_table_write(&ref, text);
	is_int(rd_node_table_parse(text, &wrong), 0, "its reference as text");
	rd_node_table_write(&wrong, again);
	is_str(again, text, "and back");
	ok(rd_node_table_parse("", &wrong) && rd_node_table_parse("1:2:3", &wrong) &&
		   rd_node_table_parse("1:2:3:4:5", &wrong) &&
		   rd_node_table_parse("0:2:3:4", &wrong),
	   "other texts are refused");
	table = rd_node_table_open(&ref);
	ok(table != NULL, "it is opened");
	if (!table)
		return done();
	is_int(rd_node_table_post(table, 3, 1, "three", 5), 0, "a record is posted");
	child = fork();
	if (!child)
		_exit(other(text));
	waitpid(child, &status, 0);
	is_int(status, 0, "another process reads it");
	is_int(rd_node_table_read(table, 199, 1, got), 3, "and posts one");
	check_records(table);
	check_notes(table);
	check_left(table);
	check_connections(table);
	wrong = ref;
	wrong.token++;
	ok(!rd_node_table_open(&wrong), "another token is refused");
	wrong = ref;
	wrong.n++;
	ok(!rd_node_table_open(&wrong), "and another size");
	rd_node_table_close(table);
	close(ref.fd);
	return done();
}
