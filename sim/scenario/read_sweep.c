/* <sweep> with its <vary parameter="..." values="..."/> and <repeat count="..." seed="..."/> */
#include "reader.h"

#include <inttypes.h>
#include <string.h>

enum { VARY_LIMIT = 64, VALUE_LIMIT = 10000, REPEAT_LIMIT = 1000000 };

static const char *const no_names[] = {NULL};
static const char *const sweep_children[] = {"vary", "repeat", NULL};
static const char *const vary_attributes[] = {"parameter", "values", NULL};
static const char *const repeat_attributes[] = {"count", "seed", NULL};
static const struct rd_xml_form sweep_form = {"sweep", no_names, sweep_children};
static const struct rd_xml_form vary_form = {"vary", vary_attributes, no_names};
static const struct rd_xml_form repeat_form = {"repeat", repeat_attributes, no_names};

/* A list that is being split. */
struct values {
    struct rd_reader *reader;
    const xmlNode *element;
    const char **value; /* [count] */
    size_t count;
};

static bool add_value(struct values *values, const char *start, size_t length)
{
    struct rd_arena *arena = values->reader->arena;
    const char *value = rd_arena_print(arena, "%.*s", (int)length, start);
    for (size_t i = 0; i < values->count; i++)
        if (strcmp(values->value[i], value) == 0)
            return rd_read_fail(values->reader, values->element,
                                "value %.100s twice: each value is accepted once", value);
    if (values->count == VALUE_LIMIT)
        return rd_read_fail(values->reader, values->element,
                            "more than %d values: that many are supported", VALUE_LIMIT);
    values->value = rd_arena_grow(arena, values->value, values->count, values->count + 1,
                                  sizeof *values->value);
    values->value[values->count++] = value;
    return true;
}

/* "1 2 4" by blanks; "uniform 1 10; uniform 1 20" by semicolons, if there are any. */
static bool split_values(struct values *values, const char *text)
{
    static const char blanks[] = " \t\r\n";
    const char *separators = strchr(text, ';') ? ";" : blanks;
    for (const char *next = text; *next;) {
        next += strspn(next, blanks);
        const char *end = next + strcspn(next, separators);
        size_t length = (size_t)(end - next);
        while (length > 0 && strchr(blanks, next[length - 1]))
            length--;
        if (length > 0 && !add_value(values, next, length))
            return false;
        next = *end ? end + 1 : end;
    }
    if (values->count == 0)
        return rd_read_fail(values->reader, values->element,
                            "<vary> without a value: at least one is needed");
    return true;
}

static bool read_vary(struct rd_reader *reader, const xmlNode *element, struct rd_vary *vary)
{
    char why[RD_PARAMETER_WHY_SIZE];
    rd_read_form(reader, element, &vary_form);
    vary->line = rd_xml_line(element);
    const char *name = rd_read_needed(reader, element, "parameter");
    const char *text = rd_read_needed(reader, element, "values");
    if (!name || !text)
        return false;
    const char *wrong = rd_parameter_wrong(reader, name, why);
    if (wrong)
        return rd_read_fail(reader, element, "parameter \"%.100s\" of <vary>: %s", name, wrong);
    struct values values = {.reader = reader, .element = element};
    if (!split_values(&values, text))
        return false;
    vary->parameter = name;
    vary->value = values.value;
    vary->value_count = values.count;
    return true;
}

static void read_repeat(struct rd_reader *reader, const xmlNode *element, struct rd_sweep *sweep)
{
    sweep->seed = 1;
    if (!element)
        return;
    rd_read_form(reader, element, &repeat_form);
    if (rd_read_there(reader, element, "count"))
        rd_read_integer(reader, element, "count", 1, REPEAT_LIMIT, &sweep->repeat_count);
    rd_read_seed(reader, element, &sweep->seed);
    for (const xmlNode *node = rd_xml_named(element->next, "repeat"); node;
         node = rd_xml_named(node->next, "repeat"))
        rd_read_fail(reader, node, "a second <repeat> (the first is on line %d): one is accepted",
                     rd_xml_line(element));
}

/* What the parts of a sweep may not be together. */
static void check_together(struct rd_reader *reader, const xmlNode *element,
                           const struct rd_sweep *sweep)
{
    int64_t points = sweep->repeat_count > 0 ? sweep->repeat_count : 1;
    for (size_t i = 0; i < sweep->vary_count; i++) {
        const struct rd_vary *vary = &sweep->vary[i];
        if (strcmp(vary->parameter, "seed") == 0 && sweep->repeat_count > 0)
            rd_read_fail(reader, element,
                         "<vary> of seed with <repeat>, which draws seeds: one of them is "
                         "accepted");
        for (size_t j = 0; j < i; j++)
            if (strcmp(sweep->vary[j].parameter, vary->parameter) == 0)
                rd_read_fail(reader, element, "<vary> of %s twice: each parameter is accepted once",
                             vary->parameter);
        if (points <= RD_SWEEP_LIMIT) /* so that nothing overflows */
            points *= (int64_t)vary->value_count;
    }
    if (points > RD_SWEEP_LIMIT)
        rd_read_fail(reader, element,
                     "a sweep of more than %" PRId64 " points: that many are "
                     "supported",
                     RD_SWEEP_LIMIT);
}

void rd_read_sweep(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_sweep sweep = {0};
    size_t errors_before = reader->errors->count;
    if (!element)
        return;
    rd_read_form(reader, element, &sweep_form);
    sweep.line = rd_xml_line(element);
    struct rd_vary *vary = rd_take(reader->arena, VARY_LIMIT, struct rd_vary);
    sweep.vary = vary;
    for (xmlNode *node = rd_xml_named(element->children, "vary"); node;
         node = rd_xml_named(node->next, "vary")) {
        if (sweep.vary_count == VARY_LIMIT) {
            rd_read_fail(reader, node, "more than %d <vary>: that many are supported", VARY_LIMIT);
            break;
        }
        if (read_vary(reader, node, &vary[sweep.vary_count]))
            sweep.vary_count++;
    }
    read_repeat(reader, rd_xml_named(element->children, "repeat"), &sweep);
    if (reader->errors->count == errors_before)
        check_together(reader, element, &sweep);
    if (reader->errors->count == errors_before)
        reader->scenario->sweep = sweep;
}
