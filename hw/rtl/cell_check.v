// SPDX-License-Identifier: BSD-3-Clause
//
// cell_check: watches a cell stream and reports whether the cell has exactly the words that its
// head announces (HEAD_WORDS and words of payload, and TAIL words without data). It stops nothing;
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
	input  wire [7:0] words,   // with the head: of payload
	output wire good,          // with last: the length was right
	output wire store          // the word belongs to the cell: head or one of the words announced
);
	reg [7:0] left_q;         // words yet to come, the tail not counted
	reg in_q;                 // a cell has begun and not ended
	reg fine_q;               // and nothing was wrong with it

	assign store = head ? !in_q : fine_q && left_q != 0;
	assign good = fine_q && !head && left_q == (TAIL != 0 ? 8'd0 : 8'd1);

	always @(posedge clk)
		if (rst)
			left_q <= 0;
		else if (beat && head)
			left_q <= words + (HEAD_WORDS[7:0] - 8'd1);
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
