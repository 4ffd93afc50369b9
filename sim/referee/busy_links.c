#include "busy_links.h"

/* A table of so many bytes is better than places, which take more steps. */
enum { TABLE_BYTES = 1 << 18 };

/* Takes the table, or sets; they are not worth it where the table takes as little. */
static void take(struct rd_busy_links *busy)
{
    uint64_t links = rd_link_count(busy->topology);
    uint64_t sets = (uint64_t)busy->topology->host_count << busy->set_bits;
    if (links <= TABLE_BYTES / sizeof *busy->until_s ||
        links <= sets * sizeof *busy->set / sizeof *busy->until_s)
        busy->until_s = rd_take(busy->scratch, links, double);
    else
        busy->set = rd_take(busy->scratch, sets, struct rd_busy_places);
}

void rd_busy_links_open(struct rd_busy_links *busy, const struct rd_topology *topology,
                        struct rd_busy_places *first, size_t first_size, struct rd_arena *scratch)
{
    *busy = (struct rd_busy_links){.topology = topology,
                                   .scratch = scratch,
                                   .first = (char *)first,
                                   .first_size = first_size,
                                   .complete =
                                       topology->shape == RD_SWITCH || topology->shape == RD_BUS};
    take(busy);
}

static struct rd_busy_places *first_of(const struct rd_busy_links *busy, uint32_t from)
{
    return (struct rd_busy_places *)(void *)(busy->first + from * busy->first_size);
}

/* The set of a receiver. */
static struct rd_busy_places *set_of(const struct rd_busy_links *busy, uint32_t from, uint32_t to)
{
    uint32_t mixed = to * UINT32_C(0x9e3779b1);
    return &busy->set[((size_t)from << busy->set_bits) + ((uint64_t)mixed << busy->set_bits >> 32)];
}

/* The place of a receiver, or else one that is free; NULL if all are taken. */
static double *find(struct rd_busy_places *places, uint32_t to, double now_s, bool *ret_same)
{
    double *passed_s = NULL;
    *ret_same = true;
    for (uint32_t i = 0; i < RD_BUSY_PLACES; i++) {
        if (places->to[i] == to)
            return &places->until_s[i];
        if (places->until_s[i] <= now_s)
            passed_s = &places->until_s[i];
    }
    *ret_same = false;
    return passed_s;
}

static double *enter(struct rd_busy_places *places, double *place_s, uint32_t to)
{
    places->to[place_s - places->until_s] = to;
    return place_s;
}

/* Keeps what is still busy of some places, in sets or in the table. */
static void keep(struct rd_busy_links *busy, const struct rd_busy_places *places, uint32_t from,
                 double now_s)
{
    for (uint32_t i = 0; i < RD_BUSY_PLACES; i++) {
        if (places->until_s[i] <= now_s)
            continue;
        double until_s, *place_s;
        bool same;
        if (busy->until_s) {
            place_s = rd_busy_until(busy, NULL, true, from, places->to[i], now_s, &until_s);
        } else { /* places of one set fit into two */
            struct rd_busy_places *set = set_of(busy, from, places->to[i]);
            place_s = enter(set, find(set, places->to[i], now_s, &same), places->to[i]);
        }
        *place_s = places->until_s[i];
    }
}

/* Twice as many sets, or the table. */
static void grow(struct rd_busy_links *busy, double now_s)
{
    struct rd_busy_links old = *busy;
    uint32_t hosts = busy->topology->host_count;
    busy->set_bits++;
    take(busy);
    for (size_t i = 0; i < (size_t)hosts << old.set_bits; i++)
        keep(busy, &old.set[i], (uint32_t)(i >> old.set_bits), now_s);
    for (uint32_t from = 0; busy->until_s && from < hosts; from++)
        keep(busy, first_of(busy, from), from, now_s);
}

/* Is a place of a sender's sets taken? */
static bool has_more(const struct rd_busy_links *busy, uint32_t from, double now_s)
{
    const struct rd_busy_places *set = &busy->set[(size_t)from << busy->set_bits];
    const struct rd_busy_places *end = set + ((size_t)1 << busy->set_bits);
    for (; set < end; set++)
        for (uint32_t i = 0; i < RD_BUSY_PLACES; i++)
            if (set->until_s[i] > now_s)
                return true;
    return false;
}

double *rd_busy_search(struct rd_busy_links *busy, struct rd_busy_places *places, uint32_t from,
                       uint32_t to, double now_s)
{
    bool same;
    double until_s, *place_s = find(places, to, now_s, &same);
    if (same)
        return place_s;
    if (places->more) {
        double *more_s = find(set_of(busy, from, to), to, now_s, &same);
        if (same && *more_s > now_s)
            return more_s;
        places->more = has_more(busy, from, now_s);
    }
    if (place_s) {
        places->next = (uint16_t)((place_s + 1 - places->until_s) % RD_BUSY_PLACES);
        return enter(places, place_s, to);
    }
    places->more = true;
    while (!busy->until_s) {
        struct rd_busy_places *set = set_of(busy, from, to);
        place_s = find(set, to, now_s, &same);
        if (place_s)
            return enter(set, place_s, to);
        grow(busy, now_s);
    }
    return rd_busy_until(busy, places, true, from, to, now_s, &until_s);
}
