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

static int by_name(const void *one, const void *other)
{
    const struct rd_option *a = one, *b = other;
    return strcmp(a->name, b->name);
}

static struct rd_vary *find(struct rd_vary *vary, size_t count, const char *parameter)
{
    for (size_t i = 0; i < count; i++)
        if (rd_vary_sets(&vary[i], parameter))
            return &vary[i];
    return NULL;
}

/* Takes a parameter out of every <case>. */
static void leave_out(struct rd_vary *vary, const char *parameter, struct rd_arena *arena)
{
    struct rd_case *at = rd_take(arena, vary->value_count, struct rd_case);
    for (size_t i = 0; i < vary->value_count; i++) {
        const struct rd_case *old = &vary->at[i];
        struct rd_option *set = rd_take(arena, old->set_count, struct rd_option);
        at[i].set = set;
        for (size_t j = 0; j < old->set_count; j++)
            if (strcmp(old->set[j].name, parameter) != 0)
                set[at[i].set_count++] = old->set[j];
    }
    vary->at = at;
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
        if (place && place->at)
            leave_out(place, set[i].name, arena);
        if (!place || place->at)
            place = &vary[count++];
        *place = (struct rd_vary){.parameter = set[i].name, .value = value, .value_count = 1};
    }
    qsort(vary, count, sizeof *vary, by_parameter);
    struct rd_points points = {.scenario_hash = scenario_hash,
                               .vary = vary,
                               .vary_count = count,
                               .repeat_count = sweep->repeat_count,
                               .seed = sweep->seed,
                               .seeds = sweep->seeds,
                               .simulate_every = sweep->line > 0 ? sweep->simulate_every : 1,
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
                         size_t value_count, int64_t repetition)
{
    struct rd_sha256 sha256;
    unsigned char digest[RD_SHA256_BYTES];
    uint64_t seed = 0;
    if (points->seeds == RD_COUNTED_SEEDS)
        return (int64_t)points->seed + repetition - 1;
    rd_sha256_begin(&sha256);
    add_number(&sha256, points->seed);
    if (points->seeds == RD_INDEPENDENT_SEEDS)
        add_values(&sha256, value, value_count);
    add_number(&sha256, (uint64_t)repetition);
    rd_sha256_end(&sha256, digest);
    for (size_t i = 0; i < 8; i++)
        seed = seed << 8 | digest[i];
    return (int64_t)(seed >> 11); /* 53 bits: whole in every reader of JSON */
}

static void name_point(const struct rd_points *points, struct rd_point *point)
{
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    rd_sha256_add_text(&sha256, points->scenario_hash);
    add_values(&sha256, point->set + point->drawn_count, point->set_count - point->drawn_count);
    if (points->repeat_count > 0) {
        add_number(&sha256, (uint64_t)point->repetition);
        add_number(&sha256, (uint64_t)point->seed);
    }
    if (!point->simulate)
        rd_sha256_add_text(&sha256, "not simulated");
    rd_sha256_end_text(&sha256, point->key);
}

struct rd_case rd_vary_case(const struct rd_vary *vary, size_t which, struct rd_option *room)
{
    if (vary->at)
        return vary->at[which];
    *room = (struct rd_option){vary->parameter, vary->value[which]};
    return (struct rd_case){room, 1};
}

/* How many parameters the point of a number sets, and with `value` which, not sorted. */
static size_t take_values(const struct rd_points *points, int64_t number, struct rd_option *value)
{
    size_t count = 0;
    for (size_t i = points->vary_count; i-- > 0;) {
        const struct rd_vary *vary = &points->vary[i];
        size_t which = (size_t)number % vary->value_count;
        struct rd_option plain;
        const struct rd_case one = rd_vary_case(vary, which, &plain);
        for (size_t j = 0; j < one.set_count; j++, count++)
            if (value)
                value[count] = one.set[j];
        number /= (int64_t)vary->value_count;
    }
    return count;
}

/* Does what a case says of the sweep, and takes it out of the parameters. Returns: how many are
 * left. */
static size_t take_orders(struct rd_point *point, struct rd_option *value, size_t count)
{
    size_t left = 0;
    int64_t repeat = INT64_MAX;
    for (size_t i = 0; i < count; i++)
        if (strcmp(value[i].name, "simulate") == 0)
            point->simulate = strcmp(value[i].value, "yes") == 0;
        else if (strcmp(value[i].name, "repeat") == 0)
            rd_integer_parse(value[i].value, strlen(value[i].value), 1, INT64_MAX, &repeat);
        else
            value[left++] = value[i];
    point->left_out = point->repetition > repeat;
    return left;
}

void rd_points_at(const struct rd_points *points, int64_t number, struct rd_arena *arena,
                  struct rd_point *ret_point)
{
    struct rd_point point = {.repetition = RD_NO_INTEGER, .seed = RD_NO_INTEGER};
    int64_t rest = number;
    if (points->repeat_count > 0) {
        point.repetition = 1 + rest % points->repeat_count;
        rest /= points->repeat_count;
        point.drawn_count = 1;
    }
    point.simulate =
        points->simulate_every == 1 ||
        (points->simulate_every > 1 && (point.repetition - 1) % points->simulate_every == 0);
    size_t count = take_values(points, rest, NULL);
    struct rd_option *set = rd_take(arena, point.drawn_count + count, struct rd_option);
    struct rd_option *value = set + point.drawn_count;
    take_values(points, rest, value);
    qsort(value, count, sizeof *value, by_name);
    count = take_orders(&point, value, count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(value[i].name, "seed") == 0)
            rd_integer_parse(value[i].value, strlen(value[i].value), 0, INT64_MAX, &point.seed);
    if (point.drawn_count > 0) {
        point.seed = draw_seed(points, value, count, point.repetition);
        set[0] = (struct rd_option){"seed", rd_arena_print(arena, "%" PRId64, point.seed)};
    }
    point.set = set;
    point.set_count = point.drawn_count + count;
    name_point(points, &point);
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
