#include "written_rows.h"

#include "sim/report/tables.h"

#include <stdio.h>
#include <stdlib.h>

int write_rows(int argument_count, char **argument, written_rows *draw)
{
    if (argument_count < 3)
        return 2;
    size_t count = strtoul(argument[1], NULL, 10), row_count = 0;
    rd_arena_own(arena);
    rd_arena_own(scratch);
    struct rd_rng rng = rd_rng_seeded(strtoull(argument[2], NULL, 10), 0);
    struct rd_result *row = rd_take(&arena, count, struct rd_result);
    for (size_t number = 0; row_count < count; number++)
        row_count += draw(&rng, number, count - row_count, row + row_count, &arena, &scratch);
    bool written = rd_results_write(stdout, (struct rd_results_style){.format = RD_FORMAT_JSON},
                                    row, row_count);
    return written ? 0 : 1;
}
