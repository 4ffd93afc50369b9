/* Ports that carry k messages at a time: the k latest ends so far. For the referee only. */
#pragma once

#include "referee_state.h"

#include <string.h>

/* Up to so many messages at a time their ends are kept in order, in steps that depend on no date.
 */
enum { RD_FEW_PORTS = 8, RD_FEWER_PORTS = 4 };

/* A date as the number that its bits are, which are in the same order, for no date is negative: of
 * the earlier and the later of two dates gcc would make a branch. */
static inline uint64_t rd_date_bits(double date_s)
{
    uint64_t bits;
    memcpy(&bits, &date_s, sizeof bits);
    return bits;
}

/* One port. A message may start when fewer than k of those listed before it are unfinished, that
 * is, at the k-th latest of their ends; ends that are not there yet are 0. */
struct rd_port {
    uint64_t few[RD_FEWER_PORTS]; /* the k latest, rising, with INFINITY behind them; or else */
    uint64_t *end; /* [k] they are here: rising, too, up to RD_FEW_PORTS, else a heap */
    double cut_s;  /* an as-held transfer's last message started: before, nobody knew it the last */
    uint32_t capacity; /* k, or all messages of the port if they are fewer */
};

/* The out-ports and the in-ports of all hosts. In: what rd_referee_transfers found.
 * Returns: false, and the verdict, if they would not fit. */
bool rd_ports_open(struct rd_referee *referee, struct rd_port **ret_out, struct rd_port **ret_in);

/* From when on a port takes the next message listed. */
static inline double rd_port_free_s(const struct rd_port *port)
{
    double free_s;
    memcpy(&free_s, port->capacity <= RD_FEWER_PORTS ? port->few : port->end, sizeof free_s);
    return rd_latest_of(free_s, port->cut_s);
}

/* Puts a date at the place of the least of a heap, and lets it sink. Cost: O(log k). */
void rd_port_sink(struct rd_port *port, uint64_t end);

/* Takes out the least of `count` dates that rise, and puts one in. */
static inline void rd_port_sort(uint64_t *date, uint32_t count, uint64_t rising)
{
    for (uint32_t i = 0; i < count - 1; i++) {
        uint64_t next = date[i + 1];
        date[i] = next < rising ? next : rising;
        rising = next < rising ? rising : next;
    }
    date[count - 1] = rising;
}

/* Counts a message: it started when the least had come, and ends no earlier. Cost: O(log k). */
static inline void rd_port_take(struct rd_port *port, double end_s)
{
    if (port->capacity <= RD_FEWER_PORTS)
        rd_port_sort(port->few, RD_FEWER_PORTS, rd_date_bits(end_s));
    else if (port->capacity <= RD_FEW_PORTS)
        rd_port_sort(port->end, RD_FEW_PORTS, rd_date_bits(end_s));
    else
        rd_port_sink(port, rd_date_bits(end_s));
}

/* Counts messages of one transfer: `count` of them, one after the other, that end at first_s,
 * first_s + step_s, ... Returns: the last end. Cost: O(k log k). */
static inline double rd_port_take_run(struct rd_port *port, double first_s, double step_s,
                                      int64_t count)
{
    double end_s = first_s;
    if (count == 1)
        rd_port_take(port, end_s);
    for (int64_t i = count > port->capacity ? count - port->capacity : 0; count > 1 && i < count;
         i++) {
        end_s = first_s + (double)i * step_s;
        rd_port_take(port, end_s);
    }
    return end_s;
}
