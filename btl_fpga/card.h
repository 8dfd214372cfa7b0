/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Interface of the driver to a ring card: one page of it, and the memory that it may access. The
 * driver (btl_fpga, coll/ring) is above; below is one implementation for each kind of card: the
 * functional model (hw/emu), the Verilog in a process of its own (hw/ring), later a real card
 * through Linux VFIO. Registers, descriptors, completions: hw/regs/REGISTERS.md and
 * ring_nic_regs.h.
 *
 * A process has one page of one card. It uses the registers of that page; of the global page it
 * reads IDENT and NODE and writes GROUP and GREDUCE.OWNER (which group belongs to which page).
 */
#ifndef RD_BTL_FPGA_CARD_H
#define RD_BTL_FPGA_CARD_H

#include <stddef.h>
#include <stdint.h>

#include "btl_fpga/ring_nic_regs.h"

struct rd_place;
struct rd_shm_place;

struct rd_card;

/* The process's card and page of the ring, from RONDO_RING and the process's rank. */
struct rd_card_place {
	int fd;    /* of the memory that the ring's processes share; inherited from mpirun */
	int nodes; /* cards of the ring, 2 .. 1024 */
	int node;  /* this process's card, 0 .. nodes - 1 */
	int page;  /* its page there, 0 .. RN_PAGE_N - 1 */
	int users; /* pages in use on each card, at most RN_PAGE_N; the same in all processes */
	uint64_t arena_bytes; /* of DMA memory for each page, the same in all processes */
};

struct rd_card_device {
	const char *name; /* "emu", "rtl": as in --ring and RONDO_RING */
	/* Opens the page, cleared. 0; RD_ENOTSUP, RD_ESYS, RD_ENOMEM, RD_EPROTO (another build's
	 * ring, or a broken one), logged with the remedy. */
	int (*open)(const struct rd_card_place *place, struct rd_card **card);
};

/* Implementations embed it as first member of their own struct. Functions are called by one thread
 * at a time. A device that has failed returns UINT32_MAX for reads and sets `lost`. */
struct rd_card {
	const struct rd_card_device *device;
	struct rd_card_place place;
	/* Register at byte `at` of the card's 64 KiB: global page at 0, page p at
	 * RN_PAGE_BYTES * (p + 1). 32 bits, `at` a multiple of 4. Registers that the page must
	 * not access read 0 and ignore writes, as in the card. */
	uint32_t (*read)(struct rd_card *card, uint32_t at);
	void (*write)(struct rd_card *card, uint32_t at, uint32_t value);
	/* Writes a descriptor into the page's doorbell window, by one store of 64 bytes: the one at
	 * `index` of the send ring, where it stands already. SEND_PRODUCER is written as well,
	 * after it. The card starts it without fetching it if it has nothing else to do. On a bus
	 * it fences before the store, as the card may read the memory that the descriptor names
	 * at once, and after it, so that SEND_PRODUCER comes later. NULL: the card has no windows
	 * (IDENT.CAPS.QUICK), or the bus no such store. */
	void (*quick)(struct rd_card *card, uint16_t index, const uint64_t *descriptor);
	/* A reduction through the registers of block REDUCE in one access each: `give` writes
	 * `beats` words of a group's operand and the doorbell, `take` reads the result, if STATUS
	 * has it by now. Arrays have four words. For cards and buses that combine accesses to
	 * adjacent registers. Whether it was done: if not, the registers give the reason. NULL: by
	 * single registers only. */
	int (*give)(struct rd_card *card, uint32_t group, const uint64_t *operand, uint32_t beats);
	int (*take)(struct rd_card *card, uint32_t group, uint64_t *result, uint32_t beats);

	/* Memory for rings, descriptors and copies: zero at first, takes no memory until touched.
	 * Its bus addresses are arena_bus + offset; arena_bus is a multiple of the largest power of
	 * two, up to 16 MiB, that arena_bytes is a multiple of. */
	char *arena;
	uint64_t arena_bus;
	uint64_t arena_bytes;

	/* Makes [p, p + len) reachable for the card and gives its bus address. 0; RD_ENOTSUP: this
	 * memory cannot be reached (the caller copies through the arena), RD_ENOMEM. NULL: no
	 * memory but the arena can be reached. */
	int (*pin)(struct rd_card *card, const void *p, uint64_t len, uint64_t *bus);
	void (*unpin)(struct rd_card *card, const void *p, uint64_t len);

	/* Tells the card that [p, p + len) is part of a file, until recall, when no region has it
	 * any more: a model of the card then needs no system call for accesses by other processes.
	 * 0: it has not taken it. NULL: it is of no use. */
	int (*lend)(struct rd_card *card, const void *p, uint64_t len,
		    const struct rd_shm_place *place);
	void (*recall)(struct rd_card *card, const void *p);

	/* Sleeping, as in struct rd_poller: `irq_fd` becomes readable when, since arm, the card has
	 * written to this page's memory, raised an event, or taken a step in one of its groups. arm
	 * returns RD_ARM_OK, or RD_ARM_BLIND when some of these do not make `irq_fd` readable.
	 * After arm, the caller polls once more before it sleeps. */
	int irq_fd;
	int (*arm)(struct rd_card *card);
	void (*disarm)(struct rd_card *card);

	/* Nanoseconds of the cards' clock, the same on all cards; in a simulation without the time
	 * in which it waited for hosts. NULL: in registers IDENT.CLOCK. */
	uint64_t (*time_ns)(struct rd_card *card);

	/* A word for each page that its process writes and all others may read, for waiting
	 * (coll/ring_colocated.c). NULL: the cards have none. */
	uint64_t *(*mark)(struct rd_card *card, int node, int page);

	/* Where the process of each page publishes its processor, for waiting (runtime/cpu.h).
	 * NULL: the cards have no such place. */
	struct rd_place *(*processor)(struct rd_card *card, int node, int page);

	/* The arena of any page in this process, whose host is that of the page's process; NULL: it
	 * is not mapped here. NULL: no arena but the own one is. */
	char *(*arena_of)(struct rd_card *card, int node, int page);

	/* Removes a page of any card whose process has ended from its groups. Returns the barrier
	 * groups that it was in until this call, a bit for each; 0 also where the process lives or
	 * is unknown. NULL: not possible with this device. */
	uint32_t (*bury)(struct rd_card *card, int node, int page);

	/* Called now and then while waiting: 0, or RD_EPROC when the card is lost (`lost` has the
	 * reason as text: "the ring process has ended"). */
	int (*alive)(struct rd_card *card);
	const char *lost;

	void (*close)(struct rd_card *card);
};

/* Offset of register `reg` (RN_PAGE_..., RN_QUEUES_...) of page `page` in the card. */
static inline uint32_t rd_card_at(int page, uint32_t reg)
{
	return (uint32_t)RN_PAGE_BYTES * (uint32_t)(page + 1) + reg;
}

static inline uint32_t rd_card_read(struct rd_card *card, uint32_t reg)
{
	return card->read(card, rd_card_at(card->place.page, reg));
}

static inline void rd_card_write(struct rd_card *card, uint32_t reg, uint32_t value)
{
	card->write(card, rd_card_at(card->place.page, reg), value);
}

extern const struct rd_card_device rd_card_emu, rd_card_rtl;

#endif
