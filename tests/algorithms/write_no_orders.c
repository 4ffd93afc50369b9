/* Writes rows of results with certificates of lists that can be moved in no order, as `redist run
 * --format json` does. In: how many rows, and a seed. */
#include "no_order_lists.h"

#include "algorithms/objects/no_order.h"
#include "sim/model/instance_check.h"
#include "tests/support/written_rows.h"

static size_t draw(struct rd_rng *rng, RD_UNUSED size_t number, RD_UNUSED size_t most,
                   struct rd_result *row, struct rd_arena *arena, struct rd_arena *scratch)
{
    struct object_case *of = rd_take(arena, 1, struct object_case);
    no_order_draw(of, rng);
    const struct rd_order_certificate *shown = rd_instance_check(&of->instance, NULL)
                                                   ? rd_show_no_order(&of->instance, arena, scratch)
                                                   : NULL;
    if (!shown)
        return 0;
    *row = rd_result_none;
    row->scenario = "no order";
    row->algorithm = "objects-search";
    row->status = RD_STATUS_REFUSED;
    row->no_order = shown;
    row->instance = &of->instance;
    return 1;
}

int main(int argument_count, char **argument)
{
    return write_rows(argument_count, argument, draw);
}
