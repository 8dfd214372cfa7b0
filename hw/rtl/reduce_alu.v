// SPDX-License-Identifier: BSD-3-Clause
//
// reduce_alu: the arithmetic of reductions: result = a OP b on all lanes of 64 bits, one operation
// a clock, out LATENCY clocks after it went in, with its tag. It is a pipeline without memory: its
// user (reduce) keeps the order and the partial results. en = 0 freezes it. Lanes fill the 64 bits,
// lane 0 in the low bits.
//
//   type  0 to 3: int8, int16, int32, int64; 4 to 7: the same, unsigned; 8: float32 (two); 9: float64
//   op    0 sum  1 min  2 max  4 and  5 or  6 exclusive or (bits)  7 and  8 or  9 exclusive or (logical: 0 or 1 for a lane)
//
// Integer types have all these; floating-point types sum, min and max. All else (product too) is refused: the result is 0.
// Integer sums wrap. Floating-point sums are those of IEEE 754: subnormal numbers, round to nearest even. Where
// that leaves a choice, the result depends neither on the order of the operands nor on the machine:
//   - a result that is a NaN is the quiet NaN 0x7fc00000 or 0x7ff8000000000000, for every NaN
//     operand;
//   - min and max with a NaN give that NaN; -0 is below +0.
// sim/reference.h is the same in C++.
//
// Stages: 1 alu_decode, fp_unpack | 2 alu_order, int_alu (sum, comparison), fp_near (subtract) | 3 int_alu (select), fp_far (shift),
// fp_near (sign) | 4 fp_far (shift), fp_near (find the leading one) | 5 fp_far (add), fp_near (shift) | 6, 7 fp_round.
// Both lanes of float32 share the carry chains and shifters of the float64, split in the middle.
`default_nettype none

module reduce_alu #(
	parameter TAG_W = 8,     // bits of the tag
	parameter LATENCY = 7    // clocks from s_valid to m_valid; a fact, not a choice
) (
	input  wire clk,
	input  wire rst,
	input  wire en,
	input  wire s_valid,
	input  wire [3:0] s_op,
	input  wire [3:0] s_type,
	input  wire [63:0] s_a,
	input  wire [63:0] s_b,
	input  wire [TAG_W-1:0] s_tag,
	output wire m_valid,
	output wire [63:0] m_data,
	output wire [TAG_W-1:0] m_tag
);
	generate if (LATENCY != 7 || TAG_W < 1)
		reduce_alu_has_a_latency_of_7_and_a_tag bad_parameter();
	endgenerate

	// --- the operation's tag goes beside it ---
	reg [LATENCY-1:0] valid_q;
	reg [TAG_W*LATENCY-1:0] tag_q;
	assign m_valid = valid_q[LATENCY-1];
	assign m_tag = tag_q[TAG_W*LATENCY-1 -: TAG_W];
	always @(posedge clk)
		if (rst)
			valid_q <= 0;
		else if (en)
			valid_q <= {valid_q[LATENCY-2:0], s_valid};
	always @(posedge clk)
		if (en)
			tag_q <= {tag_q[TAG_W*(LATENCY-1)-1:0], s_tag};

	// --- stage 1 ---
	wire [63:0] x, y;
	wire [7:0] a_set, b_set;
	wire [1:0] lg_lane, logic_op;
	wire [3:0] pass, stop;
	wire f32, is_float, fsum, isum, cmp, low, is_signed, drop;
	alu_decode decode (.clk(clk), .en(en), .op(s_op), .kind(s_type), .a(s_a), .b(s_b), .x_q(x), .y_q(y), .a_set_q(a_set),
		.b_set_q(b_set), .lg_lane_q(lg_lane), .pass_q(pass), .stop_q(stop), .f32_q(f32), .float_q(is_float), .fsum_q(fsum), .isum_q(isum), .cmp_q(cmp), .low_q(low),
		.signed_q(is_signed), .drop_q(drop), .logic_q(logic_op));

	wire [10:0] aexph, bexph;
	wire [7:0] aexpl, bexpl;
	wire [3:0] ahid, bhid;
	wire [1:0] aones, bones;
	wire [3:0] aexp_d, bexp_d;
	fp_unpack unpack_a (.clk(clk), .en(en), .f32(!s_type[0]), .v(s_a), .low_d(aexp_d), .exph_q(aexph), .expl_q(aexpl), .hidh_q(ahid[3]),
		.hidl_q(ahid[2]), .onesh_q(aones[1]), .onesl_q(aones[0]), .fracth_q(ahid[1]), .fractl_q(ahid[0]));
	fp_unpack unpack_b (.clk(clk), .en(en), .f32(!s_type[0]), .v(s_b), .low_d(bexp_d), .exph_q(bexph), .expl_q(bexpl), .hidh_q(bhid[3]),
		.hidl_q(bhid[2]), .onesh_q(bones[1]), .onesl_q(bones[0]), .fracth_q(bhid[1]), .fractl_q(bhid[0]));

	// --- stage 2 ---
	wire [63:0] big, lesser;
	wire [10:0] maxh, minh, disth;
	wire [7:0] maxl, minl, distl;
	wire [1:0] big_hid, lesser_hid, sub, same, bypass, nan, asign, bsign;
	wire f32_2;
	alu_order order (.clk(clk), .en(en), .f32(f32), .is_float(is_float), .fsum(fsum), .cmp(cmp), .drop(drop), .x(x), .y(y), .a_set(a_set[5:0]),
		.b_set(b_set[5:0]), .aexph(aexph), .bexph(bexph), .aexpl(aexpl), .bexpl(bexpl), .ahid(ahid), .bhid(bhid), .aones(aones),
		.bones(bones), .big_q(big), .lesser_q(lesser), .maxh_q(maxh), .minh_q(minh), .maxl_q(maxl), .minl_q(minl), .disth_q(disth),
		.distl_q(distl), .big_hid_q(big_hid), .lesser_hid_q(lesser_hid), .sub_q(sub), .same_q(same), .bypass_q(bypass), .nan_q(nan),
		.asign_q(asign), .bsign_q(bsign), .f32_q(f32_2));

	// --- stage 3 ---
	wire [63:0] big3;
	wire carry3;
	int_alu ints (.clk(clk), .en(en), .x(x), .y(y), .a_set(a_set), .b_set(b_set), .lg_lane(lg_lane),
		.pass(pass), .stop(stop), .is_float(is_float), .isum(isum),
		.cmp(cmp), .low(low), .is_signed(is_signed), .logic_op(logic_op), .big(big), .lesser(lesser), .out_q(big3), .carry_q(carry3));

	// --- stages 3 to 5 ---
	wire [57:0] sum5, diff5;
	wire [1:0] sticky4, near4, near_sign4;
	wire [10:0] near_exph5;
	wire [7:0] near_expl5;
	wire [2:0] near_markh5, near_markl5;
	fp_far far (.clk(clk), .en(en), .f32(f32_2), .lesser(lesser[54:0]), .big_hid(big_hid), .lesser_hid(lesser_hid), .disth(disth),
		.distl(distl), .sub(sub), .bypass(bypass), .nan(nan), .big3(big3[54:0]), .sum5(sum5), .sticky_q(sticky4));
	fp_near near (.clk(clk), .en(en), .f32(f32), .a(x[54:0]), .b(y[54:0]), .ahid(ahid[3:2]), .bhid(bhid[3:2]),
		.f32_d(!s_type[0]), .aexp_d(aexp_d), .bexp_d(bexp_d), .minh(minh), .minl(minl), .disth(disth), .distl(distl),
		.sub(sub), .same(same), .asign(asign), .bsign(bsign), .near_q(near4), .sign_q(near_sign4), .diff5(diff5),
		.exph5(near_exph5), .expl5(near_expl5), .markh5(near_markh5), .markl5(near_markl5));

	// --- stages 3 to 7 ---
	fp_round round (.clk(clk), .en(en), .f32(f32_2), .maxh(maxh), .maxl(maxl), .sub(sub), .bypass(bypass), .nan(nan), .big3_top(big3[63:52]),
		.big3_mid(big3[31:23]), .carry3(carry3), .near4(near4), .near_sign4(near_sign4), .sticky4(sticky4), .sum5(sum5), .diff5(diff5), .near_exph5(near_exph5),
		.near_expl5(near_expl5), .near_markh5(near_markh5), .near_markl5(near_markl5), .out_q(m_data));
endmodule

`default_nettype wire
