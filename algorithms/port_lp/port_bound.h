/* The port bound of any network, for any ports and costs, for the goals after, balance and finish:
 * what ports, links and processors can carry, against what has to move. A linear programme, made
 * stronger by dates, whole items and the grid of dates
 * (sim/model/certificates/price_certificate.h), solved in floating point, and rounded to a
 * certificate that the referee checks exactly. */
#pragma once

#include "algorithms/graph/network.h"
#include "sim/model/certificates/price_certificate.h"

struct rd_port_settings {
    double gap;       /* stop once flow and prices are this near, relatively.. */
    double small_gap; /* ..and this near where steps cost little: up to 1000 links and hosts times
                         commodities */
    uint64_t work;    /* stop after so many visits of a link and commodity, in all.. */
    uint64_t steps;   /* ..and each programme after so many steps */
    bool
        plain_only; /* the linear programme alone: no dates, whole items and grid in its solution */
    double claim_s; /* above 0: what shows less is of no use, and no flow is wanted: where it can be
                       told at once whether prices show as much, nothing else is looked for */
};

/* A gap of 1e-5, of small networks 1e-9; seconds at 10^5 hosts. */
struct rd_port_settings rd_port_settings_usual(void);

struct rd_port_bound {
    double seconds; /* no schedule ends before: what the certificate proves; 0 without one */
    const struct rd_price_certificate *certificate; /* NULL if nothing has to move */
    struct rd_price_verdict verdict;                /* of the referee's check of it */
    bool is_cut; /* costs are too far apart for ticks: more might be shown */

    /* A flow that reaches the goal, in fractions of items, for planners. Its ports, links and
     * processors are busy for flow_s seconds at most, which is near `seconds` where the linear
     * programme is; INFINITY if none was found. */
    uint32_t commodity_count; /* kinds; or 1 where there were too many of them */
    const double *flow;       /* [link_count * commodity_count] items */
    const double *final;      /* [host_count * commodity_count] items */
    double flow_s;
};

/* Finds the bound, its certificate and a flow.
 * In: a network whose goal is after, balance or finish. Everything returned is from the arena.
 * Errors: RD_ERROR_REFUSED for another goal, or where costs do not fit whole ticks.
 * Cost: O((links + hosts log hosts) * kinds) a step; settings say how many.
 * Determined by the network alone: the same bytes on every run. */
bool rd_port_bound_find(const struct rd_network *network, const struct rd_port_settings *settings,
                        struct rd_arena *arena, struct rd_arena *scratch,
                        struct rd_port_bound *ret_bound, struct rd_error *reterr);
