// SPDX-License-Identifier: BSD-3-Clause
//
// link_class: which class sends the next cell on a link: stands between the two switches of a node, that of bulk and that of
// control, and link_tx. Control goes first, but after a control cell one of bulk goes if one is there.
//
// A copied cell begins when all its outputs are ready in one clock, so a ready output is kept for it (`want`) while another one
// ends its cell, which takes at most a cell. If the link was kept for it for 32 clocks, the other link waits for its neighbour, or
// has the turn of the other class: then each class goes first for 2^LG_PHASE clocks, the same on both links of a node (phase_q).
//
//      between cells, the class that is next:
//         control  if one wants, unless it is bulk's turn and bulk wants
//         bulk     else
//      turn_q 0 -> 1  a control cell begins           1 -> 0  a bulk cell begins
// With long cells (SPAN > 1) the turns are by words: control goes first until it has sent as many words as bulk was ahead. Words that
// are sent while the other class has none count for 255 at most.
//
// Invariants (formal/link_class.v)
//  G1  The words of a cell are not mixed with others, and none is lost or doubled.
//  G2  While a control cell wants, one bulk cell begins at most before it, unless the link was kept for a copied cell for 32 clocks.
//  G3  The same for bulk, with long cells 255 words and a cell: so each class has half of the cells, or words, if it wants them.
//  G4  A ready depends on want of the other class, never on a valid: two links whose cells wait for each other form no loop.

`default_nettype none

module link_class #(
	parameter W = 64,             // bits of a word
	parameter SPAN = 1,           // slots of the longest cell of bulk (cell_len)
	parameter LG_PHASE = 6        // log2 of the clocks of a phase: more than the longest cell takes
) (
	input  wire         clk,
	input  wire         rst,
	input  wire         s_bulk_want,  // a cell is there, and every receiver at this node is ready for it
	input  wire         s_bulk_valid, // and every other link
	output wire         s_bulk_ready,
	input  wire         s_bulk_last,
	input  wire         s_bulk_bad,
	input  wire [W-1:0] s_bulk_data,
	input  wire         s_control_want,
	input  wire         s_control_valid,
	output wire         s_control_ready,
	input  wire         s_control_last,
	input  wire         s_control_bad,
	input  wire [W-1:0] s_control_data,
	output wire         m_valid,
	input  wire         m_ready,      // must not depend on m_valid
	output wire         m_last,
	output wire         m_bad,
	output wire [W-1:0] m_data,
	output wire         m_control     // class of the word
`ifdef FORMAL
	,
	output wire [7:0]   f_ahead
`endif
);

	reg       busy_q;    // within a cell
	reg       control_q; // its class
	reg       turn_q;    // bulk goes first
	reg [5:0] wait_q;    // clocks in which both classes want, the link is ready, and none begins, at most 32
	reg [LG_PHASE:0] phase_q; // clocks since the reset

	wire both = s_bulk_want && s_control_want;
	wire turn = wait_q[5] ? phase_q[LG_PHASE] : turn_q;
	wire next = s_control_want && !(turn && s_bulk_want);
	wire take = m_valid && m_ready;
	wire begins = take && !busy_q;

	assign m_control = busy_q ? control_q : next;
	assign s_control_ready = m_ready && m_control;
	assign s_bulk_ready = m_ready && !m_control;
	assign m_valid = m_control ? s_control_valid : s_bulk_valid;
	assign m_last = m_control ? s_control_last : s_bulk_last;
	assign m_bad = m_control ? s_control_bad : s_bulk_bad;
	assign m_data = m_control ? s_control_data : s_bulk_data;

	always @(posedge clk)
		if (rst)
			busy_q <= 1'b0;
		else if (take)
			busy_q <= !m_last;

	always @(posedge clk)
		if (!busy_q)
			control_q <= next;

	generate if (SPAN == 1) begin : by_cells
`ifdef FORMAL
		assign f_ahead = 8'd0;
`endif
		always @(posedge clk)
			if (rst)
				turn_q <= 1'b0;
			else if (begins)
				turn_q <= next;
	end else begin : by_words
		reg [7:0] ahead_q; // words that bulk has sent more than control
		wire unused = begins;
`ifdef FORMAL
		assign f_ahead = ahead_q;
`endif

		always @(posedge clk)
			if (rst)
				turn_q <= 1'b0;
			else if (take)
				turn_q <= m_control && ahead_q <= 8'd1;

		always @(posedge clk)
			if (rst)
				ahead_q <= 8'd0;
			else if (take && m_control)
				ahead_q <= ahead_q == 8'd0 ? 8'd0 : ahead_q - 8'd1;
			else if (take)
				ahead_q <= ahead_q == 8'd255 ? 8'd255 : ahead_q + 8'd1;
	end endgenerate

	always @(posedge clk)
		if (rst || busy_q || take || !both)
			wait_q <= 6'd0;
		else if (m_ready && !wait_q[5])
			wait_q <= wait_q + 6'd1;

	always @(posedge clk)
		phase_q <= rst ? {LG_PHASE+1{1'b0}} : phase_q + 1'b1;

endmodule

`default_nettype wire
