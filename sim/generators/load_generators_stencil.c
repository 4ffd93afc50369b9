#include "load_generators_stencil.h"

#include "sim/model/instance.h"
#include "load_generators_switch.h"
#include "sim/base/rng.h"

#include <inttypes.h>

enum stream { ASTRAY_STREAM = 41 };

/* --- owners --- */

static const struct rd_option_spec owners_attributes[] = {
    {"values", "integers 0 999999", "0", "the owner of each item of the ring"}, {0}};

static bool generate_owners(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    struct rd_integer_rows owners = rd_option_rows(draft->attributes, "values", draft->arena);
    if (!rd_load_table(count, owners.column_count, draft->arena, &draft->load, reterr))
        return false;
    for (size_t item = 0; item < owners.column_count; item++) {
        if (owners.value[item] >= count)
            return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                           "owner %" PRId64 " of item %zu: 0 to %" PRIu32 " are accepted",
                           owners.value[item], item, count - 1);
        draft->load[(size_t)owners.value[item] * owners.column_count + item] = 1;
    }
    draft->kind_count = (uint32_t)owners.column_count;
    return true;
}

const struct rd_load_generator rd_owners_loads = {
    "owners", "a ring of items, each on the host that is listed", owners_attributes,
    generate_owners};

/* --- astray --- */

static const struct rd_option_spec astray_attributes[] = {
    {"items", "integer 1 1000000", "48", "items of the ring"},
    {"share", "number 0 1", "1", "the chance of an item to lie on a host drawn at random"},
    {0}};

/* Item i of N belongs to block floor(iP/N), the host of that number. For each item in turn, one
 * number says whether it is astray and, if it is, another says where. */
static bool generate_astray(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    uint64_t items = (uint64_t)rd_option_integer(draft->attributes, "items");
    double share = rd_option_number(draft->attributes, "share");
    if (!rd_load_table(count, items, draft->arena, &draft->load, reterr))
        return false;
    struct rd_rng rng = rd_rng_seeded(draft->attributes->seed, ASTRAY_STREAM);
    for (uint64_t item = 0; item < items; item++) {
        uint64_t host = item * count / items;
        if (rd_rng_unit(&rng) < share)
            host = rd_rng_below(&rng, count);
        draft->load[host * items + item] = 1;
    }
    draft->kind_count = (uint32_t)items;
    return true;
}

const struct rd_load_generator rd_astray_loads = {
    "astray", "a ring of items in equal blocks, each item astray by chance", astray_attributes,
    generate_astray};

/* --- three-partition --- */

static const struct rd_option_spec three_partition_attributes[] = {
    {"sizes", "integers 1 1000000", "1 1 1", "a_1 to a_3m, whose sum is a multiple of m"}, {0}};

/* A ring under construction: runs of items, one after the other. */
struct ring {
    int64_t *load;
    uint64_t item_count, next;
};

static void add_run(struct ring *ring, uint64_t host, int64_t items)
{
    for (int64_t i = 0; i < items; i++) {
        rd_assert(ring->next < ring->item_count);
        ring->load[host * ring->item_count + ring->next++] = 1;
    }
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
    rd_assert(ring->next == ring->item_count);
}

static bool generate_three_partition(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    struct rd_integer_rows sizes = rd_option_rows(draft->attributes, "sizes", draft->arena);
    int64_t sum = 0;
    if (sizes.column_count % 3 != 0 || count != sizes.column_count / 3 * 12)
        return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                       "%zu sizes on %" PRIu32 " hosts: three sizes for every 12 hosts are needed",
                       sizes.column_count, count);
    uint32_t m = count / 12;
    for (size_t i = 0; i < sizes.column_count; i++)
        sum += sizes.value[i];
    if (sum % m != 0)
        return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                       "sizes that sum to %" PRId64 ": a multiple of %" PRIu32 " is needed", sum,
                       m);
    struct ring ring = {.item_count = 96 * (uint64_t)sum};
    if (!rd_load_table(count, ring.item_count, draft->arena, &ring.load, reterr))
        return false;
    lay_out(&ring, sizes.value, m, sum / m);
    draft->load = ring.load;
    draft->kind_count = (uint32_t)ring.item_count;
    return true;
}

const struct rd_load_generator rd_three_partition_loads = {
    "three-partition", "the ring of items that a 3-Partition problem becomes",
    three_partition_attributes, generate_three_partition};
