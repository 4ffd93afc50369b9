#include "placement.h"

#include "sim/base/number_text.h"

#include <string.h>

const struct rd_placement_format rd_placement_formats[] = {
    {.name = "overlap",
     .summary = "MATRIX: row i, column j says how many items of part j host i holds",
     .unit = "items",
     .files = 1,
     .is_divisible = true,
     .read = rd_read_overlap},
    {.name = "partition",
     .summary = "OLD NEW: a line for each vertex with its part, as METIS writes them",
     .unit = "items",
     .files = 2,
     .takes_sizes = true,
     .is_divisible = true,
     .read = rd_read_partition},
    {.name = "block-cyclic",
     .summary = "OLD NEW: a ScaLAPACK array descriptor and its grid of processes each",
     .unit = "elements",
     .files = 2,
     .is_divisible = true,
     .read = rd_read_block_cyclic},
    {.name = "experts",
     .summary = "OLD NEW: physical_to_logical_map as JSON (EPLB, vLLM, SGLang)",
     .unit = "experts",
     .files = 2,
     .needs_hosts = true,
     .read = rd_read_experts},
    {.name = "kafka",
     .summary = "OLD NEW: the JSON of kafka-reassign-partitions",
     .unit = "bytes",
     .files = 2,
     .takes_sizes = true,
     .needs_sizes = true,
     .old_heading = "Current partition replica assignment",
     .new_heading = "Proposed partition reassignment configuration",
     .read = rd_read_kafka},
    {.name = "ceph",
     .summary = "OLD [NEW]: the JSON of ceph pg dump, and commands ceph osd pg-upmap-items",
     .unit = "bytes",
     .files = 2,
     .tells_new = true,
     .stays = true,
     .takes_sizes = true,
     .read = rd_read_ceph},
    {.name = "elasticsearch",
     .summary = "OLD [NEW]: _cat/shards as text or JSON",
     .unit = "bytes",
     .files = 2,
     .tells_new = true,
     .stays = true,
     .read = rd_read_elasticsearch},
    {0},
};

/* Where a line of a text is, or NULL. */
static const char *find_line(const struct rd_input_text *text, const char *line)
{
    size_t length = strlen(line);
    const char *end = text->text + text->size;
    for (const char *at = text->text; at && at < end; at = memchr(at, '\n', (size_t)(end - at))) {
        at += *at == '\n';
        if ((size_t)(end - at) >= length && memcmp(at, line, length) == 0)
            return at;
    }
    return NULL;
}

/* Cuts a text to what stands below its heading, up to the other one, if that comes later. */
static void cut(struct rd_input_text *text, const char *heading, const char *other,
                struct rd_arena *arena, struct rd_placements *placements)
{
    const char *start = find_line(text, heading), *next = find_line(text, other);
    if (!start)
        return;
    text->start = (size_t)(start - text->text) + strlen(heading);
    if (next && next > start)
        text->size = (size_t)(next - text->text);
    rd_arena_add(
        arena, placements->remark, placements->remark_count,
        rd_arena_print(arena, "%s: what stands below \"%s\" is read", text->path, heading));
}

bool rd_placements_read(const struct rd_placement_format *format, struct rd_placement_input *input,
                        struct rd_arena *arena, struct rd_placements *ret_placements,
                        struct rd_error *reterr)
{
    struct rd_placements read = {.format = format};
    if (format->old_heading) {
        cut(&input->old, format->old_heading, format->new_heading, arena, &read);
        cut(&input->new, format->new_heading, format->old_heading, arena, &read);
    }
    if (!format->read(input, arena, &read, reterr))
        return false;
    *ret_placements = read;
    return true;
}

uint32_t rd_placement_host(const struct rd_placement *placement, const char *name, size_t length)
{
    int64_t number = placement->host_count;
    uint32_t host = 0;
    if (!placement->host_name)
        return rd_integer_parse(name, length, 0, placement->host_count, &number)
                   ? (uint32_t)number
                   : placement->host_count;
    while (host < placement->host_count && (strlen(placement->host_name[host]) != length ||
                                            memcmp(placement->host_name[host], name, length) != 0))
        host++;
    return host;
}

bool rd_size_add(struct rd_size_sum *sum, int64_t size, uint32_t part_count, const char *path,
                 int line, struct rd_error *reterr)
{
    int64_t limit = (INT64_C(1) << 53) / sum->host_count, times = (int64_t)part_count + 1;
    if (size > (limit - sum->size - 1) / times)
        return rd_fail(reterr, RD_ERROR_INPUT, path, line,
                       "too many %s: all sizes%s have to be below 2^53", sum->unit,
                       sum->host_count > 1 ? " times the hosts" : "");
    sum->size += size * times;
    return true;
}

void rd_placements_of_matrix(uint32_t hosts, uint32_t parts, const int64_t *amount,
                             struct rd_arena *arena, struct rd_placements *ret_placements)
{
    uint32_t n = hosts > parts ? hosts : parts;
    size_t count = 0;
    for (size_t i = 0; i < (size_t)hosts * parts; i++)
        count += amount[i] > 0;
    struct rd_placed_item *item = rd_take(arena, count, struct rd_placed_item);
    uint32_t *number = rd_take(arena, n, uint32_t);
    for (uint32_t i = 0; i < n; i++)
        number[i] = i;
    struct rd_placement *result =
        rd_make(arena, struct rd_placement, .host_count = n, .item = item);
    for (size_t i = 0; i < (size_t)hosts * parts; i++)
        if (amount[i] > 0)
            item[result->item_count++] = (struct rd_placed_item){
                NULL, amount[i], &number[i / parts], &number[i % parts], 1, 1, 1};
    ret_placements->count = 1;
    ret_placements->placement = result;
}

bool rd_item_is_on(const struct rd_placed_item *item, uint32_t host)
{
    for (uint32_t h = 0; h < item->holder_count; h++)
        if (item->holder[h] == host)
            return true;
    return false;
}
