// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_serve.v
// memories: registers
// prove: induction 3
// prove: induction 3 LG_N=2
// prove: cover 19
// prove: cover 27 LG_N=2
// prove: fail 12 WRONG=1
//
// The invariants of dma_serve.v for two and for four places (the lowest bits of the stream), for one request, any. The
// number of a place is only compared and used as an address, so more places bring no other case. Assumed of dma_place: a
// request stays from its look to its end, and is queued only if its place was free; of the channel: it ends or yields while it
// has a descriptor, and a turn that is over stays so until it is taken; of dma_send: a cell is freed after it was taken.
//
// WRONG = 1: the claim that a place is never found taken is refuted.
`default_nettype none

module dma_serve_fv #(
	parameter LG_N = 1,
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst_any,
	input wire [7:0] enable,
	input wire s_look,
	input wire [9:0] s_node,
	input wire [2:0] s_sender,
	input wire [2:0] s_stream,
	input wire s_valid,
	input wire [3:0] s_epoch,
	input wire [5:0] s_region,
	input wire [39:0] s_offset,
	input wire [20:0] s_length,
	input wire [31:0] s_key,
	input wire [3:0] s_status,
	input wire [129:0] s_atomic,
	input wire s_atomic_done,
	input wire [3:0] s_atomic_status,
	input wire s_done,
	input wire [3:0] s_done_status,
	input wire s_yield,
	input wire [39:0] s_rest_offset,
	input wire [20:0] s_rest_length,
	input wire s_job,
	input wire s_freed
);
	reg first_q = 1'b1;
	wire rst = first_q || rst_any;
	wire m_taken, m_grant, m_word, m_wanted, m_yield, m_job;
	wire [7:0] busy;
	wire [2:0] m_page, m_word_n;
	wire [63:0] m_word_data, m_job_head;
	wire [31:0] m_key;
	wire [1:0] m_job_way;
	wire m_atomic, m_swap, m_job_has_first;
	wire [63:0] m_arg, m_cmp;
	wire [5:0] m_region;
	wire [39:0] m_offset;
	(* hierconn *) wire [3:0] \dut.state_q ;

	dma_serve #(.LG_N(LG_N)) dut (.clk(clk), .rst(rst), .cfg_id(10'd1), .cfg_last(10'd3), .enable(enable), .busy(busy),
		.s_look(s_look), .s_node(s_node), .s_sender(s_sender), .s_stream(s_stream), .m_taken(m_taken), .s_valid(s_valid),
		.s_epoch(s_epoch), .s_region(s_region), .s_offset(s_offset), .s_length(s_length), .s_key(s_key), .s_status(s_status),
		.s_atomic(s_atomic), .m_atomic(m_atomic), .m_swap(m_swap), .m_arg(m_arg), .m_cmp(m_cmp), .m_region(m_region),
		.m_offset(m_offset), .s_atomic_done(s_atomic_done), .s_atomic_status(s_atomic_status), .m_job_has_first(m_job_has_first),
		.m_grant(m_grant), .m_page(m_page), .m_word(m_word), .m_word_n(m_word_n), .m_word_data(m_word_data), .m_key(m_key),
		.m_wanted(m_wanted), .s_done(s_done), .s_done_status(s_done_status), .s_yield(s_yield), .m_yield(m_yield),
		.s_rest_offset(s_rest_offset), .s_rest_length(s_rest_length), .m_job(m_job), .s_job(s_job), .m_job_head(m_job_head),
		.m_job_way(m_job_way), .s_freed(s_freed));

	// A request was looked at, and not queued yet.
	reg asks_q = 1'b0;
	reg [15:0] who_q;
	reg yields_q = 1'b0;
	wire [3:0] state = \dut.state_q ;
	localparam [3:0] RUN = 4, PUT = 5, SENT = 7;

	always @(posedge clk) begin
		first_q <= 1'b0;
		asks_q <= !rst && (s_look || (asks_q && !s_valid));
		if (s_look)
			who_q <= {s_node, s_sender, s_stream};
		yields_q <= !rst && s_yield && !m_yield;
	end

	always @(*) begin
		assume (!s_valid || (asks_q && !m_taken && who_q == {s_node, s_sender, s_stream}));
		assume (!(s_look && s_valid));
		assume (!s_done || (state == RUN && !s_yield));
		assume (!s_yield || state == RUN || state == PUT);
		assume (!yields_q || s_yield);
		assume (!s_freed || state == SENT);
		if (!first_q) begin
			assert (!yields_q || state == PUT);
			assert (state != PUT || yields_q);
			if (WRONG)
				assert (!(asks_q && m_taken));
		end
	end

	// A place that was free when it was looked at stays free until its request is queued.
	(* hierconn *) wire [(1<<LG_N)-1:0] \dut.f_used ;
	(* hierconn *) wire \dut.wiped ;
	wire [15:0] asker = {1'b0, who_q[15:3], who_q[1:0]};
	always @(*)
		if (!first_q && asks_q && !m_taken)
			assert (!\dut.f_used [asker[LG_N-1:0]] && \dut.wiped );
endmodule

`default_nettype wire
