// SPDX-License-Identifier: BSD-3-Clause
//
// Receives one message at a time (SPIN setting): from one node, whose request it answers, or from the
// root of a broadcast. Part of spin_conn: searches the request queue, gives spin_parse the data
// cells to take, and spin_store their place in the host's memory.
//
// 1. Data cells are taken only between the answer and the last cell that was announced.
// 2. The host's memory is written only inside the room that was given.
// 3. It is left only between cells: spin_store always gets whole ones.
// 4. A request that was taken from the queue is answered. If its sender takes it back before it
//    has sent data, the receive goes on with its search, as if the request had never come.
//
//            msg         taken        miss
//     IDLE -------> FIND ------> LOOK ------> PARK ---> FIND (a request came)
//      |                          | hit         | cancel
//      |                          v             v
//      |                        FITS           END --> IDLE
//      |                          |             ^
//      | bcast                    v  granted    |
//      +-----------------------> SAY ------> DATA ----> STOP
//                                                 all came, given up
//
// IDLE -> FIND   MSG; IDLE -> SAY: BCAST; IDLE -> END: no such node (BAD)
// FIND -> LOOK   the queue took the question
// LOOK -> FITS   found: the message may be longer than the room
// LOOK -> PARK   not found
// PARK -> FIND   another request came, maybe in the search; PARK -> END: cancel, abort (ABORTED)
// FITS -> SAY    spin_store begins
// SAY -> DATA    the reply to the sender (or the barrier cell to the root) is on its way
// DATA -> STOP   the last cell came; the sender gave up (GONE); late (TIMEOUT); abort
// STOP -> END    spin_store has written all, or, given up, the bursts that it had begun
// STOP -> FIND   the same, the sender took its request back before its first data cell

`default_nettype none
`include "ring_nic_regs.vh"

module spin_recv (
	input wire clk,
	input wire rst,

	input wire [9:0] cfg_id,
	input wire [9:0] cfg_last, // nodes - 1

	input wire go, // pulse, when not busy
	input wire go_bcast,
	input wire go_any,
	input wire [9:0] go_src,
	input wire [31:0] go_len, // bytes of room
	input wire cancel, // pulse: unless a request was found
	input wire halt, // pulse
	output wire busy,
	output wire done, // pulse; code, src, got are final
	output reg [3:0] code, // of SPIN_STATUS
	output reg [9:0] src,
	output reg [31:0] got, // bytes that the message has
	output wire bcast_end, // pulse: a broadcast has ended
	output wire bcast_busy, // one is under way

	input wire queued, // pulse: a request was put into the queue
	output wire take_valid,
	input wire take_ready,
	output wire take_any,
	output wire [9:0] take_src,
	input wire take_done,
	input wire take_hit,
	input wire [9:0] take_from,
	input wire [5:0] take_tag,
	input wire [31:0] take_len, // bytes
	input wire gone_valid, // pulse: a sender gives up
	input wire [15:0] gone_id, // {tag, node}
	input wire gone_final, // because of an error: the receive fails even before the first data cell
	input wire tell_valid, // pulse: the root reports
	input wire [5:0] tell_seq,
	input wire tell_empty, // that there are no data; else it gives up
	input wire [5:0] seq, // number of the collective

	output wire take_data, // to spin_parse
	output wire [1:0] take_color,
	output wire take_bcast,
	input wire cell_done, // pulse: the last word of a data cell was taken
	input wire cell_busy, // one is being taken

	output wire wish_valid, // to spin_emit
	input wire wish_grant,
	output wire [53:0] wish,
	input wire tick,

	output wire store_go, // pulse: write store_len bytes
	output wire [31:0] store_len,
	output wire store_stop, // until idle
	input wire store_idle,
	input wire store_error // level: the host's bus answered with an error
);

localparam [3:0] IDLE = 4'd0;
localparam [3:0] FIND = 4'd1; // the queue is asked
localparam [3:0] LOOK = 4'd2; // it answers
localparam [3:0] PARK = 4'd3; // no request yet
localparam [3:0] FITS = 4'd4; // one clock
localparam [3:0] SAY = 4'd5;  // a reply or barrier cell wants to go
localparam [3:0] DATA = 4'd6; // data cells come
localparam [3:0] STOP = 4'd7; // operations under way end
localparam [3:0] END = 4'd8;  // one clock

reg [3:0] state_q;
reg [3:0] state_d;
reg [3:0] code_d;
reg bcast_q;
reg any_q;
reg [31:0] room_q; // bytes
reg [27:0] left_q; // data cells to come
reg [5:0] tag_q;   // of the request
reg [1:0] color_q; // number of the connection
reg fresh_q;       // a request came since FIND
reg halt_q;       // seen while busy
reg cancel_q;      // the same
reg gone_q;        // sender or root has given up
reg virgin_q;      // neither a data cell nor an error came yet
reg empty_q;       // from the root: no data

wire late;
wire here = go_src == cfg_id || go_src > cfg_last;
wire too_long = got > room_q;
wire again = gone_q && virgin_q && !bcast_q && code == `RN_SPIN_STATUS_GONE;
wire whole = left_q == 28'd0 && !(bcast_q && got == 32'd0);
wire open = state_q == SAY || state_q == DATA; // the other side has been found
wire gone_here = gone_valid && !bcast_q && gone_id == {tag_q, src};
wire tell_here = tell_valid && bcast_q && tell_seq == seq;
wire give_up = (halt_q || gone_q || late || empty_q) && !cell_busy;
wire [3:0] why = halt_q ? `RN_SPIN_STATUS_ABORTED
	: gone_q || empty_q ? `RN_SPIN_STATUS_GONE : `RN_SPIN_STATUS_TIMEOUT;

assign busy = state_q != IDLE;
assign done = state_q == END;
assign bcast_end = done && bcast_q;
assign bcast_busy = busy && bcast_q;
assign take_valid = state_q == FIND;
assign take_any = any_q;
assign take_src = src;
assign take_data = state_q == DATA && !bcast_q && left_q != 28'd0;
assign take_bcast = open && bcast_q && left_q != 28'd0;
assign take_color = color_q;
assign wish_valid = state_q == SAY;
assign wish = bcast_q
	? {1'b0, `RN_SPIN_CELL_TYPE_BARRIER, 2'b01, src, seq, 32'd0}
	: {1'b0, `RN_SPIN_CELL_TYPE_REPLY, 2'b00, src, tag_q, 30'd0, color_q};
assign store_go = state_q == FITS;
assign store_len = too_long ? room_q : got;
assign store_stop = state_q == STOP && code != `RN_SPIN_STATUS_OK && code != `RN_SPIN_STATUS_TRUNC;

always @* begin
	state_d = state_q;
	code_d = code;
	case (state_q)
	IDLE:
		if (go) begin
			state_d = here && !(go_any && !go_bcast) ? END : go_bcast ? FITS : FIND;
			code_d = state_d == END ? `RN_SPIN_STATUS_BAD : `RN_SPIN_STATUS_OK;
		end
	FIND:
		if (take_ready)
			state_d = LOOK;
	LOOK:
		if (take_done)
			state_d = take_hit ? FITS : PARK;
	PARK:
		if (fresh_q) begin
			state_d = FIND;
		end else if (cancel_q || halt_q) begin
			state_d = END;
			code_d = `RN_SPIN_STATUS_ABORTED;
		end
	FITS: begin
		state_d = SAY;
		code_d = too_long ? `RN_SPIN_STATUS_TRUNC : `RN_SPIN_STATUS_OK;
	end
	SAY:
		if (wish_grant)
			state_d = DATA;
	DATA:
		if (whole || (empty_q && got == 32'd0)) begin
			state_d = STOP;
		end else if (give_up) begin
			state_d = STOP;
			code_d = why;
		end
	STOP:
		if (store_idle) begin
			state_d = again ? FIND : END;
			code_d = store_error && !store_stop ? `RN_SPIN_STATUS_HOST : code;
		end
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
	if (rst) begin
		src <= 10'd0;
		got <= 32'd0;
	end else if (state_q == IDLE && go) begin
		src <= go_src;
		got <= go_bcast ? go_len : 32'd0;
	end else if (state_q == LOOK && take_done && take_hit) begin
		src <= take_from;
		got <= take_len;
	end

always @(posedge clk)
	if (state_q == IDLE && go) begin
		bcast_q <= go_bcast;
		any_q <= go_any;
		room_q <= go_len;
	end

always @(posedge clk)
	if (take_done)
		tag_q <= take_tag;

always @(posedge clk)
	if (state_q == FITS)
		left_q <= {1'b0, got[31:5]} + {27'd0, got[4:0] != 5'd0};
	else if (cell_done)
		left_q <= left_q - 28'd1;

always @(posedge clk)
	if (rst)
		color_q <= 2'd0;
	else if (state_q == STOP && store_idle && !bcast_q)
		color_q <= color_q + 2'd1;

always @(posedge clk)
	fresh_q <= !rst && (queued || (fresh_q && state_q != FIND));

always @(posedge clk) begin
	halt_q <= !rst && busy && (halt || halt_q);
	cancel_q <= !rst && busy && (cancel || cancel_q);
	gone_q <= !rst && (open || state_q == STOP) && (gone_here || (tell_here && !tell_empty) || gone_q);
	empty_q <= !rst && open && ((tell_here && tell_empty) || empty_q);
	virgin_q <= state_q == FITS || (virgin_q && !cell_done && !(gone_here && gone_final));
end

spin_timer timer (
	.clk(clk),
	.rst(rst),
	.tick(tick),
	.clear(cell_done || state_q != DATA),
	.late(late)
);

endmodule

`default_nettype wire
