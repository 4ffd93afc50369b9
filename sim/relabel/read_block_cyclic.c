/* Block-cyclic matrices: an array descriptor of ScaLAPACK (DTYPE_ CTXT_ M_ N_ MB_ NB_ RSRC_ CSRC_
 * LLD_), and a line with its grid: rows, columns, and R or C where BLACS_GRIDINIT ordered the ranks
 * by rows or by columns. */
#include "numbers_text.h"

#include "sim/generators/load_generators_switch.h"

#include <inttypes.h>

enum { BY_COLUMNS = -2 }; /* how C is read */

/* Rows, then columns. */
struct layout {
    int64_t size[2], block[2], source[2], grid[2];
    bool by_columns;
    int line; /* of the descriptor */
};

static bool read_layout(const struct rd_input_text *text, struct rd_arena *arena,
                        struct layout *ret_layout, struct rd_error *reterr)
{
    struct rd_number_lines lines;
    if (!rd_number_lines_read(text, 0, INT32_MAX, "RC", arena, &lines, reterr))
        return false;
    size_t width = lines.line_count == 2 ? rd_number_lines_width(&lines, 1) : 0;
    if (width < 2 || width > 3 || rd_number_lines_width(&lines, 0) != 9)
        return rd_fail(reterr, RD_ERROR_INPUT, text->path, rd_number_lines_place(&lines, 2),
                       "no descriptor and grid: two lines are accepted, DTYPE_ CTXT_ M_ N_ MB_ NB_ "
                       "RSRC_ CSRC_ LLD_ and ROWS COLUMNS [R|C]");
    const int64_t *value = lines.value, *grid = value + 9;
    *ret_layout = (struct layout){{value[2], value[3]},
                                  {value[4], value[5]},
                                  {value[6], value[7]},
                                  {grid[0], grid[1]},
                                  width == 3 && grid[2] == BY_COLUMNS,
                                  lines.number[0]};
    if (value[0] != 1)
        return rd_fail(reterr, RD_ERROR_INPUT, text->path, lines.number[0],
                       "DTYPE_ %" PRId64 ": 1 is accepted, a dense matrix", value[0]);
    if (width == 3 && grid[2] >= 0)
        return rd_fail(reterr, RD_ERROR_INPUT, text->path, lines.number[1],
                       "order %" PRId64 ": R or C is accepted", grid[2]);
    for (int axis = 0; axis < 2; axis++) {
        const char *which = axis == 0 ? "rows" : "columns";
        if (ret_layout->size[axis] < 1 || ret_layout->block[axis] < 1)
            return rd_fail(reterr, RD_ERROR_INPUT, text->path, lines.number[0],
                           "%" PRId64 " %s in blocks of %" PRId64 ": at least 1 is accepted",
                           ret_layout->size[axis], which, ret_layout->block[axis]);
        if (ret_layout->grid[axis] < 1 || ret_layout->grid[axis] > RD_PLACEMENT_HOST_LIMIT ||
            grid[0] > RD_PLACEMENT_HOST_LIMIT / (grid[1] + (grid[1] == 0)))
            return rd_fail(reterr, RD_ERROR_INPUT, text->path, lines.number[1],
                           "a grid of %" PRId64 " by %" PRId64
                           " processes: 1 to %d in all are supported",
                           grid[0], grid[1], RD_PLACEMENT_HOST_LIMIT);
        if (ret_layout->source[axis] < 0 || ret_layout->source[axis] >= ret_layout->grid[axis])
            return rd_fail(reterr, RD_ERROR_INPUT, text->path, lines.number[0],
                           "the first of the %s at %" PRId64 ": 0 to %" PRId64 " is accepted",
                           which, ret_layout->source[axis], ret_layout->grid[axis] - 1);
    }
    return true;
}

/* The rank of what has these coordinates as seen from the process of the first block. */
static uint32_t rank_of(const struct layout *layout, int64_t index)
{
    int64_t row = (index / layout->grid[1] + layout->source[0]) % layout->grid[0];
    int64_t column = (index % layout->grid[1] + layout->source[1]) % layout->grid[1];
    return (uint32_t)(layout->by_columns ? column * layout->grid[0] + row
                                         : row * layout->grid[1] + column);
}

static char *pair_text(const int64_t pair[2], struct rd_arena *arena)
{
    return rd_arena_print(arena, "%" PRId64 " %" PRId64, pair[0], pair[1]);
}

/* What process i of the old grid holds of process j of the new one, seen from the first blocks. */
static bool count_elements(const struct layout *old, const struct layout *new, uint32_t n,
                           struct rd_arena *arena, int64_t **ret_amount, struct rd_error *reterr)
{
    const struct rd_option given[] = {{"size", pair_text(old->size, arena)},
                                      {"from", pair_text(old->block, arena)},
                                      {"to", pair_text(new->block, arena)},
                                      {"from-grid", pair_text(old->grid, arena)},
                                      {"to-grid", pair_text(new->grid, arena)}};
    const struct rd_options attributes = {.spec = rd_cyclic_grid_loads.attributes,
                                          .given = given,
                                          .given_count = sizeof given / sizeof *given};
    struct rd_load_draft draft = {
        .count = n, .attributes = &attributes, .arena = arena, .kind_count = 1};
    if (!rd_cyclic_grid_loads.generate(&draft, reterr))
        return false;
    *ret_amount = draft.load;
    return true;
}

bool rd_read_block_cyclic(const struct rd_placement_input *input, struct rd_arena *arena,
                          struct rd_placements *ret_placements, struct rd_error *reterr)
{
    struct layout old, new;
    if (!read_layout(&input->old, arena, &old, reterr) ||
        !read_layout(&input->new, arena, &new, reterr))
        return false;
    if (old.size[0] != new.size[0] || old.size[1] != new.size[1])
        return rd_fail(reterr, RD_ERROR_INPUT, input->new.path, new.line,
                       "a matrix of %" PRId64 " by %" PRId64 ": %" PRId64 " by %" PRId64
                       " is accepted, as in the old placement",
                       new.size[0], new.size[1], old.size[0], old.size[1]);
    struct rd_error error;
    int64_t hosts = old.grid[0] * old.grid[1], parts = new.grid[0] * new.grid[1], *seen;
    uint32_t n = (uint32_t)(hosts > parts ? hosts : parts);
    struct rd_size_sum sum = {n, "elements", 0};
    if (!rd_size_add(&sum, old.size[0] * old.size[1], 1, input->old.path, old.line, reterr))
        return false;
    if (!count_elements(&old, &new, n, arena, &seen, &error))
        return rd_fail(reterr, RD_ERROR_INPUT, input->new.path, new.line, "%s", error.message);
    int64_t *amount = rd_take(arena, (size_t)n * n, int64_t);
    for (int64_t host = 0; host < hosts; host++)
        for (int64_t part = 0; part < parts; part++)
            amount[(size_t)rank_of(&old, host) * n + rank_of(&new, part)] =
                seen[host * parts + part];
    rd_placements_of_matrix(n, n, amount, arena, ret_placements);
    return true;
}
