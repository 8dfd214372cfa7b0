/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves attributes (MPI-5.0 7.7): keys with their functions, on communicators and datatypes: when
 * they are called, with which arguments, in which order; errors that they return; keys that are
 * freed while in use; functions that change the attributes they are called for; and the attributes
 * of MPI_COMM_SELF at MPI_Finalize (11.2.4).
 */
#include "mpi.h"

#include "t/tap.h"

#include <unistd.h>

static char happened[400]; /* calls so far: a letter and the attribute's name each */
static int extra, copy_error, delete_error;
static MPI_Comm last_comm;
static MPI_Datatype last_type;

static void note(char what, const void *value)
{
	size_t n = strlen(happened);

	snprintf(happened + n, sizeof(happened) - n, "%c%s ", what, (const char *)value);
}

static int copy(MPI_Comm comm, int key, void *state, void *in, void *out, int *flag)
{
	(void)key;
	note('c', in);
	last_comm = comm;
	*(void **)out = in;
	*flag = state == &extra;
	return copy_error;
}

static int delete (MPI_Comm comm, int key, void *value, void *state)
{
	(void)key;
	(void)state;
	note('d', value);
	last_comm = comm;
	return delete_error;
}

static int copy_type(MPI_Datatype type, int key, void *state, void *in, void *out, int *flag)
{
	(void)key;
	(void)state;
	note('c', in);
	last_type = type;
	*(void **)out = in;
	*flag = 1;
	return copy_error;
}

static int delete_type(MPI_Datatype type, int key, void *value, void *state)
{
	(void)key;
	(void)state;
	note('d', value);
	last_type = type;
	return delete_error;
}

/* The attribute, "none" when there is none. */
static const char *get(MPI_Comm comm, int key)
{
	void *value = NULL;
	int flag = -1;

	if (MPI_Comm_get_attr(comm, key, &value, &flag))
		return "error";
	return flag ? value : "none";
}

static void test_comm(void)
{
	int kept, lost, all, none;
	MPI_Comm comm, dup;

	MPI_Comm_create_keyval(copy, delete, &kept, &extra);
	MPI_Comm_create_keyval(copy, delete, &lost, NULL);
	MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &all, NULL);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete, &none, NULL);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	is_str(get(comm, kept), "none", "no attribute at first");
	happened[0] = 0;
	MPI_Comm_set_attr(comm, kept, "k");
	MPI_Comm_set_attr(comm, lost, "l");
	MPI_Comm_set_attr(comm, all, "a");
	MPI_Comm_set_attr(comm, none, "n");
	ok(!strcmp(get(comm, kept), "k") && !strcmp(get(comm, none), "n"), "set and got");
	is_str(happened, "", "setting calls nothing");
	MPI_Comm_set_attr(comm, kept, "K");
	is_str(happened, "dk ", "replacing deletes the old value");
	is_str(get(comm, kept), "K", "the new one is there");
	happened[0] = 0;
	MPI_Comm_dup(comm, &dup);
	is_str(happened, "cK cl ", "dup calls the copy functions");
	ok(last_comm == comm, "with the old communicator");
	ok(!strcmp(get(dup, kept), "K") && !strcmp(get(dup, all), "a"),
	   "the copied ones are there");
	ok(!strcmp(get(dup, lost), "none") && !strcmp(get(dup, none), "none"), "the rest is not");
	happened[0] = 0;
	MPI_Comm_delete_attr(dup, kept);
	ok(last_comm == dup && !strcmp(happened, "dK "), "delete_attr calls the delete function");
	is_str(get(dup, kept), "none", "the attribute is gone");
	is_int(MPI_Comm_delete_attr(dup, kept), MPI_SUCCESS, "once more does nothing");
	MPI_Comm_free(&dup);
	is_str(happened, "dK ", "the other has no delete function");
	happened[0] = 0;
	dup = comm;
	MPI_Comm_free(&comm);
	is_str(happened, "dK dn dl ", "free calls them, the last set first; set again is last");
	ok(last_comm == dup, "with the communicator");
	MPI_Comm_free_keyval(&kept);
	MPI_Comm_free_keyval(&lost);
	MPI_Comm_free_keyval(&all);
	MPI_Comm_free_keyval(&none);
	is_int(kept, MPI_KEYVAL_INVALID, "free_keyval takes the key");
}

/* An error that a function returns is returned by the call, which has had no effect. */
static void test_errors(void)
{
	MPI_Comm comm, dup = MPI_COMM_NULL;
	int key, second;

	MPI_Comm_create_keyval(copy, delete, &key, &extra);
	MPI_Comm_create_keyval(copy, delete, &second, &extra);
	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Comm_set_attr(comm, key, "x");
	delete_error = MPI_ERR_IO;
	is_int(MPI_Comm_set_attr(comm, key, "y"), MPI_ERR_IO, "set_attr");
	is_str(get(comm, key), "x", "the old value stays");
	is_int(MPI_Comm_delete_attr(comm, key), MPI_ERR_IO, "delete_attr");
	is_str(get(comm, key), "x", "likewise");
	is_int(MPI_Comm_free(&comm), MPI_ERR_IO, "free");
	ok(comm != MPI_COMM_NULL && !strcmp(get(comm, key), "x"), "the communicator stays");
	delete_error = -1;
	is_int(MPI_Comm_delete_attr(comm, key), MPI_ERR_OTHER, "an error that is no code");
	delete_error = 0;
	copy_error = MPI_ERR_NO_MEM;
	MPI_Comm_set_attr(comm, second, "z");
	happened[0] = 0;
	is_int(MPI_Comm_dup(comm, &dup), MPI_ERR_NO_MEM, "dup");
	is_str(happened, "cx ", "the first error ends it");
	ok(dup == MPI_COMM_NULL, "there is no duplicate");
	copy_error = 0;
	MPI_Comm_free_keyval(&key);
	MPI_Comm_free_keyval(&second);
	MPI_Comm_free(&comm);
}

/* A key that was freed lives on in the attributes that have it. */
static void test_freed_key(void)
{
	int key, copied;
	MPI_Comm comm, dup;

	MPI_Comm_create_keyval(copy, delete, &key, &extra);
	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Comm_set_attr(comm, key, "x");
	copied = key;
	MPI_Comm_free_keyval(&key);
	happened[0] = 0;
	MPI_Comm_dup(comm, &dup);
	is_str(happened, "cx ", "a freed key: the value is copied");
	is_int(MPI_Comm_delete_attr(comm, copied), MPI_SUCCESS, "and can be deleted");
	is_str(get(dup, copied), "x", "the duplicate still has it");
	MPI_Comm_free(&dup);
	is_str(happened, "cx dx dx ", "until it is freed");
	is_str(get(comm, copied), "error", "then the key is gone");
	MPI_Comm_free(&comm);
}

static int other_key;

/* Deletes another attribute and sets it again. */
static int delete_other(MPI_Comm comm, int key, void *value, void *state)
{
	(void)key;
	(void)state;
	note('d', value);
	MPI_Comm_delete_attr(comm, other_key);
	return MPI_SUCCESS;
}

static int set_other(MPI_Comm comm, int key, void *state, void *in, void *out, int *flag)
{
	(void)key;
	(void)state;
	note('c', in);
	MPI_Comm_set_attr(comm, other_key, "o");
	*(void **)out = in;
	*flag = 1;
	return MPI_SUCCESS;
}

static void test_within(void)
{
	MPI_Comm comm, dup;
	int key;

	MPI_Comm_create_keyval(set_other, delete_other, &key, NULL);
	MPI_Comm_create_keyval(copy, delete, &other_key, &extra);
	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Comm_set_attr(comm, key, "k");
	happened[0] = 0;
	MPI_Comm_dup(comm, &dup);
	is_str(happened, "ck co ", "a copy function that sets an attribute");
	is_str(get(dup, other_key), "o", "which is then copied too");
	happened[0] = 0;
	MPI_Comm_delete_attr(dup, other_key);
	MPI_Comm_set_attr(dup, other_key, "first");
	MPI_Comm_free(&dup);
	is_str(happened, "do dfirst dk ", "free: the last set is deleted first");
	MPI_Comm_delete_attr(comm, other_key);
	MPI_Comm_delete_attr(comm, key);
	MPI_Comm_set_attr(comm, other_key, "o");
	MPI_Comm_set_attr(comm, key, "k");
	happened[0] = 0;
	MPI_Comm_free(&comm);
	is_str(happened, "dk do ", "a delete function that deletes another attribute");
	MPI_Comm_free_keyval(&key);
	MPI_Comm_free_keyval(&other_key);
}

static void test_type(void)
{
	MPI_Datatype pair, dup, outer, freed;
	void *value = NULL;
	int key, flag = -1;

	MPI_Type_create_keyval(copy_type, delete_type, &key, NULL);
	MPI_Type_contiguous(2, MPI_INT, &pair);
	MPI_Type_set_attr(pair, key, "p");
	happened[0] = 0;
	MPI_Type_dup(pair, &dup);
	ok(!strcmp(happened, "cp ") && last_type == pair, "Type_dup calls the copy function");
	MPI_Type_get_attr(dup, key, &value, &flag);
	ok(flag == 1 && !strcmp(value, "p"), "the duplicate has it");
	MPI_Type_delete_attr(dup, key);
	ok(last_type == dup, "delete_attr calls the delete function");
	MPI_Type_get_attr(dup, key, &value, &flag);
	is_int(flag, 0, "it is gone");
	MPI_Type_free(&dup);
	MPI_Type_set_attr(MPI_INT, key, "i");
	MPI_Type_get_attr(MPI_INT, key, &value, &flag);
	ok(flag == 1 && !strcmp(value, "i"), "a predefined datatype can have some");
	MPI_Type_delete_attr(MPI_INT, key);
	happened[0] = 0;
	delete_error = MPI_ERR_IO;
	is_int(MPI_Type_free(&pair), MPI_ERR_IO, "Type_free with an error of the delete function");
	delete_error = 0;
	MPI_Type_contiguous(3, pair, &outer);
	freed = pair;
	MPI_Type_free(&pair);
	is_str(happened, "dp ", "a type that another is made of keeps its attributes");
	MPI_Type_free(&outer);
	is_str(happened, "dp dp ", "until that goes too");
	ok(last_type == freed, "with its own handle");
	MPI_Type_free_keyval(&key);
}

static void test_old_names(void)
{
	void *value = NULL;
	int key, flag = -1;
	MPI_Comm comm, dup;

	MPI_Keyval_create(MPI_DUP_FN, delete, &key, NULL);
	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Attr_put(comm, key, "x");
	MPI_Comm_dup(comm, &dup);
	MPI_Attr_get(dup, key, &value, &flag);
	ok(flag == 1 && !strcmp(value, "x"), "Keyval_create, Attr_put, Attr_get");
	MPI_Attr_delete(dup, key);
	MPI_Attr_get(dup, key, &value, &flag);
	is_int(flag, 0, "Attr_delete");
	MPI_Comm_free(&dup);
	MPI_Comm_free(&comm);
	MPI_Keyval_free(&key);
	is_int(key, MPI_KEYVAL_INVALID, "Keyval_free");
}

static void test_many(void)
{
	enum { N = 200 };
	int keys[N], wrong = 0;
	static char names[N][8];
	MPI_Comm comm;

	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	for (int i = 0; i < N; i++) {
		snprintf(names[i], sizeof(names[i]), "%d", i);
		MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keys[i],
				       NULL);
		MPI_Comm_set_attr(comm, keys[i], names[i]);
	}
	for (int i = 0; i < N; i += 2)
		MPI_Comm_delete_attr(comm, keys[i]);
	for (int i = 0; i < N; i++)
		wrong += strcmp(get(comm, keys[i]), i % 2 ? names[i] : "none") != 0;
	is_int(wrong, 0, "%d attributes, half of them deleted", N);
	MPI_Comm_free(&comm);
	for (int i = 0; i < N; i++)
		MPI_Comm_free_keyval(&keys[i]);
}

static int works_in_finalize;

static int delete_last(MPI_Comm comm, int key, void *value, void *state)
{
	int finalized = -1, x = 3, y = 0;

	(void)key;
	(void)state;
	note('d', value);
	MPI_Finalized(&finalized);
	MPI_Sendrecv(&x, 1, MPI_INT, 0, 0, &y, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
	works_in_finalize += !finalized && y == 3;
	return MPI_SUCCESS;
}

int main(void)
{
	static char *names[] = {"1", "2", "3"};
	int keys[3];

	alarm(60);
	MPI_Init(NULL, NULL);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	test_comm();
	test_errors();
	test_freed_key();
	test_within();
	test_type();
	test_old_names();
	test_many();
	for (int i = 0; i < 3; i++) {
		MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_last, &keys[i], NULL);
		MPI_Comm_set_attr(MPI_COMM_SELF, keys[i], names[i]);
		MPI_Comm_free_keyval(&keys[i]);
	}
	happened[0] = 0;
	is_int(MPI_Finalize(), MPI_SUCCESS, "MPI_Finalize");
	is_str(happened, "d3 d2 d1 ", "deletes the attributes of MPI_COMM_SELF, the last first");
	is_int(works_in_finalize, 3, "while MPI still works");
	return done();
}
