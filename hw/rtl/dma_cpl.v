// SPDX-License-Identifier: BSD-3-Clause
//
// dma_cpl: writes completion records. Their sources (channels, dma_place, dma_reduce) have reserved
// a place in the page's ring, but for refused accesses of others: these are only counted when there
// is no place or the last one was not read yet. So a record never waits for a host and never
// overwrites one.
//
//      IDLE --asked-> LOOK --page on, place--> BASE --base--> WRITE --taken--> WORDS (4) --> IDLE
//                       \--no place, or page off--> IDLE
//
//  IDLE -> LOOK   a source has a record
//  LOOK -> BASE   it can be written; -> IDLE it can not
//  BASE -> WRITE  dma_rings gave the ring's base
//  WRITE -> WORDS dma_write took the command
//  WORDS -> IDLE  and its words: four of 64 bits, or two of 128
`default_nettype none

module dma_cpl #(
	parameter N = 6,                 // sources of records
	parameter DATA_W = 64,           // bits of a word for dma_write
	parameter TELL_W = 134           // {page, kind, status, source, tag, length, cookie, reserved, fence, event}
) (
	input  wire clk,
	input  wire rst,
	output wire [7:0] busy,          // page of the record in hand
	input  wire [N-1:0] s_valid,
	output wire [N-1:0] s_ready,
	input  wire [N*TELL_W-1:0] s_tell,
	// pages
	input  wire [7:0] enable,
	input  wire [7:0] refusal_room,  // a record without a reserved place may be written
	input  wire [8*16-1:0] cpl_index,
	input  wire [8*4-1:0] cpl_lg,
	output wire [7:0] m_push,        // one clock: a record is written ...
	output wire [7:0] m_push_reserved,         // ... in a place that was reserved
	output wire [7:0] m_untold,      // one clock: there was no place
	// writes of the page that failed since its last stream completion
	input  wire [7:0] s_error,
	// dma_rings
	output wire m_ring,
	output wire [2:0] m_ring_page,
	input  wire s_ring,
	input  wire [63:0] s_ring_base,
	// dma_write
	output wire m_write_valid,
	input  wire m_write_ready,
	output wire [63:0] m_write_addr,
	output wire [2:0] m_write_page,
	output wire m_write_fence,
	output wire [1:0] m_write_event,
	output wire m_word_valid,
	input  wire m_word_ready,
	output wire [DATA_W-1:0] m_word_data
);
`include "ring_nic_regs.vh"
	localparam [1:0] LAST = DATA_W == 128 ? 2'd1 : 2'd3;     // number of a record's last word
	localparam [2:0] IDLE = 0, LOOK = 1, BASE = 2, WRITE = 3, WORDS = 4;

	reg [2:0] state_q;
	reg [TELL_W-1:0] tell_q;
	reg [63:0] addr_q;
	reg [15:0] index_q;
	reg phase_q;
	reg [1:0] word_q;
	reg [7:0] error_q;               // pages with a failed write

	wire [N-1:0] pick;
	wire take = state_q == IDLE && s_valid != 0;
	dma_pick #(.N(N)) turn (
		.clk(clk), .rst(rst), .s_want(s_valid), .s_take(take), .m_pick(pick));
	assign s_ready = state_q == IDLE ? pick : {N{1'b0}};

	reg [TELL_W-1:0] tell;
	integer i;
	always @* begin
		tell = 0;
		for (i = 0; i < N; i = i + 1)
			tell = tell | (pick[i] ? s_tell[TELL_W*i +: TELL_W] : {TELL_W{1'b0}});
	end

	wire [2:0] page;
	wire [3:0] kind, status;
	wire [9:0] source;
	wire [5:0] tag;
	wire [39:0] length;
	wire [63:0] cookie;
	wire reserved, fence, event_n;
	assign {page, kind, status, source, tag, length, cookie, reserved, fence, event_n} = tell_q;
	wire [7:0] page_bit = 8'd1 << page;
	wire place = reserved || refusal_room[page];
	wire written = state_q == WRITE && m_write_ready;
	wire word = state_q == WORDS && m_word_ready;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= take ? LOOK : IDLE;
			LOOK:    state_q <= enable[page] && place ? BASE : IDLE;
			BASE:    state_q <= s_ring ? WRITE : BASE;
			WRITE:   state_q <= m_write_ready ? WORDS : WRITE;
			default: state_q <= word && word_q == LAST ? IDLE : WORDS;
		endcase

	always @(posedge clk)
		if (take)
			tell_q <= tell;

	wire [3:0] lg = cpl_lg[4*page +: 4];
	wire [15:0] mask = ~(16'hffff << lg);
	wire [15:0] index = cpl_index[16*page +: 16];
	wire [15:0] phases = index >> lg;
	always @(posedge clk)
		if (s_ring) begin
			addr_q <= {s_ring_base[63:21], (s_ring_base[20:5] & ~mask) | (index & mask), 5'd0};
			index_q <= index;
			phase_q <= !phases[0];
		end

	always @(posedge clk)
		if (state_q != WORDS)
			word_q <= 0;
		else if (word)
			word_q <= word_q + 2'd1;

	// A failed write is reported with the first record that comes after it and waits for writes of
	// data.
	wire [3:0] outcome = fence && status == `RN_DMA_STATUS_OK && error_q[page] ? `RN_DMA_STATUS_WRITE_ERROR : status;
	wire clears = word && word_q == LAST && fence && status == `RN_DMA_STATUS_OK; // else it was not told
	always @(posedge clk)
		if (rst)
			error_q <= 0;
		else
			error_q <= ((error_q & ~(clears ? page_bit : 8'd0)) | s_error) & enable;

	wire unused = &{1'b0, phases[15:1], s_ring_base[4:0]};

	assign m_push = written ? page_bit : 8'd0;
	assign m_push_reserved = written && reserved ? page_bit : 8'd0;
	assign m_untold = state_q == LOOK && !place ? page_bit & enable : 8'd0;
	assign busy = state_q != IDLE ? page_bit : 8'd0;
	assign m_ring = state_q == BASE && !s_ring;
	assign m_ring_page = page;
	assign m_write_valid = state_q == WRITE;
	assign m_write_addr = addr_q;
	assign m_write_page = page;
	assign m_write_fence = fence;
	assign m_write_event = {event_n, 1'b0};
	assign m_word_valid = state_q == WORDS;
	wire [63:0] state_word = {phase_q, 15'd0, index_q, tag, source, 4'd0, outcome, 4'd0, kind};
	generate if (DATA_W == 128) begin : pairs
		assign m_word_data = word_q == 2'd0 ? {24'd0, length, cookie} : {state_word, 64'd0};
	end else begin : singles
		assign m_word_data = word_q == 2'd0 ? cookie : word_q == 2'd1 ? {24'd0, length} : word_q == 2'd2 ? 64'd0 : state_word;
	end endgenerate
endmodule

`default_nettype wire
