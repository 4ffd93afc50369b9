/* redist list: what there is. */
#include "matrix.h"
#include "commands.h"

#include "algorithms/algorithm.h"
#include "sim/generators/load_generators.h"
#include "sim/figures/figure.h"
#include "sim/relabel/placement.h"
#include "sim/report/result_row.h"
#include "sim/report/sheet.h"
#include "sim/scenario/attributes.h"
#include "sim/scenario/platform_generator.h"

#include <stdio.h>
#include <string.h>

struct arguments {
    const char *what; /* or NULL */
    enum rd_format format;
};

static const struct rd_sheet_column algorithm_columns[] = {
    {"name", RD_IN_ALL},    {"topology", RD_IN_ALL}, {"direction", RD_IN_ALL},
    {"ports", RD_IN_ALL},   {"goal", RD_IN_ALL},     {"guarantee", RD_IN_ALL},
    {"origin", RD_IN_ALL},  {"summary", RD_IN_ALL},  {"source", RD_IN_DATA}};

/* Topology, direction, ports and goal. */
static void add_domain(struct rd_sheet *sheet, const struct rd_domain *domain)
{
    char words[RD_LABEL_SIZE];
    rd_sheet_texts(sheet, rd_domain_shape(domain), rd_domain_directions(domain));
    rd_sheet_print(sheet, "%s", rd_domain_ports(domain, words));
    rd_sheet_print(sheet, "%s", rd_domain_goals(domain, words));
}

static void add_algorithms(struct rd_sheet *sheet)
{
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        struct rd_domain domain = rd_algorithm_domain(algorithm);
        rd_sheet_text(sheet, algorithm->name);
        add_domain(sheet, &domain);
        if (algorithm->guarantee == RD_RATIO)
            rd_sheet_print(sheet, "ratio %g", algorithm->ratio);
        else
            rd_sheet_text(sheet, rd_guarantee_name(algorithm->guarantee));
        rd_sheet_text(sheet, rd_algorithm_origin(algorithm));
        rd_sheet_texts(sheet, algorithm->summary, algorithm->source);
    }
}

static const struct rd_sheet_column bound_columns[] = {
    {"name", RD_IN_ALL},  {"topology", RD_IN_ALL}, {"direction", RD_IN_ALL},
    {"ports", RD_IN_ALL}, {"goal", RD_IN_ALL},     {"schedules", RD_IN_ALL},
    {"cost", RD_IN_ALL},  {"summary", RD_IN_ALL},  {"source", RD_IN_DATA}};

static void add_bounds(struct rd_sheet *sheet)
{
    for (size_t i = 0; i < rd_problem_bound_count; i++) {
        const struct rd_problem_bound *bound = rd_problem_bounds[i];
        rd_sheet_text(sheet, bound->name);
        add_domain(sheet, &bound->domain);
        rd_sheet_texts(sheet,
                       bound->claimed     ? "claimed"
                       : bound->schedules ? bound->schedules
                                          : "all",
                       bound->on_request ? "on request"
                       : bound->dear     ? "dear"
                                         : "",
                       bound->summary, bound->source);
    }
}

static const struct rd_sheet_column result_columns[] = {{"name", RD_IN_ALL},
                                                        {"kind", RD_IN_ALL},
                                                        {"unit", RD_IN_ALL},
                                                        {"shown", RD_IN_ALL},
                                                        {"meaning", RD_IN_ALL}};

/* "run, run table, export": what shows a column of results. */
static const char *shown_by(const struct rd_column *column, struct rd_arena *arena)
{
    static const struct {
        unsigned where;
        const char *word;
    } places[] = {{RD_RUN_CSV, "run"},
                  {RD_RUN_TABLE, "run table"},
                  {RD_EXPORTED, "export"},
                  {RD_STORED, "results file"},
                  {RD_ON_PAGE, "report"}};
    const char *text = (column->shown & RD_RUN_DATA) == RD_RUN_JSON ? "run in JSON" : "";
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (column->shown & places[i].where)
            text = rd_arena_print(arena, "%s%s%s", text, *text ? ", " : "", places[i].word);
    return text;
}

static void add_columns(struct rd_sheet *sheet)
{
    for (size_t i = 0; i < rd_result_column_count; i++) {
        const struct rd_column *column = &rd_result_columns[i];
        rd_sheet_texts(sheet, column->name, rd_column_kind_name(column->kind), column->unit,
                       shown_by(column, sheet->arena), column->sentence);
    }
}

static const struct rd_sheet_column figure_columns[] = {
    {"name", RD_IN_ALL}, {"summary", RD_IN_ALL}, {"source", RD_IN_ALL}, {"scenario", RD_IN_DATA}};

static void add_figures(struct rd_sheet *sheet)
{
    for (size_t i = 0; rd_figures[i]; i++) {
        rd_sheet_texts(sheet, rd_figures[i]->name, rd_figures[i]->summary, rd_figures[i]->source);
        rd_sheet_print(sheet, "scenarios/figures/%s.xml", rd_figures[i]->scenario);
    }
}

/* "low=0, high=100": the attributes of a generator of loads, with their defaults. */
static const char *attributes_of(const struct rd_load_generator *generator, struct rd_arena *arena)
{
    const char *text = "";
    for (const struct rd_option_spec *spec = generator->attributes; spec && spec->name; spec++)
        text = rd_arena_print(arena, "%s%s%s=%s", text, text[0] ? ", " : "", spec->name,
                              spec->value ? spec->value : "?");
    return text;
}

/* "hosts, cost, latency": what a generated platform takes. */
static const char *platform_attributes_of(const struct rd_platform_kind *kind,
                                          struct rd_arena *arena)
{
    const char *text = "";
    for (const char *const *name = rd_platform_attributes; *name; name++) {
        if (strcmp(*name, "file") == 0 || strcmp(*name, "generator") == 0 ||
            !rd_platform_kind_takes(kind, *name))
            continue;
        text = rd_arena_print(arena, "%s%s%s", text, text[0] ? ", " : "", *name);
    }
    return text;
}

static const struct rd_sheet_column generator_columns[] = {
    {"name", RD_IN_ALL}, {"of", RD_IN_ALL}, {"attributes", RD_IN_ALL}, {"summary", RD_IN_ALL}};

static void add_generators(struct rd_sheet *sheet)
{
    for (const struct rd_platform_kind *kind = rd_platform_kinds; kind->name; kind++) {
        rd_sheet_texts(sheet, kind->name, "platform", platform_attributes_of(kind, sheet->arena));
        rd_sheet_print(sheet, "a SimGrid platform for a %s%s", rd_shape_name(kind->shape),
                       kind->pair_links ? " that has links of its own for each pair" : "");
    }
    for (size_t i = 0; rd_load_generators[i]; i++) {
        rd_sheet_texts(sheet, rd_load_generators[i]->name, "loads",
                       attributes_of(rd_load_generators[i], sheet->arena),
                       rd_load_generators[i]->summary);
    }
}

static const struct rd_sheet_column parameter_columns[] = {
    {"name", RD_IN_ALL}, {"element", RD_IN_ALL}, {"attribute", RD_IN_ALL}, {"summary", RD_IN_ALL}};

static void add_parameters(struct rd_sheet *sheet)
{
    rd_parameters_each (line)
        rd_sheet_texts(sheet, line->parameter, line->element, line->name, line->summary);
}

static const struct rd_sheet_column attribute_columns[] = {{"element", RD_IN_ALL},
                                                           {"attribute", RD_IN_ALL},
                                                           {"parameter", RD_IN_ALL},
                                                           {"summary", RD_IN_ALL}};

static void add_attributes(struct rd_sheet *sheet)
{
    for (const struct rd_attribute *line = rd_attributes; line->element; line++)
        rd_sheet_texts(sheet, line->element, line->name, line->parameter ? line->parameter : "",
                       line->summary);
}

static const struct rd_sheet_column placement_columns[] = {{"name", RD_IN_ALL},
                                                           {"summary", RD_IN_ALL}};

static void add_placements(struct rd_sheet *sheet)
{
    for (const struct rd_placement_format *format = rd_placement_formats; format->name; format++) {
        rd_sheet_texts(sheet, format->name, format->summary);
    }
}

#define COLUMNS(columns) columns, sizeof columns / sizeof *columns

static const struct list {
    const char *name;
    const struct rd_sheet_column *column;
    size_t column_count;
    void (*add)(struct rd_sheet *sheet); /* NULL: the matrix */
} lists[] = {
    {"algorithms", COLUMNS(algorithm_columns), add_algorithms},
    {"attributes", COLUMNS(attribute_columns), add_attributes},
    {"bounds", COLUMNS(bound_columns), add_bounds},
    {"columns", COLUMNS(result_columns), add_columns},
    {"figures", COLUMNS(figure_columns), add_figures},
    {"generators", COLUMNS(generator_columns), add_generators},
    {"matrix", NULL, 0, NULL},
    {"parameters", COLUMNS(parameter_columns), add_parameters},
    {"placements", COLUMNS(placement_columns), add_placements},
};

enum { LIST_COUNT = sizeof lists / sizeof *lists };

static bool write_list(const struct list *list, enum rd_format format, struct rd_arena *arena)
{
    struct rd_sheet sheet =
        list->add ? rd_sheet_open(list->column, list->column_count, arena) : rd_matrix_sheet(arena);
    if (list->add)
        list->add(&sheet);
    else if (format == RD_FORMAT_MARKDOWN)
        fputs(rd_matrix_page_head, stdout);
    return rd_sheet_write(stdout, format, &sheet);
}

static const struct rd_argument accepted[] = {
    {RD_TEXT(NULL, "WHAT", what, "")},
    {RD_FORMAT(format)},
    {RD_END},
};

static const struct rd_verb verb = {
    .argument = accepted,
    .args_doc = "[algorithms|attributes|bounds|columns|figures]\n"
                "[generators|matrix|parameters|placements]",
    .doc = "Lists algorithms (the default), the attributes of a scenario's elements, bounds, the "
           "columns of results, figures, generators of platforms and loads, the parameters that "
           "--set changes, the formats of redist relabel, "
           "or the matrix: which "
           "networks, ports, costs and goals have algorithms.\v"
           "Examples:\n"
           "  redist list\n"
           "  redist list algorithms --format json\n"
           "  redist list attributes\n"
           "  redist list bounds\n"
           "  redist list columns\n"
           "  redist list generators\n"
           "  redist list matrix\n"
           "  redist list parameters\n"
           "  redist list placements\n",
};

int rd_cmd_list(int argc, char **argv)
{
    struct arguments arguments = {.format = RD_FORMAT_TABLE};
    rd_verb_parse(&verb, argc, argv, &arguments);
    const char *what = arguments.what ? arguments.what : lists[0].name;
    for (size_t i = 0; i < LIST_COUNT; i++) {
        if (strcmp(what, lists[i].name) != 0)
            continue;
        rd_arena_own(arena);
        return rd_error_exit_status(
            write_list(&lists[i], arguments.format, &arena) ? RD_ERROR_NONE : RD_ERROR_FILE);
    }
    return rd_complain(
        RD_ERROR_USAGE,
        "redist list: \"%s\": algorithms, attributes, bounds, columns, figures, generators, "
        "matrix, parameters or placements is accepted",
        what);
}
