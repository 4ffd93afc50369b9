/* Hypercubes and shuffle-exchanges by halves, dimension by dimension, for any links, ports and
 * final loads: baselines for networks that are too large for network-planner, which is better
 * wherever it plans.
 *
 *     cube-halving       a subcube crosses the dimension of greatest cost times items, then each of
 *                        its halves its own
 *     shuffle-halving    u -- u^1, then u -> rotr(u), as shuffle-dimension-order; hosts of a cycle
 *                        of unshuffles pass on what they hold above the median, and give back to
 *                        those below it what they lack
 *
 * As in dimension order each half gets its total before it is looked at, but the plan knows all
 * loads: no words are sent, each half's total is what its hosts are to hold, so that any final
 * loads can be asked for, and averages that are no integers cost nothing. Links start as soon as
 * they can; a stage is no step. Some rules to share out what must cross, and messages of one item
 * or of all, are tried where that is cheap, and the shortest plan counts.
 *
 * Hypotheses: none. */
#include "cube.h"
#include "cube_goal.h"

#include "algorithms/algorithm.h"
#include "sim/base/arena.h"
#include "sim/base/integers.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/referee/referee.h"

#include <math.h>

/* Loads of a hypercube moved to where they are to end, dimension by dimension, by halves: a plan of
 * its own for any links and ports, which knows all loads and sends no words. */

/* How a subcube chooses its next dimension, and how it shares out what must cross it. */
struct halving_rule {
    bool greatest;   /* the dimension of greatest cost times items; else the cheapest first */
    bool both_ways;  /* pairs even out, also against the direction in which the half must send */
    double evenness; /* above 0: what unevenness between partners costs, in items across */
};

/* Some items of one kind on their way. */
struct rd_halving {
    const struct rd_instance *instance;
    uint32_t kind;
    struct halving_rule rule;
    const double *cost_s; /* [d] rd_cube_dimension_costs */
    double unevenness_s;  /* the rule's evenness, times their mean */
    uint32_t order[32];   /* [d] the dimensions, the cheapest first */
    uint32_t stage;
    int64_t *held;               /* [hosts] at this stage */
    const int64_t *least, *most; /* [hosts] what each may end with */
    uint32_t *dimensions;        /* [hosts] those that its subcube has not crossed, a bit each */
};

/* Items before the first stage. In: held, which is changed; arrays that outlive the halving.
 * O(hosts). */
static struct rd_halving halving_open(const struct rd_instance *instance, uint32_t kind,
                                      struct halving_rule rule, const double *cost_s, int64_t *held,
                                      const int64_t *least, const int64_t *most,
                                      struct rd_arena *arena)
{
    uint32_t p = instance->topology.host_count, d = instance->topology.dimension_count;
    uint32_t *dimensions = rd_take(arena, p, uint32_t);
    for (uint32_t host = 0; host < p; host++)
        dimensions[host] = p - 1;
    struct rd_halving halving = {.instance = instance,
                                 .kind = kind,
                                 .rule = rule,
                                 .cost_s = cost_s,
                                 .held = held,
                                 .least = least,
                                 .most = most,
                                 .dimensions = dimensions};
    for (uint32_t i = 0; i < d; i++) {
        uint32_t place = i;
        for (; place > 0 && cost_s[halving.order[place - 1]] > cost_s[i]; place--)
            halving.order[place] = halving.order[place - 1];
        halving.order[place] = i;
        halving.unevenness_s += rule.evenness * cost_s[i] / d;
    }
    return halving;
}

/* A subcube that crosses a dimension: its hosts are `base` and any of the bits of `others`, on the
 * side `from`, and the same with the dimension's bit flipped. */
struct crossing {
    const struct rd_halving *halving;
    uint32_t base, others, bit;
    uint32_t from;  /* the bit, or 0: the side that sends */
    int64_t amount; /* at least 0 */
};

/* The pairs of a crossing, by the number of the one that sends: from the first on until it is the
 * first again. */
static uint32_t first_sender(const struct crossing *crossing)
{
    return crossing->base | crossing->from;
}

static uint32_t next_sender(const struct crossing *crossing, uint32_t sender)
{
    uint32_t next = ((sender & crossing->others) - crossing->others) & crossing->others;
    return (sender & ~crossing->others) | next;
}

/* What must cross a dimension, from which side, so that both halves hold what they may end with. */
static struct crossing find_crossing(const struct rd_halving *halving, uint32_t base, uint32_t bit)
{
    uint32_t dimensions = halving->dimensions[base];
    struct crossing crossing = {halving, base, dimensions & ~bit, bit, 0, 0};
    int64_t held[2] = {0}, least[2] = {0}, most[2] = {0};
    uint32_t host = base;
    do {
        for (uint32_t side = 0; side < 2; side++) {
            uint32_t there = host | (side ? bit : 0);
            held[side] += halving->held[there];
            least[side] += halving->least[there];
            most[side] += halving->most[there];
        }
        host = next_sender(&crossing, host);
    } while (host != base);
    for (uint32_t side = 0; side < 2; side++) {
        int64_t over = held[side] - most[side], lack = least[!side] - held[!side];
        int64_t amount = over > lack ? over : lack;
        if (amount > crossing.amount) {
            crossing.from = side ? bit : 0;
            crossing.amount = amount;
        }
    }
    return crossing;
}

static struct crossing choose_crossing(const struct rd_halving *halving, uint32_t base)
{
    struct crossing best = {0};
    double best_s = -1;
    if (!halving->rule.greatest)
        return find_crossing(halving, base, UINT32_C(1) << halving->order[halving->stage]);
    for (uint32_t bits = halving->dimensions[base]; bits != 0; bits &= bits - 1) {
        struct crossing found = find_crossing(halving, base, bits & -bits);
        double found_s = halving->cost_s[__builtin_ctz(bits)] * (double)found.amount;
        if (found_s > best_s) {
            best = found;
            best_s = found_s;
        }
    }
    return best;
}

/* One pair: its f for a multiplier is (multiplier + pull) / weight, between least and most. */
struct pair {
    double pull, weight;
    int64_t least, most;
};

static struct pair pair_of(const struct crossing *crossing, uint32_t u)
{
    const struct rd_halving *halving = crossing->halving;
    uint32_t v = u ^ crossing->bit;
    int64_t above = halving->held[u] - halving->least[u];
    int64_t other = halving->held[v] - halving->least[v];
    return (struct pair){
        .pull = halving->unevenness_s * (double)(above - other),
        .weight = rd_item_s(halving->instance, u, v) + 2 * halving->unevenness_s,
        .least = halving->rule.both_ways ? -halving->held[v] : 0,
        .most = halving->held[u],
    };
}

static double share(const struct pair *pair, double multiplier)
{
    return fmin(fmax((multiplier + pair->pull) / pair->weight, (double)pair->least),
                (double)pair->most);
}

/* What all pairs send with a multiplier, and how fast that grows with it. */
static double sum_shares(const struct crossing *crossing, double multiplier, double *ret_slope)
{
    double sum = 0;
    uint32_t u = first_sender(crossing);
    *ret_slope = 0;
    do {
        struct pair pair = pair_of(crossing, u);
        double items = share(&pair, multiplier);
        sum += items;
        if (items > (double)pair.least && items < (double)pair.most)
            *ret_slope += 1 / pair.weight;
        u = next_sender(crossing, u);
    } while (u != first_sender(crossing));
    return sum;
}

/* The multiplier with which the pairs send the amount: Newton's method, kept between two that are
 * too small and too large. What rounding leaves is added later. */
static double find_multiplier(const struct crossing *crossing)
{
    enum { MOST_STEPS = 64 };
    double low = INFINITY, high = -INFINITY, wanted = (double)crossing->amount;
    uint32_t u = first_sender(crossing);
    do {
        struct pair pair = pair_of(crossing, u);
        low = fmin(low, (double)pair.least * pair.weight - pair.pull);
        high = fmax(high, (double)pair.most * pair.weight - pair.pull);
        u = next_sender(crossing, u);
    } while (u != first_sender(crossing));
    double multiplier = low + (high - low) / 2;
    for (int step = 0; step < MOST_STEPS; step++) {
        double slope, missing = wanted - sum_shares(crossing, multiplier, &slope);
        if (fabs(missing) <= 1e-9 * (wanted + 1))
            break;
        if (missing > 0)
            low = multiplier;
        else
            high = multiplier;
        double next = multiplier + missing / slope;
        multiplier = next > low && next < high ? next : low + (high - low) / 2;
    }
    return multiplier;
}

static void move(const struct crossing *crossing, uint32_t u, int64_t items, bool whole,
                 struct rd_plan *plan, struct rd_arena *arena)
{
    const struct rd_halving *halving = crossing->halving;
    uint32_t from = items > 0 ? u : u ^ crossing->bit;
    int64_t count = items > 0 ? items : -items;
    halving->held[from] -= count;
    halving->held[from ^ crossing->bit] += count;
    if (plan && count > 0)
        rd_plan_add(plan, arena,
                    (struct rd_transfer){0, from, from ^ crossing->bit, (int32_t)halving->kind,
                                         whole ? count : 1, whole ? 1 : count});
}

/* What one pair sends, when all before it should have sent `before` and it `items`, and what they
 * did send is `sent`: sums differ by less than one item. */
static int64_t round_share(const struct pair *pair, double before, double items, int64_t sent)
{
    int64_t rounded = (int64_t)floor(before + items + 1e-6) - sent;
    return rounded < pair->least ? pair->least : rounded > pair->most ? pair->most : rounded;
}

/* Rounding errors of large numbers are left: to whoever can still send, in a second pass. */
static void cross(const struct crossing *crossing, bool whole, struct rd_plan *plan,
                  struct rd_arena *arena)
{
    if (crossing->amount == 0 && !crossing->halving->rule.both_ways)
        return;
    double multiplier = find_multiplier(crossing), before = 0;
    int64_t sent = 0;
    uint32_t u = first_sender(crossing);
    do {
        struct pair pair = pair_of(crossing, u);
        double items = share(&pair, multiplier);
        int64_t rounded = round_share(&pair, before, items, sent);
        before += items;
        sent += rounded;
        move(crossing, u, rounded, whole, plan, arena);
        u = next_sender(crossing, u);
    } while (u != first_sender(crossing));
    int64_t rest = crossing->amount - sent;
    do {
        int64_t most = crossing->halving->held[u];
        int64_t least = -crossing->halving->held[u ^ crossing->bit];
        int64_t now = rest > most ? most : rest < least ? least : rest;
        rest -= now;
        move(crossing, u, now, whole, plan, arena);
        u = next_sender(crossing, u);
    } while (rest != 0 && u != first_sender(crossing));
    rd_assert(rest == 0);
}

/* One stage: every subcube of the hosts that agree in all dimensions crossed so far crosses one
 * more. Its half with too much sends just as much as brings both halves' totals between what their
 * hosts may end with, shared out among the pairs of hosts so that
 *   c f^2 / 2 + e ((y_u - f)^2 + (y_v + f)^2) / 2
 * is least in all, f what goes from u to v, c its cost, y what they hold above what they must end
 * with, e the evenness times the mean cost; rounded one after the other so that sums are right.
 * After d stages every host holds what it may end with. In: plan, to which transfers are appended,
 * of one item a message, or of all that a pair moves in one message (whole); NULL: none are made.
 * Cost: O(hosts d). */
static void halving_stage(struct rd_halving *halving, bool whole, struct rd_plan *plan,
                          struct rd_arena *arena)
{
    uint32_t p = halving->instance->topology.host_count;
    uint32_t d = halving->instance->topology.dimension_count;
    for (uint32_t base = 0; base < p; base++) {
        /* The lowest host of each subcube that has not crossed in this stage. */
        uint32_t dimensions = halving->dimensions[base];
        if ((base & dimensions) != 0 || __builtin_popcount(dimensions) + halving->stage != d)
            continue;
        struct crossing crossing = choose_crossing(halving, base);
        cross(&crossing, whole, plan, arena);
        uint32_t u = first_sender(&crossing);
        do {
            halving->dimensions[u] &= ~crossing.bit;
            halving->dimensions[u ^ crossing.bit] &= ~crossing.bit;
            u = next_sender(&crossing, u);
        } while (u != first_sender(&crossing));
    }
    halving->stage++;
}

/* One way to plan. */
struct way {
    struct halving_rule rule;
    bool whole; /* all that a pair moves in one message, else of one item each */
};

/* The window of the goal around the middle of the loads. */
static void find_balance(const struct rd_cube_goal *goal, uint32_t kind, int64_t *least,
                         int64_t *most)
{
    int64_t low, windows = rd_cube_low_loads(goal, kind, &low), greatest = 0, smallest = INT64_MAX;
    for (uint32_t host = 0; host < goal->host_count; host++) {
        int64_t load = rd_load(goal->instance, host, kind);
        greatest = load > greatest ? load : greatest;
        smallest = load < smallest ? load : smallest;
    }
    int64_t middle = smallest + (greatest - smallest - goal->error[kind]) / 2;
    int64_t highest = low + windows - 1;
    low = middle < low ? low : middle > highest ? highest : middle;
    for (uint32_t host = 0; host < goal->host_count; host++) {
        least[host] = low;
        most[host] = low + goal->error[kind];
    }
}

/* What hosts may end with of a kind: for the goal after what they are to; for balance the loads of
 * the window that lies nearest the middle of the loads. In: arrays [hosts]. O(hosts). */
static void find_ranges(const struct rd_instance *instance, uint32_t kind, int64_t *least,
                        int64_t *most, struct rd_arena *scratch)
{
    if (instance->goal == RD_BALANCE) {
        struct rd_cube_goal goal = rd_cube_goal_of(instance, scratch);
        find_balance(&goal, kind, least, most);
        return;
    }
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        least[host] = most[host] = rd_target(instance, host, kind);
}

static struct rd_halving open_kind(const struct rd_instance *instance, uint32_t kind,
                                   const struct halving_rule *rule, const double *cost_s,
                                   struct rd_arena *scratch)
{
    uint32_t p = instance->topology.host_count;
    int64_t *least = rd_take(scratch, p, int64_t), *most = rd_take(scratch, p, int64_t);
    int64_t *held = rd_take(scratch, p, int64_t);
    find_ranges(instance, kind, least, most, scratch);
    for (uint32_t host = 0; host < p; host++)
        held[host] = rd_load(instance, host, kind);
    return halving_open(instance, kind, *rule, cost_s, held, least, most, scratch);
}

/* --- on the shuffle-exchange --- */

/* Where virtual processor v's items are after so many unshuffles: rotr, so many times. */
static uint32_t place_of(const struct rd_topology *topology, uint32_t v, uint32_t unshuffles)
{
    while (unshuffles-- > 0)
        v = rd_unshuffled(topology, v);
    return v;
}

static void add_run(uint32_t kind, bool whole, uint32_t from, uint32_t to, int64_t items,
                    struct rd_arena *arena, struct rd_plan *plan)
{
    if (items > 0)
        rd_plan_add(
            plan, arena,
            (struct rd_transfer){0, from, to, (int32_t)kind, whole ? items : 1, whole ? 1 : items});
}

/* After this each host of a cycle of unshuffles, from `first` on, holds what the one before it did.
 * Around a cycle every host passes on what it holds above some level, or is given back what it
 * lacks: the median moves fewest items. Who has to give back more than it holds is given it first.
 * In: cycle [count] to work in. */
static void unshuffle_cycle(const struct rd_topology *topology, uint32_t kind, bool whole,
                            uint32_t first, const int64_t *held, int64_t *cycle,
                            struct rd_arena *arena, struct rd_plan *plan)
{
    uint32_t count = 0, host = first, start = first;
    do {
        cycle[count++] = held[host];
        host = rd_unshuffled(topology, host);
    } while (host != first);
    rd_sort_rising(cycle, count);
    int64_t level = cycle[count / 2];
    for (uint32_t i = 0; i < count; i++, host = rd_unshuffled(topology, host)) {
        add_run(kind, whole, host, rd_unshuffled(topology, host), held[host] - level, arena, plan);
        start = held[host] == level ? host : start;
    }
    host = start;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t giver = host;
        host = rd_shuffled(topology, host);
        add_run(kind, whole, giver, host, level - held[host], arena, plan);
    }
}

static void unshuffle(const struct rd_instance *instance, uint32_t kind, bool whole,
                      const int64_t *held, struct rd_arena *arena, struct rd_arena *scratch,
                      struct rd_plan *plan)
{
    uint32_t p = instance->topology.host_count;
    rd_arena_borrow(scratch);
    bool *seen = rd_take(scratch, p, bool);
    int64_t *cycle = rd_take(scratch, instance->topology.dimension_count, int64_t);
    for (uint32_t first = 0; first < p; first++) {
        if (seen[first])
            continue;
        unshuffle_cycle(&instance->topology, kind, whole, first, held, cycle, arena, plan);
        for (uint32_t host = first; !seen[host]; host = rd_unshuffled(&instance->topology, host))
            seen[host] = true;
    }
}

/* One kind, as on a hypercube of as many virtual processors, whose dimension j is the exchange edge
 * after j unshuffles: d exchanges, d - 1 unshuffles, and virtual v ends at Shuffle(v). */
static void shuffle_kind(const struct rd_instance *instance, const struct rd_instance *cube,
                         uint32_t kind, const struct way *way, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_plan *plan)
{
    const struct rd_topology *topology = &instance->topology;
    uint32_t p = topology->host_count, d = topology->dimension_count;
    int64_t *least = rd_take(scratch, p, int64_t), *most = rd_take(scratch, p, int64_t);
    int64_t *low = rd_take(scratch, p, int64_t), *high = rd_take(scratch, p, int64_t);
    int64_t *held = rd_take(scratch, p, int64_t), *there = rd_take(scratch, p, int64_t);
    struct halving_rule rule = way->rule;
    rule.greatest = false;
    find_ranges(instance, kind, least, most, scratch);
    for (uint32_t v = 0; v < p; v++) {
        held[v] = rd_load(instance, v, kind);
        low[v] = least[rd_shuffled(topology, v)];
        high[v] = most[rd_shuffled(topology, v)];
    }
    struct rd_halving halving = halving_open(
        cube, kind, rule, rd_cube_dimension_costs(cube, scratch), held, low, high, scratch);
    for (uint32_t stage = 0; stage < d; stage++) {
        struct rd_plan exchange = {0};
        halving_stage(&halving, way->whole, &exchange, scratch);
        for (size_t i = 0; i < exchange.transfer_count; i++) {
            struct rd_transfer moved = exchange.transfer[i];
            moved.from = place_of(topology, moved.from, stage);
            moved.to = place_of(topology, moved.to, stage);
            rd_plan_add(plan, arena, moved);
        }
        for (uint32_t v = 0; v < p; v++)
            there[place_of(topology, v, stage)] = held[v];
        if (stage + 1 < d)
            unshuffle(instance, kind, way->whole, there, arena, scratch, plan);
    }
}

static void plan_shuffle(const struct rd_instance *instance, const struct way *way,
                         struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    static const struct rd_link_cost unit = {0, 1};
    struct rd_instance cube = *instance;
    cube.link_cost = &unit;
    cube.costs_equal = true;
    bool made = rd_topology_make(RD_HYPERCUBE, RD_NO_DIRECTION, instance->topology.host_count,
                                 &cube.topology, NULL);
    rd_assert(made);
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        shuffle_kind(instance, &cube, kind, way, arena, scratch, plan);
}

/* A self-timed plan that reaches the goal, stage by stage. On the shuffle-exchange kind by kind,
 * dimensions ascending, with unshuffles between. In: ret_plan, an empty one.
 * Cost: O(hosts d^2) times kinds. */
static void plan_by(const struct rd_instance *instance, const struct way *way,
                    struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan)
{
    rd_arena_borrow(scratch);
    *ret_plan = (struct rd_plan){.timing = RD_SELF_TIMED, .reader = ret_plan->reader};
    if (instance->topology.shape == RD_SHUFFLE_EXCHANGE) {
        plan_shuffle(instance, way, arena, scratch, ret_plan);
        return;
    }
    const double *cost_s = rd_cube_dimension_costs(instance, scratch);
    struct rd_halving *halving = rd_take(scratch, instance->kind_count, struct rd_halving);
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        halving[kind] = open_kind(instance, kind, &way->rule, cost_s, scratch);
    for (uint32_t stage = 0; stage < instance->topology.dimension_count; stage++)
        for (uint32_t kind = 0; kind < instance->kind_count; kind++)
            halving_stage(&halving[kind], way->whole, ret_plan, arena);
}

/* Are there so few items and hosts that some plans can be judged quickly? O(hosts * kinds). */
static bool is_quick(const struct rd_instance *instance)
{
    static const double message_limit = 1 << 22;
    double items = 0, d = instance->topology.dimension_count;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        items += (double)rd_item_count(instance, kind);
    return (items + instance->topology.host_count) * d <= message_limit;
}

/* The shortest plan of six rules, and where links have latency of both sizes of messages; of the
 * first rule alone where that is not quick. */
static bool plan(RD_PLAN_PARAMETERS)
{
    static const struct halving_rule rules[] = {{false, true, 0.25}, {true, false, 1},
                                                {true, true, 1},     {true, false, 0.05},
                                                {false, false, 1},   {false, true, 16}};
    bool latency = rd_has_latency(instance);
    struct way best = {rules[0], latency};
    double best_s = INFINITY;
    size_t rule_count = is_quick(instance) ? sizeof rules / sizeof *rules : 0;
    for (size_t i = 0; i < rule_count; i++)
        for (int whole = 0; whole <= latency; whole++) {
            struct way way = {rules[i], whole};
            rd_arena_borrow(arena);
            struct rd_plan tried = {0};
            plan_by(instance, &way, arena, scratch, &tried);
            double seconds = rd_referee_makespan_s(instance, &tried, arena, scratch);
            if (seconds < best_s) {
                best = way;
                best_s = seconds;
            }
        }
    plan_by(instance, &best, arena, scratch, ret_plan);
    return true;
}

/* A transfer a pair and stage. */
static double transfer_bound(const struct rd_instance *instance)
{
    return (double)instance->topology.host_count * instance->topology.dimension_count *
           instance->kind_count;
}

/* And one a host, stage and kind for the unshuffle. */
static double transfer_bound_shuffle(const struct rd_instance *instance)
{
    return 2 * transfer_bound(instance);
}

#define HALVING                                                                                    \
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE), .guarantee = RD_HEURISTIC,                     \
    .source = "none: our own, after dimension order", .asks_dear_bounds = rd_on_every_instance,    \
    .is_baseline = true, .superseded_by = "network-planner"

const struct rd_algorithm cube_halving = {
    .name = "cube-halving",
    .summary = "any links and final loads: halves get their totals, the dearest dimension first",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    HALVING,
    .transfer_bound = transfer_bound,
    .plan = plan,
};

const struct rd_algorithm shuffle_halving = {
    .name = "shuffle-halving",
    .summary = "any links, ports and final loads: halves get their totals, with unshuffles between",
    .shape = RD_SHUFFLE_EXCHANGE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    HALVING,
    .transfer_bound = transfer_bound_shuffle,
    .plan = plan,
};
