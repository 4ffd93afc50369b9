#include "problem_copies.h"

#include "host_lists.h"

#include "include/redist/redist.h"

#include <inttypes.h>

/* How many named kinds there are, and where the pieces of each begin. */
static bool read_kinds(const struct rd_problem *problem, struct rd_call *call,
                       struct rd_copies *copies)
{
    size_t count = problem->piece_count;
    uint32_t *piece = rd_take(&call->problem, count + 1, uint32_t);
    uint32_t kinds = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t kind = problem->piece_kind ? problem->piece_kind[i] : 0;
        if (kind != kinds && (kind + 1 != kinds || kinds == 0))
            return rd_wrong(&call->error,
                            "piece_kind[%zu] is %" PRIu32
                            ": that of the piece before it, or one more, is accepted",
                            i, kind);
        if (kind == kinds)
            piece[kinds++] = (uint32_t)i;
    }
    piece[kinds] = (uint32_t)count;
    copies->count = kinds;
    copies->piece = piece;
    return true;
}

/* Loads of counted kinds, with named ones behind them. */
static const int64_t *widen(const int64_t *amount, uint32_t hosts, uint32_t counted, uint32_t kinds,
                            struct rd_arena *arena)
{
    int64_t *wide = rd_take(arena, (size_t)hosts * kinds, int64_t);
    for (uint32_t host = 0; host < hosts; host++)
        for (uint32_t kind = 0; kind < counted; kind++)
            wide[(size_t)host * kinds + kind] = amount[(size_t)host * counted + kind];
    return wide;
}

bool rd_problem_copies_read(const struct rd_problem *problem, struct rd_call *call,
                            struct rd_instance *instance)
{
    size_t count = problem->piece_count;
    struct rd_arena *arena = &call->problem;
    if (count < 1 || count > RD_PIECE_LIMIT)
        return rd_wrong(&call->error, "piece_count is %zu: 1 to %" PRIu32 " are accepted", count,
                        RD_PIECE_LIMIT);
    if (!problem->piece_items)
        return rd_wrong(&call->error, "piece_items is NULL: [piece_count] are needed");
    struct rd_copies *copies = rd_take(arena, 1, struct rd_copies);
    if (!read_kinds(problem, call, copies))
        return false;
    uint32_t counted = problem->kind_count;
    if (copies->count > INT32_MAX - (uint64_t)counted ||
        (uint64_t)problem->host_count * (counted + copies->count) > RD_LOAD_ENTRY_LIMIT)
        return rd_wrong(&call->error, "%" PRIu64 " kinds on %" PRIu32 " hosts: fewer are supported",
                        (uint64_t)counted + copies->count, problem->host_count);
    copies->first_kind = counted;
    copies->piece_count = (uint32_t)count;
    copies->items = problem->piece_items;
    copies->held = problem->piece_held;
    copies->wanted = problem->piece_wanted;
    copies->held_first = rd_host_lists_read(problem->piece_held_first, problem->piece_held, count,
                                            "piece", "held", call);
    copies->wanted_first =
        copies->held_first ? rd_host_lists_read(problem->piece_wanted_first, problem->piece_wanted,
                                                count, "piece", "wanted", call)
                           : NULL;
    if (!copies->wanted_first)
        return false;
    int64_t *first_item = rd_take(arena, count, int64_t);
    for (uint32_t kind = 0; kind < copies->count; kind++)
        for (uint32_t i = copies->piece[kind] + 1; i < copies->piece[kind + 1]; i++)
            if (__builtin_add_overflow(first_item[i - 1], problem->piece_items[i - 1],
                                       &first_item[i]))
                return rd_wrong(&call->error, "piece_items[%" PRIu32 "] is too many", i - 1);
    copies->first_item = first_item;
    instance->copies = copies;
    instance->kind_count = counted + copies->count;
    instance->load =
        widen(problem->load, problem->host_count, counted, instance->kind_count, arena);
    instance->target =
        widen(problem->final_load, problem->host_count, counted, instance->kind_count, arena);
    return true;
}

void rd_problem_copies_size(const struct rd_problem *problem, struct rd_arena *arena,
                            struct rd_instance *instance)
{
    if (!instance->copies || !problem->kind_size)
        return;
    struct rd_copies *copies = rd_arena_copy(arena, instance->copies, 1, sizeof *instance->copies);
    double *bytes = rd_take(arena, copies->count, double);
    for (uint32_t kind = 0; kind < copies->count; kind++)
        bytes[kind] = problem->kind_size[kind] * instance->item_bytes;
    copies->bytes = bytes;
    instance->copies = copies;
}
