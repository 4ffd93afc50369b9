#include "judgement.h"

#include <inttypes.h>
#include <stdarg.h>

bool rd_referee_fail(struct rd_referee *referee, enum rd_violation violation, size_t transfer,
                     uint32_t host, const char *format, ...)
{
    struct rd_verdict *verdict = referee->verdict;
    verdict->violation = violation;
    verdict->transfer = transfer;
    verdict->host = host;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(verdict->message, sizeof verdict->message, format, arguments);
    va_end(arguments);
    return false;
}

const char *rd_of_kind(const struct rd_referee *referee, int32_t kind, char text[RD_OF_KIND_SIZE])
{
    if (referee->kind_count == 1)
        return "";
    snprintf(text, RD_OF_KIND_SIZE, " of kind %" PRId32, kind);
    return text;
}

const char *rd_transfer_verb(uint32_t to)
{
    return to == RD_NO_HOST ? "computes" : "sends";
}

bool rd_referee_not_held(struct rd_referee *referee, size_t transfer, int64_t items, int64_t held)
{
    const struct rd_transfer *short_of = rd_plan_transfer(referee->plan, transfer);
    char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
    return rd_referee_fail(referee, RD_VIOLATION_NOT_HELD, transfer, short_of->from,
                           "round %" PRIu32 ": %s %s %" PRId64 " items%s and holds %" PRId64,
                           short_of->round, rd_host_label(referee->instance, short_of->from, label),
                           rd_transfer_verb(short_of->to), items,
                           rd_of_kind(referee, short_of->kind, of_kind), held);
}

bool rd_referee_too_long(struct rd_referee *referee, size_t transfer, int64_t limit,
                         const char *what)
{
    return rd_referee_fail(referee, RD_VIOLATION_SIZE, transfer, RD_NO_HOST,
                           "transfer %zu: %s beyond %" PRId64, transfer, what, limit);
}

bool rd_referee_list(struct rd_referee *referee, size_t transfer, double start_s, double step_s,
                     int64_t count, int64_t items, double duration_s)
{
    struct rd_trace *trace = referee->trace;
    if (!trace)
        return true;
    int64_t limit = referee->limits->trace_transfers;
    if (count > limit - (int64_t)trace->transfer_count)
        return rd_referee_too_long(referee, transfer, limit, "the trace would have transfers");
    const struct rd_transfer *from = rd_plan_transfer(referee->plan, transfer);
    for (int64_t i = 0; i < count; i++) {
        double at_s = start_s + (double)i * step_s;
        /* Where messages follow each other, one ends when the next starts, to the last digit. */
        double end_s =
            step_s == duration_s ? start_s + (double)(i + 1) * step_s : at_s + duration_s;
        struct rd_timed_transfer timed = {at_s, end_s, from->from, from->to, from->kind, items};
        if (rd_is_named_kind(referee->instance->copies, from->kind))
            rd_trace_add_copies(trace, referee->arena, timed,
                                rd_plan_first_item(referee->plan, transfer) +
                                    referee->listed[transfer]++ * from->items);
        else
            rd_trace_add(trace, referee->arena, timed);
    }
    return true;
}
