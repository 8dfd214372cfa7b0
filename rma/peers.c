/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * State of a window's members. Members on the own rank's node with ranks next to it are in an array
 * from the start; for any other member nothing is allocated until its first use, so that a window
 * of ten thousand ranks costs in proportion to its use. Sizes and displacement units, which every
 * member must know of every other, are stored once if they are equal.
 */
#include "rma/am.h"
#include "rma/card.h"
#include "rma/types.h"

#include <stdlib.h>

enum { PAGE = 64 }; /* peers per page of pointers */

static int pages(const struct rd_win *win)
{
	return (win->comm->size + PAGE - 1) / PAGE;
}

struct rd_win_extent rd_win_extent(const struct rd_win *win, int rank)
{
	return win->members.extent ? win->members.extent[rank] : win->members.same;
}

static void fill(const struct rd_win *win, struct rd_win_peer *peer, int rank)
{
	struct rd_win_extent extent = rd_win_extent(win, rank);

	peer->rank = rank;
	peer->size = win->flavor == MPI_WIN_FLAVOR_DYNAMIC ? UINT64_MAX : extent.size;
	peer->unit = extent.unit;
	rd_list_init(&peer->due.link);
	rd_list_init(&peer->touched);
	rd_list_init(&peer->lock.link);
}

int rd_win_peers_open(struct rd_win *win, int first, int n)
{
	win->members.near = calloc((size_t)n, sizeof(*win->members.near));
	if (!win->members.near)
		return RD_ENOMEM;
	win->members.near_first = first;
	win->members.near_n = n;
	for (int i = 0; i < n; i++)
		win->members.near[i].rank = first + i;
	return 0;
}

static struct rd_win_peer **place_of(struct rd_win *win, int rank)
{
	struct rd_win_peer ***page;

	if (!win->members.far)
		win->members.far = calloc((size_t)pages(win), sizeof(*win->members.far));
	if (!win->members.far)
		return NULL;
	page = &win->members.far[rank / PAGE];
	if (!*page)
		*page = calloc(PAGE, sizeof(**page));
	return *page ? &(*page)[rank % PAGE] : NULL;
}

struct rd_win_peer *rd_win_peer_far(struct rd_win *win, int rank)
{
	struct rd_win_peer **place = place_of(win, rank);

	if (place && !*place) {
		*place = calloc(1, sizeof(**place));
		if (*place)
			fill(win, *place, rank);
	}
	return place ? *place : NULL;
}

struct rd_win_peer *rd_win_peer_far_known(const struct rd_win *win, int rank)
{
	return win->members.far && win->members.far[rank / PAGE]
		       ? win->members.far[rank / PAGE][rank % PAGE]
		       : NULL;
}

void rd_win_peers_visit(const struct rd_win *win,
			void (*visit)(const struct rd_win *win, struct rd_win_peer *peer,
				      void *arg),
			void *arg)
{
	for (int i = 0; i < win->members.near_n; i++)
		visit(win, &win->members.near[i], arg);
	for (int i = 0; win->members.far && i < pages(win); i++)
		for (int k = 0; win->members.far[i] && k < PAGE; k++)
			if (win->members.far[i][k])
				visit(win, win->members.far[i][k], arg);
}

static void refill(const struct rd_win *win, struct rd_win_peer *peer, void *arg)
{
	(void)arg;
	fill(win, peer, peer->rank);
}

void rd_win_peers_fill(struct rd_win *win)
{
	rd_win_peers_visit(win, refill, NULL);
}

static void forget(const struct rd_win *win, struct rd_win_peer *peer, void *arg)
{
	(void)win;
	(void)arg;
	rd_rma_types_free(peer->types.told);
	rd_rma_types_free(peer->types.learnt);
	rd_rma_card_forget(peer);
}

void rd_win_peers_close(struct rd_win *win)
{
	rd_win_peers_visit(win, forget, NULL);
	for (int i = 0; win->members.far && i < pages(win); i++) {
		for (int k = 0; win->members.far[i] && k < PAGE; k++)
			free(win->members.far[i][k]);
		free(win->members.far[i]);
	}
	free(win->members.far);
	free(win->members.near);
	free(win->members.extent);
	free(win->members.at_once);
	free(win->members.party.changing);
}
