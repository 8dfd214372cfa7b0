// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/link_cdc.v
// clocks: free
// prove: induction 4 LG_DEPTH=2
// prove: cover 40 LG_DEPTH=2
// prove: fail 24 LG_DEPTH=2 BROKEN=1
//
// Both clocks are the solver's choice: each rises in any step, alone or together with the other, any number of times. A
// flip-flop that samples a pointer in the step in which it changes takes the value before. In the case in which the
// solver puts one edge behind the other it takes the value after. There is no third case, as one bit at a time changes (X1).
// Shown for ever:
//  X1  One bit of a pointer changes at a time.
//  X2  The reader never sees more words than were written, and the writer never more places than were read: full and
//      empty err to the safe side.
//  X3  The memory never holds more than its words.
//  One word, marked by the solver, goes out once, in its turn, as it came in, and stays until it is taken.
//
// BROKEN = 1: the claim that a word always finds room is refuted.
`default_nettype none

module link_cdc_fv #(
	parameter LG_DEPTH = 2,
	parameter BROKEN = 0
) (
	input wire s_clk,
	input wire m_clk,
	input wire s_valid,
	input wire m_ready,
	input wire mark,
	input wire [3:0] s_data
);
	localparam W = 4, P = LG_DEPTH + 1;
	localparam [P-1:0] N = 1 << LG_DEPTH;
	wire s_ready, m_valid;
	wire [W-1:0] m_data;
	(* hierconn *) wire [P-1:0] \dut.wr_q ;
	(* hierconn *) wire [P-1:0] \dut.wr_gray_q ;
	(* hierconn *) wire [P-1:0] \dut.wr_near_q ;
	(* hierconn *) wire [P-1:0] \dut.wr_seen_q ;
	(* hierconn *) wire [P-1:0] \dut.rd_q ;
	(* hierconn *) wire [P-1:0] \dut.rd_gray_q ;
	(* hierconn *) wire [P-1:0] \dut.rd_near_q ;
	(* hierconn *) wire [P-1:0] \dut.rd_seen_q ;
	(* hierconn *) wire \dut.take ;
	(* hierconn *) wire [W-1:0] \dut.mem[0] ;
	(* hierconn *) wire [W-1:0] \dut.mem[1] ;
	(* hierconn *) wire [W-1:0] \dut.mem[2] ;
	(* hierconn *) wire [W-1:0] \dut.mem[3] ;

	link_cdc #(.W(W), .LG_DEPTH(LG_DEPTH)) dut (.s_clk(s_clk), .s_rst(1'b0), .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data),
		.m_clk(m_clk), .m_rst(1'b0), .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data));

	function [P-1:0] number(input [P-1:0] gray);
		integer k;
		begin
			number[P-1] = gray[P-1];
			for (k = P - 2; k >= 0; k = k - 1)
				number[k] = number[k + 1] ^ gray[k];
		end
	endfunction

	// The marked word: its place among those written, and whether it was read, and is at the output.
	reg marked_q, read_q, out_q;
	reg [P-1:0] at_q;
	reg [W-1:0] data_q;
	wire push = s_valid && s_ready;
	wire its_turn = marked_q && !read_q && \dut.take && \dut.rd_q == at_q;

	always @(posedge s_clk)
		if (push && mark && !marked_q)
			{marked_q, at_q, data_q} <= {1'b1, \dut.wr_q , s_data};
	always @(posedge m_clk) begin
		read_q <= read_q || its_turn;
		out_q <= its_turn || (out_q && !m_ready);
	end

	// Steps of the solver
	reg first_q = 1'b1;
	reg [P-1:0] wr_was_q, rd_was_q;
	reg wrapped_q = 1'b0;            // both pointers have gone round
	always @($global_clock) begin
		first_q <= 1'b0;
		wr_was_q <= \dut.wr_gray_q ;
		rd_was_q <= \dut.rd_gray_q ;
		wrapped_q <= !first_q && (wrapped_q || (\dut.rd_q == {P{1'b1}}));
	end

	// Numbers of words from the oldest one that the writer may think unread.
	wire [P-1:0] from = number(\dut.rd_seen_q );
	wire [P-1:0] rd_near = number(\dut.rd_near_q ) - from, rd = \dut.rd_q - from;
	wire [P-1:0] wr_seen = number(\dut.wr_seen_q ) - from, wr_near = number(\dut.wr_near_q ) - from, wr = \dut.wr_q - from;
	wire [P-1:0] age = at_q - \dut.rd_q ;
	wire [P-1:0] held = \dut.wr_q - \dut.rd_q ;
	wire [4*W-1:0] mem = {\dut.mem[3] , \dut.mem[2] , \dut.mem[1] , \dut.mem[0] };
	wire [P-1:0] wr_change = \dut.wr_gray_q ^ wr_was_q, rd_change = \dut.rd_gray_q ^ rd_was_q;

	always @(*) begin
		// As after a reset.
		if (first_q) begin
			assume (!s_clk && !m_clk && !m_valid && !marked_q && !read_q && !out_q);
			assume ({\dut.wr_q , \dut.wr_gray_q , \dut.wr_near_q , \dut.wr_seen_q } == 0);
			assume ({\dut.rd_q , \dut.rd_gray_q , \dut.rd_near_q , \dut.rd_seen_q } == 0);
		end else begin
			assert ((wr_change & (wr_change - 1'b1)) == 0 && (rd_change & (rd_change - 1'b1)) == 0); // X1
		end
		assert (\dut.wr_gray_q == (\dut.wr_q ^ (\dut.wr_q >> 1)) && \dut.rd_gray_q == (\dut.rd_q ^ (\dut.rd_q >> 1)));
		assert (rd_near <= rd && rd <= wr_seen && wr_seen <= wr_near && wr_near <= wr);              // X2
		assert (wr <= N);                                                                            // X3
		assert (!read_q || marked_q);
		assert (!(marked_q && !read_q) || (age < held && data_q == mem[W*at_q[LG_DEPTH-1:0] +: W]));
		assert (!out_q || (read_q && m_valid && m_data == data_q));
		assert (BROKEN == 0 || s_ready);
	end

	// Reached:
	always @($global_clock)
		if (!first_q) begin
			cover (held == N && !s_ready);                                                   // full
			cover (held != N && !s_ready);                                                   // full to the writer alone
			cover (held != 0 && !\dut.take && !m_valid);                                     // empty to the reader alone
			cover (out_q && wrapped_q);                                                      // the marked word, pointers have wrapped
			cover (wr_change != 0 && rd_change != 0);                                        // both clocks at once
		end
endmodule

`default_nettype wire
