// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_cells: cells of one class between rdma_engine and the switch, in both directions, each in a FIFO of whole cells. Those for
// this node (way 0) go back to the engine. m_ready says that there is room for a cell, whichever way it goes. Received ones and those of this
// node are given in turn. A received one that waits for 2^LG_STUCK clocks waits for a host that does not answer: cells behind it are dropped until
// it is taken, so the ring behind goes on.
`default_nettype none

module rdma_cells #(
	parameter LG_STUCK = 20
) (
	input  wire clk,
	input  wire rst,
	// from the switch
	input  wire s_valid,
	output wire s_ready,
	input  wire s_head,
	input  wire s_last,
	input  wire [63:0] s_data,
	// to the engine: begins only with a whole cell
	output wire m_in_valid,
	input  wire m_in_ready,
	output wire m_in_last,
	output wire [63:0] m_in_data,
	// from the engine
	input  wire s_out_valid,
	output wire s_out_ready,
	input  wire s_out_head,
	input  wire s_out_last,
	input  wire [63:0] s_out_data,
	input  wire [1:0] s_out_way,
	// to the switch
	output wire m_valid,
	input  wire m_ready,
	output wire m_head,
	output wire m_last,
	output wire [63:0] m_data,
	output wire [1:0] m_way
);
	localparam LG_DEPTH = 6;         // words of a FIFO
	wire far_valid, far_last, far_head, near_valid, near_last, near_head, near_room, out_room;
	wire [63:0] far_data, near_data;
	wire [1:0] unused_far, unused_near;
	wire [2:0] unused_dropped;
	wire near = s_out_way == 2'b00;

	assign s_out_ready = near_room && out_room;

	reg [LG_STUCK:0] wait_q;         // clocks in which a received cell has waited
	reg drop_q;                      // the cell that comes is dropped
	wire drop = s_head ? wait_q[LG_STUCK] : drop_q;
	wire room;
	localparam [LG_STUCK:0] ONE = 1;
	assign s_ready = drop || room;

	always @(posedge clk)
		if (rst || !far_valid || (beat && !from_near))
			wait_q <= 0;
		else if (!wait_q[LG_STUCK])
			wait_q <= wait_q + ONE;

	always @(posedge clk)
		if (rst)
			drop_q <= 1'b0;
		else if (s_valid && s_ready)
			drop_q <= drop && !s_last;

	reg in_q, near_q, turn_q;        // in a cell; whose; the last one was of this node
	wire from_near = in_q ? near_q : near_valid && !(turn_q && far_valid);
	wire beat = m_in_valid && m_in_ready;
	assign m_in_valid = from_near ? near_valid : far_valid;
	assign m_in_last = from_near ? near_last : far_last;
	assign m_in_data = from_near ? near_data : far_data;

	always @(posedge clk)
		if (rst)
			{in_q, near_q, turn_q} <= 3'd0;
		else if (beat)
			{in_q, near_q, turn_q} <= {!m_in_last, from_near, from_near};

	cell_fifo #(.W(64), .LG_DEPTH(LG_DEPTH)) receive (.clk(clk), .rst(rst), .s_valid(s_valid && !drop), .s_ready(room), .s_head(s_head), .s_last(s_last),
		.s_data(s_data), .s_way(2'b00), .m_valid(far_valid), .m_ready(m_in_ready && !from_near), .m_head(far_head), .m_last(far_last),
		.m_data(far_data), .m_way(unused_far), .dropped(unused_dropped[0]));
	cell_fifo #(.W(64), .LG_DEPTH(LG_DEPTH)) own (.clk(clk), .rst(rst), .s_valid(s_out_valid && near && out_room), .s_ready(near_room),
		.s_head(s_out_head), .s_last(s_out_last), .s_data(s_out_data), .s_way(2'b00), .m_valid(near_valid), .m_ready(m_in_ready && from_near),
		.m_head(near_head), .m_last(near_last), .m_data(near_data), .m_way(unused_near), .dropped(unused_dropped[1]));
	cell_fifo #(.W(64), .LG_DEPTH(LG_DEPTH)) send (.clk(clk), .rst(rst), .s_valid(s_out_valid && !near && near_room), .s_ready(out_room),
		.s_head(s_out_head), .s_last(s_out_last), .s_data(s_out_data), .s_way(s_out_way), .m_valid(m_valid), .m_ready(m_ready),
		.m_head(m_head), .m_last(m_last), .m_data(m_data), .m_way(m_way), .dropped(unused_dropped[2]));
	wire unused = &{1'b0, far_head, near_head, unused_far, unused_near, unused_dropped};
endmodule

`default_nettype wire
