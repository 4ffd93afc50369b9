/* The attributes of a scenario's elements, one line each: readers accept these and no others, --set
 * changes those that are parameters, and tests hold scenarios/scenario.rng and
 * docs/scenario_format.md to it. A parameter writes its attribute into the document before it is
 * read, so that everything a scenario's author may not write, a parameter may not either. */
#pragma once

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

struct rd_attribute {
    const char *element;
    const char *name;
    const char *parameter;         /* its name for --set, or NULL */
    enum rd_parameter_place place; /* of the parameter */
    const char *summary;
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
