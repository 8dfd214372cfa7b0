// SPDX-License-Identifier: BSD-3-Clause
//
// The request queue of the SPIN setting: connection requests in the order of their arrival, in
// block RAM. The published card lets software search for the wanted one; here the queue does:
// every operation turns the queue once round, an entry a clock, so that the rest keeps its
// order. The oldest one is at hand at once. Not a table by source: that would cost the same RAM
// without a record of the oldest. Used by spin_conn only.
//
// 1. At most one entry of a source: a second request replaces the first, in its place (its
//    sender has given up the first). So with fewer than 2^LG_REQ nodes there is always room.
// 2. Between operations the FIFO holds the requests in order of arrival.
// 3. An entry is pushed only into a FIFO that has room: it holds fewer than 2^LG_REQ.
//
//             valid             left == 0
//     IDLE ----------> TURN ----------------> IDLE (done)
//
// IDLE -> TURN   an operation was taken; puts come before takes
// TURN -> TURN   the head was popped; kept: pushed again. Found: TAKE, DROP leave it out, PUT
//                pushes the new one
// TURN -> IDLE   once round; a PUT that found none is pushed last

`default_nettype none

module spin_reqq #(
	parameter LG_REQ = 10 // log2 of entries; more than nodes - 1
) (
	input wire clk,
	input wire rst,

	// PUT: a request came in. DROP: its sender gives it up.
	input wire put_valid,
	output wire put_ready,
	input wire put_drop,
	input wire [9:0] put_src,
	input wire [5:0] put_tag,
	input wire [31:0] put_len, // bytes
	output wire put_done, // pulse: a request is in the queue
	output wire drop_done, // pulse: drop_src, drop_tag is given up, whether it was here or not
	output wire [9:0] drop_src,
	output wire [5:0] drop_tag,
	output wire [31:0] drop_len, // its put_len
	output wire full, // pulse: refused (more nodes than LG_REQ is for)

	// TAKE: the oldest request of one node, or of any.
	input wire take_valid,
	output wire take_ready,
	input wire take_any,
	input wire [9:0] take_src,
	output wire take_done, // pulse
	output wire take_hit, // with it: found
	output reg [9:0] m_src, // and this is it
	output reg [5:0] m_tag,
	output reg [31:0] m_len,

	output wire [10:0] count // requests waiting
);

localparam [10:0] MOST = (11'd1 << LG_REQ) - 11'd1; // entries

localparam [1:0] PUT = 2'd0;
localparam [1:0] DROP = 2'd1;
localparam [1:0] TAKE = 2'd2;

generate
	if (LG_REQ < 1 || LG_REQ > 10) begin : bad_lg_req
		spin_reqq_LG_REQ_is_1_to_10 error();
	end
endgenerate

reg turn_q;        // state: 0 IDLE, 1 TURN
reg [1:0] op_q;
reg any_q;
reg [9:0] src_q;
reg [5:0] tag_q;
reg [31:0] len_q;
reg [10:0] left_q; // entries not seen yet
reg hit_q;

wire room;
wire [LG_REQ:0] level;
wire head_valid;
wire [9:0] head_src;
wire [5:0] head_tag;
wire [31:0] head_len;

wire put_go = put_valid && put_ready;
wire go = put_go || (take_valid && take_ready);
wire look = turn_q && left_q != 11'd0 && room; // 3: there is room
wire pop = look && head_valid;
wire same = (any_q || head_src == src_q) && (op_q != DROP || head_tag == tag_q);
wire found = pop && same && !hit_q;
wire finish = turn_q && left_q == 11'd0;
wire add = finish && op_q == PUT && !hit_q && count != MOST;
wire renew = found && op_q == PUT;
wire keep = pop && !found;
wire push = keep || renew || add;
wire [47:0] push_data = keep ? {head_src, head_tag, head_len} : {src_q, tag_q, len_q};

assign put_ready = !turn_q;
assign take_ready = !turn_q && !put_valid;
assign put_done = finish && op_q == PUT && (hit_q || add);
assign full = finish && op_q == PUT && !(hit_q || add);
assign drop_done = finish && op_q == DROP;
assign drop_src = src_q;
assign drop_tag = tag_q;
assign drop_len = len_q;
assign take_done = finish && op_q == TAKE;
assign take_hit = hit_q;
assign count = {{(10 - LG_REQ){1'b0}}, level};

sync_fifo #(
	.W(48),
	.LG_DEPTH(LG_REQ)
) entries (
	.clk(clk),
	.rst(rst),
	.s_valid(push),
	.s_ready(room),
	.s_data(push_data),
	.m_valid(head_valid),
	.m_ready(look),
	.m_data({head_src, head_tag, head_len}),
	.level(level)
);

always @(posedge clk)
	if (rst)
		turn_q <= 1'b0;
	else
		turn_q <= go || (turn_q && !finish);

always @(posedge clk)
	if (go) begin
		op_q <= !put_go ? TAKE : put_drop ? DROP : PUT;
		any_q <= !put_go && take_any;
		src_q <= put_go ? put_src : take_src;
		tag_q <= put_tag;
		len_q <= put_len;
	end

// The oldest of any source is the head: no need to turn further.
always @(posedge clk)
	if (go) begin
		left_q <= count;
		hit_q <= 1'b0;
	end else if (pop) begin
		left_q <= any_q ? 11'd0 : left_q - 11'd1;
		hit_q <= hit_q || same;
	end

always @(posedge clk)
	if (found)
		{m_src, m_tag, m_len} <= {head_src, head_tag, head_len};

`ifdef FORMAL
// A source of the solver's choice is followed: whether the FIFO has an entry of it, and how many are
// before that. The FIFO is assumed to give the entries that went in, in order: that is proven of
// sync_fifo.
(* anyconst *) wire [9:0] f_src;
reg f_in;                // an entry of f_src is in the FIFO
reg [LG_REQ:0] f_ahead;  // entries before it
wire f_pop = pop && f_in && f_ahead == 0;
wire f_push = push && push_data[47:38] == f_src;
wire f_hers = turn_q && op_q != TAKE && src_q == f_src && !any_q;
initial {turn_q, f_in} = 2'd0;

always @(posedge clk)
	if (rst)
		f_in <= 1'b0;
	else begin
		f_in <= f_push || (f_in && !f_pop);
		f_ahead <= f_push ? level - {{LG_REQ{1'b0}}, pop} : f_ahead - {{LG_REQ{1'b0}}, pop};
	end

always @* begin
	assume (!head_valid || (head_src == f_src) == (f_in && f_ahead == 0));
	assert (!f_push || !f_in || f_pop);         // invariant 1
	assert (!f_in || f_ahead < level);
	assert ({1'b0, level} <= {1'b0, MOST[LG_REQ:0]}); // invariant 3
	assert (!push || room);
	assert (!turn_q || left_q <= count);
	assert (!turn_q || op_q != PUT || !any_q);
	// Until the entry of f_src was found it is among those still to be checked.
	assert (!(f_hers && op_q == PUT && !hit_q && f_in) || {{(10 - LG_REQ){1'b0}}, f_ahead} < left_q);
end
`endif

endmodule

`default_nettype wire
