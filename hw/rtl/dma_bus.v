// SPDX-License-Identifier: BSD-3-Clause
//
// dma_bus: which part of the DMA engine a register belongs to, and the engine's own registers
// (block DMA). A part sees bus_valid only for its registers and answers once; a register of no part
// reads 0.
`default_nettype none

module dma_bus #(
	parameter W = 64                 // bits of a word of a cell
) (
	input  wire clk,
	input  wire rst,
	input  wire bus_valid,           // held until bus_ready
	input  wire bus_write,
	input  wire [3:0] bus_page,      // 8 and above: global
	input  wire [11:2] bus_addr,
	input  wire [4:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	// parts
	input  wire [7:0] stopped,       // pages whose ring bases may be written
	output wire [1:0] ring,          // of the base that is meant: send, receive, completion
	output wire ring_high,
	output wire ring_write,
	output wire [4:0] timeout,       // LG
	input  wire [31:0] barred,       // register BARRED
	output wire window_write,        // held until window_ready
	input  wire window_ready,
	input  wire [31:0] window_rdata, // of the window that bus_addr named in the clock before
	output wire [4:0] part_valid,    // pages, rings, region, stream, desc
	input  wire [4:0] part_ready,
	input  wire [5*32-1:0] part_rdata,
	// one clock each
	input  wire malformed,
	input  wire unsent,
	input  wire read_error,
	input  wire write_error
);
`include "ring_nic_regs.vh"
	localparam LG_SLOT = W == 16 ? 6 : W == 64 ? 7 : 8;
	localparam CELL_B = 2 * W;                               // bytes of payload
	localparam MSG_B = W == 64 ? 112 : W == 16 ? 24 : 240;
	localparam [31:0] SHAPE = (CELL_B << `RN_DMA_SHAPE_CELL_B_LSB) | (LG_SLOT << `RN_DMA_SHAPE_SLOT_LG_LSB)
		| (MSG_B << `RN_DMA_SHAPE_MSG_B_LSB);

	wire global = bus_page[3];
	wire [11:0] addr = {bus_addr, 2'b00};
	wire queues = !global && addr[11:8] == 4'h1;
	wire base = queues && (addr == `RN_QUEUES_SEND_BASE_LO || addr == `RN_QUEUES_SEND_BASE_HI
		|| addr == `RN_QUEUES_RECV_BASE_LO || addr == `RN_QUEUES_RECV_BASE_HI
		|| addr == `RN_QUEUES_CPL_BASE_LO || addr == `RN_QUEUES_CPL_BASE_HI);
	wire [4:0] part = global ? 5'd0 : {addr[11:9] == 3'b010, addr[11:8] == 4'h3, addr[11:8] == 4'h2, base, queues && !base};

	reg own_q;
	reg [4:0] timeout_q;
	reg [15:0] malformed_q, unsent_q, read_errors_q, write_errors_q;

	assign ring = addr < `RN_QUEUES_RECV_BASE_LO ? 2'd0 : addr < `RN_QUEUES_CPL_BASE_LO ? 2'd1 : 2'd2;
	assign ring_high = bus_addr[2];
	assign ring_write = bus_write && stopped[bus_page[2:0]];
	assign part_valid = bus_valid ? part : 5'd0;
	assign timeout = timeout_q;
	always @(posedge clk)
		if (rst)
			timeout_q <= 5'd20;
		else if (global && bus_valid && bus_write && addr == `RN_DMA_TIMEOUT && !own_q)
			timeout_q <= bus_wdata[4:0];

	wire window = addr >= `RN_DMA_WINDOW_BASE && addr < `RN_DMA_WINDOW_BASE + 12'd8 * `RN_DMA_WINDOW_BASE_N;
	assign window_write = global && bus_valid && bus_write && window && !own_q;
	assign bus_ready = own_q || (part_ready & part) != 0;

	always @(posedge clk)
		own_q <= bus_valid && part == 0 && !own_q && (!window_write || window_ready) && !rst;

	always @(posedge clk)
		if (rst) begin
			malformed_q <= 0;
			unsent_q <= 0;
			read_errors_q <= 0;
			write_errors_q <= 0;
		end else begin
			malformed_q <= malformed_q + {15'd0, malformed && ~&malformed_q};
			unsent_q <= unsent_q + {15'd0, unsent && ~&unsent_q};
			read_errors_q <= read_errors_q + {15'd0, read_error && ~&read_errors_q};
			write_errors_q <= write_errors_q + {15'd0, write_error && ~&write_errors_q};
		end

	wire [31:0] own = !global                         ? 32'd0
	                : addr == `RN_DMA_MALFORMED       ? {16'd0, malformed_q}
	                : addr == `RN_DMA_READ_ERRORS     ? {16'd0, read_errors_q}
	                : addr == `RN_DMA_WRITE_ERRORS    ? {16'd0, write_errors_q}
	                : addr == `RN_DMA_SHAPE           ? SHAPE
	                : addr == `RN_DMA_TIMEOUT         ? {27'd0, timeout_q}
	                : addr == `RN_DMA_BARRED          ? barred
	                : addr == `RN_DMA_UNSENT          ? {16'd0, unsent_q}
	                : window                          ? window_rdata : 32'd0;

	assign bus_rdata = part[0] ? part_rdata[31:0] : part[1] ? part_rdata[63:32] : part[2] ? part_rdata[95:64]
		: part[3] ? part_rdata[127:96] : part[4] ? part_rdata[159:128] : own;
endmodule

`default_nettype wire
