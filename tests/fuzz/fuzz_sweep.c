/* Any bytes as the <sweep> of a scenario: refused with messages, or points that are all different
 * and keep their names when the scenario is read again. */
#include "reading.h"

#include "sim/sweep/points.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_POINTS = 60 };

static bool read_text(const char *text, struct rd_arena *arena, struct rd_scenario *scenario,
                      struct rd_error_list *errors)
{
    static const struct rd_scenario_settings settings = {0};
    return rd_scenario_read_text("fuzz.xml", text, strlen(text), &settings, arena, scenario,
                                 errors);
}

static void check_points(const struct rd_scenario *scenario, struct rd_arena *arena)
{
    static const struct rd_option set[] = {{"ports", "one"}};
    struct rd_points points;
    struct rd_point point[MOST_POINTS];
    rd_points_open(&scenario->sweep, NULL, 0, "hash", arena, &points);
    int64_t expected = points.repeat_count > 0 ? points.repeat_count : 1;
    for (size_t i = 0; i < points.vary_count; i++)
        expected *= (int64_t)points.vary[i].value_count;
    rd_assert(points.count == expected && expected > 0 && expected <= RD_SWEEP_LIMIT);
    rd_assert(points.vary_count == scenario->sweep.vary_count);
    size_t count = expected < MOST_POINTS ? (size_t)expected : MOST_POINTS;
    for (size_t i = 0; i < count; i++) {
        rd_points_at(&points, expected - 1 - (int64_t)i, arena, &point[i]);
        rd_assert(strlen(point[i].key) == RD_SHA256_TEXT_SIZE - 1);
        for (size_t j = 0; j < i; j++)
            rd_assert(strcmp(point[i].key, point[j].key) != 0);
    }
    rd_points_open(&scenario->sweep, set, 1, "hash", arena, &points);
    rd_assert(points.count <= expected && expected % points.count == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char before[] =
        "<scenario><platform generator='ring' direction='one-way' hosts='4'/>"
        "<topology shape='ring'/><loads generator='uniform' low='1' high='9' after='balanced'/>"
        "<goal reach='after'/><run algorithm='all'/>";
    const char *sweep = (const char *)data;
    struct rd_arena arena;
    struct rd_scenario scenario = {0}, again;
    /* A document of its own may be a part of another but for its first line. */
    if (size > 2 && memcmp(sweep, "<?", 2) == 0) {
        const char *end = memchr(sweep, '>', size);
        size -= end ? (size_t)(end + 1 - sweep) : 0;
        sweep = end ? end + 1 : sweep;
    }
    rd_arena_open(&arena, (size_t)1 << 30);
    struct rd_error_list errors = {.arena = &arena};
    const char *text = rd_arena_print(&arena, "%s%.*s</scenario>", before, (int)size, sweep);
    if (read_text(text, &arena, &scenario, &errors)) {
        reading_check_scenario(&scenario);
        check_points(&scenario, &arena);
        rd_assert(read_text(text, &arena, &again, &errors));
        reading_check_same(&scenario, &again);
    } else {
        reading_check_errors(&errors);
        rd_assert(!scenario.path);
    }
    rd_arena_close(&arena);
    return 0;
}
