/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls that several threads may make at every thread level (MPI-5.0 11.6): info objects, error
 * classes, conversions of handles, the tool interface.
 */
#include "mpi.h"

#include "t/tap.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, ROUNDS = 200000 };

static void *call(void *wrong)
{
	long *n = wrong;
	char text[MPI_MAX_ERROR_STRING], value[16], key[16];
	int flag, length, class, number;
	MPI_Info info, copy;

	for (int i = 0; i < ROUNDS; i++) {
		snprintf(value, sizeof value, "%d", i);
		snprintf(key, sizeof key, "key%d", i % 7);
		*n += MPI_Info_create(&info) != MPI_SUCCESS;
		*n += MPI_Info_set(info, key, value) != MPI_SUCCESS;
		*n += MPI_Info_dup(info, &copy) != MPI_SUCCESS;
		memset(text, 0, sizeof text);
		length = sizeof text;
		MPI_Info_get_string(copy, key, &length, text, &flag);
		*n += !flag || strcmp(text, value);
		*n += MPI_Info_fromint(MPI_Info_toint(info)) != info;
		MPI_Info_free(&info);
		MPI_Info_free(&copy);
		MPI_Error_class(MPI_ERR_TAG, &class);
		MPI_Error_string(class, text, &length);
		*n += class != MPI_ERR_TAG || !length;
		*n += MPI_T_cvar_get_num(&number) != MPI_SUCCESS || number < 1;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread[THREADS];
	long wrong[THREADS] = {0}, sum = 0;
	int level;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
	MPI_T_init_thread(MPI_THREAD_MULTIPLE, &level);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], NULL, call, &wrong[i]))
			return 1;
	for (int i = 0; i < THREADS; i++) {
		pthread_join(thread[i], NULL);
		sum += wrong[i];
	}
	is_int(sum, 0, "%d threads at MPI_THREAD_FUNNELED", THREADS);
	MPI_T_finalize();
	MPI_Finalize();
	return done();
}
