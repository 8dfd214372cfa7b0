/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files of parameters, as written by rondo_tune and by people: lines "RONDO_NAME = value", with
 * comments from a # on. The files read are the one that RONDO_PARAMS names (empty: none at all);
 * without it the user's ($XDG_CONFIG_HOME/rondo/params, else ~/.config/rondo/params) and then the
 * installation's (RD_PARAMS_FILE). The first line for a parameter counts. Called from base/param.c.
 */
#ifndef RD_BASE_PARAM_FILE_H
#define RD_BASE_PARAM_FILE_H

struct rd_param_line {
	const char *name, *value; /* within the file's text */
	const char *file;
	int number; /* of the line, from 1 */
};

/*
 * Reads the files anew. RD_EARG, logged: the file asked for cannot be read, or a line is malformed;
 * the other lines are kept. RD_ENOMEM.
 */
int rd_param_file_read(void);

/* The line that gives this parameter, NULL: none does. */
const struct rd_param_line *rd_param_file_find(const char *name);

/* Line i, NULL after the last. */
const struct rd_param_line *rd_param_file_line(int i);

#endif
