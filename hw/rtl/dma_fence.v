// SPDX-License-Identifier: BSD-3-Clause
//
// dma_fence: reports when a region that a page has closed is closed for good. An access to memory
// that region has allowed is under way until the host has answered it, which may be long after its
// region was closed. Every access carries the phase in which it was asked for, and there is a count
// for each of the two phases. A closing waits until the phase before has ended; then the phase
// changes, and when no access of the old one is under way any more, no access reaches a region that
// was closed in it. So one of two phases is always ending, which others cannot hold up: accesses
// asked for later belong to the next.
//
//      page closes --> m_closing (next_q) --phase changes--> m_closing (now_q) --old phase has ended--> closed
//
// Invariants (formal/dma_fence.v):
//  1. m_closing of a page falls only when no access is under way that was asked for before its last closing.
//  2. It falls at some time if all accesses end.
`default_nettype none

module dma_fence #(
	parameter LG_N = 6               // log2 of the accesses under way
) (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] s_close,       // one clock: the page has closed a region
	output wire [7:0] m_closing,     // accesses from before are still under way
	// accesses to memory, one clock each
	input  wire s_begin,             // asked for: in phase m_phase
	output wire m_phase,
	input  wire [3:0] s_end,         // ended, by source ...
	input  wire [3:0] s_end_phase    // ... and the phase it was asked for in
);
	reg phase_q;
	reg [LG_N:0] n0_q, n1_q;         // accesses under way, by phase
	reg [7:0] now_q, next_q;         // pages whose closings wait for the old phase; for a phase of their own

	wire old_ended = (phase_q ? n0_q : n1_q) == 0;
	wire turn = old_ended && next_q != 0;

	assign m_phase = phase_q;
	assign m_closing = now_q | next_q;

	always @(posedge clk)
		if (rst)
			phase_q <= 1'b0;
		else if (turn)
			phase_q <= !phase_q;

	always @(posedge clk)
		if (rst)
			now_q <= 0;
		else if (old_ended)
			now_q <= turn ? next_q : 8'd0;

	always @(posedge clk)
		if (rst)
			next_q <= 0;
		else
			next_q <= s_close | (turn ? 8'd0 : next_q);

	wire [3:0] ends_0 = s_end & ~s_end_phase, ends_1 = s_end & s_end_phase;
	wire [2:0] less_0 = {2'd0, ends_0[0]} + {2'd0, ends_0[1]} + {2'd0, ends_0[2]} + {2'd0, ends_0[3]};
	wire [2:0] less_1 = {2'd0, ends_1[0]} + {2'd0, ends_1[1]} + {2'd0, ends_1[2]} + {2'd0, ends_1[3]};

	always @(posedge clk)
		if (rst) begin
			n0_q <= 0;
			n1_q <= 0;
		end else begin
			n0_q <= n0_q + {{LG_N{1'b0}}, s_begin && !phase_q} - {{LG_N-2{1'b0}}, less_0};
			n1_q <= n1_q + {{LG_N{1'b0}}, s_begin && phase_q} - {{LG_N-2{1'b0}}, less_1};
		end
endmodule

`default_nettype wire
