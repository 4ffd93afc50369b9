/* Two ways to write a platform. A Full zone has one link a directed edge and a route over it:
 *
 *     h0 --"h0>h1"--> h1         its table grows with the square of the hosts
 *     h0 <--"h1>h0"-- h1
 *
 * A Cluster zone has two links a host, and a message crosses one of the sender's and one of the
 * receiver's; that is a switch, and also a ring whose hosts send to one neighbour only, or any
 * shape whose hosts send at the same cost to all neighbours, one at a time:
 *
 *     h0 --"h0>"--> (switch) -->">h1"--> h1 */
#include "platform_generator.h"

#include "cost_text.h"
#include "generated_links.h"
#include "profile.h"

#include "sim/base/number_text.h"
#include "sim/digest/sha256.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The bandwidth of a link that costs nothing a byte. SimGrid stops at infinity; this one vanishes
 * beside any latency. */
static const double FREE_BANDWIDTH = 1e30;

enum stream {
    COST_STREAM = 1,
    LATENCY_STREAM,
    COMPUTE_STREAM,
    BANDWIDTH_STREAM,
    PROFILE_STREAM,
    SPEED_PROFILE_STREAM
};

struct generator {
    const struct rd_platform_request *request;
    struct rd_topology topology;
    uint32_t worker_count; /* hosts that compute: all but a star's master */
    bool clustered;
    bool drawn;            /* its costs are: nobody writes it, and nothing varies */
    bool unwritten;        /* ... and it is a graph, which needs no routing then */
    double *cost;          /* Full: [links]; Cluster: [2 * hosts], out of each host, then in */
    const double *latency; /* Full: [links]; Cluster: [hosts], out of each */
    struct rd_costs compute;
    struct rd_profile profile, speed_profile;
    struct rd_named_text *file; /* [file_count] */
    size_t file_count;
    struct rd_arena *arena;
    struct rd_text writer;
};

static const char *host_name(const struct generator *generator, uint32_t host,
                             char name[RD_HOST_NAME_SIZE])
{
    return rd_generated_host_name(&generator->topology, host, name);
}

/* Does the other direction of a link come before it, and cost the same? */
static bool mirrors(const struct generator *generator, const struct rd_link *link,
                    uint64_t *ret_mirror)
{
    if (!generator->request->symmetric && generator->topology.shape != RD_STAR)
        return false;
    *ret_mirror = rd_link_between(&generator->topology, link->to, link->from);
    return *ret_mirror < link->number;
}

static uint32_t count_drawn_links(const struct generator *generator)
{
    uint64_t mirror;
    uint32_t count = 0;
    rd_each_link (link, &generator->topology)
        count += !mirrors(generator, &link, &mirror);
    return count;
}

/* Values of links: costs, divided by what multiplies bandwidths; or latencies, which nothing
 * does. */
struct drawing {
    struct rd_costs *costs;
    struct rd_bandwidth *bandwidth; /* or NULL */
};

static double draw_factor(struct drawing *drawing)
{
    return drawing->bandwidth ? rd_bandwidth_next(drawing->bandwidth) : 1;
}

static double draw(struct drawing *drawing)
{
    double value = rd_costs_next(drawing->costs);
    return value / draw_factor(drawing);
}

/* What a file gives a link, or NAN. */
static double own_value(const struct generator *generator, uint64_t link, struct drawing drawing)
{
    const struct rd_platform_request *request = generator->request;
    if (request->shape != RD_GRAPH || request->graph.kind != RD_LISTED_GRAPH)
        return NAN;
    const struct rd_listed_edge *listed = &request->graph.list->link[link];
    return drawing.bandwidth ? listed->cost : listed->latency;
}

/* A value for each link, in the order of their numbers. One that mirrors another has what that one
 * drew; what a file gives takes the place of what is drawn. */
static double *draw_links(struct generator *generator, struct drawing drawing)
{
    uint64_t link_count = rd_link_count(&generator->topology), mirror;
    double *value = rd_take(generator->arena, link_count, double);
    rd_arena_borrow(generator->arena);
    double *drawn = rd_take(generator->arena, link_count, double);
    double *factor = rd_take(generator->arena, link_count, double);
    rd_each_link (link, &generator->topology) {
        uint64_t at = link.number;
        bool mirrored = mirrors(generator, &link, &mirror);
        double own = own_value(generator, at, drawing);
        drawn[at] = mirrored ? drawn[mirror] : rd_costs_next(drawing.costs);
        factor[at] = mirrored ? factor[mirror] : draw_factor(&drawing);
        value[at] = (isnan(own) ? drawn[at] : own) / factor[at];
    }
    return value;
}

/* A value for each host's way out, then (if asked for) for each one's way in. */
static double *draw_host_links(struct generator *generator, struct drawing drawing, bool in)
{
    uint32_t hosts = generator->topology.host_count;
    double *value = rd_take(generator->arena, (size_t)hosts * (in ? 2 : 1), double);
    for (uint32_t host = 0; host < hosts; host++)
        value[host] = draw(&drawing);
    for (uint32_t host = 0; in && host < hosts; host++)
        value[hosts + host] = generator->request->symmetric ? value[host] : draw(&drawing);
    return value;
}

/* On a ring's Cluster the way into a host costs what the way out of its predecessor does. */
static double *draw_ring_links(struct generator *generator, struct drawing drawing)
{
    uint32_t hosts = generator->topology.host_count;
    double *value = rd_take(generator->arena, 2 * (size_t)hosts, double);
    for (uint32_t host = 0; host < hosts; host++) {
        value[host] = draw(&drawing);
        value[hosts + (host + 1) % hosts] = value[host];
    }
    return value;
}

bool rd_platform_has_host_links(const struct rd_platform_request *request)
{
    return (request->shape == RD_SWITCH || request->shape == RD_BUS) && !request->pair_links;
}

/* Do all links cost the same? */
static bool is_equal(const struct rd_platform_request *request, const struct rd_costs *cost,
                     const struct rd_costs *latency)
{
    return cost->form == RD_COST_ONE && latency->form == RD_COST_ONE &&
           request->bandwidth_spread <= 1 && !request->scaled_links;
}

/* Full or Cluster? */
static bool choose_routing(struct generator *generator, const struct rd_costs *cost,
                           const struct rd_costs *latency, struct rd_error *reterr)
{
    uint32_t hosts = generator->topology.host_count;
    generator->clustered = rd_platform_has_host_links(generator->request);
    if (generator->request->pair_links && hosts > RD_PAIR_LINKS_LIMIT)
        return rd_wrong(reterr,
                        "%" PRIu32 " hosts on a generated %s network, which has a link for each "
                        "pair: at most %d are supported",
                        hosts, rd_platform_request_name(generator->request), RD_PAIR_LINKS_LIMIT);
    if (generator->clustered || generator->unwritten || hosts <= RD_FULL_ROUTING_LIMIT)
        return true;
    bool equal = is_equal(generator->request, cost, latency);
    enum rd_shape shape = generator->topology.shape;
    bool one_way = shape == RD_RING && generator->topology.direction == RD_ONE_WAY;
    bool takes_equal = shape == RD_RING || shape == RD_HYPERCUBE || shape == RD_SHUFFLE_EXCHANGE;
    generator->clustered = one_way || (takes_equal && equal);
    if (generator->clustered)
        return true;
    return rd_wrong(reterr,
                    "%" PRIu32
                    " hosts on a generated %s%s: at most %d are supported, and more only "
                    "on switches, one-way rings, and rings, hypercubes and shuffle-exchanges whose "
                    "links are equal",
                    hosts, shape == RD_RING ? "two-way unequal " : "",
                    rd_platform_request_name(generator->request), RD_FULL_ROUTING_LIMIT);
}

static bool scale_links(struct generator *generator, struct rd_error *reterr)
{
    const struct rd_platform_request *request = generator->request;
    struct rd_scaled_links scaled;
    return !request->scaled_links ||
           (rd_scaled_links_read(request->scaled_links, request->link_scale, generator->arena,
                                 &scaled, reterr) &&
            rd_generated_links_scale(&generator->topology, generator->clustered, &scaled,
                                     generator->cost, generator->arena, reterr));
}

static bool draw_costs(struct generator *generator, struct rd_costs *cost, struct rd_costs *latency,
                       struct rd_error *reterr)
{
    const struct rd_platform_request *request = generator->request;
    uint32_t hosts = generator->topology.host_count;
    bool on_switch = rd_platform_has_host_links(generator->request);
    uint32_t drawn_count = !on_switch           ? count_drawn_links(generator)
                           : request->symmetric ? hosts
                                                : 2 * hosts;
    if (!rd_costs_fit(cost, drawn_count, on_switch ? "links of hosts" : "links", reterr) ||
        !rd_costs_fit(latency, on_switch ? hosts : drawn_count, on_switch ? "hosts" : "links",
                      reterr))
        return false;
    double scale = request->bandwidth_scale > 0 ? request->bandwidth_scale : 1;
    double spread = request->bandwidth_spread > 0 ? request->bandwidth_spread : 1;
    struct rd_bandwidth bandwidth = rd_bandwidth_open(request->bandwidth_shape, scale, spread,
                                                      drawn_count, request->seed, BANDWIDTH_STREAM);
    struct drawing costs = {cost, &bandwidth}, latencies = {latency, NULL};
    if (on_switch) {
        generator->cost = draw_host_links(generator, costs, true);
        generator->latency = draw_host_links(generator, latencies, false);
    } else if (generator->clustered) {
        generator->cost = draw_ring_links(generator, costs);
        generator->latency = draw_host_links(generator, latencies, false);
    } else {
        generator->cost = draw_links(generator, costs);
        generator->latency = draw_links(generator, latencies);
    }
    return scale_links(generator, reterr);
}

/* 0.2 and not 0.20000000000000001. */
static const char *exact_text(double value, char text[RD_NUMBER_SIZE])
{
    return rd_number_exact(value, 15, text);
}

static double bandwidth_of(double cost)
{
    return cost == 0 ? FREE_BANDWIDTH : 1 / cost;
}

/* A profile, in a file of its own. Returns: the file's name. */
static const char *add_profile(struct generator *generator, const char *name,
                               struct rd_profile *profile, double nominal)
{
    struct rd_arena *arena = generator->arena;
    struct rd_named_text file = {name, rd_profile_next(profile, nominal, arena)};
    rd_arena_add(arena, generator->file, generator->file_count, file);
    return name;
}

static void print_link(struct generator *generator, const char *from, const char *to, double cost,
                       double latency)
{
    char bandwidth_text[RD_NUMBER_SIZE], latency_text[RD_NUMBER_SIZE];
    rd_text_add(&generator->writer, "    <link id=\"", from, ">", to, "\" bandwidth=\"",
                exact_text(bandwidth_of(cost), bandwidth_text), "Bps\" latency=\"",
                exact_text(latency, latency_text), "s\"", NULL);
    if (generator->profile.varies && cost > 0)
        rd_text_add(&generator->writer, " bandwidth_file=\"",
                    add_profile(generator,
                                rd_arena_print(generator->arena, "bandwidth_%s_%s.txt",
                                               *from ? from : "to", *to ? to : "out"),
                                &generator->profile, bandwidth_of(cost)),
                    "\"", NULL);
    rd_text_add(&generator->writer, "/>\n", NULL);
}

static bool free_link_fail(const char *from, const char *to, struct rd_error *reterr)
{
    return rd_wrong(reterr, "cost 0 and latency 0 on link %s>%s: one of them above 0 is needed",
                    from, to);
}

/* How fast a host computes. */
static bool draw_speed(struct generator *generator, uint32_t host, double *ret_speed,
                       struct rd_error *reterr)
{
    bool computes = host < generator->worker_count;
    double seconds = computes ? rd_costs_next(&generator->compute) : 0;
    *ret_speed = seconds == 0 ? 1 : 1 / seconds;
    if (seconds == 0 && generator->compute.form != RD_COST_ONE && computes)
        return rd_wrong(reterr,
                        "compute \"%.100s\" gives 0 s for host h%" PRIu32 ": more than 0 is needed",
                        generator->compute.text, host);
    return true;
}

static bool print_hosts(struct generator *generator, struct rd_error *reterr)
{
    char name[RD_HOST_NAME_SIZE], text[RD_NUMBER_SIZE];
    double speed;
    for (uint32_t host = 0; host < generator->topology.host_count; host++) {
        if (!draw_speed(generator, host, &speed, reterr))
            return false;
        rd_text_add(&generator->writer, "    <host id=\"", host_name(generator, host, name),
                    "\" speed=\"", exact_text(speed, text), "f\"", NULL);
        if (generator->speed_profile.varies && host < generator->worker_count)
            rd_text_add(&generator->writer, " speed_file=\"",
                        add_profile(generator,
                                    rd_arena_print(generator->arena, "speed_%s.txt", name),
                                    &generator->speed_profile, 1),
                        "\"", NULL);
        rd_text_add(&generator->writer, "/>\n", NULL);
    }
    return true;
}

/* What a route crosses besides its own link: the trunk to another rack. */
static const char *trunk_of(const struct generator *generator, uint32_t from, uint32_t to)
{
    uint32_t half = (generator->topology.host_count + 1) / 2;
    if (generator->request->trunk_cost == 0 || (from < half) == (to < half))
        return "";
    return from < half ? "<link_ctn id=\"rack0>rack1\"/>" : "<link_ctn id=\"rack1>rack0\"/>";
}

static void print_trunks(struct generator *generator)
{
    char text[RD_NUMBER_SIZE];
    for (int rack = 0; rack < 2 && generator->request->trunk_cost > 0; rack++)
        rd_text_print(&generator->writer,
                      "    <link id=\"rack%d>rack%d\" bandwidth=\"%sBps\" latency=\"0s\"/>\n", rack,
                      1 - rack, exact_text(1 / generator->request->trunk_cost, text));
}

static bool print_full(struct generator *generator, struct rd_error *reterr)
{
    char from_name[RD_HOST_NAME_SIZE], to_name[RD_HOST_NAME_SIZE];
    rd_each_link (link, &generator->topology) {
        const char *from = host_name(generator, link.from, from_name);
        const char *to = host_name(generator, link.to, to_name);
        double cost = generator->cost[link.number], latency = generator->latency[link.number];
        if (cost == 0 && latency == 0)
            return free_link_fail(from, to, reterr);
        print_link(generator, from, to, cost, latency);
    }
    print_trunks(generator);
    rd_each_link (link, &generator->topology) {
        const char *from = host_name(generator, link.from, from_name);
        const char *to = host_name(generator, link.to, to_name);
        rd_text_add(&generator->writer, "    <route src=\"", from, "\" dst=\"", to,
                    "\" symmetrical=\"NO\"><link_ctn id=\"", from, ">", to, "\"/>",
                    trunk_of(generator, link.from, link.to), "</route>\n", NULL);
    }
    return true;
}

static bool print_cluster(struct generator *generator, struct rd_error *reterr)
{
    uint32_t hosts = generator->topology.host_count;
    char name[RD_HOST_NAME_SIZE];
    for (uint32_t host = 0; host < hosts; host++) {
        host_name(generator, host, name);
        if (generator->cost[host] == 0 && generator->latency[host] == 0)
            return free_link_fail(name, "", reterr);
        /* The whole latency lies on the way out. */
        print_link(generator, name, "", generator->cost[host], generator->latency[host]);
        print_link(generator, "", name, generator->cost[hosts + host], 0);
    }
    for (uint32_t host = 0; host < hosts; host++) {
        host_name(generator, host, name);
        rd_text_add(&generator->writer, "    <host_link id=\"", name, "\" up=\"", name,
                    ">\" down=\">", name, "\"/>\n", NULL);
    }
    return true;
}

static bool make_topology(struct generator *generator, uint32_t host_count, struct rd_error *reterr)
{
    const struct rd_platform_request *request = generator->request;
    return request->shape == RD_GRAPH
               ? rd_graph_generate(&request->graph, host_count, request->seed, generator->arena,
                                   &generator->topology, reterr)
               : rd_topology_make(request->shape, request->direction, host_count,
                                  &generator->topology, reterr);
}

static bool read_request(struct generator *generator, struct rd_costs *ret_cost,
                         struct rd_costs *ret_latency, struct rd_error *reterr)
{
    const struct rd_platform_request *request = generator->request;
    struct rd_arena *arena = generator->arena;
    uint64_t seed = request->seed;
    bool star = request->shape == RD_STAR;
    if (request->host_count > RD_HOST_LIMIT)
        return rd_wrong(reterr, "%" PRIu32 " hosts: at most %d are supported", request->host_count,
                        RD_HOST_LIMIT);
    if (star && request->host_count == 0)
        return rd_wrong(reterr, "a star without workers: at least 1 is needed");
    if (!make_topology(generator, request->host_count + star, reterr))
        return false;
    generator->worker_count = request->host_count;
    return rd_costs_read("cost", request->cost, seed, COST_STREAM, arena, ret_cost, reterr) &&
           rd_costs_read("latency", request->latency, seed, LATENCY_STREAM, arena, ret_latency,
                         reterr) &&
           rd_costs_read("compute", request->compute, seed, COMPUTE_STREAM, arena,
                         &generator->compute, reterr) &&
           rd_costs_fit(&generator->compute, generator->worker_count, "hosts", reterr) &&
           rd_profile_read("profile", request->profile, seed, PROFILE_STREAM, &generator->profile,
                           reterr) &&
           rd_profile_read("speed-profile", request->speed_profile, seed, SPEED_PROFILE_STREAM,
                           &generator->speed_profile, reterr);
}

/* A file each: there is an end to that. In: what: "links", "hosts". */
static bool check_profile(const struct generator *generator, const struct rd_profile *profile,
                          uint64_t count, const char *what, struct rd_error *reterr)
{
    if (profile->varies && generator->drawn)
        return rd_wrong(reterr,
                        "%s that vary, of %" PRIu32 " hosts: at most %d hosts are simulated", what,
                        generator->topology.host_count, RD_FULL_ROUTING_LIMIT);
    return !profile->varies || count <= RD_PROFILE_LIMIT ||
           rd_wrong(reterr, "%" PRIu64 " %s that vary: at most %d are supported", count, what,
                    RD_PROFILE_LIMIT);
}

static bool check_profiles(const struct generator *generator, struct rd_error *reterr)
{
    uint64_t hosts = generator->topology.host_count;
    uint64_t links = generator->clustered ? 2 * hosts : rd_link_count(&generator->topology);
    return check_profile(generator, &generator->profile, links, "links", reterr) &&
           check_profile(generator, &generator->speed_profile, hosts, "hosts", reterr);
}

/* All but the text. */
static bool prepare(struct generator *generator, struct rd_error *reterr)
{
    struct rd_costs cost, latency;
    return read_request(generator, &cost, &latency, reterr) &&
           choose_routing(generator, &cost, &latency, reterr) &&
           check_profiles(generator, reterr) && draw_costs(generator, &cost, &latency, reterr);
}

const char *rd_platform_request_name(const struct rd_platform_request *request)
{
    for (const struct rd_platform_kind *kind = rd_platform_kinds; kind->name; kind++)
        if (kind->shape == request->shape && kind->pair_links == request->pair_links &&
            (kind->shape != RD_GRAPH || kind->graph == request->graph.kind))
            return kind->name;
    rd_assert(!"a platform of no kind");
    return "";
}

/* Is it a two-way ring whose links differ? Without a Cluster it is only drawn, as graphs are. */
static bool is_uneven_ring(const struct rd_platform_request *request, struct rd_arena *arena)
{
    struct rd_costs cost, latency;
    return request->shape == RD_RING && request->direction == RD_TWO_WAY &&
           rd_costs_read("cost", request->cost, request->seed, COST_STREAM, arena, &cost, NULL) &&
           rd_costs_read("latency", request->latency, request->seed, LATENCY_STREAM, arena,
                         &latency, NULL) &&
           !is_equal(request, &cost, &latency);
}

bool rd_platform_stays_unwritten(const struct rd_platform_request *request, struct rd_arena *arena)
{
    return request->host_count > RD_FULL_ROUTING_LIMIT &&
           (request->shape == RD_HYPERCUBE || request->shape == RD_SHUFFLE_EXCHANGE ||
            request->shape == RD_GRAPH || is_uneven_ring(request, arena));
}

/* The costs of links, or the one that all have; on a Cluster those of a way out and a way in. */
static bool cost_links(const struct generator *generator, const struct rd_link_cost **ret_cost,
                       bool *ret_equal, struct rd_error *reterr)
{
    char from_name[RD_HOST_NAME_SIZE], to_name[RD_HOST_NAME_SIZE];
    uint64_t link_count = rd_link_count(&generator->topology);
    uint32_t hosts = generator->topology.host_count;
    struct rd_link_cost *cost = rd_take(generator->arena, link_count + 1, struct rd_link_cost);
    struct rd_link_cost first = {0, 1};
    bool known = false, equal = true;
    rd_each_link (link, &generator->topology) {
        uint64_t at = generator->clustered ? link.from : link.number;
        double seconds = generator->cost[at], latency_s = generator->latency[at];
        if (seconds == 0 && latency_s == 0)
            return free_link_fail(
                host_name(generator, link.from, from_name),
                generator->clustered ? "" : host_name(generator, link.to, to_name), reterr);
        if (generator->clustered)
            seconds = fmax(seconds, generator->cost[hosts + link.to]);
        struct rd_link_cost own = {latency_s, bandwidth_of(seconds)};
        cost[link.number] = own;
        first = known ? first : own;
        known = true;
        equal = equal && own.latency_s == first.latency_s &&
                own.bandwidth_bytes_per_s == first.bandwidth_bytes_per_s;
    }
    if (equal)
        cost[0] = first;
    *ret_cost = cost;
    *ret_equal = equal;
    return true;
}

/* Of a Cluster whose ways out all cost the same. */
static bool cost_ways(const struct generator *generator, struct rd_even_platform *platform,
                      struct rd_error *reterr)
{
    if (generator->cost[0] == 0 && generator->latency[0] == 0)
        return free_link_fail("h0", "", reterr);
    struct rd_link_cost *cost = rd_make(generator->arena, struct rd_link_cost,
                                        generator->latency[0], bandwidth_of(generator->cost[0]));
    platform->link_cost = cost;
    platform->costs_equal = true;
    return true;
}

/* What tells it from others. */
static const char *digest(const struct generator *generator,
                          const struct rd_even_platform *platform)
{
    const struct rd_topology *topology = &generator->topology;
    char text[RD_SHA256_TEXT_SIZE];
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    if (!platform->costs_equal)
        rd_each_link (link, topology)
            rd_sha256_add(&sha256, (uint32_t[]){link.from, link.to}, 2 * sizeof(uint32_t));
    rd_sha256_add(&sha256, platform->link_cost,
                  (platform->costs_equal ? 1 : rd_link_count(topology)) *
                      sizeof *platform->link_cost);
    rd_sha256_add(&sha256, platform->speed_flops_per_s,
                  topology->host_count * sizeof *platform->speed_flops_per_s);
    rd_sha256_end_text(&sha256, text);
    return rd_arena_print(generator->arena, "%s of %" PRIu32 " hosts, %s\n",
                          rd_platform_request_name(generator->request), topology->host_count, text);
}

bool rd_platform_draw_even(const struct rd_platform_request *request, struct rd_arena *arena,
                           struct rd_even_platform *ret_platform, struct rd_error *reterr)
{
    struct generator generator = {.request = request,
                                  .arena = arena,
                                  .drawn = true,
                                  .unwritten =
                                      request->shape == RD_GRAPH || is_uneven_ring(request, arena)};
    struct rd_even_platform platform = {0};
    if (!prepare(&generator, reterr))
        return false;
    bool one_way_each =
        generator.clustered && generator.topology.host_count > RD_FULL_ROUTING_LIMIT;
    if (!(one_way_each
              ? cost_ways(&generator, &platform, reterr)
              : cost_links(&generator, &platform.link_cost, &platform.costs_equal, reterr)))
        return false;
    uint32_t hosts = generator.topology.host_count;
    double *speed = rd_take(arena, hosts, double);
    for (uint32_t host = 0; host < hosts; host++)
        if (!draw_speed(&generator, host, &speed[host], reterr))
            return false;
    platform.speed_flops_per_s = speed;
    platform.topology = generator.topology;
    platform.text = digest(&generator, &platform);
    *ret_platform = platform;
    return true;
}

bool rd_platform_generate(const struct rd_platform_request *request, struct rd_arena *arena,
                          struct rd_generated_platform *ret_platform, struct rd_error *reterr)
{
    struct generator generator = {.request = request, .arena = arena, .writer = {.arena = arena}};
    if (!prepare(&generator, reterr))
        return false;
    rd_text_print(&generator.writer,
                  "<?xml version=\"1.0\"?>\n"
                  "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                  "<platform version=\"4.1\">\n"
                  "  <zone id=\"%s\" routing=\"%s\">\n",
                  rd_platform_request_name(request), generator.clustered ? "Cluster" : "Full");
    /* What tells its text from that of other profiles. */
    if (generator.profile.varies)
        rd_text_print(&generator.writer, "    <!-- profile \"%.100s\", seed %" PRIu64 " -->\n",
                      request->profile, request->seed);
    if (generator.speed_profile.varies)
        rd_text_print(&generator.writer,
                      "    <!-- speed-profile \"%.100s\", seed %" PRIu64 " -->\n",
                      request->speed_profile, request->seed);
    if (!print_hosts(&generator, reterr) ||
        !(generator.clustered ? print_cluster(&generator, reterr) : print_full(&generator, reterr)))
        return false;
    rd_text_print(&generator.writer, "  </zone>\n</platform>\n");
    bool varies = generator.file_count > 0; /* not where every bandwidth is as good as infinite */
    double high = varies ? fmax(generator.profile.high, generator.speed_profile.high) : 1;
    *ret_platform = (struct rd_generated_platform){.topology = generator.topology,
                                                   .text = generator.writer.text,
                                                   .size = generator.writer.size,
                                                   .file = generator.file,
                                                   .file_count = generator.file_count,
                                                   .varies = varies,
                                                   .greatest_factor = fmax(high, 1)};
    return generator.clustered || varies || request->trunk_cost > 0 ||
           cost_links(&generator, &ret_platform->link_cost, &ret_platform->costs_equal, reterr);
}
