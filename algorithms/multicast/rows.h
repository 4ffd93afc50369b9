/* Copies in whole ticks: what an item takes of each port, link, bus and shared link, when anything
 * of use can be there, and distances. What prices are put on, and certificates are made of. */
#pragma once

#include "multicast.h"

/* Later than any date. */
#define RD_NO_DATE (INT64_C(1) << 60)

/* Something that what crosses some links takes time of. */
struct rd_row {
    uint32_t servers;       /* that it has: a port's places */
    int64_t before, behind; /* ticks at its begin, and at its end, in which nothing is of use */
    int64_t unit;           /* divides what any item takes of it */
    bool is_link;           /* a link alone */
};

/* What a link's items take of a row, in ticks for an item of each length. */
struct rd_row_use {
    uint32_t row;
    const int64_t *item; /* [lengths] */
};

struct rd_rows {
    const struct rd_multicast *multicast;
    double tick_s;
    int64_t grid; /* divides all times, but those of shared links */
    bool shared;  /* some rows are shared links: an end may be at any date */
    /* Rows: ports that send and that receive [hosts] each, if they are limited; links, the bus,
     * shared links. */
    uint32_t row_count, first_link, bus, first_shared;
    struct rd_row *row;
    const uint64_t *use_first; /* [links + 1] */
    struct rd_row_use *use;
    const int64_t *latency;     /* [links] */
    const int64_t *const *item; /* [links], [lengths] what an item takes */
    const int64_t *distance;    /* [lengths * hosts * hosts] by where ways begin */
};

/* Reads them. Errors: RD_ERROR_REFUSED where nothing takes any time. Cost: O(lengths (hosts^2 +
 * hosts links log hosts)); from the arena, scratch is rewound. */
bool rd_rows_read(const struct rd_multicast *multicast, struct rd_arena *arena,
                  struct rd_arena *scratch, struct rd_rows *ret_rows, struct rd_error *reterr);

/* The largest tick of which all times are whole numbers, or else one of which the longest has 2^30
 * or more. In: times above 0, one at least. Cost: O(1000 count). */
double rd_tick_of(const double *time_s, uint32_t count, struct rd_arena *scratch);

/* What a row can take until a date. O(1). */
static inline int64_t rd_row_takes(const struct rd_row *row, int64_t until)
{
    int64_t left = until - row->before - row->behind;
    return left > 0 && row->unit > 0 ? left / row->unit * row->unit : 0;
}

/* How long an item of a length is under way at the least, alone; of length 0 none is quicker. O(1).
 */
static inline int64_t rd_rows_distance(const struct rd_rows *rows, uint32_t length, uint32_t from,
                                       uint32_t to)
{
    uint64_t n = rows->multicast->network.host_count;
    return rows->distance[(length * n + from) * n + to];
}
