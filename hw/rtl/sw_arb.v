// SPDX-License-Identifier: BSD-3-Clause
//
// sw_arb: picks one of N requests in each clock, round robin: after request k was picked, k+1 has the first claim, so a request
// that stays is picked after at most N-1 others. It is independent of cells; the switch has one for
// all its inputs and channels.
`default_nettype none

module sw_arb #(
	parameter N = 5   // requests
) (
	input  wire clk,
	input  wire rst,
	input  wire [N-1:0] req,
	output wire [N-1:0] pick    // at most one
);
	reg [N-1:0] first_q;        // requests that go before the others
	wire [N-1:0] first = req & first_q;
	wire [N-1:0] after;         // the requests behind the one picked
	wire [N-1:0] from = first != 0 ? first : req;

	genvar i;
	generate for (i = 0; i < N; i = i + 1) begin : request
		assign pick[i] = from[i] && (from & ((1 << i) - 1)) == 0;
		assign after[i] = (pick & ((1 << i) - 1)) != 0;
	end endgenerate

	always @(posedge clk)
		if (rst)
			first_q <= 0;
		else if (req != 0)
			first_q <= after;
endmodule

`default_nettype wire
