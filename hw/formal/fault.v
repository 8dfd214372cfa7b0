// SPDX-License-Identifier: BSD-3-Clause
//
// The map of fault.v under any symbols, link events and questions. A bit that is read in the clock in which it is
// written is not used, so no_rw_check is right. The bit of one port, chosen by the solver, is that of its last report
// (assertions in rtl/fault.v).
//
// BROKEN = 1: the claim that no report ever reaches the map is refuted. The map is cleared for 2048 clocks after reset,
// so the proof begins in a state after that.
//
// rtl: rtl/fault.v
// prove: induction 2
// prove: cover 8 FREE=1
// prove: fail 8 BROKEN=1
`default_nettype none

module fault_fv #(
	parameter FREE = 0,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst_any,
	input wire [9:0] cfg_id,
	input wire [1:0] cfg_dateline,
	input wire [1:0] dead,
	input wire [1:0] up,
	input wire [2:0] cause_l,
	input wire [2:0] cause_r,
	input wire s_l_valid,
	input wire [19:0] s_l_data,
	input wire s_r_valid,
	input wire [19:0] s_r_data,
	input wire [1:0] m_ready,
	input wire [10:0] ask
);

	(* hierconn *) wire \dut.note_q ;
	(* hierconn *) wire \dut.clearing_q ;
	reg first_q = 1'b1;
	wire answer, news;
	wire [1:0] valid;
	wire [15:0] l_data, r_data;
	wire [13:0] news_data;

	fault #(.LG_REPEAT(11)) dut (
		.clk(clk), .rst(rst_any), .cfg_id(cfg_id), .cfg_dateline(cfg_dateline), .dead(dead), .up(up),
		.cause_l(cause_l), .cause_r(cause_r), .s_l_valid(s_l_valid), .s_l_data(s_l_data),
		.s_r_valid(s_r_valid), .s_r_data(s_r_data), .m_valid(valid), .m_ready(m_ready), .m_l_data(l_data),
		.m_r_data(r_data), .ask(ask), .answer(answer), .news(news), .news_data(news_data)
	);

	// Without a reset (BROKEN, FREE) the solver begins where it likes, after clearing.
	always @(posedge clk)
		first_q <= 1'b0;
	always @*
		if (BROKEN != 0 || FREE != 0)
			assume (!rst_any);
		else if (first_q)
			assume (rst_any);
	always @*
		if (FREE != 0 && first_q)
			assume (!\dut.note_q && !\dut.clearing_q );

	always @(posedge clk)
		if (BROKEN != 0 && !first_q)
			assert (!news);

	// Reached:
	always @(posedge clk)
		if (!first_q) begin
			cover (news);                                                                    // a host is told
			cover (answer);                                                                  // a port is known dead
			cover (valid == 2'b11);                                                          // reports go both ways
			cover (s_l_valid && s_r_valid);                                                  // reports come from both sides
			cover (valid[0] && !m_ready[0] && dead[0]);                                      // a report waits
		end
endmodule

`default_nettype wire
