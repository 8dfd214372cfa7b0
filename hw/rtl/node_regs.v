// SPDX-License-Identifier: BSD-3-Clause
//
// node_regs: the block NODE of the card's registers: the node's place in the ring, the state and
// counters of its two links, and the reports of dead ports. Between the bus and node_native's cfg,
// link and fault signals. Changes nothing by itself.
`default_nettype none

module node_regs (
	input  wire clk,
	input  wire rst,
	input  wire bus_valid,
	input  wire bus_write,
	input  wire [3:0] bus_page,
	input  wire [11:2] bus_addr,
	input  wire [31:0] bus_wdata,
	output reg  bus_ready,
	output reg  [31:0] bus_rdata,
	output reg  [9:0] cfg_id,
	output reg  [9:0] cfg_last,        // nodes - 1
	output reg  [1:0] cfg_dateline,    // {Y, X}
	output reg  [9:0] cfg_bcast_x,
	output reg  [9:0] cfg_bcast_y,
	output reg  [1:0] cfg_bcast_en,    // {Y, X}
	output reg  [1:0] link_clear,      // pulses; two-bit signals of ports: {right, left}
	input  wire [1:0] link_up,
	input  wire [1:0] link_dead,
	input  wire [5:0] link_cause,
	input  wire [31:0] link_crc,
	input  wire [31:0] link_retry,
	input  wire [31:0] link_sym,
	output reg  [10:0] fault_ask,      // {node, port}
	input  wire fault_answer,
	input  wire fault_news,
	input  wire [13:0] fault_news_data, // {node, port, cause}
	output wire [7:0] ev_fault         // pulse, to all pages
);
	`include "ring_nic_regs.vh"
	localparam [9:0] PLACE_A = `RN_NODE_PLACE_A, WAYS_A = `RN_NODE_WAYS_A, LINK_A = `RN_NODE_LINK_A, CRC_A = `RN_NODE_CRC_A,
		RETRY_A = `RN_NODE_RETRY_A, SYM_A = `RN_NODE_SYM_A, FAULT_A = `RN_NODE_FAULT_A, ASK_A = `RN_NODE_ASK_A,
		ANSWER_A = `RN_NODE_ANSWER_A;

	wire access = bus_valid && !bus_ready && bus_page[3];
	wire write = access && bus_write;
	wire at_link = {bus_addr[11:3], 1'b0} == LINK_A;
	wire port = bus_addr[2];
	reg [13:0] news_q;
	reg valid_q, more_q;             // NODE_FAULT's
	wire unused = &{1'b0, bus_wdata[29:26], bus_page[2:0]};

	always @(posedge clk)
		bus_ready <= bus_valid && !bus_ready && !rst;

	always @(posedge clk)
		if (rst)
			{cfg_last, cfg_id} <= 20'd0;
		else if (write && bus_addr == PLACE_A)
			{cfg_last, cfg_id} <= {bus_wdata[`RN_NODE_PLACE_LAST_R], bus_wdata[`RN_NODE_PLACE_ID_R]};

	always @(posedge clk)
		if (rst)
			{cfg_dateline, cfg_bcast_en, cfg_bcast_y, cfg_bcast_x} <= 24'd0;
		else if (write && bus_addr == WAYS_A)
			{cfg_dateline, cfg_bcast_en, cfg_bcast_y, cfg_bcast_x} <= {bus_wdata[`RN_NODE_WAYS_DATELINE_Y_R],
				bus_wdata[`RN_NODE_WAYS_DATELINE_X_R], bus_wdata[`RN_NODE_WAYS_EN_Y_R], bus_wdata[`RN_NODE_WAYS_EN_X_R],
				bus_wdata[`RN_NODE_WAYS_BCAST_Y_R], bus_wdata[`RN_NODE_WAYS_BCAST_X_R]};

	always @(posedge clk)
		if (rst)
			fault_ask <= 11'd0;
		else if (write && bus_addr == ASK_A)
			fault_ask <= {bus_wdata[`RN_NODE_ASK_NODE_R], bus_wdata[`RN_NODE_ASK_PORT_R]};

	always @(posedge clk)
		link_clear <= {2{write && at_link && bus_wdata[`RN_NODE_LINK_DEAD_R] && !rst}} & {port, !port};

	// The first change stays until software has taken it.
	wire [1:0] take = {2{write && bus_addr == FAULT_A}} & {bus_wdata[`RN_NODE_FAULT_MORE_R], bus_wdata[`RN_NODE_FAULT_VALID_R]};
	wire full = valid_q && !take[0];
	assign ev_fault = {8{fault_news}};

	always @(posedge clk)
		if (rst)
			{more_q, valid_q} <= 2'b00;
		else begin
			more_q <= (fault_news && full) || (more_q && !take[1]);
			valid_q <= fault_news || full;
		end

	always @(posedge clk)
		if (rst)
			news_q <= 14'd0;
		else if (fault_news && !full)
			news_q <= fault_news_data;

	// Reading: the counters of one port, then everything.
	reg [31:0] data;
	wire [15:0] crc = port ? link_crc[31:16] : link_crc[15:0];
	wire [15:0] retry = port ? link_retry[31:16] : link_retry[15:0];
	wire [15:0] sym = port ? link_sym[31:16] : link_sym[15:0];
	wire [4:0] link = port ? {link_cause[5:3], link_dead[1], link_up[1]} : {link_cause[2:0], link_dead[0], link_up[0]};

	always @* begin
		data = 32'd0;
		case (bus_addr)
		PLACE_A: data = {6'd0, cfg_last, 6'd0, cfg_id};
		WAYS_A: data = {6'd0, cfg_dateline, 2'd0, cfg_bcast_en, cfg_bcast_y, cfg_bcast_x};
		LINK_A, LINK_A + 10'd1: data = {27'd0, link};
		CRC_A, CRC_A + 10'd1: data = {16'd0, crc};
		RETRY_A, RETRY_A + 10'd1: data = {16'd0, retry};
		SYM_A, SYM_A + 10'd1: data = {16'd0, sym};
		FAULT_A: data = {valid_q, more_q, 12'd0, news_q[13:4], 3'd0, news_q[3], 1'b0, news_q[2:0]};
		ASK_A: data = {21'd0, fault_ask};
		ANSWER_A: data = {31'd0, fault_answer};
		default: ;
		endcase
	end

	always @(posedge clk)
		if (access)
			bus_rdata <= data;
endmodule

`default_nettype wire
