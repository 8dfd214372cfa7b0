// SPDX-License-Identifier: BSD-3-Clause
//
// node_spin: a node of the SPIN setting: the switch between two links in and two links out, each
// one-way with a NACK wire back. Cells of 17 words of 16 bits; parity errors are reported, not
// repaired. Wiring only. The card (card_spin) sits at the local side.
`default_nettype none

module node_spin #(
	parameter SLOT_N = 8,        // cells for each virtual channel of an input, power of two
	parameter TOPOLOGY = 0,      // as in switch
	parameter PUBLISHED = 0      // 1: the timing of the paper
) (
	input  wire clk,
	input  wire rst,
	input  wire [9:0] cfg_id,
	input  wire [9:0] cfg_last,          // nodes - 1
	input  wire [1:0] cfg_dateline,      // {Y, X}: this output crosses the dateline
	input  wire [9:0] cfg_bcast_x,       // destination of copies from the local side, by way
	input  wire [9:0] cfg_bcast_y,
	// link X: from node i-1, to node i+1
	input  wire s_x_valid,
	input  wire [15:0] s_x_data,
	input  wire s_x_parity,
	output wire s_x_nack,
	output wire m_x_valid,
	output wire [15:0] m_x_data,
	output wire m_x_parity,
	input  wire m_x_nack,
	// link Y: from node i+1, to node i-1
	input  wire s_y_valid,
	input  wire [15:0] s_y_data,
	input  wire s_y_parity,
	output wire s_y_nack,
	output wire m_y_valid,
	output wire [15:0] m_y_data,
	output wire m_y_parity,
	input  wire m_y_nack,
	// local side
	input  wire s_loc_valid,
	output wire s_loc_ready,
	input  wire s_loc_head,
	input  wire s_loc_last,
	input  wire [15:0] s_loc_data,
	input  wire [1:0] s_loc_way,
	output wire m_loc_valid,
	input  wire m_loc_ready,
	output wire m_loc_head,
	output wire m_loc_last,
	output wire [15:0] m_loc_data,
	output wire parity_x,                // pulse: a wrong or missing word came on link X
	output wire parity_y
);
	wire rx_x_valid, rx_x_head, rx_x_last, rx_y_valid, rx_y_head, rx_y_last;
	wire [15:0] rx_x_data, rx_y_data;
	wire tx_x_valid, tx_x_head, tx_x_nack, tx_y_valid, tx_y_head, tx_y_nack;
	wire [15:0] tx_x_data, tx_y_data;
	wire [1:0] x_room, y_room, x_free_unused, y_free_unused;
	wire x_want_unused, y_want_unused, loc_space_unused;
	wire [7:0] x_free_slots_unused, y_free_slots_unused;
	wire x_last_unused, y_last_unused, x_bad_unused, y_bad_unused, loc_bad_unused;

	spin_rx rx_x (.clk(clk), .rst(rst), .wire_valid(s_x_valid), .wire_data(s_x_data), .wire_parity(s_x_parity),
		.wire_nack(s_x_nack), .room(x_room), .m_valid(rx_x_valid), .m_head(rx_x_head), .m_last(rx_x_last),
		.m_data(rx_x_data), .error(parity_x));

	spin_rx rx_y (.clk(clk), .rst(rst), .wire_valid(s_y_valid), .wire_data(s_y_data), .wire_parity(s_y_parity),
		.wire_nack(s_y_nack), .room(y_room), .m_valid(rx_y_valid), .m_head(rx_y_head), .m_last(rx_y_last),
		.m_data(rx_y_data), .error(parity_y));

	switch #(.W(16), .SPIN(1), .SLOT_N(SLOT_N), .TOPOLOGY(TOPOLOGY), .PUBLISHED(PUBLISHED)) switch (.clk(clk), .rst(rst),
		.cfg_id(cfg_id), .cfg_last(cfg_last), .cfg_dateline(cfg_dateline),
		.cfg_bcast_x(cfg_bcast_x), .cfg_bcast_y(cfg_bcast_y),
		.s_x_valid(rx_x_valid), .s_x_head(rx_x_head), .s_x_last(rx_x_last), .s_x_bad(1'b0), .s_x_data(rx_x_data),
		.x_room(x_room), .x_free(x_free_unused), .x_free_slots(x_free_slots_unused),
		.s_y_valid(rx_y_valid), .s_y_head(rx_y_head), .s_y_last(rx_y_last), .s_y_bad(1'b0), .s_y_data(rx_y_data),
		.y_room(y_room), .y_free(y_free_unused), .y_free_slots(y_free_slots_unused),
		.s_loc_valid(s_loc_valid), .s_loc_ready(s_loc_ready), .s_loc_space(loc_space_unused), .s_loc_head(s_loc_head), .s_loc_last(s_loc_last),
		.s_loc_data(s_loc_data), .s_loc_way(s_loc_way),
		.m_x_want(x_want_unused), .m_y_want(y_want_unused), .m_x_valid(tx_x_valid), .m_x_ready(1'b1), .m_x_head(tx_x_head), .m_x_last(x_last_unused), .m_x_bad(x_bad_unused),
		.m_x_data(tx_x_data), .m_x_room(2'b11), .m_x_nack(tx_x_nack),
		.m_y_valid(tx_y_valid), .m_y_ready(1'b1), .m_y_head(tx_y_head), .m_y_last(y_last_unused), .m_y_bad(y_bad_unused),
		.m_y_data(tx_y_data), .m_y_room(2'b11), .m_y_nack(tx_y_nack),
		.m_loc_valid(m_loc_valid), .m_loc_ready(m_loc_ready), .m_loc_head(m_loc_head), .m_loc_last(m_loc_last),
		.m_loc_bad(loc_bad_unused), .m_loc_data(m_loc_data));

	spin_tx tx_x (.clk(clk), .rst(rst), .s_valid(tx_x_valid), .s_head(tx_x_head), .s_data(tx_x_data), .nack(tx_x_nack),
		.wire_valid(m_x_valid), .wire_data(m_x_data), .wire_parity(m_x_parity), .wire_nack(m_x_nack));

	spin_tx tx_y (.clk(clk), .rst(rst), .s_valid(tx_y_valid), .s_head(tx_y_head), .s_data(tx_y_data), .nack(tx_y_nack),
		.wire_valid(m_y_valid), .wire_data(m_y_data), .wire_parity(m_y_parity), .wire_nack(m_y_nack));
endmodule

`default_nettype wire
