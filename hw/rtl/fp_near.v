// SPDX-License-Identifier: BSD-3-Clause
//
// fp_near: stages 1 to 5 of reduce_alu: subtractions of operands whose exponents differ by 0 or 1, and whose difference may have
// many leading zeros. The difference is exact, so nothing is rounded; its sign is known only from the subtraction, so
// a - b and b - a are both at hand. The normalisation stops where the exponent would fall below 1 (subnormal results): that
// limit is a bit ("mark") seen by the search for the leading one. Mantissas are laid out as in fp_far.
// Shifts by 32 to 4 are done here, the last 3 by fp_round.
`default_nettype none

module fp_near (
	input  wire clk,
	input  wire en,
	// stage 1, before its registers
	input  wire f32_d,
	input  wire [3:0] aexp_d,      // {H, L}: low two bits of the exponents
	input  wire [3:0] bexp_d,
	// stage 1
	input  wire f32,
	input  wire [54:0] a,          // fractions
	input  wire [54:0] b,
	input  wire [1:0] ahid,
	input  wire [1:0] bhid,
	// stage 2
	input  wire [10:0] minh,       // smaller exponent
	input  wire [7:0] minl,
	input  wire [10:0] disth,      // difference of the exponents less 1
	input  wire [7:0] distl,
	input  wire [1:0] sub,
	input  wire [1:0] same,        // the exponents are equal
	input  wire [1:0] asign,
	input  wire [1:0] bsign,
	// stage 4
	output reg  [1:0] near_q,      // {H, L}: the result comes from here
	output reg  [1:0] sign_q,
	// stage 5, before its register
	output wire [57:0] diff5,
	output wire [10:0] exph5,      // of the result less 1, before the last shift
	output wire [7:0] expl5,
	output wire [2:0] markh5,      // the last shift stops at this bit of the top three
	output wire [2:0] markl5
);
	function [57:0] place;   // one bit below the top
		input [54:0] v;
		input [1:0] hid;
		input two;
		place = two ? {1'b0, hid[1], v[54:32], 8'b0, hid[0], v[22:0], 1'b0} : {4'b0, hid[1], v[51:0], 1'b0};
	endfunction

	function [57:0] left;   // by n; the high lane gets nothing from the low one if `two`
		input [57:0] v;
		input [1:0] doit;
		input [4:0] n;
		input two;
		reg [57:0] moved;
		begin
			moved = v << n;
			if (two)
				moved[57:32] = v[57:32] << n;
			left = {doit[1] ? moved[57:32] : v[57:32], doit[0] ? moved[31:0] : v[31:0]};
		end
	endfunction

	// --- stage 1: the operand with the larger exponent is to be one bit up ---
	// The two low bits of the exponents show which one that is, if the distance is 1.
	function [1:0] up_of;
		input [3:0] one, other;
		input two;
		reg [1:0] l;
		begin
			up_of[1] = one[3:2] == other[3:2] + 2'd1;
			l[0] = one[1:0] == other[1:0] + 2'd1;
			l[1] = up_of[1];
			up_of[0] = two ? l[0] : l[1];
		end
	endfunction

	reg [1:0] aup_q, bup_q;
	always @(posedge clk)
		if (en) begin
			aup_q <= up_of(aexp_d, bexp_d, f32_d);
			bup_q <= up_of(bexp_d, aexp_d, f32_d);
		end

	// --- stage 2: subtract, both ways ---
	wire [57:0] x = left(place(a, ahid, f32), aup_q, 5'd1, 1'b0);
	wire [57:0] y = ~left(place(b, bhid, f32), bup_q, 5'd1, 1'b0);
	reg [32:0] low0_q, low1_q;     // a - b - 1 and a - b, by halves, with the carry
	reg [26:0] high0_q, high1_q;
	reg [1:0] unused;
	reg f32_2_q;

	always @(posedge clk)
		if (en) begin
			low0_q <= {1'b0, x[31:0]} + {1'b0, y[31:0]};
			{low1_q, unused[0]} <= {1'b0, x[31:0], 1'b1} + {1'b0, y[31:0], 1'b1};
			high0_q <= {1'b0, x[57:32]} + {1'b0, y[57:32]};
			{high1_q, unused[1]} <= {1'b0, x[57:32], 1'b1} + {1'b0, y[57:32], 1'b1};
			f32_2_q <= f32;
		end

	// --- stage 3: the difference that is not negative; where its leading one may be ---
	wire low_one = low1_q[32];
	wire pos = f32_2_q ? high1_q[26] : low_one ? high1_q[26] : high0_q[26];
	wire posl = f32_2_q ? low_one : pos;
	wire take1 = f32_2_q ? pos : pos ? low_one : low0_q[32];
	wire [57:0] diff = {(take1 ? high1_q[25:0] : high0_q[25:0]) ^ {26{!pos}}, posl ? low1_q[31:0] : ~low0_q[31:0]};

	wire smallh = minh[10:6] == 0;
	wire smalll = minl[7:5] == 0;
	reg [13:0] groupd;             // for each four bits from the top: the leading one or the limit may be there; float64
	reg [5:0] grouph, groupl;      // float32
	integer k;
	always @(*) begin
		for (k = 0; k < 13; k = k + 1)
			groupd[k] = |diff[51-4*k +: 4] || (smallh && minh[5:2] == k[3:0]);
		groupd[13] = |diff[2:0] || (smallh && minh[5:2] == 4'd13);
		for (k = 0; k < 6; k = k + 1) begin
			grouph[k] = |diff[54-4*k +: 4] || (smallh && minh[5:2] == k[3:0]);
			groupl[k] = |diff[22-4*k +: 4] || (smalll && minl[4:2] == k[2:0]);
		end
	end

	reg [57:0] diff_q;
	reg [13:0] groupd_q;
	reg [5:0] grouph_q, groupl_q;
	reg f32_3_q;
	always @(posedge clk)
		if (en) begin
			diff_q <= diff;
			groupd_q <= groupd;
			grouph_q <= grouph;
			groupl_q <= groupl;
			f32_3_q <= f32_2_q;
		end

	reg [1:0] same_q, next_q, sign3_q;   // exponents equal; differ by 1
	reg [10:0] minh3_q;
	reg [7:0] minl3_q;
	always @(posedge clk)
		if (en) begin
			same_q <= same & sub;
			next_q <= {disth == 0, f32_2_q ? distl == 0 : disth == 0} & sub;
			sign3_q <= {pos ? asign[1] : bsign[1], posl ? asign[0] : bsign[0]};
			minh3_q <= minh;
			minl3_q <= minl;
		end

	// --- stage 4: number of the group, shift by 32 and 16 ---
	function [2:0] first7;   // of seven groups, one of which is set: g[6] if none of these
		input [5:0] g;
		first7 = {!(|g[3:0]),
			!(|g[1:0]) && (|g[3:2] || !(|g[5:4])),
			!g[0] && (g[1] || (!g[2] && (g[3] || (!g[4] && g[5]))))};
	endfunction

	function [3:0] first14;
		input [13:0] g;
		reg upper;
		begin
			upper = |g[7:0];
			first14[3] = !upper;
			first14[2:0] = upper ? (g[6:0] == 0 ? 3'd7 : first7(g[5:0])) : first7(g[13:8]);
		end
	endfunction

	wire [3:0] kh = f32_3_q ? {1'b0, first7(grouph_q)} : first14(groupd_q);
	wire [3:0] kl = f32_3_q ? {1'b0, first7(groupl_q)} : first14(groupd_q);
	wire [57:0] by32 = !f32_3_q && kh[3] ? {diff_q[25:0], 32'b0} : diff_q;
	wire [1:0] zero = {diff_q[57:32] == 0 && (f32_3_q || diff_q[31:0] == 0),
		diff_q[31:0] == 0 && (f32_3_q || diff_q[57:32] == 0)};
	wire [1:0] top = {f32_3_q ? diff_q[57] : diff_q[54], f32_3_q ? diff_q[25] : diff_q[54]};
	reg [57:0] by16_q;
	reg [3:0] kh_q, kl_q;
	reg [1:0] zero_q;
	reg f32_4_q;
	always @(posedge clk)
		if (en) begin
			by16_q <= left(by32, {kh[2], kl[2]}, 5'd16, f32_3_q);
			kh_q <= kh;
			kl_q <= kl;
			f32_4_q <= f32_3_q;
		end

	reg [10:0] minh4_q;
	reg [7:0] minl4_q;
	always @(posedge clk)
		if (en) begin
			near_q <= same_q | (next_q & ~top);
			sign_q <= sign3_q & ~zero;
			zero_q <= zero;
			minh4_q <= minh3_q;
			minl4_q <= minl3_q;
		end

	// --- stage 5: shift by 8 and 4 ---
	function [2:0] mark;   // the limit lies in the top three bits
		input in_group, none;
		input [1:0] at;
		mark = none ? 3'b100 : in_group ? 3'b100 >> at : 3'b000;
	endfunction

	wire [57:0] by8 = left(by16_q, {kh_q[1], kl_q[1]}, 5'd8, f32_4_q);
	assign diff5 = left(by8, {kh_q[0], kl_q[0]}, 5'd4, f32_4_q);
	assign exph5 = zero_q[1] ? 11'd0 : minh4_q - {5'b0, kh_q, 2'b00};
	assign expl5 = zero_q[0] ? 8'd0 : minl4_q - {2'b0, kl_q, 2'b00};
	assign markh5 = mark(minh4_q[10:6] == 0 && minh4_q[5:2] == kh_q, zero_q[1], minh4_q[1:0]);
	assign markl5 = mark(minl4_q[7:6] == 0 && minl4_q[5:2] == kl_q, zero_q[0], minl4_q[1:0]);
endmodule

`default_nettype wire
