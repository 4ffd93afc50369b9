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
        return rd_wrong(reterr, "%s loads on a %s: a hypercube or a shuffle-exchange is needed",
                        name, rd_shape_name(topology->shape));
    if (most > RD_ITEM_LIMIT / topology->host_count)
        return rd_wrong(reterr,
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
static bool generate_ball(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    int64_t most = rd_option_integer(draft->attributes, "most");
    int64_t mean = rd_option_integer(draft->attributes, "mean");
    int64_t left = rd_option_integer(draft->attributes, "total");
    int64_t centre = rd_option_integer(draft->attributes, "centre");
    if (!check_cube(draft->topology, "hamming-ball", most, reterr) ||
        !check_cube(draft->topology, "hamming-ball", mean, reterr))
        return false;
    if (left == 0)
        left = mean * (int64_t)count;
    if (left > most * (int64_t)count)
        return rd_wrong(reterr,
                        "%" PRId64 " items on %" PRIu32 " hosts of at most %" PRId64
                        ": at most most times hosts fit",
                        left, count, most);
    if (centre >= count)
        return rd_wrong(reterr,
                        "centre %" PRId64 " on %" PRIu32 " hosts: 0 to %" PRIu32 " are accepted",
                        centre, count, count - 1);
    int64_t *load = draft->load = rd_take(draft->arena, count, int64_t);
    for (uint32_t radius = 0; radius <= draft->topology->dimension_count; radius++)
        for (uint32_t offset = count; offset-- > 0 && left > 0;)
            if (bits_of(offset) == radius) {
                int64_t items = left < most ? left : most;
                load[offset ^ (uint32_t)centre] = items;
                left -= items;
            }
    return true;
}

const struct rd_load_generator rd_hamming_ball_loads = {
    "hamming-ball", "m items on each host round a centre, nearest first, until none are left",
    ball_attributes, generate_ball, RD_MAKES_LOADS};

/* --- subcube --- */

static const struct rd_option_spec subcube_attributes[] = {
    {"most", ITEMS, "64", "m, the load of a host in the subcube"},
    {"zeros", "integers 0 19", "0", "the bits that are 0 in its hosts' numbers"},
    {0}};

static bool generate_subcube(struct rd_load_draft *draft, struct rd_error *reterr)
{
    const struct rd_topology *topology = draft->topology;
    int64_t most = rd_option_integer(draft->attributes, "most");
    struct rd_integer_rows zeros = rd_option_rows(draft->attributes, "zeros", draft->arena);
    uint32_t mask = 0;
    if (!check_cube(topology, "subcube", most, reterr))
        return false;
    for (size_t i = 0; i < zeros.column_count; i++) {
        if (zeros.value[i] >= topology->dimension_count)
            return rd_wrong(
                reterr,
                "zeros %" PRId64 " in %" PRIu32 " dimensions: 0 to %" PRIu32 " are accepted",
                zeros.value[i], topology->dimension_count, topology->dimension_count - 1);
        mask |= UINT32_C(1) << zeros.value[i];
    }
    draft->load = rd_take(draft->arena, draft->count, int64_t);
    for (uint32_t host = 0; host < draft->count; host++)
        draft->load[host] = host & mask ? 0 : most;
    return true;
}

const struct rd_load_generator rd_subcube_loads = {
    "subcube", "m items on each host whose number has zeros in some places", subcube_attributes,
    generate_subcube, RD_MAKES_LOADS};

/* --- ladder --- */

static const struct rd_option_spec ladder_attributes[] = {
    {"most", ITEMS, "96", "m, a multiple of 3"},
    {"first", "low|high", "low", "what the half with highest bit 0 holds: nothing or m each"},
    {0}};

/* F(l, x): the half with bit l-1 = 0 holds m (x high) or 0 (x low) each, the other half is
 * F(l-1, not x). */
static bool generate_ladder(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    int64_t most = rd_option_integer(draft->attributes, "most");
    bool high = strcmp(rd_option_text(draft->attributes, "first"), "high") == 0;
    if (!check_cube(draft->topology, "ladder", most, reterr))
        return false;
    if (most % 3 != 0)
        return rd_wrong(reterr, "most %" PRId64 " of a ladder: a multiple of 3 is needed", most);
    int64_t *load = draft->load = rd_take(draft->arena, count, int64_t);
    uint32_t first = 0; /* of the half that is left */
    for (uint32_t half = count / 2; half > 0; half /= 2) {
        for (uint32_t host = first; host < first + half; host++)
            load[host] = high ? most : 0;
        first += half;
        high = !high;
    }
    load[first] = (high ? 2 : 1) * (most / 3);
    return true;
}

const struct rd_load_generator rd_ladder_loads = {
    "ladder", "halves of halves, full and empty in turn: the worst for ascending dimensions",
    ladder_attributes, generate_ladder, RD_MAKES_LOADS};

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

/* How many of `most` items a host holds on a cube of d dimensions. */
typedef int64_t share(uint32_t host, uint32_t d, int64_t most);

static int64_t in_half_plane(uint32_t host, uint32_t d, int64_t most)
{
    return rd_in_half_plane(host, d) ? most : 0;
}

static int64_t in_upper_half(uint32_t host, uint32_t d, int64_t most)
{
    return 2 * bits_of(host) > d ? most : 0;
}

static int64_t ones(uint32_t host, RD_UNUSED uint32_t d, RD_UNUSED int64_t most)
{
    return bits_of(host);
}

static bool share_out(struct rd_load_draft *draft, const char *name, int64_t most, share *of,
                      struct rd_error *reterr)
{
    if (!check_cube(draft->topology, name, most, reterr))
        return false;
    draft->load = rd_take(draft->arena, draft->count, int64_t);
    for (uint32_t host = 0; host < draft->count; host++)
        draft->load[host] = of(host, draft->topology->dimension_count, most);
    return true;
}

static bool generate_half_plane(struct rd_load_draft *draft, struct rd_error *reterr)
{
    return share_out(draft, "half-plane", rd_option_integer(draft->attributes, "most"),
                     in_half_plane, reterr);
}

static bool generate_weight_cut(struct rd_load_draft *draft, struct rd_error *reterr)
{
    return share_out(draft, "weight-cut", rd_option_integer(draft->attributes, "most"),
                     in_upper_half, reterr);
}

static bool generate_popcount(struct rd_load_draft *draft, struct rd_error *reterr)
{
    return share_out(draft, "popcount", draft->topology->dimension_count, ones, reterr);
}

const struct rd_load_generator rd_popcount_loads = {
    "popcount", "as many items as the host's number has ones: pairs in balance, error d",
    no_attributes, generate_popcount, RD_MAKES_LOADS};

const struct rd_load_generator rd_half_plane_loads = {
    "half-plane", "m items on hosts whose bits, on a circle, weigh to one side", cut_attributes,
    generate_half_plane, RD_MAKES_LOADS};

const struct rd_load_generator rd_weight_cut_loads = {
    "weight-cut", "m items on hosts whose number has more ones than zeros", cut_attributes,
    generate_weight_cut, RD_MAKES_LOADS};

/* --- majority-field --- */

/* Do hosts times groups fit? */
static bool check_groups(uint32_t count, uint64_t groups, struct rd_error *reterr)
{
    return groups <= RD_LOAD_ENTRY_LIMIT / count ||
           rd_wrong(reterr,
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

static bool generate_majority(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    int64_t mean = rd_option_integer(draft->attributes, "mean");
    uint32_t fields = (uint32_t)rd_option_integer(draft->attributes, "fields");
    uint32_t groups = UINT32_C(1) << fields, d = draft->topology->dimension_count;
    if (!check_cube(draft->topology, "majority-field", mean, reterr) ||
        !check_groups(count, groups, reterr))
        return false;
    if (fields > d)
        return rd_wrong(
            reterr, "%" PRIu32 " fields of %" PRIu32 " bits: at most one field per bit is accepted",
            fields, d);
    uint32_t q = d / fields - (d / fields % 2 == 0);
    int64_t *load = draft->load = rd_take(draft->arena, (size_t)count * groups, int64_t);
    for (uint32_t host = 0; host < count; host++)
        load[(size_t)host * groups + majorities(host, d, fields, q)] = mean;
    draft->kind_count = groups;
    return true;
}

const struct rd_load_generator rd_majority_field_loads = {
    "majority-field", "2^r groups: a host holds the one that its bits vote for",
    majority_attributes, generate_majority, RD_MAKES_LOADS};

/* --- random-multi --- */

static const struct rd_option_spec random_attributes[] = {
    {"groups", "integer 1 65536", "4", "g"}, {"mean", ITEMS, "32", "items on each host"}, {0}};

/* Items in a random order, `mean` to each host in turn. */
static bool generate_random_multi(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    static const int64_t drawn_limit = 100000000;
    int64_t mean = rd_option_integer(draft->attributes, "mean");
    uint32_t groups = (uint32_t)rd_option_integer(draft->attributes, "groups");
    if (!check_cube(draft->topology, "random-multi", mean, reterr) ||
        !check_groups(count, groups, reterr))
        return false;
    if (mean > drawn_limit / count)
        return rd_wrong(reterr,
                        "%" PRId64 " items on each of %" PRIu32
                        " hosts to shuffle: at most %" PRId64 " in all are supported",
                        mean, count, drawn_limit);
    int64_t *load = draft->load = rd_take(draft->arena, (size_t)count * groups, int64_t);
    rd_arena_borrow(draft->arena);
    struct rd_rng rng = rd_rng_seeded(draft->attributes->seed, SHUFFLE_STREAM);
    uint32_t each = (uint32_t)mean;
    const uint32_t *item = rd_rng_order(&rng, each * count, draft->arena);
    for (uint32_t i = 0; i < each * count; i++)
        load[(size_t)(i / each) * groups + item[i] % groups]++;
    draft->kind_count = groups;
    return true;
}

const struct rd_load_generator rd_random_multi_loads = {
    "random-multi", "groups equal up to one item, shuffled, as many on each host",
    random_attributes, generate_random_multi, RD_MAKES_LOADS};
