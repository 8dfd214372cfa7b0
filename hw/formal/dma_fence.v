// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_fence.v
// prove: induction 3
// prove: cover 12
// prove: fail 14 WRONG=1
//
// One access, chosen by the solver, among any others. While it is under way, m_closing stays set for each page that has
// closed a region since the access was asked for. Reached: a closing that ends while a younger access goes on.
//
// WRONG = 1: the claim that a closing ends only when no access at all is under way is refuted.
`default_nettype none

module dma_fence_fv #(
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst_any,
	input wire [7:0] s_close,
	input wire s_begin,
	input wire [3:0] s_end,
	input wire [3:0] s_end_phase,
	input wire pick,                 // this access is the chosen one
	input wire pick_end              // and ends with s_end[0]
);
	reg first_q = 1'b1;
	wire rst = first_q || rst_any;
	wire [7:0] m_closing;
	wire m_phase;
	(* hierconn *) wire [3:0] \dut.n0_q ;
	(* hierconn *) wire [3:0] \dut.n1_q ;
	(* hierconn *) wire [7:0] \dut.now_q ;
	(* hierconn *) wire [7:0] \dut.next_q ;

	dma_fence #(.LG_N(3)) dut (.clk(clk), .rst(rst), .s_close(s_close), .m_closing(m_closing), .s_begin(s_begin),
		.m_phase(m_phase), .s_end(s_end), .s_end_phase(s_end_phase));

	// The others, by phase
	reg [3:0] others0_q, others1_q;
	reg mine_q, phase_q;             // the chosen one is under way
	reg [7:0] since_q;               // pages that have closed since
	reg [7:0] was_q = 8'd0;          // m_closing a clock before
	wire begin_mine = s_begin && pick && !mine_q;
	wire end_mine = mine_q && pick_end;
	wire [3:0] end_other = end_mine ? s_end & 4'b1110 : s_end;
	wire [2:0] end0 = {2'd0, end_other[0] && !s_end_phase[0]} + {2'd0, end_other[1] && !s_end_phase[1]}
		+ {2'd0, end_other[2] && !s_end_phase[2]} + {2'd0, end_other[3] && !s_end_phase[3]};
	wire [2:0] end1 = {2'd0, end_other[0] && s_end_phase[0]} + {2'd0, end_other[1] && s_end_phase[1]}
		+ {2'd0, end_other[2] && s_end_phase[2]} + {2'd0, end_other[3] && s_end_phase[3]};
	wire begin0 = s_begin && !begin_mine && !m_phase, begin1 = s_begin && !begin_mine && m_phase;

	always @(posedge clk) begin
		first_q <= 1'b0;
		was_q <= rst ? 8'd0 : m_closing;
		others0_q <= rst ? 4'd0 : others0_q + {3'd0, begin0} - {1'b0, end0};
		others1_q <= rst ? 4'd0 : others1_q + {3'd0, begin1} - {1'b0, end1};
		mine_q <= !rst && (begin_mine || (mine_q && !end_mine));
		if (begin_mine)
			phase_q <= m_phase;
		since_q <= rst || !mine_q ? (begin_mine ? s_close : 8'd0) : since_q | s_close;
	end

	always @(*) begin
		assume (!end_mine || (s_end[0] && s_end_phase[0] == phase_q));
		assume ({1'b0, others0_q} >= {2'd0, end0} && {1'b0, others1_q} >= {2'd0, end1});
		assume (others0_q < 4'd6 && others1_q < 4'd6);
		if (!first_q && !rst) begin
			assert (\dut.n0_q == others0_q + {3'd0, mine_q && !phase_q});
			assert (\dut.n1_q == others1_q + {3'd0, mine_q && phase_q});
			assert (!mine_q || (since_q & ~m_closing) == 0);
			assert (!mine_q || phase_q != m_phase || (since_q & ~\dut.next_q ) == 0);
		end
		cover (!first_q && was_q != 0 && m_closing == 0 && mine_q);
		cover (!first_q && \dut.now_q != 0 && \dut.next_q != 0);
	end
	generate if (WRONG) begin : wrong
		always @(*)
			if (!first_q && !rst)
				assert ((was_q & ~m_closing) == 0 || (\dut.n0_q == 0 && \dut.n1_q == 0));
	end endgenerate
endmodule

`default_nettype wire
