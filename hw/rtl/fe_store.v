// SPDX-License-Identifier: BSD-3-Clause
//
// The state of the pages' full/empty units, 32 words of 16 bits a page in one block RAM: operands,
// results, keys, the command, its status, and which registers are full. Its users take turns by
// priority; none holds a port for more than a clock, so that every user gets its turn.
//
//  1. A read and a write of one address never happen in one clock: the read waits.
//  2. After reset all words are 0 before any user gets a turn (CLEAR_N clocks).
`default_nettype none

module fe_store (
	input wire clk,
	input wire rst,

	input wire s_bus_read, // first in priority, reading and writing
	input wire s_bus_write,
	input wire [7:0] s_bus_addr, // {page, word}
	input wire [15:0] s_bus_wdata,
	output wire s_bus_ready,

	input wire s_state_read, // the engine: full bits and keys
	input wire s_state_write,
	input wire [7:0] s_state_addr,
	input wire [15:0] s_state_wdata,
	output wire s_state_ready,

	input wire s_res_write, // results
	input wire [7:0] s_res_addr,
	input wire [15:0] s_res_wdata,
	output wire s_res_ready,

	input wire s_emit_read, // operations on their way out
	input wire [7:0] s_emit_addr,
	output wire s_emit_ready,

	output wire [15:0] rdata // in the clock after a read was ready, until the next read
);

	localparam WORD_N = 19; // words of a page in use
	localparam CLEAR_N = 8 * WORD_N;

	(* no_rw_check *) reg [15:0] mem [0:255];
	reg [15:0] rdata_q;
	reg [7:0] clear_q; // {word, page} to clear, CLEAR_N: done
	reg re, we;
	reg [7:0] raddr, waddr;
	reg [15:0] wdata;

	wire clearing = clear_q != CLEAR_N;

	// Writes: clearing, bus, engine, results.
	always @(*) begin
		we = clearing || s_bus_write || s_state_write || s_res_write;
		waddr = s_bus_write ? s_bus_addr : s_state_write ? s_state_addr : s_res_addr;
		wdata = s_bus_write ? s_bus_wdata : s_state_write ? s_state_wdata : s_res_wdata;
		if (clearing) begin
			waddr = {clear_q[2:0], clear_q[7:3]};
			wdata = 16'b0;
		end
	end

	// Reads: bus, engine, operations.
	always @(*) begin
		raddr = s_bus_read ? s_bus_addr : s_state_read ? s_state_addr : s_emit_addr;
		re = (s_bus_read || s_state_read || s_emit_read) && !clearing && !(we && waddr == raddr);
	end

	assign s_bus_ready = s_bus_write ? !clearing : re && s_bus_read;
	assign s_state_ready = s_state_write ? !clearing && !s_bus_write
		: re && s_state_read && !s_bus_read;
	assign s_res_ready = !clearing && !s_bus_write && !s_state_write;
	assign s_emit_ready = re && !s_bus_read && !s_state_read;
	assign rdata = rdata_q;

	always @(posedge clk) begin
		if (we)
			mem[waddr] <= wdata;
		if (re)
			rdata_q <= mem[raddr];
	end

	always @(posedge clk)
		if (rst)
			clear_q <= 8'd0;
		else if (clearing)
			clear_q <= clear_q + 8'd1;

`ifdef FORMAL
	// Any one address, followed from its first write on: a read gives the word written last.
	(* anyconst *) reg [7:0] f_at;
	reg f_known = 1'b0, f_read = 1'b0;
	reg [15:0] f_last, f_want;

	always @(posedge clk) begin
		f_read <= !rst && f_known && re && raddr == f_at;
		f_want <= f_last;
		if (we && waddr == f_at) begin
			f_known <= 1'b1;
			f_last <= wdata;
		end
		assert(!(re && we && raddr == waddr));
		assert(!f_known || mem[f_at] == f_last);
		assert(!f_read || rdata_q == f_want);
	end
`endif

endmodule

`default_nettype wire
