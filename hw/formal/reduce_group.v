// SPDX-License-Identifier: BSD-3-Clause
//
// One reduction group, with engines as slow and as disorderly as the real ones may be, a host that starts and stops the
// group at any time, and peers that send any cell at any time. Shown for one slot, chosen by the solver: it is never
// written while another engine reads or writes it, the window does not overflow, and no step overtakes the one before it
// (assertions in rtl/reduce_group.v).
//
// SLOPPY = 1: operands that are given without looking at own_room are found.
//
// rtl: rtl/reduce_group.v
// ROLE: 0 gather, 1 middle, 2 farthest, 3 root, 4 single member.
//
// prove: induction 2 ROLE=0
// prove: induction 2 ROLE=1
// prove: induction 2 ROLE=2
// prove: induction 2 ROLE=3
// prove: induction 2 ROLE=4
// prove: cover 16 ROLE=0
// prove: cover 18 ROLE=1
// prove: cover 18 ROLE=3
// prove: fail 18 ROLE=2 SLOPPY=1
`default_nettype none

module reduce_group_fv #(
	parameter ROLE = 0,
	parameter SLOPPY = 0
) (
	input wire clk,
	input wire [2:0] load,
	input wire [23:0] wdata,
	input wire start,
	input wire stop,
	input wire [15:0] start_match,
	input wire start_left,
	input wire [9:0] rx_member,
	input wire [3:0] rx_what,
	// actions of the engines
	input wire rx_ask,
	input wire rx_end,
	input wire rx_drop,
	input wire own_end,
	input wire walk_take,
	input wire walk_end,
	input wire tx_take,
	input wire tx_end,
	input wire res_take,
	input wire res_end
);

	reg rst = 1'b1;
	always @(posedge clk)
		rst <= 1'b0;

	wire [4:0] start_role = 5'd1 << ROLE;
	wire [50:0] setting;
	wire run, drain, own_room, walk_req, tx_req, res_req, idle, result, ended;
	wire [9:0] rx_info;
	wire [19:0] tx_info;
	wire pair_now = n == 11'd2;
	wire [4:0] own_slot, res_slot;
	wire [13:0] walk_info;
	wire [66:0] f_state;

	// --- engines ---
	reg [1:0] rx_q = 2'd0;    // 0 idle, 1 header shown, 2 beats are written
	reg take_q = 1'b0;
	reg [4:0] rx_slot_q;
	reg tx_q = 1'b0;
	reg [4:0] tx_slot_q;
	reg res_q = 1'b0;
	reg [4:0] res_slot_q;
	wire stream = setting[3];
	wire [3:0] walki = f_state[19:16];
	wire [3:0] walkd = f_state[15:12];
	wire rx_done = rx_q == 2'd2 && take_q && rx_end;
	wire own_done = own_end && run && (stream ? own_room || SLOPPY == 1 : idle);
	wire walk_begin = walk_req && walk_take;
	wire walk_done = walk_end && walki != walkd;
	wire tx_begin = !tx_q && tx_req && tx_take;
	wire tx_done = tx_q && tx_end;
	wire res_begin = !res_q && res_req && res_take;
	wire res_done = res_q && res_end;

	always @(posedge clk) begin
		rx_q <= rst ? 2'd0 : rx_q == 2'd0 ? {1'b0, rx_ask} : rx_q == 2'd1 ? 2'd2
			: (rx_done || rx_drop) ? 2'd0 : 2'd2;
		if (rx_q == 2'd1)
			{take_q, rx_slot_q} <= {rx_info[9], rx_info[4:0]};
		tx_q <= !rst && (tx_begin || (tx_q && !tx_end));
		if (tx_begin)
			tx_slot_q <= tx_info[4:0];
		res_q <= !rst && (res_begin || (res_q && !res_end));
		if (res_begin)
			res_slot_q <= res_slot;
	end

	reduce_group group (
		.clk(clk), .rst(rst), .load(load), .wdata(wdata), .start(start), .stop(stop),
		.start_role(start_role), .start_match(start_match), .start_left(start_left),
		.setting(setting), .run(run), .drain(drain), .busy(rx_q != 2'd0 || tx_q || res_q),
		.rx_member(rx_member), .rx_what(rx_what), .rx_info(rx_info), .rx_done(rx_done), .rx_slot(rx_slot_q),
		.own_room(own_room), .own_slot(own_slot), .own_done(own_done),
		.walk_req(walk_req), .walk_info(walk_info), .walk_begin(walk_begin), .walk_done(walk_done),
		.tx_req(tx_req), .tx_info(tx_info), .tx_done(tx_done),
		.res_req(res_req), .res_slot(res_slot), .res_done(res_done),
		.idle(idle), .result(result), .ended_q(ended), .f_state(f_state)
	);

	// --- ensured by reduce_regs ---
	wire [10:0] n = setting[24:14];
	wire [9:0] index = setting[34:25];
	wire chain = setting[1];
	always @* begin
		if (run || drain)
			assume (!start && load == 3'd0);
		if (start) begin
			assume (load == 3'd0);
			assume (n != 11'd0 && {1'b0, index} < n && (chain || n <= 11'd16));
			assume (ROLE == 4 ? n == 11'd1 : n != 11'd1);
			assume (ROLE == 4 || chain == (ROLE != 0));
			assume (ROLE == 0 || ROLE == 4 || (ROLE == 3) == (index == 10'd0));
			if (!chain)
				assume (!start_match[index[3:0]]);
			if (chain && index == 10'd0)
				assume (start_match == {8'd0, n[2:0] - 3'd1, 1'b1, 3'd1, pair_now});
		end
	end

	// --- the user of the slot ---
	(* anyconst *) reg [4:0] slot;
	wire live = f_state[66];
	wire [4:0] role = f_state[64:60];
	wire gather = role[0];
	wire middle = role[1];
	wire farthest = role[2];
	wire root = role[3];
	wire single = role[4];
	wire pair = f_state[65];
	wire [31:0] missing = f_state[59:28];
	wire [3:0] own = f_state[27:24];
	wire [3:0] sent = f_state[23:20];
	wire [3:0] near = f_state[11:8];
	wire [3:0] third = f_state[7:4];
	wire [3:0] out = f_state[3:0];

	wire by_rx = rx_q == 2'd2 && take_q && rx_slot_q == slot;
	wire by_own = run && (stream ? own_room : 1'b1) && own_slot == slot;
	wire by_tx = tx_q && tx_slot_q == slot;
	wire by_res = (res_q && res_slot_q == slot) || (result && res_slot == slot);
	wire [2:0] ago = slot[4:2] - walkd[2:0];
	wire kind = slot[1:0] < 2'd2 || (root && (slot[1:0] == 2'd3 || !pair));
	wire by_walk = gather ? walki != walkd && slot[4] == walkd[0]
		: kind && {1'b0, ago} < walki - walkd;

	always @* if (!rst) begin
		if (SLOPPY == 0) begin
			assert (!(by_rx && (by_own || by_tx || by_res || by_walk)));
			assert (!(by_own && (by_tx || by_res || by_walk)));
			assert (!(by_walk && (by_tx || by_res)));
		end
	end

	(* hierconn *) wire [15:0] \group.match_q ;
	(* hierconn *) wire [5:0] \group.epoch_q ;
	always @* if (!rst && live) begin
		assert (!root || \group.match_q == {8'd0, n[2:0] - 3'd1, 1'b1, 3'd1, pair_now});
		assert (!rx_info[9] || rx_member[9:4] == \group.epoch_q );   // of this use of the group
		assert (!gather || !\group.match_q [index[3:0]]);
	end

	// --- the state held by the engines is still so (needed for the induction) ---
	always @* if (!rst) begin
		assert (role == start_role || (role == 5'd0 && !live));
		assert (live || (!run && walki == walkd && !tx_q && !res_q && !(rx_q == 2'd2 && take_q)));
		if (live) begin
			assert (run || drain || walki == walkd);
			assert (n != 11'd0 && {1'b0, index} < n && (chain || n <= 11'd16));
			assert (!gather || !chain);
			assert (chain || gather || single);
		end
		assert (rx_q != 2'd3);
		if (rx_q == 2'd2 && take_q) begin
			assert (!single && role != 5'd0);
			if (gather)
				assert (missing[rx_slot_q]);
			else if (rx_slot_q[1:0] == 2'd1)
				assert (!farthest && rx_slot_q[4:2] == near[2:0] && near - walkd < 4'd8);
			else if (root)
				assert (!pair && rx_slot_q == {third[2:0], 2'd2} && third - walkd < 4'd8);
			else
				assert (rx_slot_q == {third[2:0], 2'd3} && third != sent);
		end
		if (tx_q) begin
			assert (!single && role != 5'd0);
			assert (sent != ((gather || farthest) ? own : walkd));
			assert (tx_slot_q == (gather ? {sent[0], index[3:0]} : {sent[2:0], root ? 2'd3 : 2'd0}));
		end
		if (res_q) begin
			assert (role != 5'd0 && stream);
			assert (out != (gather ? walkd : root ? sent : single ? own : third));
			assert (res_slot_q == res_slot);
		end
		if (gather && live) begin
			assert (!missing[{1'b0, index[3:0]}] && !missing[{1'b1, index[3:0]}]);
			if (walki != walkd || walkd != out)
				assert (missing[{out[0], 4'd0} +: 16] == 16'd0);
		end
	end

	// Reached:
	always @(posedge clk)
		if (!rst) begin
			cover (walk_begin);                                                              // operands are added
			cover (tx_done);                                                                 // a cell was sent
			cover (rx_done);                                                                 // a cell was taken
			cover (rx_q == 2'd2 && rx_drop);                                                 // a cell is dropped
			cover (drain);                                                                   // stopped in the middle
			cover (rx_q == 2'd2 && !take_q);                                                 // a cell is refused
			cover (live && tx_q && rx_q != 0);                                               // sends and receives at once
		end
endmodule

`default_nettype wire
