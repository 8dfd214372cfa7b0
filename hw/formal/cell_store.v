// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/cell_store.v rtl/cell_len.v rtl/cell_class.v
// prove: induction 3
// prove: induction 3 HEAD_WORDS=1
// prove: cover 24
// prove: fail 16 BROKEN=1
//
// The invariants of cell_store.v hold for any writer that asks for room before a cell, pushes at most the longest cell,
// and ends it by commit or drop. Cells have at most 4 data words, for speed.
//
// BROKEN = 1: a writer that does not ask for room overruns the RAM.
`default_nettype none

module cell_store_fv #(
	parameter W = 4,
	parameter HEAD_WORDS = 2,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire push,
	input wire commit,
	input wire drop,
	input wire m_ready,
	input wire [W-1:0] data
);
	localparam LG_DEPTH = 3, DATA_N = 4;
	wire room, m_valid, m_head, m_last;
	wire [W-1:0] m_data;
	wire [LG_DEPTH:0] open, used;
	cell_store #(.W(W), .HEAD_WORDS(HEAD_WORDS), .LG_DEPTH(LG_DEPTH), .DATA_N(DATA_N)) dut (.clk(clk), .rst(rst), .push(push), .data(data),
		.commit(commit), .drop(drop), .room(room), .m_valid(m_valid), .m_ready(m_ready), .m_head(m_head), .m_last(m_last),
		.m_data(m_data), .f_open(open), .f_used(used));

	reg first_q = 1'b1;
	reg [4:0] pushed_q = 0;    // words of the cell being written
	always @(posedge clk) begin
		first_q <= 1'b0;
		pushed_q <= rst || commit || drop ? 5'd0 : pushed_q + {4'b0, push};
	end

	always @(*) begin
		if (first_q)
			assume (rst);
		assume (!(commit && drop) && !(drop && push));
		if (commit)
			assume (push || pushed_q != 0);
		if (push && pushed_q == 0 && BROKEN == 0)
			assume (room);
		assume (!push || pushed_q < HEAD_WORDS + DATA_N);
		// Words that the writer has pushed, and the room that it found.
		assert (pushed_q == open);
		assert (pushed_q <= HEAD_WORDS + DATA_N);
		if (BROKEN == 0) begin
			assert (!room || used <= (1 << LG_DEPTH) - HEAD_WORDS - DATA_N);
			assert (pushed_q == 0 || used + HEAD_WORDS + DATA_N - pushed_q <= (1 << LG_DEPTH));
		end
	end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (used == (1 << LG_DEPTH));                                                 // full
			cover (drop && pushed_q == HEAD_WORDS + DATA_N);                                 // the longest cell is dropped
			cover (commit && !push);                                                         // committed after its last word
			cover (m_valid && m_last && !m_ready);                                           // the last word waits
			cover (!room && !m_valid);                                                       // no room though nothing is offered
			cover (m_valid && m_head && pushed_q != 0);                                      // one is read while one is written
		end
endmodule

`default_nettype wire
