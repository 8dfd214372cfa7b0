// SPDX-License-Identifier: BSD-3-Clause
//
// dma_rings: base addresses of the send (0), receive (1) and completion ring (2) of every page, in one memory with one port
// that the registers share with three askers, of which each wants one base now and then: fetch, place, completion. An
// asker holds s_ask until m_ack and finds the base in m_base in the clock of m_ack. Registers go
// first (they come one at a time, so they delay an asker only briefly).
`default_nettype none

module dma_rings (
	input  wire clk,
	input  wire rst,
	// registers: one word of 32 bits
	input  wire bus_valid,           // held until bus_ready
	input  wire bus_write,
	input  wire [2:0] bus_page,
	input  wire [1:0] bus_ring,
	input  wire bus_high,            // the high half
	input  wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	// askers: ring 0, 1, 2
	input  wire [2:0] s_ask,
	input  wire [8:0] s_page,        // 3 bits for each
	output wire [2:0] m_ack,
	output wire [63:0] m_base,
	// dma_window: page, and a clock later
	input  wire s_window_hold,       // do not ask
	output wire m_window_ask,
	output wire [2:0] m_window_page,
	output wire [31:0] m_window_high,
	input  wire [31:0] s_window_high
);
	(* no_rw_check *) reg [31:0] low [0:31];
	(* no_rw_check *) reg [31:0] high [0:31];
	reg [31:0] low_q, high_q;
	reg bus_q;                       // the memory was read (or written) for the registers
	reg [2:0] ack_q;

	wire bus = bus_valid && !bus_q;
	wire [2:0] want = bus || s_window_hold ? 3'd0 : s_ask & ~ack_q;
	wire [2:0] take = want & ~(want - 3'd1);
	wire [4:0] at = bus     ? {bus_ring, bus_page}
	              : take[0] ? {2'd0, s_page[2:0]}
	              : take[1] ? {2'd1, s_page[5:3]}
	              :           {2'd2, s_page[8:6]};

	assign bus_ready = bus_q;
	assign bus_rdata = bus_high ? high_q : low_q;
	assign m_ack = ack_q;
	assign m_base = {s_window_high, low_q};
	assign m_window_ask = take != 0;
	assign m_window_page = at[2:0];
	assign m_window_high = high_q;

	always @(posedge clk)
		if (bus && bus_write && !bus_high)
			low[at] <= bus_wdata;

	always @(posedge clk)
		if (bus && bus_write && bus_high)
			high[at] <= bus_wdata;

	// A word that is written is not read in that clock.
	always @(posedge clk)
		if (!(bus && bus_write)) begin
			low_q <= low[at];
			high_q <= high[at];
		end

	always @(posedge clk)
		bus_q <= bus && !rst;

	always @(posedge clk)
		ack_q <= rst ? 3'd0 : take;
endmodule

`default_nettype wire
