/* A folder of a test's own, which it works in: paths in messages are then the same everywhere. */
#ifndef REDIST_TESTS_SCENARIO_TEMPORARY_FOLDER_H
#define REDIST_TESTS_SCENARIO_TEMPORARY_FOLDER_H

#include "sim/base/arena.h"
#include "sim/input/error_list.h"

#include <stddef.h>

/* For cmocka's group: makes the folder and goes there; goes back and removes it with its files. */
int temporary_folder_enter(void **state);
int temporary_folder_leave(void **state);

/* Writes a file, and the folder before the last '/' of its path, if there is one. */
void write_bytes(const char *path, const char *text, size_t size);
void write_text(const char *path, const char *text);

/* A text with its first `from` replaced; fails the test if there is none. */
char *text_with(struct rd_arena *arena, const char *text, const char *from, const char *to);

/* What a list of errors prints. */
const char *printed(const struct rd_error_list *errors);

#endif
