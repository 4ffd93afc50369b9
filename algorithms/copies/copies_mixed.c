/* copies-mixed: kinds whose items are copied, and kinds whose items move, in one plan.
 *
 *     parts      each part is planned by itself, in several ways (parts.h): the copies by
 *                copies-portfolio, copies-greedy and copies-trees, the rest by the planners for any
 *                network
 *     as copies  who is to have whose items is taken from such a plan; each of these is then a
 *                copy that one host holds and one wants, planned with all others (moves.h)
 *     schedule   the messages of two such plans together, the most urgent first (joint.h)
 *
 * Where these are too many to be kept, one plan is listed behind the other. Source: our own. */
#include "joint.h"
#include "moves.h"

#include "algorithms/algorithm.h"
#include "algorithms/multicast/port_loads.h"
#include "algorithms/multicast/simple_bounds.h"
#include "sim/base/guard.h"
#include "sim/model/copies_parts.h"
#include "sim/referee/referee.h"

#include <math.h>

/* A way to plan a part. */
struct way {
    const char *algorithm;
    uint64_t seed;
    bool dear; /* links are dearer where copies keep ports busy */
};

static const struct way copied_ways[] = {{"copies-portfolio", 1, false},
                                         {"copies-greedy", 2, false},
                                         {"copies-trees", 3, false},
                                         {"copies-greedy", 4, false}};
static const struct way moved_ways[] = {{"network-planner", 1, false},
                                        {"network-planner", 1, true},
                                        {"network-bundled", 1, false},
                                        {"network-planner", 2, true}};

enum { WAYS = sizeof copied_ways / sizeof *copied_ways };

/* How many of the plans say who is to have whose items. */
enum { PAIRINGS = 3 };

/* Beyond so many messages one plan of each part will do. */
enum { MESSAGES_OF_MANY = 4096 };

struct mixing {
    const struct rd_instance *instance;
    struct rd_instance named, counted;
    struct rd_multicast multicast; /* of the instance */
    struct rd_plan copied[WAYS], moved[WAYS];
    size_t copied_count, moved_count;
    struct rd_copy_effort effort;
    double best_s;
    uint32_t *order; /* of the best joint */
    struct rd_joint joint;
    struct rd_plan whole; /* the best that is planned as copies */
    double whole_s;
    int64_t schedules;
    struct rd_arena *arena, *scratch; /* arena: for what lasts as long as planning */
};

/* The counted part, with links up to three times as long where the copies keep their ports busy. */
static struct rd_instance dear_part(struct mixing *mixing)
{
    const struct rd_network *network = &mixing->multicast.network;
    const struct rd_plan *plan = &mixing->copied[0];
    uint64_t links = rd_link_count(&mixing->instance->topology);
    double *busy_s[2], most_s = 0;
    for (int way = 0; way < 2; way++)
        busy_s[way] = rd_take(mixing->arena, network->host_count, double);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        uint32_t ends[] = {transfer->from, transfer->to};
        double bytes =
            (double)transfer->items * rd_kind_bytes(&mixing->named, (uint32_t)transfer->kind);
        uint64_t link = rd_link_between(&mixing->instance->topology, transfer->from, transfer->to);
        for (int way = 0; way < 2; way++) {
            double *at_s = &busy_s[way][ends[way]];
            *at_s += (double)transfer->messages *
                     rd_message_duration_s(rd_link_cost(mixing->instance, link), bytes);
            most_s = fmax(most_s, *at_s);
        }
    }
    struct rd_link_cost *cost = rd_take(mixing->arena, links, struct rd_link_cost);
    for (uint32_t i = 0; i < network->link_count; i++) {
        uint64_t link = network->number[i];
        double busy = most_s > 0 ? busy_s[0][network->from[i]] + busy_s[1][network->to[i]] : 0;
        double factor = most_s > 0 ? 1 + busy / most_s : 1;
        cost[link] = rd_link_cost(mixing->instance, link);
        cost[link].latency_s *= factor;
        cost[link].bandwidth_bytes_per_s /= factor;
    }
    struct rd_instance part = mixing->counted;
    part.link_cost = cost;
    part.costs_equal = false;
    part.shared = NULL;
    part.may_slow = NULL;
    return part;
}

/* Plans a part in some ways, in the order of the list. Errors: those of the first. */
static bool plan_part(struct mixing *mixing, const struct rd_instance *part, const struct way *way,
                      struct rd_plan *ret_plan, size_t *ret_count, struct rd_error *reterr)
{
    struct rd_error error;
    for (size_t i = 0; i < WAYS; i++) {
        const struct rd_algorithm *algorithm = rd_algorithm_named(way[i].algorithm);
        struct rd_options options = {.spec = algorithm->options,
                                     .seed = way[i].seed,
                                     .executable = true,
                                     .waits_for_room = true};
        struct rd_plan plan = {0};
        bool first = *ret_count == 0;
        if (!first && (rd_time_is_up() || rd_plan_messages(&ret_plan[0]) > MESSAGES_OF_MANY))
            return true;
        struct rd_instance as_seen = way[i].dear ? dear_part(mixing) : *part;
        if (rd_algorithm_accepts(algorithm, &as_seen, &options, first ? reterr : &error) &&
            algorithm->plan(algorithm, &as_seen, &options, mixing->arena, mixing->scratch, &plan,
                            first ? reterr : &error))
            ret_plan[(*ret_count)++] = plan;
        else if (first)
            return false;
    }
    return true;
}

/* Schedules two plans together. Returns: false if they are too many. */
static bool schedule(struct mixing *mixing, const struct rd_plan *copied,
                     const struct rd_plan *moved, int64_t messages)
{
    struct rd_joint joint;
    struct rd_copy_effort effort = mixing->effort;
    int64_t schedules;
    if (!rd_joint_open(&mixing->multicast, mixing->instance, copied, moved, mixing->arena, &joint))
        return false;
    uint32_t *order = rd_take(mixing->arena, joint.message_count, uint32_t);
    effort.messages = messages;
    double end_s = rd_joint_schedule(&joint, &effort, mixing->scratch, order, &schedules);
    mixing->schedules += schedules;
    if (end_s < mixing->best_s) {
        mixing->best_s = end_s;
        mixing->joint = joint;
        mixing->order = order;
    }
    return true;
}

static bool is_done(const struct mixing *mixing)
{
    return fmin(mixing->best_s, mixing->whole_s) <= mixing->effort.bound_s * (1 + 1e-9) ||
           rd_time_is_up();
}

/* Plans everything as copies, who is to have whose items being as in a plan; and schedules what
 * that sends once more. */
static void plan_as_copies(struct mixing *mixing, const struct rd_plan *moved, uint64_t seed,
                           int64_t messages)
{
    const struct rd_algorithm *planner = rd_algorithm_named("copies-portfolio");
    struct rd_options options = {
        .spec = planner->options, .seed = seed, .executable = true, .waits_for_room = true};
    struct rd_plan plan = {0}, named = {0}, counted = {0};
    struct rd_plan whole = {.timing = RD_SELF_TIMED};
    struct rd_error error;
    struct rd_moves moves = rd_moves_open(mixing->instance, moved, mixing->arena);
    if (!planner->plan(planner, &moves.copies, &options, mixing->arena, mixing->scratch, &plan,
                       &error) ||
        !rd_moves_plan(&moves, &plan, mixing->arena, mixing->scratch, &whole, &named, &counted))
        return;
    double end_s = rd_referee_makespan_s(mixing->instance, &whole, mixing->arena, mixing->scratch);
    if (end_s < mixing->whole_s) {
        mixing->whole_s = end_s;
        mixing->whole = whole;
    }
    if (!is_done(mixing))
        schedule(mixing, &named, &counted, messages);
}

/* Schedules all pairs, the first ones of both parts first. Returns: false if these are too many. */
static bool schedule_pairs(struct mixing *mixing)
{
    size_t pairs = mixing->copied_count * mixing->moved_count;
    int64_t share = mixing->effort.messages / (int64_t)(pairs + PAIRINGS);
    for (size_t sum = 0; sum < 2 * WAYS; sum++)
        for (size_t i = 0; i <= sum && i < mixing->copied_count; i++) {
            bool first = sum == 0;
            if (sum - i >= mixing->moved_count || (!first && is_done(mixing)))
                continue;
            if (!schedule(mixing, &mixing->copied[i], &mixing->moved[sum - i], share) && first)
                return false;
        }
    for (size_t i = 0; i < mixing->moved_count && i < PAIRINGS && !is_done(mixing); i++)
        plan_as_copies(mixing, &mixing->moved[i], i + 1, share);
    return true;
}

/* Lists the transfers of a part. */
static void list_part(const struct mixing *mixing, const struct rd_plan *of, bool named,
                      struct rd_arena *arena, struct rd_plan *plan)
{
    for (size_t i = 0; i < of->transfer_count; i++) {
        struct rd_transfer transfer = of->transfer[i];
        transfer.round = 0;
        if (named) {
            transfer.kind += (int32_t)mixing->instance->copies->first_kind;
            rd_plan_add_copies(plan, arena, transfer, rd_plan_first_item(of, i));
        } else {
            rd_plan_add(plan, arena, transfer);
        }
    }
}

/* One plan behind the other, in the order that ends sooner. */
static void list_both(struct mixing *mixing, struct rd_arena *arena, struct rd_plan *ret_plan)
{
    struct rd_plan plan[2];
    double end_s[2];
    for (int order = 0; order < 2; order++) {
        plan[order] = (struct rd_plan){.timing = RD_SELF_TIMED, .keeps_shared = true};
        for (int part = 0; part < 2; part++) {
            bool named = part == order;
            list_part(mixing, named ? &mixing->copied[0] : &mixing->moved[0], named, arena,
                      &plan[order]);
        }
        end_s[order] =
            rd_referee_makespan_s(mixing->instance, &plan[order], arena, mixing->scratch);
    }
    *ret_plan = plan[end_s[1] < end_s[0]];
    ret_plan->keeps_shared = false;
}

/* A plan of the whole, from another arena. */
static void copy_plan(const struct rd_plan *of, struct rd_arena *arena, struct rd_plan *ret_plan)
{
    ret_plan->timing = RD_SELF_TIMED;
    for (size_t i = 0; i < of->transfer_count; i++)
        if (rd_plan_first_item(of, i) == RD_NO_ITEM)
            rd_plan_add(ret_plan, arena, of->transfer[i]);
        else
            rd_plan_add_copies(ret_plan, arena, of->transfer[i], rd_plan_first_item(of, i));
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_has_two_parts(instance) ||
           rd_refuse(reterr, "every kind has a name: kinds that are counted, beside them, are "
                             "accepted (copies-portfolio plans named kinds alone)");
}

static bool plan(RD_PLAN_PARAMETERS)
{
    rd_arena_own(own);
    struct mixing mixing = {.instance = instance,
                            .named = rd_named_part(instance, &own),
                            .counted = rd_counted_part(instance, &own),
                            .best_s = INFINITY,
                            .whole_s = INFINITY,
                            .arena = &own,
                            .scratch = scratch};
    if (!rd_multicast_read(instance, &own, scratch, &mixing.multicast, reterr) ||
        !plan_part(&mixing, &mixing.named, copied_ways, mixing.copied, &mixing.copied_count,
                   reterr) ||
        !plan_part(&mixing, &mixing.counted, moved_ways, mixing.moved, &mixing.moved_count, reterr))
        return false;
    mixing.effort = (struct rd_copy_effort){
        .bound_s = fmax(rd_simple_bound_s(&mixing.multicast, scratch),
                        rd_port_loads_find(&mixing.multicast, scratch).seconds),
        .messages = rd_option_integer(options, "search") * 1000,
        .seed = options->seed};
    if (!schedule_pairs(&mixing))
        list_both(&mixing, arena, ret_plan);
    else if (mixing.whole_s < mixing.best_s)
        copy_plan(&mixing.whole, arena, ret_plan);
    else
        rd_joint_plan(&mixing.joint, mixing.order, arena, ret_plan);
    rd_plan_count(ret_plan, arena, "schedules", (double)mixing.schedules);
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"search", "integer 0 1000000", "100",
     "thousands of messages that are started, in all schedules of both parts together"},
    {0},
};

const struct rd_algorithm copies_mixed = {
    .name = "copies-mixed",
    .summary = "copies, and kinds that move beside them: both planned, and scheduled together",
    .source = "none: our own",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_COPIES),
    .sizes_by_kind = true,
    .guarantee = RD_HEURISTIC,
    .options = option_specs,
    .asks_dear_bounds = rd_on_every_instance,
    .accepts = accepts,
    .plan = plan,
};
