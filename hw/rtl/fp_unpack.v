// SPDX-License-Identifier: BSD-3-Clause
//
// fp_unpack: stage 1 of reduce_alu for floating-point operands, beside alu_decode. Gives exponents
// in which a subnormal number has exponent 1 like the smallest normal ones, the hidden bits, and
// the bits that identify infinities and NaNs.
// H is the lane of a float64 or of the upper float32, L that of the lower float32. Nothing here is of use for integers.
`default_nettype none

module fp_unpack (
	input  wire clk,
	input  wire en,
	input  wire f32,
	input  wire [63:0] v,          // the operand
	output wire [3:0] low_d,       // {H, L}: low two bits of the exponents, before the register
	output reg  [10:0] exph_q,     // biased exponent, 1 or more
	output reg  [7:0] expl_q,
	output reg  hidh_q,            // hidden bit: the number is normal
	output reg  hidl_q,
	output reg  onesh_q,           // exponent of infinity or NaN
	output reg  onesl_q,
	output reg  fracth_q,          // some bit of the fraction is set above its lower whole bytes
	output reg  fractl_q
);
	wire [10:0] rawh = f32 ? {3'b0, v[62:55]} : v[62:52];
	wire [7:0] rawl = v[30:23];
	wire normalh = |v[62:55] || (!f32 && |v[54:52]);
	wire normall = |rawl;
	assign low_d = {rawh[1], rawh[0] || !normalh, rawl[1], rawl[0] || !normall};
	wire unused = &{1'b0, v[63], v[47:31], v[15:0]};   // signs, and the rest of the fraction: a_set of alu_decode

	always @(posedge clk)
		if (en) begin
			exph_q <= {rawh[10:2], low_d[3:2]};
			expl_q <= {rawl[7:2], low_d[1:0]};
			hidh_q <= normalh;
			hidl_q <= normall;
		end

	always @(posedge clk)
		if (en) begin
			onesh_q <= &v[62:55] && (f32 || &v[54:52]);
			onesl_q <= &rawl;
			fracth_q <= |v[51:48] || (f32 && |v[54:52]);
			fractl_q <= |v[22:16];
		end
endmodule

`default_nettype wire
