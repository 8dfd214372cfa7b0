// SPDX-License-Identifier: BSD-3-Clause
//
// cell_len: the words of payload of a cell, and the slots of 32 words that it takes with head and tail, from the first 48 bits of its
// head. Cells of 1, 4, 8 and 16 words have a code in LEN; with SPAN > 1 (from W = 64 on) cells of bulk may have 64 words and more, and
// {LONG, STATUS, LEN} is their number. A number beyond the longest, which only a head with a flipped bit has, counts for nothing, as
// in a cell of the control class: so every cell fits where one is expected. Combinational.
`default_nettype none
`include "ring_nic_regs.vh"

module cell_len #(
	parameter W = 64,            // bits of a word
	parameter SPAN = 1           // slots that the longest cell takes, 3 to 8; 1: 16 words of payload at most
) (
	input  wire [47:0] head,     // {H2, H1, H0}; W = 16: only H0 is looked at
	output wire [7:0] words,
	output wire [3:0] slots
);
	wire [1:0] code = head[`RN_CELL_H0_LEN_R];
	wire [7:0] coded = code == `RN_CELL_LEN_W16 ? 8'd16 : code == `RN_CELL_LEN_W8 ? 8'd8 : code == `RN_CELL_LEN_W4 ? 8'd4 : 8'd1;

	generate if (SPAN == 1) begin : usual
		assign words = coded;
		assign slots = 4'd1;
		wire unused = &{1'b0, head};
	end else begin : longer
		if (SPAN < 3 || SPAN > 8 || W < 64) begin : bad // with 2 no cell has 64 words
			cell_len_needs_w_of_64_or_more_and_span_1_or_3_to_8 bad_parameter();
		end

		localparam MOST = 32 * SPAN - 2;
		wire [7:0] exact = {head[32 + `RN_CELL_WIDE_H2_LONG_LSB +: 2], head[32 + `RN_CELL_WIDE_H2_STATUS_LSB +: 4], code};
		wire [8:0] all = {1'b0, words} + 9'd33;   // rounded up, with head and tail
		wire control;

		cell_class kind (.head(head), .control(control));
		assign words = exact[7:6] != 2'd0 && {1'b0, exact} <= MOST[8:0] && !control ? exact : coded;
		assign slots = all[8:5];
		wire unused = &{1'b0, all[4:0]};
	end endgenerate
endmodule

`default_nettype wire
