/* The relabelling whose busiest port takes the least time.
 *
 *            kind 0              To gather kind 0 on host 1 takes the fewest steps, 3. But an item
 *     host 0    3    slow out    from host 0 takes 10 s, and from host 1 only 1 s: on host 0 the
 *     host 1    4    quick out   4 of host 1 are there after 4 s instead of 30 s.
 *
 * Suppose that every host sends what it holds of a kind straight to the kind's host. What a host
 * that keeps a kind receives, and from whom, is then known: its ports share the messages, and each
 * takes its link. How long it sends depends on where the others' kinds go. So a bottleneck
 * assignment is made as if each went over the host's quickest link, and again from what it gave, as
 * long as the busiest port gains; of that and of the fewest steps the better is taken. On a bus
 * messages add up, and those of a kind depend on its own host only: an assignment is the best of
 * all. With links alike and no latency nothing depends on where others' kinds go: for every T that
 * is at least items / ports of each host and the items of each pair there is a schedule of T steps
 * (de Werra), so that of direct messages none is shorter.
 * With several ports or unlike links it may be shorter to send some items over other hosts: of a
 * small instance network-planner plans the same relabelling, too, and the shorter plan is taken,
 * unless the option schedule is given.
 * Hypotheses: at most as many kinds as hosts. Optimal on a one-port switch, or a bus, whose links
 * are alike. */
#include "algorithms/network/planner.h"
#include "bounds.h"
#include "relabelling.h"
#include "schedule.h"
#include "switch.h"

#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>

/* The messages that pass a port in one direction: what they take together, and the longest one. */
struct passing {
    double sum_s;
    double most_s;
};

static void pass(struct passing *passing, double message_s)
{
    passing->sum_s += message_s;
    passing->most_s = fmax(passing->most_s, message_s);
}

static double busy_s(struct passing passing, uint32_t width)
{
    return fmax(passing.sum_s / width, passing.most_s);
}

static double message_s(const struct rd_switch *of, uint32_t from, uint32_t to, int64_t items)
{
    if (from == to)
        return 0;
    struct rd_link_cost cost =
        rd_link_cost(of->instance, rd_link_between(&of->instance->topology, from, to));
    return rd_message_duration_s(cost, (double)items * of->instance->item_bytes);
}

/* What each host receives if it keeps each kind, straight from who holds it. O(n * held). */
static struct passing *receive_all(const struct rd_switch *of, struct rd_arena *scratch)
{
    struct passing *in = rd_take(scratch, (size_t)of->n * of->n, struct passing);
    for (uint32_t from = 0; from < of->n; from++)
        for (uint64_t i = of->held.row_start[from]; i < of->held.row_start[from + 1]; i++)
            for (uint32_t host = 0; host < of->n; host++)
                pass(&in[(size_t)host * of->n + of->held.column[i]],
                     message_s(of, from, host, of->held.value[i]));
    return in;
}

/* What a host sends if it keeps `kind` and the others are where they are: the host of `kind` gets
 * what this one keeps now. O(kinds that it holds). */
static struct passing send_all(const struct rd_switch *of, const uint32_t *host_of_kind,
                               uint32_t host, uint32_t kind)
{
    struct passing out = {0};
    for (uint64_t i = of->held.row_start[host]; i < of->held.row_start[host + 1]; i++) {
        uint32_t other = of->held.column[i];
        uint32_t to = host_of_kind[other] == host ? host_of_kind[kind] : host_of_kind[other];
        if (other != kind)
            pass(&out, message_s(of, host, to, of->held.value[i]));
    }
    return out;
}

/* The search for a relabelling. */
struct search {
    const struct rd_switch *of;
    const struct passing *in; /* [n * n] by host, then kind */
    const double *least_s;    /* [n * n] what a pair takes at least */
    struct rd_arena *scratch;
};

/* What a host's ports take if it keeps a kind and the others are where they are. */
static double pair_s(const struct search *search, const uint32_t *host_of_kind, uint32_t host,
                     uint32_t kind)
{
    size_t pair = (size_t)host * search->of->n + kind;
    uint32_t width = search->of->width[host];
    double time_s = fmax(search->least_s[pair], busy_s(search->in[pair], width));
    return host_of_kind
               ? fmax(time_s, busy_s(send_all(search->of, host_of_kind, host, kind), width))
               : time_s;
}

/* The busiest port's time. */
static double busiest_s(const struct search *search, const uint32_t *host_of_kind)
{
    double most_s = 0;
    for (uint32_t kind = 0; kind < search->of->n; kind++)
        most_s = fmax(most_s, pair_s(search, host_of_kind, host_of_kind[kind], kind));
    return most_s;
}

/* The best one if others' kinds go where host_of_kind says; NULL: over quickest links. */
static const uint32_t *relabel(const struct search *search, const uint32_t *host_of_kind,
                               struct rd_arena *arena)
{
    uint32_t n = search->of->n;
    rd_arena_borrow(arena);
    double *time_s = rd_take(arena, (size_t)n * n, double), *at = time_s;
    for (uint32_t host = 0; host < n; host++)
        for (uint32_t kind = 0; kind < n; kind++)
            *at++ = pair_s(search, host_of_kind, host, kind);
    struct rd_bottleneck_assignment found = rd_switch_least_maximum(n, time_s, arena, arena);
    return rd_switch_invert(n, found.column_of_row, search->scratch);
}

static const uint32_t *search_switch(const struct search *search, struct rd_arena *arena)
{
    enum { ROUNDS = 10 };
    const uint32_t *best =
        rd_switch_relabel(search->of, RD_FEWEST_STEPS, search->scratch, arena).host_of_kind;
    const uint32_t *found = relabel(search, NULL, arena);
    double best_s = busiest_s(search, best), found_s = busiest_s(search, found);
    for (int round = 0; round < ROUNDS && found_s < best_s; round++) {
        best = found;
        best_s = found_s;
        found = relabel(search, best, arena);
        found_s = busiest_s(search, found);
    }
    return best;
}

static const uint32_t *search_bus(const struct search *search, struct rd_arena *arena)
{
    uint32_t n = search->of->n;
    size_t pairs = (size_t)n * n;
    double *time_s = rd_take(search->scratch, pairs, double), sum_s;
    for (size_t pair = 0; pair < pairs; pair++)
        time_s[pair] = search->in[pair].sum_s;
    const uint32_t *found = rd_switch_least_sum(n, time_s, search->scratch, arena, &sum_s);
    return rd_switch_invert(n, found, search->scratch);
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    uint64_t n = instance->topology.host_count, looks = 0;
    for (uint64_t entry = 0; entry < n * instance->kind_count; entry++)
        looks += instance->load[entry] > 0 ? n : 0;
    if (looks > RD_SWITCH_LOOK_LIMIT / 2)
        return rd_refuse(reterr,
                         "%" PRIu64 " hosts hold %" PRIu64 " kinds in all: hosts times kinds of at "
                         "most %" PRId64 " are accepted",
                         n, looks / n, RD_SWITCH_LOOK_LIMIT / 2);
    return rd_switch_accepts(instance, options, reterr);
}

/* Takes a plan in which items may pass through other hosts, if it is shorter and soon made. */
static void send_over_others(const struct rd_switch *of, const uint32_t *host_of_kind,
                             const struct rd_options *options, struct rd_arena *arena,
                             struct rd_arena *scratch, struct rd_plan *plan)
{
    const struct rd_planner_settings settings = {
        .seed = 1, .work_items = 20000, .bundles = true, .executable = options->executable};
    struct rd_instance after = *of->instance;
    struct rd_plan routed = {0};
    int64_t *target = rd_take(scratch, (size_t)of->n * of->kind_count, int64_t);
    for (uint32_t kind = 0; kind < of->kind_count; kind++)
        target[(size_t)host_of_kind[kind] * of->kind_count + kind] = of->kind_items[kind];
    after.goal = RD_REACH;
    after.target = target;
    if (rd_network_is_large(&after) ||
        !rd_network_planner(&after, &settings, arena, scratch, &routed, NULL) ||
        rd_referee_makespan_s(of->instance, &routed, arena, scratch) >=
            rd_referee_makespan_s(of->instance, plan, arena, scratch))
        return;
    routed.note = rd_arena_print(arena, "%s; some items pass through other hosts, or wait for them",
                                 plan->note);
    *plan = routed;
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_switch of = rd_switch_read(instance, scratch);
    bool bus = instance->topology.shape == RD_BUS;
    const uint32_t *host_of_kind;
    if (rd_switch_promises_time(instance) || of.n < 2) {
        enum rd_claim claim = bus ? RD_LEAST_VOLUME : RD_FEWEST_STEPS;
        host_of_kind = rd_switch_relabel(&of, claim, scratch, arena).host_of_kind;
    } else {
        struct search search = {&of, receive_all(&of, scratch), rd_switch_pair_times(&of, scratch),
                                scratch};
        host_of_kind = bus ? search_bus(&search, arena) : search_switch(&search, arena);
    }
    if (!rd_switch_plan_any(&of, host_of_kind, options, arena, scratch, ret_plan, reterr))
        return false;
    if (ret_plan->transfer_count > 0 && !bus && !rd_switch_promises_time(instance) &&
        !rd_option_given(options, "schedule"))
        send_over_others(&of, host_of_kind, options, arena, scratch, ret_plan);
    return true;
}

const struct rd_algorithm switch_time = {
    .name = "switch-time",
    .summary = "the relabelling whose busiest port takes the least time, any ports and links",
    .source = "none: our own",
    .shape = RD_SWITCH,
    .ports = RD_SWITCH_PORTS,
    .goals = RD_BIT(RD_GATHER),
    .guarantee = RD_OPTIMAL,
    .promises = rd_switch_promises_time,
    .options = rd_switch_options,
    .accepts = accepts,
    .plan = plan,
};
