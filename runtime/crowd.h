/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Members of a group on one host that share processors. Each publishes in a word that the others
 * can read the step that it has reached and its processor. A member that waits sees by that whether
 * a member on its own processor lags, and yields to it, or spins; and when the members are spread
 * unevenly though no other program wants to run, one of them migrates to a processor that fewer
 * members share. The words are hints: no data is ordered by them. Used by coll/sm_place.c and
 * coll/ring_colocated.c.
 */
#ifndef RD_RUNTIME_CROWD_H
#define RD_RUNTIME_CROWD_H

#include <stdint.h>

#include "runtime/cpu.h"

struct rd_crowd {
	int n, self;
	int cpu;             /* of this member when it published last; -1: not yet, or unknown */
	uint64_t own;        /* the word that it published last */
	uint64_t **word;     /* [n] those of all members; 0: nothing published */
	uint64_t *colocated; /* [n / 64 + 1] bit m: member m was seen on this processor */
	struct rd_spread spread;
};

/* The caller fills in `word`, by the time of the first publication. 0, or -1: no memory; then and
 * before, all members 0, close does nothing. */
int rd_crowd_open(struct rd_crowd *crowd, int n, int self);
void rd_crowd_close(struct rd_crowd *crowd);

/* Publishes this member's processor and step, at least 1. Members publish steps of different
 * groups, below 256, in the same word: the steps of two groups do not compare. */
void rd_crowd_publish(struct rd_crowd *crowd, uint64_t step, int group);
/* Likewise, that it is at the same step still, maybe on another processor. */
void rd_crowd_publish_again(struct rd_crowd *crowd);

/* Whether member m was last on this processor. */
int rd_crowd_is_here(const struct rd_crowd *crowd, int m);

/* Finds the members on this processor. It reads the words of all, whose lines are mostly in other
 * processors' caches; rd_crowd_lags reads those of the members found. */
void rd_crowd_find(struct rd_crowd *crowd);

/* 1: one of them is in another group, or has not reached this member's step. */
int rd_crowd_lags(struct rd_crowd *crowd);

/* For a member that waits. Sometimes it returns to its home; a member without one migrates if this
 * processor has too many members. */
void rd_crowd_spread(struct rd_crowd *crowd);

#endif
