// SPDX-License-Identifier: BSD-3-Clause
// generated from hw/regs/rdma.tbl by hw/regs/gen.pl; do not edit
`ifndef RDMA_RDMA_REGS_VH
`define RDMA_RDMA_REGS_VH
`define RDMA_TABLE_CRC 32'h3707fd23 // CRC-32 of the table that this was made from
`define RDMA_QP_BYTES 512 // bytes; of a context in the table of queue pairs
`define RDMA_CQ_BYTES 64 // bytes; of a context in the table of completion queues
`define RDMA_SRQ_BYTES 64 // bytes; of a context in the table of shared receive queues
`define RDMA_MR_BYTES 64 // bytes; of an entry in the table of memory regions and windows
// queues; most contexts of a table of queue pairs, completion queues, shared receive queues
`define RDMA_QP_MAX 65535
`define RDMA_MR_MAX 16777216 // regions; most entries of a table of regions
`define RDMA_QUEUE_LG_MAX 15 // -; log2 of the most places of a queue
`define RDMA_GATHER_MAX 4 // entries; of a work request
`define RDMA_SCATTER_MAX 3 // entries; of a receive request
`define RDMA_INLINE_MAX 96 // bytes; of data in a work request
`define RDMA_MESSAGE_MAX 1073741824 // bytes; of a message, READ or WRITE
`define RDMA_DATAGRAM_MAX 4096 // bytes; of a message of a UD queue pair
`define RDMA_RETRY_EVER 7 // -; value of RNR_RETRY: without a limit

// block RDMA page 0xe00 0x200: queue pairs of this page
`define RDMA_RDMA_BASE 12'he00 // byte in its page
`define RDMA_RDMA_SIZE 512 // bytes
`define RDMA_RDMA_TABLE 12'he00 // ro, -; CRC-32 of this table; 0: the card has no such unit
`define RDMA_RDMA_TABLE_A 10'h380
`define RDMA_RDMA_TABLE_RESET 32'h3707fd23
`define RDMA_RDMA_CONTROL 12'he04 // rwe, -; switches the unit on and off for this page, which is on
`define RDMA_RDMA_CONTROL_A 10'h381
`define RDMA_RDMA_CONTROL_RESET 32'h00000000
// 1: on, with the tables, whose memory is all 0 (ignored unless STOPPED). 0: nothing new starts
`define RDMA_RDMA_CONTROL_ENABLE_LSB 0
`define RDMA_RDMA_CONTROL_ENABLE_W 1 // bits
`define RDMA_RDMA_CONTROL_ENABLE_R 0:0
`define RDMA_RDMA_STATUS 12'he08 // ro, -; of the unit for this page
`define RDMA_RDMA_STATUS_A 10'h382
`define RDMA_RDMA_STATUS_RESET 32'h00000001
`define RDMA_RDMA_STATUS_STOPPED_LSB 0 // off, and nothing of it is under way
`define RDMA_RDMA_STATUS_STOPPED_W 1 // bits
`define RDMA_RDMA_STATUS_STOPPED_R 0:0
// ro, -; kinds of objects that this card has as a whole: commands, doorbells, all that they do. A
// driver looks here before it uses one: of others a card may have a part, or commands that end with
// COMMAND
`define RDMA_RDMA_CAPS 12'he0c
`define RDMA_RDMA_CAPS_A 10'h383
// queue pairs, with all that sends and receives, and binding of windows
`define RDMA_RDMA_CAPS_QP_LSB 0
`define RDMA_RDMA_CAPS_QP_W 1 // bits
`define RDMA_RDMA_CAPS_QP_R 0:0
`define RDMA_RDMA_CAPS_CQ_LSB 1 // completion queues
`define RDMA_RDMA_CAPS_CQ_W 1 // bits
`define RDMA_RDMA_CAPS_CQ_R 1:1
`define RDMA_RDMA_CAPS_SRQ_LSB 2 // shared receive queues
`define RDMA_RDMA_CAPS_SRQ_W 1 // bits
`define RDMA_RDMA_CAPS_SRQ_R 2:2
`define RDMA_RDMA_CAPS_MR_LSB 3 // memory regions and windows
`define RDMA_RDMA_CAPS_MR_W 1 // bits
`define RDMA_RDMA_CAPS_MR_R 3:3
// a WRITE without IMM, or a READ, of up to 64 KiB that ends with FLUSH or RETRY, or with nothing as
// its queue pair is reset, was not carried out: it may be posted again
`define RDMA_RDMA_CAPS_ONCE_LSB 4
`define RDMA_RDMA_CAPS_ONCE_W 1 // bits
`define RDMA_RDMA_CAPS_ONCE_R 4:4
// rwe, bytes; address of the table of queue pairs, a multiple of 64; low half. Bases and numbers
// are written while STOPPED
`define RDMA_RDMA_QP_BASE_LO 12'he10
`define RDMA_RDMA_QP_BASE_LO_A 10'h384
`define RDMA_RDMA_QP_BASE_LO_RESET 32'h00000000
`define RDMA_RDMA_QP_BASE_HI 12'he14 // rwe, bytes; high half
`define RDMA_RDMA_QP_BASE_HI_A 10'h385
`define RDMA_RDMA_QP_BASE_HI_RESET 32'h00000000
`define RDMA_RDMA_QP_N 12'he18 // rwe, contexts; of the table
`define RDMA_RDMA_QP_N_A 10'h386
`define RDMA_RDMA_QP_N_RESET 32'h00000000
// rwe, bytes; address of the table of completion queues; low half
`define RDMA_RDMA_CQ_BASE_LO 12'he20
`define RDMA_RDMA_CQ_BASE_LO_A 10'h388
`define RDMA_RDMA_CQ_BASE_LO_RESET 32'h00000000
`define RDMA_RDMA_CQ_BASE_HI 12'he24 // rwe, bytes; high half
`define RDMA_RDMA_CQ_BASE_HI_A 10'h389
`define RDMA_RDMA_CQ_BASE_HI_RESET 32'h00000000
`define RDMA_RDMA_CQ_N 12'he28 // rwe, contexts; of the table
`define RDMA_RDMA_CQ_N_A 10'h38a
`define RDMA_RDMA_CQ_N_RESET 32'h00000000
// rwe, bytes; address of the table of shared receive queues; low half
`define RDMA_RDMA_SRQ_BASE_LO 12'he30
`define RDMA_RDMA_SRQ_BASE_LO_A 10'h38c
`define RDMA_RDMA_SRQ_BASE_LO_RESET 32'h00000000
`define RDMA_RDMA_SRQ_BASE_HI 12'he34 // rwe, bytes; high half
`define RDMA_RDMA_SRQ_BASE_HI_A 10'h38d
`define RDMA_RDMA_SRQ_BASE_HI_RESET 32'h00000000
`define RDMA_RDMA_SRQ_N 12'he38 // rwe, contexts; of the table
`define RDMA_RDMA_SRQ_N_A 10'h38e
`define RDMA_RDMA_SRQ_N_RESET 32'h00000000
`define RDMA_RDMA_MR_BASE_LO 12'he40 // rwe, bytes; address of the table of regions; low half
`define RDMA_RDMA_MR_BASE_LO_A 10'h390
`define RDMA_RDMA_MR_BASE_LO_RESET 32'h00000000
`define RDMA_RDMA_MR_BASE_HI 12'he44 // rwe, bytes; high half
`define RDMA_RDMA_MR_BASE_HI_A 10'h391
`define RDMA_RDMA_MR_BASE_HI_RESET 32'h00000000
`define RDMA_RDMA_MR_N 12'he48 // rwe, entries; of the table
`define RDMA_RDMA_MR_N_A 10'h392
`define RDMA_RDMA_MR_N_RESET 32'h00000000
// rwe, bytes; address of the attributes of the next command, a multiple of 8; low half. Not written
// while a command is BUSY
`define RDMA_RDMA_ATTR_LO 12'he50
`define RDMA_RDMA_ATTR_LO_A 10'h394
`define RDMA_RDMA_ATTR_LO_RESET 32'h00000000
`define RDMA_RDMA_ATTR_HI 12'he54 // rwe, bytes; high half
`define RDMA_RDMA_ATTR_HI_A 10'h395
`define RDMA_RDMA_ATTR_HI_RESET 32'h00000000
// wo, -; writing starts a command; ignored while one is BUSY, or the unit is off
`define RDMA_RDMA_COMMAND 12'he58
`define RDMA_RDMA_COMMAND_A 10'h396
`define RDMA_RDMA_COMMAND_RESET 32'h00000000
`define RDMA_RDMA_COMMAND_OP_LSB 0 // of enum COMMAND_OP
`define RDMA_RDMA_COMMAND_OP_W 4 // bits
`define RDMA_RDMA_COMMAND_OP_R 3:0
`define RDMA_RDMA_COMMAND_KIND_LSB 4 // of enum OBJECT
`define RDMA_RDMA_COMMAND_KIND_W 4 // bits
`define RDMA_RDMA_COMMAND_KIND_R 7:4
`define RDMA_RDMA_COMMAND_NUMBER_LSB 8 // of the object in its table
`define RDMA_RDMA_COMMAND_NUMBER_W 24 // bits
`define RDMA_RDMA_COMMAND_NUMBER_R 31:8
`define RDMA_RDMA_RESULT 12'he5c // ro, -; of the last command
`define RDMA_RDMA_RESULT_A 10'h397
`define RDMA_RDMA_RESULT_RESET 32'h00000000
`define RDMA_RDMA_RESULT_CODE_LSB 0 // of enum RESULT_CODE
`define RDMA_RDMA_RESULT_CODE_W 4 // bits
`define RDMA_RDMA_RESULT_CODE_R 3:0
`define RDMA_RDMA_RESULT_BUSY_LSB 31 // not finished yet
`define RDMA_RDMA_RESULT_BUSY_W 1 // bits
`define RDMA_RDMA_RESULT_BUSY_R 31:31
// wo, -; work requests were written to the send queue of a queue pair
`define RDMA_RDMA_SQ_DOORBELL 12'he60
`define RDMA_RDMA_SQ_DOORBELL_A 10'h398
`define RDMA_RDMA_SQ_DOORBELL_RESET 32'h00000000
`define RDMA_RDMA_SQ_DOORBELL_NUMBER_LSB 0 // of the queue pair
`define RDMA_RDMA_SQ_DOORBELL_NUMBER_W 16 // bits
`define RDMA_RDMA_SQ_DOORBELL_NUMBER_R 15:0
`define RDMA_RDMA_SQ_DOORBELL_PRODUCER_LSB 16 // places written so far, modulo 65536
`define RDMA_RDMA_SQ_DOORBELL_PRODUCER_W 16 // bits
`define RDMA_RDMA_SQ_DOORBELL_PRODUCER_R 31:16
`define RDMA_RDMA_RQ_DOORBELL 12'he64 // wo, -; likewise receive requests
`define RDMA_RDMA_RQ_DOORBELL_A 10'h399
`define RDMA_RDMA_RQ_DOORBELL_RESET 32'h00000000
`define RDMA_RDMA_RQ_DOORBELL_NUMBER_LSB 0 // of the queue pair
`define RDMA_RDMA_RQ_DOORBELL_NUMBER_W 16 // bits
`define RDMA_RDMA_RQ_DOORBELL_NUMBER_R 15:0
`define RDMA_RDMA_RQ_DOORBELL_PRODUCER_LSB 16 // places written so far, modulo 65536
`define RDMA_RDMA_RQ_DOORBELL_PRODUCER_W 16 // bits
`define RDMA_RDMA_RQ_DOORBELL_PRODUCER_R 31:16
`define RDMA_RDMA_SRQ_DOORBELL 12'he68 // wo, -; likewise, of a shared receive queue
`define RDMA_RDMA_SRQ_DOORBELL_A 10'h39a
`define RDMA_RDMA_SRQ_DOORBELL_RESET 32'h00000000
`define RDMA_RDMA_SRQ_DOORBELL_NUMBER_LSB 0 // of the shared receive queue
`define RDMA_RDMA_SRQ_DOORBELL_NUMBER_W 16 // bits
`define RDMA_RDMA_SRQ_DOORBELL_NUMBER_R 15:0
`define RDMA_RDMA_SRQ_DOORBELL_PRODUCER_LSB 16 // places written so far, modulo 65536
`define RDMA_RDMA_SRQ_DOORBELL_PRODUCER_W 16 // bits
`define RDMA_RDMA_SRQ_DOORBELL_PRODUCER_R 31:16
`define RDMA_RDMA_CQ_DOORBELL 12'he6c // wo, -; completions were read
`define RDMA_RDMA_CQ_DOORBELL_A 10'h39b
`define RDMA_RDMA_CQ_DOORBELL_RESET 32'h00000000
`define RDMA_RDMA_CQ_DOORBELL_NUMBER_LSB 0 // of the completion queue
`define RDMA_RDMA_CQ_DOORBELL_NUMBER_W 16 // bits
`define RDMA_RDMA_CQ_DOORBELL_NUMBER_R 15:0
`define RDMA_RDMA_CQ_DOORBELL_CONSUMER_LSB 16 // read so far, modulo 65536
`define RDMA_RDMA_CQ_DOORBELL_CONSUMER_W 16 // bits
`define RDMA_RDMA_CQ_DOORBELL_CONSUMER_R 31:16
// wo, -; the next completion, or the first that was not read, makes an event
`define RDMA_RDMA_CQ_ARM 12'he70
`define RDMA_RDMA_CQ_ARM_A 10'h39c
`define RDMA_RDMA_CQ_ARM_RESET 32'h00000000
`define RDMA_RDMA_CQ_ARM_NUMBER_LSB 0 // of the completion queue
`define RDMA_RDMA_CQ_ARM_NUMBER_W 16 // bits
`define RDMA_RDMA_CQ_ARM_NUMBER_R 15:0
`define RDMA_RDMA_CQ_ARM_SOLICITED_LSB 16 // only one that was solicited, or an error
`define RDMA_RDMA_CQ_ARM_SOLICITED_W 1 // bits
`define RDMA_RDMA_CQ_ARM_SOLICITED_R 16:16
`define RDMA_RDMA_EVENT 12'he74 // ro, -; the next event; reading takes it
`define RDMA_RDMA_EVENT_A 10'h39d
`define RDMA_RDMA_EVENT_RESET 32'h00000000
`define RDMA_RDMA_EVENT_KIND_LSB 0 // of enum EVENT_KIND
`define RDMA_RDMA_EVENT_KIND_W 4 // bits
`define RDMA_RDMA_EVENT_KIND_R 3:0
`define RDMA_RDMA_EVENT_NUMBER_LSB 8 // of the object
`define RDMA_RDMA_EVENT_NUMBER_W 24 // bits
`define RDMA_RDMA_EVENT_NUMBER_R 31:8
// ro, datagrams; that found no receive request, or too short a one; stays at its largest
`define RDMA_RDMA_DROPPED 12'he78
`define RDMA_RDMA_DROPPED_A 10'h39e
`define RDMA_RDMA_DROPPED_RESET 32'h00000000
`define RDMA_RDMA_DROPPED_N_LSB 0 // count
`define RDMA_RDMA_DROPPED_N_W 16 // bits
`define RDMA_RDMA_DROPPED_N_R 15:0
`define RDMA_RDMA_REFUSED 12'he7c // ro, requests; of others that were refused; stays at its largest
`define RDMA_RDMA_REFUSED_A 10'h39f
`define RDMA_RDMA_REFUSED_RESET 32'h00000000
`define RDMA_RDMA_REFUSED_N_LSB 0 // count
`define RDMA_RDMA_REFUSED_N_W 16 // bits
`define RDMA_RDMA_REFUSED_N_R 15:0
// ro, writes; of doorbells, CQ_ARM and COMMAND together that may follow: none of them is refused
// for lack of room, which is event REFUSED, without a name. It grows by itself
`define RDMA_RDMA_ROOM 12'he80
`define RDMA_RDMA_ROOM_A 10'h3a0
`define RDMA_RDMA_ROOM_RESET 32'h00000000
`define RDMA_RDMA_ROOM_N_LSB 0 // count; 65535: or more
`define RDMA_RDMA_ROOM_N_W 16 // bits
`define RDMA_RDMA_ROOM_N_R 15:0

// enum OBJECT 4: kind of an object
`define RDMA_OBJECT_QP 4'h0 // queue pair
`define RDMA_OBJECT_CQ 4'h1 // completion queue
`define RDMA_OBJECT_SRQ 4'h2 // shared receive queue
`define RDMA_OBJECT_MR 4'h3 // memory region or window

// enum COMMAND_OP 4: commands
`define RDMA_COMMAND_OP_OPEN 4'h1 // makes the object from the attributes
`define RDMA_COMMAND_OP_MODIFY 4'h2 // QP: goes to the state of the attributes. SRQ: sets the limit
`define RDMA_COMMAND_OP_QUERY 4'h3 // writes the attributes of a queue pair to memory
`define RDMA_COMMAND_OP_CLOSE 4'h4 // ends the object; again while the result is WAIT

// enum RESULT_CODE 4: how a command ended
`define RDMA_RESULT_CODE_OK 4'h0 // done
`define RDMA_RESULT_CODE_COMMAND 4'h1 // no such command
`define RDMA_RESULT_CODE_NUMBER 4'h2 // beyond the table, or the object is not open
`define RDMA_RESULT_CODE_ADDRESS 4'h3 // memory that the card cannot reach, or misaligned
`define RDMA_RESULT_CODE_STATE 4'h4 // the object is open already, or its state does not allow it
`define RDMA_RESULT_CODE_VALUE 4'h5 // attributes that make no sense
`define RDMA_RESULT_CODE_IN_USE 4'h6 // queue pairs or windows use the object
// no new access begins, but accesses that began before are not over: the command is to be given
// again
`define RDMA_RESULT_CODE_WAIT 4'h7

// enum EVENT_KIND 4: events
`define RDMA_EVENT_KIND_NONE 4'h0 // there is none
`define RDMA_EVENT_KIND_CQ 4'h1 // an armed completion queue has a completion
`define RDMA_EVENT_KIND_QP_ERROR 4'h2 // a queue pair went to ERR by itself
`define RDMA_EVENT_KIND_SQ_DRAINED 4'h3 // a queue pair in state SQD has ended all that it began
// fewer receive requests than the limit are left; the limit is 0 from then on
`define RDMA_EVENT_KIND_SRQ_LIMIT 4'h4
// a SHARED queue pair in state ERR has ended all receive requests that it took
`define RDMA_EVENT_KIND_LAST_RECEIVE 4'h5

// enum QP_TYPE 2: of a queue pair
`define RDMA_QP_TYPE_RC 2'h0 // reliable connection
`define RDMA_QP_TYPE_UD 2'h1 // unreliable datagrams

// enum QP_STATE 4: of a queue pair
`define RDMA_QP_STATE_RESET 4'h0 // opened: does nothing
`define RDMA_QP_STATE_INIT 4'h1 // takes receive requests
`define RDMA_QP_STATE_RTR 4'h2 // and messages
`define RDMA_QP_STATE_RTS 4'h3 // and sends
`define RDMA_QP_STATE_SQD 4'h4 // begins no further work request
`define RDMA_QP_STATE_ERR 4'h5 // ends all requests with FLUSH

// struct QP_ATTR 48: of a queue pair
`define RDMA_QP_ATTR_BYTES 48 // size
`define RDMA_QP_ATTR_CTL 0 // byte, 64 bits; OPEN
`define RDMA_QP_ATTR_CTL_TYPE_LSB 0 // of enum QP_TYPE
`define RDMA_QP_ATTR_CTL_TYPE_W 2 // bits
`define RDMA_QP_ATTR_CTL_TYPE_R 1:0
`define RDMA_QP_ATTR_CTL_STATE_LSB 4 // MODIFY: where to; QUERY: of enum QP_STATE
`define RDMA_QP_ATTR_CTL_STATE_W 4 // bits
`define RDMA_QP_ATTR_CTL_STATE_R 7:4
`define RDMA_QP_ATTR_CTL_SIGNAL_ALL_LSB 8 // each work request is signalled
`define RDMA_QP_ATTR_CTL_SIGNAL_ALL_W 1 // bits
`define RDMA_QP_ATTR_CTL_SIGNAL_ALL_R 8:8
`define RDMA_QP_ATTR_CTL_SHARED_LSB 9 // receive requests come from the shared receive queue SRQ
`define RDMA_QP_ATTR_CTL_SHARED_W 1 // bits
`define RDMA_QP_ATTR_CTL_SHARED_R 9:9
`define RDMA_QP_ATTR_CTL_WRITE_LSB 10 // MODIFY to INIT or RTR: the peer may WRITE
`define RDMA_QP_ATTR_CTL_WRITE_W 1 // bits
`define RDMA_QP_ATTR_CTL_WRITE_R 10:10
`define RDMA_QP_ATTR_CTL_READ_LSB 11 // likewise READ
`define RDMA_QP_ATTR_CTL_READ_W 1 // bits
`define RDMA_QP_ATTR_CTL_READ_R 11:11
`define RDMA_QP_ATTR_CTL_ATOMIC_LSB 12 // likewise FETCH_ADD and COMPARE_SWAP
`define RDMA_QP_ATTR_CTL_ATOMIC_W 1 // bits
`define RDMA_QP_ATTR_CTL_ATOMIC_R 12:12
`define RDMA_QP_ATTR_CTL_PD_LSB 16 // protection domain: a number that software chooses
`define RDMA_QP_ATTR_CTL_PD_W 16 // bits
`define RDMA_QP_ATTR_CTL_PD_R 31:16
`define RDMA_QP_ATTR_CTL_SEND_CQ_LSB 32 // completion queue of work requests
`define RDMA_QP_ATTR_CTL_SEND_CQ_W 16 // bits
`define RDMA_QP_ATTR_CTL_SEND_CQ_R 47:32
`define RDMA_QP_ATTR_CTL_RECV_CQ_LSB 48 // completion queue of receive requests
`define RDMA_QP_ATTR_CTL_RECV_CQ_W 16 // bits
`define RDMA_QP_ATTR_CTL_RECV_CQ_R 63:48
`define RDMA_QP_ATTR_SEND 8 // byte, 64 bits; OPEN: address of the send queue, a multiple of 64
// byte, 64 bits; OPEN: address of the receive queue, a multiple of 64; SHARED: memory for requests
// that were taken
`define RDMA_QP_ATTR_RECV 16
`define RDMA_QP_ATTR_SIZES 24 // byte, 64 bits; OPEN, except timers and limits
`define RDMA_QP_ATTR_SIZES_SEND_LG_LSB 0 // 2^SEND_LG places of 64 bytes
`define RDMA_QP_ATTR_SIZES_SEND_LG_W 4 // bits
`define RDMA_QP_ATTR_SIZES_SEND_LG_R 3:0
`define RDMA_QP_ATTR_SIZES_RECV_LG_LSB 4 // 2^RECV_LG places of 64 bytes
`define RDMA_QP_ATTR_SIZES_RECV_LG_W 4 // bits
`define RDMA_QP_ATTR_SIZES_RECV_LG_R 7:4
`define RDMA_QP_ATTR_SIZES_SRQ_LSB 16 // shared receive queue
`define RDMA_QP_ATTR_SIZES_SRQ_W 16 // bits
`define RDMA_QP_ATTR_SIZES_SRQ_R 31:16
// MODIFY to RTR: a peer that found no receive request waits 2^RNR_TIMER * 128 clocks
`define RDMA_QP_ATTR_SIZES_RNR_TIMER_LSB 32
`define RDMA_QP_ATTR_SIZES_RNR_TIMER_W 5 // bits
`define RDMA_QP_ATTR_SIZES_RNR_TIMER_R 36:32
// MODIFY to RTS: an answer is awaited for 2^TIMEOUT * 4096 clocks; 0: for ever
`define RDMA_QP_ATTR_SIZES_TIMEOUT_LSB 40
`define RDMA_QP_ATTR_SIZES_TIMEOUT_W 5 // bits
`define RDMA_QP_ATTR_SIZES_TIMEOUT_R 44:40
// MODIFY to RTS: how often a request without an answer is sent again
`define RDMA_QP_ATTR_SIZES_RETRY_LSB 48
`define RDMA_QP_ATTR_SIZES_RETRY_W 3 // bits
`define RDMA_QP_ATTR_SIZES_RETRY_R 50:48
// MODIFY to RTS: how often one that found no receive request; RETRY_EVER
`define RDMA_QP_ATTR_SIZES_RNR_RETRY_LSB 52
`define RDMA_QP_ATTR_SIZES_RNR_RETRY_W 3 // bits
`define RDMA_QP_ATTR_SIZES_RNR_RETRY_R 54:52
`define RDMA_QP_ATTR_PEER 32 // byte, 64 bits; MODIFY to RTR (RC); to INIT (UD: Q_KEY)
`define RDMA_QP_ATTR_PEER_NODE_LSB 0 // of the peer
`define RDMA_QP_ATTR_PEER_NODE_W 10 // bits
`define RDMA_QP_ATTR_PEER_NODE_R 9:0
`define RDMA_QP_ATTR_PEER_PAGE_LSB 10 // of the peer
`define RDMA_QP_ATTR_PEER_PAGE_W 3 // bits
`define RDMA_QP_ATTR_PEER_PAGE_R 12:10
`define RDMA_QP_ATTR_PEER_QP_LSB 16 // the peer
`define RDMA_QP_ATTR_PEER_QP_W 16 // bits
`define RDMA_QP_ATTR_PEER_QP_R 31:16
`define RDMA_QP_ATTR_PEER_QKEY_LSB 32 // that datagrams for this queue pair have to carry
`define RDMA_QP_ATTR_PEER_QKEY_W 32 // bits
`define RDMA_QP_ATTR_PEER_QKEY_R 63:32
`define RDMA_QP_ATTR_INDEX 40 // byte, 64 bits; QUERY: places, modulo 65536
`define RDMA_QP_ATTR_INDEX_SEND_PRODUCER_LSB 0 // of the last doorbell
`define RDMA_QP_ATTR_INDEX_SEND_PRODUCER_W 16 // bits
`define RDMA_QP_ATTR_INDEX_SEND_PRODUCER_R 15:0
`define RDMA_QP_ATTR_INDEX_SEND_CONSUMER_LSB 16 // work requests that have ended
`define RDMA_QP_ATTR_INDEX_SEND_CONSUMER_W 16 // bits
`define RDMA_QP_ATTR_INDEX_SEND_CONSUMER_R 31:16
`define RDMA_QP_ATTR_INDEX_RECV_PRODUCER_LSB 32 // of the last doorbell; SHARED: taken
`define RDMA_QP_ATTR_INDEX_RECV_PRODUCER_W 16 // bits
`define RDMA_QP_ATTR_INDEX_RECV_PRODUCER_R 47:32
`define RDMA_QP_ATTR_INDEX_RECV_CONSUMER_LSB 48 // receive requests that have ended
`define RDMA_QP_ATTR_INDEX_RECV_CONSUMER_W 16 // bits
`define RDMA_QP_ATTR_INDEX_RECV_CONSUMER_R 63:48

// struct CQ_ATTR 16: of a completion queue
`define RDMA_CQ_ATTR_BYTES 16 // size
`define RDMA_CQ_ATTR_BASE 0 // byte, 64 bits; address, a multiple of 64
`define RDMA_CQ_ATTR_SIZE 8 // byte, 64 bits; how long
`define RDMA_CQ_ATTR_SIZE_LG_LSB 0 // 2^LG completions of 32 bytes, 1 at least
`define RDMA_CQ_ATTR_SIZE_LG_W 4 // bits
`define RDMA_CQ_ATTR_SIZE_LG_R 3:0

// struct SRQ_ATTR 16: of a shared receive queue
`define RDMA_SRQ_ATTR_BYTES 16 // size
`define RDMA_SRQ_ATTR_BASE 0 // byte, 64 bits; address, a multiple of 64
`define RDMA_SRQ_ATTR_SIZE 8 // byte, 64 bits; how long, and its limit
`define RDMA_SRQ_ATTR_SIZE_LG_LSB 0 // 2^LG places of 64 bytes
`define RDMA_SRQ_ATTR_SIZE_LG_W 4 // bits
`define RDMA_SRQ_ATTR_SIZE_LG_R 3:0
`define RDMA_SRQ_ATTR_SIZE_PD_LSB 16 // protection domain of its requests: that of its queue pairs
`define RDMA_SRQ_ATTR_SIZE_PD_W 16 // bits
`define RDMA_SRQ_ATTR_SIZE_PD_R 31:16
// OPEN, MODIFY: event SRQ_LIMIT with fewer requests than these; 0: none
`define RDMA_SRQ_ATTR_SIZE_LIMIT_LSB 32
`define RDMA_SRQ_ATTR_SIZE_LIMIT_W 16 // bits
`define RDMA_SRQ_ATTR_SIZE_LIMIT_R 47:32

// struct MR_ATTR 32: of a memory region, or of a window that is not bound
`define RDMA_MR_ATTR_BYTES 32 // size
`define RDMA_MR_ATTR_ADDRESS 0 // byte, 64 bits; of the first byte, as requests name it
`define RDMA_MR_ATTR_LENGTH 8 // byte, 64 bits; bytes
`define RDMA_MR_ATTR_BUS 16 // byte, 64 bits; bus address of the first byte; LIST: of the page list
`define RDMA_MR_ATTR_SHAPE 24 // byte, 64 bits; rights and protection
`define RDMA_MR_ATTR_SHAPE_KEY_LSB 0 // lowest bits of the STag
`define RDMA_MR_ATTR_SHAPE_KEY_W 8 // bits
`define RDMA_MR_ATTR_SHAPE_KEY_R 7:0
`define RDMA_MR_ATTR_SHAPE_WRITE_LSB 8 // the card may write for requests of this page
`define RDMA_MR_ATTR_SHAPE_WRITE_W 1 // bits
`define RDMA_MR_ATTR_SHAPE_WRITE_R 8:8
`define RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_LSB 9 // a peer may WRITE
`define RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_W 1 // bits
`define RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_R 9:9
`define RDMA_MR_ATTR_SHAPE_REMOTE_READ_LSB 10 // a peer may READ
`define RDMA_MR_ATTR_SHAPE_REMOTE_READ_W 1 // bits
`define RDMA_MR_ATTR_SHAPE_REMOTE_READ_R 10:10
`define RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_LSB 11 // a peer may FETCH_ADD and COMPARE_SWAP
`define RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_W 1 // bits
`define RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_R 11:11
`define RDMA_MR_ATTR_SHAPE_BIND_LSB 12 // windows may be bound to it
`define RDMA_MR_ATTR_SHAPE_BIND_W 1 // bits
`define RDMA_MR_ATTR_SHAPE_BIND_R 12:12
`define RDMA_MR_ATTR_SHAPE_WINDOW_LSB 13 // a window: BIND gives it an address, a length and rights
`define RDMA_MR_ATTR_SHAPE_WINDOW_W 1 // bits
`define RDMA_MR_ATTR_SHAPE_WINDOW_R 13:13
// BUS is the address of a page list, a multiple of 8: bus addresses of 64 bits, one for each page
// of 2^PAGE_LG bytes; the first is that of the page with ADDRESS
`define RDMA_MR_ATTR_SHAPE_LIST_LSB 14
`define RDMA_MR_ATTR_SHAPE_LIST_W 1 // bits
`define RDMA_MR_ATTR_SHAPE_LIST_R 14:14
`define RDMA_MR_ATTR_SHAPE_PAGE_LG_LSB 16 // LIST: 12 to 40
`define RDMA_MR_ATTR_SHAPE_PAGE_LG_W 6 // bits
`define RDMA_MR_ATTR_SHAPE_PAGE_LG_R 21:16
`define RDMA_MR_ATTR_SHAPE_PD_LSB 32 // protection domain
`define RDMA_MR_ATTR_SHAPE_PD_W 16 // bits
`define RDMA_MR_ATTR_SHAPE_PD_R 47:32

// struct WORK 64: a work request: a place of a send queue, or two with LIST
`define RDMA_WORK_BYTES 64 // size
`define RDMA_WORK_CTL 0 // byte, 64 bits; operation
`define RDMA_WORK_CTL_OP_LSB 0 // of enum WORK_OP
`define RDMA_WORK_CTL_OP_W 4 // bits
`define RDMA_WORK_CTL_OP_R 3:0
`define RDMA_WORK_CTL_SIGNALLED_LSB 8 // a completion also when all is well
`define RDMA_WORK_CTL_SIGNALLED_W 1 // bits
`define RDMA_WORK_CTL_SIGNALLED_R 8:8
// begins when all READs and atomic operations before it have ended
`define RDMA_WORK_CTL_FENCE_LSB 9
`define RDMA_WORK_CTL_FENCE_W 1 // bits
`define RDMA_WORK_CTL_FENCE_R 9:9
`define RDMA_WORK_CTL_SOLICITED_LSB 10 // the completion at the peer is solicited
`define RDMA_WORK_CTL_SOLICITED_W 1 // bits
`define RDMA_WORK_CTL_SOLICITED_R 10:10
// BYTES bytes of data stand from ENTRY on, and in the next place with LIST
`define RDMA_WORK_CTL_INLINE_LSB 11
`define RDMA_WORK_CTL_INLINE_W 1 // bits
`define RDMA_WORK_CTL_INLINE_R 11:11
// the next place belongs to it: inline data, or up to 4 gather entries in place of ENTRY
`define RDMA_WORK_CTL_LIST_LSB 12
`define RDMA_WORK_CTL_LIST_W 1 // bits
`define RDMA_WORK_CTL_LIST_R 12:12
`define RDMA_WORK_CTL_IMM_LSB 13 // SEND, WRITE: with immediate data
`define RDMA_WORK_CTL_IMM_W 1 // bits
`define RDMA_WORK_CTL_IMM_R 13:13
`define RDMA_WORK_CTL_HALF_LSB 14 // FETCH_ADD, COMPARE_SWAP: of 32 bits
`define RDMA_WORK_CTL_HALF_W 1 // bits
`define RDMA_WORK_CTL_HALF_R 14:14
`define RDMA_WORK_CTL_COUNT_LSB 16 // gather entries: 0, 1, with LIST up to 4
`define RDMA_WORK_CTL_COUNT_W 3 // bits
`define RDMA_WORK_CTL_COUNT_R 18:16
`define RDMA_WORK_CTL_BYTES_LSB 24 // INLINE: up to 32, with LIST to 96
`define RDMA_WORK_CTL_BYTES_W 7 // bits
`define RDMA_WORK_CTL_BYTES_R 30:24
// immediate data; SEND_INVALIDATE, INVALIDATE: STag of the window
`define RDMA_WORK_CTL_IMMEDIATE_LSB 32
`define RDMA_WORK_CTL_IMMEDIATE_W 32 // bits
`define RDMA_WORK_CTL_IMMEDIATE_R 63:32
`define RDMA_WORK_COOKIE 8 // byte, 64 bits; given back in the completion
// byte, 64 bits; address of the first byte at the peer; BIND: in the window
`define RDMA_WORK_REMOTE 16
`define RDMA_WORK_TARGET 24 // byte, 64 bits; memory of the peer, or receiver of a datagram
// of the peer's memory; UD: Q_KEY; BIND: of the window, with its new KEY
`define RDMA_WORK_TARGET_STAG_LSB 0
`define RDMA_WORK_TARGET_STAG_W 32 // bits
`define RDMA_WORK_TARGET_STAG_R 31:0
`define RDMA_WORK_TARGET_NODE_LSB 32 // UD: of the receiver
`define RDMA_WORK_TARGET_NODE_W 10 // bits
`define RDMA_WORK_TARGET_NODE_R 41:32
`define RDMA_WORK_TARGET_PAGE_LSB 42 // UD: of the receiver
`define RDMA_WORK_TARGET_PAGE_W 3 // bits
`define RDMA_WORK_TARGET_PAGE_R 44:42
`define RDMA_WORK_TARGET_QP_LSB 48 // UD: the receiver
`define RDMA_WORK_TARGET_QP_W 16 // bits
`define RDMA_WORK_TARGET_QP_R 63:48
`define RDMA_WORK_ENTRY 32 // byte, 64 bits; gather entry: address
`define RDMA_WORK_WHERE 40 // byte, 64 bits; gather entry: rest
`define RDMA_WORK_WHERE_STAG_LSB 0 // BIND: of the region
`define RDMA_WORK_WHERE_STAG_W 32 // bits
`define RDMA_WORK_WHERE_STAG_R 31:0
`define RDMA_WORK_WHERE_LENGTH_LSB 32 // bytes
`define RDMA_WORK_WHERE_LENGTH_W 32 // bits
`define RDMA_WORK_WHERE_LENGTH_R 63:32
`define RDMA_WORK_ARG 48 // byte, 64 bits; FETCH_ADD: addend. COMPARE_SWAP: new value. BIND: length
// byte, 64 bits; COMPARE_SWAP: value that is expected. BIND: rights, as in MR_ATTR.SHAPE
`define RDMA_WORK_CMP 56

// enum WORK_OP 4: operation of a work request
`define RDMA_WORK_OP_NOP 4'h0 // nothing: a completion at most
`define RDMA_WORK_OP_SEND 4'h1 // a message for a receive request
`define RDMA_WORK_OP_WRITE 4'h2 // to memory of the peer; with IMM it takes a receive request
`define RDMA_WORK_OP_READ 4'h3 // of memory of the peer
`define RDMA_WORK_OP_FETCH_ADD 4'h4 // adds to a word of the peer; the value before comes back
// writes a word of the peer if it has the value CMP; likewise
`define RDMA_WORK_OP_COMPARE_SWAP 4'h5
`define RDMA_WORK_OP_SEND_INVALIDATE 4'h6 // as SEND, and closes a window of the peer's
`define RDMA_WORK_OP_BIND 4'h7 // gives a window of this page a part of a region
`define RDMA_WORK_OP_INVALIDATE 4'h8 // closes a window of this page

// struct ENTRY 16: of a list
`define RDMA_ENTRY_BYTES 16 // size
`define RDMA_ENTRY_ADDRESS 0 // byte, 64 bits; of the first byte
`define RDMA_ENTRY_WHERE 8 // byte, 64 bits; and its memory
`define RDMA_ENTRY_WHERE_STAG_LSB 0 // bits 31:8: number in the table, 7:0: KEY
`define RDMA_ENTRY_WHERE_STAG_W 32 // bits
`define RDMA_ENTRY_WHERE_STAG_R 31:0
`define RDMA_ENTRY_WHERE_LENGTH_LSB 32 // bytes
`define RDMA_ENTRY_WHERE_LENGTH_W 32 // bits
`define RDMA_ENTRY_WHERE_LENGTH_R 63:32

// struct RECEIVE 64: a receive request: a place of a receive queue. The card's from the doorbell to
// its completion; the card writes to it
`define RDMA_RECEIVE_BYTES 64 // size
`define RDMA_RECEIVE_CTL 0 // byte, 64 bits; shape
`define RDMA_RECEIVE_CTL_COUNT_LSB 16 // scatter entries
`define RDMA_RECEIVE_CTL_COUNT_W 2 // bits
`define RDMA_RECEIVE_CTL_COUNT_R 17:16
`define RDMA_RECEIVE_COOKIE 8 // byte, 64 bits; given back in the completion
`define RDMA_RECEIVE_ENTRY 16 // byte, 64 bits; first of up to three entries, as ENTRY
`define RDMA_RECEIVE_WHERE 24 // byte, 64 bits; rest of it
`define RDMA_RECEIVE_MORE 32 // byte, 64 bits; first word of the second entry
`define RDMA_RECEIVE_LAST 48 // byte, 64 bits; first word of the third entry

// struct DONE 32: a completion; WHAT is the last that is written
`define RDMA_DONE_BYTES 32 // size
`define RDMA_DONE_COOKIE 0 // byte, 64 bits; of the request
`define RDMA_DONE_PAYLOAD 8 // byte, 64 bits; length and immediate data
`define RDMA_DONE_PAYLOAD_LENGTH_LSB 0 // bytes received, read
`define RDMA_DONE_PAYLOAD_LENGTH_W 32 // bits
`define RDMA_DONE_PAYLOAD_LENGTH_R 31:0
`define RDMA_DONE_PAYLOAD_IMMEDIATE_LSB 32 // immediate data; STag that was closed
`define RDMA_DONE_PAYLOAD_IMMEDIATE_W 32 // bits
`define RDMA_DONE_PAYLOAD_IMMEDIATE_R 63:32
`define RDMA_DONE_SENDER 16 // byte, 64 bits; of a datagram
`define RDMA_DONE_SENDER_QP_LSB 0 // that sent it
`define RDMA_DONE_SENDER_QP_W 16 // bits
`define RDMA_DONE_SENDER_QP_R 15:0
`define RDMA_DONE_SENDER_NODE_LSB 16 // its node
`define RDMA_DONE_SENDER_NODE_W 10 // bits
`define RDMA_DONE_SENDER_NODE_R 25:16
`define RDMA_DONE_SENDER_PAGE_LSB 26 // its page
`define RDMA_DONE_SENDER_PAGE_W 3 // bits
`define RDMA_DONE_SENDER_PAGE_R 28:26
`define RDMA_DONE_WHAT 24 // byte, 64 bits; how it went
`define RDMA_DONE_WHAT_OP_LSB 0 // of enum WORK_OP; of a received message as its sender says
`define RDMA_DONE_WHAT_OP_W 4 // bits
`define RDMA_DONE_WHAT_OP_R 3:0
`define RDMA_DONE_WHAT_STATUS_LSB 8 // of enum DONE_STATUS
`define RDMA_DONE_WHAT_STATUS_W 4 // bits
`define RDMA_DONE_WHAT_STATUS_R 11:8
`define RDMA_DONE_WHAT_RECEIVED_LSB 12 // of a receive request
`define RDMA_DONE_WHAT_RECEIVED_W 1 // bits
`define RDMA_DONE_WHAT_RECEIVED_R 12:12
`define RDMA_DONE_WHAT_IMM_LSB 13 // IMMEDIATE has data
`define RDMA_DONE_WHAT_IMM_W 1 // bits
`define RDMA_DONE_WHAT_IMM_R 13:13
`define RDMA_DONE_WHAT_INVALIDATED_LSB 14 // IMMEDIATE has an STag
`define RDMA_DONE_WHAT_INVALIDATED_W 1 // bits
`define RDMA_DONE_WHAT_INVALIDATED_R 14:14
`define RDMA_DONE_WHAT_SOLICITED_LSB 15 // its sender said so
`define RDMA_DONE_WHAT_SOLICITED_W 1 // bits
`define RDMA_DONE_WHAT_SOLICITED_R 15:15
`define RDMA_DONE_WHAT_QP_LSB 16 // queue pair
`define RDMA_DONE_WHAT_QP_W 16 // bits
`define RDMA_DONE_WHAT_QP_R 31:16
`define RDMA_DONE_WHAT_INDEX_LSB 32 // completions of this queue before this one, modulo 65536
`define RDMA_DONE_WHAT_INDEX_W 16 // bits
`define RDMA_DONE_WHAT_INDEX_R 47:32
// 1 in the first round of the queue, then changing: the completion is valid
`define RDMA_DONE_WHAT_PHASE_LSB 63
`define RDMA_DONE_WHAT_PHASE_W 1 // bits
`define RDMA_DONE_WHAT_PHASE_R 63:63

// enum DONE_STATUS 4: how a request ended
`define RDMA_DONE_STATUS_OK 4'h0 // well
`define RDMA_DONE_STATUS_LENGTH 4'h1 // longer than allowed, or than the receive request
`define RDMA_DONE_STATUS_REQUEST 4'h2 // fields of the work request do not go together
`define RDMA_DONE_STATUS_PROTECTION 4'h3 // memory of this page: STag, bounds, right or domain
`define RDMA_DONE_STATUS_FLUSH 4'h4 // not begun or not ended, as the queue pair went to ERR
`define RDMA_DONE_STATUS_BIND 4'h5 // of a window that is bound, or a region that does not allow it
`define RDMA_DONE_STATUS_REMOTE_REQUEST 4'h6 // the peer does not allow it: length, alignment
`define RDMA_DONE_STATUS_REMOTE_ACCESS 4'h7 // the peer's memory: STag, bounds, right or domain
`define RDMA_DONE_STATUS_REMOTE_ERROR 4'h8 // the peer could not do it
`define RDMA_DONE_STATUS_RETRY 4'h9 // no answer, or the peer is not connected with this queue pair
`define RDMA_DONE_STATUS_RNR_RETRY 4'ha // the peer had no receive request
`define RDMA_DONE_STATUS_MEMORY 4'hb // the host answered an access to memory with an error
`define RDMA_DONE_STATUS_ABORTED 4'hc // its sender ended in the middle of a datagram

`endif
