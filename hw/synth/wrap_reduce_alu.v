// SPDX-License-Identifier: BSD-3-Clause
//
// wrap_reduce_alu: reduce_alu behind shift registers, so that its wide ports need few pins when it is placed and routed alone.
// Every path that the report names lies between registers, as inside the card. Its own 206 flip-flops are not part
// of reduce_alu. Not used in the card.
`default_nettype none

module wrap_reduce_alu (
	input  wire clk,
	input  wire rst,
	input  wire en,
	input  wire load,
	input  wire d,
	output wire q,
	output wire m_valid
);
	reg [137:0] in_q;
	reg [65:0] out_q;
	reg en_q, load_q;
	wire [63:0] data;
	wire tag;

	always @(posedge clk) begin
		in_q <= {in_q[136:0], d};
		en_q <= en;
		load_q <= load;
		out_q <= load_q ? {1'b0, tag, data} : {out_q[64:0], 1'b0};
	end
	assign q = out_q[65];

	reduce_alu #(.TAG_W(1)) alu (.clk(clk), .rst(rst), .en(en_q), .s_valid(in_q[137]), .s_op(in_q[136:133]), .s_type(in_q[132:129]),
		.s_a(in_q[63:0]), .s_b(in_q[127:64]), .s_tag(in_q[128]), .m_valid(m_valid), .m_data(data), .m_tag(tag));
endmodule

`default_nettype wire
