// SPDX-License-Identifier: BSD-3-Clause
//
// sw_recv: the receive buffer of the SPIN setting, behind the local output of the switch. Cells of 17 words without a gap go in,
// one begun cell always fits (`room`: one more may be begun), and a receiver that stops in the
// middle of a cell does not stop the crossbar: a cell that goes to a link and to this node at once
// must not have gaps on the link.
`default_nettype none

module sw_recv #(
	parameter LG_DEPTH = 8      // log2 of the words held
) (
	input  wire clk,
	input  wire rst,
	input  wire s_valid,
	input  wire s_head,
	input  wire [15:0] s_data,
	output reg  room,           // two cells fit: the one that may be on its way in, and another
	output wire m_valid,
	input  wire m_ready,
	output wire m_head,
	output wire m_last,
	output wire [15:0] m_data
);
	localparam CELL_N = (1 << LG_DEPTH) / 17;   // cells that fit
	localparam CELL_MAX = CELL_N - 2;           // held when one more may begin, at most

	reg [4:0] word_q;           // of the cell going out
	reg valid_q, head_q;        // a word on its way in
	reg [15:0] data_q;
	reg [LG_DEPTH-4:0] cells_q; // held or coming in
	wire [LG_DEPTH:0] level_unused;
	wire begins = valid_q && head_q;
	wire ends = m_valid && m_ready && m_last;
	wire _unused_ready;         // never low: see room

	sync_fifo #(.W(16), .LG_DEPTH(LG_DEPTH)) words (.clk(clk), .rst(rst), .s_valid(valid_q), .s_ready(_unused_ready),
		.s_data(data_q), .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .level(level_unused));

	assign m_head = word_q == 5'd0;
	assign m_last = word_q == 5'd16;

	always @(posedge clk)
		if (rst)
			word_q <= 5'd0;
		else if (m_valid && m_ready)
			word_q <= m_last ? 5'd0 : word_q + 5'd1;

	always @(posedge clk) begin
		valid_q <= s_valid && !rst;
		head_q <= s_head;
		data_q <= s_data;
	end

	always @(posedge clk)
		if (rst)
			cells_q <= 0;
		else if (begins != ends)
			cells_q <= begins ? cells_q + 1'b1 : cells_q - 1'b1;

	always @(posedge clk)
		room <= !rst && cells_q <= CELL_MAX[LG_DEPTH-4:0];
endmodule

`default_nettype wire
