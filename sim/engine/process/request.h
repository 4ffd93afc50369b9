/* What the program and the child that holds the platform say to each other. A request lies in
 * shared memory; over the socket go its size and, back, an error or none. Everything that a
 * request gives or gets by pointer lies behind it, and it knows where its pointers are: whoever
 * maps it sets them right (rd_request_arrive). */
#pragma once

#include "shared_memory.h"

#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/model/shared_links.h"
#include "sim/model/topology.h"
#include "sim/model/trace.h"

enum rd_request_kind { RD_REQUEST_COSTS, RD_REQUEST_EDGES, RD_REQUEST_LINKS, RD_REQUEST_SIMULATE };

/* How far a job came; it is written by the job's process and read after its end. */
enum rd_outcome {
    RD_OUTCOME_UNDER_WAY, /* still there if the process was ended from outside */
    RD_OUTCOME_DONE,
    RD_OUTCOME_FAILED, /* error says why */
    RD_OUTCOME_BROKEN  /* an actor stopped the run: failure says why, in numbers */
};

/* Why an actor stopped a run. Actors have stacks too small for printing: they leave numbers. */
enum rd_failure_kind {
    RD_FAILURE_LINK,     /* the network dropped a message from `from` to `to` */
    RD_FAILURE_HOST,     /* `from` failed */
    RD_FAILURE_NOT_HELD, /* lock-step: `transfer` of the plan takes more than `amount`, the held */
    RD_FAILURE_OTHER_TRANSFER, /* `to` received a message of transfer `amount` instead of `transfer`
                                */
    RD_FAILURE_MESSAGE_LIMIT,  /* more than `amount` messages */
    RD_FAILURE_MEMORY          /* `amount` bytes could not be had */
};

struct rd_failure {
    enum rd_failure_kind kind;
    uint32_t from, to;
    size_t transfer;
    int64_t amount;
    double time_s; /* filled in when it happens */
};

enum { RD_POINTERS_LIMIT = 32 };

struct rd_request {
    enum rd_request_kind kind;
    enum rd_outcome outcome;
    struct rd_failure failure;
    struct rd_error error;
    const void *address; /* where it lay when its pointers were right */
    uint32_t pointers_count;
    struct {
        size_t offset, count; /* of pointers one behind the other */
    } pointers[RD_POINTERS_LIMIT];
};

/* A link that routes share, and one of a directed link's crossings. */
struct rd_shared_link_reply {
    double bandwidth_bytes_per_s;
    char name[RD_LABEL_SIZE]; /* as much as fits */
};

struct rd_shared_use_reply {
    uint64_t link;
    struct rd_shared_use use;
};

/* For costs, for edges, or for the links that routes cross. */
struct rd_costs_request {
    struct rd_request head;
    struct rd_topology topology;
    struct rd_adjacency adjacency; /* a graph's */
    const char *const *host_name;
    const char *text;          /* by which links are set before; or NULL */
    const char *const *faster; /* costs: [faster_count], as in rd_faster_links */
    const double *factor;      /* costs: [faster_count] */
    uint32_t faster_count;
    bool host_links;                /* as in rd_platform_source */
    uint32_t ports;                 /* of a host, the most; UINT32_MAX: one for each neighbour */
    bool many_a_pair;               /* each of a host's messages may be to the same neighbour */
    struct rd_link_cost *link_cost; /* returned: [rd_link_count], or [1] */
    double *speed;                  /* returned: [host_count] */
    /* Returned if overload > 1: [rd_link_count], [shared_count] and [use_count], those of a link
     * one behind the other. Links: the last two are of all that routes cross. */
    uint8_t *may_slow;
    struct rd_shared_link_reply *shared_link;
    struct rd_shared_use_reply *use;
    uint32_t use_limit;    /* how many there is room for */
    uint32_t shared_count; /* returned, as what follows; 0 if they are too many */
    uint32_t use_count;
    bool costs_equal;
    double overload;  /* of the worst link; at most 1: no message slows another down */
    char shared[512]; /* "" if no two pairs share a link */
    bool both_ways;   /* messages to a host and from it cross the worst link */
    bool lets_meet;   /* messages of two pairs may be on one link at a time */
    enum rd_edge_source edge_source; /* edges */
    struct rd_edge *edge;            /* edges: returned: [edge_count], room for all pairs */
    size_t edge_count;               /* edges: returned */
    /* The route that is being asked for: SimGrid may end the process over it. Where a host is at
     * fault, or what a route costs, asked_to is RD_NO_HOST. */
    uint32_t asked_from;
    uint32_t asked_to;
};

struct rd_simulate_request {
    struct rd_request head;
    struct rd_instance instance; /* without may_slow */
    struct rd_adjacency adjacency;
    struct rd_shared_links shared; /* without names; if the plan keeps to them */
    struct rd_plan plan;           /* transfers, blocks, marks and the run of a protocol */
    const char *text;              /* by which links are set before; or NULL */
    bool tcp;                      /* SimGrid's default model, not the exact one */
    bool exact_dates;              /* costs say what messages last, and the clock starts at 0 */
    bool may_slow;                 /* messages may slow each other down as the exact model has it */
    bool rehearses;                /* to find out when the transfers marked RD_ROOM_BYTES begin */
    bool steady;                   /* nothing fails */
    bool keeps_actors;             /* for the runs that follow in this process */
    int64_t message_limit;
    double planned_s; /* RD_AS_RECORDED: when the record ends */
    double *begin_s;  /* [transfer_count]: returned by a rehearsal, given to the run after it; NULL
                         if nothing is rehearsed */
    struct rd_objects objects;       /* without names */
    struct rd_copies copies;         /* likewise */
    int64_t *final;                  /* returned: [host_count * kind_count]; of objects nothing */
    uint32_t *placement;             /* returned: [objects], as struct rd_simulation has it */
    struct rd_timed_transfer *trace; /* NULL: none is wanted; with room for every message */
    struct rd_dimension_range *trace_block;
    int64_t *trace_first_item;
    size_t trace_count; /* returned, as what follows */
    double makespan_s;
    double wall_ms;
    int64_t message_count;
};

/* Over the socket. */
struct rd_call {
    size_t shared_bytes;
    bool alone; /* in a process of its own */
};

struct rd_reply {
    struct rd_error error; /* RD_ERROR_NONE: the request was served; then only this code is sent */
};
_Static_assert(offsetof(struct rd_reply, error.code) == 0, "a code that is sent alone comes first");

/* A request has come to a process that mapped it elsewhere: its pointers mean something there. */
void rd_request_arrive(struct rd_request *request);
