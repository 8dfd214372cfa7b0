// SPDX-License-Identifier: BSD-3-Clause
//
// dma_quick: the doorbell windows: 4 KiB of write-only memory for each page, behind an AXI4 slave of 64-bit data. A descriptor that the host
// writes there as one burst of 64 bytes, beside its place in the page's ring, starts without being fetched: its words
// go straight to a channel that is idle, as they come. Place i of a window is for descriptors with index i modulo 64.
//
// A descriptor in the window is a hint and no request: the doorbell SEND_PRODUCER comes as well. A hint that does not fit is dropped, and then the
// doorbell has it fetched from memory as ever. A hint fits if it is a single burst of eight whole words at a multiple of 64, in 16
// clocks, if the channel that the words went to stays idle until the last of them, and if dma_sched takes it with the last
// word: no other page waits for a channel, the page has nothing under way, and this descriptor is the next of its ring.
//
// The words go to registers that mean nothing while the channel is idle; it is not reserved for them. So a burst that is never complete,
// that pauses, or that nobody takes, delays no other page and leaves nothing behind. While the next descriptor of a page is coming its
// doorbell does not have it fetched (m_coming). No clock of the port depends on anything but the
// host: a word that would meet one of a descriptor in the card, which goes the same way, spoils its hint. Words from memory wait for those
// of a hint; so at most one burst in 32 clocks is looked at, and memory keeps three quarters of its clocks at least.
//
//      IDLE --address--> BURST --last word--> ANSWER --taken--> IDLE
//
// Invariants (formal/dma_quick.v):
//  1. A hint is offered in the clock of the last word of a burst of eight whole words, and after each of them went, in order, to the same
//     channel, which was idle all the time.
//  2. Each burst gets one answer, each read as many words (0) as it asks for.
`default_nettype none

module dma_quick #(
	parameter QUICK = 1,             // 0: every hint is dropped
	parameter CHANNEL_N = 4          // channels
) (
	input  wire clk,
	input  wire rst,
	// host
	input  wire s_axi_awvalid,
	output wire s_axi_awready,
	input  wire [14:0] s_axi_awaddr,
	input  wire [7:0] s_axi_awlen,
	input  wire [2:0] s_axi_awsize,
	input  wire [1:0] s_axi_awburst,
	input  wire s_axi_wvalid,
	output wire s_axi_wready,
	input  wire [63:0] s_axi_wdata,
	input  wire [7:0] s_axi_wstrb,
	input  wire s_axi_wlast,
	output wire s_axi_bvalid,
	input  wire s_axi_bready,
	output wire [1:0] s_axi_bresp,
	input  wire s_axi_arvalid,
	output wire s_axi_arready,
	input  wire [7:0] s_axi_arlen,
	output wire s_axi_rvalid,
	input  wire s_axi_rready,
	output wire [63:0] s_axi_rdata,
	output wire [1:0] s_axi_rresp,
	output wire s_axi_rlast,
	// words for an idle channel
	input  wire [CHANNEL_N-1:0] s_idle,
	input  wire s_busy,              // dma_fetch has a word
	output wire m_word,
	output wire [2:0] m_word_n,
	output wire [63:0] m_word_data,
	output wire [CHANNEL_N-1:0] m_channel,     // one-hot: it
	output wire [CHANNEL_N-1:0] m_open,        // it keeps the words that came
	// dma_sched
	output wire m_coming,            // words of a hint have come, and the others may
	output wire m_offer,             // one clock: a hint is complete with this word
	output wire [2:0] m_page,
	output wire [5:0] m_index        // modulo 64
);
	localparam [1:0] IDLE = 0, BURST = 1, ANSWER = 2;

	reg [1:0] state_q;
	reg good_q;                      // so far
	reg kept_q;                      // the last word is on its way to the channel
	reg [2:0] word_q;
	reg [4:0] rest_q;                // clocks until another burst is looked at; from 16 on this one is
	reg [2:0] page_q;
	reg [5:0] index_q;
	reg [CHANNEL_N-1:0] channel_q;
	reg read_q;
	reg [7:0] left_q;                // words of the read behind this one

	wire begins = state_q == IDLE && s_axi_awvalid;
	wire beat = state_q == BURST && s_axi_wvalid;
	wire looks = QUICK != 0 && rest_q == 0 && s_axi_awaddr[5:0] == 0 && s_axi_awlen == 8'd7 && s_axi_awsize == 3'd3 && s_axi_awburst == 2'b01;
	wire stays = good_q && rest_q[4] && (channel_q & s_idle) != 0;
	wire fits = stays && !s_busy && &s_axi_wstrb && s_axi_wlast == (word_q == 3'd7);

	assign s_axi_awready = state_q == IDLE;
	assign s_axi_wready = state_q == BURST;
	assign s_axi_bvalid = state_q == ANSWER;
	assign s_axi_bresp = 2'b00;
	assign s_axi_arready = !read_q;
	assign s_axi_rvalid = read_q;
	assign s_axi_rdata = 64'd0;
	assign s_axi_rresp = 2'b00;
	assign s_axi_rlast = left_q == 0;
	assign m_word = beat && fits;
	assign m_word_n = word_q;
	assign m_word_data = s_axi_wdata;
	assign m_channel = channel_q;
	assign m_open = (state_q == BURST && good_q) || kept_q ? channel_q : {CHANNEL_N{1'b0}};
	assign m_coming = state_q == BURST && stays;
	assign m_offer = m_word && s_axi_wlast;
	assign m_page = page_q;
	assign m_index = index_q;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= begins ? BURST : IDLE;
			BURST:   state_q <= beat && s_axi_wlast ? ANSWER : BURST;
			default: state_q <= s_axi_bready ? IDLE : ANSWER;
		endcase

	always @(posedge clk)
		if (begins) begin
			page_q <= s_axi_awaddr[14:12];
			index_q <= s_axi_awaddr[11:6];
			channel_q <= s_idle & ~(s_idle - {{CHANNEL_N-1{1'b0}}, 1'b1});
		end

	always @(posedge clk)
		if (begins)
			good_q <= looks && !rst;
		else
			good_q <= QUICK != 0 && !rst && (beat ? fits && !s_axi_wlast : stays);

	always @(posedge clk)
		if (rst)
			rest_q <= 0;
		else if (begins && looks)
			rest_q <= 5'd31;
		else if (rest_q != 0)
			rest_q <= rest_q - 5'd1;

	always @(posedge clk) begin
		word_q <= begins ? 3'd0 : word_q + {2'd0, beat};
		kept_q <= m_offer && !rst;
	end

	always @(posedge clk)
		if (rst)
			read_q <= 1'b0;
		else if (!read_q || s_axi_rready)
			read_q <= read_q ? left_q != 0 : s_axi_arvalid;

	always @(posedge clk)
		if (!read_q)
			left_q <= s_axi_arlen;
		else if (s_axi_rready)
			left_q <= left_q - 8'd1;
endmodule

`default_nettype wire
