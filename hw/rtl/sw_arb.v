// SPDX-License-Identifier: BSD-3-Clause
//
// sw_arb: picks one of N requests in each clock: of those that are there the one that was picked longest ago. Requests come and go
// with their outputs, so a turn that goes round would not do: requests for one output could have it each time before those for
// another. Here each other request is picked at most once before one that waits, in clocks in which that one is there. It is
// independent of cells; the switch has one for all its inputs and channels.
//
// With long cells (SPAN > 1) the turns are by words, in units of 4: each request has a debt, and the least goes first, of equal ones
// that which was picked longest ago. The debt of the one that is picked becomes the length of its cell, and the debts of those
// that are there meanwhile fall by the debt that it had, by 1 at least: so a request is passed 64 + N times at most. A pick counts
// from the third clock after it on; no cell ends before.
`default_nettype none

module sw_arb #(
	parameter N = 5,    // requests
	parameter SPAN = 1  // slots of the longest cell (cell_len); 1: lengths do not count
) (
	input  wire clk,
	input  wire rst,
	input  wire [N-1:0] req,
	input  wire [6*N-1:0] units, // length of the cell of each, less one
	output wire [N-1:0] pick    // at most one
);
	wire [N*N-1:0] prior;       // [N*i + j]: i goes before j
	wire [7*N-1:0] debt;

	generate if (SPAN == 1) begin : by_cells
		assign debt = 0;
		wire unused = &{1'b0, units, debt};
	end else begin : by_words
		reg [N-1:0] pick_q, req_q;
		reg [6:0] cost_q;          // of the cell that was picked
		reg [5:0] units_d;
		reg [6:0] paid;            // debt that its request had
		integer k;

		always @* begin
			units_d = 0;
			paid = 0;
			for (k = 0; k < N; k = k + 1) begin
				units_d = units_d | (units[6*k +: 6] & {6{pick[k]}});
				paid = paid | (debt[7*k +: 7] & {7{pick_q[k]}});
			end
			if (paid == 0)
				paid = 1;
		end

		always @(posedge clk) begin
			pick_q <= rst ? {N{1'b0}} : pick;
			req_q <= req;
			cost_q <= {1'b0, units_d} + 7'd1;
		end

		genvar r;
		for (r = 0; r < N; r = r + 1) begin : of
			reg [6:0] debt_q;

			assign debt[7*r +: 7] = debt_q;
			always @(posedge clk)
				if (rst)
					debt_q <= 0;
				else if (pick_q[r])
					debt_q <= cost_q;
				else if (req_q[r] && pick_q != 0)
					debt_q <= debt_q > paid ? debt_q - paid : 7'd0;
		end
	end endgenerate

	genvar i, j;
	generate for (i = 0; i < N; i = i + 1) begin : request
		wire [N-1:0] ahead;       // requests that go before it

		assign prior[N*i+i] = 1'b0;
		assign pick[i] = req[i] && (req & ahead) == 0;
		for (j = 0; j < N; j = j + 1) begin : other
			assign ahead[j] = prior[N*j+i];
			if (j > i) begin : pair
				reg prior_q;         // i was picked before j

				always @(posedge clk)
					if (rst || pick[j])
						prior_q <= 1'b1;
					else if (pick[i])
						prior_q <= 1'b0;
				if (SPAN == 1) begin : by_cells
					assign prior[N*i+j] = prior_q;
					assign prior[N*j+i] = !prior_q;
				end else begin : by_words
					reg before_q;

					assign prior[N*i+j] = before_q;
					assign prior[N*j+i] = !before_q;
					always @(posedge clk)
						before_q <= rst || debt[7*i +: 7] < debt[7*j +: 7] || (debt[7*i +: 7] == debt[7*j +: 7] && prior_q);
				end
			end
		end
	end endgenerate
endmodule

`default_nettype wire
