#include "relabelling.h"

#include "explain_certificate.h"
#include "schedule.h"

#include "algorithms/kernels/assignment.h"
#include "algorithms/kernels/sparse_assignment.h"
#include "algorithms/kernels/sparse_bottleneck.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A relabelling is looked for in up to two stages; the second keeps to what the first allows. */
struct stage {
    const struct rd_switch *of;
    struct rd_certificate *certificate;
    bool sparse;
    struct rd_arena *arena, *scratch;
};

static void take_mapping(struct stage *stage, const uint32_t *kind_of_host)
{
    stage->certificate->host_of_kind = rd_switch_invert(stage->of->n, kind_of_host, stage->arena);
}

/* Do the prices of a first stage allow a pair? */
static bool is_tight(const struct stage *stage, uint32_t host, uint32_t kind, int64_t kept)
{
    const struct rd_certificate *certificate = stage->certificate;
    return !certificate->host_price ||
           certificate->host_price[host] + certificate->kind_price[kind] ==
               rd_switch_receives(stage->of, kind, kept);
}

/* What a pair costs that is not allowed: more than all others together. */
static int64_t forbidden(const struct rd_switch *of)
{
    return of->item_count + 1;
}

/* Of a pair that is allowed, tight and of at most `steps`. In: of_steps: the paper's w', else its
 * w. */
static int64_t *cost_matrix(const struct stage *stage, int64_t steps, bool of_steps)
{
    const struct rd_switch *of = stage->of;
    uint32_t n = of->n;
    int64_t *cost = rd_take(stage->scratch, (size_t)n * n, int64_t), *at = cost;
    for (uint32_t host = 0; host < n; host++) {
        for (uint32_t kind = 0; kind < n; kind++) {
            int64_t kept = rd_switch_kept(of, host, kind);
            int64_t handled = rd_switch_handles(of, host, kind, kept);
            bool allowed = handled <= steps && is_tight(stage, host, kind, kept);
            *at++ = !allowed   ? forbidden(of)
                    : of_steps ? handled
                               : rd_switch_receives(of, kind, kept);
        }
    }
    return cost;
}

/* The pairs that are allowed and hold something. In: of_steps, what they are valued by: w', else
 * what is kept. */
static struct rd_sparse allowed_pairs(const struct stage *stage, int64_t steps, bool of_steps)
{
    const struct rd_switch *of = stage->of;
    uint64_t held_count = of->held.row_start[of->n], count = 0;
    uint64_t *row_start = rd_take(stage->scratch, (size_t)of->n + 1, uint64_t);
    uint32_t *column = rd_take(stage->scratch, held_count, uint32_t);
    int64_t *value = rd_take(stage->scratch, held_count, int64_t);
    for (uint32_t host = 0; host < of->n; host++) {
        row_start[host] = count;
        for (uint64_t i = of->held.row_start[host]; i < of->held.row_start[host + 1]; i++) {
            uint32_t kind = of->held.column[i];
            int64_t kept = of->held.value[i];
            int64_t handled = rd_switch_handles(of, host, kind, kept);
            if (handled > steps || !is_tight(stage, host, kind, kept))
                continue;
            column[count] = kind;
            value[count++] = of_steps ? handled : kept;
        }
    }
    row_start[of->n] = count;
    return (struct rd_sparse){of->n, row_start, column, value};
}

/* Prices from the duals of what is kept: a host that keeps nothing of value has price 0. */
static void sparse_volume(struct stage *stage, int64_t steps, int64_t *host_price,
                          int64_t *kind_price)
{
    const struct rd_switch *of = stage->of;
    struct rd_sparse pairs = allowed_pairs(stage, steps, false);
    bool *host_needs = rd_take(stage->scratch, of->n, bool);
    bool *kind_needs = rd_take(stage->scratch, of->n, bool);
    for (uint32_t i = 0; i < of->n; i++) {
        host_needs[i] = rd_switch_port_steps(of, i, of->host_items[i]) > steps;
        kind_needs[i] = rd_switch_port_steps(of, i, of->kind_items[i]) > steps;
    }
    struct rd_sparse_assignment found =
        rd_sparse_assign(&pairs, host_needs, kind_needs, stage->scratch, stage->arena);
    for (uint32_t i = 0; i < of->n; i++) {
        host_price[i] = -found.row_dual[i];
        kind_price[i] = of->kind_items[i] - found.column_dual[i];
    }
    take_mapping(stage, found.column_of_row);
}

/* Least volume, among relabellings of at most `steps`. */
static void find_volume(struct stage *stage, int64_t steps)
{
    uint32_t n = stage->of->n;
    int64_t *host_price = rd_take(stage->arena, n, int64_t);
    int64_t *kind_price = rd_take(stage->arena, n, int64_t);
    rd_arena_borrow(stage->scratch);
    if (stage->sparse) {
        sparse_volume(stage, steps, host_price, kind_price);
    } else {
        const int64_t *cost = cost_matrix(stage, steps, false);
        struct rd_assignment found = rd_assign(n, cost, stage->scratch, stage->arena);
        memcpy(host_price, found.row_dual, n * sizeof *host_price);
        memcpy(kind_price, found.column_dual, n * sizeof *kind_price);
        take_mapping(stage, found.column_of_row);
    }
    stage->certificate->host_price = host_price;
    stage->certificate->kind_price = kind_price;
}

/* A pair that holds nothing costs the greater of what its host and its kind cost; it is tight if
 * both have no price to pay. */
static struct rd_bottleneck_assignment sparse_steps(struct stage *stage)
{
    const struct rd_switch *of = stage->of;
    const struct rd_certificate *certificate = stage->certificate;
    struct rd_sparse pairs = allowed_pairs(stage, INT64_MAX, true);
    int64_t *host_cost = rd_take(stage->scratch, of->n, int64_t);
    int64_t *kind_cost = rd_take(stage->scratch, of->n, int64_t);
    for (uint32_t i = 0; i < of->n; i++) {
        bool any = certificate->host_price == NULL;
        host_cost[i] = any || certificate->host_price[i] == 0
                           ? rd_switch_port_steps(of, i, of->host_items[i])
                           : RD_NO_EDGE;
        kind_cost[i] = any || certificate->kind_price[i] == of->kind_items[i]
                           ? rd_switch_port_steps(of, i, of->kind_items[i])
                           : RD_NO_EDGE;
    }
    return rd_sparse_bottleneck_assign(&pairs, host_cost, kind_cost, stage->scratch, stage->arena);
}

/* Fewest steps, among tight pairs if there are prices. */
static void find_steps(struct stage *stage)
{
    uint32_t n = stage->of->n;
    uint32_t *hall_host = rd_take(stage->arena, n, uint32_t);
    rd_arena_borrow(stage->scratch);
    struct rd_bottleneck_assignment found =
        stage->sparse ? sparse_steps(stage)
                      : rd_bottleneck_assign(n, cost_matrix(stage, INT64_MAX, true), stage->scratch,
                                             stage->arena);
    take_mapping(stage, found.column_of_row);
    memcpy(hall_host, found.hall_row, found.hall_row_count * sizeof *hall_host);
    stage->certificate->hall_host = hall_host;
    stage->certificate->hall_host_count = found.hall_row_count;
    stage->certificate->steps = found.value;
}

struct rd_certificate rd_switch_relabel_with(const struct rd_switch *of, enum rd_claim claim,
                                             bool sparse, struct rd_arena *arena,
                                             struct rd_arena *scratch)
{
    struct rd_certificate certificate = {.claim = claim};
    struct stage stage = {of, &certificate, sparse, arena, scratch};
    rd_assert(!sparse || of->same_width);
    bool steps_first = claim == RD_FEWEST_STEPS_THEN_LEAST_VOLUME;
    if (rd_claims_volume(claim) && !steps_first)
        find_volume(&stage, INT64_MAX);
    if (rd_claims_steps(claim))
        find_steps(&stage);
    if (steps_first)
        find_volume(&stage, certificate.steps);
    certificate.volume = rd_switch_volume(of, certificate.host_of_kind);
    certificate.steps = rd_switch_steps(of, certificate.host_of_kind);
    return certificate;
}

struct rd_certificate rd_switch_relabel(const struct rd_switch *of, enum rd_claim claim,
                                        struct rd_arena *arena, struct rd_arena *scratch)
{
    /* Sparse kernels cost more an entry. */
    enum { ENTRIES_A_PAIR = 8 };
    uint64_t pairs = (uint64_t)of->n * of->n;
    bool sparse = of->same_width && of->held.row_start[of->n] <= pairs / ENTRIES_A_PAIR;
    return rd_switch_relabel_with(of, claim, sparse, arena, scratch);
}

/* --- what libraries do --- */

struct swap {
    int64_t gain;
    uint32_t i, j; /* i < j */
};

static int by_gain(const void *left, const void *right)
{
    const struct swap *a = left, *b = right;
    if (a->gain != b->gain)
        return a->gain > b->gain ? -1 : 1;
    if (a->i != b->i)
        return a->i < b->i ? -1 : 1;
    return (a->j > b->j) - (a->j < b->j);
}

/* The swaps that gain anything: where one of two hosts holds what the other is to keep. */
static size_t list_swaps(const struct rd_switch *of, struct swap *swap)
{
    size_t count = 0;
    for (uint32_t host = 0; host < of->n; host++) {
        for (uint64_t k = of->held.row_start[host]; k < of->held.row_start[host + 1]; k++) {
            uint32_t other = of->held.column[k], i = host < other ? host : other,
                     j = host < other ? other : host;
            int64_t back = rd_switch_kept(of, other, host);
            int64_t kept = rd_load(of->instance, other, other); /* of a kind that is held */
            int64_t gain = of->held.value[k] + back - rd_switch_kept(of, host, host) - kept;
            /* Both may list the pair: then the lower one does. */
            if (host == other || gain <= 0 || (back > 0 && other < host))
                continue;
            swap[count++] = (struct swap){gain, i, j};
        }
    }
    return count;
}

uint32_t *rd_switch_greedy_swaps(const struct rd_switch *of, struct rd_arena *arena,
                                 struct rd_arena *scratch)
{
    uint32_t *host_of_kind = rd_switch_canonical(of->n, arena);
    rd_arena_borrow(scratch);
    struct swap *swap = rd_take(scratch, of->held.row_start[of->n], struct swap);
    size_t count = list_swaps(of, swap);
    qsort(swap, count, sizeof *swap, by_gain);
    for (size_t k = 0; k < count; k++) {
        uint32_t i = swap[k].i, j = swap[k].j;
        if (host_of_kind[i] != i || host_of_kind[j] != j)
            continue;
        host_of_kind[i] = j;
        host_of_kind[j] = i;
    }
    return host_of_kind;
}

/* What a note says in words. */
static void count(struct rd_plan *plan, int64_t volume, int64_t steps, struct rd_arena *arena)
{
    rd_plan_count(plan, arena, "relabelling_volume", (double)volume);
    rd_plan_count(plan, arena, "relabelling_steps", (double)steps);
}

bool rd_switch_plan_best(const struct rd_instance *instance, enum rd_claim claim,
                         const struct rd_options *options, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_plan *ret_plan,
                         struct rd_error *reterr)
{
    static const char *const remarks[] = {
        [RD_LEAST_VOLUME] = "volume %" PRId64 ", the least; steps %" PRId64,
        [RD_FEWEST_STEPS] = "volume %" PRId64 "; steps %" PRId64 ", the fewest",
        [RD_LEAST_VOLUME_THEN_FEWEST_STEPS] =
            "volume %" PRId64 ", the least; steps %" PRId64 ", the fewest with it",
        [RD_FEWEST_STEPS_THEN_LEAST_VOLUME] =
            "volume %" PRId64 ", the least with the steps; steps %" PRId64 ", the fewest",
    };
    struct rd_switch of = rd_switch_read(instance, scratch);
    struct rd_certificate *certificate = rd_take(arena, 1, struct rd_certificate);
    *certificate = rd_switch_relabel(&of, claim, arena, scratch);
    certificate->words = rd_certificate_words(&of, certificate, arena, scratch);
    if (!rd_switch_schedule(instance, certificate->host_of_kind, options, arena, scratch, ret_plan,
                            reterr))
        return false;
    ret_plan->certificate = certificate;
    ret_plan->note = rd_arena_print(arena, remarks[claim], certificate->volume, certificate->steps);
    count(ret_plan, certificate->volume, certificate->steps, arena);
    return true;
}

bool rd_switch_plan_any(const struct rd_switch *of, const uint32_t *host_of_kind,
                        const struct rd_options *options, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_plan *ret_plan, struct rd_error *reterr)
{
    if (!rd_switch_schedule(of->instance, host_of_kind, options, arena, scratch, ret_plan, reterr))
        return false;
    int64_t volume = rd_switch_volume(of, host_of_kind), steps = rd_switch_steps(of, host_of_kind);
    ret_plan->note = rd_arena_print(arena, "volume %" PRId64 "; steps %" PRId64, volume, steps);
    count(ret_plan, volume, steps, arena);
    return true;
}
