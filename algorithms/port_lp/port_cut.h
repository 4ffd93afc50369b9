/* Sets of hosts that have too much, against what their ports and links out of them can carry. */
#pragma once

#include "dual_rounding.h"

/* A search for the set that shows most. */
struct rd_port_cut {
    const struct rd_port_lp *problem;
    const double
        *surplus; /* [host_count * commodity_count] that hosts surely give; below 0: take */
    double *row, *potential; /* real prices of the best set so far.. */
    double ticks;            /* ..and the date before which they show no end; 0: none yet */
    double *rate;            /* [host_count] */
};

/* No set yet. Arrays are from the arena. */
struct rd_port_cut rd_port_cut_open(const struct rd_port_lp *problem, const double *surplus,
                                    struct rd_arena *arena);

/* Tries the set of hosts whose value is above a threshold: at its prices, each item that has to
 * leave pays once, at the port of the sender or, if that shows more, of the receiver; at the links
 * instead, where a host has so many ports that these limit it. Keeps it if it shows more than those
 * before. O(links + hosts * commodities). */
void rd_port_cut_try(struct rd_port_cut *cut, const double *value, double threshold,
                     struct rd_arena *scratch);
