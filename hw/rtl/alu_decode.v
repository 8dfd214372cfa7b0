// SPDX-License-Identifier: BSD-3-Clause
//
// alu_decode: stage 1 of reduce_alu. Turns an operation and a type into the few control bits of the
// later stages, and the operands into their summands: x is a (or the bitwise result), y is b
// (inverted for a comparison). It handles integers and bit patterns only; fp_unpack handles
// exponents beside it.
//
// A pair (operation, type) is refused by selecting nothing: sum, comparison, bits and logic all low, and the result is 0.
`default_nettype none

module alu_decode (
	input  wire clk,
	input  wire en,
	input  wire [3:0] op,
	input  wire [3:0] kind,
	input  wire [63:0] a,
	input  wire [63:0] b,
	output reg  [63:0] x_q,        // a, or a & b, a | b, a ^ b
	output reg  [63:0] y_q,        // b, or ~b when compared
	output reg  [7:0] a_set_q,     // for each byte of a: it is not 0
	output reg  [7:0] b_set_q,
	output reg  [1:0] lg_lane_q,   // log2 of the bytes of a lane
	output reg  [3:0] pass_q,      // {byte 1, byte 0 of the upper half; byte 1, byte 0 of the lower half}: the bit behind the
	output reg  [3:0] stop_q,      //   byte lets the carry pass (1, 0), or sets it for a comparison, else stops it
	output reg  f32_q,             // two float32
	output reg  float_q,           // sum, minimum or maximum of float32 or float64
	output reg  fsum_q,            // floating-point sum
	output reg  isum_q,            // integer sum
	output reg  cmp_q,             // minimum or maximum of any type
	output reg  low_q,             // the minimum is wanted; without cmp: the result is x
	output reg  signed_q,          // lanes are two's complement or floating-point
	output reg  drop_q,            // neither x nor y is part of the result
	output reg  [1:0] logic_q      // 0 none, 1 and, 2 or, 3 exclusive or of (lane is not 0)
);
	localparam [3:0] SUM = 0, MIN = 1, MAX = 2, BAND = 4, BOR = 5, BXOR = 6, LAND = 7, LOR = 8, LXOR = 9;

	wire f32 = kind == 4'd8;
	wire f64 = kind == 4'd9;
	wire int_type = !kind[3];
	wire float_type = f32 || f64;
	wire cmp = (op == MIN || op == MAX) && (int_type || float_type);
	wire isum = op == SUM && int_type;
	wire fsum = op == SUM && float_type;
	wire bits = int_type && (op == BAND || op == BOR || op == BXOR);
	wire logical = int_type && (op == LAND || op == LOR || op == LXOR);
	wire [1:0] mix = !bits ? 2'd0 : op[1:0] + 2'd1;   // BAND 1, BOR 2, BXOR 3

	always @(posedge clk)
		if (en) begin
			case (mix)
			2'd0: x_q <= a;
			2'd1: x_q <= a & b;
			2'd2: x_q <= a | b;
			default: x_q <= a ^ b;
			endcase
			y_q <= b ^ {64{cmp}};
		end

	wire [1:0] lg_lane = kind[3] ? {1'b1, kind[0]} : kind[1:0];
	wire [1:0] ends = {!lg_lane[1], lg_lane == 2'd0};
	always @(posedge clk)
		if (en) begin
			lg_lane_q <= lg_lane;
			pass_q <= {~ends | {2{!isum}}, ~ends | {2{cmp}}};
			stop_q <= {ends & {2{!isum}}, ends & {2{cmp}}};
		end

	integer k;
	always @(posedge clk)
		if (en)
			for (k = 0; k < 8; k = k + 1) begin
				a_set_q[k] <= |a[8*k +: 8];
				b_set_q[k] <= |b[8*k +: 8];
			end

	always @(posedge clk)
		if (en) begin
			f32_q <= f32;
			float_q <= float_type && (cmp || fsum);
			fsum_q <= fsum;
			isum_q <= isum;
			cmp_q <= cmp;
			low_q <= cmp ? op == MIN : bits || fsum;
			signed_q <= kind[3] || !kind[2];
			drop_q <= !(cmp || bits || fsum);
			logic_q <= !logical ? 2'd0 : op[1:0] + 2'd2;   // LAND 1, LOR 2, LXOR 3
		end
endmodule

`default_nettype wire
