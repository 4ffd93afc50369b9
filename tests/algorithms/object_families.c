#include "object_families.h"

const struct object_family object_families[] = {
    {.name = "one port", .ports = 1, .bounds = 980, .plans = 980},
    {.name = "1 to 3 ports", .ports = 3, .bounds = 980, .plans = 980},
    {.name = "unequal links", .ports = 2, .unequal = true, .bounds = 970, .plans = 980},
    {.name = "one size", .ports = 3, .one_size = true, .bounds = 980, .plans = 980},
    {.name = "many a pair", .ports = 3, .many_a_pair = true, .bounds = 970, .plans = 980},
    {.name = "combined ports", .ports = 3, .combined = true, .bounds = 900, .plans = 970},
    {.name = "two racks", .ports = 2, .racks = true, .unequal = true, .bounds = 930, .plans = 970},
    {.name = "several sources", .ports = 2, .several_sources = true, .bounds = 900, .plans = 970},
    {.name = "space", .ports = 1, .space = true, .bounds = 700, .plans = 900},
    {.name = "space, ports", .ports = 3, .space = true, .bounds = 700, .plans = 900},
    {.name = "space, dropped",
     .ports = 2,
     .space = true,
     .dropped = true,
     .bounds = 700,
     .plans = 900},
    {.name = "all of it",
     .ports = 2,
     .unequal = true,
     .racks = true,
     .several_sources = true,
     .space = true,
     .dropped = true,
     .bounds = 700,
     .plans = 800},
};

const size_t object_family_count = sizeof object_families / sizeof *object_families;

static void draw_objects(struct object_case *of, const struct object_family *family,
                         struct rd_rng *rng)
{
    uint32_t hosts = of->instance.topology.host_count;
    uint32_t count = (uint32_t)rd_rng_between(rng, 2, 5);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = (uint32_t)rd_rng_below(rng, hosts), to;
        do
            to = (uint32_t)rd_rng_below(rng, hosts);
        while (to == from);
        object_case_add(of, family->one_size ? 2 : rd_rng_between(rng, 1, 4), from, to);
        uint32_t other = (uint32_t)rd_rng_below(rng, hosts);
        if (family->several_sources && other > from && other != to) {
            of->source[of->first[i + 1]] = other;
            of->first[i + 1]++;
        }
        if (family->dropped && rd_rng_below(rng, 3) == 0)
            of->drop[i] = rd_rng_below(rng, 2) ? RD_NO_HOST : (uint32_t)rd_rng_below(rng, hosts);
    }
}

/* Space as much as the list needs at its begin and its end, and up to two bytes more. */
static void draw_space(struct object_case *of, struct rd_rng *rng)
{
    int64_t more[HOSTS_MOST] = {0};
    for (uint32_t i = 0; i < of->objects.count; i++) {
        more[of->to[i]] += of->bytes[i];
        if (of->drop[i] != RD_NO_HOST)
            more[of->drop[i] == RD_DROP_SOURCE ? of->source[of->first[i]] : of->drop[i]] -=
                of->bytes[i];
    }
    for (uint32_t host = 0; host < of->instance.topology.host_count; host++)
        of->space[host] = (more[host] > 0 ? more[host] : 0) + rd_rng_between(rng, 0, 2);
    of->objects.space_bytes = of->space;
}

void object_case_draw(struct object_case *of, const struct object_family *family,
                      struct rd_rng *rng)
{
    uint32_t hosts = (uint32_t)rd_rng_between(rng, 2, 4), most = 1;
    object_case_open(of, hosts);
    for (uint32_t host = 0; host < hosts; host++) {
        of->ports[host] = (uint32_t)rd_rng_between(rng, 1, family->ports);
        most = of->ports[host] > most ? of->ports[host] : most;
    }
    of->instance.port_model = most > 1 ? RD_K_PORTS : RD_ONE_PORT;
    of->instance.port_count = most;
    of->instance.host_port_count = most > 1 ? of->ports : NULL;
    for (uint32_t link = 0; family->unequal && link < hosts * hosts; link++)
        of->cost[link] = (struct rd_link_cost){family->racks ? 0 : (double)rd_rng_below(rng, 2),
                                               rd_rng_below(rng, 2) ? 1 : 0.5};
    of->objects.combined_ports = family->combined;
    of->objects.many_a_pair = family->many_a_pair;
    of->instance.costs_equal = !family->unequal;
    if (family->racks)
        object_case_racks(of, 1 + (uint32_t)rd_rng_below(rng, hosts - 1),
                          (double[]){1, 1.5, 2}[rd_rng_below(rng, 3)]);
    draw_objects(of, family, rng);
    if (family->space)
        draw_space(of, rng);
}
