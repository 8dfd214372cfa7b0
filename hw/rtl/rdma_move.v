// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_move: the bytes of a segment of the RDMA unit between a cell and host memory. A buffer of 16 words holds them, a RAM for each
// of the 8 bytes of a word (a lane), so that a word of memory, which lies across two words of the buffer, moves in one clock. A move
// takes any bytes of memory that lie together to or from any place of the buffer; it is split where it crosses 4 KiB. Nothing outside of these
// bytes is written: the words at both ends have strobes.
//
//      IDLE --started--> BURST --answered, more--> BURST
//                            \--answered, all--> DONE --> IDLE
//
// With a = lowest bits of the address, P = place in the buffer, word i of the burst and r = (P - a) mod 8: byte b of the word is byte
// k = 8 i + b - a of the burst and stands in lane (b + r) mod 8, so lane j is written, or read, at word
// i + floor((P - a) / 8) + (j < r).
//
// Invariants (bench rdma_engine, which compares memory byte by byte):
//  1. Byte k of a move is byte s_at + k of the buffer; no other byte changes.
`default_nettype none

module rdma_move (
	input  wire clk,
	input  wire rst,
	// the buffer by words, while nothing moves
	input  wire s_put,
	input  wire [3:0] s_put_at,
	input  wire [63:0] s_put_data,
	input  wire [3:0] s_get_at,
	output wire [63:0] m_get_data,   // a clock later
	// a move: held until m_done
	input  wire s_start,
	input  wire s_write,             // from the buffer to memory
	input  wire [63:0] s_bus,
	input  wire [6:0] s_bytes,       // 1 to 127
	input  wire [6:0] s_at,          // place in the buffer
	output wire m_done,              // one clock
	output wire m_error,             // with it: the host answered with an error
	// rdma_mem
	output wire m_mem_valid,
	output wire m_mem_write,
	output wire [63:3] m_mem_addr,
	output wire [5:0] m_mem_words,
	output wire m_word_valid,        // words to be written
	input  wire s_word_ready,
	output wire [63:0] m_word_data,
	output wire [7:0] m_word_strb,
	input  wire s_word_valid,        // words that were read
	input  wire [63:0] s_word_data,
	input  wire s_mem_done,
	input  wire s_mem_error
);
	localparam [1:0] IDLE = 0, BURST = 1, NEXT = 2, DONE = 3;

	reg [1:0] state_q;
	reg [63:0] bus_q;
	reg [6:0] left_q, at_q;          // bytes that are left, their place in the buffer
	reg [4:0] n_q;                   // words of the burst that have moved
	reg have_q;                      // the lanes show word n_q
	reg error_q;

	// ---- The burst -----------------------------------------------------------------------------
	wire [12:0] to_border = 13'd4096 - {1'b0, bus_q[11:0]};
	wire [6:0] bytes = {6'd0, left_q} > to_border ? to_border[6:0] : left_q;
	wire [2:0] a = bus_q[2:0];
	wire [7:0] span = {5'd0, a} + {1'b0, bytes};             // a + bytes
	wire [7:0] rounded = span + 8'd7;
	wire [7:0] behind = {1'b0, at_q} - {5'd0, a};            // P - a
	wire [2:0] r = behind[2:0];
	wire [3:0] word_n = behind[6:3] + n_q[3:0];              // of lane j >= r, modulo 16
	wire [7:0] first = {n_q, 3'd0};                          // 8 i

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= s_start ? BURST : IDLE;
			BURST:   state_q <= !s_mem_done ? BURST : s_mem_error || bytes == left_q ? DONE : NEXT;
			NEXT:    state_q <= BURST;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		if (state_q == IDLE) begin
			bus_q <= s_bus;
			left_q <= s_bytes;
			at_q <= s_at;
			error_q <= 1'b0;
		end else if (state_q == BURST && s_mem_done) begin
			bus_q <= bus_q + {57'd0, bytes};
			left_q <= left_q - bytes;
			at_q <= at_q + bytes;
			error_q <= s_mem_error;
		end

	wire sent = m_word_valid && s_word_ready;
	wire came = state_q == BURST && !s_write && s_word_valid;
	always @(posedge clk)
		n_q <= state_q == BURST && !s_mem_done ? n_q + {4'd0, sent || came} : 5'd0;
	always @(posedge clk)
		have_q <= state_q == BURST && s_write && !sent;

	// ---- Lanes -----------------------------------------------------------------------------------
	wire moving = state_q != IDLE;
	wire [63:0] lanes;
	wire [7:0] strb;
	wire [63:0] turned;              // word of memory from the lanes
	genvar j;
	generate for (j = 0; j < 8; j = j + 1) begin : lane
		(* no_rw_check *) reg [7:0] bytes_n [0:15];
		reg [7:0] byte_q;
		localparam [2:0] J = j;
		wire [2:0] b = J - r;                                // byte of the word of memory that stands in this lane
		wire [3:0] sum = {1'b0, b} + {1'b0, r};               // of 8 or more: the next word of the buffer
		wire [2:0] of = J + r;                               // lane of byte j of the word of memory
		wire [7:0] up_to = first + {5'd0, b};                // k + a
		wire mine = up_to >= {5'd0, a} && up_to < span;
		wire [7:0] own = first + {5'd0, J};
		wire [3:0] at = moving ? word_n + {3'd0, sum[3]} : s_put ? s_put_at : s_get_at;
		wire put = moving ? came && mine : s_put;
		wire [7:0] data = moving ? s_word_data[8*b +: 8] : s_put_data[8*j +: 8];

		always @(posedge clk)
			if (put)
				bytes_n[at] <= data;
		always @(posedge clk)
			if (!put)
				byte_q <= bytes_n[at];
		wire unused_sum = &{1'b0, sum[2:0]};
		assign lanes[8*j +: 8] = byte_q;
		assign turned[8*j +: 8] = lanes[8*of +: 8];
		assign strb[j] = own >= {5'd0, a} && own < span;
	end endgenerate

	assign m_get_data = lanes;
	assign m_done = state_q == DONE;
	assign m_error = error_q;
	assign m_mem_valid = state_q == BURST && !s_mem_done;
	assign m_mem_write = s_write;
	assign m_mem_addr = bus_q[63:3];
	assign m_mem_words = {1'b0, rounded[7:3]};
	assign m_word_valid = have_q;
	assign m_word_data = turned;
	assign m_word_strb = strb;
	wire unused = &{1'b0, behind[7], rounded[2:0]};
endmodule

`default_nettype wire
