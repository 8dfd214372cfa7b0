// SPDX-License-Identifier: BSD-3-Clause
//
// Reports that nothing went on for too long. The ticks come from one divider for all timers of the
// card (spin_conn), every TIMEOUT/8 clocks: nine of them without `clear` are at least TIMEOUT
// and at most 9/8 of it. No ticks: never late.

`default_nettype none

module spin_timer (
	input wire clk,
	input wire rst,

	input wire tick,
	input wire clear, // it goes on, or no machine waits
	output wire late  // level, until clear
);

localparam [3:0] TICK_N = 4'd9; // eight whole periods and the rest of one

reg [3:0] count_q; // ticks since clear

assign late = count_q == TICK_N;

always @(posedge clk)
	if (rst || clear)
		count_q <= 4'd0;
	else if (tick && !late)
		count_q <= count_q + 4'd1;

endmodule

`default_nettype wire
