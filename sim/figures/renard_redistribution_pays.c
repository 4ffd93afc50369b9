/* When does redistribution pay? An experiment of our own, on what the ring redistribution paper
 * says of iterative applications in its section 8, without numbers: total time of an iterative
 * application that moves its columns every k iterations, over its time if it never does, against
 * the cost of moving a column. Beside the fixed periods stands a policy that redistributes when it
 * expects to gain. */
#include "figure.h"
#include "sim/base/mean.h"
#include "ring_application.h"
#include "figure_simulator.h"

#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { SEEDS = 20, FULL_SEEDS = 100, PERIODS = 7, RATIOS = 9, POLICIES = PERIODS + 1 };
enum { BY_THRESHOLD = -1 };

/* Period k, or the threshold policy, which comes last. Never is the 1 that all are divided by. */
static const int periods[PERIODS] = {100, 50, 20, 10, 5, 2, 1};
static const double rhos[RATIOS] = {0.01, 0.1, 1, 3, 10, 20, 30, 60, 100};

/* Conditions last 1 / 0.02 iterations on average: how long a gain is expected to last. */
static const double horizon_iterations = 50;

/* What a run spends, and how it planned. */
struct spent {
    double computing_s;
    double moving_s;        /* at rho = 1 */
    int64_t moves, refused; /* of the moves: System 8 has no solution, list scheduling planned */
};

/* The time of moving from one share to another at rho = 1; a time at another rho is rho times it.
 */
static bool move_s(const struct rd_ring_application *application, enum rd_ring_kind kind,
                   const int64_t *from, const int64_t *to, struct rd_figure_data *work,
                   struct spent *spent, double *ret_s, struct rd_error *reterr)
{
    rd_arena_borrow(&work->plans);
    struct rd_instance instance = rd_redistribution_instance(application, kind, from, to);
    struct rd_plan plan;
    bool refused;
    bool planned = rd_redistribution_plan(&instance, kind, &work->plans, &work->scratch, &plan,
                                          ret_s, &refused, reterr);
    spent->moves++;
    spent->refused += refused;
    return planned;
}

/* Moves every `period` iterations, never if it is 0; or (BY_THRESHOLD) when what an iteration
 * gains, over the horizon, is more than moving costs. */
static bool run(const struct rd_ring_application *application, enum rd_ring_kind kind, int period,
                double rho, struct rd_figure_data *work, struct spent *ret_spent,
                struct rd_error *reterr)
{
    struct spent spent = {0};
    const int64_t *columns = application->balanced[0];
    for (int t = 0; t < RD_APPLICATION_ITERATIONS; t++) {
        const int64_t *better = application->balanced[t];
        double gain_s = INFINITY, moved_s = 0;
        bool may_move = t > 0 && period > 0 && t % period == 0;
        if (period == BY_THRESHOLD) {
            gain_s =
                rd_iteration_s(application, t, columns) - rd_iteration_s(application, t, better);
            may_move = gain_s > 0;
        }
        if (may_move && !move_s(application, kind, columns, better, work, &spent, &moved_s, reterr))
            return false;
        if (may_move && gain_s * horizon_iterations > rho * moved_s) {
            spent.moving_s += moved_s;
            columns = better;
        }
        spent.computing_s += rd_iteration_s(application, t, columns);
    }
    *ret_spent = spent;
    return true;
}

/* Total time over the time without redistribution, by rho and policy; and periodic moves. */
struct ratio_table {
    struct rd_mean of[RATIOS][POLICIES];
    int64_t moves, refused;
};

/* Adds one application on one kind of ring. */
static bool add_application(const struct rd_ring_application *application, enum rd_ring_kind kind,
                            struct rd_figure_data *work, struct ratio_table *table,
                            struct rd_error *reterr)
{
    struct spent never, periodic[PERIODS], threshold;
    if (!run(application, kind, 0, 0, work, &never, reterr))
        return false;
    for (int p = 0; p < PERIODS; p++) {
        if (!run(application, kind, periods[p], 0, work, &periodic[p], reterr))
            return false;
        table->moves += periodic[p].moves;
        table->refused += periodic[p].refused;
    }
    for (int r = 0; r < RATIOS; r++) {
        for (int p = 0; p < PERIODS; p++)
            rd_mean_add(&table->of[r][p],
                        (periodic[p].computing_s + rhos[r] * periodic[p].moving_s) /
                            never.computing_s);
        if (!run(application, kind, BY_THRESHOLD, rhos[r], work, &threshold, reterr))
            return false;
        rd_mean_add(&table->of[r][PERIODS],
                    (threshold.computing_s + rhos[r] * threshold.moving_s) / never.computing_s);
    }
    return true;
}

static const char *policy_name(struct rd_arena *arena, int policy)
{
    return policy == PERIODS ? "threshold" : rd_arena_print(arena, "%d", periods[policy]);
}

static void add_rows(struct rd_figure_data *data, enum rd_ring_kind kind, struct ratio_table *table)
{
    for (int r = 0; r < RATIOS; r++) {
        rd_figure_row(data, "%s\t%g\t%g\tnever\t1\t0\t%" PRId64, rd_ring_kind_name(kind), rhos[r],
                      1 / rhos[r], table->of[r][0].count);
        for (int policy = 0; policy < POLICIES; policy++)
            rd_figure_row(data, "%s\t%g\t%g\t%s\t%.4f\t%.4f\t%" PRId64, rd_ring_kind_name(kind),
                          rhos[r], 1 / rhos[r], policy_name(data->arena, policy),
                          table->of[r][policy].mean, rd_mean_half_width(&table->of[r][policy]),
                          table->of[r][policy].count);
    }
}

/* The period of least mean; 0 (never) if none is below 1. */
static int best_period(struct rd_mean row[POLICIES])
{
    int best = 0;
    double least = 1;
    for (int p = 0; p < PERIODS; p++) {
        if (row[p].mean < least) {
            least = row[p].mean;
            best = periods[p];
        }
    }
    return best;
}

static void judge(struct rd_figure_data *data, enum rd_ring_kind kind, double rho,
                  const char *quantity, double measured, double half_width, double low, double high,
                  const char *why)
{
    rd_checks_add(&data->checks, (struct rd_check){
                                     .what = rd_arena_print(data->arena, "%s, rho %g: %s",
                                                            rd_ring_kind_name(kind), rho, quantity),
                                     .published = NAN,
                                     .measured = measured,
                                     .half_width = half_width,
                                     .low = low,
                                     .high = high,
                                     .why = why,
                                     .by = RD_BY_INDEPENDENT_RUN,
                                 });
}

/* What the verified experiment saw of one kind of ring. */
static void judge_kind(struct rd_figure_data *data, enum rd_ring_kind kind,
                       struct ratio_table *table)
{
    enum { SEEN_DIFFERENCE_PERCENT = 4 };
    double slack = SEEN_DIFFERENCE_PERCENT / 100.0;
    for (int r = 0; r < RATIOS; r++) {
        int best = best_period(table->of[r]);
        double every = table->of[r][PERIODS - 1].mean;
        if (rhos[r] <= 3) {
            judge(data, kind, rhos[r], "best period", best, 0, 1, 1, "the more often the better");
            judge(data, kind, rhos[r], "moving every iteration", every,
                  rd_mean_half_width(&table->of[r][PERIODS - 1]), 0.40 - slack, 0.52 + slack,
                  "0.40 to 0.52 seen; two sets of 20 seeds differ by 0.04");
        } else if (rhos[r] == 10) {
            judge(data, kind, 10, "best period", best, 0, 1, 5, "a U shape, best at 1 to 5");
        } else if (rhos[r] == 20) {
            judge(data, kind, 20, "best period", best, 0, 5, 20, "a U shape, best at 5 to 20");
        } else if (rhos[r] == 30) {
            bool never_will_do = kind == RD_ONE_WAY_UNEQUAL;
            judge(data, kind, 30, "best period (0: never)", best, 0, never_will_do ? 0 : 20, 100,
                  "best at 20 to 100, or never on one-way unequal rings");
        } else {
            double least = INFINITY;
            for (int p = 0; p < PERIODS; p++)
                least = fmin(least, table->of[r][p].mean);
            judge(data, kind, rhos[r], "least mean of all periods", least, 0,
                  rhos[r] == 60 && kind == RD_TWO_WAY_EQUAL ? 0.98 : 1, INFINITY,
                  "it never pays (within 2 % at 60 on two-way equal rings)");
        }
    }
}

/* Two-way rings do no worse than one-way ones of the same links, at nearly every point. */
static void judge_directions(struct rd_figure_data *data, enum rd_ring_kind one_way,
                             enum rd_ring_kind two_way, struct ratio_table *tables)
{
    int points = 0, no_worse = 0;
    for (int r = 0; r < RATIOS; r++) {
        for (int p = 0; p < PERIODS; p++) {
            points++;
            no_worse += tables[two_way].of[r][p].mean <= tables[one_way].of[r][p].mean;
        }
    }
    rd_checks_add(
        &data->checks,
        (struct rd_check){
            .what = rd_arena_print(data->arena, "%s no slower than %s, share of points",
                                   rd_ring_kind_name(two_way), rd_ring_kind_name(one_way)),
            .published = NAN,
            .measured = (double)no_worse / points,
            .low = 0.95,
            .high = 1,
            .why = "nearly every point of another program; by law each, were the plans optimal",
            .by = RD_BY_INDEPENDENT_RUN,
        });
}

/* "list 2 1 3 ..": the cost of every edge, as the platform generator takes it. */
static const char *cost_list(const struct rd_ring_application *application, enum rd_ring_kind kind,
                             struct rd_arena *arena)
{
    const char *text = "list";
    for (int edge = 0; edge < RD_APPLICATION_HOSTS; edge++)
        text = rd_arena_print(arena, "%s %g", text,
                              1 / application->cost[kind][edge].bandwidth_bytes_per_s);
    return text;
}

/* Plays one iteration on SimGrid and adds what it takes. */
static bool play_iteration(struct rd_figure_simulator *simulator,
                           const struct rd_ring_application *application, int t,
                           const int64_t *columns, struct rd_figure_data *work, double *total_s,
                           struct rd_error *reterr)
{
    struct rd_plan plan;
    struct rd_verdict verdict;
    struct rd_instance instance =
        rd_iteration_plan(application, t, &simulator->topology, columns, simulator->costs.link_cost,
                          simulator->costs.speed_flops_per_s, &work->plans, &plan);
    rd_referee_plan(&instance, &plan, &work->plans, &work->scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL)
        return rd_failed(reterr, "iteration %d: %s", t, verdict.message);
    *total_s += verdict.makespan_s;
    return rd_figure_simulator_play(simulator, &instance, &plan, verdict.makespan_s, false,
                                    &work->plans, reterr);
}

/* Plays one redistribution on SimGrid and adds what it takes. */
static bool play_move(struct rd_figure_simulator *simulator,
                      const struct rd_ring_application *application, enum rd_ring_kind kind,
                      const int64_t *from, const int64_t *to, struct rd_figure_data *work,
                      double *total_s, struct rd_error *reterr)
{
    struct rd_instance instance = rd_redistribution_instance(application, kind, from, to);
    struct rd_plan plan;
    double moved_s = 0;
    bool refused;
    if (!rd_redistribution_plan(&instance, kind, &work->plans, &work->scratch, &plan, &moved_s,
                                &refused, reterr))
        return false;
    *total_s += moved_s;
    return rd_figure_simulator_play(simulator, &instance, &plan, moved_s, true, &work->plans,
                                    reterr);
}

/* A whole application on SimGrid, phase by phase with a barrier between: 200 iterations, columns
 * moved every tenth. Its time must be what the figure's formula says at rho = 1. */
static bool play_application(const struct rd_ring_application *application, enum rd_ring_kind kind,
                             struct rd_figure_data *work, int64_t *phases, struct rd_error *reterr)
{
    enum { PERIOD = 10 };
    rd_arena_borrow(&work->plans);
    struct rd_figure_simulator simulator;
    enum rd_direction direction =
        kind == RD_ONE_WAY_EQUAL || kind == RD_ONE_WAY_UNEQUAL ? RD_ONE_WAY : RD_TWO_WAY;
    struct rd_platform_request request = {.shape = RD_RING,
                                          .direction = direction,
                                          .host_count = RD_APPLICATION_HOSTS,
                                          .cost = cost_list(application, kind, &work->plans),
                                          .latency = "0",
                                          .compute = "1",
                                          .symmetric = true};
    if (!rd_figure_simulator_open(&request, &work->plans, &simulator, reterr))
        return false;
    const int64_t *columns = application->balanced[0];
    double total_s = 0;
    bool played = true;
    for (int t = 0; t < RD_APPLICATION_ITERATIONS && played; t++) {
        if (t > 0 && t % PERIOD == 0) {
            played = play_move(&simulator, application, kind, columns, application->balanced[t],
                               work, &total_s, reterr);
            columns = application->balanced[t];
        }
        played =
            played && play_iteration(&simulator, application, t, columns, work, &total_s, reterr);
    }
    *phases += simulator.played;
    rd_figure_simulator_close(&simulator);
    struct spent spent = {0};
    if (!played || !run(application, kind, PERIOD, 0, work, &spent, reterr))
        return false;
    double formula_s = spent.computing_s + spent.moving_s;
    return rd_times_agree(total_s, formula_s, formula_s) ||
           rd_failed(reterr, "%s: the phases on SimGrid take %.17g s and the formula says %.17g s",
                     rd_ring_kind_name(kind), total_s, formula_s);
}

/* Plays the first application on every kind of ring. */
static bool play_sample(struct rd_figure_data *data, struct rd_error *reterr)
{
    struct rd_ring_application *application = rd_take(data->arena, 1, struct rd_ring_application);
    int64_t phases = 0;
    rd_ring_application_draw(1, application);
    for (enum rd_ring_kind kind = 0; kind < RD_RING_KINDS; kind++)
        if (!play_application(application, kind, data, &phases, reterr))
            return false;
    double due = RD_RING_KINDS * (RD_APPLICATION_ITERATIONS + RD_APPLICATION_ITERATIONS / 10 - 1);
    rd_checks_add(
        &data->checks,
        (struct rd_check){
            .what = "phases that SimGrid confirms, columns in order (an application a ring)",
            .published = NAN,
            .measured = (double)phases,
            .low = due,
            .high = due,
            .why = "200 iterations and 19 redistributions on each ring, by each algorithm",
        });
    data->played = "an application on each kind of ring, by each algorithm, with a period of 10, "
                   "at rho = 1; the other times are the referee's, which is the same clock";
    return true;
}

/* How many moves list scheduling planned in the place of System 8: listed, not judged. */
static void list_refused(struct rd_figure_data *data, const struct ratio_table *table)
{
    rd_checks_add(&data->checks,
                  (struct rd_check){
                      .what = "two-way unequal: moves for which System 8 has no solution, %, "
                              "planned by list scheduling",
                      .published = NAN,
                      .measured = 100 * (double)table->refused / (double)table->moves,
                      .low = -INFINITY,
                      .high = INFINITY,
                      .why = "of all moves of all periods",
                  });
}

/* Adds every application on every kind of ring. */
static bool measure(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                    struct ratio_table *tables, struct rd_error *reterr)
{
    struct rd_ring_application *application = rd_take(data->arena, 1, struct rd_ring_application);
    int seeds = settings->full ? FULL_SEEDS : SEEDS;
    for (int seed = 1; seed <= seeds; seed++) {
        if (settings->progress)
            settings->progress(rd_arena_print(data->arena, "application %d of %d", seed, seeds));
        rd_ring_application_draw((uint64_t)seed, application);
        for (enum rd_ring_kind kind = 0; kind < RD_RING_KINDS; kind++)
            if (!add_application(application, kind, data, &tables[kind], reterr))
                return false;
    }
    return true;
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"ring",
                                          "communication_over_computation",
                                          "computation_over_communication",
                                          "period",
                                          "time_over_never",
                                          "half_width_95",
                                          "seeds"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    struct ratio_table *tables = rd_take(data->arena, RD_RING_KINDS, struct ratio_table);
    bool measured = measure(settings, data, tables, reterr) && play_sample(data, reterr);
    if (!measured)
        return false;
    for (enum rd_ring_kind kind = 0; kind < RD_RING_KINDS; kind++) {
        add_rows(data, kind, &tables[kind]);
        judge_kind(data, kind, &tables[kind]);
    }
    judge_directions(data, RD_ONE_WAY_EQUAL, RD_TWO_WAY_EQUAL, tables);
    judge_directions(data, RD_ONE_WAY_UNEQUAL, RD_TWO_WAY_UNEQUAL, tables);
    judge_directions(data, RD_ONE_WAY_UNEQUAL, RD_TWO_WAY_UNEQUAL_LIST, tables);
    list_refused(data, &tables[RD_TWO_WAY_UNEQUAL]);
    return true;
}

const struct rd_figure renard_redistribution_pays = {
    .name = "renard-redistribution-pays",
    .summary = "when does redistributing columns round a ring pay?",
    .source = "our own: [renard2006] gives one sentence and no numbers",
    .plot = "renard_redistribution_pays",
    .scenario = "renard_redistribution_pays",
    .make = make,
};
