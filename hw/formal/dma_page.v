// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_page.v
// prove: induction 4
// prove: cover 16
// prove: fail 20 WRONG=1
//
// For any registers and any reservation of places, neither the completion ring nor the receive ring takes more records
// than it has places. The send ring never shows more descriptors than it has. A page that has stopped stays stopped
// until it is turned on.
//
// WRONG = 1: the claim that no record is ever written is refuted.
`default_nettype none

module dma_page_fv #(
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst,
	input wire s_write,
	input wire [11:2] s_addr,
	input wire [31:0] s_data,
	input wire busy,
	input wire serving,
	input wire stuck,
	input wire send_done,
	input wire send_quick,
	input wire [7:0] card_done,
	input wire [7:0] card_next,
	input wire recv_push,
	input wire [1:0] cpl_reserve,
	input wire [1:0] cpl_release,
	input wire cpl_push,
	input wire cpl_push_reserved,
	input wire lost,
	input wire refused,
	input wire untold
);
	wire [31:0] m_data;
	wire enable, stopped, send_pending, send_ahead, recv_room, cpl_room, refusal_room, bad_doorbell;
	wire [15:0] send_index, recv_index, cpl_index;
	wire [3:0] send_lg, recv_lg, cpl_lg;
	wire [7:0] card_pending, recv_from;

	dma_page dut (.clk(clk), .rst(rst), .s_write(s_write), .s_addr(s_addr), .s_data(s_data), .m_data(m_data),
		.enable(enable), .stopped(stopped), .busy(busy), .serving(serving), .stuck(stuck), .send_pending(send_pending),
		.send_index(send_index), .send_lg(send_lg), .card_pending(card_pending), .send_done(send_done), .send_quick(send_quick), .send_ahead(send_ahead),
		.card_done(card_done), .card_next(card_next), .recv_room(recv_room), .recv_index(recv_index), .recv_lg(recv_lg), .recv_from(recv_from),
		.recv_push(recv_push), .cpl_room(cpl_room), .refusal_room(refusal_room), .cpl_index(cpl_index), .cpl_lg(cpl_lg), .cpl_reserve(cpl_reserve),
		.cpl_release(cpl_release), .cpl_push(cpl_push), .cpl_push_reserved(cpl_push_reserved), .lost(lost),
		.refused(refused), .untold(untold), .bad_doorbell(bad_doorbell));

	generate if (WRONG) begin : wrong
		always @(*) assert (!enable || cpl_index == 16'd0);
	end endgenerate
endmodule

`default_nettype wire
