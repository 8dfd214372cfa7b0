// SPDX-License-Identifier: BSD-3-Clause
//
// int_alu: stages 2 and 3 of reduce_alu: integer sums, comparisons of all types, logical operations. Each half of 32 bits is
// one carry chain with a bit between the bytes that carries on, stops or sets the carry: lanes of 8 to 32 bits. The carry into
// the upper half of a 64-bit sum is handed on (carry_q) and added by the rounding stage. big and lesser are the operands in stage 2;
// the result selects one of them by byte. A floating-point sum passes through as its operand `big`.
`default_nettype none

module int_alu (
	input  wire clk,
	input  wire en,
	// stage 1
	input  wire [63:0] x,
	input  wire [63:0] y,
	input  wire [7:0] a_set,
	input  wire [7:0] b_set,
	input  wire [1:0] lg_lane,
	input  wire [3:0] pass,        // bits between the bytes
	input  wire [3:0] stop,
	input  wire is_float,
	input  wire isum,
	input  wire cmp,
	input  wire low,
	input  wire is_signed,
	input  wire [1:0] logic_op,
	// stage 2
	input  wire [63:0] big,
	input  wire [63:0] lesser,
	// stage 3
	output reg  [63:0] out_q,
	output reg  carry_q            // into bit 32 of out_q
);
	// --- stage 2 ---
	function [36:0] spread;   // bytes, the bits between them, carry in
		input [31:0] v;
		input [2:0] between;
		input carry;
		spread = {1'b0, v[31:24], between[2], v[23:16], between[1], v[15:8], between[0], v[7:0], carry};
	endfunction

	wire [36:0] sum0 = spread(x[31:0], {stop[0], pass[1:0]}, cmp) + spread(y[31:0], {pass[0], stop[1:0]}, cmp);
	wire [36:0] sum1 = spread(x[63:32], {stop[2], pass[3:2]}, !isum) + spread(y[63:32], {pass[2], stop[3:2]}, !isum);
	wire unused = &{1'b0, sum1[0], sum0[0]};   // the place of the carry in
	reg [63:0] sum_q;         // 0 if no integer sum
	reg equal_q;              // the upper halves are equal (a comparison)
	reg carry2_q;

	always @(posedge clk)
		if (en) begin
			equal_q <= &(x[63:32] ^ y[63:32]);
			carry2_q <= isum && lg_lane == 2'd3 && sum0[36];
		end

	always @(posedge clk)
		if (en) begin
			sum_q <= {sum1[35:28], sum1[26:19], sum1[17:10], sum1[8:1], sum0[35:28], sum0[26:19], sum0[17:10], sum0[8:1]};
			if (!isum)
				sum_q <= 64'b0;
		end

	// For the first byte of each lane: the lane is not 0; 0 for other bytes.
	function [7:0] lanes;
		input [7:0] set;
		input [1:0] lg;
		case (lg)
		2'd0: lanes = set;
		2'd1: lanes = {1'b0, |set[7:6], 1'b0, |set[5:4], 1'b0, |set[3:2], 1'b0, |set[1:0]};
		2'd2: lanes = {3'b0, |set[7:4], 3'b0, |set[3:0]};
		default: lanes = {7'b0, |set};
		endcase
	endfunction

	wire [7:0] la = lanes(a_set, lg_lane);
	wire [7:0] lb = lanes(b_set, lg_lane);
	reg [7:0] logic_lanes_q;
	always @(posedge clk)
		if (en)
			case (logic_op)
			2'd0: logic_lanes_q <= 8'b0;
			2'd1: logic_lanes_q <= la & lb;
			2'd2: logic_lanes_q <= la | lb;
			default: logic_lanes_q <= la ^ lb;
			endcase

	// A carry out of the last byte of a lane means a >= b. Signs that differ turn the order of a
	// signed lane round, two negative floating-point numbers as well. The lower half of 64 bits
	// counts if the upper halves are equal, signs too.
	wire [7:0] above = {sum1[36], sum1[27], sum1[18], sum1[9], sum0[36], sum0[27], sum0[18], sum0[9]};
	reg [7:0] pick_q;         // for the lane that ends with this byte: take big
	genvar g;
	generate for (g = 0; g < 8; g = g + 1) begin : lane
		wire as = g == 3 && lg_lane == 2'd3 ? x[63] : x[8*g+7];
		wire bs = g == 3 && lg_lane == 2'd3 ? !y[63] : !y[8*g+7];
		wire turn = (is_signed && (as ^ bs)) || (is_float && as && bs);
		always @(posedge clk)
			if (en)
				pick_q[g] <= (cmp && (above[g] ^ turn)) ^ low;
	end endgenerate

	reg [1:0] lg_q;
	always @(posedge clk)
		if (en)
			lg_q <= lg_lane;

	// --- stage 3 ---
	wire pick64 = equal_q ? pick_q[3] : pick_q[7];
	reg [7:0] pick;           // for each byte
	always @(*)
		case (lg_q)
		2'd0: pick = pick_q;
		2'd1: pick = {{2{pick_q[7]}}, {2{pick_q[5]}}, {2{pick_q[3]}}, {2{pick_q[1]}}};
		2'd2: pick = {{4{pick_q[7]}}, {4{pick_q[3]}}};
		default: pick = {8{pick64}};
		endcase

	integer k;
	always @(posedge clk)
		if (en) begin
			for (k = 0; k < 8; k = k + 1)
				out_q[8*k +: 8] <= sum_q[8*k +: 8] | {7'b0, logic_lanes_q[k]}
					| (pick[k] ? big[8*k +: 8] : lesser[8*k +: 8]);
			carry_q <= carry2_q;
		end
endmodule

`default_nettype wire
