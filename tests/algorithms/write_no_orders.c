/* Writes rows of results with certificates of lists that can be moved in no order, as `redist run
 * --format json` does. In: how many rows, and a seed. */
#include "no_order_lists.h"

#include "algorithms/objects/no_order.h"
#include "sim/model/instance_check.h"
#include "sim/report/tables.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argument_count, char **argument)
{
    if (argument_count < 3)
        return 2;
    size_t count = strtoul(argument[1], NULL, 10), row_count = 0;
    rd_arena_own(arena);
    rd_arena_own(scratch);
    struct rd_rng rng = rd_rng_seeded(strtoull(argument[2], NULL, 10), 0);
    struct rd_result *row = rd_take(&arena, count, struct rd_result);
    while (row_count < count) {
        struct object_case *of = rd_take(&arena, 1, struct object_case);
        no_order_draw(of, &rng);
        const struct rd_order_certificate *shown =
            rd_instance_check(&of->instance, NULL)
                ? rd_show_no_order(&of->instance, &arena, &scratch)
                : NULL;
        if (!shown)
            continue;
        row[row_count] = rd_result_none;
        row[row_count].scenario = "no order";
        row[row_count].algorithm = "objects-search";
        row[row_count].status = RD_STATUS_REFUSED;
        row[row_count].no_order = shown;
        row[row_count++].instance = &of->instance;
    }
    bool written = rd_results_write(stdout, (struct rd_results_style){.format = RD_FORMAT_JSON},
                                    row, row_count);
    return written ? 0 : 1;
}
