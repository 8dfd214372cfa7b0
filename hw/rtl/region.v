// SPDX-License-Identifier: BSD-3-Clause
//
// region: the table of memory that the pages let the card reach, 8 regions a page, and the check that every access to data
// in host memory passes: offset + bytes <= length in full width, right, key. It answers with the address, and with the
// number of bytes up to the next multiple of BURST_B at most, so that no burst crosses 4 KiB. It is the only
// maker of data addresses in the card. A question a clock; the answer comes two clocks later, with the asker's number.
//
// The key that a region had when it was opened the time before is no wrong one but a late one: cells of a job that was killed may
// still be in the links. It opens nothing; the status is that of a closed region, so dma_guard does not count it as a guess.
//
// Invariants (formal/region.v):
//  1. An answer with status OK lies wholly within the region as it stood when asked, without wrapping.
//  2. The table is not written in a clock in which it is asked.
`default_nettype none

module region #(
	parameter ID_W = 3,              // bits of an asker's number
	parameter BURST_B = 256          // bytes, power of two up to 4096
) (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] enable,        // pages that are on
	// registers
	input  wire bus_valid,           // held until bus_ready
	input  wire bus_write,
	input  wire [2:0] bus_page,
	input  wire [7:2] bus_addr,
	input  wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	output wire [7:0] m_close,       // one clock: the page has closed a region, or changed its rights
	input  wire [7:0] s_closing,     // pages whose closings are not over (dma_fence)
	output wire m_admit,             // one clock: the page lets a sender in again (dma_guard)
	// questions
	input  wire s_valid,
	output wire s_ready,
	input  wire [ID_W-1:0] s_id,
	input  wire [5:0] s_region,
	input  wire [39:0] s_offset,
	input  wire [8:0] s_bytes,       // 1 .. 256
	input  wire [11:0] s_more,       // in units of 512 bytes, beside s_bytes
	input  wire [3:0] s_right,       // all of these: READ, WRITE, REMOTE_WRITE, REMOTE_READ
	input  wire [31:0] s_key,        // checked for the last two
	// answers
	output reg  m_valid,
	output reg  [ID_W-1:0] m_id,
	output reg  [3:0] m_status,      // of enum DMA_STATUS
	output reg  [63:0] m_addr,
	output reg  [2:0] m_page,        // the page of the region
	// dma_window: page, and a clock later
	input  wire s_window_hold,       // do not ask
	output wire m_window_ask,
	output wire [2:0] m_window_page,
	output wire [31:0] m_window_high,
	input  wire [31:0] s_window_high,
	output reg  [8:0] m_bytes        // granted: up to s_bytes, not beyond a multiple of BURST_B
);
`include "ring_nic_regs.vh"
	generate if (BURST_B < 8 || BURST_B > 4096 || (BURST_B & (BURST_B - 1)) != 0)
		region_needs_a_burst_of_8_to_4096_bytes_power_of_two bad_parameter();
	endgenerate

	(* no_rw_check *) reg [31:0] base_lo [0:63];
	(* no_rw_check *) reg [31:0] base_hi [0:63];
	(* no_rw_check *) reg [31:0] length [0:63];
	(* no_rw_check *) reg [31:0] access [0:63];
	(* no_rw_check *) reg [15:0] key_high [0:63];
	(* no_rw_check *) reg [31:0] key_last [0:63];     // with which it was opened last,
	(* no_rw_check *) reg [31:0] key_past [0:63];     // and the time before
	reg [63:0] open_q;               // regions with a right, of pages that are on
	reg [31:0] base_lo_q, base_hi_q, length_q, access_q;
	reg [15:0] key_high_q;
	reg [31:0] key_last_q, key_past_q;
	reg opened_q;                    // the registers opened a region in the clock before
	reg bus_q, asked_q, openness_q;
	reg [ID_W-1:0] id_q;
	reg [39:0] offset_q;
	reg [20:0] bytes_q;
	reg [3:0] right_q;
	reg [2:0] page_q;
	reg [31:0] key_q;

	wire bus = bus_valid && !bus_q;
	wire write = bus && bus_write;
	wire high = bus_addr[7:5] == 3'b110;     // KEY_HIGH
	wire [5:0] at = bus ? {bus_page, high ? bus_addr[4:2] : bus_addr[6:4]} : s_region;
	wire [63:0] page_on;

	assign s_ready = !bus && !opened_q && !s_window_hold;
	assign m_admit = write && bus_addr == 6'h21;
	assign bus_ready = bus_q;
	assign bus_rdata = high                   ? {16'd0, key_high_q}
	                 : bus_addr[7]             ? {31'd0, bus_addr[6:2] == 5'd0 && s_closing[bus_page]}
	                 : bus_addr[3:2] == 2'd0   ? base_lo_q
	                 : bus_addr[3:2] == 2'd1   ? base_hi_q
	                 : bus_addr[3:2] == 2'd2   ? length_q
	                 : openness_q              ? access_q : 32'd0;

	always @(posedge clk)
		if (write && !bus_addr[7] && bus_addr[3:2] == 2'd0)
			base_lo[at] <= {bus_wdata[31:3], 3'd0};

	always @(posedge clk)
		if (write && !bus_addr[7] && bus_addr[3:2] == 2'd1)
			base_hi[at] <= bus_wdata;

	always @(posedge clk)
		if (write && !bus_addr[7] && bus_addr[3:2] == 2'd2)
			length[at] <= bus_wdata;

	always @(posedge clk)
		if (write && !bus_addr[7] && bus_addr[3:2] == 2'd3)
			access[at] <= bus_wdata;

	always @(posedge clk)
		if (write && high)
			key_high[at] <= bus_wdata[15:0];

	wire opens = bus_wdata[`RN_REGION_ACCESS_READ_LSB +: 4] != 0;
	wire changes = write && !bus_addr[7] && bus_addr[3:2] == 2'd3;
	wire [5:0] opened = {bus_page, bus_addr[6:4]};

	always @(posedge clk)
		opened_q <= changes && opens && !rst;

	always @(posedge clk)
		if (opened_q)
			key_last[opened] <= {key_high_q, bus_wdata[31:16]};

	always @(posedge clk)
		if (opened_q)
			key_past[opened] <= key_last_q;

	always @(posedge clk)
		if (!opened_q) begin
			key_last_q <= key_last[at];
			key_past_q <= key_past[at];
		end

	always @(posedge clk)
		if (!(write && high))
			key_high_q <= key_high[at];

	always @(posedge clk)
		if (!write) begin
			base_lo_q <= base_lo[at];
			base_hi_q <= base_hi[at];
			length_q <= length[at];
			access_q <= access[at];
		end

	genvar p;
	generate for (p = 0; p < 8; p = p + 1) begin : pages
		assign page_on[8*p +: 8] = {8{enable[p]}};
	end endgenerate

	wire [63:0] one = 64'd1 << at;

	assign m_close = changes && open_q[at] ? 8'd1 << bus_page : 8'd0;

	always @(posedge clk)
		if (rst)
			open_q <= 0;
		else
			open_q <= page_on & (changes && opens ? open_q | one : changes ? open_q & ~one : open_q);

	// The request, beside the word that the memory gives.
	always @(posedge clk) begin
		bus_q <= bus && !rst;
		asked_q <= s_valid && s_ready && !rst;
		openness_q <= open_q[at];
		id_q <= s_id;
		offset_q <= s_offset;
		bytes_q <= {s_more, s_bytes};
		right_q <= s_right;
		page_q <= s_region[5:3];
		key_q <= s_key;
	end

	wire [39:0] size = {access_q[7:0], length_q};
	wire [40:0] last = {1'b0, offset_q} + {20'd0, bytes_q};
	wire [63:0] addr = {base_hi_q, base_lo_q} + {24'd0, offset_q};
	assign m_window_ask = s_valid && s_ready;
	assign m_window_page = s_region[5:3];
	assign m_window_high = addr[63:32];
	wire right = openness_q && (access_q[11:8] & right_q) == right_q;
	wire key = right_q[3:2] == 0 || key_q == {key_high_q, access_q[31:16]};
	wire late = key_q == key_past_q;
	wire wraps = addr[63:40] < base_hi_q[31:8];
	wire [12:0] to_edge = BURST_B[12:0] - (addr[12:0] & (BURST_B[12:0] - 13'd1));

	always @(posedge clk) begin
		m_valid <= asked_q && !rst;
		m_id <= id_q;
		m_addr <= {s_window_high, addr[31:0]};
		m_page <= page_q;
		m_bytes <= bytes_q > {8'd0, to_edge} ? to_edge[8:0] : bytes_q[8:0];
		m_status <= !right || (!key && late) ? `RN_DMA_STATUS_REGION
		          : !key   ? `RN_DMA_STATUS_KEY
		          : last > {1'b0, size} || wraps ? `RN_DMA_STATUS_BOUNDS : `RN_DMA_STATUS_OK;
	end

`ifdef FORMAL
	// The request, and the region as it was read, beside the answer.
	reg f_ask_1, f_ask_2, f_open_2;
	reg [63:0] f_base_2;
	reg [39:0] f_size_2, f_offset_1, f_offset_2;
	reg [20:0] f_bytes_1, f_bytes_2;
	reg [63:0] f_addr;                               // before the window
	reg [31:0] f_high;                               // from the window
	reg [2:0] f_page_1, f_page_2;
	reg [3:0] f_right_1, f_right_2, f_rights_2;
	reg [31:0] f_key_1, f_key_2, f_wanted_2;

	always @(*) assume (!s_valid || s_right != 0);
	always @(*) assume (!s_valid || ({s_more, s_bytes} != 0 && (s_more != 0 || s_bytes <= 9'd256)));
	initial {f_ask_1, f_ask_2, asked_q, m_valid, opened_q} = 0;
	always @(posedge clk) begin
		f_ask_1 <= s_valid && s_ready && !rst;
		{f_offset_1, f_bytes_1, f_right_1, f_key_1} <= {s_offset, s_more, s_bytes, s_right, s_key};
		f_ask_2 <= f_ask_1 && !rst;
		{f_offset_2, f_bytes_2, f_right_2, f_key_2} <= {f_offset_1, f_bytes_1, f_right_1, f_key_1};
		{f_addr, f_high} <= {addr, s_window_high};
		{f_page_1, f_page_2} <= {s_region[5:3], f_page_1};
		{f_base_2, f_size_2, f_open_2} <= {base_hi_q, base_lo_q, access_q[7:0], length_q, openness_q};
		{f_wanted_2, f_rights_2} <= {key_high_q, access_q[31:16], access_q[11:8]};
	end

	always @(*) begin
		assert (!((write || opened_q) && s_valid && s_ready));                 // invariant 2
		assert (!(s_window_hold && m_window_ask));
		assert (!opened_q || bus_q);
		assert (f_ask_1 == asked_q && f_ask_2 == m_valid);
		assert (!f_ask_1 || page_q == f_page_1);
		assert (!f_ask_1 || (offset_q == f_offset_1 && bytes_q == f_bytes_1 && right_q == f_right_1 && key_q == f_key_1));
		assert (!f_ask_1 || (bytes_q != 0 && right_q != 0));
		assert (!f_ask_2 || (f_bytes_2 != 0 && f_right_2 != 0));
		if (m_valid && m_status == `RN_DMA_STATUS_OK) begin                    // invariant 1
			assert ({1'b0, f_offset_2} + {20'd0, f_bytes_2} <= {1'b0, f_size_2});
			assert (f_open_2 && (f_right_2 & f_rights_2) == f_right_2 && f_right_2 != 0);
			assert (f_right_2[3:2] == 0 || f_key_2 == f_wanted_2);
			assert (f_addr == f_base_2 + {24'd0, f_offset_2} && f_addr >= f_base_2);
			assert (m_addr == {f_high, f_addr[31:0]} && m_page == f_page_2);
			assert (m_bytes != 0 && {12'd0, m_bytes} <= f_bytes_2);
			assert (BURST_B != 256 || {2'd0, m_addr[7:0]} + {1'b0, m_bytes} <= 10'd256);
		end
	end
`endif
endmodule

`default_nettype wire
