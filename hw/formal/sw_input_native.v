// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/sw_input.v rtl/sw_vc.v rtl/cell_len.v rtl/cell_class.v
// prove: induction 3 HEAD_WORDS=2
// prove: induction 3 LG_SLOT=2
// prove: cover 14
// prove: fail 10 BROKEN=1
//
// As sw_input.v, in the native setting: cells of four lengths with a head of one or two words, which may wait at any
// word, before the RAM and behind it, and may be bad; outputs that stop at any time. Shown for ever: the properties of
// sw_input.v of this folder, without refusals; and a reader of a cell that is still being written stays behind the
// writer. Assumed besides: a head is read from the RAM as it was written (its slot was not given away since, and it was
// not read in the clock in which it was written: both are shown here).
//
// BROKEN = 1: a switch that picks a channel that did not ask is found.
`default_nettype none

module sw_input_native_fv #(
	parameter SPIN = 0,
	parameter HEAD_WORDS = 1,
	parameter LG_SLOT = 1,
	parameter STORE = 0,
	parameter LOOK = 1,
	parameter BROKEN = 0
)
`include "formal/sw_input.vh"

	// --- native: words may wait; the reader follows the writer ---
	// The length of each cell that is held, as its head said.
	reg [1:0] lens [0:2*N-1];
	always @(posedge clk)
		if (\dut.fits )
			lens[{s_data[15], s_data[15] ? \dut.wr_slot [LG_SLOT +: LG_SLOT] : \dut.wr_slot [0 +: LG_SLOT]}] <= s_data[1:0];
	wire [1:0] mine = lens[{\dut.vc_q , \dut.slot_q }];
	wire [4:0] total = HEAD_WORDS[4:0] + (mine == 2'd0 ? 5'd17 : mine == 2'd1 ? 5'd9 : mine == 2'd2 ? 5'd5 : 5'd2);
	wire [2:0] sent = \dut.vc_q ? \dut.vc[1].ring.done_q | \dut.vc[1].ring.part_q
		: \dut.vc[0].ring.done_q | \dut.vc[0].ring.part_q ;

	always @(*) begin
		// The RAM gives the word that was written: the slot was not given away since (below).
		if (reading && \dut.d_head_q && !\dut.d_byp_q )
			assume (\dut.ram_data_q [1:0] == mine);
		if (!first_q && !rst && !reset_q) begin
			assert (begun_0 == (reading && \dut.pop_q && \dut.vc_q == 0));
			assert (begun_1 == (reading && \dut.pop_q && \dut.vc_q == 1));
			assert (begun_0 <= used_0 && begun_1 <= used_1);
			assert (!whole[0] || (reading && \dut.vc_q == 0 && \dut.pop_q && word <= 2));
			assert (!whole[1] || (reading && \dut.vc_q == 1 && \dut.pop_q && word <= 2));
			assert (!reading || \dut.slot_q == rd_eff[LG_SLOT-1:0] - \dut.pop_q );
			assert (!reading || \dut.pop_q || (begun < used && sent != 0));
			if (nxt != 0)
				assert (\dut.nxt_vc_q ? !whole[1] && begun_1 < used_1 : !whole[0] && begun_0 < used_0);
			assert (elig_q == 0 || nxt == 0);
			assert (!elig_q[0] || (!whole[0] && begun_0 < used_0));
			assert (!elig_q[1] || (!whole[1] && begun_1 < used_1));
			assert (!some[0] || (!whole[0] && begun_0 < used_0));
			assert (!some[1] || (!whole[1] && begun_1 < used_1));
			// lengths
			assert (!\dut.open_q || lens[{\dut.wvc_q , \dut.wslot_q }] == len_q);
			assert (!(\dut.cand_q && !reading) || \dut.byp_data_q [1:0] == len_q);
			assert (!(reading && \dut.d_head_q && \dut.d_byp_q && \dut.d_valid_q ) || \dut.byp_data_q [1:0] == mine);
			assert (!reading || \dut.d_head_q || \dut.len_q == mine);
			assert (!reading || !\dut.d_head_q || \dut.d_valid_q || \dut.len_q == mine);
			assert (!reading || \dut.d_head_q == (word == 1));
			assert (!reading || (word >= 1 && word <= total && \dut.d_last_q == (word == total)));
			assert (!\dut.d_last_q || (reading && \dut.d_valid_q ));
			assert (!(reading && \dut.d_last_q && same));
			// beside the RAM, and behind the writer
			assert (!\dut.cand_q || (count_q == 1 && \dut.open_q ));
			assert (reading || !\dut.cand_q || (\dut.byp_q && word == 1 && \dut.d_head_q && \dut.d_byp_q && \dut.follow_q ));
			assert (!(reading && \dut.byp_q && !\dut.d_last_q ) || (same && \dut.follow_q && word == \dut.wword_q ));
			assert (!(reading && !\dut.byp_q && same) || (\dut.follow_q && word <= \dut.wword_q ));
		end
	end

	// Reached:
	reg was_q = 1'b0;                         // a cell was held
	always @(posedge clk)
		was_q <= !rst && (was_q || used_0 != 0);
	always @(posedge clk)
		if (!first_q && !rst && !reset_q) begin
			cover (used_0 == N);                                                             // full
			cover (room != 2'b11);                                                           // no room in a channel
			cover (\dut.byp_q && reading);                                                   // read beside the RAM
			cover (elig_q == 2'b11);                                                         // both channels ask
			cover (s_drop && s_valid && s_head);                                             // a cell is dropped
			cover (nxt != 0 && reading);                                                     // the next output is known while one is read
			cover (used_0 == 0 && used_1 == 0 && was_q);                                     // emptied
			cover (same && reading);                                                         // the reader follows the writer
		end
endmodule

`default_nettype wire
