/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The first member of every object behind an MPI handle: a magic word that identifies its kind and
 * whether it is alive, and a reference count. The count is not atomic: at most one thread is inside
 * the library at a time.
 */
#ifndef RD_BASE_OBJECT_H
#define RD_BASE_OBJECT_H

#include <stdint.h>

enum rd_magic {
	RD_MAGIC_FREED = 0x0dead0b1,
	RD_MAGIC_COMM = 0x6d6d6f43,
	RD_MAGIC_GROUP = 0x70757247,
	RD_MAGIC_TYPE = 0x65707954,
	RD_MAGIC_OP = 0x00706f52,
	RD_MAGIC_REQUEST = 0x71655271,
	RD_MAGIC_MESSAGE = 0x67734d67,
	RD_MAGIC_ERRHANDLER = 0x48727245,
	RD_MAGIC_WIN = 0x6e695757,
	RD_MAGIC_INFO = 0x6f666e49,
	RD_MAGIC_SESSION = 0x73736553,
	RD_MAGIC_FILE = 0x656c6946,
};

struct rd_obj {
	uint32_t magic; /* enum rd_magic; RD_MAGIC_FREED once destroyed */
	int32_t refs;   /* handles and internal users; predefined objects never reach 0 */
};

static inline void rd_obj_init(struct rd_obj *obj, enum rd_magic magic)
{
	obj->magic = magic;
	obj->refs = 1;
}

static inline void rd_obj_get(struct rd_obj *obj)
{
	obj->refs++;
}

/* 1 when that was the last reference: the caller destroys the object. */
static inline int rd_obj_put(struct rd_obj *obj)
{
	if (--obj->refs > 0)
		return 0;
	obj->magic = RD_MAGIC_FREED;
	return 1;
}

/* Handles below this are predefined constants, not pointers (MPI-5.0 ABI 20.3). */
#define RD_HANDLE_PREDEFINED 4096u

#endif
