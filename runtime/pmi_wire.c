/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of the PMI protocol (pmi_wire.h). Called by job_pmi.c. */
#include "runtime/pmi_wire.h"

#include "base/err.h"
#include "base/log.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define SHOWN 80 /* characters of a line that an error message repeats */

static int gone(struct rd_pmi_wire *wire)
{
	wire->broken = 1;
	rd_error("the launcher has closed its PMI connection to this process");
	return RD_EPROC;
}

int rd_pmi_send(struct rd_pmi_wire *wire, const char *format, ...)
{
	char line[RD_PMI_LINE_B];
	size_t len, sent = 0;
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(line, sizeof line, format, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= sizeof line) {
		rd_error("a line of %d characters is too long for PMI", n);
		return RD_EINTERN;
	}
	for (len = (size_t)n; sent < len;) {
		ssize_t now = send(wire->fd, line + sent, len - sent, MSG_NOSIGNAL);

		if (now > 0)
			sent += (size_t)now;
		else if (errno != EINTR)
			return gone(wire);
	}
	return 0;
}

int rd_pmi_line_good(const char *line)
{
	for (const char *at = line; *at; at++)
		if (!isprint((unsigned char)*at))
			return 0;
	return !strncmp(line, "cmd=", 4);
}

/* Appends received bytes to the buffer. */
static int read_more(struct rd_pmi_wire *wire)
{
	ssize_t n;

	do
		n = recv(wire->fd, wire->in + wire->have, sizeof wire->in - wire->have, 0);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return gone(wire);
	wire->have += (size_t)n;
	return 0;
}

/* Moves the next line to the beginning of the buffer, its end replaced by a NUL. */
static int next_line(struct rd_pmi_wire *wire)
{
	size_t seen = 0;
	char *end;

	wire->have -= wire->used;
	memmove(wire->in, wire->in + wire->used, wire->have);
	wire->used = 0;
	while (!(end = memchr(wire->in + seen, '\n', wire->have - seen))) {
		int err;

		if (wire->have == sizeof wire->in) {
			wire->broken = 1;
			rd_error("the launcher's PMI server sent a line of more than %d characters",
				 RD_PMI_LINE_B);
			return RD_EPROTO;
		}
		seen = wire->have;
		err = read_more(wire);
		if (err)
			return err;
	}
	wire->used = (size_t)(end - wire->in) + 1;
	/* A NUL sent by the server would hide the bytes behind it. */
	if (memchr(wire->in, 0, wire->used))
		wire->in[0] = 0;
	*end = 0;
	return 0;
}

/* The start of the line, limited for a message, unprintable characters replaced. */
static const char *excerpt(const char *line, char text[SHOWN + 4])
{
	size_t n = 0;

	for (; line[n] && n < SHOWN; n++)
		text[n] = isprint((unsigned char)line[n]) ? line[n] : '?';
	strcpy(text + n, line[n] ? "..." : "");
	return text;
}

int rd_pmi_receive(struct rd_pmi_wire *wire, const char *command, const char **line)
{
	const char *got;
	char text[SHOWN + 4];
	size_t len;
	int err = next_line(wire);

	if (err)
		return err;
	got = rd_pmi_line_good(wire->in) ? rd_pmi_value(wire->in, "cmd", &len) : NULL;
	if (!got || len != strlen(command) || memcmp(got, command, len)) {
		wire->broken = 1;
		rd_error("the launcher's PMI server sent \"%s\" in place of \"cmd=%s ...\"",
			 excerpt(wire->in, text), command);
		return RD_EPROTO;
	}
	*line = wire->in;
	return 0;
}

const char *rd_pmi_value(const char *line, const char *name, size_t *len)
{
	size_t n = strlen(name);

	while (*line) {
		size_t word = strcspn(line, " ");

		if (word > n && line[n] == '=' && !memcmp(line, name, n)) {
			*len = word - n - 1;
			return line + n + 1;
		}
		line += word;
		line += strspn(line, " ");
	}
	return NULL;
}

int rd_pmi_number(const char *line, const char *name, long least, long most, long *number)
{
	size_t len;
	const char *text = rd_pmi_value(line, name, &len);
	char *end;
	long n;

	if (!text || !len)
		return RD_EPROTO;
	errno = 0;
	n = strtol(text, &end, 10);
	if (end != text + len || errno || n < least || n > most)
		return RD_EPROTO;
	*number = n;
	return 0;
}

int rd_pmi_text(const char *line, const char *name, char *text, size_t max)
{
	size_t len;
	const char *value = rd_pmi_value(line, name, &len);

	if (!value || len >= max)
		return RD_EPROTO;
	memcpy(text, value, len);
	text[len] = 0;
	return 0;
}
