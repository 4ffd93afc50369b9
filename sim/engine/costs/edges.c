#include "edges.h"

#include "sim/base/groups.h"
#include "sim/engine/process/request.h"
#include "sim/engine/simgrid/actor_pool.h"
#include "sim/engine/simgrid/hosts.h"
#include "sim/engine/simgrid/route_attempts.h"
#include "sim/engine/simgrid/library.h"

#include <string.h>

/* Which hosts of a loaded platform are joined by links of their own. */

/* A route is direct if no other pair's route lies on some of its links and no others: the way from
 * a host by way of a neighbour to the next one is not. Of those that are, each whose links no other
 * one uses joins its hosts exclusively. Only SHARED links count: on others nobody is in the way. */

#define NO_PLACE UINT32_MAX

/* A link that some route crosses. */
struct crossed {
    uint32_t pair;   /* the last that crossed it */
    uint32_t first;  /* place of a direct route on it, the last noted; NO_PLACE: none */
    uint32_t routes; /* direct ones */
};

/* A route has a place for each of its links. */
struct place {
    struct crossed *link;
    uint32_t pair;
    uint32_t next; /* another direct route's place on the link; NO_PLACE: none */
};

/* An ordered pair of hosts with a route. */
struct pair {
    struct rd_edge ends;
    uint32_t first, length; /* its places */
    uint32_t met_by, met;   /* how many of its places the route that is looked at has met */
    bool direct;
};

struct search {
    struct rd_costs_request *request;
    sg_host_t *host;
    struct rd_arena *arena;
    struct rd_route route;
    struct pair *pair; /* [pair_count] */
    uint32_t pair_count;
    struct place *place; /* [place_count] */
    size_t place_count;
    uint32_t longest;
};

/* Routes of more places in all than their numbers tell apart are of no platform that fits. */
static void add_place(struct search *search, struct crossed *link)
{
    rd_assert(search->place_count < NO_PLACE);
    rd_arena_add(search->arena, search->place, search->place_count,
                 (struct place){link, search->pair_count, NO_PLACE});
}

/* Notes a link of the route under way, once. */
static void cross(struct search *search, sg_link_t link)
{
    struct crossed *crossed = rd_simgrid.sg_link_get_data(link);
    if (!rd_simgrid.sg_link_is_shared(link))
        return;
    if (!crossed) {
        crossed = rd_make(search->arena, struct crossed, .pair = UINT32_MAX, .first = NO_PLACE);
        rd_simgrid.sg_link_set_data(link, crossed);
    }
    if (crossed->pair != search->pair_count)
        add_place(search, crossed);
    crossed->pair = search->pair_count;
}

static void read_pair(struct search *search, uint32_t from, uint32_t to)
{
    search->request->asked_from = from;
    search->request->asked_to = to;
    if (!rd_route_attempt(&search->route, search->host[from], search->host[to], search->arena))
        return;
    uint32_t first = (uint32_t)search->place_count;
    for (size_t i = 0; i < search->route.link_count; i++)
        cross(search, search->route.link[i]);
    uint32_t length = (uint32_t)search->place_count - first;
    search->pair[search->pair_count++] =
        (struct pair){.ends = {from, to}, .first = first, .length = length, .met_by = UINT32_MAX};
    if (length > search->longest)
        search->longest = length;
}

/* Does a direct route that was noted lie on this one's links alone? */
static bool holds_another(const struct search *search, uint32_t number)
{
    const struct pair *pair = &search->pair[number];
    for (uint32_t i = 0; i < pair->length; i++) {
        uint32_t at = search->place[pair->first + i].link->first;
        for (; at != NO_PLACE; at = search->place[at].next) {
            struct pair *other = &search->pair[search->place[at].pair];
            other->met = other->met_by == number ? other->met + 1 : 1;
            other->met_by = number;
            if (other->met == other->length)
                return true;
        }
    }
    return false;
}

static void note_direct(struct search *search, const struct pair *pair)
{
    for (uint32_t i = 0; i < pair->length; i++) {
        uint32_t at = pair->first + i;
        struct crossed *link = search->place[at].link;
        search->place[at].next = link->first;
        link->first = at;
        link->routes++;
    }
}

/* Routes are held against shorter ones only. */
static void find_direct(struct search *search)
{
    uint32_t *length = rd_take(search->arena, search->pair_count, uint32_t);
    for (uint32_t i = 0; i < search->pair_count; i++)
        length[i] = search->pair[i].length;
    struct rd_groups by_length =
        rd_group(length, search->pair_count, (size_t)search->longest + 1, search->arena);
    const uint32_t *first = by_length.first, *order = by_length.member;
    for (uint32_t n = 0; n <= search->longest; n++) {
        for (uint32_t i = first[n]; i < first[n + 1]; i++)
            search->pair[order[i]].direct = !holds_another(search, order[i]);
        for (uint32_t i = first[n]; i < first[n + 1]; i++)
            if (search->pair[order[i]].direct)
                note_direct(search, &search->pair[order[i]]);
    }
}

static bool is_exclusive(const struct search *search, const struct pair *pair)
{
    bool alone = pair->direct;
    for (uint32_t i = 0; i < pair->length && alone; i++)
        alone = search->place[pair->first + i].link->routes == 1;
    return alone;
}

/* Leaves in the request the pairs that links of their own join (rd_engine_find_edges).
 * In: host [host_count]. What is taken from the arena has to stay: SimGrid's links know it. Cost:
 * O(hosts^2) routes. */
static void find_exclusive_edges(struct rd_costs_request *request, sg_host_t *host,
                                 struct rd_arena *arena)
{
    struct search search = {.request = request, .host = host, .arena = arena};
    uint32_t host_count = request->topology.host_count;
    search.pair = rd_take(arena, (size_t)host_count * host_count, struct pair);
    for (uint32_t from = 0; from < host_count; from++)
        for (uint32_t to = 0; to < host_count; to++)
            if (from != to)
                read_pair(&search, from, to);
    find_direct(&search);
    for (uint32_t i = 0; i < search.pair_count; i++)
        if (is_exclusive(&search, &search.pair[i]))
            request->edge[request->edge_count++] = search.pair[i].ends;
}

static void find_routes(struct rd_costs_request *request, const sg_host_t *host,
                        struct rd_arena *arena)
{
    uint32_t host_count = request->topology.host_count;
    struct rd_route route = {0};
    for (uint32_t from = 0; from < host_count; from++)
        for (uint32_t to = 0; to < host_count; to++) {
            request->asked_from = from;
            request->asked_to = to;
            if (from != to && rd_route_attempt(&route, host[from], host[to], arena))
                request->edge[request->edge_count++] = (struct rd_edge){from, to};
        }
}

void rd_serve_edges(struct rd_costs_request *request)
{
    struct rd_arena arena;
    sg_host_t *host;
    rd_arena_open(&arena, 0);
    rd_actors_run(); /* with no actors: only now zones that look for shortest paths have routes */
    bool found = rd_find_hosts(request->host_name, request->topology.host_count, &arena, &host,
                               &request->head.error);
    if (found && request->edge_source == RD_EDGES_EXCLUSIVE)
        find_exclusive_edges(request, host, &arena);
    else if (found)
        find_routes(request, host, &arena);
    request->asked_from = request->asked_to = 0;
    request->head.outcome = found ? RD_OUTCOME_DONE : RD_OUTCOME_FAILED;
}
