/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Connecting a process to its PMI server: by PMI_FD, PMI_RANK and PMI_SIZE of the environment, or
 * by PMI_PORT and PMI_ID. For job_pmi.c alone.
 */
#ifndef RD_RUNTIME_PMI_CONNECT_H
#define RD_RUNTIME_PMI_CONNECT_H

#include "runtime/pmi_wire.h"

/* 1: the environment names an open socket of this process, or a port. */
int rd_pmi_connect_offered(void);

/* 0, RD_EOTHER or RD_EPROTO (logged). */
int rd_pmi_connect(struct rd_pmi_wire *wire, int *rank, int *size);

#endif
