// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_unit: the RDMA unit with its engine: contexts and registers (rdma), the engine, and the FIFOs of its cells. Wiring only.
`default_nettype none

module rdma_unit #(
	parameter LG_SETS = 5,           // log2 of the sets of the cache: twice as many contexts of each kind are kept
	parameter LG_DEPTH = 5,          // log2 of the commands and doorbells of a page that wait
	parameter LG_STUCK = 20,         // log2 of the clocks after which a host does not answer (rdma_cells)
	parameter LG_STALE = 23          // log2 of the clocks behind which a datagram does not go on (rdma_datagram)
) (
	input  wire clk,
	input  wire rst,
	input  wire [9:0] cfg_id,        // this node
	input  wire [9:0] cfg_last,      // the last node
	input  wire [7:0] enable,        // pages of the card that are on
	output wire [7:0] busy,          // pages of which something is under way, or the unit is on
	// registers
	input  wire bus_valid,
	input  wire bus_write,
	input  wire [2:0] bus_page,
	input  wire [11:2] bus_addr,
	input  wire [31:0] bus_wdata,
	output wire bus_ready,
	output wire [31:0] bus_rdata,
	output wire [7:0] ev_cq,         // one clock, a bit for each page: an event is shown
	output wire [7:0] ev_refused,    // something was refused, or memory of a context failed
	// cells: segments (bulk) and answers (control); without a tail
	input  wire s_bulk_valid,
	output wire s_bulk_ready,
	input  wire s_bulk_head,
	input  wire s_bulk_last,
	input  wire [63:0] s_bulk_data,
	input  wire s_con_valid,
	output wire s_con_ready,
	input  wire s_con_head,
	input  wire s_con_last,
	input  wire [63:0] s_con_data,
	output wire m_bulk_valid,
	input  wire m_bulk_ready,
	output wire m_bulk_head,
	output wire m_bulk_last,
	output wire [63:0] m_bulk_data,
	output wire [1:0] m_bulk_way,    // {Y, X}
	output wire m_con_valid,
	input  wire m_con_ready,
	output wire m_con_head,
	output wire m_con_last,
	output wire [63:0] m_con_data,
	output wire [1:0] m_con_way,
	// dma_window: page, and a clock later
	input  wire s_window_hold,
	output wire m_window_ask,
	output wire [2:0] m_window_page,
	output wire [31:0] m_window_high,
	input  wire [31:0] s_window_high,
	// dma_atomic: it begins nothing; it has begun
	output wire m_atomic_hold,
	input  wire s_atomic_busy,
	// host memory
	output wire m_axi_arvalid,
	input  wire m_axi_arready,
	output wire [63:0] m_axi_araddr,
	output wire [7:0] m_axi_arlen,
	output wire [2:0] m_axi_aruser,
	input  wire m_axi_rvalid,
	output wire m_axi_rready,
	input  wire [63:0] m_axi_rdata,
	input  wire [1:0] m_axi_rresp,
	input  wire m_axi_rlast,
	output wire m_axi_awvalid,
	input  wire m_axi_awready,
	output wire [63:0] m_axi_awaddr,
	output wire [7:0] m_axi_awlen,
	output wire [2:0] m_axi_awuser,
	output wire m_axi_wvalid,
	input  wire m_axi_wready,
	output wire [63:0] m_axi_wdata,
	output wire [7:0] m_axi_wstrb,
	output wire m_axi_wlast,
	input  wire m_axi_bvalid,
	output wire m_axi_bready,
	input  wire [1:0] m_axi_bresp
);
	wire drops, refuses, turn, has_turn, ask_valid, ask_done, hold, release_n, beyond, fail, held, write, mem_valid, mem_write, out_valid, out_ready, in_valid;
	wire mem_done, mem_error, req_valid, req_ready, req_last, ans_valid, ans_ready, ans_last, sends, send_ready, answers, answer_ready;
	wire cell_head, cell_last;
	wire [7:0] on, todo, waits, strb;
	wire [4:0] ask_what;
	wire [3:0] ask_right, ask_status;
	wire [2:0] ask_page, word;
	wire [15:0] ask_number, ask_pd, ask_qp, hold_number;
	wire [4*64-1:0] ask_words;
	wire [31:0] ask_stag, ask_length, ask_piece;
	wire [63:0] ask_address, ask_bus, line_data, put_data, out_data, in_data, req_data, ans_data, cell_data;
	wire [63:3] mem_addr;
	wire [5:0] mem_words;
	wire [1:0] hold_line, cell_way;

	rdma #(.LG_SETS(LG_SETS), .LG_DEPTH(LG_DEPTH)) objects (
		.clk(clk), .rst(rst), .cfg_last(cfg_last), .enable(enable), .busy(busy), .bus_valid(bus_valid), .bus_write(bus_write),
		.bus_page(bus_page), .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_ready(bus_ready), .bus_rdata(bus_rdata), .ev_cq(ev_cq),
		.ev_refused(ev_refused), .s_window_hold(s_window_hold), .m_window_ask(m_window_ask), .m_window_page(m_window_page),
		.m_window_high(m_window_high), .s_window_high(s_window_high), .m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready),
		.m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen), .m_axi_aruser(m_axi_aruser), .m_axi_rvalid(m_axi_rvalid),
		.m_axi_rready(m_axi_rready), .m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast),
		.m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awaddr(m_axi_awaddr), .m_axi_awlen(m_axi_awlen),
		.m_axi_awuser(m_axi_awuser), .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata),
		.m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready),
		.m_axi_bresp(m_axi_bresp),
		.s_turn(turn), .m_turn(has_turn), .m_on(on), .m_todo(todo), .m_waits(waits), .s_drops(drops), .s_refuses(refuses), .s_ask_valid(ask_valid), .s_ask_what(ask_what), .s_ask_page(ask_page),
		.s_ask_number(ask_number), .s_ask_words(ask_words), .s_ask_stag(ask_stag), .s_ask_address(ask_address), .s_ask_length(ask_length),
		.s_ask_pd(ask_pd), .s_ask_qp(ask_qp), .s_ask_right(ask_right), .m_ask_done(ask_done), .m_ask_status(ask_status), .m_ask_bus(ask_bus),
		.m_ask_piece(ask_piece), .s_hold(hold), .s_hold_number(hold_number), .s_hold_line(hold_line), .s_release(release_n), .m_beyond(beyond),
		.m_fail(fail), .m_held(held), .s_word(word), .m_data(line_data), .s_write(write), .s_data(put_data), .s_mem_valid(mem_valid),
		.s_mem_write(mem_write), .s_mem_addr(mem_addr), .s_mem_words(mem_words), .s_word_valid(out_valid), .m_word_ready(out_ready),
		.s_word_data(out_data), .s_word_strb(strb), .m_word_valid(in_valid), .m_word_data(in_data), .m_mem_done(mem_done),
		.m_mem_error(mem_error));

	rdma_engine #(.LG_STALE(LG_STALE)) engine (
		.clk(clk), .rst(rst), .cfg_id(cfg_id), .cfg_last(cfg_last), .s_on(on), .s_todo(todo), .s_waits(waits), .m_drops(drops), .m_refuses(refuses), .m_turn(turn), .s_turn(has_turn),
		.m_ask_valid(ask_valid), .m_ask_what(ask_what), .m_ask_page(ask_page), .m_ask_number(ask_number), .m_ask_words(ask_words),
		.m_ask_stag(ask_stag), .m_ask_address(ask_address), .m_ask_length(ask_length), .m_ask_pd(ask_pd), .m_ask_qp(ask_qp),
		.m_ask_right(ask_right), .s_ask_done(ask_done), .s_ask_status(ask_status), .s_ask_bus(ask_bus), .s_ask_piece(ask_piece),
		.m_hold(hold), .m_hold_number(hold_number), .m_hold_line(hold_line), .m_release(release_n), .s_beyond(beyond), .s_fail(fail),
		.s_held(held), .m_word(word), .s_data(line_data), .m_write(write), .m_data(put_data), .m_mem_valid(mem_valid),
		.m_mem_write(mem_write), .m_mem_addr(mem_addr), .m_mem_words(mem_words), .m_word_valid(out_valid), .s_word_ready(out_ready),
		.m_word_data(out_data), .m_word_strb(strb), .s_word_valid(in_valid), .s_word_data(in_data), .s_mem_done(mem_done),
		.s_mem_error(mem_error), .m_atomic_hold(m_atomic_hold), .s_atomic_busy(s_atomic_busy), .s_req_valid(req_valid), .s_req_ready(req_ready), .s_req_data(req_data), .s_req_last(req_last),
		.s_ans_valid(ans_valid), .s_ans_ready(ans_ready), .s_ans_data(ans_data), .s_ans_last(ans_last), .m_req_valid(sends),
		.m_req_ready(send_ready), .m_ans_valid(answers), .m_ans_ready(answer_ready), .m_cell_head(cell_head), .m_cell_last(cell_last),
		.m_cell_data(cell_data), .m_cell_way(cell_way));

	rdma_cells #(.LG_STUCK(LG_STUCK)) bulk (.clk(clk), .rst(rst), .s_valid(s_bulk_valid), .s_ready(s_bulk_ready), .s_head(s_bulk_head), .s_last(s_bulk_last),
		.s_data(s_bulk_data), .m_in_valid(req_valid), .m_in_ready(req_ready), .m_in_last(req_last), .m_in_data(req_data), .s_out_valid(sends),
		.s_out_ready(send_ready), .s_out_head(cell_head), .s_out_last(cell_last), .s_out_data(cell_data), .s_out_way(cell_way),
		.m_valid(m_bulk_valid), .m_ready(m_bulk_ready), .m_head(m_bulk_head), .m_last(m_bulk_last), .m_data(m_bulk_data), .m_way(m_bulk_way));
	rdma_cells #(.LG_STUCK(LG_STUCK)) control (.clk(clk), .rst(rst), .s_valid(s_con_valid), .s_ready(s_con_ready), .s_head(s_con_head), .s_last(s_con_last),
		.s_data(s_con_data), .m_in_valid(ans_valid), .m_in_ready(ans_ready), .m_in_last(ans_last), .m_in_data(ans_data), .s_out_valid(answers),
		.s_out_ready(answer_ready), .s_out_head(cell_head), .s_out_last(cell_last), .s_out_data(cell_data), .s_out_way(cell_way),
		.m_valid(m_con_valid), .m_ready(m_con_ready), .m_head(m_con_head), .m_last(m_con_last), .m_data(m_con_data), .m_way(m_con_way));
endmodule

`default_nettype wire
