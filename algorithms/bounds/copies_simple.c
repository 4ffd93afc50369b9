/* Copies: what takes time however they are sent (algorithms/multicast/simple_bounds.h). Source: our
 * own; docs/development/proofs.md proves each. */
#include "problem_bound.h"

#include "algorithms/multicast/multicast_prices.h"
#include "algorithms/multicast/simple_bounds.h"
#include "sim/model/trace.h"

#include <inttypes.h>
#include <math.h>

/* A bound as the table wants it. In: found, by the kernel. */
static struct rd_bound
bound_of(const struct rd_multicast *multicast, const struct rd_multicast_bound *found,
         const char *(*words)(const struct rd_multicast *multicast,
                              const struct rd_multicast_bound *bound, struct rd_arena *arena),
         const char *name, struct rd_arena *arena)
{
    return (struct rd_bound){
        .seconds = found->seconds,
        .name = name,
        .why = found->seconds > 0 ? words(multicast, found, arena)
                                  : "Nothing that takes time follows from this.",
    };
}

static bool bound_by(struct rd_multicast_bound (*find)(const struct rd_multicast *multicast,
                                                       struct rd_arena *scratch),
                     const char *(*words)(const struct rd_multicast *multicast,
                                          const struct rd_multicast_bound *bound,
                                          struct rd_arena *arena),
                     const char *name, RD_BOUND_PARAMETERS)
{
    struct rd_multicast multicast;
    if (!rd_multicast_read(instance, scratch, scratch, &multicast, reterr))
        return false;
    struct rd_multicast_bound found = find(&multicast, scratch);
    *ret_bound = bound_of(&multicast, &found, words, name, arena);
    return true;
}

static const char *kind_of(const struct rd_multicast *multicast,
                           const struct rd_multicast_bound *bound, char label[RD_LABEL_SIZE])
{
    return rd_kind_label(multicast->network.instance, multicast->piece[bound->piece].kind, label);
}

static struct rd_multicast_bound distance(const struct rd_multicast *multicast,
                                          RD_UNUSED struct rd_arena *scratch)
{
    return rd_distance_bound(multicast);
}

static const char *distance_words(const struct rd_multicast *multicast,
                                  const struct rd_multicast_bound *bound, struct rd_arena *arena)
{
    char label[RD_LABEL_SIZE];
    return rd_arena_print(arena, "An item of %s takes %.10g s from its nearest holder to %s.",
                          kind_of(multicast, bound, label), bound->seconds,
                          rd_label(multicast->network.instance, bound->host));
}

static struct rd_multicast_bound doubling(const struct rd_multicast *multicast,
                                          RD_UNUSED struct rd_arena *scratch)
{
    return rd_doubling_bound(multicast);
}

static const char *doubling_words(const struct rd_multicast *multicast,
                                  const struct rd_multicast_bound *bound, struct rd_arena *arena)
{
    char label[RD_LABEL_SIZE];
    const struct rd_multicast_piece *piece = &multicast->piece[bound->piece];
    return rd_arena_print(
        arena,
        "An item of %s has %" PRIu32 " holder%s and %" PRIu32 " in the end: holders have to "
        "multiply %.0f times, which takes %.10g s.",
        kind_of(multicast, bound, label), piece->holder_count, piece->holder_count == 1 ? "" : "s",
        piece->holder_count + piece->sink_count, bound->items, bound->seconds);
}

static const char *first_copy_words(const struct rd_multicast *multicast,
                                    const struct rd_multicast_bound *bound, struct rd_arena *arena)
{
    return rd_arena_print(arena,
                          "%s alone holds %.0f items, which have to leave it; the last of them "
                          "then needs %.10g s: %.10g s in all.",
                          rd_label(multicast->network.instance, bound->host), bound->items,
                          bound->rest_s, bound->seconds);
}

static const char *sink_words(const struct rd_multicast *multicast,
                              const struct rd_multicast_bound *bound, struct rd_arena *arena)
{
    return rd_arena_print(arena,
                          "%s wants %.0f items, none of which can come there before %.10g s: they "
                          "have been received by %.10g s at the earliest.",
                          rd_label(multicast->network.instance, bound->host), bound->items,
                          bound->rest_s, bound->seconds);
}

static const char *growth_words(RD_UNUSED const struct rd_multicast *multicast,
                                const struct rd_multicast_bound *bound, struct rd_arena *arena)
{
    return rd_arena_print(arena,
                          "%.0f items have to be delivered; however fast those who can send become "
                          "more, that takes %.10g s.",
                          bound->items, bound->seconds);
}

/* What the table asks: one function a bound. */
#define COMPUTE(function, find, words, name)                                                       \
    static bool function(RD_BOUND_PARAMETERS)                                                      \
    {                                                                                              \
        return bound_by(find, words, name, instance, arena, scratch, ret_bound, reterr);           \
    }

COMPUTE(compute_distance, distance, distance_words, "distance")
COMPUTE(compute_doubling, doubling, doubling_words, "doubling of holders")
COMPUTE(compute_first_copy, rd_first_copy_bound, first_copy_words, "first copy")

/* The same, with a certificate where the prices of the receiver's ports alone show as much. */
static bool compute_sink(RD_BOUND_PARAMETERS)
{
    struct rd_multicast multicast;
    struct rd_rows rows;
    struct rd_error error;
    rd_arena_borrow(scratch);
    if (!rd_multicast_read(instance, scratch, scratch, &multicast, reterr))
        return false;
    struct rd_multicast_bound sink = rd_sink_bound(&multicast, scratch);
    *ret_bound = bound_of(&multicast, &sink, sink_words, "busiest receiver", arena);
    if (!(sink.seconds > 0) || !rd_rows_read(&multicast, scratch, scratch, &rows, &error))
        return true;
    struct rd_multicast_price_bound found =
        rd_multicast_price_bound_of_sink(&rows, sink.host, arena, scratch);
    if (!found.certificate || !rd_times_agree(found.seconds, sink.seconds, found.seconds))
        return true;
    ret_bound->multicast = found.certificate;
    ret_bound->seconds = fmin(found.seconds, sink.seconds);
    return true;
}

COMPUTE(compute_growth, rd_growth_bound, growth_words, "growth of senders")

#define COPIES_DOMAIN                                                                              \
    .source = "none: our own",                                                                     \
    .domain = {.shape = RD_ANY_SHAPE,                                                              \
               .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),           \
               .goals = RD_BIT(RD_COPIES),                                                         \
               .sizes_by_kind = true}

const struct rd_problem_bound copies_distance = {
    .name = "copies-distance",
    .summary = "copies: the item that is farthest from a host that wants it",
    COPIES_DOMAIN,
    .compute = compute_distance,
};

const struct rd_problem_bound copies_doubling = {
    .name = "copies-doubling",
    .summary = "copies: how fast the holders of an item can multiply",
    COPIES_DOMAIN,
    .compute = compute_doubling,
};

const struct rd_problem_bound copies_first_copy = {
    .name = "copies-first-copy",
    .summary = "copies: a host that alone holds items, and what the last to leave it then needs",
    COPIES_DOMAIN,
    .compute = compute_first_copy,
};

const struct rd_problem_bound copies_sink = {
    .name = "copies-sink",
    .summary = "copies: a host that wants many items, and how far away they are",
    COPIES_DOMAIN,
    .compute = compute_sink,
};

const struct rd_problem_bound copies_growth = {
    .name = "copies-growth",
    .summary = "copies: all deliveries, while those who can send become more",
    COPIES_DOMAIN,
    .compute = compute_growth,
};
