#include "csv.h"

#include "sim/csv/csv_text.h"
#include "sim/base/number_text.h"

#include <inttypes.h>
#include <math.h>

/* A comma, and a text; nothing for NULL. */
static bool text(FILE *out, const char *value)
{
    return putc(',', out) >= 0 && (!value || rd_csv_write_field(out, value));
}

static bool number(FILE *out, double value)
{
    char digits[RD_NUMBER_SIZE];
    return text(out, isfinite(value) ? rd_number_shortest(value, digits) : NULL);
}

static bool integer(FILE *out, int64_t value)
{
    return fprintf(out, ",%" PRId64, value) >= 0;
}

static bool outcome(FILE *out, const struct rd_result *result)
{
    return text(out, rd_status_name(result->status)) && text(out, result->message) &&
           text(out, result->goal_reached ? "true" : "false") &&
           number(out, result->bound_known ? result->bound.seconds : NAN) &&
           text(out, result->bound_known ? result->bound.name : NULL) &&
           number(out, result->planned_s) && number(out, result->simulated_s) &&
           number(out, result->ratio) && text(out, rd_optimal_name(result->optimal)) &&
           text(out, rd_proof_name(result->proved_by)) && text(out, result->proof) &&
           integer(out, result->items_moved) && integer(out, result->transfers) &&
           (result->steps >= 0 ? integer(out, result->steps) : text(out, NULL));
}

static bool row(FILE *out, const struct rd_result *result, const char *simgrid_version,
                struct rd_arena *arena)
{
    return rd_csv_write_field(out, result->scenario) && text(out, result->algorithm) &&
           text(out, rd_options_words(result->option, result->option_count, arena)) &&
           integer(out, result->host_count) && outcome(out, result) && text(out, result->model) &&
           text(out, result->ports) && fprintf(out, ",%" PRIu64, result->seed) >= 0 &&
           text(out, REDIST_VERSION) && text(out, simgrid_version) &&
           text(out, rd_result_class(result)) &&
           number(out, result->class_bound_known ? result->class_bound.seconds : NAN) &&
           text(out, result->class_bound_known ? result->class_bound.name : NULL) &&
           putc('\n', out) >= 0;
}

bool rd_results_write_csv(FILE *out, const struct rd_result *result, size_t result_count,
                          const char *simgrid_version)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    bool written =
        fputs("scenario,algorithm,options,hosts,status,message,goal_reached,bound_s,bound_name,"
              "planned_s,simulated_s,ratio,optimal,proved_by,proof,items_moved,transfers,steps,"
              "model,ports,seed,"
              "redist_version,simgrid_version,bound_among,class_bound_s,class_bound_name\n",
              out) >= 0;
    for (size_t i = 0; written && i < result_count; i++)
        written = row(out, &result[i], simgrid_version, &arena);
    rd_arena_close(&arena);
    return written;
}
