// SPDX-License-Identifier: BSD-3-Clause
//
// The numbers that remote_wait keeps. A number that is read in the clock in which it is written is not used, so
// no_rw_check is right. The number kept for a page that waits is that of its operation (assertions in
// rtl/remote_wait.v). Assumed: a page has one operation at a time. fe_regs refuses a second command of a page before the
// status of the first; the simulation asserts it in rtl/remote_wait.v.
//
// TIMED = 1: a page that waits is given up after REPLY_CYC to 1.25 REPLY_CYC clocks, and not before.
// SLOPPY = 1: the claim that no page is ever given up is refuted.
//
// rtl: rtl/remote_wait.v
// prove: induction 2 REPLY_CYC=8
// prove: bmc 14 REPLY_CYC=4 TIMED=1
// prove: cover 26 REPLY_CYC=4
// prove: fail 24 REPLY_CYC=4 SLOPPY=1
`default_nettype none

module remote_wait_fv #(
	parameter REPLY_CYC = 8,
	parameter TIMED = 0,
	parameter SLOPPY = 0
) (
	input wire clk,
	input wire rst_any,
	input wire sent,
	input wire [2:0] sent_page,
	input wire [15:0] sent_number,
	input wire [2:0] look_page,
	input wire done,
	input wire [2:0] done_page
);

	reg first_q = 1'b1;
	wire waits, expired;
	wire [15:0] number;
	wire [2:0] expired_page;

	remote_wait #(.REPLY_CYC(REPLY_CYC)) dut (
		.clk(clk), .rst(rst_any), .s_sent(sent), .s_sent_page(sent_page), .s_sent_number(sent_number),
		.look_page(look_page), .m_waits(waits), .m_number(number), .s_done(done), .s_done_page(done_page),
		.m_expired(expired), .m_expired_page(expired_page)
	);

	always @(posedge clk)
		first_q <= 1'b0;

	always @* begin
		if (first_q)
			assume (rst_any);
		if (SLOPPY != 0 && !first_q)
			assert (!expired);
	end

	// Clocks that page 3 has waited; it is shown as given up two clocks after the tick that ends it.
	reg [4:0] waited_q = 5'd0;
	reg waits_q = 1'b0;
	always @(posedge clk) begin
		waits_q <= !rst_any && ((waits_q && !(done && done_page == 3'd3)) || (sent && sent_page == 3'd3));
		waited_q <= !waits_q || rst_any ? 5'd0 : waited_q + 5'd1;
	end
	always @*
		if (TIMED != 0) begin
			assume (!first_q == !rst_any);
			assume (!sent || sent_page == 3'd3);
			if (!first_q) begin
				assert (!expired || (expired_page == 3'd3 && waited_q >= REPLY_CYC));
				assert (!waits_q || waited_q <= REPLY_CYC + REPLY_CYC / 4 + 1 || expired);
			end
		end

	// Reached:
	reg was_q = 1'b0;
	always @(posedge clk)
		was_q <= waits;
	always @(posedge clk)
		if (!first_q && !rst_any) begin
			cover (expired);                                                                 // a reply did not come
			cover (waits && number == 16'hffff);                                             // a number is looked up
			cover (done && sent && done_page == sent_page);                                  // one ends as the next of its page begins
			cover (!waits && was_q);                                                         // one has ended
		end
endmodule

`default_nettype wire
