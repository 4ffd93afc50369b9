/* The options of an algorithm in a run: names and values as text, checked against what the
 * algorithm declares. */
#ifndef REDIST_CORE_OPTIONS_H
#define REDIST_CORE_OPTIONS_H

#include "error.h"

#include <stddef.h>
#include <stdint.h>

/* One option that an algorithm takes. */
struct rd_option_spec {
    const char *name;
    const char *accepted; /* "colouring|compact", or "integer 1 1000", or "number 0 1" */
    const char *value;    /* if the scenario does not say */
    const char *summary;
};

/* One option that a scenario sets. */
struct rd_option {
    const char *name;
    const char *value;
};

/* What the plan of one run may depend on besides the instance. */
struct rd_options {
    const struct rd_option_spec *spec; /* ends with a NULL name; NULL if there are none */
    const struct rd_option *given;     /* [given_count] */
    size_t given_count;
    uint64_t seed;
};

/* Checks the given options against the specs.
 * Errors: RD_ERROR_INPUT for an unknown name (with the nearest) or a value not accepted. */
bool rd_options_check(const struct rd_options *options, struct rd_error *reterr);

/* The value of an option that the spec lists: what was given, or its default. */
const char *rd_option_text(const struct rd_options *options, const char *name);
int64_t rd_option_integer(const struct rd_options *options, const char *name);
double rd_option_number(const struct rd_options *options, const char *name);

/* The name nearest to `wanted` by edit distance among count names.
 * Returns: NULL if none is within a third of its letters. */
const char *rd_nearest_name(const char *wanted, const char *const *names, size_t count);

#endif
