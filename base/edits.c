/* SPDX-License-Identifier: BSD-3-Clause */
/* Distance of Damerau and Levenshtein; exchanged neighbours are not edited further. Called for
 * messages. */
#include "base/edits.h"

#include "base/compiler.h"

enum { NAME_B = 63 }; /* longest name */

size_t rd_edits(const char *word, size_t len, const char *name, size_t n)
{
	size_t rows[3][NAME_B + 1];

	if (n > NAME_B)
		return SIZE_MAX;
	for (size_t j = 0; j <= n; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= len; i++) {
		size_t *row = rows[i % 3], *above = rows[(i - 1) % 3], *two = rows[(i + 1) % 3];

		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			int differs = word[i - 1] != name[j - 1];

			row[j] = rd_min(rd_min(above[j], row[j - 1]) + 1,
					above[j - 1] + (size_t)differs);
			if (i > 1 && j > 1 && word[i - 1] == name[j - 2] &&
			    word[i - 2] == name[j - 1])
				row[j] = rd_min(row[j], two[j - 2] + 1);
		}
	}
	return rows[len % 3][n];
}
