/* Values that are judged, by two questions: does what was measured agree with what a paper prints,
 * and is it what a law says, what an earlier run of the same seeds gave, or what another program's
 * draws let expect? */
#pragma once

#include "tables.h"

#include "sim/base/arena.h"

#include <stdio.h>

/* What gives the values that are accepted. */
enum rd_judged_by { RD_BY_LAW, RD_BY_EARLIER_RUN, RD_BY_INDEPENDENT_RUN, RD_JUDGED_BY_COUNT };

enum rd_agreement { RD_NOT_PUBLISHED, RD_AGREES, RD_UNDECIDED, RD_DIFFERS, RD_IMPOSSIBLE };

struct rd_check {
    const char *what; /* "n=50, Linear optimal, %" */
    double published; /* NAN: the paper states none */
    double measured;
    double half_width;      /* of the 95 % confidence interval of measured; 0 if exact */
    double low, high;       /* what is accepted */
    bool run_by_run;        /* all runs are judged, in place of their mean */
    double least, greatest; /* of the runs, where all are judged */
    const char *why;        /* the law that gives them, derived; or which run did */
    enum rd_judged_by by;
    bool impossible;             /* the published value contradicts another published value */
    const char *differs;         /* why the measured value is not the published one; or NULL */
    enum rd_agreement agreement; /* this and the next are found when it is judged */
    bool met;
};

struct rd_checks {
    struct rd_arena *arena;
    size_t count, not_met;
    struct rd_check *check; /* [count] */
};

/* Judges a value and appends it. It agrees if the whole confidence interval lies within half of the
 * published value's last digit, and differs if none of it does; else it is undecided. A law is met
 * if the whole interval lies in [low, high], so that noise does not help, or, where it is about
 * each run, if all runs do, whose mean may have an interval beyond; a run, which has noise of its
 * own, if the measured value does, or is its one value to half of that one's last digit. Both to
 * 1e-9. */
void rd_checks_add(struct rd_checks *checks, struct rd_check check);

/* What checks came to, counted. */
struct rd_checks_summary {
    size_t values;
    size_t agreeing, undecided, differing; /* of those that are published */
    size_t judged[RD_JUDGED_BY_COUNT], met[RD_JUDGED_BY_COUNT];
};

/* Counts. Cost: O(checks). */
struct rd_checks_summary rd_checks_count(const struct rd_checks *checks);

/* A line: how many agree with the paper or not, and how many of each kind of verdict are met.
 * Returns: false if writing failed. */
bool rd_checks_write_summary(FILE *out, const char *title, const struct rd_checks_summary *counted);

/* The values, a line each: as a table with a summary in the name of `title`, as CSV or as JSON.
 * Returns: false if writing failed. */
bool rd_checks_write(FILE *out, enum rd_format format, const char *title,
                     const struct rd_checks *checks);
