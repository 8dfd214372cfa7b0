// SPDX-License-Identifier: BSD-3-Clause
//
// axi_join: two masters of host memory on one AXI4 port with one id, which answers in order: a, with any number of bursts under
// way, and b, with one read and one write at a time (the RDMA unit). So the order is two numbers: how many bursts of a stand
// before that of b. Addresses go through a register, the two masters in turn; words and answers pass as they are. Words of a
// burst are taken when its address is in the register or beyond, and never wait for the address to be taken.
//
// Invariants (formal/axi_join.v):
//  1. An address in the register stays until it is taken.
//  2. Words are given to the port, and answers to the masters, in the order of the addresses: of each master as many as it
//     asked for, and none to one that waits for none.
//  3. b has one read and one write under way at most.
`default_nettype none

module axi_join #(
	parameter LG_OPEN = 6,           // log2 of the bursts of a under way, plus 1
	parameter DATA_W = 64
) (
	input  wire clk,
	input  wire rst,
	// master a
	input  wire s_a_axi_arvalid,
	output wire s_a_axi_arready,
	input  wire [63:0] s_a_axi_araddr,
	input  wire [7:0] s_a_axi_arlen,
	input  wire [2:0] s_a_axi_aruser,
	output wire s_a_axi_rvalid,
	input  wire s_a_axi_rready,
	input  wire s_a_axi_awvalid,
	output wire s_a_axi_awready,
	input  wire [63:0] s_a_axi_awaddr,
	input  wire [7:0] s_a_axi_awlen,
	input  wire [2:0] s_a_axi_awuser,
	input  wire s_a_axi_wvalid,
	output wire s_a_axi_wready,
	input  wire [DATA_W-1:0] s_a_axi_wdata,
	input  wire [DATA_W/8-1:0] s_a_axi_wstrb,
	input  wire s_a_axi_wlast,
	output wire s_a_axi_bvalid,
	input  wire s_a_axi_bready,
	// master b
	input  wire s_b_axi_arvalid,
	output wire s_b_axi_arready,
	input  wire [63:0] s_b_axi_araddr,
	input  wire [7:0] s_b_axi_arlen,
	input  wire [2:0] s_b_axi_aruser,
	output wire s_b_axi_rvalid,
	input  wire s_b_axi_rready,
	input  wire s_b_axi_awvalid,
	output wire s_b_axi_awready,
	input  wire [63:0] s_b_axi_awaddr,
	input  wire [7:0] s_b_axi_awlen,
	input  wire [2:0] s_b_axi_awuser,
	input  wire s_b_axi_wvalid,
	output wire s_b_axi_wready,
	input  wire [DATA_W-1:0] s_b_axi_wdata,
	input  wire [DATA_W/8-1:0] s_b_axi_wstrb,
	input  wire s_b_axi_wlast,
	output wire s_b_axi_bvalid,
	input  wire s_b_axi_bready,
	// the port; data that were read and the kinds of answers go to both masters as they are
	output wire m_axi_arvalid,
	input  wire m_axi_arready,
	output wire [63:0] m_axi_araddr,
	output wire [7:0] m_axi_arlen,
	output wire [2:0] m_axi_aruser,
	input  wire m_axi_rvalid,
	output wire m_axi_rready,
	input  wire m_axi_rlast,
	output wire m_axi_awvalid,
	input  wire m_axi_awready,
	output wire [63:0] m_axi_awaddr,
	output wire [7:0] m_axi_awlen,
	output wire [2:0] m_axi_awuser,
	output wire m_axi_wvalid,
	input  wire m_axi_wready,
	output wire [DATA_W-1:0] m_axi_wdata,
	output wire [DATA_W/8-1:0] m_axi_wstrb,
	output wire m_axi_wlast,
	input  wire m_axi_bvalid,
	output wire m_axi_bready
);
	localparam ADDR_W = 64 + 8 + 3;

	// ---- Reads -------------------------------------------------------------------------------
	wire r_b, r_any, r_ends, ar_room_a, ar_room_b, ar_a, ar_b;
	assign r_ends = m_axi_rvalid && m_axi_rready && m_axi_rlast;

	axi_join_order #(.LG_OPEN(LG_OPEN)) reads (
		.clk(clk), .rst(rst), .s_a(ar_a), .s_b(ar_b), .s_end(r_ends), .m_room_a(ar_room_a), .m_room_b(ar_room_b), .m_any(r_any), .m_b(r_b));

	axi_join_turn #(.DATA_W(ADDR_W)) ar (
		.clk(clk), .rst(rst), .s_valid({s_b_axi_arvalid && ar_room_b, s_a_axi_arvalid && ar_room_a}), .m_take({ar_b, ar_a}),
		.s_data_a({s_a_axi_araddr, s_a_axi_arlen, s_a_axi_aruser}), .s_data_b({s_b_axi_araddr, s_b_axi_arlen, s_b_axi_aruser}),
		.m_valid(m_axi_arvalid), .m_ready(m_axi_arready), .m_data({m_axi_araddr, m_axi_arlen, m_axi_aruser}));

	assign s_a_axi_arready = ar_a;
	assign s_b_axi_arready = ar_b;
	assign s_a_axi_rvalid = m_axi_rvalid && r_any && !r_b;
	assign s_b_axi_rvalid = m_axi_rvalid && r_any && r_b;
	assign m_axi_rready = r_any && (r_b ? s_b_axi_rready : s_a_axi_rready);

	// ---- Writes ------------------------------------------------------------------------------
	wire w_b, w_any, w_ends, w_room_a, w_room_b, b_b, b_any, b_ends, b_room_a, b_room_b, aw_a, aw_b;
	assign w_ends = m_axi_wvalid && m_axi_wready && m_axi_wlast;
	assign b_ends = m_axi_bvalid && m_axi_bready;

	axi_join_order #(.LG_OPEN(LG_OPEN)) words (
		.clk(clk), .rst(rst), .s_a(aw_a), .s_b(aw_b), .s_end(w_ends), .m_room_a(w_room_a), .m_room_b(w_room_b), .m_any(w_any), .m_b(w_b));

	axi_join_order #(.LG_OPEN(LG_OPEN)) answers (
		.clk(clk), .rst(rst), .s_a(aw_a), .s_b(aw_b), .s_end(b_ends), .m_room_a(b_room_a), .m_room_b(b_room_b), .m_any(b_any), .m_b(b_b));

	axi_join_turn #(.DATA_W(ADDR_W)) aw (
		.clk(clk), .rst(rst), .s_valid({s_b_axi_awvalid && b_room_b && w_room_b, s_a_axi_awvalid && b_room_a && w_room_a}), .m_take({aw_b, aw_a}),
		.s_data_a({s_a_axi_awaddr, s_a_axi_awlen, s_a_axi_awuser}), .s_data_b({s_b_axi_awaddr, s_b_axi_awlen, s_b_axi_awuser}),
		.m_valid(m_axi_awvalid), .m_ready(m_axi_awready), .m_data({m_axi_awaddr, m_axi_awlen, m_axi_awuser}));

	assign s_a_axi_awready = aw_a;
	assign s_b_axi_awready = aw_b;
	assign m_axi_wvalid = w_any && (w_b ? s_b_axi_wvalid : s_a_axi_wvalid);
	assign m_axi_wdata = w_b ? s_b_axi_wdata : s_a_axi_wdata;
	assign m_axi_wstrb = w_b ? s_b_axi_wstrb : s_a_axi_wstrb;
	assign m_axi_wlast = w_b ? s_b_axi_wlast : s_a_axi_wlast;
	assign s_a_axi_wready = w_any && !w_b && m_axi_wready;
	assign s_b_axi_wready = w_any && w_b && m_axi_wready;
	assign s_a_axi_bvalid = m_axi_bvalid && b_any && !b_b;
	assign s_b_axi_bvalid = m_axi_bvalid && b_any && b_b;
	assign m_axi_bready = b_any && (b_b ? s_b_axi_bready : s_a_axi_bready);
endmodule

`default_nettype wire
