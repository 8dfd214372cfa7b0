// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/sw_input.v rtl/sw_vc.v rtl/cell_len.v rtl/cell_class.v
// prove: induction 3
// prove: induction 3 LG_SLOT=3
// prove: induction 3 STORE=1 LOOK=0
// prove: cover 14
// prove: fail 8 BROKEN=1
//
// An input of the switch with its two virtual channels, in the SPIN setting, under any cells, any refusals, and any
// grants and outputs that a switch may give. Shown for ever:
//  * No ring overflows (used <= N), and a cell that fits has a free slot.
//  * A slot that is being read, that is read next, or whose cell may still be refused is not given away.
//  * The cell memory is never read at the word that is being written, and a word of the memory of outputs that is read
//    in the clock in which it is written is not used, so no_rw_check is right for both.
//  * A refusal takes back exactly the cells that were begun and are not settled.
// The cell memory holds any values: no property depends on them.
// Assumed: a reset of two clocks; cells come whole, 17 words without a gap; the outputs behave as drawn in switch.v.
//
// BROKEN = 1: a switch that picks a channel that did not ask is found.
`default_nettype none

module sw_input_fv #(
	parameter SPIN = 1,
	parameter HEAD_WORDS = 1,
	parameter LG_SLOT = 1,
	parameter STORE = 0,
	parameter LOOK = 1,
	parameter BROKEN = 0
)
`include "formal/sw_input.vh"

	// --- SPIN: the cell being read and the one before it may be refused ---
	(* hierconn *) wire [2:0] \dut.settle.prev_q ;
	(* hierconn *) wire [2:0] \dut.settle.mask_q ;
	(* hierconn *) wire \dut.settle.prev_pop_q ;
	wire [2:0] own_q = was;
	wire [2:0] prev_q = \dut.settle.prev_q ;
	wire [1:0] prev = \dut.prev ;
	wire prevp = prev_q != 0 && \dut.settle.prev_pop_q ;
	wire [1:0] held_0 = (\dut.vc_q == 0 ? own_q[1:0] : 2'd0) | (\dut.prev_vc == 0 ? prev : 2'd0);
	wire [1:0] held_1 = (\dut.vc_q == 1 ? own_q[1:0] : 2'd0) | (\dut.prev_vc == 1 ? prev : 2'd0);
	wire [2:0] mask_0 = \dut.vc[0].mask_q , mask_1 = \dut.vc[1].mask_q ;
	wire late = word >= 5'd12 || !reading;

	always @(*)
		if (!first_q && reset_q)
			assert (prev_q == 0 && \dut.lag == 0);

	always @(*)
		if (!first_q && !rst && !reset_q) begin
			// the cell being read and the one before it
			assert (\dut.d_valid_q == reading);
			assert (prev_q == 0 || prev_q == 1 || prev_q == 2 || prev_q == 4);
			assert (\dut.settle.mask_q == 0 || prev_q != 0);
			assert (!(reading && prev_q[0]) || word <= 1);
			assert (!(reading && prev_q[1]) || word <= 2);
			assert (!(reading && prev_q[2]) || word <= 3);
			assert (!reading || (word >= 1 && word <= 17));
			assert (!reading || \dut.d_last_q == (word == 17));
			assert (reading || !\dut.d_last_q || (!\dut.pop_q && prev_q == 0));
			assert (!whole[0] || (reading && \dut.vc_q == 0 && \dut.pop_q && word <= 2));
			assert (!whole[1] || (reading && \dut.vc_q == 1 && \dut.pop_q && word <= 2));
			assert (begun_0 == (reading && \dut.pop_q && \dut.vc_q == 0) + (prevp && \dut.prev_vc == 0));
			assert (begun_1 == (reading && \dut.pop_q && \dut.vc_q == 1) + (prevp && \dut.prev_vc == 1));
			assert (begun_0 <= used_0 && begun_1 <= used_1);
			assert (!reading || \dut.slot_q == rd_eff[LG_SLOT-1:0] - \dut.pop_q );
			assert (!reading || \dut.pop_q || begun < used);
			// cells that are refused together
			assert (!(reading && \dut.vc_q == \dut.prev_vc && prev != 0) || (own_q == {1'b0, prev} && prev != 3));
			assert (!prevp || prev != 0);
			if (nxt != 0 && late && \dut.nxt_vc_q == 0) begin
				assert (!whole[0] && begun_0 < used_0);
				assert (held_0 == 0 || (nxt == {1'b0, held_0} && held_0 != 3));
			end
			if (nxt != 0 && late && \dut.nxt_vc_q == 1) begin
				assert (!whole[1] && begun_1 < used_1);
				assert (held_1 == 0 || (nxt == {1'b0, held_1} && held_1 != 3));
			end
			assert (nxt == 0 || late || word <= 3);
			assert (elig_q == 0 || nxt == 0);
			if (elig_q[0] && late) begin
				assert (!whole[0] && begun_0 < used_0);
				assert (held_0 == 0 || (mask_0 == {1'b0, held_0} && held_0 != 3));
			end
			if (elig_q[1] && late) begin
				assert (!whole[1] && begun_1 < used_1);
				assert (held_1 == 0 || (mask_1 == {1'b0, held_1} && held_1 != 3));
			end
			assert (elig_q == 0 || late || word <= 2);
			assert (!some[0] || (!whole[0] && begun_0 < used_0));
			assert (!some[1] || (!whole[1] && begun_1 < used_1));
			// beside the RAM
			assert (!\dut.cand_q || (count_q == 1 && \dut.open_q ));
			assert (reading || !\dut.cand_q || (\dut.byp_q && word == 1 && \dut.d_head_q ));
			assert (!(reading && \dut.byp_q && !\dut.d_last_q ) || (same && word == \dut.wword_q ));
			assert (!(reading && !\dut.byp_q && same) || word < \dut.wword_q );
		end

	// Reached (full rings: sw_input_native, whose cells are shorter):
	reg was_q = 1'b0;                         // a cell was held
	always @(posedge clk)
		was_q <= !rst && (was_q || used_0 != 0);
	always @(posedge clk)
		if (!first_q && !rst && !reset_q) begin
			cover (\dut.byp_q && reading);                                                   // read beside the RAM
			cover (elig_q != 0);                                                             // a channel asks
			cover (s_drop && s_valid && s_head);                                             // a cell is dropped
			cover (nack != 0 && reading);                                                    // refused while it is read
		end
endmodule

`default_nettype wire
