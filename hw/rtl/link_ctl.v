// SPDX-License-Identifier: BSD-3-Clause
//
// Life of a link: bring-up, the choice of the next link symbol, and when the link is given up.
// It sees symbols and events, no words. Numbers and credits are link_seq's and link_credit's.
//
//      rst, clear           quiet long enough, nothing left over           the neighbour has heard this port
//     -----------> QUIET ------------------------------------> HELLO ----------------------------------> UP
//                    ^                                                                                   |
//                    |  clear          silence, replays without progress, peer restarted, bogus symbol   |
//                    +----------- DEAD <-----------------------------------------------------------------+
//
//   QUIET -> HELLO  after 2 DEAD_N ticks, when the switch has released every cell of before and is within none
//   HELLO -> UP     when HELLO{heard}, ACK or a CREDIT comes
//   HELLO -> DEAD   when HELLO of another format comes: the ends were built with other sizes
//   UP -> DEAD      DEAD_N ticks without a right symbol or cell; RETRY_N replays without an acknowledgement;
//                   HELLO{not heard}; an acknowledgement of a cell that was not sent
//
//   QUIET: nothing is sent and all that comes is ignored. It lasts longer than the neighbour's patience, so that the
//          neighbour is not UP any more when it ends, and nothing that it sent while it was is on its way.
//   HELLO: HELLO is sent every 64 clocks, with `heard` once one came.
//   UP:    cells flow. ACK and CREDIT go out when they changed and the wire is idle, else within 64 clocks; and on every
//          tick: 4 words (W = 16) in REFRESH_CYC. With a control class its credit is a symbol of its own, and the two take turns:
//          cells of one word let one of them fall due all the time.
//          With RIDE a symbol takes no word of its own where the tail of a cell goes (m_lnk_ride, link_tx). So it waits for one, and has a word
//          within 320 clocks after the last symbol, or within 64 where 8 changes came since that. ACK and the credits take turns. While this end
//          refuses cells nothing rides: the other end may refuse these, and would not hear of it.
//   DEAD:  nothing is sent; the switch's cells and the node's symbols are taken and dropped.
//
// DEAD_N = 2^LG_DEAD_N, RETRY_N = 2^LG_RETRY_N, REFRESH_CYC = 2^LG_REFRESH_CYC clocks, a tick.
//
// Invariants
//  L1  Both ends count from 0 when cells begin to flow: neither is UP with a neighbour that counts from another start.
//  L2  Dead is declared at most (DEAD_N + 1) * REFRESH_CYC clocks after the last right symbol or cell, and at most
//      2 * (RETRY_N + 1) * REFRESH_CYC clocks after the last progress while a cell is unacknowledged.
//  L3  RETRY goes out between two cells only.

`default_nettype none

module link_ctl #(
	parameter LG_REFRESH_CYC = 9, // log2 of the clocks of a tick; longer than a round trip
	parameter LG_DEAD_N = 2,      // log2 of the ticks of silence
	parameter LG_RETRY_N = 4,     // log2 of the replays without progress
	parameter CONTROL = 0,        // 1: with a control class
	parameter RIDE = 0,           // 1: tails of cells take symbols
	parameter [14:0] FORMAT = 15'h00 // must be equal at both ends
) (
	input  wire        clk,
	input  wire        rst,
	input  wire        clear,
	output reg         tick,
	output wire        up,
	output wire        zero,       // counts begin at 0 after this
	output wire        drain,
	output reg         dead,
	output reg  [2:0]  dead_cause, // 1 silence, 2 replays, 3 peer started again, 4 format, 5 bogus symbol
	input  wire        idle,       // no cell of the neighbour is in the switch, none of the switch's is begun
	// symbols in
	input  wire        sym_valid,
	input  wire [3:0]  sym_type,
	input  wire        sym_heard,  // HELLO's fields
	input  wire [14:0] sym_format,
	output wire        ack_valid,
	output wire        retry_valid,
	output wire        limit_valid,
	output wire        limit_control_valid,
	// events
	input  wire        taken,      // a cell came in sequence
	input  wire        fail,       // one did not
	input  wire        credit,     // the credit given changed
	input  wire        credit_control, // that of the control class
	input  wire        bogus,
	input  wire        progress,   // a cell of ours was acknowledged
	input  wire        redo,
	input  wire        between,
	output wire        retry_sent,
	// symbols out
	input  wire        refuse,     // cells of the neighbour are refused
	input  wire [15:0] ack_payload,
	input  wire [15:0] retry_payload,
	input  wire [15:0] limit_payload,
	input  wire [15:0] limit_control_payload,
	output wire        m_lnk_valid,
	output wire        m_lnk_push,
	output wire        m_lnk_ride,
	input  wire        m_lnk_ready,
	output reg  [19:0] m_lnk_data
);

	localparam [1:0] QUIET = 2'd0, HELLO = 2'd1, UP = 2'd2, DEAD = 2'd3;
	localparam [3:0] SYM_HELLO = 4'd1, SYM_ACK = 4'd2, SYM_RETRY = 4'd3, SYM_CREDIT = 4'd4,
		SYM_CREDIT_CONTROL = 4'd8;

	reg  [1:0]                state_q, state_d;
	reg  [2:0]                cause_d;
	reg  [LG_REFRESH_CYC-1:0] clock_q;
	reg                       push_tick_q; // every 64 clocks
	reg                       heard_q;     // HELLO: one came
	reg                       alive_q;     // something right came since the last tick
	reg  [LG_DEAD_N+1:0]      miss_q;      // ticks without
	reg  [LG_RETRY_N:0]       try_q;       // replays since the last progress
	reg                       flush_q;     // QUIET: the switch's cells are dropped
	reg                       hello_q, ack_q, credit_q, control_q; // to be sent; control_q: credit of the control class
	reg                       turn_q;      // CREDIT goes first
	reg                       push_q;
	reg                       acked_q;     // with RIDE: the last symbol was ACK, a credit goes first
	wire                      push_late;   // a symbol has waited
	reg                       news_q, fail_q; // a cell came; not as it should

	wire is_up = state_q == UP;
	wire got_hello = sym_valid && sym_type == SYM_HELLO;
	wire got_ack = sym_valid && sym_type == SYM_ACK;
	wire got_retry = sym_valid && sym_type == SYM_RETRY;
	wire got_credit = sym_valid && sym_type == SYM_CREDIT;
	wire got_control = CONTROL != 0 && sym_valid && sym_type == SYM_CREDIT_CONTROL;
	wire silent = miss_q[LG_DEAD_N];
	wire in_vain = try_q[LG_RETRY_N];
	wire quiet_over = miss_q[LG_DEAD_N+1];
	wire retry = redo && between && is_up;
	wire sent = m_lnk_valid && m_lnk_ready;
	wire ack_next = ack_q && !(acked_q && (control_q || credit_q));
	wire ack_sent = sent && is_up && !retry && ack_next;
	wire next_control = control_q && !(turn_q && credit_q);
	wire limit_sent = sent && is_up && !retry && !ack_next;
	wire control_sent = limit_sent && next_control;
	wire credit_sent = limit_sent && !next_control;

	assign up = is_up;
	assign zero = state_q == HELLO;
	assign drain = state_q == DEAD || (state_q == QUIET && flush_q);
	assign ack_valid = got_ack && is_up;
	assign retry_valid = got_retry && is_up;
	assign limit_valid = got_credit && is_up;
	assign limit_control_valid = got_control && is_up;
	assign retry_sent = sent && retry;
	assign m_lnk_valid = is_up ? retry || ack_q || control_q || credit_q : zero && hello_q;
	assign m_lnk_push = retry || push_q || !is_up;
	assign m_lnk_ride = RIDE != 0 && is_up && !refuse;

	always @*
		if (retry)
			m_lnk_data = {SYM_RETRY, retry_payload};
		else if (!is_up)
			m_lnk_data = {SYM_HELLO, heard_q, FORMAT};
		else if (ack_next)
			m_lnk_data = {SYM_ACK, ack_payload};
		else if (next_control)
			m_lnk_data = {SYM_CREDIT_CONTROL, limit_control_payload};
		else
			m_lnk_data = {SYM_CREDIT, limit_payload};

	always @* begin
		state_d = state_q;
		cause_d = dead_cause;
		case (state_q)
		QUIET:
			if (quiet_over && idle)
				state_d = HELLO;
		HELLO:
			if (got_hello && sym_format != FORMAT) begin
				state_d = DEAD;
				cause_d = 3'd4;
			end else if ((got_hello && sym_heard) || got_ack || got_credit || got_control) begin
				state_d = UP;
			end
		UP:
			if (silent || in_vain || bogus || (got_hello && !sym_heard)) begin
				state_d = DEAD;
				cause_d = silent ? 3'd1 : in_vain ? 3'd2 : bogus ? 3'd5 : 3'd3;
			end
		default: ;
		endcase
		if (clear) begin
			state_d = QUIET;
			cause_d = 3'd0;
		end
	end

	always @(posedge clk)
		if (rst) begin
			state_q <= QUIET;
			dead_cause <= 3'd0;
			dead <= 1'b0;
		end else begin
			state_q <= state_d;
			dead_cause <= cause_d;
			dead <= state_d == DEAD;
		end

	always @(posedge clk)
		if (rst)
			flush_q <= 1'b0;
		else
			flush_q <= clear || (flush_q && state_q != HELLO);

	// Time.
	always @(posedge clk)
		if (rst) begin
			clock_q <= 0;
			tick <= 1'b0;
			push_tick_q <= 1'b0;
		end else begin
			clock_q <= clock_q + 1'b1;
			tick <= &clock_q;
			push_tick_q <= &clock_q[5:0];
		end

	always @(posedge clk)
		if (rst || tick)
			alive_q <= 1'b0;
		else if (sym_valid || (news_q && !fail_q))
			alive_q <= 1'b1;

	always @(posedge clk)
		if (rst || clear || zero)
			miss_q <= 0;
		else if (tick)
			miss_q <= alive_q && is_up ? 0 : miss_q + {{(LG_DEAD_N + 1){1'b0}}, !quiet_over};

	always @(posedge clk)
		if (!is_up || progress)
			try_q <= 0;
		else if (retry_sent)
			try_q <= try_q + 1'b1;

	// The symbol to send.
	always @(posedge clk)
		if (rst || state_q == QUIET)
			heard_q <= 1'b0;
		else if (got_hello)
			heard_q <= 1'b1;

	always @(posedge clk) begin
		news_q <= taken || fail;
		fail_q <= fail;
	end

	always @(posedge clk)
		hello_q <= zero && (push_tick_q || (hello_q && !sent));

	always @(posedge clk)
		ack_q <= !is_up || tick || news_q || (ack_q && !ack_sent);

	always @(posedge clk)
		credit_q <= !is_up || tick || credit || (credit_q && !credit_sent);

	always @(posedge clk)
		control_q <= CONTROL != 0 && (!is_up || tick || credit_control || (control_q && !control_sent));

	always @(posedge clk)
		if (!is_up || limit_sent)
			turn_q <= is_up && next_control;

	always @(posedge clk)
		push_q <= is_up && (fail_q || (push_tick_q && push_late) || (push_q && (ack_q || control_q || credit_q)));

	always @(posedge clk)
		if (!is_up || ack_sent || limit_sent)
			acked_q <= is_up && ack_sent && RIDE != 0;

	generate
		if (RIDE == 0) begin : g_words
			assign push_late = 1'b1;
			wire unused = &{1'b0, refuse};
		end else begin : g_tails
			reg [2:0] age_q;   // times of 64 clocks that one has waited since, 4 at most: longer than a cell; M-305
			reg [2:0] many_q;  // changes since

			assign push_late = age_q[2] || &many_q;

			always @(posedge clk)
				if (!is_up || sent || !(ack_q || control_q || credit_q))
					age_q <= 3'd0;
				else if (push_tick_q && !age_q[2])
					age_q <= age_q + 3'd1;

			always @(posedge clk)
				if (!is_up || sent)
					many_q <= 3'd0;
				else if ((news_q || credit || credit_control) && !(&many_q))
					many_q <= many_q + 3'd1;
		end
	endgenerate

endmodule

`default_nettype wire
