// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_serve: the request of a peer that a turn of rdma_engine has to do with: as its cell has brought it, or as the record of a queue pair
// has kept it. A READ is answered in turns of its own, a segment in each: so the bulk cell that asks for it never waits for room for another.
// An atomic operation is carried out in a turn of its own as well, once: the record keeps its value for one that is asked for again.
// The record is a part of the context (docs/card/rdma.md, section 11) with the words of the cell and the next offset. A queue pair has one:
// its peer has one request under way.
//
// Invariants (bench rdma_engine):
//  1. A record of another epoch of the queue pair is none.
//  2. Segments are cut from the bytes that the request asked for, none else.
`default_nettype none

module rdma_serve #(
	parameter [6:0] SEGMENT = 7'd96  // most bytes of a segment
) (
	input  wire clk,
	// words of a cell as they come, head first
	input  wire s_came,
	input  wire [4:0] s_came_n,
	input  wire [63:0] s_came_data,
	// the record: word s_n - 1 comes, word s_n leaves
	input  wire s_load,
	input  wire [2:0] s_n,
	input  wire [63:0] s_data,
	output wire [63:0] m_data,
	input  wire [31:0] s_epoch,      // of the queue pair
	input  wire s_advance,           // one clock: the next segment was sent
	input  wire s_value,             // one clock: the operation was carried out
	input  wire [63:0] s_value_data, // its word before
	// the request
	output wire [3:0] m_op,          // of enum WORK_OP
	output wire [31:0] m_tag,        // {lower half of the sender's epoch, number of the message}
	output wire [31:0] m_offset,
	output wire [63:0] m_address,
	output wire [31:0] m_length,
	output wire [31:0] m_stag,
	output wire [63:0] m_arg,
	output wire [63:0] m_cmp,        // when it was carried out: the word before
	output wire m_done,              // it was
	output wire [6:0] m_bytes,       // of the next segment; 0: all were sent, or the record is none
	output wire m_last               // it is the last one
);
	reg [3:0] op_q;
	reg done_q;
	reg [63:0] arg_q, cmp_q;
	reg [31:0] tag_q, offset_q, length_q, stag_q, epoch_q;
	reg [63:0] address_q;

	wire [31:0] left = length_q - offset_q;
	assign m_last = left <= {25'd0, SEGMENT};
	assign m_bytes = epoch_q != s_epoch ? 7'd0 : m_last ? left[6:0] : SEGMENT;

	wire op_came = s_came && s_came_n == 5'd1;
	always @(posedge clk)
		if (op_came)
			{done_q, op_q} <= {1'b0, s_came_data[19:16]};
		else if (s_load && s_n == 3'd4)
			{done_q, op_q} <= s_data[4:0];
		else if (s_value)
			done_q <= 1'b1;

	wire place_came = s_came && s_came_n == 5'd2;
	always @(posedge clk)
		if (place_came)
			{offset_q, tag_q} <= s_came_data;
		else if (s_load && s_n == 3'd1)
			{offset_q, tag_q} <= s_data;
		else if (s_advance)
			offset_q <= offset_q + {25'd0, m_bytes};

	wire address_came = s_came && s_came_n == 5'd3;
	always @(posedge clk)
		if (address_came)
			address_q <= s_came_data;
		else if (s_load && s_n == 3'd2)
			address_q <= s_data;

	wire length_came = s_came && s_came_n == 5'd4;
	always @(posedge clk)
		if (length_came)
			{length_q, stag_q} <= s_came_data;
		else if (s_load && s_n == 3'd3)
			{length_q, stag_q} <= s_data;

	// A cell without these words has zeros: nothing of a cell before goes into the record.
	wire arg_came = s_came && s_came_n == 5'd5;
	always @(posedge clk)
		if (op_came)
			arg_q <= 64'd0;
		else if (arg_came)
			arg_q <= s_came_data;
		else if (s_load && s_n == 3'd5)
			arg_q <= s_data;

	wire cmp_came = s_came && s_came_n == 5'd6;
	always @(posedge clk)
		if (op_came)
			cmp_q <= 64'd0;
		else if (cmp_came)
			cmp_q <= s_came_data;
		else if (s_load && s_n == 3'd6)
			cmp_q <= s_data;
		else if (s_value)
			cmp_q <= s_value_data;

	always @(posedge clk)
		if (s_load && s_n == 3'd7)
			epoch_q <= s_data[31:0];

	reg [63:0] put;
	always @(*)
		case (s_n)
		3'd0:    put = {offset_q, tag_q};
		3'd1:    put = address_q;
		3'd2:    put = {length_q, stag_q};
		3'd3:    put = {59'd0, done_q, op_q};
		3'd4:    put = arg_q;
		3'd5:    put = cmp_q;
		default: put = {32'd0, s_epoch};
		endcase

	assign m_data = put;
	assign m_op = op_q;
	assign m_tag = tag_q;
	assign m_offset = offset_q;
	assign m_address = address_q;
	assign m_length = length_q;
	assign m_stag = stag_q;
	assign m_arg = arg_q;
	assign m_cmp = cmp_q;
	assign m_done = done_q;
endmodule

`default_nettype wire
