#include "publish.h"

#include "plots.h"

#include "sim/base/filter.h"
#include "sim/csv/csv_text.h"
#include "sim/report/output_file.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

static void write_line(FILE *out, const char *const *cell, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            fputc(',', out);
        rd_csv_write_foreign(out, cell[i]);
    }
    fputc('\n', out);
}

static void write_data(FILE *out, const struct rd_figure_data *data)
{
    write_line(out, data->column, data->column_count);
    for (size_t row = 0; row < data->row_count; row++)
        write_line(out, &data->cell[row * data->column_count], data->column_count);
}

static void write_verdicts(FILE *out, const struct rd_figure_data *data)
{
    rd_checks_write(out, RD_FORMAT_CSV, NULL, &data->checks);
}

static bool write_file(const struct rd_figure *figure, const struct rd_figure_data *data,
                       const char *folder, const char *ending,
                       void (*write)(FILE *, const struct rd_figure_data *),
                       struct rd_error *reterr)
{
    struct rd_output_file file;
    if (!rd_output_open(&file, rd_arena_print(data->arena, "%s/%s%s", folder, figure->name, ending),
                        reterr))
        return false;
    write(file.stream, data);
    return rd_output_commit(&file, reterr);
}

/* A path as a gnuplot string that names this file alone: gnuplot runs what begins with '<', and
 * what stands between backquotes or behind the end of a line. So all but plain letters are codes,
 * and the path does not begin with such a sign. */
static const char *quoted(struct rd_arena *arena, const char *path)
{
    static const char plain[] =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz/._-";
    struct rd_text text = {.arena = arena};
    rd_text_print(&text, "\"%s", path[0] == '/' ? "" : "./");
    for (; *path; path++)
        rd_text_print(&text, strchr(plain, *path) ? "%c" : "\\%03o", (unsigned char)*path);
    rd_text_print(&text, "\"");
    return text.text;
}

/* What gnuplot has drawn. */
struct picture {
    char *text;
    size_t length;
};

/* The pictures of a figure. */
static const struct kind {
    const char *ending, *terminal;
    const char *last; /* what a whole file ends with */
} kinds[] = {
    {".svg", "svg size 1000,700 font 'sans,14' background 'white'", "</svg>"},
    {".png", "pngcairo size 1000,700 font 'sans,11'", "IEND\xae\x42\x60\x82"},
    {".pdf", "pdfcairo size 25cm,17.5cm font 'sans,11'", "%%EOF"},
};

/* Does a picture end as its kind does? */
static bool is_whole(const struct picture *picture, const struct kind *kind)
{
    enum { LAST_BYTES = 16 };
    return picture->length >= LAST_BYTES && memmem(picture->text + picture->length - LAST_BYTES,
                                                   LAST_BYTES, kind->last, strlen(kind->last));
}

static void read_all(FILE *stream, struct rd_arena *arena, struct picture *ret_picture)
{
    struct picture picture = {0};
    size_t capacity = 0, got;
    do {
        if (picture.length == capacity) {
            size_t wider = capacity ? 2 * capacity : (size_t)64 << 10;
            picture.text = rd_arena_grow(arena, picture.text, capacity, wider, 1);
            capacity = wider;
        }
        got = fread(picture.text + picture.length, 1, capacity - picture.length, stream);
        picture.length += got;
    } while (got > 0);
    *ret_picture = picture;
}

/* Runs gnuplot on a script. What it draws stays in memory until it is whole: gnuplot would not
 * notice that a disk is full. Returns: its status as rd_filter gives it. */
static int run_gnuplot(const char *script, struct rd_arena *arena, struct picture *ret_picture)
{
    FILE *text = rd_filter_text(), *drawn = rd_filter_text();
    int status = -1;
    if (text && drawn && fputs(script, text) >= 0)
        status = rd_filter("gnuplot -", text, drawn);
    int reason = errno;
    if (status != -1) {
        rewind(drawn);
        read_all(drawn, arena, ret_picture);
    }
    if (text)
        fclose(text);
    if (drawn)
        fclose(drawn);
    errno = reason;
    return status;
}

/* Draws one picture. */
static bool draw(const struct rd_figure *figure, const struct rd_figure_data *data,
                 const char *folder, const struct kind *kind, struct rd_error *reterr)
{
    struct rd_arena *arena = data->arena;
    const char *path = rd_arena_print(arena, "%s/%s%s", folder, figure->name, kind->ending);
    const char *csv = rd_arena_print(arena, "%s/%s.csv", folder, figure->name);
    const char *script =
        rd_arena_print(arena, "set terminal %s\ndata = %s\nset datafile separator comma\n%s\n",
                       kind->terminal, quoted(arena, csv), rd_figure_plot(figure->plot));
    struct picture picture = {0};
    int status = run_gnuplot(script, arena, &picture);
    if (status == -1)
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "gnuplot cannot be run: %s",
                       strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return rd_fail(
            reterr, RD_ERROR_FILE, path, 0,
            "gnuplot is not there: Debian's package gnuplot-nox has it (the data is in %s)", csv);
    if (status != 0 || !is_whole(&picture, kind))
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "gnuplot failed (the data is in %s)", csv);
    struct rd_output_file file;
    if (!rd_output_open(&file, path, reterr))
        return false;
    fwrite(picture.text, 1, picture.length, file.stream); /* the commit knows if it failed */
    return rd_output_commit(&file, reterr);
}

/* What draws the data, for those who want it otherwise. */
static void write_script(FILE *out, const struct rd_figure *figure)
{
    const char *name = figure->name;
    fprintf(
        out,
        "# gnuplot %s.gp draws %s.svg from %s.csv. Change what you like. For LaTeX, with texts\n"
        "# that it sets:\n"
        "#   gnuplot -e \"terminal='cairolatex pdf size 14cm,10cm'; output='%s.tex'\" %s.gp\n"
        "if (!exists(\"terminal\")) terminal = \"%s\"\n"
        "if (strstrt(terminal, \"latex\")) math = \"$\"\n"
        "if (!exists(\"output\")) output = \"%s.svg\"\n"
        "set terminal @terminal\n"
        "set output output\n"
        "data = \"%s.csv\"\n"
        "set datafile separator comma\n\n%s",
        name, name, name, name, name, kinds[0].terminal, name, name, rd_figure_plot(figure->plot));
}

static bool draw_all(const struct rd_figure *figure, const struct rd_figure_data *data,
                     const char *folder, struct rd_error *reterr)
{
    struct rd_output_file script;
    if (!rd_output_open(&script, rd_arena_print(data->arena, "%s/%s.gp", folder, figure->name),
                        reterr))
        return false;
    write_script(script.stream, figure);
    bool drawn = rd_output_commit(&script, reterr);
    for (size_t i = 0; drawn && i < sizeof kinds / sizeof *kinds; i++)
        drawn = draw(figure, data, folder, &kinds[i], reterr);
    return drawn;
}

bool rd_figure_publish(const struct rd_figure *figure, const struct rd_figure_data *data,
                       const char *folder, struct rd_error *reterr)
{
    return (data->column_count == 0 ||
            write_file(figure, data, folder, ".csv", write_data, reterr)) &&
           write_file(figure, data, folder, ".verdicts.csv", write_verdicts, reterr) &&
           (!figure->plot || draw_all(figure, data, folder, reterr));
}

bool rd_figure_print_verdicts(FILE *out, const struct rd_figure *figure,
                              const struct rd_figure_data *data)
{
    return fprintf(out, "%s: %s (%s)\n", figure->name, figure->summary, figure->source) >= 0 &&
           rd_checks_write(out, RD_FORMAT_TABLE, figure->name, &data->checks) &&
           fprintf(out, "  SimGrid played %s\n",
                   data->played ? data->played : "nothing: it is counted, or the referee's") >= 0;
}
