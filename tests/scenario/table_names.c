#include "table_names.h"

#include "sim/generators/load_generators.h"
#include "sim/model/topology.h"
#include "sim/scenario/attributes.h"

#include <stddef.h>
#include <string.h>

static const char *shape_name(size_t i)
{
    return rd_shape_names[i];
}

static const char *load_generator_name(size_t i)
{
    return rd_load_generators[i] ? rd_load_generators[i]->name : NULL;
}

static const char *parameter_name(size_t i)
{
    const struct rd_attribute *line = rd_parameter_from(rd_attributes);
    for (; line && i > 0; i--)
        line = rd_parameter_from(line + 1);
    return line ? line->parameter : NULL;
}

/* The names of a table up to NULL; one of several lines is named once. */
static const char *joined(struct rd_arena *arena, const char *(*name)(size_t i))
{
    const char *text = name(0);
    for (size_t i = 1; name(i); i++)
        if (strcmp(name(i), name(i - 1)) != 0)
            text = rd_arena_print(arena, "%s, %s", text, name(i));
    return text;
}

const char *with_table_names(struct rd_arena *arena, const char *text)
{
    static const struct {
        const char *mark;
        const char *(*name)(size_t i);
    } tables[] = {{"{shapes}", shape_name},
                  {"{load generators}", load_generator_name},
                  {"{parameters}", parameter_name}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const char *mark = strstr(text, tables[i].mark);
        if (mark)
            text = rd_arena_print(arena, "%.*s%s%s", (int)(mark - text), text,
                                  joined(arena, tables[i].name), mark + strlen(tables[i].mark));
    }
    return text;
}
