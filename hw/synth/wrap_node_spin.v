// SPDX-License-Identifier: BSD-3-Clause
//
// wrap_node_spin: node_spin with registers at all its pins, so that every path that the report names lies between registers, as
// inside a card, and with its configuration in a shift register, so that it fits the pins of a package. Its own flip-flops
// are not part of node_spin. Not used in the card.
`default_nettype none

module wrap_node_spin #(
	parameter PUBLISHED = 0,
	parameter TOPOLOGY = 0
) (
	input  wire clk,
	input  wire rst,
	input  wire cfg_d,
	input  wire [17:0] x_in,    // {valid, parity, data}
	output reg  x_in_nack,
	output reg  [17:0] x_out,
	input  wire x_out_nack,
	input  wire [17:0] y_in,
	output reg  y_in_nack,
	output reg  [17:0] y_out,
	input  wire y_out_nack,
	input  wire [20:0] loc_in,  // {way, valid, head, last, data}
	output reg  loc_in_ready,
	output reg  [18:0] loc_out, // {valid, head, last, data}
	input  wire loc_out_ready,
	output reg  [1:0] parity
);
	reg rst_q, x_nack_q, y_nack_q, ready_q;
	reg [41:0] cfg_q;
	reg [17:0] x_q, y_q;
	reg [20:0] loc_q;
	wire [17:0] x_d, y_d;
	wire [18:0] loc_d;
	wire [1:0] parity_d;
	wire x_nack_d, y_nack_d, ready_d;

	always @(posedge clk) begin
		cfg_q <= {cfg_q[40:0], cfg_d};
		{rst_q, x_nack_q, y_nack_q, ready_q} <= {rst, x_out_nack, y_out_nack, loc_out_ready};
		{x_q, y_q, loc_q} <= {x_in, y_in, loc_in};
		{x_in_nack, y_in_nack, x_out, y_out} <= {x_nack_d, y_nack_d, x_d, y_d};
		{loc_in_ready, loc_out, parity} <= {ready_d, loc_d, parity_d};
	end

	node_spin #(.PUBLISHED(PUBLISHED), .TOPOLOGY(TOPOLOGY)) node (.clk(clk), .rst(rst_q), .cfg_id(cfg_q[9:0]),
		.cfg_last(cfg_q[19:10]), .cfg_bcast_x(cfg_q[29:20]), .cfg_bcast_y(cfg_q[39:30]), .cfg_dateline(cfg_q[41:40]),
		.s_x_valid(x_q[17]), .s_x_parity(x_q[16]), .s_x_data(x_q[15:0]), .s_x_nack(x_nack_d),
		.m_x_valid(x_d[17]), .m_x_parity(x_d[16]), .m_x_data(x_d[15:0]), .m_x_nack(x_nack_q),
		.s_y_valid(y_q[17]), .s_y_parity(y_q[16]), .s_y_data(y_q[15:0]), .s_y_nack(y_nack_d),
		.m_y_valid(y_d[17]), .m_y_parity(y_d[16]), .m_y_data(y_d[15:0]), .m_y_nack(y_nack_q),
		.s_loc_way(loc_q[20:19]), .s_loc_valid(loc_q[18]), .s_loc_head(loc_q[17]), .s_loc_last(loc_q[16]),
		.s_loc_data(loc_q[15:0]), .s_loc_ready(ready_d),
		.m_loc_valid(loc_d[18]), .m_loc_head(loc_d[17]), .m_loc_last(loc_d[16]), .m_loc_data(loc_d[15:0]),
		.m_loc_ready(ready_q), .parity_x(parity_d[0]), .parity_y(parity_d[1]));
endmodule

`default_nettype wire
