/* What the program and the child that holds the platform say to each other. A request lies in
 * shared memory, behind its header; over the socket go its size and, back, an error or none.
 * Everything that a request gives or gets by pointer lies behind it, at an offset. */
#ifndef REDIST_ENGINE_PROTOCOL_H
#define REDIST_ENGINE_PROTOCOL_H

#include "engine.h"
#include "shared.h"

#include "sim/model/shared_links.h"
#include "sim/model/topology.h"

#include <stdint.h>

enum rd_request_kind { RD_REQUEST_COSTS, RD_REQUEST_EDGES, RD_REQUEST_SIMULATE };

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

struct rd_request {
    enum rd_request_kind kind;
    enum rd_outcome outcome;
    struct rd_failure failure;
    struct rd_error error;

    /* Names of hosts, one behind the other, each with its zero. */
    size_t names_offset;
};

/* A link that routes share, and one of a directed link's crossings. */
struct rd_shared_link_reply {
    double bandwidth_bytes_per_s;
    char name[56]; /* as much as fits */
};

struct rd_shared_use_reply {
    uint64_t link;
    struct rd_shared_use use;
};

/* For costs, or for edges. */
struct rd_costs_request {
    struct rd_request head;
    struct rd_topology topology; /* its pointer means nothing; see the offset */
    size_t topology_offset;      /* 0: it has none */
    bool host_links;             /* as in rd_platform_source */
    size_t link_cost_offset;     /* returned: [rd_link_count], or [1] */
    size_t speed_offset;         /* returned: [host_count] */
    size_t may_slow_offset;      /* returned if overload > 1: [rd_link_count] */
    size_t shared_offset;        /* returned if overload > 1: [shared_count] */
    size_t use_offset;           /* the same: [use_count], those of a link one behind the other */
    uint32_t use_limit;          /* how many there is room for */
    uint32_t shared_count;       /* returned, as what follows; 0 if they are too many */
    uint32_t use_count;
    bool costs_equal;
    double overload;    /* of the worst link; at most 1: no message slows another down */
    char shared[512];   /* "" if no two pairs share a link */
    size_t edge_offset; /* edges: returned: [edge_count] struct rd_edge, room for all pairs */
    size_t edge_count;  /* edges: returned */
    /* The route that is being asked for: SimGrid may end the process over it. */
    uint32_t asked_from;
    uint32_t asked_to;
};

struct rd_simulate_request {
    struct rd_request head;
    struct rd_instance instance; /* its pointers mean nothing; see the offsets */
    struct rd_plan plan;         /* likewise */
    enum rd_network_model model;
    bool exact_dates; /* costs say what messages last, and the clock starts at 0 */
    int64_t message_limit;
    size_t topology_offset; /* 0: the topology has no pointer */
    size_t link_cost_offset;
    size_t port_offset;             /* 0: every host has as many */
    struct rd_shared_links shared;  /* its pointers mean nothing; see the offsets */
    size_t shared_bandwidth_offset; /* 0: the plan does not keep to shared links; as what follows */
    size_t shared_first_offset;
    size_t shared_use_offset;
    size_t load_offset;
    size_t speed_offset;  /* 0: nothing computes */
    size_t target_offset; /* 0: the goal has none */
    double planned_s;     /* RD_AS_RECORDED: when the record ends */
    size_t transfer_offset;
    size_t block_offset; /* 0: the plan is not of packets */
    size_t final_offset; /* returned: [host_count * kind_count] */
    size_t trace_offset; /* 0: no trace is wanted; returned: with room for every message */
    size_t trace_block_offset;
    size_t trace_count; /* returned, as what follows */
    double makespan_s;
    double wall_ms;
    int64_t message_count;
};

/* Over the socket. */
struct rd_call {
    size_t shared_bytes;
};

struct rd_reply {
    struct rd_error error; /* RD_ERROR_NONE: the request was served */
};

/* The array at an offset of a request. */
static inline void *rd_request_at(void *request, size_t offset)
{
    return (unsigned char *)request + offset;
}

/* The same; NULL at offset 0, where the request itself lies. */
static inline void *rd_pointed(void *request, size_t offset)
{
    return offset ? rd_request_at(request, offset) : NULL;
}

#endif
