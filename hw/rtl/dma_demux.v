// SPDX-License-Identifier: BSD-3-Clause
//
// dma_demux: sends REQ and REPLY cells one way (remote operations) and all others the other way (the DMA engine). Data, head
// and last pass by outside. Combinational but for the way of the cell in hand.
`default_nettype none

module dma_demux #(
	parameter W = 64                 // bits of a word of a cell
) (
	input  wire clk,
	input  wire rst,
	input  wire s_valid,
	output wire s_ready,
	input  wire s_head,
	input  wire s_last,
	input  wire [W-1:0] s_data,
	output wire m_req_valid,
	input  wire m_req_ready,
	output wire m_valid,
	input  wire m_ready
);
`include "ring_nic_regs.vh"
	wire [2:0] type_n = s_data[`RN_CELL_H0_TYPE_R];
	wire is_req = type_n == `RN_CELL_TYPE_REQ || type_n == `RN_CELL_TYPE_REPLY;
	reg req_q;                       // way of the cell whose head has passed
	wire req = s_head ? is_req : req_q;

	assign m_req_valid = s_valid && req;
	assign m_valid = s_valid && !req;
	assign s_ready = req ? m_req_ready : m_ready;

	always @(posedge clk)
		if (rst)
			req_q <= 1'b0;
		else if (s_valid && s_ready && s_head)
			req_q <= is_req;

	wire unused = &{1'b0, s_last, s_data};
endmodule

`default_nettype wire
