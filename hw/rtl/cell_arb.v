// SPDX-License-Identifier: BSD-3-Clause
//
// cell_arb: brings the cells of N clients to the switch's local input, cell by cell, and adds the tail word (0, last) that cells have
// inside the switch. A client that has begun a cell must go on with it (short gaps are allowed, cell_fifo is for
// others); the output waits for it. One register from clients to output; one clock is lost at each cell, that of its tail.
// Client 0 goes first, but never twice in succession while another waits; the others take turns. So client 0 waits for one cell
// at most, any other for 2 * N - 3 (sim/cell_arb.cpp). With long cells (SPAN > 1) the turns are by words (sw_arb), client 0's, too.
`default_nettype none

module cell_arb #(
	parameter W = 16,          // bits of a word
	parameter N = 2,           // clients, 2 to 16
	parameter SPAN = 1         // slots of the longest cell (cell_len)
) (
	input  wire clk,
	input  wire rst,
	input  wire [N-1:0] s_valid,
	output wire [N-1:0] s_ready,
	input  wire [N-1:0] s_last,        // last data word
	input  wire [N*W-1:0] s_data,
	input  wire [2*N-1:0] s_way,       // {Y, X} of each, with the first word
	output wire m_valid,
	input  wire m_ready,
	output wire m_head,
	output wire m_last,                // the tail
	output wire [W-1:0] m_data,
	output wire [1:0] m_way            // for the whole cell
`ifdef FORMAL
	,
	output wire f_busy,
	output wire f_tail,
	output wire f_zero,
	output wire [N-1:0] f_sel,
	output wire [N-1:0] f_turn
`endif
);
	generate if (N < 2 || N > 16)
		cell_arb_needs_2_to_16_clients bad_parameter();
	endgenerate

	reg busy_q;                // a cell has begun and its last data word is not yet taken
	reg tail_q;                // its tail is due
	reg [N-1:0] sel_q;         // client of the cell, one hot
	reg out_q;
	wire free = !out_q || m_ready;
	wire take;
	wire [N-1:0] next;

	// --- the client whose cell is next ---
	generate if (SPAN == 1) begin : by_cells
		// The first waiting client above the one served last, else the first of all.
		reg [N-1:0] turn_q;        // one hot: the client other than 0 that was served last
		reg zero_q;                // client 0 was served last
		wire [N-1:0] others = {s_valid[N-1:1], 1'b0};
		wire [N-1:0] above = others & ~(turn_q | (turn_q - 1'b1));
		wire [N-1:0] from = above != 0 ? above : others;
		wire [N-1:0] next_other = from & (~from + 1'b1);
		wire zero = s_valid[0] && !(zero_q && others != 0);

		assign next = zero ? {{N-1{1'b0}}, 1'b1} : next_other;
		always @(posedge clk)
			if (rst) begin
				turn_q <= {1'b1, {N-1{1'b0}}};
				zero_q <= 1'b0;
			end else if (take && !busy_q) begin
				zero_q <= zero;
				if (!zero)
					turn_q <= next;
			end
`ifdef FORMAL
		assign f_zero = zero_q;
		assign f_turn = turn_q;
`endif
	end else begin : by_words
		wire [6*N-1:0] units;
		genvar c;

		for (c = 0; c < N; c = c + 1) begin : client
			wire [7:0] words;
			wire [7:0] last_word = words + 8'd1;
			wire [3:0] slots;

			cell_len #(.W(W), .SPAN(SPAN)) len (.head(s_data[W*c +: 48]), .words(words), .slots(slots));
			assign units[6*c +: 6] = last_word[7:2];
			wire unused = &{1'b0, last_word[1:0], slots};
		end
		sw_arb #(.N(N), .SPAN(SPAN)) turns (.clk(clk), .rst(rst), .req(s_valid & {N{free && !tail_q && !busy_q}}), .units(units), .pick(next));
	end endgenerate

	wire [N-1:0] sel = busy_q ? sel_q : next;
	assign s_ready = sel & {N{free && !tail_q}};
	assign take = |(s_ready & s_valid);
	wire last = |(sel & s_last);

	always @(posedge clk)
		if (rst) begin
			busy_q <= 1'b0;
			tail_q <= 1'b0;
		end else if (free) begin
			busy_q <= take ? !last : busy_q;
			tail_q <= take && last;
		end

	always @(posedge clk)
		if (!busy_q)
			sel_q <= next;

	// --- output register ---
	reg [W-1:0] word;
	reg [1:0] way;
	integer k;
	always @(*) begin
		word = 0;
		way = 0;
		for (k = 0; k < N; k = k + 1) begin
			word = word | (s_data[W*k +: W] & {W{sel[k]}});
			way = way | (s_way[2*k +: 2] & {2{sel[k]}});
		end
	end

	reg head_q, last_q;
	reg [W-1:0] data_q;
	reg [1:0] way_q;
	always @(posedge clk)
		if (rst)
			out_q <= 1'b0;
		else if (free)
			out_q <= take || tail_q;
	always @(posedge clk)
		if (free) begin
			head_q <= !busy_q && !tail_q;
			last_q <= tail_q;
			data_q <= tail_q ? {W{1'b0}} : word;
			if (!busy_q && !tail_q)
				way_q <= way;
		end

	assign m_valid = out_q;
	assign m_head = head_q;
	assign m_last = last_q;
	assign m_data = data_q;
	assign m_way = way_q;

`ifdef FORMAL
	assign f_busy = busy_q;
	assign f_tail = tail_q;
	assign f_sel = sel_q;
`endif
endmodule

`default_nettype wire
