#include "points.h"

#include "sim/base/number_text.h"
#include "sim/report/result_row.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int by_parameter(const void *one, const void *other)
{
    const struct rd_vary *a = one, *b = other;
    return strcmp(a->parameter, b->parameter);
}

static struct rd_vary *find(struct rd_vary *vary, size_t count, const char *parameter)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(vary[i].parameter, parameter) == 0)
            return &vary[i];
    return NULL;
}

void rd_points_open(const struct rd_sweep *sweep, const struct rd_option *set, size_t set_count,
                    const char *scenario_hash, struct rd_arena *arena, struct rd_points *ret_points)
{
    struct rd_vary *vary = rd_take(arena, sweep->vary_count + set_count, struct rd_vary);
    size_t count = sweep->vary_count;
    if (count > 0)
        memcpy(vary, sweep->vary, count * sizeof *vary);
    for (size_t i = 0; i < set_count; i++) {
        const char **value = rd_take(arena, 1, const char *);
        value[0] = set[i].value;
        struct rd_vary *place = find(vary, count, set[i].name);
        if (!place)
            place = &vary[count++];
        *place = (struct rd_vary){.parameter = set[i].name, .value = value, .value_count = 1};
    }
    qsort(vary, count, sizeof *vary, by_parameter);
    struct rd_points points = {.scenario_hash = scenario_hash,
                               .vary = vary,
                               .vary_count = count,
                               .repeat_count = sweep->repeat_count,
                               .seed = sweep->seed,
                               .count = sweep->repeat_count > 0 ? sweep->repeat_count : 1};
    if (find(vary, count, "seed")) { /* a seed that is set is every repetition's */
        points.repeat_count = 0;
        points.count = 1;
    }
    for (size_t i = 0; i < count; i++)
        points.count *= (int64_t)vary[i].value_count; /* held to RD_SWEEP_LIMIT by the reader */
    *ret_points = points;
}

/* Takes in what a point is, but for its repetition. */
static void add_values(struct rd_sha256 *sha256, const struct rd_option *value, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        rd_sha256_add_text(sha256, value[i].name);
        rd_sha256_add_text(sha256, value[i].value);
    }
}

static void add_number(struct rd_sha256 *sha256, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    rd_sha256_add_text(sha256, text);
}

static int64_t draw_seed(const struct rd_points *points, const struct rd_option *value,
                         int64_t repetition)
{
    struct rd_sha256 sha256;
    unsigned char digest[RD_SHA256_BYTES];
    uint64_t seed = 0;
    rd_sha256_begin(&sha256);
    add_number(&sha256, points->seed);
    add_values(&sha256, value, points->vary_count);
    add_number(&sha256, (uint64_t)repetition);
    rd_sha256_end(&sha256, digest);
    for (size_t i = 0; i < 8; i++)
        seed = seed << 8 | digest[i];
    return (int64_t)(seed >> 11); /* 53 bits: whole in every reader of JSON */
}

static void name_point(const struct rd_points *points, const struct rd_option *value,
                       struct rd_point *point)
{
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    rd_sha256_add_text(&sha256, points->scenario_hash);
    add_values(&sha256, value, points->vary_count);
    if (points->repeat_count > 0) {
        add_number(&sha256, (uint64_t)point->repetition);
        add_number(&sha256, (uint64_t)point->seed);
    }
    rd_sha256_end_text(&sha256, point->key);
}

void rd_points_at(const struct rd_points *points, int64_t number, struct rd_arena *arena,
                  struct rd_point *ret_point)
{
    struct rd_point point = {.repetition = RD_NO_INTEGER, .seed = RD_NO_INTEGER};
    struct rd_option *set = rd_take(arena, points->vary_count + 1, struct rd_option);
    struct rd_option *value = set;
    int64_t rest = number;
    if (points->repeat_count > 0) {
        point.repetition = 1 + rest % points->repeat_count;
        rest /= points->repeat_count;
        value = set + 1;
    }
    for (size_t i = points->vary_count; i-- > 0;) {
        const struct rd_vary *vary = &points->vary[i];
        value[i] =
            (struct rd_option){vary->parameter, vary->value[(size_t)rest % vary->value_count]};
        rest /= (int64_t)vary->value_count;
        if (strcmp(vary->parameter, "seed") == 0)
            rd_integer_parse(value[i].value, strlen(value[i].value), 0, INT64_MAX, &point.seed);
    }
    if (points->repeat_count > 0) {
        point.seed = draw_seed(points, value, point.repetition);
        set[0] = (struct rd_option){"seed", rd_arena_print(arena, "%" PRId64, point.seed)};
    }
    point.set = set;
    point.set_count = points->vary_count + (points->repeat_count > 0 ? 1 : 0);
    name_point(points, value, &point);
    *ret_point = point;
}

void rd_point_run_key(const struct rd_point *point, const char *algorithm, const char *options,
                      size_t occurrence, char key[RD_SHA256_TEXT_SIZE])
{
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    rd_sha256_add_text(&sha256, point->key);
    rd_sha256_add_text(&sha256, algorithm);
    rd_sha256_add_text(&sha256, options);
    add_number(&sha256, occurrence);
    rd_sha256_end_text(&sha256, key);
}
