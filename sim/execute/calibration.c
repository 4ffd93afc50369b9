#include "calibration.h"

#include "sim/base/mean.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { SIZE_COUNT = 4 };

/* A pair, in a round of its own or with others. */
struct pair {
    uint32_t host[2];
    size_t round;
};

/* Times of one pair, the first host's messages, then the second's. */
struct series {
    size_t count;
    double *bytes, *seconds; /* [count] */
};

struct measurement {
    const struct rd_calibration_settings *settings;
    struct rd_calibration *calibration;
    struct pair *pair; /* [pair_count + alone_count] */
    size_t pair_count;
    struct series (*series)[2];
    double *slope; /* [a series' pairs of times] */
};

/* --- who is measured when --- */

/* The circle method: host 0 stays, the others go round; with an odd number one is idle. */
static void make_rounds(struct measurement *measurement)
{
    struct rd_calibration *calibration = measurement->calibration;
    uint32_t hosts = calibration->host_count, seats = hosts + hosts % 2;
    size_t count = 0;
    calibration->round_count = seats - 1;
    for (uint32_t round = 0; round < seats - 1; round++)
        for (uint32_t i = 0; i < seats / 2; i++) {
            uint32_t left = i == 0 ? seats - 1 : (round + i) % (seats - 1);
            uint32_t right = (round + seats - 1 - i) % (seats - 1);
            if (left < hosts && right < hosts)
                measurement->pair[count++] = (struct pair){{left, right}, round};
        }
    rd_assert(count == calibration->pair_count);
    for (size_t i = 0; i < calibration->alone_count; i++) {
        struct pair pair = measurement->pair[i * count / calibration->alone_count];
        pair.round = seats - 1 + i;
        measurement->pair[count + i] = pair;
    }
}

static struct measurement open_measurement(const struct rd_calibration_settings *settings,
                                           struct rd_calibration *calibration,
                                           struct rd_arena *scratch)
{
    size_t hosts = settings->host_count, times = SIZE_COUNT * (size_t)settings->repeats;
    struct measurement measurement = {.settings = settings, .calibration = calibration};
    calibration->pair_count = hosts * (hosts - 1) / 2;
    calibration->alone_count =
        calibration->pair_count < 2 * hosts ? calibration->pair_count : 2 * hosts;
    measurement.pair_count = calibration->pair_count + calibration->alone_count;
    measurement.pair = rd_take(scratch, measurement.pair_count, struct pair);
    measurement.series = rd_arena_take(scratch, measurement.pair_count, sizeof *measurement.series);
    measurement.slope = rd_take(scratch, times * times, double);
    for (size_t i = 0; i < measurement.pair_count; i++)
        for (int way = 0; way < 2; way++)
            measurement.series[i][way] = (struct series){0, rd_take(scratch, times, double),
                                                         rd_take(scratch, times, double)};
    make_rounds(&measurement);
    return measurement;
}

static const char *orders_text(const struct measurement *measurement, struct rd_arena *arena)
{
    const struct rd_calibration_settings *settings = measurement->settings;
    struct rd_text text = {.arena = arena};
    rd_text_print(&text, "%d %" PRId64 "\n", SIZE_COUNT, settings->repeats);
    for (int i = 0; i < SIZE_COUNT; i++)
        rd_text_print(&text, "%" PRId64 "\n", settings->bytes >> (SIZE_COUNT - 1 - i));
    rd_text_print(&text, "%zu\n", measurement->pair_count);
    for (size_t i = 0; i < measurement->pair_count; i++) {
        const struct pair *pair = &measurement->pair[i];
        rd_text_print(&text, "%zu %" PRIu32 " %" PRIu32 "\n", pair->round, pair->host[0],
                      pair->host[1]);
    }
    return text.text;
}

/* --- what they report --- */

/* Reads which machine a process was on: is it that of the first one? */
static bool read_machine(struct measurement *measurement, FILE *report, uint32_t host)
{
    char machine[RD_MACHINE_SIZE];
    struct rd_calibration *calibration = measurement->calibration;
    if (!fgets(machine, sizeof machine, report))
        return false;
    machine[strcspn(machine, "\n")] = '\0';
    if (host == 0)
        memcpy(calibration->machine, machine, sizeof machine);
    else if (strcmp(calibration->machine, machine) != 0)
        calibration->on_one_machine = false;
    return true;
}

static bool read_report(struct measurement *measurement, FILE *report, uint32_t host)
{
    size_t number, times = SIZE_COUNT * (size_t)measurement->settings->repeats;
    double bytes, seconds;
    char word[4];
    if (!read_machine(measurement, report, host))
        return false;
    while (fscanf(report, "%zu %lf %lf", &number, &bytes, &seconds) == 3) {
        if (number >= measurement->pair_count)
            return false;
        bool second = measurement->pair[number].host[1] == host;
        struct series *series = &measurement->series[number][second];
        if (measurement->pair[number].host[second] != host || series->count == times)
            return false;
        series->bytes[series->count] = bytes;
        series->seconds[series->count++] = seconds;
    }
    return fscanf(report, "%3s", word) == 1 && word[0] == 'e';
}

static bool read_reports(void *context, const char *folder, struct rd_error *reterr)
{
    struct measurement *measurement = context;
    size_t times = SIZE_COUNT * (size_t)measurement->settings->repeats;
    for (uint32_t host = 0; host < measurement->calibration->host_count; host++) {
        char path[RD_PATH_SIZE];
        snprintf(path, sizeof path, "%s/%" PRIu32, folder, host);
        FILE *report = fopen(path, "r");
        bool done = report && read_report(measurement, report, host);
        if (report)
            fclose(report);
        if (!done)
            return rd_failed(reterr, "calibrated: %s: %s", measurement->settings->host_name[host],
                             report ? "its report is damaged" : "it left no report");
    }
    for (size_t i = 0; i < measurement->pair_count; i++)
        for (int way = 0; way < 2; way++)
            if (measurement->series[i][way].count != times)
                return rd_failed(reterr, "calibrated: times are missing");
    return true;
}

/* --- what follows from it --- */

static double median(double *value, size_t count)
{
    rd_sort_numbers(value, count);
    return rd_quantile(value, count, 0.5);
}

/* The line through a series by Theil and Sen. */
static double fit(const struct measurement *measurement, const struct series *series,
                  double *ret_intercept)
{
    size_t count = 0;
    for (size_t i = 0; i < series->count; i++)
        for (size_t k = 0; k < i; k++)
            if (series->bytes[i] != series->bytes[k])
                measurement->slope[count++] = (series->seconds[i] - series->seconds[k]) /
                                              (series->bytes[i] - series->bytes[k]);
    double slope = median(measurement->slope, count);
    for (size_t i = 0; i < series->count; i++)
        measurement->slope[i] = series->seconds[i] - slope * series->bytes[i];
    *ret_intercept = median(measurement->slope, series->count);
    return slope;
}

/* That no network was measured, where that is why times are strange. */
static const char *words_on_machine(const struct measurement *measurement)
{
    return measurement->settings->execution.launcher && measurement->calibration->on_one_machine
               ? " (all processes ran on one machine, whose memory is no network)"
               : "";
}

/* Bandwidths and latency of a pair. */
static bool fit_pair(const struct measurement *measurement, size_t number, double bandwidth[2],
                     double *ret_latency_s, struct rd_error *reterr)
{
    const struct rd_calibration_settings *settings = measurement->settings;
    const struct pair *pair = &measurement->pair[number];
    double sum_s = 0, envelope = settings->execution.launcher ? 0 : RD_SMPI_BYTES;
    for (int way = 0; way < 2; way++) {
        double intercept_s;
        bandwidth[way] = 1 / fit(measurement, &measurement->series[number][way], &intercept_s);
        sum_s += intercept_s;
        if (!(bandwidth[way] > 0) || isinf(bandwidth[way]))
            return rd_failed(reterr,
                             "calibrated: from %s to %s longer messages take no more time%s: "
                             "longer ones (--bytes) are needed",
                             settings->host_name[pair->host[way]],
                             settings->host_name[pair->host[!way]], words_on_machine(measurement));
    }
    /* Each intercept is both latencies and, of SMPI, an envelope each way. */
    sum_s = sum_s / 2 - envelope / bandwidth[0] - envelope / bandwidth[1];
    *ret_latency_s = fmax(sum_s, 0) / 2;
    return true;
}

/* In: alone, the bandwidth from one host to another of the pair alone. */
static bool refuse_disturbance(const struct measurement *measurement, uint32_t from, uint32_t to,
                               double alone, struct rd_error *reterr)
{
    const struct rd_calibration *calibration = measurement->calibration;
    const char *const *name = measurement->settings->host_name;
    return rd_failed(reterr,
                     "calibrated: from %s to %s %.4g bytes/s alone, %.4g beside other pairs%s: "
                     "pairs disturb each other by at most %g %% is accepted, as on a network "
                     "without shared trunks; more --repeats help against noise, --force writes "
                     "what was measured all the same",
                     name[from], name[to], alone,
                     calibration->bandwidth[from * (size_t)calibration->host_count + to],
                     words_on_machine(measurement), 100 * RD_CALIBRATED_TOLERANCE);
}

static bool fit_pairs(const struct measurement *measurement, struct rd_error *reterr)
{
    struct rd_calibration *calibration = measurement->calibration;
    size_t hosts = calibration->host_count;
    for (size_t i = 0; i < measurement->pair_count; i++) {
        const struct pair *pair = &measurement->pair[i];
        double bandwidth[2], latency_s = 0;
        if (!fit_pair(measurement, i, bandwidth, &latency_s, reterr))
            return false;
        for (int way = 0; way < 2; way++) {
            size_t at = pair->host[way] * hosts + pair->host[!way];
            if (i < calibration->pair_count) {
                calibration->bandwidth[at] = bandwidth[way];
                calibration->latency_s[at] = latency_s;
                continue;
            }
            double difference = fabs(calibration->bandwidth[at] / bandwidth[way] - 1);
            calibration->disturbance = fmax(calibration->disturbance, difference);
            if (difference > RD_CALIBRATED_TOLERANCE && !measurement->settings->forced)
                return refuse_disturbance(measurement, pair->host[way], pair->host[!way],
                                          bandwidth[way], reterr);
        }
    }
    return true;
}

/* The switch that explains the pairs if any does: no link is slower than its fastest pair, and a
 * faster one makes no difference. Latencies by least squares: the sum of host i's is (hosts - 2)
 * times its own and once that of all. */
static void fit_switch(struct rd_calibration *calibration)
{
    uint32_t hosts = calibration->host_count;
    double all_s = 0;
    for (uint32_t i = 0; i < hosts; i++)
        for (uint32_t k = 0; k < hosts; k++) {
            double bandwidth = calibration->bandwidth[(size_t)i * hosts + k];
            calibration->up[i] = fmax(calibration->up[i], bandwidth);
            calibration->down[k] = fmax(calibration->down[k], bandwidth);
            calibration->host_latency_s[i] += calibration->latency_s[(size_t)i * hosts + k];
        }
    for (uint32_t i = 0; i < hosts; i++)
        all_s += calibration->host_latency_s[i] / (2 * (hosts - 1));
    for (uint32_t i = 0; i < hosts; i++)
        calibration->host_latency_s[i] =
            hosts == 2 ? all_s / 2
                       : fmax(0, (calibration->host_latency_s[i] - all_s) / (hosts - 2));
}

static void judge_switch(struct rd_calibration *calibration, double bytes)
{
    uint32_t hosts = calibration->host_count;
    for (uint32_t i = 0; i < hosts; i++)
        for (uint32_t k = 0; k < hosts; k++) {
            double measured = calibration->bandwidth[(size_t)i * hosts + k];
            double latency_s = calibration->latency_s[(size_t)i * hosts + k];
            double fitted_s = calibration->host_latency_s[i] + calibration->host_latency_s[k];
            if (i == k)
                continue;
            calibration->bandwidth_misfit =
                fmax(calibration->bandwidth_misfit,
                     fabs(fmin(calibration->up[i], calibration->down[k]) / measured - 1));
            calibration->latency_misfit =
                fmax(calibration->latency_misfit,
                     fabs(fitted_s - latency_s) / (latency_s + bytes / measured));
        }
    calibration->is_switch = calibration->bandwidth_misfit <= RD_CALIBRATED_TOLERANCE &&
                             calibration->latency_misfit <= RD_CALIBRATED_TOLERANCE;
}

bool rd_calibrate(const struct rd_calibration_settings *settings, struct rd_arena *arena,
                  struct rd_arena *scratch, struct rd_calibration *ret_calibration,
                  struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    size_t hosts = settings->host_count;
    struct rd_calibration calibration = {
        .host_count = settings->host_count,
        .bandwidth = rd_take(arena, hosts * hosts, double),
        .latency_s = rd_take(arena, hosts * hosts, double),
        .up = rd_take(arena, hosts, double),
        .down = rd_take(arena, hosts, double),
        .host_latency_s = rd_take(arena, hosts, double),
        .on_one_machine = true,
    };
    struct measurement measurement = open_measurement(settings, &calibration, scratch);
    struct rd_processes processes = {.count = settings->host_count,
                                     .host_name = settings->host_name,
                                     .how = "ping-pong",
                                     .orders = orders_text(&measurement, scratch),
                                     .read = read_reports,
                                     .context = &measurement};
    if (!rd_processes_run(&settings->execution, &processes, scratch, reterr) ||
        !fit_pairs(&measurement, reterr))
        return false;
    fit_switch(&calibration);
    judge_switch(&calibration, (double)settings->bytes);
    *ret_calibration = calibration;
    return true;
}

/* --- as a platform --- */

static void put_name(FILE *out, const char *name)
{
    for (; *name; name++)
        if (*name == '&' || *name == '<' || *name == '"')
            fprintf(out, "&#%d;", *name);
        else
            fputc(*name, out);
}

/* A tag: {} stands for a host's name, and so on for the next host. */
static void put(FILE *out, const char *format, const char *first, const char *second)
{
    const char *name[] = {first, second};
    for (int next = 0; *format; format++)
        if (*format == '{')
            put_name(out, name[next++ % 2]);
        else if (*format != '}')
            fputc(*format, out);
}

static void put_link(FILE *out, const char *format, const char *from, const char *to,
                     double bandwidth, double latency_s)
{
    put(out, format, from, to);
    fprintf(out, " bandwidth=\"%.17gBps\" latency=\"%.17gs\"/>\n", bandwidth, latency_s);
}

void rd_calibration_write(FILE *out, const struct rd_calibration_settings *settings,
                          const struct rd_calibration *calibration)
{
    uint32_t hosts = calibration->host_count;
    const char *const *name = settings->host_name;
    fprintf(out,
            "<?xml version=\"1.0\"?>\n"
            "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
            "<!-- Measured by redist calibrate. Of latencies only the sum of both directions is; "
            "of hosts' speeds, nothing. -->\n%s"
            "<platform version=\"4.1\">\n  <zone id=\"measured\" routing=\"%s\">\n",
            settings->execution.launcher && calibration->on_one_machine
                ? "<!-- All processes ran on one machine: this is its memory, no network. -->\n"
                : "",
            calibration->is_switch ? "Cluster" : "Full");
    for (uint32_t i = 0; i < hosts; i++)
        put(out, "    <host id=\"{}\" speed=\"1f\"/>\n", name[i], NULL);
    for (uint32_t i = 0; i < hosts && calibration->is_switch; i++) {
        double latency_s = calibration->host_latency_s[i];
        put_link(out, "    <link id=\"{}>\"", name[i], NULL, calibration->up[i], latency_s);
        put_link(out, "    <link id=\">{}\"", name[i], NULL, calibration->down[i], latency_s);
    }
    for (uint32_t i = 0; i < hosts && calibration->is_switch; i++)
        put(out, "    <host_link id=\"{}\" up=\"{}>\" down=\">{}\"/>\n", name[i], name[i]);
    for (int pass = 0; pass < 2 && !calibration->is_switch; pass++)
        for (uint32_t i = 0; i < hosts * hosts; i++) {
            const char *from = name[i / hosts], *to = name[i % hosts];
            if (from == to)
                continue;
            if (pass == 0)
                put_link(out, "    <link id=\"{}>{}\"", from, to, calibration->bandwidth[i],
                         calibration->latency_s[i]);
            else
                put(out,
                    "    <route src=\"{}\" dst=\"{}\" symmetrical=\"NO\"><link_ctn id=\"{}>{}\"/>"
                    "</route>\n",
                    from, to);
        }
    fputs("  </zone>\n</platform>\n", out);
}
