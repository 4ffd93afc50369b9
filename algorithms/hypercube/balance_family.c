/* The Balance family on hypercubes and shuffle-exchanges: balance across every dimension once, in
 * an order that differs from algorithm to algorithm.
 *
 *     dimension order   dimension 0:  000 -- 001   dimension 1:  000 -- 010   2:  000 -- 100   ..
 *
 *     Balance           down:  d-cube chooses its dimension of least discrepancy -> two (d-1)-cubes
 *                              choose -> ..
 *                       up:    pairs balance -> squares balance across theirs -> .. -> the d-cube
 *                              across its own
 *
 *     MultiBalance      u:  3 red, 0 blue          u:  2 red, 1 blue    every kind (the paper's
 *                       |                     ->   |                    group) by itself, in one
 *                       v:  0 red, 3 blue          v:  1 red, 2 blue    step both ways
 *
 *     shuffle-exchange  exchange edge:  u -- u^1        balance: dimension r of the virtual
 *                                                       processors
 *                       unshuffle:      u -> rotr(u)    brings dimension r + 1 to the exchange edge
 *
 * Discrepancy across a dimension: how much more one side holds than the other. All dimensions
 * cannot have a large one, since tokens sit on processors that share only so many edges; the least
 * is at most about m p / sqrt(2 pi d). Level l halves it over 2^(l-1) pairs, in about m / sqrt(2 pi
 * l) steps; all levels take about sqrt(2/pi) m sqrt d. In dimension order the same tokens may cross
 * dimension after dimension: up to d floor(m/2) steps on bad loads. Where dimensions cost
 * unequally, discrepancies are weighed by the mean cost of their links, so that the dearest and
 * most uneven dimension is balanced first. MultiBalance adds the discrepancies of all kinds up. It
 * is meant for processors that hold equally many tokens, of unequal kinds: then as much goes one
 * way as the other, both at once. Its ascending version does not look for dimensions, which on
 * random loads costs little: the first dimensions average most of the differences out.
 *
 * On the shuffle-exchange loads are not moved through the unshuffle: tokens of a kind are alike, so
 * it is enough that rotr(u) then holds as many as u did. Along each cycle u, rotr(u),
 * rotr(rotr(u)), .. all pass on what they hold above the least of the cycle, forward. The constant
 * matters: a processor that sends just what the next one lacks gets something else
 * (docs/papers/plaxton1989.md). d balances, d - 1 unshuffles.
 *
 * Each kind ends with at most d between the most and the least that a processor holds (Lemma 2.3),
 * which loads popcount(v) attain. Where the goal asks for less, Leighton's algorithm spreads what
 * is left of each kind, after cube-balance only under its second name. Hypotheses: one kind, but
 * for MultiBalance. All run as lock-step programs: what a processor does follows from its own load
 * and its inboxes. */
#include "dimension_exchange.h"
#include "bounds.h"
#include "cube.h"
#include "vertex_isoperimetry.h"
#include "leighton.h"

#include <inttypes.h>
#include <string.h>

/* --- hypotheses, options and what plans may have --- */

static const struct rd_option_spec termination_options[] = {
    {"termination", "ideal|reserved", "ideal",
     "a level ends with its last token, or after as many steps as the largest load can need"},
    {NULL, NULL, NULL, NULL},
};

/* Do levels end after as many steps as the largest load m can need, which an all-reduce tells
 * everybody first (d steps)? Else with their last token, as if a bell rang. One kind only. */
static bool is_reserved(const struct rd_options *options)
{
    return options->spec && strcmp(rd_option_text(options, "termination"), "reserved") == 0;
}

/* The error that a sweep across all dimensions may leave where less is possible: d; one dimension
 * leaves as little as can be, so 0. */
static int64_t error_left(const struct rd_instance *instance)
{
    uint32_t d = instance->topology.dimension_count;
    return d <= 1 ? 0 : d;
}

/* cube-balance does not go on. */
static bool accepts_error(RD_ACCEPTS_PARAMETERS)
{
    int64_t error = error_left(instance);
    if (instance->balance_error < error)
        return rd_refuse(reterr,
                         "the goal allows an error of %" PRId64 ": cube-balance may leave %" PRId64
                         " on %" PRIu32
                         " processors (Lemma 2.3); cube-balance-minimum-error continues",
                         instance->balance_error, error, instance->topology.host_count);
    return rd_cube_accepts_one_kind(instance, options, reterr);
}

/* The most transfers of a plan, whose sweep takes as many steps of control words, and hops. */
static double most_transfers(const struct rd_instance *instance, double control_steps,
                             double hops_per_item)
{
    double d = instance->topology.dimension_count, p = instance->topology.host_count, n = 0;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        n += (double)rd_item_count(instance, kind);
    /* Each kind's least and most, and d phases of scanning and routing on the shuffle-exchange. */
    double post_processing = instance->kind_count * (4 * d + 5 * d * d);
    return p * (control_steps + post_processing) + n * hops_per_item;
}

/* Counts of each kind, and the largest load. */
static double transfer_bound_ascending(const struct rd_instance *instance)
{
    double d = instance->topology.dimension_count;
    return most_transfers(instance, d * (instance->kind_count + 1), d);
}

/* And discrepancies: the sum over l of min(l w, 2 H(l, w)), w = l * kinds. */
static double transfer_bound_adaptive(const struct rd_instance *instance)
{
    uint64_t sum = 0, d = instance->topology.dimension_count;
    for (uint32_t l = 1; l <= d; l++) {
        uint32_t w = l * instance->kind_count;
        uint64_t halved = 2 * rd_cube_halving_rounds(l, w), exchanged = (uint64_t)l * w;
        sum += halved < exchanged ? halved : exchanged;
    }
    return transfer_bound_ascending(instance) + (double)sum * instance->topology.host_count;
}

static double transfer_bound_shuffle(const struct rd_instance *instance)
{
    double d = instance->topology.dimension_count, unshuffles = d == 0 ? 0 : d - 1;
    return most_transfers(instance, instance->kind_count * (d + unshuffles * unshuffles),
                          d + unshuffles);
}

/* --- sweeps --- */

/* Dimension order: across dimension 0, then 1, .., d - 1.
 * Cost: d steps a kind for the counts; across dimension i the token steps of the worst pair, at
 * most floor(m/2) of one kind. */
static void sweep_ascending(struct rd_lockstep_network *network, bool reserved,
                            struct rd_arena *scratch)
{
    int64_t reserved_steps = reserved ? rd_cube_learn_largest(network, scratch) / 2 : 0;
    for (uint32_t i = 0; i < network->instance->topology.dimension_count; i++)
        rd_plan_count(network->plan, network->arena,
                      rd_arena_print(network->arena, "steps_%" PRIu32, i),
                      rd_balance_across_dimension(network, i, (uint32_t)reserved_steps, scratch));
}

/* The subcubes of a level: each is told by its dimensions, a bit each, and all its processors hold
 * the same. */
struct levels {
    uint32_t *dimensions; /* [hosts] of the subcube that a processor is in now */
    uint32_t *chosen;     /* [d * hosts] the dimension, as a bit, that its subcube of dimension l
                             chose, at (l - 1) * hosts */
    const double *cost_s; /* [d] what an item costs across each dimension, which all know */
};

/* What processor `host` adds to each sum: its load of a kind on the side of each dimension. */
static void put_signed_loads(const struct rd_lockstep_network *network, uint32_t host,
                             uint32_t dimensions, int64_t *value)
{
    uint32_t kind_count = network->instance->kind_count;
    for (; dimensions != 0; dimensions &= dimensions - 1) {
        uint32_t dimension = dimensions & -dimensions;
        for (uint32_t kind = 0; kind < kind_count; kind++) {
            int64_t held = rd_lockstep_held(network, host, kind);
            *value++ = host & dimension ? held : -held;
        }
    }
}

/* The dimension of least discrepancy times cost, as a bit; the lowest on ties. */
static uint32_t least(uint32_t dimensions, uint32_t kind_count, const double *cost_s,
                      const int64_t *sum)
{
    uint32_t best = 0;
    double best_s = 0;
    for (; dimensions != 0; dimensions &= dimensions - 1) {
        int64_t discrepancy = 0;
        for (uint32_t kind = 0; kind < kind_count; kind++, sum++)
            discrepancy += *sum < 0 ? -*sum : *sum;
        double weighed_s = cost_s[__builtin_ctz(dimensions)] * (double)discrepancy;
        if (best == 0 || weighed_s < best_s) {
            best = dimensions & -dimensions;
            best_s = weighed_s;
        }
    }
    return best;
}

/* Down: the subcubes of dimension l choose, for l = d, .., 1. */
static void choose_dimensions(struct rd_lockstep_network *network, const struct levels *levels,
                              struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    uint32_t host_count = topology->host_count, kind_count = network->instance->kind_count;
    for (uint32_t host = 0; host < host_count; host++)
        levels->dimensions[host] = host_count - 1;
    for (uint32_t l = topology->dimension_count; l > 0; l--) {
        uint32_t w = l * kind_count, *chosen = levels->chosen + (size_t)(l - 1) * host_count;
        rd_arena_borrow(scratch);
        int64_t *value = rd_take(scratch, (size_t)host_count * w, int64_t);
        for (uint32_t host = 0; host < host_count; host++)
            put_signed_loads(network, host, levels->dimensions[host], value + (size_t)host * w);
        struct rd_subcubes subcubes = {l, levels->dimensions};
        rd_cube_all_reduce_vectors(network, &subcubes, w, value, scratch);
        for (uint32_t host = 0; host < host_count; host++) {
            chosen[host] = least(levels->dimensions[host], kind_count, levels->cost_s,
                                 value + (size_t)host * w);
            levels->dimensions[host] &= ~chosen[host];
        }
    }
}

/* Balance, and MultiBalance with several kinds. Down: every subcube of dimension l = d, .., 1 finds
 * its dimension of least discrepancy and splits across it. Up: every subcube of dimension
 * l = 1, .., d balances across the dimension that it chose.
 * Discrepancy across a dimension: the tokens on its 1 side less those on its 0 side, in absolute
 * value, summed over the kinds, of the loads at the start of the sweep, times what an item costs
 * across it (rd_cube_dimension_costs); the lowest dimension on ties.
 * Cost: sum over l of min(l w, 2 H(l, w)) steps for discrepancies, w = l * kinds; d steps a kind
 * for counts; at level l, for one kind, at most floor(m C(l-1, floor((l-1)/2)) / 2^l + l - 1) token
 * steps. */
static void sweep_adaptive(struct rd_lockstep_network *network, bool reserved,
                           struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    uint32_t host_count = topology->host_count, d = topology->dimension_count;
    struct levels levels = {rd_take(scratch, host_count, uint32_t),
                            rd_take(scratch, (size_t)d * host_count, uint32_t),
                            rd_cube_dimension_costs(network->instance, scratch)};
    int64_t m = reserved ? rd_cube_learn_largest(network, scratch) : 0;
    choose_dimensions(network, &levels, scratch);
    for (uint32_t l = 1; l <= d; l++) {
        uint32_t *partner = levels.chosen + (size_t)(l - 1) * host_count;
        for (uint32_t host = 0; host < host_count; host++)
            partner[host] ^= host;
        int64_t reserved_steps = m == 0 ? 0 : ((m * rd_binomial(l - 1, (l - 1) / 2)) >> l) + l - 1;
        rd_balance_across(network, partner, (uint32_t)reserved_steps, scratch);
    }
}

/* Moves what each processor holds above the least of its cycle one unshuffle on. */
static void unshuffle(struct rd_lockstep_network *network, const uint32_t *onward,
                      struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    uint32_t host_count = topology->host_count, kind_count = network->instance->kind_count;
    rd_arena_borrow(scratch);
    int64_t *lowest = rd_take(scratch, host_count, int64_t);
    int64_t *told = rd_take(scratch, host_count, int64_t);
    int64_t *owed = rd_take(scratch, (size_t)host_count * kind_count, int64_t);
    for (uint32_t kind = 0; kind < kind_count; kind++) {
        for (uint32_t host = 0; host < host_count; host++)
            lowest[host] = rd_lockstep_held(network, host, kind);
        /* A cycle has at most d processors: after d - 1 words each has heard of all. */
        for (uint32_t word = 1; word < topology->dimension_count; word++) {
            rd_cube_round(network, onward, lowest, told);
            for (uint32_t host = 0; host < host_count; host++)
                if (told[host] < lowest[host])
                    lowest[host] = told[host];
        }
        for (uint32_t host = 0; host < host_count; host++)
            owed[(size_t)host * kind_count + kind] =
                rd_lockstep_held(network, host, kind) - lowest[host];
    }
    rd_deliver_owed(network, onward, owed, scratch);
}

/* Dimension order on the shuffle-exchange: across the exchange edge d times, with a simulated
 * unshuffle between. What virtual processor v would hold ends at Shuffle(v).
 * Cost: d steps a kind for counts; (d-1)^2 steps a kind to find the least of the cycles; the token
 * steps. Source: 3.3, whose words leave the constant of the cycle open. */
static void sweep_shuffle(struct rd_lockstep_network *network, struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    uint32_t *onward = rd_take(scratch, topology->host_count, uint32_t);
    for (uint32_t host = 0; host < topology->host_count; host++)
        onward[host] = rd_unshuffled(topology, host);
    for (uint32_t dimension = 0; dimension < topology->dimension_count; dimension++) {
        if (dimension > 0)
            unshuffle(network, onward, scratch);
        rd_balance_across_dimension(network, 0, 0, scratch);
    }
}

/* --- plans --- */

/* What is left after a sweep, to the least error: Leighton's algorithm levels each kind. Each goes
 * on where the one before it ended, so that the odd tokens of several kinds lie on different
 * processors. At most d phases a kind. Source: 2.3, 3.1. */
static bool reach_minimum_error(struct rd_lockstep_network *network, struct rd_arena *scratch)
{
    const struct rd_instance *instance = network->instance;
    int64_t *start = rd_take(scratch, instance->topology.host_count, int64_t);
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        rd_leighton_level(network, (int32_t)kind, start, scratch);
    return true;
}

/* The same if the goal needs it. */
static bool reach_goal(struct rd_lockstep_network *network, struct rd_arena *scratch)
{
    return network->instance->balance_error >= error_left(network->instance) ||
           reach_minimum_error(network, scratch);
}

enum sweep { ASCENDING, ADAPTIVE, ADAPTIVE_AND_REST, SHUFFLE };

/* The bound of Lemma 2.1, which knows the greatest load and how many tokens of one kind there are.
 */
static void count_lemma_2_1(const struct rd_instance *instance, struct rd_arena *arena,
                            struct rd_plan *plan)
{
    int64_t total = 0, most = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        int64_t load = rd_load(instance, host, 0);
        total += load;
        most = load > most ? load : most;
    }
    if (instance->kind_count == 1)
        rd_plan_count(plan, arena, "lemma_2_1_steps",
                      (double)rd_lemma_2_1(instance->topology.dimension_count, total, most));
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    if (self->variant == SHUFFLE)
        sweep_shuffle(&network, scratch);
    else if (self->variant == ASCENDING)
        sweep_ascending(&network, is_reserved(options), scratch);
    else
        sweep_adaptive(&network, is_reserved(options), scratch);
    if (self->variant == ADAPTIVE)
        count_lemma_2_1(instance, arena, ret_plan);
    return self->variant == ADAPTIVE_AND_REST ? reach_minimum_error(&network, scratch)
                                              : reach_goal(&network, scratch);
}

const struct rd_algorithm cube_dimension_order = {
    .name = "cube-dimension-order",
    .summary = "balance across dimensions 0 to d - 1: error at most d",
    .source = "[plaxton1989], Lemma 2.3",
    RD_CUBE_BALANCER,
    .options = termination_options,
    .accepts = rd_cube_accepts_one_kind,
    .transfer_bound = transfer_bound_ascending,
    .plan = plan,
    .variant = ASCENDING,
};

const struct rd_algorithm cube_balance = {
    .name = "cube-balance",
    .summary = "balance across the dimensions of least discrepancy: error at most d",
    .source = "[plaxton1989], Algorithm Balance, Theorem 2.4",
    RD_CUBE_BALANCER,
    .options = termination_options,
    .accepts = accepts_error,
    .transfer_bound = transfer_bound_adaptive,
    .plan = plan,
    .variant = ADAPTIVE,
};

const struct rd_algorithm cube_balance_minimum_error = {
    .name = "cube-balance-minimum-error",
    .summary = "Balance, then Leighton's algorithm on what is left: the least error",
    .source = "[plaxton1989], Algorithm Balance, Theorem 2.4",
    RD_CUBE_BALANCER,
    .options = termination_options,
    .accepts = rd_cube_accepts_one_kind,
    .transfer_bound = transfer_bound_adaptive,
    .plan = plan,
    .variant = ADAPTIVE_AND_REST,
};

const struct rd_algorithm cube_multibalance = {
    .name = "cube-multibalance",
    .summary = "every kind balanced across the dimensions of least discrepancy",
    .source = "[plaxton1989], Algorithm MultiBalance, Theorem 3.1",
    RD_CUBE_BALANCER,
    .transfer_bound = transfer_bound_adaptive,
    .plan = plan,
    .variant = ADAPTIVE,
};

const struct rd_algorithm cube_multibalance_ascending = {
    .name = "cube-multibalance-ascending",
    .summary = "every kind balanced across dimensions 0 to d - 1",
    .source = "[plaxton1989], 3.3, Theorem 3.3",
    RD_CUBE_BALANCER,
    .transfer_bound = transfer_bound_ascending,
    .plan = plan,
    .variant = ASCENDING,
};

const struct rd_algorithm shuffle_dimension_order = {
    .name = "shuffle-dimension-order",
    .summary = "balance across the exchange edge, d times, with unshuffles between",
    .source = "[plaxton1989], Lemma 2.3 and 3.3",
    RD_SHUFFLE_BALANCER,
    .accepts = rd_cube_accepts_one_kind,
    .transfer_bound = transfer_bound_shuffle,
    .plan = plan,
    .variant = SHUFFLE,
};

const struct rd_algorithm shuffle_multibalance = {
    .name = "shuffle-multibalance",
    .summary = "every kind balanced across the exchange edge, d times, with unshuffles between",
    .source = "[plaxton1989], 3.3, Theorem 3.3",
    RD_SHUFFLE_BALANCER,
    .transfer_bound = transfer_bound_shuffle,
    .plan = plan,
    .variant = SHUFFLE,
};
