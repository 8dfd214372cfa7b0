// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_atomic: FETCH_ADD or COMPARE_SWAP of 64 or 32 bits of host memory for rdma_engine, which has checked the access and its alignment.
// It reads the word, writes it if there is something to write, and is done when the host has answered. All operations of queue pairs go
// through it, one at a time; those of ATOMIC descriptors are kept out by dma_atomic: it begins none while m_hold is 1. One that it has begun is
// awaited for 2^LG_TRY clocks at most, so no turn waits for the DMA; then the operation is given back untouched, and tried in a later turn.
//
//      IDLE --start--> HOLD --none under way--> READ --> CHANGE --> WRITE --> DONE --> IDLE
//                       |                        |          |                  ^
//                       +--not in time-----------+--error---+--no match--------+
//
// Invariants (bench rdma_engine; beside descriptors bench card_rdma):
//  1. Between read and write of a word no other operation of the card reads or writes it.
//  2. m_late: memory was left alone. Nothing but the bytes of the operand is written.
`default_nettype none

module rdma_atomic #(
	parameter LG_TRY = 9
) (
	input  wire clk,
	input  wire rst,
	input  wire s_start,             // held until m_done, with all that follows
	input  wire [63:0] s_bus,
	input  wire s_half,              // of 32 bits
	input  wire s_swap,              // COMPARE_SWAP
	input  wire [63:0] s_arg,
	input  wire [63:0] s_cmp,
	output wire m_done,              // one clock
	output wire m_late,              // with it: an operation of a descriptor is under way
	output wire m_error,             // with it: the host answered with an error
	output wire [63:0] m_old,        // value before
	// dma_atomic
	output wire m_hold,              // it begins nothing
	input  wire s_busy,              // it has begun
	// rdma_mem
	output wire m_mem_valid,
	output wire m_mem_write,
	output wire [63:3] m_mem_addr,
	output wire m_word_valid,
	input  wire s_word_ready,
	output wire [63:0] m_word_data,
	output wire [7:0] m_word_strb,
	input  wire s_word_valid,
	input  wire [63:0] s_word_data,
	input  wire s_mem_done,
	input  wire s_mem_error
);
	localparam [2:0] IDLE = 0, HOLD = 1, READ = 2, CHANGE = 3, WRITE = 4, DONE = 5;

	reg [2:0] state_q;
	reg [LG_TRY:0] tries_q;
	reg [63:0] word_q;               // as it was read
	reg late_q, error_q, given_q;    // given_q: the word was taken
	localparam [LG_TRY:0] ONE = 1;

	wire high = s_half && s_bus[2];
	wire [31:0] part = high ? word_q[63:32] : word_q[31:0];
	wire [63:0] old = s_half ? {32'd0, part} : word_q;
	wire match = old[31:0] == s_cmp[31:0] && (s_half || old[63:32] == s_cmp[63:32]);
	wire [63:0] changed = s_swap ? s_arg : old + s_arg;
	wire late = tries_q[LG_TRY];

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= s_start ? HOLD : IDLE;
			HOLD:    state_q <= !s_busy ? READ : late ? DONE : HOLD;
			READ:    state_q <= !s_mem_done ? READ : s_mem_error ? DONE : CHANGE;
			CHANGE:  state_q <= s_swap && !match ? DONE : WRITE;
			WRITE:   state_q <= s_mem_done ? DONE : WRITE;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		tries_q <= state_q == HOLD ? tries_q + ONE : 0;

	always @(posedge clk)
		if (state_q == IDLE)
			{late_q, error_q} <= 2'b00;
		else if (state_q == HOLD)
			late_q <= s_busy;
		else if (s_mem_done)
			error_q <= s_mem_error;

	always @(posedge clk)
		if (state_q == READ && s_word_valid)
			word_q <= s_word_data;

	always @(posedge clk)
		given_q <= state_q == WRITE && (given_q || s_word_ready);

	assign m_done = state_q == DONE;
	assign m_late = late_q;
	assign m_error = error_q;
	assign m_old = old;
	assign m_hold = state_q != IDLE;
	assign m_mem_valid = (state_q == READ || state_q == WRITE) && !s_mem_done;
	assign m_mem_write = state_q == WRITE;
	assign m_mem_addr = s_bus[63:3];
	assign m_word_valid = state_q == WRITE && !given_q;
	assign m_word_data = s_half ? {2{changed[31:0]}} : changed;
	assign m_word_strb = !s_half ? 8'hff : high ? 8'hf0 : 8'h0f;
	wire unused = &{1'b0, s_bus[1:0]};
endmodule

`default_nettype wire
