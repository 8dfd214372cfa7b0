// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_regs: registers of block RDMA of the 8 pages: the tables, the switch of each page, commands, doorbells, the next event. A
// command or doorbell is an item for the unit behind, which carries out one item after the other: pages in turn, those of a page
// in the order in which they were written, but that an event which was read is taken off the list first.
//
// No access waits for the unit. Items of a page wait in places of their own, 2^LG_DEPTH: a doorbell that finds none is
// refused (event REFUSED), and no page takes the places of another. One place is left to a command, of which a page has one
// at a time. ROOM tells how many may be written: software that counts them loses none.
//
//      IDLE --item--> PICK --> GIVE --done--> IDLE
//
//  IDLE -> PICK   the next page that has something to do; its item is read
//  PICK -> GIVE   the item is here;  GIVE -> IDLE it was carried out
//
// A page that is turned off has its lines dropped (m_drop) behind the item in hand; then STATUS says STOPPED.
//
// Invariants (formal/rdma_regs.v):
//  1. A page is on only while the page of the card is (enable), and from ENABLE on, with tables that are aligned.
//  2. A page that is STOPPED has no item in hand, and none is begun until it is turned on.
//  3. Places never overflow; a command always finds one; so do as many items as ROOM said, whatever happens since.
//  4. RESULT is 0 from ENABLE on, then as the last command ended.
//  5. Tables are written while their page is STOPPED, ATTR while no command of the page is BUSY: so no word that the unit uses is read
//     where it is written, and no item either.
`default_nettype none
`include "rdma_regs.vh"

module rdma_regs #(
	parameter LG_DEPTH = 5,          // log2 of the items of a page that wait
	parameter SLOT_N = 64            // slots of tables that are cleared after reset: fewer in the proof alone
) (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] enable,        // pages of the card that are on
	// registers
	input  wire bus_valid,           // held until bus_ready
	input  wire bus_write,
	input  wire [2:0] bus_page,
	input  wire [11:2] bus_addr,
	input  wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	// pages, a bit for each
	output wire [7:0] m_on,
	output wire [7:0] m_busy,        // not STOPPED
	output wire [7:0] m_refused,     // one clock
	output wire [7:0] m_starts,      // one clock: turned on
	input  wire [15:0] s_count,      // DROPPED or REFUSED, whichever is read: rdma_counts
	// items
	output wire m_valid,             // held until s_done
	output wire [2:0] m_page,
	output wire [4:0] m_what,        // of the numbers below
	output wire [31:0] m_value,      // that was written
	input  wire s_done,              // one clock
	input  wire [3:0] s_code,        // of a command: enum RESULT_CODE
	// tables: of a page and slot (enum OBJECT + 1; 5: ATTR), a clock later
	input  wire [2:0] s_table_page,
	input  wire [2:0] s_table_slot,
	output wire [63:0] m_base,
	output wire [24:0] m_n,
	// events: of completion queues, and others
	input  wire s_show,              // one clock: this is the next of that page
	input  wire s_tell,
	input  wire [2:0] s_show_page,
	input  wire [15:0] s_show_number,
	input  wire [18:0] s_tell_event, // {kind, number}
	output wire [7:0] m_taken,       // it was read, and item TAKE is not done
	output wire [7:0] m_told         // likewise TAKE_OTHER
);
	localparam [4:0] COMMAND = 0, CQ_DOORBELL = 1, CQ_ARM = 2, SQ_DOORBELL = 3, RQ_DOORBELL = 4, SRQ_DOORBELL = 7, TAKE = 8, DROP = 9, TAKE_OTHER = 19, ITEM = 30,
		NONE = 31;
	localparam [1:0] IDLE = 0, PICK = 1, GIVE = 2;
	localparam [2:0] ATTR = 5;       // slot
	localparam [LG_DEPTH:0] DEPTH = 1 << LG_DEPTH;
	localparam [LG_DEPTH:0] ONE = 1;

	(* no_rw_check *) reg [31:0] base_lo [0:63];
	(* no_rw_check *) reg [31:0] base_hi [0:63];
	(* no_rw_check *) reg [24:0] number [0:63];
	(* no_rw_check *) reg [34:0] items [0:(8<<LG_DEPTH)-1];  // {what, value}
	(* no_rw_check *) reg [15:0] shown [0:7];
	(* no_rw_check *) reg [18:0] others [0:7];
	reg [7:0] on_q, drop_q, take_q, told_q, command_q, shown_q, other_q, attr_lo_q, attr_hi_q;
	reg [31:0] code_q;               // RESULT of each page
	reg [6:0] wipe_q;                // slots cleared since the reset
	wire wiped = wipe_q == SLOT_N;

	// ---- The bus: an access is read in its first clock and takes effect in the next -----------------
	reg seen_q, check_q, event_q, other_event_q;
	reg [2:0] slot_q;                // whose table is checked
	reg bad_q;                       // one of those before was bad
	reg [31:0] lo_q, hi_q, number_q;
	reg [15:0] shown_number_q;
	reg [18:0] other_number_q;
	wire [7:0] bus_bit = 8'd1 << bus_page;
	wire is_on = on_q[bus_page];
	wire act = seen_q && !check_q;
	wire write = act && bus_write;
	wire table_word = bus_addr >= `RDMA_RDMA_QP_BASE_LO_A && bus_addr < `RDMA_RDMA_ATTR_LO_A;
	wire attr_word = bus_addr == `RDMA_RDMA_ATTR_LO_A || bus_addr == `RDMA_RDMA_ATTR_HI_A;
	wire [7:0] stopped = ~m_busy;
	wire enables = write && bus_addr == `RDMA_RDMA_CONTROL_A && bus_wdata[`RDMA_RDMA_CONTROL_ENABLE_LSB];
	wire disables = write && bus_addr == `RDMA_RDMA_CONTROL_A && !bus_wdata[`RDMA_RDMA_CONTROL_ENABLE_LSB];
	wire begins = enables && stopped[bus_page] && enable[bus_page];

	always @(posedge clk)
		seen_q <= bus_valid && wiped && !bus_ready && !rst;

	// The tables are checked one by one.
	wire done_check = check_q && slot_q == 3'd5;
	wire bad_base = number_q != 0 && lo_q[5:0] != 0;

	assign bus_ready = (act && !begins) || done_check;

	always @(posedge clk)
		check_q <= !rst && (begins || (check_q && !done_check));

	always @(posedge clk) begin
		slot_q <= check_q ? slot_q + 3'd1 : 3'd1;
		bad_q <= check_q && slot_q != 3'd1 && (bad_q || bad_base);
	end

	wire starts = done_check && !(bad_q || bad_base) && enable[bus_page];
	assign m_starts = starts ? bus_bit : 8'd0;
	wire misses = done_check && (bad_q || bad_base);

	// ---- Tables ------------------------------------------------------------------------------
	wire [5:0] bus_at = {bus_page, check_q ? slot_q : bus_addr[6:4]};
	wire sets_table = write && table_word && stopped[bus_page];
	wire sets_attr = write && attr_word && is_on && !command_q[bus_page];
	wire sets = sets_table || sets_attr;
	localparam [24:0] MR_MAX = `RDMA_MR_MAX, QP_MAX = `RDMA_QP_MAX;
	wire [24:0] most = bus_addr[6:4] == 3'd4 ? MR_MAX : QP_MAX;
	wire [24:0] clamped = bus_wdata > {7'd0, most} ? most : bus_wdata[24:0];
	wire [5:0] put_at = wiped ? {bus_page, bus_addr[6:4]} : wipe_q[5:0];
	wire [31:0] put = wiped ? bus_wdata : 32'd0;

	always @(posedge clk)
		if (rst)
			wipe_q <= 0;
		else if (!wiped)
			wipe_q <= wipe_q + 7'd1;

	always @(posedge clk)
		if (!wiped || (sets && bus_addr[3:2] == 2'd0))
			base_lo[put_at] <= put;

	always @(posedge clk)
		if (!wiped || (sets && bus_addr[3:2] == 2'd1))
			base_hi[put_at] <= put;

	always @(posedge clk)
		if (!wiped || (sets && bus_addr[3:2] == 2'd2))
			number[put_at] <= wiped ? clamped : 25'd0;

	always @(posedge clk)
		if (!sets) begin
			lo_q <= base_lo[bus_at];
			hi_q <= base_hi[bus_at];
			number_q <= {7'd0, number[bus_at]};
		end

	// ATTR is 0 when the unit is turned on.
	always @(posedge clk)
		if (rst) begin
			attr_lo_q <= 0;
			attr_hi_q <= 0;
		end else begin
			attr_lo_q <= on_q & (attr_lo_q | (sets_attr && !bus_addr[2] ? bus_bit : 8'd0));
			attr_hi_q <= on_q & (attr_hi_q | (sets_attr && bus_addr[2] ? bus_bit : 8'd0));
		end

	reg [31:0] own_lo_q, own_hi_q;
	reg [24:0] own_n_q;
	reg own_attr_q;
	reg [2:0] own_page_q;
	always @(posedge clk) begin
		own_lo_q <= base_lo[{s_table_page, s_table_slot}];
		own_hi_q <= base_hi[{s_table_page, s_table_slot}];
		own_n_q <= number[{s_table_page, s_table_slot}];
		own_attr_q <= s_table_slot == ATTR;
		own_page_q <= s_table_page;
	end
	assign m_base = {own_attr_q && !attr_hi_q[own_page_q] ? 32'd0 : own_hi_q,
		own_attr_q && !attr_lo_q[own_page_q] ? 32'd0 : own_lo_q};
	assign m_n = own_n_q;

	// ---- On and off --------------------------------------------------------------------------
	reg [1:0] state_q;
	reg [2:0] page_q;
	reg [4:0] what_q;
	wire [7:0] page_bit = 8'd1 << page_q;
	wire [7:0] in_hand = state_q != IDLE ? page_bit : 8'd0;
	wire dropped = s_done && what_q == DROP;

	assign m_on = on_q;
	assign m_busy = on_q | drop_q | in_hand;

	always @(posedge clk)
		if (rst)
			on_q <= 0;
		else
			on_q <= (on_q & enable & ~(disables ? bus_bit : 8'd0)) | (starts ? bus_bit : 8'd0);

	always @(posedge clk)
		if (rst)
			drop_q <= 0;
		else
			drop_q <= (drop_q & ~(dropped ? page_bit : 8'd0)) | (on_q & ~enable) | (disables ? on_q & bus_bit : 8'd0);

	// ---- Items -------------------------------------------------------------------------------
	wire commands = write && bus_addr == `RDMA_RDMA_COMMAND_A && is_on && !command_q[bus_page];
	wire [2:0] door = bus_addr == `RDMA_RDMA_CQ_DOORBELL_A ? CQ_DOORBELL[2:0] : bus_addr == `RDMA_RDMA_CQ_ARM_A ? CQ_ARM[2:0]
		: bus_addr == `RDMA_RDMA_SQ_DOORBELL_A ? SQ_DOORBELL[2:0] : bus_addr == `RDMA_RDMA_RQ_DOORBELL_A ? RQ_DOORBELL[2:0]
		: bus_addr == `RDMA_RDMA_SRQ_DOORBELL_A ? SRQ_DOORBELL[2:0] : 3'd0;
	wire rings = write && is_on && door != 3'd0;
	wire [8*LG_DEPTH-1:0] in, out;
	wire [8*(LG_DEPTH+1)-1:0] levels;
	wire [7:0] full;                 // for a doorbell
	wire pushes = commands || (rings && !full[bus_page]);
	wire [LG_DEPTH-1:0] push_at = in[LG_DEPTH*bus_page +: LG_DEPTH];
	wire [LG_DEPTH-1:0] pop_at = out[LG_DEPTH*page_q +: LG_DEPTH];
	wire from_items = !drop_q[page_q] && !take_q[page_q] && !told_q[page_q];
	wire picks = state_q == PICK;
	wire pops = picks && from_items && on_q[page_q];
	wire [7:0] waiting, want, pick;
	reg [34:0] item_q;

	assign want = drop_q | (on_q & (take_q | told_q | waiting));
	assign m_refused = (misses || (rings && full[bus_page])) ? bus_bit : 8'd0;

	genvar p;
	generate for (p = 0; p < 8; p = p + 1) begin : pages
		reg [LG_DEPTH:0] in_q, out_q;
		wire [LG_DEPTH:0] level = in_q - out_q;

		assign in[LG_DEPTH*p +: LG_DEPTH] = in_q[LG_DEPTH-1:0];
		assign out[LG_DEPTH*p +: LG_DEPTH] = out_q[LG_DEPTH-1:0];
		assign levels[(LG_DEPTH+1)*p +: LG_DEPTH+1] = level;
		assign waiting[p] = level != 0;
		assign full[p] = level >= DEPTH - ONE;

		always @(posedge clk)
			if (rst || !on_q[p]) begin
				in_q <= 0;
				out_q <= 0;
			end else begin
				in_q <= in_q + {{LG_DEPTH{1'b0}}, pushes && bus_bit[p]};
				out_q <= out_q + {{LG_DEPTH{1'b0}}, pops && page_bit[p]};
			end
	end endgenerate

	always @(posedge clk)
		if (pushes)
			items[{bus_page, push_at}] <= {door, bus_wdata};     // of a command 0

	always @(posedge clk)
		if (picks)
			item_q <= items[{page_q, pop_at}];

	// A page may be turned off as it is picked: then there is no item of it, but its lines to be dropped in a later turn.
	wire [4:0] what = drop_q[page_q] ? DROP : !on_q[page_q] ? NONE : take_q[page_q] ? TAKE : told_q[page_q] ? TAKE_OTHER : ITEM;

	dma_pick #(.N(8)) turn (
		.clk(clk), .rst(rst), .s_want(want), .s_take(state_q == IDLE), .m_pick(pick));

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= want != 0 ? PICK : IDLE;
			PICK:    state_q <= what == NONE ? IDLE : GIVE;
			default: state_q <= s_done ? IDLE : GIVE;
		endcase

	integer i;
	always @(posedge clk)
		if (state_q == IDLE)
			for (i = 0; i < 8; i = i + 1)
				if (pick[i])
					page_q <= i[2:0];

	always @(posedge clk)
		if (picks)
			what_q <= what;

	assign m_valid = state_q == GIVE;
	assign m_page = page_q;
	assign m_what = what_q == ITEM ? {2'd0, item_q[34:32]} : what_q;
	assign m_value = item_q[31:0];

	// ---- Results -----------------------------------------------------------------------------
	wire commanded = s_done && m_what == COMMAND;

	always @(posedge clk)
		if (rst)
			command_q <= 0;
		else
			command_q <= on_q & ((command_q & ~(commanded ? page_bit : 8'd0)) | (commands ? bus_bit : 8'd0));

	// Both may happen in one clock, of different pages.
	always @(posedge clk) begin
		if (commanded)
			code_q[4*page_q +: 4] <= s_code;
		if (starts)
			code_q[4*bus_page +: 4] <= 4'd0;
	end

	// ---- Events ------------------------------------------------------------------------------
	// Those of completion queues come first.
	wire reads_event = act && !bus_write && bus_addr == `RDMA_RDMA_EVENT_A && event_q;
	wire reads_other = act && !bus_write && bus_addr == `RDMA_RDMA_EVENT_A && !event_q && other_event_q;

	always @(posedge clk)
		if (s_show)
			shown[s_show_page] <= s_show_number;

	always @(posedge clk)
		if (s_tell)
			others[s_show_page] <= s_tell_event;

	always @(posedge clk) begin
		shown_number_q <= shown[bus_page];
		other_number_q <= others[bus_page];
		event_q <= shown_q[bus_page] && is_on;
		other_event_q <= other_q[bus_page] && is_on;
	end

	always @(posedge clk)
		if (rst) begin
			shown_q <= 0;
			take_q <= 0;
		end else begin
			shown_q <= on_q & ((shown_q & ~(reads_event ? bus_bit : 8'd0)) | (s_show ? 8'd1 << s_show_page : 8'd0));
			take_q <= on_q & ((take_q & ~(s_done && what_q == TAKE ? page_bit : 8'd0)) | (reads_event ? bus_bit : 8'd0));
		end

	always @(posedge clk)
		if (rst) begin
			other_q <= 0;
			told_q <= 0;
		end else begin
			other_q <= on_q & ((other_q & ~(reads_other ? bus_bit : 8'd0)) | (s_tell ? 8'd1 << s_show_page : 8'd0));
			told_q <= on_q & ((told_q & ~(s_done && what_q == TAKE_OTHER ? page_bit : 8'd0)) | (reads_other ? bus_bit : 8'd0));
		end

	assign m_taken = take_q;
	assign m_told = told_q;

	// ---- Reads -------------------------------------------------------------------------------
	wire [31:0] word = bus_addr[3:2] == 2'd0 ? lo_q : bus_addr[3:2] == 2'd1 ? hi_q : bus_addr[3:2] == 2'd2 ? number_q : 32'd0;
	wire [LG_DEPTH:0] waits = levels[(LG_DEPTH+1)*bus_page +: LG_DEPTH+1];
	wire [LG_DEPTH:0] room = full[bus_page] || !is_on ? {LG_DEPTH+1{1'b0}} : DEPTH - ONE - waits;
	localparam [31:0] CAPS = 32'd1 << `RDMA_RDMA_CAPS_QP_LSB | 32'd1 << `RDMA_RDMA_CAPS_CQ_LSB | 32'd1 << `RDMA_RDMA_CAPS_SRQ_LSB | 32'd1 << `RDMA_RDMA_CAPS_MR_LSB;
	wire [31:0] result = {command_q[bus_page], 27'd0, code_q[4*bus_page +: 4]};

	assign bus_rdata = bus_addr == `RDMA_RDMA_TABLE_A     ? `RDMA_RDMA_TABLE_RESET
	                 : bus_addr == `RDMA_RDMA_CONTROL_A   ? {31'd0, is_on}
	                 : bus_addr == `RDMA_RDMA_STATUS_A    ? {31'd0, stopped[bus_page]}
	                 : bus_addr == `RDMA_RDMA_CAPS_A      ? CAPS
	                 : table_word                         ? word
	                 : attr_word                          ? (bus_addr[2] ? attr_hi_q[bus_page] : attr_lo_q[bus_page]) ? word : 32'd0
	                 : bus_addr == `RDMA_RDMA_RESULT_A    ? is_on ? result : 32'd0
	                 : bus_addr == `RDMA_RDMA_EVENT_A     ? event_q ? {8'd0, shown_number_q, 4'd0, `RDMA_EVENT_KIND_CQ}
	                                                       : other_event_q ? {8'd0, other_number_q[15:0], 5'd0, other_number_q[18:16]} : 32'd0
	                 : bus_addr == `RDMA_RDMA_DROPPED_A || bus_addr == `RDMA_RDMA_REFUSED_A ? {16'd0, s_count}
	                 : bus_addr == `RDMA_RDMA_ROOM_A      ? {{31-LG_DEPTH{1'b0}}, room}
	                 : 32'd0;

`ifdef FORMAL
	// One page, any. Commands of it that wait are counted in its places.
	(* anyconst *) reg [2:0] f_page;
	reg f_first;
	initial f_first = 1'b1;
	localparam N = 1 << LG_DEPTH;
	wire [8*(LG_DEPTH+1)-1:0] f_ins, f_outs;
	wire [8*N-1:0] f_commands;       // places with a command
	genvar f, g;
	generate for (f = 0; f < 8; f = f + 1) begin : f_pages
		assign f_ins[(LG_DEPTH+1)*f +: LG_DEPTH+1] = pages[f].in_q;
		assign f_outs[(LG_DEPTH+1)*f +: LG_DEPTH+1] = pages[f].out_q;
		for (g = 0; g < N; g = g + 1) begin : f_places
			assign f_commands[N*f + g] = items[N*f + g][34:32] == COMMAND[2:0];
		end
	end endgenerate
	wire [LG_DEPTH:0] f_in = f_ins[(LG_DEPTH+1)*f_page +: LG_DEPTH+1];
	wire [LG_DEPTH:0] f_out = f_outs[(LG_DEPTH+1)*f_page +: LG_DEPTH+1];
	wire [LG_DEPTH:0] f_level = f_in - f_out;
	wire [N-1:0] f_is = f_commands[N*f_page +: N];
	reg [LG_DEPTH:0] f_n;            // commands that wait
	reg [LG_DEPTH-1:0] f_at;
	integer k;
	always @(*) begin
		f_n = 0;
		for (k = 0; k < N; k = k + 1) begin
			f_at = f_out + k;
			if (k < f_level && f_is[f_at])
				f_n = f_n + ONE;
		end
	end
	wire f_on = on_q[f_page];
	wire f_hand = state_q == GIVE && page_q == f_page;
	wire f_hand_command = f_hand && m_what == COMMAND;
	reg [3:0] f_code;                // of the last command since ENABLE
	reg [LG_DEPTH:0] f_room;         // items that software may write since it read ROOM
	wire f_reads_room = act && !bus_write && bus_addr == `RDMA_RDMA_ROOM_A && bus_page == f_page;
	wire f_writes = (commands || rings) && bus_page == f_page;
	always @(posedge clk) begin
		f_first <= 1'b0;
		if (rst || !f_on)
			f_room <= 0;
		else if (f_reads_room)
			f_room <= bus_rdata[LG_DEPTH:0];
		else if (f_writes && f_room != 0)
			f_room <= f_room - ONE;
		if (starts && bus_page == f_page)
			f_code <= 4'd0;
		else if (commanded && page_q == f_page)
			f_code <= s_code;
		if (!f_first && !$past(f_first) && !$past(rst)) begin
			assert (!f_on || $past(enable[f_page]));                               // invariant 1
			assert (!f_on || $past(f_on) || ($past(starts) && $past(bus_page) == f_page && !$past(m_busy[f_page])));
			assert ($past(m_busy[f_page]) || !m_busy[f_page] || f_on);             // invariant 2
		end
	end
	always @(*) begin
		assume (!f_first || rst);
		assume (!s_done || m_valid);
		if (!f_first) begin
			assert (state_q <= GIVE);
			assert (!f_hand || m_busy[f_page]);
			assert (!(f_on && drop_q[f_page]));
			assert (!(picks && page_q == f_page) || drop_q[f_page] || (f_on && (take_q[f_page] || told_q[f_page] || f_level != 0)));
			assert (!f_hand || what_q == DROP || what_q == TAKE || what_q == TAKE_OTHER || what_q == ITEM);
			assert (f_level <= DEPTH);                                             // invariant 3
			assert (wiped || (!seen_q && on_q == 0 && state_q == IDLE));
			assert (on_q != 0 || drop_q != 0 || wiped || state_q == IDLE);
			if (f_on) begin
				assert (f_level <= DEPTH - ONE + {{LG_DEPTH{1'b0}}, command_q[f_page]});
				assert (f_n + {{LG_DEPTH{1'b0}}, f_hand_command} == {{LG_DEPTH{1'b0}}, command_q[f_page]});
				assert (f_level - f_n <= DEPTH - ONE);
			end
			if (bus_page == f_page && commands)
				assert (f_level < DEPTH);
			if (f_on) begin
				assert (f_room <= DEPTH - ONE && (f_room + f_level <= DEPTH - ONE || f_room == 0));
				assert (!(f_writes && f_room != 0) || pushes);
			end
			assert (!f_reads_room || bus_rdata <= {{31-LG_DEPTH{1'b0}}, DEPTH - ONE});
			cover (f_on && f_room == DEPTH - ONE && f_writes);
			// A check of tables goes on with the access that began it.
			assert (!check_q || (seen_q && slot_q >= 3'd1 && slot_q <= 3'd5));
			assert (!(check_q && bus_page == f_page) || !m_busy[f_page]);
			if (f_on)                                                              // invariant 4
				assert (code_q[4*f_page +: 4] == f_code);
			if (bus_page == f_page && sets)                                        // invariant 5
				assert (sets_attr ? !command_q[f_page] && !f_hand_command : !m_busy[f_page]);
			assert (!(pushes && pops && bus_page == page_q && push_at == pop_at && page_q == f_page));
			assert (!(f_hand && what_q == TAKE && f_on) || take_q[f_page]);
			assert (!(f_hand && what_q == TAKE_OTHER && f_on) || told_q[f_page]);
			cover (f_on && f_level == DEPTH);
			cover (f_hand_command && s_done && f_on);
			cover (f_hand && !f_on && what_q == ITEM);
			cover (dropped && f_hand);
			cover (misses);
		end
	end

	reg f_bus_q;
	reg [45:0] f_bus_was_q;
	wire [45:0] f_bus = {bus_write, bus_page, bus_addr[11:2], bus_wdata};
	initial f_bus_q = 1'b0;
	always @(posedge clk) begin
		f_bus_q <= bus_valid && !bus_ready && !rst;
		f_bus_was_q <= f_bus;
	end
	always @(*) assume (!f_bus_q || (bus_valid && f_bus == f_bus_was_q));
	always @(*) if (!f_first) assert (!seen_q || f_bus_q);
`endif
endmodule

`default_nettype wire
