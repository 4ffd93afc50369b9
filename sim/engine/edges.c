#include "edges.h"

#include "exclusive.h"
#include "hosts.h"
#include "kept_actors.h"
#include "route_attempts.h"

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
        rd_find_exclusive_edges(request, host, &arena);
    else if (found)
        find_routes(request, host, &arena);
    request->asked_from = request->asked_to = 0;
    request->head.outcome = found ? RD_OUTCOME_DONE : RD_OUTCOME_FAILED;
}
