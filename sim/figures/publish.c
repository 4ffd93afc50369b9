#include "publish.h"

#include "plots.h"

#include "sim/report/output_file.h"
#include "sim/report/text_table.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const judgement_name[] = {
    [RD_JUDGED_MET] = "met",
    [RD_JUDGED_NOT_MET] = "NOT MET",
    [RD_JUDGED_IMPOSSIBLE] = "met; impossible as published",
};

/* A cell, quoted if a comma or a quote is in it. */
static void write_cell(FILE *out, const char *cell)
{
    if (!strpbrk(cell, ",\"\n")) {
        fputs(cell, out);
        return;
    }
    fputc('"', out);
    for (; *cell; cell++) {
        if (*cell == '"')
            fputc('"', out);
        fputc(*cell, out);
    }
    fputc('"', out);
}

static void write_line(FILE *out, const char *const *cell, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            fputc(',', out);
        write_cell(out, cell[i]);
    }
    fputc('\n', out);
}

static void write_data(FILE *out, const struct rd_figure_data *data)
{
    write_line(out, data->column, data->column_count);
    for (size_t row = 0; row < data->row_count; row++)
        write_line(out, &data->cell[row * data->column_count], data->column_count);
}

enum { VERDICT_COLUMNS = 5 };

static const char *number(struct rd_arena *arena, double value)
{
    return isnan(value) ? "-" : rd_arena_print(arena, "%.4g", value);
}

static const char *accepted(struct rd_arena *arena, const struct rd_figure_check *check)
{
    if (check->low == check->high)
        return number(arena, check->low);
    if (isinf(check->high))
        return rd_arena_print(arena, "at least %.4g", check->low);
    return rd_arena_print(arena, "%.4g to %.4g", check->low, check->high);
}

/* What, published, measured, accepted, verdict: five cells a check. */
static const char **verdict_cells(const struct rd_figure_data *data)
{
    const char **cells = rd_take(data->arena, data->check_count * VERDICT_COLUMNS, const char *);
    for (size_t i = 0; i < data->check_count; i++) {
        const struct rd_figure_check *check = &data->check[i];
        const char **cell = &cells[i * VERDICT_COLUMNS];
        cell[0] = check->what;
        cell[1] = number(data->arena, check->published);
        cell[2] = check->half_width > 0 ? rd_arena_print(data->arena, "%.4g +- %.2g",
                                                         check->measured, check->half_width)
                                        : number(data->arena, check->measured);
        cell[3] = accepted(data->arena, check);
        cell[4] = judgement_name[check->judgement];
    }
    return cells;
}

static void write_verdicts(FILE *out, const struct rd_figure_data *data)
{
    static const char *const heading[VERDICT_COLUMNS + 1] = {"what",     "published", "measured",
                                                             "accepted", "verdict",   "why"};
    write_line(out, heading, VERDICT_COLUMNS + 1);
    const char **cells = verdict_cells(data);
    for (size_t i = 0; i < data->check_count; i++) {
        const char *line[VERDICT_COLUMNS + 1];
        memcpy(line, &cells[i * VERDICT_COLUMNS], VERDICT_COLUMNS * sizeof *line);
        line[VERDICT_COLUMNS] = data->check[i].why;
        write_line(out, line, VERDICT_COLUMNS + 1);
    }
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

/* A path as a gnuplot string: in single quotes, which double inside. */
static const char *quoted(struct rd_arena *arena, const char *path)
{
    char *text = rd_take(arena, 2 * strlen(path) + 3, char);
    size_t at = 0;
    text[at++] = '\'';
    for (; *path; path++) {
        if (*path == '\'')
            text[at++] = '\'';
        text[at++] = *path;
    }
    text[at] = '\'';
    return text;
}

/* What gnuplot has drawn. */
struct picture {
    char *text;
    size_t length;
};

/* Does a picture end as its kind does? */
static bool is_whole(const struct picture *picture, const char *ending)
{
    enum { LAST_BYTES = 16 };
    const char *end = strcmp(ending, ".png") == 0 ? "IEND\xae\x42\x60\x82" : "</svg>";
    return picture->length >= LAST_BYTES &&
           memmem(picture->text + picture->length - LAST_BYTES, LAST_BYTES, end, strlen(end));
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

/* Runs gnuplot on a script. It is read from a file in memory, since a pipe can be had in one
 * direction only, and what gnuplot draws comes through that pipe: it would not notice that a disk
 * is full. Returns: gnuplot's status, as pclose gives it; -1 with errno if it cannot be started. */
static int run_gnuplot(const char *script, struct rd_arena *arena, struct picture *ret_picture)
{
    int file = memfd_create("plot", 0);
    if (file < 0)
        return -1;
    FILE *gnuplot = NULL;
    if (dprintf(file, "%s", script) >= 0 && lseek(file, 0, SEEK_SET) == 0)
        gnuplot = popen(rd_arena_print(arena, "gnuplot - </proc/self/fd/%d", file), "r");
    if (gnuplot)
        read_all(gnuplot, arena, ret_picture);
    int status = gnuplot ? pclose(gnuplot) : -1, reason = errno;
    close(file);
    errno = reason;
    return status;
}

/* Draws one picture. */
static bool draw(const struct rd_figure *figure, const struct rd_figure_data *data,
                 const char *folder, const char *ending, const char *terminal,
                 struct rd_error *reterr)
{
    struct rd_arena *arena = data->arena;
    const char *path = rd_arena_print(arena, "%s/%s%s", folder, figure->name, ending);
    const char *csv = rd_arena_print(arena, "%s/%s.csv", folder, figure->name);
    const char *script =
        rd_arena_print(arena, "set terminal %s\ndata = %s\nset datafile separator comma\n%s\n",
                       terminal, quoted(arena, csv), rd_figure_plot(figure->plot));
    struct picture picture = {0};
    int status = run_gnuplot(script, arena, &picture);
    if (status == -1)
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "gnuplot cannot be started: %s",
                       strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return rd_fail(reterr, RD_ERROR_FILE, path, 0,
                       "gnuplot is not there: Debian's package gnuplot-nox has it (the data is in "
                       "%s)",
                       csv);
    if (status != 0 || !is_whole(&picture, ending))
        return rd_fail(reterr, RD_ERROR_FILE, path, 0, "gnuplot failed (the data is in %s)", csv);
    struct rd_output_file file;
    if (!rd_output_open(&file, path, reterr))
        return false;
    fwrite(picture.text, 1, picture.length, file.stream); /* the commit knows if it failed */
    return rd_output_commit(&file, reterr);
}

bool rd_figure_publish(const struct rd_figure *figure, const struct rd_figure_data *data,
                       const char *folder, struct rd_error *reterr)
{
    return write_file(figure, data, folder, ".csv", write_data, reterr) &&
           write_file(figure, data, folder, ".verdicts.csv", write_verdicts, reterr) &&
           (!figure->plot ||
            (draw(figure, data, folder, ".svg",
                  "svg size 1000,700 font 'sans,14' background 'white'", reterr) &&
             draw(figure, data, folder, ".png", "pngcairo size 1000,700 font 'sans,11'", reterr)));
}

size_t rd_figure_not_met(const struct rd_figure_data *data)
{
    size_t count = 0;
    for (size_t i = 0; i < data->check_count; i++)
        count += data->check[i].judgement == RD_JUDGED_NOT_MET;
    return count;
}

bool rd_figure_print_verdicts(FILE *out, const struct rd_figure *figure,
                              const struct rd_figure_data *data)
{
    static const struct rd_text_column column[VERDICT_COLUMNS] = {{"WHAT", false},
                                                                  {"PUBLISHED", true},
                                                                  {"MEASURED", true},
                                                                  {"ACCEPTED", true},
                                                                  {"VERDICT", false}};
    struct rd_text_table table = {column, VERDICT_COLUMNS, verdict_cells(data), data->check_count};
    size_t not_met = rd_figure_not_met(data);
    return fprintf(out, "%s: %s (%s)\n", figure->name, figure->summary, figure->source) >= 0 &&
           rd_text_table_write(out, &table) &&
           fprintf(out, "%s: %zu of %zu values met\n", figure->name, data->check_count - not_met,
                   data->check_count) >= 0;
}
