// SPDX-License-Identifier: BSD-3-Clause
//
// Block IDENT: identity of the card, its clock, and counters of accesses that no block took. Part
// of host_regs, which selects it as any other block of the bus.
`default_nettype none
`include "ring_nic_regs.vh"

module ident_regs #(
	parameter W = 16, // bits of a word on the links
	parameter CHANNEL_N = 4, // DMA channels
	parameter SETTING = 0, // 0 native, 1 SPIN
	parameter CLOCK_KHZ = 0, // of clk; 0: not known
	parameter FE_NODES = 0 // nodes of the largest ring whose remote operations fit
) (
	input wire clk,
	input wire rst,

	input wire bus_valid, // until bus_ready
	input wire bus_write,
	input wire [11:2] bus_addr,
	input wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,

	input wire [7:0] irq_page, // a page's interrupt
	input wire lost, // pulses: an access that no block answered
	input wire refused // one that is none
);

	reg ready_q;
	reg [31:0] rdata_q, rdata_d;
	reg [31:0] low_q, high_q, held_q; // clocks since reset; the high half when the low one was read
	reg carry_q; // low_q is all ones
	reg [31:0] scratch_q;
	reg [15:0] lost_q, refused_q;

	wire [7:0] width = W[7:0];
	wire [7:0] groups = `RN_GROUP_N;
	wire [3:0] pages = `RN_PAGE_N;
	wire [3:0] channels = CHANNEL_N[3:0];
	wire setting = SETTING != 0;
	wire [10:0] fe_nodes = FE_NODES > 1024 ? 11'd1024 : FE_NODES[10:0];
	wire [6:0] regions = setting ? 7'd0 : 7'd64, streams = regions;
	wire now = bus_valid && !ready_q;

	assign bus_ready = ready_q;
	assign bus_rdata = rdata_q;

	always @(*)
		case (bus_addr)
		`RN_IDENT_ID_A: rdata_d = `RN_IDENT_ID_RESET;
		`RN_IDENT_TABLE_A: rdata_d = `RN_TABLE_CRC;
		`RN_IDENT_VERSION_A: rdata_d = `RN_IDENT_VERSION_RESET;
		`RN_IDENT_CAPS_A: rdata_d = {5'b0, W != 16 && !setting, W != 16 && !setting, setting, channels, groups, pages, width};
		`RN_IDENT_CLOCK_LO_A: rdata_d = low_q;
		`RN_IDENT_CLOCK_HI_A: rdata_d = held_q;
		`RN_IDENT_CLOCK_KHZ_A: rdata_d = CLOCK_KHZ;
		`RN_IDENT_SCRATCH_A: rdata_d = scratch_q;
		`RN_IDENT_IRQ_A: rdata_d = {24'b0, irq_page};
		`RN_IDENT_BUS_LOST_A: rdata_d = {16'b0, lost_q};
		`RN_IDENT_BUS_REFUSED_A: rdata_d = {16'b0, refused_q};
		`RN_IDENT_LIMITS_A: rdata_d = {3'b0, W != 16, 1'b0, streams, 1'b0, regions, 1'b0, fe_nodes};
		default: rdata_d = 32'b0;
		endcase

	always @(posedge clk) begin
		ready_q <= !rst && now;
		rdata_q <= rdata_d;
	end

	// The carry is found a clock ahead: no adder of 64 bits.
	always @(posedge clk)
		if (rst) begin
			low_q <= 32'b0;
			carry_q <= 1'b0;
			high_q <= 32'b0;
		end else begin
			low_q <= low_q + 32'b1;
			carry_q <= low_q == 32'hfffffffe;
			high_q <= high_q + {31'b0, carry_q};
		end

	always @(posedge clk)
		if (rst)
			held_q <= 32'b0;
		else if (now && !bus_write && bus_addr == `RN_IDENT_CLOCK_LO_A)
			held_q <= high_q;

	always @(posedge clk)
		if (rst)
			scratch_q <= 32'b0;
		else if (now && bus_write && bus_addr == `RN_IDENT_SCRATCH_A)
			scratch_q <= bus_wdata;

	always @(posedge clk)
		if (rst) begin
			lost_q <= 16'b0;
			refused_q <= 16'b0;
		end else begin
			lost_q <= lost_q + {15'b0, lost && lost_q != 16'hffff};
			refused_q <= refused_q + {15'b0, refused && refused_q != 16'hffff};
		end

endmodule

`default_nettype wire
