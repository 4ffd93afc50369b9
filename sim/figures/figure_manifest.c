#include "figure_manifest.h"

#include "plots.h"

#include "sim/digest/sha256.h"
#include "sim/engine/engine.h"
#include "sim/input/libxml2_version.h"
#include "sim/report/json.h"
#include "sim/report/output_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

/* The version of gnuplot, such as "gnuplot 5.4 patchlevel 4", or "none". Returns: false where that
 * cannot be told. In: text [size]. */
static bool read_gnuplot_version(char *text, int size, struct rd_error *reterr)
{
    enum { NOT_FOUND = 127 };
    FILE *gnuplot = popen("gnuplot --version 2>/dev/null", "r");
    bool told = gnuplot && fgets(text, size, gnuplot);
    int status = gnuplot ? pclose(gnuplot) : -1;
    if (!told && !(WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND))
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0, "gnuplot does not tell its version");
    if (!told)
        snprintf(text, (size_t)size, "none");
    text[strcspn(text, "\n")] = '\0';
    return true;
}

/* What is the same for all figures. Returns: NULL where it cannot be told. */
static json_t *head_of(bool full, struct rd_error *reterr)
{
    char gnuplot[64], libxml2[RD_LIBXML2_VERSION_SIZE];
    rd_json_use_own_memory();
    if (!read_gnuplot_version(gnuplot, sizeof gnuplot, reterr))
        return NULL;
    return json_pack("{s:s, s:s, s:s, s:s, s:b, s:s}", "redist", REDIST_VERSION, "simgrid",
                     rd_engine_version(), "libxml2", rd_libxml2_version(libxml2), "gnuplot",
                     gnuplot, "full", full, "seeds",
                     "written in the figures' sources, none is chosen by a run");
}

static void add_input(json_t *inputs, const char *stem, const char *ending, const char *text)
{
    char name[256], hash[RD_SHA256_TEXT_SIZE];
    struct rd_sha256 sha256;
    snprintf(name, sizeof name, "scenarios/figures/%s%s", stem, ending);
    rd_sha256_begin(&sha256);
    rd_sha256_add(&sha256, text, strlen(text));
    rd_sha256_end_text(&sha256, hash);
    json_array_append_new(inputs, json_pack("{s:s, s:s}", "name", name, "sha256", hash));
}

static json_t *inputs_of(const struct rd_figure *figure)
{
    json_t *inputs = json_array();
    add_input(inputs, figure->scenario, ".xml", rd_figure_scenario(figure->scenario));
    if (figure->plot)
        add_input(inputs, figure->plot, ".gp", rd_figure_plot(figure->plot));
    if (figure->verdicts)
        add_input(inputs, figure->verdicts, ".verdicts.csv", rd_figure_verdicts(figure->verdicts));
    return inputs;
}

/* The endings of a figure's files. */
enum { CSV, VERDICTS, PLOT, SVG, PNG, PDF, RESULTS, ENDING_COUNT };
static const char *const endings[] = {".csv", ".verdicts.csv", ".gp", ".svg",
                                      ".png", ".pdf",          ".db"};

static bool has_file(const struct rd_figure *figure, int ending)
{
    return ending == RESULTS ? !figure->make : figure->plot || ending < PLOT;
}

/* In: ret_hash [RD_SHA256_TEXT_SIZE]. */
static bool hash_file(const char *path, char *ret_hash, struct rd_error *reterr)
{
    char bytes[16384];
    struct rd_sha256 sha256;
    size_t got;
    FILE *file = fopen(path, "rb");
    if (!file)
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "cannot be read: %s", strerror(errno));
    rd_sha256_begin(&sha256);
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0)
        rd_sha256_add(&sha256, bytes, got);
    bool good = !ferror(file);
    int reason = errno;
    fclose(file);
    rd_sha256_end_text(&sha256, ret_hash);
    return good || rd_fail(reterr, RD_ERROR_FILE, path, 0, "cannot be read: %s", strerror(reason));
}

/* A PDF says when it was made; results have the milliseconds of each run. */
static bool is_timed(const struct rd_figure *figure, int ending)
{
    return ending == PDF || ending == RESULTS ||
           (figure->timed && ending != VERDICTS && ending != PLOT);
}

/* The files of a figure. Those whose times are their own, or their date, have no hash; but for the
 * data in the figure's own manifest, which tells whether they are whole. */
static bool add_files(json_t *files, const char *folder, bool own, const struct rd_figure *figure,
                      struct rd_arena *arena, struct rd_error *reterr)
{
    for (int i = 0; i < ENDING_COUNT; i++) {
        const char *name = rd_arena_print(arena, "%s%s", figure->name, endings[i]);
        char hash[RD_SHA256_TEXT_SIZE];
        if (!has_file(figure, i))
            continue;
        if (!hash_file(rd_arena_print(arena, "%s/%s", folder, name), hash, reterr))
            return false;
        bool has_hash = !is_timed(figure, i) || (own && i == CSV);
        json_array_append_new(
            files, json_pack("{s:s, s:s?}", "name", name, "sha256", has_hash ? hash : NULL));
    }
    return true;
}

/* A figure's values, and how many of them are as expected. */
static json_t *counts_of(const struct rd_figure *figure, const struct rd_figure_outcome *outcome)
{
    const struct rd_checks_summary *summary = &outcome->summary;
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:b}", "name", figure->name, "values",
                     (json_int_t)summary->values, "met",
                     (json_int_t)(summary->values - outcome->not_met), "as_published",
                     (json_int_t)summary->agreeing, "not_as_published",
                     (json_int_t)summary->differing, "holds_times", figure->timed);
}

static bool add_figures(json_t *figures, const char *folder, bool own,
                        const struct rd_figure *const *figure,
                        const struct rd_figure_outcome *outcome, size_t count,
                        struct rd_arena *arena, struct rd_error *reterr)
{
    for (size_t i = 0; i < count; i++) {
        if (!outcome[i].made)
            continue;
        json_t *entry = counts_of(figure[i], &outcome[i]), *files = json_array();
        json_object_set_new(entry, "inputs", inputs_of(figure[i]));
        json_object_set_new(entry, "files", files);
        json_array_append_new(figures, entry);
        if (!add_files(files, folder, own, figure[i], arena, reterr))
            return false;
    }
    return true;
}

static const char *own_name(const struct rd_figure *figure, struct rd_arena *arena)
{
    return rd_arena_print(arena, "%s.manifest.json", figure->name);
}

/* What a manifest counts of its one figure. Returns: false unless all values are met. */
static bool read_counts(json_t *entry, struct rd_checks_summary *ret_summary)
{
    json_int_t values, met, agreeing, differing;
    if (json_unpack(entry, "{s:I, s:I, s:I, s:I}", "values", &values, "met", &met, "as_published",
                    &agreeing, "not_as_published", &differing) != 0)
        return false;
    ret_summary->values = (size_t)values;
    ret_summary->agreeing = (size_t)agreeing;
    ret_summary->differing = (size_t)differing;
    return met == values;
}

/* Does a manifest say: this figure, made like this, by these inputs, and all values met? */
static bool says_so(const json_t *manifest, json_t *head, const struct rd_figure *figure,
                    struct rd_checks_summary *ret_summary)
{
    json_t *entry = json_array_get(json_object_get(manifest, "figures"), 0);
    const char *name = json_string_value(json_object_get(entry, "name")), *key;
    json_t *value;
    json_object_foreach(head, key,
                        value) if (!json_equal(value, json_object_get(manifest, key))) return false;
    json_t *inputs = inputs_of(figure);
    bool same = json_equal(inputs, json_object_get(entry, "inputs"));
    json_decref(inputs);
    return same && name && strcmp(name, figure->name) == 0 && read_counts(entry, ret_summary);
}

/* Are all files of a figure there, and its data as a manifest says? How its pictures look is the
 * user's affair. */
static bool has_all(const json_t *manifest, const char *folder, const struct rd_figure *figure,
                    struct rd_arena *arena)
{
    json_auto_t *files = json_array();
    const json_t *recorded =
        json_object_get(json_array_get(json_object_get(manifest, "figures"), 0), "files");
    struct rd_error error;
    bool same = add_files(files, folder, true, figure, arena, &error);
    for (size_t i = CSV; i <= VERDICTS; i++)
        same = same && json_equal(json_array_get(files, i), json_array_get(recorded, i));
    return same;
}

bool rd_figure_is_made(const char *folder, bool full, const struct rd_figure *figure,
                       struct rd_arena *arena, struct rd_figure_outcome *ret_outcome,
                       struct rd_error *reterr)
{
    struct rd_figure_outcome outcome = {0};
    json_t *head = head_of(full, reterr);
    if (!head)
        return false;
    const char *path = rd_arena_print(arena, "%s/%s", folder, own_name(figure, arena));
    json_t *manifest = json_load_file(path, 0, NULL);
    outcome.made = manifest && says_so(manifest, head, figure, &outcome.summary) &&
                   has_all(manifest, folder, figure, arena);
    json_decref(manifest);
    json_decref(head);
    *ret_outcome = outcome;
    return true;
}

static bool write_manifest(const char *folder, const char *name, bool own, bool full,
                           const struct rd_figure *const *figure,
                           const struct rd_figure_outcome *outcome, size_t count,
                           struct rd_arena *arena, struct rd_error *reterr)
{
    struct rd_output_file file;
    json_t *manifest = head_of(full, reterr), *figures = json_array();
    bool told = manifest &&
                add_figures(figures, folder, own, figure, outcome, count, arena, reterr) &&
                rd_output_open(&file, rd_arena_print(arena, "%s/%s", folder, name), reterr);
    if (told) {
        json_object_set(manifest, "figures", figures);
        json_dumpf(manifest, file.stream, JSON_INDENT(2));
        fputc('\n', file.stream);
    }
    json_decref(figures);
    json_decref(manifest);
    return told && rd_output_commit(&file, reterr);
}

bool rd_figure_manifest_write(const char *folder, const char *name, bool full,
                              const struct rd_figure *const *figure,
                              const struct rd_figure_outcome *outcome, size_t count,
                              struct rd_arena *arena, struct rd_error *reterr)
{
    return write_manifest(folder, name, false, full, figure, outcome, count, arena, reterr);
}

bool rd_figure_own_manifest_write(const char *folder, bool full, const struct rd_figure *figure,
                                  const struct rd_figure_outcome *outcome, struct rd_arena *arena,
                                  struct rd_error *reterr)
{
    return write_manifest(folder, own_name(figure, arena), true, full, &figure, outcome, 1, arena,
                          reterr);
}
