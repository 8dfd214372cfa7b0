// SPDX-License-Identifier: BSD-3-Clause
//
// switch: the switch of a node: two link inputs, two link outputs, local send and receive. Cells cut through when their output is
// free (one register between an input and an output), wait in the buffer of their virtual channel when it is not, and
// are copied at this node when their type requires it. It moves cells; it does not check them (link
// layer) nor choose a way round for cells from the local side (s_loc_way). Both settings: SPIN (17
// words of 16 bits, NACK) and native (credits).
//
// A link's ready must not depend on the valid of this module. m_loc may stall at any word; in the SPIN setting a buffer
// stands before it, in the native setting a stall inside a copied cell also stalls its other output: the receiver has to
// drain of its own.
`default_nettype none

module switch #(
	parameter W = 16,            // bits of a word
	parameter HEAD_WORDS = W == 16 ? 2 : 1,   // native: words before the data
	parameter SPIN = 0,          // 1: the published cell and NACK; 0: native
	parameter SLOT_N = 8,        // slots of 32 words for each virtual channel of an input, power of two
	parameter SPAN = 1,          // native: slots of the longest cell (cell_len)
	parameter TOPOLOGY = 0,      // 0: bidirectional ring; SPIN only: 1: Manhattan Street Network, 2: circular omega
	parameter PUBLISHED = 0      // 1 (SPIN): the timing of the paper, 22 clocks a cell, store and forward
) (
	input  wire clk,
	input  wire rst,
	input  wire [9:0] cfg_id,
	input  wire [9:0] cfg_last,          // nodes - 1
	input  wire [1:0] cfg_dateline,      // {Y, X}: this output crosses the dateline
	input  wire [9:0] cfg_bcast_x,       // destination of copies from the local side, by way
	input  wire [9:0] cfg_bcast_y,
	// from the links
	input  wire s_x_valid,
	input  wire s_x_head,
	input  wire s_x_last,
	input  wire s_x_bad,
	input  wire [W-1:0] s_x_data,
	output wire [1:0] x_room,
	output wire [1:0] x_free,            // a cell has left its slots
	output wire [7:0] x_free_slots,
	input  wire s_y_valid,
	input  wire s_y_head,
	input  wire s_y_last,
	input  wire s_y_bad,
	input  wire [W-1:0] s_y_data,
	output wire [1:0] y_room,
	output wire [1:0] y_free,
	output wire [7:0] y_free_slots,
	// from the local side
	input  wire s_loc_valid,
	output wire s_loc_ready,
	output wire s_loc_space,             // native: half of its buffer, or 8 slots, or three of the longest cells, are free
	input  wire s_loc_head,
	input  wire s_loc_last,
	input  wire [W-1:0] s_loc_data,
	input  wire [1:0] s_loc_way,
	// to the links
	output wire m_x_want,        // a cell is there, and the local side is ready for it if it goes there, too
	output wire m_x_valid,       // and the other output, the same
	input  wire m_x_ready,
	output wire m_x_head,
	output wire m_x_last,
	output wire m_x_bad,
	output wire [W-1:0] m_x_data,
	input  wire [1:0] m_x_room,
	input  wire m_x_nack,
	output wire m_y_want,
	output wire m_y_valid,
	input  wire m_y_ready,
	output wire m_y_head,
	output wire m_y_last,
	output wire m_y_bad,
	output wire [W-1:0] m_y_data,
	input  wire [1:0] m_y_room,
	input  wire m_y_nack,
	// to the local side
	output wire m_loc_valid,
	input  wire m_loc_ready,
	output wire m_loc_head,
	output wire m_loc_last,
	output wire m_loc_bad,
	output wire [W-1:0] m_loc_data
);
	localparam LG_SLOT = $clog2(SLOT_N);
	localparam CELL_HEAD = SPIN != 0 ? 1 : HEAD_WORDS;
	localparam STORE = PUBLISHED != 0;
	localparam LOOK = PUBLISHED == 0;
	localparam [2:0] REACH_X = TOPOLOGY == 0 ? 3'b101 : 3'b111;
	localparam [2:0] REACH_Y = TOPOLOGY == 2 ? 3'b111 : 3'b110;
	localparam TURN = TOPOLOGY == 1;
	localparam FLIP = TOPOLOGY == 2;             // a dateline changes the channel, else sets it to 1
	localparam [W-1:0] VC_BIT = 1 << 15;

	generate
		if (SLOT_N < 2 || (1 << LG_SLOT) != SLOT_N)
			switch_needs_slot_n_a_power_of_two bad_slot_n();
		if (W < 16 || (SPIN != 0 && W != 16))
			switch_needs_w_of_16_or_more_and_16_with_spin bad_w();
		if (TOPOLOGY < 0 || TOPOLOGY > 2 || (TOPOLOGY != 0 && SPIN == 0))
			switch_knows_topology_0_and_with_spin_1_and_2 bad_topology();
	endgenerate

	// --- routes ---

	wire [2:0] want_x, want_y;
	wire drop_x, drop_y;
	wire [1:0] way;              // of a cell from the local side
	wire [W-1:0] loc_data;       // its words, in the virtual channel in which it begins
	wire [1:0] flip;             // {Y, X}: cells that leave change to the other channel
	wire loc_vc;
	generate if (TOPOLOGY == 0) begin : ring
		route_ring #(.SPIN(SPIN), .SIDE(0)) route_x (.h0(s_x_data[15:0]), .id(cfg_id), .last(cfg_last),
			.want(want_x), .drop(drop_x));
		route_ring #(.SPIN(SPIN), .SIDE(1)) route_y (.h0(s_y_data[15:0]), .id(cfg_id), .last(cfg_last),
			.want(want_y), .drop(drop_y));
		assign way = s_loc_way;
		assign loc_vc = s_loc_data[15];
		assign flip = 2'b00;
	end else begin : computed
		wire [2:0] want_s;
		wire drop_s;
		if (TOPOLOGY == 1) begin : msn
			route_msn #(.SIDE(0)) route_x (.h0(s_x_data[15:0]), .id(cfg_id), .last(cfg_last), .want(want_x), .drop(drop_x));
			route_msn #(.SIDE(1)) route_y (.h0(s_y_data[15:0]), .id(cfg_id), .last(cfg_last), .want(want_y), .drop(drop_y));
			route_msn #(.SIDE(0)) route_s (.h0(s_loc_data[15:0]), .id(cfg_id), .last(cfg_last), .want(want_s), .drop(drop_s));
			assign loc_vc = s_loc_data[15] && !s_loc_head;
			assign flip = 2'b00;
		end else begin : omega
			wire vc_s, vc_x_unused, vc_y_unused;
			route_omega route_x (.h0(s_x_data[15:0]), .id(cfg_id), .last(cfg_last), .want(want_x), .drop(drop_x), .vc(vc_x_unused));
			route_omega route_y (.h0(s_y_data[15:0]), .id(cfg_id), .last(cfg_last), .want(want_y), .drop(drop_y), .vc(vc_y_unused));
			route_omega route_s (.h0(s_loc_data[15:0]), .id(cfg_id), .last(cfg_last), .want(want_s), .drop(drop_s), .vc(vc_s));
			assign loc_vc = s_loc_head ? vc_s : s_loc_data[15];
			assign flip = cfg_dateline & {m_y_head, m_x_head};
		end
		assign way = want_s[1:0] & {2{!drop_s}};
		wire _unused = &{want_s[2], s_loc_way};
	end endgenerate
	assign loc_data[14:0] = s_loc_data[14:0];
	assign loc_data[15] = loc_vc;
	generate if (W > 16) begin : wide
		assign loc_data[W-1:16] = s_loc_data[W-1:16];
	end endgenerate

	// --- which outputs are free, about to be free, reserved ---

	wire [2:0] was_x, was_y, was_s, own_x, own_y, own_s, busy_x, busy_y, busy_s, nxt_x, nxt_y, nxt_s;
	wire soon_x, soon_y, soon_s, move_x, move_y, move_s, fin_x, fin_y, fin_s;
	wire loc_room;
	wire [2:0] nack = SPIN != 0 ? {1'b0, m_y_nack, m_x_nack} : 3'd0;
	wire [2:0] taken = nxt_x | nxt_y | nxt_s;
	wire [2:0] out_free = ~nack & ~((busy_x & {3{!fin_x}}) | (busy_y & {3{!fin_y}}) | (busy_s & {3{!fin_s}}));
	wire [2:0] out_move = ~((busy_x & {3{!move_x}}) | (busy_y & {3{!move_y}}) | (busy_s & {3{!move_s}}));
	wire [2:0] out_soon = ~((busy_x & {3{!soon_x}}) | (busy_y & {3{!soon_y}}) | (busy_s & {3{!soon_s}}));
	// Of cells that bypass in the same clock only one may pass to an output: X before Y before the local side.
	wire [2:0] claim_x, claim_y, claim_s;
	wire [2:0] pass_x = ~(busy_x | busy_y | busy_s) & ~taken & ~nack;
	wire [2:0] pass_y = pass_x & ~claim_x;
	wire [2:0] pass_s = pass_y & ~claim_y;

	// A reservation against a cell that just bypasses would be dropped, but in the native setting room is asked for only once.
	wire [2:0] block = SPIN != 0 ? nack : claim_x | claim_y | claim_s;
	wire [2:0] pickable = out_soon & ~taken & ~block;

	// Room downstream for a cell of each channel, as the channel will be behind the output.
	wire [1:0] room_x = SPIN != 0 ? 2'b11 : {m_x_room[1], m_x_room[cfg_dateline[0]]};
	wire [1:0] room_y = SPIN != 0 ? 2'b11 : {m_y_room[1], m_y_room[cfg_dateline[1]]};
	wire [2:0] room_x0 = {loc_room, room_y[0], room_x[0]};
	wire [2:0] room_x1 = {loc_room, TURN ? room_y[0] : room_y[1], room_x[1]};
	wire [2:0] room_y1 = {loc_room, room_y[1], TURN ? room_x[0] : room_x[1]};

	// The same for each request; with turns, only for those that may begin: {local, Y1, Y0, X1, X0}.
	wire [2:0] go_x0, go_x1, go_y0, go_y1, go_s;
	generate if (TOPOLOGY == 0) begin : all
		assign go_x0 = room_x0;
		assign go_x1 = room_x1;
		assign go_y0 = room_x0;
		assign go_y1 = room_y1;
		assign go_s = room_x0;
	end else begin : favoured
		wire [4:0] may;
		sw_favour #(.N(5)) favour (.clk(clk), .rst(rst), .nack(nack != 3'd0), .may(may));
		assign go_x0 = room_x0 & {3{may[0]}};
		assign go_x1 = room_x1 & {3{may[1]}};
		assign go_y0 = room_x0 & {3{may[2]}};
		assign go_y1 = room_y1 & {3{may[3]}};
		assign go_s = room_x0 & {3{may[4]}};
	end endgenerate

	// --- inputs ---

	wire [4:0] elig, pick;
	wire [29:0] units;
	wire [2:0] ready = {m_loc_ready || SPIN != 0, m_y_ready || SPIN != 0, m_x_ready || SPIN != 0};
	wire dx_valid, dx_head, dx_last, dx_bad, dy_valid, dy_head, dy_last, dy_bad, ds_valid, ds_head, ds_last;
	wire [W-1:0] dx_data, dy_data, ds_data;

	sw_arb #(.N(5), .SPAN(SPAN)) arb (.clk(clk), .rst(rst), .req(elig), .units(units), .pick(pick));

	sw_input #(.W(W), .HEAD_WORDS(CELL_HEAD), .SPIN(SPIN), .LG_SLOT(LG_SLOT), .SPAN(SPAN), .STORE(STORE), .LOOK(LOOK),
		.REACH(REACH_X)) in_x (.clk(clk), .rst(rst),
		.s_valid(s_x_valid), .s_head(s_x_head), .s_last(s_x_last), .s_bad(s_x_bad), .s_data(s_x_data),
		.s_want(want_x), .s_drop(drop_x), .room(x_room), .free(x_free), .free_slots(x_free_slots),
		.avail({pickable & go_x1, pickable & go_x0}), .elig(elig[1:0]), .units(units[11:0]), .pick(pick[1:0]), .any_pick(elig != 0), .block(block),
		.out_free(out_free), .out_move(out_move), .byp_avail({pass_x & go_x1, pass_x & go_x0}),
		.claim(claim_x), .was(was_x), .own(own_x), .busy(busy_x), .nxt(nxt_x), .soon(soon_x), .move(move_x), .fin(fin_x),
		.d_valid(dx_valid), .d_head(dx_head), .d_last(dx_last), .d_bad(dx_bad), .d_data(dx_data),
		.ready(ready), .nack(nack));

	sw_input #(.W(W), .HEAD_WORDS(CELL_HEAD), .SPIN(SPIN), .LG_SLOT(LG_SLOT), .SPAN(SPAN), .STORE(STORE), .LOOK(LOOK),
		.REACH(REACH_Y)) in_y (.clk(clk), .rst(rst),
		.s_valid(s_y_valid), .s_head(s_y_head), .s_last(s_y_last), .s_bad(s_y_bad), .s_data(s_y_data),
		.s_want(want_y), .s_drop(drop_y), .room(y_room), .free(y_free), .free_slots(y_free_slots),
		.avail({pickable & go_y1, pickable & go_y0}), .elig(elig[3:2]), .units(units[23:12]), .pick(pick[3:2]), .any_pick(elig != 0), .block(block),
		.out_free(out_free), .out_move(out_move), .byp_avail({pass_y & go_y1, pass_y & go_y0}),
		.claim(claim_y), .was(was_y), .own(own_y), .busy(busy_y), .nxt(nxt_y), .soon(soon_y), .move(move_y), .fin(fin_y),
		.d_valid(dy_valid), .d_head(dy_head), .d_last(dy_last), .d_bad(dy_bad), .d_data(dy_data),
		.ready(ready), .nack(nack));

	sw_send #(.W(W), .HEAD_WORDS(CELL_HEAD), .SPIN(SPIN), .LG_SLOT(LG_SLOT), .SPAN(SPAN), .STORE(SPIN != 0), .LOOK(LOOK)) send (
		.clk(clk), .rst(rst), .s_valid(s_loc_valid), .s_ready(s_loc_ready), .space(s_loc_space), .s_head(s_loc_head), .s_last(s_loc_last),
		.s_data(loc_data), .s_way(way),
		.avail(pickable & go_s), .elig(elig[4]), .units(units[29:24]), .pick(pick[4]), .any_pick(elig != 0), .block(block),
		.out_free(out_free), .out_move(out_move), .byp_avail(pass_s & go_s),
		.claim(claim_s), .was(was_s), .own(own_s), .busy(busy_s), .nxt(nxt_s), .soon(soon_s), .move(move_s), .fin(fin_s),
		.d_valid(ds_valid), .d_head(ds_head), .d_last(ds_last), .d_data(ds_data),
		.ready(ready), .nack(nack));

	// --- outputs: a word is offered to an output when all other outputs of its cell take it in the same clock ---

	// The input whose words stand at an output. For a cell that bypasses this does not wait for the
	// decision that it does: nothing is valid there otherwise.
	wire [2:0] sel_x = was_x | (claim_x & ~was_y & ~was_s);
	wire [2:0] sel_y = was_y | (claim_y & ~was_x & ~was_s & ~claim_x);
	wire [1:0] sel_s = was_s[1:0] | (claim_s[1:0] & ~was_x[1:0] & ~was_y[1:0] & ~claim_x[1:0] & ~claim_y[1:0]);
	wire [W-1:0] x_data, y_data;
	wire [2:0] wait_x = own_x & ~ready, wait_y = own_y & ~ready, wait_s = own_s & ~ready;

	// Not by way of `ready`, in which the links stand, too.
	wire loc_x = !own_x[2] || m_loc_ready || SPIN != 0, loc_y = !own_y[2] || m_loc_ready || SPIN != 0;
	assign m_x_want = (own_x[0] && dx_valid && loc_x) || (own_y[0] && dy_valid && loc_y) || (own_s[0] && ds_valid);
	assign m_y_want = (own_x[1] && dx_valid && loc_x) || (own_y[1] && dy_valid && loc_y) || (own_s[1] && ds_valid);
	assign m_x_valid = (own_x[0] && dx_valid && wait_x[2:1] == 0) || (own_y[0] && dy_valid && wait_y[2:1] == 0)
		|| (own_s[0] && ds_valid && wait_s[2:1] == 0);
	assign m_x_last = (sel_x[0] && dx_last) || (sel_y[0] && dy_last) || (sel_s[0] && ds_last);
	assign m_x_bad = (sel_x[0] && dx_bad) || (sel_y[0] && dy_bad);
	sw_output #(.W(W), .SPIN(SPIN), .TURN(TURN)) out_x (.own_a(sel_x[0]), .own_b(sel_y[0]), .own_s(sel_s[0]),
		.head_a(dx_head), .head_b(dy_head), .head_s(ds_head), .data_a(dx_data), .data_b(dy_data), .data_s(ds_data),
		.dateline(cfg_dateline[0] && !FLIP), .bcast(cfg_bcast_x), .head(m_x_head), .data(x_data));
	assign m_x_data = x_data ^ (VC_BIT & {W{flip[0]}});

	assign m_y_valid = (own_x[1] && dx_valid && (wait_x & 3'b101) == 0) || (own_y[1] && dy_valid && (wait_y & 3'b101) == 0)
		|| (own_s[1] && ds_valid && (wait_s & 3'b101) == 0);
	assign m_y_last = (sel_x[1] && dx_last) || (sel_y[1] && dy_last) || (sel_s[1] && ds_last);
	assign m_y_bad = (sel_x[1] && dx_bad) || (sel_y[1] && dy_bad);
	sw_output #(.W(W), .SPIN(SPIN), .TURN(TURN)) out_y (.own_a(sel_y[1]), .own_b(sel_x[1]), .own_s(sel_s[1]),
		.head_a(dy_head), .head_b(dx_head), .head_s(ds_head), .data_a(dy_data), .data_b(dx_data), .data_s(ds_data),
		.dateline(cfg_dateline[1] && !FLIP), .bcast(cfg_bcast_y), .head(m_y_head), .data(y_data));
	assign m_y_data = y_data ^ (VC_BIT & {W{flip[1]}});

	wire l_valid = (own_x[2] && dx_valid && wait_x[1:0] == 0) || (own_y[2] && dy_valid && wait_y[1:0] == 0);
	wire [W-1:0] l_data = (dx_data & {W{sel_x[2]}}) | (dy_data & {W{sel_y[2]}});
	wire l_head = (sel_x[2] && dx_head) || (sel_y[2] && dy_head);
	generate if (SPIN != 0) begin : buffered
		sw_recv recv (.clk(clk), .rst(rst), .s_valid(l_valid), .s_head(l_head), .s_data(l_data), .room(loc_room),
			.m_valid(m_loc_valid), .m_ready(m_loc_ready), .m_head(m_loc_head), .m_last(m_loc_last), .m_data(m_loc_data));
		assign m_loc_bad = 1'b0;
		wire _unused = &{m_x_room, m_y_room, m_x_ready, m_y_ready};
	end else begin : direct
		assign loc_room = 1'b1;
		assign m_loc_valid = l_valid;
		assign m_loc_data = l_data;
		assign m_loc_head = l_head;
		assign m_loc_last = (sel_x[2] && dx_last) || (sel_y[2] && dy_last);
		assign m_loc_bad = (sel_x[2] && dx_bad) || (sel_y[2] && dy_bad);
		wire _unused = &{m_x_nack, m_y_nack};
	end endgenerate
endmodule

`default_nettype wire
