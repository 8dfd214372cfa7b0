// SPDX-License-Identifier: BSD-3-Clause
//
// sync_fifo: the FIFO that all blocks of the card use. First word falls through: m_data is the oldest word whenever m_valid.
// The words lie in a RAM of 2**LG_DEPTH words with a registered read port, which is the output stage: a word written into
// an empty FIFO is offered two clocks later, and one word a clock goes in and out for any level. It holds 2**LG_DEPTH words in
// the RAM and one in the output stage. It does not cross clocks and is independent of cells
// (cell_fifo is not).
//
// Invariants (proven by induction in formal/sync_fifo.v):
//  1. At most 2**LG_DEPTH words lie in the RAM; s_ready is low when that many do.
//  2. A word is read from the RAM only if it was written in an earlier clock, so the RAM is never asked for a word
//     that is written in the same clock (no_rw_check is right).
//  3. Every word taken in goes out once, in order; m_data does not change while m_valid waits for m_ready.
`default_nettype none

module sync_fifo #(
	parameter W = 16,        // bits of a word
	parameter LG_DEPTH = 8   // log2 of the words in the RAM, 1 or more
) (
	input  wire clk,
	input  wire rst,
	input  wire s_valid,
	output wire s_ready,
	input  wire [W-1:0] s_data,
	output wire m_valid,
	input  wire m_ready,
	output wire [W-1:0] m_data,
	output wire [LG_DEPTH:0] level   // words held, the output stage included
);
	generate if (LG_DEPTH < 1 || W < 1)
		sync_fifo_needs_w_and_lg_depth_of_1_or_more bad_parameter();
	endgenerate

	(* no_rw_check *) reg [W-1:0] mem [0:(1<<LG_DEPTH)-1];
	reg [LG_DEPTH:0] wr_q, rd_q;   // words written and read, modulo twice the depth
	reg [W-1:0] out_q;
	reg out_valid_q;

	wire full = (wr_q ^ rd_q) == {1'b1, {LG_DEPTH{1'b0}}};
	wire empty = wr_q == rd_q;
	wire push = s_valid && !full;
	wire fetch = !empty && (!out_valid_q || m_ready);

	assign s_ready = !full;
	assign m_valid = out_valid_q;
	assign m_data = out_q;
	assign level = wr_q - rd_q + {{LG_DEPTH{1'b0}}, out_valid_q};

	always @(posedge clk)
		if (push)
			mem[wr_q[LG_DEPTH-1:0]] <= s_data;

	always @(posedge clk)
		if (fetch)
			out_q <= mem[rd_q[LG_DEPTH-1:0]];

	always @(posedge clk)
		if (rst) begin
			wr_q <= 0;
			rd_q <= 0;
		end else begin
			wr_q <= wr_q + {{LG_DEPTH{1'b0}}, push};
			rd_q <= rd_q + {{LG_DEPTH{1'b0}}, fetch};
		end

	always @(posedge clk)
		if (rst)
			out_valid_q <= 1'b0;
		else if (fetch)
			out_valid_q <= 1'b1;
		else if (m_ready)
			out_valid_q <= 1'b0;

`ifdef FORMAL
	// One word that goes in is marked by the solver's choice and followed by its place in the queue.
	(* anyseq *) wire f_mark;
	reg f_marked;
	reg [LG_DEPTH:0] f_ahead;    // words that go out before the marked one
	reg [W-1:0] f_data;
	wire pop = m_valid && m_ready;
	wire [LG_DEPTH:0] f_addr = rd_q + f_ahead - {{LG_DEPTH{1'b0}}, out_valid_q};   // of the marked word, if in the RAM
	initial {wr_q, rd_q, out_valid_q, f_marked} = 0;
	always @(posedge clk)
		if (rst)
			f_marked <= 1'b0;
		else if (!f_marked) begin
			f_marked <= f_mark && push;
			f_ahead <= level - {{LG_DEPTH{1'b0}}, pop};
			f_data <= s_data;
		end else if (pop) begin
			f_marked <= f_ahead != 0;
			f_ahead <= f_ahead - 1'b1;
		end

	wire [LG_DEPTH:0] f_in_ram = wr_q - rd_q;
	always @(*) begin
		assert (f_in_ram <= (1 << LG_DEPTH));                                   // invariant 1
		assert (!(push && fetch && wr_q[LG_DEPTH-1:0] == rd_q[LG_DEPTH-1:0]));  // invariant 2
		if (f_marked) begin                                                     // invariant 3
			assert (f_ahead < level);
			if (f_ahead == 0 && out_valid_q)
				assert (m_data == f_data);
			else
				assert (mem[f_addr[LG_DEPTH-1:0]] == f_data);
		end
	end
	reg f_past_valid;
	initial f_past_valid = 1'b0;
	always @(posedge clk) begin
		f_past_valid <= !rst;
		if (f_past_valid && $past(m_valid && !m_ready))
			assert (m_valid && $stable(m_data));
	end
`endif
endmodule

`default_nettype wire
