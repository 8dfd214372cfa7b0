// SPDX-License-Identifier: BSD-3-Clause
//
// The host's way to every register of the card: an AXI4-Lite slave of 64 KiB (page 0 global, page
// p + 1 that of context p), from which one access at a time goes over the bus to the block that
// owns the address. Identity and events of the pages are answered here (ident_regs, page_events);
// the effect of an access is the block's.
//
//  1. Every access is answered: by its block, or after ANSWER_CYC clocks with SLVERR, counted.
//  2. A write of less than four bytes, an address that is no multiple of 4 or in no block: SLVERR,
//     counted, no block sees it.
//  3. bus_valid stays, with the access, until bus_ready or that time-out; at most one block is
//     selected; between two accesses none is. A block that was given up may still answer for
//     GAP_CYC clocks: such an answer is ignored.
//
//   IDLE --request--> SELECT --block--> WAIT --answer--> IDLE
//                        |               +---time-out--> GAP --GAP_CYC--> IDLE
//                        +--refused--> IDLE
//
// bus_valid, bus_ready and bus_rdata have a part for each block, in the order of RN_SELECT_*.
`default_nettype none
`include "ring_nic_regs.vh"
`include "rdma_regs.vh"

module host_regs #(
	parameter W = 16, // bits of a word on the links
	parameter CHANNEL_N = 4, // DMA channels
	parameter SETTING = 0, // 0 native, 1 SPIN
	parameter CLOCK_KHZ = 0, // of clk; 0: not known
	parameter FE_NODES = 0, // nodes of the largest ring whose remote operations fit
	parameter PRESENT = 2047, // blocks that the card has, a bit for each
	parameter RDMA = 0, // 1: it has block RDMA, too
	parameter ANSWER_CYC = 256 // clocks after which a block is given up
) (
	input wire clk,
	input wire rst,

	input wire s_axil_awvalid,
	output wire s_axil_awready,
	input wire [15:0] s_axil_awaddr,
	input wire s_axil_wvalid,
	output wire s_axil_wready,
	input wire [31:0] s_axil_wdata,
	input wire [3:0] s_axil_wstrb,
	output wire s_axil_bvalid,
	input wire s_axil_bready,
	output wire [1:0] s_axil_bresp,
	input wire s_axil_arvalid,
	output wire s_axil_arready,
	input wire [15:0] s_axil_araddr,
	output wire s_axil_rvalid,
	input wire s_axil_rready,
	output wire [31:0] s_axil_rdata,
	output wire [1:0] s_axil_rresp,
	output wire irq, // level

	output wire [10:0] bus_valid,
	output wire bus_write,
	output wire [3:0] bus_page, // 0 to 7, 8: global
	output wire [11:2] bus_addr,
	output wire [31:0] bus_wdata,
	input wire [10:0] bus_ready, // one clock
	input wire [11*32-1:0] bus_rdata, // with bus_ready
	output wire rdma_valid, // likewise of block RDMA
	input wire rdma_ready,
	input wire [31:0] rdma_rdata,

	input wire [7:0] ev_cq, // pulses, a bit for each page
	input wire [7:0] ev_rq,
	input wire [7:0] ev_fe,
	input wire [7:0] ev_barrier,
	input wire [7:0] ev_reduce,
	input wire [7:0] ev_fault,
	input wire [7:0] ev_refused,
	input wire [7:0] ev_stuck
);

	localparam GAP_CYC = 16; // clocks of silence after a block was given up
	localparam SELECT_N = 11; // blocks outside; then IDENT, then PAGE
	localparam IDENT = 11, PAGE = 12, ALL = 13;
	localparam TIMER_W = 10;
	localparam IDLE = 2'd0, // no access
		SELECT = 2'd1, // sel_q gives the block that owns it
		WAIT = 2'd2, // bus_valid is up
		GAP = 2'd3; // after a time-out

	generate
	if (ANSWER_CYC < 2 || ANSWER_CYC > 1023)
		host_regs_ANSWER_CYC_is_2_to_1023 check();
	endgenerate

	reg [1:0] state_q, state_d;
	reg [TIMER_W-1:0] timer_q; // clocks in WAIT or GAP
	reg [ALL-1:0] sel_q; // one-hot, or 0: no block
	reg [3:0] page_q;
	reg [ALL-1:0] valid_q;
	reg done_q, refused_q, lost_q;
	reg [31:0] rdata_q, rdata_d;
	integer i;

	wire req_valid, req_write, req_whole;
	wire [15:0] req_addr;
	wire [31:0] req_wdata;
	wire [7:0] irq_page;
	wire ident_ready, page_ready;
	wire [31:0] ident_rdata, page_rdata;

	axil_slave #(.ADDR_W(16)) axil (
		.clk(clk), .rst(rst),
		.s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
		.s_axil_awaddr(s_axil_awaddr), .s_axil_wvalid(s_axil_wvalid),
		.s_axil_wready(s_axil_wready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
		.s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready), .s_axil_bresp(s_axil_bresp),
		.s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready),
		.s_axil_araddr(s_axil_araddr), .s_axil_rvalid(s_axil_rvalid),
		.s_axil_rready(s_axil_rready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
		.m_valid(req_valid), .m_write(req_write), .m_whole(req_whole), .m_addr(req_addr),
		.m_wdata(req_wdata), .m_done(done_q), .m_refused(refused_q), .m_rdata(rdata_q)
	);

	ident_regs #(
		.W(W), .CHANNEL_N(CHANNEL_N), .SETTING(SETTING), .CLOCK_KHZ(CLOCK_KHZ), .FE_NODES(FE_NODES)
	) ident (
		.clk(clk), .rst(rst),
		.bus_valid(valid_q[IDENT]), .bus_write(bus_write), .bus_addr(bus_addr),
		.bus_wdata(bus_wdata), .bus_ready(ident_ready), .bus_rdata(ident_rdata),
		.irq_page(irq_page), .lost(lost_q), .refused(refused_q && !lost_q)
	);

	page_events events (
		.clk(clk), .rst(rst),
		.bus_valid(valid_q[PAGE]), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr),
		.bus_wdata(bus_wdata), .bus_ready(page_ready), .bus_rdata(page_rdata),
		.ev_cq(ev_cq), .ev_rq(ev_rq), .ev_fe(ev_fe), .ev_barrier(ev_barrier),
		.ev_reduce(ev_reduce), .ev_fault(ev_fault), .ev_refused(ev_refused), .ev_stuck(ev_stuck),
		.irq_page(irq_page), .irq(irq)
	);

	assign bus_valid = valid_q[SELECT_N-1:0];
	assign bus_write = req_write;
	assign bus_page = page_q;
	assign bus_addr = req_addr[11:2];
	assign bus_wdata = req_wdata;

	function in_block;
		input [11:0] at;
		input [11:0] base;
		input [31:0] size;
		in_block = at >= base && {20'b0, at} < {20'b0, base} + size;
	endfunction

	// The block that owns the address.
	wire [11:0] at = req_addr[11:0];
	wire in_global = req_addr[15:12] == 4'd0;
	wire in_page = !in_global && req_addr[15:12] <= `RN_PAGE_N;
	wire proper = req_addr[1:0] == 2'b00 && (req_whole || !req_write);
	reg [ALL-1:0] owner;

	always @(*) begin
		owner = {ALL{1'b0}};
		owner[IDENT] = in_global && in_block(at, `RN_IDENT_BASE, `RN_IDENT_SIZE);
		owner[`RN_SELECT_NODE] = in_global && in_block(at, `RN_NODE_BASE, `RN_NODE_SIZE);
		owner[`RN_SELECT_GROUP] = in_global && in_block(at, `RN_GROUP_BASE, `RN_GROUP_SIZE);
		owner[`RN_SELECT_DMA] = in_global && in_block(at, `RN_DMA_BASE, `RN_DMA_SIZE);
		owner[`RN_SELECT_SPIN] = in_global && in_block(at, `RN_SPIN_BASE, `RN_SPIN_SIZE);
		owner[`RN_SELECT_QUEUES] = in_page && in_block(at, `RN_QUEUES_BASE, `RN_QUEUES_SIZE);
		owner[`RN_SELECT_REGION] = in_page && in_block(at, `RN_REGION_BASE, `RN_REGION_SIZE);
		owner[`RN_SELECT_STREAM] = in_page && in_block(at, `RN_STREAM_BASE, `RN_STREAM_SIZE);
		owner[`RN_SELECT_DESC] = in_page && in_block(at, `RN_DESC_BASE, `RN_DESC_SIZE);
		owner[PAGE] = in_page && in_block(at, `RN_PAGE_BASE, `RN_PAGE_SIZE);
		owner[`RN_SELECT_FE] = in_page ? in_block(at, `RN_FE_BASE, `RN_FE_SIZE)
			: in_global && in_block(at, `RN_GFE_BASE, `RN_GFE_SIZE);
		owner[`RN_SELECT_BARRIER] = in_page ? in_block(at, `RN_BARRIER_BASE, `RN_BARRIER_SIZE)
			: in_global && in_block(at, `RN_GBARRIER_BASE, `RN_GBARRIER_SIZE);
		owner[`RN_SELECT_REDUCE] = in_page ? in_block(at, `RN_REDUCE_BASE, `RN_REDUCE_SIZE)
			: in_global && in_block(at, `RN_GREDUCE_BASE, `RN_GREDUCE_SIZE);
	end

	// Block RDMA, which has a table of registers of its own.
	wire rdma_sel;
	generate if (RDMA != 0) begin : with_rdma
		reg sel_rdma_q, valid_rdma_q;

		always @(posedge clk)
			sel_rdma_q <= proper && in_page && in_block(at, `RDMA_RDMA_BASE, `RDMA_RDMA_SIZE);

		always @(posedge clk)
			if (rst || state_d != WAIT)
				valid_rdma_q <= 1'b0;
			else if (state_q == SELECT)
				valid_rdma_q <= sel_rdma_q;

		assign rdma_sel = sel_rdma_q;
		assign rdma_valid = valid_rdma_q;
	end else begin : without_rdma
		assign rdma_sel = 1'b0;
		assign rdma_valid = 1'b0;
	end endgenerate

	wire answered = |({page_ready, ident_ready, bus_ready} & valid_q) || (rdma_valid && rdma_ready);
	wire given_up = {22'b0, timer_q} == ANSWER_CYC - 1;

	always @(*) begin
		state_d = state_q;
		case (state_q)
		IDLE: if (req_valid && !done_q)
			state_d = SELECT;
		SELECT: state_d = sel_q == 0 && !rdma_sel ? IDLE : WAIT;
		WAIT: if (answered)
			state_d = IDLE;
		else if (given_up)
			state_d = GAP;
		GAP: if ({22'b0, timer_q} == GAP_CYC - 1)
			state_d = IDLE;
		endcase
	end

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else
			state_q <= state_d;

	always @(posedge clk)
		if (state_d != state_q)
			timer_q <= {TIMER_W{1'b0}};
		else
			timer_q <= timer_q + 1'b1;

	always @(posedge clk) begin
		sel_q <= proper ? owner & {2'b11, PRESENT[10:0]} : {ALL{1'b0}};
		page_q <= in_global ? 4'd8 : req_addr[15:12] - 4'd1;
	end

	always @(posedge clk)
		if (rst || state_d != WAIT)
			valid_q <= {ALL{1'b0}};
		else if (state_q == SELECT)
			valid_q <= sel_q;

	always @(*) begin
		rdata_d = (ident_rdata & {32{valid_q[IDENT]}}) | (page_rdata & {32{valid_q[PAGE]}}) | (rdma_rdata & {32{rdma_valid}});
		for (i = 0; i < SELECT_N; i = i + 1)
			rdata_d = rdata_d | (bus_rdata[32*i +: 32] & {32{valid_q[i]}});
	end

	always @(posedge clk) begin
		done_q <= !rst && state_q != IDLE && state_q != GAP && (state_d == IDLE || state_d == GAP);
		refused_q <= !rst && (state_q == SELECT && sel_q == 0 && !rdma_sel || state_q == WAIT && state_d == GAP);
		lost_q <= !rst && state_q == WAIT && state_d == GAP;
		rdata_q <= rdata_d;
	end

`ifdef FORMAL
	// Invariant 3: one block at a time, and the access stays.
	always @(posedge clk)
		if (!rst) begin
			assert((valid_q & (valid_q - 1'b1)) == 0);
			assert((sel_q & (sel_q - 1'b1)) == 0);
			assert((valid_q != 0 || rdma_valid) == (state_q == WAIT));
			if (state_q == SELECT || state_q == WAIT)
				assert(req_valid && !done_q);
			if (state_q == WAIT)
				assert(timer_q < ANSWER_CYC);
			if (state_q == GAP)
				assert(timer_q < GAP_CYC);
		end
`endif

endmodule

`default_nettype wire
