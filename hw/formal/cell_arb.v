// SPDX-License-Identifier: BSD-3-Clause
//
// Client WHO is followed. While it waits, at most one cell (client 0) or 2 * N - 3 cells (others) begin. A word of its
// cell is at the output in the clock after it was taken, and the tail follows the last word.
// Assumed: an offered word does not change until it is taken.
//
// BROKEN = 1: the claim that client 0 never waits is refuted.
//
// rtl: rtl/cell_arb.v
// prove: induction 3 N=2 WHO=0
// prove: induction 3 N=2 WHO=1
// prove: induction 3 N=3 WHO=0
// prove: induction 3 N=3 WHO=1
// prove: induction 3 N=3 WHO=2
// prove: cover 20 N=3 WHO=1
// prove: fail 20 N=3 BROKEN=1
`default_nettype none

module cell_arb_fv #(
	parameter N = 3,
	parameter WHO = 0,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire [N-1:0] s_valid,
	input wire [N-1:0] s_last,
	input wire [4*N-1:0] s_data,
	input wire [2*N-1:0] s_way,
	input wire m_ready
);
	localparam W = 4;
	wire [N-1:0] s_ready;
	wire m_valid, m_head, m_last;
	wire [W-1:0] m_data;
	wire [1:0] m_way;
	wire busy, tail, zero;
	wire [N-1:0] sel, turn;
	cell_arb #(.W(W), .N(N)) dut (.clk(clk), .rst(rst), .s_valid(s_valid), .s_ready(s_ready), .s_last(s_last), .s_data(s_data),
		.s_way(s_way), .m_valid(m_valid), .m_ready(m_ready), .m_head(m_head), .m_last(m_last), .m_data(m_data), .m_way(m_way),
		.f_busy(busy), .f_tail(tail), .f_zero(zero), .f_sel(sel), .f_turn(turn));

	localparam [3:0] who = WHO;
	localparam [5:0] LAST = N - 1, SHARE = 2 * N - 3;
	reg first_q = 1'b1;
	always @(posedge clk)
		first_q <= 1'b0;

	// An offered word stays.
	reg [N-1:0] held_q = 0;
	reg [N-1:0] last_q;
	reg [4*N-1:0] data_q;
	reg [2*N-1:0] way_q;
	integer k;
	always @(posedge clk) begin
		held_q <= rst ? 0 : s_valid & ~s_ready;
		last_q <= s_last;
		data_q <= s_data;
		way_q <= s_way;
	end
	always @(*) begin
		if (first_q)
			assume (rst);
		for (k = 0; k < N; k = k + 1)
			if (held_q[k])
				assume (s_valid[k] && s_last[k] == last_q[k] && s_data[4*k +: 4] == data_q[4*k +: 4]
					&& s_way[2*k +: 2] == way_q[2*k +: 2]);
	end

	// --- one cell at a time; a taken word is at the output a clock later ---
	wire take = |(s_valid & s_ready);
	reg took_q = 0, took_head_q, took_last_q, open_q = 0;
	reg [W-1:0] took_data_q;
	reg [1:0] took_way_q;
	integer j;
	always @(posedge clk) begin
		took_q <= take && !rst;
		took_head_q <= !open_q;
		took_last_q <= |(s_ready & s_last);
		for (j = 0; j < N; j = j + 1)
			if (s_ready[j]) begin
				took_data_q <= s_data[4*j +: 4];
				if (!open_q)
					took_way_q <= s_way[2*j +: 2];
			end
		if (rst)
			open_q <= 1'b0;
		else if (take)
			open_q <= !(|(s_ready & s_last & s_valid));
	end
	always @(*) if (!first_q && !rst) begin
		assert ((s_ready & (s_ready - 1'b1)) == 0);
		assert (open_q == busy && (!open_q || m_way == took_way_q));
		assert (!(tail && busy));
		assert (!busy || (sel != 0 && (sel & (sel - 1'b1)) == 0));
		if (took_q && !first_q) begin
			assert (m_valid && !m_last && m_head == took_head_q && m_data == took_data_q && m_way == took_way_q);
			assert (tail == took_last_q);
		end
		assert (!tail || m_valid);   // a tail follows a word that is still offered
		assert (!busy || !tail);
	end

	// --- no client waits for more than the share of the others ---
	reg [5:0] begun_q = 0;      // cells begun while client `who` waits for its cell to begin
	wire waits = s_valid[who] && !(busy && sel[who]);
	wire begins = take && !busy;
	always @(posedge clk)
		if (rst || !waits || (begins && s_ready[who]))
			begun_q <= 0;
		else if (begins)
			begun_q <= begun_q + 1'b1;

	reg [5:0] between;          // clients other than 0 whose turn is before that of client `who`
	reg [4:0] at;
	integer i;
	always @(*) begin
		at = 0;
		for (i = 1; i < N; i = i + 1)
			if (turn[i])
				at = i[4:0];
		between = {1'b0, who} > at ? {2'b0, who} - {1'b0, at} - 6'd1 : {2'b0, who} + LAST - {1'b0, at} - 6'd1;
	end

	always @(*) if (!first_q && !rst) begin
		assert (turn[0] == 0 && turn != 0 && (turn & (turn - 1'b1)) == 0);
		if (begun_q != 0)
			assert (held_q[who]);
		if (who == 0) begin
			assert (begun_q <= (BROKEN != 0 ? 0 : 1));
			assert (BROKEN != 0 || begun_q == 0 || !zero);
		end else begin
			assert (begun_q == 0 || begun_q + {between[4:0], 1'b0} + {5'b0, !zero} <= SHARE);
			assert (begun_q <= SHARE);
		end
	end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (begun_q == SHARE);                                                        // the longest wait
			cover ((&held_q) && busy);                                                       // all wait within a cell
			cover (tail && m_valid && !m_ready);                                             // a tail behind a word that waits
			cover (take && !busy && !zero);                                                  // a turn of the others
		end
endmodule

`default_nettype wire
