// SPDX-License-Identifier: BSD-3-Clause
// generated from hw/regs/ring_nic.tbl by hw/regs/gen.pl; do not edit
`ifndef RN_RING_NIC_REGS_VH
`define RN_RING_NIC_REGS_VH
`define RN_TABLE_CRC 32'h4fd2667e // CRC-32 of the table that this was made from
`define RN_PAGE_BYTES 4096 // bytes; of a page of registers
`define RN_PAGE_N 8 // pages; contexts of one card
`define RN_GROUP_N 16 // groups; barrier groups, numbered for the whole ring
`define RN_FE_N 16 // registers; full/empty registers of a page
`define RN_NOTICE_MARK 255 // -; BYTES of a MSG cell that is a NOTICE
// descriptors; places of a doorbell window, of 64 bytes each: a descriptor with index i of the ring
// goes to place i modulo 64 of its page's
`define RN_QUICK_N 64
`define RN_READ_MAX 1048576 // bytes; of one READ
// READs; of a page that may be under way at one node: their streams differ in the two lowest bits
// of their numbers
`define RN_READ_N 4

// block IDENT global 0x000 0x100: which card this is
`define RN_IDENT_BASE 12'h000 // byte in its page
`define RN_IDENT_SIZE 256 // bytes
`define RN_IDENT_ID 12'h000 // ro, -; identity: RNDO
`define RN_IDENT_ID_A 10'h000
`define RN_IDENT_ID_RESET 32'h524e444f
`define RN_IDENT_TABLE 12'h004 // ro, -; CRC-32 of this table: the driver refuses another
`define RN_IDENT_TABLE_A 10'h001
`define RN_IDENT_TABLE_RESET 32'h4fd2667e
`define RN_IDENT_VERSION 12'h008 // ro, -; of the card
`define RN_IDENT_VERSION_A 10'h002
`define RN_IDENT_VERSION_RESET 32'h00010000
`define RN_IDENT_VERSION_MAJOR_LSB 16 // changes when old drivers no longer work
`define RN_IDENT_VERSION_MAJOR_W 16 // bits
`define RN_IDENT_VERSION_MAJOR_R 31:16
`define RN_IDENT_VERSION_MINOR_LSB 0 // changes when something was added
`define RN_IDENT_VERSION_MINOR_W 16 // bits
`define RN_IDENT_VERSION_MINOR_R 15:0
`define RN_IDENT_CAPS 12'h00c // ro, -; parameters that this card was built with
`define RN_IDENT_CAPS_A 10'h003
`define RN_IDENT_CAPS_WIDTH_LSB 0 // bits of a word on the links
`define RN_IDENT_CAPS_WIDTH_W 8 // bits
`define RN_IDENT_CAPS_WIDTH_R 7:0
`define RN_IDENT_CAPS_PAGES_LSB 8 // context pages
`define RN_IDENT_CAPS_PAGES_W 4 // bits
`define RN_IDENT_CAPS_PAGES_R 11:8
`define RN_IDENT_CAPS_GROUPS_LSB 12 // barrier groups
`define RN_IDENT_CAPS_GROUPS_W 8 // bits
`define RN_IDENT_CAPS_GROUPS_R 19:12
`define RN_IDENT_CAPS_CHANNELS_LSB 20 // DMA channels
`define RN_IDENT_CAPS_CHANNELS_W 4 // bits
`define RN_IDENT_CAPS_CHANNELS_R 23:20
`define RN_IDENT_CAPS_SETTING_LSB 24 // 0 native, 1 SPIN
`define RN_IDENT_CAPS_SETTING_W 1 // bits
`define RN_IDENT_CAPS_SETTING_R 24:24
// descriptors with READ and ATOMIC are carried out, and those of other nodes answered
`define RN_IDENT_CAPS_READ_LSB 25
`define RN_IDENT_CAPS_READ_W 1 // bits
`define RN_IDENT_CAPS_READ_R 25:25
// each page has a doorbell window: descriptors that are written there as well start without being
// fetched
`define RN_IDENT_CAPS_QUICK_LSB 26
`define RN_IDENT_CAPS_QUICK_W 1 // bits
`define RN_IDENT_CAPS_QUICK_R 26:26
// ro, clocks; since reset, low half; reading it holds the high half
`define RN_IDENT_CLOCK_LO 12'h010
`define RN_IDENT_CLOCK_LO_A 10'h004
`define RN_IDENT_CLOCK_HI 12'h014 // ro, clocks; high half at the last read of CLOCK_LO
`define RN_IDENT_CLOCK_HI_A 10'h005
`define RN_IDENT_CLOCK_KHZ 12'h018 // ro, kHz; of that clock; 0 when not known (simulation)
`define RN_IDENT_CLOCK_KHZ_A 10'h006
`define RN_IDENT_SCRATCH 12'h01c // rw, -; for the driver, no meaning to the card
`define RN_IDENT_SCRATCH_A 10'h007
`define RN_IDENT_SCRATCH_RESET 32'h00000000
`define RN_IDENT_IRQ 12'h020 // ro, pages; bit p: page p has an event that its mask lets through
`define RN_IDENT_IRQ_A 10'h008
`define RN_IDENT_IRQ_RESET 32'h00000000
`define RN_IDENT_IRQ_PAGE_LSB 0 // a bit for each page
`define RN_IDENT_IRQ_PAGE_W 8 // bits
`define RN_IDENT_IRQ_PAGE_R 7:0
// ro, accesses; that no part of the card answered in time; stays at its largest
`define RN_IDENT_BUS_LOST 12'h024
`define RN_IDENT_BUS_LOST_A 10'h009
`define RN_IDENT_BUS_LOST_RESET 32'h00000000
`define RN_IDENT_BUS_LOST_N_LSB 0 // count
`define RN_IDENT_BUS_LOST_N_W 16 // bits
`define RN_IDENT_BUS_LOST_N_R 15:0
// ro, accesses; to no block, partial or misaligned; stays at its largest
`define RN_IDENT_BUS_REFUSED 12'h028
`define RN_IDENT_BUS_REFUSED_A 10'h00a
`define RN_IDENT_BUS_REFUSED_RESET 32'h00000000
`define RN_IDENT_BUS_REFUSED_N_LSB 0 // count
`define RN_IDENT_BUS_REFUSED_N_W 16 // bits
`define RN_IDENT_BUS_REFUSED_N_R 15:0
`define RN_IDENT_LIMITS 12'h02c // ro, -; sizes that this card was built with
`define RN_IDENT_LIMITS_A 10'h00b
// nodes of the largest ring in which a page may ask another node's full/empty registers; 0: none
`define RN_IDENT_LIMITS_FE_NODES_LSB 0
`define RN_IDENT_LIMITS_FE_NODES_W 11 // bits
`define RN_IDENT_LIMITS_FE_NODES_R 10:0
`define RN_IDENT_LIMITS_REGIONS_LSB 12 // regions of all pages
`define RN_IDENT_LIMITS_REGIONS_W 7 // bits
`define RN_IDENT_LIMITS_REGIONS_R 18:12
`define RN_IDENT_LIMITS_STREAMS_LSB 20 // streams of all pages
`define RN_IDENT_LIMITS_STREAMS_W 7 // bits
`define RN_IDENT_LIMITS_STREAMS_R 26:20
// heads of all cells have words H2 and H3: streams check page and epoch of the sender
`define RN_IDENT_LIMITS_WIDE_LSB 28
`define RN_IDENT_LIMITS_WIDE_W 1 // bits
`define RN_IDENT_LIMITS_WIDE_R 28:28

// enum SELECT 4: parts of the card on its bus, outside the identity and the events
`define RN_SELECT_NODE 4'h0 // block NODE
`define RN_SELECT_GROUP 4'h1 // block GROUP
`define RN_SELECT_DMA 4'h2 // block DMA
`define RN_SELECT_QUEUES 4'h3 // block QUEUES
`define RN_SELECT_REGION 4'h4 // block REGION
`define RN_SELECT_STREAM 4'h5 // block STREAM
`define RN_SELECT_DESC 4'h6 // block DESC
`define RN_SELECT_FE 4'h7 // blocks GFE and FE
`define RN_SELECT_BARRIER 4'h8 // blocks GBARRIER and BARRIER
`define RN_SELECT_REDUCE 4'h9 // blocks GREDUCE and REDUCE
`define RN_SELECT_SPIN 4'ha // block SPIN

// block NODE global 0x100 0x100: this node, its links, its faults
`define RN_NODE_BASE 12'h100 // byte in its page
`define RN_NODE_SIZE 256 // bytes
`define RN_NODE_PLACE 12'h100 // rwe, nodes; this node and its ring
`define RN_NODE_PLACE_A 10'h040
`define RN_NODE_PLACE_RESET 32'h00000000
`define RN_NODE_PLACE_ID_LSB 0 // this node
`define RN_NODE_PLACE_ID_W 10 // bits
`define RN_NODE_PLACE_ID_R 9:0
`define RN_NODE_PLACE_LAST_LSB 16 // last node of the ring: nodes less one
`define RN_NODE_PLACE_LAST_W 10 // bits
`define RN_NODE_PLACE_LAST_R 25:16
`define RN_NODE_WAYS 12'h104 // rwe, -; where broadcasts end, and where virtual channels change
`define RN_NODE_WAYS_A 10'h041
`define RN_NODE_WAYS_RESET 32'h00000000
`define RN_NODE_WAYS_BCAST_X_LSB 0 // last node of a broadcast that leaves to the right (X)
`define RN_NODE_WAYS_BCAST_X_W 10 // bits
`define RN_NODE_WAYS_BCAST_X_R 9:0
`define RN_NODE_WAYS_BCAST_Y_LSB 10 // last node of a broadcast that leaves to the left (Y)
`define RN_NODE_WAYS_BCAST_Y_W 10 // bits
`define RN_NODE_WAYS_BCAST_Y_R 19:10
`define RN_NODE_WAYS_EN_X_LSB 20 // a broadcast leaves to the right
`define RN_NODE_WAYS_EN_X_W 1 // bits
`define RN_NODE_WAYS_EN_X_R 20:20
`define RN_NODE_WAYS_EN_Y_LSB 21 // a broadcast leaves to the left
`define RN_NODE_WAYS_EN_Y_W 1 // bits
`define RN_NODE_WAYS_EN_Y_R 21:21
`define RN_NODE_WAYS_DATELINE_X_LSB 24 // cells that leave to the right have gone round once
`define RN_NODE_WAYS_DATELINE_X_W 1 // bits
`define RN_NODE_WAYS_DATELINE_X_R 24:24
`define RN_NODE_WAYS_DATELINE_Y_LSB 25 // cells that leave to the left have gone round once
`define RN_NODE_WAYS_DATELINE_Y_W 1 // bits
`define RN_NODE_WAYS_DATELINE_Y_R 25:25
`define RN_NODE_LINK 12'h110 // rwe, -; port i: 0 left, 1 right; writing 1 to DEAD starts it again
`define RN_NODE_LINK_A 10'h044
`define RN_NODE_LINK_STEP 4 // bytes
`define RN_NODE_LINK_N 2
`define RN_NODE_LINK_UP_LSB 0 // it works
`define RN_NODE_LINK_UP_W 1 // bits
`define RN_NODE_LINK_UP_R 0:0
`define RN_NODE_LINK_DEAD_LSB 1 // it was given up
`define RN_NODE_LINK_DEAD_W 1 // bits
`define RN_NODE_LINK_DEAD_R 1:1
`define RN_NODE_LINK_CAUSE_LSB 2 // why
`define RN_NODE_LINK_CAUSE_W 3 // bits
`define RN_NODE_LINK_CAUSE_R 4:2
`define RN_NODE_CRC 12'h118 // ro, cells; received on port i with a wrong CRC; stays at its largest
`define RN_NODE_CRC_A 10'h046
`define RN_NODE_CRC_STEP 4 // bytes
`define RN_NODE_CRC_N 2
`define RN_NODE_CRC_N_LSB 0 // count
`define RN_NODE_CRC_N_W 16 // bits
`define RN_NODE_CRC_N_R 15:0
`define RN_NODE_RETRY 12'h120 // ro, times; that port i sent again; stays at its largest
`define RN_NODE_RETRY_A 10'h048
`define RN_NODE_RETRY_STEP 4 // bytes
`define RN_NODE_RETRY_N 2
`define RN_NODE_RETRY_N_LSB 0 // count
`define RN_NODE_RETRY_N_W 16 // bits
`define RN_NODE_RETRY_N_R 15:0
// ro, symbols; received on port i with a wrong CRC; stays at its largest
`define RN_NODE_SYM 12'h128
`define RN_NODE_SYM_A 10'h04a
`define RN_NODE_SYM_STEP 4 // bytes
`define RN_NODE_SYM_N 2
`define RN_NODE_SYM_N_LSB 0 // count
`define RN_NODE_SYM_N_W 16 // bits
`define RN_NODE_SYM_N_R 15:0
// w1c, -; last change of a port anywhere in the ring; writing 1 to VALID makes room for the next
`define RN_NODE_FAULT 12'h130
`define RN_NODE_FAULT_A 10'h04c
`define RN_NODE_FAULT_CAUSE_LSB 0 // why it is dead; 0: it works again
`define RN_NODE_FAULT_CAUSE_W 3 // bits
`define RN_NODE_FAULT_CAUSE_R 2:0
`define RN_NODE_FAULT_PORT_LSB 4 // 0 left, 1 right
`define RN_NODE_FAULT_PORT_W 1 // bits
`define RN_NODE_FAULT_PORT_R 4:4
`define RN_NODE_FAULT_NODE_LSB 8 // of this node
`define RN_NODE_FAULT_NODE_W 10 // bits
`define RN_NODE_FAULT_NODE_R 17:8
`define RN_NODE_FAULT_MORE_LSB 30 // changes came while VALID was set: look at all ports
`define RN_NODE_FAULT_MORE_W 1 // bits
`define RN_NODE_FAULT_MORE_R 30:30
`define RN_NODE_FAULT_VALID_LSB 31 // a change was noted
`define RN_NODE_FAULT_VALID_W 1 // bits
`define RN_NODE_FAULT_VALID_R 31:31
`define RN_NODE_ASK 12'h134 // rw, -; a port of any node
`define RN_NODE_ASK_A 10'h04d
`define RN_NODE_ASK_RESET 32'h00000000
`define RN_NODE_ASK_PORT_LSB 0 // 0 left, 1 right
`define RN_NODE_ASK_PORT_W 1 // bits
`define RN_NODE_ASK_PORT_R 0:0
`define RN_NODE_ASK_NODE_LSB 1 // of this node
`define RN_NODE_ASK_NODE_W 10 // bits
`define RN_NODE_ASK_NODE_R 10:1
`define RN_NODE_ANSWER 12'h138 // ro, -; the port that ASK names, as far as this node was told
`define RN_NODE_ANSWER_A 10'h04e
`define RN_NODE_ANSWER_DEAD_LSB 0 // it is dead
`define RN_NODE_ANSWER_DEAD_W 1 // bits
`define RN_NODE_ANSWER_DEAD_R 0:0

// enum LINK_CAUSE 3: why a port is dead
`define RN_LINK_CAUSE_NONE 3'h0 // it is not
`define RN_LINK_CAUSE_SILENT 3'h1 // nothing came for too long
`define RN_LINK_CAUSE_REPLAYS 3'h2 // cells were sent again and again in vain
`define RN_LINK_CAUSE_RESTARTED 3'h3 // the neighbour started again
`define RN_LINK_CAUSE_FORMAT 3'h4 // the neighbour was built with other sizes
`define RN_LINK_CAUSE_BOGUS 3'h5 // the neighbour acknowledged a cell that was not sent
`define RN_LINK_CAUSE_STARTING 3'h7 // it was dead, was started again, and is not up yet

// struct SYMBOL_FAULT 2: payload of a FAULT symbol
`define RN_SYMBOL_FAULT_BYTES 2 // size
`define RN_SYMBOL_FAULT_PAYLOAD 0 // byte, 16 bits; a port changed
`define RN_SYMBOL_FAULT_PAYLOAD_TURN_LSB 0 // it has passed the dateline
`define RN_SYMBOL_FAULT_PAYLOAD_TURN_W 1 // bits
`define RN_SYMBOL_FAULT_PAYLOAD_TURN_R 0:0
`define RN_SYMBOL_FAULT_PAYLOAD_CAUSE_LSB 2 // why it is dead; 0: it works again
`define RN_SYMBOL_FAULT_PAYLOAD_CAUSE_W 3 // bits
`define RN_SYMBOL_FAULT_PAYLOAD_CAUSE_R 4:2
`define RN_SYMBOL_FAULT_PAYLOAD_PORT_LSB 5 // 0 left, 1 right
`define RN_SYMBOL_FAULT_PAYLOAD_PORT_W 1 // bits
`define RN_SYMBOL_FAULT_PAYLOAD_PORT_R 5:5
`define RN_SYMBOL_FAULT_PAYLOAD_NODE_LSB 6 // of this node
`define RN_SYMBOL_FAULT_PAYLOAD_NODE_W 10 // bits
`define RN_SYMBOL_FAULT_PAYLOAD_NODE_R 15:6

// block GROUP global 0x200 0x080: barrier groups of this node
`define RN_GROUP_BASE 12'h200 // byte in its page
`define RN_GROUP_SIZE 128 // bytes
`define RN_GROUP_CONFIG 12'h200 // rwe, -; of group i; writing it ends the operation of the group
`define RN_GROUP_CONFIG_A 10'h080
`define RN_GROUP_CONFIG_STEP 4 // bytes
`define RN_GROUP_CONFIG_N 16
`define RN_GROUP_CONFIG_RESET 32'h00000000
`define RN_GROUP_CONFIG_RIGHT_LSB 0 // members awaited from the right
`define RN_GROUP_CONFIG_RIGHT_W 10 // bits
`define RN_GROUP_CONFIG_RIGHT_R 9:0
// members awaited from the left; with RIGHT, all members but this one
`define RN_GROUP_CONFIG_LEFT_LSB 10
`define RN_GROUP_CONFIG_LEFT_W 10 // bits
`define RN_GROUP_CONFIG_LEFT_R 19:10
// barriers completed, modulo 4; to be written alike on all members
`define RN_GROUP_CONFIG_PHASE_LSB 20
`define RN_GROUP_CONFIG_PHASE_W 2 // bits
`define RN_GROUP_CONFIG_PHASE_R 21:20
`define RN_GROUP_CONFIG_INSIDE_LSB 22 // read only: entered, not completed
`define RN_GROUP_CONFIG_INSIDE_W 1 // bits
`define RN_GROUP_CONFIG_INSIDE_R 22:22
`define RN_GROUP_CONFIG_PAGE_LSB 24 // page that may enter
`define RN_GROUP_CONFIG_PAGE_W 3 // bits
`define RN_GROUP_CONFIG_PAGE_R 26:24
`define RN_GROUP_CONFIG_ENABLE_LSB 31 // this node is a member
`define RN_GROUP_CONFIG_ENABLE_W 1 // bits
`define RN_GROUP_CONFIG_ENABLE_R 31:31

// block GBARRIER global 0x280 0x080: barrier, for all groups
`define RN_GBARRIER_BASE 12'h280 // byte in its page
`define RN_GBARRIER_SIZE 128 // bytes
`define RN_GBARRIER_LOST 12'h280 // w1c, -; symbols found no room, and are sent again with the state
`define RN_GBARRIER_LOST_A 10'h0a0
`define RN_GBARRIER_LOST_RESET 32'h00000000
`define RN_GBARRIER_LOST_LEFT_LSB 0 // to the left
`define RN_GBARRIER_LOST_LEFT_W 1 // bits
`define RN_GBARRIER_LOST_LEFT_R 0:0
`define RN_GBARRIER_LOST_RIGHT_LSB 1 // to the right
`define RN_GBARRIER_LOST_RIGHT_W 1 // bits
`define RN_GBARRIER_LOST_RIGHT_R 1:1

// block DMA global 0x400 0x400: DMA engine, for all pages
`define RN_DMA_BASE 12'h400 // byte in its page
`define RN_DMA_SIZE 1024 // bytes
// ro, cells; received that make no sense or name a region that no page has, dropped; stays at its
// largest
`define RN_DMA_MALFORMED 12'h400
`define RN_DMA_MALFORMED_A 10'h100
`define RN_DMA_MALFORMED_RESET 32'h00000000
`define RN_DMA_MALFORMED_N_LSB 0 // count
`define RN_DMA_MALFORMED_N_W 16 // bits
`define RN_DMA_MALFORMED_N_R 15:0
// ro, beats; of host memory that were answered with an error; stays at its largest
`define RN_DMA_READ_ERRORS 12'h404
`define RN_DMA_READ_ERRORS_A 10'h101
`define RN_DMA_READ_ERRORS_RESET 32'h00000000
`define RN_DMA_READ_ERRORS_N_LSB 0 // count
`define RN_DMA_READ_ERRORS_N_W 16 // bits
`define RN_DMA_READ_ERRORS_N_R 15:0
// ro, bursts; to host memory that were answered with an error; stays at its largest
`define RN_DMA_WRITE_ERRORS 12'h408
`define RN_DMA_WRITE_ERRORS_A 10'h102
`define RN_DMA_WRITE_ERRORS_RESET 32'h00000000
`define RN_DMA_WRITE_ERRORS_N_LSB 0 // count
`define RN_DMA_WRITE_ERRORS_N_W 16 // bits
`define RN_DMA_WRITE_ERRORS_N_R 15:0
`define RN_DMA_SHAPE 12'h40c // ro, -; parameters that this card was built with
`define RN_DMA_SHAPE_A 10'h103
// bytes of payload of the largest DATA cell; a stream's descriptors but its last are a multiple of
// it
`define RN_DMA_SHAPE_CELL_B_LSB 0
`define RN_DMA_SHAPE_CELL_B_W 10 // bits
`define RN_DMA_SHAPE_CELL_B_R 9:0
`define RN_DMA_SHAPE_SLOT_LG_LSB 12 // a record of a receive ring has 2^SLOT_LG bytes
`define RN_DMA_SHAPE_SLOT_LG_W 4 // bits
`define RN_DMA_SHAPE_SLOT_LG_R 15:12
`define RN_DMA_SHAPE_MSG_B_LSB 16 // bytes of payload of the largest MSG record
`define RN_DMA_SHAPE_MSG_B_W 10 // bits
`define RN_DMA_SHAPE_MSG_B_R 25:16
`define RN_DMA_TIMEOUT 12'h410 // rw, -; how long the host may leave a write without an answer
`define RN_DMA_TIMEOUT_A 10'h104
`define RN_DMA_TIMEOUT_RESET 32'h00000014
`define RN_DMA_TIMEOUT_LG_LSB 0 // 2^LG clocks; 0: for ever
`define RN_DMA_TIMEOUT_LG_W 5 // bits
`define RN_DMA_TIMEOUT_LG_R 4:0
`define RN_DMA_BARRED 12'h414 // ro, -; the last sender that was barred
`define RN_DMA_BARRED_A 10'h105
`define RN_DMA_BARRED_RESET 32'h00000000
`define RN_DMA_BARRED_BY_LSB 0 // page whose regions it tried
`define RN_DMA_BARRED_BY_W 3 // bits
`define RN_DMA_BARRED_BY_R 2:0
`define RN_DMA_BARRED_PAGE_LSB 8 // page that sends
`define RN_DMA_BARRED_PAGE_W 3 // bits
`define RN_DMA_BARRED_PAGE_R 10:8
`define RN_DMA_BARRED_NODE_LSB 16 // its node
`define RN_DMA_BARRED_NODE_W 10 // bits
`define RN_DMA_BARRED_NODE_R 25:16
`define RN_DMA_BARRED_VALID_LSB 31 // a sender was barred since the reset
`define RN_DMA_BARRED_VALID_W 1 // bits
`define RN_DMA_BARRED_VALID_R 31:31
// ro, notices; to senders of cells that were refused, for which there was no room; stays at its
// largest
`define RN_DMA_UNSENT 12'h418
`define RN_DMA_UNSENT_A 10'h106
`define RN_DMA_UNSENT_RESET 32'h00000000
`define RN_DMA_UNSENT_N_LSB 0 // count
`define RN_DMA_UNSENT_N_W 16 // bits
`define RN_DMA_UNSENT_N_R 15:0
// rwe, -; bus addresses that page i may reach: bits 63:32 of the first; rings and regions beyond
// are moved into the window
`define RN_DMA_WINDOW_BASE 12'h440
`define RN_DMA_WINDOW_BASE_A 10'h110
`define RN_DMA_WINDOW_BASE_STEP 8 // bytes
`define RN_DMA_WINDOW_BASE_N 8
// rwe, -; and how many; to be changed only while the page is STOPPED
`define RN_DMA_WINDOW_LG 12'h444
`define RN_DMA_WINDOW_LG_A 10'h111
`define RN_DMA_WINDOW_LG_STEP 8 // bytes
`define RN_DMA_WINDOW_LG_N 8
`define RN_DMA_WINDOW_LG_RESET 32'h00000040
`define RN_DMA_WINDOW_LG_LG_LSB 0 // 2^LG bytes, 32 to 64; BASE is a multiple
`define RN_DMA_WINDOW_LG_LG_W 7 // bits
`define RN_DMA_WINDOW_LG_LG_R 6:0

// block PAGE page 0x000 0x100: events of this page
`define RN_PAGE_BASE 12'h000 // byte in its page
`define RN_PAGE_SIZE 256 // bytes
`define RN_PAGE_EVENT 12'h000 // w1c, -; events so far; a bit stays until cleared
`define RN_PAGE_EVENT_A 10'h000
`define RN_PAGE_EVENT_RESET 32'h00000000
`define RN_PAGE_EVENT_CQ_LSB 0 // an entry was written to the completion ring
`define RN_PAGE_EVENT_CQ_W 1 // bits
`define RN_PAGE_EVENT_CQ_R 0:0
`define RN_PAGE_EVENT_RQ_LSB 1 // a record was written to the receive ring
`define RN_PAGE_EVENT_RQ_W 1 // bits
`define RN_PAGE_EVENT_RQ_R 1:1
`define RN_PAGE_EVENT_FE_LSB 2 // a full/empty register was filled by TEST_WRITE_INT
`define RN_PAGE_EVENT_FE_W 1 // bits
`define RN_PAGE_EVENT_FE_R 2:2
`define RN_PAGE_EVENT_BARRIER_LSB 3 // a barrier was completed
`define RN_PAGE_EVENT_BARRIER_W 1 // bits
`define RN_PAGE_EVENT_BARRIER_R 3:3
`define RN_PAGE_EVENT_REDUCE_LSB 4 // a result of a reduction has arrived
`define RN_PAGE_EVENT_REDUCE_W 1 // bits
`define RN_PAGE_EVENT_REDUCE_R 4:4
`define RN_PAGE_EVENT_FAULT_LSB 5 // a link or node was reported dead
`define RN_PAGE_EVENT_FAULT_W 1 // bits
`define RN_PAGE_EVENT_FAULT_R 5:5
// an operation of this page was refused, here or by another node, or one of others for it
`define RN_PAGE_EVENT_REFUSED_LSB 6
`define RN_PAGE_EVENT_REFUSED_W 1 // bits
`define RN_PAGE_EVENT_REFUSED_R 6:6
// the host left a write without an answer for longer than DMA.TIMEOUT: all pages were turned off
`define RN_PAGE_EVENT_STUCK_LSB 7
`define RN_PAGE_EVENT_STUCK_W 1 // bits
`define RN_PAGE_EVENT_STUCK_R 7:7
`define RN_PAGE_MASK 12'h004 // rw, -; events that raise the interrupt
`define RN_PAGE_MASK_A 10'h001
`define RN_PAGE_MASK_RESET 32'h00000000
`define RN_PAGE_MASK_CQ_LSB 0 // as in EVENT
`define RN_PAGE_MASK_CQ_W 1 // bits
`define RN_PAGE_MASK_CQ_R 0:0
`define RN_PAGE_MASK_RQ_LSB 1 // as in EVENT
`define RN_PAGE_MASK_RQ_W 1 // bits
`define RN_PAGE_MASK_RQ_R 1:1
`define RN_PAGE_MASK_FE_LSB 2 // as in EVENT
`define RN_PAGE_MASK_FE_W 1 // bits
`define RN_PAGE_MASK_FE_R 2:2
`define RN_PAGE_MASK_BARRIER_LSB 3 // as in EVENT
`define RN_PAGE_MASK_BARRIER_W 1 // bits
`define RN_PAGE_MASK_BARRIER_R 3:3
`define RN_PAGE_MASK_REDUCE_LSB 4 // as in EVENT
`define RN_PAGE_MASK_REDUCE_W 1 // bits
`define RN_PAGE_MASK_REDUCE_R 4:4
`define RN_PAGE_MASK_FAULT_LSB 5 // as in EVENT
`define RN_PAGE_MASK_FAULT_W 1 // bits
`define RN_PAGE_MASK_FAULT_R 5:5
`define RN_PAGE_MASK_REFUSED_LSB 6 // as in EVENT
`define RN_PAGE_MASK_REFUSED_W 1 // bits
`define RN_PAGE_MASK_REFUSED_R 6:6
`define RN_PAGE_MASK_STUCK_LSB 7 // as in EVENT
`define RN_PAGE_MASK_STUCK_W 1 // bits
`define RN_PAGE_MASK_STUCK_R 7:7
`define RN_PAGE_NUMBER 12'h008 // ro, -; which page this is, from 0
`define RN_PAGE_NUMBER_A 10'h002

// block QUEUES page 0x100 0x100: send, receive and completion ring of this page, doorbells
`define RN_QUEUES_BASE 12'h100 // byte in its page
`define RN_QUEUES_SIZE 256 // bytes
`define RN_QUEUES_CONTROL 12'h100 // rwe, -; switches the page on and off
`define RN_QUEUES_CONTROL_A 10'h040
`define RN_QUEUES_CONTROL_RESET 32'h00000000
// 1: on, all indices 0 (ignored unless STOPPED). 0: nothing new starts, all streams and regions are
// closed
`define RN_QUEUES_CONTROL_ENABLE_LSB 0
`define RN_QUEUES_CONTROL_ENABLE_W 1 // bits
`define RN_QUEUES_CONTROL_ENABLE_R 0:0
`define RN_QUEUES_STATUS 12'h104 // ro, -; of the page
`define RN_QUEUES_STATUS_A 10'h041
`define RN_QUEUES_STATUS_RESET 32'h00000001
// off, and nothing of it is under way: its memory will not be touched
`define RN_QUEUES_STATUS_STOPPED_LSB 0
`define RN_QUEUES_STATUS_STOPPED_W 1 // bits
`define RN_QUEUES_STATUS_STOPPED_R 0:0
`define RN_QUEUES_STATUS_SEND_LSB 1 // a channel serves it
`define RN_QUEUES_STATUS_SEND_W 1 // bits
`define RN_QUEUES_STATUS_SEND_R 1:1
// the host does not take writes: all pages are off, and stay so until it has answered all accesses
// under way
`define RN_QUEUES_STATUS_STUCK_LSB 2
`define RN_QUEUES_STATUS_STUCK_W 1 // bits
`define RN_QUEUES_STATUS_STUCK_R 2:2
// rwe, bytes; address of the ring of descriptors, a multiple of the ring's size; low half. Bases
// and sizes are written while STOPPED
`define RN_QUEUES_SEND_BASE_LO 12'h110
`define RN_QUEUES_SEND_BASE_LO_A 10'h044
`define RN_QUEUES_SEND_BASE_HI 12'h114 // rwe, bytes; high half
`define RN_QUEUES_SEND_BASE_HI_A 10'h045
`define RN_QUEUES_SEND_SIZE 12'h118 // rwe, -; how many
`define RN_QUEUES_SEND_SIZE_A 10'h046
`define RN_QUEUES_SEND_SIZE_RESET 32'h00000000
`define RN_QUEUES_SEND_SIZE_LG_LSB 0 // 2^LG descriptors
`define RN_QUEUES_SEND_SIZE_LG_W 4 // bits
`define RN_QUEUES_SEND_SIZE_LG_R 3:0
// rwe, descriptors; written so far modulo 65536: the doorbell. More than the ring holds is refused
// (event)
`define RN_QUEUES_SEND_PRODUCER 12'h11c
`define RN_QUEUES_SEND_PRODUCER_A 10'h047
`define RN_QUEUES_SEND_PRODUCER_RESET 32'h00000000
`define RN_QUEUES_SEND_PRODUCER_N_LSB 0 // count
`define RN_QUEUES_SEND_PRODUCER_N_W 16 // bits
`define RN_QUEUES_SEND_PRODUCER_N_R 15:0
`define RN_QUEUES_SEND_CONSUMER 12'h120 // ro, descriptors; done so far, modulo 65536
`define RN_QUEUES_SEND_CONSUMER_A 10'h048
`define RN_QUEUES_SEND_CONSUMER_RESET 32'h00000000
`define RN_QUEUES_SEND_CONSUMER_N_LSB 0 // count
`define RN_QUEUES_SEND_CONSUMER_N_W 16 // bits
`define RN_QUEUES_SEND_CONSUMER_N_R 15:0
// rwe, -; ones start descriptors in the card, lowest number first; reads those not yet done
`define RN_QUEUES_CARD_START 12'h124
`define RN_QUEUES_CARD_START_A 10'h049
`define RN_QUEUES_CARD_START_RESET 32'h00000000
`define RN_QUEUES_CARD_START_N_LSB 0 // a bit for each
`define RN_QUEUES_CARD_START_N_W 8 // bits
`define RN_QUEUES_CARD_START_N_R 7:0
// ro, descriptors; taken from the doorbell window so far, modulo 65536
`define RN_QUEUES_QUICK 12'h128
`define RN_QUEUES_QUICK_A 10'h04a
`define RN_QUEUES_QUICK_RESET 32'h00000000
`define RN_QUEUES_QUICK_N_LSB 0 // count
`define RN_QUEUES_QUICK_N_W 16 // bits
`define RN_QUEUES_QUICK_N_R 15:0
// rwe, bytes; address of the receive ring, a multiple of the ring's size; low half
`define RN_QUEUES_RECV_BASE_LO 12'h130
`define RN_QUEUES_RECV_BASE_LO_A 10'h04c
`define RN_QUEUES_RECV_BASE_HI 12'h134 // rwe, bytes; high half
`define RN_QUEUES_RECV_BASE_HI_A 10'h04d
`define RN_QUEUES_RECV_SIZE 12'h138 // rwe, -; how many
`define RN_QUEUES_RECV_SIZE_A 10'h04e
`define RN_QUEUES_RECV_SIZE_RESET 32'h00000000
`define RN_QUEUES_RECV_SIZE_LG_LSB 0 // 2^LG records of 2^DMA.SHAPE.SLOT_LG bytes
`define RN_QUEUES_RECV_SIZE_LG_W 4 // bits
`define RN_QUEUES_RECV_SIZE_LG_R 3:0
`define RN_QUEUES_RECV_PRODUCER 12'h13c // ro, records; written so far, modulo 65536
`define RN_QUEUES_RECV_PRODUCER_A 10'h04f
`define RN_QUEUES_RECV_PRODUCER_RESET 32'h00000000
`define RN_QUEUES_RECV_PRODUCER_N_LSB 0 // count
`define RN_QUEUES_RECV_PRODUCER_N_W 16 // bits
`define RN_QUEUES_RECV_PRODUCER_N_R 15:0
`define RN_QUEUES_RECV_CONSUMER 12'h140 // rwe, records; read by the host so far, modulo 65536
`define RN_QUEUES_RECV_CONSUMER_A 10'h050
`define RN_QUEUES_RECV_CONSUMER_RESET 32'h00000000
`define RN_QUEUES_RECV_CONSUMER_N_LSB 0 // count
`define RN_QUEUES_RECV_CONSUMER_N_W 16 // bits
`define RN_QUEUES_RECV_CONSUMER_N_R 15:0
`define RN_QUEUES_RECV_FROM 12'h144 // rw, -; whose messages are taken; those of others are refused
`define RN_QUEUES_RECV_FROM_A 10'h051
`define RN_QUEUES_RECV_FROM_RESET 32'h000000ff
`define RN_QUEUES_RECV_FROM_PAGE_LSB 0 // a bit for each page number, of any node
`define RN_QUEUES_RECV_FROM_PAGE_W 8 // bits
`define RN_QUEUES_RECV_FROM_PAGE_R 7:0
// rwe, bytes; address of the completion ring, a multiple of the ring's size; low half
`define RN_QUEUES_CPL_BASE_LO 12'h150
`define RN_QUEUES_CPL_BASE_LO_A 10'h054
`define RN_QUEUES_CPL_BASE_HI 12'h154 // rwe, bytes; high half
`define RN_QUEUES_CPL_BASE_HI_A 10'h055
`define RN_QUEUES_CPL_SIZE 12'h158 // rwe, -; how many
`define RN_QUEUES_CPL_SIZE_A 10'h056
`define RN_QUEUES_CPL_SIZE_RESET 32'h00000000
// 2^LG records of 32 bytes; at least 16, of which the card keeps 8 free
`define RN_QUEUES_CPL_SIZE_LG_LSB 0
`define RN_QUEUES_CPL_SIZE_LG_W 4 // bits
`define RN_QUEUES_CPL_SIZE_LG_R 3:0
`define RN_QUEUES_CPL_PRODUCER 12'h15c // ro, records; written so far, modulo 65536
`define RN_QUEUES_CPL_PRODUCER_A 10'h057
`define RN_QUEUES_CPL_PRODUCER_RESET 32'h00000000
`define RN_QUEUES_CPL_PRODUCER_N_LSB 0 // count
`define RN_QUEUES_CPL_PRODUCER_N_W 16 // bits
`define RN_QUEUES_CPL_PRODUCER_N_R 15:0
`define RN_QUEUES_CPL_CONSUMER 12'h160 // rwe, records; read by the host so far, modulo 65536
`define RN_QUEUES_CPL_CONSUMER_A 10'h058
`define RN_QUEUES_CPL_CONSUMER_RESET 32'h00000000
`define RN_QUEUES_CPL_CONSUMER_N_LSB 0 // count
`define RN_QUEUES_CPL_CONSUMER_N_W 16 // bits
`define RN_QUEUES_CPL_CONSUMER_N_R 15:0
// ro, messages; that found the receive ring full; stays at its largest
`define RN_QUEUES_LOST 12'h170
`define RN_QUEUES_LOST_A 10'h05c
`define RN_QUEUES_LOST_RESET 32'h00000000
`define RN_QUEUES_LOST_N_LSB 0 // count
`define RN_QUEUES_LOST_N_W 16 // bits
`define RN_QUEUES_LOST_N_R 15:0
`define RN_QUEUES_REFUSED 12'h174 // ro, cells; of others that were refused; stays at its largest
`define RN_QUEUES_REFUSED_A 10'h05d
`define RN_QUEUES_REFUSED_RESET 32'h00000000
`define RN_QUEUES_REFUSED_N_LSB 0 // count
`define RN_QUEUES_REFUSED_N_W 16 // bits
`define RN_QUEUES_REFUSED_N_R 15:0
// ro, refusals; of these, and notices of others, without a record, because the completion ring was
// full; stays at its largest
`define RN_QUEUES_UNTOLD 12'h178
`define RN_QUEUES_UNTOLD_A 10'h05e
`define RN_QUEUES_UNTOLD_RESET 32'h00000000
`define RN_QUEUES_UNTOLD_N_LSB 0 // count
`define RN_QUEUES_UNTOLD_N_W 16 // bits
`define RN_QUEUES_UNTOLD_N_R 15:0

// block REGION page 0x200 0x100: memory that this page lets the card reach: its regions 0 to 7 are
// numbers 8 * page to 8 * page + 7 for others
`define RN_REGION_BASE 12'h200 // byte in its page
`define RN_REGION_SIZE 256 // bytes
// rwe, bytes; address, a multiple of 8; low half. Close the region (ACCESS 0) before changing it
`define RN_REGION_BASE_LO 12'h200
`define RN_REGION_BASE_LO_A 10'h080
`define RN_REGION_BASE_LO_STEP 16 // bytes
`define RN_REGION_BASE_LO_N 8
`define RN_REGION_BASE_HI 12'h204 // rwe, bytes; high half
`define RN_REGION_BASE_HI_A 10'h081
`define RN_REGION_BASE_HI_STEP 16 // bytes
`define RN_REGION_BASE_HI_N 8
`define RN_REGION_LENGTH 12'h208 // rwe, bytes; low half of the length
`define RN_REGION_LENGTH_A 10'h082
`define RN_REGION_LENGTH_STEP 16 // bytes
`define RN_REGION_LENGTH_N 8
// rwe, -; rest of the length, rights; opened by setting a right while the page is on
`define RN_REGION_ACCESS 12'h20c
`define RN_REGION_ACCESS_A 10'h083
`define RN_REGION_ACCESS_STEP 16 // bytes
`define RN_REGION_ACCESS_N 8
`define RN_REGION_ACCESS_RESET 32'h00000000
`define RN_REGION_ACCESS_LENGTH_HI_LSB 0 // high part of the length
`define RN_REGION_ACCESS_LENGTH_HI_W 8 // bits
`define RN_REGION_ACCESS_LENGTH_HI_R 7:0
`define RN_REGION_ACCESS_READ_LSB 8 // this page's descriptors may read
`define RN_REGION_ACCESS_READ_W 1 // bits
`define RN_REGION_ACCESS_READ_R 8:8
`define RN_REGION_ACCESS_WRITE_LSB 9 // this page's streams and results may be written
`define RN_REGION_ACCESS_WRITE_W 1 // bits
`define RN_REGION_ACCESS_WRITE_R 9:9
`define RN_REGION_ACCESS_REMOTE_WRITE_LSB 10 // any node that has the key may write
`define RN_REGION_ACCESS_REMOTE_WRITE_W 1 // bits
`define RN_REGION_ACCESS_REMOTE_WRITE_R 10:10
// any node that has the key may read; with REMOTE_WRITE, ATOMIC too
`define RN_REGION_ACCESS_REMOTE_READ_LSB 11
`define RN_REGION_ACCESS_REMOTE_READ_W 1 // bits
`define RN_REGION_ACCESS_REMOTE_READ_R 11:11
`define RN_REGION_ACCESS_KEY_LSB 16 // that WRITE and READ have to carry: its lower half
`define RN_REGION_ACCESS_KEY_W 16 // bits
`define RN_REGION_ACCESS_KEY_R 31:16
// rwe, -; upper half of the key; to be written before the region is opened
`define RN_REGION_KEY_HIGH 12'h2c0
`define RN_REGION_KEY_HIGH_A 10'h0b0
`define RN_REGION_KEY_HIGH_STEP 4 // bytes
`define RN_REGION_KEY_HIGH_N 8
`define RN_REGION_KEY_HIGH_KEY_LSB 0 // that WRITE and READ have to carry
`define RN_REGION_KEY_HIGH_KEY_W 16 // bits
`define RN_REGION_KEY_HIGH_KEY_R 15:0
`define RN_REGION_FENCE 12'h280 // ro, -; progress of the regions that this page has closed
`define RN_REGION_FENCE_A 10'h0a0
`define RN_REGION_FENCE_RESET 32'h00000000
// accesses that were let in before the last closing are under way; 0: the memory is not touched any
// more
`define RN_REGION_FENCE_CLOSING_LSB 0
`define RN_REGION_FENCE_CLOSING_W 1 // bits
`define RN_REGION_FENCE_CLOSING_R 0:0
// wo, -; lets a page of a node in again that was BARRED from this page's regions
`define RN_REGION_ADMIT 12'h284
`define RN_REGION_ADMIT_A 10'h0a1
`define RN_REGION_ADMIT_RESET 32'h00000000
`define RN_REGION_ADMIT_PAGE_LSB 8 // page that sends
`define RN_REGION_ADMIT_PAGE_W 3 // bits
`define RN_REGION_ADMIT_PAGE_R 10:8
`define RN_REGION_ADMIT_NODE_LSB 16 // its node
`define RN_REGION_ADMIT_NODE_W 10 // bits
`define RN_REGION_ADMIT_NODE_R 25:16

// block STREAM page 0x300 0x100: streams received by this page: its streams 0 to 7 are tags 8 *
// page to 8 * page + 7
`define RN_STREAM_BASE 12'h300 // byte in its page
`define RN_STREAM_SIZE 256 // bytes
// rwe, bytes; where the next byte goes, from the region's base; low half
`define RN_STREAM_OFFSET_LO 12'h300
`define RN_STREAM_OFFSET_LO_A 10'h0c0
`define RN_STREAM_OFFSET_LO_STEP 32 // bytes
`define RN_STREAM_OFFSET_LO_N 8
`define RN_STREAM_OFFSET_HI 12'h304 // rwe, -; rest of it, and from where
`define RN_STREAM_OFFSET_HI_A 10'h0c1
`define RN_STREAM_OFFSET_HI_STEP 32 // bytes
`define RN_STREAM_OFFSET_HI_N 8
`define RN_STREAM_OFFSET_HI_OFFSET_LSB 0 // high part
`define RN_STREAM_OFFSET_HI_OFFSET_W 8 // bits
`define RN_STREAM_OFFSET_HI_OFFSET_R 7:0
`define RN_STREAM_OFFSET_HI_REGION_LSB 8 // of this page
`define RN_STREAM_OFFSET_HI_REGION_W 3 // bits
`define RN_STREAM_OFFSET_HI_REGION_R 10:8
// of that node whose cells are taken, where IDENT.LIMITS.WIDE is set
`define RN_STREAM_OFFSET_HI_PAGE_LSB 11
`define RN_STREAM_OFFSET_HI_PAGE_W 3 // bits
`define RN_STREAM_OFFSET_HI_PAGE_R 13:11
`define RN_STREAM_OFFSET_HI_SOURCE_LSB 16 // node whose cells are taken
`define RN_STREAM_OFFSET_HI_SOURCE_W 10 // bits
`define RN_STREAM_OFFSET_HI_SOURCE_R 25:16
`define RN_STREAM_OFFSET_HI_EPOCH_LSB 28 // likewise: which of that page's streams with this tag
`define RN_STREAM_OFFSET_HI_EPOCH_W 4 // bits
`define RN_STREAM_OFFSET_HI_EPOCH_R 31:28
`define RN_STREAM_LENGTH_LO 12'h308 // rwe, bytes; that are still to come; low half
`define RN_STREAM_LENGTH_LO_A 10'h0c2
`define RN_STREAM_LENGTH_LO_STEP 32 // bytes
`define RN_STREAM_LENGTH_LO_N 8
`define RN_STREAM_LENGTH_HI 12'h30c // rwe, bytes; high part
`define RN_STREAM_LENGTH_HI_A 10'h0c3
`define RN_STREAM_LENGTH_HI_STEP 32 // bytes
`define RN_STREAM_LENGTH_HI_N 8
`define RN_STREAM_LENGTH_HI_N_LSB 0 // bits 39:32
`define RN_STREAM_LENGTH_HI_N_W 8 // bits
`define RN_STREAM_LENGTH_HI_N_R 7:0
`define RN_STREAM_COOKIE 12'h310 // rwe, -; given back in the completion
`define RN_STREAM_COOKIE_A 10'h0c4
`define RN_STREAM_COOKIE_STEP 32 // bytes
`define RN_STREAM_COOKIE_N 8
`define RN_STREAM_CONTROL 12'h314 // rwe, -; opens and closes
`define RN_STREAM_CONTROL_A 10'h0c5
`define RN_STREAM_CONTROL_STEP 32 // bytes
`define RN_STREAM_CONTROL_N 8
`define RN_STREAM_CONTROL_RESET 32'h00000000
// 1: open; takes a place in the completion ring, and stays 0 if there is none or the length is 0.
// 0: close
`define RN_STREAM_CONTROL_ARMED_LSB 0
`define RN_STREAM_CONTROL_ARMED_W 1 // bits
`define RN_STREAM_CONTROL_ARMED_R 0:0

// block DESC page 0x400 0x200: 8 descriptors held in the card, started by CARD_START; CHAIN goes on
// to the next number modulo 8
`define RN_DESC_BASE 12'h400 // byte in its page
`define RN_DESC_SIZE 512 // bytes
`define RN_DESC_WORD 12'h400 // rwe, -; 16 words of 32 bits for each, as DESCRIPTOR
`define RN_DESC_WORD_A 10'h100
`define RN_DESC_WORD_STEP 4 // bytes
`define RN_DESC_WORD_N 128

// block GFE global 0x800 0x100: full/empty registers and remote operations, for all pages
`define RN_GFE_BASE 12'h800 // byte in its page
`define RN_GFE_SIZE 256 // bytes
`define RN_GFE_DROPPED 12'h800 // ro, cells; received that make no sense; stays at its largest
`define RN_GFE_DROPPED_A 10'h200
`define RN_GFE_DROPPED_RESET 32'h00000000
`define RN_GFE_DROPPED_N_LSB 0 // count
`define RN_GFE_DROPPED_N_W 16 // bits
`define RN_GFE_DROPPED_N_R 15:0
// ro, cells; replies to no operation that is waiting; stays at its largest
`define RN_GFE_LATE 12'h804
`define RN_GFE_LATE_A 10'h201
`define RN_GFE_LATE_RESET 32'h00000000
`define RN_GFE_LATE_N_LSB 0 // count
`define RN_GFE_LATE_N_W 16 // bits
`define RN_GFE_LATE_N_R 15:0
// ro, cells; requests that found the request queue full; stays at its largest
`define RN_GFE_OVERRUN 12'h808
`define RN_GFE_OVERRUN_A 10'h202
`define RN_GFE_OVERRUN_RESET 32'h00000000
`define RN_GFE_OVERRUN_N_LSB 0 // count
`define RN_GFE_OVERRUN_N_W 16 // bits
`define RN_GFE_OVERRUN_N_R 15:0
`define RN_GFE_TIMEOUTS 12'h80c // ro, operations; that got no reply; stays at its largest
`define RN_GFE_TIMEOUTS_A 10'h203
`define RN_GFE_TIMEOUTS_RESET 32'h00000000
`define RN_GFE_TIMEOUTS_N_LSB 0 // count
`define RN_GFE_TIMEOUTS_N_W 16 // bits
`define RN_GFE_TIMEOUTS_N_R 15:0

// block FE page 0x600 0x200: full/empty registers of this page, and operations on those of any node
`define RN_FE_BASE 12'h600 // byte in its page
`define RN_FE_SIZE 512 // bytes
`define RN_FE_ARG_LO 12'h600 // rw, -; operand to write, add or swap in; low half
`define RN_FE_ARG_LO_A 10'h180
`define RN_FE_ARG_LO_RESET 32'h00000000
`define RN_FE_ARG_HI 12'h604 // rw, -; high half
`define RN_FE_ARG_HI_A 10'h181
`define RN_FE_ARG_HI_RESET 32'h00000000
`define RN_FE_CMP_LO 12'h608 // rw, -; value that COMPARE_SWAP expects to find; low half
`define RN_FE_CMP_LO_A 10'h182
`define RN_FE_CMP_LO_RESET 32'h00000000
`define RN_FE_CMP_HI 12'h60c // rw, -; high half
`define RN_FE_CMP_HI_A 10'h183
`define RN_FE_CMP_HI_RESET 32'h00000000
`define RN_FE_RES_LO 12'h610 // ro, -; value before the operation; low half
`define RN_FE_RES_LO_A 10'h184
`define RN_FE_RES_LO_RESET 32'h00000000
`define RN_FE_RES_HI 12'h614 // ro, -; high half
`define RN_FE_RES_HI_A 10'h185
`define RN_FE_RES_HI_RESET 32'h00000000
`define RN_FE_KEYS 12'h618 // rw, -; protection
`define RN_FE_KEYS_A 10'h186
`define RN_FE_KEYS_RESET 32'h00000000
`define RN_FE_KEYS_OURS_LSB 0 // key that this page's operations carry
`define RN_FE_KEYS_OURS_W 16 // bits
`define RN_FE_KEYS_OURS_R 15:0
`define RN_FE_KEYS_NEED_LSB 16 // key that operations on this page's registers have to carry
`define RN_FE_KEYS_NEED_W 16 // bits
`define RN_FE_KEYS_NEED_R 31:16
// wo, -; writing starts an operation; refused (event) while one is busy
`define RN_FE_COMMAND 12'h620
`define RN_FE_COMMAND_A 10'h188
`define RN_FE_COMMAND_RESET 32'h00000000
`define RN_FE_COMMAND_OP_LSB 0 // of enum FE_OP
`define RN_FE_COMMAND_OP_W 4 // bits
`define RN_FE_COMMAND_OP_R 3:0
`define RN_FE_COMMAND_REG_LSB 4 // number of the register
`define RN_FE_COMMAND_REG_W 4 // bits
`define RN_FE_COMMAND_REG_R 7:4
`define RN_FE_COMMAND_PAGE_LSB 11 // its page
`define RN_FE_COMMAND_PAGE_W 3 // bits
`define RN_FE_COMMAND_PAGE_R 13:11
`define RN_FE_COMMAND_NODE_LSB 16 // its node
`define RN_FE_COMMAND_NODE_W 10 // bits
`define RN_FE_COMMAND_NODE_R 25:16
`define RN_FE_STATUS 12'h624 // ro, -; of the last operation
`define RN_FE_STATUS_A 10'h189
`define RN_FE_STATUS_RESET 32'h00000000
`define RN_FE_STATUS_CODE_LSB 0 // of enum FE_STATUS
`define RN_FE_STATUS_CODE_W 4 // bits
`define RN_FE_STATUS_CODE_R 3:0
`define RN_FE_STATUS_FULL_LSB 4 // the register was full before the operation
`define RN_FE_STATUS_FULL_W 1 // bits
`define RN_FE_STATUS_FULL_R 4:4
`define RN_FE_STATUS_DID_LSB 5 // the operation changed the register
`define RN_FE_STATUS_DID_W 1 // bits
`define RN_FE_STATUS_DID_R 5:5
`define RN_FE_STATUS_BUSY_LSB 8 // not finished yet: the other fields and RES are to come
`define RN_FE_STATUS_BUSY_W 1 // bits
`define RN_FE_STATUS_BUSY_R 8:8
`define RN_FE_FULL 12'h628 // ro, -; which of this page's registers are full
`define RN_FE_FULL_A 10'h18a
`define RN_FE_FULL_RESET 32'h00000000
`define RN_FE_FULL_REG_LSB 0 // a bit for each
`define RN_FE_FULL_REG_W 16 // bits
`define RN_FE_FULL_REG_R 15:0

// enum FE_OP 4: operations on a full/empty register, each of them atomic
`define RN_FE_OP_TEST_READ 4'h0 // value and whether full; changes nothing
`define RN_FE_OP_TEST_READ_RESET 4'h1 // the same, and leaves the register empty
`define RN_FE_OP_WRITE 4'h2 // writes and fills
`define RN_FE_OP_TEST_WRITE 4'h3 // writes and fills if it was empty
// the same, and if it wrote raises the event FE of the register's page
`define RN_FE_OP_TEST_WRITE_INT 4'h4
`define RN_FE_OP_FETCH_ADD 4'h5 // adds modulo 2^64; full or empty stays
`define RN_FE_OP_COMPARE_SWAP 4'h6 // writes ARG if the value is CMP; full or empty stays

// enum FE_STATUS 4: how an operation ended
// the operation was carried out; fields FULL and DID give the state found and the action
`define RN_FE_STATUS_OK 4'h0
`define RN_FE_STATUS_NO_OP 4'h1 // refused: no such operation
`define RN_FE_STATUS_NO_NODE 4'h2 // refused: no such node in this ring
`define RN_FE_STATUS_NO_KEY 4'h3 // refused: the page of the register wants another key
// refused: a ring of this many nodes needs cards with longer request queues
`define RN_FE_STATUS_NO_ROOM 4'h4
`define RN_FE_STATUS_TIMEOUT 4'h5 // no reply: not known whether it was carried out

// struct REQUEST 24: payload of a REQ cell; its H1 tag is the page of the register
`define RN_REQUEST_BYTES 24 // size
`define RN_REQUEST_CTL 0 // byte, 64 bits; operation
`define RN_REQUEST_CTL_OP_LSB 0 // of enum FE_OP
`define RN_REQUEST_CTL_OP_W 4 // bits
`define RN_REQUEST_CTL_OP_R 3:0
`define RN_REQUEST_CTL_REG_LSB 4 // which register
`define RN_REQUEST_CTL_REG_W 4 // bits
`define RN_REQUEST_CTL_REG_R 7:4
`define RN_REQUEST_CTL_ASKER_LSB 8 // page that asks
`define RN_REQUEST_CTL_ASKER_W 3 // bits
`define RN_REQUEST_CTL_ASKER_R 10:8
`define RN_REQUEST_CTL_PAGE_LSB 11 // page of the register, as the tag
`define RN_REQUEST_CTL_PAGE_W 3 // bits
`define RN_REQUEST_CTL_PAGE_R 13:11
`define RN_REQUEST_CTL_NUMBER_LSB 16 // of the operation, given back in the reply
`define RN_REQUEST_CTL_NUMBER_W 16 // bits
`define RN_REQUEST_CTL_NUMBER_R 31:16
`define RN_REQUEST_CTL_KEY_LSB 32 // key that the asking page presents
`define RN_REQUEST_CTL_KEY_W 16 // bits
`define RN_REQUEST_CTL_KEY_R 47:32
`define RN_REQUEST_ARG 8 // byte, 64 bits; absent where the operation has no operand
`define RN_REQUEST_CMP 16 // byte, 64 bits; COMPARE_SWAP only

// struct REPLY 16: payload of a REPLY cell; its H1 tag is the page that asked
`define RN_REPLY_BYTES 16 // size
`define RN_REPLY_CTL 0 // byte, 64 bits; how it went
`define RN_REPLY_CTL_CODE_LSB 0 // of enum FE_STATUS
`define RN_REPLY_CTL_CODE_W 4 // bits
`define RN_REPLY_CTL_CODE_R 3:0
`define RN_REPLY_CTL_FULL_LSB 4 // the register was full before
`define RN_REPLY_CTL_FULL_W 1 // bits
`define RN_REPLY_CTL_FULL_R 4:4
`define RN_REPLY_CTL_DID_LSB 5 // the operation changed the register
`define RN_REPLY_CTL_DID_W 1 // bits
`define RN_REPLY_CTL_DID_R 5:5
`define RN_REPLY_CTL_NUMBER_LSB 16 // of the request
`define RN_REPLY_CTL_NUMBER_W 16 // bits
`define RN_REPLY_CTL_NUMBER_R 31:16
`define RN_REPLY_VALUE 8 // byte, 64 bits; before the operation

// block BARRIER page 0x800 0x200: barrier groups that this page owns; the others read as 0
`define RN_BARRIER_BASE 12'h800 // byte in its page
`define RN_BARRIER_SIZE 512 // bytes
// rwe, -; of group i; writing any value enters; refused (event) if INSIDE or not owned
`define RN_BARRIER_GROUP 12'h800
`define RN_BARRIER_GROUP_A 10'h200
`define RN_BARRIER_GROUP_STEP 32 // bytes
`define RN_BARRIER_GROUP_N 16
`define RN_BARRIER_GROUP_RESET 32'h00000000
`define RN_BARRIER_GROUP_RIGHT_LSB 0 // as in CONFIG
`define RN_BARRIER_GROUP_RIGHT_W 10 // bits
`define RN_BARRIER_GROUP_RIGHT_R 9:0
`define RN_BARRIER_GROUP_LEFT_LSB 10 // as in CONFIG
`define RN_BARRIER_GROUP_LEFT_W 10 // bits
`define RN_BARRIER_GROUP_LEFT_R 19:10
`define RN_BARRIER_GROUP_PHASE_LSB 20 // barriers completed, modulo 4
`define RN_BARRIER_GROUP_PHASE_W 2 // bits
`define RN_BARRIER_GROUP_PHASE_R 21:20
`define RN_BARRIER_GROUP_INSIDE_LSB 22 // entered, not completed
`define RN_BARRIER_GROUP_INSIDE_W 1 // bits
`define RN_BARRIER_GROUP_INSIDE_R 22:22
`define RN_BARRIER_GROUP_PAGE_LSB 24 // this page
`define RN_BARRIER_GROUP_PAGE_W 3 // bits
`define RN_BARRIER_GROUP_PAGE_R 26:24
`define RN_BARRIER_GROUP_ENABLE_LSB 31 // this node is a member
`define RN_BARRIER_GROUP_ENABLE_W 1 // bits
`define RN_BARRIER_GROUP_ENABLE_R 31:31

// block GREDUCE global 0x300 0x100: reduction, for all groups
`define RN_GREDUCE_BASE 12'h300 // byte in its page
`define RN_GREDUCE_SIZE 256 // bytes
// rwe, -; which page a reduction group belongs to; writing stops the group
`define RN_GREDUCE_OWNER 12'h300
`define RN_GREDUCE_OWNER_A 10'h0c0
`define RN_GREDUCE_OWNER_STEP 4 // bytes
`define RN_GREDUCE_OWNER_N 8
`define RN_GREDUCE_OWNER_RESET 32'h00000000
`define RN_GREDUCE_OWNER_PAGE_LSB 0 // number of the page
`define RN_GREDUCE_OWNER_PAGE_W 3 // bits
`define RN_GREDUCE_OWNER_PAGE_R 2:0
`define RN_GREDUCE_OWNER_ON_LSB 3 // it belongs to that page; 0: to none
`define RN_GREDUCE_OWNER_ON_W 1 // bits
`define RN_GREDUCE_OWNER_ON_R 3:3
`define RN_GREDUCE_CAPS 12'h320 // ro, -; parameters that the reduction unit was built with
`define RN_GREDUCE_CAPS_A 10'h0c8
`define RN_GREDUCE_CAPS_GROUPS_LSB 0 // reduction groups
`define RN_GREDUCE_CAPS_GROUPS_W 8 // bits
`define RN_GREDUCE_CAPS_GROUPS_R 7:0
`define RN_GREDUCE_CAPS_GATHER_LSB 8 // most members of a group in gather mode
`define RN_GREDUCE_CAPS_GATHER_W 8 // bits
`define RN_GREDUCE_CAPS_GATHER_R 15:8
// operands of one member that a chain takes before their results
`define RN_GREDUCE_CAPS_WINDOW_LSB 16
`define RN_GREDUCE_CAPS_WINDOW_W 8 // bits
`define RN_GREDUCE_CAPS_WINDOW_R 23:16
`define RN_GREDUCE_CAPS_LATENCY_LSB 24 // clocks of one arithmetic operation
`define RN_GREDUCE_CAPS_LATENCY_W 8 // bits
`define RN_GREDUCE_CAPS_LATENCY_R 31:24
// ro, cells; good ones taken into a slot; each counter stays at its largest
`define RN_GREDUCE_CELLS 12'h324
`define RN_GREDUCE_CELLS_A 10'h0c9
`define RN_GREDUCE_CELLS_RESET 32'h00000000
`define RN_GREDUCE_CELLS_N_LSB 0 // count
`define RN_GREDUCE_CELLS_N_W 16 // bits
`define RN_GREDUCE_CELLS_N_R 15:0
// ro, cells; of groups that this node does not belong to, of another use of a group, or on their
// way to another
`define RN_GREDUCE_FOREIGN 12'h328
`define RN_GREDUCE_FOREIGN_A 10'h0ca
`define RN_GREDUCE_FOREIGN_RESET 32'h00000000
`define RN_GREDUCE_FOREIGN_N_LSB 0 // count
`define RN_GREDUCE_FOREIGN_N_W 16 // bits
`define RN_GREDUCE_FOREIGN_N_R 15:0
`define RN_GREDUCE_LOST 12'h32c // ro, cells; that made no sense to their group
`define RN_GREDUCE_LOST_A 10'h0cb
`define RN_GREDUCE_LOST_RESET 32'h00000000
`define RN_GREDUCE_LOST_N_LSB 0 // count
`define RN_GREDUCE_LOST_N_W 16 // bits
`define RN_GREDUCE_LOST_N_R 15:0
// ro, operands; from memory, to no running group or of a wrong length
`define RN_GREDUCE_OWN_LOST 12'h330
`define RN_GREDUCE_OWN_LOST_A 10'h0cc
`define RN_GREDUCE_OWN_LOST_RESET 32'h00000000
`define RN_GREDUCE_OWN_LOST_N_LSB 0 // count
`define RN_GREDUCE_OWN_LOST_N_W 16 // bits
`define RN_GREDUCE_OWN_LOST_N_R 15:0
`define RN_GREDUCE_REFUSED 12'h334 // ro, writes; by a page to a group of another
`define RN_GREDUCE_REFUSED_A 10'h0cd
`define RN_GREDUCE_REFUSED_RESET 32'h00000000
`define RN_GREDUCE_REFUSED_N_LSB 0 // count
`define RN_GREDUCE_REFUSED_N_W 16 // bits
`define RN_GREDUCE_REFUSED_N_R 15:0
`define RN_GREDUCE_LAST 12'h338 // ro, -; the last cell that was lost
`define RN_GREDUCE_LAST_A 10'h0ce
`define RN_GREDUCE_LAST_RESET 32'h00000000
`define RN_GREDUCE_LAST_H1_LSB 0 // its header: see REDUCE_H1
`define RN_GREDUCE_LAST_H1_W 16 // bits
`define RN_GREDUCE_LAST_H1_R 15:0
`define RN_GREDUCE_LAST_CAUSE_LSB 16 // why: bit k is bit k of ERROR in STATUS
`define RN_GREDUCE_LAST_CAUSE_W 16 // bits
`define RN_GREDUCE_LAST_CAUSE_R 31:16

// block REDUCE page 0xa00 0x400: reduction groups: 8 of 128 bytes; 0 and no effect where the group
// is not this page's
`define RN_REDUCE_BASE 12'ha00 // byte in its page
`define RN_REDUCE_SIZE 1024 // bytes
`define RN_REDUCE_CTRL 12'ha00 // rwe, -; starts and stops the group; all members alike
`define RN_REDUCE_CTRL_A 10'h280
`define RN_REDUCE_CTRL_STEP 128 // bytes
`define RN_REDUCE_CTRL_N 8
`define RN_REDUCE_CTRL_RESET 32'h00000000
// 1 starts (refused while it runs or drains), 0 stops it and forgets the operation under way
`define RN_REDUCE_CTRL_EN_LSB 0
`define RN_REDUCE_CTRL_EN_W 1 // bits
`define RN_REDUCE_CTRL_EN_R 0:0
// 0 gather: everybody gets all operands; 1 chain: along both arms to the root, for vectors
`define RN_REDUCE_CTRL_CHAIN_LSB 1
`define RN_REDUCE_CTRL_CHAIN_W 1 // bits
`define RN_REDUCE_CTRL_CHAIN_R 1:1
`define RN_REDUCE_CTRL_ROOT_LSB 2 // only the root's host gets results
`define RN_REDUCE_CTRL_ROOT_W 1 // bits
`define RN_REDUCE_CTRL_ROOT_R 2:2
// operands and results are in memory (DMA); 0: in OPERAND and RESULT
`define RN_REDUCE_CTRL_STREAM_LSB 3
`define RN_REDUCE_CTRL_STREAM_W 1 // bits
`define RN_REDUCE_CTRL_STREAM_R 3:3
`define RN_REDUCE_CTRL_OP_LSB 4 // of enum REDUCE_OP
`define RN_REDUCE_CTRL_OP_W 4 // bits
`define RN_REDUCE_CTRL_OP_R 7:4
`define RN_REDUCE_CTRL_TYPE_LSB 8 // of enum REDUCE_TYPE
`define RN_REDUCE_CTRL_TYPE_W 4 // bits
`define RN_REDUCE_CTRL_TYPE_R 11:8
`define RN_REDUCE_CTRL_BEATS_LSB 12 // 8-byte beats of an operand, less one
`define RN_REDUCE_CTRL_BEATS_W 2 // bits
`define RN_REDUCE_CTRL_BEATS_R 13:12
`define RN_REDUCE_CTRL_EPOCH_LSB 16 // of this use of the group: cells of another one are not for it
`define RN_REDUCE_CTRL_EPOCH_W 6 // bits
`define RN_REDUCE_CTRL_EPOCH_R 21:16
// rwe, members; which member this node is; refused while the group runs
`define RN_REDUCE_MEMBER 12'ha04
`define RN_REDUCE_MEMBER_A 10'h281
`define RN_REDUCE_MEMBER_STEP 128 // bytes
`define RN_REDUCE_MEMBER_N 8
`define RN_REDUCE_MEMBER_RESET 32'h00000000
`define RN_REDUCE_MEMBER_N_LSB 0 // members; at most 1024, in gather mode at most GATHER
`define RN_REDUCE_MEMBER_N_W 11 // bits
`define RN_REDUCE_MEMBER_N_R 10:0
// of this one: position from the root in the direction of port X, among members
`define RN_REDUCE_MEMBER_INDEX_LSB 16
`define RN_REDUCE_MEMBER_INDEX_W 10 // bits
`define RN_REDUCE_MEMBER_INDEX_R 25:16
// rwe, nodes; chain mode: where the partial result goes; refused while the group runs
`define RN_REDUCE_TOWARD 12'ha08
`define RN_REDUCE_TOWARD_A 10'h282
`define RN_REDUCE_TOWARD_STEP 128 // bytes
`define RN_REDUCE_TOWARD_N 8
`define RN_REDUCE_TOWARD_RESET 32'h00000000
`define RN_REDUCE_TOWARD_NODE_LSB 0 // of the next member nearer to the root on this arm
`define RN_REDUCE_TOWARD_NODE_W 10 // bits
`define RN_REDUCE_TOWARD_NODE_R 9:0
`define RN_REDUCE_STATUS 12'ha0c // w1c, -; how the group is; ones clear ERROR
`define RN_REDUCE_STATUS_A 10'h283
`define RN_REDUCE_STATUS_STEP 128 // bytes
`define RN_REDUCE_STATUS_N 8
`define RN_REDUCE_STATUS_RESET 32'h00000000
`define RN_REDUCE_STATUS_RUN_LSB 0 // it takes operands and cells
`define RN_REDUCE_STATUS_RUN_W 1 // bits
`define RN_REDUCE_STATUS_RUN_R 0:0
`define RN_REDUCE_STATUS_DRAIN_LSB 1 // stopped, but something is still on its way through the unit
`define RN_REDUCE_STATUS_DRAIN_W 1 // bits
`define RN_REDUCE_STATUS_DRAIN_R 1:1
`define RN_REDUCE_STATUS_IDLE_LSB 2 // no operation is open
`define RN_REDUCE_STATUS_IDLE_W 1 // bits
`define RN_REDUCE_STATUS_IDLE_R 2:2
`define RN_REDUCE_STATUS_RESULT_LSB 3 // RESULT can be read, until DOORBELL is written
`define RN_REDUCE_STATUS_RESULT_W 1 // bits
`define RN_REDUCE_STATUS_RESULT_R 3:3
`define RN_REDUCE_STATUS_ROOM_LSB 4 // an operand can be taken from the stream
`define RN_REDUCE_STATUS_ROOM_W 1 // bits
`define RN_REDUCE_STATUS_ROOM_R 4:4
// bits: 0 refused setting, 1 DOORBELL or OPERAND out of turn, 2 operand from memory dropped; cells
// dropped: 3 of another mode, 4 wrong or doubled member, 5 out of sequence, 6 group stopped, 7
// wrong length
`define RN_REDUCE_STATUS_ERROR_LSB 8
`define RN_REDUCE_STATUS_ERROR_W 8 // bits
`define RN_REDUCE_STATUS_ERROR_R 15:8
// wo, -; any value: OPERAND is complete, the last RESULT was read; only when IDLE
`define RN_REDUCE_DOORBELL 12'ha10
`define RN_REDUCE_DOORBELL_A 10'h284
`define RN_REDUCE_DOORBELL_STEP 128 // bytes
`define RN_REDUCE_DOORBELL_N 8
`define RN_REDUCE_DOORBELL_RESET 32'h00000000
`define RN_REDUCE_OPERAND_0 12'ha20 // wo, -; bytes 0 to 3 of this node's operand
`define RN_REDUCE_OPERAND_0_A 10'h288
`define RN_REDUCE_OPERAND_0_STEP 128 // bytes
`define RN_REDUCE_OPERAND_0_N 8
`define RN_REDUCE_OPERAND_0_RESET 32'h00000000
`define RN_REDUCE_OPERAND_1 12'ha24 // wo, -; bytes 4 to 7 of this node's operand
`define RN_REDUCE_OPERAND_1_A 10'h289
`define RN_REDUCE_OPERAND_1_STEP 128 // bytes
`define RN_REDUCE_OPERAND_1_N 8
`define RN_REDUCE_OPERAND_1_RESET 32'h00000000
`define RN_REDUCE_OPERAND_2 12'ha28 // wo, -; bytes 8 to 11 of this node's operand
`define RN_REDUCE_OPERAND_2_A 10'h28a
`define RN_REDUCE_OPERAND_2_STEP 128 // bytes
`define RN_REDUCE_OPERAND_2_N 8
`define RN_REDUCE_OPERAND_2_RESET 32'h00000000
`define RN_REDUCE_OPERAND_3 12'ha2c // wo, -; bytes 12 to 15 of this node's operand
`define RN_REDUCE_OPERAND_3_A 10'h28b
`define RN_REDUCE_OPERAND_3_STEP 128 // bytes
`define RN_REDUCE_OPERAND_3_N 8
`define RN_REDUCE_OPERAND_3_RESET 32'h00000000
`define RN_REDUCE_OPERAND_4 12'ha30 // wo, -; bytes 16 to 19 of this node's operand
`define RN_REDUCE_OPERAND_4_A 10'h28c
`define RN_REDUCE_OPERAND_4_STEP 128 // bytes
`define RN_REDUCE_OPERAND_4_N 8
`define RN_REDUCE_OPERAND_4_RESET 32'h00000000
`define RN_REDUCE_OPERAND_5 12'ha34 // wo, -; bytes 20 to 23 of this node's operand
`define RN_REDUCE_OPERAND_5_A 10'h28d
`define RN_REDUCE_OPERAND_5_STEP 128 // bytes
`define RN_REDUCE_OPERAND_5_N 8
`define RN_REDUCE_OPERAND_5_RESET 32'h00000000
`define RN_REDUCE_OPERAND_6 12'ha38 // wo, -; bytes 24 to 27 of this node's operand
`define RN_REDUCE_OPERAND_6_A 10'h28e
`define RN_REDUCE_OPERAND_6_STEP 128 // bytes
`define RN_REDUCE_OPERAND_6_N 8
`define RN_REDUCE_OPERAND_6_RESET 32'h00000000
`define RN_REDUCE_OPERAND_7 12'ha3c // wo, -; bytes 28 to 31 of this node's operand
`define RN_REDUCE_OPERAND_7_A 10'h28f
`define RN_REDUCE_OPERAND_7_STEP 128 // bytes
`define RN_REDUCE_OPERAND_7_N 8
`define RN_REDUCE_OPERAND_7_RESET 32'h00000000
`define RN_REDUCE_RESULT_0 12'ha40 // ro, -; bytes 0 to 3 of the result
`define RN_REDUCE_RESULT_0_A 10'h290
`define RN_REDUCE_RESULT_0_STEP 128 // bytes
`define RN_REDUCE_RESULT_0_N 8
`define RN_REDUCE_RESULT_0_RESET 32'h00000000
`define RN_REDUCE_RESULT_1 12'ha44 // ro, -; bytes 4 to 7 of the result
`define RN_REDUCE_RESULT_1_A 10'h291
`define RN_REDUCE_RESULT_1_STEP 128 // bytes
`define RN_REDUCE_RESULT_1_N 8
`define RN_REDUCE_RESULT_1_RESET 32'h00000000
`define RN_REDUCE_RESULT_2 12'ha48 // ro, -; bytes 8 to 11 of the result
`define RN_REDUCE_RESULT_2_A 10'h292
`define RN_REDUCE_RESULT_2_STEP 128 // bytes
`define RN_REDUCE_RESULT_2_N 8
`define RN_REDUCE_RESULT_2_RESET 32'h00000000
`define RN_REDUCE_RESULT_3 12'ha4c // ro, -; bytes 12 to 15 of the result
`define RN_REDUCE_RESULT_3_A 10'h293
`define RN_REDUCE_RESULT_3_STEP 128 // bytes
`define RN_REDUCE_RESULT_3_N 8
`define RN_REDUCE_RESULT_3_RESET 32'h00000000
`define RN_REDUCE_RESULT_4 12'ha50 // ro, -; bytes 16 to 19 of the result
`define RN_REDUCE_RESULT_4_A 10'h294
`define RN_REDUCE_RESULT_4_STEP 128 // bytes
`define RN_REDUCE_RESULT_4_N 8
`define RN_REDUCE_RESULT_4_RESET 32'h00000000
`define RN_REDUCE_RESULT_5 12'ha54 // ro, -; bytes 20 to 23 of the result
`define RN_REDUCE_RESULT_5_A 10'h295
`define RN_REDUCE_RESULT_5_STEP 128 // bytes
`define RN_REDUCE_RESULT_5_N 8
`define RN_REDUCE_RESULT_5_RESET 32'h00000000
`define RN_REDUCE_RESULT_6 12'ha58 // ro, -; bytes 24 to 27 of the result
`define RN_REDUCE_RESULT_6_A 10'h296
`define RN_REDUCE_RESULT_6_STEP 128 // bytes
`define RN_REDUCE_RESULT_6_N 8
`define RN_REDUCE_RESULT_6_RESET 32'h00000000
`define RN_REDUCE_RESULT_7 12'ha5c // ro, -; bytes 28 to 31 of the result
`define RN_REDUCE_RESULT_7_A 10'h297
`define RN_REDUCE_RESULT_7_STEP 128 // bytes
`define RN_REDUCE_RESULT_7_N 8
`define RN_REDUCE_RESULT_7_RESET 32'h00000000

// block SPIN global 0x900 0x300: SPIN setting: connections, counters
`define RN_SPIN_BASE 12'h900 // byte in its page
`define RN_SPIN_SIZE 768 // bytes
// rwe, nodes; this node and its ring; writing reloads the barrier counters
`define RN_SPIN_NODE 12'h900
`define RN_SPIN_NODE_A 10'h240
`define RN_SPIN_NODE_RESET 32'h00000000
`define RN_SPIN_NODE_ID_LSB 0 // this node
`define RN_SPIN_NODE_ID_W 10 // bits
`define RN_SPIN_NODE_ID_R 9:0
`define RN_SPIN_NODE_LAST_LSB 16 // last node of the ring: nodes less one
`define RN_SPIN_NODE_LAST_W 10 // bits
`define RN_SPIN_NODE_LAST_R 25:16
`define RN_SPIN_WAYS 12'h904 // rw, -; where broadcasts end, and where virtual channels change
`define RN_SPIN_WAYS_A 10'h241
`define RN_SPIN_WAYS_RESET 32'h00000000
`define RN_SPIN_WAYS_BCAST_X_LSB 0 // last node of a broadcast that leaves at X
`define RN_SPIN_WAYS_BCAST_X_W 10 // bits
`define RN_SPIN_WAYS_BCAST_X_R 9:0
`define RN_SPIN_WAYS_BCAST_Y_LSB 10 // last node of a broadcast that leaves at Y
`define RN_SPIN_WAYS_BCAST_Y_W 10 // bits
`define RN_SPIN_WAYS_BCAST_Y_R 19:10
`define RN_SPIN_WAYS_EN_X_LSB 20 // a broadcast leaves at X
`define RN_SPIN_WAYS_EN_X_W 1 // bits
`define RN_SPIN_WAYS_EN_X_R 20:20
`define RN_SPIN_WAYS_EN_Y_LSB 21 // a broadcast leaves at Y
`define RN_SPIN_WAYS_EN_Y_W 1 // bits
`define RN_SPIN_WAYS_EN_Y_R 21:21
`define RN_SPIN_WAYS_DATELINE_X_LSB 24 // cells that leave at X change to virtual channel 1
`define RN_SPIN_WAYS_DATELINE_X_W 1 // bits
`define RN_SPIN_WAYS_DATELINE_X_R 24:24
`define RN_SPIN_WAYS_DATELINE_Y_LSB 25 // cells that leave at Y change to virtual channel 1
`define RN_SPIN_WAYS_DATELINE_Y_W 1 // bits
`define RN_SPIN_WAYS_DATELINE_Y_R 25:25
// rw, clocks; without progress until an operation gives up; at most 1/8 more; 0 never
`define RN_SPIN_TIMEOUT 12'h908
`define RN_SPIN_TIMEOUT_A 10'h242
`define RN_SPIN_TIMEOUT_RESET 32'h00000000
`define RN_SPIN_BURST 12'h90c // rwe, -; bursts on the host's bus
`define RN_SPIN_BURST_A 10'h243
`define RN_SPIN_BURST_RESET 32'h00000003
// log2 of their longest length in words of 32 bits; 3 to the limit that the card was built for
`define RN_SPIN_BURST_LG_LSB 0
`define RN_SPIN_BURST_LG_W 4 // bits
`define RN_SPIN_BURST_LG_R 3:0
`define RN_SPIN_EVENT 12'h910 // w1c, -; events so far; a bit stays until cleared
`define RN_SPIN_EVENT_A 10'h244
`define RN_SPIN_EVENT_RESET 32'h00000000
`define RN_SPIN_EVENT_SENT_LSB 0 // SEND_STATUS is final
`define RN_SPIN_EVENT_SENT_W 1 // bits
`define RN_SPIN_EVENT_SENT_R 0:0
`define RN_SPIN_EVENT_RECEIVED_LSB 1 // RECV_STATUS is final
`define RN_SPIN_EVENT_RECEIVED_W 1 // bits
`define RN_SPIN_EVENT_RECEIVED_R 1:1
`define RN_SPIN_EVENT_BARRIER_LSB 2 // BARRIER_STATUS is final
`define RN_SPIN_EVENT_BARRIER_W 1 // bits
`define RN_SPIN_EVENT_BARRIER_R 2:2
`define RN_SPIN_EVENT_REQUEST_LSB 3 // a connection request was queued
`define RN_SPIN_EVENT_REQUEST_W 1 // bits
`define RN_SPIN_EVENT_REQUEST_R 3:3
`define RN_SPIN_EVENT_PARITY_LSB 4 // a word with wrong parity came in
`define RN_SPIN_EVENT_PARITY_W 1 // bits
`define RN_SPIN_EVENT_PARITY_R 4:4
`define RN_SPIN_EVENT_STRAY_LSB 5 // a cell came in that nobody waits for, or that makes no sense
`define RN_SPIN_EVENT_STRAY_W 1 // bits
`define RN_SPIN_EVENT_STRAY_R 5:5
`define RN_SPIN_EVENT_STUCK_LSB 6 // the network does not take a cell for longer than TIMEOUT
`define RN_SPIN_EVENT_STUCK_W 1 // bits
`define RN_SPIN_EVENT_STUCK_R 6:6
`define RN_SPIN_EVENT_REFUSED_LSB 7 // a command, address or length was given to a busy engine
`define RN_SPIN_EVENT_REFUSED_W 1 // bits
`define RN_SPIN_EVENT_REFUSED_R 7:7
`define RN_SPIN_MASK 12'h914 // rw, -; events that raise the interrupt
`define RN_SPIN_MASK_A 10'h245
`define RN_SPIN_MASK_RESET 32'h00000000
`define RN_SPIN_MASK_ON_LSB 0 // as in EVENT
`define RN_SPIN_MASK_ON_W 8 // bits
`define RN_SPIN_MASK_ON_R 7:0
// rw, bytes; address in the host's memory, any; low half; not while busy
`define RN_SPIN_SEND_ADDR_LO 12'h920
`define RN_SPIN_SEND_ADDR_LO_A 10'h248
`define RN_SPIN_SEND_ADDR_LO_RESET 32'h00000000
`define RN_SPIN_SEND_ADDR_HI 12'h924 // rw, bytes; high half
`define RN_SPIN_SEND_ADDR_HI_A 10'h249
`define RN_SPIN_SEND_ADDR_HI_RESET 32'h00000000
`define RN_SPIN_SEND_LEN 12'h928 // rw, bytes; length of the message, any; not while busy
`define RN_SPIN_SEND_LEN_A 10'h24a
`define RN_SPIN_SEND_LEN_RESET 32'h00000000
`define RN_SPIN_SEND 12'h92c // wo, -; writing starts
`define RN_SPIN_SEND_A 10'h24b
`define RN_SPIN_SEND_RESET 32'h00000000
`define RN_SPIN_SEND_DEST_LSB 0 // node that is to receive
`define RN_SPIN_SEND_DEST_W 10 // bits
`define RN_SPIN_SEND_DEST_R 9:0
`define RN_SPIN_SEND_OP_LSB 30 // of enum SPIN_OP
`define RN_SPIN_SEND_OP_W 2 // bits
`define RN_SPIN_SEND_OP_R 31:30
`define RN_SPIN_SEND_STATUS 12'h930 // ro, -; of the last SEND
`define RN_SPIN_SEND_STATUS_A 10'h24c
`define RN_SPIN_SEND_STATUS_RESET 32'h00000000
`define RN_SPIN_SEND_STATUS_CODE_LSB 0 // of enum SPIN_STATUS
`define RN_SPIN_SEND_STATUS_CODE_W 4 // bits
`define RN_SPIN_SEND_STATUS_CODE_R 3:0
`define RN_SPIN_SEND_STATUS_BUSY_LSB 8 // not finished yet
`define RN_SPIN_SEND_STATUS_BUSY_W 1 // bits
`define RN_SPIN_SEND_STATUS_BUSY_R 8:8
// rw, bytes; address in the host's memory, any; low half; not while busy
`define RN_SPIN_RECV_ADDR_LO 12'h940
`define RN_SPIN_RECV_ADDR_LO_A 10'h250
`define RN_SPIN_RECV_ADDR_LO_RESET 32'h00000000
`define RN_SPIN_RECV_ADDR_HI 12'h944 // rw, bytes; high half
`define RN_SPIN_RECV_ADDR_HI_A 10'h251
`define RN_SPIN_RECV_ADDR_HI_RESET 32'h00000000
// rw, bytes; room there; BCAST: length of the message; not while busy
`define RN_SPIN_RECV_LEN 12'h948
`define RN_SPIN_RECV_LEN_A 10'h252
`define RN_SPIN_RECV_LEN_RESET 32'h00000000
`define RN_SPIN_RECV 12'h94c // wo, -; writing starts
`define RN_SPIN_RECV_A 10'h253
`define RN_SPIN_RECV_RESET 32'h00000000
`define RN_SPIN_RECV_SRC_LSB 0 // node that is to send; BCAST: root
`define RN_SPIN_RECV_SRC_W 10 // bits
`define RN_SPIN_RECV_SRC_R 9:0
`define RN_SPIN_RECV_ANY_LSB 10 // the oldest request of any node instead
`define RN_SPIN_RECV_ANY_W 1 // bits
`define RN_SPIN_RECV_ANY_R 10:10
`define RN_SPIN_RECV_OP_LSB 30 // of enum SPIN_OP
`define RN_SPIN_RECV_OP_W 2 // bits
`define RN_SPIN_RECV_OP_R 31:30
`define RN_SPIN_RECV_STATUS 12'h950 // ro, -; of the last RECV
`define RN_SPIN_RECV_STATUS_A 10'h254
`define RN_SPIN_RECV_STATUS_RESET 32'h00000000
`define RN_SPIN_RECV_STATUS_CODE_LSB 0 // of enum SPIN_STATUS
`define RN_SPIN_RECV_STATUS_CODE_W 4 // bits
`define RN_SPIN_RECV_STATUS_CODE_R 3:0
`define RN_SPIN_RECV_STATUS_BUSY_LSB 8 // not finished yet
`define RN_SPIN_RECV_STATUS_BUSY_W 1 // bits
`define RN_SPIN_RECV_STATUS_BUSY_R 8:8
`define RN_SPIN_RECV_STATUS_SRC_LSB 16 // node that sent
`define RN_SPIN_RECV_STATUS_SRC_W 10 // bits
`define RN_SPIN_RECV_STATUS_SRC_R 25:16
`define RN_SPIN_RECV_GOT 12'h954 // ro, bytes; length of the message as its sender said
`define RN_SPIN_RECV_GOT_A 10'h255
`define RN_SPIN_RECV_GOT_RESET 32'h00000000
`define RN_SPIN_BARRIER 12'h960 // wo, -; writing starts
`define RN_SPIN_BARRIER_A 10'h258
`define RN_SPIN_BARRIER_RESET 32'h00000000
`define RN_SPIN_BARRIER_OP_LSB 30 // of enum SPIN_OP; MSG enters the barrier
`define RN_SPIN_BARRIER_OP_W 2 // bits
`define RN_SPIN_BARRIER_OP_R 31:30
`define RN_SPIN_BARRIER_STATUS 12'h964 // ro, -; of the last BARRIER
`define RN_SPIN_BARRIER_STATUS_A 10'h259
`define RN_SPIN_BARRIER_STATUS_RESET 32'h00000000
`define RN_SPIN_BARRIER_STATUS_CODE_LSB 0 // of enum SPIN_STATUS
`define RN_SPIN_BARRIER_STATUS_CODE_W 4 // bits
`define RN_SPIN_BARRIER_STATUS_CODE_R 3:0
`define RN_SPIN_BARRIER_STATUS_BUSY_LSB 8 // not finished yet
`define RN_SPIN_BARRIER_STATUS_BUSY_W 1 // bits
`define RN_SPIN_BARRIER_STATUS_BUSY_R 8:8
// rwe, -; barriers and broadcasts so far; writing sets it and reloads the barrier counters
`define RN_SPIN_COLL 12'h968
`define RN_SPIN_COLL_A 10'h25a
`define RN_SPIN_COLL_RESET 32'h00000000
`define RN_SPIN_COLL_SEQ_LSB 0 // modulo 64; has to be the same on all nodes of the ring
`define RN_SPIN_COLL_SEQ_W 6 // bits
`define RN_SPIN_COLL_SEQ_R 5:0
`define RN_SPIN_MISSING 12'h96c // ro, nodes; that have not entered
`define RN_SPIN_MISSING_A 10'h25b
`define RN_SPIN_MISSING_RESET 32'h00000000
`define RN_SPIN_MISSING_BARRIER_LSB 0 // the barrier that is next, or under way
`define RN_SPIN_MISSING_BARRIER_W 10 // bits
`define RN_SPIN_MISSING_BARRIER_R 9:0
`define RN_SPIN_MISSING_BCAST_LSB 16 // the broadcast from this node that is next, or under way
`define RN_SPIN_MISSING_BCAST_W 10 // bits
`define RN_SPIN_MISSING_BCAST_R 25:16
`define RN_SPIN_PARITY 12'h970 // ro, words; with wrong parity; each stays at its largest
`define RN_SPIN_PARITY_A 10'h25c
`define RN_SPIN_PARITY_RESET 32'h00000000
`define RN_SPIN_PARITY_X_LSB 0 // from the neighbour that sends on X
`define RN_SPIN_PARITY_X_W 16 // bits
`define RN_SPIN_PARITY_X_R 15:0
`define RN_SPIN_PARITY_Y_LSB 16 // from the neighbour that sends on Y
`define RN_SPIN_PARITY_Y_W 16 // bits
`define RN_SPIN_PARITY_Y_R 31:16
// ro, cells; that nobody waited for, or that made no sense; stays at its largest
`define RN_SPIN_LOST 12'h974
`define RN_SPIN_LOST_A 10'h25d
`define RN_SPIN_LOST_RESET 32'h00000000
`define RN_SPIN_LOST_N_LSB 0 // count
`define RN_SPIN_LOST_N_W 16 // bits
`define RN_SPIN_LOST_N_R 15:0
`define RN_SPIN_QUEUE 12'h978 // ro, requests; waiting
`define RN_SPIN_QUEUE_A 10'h25e
`define RN_SPIN_QUEUE_RESET 32'h00000000
`define RN_SPIN_QUEUE_N_LSB 0 // count
`define RN_SPIN_QUEUE_N_W 11 // bits
`define RN_SPIN_QUEUE_N_R 10:0

// enum SPIN_OP 2: commands of the SPIN setting
`define RN_SPIN_OP_MSG 2'h0 // send to, receive from one node
`define RN_SPIN_OP_BCAST 2'h1 // send to, receive with all nodes
`define RN_SPIN_OP_CANCEL 2'h2 // RECV: end it unless a request was already answered
`define RN_SPIN_OP_ABORT 2'h3 // end it

// enum SPIN_STATUS 4: how an operation of the SPIN setting ended
`define RN_SPIN_STATUS_NONE 4'h0 // none so far, or not finished
`define RN_SPIN_STATUS_OK 4'h1 // all bytes are where they belong
`define RN_SPIN_STATUS_TRUNC 4'h2 // received, but the message was longer than the room
`define RN_SPIN_STATUS_TIMEOUT 4'h3 // the other side did not go on
`define RN_SPIN_STATUS_GONE 4'h4 // the other side gave up
`define RN_SPIN_STATUS_HOST 4'h5 // the host's bus answered with an error
`define RN_SPIN_STATUS_BAD 4'h6 // no such node, or this one
`define RN_SPIN_STATUS_ABORTED 4'h7 // by CANCEL or ABORT

// struct SPIN_CELL 34: cell of the SPIN setting: 17 words of 16 bits
`define RN_SPIN_CELL_BYTES 34 // size
`define RN_SPIN_CELL_H0 0 // byte, 16 bits; header
`define RN_SPIN_CELL_H0_VC_LSB 15 // virtual channel
`define RN_SPIN_CELL_H0_VC_W 1 // bits
`define RN_SPIN_CELL_H0_VC_R 15:15
`define RN_SPIN_CELL_H0_TYPE_LSB 12 // of enum SPIN_CELL_TYPE
`define RN_SPIN_CELL_H0_TYPE_W 3 // bits
`define RN_SPIN_CELL_H0_TYPE_R 14:12
`define RN_SPIN_CELL_H0_DEST_LSB 2 // node it goes to
`define RN_SPIN_CELL_H0_DEST_W 10 // bits
`define RN_SPIN_CELL_H0_DEST_R 11:2
`define RN_SPIN_CELL_H0_SPARE_LSB 0 // not used, 0
`define RN_SPIN_CELL_H0_SPARE_W 2 // bits
`define RN_SPIN_CELL_H0_SPARE_R 1:0
`define RN_SPIN_CELL_DATA 2 // byte, 16 bits; first of 16 words

// struct CELL 4: header of a cell of the native setting; payload and CRC follow
`define RN_CELL_BYTES 4 // size
`define RN_CELL_H0 0 // byte, 16 bits; where it goes
`define RN_CELL_H0_VC_LSB 15 // virtual channel
`define RN_CELL_H0_VC_W 1 // bits
`define RN_CELL_H0_VC_R 15:15
`define RN_CELL_H0_TYPE_LSB 12 // of enum CELL_TYPE
`define RN_CELL_H0_TYPE_W 3 // bits
`define RN_CELL_H0_TYPE_R 14:12
`define RN_CELL_H0_DEST_LSB 2 // node it goes to
`define RN_CELL_H0_DEST_W 10 // bits
`define RN_CELL_H0_DEST_R 11:2
`define RN_CELL_H0_LEN_LSB 0 // of enum CELL_LEN
`define RN_CELL_H0_LEN_W 2 // bits
`define RN_CELL_H0_LEN_R 1:0
`define RN_CELL_H1 2 // byte, 16 bits; where it comes from
`define RN_CELL_H1_SRC_LSB 6 // node it comes from
`define RN_CELL_H1_SRC_W 10 // bits
`define RN_CELL_H1_SRC_R 15:6
// stream (DATA, BCAST), page (REQ, REPLY; MSG: in bits 2:0, above it the page that sends), bytes at
// the end of the payload that are not written (WRITE; W = 16: in bits 3:0, above it the lower bits
// of the page that sends)
`define RN_CELL_H1_TAG_LSB 0
`define RN_CELL_H1_TAG_W 6 // bits
`define RN_CELL_H1_TAG_R 5:0

// struct CELL_WIDE 4: from W = 64 on: the upper half of the first 64 bits of the head; 0 in cells
// of other units
`define RN_CELL_WIDE_BYTES 4 // size
`define RN_CELL_WIDE_H2 0 // byte, 16 bits; sender, written by its card
`define RN_CELL_WIDE_H2_PAGE_LSB 0 // page that sends
`define RN_CELL_WIDE_H2_PAGE_W 3 // bits
`define RN_CELL_WIDE_H2_PAGE_R 2:0
`define RN_CELL_WIDE_H2_EPOCH_LSB 3 // of the stream (DATA, BCAST)
`define RN_CELL_WIDE_H2_EPOCH_W 4 // bits
`define RN_CELL_WIDE_H2_EPOCH_R 6:3
// WRITE: it asks for data (see READ_REQUEST). DATA: it answers such a cell, with PAGE the page of
// the region
`define RN_CELL_WIDE_H2_READ_LSB 7
`define RN_CELL_WIDE_H2_READ_W 1 // bits
`define RN_CELL_WIDE_H2_READ_R 7:7
// of such an answer, enum DMA_STATUS: not OK is the end of the READ, without data; of a long cell:
// see LONG
`define RN_CELL_WIDE_H2_STATUS_LSB 8
`define RN_CELL_WIDE_H2_STATUS_W 4 // bits
`define RN_CELL_WIDE_H2_STATUS_R 11:8
`define RN_CELL_WIDE_H2_ALONE_LSB 12 // the only cell of such an answer: it is of the control class
`define RN_CELL_WIDE_H2_ALONE_W 1 // bits
`define RN_CELL_WIDE_H2_ALONE_R 12:12
// WRITE: a segment of a queue pair (docs/card/rdma.md, section 11). DATA, with ALONE: an answer to
// one
`define RN_CELL_WIDE_H2_QUEUE_LSB 13
`define RN_CELL_WIDE_H2_QUEUE_W 1 // bits
`define RN_CELL_WIDE_H2_QUEUE_R 13:13
// DATA, BCAST, WRITE of a card with long cells, not 0: {LONG, STATUS, LEN} words of payload, 64 or
// more
`define RN_CELL_WIDE_H2_LONG_LSB 14
`define RN_CELL_WIDE_H2_LONG_W 2 // bits
`define RN_CELL_WIDE_H2_LONG_R 15:14
`define RN_CELL_WIDE_H3 2 // byte, 16 bits; upper half of the key (WRITE)
`define RN_CELL_WIDE_H3_KEY_LSB 0 // that the region wants
`define RN_CELL_WIDE_H3_KEY_W 16 // bits
`define RN_CELL_WIDE_H3_KEY_R 15:0

// struct CELL_NARROW 2: W = 16: third word of the head of a WRITE, in place of a word of payload
`define RN_CELL_NARROW_BYTES 2 // size
`define RN_CELL_NARROW_H2 0 // byte, 16 bits; upper half of the key
`define RN_CELL_NARROW_H2_KEY_LSB 0 // that the region wants
`define RN_CELL_NARROW_H2_KEY_W 16 // bits
`define RN_CELL_NARROW_H2_KEY_R 15:0

// struct WRITE_HEAD 8: first bytes of the payload of a WRITE cell
`define RN_WRITE_HEAD_BYTES 8 // size
`define RN_WRITE_HEAD_ADDRESS 0 // byte, 64 bits; where the rest is written
`define RN_WRITE_HEAD_ADDRESS_OFFSET_LSB 0 // bytes from the region's base
`define RN_WRITE_HEAD_ADDRESS_OFFSET_W 40 // bits
`define RN_WRITE_HEAD_ADDRESS_OFFSET_R 39:0
// number of the region; W = 16: bit 46 is the highest of the page that sends
`define RN_WRITE_HEAD_ADDRESS_REGION_LSB 40
`define RN_WRITE_HEAD_ADDRESS_REGION_W 8 // bits
`define RN_WRITE_HEAD_ADDRESS_REGION_R 47:40
`define RN_WRITE_HEAD_ADDRESS_KEY_LSB 48 // that the region wants: its lower half
`define RN_WRITE_HEAD_ADDRESS_KEY_W 16 // bits
`define RN_WRITE_HEAD_ADDRESS_KEY_R 63:48

// struct READ_REQUEST 32: payload of a WRITE cell with READ, of four words
`define RN_READ_REQUEST_BYTES 32 // size
`define RN_READ_REQUEST_ADDRESS 0 // byte, 64 bits; as WRITE_HEAD: where the first byte lies
`define RN_READ_REQUEST_CTL 8 // byte, 64 bits; of the descriptor
`define RN_READ_REQUEST_CTL_OP_LSB 0 // READ or ATOMIC
`define RN_READ_REQUEST_CTL_OP_W 4 // bits
`define RN_READ_REQUEST_CTL_OP_R 3:0
`define RN_READ_REQUEST_CTL_SWAP_LSB 29 // ATOMIC: COMPARE_SWAP
`define RN_READ_REQUEST_CTL_SWAP_W 1 // bits
`define RN_READ_REQUEST_CTL_SWAP_R 29:29
`define RN_READ_REQUEST_CTL_LENGTH_LSB 32 // bytes, 1 to READ_MAX; ATOMIC: 8
`define RN_READ_REQUEST_CTL_LENGTH_W 32 // bits
`define RN_READ_REQUEST_CTL_LENGTH_R 63:32
`define RN_READ_REQUEST_ARG 16 // byte, 64 bits; ATOMIC
`define RN_READ_REQUEST_CMP 24 // byte, 64 bits; ATOMIC

// struct REDUCE_H1 2: H1 of a REDUCE cell
`define RN_REDUCE_H1_BYTES 2 // size
`define RN_REDUCE_H1_H1 0 // byte, 16 bits; in place of source and tag
`define RN_REDUCE_H1_H1_EPOCH_LSB 10 // of the use of the group
`define RN_REDUCE_H1_H1_EPOCH_W 6 // bits
`define RN_REDUCE_H1_H1_EPOCH_R 15:10
// OPERAND: index of the member that sent it; PARTIAL: its arm, 1 left, in the lowest bit, above it
// its index modulo 8; RESULT: 0
`define RN_REDUCE_H1_H1_MEMBER_LSB 6
`define RN_REDUCE_H1_H1_MEMBER_W 4 // bits
`define RN_REDUCE_H1_H1_MEMBER_R 9:6
`define RN_REDUCE_H1_H1_GROUP_LSB 3 // group
`define RN_REDUCE_H1_H1_GROUP_W 3 // bits
`define RN_REDUCE_H1_H1_GROUP_R 5:3
`define RN_REDUCE_H1_H1_KIND_LSB 1 // of enum REDUCE_KIND
`define RN_REDUCE_H1_H1_KIND_W 2 // bits
`define RN_REDUCE_H1_H1_KIND_R 2:1
`define RN_REDUCE_H1_H1_SEQ_LSB 0 // number of the operation, modulo 2
`define RN_REDUCE_H1_H1_SEQ_W 1 // bits
`define RN_REDUCE_H1_H1_SEQ_R 0:0

// enum REDUCE_KIND 2: content of a REDUCE cell
`define RN_REDUCE_KIND_OPERAND 2'h0 // of the member; for all members
`define RN_REDUCE_KIND_PARTIAL 2'h1 // result of an arm so far; for the member at DEST
`define RN_REDUCE_KIND_RESULT 2'h2 // for all members

// enum CELL_TYPE 3: type of a cell in the native setting
`define RN_CELL_TYPE_DATA 3'h0 // payload of a stream
`define RN_CELL_TYPE_BCAST 3'h1 // the same, copied at every node on its way
`define RN_CELL_TYPE_WRITE 3'h2 // payload for a region
`define RN_CELL_TYPE_MSG 3'h3 // record for the receive ring of a page
`define RN_CELL_TYPE_REQ 3'h4 // operation on a full/empty register
`define RN_CELL_TYPE_REDUCE 3'h5 // operands or results, copied at every node on its way
`define RN_CELL_TYPE_PARTIAL 3'h6 // partial result of a chain on its way to the root, not copied
`define RN_CELL_TYPE_REPLY 3'h7 // answer to REQ

// enum SPIN_CELL_TYPE 3: type of a cell in the SPIN setting; 5 is ours, the others are the paper's
`define RN_SPIN_CELL_TYPE_DATA 3'h0 // payload of a message
`define RN_SPIN_CELL_TYPE_BCAST 3'h1 // the same, copied at every node on its way
`define RN_SPIN_CELL_TYPE_REQ 3'h4 // asks for a connection
`define RN_SPIN_CELL_TYPE_REPLY 3'h5 // grants it
`define RN_SPIN_CELL_TYPE_BARRIER 3'h6 // enters a barrier

// enum CELL_LEN 2: words of payload
`define RN_CELL_LEN_W16 2'h0 // 16 words
`define RN_CELL_LEN_W8 2'h1 // 8 words
`define RN_CELL_LEN_W4 2'h2 // 4 words
`define RN_CELL_LEN_W1 2'h3 // 1 word

// struct SYMBOL 4: control symbol between the words of cells
`define RN_SYMBOL_BYTES 4 // size
`define RN_SYMBOL_BITS 0 // byte, 32 bits; as on the wire
`define RN_SYMBOL_BITS_CRC_LSB 0 // CRC-12 of the rest
`define RN_SYMBOL_BITS_CRC_W 12 // bits
`define RN_SYMBOL_BITS_CRC_R 11:0
`define RN_SYMBOL_BITS_PAYLOAD_LSB 12 // depends on the type
`define RN_SYMBOL_BITS_PAYLOAD_W 16 // bits
`define RN_SYMBOL_BITS_PAYLOAD_R 27:12
`define RN_SYMBOL_BITS_TYPE_LSB 28 // of enum SYMBOL_TYPE
`define RN_SYMBOL_BITS_TYPE_W 4 // bits
`define RN_SYMBOL_BITS_TYPE_R 31:28

// struct SYMBOL_BARRIER 2: payload of a BARRIER symbol
`define RN_SYMBOL_BARRIER_BYTES 2 // size
// byte, 16 bits; the members nearest this way, ending with the sender, have entered
`define RN_SYMBOL_BARRIER_PAYLOAD 0
`define RN_SYMBOL_BARRIER_PAYLOAD_COUNT_LSB 0 // how many
`define RN_SYMBOL_BARRIER_PAYLOAD_COUNT_W 10 // bits
`define RN_SYMBOL_BARRIER_PAYLOAD_COUNT_R 9:0
`define RN_SYMBOL_BARRIER_PAYLOAD_PHASE_LSB 10 // which phase
`define RN_SYMBOL_BARRIER_PAYLOAD_PHASE_W 2 // bits
`define RN_SYMBOL_BARRIER_PAYLOAD_PHASE_R 11:10
`define RN_SYMBOL_BARRIER_PAYLOAD_GROUP_LSB 12 // of which group
`define RN_SYMBOL_BARRIER_PAYLOAD_GROUP_W 4 // bits
`define RN_SYMBOL_BARRIER_PAYLOAD_GROUP_R 15:12

// enum SYMBOL_TYPE 4: meaning of a symbol
`define RN_SYMBOL_TYPE_HELLO 4'h1 // the port is there, and since when
`define RN_SYMBOL_TYPE_ACK 4'h2 // next cell expected; whether the last was bad
`define RN_SYMBOL_TYPE_RETRY 4'h3 // cells from the last acknowledged follow again
`define RN_SYMBOL_TYPE_CREDIT 4'h4 // cells released so far, for each virtual channel
`define RN_SYMBOL_TYPE_FAULT 4'h5 // a port of a node is dead
`define RN_SYMBOL_TYPE_BARRIER 4'h6 // members of a group have entered a phase
`define RN_SYMBOL_TYPE_BARRIER_TURN 4'h7 // the same, after it has passed the dateline
`define RN_SYMBOL_TYPE_CREDIT_CONTROL 4'h8 // as CREDIT, of the control class

// struct DESCRIPTOR 64: a request to send
`define RN_DESCRIPTOR_BYTES 64 // size
`define RN_DESCRIPTOR_CTL 0 // byte, 64 bits; operation and destination
`define RN_DESCRIPTOR_CTL_OP_LSB 0 // of enum DMA_OP
`define RN_DESCRIPTOR_CTL_OP_W 4 // bits
`define RN_DESCRIPTOR_CTL_OP_R 3:0
// go on to the next descriptor, if this turn of the page is not over, without letting another page
// in between
`define RN_DESCRIPTOR_CTL_CHAIN_LSB 8
`define RN_DESCRIPTOR_CTL_CHAIN_W 1 // bits
`define RN_DESCRIPTOR_CTL_CHAIN_R 8:8
`define RN_DESCRIPTOR_CTL_COMPLETE_LSB 9 // write a completion also when all is well
`define RN_DESCRIPTOR_CTL_COMPLETE_W 1 // bits
`define RN_DESCRIPTOR_CTL_COMPLETE_R 9:9
`define RN_DESCRIPTOR_CTL_EVENT_LSB 10 // and raise event CQ with it
`define RN_DESCRIPTOR_CTL_EVENT_W 1 // bits
`define RN_DESCRIPTOR_CTL_EVENT_R 10:10
`define RN_DESCRIPTOR_CTL_EPOCH_LSB 12 // DATA, BCAST, READ, ATOMIC: of the stream
`define RN_DESCRIPTOR_CTL_EPOCH_W 4 // bits
`define RN_DESCRIPTOR_CTL_EPOCH_R 15:12
// up to 32 bytes of data stand in words COUNT to SPARE in place of their fields
`define RN_DESCRIPTOR_CTL_INLINE_LSB 11
`define RN_DESCRIPTOR_CTL_INLINE_W 1 // bits
`define RN_DESCRIPTOR_CTL_INLINE_R 11:11
`define RN_DESCRIPTOR_CTL_DEST_LSB 16 // node
`define RN_DESCRIPTOR_CTL_DEST_W 10 // bits
`define RN_DESCRIPTOR_CTL_DEST_R 25:16
// stream (DATA, BCAST), page in bits 2:0 (MSG), stream of this page in bits 2:0 (READ, ATOMIC);
// ATOMIC: bit 3 for COMPARE_SWAP, else FETCH_ADD
`define RN_DESCRIPTOR_CTL_TAG_LSB 26
`define RN_DESCRIPTOR_CTL_TAG_W 6 // bits
`define RN_DESCRIPTOR_CTL_TAG_R 31:26
`define RN_DESCRIPTOR_CTL_LENGTH_LSB 32 // bytes of a block; READ: 1 to READ_MAX; ATOMIC: 8
`define RN_DESCRIPTOR_CTL_LENGTH_W 32 // bits
`define RN_DESCRIPTOR_CTL_LENGTH_R 63:32
`define RN_DESCRIPTOR_COOKIE 8 // byte, 64 bits; given back in the completion
// byte, 64 bits; WRITE, READ, ATOMIC: WRITE_HEAD of the first byte. MSG: first word of the record,
// its byte 0 filled in by the card. REDUCE: where the result goes
`define RN_DESCRIPTOR_REMOTE 16
`define RN_DESCRIPTOR_REMOTE_OFFSET_LSB 0 // REDUCE: bytes from the region's base, a multiple of 8
`define RN_DESCRIPTOR_REMOTE_OFFSET_W 40 // bits
`define RN_DESCRIPTOR_REMOTE_OFFSET_R 39:0
`define RN_DESCRIPTOR_REMOTE_REGION_LSB 40 // REDUCE: region of this page
`define RN_DESCRIPTOR_REMOTE_REGION_W 3 // bits
`define RN_DESCRIPTOR_REMOTE_REGION_R 42:40
`define RN_DESCRIPTOR_LOCAL 24 // byte, 64 bits; where the data are; READ, ATOMIC: where they go
// bytes from the region's base; a multiple of 8 for several blocks of DATA and BCAST, and for
// REDUCE
`define RN_DESCRIPTOR_LOCAL_OFFSET_LSB 0
`define RN_DESCRIPTOR_LOCAL_OFFSET_W 40 // bits
`define RN_DESCRIPTOR_LOCAL_OFFSET_R 39:0
`define RN_DESCRIPTOR_LOCAL_REGION_LSB 40 // region of this page
`define RN_DESCRIPTOR_LOCAL_REGION_W 3 // bits
`define RN_DESCRIPTOR_LOCAL_REGION_R 42:40
// WRITE, READ, ATOMIC: upper half of the key, also of inline data
`define RN_DESCRIPTOR_LOCAL_KEY_HIGH_LSB 48
`define RN_DESCRIPTOR_LOCAL_KEY_HIGH_W 16 // bits
`define RN_DESCRIPTOR_LOCAL_KEY_HIGH_R 63:48
`define RN_DESCRIPTOR_COUNT 32 // byte, 64 bits; blocks
// how many; 0 counts as 1. WRITE: any length and strides. DATA, BCAST: several only if all is a
// multiple of 8. MSG, REDUCE, READ, ATOMIC: one
`define RN_DESCRIPTOR_COUNT_BLOCKS_LSB 0
`define RN_DESCRIPTOR_COUNT_BLOCKS_W 32 // bits
`define RN_DESCRIPTOR_COUNT_BLOCKS_R 31:0
`define RN_DESCRIPTOR_COUNT_GROUP_LSB 32 // REDUCE: group
`define RN_DESCRIPTOR_COUNT_GROUP_W 3 // bits
`define RN_DESCRIPTOR_COUNT_GROUP_R 34:32
`define RN_DESCRIPTOR_COUNT_NO_RESULT_LSB 35 // REDUCE: no results come to this node
`define RN_DESCRIPTOR_COUNT_NO_RESULT_W 1 // bits
`define RN_DESCRIPTOR_COUNT_NO_RESULT_R 35:35
`define RN_DESCRIPTOR_COUNT_BEATS_LSB 36 // REDUCE: 64-bit words of a cell, less 1
`define RN_DESCRIPTOR_COUNT_BEATS_W 2 // bits
`define RN_DESCRIPTOR_COUNT_BEATS_R 37:36
// byte, 64 bits; from block to block; ATOMIC: the operand, 64 bits
`define RN_DESCRIPTOR_LOCAL_STRIDE 40
`define RN_DESCRIPTOR_LOCAL_STRIDE_N_LSB 0 // bytes, modulo 2^40
`define RN_DESCRIPTOR_LOCAL_STRIDE_N_W 40 // bits
`define RN_DESCRIPTOR_LOCAL_STRIDE_N_R 39:0
// byte, 64 bits; WRITE: from block to block; ATOMIC: the value that COMPARE_SWAP expects, 64 bits
`define RN_DESCRIPTOR_REMOTE_STRIDE 48
`define RN_DESCRIPTOR_REMOTE_STRIDE_N_LSB 0 // bytes, modulo 2^40
`define RN_DESCRIPTOR_REMOTE_STRIDE_N_W 40 // bits
`define RN_DESCRIPTOR_REMOTE_STRIDE_N_R 39:0
`define RN_DESCRIPTOR_SPARE 56 // byte, 64 bits; 0

// enum DMA_OP 4: operation of a descriptor
`define RN_DMA_OP_NOP 4'h0 // nothing: a completion at most
// records in the receive ring of a page; a longer message is several records
`define RN_DMA_OP_MSG 4'h1
`define RN_DMA_OP_WRITE 4'h2 // into a region of another node
`define RN_DMA_OP_DATA 4'h3 // the next bytes of a stream of another node
`define RN_DMA_OP_BCAST 4'h4 // the same, on all other nodes
// operands of this node to a group, results to memory; told by a record of its own when it ends
`define RN_DMA_OP_REDUCE 4'h5
// bytes of a region of another node to a region of this page: opens a stream of this page for that
// node, the page of that region and EPOCH, with the lower half of COOKIE, whose record tells of the
// end, or of a refusal
`define RN_DMA_OP_READ 4'h6
// on 8 bytes of a region of another node, at a multiple of 8; the value before comes as that of a
// READ
`define RN_DMA_OP_ATOMIC 4'h7

// struct COMPLETION 32: record of a completion ring; WHAT is the last that is written
`define RN_COMPLETION_BYTES 32 // size
// byte, 64 bits; of the descriptor or stream; REFUSED: ADDRESS of a WRITE; RETURNED: the NOTICE
`define RN_COMPLETION_COOKIE 0
`define RN_COMPLETION_LENGTH 8 // byte, 64 bits; bytes that did not go their way, as far as known
`define RN_COMPLETION_SPARE 16 // byte, 64 bits; 0
`define RN_COMPLETION_WHAT 24 // byte, 64 bits; kind and status; the last that is written
`define RN_COMPLETION_WHAT_KIND_LSB 0 // of enum COMPLETION_KIND
`define RN_COMPLETION_WHAT_KIND_W 4 // bits
`define RN_COMPLETION_WHAT_KIND_R 3:0
`define RN_COMPLETION_WHAT_STATUS_LSB 8 // of enum DMA_STATUS
`define RN_COMPLETION_WHAT_STATUS_W 4 // bits
`define RN_COMPLETION_WHAT_STATUS_R 11:8
`define RN_COMPLETION_WHAT_SOURCE_LSB 16 // node
`define RN_COMPLETION_WHAT_SOURCE_W 10 // bits
`define RN_COMPLETION_WHAT_SOURCE_R 25:16
// stream; region of a refused WRITE; page of a refused MSG; RETURNED: as in NOTICE
`define RN_COMPLETION_WHAT_TAG_LSB 26
`define RN_COMPLETION_WHAT_TAG_W 6 // bits
`define RN_COMPLETION_WHAT_TAG_R 31:26
`define RN_COMPLETION_WHAT_INDEX_LSB 32 // records before this one, modulo 65536
`define RN_COMPLETION_WHAT_INDEX_W 16 // bits
`define RN_COMPLETION_WHAT_INDEX_R 47:32
// 1 in the first round of the ring, then changing: the record is valid
`define RN_COMPLETION_WHAT_PHASE_LSB 63
`define RN_COMPLETION_WHAT_PHASE_W 1 // bits
`define RN_COMPLETION_WHAT_PHASE_R 63:63

// enum COMPLETION_KIND 4: event that a completion reports
// a descriptor of this page is done; its memory may be used again
`define RN_COMPLETION_KIND_SEND 4'h1
`define RN_COMPLETION_KIND_STREAM 4'h2 // a stream of this page is complete
`define RN_COMPLETION_KIND_REFUSED 4'h3 // a cell of another node was refused
`define RN_COMPLETION_KIND_REDUCE 4'h4 // all results are written
// a cell of this page was refused by node SOURCE, STATUS says why; of several cells of a page, some
// are told
`define RN_COMPLETION_KIND_RETURNED 4'h5

// enum DMA_STATUS 4: how it went
`define RN_DMA_STATUS_OK 4'h0 // well
// no such operation, no such region of any node, or fields that do not go together
`define RN_DMA_STATUS_DESCRIPTOR 4'h1
`define RN_DMA_STATUS_DEST 4'h2 // no such node, or this one
`define RN_DMA_STATUS_REGION 4'h3 // region closed, or without that right
`define RN_DMA_STATUS_BOUNDS 4'h4 // beyond the end of the region
`define RN_DMA_STATUS_KEY 4'h5 // wrong key
`define RN_DMA_STATUS_READ_ERROR 4'h6 // host memory answered a read with an error
// host memory answered a write with an error, since the last completion of a stream
`define RN_DMA_STATUS_WRITE_ERROR 4'h7
`define RN_DMA_STATUS_STREAM 4'h8 // stream not open
`define RN_DMA_STATUS_SOURCE 4'h9 // stream of another source: node, page or epoch
// the reduction group belongs to another page, or is not done yet; the stream of a READ is open;
// RETURNED: one with a stream of the same two lowest bits is under way there
`define RN_DMA_STATUS_BUSY 4'ha
`define RN_DMA_STATUS_FULL 4'hb // the receive ring was full
`define RN_DMA_STATUS_CHAIN 4'hc // not done, because a descriptor before it in its chain failed
`define RN_DMA_STATUS_DEAD 4'hd // the port of this node on the way there is dead
// refused without a look at the key: this page of this node has sent three wrong ones
`define RN_DMA_STATUS_BARRED 4'he
`define RN_DMA_STATUS_OFF 4'hf // the page that it was for is turned off

// struct NOTICE 8: payload of a MSG cell that tells a page of a cell that was refused
`define RN_NOTICE_BYTES 8 // size
`define RN_NOTICE_WHAT 0 // byte, 64 bits; written by the card that refused it
`define RN_NOTICE_WHAT_BYTES_LSB 0 // NOTICE_MARK: no message has so many
`define RN_NOTICE_WHAT_BYTES_W 8 // bits
`define RN_NOTICE_WHAT_BYTES_R 7:0
`define RN_NOTICE_WHAT_STATUS_LSB 8 // why, of enum DMA_STATUS
`define RN_NOTICE_WHAT_STATUS_W 4 // bits
`define RN_NOTICE_WHAT_STATUS_R 11:8
// of the refused cell, of enum CELL_TYPE; WRITE with BUSY is a READ
`define RN_NOTICE_WHAT_TYPE_LSB 12
`define RN_NOTICE_WHAT_TYPE_W 3 // bits
`define RN_NOTICE_WHAT_TYPE_R 14:12
`define RN_NOTICE_WHAT_TAG_LSB 16 // stream (DATA, BCAST), region (WRITE), page in bits 2:0 (MSG)
`define RN_NOTICE_WHAT_TAG_W 6 // bits
`define RN_NOTICE_WHAT_TAG_R 21:16
// WRITE: of its first byte from the region's base, in units of 64 bytes; MSG: bits 63:30 of its
// first word; else the epoch
`define RN_NOTICE_WHAT_OFFSET_LSB 22
`define RN_NOTICE_WHAT_OFFSET_W 34 // bits
`define RN_NOTICE_WHAT_OFFSET_R 55:22
`define RN_NOTICE_WHAT_KEY_LSB 56 // WRITE: the lowest bits of its key
`define RN_NOTICE_WHAT_KEY_W 8 // bits
`define RN_NOTICE_WHAT_KEY_R 63:56

// struct MSG 16: end of a record of a receive ring; the payload stands before it, filled up to a
// multiple of 8 bytes
`define RN_MSG_BYTES 16 // size
`define RN_MSG_HEAD 0 // byte, 64 bits; as sent
`define RN_MSG_HEAD_BYTES_LSB 0 // of payload in this record
`define RN_MSG_HEAD_BYTES_W 8 // bits
`define RN_MSG_HEAD_BYTES_R 7:0
`define RN_MSG_HEAD_USER_LSB 8 // free for software
`define RN_MSG_HEAD_USER_W 56 // bits
`define RN_MSG_HEAD_USER_R 63:8
`define RN_MSG_WHAT 8 // byte, 64 bits; sender; the last that is written
`define RN_MSG_WHAT_SOURCE_LSB 16 // node
`define RN_MSG_WHAT_SOURCE_W 10 // bits
`define RN_MSG_WHAT_SOURCE_R 25:16
`define RN_MSG_WHAT_TAG_LSB 26 // page it was sent to
`define RN_MSG_WHAT_TAG_W 3 // bits
`define RN_MSG_WHAT_TAG_R 28:26
`define RN_MSG_WHAT_PAGE_LSB 29 // page that sent it
`define RN_MSG_WHAT_PAGE_W 3 // bits
`define RN_MSG_WHAT_PAGE_R 31:29
`define RN_MSG_WHAT_INDEX_LSB 32 // records before this one, modulo 65536
`define RN_MSG_WHAT_INDEX_W 16 // bits
`define RN_MSG_WHAT_INDEX_R 47:32
`define RN_MSG_WHAT_PHASE_LSB 63 // as in COMPLETION
`define RN_MSG_WHAT_PHASE_W 1 // bits
`define RN_MSG_WHAT_PHASE_R 63:63

// enum REDUCE_OP 4: how two operands become one
`define RN_REDUCE_OP_SUM 4'h0 // a + b
`define RN_REDUCE_OP_MIN 4'h1 // the smaller
`define RN_REDUCE_OP_MAX 4'h2 // the larger
`define RN_REDUCE_OP_PROD 4'h3 // a * b
`define RN_REDUCE_OP_BAND 4'h4 // bits and
`define RN_REDUCE_OP_BOR 4'h5 // bits or
`define RN_REDUCE_OP_BXOR 4'h6 // bits exclusive or
`define RN_REDUCE_OP_LAND 4'h7 // both not 0
`define RN_REDUCE_OP_LOR 4'h8 // one of them not 0
`define RN_REDUCE_OP_LXOR 4'h9 // exactly one of them not 0

// enum REDUCE_TYPE 4: of an operand
`define RN_REDUCE_TYPE_I8 4'h0 // signed integer
`define RN_REDUCE_TYPE_I16 4'h1 // signed integer
`define RN_REDUCE_TYPE_I32 4'h2 // signed integer
`define RN_REDUCE_TYPE_I64 4'h3 // signed integer
`define RN_REDUCE_TYPE_U8 4'h4 // unsigned integer
`define RN_REDUCE_TYPE_U16 4'h5 // unsigned integer
`define RN_REDUCE_TYPE_U32 4'h6 // unsigned integer
`define RN_REDUCE_TYPE_U64 4'h7 // unsigned integer
`define RN_REDUCE_TYPE_F32 4'h8 // IEEE 754 binary32
`define RN_REDUCE_TYPE_F64 4'h9 // IEEE 754 binary64

`endif
