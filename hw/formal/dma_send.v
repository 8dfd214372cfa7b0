// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_send.v rtl/dma_pick.v rtl/cell_len.v rtl/cell_class.v
// prove: induction 3
// prove: induction 3 W=64 LG_BUF=8
// prove: induction 3 W=128 LG_BUF=9
// prove: cover 16
// prove: cover 16 W=128 LG_BUF=6
// prove: fail 12 BROKEN=1
//
// The send buffer of two channels under any words, cells and back-pressure. A byte of a cell never comes from a word
// that was read in the clock in which it was written: such bytes are shifted out or zeroed, so no_rw_check is right.
// Assumed, and ensured by dma_channel: a cell's bytes lie in the buffer when the cell is offered, and no word is written
// over them until the cell is freed.
//
// BROKEN = 1: words that are written over the bytes of a cell are found.
`default_nettype none

module dma_send_fv #(
	parameter W = 16,
	parameter DATA_W = W == 128 ? 128 : 64,
	parameter LG_BUF = 4,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire [1:0] s_word,
	input wire two_any,
	input wire [DATA_W-1:0] s_word_data,
	input wire [2*LG_BUF-1:0] s_put,
	input wire [1:0] s_job,
	input wire [127:0] s_head,
	input wire [1:0] s_has_first,
	input wire [127:0] s_first,
	input wire [17:0] s_bytes,
	input wire [2*LG_BUF-1:0] s_get,
	input wire [5:0] s_shift,
	input wire [3:0] s_way,
	input wire [11:0] s_words,
	input wire m_ready
);
	localparam [1:0] HEAD = 0, FIRST = 1, PAY = 2;
	wire [1:0] m_job, m_freed, m_way;
	wire [5:0] m_freed_words;
	wire m_valid, m_head, m_last;
	wire two = DATA_W == 128 && two_any;     // words that arrive
	localparam [5:0] STEP = DATA_W / 64;     // words that are read at once
	localparam LG_B = DATA_W == 128 ? 4 : 3;
	wire [2:0] m_part;
	wire [DATA_W-1:0] m_data;
	(* hierconn *) wire [LG_BUF:0] \dut.put ;
	(* hierconn *) wire [LG_BUF:0] \dut.get_q ;
	(* hierconn *) wire \dut.next_q ;
	(* hierconn *) wire [LG_BUF:0] \dut.next_get_q ;
	(* hierconn *) wire [2:0] \dut.next_shift_q ;
	(* hierconn *) wire [8:0] \dut.next_bytes_q ;
	(* hierconn *) wire \dut.go ;
	(* hierconn *) wire \dut.run_q ;
	(* hierconn *) wire [1:0] \dut.step_q ;
	(* hierconn *) wire \dut.step ;
	(* hierconn *) wire \dut.reads ;
	(* hierconn *) wire \dut.has_first_q ;
	(* hierconn *) wire [2:0] \dut.shift_q ;
	(* hierconn *) wire [8:0] \dut.left_q ;
	(* hierconn *) wire [5:0] \dut.pays_q ;
	(* hierconn *) wire \dut.b_q ;
	(* hierconn *) wire \dut.b_alone_q ;
	(* hierconn *) wire [2:0] \dut.b_shift_q ;
	(* hierconn *) wire [LG_B:0] \dut.b_bytes_q ;

	(* keep *) dma_send #(.W(W), .CHANNEL_N(2), .LG_BUF(LG_BUF)) dut (.clk(clk), .rst(rst), .s_word(s_word), .s_word_two(two), .s_word_data(s_word_data),
		.s_put(s_put), .s_job(s_job), .m_job(m_job), .s_head(s_head), .s_has_first(s_has_first), .s_first(s_first),
		.s_bytes(s_bytes), .s_get(s_get), .s_shift(s_shift), .s_way(s_way), .s_words(s_words), .m_freed(m_freed),
		.m_freed_words(m_freed_words), .m_valid(m_valid), .m_ready(m_ready), .m_head(m_head),
		.m_last(m_last), .m_part(m_part), .m_data(m_data), .m_way(m_way));

	// Where the bytes of the next and of the present cell lie.
	reg [LG_BUF:0] get_q;
	reg [8:0] bytes_q;
	reg [2:0] shift_q;
	reg [5:0] read_q;                        // words of the present cell that were read
	reg [1:0] now_q = 2'd0, before_q = 2'd0; // the words were read while they were written
	reg first_q = 1'b1;
	wire [1:0] in_next, in_present, hit;
	wire read = \dut.step && \dut.reads ;

	// Word n of those that arrive.
	genvar n;
	generate for (n = 0; n < 2; n = n + 1) begin : arriving
		wire [LG_BUF-1:0] to = \dut.put [LG_BUF-1:0] + n;
		wire [LG_BUF-1:0] next_n = to - \dut.next_get_q [LG_BUF-1:0];
		wire [LG_BUF-1:0] present_n = to - get_q[LG_BUF-1:0];
		wire comes = s_word != 0 && (n == 0 || two);
		assign in_next[n] = comes && \dut.next_q && \dut.put [LG_BUF] == \dut.next_get_q [LG_BUF]
			&& {next_n, 3'd0} < {3'd0, \dut.next_bytes_q } + {9'd0, \dut.next_shift_q };
		assign in_present[n] = comes && \dut.run_q && \dut.put [LG_BUF] == get_q[LG_BUF]
			&& {present_n, 3'd0} < {3'd0, bytes_q} + {9'd0, shift_q};
	end endgenerate

	// Word n of those that are read.
	generate for (n = 0; n < 2; n = n + 1) begin : reading
		wire [LG_BUF-1:0] from = \dut.get_q [LG_BUF-1:0] + n;
		assign hit[n] = n < STEP && s_word != 0 && \dut.put [LG_BUF] == \dut.get_q [LG_BUF]
			&& (from == \dut.put [LG_BUF-1:0] || (two && from == arriving[1].to));
	end endgenerate

	always @(posedge clk) begin
		first_q <= 1'b0;
		if (\dut.go )
			{get_q, bytes_q, shift_q, read_q} <= {\dut.next_get_q , \dut.next_bytes_q , \dut.next_shift_q , 6'd0};
		else if (read)
			read_q <= read_q + 6'd1;
		if (read) begin
			now_q <= hit;
			before_q <= now_q;
		end
	end

	wire [LG_BUF-1:0] read_words = STEP * read_q;
	localparam [8:0] MOST = W == 16 ? 9'd32 : W == 64 ? 9'd128 : 9'd256;
	wire [9:0] done = {4'd0, read_q - 6'd1} << LG_B; // bytes of the PAY steps before this one
	always @(*) begin
		if (first_q)
			assume (rst);
		assume (s_word != 2'b11);
		assume (s_bytes[8:0] <= MOST && s_bytes[17:9] <= MOST);
		if (BROKEN == 0)
			assume (in_next == 0 && in_present == 0);
		if (!first_q) begin
			assert (!\dut.next_q || \dut.next_bytes_q <= MOST);
			if (\dut.run_q ) begin
				assert (\dut.step_q <= PAY && bytes_q <= MOST);
				assert (\dut.shift_q == shift_q && \dut.get_q == {get_q[LG_BUF], get_q[LG_BUF-1:0] + read_words});
				if (\dut.step_q == PAY) begin
					assert (read_q != 0 && \dut.pays_q != 0 && \dut.pays_q + read_q <= (MOST >> LG_B) + 1);
					assert (\dut.left_q == ({1'b0, bytes_q} > done ? bytes_q - done[8:0] : 9'd0));
					assert (!now_q[0] || \dut.left_q == 0);
					assert (!now_q[1] || \dut.left_q == 0 || \dut.left_q + shift_q <= 8);
				end else begin
					assert (read_q == 0 && \dut.left_q == bytes_q && \dut.pays_q <= (MOST >> LG_B));
					assert (\dut.pays_q != 0 || \dut.has_first_q );
				end
			end
			if (\dut.b_q && !\dut.b_alone_q ) begin
				assert (!before_q[0] || \dut.b_bytes_q == 0);
				assert (!before_q[1] || \dut.b_bytes_q == 0 || \dut.b_shift_q + \dut.b_bytes_q <= 8);
				assert (!now_q[0] || \dut.b_bytes_q == 0 || \dut.b_shift_q + \dut.b_bytes_q <= 8 * STEP);
			end
		end
	end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (m_valid && m_head);                                                       // a cell without payload
			cover (m_valid && m_last && !m_ready);                                           // the last word waits
			cover (\dut.run_q && \dut.next_q );                                              // the next cell is known
			cover (m_freed != 0);                                                            // words are given back
			cover (\dut.run_q && \dut.step_q == PAY && shift_q != 0 && read_q > 1);          // bytes are shifted over words
			cover (now_q[0] && \dut.left_q == 0);                                              // a word past the end is read as it is written
		end
endmodule

`default_nettype wire
