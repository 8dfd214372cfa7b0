// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_timer: the clock by which queue pairs wait, and the moments at which one of those that wait is looked at: 2^LG_LOOK clocks behind the
// end of the last look, and behind the turns under way. A deadline is less than 2^47 clocks away, so it has passed when the difference has
// its highest bit 0.
//
// Invariants (bench rdma_engine):
//  1. A deadline passes not before its time; it is found behind one look at each queue pair that waits.
`default_nettype none

module rdma_timer #(
	parameter LG_LOOK = 8            // log2 of the clocks between two looks
) (
	input  wire clk,
	input  wire rst,
	input  wire [4:0] s_lg,          // a wait of 2^s_lg times
	input  wire s_brief,             // 128 clocks, else 4096
	output wire [47:0] m_deadline,   // of a wait that begins now
	input  wire [47:0] s_deadline,
	output wire m_passed,            // s_deadline has passed
	output wire m_look,              // held until s_look
	input  wire s_look               // of the look, to its end
);
	localparam [LG_LOOK:0] ONE = 1;
	reg [47:0] now_q;
	reg [LG_LOOK:0] wait_q;

	always @(posedge clk)
		if (rst)
			now_q <= 48'd0;
		else
			now_q <= now_q + 48'd1;

	always @(posedge clk)
		if (rst || s_look)
			wait_q <= 0;
		else if (!m_look)
			wait_q <= wait_q + ONE;

	wire [47:0] span = 48'd1 << ({1'b0, s_lg} + (s_brief ? 6'd7 : 6'd12));
	wire [47:0] late = now_q - s_deadline;
	assign m_deadline = now_q + span;
	assign m_passed = !late[47];
	assign m_look = wait_q[LG_LOOK];
	wire unused = &{1'b0, late[46:0]};
endmodule

`default_nettype wire
