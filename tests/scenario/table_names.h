/* Expected words without the lists that come from tables, so that a new line of a table is no
 * change of a test. */
#ifndef REDIST_TESTS_SCENARIO_TABLE_NAMES_H
#define REDIST_TESTS_SCENARIO_TABLE_NAMES_H

#include "sim/base/arena.h"

/* The text with the names of their tables, commas between, for {shapes}, {load generators} and
 * {parameters}. Returns: from the arena, or the text itself if it has none of them. */
const char *with_table_names(struct rd_arena *arena, const char *text);

#endif
