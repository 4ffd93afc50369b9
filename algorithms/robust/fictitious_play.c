#include "fictitious_play.h"

#include "sim/model/trace.h"

enum { ROUNDS = 16 };

bool rd_fictitious_play(rd_play_plan *plan, void *of, size_t slow_count, struct rd_arena *scratch,
                        struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    double *share = rd_take(scratch, slow_count, double);
    double *sum = rd_take(scratch, slow_count, double);
    for (int64_t round = 0; round < ROUNDS; round++) {
        const double *slow = NULL;
        if (!plan(of, share, round, &slow, reterr))
            return false;
        for (size_t i = 0; slow && i < slow_count; i++) {
            sum[i] += slow[i];
            share[i] = sum[i] / (double)(round + 1);
        }
        if (!slow)
            return true;
    }
    return true;
}

static bool is_sooner(double one_s, double other_s)
{
    return one_s < other_s && !rd_times_agree(one_s, other_s, one_s);
}

bool rd_played_is_better(struct rd_played plan, struct rd_played than)
{
    if (is_sooner(plan.worst_s, than.worst_s))
        return true;
    return !is_sooner(than.worst_s, plan.worst_s) && is_sooner(plan.planned_s, than.planned_s);
}
