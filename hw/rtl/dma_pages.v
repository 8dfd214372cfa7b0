// SPDX-License-Identifier: BSD-3-Clause
//
// dma_pages: the queues of the 8 pages side by side (dma_page), and their values for register
// reads.
`default_nettype none

module dma_pages (
	input  wire clk,
	input  wire rst,
	input  wire bus_valid,           // held until bus_ready
	input  wire bus_write,
	input  wire [2:0] bus_page,
	input  wire [11:2] bus_addr,
	input  wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	// a bit, or 16 or 4, for each page; as in dma_page
	output wire [7:0] enable,
	output wire [7:0] stopped,
	input  wire [7:0] busy,
	input  wire [7:0] serving,
	input  wire stuck,               // all pages
	output wire [7:0] send_pending,
	output wire [8*16-1:0] send_index,
	output wire [8*4-1:0] send_lg,
	output wire [8*8-1:0] card_pending,
	input  wire [7:0] send_done,
	input  wire [7:0] send_quick,
	output wire [7:0] send_ahead,
	input  wire [8*8-1:0] card_done,
	input  wire [8*8-1:0] card_next,
	output wire [7:0] recv_room,
	output wire [8*16-1:0] recv_index,
	output wire [8*4-1:0] recv_lg,
	output wire [8*8-1:0] recv_from,
	input  wire [7:0] recv_push,
	output wire [7:0] cpl_room,
	output wire [7:0] refusal_room,
	output wire [8*16-1:0] cpl_index,
	output wire [8*4-1:0] cpl_lg,
	input  wire [7:0] send_reserve,
	input  wire [7:0] stream_reserve,
	input  wire [7:0] send_release,
	input  wire [7:0] stream_release,
	input  wire [7:0] cpl_push,
	input  wire [7:0] cpl_push_reserved,
	input  wire [7:0] lost,
	input  wire [7:0] refused,
	input  wire [7:0] untold,
	output wire [7:0] bad_doorbell
);
	wire [8*32-1:0] data;
	reg seen_q, ready_q;

	assign bus_ready = ready_q;
	assign bus_rdata = data[32*bus_page +: 32];

	always @(posedge clk) begin
		seen_q <= bus_valid && !seen_q && !ready_q && !rst;
		ready_q <= seen_q && !rst;
	end

	genvar p;
	generate for (p = 0; p < 8; p = p + 1) begin : pages
		dma_page page (
			.clk(clk), .rst(rst),
			.s_write(seen_q && bus_write && bus_page == p), .s_addr(bus_addr), .s_data(bus_wdata),
			.m_data(data[32*p +: 32]), .enable(enable[p]), .stopped(stopped[p]), .busy(busy[p]), .serving(serving[p]), .stuck(stuck),
			.send_pending(send_pending[p]), .send_index(send_index[16*p +: 16]), .send_lg(send_lg[4*p +: 4]),
			.card_pending(card_pending[8*p +: 8]), .send_done(send_done[p]), .send_quick(send_quick[p]), .send_ahead(send_ahead[p]), .card_done(card_done[8*p +: 8]),
			.card_next(card_next[8*p +: 8]),
			.recv_room(recv_room[p]), .recv_index(recv_index[16*p +: 16]), .recv_lg(recv_lg[4*p +: 4]), .recv_from(recv_from[8*p +: 8]),
			.recv_push(recv_push[p]),
			.cpl_room(cpl_room[p]), .refusal_room(refusal_room[p]), .cpl_index(cpl_index[16*p +: 16]), .cpl_lg(cpl_lg[4*p +: 4]),
			.cpl_reserve({stream_reserve[p], send_reserve[p]}),
			.cpl_release({stream_release[p], send_release[p]}),
			.cpl_push(cpl_push[p]), .cpl_push_reserved(cpl_push_reserved[p]),
			.lost(lost[p]), .refused(refused[p]), .untold(untold[p]), .bad_doorbell(bad_doorbell[p]));
	end endgenerate
endmodule

`default_nettype wire
