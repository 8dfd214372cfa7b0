// SPDX-License-Identifier: BSD-3-Clause
//
// fault: reports dead ports to every node of the ring, and stores the reports received. Sits
// between the two link ports (their state, and symbols of type FAULT) and node_regs; the reaction
// to a dead port is software's. A node of which both neighbours' ports are dead is dead itself, or
// cut off.
//
// A port that dies or comes back is reported {node, port, cause} both ways round, at once and then every 2**LG_REPEAT clocks: for
// ever while it is dead, eight times when it is back. A node that gets a report notes it in `map` and passes it on, unless it is its
// own or has passed the dateline twice. With N nodes and links of D clocks that lose nothing, every
// node that can be reached has the report of a dead port N * (D + 12) clocks after link_port has
// declared it; for each time that a report is lost on its way 2**LG_REPEAT clocks more. Neither a
// full output nor a flood of reports can block: the newest report replaces one that still waits.
//
//   CHOOSE -> NOTE     [take]   a report from the left, from the right, or of an own port; the map is read
//   NOTE -> CHOOSE              the map is written if that changes it; the report goes to the outputs
//
// Invariant: the map is never read and written in the same clock with the data used: reading is of CHOOSE, writing of NOTE.
`default_nettype none

module fault #(
	parameter LG_REPEAT = 16         // log2 of the clocks between two reports of the same port
) (
	input  wire clk,
	input  wire rst,
	input  wire [9:0] cfg_id,
	input  wire [1:0] cfg_dateline,  // {Y, X}: symbols {to the left, to the right} went round once
	input  wire [1:0] dead,          // port {right, left}
	input  wire [1:0] up,
	input  wire [2:0] cause_l,
	input  wire [2:0] cause_r,
	input  wire s_l_valid,           // symbols from the left, no ready
	input  wire [19:0] s_l_data,     // {type, payload}
	input  wire s_r_valid,           // and from the right
	input  wire [19:0] s_r_data,
	output reg  [1:0] m_valid,       // {to the left, to the right}
	input  wire [1:0] m_ready,
	output reg  [15:0] m_l_data,     // payload
	output reg  [15:0] m_r_data,
	input  wire [10:0] ask,          // {node, port}: 0 left, 1 right
	output reg  answer,              // that port is dead; a few clocks later
	output reg  news,                // pulse: a port changed
	output reg  [13:0] news_data     // {node, port, cause}
);
	`include "ring_nic_regs.vh"
	generate if (LG_REPEAT < 11)
		fault_needs_2_to_the_11_clocks_to_clear_its_map bad_repeat();
	endgenerate

	localparam [3:0] TYPE = `RN_SYMBOL_TYPE_FAULT;

	reg clearing_q;                  // after reset the map is cleared
	reg [LG_REPEAT-1:0] time_q;
	reg note_q;                      // state: NOTE; else CHOOSE
	reg [1:0] held_q;                // a report from {the right, the left} waits
	reg [15:0] from_l_q, from_r_q;
	reg [1:0] dead_q;                // and did not come up since
	reg [1:0] own_q;                 // an own port {right, left} is to be reported
	reg [3:0] left_l_q, left_r_q;    // reports to come of a port that is not dead

	// --- Own ports ---
	wire tick = &time_q;
	wire [1:0] is_dead = dead | (dead_q & ~up);
	wire [1:0] changed = is_dead ^ dead_q;
	wire [1:0] repeated = {2{tick}} & (dead_q | {left_r_q != 0, left_l_q != 0});
	wire [1:0] take;                 // of own_q, in CHOOSE

	always @(posedge clk)
		time_q <= rst ? 0 : time_q + 1'b1;

	always @(posedge clk)
		if (rst)
			clearing_q <= 1'b1;
		else if (&time_q[10:0])
			clearing_q <= 1'b0;

	always @(posedge clk)
		if (rst || clearing_q)
			{dead_q, own_q} <= 4'd0;
		else begin
			dead_q <= is_dead;
			own_q <= changed | repeated | (own_q & ~take);
		end

	always @(posedge clk)
		if (rst)
			{left_r_q, left_l_q} <= 8'd0;
		else begin
			left_l_q <= changed[0] ? 4'd8 : left_l_q - {3'd0, tick && left_l_q != 0};
			left_r_q <= changed[1] ? 4'd8 : left_r_q - {3'd0, tick && left_r_q != 0};
		end

	// --- Reports from the neighbours ---
	wire [1:0] take_held;            // {the right's, the left's}
	wire [1:0] came = {s_r_valid && s_r_data[19:16] == TYPE, s_l_valid && s_l_data[19:16] == TYPE};

	always @(posedge clk)
		held_q <= rst || clearing_q ? 2'b00 : came | (held_q & ~take_held);

	always @(posedge clk) begin
		if (came[0])
			from_l_q <= s_l_data[15:0];
		if (came[1])
			from_r_q <= s_r_data[15:0];
	end

	// --- CHOOSE ---
	reg [15:0] report_q;             // {node, port, cause, 0, turned}
	reg [1:0] way_q;                 // it goes {left, right}
	wire choose = !note_q && !clearing_q;
	assign take_held = {2{choose}} & {held_q[1] && !held_q[0], held_q[0]};
	assign take = {2{choose && held_q == 2'b00}} & {own_q[1] && !own_q[0], own_q[0]};
	wire own = held_q == 2'b00;
	wire [2:0] why_l = dead[0] ? cause_l : {3{dead_q[0]}};
	wire [2:0] why_r = dead[1] ? cause_r : {3{dead_q[1]}};
	wire [15:0] own_report = {cfg_id, !own_q[0], own_q[0] ? why_l : why_r, 2'b00};
	wire [15:0] report = own ? own_report : held_q[0] ? from_l_q : from_r_q;
	wire returned = report[15:6] == cfg_id;
	wire noting = choose && (own ? own_q != 2'b00 : !returned);

	always @(posedge clk)
		note_q <= noting && !rst;

	always @(posedge clk) begin
		report_q <= report;
		way_q <= own ? 2'b11 : held_q[0] ? 2'b01 : 2'b10;
	end

	// --- NOTE ---
	(* no_rw_check *) reg map [0:2047];   // of {node, port}: it is dead
	reg was_q;                            // map bit of the report's port, or of the one asked for
	reg asked_q;
	wire is = report_q[4:2] != 3'd0;
	wire change = note_q && is != was_q;
	wire [1:0] ends = cfg_dateline & {2{report_q[0]}};

	always @(posedge clk)
		was_q <= map[noting ? report[15:5] : ask];

	always @(posedge clk)
		if (clearing_q || note_q)
			map[clearing_q ? time_q[10:0] : report_q[15:5]] <= is && !clearing_q;

	always @(posedge clk) begin
		asked_q <= !noting && !note_q && !clearing_q;
		if (asked_q)
			answer <= was_q;
	end

	always @(posedge clk) begin
		news <= change && !rst;
		if (change)
			news_data <= report_q[15:2];
	end

	always @(posedge clk)
		m_valid <= rst ? 2'b00 : ({2{note_q}} & way_q & ~ends) | (m_valid & ~m_ready);

	always @(posedge clk)
		if (note_q) begin
			m_l_data <= {report_q[15:1], report_q[0] || cfg_dateline[1]};
			m_r_data <= {report_q[15:1], report_q[0] || cfg_dateline[0]};
		end

`ifdef FORMAL
	// A bit that was read while it was written; the last report of any one port.
	reg f_hit_q = 1'b0;
	(* anyconst *) reg [10:0] f_port;
	reg f_known_q = 1'b0, f_said_q, f_read_q = 1'b0;
	reg f_reset_q = 1'b0, f_cleared_q;      // a reset came; since then that port's bit was cleared
	wire [10:0] f_from = noting ? report[15:5] : ask;
	wire [10:0] f_to = clearing_q ? time_q[10:0] : report_q[15:5];
	wire f_write = clearing_q || note_q;

	always @(posedge clk) begin
		f_hit_q <= f_write && f_from == f_to;
		f_known_q <= f_known_q || (f_write && f_to == f_port);
		f_read_q <= f_from == f_port && f_known_q;
		if (f_write && f_to == f_port)
			f_said_q <= is && !clearing_q;
		f_reset_q <= f_reset_q || rst;
		f_cleared_q <= !rst && (f_cleared_q || (clearing_q && time_q[10:0] == f_port));
	end

	always @* begin
		assert (!f_known_q || map[f_port] == f_said_q);
		if (!rst) begin
			assert (!(f_hit_q && (note_q || asked_q)));
			assert (!(note_q && clearing_q));
			assert (!f_read_q || !(note_q || asked_q) || was_q == f_said_q);
			assert (!f_reset_q || f_cleared_q || (clearing_q && f_port >= time_q));
			// What waits is taken one at a time, and the report is of it.
			assert (!choose || {held_q, own_q} == 4'd0 || {take_held, take} != 4'd0);
			assert (({take_held, take} & ({take_held, take} - 4'd1)) == 4'd0);
			assert (take_held == 2'b00 || (!own && report == (take_held[0] ? from_l_q : from_r_q)));
			assert (take == 2'b00 || (own && report[5] == take[1]));
		end
	end
`endif
endmodule

`default_nettype wire
