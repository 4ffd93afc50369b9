#include "mpi_copies.h"

#include "mpi_bytes.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- orders ----------------------------------------------------------------------------------- */

static bool read_piece(FILE *orders, size_t piece, uint32_t *kind, int64_t *items, size_t *first,
                       uint32_t **held)
{
    size_t count;
    if (fscanf(orders, "%" SCNu32 " %" SCNd64 " %zu", &kind[piece], &items[piece], &count) != 3)
        return false;
    first[piece + 1] = first[piece] + count;
    uint32_t *more = realloc(*held, first[piece + 1] * sizeof *more);
    if (!more)
        return false;
    *held = more;
    for (size_t i = first[piece]; i < first[piece + 1]; i++)
        if (fscanf(orders, "%" SCNu32, &more[i]) != 1)
            return false;
    return true;
}

const char *rd_mpi_copies_read(FILE *orders, struct rd_problem *problem)
{
    size_t count;
    uint32_t *held = NULL;
    if (fscanf(orders, "%zu", &count) != 1)
        return "the orders are damaged";
    uint32_t *kind = calloc(count, sizeof *kind);
    int64_t *items = calloc(count, sizeof *items);
    size_t *first = calloc(count + 1, sizeof *first);
    if (!kind || !items || !first)
        return "out of memory";
    for (size_t piece = 0; piece < count; piece++)
        if (!read_piece(orders, piece, kind, items, first, &held))
            return "the orders are damaged, or memory is out";
    problem->goal = RD_GOAL_COPIES;
    problem->piece_count = count;
    problem->piece_kind = kind;
    problem->piece_items = items;
    problem->piece_held_first = first;
    problem->piece_held = held;
    return NULL;
}

/* --- items ------------------------------------------------------------------------------------ */

/* A number of its own for each kind and item. */
static uint64_t item_key(uint32_t named, int64_t item)
{
    return rd_mix(rd_mix((uint64_t)named + 1) + (uint64_t)item);
}

/* The named kind of a numbered item. */
static uint32_t kind_of(const struct rd_mpi_copies *copies, int64_t number)
{
    return (uint32_t)rd_run_of(copies->first_item, rd_named_kinds(copies->problem), number);
}

static size_t bytes_of(const struct rd_mpi_copies *copies, uint32_t named)
{
    return copies->kind_bytes[copies->problem->kind_count + named];
}

/* What this rank holds at the start, and what comes. Returns: how much of it is held. */
static size_t list_ranges(const struct rd_mpi_copies *copies, const struct rd_schedule *plan,
                          uint32_t rank, struct rd_item_range *ret_range, size_t *ret_count)
{
    size_t held = rd_held_ranges(copies->problem, rank, ret_range), count = held;
    int32_t first_kind = (int32_t)copies->problem->kind_count;
    for (size_t row = 0; row < plan->transfer_count; row++) {
        if (plan->to[row] != rank || plan->kind[row] < first_kind)
            continue;
        int64_t first = copies->first_item[plan->kind[row] - first_kind] + plan->first_item[row];
        ret_range[count++] =
            (struct rd_item_range){first, first + plan->items[row] * plan->messages[row]};
    }
    *ret_count = count;
    return held;
}

/* Makes room for all items that this rank ever has. */
static bool take_room(struct rd_mpi_copies *copies)
{
    const struct rd_stretches *stretches = &copies->stretches;
    size_t bytes = 0;
    copies->place = calloc(stretches->count, sizeof *copies->place);
    if (!copies->place)
        return false;
    for (size_t i = 0; i < stretches->count; i++) {
        copies->place[i] = bytes;
        if (stretches->range[i] != RD_NO_RANGE)
            bytes += (size_t)(stretches->from[i + 1] - stretches->from[i]) *
                     bytes_of(copies, kind_of(copies, stretches->from[i]));
    }
    copies->bytes = malloc(bytes > 0 ? bytes : 1);
    return copies->bytes;
}

/* Fills a stretch with its items or, where they are yet to come, with nothing of theirs. */
static void fill(const struct rd_mpi_copies *copies, size_t stretch, bool is_held)
{
    uint32_t named = kind_of(copies, copies->stretches.from[stretch]);
    size_t size = bytes_of(copies, named);
    unsigned char *at = copies->bytes + copies->place[stretch];
    for (int64_t number = copies->stretches.from[stretch];
         size > 0 && number < copies->stretches.from[stretch + 1]; number++, at += size) {
        rd_make_bytes(item_key(named, number - copies->first_item[named]), size, at);
        for (size_t i = 0; i < size && !is_held; i++)
            at[i] = (unsigned char)~at[i];
    }
}

bool rd_mpi_copies_open(struct rd_mpi_copies *copies, const struct rd_problem *problem,
                        const size_t *kind_bytes, const struct rd_schedule *plan, uint32_t rank)
{
    size_t named = rd_named_kinds(problem), count;
    struct rd_item_range *range =
        calloc(problem->piece_count + plan->transfer_count + 1, sizeof *range);
    *copies = (struct rd_mpi_copies){.problem = problem,
                                     .kind_bytes = kind_bytes,
                                     .first_item = calloc(named + 1, sizeof *copies->first_item)};
    if (!range || !copies->first_item)
        return false;
    rd_number_items(problem, copies->first_item);
    size_t held = list_ranges(copies, plan, rank, range, &count);
    if (!rd_stretches_find(range, count, copies->first_item[named], &copies->stretches) ||
        !take_room(copies))
        return false;
    free(range);
    for (size_t i = 0; i < copies->stretches.count; i++)
        if (copies->stretches.range[i] != RD_NO_RANGE)
            fill(copies, i, copies->stretches.range[i] < held);
    return true;
}

unsigned char *rd_mpi_copies_at(const struct rd_mpi_copies *copies, int32_t kind, int64_t item)
{
    uint32_t named = (uint32_t)kind - copies->problem->kind_count;
    int64_t number = copies->first_item[named] + item;
    size_t stretch = rd_stretch_of(&copies->stretches, number);
    return copies->bytes + copies->place[stretch] +
           (size_t)(number - copies->stretches.from[stretch]) * bytes_of(copies, named);
}

/* --- report ----------------------------------------------------------------------------------- */

static void report_bytes(FILE *report, const struct rd_mpi_copies *copies)
{
    uint64_t wrong = 0;
    uint32_t first_kind = 0;
    int64_t first_item = 0;
    size_t first_place = 0;
    for (size_t i = 0; i < copies->stretches.count; i++) {
        uint32_t named = kind_of(copies, copies->stretches.from[i]);
        size_t size = bytes_of(copies, named), place = 0;
        const unsigned char *at = copies->bytes + copies->place[i];
        for (int64_t number = copies->stretches.from[i];
             size > 0 && copies->stretches.range[i] != RD_NO_RANGE &&
             number < copies->stretches.from[i + 1];
             number++, at += size) {
            int64_t item = number - copies->first_item[named];
            uint64_t more = rd_wrong_bytes(item_key(named, item), size, at, &place);
            if (wrong == 0 && more > 0) {
                first_kind = named;
                first_item = item;
                first_place = place;
            }
            wrong += more;
        }
    }
    fprintf(report, "%" PRIu64 " %" PRIu32 " %" PRId64 " %zu\n", wrong, first_kind, first_item,
            first_place);
}

void rd_mpi_copies_report(FILE *report, const struct rd_mpi_copies *copies)
{
    const struct rd_stretches *stretches = &copies->stretches;
    size_t count = 0;
    report_bytes(report, copies);
    for (size_t i = 0; i < stretches->count; i++)
        count += stretches->range[i] != RD_NO_RANGE;
    fprintf(report, "%zu\n", count);
    for (size_t i = 0; i < stretches->count; i++) {
        uint32_t named = kind_of(copies, stretches->from[i]);
        if (stretches->range[i] != RD_NO_RANGE)
            fprintf(report, "%" PRIu32 " %" PRId64 " %" PRId64 "\n", named,
                    stretches->from[i] - copies->first_item[named],
                    stretches->from[i + 1] - stretches->from[i]);
    }
}
