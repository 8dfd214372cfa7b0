/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Texts within values of PMI: bytes as hexadecimal digits, and the launchers' list of nodes,
 * "(vector,(0,2,4),(2,1,3))": blocks (first node, nodes, ranks on each), which are dealt to the
 * ranks in turn, starting again at the first when they are used up. Called by job_pmi.c.
 */
#include "runtime/job_pmi.h"

#include "base/err.h"

#include <stdio.h>
#include <string.h>

void rd_pmi_encode(const void *bytes, size_t len, char *text)
{
	static const char digit[] = "0123456789abcdef";
	const unsigned char *from = bytes;

	for (size_t i = 0; i < len; i++) {
		*text++ = digit[from[i] >> 4];
		*text++ = digit[from[i] & 15];
	}
	*text = 0;
}

static int value_of(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

int rd_pmi_decode(const char *text, size_t len, void *bytes, size_t max)
{
	unsigned char *to = bytes;

	if (len % 2 || len / 2 > max)
		return RD_EPROTO;
	for (size_t i = 0; i < len; i += 2) {
		int high = value_of(text[i]), low = value_of(text[i + 1]);

		if (high < 0 || low < 0)
			return RD_EPROTO;
		*to++ = (unsigned char)(high << 4 | low);
	}
	return (int)(len / 2);
}

struct block {
	int first, nodes, ranks; /* ranks on each of the nodes */
};

/* Parses the block at `text`, "(0,2,4)"; returns its length, 0: it is none. */
static size_t read_block(const char *text, struct block *b)
{
	int used = 0;

	if (sscanf(text, "(%9d,%9d,%9d)%n", &b->first, &b->nodes, &b->ranks, &used) != 3 || !used)
		return 0;
	return b->first < 0 || b->nodes < 1 || b->ranks < 1 ? 0 : (size_t)used;
}

/* Gives nodes to the ranks from `rank` on; returns the first rank without one. */
static int deal(const struct block *b, int rank, int size, int *node)
{
	for (int n = 0; n < b->nodes && rank < size; n++)
		for (int k = 0; k < b->ranks && rank < size; k++)
			node[rank++] = b->first + n;
	return rank;
}

int rd_pmi_mapping(const char *text, int size, int *node)
{
	static const char begin[] = "(vector";
	int rank = 0;

	if (strncmp(text, begin, strlen(begin)))
		return RD_EPROTO;
	for (const char *at = text += strlen(begin); rank < size;) {
		struct block b;
		size_t used = *at == ',' ? read_block(at + 1, &b) : 0;

		if (used) {
			rank = deal(&b, rank, size, node);
			at += 1 + used;
		} else if (at > text && !strcmp(at, ")")) {
			at = text;
		} else {
			return RD_EPROTO;
		}
	}
	return 0;
}
