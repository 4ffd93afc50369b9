/* Small stars: the optimum, by search; with or without workers that send and receive.
 *
 *     T --- who sends how much? --- backwards: who receives last? --- before that? --- ... --- A_k
 *
 * Dates T from the bound up to the best heuristic's end are halved. For each T, every choice of
 * senders is tried, and for it every order of receptions, those that lead to the same receptions
 * from the end together (exact_search.h). A worker on a cheap link may send more than it must, and
 * get it back later, while a more expensive one is relieved of its items: on equal links that never
 * helps (Lemma 2), on unequal ones it can (c = 1 2 1, w = 3 4 5, L = 2 2 0: 7 against 8).
 * Where times have no common unit, dates are halved, and ends are least, to 1e-9 of the end.
 * Hypotheses: times that can be added up to that; no latency (items could share a message, and the
 * search sends them one by one). It gives up, and says so, beyond its number of states.
 */
#include "algorithms/algorithm.h"
#include "sim/base/guard.h"

#include "bounds.h"
#include "exact_search.h"
#include "heuristic.h"

#include <inttypes.h>

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    if (rd_has_latency(instance))
        return rd_refuse(reterr,
                         "a link has a latency: none is needed, since several items in one message "
                         "may beat the items one by one that are searched");
    return rd_star_accepts_precisely(instance, "the exact search", reterr);
}

enum { NO_EXCHANGE, EXCHANGE };

static bool plan(RD_PLAN_PARAMETERS)
{
    bool exchange = self->variant == EXCHANGE;
    struct rd_star star = rd_star_read(instance, scratch);
    struct rd_star_found best = rd_star_portfolio(&star, exchange, scratch, arena);
    int64_t limit = rd_option_integer(options, "states");
    rd_arena_own(work);
    struct rd_star_answer answer =
        rd_star_exact(&star, exchange, best.makespan, limit, scratch, &work);
    if (!answer.found && !rd_time_is_up())
        return rd_refuse(
            reterr,
            "the search gave up after %" PRId64
            " states, and the optimum, from %.10g s to %.10g s, is unknown: fewer items "
            "are needed, or more states (option states, now %" PRId64 ")",
            answer.state_count, (double)answer.makespan * star.unit_s,
            (double)best.makespan * star.unit_s, limit);
    rd_plan_count(ret_plan, arena, "states", (double)answer.state_count);
    struct rd_star_bounds bounds = rd_star_bounds_of(&star, scratch);
    rd_plan_count(ret_plan, arena, "fluid_s", (double)bounds.fluid * star.unit_s);
    rd_plan_count(ret_plan, arena, "deadlines_s", (double)bounds.deadline * star.unit_s);
    rd_star_plan(&star, answer.improved ? &answer.moves : &best.moves, arena, ret_plan);
    ret_plan->searched_all = exchange && answer.found;
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"states", "integer 1 100000000", "1000000",
     "states after which the search gives up, about 60 bytes each"},
    {NULL, NULL, NULL, NULL},
};

const struct rd_algorithm star_exact = {
    .name = "star-exact",
    .summary = "small stars: the optimum, by search",
    .source = "none: a search over the normal form of an optimum",
    RD_STAR_FINISH,
    .guarantee = RD_EXACT,
    .options = option_specs,
    .accepts = accepts,
    .plan = plan,
    .variant = EXCHANGE,
};

const struct rd_algorithm star_exact_no_exchange = {
    .name = "star-exact-no-exchange",
    .summary = "small stars: the best in which no worker both sends and receives, by search",
    .source = "none: the same search with senders and receivers apart",
    RD_STAR_FINISH,
    .guarantee = RD_HEURISTIC,
    .options = option_specs,
    /* In their plans no worker both sends and receives: senders have q < 0, receivers q > 0. */
    .baselines = (const struct rd_baseline[]){{"star-nothing", NULL},
                                              {"star-mba-printed", NULL},
                                              {"star-mba-simulated", NULL},
                                              {"star-mba-reordered", NULL},
                                              {"star-rbsa", NULL},
                                              {"star-lp-guided", NULL},
                                              {0}},
    .accepts = accepts,
    .plan = plan,
    .variant = NO_EXCHANGE,
};
