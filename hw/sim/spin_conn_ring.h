// SPDX-License-Identifier: BSD-3-Clause
//
// A ring of spin_conn for its bench: the cells, a node with its host's memory, which is slow at
// random, and a network that keeps the order of each pair of nodes and nothing else. A node
// compares every byte, status and length with those of message().

#ifndef RD_HW_SIM_SPIN_CONN_RING_H
#define RD_HW_SIM_SPIN_CONN_RING_H

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "Vtop.h"
#include "sim.h"
#include "btl_fpga/ring_nic_regs.h"

typedef std::vector<uint8_t> Bytes;

static const unsigned DATA = RN_SPIN_CELL_TYPE_DATA, BCAST = RN_SPIN_CELL_TYPE_BCAST, REQ = RN_SPIN_CELL_TYPE_REQ;
static const unsigned REPLY = RN_SPIN_CELL_TYPE_REPLY, ENTER = RN_SPIN_CELL_TYPE_BARRIER;
static const unsigned CHECK = 0x52d3; // as in spin_parse
static const unsigned NONE = RN_SPIN_STATUS_NONE, OK = RN_SPIN_STATUS_OK;

struct Cell {
	uint16_t w[17];
	uint64_t at = 0; // clock from which it can arrive
	bool bad = false;

	unsigned type() const { return w[0] >> 12 & 7; }
	unsigned dest() const { return w[0] >> 2 & 1023; }
	unsigned spare() const { return w[0] & 3; }
};

inline Cell control(unsigned type, unsigned spare, unsigned dest, unsigned tag, unsigned id, uint32_t arg)
{
	Cell c;

	memset(c.w, 0, sizeof c.w);
	c.w[0] = type << 12 | dest << 2 | spare;
	c.w[1] = tag << 10 | id;
	c.w[2] = uint16_t(arg);
	c.w[3] = arg >> 16;
	c.w[16] = c.w[1] ^ c.w[2] ^ c.w[3] ^ CHECK ^ (type << 2 | spare);
	return c;
}

inline Bytes message(uint64_t key, uint32_t len)
{
	sim::Rng rng(key * 2654435761u + len);
	Bytes b(len);

	for (auto &x : b)
		x = uint8_t(rng.next() >> 40);
	return b;
}

struct Node {
	sim::Clocked<Vtop> m;
	sim::Rng rng;
	unsigned id = 0, last = 0;
	unsigned slow = 4; // of 8: how often streams wait

	// Host memory, as fetch and store see it.
	Bytes out, in;
	uint32_t out_cells = 0, out_made = 0, out_granted = 0, out_words = 0;
	bool out_run = false, out_error = false, want_error = false;
	uint32_t in_len = 0;
	bool in_run = false, in_error = false, want_in_error = false;

	// Cells.
	std::deque<Cell> from[1025]; // not arrived yet, by source; the last: made by the bench
	Cell now;
	int now_at = -1; // word of it
	Cell sending;
	int sent_words = 0;
	unsigned cells = 0; // sent

	unsigned strays = 0, stucks = 0, queued = 0, send_dones = 0, recv_dones = 0, coll_dones = 0;
	unsigned deaf = 0; // the switch takes nothing

	explicit Node(uint64_t seed) : rng(seed) {}

	void start(unsigned i, unsigned n, uint32_t timeout = 0)
	{
		id = i;
		last = n - 1;
		m->cfg_id = id;
		m->cfg_last = last;
		m->cfg_bcast_en = n > 2 ? 3 : 1;
		m->cfg_timeout = timeout;
		m.reset();
		m->load = 1;
		m.tick();
		m->load = 0;
	}
	void send(unsigned dest, const Bytes &b, bool bcast = false)
	{
		out = b;
		m->send_go = 1;
		m->send_go_bcast = bcast;
		m->send_go_dest = dest;
		m->send_go_len = uint32_t(b.size());
	}
	void recv(unsigned src, uint32_t room, bool bcast = false, bool any = false)
	{
		in.clear();
		m->recv_go = 1;
		m->recv_go_bcast = bcast;
		m->recv_go_any = any;
		m->recv_go_src = src;
		m->recv_go_len = room;
	}
	void barrier() { m->coll_go = 1; }

	void inputs(uint64_t clock)
	{
		m->m_loc_ready = !deaf && !rng.chance(slow, 8);
		m->m_store_ready = !rng.chance(slow, 8);
		if (out_run && out_made < out_cells && !rng.chance(slow, 8)) {
			out_made++;
			if (want_error && out_made > out_cells / 2) {
				out_error = true;
				out_made--;
			}
		}
		m->fetch_cell = out_made > out_granted;
		m->fetch_idle = !out_run;
		m->fetch_error = out_error;
		m->s_fetch_valid = out_words < 16 * out_granted;
		m->s_fetch_data = word(out_words);
		m->store_idle = !in_run;
		m->store_error = in_error;
		arrive(clock);
		m->s_loc_valid = now_at >= 0 && !rng.chance(slow, 8);
		m->s_loc_head = now_at == 0;
		m->s_loc_last = now_at == 16;
		m->s_loc_bad = now.bad && now_at == 16;
		m->s_loc_data = now_at >= 0 ? now.w[now_at] : 0;
	}
	uint16_t word(uint32_t i) const
	{
		uint16_t lo = 2 * i < out.size() ? out[2 * i] : 0, hi = 2 * i + 1 < out.size() ? out[2 * i + 1] : 0;

		return uint16_t(hi << 8 | lo);
	}
	void arrive(uint64_t clock)
	{
		if (now_at >= 0)
			return;
		unsigned first = rng.below(last + 2);
		for (unsigned k = 0; k < last + 2; k++) {
			unsigned i = (first + k) % (last + 2);
			auto &q = from[i == last + 1 ? 1024 : i];

			if (q.empty() || q.front().at > clock)
				continue;
			now = q.front();
			q.pop_front();
			now_at = 0;
			return;
		}
	}
	// One clock: the handshakes that the inputs make, then the edge. True: a cell was sent.
	bool step()
	{
		bool whole = false;

		m.settle();
		if (m->m_loc_valid && m->m_loc_ready)
			whole = out_word();
		bool fetched = m->s_fetch_ready && m->s_fetch_valid, granted = m->fetch_take;
		bool stored = m->m_store_valid && m->m_store_ready, moved = m->s_loc_valid && m->s_loc_ready;
		bool fetch_go = m->fetch_go, store_go = m->store_go, fetch_stop = m->fetch_stop, store_stop = m->store_stop;
		uint16_t data = m->m_store_data;
		uint32_t len = m->store_len;
		send_dones += m->send_done;
		recv_dones += m->recv_done;
		coll_dones += m->coll_done;
		strays += m->stray;
		stucks += m->stuck;
		queued += m->queued;
		m.tick();
		m->send_go = m->recv_go = m->coll_go = m->load = m->load_seq = 0;
		m->send_halt = m->recv_halt = m->recv_cancel = m->coll_halt = 0;
		memory_out(fetch_go, fetch_stop, fetched, granted);
		memory_in(store_go, store_stop, stored, data, len);
		if (moved && ++now_at == 17)
			now_at = -1;
		return whole;
	}
	void memory_out(bool go, bool stop, bool fetched, bool granted)
	{
		out_words += fetched;
		out_granted += granted;
		sim::expect(out_granted <= out_made, "a granted cell is there");
		if (go) {
			sim::expect(!out_run, "fetch is idle when it starts");
			out_cells = uint32_t((out.size() + 31) / 32);
			out_made = out_granted = out_words = 0;
			out_run = true;
			out_error = false;
		} else if (out_run && (stop || out_words == 16 * out_cells) && rng.chance(1, 4)) {
			sim::expect(!stop || out_words == 16 * out_granted, "granted cells are out before a stop");
			out_run = false;
			out_made = out_granted;
		}
	}
	void memory_in(bool go, bool stop, bool stored, uint16_t data, uint32_t len)
	{
		for (int i = 0; stored && i < 2; i++)
			if (in.size() < in_len)
				in.push_back(uint8_t(data >> 8 * i));
		if (go) {
			sim::expect(!in_run, "store is idle when it starts");
			in_len = len;
			in.clear();
			in_run = true;
			in_error = want_in_error;
		} else if (in_run && (stop || in.size() == in_len) && rng.chance(1, 4)) {
			in_run = false;
		}
	}
	bool out_word()
	{
		sim::expect(bool(m->m_loc_head) == (sent_words == 0), "head is the first word");
		sim::expect(bool(m->m_loc_last) == (sent_words == 16), "last is the 17th word");
		sending.w[sent_words++] = m->m_loc_data;
		if (sent_words == 1)
			way_check();
		if (sent_words < 17)
			return false;
		sent_words = 0;
		cells++;
		return true;
	}
	void way_check()
	{
		unsigned ahead = (sending.dest() + last + 1 - id) % (last + 1);
		bool x = 2 * ahead < last + 1 || (2 * ahead == last + 1 && id % 2 == 0);
		unsigned way = sending.type() == BCAST ? m->cfg_bcast_en : x ? 1 : 2;

		sim::expect(m->m_loc_way == way, "way of node %u to %u in %u is %u", id, sending.dest(), last + 1, way);
	}
};

struct Ring {
	std::vector<std::unique_ptr<Node>> node;
	sim::Rng rng;
	uint64_t clock = 0;
	unsigned delay = 60; // clocks, at most
	std::vector<bool> cut; // nothing comes from it

	Ring(unsigned n, uint64_t seed, uint32_t timeout = 0) : rng(seed), cut(n)
	{
		for (unsigned i = 0; i < n; i++) {
			node.emplace_back(new Node(seed * 977 + i));
			node[i]->start(i, n, timeout);
		}
	}
	Node &operator[](unsigned i) { return *node[i]; }
	unsigned n() const { return unsigned(node.size()); }

	void deliver(unsigned src, Cell c)
	{
		c.at = clock + 5 + rng.below(delay);
		if (cut[src])
			return;
		for (unsigned i = 0; i < n(); i++) {
			if (c.type() != BCAST ? i != c.dest() : i == src)
				continue;
			auto &q = node[i]->from[src];

			if (!q.empty())
				c.at = std::max(c.at, q.back().at);
			q.push_back(c);
		}
	}
	void step()
	{
		for (unsigned i = 0; i < n(); i++) {
			node[i]->inputs(clock);
			if (node[i]->step())
				deliver(i, node[i]->sending);
		}
		clock++;
	}
	bool idle()
	{
		for (auto &x : node)
			if (x->m->send_busy || x->m->recv_busy || x->m->coll_busy || x->now_at >= 0)
				return false;
		return true;
	}
	// Runs until no node is busy; false: not within `most` clocks.
	bool settle(uint64_t most)
	{
		uint64_t end = clock + most;

		do
			step();
		while (!idle() && clock < end);
		return idle();
	}
	unsigned strays() const
	{
		unsigned sum = 0;

		for (auto &x : node)
			sum += x->strays;
		return sum;
	}
};

#endif
