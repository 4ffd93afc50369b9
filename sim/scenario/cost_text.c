#include "cost_text.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

bool rd_is_cost(double value)
{
    return value == 0 || (value >= RD_COST_LOWEST && value <= RD_COST_LIMIT);
}

static bool text_fail(const struct rd_costs *costs, struct rd_error *reterr)
{
    return rd_fail(
        reterr, RD_ERROR_INPUT, NULL, 0,
        "%s \"%.100s\": \"2\", \"uniform 1 10\" (integers), \"same 1 10\" (one for all), "
        "\"real 0.5 2\", \"list 1 2 3\" or \"three-partition 1 1 1\", with 0 or numbers from %g to "
        "%g, is accepted",
        costs->name, costs->text, RD_COST_LOWEST, RD_COST_LIMIT);
}

/* Reads the next word of a text as a number. Returns: 1, 0 at the end of the text, or -1. */
static int next_number(const char **text, double *ret_number)
{
    const char *start = *text + strspn(*text, " ");
    size_t length = strcspn(start, " ");
    if (length == 0)
        return 0;
    *text = start + length;
    return rd_number_parse(start, length, ret_number) && rd_is_cost(*ret_number) ? 1 : -1;
}

static bool read_list(const char *text, struct rd_arena *arena, struct rd_costs *costs)
{
    uint32_t count = 0;
    double *list = NULL;
    double number;
    int found;
    while ((found = next_number(&text, &number)) == 1)
        rd_arena_add(arena, list, count, number);
    costs->list = list;
    costs->list_count = count;
    return found == 0 && count > 0;
}

/* Of 3m whole numbers from 1 on, whose sum is a multiple of m: the star that their 3-Partition
 * problem becomes (docs/star.md). Its workers are a sender, one for each size, m marks. */
static bool read_three_partition(const char *text, struct rd_arena *arena, struct rd_costs *costs)
{
    if (!read_list(text, arena, costs) || costs->list_count % 3 != 0)
        return false;
    uint32_t sizes = costs->list_count, m = sizes / 3;
    const double *size = costs->list;
    bool whole = true, of_hosts = strcmp(costs->name, "compute") == 0;
    double sum = 0, items = 4 * (double)m;
    for (uint32_t i = 0; i < sizes; i++) {
        whole = whole && size[i] >= 1 && size[i] == floor(size[i]);
        sum += size[i];
    }
    double more = 6 * sum + items, link = sum / m + 3 * more + 1, end = 2 * (items + 1) * link + 1;
    double *value = rd_take(arena, (size_t)sizes + m + 1, double);
    value[0] = of_hosts ? end : link;
    for (uint32_t i = 0; i < sizes; i++)
        value[1 + i] = of_hosts ? end - (items + 1) * link : 4 * (size[i] + more);
    for (uint32_t k = 1; k <= m; k++)
        value[sizes + k] = of_hosts ? end - (4 * k + 1) * link : 4;
    costs->list = value;
    costs->list_count = sizes + m + 1;
    return whole && fmod(sum, m) == 0 && rd_is_cost(end);
}

static bool read_range(const char *text, struct rd_costs *costs)
{
    double beyond;
    bool read = next_number(&text, &costs->low) == 1 && next_number(&text, &costs->high) == 1 &&
                next_number(&text, &beyond) == 0 && costs->low <= costs->high;
    if (costs->form == RD_COST_UNIFORM)
        read = read && costs->low == floor(costs->low) && costs->high == floor(costs->high);
    return read;
}

bool rd_costs_read(const char *name, const char *text, uint64_t seed, uint64_t stream,
                   struct rd_arena *arena, struct rd_costs *ret_costs, struct rd_error *reterr)
{
    struct rd_costs costs = {.name = name, .text = text, .rng = rd_rng_seeded(seed, stream)};
    const char *word = text + strspn(text, " ");
    double beyond;
    bool read;
    if (strncmp(word, "uniform ", 8) == 0 || strncmp(word, "same ", 5) == 0) {
        bool one = *word == 's';
        costs.form = RD_COST_UNIFORM;
        read = read_range(word + (one ? 5 : 8), &costs);
        if (read && one)
            costs.low = rd_costs_next(&costs);
        costs.form = one ? RD_COST_ONE : RD_COST_UNIFORM;
    } else if (strncmp(word, "real ", 5) == 0) {
        costs.form = RD_COST_REAL;
        read = read_range(word + 5, &costs);
    } else if (strncmp(word, "list ", 5) == 0) {
        costs.form = RD_COST_LIST;
        read = read_list(word + 5, arena, &costs);
    } else if (strncmp(word, "three-partition ", 16) == 0) {
        costs.form = RD_COST_LIST;
        read = read_three_partition(word + 16, arena, &costs);
    } else {
        costs.form = RD_COST_ONE;
        read = next_number(&word, &costs.low) == 1 && next_number(&word, &beyond) == 0;
    }
    if (!read)
        return text_fail(&costs, reterr);
    *ret_costs = costs;
    return true;
}

bool rd_costs_fit(const struct rd_costs *costs, uint32_t count, const char *counted,
                  struct rd_error *reterr)
{
    if (costs->form != RD_COST_LIST || costs->list_count == count)
        return true;
    return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                   "%s \"%.100s\" has %" PRIu32 " values and there are %" PRIu32
                   " %s: one value each is needed",
                   costs->name, costs->text, costs->list_count, count, counted);
}

double rd_costs_next(struct rd_costs *costs)
{
    uint32_t at = costs->drawn++;
    switch (costs->form) {
    case RD_COST_ONE: return costs->low;
    case RD_COST_UNIFORM:
        return (double)rd_rng_between(&costs->rng, (int64_t)costs->low, (int64_t)costs->high);
    case RD_COST_REAL: return costs->low + (costs->high - costs->low) * rd_rng_unit(&costs->rng);
    case RD_COST_LIST: break;
    }
    rd_assert(at < costs->list_count);
    return costs->list[at];
}
