// SPDX-License-Identifier: BSD-3-Clause
//
// Sends one message at a time (SPIN setting): to one node after request and reply, or as the
// root of a broadcast after all others have entered it. Part of spin_conn: gives spin_emit the
// cells to make, and spin_fetch the bytes to read from the host's memory.
//
// 1. A data cell is asked for only when the send ring has all of it.
// 2. Exactly as many data cells are granted as the message needs, unless it is given up; then
//    a control cell that follows them notifies the other side.
// 3. A request has a tag of its own; only the reply with this tag counts. So the reply to a
//    request that was given up does not open a later one.
//
//                msg             granted          reply
//     IDLE ------------> REQUEST -------> WAIT -----------+
//      |                                   | late         v   last granted
//      |  bcast                            |   abort     DATA -------------> STOP --> END --> IDLE
//      +--------> GATHER ------------------|------------> |                   ^
//                   |   all have entered   v              |                   |
//                   +-------------------> TELL <----------+                   |
//                        late, abort       |  late, abort, host error         |
//                                          +----------------------------------+
//
// IDLE -> END       no such node (BAD); a broadcast in a ring of one (OK)
// IDLE -> REQUEST   MSG; with PREFETCH the host's memory is read from now on
// IDLE -> GATHER    BCAST
// REQUEST -> WAIT   the request is on its way
// WAIT -> DATA      the reply came; WAIT -> END: the same, an empty message (OK)
// GATHER -> DATA    the counter is 0; GATHER -> TELL: the same, an empty message: marked so
// DATA -> STOP      all data cells are granted (OK)
// * -> TELL         given up: CANCEL to the receiver, ABORT to all receivers
// TELL -> STOP      that cell is on its way
// STOP -> END       no data cell is half out, spin_fetch is idle

`default_nettype none
`include "ring_nic_regs.vh"

module spin_send #(
	parameter PREFETCH = 1 // read the host's memory while the request is under way
) (
	input wire clk,
	input wire rst,

	input wire [9:0] cfg_id,
	input wire [9:0] cfg_last, // nodes - 1

	input wire go, // pulse, when not busy
	input wire go_bcast,
	input wire [9:0] go_dest,
	input wire [31:0] go_len, // bytes
	input wire halt, // pulse
	output wire busy,
	output wire done, // pulse, code is final
	output reg [3:0] code, // of SPIN_STATUS
	output wire bcast_end, // pulse: a broadcast has ended
	output wire bcast_busy, // one is under way

	input wire reply_valid, // pulse: a reply cell came
	input wire [15:0] reply_id, // {tag, node}
	input wire [1:0] reply_color, // number of the connection
	output reg stray, // pulse: no operation waited for it
	input wire [5:0] seq, // number of the collective
	input wire [9:0] missing, // nodes that have not entered the broadcast

	output wire wish_valid, // to spin_emit
	input wire wish_grant,
	output wire [53:0] wish,
	input wire data_busy, // granted data cells are not out yet
	input wire tick,

	output wire fetch_go, // pulse: read go_len bytes
	output wire fetch_stop, // until idle
	input wire fetch_idle,
	input wire fetch_error, // level: the host's bus answered with an error
	input wire fetch_cell // the ring holds a whole cell that was not granted
);

localparam [2:0] IDLE = 3'd0;
localparam [2:0] REQUEST = 3'd1; // a request cell wants to go
localparam [2:0] WAIT = 3'd2;    // for the reply
localparam [2:0] GATHER = 3'd3;  // for all receivers of the broadcast
localparam [2:0] DATA = 3'd4;    // data cells go
localparam [2:0] TELL = 3'd5;    // a control cell wants to go: given up, or empty broadcast
localparam [2:0] STOP = 3'd6;    // operations under way end
localparam [2:0] END = 3'd7;     // one clock

reg [2:0] state_q;
reg [2:0] state_d;
reg [3:0] code_d;
reg bcast_q;
reg [9:0] dest_q;
reg [31:0] len_q;    // bytes
reg [27:0] left_q;   // data cells to be granted
reg [5:0] tag_q;     // of the request
reg [1:0] color_q;   // that the reply gave
reg halt_q;         // seen while busy

wire late;
wire reply = reply_valid && state_q == WAIT && reply_id == {tag_q, dest_q};
wire empty = len_q == 32'd0;
wire last = left_q == 28'd1;
wire give_up = halt_q || late;
wire [3:0] why = halt_q ? `RN_SPIN_STATUS_ABORTED : `RN_SPIN_STATUS_TIMEOUT;
wire here = go_dest == cfg_id || go_dest > cfg_last;
wire control = state_q == REQUEST || state_q == TELL;
wire [53:0] data_wish = {1'b1, bcast_q ? `RN_SPIN_CELL_TYPE_BCAST : `RN_SPIN_CELL_TYPE_DATA,
	bcast_q ? {1'b0, seq[0]} : color_q, dest_q, 6'd0, 32'd0};
wire [53:0] request_wish = {1'b0, `RN_SPIN_CELL_TYPE_REQ, 1'b0, state_q == TELL, dest_q, tag_q,
	state_q == TELL ? {28'd0, code} : len_q}; // why, or bytes
// arg: 1 the broadcast is given up, 2 it is empty
wire [53:0] tell_wish = {1'b0, `RN_SPIN_CELL_TYPE_BCAST, 1'b1, seq[0], 10'd0, seq,
	30'd0, code == `RN_SPIN_STATUS_OK ? 2'd2 : 2'd1};

assign busy = state_q != IDLE;
assign done = state_q == END;
assign bcast_end = done && bcast_q;
assign bcast_busy = busy && bcast_q;
assign wish_valid = control || (state_q == DATA && fetch_cell && left_q != 28'd0 && !give_up && !fetch_error);
assign wish = state_q == DATA ? data_wish : bcast_q ? tell_wish : request_wish;
assign fetch_stop = state_q == STOP && !data_busy;

generate
	if (PREFETCH != 0) begin : early
		assign fetch_go = state_q == IDLE && go && go_len != 32'd0
			&& (go_bcast ? cfg_last != 10'd0 : !here);
	end else begin : after_reply
		assign fetch_go = state_d == DATA && state_q != DATA;
	end
endgenerate

always @* begin
	state_d = state_q;
	code_d = code;
	case (state_q)
	IDLE:
		if (go) begin
			state_d = go_bcast ? cfg_last == 10'd0 ? END : GATHER : here ? END : REQUEST;
			code_d = !go_bcast && here ? `RN_SPIN_STATUS_BAD : `RN_SPIN_STATUS_OK;
		end
	REQUEST:
		if (wish_grant)
			state_d = WAIT;
	WAIT:
		if (reply) begin
			state_d = empty ? END : DATA;
		end else if (give_up) begin
			state_d = TELL;
			code_d = why;
		end
	GATHER:
		if (missing == 10'd0) begin
			state_d = empty ? TELL : DATA;
		end else if (give_up) begin
			state_d = TELL;
			code_d = why;
		end
	DATA:
		if (wish_grant) begin
			state_d = last ? STOP : DATA;
		end else if (fetch_error || give_up) begin
			state_d = TELL;
			code_d = fetch_error ? `RN_SPIN_STATUS_HOST : why;
		end
	TELL:
		if (wish_grant)
			state_d = STOP;
	STOP:
		if (!data_busy && fetch_idle)
			state_d = END;
	default:
		state_d = IDLE;
	endcase
end

always @(posedge clk)
	if (rst) begin
		state_q <= IDLE;
		code <= `RN_SPIN_STATUS_NONE;
	end else begin
		state_q <= state_d;
		code <= code_d;
	end

always @(posedge clk)
	if (state_q == IDLE && go) begin
		bcast_q <= go_bcast;
		dest_q <= go_dest;
		len_q <= go_len;
	end

always @(posedge clk)
	if (state_q == IDLE)
		left_q <= {1'b0, go_len[31:5]} + {27'd0, go_len[4:0] != 5'd0};
	else if (state_q == DATA && wish_grant)
		left_q <= left_q - 28'd1;

always @(posedge clk)
	if (rst)
		tag_q <= 6'd0;
	else if (done && !bcast_q)
		tag_q <= tag_q + 6'd1;

always @(posedge clk)
	if (reply)
		color_q <= reply_color;

always @(posedge clk)
	halt_q <= !rst && busy && (halt || halt_q);

always @(posedge clk)
	stray <= !rst && reply_valid && !reply;

spin_timer timer (
	.clk(clk),
	.rst(rst),
	.tick(tick),
	.clear(wish_grant || !(state_q == WAIT || state_q == GATHER || state_q == DATA)),
	.late(late)
);

endmodule

`default_nettype wire
