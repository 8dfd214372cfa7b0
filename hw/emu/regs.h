/* SPDX-License-Identifier: BSD-3-Clause */
/* Access to registers: the whole card (regs.c), and the blocks that are not in emu.h. */
#ifndef RD_HW_EMU_REGS_H
#define RD_HW_EMU_REGS_H

#include "hw/emu/emu.h"

uint32_t rd_emu_read(struct rd_card *card, uint32_t at);
void rd_emu_write(struct rd_card *card, uint32_t at, uint32_t value);

/* GROUP and GBARRIER; BARRIER (barrier.c) */
uint32_t rd_emu_barrier_global_read(struct rd_emu *e, uint32_t at);
void rd_emu_barrier_global_write(struct rd_emu *e, uint32_t at, uint32_t value);
uint32_t rd_emu_barrier_read(struct rd_emu *e, uint32_t at);
void rd_emu_barrier_write(struct rd_emu *e, uint32_t at, uint32_t value);

/* GREDUCE; REDUCE (reduce.c) */
uint32_t rd_emu_reduce_global_read(struct rd_emu *e, uint32_t at);
void rd_emu_reduce_global_write(struct rd_emu *e, uint32_t at, uint32_t value);
uint32_t rd_emu_reduce_read(struct rd_emu *e, uint32_t at);
void rd_emu_reduce_write(struct rd_emu *e, uint32_t at, uint32_t value);
int rd_emu_give(struct rd_card *card, uint32_t group, const uint64_t *operand, uint32_t beats);
int rd_emu_take(struct rd_card *card, uint32_t group, uint64_t *result, uint32_t beats);

/* RDMA (qp_regs.c) */
uint32_t rd_emu_rdma_read(struct rd_emu *e, uint32_t at);
void rd_emu_rdma_write(struct rd_emu *e, uint32_t at, uint32_t value);

/* GFE; FE (fe.c) */
uint32_t rd_emu_fe_global_read(struct rd_emu *e, uint32_t at);
uint32_t rd_emu_fe_read(struct rd_emu *e, uint32_t at);
void rd_emu_fe_write(struct rd_emu *e, uint32_t at, uint32_t value);

#endif
