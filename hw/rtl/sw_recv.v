// SPDX-License-Identifier: BSD-3-Clause
//
// sw_recv: the receive buffer of the SPIN setting, behind the local output of the switch. Cells of 17 words without a gap go in,
// one begun cell always fits (`room` says that one more may be begun), and a receiver that stops in the middle of a
// cell does not stop the crossbar: a cell that goes to a link and to this node at once must not have gaps on the link.
`default_nettype none

module sw_recv #(
	parameter LG_DEPTH = 8      // log2 of the words held
) (
	input  wire clk,
	input  wire rst,
	input  wire s_valid,
	input  wire [15:0] s_data,
	output reg  room,           // two cells fit: the one that may be on its way in, and another
	output wire m_valid,
	input  wire m_ready,
	output wire m_head,
	output wire m_last,
	output wire [15:0] m_data
);
	localparam CELL = 17;       // words
	localparam ROOM = (1 << LG_DEPTH) - 2 * CELL - 2;   // words held at most when another cell may begin

	reg [4:0] word_q;           // of the cell going out
	wire [LG_DEPTH:0] level;
	wire _unused_ready;         // never low: see room

	sync_fifo #(.W(16), .LG_DEPTH(LG_DEPTH)) words (.clk(clk), .rst(rst), .s_valid(s_valid), .s_ready(_unused_ready),
		.s_data(s_data), .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .level(level));

	assign m_head = word_q == 5'd0;
	assign m_last = word_q == 5'd16;

	always @(posedge clk)
		if (rst)
			word_q <= 5'd0;
		else if (m_valid && m_ready)
			word_q <= m_last ? 5'd0 : word_q + 5'd1;

	always @(posedge clk)
		room <= !rst && level < ROOM[LG_DEPTH:0];
endmodule

`default_nettype wire
