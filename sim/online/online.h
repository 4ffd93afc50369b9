/* A run of a protocol, but for its clock: what hosts hold, what waits at which port, who is told
 * what. A runner says when what was begun has ended, and has hosts act; there are two of them,
 * which share this and nothing else. Ports are judged by the referee, which shares nothing with
 * either.
 *
 * Ties are decided here alone. What ends at a date is taken in the order in which it was asked for,
 * and so is what hosts ask for then: in the order of what they are told, and of their asking. A
 * host reads and writes only what is its own, and what each would work out alike (`worked_out`), so
 * that hosts may act in any order. */
#pragma once

#include "protocol.h"

#include "sim/model/trace.h"

/* Where messages wait in line: a port, a link, the bus, a processor. */
struct rd_station {
    struct rd_activity *first, *last; /* in line; NULL if nobody is */
    uint32_t used;                    /* places */
    uint32_t width;
};

enum { RD_STATION_LIMIT = 3 };

/* A message, a computation or a timer. */
struct rd_activity {
    struct rd_act act;
    bool is_timer;   /* of act.from; act.word.a is its tag, act.lasts_s its delay */
    uint64_t number; /* in the order of asking */
    double start_s;
    struct rd_station *station[RD_STATION_LIMIT]; /* that it passes, one after the other */
    uint32_t station_count, passed;
    struct rd_activity *next; /* in line, or asked for in the same notice */
};

/* What a host is told: the start, that an activity of its own has ended, or that a message has
 * come; and what it does then. */
struct rd_notice {
    const struct rd_activity *ended; /* NULL: the start */
    uint32_t host;
    struct rd_activity *first, *last; /* that it asks for; NULL: nothing */
    const char *refused;              /* what it asked for in vain, and why; else NULL */
    struct rd_notice *next;           /* for the same host */
};

/* What a host is told at this date, in order. */
struct rd_notices {
    struct rd_notice *first, *last; /* NULL: nothing */
    struct rd_notice *handled;      /* while the host acts on it */
};

/* A runner's clock. */
struct rd_online_clock {
    /* An activity begins. The runner says when it has ended (rd_online_step). */
    void (*begin)(struct rd_online_clock *clock, struct rd_activity *activity);
    /* Has hosts [count] act (rd_online_act), in any order. */
    void (*act)(struct rd_online_clock *clock, const uint32_t *host, uint32_t count);
};

struct rd_online {
    const struct rd_instance *instance;
    struct rd_instance known; /* the same without loads */
    const struct rd_protocol *protocol;
    struct rd_arena *arena, *trace_arena;
    struct rd_online_clock *clock;
    double now_s, told_now_s; /* the date, and as handlers are told it */
    uint64_t under_way;       /* activities that have begun and not ended */
    uint64_t asked, limit;
    struct rd_host *host;                    /* [host_count] */
    int64_t *held;                           /* [host_count * kind_count] */
    struct rd_adjacency adjacency;           /* of the links */
    uint32_t **next_hop;                     /* [host_count]: [host_count], once it is asked for */
    struct rd_station *out, *in, *processor; /* [host_count]; the bus is in[0] */
    struct rd_station *link;                 /* [link_count of the adjacency] */
    struct rd_activity *spare;
    struct rd_notice *notice; /* [notice_count] of this date, in order */
    size_t notice_count, notice_capacity;
    struct rd_notices *told; /* [host_count] */
    uint32_t *acting;        /* [acting_count] hosts that are told something at this date */
    uint32_t acting_count;
    struct rd_trace trace; /* in the order of ending */
    bool broken;
    struct rd_error error; /* if it is */
};

/* Prepares a run.
 * In: limit: how many messages, computations and timers it may ask for; trace_arena, another arena,
 * for its trace alone. Errors: RD_ERROR_REFUSED on a network of too many links. */
bool rd_online_open(const struct rd_instance *instance, const struct rd_protocol_run *run,
                    uint64_t limit, struct rd_online_clock *clock, struct rd_arena *arena,
                    struct rd_arena *trace_arena, struct rd_online *online,
                    struct rd_error *reterr);

/* Calls the handlers of a host that is told something. In: where it runs, see rd_online_clock. */
void rd_online_act(struct rd_online *online, uint32_t host);

/* Starts all hosts, at date 0. */
void rd_online_begin(struct rd_online *online);

/* Goes on at a date at which activities have ended. In: ended [count], in any order. */
void rd_online_step(struct rd_online *online, double now_s, struct rd_activity **ended,
                    size_t count);

/* Nothing is under way any more, or the run is broken. Did it end well?
 * Errors: RD_ERROR_RUN: what broke it; who waits for whom. */
bool rd_online_close(struct rd_online *online, struct rd_error *reterr);

/* Dates that lie closer together, by this much of the later one, are one date: rounding separates
 * them, and more than 10^3 roundings do not add up to it. */
#define RD_ONE_DATE 1e-12

/* The most that a protocol may ask for in the exact model. */
enum { RD_PROTOCOL_LIMIT = 4000000 };
