// SPDX-License-Identifier: BSD-3-Clause
//
// dma_read: the read side of the AXI port. It takes bursts that region has allowed and descriptor reads from dma_fetch,
// keeps up to 2**LG_OPEN of them under way, and hands each 64-bit word that comes back to the channel it is for. All reads
// have one AXI id, so they come back in order. The clients store the words, and made room before they
// asked: it always takes words, but for the clocks in which a word of a descriptor comes from the card's own
// memory or a doorbell window. A bus of 128 bits gives channels two words a clock; descriptors and dma_reduce get them one by one.
//
// Invariants (bench of dma; not proven):
//  1. ARVALID and the address stay until ARREADY.
//  2. Never more bursts under way than there is room to record their clients; every word belongs to
//     one.
//  3. No allowed burst is lost: questions under way at region and bursts waiting here are 2**LG_WAIT at most.
`default_nettype none

module dma_read #(
	parameter DATA_W = 64,           // bits of the bus: 64 or 128
	parameter USER_N = 5,            // channels, and dma_reduce
	parameter LG_OPEN = 4,           // log2 of the bursts under way
	parameter LG_WAIT = 3            // log2 of the bursts that wait for their turn
) (
	input  wire clk,
	input  wire rst,
	// questions to region whose answer may come here
	output wire m_may_ask,
	input  wire s_asked,             // one clock: one was asked
	input  wire s_answer,            // one clock: it is answered ...
	input  wire s_answer_ok,         // ... and allowed
	input  wire [USER_N-1:0] s_user, // one-hot
	input  wire [63:0] s_addr,
	input  wire [8:0] s_bytes,
	input  wire [2:0] s_page,
	input  wire s_phase,             // of dma_fence
	output wire m_end,               // one clock: such a burst is answered in full ...
	output wire m_end_phase,         // ... that was asked for in this phase
	// descriptors: 8 words
	input  wire s_desc_valid,
	output wire s_desc_ready,
	input  wire [63:0] s_desc_addr,
	input  wire [2:0] s_desc_page,
	input  wire [USER_N-1:0] s_desc_user,
	// words of descriptors in the card and in the doorbell windows, with priority
	input  wire s_word,
	input  wire [USER_N-1:0] s_word_user,
	input  wire [2:0] s_word_n,
	input  wire [63:0] s_word_data,
	// words
	output reg  [USER_N-1:0] m_word, // one-hot: its client
	output reg  m_word_desc,
	output reg  [2:0] m_word_n,      // of a descriptor: which
	output reg  m_word_err,
	output reg  m_word_two,          // two words (DATA_W = 128), the second in the upper half
	output reg  [DATA_W-1:0] m_word_data,
	output wire m_error,             // one clock: an answer with an error
	// AXI
	output wire m_axi_arvalid,
	input  wire m_axi_arready,
	output wire [63:0] m_axi_araddr,
	output wire [7:0] m_axi_arlen,
	output wire [2:0] m_axi_aruser,  // page
	input  wire m_axi_rvalid,
	output wire m_axi_rready,
	input  wire [DATA_W-1:0] m_axi_rdata,
	input  wire [1:0] m_axi_rresp
);
	localparam LG_BEAT = DATA_W == 128 ? 4 : 3;               // log2 of its bytes
	localparam WIDE = DATA_W == 128;

	// Bursts that wait
	wire wait_valid, wait_ready, wait_room, wait_phase;
	wire [USER_N-1:0] wait_user;
	wire [60:0] wait_addr;
	wire [5:0] wait_last;            // number of its last word, counted from the start of the first beat
	wire [2:0] wait_page;
	wire [LG_WAIT:0] wait_level;
	wire [8:0] last_byte = s_bytes + {{9-LG_BEAT{1'b0}}, s_addr[LG_BEAT-1:0]} - 9'd1;
	reg [LG_WAIT:0] waiting_q;       // asked for, or allowed and not yet on the bus

	sync_fifo #(.W(USER_N + 61 + 10), .LG_DEPTH(LG_WAIT)) waiting (
		.clk(clk), .rst(rst),
		.s_valid(s_answer && s_answer_ok), .s_ready(wait_room), .s_data({s_user, s_addr[63:3], last_byte[8:3], s_phase, s_page}),
		.m_valid(wait_valid), .m_ready(wait_ready), .m_data({wait_user, wait_addr, wait_last, wait_phase, wait_page}),
		.level(wait_level));

	wire gone = wait_valid && wait_ready;
	assign m_may_ask = !waiting_q[LG_WAIT];

	always @(posedge clk)
		if (rst)
			waiting_q <= 0;
		else
			waiting_q <= waiting_q + {{LG_WAIT{1'b0}}, s_asked} - {{LG_WAIT{1'b0}}, gone}
				- {{LG_WAIT{1'b0}}, s_answer && !s_answer_ok};

	// The address channel: descriptors first, they are few and others wait for them.
	reg ar_q;
	reg [63:LG_BEAT] addr_q;
	reg [5:0] beats_q;               // of the burst, less 1
	reg [2:0] page_q;
	wire open_ready;
	wire take = open_ready && (!ar_q || m_axi_arready);

	assign s_desc_ready = take;
	assign wait_ready = take && !s_desc_valid;
	assign m_axi_arvalid = ar_q;
	assign m_axi_araddr = {addr_q, {LG_BEAT{1'b0}}};
	assign m_axi_arlen = {2'd0, beats_q};
	assign m_axi_aruser = page_q;

	always @(posedge clk)
		if (rst)
			ar_q <= 1'b0;
		else if (!ar_q || m_axi_arready)
			ar_q <= open_ready && (s_desc_valid || wait_valid);

	always @(posedge clk)
		if (take) begin
			addr_q <= s_desc_valid ? s_desc_addr[63:LG_BEAT] : wait_addr[60:LG_BEAT-3];
			beats_q <= (s_desc_valid ? 6'd7 : wait_last) >> (LG_BEAT - 3);
			page_q <= s_desc_valid ? s_desc_page : wait_page;
		end

	// Bursts under way, in order
	wire open_valid, open_desc, open_phase, open_high;       // open_high: it begins in the upper half of its first beat
	wire [USER_N-1:0] open_user;
	wire [5:0] open_last;            // number of the last word
	wire [LG_OPEN:0] open_level;
	reg [5:0] word_q;                // words of the oldest burst that came
	wire single = !WIDE || open_desc || open_user[USER_N-1]; // its words are given one by one
	wire ends = single ? word_q == open_last : word_q[5:1] == open_last[5:1];
	wire word = m_axi_rvalid && open_valid && !s_word;
	wire last = word && ends;
	wire [USER_N+7:0] open_in, open_out;

	assign open_in = s_desc_valid ? {s_desc_user, 1'b1, 6'd7, 1'b0} : {wait_user, 1'b0, wait_last, wait_phase};
	assign {open_user, open_desc, open_last, open_phase} = open_out;

	generate if (WIDE) begin : halves
		sync_fifo #(.W(USER_N + 9), .LG_DEPTH(LG_OPEN)) under_way (
			.clk(clk), .rst(rst), .s_valid(take && (s_desc_valid || wait_valid)), .s_ready(open_ready),
			.s_data({!s_desc_valid && wait_addr[0], open_in}),
			.m_valid(open_valid), .m_ready(last), .m_data({open_high, open_out}), .level(open_level));
	end else begin : whole
		sync_fifo #(.W(USER_N + 8), .LG_DEPTH(LG_OPEN)) under_way (
			.clk(clk), .rst(rst), .s_valid(take && (s_desc_valid || wait_valid)), .s_ready(open_ready),
			.s_data(open_in), .m_valid(open_valid), .m_ready(last), .m_data(open_out), .level(open_level));
		assign open_high = 1'b0;
	end endgenerate

	// The half of a beat that its first word lies in; a word before the burst's first is left out.
	wire early = open_high && word_q[5:1] == 0;
	wire high = WIDE && (single ? word_q[0] : early);
	wire two = !single && !early && (!ends || open_last[0]);

	assign m_axi_rready = open_valid && !s_word && (!WIDE || !single || word_q[0] || ends);
	assign m_error = m_axi_rvalid && m_axi_rready && m_axi_rresp[1];
	assign m_end = last && !open_desc;
	assign m_end_phase = open_phase;

	always @(posedge clk)
		if (rst || last)
			word_q <= 0;
		else if (word)
			word_q <= word_q + (single ? 6'd1 : 6'd2);

	always @(posedge clk)
		m_word <= rst ? {USER_N{1'b0}} : s_word ? s_word_user
			: word && !(single && early && !word_q[0]) ? open_user : {USER_N{1'b0}};

	always @(posedge clk) begin
		m_word_desc <= s_word || open_desc;
		m_word_n <= s_word ? s_word_n : word_q[2:0];
		m_word_err <= !s_word && m_axi_rresp[1];
		m_word_two <= !s_word && two;
		m_word_data <= m_axi_rdata;
		m_word_data[63:0] <= s_word ? s_word_data : high ? m_axi_rdata[DATA_W-1 -: 64] : m_axi_rdata[63:0];
	end

	wire unused = &{1'b0, wait_room, wait_level, wait_addr[0], open_level, s_desc_addr[3:0], m_axi_rresp[0], last_byte[2:0]};
endmodule

`default_nettype wire
