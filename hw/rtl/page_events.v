// SPDX-License-Identifier: BSD-3-Clause
//
// Block PAGE: the events of each context page, their masks, and the card's interrupt line, which is up
// while a page has an event that its mask lets through. An event that comes in the clock in which
// the host clears it stays. Part of host_regs.
`default_nettype none
`include "ring_nic_regs.vh"

module page_events (
	input wire clk,
	input wire rst,

	input wire bus_valid, // until bus_ready
	input wire bus_write,
	input wire [3:0] bus_page, // 0 to 7
	input wire [11:2] bus_addr,
	input wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,

	input wire [7:0] ev_cq, // pulses, a bit for each page
	input wire [7:0] ev_rq,
	input wire [7:0] ev_fe,
	input wire [7:0] ev_barrier,
	input wire [7:0] ev_reduce,
	input wire [7:0] ev_fault,
	input wire [7:0] ev_refused,
	input wire [7:0] ev_stuck,

	output wire [7:0] irq_page, // level
	output wire irq
);

	localparam EVENT_N = 8;

	reg [8*EVENT_N-1:0] event_q, mask_q; // EVENT_N bits for each page
	reg [7:0] irq_page_q;
	reg irq_q;
	reg ready_q;
	reg [31:0] rdata_q, rdata_d;

	wire now = bus_valid && !ready_q;
	wire write_event = now && bus_write && bus_addr == `RN_PAGE_EVENT_A;
	wire write_mask = now && bus_write && bus_addr == `RN_PAGE_MASK_A;
	wire [EVENT_N-1:0] ones = bus_wdata[EVENT_N-1:0];
	wire unused = &{1'b0, bus_wdata[31:EVENT_N], bus_page[3]};

	assign irq_page = irq_page_q;
	assign irq = irq_q;
	assign bus_ready = ready_q;
	assign bus_rdata = rdata_q;

	genvar p;
	generate
	for (p = 0; p < 8; p = p + 1) begin : page
		reg [EVENT_N-1:0] came;
		wire here = bus_page[2:0] == p;

		always @(*) begin
			came = {EVENT_N{1'b0}};
			came[`RN_PAGE_EVENT_CQ_LSB] = ev_cq[p];
			came[`RN_PAGE_EVENT_RQ_LSB] = ev_rq[p];
			came[`RN_PAGE_EVENT_FE_LSB] = ev_fe[p];
			came[`RN_PAGE_EVENT_BARRIER_LSB] = ev_barrier[p];
			came[`RN_PAGE_EVENT_REDUCE_LSB] = ev_reduce[p];
			came[`RN_PAGE_EVENT_FAULT_LSB] = ev_fault[p];
			came[`RN_PAGE_EVENT_REFUSED_LSB] = ev_refused[p];
			came[`RN_PAGE_EVENT_STUCK_LSB] = ev_stuck[p];
		end

		always @(posedge clk)
			if (rst)
				event_q[p*EVENT_N +: EVENT_N] <= {EVENT_N{1'b0}};
			else
				event_q[p*EVENT_N +: EVENT_N] <= came | (event_q[p*EVENT_N +: EVENT_N]
					& ~(ones & {EVENT_N{write_event && here}}));

		always @(posedge clk)
			if (rst)
				mask_q[p*EVENT_N +: EVENT_N] <= {EVENT_N{1'b0}};
			else if (write_mask && here)
				mask_q[p*EVENT_N +: EVENT_N] <= ones;

		always @(posedge clk)
			irq_page_q[p] <= !rst && |(event_q[p*EVENT_N +: EVENT_N] & mask_q[p*EVENT_N +: EVENT_N]);
	end
	endgenerate

	always @(posedge clk)
		irq_q <= !rst && |irq_page_q;

	always @(*)
		case (bus_addr)
		`RN_PAGE_EVENT_A: rdata_d = {24'b0, event_q[bus_page[2:0]*EVENT_N +: EVENT_N]};
		`RN_PAGE_MASK_A: rdata_d = {24'b0, mask_q[bus_page[2:0]*EVENT_N +: EVENT_N]};
		`RN_PAGE_NUMBER_A: rdata_d = {28'b0, bus_page};
		default: rdata_d = 32'b0;
		endcase

	always @(posedge clk) begin
		ready_q <= !rst && now;
		rdata_q <= rdata_d;
	end

`ifdef FORMAL
	// Any one event: seen in the clock after it came, kept until its owner clears it.
	(* anyconst *) reg [2:0] f_page;
	(* anyconst *) reg [2:0] f_bit; // as in RN_PAGE_EVENT
	reg f_past = 1'b0; // the clock before this one was out of reset
	wire [7:0] f_lines = {ev_stuck[f_page], ev_refused[f_page], ev_fault[f_page], ev_reduce[f_page],
		ev_barrier[f_page], ev_fe[f_page], ev_rq[f_page], ev_cq[f_page]};
	wire f_event = event_q[f_page * EVENT_N + f_bit];
	wire f_mask = mask_q[f_page * EVENT_N + f_bit];
	wire f_ours = now && bus_write && bus_page[2:0] == f_page;
	wire f_clears = f_ours && bus_addr == `RN_PAGE_EVENT_A && bus_wdata[f_bit];
	wire f_masks = f_ours && bus_addr == `RN_PAGE_MASK_A;

	always @(*)
		assume(f_bit < EVENT_N);

	always @(posedge clk) begin
		f_past <= !rst;
		if (f_past && !rst) begin
			assert(f_event == $past(f_lines[f_bit] || f_event && !f_clears));
			assert(f_mask == $past(f_masks ? bus_wdata[f_bit] : f_mask));
			assert(!$past(f_event && f_mask) || irq_page[f_page]);
			assert(irq == $past(irq_page != 0));
			assert(!$past(bus_addr == `RN_PAGE_EVENT_A && bus_page[2:0] == f_page)
				|| bus_rdata[f_bit] == $past(f_event));
		end
	end
`endif

endmodule

`default_nettype wire
