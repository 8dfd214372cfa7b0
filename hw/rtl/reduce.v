// SPDX-License-Identifier: BSD-3-Clause
//
// The reduction unit of a node: allreduce and reduce over the nodes of a group, in the card,
// with the same bits as result on all nodes and on every run. Wiring only. Above it: the
// host's registers and the DMA engine; below: REDUCE cells, which the switch copies at every node
// they pass. It does not look after lost cells (links do not lose any) nor choose members
// and modes (software does). All members of a group have to run before the first of them gives an
// operand (a barrier): a cell of a group that does not run is let through.
//
// THE ORDER. A member's index m is its place round the ring from the root (m = 0) in the direction
// of port X, counted in members. n members; the right arm is 1 .. R with R = (n - 1) / 2 rounded
// down, the left arm n - 1 down to n - L with L = n - 1 - R. x_m is the operand of member m.
//
//     r = x_R;      then r = r OP x_(R-1), ..., r OP x_1, at last r = r OP x_0    (R = 0: r = x_0)
//     l = x_(n-L);  then l = l OP x_(n-L+1), ..., l OP x_(n-1)
//     result = l OP r                                                (n = 1: x_0)
//
//     n = 8:  (((x4 OP x5) OP x6) OP x7) OP (((x3 OP x2) OP x1) OP x0)
//
// An operand is 1 to 4 beats of 8 bytes, the lanes of which do not touch one another. Vectors are cell
// after cell, each on its own. Two ways to the same bits, by the group's setting:
//
// Gather (n <= 16, few cells): each member sends its operand both ways round; each keeps all of them
// and walks both chains itself. One time across the ring, then 1 + n/2 dependent operations.
//
// Chain (any n, vectors): along each arm towards the root, a member sends on the partial result of
// the farther one OP its own operand; the root ends it and sends the result both ways round. A
// member takes operand j when the result j - 8 was handed out, so each cell on its way has its slot
// waiting for it.
//
//   host  <-> reduce_regs --.                          .-- reduce_group (8: settings, counters)
//   s_own  -> reduce_own ---+--> reduce_ram (2 banks) -+-> reduce_walk (both chains, reduce_alu)
//   s_cell -> reduce_rx ----'         |    ^-----------'
//                                     '-> reduce_tx -> m_cell,  reduce_res -> m_res
//
// RAM: 8 groups x 32 slots x 4 beats, banks by the slot's lowest bit. Write ports go to reduce_walk,
// reduce_rx, reduce_regs, reduce_own in that order; read ports to reduce_walk, reduce_regs,
// reduce_tx, reduce_res. A walk reads a bank at most every other clock but in
// its first round.

`default_nettype none

module reduce #(
	parameter W = 16,      // bits of a word of a cell: 16, 64 or 128
	parameter GROUP_N = 8, // groups: 1 to 8
	parameter LATENCY = 7  // clocks of reduce_alu
) (
	input wire clk,
	input wire rst,

	input wire [9:0] cfg_id,        // this node

	// the reduction blocks of the register map
	input wire bus_valid,
	input wire bus_write,
	input wire [3:0] bus_page,      // 0..7 context page, 8 global
	input wire [11:2] bus_addr,
	input wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	output wire [7:0] ev_reduce,    // pulses, one for each page: an operation ended, or an error

	// operands of vectors
	input wire s_own_valid,
	output wire s_own_ready,
	input wire [2:0] s_own_group,
	input wire s_own_last,
	input wire [63:0] s_own_data,
	output wire [7:0] own_room,     // level, per group: it takes an operand now
	output wire [31:0] own_owner,   // per group {on, page} as set

	// their results
	output wire m_res_valid,
	input wire m_res_ready,
	output wire [2:0] m_res_group,
	output wire m_res_last,
	output wire [63:0] m_res_data,

	// REDUCE cells
	input wire s_cell_valid,
	output wire s_cell_ready,
	input wire s_cell_head,
	input wire s_cell_last,
	input wire [W-1:0] s_cell_data,
	output wire m_cell_valid,
	input wire m_cell_ready,
	output wire m_cell_head,
	output wire m_cell_last,
	output wire [W-1:0] m_cell_data,
	output wire [1:0] m_cell_way    // {Y, X}
);

// --- groups ------------------------------------------------------------------------------------------

wire [2:0] load;
wire [7:0] select;
wire [23:0] set_data;
wire start;
wire [4:0] start_role;
wire [15:0] start_match;
wire start_left;
wire [7:0] stop;
wire [7:0] rung;
wire [9:0] rx_member;
wire [3:0] rx_what;
wire [7:0] rx_done, own_done, walk_begin, walk_done, tx_done, res_done;
wire [7:0] rx_busy, own_busy, tx_busy, res_busy;
wire [4:0] rx_slot;
wire [7:0] walk_req, tx_req, res_req, ended;
wire [8*12-1:0] rx_info;
wire [8*9-1:0] own_info;
wire [8*24-1:0] walk_info;
wire [8*32-1:0] tx_info;
wire [8*7-1:0] res_info;
wire [8*65-1:0] regs_info;
genvar g;

generate
	for (g = 0; g < GROUP_N; g = g + 1) begin : group
		wire [50:0] setting; // {epoch, toward, index, n, beats, type, op, stream, root only, chain, run}
		wire run, drain, room, idle, result;
		wire [9:0] rx_said;
		wire [4:0] own_slot, res_slot;
		wire [13:0] walk_said;
		wire [19:0] tx_said;
		wire [1:0] beats = setting[13:12];

		reduce_group u_group (
			.clk(clk), .rst(rst),
			.load(select[g] ? load : 3'd0), .wdata(set_data),
			.start(start && select[g]), .stop(stop[g]),
			.start_role(start_role), .start_match(start_match), .start_left(start_left),
			.setting(setting), .run(run), .drain(drain),
			.busy(rx_busy[g] || own_busy[g] || tx_busy[g] || res_busy[g]),
			.rx_member(rx_member), .rx_what(rx_what), .rx_info(rx_said),
			.rx_done(rx_done[g]), .rx_slot(rx_slot),
			.own_room(room), .own_slot(own_slot), .own_done(own_done[g] || rung[g]),
			.walk_req(walk_req[g]), .walk_info(walk_said),
			.walk_begin(walk_begin[g]), .walk_done(walk_done[g]),
			.tx_req(tx_req[g]), .tx_info(tx_said), .tx_done(tx_done[g]),
			.res_req(res_req[g]), .res_slot(res_slot), .res_done(res_done[g]),
			.idle(idle), .result(result), .ended_q(ended[g])
		);

		assign rx_info[12*g +: 12] = {rx_said, beats};
		assign own_info[9*g +: 9] = {run && setting[3], room, own_slot, beats};
		assign walk_info[24*g +: 24] = {walk_said, beats, setting[11:4]};
		assign tx_info[32*g +: 32] = {setting[44:35], tx_said, beats};
		assign res_info[7*g +: 7] = {res_slot, beats};
		assign regs_info[65*g +: 65] = {own_slot, res_slot, room && setting[3], result, idle, drain, setting};
		assign own_room[g] = room && setting[3];
	end
	for (g = GROUP_N; g < 8; g = g + 1) begin : no_group
		assign rx_info[12*g +: 12] = 12'd0;
		assign own_info[9*g +: 9] = 9'd0;
		assign walk_info[24*g +: 24] = 24'd0;
		assign tx_info[32*g +: 32] = 32'd0;
		assign res_info[7*g +: 7] = 7'd0;
		assign regs_info[65*g +: 65] = 65'd0;
		assign own_room[g] = 1'b0;
		assign {walk_req[g], tx_req[g], res_req[g], ended[g]} = 4'd0;
		wire unused = &{select[g], stop[g], rung[g], rx_done[g], own_done[g], walk_begin[g], walk_done[g],
			tx_done[g], res_done[g], rx_busy[g], own_busy[g], tx_busy[g], res_busy[g]};
	end
	if (GROUP_N < 1 || GROUP_N > 8) begin : group_n_1_to_8
		reduce_group_n_1_to_8 error ();
	end
endgenerate

// --- engines --------------------------------------------------------------------------------------------

wire rx_ended, rx_good;
wire [4:0] rx_wrong;
wire [15:0] rx_h1;
wire [7:0] own_wrong;
wire rx_wr, own_wr, regs_wr, walk_wr;
wire rx_wr_ok, own_wr_ok, regs_wr_ok;
wire [9:0] rx_wr_addr, own_wr_addr, regs_wr_addr, walk_wr_addr;
wire [63:0] rx_wr_data, own_wr_data, regs_wr_data, walk_wr_data;
wire [1:0] regs_wr_half;
wire regs_rd, tx_rd, res_rd;
wire regs_rd_ok, tx_rd_ok, res_rd_ok;
wire [9:0] regs_rd_addr, tx_rd_addr, res_rd_addr;
wire [1:0] walk_rd;
wire [17:0] walk_rd_addr;
wire [63:0] bank_data [0:1];
wire [63:0] rd_data; // of the bank that was granted one clock ago

reduce_regs #(.GROUP_N(GROUP_N), .LATENCY(LATENCY)) u_regs (
	.clk(clk), .rst(rst),
	.bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr),
	.bus_wdata(bus_wdata), .bus_ready(bus_ready), .bus_rdata(bus_rdata), .ev_q(ev_reduce), .owner_q(own_owner),
	.load(load), .select(select), .wdata(set_data), .start(start), .start_role_q(start_role),
	.start_match_q(start_match), .start_left_q(start_left), .stop(stop), .own_done(rung),
	.info(regs_info), .ended(ended),
	.rx_ended(rx_ended), .rx_good(rx_good), .rx_wrong(rx_wrong), .rx_h1(rx_h1), .own_wrong(own_wrong),
	.wr_valid(regs_wr), .wr_addr(regs_wr_addr), .wr_half(regs_wr_half), .wr_data(regs_wr_data),
	.wr_grant(regs_wr_ok),
	.rd_req(regs_rd), .rd_addr(regs_rd_addr), .rd_grant(regs_rd_ok), .rd_data(rd_data)
);

reduce_own u_own (
	.clk(clk), .rst(rst),
	.s_valid(s_own_valid), .s_ready(s_own_ready), .s_group(s_own_group), .s_last(s_own_last),
	.s_data(s_own_data),
	.info(own_info), .busy(own_busy), .done(own_done), .wrong(own_wrong),
	.wr_valid(own_wr), .wr_addr(own_wr_addr), .wr_data(own_wr_data), .wr_grant(own_wr_ok)
);

reduce_rx #(.W(W)) u_rx (
	.clk(clk), .rst(rst), .cfg_id(cfg_id),
	.s_valid(s_cell_valid), .s_ready(s_cell_ready), .s_head(s_cell_head), .s_last(s_cell_last),
	.s_data(s_cell_data),
	.member(rx_member), .what(rx_what), .info(rx_info), .busy(rx_busy),
	.wr_valid(rx_wr), .wr_addr(rx_wr_addr), .wr_data(rx_wr_data), .wr_grant(rx_wr_ok),
	.done(rx_done), .done_slot(rx_slot),
	.ended(rx_ended), .good(rx_good), .wrong(rx_wrong), .h1(rx_h1)
);

reduce_walk #(.LATENCY(LATENCY)) u_walk (
	.clk(clk), .rst(rst),
	.req(walk_req), .info(walk_info), .begin_pulse(walk_begin), .done_pulse(walk_done),
	.rd_en(walk_rd), .rd_addr(walk_rd_addr), .rd_data({bank_data[1], bank_data[0]}),
	.wr_valid(walk_wr), .wr_addr(walk_wr_addr), .wr_data(walk_wr_data)
);

reduce_tx #(.W(W)) u_tx (
	.clk(clk), .rst(rst),
	.req(tx_req), .info(tx_info), .done(tx_done), .busy(tx_busy),
	.rd_req(tx_rd), .rd_addr(tx_rd_addr), .rd_grant(tx_rd_ok), .rd_data(rd_data),
	.m_valid(m_cell_valid), .m_ready(m_cell_ready), .m_head(m_cell_head), .m_last(m_cell_last),
	.m_data(m_cell_data), .m_way(m_cell_way)
);

reduce_res u_res (
	.clk(clk), .rst(rst),
	.req(res_req), .info(res_info), .done(res_done), .busy(res_busy),
	.rd_req(res_rd), .rd_addr(res_rd_addr), .rd_grant(res_rd_ok), .rd_data(rd_data),
	.m_valid(m_res_valid), .m_ready(m_res_ready), .m_group(m_res_group), .m_last(m_res_last),
	.m_data(m_res_data)
);

// --- ports of the RAM: an address is {group, slot, beat}, its bit 2 the bank -----------------------------

reg bank_q; // of the read of the clock before, but for the walk's
wire other_rd = regs_rd || tx_rd || res_rd;
wire [9:0] rd_addr = regs_rd ? regs_rd_addr : tx_rd ? tx_rd_addr : res_rd_addr;

assign regs_rd_ok = !walk_rd[regs_rd_addr[2]];
assign tx_rd_ok = !regs_rd && !walk_rd[tx_rd_addr[2]];
assign res_rd_ok = !regs_rd && !tx_rd && !walk_rd[res_rd_addr[2]];
assign rd_data = bank_q ? bank_data[1] : bank_data[0];

always @(posedge clk)
	bank_q <= rd_addr[2];

assign rx_wr_ok = !(walk_wr && walk_wr_addr[2] == rx_wr_addr[2]);
assign regs_wr_ok = !(walk_wr && walk_wr_addr[2] == regs_wr_addr[2])
	&& !(rx_wr && rx_wr_addr[2] == regs_wr_addr[2]);
assign own_wr_ok = !(walk_wr && walk_wr_addr[2] == own_wr_addr[2])
	&& !(rx_wr && rx_wr_addr[2] == own_wr_addr[2])
	&& !(regs_wr && regs_wr_addr[2] == own_wr_addr[2]);

generate
	for (g = 0; g < 2; g = g + 1) begin : bank
		wire by_walk = walk_wr && walk_wr_addr[2] == g[0];
		wire by_rx = rx_wr && rx_wr_addr[2] == g[0];
		wire by_regs = regs_wr && regs_wr_addr[2] == g[0];
		wire by_own = own_wr && own_wr_addr[2] == g[0];
		wire [8:0] wr_addr = by_walk ? {walk_wr_addr[9:3], walk_wr_addr[1:0]}
			: by_rx ? {rx_wr_addr[9:3], rx_wr_addr[1:0]}
			: by_regs ? {regs_wr_addr[9:3], regs_wr_addr[1:0]} : {own_wr_addr[9:3], own_wr_addr[1:0]};

		reduce_ram u_ram (
			.clk(clk),
			.wr_en((by_walk || by_rx || (!by_regs && by_own)) ? 2'b11 : by_regs ? regs_wr_half : 2'b00),
			.wr_addr(wr_addr),
			.wr_data(by_walk ? walk_wr_data : by_rx ? rx_wr_data : by_regs ? regs_wr_data : own_wr_data),
			.rd_en(walk_rd[g] || (other_rd && rd_addr[2] == g[0])),
			.rd_addr(walk_rd[g] ? walk_rd_addr[9*g +: 9] : {rd_addr[9:3], rd_addr[1:0]}),
			.rd_data(bank_data[g])
		);
	end
endgenerate

endmodule

`default_nettype wire
