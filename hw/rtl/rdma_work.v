// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_work: the work request at hand of rdma_engine: its one or two places as they come from the send queue, its fields and whether they go
// together, and its entries one after the other. The engine says by the state of its turn which of these goes on.
//
//  s_fetch     words come: of the first place, behind s_second of the next one;  s_judge   the fields are here
//  s_entry_1, s_entry_2    the two words of entry i are taken over, in two clocks behind each other
//  s_first, s_next         i is 0, one more;  s_sum    the length of entry i is added
//  s_cut       bytes are to be skipped;  s_skips, s_moved    entry i was skipped; a piece of it was moved
//  s_inline    m_word shows the data of the request, from word s_n on, a clock later
//
// Invariants (bench rdma_engine):
//  1. A first place that cannot be read makes no sense, and a request with such a second place does not.
`default_nettype none
`include "rdma_regs.vh"

module rdma_work (
	input  wire clk,
	input  wire s_clear,             // another request
	input  wire s_fetch,
	input  wire s_second,
	input  wire [3:0] s_n,           // of the word
	input  wire s_word_valid,
	input  wire [63:0] s_word_data,
	input  wire s_mem_done,
	input  wire s_mem_error,
	output wire m_came,              // a word
	output wire m_unread,            // the first place cannot be read
	output wire m_two,               // the second place comes
	// the fields
	input  wire s_judge,
	input  wire s_is_rc,             // of a queue pair of that type
	input  wire s_alone,             // no second place was posted
	output wire [3:0] m_op,
	output wire m_list,
	output wire m_inlines,
	output wire m_imm,
	output wire m_signalled,
	output wire m_solicited,
	output wire [31:0] m_immediate,
	output wire [63:0] m_remote,
	output wire [31:0] m_stag,       // or Q_Key
	output wire [31:0] m_receiver,   // of a datagram, as the lower half of QP_ATTR.PEER
	output wire [63:0] m_arg,
	output wire [63:0] m_cmp,
	output wire m_nop,
	output wire m_binds,
	output wire m_here,              // nothing is sent
	output wire m_half_list,         // the second place is missing
	output wire m_sound,             // the fields go together
	output wire m_misfit,            // the sum is not that of the atomic operation
	// entries
	input  wire s_entry_1,
	input  wire s_entry_2,
	input  wire s_first,
	input  wire s_next,
	input  wire s_sum,
	input  wire s_cut,
	input  wire [31:0] s_offset,
	input  wire s_skips,
	input  wire s_moved,
	input  wire [6:0] s_piece,
	output wire m_no_entries,        // or inline data
	output wire m_empty,             // no entries
	output wire m_last_entry,
	output wire [63:0] m_entry,      // address
	output wire [31:0] m_entry_stag,
	output wire [31:0] m_entry_len,
	output wire [31:0] m_skip,       // bytes of the entry that are done
	output wire [33:0] m_sum,        // bytes of all entries, or inline
	output wire [31:0] m_region,     // BIND: STag of the first entry
	// data
	input  wire s_inline,
	input  wire s_operands,          // of an atomic operation
	output wire [63:0] m_word
);
	(* no_rw_check *) reg [63:0] work [0:15];
	reg [63:0] work_q, wctl_q, remote_q, entry_q;
	reg [31:0] stag_q, receiver_q, entry_stag_q, entry_len_q, skip_q;
	reg [33:0] sum_q;
	reg [1:0] i_q;                   // entry
	reg two_q;                       // the second place is being fetched
	reg bad_q;                       // the second place cannot be read
	wire list = wctl_q[`RDMA_WORK_CTL_LIST_LSB];
	wire inlines = wctl_q[`RDMA_WORK_CTL_INLINE_LSB];
	wire [2:0] count = wctl_q[`RDMA_WORK_CTL_COUNT_R];
	wire [6:0] inline_n = wctl_q[`RDMA_WORK_CTL_BYTES_R];
	wire [3:0] op = wctl_q[`RDMA_WORK_CTL_OP_R];
	wire nop = op == `RDMA_WORK_OP_NOP;
	wire writes = op == `RDMA_WORK_OP_WRITE;
	wire tells = op == `RDMA_WORK_OP_SEND || op == `RDMA_WORK_OP_SEND_INVALIDATE;
	wire fits = !bad_q && (inlines ? inline_n <= (list ? 7'd96 : 7'd32) : count <= (list ? 3'd4 : 3'd1));
	wire reads = op == `RDMA_WORK_OP_READ && !inlines;
	wire atomic = (op == `RDMA_WORK_OP_FETCH_ADD || op == `RDMA_WORK_OP_COMPARE_SWAP) && !inlines;
	wire half = wctl_q[`RDMA_WORK_CTL_HALF_LSB];
	wire binds = op == `RDMA_WORK_OP_BIND && !inlines;
	wire unbinds = op == `RDMA_WORK_OP_INVALIDATE && !inlines;
	wire allowed = (nop && !inlines) || (s_is_rc ? writes || tells || reads || atomic || binds || unbinds : op == `RDMA_WORK_OP_SEND);
	wire [3:0] at = s_inline ? s_n + (s_operands ? 4'd6 : 4'd4) : {list, !list, 2'd0} + {1'b0, i_q, 1'b0} + {3'd0, s_entry_1};
	wire came = s_fetch && s_word_valid;

	// ---- Words ---------------------------------------------------------------------------------------
	always @(posedge clk)
		if (came)
			work[{two_q, s_n[2:0]}] <= s_word_data;
	always @(posedge clk)
		if (!came)
			work_q <= work[at];

	wire unread = s_fetch && s_mem_done && s_mem_error && !two_q;
	wire first_came = came && !two_q;
	always @(posedge clk)
		if (unread)
			wctl_q <= 64'hffffffffffffffff;                      // makes no sense
		else if (first_came && s_n[2:0] == 3'd0)
			wctl_q <= s_word_data;
	always @(posedge clk)
		if (first_came && s_n[2:0] == 3'd2)
			remote_q <= s_word_data;
	always @(posedge clk)
		if (first_came && s_n[2:0] == 3'd3)
			{receiver_q, stag_q} <= s_word_data;
	reg [63:0] arg_q, cmp_q;         // BIND: length and rights
	reg [31:0] region_q;
	always @(posedge clk)
		if (first_came)
			{arg_q, cmp_q} <= {s_n[2:0] == 3'd6 ? s_word_data : arg_q, s_n[2:0] == 3'd7 ? s_word_data : cmp_q};
	always @(posedge clk)
		if (s_clear)
			{two_q, bad_q} <= 2'b00;
		else if (s_second)
			two_q <= 1'b1;
		else if (s_fetch && s_mem_done && two_q)
			bad_q <= s_mem_error;

	// ---- Entries -------------------------------------------------------------------------------------
	always @(posedge clk)
		if (s_judge)
			region_q <= 32'd0;
		else if (s_sum && i_q == 2'd0)
			region_q <= entry_stag_q;

	always @(posedge clk)
		if (s_entry_1)
			entry_q <= work_q;
		else if (s_entry_2)
			{entry_len_q, entry_stag_q} <= work_q;

	always @(posedge clk)
		if (s_first)
			i_q <= 2'd0;
		else if (s_next)
			i_q <= i_q + 2'd1;

	always @(posedge clk)
		if (s_judge)
			sum_q <= inlines ? {27'd0, inline_n} : 34'd0;
		else if (s_sum)
			sum_q <= sum_q + {2'd0, entry_len_q};

	always @(posedge clk)
		if (s_cut)
			skip_q <= s_offset;
		else if (s_skips)
			skip_q <= skip_q - entry_len_q;
		else if (s_moved)
			skip_q <= skip_q + {25'd0, s_piece};

	assign m_came = came;
	assign m_unread = unread;
	assign m_two = two_q;
	assign m_op = op;
	assign m_list = list;
	assign m_inlines = inlines;
	assign m_imm = wctl_q[`RDMA_WORK_CTL_IMM_LSB];
	assign m_signalled = wctl_q[`RDMA_WORK_CTL_SIGNALLED_LSB];
	assign m_solicited = wctl_q[`RDMA_WORK_CTL_SOLICITED_LSB];
	assign m_immediate = wctl_q[`RDMA_WORK_CTL_IMMEDIATE_R];
	assign m_remote = remote_q;
	assign m_stag = stag_q;
	assign m_receiver = receiver_q;
	assign m_arg = arg_q;
	assign m_cmp = cmp_q;
	assign m_nop = nop;
	assign m_binds = binds;
	assign m_here = nop || binds || unbinds;
	assign m_half_list = list && s_alone;
	assign m_sound = fits && allowed;
	assign m_misfit = atomic && sum_q != (half ? 34'd4 : 34'd8);
	assign m_no_entries = inlines || count == 0;
	assign m_empty = count == 0;
	assign m_last_entry = {1'b0, i_q} + 3'd1 == count;
	assign m_entry = entry_q;
	assign m_entry_stag = entry_stag_q;
	assign m_entry_len = entry_len_q;
	assign m_skip = skip_q;
	assign m_sum = sum_q;
	assign m_region = region_q;
	assign m_word = work_q;
	wire unused = &{1'b0, wctl_q};
endmodule

`default_nettype wire
