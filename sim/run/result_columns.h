/* The columns of results: what `redist run` and `redist export` write, results files keep and the
 * report shows of a run. All of them go by this one table, and so does docs/commands.md. A new
 * column is one line here; beside it stands only the place where its value is computed. */
#pragma once

#include <math.h>
#include <stdint.h>

#define RD_NO_INTEGER INT64_MIN

/* Where a column is shown, and how. */
enum {
    RD_STORED = 1,     /* in results files */
    RD_EXPORTED = 2,   /* by redist export */
    RD_RUN_CSV = 4,    /* by redist run, in CSV */
    RD_RUN_JSON = 8,   /* likewise in JSON: as it is, or as an array or object (result_values.c) */
    RD_RUN_TABLE = 16, /* likewise in its table: by its heading, where any run has a value */
    RD_ON_PAGE = 32,   /* among all runs on the page of redist report, by its heading */
    RD_AT_END = 64,    /* in outputs of redist run behind all others */
    RD_AN_ADDRESS = 128, /* a number that says which run it is, not what came of it */
    RD_WALL_CLOCK = 256, /* another run of the same may differ */
    RD_LEFT_OUT = 512,   /* JSON has no member where there is no value, instead of null */
    RD_IF_ANY = 1024,    /* the table has no such column where no run has a value */
    RD_IN_FILES = RD_STORED | RD_EXPORTED,
    RD_RUN_DATA = RD_RUN_CSV | RD_RUN_JSON,
    RD_EVERYWHERE = RD_IN_FILES | RD_RUN_DATA,
    RD_FOR_PEOPLE = RD_RUN_TABLE | RD_ON_PAGE
};

/* KIND, name, [where it is read,] heading for people, unit, where it is shown, what it says. Kinds:
 * TEXT; NUMBER; INTEGER; TRUTH, an integer of 0 and 1. By whom a column gets its value:
 *   OWN    a member of struct rd_result, which whoever computes it fills
 *   READ   an expression of `result` and an `arena`
 *   POINT  whoever sweeps: which run it is
 *   VALUE  JSON that result_values.c makes of a result
 * Unless somebody gives it a value, a column has none: NULL, NAN, RD_NO_INTEGER. */
#define RD_RESULT_COLUMNS(OWN, READ, POINT, VALUE)                                                 \
    POINT(TEXT, key, "", "", RD_STORED,                                                            \
          "names the run by its content: scenario, point, seed, algorithm")                        \
    POINT(TEXT, point, "", "", RD_STORED, "names the point with its repetition, likewise")         \
    POINT(TEXT, parameters, "", "", RD_STORED,                                                     \
          "a JSON object of texts: what was set and varied, sorted; redist export has them one "   \
          "by one")                                                                                \
    POINT(INTEGER, repetition, "repetition", "", RD_IN_FILES | RD_ON_PAGE | RD_AN_ADDRESS,         \
          "from 1; none in a sweep that does not repeat")                                          \
    POINT(INTEGER, seed, "", "", RD_IN_FILES | RD_AN_ADDRESS,                                      \
          "drawn for the repetition, or the seed that was varied; redist run: see run_seed")       \
    OWN(TEXT, scenario, "", "", RD_EVERYWHERE, "its name")                                         \
    POINT(TEXT, scenario_hash, "", "", RD_IN_FILES, "SHA-256 of what is the same in all points")   \
    POINT(TEXT, platform_hash, "", "", RD_IN_FILES,                                                \
          "SHA-256 of the platform file; none if there was none")                                  \
    OWN(TEXT, algorithm, "algorithm", "", RD_EVERYWHERE | RD_FOR_PEOPLE, "its name")               \
    READ(TEXT, options, rd_options_words(result->option, result->option_count, arena), "", "",     \
         RD_EVERYWHERE,                                                                            \
         "as the scenario gives them: name=value;name=value, in JSON of redist run an object")     \
    READ(INTEGER, hosts, result->host_count > 0 ? (int64_t)result->host_count : RD_NO_INTEGER, "", \
         "", RD_EVERYWHERE | RD_AN_ADDRESS, "how many, without the master of a star")              \
    READ(TEXT, status, rd_status_name(result->status), "status", "", RD_EVERYWHERE | RD_RUN_TABLE, \
         "ok, refused or failed")                                                                  \
    OWN(TEXT, message, "", "", RD_EVERYWHERE,                                                      \
        "the reason if refused or failed; else a remark, or empty")                                \
    OWN(TRUTH, goal_reached, "", "", RD_EVERYWHERE,                                                \
        "whether the loads at the end are those of the goal")                                      \
    READ(NUMBER, bound_s, result->bound_known ? result->bound.seconds : NAN, "bound", "s",         \
         RD_EVERYWHERE | RD_FOR_PEOPLE,                                                            \
         "what no legal schedule beats: one number for all runs of a problem")                     \
    READ(TEXT, bound_name, result->bound_known ? result->bound.name : NULL, "bound name", "",      \
         RD_EVERYWHERE | RD_ON_PAGE, "what proves it")                                             \
    READ(TEXT, bound_why, result->bound_known ? result->bound.why : NULL, "", "",                  \
         RD_RUN_JSON | RD_AT_END, "the reason for the bound, in words")                            \
    READ(TEXT, bound_among, rd_result_class(result), "", "", RD_EVERYWHERE | RD_AT_END,            \
         "the class of schedules for which the class bound, and proved*, hold; none if there is "  \
         "no such bound")                                                                          \
    READ(NUMBER, class_bound_s, result->class_bound_known ? result->class_bound.seconds : NAN, "", \
         "s", RD_EVERYWHERE | RD_AT_END, "what no schedule of the class beats")                    \
    READ(TEXT, class_bound_name, result->class_bound_known ? result->class_bound.name : NULL, "",  \
         "", RD_EVERYWHERE | RD_AT_END, "what proves it")                                          \
    READ(TEXT, class_bound_why, result->class_bound_known ? result->class_bound.why : NULL, "",    \
         "", RD_RUN_JSON | RD_AT_END, "the reason, in words")                                      \
    OWN(TEXT, bound_witness, "", "", RD_RUN_JSON | RD_AT_END,                                      \
        "the bottleneck: a port (the send port of h1), two ports, a slice of a ring, a set of "    \
        "hosts, all processors, the bus; none if the bound has none")                              \
    OWN(NUMBER, planned_s, "planned", "s", RD_EVERYWHERE | RD_FOR_PEOPLE,                          \
        "the makespan by the referee's clock")                                                     \
    OWN(NUMBER, simulated_s, "simulated", "s", RD_EVERYWHERE | RD_FOR_PEOPLE,                      \
        "the makespan by SimGrid's clock")                                                         \
    OWN(NUMBER, ratio, "ratio", "", RD_EVERYWHERE | RD_FOR_PEOPLE,                                 \
        "simulated_s / bound_s (planned, if nothing was simulated); none if one is missing or "    \
        "the bound is 0")                                                                          \
    READ(TEXT, optimal, rd_optimal_name(result->optimal), "optimal", "",                           \
         RD_EVERYWHERE | RD_RUN_TABLE,                                                             \
         "proved, proved*, no or unknown; in a sweep it refers to the runs of one point")          \
    READ(TEXT, proved_by, rd_proof_name(result->proved_by), "", "", RD_EVERYWHERE,                 \
         "certificate, search or theorem; none unless it is proved or proved*")                    \
    OWN(TEXT, proof, "", "", RD_RUN_DATA,                                                          \
        "the bound that proves it, or the algorithm that searched; none likewise")                 \
    OWN(INTEGER, items_moved, "items", "", RD_EVERYWHERE | RD_FOR_PEOPLE,                          \
        "items times links crossed; none without a plan that was judged")                          \
    OWN(INTEGER, transfers, "transfers", "", RD_EVERYWHERE | RD_RUN_TABLE,                         \
        "messages, control words included; none likewise")                                         \
    OWN(INTEGER, useless_items, "", "", RD_RUN_JSON | RD_LEFT_OUT,                                 \
        "of named kinds, that came to hosts which had them, or to which another transfer brings "  \
        "them")                                                                                    \
    OWN(INTEGER, most_held_items, "", "", RD_RUN_JSON | RD_LEFT_OUT,                               \
        "the most items of named kinds on a host, if nobody drops any")                            \
    OWN(INTEGER, steps, "steps", "", RD_EVERYWHERE | RD_RUN_TABLE | RD_IF_ANY,                     \
        "rounds of a lock-step plan, idle ones included; none in any other")                       \
    OWN(INTEGER, token_steps, "token steps", "", RD_IN_FILES | RD_ON_PAGE,                         \
        "rounds of a lock-step plan in which items move, not control words alone; none in any "    \
        "other")                                                                                   \
    READ(INTEGER, error_left, rd_error_left(result), "", "", RD_IN_FILES,                          \
         "the most less the least that two hosts end with of a kind, the greatest of all kinds")   \
    READ(TEXT, counters, rd_counters_text(result, arena), "", "", RD_IN_FILES | RD_RUN_JSON,       \
         "an object of numbers that the planner counted; {} where it counts none")                 \
    VALUE(final, "", "", RD_RUN_JSON | RD_LEFT_OUT,                                                \
          "[[items per kind] per host] at the end; none where nobody knows; left out above "       \
          "1,000,000 numbers")                                                                     \
    OWN(NUMBER, plan_ms, "", "ms", RD_STORED | RD_RUN_JSON | RD_WALL_CLOCK,                        \
        "wall clock of planning")                                                                  \
    OWN(NUMBER, simulate_ms, "", "ms", RD_STORED | RD_RUN_JSON | RD_WALL_CLOCK,                    \
        "wall clock of simulating")                                                                \
    OWN(TEXT, model, "", "", RD_EVERYWHERE, "exact, tcp, exact varying or tcp varying")            \
    OWN(TEXT, ports, "", "", RD_EVERYWHERE, "as in the scenario")                                  \
    OWN(INTEGER, run_seed, "", "", RD_EVERYWHERE | RD_AN_ADDRESS,                                  \
        "the seed of algorithms that draw; redist run calls it seed")                              \
    READ(TEXT, redist_version, REDIST_VERSION, "", "", RD_EVERYWHERE, "of this program")           \
    OWN(TEXT, simgrid_version, "", "", RD_EVERYWHERE, "of SimGrid")                                \
    OWN(TEXT, expectation, "", "", RD_RUN_JSON | RD_AT_END,                                        \
        "what the scenario expects and is not met, and the value found; none if all is met")       \
    VALUE(bound_certificate, "", "", RD_RUN_JSON | RD_AT_END | RD_LEFT_OUT,                        \
          "the certificate of the bound; left out where it has none")                              \
    VALUE(class_bound_certificate, "", "", RD_RUN_JSON | RD_AT_END | RD_LEFT_OUT,                  \
          "likewise of the class bound")                                                           \
    VALUE(no_order_certificate, "", "", RD_RUN_JSON | RD_AT_END | RD_LEFT_OUT,                     \
          "the certificate that objects can be moved in no order; left out where there is none")

/* A member of a struct for a column of each kind. */
#define RD_MEMBER_TEXT(name) const char *name;
#define RD_MEMBER_NUMBER(name) double name;
#define RD_MEMBER_INTEGER(name) int64_t name;
#define RD_MEMBER_TRUTH(name) int64_t name;
#define RD_COLUMN_MEMBER(kind, name, ...) RD_MEMBER_##kind(name)

/* That member without a value. */
#define RD_NONE_TEXT NULL
#define RD_NONE_NUMBER NAN
#define RD_NONE_INTEGER RD_NO_INTEGER
#define RD_NONE_TRUTH RD_NO_INTEGER
#define RD_COLUMN_NONE(kind, name, ...) .name = RD_NONE_##kind,

#define RD_NO_COLUMN(...)
