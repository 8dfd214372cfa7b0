// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/rdma_mr.v
// prove: induction 2
// prove: induction 2 LG=12
// prove: induction 2 LG=40
// prove: cover 22
// prove: fail 14 WRONG=1
//
// The check of an access under any requests, contexts and page lists. It ends with OK if and only if all of these hold, and then tells where the bytes
// lie.
//  1. The entry of the STag is in the table, open, and has its key, the domain and all rights that are asked for.
//  2. Each byte of the access lies in the entry (bounds).
//  3. A window is bound, the queue pair is that to which it is bound, and a right of a peer is asked for. Its region is in the table and open, and
//     each byte of the access lies in it, too.
//  4. The bus address is as far behind that of the region as the address behind that of the region. With a page list it is that in the entry of the
//     page with this address, and the piece ends in this page.
// A context is asked for by the right number, and released once for each time that it was held; no other word of memory is read.
// Assumed: rdma_object answers once, and keeps a context until it is released (rdma_cache); an access to memory gives the word that was asked for
// (rdma_mem). A region with a list, in which the address of an access is less than that of the region, is left out of 4: it wraps around 2^64. Of the sizes of pages in 4 the smallest
// and the largest are shown (LG).
//
// WRONG = 1: the claim that no access is allowed is refuted.
`default_nettype none
`include "rdma_regs.vh"

module rdma_mr_fv #(
	parameter LG = 0,                // of the pages of lists; 0: any
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst_any,
	input wire any_start,
	input wire [31:0] any_stag,
	input wire [63:0] any_address,
	input wire [31:0] any_length,
	input wire [15:0] any_pd,
	input wire [15:0] any_qp,
	input wire [3:0] any_right,
	input wire [5*64-1:0] any_own,
	input wire [5*64-1:0] any_region,
	input wire s_beyond,
	input wire s_fail,
	input wire s_held,
	input wire s_word_valid,
	input wire [63:0] s_word_data,
	input wire s_mem_done,
	input wire s_mem_error
);
	localparam OPEN = 63, BOUND = 62;
	localparam [2:0] IDLE = 0, GET = 1, LOAD = 2, JUDGE = 3, FREE = 4, LIST = 5, PLACE = 6, DONE = 7;
	reg first_q = 1'b1;
	wire rst = first_q || rst_any;

	// A request with the contexts that it will meet: that of its STag, and that of the region of a window.
	reg start_q = 1'b0;
	reg [31:0] stag_q, length_q;
	reg [63:0] address_q;
	reg [15:0] pd_q, qp_q;
	reg [3:0] right_q;
	reg [63:0] own_q [0:4], region_q [0:4];
	wire m_done, m_ask, m_release, m_mem_valid;
	wire [3:0] m_status;
	wire [63:0] m_bus;
	wire [31:0] m_piece;
	wire [23:0] m_number;
	wire [2:0] m_word;
	wire [63:3] m_mem_addr;
	integer i;
	always @(posedge clk)
		if (rst || !start_q || m_done) begin
			start_q <= any_start && !rst;
			{stag_q, address_q, length_q, pd_q, qp_q, right_q} <= {any_stag, any_address, any_length, any_pd, any_qp, any_right};
			for (i = 0; i < 5; i = i + 1) begin
				own_q[i] <= any_own[64*i +: 64];
				region_q[i] <= any_region[64*i +: 64];
			end
		end
	always @(*)
		assume (length_q != 0);

	// ---- Contexts and memory ---------------------------------------------------------------------
	reg second_q, held_q, failed_q;  // the context asked for is that of the region; one is held; one could not be read
	reg unread_q, read_q, came_q;    // the list could not be read; its entry was read; its word came
	reg [2:0] word_q;
	reg [63:0] entry_q;
	localparam LG_LSB = `RDMA_MR_ATTR_SHAPE_PAGE_LG_LSB;
	function [63:0] sized(input [63:0] shape);
		sized = LG == 0 ? shape : (shape & ~(64'd63 << LG_LSB)) | (64'd0 | LG) << LG_LSB;
	endfunction
	wire [63:0] own = sized(own_q[0]), region = sized(region_q[0]);
	wire [63:0] s_data = word_q == 3'd0 ? second_q ? region : own : second_q ? region_q[word_q] : own_q[word_q];
	always @(posedge clk) begin
		first_q <= 1'b0;
		word_q <= m_word;
		held_q <= !rst && s_held && !m_release;
		if (!start_q || m_done || rst)
			{second_q, failed_q, unread_q, read_q, came_q} <= 5'd0;
		else begin
			second_q <= second_q || m_release;
			failed_q <= failed_q || s_beyond || s_fail;
			unread_q <= unread_q || (s_mem_done && s_mem_error);
			read_q <= read_q || s_mem_done;
			came_q <= came_q || s_word_valid;
			if (s_word_valid)
				entry_q <= s_word_data;
		end
	end
	wire asks_mem = \dut.state_q == LIST;
	always @(*) begin
		assume (!held_q || s_held);
		assume (!((s_held && !held_q) || s_beyond || s_fail) || m_ask);
		assume (s_held + s_beyond + s_fail <= 2'd1);
		assume (!s_word_valid || (asks_mem && !came_q && !s_mem_done));
		assume (!s_mem_done || (asks_mem && came_q));
	end

	rdma_mr dut (.clk(clk), .rst(rst), .s_start(start_q), .s_stag(stag_q), .s_address(address_q), .s_length(length_q), .s_pd(pd_q), .s_qp(qp_q),
		.s_right(right_q), .m_done(m_done), .m_status(m_status), .m_bus(m_bus), .m_piece(m_piece), .m_ask(m_ask), .m_number(m_number),
		.m_release(m_release), .s_beyond(s_beyond), .s_fail(s_fail), .s_held(s_held), .m_word(m_word), .s_data(s_data),
		.m_mem_valid(m_mem_valid), .m_mem_addr(m_mem_addr), .s_word_valid(s_word_valid), .s_word_data(s_word_data), .s_mem_done(s_mem_done),
		.s_mem_error(s_mem_error));
	(* hierconn *) wire [2:0] \dut.state_q ;
	(* hierconn *) wire [2:0] \dut.n_q ;
	(* hierconn *) wire \dut.held_q ;
	(* hierconn *) wire \dut.region_q ;
	(* hierconn *) wire [3:0] \dut.status_q ;
	(* hierconn *) wire [63:0] \dut.shape_q ;
	(* hierconn *) wire [63:0] \dut.base_q ;
	(* hierconn *) wire [63:0] \dut.length_q ;
	(* hierconn *) wire [63:0] \dut.bus_q ;
	(* hierconn *) wire [63:0] \dut.entry_q ;
	(* hierconn *) wire [23:0] \dut.parent_q ;
	(* hierconn *) wire [15:0] \dut.bound_q ;

	// ---- What is allowed -------------------------------------------------------------------------
	wire window = own[`RDMA_MR_ATTR_SHAPE_WINDOW_LSB];
	wire own_fits = own[OPEN] && own[`RDMA_MR_ATTR_SHAPE_KEY_R] == stag_q[7:0] && own[`RDMA_MR_ATTR_SHAPE_PD_R] == pd_q
		&& (right_q & ~own[11:8]) == 4'd0;
	wire peers = own[BOUND] && own_q[4][47:32] == qp_q && right_q[3:1] != 0;
	wire [2:0] at = \dut.state_q ;

	// In bounds of the context that is judged; its words are in base_q and length_q (below).
	wire [63:0] offset = address_q - \dut.base_q ;
	wire within = offset <= \dut.length_q && {32'd0, length_q} <= \dut.length_q - offset;
	reg own_in_q, region_in_q;
	always @(posedge clk)
		if (at == JUDGE && !second_q)
			own_in_q <= within;
		else if (at == JUDGE)
			region_in_q <= within;
	wire own_good = own_fits && own_in_q && (!window || peers);
	wire good = own_good && (!window || (region[OPEN] && region_in_q));
	bounds lemma ();

	// ---- Where it lies ---------------------------------------------------------------------------
	wire [63:0] shape = window ? region : own;
	wire list = shape[`RDMA_MR_ATTR_SHAPE_LIST_LSB];
	wire [5:0] lg = shape[`RDMA_MR_ATTR_SHAPE_PAGE_LG_R];
	wire lg_ok = lg >= 6'd12 && lg <= 6'd40;
	reg [63:0] bus_q;                // where the first byte lies
	reg [31:0] piece_q;
	always @(posedge clk)
		if (at == JUDGE)
			{bus_q, piece_q} <= {\dut.bus_q + offset, length_q};
		else if (at == PLACE) begin
			bus_q <= \dut.entry_q + in_page;
			piece_q <= {32'd0, length_q} > page - in_page ? page[31:0] - in_page[31:0] : length_q;
		end
	wire [63:0] page = 64'd1 << (LG != 0 ? LG : 12);
	wire [63:0] in_page = address_q & (page - 64'd1);
	wire [63:0] page_n = (address_q >> LG) - (\dut.base_q >> LG);
	wire wraps = address_q < \dut.base_q ;

	always @(*) if (!first_q) begin
		if (m_done && m_status == `RDMA_DONE_STATUS_OK) begin
			assert (!failed_q && !unread_q);
			assert (own_fits && own_in_q);                       // 1, 2
			assert (!window || (peers && region[OPEN] && region_in_q));    // 3
			assert (!list || (read_q && lg_ok));
			if (LG != 0 || !list)
				assert (m_bus == bus_q && m_piece == piece_q);   // 4
		end
		if (m_done && !failed_q)
			assert (m_status == (!good ? `RDMA_DONE_STATUS_PROTECTION : list && (!lg_ok || unread_q) ? `RDMA_DONE_STATUS_MEMORY
				: `RDMA_DONE_STATUS_OK));
		if (m_mem_valid)
			assert (LG == 0 || wraps || m_mem_addr == \dut.bus_q [63:3] + page_n[60:0]);
		if (m_ask && !held_q)
			assert (m_number == (second_q ? own_q[4][23:0] - 24'd1 : stag_q[31:8]));
		assert (!m_release || held_q);
		assert (!m_done || !held_q || m_release);
		assert (!held_q || m_ask || m_release);
		assert (!m_done || start_q);
		assert (!m_mem_valid || (good && list && lg_ok));
	end

	// ---- Inside ----------------------------------------------------------------------------------
	wire loaded = at == JUDGE || at == LIST || at == PLACE || at == FREE || (at == DONE && !failed_q);
	always @(*) if (!first_q) begin
		assert (at == IDLE || start_q);
		assert (at != IDLE || (!held_q && !second_q && !failed_q && !read_q));
		assert (\dut.held_q == held_q && (at == GET || at == IDLE || (at == DONE && failed_q)) == !held_q);
		assert (at == IDLE || \dut.region_q == second_q);
		assert (!second_q || (own_good && window));
		assert (!(second_q && at == GET) || \dut.parent_q == own_q[4][23:0]);
		assert (at == LOAD ? \dut.n_q <= 3'd5 && (\dut.n_q == 0 || word_q == \dut.n_q - 3'd1) : \dut.n_q == (at == JUDGE ? 3'd6 : 3'd0));
		assert (!((at == LOAD && \dut.n_q >= 3'd2) || loaded) || \dut.shape_q == (second_q ? region : own));
		assert (!((at == LOAD && \dut.n_q >= 3'd3) || loaded) || \dut.base_q == (second_q ? region_q[1] : own_q[1]));
		assert (!((at == LOAD && \dut.n_q >= 3'd4) || loaded) || \dut.length_q == (second_q ? region_q[2] : own_q[2]));
		assert (!((at == LOAD && \dut.n_q >= 3'd5) || loaded) || \dut.bus_q == (second_q ? region_q[3] : own_q[3]));
		assert (!loaded || {\dut.bound_q , \dut.parent_q } == (second_q ? {region_q[4][47:32], region_q[4][23:0]} : {own_q[4][47:32], own_q[4][23:0]}));
		assert (!failed_q || at == DONE);
		assert (at != FREE || (window && !second_q && own_good));
		assert (!(at == LIST || at == PLACE) || (good && list && lg_ok && second_q == window));
		assert (!unread_q || at == PLACE || at == DONE);
		assert (at != LIST || (\dut.status_q == `RDMA_DONE_STATUS_OK && !read_q));
		assert (at != PLACE || (read_q && came_q && \dut.status_q == (unread_q ? `RDMA_DONE_STATUS_MEMORY : `RDMA_DONE_STATUS_OK)));
		assert (!came_q || !(at == LIST || at == PLACE) || \dut.entry_q == entry_q);
		assert (!(at == GET || at == LOAD || at == JUDGE || at == FREE) || (!read_q && !came_q && !unread_q));
	end

	always @(*)
		if (WRONG && !first_q)
			assert (!(m_done && m_status == `RDMA_DONE_STATUS_OK));

	always @(*)
		if (!first_q && !rst) begin
			cover (m_done && m_status == `RDMA_DONE_STATUS_OK && !window && !list);
			cover (m_done && m_status == `RDMA_DONE_STATUS_OK && window);
			cover (m_done && m_status == `RDMA_DONE_STATUS_OK && list && m_piece < length_q);
			cover (m_done && m_status == `RDMA_DONE_STATUS_MEMORY && unread_q);
		end
endmodule

// The comparison of bounds in 12 bits: it says that each byte of the access (of n) is a byte of the entry (of len), which begins offset bytes
// before. In 64 bits it is too wide for z3.
module bounds;
	(* anyseq *) reg [11:0] offset, len, n, k;
	wire within = offset <= len && n <= len - offset;
	wire [11:0] byte_k = offset + k, last = offset + n - 12'd1;
	always @(*) begin
		assert (!within || k >= n || byte_k < len);
		assert (within || n == 0 || !(offset < len && last < len && last >= offset));
	end
endmodule

`default_nettype wire
