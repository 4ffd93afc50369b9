/* Ports that carry k messages at a time: the k latest ends so far. For the referee only. */
#ifndef REDIST_REFEREE_PORTS_H
#define REDIST_REFEREE_PORTS_H

#include "referee_state.h"

/* One port. A message may start when fewer than k of those listed before it are unfinished, that
 * is, at the k-th latest of their ends. */
struct rd_port {
    double *end_s; /* a heap, the least first: the latest ends, k at the most */
    double cut_s;  /* an as-held transfer's last message started: before, nobody knew it the last */
    int64_t capacity; /* k, or all messages of the port if they are fewer */
    int64_t count;
};

/* The out-ports and the in-ports of all hosts. In: what rd_referee_transfers found.
 * Returns: false, and the verdict, if they would not fit. */
bool rd_ports_open(struct rd_referee *referee, struct rd_port **ret_out, struct rd_port **ret_in);

/* From when on a port takes the next message listed. */
static inline double rd_port_free_s(const struct rd_port *port, uint32_t window)
{
    double free_s = port->count == window ? port->end_s[0] : 0;
    return free_s > port->cut_s ? free_s : port->cut_s;
}

/* Counts messages of one transfer: `count` of them, one after the other, that end at first_s,
 * first_s + step_s, ... Cost: O(k log k). */
void rd_port_take(struct rd_port *port, double first_s, double step_s, int64_t count);

#endif
