// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_mw: memory windows, as hw/emu/mr.c has them: BIND gives one a part of a region, UNBIND closes one that is bound, and CLOSE, the command, ends a
// window or a region. A region counts its windows, so it is not closed while there are any. No access is under way meanwhile (rdma).
// Words of contexts: docs/card/rdma.md, section 11.
//
//      IDLE --started--> GET --context--> LOAD (6) --> JUDGE --> PUT --> DONE
//                         |                             |         \--next context--> FREE --> GET
//                         |                             |--BIND, may be bound--> FREE --> GET
//                         \--none, not read--> DONE     \--refused--> DONE
//
//  BIND      three contexts: the window is looked at, its region looked at and its windows counted, the window written
//  UNBIND, CLOSE  the window or region is written; if it was bound, the windows of its region are counted
//  PUT       words of the context are written, the first one last
//
// Invariants (bench rdma, which compares with the model):
//  1. A window is bound only to bytes of an open region with the right BIND, of its domain, and with rights that the region allows.
//  2. A region that a window is bound to is not closed.
`default_nettype none
`include "rdma_regs.vh"

module rdma_mw (
	input  wire clk,
	input  wire rst,
	input  wire s_start,             // held until m_done, with all that follows
	input  wire s_binds,             // BIND
	input  wire s_closes,            // CLOSE; neither: UNBIND
	input  wire [31:0] s_stag,       // of the window, BIND: its next one; CLOSE: of the object, without a key
	input  wire [31:0] s_region,     // BIND: STag
	input  wire [63:0] s_address,    // BIND
	input  wire [63:0] s_length,
	input  wire [63:0] s_rights,     // as in MR_ATTR.SHAPE
	input  wire [15:0] s_pd,
	input  wire [15:0] s_qp,         // to which the window is bound
	output wire m_done,              // one clock
	output wire [3:0] m_code,        // with it: CLOSE: enum RESULT_CODE, else OK, BIND, MEMORY of enum DONE_STATUS
	// rdma_object, rdma_cache
	output wire m_ask,
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
	localparam [2:0] IDLE = 0, GET = 1, LOAD = 2, JUDGE = 3, PUT = 4, FREE = 5, DONE = 6;
	localparam [1:0] FIRST = 0, REGION = 1, AGAIN = 2;       // contexts: of the object, of a window's region, of the window once more
	localparam OPEN = 63, BOUND = 62;                        // bits of the first word
	localparam [63:0] PEERS = 64'd7 << `RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_LSB;
	localparam [63:0] WRITERS = 64'd1 << `RDMA_MR_ATTR_SHAPE_REMOTE_WRITE_LSB | 64'd1 << `RDMA_MR_ATTR_SHAPE_REMOTE_ATOMIC_LSB;
	localparam [63:0] RIGHTS = 64'h1f << `RDMA_MR_ATTR_SHAPE_WRITE_LSB;

	reg [2:0] state_q, n_q;          // n_q: words that were read or written
	reg [1:0] step_q;
	reg held_q, bound_q;             // bound_q: the window is closed, and was bound
	reg [3:0] code_q;
	reg [63:0] shape_q, base_q, length_q;
	reg [23:0] parent_q;             // number of a window's region, + 1
	reg [15:0] qp_q;
	reg [31:0] windows_q;            // of a region

	always @(posedge clk)
		if (state_q == LOAD)
			case (n_q)
			3'd1: shape_q <= s_data;
			3'd2: base_q <= s_data;
			3'd3: length_q <= s_data;
			3'd5: {qp_q, parent_q} <= step_q == FIRST ? {s_data[47:32], s_data[23:0]} : {qp_q, parent_q};
			3'd6: windows_q <= s_data[31:0];
			default: ;
			endcase

	// ---- Rules ---------------------------------------------------------------------------------
	wire open = shape_q[OPEN];
	wire bound = shape_q[BOUND];
	wire window = shape_q[`RDMA_MR_ATTR_SHAPE_WINDOW_LSB];
	wire domain = shape_q[`RDMA_MR_ATTR_SHAPE_PD_R] == s_pd;
	wire [7:0] key = shape_q[`RDMA_MR_ATTR_SHAPE_KEY_R];
	wire [63:0] offset = s_address - base_q;
	wire in_bounds = offset <= length_q && s_length <= length_q - offset;
	wire may = (s_rights & ~PEERS) == 0 && ((s_rights & WRITERS) == 0 || shape_q[`RDMA_MR_ATTR_SHAPE_WRITE_LSB]);
	wire bindable = open && window && !bound && domain;
	wire allows = open && !window && shape_q[`RDMA_MR_ATTR_SHAPE_BIND_LSB] && domain && key == s_region[7:0] && in_bounds && may;
	wire mine = open && bound && qp_q == s_qp && key == s_stag[7:0];
	wire [3:0] refusal = s_closes ? shape_q == 0 ? `RDMA_RESULT_CODE_NUMBER : windows_q != 0 ? `RDMA_RESULT_CODE_IN_USE : `RDMA_RESULT_CODE_OK
		: (s_binds ? bindable : mine) ? `RDMA_DONE_STATUS_OK : `RDMA_DONE_STATUS_BIND;
	wire [3:0] judged = step_q == FIRST ? refusal : step_q == REGION && s_binds && !allows ? `RDMA_DONE_STATUS_BIND : `RDMA_DONE_STATUS_OK;

	// ---- The machine -----------------------------------------------------------------------------
	wire lost = s_beyond || s_fail;
	wire last = step_q != AGAIN || n_q == 3'd3;
	wire more = s_binds ? step_q != AGAIN : step_q == FIRST && bound_q;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= s_start ? GET : IDLE;
			GET:     state_q <= lost ? DONE : s_held ? LOAD : GET;
			LOAD:    state_q <= n_q == 3'd6 ? JUDGE : LOAD;
			JUDGE:   state_q <= judged != 4'd0 ? DONE : s_binds && step_q == FIRST ? FREE : PUT;
			PUT:     state_q <= !last ? PUT : more ? FREE : DONE;
			FREE:    state_q <= GET;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		if (state_q == IDLE)
			step_q <= FIRST;
		else if (state_q == FREE)
			step_q <= step_q + 2'd1;

	always @(posedge clk)
		n_q <= (state_q == LOAD && n_q != 3'd6) || (state_q == PUT && !last) ? n_q + 3'd1 : 3'd0;

	always @(posedge clk)
		if (rst || state_q == DONE || state_q == FREE)
			held_q <= 1'b0;
		else if (state_q == GET)
			held_q <= s_held;

	always @(posedge clk)
		if (state_q == JUDGE && step_q == FIRST)
			bound_q <= bound;

	// A region that is not there, as only a page that writes into its own table can make it, has no windows to be counted.
	always @(posedge clk)
		case (state_q)
		IDLE:    code_q <= 4'd0;
		GET:     code_q <= s_fail ? s_closes ? `RDMA_RESULT_CODE_ADDRESS : `RDMA_DONE_STATUS_MEMORY
			: s_beyond && (s_binds || step_q == FIRST) ? s_closes ? `RDMA_RESULT_CODE_NUMBER : `RDMA_DONE_STATUS_BIND : code_q;
		JUDGE:   code_q <= judged;
		default: code_q <= code_q;
		endcase

	// ---- The context -----------------------------------------------------------------------------
	wire [31:0] counted = s_binds ? windows_q + 32'd1 : windows_q - 32'd1;
	wire [63:0] freed = s_closes ? 64'd0 : shape_q & ~(RIGHTS | 64'd1 << BOUND);
	wire [63:0] given = (shape_q & ~(PEERS | 64'hff)) | s_rights | {56'd0, s_stag[7:0]} | 64'd1 << BOUND;
	wire [31:0] parent = {8'd0, s_region[31:8]} + 32'd1;
	reg [63:0] put;
	reg [2:0] put_word;
	always @(*)
		if (step_q == FIRST)
			{put_word, put} = {3'd0, freed};
		else if (step_q == REGION)
			{put_word, put} = {3'd5, 32'd0, counted};
		else case (n_q[1:0])
			2'd0:    {put_word, put} = {3'd1, s_address};
			2'd1:    {put_word, put} = {3'd2, s_length};
			2'd2:    {put_word, put} = {3'd4, 16'd0, s_qp, parent};
			default: {put_word, put} = {3'd0, given};
		endcase

	assign m_ask = state_q == GET || (held_q && state_q != FREE);
	assign m_number = step_q != REGION ? s_stag[31:8] : s_binds ? s_region[31:8] : parent_q - 24'd1;
	assign m_release = (state_q == DONE || state_q == FREE) && held_q;
	assign m_word = state_q == PUT ? put_word : n_q;
	assign m_write = state_q == PUT;
	assign m_data = put;
	assign m_done = state_q == DONE;
	assign m_code = code_q;
endmodule

`default_nettype wire
