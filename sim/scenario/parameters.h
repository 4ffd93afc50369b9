/* Parameters of a scenario: what --set NAME=VALUE may change. Each writes an attribute into the
 * document before it is read, so that everything a scenario's author may not write, a parameter may
 * not either. */
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

struct rd_parameter {
    const char *name;
    const char *element;
    const char *attribute;
    enum rd_parameter_place place;
    const char *summary;
};

/* One line each, those with several places one line a place; ends with a NULL name. */
extern const struct rd_parameter rd_parameters[];
