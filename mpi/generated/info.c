/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-infos.tbl by mpi/gen.pl: do not edit */
/*
 * Info objects (MPI-5.0 10): pairs of texts. All may be called at any time.
 */
#include "mpi/api.h"

int PMPI_Info_create(MPI_Info *info)
{
	struct rd_hints *info_p = NULL;
	int err;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Info_create(info));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info))
			return rd_mpi_bad_pointer(NULL, "MPI_Info_create", "info");
	}
	err = rd_hints_new(&info_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Info_create", NULL);
	*info = rd_hints_handle(info_p);
	rd_mpi_count(RD_MADE_INFO, *info, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Info_create);

int PMPI_Info_create_env(int argc, char *argv[], MPI_Info *info)
{
	struct rd_hints *info_p = NULL;
	int err;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Info_create_env(argc, argv, info));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info))
			return rd_mpi_bad_pointer(NULL, "MPI_Info_create_env", "info");
	}
	err = rd_mpi_info_env(argc, argv, &info_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Info_create_env", NULL);
	*info = rd_hints_handle(info_p);
	rd_mpi_count(RD_MADE_INFO, *info, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Info_create_env);

int PMPI_Info_dup(MPI_Info info, MPI_Info *newinfo)
{
	struct rd_hints *info_p = rd_hints_get(info);
	struct rd_hints *newinfo_p = NULL;
	int err;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Info_dup(info, newinfo));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info_p))
			return rd_mpi_bad_info(NULL, "MPI_Info_dup", "info", info);
		if (rd_unlikely(!newinfo))
			return rd_mpi_bad_pointer(NULL, "MPI_Info_dup", "newinfo");
	}
	err = rd_hints_dup(info_p, &newinfo_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Info_dup", NULL);
	*newinfo = rd_hints_handle(newinfo_p);
	rd_mpi_count(RD_MADE_INFO, *newinfo, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Info_dup);

int PMPI_Info_free(MPI_Info *info)
{
	struct rd_hints *info_p = info ? rd_hints_get(*info) : NULL;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Info_free(info));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info))
			return rd_mpi_bad_pointer(NULL, "MPI_Info_free", "info");
		if (rd_unlikely(!info_p))
			return rd_mpi_bad_info(NULL, "MPI_Info_free", "info", *info);
		if (rd_unlikely(*info == MPI_INFO_ENV))
			return rd_mpi_raise(NULL, MPI_ERR_INFO, "MPI_Info_free",
					    "info is MPI_INFO_ENV, which cannot be freed");
	}
	rd_hints_put(info_p);
	rd_mpi_count(RD_MADE_INFO, *info, -1);
	*info = MPI_INFO_NULL;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Info_free);

int PMPI_Info_set(MPI_Info info, const char *key, const char *value)
{
	struct rd_hints *info_p = rd_hints_get(info);
	int err;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Info_set(info, key, value));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info_p))
			return rd_mpi_bad_info(NULL, "MPI_Info_set", "info", info);
		if (rd_unlikely(!rd_mpi_info_key_ok(key)))
			return rd_mpi_bad_key(NULL, "MPI_Info_set", "key", key);
		if (rd_unlikely(info == MPI_INFO_ENV))
			return rd_mpi_raise(NULL, MPI_ERR_INFO, "MPI_Info_set",
					    "info is MPI_INFO_ENV, which cannot be changed");
		if (rd_unlikely(!value))
			return rd_mpi_raise(NULL, MPI_ERR_INFO_VALUE, "MPI_Info_set",
					    "value is NULL: it must be a text, which may be empty");
		if (rd_unlikely(strlen(value) >= MPI_MAX_INFO_VAL))
			return rd_mpi_raise(NULL, MPI_ERR_INFO_VALUE, "MPI_Info_set",
					    "value has %zu characters, %d are allowed",
					    strlen(value), MPI_MAX_INFO_VAL - 1);
	}
	err = rd_hints_set(info_p, key, value);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Info_set", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Info_set);

int PMPI_Info_delete(MPI_Info info, const char *key)
{
	struct rd_hints *info_p = rd_hints_get(info);

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Info_delete(info, key));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info_p))
			return rd_mpi_bad_info(NULL, "MPI_Info_delete", "info", info);
		if (rd_unlikely(!rd_mpi_info_key_ok(key)))
			return rd_mpi_bad_key(NULL, "MPI_Info_delete", "key", key);
		if (rd_unlikely(info == MPI_INFO_ENV))
			return rd_mpi_raise(NULL, MPI_ERR_INFO, "MPI_Info_delete",
					    "info is MPI_INFO_ENV, which cannot be changed");
		if (rd_unlikely(!rd_hints_value(info_p, key)))
			return rd_mpi_raise(NULL, MPI_ERR_INFO_NOKEY, "MPI_Info_delete",
					    "info has no key '%s'", key);
	}
	rd_hints_delete(info_p, key);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Info_delete);

int PMPI_Info_get_nkeys(MPI_Info info, int *nkeys)
{
	struct rd_hints *info_p = rd_hints_get(info);

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Info_get_nkeys(info, nkeys));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info_p))
			return rd_mpi_bad_info(NULL, "MPI_Info_get_nkeys", "info", info);
		if (rd_unlikely(!nkeys))
			return rd_mpi_bad_pointer(NULL, "MPI_Info_get_nkeys", "nkeys");
	}
	*nkeys = info_p->n;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Info_get_nkeys);

int PMPI_Info_get_nthkey(MPI_Info info, int n, char *key)
{
	struct rd_hints *info_p = rd_hints_get(info);

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Info_get_nthkey(info, n, key));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info_p))
			return rd_mpi_bad_info(NULL, "MPI_Info_get_nthkey", "info", info);
		if (rd_unlikely(!key))
			return rd_mpi_bad_pointer(NULL, "MPI_Info_get_nthkey", "key");
		if (rd_unlikely(!(n >= 0 && n < info_p->n)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Info_get_nthkey",
					    "n=%d is not the number of a key: info has %d, 0 is "
					    "the first",
					    n, info_p->n);
	}
	rd_mpi_text_out(key, rd_hints_key(info_p, n), MPI_MAX_INFO_KEY);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Info_get_nthkey);

int PMPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag)
{
	struct rd_hints *info_p = rd_hints_get(info);

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Info_get_string(info, key, buflen, value, flag));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info_p))
			return rd_mpi_bad_info(NULL, "MPI_Info_get_string", "info", info);
		if (rd_unlikely(!rd_mpi_info_key_ok(key)))
			return rd_mpi_bad_key(NULL, "MPI_Info_get_string", "key", key);
		if (rd_unlikely(!buflen))
			return rd_mpi_bad_pointer(NULL, "MPI_Info_get_string", "buflen");
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Info_get_string", "flag");
		if (rd_unlikely(*buflen < 0))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Info_get_string",
					    "buflen=%d is negative", *buflen);
		if (rd_unlikely(!(value || *buflen == 0)))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Info_get_string",
					    "value is NULL, but buflen=%d", *buflen);
	}
	*flag = rd_mpi_info_string(info_p, key, buflen, value);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Info_get_string);

int PMPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag)
{
	struct rd_hints *info_p = rd_hints_get(info);

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Info_get(info, key, valuelen, value, flag));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info_p))
			return rd_mpi_bad_info(NULL, "MPI_Info_get", "info", info);
		if (rd_unlikely(!rd_mpi_info_key_ok(key)))
			return rd_mpi_bad_key(NULL, "MPI_Info_get", "key", key);
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Info_get", "flag");
		if (rd_unlikely(valuelen < 0))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Info_get",
					    "valuelen=%d is negative", valuelen);
		if (rd_unlikely(!value))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Info_get",
					    "value is NULL, but the call needs its address");
	}
	*flag = rd_mpi_info_get(info_p, key, valuelen, value);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Info_get);

int PMPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag)
{
	struct rd_hints *info_p = rd_hints_get(info);

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Info_get_valuelen(info, key, valuelen, flag));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!info_p))
			return rd_mpi_bad_info(NULL, "MPI_Info_get_valuelen", "info", info);
		if (rd_unlikely(!rd_mpi_info_key_ok(key)))
			return rd_mpi_bad_key(NULL, "MPI_Info_get_valuelen", "key", key);
		if (rd_unlikely(!valuelen))
			return rd_mpi_bad_pointer(NULL, "MPI_Info_get_valuelen", "valuelen");
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Info_get_valuelen", "flag");
	}
	*flag = rd_mpi_info_length(info_p, key, valuelen);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Info_get_valuelen);
