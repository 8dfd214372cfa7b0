/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory as the card accesses it: the arenas, which every process maps, and all other memory by
 * the kernel's copies (node/vm.h). Called by the files that move data (deliver.c,
 * stream.c, send.c, vector.c). The caller has checked that an address may be used; an address that
 * does not exist gives an error, as on a host's bus.
 */
#include "hw/emu/emu.h"

#include "base/err.h"
#include "base/param.h"
#include "base/stream.h"
#include "node/vm.h"

#include <stdlib.h>
#include <string.h>

#define BOUNCE_B (64u << 10)
#define LONG_B 4096u /* from here on a copy by the C library is quicker than one in order */

/* ---- Other processes' memory ---- */

/* The answer of one other process of the ring stands for all. 1: single copy works; 0: it does
 * not; -1: there is no other process yet. */
static int probe(struct rd_emu *e)
{
	for (uint32_t i = 0; i < e->nodes * e->users; i++) {
		const struct rd_emu_page *p = &e->pages[i];
		int32_t pid = __atomic_load_n(&p->process.pid, __ATOMIC_ACQUIRE);
		struct rd_cma_peer *peer;

		if (!pid || pid == e->pid)
			continue;
		peer = rd_cma_peer(&p->process.cma);
		if (rd_cma_works(peer))
			return 1;
		if (!peer || peer->state == RD_CMA_REFUSED)
			return 0;
	}
	return rd_param_int(RD_PARAM_CMA) ? -1 : 0;
}

static int vm_works(struct rd_emu *e)
{
	if (e->cma < 0)
		e->cma = probe(e);
	return e->cma;
}

/* ---- Memory pinned by the driver ---- */

int rd_emu_pin(struct rd_card *card, const void *p, uint64_t len, uint64_t *bus)
{
	struct rd_emu *e = rd_emu_of(card);

	if (!vm_works(e))
		return RD_ENOTSUP;
	if (e->pins.n == e->pins.max) {
		uint32_t max = e->pins.max ? 2 * e->pins.max : 16;
		struct rd_emu_pin *pin = realloc(e->pins.pin, max * sizeof(*pin));

		if (!pin)
			return RD_ENOMEM;
		e->pins.pin = pin;
		e->pins.max = max;
	}
	e->pins.pin[e->pins.n++] = (struct rd_emu_pin){(uintptr_t)p, len};
	*bus = (uintptr_t)p;
	return 0;
}

void rd_emu_unpin(struct rd_card *card, const void *p, uint64_t len)
{
	struct rd_emu *e = rd_emu_of(card);

	for (uint32_t i = e->pins.n; i-- > 0;) {
		if (e->pins.pin[i].at != (uintptr_t)p || e->pins.pin[i].len != len)
			continue;
		e->pins.pin[i] = e->pins.pin[--e->pins.n];
		return;
	}
}

/* Address of own memory that the driver has pinned; NULL: not pinned, it may not exist. */
char *rd_emu_pinned(struct rd_emu *e, uint64_t bus, uint64_t len)
{
	for (uint32_t i = 0; i < e->pins.n; i++) {
		const struct rd_emu_pin *pin = &e->pins.pin[(e->pins.last + i) % e->pins.n];
		uint64_t offset = bus - pin->at;

		if (offset > pin->len || len > pin->len - offset)
			continue;
		e->pins.last = (e->pins.last + i) % e->pins.n;
		return (char *)(uintptr_t)bus;
	}
	return NULL;
}

/* ---- Copies ---- */

typedef uint64_t word_t __attribute__((may_alias));
typedef struct {
	uint64_t w[8];
} __attribute__((packed, may_alias)) line_t;

static int aligned(const void *p)
{
	return !((uintptr_t)p & 7);
}

static uint64_t word_at(const char *from)
{
	uint64_t word;

	memcpy(&word, from, sizeof(word));
	return word;
}

/* A receiver polls the last word of a transfer and then reads the rest: that word is stored last
 * (release; pairs with the receiver's acquire). A receiver that polls a word in the middle sees all
 * bytes before it, as the card's bus keeps the order: lines are stored one after the other. */
void rd_emu_copy_up(char *to, const char *from, uint64_t len)
{
	for (; len && !aligned(to); len--)
		__atomic_store_n(to++, *from++, __ATOMIC_RELEASE);
	for (; len > sizeof(line_t); len -= sizeof(line_t)) {
		*(line_t *)to = *(const line_t *)from;
		__atomic_thread_fence(__ATOMIC_RELEASE);
		to += sizeof(line_t);
		from += sizeof(line_t);
	}
	for (; len >= 8; len -= 8) {
		__atomic_store_n((word_t *)to, word_at(from), __ATOMIC_RELEASE);
		to += 8;
		from += 8;
	}
	for (; len; len--)
		__atomic_store_n(to++, *from++, __ATOMIC_RELEASE);
}

/* Nobody polls memory that was lent: as by the kernel's copies, it has no order. */
int rd_emu_put(struct rd_emu *e, uint32_t of, uint64_t bus, const void *from, uint64_t len)
{
	char *to = rd_emu_reach(e, of, bus, len);

	if (rd_unlikely(to && len >= LONG_B && !rd_emu_in_arena(e, of, bus, len))) {
		rd_long_copy(to, from, len);
		return 0;
	}
	if (rd_likely(to != NULL)) {
		rd_emu_copy_up(to, from, len);
		return 0;
	}
	/* the cast drops const: the local side is only read */
	return rd_vm_copy(e->pages[of].process.pid, (void *)(uintptr_t)from, bus, len, RD_VM_WRITE)
		       ? RN_DMA_STATUS_WRITE_ERROR
		       : 0;
}

int rd_emu_get(struct rd_emu *e, uint32_t of, uint64_t bus, void *to, uint64_t len)
{
	const char *from = rd_emu_reach(e, of, bus, len);

	if (rd_likely(from != NULL)) {
		memcpy(to, from, len);
		return 0;
	}
	return rd_vm_copy(e->pages[of].process.pid, to, bus, len, RD_VM_READ)
		       ? RN_DMA_STATUS_READ_ERROR
		       : 0;
}

int rd_emu_move(struct rd_emu *e, uint32_t of, uint64_t bus, const struct rd_emu_bytes *from,
		uint64_t len)
{
	char bounce[BOUNCE_B], *to;
	int err = 0;

	if (rd_likely(from->local != NULL))
		return rd_emu_put(e, of, bus, from->local, len);
	to = rd_emu_reach(e, of, bus, len);
	if (to)
		return rd_vm_copy(e->pid, to, from->bus, len, RD_VM_READ) ? RN_DMA_STATUS_READ_ERROR
									  : 0;
	for (uint64_t at = 0; at < len && !err; at += sizeof(bounce)) {
		uint64_t piece = rd_min(len - at, (uint64_t)sizeof(bounce));

		if (rd_vm_copy(e->pid, bounce, from->bus + at, piece, RD_VM_READ))
			return RN_DMA_STATUS_READ_ERROR;
		err = rd_emu_put(e, of, bus + at, bounce, piece);
	}
	return err;
}
