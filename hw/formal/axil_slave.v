// SPDX-License-Identifier: BSD-3-Clause
//
// The slave of AXI4-Lite, with any host that keeps the protocol and with requests of any duration. A response stays
// until it is taken. Each accepted address and each accepted datum gets one response; there are no other responses.
// The slave is full only while a request or a response is on its way.
//
// rtl: rtl/axil_slave.v
// prove: induction 6
// prove: fail 12 SLOPPY=1
// prove: cover 20
`default_nettype none

module axil_slave_fv #(
	parameter SLOPPY = 0 // 1: claims that no more than one write is taken before its response
) (
	input wire clk,
	input wire s_axil_awvalid,
	input wire [15:0] s_axil_awaddr,
	input wire s_axil_wvalid,
	input wire [31:0] s_axil_wdata,
	input wire [3:0] s_axil_wstrb,
	input wire s_axil_bready,
	input wire s_axil_arvalid,
	input wire [15:0] s_axil_araddr,
	input wire s_axil_rready,
	input wire m_done,
	input wire m_refused,
	input wire [31:0] m_rdata
);

	reg rst = 1'b1;
	reg past = 1'b0; // there was a clock before this one, out of reset
	wire s_axil_awready, s_axil_wready, s_axil_arready, s_axil_bvalid, s_axil_rvalid;
	wire [1:0] s_axil_bresp, s_axil_rresp;
	wire [31:0] s_axil_rdata, m_wdata;
	wire [15:0] m_addr;
	wire m_valid, m_write, m_whole;

	axil_slave slave (
		.clk(clk), .rst(rst),
		.s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
		.s_axil_awaddr(s_axil_awaddr), .s_axil_wvalid(s_axil_wvalid),
		.s_axil_wready(s_axil_wready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
		.s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready), .s_axil_bresp(s_axil_bresp),
		.s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
		.s_axil_araddr(s_axil_araddr), .s_axil_rvalid(s_axil_rvalid),
		.s_axil_rready(s_axil_rready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
		.m_valid(m_valid), .m_write(m_write), .m_whole(m_whole), .m_addr(m_addr),
		.m_wdata(m_wdata), .m_done(m_done), .m_refused(m_refused), .m_rdata(m_rdata)
	);

	// Taken and not answered yet; responses not taken count as answered.
	reg [1:0] aws = 2'd0, ws = 2'd0, ars = 2'd0;
	wire b_new = m_valid && m_write && m_done;
	wire r_new = m_valid && !m_write && m_done;

	always @(posedge clk) begin
		rst <= 1'b0;
		past <= !rst;
		if (!rst) begin
			aws <= aws + (s_axil_awvalid && s_axil_awready) - b_new;
			ws <= ws + (s_axil_wvalid && s_axil_wready) - b_new;
			ars <= ars + (s_axil_arvalid && s_axil_arready) - r_new;
		end
	end

	always @(posedge clk)
		if (!rst) begin
			// One request, one response; the slave holds at most one of each.
			assert(aws == !s_axil_awready);
			assert(ws == !s_axil_wready);
			assert(ars == !s_axil_arready);
			// A request is of something that was taken.
			if (m_valid && m_write)
				assert(aws == 1 && ws == 1);
			if (m_valid && !m_write)
				assert(ars == 1);
			if (SLOPPY)
				assert(!(aws != 0 && s_axil_bvalid));
		end

	always @(posedge clk)
		if (past && !rst) begin
			// A response appears when a request ended, and stays as it is until taken.
			if ($past(s_axil_bvalid && !s_axil_bready))
				assert(s_axil_bvalid && $stable(s_axil_bresp));
			else
				assert(s_axil_bvalid == $past(b_new));
			if ($past(s_axil_rvalid && !s_axil_rready))
				assert(s_axil_rvalid && $stable(s_axil_rresp) && $stable(s_axil_rdata));
			else
				assert(s_axil_rvalid == $past(r_new));
			if ($past(b_new))
				assert(s_axil_bresp == ($past(m_refused) ? 2'b10 : 2'b00));
			if ($past(r_new))
				assert(s_axil_rresp == ($past(m_refused) ? 2'b10 : 2'b00));
			if ($past(r_new && !m_refused))
				assert(s_axil_rdata == $past(m_rdata));
			// A request stays as it is until it is done.
			if ($past(m_valid && !m_done))
				assert(m_valid && $stable(m_write) && $stable(m_addr)
					&& (!m_write || $stable(m_wdata) && $stable(m_whole)));
			// A transfer that can start does, in the next clock: nothing waits for ever.
			if ($past(!m_valid && (aws != 0 && ws != 0 && !s_axil_bvalid
				|| ars != 0 && !s_axil_rvalid)))
				assert(m_valid);
		end

	// Both kinds wait: neither is passed over twice.
	reg [1:0] passed_w = 2'd0, passed_r = 2'd0; // requests of the other kind while this could go
	always @(posedge clk) begin
		if (aws == 0 || ws == 0 || s_axil_bvalid || m_valid && m_write)
			passed_w <= 2'd0;
		else if (r_new)
			passed_w <= passed_w + 2'd1;
		if (ars == 0 || s_axil_rvalid || m_valid && !m_write)
			passed_r <= 2'd0;
		else if (b_new)
			passed_r <= passed_r + 2'd1;
		if (!rst) begin
			assert(passed_w <= 1 && passed_r <= 1);
			if (passed_w == 1)
				assert(m_valid == m_write);
			if (passed_r == 1)
				assert(m_valid != m_write);
		end
	end

	always @(posedge clk)
		if (past) begin
			cover(s_axil_bvalid && s_axil_rvalid);
			cover(passed_w == 1);
			cover(passed_r == 1);
		end

endmodule

`default_nettype wire
