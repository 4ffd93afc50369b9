/* What the referee says of a plan or a trace. */
#pragma once

#include "sim/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most transfers of a trace that is judged, or planned. */
enum { RD_TRACE_TRANSFER_LIMIT = 20000000 };

/* What can be wrong with a plan or a trace. */
enum rd_violation {
    RD_LEGAL,
    RD_VIOLATION_TRANSFER,  /* a transfer that means nothing: unknown host or kind, negative amount,
                               ... */
    RD_VIOLATION_NEIGHBOUR, /* a message between hosts that no link joins */
    RD_VIOLATION_MORE_THAN_EVER_HELD, /* a host parts with more than it ever holds */
    RD_VIOLATION_NOT_HELD, /* an item sent or computed before it is held: in lock-step, in a trace,
                              or where it would take too long to tell which of the next two it is */
    RD_VIOLATION_ORDER,    /* a transfer listed before its supplier: it would finish all the same */
    RD_VIOLATION_DEADLOCK, /* a cycle of waiting */
    RD_VIOLATION_PORT,     /* two messages at a port (or k + 1 at k ports), or on a link, or a bus;
                              more than a shared link carries */
    RD_VIOLATION_SPACE,    /* an object comes to a host that has not enough bytes free */
    RD_VIOLATION_TIME,     /* a trace's duration that is not the link's or the processor's */
    RD_VIOLATION_PACKET,   /* a block that does not hold its packet's dimensions, double
                              origination or acceptance, a collision on an edge */
    RD_VIOLATION_CERTIFICATE, /* what a plan shows for its optimality proves nothing */
    RD_VIOLATION_SIZE         /* beyond a stated limit: not judged */
};

/* "not held", "port", ... for tables. */
static inline const char *rd_violation_name(enum rd_violation violation)
{
    static const char *const names[] = {
        [RD_LEGAL] = "legal",
        [RD_VIOLATION_TRANSFER] = "transfer",
        [RD_VIOLATION_NEIGHBOUR] = "neighbour",
        [RD_VIOLATION_MORE_THAN_EVER_HELD] = "more than ever held",
        [RD_VIOLATION_NOT_HELD] = "not held",
        [RD_VIOLATION_ORDER] = "order",
        [RD_VIOLATION_DEADLOCK] = "deadlock",
        [RD_VIOLATION_PORT] = "port",
        [RD_VIOLATION_SPACE] = "space",
        [RD_VIOLATION_TIME] = "time",
        [RD_VIOLATION_PACKET] = "packet",
        [RD_VIOLATION_CERTIFICATE] = "certificate",
        [RD_VIOLATION_SIZE] = "size",
    };
    return names[violation];
}

struct rd_verdict {
    enum rd_violation violation;
    size_t transfer; /* of the plan or trace, the first to blame; SIZE_MAX if none is */
    uint32_t host;   /* to blame; RD_NO_HOST if none is */
    char message[RD_MESSAGE_SIZE]; /* "round 1: host 3 sends 1 items and holds 0"; "" if legal */

    /* The rest is meant only if legal. */
    double makespan_s; /* end of the last message, computation or round; NAN for free order */
    bool goal_reached; /* RD_STENCIL: nothing is lost, each host's plain work is its items, once an
                          iteration, and behind a switch or on a bus each pair of hosts exchanges
                          the words of its items. A star's master must end with nothing, and is
                          not part of a balance; an item computed away misses every goal but
                          RD_FINISH */
    char goal_message[RD_MESSAGE_SIZE]; /* the first host that misses the goal; "" if reached */
    const int64_t *final;               /* [host_count * kind_count] held at the end, of named
                                           kinds how many different ones; NULL of objects */
    const uint32_t *placement; /* [objects]: where each was brought, RD_NO_HOST: it has not moved;
                                  NULL of items */
    const int64_t *computed;   /* [host_count] items computed; NULL if no transfer computes any
                                (plain work consumes none) */
    int64_t items_moved;       /* item-hops: items times links crossed */
    int64_t useless;   /* items of named kinds that came to hosts which had them, or that a transfer
                          listed before brings there */
    int64_t most_held; /* the most items of named kinds on a host, if nobody drops any */
    int64_t transfers; /* messages, control words included, computations not; an as-held transfer of
                          a free-order plan counts for one */
    int64_t steps;     /* rounds of a lock-step plan; -1 where the model has none */
    int64_t token_steps; /* those in which items move, not control words alone; -1: as steps, and
                            where packets are under way */
};
