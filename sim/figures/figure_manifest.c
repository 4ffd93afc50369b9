#include "figure_manifest.h"

#include "sim/digest/sha256.h"
#include "sim/engine/engine.h"
#include "plots.h"
#include "sim/report/output_file.h"
#include "sim/scenario/libxml2_version.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

struct manifest {
    FILE *out;
    const char *folder;
    struct rd_arena *arena;
    struct rd_error *reterr;
};

/* "gnuplot 5.4 patchlevel 4", or that there is none. Returns: NULL where that cannot be told. */
static const char *gnuplot_version(const struct manifest *manifest)
{
    enum { NOT_FOUND = 127 };
    char text[64] = "";
    FILE *gnuplot = popen("gnuplot --version 2>/dev/null", "r");
    bool told = gnuplot && fgets(text, sizeof text, gnuplot);
    int status = gnuplot ? pclose(gnuplot) : -1;
    if (!told && !(WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)) {
        rd_fail(manifest->reterr, RD_ERROR_INTERRUPTED, NULL, 0,
                "gnuplot does not tell its version");
        return NULL;
    }
    text[strcspn(text, "\n\"\\")] = '\0';
    return rd_arena_text(manifest->arena, told ? text : "none");
}

static const char *hash_of(const char *text, struct rd_arena *arena)
{
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    rd_sha256_add(&sha256, text, strlen(text));
    return rd_sha256_end_text(&sha256, rd_take(arena, RD_SHA256_TEXT_SIZE, char));
}

/* A line for a file that was written. Its times are its own, or its date: then it has no hash. */
static bool write_file(const struct manifest *manifest, const char *name, bool timed, bool last)
{
    char bytes[16384], text[RD_SHA256_TEXT_SIZE];
    struct rd_sha256 sha256;
    size_t got;
    const char *path = rd_arena_print(manifest->arena, "%s/%s", manifest->folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return rd_fail(manifest->reterr, RD_ERROR_FILE, path, 0, "cannot be read: %s",
                       strerror(errno));
    rd_sha256_begin(&sha256);
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0)
        rd_sha256_add(&sha256, bytes, got);
    fclose(file);
    rd_sha256_end_text(&sha256, text);
    const char *hash = timed ? "null" : rd_arena_print(manifest->arena, "\"%s\"", text);
    fprintf(manifest->out, "        {\"name\": \"%s\", \"sha256\": %s}%s\n", name, hash,
            last ? "" : ",");
    return true;
}

static void write_input(const struct manifest *manifest, const char *before, const char *stem,
                        const char *ending, const char *text)
{
    fprintf(manifest->out, "%s        {\"name\": \"scenarios/figures/%s%s\", \"sha256\": \"%s\"}",
            before, stem, ending, hash_of(text, manifest->arena));
}

static void write_inputs(const struct manifest *manifest, const struct rd_figure *figure)
{
    write_input(manifest, "      \"inputs\": [\n", figure->scenario, ".xml",
                rd_figure_scenario(figure->scenario));
    if (figure->plot)
        write_input(manifest, ",\n", figure->plot, ".gp", rd_figure_plot(figure->plot));
    if (figure->verdicts)
        write_input(manifest, ",\n", figure->verdicts, ".verdicts.csv",
                    rd_figure_verdicts(figure->verdicts));
    fputs("\n      ],\n", manifest->out);
}

static bool write_figure(const struct manifest *manifest, const struct rd_figure *figure,
                         const struct rd_figure_outcome *outcome)
{
    static const char *const endings[] = {".csv", ".verdicts.csv", ".gp", ".svg", ".png", ".pdf"};
    enum { VERDICTS = 1, PLOT = 2, PDF = 5 }; /* a PDF says when it was made */
    size_t files = figure->plot ? sizeof endings / sizeof *endings : 2;
    bool swept = !figure->make;
    fprintf(manifest->out,
            "    {\n      \"name\": \"%s\",\n      \"values\": %zu,\n      \"met\": %zu,\n"
            "      \"as_published\": %zu,\n      \"not_as_published\": %zu,\n"
            "      \"holds_times\": %s,\n",
            figure->name, outcome->summary.values, outcome->summary.values - outcome->not_met,
            outcome->summary.agreeing, outcome->summary.differing,
            figure->timed ? "true" : "false");
    write_inputs(manifest, figure);
    fputs("      \"files\": [\n", manifest->out);
    for (size_t i = 0; i < files; i++)
        if (!write_file(manifest, rd_arena_print(manifest->arena, "%s%s", figure->name, endings[i]),
                        i == PDF || (figure->timed && i != VERDICTS && i != PLOT),
                        i + 1 == files && !swept))
            return false;
    /* Results have the milliseconds of each run. */
    if (swept &&
        !write_file(manifest, rd_arena_print(manifest->arena, "%s.db", figure->name), true, true))
        return false;
    fputs("      ]\n    }", manifest->out);
    return true;
}

static bool write_all(const struct manifest *manifest, bool full,
                      const struct rd_figure *const *figure,
                      const struct rd_figure_outcome *outcome, size_t count)
{
    char libxml2[RD_LIBXML2_VERSION_SIZE];
    const char *gnuplot = gnuplot_version(manifest);
    if (!gnuplot)
        return false;
    fprintf(manifest->out,
            "{\n  \"redist\": \"%s\",\n  \"simgrid\": \"%s\",\n  \"libxml2\": \"%s\",\n"
            "  \"gnuplot\": \"%s\",\n  \"full\": %s,\n"
            "  \"seeds\": \"written in the figures' sources, none is chosen by a run\",\n"
            "  \"figures\": [\n",
            REDIST_VERSION, rd_engine_version(), rd_libxml2_version(libxml2), gnuplot,
            full ? "true" : "false");
    bool first = true;
    for (size_t i = 0; i < count; i++) {
        if (!outcome[i].made)
            continue;
        fputs(first ? "" : ",\n", manifest->out);
        first = false;
        if (!write_figure(manifest, figure[i], &outcome[i]))
            return false;
    }
    fputs("\n  ]\n}\n", manifest->out);
    return true;
}

bool rd_figure_manifest_write(const char *folder, const char *name, bool full,
                              const struct rd_figure *const *figure,
                              const struct rd_figure_outcome *outcome, size_t count,
                              struct rd_arena *arena, struct rd_error *reterr)
{
    struct rd_output_file file;
    if (!rd_output_open(&file, rd_arena_print(arena, "%s/%s", folder, name), reterr))
        return false;
    struct manifest manifest = {file.stream, folder, arena, reterr};
    if (write_all(&manifest, full, figure, outcome, count))
        return rd_output_commit(&file, reterr);
    rd_output_discard(&file);
    return false;
}
