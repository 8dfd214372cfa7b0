/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Blocks FE and GFE: full/empty registers and operations on those of any page of any node. Called
 * by regs.c. The requesting process carries the operation out, under the lock of the register's
 * page: so each is atomic and finished when COMMAND has been written.
 */
#include "hw/emu/regs.h"

#define STATUS(code, full, did) \
	((uint32_t)(code) | (uint32_t)(full) << RN_FE_STATUS_FULL_LSB | \
	 (uint32_t)(did) << RN_FE_STATUS_DID_LSB)

/* Computes the register's new value and full bit. Whether the operation changes them (DID). */
static int apply(uint32_t op, int *full, uint64_t *value, uint64_t arg, uint64_t cmp)
{
	int was = *full;

	switch (op) {
	case RN_FE_OP_TEST_READ_RESET:
		*full = 0;
		return was;
	case RN_FE_OP_WRITE:
		break;
	case RN_FE_OP_TEST_WRITE:
	case RN_FE_OP_TEST_WRITE_INT:
		if (was)
			return 0;
		break;
	case RN_FE_OP_FETCH_ADD:
		*value += arg;
		return 1;
	case RN_FE_OP_COMPARE_SWAP:
		if (*value != cmp)
			return 0;
		*value = arg;
		return 1;
	default:
		return 0;
	}
	*value = arg;
	*full = 1;
	return 1;
}

/* The operation on a register of page `of`. Caller holds the page's lock. */
static uint32_t operate(struct rd_emu *e, uint32_t of, uint32_t reg, uint32_t op)
{
	struct rd_emu_page *p = &e->pages[of], *own = e->page;
	uint64_t value = p->fe[reg];
	int was = (int)(p->full >> reg & 1), full = was, did;

	own->fe_op.res = 0;
	if (p->fe_keys >> RN_FE_KEYS_NEED_LSB != (own->fe_keys & RN_FE_KEYS_OURS_MASK))
		return STATUS(RN_FE_STATUS_NO_KEY, 0, 0);
	own->fe_op.res = value;
	did = apply(op, &full, &value, own->fe_op.arg, own->fe_op.cmp);
	p->fe[reg] = value;
	__atomic_store_n(&p->full, (p->full & ~(1u << reg)) | (uint32_t)full << reg,
			 __ATOMIC_RELEASE);
	if (did && op == RN_FE_OP_TEST_WRITE_INT)
		rd_emu_raise(p, RN_PAGE_EVENT_FE_MASK);
	return STATUS(RN_FE_STATUS_OK, was, did);
}

static uint32_t timeout(struct rd_emu *e)
{
	rd_emu_count(&e->own->fe_timeouts);
	return STATUS(RN_FE_STATUS_TIMEOUT, 0, 0);
}

static uint32_t command(struct rd_emu *e, uint32_t value)
{
	uint32_t node = value >> RN_FE_COMMAND_NODE_LSB & 1023, op = value & RN_FE_COMMAND_OP_MASK;
	uint32_t page = value >> RN_FE_COMMAND_PAGE_LSB & 7, status;
	uint32_t of = node * e->users + page;

	if (op > RN_FE_OP_COMPARE_SWAP)
		return STATUS(RN_FE_STATUS_NO_OP, 0, 0);
	if (node >= e->nodes)
		return STATUS(RN_FE_STATUS_NO_NODE, 0, 0);
	if (!rd_emu_reaches(e, e->node, node))
		return timeout(e);
	if (page >= e->users)
		return STATUS(RN_FE_STATUS_NO_KEY, 0, 0); /* no page can have it */
	rd_emu_lock(e, &e->pages[of].lock);
	status = operate(e, of, value >> RN_FE_COMMAND_REG_LSB & 15, op);
	rd_emu_unlock(&e->pages[of].lock);
	rd_emu_wake(e, of);
	/* the reply takes the shorter path, too; between opposite nodes not that of the request */
	return rd_emu_reaches(e, node, e->node) ? status : timeout(e);
}

static int is_refusal(uint32_t status)
{
	uint32_t code = status & RN_FE_STATUS_CODE_MASK;

	return code != RN_FE_STATUS_OK && code != RN_FE_STATUS_TIMEOUT;
}

void rd_emu_fe_write(struct rd_emu *e, uint32_t at, uint32_t value)
{
	struct rd_emu_page *p = e->page;

	switch (at) {
	case RN_FE_ARG_LO:
		rd_emu_set_low(&p->fe_op.arg, value);
		break;
	case RN_FE_ARG_HI:
		rd_emu_set_high(&p->fe_op.arg, value);
		break;
	case RN_FE_CMP_LO:
		rd_emu_set_low(&p->fe_op.cmp, value);
		break;
	case RN_FE_CMP_HI:
		rd_emu_set_high(&p->fe_op.cmp, value);
		break;
	case RN_FE_KEYS:
		rd_emu_lock(e, &p->lock);
		p->fe_keys = value;
		rd_emu_unlock(&p->lock);
		break;
	case RN_FE_COMMAND:
		p->fe_op.status = command(e, value);
		if (is_refusal(p->fe_op.status))
			rd_emu_raise(p, RN_PAGE_EVENT_REFUSED_MASK);
		break;
	}
}

uint32_t rd_emu_fe_read(struct rd_emu *e, uint32_t at)
{
	const struct rd_emu_page *p = e->page;

	switch (at) {
	case RN_FE_ARG_LO:
		return (uint32_t)p->fe_op.arg;
	case RN_FE_ARG_HI:
		return (uint32_t)(p->fe_op.arg >> 32);
	case RN_FE_CMP_LO:
		return (uint32_t)p->fe_op.cmp;
	case RN_FE_CMP_HI:
		return (uint32_t)(p->fe_op.cmp >> 32);
	case RN_FE_RES_LO:
		return (uint32_t)p->fe_op.res;
	case RN_FE_RES_HI:
		return (uint32_t)(p->fe_op.res >> 32);
	case RN_FE_KEYS:
		return p->fe_keys;
	case RN_FE_STATUS:
		return p->fe_op.status;
	case RN_FE_FULL:
		return __atomic_load_n(&p->full, __ATOMIC_ACQUIRE);
	default:
		return 0;
	}
}

uint32_t rd_emu_fe_global_read(struct rd_emu *e, uint32_t at)
{
	return at == RN_GFE_TIMEOUTS ? rd_emu_counter(&e->own->fe_timeouts) : 0;
}
