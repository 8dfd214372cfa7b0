// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_mr: the check of an access to memory that a request names, and the translation of its address: STag to region or window to
// bus address, and how many bytes lie there in one piece. Asked for each piece, so an access ends when its region is
// closed. The bus address goes through the window of the page where it is used (rdma_mem). As hw/emu/mr.c does it.
//
//      IDLE --asked--> GET --context--> LOAD (5) --> JUDGE --+--window--> FREE --> GET (its region)
//                       |                             |      +--list--> LIST --word--> DONE
//                       \--none, not read--> DONE     |      \--> DONE
//                                                     \--refused--> DONE
//
//  GET   -> LOAD   rdma_object holds the context
//  LOAD  -> JUDGE  its words were read
//  JUDGE -> FREE   a window that allows the access: the region in which it lies is looked up in the same way
//  JUDGE -> LIST   a region that allows it and has a page list: the entry of the page is read
//  JUDGE -> DONE   one that has none, or it is refused
//
// Invariants (proof rdma_mr; bench rdma, which compares with the model):
//  1. An access is allowed only if the entry is open, has this key and domain and all rights that are asked for, and the bytes lie wholly
//     in it, in full width; through a window also only in the region, for the queue pair that the window is bound to, and not
//     without a right of a peer.
//  2. An allowed piece begins at the address asked for, has 1 byte at least and no more than asked for, and ends in its page.
`default_nettype none
`include "rdma_regs.vh"

module rdma_mr (
	input  wire clk,
	input  wire rst,
	input  wire s_start,             // held until m_done, with all that follows
	input  wire [31:0] s_stag,
	input  wire [63:0] s_address,    // in the region
	input  wire [31:0] s_length,     // bytes, 1 or more
	input  wire [15:0] s_pd,         // domain of the queue pair
	input  wire [15:0] s_qp,         // for windows: the queue pair whose peer asks
	input  wire [3:0] s_right,       // all of these: bits 11:8 of MR_ATTR.SHAPE; 0: the card reads for the page itself
	output wire m_done,              // one clock
	output wire [3:0] m_status,      // OK, PROTECTION, MEMORY of enum DONE_STATUS
	output wire [63:0] m_bus,        // of the first byte
	output wire [31:0] m_piece,      // bytes from there on
	// rdma_object, rdma_cache
	output wire m_ask,
	output wire [23:0] m_number,
	output wire m_release,
	input  wire s_beyond,
	input  wire s_fail,
	input  wire s_held,
	output wire [2:0] m_word,
	input  wire [63:0] s_data,       // a clock later
	// memory: an entry of a page list
	output wire m_mem_valid,         // held until s_mem_done: one word
	output wire [63:3] m_mem_addr,
	input  wire s_word_valid,
	input  wire [63:0] s_word_data,
	input  wire s_mem_done,
	input  wire s_mem_error
);
	localparam [2:0] IDLE = 0, GET = 1, LOAD = 2, JUDGE = 3, FREE = 4, LIST = 5, PLACE = 6, DONE = 7;
	localparam OPEN = 63, BOUND = 62;                        // bits of the first word
	localparam [3:0] WRITE = 4'b0001;                        // right of the page itself

	reg [2:0] state_q, n_q;
	reg held_q, region_q;            // region_q: a region in which a window lies
	reg [3:0] status_q;
	reg [63:0] shape_q, base_q, length_q, bus_q, entry_q;
	reg [23:0] parent_q;             // number of the region, + 1
	reg [15:0] bound_q;              // queue pair that the window is bound to

	always @(posedge clk)
		if (state_q == LOAD)
			case (n_q)
			3'd1: shape_q <= s_data;
			3'd2: base_q <= s_data;
			3'd3: length_q <= s_data;
			3'd4: bus_q <= s_data;
			3'd5: {bound_q, parent_q} <= {s_data[47:32], s_data[23:0]};
			default: ;
			endcase

	// ---- Whether it is allowed -----------------------------------------------------------------
	wire [63:0] offset = s_address - base_q;
	wire in_bounds = offset <= length_q && {32'd0, s_length} <= length_q - offset;
	wire window = shape_q[`RDMA_MR_ATTR_SHAPE_WINDOW_LSB];
	wire list = shape_q[`RDMA_MR_ATTR_SHAPE_LIST_LSB];
	wire fits = shape_q[`RDMA_MR_ATTR_SHAPE_KEY_R] == s_stag[7:0] && shape_q[`RDMA_MR_ATTR_SHAPE_PD_R] == s_pd
		&& (shape_q[11:8] & s_right) == s_right;
	wire peers = shape_q[BOUND] && bound_q == s_qp && s_right != 0 && s_right != WRITE;
	wire allowed = shape_q[OPEN] && in_bounds && (region_q || (fits && (!window || peers)));

	// ---- Where it lies -------------------------------------------------------------------------
	wire [5:0] lg = shape_q[`RDMA_MR_ATTR_SHAPE_PAGE_LG_R];
	wire lg_ok = lg >= 6'd12 && lg <= 6'd40;
	wire [40:0] page_b = 41'd1 << lg;
	wire [39:0] in_page = page_b[39:0] - 40'd1;
	// From the beginning of the first page. The sum may have 65 bits in a context that a page has spoilt: then its own list is misread.
	wire [63:0] from = offset + {24'd0, base_q[39:0] & in_page};
	wire [51:0] page_n = from[63:12] >> (lg - 6'd12);
	wire [39:0] rest = from[39:0] & in_page;
	wire [40:0] left = page_b - {1'b0, rest};                // bytes up to the end of the page
	wire [31:0] piece = list && {9'd0, s_length} > left ? left[31:0] : s_length;

	// ---- The machine ---------------------------------------------------------------------------
	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= s_start ? GET : IDLE;
			GET:     state_q <= s_beyond || s_fail ? DONE : s_held ? LOAD : GET;
			LOAD:    state_q <= n_q == 3'd5 ? JUDGE : LOAD;
			JUDGE:   state_q <= !allowed ? DONE : window && !region_q ? FREE : !list ? DONE : lg_ok ? LIST : DONE;
			FREE:    state_q <= GET;
			LIST:    state_q <= s_mem_done ? PLACE : LIST;
			PLACE:   state_q <= DONE;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		if (rst || state_q == DONE || state_q == FREE)
			held_q <= 1'b0;
		else if (state_q == GET)
			held_q <= s_held;

	always @(posedge clk)
		n_q <= state_q == LOAD && !rst ? n_q + 3'd1 : 3'd0;

	always @(posedge clk)
		if (state_q == IDLE)
			region_q <= 1'b0;
		else if (state_q == FREE)
			region_q <= 1'b1;

	always @(posedge clk)
		case (state_q)
		GET:     status_q <= s_fail ? `RDMA_DONE_STATUS_MEMORY : `RDMA_DONE_STATUS_PROTECTION;
		JUDGE:   status_q <= !allowed ? `RDMA_DONE_STATUS_PROTECTION : list && !lg_ok ? `RDMA_DONE_STATUS_MEMORY : `RDMA_DONE_STATUS_OK;
		LIST:    status_q <= s_mem_done && s_mem_error ? `RDMA_DONE_STATUS_MEMORY : status_q;
		default: status_q <= status_q;
		endcase

	always @(posedge clk)
		if (state_q == LIST && s_word_valid)
			entry_q <= s_word_data;

	reg [63:0] at_q;
	reg [31:0] piece_q;
	always @(posedge clk)
		if (state_q == JUDGE || state_q == PLACE) begin
			at_q <= state_q == PLACE ? entry_q + {24'd0, rest} : bus_q + offset;
			piece_q <= piece;
		end

	assign m_ask = (state_q == GET || held_q) && state_q != FREE;
	assign m_number = region_q ? parent_q - 24'd1 : s_stag[31:8];
	assign m_release = (state_q == DONE || state_q == FREE) && held_q;
	assign m_word = n_q;
	assign m_mem_valid = state_q == LIST && !s_mem_done;
	assign m_mem_addr = bus_q[63:3] + {9'd0, page_n};
	assign m_done = state_q == DONE;
	assign m_status = status_q;
	assign m_bus = at_q;
	assign m_piece = piece_q;
endmodule

`default_nettype wire
