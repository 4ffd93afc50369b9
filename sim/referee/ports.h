/* The rule of ports: how many messages a place in the network carries at a time, and which places a
 * message takes. For the referee only, all parts of which go by this file.
 *
 * A message takes its sender's out-port and its receiver's in-port (one and the same for both,
 * where those count together), which carry so many at a time; its directed link, which carries one,
 * unless a pair may have many; and the bus, if there is one, which carries one. A computation takes
 * its processor, which does one at a time. Whoever does not get a place waits for its turn, in plan
 * order; where dates are given, it is a violation.
 *
 * The parts ask in four ways. Transfers that are taken in plan order: from when on (struct
 * rd_port_dates). Messages that end in any order: who is next (struct rd_window; a count of places,
 * where transfers are one message each). Dates or rounds that are given: are there too many (struct
 * rd_places; struct rd_bookings for rounds ahead). */
#pragma once

#include "busy_links.h"
#include "judgement.h"

#include <string.h>

/* How many messages a port of a host carries at a time. */
static inline uint32_t rd_window_of(const struct rd_referee *referee, uint32_t host)
{
    const uint32_t *ports = referee->instance->host_port_count;
    return ports ? ports[host] : referee->window;
}

/* --- from when on, in plan order ------------------------------------------------------------- */

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

/* Where transfers wait for each other: at the narrowest places that say it all. */
enum rd_queueing { RD_ON_THE_BUS, RD_AT_ONE_PORT, RD_AT_K_PORTS, RD_AT_LINKS };

/* From when on each place is free, as transfers are taken in plan order. */
struct rd_port_dates {
    const struct rd_topology *topology;
    enum rd_queueing queueing;
    bool one_a_link;
    double bus_s;
    double *out_s, *in_s;          /* [2 * host_count] every second one: one port */
    struct rd_port *out, *in;      /* [host_count] k ports */
    double *link_s;                /* [links] all ports, or more than RD_FEW_PORTS; else NULL */
    struct rd_busy_links busy;     /* RD_FEW_PORTS or fewer, but several */
    struct rd_busy_places *places; /* [host_count] of them */
    double *processor_s;           /* [host_count]; NULL if nothing computes */
};

/* All places are free at 0. In: what rd_referee_order found. Returns: false, and the verdict, if
 * they would not fit. */
bool rd_port_dates_open(struct rd_port_dates *dates, struct rd_referee *referee);

/* What a transfer under way holds. */
struct rd_ports_held {
    double *busy_s; /* k ports: until when its link is busy; NULL if that does not matter */
    double left_s;  /* k ports: when its last message has left them */
};

/* From when on all places of a transfer between hosts take its first message. In: queueing: that of
 * the dates; link: the transfer's, where there is link_s. Fills held->busy_s. Cost: O(1). */
static RD_INLINE double rd_ports_from_s(struct rd_port_dates *dates, enum rd_queueing queueing,
                                        const struct rd_transfer *transfer, uint64_t link,
                                        struct rd_ports_held *held)
{
    if (queueing == RD_ON_THE_BUS)
        return dates->bus_s;
    if (queueing == RD_AT_ONE_PORT)
        return rd_latest_of(dates->out_s[2 * (size_t)transfer->from],
                            dates->in_s[2 * (size_t)transfer->to]);
    if (queueing == RD_AT_LINKS)
        return dates->one_a_link ? dates->link_s[link] : 0;
    double out_s = rd_port_free_s(&dates->out[transfer->from]), until_s = 0;
    held->busy_s = NULL;
    if (dates->one_a_link && dates->link_s) {
        held->busy_s = &dates->link_s[link];
        until_s = *held->busy_s;
    } else if (dates->one_a_link) {
        held->busy_s = rd_busy_until(&dates->busy, &dates->places[transfer->from], false,
                                     transfer->from, transfer->to, out_s, &until_s);
    }
    double in_s = rd_port_free_s(&dates->in[transfer->to]);
    return rd_latest_of(rd_latest_of(out_s, in_s), until_s);
}

/* `count` of its messages, one after the other, end at first_s, first_s + step_s, ... */
static RD_INLINE void rd_ports_take_run(struct rd_port_dates *dates, enum rd_queueing queueing,
                                        const struct rd_transfer *transfer, double first_s,
                                        double step_s, int64_t count, struct rd_ports_held *held)
{
    if (queueing != RD_AT_K_PORTS)
        return;
    rd_port_take_run(&dates->out[transfer->from], first_s, step_s, count);
    held->left_s = rd_port_take_run(&dates->in[transfer->to], first_s, step_s, count);
}

/* Its last message ends. */
static RD_INLINE void rd_ports_hold(struct rd_port_dates *dates, enum rd_queueing queueing,
                                    const struct rd_transfer *transfer, uint64_t link, double end_s,
                                    const struct rd_ports_held *held)
{
    if (queueing == RD_ON_THE_BUS)
        dates->bus_s = end_s;
    else if (queueing == RD_AT_ONE_PORT)
        dates->out_s[2 * (size_t)transfer->from] = dates->in_s[2 * (size_t)transfer->to] = end_s;
    else if (queueing == RD_AT_LINKS)
        dates->link_s[link] = end_s;
    else if (held->busy_s)
        *held->busy_s = dates->link_s ? end_s : held->left_s;
}

/* The last message of an as-held transfer between hosts starts. Nobody knew before that it was the
 * last: at k ports, what is listed behind the transfer waits for this date. In: it is no earlier
 * than those before it. */
static inline void rd_ports_cut(struct rd_port_dates *dates, const struct rd_transfer *transfer,
                                double start_s)
{
    if (dates->queueing == RD_AT_K_PORTS)
        dates->out[transfer->from].cut_s = dates->in[transfer->to].cut_s = start_s;
}

/* --- who is next, as messages end in any order ----------------------------------------------- */

#define RD_NO_TRANSFER UINT32_MAX

/* In place of a number of messages: a transfer as held took a port whole, until its last was cut.
 */
#define RD_LAST_IS_KNOWN INT64_C(-1)

/* A queue that lets `width` messages through at a time. */
struct rd_window {
    uint32_t first; /* transfer that is not yet through; RD_NO_TRANSFER if all are */
    int64_t ahead;  /* unfinished messages of the transfers that are through */
};

/* Is there a place for the first? */
static inline bool rd_window_is_open(const struct rd_window *window, int64_t width)
{
    return window->ahead < width && window->first != RD_NO_TRANSFER;
}

/* The first is through. Nobody knows how many messages an as-held transfer will be, until its last
 * is cut: up to then it takes all places. */
static inline void rd_window_pass(struct rd_window *window, int64_t width, int64_t messages,
                                  uint32_t next)
{
    window->ahead += messages ? messages : width;
    window->first = next;
}

/* `count` places are free again; or, if the last message is known, all but one. */
static inline void rd_window_leave(struct rd_window *window, int64_t width, int64_t count)
{
    window->ahead -= count == RD_LAST_IS_KNOWN ? width - 1 : count;
}

/* Transfers of one message each: places left; below 0: so many transfers lack one. One more comes.
 * Returns: is it let through at once? */
static RD_INLINE bool rd_count_take(int32_t *left)
{
    return (*left)-- > 0;
}

/* A message leaves. Returns: does one that lacked a place get this one? */
static RD_INLINE bool rd_count_leave(int32_t *left)
{
    return (*left)++ < 0;
}

/* --- are there too many at a date, or in a round --------------------------------------------- */

/* What is under way at a place since a mark was set; after another mark, nothing is. */
struct rd_place {
    uint32_t mark, count;
};

struct rd_places {
    const struct rd_referee *referee;
    const uint32_t *width_of; /* [host_count] of ports; NULL: all have `width` */
    uint32_t width;
    struct rd_place *out, *in, *work; /* [3 * host_count] every third one */
    uint32_t *link; /* [links] the mark since which one is under way; NULL: ports say as much */
    struct rd_place bus;
    uint32_t bus_host; /* who took it last */
};

/* What is taken; bits. */
enum {
    RD_TAKES_PROCESSOR = 1,
    RD_TAKES_OUT = 2,
    RD_TAKES_IN = 4,
    RD_TAKES_LINK = 8, /* and the bus */
    RD_TAKES_BUS = 16  /* only as what is lacking */
};

/* Nothing is under way. In: links_apart: links are taken without their ports, too. Cost: O(hosts),
 * and O(links) where they matter. */
void rd_places_open(struct rd_places *places, const struct rd_referee *referee, bool links_apart);

/* One more message at a place. Returns: false if that is more than `width`. */
static RD_INLINE bool rd_place_take(struct rd_place *place, uint32_t mark, uint32_t width)
{
    uint32_t taken = place->mark == mark ? place->count : 0;
    place->mark = mark;
    place->count = taken + 1;
    return taken < width;
}

static inline uint32_t rd_places_width(const struct rd_places *places, uint32_t host)
{
    return places->width_of ? places->width_of[host] : places->width;
}

/* Takes places. In: mark: from 1; takes: bits; link: where there are links to be taken. Returns: 0,
 * or the first of them that has too many; `count` of it then says how many. Inline, since rounds
 * are judged as fast as they are read. */
static RD_INLINE uint32_t rd_places_take(struct rd_places *places, uint32_t mark, uint32_t takes,
                                         uint32_t from, uint32_t to, uint64_t link)
{
    const struct rd_referee *referee = places->referee;
    if ((takes & RD_TAKES_PROCESSOR) && !rd_place_take(&places->work[3 * (size_t)from], mark, 1))
        return RD_TAKES_PROCESSOR;
    if ((takes & RD_TAKES_OUT) &&
        !rd_place_take(&places->out[3 * (size_t)from], mark, rd_places_width(places, from)))
        return RD_TAKES_OUT;
    if ((takes & RD_TAKES_IN) &&
        !rd_place_take(&places->in[3 * (size_t)to], mark, rd_places_width(places, to)))
        return RD_TAKES_IN;
    if (!(takes & RD_TAKES_LINK))
        return 0;
    if (places->link && referee->one_a_link) {
        if (places->link[link] == mark)
            return RD_TAKES_LINK;
        places->link[link] = mark;
    }
    if (referee->one_bus && !rd_place_take(&places->bus, mark, 1))
        return RD_TAKES_BUS;
    places->bus_host = from;
    return 0;
}

/* Gives them back. In: what was taken last with the same mark. */
static inline void rd_places_give(struct rd_places *places, uint32_t takes, uint32_t from,
                                  uint32_t to, uint64_t link)
{
    places->work[3 * (size_t)from].count -= (takes & RD_TAKES_PROCESSOR) != 0;
    places->out[3 * (size_t)from].count -= (takes & RD_TAKES_OUT) != 0;
    if (takes & RD_TAKES_IN)
        places->in[3 * (size_t)to].count--;
    if (!(takes & RD_TAKES_LINK))
        return;
    if (places->link)
        places->link[link] = 0;
    places->bus.count -= places->referee->one_bus;
}

/* Rounds ahead in which a place of width 1 is taken: bit k stands for round `base` + k. */
enum { RD_ROUNDS_AHEAD = 32 };

struct rd_bookings {
    uint32_t base;
    uint32_t busy;
};

/* Books a round, from `round` on. In: fewer than RD_ROUNDS_AHEAD later. Returns: false if it is
 * taken. */
static inline bool rd_book(struct rd_bookings *bookings, uint32_t round, uint32_t wanted)
{
    uint32_t passed = round - bookings->base;
    bookings->busy = passed < RD_ROUNDS_AHEAD ? bookings->busy >> passed : 0;
    bookings->base = round;
    uint32_t bit = UINT32_C(1) << (wanted - round);
    if (bookings->busy & bit)
        return false;
    bookings->busy |= bit;
    return true;
}
