#include "costs.h"

#include "link_overload.h"

#include "sim/base/groups.h"
#include "sim/engine/simgrid/actor_pool.h"
#include "sim/engine/simgrid/hosts.h"
#include "sim/engine/simgrid/link_changes.h"
#include "sim/engine/simgrid/releases.h"
#include "sim/engine/simgrid/library.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What is done with a route. Routes come up to three times, because pairs have to be grouped by
 * sender to tell what senders ask of a link, and by receiver for receivers. */
enum pass { READ_COSTS, COUNT_RECEIVERS, MARK_PAIRS };

struct reading {
    struct rd_costs_request *request;
    const char *const *name;
    sg_host_t *host;
    struct rd_arena arena;
    struct rd_route route;
    struct rd_sharing sharing;
    bool too_shared;             /* for the room that there is for shared links and their uses */
    const uint32_t *by_receiver; /* [links] of a graph, once asked for; else NULL */
    const struct ways *ways;     /* once they are known to say what routes are; else NULL */
};

/* A host's link out, or in. */
struct way {
    sg_link_t link;
    struct rd_link_cost cost;
};

struct ways {
    struct way *out, *in; /* [hosts] */
};

static bool fail_of_pair(struct rd_error *reterr, const struct reading *reading, uint32_t from,
                         uint32_t to, const char *wrong)
{
    return rd_wrong(reterr, "%s from host '%s' to host '%s' on the platform", wrong,
                    reading->name[from], reading->name[to]);
}

static struct rd_link_cost over(const struct ways *ways, uint32_t from, uint32_t to)
{
    struct rd_link_cost out = ways->out[from].cost, in = ways->in[to].cost;
    return (struct rd_link_cost){out.latency_s + in.latency_s,
                                 fmin(out.bandwidth_bytes_per_s, in.bandwidth_bytes_per_s)};
}

/* A route that need not be asked for. */
static struct rd_link_cost take_ways(struct reading *reading, uint32_t from, uint32_t to)
{
    sg_link_t *link = reading->route.link;
    link[0] = reading->ways->out[from].link;
    link[1] = reading->ways->in[to].link;
    rd_sharing_begin_route(&reading->sharing);
    for (size_t i = 0; i < 2; i++)
        if (rd_simgrid.sg_link_is_shared(link[i]))
            rd_sharing_cross(&reading->sharing, link[i]);
    return over(reading->ways, from, to);
}

/* A message over a link that is off fails, at whatever date it starts. */
static bool check_on(const struct reading *reading, uint32_t from, uint32_t to,
                     struct rd_error *reterr)
{
    for (size_t i = 0; i < reading->route.link_count; i++) {
        char wrong[160];
        sg_link_t link = reading->route.link[i];
        if (rd_link_is_on(link))
            continue;
        snprintf(wrong, sizeof wrong,
                 "a link '%.80s' that is off at date 0, as its state_file says,",
                 rd_simgrid.sg_link_get_name(link));
        reading->request->asked_to = RD_NO_HOST;
        return fail_of_pair(reterr, reading, from, to, wrong);
    }
    return true;
}

/* The cost of one route: its latency is the sum, its bandwidth the least; that of a shared link
 * counts as often as the route crosses it. */
static bool read_route(struct reading *reading, uint32_t from, uint32_t to,
                       struct rd_link_cost *ret_cost, struct rd_error *reterr)
{
    if (reading->ways) {
        *ret_cost = take_ways(reading, from, to);
        return true;
    }
    reading->request->asked_from = from;
    reading->request->asked_to = to;
    rd_route_read(&reading->route, reading->host[from], reading->host[to], &reading->arena);
    double latency_s = rd_simgrid.sg_host_get_route_latency(reading->host[from], reading->host[to]);
    double bandwidth = INFINITY;
    if (!rd_route_leads(&reading->route, latency_s))
        return fail_of_pair(reterr, reading, from, to, "no route");
    if (!check_on(reading, from, to, reterr))
        return false;
    rd_sharing_begin_route(&reading->sharing);
    for (size_t i = 0; i < reading->route.link_count; i++) {
        sg_link_t link = reading->route.link[i];
        uint32_t times =
            rd_simgrid.sg_link_is_shared(link) ? rd_sharing_cross(&reading->sharing, link) : 1;
        bandwidth = fmin(bandwidth, rd_simgrid.sg_link_get_bandwidth(link) / times);
    }
    bool finite = latency_s >= 0 && !isinf(latency_s);
    if (!finite || !(bandwidth > 0)) {
        reading->request->asked_to = RD_NO_HOST;
        return fail_of_pair(reterr, reading, from, to,
                            finite ? "a bandwidth that is not above 0"
                                   : "a latency that is not a finite number");
    }
    *ret_cost = (struct rd_link_cost){latency_s, bandwidth};
    return true;
}

/* Notes that a route crosses a link that may be overloaded. In: times: so far on this route. */
static void note_use(struct reading *reading, uint64_t route, sg_link_t link, uint32_t times)
{
    struct rd_costs_request *request = reading->request;
    if (reading->too_shared)
        return;
    struct rd_shared_use_reply *use = request->use;
    uint32_t number = rd_sharing_number(&reading->sharing, link), last = request->use_count;
    if (times > 1) {
        do
            last--;
        while (use[last].use.shared != number);
        use[last].use.times = times;
        return;
    }
    reading->too_shared = number == RD_SHARED_LIMIT || last == request->use_limit;
    if (reading->too_shared)
        return;
    use[last] = (struct rd_shared_use_reply){route, {number, 1}};
    request->use_count++;
    struct rd_shared_link_reply *shared = &request->shared_link[number];
    shared->bandwidth_bytes_per_s = rd_simgrid.sg_link_get_bandwidth(link);
    snprintf(shared->name, sizeof shared->name, "%s", rd_simgrid.sg_link_get_name(link));
    request->shared_count = reading->sharing.numbered;
}

/* What a route that has just been read asks of its shared links.
 * Returns: the greatest overload on it, 1 if there is none. */
static double use_links(struct reading *reading, uint64_t route, uint32_t from, uint32_t to,
                        double bandwidth, enum pass pass)
{
    double overload = 1;
    rd_sharing_begin_route(&reading->sharing);
    for (size_t i = 0; i < reading->route.link_count; i++) {
        sg_link_t link = reading->route.link[i];
        bool shared = rd_simgrid.sg_link_is_shared(link);
        uint32_t times = rd_sharing_cross(&reading->sharing, link);
        if (pass == READ_COSTS)
            rd_sharing_note_sender(&reading->sharing, link, from, to, shared ? bandwidth : 0,
                                   times);
        if (!shared)
            continue;
        if (pass == COUNT_RECEIVERS)
            rd_sharing_note_receiver(&reading->sharing, link, to, bandwidth, times);
        double asked = rd_sharing_overload(&reading->sharing, link);
        if (pass == MARK_PAIRS && asked > 1)
            note_use(reading, route, link, times);
        overload = fmax(overload, asked);
    }
    return overload;
}

/* The costs of all links, as they come. */
struct costs {
    struct rd_link_cost *link_cost, first;
    bool any, equal;
};

static bool is_same(struct rd_link_cost a, struct rd_link_cost b)
{
    return a.latency_s == b.latency_s && a.bandwidth_bytes_per_s == b.bandwidth_bytes_per_s;
}

static void add_cost(struct costs *costs, uint64_t link, struct rd_link_cost cost)
{
    costs->link_cost[link] = cost;
    if (!costs->any)
        costs->first = cost;
    costs->any = true;
    costs->equal = costs->equal && is_same(cost, costs->first);
}

/* Links by sender: a two-way ring numbers all forward ones before those backward. */
static uint64_t link_by_sender(const struct rd_topology *topology, uint64_t index)
{
    if (topology->shape != RD_RING || topology->direction != RD_TWO_WAY)
        return index;
    return index / 2 + index % 2 * topology->host_count;
}

/* Links by receiver. On shapes other than graphs neighbours are so both ways, but on a one-way
 * ring, where no two have one receiver: there each link stands for the one back. */
static uint64_t link_by_receiver(struct reading *reading, uint64_t index)
{
    const struct rd_topology *topology = &reading->request->topology;
    const struct rd_adjacency *links = topology->adjacency;
    if (links && !reading->by_receiver)
        reading->by_receiver =
            rd_group(links->to, links->link_count, topology->host_count, &reading->arena).member;
    if (links)
        return reading->by_receiver[index];
    uint64_t link = link_by_sender(topology, index);
    uint32_t from, to;
    if (!rd_link_ends(topology, link, &from, &to))
        return link;
    uint64_t back = rd_link_between(topology, to, from);
    return back == RD_NO_LINK ? link : back;
}

/* Routes of all pairs of neighbours, grouped by receiver in that pass, else by sender.
 * Returns in *ret_overload: the greatest seen, 1 if there is none. */
static bool walk_routes(struct reading *reading, enum pass pass, struct costs *costs,
                        double *ret_overload, struct rd_error *reterr)
{
    struct rd_costs_request *request = reading->request;
    const struct rd_topology *topology = &request->topology;
    uint64_t link_count = rd_link_count(topology);
    *ret_overload = 1;
    for (uint64_t i = 0; i < link_count; i++) {
        uint64_t link =
            pass == COUNT_RECEIVERS ? link_by_receiver(reading, i) : link_by_sender(topology, i);
        uint32_t from, to;
        if (!rd_link_ends(topology, link, &from, &to))
            continue;
        struct rd_link_cost cost;
        if (!read_route(reading, from, to, &cost, reterr))
            return false;
        double overload = use_links(reading, link, from, to, cost.bandwidth_bytes_per_s, pass);
        *ret_overload = fmax(*ret_overload, overload);
        if (pass == READ_COSTS)
            add_cost(costs, link, cost);
        else if (pass == MARK_PAIRS)
            request->may_slow[link] = overload > 1;
    }
    return true;
}

/* Puts into words what routes share, once they are known. */
static void describe_sharing(struct reading *reading)
{
    struct rd_costs_request *request = reading->request;
    request->overload = rd_sharing_describe(&reading->sharing, reading->name, request->shared,
                                            sizeof request->shared, &request->both_ways);
    request->lets_meet = rd_sharing_lets_meet(&reading->sharing);
    /* A bus carries one message at a time, whatever its platform would let through. */
    if (request->topology.shape != RD_BUS)
        return;
    request->overload = fmin(request->overload, 1);
    request->lets_meet = false;
}

static bool read_routes(struct reading *reading, struct costs *costs, struct rd_error *reterr)
{
    double overload;
    rd_sharing_forget(&reading->sharing);
    if (!walk_routes(reading, READ_COSTS, costs, &overload, reterr))
        return false;
    if (overload > 1 && !walk_routes(reading, COUNT_RECEIVERS, costs, &overload, reterr))
        return false;
    describe_sharing(reading);
    if (!(reading->request->overload > 1))
        return true;
    bool marked = walk_routes(reading, MARK_PAIRS, costs, &overload, reterr);
    if (reading->too_shared)
        reading->request->shared_count = 0;
    return marked;
}

/* One route for itself. Routes out of their order say too much of what links are asked for, but not
 * of a host's own ones. */
static bool read_and_note(struct reading *reading, uint32_t from, uint32_t to,
                          struct rd_link_cost *ret_cost, struct rd_error *reterr)
{
    if (!read_route(reading, from, to, ret_cost, reterr))
        return false;
    use_links(reading, 0, from, to, ret_cost->bandwidth_bytes_per_s, READ_COSTS);
    return true;
}

static struct way way_of(sg_link_t link)
{
    return (struct way){
        link, {rd_simgrid.sg_link_get_latency(link), rd_simgrid.sg_link_get_bandwidth(link)}};
}

/* Reads the way out of one host and the way into another from the route between them; if the route
 * is of other links, or they do not add up to its cost, *holds becomes false. */
static bool read_ways(struct reading *reading, uint32_t from, uint32_t to, struct ways *ways,
                      bool *holds, struct rd_error *reterr)
{
    struct rd_link_cost cost;
    if (!read_and_note(reading, from, to, &cost, reterr))
        return false;
    if (reading->route.link_count != 2) {
        *holds = false;
        return true;
    }
    ways->out[from] = way_of(reading->route.link[0]);
    ways->in[to] = way_of(reading->route.link[1]);
    *holds = *holds && is_same(over(ways, from, to), cost);
    return true;
}

/* Asks for the routes from each host to the next, and for as many others to see whether the ways
 * hold. The first two start at the same host, so that what hosts share is named as it is if all
 * routes are asked for. */
static bool find_ways(struct reading *reading, struct ways *ways, bool *holds,
                      struct rd_error *reterr)
{
    uint32_t n = reading->request->topology.host_count;
    struct rd_link_cost other;
    *holds = true;
    if (!read_ways(reading, 0, 1, ways, holds, reterr) ||
        (n > 2 && !read_and_note(reading, 0, 2, &other, reterr)))
        return false;
    for (uint32_t host = 1; host < n && *holds; host++)
        if (!read_ways(reading, host, host + 1 < n ? host + 1 : 0, ways, holds, reterr))
            return false;
    for (uint32_t host = 0; host < n && *holds; host++) {
        uint32_t to = (uint32_t)((host + 2 + (uint64_t)host * host % (n - 1)) % n);
        if (to == host)
            continue;
        if (!read_and_note(reading, host, to, &other, reterr))
            return false;
        *holds = is_same(over(ways, host, to), other);
    }
    return true;
}

/* Do all ways out cost the same, and all ways in? */
static bool are_alike(const struct ways *ways, uint32_t host_count)
{
    for (uint32_t host = 1; host < host_count; host++)
        if (!is_same(ways->out[host].cost, ways->out[0].cost) ||
            !is_same(ways->in[host].cost, ways->in[0].cost))
            return false;
    return true;
}

/* The costs of all pairs, without their routes: hosts of one port do not overload their own links.
 */
static void add_ways(struct reading *reading, const struct ways *ways, struct costs *costs)
{
    const struct rd_topology *topology = &reading->request->topology;
    uint64_t link_count = rd_link_count(topology);
    describe_sharing(reading);
    if (are_alike(ways, topology->host_count)) {
        costs->first = over(ways, 0, 1);
        return;
    }
    for (uint64_t link = 0; link < link_count; link++) {
        uint32_t from, to;
        if (rd_link_ends(topology, link, &from, &to))
            add_cost(costs, link, over(ways, from, to));
    }
}

static bool read_costs(struct reading *reading, struct rd_error *reterr)
{
    struct rd_costs_request *request = reading->request;
    struct costs costs = {.link_cost = request->link_cost, .first = {0, 1}, .equal = true};
    uint32_t n = request->topology.host_count;
    /* Elsewhere routes would be asked for that are no links of the topology. */
    bool complete = request->topology.shape == RD_SWITCH || request->topology.shape == RD_BUS;
    bool holds = request->host_links && complete && n > 1;
    struct ways ways = {0};
    if (holds) {
        ways.out = rd_take(&reading->arena, n, struct way);
        ways.in = rd_take(&reading->arena, n, struct way);
        if (!find_ways(reading, &ways, &holds, reterr))
            return false;
    }
    reading->ways = holds ? &ways : NULL;
    if (holds && reading->sharing.ports == 1)
        add_ways(reading, &ways, &costs);
    else if (!read_routes(reading, &costs, reterr))
        return false;
    request->costs_equal = costs.equal;
    if (costs.equal)
        costs.link_cost[0] = costs.first;
    return true;
}

/* Hosts that are on, at a speed: profiles have their say of date 0 before anything is read. */
static bool read_speeds(const struct reading *reading, struct rd_error *reterr)
{
    struct rd_costs_request *request = reading->request;
    double *speed = request->speed;
    for (uint32_t host = 0; host < request->topology.host_count; host++) {
        bool is_on = rd_simgrid.sg_host_is_on(reading->host[host]);
        speed[host] = rd_simgrid.sg_host_get_speed(reading->host[host]);
        if (is_on && speed[host] >= 0 && !isinf(speed[host]))
            continue;
        request->asked_from = host;
        request->asked_to = RD_NO_HOST;
        if (!is_on)
            return rd_wrong(reterr,
                            "host '%s' is off at date 0, as its state_file says: a host that is "
                            "on is needed",
                            reading->name[host]);
        return rd_wrong(reterr, "host '%s' has speed %g: a number, 0 or more, is needed",
                        reading->name[host], speed[host]);
    }
    return true;
}

static bool read_all(struct reading *reading, struct rd_error *reterr)
{
    struct rd_costs_request *request = reading->request;
    uint32_t host_count = request->topology.host_count;
    reading->name = request->host_name;
    /* A bus carries one message at a time, whatever its platform would let through. */
    rd_sharing_open(&reading->sharing, request->topology.shape == RD_BUS ? 1 : request->ports,
                    request->many_a_pair, &reading->arena);
    return rd_find_hosts(reading->name, host_count, &reading->arena, &reading->host, reterr) &&
           read_speeds(reading, reterr) && read_costs(reading, reterr);
}

/* In a process of its own, which the request ends. */
static bool speed_up(const struct rd_costs_request *request, struct rd_error *reterr)
{
    for (uint32_t i = 0; i < request->faster_count; i++) {
        sg_link_t link = rd_simgrid.sg_link_by_name(request->faster[i]);
        if (!link)
            return rd_wrong(reterr, "the platform has no link '%s'", request->faster[i]);
        rd_simgrid.sg_link_set_bandwidth(link, rd_simgrid.sg_link_get_bandwidth(link) *
                                                   request->factor[i]);
    }
    return true;
}

static void open_reading(struct rd_costs_request *request, struct reading *ret_reading)
{
    *ret_reading = (struct reading){.request = request};
    rd_arena_open(&ret_reading->arena, 0);
    if (request->text)
        rd_links_set(request->text);
    rd_actors_run(); /* with no actors: only now zones that look for shortest paths have routes */
}

/* Notes each link of the route that was just read. Errors: as rd_engine_read_links says. */
static bool note_links(struct reading *reading, uint64_t route, struct rd_error *reterr)
{
    rd_sharing_begin_route(&reading->sharing);
    for (size_t i = 0; i < reading->route.link_count; i++) {
        sg_link_t link = reading->route.link[i];
        if (strlen(rd_simgrid.sg_link_get_name(link)) >= RD_LABEL_SIZE)
            return rd_refuse(reterr, "the link '%.40s..': names of up to %d bytes are supported",
                             rd_simgrid.sg_link_get_name(link), RD_LABEL_SIZE - 1);
        note_use(reading, route, link, rd_sharing_cross(&reading->sharing, link));
    }
    return !reading->too_shared ||
           rd_refuse(reterr, "routes cross more than %d links, or %d each: not supported",
                     RD_SHARED_LIMIT, RD_SHARED_USES_OF_A_LINK);
}

void rd_serve_links(struct rd_costs_request *request)
{
    struct reading reading;
    struct rd_link_cost cost;
    struct rd_error *error = &request->head.error;
    open_reading(request, &reading);
    reading.name = request->host_name;
    rd_sharing_open(&reading.sharing, 1, false, &reading.arena);
    bool read = rd_find_hosts(reading.name, request->topology.host_count, &reading.arena,
                              &reading.host, error);
    for (uint64_t link = 0; read && link < rd_link_count(&request->topology); link++) {
        uint32_t from, to;
        if (rd_link_ends(&request->topology, link, &from, &to))
            read =
                read_route(&reading, from, to, &cost, error) && note_links(&reading, link, error);
    }
    rd_sharing_forget(&reading.sharing);
    rd_arena_close(&reading.arena);
    request->head.outcome = read ? RD_OUTCOME_DONE : RD_OUTCOME_FAILED;
}

void rd_serve_costs(struct rd_costs_request *request)
{
    struct reading reading;
    open_reading(request, &reading);
    bool read = speed_up(request, &request->head.error) && read_all(&reading, &request->head.error);
    rd_sharing_forget(&reading.sharing); /* for the next that asks in this process */
    rd_arena_close(&reading.arena);
    request->head.outcome = read ? RD_OUTCOME_DONE : RD_OUTCOME_FAILED;
}

bool rd_fail_of_route(const struct rd_costs_request *request, struct rd_error *reterr)
{
    uint32_t from = request->asked_from, to = request->asked_to;
    if (from == to)
        return false;
    rd_wrong(reterr, "no route from host '%s' to host '%s' on the platform",
             request->host_name[from], request->host_name[to]);
    return true;
}
