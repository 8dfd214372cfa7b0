/* SPDX-License-Identifier: BSD-3-Clause */
/* The hosts of a job (mpirun_hosts.h), and the check that a host is this machine. */
#include "runtime/mpirun_hosts.h"

#include "runtime/mpirun_opts.h"
#include "runtime/mpirun_say.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <ifaddrs.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define NAME_MAX_B 255 /* RFC 1035 2.3.4 */
#define SLOTS_MAX 1000000

/* The place where a host is named: a line of a file, or an option (path NULL). */
struct place {
	const char *path;
	int line;
};

__attribute__((format(printf, 2, 3))) static int complain(const struct place *where,
							  const char *format, ...)
{
	char text[600];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	for (char *at = text; *at; at++) /* it may hold bytes that are no text */
		if (!isprint((unsigned char)*at))
			*at = '?';
	if (where->path)
		mpirun_say("%s:%d: %s", where->path, where->line, text);
	else
		mpirun_say("-host: %s", text);
	return 2;
}

/* --- is it this machine? ------------------------------------------------------------- */

static int same_name(const char *a, size_t alen, const char *b, size_t blen)
{
	return alen == blen && !strncasecmp(a, b, alen);
}

/* Length of the name before its first dot. */
static size_t label(const char *name)
{
	return strcspn(name, ".");
}

static int is_own_name(const char *host)
{
	char own[256];
	size_t n;

	if (gethostname(own, sizeof own) != 0)
		return 0;
	own[sizeof own - 1] = 0;
	n = strlen(own);
	if (label(own) == n || label(host) == strlen(host))
		return same_name(own, label(own), host, label(host));
	return same_name(own, n, host, strlen(host));
}

static int same_address(const struct sockaddr *a, int family, const void *ip)
{
	if (!a || a->sa_family != family)
		return 0;
	if (family == AF_INET)
		return !memcmp(&((const struct sockaddr_in *)a)->sin_addr, ip, 4);
	return !memcmp(&((const struct sockaddr_in6 *)a)->sin6_addr, ip, 16);
}

static int is_own_address(const char *host)
{
	unsigned char ip[16];
	int family = inet_pton(AF_INET, host, ip) == 1 ? AF_INET : AF_INET6, found = 0;
	struct ifaddrs *all;

	if (family == AF_INET6 && inet_pton(AF_INET6, host, ip) != 1)
		return 0;
	if (getifaddrs(&all) != 0)
		return 0;
	for (const struct ifaddrs *a = all; a && !found; a = a->ifa_next)
		found = same_address(a->ifa_addr, family, ip);
	freeifaddrs(all);
	return found;
}

/* Names are not resolved: that can take long, or fail without a network. "node7" and
 * "node7.example.org" are the same. */
int mpirun_hosts_is_here(const char *host)
{
	static const char *const local[] = {"localhost", "localhost.localdomain", "127.0.0.1",
					    "::1"};

	for (size_t i = 0; i < sizeof local / sizeof *local; i++)
		if (!strcasecmp(local[i], host))
			return 1;
	return is_own_name(host) || is_own_address(host);
}

/* --- the list ------------------------------------------------------------------------ */

static struct mpirun_host *find(struct mpirun_hosts *hosts, const char *name, size_t len)
{
	for (int i = 0; i < hosts->n; i++)
		if (same_name(hosts->at[i].name, strlen(hosts->at[i].name), name, len))
			return &hosts->at[i];
	return NULL;
}

static struct mpirun_host *append(struct mpirun_hosts *hosts, const char *name, size_t len)
{
	struct mpirun_host *at = realloc(hosts->at, (size_t)(hosts->n + 1) * sizeof *at);

	if (!at)
		mpirun_die("no memory for %d hosts", hosts->n + 1);
	hosts->at = at;
	at += hosts->n++;
	*at = (struct mpirun_host){.name = strndup(name, len)};
	if (!at->name)
		mpirun_die("no memory for %d hosts", hosts->n);
	at->here = mpirun_hosts_is_here(at->name);
	hosts->elsewhere |= !at->here;
	return at;
}

/* Refuses words that a launcher would take for an option, or a shell for more than a word. */
static int is_name(const char *name, size_t len)
{
	if (!len || len > NAME_MAX_B || *name == '-' || *name == '.')
		return 0;
	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char)name[i]) && !strchr("-._:%", name[i]))
			return 0;
	return 1;
}

static int add_host(struct mpirun_hosts *hosts, const struct place *where, const char *name,
		    size_t len, long slots)
{
	struct mpirun_host *host;

	if (!is_name(name, len))
		return complain(where, "'%.*s' is no name of a host", (int)(len < 300 ? len : 300),
				name);
	if (slots < 1 || slots > SLOTS_MAX)
		return complain(where, "host '%.*s': the number of slots must be 1 to %d", (int)len,
				name, SLOTS_MAX);
	if (hosts->slots > INT_MAX - SLOTS_MAX)
		return complain(where, "the hosts have more than %d slots", hosts->slots);
	host = find(hosts, name, len);
	if (!host)
		host = append(hosts, name, len);
	if (host->slots > INT_MAX - SLOTS_MAX)
		return complain(where, "host '%s' has too many slots", host->name);
	host->slots += (int)slots;
	hosts->slots += (int)slots;
	return 0;
}

/* The whole number of `len` characters, 0 when it is none. */
static long number(const char *text, size_t len)
{
	char *end;
	long n;

	if (!len || !isdigit((unsigned char)*text))
		return 0;
	errno = 0;
	n = strtol(text, &end, 10);
	return end == text + len && !errno ? n : 0;
}

/* "name" or "name:slots"; an IPv6 number has more than one colon and no slots. */
static int add_element(struct mpirun_hosts *hosts, const struct place *where, const char *text,
		       size_t len)
{
	const char *colon = memchr(text, ':', len);

	if (!colon || memchr(colon + 1, ':', len - (size_t)(colon + 1 - text)))
		return add_host(hosts, where, text, len, 1);
	return add_host(hosts, where, text, (size_t)(colon - text),
			number(colon + 1, len - (size_t)(colon + 1 - text)));
}

int mpirun_hosts_add(struct mpirun_hosts *hosts, const char *list)
{
	static const struct place option = {0};
	int n = 0;

	while (*list) {
		size_t len = strcspn(list, ",");

		if (len && add_element(hosts, &option, list, len))
			return 2;
		n += len > 0;
		list += len;
		list += *list == ',';
	}
	return n ? 0 : complain(&option, "no host is named");
}

/* --- files --------------------------------------------------------------------------- */

static const char *skip_blanks(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
		at++;
	return at;
}

static const char *word_end(const char *at, const char *end)
{
	while (at < end && *at != ' ' && *at != '\t' && *at != '\r')
		at++;
	return at;
}

/* The words behind the host's name: "slots=4" into *slots, and "max_slots=8", which sets no limit
 * where more ranks than slots are allowed. */
static int read_words(const struct place *where, const char *at, const char *end, long *slots)
{
	static const char *const names[] = {"slots=", "max_slots=", "max-slots="};

	for (at = skip_blanks(at, end); at < end; at = skip_blanks(at, end)) {
		size_t len = (size_t)(word_end(at, end) - at), known = 0, which = 0;
		long n;

		for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
			size_t name = strlen(names[i]);

			if (len > name && !strncmp(at, names[i], name)) {
				known = name;
				which = i;
			}
		}
		n = number(at + known, len - known);
		if (!known || n < 1)
			return complain(where,
					"'%.*s' is not understood; a line is HOST, HOST:N "
					"or HOST slots=N",
					(int)(len < 300 ? len : 300), at);
		if (which == 0)
			*slots = n;
		at += len;
	}
	return 0;
}

static int add_line(struct mpirun_hosts *hosts, const struct place *where, const char *line,
		    const char *end)
{
	const char *name = skip_blanks(line, end), *after = word_end(name, end);
	long slots = 0;

	if (name == end)
		return 0;
	if (read_words(where, after, end, &slots))
		return 2;
	return slots ? add_host(hosts, where, name, (size_t)(after - name), slots)
		     : add_element(hosts, where, name, (size_t)(after - name));
}

int mpirun_hosts_parse(struct mpirun_hosts *hosts, const char *path, const char *text, size_t len)
{
	const char *end = text + len;
	struct place where = {path, 0};
	int n = hosts->n;

	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));
		const char *comment;

		if (!stop)
			stop = end;
		where.line++;
		comment = memchr(text, '#', (size_t)(stop - text));
		if (add_line(hosts, &where, text, comment ? comment : stop))
			return 2;
		text = stop < end ? stop + 1 : end;
	}
	if (hosts->n > n || hosts->slots)
		return 0;
	mpirun_say("%s: no host is named in it", path);
	return 2;
}

int mpirun_hosts_file(struct mpirun_hosts *hosts, const char *path)
{
	size_t len;
	char *text = mpirun_read_file("hostfile", path, &len);
	int rc = text ? mpirun_hosts_parse(hosts, path, text, len) : 2;

	free(text);
	return rc;
}

/* --- names that cannot be resolved ---------------------------------------------------- */

/* Does ssh's configuration give the host another name or a proxy? */
static int ssh_knows(const char *name)
{
	char command[64 + NAME_MAX_B], line[1024];
	int knows = 0;
	FILE *from;

	snprintf(command, sizeof command, "ssh -G -- '%s' 2>/dev/null", name); /* is_name */
	from = popen(command, "re");
	while (from && fgets(line, sizeof line, from)) {
		line[strcspn(line, "\n")] = 0;
		knows |= !strncmp(line, "hostname ", 9) && strcasecmp(line + 9, name) != 0;
		knows |= !strncmp(line, "proxyjump ", 10) || !strncmp(line, "proxycommand ", 13);
	}
	if (from)
		pclose(from);
	return knows;
}

int mpirun_hosts_lookup(const struct mpirun_hosts *hosts)
{
	static const struct place option = {0};
	struct addrinfo *found;

	for (int i = 0; i < hosts->n; i++) {
		const struct mpirun_host *host = &hosts->at[i];
		int rc = host->here ? 0 : getaddrinfo(host->name, NULL, NULL, &found);

		if (!host->here && rc == 0)
			freeaddrinfo(found);
		if (rc && !ssh_knows(host->name))
			return complain(&option, "there is no host '%s': %s", host->name,
					gai_strerror(rc));
	}
	return 0;
}

/* --- dealing -------------------------------------------------------------------------- */

void mpirun_hosts_deal(struct mpirun_hosts *hosts, int nranks, int per_host)
{
	for (int i = 0; i < hosts->n; i++)
		hosts->at[i].ranks = 0;
	while (hosts->n && nranks > 0) {
		for (int i = 0; i < hosts->n && nranks > 0; i++) {
			struct mpirun_host *host = &hosts->at[i];
			int n = per_host ? per_host : host->slots;

			n = n < nranks ? n : nranks;
			host->ranks += n;
			nranks -= n;
		}
	}
}
