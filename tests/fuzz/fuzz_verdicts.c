/* Any bytes as the verdicts of a figure that goes into a page: refused with a line and a message,
 * or a page that shows them. */
#include "scratch_file.h"

#include "sim/sweep/page_files.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_page(const struct rd_page_figure *figure, size_t count, struct rd_arena *arena)
{
    static const struct rd_results_head head = {"fuzz", "hash", "1", "2"};
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    struct rd_packed_rows nothing;
    struct rd_results_table table;
    struct rd_error error = {0};
    rd_packed_rows_open(&nothing, &all, arena);
    rd_assert(rd_results_table_of(&nothing, arena, &table, &error));
    const struct rd_page page = {
        .head = &head, .table = &table, .figure = figure, .figure_count = count};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    rd_assert(out && rd_page_write(out, &page, &error));
    fclose(out);
    rd_assert(strlen(text) == size && strstr(text, "</html>"));
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t picture[] = "<svg/>";
    struct rd_arena arena;
    struct rd_error error = {0};
    struct rd_page_figure *figure;
    size_t count;
    scratch_file("figure.svg", picture, sizeof picture - 1);
    const char *path = scratch_file("figure.verdicts.csv", data, size);
    rd_arena_open(&arena, 0);
    const char *folder = rd_arena_print(&arena, "%.*s", (int)(strrchr(path, '/') - path), path);
    if (rd_page_read_figures(folder, &arena, &figure, &count, &error)) {
        rd_assert(count == 1 && figure->verdicts && strcmp(figure->name, "figure") == 0);
        const struct rd_sheet *verdicts = figure->verdicts;
        for (size_t i = 0; i < verdicts->cell_count; i++)
            rd_assert(verdicts->cell[i]);
        check_page(figure, count, &arena);
    } else {
        rd_assert(error.code == RD_ERROR_INPUT && error.line > 0 && error.message[0] &&
                  strcmp(error.path, path) == 0);
    }
    rd_arena_close(&arena);
    return 0;
}
