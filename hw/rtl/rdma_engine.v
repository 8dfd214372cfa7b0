// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_engine: carries out work requests of queue pairs: NOP, SEND, SEND_INVALIDATE, WRITE, READ and atomic operations,
// BIND, INVALIDATE, datagrams, FLUSH, and all errors of these. It has four kinds of turns, in turn: a segment of a queue pair that has something to do, pages in turn; a
// segment that came; an answer that came; a look at a queue pair that waits, when it is time for one (rdma_timer). The work of a queue
// pair is a work request of its own (rdma_work), or a READ or atomic operation of its peer (rdma_serve). In a turn it has the unit (rdma) for itself,
// so a context does not change under it; a turn waits for host memory only. It begins only if there is room for the cell that it may send:
// nothing in the unit waits for the switch.
//
//      IDLE --turn--> TURN --+--send--> TAKE --queue pair--+--> HOLD_0 -> READ_0 -> HOLD_1 -> READ_1 --> DECIDE
//                            \--cell--> CELL --whole cell--/                                      nothing to do: DONE
//
//      DECIDE, send       ROOMS -> FETCH (twice with LIST) -> JUDGE -> entries (SUM), SUMMED -> CUT -> entries (OWN, GATHER <-> LOOK, MOVE)
//                         or INLINE -> EMIT -> SENT -> SAVE_1 -> KEEPS;  wrong, NOP: COMPLETE;  BIND, INVALIDATE: BINDS -> COMPLETE
//      DECIDE, segment    TARGET -> PIECE <-> PLACE -> TAKEN -> SAVE_1 (refused: -> SAVE_0 -> KEEPS) -> EMIT, the answer
//      DECIDE, SEND, notice  RECEIVE (rdma_recv; none, no room: RNR) -> TAKEN -> SAVE_1 -> EMIT, the answer;  a request has ended: SAVE_0 -> EMIT
//      DECIDE, READ, atomic  TARGET -> TAKEN -> SAVE_1 -> SAVE_3 -> SAVE_0 -> KEEPS
//      DECIDE, serves     HOLD_3 -> READ_3 -> PART -> PIECE <-> PLACE, or ATOMIC (later: -> KEEPS) -> EMIT -> SERVED -> SAVE_3
//                         (last: -> SAVE_0) -> KEEPS
//      DECIDE, data       FETCH -> JUDGE -> SUMMED -> CUT -> entries (GATHER <-> LOOK, MOVE) -> SENT -> SAVE_1;  last, wrong: COMPLETE
//      DECIDE, answer     COMPLETE;  of an atomic operation: as data;  WELCOME, RNR: SAVE_1 -> KEEPS
//      DECIDE, flushed    RECEIVE -> SAVE_0 -> KEEPS;  no room: as a work request, or KEEPS;  UD: as a datagram that came
//      DECIDE, look       KEEPS: it waits further, or has something to do
//      DECIDE, SQD: drained, ERR: the last receive request has ended    TELLS -> SAVE_0 -> KEEPS
//      KEEPS, a queue pair that failed, drained, last receive   EVENTS
//      READ_0, a datagram that came    HOLD_3 -> READ_3 -> CLAIM (rdma_datagram) -> RECEIVE -> TAKEN -> SAVE_3;  the request has ended: -> SAVE_0
//      EMIT, the last segment of a datagram, or its memory fails    SENT -> COMPLETE
//      COMPLETE           ADDS -> ENDED -> SAVE_0 -> SAVE_1 -> KEEPS;  no room: FULL -> SAVE_1 -> KEEPS
//
//  HOLD_, SAVE_   a part of the context is asked for;  READ_, WRITE_ its words are read or written
//  TAKE, ROOMS, OWN, LOOK, ADDS, KEEPS, TARGET, PIECE, BINDS, EVENTS   a request to rdma;  FETCH, MOVE, PLACE an access to memory
//  any -> DONE    the context is not there, or the host answered its table with an error: the turn ends
//
// Segments and answers are cells (docs/card/rdma.md, section 11). A request is sent in segments of 96 bytes, one in each turn of its
// queue pair, and ends with the answer to the last one; a queue pair has one request under way. A READ is one segment without payload; it
// ends with the last segment of its data. Data are bulk cells, and as such may come behind a refusal: they are of no request then.
// In place of its first segment a queue pair that does not know the epoch of its peer sends HELLO, and begins when WELCOME has told it.
// A request whose answer does not come in time is sent again, a READ for the data that have not come, any other from its beginning, in a
// turn that a look has asked for; one that was answered with RNR likewise, from the segment that found no receive request. WRITE with IMM has a
// notice behind its data, a segment without payload.
// A datagram has Q_Key in place of the epoch, and no answer.
//
// Invariants (bench rdma_engine):
//  1. A work request ends in one completion if it is signalled or fails, in none else, in order.
//  2. Bytes of a WRITE are in memory before its answer is sent.
//  3. Memory is written only where rdma_mr allows it to the queue pair of the peer.
`default_nettype none
`include "rdma_regs.vh"
`include "ring_nic_regs.vh"

module rdma_engine #(
	parameter LG_STALE = 23          // log2 of the clocks behind which a datagram does not go on (rdma_datagram)
) (
	input  wire clk,
	input  wire rst,
	input  wire [9:0] cfg_id,
	input  wire [9:0] cfg_last,
	// rdma: the turn
	input  wire [7:0] s_on,
	input  wire [7:0] s_todo,
	input  wire [7:0] s_waits,
	output wire m_drops,             // one clock: a datagram
	output wire m_refuses,           // one clock: a request of a peer
	output wire m_turn,              // wanted, then kept
	input  wire s_turn,
	// rdma: requests
	output wire m_ask_valid,         // held until s_ask_done
	output wire [4:0] m_ask_what,
	output wire [2:0] m_ask_page,
	output wire [15:0] m_ask_number, // of a completion queue; DRAW: of a shared receive queue; KEEP, WAIT: queue pair
	output wire [4*64-1:0] m_ask_words,
	output wire [31:0] m_ask_stag,
	output wire [63:0] m_ask_address,
	output wire [31:0] m_ask_length,
	output wire [15:0] m_ask_pd,
	output wire [15:0] m_ask_qp,
	output wire [3:0] m_ask_right,
	input  wire s_ask_done,
	input  wire [3:0] s_ask_status,
	input  wire [63:0] s_ask_bus,
	input  wire [31:0] s_ask_piece,
	// rdma: contexts of queue pairs
	output wire m_hold,              // held until m_release, s_beyond or s_fail
	output wire [15:0] m_hold_number,
	output wire [1:0] m_hold_line,
	output wire m_release,
	input  wire s_beyond,
	input  wire s_fail,
	input  wire s_held,
	output wire [2:0] m_word,
	input  wire [63:0] s_data,       // a clock later
	output wire m_write,
	output wire [63:0] m_data,
	// rdma: memory
	output wire m_mem_valid,
	output wire m_mem_write,
	output wire [63:3] m_mem_addr,
	output wire [5:0] m_mem_words,
	output wire m_word_valid,
	input  wire s_word_ready,
	output wire [63:0] m_word_data,
	output wire [7:0] m_word_strb,
	input  wire s_word_valid,
	input  wire [63:0] s_word_data,
	input  wire s_mem_done,
	input  wire s_mem_error,
	// dma_atomic: it begins nothing; it has begun
	output wire m_atomic_hold,
	input  wire s_atomic_busy,
	// cells: requests (bulk) and answers (control), whole ones; s_*_ready: room for a cell, at its head
	input  wire s_req_valid,
	output wire s_req_ready,
	input  wire [63:0] s_req_data,
	input  wire s_req_last,
	input  wire s_ans_valid,
	output wire s_ans_ready,
	input  wire [63:0] s_ans_data,
	input  wire s_ans_last,
	output wire m_req_valid,
	input  wire m_req_ready,
	output wire m_ans_valid,
	input  wire m_ans_ready,
	output wire m_cell_head,
	output wire m_cell_last,
	output wire [63:0] m_cell_data,
	output wire [1:0] m_cell_way     // {Y, X}; 0: to this node
);
	localparam [4:0] LATER = 5, WAIT = 6, ADD = 10, ROOM = 11, ACCESS = 12, NEXT = 13, KEEP = 14, DRAW = 15, BIND = 16, UNBIND = 17, EVENT = 18;
	localparam [2:0] SEND = 0, REQUEST = 1, ANSWER = 2, SERVE = 3, DATA = 4, AGAIN = 5; // kinds of turns
	localparam [2:0] ACK = 0, NAK = 1, STALE = 2, WELCOME = 3, RNR = 4; // kinds of answers
	localparam [5:0] IDLE = 0, TURN = 1, CELL = 2, TAKE = 3, HOLD_0 = 4, READ_0 = 5, HOLD_1 = 6, READ_1 = 7, DECIDE = 8, ROOMS = 9, FETCH = 10,
		FETCHED = 11, JUDGE = 12, ENTRY = 13, ENTRY_1 = 14, ENTRY_2 = 15, SUM = 16, SUMMED = 17, CUT = 18, OWN = 19, GATHER = 20, LOOK = 21,
		MOVE = 22, INLINE = 23, EMIT = 24, SENT = 25, COMPLETE = 26, ADDS = 27, FULL = 28, ENDED = 29, SAVE_0 = 30, WRITE_0 = 31, SAVE_1 = 32,
		WRITE_1 = 33, KEEPS = 34, TARGET = 35, PIECE = 36, PLACE = 37, TAKEN = 38, TOTAL = 39, HOLD_3 = 40, READ_3 = 41, PART = 42, SERVED = 43, SAVE_3 = 44, WRITE_3 = 45, ATOMIC = 46,
		WAKES = 47, DONE = 48, RECEIVE = 49, BINDS = 50, TELLS = 51,
		EVENTS = 52, CLAIM = 53;
	localparam [1:0] P_SUM = 0, P_OWN = 1, P_GATHER = 2;     // why an entry is read
	localparam [6:0] SEGMENT = 7'd96;
	localparam [3:0] WRITE = 4'b0001, REMOTE_WRITE = 4'b0010, REMOTE_READ = 4'b0100, REMOTE_ATOMIC = 4'b1000; // rights
	localparam [3:0] ABORT = 4'd12, DATAGRAM = 4'd13, NOTICE = 4'd14, READ_DATA = 4'd15;   // operations of segments: of a datagram, that ends in the middle or not; of WRITE
	                                                         // with IMM behind its data; of data
	localparam SERVES = 14, TOLD = 13;                       // bits of the first word: rdma_serve has a request; in SQD: SQ_DRAINED was raised, in ERR LAST_RECEIVE

	reg [5:0] state_q;
	reg [2:0] kind_q;
	reg [1:0] phase_q;
	reg [2:0] page_q;
	reg [15:0] number_q;
	reg [4:0] n_q;                   // words that have moved
	reg [63:0] head_q, w0_q;         // of the cell
	reg [4:0] cell_n_q;              // its words

	// ---- The context ---------------------------------------------------------------------------------
	reg [63:0] ctl_q, index_q;
	reg [63:0] sizes_q;
	reg [63:6] send_q, recv_q;
	reg [63:0] peer_q;
	reg [31:0] own_q;
	// The sending half (line 1): a_q {epoch of the peer, 8 bits, status, ended, waits, begun, number of the message}, b_q {offset, length},
	// c_q cookie, d_q {with IMM, places are two, signalled, operation}, e_q {deadline, 6 bits, it is that of RNR, it has one, 2 bits, times that
	// RNR came, times that the request was sent again}. The receiving half (line 2): a_q {15 bits, bound, lower half of the sender's
	// epoch, 8 bits, status of the last message, 4 bits, number of the next message}, b_q {offset, 0}. Both: word 7, the epoch for which they
	// are valid.
	reg [63:0] a_q, b_q, c_q, e_q;
	reg [6:0] d_q;
	wire [3:0] state = ctl_q[`RDMA_QP_ATTR_CTL_STATE_R];
	wire open = ctl_q[15];
	wire is_rc = ctl_q[`RDMA_QP_ATTR_CTL_TYPE_R] == `RDMA_QP_TYPE_RC;
	wire begun = a_q[16];
	wire waits = a_q[17];
	wire ended = a_q[18];
	wire [31:0] offset = b_q[63:32];
	wire [31:0] length = b_q[31:0];
	wire [15:0] prod = index_q[15:0];
	wire [15:0] cons = index_q[31:16];
	wire [15:0] avail = prod - cons;
	wire [15:0] recv_cons = index_q[63:48];
	wire unposted = index_q[47:32] == recv_cons;             // no receive request
	wire shared = ctl_q[`RDMA_QP_ATTR_CTL_SHARED_LSB] && is_rc;
	wire [31:0] peer = is_rc ? peer_q[31:0] : receiver;      // of a datagram that is sent
	wire [9:0] peer_node = peer[9:0];
	wire [2:0] peer_page = peer[12:10];
	wire [15:0] peer_qp = peer[31:16];

	// ---- Turns ---------------------------------------------------------------------------------------
	wire [7:0] page_pick;
	wire look, passed;
	wire [7:0] wait_pick;
	wire [3:0] want = {look && s_waits != 0, s_ans_valid, s_req_valid && m_ans_ready, s_todo != 0 && m_req_ready && m_ans_ready};
	wire [3:0] pick;
	wire begins = state_q == IDLE && want != 0;
	dma_pick #(.N(4)) turns (.clk(clk), .rst(rst), .s_want(want), .s_take(state_q == IDLE), .m_pick(pick));
	dma_pick #(.N(8)) pages (.clk(clk), .rst(rst), .s_want(s_todo), .s_take(begins && pick[0]), .m_pick(page_pick));
	dma_pick #(.N(8)) waiting (.clk(clk), .rst(rst), .s_want(s_waits), .s_take(begins && pick[3]), .m_pick(wait_pick));

	// ---- A cell that came: head, then w0 to w3, then payload ------------------------------------------
	// Request: w0 {epoch, 0, bytes of payload, 0, 0, last, HELLO, operation, queue pair that sends}; w1 {offset, lower half of the
	// sender's epoch, number of the message}; w2 address; w3 {length of the message, STag}. Answer: w0 {epoch of the one that answers, 0,
	// status, kind, its number}; w1 {0, the last two of the request}; w2 of an atomic operation the value before. Data: w0 {epoch of the one that
	// answers, 0, bytes, 0, 0, last, 0, READ_DATA, its number}; w1 {offset, the last two of the request}.
	wire answer_turn = kind_q == ANSWER;
	wire cell_turn = answer_turn || kind_q == REQUEST;
	wire came = state_q == CELL && (answer_turn ? s_ans_valid : s_req_valid);
	wire [63:0] cell_data = answer_turn ? s_ans_data : s_req_data;
	wire cell_last = answer_turn ? s_ans_last : s_req_last;
	wire [9:0] source = head_q[31:22];
	wire [2:0] source_page = head_q[34:32];
	wire [15:0] source_qp = w0_q[15:0];
	wire hello = w0_q[20];
	wire is_last = w0_q[21];
	wire [6:0] cell_bytes = w0_q[30:24];
	wire [31:0] cell_epoch = w0_q[63:32];                    // of a datagram Q_Key
	wire [3:0] cell_op;
	wire [31:0] tag, cell_offset, total, target_stag;
	wire [63:0] target;
	wire [15:0] cell_msn = tag[15:0];
	wire [4:0] pay_n = cell_n_q - 5'd5;
	wire malformed = cell_n_q < 5'd5 || !s_on[page_q] || (!answer_turn && {1'b0, cell_bytes} > {pay_n, 3'd0});
	wire from_peer = open && is_rc && source == peer_node && source_page == peer_page && source_qp == peer_qp;

	always @(posedge clk)
		if (came)
			case (n_q)
			5'd0: head_q <= cell_data;
			5'd1: w0_q <= cell_data;
			default: ;
			endcase
	always @(posedge clk)
		if (came)
			cell_n_q <= n_q + 5'd1;

	wire [63:0] record;
	wire [6:0] part;
	wire part_last;
	rdma_serve #(.SEGMENT(SEGMENT)) serve (.clk(clk), .s_came(came), .s_came_n(n_q), .s_came_data(cell_data), .s_load(state_q == READ_3 && kind_q == SERVE), .s_n(n_q[2:0]),
		.s_data(s_data), .m_data(record), .s_epoch(own_q), .s_advance(state_q == SERVED && asked_read), .s_value(atomic_done && atomic_ok), .s_value_data(atomic_old), .m_op(cell_op), .m_tag(tag), .m_offset(cell_offset),
		.m_address(target), .m_length(total), .m_stag(target_stag), .m_arg(target_arg), .m_cmp(target_cmp), .m_done(carried_out), .m_bytes(part), .m_last(part_last));
	wire asked_read = cell_op == `RDMA_WORK_OP_READ;
	wire asked_atomic = cell_op == `RDMA_WORK_OP_FETCH_ADD || cell_op == `RDMA_WORK_OP_COMPARE_SWAP;
	wire later = asked_read || asked_atomic;                 // it is answered in another turn
	wire [63:0] target_arg, target_cmp;
	wire carried_out;
	wire nothing = part == 7'd0 || !later;                   // of the record is to be answered

	integer i;
	always @(posedge clk)
		if (begins) begin
			kind_q <= pick[3] ? AGAIN : pick[2] ? ANSWER : pick[1] ? REQUEST : SEND;
			for (i = 0; i < 8; i = i + 1)
				if (pick[3] ? wait_pick[i] : page_pick[i])
					page_q <= i[2:0];
		end else if (came && n_q == 5'd0)
			page_q <= cell_data[18:16];                          // of the tag
		else if (state_q == TOTAL && !answer_turn && cell_op == READ_DATA)
			kind_q <= DATA;
		else if (state_q == DECIDE && serves)
			kind_q <= SERVE;
		else if (state_q == DECIDE && brings)
			kind_q <= DATA;

	// A queue pair that has both to do is at one of them by chance. The register repeats after
	// 2^31 - 1 clocks, a prime: where turns follow each other by the same number of clocks, but
	// a multiple of that, one of the two has 31 in series at most.
	reg [30:0] lot_q;
	always @(posedge clk)
		lot_q <= rst ? 31'd1 : {lot_q[29:0], lot_q[30] ^ lot_q[27]};

	always @(posedge clk)
		if (state_q == TAKE)
			number_q <= s_ask_piece[15:0];
		else if (came && n_q == 5'd0)
			number_q <= cell_data[63:48];

	// ---- The work request ----------------------------------------------------------------------------
	wire [63:0] work_word, there, arg, cmp, entry;
	wire [31:0] immediate, stag, receiver, entry_stag, entry_len, skip, region;
	wire [33:0] sum;
	wire [3:0] op;
	wire fetched, unread, two, list, inlines, imm, signalled, solicited, nop, binds, here, half_list, sound, misfit, no_entries, empty, last_entry;
	rdma_work request (.clk(clk), .s_clear(state_q == ROOMS || state_q == DECIDE), .s_fetch(state_q == FETCH), .s_second(state_q == FETCHED), .s_n(n_q[3:0]),
		.s_word_valid(s_word_valid), .s_word_data(s_word_data), .s_mem_done(s_mem_done), .s_mem_error(s_mem_error), .m_came(fetched), .m_unread(unread),
		.m_two(two), .s_judge(state_q == JUDGE), .s_is_rc(is_rc), .s_alone(avail < 16'd2), .m_op(op), .m_list(list), .m_inlines(inlines), .m_imm(imm),
		.m_signalled(signalled), .m_solicited(solicited), .m_immediate(immediate), .m_remote(there), .m_stag(stag), .m_receiver(receiver), .m_arg(arg), .m_cmp(cmp), .m_nop(nop),
		.m_binds(binds), .m_here(here), .m_half_list(half_list), .m_sound(sound), .m_misfit(misfit), .s_entry_1(state_q == ENTRY_1),
		.s_entry_2(state_q == ENTRY_2), .s_first(state_q == JUDGE || state_q == SUMMED || (own_ends && last_entry)), .s_next(state_q == SUM || own_ends || skips),
		.s_sum(state_q == SUM), .s_cut(state_q == CUT), .s_offset(offset), .s_skips(skips), .s_moved(state_q == MOVE && move_done), .s_piece(piece_q),
		.m_no_entries(no_entries), .m_empty(empty), .m_last_entry(last_entry), .m_entry(entry), .m_entry_stag(entry_stag), .m_entry_len(entry_len),
		.m_skip(skip), .m_sum(sum), .m_region(region), .s_inline(state_q == INLINE), .s_operands(asks_atomic), .m_word(work_word));
	reg [6:0] seg_q, pos_q;          // bytes of the segment, and of those that are here
	wire [63:0] ones = 64'hffffffffffffffff;
	wire asks_read = d_q[3:0] == `RDMA_WORK_OP_READ;         // of the request that was begun
	wire asks_atomic = d_q[3:0] == `RDMA_WORK_OP_FETCH_ADD || d_q[3:0] == `RDMA_WORK_OP_COMPARE_SWAP;
	wire asks = asks_read || asks_atomic;
	wire messages = d_q[3:0] == `RDMA_WORK_OP_SEND || d_q[3:0] == `RDMA_WORK_OP_SEND_INVALIDATE;
	wire notifies = d_q[6] && d_q[3:0] == `RDMA_WORK_OP_WRITE;
	wire other_op = begun && {imm, op} != {d_q[6], d_q[3:0]};        // the page has changed it
	wire senseless = half_list || !sound || other_op;

	wire [31:0] left_of_entry = entry_len - skip;
	wire [6:0] seg_left = seg_q - pos_q;
	wire [31:0] wanted = left_of_entry < {25'd0, seg_left} ? left_of_entry : {25'd0, seg_left};
	wire [31:0] behind = length - offset;
	wire [6:0] next_seg = behind < {25'd0, SEGMENT} ? behind[6:0] : SEGMENT;
	wire ends_message = offset + {25'd0, seg_q} == length && !(notifies && seg_q != 0);
	wire own_ends = state_q == OWN && (entry_len == 0 || (s_ask_done && ask_ok));
	wire skips = state_q == GATHER && seg_left != 0 && skip >= entry_len;

	always @(posedge clk)
		case (state_q)
		JUDGE:   phase_q <= P_SUM;
		CUT:     phase_q <= offset == 0 && kind_q == SEND ? P_OWN : P_GATHER;
		OWN:     phase_q <= own_ends && last_entry ? P_GATHER : phase_q;
		default: phase_q <= phase_q;
		endcase

	reg [63:0] bus_q;
	reg [6:0] piece_q;
	always @(posedge clk)
		if (s_ask_done) begin
			bus_q <= s_ask_bus;
			piece_q <= s_ask_piece[6:0];
		end

	always @(posedge clk)
		if (state_q == CUT || state_q == DECIDE)
			pos_q <= 7'd0;
		else if ((state_q == MOVE || state_q == PLACE) && move_done)
			pos_q <= pos_q + piece_q;

	always @(posedge clk)
		case (state_q)
		DECIDE:  seg_q <= brings ? length[6:0] : cell_bytes;
		PART:    seg_q <= part;
		CUT:     seg_q <= kind_q != SEND ? seg_q : asks || !knows ? 7'd0 : next_seg;
		INLINE:  seg_q <= asks_atomic ? 7'd16 : seg_q;           // the operands
		LOOK,
		MOVE:    seg_q <= breaks ? 7'd0 : seg_q;
		default: seg_q <= seg_q;
		endcase

	// ---- The end of a request ------------------------------------------------------------------------
	reg [3:0] status_q;              // enum DONE_STATUS
	wire ask_ok = s_ask_status == 4'd0;
	wire adds = status_q != `RDMA_DONE_STATUS_OK || ctl_q[`RDMA_QP_ATTR_CTL_SIGNAL_ALL_LSB] || d_q[4];
	wire flushes = state == `RDMA_QP_STATE_ERR;
	wire active = state == `RDMA_QP_STATE_RTS || state == `RDMA_QP_STATE_SQD;
	wire receives = state == `RDMA_QP_STATE_RTR || active;
	wire fails = status_q != `RDMA_DONE_STATUS_OK && status_q != `RDMA_DONE_STATUS_FLUSH;
	wire [33:0] most = is_rc ? 34'd0 | `RDMA_MESSAGE_MAX : 34'd0 | `RDMA_DATAGRAM_MAX;
	wire too_long = sum > most;
	wire changed = {2'd0, offset} > sum || (kind_q == DATA && sum != {2'd0, length}) || (asks_atomic && offset != 0);
	wire beyond_ring = peer_node > cfg_last;
	wire nowhere = is_rc && beyond_ring;                     // the page has written into its context
	wire [5:0] emits = !is_rc && beyond_ring ? SENT : EMIT;  // a datagram to there is dropped
	// A datagram whose memory fails: its receiver is told, as it may have a request already.
	wire breaks = !is_rc && ((state_q == LOOK && s_ask_done && !ask_ok) || (state_q == MOVE && move_done && move_error));

	// ---- The next step of a queue pair -----------------------------------------------------------------
	wire late = waits && e_q[8] && passed;
	wire send_idle = !open || !(flushes || active)
		|| (!ended && (avail == 0 || (!flushes && ((waits && !late) || (state == `RDMA_QP_STATE_SQD && !begun)))));
	wire unreceived = open && flushes && !unposted;          // a receive request is to be flushed
	wire serving = ctl_q[SERVES] && receives && is_rc;
	wire drained = state == `RDMA_QP_STATE_SQD && !begun && !ended;
	wire tells_end = open && !ctl_q[TOLD] && (drained || (flushes && shared));
	wire waits_on = open && active && waits && !ended && e_q[8] && !passed;
	wire resends = kind_q == SEND && !ended && !flushes && late;
	wire paused = e_q[9];                                    // by RNR
	wire given_up = resends && !paused && e_q[2:0] == sizes_q[`RDMA_QP_ATTR_SIZES_RETRY_R];
	// The first segment with the epoch of this queue pair binds it to the sender. HELLO binds nothing, as it may be late. A sender sends none
	// behind its first segment, so that of a queue pair that is bound comes of another connection, also if the card was reset and its epochs
	// are those of before; so does a message but the first if it is not bound.
	wire bound = a_q[48];
	wire stale = hello ? bound : cell_epoch != own_q || (bound ? a_q[47:32] != tag[31:16] : cell_msn != 0);
	wire [15:0] ahead = cell_msn - a_q[15:0];
	wire repeated = ahead == 16'hffff;
	wire expected = ahead == 0 && (cell_offset == 0 || cell_offset == offset);
	wire beyond = asked_read && total != 0 && cell_offset >= total;
	wire misshapen = asked_atomic && (cell_offset != 0 || (total != 32'd4 && total != 32'd8));
	wire drops = !from_peer || !receives || (!stale && !hello && ((!expected && !(repeated && is_last)) || beyond || misshapen));
	wire again = repeated && !asked_read;                    // answered as before
	wire closes = cell_op == `RDMA_WORK_OP_SEND_INVALIDATE;  // a window
	wire aborts = kind_q == REQUEST && cell_op == ABORT;
	wire datagram = (kind_q == REQUEST && cell_op == DATAGRAM) || aborts;
	wire welcome = open && !is_rc && receives && peer_q[`RDMA_QP_ATTR_PEER_QKEY_R] == cell_epoch;
	wire message = cell_op == `RDMA_WORK_OP_SEND || closes || cell_op == DATAGRAM;
	wire takes = message || cell_op == NOTICE;               // a receive request
	wire known = later || takes || cell_op == `RDMA_WORK_OP_WRITE;
	wire no_right = !known || (total != 0 && !message && !ctl_q[asked_read ? `RDMA_QP_ATTR_CTL_READ_LSB : asked_atomic ? `RDMA_QP_ATTR_CTL_ATOMIC_LSB
		: `RDMA_QP_ATTR_CTL_WRITE_LSB]);
	wire [2:0] low_bits = target[2:0] | s_ask_bus[2:0];
	wire unaligned = asked_atomic && (total[2] ? low_bits[1:0] != 0 : low_bits != 0);
	wire starts = later && total != 0 && !fails;             // it is answered from now on
	wire serves = kind_q == SEND && serving && !tells_end && (send_idle || lot_q[0]);
	wire [2:0] answer = w0_q[18:16];
	wire knows = a_q[63:32] != 0 || !is_rc;                  // the epoch of the peer
	wire mine = from_peer && active && begun && !ended && cell_msn == a_q[15:0] && tag[31:16] == own_q[15:0];
	wire current = mine && waits && knows && a_q[63:32] == cell_epoch;
	wire answered = answer == ACK ? current && (!asks_read || length == 0) : mine && (answer == WELCOME ? !knows && cell_epoch != 0
		: answer == RNR ? knows && a_q[63:32] == cell_epoch && (messages || notifies) && !paused && cell_offset <= offset
		: answer == NAK || answer == STALE);
	wire [2:0] rnr_retry = sizes_q[`RDMA_QP_ATTR_SIZES_RNR_RETRY_R];
	wire counted = {29'd0, rnr_retry} != `RDMA_RETRY_EVER;
	wire unready = kind_q == ANSWER && answered && answer == RNR && !(counted && e_q[5:3] >= rnr_retry);        // the peer: it is asked later
	wire brings = kind_q == ANSWER && answered && answer == ACK && asks_atomic;      // the value before
	wire fed = current && asks_read && cell_offset == offset && cell_bytes != 0 && {25'd0, cell_bytes} <= behind;
	wire [3:0] remote = s_ask_status == `RDMA_DONE_STATUS_MEMORY ? `RDMA_DONE_STATUS_REMOTE_ERROR : `RDMA_DONE_STATUS_REMOTE_ACCESS;
	wire [3:0] told = w0_q[23:20];
	wire [3:0] refusal = told == `RDMA_DONE_STATUS_OK || told == `RDMA_DONE_STATUS_FLUSH ? `RDMA_DONE_STATUS_REMOTE_ERROR : told;
	reg stale_q, hello_q, rnr_q;     // hello_q: HELLO is sent, or answered; rnr_q: there is no receive request, or no room for its end
	reg took_q, drew_q;              // a receive request has ended; was taken from the shared queue
	wire received = state_q == RECEIVE && recv_done;
	always @(posedge clk)
		if (state_q == DECIDE)
			stale_q <= kind_q == REQUEST && stale;
	always @(posedge clk)
		if (state_q == DECIDE)
			hello_q <= kind_q == REQUEST && hello;
		else if (state_q == CUT)
			hello_q <= !knows;
	always @(posedge clk)
		if (state_q == DECIDE)
			rnr_q <= kind_q == REQUEST && takes && !again && !no_right && unposted && !shared;
		else if (received)
			rnr_q <= recv_full;
	always @(posedge clk)
		if (state_q == DECIDE)
			{took_q, drew_q} <= 2'b00;
		else if (received)
			{took_q, drew_q} <= {recv_ended, recv_drew};

	always @(posedge clk)
		case (state_q)
		DECIDE:  status_q <= given_up ? `RDMA_DONE_STATUS_RETRY : kind_q == SEND ? a_q[23:20] : kind_q == ANSWER ? answer == ACK ? `RDMA_DONE_STATUS_OK
				: answer == NAK ? refusal : answer == RNR ? `RDMA_DONE_STATUS_RNR_RETRY : `RDMA_DONE_STATUS_RETRY
			: again ? a_q[23:20] : !known ? `RDMA_DONE_STATUS_REMOTE_REQUEST
			: no_right ? `RDMA_DONE_STATUS_REMOTE_ACCESS : `RDMA_DONE_STATUS_OK;
		JUDGE:   status_q <= flushes ? `RDMA_DONE_STATUS_FLUSH : senseless ? `RDMA_DONE_STATUS_REQUEST : `RDMA_DONE_STATUS_OK;
		SUMMED:  status_q <= misfit ? `RDMA_DONE_STATUS_REQUEST : too_long ? `RDMA_DONE_STATUS_LENGTH : changed && !here ? `RDMA_DONE_STATUS_REQUEST
			: nowhere && !here ? `RDMA_DONE_STATUS_RETRY : `RDMA_DONE_STATUS_OK;
		BINDS,
		OWN,
		LOOK:    status_q <= s_ask_done && !ask_ok ? s_ask_status : status_q;
		GATHER:  status_q <= skips && last_entry ? `RDMA_DONE_STATUS_REQUEST : status_q;
		MOVE:    status_q <= move_done && move_error ? `RDMA_DONE_STATUS_MEMORY : status_q;
		READ_3:  status_q <= kind_q == SEND ? status_q : `RDMA_DONE_STATUS_OK;
		TARGET:  status_q <= !s_ask_done ? status_q : !ask_ok ? remote : unaligned ? `RDMA_DONE_STATUS_REMOTE_REQUEST : status_q;
		PIECE:   status_q <= !s_ask_done ? status_q : !ask_ok ? remote : unaligned || misshapen ? `RDMA_DONE_STATUS_REMOTE_REQUEST : status_q;
		ATOMIC:  status_q <= atomic_done && atomic_error ? `RDMA_DONE_STATUS_REMOTE_ERROR : status_q;
		PLACE:   status_q <= move_done && move_error ? `RDMA_DONE_STATUS_REMOTE_ERROR : status_q;
		RECEIVE: status_q <= !received || kind_q == SEND || recv_status == `RDMA_DONE_STATUS_OK || aborts ? status_q
			: recv_status == `RDMA_DONE_STATUS_LENGTH ? `RDMA_DONE_STATUS_REMOTE_REQUEST : recv_status == `RDMA_DONE_STATUS_BIND ? `RDMA_DONE_STATUS_REMOTE_ACCESS
			: `RDMA_DONE_STATUS_REMOTE_ERROR;
		default: status_q <= status_q;
		endcase

	// ---- The machine ---------------------------------------------------------------------------------
	wire lost = s_beyond || s_fail;
	wire move_done, move_error, push;
	wire emitted = push && m_cell_last;
	wire done_request = !rnr_q && (is_last || status_q != `RDMA_DONE_STATUS_OK);        // it is answered
	wire by_peer = kind_q == REQUEST || kind_q == SERVE;
	wire [5:0] placed = kind_q == SERVE ? EMIT : TAKEN;      // behind the last piece
	wire [5:0] kept = kind_q == REQUEST && !starts && !datagram ? EMIT : DONE;     // behind KEEPS

	localparam [2:0] NO_EVENT = 0, QP_ERROR = 2, SQ_DRAINED = 3, LAST_RECEIVE = 5;   // of enum EVENT_KIND
	reg [2:0] event_q;               // to be raised
	always @(posedge clk)
		case (state_q)
		IDLE:    event_q <= NO_EVENT;
		ENDED:   event_q <= fails && receives ? QP_ERROR : event_q;
		TAKEN,
		SERVED:  event_q <= fails ? QP_ERROR : event_q;
		TELLS:   event_q <= drained ? SQ_DRAINED : LAST_RECEIVE;
		default: event_q <= event_q;
		endcase

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= begins ? TURN : IDLE;
			TURN:    state_q <= !s_turn ? TURN : cell_turn ? CELL : kind_q == SEND ? s_todo[page_q] ? TAKE : DONE : s_waits[page_q] ? TAKE : DONE;
			CELL:    state_q <= came && cell_last ? TOTAL : CELL;
			TOTAL:   state_q <= malformed ? DONE : HOLD_0;
			TAKE:    state_q <= !s_ask_done ? TAKE : ask_ok ? HOLD_0 : DONE;
			HOLD_0:  state_q <= lost ? DONE : s_held ? READ_0 : HOLD_0;
			READ_0:  state_q <= n_q != 5'd7 ? READ_0 : !datagram ? HOLD_1 : welcome ? HOLD_3 : DONE;
			HOLD_1:  state_q <= lost ? DONE : s_held ? READ_1 : HOLD_1;
			READ_1:  state_q <= n_q == 5'd6 ? DECIDE : READ_1;
			DECIDE:
				if (kind_q == SEND)
					state_q <= serves ? HOLD_3 : unreceived ? is_rc ? RECEIVE : HOLD_3 : tells_end ? TELLS : send_idle ? waits_on ? KEEPS : DONE : ended ? ADDS : given_up ? COMPLETE : ROOMS;
				else if (kind_q == AGAIN)
					state_q <= send_idle && !unreceived && !waits_on ? DONE : KEEPS;
				else if (kind_q == ANSWER)
					state_q <= !answered ? DONE : answer == WELCOME || unready ? SAVE_1 : brings ? FETCH : COMPLETE;
				else if (kind_q == DATA)
					state_q <= fed ? FETCH : DONE;
				else
					state_q <= drops ? DONE : stale || hello ? EMIT : again ? asked_atomic ? WAKES : EMIT : no_right ? TAKEN
						: takes ? unposted && !shared ? TAKEN : RECEIVE : total == 0 ? TAKEN : cell_offset == 0 || later ? TARGET : PIECE;
			// a segment is sent
			ROOMS:   state_q <= !s_ask_done ? ROOMS : s_ask_status == 4'd0 ? FETCH : s_ask_status == 4'd1 || serving ? KEEPS : DONE;
			FETCH:   state_q <= s_mem_done ? FETCHED : FETCH;
			FETCHED: state_q <= list && !half_list && !two ? FETCH : JUDGE;
			JUDGE:   state_q <= flushes || senseless ? COMPLETE : no_entries ? SUMMED : ENTRY;
			ENTRY:   state_q <= ENTRY_1;
			ENTRY_1: state_q <= ENTRY_2;
			ENTRY_2: state_q <= phase_q == P_SUM ? SUM : phase_q == P_OWN ? OWN : GATHER;
			SUM:     state_q <= last_entry ? SUMMED : ENTRY;
			SUMMED:  state_q <= too_long || misfit || nop ? COMPLETE : here ? BINDS : changed || nowhere ? COMPLETE : CUT;
			BINDS:   state_q <= s_ask_done ? COMPLETE : BINDS;
			CUT:     state_q <= !knows ? EMIT : inlines ? INLINE : empty ? emits : ENTRY;
			OWN:     state_q <= own_ends ? ENTRY : s_ask_done ? COMPLETE : OWN;
			GATHER:  state_q <= seg_left == 0 ? kind_q == DATA ? SENT : asks_atomic ? INLINE : emits : !skips ? LOOK : last_entry ? COMPLETE : ENTRY;
			LOOK:    state_q <= !s_ask_done ? LOOK : ask_ok ? MOVE : breaks ? emits : COMPLETE;
			MOVE:    state_q <= !move_done ? MOVE : !move_error ? GATHER : breaks ? emits : COMPLETE;
			INLINE:  state_q <= n_q == 5'd12 ? emits : INLINE;
			EMIT:    state_q <= !emitted ? EMIT : kind_q == SEND ? SENT : kind_q == SERVE ? SERVED : DONE;
			SENT:    state_q <= (kind_q == DATA || !is_rc) && (ends_message || fails) ? COMPLETE : SAVE_1;
			// a request ends
			COMPLETE: state_q <= adds ? ADDS : ENDED;
			ADDS:    state_q <= !s_ask_done ? ADDS : s_ask_status == 4'd1 ? FULL : ENDED;
			FULL:    state_q <= SAVE_1;
			ENDED:   state_q <= SAVE_0;
			// contexts are written
			SAVE_0:  state_q <= lost ? DONE : s_held ? WRITE_0 : SAVE_0;
			WRITE_0: state_q <= n_q != 5'd2 ? WRITE_0 : by_peer ? fails || !(took_q || drew_q) ? KEEPS : took_q && !datagram ? EMIT : DONE : took_q || event_q > QP_ERROR ? KEEPS : SAVE_1;
			SAVE_1:  state_q <= lost ? DONE : s_held ? WRITE_1 : SAVE_1;
			WRITE_1: state_q <= n_q != 5'd6 ? WRITE_1 : kind_q != REQUEST ? waits && !ended && !later_q && !serving ? DONE : KEEPS
				: fails || took_q || drew_q ? SAVE_0 : starts ? SAVE_3 : done_request || rnr_q ? EMIT : DONE;
			SAVE_3:  state_q <= lost ? DONE : s_held ? WRITE_3 : SAVE_3;
			WRITE_3: state_q <= n_q != 5'd7 ? WRITE_3 : datagram && !took_q && !fails ? DONE : kind_q != SERVE || !ctl_q[SERVES] ? SAVE_0 : KEEPS;
			KEEPS:   state_q <= !s_ask_done || (later_q && serving) ? KEEPS : event_q != 0 ? EVENTS : kept;
			EVENTS:  state_q <= s_ask_done ? kept : EVENTS;
			TELLS:   state_q <= SAVE_0;
			// a request of the peer is answered
			HOLD_3:  state_q <= lost ? DONE : s_held ? READ_3 : HOLD_3;
			READ_3:  state_q <= n_q != 5'd7 ? READ_3 : kind_q == SERVE ? PART : CLAIM;
			PART:    state_q <= nothing ? SAVE_0 : carried_out ? EMIT : PIECE;
			ATOMIC:  state_q <= !atomic_done ? ATOMIC : atomic_late ? KEEPS : EMIT;
			SERVED:  state_q <= SAVE_3;
			// a segment that came
			WAKES:   state_q <= SAVE_0;
			TARGET:  state_q <= !s_ask_done ? TARGET : ask_ok && !later ? PIECE : TAKEN;
			PIECE:   state_q <= pos_q == seg_q || (s_ask_done && (!ask_ok || unaligned || misshapen)) ? placed : s_ask_done ? asked_atomic ? ATOMIC : PLACE : PIECE;
			PLACE:   state_q <= !move_done ? PLACE : move_error ? placed : PIECE;
			TAKEN:   state_q <= datagram ? SAVE_3 : SAVE_1;
			CLAIM:   state_q <= !claim_done ? CLAIM : claim_takes ? RECEIVE : DONE;
			RECEIVE: state_q <= !recv_done ? RECEIVE : kind_q == REQUEST ? TAKEN : recv_ended ? is_rc ? SAVE_0 : SAVE_3 : send_idle ? recv_full ? KEEPS : DONE : ended ? ADDS : ROOMS;
			default: state_q <= IDLE;
		endcase

	// Counts the words that have moved.
	always @(posedge clk)
		case (state_q)
		CELL:    n_q <= n_q + {4'd0, came};
		FETCH:   n_q <= n_q + {4'd0, s_word_valid};
		EMIT:    n_q <= emitted ? 5'd0 : n_q + {4'd0, push};
		READ_0,
		READ_3,
		WRITE_3: n_q <= n_q == 5'd7 ? 5'd0 : n_q + 5'd1;
		READ_1,
		WRITE_1: n_q <= n_q == 5'd6 ? 5'd0 : n_q + 5'd1;
		WRITE_0: n_q <= n_q == 5'd2 ? 5'd0 : n_q + 5'd1;
		INLINE:  n_q <= n_q == 5'd12 ? 5'd0 : n_q + 5'd1;
		default: n_q <= 5'd0;
		endcase

	// ---- The context -----------------------------------------------------------------------------------
	wire other = s_data[31:0] != own_q;                      // READ_1: line of a connection before
	wire [15:0] places = {14'd0, d_q[5], !d_q[5]};

	always @(posedge clk)
		if (state_q == READ_0)
			case (n_q)
			5'd1: ctl_q <= s_data;
			5'd2: send_q <= s_data[63:6];
			5'd3: recv_q <= s_data[63:6];
			5'd4: sizes_q <= s_data;
			5'd5: peer_q <= s_data;
			5'd6: index_q <= s_data;
			5'd7: own_q <= s_data[31:0];
			default: ;
			endcase
		else if (state_q == ENDED) begin
			index_q[31:16] <= cons + places;
			if (fails && (receives))
				ctl_q[`RDMA_QP_ATTR_CTL_STATE_R] <= `RDMA_QP_STATE_ERR;
		end else if (received)
			index_q[63:32] <= {recv_cons + {15'd0, recv_ended && is_rc}, index_q[47:32] + {15'd0, recv_drew}};
		else if (state_q == WRITE_3 && n_q == 5'd7 && !is_rc)
			index_q[63:48] <= claim_cons;
		else if (state_q == TAKEN || state_q == SERVED) begin
			if (fails)
				{ctl_q[TOLD], ctl_q[`RDMA_QP_ATTR_CTL_STATE_R]} <= {1'b0, `RDMA_QP_STATE_ERR};
			ctl_q[SERVES] <= kind_q == SERVE ? !fails && asked_read && !part_last : ctl_q[SERVES] || starts;
		end else if (state_q == TELLS)
			ctl_q[TOLD] <= 1'b1;
		else if (state_q == WAKES || (state_q == PART && nothing))
			ctl_q[SERVES] <= state_q == WAKES;

	always @(posedge clk)
		case (state_q)
		READ_1:  a_q <= n_q == 5'd1 ? s_data : n_q == 5'd6 && other ? 64'd0 : a_q;
		DECIDE:  a_q <= kind_q == ANSWER && answered && answer == WELCOME ? {cell_epoch, a_q[31:18], 1'b0, a_q[16:0]}
			: resends || unready ? {a_q[63:18], unready, a_q[16:0]} : a_q;
		SENT:    a_q <= {a_q[63:18], is_rc && (hello_q || ends_message || asks), 1'b1, a_q[15:0]};
		FULL:    a_q <= {a_q[63:24], status_q, 1'b0, 1'b1, a_q[17:0]};
		ENDED:   a_q <= {a_q[63:24], 8'd0, a_q[15:0] + {15'd0, begun}};
		TAKEN:   a_q <= {15'd0, 1'b1, tag[31:16], 8'd0, status_q, 4'd0, a_q[15:0] + {15'd0, done_request && !repeated}};
		default: a_q <= a_q;
		endcase

	always @(posedge clk)
		case (state_q)
		READ_1:  b_q <= n_q == 5'd2 ? s_data : n_q == 5'd6 && other ? 64'd0 : b_q;
		DECIDE:  b_q <= resends && !asks_read && !paused ? {32'd0, length} : unready ? {cell_offset, length} : b_q; // the data of a READ that have come stay
		SUMMED:  b_q <= {offset, binds ? 32'd0 : sum[31:0]};
		SENT:    b_q <= {kind_q == SEND && asks ? offset : offset + {25'd0, seg_q}, length};
		ENDED:   b_q <= 64'd0;
		TAKEN:   b_q <= {done_request ? 32'd0 : cell_offset + (rnr_q ? 32'd0 : {25'd0, cell_bytes}), 32'd0};
		default: b_q <= b_q;
		endcase

	always @(posedge clk)
		case (state_q)
		READ_1:  c_q <= n_q == 5'd3 ? s_data : c_q;
		FETCH:   c_q <= unread ? ones : fetched && !two && n_q[2:0] == 3'd1 ? s_word_data : c_q;
		default: c_q <= c_q;
		endcase

	always @(posedge clk)
		case (state_q)
		READ_1:  d_q <= n_q == 5'd4 ? s_data[6:0] : d_q;
		JUDGE:   d_q <= {imm, list && !half_list, signalled, op};
		default: d_q <= d_q;
		endcase

	wire timed = sizes_q[`RDMA_QP_ATTR_SIZES_TIMEOUT_R] != 0;
	wire [47:0] deadline;
	always @(posedge clk)
		case (state_q)
		READ_1:  e_q <= n_q == 5'd5 ? s_data : n_q == 5'd6 && other ? 64'd0 : e_q;
		DECIDE:  e_q <= unready ? {deadline, 6'd0, 2'b11, 2'd0, e_q[5:3] + {2'd0, counted}, 3'd0} : kind_q == ANSWER || kind_q == DATA ? 64'd0
			: resends && !given_up ? {e_q[63:10], 2'b00, e_q[7:3], e_q[2:0] + {2'd0, !paused}} : e_q;
		SENT:    e_q <= {deadline, 7'd0, timed, e_q[7:0]};
		ENDED:   e_q <= 64'd0;
		default: e_q <= e_q;
		endcase

	// The queue pair is to be looked at later: it waits for an answer or for room.
	reg later_q;
	always @(posedge clk)
		case (state_q)
		IDLE:    later_q <= 1'b0;
		DECIDE:  later_q <= unready || (waits_on && (kind_q == AGAIN || (kind_q == SEND && !serves))); // its data came behind the look
		RECEIVE: later_q <= kind_q == SEND && recv_full;
		ROOMS:   later_q <= s_ask_done && s_ask_status == 4'd1;
		SENT:    later_q <= timed && kind_q == SEND && is_rc && (hello_q || ends_message || asks);
		KEEPS:   later_q <= later_q && !s_ask_done;          // one that serves has something to do as well
		FULL:    later_q <= 1'b1;
		default: later_q <= later_q;
		endcase

	rdma_timer timer (.clk(clk), .rst(rst), .s_lg(answer_turn ? w0_q[28:24] : sizes_q[`RDMA_QP_ATTR_SIZES_TIMEOUT_R]), .s_brief(answer_turn), .m_deadline(deadline),
		.s_deadline(e_q[63:16]), .m_passed(passed), .m_look(look), .s_look((begins && pick[3]) || (kind_q == AGAIN && state_q != IDLE)));

	reg [63:0] put;
	reg [2:0] put_word;
	always @(*)
		case (n_q[2:0])
		3'd0:    {put_word, put} = {3'd0, a_q};
		3'd1:    {put_word, put} = {3'd1, b_q};
		3'd2:    {put_word, put} = {3'd2, c_q};
		3'd3:    {put_word, put} = {3'd3, 57'd0, d_q};
		3'd4:    {put_word, put} = {3'd4, e_q};
		default: {put_word, put} = {3'd7, 32'd0, own_q};
		endcase
	wire at_0 = state_q == HOLD_0 || state_q == READ_0 || state_q == SAVE_0 || state_q == WRITE_0;
	wire at_1 = state_q == HOLD_1 || state_q == READ_1 || state_q == SAVE_1 || state_q == WRITE_1;
	wire at_3 = state_q == HOLD_3 || state_q == READ_3 || state_q == SAVE_3 || state_q == WRITE_3;

	assign m_hold = at_0 || at_1 || at_3;
	assign m_hold_number = number_q;
	assign m_hold_line = at_0 ? 2'd0 : at_3 ? 2'd3 : kind_q == REQUEST ? 2'd2 : 2'd1;
	assign m_release = ((state_q == READ_0 || state_q == READ_3 || state_q == WRITE_3) && n_q == 5'd7) || ((state_q == READ_1 || state_q == WRITE_1) && n_q == 5'd6)
		|| (state_q == WRITE_0 && n_q == 5'd2);
	assign m_word = state_q == READ_0 || at_3 ? n_q[2:0] : state_q == WRITE_0 ? n_q == 5'd0 ? 3'd5 : 3'd0 : put_word;
	assign m_write = (state_q == WRITE_0 && n_q != 5'd2) || (state_q == WRITE_1 && n_q != 5'd6)
		|| (state_q == WRITE_3 && n_q != 5'd7);
	assign m_data = at_3 ? is_rc ? record : claim_record : state_q == WRITE_0 ? n_q == 5'd0 ? index_q : ctl_q : put;

	// ---- Requests to rdma --------------------------------------------------------------------------------
	// Of a message: w2 has {immediate data, or STag of the window that it closes, 30 bits, solicited, with IMM}.
	wire receiving = state_q == RECEIVE;
	wire by_message = receiving && kind_q == REQUEST;
	wire [3:0] done_op = !by_message || datagram ? `RDMA_WORK_OP_SEND : message ? cell_op : `RDMA_WORK_OP_WRITE;
	wire closed = by_message && closes && recv_status == `RDMA_DONE_STATUS_OK;
	wire closing = receiving && recv_what == UNBIND;
	wire [63:0] what = receiving ? {32'd0, number_q, by_message && target[1], closed, by_message && target[0], 1'b1, recv_status, 4'd0, done_op}
		: {32'd0, number_q, 4'd0, status_q, 4'd0, d_q[3:0]};
	wire [63:0] sender = by_message && datagram ? {35'd0, source_page, source, source_qp} : 64'd0;
	wire [63:0] payload = !receiving ? {32'd0, status_q == `RDMA_DONE_STATUS_OK ? length : 32'd0} : !by_message ? 64'd0
		: {target[63:32], recv_status == `RDMA_DONE_STATUS_OK ? total : 32'd0};
	assign m_drops = (state_q == CLAIM && claim_done && !claim_takes && claim_first) || (state_q == TAKEN && datagram && rnr_q);
	assign m_refuses = (state_q == TAKEN || state_q == SERVED) && fails;
	assign m_turn = state_q != IDLE && state_q != DONE;
	wire binding = state_q == BINDS;
	assign m_ask_valid = state_q == TAKE || binding || state_q == EVENTS || state_q == ROOMS || (state_q == OWN && entry_len != 0) || state_q == LOOK || state_q == ADDS
		|| state_q == KEEPS || state_q == TARGET || (state_q == PIECE && pos_q != seg_q) || (receiving && recv_ask);
	assign m_ask_what = receiving ? recv_what : state_q == TAKE ? kind_q == AGAIN ? LATER : NEXT : state_q == ROOMS ? ROOM : state_q == ADDS ? ADD
		: state_q == KEEPS ? later_q ? WAIT : KEEP : binding ? binds ? BIND : UNBIND : state_q == EVENTS ? EVENT : ACCESS;
	assign m_ask_page = page_q;
	assign m_ask_number = state_q == KEEPS || state_q == EVENTS ? number_q : receiving ? recv_what == DRAW ? sizes_q[`RDMA_QP_ATTR_SIZES_SRQ_R] : ctl_q[`RDMA_QP_ATTR_CTL_RECV_CQ_R] : ctl_q[`RDMA_QP_ATTR_CTL_SEND_CQ_R];
	assign m_ask_words = {binding ? {cmp, arg} : {what, sender}, payload, receiving ? recv_cookie : c_q};
	assign m_ask_stag = binding ? binds ? stag : immediate : closing ? target[63:32] : receiving ? recv_stag : !by_peer ? entry_stag : target_stag;
	assign m_ask_address = binding ? there : receiving ? recv_address : !by_peer ? entry + (state_q == LOOK ? {32'd0, skip} : 64'd0)
		: target + (state_q == PIECE ? {32'd0, cell_offset + {25'd0, pos_q}} : 64'd0);
	assign m_ask_length = binding ? region : receiving ? recv_length : state_q == OWN ? entry_len : state_q == LOOK ? wanted : state_q == TARGET ? total : {25'd0, seg_q - pos_q};
	assign m_ask_pd = ctl_q[`RDMA_QP_ATTR_CTL_PD_R];
	assign m_ask_qp = binding || closing || (by_peer && !receiving) ? number_q : 16'hffff;
	assign m_ask_right = state_q == EVENTS ? {1'b0, event_q} : receiving ? WRITE : !by_peer ? asks ? WRITE : 4'd0 : asked_read ? REMOTE_READ : asked_atomic ? REMOTE_ATOMIC : REMOTE_WRITE;

	// ---- Bytes -------------------------------------------------------------------------------------------
	wire mover_valid, mover_write;
	wire [63:3] mover_addr;
	wire [5:0] mover_words;
	wire moves = state_q == MOVE || state_q == PLACE || (receiving && recv_move);
	wire [63:0] bytes_word;
	wire value_came = answer_turn && n_q == 5'd3;            // of an atomic operation
	rdma_move mover (.clk(clk), .rst(rst), .s_put((came && (n_q >= 5'd5 || value_came)) || (state_q == INLINE && n_q != 5'd0)),
		.s_put_at(state_q == INLINE ? n_q[3:0] - 4'd1 : value_came ? 4'd0 : n_q[3:0] - 4'd5), .s_put_data(state_q == INLINE ? work_word : cell_data),
		.s_get_at(n_q[3:0] - 4'd5), .m_get_data(bytes_word),
		.s_start(moves && !move_done), .s_write(kind_q == REQUEST || kind_q == DATA), .s_bus(receiving ? recv_bus : bus_q),
		.s_bytes(receiving ? recv_piece : piece_q), .s_at(receiving ? recv_at : pos_q), .m_done(move_done), .m_error(move_error),
		.m_mem_valid(mover_valid), .m_mem_write(mover_write), .m_mem_addr(mover_addr), .m_mem_words(mover_words), .m_word_valid(mover_word),
		.s_word_ready(s_word_ready), .m_word_data(mover_data), .m_word_strb(mover_strb), .s_word_valid(s_word_valid), .s_word_data(s_word_data),
		.s_mem_done(s_mem_done), .s_mem_error(s_mem_error));

	wire [3:0] places_lg = receiving ? sizes_q[`RDMA_QP_ATTR_SIZES_RECV_LG_R] : sizes_q[`RDMA_QP_ATTR_SIZES_SEND_LG_R];
	wire [15:0] place = (receiving ? is_rc ? recv_cons : claim_place : cons + {15'd0, two}) & ~(16'hffff << places_lg);
	wire [63:6] place_at = (receiving ? recv_q : send_q) + {42'd0, place};
	wire recv_done, recv_full, recv_drew, recv_ended, recv_ask, recv_mem, recv_write, recv_draws, recv_word, recv_move;
	wire [63:6] recv_place;
	wire [63:0] recv_data;
	wire [3:0] recv_status;
	wire [4:0] recv_what;
	wire [31:0] recv_stag, recv_length;
	wire [63:0] recv_address, recv_cookie, recv_bus;
	wire [6:0] recv_piece, recv_at;
	rdma_recv recv (.clk(clk), .rst(rst), .s_start(receiving && !recv_done), .s_flush(kind_q == SEND), .s_draw(kind_q == REQUEST && shared && unposted), .s_places(message), .s_last(is_last), .s_closes(closes), .s_datagram(datagram), .s_aborts(aborts), .s_total(total),
		.s_offset(cell_offset), .s_bytes(cell_bytes), .m_done(recv_done), .m_full(recv_full), .m_drew(recv_drew), .m_ended(recv_ended), .m_status(recv_status),
		.m_ask_valid(recv_ask), .m_ask_what(recv_what), .m_ask_stag(recv_stag), .m_ask_address(recv_address), .m_ask_length(recv_length),
		.m_cookie(recv_cookie), .s_ask_done(s_ask_done), .s_ask_status(s_ask_status), .s_ask_bus(s_ask_bus), .s_ask_piece(s_ask_piece[6:0]),
		.m_mem_valid(recv_mem), .m_mem_write(recv_write), .m_mem_draws(recv_draws), .m_place(recv_place), .m_word_valid(recv_word),
		.s_word_ready(s_word_ready), .m_word_data(recv_data), .s_word_valid(s_word_valid), .s_word_data(s_word_data), .s_mem_done(s_mem_done), .s_mem_error(s_mem_error),
		.m_move(recv_move), .m_move_bus(recv_bus), .m_move_bytes(recv_piece), .m_move_at(recv_at), .s_move_done(move_done), .s_move_error(move_error));
	wire claim_done, claim_takes, claim_first;
	wire [15:0] claim_place, claim_cons;
	wire [63:0] claim_record;
	rdma_datagram #(.LG_STALE(LG_STALE), .SEGMENT(SEGMENT)) claim (.clk(clk), .rst(rst), .s_load(state_q == READ_3), .s_store(state_q == WRITE_3), .s_n(n_q[2:0]), .s_data(s_data),
		.m_data(claim_record), .s_epoch(own_q), .s_cons(recv_cons), .s_prod(index_q[47:32]), .s_start(state_q == CLAIM), .s_flush(kind_q == SEND),
		.s_sender({source, source_page, source_qp}), .s_message(tag[4:0]), .s_offset(cell_offset), .s_last(is_last || aborts), .m_done(claim_done),
		.m_takes(claim_takes), .m_first(claim_first), .m_place(claim_place), .s_put(state_q == TAKEN || (received && kind_q == SEND && recv_ended)),
		.s_ended(kind_q == SEND || took_q), .s_dropped(kind_q == REQUEST && rnr_q), .m_cons(claim_cons));
	wire atomic_done, atomic_late, atomic_error, atomic_mem, atomic_write, mover_word, atomic_word;
	wire [63:0] atomic_old, mover_data, atomic_data;
	wire [63:3] atomic_addr;
	wire [7:0] mover_strb, atomic_strb;
	wire atomic_ok = !atomic_late && !atomic_error;
	wire atomics = state_q == ATOMIC;
	rdma_atomic one (.clk(clk), .rst(rst), .s_start(atomics && !atomic_done), .s_bus(bus_q), .s_half(total[2]), .s_swap(cell_op == `RDMA_WORK_OP_COMPARE_SWAP),
		.s_arg(target_arg), .s_cmp(target_cmp), .m_done(atomic_done), .m_late(atomic_late), .m_error(atomic_error), .m_old(atomic_old),
		.m_hold(m_atomic_hold), .s_busy(s_atomic_busy), .m_mem_valid(atomic_mem), .m_mem_write(atomic_write), .m_mem_addr(atomic_addr),
		.m_word_valid(atomic_word), .s_word_ready(s_word_ready), .m_word_data(atomic_data), .m_word_strb(atomic_strb), .s_word_valid(s_word_valid),
		.s_word_data(s_word_data), .s_mem_done(s_mem_done), .s_mem_error(s_mem_error));

	assign m_mem_valid = moves ? mover_valid : atomics ? atomic_mem : receiving ? recv_mem : state_q == FETCH && !s_mem_done;
	wire recv_copies = receiving && recv_write;
	assign m_mem_write = recv_copies || (moves && mover_write) || (atomics && atomic_write);
	assign m_mem_addr = moves ? mover_addr : atomics ? atomic_addr : {receiving && recv_draws ? recv_place : place_at, 3'd0};
	assign m_mem_words = moves ? mover_words : atomics ? 6'd1 : 6'd8;
	assign m_word_valid = atomics ? atomic_word : recv_copies ? recv_word : mover_word;
	assign m_word_data = atomics ? atomic_data : recv_copies ? recv_data : mover_data;
	assign m_word_strb = atomics ? atomic_strb : recv_copies ? 8'hff : mover_strb;

	// ---- Cells -------------------------------------------------------------------------------------------
	wire sends = kind_q == SEND || (kind_q == SERVE && !fails && asked_read);        // a bulk cell
	reg ready_q;                     // the buffer shows the word
	wire pays = n_q >= 5'd5;
	always @(posedge clk)
		ready_q <= state_q == EMIT && pays && !push;

	wire [6:0] rounded = seg_q + 7'd7;
	wire [3:0] seg_n = rounded[6:3]; // words of the segment
	wire [1:0] code = !sends || seg_n == 4'd0 ? `RN_CELL_LEN_W4 : seg_n <= 4'd4 ? `RN_CELL_LEN_W8 : `RN_CELL_LEN_W16;
	wire [4:0] end_n = code == `RN_CELL_LEN_W4 ? 5'd4 : code == `RN_CELL_LEN_W8 ? 5'd8 : 5'd16;
	wire [63:0] cell_head = {peer_qp, 2'd0, 1'b1, !sends, 9'd0, page_q, cfg_id, 3'd0, peer_page, 1'b0,
		sends ? `RN_CELL_TYPE_WRITE : `RN_CELL_TYPE_DATA, peer_node, code};
	wire [2:0] says = stale_q ? STALE : hello_q ? WELCOME : rnr_q ? RNR : status_q != `RDMA_DONE_STATUS_OK ? NAK : ACK;
	wire notice = notifies && offset == length;              // all data were sent
	wire [3:0] out_op = !is_rc ? fails ? ABORT : DATAGRAM : notice ? NOTICE : d_q[3:0];
	wire [63:0] out_0 = kind_q == SEND ? {hello_q ? own_q : is_rc ? a_q[63:32] : stag, 1'b0, seg_q, 2'd0, (ends_message || asks) && !hello_q, hello_q, out_op, number_q}
		: sends ? {own_q, 1'b0, seg_q, 2'd0, part_last, 1'b0, READ_DATA, number_q}
		: {own_q, 3'd0, sizes_q[`RDMA_QP_ATTR_SIZES_RNR_TIMER_R], status_q, 1'b0, says, number_q};
	wire [63:0] out_1 = kind_q == SEND ? {offset, own_q[15:0], a_q[15:0]} : {sends || rnr_q ? cell_offset : 32'd0, tag};
	wire [63:0] out_2 = messages || notice ? {immediate, 30'd0, solicited,
		imm && d_q[3:0] != `RDMA_WORK_OP_SEND_INVALIDATE} : there;
	wire [6:0] at_byte = {n_q[3:0] - 4'd5, 3'd0};
	wire [6:0] rest = seg_q - at_byte;
	wire [63:0] mask = at_byte >= seg_q ? 64'd0 : rest >= 7'd8 ? ones : ~(ones << {rest[2:0], 3'd0});
	wire [63:0] out_pay = bytes_word & mask;

	wire out_valid = state_q == EMIT && (!pays || ready_q);
	assign push = out_valid && (sends ? m_req_ready : m_ans_ready);
	assign m_req_valid = out_valid && sends;
	assign m_ans_valid = out_valid && !sends;
	assign m_cell_head = n_q == 5'd0;
	assign m_cell_last = n_q == end_n;
	assign m_cell_data = n_q == 5'd0 ? cell_head : n_q == 5'd1 ? out_0 : n_q == 5'd2 ? out_1
		: n_q == 5'd3 ? kind_q == SEND ? out_2 : kind_q == SERVE && asked_atomic && !fails ? target_cmp : 64'd0 : n_q == 5'd4 ? kind_q == SEND ? {length, stag} : 64'd0 : out_pay;
	wire [10:0] nodes = {1'b0, cfg_last} + 11'd1;
	wire [10:0] hops = {1'b0, peer_node} - {1'b0, cfg_id} + (peer_node < cfg_id ? nodes : 11'd0);
	assign m_cell_way = peer_node == cfg_id ? 2'b00 : {hops, 1'b0} <= {1'b0, nodes} ? 2'b01 : 2'b10;     // the shorter one, as in dma_channel
	assign s_req_ready = state_q == CELL && !answer_turn;
	assign s_ans_ready = state_q == CELL && answer_turn;
	wire unused = &{1'b0, rounded[2:0], s_ask_piece[31:16], head_q, w0_q[31], w0_q[19], peer[15:13], sizes_q, e_q};
endmodule

`default_nettype wire
