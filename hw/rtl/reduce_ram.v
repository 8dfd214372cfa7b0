// SPDX-License-Identifier: BSD-3-Clause
//
// One bank of operand slots: 64-bit beats, halves written apart (the host writes 32 bits at a
// time), read one clock after the address. A beat that is written in the clock in which it is
// read reads as anything: reduce_group's counters see to it that no slot is read and written at
// a time, reduce_walk's latency that a beat is read long before it is overwritten.

`default_nettype none

module reduce_ram #(
	parameter ADDR_W = 9 // bits: 2^ADDR_W beats
) (
	input wire clk,

	input wire [1:0] wr_en,          // low half, high half
	input wire [ADDR_W-1:0] wr_addr,
	input wire [63:0] wr_data,

	input wire rd_en,                // the data will be used (the RAM reads in any case)
	input wire [ADDR_W-1:0] rd_addr,
	output wire [63:0] rd_data
);

(* no_rw_check *) reg [31:0] low_mem [0:(1<<ADDR_W)-1];
(* no_rw_check *) reg [31:0] high_mem [0:(1<<ADDR_W)-1];
reg [31:0] low_q, high_q;

assign rd_data = {high_q, low_q};

always @(posedge clk) begin
	if (wr_en[0])
		low_mem[wr_addr] <= wr_data[31:0];
	low_q <= low_mem[rd_addr];
end

always @(posedge clk) begin
	if (wr_en[1])
		high_mem[wr_addr] <= wr_data[63:32];
	high_q <= high_mem[rd_addr];
end

`ifdef VERILATOR
always @(posedge clk)
	assert (!(rd_en && wr_en != 2'b00 && rd_addr == wr_addr));
`else
wire unused = rd_en;
`endif

endmodule

`default_nettype wire
