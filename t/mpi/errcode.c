/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves the error classes, codes and texts that a program adds and removes (MPI-5.0 9.5), that
 * MPI_LASTUSEDCODE follows, that they reach error handlers and come out of callbacks, and that all
 * works before MPI_Init and after MPI_Finalize.
 */
#include "mpi.h"

#include "t/tap.h"

#include <unistd.h>

static const char *text_of(int code)
{
	static char text[MPI_MAX_ERROR_STRING];
	int length = -1;

	if (MPI_Error_string(code, text, &length) || length != (int)strlen(text))
		return "no code";
	return text;
}

static int class_of(int code)
{
	int class = -1;

	MPI_Error_class(code, &class);
	return class;
}

static int last_used(void)
{
	int *value = NULL, flag = 0;

	MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag);
	return flag ? *value : -1;
}

static void test_add(const char *when)
{
	int class, code, file_code;

	is_int(MPI_Add_error_class(&class), MPI_SUCCESS, "add_error_class %s", when);
	MPI_Add_error_code(class, &code);
	MPI_Add_error_code(MPI_ERR_FILE, &file_code);
	ok(class > MPI_ERR_LASTCODE && code > MPI_ERR_LASTCODE && file_code > MPI_ERR_LASTCODE &&
		   class != code && class != file_code && code != file_code,
	   "new numbers");
	ok(class_of(class) == class && class_of(code) == class &&
		   class_of(file_code) == MPI_ERR_FILE,
	   "their classes");
	is_str(text_of(code), "", "no text at first");
	MPI_Add_error_string(code, "my code");
	MPI_Add_error_string(class, "my class");
	MPI_Add_error_string(code, "my own code");
	ok(!strcmp(text_of(class), "my class"), "text of the class");
	is_str(text_of(code), "my own code", "text of the code, replaced");
	MPI_Remove_error_string(code);
	is_str(text_of(code), "", "removed");
	MPI_Remove_error_code(code);
	MPI_Remove_error_code(file_code);
	MPI_Remove_error_string(class);
	is_int(MPI_Remove_error_class(class), MPI_SUCCESS, "all are removed");
}

/* Neither time nor numbers grow with earlier additions and removals. */
static void test_many(void)
{
	enum { MANY = 1000, ROUNDS = 200 };
	static int classes[MANY], codes[MANY];
	int last = -1, bad = 0;

	for (int i = 0; i < ROUNDS; i++) {
		for (int k = 0; k < MANY; k++) {
			bad += MPI_Add_error_class(&classes[k]) != MPI_SUCCESS;
			bad += MPI_Add_error_code(classes[k], &codes[k]) != MPI_SUCCESS;
		}
		for (int k = 0; k < MANY; k++) {
			bad += class_of(codes[k]) != classes[k];
			bad += MPI_Remove_error_code(codes[k]) != MPI_SUCCESS;
			bad += MPI_Remove_error_class(classes[k]) != MPI_SUCCESS;
		}
		if (!i)
			last = last_used();
	}
	is_int(bad, 0, "%d classes and codes, added and removed %d times", MANY, ROUNDS);
	is_int(last_used(), last, "numbers were used again");
	is_str(text_of(classes[0]), "no code", "a class that was removed");
}

static void test_refusals(void)
{
	char text[MPI_MAX_ERROR_STRING + 1];
	int class, code, before = last_used();

	MPI_Add_error_class(&class);
	ok(last_used() >= class && last_used() >= before, "MPI_LASTUSEDCODE covers the class");
	MPI_Add_error_code(class, &code);
	ok(last_used() >= code && last_used() >= before, "and the code");
	is_int(MPI_Add_error_code(code, &before), MPI_ERR_ARG, "a code is no class");
	is_int(MPI_Add_error_string(MPI_ERR_IO, "x"), MPI_ERR_ARG,
	       "MPI's classes have their texts");
	is_int(MPI_Remove_error_class(class), MPI_ERR_ARG, "a class with codes");
	is_int(MPI_Remove_error_class(code), MPI_ERR_ARG, "a code as a class");
	is_int(MPI_Remove_error_code(class), MPI_ERR_ARG, "a class as a code");
	is_int(MPI_Remove_error_code(MPI_ERR_IO), MPI_ERR_ARG, "MPI's are not removed");
	is_int(MPI_Remove_error_string(code), MPI_ERR_ARG, "no text to remove");
	memset(text, 'x', sizeof(text));
	text[MPI_MAX_ERROR_STRING] = 0;
	is_int(MPI_Add_error_string(code, text), MPI_ERR_ARG, "a text too long");
	text[MPI_MAX_ERROR_STRING - 1] = 0;
	MPI_Add_error_string(code, text);
	is_str(text_of(code), text, "the longest text");
	is_int(MPI_Remove_error_code(code), MPI_ERR_ARG, "a code with a text");
	MPI_Remove_error_string(code);
	MPI_Remove_error_code(code);
	is_str(text_of(code), "no code", "a code that was removed is none");
	is_int(MPI_Error_class(code, &before), MPI_ERR_ARG, "and has no class");
	MPI_Add_error_string(class, "my class");
	is_int(MPI_Remove_error_class(class), MPI_ERR_ARG, "a class with a text");
	MPI_Remove_error_string(class);
	MPI_Remove_error_class(class);
}

static int handled;

static void note(MPI_Comm *comm, int *code, ...)
{
	(void)comm;
	handled = *code;
}

static int fail_with;

static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
	(void)comm;
	(void)key;
	(void)extra;
	*(void **)out = in;
	*flag = 1;
	return fail_with;
}

static void test_use(void)
{
	MPI_Comm comm, dup;
	MPI_Errhandler eh;
	int code, key;

	MPI_Add_error_code(MPI_ERR_IO, &code);
	MPI_Comm_create_errhandler(note, &eh);
	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Comm_set_errhandler(comm, eh);
	MPI_Errhandler_free(&eh);
	MPI_Comm_call_errhandler(comm, code);
	is_int(handled, code, "call_errhandler");
	MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
	MPI_Comm_set_attr(comm, key, NULL);
	handled = 0;
	fail_with = code;
	is_int(MPI_Comm_dup(comm, &dup), code, "an attribute's function returns it");
	is_int(handled, code, "and it goes to the error handler");
	MPI_Comm_free_keyval(&key);
	MPI_Comm_free(&comm);
	MPI_Remove_error_code(code);
}

int main(void)
{
	alarm(60);
	test_add("before MPI_Init");
	MPI_Init(NULL, NULL);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	test_add("while MPI is running");
	test_refusals();
	test_many();
	test_use();
	MPI_Finalize();
	test_add("after MPI_Finalize");
	return done();
}
