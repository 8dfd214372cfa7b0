/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory that other ranks reach (remote.h): its regions and STag, the table in the arena in which
 * they find it, and niches of the arena. Called by rma/card.c, rma/segment.c and remote.c; below
 * are region.c and qp.c.
 */
#include "btl_fpga/remote.h"

#include <string.h>
#include <sys/random.h>

#include "base/err.h"
#include "btl_fpga/fpga.h"
#include "btl_fpga/qp.h"

static struct rd_remote_table *own_table(void)
{
	return (struct rd_remote_table *)(rd_page.card->arena + rd_page.map.table);
}

void rd_exposed_init(void)
{
	uint64_t *token = &own_table()->token;

	if (getrandom(token, sizeof(*token), 0) != sizeof(*token))
		*token = 0;
}

/* ---- Memory ---- */

static struct rd_remote_memory *entries(void)
{
	return own_table()->entry;
}

static int free_entry(void)
{
	for (int i = 0; i < RD_REMOTE_ENTRIES; i++)
		if (!entries()[i].used)
			return i;
	return -1;
}

/* NULL, or why there is none for WRITE and READ. */
static const char *open_regions(const struct rd_remote_own *own, struct rd_exposed *e,
				struct rd_remote_memory *memory)
{
	e->data = rd_region_lend(own->p, own->len, &memory->data.offset);
	if (e->data < 0) {
		int full = e->data == RD_EAGAIN;

		e->data = 0;
		return full ? "no region of the card is free" : "the card cannot reach its memory";
	}
	memory->data.key = rd_page.region[e->data].key;
	memory->data.region = (uint8_t)e->data;
	e->atomic = own->atomics ? rd_region_lend(own->p, own->len, &memory->atomic.offset) : 0;
	if (e->atomic <= 0) {
		e->atomic = 0;
		return NULL;
	}
	rd_page.excludes |= 1u << e->atomic;
	memory->atomic.key = rd_page.region[e->atomic].key;
	memory->atomic.region = (uint8_t)e->atomic;
	return NULL;
}

static void lend(const struct rd_remote_own *own, struct rd_exposed *e)
{
	struct rd_card *card = rd_page.card;

	if (!card->lend || own->place.fd < 0)
		return;
	e->lent = card->lend(card, own->p, own->len, &own->place);
}

static void recall(struct rd_exposed *e)
{
	if (e->lent)
		rd_page.card->recall(rd_page.card, e->p);
	e->lent = 0;
}

int rd_remote_expose(uint32_t id, const struct rd_remote_own *own, struct rd_exposed *e,
		     const char **why)
{
	struct rd_remote_memory memory = {.id = id, .len = own->len};
	int entry = free_entry();

	*e = (struct rd_exposed){.entry = -1, .p = own->p, .len = own->len};
	*why = "no region of the card is free";
	if (entry < 0)
		return RD_ENOTSUP;
	lend(own, e);
	*why = open_regions(own, e, &memory);
	memory.stag = e->stag = rd_qp_expose(own->p, own->len);
	if (!e->data && !e->stag) {
		recall(e);
		return RD_ENOTSUP;
	}
	entries()[entry] = memory;
	/* the fields before it: pairs with the card's read of the whole */
	__atomic_store_n(&entries()[entry].used, 1, __ATOMIC_RELEASE);
	e->entry = entry;
	return 0;
}

void rd_remote_hide(struct rd_exposed *e)
{
	if (e->entry < 0)
		return;
	__atomic_store_n(&entries()[e->entry].used, 0, __ATOMIC_RELEASE);
	if (e->atomic) {
		rd_page.excludes &= ~(1u << e->atomic);
		rd_region_disown(e->atomic);
	}
	if (e->data)
		rd_region_disown(e->data);
	rd_qp_hide(e->stag, e->p, e->len);
	recall(e);
	*e = (struct rd_exposed){.entry = -1};
}

void rd_remote_ask(struct rd_remote *r, struct rd_ep *ep, struct rd_remote_table *table)
{
	*r = (struct rd_remote){
		.kind = RD_REMOTE_READ,
		.ep = ep,
		.at = {rd_page.map.table, rd_fpga_ep(ep)->addr.key, 0},
		.local = table,
		.len = sizeof(*table),
	};
}

const struct rd_remote_memory *rd_remote_find(const struct rd_remote_table *table, uint32_t id)
{
	for (int i = 0; i < RD_REMOTE_ENTRIES; i++)
		if (table->entry[i].used && table->entry[i].id == id)
			return &table->entry[i];
	return NULL;
}

void rd_remote_exclude(const struct rd_exposed *e)
{
	rd_region_shut(e->atomic);
}

void rd_remote_admit(const struct rd_exposed *e)
{
	rd_region_admit(e->atomic);
}

/* ---- Niches ---- */

static int find_niche(const struct rd_remote_table *table, uint64_t word)
{
	for (int i = 0; i < (int)RD_REMOTE_NICHES; i++)
		if (table->niche[i] == word)
			return i;
	return -1;
}

static uint64_t niche_at(int i)
{
	return rd_page.map.niches + (uint64_t)i * RD_REMOTE_NICHE_B;
}

void *rd_remote_niche_open(uint32_t id)
{
	int i = find_niche(own_table(), 0);
	char *niche;

	if (i < 0)
		return NULL;
	niche = rd_page.card->arena + niche_at(i);
	memset(niche, 0, RD_REMOTE_NICHE_B);
	/* the niche before it: pairs with the card's read of the table */
	__atomic_store_n(&own_table()->niche[i], (uint64_t)id + 1, __ATOMIC_RELEASE);
	return niche;
}

static uint64_t place_of(const void *niche)
{
	return (uint64_t)((const char *)niche - rd_page.card->arena);
}

void rd_remote_niche_close(void *niche, int again)
{
	uint64_t at = place_of(niche) - rd_page.map.niches;

	__atomic_store_n(&own_table()->niche[at / RD_REMOTE_NICHE_B], again ? 0 : UINT64_MAX,
			 __ATOMIC_RELEASE);
}

int rd_remote_niche_find(const struct rd_remote_table *table, struct rd_ep *ep, uint32_t id,
			 struct rd_remote_at *at)
{
	int i = find_niche(table, (uint64_t)id + 1);

	if (i < 0)
		return RD_ENOTSUP;
	*at = (struct rd_remote_at){niche_at(i), rd_fpga_ep(ep)->addr.key, 0};
	return 0;
}

struct rd_remote_niche rd_remote_niche_name(const void *niche)
{
	const struct rd_card_place *place = &rd_page.card->place;

	return (struct rd_remote_niche){own_table()->token, place_of(niche), place->node,
					place->page};
}

/* 1: the name fits a ring of this shape. */
static int is_niche(const struct rd_remote_niche *niche)
{
	const struct rd_card_place *place = &rd_page.card->place;
	uint64_t at = niche->at - rd_page.map.niches;

	return niche->token && at < RD_PAGE_NICHES_B && !(at % RD_REMOTE_NICHE_B) &&
	       niche->node >= 0 && niche->node < place->nodes && niche->page >= 0 &&
	       niche->page < place->users;
}

/* Another ring may have a page of that number. */
void *rd_remote_niche_reach(const struct rd_remote_niche *niche)
{
	struct rd_card *card = rd_page.card;
	char *arena;

	if (!rd_remote_works() || !card->arena_of || !is_niche(niche))
		return NULL;
	arena = card->arena_of(card, niche->node, niche->page);
	if (!arena ||
	    ((struct rd_remote_table *)(arena + rd_page.map.table))->token != niche->token)
		return NULL;
	return arena + niche->at;
}
