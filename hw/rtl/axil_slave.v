// SPDX-License-Identifier: BSD-3-Clause
//
// AXI4-Lite slave of 32-bit data: takes reads and writes of the host, one of each ahead, and hands
// them on one at a time as requests. It has no register: the module that answers the request
// (host_regs) decides whether it is refused, which the host sees as SLVERR. Address and data of a
// write may come in any order and at any distance. When both kinds wait they take turns.
//
//  1. An accepted address gives exactly one response, reads and writes apart.
//  2. A response stays as it is until the host takes it.
//  3. A request stays as it is until m_done.
//
// formal/axil_slave.v shows all three.
`default_nettype none

module axil_slave #(
	parameter ADDR_W = 16 // bits of a byte address
) (
	input wire clk,
	input wire rst,

	input wire s_axil_awvalid,
	output wire s_axil_awready,
	input wire [ADDR_W-1:0] s_axil_awaddr,
	input wire s_axil_wvalid,
	output wire s_axil_wready,
	input wire [31:0] s_axil_wdata,
	input wire [3:0] s_axil_wstrb,
	output wire s_axil_bvalid,
	input wire s_axil_bready,
	output wire [1:0] s_axil_bresp,
	input wire s_axil_arvalid,
	output wire s_axil_arready,
	input wire [ADDR_W-1:0] s_axil_araddr,
	output wire s_axil_rvalid,
	input wire s_axil_rready,
	output wire [31:0] s_axil_rdata,
	output wire [1:0] s_axil_rresp,

	output wire m_valid, // a request, until m_done
	output wire m_write,
	output wire m_whole, // a write of all four bytes
	output wire [ADDR_W-1:0] m_addr,
	output wire [31:0] m_wdata,
	input wire m_done, // one clock; the others with it
	input wire m_refused,
	input wire [31:0] m_rdata
);

	localparam OKAY = 2'b00, SLVERR = 2'b10;

	reg aw_full_q, w_full_q, ar_full_q; // held, not answered yet
	reg [ADDR_W-1:0] awaddr_q, araddr_q;
	reg [31:0] wdata_q;
	reg whole_q;
	reg busy_q, write_q; // a request is out; which kind it (or the last one) is
	reg [ADDR_W-1:0] addr_q;
	reg bvalid_q, rvalid_q, bad_b_q, bad_r_q;
	reg [31:0] rdata_q;

	assign s_axil_awready = !aw_full_q;
	assign s_axil_wready = !w_full_q;
	assign s_axil_arready = !ar_full_q;
	assign s_axil_bvalid = bvalid_q;
	assign s_axil_bresp = bad_b_q ? SLVERR : OKAY;
	assign s_axil_rvalid = rvalid_q;
	assign s_axil_rdata = rdata_q;
	assign s_axil_rresp = bad_r_q ? SLVERR : OKAY;
	assign m_valid = busy_q;
	assign m_write = write_q;
	assign m_whole = whole_q;
	assign m_addr = addr_q;
	assign m_wdata = wdata_q;

	// A request starts when its response will have a place.
	wire can_write = aw_full_q && w_full_q && !bvalid_q;
	wire can_read = ar_full_q && !rvalid_q;
	wire start = !busy_q && (can_write || can_read);
	wire start_write = can_write && !(can_read && write_q);
	wire done_write = busy_q && write_q && m_done;
	wire done_read = busy_q && !write_q && m_done;

	always @(posedge clk)
		if (rst)
			aw_full_q <= 1'b0;
		else
			aw_full_q <= aw_full_q ? !done_write : s_axil_awvalid;

	always @(posedge clk)
		if (rst)
			w_full_q <= 1'b0;
		else
			w_full_q <= w_full_q ? !done_write : s_axil_wvalid;

	always @(posedge clk)
		if (rst)
			ar_full_q <= 1'b0;
		else
			ar_full_q <= ar_full_q ? !done_read : s_axil_arvalid;

	always @(posedge clk) begin
		if (!aw_full_q)
			awaddr_q <= s_axil_awaddr;
		if (!ar_full_q)
			araddr_q <= s_axil_araddr;
		if (!w_full_q) begin
			wdata_q <= s_axil_wdata;
			whole_q <= &s_axil_wstrb;
		end
	end

	always @(posedge clk)
		if (rst)
			busy_q <= 1'b0;
		else
			busy_q <= busy_q ? !m_done : start;

	always @(posedge clk)
		if (rst)
			write_q <= 1'b0;
		else if (start) begin
			write_q <= start_write;
			addr_q <= start_write ? awaddr_q : araddr_q;
		end

	always @(posedge clk)
		if (rst)
			bvalid_q <= 1'b0;
		else if (done_write) begin
			bvalid_q <= 1'b1;
			bad_b_q <= m_refused;
		end else if (s_axil_bready)
			bvalid_q <= 1'b0;

	always @(posedge clk)
		if (rst)
			rvalid_q <= 1'b0;
		else if (done_read) begin
			rvalid_q <= 1'b1;
			bad_r_q <= m_refused;
			rdata_q <= m_refused ? 32'b0 : m_rdata;
		end else if (s_axil_rready)
			rvalid_q <= 1'b0;

`ifdef FORMAL
	// Invariants for induction; the rules of the protocol are in formal/axil_slave.v.
	always @(posedge clk)
		if (!rst) begin
			if (busy_q && write_q)
				assert(aw_full_q && w_full_q && !bvalid_q);
			if (busy_q && !write_q)
				assert(ar_full_q && !rvalid_q);
		end
`endif

endmodule

`default_nettype wire
