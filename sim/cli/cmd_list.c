/* redist list: what there is. */
#include "commands.h"
#include "matrix_instances.h"

#include "algorithms/algorithm.h"
#include "sim/base/arena.h"
#include "sim/figures/figure.h"
#include "sim/generators/load_generators.h"
#include "sim/platform/platform_generator.h"
#include "sim/relabel/placement.h"
#include "sim/report/result_row.h"
#include "sim/report/sheet.h"
#include "sim/scenario/attributes.h"

#include <stdio.h>
#include <string.h>

/* Which networks, ports, costs and goals have an algorithm: the table, found by asking the registry
 * about small standard instances of each cell. */

/* What is promised of an instance, the best last. */
enum level { NOTHING, A_BOUND, A_PLAN, PLAN_AND_BOUND, IN_RATIO, LEAST, AT_BOUND, LEVEL_COUNT };

static const char *const level_words[] = {
    [NOTHING] = "nothing",
    [A_BOUND] = "a bound, and no plan",
    [A_PLAN] = "a plan, and no bound",
    [PLAN_AND_BOUND] = "a plan and a bound",
    [IN_RATIO] = "a ratio to the bound",
    [LEAST] = "the least time, by search",
    [AT_BOUND] = "the least time, at the bound",
};

static enum level level_of(enum rd_guarantee guarantee)
{
    static const enum level levels[] = {[RD_OPTIMAL] = AT_BOUND,
                                        [RD_EXACT] = LEAST,
                                        [RD_RATIO] = IN_RATIO,
                                        [RD_HEURISTIC] = A_PLAN,
                                        [RD_REFUTED] = NOTHING};
    return levels[guarantee];
}

/* What is known of a cell. */
struct answer {
    uint32_t instance_count, served_count;
    uint32_t at_level[LEVEL_COUNT]; /* instances by the best that is promised of them */
    unsigned *guarantees;           /* [rd_algorithm_count]: bits, of what each accepts */
};

/* What one algorithm promises of an instance, bounds apart. */
static enum level ask_for_plan(const struct rd_algorithm *algorithm,
                               const struct rd_instance *instance, unsigned *guarantees)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    if (!rd_algorithm_accepts(algorithm, instance, &options, NULL))
        return NOTHING;
    enum rd_guarantee guarantee = rd_algorithm_guarantee(algorithm, instance);
    *guarantees |= 1u << guarantee;
    return level_of(guarantee);
}

/* Of all schedules, or of a class. */
static bool knows_bound(const struct rd_instance *instance, struct rd_arena *arena,
                        struct rd_arena *scratch)
{
    struct rd_bound bound;
    rd_arena_borrow(scratch);
    for (size_t i = 0; i < rd_problem_bound_count; i++)
        if (!rd_problem_bounds[i]->claimed && !rd_problem_bounds[i]->on_request &&
            rd_problem_bound_suits(rd_problem_bounds[i], instance) &&
            rd_problem_bounds[i]->compute(instance, arena, scratch, &bound, NULL))
            return true;
    return false;
}

static void ask_all(const struct rd_instance *instance, struct rd_arena *arena,
                    struct rd_arena *scratch, struct answer *answer)
{
    enum level best = NOTHING;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        if (!rd_algorithm_fits(algorithm, &instance->topology) ||
            !rd_algorithm_suits(algorithm, instance))
            continue;
        enum level level = ask_for_plan(algorithm, instance, &answer->guarantees[i]);
        best = level > best ? level : best;
    }
    answer->served_count += best >= A_PLAN;
    if (best <= A_PLAN && knows_bound(instance, arena, scratch))
        best = best == A_PLAN ? PLAN_AND_BOUND : A_BOUND;
    answer->instance_count++;
    answer->at_level[best]++;
}

static struct answer ask_cell(const struct rd_matrix_cell *cell, struct rd_arena *arena)
{
    struct answer answer = {.guarantees = rd_take(arena, rd_algorithm_count, unsigned)};
    rd_arena_own(instances);
    rd_arena_own(scratch);
    for (uint32_t variant = 0; variant < RD_MATRIX_VARIANTS; variant++) {
        struct rd_instance instance;
        if (rd_matrix_instance(cell, variant, &instances, &instance))
            ask_all(&instance, &instances, &scratch, &answer);
    }
    return answer;
}

/* "the least time, at the bound, in part", if not of all instances. */
static const char *proved_words(const struct answer *answer, struct rd_arena *arena)
{
    enum level best = AT_BOUND;
    while (best > NOTHING && answer->at_level[best] == 0)
        best--;
    bool all = answer->at_level[best] == answer->instance_count;
    return all ? level_words[best] : rd_arena_print(arena, "%s, in part", level_words[best]);
}

/* "optimal or heuristic": the guarantees that an algorithm gives, the best first. */
static const char *guarantee_words(const struct rd_algorithm *algorithm, unsigned guarantees,
                                   struct rd_arena *arena)
{
    const char *words = "";
    for (enum rd_guarantee guarantee = RD_OPTIMAL; guarantee < RD_REFUTED; guarantee++) {
        if (!(guarantees & 1u << guarantee))
            continue;
        const char *name = guarantee == RD_RATIO
                               ? rd_arena_print(arena, "ratio %g", algorithm->ratio)
                               : rd_guarantee_name(guarantee);
        words = rd_arena_print(arena, "%s%s%s", words, words[0] ? " or " : "", name);
    }
    return words;
}

static const char *algorithm_words(const struct answer *answer, struct rd_arena *arena)
{
    const char *words = "";
    for (size_t i = 0; i < rd_algorithm_count; i++)
        if (answer->guarantees[i])
            words = rd_arena_print(arena, "%s%s%s (%s)", words, words[0] ? ", " : "",
                                   rd_algorithms[i]->name,
                                   guarantee_words(rd_algorithms[i], answer->guarantees[i], arena));
    return words[0] ? words : "none";
}

static const struct rd_sheet_column columns[] = {
    {"network", RD_IN_ALL}, {"ports", RD_IN_ALL},  {"costs", RD_IN_ALL},     {"goal", RD_IN_ALL},
    {"served", RD_IN_ALL},  {"proved", RD_IN_ALL}, {"algorithms", RD_IN_ALL}};

static const uint32_t port_counts[] = {1, 2, 0};
static const char *const port_words[] = {"one", "2", "all"};
static const enum rd_goal goals[] = {RD_REACH, RD_BALANCE, RD_FINISH, RD_GATHER, RD_STENCIL};

enum { PORTS = sizeof port_counts / sizeof *port_counts, GOALS = sizeof goals / sizeof *goals };

static void add_row(struct rd_sheet *sheet, const struct rd_matrix_cell *cell, const char *ports)
{
    struct answer answer = ask_cell(cell, sheet->arena);
    rd_sheet_texts(sheet, rd_matrix_network(cell->network), ports,
                   cell->equal_costs ? "equal" : "unequal", rd_goal_name(cell->goal));
    rd_sheet_print(sheet, "%u of %u", answer.served_count, answer.instance_count);
    rd_sheet_text(sheet, proved_words(&answer, sheet->arena));
    rd_sheet_text(sheet, algorithm_words(&answer, sheet->arena));
}

/* The table, a row for each network (the shapes, and graphs of several kinds), number of ports
 * (one, 2, all), costs (equal, unequal) and goal. An algorithm serves a cell if it accepts one of
 * its standard instances; `served` says how many of these some algorithm accepts; `proved` what is
 * promised of them at best, and in part if not of all; behind an algorithm stands its guarantee.
 * Statements known to be wrong are left out, and so are pipelined ports.
 * Returns: a sheet from the arena. Cost: some ten thousand questions, no plan is made. */
static struct rd_sheet matrix_sheet(struct rd_arena *arena)
{
    struct rd_sheet sheet = rd_sheet_open(columns, sizeof columns / sizeof *columns, arena);
    for (uint32_t network = 0; network < rd_matrix_network_count; network++)
        for (size_t ports = 0; ports < PORTS; ports++)
            for (int unequal = 0; unequal < 2; unequal++)
                for (size_t goal = 0; goal < GOALS; goal++)
                    add_row(&sheet,
                            &(struct rd_matrix_cell){network, port_counts[ports], !unequal,
                                                     goals[goal]},
                            port_words[ports]);
    return sheet;
}

struct arguments {
    const char *what; /* or NULL */
    enum rd_format format;
};

static const struct rd_sheet_column algorithm_columns[] = {
    {"name", RD_IN_ALL},   {"topology", RD_IN_ALL}, {"direction", RD_IN_ALL},
    {"ports", RD_IN_ALL},  {"goal", RD_IN_ALL},     {"guarantee", RD_IN_ALL},
    {"origin", RD_IN_ALL}, {"summary", RD_IN_ALL},  {"source", RD_IN_DATA}};

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

static const struct rd_sheet_column attribute_columns[] = {
    {"element", RD_IN_ALL},  {"attribute", RD_IN_ALL}, {"parameter", RD_IN_ALL},
    {"accepted", RD_IN_ALL}, {"default", RD_IN_ALL},   {"summary", RD_IN_ALL}};

static void add_attributes(struct rd_sheet *sheet)
{
    for (const struct rd_attribute *line = rd_attributes; line->element; line++)
        rd_sheet_texts(sheet, line->element, line->name, line->parameter ? line->parameter : "",
                       rd_attribute_accepts(line, sheet->arena),
                       line->needed      ? "needed"
                       : line->otherwise ? line->otherwise
                                         : "",
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
        list->add ? rd_sheet_open(list->column, list->column_count, arena) : matrix_sheet(arena);
    if (list->add)
        list->add(&sheet);
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
