#include "map_hubs.h"

#include "sim/model/certificates/price_certificate.h"

#include <inttypes.h>
#include <math.h>

/* Fewer hosts than this are joined one by one, where nothing is shared. */
enum { LEAST_HUB_HOSTS = 5 };

/* More lines of pairs with a price would hide the map. */
enum { MOST_PRICED_PAIRS = 100 };

/* --- who meets on a shared link -------------------------------------------------------------- */

/* What the pairs that use a shared link have in common; of hosts, or of groups. */
struct meeting {
    uint32_t end[2];     /* of the first pair */
    bool in_all[2];      /* is it in every pair? */
    bool leaves[2];      /* does some message leave it.. */
    bool enters[2];      /* ..or come to it? */
    uint32_t pair_count; /* up to 3: more are not counted */
    uint32_t second[2];  /* the ends of another pair */
};

static bool is_pair(const uint32_t end[2], uint32_t from, uint32_t to)
{
    return (end[0] == from && end[1] == to) || (end[0] == to && end[1] == from);
}

static void meet(struct meeting *meeting, uint32_t from, uint32_t to)
{
    if (meeting->pair_count == 0)
        *meeting = (struct meeting){.end = {from, to}, .in_all = {true, true}, .pair_count = 1};
    if (!is_pair(meeting->end, from, to)) {
        if (meeting->pair_count == 1) {
            meeting->second[0] = from;
            meeting->second[1] = to;
            meeting->pair_count = 2;
        } else if (!is_pair(meeting->second, from, to)) {
            meeting->pair_count = 3;
        }
    }
    for (int i = 0; i < 2; i++) {
        uint32_t end = meeting->end[i];
        meeting->in_all[i] = meeting->in_all[i] && (end == from || end == to);
        meeting->leaves[i] = meeting->leaves[i] || end == from;
        meeting->enters[i] = meeting->enters[i] || end == to;
    }
}

/* Which end is in all pairs; RD_MAP_NONE: none is, or both are. */
static uint32_t common_end(const struct meeting *meeting)
{
    if (meeting->in_all[0] == meeting->in_all[1])
        return RD_MAP_NONE;
    return meeting->in_all[0] ? 0 : 1;
}

/* In: label [hosts], or NULL: hosts themselves meet. */
static struct meeting *meet_on_shared(const struct rd_instance *instance, const uint32_t *label,
                                      struct rd_arena *arena)
{
    struct meeting *meeting = rd_take(arena, instance->shared->count, struct meeting);
    rd_each_link (link, &instance->topology) {
        const struct rd_shared_use *end, *use = rd_link_uses(instance, link.number, &end);
        for (; use < end; use++)
            meet(&meeting[use->shared], label ? label[link.from] : link.from,
                 label ? label[link.to] : link.to);
    }
    return meeting;
}

/* --- groups ---------------------------------------------------------------------------------- */

static uint32_t root_of(uint32_t *parent, uint32_t host)
{
    while (parent[host] != host)
        host = parent[host] = parent[parent[host]];
    return host;
}

/* Does a link use nothing but its ends' own links? */
static bool is_local(const struct rd_instance *instance, const struct rd_map_own_link *own,
                     uint64_t link)
{
    const struct rd_shared_use *end, *use = rd_link_uses(instance, link, &end);
    for (; use < end; use++)
        if (own[use->shared].host == RD_MAP_NONE)
            return false;
    return true;
}

static void group_hosts(const struct rd_instance *instance, struct rd_map_hub_groups *groups,
                        struct rd_arena *arena)
{
    uint32_t host_count = instance->topology.host_count;
    uint32_t *parent = rd_take(arena, host_count, uint32_t);
    groups->group_of = rd_take(arena, host_count, uint32_t);
    if (!instance->shared) {
        groups->group_count = 1;
        return;
    }
    for (uint32_t host = 0; host < host_count; host++)
        parent[host] = host;
    rd_each_link (link, &instance->topology) {
        if (!is_local(instance, groups->own, link.number))
            continue;
        uint32_t one = root_of(parent, link.from), other = root_of(parent, link.to);
        parent[one > other ? one : other] = one > other ? other : one;
    }
    for (uint32_t host = 0; host < host_count; host++)
        groups->group_of[host] =
            parent[host] == host ? groups->group_count++ : groups->group_of[root_of(parent, host)];
}

static bool has_hubs(const struct rd_instance *instance, const struct meeting *meeting)
{
    const struct rd_topology *topology = &instance->topology;
    uint64_t n = topology->host_count;
    if (topology->shape == RD_SWITCH || topology->shape == RD_BUS)
        return true;
    if (topology->shape != RD_GRAPH)
        return false;
    if (n >= LEAST_HUB_HOSTS && rd_link_count(topology) >= n * (n - 1) / 4 * 3)
        return true;
    for (uint32_t i = 0; meeting && i < instance->shared->count; i++)
        if (meeting[i].pair_count == 3)
            return true;
    return false;
}

struct rd_map_hub_groups *rd_map_find_hub_groups(const struct rd_instance *instance,
                                                 struct rd_arena *arena)
{
    struct meeting *meeting = instance->shared ? meet_on_shared(instance, NULL, arena) : NULL;
    if (!has_hubs(instance, meeting))
        return NULL;
    struct rd_map_hub_groups *groups = rd_take(arena, 1, struct rd_map_hub_groups);
    if (meeting)
        groups->own = rd_take(arena, instance->shared->count, struct rd_map_own_link);
    for (uint32_t i = 0; meeting && i < instance->shared->count; i++) {
        uint32_t common = common_end(&meeting[i]);
        groups->own[i].host = RD_MAP_NONE;
        if (common != RD_MAP_NONE)
            groups->own[i] = (struct rd_map_own_link){.host = meeting[i].end[common],
                                                      .leaves = meeting[i].leaves[common],
                                                      .enters = meeting[i].enters[common]};
    }
    group_hosts(instance, groups, arena);
    return groups;
}

/* --- hubs, trunks and buses ------------------------------------------------------------------- */

/* A map whose hubs are being added. */
struct adding {
    struct rd_map *map;
    const struct rd_map_hub_groups *groups;
    struct rd_arena *arena;
    struct meeting *meeting; /* [shared links] of groups */
    uint32_t *group_of;      /* [hosts] */
};

static const char *shared_name(const struct adding *adding, uint32_t shared)
{
    const char *const *name = adding->map->instance->shared->name;
    return name ? name[shared] : rd_arena_print(adding->arena, "shared link %" PRIu32, shared);
}

static bool shared_is_priced(const struct adding *adding, uint32_t shared)
{
    const struct rd_bound *bound = adding->map->bound;
    return bound && bound->bottleneck == RD_BOTTLENECK_PRICES && bound->certificate->shared_price &&
           bound->certificate->shared_price[shared] > 0;
}

/* A line for a shared link; of a bus from its node to itself; from nowhere if many use it. */
static void add_shared_line(struct adding *adding, uint32_t shared, uint32_t from, uint32_t to,
                            bool both_ways)
{
    struct rd_map_line line = {.from = from,
                               .to = to,
                               .name = shared_name(adding, shared),
                               .both_ways = both_ways,
                               .is_shared = true,
                               .link_count = 1,
                               .bandwidth_bytes_per_s =
                                   adding->map->instance->shared->bandwidth_bytes_per_s[shared],
                               .busy = NAN,
                               .is_priced = shared_is_priced(adding, shared)};
    adding->map->hubs->shared_line[shared] = rd_map_add_line(adding->map, adding->arena, line);
}

/* Nothing but a join: what it carries is not limited. */
static void join(struct adding *adding, uint32_t from, uint32_t to)
{
    struct rd_map_line line = {.from = from, .to = to, .both_ways = true, .busy = NAN};
    rd_map_add_line(adding->map, adding->arena, line);
}

/* A hub for each group of several places, the bus' own among them. */
static void add_group_hubs(struct adding *adding)
{
    struct rd_map *map = adding->map;
    struct rd_map_hubs *hubs = map->hubs;
    uint32_t *size = rd_take(adding->arena, hubs->group_count, uint32_t);
    for (uint32_t place = map->place_count; place-- > 0;) {
        hubs->end[hubs->ports[place].group] = place;
        size[hubs->ports[place].group]++;
    }
    bool is_bus = map->instance->topology.shape == RD_BUS;
    for (uint32_t group = 0; group < hubs->group_count; group++) {
        if (size[group] == 1)
            continue;
        const char *name = is_bus ? "bus" : "switch";
        if (hubs->group_count > 1)
            name = rd_arena_print(adding->arena, "switch %" PRIu32, group + 1);
        hubs->end[group] = rd_map_add_node(
            map, adding->arena,
            (struct rd_map_node){.name = name, .kind = is_bus ? RD_MAP_BUS : RD_MAP_HUB});
    }
}

enum role { ROLE_OWN, ROLE_TRUNK, ROLE_UPLINK, ROLE_BUS };

/* What a shared link is among groups. */
static enum role role_of(const struct adding *adding, uint32_t shared)
{
    const struct meeting *meeting = &adding->meeting[shared];
    if (adding->groups->own[shared].host != RD_MAP_NONE || meeting->pair_count == 0)
        return ROLE_OWN;
    if (meeting->pair_count == 1)
        return meeting->end[0] == meeting->end[1] ? ROLE_BUS : ROLE_TRUNK;
    return common_end(meeting) == RD_MAP_NONE ? ROLE_BUS : ROLE_UPLINK;
}

static void add_trunk(struct adding *adding, uint32_t shared)
{
    struct rd_map_hubs *hubs = adding->map->hubs;
    const struct meeting *meeting = &adding->meeting[shared];
    uint32_t one = meeting->end[0], other = meeting->end[1];
    hubs->has_trunk[one * hubs->group_count + other] = 1;
    hubs->has_trunk[other * hubs->group_count + one] = 1;
    add_shared_line(adding, shared, hubs->end[one], hubs->end[other],
                    meeting->enters[0] && meeting->leaves[0]);
}

/* Is there a group that a group has no trunk to? */
static bool lacks_trunk(const struct rd_map_hubs *hubs, uint32_t group)
{
    for (uint32_t other = 0; other < hubs->group_count; other++)
        if (other != group && !hubs->has_trunk[group * hubs->group_count + other])
            return true;
    return false;
}

static uint32_t count_role(const struct adding *adding, uint32_t shared_count, enum role role)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < shared_count; i++)
        count += role_of(adding, i) == role;
    return count;
}

/* Where groups meet: on the only link that many share; else on a hub, and what many share lies
 * nowhere. */
static void add_buses(struct adding *adding, uint32_t shared_count, bool needs_middle)
{
    struct rd_map *map = adding->map;
    bool is_middle = needs_middle && count_role(adding, shared_count, ROLE_BUS) == 1;
    if (needs_middle && !is_middle)
        map->hubs->middle = rd_map_add_node(
            map, adding->arena, (struct rd_map_node){.name = "core", .kind = RD_MAP_HUB});
    for (uint32_t i = 0; i < shared_count; i++) {
        if (role_of(adding, i) != ROLE_BUS)
            continue;
        if (is_middle)
            map->hubs->middle = rd_map_add_node(
                map, adding->arena,
                (struct rd_map_node){.name = shared_name(adding, i), .kind = RD_MAP_BUS});
        uint32_t end = is_middle ? map->hubs->middle : RD_MAP_NONE;
        add_shared_line(adding, i, end, end, true);
    }
}

/* In: has_uplink [groups], which is filled. */
static void add_uplinks(struct adding *adding, uint32_t shared_count, bool *has_uplink)
{
    struct rd_map_hubs *hubs = adding->map->hubs;
    for (uint32_t i = 0; i < shared_count; i++) {
        if (role_of(adding, i) != ROLE_UPLINK)
            continue;
        const struct meeting *meeting = &adding->meeting[i];
        uint32_t common = common_end(meeting), group = meeting->end[common];
        bool leaves = meeting->leaves[common];
        add_shared_line(adding, i, leaves ? hubs->end[group] : hubs->middle,
                        leaves ? hubs->middle : hubs->end[group],
                        leaves && meeting->enters[common]);
        has_uplink[group] = true;
    }
}

/* The buses; where groups meet that no trunk joins; and the uplinks that lead there. */
static void add_middle(struct adding *adding, uint32_t shared_count, bool *has_uplink)
{
    struct rd_map *map = adding->map;
    struct rd_map_hubs *hubs = map->hubs;
    bool is_needed = count_role(adding, shared_count, ROLE_UPLINK) > 0;
    for (uint32_t group = 0; group < hubs->group_count; group++)
        is_needed = is_needed || lacks_trunk(hubs, group);
    add_buses(adding, shared_count, is_needed);
    add_uplinks(adding, shared_count, has_uplink);
    for (uint32_t group = 0; group < hubs->group_count; group++)
        if (hubs->end[group] >= map->place_count && !has_uplink[group] && hubs->group_count > 1 &&
            lacks_trunk(hubs, group))
            join(adding, hubs->end[group], hubs->middle);
}

/* --- ports ------------------------------------------------------------------------------------ */

/* What a place's ports lead to: its hub, the middle, or nothing. */
static uint32_t port_end(const struct rd_map *map, uint32_t place, const bool *has_uplink)
{
    const struct rd_map_hubs *hubs = map->hubs;
    uint32_t group = hubs->ports[place].group;
    if (hubs->end[group] != place)
        return hubs->end[group];
    return has_uplink[group] || !lacks_trunk(hubs, group) ? RD_MAP_NONE : hubs->middle;
}

/* Links of one host that are shared: by both its directions, or by several of its messages. */
static void add_own_links(struct adding *adding, uint32_t shared_count, const bool *has_uplink)
{
    struct rd_map *map = adding->map;
    for (uint32_t i = 0; i < shared_count; i++) {
        const struct rd_map_own_link *own = &adding->groups->own[i];
        if (own->host == RD_MAP_NONE)
            continue;
        uint32_t place = map->place_of[own->host], end = port_end(map, place, has_uplink);
        struct rd_map_ports *ports = &map->hubs->ports[place];
        if (map->node[place].host_count > 1 || end == RD_MAP_NONE ||
            (own->leaves && ports->out != RD_MAP_NONE) || (own->enters && ports->in != RD_MAP_NONE))
            continue;
        add_shared_line(adding, i, own->leaves ? place : end, own->leaves ? end : place,
                        own->leaves && own->enters);
        if (own->leaves)
            ports->out = map->hubs->shared_line[i];
        if (own->enters)
            ports->in = map->hubs->shared_line[i];
    }
}

/* What a place's ports carry. */
struct port {
    double bandwidth, latency; /* of all its hosts together; the least */
};

/* The widest link of each host, one way. */
static void measure_ports(const struct rd_map *map, bool receives, struct port *port,
                          struct rd_arena *arena)
{
    const struct rd_instance *instance = map->instance;
    uint32_t host_count = instance->topology.host_count;
    double *widest = rd_take(arena, host_count, double);
    for (uint32_t place = 0; place < map->place_count; place++)
        port[place] = (struct port){.latency = INFINITY};
    rd_each_link (link, &instance->topology) {
        struct rd_link_cost cost = rd_link_cost(instance, link.number);
        uint32_t host = receives ? link.to : link.from;
        struct port *of = &port[map->place_of[host]];
        widest[host] = fmax(widest[host], cost.bandwidth_bytes_per_s);
        of->latency = fmin(of->latency, cost.latency_s);
    }
    for (uint32_t host = 0; host < host_count; host++)
        port[map->place_of[host]].bandwidth += widest[host];
}

static void add_ports(struct adding *adding, bool receives, const bool *has_uplink)
{
    struct rd_map *map = adding->map;
    struct port *port = rd_take(adding->arena, map->place_count, struct port);
    measure_ports(map, receives, port, adding->arena);
    for (uint32_t place = 0; place < map->place_count; place++) {
        uint32_t end = port_end(map, place, has_uplink);
        uint32_t *number = receives ? &map->hubs->ports[place].in : &map->hubs->ports[place].out;
        if (end == RD_MAP_NONE || *number != RD_MAP_NONE || port[place].bandwidth == 0)
            continue;
        struct rd_map_line line = {.from = receives ? end : place,
                                   .to = receives ? place : end,
                                   .name = rd_arena_print(adding->arena, "%s \xe2\x86\x92 %s",
                                                          map->node[receives ? end : place].name,
                                                          map->node[receives ? place : end].name),
                                   .link_count = map->node[place].host_count,
                                   .bandwidth_bytes_per_s = port[place].bandwidth,
                                   .latency_s = port[place].latency,
                                   .busy = NAN};
        *number = rd_map_add_line(map, adding->arena, line);
    }
}

/* Links of pairs that have a price of their own, from host to host. */
static void add_priced_pairs(struct adding *adding)
{
    struct rd_map *map = adding->map;
    const struct rd_bound *bound = map->bound;
    if (!bound || bound->bottleneck != RD_BOTTLENECK_PRICES)
        return;
    uint32_t count = 0;
    rd_each_link (link, &map->instance->topology) {
        uint32_t from = map->place_of[link.from], to = map->place_of[link.to];
        if (bound->certificate->link_price[link.number] == 0 || from == to ||
            ++count > MOST_PRICED_PAIRS)
            continue;
        struct rd_link_cost cost = rd_link_cost(map->instance, link.number);
        struct rd_map_line line = {.from = from,
                                   .to = to,
                                   .name = rd_arena_print(adding->arena, "%s \xe2\x86\x92 %s",
                                                          map->node[from].name, map->node[to].name),
                                   .link_count = 1,
                                   .bandwidth_bytes_per_s = cost.bandwidth_bytes_per_s,
                                   .latency_s = cost.latency_s,
                                   .busy = NAN,
                                   .is_priced = true};
        rd_map_add_line(map, adding->arena, line);
    }
}

/* What a bus of the topology itself carries. */
static void add_bus_line(struct adding *adding)
{
    struct rd_map *map = adding->map;
    const struct rd_bound *bound = map->bound;
    if (map->instance->topology.shape != RD_BUS || map->hubs->end[0] < map->place_count)
        return;
    struct rd_map_line line = {.from = map->hubs->end[0],
                               .to = map->hubs->end[0],
                               .name = "bus",
                               .both_ways = true,
                               .link_count = 1,
                               .bandwidth_bytes_per_s =
                                   rd_link_cost(map->instance, 1).bandwidth_bytes_per_s,
                               .busy = NAN,
                               .is_priced = bound && (bound->bottleneck == RD_BOTTLENECK_BUS ||
                                                      (bound->bottleneck == RD_BOTTLENECK_PRICES &&
                                                       bound->certificate->bus_price > 0))};
    map->hubs->bus_line = rd_map_add_line(map, adding->arena, line);
}

/* --- all of it -------------------------------------------------------------------------------- */

static void open_hubs(struct adding *adding, uint32_t shared_count)
{
    struct rd_map *map = adding->map;
    struct rd_arena *arena = adding->arena;
    uint32_t host_count = map->instance->topology.host_count;
    bool whole = adding->groups->group_count <= RD_MAP_PLACE_LIMIT;
    struct rd_map_hubs *hubs = map->hubs = rd_take(arena, 1, struct rd_map_hubs);
    hubs->group_count = whole ? adding->groups->group_count : 1;
    hubs->middle = hubs->bus_line = RD_MAP_NONE;
    hubs->ports = rd_take(arena, map->place_count, struct rd_map_ports);
    hubs->end = rd_take(arena, hubs->group_count, uint32_t);
    hubs->has_trunk = rd_take(arena, (size_t)hubs->group_count * hubs->group_count, uint8_t);
    hubs->shared_line = shared_count > 0 ? rd_take(arena, shared_count, uint32_t) : NULL;
    for (uint32_t i = 0; i < shared_count; i++)
        hubs->shared_line[i] = RD_MAP_NONE;
    for (uint32_t place = 0; place < map->place_count; place++)
        hubs->ports[place] = (struct rd_map_ports){.out = RD_MAP_NONE, .in = RD_MAP_NONE};
    adding->group_of = rd_take(arena, host_count, uint32_t);
    for (uint32_t host = 0; whole && host < host_count; host++) {
        adding->group_of[host] = adding->groups->group_of[host];
        hubs->ports[map->place_of[host]].group = adding->group_of[host];
    }
}

void rd_map_add_hubs(struct rd_map *map, const struct rd_map_hub_groups *groups,
                     struct rd_arena *arena)
{
    const struct rd_shared_links *shared = map->instance->shared;
    uint32_t shared_count = shared && groups->group_count <= RD_MAP_PLACE_LIMIT ? shared->count : 0;
    struct adding adding = {.map = map, .groups = groups, .arena = arena};
    open_hubs(&adding, shared_count);
    bool *has_uplink = rd_take(arena, map->hubs->group_count, bool);
    if (shared_count > 0)
        adding.meeting = meet_on_shared(map->instance, adding.group_of, arena);
    add_group_hubs(&adding);
    add_bus_line(&adding);
    for (uint32_t i = 0; i < shared_count; i++)
        if (role_of(&adding, i) == ROLE_TRUNK)
            add_trunk(&adding, i);
    add_middle(&adding, shared_count, has_uplink);
    add_own_links(&adding, shared_count, has_uplink);
    add_ports(&adding, false, has_uplink);
    add_ports(&adding, true, has_uplink);
    map->hubs->first_pair = map->line_count;
    add_priced_pairs(&adding);
}
