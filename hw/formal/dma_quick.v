// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_quick.v rtl/dma_sched.v
// prove: induction 4
// prove: cover 24
// prove: fail 20 BROKEN=1
// prove: fail 20 BROKEN=2
//
// Doorbell windows and the grants of two channels, under any bursts, doorbells and ends of descriptors.
//  * A hint is offered with the last word of a burst of eight whole words at a multiple of 64, and each of the eight went, in order, to one
//    channel, which was idle from the burst's address on: so none that is partial, or whose words are elsewhere, starts.
//  * It is granted to that channel, in the clock after its last word, while that is idle and nothing else is granted.
//  * No page is held by two channels. A hint is granted only for the next descriptor of its page: one of any page is followed from the
//    doorbell or hint that starts it to its end, and started once.
//  * No word of a hint comes in a clock of one of a descriptor in the card.
//  * A burst gets one answer, a read as many words as it asks for; both stay until taken. An address waits for an answer only, a word
//    only for its address.
//  * A hint is granted only while no page waits for a channel, and bursts are looked at with 31 clocks between them at least.
//  * A doorbell waits for the rest of its descriptor for 16 clocks at most.
// Assumed: lengths of bursts are those of their addresses; of a channel, that it begins with a grant and ends by being idle or asking again.
//
// BROKEN = 1: a channel that takes words while it is not idle is found; 2: the claim that no hint is ever granted is refuted.
`default_nettype none

module dma_quick_fv #(
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst_any,
	input wire awvalid,
	input wire [14:0] awaddr,
	input wire [7:0] awlen,
	input wire [2:0] awsize,
	input wire [1:0] awburst,
	input wire wvalid,
	input wire [63:0] wdata,
	input wire [7:0] wstrb,
	input wire wlast,
	input wire bready,
	input wire arvalid,
	input wire [7:0] arlen,
	input wire rready,
	input wire busy,                 // dma_fetch has a word
	input wire [7:0] enable,
	input wire [7:0] cpl_room,
	input wire [7:0] pending_any,
	input wire [63:0] card_pending,
	input wire [8*16-1:0] index_any,
	input wire [7:0] ahead,
	input wire [1:0] ends,           // a channel ends its descriptor ...
	input wire [1:0] agains,         // ... and asks for the next
	input wire [1:0] skip,
	input wire [1:0] over,
	input wire [7:0] starts_card,    // a doorbell of descriptors in the card
	input wire rings                 // the doorbell of the page that is followed
);
	localparam N = 2;
	reg first_q = 1'b1;
	wire rst = first_q || rst_any;
	wire awready, wready, bvalid, arready, rvalid, rlast, word, coming, offer;
	wire [1:0] bresp, rresp, open, channel;
	wire [63:0] rdata, word_data;
	wire [2:0] word_n, page, m_page, m_slot;
	wire [5:0] index;
	wire [7:0] reserve, held, taken;
	wire [N-1:0] grant, deny, quick;
	wire wanted, m_card, m_skip, m_resume;
	(* hierconn *) wire [1:0] \sched.state_q ;
	(* hierconn *) wire [N-1:0] \sched.channel_q ;
	(* hierconn *) wire \sched.again_q ;
	(* hierconn *) wire \sched.hit_q ;
	(* hierconn *) wire [2:0] \sched.page_q ;
	(* hierconn *) wire [7:0] \sched.fit_q ;
	(* hierconn *) wire [7:0] \sched.go_q ;
	(* hierconn *) wire [7:0] \sched.go_card_q ;
	(* hierconn *) wire [23:0] \sched.go_slot_q ;
	wire [2:0] go_slot = \sched.go_slot_q >> (3 * one);
	(* hierconn *) wire [2:0] \dut.word_q ;
	(* hierconn *) wire \dut.good_q ;
	(* hierconn *) wire [1:0] \dut.state_q ;
	(* hierconn *) wire [4:0] \dut.rest_q ;
	(* hierconn *) wire \dut.looks ;
	(* hierconn *) wire \dut.read_q ;
	(* hierconn *) wire [7:0] \dut.left_q ;

	// Channels: idle, at work, or asking for the next descriptor of their page.
	reg [N-1:0] work_q = 0, again_q = 0, card_q = 0;
	reg [2:0] page_q [0:N-1];
	reg [2:0] slot_q [0:N-1];
	wire [N-1:0] idle = ~(work_q | again_q);

	// The page that is followed, any: descriptors written, done, and begun.
	(* anyconst *) reg [2:0] one;
	reg [15:0] prod_q = 0, cons_q = 0;
	reg begun_q = 0;                     // the one at cons_q was given to a channel
	wire [7:0] mine = 8'd1 << one;
	wire [7:0] pending = (pending_any & ~mine) | (prod_q != cons_q ? mine : 8'd0);
	reg [7:0] cards_q = 0;               // its descriptors in the card
	wire [8*16-1:0] indices;
	wire [63:0] cards;
	genvar p;
	generate for (p = 0; p < 8; p = p + 1) begin : places
		assign indices[16*p +: 16] = one == p ? cons_q : index_any[16*p +: 16];
		assign cards[8*p +: 8] = one == p ? cards_q : card_pending[8*p +: 8];
	end endgenerate

	dma_quick #(.CHANNEL_N(N)) dut (.clk(clk), .rst(rst), .s_axi_awvalid(awvalid), .s_axi_awready(awready), .s_axi_awaddr(awaddr),
		.s_axi_awlen(awlen), .s_axi_awsize(awsize), .s_axi_awburst(awburst), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
		.s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast), .s_axi_bvalid(bvalid), .s_axi_bready(bready), .s_axi_bresp(bresp),
		.s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_arlen(arlen), .s_axi_rvalid(rvalid), .s_axi_rready(rready),
		.s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast), .s_idle(BROKEN == 1 ? 2'b11 : idle), .s_busy(busy), .m_word(word),
		.m_word_n(word_n), .m_word_data(word_data), .m_channel(channel), .m_open(open), .m_coming(coming), .m_offer(offer),
		.m_page(page), .m_index(index));

	dma_sched #(.CHANNEL_N(N)) sched (.clk(clk), .rst(rst), .enable(enable), .cpl_room(cpl_room), .send_pending(pending),
		.card_pending(cards), .m_reserve(reserve), .busy(held), .s_coming(coming), .s_offer(offer), .s_offer_page(page),
		.s_offer_index(index), .s_offer_channel(channel), .send_ahead(ahead), .send_index(indices), .m_taken(taken), .m_quick(quick),
		.s_idle(idle), .s_again(again_q), .s_page({page_q[1], page_q[0]}), .s_card(card_q), .s_slot({slot_q[1], slot_q[0]}),
		.s_skip(skip), .s_over(over), .s_yield(2'b00), .m_wanted(wanted), .m_grant(grant), .m_deny(deny), .m_page(m_page),
		.m_card(m_card), .m_slot(m_slot), .m_skip(m_skip), .m_resume(m_resume));

	wire [N-1:0] ended = work_q & ends;
	reg has_one;                         // a channel is at work on a descriptor of the ring of this page
	reg done;                            // it ends
	reg [7:0] card_done;                 // one in the card ends
	integer c;
	always @(*) begin
		has_one = 0;
		done = 0;
		for (c = 0; c < N; c = c + 1)
			if (work_q[c] && page_q[c] == one && !card_q[c]) begin
				has_one = 1;
				done = done | ended[c];
			end
	end
	always @(*) begin
		card_done = 0;
		for (c = 0; c < N; c = c + 1)
			if (ended[c] && page_q[c] == one && card_q[c])
				card_done = card_done | (8'd1 << slot_q[c]);
	end
	wire starts = (grant != 0 || quick != 0) && m_page == one && !m_card;

	always @(posedge clk) begin
		first_q <= 1'b0;
		for (c = 0; c < N; c = c + 1)
			if (rst) begin
				work_q[c] <= 1'b0;
				again_q[c] <= 1'b0;
			end else if (grant[c] || quick[c]) begin
				work_q[c] <= 1'b1;
				again_q[c] <= 1'b0;
				page_q[c] <= m_page;
				card_q[c] <= m_card;
				slot_q[c] <= m_slot;
			end else if (deny[c])
				again_q[c] <= 1'b0;
			else if (ended[c]) begin
				work_q[c] <= 1'b0;
				again_q[c] <= agains[c];
			end
		if (rst) begin
			prod_q <= 0;
			cons_q <= 0;
			cards_q <= 0;
			begun_q <= 0;
		end else begin
			prod_q <= prod_q + (rings && prod_q - cons_q < 16'd32 || (taken & mine) != 0 && prod_q == cons_q);
			cons_q <= cons_q + done;
			cards_q <= (cards_q & ~card_done) | starts_card;
			begun_q <= starts || (begun_q && !done);
		end
	end

	// The burst under way: its shape, the words written so far, and the channel that the words went to.
	reg [1:0] f_state_q = 0;             // 0 none, 1 words, 2 answer
	reg f_whole_q = 0;                   // all of it, so far
	reg [7:0] f_left_q, f_n_q;
	reg [N-1:0] f_to_q, f_idle_q;        // where the words went; idle from the address on
	reg [4:0] f_wait_q = 0;              // clocks in which a doorbell may have waited
	reg [4:0] f_since_q = 5'd31;         // clocks since the address of the last burst that was looked at, 31 and more as 31
	reg b_q = 0, r_q = 0;
	always @(posedge clk) begin
		b_q <= !rst && bvalid && !bready;
		r_q <= !rst && rvalid && !rready;
		f_since_q <= rst ? 5'd31 : awvalid && awready && \dut.looks ? 5'd0 : f_since_q + (f_since_q != 5'd31);
		f_wait_q <= rst || !coming ? 5'd0 : f_wait_q + 5'd1;
		if (rst)
			f_state_q <= 0;
		else if (awvalid && awready) begin
			f_state_q <= 1;
			f_whole_q <= awaddr[5:0] == 0 && awlen == 8'd7 && awsize == 3'd3 && awburst == 2'b01;
			f_left_q <= awlen;
			f_n_q <= 0;
			f_to_q <= 0;
			f_idle_q <= idle;
		end else if (wvalid && wready) begin
			f_state_q <= wlast ? 2'd2 : 2'd1;
			f_whole_q <= f_whole_q && word && &wstrb && word_n == f_n_q[2:0] && (f_n_q == 0 || f_to_q == channel);
			f_left_q <= f_left_q - 8'd1;
			f_n_q <= f_n_q + 8'd1;
			f_to_q <= channel;
			f_idle_q <= f_idle_q & idle;
		end else begin
			f_idle_q <= f_idle_q & idle;
			if (bvalid && bready)
				f_state_q <= 0;
		end
	end

	reg [N-1:0] f_offer_q = 0;           // offered and taken in the clock before, to this channel
	reg [2:0] f_page_q;
	always @(posedge clk) begin
		f_offer_q <= !rst && taken != 0 ? channel : 2'b00;
		f_page_q <= page;
	end

	always @(*) begin
		if (first_q)
			assume (rst);
		assume (!rst || enable == 0);                                                        // pages are off
		assume (!(wvalid && f_state_q == 1) || wlast == (f_left_q == 0));
		if (!first_q && !rst) begin
			assert (f_state_q == \dut.state_q );
			// A hint is whole, and its words were with one idle channel.
			if (\dut.good_q && f_state_q == 1)
				assert (f_whole_q && f_n_q == {5'd0, \dut.word_q } && f_left_q + f_n_q == 8'd7 && (f_n_q == 0 || f_to_q == channel)
					&& (channel & (channel - 1'b1)) == 0);
			if (\dut.good_q && f_state_q == 1 && BROKEN == 0 && channel != 0)
				assert ((channel & f_idle_q) == channel || (channel & idle) == 0);
			assert (!word || (f_state_q == 1 && wvalid && !busy));
			assert (!word || (channel & idle) != 0);
			if (offer) begin
				assert (f_whole_q && f_n_q == 8'd7 && wlast && &wstrb && f_to_q == channel && channel != 0);
				assert ((channel & f_idle_q & idle) == channel);
			end
			assert (taken == 0 || (offer && taken == 8'd1 << page));
			// Grants.
			assert ((\sched.state_q ) <= 2'd2);
			assert (quick == f_offer_q && (quick == 0 || m_page == f_page_q));
			assert (quick == 0 || (grant == 0 && deny == 0 && !m_card));
			assert ((grant & (grant - 1'b1)) == 0 && (quick & ~idle) == 0);
			assert ((grant & work_q) == 0 && (grant & deny) == 0);
			assert ((grant | quick | deny) == 0 || \sched.state_q == 2'd2);
			assert ((work_q & again_q) == 0);
			assert (deny == 0 || (deny & again_q) == deny);
			if (\sched.state_q == 2'd1) begin
				assert (\sched.channel_q != 0 && (\sched.channel_q & (\sched.channel_q - 1'b1)) == 0);
				assert (\sched.again_q ? (\sched.channel_q & again_q) != 0 : (\sched.channel_q & idle) != 0);
				assert (\sched.again_q || !\sched.hit_q || \sched.page_q != one || !held[one]);
			end
			assert (!\sched.fit_q [one] || !held[one] || \sched.state_q == 2'd2);
			for (c = 0; c < N; c = c + 1) begin
				assert (idle[c] || page_q[c] != one || (deny[c] ? !held[one] : held[one]));
				assert (!(grant[c] && again_q[c]) || m_page == page_q[c]);
			end
			assert (idle[0] || idle[1] || page_q[0] != page_q[1] || page_q[0] != one);     // one channel a page
			for (c = 0; c < N; c = c + 1)
				if ((grant[c] || quick[c]) && m_page == one) begin
					assert (held[one]);
					assert (idle[1-c] || page_q[1-c] != one);
				end
			// A page that is given has a descriptor.
			assert (!\sched.fit_q [one] || held[one] || prod_q != cons_q || cards_q != 0);
			assert (!(\sched.state_q == 2'd1 && !\sched.again_q && \sched.hit_q && \sched.page_q == one) || prod_q != cons_q || cards_q != 0);
			assert (!\sched.go_q [one] || !held[one]);
			assert (!\sched.go_q [one] || (\sched.go_card_q [one] ? cards_q[go_slot] : prod_q != cons_q));
			// Each descriptor of the ring once.
			assert (prod_q - cons_q <= 16'd33);
			assert (begun_q == has_one);
			assert (!has_one || prod_q != cons_q);
			assert ((taken & mine) == 0 || (!begun_q && cons_q[5:0] == index && cards_q == 0));
			assert (!starts || (!begun_q && prod_q != cons_q));
			assert (\dut.rest_q == 5'd31 - f_since_q);
			assert (!(awvalid && awready && \dut.looks ) || f_since_q == 5'd31);
			assert (taken == 0 || (again_q == 0 && \sched.fit_q == 0));
			assert (!coming || f_wait_q < 5'd16);
			assert (!coming || {1'b0, f_wait_q} + {1'b0, \dut.rest_q } == 6'd31);
			// The port.
			assert (awready == (f_state_q == 0) && wready == (f_state_q == 1) && bvalid == (f_state_q == 2));
			assert (bresp == 0 && rresp == 0 && rdata == 0);
			assert (!b_q || bvalid);
			assert (!r_q || rvalid);
			assert (rlast == (\dut.left_q == 0) && arready == !\dut.read_q && rvalid == \dut.read_q );
			assert (BROKEN != 2 || quick == 0);
		end
	end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (quick != 0 && m_page == one);                                             // a hint starts a descriptor
			cover (taken != 0 && pending[page]);                                             // after its doorbell
			cover (offer && taken == 0);                                                     // it does not fit
			cover (f_state_q == 1 && f_n_q == 8'd7 && wvalid && wready && !offer);           // it is spoilt
			cover (f_state_q == 1 && f_n_q == 8'd3 && grant != 0);                           // another page is served meanwhile
			cover (rvalid && rready && !rlast);
			cover (done && prod_q - cons_q == 16'd1);                                        // it ends
		end
endmodule

`default_nettype wire
