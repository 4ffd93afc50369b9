#include "result_files.h"

#include "sim/referee/referee.h"
#include "sim/report/output_file.h"

#include "sim/model/critical_path.h"
#include "sim/model/slowing.h"
#include "sim/csv/plan_csv.h"
#include "sim/csv/trace_csv.h"
#include "sim/report/gantt/gantt.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How many jobs up to this one are of its algorithm. */
static size_t times_run(const struct rd_run_context *context, size_t entry)
{
    size_t times = 0;
    for (size_t i = 0; i <= entry; i++)
        times += context->entry[i].algorithm == context->entry[entry].algorithm;
    return times;
}

static const char *row_path(const struct rd_run_context *context, size_t entry, const char *folder,
                            const char *ending, char path[RD_PATH_SIZE], struct rd_error *reterr)
{
    char number[24] = "";
    size_t times = times_run(context, entry);
    if (times > 1)
        snprintf(number, sizeof number, ".%zu", times);
    int length = snprintf(path, RD_PATH_SIZE, "%s/%s.%s%s.%s", folder, context->scenario.name,
                          context->entry[entry].algorithm->name, number, ending);
    if (length < RD_PATH_SIZE)
        return path;
    rd_fail(reterr, RD_ERROR_FILE, folder, 0,
            "the path is too long: at most %d bytes are supported", RD_PATH_SIZE - 1);
    return NULL;
}

/* A file of a row, and its folder with the first one: who stops before, or fails, leaves none. */
static bool write_row_file(const char *folder, const char *path,
                           bool (*write)(FILE *out, const void *context, struct rd_error *reterr),
                           const void *context, struct rd_error *reterr)
{
    struct stat status;
    bool there = stat(folder, &status) == 0;
    if (rd_make_folder(folder, reterr) && rd_write_whole_file(path, write, context, reterr))
        return true;
    if (!there)
        rmdir(folder);
    return false;
}

/* A trace or a plan, and the names of its hosts. */
struct schedule_text {
    const struct rd_instance *instance;
    const struct rd_trace *trace;
    const struct rd_plan *plan;
};

static bool write_trace(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct schedule_text *text = context;
    return rd_trace_write_csv(out, text->instance, text->trace) ||
           rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the trace: %s", strerror(errno));
}

static bool write_plan(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct schedule_text *text = context;
    return rd_plan_write_csv(out, text->instance, text->plan) ||
           rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the plan: %s", strerror(errno));
}

/* The plan with the dates that the referee gives its messages. */
static bool write_dated(const char *path, struct rd_run_context *context,
                        const struct rd_plan *plan, struct rd_error *reterr)
{
    const struct rd_instance *instance = &context->instance;
    struct rd_trace trace = {0};
    struct rd_verdict verdict;
    if (plan->timing == RD_FREE_ORDER)
        return rd_fail(reterr, RD_ERROR_RUN, path, 0,
                       "only a simulation dates a plan in free order (redist run --trace)");
    rd_referee_plan(instance, plan, &context->run_arena, &context->scratch, &trace, &verdict);
    if (verdict.violation != RD_LEGAL)
        return rd_fail(reterr, RD_ERROR_RUN, path, 0, "no dates: %s", verdict.message);
    struct schedule_text text = {.instance = instance, .trace = &trace};
    return rd_write_whole_file(path, write_trace, &text, reterr);
}

bool rd_write_schedule_file(const char *path, struct rd_run_context *context,
                            const struct rd_plan *plan, bool dated, struct rd_error *reterr)
{
    struct schedule_text text = {.instance = &context->instance, .plan = plan};
    return dated ? write_dated(path, context, plan, reterr)
                 : rd_write_whole_file(path, write_plan, &text, reterr);
}

static bool write_gantt(FILE *out, const void *context, struct rd_error *reterr)
{
    return rd_gantt_write(out, context, reterr);
}

bool rd_write_result_trace(const struct rd_run_context *context, size_t entry, const char *folder,
                           const struct rd_result *result, struct rd_error *reterr)
{
    char path[RD_PATH_SIZE];
    struct schedule_text text = {.instance = &context->instance, .trace = result->trace};
    return row_path(context, entry, folder, "csv", path, reterr) &&
           write_row_file(folder, path, write_trace, &text, reterr);
}

bool rd_write_result_gantt(const struct rd_run_context *context, size_t entry, const char *folder,
                           const struct rd_result *result, struct rd_error *reterr)
{
    char path[RD_PATH_SIZE], title[512];
    rd_arena_own(arena);
    snprintf(title, sizeof title, "%s: %s", result->scenario, result->algorithm);
    struct rd_gantt gantt = {.title = title,
                             .host_name = context->scenario.host_name,
                             .host_count = context->instance.topology.host_count,
                             .kind_count = context->instance.kind_count,
                             .instance = &context->instance,
                             .trace = result->trace,
                             .bound = rd_result_own_bound(result)};
    if (!rd_gantt_is_dense(result->trace)) {
        struct rd_critical_transfer *link;
        gantt.critical_path_count =
            rd_critical_path_of_trace(&context->instance, result->trace, &arena, &link);
        gantt.critical_path = link;
        gantt.slowed = rd_slowed_rows(&context->instance, result->trace, &arena);
    }
    return row_path(context, entry, folder, "svg", path, reterr) &&
           write_row_file(folder, path, write_gantt, &gantt, reterr);
}

static bool write_text(FILE *out, const void *context, struct rd_error *reterr)
{
    (void)reterr; /* what fails here is found when the file is closed */
    fputs(context, out);
    return true;
}

bool rd_write_named_texts(const char *folder, const struct rd_named_text *file, size_t count,
                          struct rd_error *reterr)
{
    for (size_t i = 0; i < count; i++) {
        char path[RD_PATH_SIZE];
        int length = snprintf(path, sizeof path, "%s%s%s", folder ? folder : "", folder ? "/" : "",
                              file[i].name);
        if (length >= RD_PATH_SIZE)
            return rd_fail(reterr, RD_ERROR_FILE, folder, 0,
                           "the path is too long: at most %d bytes are supported",
                           RD_PATH_SIZE - 1);
        if (!rd_write_whole_file(path, write_text, file[i].text, reterr))
            return false;
    }
    return true;
}
