// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_srq: shared receive queues: their doorbell, and the place of the next request, which a message of a queue pair takes. rdma_recv copies
// the request from there into the queue of the queue pair in the same turn. If fewer than the limit are left, that becomes 0 and event SRQ_LIMIT is raised. Words of contexts: docs/card/rdma.md, section 11.
//
//      IDLE --started--> GET --context--> LOAD (5) --> JUDGE --> PUT --> DONE
//                         \--none, not read--> DONE        |     \--few are left--> LIMIT --> TELL --> DONE
//                                                          |--no request--> LIMIT, DONE
//                                                          \--refused--> DONE
//
//  GET   -> LOAD    rdma_object holds the context
//  LOAD  -> JUDGE   words 0 to 3 were read
//  JUDGE -> PUT     the doorbell makes sense; there is a request
//  PUT   -> DONE    the indices are written;  LIMIT -> TELL the limit is written, and the context released
//  TELL  -> DONE    the event is raised (rdma_events)
//
// Invariant (bench rdma, which compares with the model): produced - taken is the size of the queue at most; no request is taken twice.
`default_nettype none
`include "rdma_regs.vh"

module rdma_srq (
	input  wire clk,
	input  wire rst,
	input  wire s_start,             // held until m_done
	input  wire s_takes,             // a request is taken; else a doorbell
	input  wire [31:0] s_value,      // of the register; s_takes: the number
	output wire m_done,              // one clock
	output wire m_refused,           // with it: refused; no such queue, or memory failed
	output wire m_none,              // with it, s_takes: there is no request
	output wire [63:0] m_bus,        // with it, s_takes: address of the request
	output wire m_tells,             // the event is to be raised: held until s_told
	input  wire s_told,
	// rdma_object, rdma_cache
	output wire m_ask,
	output wire [23:0] m_number,
	output wire m_release,
	input  wire s_beyond,
	input  wire s_fail,
	input  wire s_held,
	output wire [2:0] m_word,
	input  wire [63:0] s_data,       // a clock later
	output wire m_write,
	output wire [63:0] m_data
);
	localparam [2:0] IDLE = 0, GET = 1, LOAD = 2, JUDGE = 3, PUT = 4, DONE = 5, LIMIT = 6, TELL = 7;

	reg [2:0] state_q, n_q;          // n_q: words that were read
	reg held_q, refused_q, none_q;

	// ---- The context -------------------------------------------------------------------------
	reg open_q;
	reg [3:0] lg_q;
	reg [63:6] base_q;
	reg [15:0] taken_q, prod_q, limit_q;
	always @(posedge clk)
		if (state_q == LOAD)
			case (n_q)
			3'd1: {lg_q, open_q} <= {s_data[11:8], s_data[0]};
			3'd2: base_q <= s_data[63:6];
			3'd3: {taken_q, prod_q} <= s_data[31:0];
			3'd4: limit_q <= s_data[15:0];
			default: ;
			endcase

	// ---- Rules ---------------------------------------------------------------------------------
	wire [15:0] prod = s_value[31:16];
	wire [15:0] had = prod_q - taken_q;
	wire [15:0] asked = prod - taken_q;
	wire [15:0] size = 16'd1 << lg_q;
	wire bad = !open_q || (!s_takes && (asked > size || asked < had));
	wire none = s_takes && had == 16'd0;
	wire [15:0] left = none ? 16'd0 : had - 16'd1;
	wire few = s_takes && left < limit_q;

	// ---- The machine -----------------------------------------------------------------------------
	wire lost = s_beyond || s_fail;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= s_start ? GET : IDLE;
			GET:     state_q <= lost ? DONE : s_held ? LOAD : GET;
			LOAD:    state_q <= n_q == 3'd4 ? JUDGE : LOAD;
			JUDGE:   state_q <= bad ? DONE : !none ? PUT : few ? LIMIT : DONE;
			PUT:     state_q <= few ? LIMIT : DONE;
			LIMIT:   state_q <= TELL;
			TELL:    state_q <= s_told ? DONE : TELL;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		n_q <= state_q == LOAD && n_q != 3'd4 ? n_q + 3'd1 : 3'd0;

	always @(posedge clk)
		if (rst || state_q == DONE || state_q == LIMIT)
			held_q <= 1'b0;
		else if (state_q == GET)
			held_q <= s_held;

	always @(posedge clk)
		if (state_q == IDLE)
			{refused_q, none_q} <= 2'b00;
		else if (state_q == GET)
			refused_q <= lost;
		else if (state_q == JUDGE)
			{refused_q, none_q} <= {bad, none && !bad};

	wire [15:0] place = taken_q & ~(16'hffff << lg_q);
	assign m_done = state_q == DONE;
	assign m_refused = refused_q;
	assign m_none = none_q;
	assign m_bus = {base_q + {42'd0, place}, 6'd0};
	assign m_ask = state_q == GET || held_q;
	assign m_tells = state_q == TELL;
	assign m_number = {8'd0, s_value[15:0]};
	assign m_release = (state_q == DONE || state_q == LIMIT) && held_q;
	assign m_word = state_q == PUT ? 3'd2 : state_q == LIMIT ? 3'd3 : n_q;
	assign m_write = state_q == PUT || state_q == LIMIT;
	assign m_data = state_q == LIMIT ? 64'd0 : {32'd0, s_takes ? taken_q + 16'd1 : taken_q, s_takes ? prod_q : prod};
endmodule

`default_nettype wire
