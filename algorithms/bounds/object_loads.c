/* Lists of objects: what must pass one place takes at least as long as machines that are as many as
 * the place has room for would take for it: the longest object, ports, pairs of hosts, shared
 * links. Source: our own; Graham (1966) for machines. Cost: O(objects log objects). */
#include "problem_bound.h"

#include "algorithms/objects/no_order.h"
#include "algorithms/objects/object_proofs.h"
#include "algorithms/objects/source_bound.h"
#include "algorithms/objects/space_bounds.h"

#include <inttypes.h>
#include <math.h>

/* "2 messages that follow each other", or "4 messages". */
static const char *counted(const struct rd_load_bound *found, struct rd_arena *arena)
{
    if (found->chained > 0)
        return rd_arena_print(arena,
                              "%" PRIu32 " of %" PRIu32
                              " messages follow each other, since %" PRIu32
                              " go at a time, and they",
                              found->chained, found->messages, found->at_a_time);
    return rd_arena_print(arena, "%" PRIu32 " message%s", found->messages,
                          found->messages == 1 ? "" : "s");
}

static const char *place_words(const struct rd_load_bound *found,
                               const struct rd_instance *instance, struct rd_arena *arena)
{
    const struct rd_shared_links *shared = instance->shared;
    switch (found->place) {
    case RD_LOAD_OBJECT:
        return rd_arena_print(arena, "%s", rd_label_of_object(instance->objects, found->object));
    case RD_LOAD_PORT:
        if (instance->topology.shape == RD_BUS)
            return "the bus";
        return rd_arena_print(arena, "the %s of %s",
                              instance->objects->combined_ports ? "ports"
                              : found->receives                 ? "receive port"
                                                                : "send port",
                              rd_label(instance, found->host));
    case RD_LOAD_PAIR:
        return rd_arena_print(arena, "the way from %s to %s", rd_label(instance, found->from),
                              rd_label(instance, found->to));
    case RD_LOAD_HOSTS:
        return rd_arena_print(arena, "the ports of %s",
                              rd_members_words("host", instance->host_name, found->member, true,
                                               instance->topology.host_count, arena));
    case RD_LOAD_SHARED:
        return shared->name
                   ? rd_arena_print(arena, "the shared link '%s'", shared->name[found->shared])
                   : "a shared link";
    case RD_LOAD_SPACE: break;
    }
    return "";
}

static struct rd_bound bound_of(const struct rd_load_bound *found, const char *name,
                                const struct rd_instance *instance, struct rd_arena *arena)
{
    struct rd_bound bound = {
        .seconds = found->seconds, .name = name, .why = "Nothing that takes time must pass there."};
    if (found->seconds == 0)
        return bound;
    const char *place = place_words(found, instance, arena);
    bound.why = found->place == RD_LOAD_OBJECT
                    ? rd_arena_print(arena, "%s takes %.10g s from its nearest source.", place,
                                     found->seconds)
                    : rd_arena_print(arena, "At %s %s take at least %.10g s.", place,
                                     counted(found, arena), found->seconds);
    if (found->place == RD_LOAD_PORT && instance->topology.shape == RD_BUS)
        bound.bottleneck = RD_BOTTLENECK_BUS;
    else if (found->place == RD_LOAD_PORT) {
        bound.bottleneck = RD_BOTTLENECK_PORTS;
        rd_bound_add_bottleneck_port(&bound, found->host, found->receives);
        if (instance->objects->combined_ports)
            rd_bound_add_bottleneck_port(&bound, found->host, true);
    } else if (found->place == RD_LOAD_HOSTS) {
        bound.bottleneck = RD_BOTTLENECK_HOSTS;
        bound.member = found->member;
    } else if (found->place == RD_LOAD_PAIR) {
        bound.bottleneck = RD_BOTTLENECK_PORTS;
        rd_bound_add_bottleneck_port(&bound, found->from, false);
        rd_bound_add_bottleneck_port(&bound, found->to, true);
    }
    return bound;
}

/* The ways of objects that make no stop. Errors: RD_ERROR_REFUSED where they may. */
static bool read_direct(const struct rd_instance *instance, struct rd_arena *scratch,
                        struct rd_object_list *ret_list, struct rd_error *reterr)
{
    if (rd_objects_stop(instance->objects))
        return rd_refuse(reterr, "objects may stop at other hosts: relay=\"no\" staging=\"no\" is "
                                 "what this is about");
    return rd_object_list_read(instance, scratch, ret_list, reterr);
}

/* What holds of all ways, with stops where they are allowed. */
static struct rd_object_list read_ways(const struct rd_instance *instance, struct rd_arena *scratch)
{
    struct rd_object_list copies;
    return read_direct(instance, scratch, &copies, NULL)
               ? copies
               : rd_object_list_with_stops(instance, scratch, scratch);
}

/* A bound by one place, with its certificate. */
static bool say(const struct rd_object_list *copies, const struct rd_load_bound *found,
                const char *name, struct rd_arena *arena, struct rd_arena *scratch,
                struct rd_bound *ret_bound)
{
    *ret_bound = bound_of(found, name, copies->instance, arena);
    if (found->seconds == 0)
        return true;
    struct rd_object_proof proof = rd_load_proof(copies, found, NULL, arena, scratch);
    rd_object_certify(copies, &proof, arena, scratch, ret_bound);
    return true;
}

static bool longest(RD_BOUND_PARAMETERS)
{
    struct rd_object_list copies = read_ways(instance, scratch);
    struct rd_load_bound found = rd_longest_object_bound(&copies);
    return say(&copies, &found, "longest object", arena, scratch, ret_bound);
}

static bool ports(RD_BOUND_PARAMETERS)
{
    struct rd_object_list copies = read_ways(instance, scratch);
    struct rd_load_bound found = rd_port_load_bound(&copies, scratch);
    found.seconds = rd_rounded_up_s(&copies, found.seconds);
    return say(&copies, &found, "busiest port", arena, scratch, ret_bound);
}

static bool pairs(RD_BOUND_PARAMETERS)
{
    struct rd_object_list copies;
    if (!read_direct(instance, scratch, &copies, reterr))
        return false;
    struct rd_load_bound found = rd_pair_load_bound(&copies, scratch);
    return say(&copies, &found, "busiest pair", arena, scratch, ret_bound);
}

static bool shared_links(RD_BOUND_PARAMETERS)
{
    struct rd_object_list copies;
    if (!read_direct(instance, scratch, &copies, reterr))
        return false;
    struct rd_load_bound found = rd_shared_load_bound(&copies, scratch);
    found.seconds = rd_rounded_up_s(&copies, found.seconds);
    return say(&copies, &found, "busiest shared link", arena, scratch, ret_bound);
}

static bool odd_sets(RD_BOUND_PARAMETERS)
{
    struct rd_object_list copies;
    if (!instance->objects->combined_ports)
        return rd_refuse(reterr, "hosts have ports of their own for what they receive: "
                                 "combined=\"yes\" is what this is about");
    if (!read_direct(instance, scratch, &copies, reterr))
        return false;
    struct rd_load_bound found = rd_odd_set_bound(&copies, arena, scratch);
    return say(&copies, &found, "hosts among themselves", arena, scratch, ret_bound);
}

static bool source_prices(RD_BOUND_PARAMETERS)
{
    struct rd_object_list copies;
    const struct rd_objects *objects = instance->objects;
    if (objects->first[objects->count] == objects->count)
        return rd_refuse(reterr, "each object has one source: prices show no more than ports, "
                                 "pairs and shared links do");
    if (!read_direct(instance, scratch, &copies, reterr))
        return false;
    struct rd_source_bound found = rd_source_bound_find(&copies, arena, scratch);
    *ret_bound = (struct rd_bound){
        .seconds = found.seconds,
        .name = "prices of sources",
        .why = rd_arena_print(
            arena,
            "At some prices of ports and shared links, which are dear where objects crowd, the "
            "cheapest sources of all objects cost at least %.10g s of all that there is%s.",
            found.seconds,
            found.prunes ? "; sources that take as long or longer are of no use before" : "")};
    struct rd_object_proof proof = {.place = RD_OBJECT_PRICES,
                                    .out_price = found.out_price,
                                    .in_price = objects->combined_ports ? NULL : found.in_price,
                                    .shared_price = found.shared_price};
    rd_object_certify(&copies, &proof, arena, scratch, ret_bound);
    return true;
}

/* The ways of objects where space leaves them an order, as far as that is known. */
static bool read_ordered(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_object_list *ret_list,
                         struct rd_error *reterr)
{
    if (!read_direct(instance, scratch, ret_list, reterr))
        return false;
    const struct rd_order_certificate *shown = rd_show_no_order(instance, arena, scratch);
    return !shown || rd_refuse(reterr, "%s", rd_no_order_words(instance, shown, arena));
}

/* Is there a schedule, for all that a bound by space shows? */
static bool is_finite(double bound_s, struct rd_error *reterr)
{
    return isfinite(bound_s) ||
           rd_refuse(reterr, "there is no order: some object never finds space");
}

static bool space_area(RD_BOUND_PARAMETERS)
{
    struct rd_object_list copies;
    if (!read_ordered(instance, arena, scratch, &copies, reterr))
        return false;
    struct rd_load_bound found = rd_space_area_bound(&copies, arena, scratch);
    *ret_bound =
        (struct rd_bound){.seconds = found.seconds,
                          .name = "free space",
                          .why = "Of hosts that exchange bytes no more can be under way at a time "
                                 "than is free there."};
    if (!is_finite(found.seconds, reterr))
        return false;
    if (found.seconds > 0) {
        struct rd_object_proof proof = rd_load_proof(&copies, &found, NULL, arena, scratch);
        rd_object_certify(&copies, &proof, arena, scratch, ret_bound);
    }
    return true;
}

static bool space_heads(RD_BOUND_PARAMETERS)
{
    struct rd_object_list copies;
    if (!read_ordered(instance, arena, scratch, &copies, reterr))
        return false;
    struct rd_heads_bound found = rd_space_heads_bound(&copies, arena, scratch);
    *ret_bound =
        (struct rd_bound){.seconds = found.load.seconds,
                          .name = "waiting for space",
                          .why = "Objects that do not fit at first wait until others have left, "
                                 "and others wait for what they give up."};
    if (!is_finite(found.load.seconds, reterr))
        return false;
    if (found.load.seconds > 0) {
        struct rd_object_proof proof =
            rd_load_proof(&copies, &found.load, found.among, arena, scratch);
        proof.head_s = found.head_s;
        proof.tail_s = found.tail_s;
        rd_object_certify(&copies, &proof, arena, scratch, ret_bound);
    }
    return true;
}

#define OBJECTS_DOMAIN                                                                             \
    .source = "none: our own",                                                                     \
    .domain = {.shape = RD_ANY_SHAPE,                                                              \
               .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),           \
               .goals = RD_BIT(RD_PLACE)}

const struct rd_problem_bound object_longest = {
    .name = "object-longest",
    .summary = "objects: the one that takes longest from its nearest source",
    OBJECTS_DOMAIN,
    .compute = longest,
};

const struct rd_problem_bound object_ports = {
    .name = "object-ports",
    .summary = "objects: the busiest port, as machines that are as many as it takes at a time",
    OBJECTS_DOMAIN,
    .compute = ports,
};

const struct rd_problem_bound object_pairs = {
    .name = "object-pairs",
    .summary = "objects: the pair of hosts that carries most, one at a time",
    OBJECTS_DOMAIN,
    .compute = pairs,
};

const struct rd_problem_bound object_shared_links = {
    .name = "object-shared-links",
    .summary = "objects: the busiest shared link, by room, by number, and by those that exclude "
               "each other",
    OBJECTS_DOMAIN,
    .compute = shared_links,
};

const struct rd_problem_bound object_odd_sets = {
    .name = "object-odd-sets",
    .summary = "objects, ports combined: hosts that exchange objects among themselves",
    OBJECTS_DOMAIN,
    .compute = odd_sets,
};

const struct rd_problem_bound object_sources = {
    .name = "object-sources",
    .summary = "objects of several sources: prices of ports and shared links",
    OBJECTS_DOMAIN,
    .dear = true,
    .compute = source_prices,
};

const struct rd_problem_bound object_space_area = {
    .name = "object-space-area",
    .summary = "objects: bytes under way, against what is free",
    OBJECTS_DOMAIN,
    .compute = space_area,
};

const struct rd_problem_bound object_space_heads = {
    .name = "object-space-heads",
    .summary = "objects: how long those that lack space wait, and what waits for them",
    OBJECTS_DOMAIN,
    .compute = space_heads,
};
