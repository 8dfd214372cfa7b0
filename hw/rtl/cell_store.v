// SPDX-License-Identifier: BSD-3-Clause
//
// cell_store: a queue of whole cells in block RAM: words are pushed one by one, and a cell is offered only after `commit`; `drop` takes
// back the words of a cell that is not yet committed. rx_commit and cell_fifo are made of it. The head word of the cell that
// is being written is fetched ahead into the output stage, so that it is offered one clock after commit.
// The length of a cell is not stored: it follows from the head word (cell_len), so the
// client must commit cells of exactly that length (cell_check ensures it).
//
// Invariants (proven by induction in formal/cell_store.v):
//  1. read <= committed <= written <= read + 2**LG_DEPTH, except that one word may be fetched beyond `committed`; it is not offered.
//  2. A word is fetched only if it was written in an earlier clock, so the RAM is never asked for a word that is
//     written in the same clock (no_rw_check is right).
//  3. Every committed word goes out once, in order, nothing else does, and m_data does not change while it waits.
`default_nettype none

module cell_store #(
	parameter W = 16,          // bits of a word that goes through
	parameter HEAD_WORDS = 2,  // words before the data of a cell
	parameter LG_DEPTH = 8,    // log2 of the words held: more than the longest cell
	parameter SPAN = 1,        // slots of the longest cell (cell_len)
	parameter DATA_N = SPAN == 1 ? 16 : 32 * SPAN - 2   // data words of the longest cell that is written
) (
	input  wire clk,
	input  wire rst,
	input  wire push,
	input  wire [W-1:0] data,
	input  wire commit,        // with the last push, or later
	input  wire drop,          // later than the last push
	output wire room,          // the longest cell fits
	output wire m_valid,
	input  wire m_ready,
	output wire m_head,
	output wire m_last,
	output wire [W-1:0] m_data
`ifdef FORMAL
	,
	output wire [LG_DEPTH:0] f_open,   // words of the cell being written
	output wire [LG_DEPTH:0] f_used    // words not fetched
`endif
);
	localparam CELL_N = HEAD_WORDS + DATA_N;   // words of the longest cell
	localparam FREE = (1 << LG_DEPTH) - CELL_N;
	generate if ((1 << LG_DEPTH) < CELL_N + 1)
		cell_store_needs_room_for_a_cell bad_parameter();
	endgenerate

	(* no_rw_check *) reg [W-1:0] mem [0:(1<<LG_DEPTH)-1];
	reg [LG_DEPTH:0] wr_q, done_q, rd_q;   // words written, committed, fetched, modulo twice the depth
	reg [W-1:0] out_q;
	reg full_q, sure_q;                    // the output stage holds a word; it is committed

	// --- write ---
	wire [LG_DEPTH:0] wr_next = wr_q + {{LG_DEPTH{1'b0}}, push};
	always @(posedge clk)
		if (push)
			mem[wr_q[LG_DEPTH-1:0]] <= data;

	always @(posedge clk)
		if (rst)
			wr_q <= 0;
		else
			wr_q <= drop ? done_q : wr_next;

	always @(posedge clk)
		if (rst)
			done_q <= 0;
		else if (commit)
			done_q <= wr_next;

	// One word less than there is: the last push of a cell may stand beside this comparison.
	reg room_q;
	wire [LG_DEPTH:0] used = wr_q - rd_q;
	assign room = room_q;
	always @(posedge clk)
		room_q <= !rst && used < FREE[LG_DEPTH:0];

	// --- read ---
	wire take = m_valid && m_ready;
	wire ahead = rd_q == done_q;            // the next word to fetch is not committed
	wire fetch = (!full_q || take) && rd_q != wr_q && !(drop && ahead);
	wire back = drop && full_q && !sure_q;  // the word fetched ahead is dropped
	always @(posedge clk)
		if (fetch)
			out_q <= mem[rd_q[LG_DEPTH-1:0]];

	always @(posedge clk)
		if (rst)
			rd_q <= 0;
		else if (back)
			rd_q <= done_q;
		else
			rd_q <= rd_q + {{LG_DEPTH{1'b0}}, fetch};

	always @(posedge clk)
		if (rst) begin
			full_q <= 1'b0;
			sure_q <= 1'b0;
		end else begin
			full_q <= fetch || (full_q && !take && !back);
			sure_q <= fetch ? !ahead || commit : (sure_q && !take) || (commit && full_q);
		end

	assign m_valid = full_q && sure_q;
	assign m_data = out_q;

	// --- first and last word of a cell ---
	reg [7:0] left_q;         // words of the cell behind the one offered; 0 before a head
	wire [7:0] words;         // of payload
	wire [3:0] slots_unused;
	generate if (SPAN == 1) begin : usual
		cell_len len (.head({46'd0, out_q[1:0]}), .words(words), .slots(slots_unused));
	end else begin : longer
		cell_len #(.W(W), .SPAN(SPAN)) len (.head(out_q[47:0]), .words(words), .slots(slots_unused));
	end endgenerate
	assign m_head = left_q == 0;
	assign m_last = left_q == 8'd1;
	always @(posedge clk)
		if (rst)
			left_q <= 0;
		else if (take)
			left_q <= m_head ? words + (HEAD_WORDS[7:0] - 8'd1) : left_q - 1'b1;

`ifdef FORMAL
	// One word that goes in is marked by the solver's choice and followed by its place in the queue.
	(* anyseq *) wire f_mark;
	reg f_marked;
	reg [LG_DEPTH:0] f_at;    // its number among the words written
	reg [W-1:0] f_data;
	initial {wr_q, done_q, rd_q, full_q, sure_q, f_marked, left_q, room_q} = 0;
	assign f_open = wr_q - done_q;
	assign f_used = used;
	wire [LG_DEPTH:0] f_front = rd_q - {{LG_DEPTH{1'b0}}, full_q};    // number of the oldest word held
	wire [LG_DEPTH:0] f_held = wr_q - f_front;
	wire [LG_DEPTH:0] f_sure = done_q - f_front;                      // of these: committed
	wire [LG_DEPTH:0] f_behind = f_at - f_front;
	always @(posedge clk)
		if (rst)
			f_marked <= 1'b0;
		else if (!f_marked) begin
			f_marked <= f_mark && push;
			f_at <= wr_q;
			f_data <= data;
		end else if ((take && f_behind == 0) || (drop && f_behind >= f_sure))
			f_marked <= 1'b0;

	always @(*) begin
		assert (f_held <= (1 << LG_DEPTH) + 1 && used <= (1 << LG_DEPTH));              // invariant 1
		assert (f_sure <= f_held);
		assert (sure_q == (f_sure != 0 && full_q) || !full_q);
		assert (full_q || rd_q == f_front);
		assert (!full_q || sure_q || rd_q == done_q + 1'b1);
		assert (!(push && fetch && wr_q[LG_DEPTH-1:0] == rd_q[LG_DEPTH-1:0]));         // invariant 2
		if (f_marked) begin                                                            // invariant 3
			assert (f_behind < f_held);
			if (full_q && f_behind == 0)
				assert (out_q == f_data);
			else
				assert (mem[f_at[LG_DEPTH-1:0]] == f_data);
		end
	end
	reg f_past_valid;
	initial f_past_valid = 1'b0;
	always @(posedge clk) begin
		f_past_valid <= !rst;
		if (f_past_valid && $past(m_valid && !m_ready))
			assert (m_valid && $stable(m_data) && $stable(m_last) && $stable(m_head));
	end
`endif
endmodule

`default_nettype wire
