// SPDX-License-Identifier: BSD-3-Clause
//
// The smallest card with registers, for regs_walk: the host's side, identity, events and the
// full/empty registers, which have no ring.
`default_nettype none
`include "ring_nic_regs.vh"

module regs_card (
	input wire clk,
	input wire rst,
	input wire s_axil_awvalid,
	output wire s_axil_awready,
	input wire [15:0] s_axil_awaddr,
	input wire s_axil_wvalid,
	output wire s_axil_wready,
	input wire [31:0] s_axil_wdata,
	input wire [3:0] s_axil_wstrb,
	output wire s_axil_bvalid,
	input wire s_axil_bready,
	output wire [1:0] s_axil_bresp,
	input wire s_axil_arvalid,
	output wire s_axil_arready,
	input wire [15:0] s_axil_araddr,
	output wire s_axil_rvalid,
	input wire s_axil_rready,
	output wire [31:0] s_axil_rdata,
	output wire [1:0] s_axil_rresp,
	output wire irq
);

	wire [10:0] bus_valid;
	wire bus_write, fe_ready;
	wire [3:0] bus_page;
	wire [11:2] bus_addr;
	wire [31:0] bus_wdata, fe_rdata;
	wire [7:0] ev_fe, ev_refused;
	reg [10:0] bus_ready;
	reg [11*32-1:0] bus_rdata;

	always @(*) begin
		bus_ready = 11'b0;
		bus_ready[`RN_SELECT_FE] = fe_ready;
		bus_rdata = 352'b0;
		bus_rdata[32*`RN_SELECT_FE +: 32] = fe_rdata;
	end

	host_regs #(.PRESENT(1 << `RN_SELECT_FE)) host (
		.clk(clk), .rst(rst),
		.s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
		.s_axil_awaddr(s_axil_awaddr), .s_axil_wvalid(s_axil_wvalid),
		.s_axil_wready(s_axil_wready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
		.s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready), .s_axil_bresp(s_axil_bresp),
		.s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
		.s_axil_araddr(s_axil_araddr), .s_axil_rvalid(s_axil_rvalid),
		.s_axil_rready(s_axil_rready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
		.irq(irq),
		.bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr),
		.bus_wdata(bus_wdata), .bus_ready(bus_ready), .bus_rdata(bus_rdata),
		.rdma_valid(unused_rdma), .rdma_ready(1'b0), .rdma_rdata(32'b0),
		.ev_cq(8'b0), .ev_rq(8'b0), .ev_fe(ev_fe), .ev_barrier(8'b0), .ev_reduce(8'b0),
		.ev_fault(8'b0), .ev_refused(ev_refused), .ev_stuck(8'b0)
	);

	/* verilator lint_off PINCONNECTEMPTY */ // there is no ring
	fe_regs fe (
		.clk(clk), .rst(rst), .cfg_id(10'd0), .cfg_last(10'd0),
		.bus_valid(bus_valid[`RN_SELECT_FE]), .bus_write(bus_write), .bus_page(bus_page),
		.bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_ready(fe_ready), .bus_rdata(fe_rdata),
		.ev_fe(ev_fe), .ev_refused(ev_refused),
		.m_ask_valid(), .m_ask_ready(1'b0), .m_ask_last(), .m_ask_data(),
		.s_ans_valid(1'b0), .s_ans_ready(), .s_ans_page(3'd0), .s_ans_word(3'd0),
		.s_ans_data(16'd0),
		.s_req_valid(1'b0), .s_req_ready(), .s_req_last(1'b0), .s_req_data(16'd0),
		.m_rep_valid(), .m_rep_ready(1'b0), .m_rep_node(), .m_rep_page(), .m_rep_number(),
		.m_rep_word(), .m_rep_data(),
		.cnt_dropped(16'd0), .cnt_late(16'd0), .cnt_overrun(16'd0), .cnt_timeouts(16'd0)
	);
	/* verilator lint_on PINCONNECTEMPTY */

	wire unused_rdma;
	wire unused = &{1'b0, bus_valid};

endmodule

`default_nettype wire
