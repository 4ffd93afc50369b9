#include "reports.h"

#include "copy_orders.h"
#include "damaged_report.h"
#include "object_orders.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A report is read with the locale that wrote it. */
struct reading {
    const struct rd_instance *instance;
    const char *folder;
    FILE *file;
    uint32_t host;
    size_t message_count;
    double *ready_s, *end_s; /* [message_count] */
    double executed_s;
    uint8_t *told;               /* [message_count]: by how many of its two ends */
    uint32_t kinds;              /* that are counted; 0 of objects */
    int64_t *item_count;         /* [kinds] in all */
    uint32_t **seen;             /* [kinds][items that can be told apart]: how often */
    uint64_t *distinct;          /* [kinds] */
    int64_t copy_count;          /* of items of named kinds, at all hosts */
    struct rd_objects_held held; /* in their place, of objects */
};

static bool wrong(const struct reading *reading, const char *what, struct rd_error *reterr)
{
    return rd_failed(reterr, "executed: %s: %s", rd_label(reading->instance, reading->host), what);
}

static bool damaged(const struct reading *reading, struct rd_error *reterr)
{
    return rd_report_is_damaged(reading->instance, reading->host, reterr);
}

static bool read_times(struct reading *reading, const char *end, struct rd_error *reterr)
{
    size_t count;
    bool is_in = strcmp(end, "in") == 0;
    if (fscanf(reading->file, "%zu", &count) != 1 || count > reading->message_count)
        return damaged(reading, reterr);
    for (size_t i = 0; i < count; i++) {
        char word[4];
        uint32_t number;
        double ready_s;
        if (fscanf(reading->file, "%3s %" SCNu32 " %lf", word, &number, &ready_s) != 3 ||
            strcmp(word, end) != 0 || number >= reading->message_count ||
            (is_in && fscanf(reading->file, "%lf", &reading->end_s[number]) != 1))
            return damaged(reading, reterr);
        reading->ready_s[number] = fmax(reading->ready_s[number], ready_s);
        reading->told[number]++;
    }
    return true;
}

static bool read_items(struct reading *reading, uint32_t kind, int64_t expected,
                       struct rd_error *reterr)
{
    int64_t count;
    char what[128];
    if (fscanf(reading->file, "%" SCNd64, &count) != 1)
        return damaged(reading, reterr);
    if (count != expected) {
        snprintf(what, sizeof what, "%" PRId64 " items of kind %" PRIu32 ", planned %" PRId64,
                 count, kind, expected);
        return wrong(reading, what, reterr);
    }
    for (int64_t i = 0; i < count; i++) {
        uint64_t item;
        int is_whole;
        if (fscanf(reading->file, "%" SCNu64 " %d", &item, &is_whole) != 2)
            return damaged(reading, reterr);
        if (!is_whole || item >= reading->distinct[kind])
            return wrong(reading, "an item came changed", reterr);
        reading->seen[kind][item]++;
    }
    return true;
}

static bool read_report(struct reading *reading, const int64_t *final, struct rd_error *reterr)
{
    char path[RD_PATH_SIZE], word[4];
    snprintf(path, sizeof path, "%s/%" PRIu32, reading->folder, reading->host);
    reading->file = fopen(path, "r");
    if (!reading->file)
        return wrong(reading, "it left no report", reterr);
    double ended_s;
    bool done = fscanf(reading->file, "%lf", &ended_s) == 1 || damaged(reading, reterr);
    reading->executed_s = fmax(reading->executed_s, done ? ended_s : 0);
    done = done && read_times(reading, "out", reterr) && read_times(reading, "in", reterr);
    const struct rd_instance *instance = reading->instance;
    if (done && instance->objects)
        done = rd_object_report_read(reading->file, &reading->held, reading->host, reterr);
    const int64_t *own =
        instance->objects ? NULL : final + (uint64_t)reading->host * instance->kind_count;
    for (uint32_t kind = 0; done && kind < reading->kinds; kind++)
        done = read_items(reading, kind, own[kind], reterr);
    if (done && instance->copies)
        done = rd_copy_report_read(reading->file, instance, own, reading->host, reterr);
    for (uint32_t kind = reading->kinds; instance->copies && kind < instance->kind_count; kind++)
        reading->copy_count += own[kind];
    if (done && (fscanf(reading->file, "%3s", word) != 1 || strcmp(word, "end") != 0))
        done = damaged(reading, reterr);
    fclose(reading->file);
    return done;
}

/* How often a number is that of an item: items of few bytes have the same numbers again. */
static uint32_t expected_times(uint64_t item, uint64_t distinct, int64_t item_count)
{
    uint64_t items = (uint64_t)item_count;
    return (uint32_t)(items / distinct + (item < items % distinct));
}

static bool check_items(const struct reading *reading, struct rd_error *reterr)
{
    for (uint32_t kind = 0; kind < reading->kinds; kind++)
        for (uint64_t item = 0; item < reading->distinct[kind]; item++)
            if (reading->seen[kind][item] !=
                expected_times(item, reading->distinct[kind], reading->item_count[kind]))
                return rd_failed(reterr,
                                 "executed: item %" PRIu64 " of kind %" PRIu32 " is there %" PRIu32
                                 " times",
                                 item, kind, reading->seen[kind][item]);
    return true;
}

static struct reading open_reading(const char *folder, const struct rd_instance *instance,
                                   const struct rd_plan *plan, struct rd_arena *arena)
{
    uint32_t kinds = instance->objects ? 0 : rd_counted_kinds(instance);
    struct reading reading = {.instance = instance, .folder = folder, .kinds = kinds};
    for (size_t i = 0; plan && i < plan->transfer_count; i++)
        reading.message_count += (size_t)plan->transfer[i].messages;
    reading.ready_s = rd_take(arena, reading.message_count, double);
    reading.end_s = rd_take(arena, reading.message_count, double);
    reading.told = rd_take(arena, reading.message_count, uint8_t);
    if (instance->objects) {
        reading.held = rd_objects_held_find(instance, plan, arena);
        return reading;
    }
    reading.item_count = rd_take(arena, kinds, int64_t);
    reading.seen = rd_take(arena, kinds, uint32_t *);
    reading.distinct = rd_take(arena, kinds, uint64_t);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        double bytes = rd_kind_bytes(instance, kind);
        double numbers = bytes < 8 ? ldexp(1, 8 * (int)bytes) : INFINITY;
        reading.item_count[kind] = rd_item_count(instance, kind);
        double distinct = fmin(numbers, (double)reading.item_count[kind]);
        reading.distinct[kind] = (uint64_t)distinct;
        reading.seen[kind] = rd_take(arena, (size_t)distinct, uint32_t);
    }
    return reading;
}

static bool add_trace(const struct reading *reading, const struct rd_plan *plan,
                      struct rd_arena *arena, struct rd_reports *reports, struct rd_error *reterr)
{
    size_t number = 0;
    for (size_t i = 0; plan && i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        for (int64_t k = 0; k < transfer->messages; k++, number++) {
            if (reading->told[number] != 2)
                return rd_failed(reterr, "executed: message %zu was not sent and received once",
                                 number);
            struct rd_timed_transfer message = {reading->ready_s[number], reading->end_s[number],
                                                transfer->from,           transfer->to,
                                                transfer->kind,           transfer->items};
            int64_t first_item = rd_plan_first_item(plan, i);
            if (rd_is_named_kind(reading->instance->copies, transfer->kind))
                rd_trace_add_copies(&reports->trace, arena, message,
                                    first_item + k * transfer->items);
            else
                rd_trace_add(&reports->trace, arena, message);
        }
    }
    return true;
}

bool rd_reports_read(const char *folder, const struct rd_instance *instance,
                     const struct rd_plan *plan, const int64_t *final, struct rd_arena *arena,
                     struct rd_arena *scratch, struct rd_reports *ret_reports,
                     struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    struct reading reading = open_reading(folder, instance, plan, scratch);
    struct rd_reports reports = {0};
    for (; reading.host < instance->topology.host_count; reading.host++)
        if (!read_report(&reading, final, reterr))
            return false;
    if (!check_items(&reading, reterr) || !add_trace(&reading, plan, arena, &reports, reterr))
        return false;
    reports.item_count = instance->objects ? instance->objects->count : reading.copy_count;
    for (uint32_t kind = 0; kind < reading.kinds; kind++)
        reports.item_count += reading.item_count[kind];
    reports.executed_s = reading.executed_s;
    *ret_reports = reports;
    return true;
}
