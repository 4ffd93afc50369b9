/* The linear programme of a case of message counts: a flow of fractions of items in fractions of
 * messages, within the time of ports and links and the ranges of the counts. */
#pragma once

#include "algorithms/kernels/linear_system.h"
#include "algorithms/port_lp/port_lp.h"
#include "sim/model/certificates/count_charge.h"

struct rd_count_programme {
    const struct rd_port_lp *problem;
    const struct rd_counting *counting;
    struct rd_linear_system rows;
    double *scale;      /* [commodity_count] items of a unit of flow.. */
    double items;       /* ..and of all of them */
    uint32_t *time_row; /* [row_count], as the next two; RD_NO_HOST: no row */
    uint32_t *least_row, *most_row;
    struct rd_count_wait *wait; /* [host_count] of hosts that have a time_row */
    uint32_t *flow_column;      /* [link_count * commodity_count]; RD_NO_HOST: nothing flows */
    uint32_t *spare_column;     /* [link_count]: messages with less than they can carry */
};

/* Sets the programme up, from the arena. */
struct rd_count_programme rd_count_programme_open(const struct rd_port_lp *problem,
                                                  const struct rd_counting *counting,
                                                  struct rd_arena *arena);

/* After a solution: the items on a link, and its messages, in fractions. O(1), O(commodities). */
double rd_count_programme_items(const struct rd_count_programme *programme, uint32_t link,
                                uint32_t commodity);
double rd_count_programme_messages(const struct rd_count_programme *programme, uint32_t link);

/* After none: prices, tolls and potentials in whole numbers, from the arena. */
struct rd_count_case rd_count_programme_prices(const struct rd_count_programme *programme,
                                               struct rd_arena *arena);
