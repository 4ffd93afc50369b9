#include "greedy_search.h"

#include "sim/base/guard.h"
#include "sim/base/integers.h"
#include "sim/model/trace.h"

#include <math.h>

/* Beyond so many schedules, and of so many hosts, more of them find nothing. */
enum { MOST_SCHEDULES = 2000, PERTURBED_HOSTS = 64 };

/* Distances where each link's time is multiplied by e^-3 .. e^3. */
static const double *perturbed(const struct rd_multicast *multicast, struct rd_rng *rng,
                               struct rd_arena *arena)
{
    const struct rd_network *network = &multicast->network;
    uint64_t n = network->host_count;
    double *link_s = rd_take(arena, network->link_count, double),
           *distance_s = rd_take(arena, n * n, double);
    for (uint32_t link = 0; link < network->link_count; link++)
        link_s[link] =
            rd_multicast_message_s(multicast, 0, link, 1) * exp(6 * rd_rng_unit(rng) - 3);
    rd_find_all_distances(network, link_s, arena, distance_s);
    return distance_s;
}

/* How many sizes of bundles are tried: 1, 2, 4, .., fewer where latencies are short beside items,
 * and links are shared: then small messages fill these. */
static int64_t bundle_sizes(const struct rd_multicast *multicast)
{
    enum { MOST = 12 };
    const struct rd_network *network = &multicast->network;
    double longest_s = 0, item_s = INFINITY;
    for (uint32_t link = 0; link < network->link_count; link++) {
        longest_s = fmax(longest_s, network->latency_s[link]);
        item_s = fmin(item_s, multicast->size[0] * network->item_s[link]);
    }
    if (longest_s >= item_s || network->shared_count == 0)
        return MOST;
    return rd_greatest(1, MOST + ilogb(longest_s / item_s));
}

/* The rule of one schedule of many. */
static struct rd_greedy_rule rule_of(const struct rd_multicast *multicast, int64_t trial)
{
    static const double random[] = {1, 1, 10, 40}, share[] = {1, 0, 3, 0.3};
    struct rd_greedy_rule rule = rd_greedy_rules[trial % 2];
    rule.random *= random[trial / 8 % 4];
    if (multicast->network.shared_count > 0)
        rule.share = share[(trial + trial / 8) % 4];
    if (multicast->network.has_latency)
        rule.bundle = UINT32_C(1) << trial / 2 % bundle_sizes(multicast);
    return rule;
}

struct rd_copy_schedule rd_greedy_search(const struct rd_multicast *multicast,
                                         const struct rd_copy_effort *effort,
                                         struct rd_arena *arena, struct rd_arena *scratch,
                                         int64_t *ret_schedules)
{
    struct rd_rng rng = rd_rng_seeded(effort->seed, 0);
    struct rd_copy_schedule best = RD_NO_SCHEDULE;
    bool perturbs = multicast->network.host_count <= PERTURBED_HOSTS;
    int64_t left = effort->messages, trial = 0;
    do {
        rd_arena_own(own);
        struct rd_greedy_rule rule = rule_of(multicast, trial);
        double earlier_s = best.end_s * (1 - 1e-9);
        struct rd_greedy_limits limits = {trial / 2 % 2 == 1 ? earlier_s : INFINITY, earlier_s};
        const double *distance_s = perturbs && trial / 4 % 2 == 1 ? perturbed(multicast, &rng, &own)
                                                                  : multicast->distance_s;
        struct rd_copy_schedule made =
            rd_copies_by_events(multicast, distance_s, &rule, &limits, &rng, &own, scratch);
        left -= (int64_t)made.count + 1;
        if (made.end_s < earlier_s || isinf(best.end_s)) {
            best = made;
            best.message = rd_arena_copy(arena, made.message, made.count, sizeof *made.message);
        }
    } while (++trial < MOST_SCHEDULES && left > 0 && !rd_time_is_up() &&
             !(best.end_s <= effort->bound_s * (1 + 1e-9)));
    *ret_schedules = trial;
    return best;
}
