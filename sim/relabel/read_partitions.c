/* Partitions of a mesh, a graph or a set of objects, before and after. */
#include "numbers_text.h"

#define SIZE_LIMIT (INT64_C(1) << 53)

bool rd_read_overlap(const struct rd_placement_input *input, struct rd_arena *arena,
                     struct rd_placements *ret_placements, struct rd_error *reterr)
{
    struct rd_number_lines lines;
    const char *path = input->old.path;
    if (!rd_number_lines_read(&input->old, 0, SIZE_LIMIT, "", arena, &lines, reterr))
        return false;
    if (lines.line_count == 0)
        return rd_fail(reterr, RD_ERROR_INPUT, path, 1,
                       "no numbers: a line for each old part is accepted, with a number for each "
                       "new part");
    size_t width = rd_number_lines_width(&lines, 0);
    for (size_t i = 0; i < lines.line_count; i++)
        if (rd_number_lines_width(&lines, i) != width)
            return rd_fail(reterr, RD_ERROR_INPUT, path, lines.number[i],
                           "%zu numbers: %zu are accepted, as in the first line",
                           rd_number_lines_width(&lines, i), width);
    if (lines.line_count > RD_PLACEMENT_HOST_LIMIT || width > RD_PLACEMENT_HOST_LIMIT)
        return rd_fail(reterr, RD_ERROR_INPUT, path,
                       lines.number[width > RD_PLACEMENT_HOST_LIMIT ? 0 : RD_PLACEMENT_HOST_LIMIT],
                       "%zu lines of %zu numbers: at most %d of each are supported",
                       lines.line_count, width, RD_PLACEMENT_HOST_LIMIT);
    struct rd_size_sum sum = {(uint32_t)(width > lines.line_count ? width : lines.line_count),
                              "items", 0};
    for (size_t i = 0; i < lines.line_count * width; i++)
        if (!rd_size_add(&sum, lines.value[i], 1, path, lines.number[i / width], reterr))
            return false;
    rd_placements_of_matrix((uint32_t)lines.line_count, (uint32_t)width, lines.value, arena,
                            ret_placements);
    return true;
}

/* A column of numbers, one a line. In: count, that of the other file; SIZE_MAX: any but 0. */
static bool read_column(const struct rd_input_text *text, int64_t high, size_t count,
                        struct rd_arena *arena, struct rd_number_lines *ret_column,
                        struct rd_error *reterr)
{
    if (!rd_number_lines_read(text, 0, high, "", arena, ret_column, reterr))
        return false;
    for (size_t i = 0; i < ret_column->line_count; i++)
        if (rd_number_lines_width(ret_column, i) != 1)
            return rd_fail(reterr, RD_ERROR_INPUT, text->path, ret_column->number[i],
                           "%zu numbers: one is accepted for each vertex",
                           rd_number_lines_width(ret_column, i));
    if (ret_column->line_count == 0 || (count != SIZE_MAX && ret_column->line_count != count))
        return rd_fail(reterr, RD_ERROR_INPUT, text->path, rd_number_lines_place(ret_column, count),
                       "%zu vertices: as many as in the old partition are accepted, at least one",
                       ret_column->line_count);
    return true;
}

static int64_t greatest(const struct rd_number_lines *column)
{
    int64_t most = 0;
    for (size_t i = 0; i < column->line_count; i++)
        most = column->value[i] > most ? column->value[i] : most;
    return most;
}

bool rd_read_partition(const struct rd_placement_input *input, struct rd_arena *arena,
                       struct rd_placements *ret_placements, struct rd_error *reterr)
{
    struct rd_number_lines old, new, sizes;
    int64_t last = input->host_count > 0 ? input->host_count - 1 : RD_PLACEMENT_HOST_LIMIT - 1;
    if (!read_column(&input->old, last, SIZE_MAX, arena, &old, reterr) ||
        !read_column(&input->new, last, old.line_count, arena, &new, reterr) ||
        (input->sizes.path &&
         !read_column(&input->sizes, SIZE_LIMIT, old.line_count, arena, &sizes, reterr)))
        return false;
    int64_t most = greatest(&old) > greatest(&new) ? greatest(&old) : greatest(&new);
    uint32_t n = input->host_count > 0 ? (uint32_t)input->host_count : (uint32_t)most + 1;
    int64_t *amount = rd_take(arena, (size_t)n * n, int64_t);
    struct rd_size_sum sum = {n, "items", 0};
    const struct rd_number_lines *said = input->sizes.path ? &sizes : &old;
    const char *path = input->sizes.path ? input->sizes.path : input->old.path;
    for (size_t i = 0; i < old.line_count; i++) {
        int64_t size = input->sizes.path ? sizes.value[i] : 1;
        if (!rd_size_add(&sum, size, 1, path, said->number[i], reterr))
            return false;
        amount[(size_t)old.value[i] * n + (size_t) new.value[i]] += size;
    }
    rd_placements_of_matrix(n, n, amount, arena, ret_placements);
    return true;
}
