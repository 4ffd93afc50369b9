#include "page_parts.h"

#include "curves.h"

#include <string.h>

void rd_page_text(FILE *out, const char *element, const char *class, const char *text)
{
    struct rd_svg html = {.out = out};
    rd_svg_begin(&html, element);
    if (class)
        rd_svg_attribute(&html, "class", class);
    rd_svg_text(&html, text);
    rd_svg_end(&html);
}

/* --- tables ----------------------------------------------------------------------------------- */

/* A cell, or a heading that sorts. */
static void put_cell(struct rd_svg *html, const struct rd_sheet *sheet, size_t column,
                     const char *element, const char *text)
{
    bool sorts = strcmp(element, "th") == 0;
    rd_svg_begin(html, element);
    if (sorts)
        rd_svg_attribute(html, "scope", "col");
    if (sheet->column[column].flags & RD_RIGHT)
        rd_svg_attribute(html, "class", "right");
    if (sorts) {
        rd_svg_begin(html, "button");
        rd_svg_attribute(html, "type", "button");
    }
    rd_svg_text(html, text);
    rd_svg_end(html);
    if (sorts)
        rd_svg_end(html);
}

/* A table whose headings sort it. Its caption is for those who hear the page. */
static void write_table(FILE *out, const struct rd_sheet *sheet, const char *caption)
{
    struct rd_svg html = {.out = out};
    rd_svg_begin(&html, "table");
    rd_svg_attribute(&html, "class", "sortable");
    rd_svg_text_element(&html, "caption", caption);
    rd_svg_begin(&html, "thead");
    for (size_t line = 0; line <= rd_sheet_rows(sheet); line++) {
        rd_svg_begin(&html, "tr");
        for (size_t i = 0; i < sheet->column_count; i++) {
            if (!(sheet->column[i].flags & RD_IN_TABLE))
                continue;
            const char *cell = line > 0 ? sheet->cell[(line - 1) * sheet->column_count + i] : NULL;
            put_cell(&html, sheet, i, line > 0 ? "td" : "th",
                     line == 0 ? rd_sheet_heading(sheet, i)
                     : cell    ? cell
                               : "-");
        }
        rd_svg_end(&html);
        if (line > 0)
            continue;
        rd_svg_end(&html);
        rd_svg_begin(&html, "tbody");
    }
    rd_svg_text(&html, ""); /* an empty body has a beginning and an end, too */
    rd_svg_end(&html);
    rd_svg_end(&html);
}

/* --- comparisons ------------------------------------------------------------------------------ */

static void put_crossovers(FILE *out, const struct rd_comparison *comparison,
                           struct rd_arena *arena)
{
    struct rd_svg html = {.out = out};
    if (comparison->crossover_count == 0) {
        rd_page_text(out, "p", "quiet", "No algorithm overtakes another.");
        return;
    }
    rd_svg_begin(&html, "ul");
    for (size_t i = 0; i < comparison->crossover_count; i++)
        rd_svg_text_element(&html, "li", rd_crossover_text(comparison, i, arena));
    rd_svg_end(&html);
}

static void put_comparison(FILE *out, const struct rd_comparison *comparison, size_t number,
                           struct rd_arena *arena)
{
    const char *by = comparison->parameter ? rd_arena_print(arena, "By %s", comparison->parameter)
                                           : "All points together";
    const char *measure = rd_measure_names[comparison->settings.measure];
    struct rd_sheet table = rd_comparison_sheet(comparison, arena);
    rd_page_text(out, "h3", NULL, by);
    fputs("\n<div class=\"pair\">", out);
    if (comparison->value_count > 1) {
        fputs("<div class=\"scroll curve\">", out);
        rd_curves_write(out, rd_arena_print(arena, "curve-%s-%zu", measure, number), comparison,
                        arena);
        fputs("</div>\n", out);
    }
    fputs("<div class=\"scroll\" tabindex=\"0\">", out);
    write_table(out, &table,
                rd_arena_print(arena, "%s; the mean is of %s", by,
                               rd_measure_words[comparison->settings.measure]));
    fputs("</div></div>", out);
    if (comparison->parameter)
        put_crossovers(out, comparison, arena);
}

void rd_page_comparisons(FILE *out, const struct rd_results_table *table, struct rd_arena *arena)
{
    /* Which measure is shown: for the page's program, which shows it. */
    fputs("\n<fieldset class=\"choice\" hidden><legend>The mean is of</legend>", out);
    for (int i = 0; i < RD_MEASURE_COUNT; i++)
        fprintf(out, "\n<label><input type=\"radio\" name=\"measure\" value=\"%s\"%s> %s</label>",
                rd_measure_names[i], i == 0 ? " checked" : "", rd_measure_words[i]);
    fputs("\n</fieldset>", out);
    for (int i = 0; i < RD_MEASURE_COUNT; i++) {
        struct rd_comparison_settings settings = {.measure = (enum rd_measure)i};
        struct rd_comparison all, *by_each;
        size_t count = rd_compare_by_each(table, &settings, arena, &by_each);
        rd_compare(table, &settings, arena, &all);
        fprintf(out, "\n<div class=\"measure\" data-measure=\"%s\">", rd_measure_names[i]);
        rd_page_text(out, "p", "measured",
                     rd_arena_print(arena, "The mean is of: %s.", rd_measure_words[i]));
        /* All points together, and by each parameter that varies. */
        put_comparison(out, &all, 0, arena);
        for (size_t j = 0; j < count; j++)
            if (by_each[j].parameter)
                put_comparison(out, &by_each[j], j + 1, arena);
        fputs("\n</div>", out);
    }
}

/* --- figures ---------------------------------------------------------------------------------- */

static void put_base64(FILE *out, const char *bytes, size_t size)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size && !ferror(out); i += 3) {
        uint32_t three = (uint32_t)(unsigned char)bytes[i] << 16;
        if (i + 1 < size)
            three |= (uint32_t)(unsigned char)bytes[i + 1] << 8;
        if (i + 2 < size)
            three |= (unsigned char)bytes[i + 2];
        char four[4] = {digit[three >> 18], digit[three >> 12 & 63],
                        i + 1 < size ? digit[three >> 6 & 63] : '=',
                        i + 2 < size ? digit[three & 63] : '='};
        fwrite(four, 1, sizeof four, out);
    }
}

void rd_page_figure(FILE *out, const struct rd_page_figure *figure)
{
    rd_page_text(out, "h3", NULL, figure->name);
    /* Pictures are shown as such: no program in them runs, nothing they name is fetched. */
    fprintf(out, "\n<figure class=\"scroll\"><img alt=\"Figure\" src=\"data:%s;base64,",
            figure->media_type);
    put_base64(out, figure->bytes, figure->size);
    fputs("\"></figure>", out);
    if (!figure->verdicts)
        return;
    fputs("\n<div class=\"scroll\" tabindex=\"0\">", out);
    write_table(out, figure->verdicts, "What was measured, and what was expected");
    fputs("</div>", out);
}
