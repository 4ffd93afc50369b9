/* A map of a network: what is drawn of it, where, and how busy it was. Places hold items: one for
 * each host, or for each group of hosts where there are many. They are joined by lines: one for
 * each directed link; or, where every host reaches every other one, each place to its hub, and hubs
 * over the links that they share, so that a switch or a trunk is drawn once. */
#pragma once

#include "sim/model/bound.h"
#include "sim/model/instance.h"
#include "sim/model/trace.h"

/* Up to so many places are drawn; of more hosts, groups are. */
enum { RD_MAP_PLACE_LIMIT = 300 };

#define RD_MAP_NONE UINT32_MAX

enum rd_map_kind {
    RD_MAP_HOST,
    RD_MAP_GROUP, /* several hosts */
    RD_MAP_HUB,   /* a switch: hosts reach each other through it */
    RD_MAP_BUS    /* the link that all share, or the bus */
};

struct rd_map_node {
    const char *name;
    enum rd_map_kind kind;
    uint32_t host_count;  /* that it stands for; 0 of hubs */
    double before, after; /* items, or bytes of objects, at the start and at the end */
    /* Has it a part in the bottleneck: whole, or by a port? */
    bool is_priced, sends_priced, receives_priced;
    double x, y;    /* from the middle of the map, in units of their own */
    bool has_angle; /* it lies on a circle, in this direction from the middle: radians */
    double angle;
};

struct rd_map_line {
    /* Nodes; the same one: what a bus carries; RD_MAP_NONE: many use it, it lies nowhere. */
    uint32_t from, to;
    const char *name;
    bool both_ways;               /* messages cross it either way */
    bool is_shared;               /* it is a shared link */
    uint32_t link_count;          /* directed links that it stands for; 0: it only joins */
    double bandwidth_bytes_per_s; /* of all together; INFINITY: sizes cost nothing */
    double latency_s;             /* the least */
    double busy; /* the part of it that is in use, on average until the makespan; NAN: not known */
    bool is_priced;
    const char *over; /* names of the platform's links that all its messages cross; "" or NULL */
    double bend;      /* how far its middle is off the straight line, to its left, of its length */
    /* It leaves the map this way and comes back at the other side: a direction; or both 0. */
    double leaves_x, leaves_y;
};

/* Where there are hubs: how a place is joined to others. */
struct rd_map_ports {
    uint32_t group;   /* of places that share nothing among each other */
    uint32_t out, in; /* lines to what joins them, and from it; RD_MAP_NONE without one */
};

struct rd_map_hubs {
    struct rd_map_ports *ports; /* [place_count] */
    uint32_t group_count;
    uint32_t *end;         /* [group_count] the hub of a group; its only place */
    uint32_t middle;       /* the node where groups meet that no trunk joins; RD_MAP_NONE */
    uint8_t *has_trunk;    /* [group_count * group_count] */
    uint32_t *shared_line; /* [shared links] or NULL; RD_MAP_NONE: not drawn */
    uint32_t bus_line;     /* what the bus of a topology carries; RD_MAP_NONE */
    uint32_t first_pair;   /* lines from here on are links of pairs of hosts, with a price */
};

struct rd_map {
    const char *title;
    const struct rd_instance *instance;
    const struct rd_bound *bound; /* or NULL */
    const struct rd_trace *trace; /* or NULL: nothing moves */
    double makespan_s;            /* of the trace */
    bool knows_after;             /* what places hold at the end, by the trace or by the goal */

    struct rd_map_node *node; /* [node_count], places first */
    uint32_t place_count, node_count;
    uint32_t *place_of;       /* [hosts] */
    struct rd_map_line *line; /* [line_count]; without hubs sorted by from, then to */
    uint32_t line_count;
    struct rd_map_hubs *hubs; /* or NULL: a line is a link, or several */
};

/* Adds a node, or a line. Returns: its number. Cost: O(1) amortised. */
uint32_t rd_map_add_node(struct rd_map *map, struct rd_arena *arena, struct rd_map_node node);
uint32_t rd_map_add_line(struct rd_map *map, struct rd_arena *arena, struct rd_map_line line);

/* The most nodes that a message passes: a packet's dimensions, or hubs. */
enum { RD_MAP_WAY_LIMIT = 24 };

/* The nodes that a message passes, from its sender's place to its receiver's.
 * In: a transfer of the trace; block, of a packet, or NULL. Returns: how many; 1 of what stays in
 * a place. O(dimensions). */
uint32_t rd_map_way(const struct rd_map *map, const struct rd_timed_transfer *row,
                    const struct rd_dimension_range *block, uint32_t node[RD_MAP_WAY_LIMIT]);

/* The line from a node to another one, of a map without hubs; RD_MAP_NONE. O(log lines). */
uint32_t rd_map_line_between(const struct rd_map *map, uint32_t from, uint32_t to);
