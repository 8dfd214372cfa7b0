/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ring of cards that --ring asks for: memory without a name, which the ranks inherit and the
 * model of the cards (hw/emu) fills; it is gone with the last process of the job. Called by
 * mpirun_opts.c.
 */
#include "runtime/mpirun_ring.h"

#include "runtime/mpirun_say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define CARDS_MAX 1024  /* numbers of nodes have 10 bits */
#define RANKS_PER_CARD 8 /* contexts of a card */

int mpirun_ring_check(const char *model)
{
	if (!strcmp(model, "emu"))
		return 0;
	mpirun_say("--ring knows emu (cards modelled in shared memory), not '%s'", model);
	return 2;
}

/* One card for each rank unless --ring-cards says else; a ring has two at least. */
static int count_cards(const struct mpirun_opts *opts, int *cards)
{
	*cards = opts->ring_cards ? opts->ring_cards : opts->nranks;
	if (!opts->ring_cards && *cards > CARDS_MAX)
		*cards = CARDS_MAX;
	if (!opts->ring_cards && *cards < 2)
		*cards = 2;
	if (*cards < 2 || *cards > CARDS_MAX) {
		mpirun_say("--ring-cards %d: a ring has 2 to %d cards", *cards, CARDS_MAX);
		return 2;
	}
	if ((opts->nranks + *cards - 1) / *cards > RANKS_PER_CARD) {
		mpirun_say("%d ranks on %d cards: a card has room for %d ranks; use --ring-cards %d "
			"or fewer ranks (%d at most)", opts->nranks, *cards, RANKS_PER_CARD,
			(opts->nranks + RANKS_PER_CARD - 1) / RANKS_PER_CARD,
			CARDS_MAX * RANKS_PER_CARD);
		return 2;
	}
	return 0;
}

int mpirun_ring_make(struct mpirun_opts *opts)
{
	int cards, fd;
	char *pair;

	if (count_cards(opts, &cards))
		return 2;
	fd = memfd_create("rondo ring", 0); /* without MFD_CLOEXEC: the ranks inherit it */
	if (fd < 0) {
		mpirun_say("--ring: memfd_create: %m; raise the limit on open files (ulimit -n)");
		return 2;
	}
	if (asprintf(&pair, "RONDO_RING=%s:fd=%d,cards=%d", opts->ring, fd, cards) < 0)
		mpirun_die("no memory for the environment");
	mpirun_list_add(&opts->env, pair);
	free(pair);
	return 0;
}
