// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/sw_arb.v
// prove: induction 2
// prove: bmc 9 SPAN=7
// prove: cover 10
// prove: fail 10 BROKEN=1
//
// sw_arb with requests that come and go at any time: one of those that are there is picked, and each other request is picked at
// most once before one that waits, in clocks in which that one is there.
//
// SPAN = 7: cells of any lengths; one of the requests is picked, in an order of all. That of short cells is kept in words: sim/switch.cpp.
// BROKEN = 1: the claim that a request that is there is never passed over is refuted.
`default_nettype none

module sw_arb_fv #(
	parameter N = 5,
	parameter SPAN = 1,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst_any,
	input wire [N-1:0] req,
	input wire [6*N-1:0] units
);
	(* anyconst *) reg [2:0] f_one, f_other;
	reg first_q = 1'b1;
	wire rst = first_q || rst_any;
	wire [N-1:0] pick;
	(* hierconn *) wire [N*N-1:0] \dut.prior ;
	reg once_q = 1'b0;           // the other was picked while this one was there and not picked since

	sw_arb #(.N(N), .SPAN(SPAN)) dut (.clk(clk), .rst(rst), .req(req), .units(units), .pick(pick));

	always @(*)
		assume (f_one < N && f_other < N && f_one != f_other);

	always @(posedge clk) begin
		first_q <= 1'b0;
		once_q <= !rst && !pick[f_one] && (once_q || (pick[f_other] && req[f_one]));
	end

	integer a, b, c;
	always @(*)
		if (!first_q) begin
			assert ((pick & ~req) == 0 && (pick & (pick - 1'b1)) == 0);
			assert ((pick == 0) == (req == 0));
			for (a = 0; a < N; a = a + 1)        // an order of all
				for (b = 0; b < N; b = b + 1)
					for (c = 0; c < N; c = c + 1)
						assert (!(\dut.prior [N*a+b] && \dut.prior [N*b+c]) || \dut.prior [N*a+c]);
			assert (SPAN > 1 || !once_q || \dut.prior [N*f_one+f_other]);
			assert (SPAN > 1 || !(once_q && pick[f_other] && req[f_one]));
			if (BROKEN != 0)
				assert (!(req[f_one] && !pick[f_one]) || rst);
		end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (once_q && pick[f_one]);                 // behind the other
			cover (once_q && req[f_one] && !pick[f_one]);  // a third one goes
			cover (once_q && pick[f_other]);               // the other, while this one is away
			cover (&req);
		end
endmodule

`default_nettype wire
