#include "report_charts.h"

#include "picture_file.h"

#include "sim/report/comparison.h"
#include "sim/report/gantt.h"
#include "sim/report/output_file.h"

#include <errno.h>
#include <string.h>

static bool write_curve(FILE *out, const void *comparison, struct rd_error *reterr)
{
    rd_arena_own(arena);
    return rd_curves_write(out, NULL, comparison, &arena) ||
           rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the curve cannot be written: %s",
                   strerror(errno));
}

static bool write_gantt(FILE *out, const void *gantt, struct rd_error *reterr)
{
    return rd_gantt_write(out, gantt, reterr);
}

static bool write_map(FILE *out, const void *map, struct rd_error *reterr)
{
    (void)reterr; /* what fails here is found when the file is closed */
    fputs(map, out);
    return true;
}

/* Results of other makers may name parameters as they like. */
static const char *file_name(const char *parameter, struct rd_arena *arena)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    char *name = rd_arena_print(arena, "%s", parameter);
    for (char *at = name; *(at += strspn(at, plain)); at++)
        *at = '_';
    return name;
}

static bool write_curves(const char *folder, const struct rd_page *page, struct rd_arena *arena,
                         struct rd_error *reterr)
{
    for (int i = 0; i < RD_MEASURE_COUNT; i++) {
        struct rd_comparison_settings settings = {.measure = (enum rd_measure)i};
        struct rd_comparison *by_each;
        size_t count = rd_compare_by_each(page->table, &settings, arena, &by_each);
        for (size_t k = 0; k < count; k++) {
            if (!by_each[k].parameter || by_each[k].value_count < 2)
                continue;
            const char *stem = rd_arena_print(arena, "%s/%s.%s", folder, rd_measure_names[i],
                                              file_name(by_each[k].parameter, arena));
            if (!rd_write_picture_forms(stem, write_curve, &by_each[k], reterr))
                return false;
        }
    }
    return true;
}

bool rd_write_report_charts(const char *folder, const struct rd_page *page, struct rd_error *reterr)
{
    rd_arena_own(arena);
    bool written = rd_make_folder(folder, reterr) && write_curves(folder, page, &arena, reterr);
    for (size_t i = 0; written && i < page->gantt_count; i++) {
        const struct rd_page_gantt *shown = &page->gantt[i];
        const char *gantt = rd_arena_print(&arena, "%s/gantt.%zu", folder, i + 1);
        const char *map = rd_arena_print(&arena, "%s/map.%zu", folder, i + 1);
        written = rd_write_picture_forms(gantt, write_gantt, &shown->gantt, reterr) &&
                  (!shown->map || rd_write_picture_forms(map, write_map, shown->map, reterr));
    }
    return written;
}
