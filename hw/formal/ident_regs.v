// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/ident_regs.v
// prove: induction 3
// prove: cover 8 FREE=1
// prove: fail 8 FREE=1 WRONG=1
//
// The clock counter of 64 bits; no bench can run long enough to reach its upper half. It counts every clock. A read of
// CLOCK_HI gives the upper half of the count at the last read of CLOCK_LO. FREE: begins at any count, without a reset.
//
// WRONG = 1: the claim that CLOCK_HI gives the upper half of the present count is refuted.
`default_nettype none
`include "ring_nic_regs.vh"

module ident_regs_fv #(
	parameter FREE = 0,
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst_any,
	input wire bus_valid,
	input wire bus_write,
	input wire [11:2] bus_addr,
	input wire [31:0] bus_wdata,
	input wire [7:0] irq_page,
	input wire lost,
	input wire refused
);
	reg first_q = 1'b1;
	wire rst = FREE == 0 && (first_q || rst_any);
	wire bus_ready;
	wire [31:0] bus_rdata;
	(* hierconn *) wire [31:0] \dut.low_q ;
	(* hierconn *) wire [31:0] \dut.high_q ;
	(* hierconn *) wire [31:0] \dut.held_q ;
	(* hierconn *) wire \dut.carry_q ;
	(* hierconn *) wire \dut.now ;

	ident_regs dut (.clk(clk), .rst(rst), .bus_valid(bus_valid), .bus_write(bus_write), .bus_addr(bus_addr), .bus_wdata(bus_wdata),
		.bus_ready(bus_ready), .bus_rdata(bus_rdata), .irq_page(irq_page), .lost(lost), .refused(refused));

	reg [63:0] count_q, read_q;      // clocks since reset; when CLOCK_LO was read
	reg low_q = 1'b0, high_q = 1'b0; // the answer is one of CLOCK_LO, CLOCK_HI
	wire low = \dut.now && !bus_write && bus_addr == `RN_IDENT_CLOCK_LO_A;
	wire high = \dut.now && !bus_write && bus_addr == `RN_IDENT_CLOCK_HI_A;

	always @(posedge clk) begin
		first_q <= 1'b0;
		count_q <= rst ? 64'd0 : count_q + 64'd1;
		read_q <= rst ? 64'd0 : low ? count_q : read_q;
		{low_q, high_q} <= rst ? 2'd0 : {low, high};
	end

	always @(*)
		if (FREE != 0 && first_q)
			assume ({\dut.high_q , \dut.low_q } == count_q && \dut.held_q == read_q[63:32] && \dut.carry_q == (count_q[31:0] == 32'hffffffff));
		else if (!first_q) begin
			assert ({\dut.high_q , \dut.low_q } == count_q && \dut.held_q == read_q[63:32]);
			assert (\dut.carry_q == (count_q[31:0] == 32'hffffffff));
			assert (!low_q || (bus_ready && bus_rdata == read_q[31:0]));
			assert (!high_q || (bus_ready && bus_rdata == read_q[63:32]));
			assert (WRONG == 0 || !high_q || bus_rdata == count_q[63:32]);
		end

	// Reached:
	always @(posedge clk)
		if (!first_q) begin
			cover (high_q && count_q[63:32] != read_q[63:32]);                               // CLOCK_HI after the carry
			cover (low_q && count_q[31:0] == 32'd0);                                         // CLOCK_LO in the last clock before it
		end
endmodule

`default_nettype wire
