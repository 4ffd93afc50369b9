#include "trace_difference.h"

#include <inttypes.h>

/* "h0 sends 2 items of kind 0 to h1 from 0 s to 2 s". */
static const char *describe(const struct rd_instance *instance,
                            const struct rd_timed_transfer *transfer, struct rd_arena *arena)
{
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    const char *what = "plain work";
    if (!transfer)
        return "there is none";
    bool works = transfer->to == RD_NO_HOST;
    if (transfer->kind != RD_CONTROL)
        what = rd_arena_print(arena, "%" PRId64 " items of %s", transfer->items,
                              rd_label_of_kind(instance, (uint32_t)transfer->kind));
    else if (!works)
        what = "a word";
    return rd_arena_print(arena, "%s %s %s%s%s from %.10g s to %.10g s",
                          rd_host_label(instance, transfer->from, from),
                          works ? "computes" : "sends", what, works ? "" : " to ",
                          works ? "" : rd_host_label(instance, transfer->to, to), transfer->start_s,
                          transfer->end_s);
}

const char *rd_trace_difference(const struct rd_instance *instance, const struct rd_trace *planned,
                                const struct rd_trace *simulated, struct rd_arena *arena,
                                struct rd_arena *scratch)
{
    const struct rd_timed_transfer *one, *other;
    if (rd_traces_agree(planned, simulated, scratch, &one, &other))
        return NULL;
    return rd_arena_print(arena,
                          "SimGrid's trace, of %zu messages and computations, and the planned one, "
                          "of %zu, part: %s by the plan, and in SimGrid %s",
                          simulated->transfer_count, planned->transfer_count,
                          describe(instance, one, arena), describe(instance, other, arena));
}
