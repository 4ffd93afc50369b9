#include "load_generators.h"

#include "sim/model/instance.h"
#include "copy_patterns.h"
#include "load_generators_cube.h"
#include "load_generators_switch.h"
#include "object_moves.h"
#include "sim/base/rng.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum stream { LOAD_STREAM = 11, AFTER_STREAM, RANK_STREAM, PILE_STREAM };

/* Items, at most 2^53 = 9007199254740992 of them. */
#define ITEMS "integer 0 9007199254740992"

/* What every generator here takes besides its own attributes. */
#define AFTER                                                                                      \
    {                                                                                              \
        "after", "none|balanced|uniform|piled", "none",                                            \
            "final loads: none; equal, the first hosts one more where hosts do not divide the "    \
            "items; random shares above low; low, and the rest on a host drawn at random"          \
    }

/* Every host gets `low` items, and the rest of the total is shared by weight: a host gets what lies
 * between the rounded shares of the hosts up to it, so that the sum is exact.
 * In: weight [count], each at most 2^32, not all 0; total >= low * count. */
static int64_t *apportion(int64_t total, int64_t low, const uint64_t *weight, uint32_t count,
                          struct rd_arena *arena)
{
    int64_t *items = rd_take(arena, count, int64_t);
    uint64_t weights = 0, weights_so_far = 0;
    for (uint32_t host = 0; host < count; host++)
        weights += weight[host];
    wide rest = (wide)(uint64_t)(total - low * (int64_t)count);
    int64_t given = 0;
    for (uint32_t host = 0; host < count; host++) {
        weights_so_far += weight[host];
        int64_t due = (int64_t)(rest * weights_so_far / weights);
        items[host] = low + due - given;
        given = due;
    }
    return items;
}

static int64_t *balanced(int64_t total, uint32_t count, struct rd_arena *arena)
{
    int64_t *items = rd_take(arena, count, int64_t);
    for (uint32_t host = 0; host < count; host++)
        items[host] = total / count + (host < total % count);
    return items;
}

/* Weights of the hosts by which they share what is above `low`: of one host alone, if they are
 * piled, or of all. */
static uint64_t *draw_weights(uint32_t count, bool piled, uint64_t seed, struct rd_arena *arena)
{
    struct rd_rng rng = rd_rng_seeded(seed, piled ? PILE_STREAM : AFTER_STREAM);
    uint64_t *weight = rd_take(arena, count, uint64_t);
    if (piled)
        weight[rd_rng_below(&rng, count)] = 1;
    else
        for (uint32_t host = 0; host < count; host++)
            weight[host] = 1 + rd_rng_below(&rng, UINT64_C(1) << 32);
    return weight;
}

/* The final loads that the attribute `after` asks for; NULL for none. */
static int64_t *final_loads(const struct rd_load_draft *draft)
{
    const char *after = rd_option_text(draft->attributes, "after");
    int64_t total = 0, low = rd_option_integer(draft->attributes, "low");
    uint32_t count = draft->count;
    for (uint32_t host = 0; host < count; host++)
        total += draft->load[host];
    if (strcmp(after, "none") == 0)
        return NULL;
    if (strcmp(after, "balanced") == 0)
        return balanced(total, count, draft->arena);
    bool piled = strcmp(after, "piled") == 0;
    const uint64_t *weight = draw_weights(count, piled, draft->attributes->seed, draft->arena);
    return apportion(total, low, weight, count, draft->arena);
}

static bool check_total(int64_t total, int64_t low, uint32_t count, struct rd_error *reterr)
{
    if (low <= total / count)
        return true;
    return rd_wrong(reterr,
                    "a total of %" PRId64 " items on %" PRIu32 " hosts of at least %" PRId64
                    ": a total of at least low times hosts is needed",
                    total, count, low);
}

/* --- uniform --- */

static const struct rd_option_spec uniform_attributes[] = {
    {"low", ITEMS, "0", "the least load"},
    {"high", ITEMS, "100", "the greatest load"},
    {"power", "number 0.01 100", "1", "of the number u from 0 to 1 that is drawn for each"},
    {"divisible", "no|trimmed|redrawn", "no",
     "make hosts divide the items: take some away at random, or draw all again until they do"},
    AFTER,
    {0}};

/* Takes items that are above `low` from hosts at random until the hosts divide them. */
static void make_divisible(struct rd_rng *rng, int64_t low, uint32_t count, int64_t *load)
{
    int64_t total = 0;
    for (uint32_t host = 0; host < count; host++)
        total += load[host];
    for (int64_t left = total % count; left > 0;) {
        uint64_t host = rd_rng_below(rng, count);
        left -= load[host] > low;
        load[host] -= load[host] > low;
    }
}

/* low + floor((high - low + 1) u^power), each as likely as any other if the power is 1. */
static int64_t draw_load(struct rd_rng *rng, int64_t low, int64_t high, double power)
{
    if (power == 1)
        return rd_rng_between(rng, low, high);
    double above = (double)(high - low + 1) * pow(rd_rng_unit(rng), power);
    return above < (double)(high - low) ? low + (int64_t)above : high;
}

static bool generate_uniform(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    int64_t low = rd_option_integer(draft->attributes, "low");
    int64_t high = rd_option_integer(draft->attributes, "high");
    if (low > high)
        return rd_wrong(reterr, "low %" PRId64 " and high %" PRId64 ": low must not be above high",
                        low, high);
    if (high > RD_ITEM_LIMIT / count)
        return rd_wrong(reterr,
                        "up to %" PRId64 " items on each of %" PRIu32
                        " hosts: at most 2^53 in all are supported",
                        high, count);
    struct rd_rng rng = rd_rng_seeded(draft->attributes->seed, LOAD_STREAM);
    int64_t *load = draft->load = rd_take(draft->arena, count, int64_t);
    const char *divisible = rd_option_text(draft->attributes, "divisible");
    double power = rd_option_number(draft->attributes, "power");
    int64_t total;
    do {
        total = 0;
        for (uint32_t host = 0; host < count; host++)
            total += load[host] = draw_load(&rng, low, high, power);
    } while (strcmp(divisible, "redrawn") == 0 && low < high && total % count != 0);
    if (strcmp(divisible, "trimmed") == 0)
        make_divisible(&rng, low, count, load);
    draft->target = final_loads(draft);
    return true;
}

static const struct rd_load_generator uniform = {
    "uniform", "each host's load drawn between low and high, both included", uniform_attributes,
    generate_uniform, RD_MAKES_LOADS};

/* --- remainder --- */

static const struct rd_option_spec remainder_attributes[] = {
    {"levels", "integer 1 1000000", "10", "loads of all but the last host are below"},
    {"power", "number 0.01 100", "1", "of the number from 0 to 1 that is drawn for each"},
    {"mean", "integer 0 1000000", "5", "items of a host on average"},
    {"most", ITEMS, "44", "the greatest load of the last host"},
    {0}};

enum { DRAW_LIMIT = 100000 };

/* Host i < n - 1 holds floor(levels u^power), the last one what is missing to mean times hosts;
 * drawn again as a whole where that is below 0 or above `most`. */
static bool generate_remainder(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    const struct rd_options *attributes = draft->attributes;
    double levels = (double)rd_option_integer(attributes, "levels");
    double power = rd_option_number(attributes, "power");
    int64_t most = rd_option_integer(attributes, "most");
    struct rd_rng rng = rd_rng_seeded(attributes->seed, LOAD_STREAM);
    int64_t *load = draft->load = rd_take(draft->arena, count, int64_t);
    for (int draw = 0; draw < DRAW_LIMIT; draw++) {
        int64_t rest = rd_option_integer(attributes, "mean") * count;
        for (uint32_t host = 0; host + 1 < count; host++)
            rest -= load[host] = (int64_t)(levels * pow(rd_rng_unit(&rng), power));
        load[count - 1] = rest;
        if (rest >= 0 && rest <= most)
            return true;
    }
    return rd_wrong(reterr,
                    "remainder: of %d draws none leaves the last host 0 to %" PRId64
                    " items: another mean, or a greater most is needed",
                    DRAW_LIMIT, most);
}

static const struct rd_load_generator remainder_loads = {
    "remainder", "coarse loads, and the last host holds what is missing to the mean",
    remainder_attributes, generate_remainder, RD_MAKES_LOADS};

/* --- skewed --- */

static const struct rd_option_spec skewed_attributes[] = {
    {"total", ITEMS, "1000", "items in all"},
    {"skew", "number 0 10", "1", "0: equal loads; 1: Zipf's law; the more, the fewer hosts hold"},
    {"low", ITEMS, "0", "the least load"},
    AFTER,
    {0}};

/* Ranks 0..count-1 in random order. */
static uint32_t *random_ranks(uint32_t count, uint64_t seed, struct rd_arena *arena)
{
    struct rd_rng rng = rd_rng_seeded(seed, RANK_STREAM);
    return rd_rng_order(&rng, count, arena);
}

/* Host of rank r gets a share that goes as 1 / (r+1)^skew, above `low`. */
static bool generate_skewed(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    int64_t total = rd_option_integer(draft->attributes, "total");
    int64_t low = rd_option_integer(draft->attributes, "low");
    double skew = rd_option_number(draft->attributes, "skew");
    if (!check_total(total, low, count, reterr))
        return false;
    const uint32_t *rank = random_ranks(count, draft->attributes->seed, draft->arena);
    uint64_t *weight = rd_take(draft->arena, count, uint64_t);
    for (uint32_t host = 0; host < count; host++)
        weight[host] = (uint64_t)(0x1p32 * pow((double)rank[host] + 1, -skew));
    draft->load = apportion(total, low, weight, count, draft->arena);
    draft->target = final_loads(draft);
    return true;
}

static const struct rd_load_generator skewed = {
    "skewed", "a total shared as 1/rank^skew, hosts ranked at random", skewed_attributes,
    generate_skewed, RD_MAKES_LOADS};

/* --- piled --- */

static const struct rd_option_spec piled_attributes[] = {
    {"total", ITEMS, "1000", "items in all"},
    {"share", "number 0 1", "0", "of the hosts that hold the pile, at random; 0: host 0 alone"},
    {"low", ITEMS, "0", "the least load"},
    AFTER,
    {0}};

/* Above `low`, items fall one by one on hosts drawn among the chosen ones. */
static void drop_items(int64_t rest, uint32_t chosen_count, const uint32_t *chosen,
                       struct rd_rng *rng, int64_t *load)
{
    for (int64_t item = 0; item < rest; item++)
        load[chosen[rd_rng_below(rng, chosen_count)]]++;
}

static bool generate_piled(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    static const int64_t dropped_limit = 100000000;
    int64_t total = rd_option_integer(draft->attributes, "total");
    int64_t low = rd_option_integer(draft->attributes, "low");
    double share = rd_option_number(draft->attributes, "share");
    if (!check_total(total, low, count, reterr))
        return false;
    int64_t rest = total - low * (int64_t)count;
    int64_t *load = draft->load = rd_take(draft->arena, count, int64_t);
    for (uint32_t host = 0; host < count; host++)
        load[host] = low;
    if (share == 0) {
        load[0] += rest;
    } else {
        if (rest > dropped_limit)
            return rd_wrong(reterr,
                            "%" PRId64 " items to drop one by one: at most %" PRId64
                            " are supported, or share 0",
                            rest, dropped_limit);
        struct rd_rng rng = rd_rng_seeded(draft->attributes->seed, LOAD_STREAM);
        const uint32_t *order = random_ranks(count, draft->attributes->seed, draft->arena);
        drop_items(rest, (uint32_t)ceil(share * count), order, &rng, load);
    }
    draft->target = final_loads(draft);
    return true;
}

static const struct rd_load_generator piled = {
    "piled", "a total on one host, or at random on a share of the hosts", piled_attributes,
    generate_piled, RD_MAKES_LOADS};

const struct rd_load_generator *const rd_load_generators[] = {
    &uniform,
    &skewed,
    &piled,
    &remainder_loads,
    &rd_hamming_ball_loads,
    &rd_subcube_loads,
    &rd_ladder_loads,
    &rd_popcount_loads,
    &rd_half_plane_loads,
    &rd_weight_cut_loads,
    &rd_majority_field_loads,
    &rd_random_multi_loads,
    &rd_matrix_loads,
    &rd_random_matrix_loads,
    &rd_components_loads,
    &rd_cyclic_loads,
    &rd_cyclic_grid_loads,
    &rd_scattered_matrix_loads,
    &rd_owners_loads,
    &rd_astray_loads,
    &rd_three_partition_loads,
    &rd_broadcast_copies,
    &rd_multicast_copies,
    &rd_scatter_copies,
    &rd_gather_copies,
    &rd_allgather_copies,
    &rd_alltoall_copies,
    &rd_reshard_copies,
    &rd_moves_objects,
    NULL,
};

bool rd_loads_generate(const struct rd_load_generator *generator,
                       const struct rd_topology *topology, uint32_t host_count,
                       const struct rd_options *attributes, struct rd_arena *arena,
                       uint32_t *ret_kind_count, int64_t **ret_load, int64_t **ret_target,
                       struct rd_error *reterr)
{
    rd_assert(generator->made == RD_MAKES_LOADS);
    struct rd_load_draft draft = {.topology = topology,
                                  .count = host_count,
                                  .attributes = attributes,
                                  .arena = arena,
                                  .kind_count = 1};
    if (!generator->generate(&draft, reterr))
        return false;
    *ret_kind_count = draft.kind_count;
    *ret_load = draft.load;
    *ret_target = draft.target;
    return true;
}

const struct rd_copies *rd_copies_generate(const struct rd_load_generator *generator,
                                           uint32_t host_count, const struct rd_options *attributes,
                                           struct rd_arena *arena, struct rd_error *reterr)
{
    rd_assert(generator->made == RD_MAKES_COPIES);
    struct rd_load_draft draft = {.count = host_count, .attributes = attributes, .arena = arena};
    return generator->generate(&draft, reterr) ? draft.copies : NULL;
}

struct rd_objects *rd_objects_generate(const struct rd_load_generator *generator,
                                       uint32_t host_count, const struct rd_options *attributes,
                                       struct rd_arena *arena, struct rd_error *reterr)
{
    rd_assert(generator->made == RD_MAKES_OBJECTS);
    struct rd_load_draft draft = {.count = host_count, .attributes = attributes, .arena = arena};
    return generator->generate(&draft, reterr) ? draft.objects : NULL;
}

const struct rd_load_generator *rd_load_generator_named(const char *name)
{
    for (size_t i = 0; rd_load_generators[i]; i++)
        if (strcmp(rd_load_generators[i]->name, name) == 0)
            return rd_load_generators[i];
    return NULL;
}
