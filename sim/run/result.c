#include "result.h"

#include <stdarg.h>
#include <string.h>

const struct rd_result rd_result_none = {
    RD_RESULT_COLUMNS(RD_COLUMN_NONE, RD_NO_COLUMN, RD_NO_COLUMN, RD_NO_COLUMN) /* no value */
        .status = RD_STATUS_FAILED,
    .words = -1,
    .without_words_s = NAN,
    .promised_ratio = NAN,
};

void rd_result_say(struct rd_result *result, struct rd_arena *arena, const char *format, ...)
{
    const char *before = result->message;
    va_list arguments;
    va_start(arguments, format);
    const char *words = rd_arena_vprint(arena, format, arguments);
    va_end(arguments);
    if (!strstr(before, words))
        result->message = rd_arena_print(arena, "%s%s%s", before, before[0] ? "; " : "", words);
}

const char *rd_status_name(enum rd_status status)
{
    static const char *const names[] = {
        [RD_STATUS_OK] = "ok", [RD_STATUS_REFUSED] = "refused", [RD_STATUS_FAILED] = "failed"};
    return names[status];
}

const char *rd_optimal_name(enum rd_optimal optimal)
{
    static const char *const names[] = {[RD_OPTIMAL_UNKNOWN] = "unknown",
                                        [RD_OPTIMAL_PROVED] = "proved",
                                        [RD_OPTIMAL_IN_CLASS] = "proved*",
                                        [RD_OPTIMAL_NO] = "no"};
    return names[optimal];
}

const char *rd_hidden_words(size_t count, struct rd_arena *arena)
{
    return rd_arena_print(
        arena,
        "%zu algorithm%s of this shape %s for other goals, ports, sizes or links, or superseded; "
        "`redist check` says which",
        count, count == 1 ? "" : "s", count == 1 ? "is" : "are");
}

const char *rd_options_words(const struct rd_option *option, size_t count, struct rd_arena *arena)
{
    const char *words = "";
    for (size_t i = 0; i < count; i++)
        words = rd_arena_print(arena, "%s%s%s=%s", words, i ? ";" : "", option[i].name,
                               option[i].value);
    return words;
}

const struct rd_bound *rd_result_own_bound(const struct rd_result *result)
{
    return result->class_bound_known ? &result->class_bound
           : result->bound_known     ? &result->bound
                                     : NULL;
}

const char *rd_result_class(const struct rd_result *result)
{
    return result->class_bound_known ? result->class_bound.schedule_class : NULL;
}

int64_t rd_error_left(const struct rd_result *result)
{
    int64_t error = 0;
    if (!result->final)
        return RD_NO_INTEGER;
    for (uint32_t kind = 0; kind < result->kind_count; kind++) {
        int64_t least = result->final[kind], most = least;
        for (uint32_t host = 1; host < result->host_count; host++) {
            int64_t held = result->final[(size_t)host * result->kind_count + kind];
            least = held < least ? held : least;
            most = held > most ? held : most;
        }
        error = most - least > error ? most - least : error;
    }
    return error;
}
