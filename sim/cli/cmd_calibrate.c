/* redist calibrate: measures a network, and writes it as a platform file. */
#include "commands.h"

#include "sim/execute/calibration.h"
#include "sim/report/output_file.h"
#include "sim/run/run_context_open.h"

#include <inttypes.h>
#include <stdio.h>

struct arguments {
    struct rd_calibration_settings calibration;
    const char *scenario, *out;
    int64_t host_count;
};

static void finish(struct argp_state *state, void *given)
{
    const struct arguments *arguments = given;
    bool launched = arguments->calibration.execution.launcher;
    if (launched == (arguments->scenario != NULL) || launched != (arguments->host_count > 0))
        argp_error(state, "--launcher COMMAND --hosts N, or SCENARIO.xml for SMPI, is accepted");
}

static const struct rd_argument accepted[] = {
    {RD_TEXT(NULL, "SCENARIO.xml", scenario, "")},
    {RD_NEEDED("out", "FILE", out, "The platform file to be written; - for standard output")},
    {RD_TEXT("launcher", "COMMAND", calibration.execution.launcher,
             "Starts one process for each host, such as \"mpirun -n {n}\"")},
    {RD_INTEGER("hosts", "N", host_count, 2, RD_CALIBRATED_HOSTS,
                "Number of processes that the launcher starts")},
    {RD_INTEGER("bytes", "B", calibration.bytes, 8, RD_CALIBRATED_BYTES,
                "Bytes of the longest message (default 1048576)")},
    {RD_INTEGER("repeats", "R", calibration.repeats, 1, RD_CALIBRATED_REPEATS,
                "Ping-pongs of each size and direction (default 5)")},
    {RD_FLAG("force", calibration.forced,
             "Write the platform also where pairs disturb each other, as on one machine")},
    {RD_TEXT("program", "FILE", calibration.execution.program,
             "What the processes run (default: as installed)")},
    {RD_SECONDS("time-limit", "S", calibration.execution.time_limit_s,
                "Give up after S seconds of wall clock")},
    {RD_END},
};

static const struct rd_verb verb = {
    .args_doc = "--launcher COMMAND --hosts N --out FILE\nSCENARIO.xml --out FILE",
    .doc = "Measures bandwidth and latency between every two processes that a launcher starts, by "
           "MPI ping-pongs, and writes them as a platform file: a switch with a link up and a link "
           "down for each host if that explains all pairs, else a link for each direction of each "
           "pair. Disjoint pairs are measured at a time, some of them alone once more; pairs that "
           "disturb each other are refused, unless --force is given. With a scenario, SMPI "
           "measures its platform.\v"
           "Examples:\n"
           "  redist calibrate --launcher \"mpirun -n {n}\" --hosts 8 --out cluster.xml\n"
           "  redist calibrate scenarios/switch_unequal_links.xml --out measured.xml\n",
    .argument = accepted,
    .finish = finish,
};

/* What is below the digits that doubles keep is not told. */
static const char *misfit_text(double misfit, char text[32])
{
    snprintf(text, 32, misfit < 1e-9 ? "less than 1e-9" : "%.2g", misfit);
    return text;
}

static void report(const struct rd_calibration *calibration, bool launched)
{
    char alone[32], bandwidth[32], latency[32];
    printf("pairs    %zu, in %zu rounds of disjoint ones; %zu of them alone once more: their "
           "bandwidths differ by %s\n",
           calibration->pair_count, calibration->round_count, calibration->alone_count,
           misfit_text(calibration->disturbance, alone));
    if (launched && calibration->on_one_machine) {
        printf("machine  all processes ran on one, ");
        rd_print_shown(stdout, calibration->machine);
        printf(": its memory was measured, and no network\n");
    }
    printf("network  %s; a switch is off by %s in bandwidths, and by %s of the time of the longest "
           "message in latencies\n",
           calibration->is_switch ? "a switch" : "a link for each direction of each pair",
           misfit_text(calibration->bandwidth_misfit, bandwidth),
           misfit_text(calibration->latency_misfit, latency));
    printf("unknown  which direction has which part of a pair's latency (each gets half); speeds "
           "of hosts; links that more pairs share than were measured at a time\n");
}

struct result {
    const struct rd_calibration_settings *settings;
    const struct rd_calibration *calibration;
};

static bool write_platform(FILE *out, const void *context, RD_UNUSED struct rd_error *reterr)
{
    const struct result *result = context;
    rd_calibration_write(out, result->settings, result->calibration);
    return true;
}

static int calibrate(const struct rd_calibration_settings *settings, const char *path,
                     struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_calibration calibration;
    struct rd_error error;
    if (!rd_calibrate(settings, arena, scratch, &calibration, &error) ||
        !rd_write_whole_file(path, write_platform, &(struct result){settings, &calibration},
                             &error))
        return rd_give_up(&error);
    if (path[0] != '-' || path[1])
        report(&calibration, settings->execution.launcher);
    return 0;
}

/* Has the network of a scenario measured by SMPI. */
static int calibrate_scenario(struct arguments *arguments)
{
    struct rd_calibration_settings *settings = &arguments->calibration;
    struct rd_run_context_settings opened = {.scenario_path = arguments->scenario,
                                             .ignore_expectations = true};
    struct rd_run_context context;
    int status = rd_run_context_open(&opened, &context);
    const struct rd_instance *instance = &context.instance;
    uint32_t hosts = instance->topology.host_count;
    if (status == 0 && (instance->topology.shape != RD_SWITCH || context.scenario.varies ||
                        hosts < 2 || hosts > RD_CALIBRATED_HOSTS)) {
        status = rd_complain(RD_ERROR_REFUSED,
                             "%s: redist calibrate: a switch of 2 to %d hosts whose bandwidths do "
                             "not vary is accepted: every two of them have a route",
                             arguments->scenario, RD_CALIBRATED_HOSTS);
    }
    settings->host_count = hosts;
    settings->host_name = instance->host_name;
    settings->execution.platform_text = context.scenario.platform_text;
    if (status == 0)
        status = calibrate(settings, arguments->out, &context.arena, &context.scratch);
    rd_run_context_close(&context);
    return status;
}

static int calibrate_machine(struct arguments *arguments)
{
    struct rd_calibration_settings *settings = &arguments->calibration;
    rd_arena_own(arena);
    rd_arena_own(scratch);
    settings->host_count = (uint32_t)arguments->host_count;
    const char **name = rd_take(&arena, settings->host_count, const char *);
    for (uint32_t host = 0; host < settings->host_count; host++)
        name[host] = rd_arena_print(&arena, "h%" PRIu32, host);
    settings->host_name = name;
    return calibrate(settings, arguments->out, &arena, &scratch);
}

int rd_cmd_calibrate(int argc, char **argv)
{
    struct arguments arguments = {.calibration = {.bytes = 1 << 20, .repeats = 5}};
    struct rd_error error;
    char path[RD_PATH_SIZE];
    rd_verb_parse(&verb, argc, argv, &arguments);
    if (!rd_execution_find_program(&arguments.calibration.execution, path, &error))
        return rd_give_up(&error);
    return arguments.scenario ? calibrate_scenario(&arguments) : calibrate_machine(&arguments);
}
