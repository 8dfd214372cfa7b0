// SPDX-License-Identifier: BSD-3-Clause
//
// Makes the cells that this node sends (SPIN setting): control cells from the wish of a machine,
// data cells from the words of the send ring. Fed by the machines of spin_conn and by
// spin_fetch, feeds the local input of the switch. While one cell goes out the next is chosen
// and its way found, so that cells follow each other without a gap.
//
// The wish of a machine is one word:
//     {data, type[2:0], spare[1:0], dest[9:0], tag[5:0], arg[31:0]}
// A control cell carries {tag, this node}, arg, twelve words of 0, and the check word of
// spin_parse. A data cell carries 16 words of the stream; the machine asks for it only when all
// of them are there.
//
// 1. A grant takes the wish: the cell will go out, even if the machine's state changes afterwards.
// 2. A begun cell never waits for its own words (with the promise above).
// 3. Way of a broadcast: all ports in `bcast_en`. Of the others: the shorter one; to the opposite
//    node X from even and Y from odd nodes, so that such pairs share the links of both ways.
//
//     NONE --wish, grant--> DIFF --> WRAP --> READY --output free--> NONE        (next cell)
//
// NONE -> DIFF    a wish was granted: replies and broadcast entries (recv), then barriers
//                 (coll), then requests and data (send)
// DIFF -> WRAP    distance that way, maybe negative
// WRAP -> READY   modulo the ring
// READY -> NONE   the output takes it: its header goes out from the next clock on

`default_nettype none
`include "ring_nic_regs.vh"

module spin_emit #(
	parameter [15:0] CHECK = 16'h52d3 // as in spin_parse
) (
	input wire clk,
	input wire rst,

	input wire [9:0] cfg_id,
	input wire [9:0] cfg_last, // nodes - 1
	input wire [1:0] cfg_bcast_en, // {Y, X}

	input wire recv_valid,
	output wire recv_grant,
	input wire [53:0] recv_wish,
	input wire coll_valid,
	output wire coll_grant,
	input wire [53:0] coll_wish,
	input wire send_valid,
	output wire send_grant,
	input wire [53:0] send_wish,
	output wire data_busy, // a granted data cell is not out yet

	input wire s_valid, // words of data cells
	output wire s_ready,
	input wire [15:0] s_data,

	output wire m_loc_valid,
	input wire m_loc_ready,
	output wire m_loc_head,
	output wire m_loc_last,
	output wire [15:0] m_loc_data,
	output wire [1:0] m_loc_way, // {Y, X}

	input wire tick,
	output reg stuck // pulse: the switch takes nothing
);

localparam [1:0] NONE = 2'd0;
localparam [1:0] DIFF = 2'd1;
localparam [1:0] WRAP = 2'd2;
localparam [1:0] READY = 2'd3;

reg [1:0] next_q;     // state of the next cell
reg [53:0] wish_q;    // the next cell
reg [10:0] ahead_q;   // nodes from here to its dest, in the direction of X
reg busy_q;           // a cell goes out
reg [4:0] at_q;       // its word: 0 header, 1..16 data
reg [53:0] cell_q;
reg [1:0] way_q;
reg [15:0] sum_q;     // exclusive or of its data words so far

wire data = cell_q[53];
wire [2:0] kind = cell_q[52:50];
wire [1:0] spare = cell_q[49:48];
wire [9:0] dest = cell_q[47:38];
wire [15:0] header = {1'b0, kind, dest, spare};
reg [15:0] word;      // of a control cell

wire free = next_q == NONE;
wire out = m_loc_valid && m_loc_ready;
wire load = next_q == READY && (!busy_q || (out && m_loc_last));
wire [9:0] next_dest = wish_q[47:38];
wire next_bcast = wish_q[52:50] == `RN_SPIN_CELL_TYPE_BCAST;
wire [10:0] nodes = {1'b0, cfg_last} + 11'd1;
wire half = {ahead_q, 1'b0} == {1'b0, nodes};
wire near = {ahead_q, 1'b0} < {1'b0, nodes} || (half && !cfg_id[0]);
wire late;

assign recv_grant = free && recv_valid;
assign coll_grant = free && coll_valid && !recv_valid;
assign send_grant = free && send_valid && !recv_valid && !coll_valid;
assign data_busy = (next_q != NONE && wish_q[53]) || (busy_q && data);

assign m_loc_head = at_q == 5'd0;
assign m_loc_last = at_q == 5'd16;
assign m_loc_way = way_q;
assign m_loc_data = m_loc_head ? header : data ? s_data : word;
assign m_loc_valid = busy_q && (m_loc_head || !data || s_valid);
assign s_ready = busy_q && data && !m_loc_head && m_loc_ready;

always @*
	case (at_q)
	5'd1: word = {cell_q[37:32], cfg_id};
	5'd2: word = cell_q[15:0];
	5'd3: word = cell_q[31:16];
	5'd16: word = sum_q ^ CHECK ^ {11'd0, kind, spare};
	default: word = 16'd0;
	endcase

always @(posedge clk)
	if (rst)
		next_q <= NONE;
	else
		case (next_q)
		NONE: next_q <= recv_valid || coll_valid || send_valid ? DIFF : NONE;
		DIFF: next_q <= WRAP;
		WRAP: next_q <= READY;
		READY: next_q <= load ? NONE : READY;
		endcase

always @(posedge clk)
	if (free)
		wish_q <= recv_valid ? recv_wish : coll_valid ? coll_wish : send_wish;

always @(posedge clk)
	if (next_q == DIFF)
		ahead_q <= {1'b0, next_dest} - {1'b0, cfg_id};
	else if (next_q == WRAP && ahead_q[10])
		ahead_q <= ahead_q + {1'b0, cfg_last} + 11'd1;

always @(posedge clk)
	if (rst)
		busy_q <= 1'b0;
	else
		busy_q <= load || (busy_q && !(out && m_loc_last));

always @(posedge clk)
	if (load) begin
		cell_q <= wish_q;
		way_q <= next_bcast ? cfg_bcast_en : {!near, near};
	end

always @(posedge clk)
	if (load) begin
		at_q <= 5'd0;
		sum_q <= 16'd0;
	end else if (out) begin
		at_q <= at_q + 5'd1;
		sum_q <= m_loc_head ? 16'd0 : sum_q ^ m_loc_data;
	end

spin_timer timer (
	.clk(clk),
	.rst(rst),
	.tick(tick),
	.clear(!m_loc_valid || m_loc_ready || stuck),
	.late(late)
);

always @(posedge clk)
	stuck <= late && !stuck && !rst;

`ifdef FORMAL
reg f_past = 1'b0;
reg [4:0] f_sent = 5'd0; // words of the cell that were taken

always @(posedge clk) begin
	f_past <= !rst;
	if (rst)
		f_sent <= 5'd0;
	else if (out)
		f_sent <= m_loc_last ? 5'd0 : f_sent + 5'd1;
	if (!rst) begin
		assert (f_sent == (busy_q ? at_q : 5'd0) && f_sent <= 5'd16);
		if (m_loc_valid)
			assert (m_loc_head == (f_sent == 5'd0) && m_loc_last == (f_sent == 5'd16));
		if (f_past && $past(m_loc_valid && !m_loc_ready && !(data && !m_loc_head)))
			assert (m_loc_valid && $stable(m_loc_data) && $stable(m_loc_way) && $stable(m_loc_head) && $stable(m_loc_last));
	end
end
`endif

endmodule

`default_nettype wire
