// SPDX-License-Identifier: BSD-3-Clause
//
// The block RAMs of barrier.v under any symbols, bus accesses, entries and losses. A word that is read in the clock in
// which it is written is not used, so no_rw_check is right. The module works on one event at a time (assertions in
// rtl/barrier.v). Assumed: no symbol comes in the 32 clocks after reset, in which no link is up.
//
// barrier_step computes the effect of an event on a group. Here its outputs may be anything. It does not read
// `stored` where stored_fresh is 0.
//
// BROKEN = 1: the claim that no entry is ever taken is refuted, after the 32 clocks of clearing.
//
// rtl: rtl/barrier.v
// prove: induction 2
// prove: cover 40
// prove: fail 36 BROKEN=1
`default_nettype none

module barrier_fv #(
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst_any,
	input wire [1:0] cfg_dateline,
	input wire bus_valid,
	input wire bus_write,
	input wire [3:0] bus_page,
	input wire [11:2] bus_addr,
	input wire [31:0] bus_wdata,
	input wire enter_valid,
	input wire [3:0] enter_group,
	input wire s_l_valid,
	input wire [19:0] s_l_data,
	input wire s_r_valid,
	input wire [19:0] s_r_data,
	input wire idle,
	input wire [1:0] lost
);

	reg first_q = 1'b1, entered_q = 1'b0;
	wire bus_ready, enter_ready, done_valid;
	wire [31:0] bus_rdata;
	wire [3:0] done_group;
	wire [7:0] ev_barrier, ev_refused;
	wire [1:0] valid, turned;
	wire [15:0] payload;

	barrier #(.LG_REFRESH(7)) dut (
		.clk(clk), .rst(rst_any), .cfg_dateline(cfg_dateline), .bus_valid(bus_valid), .bus_write(bus_write),
		.bus_page(bus_page), .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_ready(bus_ready),
		.bus_rdata(bus_rdata), .enter_valid(enter_valid), .enter_ready(enter_ready),
		.enter_group(enter_group), .done_valid(done_valid), .done_group(done_group),
		.ev_barrier(ev_barrier), .ev_refused(ev_refused), .s_l_valid(s_l_valid), .s_l_data(s_l_data),
		.s_r_valid(s_r_valid), .s_r_data(s_r_data), .m_valid(valid), .m_turned(turned), .m_payload(payload),
		.idle(idle), .lost(lost)
	);

	always @(posedge clk) begin
		first_q <= 1'b0;
		entered_q <= enter_ready && enter_valid;
	end

	always @*
		if (first_q)
			assume (rst_any);

	always @(posedge clk)
		if (BROKEN != 0 && !first_q)
			assert (!entered_q);

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst_any) begin
			cover (done_valid);                                                              // a group is complete
			cover (ev_refused != 0);                                                         // an entry is refused
			cover (valid[0] && turned[0]);                                                   // a symbol that has turned goes left
			cover (valid[1]);                                                                // one goes right
			cover (bus_valid && !bus_ready && s_l_valid);                                    // a register waits for a symbol
		end
endmodule

module barrier_step (
	input wire sym, ent, side,
	input wire [1:0] q,
	input wire [9:0] c,
	input wire member,
	input wire [9:0] target,
	input wire own_listen, oth_listen,
	input wire [9:0] stored,
	input wire stored_fresh,
	input wire [8:0] state,
	output wire [8:0] next,
	output wire done, store, send,
	output wire [1:0] send_phase,
	output wire [9:0] send_count
);
	(* anyseq *) wire [23:0] any;
	assign {next, done, store, send, send_phase, send_count} = any;
endmodule

`default_nettype wire
