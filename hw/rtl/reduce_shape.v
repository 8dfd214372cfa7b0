// SPDX-License-Identifier: BSD-3-Clause
//
// How long a REDUCE cell is: the shortest one that holds an operand of so many beats. Combinational;
// used on both sides, reduce_tx and reduce_rx.

`default_nettype none
`include "ring_nic_regs.vh"

module reduce_shape #(
	parameter W = 16 // bits of a word: 16, 64 or 128
) (
	input wire [1:0] beats,  // of 64 bits, less one
	output wire [1:0] code,  // of enum CELL_LEN
	output wire [4:0] words  // of payload
);

wire tiny = W == 128 ? !beats[1] : beats == 2'd0;

assign code = W == 16 ? (beats[1] ? `RN_CELL_LEN_W16 : beats[0] ? `RN_CELL_LEN_W8 : `RN_CELL_LEN_W4)
	: tiny ? `RN_CELL_LEN_W1 : `RN_CELL_LEN_W4;
assign words = code == `RN_CELL_LEN_W16 ? 5'd16 : code == `RN_CELL_LEN_W8 ? 5'd8
	: code == `RN_CELL_LEN_W4 ? 5'd4 : 5'd1;

endmodule

`default_nettype wire
