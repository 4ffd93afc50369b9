#include "figure_manifest.h"

#include "plots.h"

#include "sim/digest/sha256.h"
#include "sim/engine/engine.h"
#include "sim/input/libxml2_version.h"
#include "sim/report/output_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

static void add_input(struct rd_text *inputs, const char *before, const char *stem,
                      const char *ending, const char *text)
{
    rd_text_print(inputs, "%s        {\"name\": \"scenarios/figures/%s%s\", \"sha256\": \"%s\"}",
                  before, stem, ending, hash_of(text, inputs->arena));
}

static const char *inputs_text(const struct manifest *manifest, const struct rd_figure *figure)
{
    struct rd_text inputs = {.arena = manifest->arena};
    add_input(&inputs, "      \"inputs\": [\n", figure->scenario, ".xml",
              rd_figure_scenario(figure->scenario));
    if (figure->plot)
        add_input(&inputs, ",\n", figure->plot, ".gp", rd_figure_plot(figure->plot));
    if (figure->verdicts)
        add_input(&inputs, ",\n", figure->verdicts, ".verdicts.csv",
                  rd_figure_verdicts(figure->verdicts));
    rd_text_print(&inputs, "\n      ],\n");
    return inputs.text;
}

/* The endings of a figure's files. */
enum { CSV, VERDICTS, PLOT, SVG, PNG, PDF, RESULTS, ENDING_COUNT };
static const char *const endings[] = {".csv", ".verdicts.csv", ".gp", ".svg",
                                      ".png", ".pdf",          ".db"};

static bool has_file(const struct rd_figure *figure, int ending)
{
    return ending == RESULTS ? !figure->make : figure->plot || ending < PLOT;
}

static bool write_figure(const struct manifest *manifest, const struct rd_figure *figure,
                         const struct rd_figure_outcome *outcome)
{
    int last = 0;
    for (int i = 0; i < ENDING_COUNT; i++)
        last = has_file(figure, i) ? i : last;
    fprintf(manifest->out,
            "    {\n      \"name\": \"%s\",\n      \"values\": %zu,\n      \"met\": %zu,\n"
            "      \"as_published\": %zu,\n      \"not_as_published\": %zu,\n"
            "      \"holds_times\": %s,\n",
            figure->name, outcome->summary.values, outcome->summary.values - outcome->not_met,
            outcome->summary.agreeing, outcome->summary.differing,
            figure->timed ? "true" : "false");
    fputs(inputs_text(manifest, figure), manifest->out);
    fputs("      \"files\": [\n", manifest->out);
    for (int i = 0; i <= last; i++) {
        /* A PDF says when it was made; results have the milliseconds of each run. */
        bool timed = i == PDF || i == RESULTS || (figure->timed && i != VERDICTS && i != PLOT);
        if (has_file(figure, i) &&
            !write_file(manifest, rd_arena_print(manifest->arena, "%s%s", figure->name, endings[i]),
                        timed, i == last))
            return false;
    }
    fputs("      ]\n    }", manifest->out);
    return true;
}

/* What is the same for all figures. Returns: NULL where it cannot be told. */
static const char *head_text(const struct manifest *manifest, bool full)
{
    char libxml2[RD_LIBXML2_VERSION_SIZE];
    const char *gnuplot = gnuplot_version(manifest);
    if (!gnuplot)
        return NULL;
    return rd_arena_print(
        manifest->arena,
        "{\n  \"redist\": \"%s\",\n  \"simgrid\": \"%s\",\n  \"libxml2\": \"%s\",\n"
        "  \"gnuplot\": \"%s\",\n  \"full\": %s,\n"
        "  \"seeds\": \"written in the figures' sources, none is chosen by a run\",\n"
        "  \"figures\": [\n",
        REDIST_VERSION, rd_engine_version(), rd_libxml2_version(libxml2), gnuplot,
        full ? "true" : "false");
}

static bool write_all(const struct manifest *manifest, bool full,
                      const struct rd_figure *const *figure,
                      const struct rd_figure_outcome *outcome, size_t count)
{
    const char *head = head_text(manifest, full);
    if (!head)
        return false;
    fputs(head, manifest->out);
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

static const char *own_name(const struct rd_figure *figure, struct rd_arena *arena)
{
    return rd_arena_print(arena, "%s.manifest.json", figure->name);
}

/* Reads a file that is short. Returns: NULL where there is none. */
static const char *read_short(const char *path, struct rd_arena *arena)
{
    enum { MOST = 1 << 16 };
    char *text = rd_take(arena, MOST, char);
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t got = fread(text, 1, MOST - 1, file);
    fclose(file);
    text[got] = '\0';
    return text;
}

bool rd_figure_is_made(const char *folder, bool full, const struct rd_figure *figure,
                       struct rd_arena *arena, struct rd_figure_outcome *ret_outcome,
                       struct rd_error *reterr)
{
    struct manifest manifest = {.folder = folder, .arena = arena, .reterr = reterr};
    struct rd_figure_outcome outcome = {0};
    struct rd_checks_summary *summary = &outcome.summary;
    size_t met;
    char name[64];
    const char *head = head_text(&manifest, full);
    const char *text =
        read_short(rd_arena_print(arena, "%s/%s", folder, own_name(figure, arena)), arena);
    if (!head)
        return false;
    outcome.made =
        text && strncmp(text, head, strlen(head)) == 0 &&
        strstr(text, inputs_text(&manifest, figure)) &&
        sscanf(text + strlen(head),
               " { \"name\": \"%63[^\"]\", \"values\": %zu, \"met\": %zu, "
               "\"as_published\": %zu, \"not_as_published\": %zu",
               name, &summary->values, &met, &summary->agreeing, &summary->differing) == 5 &&
        strcmp(name, figure->name) == 0 && met == summary->values;
    for (int i = 0; outcome.made && i < ENDING_COUNT; i++)
        outcome.made =
            !has_file(figure, i) ||
            access(rd_arena_print(arena, "%s/%s%s", folder, figure->name, endings[i]), R_OK) == 0;
    *ret_outcome = outcome;
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

bool rd_figure_own_manifest_write(const char *folder, bool full, const struct rd_figure *figure,
                                  const struct rd_figure_outcome *outcome, struct rd_arena *arena,
                                  struct rd_error *reterr)
{
    return rd_figure_manifest_write(folder, own_name(figure, arena), full, &figure, outcome, 1,
                                    arena, reterr);
}
