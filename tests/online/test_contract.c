/* The laws that every protocol keeps merely by being registered, on instances of all shapes, ports
 * and goals, with options drawn: it ends, does the same again, is legal and reaches its goal; the
 * event queue and SimGrid give the same trace, message by message, to 1e-9; and a host knows what
 * messages brought it. A protocol that cheats in one way breaks one law, and one that does
 * everything at random keeps all but the goal. The argument is how many times more instances. */
#include "tests/support/cmocka.h"

#include "draw.h"

#include "algorithms/algorithm.h"
#include "sim/online/event_queue.h"
#include "sim/referee/referee.h"
#include "tests/engine/platform_text.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/instance_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { INSTANCES = FEWER_TRIALS ? DRAW_CYCLE : 2 * DRAW_CYCLE };

static uint64_t times = 1;

enum law { KEPT, ENDS, REPEATS, IS_LEGAL, REACHES_GOAL, SAME_ON_BOTH_RUNNERS, IS_LOCAL };
static const char *const law_name[] = {[KEPT] = "keeps all laws",
                                       [ENDS] = "ends, and asks for what it may",
                                       [REPEATS] = "does the same again",
                                       [IS_LEGAL] = "is legal",
                                       [REACHES_GOAL] = "reaches its goal",
                                       [SAME_ON_BOTH_RUNNERS] = "does the same on both runners",
                                       [IS_LOCAL] = "knows what messages brought"};

struct trial {
    const struct rd_algorithm *algorithm;
    struct rd_options options;
    struct test_instance *test;
    struct rd_engine *engine;
    uint32_t changed; /* a host */
    char details[RD_MESSAGE_SIZE];
    uint64_t messages;
};

static enum law broken(struct trial *trial, enum law law, const char *details)
{
    snprintf(trial->details, sizeof trial->details, "%s", details);
    return law;
}

static bool plan(const struct trial *trial, struct rd_plan *ret_plan, struct rd_error *reterr)
{
    *ret_plan = (struct rd_plan){0};
    return trial->algorithm->plan(trial->algorithm, &trial->test->instance, &trial->options,
                                  &test_arena, &test_scratch, ret_plan, reterr);
}

/* Dates that sums of tenths in another order give are one date. */
#define SAME_S 1e-9

/* When each host may have learnt of a change at host `changed`, of which one trace was recorded
 * before and the other after: messages that start after their sender could know bring it, and so
 * does their absence, at the date at which they came in the other trace. In: traces of all ports,
 * where nobody waits for another's port. */
static double *learns_s(const struct rd_trace trace[2], uint32_t host_count, uint32_t changed)
{
    double *knows_s = rd_take(&test_arena, host_count, double);
    for (uint32_t host = 0; host < host_count; host++)
        knows_s[host] = host == changed ? 0 : INFINITY;
    size_t count = trace[0].transfer_count + trace[1].transfer_count;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < count; i++) {
            const struct rd_timed_transfer *row =
                i < trace[0].transfer_count ? &trace[0].transfer[i]
                                            : &trace[1].transfer[i - trace[0].transfer_count];
            if (row->to == RD_NO_HOST || row->start_s < knows_s[row->from] - SAME_S ||
                row->end_s >= knows_s[row->to])
                continue;
            knows_s[row->to] = row->end_s;
            more = true;
        }
    }
    return knows_s;
}

/* Is each act of a trace that its host began in ignorance an act of the other, too? */
static bool acts_alike(const struct rd_trace *a, const struct rd_trace *b, const double *knows_s)
{
    for (size_t i = 0; i < a->transfer_count; i++) {
        const struct rd_timed_transfer *x = &a->transfer[i];
        bool found = x->start_s >= knows_s[x->from] - SAME_S;
        for (size_t j = 0; j < b->transfer_count && !found; j++) {
            const struct rd_timed_transfer *y = &b->transfer[j];
            found = x->from == y->from && x->to == y->to && x->kind == y->kind &&
                    x->items == y->items && fabs(x->start_s - y->start_s) < SAME_S;
        }
        if (!found)
            return false;
    }
    return true;
}

/* Does every host do the same as long as it cannot know of another load elsewhere? A target goes
 * with the load. */
static bool is_local(const struct trial *trial)
{
    struct test_instance *test = trial->test;
    const struct rd_instance before = test->instance;
    size_t changed = (size_t)trial->changed * before.kind_count;
    struct rd_plan of[2];
    if (before.topology.shape == RD_BUS)
        return true; /* who waits for it learns that others use it */
    test_instance_set_ports(test, 0);
    bool ran = plan(trial, &of[0], NULL);
    struct rd_trace trace[2] = {ran ? *of[0].record : (struct rd_trace){0}};
    test->load[changed] += 7;
    test->target[changed] += 7;
    ran = ran && rd_protocol_trace(&test->instance, &of[0].run, &test_arena, &test_scratch,
                                   &trace[1], NULL);
    test->load[changed] -= 7;
    test->target[changed] -= 7;
    test->instance = before;
    if (!ran)
        return true;
    const double *knows_s = learns_s(trace, before.topology.host_count, trial->changed);
    return acts_alike(&trace[0], &trace[1], knows_s) && acts_alike(&trace[1], &trace[0], knows_s);
}

/* What the referee and SimGrid say of a plan. */
static enum law judge(struct trial *trial, const struct rd_plan *plan)
{
    const struct rd_instance *instance = &trial->test->instance;
    struct rd_verdict verdict;
    struct rd_simulation simulation;
    struct rd_error error;
    const struct rd_timed_transfer *one, *other;
    rd_referee_plan(instance, plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL)
        return broken(trial, IS_LEGAL, verdict.message);
    if (!verdict.goal_reached && trial->algorithm->goals)
        return broken(trial, REACHES_GOAL, verdict.goal_message);
    if (!rd_engine_simulate(trial->engine, instance, plan, true, &test_arena, &simulation, &error))
        return broken(trial, SAME_ON_BOTH_RUNNERS, error.message);
    size_t loads = (size_t)instance->topology.host_count * instance->kind_count;
    if (memcmp(simulation.final, verdict.final, loads * sizeof *verdict.final) != 0)
        return broken(trial, SAME_ON_BOTH_RUNNERS, "other loads");
    if (!rd_traces_agree(plan->record, &simulation.trace, &test_scratch, &one, &other)) {
        snprintf(trial->details, sizeof trial->details,
                 "%zu and %zu messages; from %.17g s and from %.17g s",
                 plan->record->transfer_count, simulation.trace.transfer_count,
                 one ? one->start_s : -1, other ? other->start_s : -1);
        return SAME_ON_BOTH_RUNNERS;
    }
    trial->messages += plan->record->transfer_count;
    return is_local(trial) ? KEPT : broken(trial, IS_LOCAL, "");
}

static enum law broken_law(struct trial *trial)
{
    struct rd_plan made, again;
    struct rd_error error;
    if (!plan(trial, &made, &error))
        return broken(trial, ENDS, error.message);
    if (!plan(trial, &again, &error))
        return broken(trial, REPEATS, error.message);
    const struct rd_timed_transfer *one, *other;
    if (!rd_traces_agree(made.record, again.record, &test_scratch, &one, &other))
        return broken(trial, REPEATS, "");
    return judge(trial, &made);
}

static void expect_all_laws(struct trial *trial, struct rd_rng *rng)
{
    const struct rd_instance *instance = &trial->test->instance;
    trial->changed = (uint32_t)rd_rng_below(rng, rd_computing_host_count(&instance->topology));
    enum law law = broken_law(trial);
    if (law == KEPT)
        return;
    test_instance_print(stderr, instance);
    for (size_t i = 0; i < trial->options.given_count; i++)
        print_error("option %s: %s\n", trial->options.given[i].name, trial->options.given[i].value);
    fail_msg("%s does not keep \"%s\": %s", trial->algorithm->name, law_name[law], trial->details);
}

static bool plan_chaos(RD_PLAN_PARAMETERS)
{
    struct rd_protocol_run run = {.protocol = &chaos, .seed = options->seed};
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

/* It has no goal. */
static const struct rd_algorithm chaotic = {
    .name = "chaos", .shape = RD_ANY_SHAPE, .protocol = &chaos, .plan = plan_chaos};

static void open_trial(struct trial *trial, struct test_instance *test)
{
    *trial = (struct trial){.test = test};
    trial->engine =
        test_open_engine(test_full_platform(&test->instance, &test_arena), NULL, test, &test_arena);
}

static bool takes(struct trial *trial, const struct rd_algorithm *algorithm, struct rd_rng *rng)
{
    trial->algorithm = algorithm;
    trial->options = draw_options(rng, algorithm->options, &test_arena);
    assert_true(rd_options_check(&trial->options, NULL));
    return algorithm->protocol &&
           rd_algorithm_accepts(algorithm, &trial->test->instance, &trial->options, NULL);
}

/* Registered ones, and that of the examples. */
extern const struct rd_algorithm online_push;

static const struct rd_algorithm *algorithm_at(size_t number)
{
    return number < rd_algorithm_count ? rd_algorithms[number] : &online_push;
}

static void registered_protocols_keep_all_laws(void **state)
{
    (void)state;
    uint64_t *runs = rd_take(&test_scratch, (rd_algorithm_count + 1) * DRAW_PORTS, uint64_t);
    uint64_t messages = 0, all = 0;
    for (uint64_t draw = 0; draw < INSTANCES * times; draw++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct rd_rng rng = rd_rng_seeded(draw, 0);
        struct test_instance test = draw_instance(&rng, draw, &test_arena);
        struct trial trial;
        open_trial(&trial, &test);
        trial.algorithm = &chaotic;
        trial.options.seed = draw;
        expect_all_laws(&trial, &rng);
        for (size_t i = 0; i <= rd_algorithm_count; i++) {
            if (!takes(&trial, algorithm_at(i), &rng))
                continue;
            expect_all_laws(&trial, &rng);
            runs[i * DRAW_PORTS + draw / DRAW_SHAPES % DRAW_PORTS]++;
            all++;
        }
        rd_engine_close(trial.engine);
        messages += trial.messages;
        rd_arena_rewind(&test_arena, mark);
    }
    print_message("%" PRIu64 " instances, %" PRIu64 " runs of registered protocols, %" PRIu64
                  " messages and computations\n",
                  INSTANCES * times, all, messages);
    for (size_t i = 0; i <= rd_algorithm_count; i++) {
        const uint64_t *of = &runs[i * DRAW_PORTS];
        if (!algorithm_at(i)->protocol)
            continue;
        print_message("%s: on all ports %" PRIu64 ", one %" PRIu64 ", two %" PRIu64
                      ", three %" PRIu64 "\n",
                      algorithm_at(i)->name, of[0], of[1], of[2], of[3]);
        bool some = of[0] > 0 || of[1] > 0 || of[2] > 0 || of[3] > 0;
        bool all_ports = of[0] > 0 && of[1] > 0 && of[2] > 0 && of[3] > 0;
        if (!(FEWER_TRIALS ? some : all_ports))
            fail_msg("%s is not tried: draw.c draws nothing for it", algorithm_at(i)->name);
    }
}

/* Two hosts tell each other what they hold, and the richer one sends half of the difference: each
 * value of the option "cheat" breaks one law. */
enum cheat { NONE, PEEK, OVERDRAW, ANSWER_TWICE, ANSWER_FOR_EVER, REMEMBER, LOOK_ROUND };

static pid_t home;

struct suspect_state {
    bool answered;
};

static void begin_suspect(struct rd_host *host)
{
    static bool again; /* what is left of the run before */
    int cheat = (int)host->parameter[0];
    rd_send_word(host, host->neighbour[0].host, (struct rd_word){.a = host->held[0]});
    if (host->number == 0)
        again = !again;
    if (cheat == OVERDRAW)
        rd_send_items(host, host->neighbour[0].host, 0, host->held[0] + 1);
    /* It knows where hosts lie in memory, or where SimGrid runs. */
    if ((cheat == PEEK && host->number == 1 && host[-1].held[0] > host->held[0]) ||
        (cheat == REMEMBER && again) || (cheat == LOOK_ROUND && getpid() != home))
        rd_send_word(host, host->neighbour[0].host, (struct rd_word){0});
}

static void answer_suspect(struct rd_host *host, const struct rd_act *message)
{
    struct suspect_state *state = host->state;
    int cheat = (int)host->parameter[0];
    int64_t half = (host->held[0] - message->word.a) / 2;
    if (message->kind != RD_CONTROL)
        return;
    if (cheat == ANSWER_FOR_EVER)
        rd_send_word(host, message->from, message->word);
    for (int i = 0; half > 0 && !state->answered && i < 1 + (cheat == ANSWER_TWICE); i++)
        rd_send_items(host, message->from, 0, half);
    state->answered = true;
}

static const struct rd_protocol suspect = {.state_bytes = sizeof(struct suspect_state),
                                           .start = begin_suspect,
                                           .received = answer_suspect};

static bool plan_suspect(RD_PLAN_PARAMETERS)
{
    struct rd_protocol_run run = {.protocol = &suspect};
    run.parameter[0] = (double)rd_option_integer(options, "cheat");
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec suspect_options[] = {{"cheat", "integer 0 6", "0", ""}, {0}};
static const struct rd_algorithm suspected = {.name = "suspect",
                                              .options = suspect_options,
                                              .shape = RD_HYPERCUBE,
                                              .goals = RD_BIT(RD_BALANCE),
                                              .protocol = &suspect,
                                              .plan = plan_suspect};

static void each_cheat_breaks_its_law(void **state)
{
    (void)state;
    static const enum law expected[] = {[NONE] = KEPT,
                                        [PEEK] = IS_LOCAL,
                                        [OVERDRAW] = ENDS,
                                        [ANSWER_TWICE] = REACHES_GOAL,
                                        [ANSWER_FOR_EVER] = ENDS,
                                        [REMEMBER] = REPEATS,
                                        [LOOK_ROUND] = SAME_ON_BOTH_RUNNERS};
    home = getpid();
    for (enum cheat cheat = NONE; cheat <= LOOK_ROUND; cheat++) {
        int tried = 0, caught = 0;
        struct rd_option given = {"cheat", rd_arena_print(&test_arena, "%d", cheat)};
        for (uint64_t draw = 0; tried < 20 && caught == 0; draw++) {
            struct rd_rng rng = rd_rng_seeded(draw, 1);
            struct test_instance test = draw_instance(&rng, draw, &test_arena);
            const struct rd_instance *instance = &test.instance;
            if (instance->topology.shape != RD_HYPERCUBE || instance->topology.host_count != 2 ||
                instance->goal != RD_BALANCE || instance->kind_count > 1)
                continue;
            struct trial trial;
            open_trial(&trial, &test);
            trial.algorithm = &suspected;
            trial.options = (struct rd_options){
                .spec = suspect_options, .given = &given, .given_count = 1, .seed = 0};
            enum law law = broken_law(&trial);
            rd_engine_close(trial.engine);
            tried++;
            caught += law != KEPT;
            if (law != KEPT && law != expected[cheat])
                fail_msg("cheat %d breaks \"%s\" instead of \"%s\": %s", cheat, law_name[law],
                         law_name[expected[cheat]], trial.details);
        }
        if (caught != (cheat != NONE))
            fail_msg("cheat %d is caught %d times of %d", cheat, caught, tried);
    }
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(registered_protocols_keep_all_laws),
        ARENAS_TEST(each_cheat_breaks_its_law),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
