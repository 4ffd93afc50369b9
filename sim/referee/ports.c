#include "ports.h"

enum { END_LIMIT = 1 << 27 };

/* Adds up the messages that a port carries, k at the most; an as-held transfer may be cut into as
 * many as it has items. */
static void count_transfer(struct rd_port *port, const struct rd_transfer *transfer,
                           uint32_t window)
{
    int64_t messages = transfer->messages ? transfer->messages : transfer->items;
    port->capacity = messages < window - port->capacity ? port->capacity + messages : window;
}

bool rd_ports_open(struct rd_referee *referee, struct rd_port **ret_out, struct rd_port **ret_in)
{
    const struct rd_plan *plan = referee->plan;
    struct rd_port *port =
        rd_take(referee->scratch, 2 * (size_t)referee->host_count, struct rd_port);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        if (transfer->to == RD_NO_HOST)
            continue;
        count_transfer(&port[transfer->from], transfer, rd_window_of(referee, transfer->from));
        count_transfer(&port[referee->host_count + transfer->to], transfer,
                       rd_window_of(referee, transfer->to));
    }
    int64_t ends = 0;
    for (size_t i = 0; i < 2 * (size_t)referee->host_count; i++) {
        ends += port[i].capacity;
        if (ends > END_LIMIT)
            return rd_referee_fail(referee, RD_VIOLATION_SIZE, SIZE_MAX, RD_NO_HOST,
                                   "%u ports a host: together more than 2^27 messages at a time",
                                   referee->window);
    }
    double *end_s = rd_take(referee->scratch, (size_t)ends, double);
    for (size_t i = 0; i < 2 * (size_t)referee->host_count; i++) {
        port[i].end_s = end_s;
        end_s += port[i].capacity;
    }
    *ret_out = port;
    *ret_in = port + referee->host_count;
    return true;
}

/* Puts an end at the place of the least, and lets it sink. */
static void replace_least(struct rd_port *port, double end_s)
{
    int64_t hole = 0;
    for (;;) {
        int64_t child = 2 * hole + 1;
        if (child >= port->count)
            break;
        if (child + 1 < port->count && port->end_s[child + 1] < port->end_s[child])
            child++;
        if (port->end_s[child] >= end_s)
            break;
        port->end_s[hole] = port->end_s[child];
        hole = child;
    }
    port->end_s[hole] = end_s;
}

static void add_end(struct rd_port *port, double end_s)
{
    int64_t hole = port->count++;
    while (hole > 0 && port->end_s[(hole - 1) / 2] > end_s) {
        port->end_s[hole] = port->end_s[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    port->end_s[hole] = end_s;
}

void rd_port_take(struct rd_port *port, double first_s, double step_s, int64_t count)
{
    for (int64_t i = count > port->capacity ? count - port->capacity : 0; i < count; i++) {
        double end_s = first_s + (double)i * step_s;
        if (port->count < port->capacity)
            add_end(port, end_s);
        else /* it started when the least had come: it ends no earlier */
            replace_least(port, end_s);
    }
}
