#include "schedules.h"

#include "algorithms/algorithm.h"
#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>

static bool need(const void *array, const char *name, struct rd_error *reterr)
{
    return array || rd_wrong(reterr, "%s is NULL: [transfer_count] are needed", name);
}

static bool check_count(size_t count, int64_t limit, struct rd_error *reterr)
{
    return count <= (uint64_t)limit ||
           rd_wrong(reterr, "transfer_count is %zu: at most %" PRId64 " are accepted", count,
                    limit);
}

static bool check_schedule(const struct rd_schedule *schedule, struct rd_error *reterr)
{
    if ((unsigned)schedule->timing > RD_TIMING_LOCK_STEP)
        return rd_wrong(reterr, "timing is %u: 0 and %u are accepted", (unsigned)schedule->timing,
                        (unsigned)RD_TIMING_LOCK_STEP);
    if (schedule->timing == RD_TIMING_LOCK_STEP &&
        !(schedule->step_s >= 0 && isfinite(schedule->step_s)))
        return rd_wrong(reterr, "step_s is %g: a finite number, 0 or more, is accepted",
                        schedule->step_s);
    return schedule->transfer_count == 0 ||
           (check_count(schedule->transfer_count, RD_PLAN_TRANSFER_LIMIT, reterr) &&
            need(schedule->from, "from", reterr) && need(schedule->to, "to", reterr) &&
            need(schedule->items, "items", reterr));
}

/* First items of rows none of which is of a named kind yet. */
static int64_t *no_items(size_t count, struct rd_arena *arena)
{
    int64_t *first_item = rd_take(arena, count, int64_t);
    for (size_t i = 0; i < count; i++)
        first_item[i] = RD_NO_ITEM;
    return first_item;
}

bool rd_plan_of_schedule(const struct rd_schedule *schedule, struct rd_arena *arena,
                         struct rd_plan *ret_plan, struct rd_error *reterr)
{
    if (!check_schedule(schedule, reterr))
        return false;
    size_t count = schedule->transfer_count;
    struct rd_transfer *transfer = rd_take(arena, count, struct rd_transfer);
    bool lock_step = schedule->timing == RD_TIMING_LOCK_STEP;
    struct rd_plan plan = {
        .timing = lock_step ? RD_LOCK_STEP : RD_SELF_TIMED,
        .step_s = lock_step ? schedule->step_s : 0,
        .round_count = schedule->round_count,
        .transfer_count = count,
        .transfer_capacity = count,
        .transfer = transfer,
    };
    for (size_t i = 0; i < count; i++) {
        uint32_t round = schedule->round ? schedule->round[i] : 0;
        transfer[i] = (struct rd_transfer){
            .round = round,
            .from = schedule->from[i],
            .to = schedule->to[i],
            .kind = schedule->kind ? schedule->kind[i] : 0,
            .items = schedule->items[i],
            .messages = schedule->messages ? schedule->messages[i] : 1,
        };
        if (schedule->first_item && schedule->first_item[i] != RD_NO_ITEM) {
            if (!plan.first_item)
                plan.first_item = no_items(count, arena);
            plan.first_item[i] = schedule->first_item[i];
        }
        if (schedule->round_count == 0 && round < UINT32_MAX && round >= plan.round_count)
            plan.round_count = round + 1;
    }
    *ret_plan = plan;
    return true;
}

bool rd_trace_of_arrays(const struct rd_trace_arrays *arrays, struct rd_arena *arena,
                        struct rd_trace *ret_trace, struct rd_error *reterr)
{
    size_t count = arrays->transfer_count;
    if (count > 0 && !(check_count(count, RD_TRACE_TRANSFER_LIMIT, reterr) &&
                       need(arrays->start_s, "start_s", reterr) &&
                       need(arrays->end_s, "end_s", reterr) && need(arrays->from, "from", reterr) &&
                       need(arrays->to, "to", reterr) && need(arrays->items, "items", reterr)))
        return false;
    struct rd_timed_transfer *transfer = rd_take(arena, count, struct rd_timed_transfer);
    for (size_t i = 0; i < count; i++) {
        double start_s = arrays->start_s[i], end_s = arrays->end_s[i];
        if (!(start_s >= 0 && end_s >= start_s && isfinite(end_s)))
            return rd_wrong(reterr,
                            "row %zu is from %g s to %g s: finite dates from 0 on, in this order, "
                            "are accepted",
                            i, start_s, end_s);
        transfer[i] = (struct rd_timed_transfer){
            .start_s = start_s,
            .end_s = end_s,
            .from = arrays->from[i],
            .to = arrays->to[i],
            .kind = arrays->kind ? arrays->kind[i] : 0,
            .items = arrays->items[i],
        };
    }
    *ret_trace = (struct rd_trace){
        .transfer_count = count,
        .transfer_capacity = count,
        .transfer = transfer,
        .first_item = rd_arena_copy(arena, arrays->first_item, count, sizeof *arrays->first_item)};
    return true;
}
