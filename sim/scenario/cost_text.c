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
        "\"real 0.5 2\" or \"list 1 2 3\", with 0 or numbers from %g to %g, is accepted",
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
