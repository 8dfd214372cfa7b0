// SPDX-License-Identifier: BSD-3-Clause
//
// cell_fifo: a queue before cell_arb for a client that cannot promise to deliver a cell without waiting: a cell is offered only
// when it is complete. Cells have no tail word on either side. The ways a cell is to take stand in it beside the words. A cell whose length
// differs from the one in its head is dropped and counted out by `dropped`. s_ready falls between
// cells only.
`default_nettype none

module cell_fifo #(
	parameter W = 16,          // bits of a word: 16, 64 or 128
	parameter LG_DEPTH = 8     // log2 of the words held
) (
	input  wire clk,
	input  wire rst,
	input  wire s_valid,
	output wire s_ready,
	input  wire s_head,
	input  wire s_last,
	input  wire [W-1:0] s_data,
	input  wire [1:0] s_way,   // {Y, X} with the head
	output wire m_valid,
	input  wire m_ready,
	output wire m_head,
	output wire m_last,
	output wire [W-1:0] m_data,
	output wire [1:0] m_way,   // with the head
	output reg  dropped        // pulse: a cell was dropped
);
	localparam HEAD_WORDS = W == 16 ? 2 : 1;
	generate if (W != 16 && W != 64 && W != 128)
		cell_fifo_needs_w_of_16_64_or_128 bad_parameter();
	endgenerate

	reg in_q;                  // a cell has begun
	wire room;
	assign s_ready = in_q || room;
	wire beat = s_valid && s_ready;
	always @(posedge clk)
		if (rst)
			in_q <= 1'b0;
		else if (beat)
			in_q <= !s_last;

	wire good, store;
	wire [7:0] words;
	wire [3:0] slots_unused;
	cell_len #(.W(W)) len (.head({46'd0, s_data[1:0]}), .words(words), .slots(slots_unused));
	cell_check #(.HEAD_WORDS(HEAD_WORDS), .TAIL(0)) check (.clk(clk), .rst(rst), .beat(beat), .head(s_head), .last(s_last),
		.words(words), .good(good), .store(store));

	// A word that ends a wrong cell is not pushed: the dropped words were pushed before.
	wire drop = beat && s_last && !good;
	always @(posedge clk)
		dropped <= drop && !rst;

	cell_store #(.W(W + 2), .HEAD_WORDS(HEAD_WORDS), .LG_DEPTH(LG_DEPTH)) cells (.clk(clk), .rst(rst), .push(beat && store && !drop),
		.data({s_way, s_data}), .commit(beat && s_last && good), .drop(drop), .room(room), .m_valid(m_valid), .m_ready(m_ready),
		.m_head(m_head), .m_last(m_last), .m_data({m_way, m_data}));
endmodule

`default_nettype wire
