// SPDX-License-Identifier: BSD-3-Clause
//
// How long the record of an operation on a full/empty register is: 4 words of 16 bits (those of
// RN_REQUEST_CTL), 4 more for an operand, 4 more for the expected value of COMPARE_SWAP.
`default_nettype none
`include "ring_nic_regs.vh"

module fe_shape (
	input wire [3:0] op, // RN_FE_OP_*, or nonsense, which has no operand
	output wire [3:0] last // index of its last word
);

	wire operand = op == `RN_FE_OP_WRITE || op == `RN_FE_OP_TEST_WRITE
		|| op == `RN_FE_OP_TEST_WRITE_INT || op == `RN_FE_OP_FETCH_ADD;

	assign last = op == `RN_FE_OP_COMPARE_SWAP ? 4'd11 : operand ? 4'd7 : 4'd3;

endmodule

`default_nettype wire
