// SPDX-License-Identifier: BSD-3-Clause
//
// A counter of events that stays at its highest value; software reads a link's health from it.

`default_nettype none

module link_count #(
	parameter W = 16 // bits
) (
	input  wire         clk,
	input  wire         rst,
	input  wire         event_in, // one event in each clock that this is high
	output reg  [W-1:0] count
);

	reg        event_q;
	wire [W:0] more = {1'b0, count} + 1'b1;

	always @(posedge clk)
		event_q <= event_in && !rst;

	always @(posedge clk)
		if (rst)
			count <= 0;
		else if (event_q && !more[W])
			count <= more[W-1:0];

endmodule

`default_nettype wire
