// SPDX-License-Identifier: BSD-3-Clause
//
// fp_far: stages 3 to 5 of reduce_alu: shifts the operand of the smaller exponent and adds it to or subtracts it from the other. Its sum
// needs at most one step of normalisation; fp_near has the subtractions that may need more. A
// result that bypasses the adder takes the way of the larger operand, with nothing added.
//
// Layout of a mantissa m[57:0]: fraction bit i of the 64-bit operand stands at m[i+2] when its leading bit is at the
// top. Tops: float64 m[54], upper float32 m[57], lower float32 m[25]; two bits below the fraction serve the rounding, and the sticky
// bit stands apart. An addition starts one bit below the top, so that its carry is the top.
`default_nettype none

module fp_far (
	input  wire clk,
	input  wire en,
	// stage 2
	input  wire f32,
	input  wire [54:0] lesser,     // fractions
	input  wire [1:0] big_hid,
	input  wire [1:0] lesser_hid,
	input  wire [10:0] disth,      // shift of the smaller operand
	input  wire [7:0] distl,
	input  wire [1:0] sub,
	input  wire [1:0] bypass,
	input  wire [1:0] nan,
	// stage 3
	input  wire [54:0] big3,       // the larger operand, or the bypassing result
	// stage 5, before its register
	output wire [57:0] sum5,
	output reg  [1:0] sticky_q     // stage 4
);
	// --- stage 3: shift by 32, 16, 8 ---
	function [57:0] place;   // one bit below the top
		input [54:0] v;
		input [1:0] hid;
		input two;
		place = two ? {1'b0, hid[1], v[54:32], 8'b0, hid[0], v[22:0], 1'b0} : {4'b0, hid[1], v[51:0], 1'b0};
	endfunction

	function [57:0] right;   // by n = 16, 8, 4, 2 or 1; low lane gets nothing from the high one if `two`
		input [57:0] v;
		input [1:0] doit;
		input [4:0] n;
		input two;
		reg [57:0] moved;
		begin
			moved = v >> n;
			if (two)
				moved[31:0] = v[31:0] >> n;
			right = {doit[1] ? moved[57:32] : v[57:32], doit[0] ? moved[31:0] : v[31:0]};
		end
	endfunction

	wire [57:0] aligned = place(lesser, lesser_hid, f32);
	wire [1:0] out = {|disth[10:6] || (f32 && disth[5]), f32 ? |distl[7:5] : |disth[10:6]};   // all is shifted out
	wire [4:0] shh = disth[4:0] | {5{out[1]}};
	wire [5:0] shl = distl[5:0] | {6{out[0]}};
	wire by32 = !f32 && shl[5];
	wire [57:0] to32 = by32 ? {32'b0, aligned[57:32]} : aligned;
	wire [57:0] to16 = right(to32, {shh[4], shl[4]}, 5'd16, f32);
	wire [57:0] to8 = right(to16, {shh[3], shl[3]}, 5'd8, f32);
	reg [57:0] to8_q;
	reg [1:0] lost3_q;        // {H, L} bits were shifted out
	reg [2:0] shh_q, shl_q;
	reg [1:0] sub3_q, top3_q, nan3_q, hid3_q;
	reg f32_3_q;

	always @(posedge clk)
		if (en) begin
			to8_q[57:32] <= to8[57:32] & ~{26{bypass[1]}};
			to8_q[31:0] <= to8[31:0] & ~{32{bypass[0]}};
			lost3_q[1] <= !bypass[1] && f32 && ((shh[4] && |aligned[47:32]) || (shh[3] && |to16[39:32]));
			lost3_q[0] <= !bypass[0] && ((by32 && |aligned[31:0]) || (shl[4] && |to32[15:0]) || (shl[3] && |to16[7:0]));
		end

	always @(posedge clk)
		if (en) begin
			shh_q <= shh[2:0];
			shl_q <= shl[2:0];
			sub3_q <= sub;
			top3_q <= sub | bypass;
			nan3_q <= nan;
			hid3_q <= big_hid & ~bypass;
			f32_3_q <= f32;
		end

	// --- stage 4: shift by 4, 2, 1, invert for a subtraction ---
	wire [57:0] to4 = right(to8_q, {shh_q[2], shl_q[2]}, 5'd4, f32_3_q);
	wire [57:0] to2 = right(to4, {shh_q[1], shl_q[1]}, 5'd2, 1'b0);
	wire [57:0] to1 = right(to2, {shh_q[0], shl_q[0]}, 5'd1, 1'b0);
	wire [1:0] lost4 = {
		lost3_q[1] || (f32_3_q && ((shh_q[2] && |to8_q[35:32]) || (shh_q[1] && |to4[33:32]) || (shh_q[0] && to2[32]))),
		lost3_q[0] || (shl_q[2] && |to8_q[3:0]) || (shl_q[1] && |to4[1:0]) || (shl_q[0] && to2[0])};
	wire [57:0] low_big = place(big3, hid3_q, f32_3_q);
	wire [57:0] top_big = {low_big[56:0], 1'b0};
	wire [57:0] quiet = f32_3_q ? {1'b0, nan3_q[1], 31'b0, nan3_q[0], 24'b0} : {4'b0, nan3_q[1], 53'b0};
	reg [57:0] big_q, lesser_q;
	reg [1:0] carry_q;        // into the lanes
	reg f32_4_q;

	always @(posedge clk)
		if (en) begin
			lesser_q[57:32] <= to1[57:32] ^ {26{sub3_q[1]}};
			lesser_q[31:0] <= to1[31:0] ^ {32{sub3_q[0]}};
			carry_q <= sub3_q & ~lost4;
			sticky_q <= lost4;
			f32_4_q <= f32_3_q;
		end

	always @(posedge clk)
		if (en) begin
			big_q[57:32] <= (top3_q[1] ? top_big[57:32] : low_big[57:32]) & ~{26{nan3_q[1]}} | quiet[57:32];
			big_q[31:0] <= (top3_q[0] ? top_big[31:0] : low_big[31:0]) & ~{32{nan3_q[0]}} | quiet[31:0];
		end

	// --- stage 5: add; the upper half for either carry ---
	wire [33:0] low = {1'b0, big_q[31:0], carry_q[0]} + {1'b0, lesser_q[31:0], carry_q[0]};
	wire [25:0] high0 = big_q[57:32] + lesser_q[57:32];
	wire [26:0] high1 = {big_q[57:32], 1'b1} + {lesser_q[57:32], 1'b1};
	wire unused = &{1'b0, high1[0], low[0]};   // the place of the carry in
	assign sum5 = {(f32_4_q ? carry_q[1] : low[33]) ? high1[26:1] : high0, low[32:1]};
endmodule

`default_nettype wire
