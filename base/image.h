/* SPDX-License-Identifier: BSD-3-Clause */
/* The library's own image: the pages of its code and data, as the loader has mapped them. */
#ifndef RD_BASE_IMAGE_H
#define RD_BASE_IMAGE_H

/*
 * Maps the pages of the library's code and data in one call for each part of the file, before they
 * are used: the first call of a function would otherwise take a fault for its 64 KB of code. They
 * are pages of the file, which all processes share. A part of more than 4 MB is that of a program
 * that the library is linked into, and left alone. Has no effect before Linux 5.14. M-235.
 */
void rd_image_populate(void);

#endif
