// SPDX-License-Identifier: BSD-3-Clause
//
// The card's state of one reduction group: its configuration, its progress, and its free slots. It
// moves no data: reduce_rx, reduce_own, reduce_walk, reduce_tx, reduce_res and reduce_regs do, and
// report by pulses. The order of the reduction stands in reduce.v.
//
// Every step of operation j (j counts up, modulo 16) is a counter:
//   own    operands of this node in their slot         sent   cells of this node sent
//   walki  walks begun     walkd  walks ended          out    results handed to the host
//   near   partial results arrived from the right or the only farther member
//   third  ROOT: those from the left arm; other members of chains: results arrived
// and the role sets their sequence:
//   GATHER    own -> sent -> walki -> walkd -> out     walki waits for `missing` to be empty
//   MIDDLE    own, near -> walki -> walkd -> sent -> third -> out
//   FARTHEST  own -> sent -> third -> out
//   ROOT      own, near, third -> walki -> walkd -> sent -> out
//   SINGLE    own -> out
//
// Invariants (formal/reduce_group.v, all roles):
//   1. No counter is ahead of the one before it in its role's line.
//   2. own - out <= WINDOW = 8, and <= 1 in GATHER: an operand is taken only when the result
//      that many before it was handed out. So its slots are free, here and at the peers: a member
//      that sends cell j has the result j - WINDOW, for which all members' slots j - WINDOW were
//      read.
//   3. A cell is accepted only into a slot that nothing reads or writes: no cell of a peer changes
//      a slot in use.
// Two phases are enough for GATHER. A member sends operand j when it has result j - 1, so when
// all have sent j - 1, which each did after it had handed out result j - 2 and its phase j mod 2
// was free again; and no member can send j + 1 before all have sent j.
//
// Cells carry the epoch of the use of the group: cells of a stopped use are let through without
// effect.
//
// Slots (5 bits): GATHER {j mod 2, member}, result in {j mod 2, 15}; else {j mod 8, kind} with
// kind 0 own (MIDDLE: then the partial result that is sent on), 1 near, 2 third of ROOT, 3 result.

`default_nettype none

module reduce_group (
	input wire clk,
	input wire rst,

	// configuration (reduce_regs)
	input wire [2:0] load,         // pulses: ctrl, member, toward take wdata
	input wire [23:0] wdata,       // {bits 25:16, bits 13:0} of the register
	input wire start,              // pulse while neither run nor drain
	input wire stop,               // pulse: forget operations under way
	input wire [4:0] start_role,   // one of {single, root, farthest, middle, gather}
	input wire [15:0] start_match, // gather: members but this one; else how cells name {left, near} neighbour
	input wire start_left,         // this member is in the left arm: the root is on side X
	output wire [50:0] setting,    // {epoch, toward, index, n, ctrl}
	output wire run,
	output wire drain,             // stopped, but an engine still works for it
	input wire busy,               // one of reduce_rx, reduce_own, reduce_tx, reduce_res does

	// header of a cell of this group, and the end of a good cell (reduce_rx)
	input wire [9:0] rx_member,    // {epoch, member}
	input wire [3:0] rx_what,      // {dest is this node, kind, seq}
	output wire [9:0] rx_info,     // {take, {no group, seq, member, kind} is wrong, slot}
	input wire rx_done,
	input wire [4:0] rx_slot,

	output wire own_room,          // an operand can be taken
	output wire [4:0] own_slot,
	input wire own_done,           // it is in its slot; from registers: the last result is read
	output wire walk_req,
	output wire [13:0] walk_info,  // {gather, j, n, slot of the result}
	input wire walk_begin,
	input wire walk_done,
	output wire tx_req,
	output wire [19:0] tx_info,    // {epoch, member, kind, seq, way, slot}
	input wire tx_done,
	output wire res_req,           // of the stream
	output wire [4:0] res_slot,
	input wire res_done,

	output wire idle,              // no operation open
	output wire result,            // registers: there to be read
	output reg ended_q             // registers, pulse: an operation has ended
`ifdef FORMAL
	, output wire [66:0] f_state
`endif
);

// Kinds of cells, and of slots in chains.
localparam [1:0] OPERAND = 2'd0, PARTIAL = 2'd1, RESULT = 2'd2;
localparam [1:0] OWN_SLOT = 2'd0, NEAR_SLOT = 2'd1, THIRD_SLOT = 2'd2, RESULT_SLOT = 2'd3;

reg [12:0] ctrl_q;   // {beats less one, type, op, stream, only the root has results, chain}
reg [10:0] n_q;      // members
reg [9:0] index_q;   // this member
reg [5:0] epoch_q;   // of this use of the group
reg [9:0] toward_q;  // node of the next member on the way to the root
reg run_q;
reg [4:0] role_q;
reg [15:0] match_q;
reg left_q;

wire gather = role_q[0];
wire middle = role_q[1];
wire farthest = role_q[2];
wire root = role_q[3];
wire single = role_q[4];
wire chain = ctrl_q[0];
wire root_only = ctrl_q[1];
wire stream = ctrl_q[2];

assign setting = {epoch_q, toward_q, index_q, n_q, ctrl_q, run_q};
assign run = run_q;

always @(posedge clk)
	if (rst) begin
		ctrl_q <= 13'd0;
		epoch_q <= 6'd0;
		n_q <= 11'd0;
		index_q <= 10'd0;
		toward_q <= 10'd0;
	end else begin
		if (load[0])
			{epoch_q, ctrl_q} <= {wdata[19:14], wdata[13:1]};
		if (load[1])
			{index_q, n_q} <= {wdata[23:14], wdata[10:0]};
		if (load[2])
			toward_q <= wdata[9:0];
	end

always @(posedge clk)
	if (rst)
		run_q <= 1'b0;
	else
		run_q <= (run_q || start) && !stop;

always @(posedge clk)
	if (rst)
		role_q <= 5'd0;
	else if (start) begin
		role_q <= start_role;
		match_q <= start_match;
		left_q <= start_left;
	end

// --- counters --------------------------------------------------------------------------

reg [3:0] own_q, sent_q, walki_q, walkd_q, near_q, third_q, out_q;

wire [3:0] avail = gather ? walkd_q : root ? sent_q : single ? own_q : third_q; // results here
wire keep = root_only && index_q != 10'd0;                 // the host does not want them
wire hand = run_q && out_q != avail && (keep || (stream ? res_done : own_done));
wire near_done = rx_done && !gather && rx_slot[1:0] == NEAR_SLOT;
wire third_done = rx_done && !gather && rx_slot[1:0] != NEAR_SLOT;

always @(posedge clk)
	if (rst || start) begin
		own_q <= 4'd0;
		sent_q <= 4'd0;
		near_q <= 4'd0;
		third_q <= 4'd0;
		out_q <= 4'd0;
	end else begin
		own_q <= own_q + {3'd0, run_q && own_done};
		sent_q <= sent_q + {3'd0, run_q && tx_done};
		near_q <= near_q + {3'd0, run_q && near_done};
		third_q <= third_q + {3'd0, run_q && third_done};
		out_q <= out_q + {3'd0, hand};
	end

// Walks end although their group was stopped: drain waits for that.
always @(posedge clk)
	if (rst || start) begin
		walki_q <= 4'd0;
		walkd_q <= 4'd0;
	end else begin
		walki_q <= walki_q + {3'd0, walk_begin};
		walkd_q <= walkd_q + {3'd0, walk_done};
	end

assign drain = !run_q && (busy || walki_q != walkd_q);

// --- operands of other members (gather) ---------------------------------------------------

wire [31:0] missing; // of each phase: members whose operand has not arrived
wire [15:0] arrives = (rx_done && gather) ? 16'd1 << rx_slot[3:0] : 16'd0;
genvar p;

generate
	for (p = 0; p < 2; p = p + 1) begin : phase
		reg [15:0] missing_q;

		assign missing[16*p +: 16] = missing_q;
		always @(posedge clk)
			if (start)
				missing_q <= start_match[15:0];
			else if (hand && out_q[0] == p)
				missing_q <= match_q[15:0];
			else if (rx_slot[4] == p)
				missing_q <= missing_q & ~arrives;
	end
endgenerate

// --- cells --------------------------------------------------------------------------------

wire rx_mine = rx_what[3];
wire [1:0] rx_kind = rx_what[2:1];
wire rx_seq = rx_what[0];

wire [3:0] rx_from = rx_member[3:0];
wire stale = rx_member[9:4] != epoch_q;
wire is_near = !farthest && rx_from == match_q[3:0];
wire is_third = root && rx_from == match_q[7:4]; // two members: is_near comes first
wire near_full = near_q[3] != walkd_q[3] && near_q[2:0] == walkd_q[2:0];
wire third_full = root ? third_q[3] != walkd_q[3] && third_q[2:0] == walkd_q[2:0] : third_q == sent_q;
wire is_missing = missing[{rx_seq, rx_from}];
wire to_third = rx_kind == RESULT || !is_near;

wire pass = !gather && rx_kind == PARTIAL && !rx_mine; // on its way to another member
wire bad_kind = gather ? rx_kind != OPERAND
	: single || (rx_kind != PARTIAL && (rx_kind != RESULT || root));
wire bad_member = gather ? !is_missing
	: rx_kind == RESULT ? rx_from != 4'd0 : !is_near && !is_third;
wire bad_seq = !gather && (to_third ? third_full || third_q[0] != rx_seq
	: near_full || near_q[0] != rx_seq);
wire [2:0] wrong = bad_kind ? 3'b001 : bad_member ? 3'b010 : bad_seq ? 3'b100 : 3'b000;
wire no_group = rx_kind == PARTIAL && rx_mine;

wire [4:0] chain_slot = to_third ? {third_q[2:0], root ? THIRD_SLOT : RESULT_SLOT}
	: {near_q[2:0], NEAR_SLOT};

assign rx_info = !run_q ? {1'b0, no_group, 8'd0}
	: pass || stale ? 10'd0
	: {wrong == 3'b000, 1'b0, wrong, gather ? {rx_seq, rx_from} : chain_slot};

// --- steps that may go on -------------------------------------------------------------------

wire one = !chain || !stream;                    // one operation at a time
wire full = own_q[3] != out_q[3] && own_q[2:0] == out_q[2:0];
wire walk_ready = gather ? (walki_q[0] ? missing[31:16] : missing[15:0]) == 16'd0 && sent_q != walki_q
	: (middle || root) && own_q != walki_q && near_q != walki_q
	&& (!root || n_q == 11'd2 || third_q != walki_q);
reg walk_req_q;

always @(posedge clk)
	walk_req_q <= walk_ready && run_q && !walk_begin && !rst;

assign walk_req = walk_req_q && run_q;
assign walk_info = {gather, walki_q[2:0],
	gather ? n_q[4:0] : (root && n_q != 11'd2) ? 5'd3 : 5'd2,
	gather ? {walki_q[0], 4'd15} : {walki_q[2:0], root ? RESULT_SLOT : OWN_SLOT}};

assign own_room = run_q && (one ? own_q == out_q : !full);
assign own_slot = chain ? {own_q[2:0], OWN_SLOT} : {own_q[0], index_q[3:0]};

wire [3:0] sendable = (gather || farthest) ? own_q : walkd_q;

assign tx_req = run_q && !single && sent_q != sendable;
wire [3:0] from = gather ? index_q[3:0] : root ? 4'd0 : {index_q[2:0], left_q};

assign tx_info = {epoch_q, from, gather ? OPERAND : root ? RESULT : PARTIAL, sent_q[0],
	(gather || root) ? 2'b11 : left_q ? 2'b01 : 2'b10,
	gather ? {sent_q[0], index_q[3:0]} : {sent_q[2:0], root ? RESULT_SLOT : OWN_SLOT}};

assign res_req = run_q && stream && !keep && out_q != avail;
assign res_slot = !single ? (chain ? {out_q[2:0], RESULT_SLOT} : {out_q[0], 4'd15})
	: chain ? {out_q[2:0], OWN_SLOT} : {out_q[0], index_q[3:0]};

assign idle = own_q == avail;
assign result = run_q && !stream && !keep && out_q != avail;

reg open_q;

always @(posedge clk) begin
	open_q <= run_q && !idle && !rst;
	ended_q <= run_q && idle && open_q && !stream && !rst;
end

`ifdef FORMAL
// How far each step is behind the one before it (invariants: formal/reduce_group.v).
assign f_state = {f_live, n_q == 11'd2, role_q, missing, own_q, sent_q, walki_q, walkd_q, near_q, third_q, out_q};

reg f_live = 1'b0; // from a start until nothing of it is under way
always @(posedge clk)
	f_live <= !rst && (start || (f_live && (run || drain)));

always @* if (!rst && f_live) begin
	assert (own_q - out_q <= (one && role_q != 5'd0 ? 4'd1 : 4'd8));
	assert (walki_q - walkd_q <= 4'd8);
	if (gather)
		assert (avail - out_q <= own_q - out_q && walki_q - out_q <= own_q - out_q
			&& walkd_q - out_q <= walki_q - out_q && walki_q - out_q <= sent_q - out_q
			&& sent_q - out_q <= own_q - out_q);
	if (farthest)
		assert (avail - out_q <= sent_q - out_q && sent_q - out_q <= own_q - out_q && walki_q == walkd_q);
	if (middle)
		assert (avail - out_q <= sent_q - out_q && sent_q - out_q <= walkd_q - out_q
			&& walkd_q - out_q <= walki_q - out_q && walki_q - out_q <= own_q - out_q);
	if (root)
		assert (avail - out_q <= walkd_q - out_q && walkd_q - out_q <= walki_q - out_q
			&& walki_q - out_q <= own_q - out_q);
	if (middle || root)
		assert (near_q - walkd_q <= 4'd8 && walki_q - walkd_q <= near_q - walkd_q);
	if (root && n_q != 11'd2)
		assert (third_q - walkd_q <= 4'd8 && walki_q - walkd_q <= third_q - walkd_q);
	if (single)
		assert (walki_q == walkd_q);
	if (walk_req)
		assert (walk_ready);
end
`endif

endmodule

`default_nettype wire
