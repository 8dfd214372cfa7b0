/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Parameters: environment variables RONDO_<NAME>, or lines of that name in a file of parameters
 * (param_file.h), which the environment overrides. Each is a row of the one table in base/param.c
 * (name, kind, default, unit, meaning), so rondo_info can list them all and a misspelt one is
 * reported at start with the nearest known name.
 */
#ifndef RD_BASE_PARAM_H
#define RD_BASE_PARAM_H

#include <stddef.h>
#include <stdint.h>

enum rd_param_kind { RD_PARAM_INT, RD_PARAM_SIZE, RD_PARAM_BOOL, RD_PARAM_STRING };

enum rd_param_id {
	RD_PARAM_PARAMS,       /* RONDO_PARAMS: file of parameters */
	RD_PARAM_BTL,          /* RONDO_BTL: transports allowed, "self,fpga,sm,tcp" */
	RD_PARAM_VERBOSE,      /* RONDO_VERBOSE: 0 errors and warnings, 1 info, 2 debug */
	RD_PARAM_STATS,        /* RONDO_STATS: print statistics in MPI_Finalize */
	RD_PARAM_EAGER,        /* RONDO_EAGER: largest eager message in bytes, 0 = the
				* transport's */
	RD_PARAM_UNEXPECTED,   /* RONDO_UNEXPECTED: bytes of unexpected messages kept before
				* senders are paused */
	RD_PARAM_SPIN,         /* RONDO_SPIN: polls before yielding, -1 = measured */
	RD_PARAM_SLEEP_US,     /* RONDO_SLEEP_US: idle time in us before sleeping, -1 = by whether
				* ranks share processors (runtime/wait.h) */
	RD_PARAM_CMA,          /* RONDO_CMA: single copy by process_vm_readv allowed */
	RD_PARAM_HUGE_PAGES,   /* RONDO_HUGE_PAGES: large shared memory in huge pages */
	RD_PARAM_SM_SLOTS,     /* RONDO_SM_SLOTS: slots of a shared-memory FIFO, 0 = by number of
				* local ranks */
	RD_PARAM_TCP_IFACE,    /* RONDO_TCP_IFACE: interfaces or subnets to use, empty = all */
	RD_PARAM_TCP_PORTS,    /* RONDO_TCP_PORTS: "first-last" port range, empty = any */
	RD_PARAM_TCP_SNDBUF,   /* RONDO_TCP_SNDBUF: socket buffer in bytes, 0 = the kernel's */
	RD_PARAM_TCP_KEEP,     /* RONDO_TCP_KEEP: bytes kept until a peer has them */
	RD_PARAM_TCP_TIMEOUT,  /* RONDO_TCP_TIMEOUT: s without an answer until a peer is failed */
	RD_PARAM_LEAKS,        /* RONDO_LEAKS: MPI_Finalize names objects that were not freed */
	RD_PARAM_FINALIZE_S,   /* RONDO_FINALIZE_S: seconds MPI_Finalize waits for peers before it
				* names them */
	RD_PARAM_STALL,        /* RONDO_STALL: seconds a rank waits before its stall report, 0 =
				* never */
	RD_PARAM_COLL_SHARED,  /* RONDO_COLL_SHARED: bytes of a rank's slots in all segments */
	RD_PARAM_COLL,         /* RONDO_COLL: force algorithms, "allreduce=ring,bcast=binomial" */
	RD_PARAM_CHECK,        /* RONDO_CHECK: check arguments of MPI calls */
	RD_PARAM_WTIME,        /* RONDO_WTIME: clock of MPI_Wtime, empty or "card" */
	RD_PARAM_REDUCE_ORDER, /* RONDO_REDUCE_ORDER: of reductions, empty, "ring" or "ring:C" */
	RD_PARAM_RING,         /* RONDO_RING: the ring of cards, set by mpirun --ring */
	RD_PARAM_RING_HOST,    /* RONDO_RING_HOST: cost of hosts in the simulated ring */
	RD_PARAM_RING_TRACE,   /* RONDO_RING_TRACE: file of the accesses between its hosts and cards
				*/
	RD_PARAM_RING_VECTOR,  /* RONDO_RING_VECTOR: longest vector in bytes that cards reduce, -1 =
				* by the kind of card */
	RD_PARAM_N
};

struct rd_param {
	const char *name; /* "RONDO_EAGER" */
	enum rd_param_kind kind;
	const char *preset;  /* default value as text */
	const char *unit;    /* "bytes", "us", "" */
	const char *meaning; /* one sentence */
	int64_t least, most; /* range of an INT or SIZE */
};

/*
 * Reads the environment and files; a further call reads them anew. A value that cannot be used is
 * reported and gives RD_EARG (its parameter keeps the default); for an unknown RONDO_ name there is
 * a warning with the nearest known one. Where a launcher's variable gives a rank other than 0, such
 * lines are held back: one per job is enough.
 */
int rd_param_init(void);
void rd_param_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2))); /* one more */
uint64_t rd_param_warnings(void); /* a hash of these lines; 0: there were none */
void rd_param_tell(void);         /* prints those held back: rank 0 has not had the same */

/* The values; before rd_param_init the first use reads the environment. */
int64_t rd_param_int(enum rd_param_id id);        /* INT, SIZE (bytes; suffixes K M G T), BOOL */
const char *rd_param_string(enum rd_param_id id); /* any kind, as given or default; never NULL */
/* Whether the value, a comma-separated list, contains the word. */
int rd_param_lists(enum rd_param_id id, const char *word);
int rd_param_is_set(enum rd_param_id id); /* given in the environment or a file */
const struct rd_param *rd_param_row(enum rd_param_id id);

/*
 * Values that must be the same on all ranks of a job (param_common.c). rd_param_common: the values
 * as bytes, 0: they do not fit. rd_param_common_other: the own value of the first parameter that
 * differs from another rank's, with the other's value and its name; NULL: none differs.
 */
#define RD_PARAM_COMMON_B 1600
uint64_t rd_param_hash(const char *text, uint64_t hash); /* continues a hash; 0: begins one */
size_t rd_param_common(char *buf, size_t max);
const char *rd_param_common_other(const char *theirs, size_t len, const char **their_value,
				  const char **name);

/* Gives it a value that precedes the environment's from now on. RD_EARG: it cannot be used. */
int rd_param_set(enum rd_param_id id, const char *text);

#endif
