// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_events: events of queue pairs and shared receive queues. Those of a page are a list through the contexts of these objects, which have a place in it
// for each kind of event: none is lost, whatever their number, and one that is raised before it was taken off is there once. The first one is shown by
// rdma_regs; when it was read, TAKE takes it off the list and shows the next. One that is raised between is shown again. As the list of completion
// queues (rdma_cq). Words of contexts: docs/card/rdma.md, section 11.
//
//      IDLE --started--> GET --context--> WORD --> SEE --raised, behind others--> FREE --> TAIL --context--> LAST --> LINK --> DONE
//        |                \--none, not read--> DONE  \--taken, alone, there already--> DONE
//        \--TAKE, to be shown again--> DONE
//
//  SEE       the place is read, and written: the event is in the list, or not any more
//  LINK      the place of the last one in the list says that this one follows
//
// Invariants (bench rdma, which compares with the model): an event is in the list once, and is shown for each time that it was raised since it was read.
`default_nettype none
`include "rdma_regs.vh"

module rdma_events (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] s_on,          // pages: the list of one that is off is empty
	input  wire s_start,             // held until m_done, with all that follows
	input  wire [2:0] s_page,
	input  wire s_takes,             // TAKE; else an event is raised
	input  wire [2:0] s_kind,        // enum EVENT_KIND
	input  wire [15:0] s_number,     // of the object
	input  wire [7:0] s_taken,       // pages whose first event was read, and TAKE is not done
	output wire m_done,              // one clock
	output wire m_refused,           // with it: memory failed, or there is no such object
	output wire m_show,              // one clock: the next event of the page
	output wire [18:0] m_show_event, // {kind, number}
	// rdma_object, rdma_cache
	output wire m_ask,
	output wire [1:0] m_kind,
	output wire [1:0] m_line,
	output wire [23:0] m_number,
	output wire m_release,
	input  wire s_beyond,
	input  wire s_fail,
	input  wire s_held,
	output wire [2:0] m_word,
	input  wire [63:0] s_data,       // a clock later
	output wire m_write,
	output wire [63:0] m_data
);
	localparam [3:0] IDLE = 0, GET = 1, WORD = 2, SEE = 3, FREE = 4, TAIL = 5, LAST = 6, LINK = 7, DONE = 8;
	// A place: {in the list, kind and number of the next one}.

	(* no_rw_check *) reg [18:0] heads [0:7];
	(* no_rw_check *) reg [18:0] tails [0:7];
	reg [18:0] head_q, tail_q;       // of the page
	reg [7:0] list_q, again_q;       // lists that are not empty; whose first is to be shown again
	reg [3:0] state_q;
	reg held_q, refused_q;

	wire [7:0] page_bit = 8'd1 << s_page;
	wire list = list_q[s_page];
	wire again = s_takes && again_q[s_page];

	// ---- The place of an event ---------------------------------------------------------------------
	wire at_tail = state_q == TAIL || state_q == LAST || state_q == LINK;
	wire [18:0] own = s_takes ? head_q : {s_kind, s_number};
	wire [18:0] event_n = at_tail ? tail_q : own;
	wire [2:0] kind = event_n[18:16];
	wire of_srq = {1'b0, kind} == `RDMA_EVENT_KIND_SRQ_LIMIT;
	wire [5:0] lsb = {1'b0, kind} == `RDMA_EVENT_KIND_SQ_DRAINED ? 6'd20 : {1'b0, kind} == `RDMA_EVENT_KIND_LAST_RECEIVE ? 6'd40 : 6'd0;
	wire [19:0] place = s_data[lsb +: 20];
	wire [63:0] others = s_data & ~(64'hfffff << lsb);
	wire there = place[19];
	wire [18:0] next = place[18:0];

	// ---- The machine -------------------------------------------------------------------------------
	wire lost = s_beyond || s_fail;
	wire seen = state_q == SEE;
	wire alone = seen && !s_takes && !there && !list;
	wire behind = seen && !s_takes && !there && list;
	wire off = seen && s_takes;
	wire last = head_q == tail_q;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= !s_start ? IDLE : again ? DONE : GET;
			GET:     state_q <= lost ? DONE : s_held ? WORD : GET;
			WORD:    state_q <= SEE;
			SEE:     state_q <= behind ? FREE : DONE;
			FREE:    state_q <= TAIL;
			TAIL:    state_q <= lost ? DONE : s_held ? LAST : TAIL;
			LAST:    state_q <= LINK;
			LINK:    state_q <= DONE;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		if (rst || state_q == DONE || state_q == FREE)
			held_q <= 1'b0;
		else if (state_q == GET || state_q == TAIL)
			held_q <= s_held;

	always @(posedge clk)
		if (state_q == IDLE)
			refused_q <= 1'b0;
		else if (state_q == GET || state_q == TAIL)
			refused_q <= lost;

	// ---- The list ----------------------------------------------------------------------------------
	wire empties = s_takes && ((state_q == GET && lost) || (off && last));
	wire on_list = alone || state_q == LINK;
	wire moves = alone || (off && !last);                    // the first one changes
	wire repeats = seen && !s_takes && there && s_taken[s_page] && head_q == own;

	always @(posedge clk)
		if (rst)
			list_q <= 0;
		else
			list_q <= s_on & ((list_q & ~(empties ? page_bit : 8'd0)) | (on_list ? page_bit : 8'd0));

	always @(posedge clk)
		if (rst)
			again_q <= 0;
		else
			again_q <= s_on & ((again_q & ~(state_q == IDLE && s_start && again ? page_bit : 8'd0)) | (repeats ? page_bit : 8'd0));

	always @(posedge clk)
		if (moves)
			heads[s_page] <= s_takes ? next : own;

	always @(posedge clk)
		if (on_list)
			tails[s_page] <= own;

	always @(posedge clk)
		if (state_q == IDLE || state_q == DONE) begin
			head_q <= heads[s_page];
			tail_q <= tails[s_page];
		end

	reg show_again_q;                // DONE: the first one is shown again
	always @(posedge clk)
		show_again_q <= state_q == IDLE && s_start && again;

	assign m_show = moves || show_again_q;
	assign m_show_event = show_again_q ? head_q : s_takes ? next : own;
	assign m_ask = state_q == GET || state_q == TAIL || (held_q && state_q != FREE);
	assign m_kind = of_srq ? 2'd2 : 2'd0;                    // of enum OBJECT
	assign m_line = of_srq ? 2'd0 : 2'd2;                    // the receiving half
	assign m_number = {8'd0, event_n[15:0]};
	assign m_release = (state_q == DONE || state_q == FREE) && held_q;
	assign m_word = of_srq ? 3'd4 : 3'd5;
	assign m_write = seen || state_q == LINK;
	assign m_data = others | {44'd0, state_q == LINK ? {there, own} : s_takes ? 20'd0 : {1'b1, next}} << lsb;
	assign m_done = state_q == DONE;
	assign m_refused = refused_q;
endmodule

`default_nettype wire
