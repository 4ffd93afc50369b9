#include "copy_orders.h"

#include "damaged_report.h"

#include "sim/base/integers.h"

#include <inttypes.h>
#include <math.h>

/* --- orders ----------------------------------------------------------------------------------- */

/* What a host sends, or receives: bytes in all, and of the largest message. */
struct moved {
    double all, largest;
};

/* Messages that may be under way at a time, each in a buffer of its own. */
static double buffer_bytes(const struct rd_instance *instance, uint32_t host, struct moved moved)
{
    double most = fmin(rd_host_ports(instance, host), instance->topology.host_count - 1);
    return fmin(moved.all, most * moved.largest);
}

static void move(struct moved *moved, double bytes, double messages)
{
    moved->all += bytes * messages;
    moved->largest = fmax(moved->largest, bytes);
}

bool rd_copy_orders_check(const struct rd_instance *instance, const struct rd_plan *plan,
                          double taken_bytes, uint64_t limit_bytes, struct rd_arena *scratch,
                          struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    const struct rd_copies *copies = instance->copies;
    uint32_t hosts = instance->topology.host_count;
    struct moved *out = rd_take(scratch, 2 * (size_t)hosts, struct moved), *in = out + hosts;
    double bytes = taken_bytes;
    for (uint32_t j = 0; j < copies->count; j++) {
        double of_item = rd_kind_bytes(instance, copies->first_kind + j);
        if (floor(of_item) != of_item)
            return rd_refuse(reterr, "an item of %s has %g bytes: MPI moves whole ones",
                             rd_label_of_kind(instance, copies->first_kind + j), of_item);
        for (uint32_t piece = copies->piece[j]; piece < copies->piece[j + 1]; piece++)
            bytes += of_item * (double)copies->items[piece] *
                     (copies->held_first[piece + 1] - copies->held_first[piece]);
    }
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        if (!rd_is_named_kind(copies, transfer->kind))
            continue;
        double of_message = rd_content_bytes(instance, transfer->kind, transfer->items);
        move(&out[transfer->from], of_message, (double)transfer->messages);
        move(&in[transfer->to], of_message, (double)transfer->messages);
    }
    for (uint32_t host = 0; host < hosts; host++)
        bytes += in[host].all + buffer_bytes(instance, host, out[host]) +
                 buffer_bytes(instance, host, in[host]);
    return bytes <= (double)limit_bytes ||
           rd_refuse(reterr,
                     "%g bytes, of all copies and of messages under way: at most %g GiB in all are "
                     "moved",
                     bytes, (double)limit_bytes / (1 << 30));
}

void rd_copy_orders_print(struct rd_text *text, const struct rd_copies *copies)
{
    rd_text_print(text, "%" PRIu32 "\n", copies->piece_count);
    for (uint32_t j = 0; j < copies->count; j++)
        for (uint32_t piece = copies->piece[j]; piece < copies->piece[j + 1]; piece++) {
            uint32_t first = copies->held_first[piece], end = copies->held_first[piece + 1];
            rd_text_print(text, "%" PRIu32 " %" PRId64 " %" PRIu32, j, copies->items[piece],
                          end - first);
            for (uint32_t i = first; i < end; i++)
                rd_text_print(text, " %" PRIu32, copies->held[i]);
            rd_text_print(text, "\n");
        }
}

/* --- reports ---------------------------------------------------------------------------------- */

/* The runs of items that a host names, by kind and by first item, one at a time. */
struct runs {
    FILE *file;
    const struct rd_copies *copies;
    size_t left;    /* to be read */
    uint32_t named; /* of the one that is read; copies->count: there is none more */
    int64_t first, end;
};

static bool next_run(struct runs *runs)
{
    struct runs before = *runs;
    int64_t items;
    if (runs->left == 0) {
        runs->named = runs->copies->count;
        return true;
    }
    runs->left--;
    if (fscanf(runs->file, "%" SCNu32 " %" SCNd64 " %" SCNd64, &runs->named, &runs->first,
               &items) != 3 ||
        runs->named >= runs->copies->count || runs->named < before.named || runs->first < 0 ||
        (runs->named == before.named && runs->first < before.end))
        return false;
    int64_t all = rd_copy_items(runs->copies, runs->copies->first_kind + runs->named);
    runs->end = runs->first + items;
    return items > 0 && runs->first < all && items <= all - runs->first;
}

/* Passes the runs of a piece. Returns: false for a damaged one; else how many of its items they
 * are. */
static bool pass_piece(struct runs *runs, uint32_t named, uint32_t piece, int64_t *ret_items)
{
    int64_t first = runs->copies->first_item[piece], end = first + runs->copies->items[piece];
    int64_t items = 0;
    while (runs->named == named && runs->first < end) {
        items += rd_least(runs->end, end) - rd_greatest(runs->first, first);
        if (runs->end > end)
            break;
        if (!next_run(runs))
            return false;
    }
    *ret_items = items;
    return true;
}

static bool read_wrong_bytes(FILE *file, const struct rd_instance *instance, uint32_t host,
                             struct rd_error *reterr)
{
    uint64_t wrong, place;
    uint32_t named;
    int64_t item;
    if (fscanf(file, "%" SCNu64 " %" SCNu32 " %" SCNd64 " %" SCNu64, &wrong, &named, &item,
               &place) != 4 ||
        named >= instance->copies->count)
        return rd_report_is_damaged(instance, host, reterr);
    return wrong == 0 ||
           rd_failed(reterr,
                     "executed: %s has %" PRIu64 " wrong byte%s, the first at place %" PRIu64
                     " of item %" PRId64 " of %s",
                     rd_label(instance, host), wrong, wrong == 1 ? "" : "s", place, item,
                     rd_label_of_kind(instance, instance->copies->first_kind + named));
}

bool rd_copy_report_read(FILE *file, const struct rd_instance *instance, const int64_t *final,
                         uint32_t host, struct rd_error *reterr)
{
    const struct rd_copies *copies = instance->copies;
    struct runs runs = {.file = file, .copies = copies};
    if (!read_wrong_bytes(file, instance, host, reterr))
        return false;
    if (fscanf(file, "%zu", &runs.left) != 1 || !next_run(&runs))
        return rd_report_is_damaged(instance, host, reterr);
    for (uint32_t j = 0; j < copies->count; j++) {
        const char *name = rd_label_of_kind(instance, copies->first_kind + j);
        int64_t held = 0, items;
        for (uint32_t piece = copies->piece[j]; piece < copies->piece[j + 1]; piece++) {
            if (!pass_piece(&runs, j, piece, &items))
                return rd_report_is_damaged(instance, host, reterr);
            held += items;
            if (items < copies->items[piece] &&
                (rd_piece_is_held(copies, piece, host) || rd_piece_is_wanted(copies, piece, host)))
                return rd_failed(reterr,
                                 "executed: %s lacks %" PRId64 " of the items %" PRId64
                                 " to %" PRId64 " of %s",
                                 rd_label(instance, host), copies->items[piece] - items,
                                 copies->first_item[piece],
                                 copies->first_item[piece] + copies->items[piece] - 1, name);
        }
        if (held != final[copies->first_kind + j])
            return rd_failed(reterr, "executed: %s: %" PRId64 " items of %s, planned %" PRId64,
                             rd_label(instance, host), held, name, final[copies->first_kind + j]);
    }
    return runs.left == 0 || rd_report_is_damaged(instance, host, reterr);
}
