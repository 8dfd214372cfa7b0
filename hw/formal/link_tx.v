// SPDX-License-Identifier: BSD-3-Clause
//
// link_tx with the link_seq that drives it, under any cells, symbols, acknowledgements and back-pressure. A word of the
// replay buffer that is read in the clock in which it is written is not used, so no_rw_check is right (T3). No cell gets
// between the halves of a symbol. A cell that was not acknowledged is not overwritten (S1; assertions in both). Words
// have 16 bits, or 64, where tails take symbols (T5); their values and the CRCs may be anything.
//
// BROKEN = 1: the claim that no word is ever replayed is refuted.
//
// rtl: rtl/link_tx.v rtl/link_seq.v rtl/cell_len.v rtl/cell_class.v
// prove: induction 3 REPLAY_N=2
// prove: induction 3 REPLAY_N=8
// prove: induction 3 REPLAY_N=32
// prove: induction 3 REPLAY_N=2 W=64
// prove: cover 30 REPLAY_N=2
// prove: cover 30 REPLAY_N=2 W=64
// prove: fail 24 REPLAY_N=2 BROKEN=1
`default_nettype none

module link_tx_fv #(
	parameter REPLAY_N = 2,
	parameter W = 16,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire tick,
	input wire ready,
	input wire tx_valid,
	input wire tx_last,
	input wire tx_bad,
	input wire [W-1:0] tx_data,
	input wire sym_valid,
	input wire [19:0] sym_data,
	input wire [19:0] lnk_data,
	input wire lnk_any,
	input wire push_any,
	input wire ride_any,
	input wire ack,
	input wire ack_refuse,
	input wire [1:0] ack_gen,
	input wire [7:0] ack_seq
);

	localparam SEQ_W = $clog2(REPLAY_N) + 2;

	reg first_q = 1'b1;
	wire [SEQ_W-1:0] turn, acked, next;
	wire fresh, hold, redo, done, between, lnk_ready, valid;
	wire [W-1:0] data;
	wire [1:0] user;
	wire retry = redo && between; // link_ctl sends RETRY before all else

	always @(posedge clk)
		first_q <= 1'b0;
	always @*
		if (first_q)
			assume (rst);

	link_tx #(.W(W), .REPLAY_N(REPLAY_N), .CRC_W(W == 16 ? 16 : 32)) tx (
		.clk(clk), .rst(rst), .run(!rst), .drain(1'b0), .m_wire_tvalid(valid), .m_wire_tready(ready),
		.m_wire_tdata(data), .m_wire_tuser(user), .s_tx_valid(tx_valid), .s_tx_ready(), .s_tx_head(1'b0),
		.s_tx_last(tx_last), .s_tx_bad(tx_bad), .s_tx_data(tx_data), .s_sym_valid(sym_valid), .s_sym_ready(),
		.s_sym_data(sym_data), .s_lnk_valid(retry || lnk_any), .s_lnk_push(retry || push_any), .s_lnk_ride(ride_any && !retry),
		.s_lnk_ready(lnk_ready), .s_lnk_data(lnk_data), .turn(turn), .fresh(fresh), .hold(hold), .done(done),
		.between(between), .mid(), .began(), .began_vc()
	);
	link_seq #(.REPLAY_N(REPLAY_N)) seq (
		.clk(clk), .rst(rst), .tick(tick), .turn(turn), .fresh(fresh), .hold(hold), .redo(redo), .retry_gen(),
		.retry_sent(lnk_ready && retry), .tx_done(done), .expected(), .refuse(), .gen(), .taken(1'b0),
		.fail(1'b0), .ack_valid(ack), .retry_valid(1'b0), .sym_refuse(ack_refuse), .sym_gen(ack_gen),
		.sym_expected(ack_seq[SEQ_W-1:0]), .progress(), .bogus(), .f_acked(acked), .f_next(next), .f_ack(),
		.f_ack_to(), .f_more(), .f_in_air()
	);

	wire [SEQ_W-1:0] kept = next - acked; // cells that the neighbour may lack
	wire [SEQ_W-1:0] lag = next - turn;   // of these: to be sent again
	reg done_q = 1'b0, retry_q = 1'b0, rode_q = 1'b0;

	always @(posedge clk) begin
		done_q <= done && !rst;
		retry_q <= lnk_ready && retry && !rst;
		rode_q <= lnk_ready && done;
	end

	always @*
		if (!rst && !first_q) begin
			assert (kept <= REPLAY_N);                                // S1
			assert (lag <= REPLAY_N);
			assert (done_q || retry_q || fresh == (lag == 0));
			assert (!fresh || retry_q || lag == 0);
			assert (between || fresh == (lag == 0));
			assert (!done_q || between);
			assert (!retry_q || between);
			assert (between || !fresh || kept < REPLAY_N);            // a new cell has a place
			if (BROKEN != 0)
				assert (fresh || !valid || user != 2'd1);
		end

	// Reached:
	reg was_q = 1'b0;                         // the buffer was full
	always @(posedge clk)
		was_q <= !rst && (was_q || kept == REPLAY_N);
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (W == 16 || rode_q);                                                       // a symbol went in a tail
			cover (W == 16 || (rode_q && !fresh));                                           // of a cell that was sent again
			cover (kept == REPLAY_N);                                                        // the replay buffer is full
			cover (!between && !fresh && valid && user == 2'd1);                             // a cell is sent again
			cover (hold && tx_valid);                                                        // a cell waits for a place
			cover (retry && lnk_ready);                                                      // RETRY goes
			cover (sym_valid && !between && valid);                                          // a symbol while a cell goes
			cover (valid && !ready);                                                         // the wire is not ready
			cover (kept == 0 && was_q);                                                      // all was acknowledged
		end
endmodule

module link_crc #(
	parameter W = 16,
	parameter CRC_W = 16,
	parameter POLY = 0
) (
	input wire [CRC_W-1:0] last,
	input wire [W-1:0] data,
	output wire [CRC_W-1:0] next
);
	(* anyseq *) wire [CRC_W-1:0] any;
	assign next = any;
endmodule

module link_sym (
	input wire [19:0] symbol,
	output wire [11:0] check
);
	(* anyseq *) wire [11:0] any;
	assign check = any;
endmodule

`default_nettype wire
