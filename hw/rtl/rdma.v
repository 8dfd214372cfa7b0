// SPDX-License-Identifier: BSD-3-Clause
//
// rdma: the contexts of the RDMA unit and its registers (docs/card/rdma.md, section 11): queue pairs, completion queues, regions.
// Wiring, and the choice of the next one: one thing at a time, items of pages and turns of the engine that moves data (rdma_engine) in turn.
//
//      bus ---- rdma_regs ---items---> rdma_command    OPEN, CLOSE
//                                 |--> rdma_mw         windows: BIND, UNBIND; CLOSE of regions
//                                 |--> rdma_qp         commands and doorbells of queue pairs, those that have something to do
//                                 |--> rdma_srq        shared receive queues: doorbells, the next request
//                                 |--> rdma_events     events of queue pairs and shared receive queues
//                                 |--> rdma_counts     DROPPED, REFUSED
//                                 \--> rdma_cq         doorbells, arming, completions, events of these
//      engine --------------------/--> rdma_mr         accesses to memory
//                                          |
//                                     rdma_object ---- rdma_cache      contexts
//                                          |               |
//                                          +--- rdma_mem --+---- AXI, dma_window
//
// Requests of the engine: NEXT, the next queue pair of a page that has something to do; KEEP, one has more to do; WAIT, one waits for a
// time or for room; LOOK, the next of those; ROOM, whether a completion queue has a free place; ADD, a completion; DRAW, the next request of
// a shared receive queue; ACCESS, a piece of memory; BIND and UNBIND of a window; EVENT, one of a queue pair is raised. An engine that asks for ROOM before each ADD, and is the only one that adds to the queue, finds it for that ADD. A request of a
// page that is off, as it may be when its turn comes, ends without a look at the page's memory: the tables are software's.
`default_nettype none
`include "rdma_regs.vh"

module rdma #(
	parameter LG_SETS = 5,           // log2 of the sets of the cache: twice as many contexts of each kind are kept
	parameter LG_DEPTH = 5           // log2 of the commands and doorbells of a page that wait
) (
	input  wire clk,
	input  wire rst,
	input  wire [9:0] cfg_last,      // the last node
	input  wire [7:0] enable,        // pages of the card that are on
	output wire [7:0] busy,          // pages of which something is under way, or the unit is on
	// registers
	input  wire bus_valid,
	input  wire bus_write,
	input  wire [2:0] bus_page,
	input  wire [11:2] bus_addr,
	input  wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	output wire [7:0] ev_cq,         // one clock, a bit for each page: an event is shown
	output wire [7:0] ev_refused,    // something was refused, or memory of a context failed
	// the engine: has the unit for itself from m_turn on until s_turn falls
	input  wire s_turn,
	output wire m_turn,
	output wire [7:0] m_on,          // pages
	input  wire s_ask_valid,         // a request: held until m_ask_done, with all that follows
	input  wire [4:0] s_ask_what,    // of the numbers below
	input  wire [2:0] s_ask_page,
	input  wire [15:0] s_ask_number, // ADD, ROOM: completion queue; DRAW: shared receive queue; KEEP, WAIT, EVENT: queue pair
	input  wire [4*64-1:0] s_ask_words,        // ADD: DONE, without INDEX and PHASE. BIND: the last two its length and rights
	input  wire [31:0] s_ask_stag,   // ACCESS; BIND, UNBIND: of the window
	input  wire [63:0] s_ask_address,
	input  wire [31:0] s_ask_length, // bytes, 1 or more; BIND: STag of the region
	input  wire [15:0] s_ask_pd,
	input  wire [15:0] s_ask_qp,
	input  wire [3:0] s_ask_right,   // bits 11:8 of MR_ATTR.SHAPE; EVENT: enum EVENT_KIND
	input  wire s_drops,             // one clock: of s_ask_page a datagram was dropped
	input  wire s_refuses,           // likewise a request was refused
	output wire [7:0] m_todo,        // pages of which a queue pair has something to do: asked for NEXT
	output wire [7:0] m_waits,       // pages of which one waits: asked for LOOK
	output wire m_ask_done,          // one clock
	output wire [3:0] m_ask_status,  // ACCESS, BIND, UNBIND: enum DONE_STATUS. ADD, ROOM: 0 done, 1 no room, 2 no such queue, the page is off, or memory
	                                 // failed. DRAW: likewise, 1 no request. NEXT, LOOK: 0 done, 1 the queue pair is not open, the page is off, or memory failed
	output wire [63:0] m_ask_bus,    // ACCESS, DRAW: bus address, to go through the window of the page
	output wire [31:0] m_ask_piece,  // bytes from there on; NEXT, LOOK: number of the queue pair
	// the engine: a context of a queue pair of s_ask_page
	input  wire s_hold,              // held until s_release, m_beyond or m_fail; no request meanwhile
	input  wire [15:0] s_hold_number,
	input  wire [1:0] s_hold_line,
	input  wire s_release,
	output wire m_beyond,
	output wire m_fail,
	output wire m_held,
	input  wire [2:0] s_word,
	output wire [63:0] m_data,       // a clock later
	input  wire s_write,
	input  wire [63:0] s_data,
	// the engine: memory of s_ask_page, as of rdma_mem
	input  wire s_mem_valid,
	input  wire s_mem_write,
	input  wire [63:3] s_mem_addr,
	input  wire [5:0] s_mem_words,
	input  wire s_word_valid,
	output wire m_word_ready,
	input  wire [63:0] s_word_data,
	input  wire [7:0] s_word_strb,
	output wire m_word_valid,
	output wire [63:0] m_word_data,
	output wire m_mem_done,
	output wire m_mem_error,
	// dma_window: page, and a clock later
	input  wire s_window_hold,
	output wire m_window_ask,
	output wire [2:0] m_window_page,
	output wire [31:0] m_window_high,
	input  wire [31:0] s_window_high,
	// host memory
	output wire m_axi_arvalid,
	input  wire m_axi_arready,
	output wire [63:0] m_axi_araddr,
	output wire [7:0] m_axi_arlen,
	output wire [2:0] m_axi_aruser,
	input  wire m_axi_rvalid,
	output wire m_axi_rready,
	input  wire [63:0] m_axi_rdata,
	input  wire [1:0] m_axi_rresp,
	input  wire m_axi_rlast,
	output wire m_axi_awvalid,
	input  wire m_axi_awready,
	output wire [63:0] m_axi_awaddr,
	output wire [7:0] m_axi_awlen,
	output wire [2:0] m_axi_awuser,
	output wire m_axi_wvalid,
	input  wire m_axi_wready,
	output wire [63:0] m_axi_wdata,
	output wire [7:0] m_axi_wstrb,
	output wire m_axi_wlast,
	input  wire m_axi_bvalid,
	output wire m_axi_bready,
	input  wire [1:0] m_axi_bresp
);
	localparam [4:0] COMMAND = 0, CQ_DOORBELL = 1, CQ_ARM = 2, SQ_DOORBELL = 3, RQ_DOORBELL = 4, LOOK = 5, WAIT = 6, SRQ_DOORBELL = 7, TAKE = 8, DROP = 9,
		ADD = 10, ROOM = 11, ACCESS = 12, NEXT = 13, KEEP = 14, DRAW = 15, BIND = 16, UNBIND = 17,
		EVENT = 18, TAKE_OTHER = 19;
	localparam [1:0] CQ = 1, SRQ = 2, MR = 3;                // kinds of objects
	localparam [2:0] ATTR = 5;       // slot of rdma_regs
	localparam [2:0] SRQ_LIMIT = 4;  // of enum EVENT_KIND

	// ---- Turns -------------------------------------------------------------------------------
	wire item_valid, done;
	wire [2:0] item_page;
	wire [4:0] item_what;
	wire [31:0] item_value;
	reg [1:0] turn_q;                // {engine, item}
	wire [1:0] pick;

	dma_pick #(.N(2)) turns (
		.clk(clk), .rst(rst), .s_want({s_turn, item_valid}), .s_take(turn_q == 0), .m_pick(pick));

	always @(posedge clk)
		if (rst)
			turn_q <= 0;
		else
			turn_q <= turn_q == 0 ? pick : turn_q[1] ? {s_turn, 1'b0} : done ? 2'd0 : turn_q;

	// A page that was on when the turn came drops its lines in a turn behind this one. rdma_engine, which begins with no request, looks itself.
	wire [7:0] on;
	reg off_q;
	always @(posedge clk)
		if (turn_q == 0)
			off_q <= s_ask_valid && !on[s_ask_page];

	wire engine = turn_q[1];
	wire barred = engine && s_ask_valid && off_q;
	wire run = turn_q[0] || (engine && s_ask_valid && !barred);
	wire [2:0] page = engine ? s_ask_page : item_page;
	wire [4:0] what = engine ? s_ask_what : item_what;
	wire [3:0] object_kind = item_value[`RDMA_RDMA_COMMAND_KIND_R];
	wire of_qp = object_kind == `RDMA_OBJECT_QP;
	wire closes_mr = what == COMMAND && object_kind == `RDMA_OBJECT_MR && item_value[`RDMA_RDMA_COMMAND_OP_R] == `RDMA_COMMAND_OP_CLOSE;
	wire is_command = run && what == COMMAND && !of_qp && !closes_mr;
	wire is_qp = run && (what == SQ_DOORBELL || what == RQ_DOORBELL || what == NEXT || what == KEEP || what == LOOK || what == WAIT || (what == COMMAND && of_qp));
	wire is_cq = run && (what == CQ_DOORBELL || what == CQ_ARM || what == TAKE || what == ADD || what == ROOM);
	wire is_srq = run && (what == SRQ_DOORBELL || what == DRAW);
	wire is_mr = run && what == ACCESS;
	wire is_mw = run && (what == BIND || what == UNBIND || closes_mr);
	wire command_tells, srq_tells;
	wire telling = command_tells || srq_tells;               // SRQ_LIMIT, amid a command or DRAW
	wire is_event = telling || (run && (what == EVENT || what == TAKE_OTHER));
	wire is_drop = run && what == DROP;
	wire [7:0] page_bit = 8'd1 << page;

	wire command_done, qp_done, cq_done, srq_done, mr_done, mw_done, events_done, dropped;
	assign done = command_done || qp_done || cq_done || srq_done || mr_done || mw_done || (events_done && !telling) || dropped || barred;

	// ---- Registers ---------------------------------------------------------------------------
	wire [7:0] refused, taken, told, lost;
	wire [3:0] code, qp_code, mw_code;
	wire qp_refused, qp_none;
	wire [15:0] qp_next;
	wire [63:0] base;
	wire [24:0] number_n;
	wire tell, events_refused;
	wire [18:0] tell_event;
	wire show, cq_refused, cq_full, srq_refused, srq_none, reads_table;
	wire [15:0] show_number;
	wire [2:0] table_slot;

	wire [7:0] starts;
	wire [15:0] count;
	rdma_counts counters (.clk(clk), .rst(rst), .s_clear(starts), .s_count(s_drops || s_refuses), .s_dropped(s_drops), .s_page(s_ask_page),
		.s_get_dropped(bus_addr == `RDMA_RDMA_DROPPED_A), .s_get_page(bus_page), .m_count(count));
	rdma_regs #(.LG_DEPTH(LG_DEPTH)) regs (
		.clk(clk), .rst(rst), .enable(enable), .bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr),
		.bus_wdata(bus_wdata), .bus_ready(bus_ready), .bus_rdata(bus_rdata), .m_on(on), .m_busy(busy), .m_refused(refused), .m_starts(starts), .s_count(count),
		.m_valid(item_valid), .m_page(item_page), .m_what(item_what), .m_value(item_value), .s_done(done && !engine), .s_code(is_qp ? qp_code : is_mw ? mw_code : code),
		.s_table_page(page), .s_table_slot(reads_table ? table_slot : ATTR), .m_base(base), .m_n(number_n),
		.s_show(show), .s_tell(tell), .s_show_page(page), .s_show_number(show_number), .s_tell_event(tell_event), .m_taken(taken), .m_told(told));

	assign ev_cq = show || tell ? page_bit & on : 8'd0;

	// ---- Holder of a context ------------------------------------------------------------------
	wire command_ask, qp_ask, cq_ask, srq_ask, mr_ask, mw_ask, events_ask, command_release, qp_release, cq_release, srq_release, mr_release, mw_release, events_release,
		command_write, qp_write, cq_write, srq_write, mw_write, events_write;
	wire [1:0] command_kind, qp_kind, events_kind, events_line, line_kind;
	wire [23:0] command_number, qp_number, cq_number, srq_number, mr_number, mw_number, events_number;
	wire [2:0] command_word, qp_word, cq_word, srq_word, mr_word, mw_word, events_word;
	wire [63:0] command_data, qp_data, cq_data, srq_data, mw_data, events_data, line_data;
	wire beyond, fail, held, line_valid;
	wire [63:6] line_addr;
	wire [1:0] kind = holds ? 2'd0 : is_event ? events_kind : is_command ? command_kind : is_qp ? qp_kind : is_cq ? CQ : is_srq ? SRQ : MR;
	wire holds = engine && s_hold;
	wire ask = holds || command_ask || qp_ask || cq_ask || srq_ask || mr_ask || mw_ask || events_ask;
	wire release_n = (holds && s_release) || command_release || qp_release || cq_release || srq_release || mr_release || mw_release || events_release;

	rdma_object object (
		.clk(clk), .rst(rst), .s_ask(ask), .s_kind(kind), .s_line(holds ? s_hold_line : is_event ? events_line : 2'd0),
		.s_number(holds ? {8'd0, s_hold_number} : is_event ? events_number : is_command ? command_number : is_qp ? qp_number : is_cq ? cq_number : is_srq ? srq_number : is_mw ? mw_number : mr_number),
		.s_release(release_n), .m_beyond(beyond), .m_reads(reads_table), .m_slot(table_slot), .s_base(base), .s_n(number_n),
		.m_valid(line_valid), .m_kind(line_kind), .m_addr(line_addr), .s_fail(fail));

	// Items say themselves that they failed; a turn of the engine ends without a word.
	assign ev_refused = refused | lost | ((events_done && events_refused) || (cq_done && cq_refused) || (qp_done && qp_refused) || (srq_done && srq_refused) || (holds && fail) ? page_bit : 8'd0);

	// ---- Memory ------------------------------------------------------------------------------
	wire engine_mem;
	wire cache_mem, cache_mem_write, cache_word_valid, command_mem, qp_mem, qp_mem_write, qp_word_valid, cq_mem, cq_word_valid, mr_mem;
	wire mem_done, mem_error, word_ready, word_valid;
	wire [2:0] cache_mem_page;
	wire [63:6] cache_mem_addr;
	wire [63:3] command_mem_addr, qp_mem_addr, cq_mem_addr, mr_mem_addr;
	wire [63:0] cache_word_data, qp_word_data, cq_word_data, word_data;

	rdma_cache #(.LG_SETS(LG_SETS), .LG_KINDS(2), .LG_WORDS(3)) cache (
		.clk(clk), .rst(rst), .s_valid(line_valid), .s_page(page), .s_kind(line_kind), .s_addr(line_addr), .m_held(held), .m_fail(fail),
		.s_word(holds ? s_word : is_event ? events_word : is_command ? command_word : is_qp ? qp_word : is_cq ? cq_word : is_srq ? srq_word : is_mw ? mw_word : mr_word), .m_data(line_data),
		.s_write((holds && s_write) || command_write || qp_write || cq_write || srq_write || mw_write || events_write),
		.s_data(holds ? s_data : is_event ? events_data : is_command ? command_data : is_qp ? qp_data : is_cq ? cq_data : is_srq ? srq_data : mw_data), .s_release(release_n),
		.s_drop(is_drop), .s_drop_page(page), .m_dropped(dropped),
		.m_mem_valid(cache_mem), .m_mem_write(cache_mem_write), .m_mem_page(cache_mem_page), .m_mem_addr(cache_mem_addr),
		.m_word_valid(cache_word_valid), .m_word_ready(word_ready), .m_word_data(cache_word_data), .s_word_valid(word_valid),
		.s_word_data(word_data), .s_mem_done(cache_mem && mem_done), .s_mem_error(mem_error), .m_lost(lost));

	rdma_mem mem (
		.clk(clk), .rst(rst), .s_valid(cache_mem || engine_mem || command_mem || qp_mem || cq_mem || mr_mem),
		.s_write(cache_mem ? cache_mem_write : engine_mem ? s_mem_write : is_cq || qp_mem_write),
		.s_page(cache_mem ? cache_mem_page : page),
		.s_addr(cache_mem ? {cache_mem_addr, 3'd0} : engine_mem ? s_mem_addr : is_command ? command_mem_addr : is_qp ? qp_mem_addr : is_cq ? cq_mem_addr : mr_mem_addr),
		.s_words(cache_mem ? 6'd8 : engine_mem ? s_mem_words : is_cq ? 6'd4 : 6'd1), .m_done(mem_done), .m_error(mem_error),
		.s_word_valid(cache_mem ? cache_word_valid : engine_mem ? s_word_valid : qp_word_valid || cq_word_valid), .m_word_ready(word_ready),
		.s_word_strb(engine_mem ? s_word_strb : 8'hff), .s_word_data(cache_mem ? cache_word_data : engine_mem ? s_word_data : is_qp ? qp_word_data : cq_word_data), .m_word_valid(word_valid), .m_word_data(word_data),
		.s_window_hold(s_window_hold), .m_window_ask(m_window_ask), .m_window_page(m_window_page), .m_window_high(m_window_high),
		.s_window_high(s_window_high),
		.m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen),
		.m_axi_aruser(m_axi_aruser), .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready), .m_axi_rdata(m_axi_rdata),
		.m_axi_rresp(m_axi_rresp), .m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awaddr(m_axi_awaddr),
		.m_axi_awlen(m_axi_awlen), .m_axi_awuser(m_axi_awuser), .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready),
		.m_axi_wdata(m_axi_wdata), .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid),
		.m_axi_bready(m_axi_bready), .m_axi_bresp(m_axi_bresp));

	// ---- The modules that carry out an item --------------------------------------------------
	rdma_command command (
		.clk(clk), .rst(rst), .s_start(is_command), .s_value(item_value), .m_done(command_done), .m_code(code), .m_tells(command_tells), .s_told(events_done),
		.m_ask(command_ask), .m_kind(command_kind), .m_number(command_number), .m_release(command_release), .s_beyond(beyond),
		.s_fail(fail), .s_held(held), .m_word(command_word), .s_data(line_data), .m_write(command_write), .m_data(command_data),
		.s_attr(base), .m_mem_valid(command_mem), .m_mem_addr(command_mem_addr), .s_word_valid(word_valid), .s_word_data(word_data),
		.s_mem_done(mem_done), .s_mem_error(mem_error));

	rdma_qp qp (
		.clk(clk), .rst(rst), .s_on(on), .cfg_last(cfg_last), .s_start(is_qp), .s_page(page), .s_what(what[3:0]), .s_value(engine ? {16'd0, s_ask_number} : item_value),
		.m_done(qp_done), .m_code(qp_code), .m_refused(qp_refused), .m_none(qp_none), .m_next(qp_next), .m_todo(m_todo), .m_waits(m_waits),
		.m_ask(qp_ask), .m_kind(qp_kind), .m_number(qp_number), .m_release(qp_release), .s_beyond(beyond),
		.s_fail(fail), .s_held(held), .m_word(qp_word), .s_data(line_data), .m_write(qp_write), .m_data(qp_data),
		.s_attr(base), .m_mem_valid(qp_mem), .m_mem_write(qp_mem_write), .m_mem_addr(qp_mem_addr), .s_word_valid(word_valid && !cache_mem),
		.s_word_data(word_data), .m_word_valid(qp_word_valid), .m_word_data(qp_word_data), .s_mem_done(mem_done && !cache_mem),
		.s_mem_error(mem_error));

	rdma_cq cq (
		.clk(clk), .rst(rst), .s_on(on), .s_start(is_cq), .s_page(page), .s_what(what[3:0]), .s_value(engine ? {16'd0, s_ask_number} : item_value),
		.s_words(s_ask_words), .s_taken(taken), .m_done(cq_done), .m_refused(cq_refused), .m_full(cq_full),
		.m_show(show), .m_show_number(show_number), .m_ask(cq_ask), .m_number(cq_number), .m_release(cq_release), .s_beyond(beyond),
		.s_fail(fail), .s_held(held), .m_word(cq_word), .s_data(line_data), .m_write(cq_write), .m_data(cq_data),
		.m_mem_valid(cq_mem), .m_mem_addr(cq_mem_addr), .m_word_valid(cq_word_valid), .s_word_ready(word_ready && !cache_mem),
		.m_word_data(cq_word_data), .s_mem_done(mem_done), .s_mem_error(mem_error));

	wire [63:0] srq_bus, mr_bus;
	rdma_srq srq (
		.clk(clk), .rst(rst), .s_start(is_srq), .s_takes(what == DRAW), .s_value(engine ? {16'd0, s_ask_number} : item_value), .m_done(srq_done),
		.m_refused(srq_refused), .m_none(srq_none), .m_bus(srq_bus), .m_tells(srq_tells), .s_told(events_done), .m_ask(srq_ask), .m_number(srq_number), .m_release(srq_release),
		.s_beyond(beyond), .s_fail(fail), .s_held(held), .m_word(srq_word), .s_data(line_data), .m_write(srq_write), .m_data(srq_data));

	wire [3:0] mr_status;
	wire [31:0] mr_piece;
	rdma_mr mr (
		.clk(clk), .rst(rst), .s_start(is_mr), .s_stag(s_ask_stag), .s_address(s_ask_address), .s_length(s_ask_length), .s_pd(s_ask_pd),
		.s_qp(s_ask_qp), .s_right(s_ask_right), .m_done(mr_done), .m_status(mr_status), .m_bus(mr_bus), .m_piece(mr_piece),
		.m_ask(mr_ask), .m_number(mr_number), .m_release(mr_release), .s_beyond(beyond), .s_fail(fail), .s_held(held), .m_word(mr_word),
		.s_data(line_data), .m_mem_valid(mr_mem), .m_mem_addr(mr_mem_addr), .s_word_valid(word_valid), .s_word_data(word_data),
		.s_mem_done(mem_done), .s_mem_error(mem_error));

	rdma_mw mw (
		.clk(clk), .rst(rst), .s_start(is_mw), .s_binds(what == BIND), .s_closes(closes_mr),
		.s_stag(engine ? s_ask_stag : {item_value[`RDMA_RDMA_COMMAND_NUMBER_R], 8'd0}), .s_region(s_ask_length), .s_address(s_ask_address),
		.s_length(s_ask_words[2*64 +: 64]), .s_rights(s_ask_words[3*64 +: 64]), .s_pd(s_ask_pd), .s_qp(s_ask_qp), .m_done(mw_done), .m_code(mw_code),
		.m_ask(mw_ask), .m_number(mw_number), .m_release(mw_release), .s_beyond(beyond), .s_fail(fail), .s_held(held), .m_word(mw_word),
		.s_data(line_data), .m_write(mw_write), .m_data(mw_data));

	rdma_events events (
		.clk(clk), .rst(rst), .s_on(on), .s_start(is_event), .s_page(page), .s_takes(!telling && what == TAKE_OTHER),
		.s_kind(telling ? SRQ_LIMIT : s_ask_right[2:0]), .s_number(engine ? s_ask_number : item_value[`RDMA_RDMA_COMMAND_NUMBER_LSB +: 16]), .s_taken(told),
		.m_done(events_done), .m_refused(events_refused), .m_show(tell), .m_show_event(tell_event), .m_ask(events_ask), .m_kind(events_kind),
		.m_line(events_line), .m_number(events_number), .m_release(events_release), .s_beyond(beyond), .s_fail(fail), .s_held(held),
		.m_word(events_word), .s_data(line_data), .m_write(events_write), .m_data(events_data));

	// The engine uses memory while it neither asks nor holds.
	wire engine_uses = engine && !s_ask_valid && !s_hold;
	assign engine_mem = engine_uses && s_mem_valid;
	assign m_turn = engine;
	assign m_on = on;
	assign {m_beyond, m_fail, m_held} = {beyond, fail, held} & {3{holds}};
	assign m_data = line_data;
	assign m_word_ready = engine_mem && word_ready;
	assign m_word_valid = engine_mem && word_valid;
	assign m_word_data = word_data;
	assign m_mem_done = engine_uses && mem_done;
	assign m_mem_error = mem_error;

	wire unused = &{1'b0, m_axi_rlast};
	assign m_ask_done = done && engine;
	assign m_ask_bus = is_srq ? srq_bus : mr_bus;
	assign m_ask_piece = is_qp ? {16'd0, qp_next} : mr_piece;
	assign m_ask_status = barred ? what == ACCESS || what == BIND || what == UNBIND ? `RDMA_DONE_STATUS_PROTECTION : what == NEXT || what == LOOK ? 4'd1 : 4'd2
		: is_qp ? {3'd0, qp_none} : is_mr ? mr_status : is_mw ? mw_code
		: is_srq ? srq_none ? 4'd1 : srq_refused ? 4'd2 : 4'd0 : cq_full ? 4'd1 : cq_refused ? 4'd2 : 4'd0;
endmodule

`default_nettype wire
