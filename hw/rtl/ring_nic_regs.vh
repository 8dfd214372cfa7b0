// SPDX-License-Identifier: BSD-3-Clause
// generated from hw/regs/ring_nic.tbl by hw/regs/gen.pl; do not edit
`ifndef RN_RING_NIC_REGS_VH
`define RN_RING_NIC_REGS_VH
`define RN_TABLE_CRC 32'h40cd51ea // CRC-32 of the table that this was made from
`define RN_PAGE_BYTES 4096 // bytes; of a page of registers
`define RN_PAGE_N 8 // pages; contexts of one card
`define RN_GROUP_N 16 // groups; barrier groups, numbered for the whole ring
`define RN_FE_N 16 // registers; full/empty registers of a page

// block IDENT global 0x000 0x100: which card this is
`define RN_IDENT_BASE 12'h000 // byte in its page
`define RN_IDENT_SIZE 256 // bytes
`define RN_IDENT_ID 12'h000 // ro, -; identity: RNDO
`define RN_IDENT_ID_A 10'h000
`define RN_IDENT_ID_RESET 32'h524e444f
`define RN_IDENT_TABLE 12'h004 // ro, -; CRC-32 of this table: the driver refuses another
`define RN_IDENT_TABLE_A 10'h001
`define RN_IDENT_TABLE_RESET 32'h40cd51ea
`define RN_IDENT_VERSION 12'h008 // ro, -; of the card
`define RN_IDENT_VERSION_A 10'h002
`define RN_IDENT_VERSION_RESET 32'h00010000
`define RN_IDENT_VERSION_MAJOR_LSB 16 // changes when old drivers no longer work
`define RN_IDENT_VERSION_MAJOR_W 16 // bits
`define RN_IDENT_VERSION_MAJOR_R 31:16
`define RN_IDENT_VERSION_MINOR_LSB 0 // changes when something was added
`define RN_IDENT_VERSION_MINOR_W 16 // bits
`define RN_IDENT_VERSION_MINOR_R 15:0
`define RN_IDENT_CAPS 12'h00c // ro, -; what this card was built with
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
`define RN_IDENT_CLOCK_LO 12'h010 // ro, clocks; since reset, low half; reading it holds the high half
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
`define RN_IDENT_BUS_LOST 12'h024 // ro, accesses; that no part of the card answered in time; stays at its largest
`define RN_IDENT_BUS_LOST_A 10'h009
`define RN_IDENT_BUS_LOST_RESET 32'h00000000
`define RN_IDENT_BUS_REFUSED 12'h028 // ro, accesses; to no register, partial or misaligned; stays at its largest
`define RN_IDENT_BUS_REFUSED_A 10'h00a
`define RN_IDENT_BUS_REFUSED_RESET 32'h00000000

// block NODE global 0x100 0x100: this node, its links, its faults
`define RN_NODE_BASE 12'h100 // byte in its page
`define RN_NODE_SIZE 256 // bytes

// block GROUP global 0x200 0x080: which page owns a barrier group
`define RN_GROUP_BASE 12'h200 // byte in its page
`define RN_GROUP_SIZE 128 // bytes

// block GBARRIER global 0x280 0x080: barrier, for all groups
`define RN_GBARRIER_BASE 12'h280 // byte in its page
`define RN_GBARRIER_SIZE 128 // bytes

// block DMA global 0x400 0x400: DMA engine, for all pages
`define RN_DMA_BASE 12'h400 // byte in its page
`define RN_DMA_SIZE 1024 // bytes

// block PAGE page 0x000 0x100: events of this page
`define RN_PAGE_BASE 12'h000 // byte in its page
`define RN_PAGE_SIZE 256 // bytes
`define RN_PAGE_EVENT 12'h000 // w1c, -; what happened; stays until cleared
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
`define RN_PAGE_EVENT_REFUSED_LSB 6 // an operation of this page was refused
`define RN_PAGE_EVENT_REFUSED_W 1 // bits
`define RN_PAGE_EVENT_REFUSED_R 6:6
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
`define RN_PAGE_NUMBER 12'h008 // ro, -; which page this is, from 0
`define RN_PAGE_NUMBER_A 10'h002

// block QUEUES page 0x100 0x100: send, receive and completion ring of this page, doorbells
`define RN_QUEUES_BASE 12'h100 // byte in its page
`define RN_QUEUES_SIZE 256 // bytes

// block REGION page 0x200 0x100: memory that this page lets the card reach
`define RN_REGION_BASE 12'h200 // byte in its page
`define RN_REGION_SIZE 256 // bytes

// block STREAM page 0x300 0x100: streams received by this page
`define RN_STREAM_BASE 12'h300 // byte in its page
`define RN_STREAM_SIZE 256 // bytes

// block DESC page 0x400 0x200: descriptors held in the card
`define RN_DESC_BASE 12'h400 // byte in its page
`define RN_DESC_SIZE 512 // bytes

// block GFE global 0x800 0x100: full/empty registers and remote operations, for all pages
`define RN_GFE_BASE 12'h800 // byte in its page
`define RN_GFE_SIZE 256 // bytes
`define RN_GFE_DROPPED 12'h800 // ro, cells; received that make no sense; stays at its largest
`define RN_GFE_DROPPED_A 10'h200
`define RN_GFE_DROPPED_RESET 32'h00000000
`define RN_GFE_DROPPED_N_LSB 0 // count
`define RN_GFE_DROPPED_N_W 16 // bits
`define RN_GFE_DROPPED_N_R 15:0
`define RN_GFE_LATE 12'h804 // ro, cells; replies to no operation that is waiting; stays at its largest
`define RN_GFE_LATE_A 10'h201
`define RN_GFE_LATE_RESET 32'h00000000
`define RN_GFE_LATE_N_LSB 0 // count
`define RN_GFE_LATE_N_W 16 // bits
`define RN_GFE_LATE_N_R 15:0
`define RN_GFE_OVERRUN 12'h808 // ro, cells; requests that found the request queue full; stays at its largest
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
`define RN_FE_ARG_LO 12'h600 // rw, -; operand: what is written, added or swapped in; low half
`define RN_FE_ARG_LO_A 10'h180
`define RN_FE_ARG_LO_RESET 32'h00000000
`define RN_FE_ARG_HI 12'h604 // rw, -; high half
`define RN_FE_ARG_HI_A 10'h181
`define RN_FE_ARG_HI_RESET 32'h00000000
`define RN_FE_CMP_LO 12'h608 // rw, -; what COMPARE_SWAP expects to find; low half
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
`define RN_FE_COMMAND 12'h620 // wo, -; writing starts an operation; refused (event) while one is busy
`define RN_FE_COMMAND_A 10'h188
`define RN_FE_COMMAND_RESET 32'h00000000
`define RN_FE_COMMAND_NODE_LSB 0 // whose register
`define RN_FE_COMMAND_NODE_W 10 // bits
`define RN_FE_COMMAND_NODE_R 9:0
`define RN_FE_COMMAND_PAGE_LSB 10 // its page
`define RN_FE_COMMAND_PAGE_W 3 // bits
`define RN_FE_COMMAND_PAGE_R 12:10
`define RN_FE_COMMAND_REG_LSB 13 // its number
`define RN_FE_COMMAND_REG_W 4 // bits
`define RN_FE_COMMAND_REG_R 16:13
`define RN_FE_COMMAND_OP_LSB 17 // of enum FE_OP
`define RN_FE_COMMAND_OP_W 4 // bits
`define RN_FE_COMMAND_OP_R 20:17
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
`define RN_FE_OP_TEST_WRITE_INT 4'h4 // the same, and if it wrote raises the event FE of the register's page
`define RN_FE_OP_FETCH_ADD 4'h5 // adds modulo 2^64; full or empty stays
`define RN_FE_OP_COMPARE_SWAP 4'h6 // writes ARG if the value is CMP; full or empty stays

// enum FE_STATUS 4: how an operation ended
`define RN_FE_STATUS_OK 4'h0 // it was carried out; fields FULL and DID say what it found and did
`define RN_FE_STATUS_NO_OP 4'h1 // refused: no such operation
`define RN_FE_STATUS_NO_NODE 4'h2 // refused: no such node in this ring
`define RN_FE_STATUS_NO_KEY 4'h3 // refused: the page of the register wants another key
`define RN_FE_STATUS_NO_ROOM 4'h4 // refused: a ring of this many nodes needs cards with longer request queues
`define RN_FE_STATUS_TIMEOUT 4'h5 // no reply: not known whether it was carried out

// struct REQUEST 24: payload of a REQ cell; its H1 tag is the page of the register
`define RN_REQUEST_BYTES 24 // size
`define RN_REQUEST_CTL 0 // byte, 64 bits; what to do
`define RN_REQUEST_CTL_OP_LSB 0 // of enum FE_OP
`define RN_REQUEST_CTL_OP_W 4 // bits
`define RN_REQUEST_CTL_OP_R 3:0
`define RN_REQUEST_CTL_REG_LSB 4 // which register
`define RN_REQUEST_CTL_REG_W 4 // bits
`define RN_REQUEST_CTL_REG_R 7:4
`define RN_REQUEST_CTL_PAGE_LSB 8 // page that asks
`define RN_REQUEST_CTL_PAGE_W 3 // bits
`define RN_REQUEST_CTL_PAGE_R 10:8
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

// block BARRIER page 0x800 0x200: barrier groups that this page owns
`define RN_BARRIER_BASE 12'h800 // byte in its page
`define RN_BARRIER_SIZE 512 // bytes

// block GREDUCE global 0x300 0x100: reduction, for all groups
`define RN_GREDUCE_BASE 12'h300 // byte in its page
`define RN_GREDUCE_SIZE 256 // bytes

// block REDUCE page 0xa00 0x400: reduction groups of this page
`define RN_REDUCE_BASE 12'ha00 // byte in its page
`define RN_REDUCE_SIZE 1024 // bytes

// block SPIN global 0x900 0x300: SPIN setting: connections, counters
`define RN_SPIN_BASE 12'h900 // byte in its page
`define RN_SPIN_SIZE 768 // bytes
`define RN_SPIN_NODE 12'h900 // rwe, nodes; this node and its ring; writing reloads the barrier counters
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
`define RN_SPIN_TIMEOUT 12'h908 // rw, clocks; without progress until an operation gives up; at most 1/8 more; 0 never
`define RN_SPIN_TIMEOUT_A 10'h242
`define RN_SPIN_TIMEOUT_RESET 32'h00000000
`define RN_SPIN_BURST 12'h90c // rwe, -; bursts on the host's bus
`define RN_SPIN_BURST_A 10'h243
`define RN_SPIN_BURST_RESET 32'h00000003
`define RN_SPIN_BURST_LG_LSB 0 // log2 of their longest length in words of 32 bits; 3 to what the card was built for
`define RN_SPIN_BURST_LG_W 4 // bits
`define RN_SPIN_BURST_LG_R 3:0
`define RN_SPIN_EVENT 12'h910 // w1c, -; what happened; stays until cleared
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
`define RN_SPIN_EVENT_REFUSED_LSB 7 // a command was given to a busy engine
`define RN_SPIN_EVENT_REFUSED_W 1 // bits
`define RN_SPIN_EVENT_REFUSED_R 7:7
`define RN_SPIN_MASK 12'h914 // rw, -; events that raise the interrupt
`define RN_SPIN_MASK_A 10'h245
`define RN_SPIN_MASK_RESET 32'h00000000
`define RN_SPIN_MASK_ON_LSB 0 // as in EVENT
`define RN_SPIN_MASK_ON_W 8 // bits
`define RN_SPIN_MASK_ON_R 7:0
`define RN_SPIN_SEND_ADDR_LO 12'h920 // rw, bytes; address in the host's memory, any; low half
`define RN_SPIN_SEND_ADDR_LO_A 10'h248
`define RN_SPIN_SEND_ADDR_LO_RESET 32'h00000000
`define RN_SPIN_SEND_ADDR_HI 12'h924 // rw, bytes; high half
`define RN_SPIN_SEND_ADDR_HI_A 10'h249
`define RN_SPIN_SEND_ADDR_HI_RESET 32'h00000000
`define RN_SPIN_SEND_LEN 12'h928 // rw, bytes; length of the message, any
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
`define RN_SPIN_RECV_ADDR_LO 12'h940 // rw, bytes; address in the host's memory, any; low half
`define RN_SPIN_RECV_ADDR_LO_A 10'h250
`define RN_SPIN_RECV_ADDR_LO_RESET 32'h00000000
`define RN_SPIN_RECV_ADDR_HI 12'h944 // rw, bytes; high half
`define RN_SPIN_RECV_ADDR_HI_A 10'h251
`define RN_SPIN_RECV_ADDR_HI_RESET 32'h00000000
`define RN_SPIN_RECV_LEN 12'h948 // rw, bytes; room there; BCAST: length of the message
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
`define RN_SPIN_COLL 12'h968 // rwe, -; barriers and broadcasts so far; writing sets it and reloads the barrier counters
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
`define RN_SPIN_LOST 12'h974 // ro, cells; that nobody waited for, or that made no sense; stays at its largest
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
`define RN_SPIN_CELL_H0_TYPE_LSB 12 // of enum CELL_TYPE
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
`define RN_CELL_H1_TAG_LSB 0 // stream (DATA, BCAST), page (MSG, REQ, REPLY)
`define RN_CELL_H1_TAG_W 6 // bits
`define RN_CELL_H1_TAG_R 5:0

// struct WRITE_HEAD 8: first bytes of the payload of a WRITE cell
`define RN_WRITE_HEAD_BYTES 8 // size
`define RN_WRITE_HEAD_ADDRESS 0 // byte, 64 bits; where the rest is written
`define RN_WRITE_HEAD_ADDRESS_OFFSET_LSB 0 // bytes from the region's base
`define RN_WRITE_HEAD_ADDRESS_OFFSET_W 40 // bits
`define RN_WRITE_HEAD_ADDRESS_OFFSET_R 39:0
`define RN_WRITE_HEAD_ADDRESS_REGION_LSB 40 // number of the region
`define RN_WRITE_HEAD_ADDRESS_REGION_W 8 // bits
`define RN_WRITE_HEAD_ADDRESS_REGION_R 47:40
`define RN_WRITE_HEAD_ADDRESS_KEY_LSB 48 // that the region wants
`define RN_WRITE_HEAD_ADDRESS_KEY_W 16 // bits
`define RN_WRITE_HEAD_ADDRESS_KEY_R 63:48

// struct REDUCE_H1 2: H1 of a REDUCE cell
`define RN_REDUCE_H1_BYTES 2 // size
`define RN_REDUCE_H1_H1 0 // byte, 16 bits; in place of source and tag
`define RN_REDUCE_H1_H1_MEMBER_LSB 6 // index of the member that sent it
`define RN_REDUCE_H1_H1_MEMBER_W 10 // bits
`define RN_REDUCE_H1_H1_MEMBER_R 15:6
`define RN_REDUCE_H1_H1_GROUP_LSB 2 // group
`define RN_REDUCE_H1_H1_GROUP_W 4 // bits
`define RN_REDUCE_H1_H1_GROUP_R 5:2
`define RN_REDUCE_H1_H1_PHASE_LSB 0 // phase
`define RN_REDUCE_H1_H1_PHASE_W 2 // bits
`define RN_REDUCE_H1_H1_PHASE_R 1:0

// enum CELL_TYPE 3: what a cell is
`define RN_CELL_TYPE_DATA 3'h0 // payload of a stream
`define RN_CELL_TYPE_BCAST 3'h1 // the same, copied at every node on its way
`define RN_CELL_TYPE_WRITE 3'h2 // payload for a region
`define RN_CELL_TYPE_MSG 3'h3 // record for the receive ring of a page
`define RN_CELL_TYPE_REQ 3'h4 // operation on a full/empty register; SPIN: connection request
`define RN_CELL_TYPE_REDUCE 3'h5 // operands or results, copied at every node on its way; SPIN: reply
`define RN_CELL_TYPE_BARRIER 3'h6 // SPIN only
`define RN_CELL_TYPE_REPLY 3'h7 // answer to REQ

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
`define RN_SYMBOL_BARRIER_PAYLOAD 0 // byte, 16 bits; the members nearest this way, ending with the sender, have entered
`define RN_SYMBOL_BARRIER_PAYLOAD_COUNT_LSB 0 // how many
`define RN_SYMBOL_BARRIER_PAYLOAD_COUNT_W 10 // bits
`define RN_SYMBOL_BARRIER_PAYLOAD_COUNT_R 9:0
`define RN_SYMBOL_BARRIER_PAYLOAD_PHASE_LSB 10 // which phase
`define RN_SYMBOL_BARRIER_PAYLOAD_PHASE_W 2 // bits
`define RN_SYMBOL_BARRIER_PAYLOAD_PHASE_R 11:10
`define RN_SYMBOL_BARRIER_PAYLOAD_GROUP_LSB 12 // of which group
`define RN_SYMBOL_BARRIER_PAYLOAD_GROUP_W 4 // bits
`define RN_SYMBOL_BARRIER_PAYLOAD_GROUP_R 15:12

// enum SYMBOL_TYPE 4: what a symbol says
`define RN_SYMBOL_TYPE_HELLO 4'h1 // the port is there, and since when
`define RN_SYMBOL_TYPE_ACK 4'h2 // next cell expected; whether the last was bad
`define RN_SYMBOL_TYPE_RETRY 4'h3 // cells from the last acknowledged follow again
`define RN_SYMBOL_TYPE_CREDIT 4'h4 // cells released so far, for each virtual channel
`define RN_SYMBOL_TYPE_FAULT 4'h5 // a port of a node is dead
`define RN_SYMBOL_TYPE_BARRIER 4'h6 // members of a group have entered a phase

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
