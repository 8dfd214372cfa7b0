// SPDX-License-Identifier: BSD-3-Clause
//
// cell_class: the class of a cell, from the first 48 bits of its head. Cells of the control class are those for which a processor
// or a unit of a card waits: operations on full/empty registers and their replies, operands and results of reductions, requests
// of READs and ATOMICs, and answers that are one cell. Data, broadcasts, messages and notices are bulk: they keep the order in
// which they were sent. The class of a cell is the same at every node. Combinational; from W = 64 on (the head is one word).
`default_nettype none
`include "ring_nic_regs.vh"

module cell_class (
	input  wire [47:0] head,     // {H2, H1, H0}
	output wire control
);
	wire [2:0] type_n = head[`RN_CELL_H0_TYPE_R];
	wire asks = type_n == `RN_CELL_TYPE_WRITE && head[32+`RN_CELL_WIDE_H2_READ_LSB];
	wire answers = type_n == `RN_CELL_TYPE_DATA && head[32+`RN_CELL_WIDE_H2_ALONE_LSB];

	assign control = asks || answers || type_n == `RN_CELL_TYPE_REQ || type_n == `RN_CELL_TYPE_REPLY
		|| type_n == `RN_CELL_TYPE_REDUCE || type_n == `RN_CELL_TYPE_PARTIAL;
	wire unused = &{1'b0, head};
endmodule

`default_nettype wire
