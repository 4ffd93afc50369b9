#include "page.h"

#include "comparison.h"
#include "sim/report/gantt/gantt.h"
#include "page_parts.h"

#include "sim/base/arena.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

struct writing {
    FILE *out;
    const struct rd_page *page;
    struct rd_arena *arena;
};

/* A stream keeps in mind that writing failed: it is asked at the end. */
static void put(const struct writing *writing, const char *markup)
{
    fputs(markup, writing->out);
}

static void put_lines(const struct writing *writing, const char *const *line)
{
    for (; *line; line++)
        put(writing, *line);
}

static int64_t count_status(const struct rd_results_table *table, const char *status)
{
    const struct rd_packed_column *column = rd_packed_column(table->rows, "status");
    int64_t count = 0;
    for (size_t i = 0; i < table->rows->count; i++)
        count += strcmp(rd_packed_text(column, i), status) == 0;
    return count;
}

/* "6, 12, 24": the values of a parameter, in the order of the table. */
static const char *values_text(const struct writing *writing, size_t parameter)
{
    enum { SHOWN = 40 };
    const char *const *value;
    const char *text = "";
    size_t count = rd_parameter_values(writing->page->table, parameter, writing->arena, &value);
    for (size_t i = 0; i < count && i < SHOWN; i++)
        text = rd_arena_print(writing->arena, "%s%s%s", text, i ? ", " : "", value[i]);
    return count > SHOWN ? rd_arena_print(writing->arena, "%s, ...", text) : text;
}

static void put_fact(const struct writing *writing, const char *name, const char *value)
{
    put(writing, "\n<div>");
    rd_page_text(writing->out, "dt", NULL, name);
    rd_page_text(writing->out, "dd", NULL, value);
    put(writing, "</div>");
}

static void put_facts(const struct writing *writing)
{
    const struct rd_results_table *table = writing->page->table;
    const struct rd_results_head *head = writing->page->head;
    struct rd_arena *arena = writing->arena;
    put(writing, "\n<dl class=\"facts\">");
    put_fact(writing, "runs",
             rd_arena_print(arena, "%zu: %" PRId64 " ok, %" PRId64 " refused, %" PRId64 " failed",
                            table->rows->count, count_status(table, "ok"),
                            count_status(table, "refused"), count_status(table, "failed")));
    for (size_t i = 0; i < table->parameter_count; i++)
        put_fact(writing, table->parameter[i], values_text(writing, i));
    put_fact(writing, "computed by",
             rd_arena_print(arena, "redist %s, SimGrid %s", head->redist_version,
                            head->simgrid_version));
    put_fact(writing, "scenario",
             rd_arena_print(arena, "%s, %.16s", head->scenario, head->scenario_hash));
    put(writing, "\n</dl>");
}

/* Nothing that a page names may be fetched, whatever got into it. */
static void put_head(const struct writing *writing)
{
    const char *scenario = writing->page->head->scenario;
    put(writing, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                 "img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                 "<link rel=\"icon\" href=\"data:,\">");
    rd_page_text(writing->out, "title", NULL,
                 rd_arena_print(writing->arena, "%s: redist report", scenario));
    put(writing, "\n<style>\n");
    put_lines(writing, rd_page_style);
    put(writing, "</style>\n</head>\n<body>\n<header>");
    rd_page_text(writing->out, "h1", NULL, scenario);
    put_facts(writing);
    put(writing, "\n<nav><a href=\"#comparison\">Comparison</a> <a href=\"#explore\">Explore</a>");
    if (writing->page->gantt_count > 0)
        put(writing, " <a href=\"#charts\">Gantt charts</a>");
    if (writing->page->figure_count > 0)
        put(writing, " <a href=\"#figures\">Figures</a>");
    put(writing, " <a href=\"#runs\">Runs</a></nav>\n</header>\n<main>");
}

static const char tools[] =
    "\n<div class=\"tools\"><button type=\"button\" data-do=\"in\">Zoom in</button><button "
    "type=\"button\" data-do=\"out\">Zoom out</button><button type=\"button\" "
    "data-do=\"all\">All</button><span class=\"quiet\">drag to move; Ctrl and wheel, or + and "
    "&minus;, to zoom; n and p go from box to box</span></div>";

/* Returns: false with *reterr if the chart is too large, or cannot be written. */
static bool put_gantt(const struct writing *writing, size_t number, struct rd_error *reterr)
{
    const struct rd_page_gantt *shown = &writing->page->gantt[number];
    struct rd_gantt gantt = shown->gantt;
    gantt.id = rd_arena_print(writing->arena, "gantt-%zu", number + 1);
    rd_page_text(writing->out, "h3", NULL, shown->heading);
    rd_page_text(writing->out, "p", NULL, shown->facts);
    if (shown->why)
        rd_page_text(writing->out, "p", "quiet", shown->why);
    put(writing, "\n<div class=\"gantt\" tabindex=\"0\" role=\"group\" aria-label=\"Gantt "
                 "chart\">");
    put(writing, tools);
    put(writing, "<div class=\"scroll\">");
    bool written = rd_gantt_write(writing->out, &gantt, reterr);
    put(writing, "</div></div>");
    if (shown->map) {
        put(writing, "\n<details class=\"map\"><summary>Map of the network in this run</summary>"
                     "<div class=\"scroll\" tabindex=\"0\">");
        put(writing, shown->map);
        put(writing, "</div></details>");
    }
    return written;
}

static void begin_section(const struct writing *writing, const char *id, const char *heading)
{
    fprintf(writing->out, "\n<section id=\"%s\">\n<h2>%s</h2>", id, heading);
}

/* What the page does not show of its runs. */
static void put_sample(const struct writing *writing)
{
    const struct rd_results_table *table = writing->page->table;
    struct rd_page_sample sample = rd_page_sample(table);
    if (sample.every == 1)
        return;
    rd_page_text(
        writing->out, "p", "quiet",
        rd_arena_print(writing->arena,
                       "A sample: of %zu runs the %zu of about one point in %zu, drawn, with "
                       "all algorithms. Comparison counts all runs; redist export has "
                       "each.",
                       table->rows->count, sample.runs, sample.every));
}

static bool put_parts(const struct writing *writing, struct rd_error *reterr)
{
    const struct rd_page *page = writing->page;
    bool written = true;
    begin_section(writing, "comparison", "Comparison");
    rd_page_comparisons(writing->out, page->table, writing->arena);
    put(writing, "\n</section>\n<section id=\"explore\" hidden>\n<h2>Explore</h2>");
    put_sample(writing);
    put(writing,
        "\n<div class=\"tools\"></div>\n<figure class=\"scroll\" tabindex=\"0\"></figure>\n"
        "</section>");
    if (page->gantt_count > 0)
        begin_section(writing, "charts", "Gantt charts");
    for (size_t i = 0; written && !ferror(writing->out) && i < page->gantt_count; i++)
        written = put_gantt(writing, i, reterr);
    put(writing, page->gantt_count > 0 ? "\n</section>" : "");
    if (page->figure_count > 0)
        begin_section(writing, "figures", "Figures");
    for (size_t i = 0; i < page->figure_count; i++)
        rd_page_figure(writing->out, &page->figure[i]);
    put(writing, page->figure_count > 0 ? "\n</section>" : "");
    begin_section(writing, "runs", "Runs");
    put_sample(writing);
    put(writing, "\n<noscript><p>The table of runs needs JavaScript; <code>redist export</code> "
                 "has the same.</p></noscript>\n"
                 "<div class=\"tools\" hidden><label>Only runs with <input type=\"search\" "
                 "id=\"filter\" placeholder=\"a word, or several\"></label><button type=\"button\" "
                 "id=\"previous\">Previous</button><button type=\"button\" "
                 "id=\"next\">Next</button><span id=\"shown\" role=\"status\"></span></div>\n"
                 "<div class=\"scroll\" tabindex=\"0\" id=\"runs-table\"></div>");
    rd_page_runs(writing->out, page->table, writing->arena);
    put(writing, "\n</section>");
    return written;
}

bool rd_page_write(FILE *out, const struct rd_page *page, struct rd_error *reterr)
{
    rd_arena_own(arena);
    struct writing writing = {.out = out, .page = page, .arena = &arena};
    put_head(&writing);
    bool written = put_parts(&writing, reterr);
    put(&writing, "\n</main>\n<div id=\"tip\" role=\"tooltip\" hidden></div>\n<script>\n");
    put_lines(&writing, rd_page_script);
    put(&writing, "</script>\n</body>\n</html>\n");
    int reason = errno;
    if (!written || !ferror(out))
        return written;
    return rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the report cannot be written: %s",
                   strerror(reason));
}
