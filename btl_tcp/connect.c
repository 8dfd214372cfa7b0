/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Connecting to a peer: its published addresses are tried in order of promise. An address that has
 * not led to a connection after stagger_ns is joined by the next, and its attempt continues. When
 * all have failed a new round begins, until the time-out.
 *
 * After a loss the address that led to the peer before is tried first. If it refuses repeatedly the
 * process has ended; the other addresses need not be waited for then.
 *
 * An address that accepts and then remains silent is waited for without limit: the peer may be
 * computing outside MPI. That is logged once.
 */
#include "btl_tcp/tcp_impl.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "runtime/job.h"
#include "runtime/wait.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rd_tcp_attempt {
	struct rd_list link; /* rd_tcp.setup.attempts */
	struct rd_tcp_ep *ep;
	uint8_t key[RD_TCP_KEY_B];
	struct rd_tcp_addrs cands;
	int *errs;         /* [cands.n] errno of the last attempt, 0: none has failed */
	int next;          /* address to try next; cands.n: all are in progress or failed */
	int live;          /* attempts in progress */
	int rounds;        /* completed */
	int again, known;  /* a connection was lost; it used the first address */
	int told, settled; /* silence was logged; the peer has chosen another connection */
	uint64_t start_ns, next_ns; /* next_ns: time of the attempt to `next`, or of the log of
				     * silence */
};

/* "10.0.0.2:4711 (Connection refused), 10.1.0.2:4711 (Connection timed out)" */
static void list_attempts(const struct rd_tcp_attempt *d, char *buf, size_t max)
{
	size_t at = 0;

	*buf = 0;
	for (int i = 0; i < d->cands.n && at < max; i++) {
		char text[RD_TCP_TEXT_B];

		rd_tcp_address_text(&d->cands.at[i], text, sizeof(text));
		at += (size_t)snprintf(buf + at, max - at, "%s%s (%s)", i ? ", " : "", text,
				       d->errs[i] ? strerror(d->errs[i]) : "no answer");
	}
	if (!d->cands.n)
		snprintf(buf, max, "nothing, as it has published no address that is of use here");
}

/* rd_tcp.setup.attempt_ns is never later than the first deadline. */
static void set_due(struct rd_tcp_attempt *d, uint64_t at_ns)
{
	d->next_ns = at_ns;
	if (!rd_tcp.setup.attempt_ns || at_ns < rd_tcp.setup.attempt_ns)
		rd_tcp.setup.attempt_ns = rd_max(at_ns, UINT64_C(1));
}

static void give_up(struct rd_tcp_attempt *d)
{
	char tried[1024];

	list_attempts(d, tried, sizeof(tried));
	rd_tcp_ep_unreachable(d->ep, tried);
}

static int all_refused(const struct rd_tcp_attempt *d)
{
	if (d->known && d->errs[0] == ECONNREFUSED)
		return 1;
	for (int i = 0; i < d->cands.n; i++)
		if (d->errs[i] != ECONNREFUSED)
			return 0;
	return d->cands.n > 0;
}

static int is_gone(const struct rd_tcp_attempt *d)
{
	int far = !d->again && !rd_job_is_local(d->ep->base.rank);

	return all_refused(d) && d->rounds >= (far ? rd_wait_table.connection.refused_rounds_far
						   : rd_wait_table.connection.refused_rounds);
}

/* Half of the time-out passed before a silent connection was given up (endpoint.c); one that was
 * reset or closed worked until then. */
static uint64_t patience_ns(const struct rd_tcp_attempt *d)
{
	int err = d->ep->conn.lost_err;
	int was_silent = d->again && err && err != ECONNRESET && err != EPIPE;

	return was_silent ? rd_tcp.timeout_ns / 2 : rd_tcp.timeout_ns;
}

/* This process has no descriptor for a connection. */
static int lacks_descriptors(const struct rd_tcp_attempt *d)
{
	for (int i = 0; i < d->cands.n; i++)
		if (d->errs[i] == EMFILE || d->errs[i] == ENFILE)
			return 1;
	return 0;
}

/* A lack of descriptors is not the peer's fault, and this process may close some. */
static void end_round(struct rd_tcp_attempt *d, uint64_t now_ns)
{
	d->rounds++;
	if (lacks_descriptors(d)) {
		char who[512];

		snprintf(who, sizeof(who), "no connection to rank %d on %s", d->ep->base.rank,
			 rd_job_host(d->ep->base.rank));
		rd_tcp_no_descriptors(who);
		d->start_ns = now_ns;
	}
	if (now_ns - d->start_ns > patience_ns(d) || is_gone(d)) {
		give_up(d);
		return;
	}
	set_due(d, now_ns + (rd_wait_table.connection.round_ns << rd_min(d->rounds - 1, 5)));
	d->next = d->settled = 0;
}

static void complain(struct rd_tcp_attempt *d, uint64_t now_ns)
{
	char tried[1024];

	set_due(d, now_ns + rd_wait_table.connection.silent_ns);
	if (d->told || now_ns - d->start_ns < rd_wait_table.connection.silent_ns)
		return;
	d->told = 1;
	list_attempts(d, tried, sizeof(tried));
	rd_warn("tcp: rank %d on %s has not answered for %d s at %s: it has not called MPI since, "
		"or the port belongs to another program",
		d->ep->base.rank, rd_job_host(d->ep->base.rank),
		(int)((now_ns - d->start_ns) / 1000000000u), tried);
}

/* Does the steps that are due. The connect attempt may be freed afterwards. */
static void step(struct rd_tcp_attempt *d, uint64_t now_ns)
{
	while (d->next < d->cands.n && now_ns >= d->next_ns) {
		int cand = d->next++;

		set_due(d, now_ns + rd_wait_table.connection.stagger_ns);
		d->live++;
		rd_tcp_handshake_connect(d->ep, cand, &d->cands.at[cand]);
	}
	if (now_ns < d->next_ns)
		return;
	if (d->live)
		complain(d, now_ns);
	else
		end_round(d, now_ns);
}

/* Makes the next address due at once. step() tries it, so that no callback is called from here. */
void rd_tcp_attempt_failed(struct rd_tcp_ep *ep, int cand, int err)
{
	struct rd_tcp_attempt *d = ep->attempt;

	if (!d)
		return;
	d->live--;
	d->errs[cand] = err;
	if (d->known && !cand && err == ECONNREFUSED)
		d->next = d->cands.n; /* skips the rest of this round */
	if (d->next < d->cands.n || !d->live)
		set_due(d, 0);
}

void rd_tcp_attempt_settled(struct rd_tcp_ep *ep)
{
	if (!ep->attempt)
		return;
	ep->attempt->settled = 1;
	ep->attempt->next = ep->attempt->cands.n;
}

const uint8_t *rd_tcp_attempt_key(const struct rd_tcp_ep *ep)
{
	return ep->attempt->key;
}

static int make(struct rd_tcp_ep *ep, const uint8_t key[RD_TCP_KEY_B], struct rd_tcp_addrs *cands,
		struct rd_tcp_attempt **out)
{
	struct rd_tcp_attempt *d = calloc(1, sizeof(*d));
	int *errs = calloc((size_t)cands->n + 1, sizeof(*errs));

	if (!d || !errs) {
		free(d);
		free(errs);
		return RD_ENOMEM;
	}
	d->ep = ep;
	d->errs = errs;
	d->cands = *cands;
	memcpy(d->key, key, RD_TCP_KEY_B);
	d->start_ns = rd_clock_ns();
	ep->attempt = d;
	rd_list_append(&rd_tcp.setup.attempts, &d->link);
	*out = d;
	return 0;
}

/* Takes over cands->at, unless it returns an error. */
int rd_tcp_attempt_start(struct rd_tcp_ep *ep, const uint8_t key[RD_TCP_KEY_B],
			 struct rd_tcp_addrs *cands)
{
	struct rd_tcp_attempt *d;
	int err = make(ep, key, cands, &d);

	if (!err)
		step(d, d->start_ns);
	return err;
}

static int same_host(const struct rd_tcp_addr *a, const struct rd_tcp_addr *b)
{
	return a->family == b->family && a->scope == b->scope &&
	       !memcmp(a->ip, b->ip, sizeof(a->ip));
}

/* Moves the address of the lost connection to the front; 0 if it is not among them. */
static int put_first(struct rd_tcp_addrs *cands, const struct rd_tcp_addr *known)
{
	for (int i = 0; i < cands->n; i++) {
		struct rd_tcp_addr a = cands->at[i];

		if (!same_host(&a, known))
			continue;
		memmove(cands->at + 1, cands->at, (size_t)i * sizeof(a));
		cands->at[0] = a;
		return 1;
	}
	return 0;
}

/* The peer's published record; none is no error: the peer may connect to us. */
static void published(const struct rd_tcp_ep *ep, uint8_t key[RD_TCP_KEY_B],
		      struct rd_tcp_addrs *cands)
{
	const void *addr;
	size_t len;

	*cands = (struct rd_tcp_addrs){NULL, 0};
	if (!rd_btl_up_address(&ep->base, &addr, &len))
		rd_tcp_address_of_peer(ep->base.rank, addr, len, key, cands);
}

int rd_tcp_attempt_again(struct rd_tcp_ep *ep)
{
	uint8_t key[RD_TCP_KEY_B] = {0};
	struct rd_tcp_addrs cands;
	struct rd_tcp_attempt *d;
	uint64_t now_ns = rd_clock_ns(), at_ns;
	int err, known;

	published(ep, key, &cands);
	known = put_first(&cands, &ep->conn.remote);
	err = make(ep, key, &cands, &d);
	if (err) {
		free(cands.at);
		return err;
	}
	d->again = 1;
	d->known = known;
	at_ns = now_ns;
	if (rd_job.rank > ep->base.rank)
		at_ns += rd_wait_table.connection.higher_ns;
	if (ep->conn.vain)
		at_ns += rd_wait_table.connection.in_vain_ns;
	set_due(d, at_ns);
	return 0;
}

void rd_tcp_attempt_end(struct rd_tcp_ep *ep)
{
	struct rd_tcp_attempt *d = ep->attempt;

	if (!d)
		return;
	ep->attempt = NULL;
	rd_list_remove(&d->link);
	free(d->cands.at);
	free(d->errs);
	free(d);
}

void rd_tcp_attempt_tick(uint64_t now_ns)
{
	struct rd_list *l, *save;

	if (!rd_tcp.setup.attempt_ns || now_ns < rd_tcp.setup.attempt_ns)
		return;
	rd_tcp.setup.attempt_ns = 0;
	rd_list_for_safe (l, save, &rd_tcp.setup.attempts) {
		struct rd_tcp_attempt *d = rd_container(l, struct rd_tcp_attempt, link);

		if (now_ns < d->next_ns)
			set_due(d, d->next_ns);
		else
			step(d, now_ns); /* d may be freed */
	}
}

void rd_tcp_attempt_describe(const struct rd_tcp_ep *ep, char *buf, size_t max)
{
	char text[RD_TCP_TEXT_B];

	if (!ep->attempt->cands.n) {
		snprintf(buf, max, "rank %d (waiting for it to connect)", ep->base.rank);
		return;
	}
	rd_tcp_address_text(&ep->attempt->cands.at[0], text, sizeof(text));
	snprintf(buf, max, "%s (connecting)", text);
}
