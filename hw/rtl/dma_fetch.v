// SPDX-License-Identifier: BSD-3-Clause
//
// dma_fetch: gets descriptors for the channels, from a page's ring in host memory (a read of 64 bytes for dma_read) or from
// the memory of 8 descriptors a page in the card, which it holds and the registers write. It does
// not interpret them. Channels take turns: chains in the card ask for their next descriptor sooner than it gives all of them one.
//
//      IDLE --card--> CARD (8 words, one a clock) --> IDLE
//        \---ring---> BASE --base known--> READ --taken by dma_read--> IDLE
//
//  IDLE -> CARD, BASE  a channel asks; it is answered with s_fetch at once
//  CARD -> IDLE        the last word was read
//  BASE -> READ        dma_rings gave the ring's base
//  READ -> IDLE        dma_read took the address
`default_nettype none

module dma_fetch #(
	parameter CHANNEL_N = 4          // channels
) (
	input  wire clk,
	input  wire rst,
	// registers: block DESC
	input  wire bus_valid,           // held until bus_ready
	input  wire bus_write,
	input  wire [2:0] bus_page,
	input  wire [8:2] bus_addr,
	input  wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	// channels
	input  wire [CHANNEL_N-1:0] s_fetch,
	output wire [CHANNEL_N-1:0] m_fetch,       // one clock: taken
	input  wire [3*CHANNEL_N-1:0] s_page,
	input  wire [CHANNEL_N-1:0] s_card,
	input  wire [3*CHANNEL_N-1:0] s_slot,      // in the card
	// pages
	input  wire [8*16-1:0] send_index,
	input  wire [8*4-1:0] send_lg,
	// dma_rings
	output wire m_ask,
	output wire [2:0] m_ask_page,
	input  wire s_ack,
	input  wire [63:0] s_base,
	// dma_read: 64 bytes of a ring
	output wire m_read_valid,
	input  wire m_read_ready,
	output wire [63:0] m_read_addr,
	output wire [2:0] m_read_page,
	output wire [CHANNEL_N-1:0] m_channel,     // one-hot: the channel served
	// words of a descriptor in the card
	output wire m_word,
	output wire [2:0] m_word_n,
	output wire [63:0] m_word_data
);
	localparam [1:0] IDLE = 0, CARD = 1, BASE = 2, READ = 3;

	(* no_rw_check *) reg [31:0] low [0:511];
	(* no_rw_check *) reg [31:0] high [0:511];
	reg [31:0] low_q, high_q;
	reg [1:0] state_q;
	reg [CHANNEL_N-1:0] channel_q;
	reg [2:0] page_q, slot_q, word_q, got_q;
	reg card_word_q, bus_q;
	reg [63:0] addr_q;

	wire [CHANNEL_N-1:0] pick;
	wire start = state_q == IDLE && s_fetch != 0 && !card_word_q;
	wire bus = bus_valid && !bus_q && state_q != CARD;
	wire [8:0] at = state_q == CARD ? {page_q, slot_q, word_q} : {bus_page, bus_addr[8:3]};

	dma_pick #(.N(CHANNEL_N)) turn (
		.clk(clk), .rst(rst), .s_want(s_fetch), .s_take(start), .m_pick(pick));

	reg [2:0] page, slot;
	reg card;
	integer c;
	always @* begin
		page = 0;
		slot = 0;
		card = 0;
		for (c = 0; c < CHANNEL_N; c = c + 1)
			if (pick[c]) begin
				page = s_page[3*c +: 3];
				slot = s_slot[3*c +: 3];
				card = s_card[c];
			end
	end

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= !start ? IDLE : card ? CARD : BASE;
			CARD:    state_q <= word_q == 3'd7 ? IDLE : CARD;
			BASE:    state_q <= s_ack ? READ : BASE;
			default: state_q <= m_read_ready ? IDLE : READ;
		endcase

	always @(posedge clk)
		if (start) begin
			channel_q <= pick;
			page_q <= page;
			slot_q <= slot;
		end

	always @(posedge clk)
		word_q <= state_q == CARD ? word_q + 3'd1 : 3'd0;

	// The ring is aligned to its size: index bits replace those of the base.
	wire [15:0] index = send_index[16*page_q +: 16];
	wire [15:0] mask = ~(16'hffff << send_lg[4*page_q +: 4]);
	always @(posedge clk)
		if (s_ack)
			addr_q <= {s_base[63:22], (s_base[21:6] & ~mask) | (index & mask), 6'd0};

	always @(posedge clk)
		if (bus && bus_write && !bus_addr[2])
			low[at] <= bus_wdata;

	always @(posedge clk)
		if (bus && bus_write && bus_addr[2])
			high[at] <= bus_wdata;

	// A word that is written is not read in that clock.
	always @(posedge clk)
		if (!(bus && bus_write)) begin
			low_q <= low[at];
			high_q <= high[at];
		end

	always @(posedge clk) begin
		bus_q <= bus && !rst;
		card_word_q <= state_q == CARD && !rst;
		got_q <= word_q;
	end

	wire unused = &{1'b0, s_base[5:0]};

	assign bus_ready = bus_q;
	assign bus_rdata = bus_addr[2] ? high_q : low_q;
	assign m_fetch = start ? pick : {CHANNEL_N{1'b0}};
	assign m_ask = state_q == BASE && !s_ack;
	assign m_ask_page = page_q;
	assign m_read_valid = state_q == READ;
	assign m_read_addr = addr_q;
	assign m_read_page = page_q;
	assign m_channel = channel_q;
	assign m_word = card_word_q;
	assign m_word_n = got_q;
	assign m_word_data = {high_q, low_q};
endmodule

`default_nettype wire
