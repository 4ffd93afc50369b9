/* rd_solve and what belongs to it. */
#include "best_plan.h"
#include "results.h"

#include "sim/base/time_shares.h"

/* The algorithm that a call names, with options that it takes. In: name, or NULL: every one. */
static bool name_algorithm(const char *name, struct rd_options *options, struct rd_call *call,
                           const struct rd_algorithm **ret_algorithm)
{
    *ret_algorithm = NULL;
    if (!name && options->given_count == 0)
        return true;
    if (!name)
        return rd_wrong(&call->error,
                        "option_count is %zu and algorithm is NULL: options are of the algorithm "
                        "that is named",
                        options->given_count);
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    if (!algorithm)
        return rd_wrong(&call->error, "algorithm \"%.200s\": there is none%s", name,
                        rd_algorithm_hint(name, &call->scratch));
    options->spec = algorithm->options;
    *ret_algorithm = algorithm;
    return rd_options_check(options, &call->error);
}

/* Why no schedule is shorter than the best plan; NULL: nobody knows that. */
static const char *proof_words(const struct rd_best_plan *best, const struct rd_known_bound *known,
                               struct rd_arena *results)
{
    enum rd_proof proof = rd_proof_of(&best->proofs, best->verdict.makespan_s);
    const char *by = best->proofs.shown[proof].name;
    if (proof == RD_PROOF_NONE)
        return NULL;
    if (proof == RD_PROOF_SEARCH)
        return rd_arena_print(results, "%s searched all schedules, and none is shorter", by);
    return known->known
               ? rd_arena_print(results, "the bound is reached, and no schedule beats it (%s)", by)
               : by;
}

static void fill_solution(const struct rd_best_plan *best, const struct rd_known_bound *known,
                          struct rd_arena *results, struct rd_solution *ret_solution)
{
    const struct rd_verdict *verdict = &best->verdict;
    const char *proof = proof_words(best, known, results);
    *ret_solution = (struct rd_solution){
        .algorithm = best->algorithm->name,
        .shape = rd_shape_name(best->instance->topology.shape),
        .note = rd_result_text(best->plan.note, results),
        .plan = rd_result_schedule(&best->plan, results),
        .makespan_s = verdict->makespan_s,
        .final_load = rd_result_final_load(best->instance, verdict, results),
        .object_place = rd_result_object_place(best->instance, verdict, results),
        .items_moved = verdict->items_moved,
        .message_count = verdict->transfers,
        .bound = rd_result_bound(known->known ? &known->bound : NULL, known->instance, results),
        .proved_optimal = proof != NULL,
        .proof = proof,
        .relabelling = rd_result_relabelling(best->instance, best->plan.certificate, results),
    };
}

/* When a call is to end. The rest of its time is for what is under way then. */
static bool read_limit(const struct rd_problem *problem, struct rd_time_limit *limit,
                       struct rd_call *call)
{
    if (!(problem->within_s >= 0))
        return rd_wrong(&call->error, "within_s is %g: 0 or more is accepted", problem->within_s);
    *limit = rd_time_limit_within(problem->within_s, RD_PART_OF_CALL, NULL);
    call->limit = problem->within_s > 0 ? limit : NULL;
    return true;
}

/* What rd_solve is called with. */
struct solving {
    const struct rd_problem *problem;
    struct rd_solution solution;
};

static bool solve(struct rd_call *call, void *context)
{
    struct solving *solving = context;
    const struct rd_problem *problem = solving->problem;
    struct rd_problem_views *views = rd_take(&call->problem, 1, struct rd_problem_views);
    struct rd_options options;
    const struct rd_algorithm *algorithm;
    if (!rd_problem_read(problem, call, views) ||
        !rd_problem_read_options(problem, call, &options) ||
        !name_algorithm(problem->algorithm, &options, call, &algorithm))
        return false;
    struct rd_time_limit limit;
    if (!read_limit(problem, &limit, call))
        return false;
    struct rd_known_bound known;
    struct rd_best_plan best;
    if (!rd_known_bound_find(views, call, &known) ||
        !rd_best_plan_find(views, algorithm, &options, &known, call, &best))
        return false;
    fill_solution(&best, &known, &call->results, &solving->solution);
    return true;
}

bool rd_solve(const struct rd_problem *problem, struct rd_solution *ret_solution,
              struct rd_call_error *ret_error)
{
    struct solving solving = {.problem = problem};
    struct rd_call_memory *memory = NULL;
    if (!ret_solution)
        return rd_call_fail(ret_error, RD_CALL_ARGUMENT, "ret_solution is NULL: one is needed");
    bool solved = rd_call_run(problem, solve, &solving, &memory, ret_error);
    *ret_solution = solved ? solving.solution : (struct rd_solution){0};
    ret_solution->memory = memory;
    return solved;
}

void rd_solution_free(struct rd_solution *solution)
{
    if (!solution)
        return;
    rd_call_memory_free(solution->memory);
    *solution = (struct rd_solution){0};
}

/* What rd_problem_accepted_by is called with. */
struct asking {
    const struct rd_problem *problem;
    const char *algorithm;
};

static bool ask(struct rd_call *call, void *context)
{
    const struct asking *asking = context;
    struct rd_problem_views *views = rd_take(&call->problem, 1, struct rd_problem_views);
    struct rd_options options;
    const struct rd_algorithm *algorithm;
    if (!rd_problem_read(asking->problem, call, views) ||
        !rd_problem_read_options(asking->problem, call, &options))
        return false;
    if (!asking->algorithm)
        return rd_wrong(&call->error, "algorithm is NULL: the name of one is needed");
    if (!name_algorithm(asking->algorithm, &options, call, &algorithm))
        return false;
    for (uint32_t i = 0; i < views->count; i++) {
        const struct rd_instance *view = &views->instance[i];
        struct rd_error error;
        if (rd_algorithm_accepts(algorithm, view, &options, &error))
            return true;
        /* The reason that tells most is of a shape that it takes. */
        if (i == 0 || rd_algorithm_takes_shape(algorithm, view->topology.shape))
            call->error = error;
    }
    return false;
}

bool rd_problem_accepted_by(const struct rd_problem *problem, const char *algorithm,
                            struct rd_call_error *ret_error)
{
    struct asking asking = {.problem = problem, .algorithm = algorithm};
    return rd_call_run(problem, ask, &asking, NULL, ret_error);
}
