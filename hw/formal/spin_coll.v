// SPDX-License-Identifier: BSD-3-Clause
//
// The barrier counters, whatever cells come in: none goes below 0 or above nodes - 1, and outside of a
// collective those of the next but one number are full (assertions in rtl/spin_coll.v). Assumed
// is what spin_regs does: one collective at a time, settings change with a load.
//
// rtl: rtl/spin_timer.v rtl/spin_coll.v
// prove: induction 4
// prove: fail 12 SLOPPY=1
`default_nettype none

module spin_coll_fv #(
	parameter SLOPPY = 0 // 1: claims that no barrier is ever completed
) (
	input wire clk,
	input wire [9:0] cfg_id,
	input wire [9:0] cfg_last,
	input wire load,
	input wire load_seq,
	input wire [5:0] new_seq,
	input wire go,
	input wire halt,
	input wire end_send,
	input wire bcast_go,
	input wire enter_valid,
	input wire enter_bcast,
	input wire [5:0] enter_seq,
	input wire answer_valid,
	input wire [5:0] answer_seq,
	input wire wish_grant,
	input wire tick
);

reg rst = 1'b1;
reg past = 1'b0;
reg bcast_busy = 1'b0;
reg [9:0] last_q;
wire busy, done, stray, wish_valid;
wire [3:0] code;
wire [5:0] seq;
wire [9:0] missing_barrier, missing_bcast;
wire [53:0] wish;

spin_coll coll (
	.clk(clk),
	.rst(rst),
	.cfg_id(cfg_id),
	.cfg_last(cfg_last),
	.load(load),
	.load_seq(load_seq),
	.new_seq(new_seq),
	.go(go && !busy && !bcast_busy),
	.halt(halt),
	.busy(busy),
	.done(done),
	.code(code),
	.end_send(end_send && bcast_busy),
	.end_recv(1'b0),
	.bcast_busy(bcast_busy),
	.seq(seq),
	.missing_barrier(missing_barrier),
	.missing_bcast(missing_bcast),
	.enter_valid(enter_valid),
	.enter_bcast(enter_bcast),
	.enter_seq(enter_seq),
	.answer_valid(answer_valid),
	.answer_seq(answer_seq),
	.stray(stray),
	.wish_valid(wish_valid),
	.wish_grant(wish_grant),
	.wish(wish),
	.tick(tick)
);

always @(posedge clk) begin
	rst <= 1'b0;
	past <= 1'b1;
	last_q <= cfg_last;
	bcast_busy <= !rst && (bcast_busy ? !end_send : bcast_go && !busy && !go);
	if (rst)
		assume (cfg_last == 10'd0);
	if (past)
		assume (cfg_last == last_q || load);
	if (SLOPPY != 0)
		assert (!done || code != 4'd1);
end

endmodule

`default_nettype wire
