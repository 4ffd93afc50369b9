/* What must be true of the rows that redist prints for a world, whoever reads them: laws that need
 * no second planner. */
#ifndef REDIST_TESTS_STORM_LAWS_H
#define REDIST_TESTS_STORM_LAWS_H

#include "world.h"

#include <jansson.h>
#include <stddef.h>

/* What is broken, for a message; "" if nothing is. */
struct breach {
    char words[400];
};

/* Remembers the first breach. Returns: false. */
bool breach_say(struct breach *breach, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Is a number within 1e-9 of another, relative to the larger; or are both missing? */
bool laws_agree(double a, double b);

/* A member that is a number, or null: NaN. */
double laws_number(const json_t *row, const char *key);

/* Each row: its times in order, its loads what was asked for, a refusal said. */
bool laws_hold_of_rows(const struct world *world, const json_t *rows, struct breach *breach);

/* All rows of one problem together: no time below a bound that speaks of it, none better than one
 * that is proved or exact. In: two lists of rows (or one twice), the times of the second `scale`
 * times those of the first. */
bool laws_hold_between(const json_t *rows, const json_t *others, double scale,
                       struct breach *breach);

/* The same algorithms came to the same, all times `scale` times. `simulated`: and simulated alike.
 */
bool laws_same_rows(const json_t *rows, const json_t *others, double scale, bool simulated,
                    struct breach *breach);

/* A plan comes to what its run planned. What SimGrid refuses, half a byte or links that hosts
 * share, may well be planned. */
bool laws_same_plans(const json_t *rows, const json_t *plans, struct breach *breach);

/* A table shows each number of each row. */
bool laws_shown(const json_t *rows, const char *table, struct breach *breach);

/* A CSV has the same as the JSON. */
bool laws_same_csv(const json_t *rows, const char *csv, struct breach *breach);

#endif
