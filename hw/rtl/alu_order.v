// SPDX-License-Identifier: BSD-3-Clause
//
// alu_order: stage 2 of reduce_alu. For a floating-point sum it puts the operand with the larger
// exponent first and gives the distance by which the other is shifted; for everything else the
// operands pass in their order. It also makes the results that no addition gives: NaN and infinity;
// every result other than a floating-point sum bypasses the adder (bypass).
// H is the lane of a float64 or of the upper float32, L that of the lower float32; signals of the
// lower 32 bits of the fraction are named L, and equal those of H for a float64.
`default_nettype none

module alu_order (
	input  wire clk,
	input  wire en,
	input  wire f32,
	input  wire is_float,
	input  wire fsum,
	input  wire cmp,
	input  wire drop,
	input  wire [63:0] x,
	input  wire [63:0] y,
	input  wire [5:0] a_set,       // for each byte: it is not 0
	input  wire [5:0] b_set,
	input  wire [10:0] aexph,
	input  wire [10:0] bexph,
	input  wire [7:0] aexpl,
	input  wire [7:0] bexpl,
	input  wire [3:0] ahid,        // {H hidden, L hidden, H fraction top, L fraction top}
	input  wire [3:0] bhid,
	input  wire [1:0] aones,       // {H, L} exponent of infinity or NaN
	input  wire [1:0] bones,
	output reg  [63:0] big_q,      // operand of the larger exponent; else x
	output reg  [63:0] lesser_q,    // the other; else b, or 0 if it is not wanted
	output reg  [10:0] maxh_q,     // larger and smaller exponent
	output reg  [10:0] minh_q,
	output reg  [7:0] maxl_q,
	output reg  [7:0] minl_q,
	output reg  [10:0] disth_q,    // difference of the exponents, less 1 for an effective subtraction
	output reg  [7:0] distl_q,
	output reg  [1:0] big_hid_q,   // {H, L} hidden bits
	output reg  [1:0] lesser_hid_q,
	output reg  [1:0] sub_q,       // {H, L} effective subtraction of numbers
	output reg  [1:0] same_q,      // {H, L} exponents are equal (known for subtractions only)
	output reg  [1:0] bypass_q,    // {H, L} no sum of finite numbers
	output reg  [1:0] nan_q,       // {H, L} the result is the quiet NaN
	output reg  [1:0] asign_q,     // {H, L} signs
	output reg  [1:0] bsign_q,
	output reg  f32_q
);
	wire [1:0] differ = {x[63] ^ y[63], x[31] ^ y[31]};   // signs, of a floating-point sum

	// a - b and b - a, without the 1 for a subtraction; a carry means that the result is not
	// negative.
	wire [12:0] abh = {1'b0, aexph, !differ[1]} + {1'b0, ~bexph, !differ[1]};
	wire [12:0] bah = {1'b0, bexph, !differ[1]} + {1'b0, ~aexph, !differ[1]};
	wire [9:0] abl = {1'b0, aexpl, !differ[0]} + {1'b0, ~bexpl, !differ[0]};
	wire [9:0] bal = {1'b0, bexpl, !differ[0]} + {1'b0, ~aexpl, !differ[0]};
	wire unused = &{1'b0, abh[0], bah[0], abl[0], bal[0]};   // the places of the carries in
	wire swaph = fsum && !abh[12];
	wire swapl = fsum && (f32 ? !abl[9] : !abh[12]);   // of the lower 32 bits

	always @(posedge clk)
		if (en) begin
			big_q[63:32] <= swaph ? y[63:32] : x[63:32];
			big_q[31:0] <= swapl ? y[31:0] : x[31:0];
		end

	always @(posedge clk)
		if (en) begin
			lesser_q[63:32] <= swaph ? x[63:32] : y[63:32] ^ {32{cmp}};
			lesser_q[31:0] <= swapl ? x[31:0] : y[31:0] ^ {32{cmp}};
			if (drop)
				lesser_q <= 64'b0;
		end

	always @(posedge clk)
		if (en) begin
			{maxh_q, minh_q} <= swaph ? {bexph, aexph} : {aexph, bexph};
			{maxl_q, minl_q} <= swapl ? {bexpl, aexpl} : {aexpl, bexpl};
			disth_q <= swaph ? bah[11:1] : abh[11:1];
			distl_q <= f32 ? (swapl ? bal[8:1] : abl[8:1]) : (swaph ? bah[8:1] : abh[8:1]);
			big_hid_q <= {swaph ? bhid[3] : ahid[3], swapl ? bhid[2] : ahid[2]};
			lesser_hid_q <= {swaph ? ahid[3] : bhid[3], swapl ? ahid[2] : bhid[2]};
		end

	wire low_a = !f32 && |a_set[3:0];
	wire low_b = !f32 && |b_set[3:0];
	wire [1:0] afrac = {ahid[1] || |a_set[5:4] || low_a, ahid[0] || |a_set[1:0]};
	wire [1:0] bfrac = {bhid[1] || |b_set[5:4] || low_b, bhid[0] || |b_set[1:0]};
	function [1:0] both;   // a float64 has one lane
		input [1:0] v;
		both = {v[1], f32 ? v[0] : v[1]};
	endfunction
	wire [1:0] special = aones | bones | {2{!fsum}};

	always @(posedge clk)
		if (en) begin
			bypass_q <= both(special);
			nan_q <= both({2{is_float}} & ((aones & afrac) | (bones & bfrac) | (aones & bones & differ & {2{fsum}})));
			sub_q <= both(differ & ~special);
			same_q <= both({!abh[12] && !bah[12], !abl[9] && !bal[9]});
			asign_q <= {x[63], x[31]};
			bsign_q <= {y[63], y[31]};
			f32_q <= f32;
		end
endmodule

`default_nettype wire
