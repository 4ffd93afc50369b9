/* The multicast programme: the least time in which ports and links can carry trees from holders to
 * sinks, bounded from below by prices and cuts, with the certificate of that.
 *
 * Each item is a minimum Steiner tree at the prices of ports and links, bounded by cuts
 * (steiner_cuts.h). Prices are found by multiplicative weights: what carried much in the trees so
 * far becomes dear. What the cuts need against what the rows offer by a date then shows the date to
 * be too early. Afterwards later dates are tried, with only those links usable that lead to a sink
 * by the date. Source: our own; Wong (1984) for the cuts, Plotkin, Shmoys and Tardos (1995) for the
 * weights. */
#pragma once

#include "rows.h"

#include "sim/model/certificates/multicast_certificate.h"

struct rd_multicast_price_bound {
    double seconds; /* no schedule ends before; 0: nothing was shown */
    const struct rd_multicast_certificate *certificate; /* it holds; NULL: nothing was shown */
    struct rd_price_verdict verdict;                    /* on it */
    double load_s; /* the largest load of ports and links that trees were found for: the programme's
                      time is not above it */
};

/* Finds a bound. In: rows; work, how many links may be looked at in all; from_s, a bound that is
 * known: dates from there on are tried. The certificate is from the arena; scratch is rewound. */
struct rd_multicast_price_bound rd_multicast_price_bound_find(const struct rd_rows *rows,
                                                              uint64_t work, double from_s,
                                                              struct rd_arena *arena,
                                                              struct rd_arena *scratch);

/* What the ports of one host alone show, that receive what it wants. In: rows, and a host. The
 * certificate is from the arena; scratch is rewound. Cost: O(pieces hosts links) at the most. */
struct rd_multicast_price_bound rd_multicast_price_bound_of_sink(const struct rd_rows *rows,
                                                                 uint32_t host,
                                                                 struct rd_arena *arena,
                                                                 struct rd_arena *scratch);

/* The first one of copies, with as much work as about a second takes.
 * Errors: RD_ERROR_REFUSED as rd_rows_read, and beyond 2 * 10^7 pieces times links. */
bool rd_multicast_price_bound_of_copies(const struct rd_multicast *multicast, double from_s,
                                        struct rd_arena *arena, struct rd_arena *scratch,
                                        struct rd_multicast_price_bound *ret_bound,
                                        struct rd_error *reterr);
