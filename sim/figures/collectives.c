/* Which of MPI's algorithms is how far from what is possible: each that SMPI has for an operation,
 * over the bound of all programs on the routes, on five networks of 16 machines, and our plan.
 *
 * Theory says: no program ends before that bound. On a star, whose routes share no more than the
 * machines' own links, SMPI's default broadcast is a binomial tree, of four rounds for 16 machines
 * where each send waits for its receiver; its default allgather and all-to-all send 15 messages
 * over one link. */
#include "figure_parts.h"
#include "plots.h"

#include "sim/engine/process/temporary_files.h"
#include "sim/execute/collectives.h"
#include "sim/run/execute.h"
#include "sim/run/route_bound.h"
#include "sim/run/run_context_open.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define BYTES_PER_S 1.25e9
#define LATENCY_S 2e-6 /* of a route of a star: of two cables */

/* Some algorithms cut 64 MB into pieces of 8 kB and post them all at once: SMPI takes as long as
 * the square of their number. */
enum { PROCESSOR_LIMIT_S = 10 };

enum { MACHINES = 16, PIECES = 50, LONG_BYTES = 65536, SET = 4 };

/* All machines are node-0 to node-15, all cables 10 Gbit/s and 1 us, each way for itself. */
#define CLUSTER(NAME, MORE)                                                                        \
    "<cluster id=\"" NAME "\" prefix=\"node-\" suffix=\"\" radical=\"0-15\" speed=\"10Gf\" "       \
    "bw=\"1.25GBps\" lat=\"1us\" sharing_policy=\"SPLITDUPLEX\" " MORE "/>"

static const struct network {
    const char *name, *zone;
} network[] = {
    {"star", CLUSTER("star", "")},
    {"two racks",
     "<zone id=\"room\" routing=\"Full\">"
     "<cluster id=\"a\" prefix=\"node-\" suffix=\"\" radical=\"0-7\" speed=\"10Gf\" "
     "bw=\"1.25GBps\" lat=\"1us\" router_id=\"a-router\"/>"
     "<cluster id=\"b\" prefix=\"node-\" suffix=\"\" radical=\"8-15\" speed=\"10Gf\" "
     "bw=\"1.25GBps\" lat=\"1us\" router_id=\"b-router\"/>"
     "<link id=\"trunk\" bandwidth=\"2.5GBps\" latency=\"1us\" sharing_policy=\"SPLITDUPLEX\"/>"
     "<zoneRoute src=\"a\" dst=\"b\" gw_src=\"a-router\" gw_dst=\"b-router\">"
     "<link_ctn id=\"trunk\" direction=\"UP\"/></zoneRoute></zone>"},
    {"fat tree", CLUSTER("tree", "topology=\"FAT_TREE\" topo_parameters=\"2;4,4;1,2;1,1\"")},
    {"torus", CLUSTER("torus", "topology=\"TORUS\" topo_parameters=\"4,4\"")},
    {"dragonfly", CLUSTER("fly", "topology=\"DRAGONFLY\" topo_parameters=\"4,1;1,1;4,1;1\"")},
};

static const struct operation {
    const char *name, *generator;
    bool first; /* is in the small set */
    int parts;  /* that a vector is cut into */
} operation[] = {
    {"bcast", "broadcast", true, 1},          {"allgather", "allgather", true, MACHINES},
    {"alltoall", "alltoall", true, MACHINES}, {"scatter", "scatter", false, MACHINES},
    {"gather", "gather", false, MACHINES},
};

static const struct size {
    const char *name;
    int64_t bytes;
    bool first;
} size[] = {
    {"1 kB", 1024, true},
    {"1 MB", 1000000, true},
    {"64 MB", 64000000, false},
};

enum {
    NETWORKS = sizeof network / sizeof *network,
    OPERATIONS = sizeof operation / sizeof *operation,
    SIZES = sizeof size / sizeof *size
};

/* One operation on one network, with one size. */
struct cell {
    const struct network *network;
    const struct operation *operation;
    const struct size *size;
    const char *platform; /* the text of a file */
    double bound_s, default_s, least_ratio;
};

/* How a cell is made. */
struct making {
    const struct cell *cell;
    struct rd_run_context context;
    struct rd_execution_settings execution;
    struct rd_collective collective;
    FILE *out; /* a line for the bound, and one for the plan and for each call */
};

enum { CELLS = NETWORKS * OPERATIONS * SIZES };

struct cells {
    struct cell cell[CELLS]; /* [count] */
    struct rd_figure_part part[CELLS];
    size_t count;
    struct rd_execution_settings execution;
};

/* --- a part: in a process of its own ---------------------------------------------------------- */

static bool load(struct making *making, struct rd_arena *arena, struct rd_error *reterr)
{
    const struct cell *cell = making->cell;
    const char *text = rd_figure_scenario("collectives");
    int64_t part = cell->size->bytes / cell->operation->parts;
    bool cut = cell->operation->parts == 1 && part >= LONG_BYTES;
    struct rd_named_text file = {"network.xml", cell->platform};
    struct rd_temporary_files files;
    struct rd_error_list errors = {0};
    bool good = rd_temporary_files_write(&files, &file, 1, reterr);
    struct rd_run_context_settings settings = {
        /* Where its platform is: the folder of figures need not be there. */
        .scenario_path = rd_arena_print(arena, "%s/collectives.xml", files.folder),
        .scenario_text = text,
        .scenario_size = strlen(text),
        .set = {{"platform-file", file.name},
                {"load-generator", cell->operation->generator},
                {"load-bytes", rd_arena_print(arena, "%" PRId64, part)},
                {"load-piece-bytes", rd_arena_print(arena, "%" PRId64, cut ? part / PIECES : 0)}},
        .set_count = SET};
    good = good && rd_run_context_read(&settings, &making->context, &errors) &&
           rd_run_context_load(&making->context, &errors);
    if (errors.count > 0)
        *reterr = errors.error[0];
    rd_temporary_files_remove(&files, &file, 1);
    return good && errors.count == 0;
}

static void write_time(const struct making *making, const char *algorithm, const char *status,
                       double seconds)
{
    fprintf(making->out, "%s\t%s\t%.17g\n", algorithm, status, seconds);
}

static bool plan(struct making *making, struct rd_error *reterr)
{
    static const struct rd_execute_settings execute = {.simulate = true};
    struct rd_outcome outcome;
    if (!rd_execute(&making->context, &making->context.entry[0], &execute, &outcome, reterr))
        return false;
    if (outcome.result.status != RD_STATUS_OK)
        return rd_failed(reterr, "%s, %s: %s", making->cell->network->name,
                         making->cell->operation->name, outcome.result.message);
    write_time(making, "plan", "ok", outcome.result.simulated_s);
    return true;
}

static bool call_all(struct making *making, struct rd_error *reterr)
{
    struct rd_run_context *context = &making->context;
    const char *const *name;
    size_t count;
    if (!rd_collective_algorithms(&making->execution, &context->instance, &making->collective,
                                  &context->arena, &context->scratch, &name, &count, reterr))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct rd_collective_call call;
        if (!rd_collective_run(&making->execution, &context->instance, &making->collective, name[i],
                               &context->arena, &context->scratch, &call, reterr))
            return false;
        write_time(making, name[i], rd_collective_end_name(call.end), call.seconds);
    }
    return true;
}

static bool write_cell(FILE *out, const void *context, size_t number, struct rd_error *reterr)
{
    const struct cells *cells = context;
    struct making making = {
        .cell = &cells->cell[number], .execution = cells->execution, .out = out};
    struct rd_bound bound;
    rd_arena_own(arena);
    bool good = load(&making, &arena, reterr) &&
                rd_collective_read(&making.context.instance, &arena, &making.collective, reterr) &&
                rd_route_bound(&making.context, &bound, reterr);
    if (good) {
        fprintf(out, "%.17g\n", bound.seconds);
        making.execution.platform_text = making.context.scenario.platform_text;
    }
    good = good && plan(&making, reterr) && call_all(&making, reterr);
    rd_run_context_close(&making.context);
    return good;
}

/* --- all of them ------------------------------------------------------------------------------ */

static void add_row(struct rd_figure_data *data, struct cell *cell, const char *algorithm,
                    const char *status, double seconds)
{
    double ratio = seconds / cell->bound_s;
    const char *begin = rd_arena_print(data->arena, "%s\t%s\t%s\t%s\t%s", cell->network->name,
                                       cell->operation->name, cell->size->name, algorithm, status);
    if (isnan(seconds))
        rd_figure_row(data, "%s\t\t%.9g\t", begin, cell->bound_s);
    else
        rd_figure_row(data, "%s\t%.9g\t%.9g\t%.6f", begin, seconds, cell->bound_s, ratio);
    if (!isnan(seconds))
        cell->least_ratio = fmin(cell->least_ratio, ratio);
    if (strcmp(algorithm, "default") == 0)
        cell->default_s = seconds;
}

/* What SMPI's default takes on a star by theory; NAN: not known. */
static double expected_s(const struct cell *cell)
{
    double part = (double)cell->size->bytes / cell->operation->parts;
    double message_s = (part + RD_SMPI_BYTES) / BYTES_PER_S;
    /* Parts of less than 200 bytes for each other go by fewer, larger messages. */
    if (cell->network != &network[0] ||
        (strcmp(cell->operation->name, "alltoall") == 0 && part < 200))
        return NAN;
    if (strcmp(cell->operation->name, "bcast") == 0)
        return part >= LONG_BYTES ? 4 * (LATENCY_S + message_s) : NAN;
    return LATENCY_S + (MACHINES - 1) * message_s;
}

static void judge(struct rd_figure_data *data, const struct cell *cell)
{
    double expected = expected_s(cell);
    const char *name = rd_arena_print(data->arena, "%s, %s, %s", cell->network->name,
                                      cell->operation->name, cell->size->name);
    struct rd_check least = {.what = rd_arena_print(data->arena, "%s: least time over bound", name),
                             .published = NAN,
                             .measured = cell->least_ratio,
                             .low = 1,
                             .high = INFINITY,
                             .why = "no program ends before it"};
    struct rd_check usual = {.what = rd_arena_print(data->arena, "%s: SMPI's default, s", name),
                             .published = NAN,
                             .measured = cell->default_s,
                             .low = expected,
                             .high = expected,
                             .why = "4 rounds of a binomial tree; or 15 messages over one link"};
    rd_checks_add(&data->checks, least);
    if (!isnan(expected))
        rd_checks_add(&data->checks, usual);
}

/* Adds what write_cell has written of a cell. */
static void take_cell(struct cell *cell, const char *text, struct rd_figure_data *data)
{
    char algorithm[64], status[32];
    int length, read;
    double seconds;
    const char *at = text;
    cell->least_ratio = INFINITY;
    read = sscanf(at, "%lf\n%n", &cell->bound_s, &length);
    rd_assert(read == 1);
    for (at += length; *at; at += length) {
        read = sscanf(at, "%63[^\t]\t%31[^\t]\t%lf\n%n", algorithm, status, &seconds, &length);
        rd_assert(read == 3);
        add_row(data, cell, algorithm, status, seconds);
    }
    judge(data, cell);
}

/* In the order of the figure's panels. */
static void list_cells(struct cells *cells, bool full, struct rd_arena *arena)
{
    for (size_t i = 0; i < CELLS; i++) {
        struct cell *cell = &cells->cell[cells->count];
        struct rd_figure_part *part = &cells->part[cells->count];
        *cell = (struct cell){.network = &network[i / SIZES % NETWORKS],
                              .operation = &operation[i / SIZES / NETWORKS],
                              .size = &size[i % SIZES],
                              .default_s = NAN};
        if (!full && !(cell->operation->first && cell->size->first))
            continue;
        cell->platform = rd_arena_print(
            arena,
            "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM "
            "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">%s</platform>\n",
            cell->network->zone);
        part->name = rd_arena_print(arena, "%s, %s, %s", cell->operation->name, cell->network->name,
                                    cell->size->name);
        part->given =
            rd_arena_print(arena, "%s %s %d %" PRId64 " %d %d %d %" PRIu64 "\n%s%s", part->name,
                           cell->operation->generator, cell->operation->parts, cell->size->bytes,
                           LONG_BYTES, PIECES, PROCESSOR_LIMIT_S, RD_COLLECTIVE_BYTES,
                           cell->platform, rd_figure_scenario("collectives"));
        cells->count++;
    }
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const column[] = {"network", "operation", "size",     "algorithm",
                                         "status",  "time, s",   "bound, s", "time over bound"};
    char path[RD_PATH_SIZE];
    struct cells *cells = rd_take(data->arena, 1, struct cells);
    cells->execution = (struct rd_execution_settings){.processor_limit_s = PROCESSOR_LIMIT_S,
                                                      .memory_limit_bytes = RD_COLLECTIVE_BYTES};
    list_cells(cells, settings->full, data->arena);
    struct rd_figure_parts parts = {.figure = "collectives",
                                    .part = cells->part,
                                    .count = cells->count,
                                    .write = write_cell,
                                    .context = cells};
    if (!rd_execution_find_program(&cells->execution, path, reterr) ||
        !rd_figure_parts_make(settings, &parts, data->arena, reterr))
        return false;
    rd_figure_columns(data, column, sizeof column / sizeof *column);
    for (size_t i = 0; i < cells->count; i++)
        take_cell(&cells->cell[i], cells->part[i].text, data);
    data->played = "plans, and MPI's algorithms under SMPI";
    return true;
}

const struct rd_figure collectives = {
    .name = "collectives",
    .summary = "MPI's algorithms for copies over the bound of all programs, on five networks",
    .source = "our own",
    .plot = "collectives",
    .scenario = "collectives",
    .in_parts = true,
    .make = make,
};
