/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves the tool interface (MPI-5.0 15.3) in one process: that it works before MPI_Init and after
 * MPI_Finalize, control variables and the effects of writing them, performance variables with
 * sessions and handles, categories, events with their callbacks; and the errors of each, which
 * reach no error handler (it would end the program).
 */
#include "mpi.h"

#include "t/tap.h"

#include <unistd.h>

/* ---- Before MPI_Init ---- */

static void starting(void)
{
	int n, provided = -1;

	is_int(MPI_T_cvar_get_num(&n), MPI_T_ERR_NOT_INITIALIZED, "nothing before init_thread");
	is_int(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED, "finalize without init_thread");
	is_int(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), MPI_SUCCESS, "init_thread");
	is_int(provided, MPI_THREAD_SINGLE, "the level");
	is_int(MPI_T_init_thread(MPI_THREAD_FUNNELED, &provided), MPI_SUCCESS, "a second time");
	is_int(MPI_T_finalize(), MPI_SUCCESS, "the first of two finalize");
	is_int(MPI_T_cvar_get_num(&n), MPI_SUCCESS, "it goes on after that");
	is_int(MPI_T_init_thread(77, &provided), MPI_T_ERR_INVALID, "77 is no level");
}

static int cvar(const char *name)
{
	int index = -1;

	is_int(MPI_T_cvar_get_index(name, &index), MPI_SUCCESS, "cvar_get_index of %s", name);
	return index;
}

static void texts(void)
{
	char name[40], small[4];
	int len = sizeof(name), none = 0, part = sizeof(small), index = cvar("RONDO_EAGER");

	is_int(MPI_T_cvar_get_info(index, name, &len, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	       MPI_SUCCESS, "cvar_get_info, most of it not wanted");
	is_str(name, "RONDO_EAGER", "the name");
	is_int(len, 12, "its length with the 0");
	MPI_T_cvar_get_info(index, small, &part, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
	is_str(small, "RON", "a text that is cut");
	is_int(part, 12, "the length of the whole");
	strcpy(name, "untouched");
	MPI_T_cvar_get_info(index, name, &none, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
	is_int(none, 12, "the length that is needed");
	MPI_T_cvar_get_info(index, name, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
	is_str(name, "untouched", "no text without room or without a length");
}

static void all_cvars(void)
{
	int n = 0, good = 0, index;

	MPI_T_cvar_get_num(&n);
	ok(n >= 20, "%d control variables", n);
	for (int i = 0; i < n; i++) {
		char name[100], desc[400], value[4096];
		int name_len = sizeof(name), desc_len = sizeof(desc), verbosity, bind, scope, count;
		MPI_Datatype type;
		MPI_T_enum e;
		MPI_T_cvar_handle handle;

		MPI_T_cvar_get_info(i, name, &name_len, &verbosity, &type, &e, desc, &desc_len,
				    &bind, &scope);
		MPI_T_cvar_get_index(name, &index);
		if (MPI_T_cvar_handle_alloc(i, NULL, &handle, &count) || count > 4096)
			continue;
		good += index == i && desc[0] && verbosity >= MPI_T_VERBOSITY_USER_BASIC &&
			bind == MPI_T_BIND_NO_OBJECT && scope >= MPI_T_SCOPE_READONLY &&
			MPI_T_cvar_read(handle, value) == MPI_SUCCESS &&
			(type == MPI_INT) == (e != MPI_T_ENUM_NULL);
		MPI_T_cvar_handle_free(&handle);
		good -= handle != MPI_T_CVAR_HANDLE_NULL;
	}
	is_int(good, n, "each can be described and read");
	is_int(MPI_T_cvar_get_info(n, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	       MPI_T_ERR_INVALID_INDEX, "one too many");
	is_int(MPI_T_cvar_get_index("RONDO_EAGLE", &index), MPI_T_ERR_INVALID_NAME, "no such name");
	is_int(MPI_T_cvar_get_index(NULL, &index), MPI_T_ERR_INVALID, "no name at all");
}

static void enums(void)
{
	char name[20];
	int len = sizeof(name), n, value;
	MPI_T_enum e;

	MPI_T_cvar_get_info(cvar("RONDO_CHECK"), NULL, NULL, NULL, NULL, &e, NULL, NULL, NULL,
			    NULL);
	is_int(MPI_T_enum_get_info(e, &n, name, &len), MPI_SUCCESS, "enum_get_info");
	is_int(n, 2, "items of %s", name);
	len = sizeof(name);
	is_int(MPI_T_enum_get_item(e, 1, &value, name, &len), MPI_SUCCESS, "enum_get_item");
	ok(value == 1 && !strcmp(name, "on"), "item 1 is %d, %s", value, name);
	is_int(MPI_T_enum_get_item(e, 2, &value, name, &len), MPI_T_ERR_INVALID_ITEM, "no item 2");
	is_int(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &n, name, &len), MPI_T_ERR_INVALID_HANDLE,
	       "no enumeration");
}

static MPI_T_cvar_handle open_cvar(const char *name)
{
	MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
	int count = 0;

	MPI_T_cvar_handle_alloc(cvar(name), NULL, &handle, &count);
	return handle;
}

/* A value written before MPI_Init is in force in MPI, in place of that of the environment. */
static void set_before(void)
{
	MPI_T_cvar_handle eager = open_cvar("RONDO_EAGER"), ring = open_cvar("RONDO_RING"),
			  coll = open_cvar("RONDO_COLL"), copy = eager;
	MPI_Count bytes = 100, got = 0, negative = -5;
	char text[2000] = "allreduce=ring";

	is_int(MPI_T_cvar_write(eager, &bytes), MPI_SUCCESS, "a size is written");
	is_int(MPI_T_cvar_write(eager, &negative), MPI_T_ERR_INVALID, "a value out of range");
	MPI_T_cvar_read(eager, &got);
	is_int(got, 100, "it is read again");
	is_int(MPI_T_cvar_write(coll, text), MPI_SUCCESS, "a text is written");
	memset(text, 0, sizeof(text));
	MPI_T_cvar_read(coll, text);
	is_str(text, "allreduce=ring", "it is read again");
	text[0] = 0;
	MPI_T_cvar_write(coll, text);
	is_int(MPI_T_cvar_write(ring, text), MPI_T_ERR_CVAR_SET_NEVER, "only mpirun sets it");
	is_int(MPI_T_cvar_write(eager, NULL), MPI_T_ERR_INVALID, "no value");
	is_int(MPI_T_cvar_handle_free(&eager), MPI_SUCCESS, "a handle is freed");
	is_int(MPI_T_cvar_read(copy, &got), MPI_T_ERR_INVALID_HANDLE, "and is none any more");
	is_int(MPI_T_cvar_handle_free(&eager), MPI_T_ERR_INVALID_HANDLE, "nor is the null one");
	MPI_T_cvar_handle_free(&ring);
	MPI_T_cvar_handle_free(&coll);
}

/* ---- While MPI runs ---- */

static void set_after(void)
{
	MPI_T_cvar_handle eager = open_cvar("RONDO_EAGER"), checks = open_cvar("RONDO_CHECK");
	MPI_Count bytes = 0;
	int off = 0, on = 1;

	MPI_T_cvar_read(eager, &bytes);
	is_int(bytes, 100, "the value written before MPI_Init");
	is_int(MPI_T_cvar_write(eager, &bytes), MPI_T_ERR_CVAR_SET_NOT_NOW, "not while MPI runs");
	is_int(MPI_T_cvar_write(checks, &off), MPI_SUCCESS, "checks are turned off");
	is_int(MPI_Barrier(MPI_COMM_SELF), MPI_SUCCESS, "MPI goes on");
	is_int(MPI_T_cvar_write(checks, &on), MPI_SUCCESS, "and on again");
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	ok(MPI_Send(NULL, -1, MPI_INT, 0, 0, MPI_COMM_SELF) != MPI_SUCCESS, "checks are made");
	MPI_T_cvar_handle_free(&eager);
	MPI_T_cvar_handle_free(&checks);
}

static MPI_T_pvar_handle open_pvar(MPI_T_pvar_session session, const char *name, int class,
				   void *object)
{
	MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
	int index = -1, count = 0;

	is_int(MPI_T_pvar_get_index(name, class, &index), MPI_SUCCESS, "pvar_get_index of %s",
	       name);
	is_int(MPI_T_pvar_handle_alloc(session, index, object, &handle, &count), MPI_SUCCESS,
	       "pvar_handle_alloc of %s", name);
	is_int(count, 1, "elements of %s", name);
	return handle;
}

static void message(int bytes)
{
	char out[100] = "", in[100];

	MPI_Send(out, bytes, MPI_BYTE, 0, 1, MPI_COMM_SELF);
	MPI_Recv(in, bytes, MPI_BYTE, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

/* Waits until the message with the tag is here. */
static void arrival(int tag)
{
	MPI_Probe(0, tag, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

static unsigned long long value(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
	unsigned long long value = 0;

	is_int(MPI_T_pvar_read(session, handle, &value), MPI_SUCCESS, "pvar_read");
	return value;
}

static void sums(MPI_T_pvar_session session)
{
	MPI_T_pvar_handle bytes =
		open_pvar(session, "self_sent_bytes", MPI_T_PVAR_CLASS_AGGREGATE, NULL);
	MPI_T_pvar_handle calls =
		open_pvar(session, "self_sent_messages", MPI_T_PVAR_CLASS_COUNTER, NULL);
	unsigned long long number = 1000;

	message(10);
	is_int(value(session, bytes), 0, "nothing before it is started");
	is_int(MPI_T_pvar_start(session, bytes), MPI_SUCCESS, "pvar_start");
	message(10);
	message(20);
	is_int(value(session, bytes), 30, "bytes while it is started");
	is_int(MPI_T_pvar_stop(session, bytes), MPI_SUCCESS, "pvar_stop");
	message(10);
	is_int(value(session, bytes), 30, "no more when it is stopped");
	is_int(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES), MPI_SUCCESS, "all are started");
	message(5);
	is_int(value(session, bytes), 35, "bytes of both times");
	is_int(value(session, calls), 1, "messages of the second");
	is_int(MPI_T_pvar_write(session, bytes, &number), MPI_SUCCESS, "pvar_write");
	message(7);
	is_int(MPI_T_pvar_readreset(session, bytes, &number), MPI_SUCCESS, "pvar_readreset");
	is_int(number, 1007, "the written value and later increments");
	is_int(value(session, bytes), 0, "after it is reset");
	message(9);
	is_int(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES), MPI_SUCCESS, "all are reset");
	message(1);
	is_int(value(session, bytes), 1, "bytes after that");
	is_int(MPI_T_pvar_handle_free(session, &bytes), MPI_SUCCESS, "pvar_handle_free");
	ok(bytes == MPI_T_PVAR_HANDLE_NULL, "the handle is null");
	is_int(MPI_T_pvar_read(session, bytes, &number), MPI_T_ERR_INVALID_HANDLE,
	       "a freed handle");
	is_int(MPI_T_pvar_read(session, MPI_T_PVAR_ALL_HANDLES, &number), MPI_T_ERR_INVALID_HANDLE,
	       "all handles cannot be read");
}

static void levels(MPI_T_pvar_session session)
{
	MPI_Comm self = MPI_COMM_SELF;
	MPI_T_pvar_handle waiting =
		open_pvar(session, "unexpected_messages", MPI_T_PVAR_CLASS_LEVEL, &self);
	MPI_T_pvar_handle posted =
		open_pvar(session, "posted_receives", MPI_T_PVAR_CLASS_LEVEL, &self);
	MPI_T_pvar_handle held =
		open_pvar(session, "unexpected_bytes", MPI_T_PVAR_CLASS_LEVEL, NULL);
	MPI_T_pvar_handle requests = open_pvar(session, "requests", MPI_T_PVAR_CLASS_LEVEL, NULL);
	unsigned long long before = value(session, requests);
	int data = 0;
	MPI_Request request;

	is_int(value(session, waiting), 0, "nothing is unexpected");
	MPI_Send(&data, 1, MPI_INT, 0, 2, MPI_COMM_SELF);
	arrival(2);
	is_int(value(session, waiting), 1, "one message is");
	ok(value(session, held) >= sizeof(int), "it takes memory");
	MPI_Recv(&data, 1, MPI_INT, 0, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE);
	is_int(value(session, waiting), 0, "nothing again");
	is_int(value(session, held), 0, "nor memory");
	MPI_Irecv(&data, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_SELF, &request);
	is_int(value(session, posted), 1, "a receive waits");
	is_int(value(session, requests) - before, 1, "it is a request");
	MPI_Send(&data, 1, MPI_INT, 0, 2, MPI_COMM_SELF);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	is_int(value(session, posted), 0, "none any more");
	is_int(MPI_T_pvar_start(session, held), MPI_T_ERR_PVAR_NO_STARTSTOP, "a level always runs");
	is_int(MPI_T_pvar_stop(session, held), MPI_T_ERR_PVAR_NO_STARTSTOP, "it cannot be stopped");
	is_int(MPI_T_pvar_reset(session, held), MPI_T_ERR_PVAR_NO_WRITE, "nor reset");
	is_int(MPI_T_pvar_write(session, held, &before), MPI_T_ERR_PVAR_NO_WRITE, "nor written");
	is_int(MPI_T_pvar_readreset(session, held, &before), MPI_T_ERR_PVAR_NO_ATOMIC,
	       "nor read and reset");
}

static void all_pvars(void)
{
	int n = 0, good = 0, index, count;
	MPI_T_pvar_session session, other;
	MPI_T_pvar_handle handle;
	MPI_Comm self = MPI_COMM_SELF;
	unsigned long long number;

	is_int(MPI_T_pvar_session_create(&session), MPI_SUCCESS, "pvar_session_create");
	MPI_T_pvar_session_create(&other);
	MPI_T_pvar_get_num(&n);
	ok(n > 50, "%d performance variables", n);
	for (int i = 0; i < n; i++) {
		char name[200], desc[400];
		int name_len = sizeof(name), desc_len = sizeof(desc), verbosity, class, bind;
		int readonly, continuous, atomic;
		MPI_Datatype type;
		MPI_T_enum e;

		MPI_T_pvar_get_info(i, name, &name_len, &verbosity, &class, &type, &e, desc,
				    &desc_len, &bind, &readonly, &continuous, &atomic);
		good += !MPI_T_pvar_get_index(name, class, &index) && index == i && desc[0] &&
			name_len < 90 && desc_len < 155 && type == MPI_UNSIGNED_LONG_LONG &&
			e == MPI_T_ENUM_NULL && readonly == continuous && atomic != readonly &&
			!MPI_T_pvar_handle_alloc(session, i, &self, &handle, &count) &&
			!MPI_T_pvar_read(session, handle, &number);
	}
	is_int(good, n, "each can be described and read, and has a name of its own");
	is_int(MPI_T_pvar_get_info(-1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
				   NULL, NULL),
	       MPI_T_ERR_INVALID_INDEX, "one too few");
	is_int(MPI_T_pvar_get_index("requests", MPI_T_PVAR_CLASS_TIMER, &index),
	       MPI_T_ERR_INVALID_NAME, "a name of another class");
	is_int(MPI_T_pvar_read(other, handle, &number), MPI_T_ERR_INVALID_HANDLE,
	       "a handle of another session");
	sums(session);
	levels(session);
	is_int(MPI_T_pvar_session_free(&session), MPI_SUCCESS, "pvar_session_free");
	ok(session == MPI_T_PVAR_SESSION_NULL, "the session is null");
	is_int(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES), MPI_T_ERR_INVALID_SESSION,
	       "a freed session");
	MPI_T_pvar_session_free(&other);
}

static void categories(void)
{
	int n = 0, index, cvars = 0, pvars = 0, all, indices[1000], number = -1;
	int in_cvars, in_pvars, in_categories, in_events, events = 0;

	MPI_T_category_get_num(&n);
	for (int i = 0; i < n; i++) {
		char name[100];
		int len = sizeof(name);

		MPI_T_category_get_info(i, name, &len, NULL, NULL, &in_cvars, &in_pvars,
					&in_categories);
		is_int(MPI_T_category_get_index(name, &index), MPI_SUCCESS, "category %s", name);
		is_int(index, i, "its index");
		MPI_T_category_get_num_events(i, &in_events);
		cvars += in_cvars, pvars += in_pvars, events += in_events;
		indices[in_pvars] = -7;
		MPI_T_category_get_pvars(i, in_pvars, indices);
		ok(indices[in_pvars] == -7 && (!in_pvars || indices[in_pvars - 1] >= 0),
		   "as many as it says");
	}
	MPI_T_cvar_get_num(&all);
	is_int(cvars, all, "all control variables are in one");
	MPI_T_pvar_get_num(&all);
	is_int(pvars, all, "all performance variables are");
	MPI_T_event_get_num(&all);
	is_int(events, all, "all events are");
	MPI_T_category_get_index("rondo", &index);
	MPI_T_category_get_info(index, NULL, NULL, NULL, NULL, NULL, NULL, &in_categories);
	is_int(in_categories, n - 1, "one category has the others");
	is_int(MPI_T_category_get_categories(index, 1000, indices), MPI_SUCCESS, "which they are");
	is_int(MPI_T_category_get_cvars(n, 1, indices), MPI_T_ERR_INVALID_INDEX, "one too many");
	MPI_T_category_get_index("matching", &index);
	is_int(MPI_T_category_get_events(index, 1, indices), MPI_SUCCESS, "category_get_events");
	is_int(MPI_T_category_changed(&number), MPI_SUCCESS, "category_changed");
	is_int(MPI_T_category_get_index("rando", &index), MPI_T_ERR_INVALID_NAME,
	       "no such category");
}

/* ---- Events ---- */

struct seen {
	int calls, safety, source, tag, index, frees;
	unsigned long long bytes;
	MPI_Count when;
	struct {
		int source, tag;
		unsigned long long bytes;
	} copy;
};

static void on_event(MPI_T_event_instance event, MPI_T_event_registration registration,
		     MPI_T_cb_safety safety, void *data)
{
	struct seen *seen = data;

	(void)registration;
	seen->calls++;
	seen->safety = safety;
	MPI_T_event_read(event, 0, &seen->source);
	MPI_T_event_read(event, 1, &seen->tag);
	MPI_T_event_read(event, 2, &seen->bytes);
	MPI_T_event_copy(event, &seen->copy);
	MPI_T_event_get_timestamp(event, &seen->when);
	MPI_T_event_get_source(event, &seen->index);
	if (MPI_T_event_read(event, 3, &seen->tag) != MPI_T_ERR_INVALID_INDEX)
		seen->source = -1;
	if (safety == MPI_T_CB_REQUIRE_NONE) /* then MPI may be called */
		MPI_Barrier(MPI_COMM_SELF);
}

static void on_free(MPI_T_event_registration registration, MPI_T_cb_safety safety, void *data)
{
	(void)registration;
	((struct seen *)data)->frees += safety == MPI_T_CB_REQUIRE_NONE;
}

static void on_dropped(MPI_Count count, MPI_T_event_registration registration, int source,
		       MPI_T_cb_safety safety, void *data)
{
	(void)registration, (void)source, (void)safety;
	((struct seen *)data)->calls -= (int)count * 100;
}

static MPI_T_event_registration listen(int index, MPI_T_cb_safety safety, struct seen *seen)
{
	MPI_T_event_registration registration = NULL;
	MPI_Info used = MPI_INFO_NULL;

	is_int(MPI_T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &registration), MPI_SUCCESS,
	       "event_handle_alloc");
	is_int(MPI_T_event_register_callback(registration, safety, MPI_INFO_NULL, seen, on_event),
	       MPI_SUCCESS, "event_register_callback at level %d", safety);
	is_int(MPI_T_event_set_dropped_handler(registration, on_dropped), MPI_SUCCESS,
	       "event_set_dropped_handler");
	is_int(MPI_T_event_callback_set_info(registration, safety, MPI_INFO_NULL), MPI_SUCCESS,
	       "event_callback_set_info");
	is_int(MPI_T_event_callback_get_info(registration, safety, &used), MPI_SUCCESS,
	       "event_callback_get_info");
	MPI_Info_free(&used);
	is_int(MPI_T_event_handle_set_info(registration, MPI_INFO_NULL), MPI_SUCCESS,
	       "event_handle_set_info");
	is_int(MPI_T_event_handle_get_info(registration, &used), MPI_SUCCESS,
	       "event_handle_get_info");
	MPI_Info_free(&used);
	is_int(MPI_T_event_register_callback(registration, 5, MPI_INFO_NULL, seen, on_event),
	       MPI_T_ERR_INVALID, "5 is no level");
	return registration;
}

static void describe_events(int index)
{
	char name[40];
	int len = sizeof(name), n = 2, bind;
	MPI_Datatype types[2] = {MPI_DATATYPE_NULL, MPI_DATATYPE_NULL};
	MPI_Aint displs[2] = {-1, -1};
	MPI_T_enum e;
	MPI_Info info;

	is_int(MPI_T_event_get_info(index, name, &len, NULL, types, displs, &n, &e, &info, NULL,
				    NULL, &bind),
	       MPI_SUCCESS, "event_get_info");
	ok(!strcmp(name, "unexpected_message") && n == 3 && types[1] == MPI_INT &&
		   displs[1] == sizeof(int) && bind == MPI_T_BIND_NO_OBJECT,
	   "%s has %d elements", name, n);
	MPI_Info_free(&info);
	is_int(MPI_T_event_get_index("nothing", &n), MPI_T_ERR_INVALID_NAME, "no such event");
}

static void describe_source(int index)
{
	char name[40];
	int len = sizeof(name), n;
	MPI_Count ticks, most, now;
	MPI_T_source_order order;
	MPI_Info info;

	MPI_T_source_get_num(&n);
	ok(index >= 0 && index < n, "source %d of %d", index, n);
	is_int(MPI_T_source_get_info(index, name, &len, NULL, NULL, &order, &ticks, &most, &info),
	       MPI_SUCCESS, "source_get_info");
	ok(order == MPI_T_SOURCE_ORDERED && ticks == 1000000000 && most > ticks, "%s", name);
	MPI_Info_free(&info);
	is_int(MPI_T_source_get_timestamp(index, &now), MPI_SUCCESS, "source_get_timestamp");
	is_int(MPI_T_source_get_timestamp(n, &now), MPI_T_ERR_INVALID_INDEX, "one too many");
}

static void events(void)
{
	struct seen soon = {0}, late = {0};
	MPI_T_event_registration first, second;
	MPI_Count now = 0;
	int index = -1;

	is_int(MPI_T_event_get_index("unexpected_message", &index), MPI_SUCCESS, "event_get_index");
	describe_events(index);
	first = listen(index, MPI_T_CB_REQUIRE_THREAD_SAFE, &soon);
	second = listen(index, MPI_T_CB_REQUIRE_NONE, &late);
	MPI_Send("abc", 3, MPI_CHAR, 0, 4, MPI_COMM_SELF);
	arrival(4);
	is_int(soon.calls, 1, "one event as the message comes");
	is_int(soon.safety, MPI_T_CB_REQUIRE_MPI_RESTRICTED, "where MPI must not be called");
	ok(soon.source == 0 && soon.tag == 4 && soon.bytes == 3, "source %d, tag %d, %llu bytes",
	   soon.source, soon.tag, soon.bytes);
	ok(soon.copy.source == 0 && soon.copy.tag == 4 && soon.copy.bytes == 3,
	   "the same as a copy");
	describe_source(soon.index);
	MPI_T_source_get_timestamp(soon.index, &now);
	ok(soon.when > 0 && soon.when <= now, "it was before now");
	while (!late.calls)
		MPI_Iprobe(0, 9, MPI_COMM_SELF, &index, MPI_STATUS_IGNORE);
	ok(late.safety == MPI_T_CB_REQUIRE_NONE && late.tag == 4 && late.when == soon.when,
	   "the same event where MPI may be called");
	is_int(MPI_T_event_handle_free(first, &soon, on_free), MPI_SUCCESS, "event_handle_free");
	is_int(soon.frees, 1, "its callback");
	is_int(MPI_T_event_handle_free(first, NULL, NULL), MPI_T_ERR_INVALID_HANDLE,
	       "freed already");
	MPI_T_event_handle_free(second, NULL, NULL);
	MPI_Recv(&index, 3, MPI_CHAR, 0, 4, MPI_COMM_SELF, MPI_STATUS_IGNORE);
	message(3);
	ok(soon.calls == 1 && late.calls == 1, "nobody is told any more");
	is_int(MPI_T_event_read(NULL, 0, &index), MPI_T_ERR_INVALID_HANDLE, "no event");
}

int main(void)
{
	MPI_T_cvar_handle left = MPI_T_CVAR_HANDLE_NULL;
	MPI_T_pvar_session session;

	alarm(60);
	setenv("RONDO_EAGER", "200", 1);
	starting();
	texts();
	all_cvars();
	enums();
	set_before();
	MPI_Init(NULL, NULL);
	set_after();
	all_pvars();
	categories();
	events();
	MPI_T_pvar_session_create(&session);
	levels(session);
	is_int(MPI_Finalize(), MPI_SUCCESS, "MPI_Finalize");
	left = open_cvar("RONDO_BTL");
	ok(left != MPI_T_CVAR_HANDLE_NULL, "it goes on after MPI_Finalize");
	is_int(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES), MPI_SUCCESS, "with its sessions");
	is_int(MPI_T_finalize(), MPI_SUCCESS, "the last MPI_T_finalize");
	is_int(MPI_T_cvar_handle_free(&left), MPI_T_ERR_NOT_INITIALIZED, "nothing after it");
	return done();
}
