#include "exact.h"

#include "ring_program.h"

#include <math.h>

static double all_targets_work(const struct rd_stencil *stencil)
{
    return pow(stencil->host_count, stencil->item_count) * (stencil->host_count + 8.0);
}

double rd_stencil_exact_work(const struct rd_stencil *stencil)
{
    return fmin(all_targets_work(stencil), rd_stencil_ring_program_work(stencil));
}

struct rd_stencil_cost rd_stencil_all_targets(const struct rd_stencil *stencil, uint32_t *owner,
                                              struct rd_arena *scratch)
{
    uint32_t n = stencil->item_count;
    for (uint32_t item = 0; item < n; item++)
        owner[item] = 0;
    struct rd_stencil_target target = rd_stencil_target_make(stencil, owner, scratch);
    struct rd_stencil_cost best = rd_stencil_cost_of(&target);
    double best_s = rd_stencil_s(stencil, best);
    for (;;) {
        uint32_t item = 0;
        static const uint32_t none = 0;
        while (item < n && target.owner[item] + 1 == stencil->host_count)
            rd_stencil_give(&target, item++, 1, &none);
        if (item == n)
            return best;
        uint32_t next = target.owner[item] + 1;
        rd_stencil_give(&target, item, 1, &next);
        if (rd_stencil_costs_less(&target, &best_s)) {
            best = rd_stencil_cost_of(&target);
            for (uint32_t i = 0; i < n; i++)
                owner[i] = target.owner[i];
        }
    }
}

struct rd_stencil_cost rd_stencil_exact(const struct rd_stencil *stencil, uint32_t *owner,
                                        struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    return all_targets_work(stencil) <= rd_stencil_ring_program_work(stencil)
               ? rd_stencil_all_targets(stencil, owner, scratch)
               : rd_stencil_ring_program(stencil, owner, scratch);
}
