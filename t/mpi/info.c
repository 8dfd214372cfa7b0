/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves info objects (MPI-5.0 10): pairs in the order in which they were set, replaced in place,
 * deleted; truncation of texts and returned lengths; arguments that are refused; MPI_INFO_ENV; and
 * that all calls work before MPI_Init and after MPI_Finalize.
 */
#include "mpi.h"

#include "t/tap.h"

#include <unistd.h>

static char value[MPI_MAX_INFO_VAL + 8];

/* NULL: there is no such key. */
static const char *get(MPI_Info info, const char *key)
{
	int length = (int)sizeof(value), flag = -1;

	memset(value, 'x', sizeof(value));
	MPI_Info_get_string(info, key, &length, value, &flag);
	return flag == 1 && length == (int)strlen(value) + 1 ? value : NULL;
}

/* All keys in order, with commas between. */
static const char *keys(MPI_Info info)
{
	static char list[512];
	char key[MPI_MAX_INFO_KEY];
	int n = -1;

	list[0] = 0;
	MPI_Info_get_nkeys(info, &n);
	for (int i = 0; i < n; i++) {
		MPI_Info_get_nthkey(info, i, key);
		snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s", i ? "," : "",
			 key);
	}
	return list;
}

static void test_pairs(const char *when)
{
	MPI_Info info = MPI_INFO_NULL, copy = MPI_INFO_NULL;

	is_int(MPI_Info_create(&info), MPI_SUCCESS, "create %s", when);
	ok(info != MPI_INFO_NULL && info != MPI_INFO_ENV, "a handle of its own");
	is_str(keys(info), "", "no keys at first");
	for (int i = 0; i < 20; i++) {
		char key[8] = {(char)('a' + i), 0};

		MPI_Info_set(info, key, key);
	}
	is_str(keys(info), "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t", "in the order of setting");
	MPI_Info_set(info, "c", "another");
	is_str(get(info, "c"), "another", "a value is replaced");
	is_int(MPI_Info_delete(info, "b"), MPI_SUCCESS, "delete");
	MPI_Info_delete(info, "t");
	MPI_Info_delete(info, "a");
	is_str(keys(info), "c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s", "the others keep their order");
	MPI_Info_set(info, "empty", "");
	is_str(get(info, "empty"), "", "an empty value");
	MPI_Info_set(info, " spaces ", " kept ");
	is_str(get(info, " spaces "), " kept ", "spaces belong to key and value");
	ok(!get(info, "a") && !get(info, "C"), "no such key");
	is_int(MPI_Info_dup(info, &copy), MPI_SUCCESS, "dup");
	MPI_Info_set(info, "c", "new");
	MPI_Info_delete(info, "d");
	is_str(keys(copy), "c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,empty, spaces ",
	       "the duplicate stands alone");
	is_str(get(copy, "c"), "another", "its values too");
	MPI_Info_free(&info);
	MPI_Info_free(&copy);
	ok(info == MPI_INFO_NULL && copy == MPI_INFO_NULL, "free gives MPI_INFO_NULL");
}

static void test_lengths(void)
{
	char room[8] = "xxxxxxx";
	int length = 0, flag = -1;
	MPI_Info info;

	MPI_Info_create(&info);
	MPI_Info_set(info, "key", "12345");
	MPI_Info_get_string(info, "key", &length, NULL, &flag);
	ok(flag == 1 && length == 6, "get_string returns the needed length: %d", length);
	length = 4;
	MPI_Info_get_string(info, "key", &length, room, &flag);
	ok(!strcmp(room, "123") && length == 6 && room[4] == 'x', "and cuts: %s", room);
	length = 3;
	MPI_Info_get_string(info, "none", &length, room, &flag);
	ok(flag == 0 && length == 3 && !strcmp(room, "123"), "no key: nothing is changed");
	MPI_Info_get_valuelen(info, "key", &length, &flag);
	ok(flag == 1 && length == 5, "get_valuelen: without the 0");
	length = 77;
	MPI_Info_get_valuelen(info, "none", &length, &flag);
	ok(flag == 0 && length == 77, "get_valuelen: no key");
	strcpy(room, "xxxxxxx");
	MPI_Info_get(info, "key", 3, room, &flag);
	ok(flag == 1 && !strcmp(room, "123") && room[4] == 'x', "get cuts to valuelen: %s", room);
	MPI_Info_get(info, "key", 5, room, &flag);
	is_str(room, "12345", "get of all");
	MPI_Info_get(info, "none", 5, room, &flag);
	ok(flag == 0 && !strcmp(room, "12345"), "get: no key");
	MPI_Info_free(&info);
}

static void test_limits(void)
{
	static char key[MPI_MAX_INFO_KEY + 1], text[MPI_MAX_INFO_VAL + 1];
	char out[MPI_MAX_INFO_KEY];
	MPI_Info info;

	MPI_Info_create(&info);
	memset(key, 'k', MPI_MAX_INFO_KEY - 1);
	memset(text, 'v', MPI_MAX_INFO_VAL - 1);
	is_int(MPI_Info_set(info, key, text), MPI_SUCCESS, "the longest key and value");
	MPI_Info_get_nthkey(info, 0, out);
	is_str(out, key, "the key comes back");
	is_str(get(info, key), text, "the value comes back");
	key[MPI_MAX_INFO_KEY - 1] = 'k';
	is_int(MPI_Info_set(info, key, "x"), MPI_ERR_INFO_KEY, "one more: MPI_ERR_INFO_KEY");
	text[MPI_MAX_INFO_VAL - 1] = 'v';
	is_int(MPI_Info_set(info, "x", text), MPI_ERR_INFO_VALUE, "MPI_ERR_INFO_VALUE");
	is_int(MPI_Info_set(info, "x", NULL), MPI_ERR_INFO_VALUE, "no value");
	is_int(MPI_Info_delete(info, "x"), MPI_ERR_INFO_NOKEY, "delete: MPI_ERR_INFO_NOKEY");
	is_int(MPI_Info_get_nthkey(info, 1, out), MPI_ERR_ARG, "no second key");
	is_int(MPI_Info_get_nthkey(info, -1, out), MPI_ERR_ARG, "no key -1");
	MPI_Info_free(&info);
}

/* MPI_Init asks the launcher; before it there are variables, or there is no launcher. */
static void test_early(void)
{
	MPI_Info info;

	MPI_Info_create_env(0, NULL, &info);
	is_str(get(info, "maxprocs"), "1", "maxprocs before MPI_Init");
	MPI_Info_free(&info);
}

static void test_env(const char *name)
{
	char *args[] = {(char *)"someone", (char *)"else", NULL};
	char folder[1024];
	MPI_Info info;

	is_str(get(MPI_INFO_ENV, "command"), name, "MPI_INFO_ENV: command");
	is_str(get(MPI_INFO_ENV, "argv"), "one two", "argv");
	is_str(get(MPI_INFO_ENV, "maxprocs"), "1", "maxprocs");
	is_str(get(MPI_INFO_ENV, "wdir"), getcwd(folder, sizeof(folder)), "wdir");
	ok(get(MPI_INFO_ENV, "host") && get(MPI_INFO_ENV, "arch"), "host and arch");
	is_int(MPI_Info_set(MPI_INFO_ENV, "wdir", "x"), MPI_ERR_INFO, "it cannot be set");
	is_int(MPI_Info_delete(MPI_INFO_ENV, "wdir"), MPI_ERR_INFO, "nor deleted from");
	info = MPI_INFO_ENV;
	is_int(MPI_Info_free(&info), MPI_ERR_INFO, "nor freed");
	MPI_Info_dup(MPI_INFO_ENV, &info);
	is_int(MPI_Info_set(info, "wdir", "x"), MPI_SUCCESS, "a duplicate can be set");
	MPI_Info_free(&info);
	MPI_Info_create_env(2, args, &info);
	is_str(get(info, "command"), "someone", "create_env: command");
	is_str(get(info, "argv"), "else", "its arguments");
	MPI_Info_free(&info);
	MPI_Info_create_env(0, NULL, &info);
	is_str(get(info, "argv"), "one two", "without arguments: the program's own");
	MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
	alarm(60);
	if (argc == 1) /* again, with arguments */
		return execl(argv[0], argv[0], "one", "two", (char *)NULL);
	test_pairs("before MPI_Init");
	test_early();
	MPI_Init(NULL, NULL);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	test_pairs("while MPI is running");
	test_lengths();
	test_limits();
	test_env(argv[0]);
	MPI_Finalize();
	test_pairs("after MPI_Finalize");
	return done();
}
