#include "load_generators.h"

#include "load_generators_switch.h"
#include "sim/base/rng.h"

#include <inttypes.h>
#include <string.h>

enum stream { ASTRAY_STREAM = 41 };

/* --- owners --- */

static const struct rd_option_spec owners_attributes[] = {
    {"values", "integers 0 999999", "0", "the owner of each item of the ring"}, {0}};

static bool generate_owners(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    struct rd_integer_rows owners = rd_option_rows(draft->attributes, "values", draft->arena);
    if (!rd_load_table(draft, owners.column_count, reterr))
        return false;
    for (size_t item = 0; item < owners.column_count; item++) {
        if (owners.value[item] >= count)
            return rd_wrong(reterr, "owner %" PRId64 " of item %zu: 0 to %" PRIu32 " are accepted",
                            owners.value[item], item, count - 1);
        draft->load[(size_t)owners.value[item] * owners.column_count + item] = 1;
    }
    return true;
}

const struct rd_load_generator rd_owners_loads = {
    "owners", "a ring of items, each on the host that is listed", owners_attributes,
    generate_owners, RD_MAKES_LOADS};

/* --- astray --- */

static const struct rd_option_spec astray_attributes[] = {
    {"items", "integer 1 1000000", "48", "items of the ring"},
    {"share", "number 0 1", "1", "the chance of an item to lie on a host drawn at random"},
    {"runs", "equal|random", "equal", "how long the blocks are: cut at places drawn at random"},
    {0}};

/* Where block b ends: at (b + 1) N / P, or at the b-th of P - 1 places drawn from 0 to N. */
static uint64_t *draw_ends(uint64_t items, uint32_t count, bool random, struct rd_rng *rng,
                           struct rd_arena *arena)
{
    uint64_t *end = rd_take(arena, count, uint64_t);
    for (uint32_t block = 0; block < count; block++) {
        uint64_t at = ((block + UINT64_C(1)) * items + count - 1) / count;
        uint32_t place = block;
        if (random)
            at = block + 1 < count ? rd_rng_below(rng, items + 1) : items;
        for (; place > 0 && end[place - 1] > at; place--)
            end[place] = end[place - 1];
        end[place] = at;
    }
    return end;
}

/* Item i of N belongs to block floor(iP/N), or to a run, the host of that number. For each item in
 * turn, one number says whether it is astray and, if it is, another says where. */
static bool generate_astray(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    uint64_t items = (uint64_t)rd_option_integer(draft->attributes, "items");
    double share = rd_option_number(draft->attributes, "share");
    if (!rd_load_table(draft, items, reterr))
        return false;
    struct rd_rng rng = rd_rng_seeded(draft->attributes->seed, ASTRAY_STREAM);
    bool random = strcmp(rd_option_text(draft->attributes, "runs"), "random") == 0;
    const uint64_t *end = draw_ends(items, count, random, &rng, draft->arena);
    uint64_t block = 0;
    for (uint64_t item = 0; item < items; item++) {
        while (end[block] <= item)
            block++;
        uint64_t host = block;
        if (rd_rng_unit(&rng) < share)
            host = rd_rng_below(&rng, count);
        draft->load[host * items + item] = 1;
    }
    return true;
}

const struct rd_load_generator rd_astray_loads = {
    "astray", "a ring of items in blocks, each item astray by chance", astray_attributes,
    generate_astray, RD_MAKES_LOADS};

/* --- three-partition --- */

static const struct rd_option_spec three_partition_attributes[] = {
    {"sizes", "integers 1 1000000", "1 1 1", "a_1 to a_3m, whose sum is a multiple of m"},
    {"metric", "volume|steps", "volume", "the metric for which the ring is hard"},
    {0}};

/* A ring under construction: runs of items, one after the other. */
struct ring {
    int64_t *load;
    uint64_t item_count, next;
    uint32_t *run_count; /* of each host */
};

static void add_run(struct ring *ring, uint64_t host, int64_t items)
{
    rd_assert((uint64_t)items <= ring->item_count - ring->next);
    for (int64_t i = 0; i < items; i++)
        ring->load[host * ring->item_count + ring->next++] = 1;
    ring->run_count[host]++;
}

/* For each k 3B of P_k, 12B of X_k, a separator; for each j four times (2B of Y_j, a separator) and
 * its three sizes of Y_j, each with a separator; the separators left. A separator is 8B items of a
 * host of its own. Hosts: P_k = k, X_k = m + k, Y_j = 2m + j, separators from 3m on. */
static void lay_out(struct ring *ring, const int64_t *size, uint32_t m, int64_t b)
{
    uint64_t separator = (uint64_t)3 * m;
    for (uint32_t k = 0; k < m; k++) {
        add_run(ring, k, 3 * b);
        add_run(ring, (uint64_t)m + k, 12 * b);
        add_run(ring, separator++, 8 * b);
    }
    for (uint32_t j = 0; j < m; j++) {
        for (int block = 0; block < 7; block++) {
            int64_t items = block < 4 ? 2 * b : size[3 * (size_t)j + (size_t)block - 4];
            add_run(ring, (uint64_t)2 * m + j, items);
            add_run(ring, separator++, 8 * b);
        }
    }
    while (separator < (uint64_t)12 * m)
        add_run(ring, separator++, 8 * b);
}

/* A long run of the steps ring: more than two hosts can swallow, or lose. */
static int64_t long_run(int64_t b)
{
    return 2 * b + 18;
}

/* A long run of each of `count` hosts that has fewer than four runs. */
static void add_long_runs(struct ring *ring, uint64_t first_host, uint64_t count, int64_t b)
{
    for (uint64_t i = 1; i <= count; i++)
        if (ring->run_count[first_host + i % count] < 4)
            add_run(ring, first_host + i % count, long_run(b));
}

/* Hosts: P_k = k, D_l = m + l (2m of them), Y_i = 3m + i (one for each size). The giver Y_i has
 * B - a_i for the takers: as these fill up, a long run of D_l before one of Y_i for each share. A
 * size lies between runs of two other givers. */
static void lay_out_steps(struct ring *ring, const int64_t *size, uint32_t m, int64_t b)
{
    uint64_t taker = m, givers = (uint64_t)3 * m, count = givers;
    int64_t wanted = b;
    for (uint64_t i = 0; i < count; i++)
        for (int64_t spare = b - size[i]; spare > 0;) {
            int64_t share = spare < wanted ? spare : wanted;
            add_run(ring, taker, long_run(b));
            add_run(ring, givers + i, long_run(b));
            spare -= share;
            wanted -= share;
            if (wanted == 0) {
                taker++;
                wanted = b;
            }
        }
    add_long_runs(ring, m, (uint64_t)2 * m, b);
    for (uint32_t k = 0; k < m; k++)
        add_run(ring, k, 4 * long_run(b));
    add_long_runs(ring, m, (uint64_t)2 * m, b);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t next = (i + 1) % count;
        add_run(ring, givers + next, long_run(b) + 2 * b - size[next]);
        ring->run_count[givers + i]--; /* the size is to leave */
        add_run(ring, givers + i, size[i]);
    }
    add_long_runs(ring, givers, count, b);
    add_long_runs(ring, givers, count, b);
}

/* Are there sizes for all hosts, and are they such as the ring needs? Returns: their sum, or 0. */
static int64_t check_sizes(const struct rd_integer_rows *sizes, uint32_t count, bool by_steps,
                           struct rd_error *reterr)
{
    uint32_t hosts = by_steps ? 6 : 12, m = count / hosts;
    int64_t sum = 0, most = 0;
    if (sizes->column_count % 3 != 0 || count != sizes->column_count / 3 * hosts)
        return rd_wrong(reterr,
                        "%zu sizes on %" PRIu32 " hosts: three sizes for every %" PRIu32
                        " hosts are needed",
                        sizes->column_count, count, hosts);
    for (size_t i = 0; i < sizes->column_count; i++) {
        sum += sizes->value[i];
        most = sizes->value[i] > most ? sizes->value[i] : most;
    }
    if (sum % m != 0)
        return rd_wrong(
            reterr, "sizes that sum to %" PRId64 ": a multiple of %" PRIu32 " is needed", sum, m);
    if (by_steps && most > sum / m / 2)
        return rd_wrong(reterr,
                        "size %" PRId64 " of sets that sum to %" PRId64
                        ": at most half of it is accepted by steps",
                        most, sum / m);
    return sum;
}

static bool generate_three_partition(struct rd_load_draft *draft, struct rd_error *reterr)
{
    struct rd_integer_rows sizes = rd_option_rows(draft->attributes, "sizes", draft->arena);
    bool by_steps = strcmp(rd_option_text(draft->attributes, "metric"), "steps") == 0;
    int64_t sum = check_sizes(&sizes, draft->count, by_steps, reterr);
    if (sum == 0)
        return false;
    uint32_t m = (uint32_t)(sizes.column_count / 3);
    int64_t b = sum / m;
    struct ring ring = {.item_count =
                            by_steps ? 6 * m * (uint64_t)(4 * long_run(b) + b) : 96 * (uint64_t)sum,
                        .run_count = rd_take(draft->arena, draft->count, uint32_t)};
    if (!rd_load_table(draft, ring.item_count, reterr))
        return false;
    ring.load = draft->load;
    (by_steps ? lay_out_steps : lay_out)(&ring, sizes.value, m, b);
    rd_assert(ring.next == ring.item_count);
    return true;
}

const struct rd_load_generator rd_three_partition_loads = {
    "three-partition", "the ring of items that a 3-Partition problem becomes",
    three_partition_attributes, generate_three_partition, RD_MAKES_LOADS};
