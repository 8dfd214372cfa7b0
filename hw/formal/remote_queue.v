// SPDX-License-Identifier: BSD-3-Clause
//
// The request queue, used as by remote_rx: a record begins only while there is room, it is committed or taken back a
// clock after its last word, and records are at least two clocks apart. The queue never overflows. A record that was not
// committed is never offered. No word is read in the clock in which it is written (assertions in rtl/remote_queue.v).
//
// rtl: rtl/remote_queue.v rtl/fe_shape.v
// prove: induction 3
// prove: cover 18
`default_nettype none

module remote_queue_fv #(
	parameter SLOPPY = 0 // 1: a record is begun without asking for room
) (
	input wire clk,
	input wire word,
	input wire [15:0] data,
	input wire ends,
	input wire good,
	input wire ready
);

	reg rst = 1'b1;
	reg [3:0] index = 4'd0;  // words of the record so far
	reg [1:0] pause = 2'd2;  // clocks since the last record ended
	reg begun = 1'b0, over = 1'b0, keep = 1'b0;
	wire room, valid, last;
	wire [15:0] out;
	wire [4:0] fresh, used;
	wire may = begun ? index < 12 : pause == 2'd2 && !over && (room || SLOPPY != 0);
	wire push = word && may && !rst;
	wire finish = begun && ends && !push;

	remote_queue #(.DEPTH(2)) queue (
		.clk(clk), .rst(rst), .s_valid(push), .s_data(data), .s_commit(over && keep),
		.s_abort(over && !keep), .s_room(room), .m_valid(valid), .m_ready(ready), .m_last(last),
		.m_data(out), .f_fresh(fresh), .f_used(used)
	);

	always @(posedge clk) begin
		rst <= 1'b0;
		over <= finish;
		keep <= good;
		begun <= begun ? !finish : push;
		index <= finish ? 4'd0 : index + push;
		pause <= begun || over ? 2'd0 : pause == 2'd2 ? 2'd2 : pause + 2'd1;
	end

	always @* if (!rst && SLOPPY == 0) begin
		assert(index <= 12 && (index != 0) == begun);
		assert(over || fresh == index);
		assert(!over || (!begun && fresh <= 12));
		assert(!begun || used <= 12 + index);
		assert(used <= 24);
		assert(!(begun || over) || pause == 2'd0 || index == 1);
	end

	// Reached:
	always @(posedge clk)
		if (!rst) begin
			cover (over && !keep && fresh == 12);                              // a whole record is thrown away
			cover (valid && last && !ready);                                                 // the last word waits
			cover (valid && begun);                                                          // one goes while one comes
		end
endmodule

`default_nettype wire
