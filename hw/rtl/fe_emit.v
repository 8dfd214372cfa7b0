// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the operations that pages have asked for out of fe_store, page after page in turn, and hands
// each on as a record of 16-bit words (their number: fe_shape): to the engine here when the
// register is on this node, else to the ring.
//
//   IDLE --a page waits--> READ --granted--> SEND --taken--> READ ... --last taken--> IDLE
//
// A record once begun is finished; its words may be up to a few clocks apart.
`default_nettype none
`include "ring_nic_regs.vh"

module fe_emit (
	input wire clk,
	input wire rst,

	input wire s_start_valid, // pulse: this page's command is complete in the store
	input wire [2:0] s_start_page,
	input wire s_start_local, // its register is on this node

	output wire m_read, // fe_store
	output wire [7:0] m_addr,
	input wire m_ready,
	input wire [15:0] rdata,

	output wire m_op_valid,
	input wire m_op_ready,
	output wire m_op_local, // throughout the record
	output wire m_op_last,
	output wire [15:0] m_op_data
);

	localparam IDLE = 2'd0, // nothing under way
		READ = 2'd1, // waits for the store
		SEND = 2'd2; // a word is offered

	reg [1:0] state_q;
	reg [7:0] wait_q, local_q; // a bit for each page
	reg [2:0] page_q; // under way, or the last one
	reg [3:0] index_q; // of the word
	reg [3:0] op_q;
	reg fresh_q; // rdata is the word; later it is kept
	reg [15:0] kept_q;

	wire [3:0] last;
	wire [15:0] word = fresh_q ? rdata : kept_q;
	wire [7:0] one = 8'b1;
	wire [15:0] turned = {wait_q, wait_q} >> {1'b0, page_q + 3'd1}; // those behind page_q first
	reg [2:0] ahead; // pages from page_q + 1 to the next that waits
	integer i;

	fe_shape shape (.op(op_q), .last(last));

	always @(*) begin
		ahead = 3'd0;
		for (i = 7; i >= 0; i = i - 1)
			if (turned[i])
				ahead = i[2:0];
	end

	assign m_read = state_q == READ;
	assign m_addr = {page_q, 1'b0, index_q + 4'd12}; // control words 12 to 15, operands from 0
	assign m_op_valid = state_q == SEND;
	assign m_op_local = local_q[page_q];
	assign m_op_last = index_q == last && index_q != 4'd0;
	assign m_op_data = index_q != 4'd0 ? word
		: {2'b0, word[`RN_FE_COMMAND_PAGE_R], page_q, word[7:0]};

	wire taken = state_q == SEND && m_op_ready;
	wire [7:0] starts = s_start_valid ? one << s_start_page : 8'b0;
	wire [7:0] ends = taken && m_op_last ? one << page_q : 8'b0;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else
			case (state_q)
			IDLE: if (wait_q != 0)
				state_q <= READ;
			READ: if (m_ready)
				state_q <= SEND;
			default: if (m_op_ready)
				state_q <= m_op_last ? IDLE : READ;
			endcase

	always @(posedge clk)
		if (rst)
			wait_q <= 8'b0;
		else
			wait_q <= (wait_q | starts) & ~ends;

	always @(posedge clk)
		if (s_start_valid)
			local_q[s_start_page] <= s_start_local;

	always @(posedge clk)
		if (rst)
			page_q <= 3'd0;
		else if (state_q == IDLE && wait_q != 0)
			page_q <= page_q + 3'd1 + ahead;

	always @(posedge clk)
		if (state_q == IDLE)
			index_q <= 4'd0;
		else if (taken)
			index_q <= index_q + 4'd1;

	always @(posedge clk) begin
		fresh_q <= state_q == READ;
		kept_q <= word;
		if (fresh_q && index_q == 4'd0)
			op_q <= rdata[`RN_FE_COMMAND_OP_R];
	end

endmodule

`default_nettype wire
