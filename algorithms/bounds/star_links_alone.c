/* Stars whose master has several ports, and that compute: by when all can end over links that each
 * work alone. Its certificate is the least cut of the date before. Source: our own; docs/star.md.
 * Cost: as rd_star_least_date_alone. */
#include "problem_bound.h"

#include "algorithms/star/bounds.h"
#include "algorithms/star/links_alone.h"
#include "algorithms/star/port_queues.h"
#include "sim/model/certificates/relay_certificate.h"
#include "sim/model/trace.h"

#include <inttypes.h>
#include <math.h>

/* The certificate of a date, if it is one of the bound. */
static void certify(const struct rd_instance *instance, const struct rd_star *star, int64_t date,
                    int64_t cut, struct rd_arena *arena, struct rd_bound *bound)
{
    /* Units are rounded: in ones a little smaller no cost loses a whole one. */
    for (int attempt = 0; attempt < 2 && !bound->relay; attempt++) {
        double tick_s = star->unit_s * (1 - 1e-12 * attempt), shown_s;
        struct rd_relay_certificate *relay = rd_take(arena, 1, struct rd_relay_certificate);
        *relay = (struct rd_relay_certificate){tick_s, date - star->lifted, cut,
                                               rd_bound_is_item_by_item(bound)};
        if (!rd_relay_certificate_check(instance, relay, &shown_s, NULL) ||
            !rd_times_agree(shown_s, bound->seconds, bound->seconds))
            continue;
        bound->seconds = fmin(bound->seconds, shown_s);
        bound->relay = relay;
    }
}

static bool compute(RD_BOUND_PARAMETERS)
{
    if (!rd_star_alone_accepts(instance, reterr))
        return false;
    struct rd_star star = rd_star_read(instance, scratch);
    int64_t computation = rd_star_computation_bound(&star), cut;
    int64_t date = rd_star_least_date_alone(&star, scratch, &cut);
    *ret_bound = (struct rd_bound){
        .seconds = fmax((double)(date - star.lifted) * star.unit_s, 0),
        .name = date > computation ? "links alone" : "computation",
        .tight = star.precise && rd_star_links_are_alone(instance),
        .bottleneck = date > computation ? RD_BOTTLENECK_NONE : RD_BOTTLENECK_PROCESSORS,
        .schedule_class = rd_has_latency(instance) ? RD_ITEM_BY_ITEM : NULL,
    };
    ret_bound->why =
        date > computation
            ? rd_arena_print(arena,
                             "To end before %.10g s, %" PRId64
                             " items must leave overloaded workers, and links, each alone, cannot "
                             "bring all of them to others in time to be computed: a maximum flow "
                             "leaves some behind.",
                             ret_bound->seconds, rd_star_excess(&star, date - 1))
            : rd_arena_print(arena,
                             "Even if links were free, the workers could not compute %" PRId64
                             " items before %.10g s.",
                             star.item_count, ret_bound->seconds);
    if (date > computation)
        certify(instance, &star, date, cut, arena, ret_bound);
    return true;
}

const struct rd_problem_bound star_links_alone = {
    .name = "star-links-alone",
    .summary =
        "star of many ports that computes: by when links, each alone, bring what is too much",
    .source = "none: our own",
    .schedules = RD_ITEM_BY_ITEM,
    .domain = {.shape = RD_STAR,
               .ports = RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
               .goals = RD_BIT(RD_FINISH)},
    .compute = compute,
};
