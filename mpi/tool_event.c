/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Events of the tool interface (MPI-5.0 15.3.8). There is one source, this process's clock, and one
 * type: a message has come before its receive. The event is detected inside the progress loop,
 * where a callback may not call MPI; if only a callback that may call MPI is registered, a poller
 * calls it a little later.
 */
#include "mpi/tool.h"

#include "base/clock.h"
#include "mpi/leaks.h"
#include "runtime/progress.h"

#include <stdlib.h>

/* Data of an event in the form of MPI_T_event_copy. */
struct unexpected {
	int source, tag; /* rank in MPI_COMM_WORLD */
	unsigned long long bytes;
};

static const struct {
	MPI_Datatype type;
	size_t at, size; /* in struct unexpected */
} elements[] = {
	{MPI_INT, offsetof(struct unexpected, source), sizeof(int)},
	{MPI_INT, offsetof(struct unexpected, tag), sizeof(int)},
	{MPI_UNSIGNED_LONG_LONG, offsetof(struct unexpected, bytes), sizeof(unsigned long long)},
};
enum { ELEMENTS = sizeof(elements) / sizeof(elements[0]), EVENTS = 1, SOURCES = 1 };

static const char event_name[] = "unexpected_message";
static const char event_desc[] =
	"A message has come before its receive: source in MPI_COMM_WORLD, tag, bytes.";

/* The levels of MPI_T_CB_REQUIRE_..., the least strict first. */
static const MPI_T_cb_safety levels[] = {MPI_T_CB_REQUIRE_NONE, MPI_T_CB_REQUIRE_MPI_RESTRICTED,
					 MPI_T_CB_REQUIRE_THREAD_SAFE,
					 MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE};
enum { LEVELS = sizeof(levels) / sizeof(levels[0]), RESTRICTED = 1 /* place in levels */ };

struct callback {
	MPI_T_event_cb_function *fn; /* NULL: none for this level */
	void *user_data;
};

struct MPI_ABI_T_event_registration {
	struct rd_list link;
	struct callback callbacks[LEVELS];
	MPI_T_event_dropped_cb_function *dropped_fn;
	int freed; /* removed when no callback runs */
	MPI_T_event_free_cb_function *free_fn;
	void *free_data;
};

struct MPI_ABI_T_event_instance {
	struct rd_list link;         /* in later */
	MPI_T_event_registration to; /* registration of an event in `later` */
	uint64_t when_ns;
	struct unexpected data;
};

static struct rd_list registrations = {&registrations, &registrations};
static struct rd_list later = {&later, &later}; /* events for callbacks that may call MPI */
static MPI_T_event_instance current;            /* the event of the running callback; NULL: none */
static int depth;                               /* number of running callbacks */

/* ---- The source ---- */

int rd_tool_source_get_num(int *num_sources)
{
	if (!num_sources)
		return MPI_T_ERR_INVALID;
	*num_sources = SOURCES;
	return MPI_SUCCESS;
}

/* A new empty info object, if one is wanted. */
static int give_info(MPI_Info *info)
{
	struct rd_hints *hints;

	if (!info)
		return MPI_SUCCESS;
	if (rd_hints_new(&hints))
		return MPI_T_ERR_MEMORY;
	*info = rd_hints_handle(hints);
	rd_mpi_count(RD_MADE_INFO, *info, 1);
	return MPI_SUCCESS;
}

int rd_tool_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
			    MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
			    MPI_Count *max_ticks, MPI_Info *info)
{
	if (!rd_tool_index_ok(source_index, SOURCES))
		return MPI_T_ERR_INVALID_INDEX;
	rd_tool_text("process", name, name_len);
	rd_tool_text("This process, by its node's clock.", desc, desc_len);
	RD_TOOL_GIVE(ordering, MPI_T_SOURCE_ORDERED);
	RD_TOOL_GIVE(ticks_per_second, 1000000000);
	RD_TOOL_GIVE(max_ticks, INT64_MAX);
	return give_info(info);
}

int rd_tool_source_get_timestamp(int source_index, MPI_Count *timestamp)
{
	if (!rd_tool_index_ok(source_index, SOURCES))
		return MPI_T_ERR_INVALID_INDEX;
	if (!timestamp)
		return MPI_T_ERR_INVALID;
	*timestamp = (MPI_Count)rd_clock_ns();
	return MPI_SUCCESS;
}

/* ---- The type ---- */

int rd_tool_event_count(void)
{
	return EVENTS;
}

int rd_tool_event_get_num(int *num_events)
{
	if (!num_events)
		return MPI_T_ERR_INVALID;
	*num_events = EVENTS;
	return MPI_SUCCESS;
}

int rd_tool_event_get_index(const char *name, int *event_index)
{
	if (!name || !event_index)
		return MPI_T_ERR_INVALID;
	if (strcmp(name, event_name))
		return MPI_T_ERR_INVALID_NAME;
	*event_index = 0;
	return MPI_SUCCESS;
}

int rd_tool_event_get_info(int event_index, char *name, int *name_len, int *verbosity,
			   MPI_Datatype *array_of_datatypes, MPI_Aint *array_of_displacements,
			   int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc,
			   int *desc_len, int *bind)
{
	int room = num_elements ? *num_elements : 0;

	if (!rd_tool_index_ok(event_index, EVENTS))
		return MPI_T_ERR_INVALID_INDEX;
	rd_tool_text(event_name, name, name_len);
	rd_tool_text(event_desc, desc, desc_len);
	RD_TOOL_GIVE(verbosity, MPI_T_VERBOSITY_USER_DETAIL);
	for (int i = 0; i < ELEMENTS && i < room; i++) {
		if (array_of_datatypes)
			array_of_datatypes[i] = elements[i].type;
		if (array_of_displacements)
			array_of_displacements[i] = (MPI_Aint)elements[i].at;
	}
	RD_TOOL_GIVE(num_elements, ELEMENTS);
	RD_TOOL_GIVE(enumtype, MPI_T_ENUM_NULL);
	RD_TOOL_GIVE(bind, MPI_T_BIND_NO_OBJECT);
	return give_info(info);
}

/* ---- Calling back ---- */

static struct rd_poller poller;

static void remove_registration(struct MPI_ABI_T_event_registration *reg)
{
	struct rd_list *link, *save;

	rd_list_for_safe (link, save, &later) {
		struct MPI_ABI_T_event_instance *event =
			rd_container(link, struct MPI_ABI_T_event_instance, link);

		if (event->to != reg)
			continue;
		rd_list_remove(link);
		free(event);
	}
	rd_list_remove(&reg->link);
	if (reg->free_fn)
		reg->free_fn(reg, MPI_T_CB_REQUIRE_NONE, reg->free_data);
	free(reg);
}

/* Removes freed registrations; not while a callback runs, which may belong to one of them. */
static void sweep(void)
{
	struct rd_list *link, *save;

	if (depth)
		return;
	rd_list_for_safe (link, save, &registrations) {
		struct MPI_ABI_T_event_registration *reg =
			rd_container(link, struct MPI_ABI_T_event_registration, link);

		if (reg->freed)
			remove_registration(reg);
	}
	if (!rd_unexpected_watch || !rd_list_empty(&registrations))
		return;
	rd_unexpected_watch = NULL;
	rd_progress_remove(&poller);
}

static void call(MPI_T_event_registration reg, const struct callback *cb,
		 MPI_T_event_instance event, MPI_T_cb_safety safety)
{
	MPI_T_event_instance outer = current;

	current = event;
	depth++;
	cb->fn(event, reg, safety, cb->user_data);
	depth--;
	current = outer;
}

static int poll_later(void)
{
	struct rd_list *link = depth ? NULL : rd_list_pop(&later);
	struct MPI_ABI_T_event_instance *event;
	const struct callback *cb;

	if (!link)
		return 0;
	event = rd_container(link, struct MPI_ABI_T_event_instance, link);
	cb = &event->to->callbacks[0];
	if (cb->fn && !event->to->freed)
		call(event->to, cb, event, MPI_T_CB_REQUIRE_NONE);
	free(event);
	sweep();
	return 1;
}

static int arm(void)
{
	return rd_list_empty(&later) ? RD_ARM_OK : RD_ARM_BUSY;
}

static void disarm(void)
{
}

static struct rd_poller poller = {
	.name = "events", .poll = poll_later, .arm = arm, .disarm = disarm, .fd = -1};

static void keep_for_later(MPI_T_event_registration reg,
			   const struct MPI_ABI_T_event_instance *event)
{
	struct MPI_ABI_T_event_instance *copy = malloc(sizeof(*copy));

	if (copy) {
		*copy = *event;
		copy->to = reg;
		rd_list_append(&later, &copy->link);
	} else if (reg->dropped_fn) {
		reg->dropped_fn(1, reg, 0, MPI_T_CB_REQUIRE_MPI_RESTRICTED,
				reg->callbacks[0].user_data);
	}
}

/* Calls the least strict callback that may run here. */
static void tell(MPI_T_event_registration reg, MPI_T_event_instance event)
{
	for (int i = RESTRICTED; i < LEVELS; i++)
		if (reg->callbacks[i].fn) {
			call(reg, &reg->callbacks[i], event, MPI_T_CB_REQUIRE_MPI_RESTRICTED);
			return;
		}
	if (reg->callbacks[0].fn)
		keep_for_later(reg, event);
}

/* No event for messages of collectives and the like. */
static void on_unexpected(uint32_t ctx, int world, int tag, uint64_t bytes)
{
	struct MPI_ABI_T_event_instance event = {.when_ns = rd_clock_ns(),
						 .data = {world, tag, bytes}};
	struct rd_list *link;

	if (ctx & (RD_PARTS_ID | 1))
		return;
	rd_list_for (link, &registrations) {
		struct MPI_ABI_T_event_registration *reg =
			rd_container(link, struct MPI_ABI_T_event_registration, link);

		if (!reg->freed)
			tell(reg, &event);
	}
	sweep();
}

/* ---- Registrations ---- */

static int is_living(MPI_T_event_registration reg)
{
	return reg && rd_tool_is_in(&registrations, &reg->link) && !reg->freed;
}

/* -1: invalid. */
static int level_of(MPI_T_cb_safety safety)
{
	for (int i = 0; i < LEVELS; i++)
		if (levels[i] == safety)
			return i;
	return -1;
}

static void begin_watching(void)
{
	if (rd_unexpected_watch)
		return;
	rd_unexpected_watch = on_unexpected;
	rd_progress_add(&poller);
}

int rd_tool_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info,
			       MPI_T_event_registration *event_registration)
{
	struct MPI_ABI_T_event_registration *reg;

	(void)obj_handle; /* it belongs to no object */
	if (!rd_tool_index_ok(event_index, EVENTS))
		return MPI_T_ERR_INVALID_INDEX;
	if (!event_registration || !rd_mpi_info_ok(info))
		return MPI_T_ERR_INVALID;
	reg = calloc(1, sizeof(*reg));
	if (!reg)
		return MPI_T_ERR_OUT_OF_HANDLES;
	rd_list_append(&registrations, &reg->link);
	begin_watching();
	*event_registration = reg;
	return MPI_SUCCESS;
}

int rd_tool_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
			      MPI_T_event_free_cb_function free_cb_function)
{
	if (!is_living(event_registration))
		return MPI_T_ERR_INVALID_HANDLE;
	event_registration->freed = 1;
	event_registration->free_fn = free_cb_function;
	event_registration->free_data = user_data;
	sweep();
	return MPI_SUCCESS;
}

void rd_tool_event_fini(void)
{
	struct rd_list *link;

	rd_list_for (link, &registrations)
		rd_container(link, struct MPI_ABI_T_event_registration, link)->freed = 1;
	sweep();
}

/* No hint is known: those set are ignored, and an empty object is returned. */
int rd_tool_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info)
{
	if (!is_living(event_registration))
		return MPI_T_ERR_INVALID_HANDLE;
	return rd_mpi_info_ok(info) ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

int rd_tool_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used)
{
	if (!is_living(event_registration))
		return MPI_T_ERR_INVALID_HANDLE;
	return info_used ? give_info(info_used) : MPI_T_ERR_INVALID;
}

static int check_callback(MPI_T_event_registration reg, MPI_T_cb_safety safety)
{
	if (!is_living(reg))
		return MPI_T_ERR_INVALID_HANDLE;
	return level_of(safety) < 0 ? MPI_T_ERR_INVALID : MPI_SUCCESS;
}

int rd_tool_event_register_callback(MPI_T_event_registration event_registration,
				    MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data,
				    MPI_T_event_cb_function event_cb_function)
{
	int err = check_callback(event_registration, cb_safety);

	if (err)
		return err;
	if (!rd_mpi_info_ok(info))
		return MPI_T_ERR_INVALID;
	event_registration->callbacks[level_of(cb_safety)] =
		(struct callback){event_cb_function, user_data};
	return MPI_SUCCESS;
}

int rd_tool_event_callback_set_info(MPI_T_event_registration event_registration,
				    MPI_T_cb_safety cb_safety, MPI_Info info)
{
	int err = check_callback(event_registration, cb_safety);

	return err ? err : rd_mpi_info_ok(info) ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

int rd_tool_event_callback_get_info(MPI_T_event_registration event_registration,
				    MPI_T_cb_safety cb_safety, MPI_Info *info_used)
{
	int err = check_callback(event_registration, cb_safety);

	return err ? err : info_used ? give_info(info_used) : MPI_T_ERR_INVALID;
}

int rd_tool_event_set_dropped_handler(MPI_T_event_registration event_registration,
				      MPI_T_event_dropped_cb_function dropped_cb_function)
{
	if (!is_living(event_registration))
		return MPI_T_ERR_INVALID_HANDLE;
	event_registration->dropped_fn = dropped_cb_function;
	return MPI_SUCCESS;
}

/* ---- Access to an event, from within a callback ---- */

int rd_tool_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer)
{
	if (!event_instance || event_instance != current)
		return MPI_T_ERR_INVALID_HANDLE;
	if (!rd_tool_index_ok(element_index, ELEMENTS))
		return MPI_T_ERR_INVALID_INDEX;
	if (!buffer)
		return MPI_T_ERR_INVALID;
	memcpy(buffer, (const char *)&current->data + elements[element_index].at,
	       elements[element_index].size);
	return MPI_SUCCESS;
}

int rd_tool_event_copy(MPI_T_event_instance event_instance, void *buffer)
{
	if (!event_instance || event_instance != current)
		return MPI_T_ERR_INVALID_HANDLE;
	if (!buffer)
		return MPI_T_ERR_INVALID;
	memcpy(buffer, &current->data, sizeof(current->data));
	return MPI_SUCCESS;
}

int rd_tool_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp)
{
	if (!event_instance || event_instance != current)
		return MPI_T_ERR_INVALID_HANDLE;
	if (!event_timestamp)
		return MPI_T_ERR_INVALID;
	*event_timestamp = (MPI_Count)current->when_ns;
	return MPI_SUCCESS;
}

int rd_tool_event_get_source(MPI_T_event_instance event_instance, int *source_index)
{
	if (!event_instance || event_instance != current)
		return MPI_T_ERR_INVALID_HANDLE;
	if (!source_index)
		return MPI_T_ERR_INVALID;
	*source_index = 0;
	return MPI_SUCCESS;
}
