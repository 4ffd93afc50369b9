/* The attributes of a scenario's elements, one line each: readers accept these and no others, and
 * of each the values that its line says; --set changes those that are parameters. The attributes of
 * scenarios/scenario.rng and the table at the end of docs/scenario_format.md are made from it
 * (rd_attributes_schema,
 * `redist list attributes --format markdown`). A parameter writes its attribute into the document
 * before it is read, so that everything a scenario's author may not write, a parameter may not
 * either. */
#pragma once

#include "sim/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* Where a parameter has a place. */
enum rd_parameter_place {
    RD_PLACE_ALWAYS,    /* in the element; in one made for it, if there is none */
    RD_PLACE_GENERATED, /* in the element if it has the attribute `generator` */
    RD_PLACE_SHAPE,     /* in <topology> if <platform> has the attribute `generator` */
    RD_PLACE_FILE,      /* in the element if it has the attribute `file` */
    RD_PLACE_KIND,      /* in <platform> if its generator is of a kind that takes the attribute */
    RD_PLACE_LOADS,     /* in <loads> if its generator takes the attribute */
    RD_PLACE_RING,      /* in <topology> if it is a ring */
    RD_PLACE_BALANCE,   /* in <goal> if it is to balance */
    RD_PLACE_STENCIL,   /* in <goal> if it is the stencil's */
    RD_PLACE_RUNS       /* which <run> stay */
};

/* Kinds of items are numbered below the one; points are repeated at most as often as the other. */
enum { RD_KIND_LIMIT = 1000000, RD_REPEAT_LIMIT = 1000000 };

/* What an attribute's value is. */
enum rd_value_type {
    RD_VALUE_TEXT,    /* any but "", or what its reader says */
    RD_VALUE_INTEGER, /* from low to high */
    RD_VALUE_NUMBER,  /* from least to most */
    RD_VALUE_WORD,    /* one of words */
    RD_VALUE_COUNT    /* one of words, or an integer from low to high */
};

struct rd_attribute {
    const char *element;
    const char *name;
    const char *parameter;         /* its name for --set, or NULL */
    enum rd_parameter_place place; /* of the parameter */
    const char *summary;
    enum rd_value_type type;
    bool needed;           /* wherever its element is */
    const char *otherwise; /* as which it is read where it is left out, or NULL: as none */
    int64_t low, high;
    double least, most;
    const char *const *words; /* ends with NULL; a reader is told the place of a word in it */
    const char *form;         /* of text: its definition in the schema, or NULL */
};

/* Ends with an element that is NULL. A parameter with several places has one line a place, an
 * attribute that two parameters change one line for each. Which of the attributes of <platform> and
 * <loads> go together, their kinds and generators say (platform_kinds.h, load_generators.h). */
extern const struct rd_attribute rd_attributes[];

/* The first line from one on that is a parameter's, or NULL. */
const struct rd_attribute *rd_parameter_from(const struct rd_attribute *line);

#define rd_parameters_each(line)                                                                   \
    for (const struct rd_attribute *line = rd_parameter_from(rd_attributes); line;                 \
         line = rd_parameter_from(line + 1))

/* The names of an element's attributes, each once, in the order of the table; then NULL. */
enum { RD_ATTRIBUTES_OF_ELEMENT = 64 };
void rd_attributes_of(const char *element, const char *names[RD_ATTRIBUTES_OF_ELEMENT + 1]);

/* The first line of an attribute; NULL if it has none. */
const struct rd_attribute *rd_attribute_of(const char *element, const char *name);

/* "an integer from 0 to 7", "a number from 0 to 1", "one, all or an integer from 1 to 9"; "" of
 * text. */
const char *rd_attribute_accepts(const struct rd_attribute *attribute, struct rd_arena *arena);

/* A part of scenarios/scenario.rng: each attribute as a definition, such as "goal.error", and all
 * attributes of an element as another, such as "port.attributes"; of <loads> only those that no
 * generator takes. */
const char *rd_attributes_schema(struct rd_arena *arena);
