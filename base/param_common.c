/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Parameters that must be the same on all ranks of a job, since sender and receiver of a message
 * are derived from them: their values as text, which each rank publishes and compares with a
 * neighbour's (pt2pt/peer.c). Interface: param.h.
 */
#include "base/param.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const enum rd_param_id common[] = {
	RD_PARAM_BTL,          RD_PARAM_STATS, RD_PARAM_COLL,
	RD_PARAM_REDUCE_ORDER, RD_PARAM_RING,  RD_PARAM_RING_VECTOR,
};
#define COMMON_N (sizeof(common) / sizeof(common[0]))

enum { VALUE_B = 256 }; /* of a value as text; longer ones are cut, and distinguished by a hash */

uint64_t rd_param_hash(const char *text, uint64_t hash)
{
	if (!hash)
		hash = 0xcbf29ce484222325u; /* FNV-1a */
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
	return hash;
}

static void value_text(enum rd_param_id id, char *value)
{
	const char *text = rd_param_string(id);

	if (rd_param_row(id)->kind != RD_PARAM_STRING)
		snprintf(value, VALUE_B, "%" PRId64, rd_param_int(id));
	else if (strlen(text) < VALUE_B)
		snprintf(value, VALUE_B, "%s", text);
	else
		snprintf(value, VALUE_B, "%.200s... (%016" PRIx64 ")", text,
			 rd_param_hash(text, 0));
}

/* Values one after the other, each with its 0. */
size_t rd_param_common(char *buf, size_t max)
{
	size_t len = 0;

	for (size_t i = 0; i < COMMON_N; i++) {
		char value[VALUE_B];
		size_t n;

		value_text(common[i], value);
		n = strlen(value) + 1;
		if (n > max - len)
			return 0;
		memcpy(buf + len, value, n);
		len += n;
	}
	return len;
}

const char *rd_param_common_other(const char *theirs, size_t len, const char **their_value,
				  const char **name)
{
	static char value[VALUE_B];

	for (size_t i = 0; i < COMMON_N; i++) {
		size_t n = strnlen(theirs, len);

		if (n == len)
			return NULL; /* of another version; reported elsewhere */
		value_text(common[i], value);
		if (strcmp(value, theirs)) {
			*their_value = theirs;
			*name = rd_param_row(common[i])->name;
			return value;
		}
		theirs += n + 1;
		len -= n + 1;
	}
	return NULL;
}
