/* Small two-way rings: the optimum itself, by search, where no theorem gives it.
 *
 *     date 0 --- which items start? --- next end --- which start now? --- ...  --- all arrived
 *        |                                 |
 *        +-- every other set of them       +-- every other set, also none
 *
 * The makespan allowed starts at System 6 and grows by the least that was not ruled out, so the
 * first schedule found is shortest (exact_search.h). Where an optimal flow is light, Lemma 9's
 * schedule meets System 6 and nothing is searched.
 * Hypotheses: up to 8 hosts and 255 items of one kind; costs that are whole numbers of one unit, or
 * differ by a factor of 1000 at most: then the optimum is least to 1e-9 of it. No latency (items
 * could share a message, and the search sends them one by one). It gives up, and says so, beyond
 * its number of states: ten items to move on six hosts are well within reach. */
#include "bounds.h"
#include "edge_transfers.h"
#include "exact_search.h"
#include "lemma12.h"
#include "light.h"

#include "algorithms/algorithm.h"
#include "algorithms/kernels/common_unit.h"
#include "algorithms/kernels/list_schedule.h"

#include <inttypes.h>
#include <math.h>

/* Whole costs of up to so many units; others of up to so many times the least. */
enum { WHOLE_COST = 100000, MOST_RATIO = 1000 };

static bool accepts_link(const struct rd_instance *instance, uint32_t from, uint32_t to,
                         struct rd_error *reterr)
{
    struct rd_link_cost cost =
        rd_link_cost(instance, rd_link_between(&instance->topology, from, to));
    if (cost.latency_s == 0 && rd_item_s(instance, from, to) > 0)
        return true;
    const char *from_label = rd_label(instance, from), *to_label = rd_label(instance, to);
    if (cost.latency_s > 0)
        return rd_refuse(reterr,
                         "the link from %s to %s has a latency of %.10g s: none is needed, since "
                         "several items in one message may beat the items one by one that are "
                         "searched",
                         from_label, to_label, cost.latency_s);
    return rd_refuse(
        reterr, "an item takes no time from %s to %s: more than 0 s is needed to search over dates",
        from_label, to_label);
}

/* Costs in units: from host i to i+1, then to i-1. Whole ones where there is such a unit, as of
 * 0.1, 0.2 and 0.3 s; else rounded down to 2^-40 of the longest, 1e-9 of the shortest or less, so
 * that no schedule is shorter by more than that. */
static bool read_units(const struct rd_instance *instance, int64_t ret_units[2 * RD_EXACT_HOSTS],
                       struct rd_error *reterr)
{
    uint32_t n = instance->topology.host_count, count = n > 1 ? 2 * n : 0;
    double cost_s[2 * RD_EXACT_HOSTS] = {0}, least_s = INFINITY, most_s = 0;
    int64_t whole[2 * RD_EXACT_HOSTS] = {0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t host = i % n, to = i < n ? rd_ring_next(n, host) : rd_ring_previous(n, host);
        if (!accepts_link(instance, host, to, reterr))
            return false;
        cost_s[i] = rd_item_s(instance, host, to);
        least_s = fmin(least_s, cost_s[i]);
        most_s = fmax(most_s, cost_s[i]);
    }
    bool is_whole = rd_common_unit(cost_s, count, WHOLE_COST, whole);
    if (!is_whole && most_s > MOST_RATIO * least_s)
        return rd_refuse(reterr,
                         "an item takes %.10g s over a link and %.10g s over another, which are no "
                         "whole multiples of one unit: then up to %d times as long is accepted",
                         least_s, most_s, MOST_RATIO);
    for (uint32_t i = 0; i < count; i++)
        ret_units[i] = is_whole ? whole[i] : (int64_t)(cost_s[i] / most_s * (double)RD_EXACT_COST);
    return true;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    uint32_t n = instance->topology.host_count;
    if (!rd_net_flow_accepts(instance, "the exact search", reterr))
        return false;
    int64_t items = rd_item_count(instance, 0);
    if (n > RD_EXACT_HOSTS || items > RD_EXACT_ITEMS)
        return rd_refuse(reterr,
                         "%" PRIu32 " hosts and %" PRId64
                         " items: the exact search takes up to %d hosts and %d items",
                         n, items, RD_EXACT_HOSTS, RD_EXACT_ITEMS);
    int64_t units[2 * RD_EXACT_HOSTS];
    return read_units(instance, units, reterr);
}

/* The list problem whose links the search's starts name: host i up, then host i down. */
static void write_plan(const struct rd_net_flow *flow, const struct rd_exact_answer *answer,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    uint32_t n = flow->ring.host_count;
    struct rd_list_link link[2 * RD_EXACT_HOSTS];
    for (uint32_t host = 0; host < n; host++) {
        link[host] = (struct rd_list_link){.from = host, .to = rd_ring_next(n, host)};
        link[n + host] = (struct rd_list_link){.from = host, .to = rd_ring_previous(n, host)};
    }
    uint32_t *order = rd_take(scratch, answer->start_count, uint32_t);
    for (size_t i = 0; i < answer->start_count; i++)
        order[i] = answer->start[i].from + (answer->start[i].down ? n : 0);
    struct rd_list_problem problem = {
        .host_count = n,
        .port_count = 1,
        .inventory = flow->ring.load,
        .link_count = 2 * (size_t)n,
        .link = link,
    };
    rd_list_plan(&problem, order, answer->start_count, arena, scratch, plan);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    uint32_t n = ring.flow.ring.host_count;
    struct rd_interval light = rd_light_optima(&ring);
    struct rd_lemma12 lemma12 = rd_lemma12(&ring.flow);
    rd_plan_count(ret_plan, arena, "lemma_12_s", rd_sum_of_products_value(&lemma12.seconds));
    rd_plan_count(ret_plan, arena, "system_6_s",
                  rd_sum_of_products_value(&ring.optimum.value.busy));
    if (!rd_interval_is_empty(light)) {
        rd_ring_plan_net_flow(&ring.flow.ring, rd_net_flow_fewest_hops(&ring.flow, light), arena,
                              ret_plan);
        ret_plan->searched_all = true;
        return true;
    }
    int64_t units[2 * RD_EXACT_HOSTS];
    bool whole = read_units(instance, units, reterr);
    rd_assert(whole); /* as it was when the instance was accepted */
    struct rd_exact_ring exact = {.host_count = n};
    for (uint32_t host = 0; host < n; host++) {
        exact.load[host] = (uint8_t)rd_load(instance, host, 0);
        exact.target[host] = (uint8_t)ring.flow.ring.target[host];
        exact.up[host] = units[host];
        exact.down[host] = units[n + host];
    }
    int64_t limit = rd_option_integer(options, "states");
    struct rd_exact_answer answer = rd_exact_search(&exact, limit, scratch);
    if (!answer.found)
        return rd_refuse(reterr,
                         "the search gave up after %" PRId64
                         " states, and the optimum, %.10g s or more, is unknown: fewer items are "
                         "needed, or more states (option states, now %" PRId64 ")",
                         answer.state_count,
                         (double)answer.makespan * ring.flow.forward_s[0] / exact.up[0], limit);
    write_plan(&ring.flow, &answer, arena, scratch, ret_plan);
    ret_plan->searched_all = true;
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"states", "integer 1 100000000", "300000",
     "states after which the search gives up, about 200 bytes each"},
    {NULL, NULL, NULL, NULL},
};

const struct rd_algorithm ring_two_way_exact = {
    RD_ONE_PORT_RING(RD_TWO_WAY),
    .name = "ring-two-way-exact",
    .summary = "small two-way rings: the optimum, by exhaustive search",
    .source = "none: exhaustive, for section 6.2 of [renard2006]",
    .guarantee = RD_EXACT,
    .promises = rd_ring_targets_are_best,
    .options = option_specs,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan,
};
