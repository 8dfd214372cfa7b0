// SPDX-License-Identifier: BSD-3-Clause
//
// dma_write: the write side of the AXI port. A command gives the address (any byte), the number of
// bytes, and how many words (DATA_W bits) of the stream belong to it; the words are shifted to their
// place, strobes cover exactly the bytes, and a command that crosses 4 KiB becomes two bursts. All
// writes have one AXI id, so answers come in order. Whether an address may be written was decided
// before; but whether its page was turned off in the meantime is checked here, at the last moment:
// commands of such a page only swallow their words.
//
// A host that leaves writes without an answer for 2^s_timeout clocks is stuck: m_stuck turns all
// pages off, so that commands only swallow their words and the ring behind them goes on. The rules
// of AXI are kept: an address stays until it is taken, and the words of the burst that was under
// way follow without strobes (owe_*). m_stuck ends when all of that is answered.
//
// A command with s_fence starts when all writes of data (commands without it) are answered: so a
// record is never visible before its data.
//
// Invariants (formal/dma_write.v):
//  1. AWVALID, WVALID and their payloads stay until taken.
//  2. Every burst has exactly its number of words, the last marked; no burst crosses 4 KiB.
//  3. Never more bursts under way than there is room to record their sources.
`default_nettype none

module dma_write #(
	parameter DATA_W = 64,           // bits of the bus and of a word: 64 or 128
	parameter LG_OPEN = 4            // log2 of the bursts under way
) (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] enable,        // pages that are on
	output wire [7:0] busy,          // pages with writes under way
	input  wire [4:0] s_timeout,     // log2 of the clocks without an answer; 0: no limit
	output wire m_stuck,             // the host does not take writes
	output wire m_stuck_now,         // one clock: since now
	// command
	input  wire s_valid,
	output wire s_ready,
	input  wire [63:0] s_addr,
	input  wire [8:0] s_bytes,       // 1 .. 256, unless s_drop
	input  wire [5:0] s_words,       // of the stream: may be more than the bytes need
	input  wire s_has_tail,          // the last 8 bytes are s_tail instead: the last of these words, or its upper half
	input  wire [63:0] s_tail,
	input  wire [2:0] s_page,
	input  wire s_fence,
	input  wire s_drop,              // only swallow the words
	input  wire [1:0] s_event,       // events to raise when it is answered: {CQ, RQ}
	input  wire s_counted,           // dma_fence counts it ...
	input  wire s_phase,             // ... in this phase
	output wire [1:0] m_end,         // one clock: one that is counted {is answered, was swallowed}
	output wire [1:0] m_end_phase,
	// stream
	input  wire s_word_valid,
	output wire s_word_ready,
	input  wire [DATA_W-1:0] s_word_data,
	// answers, one clock each
	output wire [7:0] m_rq,
	output wire [7:0] m_cq,
	output wire [7:0] m_error,
	// AXI
	output wire m_axi_awvalid,
	input  wire m_axi_awready,
	output wire [63:0] m_axi_awaddr,
	output wire [7:0] m_axi_awlen,
	output wire [2:0] m_axi_awuser,  // page
	output wire m_axi_wvalid,
	input  wire m_axi_wready,
	output wire [DATA_W-1:0] m_axi_wdata,
	output wire [DATA_W/8-1:0] m_axi_wstrb,
	output wire m_axi_wlast,
	input  wire m_axi_bvalid,
	output wire m_axi_bready,
	input  wire [1:0] m_axi_bresp
);
	localparam [LG_OPEN:0] OPEN_MAX = (1 << LG_OPEN) - 2;    // a command may need two
	localparam LG_B = DATA_W == 128 ? 4 : 3;                 // log2 of the bytes of a beat
	localparam [9:0] PAGE_N = 10'd1 << (12 - LG_B);          // beats of 4 KiB
	localparam [DATA_W/8-1:0] ALL = {DATA_W/8{1'b1}};

	reg run_q, has_tail_q;
	reg [5:0] step_q, words_q, beats_q, split_q;             // beats in all, in the first burst
	reg [LG_B-1:0] shift_q, end_q;
	reg [63:0] tail_q;
	reg [DATA_W-1:0] carry_q;
	reg tail_high_q;                                         // the tail is the upper half of a word
	reg [2:0] page_q;

	// ---- Command ------------------------------------------------------------------------------
	reg aw_q, aw_more_q;
	reg [LG_OPEN:0] open_q, data_open_q;                     // bursts not answered; of these, data
	wire drop = s_drop || !enable[s_page];
	wire [8:0] span = s_bytes + {{9-LG_B{1'b0}}, s_addr[LG_B-1:0]};
	wire [5:0] beats = {{LG_B-3{1'b0}}, span[8:LG_B]} + {5'd0, span[LG_B-1:0] != 0};
	wire [9:0] to_edge = PAGE_N - {{LG_B-2{1'b0}}, s_addr[11:LG_B]}; // beats up to 4 KiB
	wire crosses = {4'd0, beats} > to_edge;
	reg stuck_q, owe_q;
	wire may = !aw_q && !stuck_q && !m_stuck_now && open_q <= OPEN_MAX && !(s_fence && data_open_q != 0);
	wire last_step;
	wire accept = s_valid && s_ready;
	wire start = accept && !drop;
	wire [1:0] bursts = !start ? 2'd0 : crosses ? 2'd2 : 2'd1;

	assign s_ready = (!run_q || last_step) && (drop || may);

	always @(posedge clk)
		if (rst)
			run_q <= 1'b0;
		else if (accept || last_step)
			run_q <= accept;

	always @(posedge clk)
		if (m_stuck_now && !accept)
			beats_q <= 6'd0;                                 // the rest is owed, not written
		else if (accept) begin
			has_tail_q <= s_has_tail;
			words_q <= s_words;
			beats_q <= drop ? 6'd0 : beats;
			split_q <= crosses ? to_edge[5:0] : 6'd0;
			shift_q <= s_addr[LG_B-1:0];
			end_q <= span[LG_B-1:0];
			tail_q <= s_tail;
			tail_high_q <= DATA_W == 128 && !s_bytes[3];
			page_q <= s_page;
		end

	// ---- Steps: one word in, one beat out -----------------------------------------------------
	reg w_q, w_last_q;
	reg [DATA_W-1:0] w_data_q;
	reg [DATA_W/8-1:0] w_strb_q;

	wire word = step_q < words_q;                            // this step takes a word
	wire beat = step_q < beats_q;
	wire tail = has_tail_q && step_q + 6'd1 == words_q;
	wire takes = word && !(tail && !tail_high_q);            // from the stream
	wire step = run_q && (!takes || s_word_valid) && (!beat || !w_q || m_axi_wready);
	wire [5:0] next = step_q + 6'd1;
	wire [DATA_W-1:0] now;
	wire [2*DATA_W-1:0] spread = {{DATA_W{1'b0}}, now} << {shift_q, 3'd0};
	wire first_beat = step_q == 0;
	wire last_beat = next == beats_q;
	wire [DATA_W/8-1:0] from = first_beat ? ALL << shift_q : ALL;
	wire [DATA_W/8-1:0] upto = last_beat && end_q != 0 ? ~(ALL << end_q) : ALL;

	assign last_step = step && next >= words_q && next >= beats_q;
	assign s_word_ready = run_q && takes && (!beat || !w_q || m_axi_wready);

	generate if (DATA_W == 128) begin : pairs
		assign now = {tail ? tail_q : s_word_data[127:64], tail && !tail_high_q ? tail_q : s_word_data[63:0]};
	end else begin : singles
		assign now = tail ? tail_q : s_word_data;
	end endgenerate

	always @(posedge clk)
		if (rst || accept)
			step_q <= 0;
		else if (step)
			step_q <= next;

	always @(posedge clk)
		if (step)
			carry_q <= spread[2*DATA_W-1:DATA_W];

	always @(posedge clk)
		if (rst)
			w_q <= 1'b0;
		else if (!w_q || m_axi_wready)
			w_q <= (step && beat) || owe_q;

	always @(posedge clk)
		if (step && beat) begin
			w_data_q <= (word ? spread[DATA_W-1:0] : {DATA_W{1'b0}}) | (first_beat ? {DATA_W{1'b0}} : carry_q);
			w_strb_q <= from & upto;
			w_last_q <= last_beat || next == split_q;
		end else if (owes) begin
			w_strb_q <= 0;
			w_last_q <= owe_next == owe_beats_q || owe_next == owe_split_q;
		end

	// ---- A host that is stuck -------------------------------------------------------------------
	reg [31:0] wait_q;                                       // clocks without progress
	reg [5:0] owe_step_q, owe_beats_q, owe_split_q;          // beats of the burst that was under way
	wire [5:0] owe_next = owe_step_q + 6'd1;
	wire owes = owe_q && (!w_q || m_axi_wready);
	wire waiting = aw_q || w_q || open_q != 0;
	wire progress = aw || (w_q && m_axi_wready) || answer;
	wire [5:0] step_now = step ? next : step_q;

	assign m_stuck = stuck_q;
	assign m_stuck_now = !stuck_q && s_timeout != 0 && wait_q[s_timeout] && !progress;

	always @(posedge clk)
		if (rst || !waiting || progress || stuck_q)
			wait_q <= 0;
		else
			wait_q <= wait_q + 32'd1;

	always @(posedge clk)
		if (rst)
			stuck_q <= 1'b0;
		else
			stuck_q <= m_stuck_now || (stuck_q && (waiting || owe_q));

	always @(posedge clk)
		if (rst)
			owe_q <= 1'b0;
		else if (m_stuck_now)
			owe_q <= !accept && run_q && step_now < beats_q;
		else if (owes)
			owe_q <= owe_next != owe_beats_q;

	always @(posedge clk)
		if (m_stuck_now)
			{owe_step_q, owe_beats_q, owe_split_q} <= {step_now, beats_q, split_q};
		else if (owes)
			owe_step_q <= owe_next;

	assign m_axi_wvalid = w_q;
	assign m_axi_wdata = w_data_q;
	assign m_axi_wstrb = w_strb_q;
	assign m_axi_wlast = w_last_q;

	// ---- Addresses ----------------------------------------------------------------------------
	reg [63:LG_B] aw_addr_q;
	reg [5:0] aw_len_q, aw_rest_q;                           // beats less 1; of the second burst
	reg [2:0] aw_page_q;
	reg [1:0] aw_event_q, aw_fence_q;
	reg aw_data_q;
	wire aw = aw_q && m_axi_awready;

	assign m_axi_awvalid = aw_q;
	assign m_axi_awaddr = {aw_addr_q, {LG_B{1'b0}}};
	assign m_axi_awlen = {2'd0, aw_len_q};
	assign m_axi_awuser = aw_page_q;

	always @(posedge clk)
		if (rst)
			aw_q <= 1'b0;
		else if (start)
			aw_q <= 1'b1;
		else if (aw)
			aw_q <= aw_more_q;

	always @(posedge clk)
		if (start) begin
			aw_more_q <= crosses;
			aw_addr_q <= s_addr[63:LG_B];
			aw_len_q <= (crosses ? to_edge[5:0] : beats) - 6'd1;
			aw_rest_q <= beats - to_edge[5:0] - 6'd1;
		end else if (aw) begin
			aw_more_q <= 1'b0;
			aw_addr_q <= {aw_addr_q[63:12] + 52'd1, {12-LG_B{1'b0}}};
			aw_len_q <= aw_rest_q;
		end

	always @(posedge clk)
		if (start) begin
			aw_page_q <= s_page;
			aw_event_q <= s_event;
			aw_fence_q <= {s_counted, s_phase};
			aw_data_q <= !s_fence;
		end

	// ---- Answers ------------------------------------------------------------------------------
	wire b_valid, b_data, b_room, b_counted, b_phase;
	wire [2:0] b_page;
	wire [1:0] b_event;
	wire [LG_OPEN:0] b_level;
	wire answer = m_axi_bvalid && b_valid;
	wire [7:0] b_one = answer ? 8'd1 << b_page : 8'd0;

	sync_fifo #(.W(8), .LG_DEPTH(LG_OPEN)) under_way (
		.clk(clk), .rst(rst),
		.s_valid(aw), .s_ready(b_room), .s_data({aw_page_q, aw_more_q ? 4'b0000 : {aw_event_q, aw_fence_q}, aw_data_q}),
		.m_valid(b_valid), .m_ready(m_axi_bvalid), .m_data({b_page, b_event, b_counted, b_phase, b_data}), .level(b_level));

	assign m_axi_bready = b_valid;
	assign m_end = {answer && b_counted, accept && drop && s_counted};
	assign m_end_phase = {b_phase, s_phase};
	assign m_rq = b_event[0] ? b_one : 8'd0;
	assign m_cq = b_event[1] ? b_one : 8'd0;
	assign m_error = m_axi_bresp[1] ? b_one : 8'd0;

	always @(posedge clk)
		if (rst) begin
			open_q <= 0;
			data_open_q <= 0;
		end else begin
			open_q <= open_q + {{LG_OPEN-1{1'b0}}, bursts} - {{LG_OPEN{1'b0}}, answer};
			data_open_q <= data_open_q + {{LG_OPEN-1{1'b0}}, s_fence ? 2'd0 : bursts}
				- {{LG_OPEN{1'b0}}, answer && b_data};
		end

	genvar p;
	generate for (p = 0; p < 8; p = p + 1) begin : pages
		reg [LG_OPEN:0] n_q;                                 // bursts of this page not answered
		assign busy[p] = n_q != 0 || (run_q && page_q == p);
		always @(posedge clk)
			if (rst)
				n_q <= 0;
			else
				n_q <= n_q + {{LG_OPEN-1{1'b0}}, s_page == p ? bursts : 2'd0}
					- {{LG_OPEN{1'b0}}, b_one[p]};
	end endgenerate

	wire unused = &{1'b0, b_room, b_level, m_axi_bresp[0]};

`ifdef FORMAL
	reg f_run, f_begun;              // no reset in the clock before; not the first clock, which is one
	initial {f_run, f_begun} = 2'b0;
	always @(*) assume (f_begun || rst);
	always @(*) assume (!s_valid || s_drop || (s_bytes >= 9'd1 && s_bytes <= 9'd256));
	localparam [5:0] MOST = DATA_W == 128 ? 6'd17 : 6'd33;   // beats of 256 bytes
	always @(*) assume (s_words <= MOST);
	always @(posedge clk) begin
		f_run <= !rst;
		f_begun <= 1'b1;
		if (f_run && $past(m_axi_awvalid && !m_axi_awready))                   // invariant 1
			assert (m_axi_awvalid && $stable(m_axi_awaddr) && $stable(m_axi_awlen) && $stable(m_axi_awuser));
		if (f_run && $past(m_axi_wvalid && !m_axi_wready))
			assert (m_axi_wvalid && $stable(m_axi_wdata) && $stable(m_axi_wstrb) && $stable(m_axi_wlast));
	end
	always @(*) if (f_begun) begin
		assert (!aw_q || {{LG_B-2{1'b0}}, aw_addr_q[11:LG_B]} + {4'd0, aw_len_q} < PAGE_N);   // invariant 2
		assert (!(aw_q && aw_more_q) || {{LG_B-2{1'b0}}, aw_addr_q[11:LG_B]} + {4'd0, aw_len_q} == PAGE_N - 10'd1);
		assert (!run_q || beats_q == 0 || (split_q <= beats_q && beats_q <= MOST));
		assert (open_q == b_level + {{LG_OPEN{1'b0}}, aw_q} + {{LG_OPEN{1'b0}}, aw_q && aw_more_q});   // invariant 3
		assert (open_q <= (1 << LG_OPEN));
		assert (!aw || b_room);
	end
	// Every beat but those that end a burst is not marked.
	reg [5:0] f_beat, f_end, f_split;                        // number of the beat in w_q, and of its command's
	always @(*) if (f_begun) assert (!w_q || w_last_q == (f_beat == f_end || f_beat == f_split));
	always @(posedge clk)
		if (step && beat)
			{f_beat, f_end, f_split} <= {next, beats_q, split_q};
		else if (owes)
			{f_beat, f_end, f_split} <= {owe_next, owe_beats_q, owe_split_q};
	always @(*) if (f_begun) begin
		assert (!owe_q || (stuck_q && owe_step_q < owe_beats_q && owe_beats_q <= MOST && owe_split_q <= owe_beats_q));
		assert (!stuck_q || !run_q || beats_q == 0);             // nothing new is written
		cover (owe_q && m_axi_wvalid && m_axi_wready);
		cover (f_run && stuck_q && !owe_q && !waiting);
	end
`endif
endmodule

`default_nettype wire
