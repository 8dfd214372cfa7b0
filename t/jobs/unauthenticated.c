/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Not a job: an unauthenticated peer that connects to the ports of one. COUNT connections to the
 * ports FIRST to LAST of this host, PER_SECOND of them (0: as many as possible), or until the file
 * STOP exists: silent ones that are kept open, rubbish, a greeting without a proof, half of one,
 * and, where this process may capture the packets of others (CAP_NET_RAW), greetings of the job's
 * own processes sent once more. Prints how many were accepted, how many of these were replayed
 * greetings, how many bytes those got, and how many the others.
 *
 *     unauthenticated FIRST LAST COUNT PER_SECOND STOP
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <net/ethernet.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { KEPT = 300, HELO_B = 96, RECORDS = 8 };
enum kind { SILENT, RUBBISH, UNPROVEN, HALF, REPLAYED, KINDS };

static int first, last, ear = -1;
static long taken, replays, got[2]; /* bytes: [1] of replays */

static struct {
	int fd, replayed;
} kept[KEPT]; /* the oldest comes next */
static int next_kept;

/* Greetings that were captured, and the ports that they were sent to. */
static struct {
	uint16_t port;
	uint8_t helo[HELO_B];
} record[RECORDS];
static int nrecords, next_record;

/* ---- Listening ---- */

/* Only packets of the length of a greeting are captured; the filter drops the copies of all
 * others. */
static void listen_in(void)
{
	struct sock_filter program[] = {
		BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 2), /* length, RFC 791 3.1 */
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 20 + 32 + HELO_B, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, 0),
		BPF_STMT(BPF_RET | BPF_K, 2048),
	};
	struct sock_fprog filter = {sizeof(program) / sizeof(*program), program};

	ear = socket(AF_PACKET, SOCK_DGRAM | SOCK_NONBLOCK, htons(ETH_P_IP));
	if (ear >= 0)
		setsockopt(ear, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof(filter));
}

/* 1: the captured greeting is one that this program sent itself. */
static int is_own(const uint8_t *helo)
{
	return helo[HELO_B - 1] == 0x55 && helo[HELO_B - 2] == 0x55;
}

static void note(const uint8_t *packet, size_t len)
{
	size_t head = (size_t)(packet[0] & 15) * 4, more;
	uint16_t port;

	if (len < head + 20 || packet[9] != IPPROTO_TCP)
		return;
	port = (uint16_t)(packet[head + 2] << 8 | packet[head + 3]);
	more = (size_t)(packet[head + 12] >> 4) * 4;
	if (port < first || port > last || len != head + more + HELO_B ||
	    memcmp(packet + head + more, "RONDOtcp", 8) || is_own(packet + head + more))
		return;
	for (int i = 0; i < nrecords; i++)
		if (!memcmp(record[i].helo, packet + head + more, HELO_B))
			return;
	record[next_record].port = port;
	memcpy(record[next_record].helo, packet + head + more, HELO_B);
	next_record = (next_record + 1) % RECORDS;
	nrecords += nrecords < RECORDS;
}

static void hear(void)
{
	uint8_t packet[2048];
	ssize_t n;

	while (ear >= 0 && (n = recv(ear, packet, sizeof(packet), MSG_DONTWAIT)) > 0)
		if (n >= 20)
			note(packet, (size_t)n);
}

/* ---- Speaking ---- */

static uint8_t rubbish[4096];

static void fill(uint8_t *bytes, size_t len)
{
	memcpy(bytes, rubbish + (size_t)random() % (sizeof(rubbish) - len), len);
}

/* The first message of an unauthenticated peer; returns how many bytes. */
static size_t words(enum kind kind, uint8_t bytes[200])
{
	static const uint32_t order = 0x01020304, version = 3;

	if (kind == SILENT)
		return 0;
	if (kind == REPLAYED) {
		memcpy(bytes, record[taken % nrecords].helo, HELO_B);
		return HELO_B;
	}
	fill(bytes, 200);
	if (kind == RUBBISH)
		return 200;
	memcpy(bytes, "RONDOtcp", 8);
	memcpy(bytes + 8, &order, 4);
	memcpy(bytes + 12, &version, 4);
	memset(bytes + HELO_B - 2, 0x55, 2);
	return kind == HALF ? 38 : HELO_B;
}

static void part(int i)
{
	static const struct linger at_once = {1, 0}; /* no port stays taken */
	char bytes[1000];
	ssize_t n;

	if (kept[i].fd < 0)
		return;
	while ((n = recv(kept[i].fd, bytes, sizeof(bytes), MSG_DONTWAIT)) > 0)
		got[kept[i].replayed] += n;
	setsockopt(kept[i].fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	close(kept[i].fd);
	kept[i].fd = -1;
}

/* 0 when it is not accepted. */
static int connect_one(enum kind kind)
{
	static const struct timeval patience = {0, 100000}; /* where too many wait already */
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	uint8_t bytes[200];
	size_t len = words(kind, bytes);

	to.sin_port = htons((uint16_t)(first + random() % (last - first + 1)));
	if (kind == REPLAYED)
		to.sin_port = htons(record[taken % nrecords].port);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
	if (connect(fd, (struct sockaddr *)&to, sizeof(to))) {
		close(fd);
		return 0;
	}
	if (len && send(fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		replays -= kind == REPLAYED; /* it was closed already */
	part(next_kept);
	kept[next_kept].fd = fd;
	kept[next_kept].replayed = kind == REPLAYED;
	next_kept = (next_kept + 1) % KEPT;
	replays += kind == REPLAYED;
	return 1;
}

/* ---- In time ---- */

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void wait_until(uint64_t ns)
{
	struct timespec t = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
		;
}

static void attack(long count, long per_second, const char *stop)
{
	uint64_t begin = now_ns(), kind = 0;

	for (uint64_t n = 1; taken < count; n++) {
		if (ear >= 0 && n % 16 == 0)
			hear();
		if (n % 64 == 0 && !access(stop, F_OK))
			return;
		kind = (kind + 1) % (nrecords ? KINDS : REPLAYED);
		if (connect_one((enum kind)kind))
			taken++;
		else
			wait_until(now_ns() + 1000000);
		if (per_second && n % 8 == 0)
			wait_until(begin + n * 1000000000u / (uint64_t)per_second);
	}
}

int main(int argc, char **argv)
{
	if (argc != 6) {
		fputs("unauthenticated FIRST LAST COUNT PER_SECOND STOP\n", stderr);
		return 2;
	}
	first = atoi(argv[1]);
	last = atoi(argv[2]);
	signal(SIGPIPE, SIG_IGN);
	for (int i = 0; i < KEPT; i++)
		kept[i].fd = -1;
	for (size_t i = 0; i < sizeof(rubbish); i++)
		rubbish[i] = (uint8_t)random();
	listen_in();
	attack(atol(argv[3]), atol(argv[4]), argv[5]);
	for (int i = 0; i < KEPT; i++)
		part(i);
	printf("%ld connections, %ld of recorded greetings, %ld bytes for these, %ld for others\n",
	       taken, replays, got[1], got[0]);
	return 0;
}
