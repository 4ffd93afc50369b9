#include "busy_links.h"

#include <math.h>

/* A table of so many bytes is better than sets, which take more steps. */
enum { TABLE_BYTES = 1 << 18 };

/* Takes the table, or the sets. */
static void take(struct rd_busy_links *busy)
{
    uint64_t links = rd_link_count(busy->topology);
    uint64_t sets = (uint64_t)busy->topology->host_count << busy->set_bits;
    if (links <= TABLE_BYTES / sizeof *busy->until_s ||
        links <= sets * sizeof *busy->set / sizeof *busy->until_s) {
        busy->until_s = rd_take(busy->scratch, links, double);
        return;
    }
    busy->set = rd_take(busy->scratch, sets, struct rd_busy_set);
    busy->other = rd_take(busy->scratch, sets, struct rd_busy_places);
}

void rd_busy_links_open(struct rd_busy_links *busy, const struct rd_topology *topology,
                        struct rd_arena *scratch)
{
    *busy = (struct rd_busy_links){.topology = topology,
                                   .scratch = scratch,
                                   .complete =
                                       topology->shape == RD_SWITCH || topology->shape == RD_BUS};
    take(busy);
}

/* Twice as many sets, or the table. */
static void grow(struct rd_busy_links *busy, double now_s)
{
    struct rd_busy_links old = *busy;
    double until_s;
    busy->set_bits++;
    take(busy);
    size_t sets = (size_t)busy->topology->host_count << old.set_bits;
    for (size_t i = 0; i < 2 * sets; i++) {
        const struct rd_busy_places *places = i < sets ? &old.set[i].half : &old.other[i - sets];
        uint32_t from = (uint32_t)(i % sets >> old.set_bits);
        for (uint32_t j = 0; j < RD_BUSY_PLACES; j++)
            if (places->until_s[j] > now_s) /* places of one set fit into two */
                *rd_busy_until(busy, from, places->to[j], now_s, &until_s) = places->until_s[j];
    }
}

double *rd_busy_search(struct rd_busy_links *busy, uint32_t from, uint32_t to, double now_s)
{
    struct rd_busy_set *set = rd_busy_set_of(busy, from, to);
    struct rd_busy_places *places[] = {&set->half, &busy->other[set - busy->set]};
    enum { NONE = 2 * RD_BUSY_PLACES };
    uint32_t same = NONE, passed = NONE;
    set->other_s = 0;
    for (uint32_t i = NONE; i-- > 0;) {
        double until_s = places[i / RD_BUSY_PLACES]->until_s[i % RD_BUSY_PLACES];
        if (i >= RD_BUSY_PLACES && until_s > set->other_s)
            set->other_s = until_s;
        if (places[i / RD_BUSY_PLACES]->to[i % RD_BUSY_PLACES] == to)
            same = i;
        else if (until_s <= now_s)
            passed = i;
    }
    uint32_t place = same < NONE ? same : passed;
    if (place == NONE) {
        grow(busy, now_s);
        double until_s;
        return rd_busy_until(busy, from, to, now_s, &until_s);
    }
    if (place >= RD_BUSY_PLACES)
        set->other_s = INFINITY; /* its new date is not known here; the next search finds it */
    places[place / RD_BUSY_PLACES]->to[place % RD_BUSY_PLACES] = to;
    return &places[place / RD_BUSY_PLACES]->until_s[place % RD_BUSY_PLACES];
}
