/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The statistics of a job (RONDO_STATS, mpirun --stats): every rank's counters go to
 * rank 0, which prints one table on standard error. The counters are those of the transports, the
 * progress loop, coll/ and io/. Called by MPI_Finalize when all ranks are in it.
 */
#include "mpi/api.h"

#include "io/stats.h"
#include "pt2pt/btl.h"
#include "runtime/job.h"
#include "runtime/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum row_kind { ROW_TRANSPORT, ROW_WAITING, ROW_COLLECTIVE, ROW_REFUSED, ROW_UNSHARED, ROW_FILE };

/* One line of counters, in the form of the message. TRANSPORT: messages and bytes sent,
 * received, bytes read by single copy; WAITING: yields, sleeps; COLLECTIVE: calls, bytes, ns;
 * REFUSED by the card, UNSHARED for want of memory or descriptors: calls; FILE: calls, bytes, ns,
 * and a hash of the file's name, of which `file` has the end. */
struct row {
	uint32_t kind;
	char name[84];
	char file[176];
	uint64_t value[5];
};

struct rows {
	struct row *row;
	uint64_t n, room;
};

static int rows_add(struct rows *rows, const struct row *row)
{
	if (rows->n == rows->room) {
		uint64_t room = rows->room ? 2 * rows->room : 32;
		struct row *more = realloc(rows->row, room * sizeof(*more));

		if (!more)
			return RD_ENOMEM;
		rows->row = more;
		rows->room = room;
	}
	rows->row[rows->n++] = *row;
	return 0;
}

/* Adds to the row of the same name. */
static int rows_sum(struct rows *rows, const struct row *row)
{
	for (uint64_t i = 0; i < rows->n; i++) {
		struct row *sum = &rows->row[i];

		if (sum->kind != row->kind || strcmp(sum->name, row->name))
			continue;
		for (int k = 0; k < 5; k++)
			sum->value[k] += row->value[k];
		return 0;
	}
	return rows_add(rows, row);
}

static uint64_t hash(const char *text)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325); /* FNV-1a */

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return h;
}

static int collect_file(void *arg, const char *path, const struct rd_io_stats *stats)
{
	struct row row = {ROW_FILE, "", "", {stats->calls, stats->bytes, stats->ns, hash(path)}};
	const size_t room = sizeof(row.file) - 1, length = strlen(path);
	char call[32];

	rd_io_stats_name(stats->how, call);
	snprintf(row.name, sizeof(row.name), "%-19s %-27s", call, rd_io_way_text(stats->way));
	if (length <= room)
		memcpy(row.file, path, length);
	else
		snprintf(row.file, sizeof(row.file), "...%s", path + length - (room - 3));
	return rows_add(arg, &row);
}

/* This rank's counters. */
static int collect(struct rows *rows)
{
	const struct rd_progress_stats *p = &rd_progress_stats;
	struct row waiting = {ROW_WAITING, "progress", "", {p->yields, p->sleeps}};
	const struct rd_coll_stats *coll;
	const struct rd_coll_refusal *refused;
	int err = rows_add(rows, &waiting);

	for (int i = 0; !err && rd_btl_table[i]; i++) {
		const struct rd_btl_stats *s = rd_btl_table[i]->stats;
		struct row row = {ROW_TRANSPORT,
				  "",
				  "",
				  {s->tx_msgs, s->tx_bytes, s->rx_msgs, s->rx_bytes, s->get_bytes}};

		snprintf(row.name, sizeof(row.name), "%s", rd_btl_table[i]->name);
		if (s->tx_msgs || s->rx_msgs || s->get_bytes)
			err = rows_add(rows, &row);
	}
	for (int i = 0; !err && (coll = rd_coll_stats_row(i)); i++) {
		struct row row = {ROW_COLLECTIVE, "", "", {coll->calls, coll->bytes, coll->ns}};

		snprintf(row.name, sizeof(row.name), "%-20s %s", coll->operation, coll->algorithm);
		err = rows_add(rows, &row);
	}
	for (int i = 0; !err && (refused = rd_coll_refusal_row(i)); i++) {
		struct row row = {
			refused->of_card ? ROW_REFUSED : ROW_UNSHARED, "", "", {refused->calls}};

		snprintf(row.name, sizeof(row.name), "%-20s %s", refused->operation, refused->why);
		err = rows_add(rows, &row);
	}
	return err ? err : rd_io_stats_each(collect_file, rows);
}

static void print_transport(FILE *out, const char *who, const struct row *row)
{
	fprintf(out,
		"%-28s %-6s %12" PRIu64 " %16" PRIu64 " %12" PRIu64 " %16" PRIu64 " %16" PRIu64
		"\n",
		who, row->name, row->value[0], row->value[1], row->value[2], row->value[3],
		row->value[4]);
}

/* A job may have a file for each rank: rows of files are not searched for each. */
struct sums {
	struct rows rows;
	struct rows files; /* of all ranks */
};

/* One rank's transports; everything is added to the sums. */
static int take_rank(FILE *out, int rank, const struct rows *rows, struct sums *sums)
{
	char who[300];
	int err = 0;

	snprintf(who, sizeof(who), "rank %d on %s", rank, rd_job_host(rank));
	for (uint64_t i = 0; !err && i < rows->n; i++) {
		if (rows->row[i].kind == ROW_TRANSPORT)
			print_transport(out, who, &rows->row[i]);
		err = rows->row[i].kind == ROW_FILE ? rows_add(&sums->files, &rows->row[i])
						    : rows_sum(&sums->rows, &rows->row[i]);
	}
	return err;
}

static void print_sums(FILE *out, const struct rows *sums)
{
	int heading = 0;

	for (uint64_t i = 0; i < sums->n; i++)
		if (sums->row[i].kind == ROW_TRANSPORT)
			print_transport(out, "sum", &sums->row[i]);
	for (uint64_t i = 0; i < sums->n; i++) {
		const struct row *row = &sums->row[i];

		if (row->kind == ROW_WAITING)
			fprintf(out, "waiting: %" PRIu64 " yields, %" PRIu64 " sleeps in sum\n",
				row->value[0], row->value[1]);
	}
	for (uint64_t i = 0; i < sums->n; i++) {
		const struct row *row = &sums->row[i];

		if (row->kind != ROW_COLLECTIVE)
			continue;
		if (!heading++)
			fprintf(out, "%-44s %12s %16s %12s\n", "collective           algorithm",
				"calls", "bytes", "seconds");
		fprintf(out, "%-44s %12" PRIu64 " %16" PRIu64 " %12.6f\n", row->name, row->value[0],
			row->value[1], (double)row->value[2] * 1e-9);
	}
}

static void print_refused(FILE *out, const struct rows *sums, enum row_kind kind, const char *title)
{
	int heading = 0;

	for (uint64_t i = 0; i < sums->n; i++) {
		const struct row *row = &sums->row[i];

		if (row->kind != kind)
			continue;
		if (!heading++)
			fprintf(out, "%-20s %-61s %12s\n", title, "because", "calls");
		fprintf(out, "%-82s %12" PRIu64 "\n", row->name, row->value[0]);
	}
}

static int by_file(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int differ = strcmp(x->file, y->file);

	if (!differ && x->value[3] != y->value[3])
		differ = x->value[3] < y->value[3] ? -1 : 1;
	return differ ? differ : strcmp(x->name, y->name);
}

/* Of the calls of one kind on one file, of all ranks: their sum, but the time of the rank with most
 * of it. Returns their number. */
static uint64_t sum_files(const struct row *row, uint64_t n, struct row *sum)
{
	uint64_t i = 1;

	*sum = row[0];
	for (; i < n && !by_file(&row[i], sum); i++) {
		sum->value[0] += row[i].value[0];
		sum->value[1] += row[i].value[1];
		if (sum->value[2] < row[i].value[2])
			sum->value[2] = row[i].value[2];
	}
	return i;
}

static void print_files(FILE *out, struct rows *files)
{
	struct row sum;

	if (!files->n)
		return;
	qsort(files->row, files->n, sizeof(*files->row), by_file);
	fprintf(out, "%-47s %10s %16s %12s %9s  %s\n", "access              moved by", "calls",
		"bytes", "seconds", "MB/s", "file");
	for (uint64_t i = 0; i < files->n;) {
		i += sum_files(&files->row[i], files->n - i, &sum);
		fprintf(out, "%-47s %10" PRIu64 " %16" PRIu64 " %12.6f ", sum.name, sum.value[0],
			sum.value[1], (double)sum.value[2] * 1e-9);
		if (sum.value[1] && sum.value[2])
			fprintf(out, "%9.1f", (double)sum.value[1] * 1e3 / (double)sum.value[2]);
		else
			fprintf(out, "%9s", "-");
		fprintf(out, "  %s\n", sum.file);
	}
}

/* Leaves `rows` empty for a failed rank. */
static int receive_rows(int rank, int tag, struct rows *rows)
{
	struct rd_type *byte = rd_type_get(MPI_BYTE);
	struct rd_ctx ctx = rd_comm_some(&rd_comm_world);
	struct rd_status status;
	int err = rd_probe(rank, tag, &ctx, &status);

	if (err)
		return err == RD_EPROC ? 0 : err;
	rows->n = rd_status_bytes(&status) / sizeof(*rows->row);
	rows->row = malloc(rows->n * sizeof(*rows->row));
	if (!rows->row)
		return RD_ENOMEM;
	return rd_recv(rows->row, rows->n * sizeof(*rows->row), byte, rank, tag, &ctx, NULL);
}

/* Rank 0: the whole table in one write, so that no other line comes between. */
static int print_all(const struct rows *mine, int tag)
{
	struct sums sums = {{NULL, 0, 0}, {NULL, 0, 0}};
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	int err;

	if (!out)
		return RD_ENOMEM;
	fprintf(out, "rondo: statistics of %d rank%s\n%-28s %-6s %12s %16s %12s %16s %16s\n",
		rd_job.size, rd_job.size == 1 ? "" : "s", "", "over", "sent", "bytes", "received",
		"bytes", "by single copy");
	err = take_rank(out, 0, mine, &sums);
	for (int rank = 1; !err && rank < rd_job.size; rank++) {
		struct rows rows = {NULL, 0, 0};

		err = receive_rows(rank, tag, &rows);
		if (!err)
			err = take_rank(out, rank, &rows, &sums);
		free(rows.row);
	}
	if (!err) {
		print_sums(out, &sums.rows);
		print_refused(out, &sums.rows, ROW_REFUSED, "not on the card");
		print_refused(out, &sums.rows, ROW_UNSHARED, "not in shared memory");
		print_files(out, &sums.files);
	}
	if (fclose(out) && !err)
		err = RD_ENOMEM;
	for (size_t at = 0; !err && at < len;) {
		ssize_t n = write(STDERR_FILENO, text + at, len - at);

		if (n <= 0)
			break; /* without a reader the rest is dropped */
		at += (size_t)n;
	}
	free(text);
	free(sums.rows.row);
	free(sums.files.row);
	return err;
}

int rd_mpi_stats_print(void)
{
	struct rows mine = {NULL, 0, 0};
	struct rd_ctx ctx = rd_comm_some(&rd_comm_world);
	int tag = RD_COMM_TAG_STATS;
	int err = collect(&mine);

	if (!err && rd_job.rank == 0)
		err = print_all(&mine, tag);
	else if (!err)
		err = rd_send(mine.row, mine.n * sizeof(*mine.row), rd_type_get(MPI_BYTE), 0, tag,
			      &ctx, RD_SEND_STANDARD);
	free(mine.row);
	return err == RD_EPROC ? 0 : err;
}
