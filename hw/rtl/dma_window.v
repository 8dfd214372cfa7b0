// SPDX-License-Identifier: BSD-3-Clause
//
// dma_window: which bus addresses a page may reach, set by the global page alone: 2^LG bytes, 4 GiB at least, from a multiple of
// their number on. region and dma_rings, which make all addresses, put the upper bits of the page's window in the place of
// theirs: bases and offsets of a page never lead out of its window. After reset a window is all of
// the address space. Users name the page a clock before they have the address, so that windows lie in memories. A window is
// written in a clock in which none is read for its page. A write that has waited for 15 clocks holds both users back, so that
// none of it is given up by host_regs.
//
// Invariants (formal/dma_window.v):
//  1. An address that was put through lies in the window, as it was when the page was named, and one that lay there is not changed.
//  2. A word that a user reads is not written in that clock.
//  3. A write is done after 15 clocks of waiting at most.
//  4. The registers read what was written last; after a reset LG is 64.
`default_nettype none

module dma_window #(
	parameter USER_N = 2             // modules that make addresses: region, dma_rings, and rdma_mem if there is one
) (
	input  wire clk,
	input  wire rst,
	// registers
	input  wire s_write,             // held until s_ready
	output wire s_ready,
	input  wire s_lg,                // LG, not BASE
	input  wire [2:0] s_page,
	input  wire [31:0] s_data,
	output wire [31:0] m_data,       // of s_page, a clock later
	// users: a page, and in the next clock bits 63:32 of an address of that page
	output wire m_hold,              // a write has waited for long: no user may ask
	input  wire [USER_N-1:0] s_ask,
	input  wire [USER_N*3-1:0] s_of,
	input  wire [USER_N*32-1:0] s_high,
	output wire [USER_N*32-1:0] m_high
);
	(* no_rw_check, ram_style = "block" *) reg [31:0] base_n [0:7];
	(* no_rw_check, ram_style = "block" *) reg [31:0] fixed_n [0:7];              // the bits that the window gives
	(* no_rw_check, ram_style = "block" *) reg [5:0] lg_n [0:7];                  // less 32
	reg [7:0] set_q;                                         // LG was written since the reset
	reg [31:0] base_q;
	reg [5:0] lg_q;
	wire [6:0] less = s_data[6:0] < 7'd32 ? 7'd0 : s_data[6:0] > 7'd64 ? 7'd32 : s_data[6:0] - 7'd32;
	wire [31:0] fixed = less[5] ? 32'd0 : 32'hffffffff << less[4:0];
	wire [USER_N-1:0] meets;
	reg [3:0] waited_q;              // clocks

	assign s_ready = meets == 0;
	assign m_hold = &waited_q;
	wire write = s_write && s_ready;

	always @(posedge clk)
		waited_q <= s_write && !s_ready && !rst ? waited_q + 4'd1 : 4'd0;

	always @(posedge clk)
		if (write && !s_lg)
			base_n[s_page] <= s_data;

	always @(posedge clk)
		if (write && s_lg) begin
			fixed_n[s_page] <= fixed;
			lg_n[s_page] <= less[5:0];
		end

	always @(posedge clk)
		if (rst)
			set_q <= 0;
		else if (write && s_lg)
			set_q[s_page] <= 1'b1;

	always @(posedge clk) begin
		base_q <= base_n[s_page];
		lg_q <= lg_n[s_page];
	end

	assign m_data = !s_lg ? base_q : {25'd0, set_q[s_page] ? {1'b0, lg_q} + 7'd32 : 7'd64};

	genvar u;
	generate for (u = 0; u < USER_N; u = u + 1) begin : users
		wire [2:0] page = s_of[3*u +: 3];
		reg [31:0] user_base_q, user_fixed_q;
		reg on_q;
		wire [31:0] given = on_q ? user_fixed_q : 32'd0;

		always @(posedge clk) begin
			user_base_q <= base_n[page];
			user_fixed_q <= fixed_n[page];
			on_q <= set_q[page];
		end

		assign meets[u] = s_ask[u] && page == s_page;
		assign m_high[32*u +: 32] = (s_high[32*u +: 32] & ~given) | (user_base_q & given);
	end endgenerate

	wire unused = &{1'b0, less[6]};

`ifdef FORMAL
	// Of one page and one user, which may be any: the window as it was written last, and as it was when the user named the page.
	(* anyconst *) reg [2:0] f_page;
	(* anyconst *) reg [1:0] f_user;
	reg f_first, f_known, f_set, f_asked, f_was_known, f_was_set, f_read;
	reg [31:0] f_base, f_was_base, f_fixed, f_was_fixed;
	reg [6:0] f_lg;
	reg [3:0] f_waited;
	initial {f_first, f_known, f_set, f_asked, f_read} = 5'b10000;
	wire f_mine = write && s_page == f_page;
	always @(*) assume (f_user < USER_N);
	wire f_names = s_ask[f_user] && s_of[3*f_user +: 3] == f_page;
	wire [31:0] f_in = s_high[32*f_user +: 32];
	wire [31:0] f_out = m_high[32*f_user +: 32];
	wire [63:0] f_ones = ~64'd0;
	wire [6:0] f_new = s_data[6:0] < 7'd32 ? 7'd32 : s_data[6:0] > 7'd64 ? 7'd64 : s_data[6:0];
	wire [63:0] f_whole = f_new == 7'd64 ? 64'd0 : f_ones << f_new;
	always @(*) assume (!f_first || rst);
	always @(*) assume (!m_hold || s_ask == 0);                                    // region, dma_rings
	always @(posedge clk) begin
		f_first <= 1'b0;
		if (f_mine && !s_lg)
			{f_known, f_base} <= {1'b1, s_data};
		if (f_mine && s_lg)
			{f_lg, f_fixed} <= {f_new, f_whole[63:32]};
		f_set <= !rst && (f_set || (f_mine && s_lg));
		f_asked <= f_names && !f_first;
		f_read <= s_page == f_page && !f_mine && !f_first;
		f_waited <= s_write && !s_ready && !rst ? f_waited + 4'd1 : 4'd0;
		{f_was_known, f_was_base, f_was_set, f_was_fixed} <= {f_known, f_base, f_set, f_fixed};
	end
	wire [31:0] f_given = f_was_set ? f_was_fixed : 32'd0;
	always @(*) if (!f_first) begin
		assert (set_q[f_page] == f_set);
		assert (!f_known || base_n[f_page] == f_base);
		assert (!f_set || (fixed_n[f_page] == f_fixed && {1'b0, lg_n[f_page]} + 7'd32 == f_lg && f_lg >= 7'd32 && f_lg <= 7'd64));
		assert (!(f_mine && f_names));                                         // invariant 2
		if (f_asked) begin                                                     // invariant 1
			assert (((f_out ^ f_in) & ~f_given) == 0);
			assert (!f_was_known || ((f_out ^ f_was_base) & f_given) == 0);
		end
		assert (waited_q == f_waited);                                         // invariant 3
		assert (!(f_waited == 4'd15 && s_write) || s_ready);
		if (f_read && s_page == f_page)                                        // invariant 4
			assert (s_lg ? m_data == (f_set ? {25'd0, f_lg} : 32'd64) : !f_known || m_data == f_base);
		cover (f_asked && f_user == 2'd1 && f_was_set && f_was_known && f_lg == 7'd36);
		cover (s_write && !s_ready && s_page == f_page);
		cover (m_hold && write);
		cover (f_read && s_page == f_page && s_lg && m_data == 32'd40);
	end
`endif
endmodule

`default_nettype wire
