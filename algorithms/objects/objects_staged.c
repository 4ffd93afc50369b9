/* objects-staged: objects where disks are so full that there is no order without stops. Some
 * objects go to a third host that has space, out of the way of others, and from there to where they
 * are wanted.
 *
 * As long as no order of what is left is found (order.h), one object more is put aside: one that
 * its source gives up, the smallest after which something fits that comes to its source, to the
 * host that has most space. That is tried several times, with chance, and before each stop with or
 * without moving first what fits; of all ways that end in an order the one that puts the fewest
 * bytes aside is taken. It may miss one that exists. Moves come in the order in which they were
 * found, then the rest as objects-search plans it. Source: none: our own. */
#include "order.h"

#include "algorithms/algorithm.h"
#include "sim/base/guard.h"
#include "sim/base/rng.h"

#include <inttypes.h>
#include <string.h>

/* A message of the plan. */
struct move {
    uint32_t object, from, to;
};

/* How far things are: where each object is that has not moved, and what hosts have free. */
struct staging {
    const struct rd_instance *instance;
    const uint32_t *way; /* [objects] the source of each that is used, into objects->source */
    uint32_t *at;        /* [objects] */
    bool *is_aside;      /* [objects] */
    bool *moved;         /* [objects] to where it is wanted */
    int64_t *free_bytes; /* [hosts]; RD_NO_SPACE_LIMIT: no limit */
    struct move *move;   /* [move_count], up to 2 * objects */
    size_t move_count;
    int64_t aside_bytes; /* of all objects put aside */
    struct rd_rng rng;
};

/* What is left to move, as an instance without stops. */
struct rest {
    struct rd_instance instance;
    struct rd_objects objects;
    uint32_t *object; /* [objects.count] their numbers in the instance */
};

static bool has_room(const struct staging *staging, uint32_t host, int64_t bytes)
{
    int64_t free_bytes = staging->free_bytes[host];
    return free_bytes == RD_NO_SPACE_LIMIT || free_bytes >= bytes;
}

static void add_free(struct staging *staging, uint32_t host, int64_t bytes)
{
    if (staging->free_bytes[host] != RD_NO_SPACE_LIMIT)
        staging->free_bytes[host] += bytes;
}

/* Moves an object from where it is, when its receiver has room. */
static void move(struct staging *staging, uint32_t object, uint32_t to)
{
    const struct rd_objects *objects = staging->instance->objects;
    uint32_t from = staging->at[object], freed = rd_object_freed(objects, object, from);
    staging->move[staging->move_count++] = (struct move){object, from, to};
    add_free(staging, to, -objects->bytes[object]);
    if (freed != RD_NO_HOST)
        add_free(staging, freed, objects->bytes[object]);
    staging->at[object] = to;
    staging->moved[object] = to == objects->to[object];
}

static bool is_linked(const struct staging *staging, uint32_t from, uint32_t to)
{
    return rd_link_between(&staging->instance->topology, from, to) != RD_NO_LINK;
}

/* Would something fit at a host, that comes to it and does not fit now, with more bytes free? */
static bool lets_in(const struct staging *staging, uint32_t host, int64_t more_bytes)
{
    const struct rd_objects *objects = staging->instance->objects;
    for (uint32_t object = 0; object < objects->count; object++)
        if (objects->to[object] == host && !staging->moved[object] &&
            !has_room(staging, host, objects->bytes[object]) &&
            has_room(staging, host, objects->bytes[object] - more_bytes))
            return true;
    return false;
}

/* The host that has most room to put an object aside, and a link from where it is and to where it
 * is wanted. Returns: RD_NO_HOST if there is none. */
static uint32_t host_aside(const struct staging *staging, uint32_t object)
{
    const struct rd_objects *objects = staging->instance->objects;
    uint32_t best = RD_NO_HOST, at = staging->at[object], to = objects->to[object];
    for (uint32_t host = 0; host < staging->instance->topology.host_count; host++) {
        int64_t free_bytes = staging->free_bytes[host];
        if (host == at || host == to || rd_object_has_source(objects, object, host) ||
            !has_room(staging, host, objects->bytes[object]) || !is_linked(staging, at, host) ||
            !is_linked(staging, host, to))
            continue;
        if (free_bytes == RD_NO_SPACE_LIMIT)
            return host;
        if (best == RD_NO_HOST || free_bytes > staging->free_bytes[best])
            best = host;
    }
    return best;
}

/* May it be put aside, and does that make room? */
static bool may_go_aside(const struct staging *staging, uint32_t object)
{
    const struct rd_objects *objects = staging->instance->objects;
    return !staging->moved[object] && !staging->is_aside[object] &&
           objects->drop[object] == RD_DROP_SOURCE && objects->bytes[object] > 0 &&
           staging->free_bytes[staging->at[object]] != RD_NO_SPACE_LIMIT;
}

/* Puts one object aside: the smallest that lets something into its source, or with chance any.
 * Returns: false if none may be. */
static bool put_aside(struct staging *staging, bool by_chance)
{
    const struct rd_objects *objects = staging->instance->objects;
    uint32_t best = RD_NO_HOST, best_host = RD_NO_HOST, met = 0;
    bool best_helps = false;
    for (uint32_t object = 0; object < objects->count; object++) {
        if (!may_go_aside(staging, object))
            continue;
        uint32_t host = host_aside(staging, object);
        if (host == RD_NO_HOST)
            continue;
        bool helps = lets_in(staging, staging->at[object], objects->bytes[object]);
        bool better = helps > best_helps || best == RD_NO_HOST ||
                      (helps == best_helps && objects->bytes[object] < objects->bytes[best]);
        if (by_chance)
            better = rd_rng_between(&staging->rng, 0, met++) == 0;
        if (!better)
            continue;
        best = object;
        best_host = host;
        best_helps = helps;
    }
    if (best == RD_NO_HOST)
        return false;
    staging->aside_bytes += objects->bytes[best];
    staging->is_aside[best] = true;
    move(staging, best, best_host);
    return true;
}

/* Moves what fits to where it is wanted, from a place of the list on, until nothing fits. */
static void move_what_fits(struct staging *staging)
{
    const struct rd_objects *objects = staging->instance->objects;
    uint32_t begin = (uint32_t)rd_rng_between(&staging->rng, 0, objects->count - 1);
    for (uint32_t still = 0; still < objects->count; begin = (begin + 1) % objects->count) {
        still++;
        if (staging->moved[begin] || !is_linked(staging, staging->at[begin], objects->to[begin]) ||
            !has_room(staging, objects->to[begin], objects->bytes[begin]))
            continue;
        move(staging, begin, objects->to[begin]);
        still = 0;
    }
}

static struct rest *rest_of(const struct staging *staging, struct rd_arena *arena)
{
    const struct rd_objects *objects = staging->instance->objects;
    struct rest *rest = rd_take(arena, 1, struct rest);
    uint32_t *first = rd_take(arena, (size_t)objects->count + 1, uint32_t), count = 0;
    uint32_t *source = rd_take(arena, objects->count, uint32_t);
    uint32_t *to = rd_take(arena, objects->count, uint32_t);
    uint32_t *drop = rd_take(arena, objects->count, uint32_t);
    int64_t *bytes = rd_take(arena, objects->count, int64_t);
    rest->object = rd_take(arena, objects->count, uint32_t);
    for (uint32_t object = 0; object < objects->count; object++) {
        if (staging->moved[object])
            continue;
        rest->object[count] = object;
        bytes[count] = objects->bytes[object];
        source[count] = staging->at[object];
        to[count] = objects->to[object];
        drop[count] = staging->is_aside[object] ? RD_DROP_SOURCE : objects->drop[object];
        count++;
        first[count] = count;
    }
    rest->objects = *objects;
    rest->objects.staging = false;
    rest->objects.count = count;
    rest->objects.name = NULL;
    rest->objects.bytes = bytes;
    rest->objects.first = first;
    rest->objects.source = source;
    rest->objects.to = to;
    rest->objects.drop = drop;
    rest->objects.space_bytes =
        rd_arena_copy(arena, staging->free_bytes, staging->instance->topology.host_count,
                      sizeof *staging->free_bytes);
    rest->instance = *staging->instance;
    rest->instance.objects = &rest->objects;
    rest->instance.kind_count = count;
    return rest;
}

/* Is an order of what is left found? */
static bool rest_has_order(const struct staging *staging, uint64_t seed, struct rd_arena *scratch)
{
    enum { TRIES = 10, FEW = 12 };
    struct rd_object_list copies;
    rd_arena_borrow(scratch);
    const struct rest *rest = rest_of(staging, scratch);
    if (rest->objects.count == 0)
        return true;
    if (!rd_object_list_read(&rest->instance, scratch, &copies, NULL))
        return false;
    struct rd_space_state state = rd_space_state_open(&copies, scratch);
    uint32_t *order = rd_take(scratch, copies.count, uint32_t);
    return rd_find_order(&copies, rd_shortest_ways(&copies, scratch), &state, TRIES, FEW, seed,
                         order, scratch) == RD_ORDER_FOUND;
}

static void begin(struct staging *staging)
{
    const struct rd_objects *objects = staging->instance->objects;
    for (uint32_t object = 0; object < objects->count; object++)
        staging->at[object] = objects->source[staging->way[object]];
    memset(staging->is_aside, 0, objects->count * sizeof *staging->is_aside);
    memset(staging->moved, 0, objects->count * sizeof *staging->moved);
    memcpy(staging->free_bytes, objects->space_bytes,
           staging->instance->topology.host_count * sizeof *staging->free_bytes);
    staging->move_count = 0;
    staging->aside_bytes = 0;
}

/* One try. In: number; best_bytes: no more are put aside. Returns: is there an order? */
static bool try(struct staging *staging, uint64_t number, int64_t best_bytes,
                struct rd_arena *scratch)
{
    begin(staging);
    while (!rd_time_is_up()) {
        if (number % 2 == 1)
            move_what_fits(staging);
        if (rest_has_order(staging, number, scratch))
            return true;
        if (!put_aside(staging, number > 1) || staging->aside_bytes >= best_bytes)
            return false;
    }
    return false;
}

static struct staging open(const struct rd_instance *instance, const uint32_t *way,
                           struct rd_arena *arena)
{
    uint32_t count = instance->objects->count;
    return (struct staging){
        .instance = instance,
        .way = way,
        .at = rd_take(arena, count, uint32_t),
        .is_aside = rd_take(arena, count, bool),
        .moved = rd_take(arena, count, bool),
        .free_bytes = rd_take(arena, instance->topology.host_count, int64_t),
        .move = rd_take(arena, 2 * (size_t)count, struct move),
    };
}

/* Of all tries the one that puts the fewest bytes aside. Returns: false if none ends in an order.
 */
static bool find(struct staging *staging, struct staging *best, uint64_t seed,
                 struct rd_arena *scratch)
{
    enum { MOST_TRIES = 60, WORK = 4000000 };
    uint64_t count = staging->instance->objects->count;
    uint64_t tries = WORK / (count * count) + 2;
    bool found = false;
    staging->rng = rd_rng_seeded(seed, 2);
    best->aside_bytes = INT64_MAX;
    for (uint64_t i = 0; i < tries && i < MOST_TRIES && best->aside_bytes > 0; i++) {
        if (!try(staging, i, best->aside_bytes, scratch))
            continue;
        struct staging swapped = *best;
        swapped.rng = staging->rng;
        *best = *staging;
        *staging = swapped;
        found = true;
    }
    return found;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return instance->objects->staging ||
           rd_refuse(reterr, "objects go straight to where they are wanted: staging=\"yes\", and "
                             "hosts with a limited space, are accepted");
}

static void add(struct rd_plan *plan, struct rd_arena *arena, uint32_t object, uint32_t from,
                uint32_t to)
{
    rd_plan_add(plan, arena,
                (struct rd_transfer){
                    .from = from, .to = to, .kind = (int32_t)object, .items = 1, .messages = 1});
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_object_list copies;
    if (!rd_object_list_read(instance, scratch, &copies, reterr))
        return false;
    const uint32_t *way = rd_shortest_ways(&copies, scratch);
    struct staging staging = open(instance, way, scratch), best = open(instance, way, scratch);
    if (!find(&staging, &best, options->seed, scratch))
        return rd_refuse(reterr, "no order was found in which each object finds space, with stops "
                                 "or without: none was shown not to exist");
    ret_plan->timing = RD_SELF_TIMED;
    ret_plan->keeps_shared = true;
    uint32_t stops = 0;
    for (size_t i = 0; i < best.move_count; i++) {
        const struct move *of = &best.move[i];
        add(ret_plan, arena, of->object, of->from, of->to);
        stops += of->to != instance->objects->to[of->object];
    }
    const struct rest *rest = rest_of(&best, scratch);
    const struct rd_algorithm *search = rd_algorithm_named("objects-search");
    struct rd_plan planned = {0};
    struct rd_options plain = *options;
    plain.spec = search->options;
    plain.given_count = 0;
    if (rest->objects.count > 0 &&
        !search->plan(search, &rest->instance, &plain, arena, scratch, &planned, reterr))
        return false;
    for (size_t i = 0; i < planned.transfer_count; i++) {
        const struct rd_transfer *transfer = &planned.transfer[i];
        add(ret_plan, arena, rest->object[transfer->kind], transfer->from, transfer->to);
    }
    if (stops > 0)
        ret_plan->note = rd_arena_print(
            arena, "%" PRIu32 " object%s stop%s on the way: %" PRId64 " bytes more are moved",
            stops, stops == 1 ? "" : "s", stops == 1 ? "s" : "", best.aside_bytes);
    return true;
}

const struct rd_algorithm objects_staged = {
    .name = "objects-staged",
    .summary = "objects on full disks: some stop at a third host where there is no other order",
    .source = "none: our own",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_PLACE),
    .guarantee = RD_HEURISTIC,
    .accepts = accepts,
    .plan = plan,
};
