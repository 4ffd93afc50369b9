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
    return rd_wrong(reterr,
                    "%s \"%.100s\": \"2\", \"uniform 1 10\" (integers), \"same 1 10\" (one for "
                    "all), \"real 0.5 2\", \"list 1 2 3\" or \"three-partition 1 1 1\", with 0 or "
                    "numbers from %g to %g, is accepted",
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

/* What a text may begin with. */
static const struct cost_form {
    const char *word;
    enum { ONE_NUMBER, ONE_FOR_ALL, INTEGERS, REALS, NUMBERS, SIZES } reads;
    bool drawn;
} forms[] = {
    {"uniform ", INTEGERS, true}, {"same ", ONE_FOR_ALL, true},       {"real ", REALS, true},
    {"list ", NUMBERS, false},    {"three-partition ", SIZES, false}, {"", ONE_NUMBER, false}};

/* The form of a text. *ret_rest: what comes after its word. */
static const struct cost_form *form_of(const char *text, const char **ret_rest)
{
    const struct cost_form *form = forms;
    text += strspn(text, " ");
    while (strncmp(text, form->word, strlen(form->word)) != 0)
        form++;
    *ret_rest = text + strlen(form->word);
    return form;
}

bool rd_costs_are_drawn(const char *text)
{
    const char *rest;
    return form_of(text, &rest)->drawn;
}

static bool read_rest(const struct cost_form *form, const char *rest, struct rd_arena *arena,
                      struct rd_costs *costs)
{
    double beyond;
    bool read;
    switch (form->reads) {
    case INTEGERS:
    case ONE_FOR_ALL:
        costs->form = RD_COST_UNIFORM;
        read = read_range(rest, costs);
        if (read && form->reads == ONE_FOR_ALL) {
            costs->low = rd_costs_next(costs);
            costs->form = RD_COST_ONE;
        }
        return read;
    case REALS: costs->form = RD_COST_REAL; return read_range(rest, costs);
    case NUMBERS: costs->form = RD_COST_LIST; return read_list(rest, arena, costs);
    case SIZES: costs->form = RD_COST_LIST; return read_three_partition(rest, arena, costs);
    case ONE_NUMBER: break;
    }
    costs->form = RD_COST_ONE;
    return next_number(&rest, &costs->low) == 1 && next_number(&rest, &beyond) == 0;
}

bool rd_costs_read(const char *name, const char *text, uint64_t seed, uint64_t stream,
                   struct rd_arena *arena, struct rd_costs *ret_costs, struct rd_error *reterr)
{
    struct rd_costs costs = {.name = name, .text = text, .rng = rd_rng_seeded(seed, stream)};
    const char *rest;
    const struct cost_form *form = form_of(text, &rest);
    if (!read_rest(form, rest, arena, &costs))
        return text_fail(&costs, reterr);
    *ret_costs = costs;
    return true;
}

bool rd_costs_fit(const struct rd_costs *costs, uint32_t count, const char *counted,
                  struct rd_error *reterr)
{
    if (costs->form != RD_COST_LIST || costs->list_count == count)
        return true;
    return rd_wrong(reterr,
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
