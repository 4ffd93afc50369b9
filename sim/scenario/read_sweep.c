/* <sweep simulate="..."> with its <vary parameter="..." values="..."/>, or <vary> of <case
 * PARAMETER="..." .../>, and <repeat count="..." seed="..." seeds="..."/> */
#include "attributes.h"
#include "reader.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VARY_LIMIT = 64, VALUE_LIMIT = 10000, CASE_LIMIT = 32 };

static const struct rd_xml_form cases_form = {"vary", NULL, RD_NAMES("case")};

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
    rd_arena_add(arena, values->value, values->count, value);
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

bool rd_vary_sets(const struct rd_vary *vary, const char *parameter)
{
    if (!vary->at)
        return strcmp(vary->parameter, parameter) == 0;
    for (size_t i = 0; i < vary->value_count; i++)
        for (size_t j = 0; j < vary->at[i].set_count; j++)
            if (strcmp(vary->at[i].set[j].name, parameter) == 0)
                return true;
    return false;
}

static int by_name(const void *one, const void *other)
{
    const struct rd_option *a = one, *b = other;
    return strcmp(a->name, b->name);
}

static bool is_same_case(const struct rd_case *one, const struct rd_case *other)
{
    bool same = one->set_count == other->set_count;
    for (size_t i = 0; same && i < one->set_count; i++)
        same = strcmp(one->set[i].name, other->set[i].name) == 0 &&
               strcmp(one->set[i].value, other->set[i].value) == 0;
    return same;
}

/* Whether a case is simulated, and how often it is repeated, is the sweep's, not the scenario's. */
static bool is_order(const struct rd_option *set)
{
    int64_t repeat;
    if (!set->value)
        return false;
    if (strcmp(set->name, "simulate") == 0)
        return strcmp(set->value, "yes") == 0 || strcmp(set->value, "no") == 0;
    return strcmp(set->name, "repeat") == 0 &&
           rd_integer_parse(set->value, strlen(set->value), 1, RD_REPEAT_LIMIT, &repeat);
}

/* Has a parameter no place because another one was set that makes its element of another kind? */
static bool lost_its_place(const struct rd_reader *reader, const char *name)
{
    for (size_t i = 0; i < reader->settings->set_count; i++)
        if (rd_parameter_opens(reader->settings->set[i].name, name))
            return true;
    return false;
}

/* A <case>. A kind that it names takes other attributes than the one written. */
static bool read_case(struct rd_reader *reader, const xmlNode *element, struct rd_case *ret_case)
{
    const char *names[CASE_LIMIT + 1] = {NULL};
    const struct rd_xml_form form = {"case", names, NULL};
    struct rd_option *set = rd_take(reader->arena, CASE_LIMIT, struct rd_option);
    char why[RD_ACCEPTED_SIZE];
    size_t count = 0;
    for (const xmlAttr *attribute = element->properties; attribute && count < CASE_LIMIT;
         attribute = attribute->next)
        names[count++] = (const char *)attribute->name;
    rd_read_form(reader, element, &form);
    if (count == 0)
        return rd_read_fail(reader, element, "<case> without a parameter: one is needed");
    for (size_t i = 0; i < count; i++) {
        const char *name = rd_arena_text(reader->arena, names[i]);
        set[i] = (struct rd_option){name, rd_read_text(reader, element, name)};
        bool unwritten = is_order(&set[i]) || lost_its_place(reader, name);
        for (size_t j = 0; j < count && !unwritten; j++)
            unwritten = rd_parameter_opens(names[j], name);
        const char *wrong = unwritten ? NULL : rd_parameter_wrong(reader, name, why);
        if (wrong)
            return rd_read_fail(reader, element, "parameter \"%.100s\" of <case>: %s", name, wrong);
        if (!set[i].value)
            return false;
    }
    qsort(set, count, sizeof *set, by_name);
    *ret_case = (struct rd_case){set, count};
    return true;
}

static bool read_cases(struct rd_reader *reader, const xmlNode *element, xmlNode *first,
                       struct rd_vary *vary)
{
    struct rd_case *at = NULL;
    const char *names = "";
    rd_read_form(reader, element, &cases_form);
    rd_xml_each (node, first, "case") {
        size_t count = vary->value_count;
        at = rd_arena_extend(reader->arena, at, count, sizeof *at);
        if (!read_case(reader, node, &at[count]))
            return false;
        for (size_t i = 0; i < count; i++)
            if (is_same_case(&at[i], &at[count]))
                return rd_read_fail(reader, node, "a <case> twice: each is accepted once");
        if (++vary->value_count > VALUE_LIMIT)
            return rd_read_fail(reader, node, "more than %d <case>: that many are supported",
                                VALUE_LIMIT);
    }
    for (size_t i = 0; i < at[0].set_count; i++)
        names =
            rd_arena_print(reader->arena, "%s%s%s", names, i > 0 ? ", " : "", at[0].set[i].name);
    vary->parameter = names;
    vary->at = at;
    return true;
}

static bool read_vary(struct rd_reader *reader, const xmlNode *element, struct rd_vary *vary)
{
    char why[RD_ACCEPTED_SIZE];
    xmlNode *first = rd_xml_named(element->children, "case");
    *vary = (struct rd_vary){.line = rd_xml_line(element)};
    if (first)
        return read_cases(reader, element, first, vary);
    rd_read_element(reader, element, NULL);
    const char *name = rd_read_needed(reader, element, "parameter");
    const char *text = rd_read_needed(reader, element, "values");
    if (!name || !text)
        return false;
    const char *wrong = lost_its_place(reader, name) ? NULL : rd_parameter_wrong(reader, name, why);
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
    rd_read_element(reader, element, NULL);
    rd_read_integer(reader, element, "count", &sweep->repeat_count);
    rd_read_seed(reader, element, &sweep->seed);
    int seeds = rd_read_word(reader, element, "seeds");
    sweep->seeds = seeds < 0 ? RD_SHARED_SEEDS : (enum rd_seeds)seeds;
}

/* simulate="yes", "no", or "1 in N", which counts repetitions. */
static void read_simulate(struct rd_reader *reader, const xmlNode *element, struct rd_sweep *sweep)
{
    static const char sample[] = "1 in ";
    const size_t length = sizeof sample - 1;
    sweep->simulate_every = 1;
    const char *text = rd_xml_attribute(element, "simulate", reader->arena);
    if (!text || strcmp(text, "yes") == 0)
        return;
    if (strcmp(text, "no") == 0)
        sweep->simulate_every = 0;
    else if (strncmp(text, sample, length) != 0 ||
             !rd_integer_parse(text + length, strlen(text + length), 1, RD_REPEAT_LIMIT,
                               &sweep->simulate_every))
        rd_read_fail(reader, element,
                     "simulate=\"%.100s\": yes, no or \"1 in N\" with N from 1 to %d is accepted",
                     text, RD_REPEAT_LIMIT);
    else if (sweep->repeat_count == 0)
        rd_read_fail(reader, element, "simulate=\"%.100s\" without <repeat>: it counts repetitions",
                     text);
}

/* A parameter that two <vary> set; NULL: there is none. */
static const char *set_twice(const struct rd_vary *vary, const struct rd_vary *other)
{
    if (!vary->at)
        return rd_vary_sets(other, vary->parameter) ? vary->parameter : NULL;
    for (size_t i = 0; i < vary->value_count; i++)
        for (size_t j = 0; j < vary->at[i].set_count; j++)
            if (rd_vary_sets(other, vary->at[i].set[j].name))
                return vary->at[i].set[j].name;
    return NULL;
}

/* What the parts of a sweep may not be together. */
static void check_together(struct rd_reader *reader, const xmlNode *element,
                           const struct rd_sweep *sweep)
{
    int64_t points = sweep->repeat_count > 0 ? sweep->repeat_count : 1;
    for (size_t i = 0; i < sweep->vary_count; i++) {
        const struct rd_vary *vary = &sweep->vary[i];
        if (rd_vary_sets(vary, "seed") && sweep->repeat_count > 0)
            rd_read_fail(reader, element,
                         "<vary> of seed with <repeat>, which draws seeds: one of them is "
                         "accepted");
        for (size_t j = 0; j < i; j++) {
            const char *twice = set_twice(vary, &sweep->vary[j]);
            if (twice)
                rd_read_fail(reader, element, "<vary> of %s twice: each parameter is accepted once",
                             twice);
        }
        if (points <= RD_SWEEP_LIMIT) /* so that nothing overflows */
            points *= (int64_t)vary->value_count;
    }
    if (points > RD_SWEEP_LIMIT)
        rd_read_fail(reader, element,
                     "a sweep of more than %" PRId64 " points: that many are supported",
                     RD_SWEEP_LIMIT);
}

void rd_read_sweep(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_sweep sweep = {0};
    size_t errors_before = reader->errors->count;
    if (!element)
        return;
    rd_read_element(reader, element, RD_NAMES("vary", "repeat"));
    sweep.line = rd_xml_line(element);
    struct rd_vary *vary = rd_take(reader->arena, VARY_LIMIT, struct rd_vary);
    sweep.vary = vary;
    rd_xml_each (node, element->children, "vary") {
        if (sweep.vary_count == VARY_LIMIT) {
            rd_read_fail(reader, node, "more than %d <vary>: that many are supported", VARY_LIMIT);
            break;
        }
        if (read_vary(reader, node, &vary[sweep.vary_count]))
            sweep.vary_count++;
    }
    read_repeat(reader, rd_read_only_child(reader, element, "repeat"), &sweep);
    read_simulate(reader, element, &sweep);
    if (reader->errors->count == errors_before)
        check_together(reader, element, &sweep);
    if (reader->errors->count == errors_before)
        reader->scenario->sweep = sweep;
}
