#include "figure.h"

#include "plots.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct rd_figure *rd_figure_named(const char *name)
{
    for (size_t i = 0; rd_figures[i]; i++)
        if (strcmp(rd_figures[i]->name, name) == 0)
            return rd_figures[i];
    return NULL;
}

static const char *text_of(const struct rd_plot *plots, size_t count, const char *stem)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(plots[i].stem, stem) == 0)
            return plots[i].script;
    rd_assert(!"a figure names a file that is not in scenarios/figures");
    return NULL;
}

const char *rd_figure_plot(const char *stem)
{
    return text_of(rd_plots, rd_plot_count, stem);
}

const char *rd_figure_verdicts(const char *stem)
{
    return text_of(rd_figure_verdict_tables, rd_figure_verdict_table_count, stem);
}

const char *rd_figure_scenario(const char *stem)
{
    return text_of(rd_figure_scenarios, rd_figure_scenario_count, stem);
}

void rd_figure_open(struct rd_figure_data *data, struct rd_arena *arena)
{
    *data = (struct rd_figure_data){.arena = arena, .checks.arena = arena};
    rd_arena_open(&data->plans, 0);
    rd_arena_open(&data->scratch, 0);
}

void rd_figure_close(struct rd_figure_data *data)
{
    rd_arena_close(&data->scratch);
    rd_arena_close(&data->plans);
}

void rd_figure_columns(struct rd_figure_data *data, const char *const *column, size_t count)
{
    rd_assert(data->row_count == 0 && count > 0);
    data->column = column;
    data->column_count = count;
}

void rd_figure_row(struct rd_figure_data *data, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    rd_assert(length >= 0 && (size_t)length < sizeof text);
    if (data->row_count == data->row_capacity) {
        size_t capacity = data->row_capacity ? 2 * data->row_capacity : 16;
        data->cell = rd_arena_grow(data->arena, data->cell, data->row_count * data->column_count,
                                   capacity * data->column_count, sizeof *data->cell);
        data->row_capacity = capacity;
    }
    const char **cell = &data->cell[data->row_count * data->column_count];
    char *rest = text;
    for (size_t column = 0; column < data->column_count; column++) {
        rd_assert(rest);
        const char *one = strsep(&rest, "\t");
        cell[column] = rd_arena_text(data->arena, one);
    }
    rd_assert(!rest);
    data->row_count++;
}
