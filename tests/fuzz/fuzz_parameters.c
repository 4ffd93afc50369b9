/* A scenario's number, then lines NAME=VALUE as what --set says: refused with messages, or a
 * scenario that is the same in whatever order they are given. */
#include "lines.h"
#include "reading.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const texts[] = {
    "<scenario><platform generator='ring' direction='one-way' hosts='4' cost='uniform 1 5'/>"
    "<topology shape='ring'/><loads generator='uniform' low='1' high='9' after='balanced'/>"
    "<goal reach='after'/><run algorithm='all'/></scenario>",
    "<scenario><platform file='../platforms/star.xml'/><topology shape='star' hosts='w[08-10] x' "
    "master='boss'/><network ports='one'/><items flops='1'/><loads file='star_loads.csv'/>"
    "<goal reach='finish'/><run algorithm='all' seed='3'/><run algorithm='star-bba'/></scenario>",
    "<scenario><platform generator='switch' hosts='6'/><topology shape='switch'/>"
    "<loads generator='skewed' total='100' skew='1'/><goal reach='stencil' iterations='3'/>"
    "<run algorithm='all'/></scenario>",
    "<scenario><platform generator='hypercube' hosts='8' cost='0' latency='1'/>"
    "<topology shape='hypercube'/><items bytes='0'/><loads generator='piled' total='80'/>"
    "<goal reach='balance'/><run algorithm='all'/>"
    "<sweep><vary parameter='load-total' values='8 16'/><repeat count='3'/></sweep></scenario>",
};

enum { TEXT_COUNT = sizeof texts / sizeof *texts };

static bool read_with(const char *text, const struct rd_option *set, size_t count,
                      struct rd_arena *arena, struct rd_scenario *scenario,
                      struct rd_error_list *errors)
{
    const struct rd_scenario_settings settings = {.set = set, .set_count = count};
    return rd_scenario_read_text(SCENARIO_TESTS "/valid/fuzz.xml", text, strlen(text), &settings,
                                 arena, scenario, errors);
}

/* Numbers that are accepted and take long: hosts and items. */
static bool is_slow(const struct rd_option *set, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strspn(set[i].value, "0123456789") > 4)
            return true;
    return false;
}

static void check(const char *text, struct rd_option *set, size_t count, struct rd_arena *arena)
{
    struct rd_scenario scenario = {0}, again;
    struct rd_error_list errors = {.arena = arena};
    struct rd_option turned[LINES_LIMIT + 1];
    bool read = read_with(text, set, count, arena, &scenario, &errors);
    if (read)
        reading_check_scenario(&scenario);
    else
        reading_check_errors(&errors);
    rd_assert(read || !scenario.path);
    for (size_t i = 0; i < count; i++)
        turned[i] = set[count - 1 - i];
    rd_assert(read_with(text, turned, count, arena, &again, &errors) == read);
    if (read)
        reading_check_same(&scenario, &again);
    if (count > 0 && read) {
        turned[count] = turned[0];
        rd_assert(!read_with(text, turned, count + 1, arena, &again, &errors));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lines lines;
    struct rd_option set[LINES_LIMIT];
    struct rd_arena arena;
    if (size == 0 || data[0] - '0' >= TEXT_COUNT || data[0] < '0')
        return 0;
    lines_open(&lines, data, size);
    size_t count = lines_options(&lines, 1, set);
    rd_arena_open(&arena, (size_t)1 << 30);
    if (!is_slow(set, count))
        check(texts[data[0] - '0'], set, count, &arena);
    rd_arena_close(&arena);
    lines_close(&lines);
    return 0;
}
