// SPDX-License-Identifier: BSD-3-Clause
//
// Registers of the SPIN setting (block SPIN of hw/regs/ring_nic.tbl): settings, commands, status,
// events. Between the bus of the card and spin_conn, spin_dma, node_spin. It does nothing by
// itself: a command becomes one pulse.
//
// 1. An engine gets a command only when it is not busy, and a barrier or broadcast only when no other
//    is under way; otherwise nothing happens but the event REFUSED. The same for a write to
//    address and length of a busy engine: its DMA may still read them.
// 2. Every access is answered, in the second clock.

`default_nettype none
`include "ring_nic_regs.vh"

module spin_regs #(
	parameter LG_BURST = 8 // log2 of the longest burst in words that spin_dma can make
) (
	input wire clk,
	input wire rst,

	input wire bus_valid, // until bus_ready
	input wire bus_write,
	input wire [11:2] bus_addr,
	input wire [31:0] bus_wdata,
	output reg bus_ready, // one clock
	output reg [31:0] bus_rdata,
	output wire irq, // level

	output reg [9:0] cfg_id,
	output reg [9:0] cfg_last, // nodes - 1
	output reg [9:0] cfg_bcast_x,
	output reg [9:0] cfg_bcast_y,
	output reg [1:0] cfg_bcast_en, // {Y, X}
	output reg [1:0] cfg_dateline, // {Y, X}
	output reg [31:0] cfg_timeout, // clocks; 0 never
	output reg [3:0] cfg_lg_burst, // log2 of words
	output reg load, // pulse: cfg_id, cfg_last are new
	output reg load_seq, // pulse
	output wire [5:0] new_seq,

	output reg send_go, // pulse
	output reg send_halt, // pulse
	output wire send_go_bcast,
	output wire [9:0] send_go_dest,
	output reg [63:0] send_addr, // bytes
	output reg [31:0] send_len, // bytes
	input wire send_busy,
	input wire send_done, // pulse
	input wire [3:0] send_code,

	output reg recv_go, // pulse
	output reg recv_cancel, // pulse
	output reg recv_halt, // pulse
	output wire recv_go_bcast,
	output wire recv_go_any,
	output wire [9:0] recv_go_src,
	output reg [63:0] recv_addr, // bytes
	output reg [31:0] recv_len, // bytes
	input wire recv_busy,
	input wire recv_done, // pulse
	input wire [3:0] recv_code,
	input wire [9:0] recv_src,
	input wire [31:0] recv_got, // bytes

	output reg coll_go, // pulse
	output reg coll_halt, // pulse
	input wire coll_busy,
	input wire coll_done, // pulse
	input wire [3:0] coll_code,
	input wire [5:0] coll_seq,
	input wire [9:0] missing_barrier,
	input wire [9:0] missing_bcast,

	input wire queued, // pulse
	input wire [10:0] queue_count,
	input wire stray, // pulse
	input wire stuck, // pulse
	input wire parity_x, // pulse
	input wire parity_y // pulse
);

reg [1:0] op_q;     // of the last write
reg [10:0] arg_q;
reg [7:0] event_q;
reg [7:0] mask_q;
reg refused_q;      // pulse
reg bcast_send_q;   // a broadcast is sent
reg bcast_recv_q;   // a broadcast is received
reg [15:0] parity_x_q; // words
reg [15:0] parity_y_q;
reg [15:0] lost_q;     // cells
reg [31:0] read;

wire now = bus_valid && !bus_ready;
wire write = now && bus_write;
wire send_free = !send_busy && !send_go;
wire recv_free = !recv_busy && !recv_go;
wire coll_free = !coll_busy && !coll_go && !bcast_send_q && !bcast_recv_q;

// ---- Commands -----------------------------------------------------------------------------------

wire [1:0] op = bus_wdata[31:30];
wire write_send = write && bus_addr == `RN_SPIN_SEND_A;
wire write_recv = write && bus_addr == `RN_SPIN_RECV_A;
wire write_coll = write && bus_addr == `RN_SPIN_BARRIER_A;
wire op_msg = op == `RN_SPIN_OP_MSG;
wire op_bcast = op == `RN_SPIN_OP_BCAST;
wire op_cancel = op == `RN_SPIN_OP_CANCEL;
wire op_abort = op == `RN_SPIN_OP_ABORT;
wire send_now = write_send && send_free && (op_msg || (op_bcast && coll_free));
wire recv_now = write_recv && recv_free && (op_msg || (op_bcast && coll_free));
wire coll_now = write_coll && coll_free && op_msg;
wire send_set = write && (bus_addr == `RN_SPIN_SEND_ADDR_LO_A || bus_addr == `RN_SPIN_SEND_ADDR_HI_A
	|| bus_addr == `RN_SPIN_SEND_LEN_A);
wire recv_set = write && (bus_addr == `RN_SPIN_RECV_ADDR_LO_A || bus_addr == `RN_SPIN_RECV_ADDR_HI_A
	|| bus_addr == `RN_SPIN_RECV_LEN_A);

assign send_go_bcast = op_q == `RN_SPIN_OP_BCAST;
assign send_go_dest = arg_q[`RN_SPIN_SEND_DEST_R];
assign recv_go_bcast = op_q == `RN_SPIN_OP_BCAST;
assign recv_go_any = arg_q[`RN_SPIN_RECV_ANY_R];
assign recv_go_src = arg_q[`RN_SPIN_RECV_SRC_R];
assign new_seq = arg_q[`RN_SPIN_COLL_SEQ_R];

always @(posedge clk)
	if (write)
		{op_q, arg_q} <= {op, bus_wdata[10:0]};

always @(posedge clk) begin
	send_go <= !rst && send_now;
	send_halt <= !rst && write_send && op_abort;
	recv_go <= !rst && recv_now;
	recv_cancel <= !rst && write_recv && op_cancel;
	recv_halt <= !rst && write_recv && op_abort;
	coll_go <= !rst && coll_now;
	coll_halt <= !rst && write_coll && op_abort;
	load <= !rst && write && bus_addr == `RN_SPIN_NODE_A;
	load_seq <= !rst && write && bus_addr == `RN_SPIN_COLL_A;
end

always @(posedge clk)
	refused_q <= !rst && ((write_send && !send_now && !op_abort) || (write_recv && !recv_now && !op_abort && !op_cancel)
		|| (write_coll && !coll_now && !op_abort) || (send_set && !send_free) || (recv_set && !recv_free));

always @(posedge clk) begin
	bcast_send_q <= !rst && !send_done && (bcast_send_q || (send_now && op_bcast));
	bcast_recv_q <= !rst && !recv_done && (bcast_recv_q || (recv_now && op_bcast));
end

// ---- Settings -----------------------------------------------------------------------------------

wire [3:0] lg = bus_wdata[`RN_SPIN_BURST_LG_R];

always @(posedge clk)
	if (rst)
		{cfg_last, cfg_id} <= 20'd0;
	else if (write && bus_addr == `RN_SPIN_NODE_A) begin
		cfg_id <= bus_wdata[`RN_SPIN_NODE_ID_R];
		cfg_last <= bus_wdata[`RN_SPIN_NODE_LAST_R];
	end

always @(posedge clk)
	if (rst)
		{cfg_dateline, cfg_bcast_en, cfg_bcast_y, cfg_bcast_x} <= 24'd0;
	else if (write && bus_addr == `RN_SPIN_WAYS_A) begin
		cfg_dateline <= bus_wdata[25:24];
		cfg_bcast_en <= bus_wdata[21:20];
		cfg_bcast_y <= bus_wdata[`RN_SPIN_WAYS_BCAST_Y_R];
		cfg_bcast_x <= bus_wdata[`RN_SPIN_WAYS_BCAST_X_R];
	end

always @(posedge clk)
	if (rst)
		cfg_timeout <= `RN_SPIN_TIMEOUT_RESET;
	else if (write && bus_addr == `RN_SPIN_TIMEOUT_A)
		cfg_timeout <= bus_wdata;

always @(posedge clk)
	if (rst)
		cfg_lg_burst <= 4'd3;
	else if (write && bus_addr == `RN_SPIN_BURST_A)
		cfg_lg_burst <= lg < 4'd3 ? 4'd3 : lg > LG_BURST[3:0] ? LG_BURST[3:0] : lg;

always @(posedge clk)
	if (rst)
		{send_addr, send_len} <= 96'd0;
	else if (send_set && send_free)
		case (bus_addr)
		`RN_SPIN_SEND_ADDR_LO_A: send_addr[31:0] <= bus_wdata;
		`RN_SPIN_SEND_ADDR_HI_A: send_addr[63:32] <= bus_wdata;
		default: send_len <= bus_wdata;
		endcase

always @(posedge clk)
	if (rst)
		{recv_addr, recv_len} <= 96'd0;
	else if (recv_set && recv_free)
		case (bus_addr)
		`RN_SPIN_RECV_ADDR_LO_A: recv_addr[31:0] <= bus_wdata;
		`RN_SPIN_RECV_ADDR_HI_A: recv_addr[63:32] <= bus_wdata;
		default: recv_len <= bus_wdata;
		endcase

// ---- Events and counters ------------------------------------------------------------------------

wire [7:0] happened = {refused_q, stuck, stray, parity_x || parity_y, queued, coll_done, recv_done, send_done};
wire [7:0] clear = write && bus_addr == `RN_SPIN_EVENT_A ? bus_wdata[7:0] : 8'd0;

assign irq = |(event_q & mask_q);

always @(posedge clk)
	event_q <= rst ? 8'd0 : (event_q & ~clear) | happened;

always @(posedge clk)
	if (rst)
		mask_q <= 8'd0;
	else if (write && bus_addr == `RN_SPIN_MASK_A)
		mask_q <= bus_wdata[7:0];

always @(posedge clk)
	if (rst) begin
		parity_x_q <= 16'd0;
		parity_y_q <= 16'd0;
		lost_q <= 16'd0;
	end else begin
		parity_x_q <= parity_x_q + {15'd0, parity_x && parity_x_q != 16'hffff};
		parity_y_q <= parity_y_q + {15'd0, parity_y && parity_y_q != 16'hffff};
		lost_q <= lost_q + {15'd0, stray && lost_q != 16'hffff};
	end

// ---- Reading --------------------------------------------------------------------------------------

function [31:0] status; // no code while busy
	input busy;
	input [3:0] code;
	input [9:0] node;
	status = {6'd0, node, 7'd0, busy, 4'd0, busy ? `RN_SPIN_STATUS_NONE : code};
endfunction

always @*
	case (bus_addr)
	`RN_SPIN_NODE_A: read = {6'd0, cfg_last, 6'd0, cfg_id};
	`RN_SPIN_WAYS_A: read = {6'd0, cfg_dateline, 2'd0, cfg_bcast_en, cfg_bcast_y, cfg_bcast_x};
	`RN_SPIN_TIMEOUT_A: read = cfg_timeout;
	`RN_SPIN_BURST_A: read = {28'd0, cfg_lg_burst};
	`RN_SPIN_EVENT_A: read = {24'd0, event_q};
	`RN_SPIN_MASK_A: read = {24'd0, mask_q};
	`RN_SPIN_SEND_ADDR_LO_A: read = send_addr[31:0];
	`RN_SPIN_SEND_ADDR_HI_A: read = send_addr[63:32];
	`RN_SPIN_SEND_LEN_A: read = send_len;
	`RN_SPIN_SEND_STATUS_A: read = status(!send_free, send_code, 10'd0);
	`RN_SPIN_RECV_ADDR_LO_A: read = recv_addr[31:0];
	`RN_SPIN_RECV_ADDR_HI_A: read = recv_addr[63:32];
	`RN_SPIN_RECV_LEN_A: read = recv_len;
	`RN_SPIN_RECV_STATUS_A: read = status(!recv_free, recv_code, recv_src);
	`RN_SPIN_RECV_GOT_A: read = recv_got;
	`RN_SPIN_BARRIER_STATUS_A: read = status(coll_busy || coll_go, coll_code, 10'd0);
	`RN_SPIN_COLL_A: read = {26'd0, coll_seq};
	`RN_SPIN_MISSING_A: read = {6'd0, missing_bcast, 6'd0, missing_barrier};
	`RN_SPIN_PARITY_A: read = {parity_y_q, parity_x_q};
	`RN_SPIN_LOST_A: read = {16'd0, lost_q};
	`RN_SPIN_QUEUE_A: read = {21'd0, queue_count};
	default: read = 32'd0;
	endcase

always @(posedge clk) begin
	bus_ready <= !rst && now;
	bus_rdata <= read;
end

endmodule

`default_nettype wire
