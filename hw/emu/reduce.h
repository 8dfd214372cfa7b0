/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduction groups as reduce.c, members.c and vector.c share them: fields of their registers, and
 * the functions that the three files call of each other.
 */
#ifndef RD_HW_EMU_REDUCE_H
#define RD_HW_EMU_REDUCE_H

#include "hw/emu/emu.h"

/* ---- Registers of a group ---- */

static inline uint32_t rd_emu_reduce_field(uint32_t word, uint32_t mask)
{
	return (word & mask) >> __builtin_ctz(mask);
}

static inline uint32_t rd_emu_reduce_index(const struct rd_emu_reduce *r)
{
	return rd_emu_reduce_field(r->member, RN_REDUCE_MEMBER_INDEX_MASK);
}

static inline uint32_t rd_emu_reduce_members(const struct rd_emu_reduce *r)
{
	return rd_emu_reduce_field(r->member, RN_REDUCE_MEMBER_N_MASK);
}

/* Words of a cell. */
static inline uint32_t rd_emu_reduce_beats(uint32_t ctrl)
{
	return rd_emu_reduce_field(ctrl, RN_REDUCE_CTRL_BEATS_MASK) + 1;
}

/* NULL: not an operation. */
static inline rd_emu_fold *rd_emu_reduce_fold(uint32_t ctrl)
{
	return rd_emu_alu(rd_emu_reduce_field(ctrl, RN_REDUCE_CTRL_OP_MASK),
			  rd_emu_reduce_field(ctrl, RN_REDUCE_CTRL_TYPE_MASK));
}

/* Whether the results stay with the root (ROOT is set) and this member is not the root. A vector of
 * such a member that expects results does not complete. */
static inline int rd_emu_reduce_keeps(const struct rd_emu_reduce *r)
{
	return r->ctrl & RN_REDUCE_CTRL_ROOT_MASK && rd_emu_reduce_index(r);
}

/* Whether the group belongs to the page of this process. */
static inline int rd_emu_reduce_owned(const struct rd_emu *e, const struct rd_emu_reduce *r)
{
	return __atomic_load_n(&r->owner, __ATOMIC_RELAXED) ==
	       (RN_GREDUCE_OWNER_ON_MASK | (uint32_t)e->card.place.page);
}

/* Index of the last member of the right arm of n members: the arm is members 1 to this one
 * (docs/CARD.md 7). */
static inline uint32_t rd_emu_reduce_right(uint32_t n)
{
	return (n - 1) / 2;
}

/* ---- Calls between the three files ---- */

void rd_emu_reduce_fault(struct rd_emu *e, uint32_t group, uint32_t errors);
/* Looks up the members of a group that runs on this card. */
void rd_emu_look_up(struct rd_emu *e, uint32_t group);
/* Whether cells reach member `to` (index), or all of them (-1), from all members. */
int rd_emu_joined(struct rd_emu *e, uint32_t group, int to);
/* REDUCE cells that a member receives in one operation. */
uint32_t rd_emu_reduce_cells(uint32_t ctrl, uint32_t index, uint32_t n);
/* Carries out the vectors of the group, for all members, as far as all members have one. */
void rd_emu_vectors(struct rd_emu *e, uint32_t group);

#endif
