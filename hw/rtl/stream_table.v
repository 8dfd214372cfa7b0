// SPDX-License-Identifier: BSD-3-Clause
//
// stream_table: the 64 streams, 8 a page: where the next byte of each goes, how many are still to come, and from which node.
// dma_place asks with a tag and, when it has placed a cell's bytes, writes back where the next ones go. It decides
// nothing about a cell. A stream that is armed holds a place in its page's completion ring, given back when it is
// closed by the registers; turning the page off closes its streams. A channel opens one for the answer of a READ: the place that its
// descriptor held in the completion ring is the stream's from then on.
//
// Between a question and its update (or s_drop) the registers wait, so that no stream changes under a cell. After it they read
// other streams: the values for the record of a stream that has ended are kept until the next update.
`default_nettype none

module stream_table (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] enable,        // pages that are on
	input  wire [7:0] cpl_room,      // pages with a free place in the completion ring
	output wire [7:0] m_reserve,     // one clock: a place is taken
	output wire [7:0] m_release,     // one clock: and given back
	// registers
	input  wire bus_valid,           // held until bus_ready
	input  wire bus_write,
	input  wire [2:0] bus_page,
	input  wire [7:2] bus_addr,
	input  wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	// READs: s_open, held until m_open
	input  wire s_open,
	output wire m_open,              // one clock: opened, or ...
	output wire m_open_busy,         // ... refused: it is open
	input  wire [5:0] s_open_tag,
	input  wire [19:0] s_open_origin,          // {epoch, page, node, region}, as below
	input  wire [39:0] s_open_offset,
	input  wire [31:0] s_open_length,
	input  wire [31:0] s_open_cookie,
	// cells: s_ask (when s_ready) -> one clock later m_* -> s_update or s_drop
	input  wire s_ask,
	output wire s_ready,
	input  wire [5:0] s_tag,
	output wire m_armed,
	output wire [9:0] m_source,      // node
	output wire [6:0] m_sender,      // {epoch, page}
	output wire [2:0] m_region,      // of the page
	output wire [39:0] m_offset,     // bytes
	output wire [39:0] m_left,       // bytes
	output reg [31:0] m_cookie,      // of the stream updated last,
	output reg [39:0] m_rest,        // and its bytes to come before that
	input  wire s_update,            // of the stream asked for last
	input  wire s_close,             // with s_update: it is complete (its place is used up by the record)
	input  wire s_drop,
	input  wire [39:0] s_offset,
	input  wire [39:0] s_left
);
`include "ring_nic_regs.vh"
	// Words of a stream in the order of its registers, two memories each where hardware writes both.
	(* no_rw_check *) reg [31:0] offset_lo [0:63];
	(* no_rw_check *) reg [7:0] offset_hi [0:63];
	(* no_rw_check *) reg [19:0] origin [0:63];       // {epoch, page}, source, region
	(* no_rw_check *) reg [31:0] left_lo [0:63];
	(* no_rw_check *) reg [7:0] left_hi [0:63];
	(* no_rw_check *) reg [31:0] cookie [0:63];
	reg [63:0] armed_q;
	reg [31:0] offset_lo_q, left_lo_q, cookie_q;
	reg [7:0] offset_hi_q, left_hi_q;
	reg [19:0] origin_q;
	reg [5:0] tag_q;
	reg locked_q;                    // a cell is between question and update
	reg look_q, bus_q;               // registers: the words were read; done
	reg armed_now_q;

	localparam [4:2] OFFSET_LO = 0, OFFSET_HI = 1, LENGTH_LO = 2, LENGTH_HI = 3, COOKIE = 4, CONTROL = 5;

	wire bus = bus_valid && !locked_q && !s_ask && !look_q && !bus_q;   // reads the words
	wire act = look_q;                                                // may write them
	wire write = act && bus_write;
	wire [5:0] bus_tag = {bus_page, bus_addr[7:5]};
	wire [2:0] reg_n = bus_addr[4:2];
	wire turn = s_open && !bus && !s_ask && s_ready;
	wire open = turn && !m_open_busy;
	wire [5:0] at = s_update ? tag_q : (s_ask && s_ready) ? s_tag : turn ? s_open_tag : bus_tag;
	wire read = bus || (s_ask && s_ready);
	wire [63:0] one = 64'd1 << at;
	wire has_left = left_lo_q != 0 || left_hi_q != 0;
	wire arm = write && reg_n == CONTROL && bus_wdata[0] && !armed_now_q && has_left
		&& enable[bus_page] && cpl_room[bus_page];
	wire disarm = write && reg_n == CONTROL && !bus_wdata[0] && armed_now_q && enable[bus_page];
	wire still = !armed_now_q;       // the words of an open stream are the card's

	assign s_ready = !look_q && !bus_q && !locked_q;
	assign m_open = turn;
	assign m_open_busy = armed_q[s_open_tag];
	assign bus_ready = bus_q;
	assign m_armed = armed_now_q;
	assign {m_sender, m_source, m_region} = origin_q;
	assign m_offset = {offset_hi_q, offset_lo_q};
	assign m_left = {left_hi_q, left_lo_q};
	assign m_reserve = arm ? 8'd1 << bus_page : 8'd0;
	assign m_release = disarm ? 8'd1 << bus_page : 8'd0;
	assign bus_rdata = reg_n == OFFSET_LO ? offset_lo_q
	                 : reg_n == OFFSET_HI ? {origin_q[19:16], 2'd0, origin_q[12:3], 2'd0, origin_q[15:13], origin_q[2:0], offset_hi_q}
	                 : reg_n == LENGTH_LO ? left_lo_q
	                 : reg_n == LENGTH_HI ? {24'd0, left_hi_q}
	                 : reg_n == COOKIE    ? cookie_q
	                 : reg_n == CONTROL   ? {31'd0, armed_now_q} : 32'd0;

	always @(posedge clk)
		if (s_update || open || (write && still && reg_n == OFFSET_LO))
			offset_lo[at] <= s_update ? s_offset[31:0] : open ? s_open_offset[31:0] : bus_wdata;

	always @(posedge clk)
		if (s_update || open || (write && still && reg_n == OFFSET_HI))
			offset_hi[at] <= s_update ? s_offset[39:32] : open ? s_open_offset[39:32] : bus_wdata[`RN_STREAM_OFFSET_HI_OFFSET_R];

	always @(posedge clk)
		if (open || (write && still && reg_n == OFFSET_HI))
			origin[at] <= open ? s_open_origin : {bus_wdata[`RN_STREAM_OFFSET_HI_EPOCH_R], bus_wdata[`RN_STREAM_OFFSET_HI_PAGE_R],
				bus_wdata[`RN_STREAM_OFFSET_HI_SOURCE_R], bus_wdata[`RN_STREAM_OFFSET_HI_REGION_R]};

	always @(posedge clk)
		if (s_update || open || (write && still && reg_n == LENGTH_LO))
			left_lo[at] <= s_update ? s_left[31:0] : open ? s_open_length : bus_wdata;

	always @(posedge clk)
		if (s_update || open || (write && still && reg_n == LENGTH_HI))
			left_hi[at] <= s_update ? s_left[39:32] : open ? 8'd0 : bus_wdata[7:0];

	always @(posedge clk)
		if (open || (write && still && reg_n == COOKIE))
			cookie[at] <= open ? s_open_cookie : bus_wdata;

	always @(posedge clk)
		if (read) begin
			offset_lo_q <= offset_lo[at];
			offset_hi_q <= offset_hi[at];
			origin_q <= origin[at];
			left_lo_q <= left_lo[at];
			left_hi_q <= left_hi[at];
			cookie_q <= cookie[at];
			armed_now_q <= armed_q[at];
			tag_q <= at;
		end

	always @(posedge clk)
		if (s_update) begin
			m_cookie <= cookie_q;
			m_rest <= m_left;
		end

	genvar p;
	wire [63:0] page_on;
	generate for (p = 0; p < 8; p = p + 1) begin : pages
		assign page_on[8*p +: 8] = {8{enable[p]}};
	end endgenerate

	always @(posedge clk)
		if (rst)
			armed_q <= 0;
		else
			armed_q <= page_on & (arm || open ? armed_q | one
				: disarm || (s_update && s_close) ? armed_q & ~one : armed_q);

	always @(posedge clk)
		if (rst || s_update || s_drop)
			locked_q <= 1'b0;
		else if (s_ask && s_ready)
			locked_q <= 1'b1;

	always @(posedge clk) begin
		look_q <= bus && !rst;
		bus_q <= act && !rst;
	end
endmodule

`default_nettype wire
