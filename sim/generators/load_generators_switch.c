#include "load_generators_switch.h"

#include "sim/base/gcd.h"
#include "sim/base/integers.h"
#include "sim/base/rng.h"
#include "sim/model/instance.h"

#include <inttypes.h>
#include <math.h>

enum stream { ENTRY_STREAM = 31, PLACE_STREAM, OWNER_STREAM };

/* Items that are placed one by one, and blocks that are walked one by one. */
enum { STEP_LIMIT = 100000000 };

#define COUNT "integer 1 9007199254740992"
#define ITEMS "integer 0 9007199254740992"
#define HOSTS "integer 0 1000000"

/* Do hosts times kinds fit? */
static bool check_entries(uint32_t count, uint64_t kind_count, struct rd_error *reterr)
{
    rd_assert(count > 0);
    if (kind_count == 0 || kind_count > RD_LOAD_ENTRY_LIMIT / count)
        return rd_wrong(reterr,
                        "%" PRIu64 " kinds on %" PRIu32 " hosts: at least 1, and hosts times kinds "
                        "at most %" PRIu64 ", are supported",
                        kind_count, count, RD_LOAD_ENTRY_LIMIT);
    return true;
}

bool rd_load_table(struct rd_load_draft *draft, uint64_t kind_count, struct rd_error *reterr)
{
    if (!check_entries(draft->count, kind_count, reterr))
        return false;
    draft->load = rd_take(draft->arena, (size_t)(draft->count * kind_count), int64_t);
    draft->kind_count = (uint32_t)kind_count;
    return true;
}

/* May `hosts`, what an attribute asks for, be had of `count`? */
static bool check_hosts(const char *name, int64_t hosts, uint32_t count, struct rd_error *reterr)
{
    return hosts <= count ||
           rd_wrong(reterr, "%s: %" PRId64 " hosts, of %" PRIu32 ": at most these are accepted",
                    name, hosts, count);
}

/* --- matrix --- */

static const struct rd_option_spec matrix_attributes[] = {
    {"rows", "rows 0 9007199254740992", "0", "for each host its items of each component"}, {0}};

static bool generate_matrix(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    struct rd_integer_rows rows = rd_option_rows(draft->attributes, "rows", draft->arena);
    if (!check_hosts("rows", (int64_t)rows.row_count, count, reterr) ||
        !rd_load_table(draft, rows.column_count, reterr))
        return false;
    for (size_t i = 0; i < rows.row_count * rows.column_count; i++)
        draft->load[i] = rows.value[i];
    return true;
}

const struct rd_load_generator rd_matrix_loads = {
    "matrix", "for each host a row of its items of each component, as \"0 7; 7 0\"",
    matrix_attributes, generate_matrix, RD_MAKES_LOADS};

/* --- random-matrix --- */

static const struct rd_option_spec random_matrix_attributes[] = {
    {"low", ITEMS, "0", "the least entry"},
    {"high", ITEMS, "9", "the greatest entry"},
    {"kinds", HOSTS, "0", "components; 0: as many as hosts"},
    {0}};

static bool generate_random_matrix(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    int64_t low = rd_option_integer(draft->attributes, "low");
    int64_t high = rd_option_integer(draft->attributes, "high");
    int64_t kinds = rd_option_integer(draft->attributes, "kinds");
    uint32_t kind_count = kinds ? (uint32_t)kinds : count;
    if (low > high)
        return rd_wrong(reterr, "low %" PRId64 " and high %" PRId64 ": low must not be above high",
                        low, high);
    if (high > RD_ITEM_LIMIT / count / kind_count)
        return rd_wrong(reterr,
                        "up to %" PRId64 " items of %" PRIu32 " kinds on each of %" PRIu32
                        " hosts: at most 2^53 in all are supported",
                        high, kind_count, count);
    if (!rd_load_table(draft, kind_count, reterr))
        return false;
    struct rd_rng rng = rd_rng_seeded(draft->attributes->seed, ENTRY_STREAM);
    for (size_t i = 0; i < (size_t)count * kind_count; i++)
        draft->load[i] = rd_rng_between(&rng, low, high);
    return true;
}

const struct rd_load_generator rd_random_matrix_loads = {
    "random-matrix", "each host's items of each component drawn between low and high",
    random_matrix_attributes, generate_random_matrix, RD_MAKES_LOADS};

/* --- components --- */

static const struct rd_option_spec components_attributes[] = {
    {"items", ITEMS, "20", "on each host, and in each component: D"},
    {"alpha", "number 0 1", "0", "the share of component j that starts on host j+1"},
    {0}};

/* floor(alpha D), alpha being the decimal number that its author wrote: the largest a such that
 * a/D, rounded as alpha was, is not above it (0.29 of 100 are 29, though 0.29 * 100 < 29). */
static int64_t share_of(double alpha, int64_t items)
{
    int64_t share = (int64_t)floor(alpha * (double)items);
    while (share < items && (double)(share + 1) / (double)items <= alpha)
        share++;
    while (share > 0 && (double)share / (double)items > alpha)
        share--;
    return share;
}

/* A place is an item of a component. Items are dealt to the hosts in the order of a uniform
 * permutation of the places: `items` a host, host by host. In: at most STEP_LIMIT in all. */
static void deal(uint32_t count, uint32_t items, uint64_t seed, struct rd_arena *arena,
                 int64_t *load)
{
    struct rd_rng rng = rd_rng_seeded(seed, PLACE_STREAM);
    const uint32_t *place = rd_rng_order(&rng, count * items, arena);
    for (uint32_t i = 0; i < count * items; i++)
        load[(size_t)(i / items) * count + place[i] / items]++;
}

static bool generate_components(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    int64_t items = rd_option_integer(draft->attributes, "items");
    int64_t shifted = share_of(rd_option_number(draft->attributes, "alpha"), items);
    if (items > RD_ITEM_LIMIT / count)
        return rd_wrong(reterr,
                        "%" PRId64 " items on each of %" PRIu32
                        " hosts: at most 2^53 in all are supported",
                        items, count);
    if (items - shifted > STEP_LIMIT / count)
        return rd_wrong(reterr,
                        "%" PRId64 " items on each of %" PRIu32
                        " hosts to deal one by one: at most %d in all are supported",
                        items - shifted, count, STEP_LIMIT);
    if (!rd_load_table(draft, count, reterr))
        return false;
    for (uint32_t j = 0; j < count; j++)
        draft->load[(size_t)((j + 1) % count) * count + j] = shifted;
    deal(count, (uint32_t)(items - shifted), draft->attributes->seed, draft->arena, draft->load);
    return true;
}

const struct rd_load_generator rd_components_loads = {
    "components",
    "as many items on each host as in each component: a share of j on host j+1, the others at "
    "random",
    components_attributes, generate_components, RD_MAKES_LOADS};

/* --- cyclic --- */

/* One dimension: item i lies on host floor(i/from) mod from_hosts and belongs to component
 * floor(i/to) mod to_hosts. */
struct cyclic {
    int64_t items, from, to, from_hosts, to_hosts;
};

/* Counts items by host and component, from the first on. In: count [from_hosts * to_hosts], added
 * to. Cost: O(items / min(from, to)). */
static void count_blocks(const struct cyclic *cyclic, int64_t items, int64_t *count)
{
    for (int64_t i = 0; i < items;) {
        int64_t end = rd_least(items, rd_least((i / cyclic->from + 1) * cyclic->from,
                                               (i / cyclic->to + 1) * cyclic->to));
        int64_t host = i / cyclic->from % cyclic->from_hosts;
        count[host * cyclic->to_hosts + i / cyclic->to % cyclic->to_hosts] += end - i;
        i = end;
    }
}

/* The least number of items after which both distributions start again; at most `items`. */
static int64_t period_of(const struct cyclic *cyclic)
{
    if (cyclic->from > cyclic->items / cyclic->from_hosts ||
        cyclic->to > cyclic->items / cyclic->to_hosts)
        return cyclic->items;
    int64_t a = cyclic->from * cyclic->from_hosts, b = cyclic->to * cyclic->to_hosts;
    return rd_lcm(a, b, cyclic->items);
}

/* The matrix of one dimension [from_hosts * to_hosts]: one period, so often as it fits, and what is
 * left.
 * Errors: RD_ERROR_INPUT if a period has too many blocks. */
static bool cyclic_matrix(const struct cyclic *cyclic, struct rd_arena *arena, int64_t **ret_matrix,
                          struct rd_error *reterr)
{
    int64_t period = period_of(cyclic);
    if (period / rd_least(cyclic->from, cyclic->to) > STEP_LIMIT)
        return rd_wrong(reterr,
                        "blocks of %" PRId64 " and %" PRId64 " that meet again after %" PRId64
                        " items: at most %d blocks in a period are supported",
                        cyclic->from, cyclic->to, period, STEP_LIMIT);
    uint64_t entries = (uint64_t)cyclic->from_hosts * (uint64_t)cyclic->to_hosts;
    if (!check_entries((uint32_t)cyclic->from_hosts, (uint64_t)cyclic->to_hosts, reterr))
        return false;
    int64_t *matrix = rd_take(arena, entries, int64_t);
    count_blocks(cyclic, period, matrix);
    for (uint64_t i = 0; i < entries; i++)
        matrix[i] *= cyclic->items / period;
    count_blocks(cyclic, cyclic->items % period, matrix);
    *ret_matrix = matrix;
    return true;
}

static const struct rd_option_spec cyclic_attributes[] = {
    {"items", COUNT, "1000", "items in all"},
    {"from", COUNT, "1", "r, the block of the owners"},
    {"to", COUNT, "2", "s, the block of the components"},
    {"from-hosts", HOSTS, "0", "hosts that own items; 0: all"},
    {"to-hosts", HOSTS, "0", "components; 0: as many as hosts"},
    {0}};

static bool generate_cyclic(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    struct cyclic cyclic = {.items = rd_option_integer(draft->attributes, "items"),
                            .from = rd_option_integer(draft->attributes, "from"),
                            .to = rd_option_integer(draft->attributes, "to"),
                            .from_hosts = rd_option_integer(draft->attributes, "from-hosts"),
                            .to_hosts = rd_option_integer(draft->attributes, "to-hosts")};
    int64_t *matrix;
    if (!check_hosts("from-hosts", cyclic.from_hosts, count, reterr) ||
        !check_hosts("to-hosts", cyclic.to_hosts, count, reterr))
        return false;
    if (cyclic.from_hosts == 0)
        cyclic.from_hosts = count;
    if (cyclic.to_hosts == 0)
        cyclic.to_hosts = count;
    if (!rd_load_table(draft, (uint64_t)cyclic.to_hosts, reterr) ||
        !cyclic_matrix(&cyclic, draft->arena, &matrix, reterr))
        return false;
    for (size_t i = 0; i < (size_t)(cyclic.from_hosts * cyclic.to_hosts); i++)
        draft->load[i] = matrix[i];
    return true;
}

const struct rd_load_generator rd_cyclic_loads = {
    "cyclic", "from CYCLIC(r) on some hosts to CYCLIC(s) on as many or others", cyclic_attributes,
    generate_cyclic, RD_MAKES_LOADS};

/* --- cyclic-grid --- */

#define PAIR "integers 1 9007199254740992"

static const struct rd_option_spec grid_attributes[] = {
    {"size", PAIR, "100 100", "rows and columns of the matrix"},
    {"from", PAIR, "1 1", "rows and columns of a block of the owners"},
    {"to", PAIR, "2 2", "rows and columns of a block of the components"},
    {"from-grid", PAIR, "1 1", "rows and columns of the grid of hosts that own items"},
    {"to-grid", PAIR, "1 1", "rows and columns of the grid of components"},
    {0}};

/* Both numbers of an attribute: ret_pair[0] of rows, [1] of columns. */
static bool read_pair(const struct rd_options *attributes, const char *name, struct rd_arena *arena,
                      int64_t ret_pair[2], struct rd_error *reterr)
{
    struct rd_integer_rows rows = rd_option_rows(attributes, name, arena);
    if (rows.column_count != 2)
        return rd_wrong(reterr, "%s of a grid: %zu numbers: two are accepted, for rows and columns",
                        name, rows.column_count);
    ret_pair[0] = rows.value[0];
    ret_pair[1] = rows.value[1];
    return true;
}

static bool check_grid(const char *name, const int64_t grid[2], uint32_t count,
                       struct rd_error *reterr)
{
    return grid[0] <= count / grid[1] ||
           rd_wrong(reterr,
                    "%s: %" PRId64 " times %" PRId64 " hosts, of %" PRIu32
                    ": at most these are accepted",
                    name, grid[0], grid[1], count);
}

/* An item's row and its column are distributed each by itself: entries are products. */
static void multiply(const struct cyclic axis[2], int64_t *const matrix[2], int64_t *load)
{
    int64_t kinds = axis[0].to_hosts * axis[1].to_hosts;
    for (int64_t row = 0; row < axis[0].from_hosts; row++)
        for (int64_t column = 0; column < axis[1].from_hosts; column++)
            for (int64_t kind = 0; kind < kinds; kind++) {
                int64_t host = row * axis[1].from_hosts + column;
                int64_t kind_row = kind / axis[1].to_hosts, kind_column = kind % axis[1].to_hosts;
                load[host * kinds + kind] = matrix[0][row * axis[0].to_hosts + kind_row] *
                                            matrix[1][column * axis[1].to_hosts + kind_column];
            }
}

static bool generate_grid(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    int64_t size[2], from[2], to[2], from_grid[2], to_grid[2], *matrix[2];
    struct cyclic axis[2];
    if (!read_pair(draft->attributes, "size", draft->arena, size, reterr) ||
        !read_pair(draft->attributes, "from", draft->arena, from, reterr) ||
        !read_pair(draft->attributes, "to", draft->arena, to, reterr) ||
        !read_pair(draft->attributes, "from-grid", draft->arena, from_grid, reterr) ||
        !read_pair(draft->attributes, "to-grid", draft->arena, to_grid, reterr) ||
        !check_grid("from-grid", from_grid, count, reterr) ||
        !check_grid("to-grid", to_grid, count, reterr))
        return false;
    if (size[0] > RD_ITEM_LIMIT / size[1])
        return rd_wrong(reterr,
                        "a matrix of %" PRId64 " times %" PRId64
                        " items: at most 2^53 in all are supported",
                        size[0], size[1]);
    for (int i = 0; i < 2; i++) {
        axis[i] = (struct cyclic){size[i], from[i], to[i], from_grid[i], to_grid[i]};
        if (!cyclic_matrix(&axis[i], draft->arena, &matrix[i], reterr))
            return false;
    }
    if (!rd_load_table(draft, (uint64_t)(to_grid[0] * to_grid[1]), reterr))
        return false;
    multiply(axis, matrix, draft->load);
    return true;
}

const struct rd_load_generator rd_cyclic_grid_loads = {
    "cyclic-grid", "a matrix on a grid of hosts, CYCLIC in rows and in columns, to another",
    grid_attributes, generate_grid, RD_MAKES_LOADS};

/* --- scattered-matrix --- */

static const struct rd_option_spec scattered_matrix_attributes[] = {
    {"side", COUNT, "40", "n, of the square matrix"},
    {"blocks", "integer 0 1000", "0", "p, the blocks in a row; 0: the root of the hosts"},
    {0}};

/* Items in the order of rows, each on a host drawn among p^2; component (a, b) = p floor(a/r) +
 * floor(b/r) with r = n/p. */
static void scatter(int64_t side, int64_t blocks, uint64_t seed, int64_t *load)
{
    struct rd_rng rng = rd_rng_seeded(seed, OWNER_STREAM);
    int64_t block = side / blocks, kinds = blocks * blocks;
    for (int64_t a = 0; a < side; a++)
        for (int64_t b = 0; b < side; b++) {
            int64_t host = (int64_t)rd_rng_below(&rng, (uint64_t)kinds);
            load[host * kinds + blocks * (a / block) + b / block]++;
        }
}

static bool generate_scattered_matrix(struct rd_load_draft *draft, struct rd_error *reterr)
{
    uint32_t count = draft->count;
    int64_t side = rd_option_integer(draft->attributes, "side");
    int64_t blocks = rd_option_integer(draft->attributes, "blocks");
    if (blocks == 0)
        blocks = (int64_t)floor(sqrt((double)count));
    if (!check_hosts("blocks in a row, squared", blocks * blocks, count, reterr))
        return false;
    if (side % blocks != 0)
        return rd_wrong(
            reterr, "a side of %" PRId64 " in %" PRId64 " blocks: a multiple of them is accepted",
            side, blocks);
    if (side > STEP_LIMIT / side)
        return rd_wrong(reterr,
                        "a side of %" PRId64 ": at most %d items, drawn one by one, are supported",
                        side, STEP_LIMIT);
    if (!rd_load_table(draft, (uint64_t)(blocks * blocks), reterr))
        return false;
    scatter(side, blocks, draft->attributes->seed, draft->load);
    return true;
}

const struct rd_load_generator rd_scattered_matrix_loads = {
    "scattered-matrix", "items of a square matrix on hosts at random, its square blocks components",
    scattered_matrix_attributes, generate_scattered_matrix, RD_MAKES_LOADS};
