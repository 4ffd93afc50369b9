#include "row_classes.h"

#include "sim/base/integers.h"

#include <stdlib.h>
#include <string.h>

/* Colours are sums of mixed numbers: rows and hosts with other surroundings differ, but by chance.
 */
struct colours {
    const struct rd_rows *rows;
    uint64_t *host, *row;           /* [hosts], [rows] */
    uint64_t *next_host, *next_row; /* the same after a step */
};

static uint64_t mix(uint64_t number, uint64_t with)
{
    uint64_t mixed = (number ^ with * 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 29) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 32;
}

static uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* Hosts by what they hold and want, rows by what they are. */
static void begin(struct colours *colours)
{
    const struct rd_rows *rows = colours->rows;
    const struct rd_multicast *multicast = rows->multicast;
    const struct rd_shared_links *shared = multicast->network.instance->shared;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        uint64_t colour = mix(mix((uint64_t)piece->items, piece->length),
                              mix(piece->holder_count, piece->sink_count));
        for (uint32_t j = 0; j < piece->holder_count; j++)
            colours->host[piece->holder[j]] += mix(colour, 1);
        for (uint32_t j = 0; j < piece->sink_count; j++)
            colours->host[piece->sink[j]] += mix(colour, 2);
    }
    for (uint32_t row = 0; row < rows->row_count; row++) {
        bool receives = row < rows->first_link && row >= multicast->network.host_count;
        colours->row[row] = mix(rows->row[row].servers, receives ? 3 : 4 + rows->row[row].is_link);
        if (row >= rows->first_shared)
            colours->row[row] = bits_of(shared->bandwidth_bytes_per_s[row - rows->first_shared]);
    }
}

/* Rows see the ends of links that use them, hosts the rows of their links. */
static void refine(struct colours *colours)
{
    const struct rd_rows *rows = colours->rows;
    const struct rd_network *network = &rows->multicast->network;
    for (uint32_t i = 0; i < network->host_count; i++)
        colours->next_host[i] = mix(colours->host[i], 6);
    for (uint32_t i = 0; i < rows->row_count; i++)
        colours->next_row[i] = mix(colours->row[i], 7);
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t from = network->from[link], to = network->to[link];
        uint64_t ends = mix(mix(colours->host[from], 8), colours->host[to]);
        uint64_t used = mix((uint64_t)rows->latency[link], (uint64_t)rows->item[link][0]);
        for (uint64_t i = rows->use_first[link]; i < rows->use_first[link + 1]; i++)
            used += mix(colours->row[rows->use[i].row], (uint64_t)rows->use[i].item[0]);
        for (uint64_t i = rows->use_first[link]; i < rows->use_first[link + 1]; i++)
            colours->next_row[rows->use[i].row] += mix(ends, used);
        colours->next_host[from] += mix(mix(ends, used), 9);
        colours->next_host[to] += mix(mix(ends, used), 10);
    }
    uint64_t *host = colours->host, *row = colours->row;
    colours->host = colours->next_host;
    colours->row = colours->next_row;
    colours->next_host = host;
    colours->next_row = row;
}

static int by_colour(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return rd_order(*a, *b);
}

struct rd_row_classes rd_row_classes_find(const struct rd_rows *rows, struct rd_arena *arena,
                                          struct rd_arena *scratch)
{
    enum { STEPS = 3 };
    uint32_t hosts = rows->multicast->network.host_count, count = 0;
    uint32_t *of = rd_take(arena, rows->row_count, uint32_t);
    rd_arena_borrow(scratch);
    struct colours colours = {.rows = rows,
                              .host = rd_take(scratch, hosts, uint64_t),
                              .row = rd_take(scratch, rows->row_count, uint64_t),
                              .next_host = rd_take(scratch, hosts, uint64_t),
                              .next_row = rd_take(scratch, rows->row_count, uint64_t)};
    begin(&colours);
    for (int step = 0; step < STEPS; step++)
        refine(&colours);
    uint64_t *colour = rd_arena_copy(scratch, colours.row, rows->row_count, sizeof *colour);
    qsort(colour, rows->row_count, sizeof *colour, by_colour);
    for (uint32_t i = 0; i < rows->row_count; i++)
        if (i == 0 || colour[i] != colour[count - 1])
            colour[count++] = colour[i];
    for (uint32_t row = 0; row < rows->row_count; row++) {
        uint32_t low = 0, high = count;
        RD_FIND_FIRST(low, high, class, colour[class] >= colours.row[row]);
        of[row] = low;
    }
    return (struct rd_row_classes){count, of};
}
