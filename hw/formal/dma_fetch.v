// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_fetch.v rtl/dma_pick.v
// prove: induction 3 CHANNEL_N=2
// prove: induction 3
// prove: cover 18
// prove: fail 16 BROKEN=1
//
// dma_fetch under any registers, channels and answers. A word is never read in the clock in which one is written, so
// no_rw_check is right. The eight words of a descriptor in the card go to the channel that was taken, each once, in
// order, read at its place. No word goes to a channel before. While a channel asks, each other one is taken once at most.
//
// BROKEN = 1: the claim that a descriptor never ends is refuted.
`default_nettype none

module dma_fetch_fv #(
	parameter CHANNEL_N = 4,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire bus_valid,
	input wire bus_write,
	input wire [2:0] bus_page,
	input wire [8:2] bus_addr,
	input wire [31:0] bus_wdata,
	input wire [CHANNEL_N-1:0] s_fetch,
	input wire [3*CHANNEL_N-1:0] s_page,
	input wire [CHANNEL_N-1:0] s_card,
	input wire [3*CHANNEL_N-1:0] s_slot,
	input wire [8*16-1:0] send_index,
	input wire [8*4-1:0] send_lg,
	input wire s_ack,
	input wire [63:0] s_base,
	input wire m_read_ready
);
	wire bus_ready, m_ask, m_read_valid, m_word;
	wire [31:0] bus_rdata;
	wire [CHANNEL_N-1:0] m_fetch, m_channel;
	wire [2:0] m_ask_page, m_word_n;
	wire [63:0] m_read_addr, m_word_data;
	(* hierconn *) wire [1:0] \dut.state_q ;
	wire m_hold = \dut.state_q == 2'd1;          // a word is read
	(* hierconn *) wire \dut.bus ;
	(* hierconn *) wire [8:0] \dut.at ;
	(* hierconn *) wire [2:0] \dut.word_q ;
	(* hierconn *) wire [2:0] \dut.page_q ;
	(* hierconn *) wire [2:0] \dut.slot_q ;

	dma_fetch #(.CHANNEL_N(CHANNEL_N)) dut (.clk(clk), .rst(rst), .bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page),
		.bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_ready(bus_ready), .bus_rdata(bus_rdata), .s_fetch(s_fetch),
		.m_fetch(m_fetch), .s_page(s_page), .s_card(s_card), .s_slot(s_slot), .send_index(send_index), .send_lg(send_lg),
		.m_ask(m_ask), .m_ask_page(m_ask_page), .s_ack(s_ack), .s_base(s_base), .m_read_valid(m_read_valid),
		.m_read_ready(m_read_ready), .m_read_addr(m_read_addr), .m_channel(m_channel), .m_word(m_word),
		.m_word_n(m_word_n), .m_word_data(m_word_data));

	// The request: the place of the descriptor, and how many of its words have come.
	reg first_q = 1'b1;
	reg card_q = 1'b0;                       // one in the card is under way
	reg [CHANNEL_N-1:0] whose_q;
	reg [5:0] place_q;                       // {page, slot}
	reg [3:0] came_q;
	reg wrote_q = 1'b0;
	reg [8:0] at_q;
	reg [5:0] place;
	reg card;
	integer c;

	always @(*) begin
		place = 0;
		card = 0;
		for (c = CHANNEL_N - 1; c >= 0; c = c - 1)
			if (m_fetch[c]) begin
				place = {s_page[3*c +: 3], s_slot[3*c +: 3]};
				card = s_card[c];
			end
	end

	always @(posedge clk) begin
		first_q <= 1'b0;
		wrote_q <= \dut.bus && bus_write;
		at_q <= \dut.at ;
		if (rst) begin
			card_q <= 1'b0;
		end else if (m_fetch != 0) begin
			card_q <= card;
			whose_q <= m_fetch;
			place_q <= place;
			came_q <= 0;
		end else if (m_word) begin
			card_q <= came_q != 4'd7;
			came_q <= came_q + 4'd1;
		end
	end

	// A channel that asks, any, and how many others were taken meanwhile: no more than lie between it and the one taken last.
	(* anyconst *) reg [1:0] one;
	(* hierconn *) wire [CHANNEL_N-1:0] \dut.turn.last_q ;
	reg [2:0] others_q = 0;
	wire asks = s_fetch[one] && !m_fetch[one];
	reg [1:0] last;
	integer k;

	always @(*) begin
		last = 0;
		for (k = 0; k < CHANNEL_N; k = k + 1)
			if (\dut.turn.last_q [k])
				last = k;
	end
	wire [2:0] between = last >= one ? last - one : last + CHANNEL_N - one;

	always @(posedge clk)
		others_q <= rst || !asks ? 3'd0 : others_q + (m_fetch != 0);

	always @(*) begin
		assume (one < CHANNEL_N);
		if (!first_q) begin
			assert (\dut.turn.last_q != 0 && (\dut.turn.last_q & (\dut.turn.last_q - 1'b1)) == 0);
			assert (others_q <= between);
			assert (others_q < CHANNEL_N);
			cover (others_q == CHANNEL_N - 1 && m_fetch[one]);
		end
	end

	always @(*) begin
		if (first_q)
			assume (rst);
		else begin
			assert ((m_fetch & (m_fetch - 1'b1)) == 0 && (m_fetch & ~s_fetch) == 0);
			assert (m_fetch == 0 || (!m_word && !m_hold && !m_read_valid && !card_q));
			if (m_word)
				assert (card_q && !wrote_q && at_q == {place_q, came_q[2:0]} && m_word_n == came_q[2:0] && m_channel == whose_q);
			assert (!card_q || came_q <= 4'd7);
			assert (!card_q || m_hold || m_word);
			assert (!m_hold || (card_q && came_q + m_word == {1'b0, \dut.word_q }));
			assert (!m_hold || (\dut.page_q == place_q[5:3] && \dut.slot_q == place_q[2:0]));
			assert (!card_q || m_channel == whose_q);
			assert (m_hold || !m_word || came_q == 4'd7);
			assert (!(m_hold && (m_ask || m_read_valid)));
			assert (!(\dut.bus && m_hold));
			assert (!m_read_valid || m_read_addr[5:0] == 6'd0);   // a burst within 4 KiB
			assert (BROKEN == 0 || !(m_word && came_q == 4'd7));
		end
	end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (m_word && came_q == 4'd7);                                                // a whole descriptor from the card
			cover ((s_fetch & (s_fetch - 1'b1)) != 0 && m_fetch != 0);                       // several ask, one gets it
			cover (bus_valid && !bus_ready && m_hold);                                       // the registers wait for a descriptor
			cover (m_read_valid && !m_read_ready);                                           // host memory is not ready
			cover (wrote_q && card_q);                                                       // one in the card after a write
		end
endmodule

`default_nettype wire
