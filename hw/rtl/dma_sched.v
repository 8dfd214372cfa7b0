// SPDX-License-Identifier: BSD-3-Clause
//
// dma_sched: gives pages that have descriptors to idle channels, round robin. A page is held by one channel at a time, so its
// descriptors are done in order. A channel at the end of a descriptor with CHAIN asks for the next of the same page and gets
// it without waiting in turn. A grant takes a place in the page's completion ring; without a free place there is no
// grant, so a page whose host does not read its completions waits alone.
//
// No page holds a channel for longer than a turn while others wait (m_wanted): a channel yields in
// the middle of a long descriptor, and a chain that has used its turn up is denied its next. The
// page then goes on at that very descriptor when its turn comes again (go_*).
//
// Three clocks a grant, two with a descriptor in a doorbell window (CHOOSE, REST): CHOOSE (registered masks, which are one clock old), GIVE, REST (the masks
// show the grant).
`default_nettype none

module dma_sched #(
	parameter CHANNEL_N = 4          // channels
) (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] enable,        // pages: on
	input  wire [7:0] cpl_room,      // pages: a completion has a place
	input  wire [7:0] send_pending,  // pages: descriptors in the ring
	input  wire [63:0] card_pending, // 8 bits for each page: descriptors in the card
	output wire [7:0] m_reserve,     // one clock: a place in the page's completion ring
	output wire [7:0] busy,          // pages held by a channel
	// dma_quick: a descriptor whose words are with an idle channel. It is granted only if no other page waits for a channel; its
	// page has nothing under way, continues no chain, and is at this descriptor, whether its doorbell has come or not.
	input  wire s_coming,            // they come: a doorbell of that descriptor waits
	input  wire s_offer,             // one clock: it is complete
	input  wire [2:0] s_offer_page,
	input  wire [5:0] s_offer_index, // modulo 64
	input  wire [CHANNEL_N-1:0] s_offer_channel, // one-hot: idle
	input  wire [7:0] send_ahead,    // pages whose last one was not confirmed yet
	input  wire [8*16-1:0] send_index,
	output wire [7:0] m_taken,       // one clock: taken
	output reg  [CHANNEL_N-1:0] m_quick,       // one clock, later: m_page is granted with it
	// channels
	input  wire [CHANNEL_N-1:0] s_idle,
	input  wire [CHANNEL_N-1:0] s_again,       // held until m_grant or m_deny: next of the same page
	input  wire [3*CHANNEL_N-1:0] s_page,      // that it holds
	input  wire [CHANNEL_N-1:0] s_card,        // it was a descriptor in the card ...
	input  wire [3*CHANNEL_N-1:0] s_slot,      // ... of this number
	input  wire [CHANNEL_N-1:0] s_skip,        // its chain has failed
	input  wire [CHANNEL_N-1:0] s_over,        // it has used its turn up
	input  wire [CHANNEL_N-1:0] s_yield,       // one clock, at most one: it lets its page go within a descriptor
	output wire m_wanted,            // a page waits for a channel
	output reg  [CHANNEL_N-1:0] m_grant,       // one clock
	output reg  [CHANNEL_N-1:0] m_deny,        // one clock: the page is let go
	output reg  [2:0] m_page,
	output reg  m_card,
	output reg  [2:0] m_slot,
	output reg  m_skip,              // the chain that goes on here has failed
	output reg  m_resume             // the descriptor goes on where its last turn ended
);
	localparam [1:0] CHOOSE = 0, GIVE = 1, REST = 2;

	reg [1:0] state_q;
	reg [7:0] fit_q;                 // pages that may be given
	reg [2:0] last_q;                // page given last
	reg [2:0] page_q;
	reg [CHANNEL_N-1:0] channel_q;   // one-hot: the channel to grant
	reg again_q, hit_q;
	reg [7:0] held_q;
	reg wanted_q;
	reg [7:0] go_q;                  // pages whose turn ended within a descriptor or chain: go on ...
	reg [7:0] go_card_q;             // ... in the card ...
	reg [23:0] go_slot_q;            // ... at this number ...
	reg [7:0] go_skip_q;             // ... whose chain has failed ...
	reg [7:0] go_within_q;           // ... within the descriptor
	reg [7:0] skip_q;                // pages whose chain in the ring has failed and waits for its next descriptor

	// Lowest of the pages after last_q that fits.
	wire [7:0] turned = (fit_q >> (last_q + 3'd1)) | (last_q == 3'd7 ? 8'd0 : fit_q << (3'd7 - last_q));
	wire [7:0] low = turned & ~(turned - 8'd1);
	wire [2:0] step = {|low[7:4], |(low & 8'hcc), |(low & 8'haa)};
	wire [CHANNEL_N-1:0] again = s_again & ~(s_again - {{CHANNEL_N-1{1'b0}}, 1'b1});
	wire [CHANNEL_N-1:0] idle = s_idle & ~(s_idle - {{CHANNEL_N-1{1'b0}}, 1'b1});

	reg [2:0] again_page, again_slot;
	reg again_card, again_skip, again_over;
	integer c;
	always @* begin
		again_page = 0;
		again_slot = 0;
		again_card = 0;
		again_skip = 0;
		again_over = 0;
		for (c = 0; c < CHANNEL_N; c = c + 1)
			if (channel_q[c]) begin
				again_page = s_page[3*c +: 3];
				again_slot = s_slot[3*c +: 3];
				again_card = s_card[c];
				again_skip = s_skip[c];
				again_over = s_over[c];
			end
	end

	// The page in question, in state GIVE.
	wire [2:0] page = again_q ? again_page : page_q;
	wire [7:0] cards = card_pending[8*page +: 8];
	wire [7:0] first = cards & ~(cards - 8'd1);
	wire [2:0] first_slot = {|first[7:4], |(first & 8'hcc), |(first & 8'haa)};
	wire may = enable[page] && cpl_room[page];
	wire [2:0] next_slot = again_slot + 3'd1;
	wire more = again_card ? cards[next_slot] : send_pending[page];
	wire go = go_q[page];
	wire card = again_q ? again_card : go ? go_card_q[page] : cards != 0;
	wire rests = again_q && again_over && wanted_q;          // the chain goes on in a later turn
	wire give = state_q == GIVE && may && (again_q ? more && !rests : hit_q);
	wire deny = state_q == GIVE && again_q && !(may && more && !rests);
	wire stay = deny && may && more;
	wire [7:0] page_bit = 8'd1 << page;

	// The one in the window. In CHOOSE no grant is on its way to a channel.
	wire [2:0] quick = s_offer_page;
	wire next = send_index[16*quick +: 6] == s_offer_index;
	wire [7:0] comes = s_coming && next && !go_q[quick] ? 8'd1 << quick : 8'd0;
	wire calm = state_q == CHOOSE && s_again == 0 && fit_q == 0;
	wire takes = s_offer && calm && enable[quick] && cpl_room[quick] && !held_q[quick] && card_pending[8*quick +: 8] == 0
		&& !go_q[quick] && !skip_q[quick] && !send_ahead[quick] && next;

	assign m_wanted = wanted_q;
	assign m_taken = takes ? 8'd1 << quick : 8'd0;

	assign m_reserve = give ? page_bit : m_taken;
	assign busy = held_q;

	always @(posedge clk)
		if (rst)
			state_q <= CHOOSE;
		else case (state_q)
			CHOOSE:  state_q <= takes ? REST : s_again != 0 || (s_idle != 0 && fit_q != 0) ? GIVE : CHOOSE;
			GIVE:    state_q <= REST;
			default: state_q <= CHOOSE;
		endcase

	genvar p;
	generate for (p = 0; p < 8; p = p + 1) begin : fits
		always @(posedge clk)
			fit_q[p] <= enable[p] && cpl_room[p] && !held_q[p] && ((send_pending[p] && !comes[p]) || card_pending[8*p +: 8] != 0);
	end endgenerate

	always @(posedge clk)
		if (state_q == CHOOSE) begin
			again_q <= s_again != 0;
			hit_q <= s_again == 0 && fit_q != 0;
			channel_q <= s_again != 0 ? again : idle;
			page_q <= last_q + 3'd1 + step;
		end

	// Channels that end without CHAIN let their page go by being idle: the page is no longer theirs.
	reg [7:0] theirs;
	always @* begin
		theirs = 0;
		for (c = 0; c < CHANNEL_N; c = c + 1)
			if (!s_idle[c])
				theirs = theirs | (8'd1 << s_page[3*c +: 3]);
	end
	wire [7:0] freed = state_q == CHOOSE ? ~theirs : 8'd0;

	always @(posedge clk)
		if (rst)
			held_q <= 0;
		else if (give)
			held_q <= held_q | page_bit;
		else if (deny)
			held_q <= held_q & ~page_bit;
		else
			held_q <= (held_q & ~freed) | m_taken;

	always @(posedge clk)
		if (rst)
			skip_q <= 0;
		else if (deny)
			skip_q <= (again_skip && !again_card && !stay ? skip_q | page_bit : skip_q) & enable;
		else if (give && !card && !go)
			skip_q <= skip_q & ~page_bit;
		else
			skip_q <= skip_q & enable;

	// Where a page continues after its turn has ended.
	reg [2:0] yield_page, yield_slot;
	reg yield_card;
	always @* begin
		yield_page = 0;
		yield_slot = 0;
		yield_card = 0;
		for (c = 0; c < CHANNEL_N; c = c + 1)
			if (s_yield[c]) begin
				yield_page = s_page[3*c +: 3];
				yield_slot = s_slot[3*c +: 3];
				yield_card = s_card[c];
			end
	end
	wire yields = s_yield != 0;
	wire [7:0] yield_bit = yields ? 8'd1 << yield_page : 8'd0;
	wire [7:0] stay_bit = stay ? page_bit : 8'd0;

	always @(posedge clk)
		if (rst)
			go_q <= 0;
		else
			go_q <= ((go_q & ~(give ? page_bit : 8'd0)) | yield_bit | stay_bit) & enable;

	generate for (p = 0; p < 8; p = p + 1) begin : goes
		always @(posedge clk)
			if (yield_bit[p]) begin
				go_within_q[p] <= 1'b1;
				go_skip_q[p] <= 1'b0;
				go_card_q[p] <= yield_card;
				go_slot_q[3*p +: 3] <= yield_slot;
			end else if (stay_bit[p]) begin
				go_within_q[p] <= 1'b0;
				go_skip_q[p] <= again_skip;
				go_card_q[p] <= again_card;
				go_slot_q[3*p +: 3] <= next_slot;
			end
	end endgenerate

	always @(posedge clk)
		wanted_q <= fit_q != 0 && s_idle == 0;

	always @(posedge clk)
		if (rst)
			last_q <= 0;
		else if (give && !again_q)
			last_q <= page;

	always @(posedge clk) begin
		m_grant <= rst || !give ? {CHANNEL_N{1'b0}} : channel_q;
		m_deny <= rst || !deny ? {CHANNEL_N{1'b0}} : channel_q;
		m_quick <= rst || !takes ? {CHANNEL_N{1'b0}} : s_offer_channel;
		m_page <= takes ? quick : page;
		m_skip <= again_q ? again_skip : go ? go_skip_q[page] : skip_q[page] && !card;
		m_resume <= !again_q && go && go_within_q[page];
		m_card <= card && !takes;
		m_slot <= again_q ? next_slot : go ? go_slot_q[3*page +: 3] : first_slot;
	end
endmodule

`default_nettype wire
