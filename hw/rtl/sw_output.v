// SPDX-License-Identifier: BSD-3-Clause
//
// sw_output: one output of the crossbar towards a link: the words of the reader that holds the output, with the header made
// right for the next node: virtual channel 1 beyond the dateline, channel 0 on a turn into another dimension, and the
// destination of this way round in cells of a copy type that come from the local side. No state: the link has the register.
`default_nettype none
`include "ring_nic_regs.vh"

module sw_output #(
	parameter W = 16,           // bits of a word
	parameter SPIN = 1,         // copies BCAST; native: REDUCE too
	parameter TURN = 0          // 1: cells from `turn` come from another dimension
) (
	input  wire own_a,          // which reader holds the output: straight on, turning, local
	input  wire own_b,
	input  wire own_s,
	input  wire head_a,
	input  wire head_b,
	input  wire head_s,
	input  wire [W-1:0] data_a,
	input  wire [W-1:0] data_b,
	input  wire [W-1:0] data_s,
	input  wire dateline,       // this output crosses it
	input  wire [9:0] bcast,    // destination of copies from the local side
	output wire head,
	output wire [W-1:0] data
);
	wire [W-1:0] word = (data_a & {W{own_a}}) | (data_b & {W{own_b}}) | (data_s & {W{own_s}});
	wire copy = data_s[14:12] == `RN_CELL_TYPE_BCAST || (SPIN == 0 && data_s[14:12] == `RN_CELL_TYPE_REDUCE);
	wire to_all = own_s && head_s && copy;
	wire vc_0 = TURN != 0 && own_b;

	assign head = (head_a && own_a) || (head_b && own_b) || (head_s && own_s);
	assign data[1:0] = word[1:0];
	assign data[11:2] = to_all ? bcast : word[11:2];
	assign data[14:12] = word[14:12];
	assign data[15] = head ? dateline || (word[15] && !vc_0) : word[15];
	generate if (W > 16) begin : wide
		assign data[W-1:16] = word[W-1:16];
	end endgenerate
endmodule

`default_nettype wire
