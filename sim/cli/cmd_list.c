/* redist list: what there is. */
#include "arguments.h"
#include "verbs.h"

#include "algorithms/algorithm.h"
#include "sim/generators/load_generators.h"
#include "sim/figures/figure.h"
#include "sim/report/listing.h"
#include "sim/scenario/parameters.h"
#include "sim/scenario/platform_generator.h"

#include <stdio.h>
#include <string.h>

enum { KEY_FORMAT = RD_KEY_OWN };

struct arguments {
    const char *what; /* or NULL */
    enum rd_format format;
};

/* Writes one list. */
struct list {
    const char *name;
    bool (*write)(enum rd_format format, struct rd_arena *arena);
};

static const char *directions_of(const struct rd_algorithm *algorithm)
{
    switch (algorithm->directions) {
    case RD_ONE_WAY: return "one-way";
    case RD_TWO_WAY: return "two-way";
    case RD_ONE_WAY | RD_TWO_WAY: return "one-way, two-way";
    default: return "";
    }
}

static bool write_algorithms(enum rd_format format, struct rd_arena *arena)
{
    static const struct rd_listing_column column[] = {
        {"name", true}, {"topology", true},  {"direction", true}, {"ports", true},
        {"goal", true}, {"guarantee", true}, {"summary", true},   {"source", false}};
    enum { COLUMN_COUNT = sizeof column / sizeof *column };
    const char **cell = rd_take(arena, rd_algorithm_count * COLUMN_COUNT, const char *);
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        const char **row = cell + i * COLUMN_COUNT;
        row[0] = algorithm->name;
        row[1] = rd_shape_name(algorithm->shape);
        row[2] = directions_of(algorithm);
        row[3] = rd_algorithm_ports(algorithm);
        row[4] = rd_goal_name(algorithm->goal);
        row[5] = algorithm->guarantee == RD_RATIO
                     ? rd_arena_print(arena, "ratio %g", algorithm->ratio)
                     : rd_guarantee_name(algorithm->guarantee);
        row[6] = algorithm->summary;
        row[7] = algorithm->source;
    }
    return rd_listing_write(stdout, format,
                            &(struct rd_listing){column, COLUMN_COUNT, cell, rd_algorithm_count});
}

static bool write_figures(enum rd_format format, struct rd_arena *arena)
{
    static const struct rd_listing_column column[] = {
        {"name", true}, {"summary", true}, {"source", true}, {"scenario", false}};
    enum { COLUMN_COUNT = sizeof column / sizeof *column };
    size_t count = 0;
    while (rd_figures[count])
        count++;
    const char **cell = rd_take(arena, count * COLUMN_COUNT, const char *);
    for (size_t i = 0; i < count; i++) {
        cell[i * COLUMN_COUNT] = rd_figures[i]->name;
        cell[i * COLUMN_COUNT + 1] = rd_figures[i]->summary;
        cell[i * COLUMN_COUNT + 2] = rd_figures[i]->source;
        cell[i * COLUMN_COUNT + 3] =
            rd_arena_print(arena, "scenarios/figures/%s.xml", rd_figures[i]->scenario);
    }
    return rd_listing_write(stdout, format,
                            &(struct rd_listing){column, COLUMN_COUNT, cell, count});
}

/* "low=0, high=100": what a generator of loads takes, and what it takes if it is not told. */
static const char *attributes_of(const struct rd_load_generator *generator, struct rd_arena *arena)
{
    const char *text = "";
    for (const struct rd_option_spec *spec = generator->attributes; spec && spec->name; spec++)
        text = rd_arena_print(arena, "%s%s%s=%s", text, text[0] ? ", " : "", spec->name,
                              spec->value ? spec->value : "?");
    return text;
}

/* "hosts, cost, latency": what a generated platform of a shape takes. Only a ring has a direction.
 */
static const char *platform_attributes_of(enum rd_shape shape, struct rd_arena *arena)
{
    const char *text = "";
    for (const char *const *name = rd_platform_attributes; *name; name++) {
        if (strcmp(*name, "file") == 0 || strcmp(*name, "generator") == 0 ||
            (strcmp(*name, "direction") == 0 && shape != RD_RING))
            continue;
        text = rd_arena_print(arena, "%s%s%s", text, text[0] ? ", " : "", *name);
    }
    return text;
}

static bool write_generators(enum rd_format format, struct rd_arena *arena)
{
    static const struct rd_listing_column column[] = {
        {"name", true}, {"of", true}, {"attributes", true}, {"summary", true}};
    enum { COLUMN_COUNT = sizeof column / sizeof *column };
    size_t load_count = 0;
    while (rd_load_generators[load_count])
        load_count++;
    size_t row_count = RD_SHAPE_COUNT + load_count;
    const char **cell = rd_take(arena, row_count * COLUMN_COUNT, const char *);
    const char **row = cell;
    for (int shape = 0; shape < RD_SHAPE_COUNT; shape++, row += COLUMN_COUNT) {
        row[0] = rd_shape_name((enum rd_shape)shape);
        row[1] = "platform";
        row[2] = platform_attributes_of((enum rd_shape)shape, arena);
        row[3] = rd_arena_print(arena, "a SimGrid platform for a %s", row[0]);
    }
    for (size_t i = 0; i < load_count; i++, row += COLUMN_COUNT) {
        row[0] = rd_load_generators[i]->name;
        row[1] = "loads";
        row[2] = attributes_of(rd_load_generators[i], arena);
        row[3] = rd_load_generators[i]->summary;
    }
    return rd_listing_write(stdout, format,
                            &(struct rd_listing){column, COLUMN_COUNT, cell, row_count});
}

static bool write_parameters(enum rd_format format, struct rd_arena *arena)
{
    static const struct rd_listing_column column[] = {
        {"name", true}, {"element", true}, {"attribute", true}, {"summary", true}};
    enum { COLUMN_COUNT = sizeof column / sizeof *column };
    size_t count = 0;
    while (rd_parameters[count].name)
        count++;
    const char **cell = rd_take(arena, count * COLUMN_COUNT, const char *);
    const char **row = cell;
    for (size_t i = 0; i < count; i++, row += COLUMN_COUNT) {
        row[0] = rd_parameters[i].name;
        row[1] = rd_parameters[i].element;
        row[2] = rd_parameters[i].attribute;
        row[3] = rd_parameters[i].summary;
    }
    return rd_listing_write(stdout, format,
                            &(struct rd_listing){column, COLUMN_COUNT, cell, count});
}

static const struct list lists[] = {
    {"algorithms", write_algorithms},
    {"figures", write_figures},
    {"generators", write_generators},
    {"parameters", write_parameters},
};

enum { LIST_COUNT = sizeof lists / sizeof *lists };

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case KEY_FORMAT: arguments->format = rd_take_format(state, argument); return 0;
    case ARGP_KEY_ARG:
        if (arguments->what)
            rd_refuse_argument(state, argument);
        arguments->what = argument;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0, "table (default), json or csv", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "[algorithms|figures|generators|parameters]",
    .doc = "Lists what there is; algorithms, if nothing else is said. Parameters are what --set "
           "changes."
           "\v"
           "Examples:\n"
           "  redist list\n"
           "  redist list algorithms --format json\n"
           "  redist list generators\n"
           "  redist list parameters\n",
};

int rd_cmd_list(int argc, char **argv)
{
    struct arguments arguments = {.format = RD_FORMAT_TABLE};
    rd_parse_arguments(&argp, argc, argv, &arguments);
    const char *what = arguments.what ? arguments.what : lists[0].name;
    for (size_t i = 0; i < LIST_COUNT; i++) {
        if (strcmp(what, lists[i].name) != 0)
            continue;
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        bool written = lists[i].write(arguments.format, &arena);
        rd_arena_close(&arena);
        return rd_error_exit_status(written ? RD_ERROR_NONE : RD_ERROR_FILE);
    }
    fprintf(stderr,
            "redist list: \"%s\": algorithms, figures, generators or parameters is accepted\n",
            what);
    return rd_error_exit_status(RD_ERROR_USAGE);
}
