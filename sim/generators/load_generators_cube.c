#include "load_generators_cube.h"

#include "sim/model/instance.h"
#include "sim/base/rng.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum stream { SHUFFLE_STREAM = 21 };

/* Items, at most 2^53 = 9007199254740992 of them. */
#define ITEMS "integer 0 9007199254740992"

/* Is the shape a cube's, and may each host hold `most` items? */
static bool check_cube(const struct rd_topology *topology, const char *name, int64_t most,
                       struct rd_error *reterr)
{
    if (topology->shape != RD_HYPERCUBE && topology->shape != RD_SHUFFLE_EXCHANGE)
        return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                       "%s loads on a %s: a hypercube or a shuffle-exchange is needed", name,
                       rd_shape_name(topology->shape));
    if (most > RD_ITEM_LIMIT / topology->host_count)
        return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                       "up to %" PRId64 " items on each of %" PRIu32
                       " hosts: at most 2^53 in all are supported",
                       most, topology->host_count);
    return true;
}

static uint32_t bits_of(uint32_t host)
{
    return (uint32_t)__builtin_popcount(host);
}

/* --- hamming-ball --- */

static const struct rd_option_spec ball_attributes[] = {
    {"most", "integer 1 9007199254740992", "64", "m, the load of a host in the ball"},
    {"mean", ITEMS, "32", "items in all, divided by the hosts"},
    {"total", ITEMS, "0", "items in all; 0: mean times hosts"},
    {"centre", "integer 0 1048575", "0", "the host in the middle"},
    {0}};

/* Fills layer after layer round the centre; in a layer, from the greatest number down. */
static bool generate_ball(const struct rd_topology *topology, uint32_t count,
                          const struct rd_options *attributes, struct rd_arena *arena,
                          uint32_t *ret_kind_count, int64_t **ret_load, int64_t **ret_target,
                          struct rd_error *reterr)
{
    int64_t most = rd_option_integer(attributes, "most");
    int64_t mean = rd_option_integer(attributes, "mean");
    int64_t left = rd_option_integer(attributes, "total");
    int64_t centre = rd_option_integer(attributes, "centre");
    if (!check_cube(topology, "hamming-ball", most, reterr) ||
        !check_cube(topology, "hamming-ball", mean, reterr))
        return false;
    if (left == 0)
        left = mean * (int64_t)count;
    if (left > most * (int64_t)count)
        return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                       "%" PRId64 " items on %" PRIu32 " hosts of at most %" PRId64
                       ": at most most times hosts fit",
                       left, count, most);
    if (centre >= count)
        return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                       "centre %" PRId64 " on %" PRIu32 " hosts: 0 to %" PRIu32 " are accepted",
                       centre, count, count - 1);
    int64_t *load = rd_take(arena, count, int64_t);
    for (uint32_t radius = 0; radius <= topology->dimension_count; radius++)
        for (uint32_t offset = count; offset-- > 0 && left > 0;)
            if (bits_of(offset) == radius) {
                int64_t items = left < most ? left : most;
                load[offset ^ (uint32_t)centre] = items;
                left -= items;
            }
    *ret_kind_count = 1;
    *ret_load = load;
    *ret_target = NULL;
    return true;
}

const struct rd_load_generator rd_hamming_ball_loads = {
    "hamming-ball", "m items on each host round a centre, nearest first, until none are left",
    ball_attributes, generate_ball};

/* --- ladder --- */

static const struct rd_option_spec ladder_attributes[] = {
    {"most", ITEMS, "96", "m, a multiple of 3"},
    {"first", "low|high", "low", "what the half with highest bit 0 holds: nothing or m each"},
    {0}};

/* F(l, x): the half with bit l-1 = 0 holds m (x high) or 0 (x low) each, the other half is
 * F(l-1, not x). */
static bool generate_ladder(const struct rd_topology *topology, uint32_t count,
                            const struct rd_options *attributes, struct rd_arena *arena,
                            uint32_t *ret_kind_count, int64_t **ret_load, int64_t **ret_target,
                            struct rd_error *reterr)
{
    int64_t most = rd_option_integer(attributes, "most");
    bool high = strcmp(rd_option_text(attributes, "first"), "high") == 0;
    if (!check_cube(topology, "ladder", most, reterr))
        return false;
    if (most % 3 != 0)
        return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                       "most %" PRId64 " of a ladder: a multiple of 3 is needed", most);
    int64_t *load = rd_take(arena, count, int64_t);
    uint32_t first = 0; /* of the half that is left */
    for (uint32_t half = count / 2; half > 0; half /= 2) {
        for (uint32_t host = first; host < first + half; host++)
            load[host] = high ? most : 0;
        first += half;
        high = !high;
    }
    load[first] = (high ? 2 : 1) * (most / 3);
    *ret_kind_count = 1;
    *ret_load = load;
    *ret_target = NULL;
    return true;
}

const struct rd_load_generator rd_ladder_loads = {
    "ladder", "halves of halves, full and empty in turn: the worst for ascending dimensions",
    ladder_attributes, generate_ladder};

/* --- popcount, half-plane, weight-cut: a load for each host on its own --- */

static const struct rd_option_spec no_attributes[] = {{0}};
static const struct rd_option_spec cut_attributes[] = {
    {"most", ITEMS, "64", "m, the load of a host in the set"}, {0}};

/* Sums that are not 0 are above 10^-4 for the d there are. */
bool rd_in_half_plane(uint32_t host, uint32_t dimension_count)
{
    double sum = 0;
    for (uint32_t k = 1; k < dimension_count; k++)
        if (host >> k & 1)
            sum += sin(2 * acos(-1) * k / dimension_count);
    return sum > 1e-9;
}

enum set { HALF_PLANE, WEIGHT_CUT };

static bool generate_cut(const struct rd_topology *topology, enum set set,
                         const struct rd_options *attributes, struct rd_arena *arena,
                         int64_t **ret_load, struct rd_error *reterr)
{
    int64_t most = rd_option_integer(attributes, "most");
    uint32_t d = topology->dimension_count;
    if (!check_cube(topology, set == HALF_PLANE ? "half-plane" : "weight-cut", most, reterr))
        return false;
    int64_t *load = rd_take(arena, topology->host_count, int64_t);
    for (uint32_t host = 0; host < topology->host_count; host++)
        if (set == HALF_PLANE ? rd_in_half_plane(host, d) : 2 * bits_of(host) > d)
            load[host] = most;
    *ret_load = load;
    return true;
}

static bool generate_half_plane(const struct rd_topology *topology, uint32_t count,
                                const struct rd_options *attributes, struct rd_arena *arena,
                                uint32_t *ret_kind_count, int64_t **ret_load, int64_t **ret_target,
                                struct rd_error *reterr)
{
    (void)count;
    *ret_kind_count = 1;
    *ret_target = NULL;
    return generate_cut(topology, HALF_PLANE, attributes, arena, ret_load, reterr);
}

static bool generate_weight_cut(const struct rd_topology *topology, uint32_t count,
                                const struct rd_options *attributes, struct rd_arena *arena,
                                uint32_t *ret_kind_count, int64_t **ret_load, int64_t **ret_target,
                                struct rd_error *reterr)
{
    (void)count;
    *ret_kind_count = 1;
    *ret_target = NULL;
    return generate_cut(topology, WEIGHT_CUT, attributes, arena, ret_load, reterr);
}

static bool generate_popcount(const struct rd_topology *topology, uint32_t count,
                              const struct rd_options *attributes, struct rd_arena *arena,
                              uint32_t *ret_kind_count, int64_t **ret_load, int64_t **ret_target,
                              struct rd_error *reterr)
{
    (void)attributes;
    if (!check_cube(topology, "popcount", topology->dimension_count, reterr))
        return false;
    int64_t *load = rd_take(arena, count, int64_t);
    for (uint32_t host = 0; host < count; host++)
        load[host] = bits_of(host);
    *ret_kind_count = 1;
    *ret_load = load;
    *ret_target = NULL;
    return true;
}

const struct rd_load_generator rd_popcount_loads = {
    "popcount", "as many items as the host's number has ones: pairs in balance, error d",
    no_attributes, generate_popcount};

const struct rd_load_generator rd_half_plane_loads = {
    "half-plane", "m items on hosts whose bits, on a circle, weigh to one side", cut_attributes,
    generate_half_plane};

const struct rd_load_generator rd_weight_cut_loads = {
    "weight-cut", "m items on hosts whose number has more ones than zeros", cut_attributes,
    generate_weight_cut};

/* --- majority-field --- */

/* Do hosts times groups fit? */
static bool check_groups(uint32_t count, uint64_t groups, struct rd_error *reterr)
{
    if (groups <= RD_LOAD_ENTRY_LIMIT / count)
        return true;
    return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                   "%" PRIu64 " groups on %" PRIu32 " hosts: hosts times groups may be %" PRIu64,
                   groups, count, (uint64_t)RD_LOAD_ENTRY_LIMIT);
}

static const struct rd_option_spec majority_attributes[] = {
    {"fields", "integer 1 16", "1", "r: 2^r groups"},
    {"mean", ITEMS, "32", "items on each host"},
    {0}};

/* Field i is the q bits iq..iq+q-1 counted from the highest, q odd. Returns: the group whose bit i
 * is the majority of field i. */
static uint32_t majorities(uint32_t host, uint32_t d, uint32_t fields, uint32_t q)
{
    uint32_t group = 0;
    for (uint32_t i = 0; i < fields; i++) {
        uint32_t field = host >> (d - (i + 1) * q) & ((UINT32_C(1) << q) - 1);
        group |= (uint32_t)(2 * bits_of(field) > q) << i;
    }
    return group;
}

static bool generate_majority(const struct rd_topology *topology, uint32_t count,
                              const struct rd_options *attributes, struct rd_arena *arena,
                              uint32_t *ret_kind_count, int64_t **ret_load, int64_t **ret_target,
                              struct rd_error *reterr)
{
    int64_t mean = rd_option_integer(attributes, "mean");
    uint32_t fields = (uint32_t)rd_option_integer(attributes, "fields");
    uint32_t groups = UINT32_C(1) << fields, d = topology->dimension_count;
    if (!check_cube(topology, "majority-field", mean, reterr) ||
        !check_groups(count, groups, reterr))
        return false;
    if (fields > d)
        return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                       "%" PRIu32 " fields of %" PRIu32
                       " bits: at most one field per bit is accepted",
                       fields, d);
    uint32_t q = d / fields - (d / fields % 2 == 0);
    int64_t *load = rd_take(arena, (size_t)count * groups, int64_t);
    for (uint32_t host = 0; host < count; host++)
        load[(size_t)host * groups + majorities(host, d, fields, q)] = mean;
    *ret_kind_count = groups;
    *ret_load = load;
    *ret_target = NULL;
    return true;
}

const struct rd_load_generator rd_majority_field_loads = {
    "majority-field", "2^r groups: a host holds the one that its bits vote for",
    majority_attributes, generate_majority};

/* --- random-multi --- */

static const struct rd_option_spec random_attributes[] = {
    {"groups", "integer 1 65536", "4", "g"}, {"mean", ITEMS, "32", "items on each host"}, {0}};

/* Items in the order of a random shuffle (Fisher and Yates), `mean` to each host in turn. */
static bool generate_random_multi(const struct rd_topology *topology, uint32_t count,
                                  const struct rd_options *attributes, struct rd_arena *arena,
                                  uint32_t *ret_kind_count, int64_t **ret_load,
                                  int64_t **ret_target, struct rd_error *reterr)
{
    static const int64_t drawn_limit = 100000000;
    int64_t mean = rd_option_integer(attributes, "mean");
    uint32_t groups = (uint32_t)rd_option_integer(attributes, "groups");
    if (!check_cube(topology, "random-multi", mean, reterr) || !check_groups(count, groups, reterr))
        return false;
    if (mean > drawn_limit / count)
        return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                       "%" PRId64 " items on each of %" PRIu32 " hosts to shuffle: at most %" PRId64
                       " in all are supported",
                       mean, count, drawn_limit);
    int64_t *load = rd_take(arena, (size_t)count * groups, int64_t);
    struct rd_arena_mark mark = rd_arena_mark(arena);
    size_t item_count = (size_t)mean * count;
    uint32_t *group = rd_take(arena, item_count, uint32_t);
    struct rd_rng rng = rd_rng_seeded(attributes->seed, SHUFFLE_STREAM);
    for (size_t item = 0; item < item_count; item++) {
        size_t other = rd_rng_below(&rng, item + 1);
        group[item] = group[other];
        group[other] = (uint32_t)(item % groups);
    }
    for (size_t item = 0; item < item_count; item++)
        load[item / (size_t)mean * groups + group[item]]++;
    rd_arena_rewind(arena, mark);
    *ret_kind_count = groups;
    *ret_load = load;
    *ret_target = NULL;
    return true;
}

const struct rd_load_generator rd_random_multi_loads = {
    "random-multi", "groups equal up to one item, shuffled, as many on each host",
    random_attributes, generate_random_multi};
