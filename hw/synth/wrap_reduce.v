// SPDX-License-Identifier: BSD-3-Clause
//
// wrap_reduce: reduce behind shift registers, so that its wide ports need few pins when it is placed and routed
// alone. Every path lies between registers. Its own flip-flops (about 480) are not part of reduce. Two groups: the
// eight of the card do not fit an HX8K together with the arithmetic. Not used in the card.
`default_nettype none

module wrap_reduce #(
	parameter W = 16
) (
	input wire clk,
	input wire rst,
	input wire load,
	input wire d,
	output wire q
);
	localparam IN_N = 10 + 1 + 1 + 4 + 10 + 32 + 1 + 3 + 1 + 64 + 1 + 1 + 1 + 1 + W + 1;
	localparam OUT_N = 1 + 32 + 8 + 1 + 8 + 1 + 3 + 1 + 64 + 1 + 1 + 1 + 1 + W + 2;
	reg [IN_N-1:0] in_q;
	reg [OUT_N-1:0] out_q;
	reg load_q, rst_q;
	wire [OUT_N-1:0] out;

	always @(posedge clk) begin
		in_q <= {in_q[IN_N-2:0], d};
		load_q <= load;
		rst_q <= rst;
		out_q <= load_q ? out : {out_q[OUT_N-2:0], 1'b0};
	end
	assign q = out_q[OUT_N-1];

	wire [9:0] id;
	wire bus_valid, bus_write, own_valid, own_last, res_ready, s_valid, s_head, s_last, m_ready;
	wire [3:0] bus_page;
	wire [9:0] bus_addr;
	wire [31:0] bus_wdata;
	wire [2:0] own_group;
	wire [63:0] own_data;
	wire [W-1:0] s_data;
	assign {id, bus_valid, bus_write, bus_page, bus_addr, bus_wdata, own_valid, own_group, own_last, own_data,
		res_ready, s_valid, s_head, s_last, s_data, m_ready} = in_q;

	reduce #(.W(W), .GROUP_N(2)) unit (.clk(clk), .rst(rst_q), .cfg_id(id),
		.bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr), .bus_wdata(bus_wdata),
		.bus_ready(out[OUT_N-1]), .bus_rdata(out[OUT_N-2 -: 32]), .ev_reduce(out[OUT_N-34 -: 8]),
		.s_own_valid(own_valid), .s_own_ready(out[OUT_N-42]), .s_own_group(own_group), .s_own_last(own_last),
		.s_own_data(own_data), .own_room(out[OUT_N-43 -: 8]), .own_owner(),
		.m_res_valid(out[OUT_N-51]), .m_res_ready(res_ready), .m_res_group(out[OUT_N-52 -: 3]),
		.m_res_last(out[OUT_N-55]), .m_res_data(out[OUT_N-56 -: 64]),
		.s_cell_valid(s_valid), .s_cell_ready(out[OUT_N-120]), .s_cell_head(s_head), .s_cell_last(s_last),
		.s_cell_data(s_data), .m_cell_valid(out[OUT_N-121]), .m_cell_ready(m_ready), .m_cell_head(out[OUT_N-122]),
		.m_cell_last(out[OUT_N-123]), .m_cell_data(out[OUT_N-124 -: W]), .m_cell_way(out[1:0]));
endmodule

`default_nettype wire
