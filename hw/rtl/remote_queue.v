// SPDX-License-Identifier: BSD-3-Clause
//
// Operations that other nodes ask for, in the order in which they came: records of 16-bit words in
// block RAM. A record counts only when it was committed; one that turns out bad is taken back. There
// is room for DEPTH records of the longest kind.
//
//  1. Words that are read were committed; so no address is read and written in one clock.
//  2. With s_room there is room for a whole record; it is one clock late, which does not matter to
//     a new record's first word: between two records there are more.
`default_nettype none
`include "ring_nic_regs.vh"

module remote_queue #(
	parameter DEPTH = 512 // records
) (
	input wire clk,
	input wire rst,

	input wire s_valid, // a word
	input wire [15:0] s_data,
	input wire s_commit, // behind a record's last word
	input wire s_abort, // instead: forget its words
	output wire s_room,

	output wire m_valid,
	input wire m_ready,
	output wire m_last,
	output wire [15:0] m_data
`ifdef FORMAL
	,
	output wire [$clog2(DEPTH*12+1)-1:0] f_fresh,
	output wire [$clog2(DEPTH*12+1)-1:0] f_used
`endif
);

	localparam [31:0] RECORD_N = 12; // words of the longest record
	localparam [31:0] WORD_N = DEPTH * RECORD_N;
	localparam ADDR_W = $clog2(WORD_N + 1);
	localparam [ADDR_W-1:0] END = WORD_N[ADDR_W-1:0] - 1'b1;
	localparam [ADDR_W-1:0] LIMIT = WORD_N[ADDR_W-1:0] - RECORD_N[ADDR_W-1:0];

`ifdef FORMAL
	(* anyseq *) reg [15:0] f_any;
`endif
	(* no_rw_check *) reg [15:0] mem [0:WORD_N-1];
	reg [ADDR_W-1:0] write_q, good_q, read_q; // next word to write, as of the last commit, to read
	reg [ADDR_W-1:0] used_q; // words from read_q to write_q
	reg [ADDR_W-1:0] fresh_q; // of them not committed
	reg room_q;
	reg have_q; // word_q is a word not taken yet
	reg [15:0] word_q;
	reg [3:0] index_q; // of that word in its record
	reg [3:0] op_q;
	wire [3:0] last;

	fe_shape shape (.op(index_q == 4'd0 ? word_q[`RN_REQUEST_CTL_OP_R] : op_q), .last(last));

	assign s_room = room_q;
	assign m_valid = have_q;
	assign m_data = word_q;
	assign m_last = index_q == last;

	wire taken = have_q && m_ready;
	wire fetch = used_q != fresh_q && (!have_q || m_ready);

	function [ADDR_W-1:0] next;
		input [ADDR_W-1:0] at;
		next = at == END ? {ADDR_W{1'b0}} : at + 1'b1;
	endfunction

	always @(posedge clk)
		if (rst) begin
			write_q <= {ADDR_W{1'b0}};
			good_q <= {ADDR_W{1'b0}};
		end else begin
			if (s_commit)
				good_q <= write_q;
			if (s_abort)
				write_q <= good_q;
			else if (s_valid)
				write_q <= next(write_q);
		end

	always @(posedge clk)
		if (rst || s_commit || s_abort)
			fresh_q <= {ADDR_W{1'b0}};
		else if (s_valid)
			fresh_q <= fresh_q + 1'b1;

	always @(posedge clk)
		if (rst)
			used_q <= {ADDR_W{1'b0}};
		else
			used_q <= used_q + {{ADDR_W-1{1'b0}}, s_valid && !s_abort}
				- (s_abort ? fresh_q : {ADDR_W{1'b0}}) - {{ADDR_W-1{1'b0}}, fetch};

	always @(posedge clk) begin
		room_q <= used_q <= LIMIT;
		if (s_valid)
			mem[write_q] <= s_data;
`ifdef FORMAL
		word_q <= f_any; // any content
`else
		if (fetch)
			word_q <= mem[read_q];
`endif
	end

	always @(posedge clk)
		if (rst)
			{have_q, read_q} <= {1'b0, {ADDR_W{1'b0}}};
		else begin
			have_q <= fetch || have_q && !m_ready;
			if (fetch)
				read_q <= next(read_q);
		end

	always @(posedge clk)
		if (rst)
			index_q <= 4'd0;
		else if (taken) begin
			index_q <= m_last ? 4'd0 : index_q + 4'd1;
			if (index_q == 4'd0)
				op_q <= word_q[`RN_REQUEST_CTL_OP_R];
		end

`ifdef FORMAL
	assign f_fresh = fresh_q;
	assign f_used = used_q;

	always @(posedge clk)
		if (!rst) begin
			assert(fresh_q <= used_q && used_q <= WORD_N);
			assert(write_q <= END && good_q <= END && read_q <= END);
			assert(32'd0 + read_q + used_q == write_q || read_q + used_q == write_q + WORD_N);
			assert(32'd0 + good_q + fresh_q == write_q || good_q + fresh_q == write_q + WORD_N);
			assert(fresh_q <= RECORD_N);
			assert(!(s_valid && fetch && write_q == read_q));
		end
`endif

endmodule

`default_nettype wire
