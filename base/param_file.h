/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files of parameters, as rondo_tune and people write them: lines "RONDO_NAME = value", with
 * comments from a # on. Read are the file that RONDO_PARAMS names (empty: none at all); without
 * it the user's ($XDG_CONFIG_HOME/rondo/params, else ~/.config/rondo/params) and then the
 * installation's (RD_PARAMS_FILE). What is first given counts. Called from base/param.c.
 */
#ifndef RD_BASE_PARAM_FILE_H
#define RD_BASE_PARAM_FILE_H

struct rd_param_line {
	const char *name, *value; /* within the file's text */
	const char *file;
	int number; /* of the line, from 1 */
};

/*
 * Reads the files anew. RD_EARG, told: the one asked for cannot be read, or a line is none; the
 * others are kept. RD_ENOMEM.
 */
int rd_param_file_read(void);

/* The line that gives this parameter, NULL: none does. */
const struct rd_param_line *rd_param_file_find(const char *name);

/* Line i, NULL after the last. */
const struct rd_param_line *rd_param_file_line(int i);

#endif
