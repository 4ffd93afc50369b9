/* Ports that carry k messages at a time: the k latest ends so far. For the referee only. */
#ifndef REDIST_REFEREE_PORTS_H
#define REDIST_REFEREE_PORTS_H

#include "referee_state.h"

/* Up to so many messages at a time a port is looked through, which takes no branch that depends on
 * dates, and tells when a link is free; a table of all links would not stay in a cache. */
enum { RD_FEW_PORTS = 8 };

/* When a message has left a port, and the host at its other end. */
struct rd_port_end {
    double end_s;
    uint32_t peer;
};

/* One port. A message may start when fewer than k of those listed before it are unfinished, that
 * is, at the k-th latest of their ends; ends that are not there yet are 0. */
struct rd_port {
    struct rd_port_end *end; /* [capacity] the latest; beyond RD_FEW_PORTS a heap */
    double cut_s; /* an as-held transfer's last message started: before, nobody knew it the last */
    uint32_t capacity; /* k, or all messages of the port if they are fewer */
    uint32_t least;    /* which of them ends first */
};

/* The out-ports and the in-ports of all hosts. In: what rd_referee_transfers found.
 * Returns: false, and the verdict, if they would not fit. */
bool rd_ports_open(struct rd_referee *referee, struct rd_port **ret_out, struct rd_port **ret_in);

/* From when on a port takes the next message listed. */
static inline double rd_port_free_s(const struct rd_port *port)
{
    return rd_latest_of(port->end[port->least].end_s, port->cut_s);
}

/* From when on the link from an out-port to a host is free, if the port is: messages that are no
 * more among the port's latest have ended by then. In: RD_FEW_PORTS at most. */
static inline double rd_port_link_s(const struct rd_port *port, uint32_t to)
{
    double free_s = 0;
    for (uint32_t i = 0; i < port->capacity; i++)
        free_s = rd_latest_of(free_s, port->end[i].peer == to ? port->end[i].end_s : 0);
    return free_s;
}

/* Puts a message at the place of the least of a heap, and lets it sink. Cost: O(log k). */
void rd_port_sink(struct rd_port *port, struct rd_port_end end);

/* Counts a message: it started when the least had come, and ends no earlier. Cost: O(log k). */
static inline void rd_port_take(struct rd_port *port, struct rd_port_end end)
{
    if (port->capacity > RD_FEW_PORTS) {
        rd_port_sink(port, end);
        return;
    }
    port->end[port->least] = end;
    uint32_t least = 0; /* chosen by a mask: of two choices gcc -O3 makes a branch */
    double least_s = port->end[0].end_s;
    for (uint32_t i = 1; i < port->capacity; i++) {
        double end_s = port->end[i].end_s;
        least ^= (least ^ i) & -(uint32_t)(end_s < least_s); /* i if it ends sooner */
        least_s = end_s < least_s ? end_s : least_s;
    }
    port->least = least;
}

/* Counts messages of one transfer: `count` of them, one after the other, that end at first_s,
 * first_s + step_s, ... Cost: O(k log k). */
static inline void rd_port_take_run(struct rd_port *port, double first_s, double step_s,
                                    int64_t count, uint32_t peer)
{
    for (int64_t i = count > port->capacity ? count - port->capacity : 0; i < count; i++)
        rd_port_take(port, (struct rd_port_end){first_s + (double)i * step_s, peer});
}

#endif
