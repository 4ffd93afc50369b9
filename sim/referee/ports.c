#include "ports.h"

#include <math.h>

enum { END_LIMIT = 1 << 27 };

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

bool rd_ports_open(struct rd_referee *referee, struct rd_port **ret_out, struct rd_port **ret_in)
{
    const struct rd_plan *plan = referee->plan;
    struct rd_port *port =
        rd_take(referee->scratch, 2 * (size_t)referee->host_count, struct rd_port);
    const struct rd_objects *objects = referee->instance->objects;
    uint32_t in = objects && objects->combined_ports ? 0 : referee->host_count;
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
