/* SPDX-License-Identifier: BSD-3-Clause */
/* How near a misspelt name is to a known one, for messages. */
#ifndef RD_BASE_EDITS_H
#define RD_BASE_EDITS_H

#include <stddef.h>
#include <stdint.h> /* SIZE_MAX */

/* Edits (a character added, removed or replaced, two neighbours exchanged) between a word of `len`
 * bytes and a name of `n`; SIZE_MAX for names of more than 63. */
size_t rd_edits(const char *word, size_t len, const char *name, size_t n);

#endif
