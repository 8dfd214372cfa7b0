// SPDX-License-Identifier: BSD-3-Clause
//
// sym_out: the node symbols that leave at one port. Barrier symbols cannot wait and come first: two are held, a third is lost
// (and reported as lost; barrier states are sent again). A FAULT symbol is taken when there is no
// other. Between barrier and fault and the symbol port of link_port. After each symbol it pauses
// one clock, so that symbols never arrive in adjacent clocks, which the receiving units rely on for
// their speed. While the port is not up all is dropped: a symbol must not wait for a link.
`default_nettype none

module sym_out (
	input  wire clk,
	input  wire rst,
	input  wire up,                  // the port works
	input  wire s_bar_valid,         // no ready
	input  wire [16:0] s_bar_data,   // {turned, payload}
	input  wire s_fault_valid,
	output wire s_fault_ready,
	input  wire [15:0] s_fault_data, // payload
	output wire m_valid,
	input  wire m_ready,
	output wire [19:0] m_data,       // {type, payload}
	output wire idle,                // nothing is held
	output wire lost                 // pulse: a barrier symbol found no room
);
	`include "ring_nic_regs.vh"
	reg head_valid_q, tail_valid_q, pause_q;
	reg head_fault_q;
	reg [16:0] head_q, tail_q;

	wire pop = m_valid && m_ready;
	wire shift = pop || !head_valid_q;            // the head is free for the next one
	wire straight = shift && !tail_valid_q;       // which comes from outside
	wire keep = s_bar_valid && !straight;         // a symbol for the tail

	assign m_valid = head_valid_q && !pause_q;
	assign m_data = {head_fault_q ? `RN_SYMBOL_TYPE_FAULT : {3'b011, head_q[16]}, head_q[15:0]};
	assign idle = !head_valid_q && !tail_valid_q;
	assign lost = up && keep && tail_valid_q && !shift;
	assign s_fault_ready = straight && !s_bar_valid;

	always @(posedge clk)
		if (rst || !up)
			{head_valid_q, tail_valid_q} <= 2'b00;
		else begin
			head_valid_q <= !shift || tail_valid_q || s_bar_valid || s_fault_valid;
			tail_valid_q <= keep || (tail_valid_q && !shift);
		end

	always @(posedge clk)
		if (shift) begin
			head_q <= tail_valid_q ? tail_q : s_bar_valid ? s_bar_data : {1'b0, s_fault_data};
			head_fault_q <= straight && !s_bar_valid;
		end

	always @(posedge clk)
		if (keep && (shift || !tail_valid_q))
			tail_q <= s_bar_data;

	always @(posedge clk)
		pause_q <= pop;
endmodule

`default_nettype wire
