/* Lists of host names with ranges: "h[0-15] n[00-07,12] r[1-2]n[0-3] 'Host '[26-32]". */
#include "host_names.h"

#include "sim/base/number_text.h"
#include "sim/model/options.h"

#include <inttypes.h>
#include <string.h>

enum { NAME_SIZE = 256, GROUP_LIMIT = 4, RANGE_LIMIT = 64 };

static const char blanks[] = " \t\r\n";

/* One range of a bracket: low..high, each padded with zeros to `width` digits (0: not padded). */
struct range {
    uint32_t low, high;
    int width;
};

/* A bracket and the letters before it, which quotes may stand round. */
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
    return rd_wrong(reterr,
                    "\"%.*s\": names separated by blanks, with ranges such as h[0-15], n[00-15] or "
                    "h[0-3,8], and in quotes where they hold blanks, are accepted",
                    length < 80 ? length : 80, text);
}

/* Steps over one letter, or over a quote and all that it holds.
 * Returns: what follows; NULL if nothing before `end` closes the quote. */
static const char *step(const char *text, const char *end)
{
    if (*text != '\'' && *text != '"')
        return text + 1;
    const char *close = memchr(text + 1, *text, (size_t)(end - text - 1));
    return close ? close + 1 : NULL;
}

/* The end of the name that starts here; NULL if a quote is not closed. */
static const char *end_of_name(const char *text, const char *list_end)
{
    while (text && text < list_end && !strchr(blanks, *text))
        text = step(text, list_end);
    return text;
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

static bool is_plain(const char *text, const char *end)
{
    for (; text < end; text = step(text, end))
        if (strchr("[],;", *text))
            return false;
    return true;
}

/* The first bracket that stands in no quotes, or NULL. */
static const char *find_bracket(const char *text, const char *end)
{
    while (text < end && *text != '[')
        text = step(text, end);
    return text < end ? text : NULL;
}

/* Writes letters, without the quotes round them, behind the first `length` of a name.
 * Returns: the length then, or NAME_SIZE if they do not fit. */
static int append(char name[NAME_SIZE], int length, const char *text, int text_length)
{
    const char *end = text + text_length, *next;
    for (; text < end; text = next) {
        next = step(text, end);
        int quoted = next - text > 1; /* two quotes at least */
        int count = (int)(next - text) - 2 * quoted;
        if (length + count >= NAME_SIZE)
            return NAME_SIZE;
        memcpy(name + length, text + quoted, (size_t)count);
        length += count;
    }
    return length;
}

/* Does nothing stand here but quotes round nothing? */
static bool is_empty(const char *text, const char *end)
{
    for (const char *next; text < end; text = next) {
        next = step(text, end);
        if (next - text != 2)
            return false;
    }
    return true;
}

/* Reads one name of the list, whose quotes are closed, and counts the names that it stands for. */
static bool read_pattern(const char *text, int length, struct pattern *pattern)
{
    const char *end = text + length;
    pattern->group_count = 0;
    pattern->name_count = 1;
    for (;;) {
        const char *open = find_bracket(text, end);
        if (!open)
            break;
        const char *close = memchr(open, ']', (size_t)(end - open));
        if (!close || pattern->group_count == GROUP_LIMIT)
            return false;
        struct group *group = &pattern->group[pattern->group_count++];
        group->before = text;
        group->before_length = (int)(open - text);
        if (!is_plain(text, open) || !read_group(open + 1, close, group))
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
    return is_plain(text, end) && (pattern->group_count > 0 || !is_empty(text, end));
}

struct expansion {
    struct rd_names *names;
    struct rd_arena *arena;
    struct rd_error *reterr;
    char name[NAME_SIZE];
};

static bool long_fail(const struct expansion *expansion)
{
    return rd_wrong(expansion->reterr, "a name of more than %d letters: shorter ones are accepted",
                    NAME_SIZE - 1);
}

/* Is every letter shown, rather than obeyed, by a terminal? */
static bool is_shown(const char *name)
{
    while (*name && rd_command_length(name) == 0)
        name++;
    return !*name;
}

static bool add(struct expansion *expansion, const char *name, int length)
{
    uint32_t number;
    const char *copy = rd_arena_print(expansion->arena, "%.*s", length, name);
    if (!is_shown(copy))
        return rd_wrong(expansion->reterr, "\"%s\": names without control characters are accepted",
                        copy);
    return rd_names_add(expansion->names, expansion->arena, copy, &number) ||
           rd_wrong(expansion->reterr, "\"%s\" twice: each name is accepted once", copy);
}

/* Writes the groups from `at` on behind the first `length` letters, in each possible way.
 * Recursion as deep as there are groups. */
static bool expand(struct expansion *expansion, const struct pattern *pattern, int at, int length)
{
    char *name = expansion->name;
    if (at == pattern->group_count) {
        length = append(name, length, pattern->rest, pattern->rest_length);
        return length < NAME_SIZE ? add(expansion, name, length) : long_fail(expansion);
    }
    const struct group *group = &pattern->group[at];
    length = append(name, length, group->before, group->before_length);
    if (length >= NAME_SIZE)
        return long_fail(expansion);
    for (int i = 0; i < group->range_count; i++) {
        struct range range = group->range[i];
        for (uint32_t value = range.low; value <= range.high; value++) {
            int written = snprintf(name + length, (size_t)(NAME_SIZE - length), "%0*" PRIu32,
                                   range.width, value);
            if (written >= NAME_SIZE - length)
                return long_fail(expansion);
            if (!expand(expansion, pattern, at + 1, length + written))
                return false;
        }
    }
    return true;
}

bool rd_names_read(const char *list, uint32_t limit, struct rd_arena *arena, struct rd_names *names,
                   struct rd_error *reterr)
{
    struct expansion expansion = {names, arena, reterr, ""};
    const char *list_end = list + strlen(list);
    uint64_t name_count = 0;
    for (const char *text = list + strspn(list, blanks); *text; text += strspn(text, blanks)) {
        struct pattern pattern;
        const char *end = end_of_name(text, list_end);
        if (!end || !read_pattern(text, (int)(end - text), &pattern))
            return range_fail(text, (int)((end ? end : list_end) - text), reterr);
        if (pattern.name_count > limit || name_count + pattern.name_count > limit)
            return rd_wrong(reterr, "more than %" PRIu32 " names: no more are supported", limit);
        name_count += pattern.name_count;
        if (!expand(&expansion, &pattern, 0, 0))
            return false;
        text = end;
    }
    return true;
}

const char *rd_names_accepted(const struct rd_names *names, const char *wrong,
                              char accepted[RD_NAMES_ACCEPTED_SIZE])
{
    enum { SEARCHED_LIMIT = 5000, SHOWN_LIMIT = 8, SHOWN_FIRST = 3 };
    const char *nearest = NULL;
    if (names->count == 0)
        return "none is declared";
    if (names->count <= SEARCHED_LIMIT)
        nearest = rd_nearest_name(wrong, names->name, names->count);
    size_t length = (size_t)snprintf(accepted, RD_NAMES_ACCEPTED_SIZE, "accepted are ");
    for (uint32_t i = 0; i < names->count; i++) {
        bool gap = i == SHOWN_FIRST && names->count > SHOWN_LIMIT;
        if (gap)
            i = names->count - 1;
        length += (size_t)snprintf(accepted + length, RD_NAMES_ACCEPTED_SIZE - length, "%s%s%.64s",
                                   i ? ", " : "", gap ? "..., " : "", names->name[i]);
    }
    if (nearest)
        snprintf(accepted + length, RD_NAMES_ACCEPTED_SIZE - length, " (did you mean \"%.64s\"?)",
                 nearest);
    return accepted;
}
