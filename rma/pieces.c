/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Long operations by pieces (pieces.h). While the target moves or combines one piece from the
 * origin's mailbox the origin copies the next one: the data crosses between the processors once, in
 * cache, and no system call is made.
 */
#include "rma/pieces.h"

#include "rma/am.h"

#include <string.h>

enum {
	ROOMS = RD_ROOMS, /* pieces under way at most */
	PIECE_B = RD_MAILBOX_DATA,
};

struct pieces {
	struct rd_win *win;
	struct rd_win_peer *peer;
	const struct rd_rma_entry *entry;
	struct rd_entry_data *data;
	uint64_t bytes, element_b;
	uint64_t ahead; /* pieces under way at most */
	struct rd_patience patience;
	int in_vain; /* a piece was not taken in time */
	struct rd_entry_posted posted[ROOMS];
};

static uint64_t length(const struct pieces *p, uint64_t i)
{
	return rd_min(p->bytes - i * PIECE_B, (uint64_t)PIECE_B);
}

static int begin(struct pieces *p, uint64_t i)
{
	struct rd_rma_entry entry = *p->entry;
	const char *given = p->data->given;
	const int part = (int)(i % ROOMS * RD_ROOM_PARTS);

	entry.place = (uint8_t)(RD_ENTRY_ROOM + part);
	entry.disp += i * PIECE_B;
	entry.count = (uint16_t)(length(p, i) / p->element_b);
	entry.wanted = p->data->old != NULL;
	if (given)
		rd_copy_in(&p->peer->proc->copy_in, rd_rma_mailbox_part(part), given + i * PIECE_B,
			   length(p, i));
	return rd_rma_mailbox_begin(p->win, p->peer, &entry, &p->posted[i % ROOMS]);
}

/* RD_ENOTSUP: it was taken back. */
static int end(struct pieces *p, uint64_t i)
{
	char *old = p->data->old;

	return rd_rma_mailbox_end(p->win, p->peer, &p->posted[i % ROOMS],
				  old ? old + i * PIECE_B : NULL, length(p, i));
}

/* RD_ENOTSUP: the target has not begun it in time. */
static int await(struct pieces *p, uint64_t i)
{
	if (rd_rma_mailbox_await(&p->posted[i % ROOMS], &p->patience) ||
	    rd_rma_mailbox_has_begun(&p->posted[i % ROOMS])) {
		if (p->patience.renewed)
			p->patience.since_ns = 0;
		return 0;
	}
	p->in_vain = 1;
	return RD_ENOTSUP;
}

/* Takes pieces back, the newest first: if the target has begun one, those before it are done. */
static int give_up(struct pieces *p, uint64_t *ended, uint64_t begun)
{
	uint64_t most = *ended;
	int err = 0, late;

	for (uint64_t i = begun; i > *ended; i--) {
		late = end(p, i - 1);
		if (!late)
			most = rd_max(most, i);
		else if (late == RD_EPROC)
			err = late;
	}
	*ended = most;
	return err;
}

/* Pieces before `ended` are done, those before `begun` under way. */
static int move(struct pieces *p)
{
	uint64_t n = (p->bytes + PIECE_B - 1) / PIECE_B, begun = 0, ended = 0;
	int err = 0, late;

	while (!err && ended < n)
		if (begun < n && begun < ended + p->ahead && !(err = begin(p, begun)))
			begun++;
		else if (!err || (err == RD_ENOTSUP && begun > ended)) { /* no entry is free */
			err = await(p, ended);
			if (!err)
				err = end(p, ended);
			ended += !err;
		}
	late = give_up(p, &ended, begun); /* after an error */
	p->data->done = rd_min(ended * PIECE_B, p->bytes);
	return late ? late : err;
}

int rd_rma_by_pieces(struct rd_win *win, struct rd_win_peer *peer, const struct rd_rma_entry *entry,
		     uint64_t element_b, struct rd_entry_data *data)
{
	struct pieces p = {
		.win = win,
		.peer = peer,
		.entry = entry,
		.data = data,
		.bytes = rd_max(data->given_b, data->old_b),
		.element_b = element_b,
		.ahead = ROOMS,
		.patience = {.ns = data->patience_ns, .renewed = entry->kind == RD_RMA_ACC_}};
	uint16_t backoff = peer->mail.backoff;
	int err;

	/* The target may refuse a piece, and the next answer would take the place of that one. */
	if (win->flavor == MPI_WIN_FLAVOR_DYNAMIC)
		p.ahead = 1;
	err = move(&p);
	if (p.in_vain) {                      /* not: other origins have all entries */
		peer->mail.backoff = backoff; /* pieces that were carried out have ended it */
		rd_rma_mailbox_back_off(peer);
	}
	return err;
}
