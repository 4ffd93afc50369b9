/* Programs that make one text of another: gnuplot, a converter of pictures, a layout of
 * graphs. */
#pragma once

#include <stdio.h>

/* Opens an empty file of memory for a text. Returns: NULL with errno if there is none. */
FILE *rd_filter_text(void);

/* Runs a command of the shell on a text and copies what it prints. In: text, from the above,
 * written. Returns: the command's status as pclose gives it; -1 with errno if it cannot be started,
 * or what it prints cannot be copied whole. Cost: O(bytes) and a process. */
int rd_filter(const char *command, FILE *text, FILE *out);
