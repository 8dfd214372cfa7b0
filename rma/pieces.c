/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Long puts and gets by pieces (pieces.h). While the target copies one piece from or to the
 * origin's mailbox the origin copies the next one: the data crosses between the processors once, in
 * cache, and no system call is made.
 */
#include "rma/pieces.h"

#include "rma/am.h"
#include "rma/mailbox.h"

#include <string.h>

enum {
	ROOMS = RD_ROOMS, /* pieces under way at most */
	PIECE_B = RD_MAILBOX_DATA,
};

struct pieces {
	struct rd_win *win;
	struct rd_win_peer *peer;
	enum rd_rma_kind kind;
	uint64_t at; /* in the window */
	char *block;
	uint64_t bytes;
	uint64_t ahead;              /* pieces under way at most */
	struct rd_patience patience; /* for all pieces */
	int in_vain;                 /* a piece was not taken in time */
	struct rd_entry_posted posted[ROOMS];
};

static uint64_t length(const struct pieces *p, uint64_t i)
{
	return rd_min(p->bytes - i * PIECE_B, (uint64_t)PIECE_B);
}

static int begin(struct pieces *p, uint64_t i)
{
	struct rd_rma_entry entry = {
		.kind = (uint8_t)p->kind,
		.place = RD_ENTRY_ROOM,
		.op = (uint8_t)(i % ROOMS),
		.disp = p->at + i * PIECE_B,
		.type = (uint16_t)(uintptr_t)MPI_BYTE,
		.count = (uint16_t)length(p, i),
	};

	if (p->kind == RD_RMA_PUT_)
		memcpy(rd_rma_mailbox_room((int)(i % ROOMS)), p->block + i * PIECE_B, length(p, i));
	return rd_rma_mailbox_begin(p->win, p->peer, &entry, &p->posted[i % ROOMS]);
}

static int end(struct pieces *p, uint64_t i)
{
	char *into = p->kind == RD_RMA_GET_ ? p->block + i * PIECE_B : NULL;
	int err;

	rd_rma_mailbox_await(&p->posted[i % ROOMS], &p->patience);
	err = rd_rma_mailbox_end(p->win, p->peer, &p->posted[i % ROOMS], into, length(p, i));
	p->in_vain |= err == RD_ENOTSUP;
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
		else if (!err || (err == RD_ENOTSUP && begun > ended)) /* no entry is free */
			err = end(p, ended++);
	while (ended < begun) { /* after an error */
		late = rd_rma_mailbox_end(p->win, p->peer, &p->posted[ended++ % ROOMS], NULL, 0);
		if (late == RD_EPROC)
			err = late;
	}
	return err;
}

int rd_rma_by_pieces(const struct rd_rma_call *c, struct rd_win_peer *peer, enum rd_rma_kind kind,
		     uint64_t at, char *block, uint64_t bytes, uint64_t copy_ns)
{
	struct pieces p = {c->win, peer,  kind,  at,
			   block,  bytes, ROOMS, .patience.ns = rd_rma_mailbox_patience(copy_ns)};
	uint16_t backoff = peer->mail.backoff;
	int err;

	/* The target may refuse a piece, and the next answer would take the place of that one. */
	if (c->win->flavor == MPI_WIN_FLAVOR_DYNAMIC)
		p.ahead = 1;
	err = move(&p);
	if (p.in_vain) {                      /* not: other origins have all entries */
		peer->mail.backoff = backoff; /* pieces that were carried out have ended it */
		rd_rma_mailbox_back_off(peer);
	}
	return err;
}
