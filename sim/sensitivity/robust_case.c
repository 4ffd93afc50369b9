#include "robust.h"

#include "algorithms/robust/slow_costs.h"

#include <math.h>
#include <string.h>

/* Visits of activities that a search may take, passes that it has in any case, and choices that are
 * all tried. */
static const uint64_t most_visits = 200000000, least_passes = 1000;
enum { MOST_CHOICES = 256 };

static const char *words_of(const struct rd_slow_set *set, const double *slow,
                            struct rd_arena *arena)
{
    const char *words = "";
    for (size_t i = 0; i < set->count; i++)
        if (slow[i] > 0)
            words =
                rd_arena_print(arena, "%s%s%s", words, *words ? ", " : "", set->upgrade[i]->what);
    return words;
}

/* --- of a plan whose order is fixed ----------------------------------------------------------- */

static void find_exactly(struct rd_run_context *context, const struct rd_plan_network *network,
                         const struct rd_slower_links *slower, const struct rd_slow_set *set,
                         size_t most, struct rd_robust_case *ret_case)
{
    struct rd_worst_case worst;
    rd_arena_own(arena);
    uint64_t passes = network->count > 0 ? most_visits / network->count : least_passes;
    rd_worst_case_find(network, rd_slow_resources(slower, &arena), set->count, most,
                       passes > least_passes ? passes : least_passes, &arena, &worst);
    double *slow = rd_take(&context->arena, set->count, double);
    for (size_t i = 0; i < worst.slow_count; i++)
        slow[worst.slow[i]] = 1;
    *ret_case =
        (struct rd_robust_case){worst.end * network->unit_s, worst.at_most * network->unit_s,
                                worst.exact, words_of(set, slow, &context->arena), slow};
}

/* --- of any other ----------------------------------------------------------------------------- */

/* A choice of slow links that is being tried. */
struct choice {
    struct rd_run_context *context;
    const struct rd_slow_set *set;
    double *slow; /* [set->count] of 1 and 0 */
};

/* What is sought over choices: the greatest value. */
struct greatest {
    struct choice choice;
    bool (*value)(const struct choice *choice, void *of, double *ret_value,
                  struct rd_error *reterr);
    void *of;
    double most;
    double *slow; /* [set->count] of the one; NULL: none was tried; arena of the context */
};

static bool try_choice(struct greatest *greatest, double *ret_value, struct rd_error *reterr)
{
    if (!greatest->value(&greatest->choice, greatest->of, ret_value, reterr))
        return false;
    size_t bytes = greatest->choice.set->count * sizeof(double);
    if (*ret_value <= greatest->most && greatest->slow)
        return true;
    if (!greatest->slow)
        greatest->slow =
            rd_take(&greatest->choice.context->arena, greatest->choice.set->count, double);
    greatest->most = *ret_value;
    memcpy(greatest->slow, greatest->choice.slow, bytes);
    return true;
}

/* How many choices of up to `most` of so many there are; MOST_CHOICES + 1 for more. */
static uint64_t choices_of(size_t count, size_t most)
{
    uint64_t sum = 1, choices = 1;
    for (size_t k = 1; k <= most && k <= count; k++) {
        choices = choices * (count - k + 1) / k;
        sum += choices;
        if (sum > MOST_CHOICES)
            return MOST_CHOICES + 1;
    }
    return sum;
}

/* All choices of up to `left` links from `first` on, with what is chosen. */
static bool try_all(struct greatest *greatest, size_t first, size_t left, struct rd_error *reterr)
{
    double value;
    if (!try_choice(greatest, &value, reterr))
        return false;
    for (size_t i = first; left > 0 && i < greatest->choice.set->count; i++) {
        greatest->choice.slow[i] = 1;
        if (!try_all(greatest, i + 1, left - 1, reterr))
            return false;
        greatest->choice.slow[i] = 0;
    }
    return true;
}

/* Link by link, each the one with which the value is the greatest. */
static bool try_greedily(struct greatest *greatest, size_t most, struct rd_error *reterr)
{
    double value;
    double *slow = greatest->choice.slow;
    if (!try_choice(greatest, &value, reterr))
        return false;
    for (size_t k = 0; k < most && k < greatest->choice.set->count; k++) {
        size_t best = SIZE_MAX;
        double best_value = -INFINITY;
        for (size_t i = 0; i < greatest->choice.set->count; i++) {
            if (slow[i] > 0)
                continue;
            slow[i] = 1;
            if (!try_choice(greatest, &value, reterr))
                return false;
            slow[i] = 0;
            if (value > best_value) {
                best = i;
                best_value = value;
            }
        }
        slow[best] = 1;
    }
    return true;
}

/* Does a plan end no sooner where links get slower? docs/sensitivity.md, "What is monotone". */
static bool is_monotone(const struct rd_instance *instance, const struct rd_plan *plan)
{
    bool monotone = plan->timing == RD_SELF_TIMED && !instance->may_slow && !instance->objects &&
                    !plan->first_item && !plan->block;
    for (size_t i = 0; monotone && i < plan->transfer_count; i++)
        monotone = plan->transfer[i].messages > 0;
    return monotone;
}

static bool try_choices(struct greatest *greatest, size_t most, struct rd_error *reterr)
{
    return choices_of(greatest->choice.set->count, most) <= MOST_CHOICES
               ? try_all(greatest, 0, most, reterr)
               : try_greedily(greatest, most, reterr);
}

static bool time_of_plan(const struct choice *choice, void *of, double *ret_value,
                         struct rd_error *reterr)
{
    struct rd_what_if what_if;
    if (!rd_slow_what_if_open(choice->context, choice->set, choice->slow, &what_if, reterr))
        return false;
    *ret_value = rd_what_if_time_s(&what_if, of);
    rd_what_if_close(&what_if);
    return !isnan(*ret_value) || rd_refuse(reterr, "the plan has no time of its own: a self-timed "
                                                   "plan is needed");
}

/* What all messages and computations take one after the other, with all links slow; infinite where
 * messages slow each other down. */
static bool sum_of_messages(const struct choice *all, const struct rd_plan *plan, bool shares,
                            double *ret_sum_s, struct rd_error *reterr)
{
    struct rd_what_if what_if;
    double sum_s = 0;
    if (!rd_slow_what_if_open(all->context, all->set, all->slow, &what_if, reterr))
        return false;
    const struct rd_instance *instance = &what_if.context.instance;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        bool as_held = transfer->messages == 0;
        int64_t messages = as_held ? transfer->items : transfer->messages;
        if (transfer->to == RD_NO_HOST) {
            sum_s += (double)messages * (as_held ? 1 : (double)transfer->items) *
                     rd_compute_item_s(instance, transfer->from);
            continue;
        }
        struct rd_link_cost cost = rd_link_cost(
            instance, rd_link_between(&instance->topology, transfer->from, transfer->to));
        double bytes = rd_content_bytes(instance, transfer->kind, as_held ? 1 : transfer->items);
        sum_s += (double)messages * rd_message_duration_s(cost, bytes);
    }
    *ret_sum_s =
        rd_plan_has_room(plan, RD_ROOM_SHARE) && (shares || instance->may_slow) ? INFINITY : sum_s;
    rd_what_if_close(&what_if);
    return true;
}

/* In: shares: may messages slow each other down on a slow link? */
static bool find_by_trying(struct rd_run_context *context, const struct rd_plan *plan,
                           const struct rd_slow_set *set, size_t most, bool shares,
                           struct rd_robust_case *ret_case, struct rd_error *reterr)
{
    rd_arena_own(arena);
    struct greatest greatest = {.choice = {context, set, rd_take(&arena, set->count, double)},
                                .value = time_of_plan,
                                .of = (void *)(uintptr_t)plan};
    struct choice all = {context, set, rd_take(&arena, set->count, double)};
    bool monotone = !shares && is_monotone(&context->instance, plan);
    for (size_t i = 0; i < set->count; i++)
        all.slow[i] = 1;
    if (!try_choices(&greatest, most, reterr) ||
        !(monotone ? time_of_plan(&all, greatest.of, &ret_case->at_most_s, reterr)
                   : sum_of_messages(&all, plan, shares, &ret_case->at_most_s, reterr)))
        return false;
    ret_case->end_s = greatest.most;
    ret_case->slow = greatest.slow;
    ret_case->links = words_of(set, greatest.slow, &context->arena);
    ret_case->exact = monotone && choices_of(set->count, most) <= MOST_CHOICES;
    if (ret_case->exact)
        ret_case->at_most_s = ret_case->end_s;
    return true;
}

bool rd_robust_case_find(struct rd_run_context *context, const struct rd_plan *plan,
                         const struct rd_upgrades *upgrades, const struct rd_slow_set *set,
                         size_t most, struct rd_robust_case *ret_case, struct rd_error *reterr)
{
    struct rd_plan_network network;
    rd_arena_own(arena);
    const struct rd_slower_links *slower = rd_slow_set_links(set, upgrades, &arena);
    /* A link that is wide enough now may not be if it is slow. */
    bool shares = rd_slower_links_share(&context->instance, slower, &arena);
    if (shares ||
        !rd_plan_network_read(&context->instance, upgrades->links, plan, &arena, &network, NULL))
        return find_by_trying(context, plan, set, most, shares, ret_case, reterr);
    find_exactly(context, &network, slower, set, most, ret_case);
    return true;
}

/* --- of all plans ----------------------------------------------------------------------------- */

struct bound_words {
    double bound_s;
    const char *name;
    bool certified;
};

static bool bound_of(const struct choice *choice, void *of, double *ret_value,
                     struct rd_error *reterr)
{
    struct bound_words *best = of;
    struct rd_what_if what_if;
    if (!rd_slow_what_if_open(choice->context, choice->set, choice->slow, &what_if, reterr))
        return false;
    rd_what_if_bound(&what_if);
    const struct rd_bound *bound = &what_if.bound;
    *ret_value = isnan(bound->seconds) ? 0 : bound->seconds;
    if (*ret_value > best->bound_s || !best->name)
        *best = (struct bound_words){
            *ret_value, rd_arena_text(&choice->context->arena, bound->name ? bound->name : "none"),
            rd_bound_has_certificate(bound)};
    rd_what_if_close(&what_if);
    return true;
}

bool rd_robust_bound_find(struct rd_run_context *context, const struct rd_slow_set *set,
                          size_t most, struct rd_robust_bound *ret_bound, struct rd_error *reterr)
{
    struct bound_words best = {0};
    rd_arena_own(arena);
    struct greatest greatest = {.choice = {context, set, rd_take(&arena, set->count, double)},
                                .value = bound_of,
                                .of = &best};
    if (!try_greedily(&greatest, most, reterr))
        return false;
    *ret_bound = (struct rd_robust_bound){
        best.bound_s, words_of(set, greatest.slow, &context->arena), best.name, best.certified};
    return true;
}
