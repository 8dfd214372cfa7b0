// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/link_ctl.v
// prove: induction 3 LG_RETRY_N=2
// prove: induction 3 LG_REFRESH_CYC=7
// prove: induction 3 LG_RETRY_N=2 CONTROL=1
// prove: induction 3 LG_RETRY_N=2 CONTROL=1 RIDE=1
// prove: cover 40 LG_REFRESH_CYC=1 LG_DEAD_N=1 LG_RETRY_N=1
// prove: fail 12 BROKEN=1
//
// link_ctl under any symbols, events and wire. Cells flow only in UP. RETRY goes out between two cells only (L3). A dead
// link stays dead until software clears it, and gives its cause. QUIET lasts at least 2 DEAD_N ticks.
// Of L2, two counters beside link_ctl's own: of ticks since the last right symbol or cell, which never passes DEAD_N + 1
// while the link is UP; and of replays since the last progress, which never passes RETRY_N. At RETRY_N the link is DEAD
// in the next clock. So it is dead in bounded time.
//
// BROKEN = 1: the claim that no link is ever declared dead is refuted, from any state.
`default_nettype none

module link_ctl_fv #(
	parameter LG_REFRESH_CYC = 7,
	parameter LG_DEAD_N = 2,
	parameter LG_RETRY_N = 4,
	parameter CONTROL = 0,
	parameter RIDE = 0,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst_any,
	input wire clear,
	input wire idle,
	input wire sym_valid,
	input wire [3:0] sym_type,
	input wire sym_heard,
	input wire [14:0] sym_format,
	input wire taken,
	input wire fail,
	input wire credit,
	input wire credit_control,
	input wire bogus,
	input wire progress,
	input wire redo,
	input wire between,
	input wire refuse,
	input wire [15:0] ack_payload,
	input wire [15:0] retry_payload,
	input wire [15:0] limit_payload,
	input wire [15:0] limit_control_payload,
	input wire m_lnk_ready
);
	localparam [1:0] QUIET = 2'd0, HELLO = 2'd1, UP = 2'd2, DEAD = 2'd3;
	localparam DEAD_N = 1 << LG_DEAD_N, RETRY_N = 1 << LG_RETRY_N;
	reg first_q = 1'b1;
	wire rst = BROKEN == 0 && (first_q || rst_any);
	wire tick, up, zero, drain, dead, ack_valid, retry_valid, limit_valid, limit_control_valid, retry_sent, m_lnk_valid, m_lnk_push, m_lnk_ride;
	wire [2:0] dead_cause;
	wire [19:0] m_lnk_data;
	(* hierconn *) wire [1:0] \dut.state_q ;
	(* hierconn *) wire [LG_DEAD_N+1:0] \dut.miss_q ;
	(* hierconn *) wire [LG_RETRY_N:0] \dut.try_q ;
	(* hierconn *) wire \dut.alive_q ;
	(* hierconn *) wire \dut.news_q ;
	(* hierconn *) wire \dut.fail_q ;
	(* hierconn *) wire \dut.credit_q ;
	(* hierconn *) wire \dut.control_q ;
	(* hierconn *) wire \dut.turn_q ;
	(* hierconn *) wire \dut.acked_q ;

	link_ctl #(.LG_REFRESH_CYC(LG_REFRESH_CYC), .LG_DEAD_N(LG_DEAD_N), .LG_RETRY_N(LG_RETRY_N), .CONTROL(CONTROL), .RIDE(RIDE)) dut (
		.clk(clk), .rst(rst), .clear(clear), .tick(tick), .up(up), .zero(zero), .drain(drain), .dead(dead),
		.dead_cause(dead_cause), .idle(idle), .sym_valid(sym_valid), .sym_type(sym_type), .sym_heard(sym_heard),
		.sym_format(sym_format), .ack_valid(ack_valid), .retry_valid(retry_valid), .limit_valid(limit_valid), .limit_control_valid(limit_control_valid),
		.taken(taken), .fail(fail), .credit(credit), .credit_control(credit_control), .bogus(bogus), .progress(progress), .redo(redo), .between(between),
		.retry_sent(retry_sent), .refuse(refuse), .ack_payload(ack_payload), .retry_payload(retry_payload), .limit_payload(limit_payload), .limit_control_payload(limit_control_payload),
		.m_lnk_valid(m_lnk_valid), .m_lnk_push(m_lnk_push), .m_lnk_ride(m_lnk_ride), .m_lnk_ready(m_lnk_ready), .m_lnk_data(m_lnk_data));

	// Ticks since the last right symbol or cell, replays since the last progress, ticks of QUIET.
	reg [LG_DEAD_N+1:0] silent_q = 0;
	reg [LG_RETRY_N:0] vain_q = 0;
	reg [LG_DEAD_N+1:0] quiet_q = 0;
	reg clear_q = 1'b0, was_dead_q = 1'b0, was_quiet_q = 1'b0, rst_q = 1'b1;
	reg acked_first_q = 1'b0; // ACK went, and no credit since
	reg control_first_q = 1'b0, credit_first_q = 1'b0; // the other credit went while this one waits
	wire quiet = \dut.state_q == QUIET;
	wire credit_sent = up && m_lnk_valid && m_lnk_ready && m_lnk_data[19:16] == 4'd4;
	wire ack_sent = up && m_lnk_valid && m_lnk_ready && m_lnk_data[19:16] == 4'd2;
	wire control_sent = up && m_lnk_valid && m_lnk_ready && m_lnk_data[19:16] == 4'd8;
	wire right = sym_valid || (\dut.news_q && !\dut.fail_q );

	always @(posedge clk) begin
		first_q <= 1'b0;
		rst_q <= rst;
		clear_q <= clear;
		was_dead_q <= dead;
		was_quiet_q <= quiet;
		silent_q <= rst || !up || right ? 0 : silent_q + (tick && silent_q != {LG_DEAD_N+2{1'b1}});
		vain_q <= !up || progress ? 0 : vain_q + {{LG_RETRY_N{1'b0}}, retry_sent};
		control_first_q <= up && \dut.credit_q && !credit_sent && (control_sent || control_first_q);
		credit_first_q <= up && \dut.control_q && !control_sent && (credit_sent || credit_first_q);
		acked_first_q <= up && (ack_sent || (acked_first_q && !credit_sent && !control_sent));
		quiet_q <= rst || clear || !quiet ? 0 : quiet_q + (tick && quiet_q != {LG_DEAD_N+2{1'b1}});
	end

	always @(posedge clk)
		if (BROKEN != 0)
			assert (first_q || !dead || was_dead_q);
		else if (!first_q && !rst) begin
			assert (dead == (\dut.state_q == DEAD));
			assert (up == (\dut.state_q == UP) && zero == (\dut.state_q == HELLO));
			assert (!(ack_valid || retry_valid || limit_valid || limit_control_valid) || up);
			assert (!limit_control_valid || (CONTROL != 0 && !limit_valid));
			assert (CONTROL != 0 || !m_lnk_valid || m_lnk_data[19:16] != 4'd8);
			assert (!(drain && (up || zero)));
			assert (dead == (dead_cause != 0));
			assert (!m_lnk_valid || up || zero);
			// One credit goes at most before the other.
			assert (!(control_sent && \dut.credit_q && control_first_q));
			assert (!(credit_sent && \dut.control_q && credit_first_q));
			assert (!(up && control_first_q) || \dut.turn_q );
			assert (!(up && credit_first_q) || !\dut.turn_q );
			assert (!(up && acked_first_q && RIDE != 0) || \dut.acked_q );
			// ACK and credits take turns where tails take them
			assert (!(RIDE != 0 && ack_sent && acked_first_q && (\dut.credit_q || \dut.control_q )));
			assert (!m_lnk_ride || (RIDE != 0 && up && !refuse));
			// L3
			assert (!retry_sent || (between && redo && up && m_lnk_data[19:16] == 4'd3));
			// a dead link stays dead
			assert (!was_dead_q || rst_q || dead || (clear_q && quiet));
			// L2
			assert (!up || silent_q <= DEAD_N + 1);
			assert (!up || vain_q <= RETRY_N);
			assert (!up || silent_q <= \dut.miss_q + 1'b1);
			assert (!(up && \dut.alive_q ) || silent_q == 0);
			assert (!up || \dut.miss_q <= DEAD_N);
			assert (!up || \dut.try_q <= RETRY_N);
			assert (!up || vain_q <= \dut.try_q );
			// HELLO only after the quiet time
			assert (!quiet || \dut.miss_q <= quiet_q);
			assert (!(was_quiet_q && zero) || rst_q || quiet_q >= 2 * DEAD_N);
		end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (up);                                                                      // up
			cover (dead && dead_cause == 3'd1);                                              // dead: cause 1
			cover (dead && dead_cause == 3'd2);                                              // dead: cause 2
			cover (dead && dead_cause == 3'd3);                                              // dead: cause 3
			cover (retry_sent);                                                              // a replay begins
			cover (up && silent_q == DEAD_N);                                                // nearly dead of silence
			cover (up && vain_q == RETRY_N);                                                 // nearly dead of replays
			cover (clear_q && was_dead_q && quiet);                                          // cleared
			cover (m_lnk_valid && !m_lnk_ready);                                             // a symbol waits
			cover (drain);                                                                   // cells are thrown away
		end
endmodule

`default_nettype wire
