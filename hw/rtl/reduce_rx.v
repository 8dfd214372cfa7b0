// SPDX-License-Identifier: BSD-3-Clause
//
// Takes REDUCE cells apart: asks the group of the header whether it has a slot for the cell, writes
// the beats there, and notifies the group when a good cell is complete. A cell that is not for this
// node is let through; an invalid one is dropped, and reported with its cause. Beats that were
// written before a cell turned out bad lie in a slot that still counts as empty.
//
// It waits only for the RAM's write port, which only results of the arithmetic unit take before it:
// at most 4 clocks in 8. Between a cell's last word and the next head there is one clock.

`default_nettype none

module reduce_rx #(
	parameter W = 16 // bits of a word: 16, 64 or 128
) (
	input wire clk,
	input wire rst,

	input wire [9:0] cfg_id,      // this node

	input wire s_valid,
	output wire s_ready,
	input wire s_head,
	input wire s_last,
	input wire [W-1:0] s_data,

	output wire [9:0] member,     // {epoch, member} of the header, to all groups
	output wire [3:0] what,       // {dest is this node, kind, seq}
	input wire [8*12-1:0] info,   // of the groups, at once: {take, wrong[3:0], slot, beats}
	output wire [7:0] busy,       // at work for this group

	output wire wr_valid,
	output wire [9:0] wr_addr,    // {group, slot, beat}
	output wire [63:0] wr_data,
	input wire wr_grant,

	output wire [7:0] done,       // pulse: a good cell of this group is complete
	output wire [4:0] done_slot,
	output wire ended,            // pulse: a cell has ended, and how:
	output wire good,
	output wire [4:0] wrong,      // {length, no group, seq, member, kind}; neither: not for this node
	output wire [15:0] h1         // its header
);

localparam [4:0] PER_BEAT_LAST = (W < 64) ? 5'd3 : 5'd0; // words of a beat less one

generate
	if (W != 16 && W != 64 && W != 128) begin : w_is_16_64_or_128
		reduce_w_is_16_64_or_128 error ();
	end
endgenerate

reg open_q;               // a cell has begun and is not dealt with
reg in_head_q;            // the second word of its header is next (W = 16)
reg full_q;               // the buffer holds a beat (W = 128: a word), or the cell has ended
reg end_q;                // it has
reg [4:0] words_q;        // of payload; stays at 31
wire step;                // a beat is dealt with
wire empty;               // the last one in the buffer
wire finish = empty && end_q;

assign s_ready = s_head ? !open_q || finish : !full_q || (empty && !end_q);

wire accept = s_valid && s_ready;
wire payload = accept && !s_head && !in_head_q;
wire fills = payload && (words_q & PER_BEAT_LAST) == PER_BEAT_LAST;

always @(posedge clk)
	if (rst) begin
		open_q <= 1'b0;
		full_q <= 1'b0;
	end else begin
		open_q <= (accept && s_head) || (open_q && !finish);
		full_q <= fills || (accept && s_last) || (full_q && !empty);
	end

always @(posedge clk)
	if (accept)
		end_q <= s_last;

always @(posedge clk)
	if (accept && !payload)
		words_q <= 5'd0;
	else if (payload && words_q != 5'd31)
		words_q <= words_q + 5'd1;

// --- words into beats, by width -----------------------------------------------------------------

wire header;                // the header is complete with this word
wire [11:0] s_h0;           // {dest, len} of it
wire [15:0] s_h1;

generate
	if (W == 16) begin : narrow
		reg [63:0] buf_q;
		reg [11:0] h0_q;

		always @(posedge clk) begin
			if (payload)
				buf_q <= {s_data, buf_q[63:16]};
			if (accept && s_head)
				h0_q <= s_data[11:0];
		end
		always @(posedge clk)
			if (rst)
				in_head_q <= 1'b0;
			else if (accept)
				in_head_q <= s_head && !s_last;
		assign header = accept && in_head_q;
		assign s_h0 = h0_q;
		assign s_h1 = s_data;
		assign wr_data = buf_q;
		assign empty = step;
	end else begin : wide
		reg [W-1:0] buf_q;

		always @(posedge clk) begin
			if (payload)
				buf_q <= s_data;
			in_head_q <= 1'b0;
		end
		assign header = accept && s_head;
		assign s_h0 = s_data[11:0];
		assign s_h1 = s_data[31:16];
		if (W == 64) begin : one
			assign wr_data = buf_q[63:0];
			assign empty = step;
		end else begin : two
			reg upper_q; // the upper beat is next

			always @(posedge clk)
				if (rst || !full_q)
					upper_q <= 1'b0;
				else if (step)
					upper_q <= !upper_q;
			assign wr_data = upper_q ? buf_q[W-1:64] : buf_q[63:0];
			assign empty = step && upper_q;
		end
	end
endgenerate

// --- the header, and its group's answer -----------------------------------------------------------

reg [9:0] dest_q;
reg [1:0] code_q;  // of the length
reg [15:0] h1_q;
reg asked_q;       // the groups see the header in this clock
reg known_q;       // their answer is in the registers below
reg judged_q;      // and the length was compared with it
reg shaped_q;      // it is right
reg [4:0] want_q;  // words of payload that belong to it
reg take_q;
reg [3:0] wrong_q; // {no group, seq, member, kind}
reg [4:0] slot_q;
reg [1:0] beats_q; // less one

wire [2:0] group = h1_q[5:3];
wire [11:0] said = info[12*group +: 12];

assign member = h1_q[15:6];
assign what = {dest_q == cfg_id, h1_q[2:0]};
assign h1 = h1_q;
assign busy = (open_q && !in_head_q) ? 8'd1 << group : 8'd0;

always @(posedge clk)
	if (header) begin
		{dest_q, code_q} <= s_h0;
		h1_q <= s_h1;
	end

always @(posedge clk)
	if (rst) begin
		asked_q <= 1'b0;
		known_q <= 1'b0;
		judged_q <= 1'b0;
	end else begin
		asked_q <= header;
		known_q <= asked_q || (known_q && !finish);
		judged_q <= known_q && !finish;
	end

always @(posedge clk)
	if (asked_q)
		{take_q, wrong_q, slot_q, beats_q} <= said;

// --- beats into the slot ------------------------------------------------------------------------

wire [1:0] code;    // the expected length
wire [4:0] words;

reduce_shape #(.W(W)) u_shape (.beats(beats_q), .code(code), .words(words));

reg [2:0] beat_q;   // stays at 4: there is no room for more

always @(posedge clk) begin
	shaped_q <= code == code_q;
	want_q <= words;
end

assign wr_valid = full_q && judged_q && take_q && shaped_q && beat_q <= {1'b0, beats_q};
assign wr_addr = {group, slot_q, beat_q[1:0]};
assign step = full_q && judged_q && (!wr_valid || wr_grant);

always @(posedge clk)
	if (!judged_q)
		beat_q <= 3'd0;
	else if (step && !beat_q[2])
		beat_q <= beat_q + 3'd1;

wire fits = shaped_q && words_q == want_q;

assign ended = finish;
assign good = take_q && fits;
assign wrong = {take_q && !fits, wrong_q};
assign done = (ended && good) ? 8'd1 << group : 8'd0;
assign done_slot = slot_q;

endmodule

`default_nettype wire
