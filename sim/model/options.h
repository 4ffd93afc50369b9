/* The options of an algorithm in a run: names and values as text, checked against what the
 * algorithm declares. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"

/* One option that an algorithm takes. */
struct rd_option_spec {
    const char *name;
    const char *accepted; /* "colouring|compact", or "integer 1 1000", or "number 0 1", or
                             "integers 0 9": some, apart by blanks or commas; or "rows 0 9": the
                             same, each row ended by a semicolon and as long as the others; or
                             "host": the number of one; or "hosts": numbers of some, or "all".
                             Scenarios name hosts in their place. Or "file": the name of one */
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
    bool executable; /* processes are to execute the plan: no message keeps its bytes only to shared
                        links, since none can tell when to start */
    bool waits_for_room; /* what is made of the plan waits for room on shared links */
};

/* Checks the given options against the specs.
 * Errors: RD_ERROR_INPUT for an unknown name (with the nearest) or a value not accepted. */
bool rd_options_check(const struct rd_options *options, struct rd_error *reterr);

/* The value that was given for an option; NULL if none was. */
const char *rd_option_given(const struct rd_options *options, const char *name);

/* The value of an option that the spec lists: what was given, or its default. */
const char *rd_option_text(const struct rd_options *options, const char *name);
int64_t rd_option_integer(const struct rd_options *options, const char *name);
double rd_option_number(const struct rd_options *options, const char *name);

/* The value of an option that takes "integers" (one row) or "rows". */
struct rd_integer_rows {
    size_t row_count, column_count;
    int64_t *value; /* [row_count * column_count], row by row */
};

/* Its value, in the arena. Cost: O(bytes of its text). */
struct rd_integer_rows rd_option_rows(const struct rd_options *options, const char *name,
                                      struct rd_arena *arena);

/* The name nearest to `wanted` by edit distance among count names.
 * Returns: NULL if none is within a third of its letters. */
const char *rd_nearest_name(const char *wanted, const char *const *names, size_t count);
