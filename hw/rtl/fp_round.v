// SPDX-License-Identifier: BSD-3-Clause
//
// fp_round: the exponents in stages 3 to 5 of reduce_alu, and all of its stages 6 and 7: takes the sum of fp_far or the difference of
// fp_near, normalises it by the last 0 to 3 bits, rounds to nearest even and packs. A result that
// bypasses the adder passes unchanged; the carry between the halves of a 64-bit integer sum is
// added by the same adder that rounds.
//
// An exponent is kept less 1 here: the hidden bit is added to it when all is packed, which gives 0 to
// subnormal numbers without a question, and a carry of the rounding goes into it in the same addition.
`default_nettype none

module fp_round (
	input  wire clk,
	input  wire en,
	// stage 2
	input  wire f32,
	input  wire [10:0] maxh,
	input  wire [7:0] maxl,
	input  wire [1:0] sub,
	input  wire [1:0] bypass,
	input  wire [1:0] nan,
	// stage 3
	input  wire [11:0] big3_top,   // bits 63:52 of the bypassing result, and 31:23
	input  wire [8:0] big3_mid,
	input  wire carry3,
	// stage 4
	input  wire [1:0] near4,
	input  wire [1:0] near_sign4,
	input  wire [1:0] sticky4,
	// stage 5, before its register
	input  wire [57:0] sum5,
	input  wire [57:0] diff5,
	input  wire [10:0] near_exph5,
	input  wire [7:0] near_expl5,
	input  wire [2:0] near_markh5,
	input  wire [2:0] near_markl5,
	output reg  [63:0] out_q
);
	// --- stages 3 and 4: exponent and sign of the far sum ---
	reg [10:0] exph3_q, exph4_q;
	reg [7:0] expl3_q, expl4_q;
	reg [1:0] edge3_q, edge4_q, edge5_q;      // {H, L}: a carry makes it infinite
	reg [1:0] bypass3_q, bypass4_q, nan3_q, sign4_q;
	reg f32_3_q, f32_4_q, f32_5_q;
	reg carry4_q, carry5_q;

	wire [1:0] add = ~sub & ~bypass;
	always @(posedge clk)
		if (en) begin
			exph3_q <= maxh - {10'b0, sub[1]};
			expl3_q <= maxl - {7'b0, sub[0]};
			edge3_q[1] <= add[1] && &maxh[7:1] && !maxh[0] && (f32 || &maxh[10:8]);
			edge3_q[0] <= f32 ? add[0] && &maxl[7:1] && !maxl[0] : add[1] && &maxh[10:1] && !maxh[0];
			bypass3_q <= bypass;
			nan3_q <= nan;
			f32_3_q <= f32;
		end

	always @(posedge clk)
		if (en) begin
			exph4_q <= nan3_q[1] ? 11'h7ff : !bypass3_q[1] ? exph3_q : f32_3_q ? {3'b0, big3_top[10:3]} : big3_top[10:0];
			expl4_q <= nan3_q[0] ? 8'hff : !bypass3_q[0] ? expl3_q : big3_mid[7:0];
			sign4_q <= {big3_top[11], big3_mid[8]} & ~nan3_q;
			edge4_q <= edge3_q;
			bypass4_q <= bypass3_q;
			carry4_q <= carry3;
			f32_4_q <= f32_3_q;
		end

	// --- stage 5: far or near ---
	// The remaining shift: as far as the first bit of the top four that is set, or marked.
	function [2:0] mark;
		input near, pass;
		input [2:0] near_mark;
		mark = near ? near_mark : pass ? 3'b100 : 3'b010;
	endfunction

	reg [57:0] m5_q;
	reg [10:0] exph5_q;
	reg [7:0] expl5_q;
	reg [2:0] markh_q, markl_q;
	reg [1:0] sign5_q, sticky5_q, exact5_q;
	always @(posedge clk)
		if (en) begin
			m5_q[57:32] <= near4[1] ? diff5[57:32] : sum5[57:32];
			m5_q[31:0] <= near4[0] ? diff5[31:0] : sum5[31:0];
			exph5_q <= near4[1] ? near_exph5 : exph4_q;
			expl5_q <= near4[0] ? near_expl5 : expl4_q;
			markh_q <= mark(near4[1], bypass4_q[1], near_markh5);
			markl_q <= mark(near4[0], bypass4_q[0], near_markl5);
		end

	always @(posedge clk)
		if (en) begin
			sign5_q <= {near4[1] ? near_sign4[1] : sign4_q[1], near4[0] ? near_sign4[0] : sign4_q[0]};
			sticky5_q <= sticky4;
			exact5_q <= near4;
			edge5_q <= edge4_q;
			carry5_q <= carry4_q;
			f32_5_q <= f32_4_q;
		end

	// --- stage 6: last shift, decision to round ---
	function [1:0] first4;
		input [2:0] t;
		first4 = t[2] ? 2'd0 : t[1] ? 2'd1 : t[0] ? 2'd2 : 2'd3;
	endfunction

	function up;   // round up: nearest, ties to even
		input [2:0] m;   // lowest bits of a sum not yet shifted by `one`
		input one, sticky;
		up = one ? m[0] && (m[1] || sticky) : m[1] && (m[2] || m[0] || sticky);
	endfunction

	wire [1:0] sh = first4((f32_5_q ? m5_q[57:55] : m5_q[54:52]) | markh_q);
	wire [1:0] sl = f32_5_q ? first4(m5_q[25:23] | markl_q) : sh;
	wire [57:0] by2 = {sh[1] ? {m5_q[55:32], m5_q[31:30] & {2{!f32_5_q}}} : m5_q[57:32], sl[1] ? {m5_q[29:0], 2'b0} : m5_q[31:0]};
	wire [57:0] by1 = {sh[0] ? {by2[56:32], by2[31] && !f32_5_q} : by2[57:32], sl[0] ? {by2[30:0], 1'b0} : by2[31:0]};
	wire unused = &{1'b0, by1[1:0]};   // rounded away: `up` has seen them before the shift
	wire [1:0] infinite = edge5_q & {f32_5_q ? m5_q[57] : m5_q[54], f32_5_q ? m5_q[25] : m5_q[54]};
	wire uph = !exact5_q[1] && !infinite[1] && up(m5_q[34:32], sh[0], sticky5_q[1]);
	wire upl = !exact5_q[0] && !infinite[0] && up(m5_q[2:0], sl[0], sticky5_q[0]);
	wire ones = &m5_q[32:2] && (sl[0] ? m5_q[1] : m5_q[33]);   // lower 32 bits of a float64's sum
	wire [56:2] m6 = by1[56:2] & ~{{25{infinite[1]}}, {30{infinite[0]}}};
	wire [10:0] exph6 = exph5_q - {9'b0, sh};
	wire [7:0] expl6 = expl5_q - {6'b0, sl};
	reg [63:0] packed_q;
	reg [1:0] up_q;           // {H, L}
	reg hid64_q, hidh_q, hidl_q;

	always @(posedge clk)
		if (en) begin
			packed_q[63:52] <= {sign5_q[1], f32_5_q ? {exph6[7:0], m6[56:54]} : exph6};
			packed_q[51:32] <= m6[53:34];
			packed_q[31:23] <= f32_5_q ? {sign5_q[0], expl6} : m6[33:25];
			packed_q[22:0] <= m6[24:2];
		end

	always @(posedge clk)
		if (en) begin
			up_q <= {f32_5_q ? uph : carry5_q || (upl && ones), upl};
			hid64_q <= !f32_5_q && by1[54];
			hidh_q <= f32_5_q && by1[57];
			hidl_q <= f32_5_q && by1[25];
		end

	// --- stage 7: add hidden bits and rounding ---
	reg [1:0] unused_q;       // the places of the carries in
	always @(posedge clk)
		if (en) begin
			{out_q[31:0], unused_q[0]} <= {packed_q[31:0], up_q[0]} + {8'b0, hidl_q, 23'b0, up_q[0]};
			{out_q[63:32], unused_q[1]} <= {packed_q[63:32], up_q[1]} + {8'b0, hidh_q, 2'b0, hid64_q, 20'b0, up_q[1]};
		end
endmodule

`default_nettype wire
