/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * base/param.c: values of the environment of each kind, defaults, refused values, and the warning
 * for a misspelt name.
 */
#include "base/param.h"

#include "base/err.h"
#include "t/tap.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static char said[4096]; /* standard error of the last init */
static char path[96];   /* of the file of parameters */

/* Reads the environment again and captures the messages. */
static int init(void)
{
	int file = memfd_create("said", MFD_CLOEXEC), kept = dup(STDERR_FILENO), err;
	ssize_t n;

	if (file < 0 || kept < 0) {
		perror("cannot catch standard error");
		exit(1);
	}
	dup2(file, STDERR_FILENO);
	err = rd_param_init();
	dup2(kept, STDERR_FILENO);
	close(kept);
	n = pread(file, said, sizeof(said) - 1, 0);
	said[n > 0 ? n : 0] = 0;
	close(file);
	return err;
}

static int with(const char *name, const char *value)
{
	int err;

	setenv(name, value, 1);
	err = init();
	unsetenv(name);
	return err;
}

static void test_defaults(void)
{
	is_int(init(), 0, "an empty environment is fine");
	is_str(said, "", "and nothing is said");
	is_str(rd_param_string(RD_PARAM_BTL), "self,fpga,sm,tcp", "default of a string");
	ok(rd_param_lists(RD_PARAM_BTL, "self") && rd_param_lists(RD_PARAM_BTL, "tcp") &&
		   !rd_param_lists(RD_PARAM_BTL, "tc") && !rd_param_lists(RD_PARAM_BTL, "sm,tcp") &&
		   !rd_param_lists(RD_PARAM_COLL, "sm"),
	   "the words of a string");
	is_int(rd_param_int(RD_PARAM_SPIN), -1, "default of a number");
	is_int(rd_param_int(RD_PARAM_CMA), 1, "default of a switch");
	is_int(rd_param_is_set(RD_PARAM_CMA), 0, "a default is not set");
	for (int id = 0; id < RD_PARAM_N; id++) {
		const struct rd_param *row = rd_param_row((enum rd_param_id)id);

		ok(row->name && row->preset && row->unit && row->meaning, "row %d is complete", id);
		ok(!strncmp(row->name, "RONDO_", 6), "%s has the prefix", row->name);
		is_int(with(row->name, row->preset), 0, "default of %s can be given", row->name);
	}
}

static void test_sizes(void)
{
	static const struct {
		const char *text;
		int64_t bytes; /* -1: refused */
	} size[] = {
		{"0", 0},
		{"4096", 4096},
		{"64k", 65536},
		{"64K", 65536},
		{"2M", 2 << 20},
		{"3KiB", 3072},
		{"1G", 1 << 30},
		{"5mb", 5 << 20},
		{"5 k", -1},
		{"k", -1},
		{"-1", -1},
		{"12x", -1},
		{"1kk", -1},
		{"3G", -1},
		{"99999999999999999999", -1},
		{"9999999999999T", -1},
		{"0x10", -1},
	};

	for (size_t i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
		int err = with("RONDO_EAGER", size[i].text);

		if (size[i].bytes >= 0) {
			is_int(err, 0, "size %s is taken", size[i].text);
			is_int(rd_param_int(RD_PARAM_EAGER), size[i].bytes, "as bytes");
			is_str(rd_param_string(RD_PARAM_EAGER), size[i].text, "as text");
			is_int(rd_param_is_set(RD_PARAM_EAGER), 1, "as set");
		} else {
			is_int(err, RD_EARG, "size %s is refused", size[i].text);
			is_int(rd_param_int(RD_PARAM_EAGER), 0, "the default stays");
			ok(strstr(said, "RONDO_EAGER") && strstr(said, size[i].text),
			   "name and value are told");
		}
	}
}

static void test_switches(void)
{
	is_int(with("RONDO_CMA", "0"), 0, "0 is taken");
	is_int(rd_param_int(RD_PARAM_CMA), 0, "as no");
	is_int(with("RONDO_CMA", "Off"), 0, "Off is taken");
	is_int(rd_param_int(RD_PARAM_CMA), 0, "as no");
	is_int(with("RONDO_STATS", "yes"), 0, "yes is taken");
	is_int(rd_param_int(RD_PARAM_STATS), 1, "as yes");
	is_int(with("RONDO_STATS", "2"), RD_EARG, "2 is no switch");
	is_int(with("RONDO_STATS", ""), 0, "empty is the default");
	is_int(rd_param_is_set(RD_PARAM_STATS), 0, "and not set");
}

static void test_ranges(void)
{
	is_int(with("RONDO_VERBOSE", "3"), RD_EARG, "above the range");
	is_int(with("RONDO_SPIN", "-2"), RD_EARG, "below the range");
	ok(strstr(said, "warning: RONDO_SPIN=-2 is not a number from -1 ") &&
		   strstr(said, "; ignored, -1 is used"),
	   "and the default is named");
	is_int(with("RONDO_SPIN", "10000"), 0, "inside");
	is_int(rd_param_int(RD_PARAM_SPIN), 10000, "is kept");
	is_int(with("RONDO_TCP_IFACE", ""), 0, "a string may be empty");
	is_int(rd_param_is_set(RD_PARAM_TCP_IFACE), 1, "and counts as set");
}

static void test_misspelt(void)
{
	is_int(with("RONDO_EAGRE", "1"), 0, "an unknown name is no error");
	ok(strstr(said, "RONDO_EAGRE") && strstr(said, "nearest is RONDO_EAGER"),
	   "but told, with the nearest");
	with("RONDO_XYZZY", "1");
	ok(strstr(said, "RONDO_XYZZY") && !strstr(said, "nearest"), "none is near another one");
	with("RONDO_CC", "gcc");
	is_str(said, "", "the wrappers' names are known");
	setenv("PMIX_RANK", "3", 1);
	with("RONDO_EAGRE", "1");
	is_str(said, "", "rank 3 leaves it to rank 0");
	is_int(with("RONDO_SLEEP_US", "abc"), RD_EARG, "on rank 3 no number is refused");
	is_str(said, "", "which rank 0 tells");
	ok(rd_param_warnings() != 0, "but it is remembered");
	init();
	ok(rd_param_warnings() == 0, "until values are read anew");
	unsetenv("PMIX_RANK");
}

static void write_file(const char *text)
{
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text)) {
		perror(path);
		exit(1);
	}
	close(file);
}

/* With a file of parameters of this text. */
static int with_file(const char *text)
{
	int err;

	write_file(text);
	setenv("RONDO_PARAMS", path, 1);
	err = init();
	unlink(path);
	return err;
}

static void test_files(void)
{
	char folder[] = "/tmp/rondo-param.XXXXXX", users[80];

	if (!mkdtemp(folder))
		exit(1);
	snprintf(path, sizeof(path), "%s/params", folder);
	is_int(with_file("# all of it\n\n RONDO_EAGER = 12K  # bytes\nRONDO_CMA=0"), 0, "a file");
	is_str(said, "", "is taken");
	is_int(rd_param_int(RD_PARAM_EAGER), 12288, "its sizes");
	is_int(rd_param_int(RD_PARAM_CMA), 0, "its last line without an end");
	is_int(rd_param_is_set(RD_PARAM_EAGER), 1, "they are set");
	setenv("RONDO_EAGER", "1K", 1);
	with_file("RONDO_EAGER = 12K\nRONDO_EAGER = 13K\n");
	is_int(rd_param_int(RD_PARAM_EAGER), 1024, "the environment goes before it");
	unsetenv("RONDO_EAGER");
	with_file("RONDO_EAGER = 12K\nRONDO_EAGER = 13K\n");
	is_int(rd_param_int(RD_PARAM_EAGER), 12288, "the first line counts");
	is_int(with_file("RONDO_CMA = 0\nRONDO_EAGER = many\n"), RD_EARG, "a value that is none");
	ok(strstr(said, "params:2: RONDO_EAGER=many"), "is told with its line: %s", said);
	is_int(rd_param_int(RD_PARAM_CMA), 0, "the others count");
	is_int(with_file("\nRONDO_CMA 0\n"), RD_EARG, "a line that is none");
	ok(strstr(said, "params:2: \"RONDO_CMA 0\" is no line"), "is told: %s", said);
	is_int(with_file("RONDO_EAGRE = 1\n"), 0, "a name that is none is no error");
	ok(strstr(said, "params:1: RONDO_EAGRE") && strstr(said, "nearest is RONDO_EAGER"),
	   "but told: %s", said);
	is_int(with_file(""), 0, "an empty file");
	setenv("RONDO_PARAMS", "/nowhere/params", 1);
	is_int(init(), RD_EARG, "a file that is not there");
	ok(strstr(said, "/nowhere/params"), "is told: %s", said);
	unsetenv("RONDO_PARAMS");
	setenv("XDG_CONFIG_HOME", folder, 1);
	is_int(init(), 0, "no file of the user's is no error");
	is_str(said, "", "and not told");
	snprintf(users, sizeof(users), "%s/rondo", folder);
	mkdir(users, 0700);
	snprintf(path, sizeof(path), "%s/params", users);
	write_file("RONDO_EAGER = 14K\n");
	is_int(init(), 0, "the user's file");
	is_int(rd_param_int(RD_PARAM_EAGER), 14336, "is read");
	unlink(path);
	rmdir(users);
	rmdir(folder);
	setenv("RONDO_PARAMS", "", 1);
}

/* Two ranks: published values of one, and the values of the other. */
static void test_common(void)
{
	char long_one[1000] = "allreduce=", theirs[RD_PARAM_COMMON_B];
	const char *value = NULL, *name = NULL, *own;
	size_t len;

	memset(long_one + 10, 'x', 900);
	setenv("RONDO_RING_VECTOR", "64K", 1);
	setenv("RONDO_COLL", long_one, 1);
	init();
	len = rd_param_common(theirs, sizeof(theirs));
	ok(len > 0, "values of parameters that must be the same");
	setenv("RONDO_RING_VECTOR", "65536", 1);
	setenv("RONDO_EAGER", "1K", 1);
	init();
	ok(!rd_param_common_other(theirs, len, &value, &name), "they are");
	setenv("RONDO_RING_VECTOR", "65537", 1);
	init();
	own = rd_param_common_other(theirs, len, &value, &name);
	is_str(own ? own : "", "65537", "one is not: the own value");
	is_str(value ? value : "", "65536", "the other's");
	is_str(name ? name : "", "RONDO_RING_VECTOR", "its name");
	unsetenv("RONDO_RING_VECTOR");
	long_one[905] = 'y';
	setenv("RONDO_COLL", long_one, 1);
	init();
	own = rd_param_common_other(theirs, len, &value, &name);
	is_str(name ? name : "", "RONDO_COLL", "a difference far behind");
	ok(own && value && strcmp(own, value), "shows in values that are cut");
	unsetenv("RONDO_COLL");
	init();
	for (size_t cut = 0; cut < len; cut++)
		rd_param_common_other(theirs, cut, &value, &name);
	is_int((long)rd_param_common(theirs, 10), 0, "values that do not fit");
	unsetenv("RONDO_EAGER");
	init();
}

int main(void)
{
	setenv("RONDO_PARAMS", "", 1); /* ignores the parameters of this machine */
	test_files();
	test_defaults();
	test_sizes();
	test_switches();
	test_ranges();
	test_misspelt();
	test_common();
	return done();
}
