#include "translations.h"

enum { MOST_HOSTS = 1 << 12, MOST_WAYS = 1000 };

static uint32_t place_of(const struct rd_translations *of, uint32_t digit)
{
    uint32_t place = 1;
    while (++digit < of->digit_count)
        place *= of->radix[digit];
    return place;
}

uint32_t rd_translation_digit(const struct rd_translations *of, uint32_t host, uint32_t digit)
{
    return host / place_of(of, digit) % of->radix[digit];
}

/* Digits of a host, plus or less those of another. */
static uint32_t combine(const struct rd_translations *of, uint32_t host, uint32_t by, bool less)
{
    uint32_t sum = 0, place = 1;
    for (uint32_t digit = of->digit_count; digit-- > 0;) {
        uint32_t radix = of->radix[digit], other = by % radix;
        sum += (host % radix + (less ? radix - other : other)) % radix * place;
        host /= radix;
        by /= radix;
        place *= radix;
    }
    return sum;
}

uint32_t rd_translated(const struct rd_translations *of, uint32_t host, uint32_t by)
{
    return combine(of, host, by, false);
}

uint32_t rd_translation_between(const struct rd_translations *of, uint32_t from, uint32_t to)
{
    return combine(of, to, from, true);
}

uint32_t rd_translation_step(const struct rd_translations *of, uint32_t digit, bool back)
{
    return (back ? of->radix[digit] - 1 : 1) * place_of(of, digit);
}

/* Does adding a number take links to links that cost the same? */
static bool keeps_links(const struct rd_network *network, const struct rd_translations *of,
                        uint32_t by)
{
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t other =
            rd_network_link_between(network, rd_translated(of, network->from[link], by),
                                    rd_translated(of, network->to[link], by));
        if (other == UINT32_MAX || network->item_s[other] != network->item_s[link] ||
            network->latency_s[other] != network->latency_s[link])
            return false;
    }
    return true;
}

static bool has_neighbours_alone(const struct rd_network *network, const struct rd_translations *of)
{
    for (uint32_t link = network->out_first[0]; link < network->out_first[1]; link++) {
        bool found = false;
        for (uint32_t digit = 0; digit < of->digit_count; digit++)
            found |= network->to[link] == rd_translation_step(of, digit, false) ||
                     network->to[link] == rd_translation_step(of, digit, true);
        if (!found)
            return false;
    }
    return true;
}

struct search {
    const struct rd_network *network;
    bool neighbours_alone; /* such ways are looked for, or all others */
    struct rd_translations way, best;
    bool found;
    uint32_t ways;
};

/* In: left, the product of the digits that are still to be chosen. */
static void try_ways(struct search *search, uint32_t left)
{
    struct rd_translations *way = &search->way;
    if (search->ways >= MOST_WAYS || search->found)
        return;
    if (left == 1) {
        way->neighbours_alone = has_neighbours_alone(search->network, way);
        if (way->neighbours_alone != search->neighbours_alone)
            return;
        search->ways++;
        for (uint32_t digit = 0; digit < way->digit_count; digit++)
            if (!keeps_links(search->network, way, rd_translation_step(way, digit, false)))
                return;
        search->found = true;
        search->best = *way;
        return;
    }
    for (uint32_t radix = left; radix > 1 && way->digit_count < RD_MOST_DIGITS; radix--)
        if (left % radix == 0) {
            way->radix[way->digit_count++] = radix;
            try_ways(search, left / radix);
            way->digit_count--;
        }
}

bool rd_translations_find(const struct rd_network *network, struct rd_translations *ret_found)
{
    struct search search = {.network = network};
    if (network->host_count < 2 || network->host_count > MOST_HOSTS)
        return false;
    for (int alone = 1; alone >= 0 && !search.found; alone--) {
        search.neighbours_alone = alone;
        search.ways = 0;
        try_ways(&search, network->host_count);
    }
    *ret_found = search.best;
    return search.found;
}
