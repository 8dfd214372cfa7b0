// SPDX-License-Identifier: BSD-3-Clause
//
// No event is lost. An event is seen in EVENT in the clock after it comes, also if the host clears that bit in the same
// clock, and stays until the host clears it. The interrupt follows events and masks.
// The assertions stand in rtl/page_events.v.
//
// rtl: rtl/page_events.v
// prove: induction 4
// prove: cover 10
// prove: fail 8 SLOPPY=1
`default_nettype none

module page_events_fv #(
	parameter SLOPPY = 0 // 1: claims that there is no interrupt
) (
	input wire clk,
	input wire bus_valid,
	input wire bus_write,
	input wire [3:0] bus_page,
	input wire [11:2] bus_addr,
	input wire [31:0] bus_wdata,
	input wire [7:0] ev_cq,
	input wire [7:0] ev_rq,
	input wire [7:0] ev_fe,
	input wire [7:0] ev_barrier,
	input wire [7:0] ev_reduce,
	input wire [7:0] ev_fault,
	input wire [7:0] ev_refused,
	input wire [7:0] ev_stuck
);

	reg rst = 1'b1;
	wire bus_ready, irq;
	wire [31:0] bus_rdata;
	wire [7:0] irq_page;

	page_events events (
		.clk(clk), .rst(rst), .bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page),
		.bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_ready(bus_ready), .bus_rdata(bus_rdata),
		.ev_cq(ev_cq), .ev_rq(ev_rq), .ev_fe(ev_fe), .ev_barrier(ev_barrier),
		.ev_reduce(ev_reduce), .ev_fault(ev_fault), .ev_refused(ev_refused), .ev_stuck(ev_stuck),
		.irq_page(irq_page), .irq(irq)
	);

	always @(posedge clk) begin
		rst <= 1'b0;
		if (SLOPPY)
			assert(!irq);
	end

	// Reached:
	reg was_q = 1'b0;
	always @(posedge clk)
		was_q <= !rst && (was_q || irq);
	always @(posedge clk)
		if (!rst) begin
			cover (irq);                                                                     // an interrupt
			cover (irq_page == 8'h81);                                                       // of two pages
			cover (bus_valid && bus_ready && bus_write && irq && ev_cq != 0);                // an event comes as one is cleared
			cover (was_q && !irq);                                                           // an interrupt was cleared
		end
endmodule

`default_nettype wire
