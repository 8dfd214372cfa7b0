// SPDX-License-Identifier: BSD-3-Clause
//
// barrier: the barrier unit of a node: 16 groups, numbered for the whole ring; a member that enters
// notifies the others by symbols both ways round. Sits between the symbol side of two link ports
// (through sym_out) and the bus; barrier_step computes the effect of an event on a group. Not in
// here: the choice of group numbers and the order of members, which software makes; data: a barrier
// neither waits for data nor pushes it ahead.
//
// One event a clock, in two clocks: the first chooses it and reads the group from block RAM, the
// second computes, writes back and gives the symbol to sym_out. In order of precedence: a symbol
// from the left (never waits), one from the right (waits a clock at the least), bus, entering,
// sending again. Each group's state is sent again every 2**LG_REFRESH clocks, both ways, which
// replaces lost symbols: the state is absolute, and harmless to a member that has it already.
//
// Software configures a group (GROUP_CONFIG) on all members, with the same phase, before the first of them enters. Before a
// group number serves other members, all old members disable it, and 2 * N * (link delay + 10) clocks pass: a symbol that
// finds no member dies when it passes the dateline for the second time, so by then none is left.
//
// Invariants
//  1. RAM words read in the clock in which they are written are not used: the state comes from fwd_q, the count from event_c_q,
//     and an event on a group that is being configured is dropped.
//  2. Pages that do not own a group neither see nor change it.
//  3. A bus access is answered within 64 clocks, for any sequence of symbols.
`default_nettype none

module barrier #(
	parameter GROUP_N = 16,      // groups, 8 to 16: the symbol has four bits for them
	parameter LG_REFRESH = 12    // log2 of the clocks between two sendings of a group's state
) (
	input  wire clk,
	input  wire rst,
	input  wire [1:0] cfg_dateline,  // {Y, X}: symbols {to the left, to the right} went round once
	input  wire bus_valid,
	input  wire bus_write,
	input  wire [3:0] bus_page,
	input  wire [11:2] bus_addr,
	input  wire [31:0] bus_wdata,
	output reg  bus_ready,
	output reg  [31:0] bus_rdata,
	input  wire enter_valid,         // this node enters the group, of any owner
	output wire enter_ready,
	input  wire [3:0] enter_group,
	output reg  done_valid,          // pulse: a phase of the group is complete
	output reg  [3:0] done_group,
	output wire [7:0] ev_barrier,    // pulse to the page that owns it
	output wire [7:0] ev_refused,    // pulse to a page whose operation was refused
	input  wire s_l_valid,           // symbols from the left, no ready
	input  wire [19:0] s_l_data,     // {type, payload}
	input  wire s_r_valid,           // and from the right
	input  wire [19:0] s_r_data,
	output wire [1:0] m_valid,       // {to the left, to the right}, no ready; combinational
	output wire [1:0] m_turned,
	output wire [15:0] m_payload,
	input  wire idle,                // no symbol waits to leave
	input  wire [1:0] lost           // pulses {to the left, to the right}: none could be held
);
	`include "ring_nic_regs.vh"
	generate if (GROUP_N < 8 || GROUP_N > 16)
		barrier_needs_8_to_16_groups bad_groups();
	if (LG_REFRESH < 7 || LG_REFRESH > 24)
		barrier_needs_refresh_of_2_to_the_7_to_24_clocks bad_refresh();
	endgenerate

	localparam [9:0] CONFIG_A = `RN_GROUP_CONFIG_A;
	localparam [9:0] LOST_A = `RN_GBARRIER_LOST_A;
	localparam [3:0] TYPE = `RN_SYMBOL_TYPE_BARRIER;   // with bit 0 set: turned

	// --- Bus: the request ---
	reg step_q;              // CONFIG and GROUP take two events, one for each side: the first is done
	wire global = bus_page[3];
	wire at_config = global && bus_addr[11:6] == CONFIG_A[9:4];
	wire at_lost = global && bus_addr == LOST_A;
	wire at_group = !global && bus_addr[4:2] == 3'd0;
	wire bus_ent = at_group && bus_write;
	wire [3:0] bus_group = global ? bus_addr[5:2] : bus_addr[8:5];

	// --- First clock: which event ---
	reg clearing_q;          // after reset: all groups are disabled, one side of one a clock
	reg [LG_REFRESH-1:0] time_q;
	reg wait_valid_q;        // a symbol from the right waits
	reg [16:0] wait_q;       // {turned, payload}
	reg yield_q;             // and lets one other event go first
	reg again_valid_q;       // a group's state is to be sent again, or, after an entering, to the left
	reg again_must_q;        // after ENTER: first one to the left, nothing replaces it
	reg again_side_q;
	reg [3:0] again_group_q;
	reg due_q;               // it is time to start with the next group

	// --- Second clock: the event ---
	reg sym_q, ent_q, again_q, cfg_q, get_q;   // one of them, or none
	reg direct_q;            // it did not come over the bus
	reg last_q;              // the bus access ends with this event
	reg side_q;              // 0 from the left, 1 from the right
	reg [3:0] group_q;
	reg [11:0] event_q;      // the last symbol: phase, count
	reg turned_q;            // it had passed the dateline
	reg same_q;              // the event before changed this group: its state is in fwd_q
	reg stale_q;             // the event before stored this side's count: it is in event_q
	reg [8:0] fwd_q;
	reg [15:0] config_q;     // read from RAM: {member, page, own_listen, oth_listen, target}
	reg [9:0] count_q;
	reg [8:0] state_q;

	wire must = again_valid_q && again_must_q;
	wire bus_want = bus_valid && !last_q && !bus_ready && !clearing_q && !(bus_ent && must);
	wire enter_want = enter_valid && idle && !must && !clearing_q && !cfg_q;
	wire again_want = again_valid_q && (idle || again_must_q) && !cfg_q;
	wire take_l = s_l_valid && s_l_data[19:17] == TYPE[3:1] && !clearing_q;
	wire take_r = wait_valid_q && !clearing_q && !take_l && !(yield_q && (bus_want || enter_want || again_want));
	wire take_bus = bus_want && !take_l && !take_r;
	wire take_enter = enter_want && !take_l && !take_r && !take_bus;
	wire take_again = again_want && !take_l && !take_r && !take_bus && !take_enter;
	wire take_ent = take_enter || (take_bus && bus_ent);
	wire mend = |lost && !must;                       // the group whose symbol was lost
	wire start = due_q && idle && !again_valid_q;     // the next group
	wire [3:0] group = clearing_q ? time_q[3:0] : take_l ? s_l_data[15:12] : take_r ? wait_q[15:12] :
		take_bus ? bus_group : take_enter ? enter_group : again_group_q;
	wire side = clearing_q ? time_q[4] : take_l ? 1'b0 : take_r ? 1'b1 :
		take_bus ? step_q : take_enter ? 1'b0 : again_side_q;
	wire bus_last = !(at_config || (at_group && !bus_write)) || step_q;
	wire follows = group == group_q;

	assign enter_ready = take_enter;

	always @(posedge clk)
		if (rst)
			clearing_q <= 1'b1;
		else if (&time_q[4:0])
			clearing_q <= 1'b0;

	always @(posedge clk)
		time_q <= rst ? 0 : time_q + 1'b1;

	always @(posedge clk)
		if (s_r_valid)
			wait_q <= s_r_data[16:0];

	always @(posedge clk)
		if (rst)
			{wait_valid_q, yield_q} <= 2'b00;
		else begin
			wait_valid_q <= (s_r_valid && s_r_data[19:17] == TYPE[3:1]) || (wait_valid_q && !take_r);
			yield_q <= take_r || (yield_q && take_l);
		end

	always @(posedge clk)
		if (rst)
			due_q <= 1'b0;
		else
			due_q <= &time_q[LG_REFRESH-5:0] || (due_q && (mend || !start));

	always @(posedge clk)
		if (rst)
			again_valid_q <= 1'b0;
		else
			again_valid_q <= take_ent || mend || start || (again_valid_q && !(take_again && again_side_q));

	always @(posedge clk)
		if (take_ent) begin
			again_must_q <= 1'b1;
			again_side_q <= 1'b1;
			again_group_q <= group;
		end else if (mend || start) begin
			again_must_q <= 1'b0;
			again_side_q <= 1'b0;
			again_group_q <= mend ? group_q : time_q[LG_REFRESH-1 -: 4];
		end else if (take_again)
			again_side_q <= 1'b1;

	always @(posedge clk)
		if (rst)
			step_q <= 1'b0;
		else if (take_bus)
			step_q <= !bus_last;

	always @(posedge clk) begin
		sym_q <= (take_l || take_r) && !(cfg_q && follows) && !rst;
		ent_q <= take_ent && !rst;
		again_q <= take_again && !rst;
		cfg_q <= clearing_q || (take_bus && at_config && bus_write);
		get_q <= take_bus && !(at_config && bus_write) && !bus_ent && !rst;
		last_q <= take_bus && bus_last && !rst;
	end

	always @(posedge clk) begin
		direct_q <= take_enter || clearing_q;
		side_q <= side;
		group_q <= group;
		same_q <= follows && change;
		stale_q <= follows && side == side_q && store;
	end

	always @(posedge clk)
		if (take_l || take_r)
			{turned_q, event_q} <= take_l ? {s_l_data[16], s_l_data[11:0]} : {wait_q[16], wait_q[11:0]};

	// --- Groups in block RAM ---
	(* no_rw_check *) reg [15:0] config_mem [0:31];   // of {side, group}
	(* no_rw_check *) reg [9:0] count_mem [0:31];     // of {side, group}: last count from that side
	(* no_rw_check *) reg [8:0] state_mem [0:15];     // of group: as in barrier_step

	wire [8:0] state = same_q ? fwd_q : state_q;
	wire [8:0] state_next, state_new;
	wire [15:0] config_new;
	wire store, done, send;

	wire member = config_q[15];
	wire [2:0] page = config_q[14:12];
	wire [9:0] target = config_q[9:0];
	wire owned = member && page == bus_page[2:0];
	wire ent_ok = ent_q && member && !state[6] && (direct_q || owned);
	wire act = sym_q || again_q || ent_ok;
	wire change = act || cfg_q;

`ifdef FORMAL
	(* anyseq *) reg [34:0] f_read; // any content

	always @(posedge clk)
		{config_q, count_q, state_q} <= f_read;
`else
	always @(posedge clk) begin
		config_q <= config_mem[{side, group}];
		count_q <= count_mem[{side, group}];
		state_q <= state_mem[group];
	end
`endif

	always @(posedge clk)
		if (cfg_q)
			config_mem[{side_q, group_q}] <= config_new;

	always @(posedge clk)
		if (store && sym_q)
			count_mem[{side_q, group_q}] <= event_q[9:0];

	always @(posedge clk)
		if (change)
			state_mem[group_q] <= state_new;

	always @(posedge clk)
		fwd_q <= state_new;

	// --- Second clock: its effect ---
	wire [9:0] left = bus_wdata[`RN_GROUP_CONFIG_LEFT_R];
	wire [9:0] right = bus_wdata[`RN_GROUP_CONFIG_RIGHT_R];
	wire listen_l = left != 0;
	wire listen_r = right != 0;
	wire enable = bus_wdata[`RN_GROUP_CONFIG_ENABLE_R] && !direct_q && {1'b0, group_q} < GROUP_N[4:0];
	assign config_new = {enable, bus_wdata[`RN_GROUP_CONFIG_PAGE_R], side_q ? {listen_r, listen_l, right} :
		{listen_l, listen_r, left}};
	assign state_new = cfg_q ? {bus_wdata[`RN_GROUP_CONFIG_PHASE_R], 3'b000, !listen_r, 2'b00, !listen_l} : state_next;

	wire [1:0] send_phase;
	wire [9:0] send_count;
	// An entering that is refused is no event (act): the outputs of step are not used.
	barrier_step step (.sym(sym_q), .ent(ent_q), .side(side_q), .q(event_q[11:10]), .c(event_q[9:0]), .member(member),
		.target(target), .own_listen(config_q[11]), .oth_listen(config_q[10]), .stored(count_q), .stored_fresh(!stale_q),
		.state(state), .next(state_next), .done(done), .store(store), .send(send), .send_phase(send_phase),
		.send_count(send_count));

	// A symbol that passes the dateline for the second time dies there.
	wire passing = sym_q && !member && turned_q;
	wire [1:0] way = side_q ? 2'b10 : 2'b01;
	assign m_valid = way & {2{act && send}} & ~(cfg_dateline & {2{passing}});
	assign m_turned = cfg_dateline | {2{passing}};
	assign m_payload = {group_q, send_phase, send_count};

	reg refused_q;
	reg [2:0] page_q, asker_q;
	assign ev_barrier = {7'd0, done_valid} << page_q;
	assign ev_refused = {7'd0, refused_q} << asker_q;

	always @(posedge clk) begin
		done_valid <= act && done;
		refused_q <= ent_q && !ent_ok;
		done_group <= group_q;
		page_q <= page;
		asker_q <= direct_q ? page : bus_page[2:0];
	end

	// --- Bus: the answer ---
	reg [1:0] lost_q;
	wire unused = &{1'b0, bus_wdata[30:27], bus_wdata[23:22]};
	wire visible = at_config ? member : at_group && owned;
	wire [31:0] view = {member, 4'd0, page, 1'b0, state[6:6], state[8:7], bus_rdata[19:10], target};

	always @(posedge clk)
		bus_ready <= last_q && !rst;

	always @(posedge clk)
		if (last_q)
			bus_rdata <= visible ? view : {30'd0, lost_q & {2{at_lost}}};
		else if (get_q)
			bus_rdata[19:10] <= target;

	always @(posedge clk)
		if (rst)
			lost_q <= 2'b00;
		else
			lost_q <= lost | (lost_q & ~(bus_wdata[1:0] & {2{last_q && at_lost && bus_write}}));
`ifdef FORMAL
	// Words of the RAMs that were read while they were written, and the uses of the words read.
	reg f_config_q = 1'b0, f_count_q = 1'b0, f_state_q = 1'b0;
	reg f_past_q = 1'b0;

	always @(posedge clk) begin
		f_past_q <= !rst;
		f_config_q <= cfg_q && {side, group} == {side_q, group_q};
		f_count_q <= store && sym_q && {side, group} == {side_q, group_q};
		f_state_q <= change && group == group_q;
	end

	// The bus keeps its request until the answer (host_regs).
	reg f_asks_q = 1'b0;
	reg [46:0] f_asked_q;
	wire [46:0] f_ask = {bus_write, bus_page, bus_addr, bus_wdata};

	always @(posedge clk) begin
		f_asks_q <= bus_valid && !bus_ready && !rst;
		f_asked_q <= f_ask;
	end

	always @* begin
		assume (!f_asks_q || (bus_valid && f_ask == f_asked_q));
		assume (!clearing_q || !s_r_valid); // no link is up so soon
		if (!rst && f_past_q) begin
			assert (!(f_config_q && (sym_q || ent_q || again_q || get_q)));
			assert (!(f_count_q && (sym_q || ent_q || again_q) && !stale_q));
			assert (!(f_state_q && (sym_q || ent_q || again_q || get_q) && !same_q));
			assert ({1'b0, sym_q} + ent_q + again_q + cfg_q + get_q <= 2'd1);
			// Both sides of a group are configured by one access, the left one first; and cleared before any.
			assert (!step_q || (f_asks_q && !bus_ready && !last_q && !clearing_q));
			assert (!clearing_q || (!last_q && !get_q && !ent_q && !sym_q && !wait_valid_q));
			if (cfg_q && direct_q && !clearing_q)
				assert (side_q && !step_q && !last_q);
			if (cfg_q && !direct_q)
				assert (!clearing_q && side_q == last_q && (last_q || (step_q && at_config && bus_write)));
		end
	end
`endif

endmodule

`default_nettype wire
