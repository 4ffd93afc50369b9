/* Lists of host names with ranges: "h[0-15] n[00-07,12] r[1-2]n[0-3]". */
#include "names.h"

#include "sim/core/number_text.h"

#include <inttypes.h>
#include <string.h>

enum { NAME_SIZE = 256, GROUP_LIMIT = 4, RANGE_LIMIT = 64 };

/* One range of a bracket: low..high, each padded with zeros to `width` digits (0: not padded). */
struct range {
    uint32_t low, high;
    int width;
};

/* A bracket and the letters before it. */
struct group {
    const char *before;
    int before_length;
    struct range range[RANGE_LIMIT];
    int range_count;
};

/* One name of a list, with its ranges. */
struct pattern {
    struct group group[GROUP_LIMIT];
    int group_count;
    const char *rest; /* what follows the last bracket */
    int rest_length;
    uint64_t name_count;
};

static bool range_fail(const char *text, int length, struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                   "\"%.*s\": names separated by blanks, with ranges such as h[0-15], n[00-15] or "
                   "h[0-3,8], are accepted",
                   length < 80 ? length : 80, text);
}

/* Reads digits up to `end`. */
static bool read_digits(const char *text, const char *end, uint32_t *ret_value, int *ret_width)
{
    int64_t value;
    if (*text == '-' || end - text > 9 ||
        !rd_integer_parse(text, (size_t)(end - text), 0, INT32_MAX, &value))
        return false;
    *ret_value = (uint32_t)value;
    *ret_width = (int)(end - text);
    return true;
}

/* Reads "3", "0-15" or "00-15", up to `end`. */
static bool read_range(const char *text, const char *end, struct range *ret_range)
{
    const char *dash = memchr(text, '-', (size_t)(end - text));
    int low_width, high_width;
    struct range range;
    if (!read_digits(text, dash ? dash : end, &range.low, &low_width) ||
        !read_digits(dash ? dash + 1 : text, end, &range.high, &high_width))
        return false;
    bool padded = (low_width > 1 && text[0] == '0') || (high_width > 1 && dash && dash[1] == '0');
    if (range.low > range.high || (padded && low_width != high_width))
        return false;
    range.width = padded ? low_width : 0;
    *ret_range = range;
    return true;
}

/* Reads the ranges between two brackets. */
static bool read_group(const char *text, const char *end, struct group *group)
{
    group->range_count = 0;
    for (;;) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        if (group->range_count == RANGE_LIMIT ||
            !read_range(text, comma ? comma : end, &group->range[group->range_count++]))
            return false;
        if (!comma)
            return true;
        text = comma + 1;
    }
}

static bool is_plain(const char *text, int length)
{
    for (int i = 0; i < length; i++)
        if (strchr("[],;\"", text[i]))
            return false;
    return true;
}

/* Reads one name of the list and counts the names that it stands for. */
static bool read_pattern(const char *text, int length, struct pattern *pattern)
{
    const char *end = text + length;
    pattern->group_count = 0;
    pattern->name_count = 1;
    for (;;) {
        const char *open = memchr(text, '[', (size_t)(end - text));
        if (!open)
            break;
        const char *close = memchr(open, ']', (size_t)(end - open));
        if (!close || pattern->group_count == GROUP_LIMIT)
            return false;
        struct group *group = &pattern->group[pattern->group_count++];
        group->before = text;
        group->before_length = (int)(open - text);
        if (!is_plain(text, group->before_length) || !read_group(open + 1, close, group))
            return false;
        uint64_t count = 0;
        for (int i = 0; i < group->range_count; i++)
            count += group->range[i].high - group->range[i].low + 1;
        if (__builtin_mul_overflow(pattern->name_count, count, &pattern->name_count))
            pattern->name_count = UINT64_MAX;
        text = close + 1;
    }
    pattern->rest = text;
    pattern->rest_length = (int)(end - text);
    return is_plain(text, pattern->rest_length);
}

struct expansion {
    struct rd_names *names;
    struct rd_arena *arena;
    struct rd_error *reterr;
    char name[NAME_SIZE];
};

/* Writes the groups from `at` on behind the first `length` letters, in each possible way.
 * Recursion as deep as there are groups. */
static bool expand(struct expansion *expansion, const struct pattern *pattern, int at, int length)
{
    char *name = expansion->name;
    if (at == pattern->group_count) {
        uint32_t number;
        length += snprintf(name + length, (size_t)(NAME_SIZE - length), "%.*s",
                           pattern->rest_length, pattern->rest);
        if (length >= NAME_SIZE)
            return rd_fail(expansion->reterr, RD_ERROR_INPUT, NULL, 0,
                           "a name of more than %d letters: shorter ones are accepted",
                           NAME_SIZE - 1);
        if (rd_names_add(expansion->names, expansion->arena,
                         rd_arena_print(expansion->arena, "%s", name), &number))
            return true;
        return rd_fail(expansion->reterr, RD_ERROR_INPUT, NULL, 0,
                       "\"%s\" twice: each host is accepted once", name);
    }
    const struct group *group = &pattern->group[at];
    for (int i = 0; i < group->range_count; i++) {
        struct range range = group->range[i];
        for (uint32_t value = range.low; value <= range.high; value++) {
            int written = snprintf(name + length, (size_t)(NAME_SIZE - length), "%.*s%0*" PRIu32,
                                   group->before_length, group->before, range.width, value);
            if (written >= NAME_SIZE - length)
                return rd_fail(expansion->reterr, RD_ERROR_INPUT, NULL, 0,
                               "a name of more than %d letters: shorter ones are accepted",
                               NAME_SIZE - 1);
            if (!expand(expansion, pattern, at + 1, length + written))
                return false;
        }
    }
    return true;
}

bool rd_names_read(const char *list, uint32_t limit, struct rd_arena *arena, struct rd_names *names,
                   struct rd_error *reterr)
{
    static const char blanks[] = " \t\r\n";
    struct expansion expansion = {names, arena, reterr, ""};
    uint64_t name_count = 0;
    for (const char *text = list + strspn(list, blanks); *text; text += strspn(text, blanks)) {
        struct pattern pattern;
        int length = (int)strcspn(text, blanks);
        if (!read_pattern(text, length, &pattern))
            return range_fail(text, length, reterr);
        if (pattern.name_count > limit || name_count + pattern.name_count > limit)
            return rd_fail(reterr, RD_ERROR_INPUT, NULL, 0,
                           "more than %" PRIu32 " names: at most so many are supported", limit);
        name_count += pattern.name_count;
        if (!expand(&expansion, &pattern, 0, 0))
            return false;
        text += length;
    }
    return true;
}
