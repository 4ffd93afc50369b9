/* Any bytes as a trace, with and without an instance: refused with a line and a message, or read,
 * and then written and read back the same. */
#include "sim/csv/trace_csv.h"
#include "tests/support/build.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_row(const struct rd_timed_transfer *a, const struct rd_timed_transfer *b)
{
    rd_assert(memcmp(&a->start_s, &b->start_s, sizeof a->start_s) == 0);
    rd_assert(memcmp(&a->end_s, &b->end_s, sizeof a->end_s) == 0);
    rd_assert(a->from == b->from && a->to == b->to && a->kind == b->kind && a->items == b->items);
}

/* Writes the trace and reads it back. */
static void check_round_trip(const struct rd_instance *instance, const struct rd_trace *trace,
                             struct rd_arena *arena)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    rd_assert(out && rd_trace_write_csv(out, instance, trace));
    fclose(out);
    bool is_trace;
    rd_assert(rd_csv_tell_schedule("again.csv", text, size, &is_trace, NULL) && is_trace);
    struct rd_trace again = {0};
    struct rd_error error;
    bool read =
        rd_trace_read_csv("again.csv", text, size, instance, arena, &again, NULL, NULL, &error);
    rd_assert(read && again.transfer_count == trace->transfer_count);
    for (size_t i = 0; i < trace->transfer_count; i++) {
        check_row(&again.transfer[i], &trace->transfer[i]);
        rd_assert(!trace->block ||
                  memcmp(&again.block[i], &trace->block[i], sizeof trace->block[i]) == 0);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const given_name[] = {"h0", "a,b", "2", "h\"3\n"};
    const char *text = (const char *)data;
    struct rd_arena arena;
    struct rd_trace trace = {0};
    struct rd_error error = {0};
    rd_arena_open(&arena, 0);
    struct test_instance test = test_instance_make(&arena, RD_HYPERCUBE, RD_NO_DIRECTION, 4, 2);
    test.instance.host_name = given_name;
    if (rd_trace_read_csv("trace.csv", text, size, &test.instance, &arena, &trace, NULL, NULL,
                          &error)) {
        bool is_trace;
        rd_assert(rd_csv_tell_schedule("trace.csv", text, size, &is_trace, NULL) && is_trace);
        check_round_trip(&test.instance, &trace, &arena);
    } else {
        rd_assert(error.code == RD_ERROR_INPUT && error.line > 0 && error.message[0]);
    }
    const char *const *name;
    uint32_t host_count;
    trace = (struct rd_trace){0};
    if (rd_trace_read_csv("trace.csv", text, size, NULL, &arena, &trace, &name, &host_count,
                          &error))
        for (size_t i = 0; i < trace.transfer_count; i++)
            rd_assert(trace.transfer[i].from < host_count && name[trace.transfer[i].from][0] &&
                      (trace.transfer[i].to < host_count || trace.transfer[i].to == RD_NO_HOST));
    rd_arena_close(&arena);
    return 0;
}
