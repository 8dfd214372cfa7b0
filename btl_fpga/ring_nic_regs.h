/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from hw/regs/ring_nic.tbl by hw/regs/gen.pl; do not edit */
#ifndef RD_BTL_FPGA_RING_NIC_REGS_H
#define RD_BTL_FPGA_RING_NIC_REGS_H
#define RN_TABLE_CRC 0x4fd2667eu /* CRC-32 of the table that this was made from */
#define RN_PAGE_BYTES 4096 /* bytes; of a page of registers */
#define RN_PAGE_N 8 /* pages; contexts of one card */
#define RN_GROUP_N 16 /* groups; barrier groups, numbered for the whole ring */
#define RN_FE_N 16 /* registers; full/empty registers of a page */
#define RN_NOTICE_MARK 255 /* -; BYTES of a MSG cell that is a NOTICE */
/* descriptors; places of a doorbell window, of 64 bytes each: a descriptor with index i of the
 * ring goes to place i modulo 64 of its page's */
#define RN_QUICK_N 64
#define RN_READ_MAX 1048576 /* bytes; of one READ */
/* READs; of a page that may be under way at one node: their streams differ in the two lowest
 * bits of their numbers */
#define RN_READ_N 4

/* block IDENT global 0x000 0x100: which card this is */
#define RN_IDENT_BASE 0x0u /* byte in its page */
#define RN_IDENT_SIZE 256 /* bytes */
#define RN_IDENT_ID 0x0u /* ro, -; identity: RNDO */
#define RN_IDENT_ID_RESET 0x524e444fu
#define RN_IDENT_TABLE 0x4u /* ro, -; CRC-32 of this table: the driver refuses another */
#define RN_IDENT_TABLE_RESET 0x4fd2667eu
#define RN_IDENT_VERSION 0x8u /* ro, -; of the card */
#define RN_IDENT_VERSION_RESET 0x10000u
#define RN_IDENT_VERSION_MAJOR_LSB 16 /* changes when old drivers no longer work */
#define RN_IDENT_VERSION_MAJOR_W 16 /* bits */
#define RN_IDENT_VERSION_MAJOR_MASK 0xffff0000u
#define RN_IDENT_VERSION_MINOR_LSB 0 /* changes when something was added */
#define RN_IDENT_VERSION_MINOR_W 16 /* bits */
#define RN_IDENT_VERSION_MINOR_MASK 0xffffu
#define RN_IDENT_CAPS 0xcu /* ro, -; parameters that this card was built with */
#define RN_IDENT_CAPS_WIDTH_LSB 0 /* bits of a word on the links */
#define RN_IDENT_CAPS_WIDTH_W 8 /* bits */
#define RN_IDENT_CAPS_WIDTH_MASK 0xffu
#define RN_IDENT_CAPS_PAGES_LSB 8 /* context pages */
#define RN_IDENT_CAPS_PAGES_W 4 /* bits */
#define RN_IDENT_CAPS_PAGES_MASK 0xf00u
#define RN_IDENT_CAPS_GROUPS_LSB 12 /* barrier groups */
#define RN_IDENT_CAPS_GROUPS_W 8 /* bits */
#define RN_IDENT_CAPS_GROUPS_MASK 0xff000u
#define RN_IDENT_CAPS_CHANNELS_LSB 20 /* DMA channels */
#define RN_IDENT_CAPS_CHANNELS_W 4 /* bits */
#define RN_IDENT_CAPS_CHANNELS_MASK 0xf00000u
#define RN_IDENT_CAPS_SETTING_LSB 24 /* 0 native, 1 SPIN */
#define RN_IDENT_CAPS_SETTING_W 1 /* bits */
#define RN_IDENT_CAPS_SETTING_MASK 0x1000000u
/* descriptors with READ and ATOMIC are carried out, and those of other nodes answered */
#define RN_IDENT_CAPS_READ_LSB 25
#define RN_IDENT_CAPS_READ_W 1 /* bits */
#define RN_IDENT_CAPS_READ_MASK 0x2000000u
/* each page has a doorbell window: descriptors that are written there as well start without
 * being fetched */
#define RN_IDENT_CAPS_QUICK_LSB 26
#define RN_IDENT_CAPS_QUICK_W 1 /* bits */
#define RN_IDENT_CAPS_QUICK_MASK 0x4000000u
/* ro, clocks; since reset, low half; reading it holds the high half */
#define RN_IDENT_CLOCK_LO 0x10u
#define RN_IDENT_CLOCK_HI 0x14u /* ro, clocks; high half at the last read of CLOCK_LO */
#define RN_IDENT_CLOCK_KHZ 0x18u /* ro, kHz; of that clock; 0 when not known (simulation) */
#define RN_IDENT_SCRATCH 0x1cu /* rw, -; for the driver, no meaning to the card */
#define RN_IDENT_SCRATCH_RESET 0x0u
#define RN_IDENT_IRQ 0x20u /* ro, pages; bit p: page p has an event that its mask lets through */
#define RN_IDENT_IRQ_RESET 0x0u
#define RN_IDENT_IRQ_PAGE_LSB 0 /* a bit for each page */
#define RN_IDENT_IRQ_PAGE_W 8 /* bits */
#define RN_IDENT_IRQ_PAGE_MASK 0xffu
/* ro, accesses; that no part of the card answered in time; stays at its largest */
#define RN_IDENT_BUS_LOST 0x24u
#define RN_IDENT_BUS_LOST_RESET 0x0u
#define RN_IDENT_BUS_LOST_N_LSB 0 /* count */
#define RN_IDENT_BUS_LOST_N_W 16 /* bits */
#define RN_IDENT_BUS_LOST_N_MASK 0xffffu
/* ro, accesses; to no block, partial or misaligned; stays at its largest */
#define RN_IDENT_BUS_REFUSED 0x28u
#define RN_IDENT_BUS_REFUSED_RESET 0x0u
#define RN_IDENT_BUS_REFUSED_N_LSB 0 /* count */
#define RN_IDENT_BUS_REFUSED_N_W 16 /* bits */
#define RN_IDENT_BUS_REFUSED_N_MASK 0xffffu
#define RN_IDENT_LIMITS 0x2cu /* ro, -; sizes that this card was built with */
/* nodes of the largest ring in which a page may ask another node's full/empty registers; 0: none */
#define RN_IDENT_LIMITS_FE_NODES_LSB 0
#define RN_IDENT_LIMITS_FE_NODES_W 11 /* bits */
#define RN_IDENT_LIMITS_FE_NODES_MASK 0x7ffu
#define RN_IDENT_LIMITS_REGIONS_LSB 12 /* regions of all pages */
#define RN_IDENT_LIMITS_REGIONS_W 7 /* bits */
#define RN_IDENT_LIMITS_REGIONS_MASK 0x7f000u
#define RN_IDENT_LIMITS_STREAMS_LSB 20 /* streams of all pages */
#define RN_IDENT_LIMITS_STREAMS_W 7 /* bits */
#define RN_IDENT_LIMITS_STREAMS_MASK 0x7f00000u
/* heads of all cells have words H2 and H3: streams check page and epoch of the sender */
#define RN_IDENT_LIMITS_WIDE_LSB 28
#define RN_IDENT_LIMITS_WIDE_W 1 /* bits */
#define RN_IDENT_LIMITS_WIDE_MASK 0x10000000u

/* enum SELECT 4: parts of the card on its bus, outside the identity and the events */
#define RN_SELECT_NODE 0x0u /* block NODE */
#define RN_SELECT_GROUP 0x1u /* block GROUP */
#define RN_SELECT_DMA 0x2u /* block DMA */
#define RN_SELECT_QUEUES 0x3u /* block QUEUES */
#define RN_SELECT_REGION 0x4u /* block REGION */
#define RN_SELECT_STREAM 0x5u /* block STREAM */
#define RN_SELECT_DESC 0x6u /* block DESC */
#define RN_SELECT_FE 0x7u /* blocks GFE and FE */
#define RN_SELECT_BARRIER 0x8u /* blocks GBARRIER and BARRIER */
#define RN_SELECT_REDUCE 0x9u /* blocks GREDUCE and REDUCE */
#define RN_SELECT_SPIN 0xau /* block SPIN */

/* block NODE global 0x100 0x100: this node, its links, its faults */
#define RN_NODE_BASE 0x100u /* byte in its page */
#define RN_NODE_SIZE 256 /* bytes */
#define RN_NODE_PLACE 0x100u /* rwe, nodes; this node and its ring */
#define RN_NODE_PLACE_RESET 0x0u
#define RN_NODE_PLACE_ID_LSB 0 /* this node */
#define RN_NODE_PLACE_ID_W 10 /* bits */
#define RN_NODE_PLACE_ID_MASK 0x3ffu
#define RN_NODE_PLACE_LAST_LSB 16 /* last node of the ring: nodes less one */
#define RN_NODE_PLACE_LAST_W 10 /* bits */
#define RN_NODE_PLACE_LAST_MASK 0x3ff0000u
#define RN_NODE_WAYS 0x104u /* rwe, -; where broadcasts end, and where virtual channels change */
#define RN_NODE_WAYS_RESET 0x0u
#define RN_NODE_WAYS_BCAST_X_LSB 0 /* last node of a broadcast that leaves to the right (X) */
#define RN_NODE_WAYS_BCAST_X_W 10 /* bits */
#define RN_NODE_WAYS_BCAST_X_MASK 0x3ffu
#define RN_NODE_WAYS_BCAST_Y_LSB 10 /* last node of a broadcast that leaves to the left (Y) */
#define RN_NODE_WAYS_BCAST_Y_W 10 /* bits */
#define RN_NODE_WAYS_BCAST_Y_MASK 0xffc00u
#define RN_NODE_WAYS_EN_X_LSB 20 /* a broadcast leaves to the right */
#define RN_NODE_WAYS_EN_X_W 1 /* bits */
#define RN_NODE_WAYS_EN_X_MASK 0x100000u
#define RN_NODE_WAYS_EN_Y_LSB 21 /* a broadcast leaves to the left */
#define RN_NODE_WAYS_EN_Y_W 1 /* bits */
#define RN_NODE_WAYS_EN_Y_MASK 0x200000u
#define RN_NODE_WAYS_DATELINE_X_LSB 24 /* cells that leave to the right have gone round once */
#define RN_NODE_WAYS_DATELINE_X_W 1 /* bits */
#define RN_NODE_WAYS_DATELINE_X_MASK 0x1000000u
#define RN_NODE_WAYS_DATELINE_Y_LSB 25 /* cells that leave to the left have gone round once */
#define RN_NODE_WAYS_DATELINE_Y_W 1 /* bits */
#define RN_NODE_WAYS_DATELINE_Y_MASK 0x2000000u
#define RN_NODE_LINK 0x110u /* rwe, -; port i: 0 left, 1 right; writing 1 to DEAD starts it again */
#define RN_NODE_LINK_STEP 4 /* bytes */
#define RN_NODE_LINK_N 2
#define RN_NODE_LINK_UP_LSB 0 /* it works */
#define RN_NODE_LINK_UP_W 1 /* bits */
#define RN_NODE_LINK_UP_MASK 0x1u
#define RN_NODE_LINK_DEAD_LSB 1 /* it was given up */
#define RN_NODE_LINK_DEAD_W 1 /* bits */
#define RN_NODE_LINK_DEAD_MASK 0x2u
#define RN_NODE_LINK_CAUSE_LSB 2 /* why */
#define RN_NODE_LINK_CAUSE_W 3 /* bits */
#define RN_NODE_LINK_CAUSE_MASK 0x1cu
/* ro, cells; received on port i with a wrong CRC; stays at its largest */
#define RN_NODE_CRC 0x118u
#define RN_NODE_CRC_STEP 4 /* bytes */
#define RN_NODE_CRC_N 2
#define RN_NODE_CRC_N_LSB 0 /* count */
#define RN_NODE_CRC_N_W 16 /* bits */
#define RN_NODE_CRC_N_MASK 0xffffu
#define RN_NODE_RETRY 0x120u /* ro, times; that port i sent again; stays at its largest */
#define RN_NODE_RETRY_STEP 4 /* bytes */
#define RN_NODE_RETRY_N 2
#define RN_NODE_RETRY_N_LSB 0 /* count */
#define RN_NODE_RETRY_N_W 16 /* bits */
#define RN_NODE_RETRY_N_MASK 0xffffu
/* ro, symbols; received on port i with a wrong CRC; stays at its largest */
#define RN_NODE_SYM 0x128u
#define RN_NODE_SYM_STEP 4 /* bytes */
#define RN_NODE_SYM_N 2
#define RN_NODE_SYM_N_LSB 0 /* count */
#define RN_NODE_SYM_N_W 16 /* bits */
#define RN_NODE_SYM_N_MASK 0xffffu
/* w1c, -; last change of a port anywhere in the ring; writing 1 to VALID makes room for the next */
#define RN_NODE_FAULT 0x130u
#define RN_NODE_FAULT_CAUSE_LSB 0 /* why it is dead; 0: it works again */
#define RN_NODE_FAULT_CAUSE_W 3 /* bits */
#define RN_NODE_FAULT_CAUSE_MASK 0x7u
#define RN_NODE_FAULT_PORT_LSB 4 /* 0 left, 1 right */
#define RN_NODE_FAULT_PORT_W 1 /* bits */
#define RN_NODE_FAULT_PORT_MASK 0x10u
#define RN_NODE_FAULT_NODE_LSB 8 /* of this node */
#define RN_NODE_FAULT_NODE_W 10 /* bits */
#define RN_NODE_FAULT_NODE_MASK 0x3ff00u
#define RN_NODE_FAULT_MORE_LSB 30 /* changes came while VALID was set: look at all ports */
#define RN_NODE_FAULT_MORE_W 1 /* bits */
#define RN_NODE_FAULT_MORE_MASK 0x40000000u
#define RN_NODE_FAULT_VALID_LSB 31 /* a change was noted */
#define RN_NODE_FAULT_VALID_W 1 /* bits */
#define RN_NODE_FAULT_VALID_MASK 0x80000000u
#define RN_NODE_ASK 0x134u /* rw, -; a port of any node */
#define RN_NODE_ASK_RESET 0x0u
#define RN_NODE_ASK_PORT_LSB 0 /* 0 left, 1 right */
#define RN_NODE_ASK_PORT_W 1 /* bits */
#define RN_NODE_ASK_PORT_MASK 0x1u
#define RN_NODE_ASK_NODE_LSB 1 /* of this node */
#define RN_NODE_ASK_NODE_W 10 /* bits */
#define RN_NODE_ASK_NODE_MASK 0x7feu
#define RN_NODE_ANSWER 0x138u /* ro, -; the port that ASK names, as far as this node was told */
#define RN_NODE_ANSWER_DEAD_LSB 0 /* it is dead */
#define RN_NODE_ANSWER_DEAD_W 1 /* bits */
#define RN_NODE_ANSWER_DEAD_MASK 0x1u

/* enum LINK_CAUSE 3: why a port is dead */
#define RN_LINK_CAUSE_NONE 0x0u /* it is not */
#define RN_LINK_CAUSE_SILENT 0x1u /* nothing came for too long */
#define RN_LINK_CAUSE_REPLAYS 0x2u /* cells were sent again and again in vain */
#define RN_LINK_CAUSE_RESTARTED 0x3u /* the neighbour started again */
#define RN_LINK_CAUSE_FORMAT 0x4u /* the neighbour was built with other sizes */
#define RN_LINK_CAUSE_BOGUS 0x5u /* the neighbour acknowledged a cell that was not sent */
#define RN_LINK_CAUSE_STARTING 0x7u /* it was dead, was started again, and is not up yet */

/* struct SYMBOL_FAULT 2: payload of a FAULT symbol */
#define RN_SYMBOL_FAULT_BYTES 2 /* size */
#define RN_SYMBOL_FAULT_PAYLOAD 0 /* byte, 16 bits; a port changed */
#define RN_SYMBOL_FAULT_PAYLOAD_TURN_LSB 0 /* it has passed the dateline */
#define RN_SYMBOL_FAULT_PAYLOAD_TURN_W 1 /* bits */
#define RN_SYMBOL_FAULT_PAYLOAD_TURN_MASK 0x1u
#define RN_SYMBOL_FAULT_PAYLOAD_CAUSE_LSB 2 /* why it is dead; 0: it works again */
#define RN_SYMBOL_FAULT_PAYLOAD_CAUSE_W 3 /* bits */
#define RN_SYMBOL_FAULT_PAYLOAD_CAUSE_MASK 0x1cu
#define RN_SYMBOL_FAULT_PAYLOAD_PORT_LSB 5 /* 0 left, 1 right */
#define RN_SYMBOL_FAULT_PAYLOAD_PORT_W 1 /* bits */
#define RN_SYMBOL_FAULT_PAYLOAD_PORT_MASK 0x20u
#define RN_SYMBOL_FAULT_PAYLOAD_NODE_LSB 6 /* of this node */
#define RN_SYMBOL_FAULT_PAYLOAD_NODE_W 10 /* bits */
#define RN_SYMBOL_FAULT_PAYLOAD_NODE_MASK 0xffc0u

/* block GROUP global 0x200 0x080: barrier groups of this node */
#define RN_GROUP_BASE 0x200u /* byte in its page */
#define RN_GROUP_SIZE 128 /* bytes */
#define RN_GROUP_CONFIG 0x200u /* rwe, -; of group i; writing it ends the operation of the group */
#define RN_GROUP_CONFIG_STEP 4 /* bytes */
#define RN_GROUP_CONFIG_N 16
#define RN_GROUP_CONFIG_RESET 0x0u
#define RN_GROUP_CONFIG_RIGHT_LSB 0 /* members awaited from the right */
#define RN_GROUP_CONFIG_RIGHT_W 10 /* bits */
#define RN_GROUP_CONFIG_RIGHT_MASK 0x3ffu
/* members awaited from the left; with RIGHT, all members but this one */
#define RN_GROUP_CONFIG_LEFT_LSB 10
#define RN_GROUP_CONFIG_LEFT_W 10 /* bits */
#define RN_GROUP_CONFIG_LEFT_MASK 0xffc00u
/* barriers completed, modulo 4; to be written alike on all members */
#define RN_GROUP_CONFIG_PHASE_LSB 20
#define RN_GROUP_CONFIG_PHASE_W 2 /* bits */
#define RN_GROUP_CONFIG_PHASE_MASK 0x300000u
#define RN_GROUP_CONFIG_INSIDE_LSB 22 /* read only: entered, not completed */
#define RN_GROUP_CONFIG_INSIDE_W 1 /* bits */
#define RN_GROUP_CONFIG_INSIDE_MASK 0x400000u
#define RN_GROUP_CONFIG_PAGE_LSB 24 /* page that may enter */
#define RN_GROUP_CONFIG_PAGE_W 3 /* bits */
#define RN_GROUP_CONFIG_PAGE_MASK 0x7000000u
#define RN_GROUP_CONFIG_ENABLE_LSB 31 /* this node is a member */
#define RN_GROUP_CONFIG_ENABLE_W 1 /* bits */
#define RN_GROUP_CONFIG_ENABLE_MASK 0x80000000u

/* block GBARRIER global 0x280 0x080: barrier, for all groups */
#define RN_GBARRIER_BASE 0x280u /* byte in its page */
#define RN_GBARRIER_SIZE 128 /* bytes */
/* w1c, -; symbols found no room, and are sent again with the state */
#define RN_GBARRIER_LOST 0x280u
#define RN_GBARRIER_LOST_RESET 0x0u
#define RN_GBARRIER_LOST_LEFT_LSB 0 /* to the left */
#define RN_GBARRIER_LOST_LEFT_W 1 /* bits */
#define RN_GBARRIER_LOST_LEFT_MASK 0x1u
#define RN_GBARRIER_LOST_RIGHT_LSB 1 /* to the right */
#define RN_GBARRIER_LOST_RIGHT_W 1 /* bits */
#define RN_GBARRIER_LOST_RIGHT_MASK 0x2u

/* block DMA global 0x400 0x400: DMA engine, for all pages */
#define RN_DMA_BASE 0x400u /* byte in its page */
#define RN_DMA_SIZE 1024 /* bytes */
/* ro, cells; received that make no sense or name a region that no page has, dropped; stays at
 * its largest */
#define RN_DMA_MALFORMED 0x400u
#define RN_DMA_MALFORMED_RESET 0x0u
#define RN_DMA_MALFORMED_N_LSB 0 /* count */
#define RN_DMA_MALFORMED_N_W 16 /* bits */
#define RN_DMA_MALFORMED_N_MASK 0xffffu
/* ro, beats; of host memory that were answered with an error; stays at its largest */
#define RN_DMA_READ_ERRORS 0x404u
#define RN_DMA_READ_ERRORS_RESET 0x0u
#define RN_DMA_READ_ERRORS_N_LSB 0 /* count */
#define RN_DMA_READ_ERRORS_N_W 16 /* bits */
#define RN_DMA_READ_ERRORS_N_MASK 0xffffu
/* ro, bursts; to host memory that were answered with an error; stays at its largest */
#define RN_DMA_WRITE_ERRORS 0x408u
#define RN_DMA_WRITE_ERRORS_RESET 0x0u
#define RN_DMA_WRITE_ERRORS_N_LSB 0 /* count */
#define RN_DMA_WRITE_ERRORS_N_W 16 /* bits */
#define RN_DMA_WRITE_ERRORS_N_MASK 0xffffu
#define RN_DMA_SHAPE 0x40cu /* ro, -; parameters that this card was built with */
/* bytes of payload of the largest DATA cell; a stream's descriptors but its last are a multiple
 * of it */
#define RN_DMA_SHAPE_CELL_B_LSB 0
#define RN_DMA_SHAPE_CELL_B_W 10 /* bits */
#define RN_DMA_SHAPE_CELL_B_MASK 0x3ffu
#define RN_DMA_SHAPE_SLOT_LG_LSB 12 /* a record of a receive ring has 2^SLOT_LG bytes */
#define RN_DMA_SHAPE_SLOT_LG_W 4 /* bits */
#define RN_DMA_SHAPE_SLOT_LG_MASK 0xf000u
#define RN_DMA_SHAPE_MSG_B_LSB 16 /* bytes of payload of the largest MSG record */
#define RN_DMA_SHAPE_MSG_B_W 10 /* bits */
#define RN_DMA_SHAPE_MSG_B_MASK 0x3ff0000u
#define RN_DMA_TIMEOUT 0x410u /* rw, -; how long the host may leave a write without an answer */
#define RN_DMA_TIMEOUT_RESET 0x14u
#define RN_DMA_TIMEOUT_LG_LSB 0 /* 2^LG clocks; 0: for ever */
#define RN_DMA_TIMEOUT_LG_W 5 /* bits */
#define RN_DMA_TIMEOUT_LG_MASK 0x1fu
#define RN_DMA_BARRED 0x414u /* ro, -; the last sender that was barred */
#define RN_DMA_BARRED_RESET 0x0u
#define RN_DMA_BARRED_BY_LSB 0 /* page whose regions it tried */
#define RN_DMA_BARRED_BY_W 3 /* bits */
#define RN_DMA_BARRED_BY_MASK 0x7u
#define RN_DMA_BARRED_PAGE_LSB 8 /* page that sends */
#define RN_DMA_BARRED_PAGE_W 3 /* bits */
#define RN_DMA_BARRED_PAGE_MASK 0x700u
#define RN_DMA_BARRED_NODE_LSB 16 /* its node */
#define RN_DMA_BARRED_NODE_W 10 /* bits */
#define RN_DMA_BARRED_NODE_MASK 0x3ff0000u
#define RN_DMA_BARRED_VALID_LSB 31 /* a sender was barred since the reset */
#define RN_DMA_BARRED_VALID_W 1 /* bits */
#define RN_DMA_BARRED_VALID_MASK 0x80000000u
/* ro, notices; to senders of cells that were refused, for which there was no room; stays at its
 * largest */
#define RN_DMA_UNSENT 0x418u
#define RN_DMA_UNSENT_RESET 0x0u
#define RN_DMA_UNSENT_N_LSB 0 /* count */
#define RN_DMA_UNSENT_N_W 16 /* bits */
#define RN_DMA_UNSENT_N_MASK 0xffffu
/* rwe, -; bus addresses that page i may reach: bits 63:32 of the first; rings and regions beyond
 * are moved into the window */
#define RN_DMA_WINDOW_BASE 0x440u
#define RN_DMA_WINDOW_BASE_STEP 8 /* bytes */
#define RN_DMA_WINDOW_BASE_N 8
/* rwe, -; and how many; to be changed only while the page is STOPPED */
#define RN_DMA_WINDOW_LG 0x444u
#define RN_DMA_WINDOW_LG_STEP 8 /* bytes */
#define RN_DMA_WINDOW_LG_N 8
#define RN_DMA_WINDOW_LG_RESET 0x40u
#define RN_DMA_WINDOW_LG_LG_LSB 0 /* 2^LG bytes, 32 to 64; BASE is a multiple */
#define RN_DMA_WINDOW_LG_LG_W 7 /* bits */
#define RN_DMA_WINDOW_LG_LG_MASK 0x7fu

/* block PAGE page 0x000 0x100: events of this page */
#define RN_PAGE_BASE 0x0u /* byte in its page */
#define RN_PAGE_SIZE 256 /* bytes */
#define RN_PAGE_EVENT 0x0u /* w1c, -; events so far; a bit stays until cleared */
#define RN_PAGE_EVENT_RESET 0x0u
#define RN_PAGE_EVENT_CQ_LSB 0 /* an entry was written to the completion ring */
#define RN_PAGE_EVENT_CQ_W 1 /* bits */
#define RN_PAGE_EVENT_CQ_MASK 0x1u
#define RN_PAGE_EVENT_RQ_LSB 1 /* a record was written to the receive ring */
#define RN_PAGE_EVENT_RQ_W 1 /* bits */
#define RN_PAGE_EVENT_RQ_MASK 0x2u
#define RN_PAGE_EVENT_FE_LSB 2 /* a full/empty register was filled by TEST_WRITE_INT */
#define RN_PAGE_EVENT_FE_W 1 /* bits */
#define RN_PAGE_EVENT_FE_MASK 0x4u
#define RN_PAGE_EVENT_BARRIER_LSB 3 /* a barrier was completed */
#define RN_PAGE_EVENT_BARRIER_W 1 /* bits */
#define RN_PAGE_EVENT_BARRIER_MASK 0x8u
#define RN_PAGE_EVENT_REDUCE_LSB 4 /* a result of a reduction has arrived */
#define RN_PAGE_EVENT_REDUCE_W 1 /* bits */
#define RN_PAGE_EVENT_REDUCE_MASK 0x10u
#define RN_PAGE_EVENT_FAULT_LSB 5 /* a link or node was reported dead */
#define RN_PAGE_EVENT_FAULT_W 1 /* bits */
#define RN_PAGE_EVENT_FAULT_MASK 0x20u
/* an operation of this page was refused, here or by another node, or one of others for it */
#define RN_PAGE_EVENT_REFUSED_LSB 6
#define RN_PAGE_EVENT_REFUSED_W 1 /* bits */
#define RN_PAGE_EVENT_REFUSED_MASK 0x40u
/* the host left a write without an answer for longer than DMA.TIMEOUT: all pages were turned off */
#define RN_PAGE_EVENT_STUCK_LSB 7
#define RN_PAGE_EVENT_STUCK_W 1 /* bits */
#define RN_PAGE_EVENT_STUCK_MASK 0x80u
#define RN_PAGE_MASK 0x4u /* rw, -; events that raise the interrupt */
#define RN_PAGE_MASK_RESET 0x0u
#define RN_PAGE_MASK_CQ_LSB 0 /* as in EVENT */
#define RN_PAGE_MASK_CQ_W 1 /* bits */
#define RN_PAGE_MASK_CQ_MASK 0x1u
#define RN_PAGE_MASK_RQ_LSB 1 /* as in EVENT */
#define RN_PAGE_MASK_RQ_W 1 /* bits */
#define RN_PAGE_MASK_RQ_MASK 0x2u
#define RN_PAGE_MASK_FE_LSB 2 /* as in EVENT */
#define RN_PAGE_MASK_FE_W 1 /* bits */
#define RN_PAGE_MASK_FE_MASK 0x4u
#define RN_PAGE_MASK_BARRIER_LSB 3 /* as in EVENT */
#define RN_PAGE_MASK_BARRIER_W 1 /* bits */
#define RN_PAGE_MASK_BARRIER_MASK 0x8u
#define RN_PAGE_MASK_REDUCE_LSB 4 /* as in EVENT */
#define RN_PAGE_MASK_REDUCE_W 1 /* bits */
#define RN_PAGE_MASK_REDUCE_MASK 0x10u
#define RN_PAGE_MASK_FAULT_LSB 5 /* as in EVENT */
#define RN_PAGE_MASK_FAULT_W 1 /* bits */
#define RN_PAGE_MASK_FAULT_MASK 0x20u
#define RN_PAGE_MASK_REFUSED_LSB 6 /* as in EVENT */
#define RN_PAGE_MASK_REFUSED_W 1 /* bits */
#define RN_PAGE_MASK_REFUSED_MASK 0x40u
#define RN_PAGE_MASK_STUCK_LSB 7 /* as in EVENT */
#define RN_PAGE_MASK_STUCK_W 1 /* bits */
#define RN_PAGE_MASK_STUCK_MASK 0x80u
#define RN_PAGE_NUMBER 0x8u /* ro, -; which page this is, from 0 */

/* block QUEUES page 0x100 0x100: send, receive and completion ring of this page, doorbells */
#define RN_QUEUES_BASE 0x100u /* byte in its page */
#define RN_QUEUES_SIZE 256 /* bytes */
#define RN_QUEUES_CONTROL 0x100u /* rwe, -; switches the page on and off */
#define RN_QUEUES_CONTROL_RESET 0x0u
/* 1: on, all indices 0 (ignored unless STOPPED). 0: nothing new starts, all streams and regions
 * are closed */
#define RN_QUEUES_CONTROL_ENABLE_LSB 0
#define RN_QUEUES_CONTROL_ENABLE_W 1 /* bits */
#define RN_QUEUES_CONTROL_ENABLE_MASK 0x1u
#define RN_QUEUES_STATUS 0x104u /* ro, -; of the page */
#define RN_QUEUES_STATUS_RESET 0x1u
/* off, and nothing of it is under way: its memory will not be touched */
#define RN_QUEUES_STATUS_STOPPED_LSB 0
#define RN_QUEUES_STATUS_STOPPED_W 1 /* bits */
#define RN_QUEUES_STATUS_STOPPED_MASK 0x1u
#define RN_QUEUES_STATUS_SEND_LSB 1 /* a channel serves it */
#define RN_QUEUES_STATUS_SEND_W 1 /* bits */
#define RN_QUEUES_STATUS_SEND_MASK 0x2u
/* the host does not take writes: all pages are off, and stay so until it has answered all
 * accesses under way */
#define RN_QUEUES_STATUS_STUCK_LSB 2
#define RN_QUEUES_STATUS_STUCK_W 1 /* bits */
#define RN_QUEUES_STATUS_STUCK_MASK 0x4u
/* rwe, bytes; address of the ring of descriptors, a multiple of the ring's size; low half. Bases
 * and sizes are written while STOPPED */
#define RN_QUEUES_SEND_BASE_LO 0x110u
#define RN_QUEUES_SEND_BASE_HI 0x114u /* rwe, bytes; high half */
#define RN_QUEUES_SEND_SIZE 0x118u /* rwe, -; how many */
#define RN_QUEUES_SEND_SIZE_RESET 0x0u
#define RN_QUEUES_SEND_SIZE_LG_LSB 0 /* 2^LG descriptors */
#define RN_QUEUES_SEND_SIZE_LG_W 4 /* bits */
#define RN_QUEUES_SEND_SIZE_LG_MASK 0xfu
/* rwe, descriptors; written so far modulo 65536: the doorbell. More than the ring holds is
 * refused (event) */
#define RN_QUEUES_SEND_PRODUCER 0x11cu
#define RN_QUEUES_SEND_PRODUCER_RESET 0x0u
#define RN_QUEUES_SEND_PRODUCER_N_LSB 0 /* count */
#define RN_QUEUES_SEND_PRODUCER_N_W 16 /* bits */
#define RN_QUEUES_SEND_PRODUCER_N_MASK 0xffffu
#define RN_QUEUES_SEND_CONSUMER 0x120u /* ro, descriptors; done so far, modulo 65536 */
#define RN_QUEUES_SEND_CONSUMER_RESET 0x0u
#define RN_QUEUES_SEND_CONSUMER_N_LSB 0 /* count */
#define RN_QUEUES_SEND_CONSUMER_N_W 16 /* bits */
#define RN_QUEUES_SEND_CONSUMER_N_MASK 0xffffu
/* rwe, -; ones start descriptors in the card, lowest number first; reads those not yet done */
#define RN_QUEUES_CARD_START 0x124u
#define RN_QUEUES_CARD_START_RESET 0x0u
#define RN_QUEUES_CARD_START_N_LSB 0 /* a bit for each */
#define RN_QUEUES_CARD_START_N_W 8 /* bits */
#define RN_QUEUES_CARD_START_N_MASK 0xffu
/* ro, descriptors; taken from the doorbell window so far, modulo 65536 */
#define RN_QUEUES_QUICK 0x128u
#define RN_QUEUES_QUICK_RESET 0x0u
#define RN_QUEUES_QUICK_N_LSB 0 /* count */
#define RN_QUEUES_QUICK_N_W 16 /* bits */
#define RN_QUEUES_QUICK_N_MASK 0xffffu
/* rwe, bytes; address of the receive ring, a multiple of the ring's size; low half */
#define RN_QUEUES_RECV_BASE_LO 0x130u
#define RN_QUEUES_RECV_BASE_HI 0x134u /* rwe, bytes; high half */
#define RN_QUEUES_RECV_SIZE 0x138u /* rwe, -; how many */
#define RN_QUEUES_RECV_SIZE_RESET 0x0u
#define RN_QUEUES_RECV_SIZE_LG_LSB 0 /* 2^LG records of 2^DMA.SHAPE.SLOT_LG bytes */
#define RN_QUEUES_RECV_SIZE_LG_W 4 /* bits */
#define RN_QUEUES_RECV_SIZE_LG_MASK 0xfu
#define RN_QUEUES_RECV_PRODUCER 0x13cu /* ro, records; written so far, modulo 65536 */
#define RN_QUEUES_RECV_PRODUCER_RESET 0x0u
#define RN_QUEUES_RECV_PRODUCER_N_LSB 0 /* count */
#define RN_QUEUES_RECV_PRODUCER_N_W 16 /* bits */
#define RN_QUEUES_RECV_PRODUCER_N_MASK 0xffffu
#define RN_QUEUES_RECV_CONSUMER 0x140u /* rwe, records; read by the host so far, modulo 65536 */
#define RN_QUEUES_RECV_CONSUMER_RESET 0x0u
#define RN_QUEUES_RECV_CONSUMER_N_LSB 0 /* count */
#define RN_QUEUES_RECV_CONSUMER_N_W 16 /* bits */
#define RN_QUEUES_RECV_CONSUMER_N_MASK 0xffffu
/* rw, -; whose messages are taken; those of others are refused */
#define RN_QUEUES_RECV_FROM 0x144u
#define RN_QUEUES_RECV_FROM_RESET 0xffu
#define RN_QUEUES_RECV_FROM_PAGE_LSB 0 /* a bit for each page number, of any node */
#define RN_QUEUES_RECV_FROM_PAGE_W 8 /* bits */
#define RN_QUEUES_RECV_FROM_PAGE_MASK 0xffu
/* rwe, bytes; address of the completion ring, a multiple of the ring's size; low half */
#define RN_QUEUES_CPL_BASE_LO 0x150u
#define RN_QUEUES_CPL_BASE_HI 0x154u /* rwe, bytes; high half */
#define RN_QUEUES_CPL_SIZE 0x158u /* rwe, -; how many */
#define RN_QUEUES_CPL_SIZE_RESET 0x0u
/* 2^LG records of 32 bytes; at least 16, of which the card keeps 8 free */
#define RN_QUEUES_CPL_SIZE_LG_LSB 0
#define RN_QUEUES_CPL_SIZE_LG_W 4 /* bits */
#define RN_QUEUES_CPL_SIZE_LG_MASK 0xfu
#define RN_QUEUES_CPL_PRODUCER 0x15cu /* ro, records; written so far, modulo 65536 */
#define RN_QUEUES_CPL_PRODUCER_RESET 0x0u
#define RN_QUEUES_CPL_PRODUCER_N_LSB 0 /* count */
#define RN_QUEUES_CPL_PRODUCER_N_W 16 /* bits */
#define RN_QUEUES_CPL_PRODUCER_N_MASK 0xffffu
#define RN_QUEUES_CPL_CONSUMER 0x160u /* rwe, records; read by the host so far, modulo 65536 */
#define RN_QUEUES_CPL_CONSUMER_RESET 0x0u
#define RN_QUEUES_CPL_CONSUMER_N_LSB 0 /* count */
#define RN_QUEUES_CPL_CONSUMER_N_W 16 /* bits */
#define RN_QUEUES_CPL_CONSUMER_N_MASK 0xffffu
/* ro, messages; that found the receive ring full; stays at its largest */
#define RN_QUEUES_LOST 0x170u
#define RN_QUEUES_LOST_RESET 0x0u
#define RN_QUEUES_LOST_N_LSB 0 /* count */
#define RN_QUEUES_LOST_N_W 16 /* bits */
#define RN_QUEUES_LOST_N_MASK 0xffffu
#define RN_QUEUES_REFUSED 0x174u /* ro, cells; of others that were refused; stays at its largest */
#define RN_QUEUES_REFUSED_RESET 0x0u
#define RN_QUEUES_REFUSED_N_LSB 0 /* count */
#define RN_QUEUES_REFUSED_N_W 16 /* bits */
#define RN_QUEUES_REFUSED_N_MASK 0xffffu
/* ro, refusals; of these, and notices of others, without a record, because the completion ring
 * was full; stays at its largest */
#define RN_QUEUES_UNTOLD 0x178u
#define RN_QUEUES_UNTOLD_RESET 0x0u
#define RN_QUEUES_UNTOLD_N_LSB 0 /* count */
#define RN_QUEUES_UNTOLD_N_W 16 /* bits */
#define RN_QUEUES_UNTOLD_N_MASK 0xffffu

/* block REGION page 0x200 0x100: memory that this page lets the card reach: its regions 0 to 7
 * are numbers 8 * page to 8 * page + 7 for others */
#define RN_REGION_BASE 0x200u /* byte in its page */
#define RN_REGION_SIZE 256 /* bytes */
/* rwe, bytes; address, a multiple of 8; low half. Close the region (ACCESS 0) before changing it */
#define RN_REGION_BASE_LO 0x200u
#define RN_REGION_BASE_LO_STEP 16 /* bytes */
#define RN_REGION_BASE_LO_N 8
#define RN_REGION_BASE_HI 0x204u /* rwe, bytes; high half */
#define RN_REGION_BASE_HI_STEP 16 /* bytes */
#define RN_REGION_BASE_HI_N 8
#define RN_REGION_LENGTH 0x208u /* rwe, bytes; low half of the length */
#define RN_REGION_LENGTH_STEP 16 /* bytes */
#define RN_REGION_LENGTH_N 8
/* rwe, -; rest of the length, rights; opened by setting a right while the page is on */
#define RN_REGION_ACCESS 0x20cu
#define RN_REGION_ACCESS_STEP 16 /* bytes */
#define RN_REGION_ACCESS_N 8
#define RN_REGION_ACCESS_RESET 0x0u
#define RN_REGION_ACCESS_LENGTH_HI_LSB 0 /* high part of the length */
#define RN_REGION_ACCESS_LENGTH_HI_W 8 /* bits */
#define RN_REGION_ACCESS_LENGTH_HI_MASK 0xffu
#define RN_REGION_ACCESS_READ_LSB 8 /* this page's descriptors may read */
#define RN_REGION_ACCESS_READ_W 1 /* bits */
#define RN_REGION_ACCESS_READ_MASK 0x100u
#define RN_REGION_ACCESS_WRITE_LSB 9 /* this page's streams and results may be written */
#define RN_REGION_ACCESS_WRITE_W 1 /* bits */
#define RN_REGION_ACCESS_WRITE_MASK 0x200u
#define RN_REGION_ACCESS_REMOTE_WRITE_LSB 10 /* any node that has the key may write */
#define RN_REGION_ACCESS_REMOTE_WRITE_W 1 /* bits */
#define RN_REGION_ACCESS_REMOTE_WRITE_MASK 0x400u
/* any node that has the key may read; with REMOTE_WRITE, ATOMIC too */
#define RN_REGION_ACCESS_REMOTE_READ_LSB 11
#define RN_REGION_ACCESS_REMOTE_READ_W 1 /* bits */
#define RN_REGION_ACCESS_REMOTE_READ_MASK 0x800u
#define RN_REGION_ACCESS_KEY_LSB 16 /* that WRITE and READ have to carry: its lower half */
#define RN_REGION_ACCESS_KEY_W 16 /* bits */
#define RN_REGION_ACCESS_KEY_MASK 0xffff0000u
/* rwe, -; upper half of the key; to be written before the region is opened */
#define RN_REGION_KEY_HIGH 0x2c0u
#define RN_REGION_KEY_HIGH_STEP 4 /* bytes */
#define RN_REGION_KEY_HIGH_N 8
#define RN_REGION_KEY_HIGH_KEY_LSB 0 /* that WRITE and READ have to carry */
#define RN_REGION_KEY_HIGH_KEY_W 16 /* bits */
#define RN_REGION_KEY_HIGH_KEY_MASK 0xffffu
#define RN_REGION_FENCE 0x280u /* ro, -; progress of the regions that this page has closed */
#define RN_REGION_FENCE_RESET 0x0u
/* accesses that were let in before the last closing are under way; 0: the memory is not touched
 * any more */
#define RN_REGION_FENCE_CLOSING_LSB 0
#define RN_REGION_FENCE_CLOSING_W 1 /* bits */
#define RN_REGION_FENCE_CLOSING_MASK 0x1u
/* wo, -; lets a page of a node in again that was BARRED from this page's regions */
#define RN_REGION_ADMIT 0x284u
#define RN_REGION_ADMIT_RESET 0x0u
#define RN_REGION_ADMIT_PAGE_LSB 8 /* page that sends */
#define RN_REGION_ADMIT_PAGE_W 3 /* bits */
#define RN_REGION_ADMIT_PAGE_MASK 0x700u
#define RN_REGION_ADMIT_NODE_LSB 16 /* its node */
#define RN_REGION_ADMIT_NODE_W 10 /* bits */
#define RN_REGION_ADMIT_NODE_MASK 0x3ff0000u

/* block STREAM page 0x300 0x100: streams received by this page: its streams 0 to 7 are tags 8 *
 * page to 8 * page + 7 */
#define RN_STREAM_BASE 0x300u /* byte in its page */
#define RN_STREAM_SIZE 256 /* bytes */
/* rwe, bytes; where the next byte goes, from the region's base; low half */
#define RN_STREAM_OFFSET_LO 0x300u
#define RN_STREAM_OFFSET_LO_STEP 32 /* bytes */
#define RN_STREAM_OFFSET_LO_N 8
#define RN_STREAM_OFFSET_HI 0x304u /* rwe, -; rest of it, and from where */
#define RN_STREAM_OFFSET_HI_STEP 32 /* bytes */
#define RN_STREAM_OFFSET_HI_N 8
#define RN_STREAM_OFFSET_HI_OFFSET_LSB 0 /* high part */
#define RN_STREAM_OFFSET_HI_OFFSET_W 8 /* bits */
#define RN_STREAM_OFFSET_HI_OFFSET_MASK 0xffu
#define RN_STREAM_OFFSET_HI_REGION_LSB 8 /* of this page */
#define RN_STREAM_OFFSET_HI_REGION_W 3 /* bits */
#define RN_STREAM_OFFSET_HI_REGION_MASK 0x700u
/* of that node whose cells are taken, where IDENT.LIMITS.WIDE is set */
#define RN_STREAM_OFFSET_HI_PAGE_LSB 11
#define RN_STREAM_OFFSET_HI_PAGE_W 3 /* bits */
#define RN_STREAM_OFFSET_HI_PAGE_MASK 0x3800u
#define RN_STREAM_OFFSET_HI_SOURCE_LSB 16 /* node whose cells are taken */
#define RN_STREAM_OFFSET_HI_SOURCE_W 10 /* bits */
#define RN_STREAM_OFFSET_HI_SOURCE_MASK 0x3ff0000u
#define RN_STREAM_OFFSET_HI_EPOCH_LSB 28 /* likewise: which of that page's streams with this tag */
#define RN_STREAM_OFFSET_HI_EPOCH_W 4 /* bits */
#define RN_STREAM_OFFSET_HI_EPOCH_MASK 0xf0000000u
#define RN_STREAM_LENGTH_LO 0x308u /* rwe, bytes; that are still to come; low half */
#define RN_STREAM_LENGTH_LO_STEP 32 /* bytes */
#define RN_STREAM_LENGTH_LO_N 8
#define RN_STREAM_LENGTH_HI 0x30cu /* rwe, bytes; high part */
#define RN_STREAM_LENGTH_HI_STEP 32 /* bytes */
#define RN_STREAM_LENGTH_HI_N 8
#define RN_STREAM_LENGTH_HI_N_LSB 0 /* bits 39:32 */
#define RN_STREAM_LENGTH_HI_N_W 8 /* bits */
#define RN_STREAM_LENGTH_HI_N_MASK 0xffu
#define RN_STREAM_COOKIE 0x310u /* rwe, -; given back in the completion */
#define RN_STREAM_COOKIE_STEP 32 /* bytes */
#define RN_STREAM_COOKIE_N 8
#define RN_STREAM_CONTROL 0x314u /* rwe, -; opens and closes */
#define RN_STREAM_CONTROL_STEP 32 /* bytes */
#define RN_STREAM_CONTROL_N 8
#define RN_STREAM_CONTROL_RESET 0x0u
/* 1: open; takes a place in the completion ring, and stays 0 if there is none or the length is
 * 0. 0: close */
#define RN_STREAM_CONTROL_ARMED_LSB 0
#define RN_STREAM_CONTROL_ARMED_W 1 /* bits */
#define RN_STREAM_CONTROL_ARMED_MASK 0x1u

/* block DESC page 0x400 0x200: 8 descriptors held in the card, started by CARD_START; CHAIN goes
 * on to the next number modulo 8 */
#define RN_DESC_BASE 0x400u /* byte in its page */
#define RN_DESC_SIZE 512 /* bytes */
#define RN_DESC_WORD 0x400u /* rwe, -; 16 words of 32 bits for each, as DESCRIPTOR */
#define RN_DESC_WORD_STEP 4 /* bytes */
#define RN_DESC_WORD_N 128

/* block GFE global 0x800 0x100: full/empty registers and remote operations, for all pages */
#define RN_GFE_BASE 0x800u /* byte in its page */
#define RN_GFE_SIZE 256 /* bytes */
#define RN_GFE_DROPPED 0x800u /* ro, cells; received that make no sense; stays at its largest */
#define RN_GFE_DROPPED_RESET 0x0u
#define RN_GFE_DROPPED_N_LSB 0 /* count */
#define RN_GFE_DROPPED_N_W 16 /* bits */
#define RN_GFE_DROPPED_N_MASK 0xffffu
/* ro, cells; replies to no operation that is waiting; stays at its largest */
#define RN_GFE_LATE 0x804u
#define RN_GFE_LATE_RESET 0x0u
#define RN_GFE_LATE_N_LSB 0 /* count */
#define RN_GFE_LATE_N_W 16 /* bits */
#define RN_GFE_LATE_N_MASK 0xffffu
/* ro, cells; requests that found the request queue full; stays at its largest */
#define RN_GFE_OVERRUN 0x808u
#define RN_GFE_OVERRUN_RESET 0x0u
#define RN_GFE_OVERRUN_N_LSB 0 /* count */
#define RN_GFE_OVERRUN_N_W 16 /* bits */
#define RN_GFE_OVERRUN_N_MASK 0xffffu
#define RN_GFE_TIMEOUTS 0x80cu /* ro, operations; that got no reply; stays at its largest */
#define RN_GFE_TIMEOUTS_RESET 0x0u
#define RN_GFE_TIMEOUTS_N_LSB 0 /* count */
#define RN_GFE_TIMEOUTS_N_W 16 /* bits */
#define RN_GFE_TIMEOUTS_N_MASK 0xffffu

/* block FE page 0x600 0x200: full/empty registers of this page, and operations on those of any
 * node */
#define RN_FE_BASE 0x600u /* byte in its page */
#define RN_FE_SIZE 512 /* bytes */
#define RN_FE_ARG_LO 0x600u /* rw, -; operand to write, add or swap in; low half */
#define RN_FE_ARG_LO_RESET 0x0u
#define RN_FE_ARG_HI 0x604u /* rw, -; high half */
#define RN_FE_ARG_HI_RESET 0x0u
#define RN_FE_CMP_LO 0x608u /* rw, -; value that COMPARE_SWAP expects to find; low half */
#define RN_FE_CMP_LO_RESET 0x0u
#define RN_FE_CMP_HI 0x60cu /* rw, -; high half */
#define RN_FE_CMP_HI_RESET 0x0u
#define RN_FE_RES_LO 0x610u /* ro, -; value before the operation; low half */
#define RN_FE_RES_LO_RESET 0x0u
#define RN_FE_RES_HI 0x614u /* ro, -; high half */
#define RN_FE_RES_HI_RESET 0x0u
#define RN_FE_KEYS 0x618u /* rw, -; protection */
#define RN_FE_KEYS_RESET 0x0u
#define RN_FE_KEYS_OURS_LSB 0 /* key that this page's operations carry */
#define RN_FE_KEYS_OURS_W 16 /* bits */
#define RN_FE_KEYS_OURS_MASK 0xffffu
#define RN_FE_KEYS_NEED_LSB 16 /* key that operations on this page's registers have to carry */
#define RN_FE_KEYS_NEED_W 16 /* bits */
#define RN_FE_KEYS_NEED_MASK 0xffff0000u
/* wo, -; writing starts an operation; refused (event) while one is busy */
#define RN_FE_COMMAND 0x620u
#define RN_FE_COMMAND_RESET 0x0u
#define RN_FE_COMMAND_OP_LSB 0 /* of enum FE_OP */
#define RN_FE_COMMAND_OP_W 4 /* bits */
#define RN_FE_COMMAND_OP_MASK 0xfu
#define RN_FE_COMMAND_REG_LSB 4 /* number of the register */
#define RN_FE_COMMAND_REG_W 4 /* bits */
#define RN_FE_COMMAND_REG_MASK 0xf0u
#define RN_FE_COMMAND_PAGE_LSB 11 /* its page */
#define RN_FE_COMMAND_PAGE_W 3 /* bits */
#define RN_FE_COMMAND_PAGE_MASK 0x3800u
#define RN_FE_COMMAND_NODE_LSB 16 /* its node */
#define RN_FE_COMMAND_NODE_W 10 /* bits */
#define RN_FE_COMMAND_NODE_MASK 0x3ff0000u
#define RN_FE_STATUS 0x624u /* ro, -; of the last operation */
#define RN_FE_STATUS_RESET 0x0u
#define RN_FE_STATUS_CODE_LSB 0 /* of enum FE_STATUS */
#define RN_FE_STATUS_CODE_W 4 /* bits */
#define RN_FE_STATUS_CODE_MASK 0xfu
#define RN_FE_STATUS_FULL_LSB 4 /* the register was full before the operation */
#define RN_FE_STATUS_FULL_W 1 /* bits */
#define RN_FE_STATUS_FULL_MASK 0x10u
#define RN_FE_STATUS_DID_LSB 5 /* the operation changed the register */
#define RN_FE_STATUS_DID_W 1 /* bits */
#define RN_FE_STATUS_DID_MASK 0x20u
#define RN_FE_STATUS_BUSY_LSB 8 /* not finished yet: the other fields and RES are to come */
#define RN_FE_STATUS_BUSY_W 1 /* bits */
#define RN_FE_STATUS_BUSY_MASK 0x100u
#define RN_FE_FULL 0x628u /* ro, -; which of this page's registers are full */
#define RN_FE_FULL_RESET 0x0u
#define RN_FE_FULL_REG_LSB 0 /* a bit for each */
#define RN_FE_FULL_REG_W 16 /* bits */
#define RN_FE_FULL_REG_MASK 0xffffu

/* enum FE_OP 4: operations on a full/empty register, each of them atomic */
#define RN_FE_OP_TEST_READ 0x0u /* value and whether full; changes nothing */
#define RN_FE_OP_TEST_READ_RESET 0x1u /* the same, and leaves the register empty */
#define RN_FE_OP_WRITE 0x2u /* writes and fills */
#define RN_FE_OP_TEST_WRITE 0x3u /* writes and fills if it was empty */
/* the same, and if it wrote raises the event FE of the register's page */
#define RN_FE_OP_TEST_WRITE_INT 0x4u
#define RN_FE_OP_FETCH_ADD 0x5u /* adds modulo 2^64; full or empty stays */
#define RN_FE_OP_COMPARE_SWAP 0x6u /* writes ARG if the value is CMP; full or empty stays */

/* enum FE_STATUS 4: how an operation ended */
/* the operation was carried out; fields FULL and DID give the state found and the action */
#define RN_FE_STATUS_OK 0x0u
#define RN_FE_STATUS_NO_OP 0x1u /* refused: no such operation */
#define RN_FE_STATUS_NO_NODE 0x2u /* refused: no such node in this ring */
#define RN_FE_STATUS_NO_KEY 0x3u /* refused: the page of the register wants another key */
/* refused: a ring of this many nodes needs cards with longer request queues */
#define RN_FE_STATUS_NO_ROOM 0x4u
#define RN_FE_STATUS_TIMEOUT 0x5u /* no reply: not known whether it was carried out */

/* struct REQUEST 24: payload of a REQ cell; its H1 tag is the page of the register */
#define RN_REQUEST_BYTES 24 /* size */
#define RN_REQUEST_CTL 0 /* byte, 64 bits; operation */
#define RN_REQUEST_CTL_OP_LSB 0 /* of enum FE_OP */
#define RN_REQUEST_CTL_OP_W 4 /* bits */
#define RN_REQUEST_CTL_OP_MASK 0xfull
#define RN_REQUEST_CTL_REG_LSB 4 /* which register */
#define RN_REQUEST_CTL_REG_W 4 /* bits */
#define RN_REQUEST_CTL_REG_MASK 0xf0ull
#define RN_REQUEST_CTL_ASKER_LSB 8 /* page that asks */
#define RN_REQUEST_CTL_ASKER_W 3 /* bits */
#define RN_REQUEST_CTL_ASKER_MASK 0x700ull
#define RN_REQUEST_CTL_PAGE_LSB 11 /* page of the register, as the tag */
#define RN_REQUEST_CTL_PAGE_W 3 /* bits */
#define RN_REQUEST_CTL_PAGE_MASK 0x3800ull
#define RN_REQUEST_CTL_NUMBER_LSB 16 /* of the operation, given back in the reply */
#define RN_REQUEST_CTL_NUMBER_W 16 /* bits */
#define RN_REQUEST_CTL_NUMBER_MASK 0xffff0000ull
#define RN_REQUEST_CTL_KEY_LSB 32 /* key that the asking page presents */
#define RN_REQUEST_CTL_KEY_W 16 /* bits */
#define RN_REQUEST_CTL_KEY_MASK 0xffff00000000ull
#define RN_REQUEST_ARG 8 /* byte, 64 bits; absent where the operation has no operand */
#define RN_REQUEST_CMP 16 /* byte, 64 bits; COMPARE_SWAP only */

/* struct REPLY 16: payload of a REPLY cell; its H1 tag is the page that asked */
#define RN_REPLY_BYTES 16 /* size */
#define RN_REPLY_CTL 0 /* byte, 64 bits; how it went */
#define RN_REPLY_CTL_CODE_LSB 0 /* of enum FE_STATUS */
#define RN_REPLY_CTL_CODE_W 4 /* bits */
#define RN_REPLY_CTL_CODE_MASK 0xfull
#define RN_REPLY_CTL_FULL_LSB 4 /* the register was full before */
#define RN_REPLY_CTL_FULL_W 1 /* bits */
#define RN_REPLY_CTL_FULL_MASK 0x10ull
#define RN_REPLY_CTL_DID_LSB 5 /* the operation changed the register */
#define RN_REPLY_CTL_DID_W 1 /* bits */
#define RN_REPLY_CTL_DID_MASK 0x20ull
#define RN_REPLY_CTL_NUMBER_LSB 16 /* of the request */
#define RN_REPLY_CTL_NUMBER_W 16 /* bits */
#define RN_REPLY_CTL_NUMBER_MASK 0xffff0000ull
#define RN_REPLY_VALUE 8 /* byte, 64 bits; before the operation */

/* block BARRIER page 0x800 0x200: barrier groups that this page owns; the others read as 0 */
#define RN_BARRIER_BASE 0x800u /* byte in its page */
#define RN_BARRIER_SIZE 512 /* bytes */
/* rwe, -; of group i; writing any value enters; refused (event) if INSIDE or not owned */
#define RN_BARRIER_GROUP 0x800u
#define RN_BARRIER_GROUP_STEP 32 /* bytes */
#define RN_BARRIER_GROUP_N 16
#define RN_BARRIER_GROUP_RESET 0x0u
#define RN_BARRIER_GROUP_RIGHT_LSB 0 /* as in CONFIG */
#define RN_BARRIER_GROUP_RIGHT_W 10 /* bits */
#define RN_BARRIER_GROUP_RIGHT_MASK 0x3ffu
#define RN_BARRIER_GROUP_LEFT_LSB 10 /* as in CONFIG */
#define RN_BARRIER_GROUP_LEFT_W 10 /* bits */
#define RN_BARRIER_GROUP_LEFT_MASK 0xffc00u
#define RN_BARRIER_GROUP_PHASE_LSB 20 /* barriers completed, modulo 4 */
#define RN_BARRIER_GROUP_PHASE_W 2 /* bits */
#define RN_BARRIER_GROUP_PHASE_MASK 0x300000u
#define RN_BARRIER_GROUP_INSIDE_LSB 22 /* entered, not completed */
#define RN_BARRIER_GROUP_INSIDE_W 1 /* bits */
#define RN_BARRIER_GROUP_INSIDE_MASK 0x400000u
#define RN_BARRIER_GROUP_PAGE_LSB 24 /* this page */
#define RN_BARRIER_GROUP_PAGE_W 3 /* bits */
#define RN_BARRIER_GROUP_PAGE_MASK 0x7000000u
#define RN_BARRIER_GROUP_ENABLE_LSB 31 /* this node is a member */
#define RN_BARRIER_GROUP_ENABLE_W 1 /* bits */
#define RN_BARRIER_GROUP_ENABLE_MASK 0x80000000u

/* block GREDUCE global 0x300 0x100: reduction, for all groups */
#define RN_GREDUCE_BASE 0x300u /* byte in its page */
#define RN_GREDUCE_SIZE 256 /* bytes */
/* rwe, -; which page a reduction group belongs to; writing stops the group */
#define RN_GREDUCE_OWNER 0x300u
#define RN_GREDUCE_OWNER_STEP 4 /* bytes */
#define RN_GREDUCE_OWNER_N 8
#define RN_GREDUCE_OWNER_RESET 0x0u
#define RN_GREDUCE_OWNER_PAGE_LSB 0 /* number of the page */
#define RN_GREDUCE_OWNER_PAGE_W 3 /* bits */
#define RN_GREDUCE_OWNER_PAGE_MASK 0x7u
#define RN_GREDUCE_OWNER_ON_LSB 3 /* it belongs to that page; 0: to none */
#define RN_GREDUCE_OWNER_ON_W 1 /* bits */
#define RN_GREDUCE_OWNER_ON_MASK 0x8u
#define RN_GREDUCE_CAPS 0x320u /* ro, -; parameters that the reduction unit was built with */
#define RN_GREDUCE_CAPS_GROUPS_LSB 0 /* reduction groups */
#define RN_GREDUCE_CAPS_GROUPS_W 8 /* bits */
#define RN_GREDUCE_CAPS_GROUPS_MASK 0xffu
#define RN_GREDUCE_CAPS_GATHER_LSB 8 /* most members of a group in gather mode */
#define RN_GREDUCE_CAPS_GATHER_W 8 /* bits */
#define RN_GREDUCE_CAPS_GATHER_MASK 0xff00u
/* operands of one member that a chain takes before their results */
#define RN_GREDUCE_CAPS_WINDOW_LSB 16
#define RN_GREDUCE_CAPS_WINDOW_W 8 /* bits */
#define RN_GREDUCE_CAPS_WINDOW_MASK 0xff0000u
#define RN_GREDUCE_CAPS_LATENCY_LSB 24 /* clocks of one arithmetic operation */
#define RN_GREDUCE_CAPS_LATENCY_W 8 /* bits */
#define RN_GREDUCE_CAPS_LATENCY_MASK 0xff000000u
/* ro, cells; good ones taken into a slot; each counter stays at its largest */
#define RN_GREDUCE_CELLS 0x324u
#define RN_GREDUCE_CELLS_RESET 0x0u
#define RN_GREDUCE_CELLS_N_LSB 0 /* count */
#define RN_GREDUCE_CELLS_N_W 16 /* bits */
#define RN_GREDUCE_CELLS_N_MASK 0xffffu
/* ro, cells; of groups that this node does not belong to, of another use of a group, or on their
 * way to another */
#define RN_GREDUCE_FOREIGN 0x328u
#define RN_GREDUCE_FOREIGN_RESET 0x0u
#define RN_GREDUCE_FOREIGN_N_LSB 0 /* count */
#define RN_GREDUCE_FOREIGN_N_W 16 /* bits */
#define RN_GREDUCE_FOREIGN_N_MASK 0xffffu
#define RN_GREDUCE_LOST 0x32cu /* ro, cells; that made no sense to their group */
#define RN_GREDUCE_LOST_RESET 0x0u
#define RN_GREDUCE_LOST_N_LSB 0 /* count */
#define RN_GREDUCE_LOST_N_W 16 /* bits */
#define RN_GREDUCE_LOST_N_MASK 0xffffu
/* ro, operands; from memory, to no running group or of a wrong length */
#define RN_GREDUCE_OWN_LOST 0x330u
#define RN_GREDUCE_OWN_LOST_RESET 0x0u
#define RN_GREDUCE_OWN_LOST_N_LSB 0 /* count */
#define RN_GREDUCE_OWN_LOST_N_W 16 /* bits */
#define RN_GREDUCE_OWN_LOST_N_MASK 0xffffu
#define RN_GREDUCE_REFUSED 0x334u /* ro, writes; by a page to a group of another */
#define RN_GREDUCE_REFUSED_RESET 0x0u
#define RN_GREDUCE_REFUSED_N_LSB 0 /* count */
#define RN_GREDUCE_REFUSED_N_W 16 /* bits */
#define RN_GREDUCE_REFUSED_N_MASK 0xffffu
#define RN_GREDUCE_LAST 0x338u /* ro, -; the last cell that was lost */
#define RN_GREDUCE_LAST_RESET 0x0u
#define RN_GREDUCE_LAST_H1_LSB 0 /* its header: see REDUCE_H1 */
#define RN_GREDUCE_LAST_H1_W 16 /* bits */
#define RN_GREDUCE_LAST_H1_MASK 0xffffu
#define RN_GREDUCE_LAST_CAUSE_LSB 16 /* why: bit k is bit k of ERROR in STATUS */
#define RN_GREDUCE_LAST_CAUSE_W 16 /* bits */
#define RN_GREDUCE_LAST_CAUSE_MASK 0xffff0000u

/* block REDUCE page 0xa00 0x400: reduction groups: 8 of 128 bytes; 0 and no effect where the
 * group is not this page's */
#define RN_REDUCE_BASE 0xa00u /* byte in its page */
#define RN_REDUCE_SIZE 1024 /* bytes */
#define RN_REDUCE_CTRL 0xa00u /* rwe, -; starts and stops the group; all members alike */
#define RN_REDUCE_CTRL_STEP 128 /* bytes */
#define RN_REDUCE_CTRL_N 8
#define RN_REDUCE_CTRL_RESET 0x0u
/* 1 starts (refused while it runs or drains), 0 stops it and forgets the operation under way */
#define RN_REDUCE_CTRL_EN_LSB 0
#define RN_REDUCE_CTRL_EN_W 1 /* bits */
#define RN_REDUCE_CTRL_EN_MASK 0x1u
/* 0 gather: everybody gets all operands; 1 chain: along both arms to the root, for vectors */
#define RN_REDUCE_CTRL_CHAIN_LSB 1
#define RN_REDUCE_CTRL_CHAIN_W 1 /* bits */
#define RN_REDUCE_CTRL_CHAIN_MASK 0x2u
#define RN_REDUCE_CTRL_ROOT_LSB 2 /* only the root's host gets results */
#define RN_REDUCE_CTRL_ROOT_W 1 /* bits */
#define RN_REDUCE_CTRL_ROOT_MASK 0x4u
/* operands and results are in memory (DMA); 0: in OPERAND and RESULT */
#define RN_REDUCE_CTRL_STREAM_LSB 3
#define RN_REDUCE_CTRL_STREAM_W 1 /* bits */
#define RN_REDUCE_CTRL_STREAM_MASK 0x8u
#define RN_REDUCE_CTRL_OP_LSB 4 /* of enum REDUCE_OP */
#define RN_REDUCE_CTRL_OP_W 4 /* bits */
#define RN_REDUCE_CTRL_OP_MASK 0xf0u
#define RN_REDUCE_CTRL_TYPE_LSB 8 /* of enum REDUCE_TYPE */
#define RN_REDUCE_CTRL_TYPE_W 4 /* bits */
#define RN_REDUCE_CTRL_TYPE_MASK 0xf00u
#define RN_REDUCE_CTRL_BEATS_LSB 12 /* 8-byte beats of an operand, less one */
#define RN_REDUCE_CTRL_BEATS_W 2 /* bits */
#define RN_REDUCE_CTRL_BEATS_MASK 0x3000u
/* of this use of the group: cells of another one are not for it */
#define RN_REDUCE_CTRL_EPOCH_LSB 16
#define RN_REDUCE_CTRL_EPOCH_W 6 /* bits */
#define RN_REDUCE_CTRL_EPOCH_MASK 0x3f0000u
/* rwe, members; which member this node is; refused while the group runs */
#define RN_REDUCE_MEMBER 0xa04u
#define RN_REDUCE_MEMBER_STEP 128 /* bytes */
#define RN_REDUCE_MEMBER_N 8
#define RN_REDUCE_MEMBER_RESET 0x0u
#define RN_REDUCE_MEMBER_N_LSB 0 /* members; at most 1024, in gather mode at most GATHER */
#define RN_REDUCE_MEMBER_N_W 11 /* bits */
#define RN_REDUCE_MEMBER_N_MASK 0x7ffu
/* of this one: position from the root in the direction of port X, among members */
#define RN_REDUCE_MEMBER_INDEX_LSB 16
#define RN_REDUCE_MEMBER_INDEX_W 10 /* bits */
#define RN_REDUCE_MEMBER_INDEX_MASK 0x3ff0000u
/* rwe, nodes; chain mode: where the partial result goes; refused while the group runs */
#define RN_REDUCE_TOWARD 0xa08u
#define RN_REDUCE_TOWARD_STEP 128 /* bytes */
#define RN_REDUCE_TOWARD_N 8
#define RN_REDUCE_TOWARD_RESET 0x0u
#define RN_REDUCE_TOWARD_NODE_LSB 0 /* of the next member nearer to the root on this arm */
#define RN_REDUCE_TOWARD_NODE_W 10 /* bits */
#define RN_REDUCE_TOWARD_NODE_MASK 0x3ffu
#define RN_REDUCE_STATUS 0xa0cu /* w1c, -; how the group is; ones clear ERROR */
#define RN_REDUCE_STATUS_STEP 128 /* bytes */
#define RN_REDUCE_STATUS_N 8
#define RN_REDUCE_STATUS_RESET 0x0u
#define RN_REDUCE_STATUS_RUN_LSB 0 /* it takes operands and cells */
#define RN_REDUCE_STATUS_RUN_W 1 /* bits */
#define RN_REDUCE_STATUS_RUN_MASK 0x1u
/* stopped, but something is still on its way through the unit */
#define RN_REDUCE_STATUS_DRAIN_LSB 1
#define RN_REDUCE_STATUS_DRAIN_W 1 /* bits */
#define RN_REDUCE_STATUS_DRAIN_MASK 0x2u
#define RN_REDUCE_STATUS_IDLE_LSB 2 /* no operation is open */
#define RN_REDUCE_STATUS_IDLE_W 1 /* bits */
#define RN_REDUCE_STATUS_IDLE_MASK 0x4u
#define RN_REDUCE_STATUS_RESULT_LSB 3 /* RESULT can be read, until DOORBELL is written */
#define RN_REDUCE_STATUS_RESULT_W 1 /* bits */
#define RN_REDUCE_STATUS_RESULT_MASK 0x8u
#define RN_REDUCE_STATUS_ROOM_LSB 4 /* an operand can be taken from the stream */
#define RN_REDUCE_STATUS_ROOM_W 1 /* bits */
#define RN_REDUCE_STATUS_ROOM_MASK 0x10u
/* bits: 0 refused setting, 1 DOORBELL or OPERAND out of turn, 2 operand from memory dropped;
 * cells dropped: 3 of another mode, 4 wrong or doubled member, 5 out of sequence, 6 group
 * stopped, 7 wrong length */
#define RN_REDUCE_STATUS_ERROR_LSB 8
#define RN_REDUCE_STATUS_ERROR_W 8 /* bits */
#define RN_REDUCE_STATUS_ERROR_MASK 0xff00u
/* wo, -; any value: OPERAND is complete, the last RESULT was read; only when IDLE */
#define RN_REDUCE_DOORBELL 0xa10u
#define RN_REDUCE_DOORBELL_STEP 128 /* bytes */
#define RN_REDUCE_DOORBELL_N 8
#define RN_REDUCE_DOORBELL_RESET 0x0u
#define RN_REDUCE_OPERAND_0 0xa20u /* wo, -; bytes 0 to 3 of this node's operand */
#define RN_REDUCE_OPERAND_0_STEP 128 /* bytes */
#define RN_REDUCE_OPERAND_0_N 8
#define RN_REDUCE_OPERAND_0_RESET 0x0u
#define RN_REDUCE_OPERAND_1 0xa24u /* wo, -; bytes 4 to 7 of this node's operand */
#define RN_REDUCE_OPERAND_1_STEP 128 /* bytes */
#define RN_REDUCE_OPERAND_1_N 8
#define RN_REDUCE_OPERAND_1_RESET 0x0u
#define RN_REDUCE_OPERAND_2 0xa28u /* wo, -; bytes 8 to 11 of this node's operand */
#define RN_REDUCE_OPERAND_2_STEP 128 /* bytes */
#define RN_REDUCE_OPERAND_2_N 8
#define RN_REDUCE_OPERAND_2_RESET 0x0u
#define RN_REDUCE_OPERAND_3 0xa2cu /* wo, -; bytes 12 to 15 of this node's operand */
#define RN_REDUCE_OPERAND_3_STEP 128 /* bytes */
#define RN_REDUCE_OPERAND_3_N 8
#define RN_REDUCE_OPERAND_3_RESET 0x0u
#define RN_REDUCE_OPERAND_4 0xa30u /* wo, -; bytes 16 to 19 of this node's operand */
#define RN_REDUCE_OPERAND_4_STEP 128 /* bytes */
#define RN_REDUCE_OPERAND_4_N 8
#define RN_REDUCE_OPERAND_4_RESET 0x0u
#define RN_REDUCE_OPERAND_5 0xa34u /* wo, -; bytes 20 to 23 of this node's operand */
#define RN_REDUCE_OPERAND_5_STEP 128 /* bytes */
#define RN_REDUCE_OPERAND_5_N 8
#define RN_REDUCE_OPERAND_5_RESET 0x0u
#define RN_REDUCE_OPERAND_6 0xa38u /* wo, -; bytes 24 to 27 of this node's operand */
#define RN_REDUCE_OPERAND_6_STEP 128 /* bytes */
#define RN_REDUCE_OPERAND_6_N 8
#define RN_REDUCE_OPERAND_6_RESET 0x0u
#define RN_REDUCE_OPERAND_7 0xa3cu /* wo, -; bytes 28 to 31 of this node's operand */
#define RN_REDUCE_OPERAND_7_STEP 128 /* bytes */
#define RN_REDUCE_OPERAND_7_N 8
#define RN_REDUCE_OPERAND_7_RESET 0x0u
#define RN_REDUCE_RESULT_0 0xa40u /* ro, -; bytes 0 to 3 of the result */
#define RN_REDUCE_RESULT_0_STEP 128 /* bytes */
#define RN_REDUCE_RESULT_0_N 8
#define RN_REDUCE_RESULT_0_RESET 0x0u
#define RN_REDUCE_RESULT_1 0xa44u /* ro, -; bytes 4 to 7 of the result */
#define RN_REDUCE_RESULT_1_STEP 128 /* bytes */
#define RN_REDUCE_RESULT_1_N 8
#define RN_REDUCE_RESULT_1_RESET 0x0u
#define RN_REDUCE_RESULT_2 0xa48u /* ro, -; bytes 8 to 11 of the result */
#define RN_REDUCE_RESULT_2_STEP 128 /* bytes */
#define RN_REDUCE_RESULT_2_N 8
#define RN_REDUCE_RESULT_2_RESET 0x0u
#define RN_REDUCE_RESULT_3 0xa4cu /* ro, -; bytes 12 to 15 of the result */
#define RN_REDUCE_RESULT_3_STEP 128 /* bytes */
#define RN_REDUCE_RESULT_3_N 8
#define RN_REDUCE_RESULT_3_RESET 0x0u
#define RN_REDUCE_RESULT_4 0xa50u /* ro, -; bytes 16 to 19 of the result */
#define RN_REDUCE_RESULT_4_STEP 128 /* bytes */
#define RN_REDUCE_RESULT_4_N 8
#define RN_REDUCE_RESULT_4_RESET 0x0u
#define RN_REDUCE_RESULT_5 0xa54u /* ro, -; bytes 20 to 23 of the result */
#define RN_REDUCE_RESULT_5_STEP 128 /* bytes */
#define RN_REDUCE_RESULT_5_N 8
#define RN_REDUCE_RESULT_5_RESET 0x0u
#define RN_REDUCE_RESULT_6 0xa58u /* ro, -; bytes 24 to 27 of the result */
#define RN_REDUCE_RESULT_6_STEP 128 /* bytes */
#define RN_REDUCE_RESULT_6_N 8
#define RN_REDUCE_RESULT_6_RESET 0x0u
#define RN_REDUCE_RESULT_7 0xa5cu /* ro, -; bytes 28 to 31 of the result */
#define RN_REDUCE_RESULT_7_STEP 128 /* bytes */
#define RN_REDUCE_RESULT_7_N 8
#define RN_REDUCE_RESULT_7_RESET 0x0u

/* block SPIN global 0x900 0x300: SPIN setting: connections, counters */
#define RN_SPIN_BASE 0x900u /* byte in its page */
#define RN_SPIN_SIZE 768 /* bytes */
/* rwe, nodes; this node and its ring; writing reloads the barrier counters */
#define RN_SPIN_NODE 0x900u
#define RN_SPIN_NODE_RESET 0x0u
#define RN_SPIN_NODE_ID_LSB 0 /* this node */
#define RN_SPIN_NODE_ID_W 10 /* bits */
#define RN_SPIN_NODE_ID_MASK 0x3ffu
#define RN_SPIN_NODE_LAST_LSB 16 /* last node of the ring: nodes less one */
#define RN_SPIN_NODE_LAST_W 10 /* bits */
#define RN_SPIN_NODE_LAST_MASK 0x3ff0000u
#define RN_SPIN_WAYS 0x904u /* rw, -; where broadcasts end, and where virtual channels change */
#define RN_SPIN_WAYS_RESET 0x0u
#define RN_SPIN_WAYS_BCAST_X_LSB 0 /* last node of a broadcast that leaves at X */
#define RN_SPIN_WAYS_BCAST_X_W 10 /* bits */
#define RN_SPIN_WAYS_BCAST_X_MASK 0x3ffu
#define RN_SPIN_WAYS_BCAST_Y_LSB 10 /* last node of a broadcast that leaves at Y */
#define RN_SPIN_WAYS_BCAST_Y_W 10 /* bits */
#define RN_SPIN_WAYS_BCAST_Y_MASK 0xffc00u
#define RN_SPIN_WAYS_EN_X_LSB 20 /* a broadcast leaves at X */
#define RN_SPIN_WAYS_EN_X_W 1 /* bits */
#define RN_SPIN_WAYS_EN_X_MASK 0x100000u
#define RN_SPIN_WAYS_EN_Y_LSB 21 /* a broadcast leaves at Y */
#define RN_SPIN_WAYS_EN_Y_W 1 /* bits */
#define RN_SPIN_WAYS_EN_Y_MASK 0x200000u
#define RN_SPIN_WAYS_DATELINE_X_LSB 24 /* cells that leave at X change to virtual channel 1 */
#define RN_SPIN_WAYS_DATELINE_X_W 1 /* bits */
#define RN_SPIN_WAYS_DATELINE_X_MASK 0x1000000u
#define RN_SPIN_WAYS_DATELINE_Y_LSB 25 /* cells that leave at Y change to virtual channel 1 */
#define RN_SPIN_WAYS_DATELINE_Y_W 1 /* bits */
#define RN_SPIN_WAYS_DATELINE_Y_MASK 0x2000000u
/* rw, clocks; without progress until an operation gives up; at most 1/8 more; 0 never */
#define RN_SPIN_TIMEOUT 0x908u
#define RN_SPIN_TIMEOUT_RESET 0x0u
#define RN_SPIN_BURST 0x90cu /* rwe, -; bursts on the host's bus */
#define RN_SPIN_BURST_RESET 0x3u
/* log2 of their longest length in words of 32 bits; 3 to the limit that the card was built for */
#define RN_SPIN_BURST_LG_LSB 0
#define RN_SPIN_BURST_LG_W 4 /* bits */
#define RN_SPIN_BURST_LG_MASK 0xfu
#define RN_SPIN_EVENT 0x910u /* w1c, -; events so far; a bit stays until cleared */
#define RN_SPIN_EVENT_RESET 0x0u
#define RN_SPIN_EVENT_SENT_LSB 0 /* SEND_STATUS is final */
#define RN_SPIN_EVENT_SENT_W 1 /* bits */
#define RN_SPIN_EVENT_SENT_MASK 0x1u
#define RN_SPIN_EVENT_RECEIVED_LSB 1 /* RECV_STATUS is final */
#define RN_SPIN_EVENT_RECEIVED_W 1 /* bits */
#define RN_SPIN_EVENT_RECEIVED_MASK 0x2u
#define RN_SPIN_EVENT_BARRIER_LSB 2 /* BARRIER_STATUS is final */
#define RN_SPIN_EVENT_BARRIER_W 1 /* bits */
#define RN_SPIN_EVENT_BARRIER_MASK 0x4u
#define RN_SPIN_EVENT_REQUEST_LSB 3 /* a connection request was queued */
#define RN_SPIN_EVENT_REQUEST_W 1 /* bits */
#define RN_SPIN_EVENT_REQUEST_MASK 0x8u
#define RN_SPIN_EVENT_PARITY_LSB 4 /* a word with wrong parity came in */
#define RN_SPIN_EVENT_PARITY_W 1 /* bits */
#define RN_SPIN_EVENT_PARITY_MASK 0x10u
#define RN_SPIN_EVENT_STRAY_LSB 5 /* a cell came in that nobody waits for, or that makes no sense */
#define RN_SPIN_EVENT_STRAY_W 1 /* bits */
#define RN_SPIN_EVENT_STRAY_MASK 0x20u
#define RN_SPIN_EVENT_STUCK_LSB 6 /* the network does not take a cell for longer than TIMEOUT */
#define RN_SPIN_EVENT_STUCK_W 1 /* bits */
#define RN_SPIN_EVENT_STUCK_MASK 0x40u
#define RN_SPIN_EVENT_REFUSED_LSB 7 /* a command, address or length was given to a busy engine */
#define RN_SPIN_EVENT_REFUSED_W 1 /* bits */
#define RN_SPIN_EVENT_REFUSED_MASK 0x80u
#define RN_SPIN_MASK 0x914u /* rw, -; events that raise the interrupt */
#define RN_SPIN_MASK_RESET 0x0u
#define RN_SPIN_MASK_ON_LSB 0 /* as in EVENT */
#define RN_SPIN_MASK_ON_W 8 /* bits */
#define RN_SPIN_MASK_ON_MASK 0xffu
/* rw, bytes; address in the host's memory, any; low half; not while busy */
#define RN_SPIN_SEND_ADDR_LO 0x920u
#define RN_SPIN_SEND_ADDR_LO_RESET 0x0u
#define RN_SPIN_SEND_ADDR_HI 0x924u /* rw, bytes; high half */
#define RN_SPIN_SEND_ADDR_HI_RESET 0x0u
#define RN_SPIN_SEND_LEN 0x928u /* rw, bytes; length of the message, any; not while busy */
#define RN_SPIN_SEND_LEN_RESET 0x0u
#define RN_SPIN_SEND 0x92cu /* wo, -; writing starts */
#define RN_SPIN_SEND_RESET 0x0u
#define RN_SPIN_SEND_DEST_LSB 0 /* node that is to receive */
#define RN_SPIN_SEND_DEST_W 10 /* bits */
#define RN_SPIN_SEND_DEST_MASK 0x3ffu
#define RN_SPIN_SEND_OP_LSB 30 /* of enum SPIN_OP */
#define RN_SPIN_SEND_OP_W 2 /* bits */
#define RN_SPIN_SEND_OP_MASK 0xc0000000u
#define RN_SPIN_SEND_STATUS 0x930u /* ro, -; of the last SEND */
#define RN_SPIN_SEND_STATUS_RESET 0x0u
#define RN_SPIN_SEND_STATUS_CODE_LSB 0 /* of enum SPIN_STATUS */
#define RN_SPIN_SEND_STATUS_CODE_W 4 /* bits */
#define RN_SPIN_SEND_STATUS_CODE_MASK 0xfu
#define RN_SPIN_SEND_STATUS_BUSY_LSB 8 /* not finished yet */
#define RN_SPIN_SEND_STATUS_BUSY_W 1 /* bits */
#define RN_SPIN_SEND_STATUS_BUSY_MASK 0x100u
/* rw, bytes; address in the host's memory, any; low half; not while busy */
#define RN_SPIN_RECV_ADDR_LO 0x940u
#define RN_SPIN_RECV_ADDR_LO_RESET 0x0u
#define RN_SPIN_RECV_ADDR_HI 0x944u /* rw, bytes; high half */
#define RN_SPIN_RECV_ADDR_HI_RESET 0x0u
/* rw, bytes; room there; BCAST: length of the message; not while busy */
#define RN_SPIN_RECV_LEN 0x948u
#define RN_SPIN_RECV_LEN_RESET 0x0u
#define RN_SPIN_RECV 0x94cu /* wo, -; writing starts */
#define RN_SPIN_RECV_RESET 0x0u
#define RN_SPIN_RECV_SRC_LSB 0 /* node that is to send; BCAST: root */
#define RN_SPIN_RECV_SRC_W 10 /* bits */
#define RN_SPIN_RECV_SRC_MASK 0x3ffu
#define RN_SPIN_RECV_ANY_LSB 10 /* the oldest request of any node instead */
#define RN_SPIN_RECV_ANY_W 1 /* bits */
#define RN_SPIN_RECV_ANY_MASK 0x400u
#define RN_SPIN_RECV_OP_LSB 30 /* of enum SPIN_OP */
#define RN_SPIN_RECV_OP_W 2 /* bits */
#define RN_SPIN_RECV_OP_MASK 0xc0000000u
#define RN_SPIN_RECV_STATUS 0x950u /* ro, -; of the last RECV */
#define RN_SPIN_RECV_STATUS_RESET 0x0u
#define RN_SPIN_RECV_STATUS_CODE_LSB 0 /* of enum SPIN_STATUS */
#define RN_SPIN_RECV_STATUS_CODE_W 4 /* bits */
#define RN_SPIN_RECV_STATUS_CODE_MASK 0xfu
#define RN_SPIN_RECV_STATUS_BUSY_LSB 8 /* not finished yet */
#define RN_SPIN_RECV_STATUS_BUSY_W 1 /* bits */
#define RN_SPIN_RECV_STATUS_BUSY_MASK 0x100u
#define RN_SPIN_RECV_STATUS_SRC_LSB 16 /* node that sent */
#define RN_SPIN_RECV_STATUS_SRC_W 10 /* bits */
#define RN_SPIN_RECV_STATUS_SRC_MASK 0x3ff0000u
#define RN_SPIN_RECV_GOT 0x954u /* ro, bytes; length of the message as its sender said */
#define RN_SPIN_RECV_GOT_RESET 0x0u
#define RN_SPIN_BARRIER 0x960u /* wo, -; writing starts */
#define RN_SPIN_BARRIER_RESET 0x0u
#define RN_SPIN_BARRIER_OP_LSB 30 /* of enum SPIN_OP; MSG enters the barrier */
#define RN_SPIN_BARRIER_OP_W 2 /* bits */
#define RN_SPIN_BARRIER_OP_MASK 0xc0000000u
#define RN_SPIN_BARRIER_STATUS 0x964u /* ro, -; of the last BARRIER */
#define RN_SPIN_BARRIER_STATUS_RESET 0x0u
#define RN_SPIN_BARRIER_STATUS_CODE_LSB 0 /* of enum SPIN_STATUS */
#define RN_SPIN_BARRIER_STATUS_CODE_W 4 /* bits */
#define RN_SPIN_BARRIER_STATUS_CODE_MASK 0xfu
#define RN_SPIN_BARRIER_STATUS_BUSY_LSB 8 /* not finished yet */
#define RN_SPIN_BARRIER_STATUS_BUSY_W 1 /* bits */
#define RN_SPIN_BARRIER_STATUS_BUSY_MASK 0x100u
/* rwe, -; barriers and broadcasts so far; writing sets it and reloads the barrier counters */
#define RN_SPIN_COLL 0x968u
#define RN_SPIN_COLL_RESET 0x0u
#define RN_SPIN_COLL_SEQ_LSB 0 /* modulo 64; has to be the same on all nodes of the ring */
#define RN_SPIN_COLL_SEQ_W 6 /* bits */
#define RN_SPIN_COLL_SEQ_MASK 0x3fu
#define RN_SPIN_MISSING 0x96cu /* ro, nodes; that have not entered */
#define RN_SPIN_MISSING_RESET 0x0u
#define RN_SPIN_MISSING_BARRIER_LSB 0 /* the barrier that is next, or under way */
#define RN_SPIN_MISSING_BARRIER_W 10 /* bits */
#define RN_SPIN_MISSING_BARRIER_MASK 0x3ffu
#define RN_SPIN_MISSING_BCAST_LSB 16 /* the broadcast from this node that is next, or under way */
#define RN_SPIN_MISSING_BCAST_W 10 /* bits */
#define RN_SPIN_MISSING_BCAST_MASK 0x3ff0000u
#define RN_SPIN_PARITY 0x970u /* ro, words; with wrong parity; each stays at its largest */
#define RN_SPIN_PARITY_RESET 0x0u
#define RN_SPIN_PARITY_X_LSB 0 /* from the neighbour that sends on X */
#define RN_SPIN_PARITY_X_W 16 /* bits */
#define RN_SPIN_PARITY_X_MASK 0xffffu
#define RN_SPIN_PARITY_Y_LSB 16 /* from the neighbour that sends on Y */
#define RN_SPIN_PARITY_Y_W 16 /* bits */
#define RN_SPIN_PARITY_Y_MASK 0xffff0000u
/* ro, cells; that nobody waited for, or that made no sense; stays at its largest */
#define RN_SPIN_LOST 0x974u
#define RN_SPIN_LOST_RESET 0x0u
#define RN_SPIN_LOST_N_LSB 0 /* count */
#define RN_SPIN_LOST_N_W 16 /* bits */
#define RN_SPIN_LOST_N_MASK 0xffffu
#define RN_SPIN_QUEUE 0x978u /* ro, requests; waiting */
#define RN_SPIN_QUEUE_RESET 0x0u
#define RN_SPIN_QUEUE_N_LSB 0 /* count */
#define RN_SPIN_QUEUE_N_W 11 /* bits */
#define RN_SPIN_QUEUE_N_MASK 0x7ffu

/* enum SPIN_OP 2: commands of the SPIN setting */
#define RN_SPIN_OP_MSG 0x0u /* send to, receive from one node */
#define RN_SPIN_OP_BCAST 0x1u /* send to, receive with all nodes */
#define RN_SPIN_OP_CANCEL 0x2u /* RECV: end it unless a request was already answered */
#define RN_SPIN_OP_ABORT 0x3u /* end it */

/* enum SPIN_STATUS 4: how an operation of the SPIN setting ended */
#define RN_SPIN_STATUS_NONE 0x0u /* none so far, or not finished */
#define RN_SPIN_STATUS_OK 0x1u /* all bytes are where they belong */
#define RN_SPIN_STATUS_TRUNC 0x2u /* received, but the message was longer than the room */
#define RN_SPIN_STATUS_TIMEOUT 0x3u /* the other side did not go on */
#define RN_SPIN_STATUS_GONE 0x4u /* the other side gave up */
#define RN_SPIN_STATUS_HOST 0x5u /* the host's bus answered with an error */
#define RN_SPIN_STATUS_BAD 0x6u /* no such node, or this one */
#define RN_SPIN_STATUS_ABORTED 0x7u /* by CANCEL or ABORT */

/* struct SPIN_CELL 34: cell of the SPIN setting: 17 words of 16 bits */
#define RN_SPIN_CELL_BYTES 34 /* size */
#define RN_SPIN_CELL_H0 0 /* byte, 16 bits; header */
#define RN_SPIN_CELL_H0_VC_LSB 15 /* virtual channel */
#define RN_SPIN_CELL_H0_VC_W 1 /* bits */
#define RN_SPIN_CELL_H0_VC_MASK 0x8000u
#define RN_SPIN_CELL_H0_TYPE_LSB 12 /* of enum SPIN_CELL_TYPE */
#define RN_SPIN_CELL_H0_TYPE_W 3 /* bits */
#define RN_SPIN_CELL_H0_TYPE_MASK 0x7000u
#define RN_SPIN_CELL_H0_DEST_LSB 2 /* node it goes to */
#define RN_SPIN_CELL_H0_DEST_W 10 /* bits */
#define RN_SPIN_CELL_H0_DEST_MASK 0xffcu
#define RN_SPIN_CELL_H0_SPARE_LSB 0 /* not used, 0 */
#define RN_SPIN_CELL_H0_SPARE_W 2 /* bits */
#define RN_SPIN_CELL_H0_SPARE_MASK 0x3u
#define RN_SPIN_CELL_DATA 2 /* byte, 16 bits; first of 16 words */

/* struct CELL 4: header of a cell of the native setting; payload and CRC follow */
#define RN_CELL_BYTES 4 /* size */
#define RN_CELL_H0 0 /* byte, 16 bits; where it goes */
#define RN_CELL_H0_VC_LSB 15 /* virtual channel */
#define RN_CELL_H0_VC_W 1 /* bits */
#define RN_CELL_H0_VC_MASK 0x8000u
#define RN_CELL_H0_TYPE_LSB 12 /* of enum CELL_TYPE */
#define RN_CELL_H0_TYPE_W 3 /* bits */
#define RN_CELL_H0_TYPE_MASK 0x7000u
#define RN_CELL_H0_DEST_LSB 2 /* node it goes to */
#define RN_CELL_H0_DEST_W 10 /* bits */
#define RN_CELL_H0_DEST_MASK 0xffcu
#define RN_CELL_H0_LEN_LSB 0 /* of enum CELL_LEN */
#define RN_CELL_H0_LEN_W 2 /* bits */
#define RN_CELL_H0_LEN_MASK 0x3u
#define RN_CELL_H1 2 /* byte, 16 bits; where it comes from */
#define RN_CELL_H1_SRC_LSB 6 /* node it comes from */
#define RN_CELL_H1_SRC_W 10 /* bits */
#define RN_CELL_H1_SRC_MASK 0xffc0u
/* stream (DATA, BCAST), page (REQ, REPLY; MSG: in bits 2:0, above it the page that sends), bytes
 * at the end of the payload that are not written (WRITE; W = 16: in bits 3:0, above it the lower
 * bits of the page that sends) */
#define RN_CELL_H1_TAG_LSB 0
#define RN_CELL_H1_TAG_W 6 /* bits */
#define RN_CELL_H1_TAG_MASK 0x3fu

/* struct CELL_WIDE 4: from W = 64 on: the upper half of the first 64 bits of the head; 0 in
 * cells of other units */
#define RN_CELL_WIDE_BYTES 4 /* size */
#define RN_CELL_WIDE_H2 0 /* byte, 16 bits; sender, written by its card */
#define RN_CELL_WIDE_H2_PAGE_LSB 0 /* page that sends */
#define RN_CELL_WIDE_H2_PAGE_W 3 /* bits */
#define RN_CELL_WIDE_H2_PAGE_MASK 0x7u
#define RN_CELL_WIDE_H2_EPOCH_LSB 3 /* of the stream (DATA, BCAST) */
#define RN_CELL_WIDE_H2_EPOCH_W 4 /* bits */
#define RN_CELL_WIDE_H2_EPOCH_MASK 0x78u
/* WRITE: it asks for data (see READ_REQUEST). DATA: it answers such a cell, with PAGE the page
 * of the region */
#define RN_CELL_WIDE_H2_READ_LSB 7
#define RN_CELL_WIDE_H2_READ_W 1 /* bits */
#define RN_CELL_WIDE_H2_READ_MASK 0x80u
/* of such an answer, enum DMA_STATUS: not OK is the end of the READ, without data; of a long
 * cell: see LONG */
#define RN_CELL_WIDE_H2_STATUS_LSB 8
#define RN_CELL_WIDE_H2_STATUS_W 4 /* bits */
#define RN_CELL_WIDE_H2_STATUS_MASK 0xf00u
/* the only cell of such an answer: it is of the control class */
#define RN_CELL_WIDE_H2_ALONE_LSB 12
#define RN_CELL_WIDE_H2_ALONE_W 1 /* bits */
#define RN_CELL_WIDE_H2_ALONE_MASK 0x1000u
/* WRITE: a segment of a queue pair (docs/card/rdma.md, section 11). DATA, with ALONE: an answer
 * to one */
#define RN_CELL_WIDE_H2_QUEUE_LSB 13
#define RN_CELL_WIDE_H2_QUEUE_W 1 /* bits */
#define RN_CELL_WIDE_H2_QUEUE_MASK 0x2000u
/* DATA, BCAST, WRITE of a card with long cells, not 0: {LONG, STATUS, LEN} words of payload, 64
 * or more */
#define RN_CELL_WIDE_H2_LONG_LSB 14
#define RN_CELL_WIDE_H2_LONG_W 2 /* bits */
#define RN_CELL_WIDE_H2_LONG_MASK 0xc000u
#define RN_CELL_WIDE_H3 2 /* byte, 16 bits; upper half of the key (WRITE) */
#define RN_CELL_WIDE_H3_KEY_LSB 0 /* that the region wants */
#define RN_CELL_WIDE_H3_KEY_W 16 /* bits */
#define RN_CELL_WIDE_H3_KEY_MASK 0xffffu

/* struct CELL_NARROW 2: W = 16: third word of the head of a WRITE, in place of a word of payload */
#define RN_CELL_NARROW_BYTES 2 /* size */
#define RN_CELL_NARROW_H2 0 /* byte, 16 bits; upper half of the key */
#define RN_CELL_NARROW_H2_KEY_LSB 0 /* that the region wants */
#define RN_CELL_NARROW_H2_KEY_W 16 /* bits */
#define RN_CELL_NARROW_H2_KEY_MASK 0xffffu

/* struct WRITE_HEAD 8: first bytes of the payload of a WRITE cell */
#define RN_WRITE_HEAD_BYTES 8 /* size */
#define RN_WRITE_HEAD_ADDRESS 0 /* byte, 64 bits; where the rest is written */
#define RN_WRITE_HEAD_ADDRESS_OFFSET_LSB 0 /* bytes from the region's base */
#define RN_WRITE_HEAD_ADDRESS_OFFSET_W 40 /* bits */
#define RN_WRITE_HEAD_ADDRESS_OFFSET_MASK 0xffffffffffull
/* number of the region; W = 16: bit 46 is the highest of the page that sends */
#define RN_WRITE_HEAD_ADDRESS_REGION_LSB 40
#define RN_WRITE_HEAD_ADDRESS_REGION_W 8 /* bits */
#define RN_WRITE_HEAD_ADDRESS_REGION_MASK 0xff0000000000ull
#define RN_WRITE_HEAD_ADDRESS_KEY_LSB 48 /* that the region wants: its lower half */
#define RN_WRITE_HEAD_ADDRESS_KEY_W 16 /* bits */
#define RN_WRITE_HEAD_ADDRESS_KEY_MASK 0xffff000000000000ull

/* struct READ_REQUEST 32: payload of a WRITE cell with READ, of four words */
#define RN_READ_REQUEST_BYTES 32 /* size */
#define RN_READ_REQUEST_ADDRESS 0 /* byte, 64 bits; as WRITE_HEAD: where the first byte lies */
#define RN_READ_REQUEST_CTL 8 /* byte, 64 bits; of the descriptor */
#define RN_READ_REQUEST_CTL_OP_LSB 0 /* READ or ATOMIC */
#define RN_READ_REQUEST_CTL_OP_W 4 /* bits */
#define RN_READ_REQUEST_CTL_OP_MASK 0xfull
#define RN_READ_REQUEST_CTL_SWAP_LSB 29 /* ATOMIC: COMPARE_SWAP */
#define RN_READ_REQUEST_CTL_SWAP_W 1 /* bits */
#define RN_READ_REQUEST_CTL_SWAP_MASK 0x20000000ull
#define RN_READ_REQUEST_CTL_LENGTH_LSB 32 /* bytes, 1 to READ_MAX; ATOMIC: 8 */
#define RN_READ_REQUEST_CTL_LENGTH_W 32 /* bits */
#define RN_READ_REQUEST_CTL_LENGTH_MASK 0xffffffff00000000ull
#define RN_READ_REQUEST_ARG 16 /* byte, 64 bits; ATOMIC */
#define RN_READ_REQUEST_CMP 24 /* byte, 64 bits; ATOMIC */

/* struct REDUCE_H1 2: H1 of a REDUCE cell */
#define RN_REDUCE_H1_BYTES 2 /* size */
#define RN_REDUCE_H1_H1 0 /* byte, 16 bits; in place of source and tag */
#define RN_REDUCE_H1_H1_EPOCH_LSB 10 /* of the use of the group */
#define RN_REDUCE_H1_H1_EPOCH_W 6 /* bits */
#define RN_REDUCE_H1_H1_EPOCH_MASK 0xfc00u
/* OPERAND: index of the member that sent it; PARTIAL: its arm, 1 left, in the lowest bit, above
 * it its index modulo 8; RESULT: 0 */
#define RN_REDUCE_H1_H1_MEMBER_LSB 6
#define RN_REDUCE_H1_H1_MEMBER_W 4 /* bits */
#define RN_REDUCE_H1_H1_MEMBER_MASK 0x3c0u
#define RN_REDUCE_H1_H1_GROUP_LSB 3 /* group */
#define RN_REDUCE_H1_H1_GROUP_W 3 /* bits */
#define RN_REDUCE_H1_H1_GROUP_MASK 0x38u
#define RN_REDUCE_H1_H1_KIND_LSB 1 /* of enum REDUCE_KIND */
#define RN_REDUCE_H1_H1_KIND_W 2 /* bits */
#define RN_REDUCE_H1_H1_KIND_MASK 0x6u
#define RN_REDUCE_H1_H1_SEQ_LSB 0 /* number of the operation, modulo 2 */
#define RN_REDUCE_H1_H1_SEQ_W 1 /* bits */
#define RN_REDUCE_H1_H1_SEQ_MASK 0x1u

/* enum REDUCE_KIND 2: content of a REDUCE cell */
#define RN_REDUCE_KIND_OPERAND 0x0u /* of the member; for all members */
#define RN_REDUCE_KIND_PARTIAL 0x1u /* result of an arm so far; for the member at DEST */
#define RN_REDUCE_KIND_RESULT 0x2u /* for all members */

/* enum CELL_TYPE 3: type of a cell in the native setting */
#define RN_CELL_TYPE_DATA 0x0u /* payload of a stream */
#define RN_CELL_TYPE_BCAST 0x1u /* the same, copied at every node on its way */
#define RN_CELL_TYPE_WRITE 0x2u /* payload for a region */
#define RN_CELL_TYPE_MSG 0x3u /* record for the receive ring of a page */
#define RN_CELL_TYPE_REQ 0x4u /* operation on a full/empty register */
#define RN_CELL_TYPE_REDUCE 0x5u /* operands or results, copied at every node on its way */
#define RN_CELL_TYPE_PARTIAL 0x6u /* partial result of a chain on its way to the root, not copied */
#define RN_CELL_TYPE_REPLY 0x7u /* answer to REQ */

/* enum SPIN_CELL_TYPE 3: type of a cell in the SPIN setting; 5 is ours, the others are the
 * paper's */
#define RN_SPIN_CELL_TYPE_DATA 0x0u /* payload of a message */
#define RN_SPIN_CELL_TYPE_BCAST 0x1u /* the same, copied at every node on its way */
#define RN_SPIN_CELL_TYPE_REQ 0x4u /* asks for a connection */
#define RN_SPIN_CELL_TYPE_REPLY 0x5u /* grants it */
#define RN_SPIN_CELL_TYPE_BARRIER 0x6u /* enters a barrier */

/* enum CELL_LEN 2: words of payload */
#define RN_CELL_LEN_W16 0x0u /* 16 words */
#define RN_CELL_LEN_W8 0x1u /* 8 words */
#define RN_CELL_LEN_W4 0x2u /* 4 words */
#define RN_CELL_LEN_W1 0x3u /* 1 word */

/* struct SYMBOL 4: control symbol between the words of cells */
#define RN_SYMBOL_BYTES 4 /* size */
#define RN_SYMBOL_BITS 0 /* byte, 32 bits; as on the wire */
#define RN_SYMBOL_BITS_CRC_LSB 0 /* CRC-12 of the rest */
#define RN_SYMBOL_BITS_CRC_W 12 /* bits */
#define RN_SYMBOL_BITS_CRC_MASK 0xfffu
#define RN_SYMBOL_BITS_PAYLOAD_LSB 12 /* depends on the type */
#define RN_SYMBOL_BITS_PAYLOAD_W 16 /* bits */
#define RN_SYMBOL_BITS_PAYLOAD_MASK 0xffff000u
#define RN_SYMBOL_BITS_TYPE_LSB 28 /* of enum SYMBOL_TYPE */
#define RN_SYMBOL_BITS_TYPE_W 4 /* bits */
#define RN_SYMBOL_BITS_TYPE_MASK 0xf0000000u

/* struct SYMBOL_BARRIER 2: payload of a BARRIER symbol */
#define RN_SYMBOL_BARRIER_BYTES 2 /* size */
/* byte, 16 bits; the members nearest this way, ending with the sender, have entered */
#define RN_SYMBOL_BARRIER_PAYLOAD 0
#define RN_SYMBOL_BARRIER_PAYLOAD_COUNT_LSB 0 /* how many */
#define RN_SYMBOL_BARRIER_PAYLOAD_COUNT_W 10 /* bits */
#define RN_SYMBOL_BARRIER_PAYLOAD_COUNT_MASK 0x3ffu
#define RN_SYMBOL_BARRIER_PAYLOAD_PHASE_LSB 10 /* which phase */
#define RN_SYMBOL_BARRIER_PAYLOAD_PHASE_W 2 /* bits */
#define RN_SYMBOL_BARRIER_PAYLOAD_PHASE_MASK 0xc00u
#define RN_SYMBOL_BARRIER_PAYLOAD_GROUP_LSB 12 /* of which group */
#define RN_SYMBOL_BARRIER_PAYLOAD_GROUP_W 4 /* bits */
#define RN_SYMBOL_BARRIER_PAYLOAD_GROUP_MASK 0xf000u

/* enum SYMBOL_TYPE 4: meaning of a symbol */
#define RN_SYMBOL_TYPE_HELLO 0x1u /* the port is there, and since when */
#define RN_SYMBOL_TYPE_ACK 0x2u /* next cell expected; whether the last was bad */
#define RN_SYMBOL_TYPE_RETRY 0x3u /* cells from the last acknowledged follow again */
#define RN_SYMBOL_TYPE_CREDIT 0x4u /* cells released so far, for each virtual channel */
#define RN_SYMBOL_TYPE_FAULT 0x5u /* a port of a node is dead */
#define RN_SYMBOL_TYPE_BARRIER 0x6u /* members of a group have entered a phase */
#define RN_SYMBOL_TYPE_BARRIER_TURN 0x7u /* the same, after it has passed the dateline */
#define RN_SYMBOL_TYPE_CREDIT_CONTROL 0x8u /* as CREDIT, of the control class */

/* struct DESCRIPTOR 64: a request to send */
#define RN_DESCRIPTOR_BYTES 64 /* size */
#define RN_DESCRIPTOR_CTL 0 /* byte, 64 bits; operation and destination */
#define RN_DESCRIPTOR_CTL_OP_LSB 0 /* of enum DMA_OP */
#define RN_DESCRIPTOR_CTL_OP_W 4 /* bits */
#define RN_DESCRIPTOR_CTL_OP_MASK 0xfull
/* go on to the next descriptor, if this turn of the page is not over, without letting another
 * page in between */
#define RN_DESCRIPTOR_CTL_CHAIN_LSB 8
#define RN_DESCRIPTOR_CTL_CHAIN_W 1 /* bits */
#define RN_DESCRIPTOR_CTL_CHAIN_MASK 0x100ull
#define RN_DESCRIPTOR_CTL_COMPLETE_LSB 9 /* write a completion also when all is well */
#define RN_DESCRIPTOR_CTL_COMPLETE_W 1 /* bits */
#define RN_DESCRIPTOR_CTL_COMPLETE_MASK 0x200ull
#define RN_DESCRIPTOR_CTL_EVENT_LSB 10 /* and raise event CQ with it */
#define RN_DESCRIPTOR_CTL_EVENT_W 1 /* bits */
#define RN_DESCRIPTOR_CTL_EVENT_MASK 0x400ull
#define RN_DESCRIPTOR_CTL_EPOCH_LSB 12 /* DATA, BCAST, READ, ATOMIC: of the stream */
#define RN_DESCRIPTOR_CTL_EPOCH_W 4 /* bits */
#define RN_DESCRIPTOR_CTL_EPOCH_MASK 0xf000ull
/* up to 32 bytes of data stand in words COUNT to SPARE in place of their fields */
#define RN_DESCRIPTOR_CTL_INLINE_LSB 11
#define RN_DESCRIPTOR_CTL_INLINE_W 1 /* bits */
#define RN_DESCRIPTOR_CTL_INLINE_MASK 0x800ull
#define RN_DESCRIPTOR_CTL_DEST_LSB 16 /* node */
#define RN_DESCRIPTOR_CTL_DEST_W 10 /* bits */
#define RN_DESCRIPTOR_CTL_DEST_MASK 0x3ff0000ull
/* stream (DATA, BCAST), page in bits 2:0 (MSG), stream of this page in bits 2:0 (READ, ATOMIC);
 * ATOMIC: bit 3 for COMPARE_SWAP, else FETCH_ADD */
#define RN_DESCRIPTOR_CTL_TAG_LSB 26
#define RN_DESCRIPTOR_CTL_TAG_W 6 /* bits */
#define RN_DESCRIPTOR_CTL_TAG_MASK 0xfc000000ull
#define RN_DESCRIPTOR_CTL_LENGTH_LSB 32 /* bytes of a block; READ: 1 to READ_MAX; ATOMIC: 8 */
#define RN_DESCRIPTOR_CTL_LENGTH_W 32 /* bits */
#define RN_DESCRIPTOR_CTL_LENGTH_MASK 0xffffffff00000000ull
#define RN_DESCRIPTOR_COOKIE 8 /* byte, 64 bits; given back in the completion */
/* byte, 64 bits; WRITE, READ, ATOMIC: WRITE_HEAD of the first byte. MSG: first word of the
 * record, its byte 0 filled in by the card. REDUCE: where the result goes */
#define RN_DESCRIPTOR_REMOTE 16
/* REDUCE: bytes from the region's base, a multiple of 8 */
#define RN_DESCRIPTOR_REMOTE_OFFSET_LSB 0
#define RN_DESCRIPTOR_REMOTE_OFFSET_W 40 /* bits */
#define RN_DESCRIPTOR_REMOTE_OFFSET_MASK 0xffffffffffull
#define RN_DESCRIPTOR_REMOTE_REGION_LSB 40 /* REDUCE: region of this page */
#define RN_DESCRIPTOR_REMOTE_REGION_W 3 /* bits */
#define RN_DESCRIPTOR_REMOTE_REGION_MASK 0x70000000000ull
#define RN_DESCRIPTOR_LOCAL 24 /* byte, 64 bits; where the data are; READ, ATOMIC: where they go */
/* bytes from the region's base; a multiple of 8 for several blocks of DATA and BCAST, and for
 * REDUCE */
#define RN_DESCRIPTOR_LOCAL_OFFSET_LSB 0
#define RN_DESCRIPTOR_LOCAL_OFFSET_W 40 /* bits */
#define RN_DESCRIPTOR_LOCAL_OFFSET_MASK 0xffffffffffull
#define RN_DESCRIPTOR_LOCAL_REGION_LSB 40 /* region of this page */
#define RN_DESCRIPTOR_LOCAL_REGION_W 3 /* bits */
#define RN_DESCRIPTOR_LOCAL_REGION_MASK 0x70000000000ull
/* WRITE, READ, ATOMIC: upper half of the key, also of inline data */
#define RN_DESCRIPTOR_LOCAL_KEY_HIGH_LSB 48
#define RN_DESCRIPTOR_LOCAL_KEY_HIGH_W 16 /* bits */
#define RN_DESCRIPTOR_LOCAL_KEY_HIGH_MASK 0xffff000000000000ull
#define RN_DESCRIPTOR_COUNT 32 /* byte, 64 bits; blocks */
/* how many; 0 counts as 1. WRITE: any length and strides. DATA, BCAST: several only if all is a
 * multiple of 8. MSG, REDUCE, READ, ATOMIC: one */
#define RN_DESCRIPTOR_COUNT_BLOCKS_LSB 0
#define RN_DESCRIPTOR_COUNT_BLOCKS_W 32 /* bits */
#define RN_DESCRIPTOR_COUNT_BLOCKS_MASK 0xffffffffull
#define RN_DESCRIPTOR_COUNT_GROUP_LSB 32 /* REDUCE: group */
#define RN_DESCRIPTOR_COUNT_GROUP_W 3 /* bits */
#define RN_DESCRIPTOR_COUNT_GROUP_MASK 0x700000000ull
#define RN_DESCRIPTOR_COUNT_NO_RESULT_LSB 35 /* REDUCE: no results come to this node */
#define RN_DESCRIPTOR_COUNT_NO_RESULT_W 1 /* bits */
#define RN_DESCRIPTOR_COUNT_NO_RESULT_MASK 0x800000000ull
#define RN_DESCRIPTOR_COUNT_BEATS_LSB 36 /* REDUCE: 64-bit words of a cell, less 1 */
#define RN_DESCRIPTOR_COUNT_BEATS_W 2 /* bits */
#define RN_DESCRIPTOR_COUNT_BEATS_MASK 0x3000000000ull
/* byte, 64 bits; from block to block; ATOMIC: the operand, 64 bits */
#define RN_DESCRIPTOR_LOCAL_STRIDE 40
#define RN_DESCRIPTOR_LOCAL_STRIDE_N_LSB 0 /* bytes, modulo 2^40 */
#define RN_DESCRIPTOR_LOCAL_STRIDE_N_W 40 /* bits */
#define RN_DESCRIPTOR_LOCAL_STRIDE_N_MASK 0xffffffffffull
/* byte, 64 bits; WRITE: from block to block; ATOMIC: the value that COMPARE_SWAP expects, 64
 * bits */
#define RN_DESCRIPTOR_REMOTE_STRIDE 48
#define RN_DESCRIPTOR_REMOTE_STRIDE_N_LSB 0 /* bytes, modulo 2^40 */
#define RN_DESCRIPTOR_REMOTE_STRIDE_N_W 40 /* bits */
#define RN_DESCRIPTOR_REMOTE_STRIDE_N_MASK 0xffffffffffull
#define RN_DESCRIPTOR_SPARE 56 /* byte, 64 bits; 0 */

/* enum DMA_OP 4: operation of a descriptor */
#define RN_DMA_OP_NOP 0x0u /* nothing: a completion at most */
/* records in the receive ring of a page; a longer message is several records */
#define RN_DMA_OP_MSG 0x1u
#define RN_DMA_OP_WRITE 0x2u /* into a region of another node */
#define RN_DMA_OP_DATA 0x3u /* the next bytes of a stream of another node */
#define RN_DMA_OP_BCAST 0x4u /* the same, on all other nodes */
/* operands of this node to a group, results to memory; told by a record of its own when it ends */
#define RN_DMA_OP_REDUCE 0x5u
/* bytes of a region of another node to a region of this page: opens a stream of this page for
 * that node, the page of that region and EPOCH, with the lower half of COOKIE, whose record
 * tells of the end, or of a refusal */
#define RN_DMA_OP_READ 0x6u
/* on 8 bytes of a region of another node, at a multiple of 8; the value before comes as that of
 * a READ */
#define RN_DMA_OP_ATOMIC 0x7u

/* struct COMPLETION 32: record of a completion ring; WHAT is the last that is written */
#define RN_COMPLETION_BYTES 32 /* size */
/* byte, 64 bits; of the descriptor or stream; REFUSED: ADDRESS of a WRITE; RETURNED: the NOTICE */
#define RN_COMPLETION_COOKIE 0
#define RN_COMPLETION_LENGTH 8 /* byte, 64 bits; bytes that did not go their way, as far as known */
#define RN_COMPLETION_SPARE 16 /* byte, 64 bits; 0 */
#define RN_COMPLETION_WHAT 24 /* byte, 64 bits; kind and status; the last that is written */
#define RN_COMPLETION_WHAT_KIND_LSB 0 /* of enum COMPLETION_KIND */
#define RN_COMPLETION_WHAT_KIND_W 4 /* bits */
#define RN_COMPLETION_WHAT_KIND_MASK 0xfull
#define RN_COMPLETION_WHAT_STATUS_LSB 8 /* of enum DMA_STATUS */
#define RN_COMPLETION_WHAT_STATUS_W 4 /* bits */
#define RN_COMPLETION_WHAT_STATUS_MASK 0xf00ull
#define RN_COMPLETION_WHAT_SOURCE_LSB 16 /* node */
#define RN_COMPLETION_WHAT_SOURCE_W 10 /* bits */
#define RN_COMPLETION_WHAT_SOURCE_MASK 0x3ff0000ull
/* stream; region of a refused WRITE; page of a refused MSG; RETURNED: as in NOTICE */
#define RN_COMPLETION_WHAT_TAG_LSB 26
#define RN_COMPLETION_WHAT_TAG_W 6 /* bits */
#define RN_COMPLETION_WHAT_TAG_MASK 0xfc000000ull
#define RN_COMPLETION_WHAT_INDEX_LSB 32 /* records before this one, modulo 65536 */
#define RN_COMPLETION_WHAT_INDEX_W 16 /* bits */
#define RN_COMPLETION_WHAT_INDEX_MASK 0xffff00000000ull
/* 1 in the first round of the ring, then changing: the record is valid */
#define RN_COMPLETION_WHAT_PHASE_LSB 63
#define RN_COMPLETION_WHAT_PHASE_W 1 /* bits */
#define RN_COMPLETION_WHAT_PHASE_MASK 0x8000000000000000ull

/* enum COMPLETION_KIND 4: event that a completion reports */
/* a descriptor of this page is done; its memory may be used again */
#define RN_COMPLETION_KIND_SEND 0x1u
#define RN_COMPLETION_KIND_STREAM 0x2u /* a stream of this page is complete */
#define RN_COMPLETION_KIND_REFUSED 0x3u /* a cell of another node was refused */
#define RN_COMPLETION_KIND_REDUCE 0x4u /* all results are written */
/* a cell of this page was refused by node SOURCE, STATUS says why; of several cells of a page,
 * some are told */
#define RN_COMPLETION_KIND_RETURNED 0x5u

/* enum DMA_STATUS 4: how it went */
#define RN_DMA_STATUS_OK 0x0u /* well */
/* no such operation, no such region of any node, or fields that do not go together */
#define RN_DMA_STATUS_DESCRIPTOR 0x1u
#define RN_DMA_STATUS_DEST 0x2u /* no such node, or this one */
#define RN_DMA_STATUS_REGION 0x3u /* region closed, or without that right */
#define RN_DMA_STATUS_BOUNDS 0x4u /* beyond the end of the region */
#define RN_DMA_STATUS_KEY 0x5u /* wrong key */
#define RN_DMA_STATUS_READ_ERROR 0x6u /* host memory answered a read with an error */
/* host memory answered a write with an error, since the last completion of a stream */
#define RN_DMA_STATUS_WRITE_ERROR 0x7u
#define RN_DMA_STATUS_STREAM 0x8u /* stream not open */
#define RN_DMA_STATUS_SOURCE 0x9u /* stream of another source: node, page or epoch */
/* the reduction group belongs to another page, or is not done yet; the stream of a READ is open;
 * RETURNED: one with a stream of the same two lowest bits is under way there */
#define RN_DMA_STATUS_BUSY 0xau
#define RN_DMA_STATUS_FULL 0xbu /* the receive ring was full */
#define RN_DMA_STATUS_CHAIN 0xcu /* not done, because a descriptor before it in its chain failed */
#define RN_DMA_STATUS_DEAD 0xdu /* the port of this node on the way there is dead */
/* refused without a look at the key: this page of this node has sent three wrong ones */
#define RN_DMA_STATUS_BARRED 0xeu
#define RN_DMA_STATUS_OFF 0xfu /* the page that it was for is turned off */

/* struct NOTICE 8: payload of a MSG cell that tells a page of a cell that was refused */
#define RN_NOTICE_BYTES 8 /* size */
#define RN_NOTICE_WHAT 0 /* byte, 64 bits; written by the card that refused it */
#define RN_NOTICE_WHAT_BYTES_LSB 0 /* NOTICE_MARK: no message has so many */
#define RN_NOTICE_WHAT_BYTES_W 8 /* bits */
#define RN_NOTICE_WHAT_BYTES_MASK 0xffull
#define RN_NOTICE_WHAT_STATUS_LSB 8 /* why, of enum DMA_STATUS */
#define RN_NOTICE_WHAT_STATUS_W 4 /* bits */
#define RN_NOTICE_WHAT_STATUS_MASK 0xf00ull
/* of the refused cell, of enum CELL_TYPE; WRITE with BUSY is a READ */
#define RN_NOTICE_WHAT_TYPE_LSB 12
#define RN_NOTICE_WHAT_TYPE_W 3 /* bits */
#define RN_NOTICE_WHAT_TYPE_MASK 0x7000ull
#define RN_NOTICE_WHAT_TAG_LSB 16 /* stream (DATA, BCAST), region (WRITE), page in bits 2:0 (MSG) */
#define RN_NOTICE_WHAT_TAG_W 6 /* bits */
#define RN_NOTICE_WHAT_TAG_MASK 0x3f0000ull
/* WRITE: of its first byte from the region's base, in units of 64 bytes; MSG: bits 63:30 of its
 * first word; else the epoch */
#define RN_NOTICE_WHAT_OFFSET_LSB 22
#define RN_NOTICE_WHAT_OFFSET_W 34 /* bits */
#define RN_NOTICE_WHAT_OFFSET_MASK 0xffffffffc00000ull
#define RN_NOTICE_WHAT_KEY_LSB 56 /* WRITE: the lowest bits of its key */
#define RN_NOTICE_WHAT_KEY_W 8 /* bits */
#define RN_NOTICE_WHAT_KEY_MASK 0xff00000000000000ull

/* struct MSG 16: end of a record of a receive ring; the payload stands before it, filled up to a
 * multiple of 8 bytes */
#define RN_MSG_BYTES 16 /* size */
#define RN_MSG_HEAD 0 /* byte, 64 bits; as sent */
#define RN_MSG_HEAD_BYTES_LSB 0 /* of payload in this record */
#define RN_MSG_HEAD_BYTES_W 8 /* bits */
#define RN_MSG_HEAD_BYTES_MASK 0xffull
#define RN_MSG_HEAD_USER_LSB 8 /* free for software */
#define RN_MSG_HEAD_USER_W 56 /* bits */
#define RN_MSG_HEAD_USER_MASK 0xffffffffffffff00ull
#define RN_MSG_WHAT 8 /* byte, 64 bits; sender; the last that is written */
#define RN_MSG_WHAT_SOURCE_LSB 16 /* node */
#define RN_MSG_WHAT_SOURCE_W 10 /* bits */
#define RN_MSG_WHAT_SOURCE_MASK 0x3ff0000ull
#define RN_MSG_WHAT_TAG_LSB 26 /* page it was sent to */
#define RN_MSG_WHAT_TAG_W 3 /* bits */
#define RN_MSG_WHAT_TAG_MASK 0x1c000000ull
#define RN_MSG_WHAT_PAGE_LSB 29 /* page that sent it */
#define RN_MSG_WHAT_PAGE_W 3 /* bits */
#define RN_MSG_WHAT_PAGE_MASK 0xe0000000ull
#define RN_MSG_WHAT_INDEX_LSB 32 /* records before this one, modulo 65536 */
#define RN_MSG_WHAT_INDEX_W 16 /* bits */
#define RN_MSG_WHAT_INDEX_MASK 0xffff00000000ull
#define RN_MSG_WHAT_PHASE_LSB 63 /* as in COMPLETION */
#define RN_MSG_WHAT_PHASE_W 1 /* bits */
#define RN_MSG_WHAT_PHASE_MASK 0x8000000000000000ull

/* enum REDUCE_OP 4: how two operands become one */
#define RN_REDUCE_OP_SUM 0x0u /* a + b */
#define RN_REDUCE_OP_MIN 0x1u /* the smaller */
#define RN_REDUCE_OP_MAX 0x2u /* the larger */
#define RN_REDUCE_OP_PROD 0x3u /* a * b */
#define RN_REDUCE_OP_BAND 0x4u /* bits and */
#define RN_REDUCE_OP_BOR 0x5u /* bits or */
#define RN_REDUCE_OP_BXOR 0x6u /* bits exclusive or */
#define RN_REDUCE_OP_LAND 0x7u /* both not 0 */
#define RN_REDUCE_OP_LOR 0x8u /* one of them not 0 */
#define RN_REDUCE_OP_LXOR 0x9u /* exactly one of them not 0 */

/* enum REDUCE_TYPE 4: of an operand */
#define RN_REDUCE_TYPE_I8 0x0u /* signed integer */
#define RN_REDUCE_TYPE_I16 0x1u /* signed integer */
#define RN_REDUCE_TYPE_I32 0x2u /* signed integer */
#define RN_REDUCE_TYPE_I64 0x3u /* signed integer */
#define RN_REDUCE_TYPE_U8 0x4u /* unsigned integer */
#define RN_REDUCE_TYPE_U16 0x5u /* unsigned integer */
#define RN_REDUCE_TYPE_U32 0x6u /* unsigned integer */
#define RN_REDUCE_TYPE_U64 0x7u /* unsigned integer */
#define RN_REDUCE_TYPE_F32 0x8u /* IEEE 754 binary32 */
#define RN_REDUCE_TYPE_F64 0x9u /* IEEE 754 binary64 */

#define RN_REGISTERS(X) \
	X(IDENT, ID, global, 0x0, 0, 1, ro, 0x524e444fu, 1, 0xffffffffu) \
	X(IDENT, TABLE, global, 0x4, 0, 1, ro, 0x4fd2667eu, 1, 0xffffffffu) \
	X(IDENT, VERSION, global, 0x8, 0, 1, ro, 0x10000u, 1, 0xffffffffu) \
	X(IDENT, CAPS, global, 0xc, 0, 1, ro, 0x0u, 0, 0x7ffffffu) \
	X(IDENT, CLOCK_LO, global, 0x10, 0, 1, ro, 0x0u, 0, 0xffffffffu) \
	X(IDENT, CLOCK_HI, global, 0x14, 0, 1, ro, 0x0u, 0, 0xffffffffu) \
	X(IDENT, CLOCK_KHZ, global, 0x18, 0, 1, ro, 0x0u, 0, 0xffffffffu) \
	X(IDENT, SCRATCH, global, 0x1c, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(IDENT, IRQ, global, 0x20, 0, 1, ro, 0x0u, 1, 0xffu) \
	X(IDENT, BUS_LOST, global, 0x24, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(IDENT, BUS_REFUSED, global, 0x28, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(IDENT, LIMITS, global, 0x2c, 0, 1, ro, 0x0u, 0, 0x17f7f7ffu) \
	X(NODE, PLACE, global, 0x100, 0, 1, rwe, 0x0u, 1, 0x3ff03ffu) \
	X(NODE, WAYS, global, 0x104, 0, 1, rwe, 0x0u, 1, 0x33fffffu) \
	X(NODE, LINK, global, 0x110, 4, 2, rwe, 0x0u, 0, 0x1fu) \
	X(NODE, CRC, global, 0x118, 4, 2, ro, 0x0u, 0, 0xffffu) \
	X(NODE, RETRY, global, 0x120, 4, 2, ro, 0x0u, 0, 0xffffu) \
	X(NODE, SYM, global, 0x128, 4, 2, ro, 0x0u, 0, 0xffffu) \
	X(NODE, FAULT, global, 0x130, 0, 1, w1c, 0x0u, 0, 0xc003ff17u) \
	X(NODE, ASK, global, 0x134, 0, 1, rw, 0x0u, 1, 0x7ffu) \
	X(NODE, ANSWER, global, 0x138, 0, 1, ro, 0x0u, 0, 0x1u) \
	X(GROUP, CONFIG, global, 0x200, 4, 16, rwe, 0x0u, 1, 0x877fffffu) \
	X(GBARRIER, LOST, global, 0x280, 0, 1, w1c, 0x0u, 1, 0x3u) \
	X(DMA, MALFORMED, global, 0x400, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(DMA, READ_ERRORS, global, 0x404, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(DMA, WRITE_ERRORS, global, 0x408, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(DMA, SHAPE, global, 0x40c, 0, 1, ro, 0x0u, 0, 0x3fff3ffu) \
	X(DMA, TIMEOUT, global, 0x410, 0, 1, rw, 0x14u, 1, 0x1fu) \
	X(DMA, BARRED, global, 0x414, 0, 1, ro, 0x0u, 1, 0x83ff0707u) \
	X(DMA, UNSENT, global, 0x418, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(DMA, WINDOW_BASE, global, 0x440, 8, 8, rwe, 0x0u, 0, 0xffffffffu) \
	X(DMA, WINDOW_LG, global, 0x444, 8, 8, rwe, 0x40u, 1, 0x7fu) \
	X(PAGE, EVENT, page, 0x0, 0, 1, w1c, 0x0u, 1, 0xffu) \
	X(PAGE, MASK, page, 0x4, 0, 1, rw, 0x0u, 1, 0xffu) \
	X(PAGE, NUMBER, page, 0x8, 0, 1, ro, 0x0u, 0, 0xffffffffu) \
	X(QUEUES, CONTROL, page, 0x100, 0, 1, rwe, 0x0u, 1, 0x1u) \
	X(QUEUES, STATUS, page, 0x104, 0, 1, ro, 0x1u, 1, 0x7u) \
	X(QUEUES, SEND_BASE_LO, page, 0x110, 0, 1, rwe, 0x0u, 0, 0xffffffffu) \
	X(QUEUES, SEND_BASE_HI, page, 0x114, 0, 1, rwe, 0x0u, 0, 0xffffffffu) \
	X(QUEUES, SEND_SIZE, page, 0x118, 0, 1, rwe, 0x0u, 1, 0xfu) \
	X(QUEUES, SEND_PRODUCER, page, 0x11c, 0, 1, rwe, 0x0u, 1, 0xffffu) \
	X(QUEUES, SEND_CONSUMER, page, 0x120, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(QUEUES, CARD_START, page, 0x124, 0, 1, rwe, 0x0u, 1, 0xffu) \
	X(QUEUES, QUICK, page, 0x128, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(QUEUES, RECV_BASE_LO, page, 0x130, 0, 1, rwe, 0x0u, 0, 0xffffffffu) \
	X(QUEUES, RECV_BASE_HI, page, 0x134, 0, 1, rwe, 0x0u, 0, 0xffffffffu) \
	X(QUEUES, RECV_SIZE, page, 0x138, 0, 1, rwe, 0x0u, 1, 0xfu) \
	X(QUEUES, RECV_PRODUCER, page, 0x13c, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(QUEUES, RECV_CONSUMER, page, 0x140, 0, 1, rwe, 0x0u, 1, 0xffffu) \
	X(QUEUES, RECV_FROM, page, 0x144, 0, 1, rw, 0xffu, 1, 0xffu) \
	X(QUEUES, CPL_BASE_LO, page, 0x150, 0, 1, rwe, 0x0u, 0, 0xffffffffu) \
	X(QUEUES, CPL_BASE_HI, page, 0x154, 0, 1, rwe, 0x0u, 0, 0xffffffffu) \
	X(QUEUES, CPL_SIZE, page, 0x158, 0, 1, rwe, 0x0u, 1, 0xfu) \
	X(QUEUES, CPL_PRODUCER, page, 0x15c, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(QUEUES, CPL_CONSUMER, page, 0x160, 0, 1, rwe, 0x0u, 1, 0xffffu) \
	X(QUEUES, LOST, page, 0x170, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(QUEUES, REFUSED, page, 0x174, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(QUEUES, UNTOLD, page, 0x178, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(REGION, BASE_LO, page, 0x200, 16, 8, rwe, 0x0u, 0, 0xffffffffu) \
	X(REGION, BASE_HI, page, 0x204, 16, 8, rwe, 0x0u, 0, 0xffffffffu) \
	X(REGION, LENGTH, page, 0x208, 16, 8, rwe, 0x0u, 0, 0xffffffffu) \
	X(REGION, ACCESS, page, 0x20c, 16, 8, rwe, 0x0u, 1, 0xffff0fffu) \
	X(REGION, KEY_HIGH, page, 0x2c0, 4, 8, rwe, 0x0u, 0, 0xffffu) \
	X(REGION, FENCE, page, 0x280, 0, 1, ro, 0x0u, 1, 0x1u) \
	X(REGION, ADMIT, page, 0x284, 0, 1, wo, 0x0u, 1, 0x3ff0700u) \
	X(STREAM, OFFSET_LO, page, 0x300, 32, 8, rwe, 0x0u, 0, 0xffffffffu) \
	X(STREAM, OFFSET_HI, page, 0x304, 32, 8, rwe, 0x0u, 0, 0xf3ff3fffu) \
	X(STREAM, LENGTH_LO, page, 0x308, 32, 8, rwe, 0x0u, 0, 0xffffffffu) \
	X(STREAM, LENGTH_HI, page, 0x30c, 32, 8, rwe, 0x0u, 0, 0xffu) \
	X(STREAM, COOKIE, page, 0x310, 32, 8, rwe, 0x0u, 0, 0xffffffffu) \
	X(STREAM, CONTROL, page, 0x314, 32, 8, rwe, 0x0u, 1, 0x1u) \
	X(DESC, WORD, page, 0x400, 4, 128, rwe, 0x0u, 0, 0xffffffffu) \
	X(GFE, DROPPED, global, 0x800, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(GFE, LATE, global, 0x804, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(GFE, OVERRUN, global, 0x808, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(GFE, TIMEOUTS, global, 0x80c, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(FE, ARG_LO, page, 0x600, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(FE, ARG_HI, page, 0x604, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(FE, CMP_LO, page, 0x608, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(FE, CMP_HI, page, 0x60c, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(FE, RES_LO, page, 0x610, 0, 1, ro, 0x0u, 1, 0xffffffffu) \
	X(FE, RES_HI, page, 0x614, 0, 1, ro, 0x0u, 1, 0xffffffffu) \
	X(FE, KEYS, page, 0x618, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(FE, COMMAND, page, 0x620, 0, 1, wo, 0x0u, 1, 0x3ff38ffu) \
	X(FE, STATUS, page, 0x624, 0, 1, ro, 0x0u, 1, 0x13fu) \
	X(FE, FULL, page, 0x628, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(BARRIER, GROUP, page, 0x800, 32, 16, rwe, 0x0u, 1, 0x877fffffu) \
	X(GREDUCE, OWNER, global, 0x300, 4, 8, rwe, 0x0u, 1, 0xfu) \
	X(GREDUCE, CAPS, global, 0x320, 0, 1, ro, 0x0u, 0, 0xffffffffu) \
	X(GREDUCE, CELLS, global, 0x324, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(GREDUCE, FOREIGN, global, 0x328, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(GREDUCE, LOST, global, 0x32c, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(GREDUCE, OWN_LOST, global, 0x330, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(GREDUCE, REFUSED, global, 0x334, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(GREDUCE, LAST, global, 0x338, 0, 1, ro, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, CTRL, page, 0xa00, 128, 8, rwe, 0x0u, 1, 0x3f3fffu) \
	X(REDUCE, MEMBER, page, 0xa04, 128, 8, rwe, 0x0u, 1, 0x3ff07ffu) \
	X(REDUCE, TOWARD, page, 0xa08, 128, 8, rwe, 0x0u, 1, 0x3ffu) \
	X(REDUCE, STATUS, page, 0xa0c, 128, 8, w1c, 0x0u, 1, 0xff1fu) \
	X(REDUCE, DOORBELL, page, 0xa10, 128, 8, wo, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, OPERAND_0, page, 0xa20, 128, 8, wo, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, OPERAND_1, page, 0xa24, 128, 8, wo, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, OPERAND_2, page, 0xa28, 128, 8, wo, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, OPERAND_3, page, 0xa2c, 128, 8, wo, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, OPERAND_4, page, 0xa30, 128, 8, wo, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, OPERAND_5, page, 0xa34, 128, 8, wo, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, OPERAND_6, page, 0xa38, 128, 8, wo, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, OPERAND_7, page, 0xa3c, 128, 8, wo, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, RESULT_0, page, 0xa40, 128, 8, ro, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, RESULT_1, page, 0xa44, 128, 8, ro, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, RESULT_2, page, 0xa48, 128, 8, ro, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, RESULT_3, page, 0xa4c, 128, 8, ro, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, RESULT_4, page, 0xa50, 128, 8, ro, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, RESULT_5, page, 0xa54, 128, 8, ro, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, RESULT_6, page, 0xa58, 128, 8, ro, 0x0u, 1, 0xffffffffu) \
	X(REDUCE, RESULT_7, page, 0xa5c, 128, 8, ro, 0x0u, 1, 0xffffffffu) \
	X(SPIN, NODE, global, 0x900, 0, 1, rwe, 0x0u, 1, 0x3ff03ffu) \
	X(SPIN, WAYS, global, 0x904, 0, 1, rw, 0x0u, 1, 0x33fffffu) \
	X(SPIN, TIMEOUT, global, 0x908, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(SPIN, BURST, global, 0x90c, 0, 1, rwe, 0x3u, 1, 0xfu) \
	X(SPIN, EVENT, global, 0x910, 0, 1, w1c, 0x0u, 1, 0xffu) \
	X(SPIN, MASK, global, 0x914, 0, 1, rw, 0x0u, 1, 0xffu) \
	X(SPIN, SEND_ADDR_LO, global, 0x920, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(SPIN, SEND_ADDR_HI, global, 0x924, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(SPIN, SEND_LEN, global, 0x928, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(SPIN, SEND, global, 0x92c, 0, 1, wo, 0x0u, 1, 0xc00003ffu) \
	X(SPIN, SEND_STATUS, global, 0x930, 0, 1, ro, 0x0u, 1, 0x10fu) \
	X(SPIN, RECV_ADDR_LO, global, 0x940, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(SPIN, RECV_ADDR_HI, global, 0x944, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(SPIN, RECV_LEN, global, 0x948, 0, 1, rw, 0x0u, 1, 0xffffffffu) \
	X(SPIN, RECV, global, 0x94c, 0, 1, wo, 0x0u, 1, 0xc00007ffu) \
	X(SPIN, RECV_STATUS, global, 0x950, 0, 1, ro, 0x0u, 1, 0x3ff010fu) \
	X(SPIN, RECV_GOT, global, 0x954, 0, 1, ro, 0x0u, 1, 0xffffffffu) \
	X(SPIN, BARRIER, global, 0x960, 0, 1, wo, 0x0u, 1, 0xc0000000u) \
	X(SPIN, BARRIER_STATUS, global, 0x964, 0, 1, ro, 0x0u, 1, 0x10fu) \
	X(SPIN, COLL, global, 0x968, 0, 1, rwe, 0x0u, 1, 0x3fu) \
	X(SPIN, MISSING, global, 0x96c, 0, 1, ro, 0x0u, 1, 0x3ff03ffu) \
	X(SPIN, PARITY, global, 0x970, 0, 1, ro, 0x0u, 1, 0xffffffffu) \
	X(SPIN, LOST, global, 0x974, 0, 1, ro, 0x0u, 1, 0xffffu) \
	X(SPIN, QUEUE, global, 0x978, 0, 1, ro, 0x0u, 1, 0x7ffu)

#endif
