// SPDX-License-Identifier: BSD-3-Clause
//
// dma: moves data between host memory (AXI4 master) and cells. Wiring only.
//
//      windows - dma_quick (descriptors beside their ring) - dma_sched, dma_read
//      bus ---- dma_bus ---+--------+---------+------------+-------------+
//                          |        |         |            |             |
//                      dma_pages  dma_rings  region   stream_table   dma_fetch (card descriptors)
//                          |        |         |            |             |
//          dma_turns - dma_sched    |         |            |             |
//                          |        |         |            |             |
//                 CHANNEL_N x dma_channel ----+--- dma_read <------------+---- AXI AR, R
//                          |             dma_fence      |
//      m_cell <- dma_notice <- dma_narrow <- dma_send  <----|--- words of DATA_W bits
//                          |                  |
//      s_cell -> dma_demux -> dma_widen -> dma_parse -> dma_place -+-> dma_wsel -> dma_write -- AXI AW, W, B
//                   |                                 |  |         |
//      m_req <------+        dma_channel <- dma_serve <-+ dma_cpl -----+      (W = 64, 128)
//
// AXI: 64-bit addresses, DATA_W bits of data, INCR bursts of at most 256 bytes (reads) that never cross 4 KiB, one id, reads
// and writes under way at once; AxSIZE is the full width, the rest as the system likes.
`default_nettype none

module dma #(
	parameter W = 64,                // bits of a word of a cell: 16, 64 or 128
	parameter DATA_W = W == 128 ? 128 : 64,    // bits of the AXI bus, and of payload moved a clock
	parameter CHANNEL_N = 4,         // channels, 1 to 8
	parameter SPAN = 1,              // slots of the longest cell (cell_len); more than 1 with W = 64 alone
	// log2 of the 64-bit words of send buffer of a channel, 6 or more: 2^(LG_BUF - 5) bursts under way, enough for the link's rate
	// with memory 200 clocks away from W = 64 on; at W = 16 as small as it can be. Long cells: two of them more
	parameter LG_BUF = W == 16 ? 6 : W == 64 && SPAN == 1 ? 8 : SPAN == 1 ? 9 : 10,
	parameter LG_READS = W == 16 ? 4 : 5,      // log2 of the reads under way
	parameter LG_WRITES = W == 16 ? 4 : 5,     // log2 of the writes under way
	parameter LG_PLACES = 9,         // log2 of the READs of others that wait (dma_serve)
	parameter RDMA = 0               // 1: the card has an RDMA unit, which uses pages and their windows
) (
	input  wire clk,
	input  wire rst,
	input  wire [9:0] cfg_id,        // this node
	input  wire [9:0] cfg_last,      // nodes of the ring less 1
	input  wire [1:0] link_dead,     // ports {right, left}
	// registers
	input  wire bus_valid,
	input  wire bus_write,
	input  wire [3:0] bus_page,
	input  wire [11:2] bus_addr,
	input  wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	output wire [7:0] ev_cq,         // one clock, a bit for each page: completion record written
	output wire [7:0] ev_rq,         // record in the receive ring
	output wire [7:0] ev_refused,    // something was refused
	output wire [7:0] ev_stuck,      // the host does not take writes
	// cells
	input  wire s_cell_valid,
	output wire s_cell_ready,
	input  wire s_cell_head,
	input  wire s_cell_last,
	input  wire [W-1:0] s_cell_data,
	output wire m_cell_valid,
	input  wire m_cell_ready,
	output wire m_cell_head,
	output wire m_cell_last,
	output wire [W-1:0] m_cell_data,
	output wire [1:0] m_cell_way,    // {Y, X}
	input  wire bulk_room,           // cells of bulk are sent; those of the control class are at any time
	// doorbell windows: 4 KiB for each page, write only
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
	output wire m_req_valid,         // REQ and REPLY cells received
	input  wire m_req_ready,
	output wire m_req_head,
	output wire m_req_last,
	output wire [W-1:0] m_req_data,
	// reduce
	input  wire [7:0] own_room,      // groups that take an operand
	input  wire [31:0] own_owner,    // for each group {on, page}: its owner
	output wire m_own_valid,
	input  wire m_own_ready,
	output wire [2:0] m_own_group,
	output wire m_own_last,
	output wire [63:0] m_own_data,
	input  wire s_res_valid,
	output wire s_res_ready,
	input  wire [2:0] s_res_group,
	input  wire s_res_last,
	input  wire [63:0] s_res_data,
	// the RDMA unit: pages that are on, those of which it has something under way, its addresses (dma_window), its atomic operations
	output wire [7:0] m_enable,
	input  wire [7:0] s_rdma_busy,
	output wire m_rdma_hold,
	input  wire s_rdma_names,
	input  wire [2:0] s_rdma_page,
	input  wire [31:0] s_rdma_high,
	output wire [31:0] m_rdma_high,
	input  wire s_rdma_atomic,       // dma_atomic begins nothing
	output wire m_atomic_busy,       // it has begun
	// host memory
	output wire m_axi_arvalid,
	input  wire m_axi_arready,
	output wire [63:0] m_axi_araddr,
	output wire [7:0] m_axi_arlen,
	output wire [2:0] m_axi_aruser,  // page that the access is for
	input  wire m_axi_rvalid,
	output wire m_axi_rready,
	input  wire [DATA_W-1:0] m_axi_rdata,
	input  wire [1:0] m_axi_rresp,
	input  wire m_axi_rlast,
	output wire m_axi_awvalid,
	input  wire m_axi_awready,
	output wire [63:0] m_axi_awaddr,
	output wire [7:0] m_axi_awlen,
	output wire [2:0] m_axi_awuser,
	output wire m_axi_wvalid,
	input  wire m_axi_wready,
	output wire [DATA_W-1:0] m_axi_wdata,
	output wire [DATA_W/8-1:0] m_axi_wstrb,
	output wire m_axi_wlast,
	input  wire m_axi_bvalid,
	output wire m_axi_bready,
	input  wire [1:0] m_axi_bresp
);
	generate if ((W != 16 && W != 64 && W != 128) || DATA_W != (W == 128 ? 128 : 64) || CHANNEL_N < 1 || CHANNEL_N > 8)
		dma_needs_w_16_64_or_128_and_1_to_8_channels bad_parameter();
	endgenerate

`include "ring_nic_regs.vh"
	localparam C = CHANNEL_N;
	localparam USERS = RDMA != 0 ? 3 : 2;      // of dma_window: region, dma_rings, and the RDMA unit
	localparam QUICK = W != 16;      // descriptors in the doorbell windows are taken
	localparam SERVES = W != 16;     // a channel more, the last one, answers READs
	localparam D = SERVES ? C + 1 : C;
	localparam USER_N = D + 1;       // of dma_read: channels, dma_reduce
	localparam ASK_N = D + 4;        // of region: channels, operands, results, dma_place, dma_atomic
	localparam TELL_N = C + 2;       // of dma_cpl: the same
	localparam TELL_W = 134;
	localparam BYTES_W = SPAN == 1 ? 9 : 11;   // bits of a number of bytes, of words of a cell that is sent
	localparam WORDS_W = SPAN == 1 ? 6 : 8;

	// ---- Registers ---------------------------------------------------------------------------
	wire [7:0] stopped;
	wire [1:0] base_ring;
	wire base_high, base_write, malformed, nowhere, read_error;
	wire [4:0] part_valid, part_ready;
	wire [5*32-1:0] part_rdata;
	wire [7:0] write_error;

	dma_bus #(.W(W)) bus (
		.clk(clk), .rst(rst), .bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page),
		.bus_addr(bus_addr), .bus_wdata(bus_wdata[4:0]), .bus_ready(bus_ready), .bus_rdata(bus_rdata), .timeout(timeout),
		.barred({barred_any, 5'd0, barred_last[15:6], 5'd0, barred_last[5:3], 5'd0, barred_last[2:0]}),
		.stopped(stopped), .ring(base_ring), .ring_high(base_high), .ring_write(base_write),
		.window_write(window_write), .window_ready(window_ready), .window_rdata(window_rdata),
		.part_valid(part_valid), .part_ready(part_ready), .part_rdata(part_rdata),
		.malformed(malformed || nowhere), .unsent(unsent), .read_error(read_error), .write_error(write_error != 0));

	wire [4:0] timeout;
	wire barred_any, unsent;
	wire [15:0] barred_last;
	wire stuck, stuck_now;
	wire window_write, window_ready, window_hold, region_names, rings_names;
	wire [31:0] window_rdata, region_high, rings_high;
	wire [2:0] region_page, rings_page;
	wire [31:0] region_window, rings_window;
	wire [2:0] names = {s_rdma_names, rings_names, region_names};
	wire [3*3-1:0] names_page = {s_rdma_page, rings_page, region_page};
	wire [3*32-1:0] names_high = {s_rdma_high, rings_high, region_high};
	wire [3*32-1:0] windows;
	dma_window #(.USER_N(USERS)) window (
		.clk(clk), .rst(rst), .s_write(window_write), .s_ready(window_ready), .s_lg(bus_addr[2]), .s_page(bus_addr[5:3]), .s_data(bus_wdata),
		.m_data(window_rdata), .m_hold(window_hold), .s_ask(names[USERS-1:0]), .s_of(names_page[3*USERS-1:0]), .s_high(names_high[32*USERS-1:0]),
		.m_high(windows[32*USERS-1:0]));
	assign {rings_window, region_window} = windows[63:0];
	assign m_rdma_high = windows[95:64];
	assign m_rdma_hold = window_hold;
	assign m_enable = enable;
	generate if (RDMA == 0) begin : alone
		assign windows[95:64] = 32'd0;
		wire unused = &{1'b0, s_rdma_busy, s_rdma_atomic, names[2], names_page[8:6], names_high[95:64]};
	end endgenerate

	// ---- Pages -------------------------------------------------------------------------------
	wire [7:0] enable, busy, held, send_pending, recv_room, cpl_room, refusal_room, recv_push, cpl_push, cpl_push_reserved;
	wire [7:0] send_reserve, stream_reserve, stream_release, lost, refused, returned, untold, bad_doorbell;
	reg [7:0] send_done, send_release;
	reg [63:0] card_done, card_next;
	wire [8*16-1:0] send_index, recv_index, cpl_index;
	wire [8*4-1:0] send_lg, recv_lg, cpl_lg;
	wire [63:0] recv_from;
	wire [63:0] card_pending;
	wire [7:0] place_busy, cpl_busy, write_busy, reduce_busy;

	wire [7:0] serve_busy;
	wire [7:0] rdma_busy = RDMA != 0 ? s_rdma_busy : 8'd0;

	assign busy = held | place_busy | cpl_busy | write_busy | reduce_busy | serve_busy | rdma_busy;
	assign ev_refused = refused | lost | returned | bad_doorbell;
	assign ev_stuck = {8{stuck_now}};

	dma_pages pages (
		.clk(clk), .rst(rst), .bus_valid(part_valid[0]), .bus_write(bus_write), .bus_page(bus_page[2:0]),
		.bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_ready(part_ready[0]), .bus_rdata(part_rdata[31:0]),
		.enable(enable), .stopped(stopped), .busy(busy), .serving(held), .stuck(stuck),
		.send_pending(send_pending), .send_index(send_index), .send_lg(send_lg), .card_pending(card_pending),
		.send_done(send_done), .send_quick(quick_taken), .send_ahead(send_ahead), .card_done(card_done), .card_next(card_next),
		.recv_room(recv_room), .recv_index(recv_index), .recv_lg(recv_lg), .recv_from(recv_from), .recv_push(recv_push),
		.cpl_room(cpl_room), .refusal_room(refusal_room), .cpl_index(cpl_index), .cpl_lg(cpl_lg),
		.send_reserve(send_reserve), .stream_reserve(stream_reserve),
		.send_release(send_release), .stream_release(stream_release),
		.cpl_push(cpl_push), .cpl_push_reserved(cpl_push_reserved),
		.lost(lost), .refused(refused), .untold(untold), .bad_doorbell(bad_doorbell));

	wire [2:0] ring_ask, ring_ack;
	wire [2:0] fetch_page, place_page, cpl_page;
	wire [63:0] ring_base;

	dma_rings rings (
		.clk(clk), .rst(rst), .bus_valid(part_valid[1]), .bus_write(base_write), .bus_page(bus_page[2:0]),
		.bus_ring(base_ring), .bus_high(base_high), .bus_wdata(bus_wdata), .bus_ready(part_ready[1]),
		.bus_rdata(part_rdata[63:32]),
		.s_ask(ring_ask), .s_page({cpl_page, place_page, fetch_page}), .m_ack(ring_ack), .m_base(ring_base),
		.s_window_hold(window_hold), .m_window_ask(rings_names), .m_window_page(rings_page), .m_window_high(rings_high), .s_window_high(rings_window));

	// ---- Channels ------------------------------------------------------------------------------
	wire [C-1:0] chain, idle, again, on_card, grant, deny, done, release_n;
	wire [3*C-1:0] channel_page, channel_slot;
	wire [2:0] grant_page, grant_slot;
	wire grant_card, grant_skip, grant_resume, wanted;
	wire [C-1:0] skip, over, yield_n, yielded;
	wire [144*C-1:0] yield_place;
	wire [143:0] grant_place;
	wire [C-1:0] fetch, fetched;
	wire [C-1:0] quick_channel, quick_open, quick_grant;
	wire quick_word, quick_coming, quick_offer;
	wire [2:0] quick_n, quick_page;
	wire [5:0] quick_index;
	wire [63:0] quick_data;
	wire [7:0] quick_taken, send_ahead;
	reg word_quick_q;                // the word of dma_read came from a doorbell window
	wire [USER_N-1:0] word;
	wire word_desc, word_err, word_two;
	wire [2:0] word_n;
	wire [DATA_W-1:0] word_data;
	wire [ASK_N-1:0] ask, asked;
	wire [ASK_N*6-1:0] ask_region;
	wire [ASK_N*40-1:0] ask_offset;
	wire [ASK_N*9-1:0] ask_bytes;
	wire answer;
	wire [3:0] answer_id, answer_status;
	wire answer_phase, fence_phase;
	wire [2:0] answer_page, desc_page;
	wire [63:0] answer_addr;
	wire [8:0] answer_bytes;
	wire [D-1:0] job, job_taken, job_has_first, freed;
	wire [D*64-1:0] job_head;
	wire [D*64-1:0] job_first;
	wire [D*BYTES_W-1:0] job_bytes;
	wire [D*LG_BUF-1:0] job_get, put;
	wire [D*3-1:0] job_shift;
	wire [D*2-1:0] job_way;
	wire [D*WORDS_W-1:0] job_words;
	wire [WORDS_W-1:0] freed_words;
	wire [C-1:0] hand, handed;
	wire [3:0] hand_status;
	wire [C*32-1:0] hand_length;
	wire [C*64-1:0] hand_cookie, hand_remote;
	wire [C*43-1:0] hand_local;
	wire [C*6-1:0] hand_count;
	wire [C-1:0] channel_event;
	wire [C-1:0] open_n, opened;
	wire [C*6-1:0] open_tag;
	wire [C*20-1:0] open_origin;
	wire open_busy;
	wire [TELL_N-1:0] tell, told;
	wire [TELL_N*TELL_W-1:0] tell_data;

	dma_sched #(.CHANNEL_N(C)) sched (
		.clk(clk), .rst(rst), .enable(enable), .cpl_room(cpl_room), .send_pending(send_pending),
		.card_pending(card_pending), .m_reserve(send_reserve), .busy(held),
		.s_coming(quick_coming), .s_offer(quick_offer), .s_offer_page(quick_page), .s_offer_index(quick_index), .s_offer_channel(quick_channel),
		.send_ahead(send_ahead), .send_index(send_index), .m_taken(quick_taken), .m_quick(quick_grant),
		.s_idle(idle), .s_again(again), .s_page(channel_page), .s_card(on_card), .s_slot(channel_slot),
		.s_skip(skip), .s_over(over), .s_yield(yielded), .m_wanted(wanted), .m_skip(grant_skip), .m_resume(grant_resume),
		.m_grant(grant), .m_deny(deny), .m_page(grant_page), .m_card(grant_card), .m_slot(grant_slot));

	dma_turns #(.CHANNEL_N(C)) turns (
		.clk(clk), .s_yield(yield_n), .m_yield(yielded), .s_page(channel_page), .s_place(yield_place),
		.s_granted(grant_page), .m_place(grant_place));

	genvar c;
	generate for (c = 0; c < C; c = c + 1) begin : channels
		wire [3:0] status;
		wire [39:0] left;
		wire [9:0] dest;
		wire [5:0] tag;
		wire [3:0] epoch;

		dma_channel #(.W(W), .LG_BUF(LG_BUF), .SPAN(SPAN)) channel (
			.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last), .s_dead({link_dead[0], link_dead[1]}), .enable(enable),
			.s_grant(grant[c]), .s_deny(deny[c]), .s_page(grant_page), .s_card(grant_card), .s_slot(grant_slot), .s_quick(quick_grant[c]),
			.s_skip(grant_skip), .m_skip(skip[c]), .s_resume(grant_resume), .s_place(grant_place), .s_wanted(wanted),
			.m_yield(yield_n[c]), .s_yield(yielded[c]), .m_place(yield_place[144*c +: 144]), .m_over(over[c]),
			.m_idle(idle[c]), .m_again(again[c]), .m_page(channel_page[3*c +: 3]), .m_card(on_card[c]),
			.m_slot(channel_slot[3*c +: 3]), .m_done(done[c]), .m_chain(chain[c]), .m_release(release_n[c]),
			.m_fetch(fetch[c]), .s_fetch(fetched[c]), .s_word(word[c]), .s_word_desc(word_desc), .s_word_quick(word_quick_q), .s_word_open(quick_open[c]),
			.s_word_n(word_n), .s_word_err(word_err), .s_word_two(word_two), .s_word_data(word_data[63:0]), .m_put(put[LG_BUF*c +: LG_BUF]),
			.m_ask(ask[c]), .s_ask(asked[c]), .m_ask_region(ask_region[6*c +: 6]),
			.m_ask_offset(ask_offset[40*c +: 40]), .m_ask_bytes(ask_bytes[9*c +: 9]),
			.s_answer(answer && answer_id == c), .s_answer_status(answer_status),
			.s_answer_low(answer_addr[2:0]), .s_answer_bytes(answer_bytes),
			.m_job(job[c]), .s_job(job_taken[c]), .m_job_head(job_head[64*c +: 64]),
			.m_job_has_first(job_has_first[c]), .m_job_first(job_first[64*c +: 64]),
			.m_job_bytes(job_bytes[BYTES_W*c +: BYTES_W]), .m_job_get(job_get[LG_BUF*c +: LG_BUF]),
			.m_job_shift(job_shift[3*c +: 3]), .m_job_way(job_way[2*c +: 2]), .m_job_words(job_words[WORDS_W*c +: WORDS_W]),
			.s_freed(freed[c]), .s_freed_words(freed_words),
			.m_hand(hand[c]), .s_hand(handed[c]), .s_hand_status(hand_status),
			.m_open(open_n[c]), .s_open(opened[c]), .s_open_busy(open_busy), .m_epoch(epoch),
			.m_tell(tell[c]), .s_tell(told[c]), .m_status(status), .m_left(left), .m_event(channel_event[c]),
			.m_dest(dest), .m_tag(tag), .m_length(hand_length[32*c +: 32]), .m_cookie(hand_cookie[64*c +: 64]),
			.m_remote(hand_remote[64*c +: 64]), .m_local(hand_local[43*c +: 43]), .m_count(hand_count[6*c +: 6]));

		assign tell_data[TELL_W*c +: TELL_W] = {channel_page[3*c +: 3], 4'd1, status, dest, tag, left,
			hand_cookie[64*c +: 64], 1'b1, 1'b0, channel_event[c]};
		assign open_tag[6*c +: 6] = {channel_page[3*c +: 3], tag[2:0]};
		assign open_origin[20*c +: 20] = {epoch, hand_remote[64*c + `RN_WRITE_HEAD_ADDRESS_REGION_LSB + 3 +: 3], dest,
			hand_local[43*c + 40 +: 3]};
	end endgenerate

	integer i;
	always @* begin
		send_done = 0;
		send_release = 0;
		card_done = 0;
		card_next = 0;
		for (i = 0; i < C; i = i + 1) begin
			if (done[i] && !on_card[i])
				send_done[channel_page[3*i +: 3]] = 1'b1;
			if (done[i] && on_card[i])
				card_done[{channel_page[3*i +: 3], channel_slot[3*i +: 3]}] = 1'b1;
			if (chain[i] && on_card[i])
				card_next[{channel_page[3*i +: 3], channel_slot[3*i +: 3] + 3'd1}] = 1'b1;
			if (release_n[i])
				send_release[channel_page[3*i +: 3]] = 1'b1;
		end
	end

	// ---- Reading host memory ---------------------------------------------------------------------
	wire desc_valid, desc_ready, card_word;
	wire [63:0] desc_addr, card_data;
	wire [C-1:0] desc_channel;
	wire [2:0] card_n;
	wire may_ask;

	dma_fetch #(.CHANNEL_N(C)) fetcher (
		.clk(clk), .rst(rst), .bus_valid(part_valid[4]), .bus_write(bus_write), .bus_page(bus_page[2:0]),
		.bus_addr(bus_addr[8:2]), .bus_wdata(bus_wdata), .bus_ready(part_ready[4]), .bus_rdata(part_rdata[159:128]),
		.s_fetch(fetch), .m_fetch(fetched), .s_page(channel_page), .s_card(on_card), .s_slot(channel_slot),
		.send_index(send_index), .send_lg(send_lg),
		.m_ask(ring_ask[0]), .m_ask_page(fetch_page), .s_ack(ring_ack[0]), .s_base(ring_base),
		.m_read_valid(desc_valid), .m_read_ready(desc_ready), .m_read_addr(desc_addr),
		.m_read_page(desc_page), .m_channel(desc_channel),
		.m_word(card_word), .m_word_n(card_n), .m_word_data(card_data));

	dma_quick #(.QUICK(QUICK), .CHANNEL_N(C)) quick (
		.clk(clk), .rst(rst), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen),
		.s_axi_awsize(s_axi_awsize), .s_axi_awburst(s_axi_awburst), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready),
		.s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb), .s_axi_wlast(s_axi_wlast), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready),
		.s_axi_bresp(s_axi_bresp), .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_arlen(s_axi_arlen),
		.s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready), .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast),
		.s_idle(idle), .s_busy(card_word), .m_word(quick_word), .m_word_n(quick_n), .m_word_data(quick_data), .m_channel(quick_channel),
		.m_open(quick_open), .m_coming(quick_coming), .m_offer(quick_offer), .m_page(quick_page), .m_index(quick_index));

	always @(posedge clk)
		word_quick_q <= quick_word;

	wire [ASK_N-1:0] ask_pick;
	wire [ASK_N-1:0] ask_now = ask & {3'b111, {USER_N{may_ask}}};
	wire region_ready;
	wire region_ask = ask_now != 0;
	reg [5:0] region_n;
	reg [39:0] region_offset;
	reg [8:0] region_bytes;
	reg [3:0] region_id;
	wire [3:0] place_right;
	wire [11:0] place_more;
	wire [31:0] place_key;
	wire [7:0] closes, closing;
	wire admit;
	wire answer_reads = answer_id <= D;
	wire [31:0] serve_key;
	wire served = SERVES && (ask_pick[C] || ask_pick[D+3]);    // a question of that channel, or of dma_atomic
	wire atomic;                     // which wants both rights

	dma_pick #(.N(ASK_N)) ask_turn (
		.clk(clk), .rst(rst), .s_want(ask_now), .s_take(region_ready), .m_pick(ask_pick));
	assign asked = region_ready ? ask_pick : {ASK_N{1'b0}};

	always @* begin
		region_n = 0;
		region_offset = 0;
		region_bytes = 0;
		region_id = 0;
		for (i = 0; i < ASK_N; i = i + 1)
			if (ask_pick[i]) begin
				region_n = ask_region[6*i +: 6];
				region_offset = ask_offset[40*i +: 40];
				region_bytes = ask_bytes[9*i +: 9];
				region_id = i[3:0];
			end
	end

	region #(.ID_W(5), .BURST_B(256)) regions (
		.clk(clk), .rst(rst), .enable(enable),
		.bus_valid(part_valid[2]), .bus_write(bus_write), .bus_page(bus_page[2:0]), .bus_addr(bus_addr[7:2]),
		.bus_wdata(bus_wdata), .bus_ready(part_ready[2]), .bus_rdata(part_rdata[95:64]),
		.m_close(closes), .s_closing(closing), .m_admit(admit),
		.s_valid(region_ask), .s_ready(region_ready), .s_id({fence_phase, region_id}), .s_region(region_n), .s_offset(region_offset),
		.s_bytes(region_bytes), .s_more(ask_pick[D+2] ? place_more : 12'd0),
		.s_right(ask_pick[D+2] ? place_right : ask_pick[D+1] ? 4'b0010 : served ? {1'b1, atomic, 2'b00} : 4'b0001),
		.s_key(served ? serve_key : place_key),
		.m_valid(answer), .m_id({answer_phase, answer_id}), .m_status(answer_status), .m_addr(answer_addr),
		.m_page(answer_page), .s_window_hold(window_hold), .m_window_ask(region_names), .m_window_page(region_page), .m_window_high(region_high), .s_window_high(region_window),
		.m_bytes(answer_bytes));

	// ---- Closing -------------------------------------------------------------------------------
	wire [1:0] write_end, write_end_phase;
	wire read_end, read_end_phase;

	dma_fence closings (
		.clk(clk), .rst(rst), .s_close(closes), .m_closing(closing), .s_begin(region_ask && region_ready),
		.m_phase(fence_phase), .s_end({write_end, read_end, answer && answer_status != 0}),
		.s_end_phase({write_end_phase, read_end_phase, answer_phase}));

	wire [USER_N-1:0] answer_user;
	generate for (c = 0; c < USER_N; c = c + 1) begin : users
		assign answer_user[c] = answer_id == c;
	end endgenerate

	dma_read #(.DATA_W(DATA_W), .USER_N(USER_N), .LG_OPEN(LG_READS)) reader (
		.clk(clk), .rst(rst), .m_may_ask(may_ask), .s_asked(|asked[D:0]),
		.s_answer(answer && answer_reads), .s_answer_ok(answer_status == 0), .s_user(answer_user),
		.s_addr(answer_addr), .s_bytes(answer_bytes), .s_page(answer_page), .s_phase(answer_phase), .m_end(read_end), .m_end_phase(read_end_phase),
		.s_desc_valid(desc_valid), .s_desc_ready(desc_ready), .s_desc_addr(desc_addr), .s_desc_page(desc_page),
		.s_desc_user({{USER_N-C{1'b0}}, desc_channel}),
		.s_word(card_word || quick_word), .s_word_user({{USER_N-C{1'b0}}, card_word ? desc_channel : quick_channel}),
		.s_word_n(card_word ? card_n : quick_n), .s_word_data(card_word ? card_data : quick_data),
		.m_word(word), .m_word_desc(word_desc), .m_word_n(word_n), .m_word_err(word_err), .m_word_two(word_two), .m_word_data(word_data),
		.m_error(read_error),
		.m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_araddr(m_axi_araddr),
		.m_axi_arlen(m_axi_arlen), .m_axi_aruser(m_axi_aruser), .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready),
		.m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp));

	// ---- Sending -----------------------------------------------------------------------------------
	wire t_valid, t_ready, t_head, t_last;
	wire [2:0] t_part;
	wire [DATA_W-1:0] t_data;
	wire [1:0] t_way;

	// Bulk that waits does so here, not in front of cells of the control class.
	wire [D-1:0] may;
	generate for (c = 0; c < D; c = c + 1) begin : classes
		if (W >= 64) begin : two
			wire control;
			cell_class kind (.head(job_head[64*c +: 48]), .control(control));
			assign may[c] = control || bulk_room;
		end else begin : one
			assign may[c] = bulk_room;
		end
	end endgenerate

	dma_send #(.W(W), .DATA_W(DATA_W), .CHANNEL_N(D), .LG_BUF(LG_BUF), .SPAN(SPAN)) sender (
		.clk(clk), .rst(rst), .s_word(word[D-1:0]), .s_word_two(word_two), .s_word_data(word_data), .s_put(put),
		.s_job(job & may), .m_job(job_taken), .s_head(job_head), .s_has_first(job_has_first), .s_first(job_first),
		.s_bytes(job_bytes), .s_get(job_get), .s_shift(job_shift), .s_way(job_way), .s_words(job_words),
		.m_freed(freed), .m_freed_words(freed_words),
		.m_valid(t_valid), .m_ready(t_ready), .m_head(t_head), .m_last(t_last), .m_part(t_part),
		.m_data(t_data), .m_way(t_way));

	dma_narrow #(.W(W), .DATA_W(DATA_W)) narrow (
		.clk(clk), .rst(rst), .s_valid(t_valid), .s_ready(t_ready), .s_head(t_head),
		.s_last(t_last), .s_part(t_part), .s_data(t_data), .s_way(t_way),
		.m_valid(n_valid), .m_ready(n_ready), .m_head(n_head), .m_last(n_last), .m_data(n_data), .m_way(n_way));

	wire n_valid, n_ready, n_head, n_last, note;
	wire [W-1:0] n_data;
	wire [1:0] n_way;
	wire [2:0] note_page;
	wire [55:0] note_body;

	dma_notice #(.W(W)) notices (
		.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last), .s_valid(note), .s_node(guard_node),
		.s_sender(guard_sender), .s_page(note_page), .s_body(note_body), .m_unsent(unsent),
		.s_cell_valid(n_valid), .s_cell_ready(n_ready), .s_cell_head(n_head), .s_cell_last(n_last), .s_cell_data(n_data),
		.s_cell_way(n_way), .m_cell_valid(m_cell_valid), .m_cell_ready(m_cell_ready), .m_cell_head(m_cell_head),
		.m_cell_last(m_cell_last), .m_cell_data(m_cell_data), .m_cell_way(m_cell_way));

	// ---- Receiving ---------------------------------------------------------------------------------
	wire d_valid, d_ready, r_valid, r_ready, r_head, r_last;
	wire [DATA_W-1:0] r_data;

	dma_demux #(.W(W)) demux (
		.clk(clk), .rst(rst), .s_valid(s_cell_valid), .s_ready(s_cell_ready), .s_head(s_cell_head),
		.s_last(s_cell_last), .s_data(s_cell_data),
		.m_req_valid(m_req_valid), .m_req_ready(m_req_ready), .m_valid(d_valid), .m_ready(d_ready));
	assign m_req_head = s_cell_head;
	assign m_req_last = s_cell_last;
	assign m_req_data = s_cell_data;

	dma_widen #(.W(W), .DATA_W(DATA_W)) widen (
		.clk(clk), .rst(rst), .s_valid(d_valid), .s_ready(d_ready), .s_head(s_cell_head), .s_last(s_cell_last),
		.s_data(s_cell_data),
		.m_valid(r_valid), .m_ready(r_ready), .m_head(r_head), .m_last(r_last), .m_data(r_data));

	// A cell: {operands of an ATOMIC, length of a READ, rest of the head, type, source, tag, first word, bytes, words}
	localparam CELL_W = 277;
	wire parsed_valid, parsed_ready, parsed_pay_valid, parsed_pay_ready, cell_valid, cell_ready, pay_valid, pay_ready;
	wire [CELL_W-1:0] parsed, cell_n;
	wire [DATA_W-1:0] parsed_pay, pay;
	wire [3:0] cells_level;
	wire [6:0] payload_level;

	dma_parse #(.W(W), .DATA_W(DATA_W), .SPAN(SPAN)) parse (
		.clk(clk), .rst(rst), .s_valid(r_valid), .s_ready(r_ready), .s_head(r_head), .s_last(r_last), .s_data(r_data),
		.m_malformed(malformed),
		.m_cell_valid(parsed_valid), .m_cell_ready(parsed_ready), .m_cell_type(parsed[97:95]),
		.m_cell_atomic(parsed[276:147]), .m_cell_length(parsed[146:126]), .m_cell_more(parsed[125:98]), .m_cell_source(parsed[94:85]), .m_cell_tag(parsed[84:79]), .m_cell_first(parsed[78:15]),
		.m_cell_bytes(parsed[14:6]), .m_cell_words(parsed[5:0]),
		.m_pay_valid(parsed_pay_valid), .m_pay_ready(parsed_pay_ready), .m_pay_data(parsed_pay));

	sync_fifo #(.W(CELL_W), .LG_DEPTH(3)) cells (
		.clk(clk), .rst(rst), .s_valid(parsed_valid), .s_ready(parsed_ready), .s_data(parsed),
		.m_valid(cell_valid), .m_ready(cell_ready), .m_data(cell_n), .level(cells_level));

	sync_fifo #(.W(DATA_W), .LG_DEPTH(6)) payload (
		.clk(clk), .rst(rst), .s_valid(parsed_pay_valid), .s_ready(parsed_pay_ready), .s_data(parsed_pay),
		.m_valid(pay_valid), .m_ready(pay_ready), .m_data(pay), .level(payload_level));

	wire look, looked, update, close, drop, armed;
	wire [39:0] next_offset, next_left, stream_offset, stream_left;
	wire [9:0] stream_source;
	wire [6:0] stream_sender;
	wire [2:0] stream_region;
	wire [31:0] stream_cookie;
	wire [39:0] stream_rest;

	// READs open their streams, the lowest channel first.
	wire [C-1:0] open_pick = open_n & ~(open_n - {{C-1{1'b0}}, 1'b1});
	wire open_done;
	reg [5:0] open_tag_n;
	reg [19:0] open_origin_n;
	reg [39:0] open_offset_n;
	reg [31:0] open_length_n, open_cookie_n;
	always @* begin
		{open_tag_n, open_origin_n, open_offset_n, open_length_n, open_cookie_n} = 0;
		for (i = 0; i < C; i = i + 1)
			if (open_pick[i]) begin
				open_tag_n = open_tag[6*i +: 6];
				open_origin_n = open_origin[20*i +: 20];
				open_offset_n = hand_local[43*i +: 40];
				open_length_n = hand_length[32*i +: 32];
				open_cookie_n = hand_cookie[64*i +: 32];
			end
	end
	assign opened = open_done ? open_pick : {C{1'b0}};

	stream_table streams (
		.clk(clk), .rst(rst), .enable(enable), .cpl_room(cpl_room), .m_reserve(stream_reserve),
		.m_release(stream_release), .bus_valid(part_valid[3]), .bus_write(bus_write), .bus_page(bus_page[2:0]),
		.bus_addr(bus_addr[7:2]), .bus_wdata(bus_wdata), .bus_ready(part_ready[3]), .bus_rdata(part_rdata[127:96]),
		.s_open(W != 16 && open_n != 0), .m_open(open_done), .m_open_busy(open_busy), .s_open_tag(open_tag_n), .s_open_origin(open_origin_n),
		.s_open_offset(open_offset_n), .s_open_length(open_length_n), .s_open_cookie(open_cookie_n),
		.s_ask(look), .s_ready(looked), .s_tag(cell_n[84:79]), .m_armed(armed), .m_source(stream_source), .m_sender(stream_sender),
		.m_region(stream_region), .m_offset(stream_offset), .m_left(stream_left), .m_cookie(stream_cookie),
		.m_rest(stream_rest), .s_update(update), .s_close(close), .s_drop(drop), .s_offset(next_offset), .s_left(next_left));

	wire guard_look, guard_hold, guard_wrong, barred;
	wire [2:0] guard_page, guard_sender;
	wire [9:0] guard_node;

	dma_guard guard (
		.clk(clk), .rst(rst), .enable(enable), .s_look(guard_look), .s_hold(guard_hold), .s_page(guard_page),
		.s_node(guard_node), .s_sender(guard_sender), .m_barred(barred), .s_wrong(guard_wrong),
		.s_admit(admit), .s_admit_page(bus_page[2:0]), .s_admit_node(bus_wdata[`RN_REGION_ADMIT_NODE_R]),
		.s_admit_sender(bus_wdata[`RN_REGION_ADMIT_PAGE_R]), .m_any(barred_any), .m_last(barred_last));

	// A command of dma_write: {counted by dma_fence, phase, address, bytes, words, has tail, tail, page, fence, drop, event}
	localparam CMD_W = 2 + 64 + 9 + 6 + 1 + 64 + 3 + 1 + 1 + 2;
	wire [3:0] writer_valid, writer_ready, writer_word_valid, writer_word_ready;
	wire [4*CMD_W-1:0] writer_cmd;
	wire [4*DATA_W-1:0] writer_word;
	wire cmd_valid, cmd_ready, wword_valid, wword_ready;
	wire [63:0] reduce_addr;
	wire [2:0] reduce_words, reduce_page;
	wire reduce_phase;
	wire [CMD_W-1:0] cmd;
	wire [DATA_W-1:0] wword;

	dma_place #(.W(W), .DATA_W(DATA_W), .TELL_W(TELL_W)) place (
		.clk(clk), .rst(rst), .busy(place_busy), .enable(enable), .recv_room(recv_room), .recv_index(recv_index),
		.recv_lg(recv_lg), .recv_from(recv_from), .m_recv_push(recv_push), .m_lost(lost), .m_refused(refused), .m_returned(returned), .m_nowhere(nowhere),
		.s_cell_valid(cell_valid), .s_cell_ready(cell_ready), .s_cell_type(cell_n[97:95]),
		.s_cell_atomic(cell_n[276]), .s_cell_length(cell_n[146:126]), .s_cell_more(cell_n[125:98]), .s_cell_source(cell_n[94:85]), .s_cell_tag(cell_n[84:79]), .s_cell_first(cell_n[78:15]),
		.s_cell_bytes(cell_n[14:6]), .s_cell_words(cell_n[5:0]),
		.m_look(look), .s_look(looked), .m_update(update), .m_close(close), .m_drop(drop), .m_offset(next_offset),
		.m_left(next_left), .s_armed(armed), .s_source(stream_source), .s_sender(stream_sender), .s_region(stream_region),
		.s_offset(stream_offset), .s_left(stream_left), .s_cookie(stream_cookie), .s_rest(stream_rest),
		.m_ask(ask[D+2]), .s_ask(asked[D+2]), .m_ask_region(ask_region[6*(D+2) +: 6]),
		.m_ask_offset(ask_offset[40*(D+2) +: 40]), .m_ask_bytes(ask_bytes[9*(D+2) +: 9]), .m_ask_more(place_more),
		.m_ask_right(place_right), .m_ask_key(place_key), .s_answer(answer && answer_id == D + 2),
		.s_answer_status(answer_status), .s_answer_addr(answer_addr), .s_answer_phase(answer_phase),
		.m_notice(note), .m_notice_page(note_page), .m_notice_body(note_body),
		.m_guard_look(guard_look), .m_guard_hold(guard_hold), .m_guard_page(guard_page), .m_guard_node(guard_node),
		.m_guard_sender(guard_sender), .m_guard_wrong(guard_wrong), .s_barred(barred),
		.m_read_look(read_look), .m_read_valid(read_valid), .m_read_status(read_status), .s_read_taken(read_taken),
		.m_ring(ring_ask[1]), .m_ring_page(place_page), .s_ring(ring_ack[1]), .s_ring_base(ring_base),
		.m_write_valid(writer_valid[0]), .m_write_ready(writer_ready[0]), .m_write_addr(writer_cmd[150:87]),
		.m_write_bytes(writer_cmd[86:78]), .m_write_words(writer_cmd[77:72]), .m_write_has_tail(writer_cmd[71]),
		.m_write_tail(writer_cmd[70:7]), .m_write_page(writer_cmd[6:4]), .m_write_fence(writer_cmd[3]),
		.m_write_drop(writer_cmd[2]), .m_write_event(writer_cmd[1:0]), .m_write_counted(writer_cmd[152:151]),
		.m_tell_valid(tell[C+1]), .m_tell_ready(told[C+1]), .m_tell(tell_data[TELL_W*(C+1) +: TELL_W]));
	// ---- Answering READs ---------------------------------------------------------------------------
	wire read_look, read_valid, read_taken;
	wire [3:0] read_status;

	generate if (SERVES) begin : serving
		wire s_grant, s_word, s_wanted, s_idle, done_n, s_yields, s_yielded, s_job, s_job_n, s_job_taken;
		wire [2:0] s_page, s_word_n;
		wire [63:0] s_word_data, s_head, s_head_n;
		wire [1:0] s_way, s_way_n;
		wire [3:0] s_status;
		wire [143:0] s_rest;
		wire [BYTES_W-1:0] s_bytes;
		wire [350:0] n_other;         // what only channels of pages need

		dma_serve #(.LG_N(LG_PLACES)) server (
			.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last), .enable(enable), .busy(serve_busy),
			.s_look(read_look), .s_node(guard_node), .s_sender(guard_sender), .s_stream(cell_n[81:79]), .m_taken(read_taken),
			.s_valid(read_valid), .s_epoch(cell_n[104:101]), .s_region(ask_region[6*(D+2) +: 6]),
			.s_offset(ask_offset[40*(D+2) +: 40]), .s_length(cell_n[146:126]), .s_key(place_key), .s_status(read_status),
			.s_atomic(cell_n[276:147]), .m_atomic(atomic), .m_swap(s_swap), .m_arg(s_arg), .m_cmp(s_cmp), .m_region(s_region),
			.m_offset(s_offset), .s_atomic_done(s_atomic_done), .s_atomic_status(s_atomic_status), .m_job_has_first(s_has_old),
			.m_grant(s_grant), .m_page(s_page), .m_word(s_word), .m_word_n(s_word_n), .m_word_data(s_word_data), .m_key(serve_key),
			.m_wanted(s_wanted), .s_done(done_n), .s_done_status(s_status), .s_yield(s_yields), .m_yield(s_yielded),
			.s_rest_offset(s_rest[143:104]), .s_rest_length(s_rest[92:72]),
			.m_job(s_job_n), .s_job(s_job_taken), .m_job_head(s_head_n), .m_job_way(s_way_n), .s_freed(freed[C]));

		dma_channel #(.W(W), .LG_BUF(LG_BUF), .SPAN(SPAN), .SERVER(1)) channel (
			.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last), .s_dead({link_dead[0], link_dead[1]}), .enable(enable),
			.s_grant(s_grant), .s_deny(1'b0), .s_page(s_page), .s_card(1'b0), .s_slot(3'd0), .s_quick(1'b0),
			.s_skip(1'b0), .m_skip(n_other[0]), .s_resume(1'b0), .s_place(144'd0), .s_wanted(s_wanted),
			.m_yield(s_yields), .s_yield(s_yielded), .m_place(s_rest), .m_over(n_other[1]),
			.m_idle(s_idle), .m_again(n_other[2]), .m_page(n_other[5:3]), .m_card(n_other[6]), .m_slot(n_other[9:7]), .m_done(done_n), .m_chain(n_other[10]), .m_release(n_other[11]),
			.m_fetch(n_other[12]), .s_fetch(1'b0), .s_word((word[C] && !atomic) || s_word), .s_word_desc(s_word), .s_word_quick(1'b0), .s_word_open(1'b0),
			.s_word_n(s_word_n), .s_word_err(word_err && !s_word), .s_word_two(word_two),
			.s_word_data(s_word ? s_word_data : word_data[63:0]), .m_put(put[LG_BUF*C +: LG_BUF]),
			.m_ask(c_ask), .s_ask(asked[C] && c_ask), .m_ask_region(c_region),
			.m_ask_offset(c_offset), .m_ask_bytes(c_bytes),
			.s_answer(answer && answer_id == C && !atomic), .s_answer_status(answer_status),
			.s_answer_low(answer_addr[2:0]), .s_answer_bytes(answer_bytes),
			.m_job(s_job), .s_job(job_taken[C] && s_job), .m_job_head(s_head),
			.m_job_has_first(n_other[13]), .m_job_first(n_other[77:14]),
			.m_job_bytes(s_bytes), .m_job_get(job_get[LG_BUF*C +: LG_BUF]),
			.m_job_shift(job_shift[3*C +: 3]), .m_job_way(s_way), .m_job_words(job_words[WORDS_W*C +: WORDS_W]),
			.s_freed(freed[C]), .s_freed_words(freed_words),
			.m_hand(n_other[78]), .s_hand(1'b0), .s_hand_status(4'd0), .m_open(n_other[79]), .s_open(1'b0), .s_open_busy(1'b0), .m_epoch(n_other[83:80]),
			.m_tell(n_other[84]), .s_tell(1'b1), .m_status(s_status), .m_left(n_other[124:85]), .m_event(n_other[125]),
			.m_dest(n_other[135:126]), .m_tag(n_other[141:136]), .m_length(n_other[173:142]), .m_cookie(n_other[237:174]), .m_remote(n_other[301:238]), .m_local(n_other[344:302]), .m_count(n_other[350:345]));

		// While its channel is idle.
		dma_atomic one (
			.clk(clk), .rst(rst), .s_start(atomic), .s_swap(s_swap), .s_arg(s_arg), .s_cmp(s_cmp), .m_done(s_atomic_done),
			.m_status(s_atomic_status), .m_old(s_old), .s_hold(RDMA != 0 && s_rdma_atomic), .m_busy(m_atomic_busy),
			.m_ask(a_ask), .s_asked(asked[C] && a_ask), .s_answer(answer && answer_id == C), .m_claim(ask[D+3]), .s_claimed(asked[D+3]),
			.s_allowed(answer && answer_id == D + 3), .s_answer_status(answer_status), .s_answer_addr(answer_addr),
			.s_answer_phase(answer_phase), .s_word(word[C]), .s_word_err(word_err), .s_word_data(word_data[63:0]),
			.m_write_valid(writer_valid[3]), .m_write_ready(writer_ready[3]), .m_write_addr(a_addr), .m_write_phase(a_phase),
			.m_word_valid(writer_word_valid[3]), .m_word_ready(writer_word_ready[3]), .m_word_data(a_data),
			.s_begin(cmd_valid && cmd_ready && cmd[152] && !write_end[0]), .s_dropped(write_end[0]), .s_end(write_end[1]),
			.s_error(write_error != 0), .s_stuck(stuck_now));
		wire [63:0] s_arg, s_cmp, s_old, a_addr, a_data;
		wire [5:0] s_region, c_region;
		wire [39:0] s_offset, c_offset;
		wire [8:0] c_bytes;
		wire [3:0] s_atomic_status;
		wire s_swap, s_atomic_done, s_has_old, a_ask, c_ask, a_phase;

		assign ask[C] = c_ask || a_ask;
		assign ask_region[6*C +: 6] = a_ask ? s_region : c_region;
		assign ask_offset[40*C +: 40] = a_ask ? s_offset : c_offset;
		assign ask_bytes[9*C +: 9] = a_ask ? 9'd8 : c_bytes;
		assign ask_region[6*(D+3) +: 6] = s_region;
		assign ask_offset[40*(D+3) +: 40] = s_offset;
		assign ask_bytes[9*(D+3) +: 9] = 9'd8;
		assign writer_cmd[3*CMD_W +: CMD_W] = {1'b1, a_phase, a_addr, 9'd8, 6'd1, 1'b0, 64'd0, s_region[5:3], 1'b0, 1'b0, 2'b00};
		assign writer_word[3*DATA_W +: DATA_W] = {{DATA_W-64{1'b0}}, a_data};

		// The cell without data is the server's, while its channel is idle.
		assign s_job_taken = job_taken[C] && !s_job;
		assign job[C] = s_job || s_job_n;
		assign job_head[64*C +: 64] = s_job ? s_head : s_head_n;
		assign job_has_first[C] = !s_job && s_has_old;
		assign job_first[64*C +: 64] = s_old;
		assign job_bytes[BYTES_W*C +: BYTES_W] = s_job ? s_bytes : {BYTES_W{1'b0}};
		assign job_way[2*C +: 2] = s_job ? s_way : s_way_n;
		wire unused = &{1'b0, s_idle, s_rest[103:93], s_rest[71:0], n_other};
	end else begin : deaf
		assign read_taken = 1'b1;
		assign m_atomic_busy = 1'b0;
		assign atomic = 1'b0;
		assign ask[D+3] = 1'b0;
		assign ask_region[6*(D+3) +: 6] = 6'd0;
		assign ask_offset[40*(D+3) +: 40] = 40'd0;
		assign ask_bytes[9*(D+3) +: 9] = 9'd0;
		assign writer_valid[3] = 1'b0;
		assign writer_cmd[3*CMD_W +: CMD_W] = {CMD_W{1'b0}};
		assign writer_word_valid[3] = 1'b0;
		assign writer_word[3*DATA_W +: DATA_W] = {DATA_W{1'b0}};
		assign serve_busy = 8'd0;
		assign serve_key = 32'd0;
		wire unused = &{1'b0, read_look, read_valid, read_status, cell_n[276:121], writer_ready[3], writer_word_ready[3]};
	end endgenerate

	assign writer_word_valid[0] = pay_valid;
	assign writer_word[DATA_W-1:0] = pay;
	assign pay_ready = writer_word_ready[0];

	wire [63:0] cpl_addr;
	wire [2:0] cpl_write_page;
	wire cpl_fence;
	wire [1:0] cpl_event;
	dma_cpl #(.N(TELL_N), .DATA_W(DATA_W), .TELL_W(TELL_W)) cpl (
		.clk(clk), .rst(rst), .busy(cpl_busy), .s_valid(tell), .s_ready(told), .s_tell(tell_data),
		.enable(enable), .refusal_room(refusal_room), .cpl_index(cpl_index), .cpl_lg(cpl_lg),
		.m_push(cpl_push), .m_push_reserved(cpl_push_reserved), .m_untold(untold), .s_error(write_error),
		.m_ring(ring_ask[2]), .m_ring_page(cpl_page), .s_ring(ring_ack[2]), .s_ring_base(ring_base),
		.m_write_valid(writer_valid[1]), .m_write_ready(writer_ready[1]), .m_write_addr(cpl_addr),
		.m_write_page(cpl_write_page), .m_write_fence(cpl_fence), .m_write_event(cpl_event),
		.m_word_valid(writer_word_valid[1]), .m_word_ready(writer_word_ready[1]), .m_word_data(writer_word[DATA_W +: DATA_W]));
	assign writer_cmd[CMD_W +: CMD_W] = {2'b00, cpl_addr, 9'd32, DATA_W == 128 ? 6'd2 : 6'd4, 1'b0, 64'd0, cpl_write_page, cpl_fence, 1'b0, cpl_event};

	dma_reduce #(.CHANNEL_N(C), .DATA_W(DATA_W), .TELL_W(TELL_W)) reduce (
		.clk(clk), .rst(rst), .enable(enable), .busy(reduce_busy),
		.own_room(own_room), .own_owner(own_owner),
		.s_hand(hand), .m_hand(handed), .m_hand_status(hand_status), .s_page(channel_page), .s_length(hand_length),
		.s_cookie(hand_cookie), .s_remote(hand_remote), .s_local(hand_local), .s_count(hand_count),
		.m_ask(ask[D +: 2]), .s_ask(asked[D +: 2]), .m_ask_region(ask_region[6*D +: 12]),
		.m_ask_offset(ask_offset[40*D +: 80]), .m_ask_bytes(ask_bytes[9*D +: 18]),
		.s_answer({answer && answer_id == D + 1, answer && answer_id == D}), .s_answer_status(answer_status), .s_answer_addr(answer_addr),
		.s_answer_phase(answer_phase), .s_answer_bytes(answer_bytes), .s_word(word[D]), .s_word_err(word_err), .s_word_data(word_data[63:0]),
		.m_own_valid(m_own_valid), .m_own_ready(m_own_ready), .m_own_group(m_own_group), .m_own_last(m_own_last),
		.m_own_data(m_own_data), .s_res_valid(s_res_valid), .s_res_ready(s_res_ready), .s_res_group(s_res_group),
		.s_res_last(s_res_last), .s_res_data(s_res_data),
		.m_write_valid(writer_valid[2]), .m_write_ready(writer_ready[2]), .m_write_addr(reduce_addr),
		.m_write_words(reduce_words), .m_write_page(reduce_page), .m_write_phase(reduce_phase),
		.m_word_valid(writer_word_valid[2]), .m_word_ready(writer_word_ready[2]), .m_word_data(writer_word[2*DATA_W +: DATA_W]),
		.m_tell_valid(tell[C]), .m_tell_ready(told[C]), .m_tell(tell_data[TELL_W*C +: TELL_W]));
	wire [2:0] reduce_data = DATA_W == 128 ? (reduce_words + 3'd1) >> 1 : reduce_words;
	assign writer_cmd[2*CMD_W +: CMD_W] = {1'b1, reduce_phase, reduce_addr, 3'd0, reduce_words, 3'd0, 3'd0, reduce_data, 1'b0, 64'd0,
		reduce_page, 1'b0, 1'b0, 2'b00};

	dma_wsel #(.N(4), .CMD_W(CMD_W), .DATA_W(DATA_W)) writers (
		.clk(clk), .rst(rst), .s_valid(writer_valid), .s_ready(writer_ready), .s_cmd(writer_cmd),
		.s_word_valid(writer_word_valid), .s_word_ready(writer_word_ready), .s_word_data(writer_word),
		.m_valid(cmd_valid), .m_ready(cmd_ready), .m_cmd(cmd), .m_word_valid(wword_valid),
		.m_word_ready(wword_ready), .m_word_data(wword));

	dma_write #(.DATA_W(DATA_W), .LG_OPEN(LG_WRITES)) writer (
		.clk(clk), .rst(rst), .enable(enable), .busy(write_busy), .s_timeout(timeout), .m_stuck(stuck), .m_stuck_now(stuck_now),
		.s_valid(cmd_valid), .s_ready(cmd_ready),
		.s_addr(cmd[150:87]), .s_bytes(cmd[86:78]), .s_words(cmd[77:72]), .s_has_tail(cmd[71]), .s_tail(cmd[70:7]),
		.s_page(cmd[6:4]), .s_fence(cmd[3]), .s_drop(cmd[2]), .s_event(cmd[1:0]),
		.s_counted(cmd[152]), .s_phase(cmd[151]), .m_end(write_end), .m_end_phase(write_end_phase),
		.s_word_valid(wword_valid), .s_word_ready(wword_ready), .s_word_data(wword),
		.m_rq(ev_rq), .m_cq(ev_cq), .m_error(write_error),
		.m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awaddr(m_axi_awaddr),
		.m_axi_awlen(m_axi_awlen), .m_axi_awuser(m_axi_awuser), .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready),
		.m_axi_wdata(m_axi_wdata), .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast),
		.m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready), .m_axi_bresp(m_axi_bresp));

	wire unused = &{1'b0, m_axi_rlast, cells_level, payload_level};
endmodule

`default_nettype wire
