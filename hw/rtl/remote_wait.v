// SPDX-License-Identifier: BSD-3-Clause
//
// The replies that pages of this node wait for: the number of the operation that each has asked of
// another node, and how long ago. A reply with another number is a late one: to be ignored. Numbers
// come from one counter of 16 bits, so that a reply would have to be late by 65536 operations to be
// taken for another. An operation is given up after REPLY_CYC to 1.25 REPLY_CYC clocks.
`default_nettype none

module remote_wait #(
	parameter REPLY_CYC = 65536 // clocks without a reply after which an operation is given up
) (
	input wire clk,
	input wire rst,

	input wire s_sent, // pulse: this page's operation is on its way
	input wire [2:0] s_sent_page,
	input wire [15:0] s_sent_number,

	input wire [2:0] look_page, // one clock later m_* give the reply that this page waits for
	output wire m_waits,
	output wire [15:0] m_number,

	input wire s_done, // pulse: this page waits no longer
	input wire [2:0] s_done_page,
	output wire m_expired, // a page has waited too long
	output wire [2:0] m_expired_page
);

	localparam [31:0] TICK_CYC = (REPLY_CYC + 3) / 4; // clocks of a tick
	localparam TICK_W = $clog2(TICK_CYC + 1);
	localparam [TICK_W-1:0] TICK_LAST = TICK_CYC[TICK_W-1:0] - 1'b1;

	generate
	if (REPLY_CYC < 4)
		remote_wait_REPLY_CYC_is_4_or_more check();
	endgenerate

	(* no_rw_check *) reg [15:0] number_mem [0:7]; // only believed of a page that waited already
	reg [15:0] number_q;
	reg waits_q;
	reg [7:0] wait_q; // a bit for each page
	reg [23:0] age_q; // ticks, three bits for each page; 5: too long
	reg [TICK_W-1:0] tick_q;
	reg [7:0] expired_q;
	reg [2:0] first;
	integer i;

	wire tick = tick_q == TICK_LAST;
	wire [7:0] one = 8'b1;
	wire [7:0] sent = s_sent ? one << s_sent_page : 8'b0;
	wire [7:0] ends = s_done ? one << s_done_page : 8'b0;

	assign m_waits = waits_q;
	assign m_number = number_q;
	assign m_expired = expired_q != 0;
	assign m_expired_page = first;

	always @(*) begin
		first = 3'd0;
		for (i = 7; i >= 0; i = i - 1)
			if (expired_q[i])
				first = i[2:0];
	end

	always @(posedge clk) begin
		if (s_sent)
			number_mem[s_sent_page] <= s_sent_number;
		number_q <= number_mem[look_page];
		waits_q <= wait_q[look_page];
	end

	always @(posedge clk)
		if (rst)
			wait_q <= 8'b0;
		else
			wait_q <= (wait_q & ~ends) | sent;

	always @(posedge clk)
		if (rst || tick)
			tick_q <= {TICK_W{1'b0}};
		else
			tick_q <= tick_q + 1'b1;

	genvar p;
	generate
	for (p = 0; p < 8; p = p + 1) begin : page
		always @(posedge clk) begin
			if (!wait_q[p])
				age_q[3*p +: 3] <= 3'd0;
			else if (tick && age_q[3*p +: 3] != 3'd5)
				age_q[3*p +: 3] <= age_q[3*p +: 3] + 3'd1;
			expired_q[p] <= !rst && wait_q[p] && !ends[p] && age_q[3*p +: 3] == 3'd5;
		end
	end
	endgenerate


`ifdef VERILATOR
	always @(posedge clk)
		assert (rst || !s_sent || !wait_q[s_sent_page]); // a page has one operation at a time
`endif

`ifdef FORMAL
	reg f_hit_q = 1'b0;             // number_q was read while it was written
	(* anyconst *) reg [2:0] f_page; // any one page
	reg [15:0] f_number_q;          // of its last operation
	reg f_looked_q = 1'b0;          // look_page of the last clock, and it waited

	always @(posedge clk) begin
		f_hit_q <= s_sent && s_sent_page == look_page;
		f_looked_q <= look_page == f_page && wait_q[f_page] && !rst;
		if (s_sent && s_sent_page == f_page)
			f_number_q <= s_sent_number;
	end

	always @* begin
		assume (!s_sent || !wait_q[s_sent_page]); // a page has one operation at a time
		if (!rst) begin
			assert (!(f_hit_q && waits_q));
			assert (!wait_q[f_page] || number_mem[f_page] == f_number_q);
			assert (!f_looked_q || (waits_q && number_q == f_number_q));
		end
	end
`endif

endmodule

`default_nettype wire
