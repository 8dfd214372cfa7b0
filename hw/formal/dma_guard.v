// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_guard.v
// memories: registers
// prove: induction 3
// prove: cover 22 FEW=1
// prove: fail 22 WRONG=1
//
// The invariants of dma_guard.v for two nodes with two pages each, that is four senders, at page 5 (all pages are
// alike). A sender is barred exactly after three wrong keys, and its page lets it in again.
// Assumed of dma_place: a question stays until its answer, a wrong key comes within a question, and a page that is off
// gets no wrong keys. FEW: one sender alone reaches the states, with all pages but 4 and 5 off.
//
// WRONG = 1: the claim that no sender is ever barred is refuted.
`default_nettype none

module dma_guard_fv #(
	parameter WRONG = 0,
	parameter FEW = 0
) (
	input wire clk,
	input wire rst,
	input wire [7:0] enable,
	input wire s_look,
	input wire s_hold,
	input wire [2:0] s_page,
	input wire s_node,
	input wire s_sender,
	input wire s_wrong,
	input wire s_admit,
	input wire [2:0] s_admit_page,
	input wire s_admit_node,
	input wire s_admit_sender
);
	wire m_barred, m_any;
	wire [4:0] m_last;
	(* hierconn *) wire \dut.f_went ;

	dma_guard #(.NODE_W(1), .PAGE_W(1)) dut (.clk(clk), .rst(rst), .enable(enable), .s_look(s_look), .s_hold(s_hold), .s_page(s_page),
		.s_node(s_node), .s_sender(s_sender), .m_barred(m_barred), .s_wrong(s_wrong), .s_admit(s_admit),
		.s_admit_page(s_admit_page), .s_admit_node(s_admit_node), .s_admit_sender(s_admit_sender), .m_any(m_any), .m_last(m_last));

	reg first_q = 1'b1, looked_q = 1'b0, held_q = 1'b0; // in the clock before
	reg [4:0] was_q;
	reg [7:0] off_q = 8'd0;                  // pages that were off since the question
	always @(posedge clk) begin
		first_q <= 1'b0;
		looked_q <= s_look && !rst;
		held_q <= s_hold && !s_wrong && !rst;
		was_q <= {s_page, s_node, s_sender};
		off_q <= s_look || rst ? ~enable : off_q | ~enable;
	end

	always @(*) begin
		assume (!first_q || rst);
		assume (!(s_look && s_hold));
		assume (!s_hold || ((looked_q || held_q) && was_q == {s_page, s_node, s_sender}));
		assume (!s_wrong || (s_hold && !looked_q && !m_barred && enable[s_page] && !off_q[s_page]));
		if (!first_q)
			assert (!\dut.f_went || off_q[5]);
		if (!first_q && WRONG)
			assert (!m_barred);
		if (FEW) begin
			assume ({s_page, s_node, s_sender} == 5'b10100);
			assume ({s_admit_page, s_admit_node, s_admit_sender} == 5'b10100);
			assume ((enable & 8'b11001111) == 0);
		end
	end
endmodule

`default_nettype wire
