/* What every schedule on a network has to move, counted in whole ticks: the linear programme behind
 * the port bound. sim/model/certificates/price_certificate.h says what ticks, dates and rows are,
 * and why costs may be rounded down. */
#pragma once

#include "algorithms/graph/shortest_paths.h"
#include "sim/base/integers.h"

/* Something that does `servers` things at a time: until T its items take at most
 * servers * unit * floor((T - head) / unit). */
struct rd_port_row {
    int64_t head;     /* ticks */
    int64_t unit;     /* ticks; 0 if nothing there takes any time */
    uint32_t servers; /* 0: no limit of its own, or not there */
};

/* What hosts may hold at the end, of one commodity. */
struct rd_final_range {
    int64_t items;      /* in all */
    int64_t least;      /* what every host that keeps items ends with at least.. */
    int64_t most_least; /* ..and could, at most */
    int64_t apart;      /* the most that a host ends with above the poorest */
};

struct rd_port_lp {
    const struct rd_network *network;
    uint32_t commodity_count; /* kinds; or 1: all kinds are taken for one */
    /* Dates are multiples of `scale` ticks (ticks.h). A bound of a date says that no schedule
     * ends by then, or before the next date. */
    double tick_s;
    int64_t scale;
    int64_t grid;  /* dates: where scale is 1 it divides all durations, those of bytes included */
    double most_s; /* for a bound above it ticks of its own are better */
    bool is_cut;   /* something takes RD_PORT_LONG or more */

    const int64_t *item;    /* [size_count][link_count] ticks */
    const int64_t *latency; /* [link_count] ticks */
    const int64_t *compute; /* [host_count] ticks for RD_FINISH, else NULL */

    const int64_t *load;                 /* [host_count * commodity_count], host-major */
    const int64_t *target;               /* the same, for RD_REACH, else NULL */
    const struct rd_final_range *finals; /* [commodity_count] for RD_BALANCE, else NULL */

    const int64_t *earliest, *rest; /* [host_count * commodity_count] ticks, at most RD_FAR */

    /* Rows: ports that send, by host; ports that receive; processors; the bus; shared links; links.
     * What is not there has no servers. */
    const struct rd_port_row *row; /* [row_count] */
    size_t first_receive, first_processor, bus, first_shared, first_link, row_count;
    const int64_t *share; /* [size_count][shares] ticks an item keeps a shared link busy */
};

/* Ticks of which prices leave little room in potentials of up to 2^60, or none. */
#define RD_PORT_LONG (INT64_C(1) << 52)

/* Most hosts * kinds and links * kinds that are kept apart; above, all kinds are taken for one. */
enum { RD_PORT_COMMODITY_LIMIT = 1 << 24 };

/* Reads a network, whose goal is after, balance or finish. All arrays are from the arena; scratch
 * is rewound. In: horizon_s, a bound that is known already; 0: about one is found. Errors:
 * RD_ERROR_REFUSED where ticks are not within doubles, nothing takes any time, or kinds of several
 * sizes would be taken for one. Cost: O((links +
 * hosts log hosts) * kinds). */
bool rd_port_lp_read(const struct rd_network *network, double horizon_s, struct rd_arena *arena,
                     struct rd_arena *scratch, struct rd_port_lp *ret_problem,
                     struct rd_error *reterr);

/* What a host surely gives (or takes, below 0) of a commodity. O(1). */
double rd_surplus(const struct rd_port_lp *problem, uint32_t host, uint32_t commodity);

/* The ticks of a commodity's items on a link. O(1). */
static inline int64_t rd_item_ticks(const struct rd_port_lp *problem, uint32_t link,
                                    uint32_t commodity)
{
    const struct rd_network *network = problem->network;
    return problem
        ->item[(size_t)rd_network_size_of(network, commodity) * network->link_count + link];
}

/* The same on the shared link of a share. O(1). */
static inline int64_t rd_share_ticks(const struct rd_port_lp *problem, uint32_t share,
                                     uint32_t commodity)
{
    const struct rd_network *network = problem->network;
    return problem
        ->share[(size_t)rd_network_size_of(network, commodity) * rd_share_count(network) + share];
}

/* The length of a date, in seconds. O(1). */
static inline double rd_date_s(const struct rd_port_lp *problem)
{
    return problem->tick_s * (double)problem->scale;
}

/* How often `unit` ticks fit between the first `head` ticks and a date, or the ticks before the
 * next one. Returns: 0 if unit is 0. O(1). */
static inline rd_wide rd_units_until(const struct rd_port_lp *problem, int64_t head, int64_t unit,
                                     int64_t until)
{
    if (unit == 0)
        return 0;
    if (problem->scale == 1) /* most often, and sooner */
        return until > head ? (until - head) / unit : 0;
    rd_wide last = (rd_wide)until * problem->scale + problem->scale - 1;
    return last > head ? (last - head) / unit : 0;
}

/* What a row's items take at most until a date, in ticks. O(1). */
double rd_row_capacity(const struct rd_port_lp *problem, size_t row, int64_t until);

/* The first tick by which items of a commodity can cross a link and be done with. O(1). */
static inline int64_t rd_link_tick(const struct rd_port_lp *problem, uint32_t link,
                                   uint32_t commodity)
{
    const struct rd_network *network = problem->network;
    uint64_t from = (uint64_t)network->from[link] * problem->commodity_count;
    uint64_t to = (uint64_t)network->to[link] * problem->commodity_count;
    return problem->earliest[from + commodity] + problem->latency[link] +
           rd_item_ticks(problem, link, commodity) + problem->rest[to + commodity];
}

/* May they, by a date? O(1). */
static inline bool rd_link_is_usable(const struct rd_port_lp *problem, uint32_t link,
                                     uint32_t commodity, int64_t until)
{
    return rd_link_tick(problem, link, commodity) / problem->scale <= until;
}

/* May a host keep items at the end, or compute them? O(1). */
static inline bool rd_host_is_final(const struct rd_port_lp *problem, uint32_t host)
{
    return host != problem->network->relay;
}
