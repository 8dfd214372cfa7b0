// SPDX-License-Identifier: BSD-3-Clause
//
// dma_notice: tells the senders of cells that this card refused. A notice is a cell of type MSG without payload whose BYTES, which
// software cannot write, are those of no message; the page that sent the refused cell gets a record of it (RETURNED). Notices go out
// between the cells of the DMA, one in 2**LG_PACE clocks at most, however many are due: so they take little of the host's
// part of the link. Of a page of a node one notice waits at most, so none keeps the others' out; a notice that finds no place is
// counted only. Nothing waits for a notice.
//
//      dma_place --refused--> queue --pace--> HEAD, word --+
//      dma_narrow -----------------------------------------+--> cells
//
// Invariants (formal/dma_notice.v):
//  1. Cells leave whole; those of dma_narrow in order, none is changed or lost; an offered word stays.
//  2. A notice begins 2**LG_PACE clocks after the one before has ended at the earliest.
//  3. Of one sender there is at most one notice in the queue; a refusal gets one, or its sender has one, or it is counted.
`default_nettype none

module dma_notice #(
	parameter W = 64,                // bits of a word of a cell
	parameter LG_DEPTH = 3,          // log2 of the notices that wait
	parameter LG_PACE = 8            // log2 of the clocks between two of them
) (
	input  wire clk,
	input  wire rst,
	input  wire [9:0] cfg_id,
	input  wire [9:0] cfg_last,
	// dma_place: one clock for each cell that was refused
	input  wire s_valid,
	input  wire [9:0] s_node,        // sender
	input  wire [2:0] s_sender,
	input  wire [2:0] s_page,        // that refuses
	input  wire [55:0] s_body,       // NOTICE without its BYTES
	output wire m_unsent,            // one clock: counted only
	// dma_narrow
	input  wire s_cell_valid,
	output wire s_cell_ready,
	input  wire s_cell_head,
	input  wire s_cell_last,
	input  wire [W-1:0] s_cell_data,
	input  wire [1:0] s_cell_way,
	// all cells
	output wire m_cell_valid,
	input  wire m_cell_ready,
	output wire m_cell_head,
	output wire m_cell_last,
	output wire [W-1:0] m_cell_data,
	output wire [1:0] m_cell_way     // {Y, X}
);
`include "ring_nic_regs.vh"
	localparam [7:0] MARK = `RN_NOTICE_MARK;
	localparam N = 1 << LG_DEPTH;
	localparam HEAD_B = W == 16 ? 32 : 64;                   // bits
	localparam PART_B = W == 16 ? 16 : 64;                   // of them in a word
	localparam [2:0] PARTS = W == 16 ? 3'd6 : 3'd2;
	localparam [1:0] CODE = W == 16 ? `RN_CELL_LEN_W4 : `RN_CELL_LEN_W1;

	// ---- The queue -----------------------------------------------------------------------
	reg [12:0] sender_q [0:N-1];
	reg [N-1:0] there_q;
	reg [LG_DEPTH-1:0] put_q, get_q;
	wire [N-1:0] is;
	genvar i;
	generate for (i = 0; i < N; i = i + 1) begin : places
		assign is[i] = there_q[i] && sender_q[i] == {s_node, s_sender};
	end endgenerate
	wire same = is != 0;
	wire put = s_valid && !same && !there_q[put_q];
	wire next, get, room;
	wire [2:0] next_sender, next_page;
	wire [9:0] next_node;
	wire [55:0] next_body;
	wire [LG_DEPTH:0] level;

	sync_fifo #(.W(72), .LG_DEPTH(LG_DEPTH)) notices (
		.clk(clk), .rst(rst), .s_valid(put), .s_ready(room), .s_data({s_node, s_sender, s_page, s_body}),
		.m_valid(next), .m_ready(get), .m_data({next_node, next_sender, next_page, next_body}), .level(level));

	assign m_unsent = s_valid && !same && there_q[put_q];

	always @(posedge clk)
		if (rst) begin
			there_q <= 0;
			put_q <= 0;
			get_q <= 0;
		end else begin
			there_q <= (there_q & ~(get ? {{N-1{1'b0}}, 1'b1} << get_q : {N{1'b0}}))
				| (put ? {{N-1{1'b0}}, 1'b1} << put_q : {N{1'b0}});
			put_q <= put_q + {{LG_DEPTH-1{1'b0}}, put};
			get_q <= get_q + {{LG_DEPTH-1{1'b0}}, get};
		end

	always @(posedge clk)
		if (put)
			sender_q[put_q] <= {s_node, s_sender};

	// ---- The next notice -------------------------------------------------------------------
	reg [HEAD_B+63:0] cell_q;
	reg [2:0] left_q;                                        // words of it that are to go
	reg [1:0] way_q;
	reg [LG_PACE:0] pace_q;
	wire [10:0] nodes = {1'b0, cfg_last} + 11'd1;
	wire [10:0] ahead = {1'b0, next_node} - {1'b0, cfg_id} + (next_node < cfg_id ? nodes : 11'd0);
	wire [1:0] way = {ahead, 1'b0} <= {1'b0, nodes} ? 2'b01 : 2'b10;   // the shorter one, as in dma_channel
	wire [63:0] head = {29'd0, next_page, cfg_id, next_page, next_sender, 1'b0, `RN_CELL_TYPE_MSG, next_node, CODE};

	wire mine;
	wire took = mine && m_cell_ready;
	assign get = next && left_q == 0 && pace_q[LG_PACE];

	always @(posedge clk)
		if (rst)
			left_q <= 0;
		else if (get)
			left_q <= PARTS;
		else if (took)
			left_q <= left_q - 3'd1;

	always @(posedge clk)
		if (get) begin
			cell_q <= {next_body, MARK, head[HEAD_B-1:0]};
			way_q <= way;
		end else if (took)
			cell_q <= cell_q >> PART_B;

	always @(posedge clk)
		if (rst || left_q != 0)
			pace_q <= 0;
		else if (!pace_q[LG_PACE])
			pace_q <= pace_q + {{LG_PACE{1'b0}}, 1'b1};

	// ---- Between the cells of dma_narrow ---------------------------------------------------
	reg mine_q;                      // a notice was offered
	reg busy_q;                      // a cell of dma_narrow has begun, or was offered
	wire [W-1:0] word;
	assign mine = mine_q || (left_q != 0 && !busy_q);
	wire last = left_q == 3'd1;

	always @(posedge clk)
		if (rst) begin
			mine_q <= 1'b0;
			busy_q <= 1'b0;
		end else begin
			mine_q <= mine && !(m_cell_ready && last);
			if (!mine && s_cell_valid)
				busy_q <= !(m_cell_ready && s_cell_last);
		end

	generate if (W > PART_B) begin : wide
		assign word = {{W-PART_B{1'b0}}, cell_q[PART_B-1:0]};
	end else begin : narrow
		assign word = cell_q[PART_B-1:0];
	end endgenerate

	assign s_cell_ready = m_cell_ready && !mine;
	assign m_cell_valid = mine || s_cell_valid;
	assign m_cell_head = mine ? left_q == PARTS : s_cell_head;
	assign m_cell_last = mine ? last : s_cell_last;
	assign m_cell_data = mine ? word : s_cell_data;
	assign m_cell_way = mine ? way_q : s_cell_way;

	wire unused = &{1'b0, room, level, head};

`ifdef FORMAL
	reg f_first, f_past;
	initial {f_first, f_past} = 2'b10;
	(* anyconst *) reg [12:0] f_one;                         // a sender, any
	wire [N-1:0] f_of;                                       // its notices in the queue
	genvar f;
	generate for (f = 0; f < N; f = f + 1) begin : f_places
		assign f_of[f] = there_q[f] && sender_q[f] == f_one;
		// The places in use lie from get_q on.
		wire [LG_DEPTH-1:0] f_at = f[LG_DEPTH-1:0] - get_q;
		always @(*) if (!f_first) assert (there_q[f] == ({1'b0, f_at} < level));
	end endgenerate
	always @(posedge clk) begin
		f_first <= 1'b0;
		f_past <= !rst;
		if (!f_first && f_past && $past(m_cell_valid && !m_cell_ready))        // invariant 1
			assert (m_cell_valid && $stable(mine) && (mine || s_cell_valid));
		if (!f_first && f_past && $past(left_q == 0) && left_q != 0)           // invariant 2
			assert ($past(pace_q[LG_PACE]));
	end
	always @(*) if (!f_first) begin
		assert (level <= N && (put_q - get_q) == level[LG_DEPTH-1:0]);
		assert (!put || room);
		assert ((f_of & (f_of - 1'b1)) == 0);                                  // invariant 3
		assert (!s_valid || put || same || m_unsent);
		assert (left_q <= PARTS && (!mine_q || left_q != 0));
		assert (!(mine_q && busy_q));
		assert (left_q == PARTS || left_q == 0 || mine_q);
		cover (m_unsent);
		cover (s_valid && same);
		cover (mine && last && m_cell_ready && s_cell_valid);
		cover (get && level == N);
	end
`endif
endmodule

`default_nettype wire
