#include "link_classes.h"

#include "sim/base/integers.h"

#include <stdlib.h>
#include <string.h>

/* Colours are sums of mixed numbers: links and hosts with other surroundings differ, but by chance.
 */
struct colours {
    const struct rd_rows *rows;
    uint64_t *host, *link;           /* [hosts], [shared links] */
    uint64_t *next_host, *next_link; /* the same after a step */
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

/* Hosts by what they hold and want, links by their bandwidth. */
static void begin(struct colours *colours)
{
    const struct rd_multicast *multicast = colours->rows->multicast;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        uint64_t colour = mix(mix((uint64_t)piece->items, piece->length),
                              mix(piece->holder_count, piece->sink_count));
        for (uint32_t j = 0; j < piece->holder_count; j++)
            colours->host[piece->holder[j]] += mix(colour, 1);
        for (uint32_t j = 0; j < piece->sink_count; j++)
            colours->host[piece->sink[j]] += mix(colour, 2);
    }
    const struct rd_instance *instance = multicast->network.instance;
    for (uint32_t link = 0; link < multicast->network.shared_count; link++)
        colours->link[link] = bits_of(instance->shared->bandwidth_bytes_per_s[link]);
}

/* Links see the ends of routes that cross them, hosts the links of their routes. */
static void refine(struct colours *colours)
{
    const struct rd_rows *rows = colours->rows;
    const struct rd_network *network = &rows->multicast->network;
    for (uint32_t i = 0; i < network->host_count; i++)
        colours->next_host[i] = mix(colours->host[i], 3);
    for (uint32_t i = 0; i < network->shared_count; i++)
        colours->next_link[i] = mix(colours->link[i], 4);
    for (uint32_t route = 0; route < network->link_count; route++) {
        uint32_t from = network->from[route], to = network->to[route];
        uint64_t ends = mix(mix(colours->host[from], 5), colours->host[to]), links = 0;
        for (uint64_t i = rows->use_first[route]; i < rows->use_first[route + 1]; i++)
            if (rows->use[i].row >= rows->first_shared)
                links += mix(colours->link[rows->use[i].row - rows->first_shared], 6);
        for (uint64_t i = rows->use_first[route]; i < rows->use_first[route + 1]; i++)
            if (rows->use[i].row >= rows->first_shared)
                colours->next_link[rows->use[i].row - rows->first_shared] += mix(ends, links);
        colours->next_host[from] += mix(mix(ends, links), 7);
        colours->next_host[to] += mix(mix(ends, links), 8);
    }
    uint64_t *host = colours->host, *link = colours->link;
    colours->host = colours->next_host;
    colours->link = colours->next_link;
    colours->next_host = host;
    colours->next_link = link;
}

static int by_colour(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return rd_order(*a, *b);
}

struct rd_link_classes rd_link_classes_find(const struct rd_rows *rows, struct rd_arena *arena,
                                            struct rd_arena *scratch)
{
    enum { STEPS = 3 };
    uint32_t hosts = rows->multicast->network.host_count, count = 0;
    uint32_t links = rows->multicast->network.shared_count;
    uint32_t *of = rd_take(arena, rows->row_count, uint32_t);
    rd_arena_borrow(scratch);
    struct colours colours = {.rows = rows,
                              .host = rd_take(scratch, hosts, uint64_t),
                              .link = rd_take(scratch, links, uint64_t),
                              .next_host = rd_take(scratch, hosts, uint64_t),
                              .next_link = rd_take(scratch, links, uint64_t)};
    begin(&colours);
    for (int step = 0; step < STEPS; step++)
        refine(&colours);
    uint64_t *colour = rd_arena_copy(scratch, colours.link, links, sizeof *colour);
    qsort(colour, links, sizeof *colour, by_colour);
    for (uint32_t i = 0; i < links; i++)
        if (i == 0 || colour[i] != colour[count - 1])
            colour[count++] = colour[i];
    for (uint32_t link = 0; link < links; link++) {
        uint32_t low = 0, high = count;
        RD_FIND_FIRST(low, high, class, colour[class] >= colours.link[link]);
        of[rows->first_shared + link] = low;
    }
    return (struct rd_link_classes){count, of};
}
