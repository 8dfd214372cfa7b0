// SPDX-License-Identifier: BSD-3-Clause
//
// The reduction unit as the host sees it: which page owns a group, settings, operands and results that
// go through registers, errors and counters. A page reaches its own groups only. Settings
// are judged here, so that a group never runs on one it cannot work with. Offsets and fields
// stand in hw/regs/ring_nic.tbl.
//
//      bus_valid         access known         done at once
//   IDLE ------> LOOK ------------> ACT ----------------------> IDLE (bus_ready)
//                                    |--> PORT  waits for the RAM's port --> IDLE
//                                    |--> READ  waits for the port, then --> DATA --> IDLE
//                                    '--> JUDGE a setting with EN        --> IDLE
// Waits are short: the RAM's ports go to a walk first (not for long: reduce.v), but to this module before
// reduce_tx and reduce_res.

`default_nettype none
`include "ring_nic_regs.vh"

module reduce_regs #(
	parameter GROUP_N = 8,  // groups
	parameter LATENCY = 7 // clocks of the arithmetic unit, to be shown
) (
	input wire clk,
	input wire rst,

	input wire bus_valid,
	input wire bus_write,
	input wire [3:0] bus_page,
	input wire [9:0] bus_addr,      // words
	input wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	output reg [7:0] ev_q,          // pulses, one for each page
	output reg [31:0] owner_q,      // per group {on, page}

	// groups
	output wire [2:0] load,         // {toward, member, ctrl} of the selected group
	output wire [7:0] select,
	output wire [23:0] wdata,
	output wire start,              // of the selected group
	output reg [4:0] start_role_q,
	output reg [15:0] start_match_q,
	output reg start_left_q,
	output wire [7:0] stop,
	output wire [7:0] own_done,     // doorbells
	input wire [8*65-1:0] info,     // per group {own slot, result slot, room, result, idle, drain, setting}
	input wire [7:0] ended,         // an operation has ended

	// errors
	input wire rx_ended,
	input wire rx_good,
	input wire [4:0] rx_wrong,
	input wire [15:0] rx_h1,
	input wire [7:0] own_wrong,

	// operand slots
	output wire wr_valid,
	output wire [9:0] wr_addr,
	output wire [1:0] wr_half,
	output wire [63:0] wr_data,
	input wire wr_grant,
	output wire rd_req,
	output wire [9:0] rd_addr,
	input wire rd_grant,
	input wire [63:0] rd_data
);

localparam GATHER_N = 16; // members: as many slots as a phase has
localparam WINDOW = 8;    // operands: as many slots as a chain has of a kind

localparam [2:0] IDLE = 3'd0, LOOK = 3'd1, ACT = 3'd2, PORT = 3'd3, READ = 3'd4, DATA = 3'd5,
	JUDGE = 3'd6, LAST = 3'd7;

// --- which register --------------------------------------------------------------------------------

reg [2:0] state_q;
reg write_q, global_q;
reg [2:0] page_q;
reg [9:0] place_q;   // word in the block: of a page {group, word}
reg [31:0] wdata_q;

wire [2:0] group = global_q ? place_q[2:0] : place_q[7:5];
wire [4:0] word = place_q[4:0];

always @(posedge clk)
	if (state_q == IDLE) begin
		write_q <= bus_write;
		global_q <= bus_page[3];
		page_q <= bus_page[2:0];
		wdata_q <= bus_wdata;
		place_q <= bus_addr - (bus_page[3] ? `RN_GREDUCE_OWNER_A : `RN_REDUCE_CTRL_A);
	end

// Words of a group's registers.
localparam [4:0] CTRL = 5'd0;
localparam [9:0] MEMBER_A = `RN_REDUCE_MEMBER_A - `RN_REDUCE_CTRL_A;
localparam [9:0] TOWARD_A = `RN_REDUCE_TOWARD_A - `RN_REDUCE_CTRL_A;
localparam [9:0] STATUS_A = `RN_REDUCE_STATUS_A - `RN_REDUCE_CTRL_A;
localparam [9:0] DOORBELL_A = `RN_REDUCE_DOORBELL_A - `RN_REDUCE_CTRL_A;
localparam [9:0] OPERAND_A = `RN_REDUCE_OPERAND_0_A - `RN_REDUCE_CTRL_A;
localparam [9:0] RESULT_A = `RN_REDUCE_RESULT_0_A - `RN_REDUCE_CTRL_A;

// --- the group it is of -----------------------------------------------------------------------------

reg [63:0] error_q;      // per group, as in STATUS
reg mine_q;              // the page may
reg [64:0] info_q;
reg [7:0] seen_q;        // errors
wire [3:0] owner = owner_q[4*group +: 4];
wire [7:0] hot = 8'd1 << group;

always @(posedge clk)
	if (state_q == LOOK) begin
		mine_q <= global_q || owner == {1'b1, page_q};
		info_q <= info[65*group +: 65];
		seen_q <= error_q[8*group +: 8];
	end

wire [4:0] own_slot = info_q[64:60];
wire [4:0] res_slot = info_q[59:55];
wire [4:0] state = {info_q[54:51], info_q[0]}; // {room, result, idle, drain}, run
wire [5:0] epoch = info_q[50:45];
wire [9:0] toward = info_q[44:35];
wire [9:0] index = info_q[34:25];
wire [10:0] n = info_q[24:14];
wire [13:0] ctrl = info_q[13:0];

wire is_ctrl = !global_q && word == CTRL;
wire is_member = !global_q && word == MEMBER_A[4:0];
wire is_toward = !global_q && word == TOWARD_A[4:0];
wire is_status = !global_q && word == STATUS_A[4:0];
wire is_doorbell = !global_q && word == DOORBELL_A[4:0];
wire is_operand = !global_q && word[4:3] == OPERAND_A[4:3];
wire is_result = !global_q && word[4:3] == RESULT_A[4:3];
wire is_owner = global_q && place_q[9:3] == 7'd0 && {29'd0, group} < GROUP_N;

wire running = state[0];
wire draining = state[1];
wire is_idle = state[2];
wire has_result = state[3];
wire by_host = running && !ctrl[3];                   // operands come through registers
wire act = state_q == ACT && mine_q && write_q;
wire refused = state_q == ACT && !mine_q && write_q;

// --- sequence --------------------------------------------------------------------------------------

reg [2:0] after_act;

always @* begin
	after_act = LAST;
	if (mine_q && write_q && is_operand && by_host)
		after_act = PORT;
	if (mine_q && !write_q && is_result && has_result)
		after_act = READ;
	if (mine_q && write_q && is_ctrl && wdata_q[0])
		after_act = JUDGE;
end

always @(posedge clk)
	if (rst)
		state_q <= IDLE;
	else
		case (state_q)
		IDLE: if (bus_valid) state_q <= LOOK;  // no access
		LOOK: state_q <= ACT;                  // the group's state is fetched
		ACT: state_q <= after_act;             // one-clock accesses are done
		PORT: if (wr_grant) state_q <= LAST;   // a word of an operand is to be written
		READ: if (rd_grant) state_q <= DATA;   // a word of a result is to be read
		DATA: state_q <= LAST;                 // it comes
		JUDGE: state_q <= LAST;                // the setting is judged; started in the clock behind
		LAST: state_q <= IDLE;                 // bus_ready
		endcase

assign bus_ready = state_q == LAST;

// --- effects ---------------------------------------------------------------------------------------

wire may_set = !running && !draining;
wire good_setting;
reg start_q;

assign select = hot;
assign wdata = {wdata_q[25:16], wdata_q[13:0]};
assign load = {act && is_toward && may_set, act && is_member && may_set, act && is_ctrl && may_set};
assign start = start_q;

always @(posedge clk)
	start_q <= state_q == JUDGE && good_setting && !rst;

assign wr_valid = state_q == PORT;
assign wr_addr = {group, own_slot, word[2:1]};
assign wr_half = {word[0], !word[0]};
assign wr_data = {wdata_q, wdata_q};
assign rd_req = state_q == READ;
assign rd_addr = {group, res_slot, word[2:1]};

wire ring = act && is_doorbell && by_host && is_idle;
wire give = act && is_owner;

assign own_done = ring ? hot : 8'd0;
assign stop = (give || (act && is_ctrl && !wdata_q[0])) ? hot : 8'd0;

// --- a setting -----------------------------------------------------------------------------------

wire chain = wdata_q[1];
wire [3:0] op = wdata_q[7:4];
wire [3:0] kind = wdata_q[11:8];
wire any_type = op == `RN_REDUCE_OP_SUM || op == `RN_REDUCE_OP_MIN || op == `RN_REDUCE_OP_MAX;
wire int_only = op >= `RN_REDUCE_OP_BAND && op <= `RN_REDUCE_OP_LXOR;
wire can = any_type ? kind <= `RN_REDUCE_TYPE_F64 : int_only && kind <= `RN_REDUCE_TYPE_U64;
wire [10:0] n_last = n - 11'd1;
wire [9:0] r = n_last[10:1]; // last member of the right arm
wire fits = chain ? n <= 11'd1024 : n <= GATHER_N;
wire in_left = index > r;
reg sane_q;                  // the checks that do not need wdata_q
reg can_q;

assign good_setting = sane_q && can_q;

always @(posedge clk) begin
	sane_q <= may_set && n != 11'd0 && {1'b0, index} < n && fits;
	can_q <= can;
end

wire at_root = index == 10'd0;
wire at_end = index == r || index == r + 10'd1;
wire [2:0] near = at_root ? 3'd1 : in_left ? index[2:0] - 3'd1 : index[2:0] + 3'd1; // modulo 8, as cells name it
wire [15:0] behind = ~(16'hffff << n[3:0]);    // members, where there are less than 16
wire [15:0] others = (n[4] ? 16'hffff : behind) & ~(16'd1 << index[3:0]);

always @(posedge clk) begin
	start_left_q <= in_left;
	start_match_q <= chain ? {8'd0, n_last[2:0], 1'b1, near, at_root ? r == 10'd0 : in_left} : others;
	if (n == 11'd1)
		start_role_q <= 5'b10000;
	else if (!chain)
		start_role_q <= 5'b00001;
	else
		start_role_q <= at_root ? 5'b01000 : at_end ? 5'b00100 : 5'b00010;
end

// --- owners, errors, counters -------------------------------------------------------------------------

integer g;

always @(posedge clk)
	for (g = 0; g < 8; g = g + 1)
		if (rst)
			owner_q[4*g +: 4] <= 4'd0;
		else if (give && hot[g])
			owner_q[4*g +: 4] <= wdata_q[3:0];

wire bad_set = (act && ((is_ctrl && wdata_q[0] && !may_set) || ((is_member || is_toward) && !may_set)))
	|| (state_q == JUDGE && !good_setting);
wire bad_turn = act && ((is_doorbell && !ring) || (is_operand && !by_host));
wire rx_bad = rx_ended && rx_wrong != 5'd0;
reg [63:0] error;        // that arise in this clock

always @*
	for (g = 0; g < 8; g = g + 1)
		error[8*g +: 8] = {(rx_bad && rx_h1[5:3] == g[2:0]) ? {rx_wrong[4:3], rx_wrong[2], rx_wrong[1:0]} : 5'd0,
			own_wrong[g], bad_turn && hot[g], bad_set && hot[g]};

always @(posedge clk)
	for (g = 0; g < 8; g = g + 1)
		if (rst || (give && hot[g]))
			error_q[8*g +: 8] <= 8'd0;
		else if (act && is_status && hot[g])
			error_q[8*g +: 8] <= (error_q[8*g +: 8] & ~wdata_q[15:8]) | error[8*g +: 8];
		else
			error_q[8*g +: 8] <= error_q[8*g +: 8] | error[8*g +: 8];

reg [7:0] ev;

always @* begin
	ev = 8'd0;
	for (g = 0; g < 8; g = g + 1)
		if (owner_q[4*g + 3] && (ended[g] || error[8*g +: 8] != 8'd0))
			ev = ev | 8'd1 << owner_q[4*g +: 3];
end

always @(posedge clk)
	ev_q <= rst ? 8'd0 : ev;

wire [4:0] tick = {refused, own_wrong != 8'd0, rx_bad, rx_ended && !rx_good && !rx_bad, rx_ended && rx_good};
reg [79:0] count_q; // of 16 bits: cells, foreign, lost, own lost, refused
reg [31:0] last_q;

always @(posedge clk)
	for (g = 0; g < 5; g = g + 1)
		if (rst)
			count_q[16*g +: 16] <= 16'd0;
		else if (tick[g] && count_q[16*g +: 16] != 16'hffff)
			count_q[16*g +: 16] <= count_q[16*g +: 16] + 16'd1;

always @(posedge clk)
	if (rst)
		last_q <= 32'd0;
	else if (rx_bad)
		last_q <= {8'd0, rx_wrong, 3'd0, rx_h1};

// --- reading -----------------------------------------------------------------------------------------

localparam [7:0] GROUP_8 = GROUP_N[7:0], GATHER_8 = GATHER_N, WINDOW_8 = WINDOW, LATENCY_8 = LATENCY[7:0];
localparam [9:0] CAPS_A = `RN_GREDUCE_CAPS_A - `RN_GREDUCE_OWNER_A;
localparam [9:0] CELLS_A = `RN_GREDUCE_CELLS_A - `RN_GREDUCE_OWNER_A;
localparam [9:0] LAST_A = `RN_GREDUCE_LAST_A - `RN_GREDUCE_OWNER_A;

reg [31:0] rdata_q;
reg [31:0] of_all;   // a word of the global block
reg [31:0] of_group; // of a group's
wire [2:0] which = place_q[2:0] - CELLS_A[2:0];

always @* begin
	of_all = 32'd0;
	if (is_owner)
		of_all = {28'd0, owner};
	else if (place_q == CAPS_A)
		of_all = {LATENCY_8, WINDOW_8, GATHER_8, GROUP_8};
	else if (place_q == LAST_A)
		of_all = last_q;
	else if (place_q >= CELLS_A && place_q < CELLS_A + 10'd5)
		of_all = {16'd0, count_q[16*which +: 16]};
end

always @* begin
	of_group = 32'd0;
	if (is_ctrl)
		of_group = {10'd0, epoch, 2'd0, ctrl};
	else if (is_member)
		of_group = {6'd0, index, 5'd0, n};
	else if (is_toward)
		of_group = {22'd0, toward};
	else if (is_status)
		of_group = {16'd0, seen_q, 3'd0, state};
end

always @(posedge clk)
	if (state_q == ACT)
		rdata_q <= (write_q || !mine_q) ? 32'd0 : global_q ? of_all : of_group;
	else if (state_q == DATA)
		rdata_q <= word[0] ? rd_data[63:32] : rd_data[31:0];

assign bus_rdata = rdata_q;

endmodule

`default_nettype wire
