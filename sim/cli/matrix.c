#include "matrix.h"

#include "matrix_instances.h"

#include "algorithms/algorithm.h"

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
    rd_sheet_texts(sheet, rd_matrix_networks[cell->network], ports,
                   cell->equal_costs ? "equal" : "unequal", rd_goal_name(cell->goal));
    rd_sheet_print(sheet, "%u of %u", answer.served_count, answer.instance_count);
    rd_sheet_text(sheet, proved_words(&answer, sheet->arena));
    rd_sheet_text(sheet, algorithm_words(&answer, sheet->arena));
}

struct rd_sheet rd_matrix_sheet(struct rd_arena *arena)
{
    struct rd_sheet sheet = rd_sheet_open(columns, sizeof columns / sizeof *columns, arena);
    for (uint32_t network = 0; rd_matrix_networks[network]; network++)
        for (size_t ports = 0; ports < PORTS; ports++)
            for (int unequal = 0; unequal < 2; unequal++)
                for (size_t goal = 0; goal < GOALS; goal++)
                    add_row(&sheet,
                            &(struct rd_matrix_cell){network, port_counts[ports], !unequal,
                                                     goals[goal]},
                            port_words[ports]);
    return sheet;
}

const char rd_matrix_page_head[] =
    "# Which networks have an algorithm\n"
    "\n"
    "Written by `redist list matrix --format markdown`, which runs the algorithms on small\n"
    "standard instances of each row (4 and 8 hosts; rings in one direction and in both; items\n"
    "whose size costs, and messages of one step; loads on all hosts, and on one; single and\n"
    "multiple sends on all-port rings; unequal costs that are the same in both directions,\n"
    "and that are not). *served*: for how many of these instances some algorithm makes a\n"
    "plan. *proved*: the best guarantee of the plans, `in part` if it does not hold for all\n"
    "of these instances. The guarantee of each algorithm is in brackets\n"
    "([algorithms.md](algorithms.md)). Refuted algorithms are left out, and so are pipelined\n"
    "ports, which only a hypercube has.\n"
    "\n";
