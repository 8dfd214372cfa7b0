// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_recv: a receive request of a queue pair, in a turn of rdma_engine: a segment of a SEND is placed in its memory, and it is completed behind
// the last one, behind WRITE with IMM, and with FLUSH. SEND_INVALIDATE closes a window before; without that window the request stays. It is fetched anew for each segment; nothing is done unless its completion has room.
// The first segment of a message takes the request from a shared receive queue, and copies it into the queue of the queue pair.
//
//      IDLE --> ROOM (-> DRAW) --> FETCH (-> COPY) --> JUDGE --+--> ENTRY -> ENTRY_1 -> ENTRY_2 --> LOOK --(CHECK)--> PIECE --> MOVE --> LOOK
//                |                                             |                      all is placed, or wrong: |
//                \--none, no queue--> DONE                     \--flushed, too long, without bytes--> END <----/
//
//      END --last, wrong, flushed--> (CLOSE) --> ADD --> DONE;  --> DONE
//
//  ROOM, DRAW, CHECK, PIECE, CLOSE, ADD   a request to rdma: the completion queue, the shared receive queue, the bytes of the message in this entry, the next of the segment, the window, the completion
//  FETCH, COPY, MOVE         an access to memory, of rdma_move
//
// Invariants (bench rdma_engine):
//  1. Memory is written only where rdma_mr gives the queue pair's page the right WRITE. Bytes of an entry are checked before the first is written.
//  2. m_ended: one completion was added; else none. m_drew: one request was taken from the shared receive queue, and is in the other one.
`default_nettype none
`include "rdma_regs.vh"

module rdma_recv (
	input  wire clk,
	input  wire rst,
	input  wire s_start,             // held until m_done, with all that follows
	input  wire s_flush,             // the request is flushed; else there is a segment
	input  wire s_draw,              // a request is taken from the shared receive queue
	input  wire s_places,            // with bytes for the memory of the request
	input  wire s_last,              // the last one of its message
	input  wire s_closes,            // which closes a window
	input  wire s_datagram,          // of a datagram: one that is too long is as without a request
	input  wire s_aborts,            // it ends here: memory of its sender has failed
	input  wire [31:0] s_total,      // bytes of the message
	input  wire [31:0] s_offset,     // bytes before the segment
	input  wire [6:0] s_bytes,       // of the segment
	output wire m_done,              // one clock
	output wire m_full,              // with it: no room for a completion, or no request, or a datagram that is too long. No such queue: m_status is MEMORY, and the request stays
	output wire m_drew,              // with it: one was taken
	output wire m_ended,             // with it: the request has ended
	output wire [3:0] m_status,      // with it: enum DONE_STATUS; BIND: no such window
	// rdma: requests
	output wire m_ask_valid,         // held until s_ask_done
	output wire [4:0] m_ask_what,
	output wire [31:0] m_ask_stag,
	output wire [63:0] m_ask_address,
	output wire [31:0] m_ask_length,
	output wire [63:0] m_cookie,     // ADD
	input  wire s_ask_done,
	input  wire [3:0] s_ask_status,
	input  wire [63:0] s_ask_bus,
	input  wire [6:0] s_ask_piece,
	// rdma: memory, the 8 words of the request
	output wire m_mem_valid,
	output wire m_mem_write,
	output wire m_mem_draws,         // at m_place, else at its place in the queue of the queue pair
	output wire [63:6] m_place,
	output wire m_word_valid,
	input  wire s_word_ready,
	output wire [63:0] m_word_data,
	input  wire s_word_valid,
	input  wire [63:0] s_word_data,
	input  wire s_mem_done,
	input  wire s_mem_error,
	// rdma_move: from the cell to memory
	output wire m_move,              // held until s_move_done
	output wire [63:0] m_move_bus,
	output wire [6:0] m_move_bytes,
	output wire [6:0] m_move_at,
	input  wire s_move_done,
	input  wire s_move_error
);
	localparam [4:0] ADDS = 10, ROOMS = 11, ACCESS = 12, DRAWS = 15, UNBIND = 17; // requests
	localparam [4:0] IDLE = 0, ROOM = 1, FETCH = 2, JUDGE = 3, ENTRY = 4, ENTRY_1 = 5, ENTRY_2 = 6, LOOK = 7, CHECK = 8, PIECE = 9, MOVE = 10,
		END = 11, ADD = 12, DONE = 13, DRAW = 14, COPY = 15, CLOSE = 16;

	reg [4:0] state_q;
	reg [3:0] status_q;
	reg full_q;
	reg [2:0] n_q;                   // words that have come

	// ---- The request -----------------------------------------------------------------------------
	(* no_rw_check *) reg [63:0] words [0:7];
	reg [63:0] word_q, cookie_q, address_q;
	reg [31:0] len_q, stag_q;
	reg [33:0] sum_q;                // bytes of its entries
	reg [1:0] count_q, i_q;          // entries; the one at hand
	wire came = state_q == FETCH && s_word_valid;
	wire unread = state_q == FETCH && s_mem_done && s_mem_error;
	wire [1:0] of = n_q[2:1] - 2'd1; // entry of the word

	always @(posedge clk)
		n_q <= state_q == FETCH ? n_q + {2'd0, came} : state_q == COPY ? n_q + {2'd0, push} : 3'd0;
	always @(posedge clk)
		if (came)
			words[n_q] <= s_word_data;
	always @(posedge clk)
		if (!came)
			word_q <= words[state_q == COPY ? n_q : {i_q, state_q == ENTRY_1} + 3'd2];
	reg ready_q, sent_q;             // COPY: the word is in word_q; all have gone
	wire push = m_word_valid && s_word_ready;
	always @(posedge clk)
		ready_q <= state_q == COPY && !push;
	always @(posedge clk)
		sent_q <= state_q == COPY && (sent_q || (push && n_q == 3'd7));
	always @(posedge clk)
		if (came && n_q == 3'd0)
			count_q <= s_word_data[`RDMA_RECEIVE_CTL_COUNT_R];
	always @(posedge clk)
		if (unread)
			cookie_q <= 64'hffffffffffffffff;
		else if (came && n_q == 3'd1)
			cookie_q <= s_word_data;
	always @(posedge clk)
		if (state_q == ROOM)
			sum_q <= 34'd0;
		else if (came && n_q[0] && n_q != 3'd1 && of < count_q)
			sum_q <= sum_q + {2'd0, s_word_data[63:32]};
	always @(posedge clk)
		if (state_q == ENTRY_1)
			address_q <= word_q;
		else if (state_q == ENTRY_2)
			{len_q, stag_q} <= word_q;

	// ---- Where the next bytes go -------------------------------------------------------------------
	reg [31:0] skip_q;               // bytes before them, from the beginning of the entry
	reg [6:0] at_q, piece_q;         // bytes of the segment that are placed; of the move
	reg [63:0] bus_q;
	wire placed = at_q == s_bytes;
	wire skips = state_q == LOOK && !placed && i_q < count_q && skip_q >= len_q;
	wire [31:0] ahead = s_total - s_offset - {25'd0, at_q};  // bytes of the message
	wire [31:0] rest = len_q - skip_q;
	wire [6:0] left = s_bytes - at_q;
	wire [6:0] wanted = rest < {25'd0, left} ? rest[6:0] : left;
	wire moved = state_q == MOVE && s_move_done;

	always @(posedge clk)
		case (state_q)
		JUDGE:   i_q <= 2'd0;
		LOOK:    i_q <= i_q + {1'b0, skips};
		default: i_q <= i_q;
		endcase
	always @(posedge clk)
		case (state_q)
		JUDGE:   skip_q <= s_offset;
		LOOK:    skip_q <= skips ? skip_q - len_q : skip_q;
		MOVE:    skip_q <= s_move_done ? skip_q + {25'd0, piece_q} : skip_q;
		default: skip_q <= skip_q;
		endcase
	always @(posedge clk)
		if (state_q == JUDGE)
			at_q <= 7'd0;
		else if (moved)
			at_q <= at_q + piece_q;
	always @(posedge clk)
		if (s_ask_done)
			{bus_q, piece_q} <= {s_ask_bus, s_ask_piece};

	// ---- The machine -------------------------------------------------------------------------------
	wire ask_ok = s_ask_status == `RDMA_DONE_STATUS_OK;
	wire too_long = (s_places || s_aborts) && {2'd0, s_total} > sum_q;
	wire misses = s_datagram && too_long;
	wire wrong = status_q != `RDMA_DONE_STATUS_OK;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= s_start ? ROOM : IDLE;
			ROOM:    state_q <= !s_ask_done ? ROOM : !ask_ok ? DONE : s_draw ? DRAW : FETCH;
			DRAW:    state_q <= !s_ask_done ? DRAW : ask_ok ? FETCH : DONE;
			FETCH:   state_q <= !s_mem_done ? FETCH : s_mem_error ? END : s_draw ? COPY : JUDGE;
			COPY:    state_q <= !s_mem_done ? COPY : s_mem_error ? END : JUDGE;
			JUDGE:   state_q <= misses ? DONE : s_flush || !s_places || too_long ? END : ENTRY;
			ENTRY:   state_q <= ENTRY_1;
			ENTRY_1: state_q <= ENTRY_2;
			ENTRY_2: state_q <= LOOK;
			LOOK:    state_q <= placed || i_q >= count_q ? END : skips ? ENTRY : skip_q == 0 ? CHECK : PIECE;
			CHECK:   state_q <= !s_ask_done ? CHECK : ask_ok ? PIECE : END;
			PIECE:   state_q <= !s_ask_done ? PIECE : ask_ok ? MOVE : END;
			MOVE:    state_q <= !s_move_done ? MOVE : s_move_error ? END : LOOK;
			END:     state_q <= s_flush || wrong ? ADD : !s_last ? DONE : s_closes ? CLOSE : ADD;
			CLOSE:   state_q <= !s_ask_done ? CLOSE : ask_ok ? ADD : DONE;
			ADD:     state_q <= s_ask_done ? DONE : ADD;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		case (state_q)
		IDLE:    status_q <= `RDMA_DONE_STATUS_OK;
		ROOM,
		DRAW:    status_q <= s_ask_done && s_ask_status == 4'd2 ? `RDMA_DONE_STATUS_MEMORY : status_q;
		FETCH:   status_q <= unread && !s_flush ? `RDMA_DONE_STATUS_MEMORY : s_flush ? `RDMA_DONE_STATUS_FLUSH : status_q;
		JUDGE:   status_q <= misses ? status_q : !s_flush && too_long ? `RDMA_DONE_STATUS_LENGTH : s_aborts ? `RDMA_DONE_STATUS_ABORTED : status_q;
		LOOK:    status_q <= !placed && i_q >= count_q ? `RDMA_DONE_STATUS_PROTECTION : status_q; // the page has changed it
		CHECK,
		CLOSE,
		PIECE:   status_q <= s_ask_done ? s_ask_status : status_q;
		COPY:    status_q <= s_mem_done && s_mem_error ? `RDMA_DONE_STATUS_MEMORY : status_q;
		MOVE:    status_q <= s_move_done && s_move_error ? `RDMA_DONE_STATUS_MEMORY : status_q;
		default: status_q <= status_q;
		endcase

	reg ended_q, drew_q;
	always @(posedge clk)
		if (state_q == IDLE)
			{full_q, drew_q, ended_q} <= 3'b000;
		else if (state_q == ROOM || state_q == DRAW) begin
			full_q <= s_ask_done && s_ask_status == 4'd1;
			drew_q <= s_ask_done && ask_ok && state_q == DRAW;
		end else if (state_q == JUDGE)
			full_q <= misses;
		else if (state_q == ADD)
			ended_q <= 1'b1;

	assign m_done = state_q == DONE;
	assign m_full = full_q;
	assign m_drew = drew_q;
	assign m_ended = ended_q;
	assign m_status = status_q;
	assign m_ask_valid = state_q == ROOM || state_q == DRAW || state_q == CHECK || state_q == PIECE || state_q == CLOSE || state_q == ADD;
	assign m_ask_what = state_q == ROOM ? ROOMS : state_q == DRAW ? DRAWS : state_q == ADD ? ADDS : state_q == CLOSE ? UNBIND : ACCESS;
	assign m_ask_stag = stag_q;
	assign m_ask_address = address_q + {32'd0, skip_q};
	assign m_ask_length = state_q == PIECE ? {25'd0, wanted} : len_q < ahead ? len_q : ahead;
	assign m_cookie = cookie_q;
	assign m_mem_valid = (state_q == FETCH || state_q == COPY) && !s_mem_done;
	assign m_mem_write = state_q == COPY;
	assign m_mem_draws = state_q == FETCH && s_draw;
	assign m_place = bus_q[63:6];
	assign m_word_valid = ready_q && state_q == COPY && !sent_q;
	assign m_word_data = word_q;
	assign m_move = state_q == MOVE && !s_move_done;
	assign m_move_bus = bus_q;
	assign m_move_bytes = piece_q;
	assign m_move_at = at_q;
endmodule

`default_nettype wire
