// SPDX-License-Identifier: BSD-3-Clause
//
// cell_check: watches a cell stream and reports whether the cell has exactly the words that its
// head announces (HEAD_WORDS + 16, 8, 4 or 1, and TAIL words without data). It stops nothing;
// rx_commit and cell_fifo drop wrong cells, so that a consumer that counts words stays in step.
`default_nettype none

module cell_check #(
	parameter HEAD_WORDS = 2,  // words before the data
	parameter TAIL = 1         // 1: a word without data ends the cell
) (
	input  wire clk,
	input  wire rst,
	input  wire beat,          // a word goes by
	input  wire head,
	input  wire last,
	input  wire [1:0] len,     // bits 1:0 of the head word
	output wire good,          // with last: the length was right
	output wire store          // the word belongs to the cell: head or one of the words announced
);
	reg [4:0] left_q;         // words yet to come, the tail not counted
	reg in_q;                 // a cell has begun and not ended
	reg fine_q;               // and nothing was wrong with it
	wire [4:0] data_n = len == 2'd0 ? 5'd16 : 5'd8 >> (len == 2'd3 ? 2'd3 : len - 2'd1);

	assign store = head ? !in_q : fine_q && left_q != 0;
	assign good = fine_q && !head && left_q == (TAIL != 0 ? 5'd0 : 5'd1);

	always @(posedge clk)
		if (rst)
			left_q <= 0;
		else if (beat && head)
			left_q <= data_n + (HEAD_WORDS[4:0] - 5'd1);
		else if (beat && left_q != 0)
			left_q <= left_q - 1'b1;

	// A word that was not announced, or a head inside, spoils the rest of the cell.
	always @(posedge clk)
		if (rst) begin
			in_q <= 1'b0;
			fine_q <= 1'b0;
		end else if (beat) begin
			in_q <= !last;
			fine_q <= !last && store;
		end
endmodule

`default_nettype wire
