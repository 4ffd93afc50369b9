/* One run held against all clocks: what algorithms make of it that are wrong on purpose, and plans
 * that leave their order to the network. No registered algorithm does either. */
#include "tests/cli/program.h"

#include "sim/run/execute.h"
#include "sim/run/execute_beside.h"
#include "sim/run/cross_check.h"
#include "sim/run/run_context_open.h"

#include <math.h>
#include <signal.h>
#include <string.h>

/* Three hosts behind a switch, 10 s an item. All that a host sends shares one link, all that it
 * receives another. Loads (10, 4, 0), final loads (0, 8, 6). The algorithm that the scenario names
 * is not run: a run context wants one. */
static void open_session(struct test_place *place, const char *model,
                         struct rd_run_context *context)
{
    const char *path = test_write(
        place, "switch.xml",
        rd_arena_print(&place->arena,
                       "<scenario>\n<platform generator=\"switch\" hosts=\"3\" cost=\"10\"/>\n"
                       "<topology shape=\"switch\" hosts=\"h[0-2]\"/>\n<network model=\"%s\"/>\n"
                       "<loads>\n<load host=\"h0\" items=\"10\" after=\"0\"/>\n"
                       "<load host=\"h1\" items=\"4\" after=\"8\"/>\n"
                       "<load host=\"h2\" items=\"0\" after=\"6\"/>\n</loads>\n"
                       "<goal reach=\"after\"/>\n<run algorithm=\"ring-shorter-way\"/>\n"
                       "</scenario>\n",
                       model));
    struct rd_run_context_settings settings = {.scenario_path = path};
    assert_int_equal(rd_run_context_open(&settings, context), 0);
}

/* Three messages: 2 items h0>h2 (20 s), 4 items h1>h2 (40 s), 8 items h0>h1 (80 s). One-port, in
 * this order, h2 receives over [0, 20] and [20, 60], and h0 sends over [0, 20] and [20, 100]: 100
 * s, which is what h0's port needs for its 10 items. Lock-step with a round each: 20 + 40 + 80 =
 * 140 s. */
static void add_rows(struct rd_plan *plan, struct rd_arena *arena, int64_t last_items,
                     bool round_each)
{
    const struct rd_transfer rows[] = {{.from = 0, .to = 2, .items = 2, .messages = 1},
                                       {.from = 1, .to = 2, .items = 4, .messages = 1},
                                       {.from = 0, .to = 1, .items = last_items, .messages = 1}};
    for (uint32_t i = 0; i < 3; i++) {
        struct rd_transfer row = rows[i];
        row.round = round_each ? i : 0;
        rd_plan_add(plan, arena, row);
    }
}

#define PLANNER(NAME, ...)                                                                         \
    static bool NAME(RD_PLAN_PARAMETERS)                                                           \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

PLANNER(plan_well, add_rows(ret_plan, arena, 8, false); return true;)
PLANNER(plan_too_little, add_rows(ret_plan, arena, 7, false); return true;)
PLANNER(plan_too_much, add_rows(ret_plan, arena, 9, false); return true;)
PLANNER(plan_free, ret_plan->timing = RD_FREE_ORDER; add_rows(ret_plan, arena, 8, false);
        return true;)
PLANNER(plan_slowly, ret_plan->timing = RD_LOCK_STEP; add_rows(ret_plan, arena, 8, true);
        return true;)
PLANNER(plan_nothing, return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0, "no idea: one is needed");)

#define BOUND(NAME, ...)                                                                           \
    static bool NAME(RD_BOUND_PARAMETERS)                                                          \
    {                                                                                              \
        *ret_bound = (struct rd_bound){.name = "a claim", .why = ".", __VA_ARGS__};                \
        return true;                                                                               \
    }

/* Bounds that are in no table. */
#define TABLED(NAME)                                                                               \
    static const struct rd_problem_bound NAME##_bound = {                                          \
        .name = #NAME,                                                                             \
        .domain = {.shape = RD_SWITCH, .ports = RD_BIT(RD_ONE_PORT), .goals = RD_BIT(RD_REACH)},   \
        .schedules = "slow",                                                                       \
        .compute = NAME};

BOUND(claim_90, .seconds = 90)
BOUND(claim_100, .seconds = 100)
BOUND(claim_101, .seconds = 101)
BOUND(claim_120, .seconds = 120)
BOUND(claim_140_among_slow, .seconds = 140, .tight = true, .schedule_class = "slow")
TABLED(claim_90)
TABLED(claim_100)
TABLED(claim_101)
TABLED(claim_120)
TABLED(claim_140_among_slow)

#define ALGORITHM(PLAN, SCHEDULES)                                                                 \
    {                                                                                              \
        .name = #PLAN, .shape = RD_SWITCH, .ports = RD_BIT(RD_ONE_PORT),                           \
        .goals = RD_BIT(RD_REACH), .plan = PLAN, .schedules = SCHEDULES                            \
    }

enum { MOST_BOUNDS = 2 };

/* All that is known of the scenario's least time; NULL: no more. */
typedef const struct rd_problem_bound *bounds_known[MOST_BOUNDS];

static void know(struct rd_run_context *context, const bounds_known known)
{
    context->bounds = rd_take(&context->arena, 1, struct rd_found_bounds);
    *context->bounds =
        rd_found_bounds_open(&context->instance, NULL, &context->arena, &context->scratch);
    context->bounds->count = 0;
    for (size_t i = 0; i < MOST_BOUNDS && known[i]; i++)
        context->bounds->found[context->bounds->count++] = (struct rd_found_bound){.of = known[i]};
}

/* Runs made-up algorithms, all on the same scenario. The run context stays open for their results.
 */
static void run_all(struct test_place *place, const char *model, const bounds_known known,
                    const struct rd_algorithm *algorithm, size_t count,
                    struct rd_run_context *context, struct rd_outcome *outcome)
{
    static const struct rd_execute_settings settings = {.simulate = true};
    struct rd_error error;
    open_session(place, model, context);
    know(context, known);
    context->entry = rd_take(&context->arena, count, struct rd_run_entry);
    context->entry_count = count;
    for (size_t i = 0; i < count; i++) {
        context->entry[i] =
            (struct rd_run_entry){.run = context->scenario.run, .algorithm = &algorithm[i]};
        assert_true(rd_execute(context, &context->entry[i], &settings, &outcome[i], &error));
    }
    rd_cross_check(context, outcome);
}

PLANNER(end_its_process, (void)ret_plan; (void)arena; raise(SIGKILL); return false;)

static void begin_beside(void *of, size_t entry)
{
    const struct rd_beside *beside = of;
    beside->settings[entry] = (struct rd_execute_settings){.simulate = true};
}

static void look_beside(void *of)
{
    (void)of;
}

/* Processes that end before their jobs do make rows of failed runs, and harm no other. */
static void tells_of_processes_that_end(void **state)
{
    static const struct rd_algorithm algorithm[] = {
        ALGORITHM(plan_slowly, NULL), ALGORITHM(end_its_process, NULL), ALGORITHM(plan_well, NULL)};
    enum { COUNT = sizeof algorithm / sizeof *algorithm };
    struct rd_run_context context;
    struct rd_outcome outcome[COUNT];
    struct rd_execute_settings settings[COUNT];
    struct rd_run_entry entry[COUNT];
    struct rd_error error;
    open_session(*state, "exact", &context);
    for (size_t i = 0; i < COUNT; i++)
        entry[i] = (struct rd_run_entry){context.scenario.run, &algorithm[i]};
    context.entry = entry;
    context.entry_count = COUNT;
    struct rd_beside beside = {.context = &context,
                               .settings = settings,
                               .begin = begin_beside,
                               .look = look_beside,
                               .of = &beside};
    assert_true(rd_beside_open(&beside, 2, &error));
    for (size_t i = 0; i < COUNT; i++)
        assert_true(rd_beside_take(&beside, &outcome[i], &error));
    assert_int_equal(outcome[0].result.status, RD_STATUS_OK);
    assert_true(outcome[0].result.planned_s == 140 && outcome[0].result.simulated_s == 140);
    assert_int_equal(outcome[1].result.status, RD_STATUS_FAILED);
    assert_string_equal(outcome[1].result.message,
                        "end_its_process was killed, as the system does when memory runs out");
    assert_string_equal(outcome[1].result.algorithm, "end_its_process");
    assert_int_equal(outcome[2].result.status, RD_STATUS_OK);
    assert_true(outcome[2].result.planned_s == 100 && outcome[2].result.simulated_s == 100);
    rd_beside_close(&beside);
    rd_run_context_close(&context);
}

/* What is to come of one algorithm; a message that starts so. */
struct expectation {
    struct rd_algorithm algorithm;
    bounds_known known;
    enum rd_status status;
    double planned_s, simulated_s;
    enum rd_optimal optimal;
    const char *message;
};

static void assert_time(double found_s, double expected_s)
{
    if (isnan(expected_s))
        assert_true(isnan(found_s));
    else
        assert_true(fabs(found_s - expected_s) <= 1e-9 * expected_s);
}

static void compares_all_clocks(void **state)
{
    static const struct expectation expected[] = {
        {ALGORITHM(plan_well, NULL),
         {&claim_100_bound},
         RD_STATUS_OK,
         100,
         100,
         RD_OPTIMAL_PROVED,
         ""},
        {ALGORITHM(plan_well, NULL),
         {&claim_90_bound},
         RD_STATUS_OK,
         100,
         100,
         RD_OPTIMAL_UNKNOWN,
         ""},
        {ALGORITHM(plan_well, NULL), {NULL}, RD_STATUS_OK, 100, 100, RD_OPTIMAL_UNKNOWN, ""},
        {ALGORITHM(plan_slowly, NULL),
         {&claim_100_bound},
         RD_STATUS_OK,
         140,
         140,
         RD_OPTIMAL_UNKNOWN,
         ""},
        {ALGORITHM(plan_well, NULL),
         {&claim_101_bound},
         RD_STATUS_FAILED,
         100,
         100,
         RD_OPTIMAL_UNKNOWN,
         "the bound 101 s (a claim) is above the time 100 s of a legal schedule"},
        /* 7 instead of 8 items over the last link: 20 + 70 s, and host 0 keeps one. */
        {ALGORITHM(plan_too_little, NULL),
         {NULL},
         RD_STATUS_FAILED,
         90,
         90,
         RD_OPTIMAL_UNKNOWN,
         "the goal is not reached: h0 "},
        {ALGORITHM(plan_too_much, NULL),
         {NULL},
         RD_STATUS_FAILED,
         NAN,
         NAN,
         RD_OPTIMAL_UNKNOWN,
         "the plan is not legal: h0 sends and computes 11 items of kind 0 and never holds more "
         "than "
         "10"},
        {ALGORITHM(plan_nothing, NULL),
         {NULL},
         RD_STATUS_REFUSED,
         NAN,
         NAN,
         RD_OPTIMAL_UNKNOWN,
         "no idea: one is needed"},
        /* Posted at once, SimGrid lets one message at a time onto a link, in the order of posting.
         */
        {ALGORITHM(plan_free, NULL),
         {&claim_100_bound},
         RD_STATUS_OK,
         NAN,
         100,
         RD_OPTIMAL_PROVED,
         ""},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct rd_run_context context;
        struct rd_outcome outcome;
        run_all(*state, "exact", expected[i].known, &expected[i].algorithm, 1, &context, &outcome);
        const struct rd_result *result = &outcome.result;
        print_message("%s: %s\n", result->algorithm, result->message);
        assert_int_equal(result->status, expected[i].status);
        assert_time(result->planned_s, expected[i].planned_s);
        assert_time(result->simulated_s, expected[i].simulated_s);
        assert_int_equal(result->optimal, expected[i].optimal);
        const char *message = expected[i].message;
        assert_int_equal(strncmp(result->message, message, strlen(message)), 0);
        assert_true(message[0] || !result->message[0]);
        if (expected[i].status == RD_STATUS_OK) {
            static const int64_t final[] = {0, 8, 6};
            assert_true(result->goal_reached);
            assert_memory_equal(result->final, final, sizeof final);
            assert_int_equal(result->items_moved, 14);
            assert_int_equal(result->transfers, 3);
        }
        rd_run_context_close(&context);
    }
}

/* What SimGrid's actors are made to say, for once, in place of what they say. */
static void (*spoil)(const struct rd_instance *instance, struct rd_simulation *simulation);

/* The linker puts these two in place of the engine's own (--wrap). */
bool __real_rd_engine_simulate(struct rd_engine *engine, const struct rd_instance *instance,
                               const struct rd_plan *plan, bool want_trace, struct rd_arena *arena,
                               struct rd_simulation *ret_simulation, struct rd_error *reterr);
bool __wrap_rd_engine_simulate(struct rd_engine *engine, const struct rd_instance *instance,
                               const struct rd_plan *plan, bool want_trace, struct rd_arena *arena,
                               struct rd_simulation *ret_simulation, struct rd_error *reterr);

bool __wrap_rd_engine_simulate(struct rd_engine *engine, const struct rd_instance *instance,
                               const struct rd_plan *plan, bool want_trace, struct rd_arena *arena,
                               struct rd_simulation *ret_simulation, struct rd_error *reterr)
{
    if (!__real_rd_engine_simulate(engine, instance, plan, want_trace, arena, ret_simulation,
                                   reterr))
        return false;
    if (spoil) {
        int64_t *final = rd_take(arena, instance->topology.host_count, int64_t);
        memcpy(final, ret_simulation->final, instance->topology.host_count * sizeof *final);
        ret_simulation->final = final;
        spoil(instance, ret_simulation);
    }
    return true;
}

/* In: how many more items a host is said to hold at the end. */
static void mislay(struct rd_simulation *simulation, uint32_t host, int64_t items)
{
    /* The array is this file's copy. */
    ((int64_t *)(uintptr_t)simulation->final)[host] += items;
}

/* An actor that miscounts what it holds. */
static void miscount(const struct rd_instance *instance, struct rd_simulation *simulation)
{
    (void)instance;
    mislay(simulation, 1, 1);
}

/* A message that was planned and never sent: 2 items h0>h2, the first. The actors know. */
static void drop_first(const struct rd_instance *instance, struct rd_simulation *simulation)
{
    (void)instance;
    struct rd_trace *trace = &simulation->trace;
    assert_true(trace->transfer[0].from == 0 && trace->transfer[0].to == 2 &&
                trace->transfer[0].items == 2);
    trace->transfer++;
    trace->transfer_count--;
    mislay(simulation, 0, 2);
    mislay(simulation, 2, -2);
}

/* A clock that is ahead of the plan's, on links that nobody shares, or behind it. */
static void hurry(const struct rd_instance *instance, struct rd_simulation *simulation)
{
    (void)instance;
    simulation->makespan_s -= 1;
}

static void dawdle(const struct rd_instance *instance, struct rd_simulation *simulation)
{
    (void)instance;
    simulation->makespan_s += 1;
}

/* Whatever SimGrid says is held against the plan and against its own trace. */
static void believes_no_count(void **state)
{
    static const struct rd_algorithm well = ALGORITHM(plan_well, NULL);
    static const bounds_known known = {&claim_100_bound};
    static const struct {
        void (*spoil)(const struct rd_instance *instance, struct rd_simulation *simulation);
        const char *message;
    } lies[] = {
        {miscount, "h1 ends with 9 items of kind 0 in the simulation and with 8 by the referee "
                   "of its trace; h1 ends with 9 items of kind 0 in the simulation and with 8 "
                   "by the referee of the plan"},
        {drop_first, "h0 ends with 2 items of kind 0 in the simulation and with 0 by the "
                     "referee of the plan"},
        {hurry, "planned 100 s and simulated 99 s disagree"},
        {dawdle, "planned 100 s and simulated 101 s disagree"},
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct rd_run_context context;
        struct rd_outcome outcome;
        spoil = lies[i].spoil;
        run_all(*state, "exact", known, &well, 1, &context, &outcome);
        spoil = NULL;
        assert_int_equal(outcome.result.status, RD_STATUS_FAILED);
        assert_string_equal(outcome.result.message, lies[i].message);
        rd_run_context_close(&context);
    }
}

/* Under tcp nothing is compared but the loads; the ratio is a result. */
static void reports_tcp(void **state)
{
    static const struct rd_algorithm algorithm = ALGORITHM(plan_well, NULL);
    static const bounds_known known = {&claim_100_bound};
    struct rd_run_context context;
    struct rd_outcome outcome;
    run_all(*state, "tcp", known, &algorithm, 1, &context, &outcome);
    assert_int_equal(outcome.result.status, RD_STATUS_OK);
    assert_int_equal(outcome.result.optimal, RD_OPTIMAL_UNKNOWN);
    assert_true(outcome.result.simulated_s > 100);
    assert_true(outcome.result.ratio == outcome.result.simulated_s / 100);
    test_contains(outcome.result.message, "simulated by tcp: 1.0");
    rd_run_context_close(&context);
}

/* What one row shows, the others are held against. */
static void settles_rows_together(void **state)
{
    struct rd_run_context context;
    struct rd_outcome outcome[3];
    static const struct rd_algorithm both[] = {ALGORITHM(plan_slowly, NULL),
                                               ALGORITHM(plan_well, NULL)};
    /* The bound is the problem's: the better one meets it, and makes the other `no`. */
    static const bounds_known met = {&claim_90_bound, &claim_100_bound};
    run_all(*state, "exact", met, both, 2, &context, outcome);
    for (size_t i = 0; i < 2; i++)
        assert_true(outcome[i].result.bound.seconds == 100);
    assert_int_equal(outcome[0].result.optimal, RD_OPTIMAL_NO);
    assert_true(outcome[0].result.ratio == 1.4);
    assert_int_equal(outcome[1].result.optimal, RD_OPTIMAL_PROVED);
    assert_true(outcome[1].result.ratio == 1);
    rd_run_context_close(&context);
    /* A bound of 120 s, not above the first row's 140 s, but above the other's 100 s. */
    static const bounds_known beaten = {&claim_120_bound};
    run_all(*state, "exact", beaten, both, 2, &context, outcome);
    assert_int_equal(outcome[0].result.status, RD_STATUS_FAILED);
    assert_string_equal(outcome[0].result.message,
                        "the bound 120 s (a claim) is above the time 100 s of another run");
    assert_int_equal(outcome[1].result.status, RD_STATUS_FAILED);
    assert_string_equal(outcome[1].result.message, "the bound 120 s (a claim) is above the time "
                                                   "100 s of a legal schedule");
    rd_run_context_close(&context);
    /* 140 s among slow schedules: of these it is the optimum. Of all schedules 100 s are. */
    static const struct rd_algorithm of_class[] = {ALGORITHM(plan_slowly, "slow"),
                                                   ALGORITHM(plan_well, NULL)};
    static const bounds_known classes = {&claim_140_among_slow_bound, &claim_100_bound};
    run_all(*state, "exact", classes, of_class, 2, &context, outcome);
    assert_int_equal(outcome[0].result.status, RD_STATUS_OK);
    assert_int_equal(outcome[0].result.optimal, RD_OPTIMAL_IN_CLASS);
    assert_true(outcome[0].result.bound.seconds == 100);
    assert_true(outcome[0].result.class_bound.seconds == 140);
    assert_false(outcome[1].result.class_bound_known);
    assert_int_equal(outcome[1].result.optimal, RD_OPTIMAL_PROVED);
    rd_run_context_close(&context);
}

/* Those that searched. */
PLANNER(search_slowly, add_rows(ret_plan, arena, 8, true); ret_plan->timing = RD_LOCK_STEP;
        ret_plan->searched_all = true; return true;)
PLANNER(search_well, add_rows(ret_plan, arena, 8, false); ret_plan->searched_all = true;
        return true;)

/* A search that ended is a bound of what it searched: of all schedules for every row, of a class
 * for those that are in it. */
static void takes_searches_for_bounds(void **state)
{
    struct rd_run_context context;
    struct rd_outcome outcome[2];
    static const bounds_known known = {&claim_90_bound};
    static const struct rd_algorithm all[] = {ALGORITHM(plan_slowly, NULL),
                                              ALGORITHM(search_well, NULL)};
    run_all(*state, "exact", known, all, 2, &context, outcome);
    for (size_t i = 0; i < 2; i++) {
        assert_true(outcome[i].result.bound.seconds == 100);
        assert_string_equal(outcome[i].result.bound.name, "search");
    }
    assert_true(outcome[0].result.ratio == 1.4);
    assert_int_equal(outcome[0].result.optimal, RD_OPTIMAL_NO);
    assert_int_equal(outcome[1].result.optimal, RD_OPTIMAL_PROVED);
    assert_int_equal(outcome[1].result.proved_by, RD_PROOF_SEARCH);
    rd_run_context_close(&context);
    static const struct rd_algorithm slow[] = {
        ALGORITHM(search_slowly, "slow"),
        ALGORITHM(plan_slowly, "slow, sad"),
    };
    run_all(*state, "exact", known, slow, 2, &context, outcome);
    for (size_t i = 0; i < 2; i++) {
        assert_true(outcome[i].result.bound.seconds == 90);
        assert_true(outcome[i].result.class_bound.seconds == 140);
        assert_int_equal(outcome[i].result.optimal, RD_OPTIMAL_IN_CLASS);
    }
    rd_run_context_close(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compares_all_clocks),   cmocka_unit_test(tells_of_processes_that_end),
        cmocka_unit_test(believes_no_count),     cmocka_unit_test(reports_tcp),
        cmocka_unit_test(settles_rows_together), cmocka_unit_test(takes_searches_for_bounds),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
