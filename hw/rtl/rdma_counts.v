// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_counts: registers DROPPED and REFUSED of the 8 pages. Each stays at its largest value, and is 0 when the unit of its page is turned on.
//
// Invariants (bench rdma_engine, which compares them with the model):
//  1. A count that comes in the clock of a read is in the next read.
`default_nettype none

module rdma_counts (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] s_clear,       // pages
	input  wire s_count,             // one clock, not in clocks behind each other
	input  wire s_dropped,           // with it: of DROPPED, else of REFUSED
	input  wire [2:0] s_page,
	input  wire s_get_dropped,       // which one is read
	input  wire [2:0] s_get_page,
	output wire [15:0] m_count       // a clock later
);
	reg [15:0] counts [0:15];
	reg [15:0] some_q;               // those that are not 0
	reg [15:0] was_q, count_q;
	reg [3:0] at_q;
	reg counts_q, some_got_q;
	wire [3:0] at = {s_dropped, s_page};
	wire [3:0] get = {s_get_dropped, s_get_page};

	always @(posedge clk) begin
		counts_q <= s_count && !rst;
		at_q <= at;
		was_q <= counts[at];
	end

	always @(posedge clk)
		if (counts_q)
			counts[at_q] <= !some_q[at_q] ? 16'd1 : was_q == 16'hffff ? was_q : was_q + 16'd1;

	always @(posedge clk)
		if (rst)
			some_q <= 16'd0;
		else
			some_q <= (some_q | (counts_q ? 16'd1 << at_q : 16'd0)) & ~{s_clear, s_clear};

	always @(posedge clk) begin
		count_q <= counts[get];
		some_got_q <= some_q[get];
	end
	assign m_count = some_got_q ? count_q : 16'd0;
endmodule

`default_nettype wire
