#include "ports.h"

#include <math.h>

enum { END_LIMIT = 1 << 27 };

/* Does what a host sends and what it receives count together? */
static bool is_combined(const struct rd_referee *referee)
{
    const struct rd_objects *objects = referee->instance->objects;
    return objects && objects->combined_ports;
}

/* Adds up the messages that a port carries, k at the most; an as-held transfer may be cut into as
 * many as it has items. */
static void count_transfer(struct rd_port *port, const struct rd_transfer *transfer,
                           uint32_t window)
{
    int64_t messages = transfer->messages ? transfer->messages : transfer->items;
    port->capacity =
        messages < window - port->capacity ? port->capacity + (uint32_t)messages : window;
}

/* How many dates a port keeps elsewhere. */
static uint32_t size_of(const struct rd_port *port)
{
    return port->capacity <= RD_FEWER_PORTS ? 0
           : port->capacity <= RD_FEW_PORTS ? RD_FEW_PORTS
                                            : port->capacity;
}

/* The out-ports and the in-ports of all hosts, k at each. Returns: false, and the verdict, if they
 * would not fit. */
static bool open_k_ports(struct rd_referee *referee, struct rd_port **ret_out,
                         struct rd_port **ret_in)
{
    const struct rd_plan *plan = referee->plan;
    struct rd_port *port =
        rd_take(referee->scratch, 2 * (size_t)referee->host_count, struct rd_port);
    uint32_t in = is_combined(referee) ? 0 : referee->host_count;
    /* Where windows are few, messages need not be counted. */
    uint64_t windows = 2 * (uint64_t)referee->host_count * referee->window;
    bool few = windows <= plan->transfer_count && windows <= END_LIMIT;
    for (uint32_t host = 0; few && host < referee->host_count; host++)
        port[host].capacity = port[referee->host_count + host].capacity =
            rd_window_of(referee, host);
    for (size_t i = 0; !few && i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        if (transfer->to == RD_NO_HOST)
            continue;
        count_transfer(&port[transfer->from], transfer, rd_window_of(referee, transfer->from));
        count_transfer(&port[in + transfer->to], transfer, rd_window_of(referee, transfer->to));
    }
    int64_t ends = 0;
    for (size_t i = 0; i < 2 * (size_t)referee->host_count; i++) {
        ends += size_of(&port[i]);
        if (ends > END_LIMIT)
            return rd_referee_fail(referee, RD_VIOLATION_SIZE, SIZE_MAX, RD_NO_HOST,
                                   "%u ports a host: together more than 2^27 messages at a time",
                                   referee->window);
    }
    uint64_t *end = rd_take(referee->scratch, (size_t)ends, uint64_t);
    for (size_t i = 0; i < 2 * (size_t)referee->host_count; i++) {
        bool fewer = size_of(&port[i]) == 0;
        port[i].end = end;
        end += size_of(&port[i]);
        for (uint32_t j = port[i].capacity; j < (fewer ? RD_FEWER_PORTS : RD_FEW_PORTS); j++)
            (fewer ? port[i].few : port[i].end)[j] = rd_date_bits(INFINITY);
    }
    *ret_out = port;
    *ret_in = port + in; /* the same ports, if what is sent and what is received count together */
    return true;
}

void rd_port_sink(struct rd_port *port, uint64_t end)
{
    uint32_t hole = 0;
    for (;;) {
        uint32_t child = 2 * hole + 1;
        if (child >= port->capacity)
            break;
        if (child + 1 < port->capacity && port->end[child + 1] < port->end[child])
            child++;
        if (port->end[child] >= end)
            break;
        port->end[hole] = port->end[child];
        hole = child;
    }
    port->end[hole] = end;
}

bool rd_port_dates_open(struct rd_port_dates *dates, struct rd_referee *referee)
{
    struct rd_arena *scratch = referee->scratch;
    size_t hosts = referee->host_count;
    *dates = (struct rd_port_dates){.topology = &referee->instance->topology,
                                    .one_a_link = referee->one_a_link};
    if (referee->one_bus)
        dates->queueing = RD_ON_THE_BUS;
    else if (referee->window == 1)
        dates->queueing = RD_AT_ONE_PORT;
    else
        dates->queueing = referee->window == UINT32_MAX ? RD_AT_LINKS : RD_AT_K_PORTS;
    bool by_link = dates->queueing == RD_AT_LINKS ||
                   (dates->queueing == RD_AT_K_PORTS && referee->window > RD_FEW_PORTS);
    if (dates->queueing == RD_AT_ONE_PORT) {
        dates->out_s = rd_take(scratch, 2 * hosts, double);
        dates->in_s = dates->out_s + !is_combined(referee);
    }
    if (by_link)
        dates->link_s = rd_take(scratch, rd_link_count(dates->topology), double);
    if (referee->computes)
        dates->processor_s = rd_take(scratch, hosts, double);
    if (dates->queueing != RD_AT_K_PORTS)
        return true;
    if (!by_link) {
        dates->places = rd_take(scratch, hosts, struct rd_busy_places);
        rd_busy_links_open(&dates->busy, dates->topology, dates->places, sizeof *dates->places,
                           scratch);
    }
    return open_k_ports(referee, &dates->out, &dates->in);
}

void rd_places_open(struct rd_places *places, const struct rd_referee *referee, bool links_apart)
{
    *places = (struct rd_places){.referee = referee,
                                 .width_of = referee->instance->host_port_count,
                                 .width = referee->window};
    places->work = rd_take(referee->scratch, 3 * (size_t)referee->host_count, struct rd_place);
    places->out = places->work + 1;
    places->in = is_combined(referee) ? places->out : places->work + 2;
    if (links_apart || referee->window != 1)
        places->link =
            rd_take(referee->scratch, rd_link_count(&referee->instance->topology), uint32_t);
}
