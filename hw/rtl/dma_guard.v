// SPDX-License-Identifier: BSD-3-Clause
//
// dma_guard: bounds how often a key can be guessed. It counts, for each page of this card and each page of each node, the WRITE
// cells that came with a wrong key. After three of them the sender is barred: its cells are refused without a look at the key,
// until the page lets it in again (REGION.ADMIT) or is turned off. Others are not affected.
//
// The counts of a page are wiped one a clock, in clocks without a question, after the reset and after the page was turned off. Those
// that are not wiped yet are 0 and stay so.
//
// Invariants (formal/dma_guard.v):
//  1. A sender is barred just when it has sent three wrong keys since the reset, since the page was off, and since it was let in;
//     keys that come before its count was wiped are not counted.
//  2. The counts are not written in a clock in which one is read.
`default_nettype none

module dma_guard #(
	parameter NODE_W = 10,           // bits of a node's number
	parameter PAGE_W = 3             // bits of the number of a page that sends
) (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] enable,        // pages that are on
	// dma_place
	input  wire s_look,              // a WRITE cell is there: reads its sender's count
	input  wire s_hold,              // its key is not known yet; until then it stays:
	input  wire [2:0] s_page,        // page of the region
	input  wire [NODE_W-1:0] s_node, // sender
	input  wire [PAGE_W-1:0] s_sender,
	output wire m_barred,            // a clock after s_look, with s_hold
	input  wire s_wrong,             // one clock: its key is wrong
	// registers
	input  wire s_admit,             // one clock
	input  wire [2:0] s_admit_page,
	input  wire [NODE_W-1:0] s_admit_node,
	input  wire [PAGE_W-1:0] s_admit_sender,
	output wire m_any,               // the sender that was barred last, if any
	output wire [NODE_W+PAGE_W+2:0] m_last     // {node, page that sends, page of the region}
);
	localparam SENDER_W = NODE_W + PAGE_W;

	reg fresh_q;                     // it was not wiped yet
	reg admit_q;
	reg [2:0] admit_page_q;
	reg [SENDER_W-1:0] admit_at_q;
	reg [7:0] on_q, wait_q;          // pages whose counts are to be wiped
	reg [7:0] wipe_q;                // pages whose counts are being wiped,
	reg [SENDER_W-1:0] next_q;       // and this one is next
	reg any_q;
	reg [SENDER_W+2:0] last_q;

	wire [15:0] read;
	wire [1:0] count = read[2*s_page +: 2];
	wire [SENDER_W-1:0] sender = {s_node, s_sender};
	wire [7:0] fresh = wait_q | (sender >= next_q ? wipe_q : 8'd0);
	wire counts = s_wrong && !fresh_q && count != 2'd3;
	wire free = !s_look && !s_hold;
	wire admit = free && admit_q;
	wire wipe = free && !admit_q && wipe_q != 0;
	wire [7:0] went = on_q & ~enable;
	wire begins = wipe_q == 0;
	wire [SENDER_W-1:0] at = s_hold ? sender : admit_q ? admit_at_q : next_q;

	genvar p;
	generate for (p = 0; p < 8; p = p + 1) begin : pages
		(* no_rw_check *) reg [1:0] counted [0:(1<<SENDER_W)-1];
		reg [1:0] read_q;

		assign read[2*p +: 2] = read_q;

		always @(posedge clk)
			if ((counts && s_page == p) || (admit && admit_page_q == p) || (wipe && wipe_q[p]))
				counted[at] <= counts ? count + 2'd1 : 2'd0;

		always @(posedge clk)
			if (s_look)
				read_q <= counted[sender];
	end endgenerate

	always @(posedge clk)
		if (s_look)
			fresh_q <= fresh[s_page];

	assign m_barred = count == 2'd3 && !fresh_q;

	always @(posedge clk) begin
		on_q <= rst ? 8'd0 : enable;
		wait_q <= rst ? 8'hff : (begins ? 8'd0 : wait_q) | went;
	end

	always @(posedge clk)
		if (rst)
			wipe_q <= 0;
		else if (begins || (wipe && &next_q))
			wipe_q <= begins ? wait_q : 8'd0;

	always @(posedge clk)
		if (begins)
			next_q <= 0;
		else if (wipe)
			next_q <= next_q + {{SENDER_W-1{1'b0}}, 1'b1};

	always @(posedge clk)
		if (rst)
			admit_q <= 1'b0;
		else if (s_admit || admit)
			admit_q <= s_admit;

	always @(posedge clk)
		if (s_admit)
			{admit_page_q, admit_at_q} <= {s_admit_page, s_admit_node, s_admit_sender};

	assign m_any = any_q;
	assign m_last = last_q;
	always @(posedge clk)
		if (rst) begin
			any_q <= 1'b0;
			last_q <= 0;
		end else if (counts && count == 2'd2) begin
			any_q <= 1'b1;
			last_q <= {sender, s_page};
		end

`ifdef FORMAL
	// One sender, any, of one page: how many wrong keys it has sent.
	(* anyconst *) reg [SENDER_W-1:0] f_one;
	localparam [2:0] f_page = 3'd5;
	reg [1:0] f_n;
	reg f_first;
	reg f_went;                      // the page was turned off between question and answer: its regions are closed
	wire [1:0] f_counted = pages[5].counted[f_one];
	wire f_mine = sender == f_one && s_page == f_page;
	wire f_fresh = wait_q[f_page] || (wipe_q[f_page] && f_one >= next_q);
	wire f_admit = admit && admit_at_q == f_one && admit_page_q == f_page;
	initial f_first = 1'b1;
	always @(posedge clk) begin
		f_first <= 1'b0;
		f_went <= !rst && (went[f_page] || (f_went && !s_look));
		if (rst || went[f_page] || f_admit)
			f_n <= 0;
		else if (s_wrong && f_mine && !fresh_q && f_n != 2'd3)
			f_n <= f_n + 2'd1;
	end
	always @(*) if (!f_first) begin
		assert (f_fresh || f_counted == f_n);
		assert (!f_fresh || f_n == 0);
		assert (!s_look || !(counts || admit || wipe));                        // invariant 2
		if (s_hold && f_mine && !f_went && !went[f_page])
			assert (m_barred == (f_n == 2'd3) && (fresh_q ? f_n == 0 : !f_fresh && count == f_n));   // invariant 1
		cover (m_barred && s_hold);
		cover (f_admit && f_n == 2'd3);
		cover (wipe && f_n == 2'd2 && wipe_q != 0);
		cover (wait_q == 0 && wipe_q == 0);
		cover (s_wrong && fresh_q);
		cover (s_hold && f_mine && f_went && !fresh_q);
	end
`endif
endmodule

`default_nettype wire
