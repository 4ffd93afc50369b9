/* Processor time of runs of one worker of a sweep, with all its processes, beside bare programs
 * that do for each run what must be done: fork, load the platform and make the same number of
 * transfers, or make these in an engine that stays alive. Medians of interleaved pairs. Points have
 * a platform each, for one run or for three, or one and the same. */
#include "bare.h"
#include "bench.h"

#include "sim/platform/platform_generator.h"
#include "sim/report/results_table.h"
#include "sim/sweep/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Short runs are told least well from the noise of a machine: more pairs of them. */
enum { PAIRS = 9, USUAL_PAIRS = 5 };

/* How many points, and runs of an engine alive, are timed at a time: so many that the start of the
 * program is a small part, as in a sweep of thousands. Of forks fewer do. */
static int repetitions, fork_repetitions;

static void write_scenario(const char *path, uint32_t hosts, int spread, const char *runs)
{
    FILE *file = fopen(path, "w");
    if (!file)
        bench_stop(path);
    fprintf(file,
            "<scenario>\n<platform generator=\"ring\" direction=\"two-way\" hosts=\"%u\"/>\n"
            "<topology shape=\"ring\"/>\n<loads generator=\"uniform\" low=\"10\" high=\"30\" "
            "after=\"balanced\"/>\n<goal reach=\"after\"/>\n%s<sweep>"
            "<vary parameter=\"bandwidth-spread\" values=\"%d\"/><repeat count=\"%d\"/></sweep>\n"
            "</scenario>\n",
            hosts, runs, spread, repetitions);
    fclose(file);
}

/* Seconds a run, with one worker. */
static double sweep_s(const char *scenario, const char *results, size_t *ret_runs,
                      double *ret_transfers)
{
    struct rd_sweep_settings settings = {.context.scenario_path = scenario,
                                         .results_path = results,
                                         .worker_count = 1,
                                         .quiet = true,
                                         .shard = 1,
                                         .shard_count = 1};
    unlink(results);
    double start_s = bench_processes_s();
    if (rd_sweep_run(&settings) != 0)
        bench_stop("the sweep failed");
    /* The process that holds a platform outlives its worker: nobody else counts its time. */
    while (waitpid(-1, NULL, 0) > 0)
        continue;
    double spent_s = bench_processes_s() - start_s;
    struct rd_arena arena;
    struct rd_results *file;
    struct rd_results_table table;
    struct rd_error error;
    struct rd_columns transfers = {.count = 0};
    rd_columns_add(&transfers, rd_stored_column("transfers"));
    rd_arena_open(&arena, 0);
    if (!rd_results_open(results, &arena, &file, &error) ||
        !rd_results_table_read(file, &transfers, &arena, &table, &error))
        bench_stop(error.message);
    *ret_transfers = 0;
    for (size_t i = 0; i < table.rows->count; i++) {
        int64_t made = rd_packed_row(table.rows, i).transfers;
        if (made != RD_NO_INTEGER) /* one that was refused makes none */
            *ret_transfers += (double)made / (double)table.rows->count;
    }
    *ret_runs = table.rows->count;
    rd_results_close(file);
    rd_arena_close(&arena);
    return spent_s / (double)*ret_runs;
}

/* Seconds of about so many transfers: a fork and a platform loaded for each run, or for all. */
static double bare_s(uint32_t hosts, double transfers, bool stays)
{
    struct rd_arena arena;
    struct rd_error error;
    struct rd_generated_platform platform;
    struct rd_platform_request request = {.shape = RD_RING,
                                          .direction = RD_ONE_WAY,
                                          .host_count = hosts,
                                          .cost = "uniform 1 4",
                                          .latency = "0",
                                          .compute = "0",
                                          .seed = 1};
    rd_arena_open(&arena, 0);
    if (!rd_platform_generate(&request, &arena, &platform, &error))
        bench_stop(error.message);
    struct rd_platform_source source = {.text = platform.text, .text_size = platform.size};
    uint32_t messages = (uint32_t)(transfers / hosts + 0.5);
    struct bare_work work = {hosts, hosts, messages > 0 ? messages : 1, stays ? repetitions : 1, 0};
    double start_s = bench_processes_s(), runs_s = 0;
    for (int i = 0; i < (stays ? 1 : fork_repetitions); i++)
        runs_s += 1e-3 * bare_run_ms(source, &work);
    double spent_s = bench_processes_s() - start_s;
    rd_arena_close(&arena);
    return stays ? runs_s / repetitions : spent_s / fork_repetitions;
}

static void measure(const char *folder, uint32_t hosts, int spread, const char *name,
                    const char *runs, double goal)
{
    char scenario[128], results[128];
    double ours[PAIRS], forked[PAIRS], alive[PAIRS], transfers = 0;
    size_t count = 0;
    int pairs = hosts == 10 ? PAIRS : USUAL_PAIRS;
    snprintf(scenario, sizeof scenario, "%s/bench.xml", folder);
    snprintf(results, sizeof results, "%s/bench.db", folder);
    write_scenario(scenario, hosts, spread, runs);
    for (int i = 0; i < pairs; i++) {
        ours[i] = sweep_s(scenario, results, &count, &transfers);
        alive[i] = ours[i] / bare_s(hosts, transfers, true);
        forked[i] = ours[i] / bare_s(hosts, transfers, false);
    }
    double forked_ratio = bench_median(forked, pairs), alive_ratio = bench_median(alive, pairs);
    printf("%u hosts, %s: %.2f ms a run of %.0f messages\n", hosts, name,
           1e3 * bench_median(ours, pairs), transfers);
    bench_line(forked_ratio, goal, "sweep / fork, load and run: %u hosts, %s", hosts, name);
    bench_line(alive_ratio, 2, "sweep / bare engine alive: %u hosts, %s", hosts, name);
    unlink(scenario);
    unlink(results);
}

int main(void)
{
    static const char one[] = "<run algorithm=\"ring-two-way-list\"/>\n";
    static const char three[] = "<run algorithm=\"ring-two-way-list\"/>\n"
                                "<run algorithm=\"ring-shorter-way\"/>\n"
                                "<run algorithm=\"ring-two-way-light\"/>\n";
    static const uint32_t sizes[] = {10, 50, 200};
    char folder[] = "/tmp/redist_bench_XXXXXX";
    if (!mkdtemp(folder) || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        bench_stop(folder);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double goal = sizes[i] == 10 ? 0.1 : 0;
        repetitions = (int)(20000 / sizes[i]);
        fork_repetitions = (int)(3000 / sizes[i]);
        measure(folder, sizes[i], 4, "one run a platform", one, goal);
        measure(folder, sizes[i], 4, "three runs a platform", three, goal);
        measure(folder, sizes[i], 1, "one platform in all", one, goal);
    }
    rmdir(folder);
    return 0;
}
