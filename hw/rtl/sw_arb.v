// SPDX-License-Identifier: BSD-3-Clause
//
// sw_arb: picks one of N requests in each clock: of those that are there the one that was picked longest ago. Requests come and go
// with their outputs, so a turn that goes round would not do: requests for one output could have it each time before those for
// another. Here each other request is picked at most once before one that waits, in clocks in which that one is there. It is
// independent of cells; the switch has one for all its inputs and channels.
`default_nettype none

module sw_arb #(
	parameter N = 5   // requests
) (
	input  wire clk,
	input  wire rst,
	input  wire [N-1:0] req,
	output wire [N-1:0] pick    // at most one
);
	wire [N*N-1:0] prior;       // [N*i + j]: i was picked before j, and so goes before it

	genvar i, j;
	generate for (i = 0; i < N; i = i + 1) begin : request
		wire [N-1:0] ahead;       // requests that go before it

		assign prior[N*i+i] = 1'b0;
		assign pick[i] = req[i] && (req & ahead) == 0;
		for (j = 0; j < N; j = j + 1) begin : other
			assign ahead[j] = prior[N*j+i];
			if (j > i) begin : pair
				reg prior_q;

				assign prior[N*i+j] = prior_q;
				assign prior[N*j+i] = !prior_q;
				always @(posedge clk)
					if (rst || pick[j])
						prior_q <= 1'b1;
					else if (pick[i])
						prior_q <= 1'b0;
			end
		end
	end endgenerate
endmodule

`default_nettype wire
