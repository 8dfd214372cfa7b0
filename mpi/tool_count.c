/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The list of performance variables: of the transports, of waiting, of matching, of the ring's
 * card, of each algorithm of each collective. The counters belong to those parts; names and
 * meanings are here. The order is fixed, so that an index never changes its meaning.
 */
#include "mpi/tool_count.h"

#include "pt2pt/btl.h"
#include "pt2pt/pt2pt.h"
#include "runtime/progress.h"

#include <stdio.h>

#define COUNTER MPI_T_PVAR_CLASS_COUNTER
#define AGGREGATE MPI_T_PVAR_CLASS_AGGREGATE
#define LEVEL MPI_T_PVAR_CLASS_LEVEL
#define TIMER MPI_T_PVAR_CLASS_TIMER

/* ---- One by one ---- */

static uint64_t unexpected_bytes(const struct rd_comm *comm)
{
	(void)comm;
	return rd_unexpected_bytes();
}

static uint64_t unexpected_messages(const struct rd_comm *comm)
{
	return rd_ctx_unexpected(&comm->p2p);
}

static uint64_t posted_receives(const struct rd_comm *comm)
{
	return rd_ctx_posted(&comm->p2p);
}

static uint64_t requests(const struct rd_comm *comm)
{
	(void)comm;
	return (uint64_t)rd_p2p_living();
}

static uint64_t refusals(const struct rd_comm *comm)
{
	const struct rd_coll_refusal *row;
	uint64_t n = 0;

	(void)comm;
	for (int i = 0; (row = rd_coll_refusal_row(i)); i++)
		n += row->of_card ? row->calls : 0;
	return n;
}

/* Each counter of the card stops at 65535. */
#define CARD_COUNT(NAME, WHAT) \
	static uint64_t NAME(const struct rd_comm *comm) \
	{ \
		(void)comm; \
		return rd_coll_card_counted(WHAT); \
	}
CARD_COUNT(card_cells, RD_CARD_REDUCED_CELLS)
CARD_COUNT(card_lost, RD_CARD_LOST_CELLS)
CARD_COUNT(card_damaged, RD_CARD_DAMAGED_CELLS)
CARD_COUNT(card_symbols, RD_CARD_DAMAGED_SYMBOLS)
CARD_COUNT(card_retries, RD_CARD_RETRANSMISSIONS)

static const struct rd_tool_count singles[] = {
	{"progress_yields", "Times a waiting rank gave its processor away.", COUNTER,
	 MPI_T_VERBOSITY_USER_DETAIL, 0, RD_TOOL_WAITING, &rd_progress_stats.yields, NULL},
	{"progress_sleeps", "Times a waiting rank slept until something came.", COUNTER,
	 MPI_T_VERBOSITY_USER_DETAIL, 0, RD_TOOL_WAITING, &rd_progress_stats.sleeps, NULL},
	{"unexpected_bytes", "Memory of messages that came before their receives.", LEVEL,
	 MPI_T_VERBOSITY_USER_BASIC, 0, RD_TOOL_MATCHING, NULL, unexpected_bytes},
	{"unexpected_messages", "Messages of a communicator that came before their receives.",
	 LEVEL, MPI_T_VERBOSITY_USER_BASIC, 1, RD_TOOL_MATCHING, NULL, unexpected_messages},
	{"posted_receives", "Receives of a communicator that wait for their messages.", LEVEL,
	 MPI_T_VERBOSITY_USER_BASIC, 1, RD_TOOL_MATCHING, NULL, posted_receives},
	{"requests", "Requests of sends and receives that are not freed.", LEVEL,
	 MPI_T_VERBOSITY_USER_DETAIL, 0, RD_TOOL_MATCHING, NULL, requests},
	{"coll_card_refusals", "Collectives that the ring's cards left to software.", COUNTER,
	 MPI_T_VERBOSITY_USER_BASIC, 0, RD_TOOL_COLLECTIVES, NULL, refusals},
	{"card_reduced_cells", "Cells that the reduction groups of this rank's card took.", COUNTER,
	 MPI_T_VERBOSITY_USER_BASIC, 0, RD_TOOL_COLLECTIVES, NULL, card_cells},
	{"card_lost_cells", "Cells that made no sense to a reduction group of this rank's card.",
	 COUNTER, MPI_T_VERBOSITY_USER_BASIC, 0, RD_TOOL_COLLECTIVES, NULL, card_lost},
	{"card_damaged_cells", "Cells with a wrong CRC on the links of this rank's card.", COUNTER,
	 MPI_T_VERBOSITY_USER_BASIC, 0, RD_TOOL_TRANSPORTS, NULL, card_damaged},
	{"card_damaged_symbols", "Symbols with a wrong CRC on the links of this rank's card.",
	 COUNTER, MPI_T_VERBOSITY_USER_DETAIL, 0, RD_TOOL_TRANSPORTS, NULL, card_symbols},
	{"card_retransmissions", "Times that the links of this rank's card sent cells again.",
	 COUNTER, MPI_T_VERBOSITY_USER_BASIC, 0, RD_TOOL_TRANSPORTS, NULL, card_retries},
};
enum { SINGLES = sizeof(singles) / sizeof(singles[0]) };

/* ---- By transport ---- */

static const struct {
	const char *name, *desc;
	int class;
	size_t at; /* in struct rd_btl_stats */
} of_transport[] = {
	{"sent_messages", "Messages sent over", COUNTER, offsetof(struct rd_btl_stats, tx_msgs)},
	{"sent_bytes", "Bytes sent over", AGGREGATE, offsetof(struct rd_btl_stats, tx_bytes)},
	{"received_messages", "Messages received over", COUNTER,
	 offsetof(struct rd_btl_stats, rx_msgs)},
	{"received_bytes", "Bytes received over", AGGREGATE,
	 offsetof(struct rd_btl_stats, rx_bytes)},
	{"copied_bytes", "Bytes read out of the sender's memory by", AGGREGATE,
	 offsetof(struct rd_btl_stats, get_bytes)},
};
enum { OF_TRANSPORT = sizeof(of_transport) / sizeof(of_transport[0]) };

static int transports(void)
{
	int n = 0;

	while (rd_btl_table[n])
		n++;
	return n;
}

static void get_transport(int i, struct rd_tool_count *out)
{
	const struct rd_btl *btl = rd_btl_table[i / OF_TRANSPORT];
	int k = i % OF_TRANSPORT;

	out->class = of_transport[k].class;
	out->verbosity = MPI_T_VERBOSITY_USER_BASIC;
	out->category = RD_TOOL_TRANSPORTS;
	out->at = (const uint64_t *)((const char *)btl->stats + of_transport[k].at);
	snprintf(out->name, sizeof(out->name), "%s_%s", btl->name, of_transport[k].name);
	snprintf(out->desc, sizeof(out->desc), "%s the transport %s.", of_transport[k].desc,
		 btl->name);
}

/* ---- By algorithm of a collective ---- */

enum { OF_ALGORITHM = 3 };

static int algorithms(void)
{
	int n = 0;

	while (rd_coll_stats_any(n))
		n++;
	return n;
}

static void get_algorithm(int i, struct rd_tool_count *out)
{
	static const char *const name[OF_ALGORITHM] = {"calls", "bytes", "time"};
	static const char *const desc[OF_ALGORITHM] = {
		"Calls of", "Bytes in calls of",
		"Time in ns, from the first handle on, in calls of"};
	static const int class[OF_ALGORITHM] = {COUNTER, AGGREGATE, TIMER};
	const struct rd_coll_stats *stats = rd_coll_stats_any(i / OF_ALGORITHM);
	int k = i % OF_ALGORITHM;

	out->class = class[k];
	out->verbosity = MPI_T_VERBOSITY_USER_DETAIL;
	out->category = RD_TOOL_COLLECTIVES;
	out->at = k == 0 ? &stats->calls : k == 1 ? &stats->bytes : &stats->ns;
	snprintf(out->name, sizeof(out->name), "coll_%s_%s_%s", stats->operation, stats->algorithm,
		 name[k]);
	snprintf(out->desc, sizeof(out->desc), "%s %s by the algorithm %s.", desc[k],
		 stats->operation, stats->algorithm);
}

/* ---- All ---- */

int rd_tool_pvar_count(void)
{
	return SINGLES + transports() * OF_TRANSPORT + algorithms() * OF_ALGORITHM;
}

void rd_tool_count_get(int i, struct rd_tool_count *out)
{
	int after = i - SINGLES;

	if (after < 0) {
		*out = singles[i];
		return;
	}
	*out = (struct rd_tool_count){.at = NULL};
	if (after < transports() * OF_TRANSPORT)
		get_transport(after, out);
	else
		get_algorithm(after - transports() * OF_TRANSPORT, out);
}

enum rd_tool_category rd_tool_pvar_category(int index)
{
	struct rd_tool_count count;

	rd_tool_count_get(index, &count);
	return count.category;
}
