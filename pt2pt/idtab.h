/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ids for objects that peers refer to: 32 bits, of which 24 index a table that grows as needed and
 * 8 count its reuses, so that a stale or forged id finds no object.
 */
#ifndef RD_PT2PT_IDTAB_H
#define RD_PT2PT_IDTAB_H

#include <stdint.h>

/* 0 and the id, or RD_ENOMEM. No id is 0. */
int rd_id_new(void *object, uint32_t *id);

/* The object, or NULL. */
void *rd_id_find(uint32_t id);

void rd_id_drop(uint32_t id);

/* Calls visit for every object; visit may drop the object that it is given. */
void rd_id_for_each(void (*visit)(void *object, void *arg), void *arg);

void rd_id_fini(void);

#endif
