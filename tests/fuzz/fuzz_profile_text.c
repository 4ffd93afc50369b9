/* Any text as a profile: refused with a line and a message, or one whose every event, read anew, is
 * a finite date, none before the one above it, and a value that SimGrid bears. */
#include "sim/base/arena.h"
#include "sim/platform/profile_text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct text {
    const char *text;
    size_t size;
    double period_s;
    bool zero_accepted;
};

static bool check(struct text text, struct rd_error *reterr)
{
    return rd_profile_text_check(text.text, text.size, text.period_s, text.zero_accepted, reterr);
}

static int line_count(struct text text)
{
    int count = 1;
    for (size_t i = 0; i < text.size; i++)
        count += text.text[i] == '\n';
    return count;
}

/* The same below a line that says nothing. */
static struct text below_comment(struct text text, struct rd_arena *arena)
{
    static const char comment[] = "# 1 2\n";
    size_t length = sizeof comment - 1;
    char *longer = rd_take(arena, length + text.size + 1, char);
    memcpy(longer, comment, length);
    memcpy(longer + length, text.text, text.size);
    text.text = longer;
    text.size += length;
    return text;
}

static void check_refusal(struct text text, const struct rd_error *error, struct rd_arena *arena)
{
    struct rd_error again = {0};
    rd_assert(error->code == RD_ERROR_INPUT);
    rd_assert(error->line >= 1 && error->line <= line_count(text));
    rd_assert(strstr(error->message, "accepted") || strstr(error->message, "needed"));
    rd_assert(!check(below_comment(text, arena), &again));
    rd_assert(strcmp(again.message, error->message) == 0);
    text.zero_accepted = false;
    rd_assert(!check(text, &again));
}

/* A number as C reads it, whatever its length. */
static const char *check_number(const char *at, double least)
{
    char *end;
    double number = strtod(at, &end);
    rd_assert(end > at && isfinite(number) && number >= least);
    return end;
}

/* The events of a text without laws; those behind STOCHASTIC say DET, or draw. */
static void check_events(struct text text, struct rd_arena *arena)
{
    char *copy = rd_take(arena, text.size + 1, char), *rest = copy;
    memcpy(copy, text.text, text.size);
    double last_s = 0;
    for (char *line; (line = strsep(&rest, "\n")) && !strstr(line, "STOCHASTIC");) {
        line += strspn(line, " \t\v\f\r");
        if (!strchr("0123456789.+-", *line) || !*line)
            continue;
        const char *value = check_number(line, last_s);
        last_s = strtod(line, NULL);
        value += strspn(value, " \t\v\f");
        if (*value >= '0' && *value <= '9')
            check_number(value, 0);
    }
}

static void check_accepted(struct text text, struct rd_arena *arena)
{
    struct rd_error error;
    check_events(text, arena);
    rd_assert(check(below_comment(text, arena), &error));
    text.zero_accepted = true;
    rd_assert(check(text, &error));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double periods_s[] = {0, 0, 1, 1e9};
    if (size == 0)
        return 0;
    struct rd_arena arena;
    struct rd_error error = {0};
    rd_arena_open(&arena, 0);
    struct text text = {(const char *)data + 1, size - 1, periods_s[data[0] >> 1 & 3], data[0] & 1};
    if (check(text, &error))
        check_accepted(text, &arena);
    else
        check_refusal(text, &error, &arena);
    rd_arena_close(&arena);
    return 0;
}
