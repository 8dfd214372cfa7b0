/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The process's place on the ring: parses RONDO_RING, "model:fd=F,cards=C", and distributes the
 * ranks over the cards. Called by page.c.
 */
#include "btl_fpga/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "base/param.h"
#include "runtime/job.h"

#define CARDS_MAX 1024

static const struct rd_card_device *const devices[] = {&rd_card_emu, &rd_card_rtl, NULL};

/* Rank r is on card floor(r * cards / ranks): every card has ranks / cards of them, rounded up
 * or down. With more cards than ranks the last cards have none. */
int rd_place_node(int rank, int ranks, int cards)
{
	return (int)((int64_t)rank * rd_min(cards, ranks) / ranks);
}

int rd_place_first(int node, int ranks, int cards)
{
	int used = rd_min(cards, ranks);

	return (int)(((int64_t)node * ranks + used - 1) / used);
}

static const struct rd_card_device *find_device(const char *text)
{
	size_t len = strcspn(text, ":");

	for (int i = 0; devices[i]; i++)
		if (strlen(devices[i]->name) == len && !memcmp(devices[i]->name, text, len))
			return devices[i];
	return NULL;
}

static int malformed(const char *text)
{
	rd_error("RONDO_RING=%s should be model:fd=F,cards=C with model emu or rtl, and 2 to %d "
		 "cards; mpirun --ring sets it",
		 text, CARDS_MAX);
	return RD_EARG;
}

int rd_place_find(const struct rd_card_device **device, struct rd_card_place *place,
		  const char **why)
{
	const char *text = rd_param_string(RD_PARAM_RING), *rest;
	int fd, cards, end = 0, ranks = rd_job.size;

	if (!*text) {
		*why = "there is no ring: mpirun --ring emu makes one of emulated cards";
		return RD_ENOTSUP;
	}
	*device = find_device(text);
	rest = text + strcspn(text, ":");
	if (!*device || sscanf(rest, ":fd=%d,cards=%d%n", &fd, &cards, &end) != 2 || rest[end] ||
	    fd < 0 || cards < 2 || cards > CARDS_MAX)
		return malformed(text);
	*place = (struct rd_card_place){
		.fd = fd,
		.nodes = cards,
		.node = rd_place_node(rd_job.rank, ranks, cards),
		.users = (ranks + rd_min(cards, ranks) - 1) / rd_min(cards, ranks),
	};
	place->page = rd_job.rank - rd_place_first(place->node, ranks, cards);
	if (place->users > RN_PAGE_N) {
		rd_error("RONDO_RING: %d ranks on %d cards: a card has room for %d; use more cards "
			 "(mpirun --ring-cards)",
			 ranks, cards, RN_PAGE_N);
		return RD_EARG;
	}
	return 0;
}
