// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/region.v
// prove: induction 4
// prove: cover 12
// prove: fail 8 WRONG=1
//
// The invariants of region.v hold for any registers, any questions, and pages that come and go. An allowed access lies
// within the region as it was when the question came, has its right and its key; the part of it that is granted does not cross 256 bytes.
//
// WRONG = 1: the claim that no question of 256 bytes is ever allowed is refuted.
`default_nettype none

module region_fv #(
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst,
	input wire [7:0] enable,
	input wire bus_valid,
	input wire bus_write,
	input wire [2:0] bus_page,
	input wire [7:2] bus_addr,
	input wire [31:0] bus_wdata,
	input wire s_valid,
	input wire [2:0] s_id,
	input wire [5:0] s_region,
	input wire [39:0] s_offset,
	input wire [8:0] s_bytes,
	input wire [11:0] s_more,
	input wire [3:0] s_right,
	input wire [31:0] s_key,
	input wire s_window_hold,
	input wire [31:0] s_window_high
);
	wire bus_ready, s_ready, m_valid;
	wire [31:0] bus_rdata;
	wire [7:0] m_close;
	wire [2:0] m_id;
	wire [3:0] m_status;
	wire [63:0] m_addr;
	wire m_window_ask;
	wire [2:0] m_page, m_window_page;
	wire [31:0] m_window_high;
	wire [8:0] m_bytes;

	region dut (.clk(clk), .rst(rst), .enable(enable), .bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page),
		.bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_ready(bus_ready), .bus_rdata(bus_rdata), .m_close(m_close), .s_closing(8'd0),
		.s_valid(s_valid), .s_ready(s_ready), .s_id(s_id), .s_region(s_region), .s_offset(s_offset), .s_bytes(s_bytes),
		.s_more(s_more), .s_right(s_right), .s_key(s_key),
		.m_valid(m_valid), .m_id(m_id), .m_status(m_status), .m_addr(m_addr), .m_page(m_page), .s_window_hold(s_window_hold), .m_window_ask(m_window_ask), .m_window_page(m_window_page), .m_window_high(m_window_high), .s_window_high(s_window_high), .m_bytes(m_bytes));

	generate if (WRONG) begin : wrong
		always @(*) assert (!(m_valid && m_status == 4'd0 && m_bytes == 9'd256));
	end endgenerate

	reg first_q = 1'b1;
	reg [23:0] more_q;
	always @(posedge clk)
		{first_q, more_q} <= {1'b0, more_q[11:0], s_more};

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (m_valid && m_status == 4'd0);                                             // granted
			cover (m_valid && m_status == 4'd0 && m_bytes == 9'd256);                        // a whole cell is granted
			cover (m_valid && m_status == 4'd0 && more_q[23:12] != 0);                        // of a READ
			cover (m_close != 0);                                                            // a region is closed
			cover (bus_valid && !bus_ready && s_valid);                                      // the registers wait for a question
			cover (s_valid && s_window_hold);                                                // a question waits for a window
			cover (s_valid && !s_ready);                                                     // a question waits
		end
endmodule

`default_nettype wire
