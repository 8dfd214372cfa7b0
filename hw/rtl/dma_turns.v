// SPDX-License-Identifier: BSD-3-Clause
//
// dma_turns: where a descriptor continues after its page's turn has ended within it (dma_channel):
// a word for each page, written by the channel that releases the page and read by the one that is
// granted it next. One channel at a time.
`default_nettype none

module dma_turns #(
	parameter CHANNEL_N = 4,         // channels
	parameter PLACE_W = 144          // bits of a place
) (
	input  wire clk,
	input  wire [CHANNEL_N-1:0] s_yield,       // held until m_yield
	output wire [CHANNEL_N-1:0] m_yield,       // one clock
	input  wire [3*CHANNEL_N-1:0] s_page,
	input  wire [PLACE_W*CHANNEL_N-1:0] s_place,
	input  wire [2:0] s_granted,     // page
	output wire [PLACE_W-1:0] m_place          // its place, a clock later
);
	localparam [CHANNEL_N-1:0] ONE = 1;

	(* no_rw_check *) reg [PLACE_W-1:0] place_n [0:7];
	reg [PLACE_W-1:0] place_q;
	// The lowest of them.
	reg [CHANNEL_N-1:0] pick;
	reg [2:0] page;
	reg [PLACE_W-1:0] place;
	integer c;
	always @* begin
		pick = 0;
		page = 0;
		place = 0;
		for (c = CHANNEL_N - 1; c >= 0; c = c - 1)
			if (s_yield[c]) begin
				pick = ONE << c;
				page = s_page[3*c +: 3];
				place = s_place[PLACE_W*c +: PLACE_W];
			end
	end

	assign m_yield = pick;
	assign m_place = place_q;

	always @(posedge clk)
		if (s_yield != 0)
			place_n[page] <= place;

	// A page that is granted was let go at least three clocks ago (dma_sched): it is not the one that is written.
	always @(posedge clk)
		place_q <= place_n[s_granted];
endmodule

`default_nettype wire
