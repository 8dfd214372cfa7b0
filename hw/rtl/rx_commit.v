// SPDX-License-Identifier: BSD-3-Clause
//
// rx_commit: between the switch's receive side and the consumers. Holds each cell until its tail,
// drops it if the tail marks it bad or its length differs from the one in its head, and offers good
// cells without the tail word one clock after the tail: REDUCE cells and partial results on m_red,
// all others on m_dma. There is a queue for each, so a consumer of m_dma that waits does not stop
// REDUCE cells: they pass as long as no other cell stands in front of them at s_, and that happens
// only when the m_dma queue has no room for the longest cell (and then the switch's buffers hold
// the cells, by credit, nothing is lost). The same holds the other way round.
// s_ready depends on s_head and s_data (the type) without a register, and on registers.
`default_nettype none
`include "ring_nic_regs.vh"

module rx_commit #(
	parameter W = 16,              // bits of a word: 16, 64 or 128
	parameter LG_RED_DEPTH = 8,    // log2 of the words held of REDUCE cells
	parameter SPAN = 1,            // slots of the longest of other cells (cell_len)
	parameter LG_DMA_DEPTH = SPAN == 1 ? 8 : 9   // log2 of the words held of them: two of the longest
) (
	input  wire clk,
	input  wire rst,
	input  wire s_valid,
	output wire s_ready,
	input  wire s_head,
	input  wire s_last,
	input  wire s_bad,             // with last: drop the cell
	input  wire [W-1:0] s_data,
	output wire m_red_valid,
	input  wire m_red_ready,
	output wire m_red_head,
	output wire m_red_last,        // last data word
	output wire [W-1:0] m_red_data,
	output wire m_dma_valid,
	input  wire m_dma_ready,
	output wire m_dma_head,
	output wire m_dma_last,
	output wire [W-1:0] m_dma_data,
	output reg  dropped            // pulse: a cell was dropped
);
	localparam HEAD_WORDS = W == 16 ? 2 : 1;
	localparam [2:0] REDUCE = `RN_CELL_TYPE_REDUCE, PARTIAL = `RN_CELL_TYPE_PARTIAL;
	generate if (W != 16 && W != 64 && W != 128)
		rx_commit_needs_w_of_16_64_or_128 bad_parameter();
	endgenerate

	reg red_q, in_q;               // kind of the cell that is coming in; it has begun
	wire red_room, dma_room;
	wire red = in_q ? red_q : s_data[14:12] == REDUCE || s_data[14:12] == PARTIAL;
	assign s_ready = in_q || (red ? red_room : dma_room);
	wire beat = s_valid && s_ready;

	always @(posedge clk)
		if (rst)
			in_q <= 1'b0;
		else if (beat)
			in_q <= !s_last;
	always @(posedge clk)
		if (!in_q)
			red_q <= red;

	wire good, store;
	wire [7:0] words;
	wire [3:0] slots_unused;
	generate if (SPAN == 1) begin : usual
		cell_len #(.W(W)) len (.head({46'd0, s_data[1:0]}), .words(words), .slots(slots_unused));
	end else begin : longer
		cell_len #(.W(W), .SPAN(SPAN)) len (.head(s_data[47:0]), .words(words), .slots(slots_unused));
	end endgenerate
	cell_check #(.HEAD_WORDS(HEAD_WORDS), .TAIL(1)) check (.clk(clk), .rst(rst), .beat(beat), .head(s_head), .last(s_last),
		.words(words), .good(good), .store(store));

	wire push = beat && store && !s_last;
	wire commit = beat && s_last && good && !s_bad;
	wire drop = beat && s_last && !(good && !s_bad);
	always @(posedge clk)
		dropped <= drop && !rst;

	cell_store #(.W(W), .HEAD_WORDS(HEAD_WORDS), .LG_DEPTH(LG_RED_DEPTH)) reductions (.clk(clk), .rst(rst), .push(push && red),
		.data(s_data), .commit(commit && red), .drop(drop && red), .room(red_room), .m_valid(m_red_valid), .m_ready(m_red_ready),
		.m_head(m_red_head), .m_last(m_red_last), .m_data(m_red_data));
	cell_store #(.W(W), .HEAD_WORDS(HEAD_WORDS), .LG_DEPTH(LG_DMA_DEPTH), .SPAN(SPAN)) others (.clk(clk), .rst(rst), .push(push && !red),
		.data(s_data), .commit(commit && !red), .drop(drop && !red), .room(dma_room), .m_valid(m_dma_valid), .m_ready(m_dma_ready),
		.m_head(m_dma_head), .m_last(m_dma_last), .m_data(m_dma_data));
endmodule

`default_nettype wire
