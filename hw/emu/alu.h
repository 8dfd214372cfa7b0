/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The arithmetic of reductions, as the card's reduce_alu: the same bits for either order
 * of the two operands. Used by reduce.c and vector.c, which keep the order of the members.
 */
#ifndef RD_HW_EMU_ALU_H
#define RD_HW_EMU_ALU_H

#include <stddef.h>
#include <stdint.h>

/* to = to OP with, on all lanes of `words` words of 64 bits; lane 0 is in the low bits. */
typedef void rd_emu_fold(uint64_t *to, const uint64_t *with, size_t words);

/* NULL: not an operation, or not one of this type (numbers as in CTRL). */
rd_emu_fold *rd_emu_alu(uint32_t op, uint32_t type);

/* The program may have changed the rounding mode or flush subnormals to 0; the card does not.
 * Between begin and end the modes are the defaults of IEEE 754. */
uint32_t rd_emu_alu_begin(void);
void rd_emu_alu_end(uint32_t was);

#endif
