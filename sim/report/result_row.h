/* One run of a sweep, as results files keep it: a table of columns says once what there is, and
 * everything else (database, exports, pipes between processes) goes by it. */
#pragma once

#include "sim/base/arena.h"

#define RD_NO_INTEGER INT64_MIN

/* All columns: texts (HIDDEN ones are not in exports: keys, and what exports show in another form),
 * numbers (a CLOCK is of the wall, and hidden: another run of the same may differ), integers,
 * truths. */
#define RD_RESULT_COLUMNS(HIDDEN, TEXT, NUMBER, CLOCK, INTEGER, TRUTH)                             \
    HIDDEN(key)         /* names the run by its content: scenario, point, seed, algorithm */       \
    HIDDEN(point)       /* names the point with its repetition, likewise */                        \
    HIDDEN(parameters)  /* a JSON object of texts: the parameters set and varied, sorted */        \
    INTEGER(repetition) /* from 1; RD_NO_INTEGER where nothing is repeated */                      \
    INTEGER(seed)       /* drawn for the repetition, or varied; else RD_NO_INTEGER */              \
    TEXT(scenario)                                                                                 \
    TEXT(scenario_hash)                                                                            \
    TEXT(platform_hash) /* NULL if the platform could not be made */                               \
    TEXT(algorithm)                                                                                \
    TEXT(options) /* "name=value;name=value" */                                                    \
    INTEGER(hosts)                                                                                 \
    TEXT(status) /* "ok", "refused", "failed" */                                                   \
    TEXT(message)                                                                                  \
    TRUTH(goal_reached) /* 0, 1 */                                                                 \
    NUMBER(bound_s)     /* NAN for what is not known, here and below */                            \
    TEXT(bound_name)                                                                               \
    TEXT(bound_among) /* of the bound of a class: which; NULL: there is none */                    \
    NUMBER(class_bound_s)                                                                          \
    TEXT(class_bound_name)                                                                         \
    NUMBER(planned_s)                                                                              \
    NUMBER(simulated_s)                                                                            \
    NUMBER(ratio)                                                                                  \
    TEXT(optimal)                                                                                  \
    TEXT(proved_by) /* NULL unless it is proved */                                                 \
    INTEGER(items_moved)                                                                           \
    INTEGER(transfers)                                                                             \
    INTEGER(steps)                                                                                 \
    INTEGER(token_steps)                                                                           \
    INTEGER(error_left) /* the most less the least that hosts end with of a kind; of all kinds */  \
    TEXT(counters)      /* a JSON object of numbers: the planner's own; "{}" */                    \
    TEXT(model)                                                                                    \
    TEXT(ports)                                                                                    \
    INTEGER(run_seed)                                                                              \
    TEXT(redist_version)                                                                           \
    TEXT(simgrid_version)                                                                          \
    CLOCK(plan_ms) /* wall clock */                                                                \
    CLOCK(simulate_ms)

#define RD_TEXT_MEMBER(name) const char *name;
#define RD_NUMBER_MEMBER(name) double name;
#define RD_INTEGER_MEMBER(name) int64_t name;
struct rd_result_row {
    RD_RESULT_COLUMNS(RD_TEXT_MEMBER, RD_TEXT_MEMBER, RD_NUMBER_MEMBER, RD_NUMBER_MEMBER,
                      RD_INTEGER_MEMBER, RD_INTEGER_MEMBER)
};

enum rd_column_kind { RD_COLUMN_TEXT, RD_COLUMN_NUMBER, RD_COLUMN_INTEGER, RD_COLUMN_TRUTH };

struct rd_column {
    const char *name;
    enum rd_column_kind kind;
    size_t offset; /* in struct rd_result_row */
    bool internal; /* not in exports: keys, and what exports show in another form */
    bool measured; /* wall clock: another run of the same may differ */
};

/* All of them, in this order; ends with a NULL name. */
extern const struct rd_column rd_result_columns[];

enum { RD_SWEEP_COLUMN_COUNT = 37 };

/* Returns: NULL if there is none. */
const struct rd_column *rd_result_column_named(const char *name);

/* The value of a column: a text (or NULL), a number, an integer. */
const char *rd_result_row_text(const struct rd_result_row *row, const struct rd_column *column);
double rd_result_row_number(const struct rd_result_row *row, const struct rd_column *column);
int64_t rd_result_row_integer(const struct rd_result_row *row, const struct rd_column *column);

/* Where a row has the value of a column: a const char *, a double or an int64_t. */
void *rd_result_row_at(struct rd_result_row *row, const struct rd_column *column);

/* A row as bytes, from the arena. Returns: them; *ret_size how many. */
unsigned char *rd_result_row_pack(const struct rd_result_row *row, struct rd_arena *arena,
                                  size_t *ret_size);

/* The row of such bytes; its texts lie among them. Returns: false if they are none. */
bool rd_result_row_unpack(const unsigned char *bytes, size_t size, struct rd_result_row *ret_row);

/* Do two rows say the same, wall clocks left out? Returns: NULL, or the first column that
 * differs. */
const struct rd_column *rd_result_row_difference(const struct rd_result_row *row,
                                                 const struct rd_result_row *other);

/* What a row's bytes come to: it guards a stored row against change. Values that SQLite does not
 * keep apart (zeros of both signs, numbers that are none) come to the same. */
uint64_t rd_result_row_check(const struct rd_result_row *row, struct rd_arena *arena);
