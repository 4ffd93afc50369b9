#include "page_parts.h"

#include "curves.h"

#include <stdint.h>
#include <string.h>

bool rd_page_text(FILE *out, const char *element, const char *class, const char *text)
{
    struct rd_svg html = {.out = out};
    rd_svg_begin(&html, element);
    if (class)
        rd_svg_attribute(&html, "class", class);
    rd_svg_text(&html, text);
    rd_svg_end(&html);
    return !html.failed;
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
static bool write_table(FILE *out, const struct rd_sheet *sheet, const char *caption)
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
    return !html.failed;
}

/* --- comparisons ------------------------------------------------------------------------------ */

static bool put_crossovers(FILE *out, const struct rd_comparison *comparison,
                           struct rd_arena *arena)
{
    struct rd_svg html = {.out = out};
    if (!comparison->parameter)
        return true;
    if (comparison->crossover_count == 0)
        return rd_page_text(out, "p", "quiet", "No algorithm overtakes another.");
    rd_svg_begin(&html, "ul");
    for (size_t i = 0; i < comparison->crossover_count; i++)
        rd_svg_text_element(&html, "li", rd_crossover_text(comparison, i, arena));
    rd_svg_end(&html);
    return !html.failed;
}

static bool put_comparison(FILE *out, const struct rd_comparison *comparison, size_t number,
                           struct rd_arena *arena)
{
    const char *by = comparison->parameter ? rd_arena_print(arena, "By %s", comparison->parameter)
                                           : "All points together";
    const char *measure = rd_measure_names[comparison->settings.measure];
    struct rd_sheet table = rd_comparison_sheet(comparison, arena);
    return rd_page_text(out, "h3", NULL, by) && fputs("\n<div class=\"pair\">", out) >= 0 &&
           (comparison->value_count < 2 ||
            (fputs("<div class=\"scroll curve\">", out) >= 0 &&
             rd_curves_write(out, rd_arena_print(arena, "curve-%s-%zu", measure, number),
                             comparison, arena) &&
             fputs("</div>\n", out) >= 0)) &&
           fputs("<div class=\"scroll\" tabindex=\"0\">", out) >= 0 &&
           write_table(out, &table,
                       rd_arena_print(arena, "%s; the mean is of %s", by,
                                      rd_measure_words[comparison->settings.measure])) &&
           fputs("</div></div>", out) >= 0 && put_crossovers(out, comparison, arena);
}

/* All points together, and by each parameter that varies. */
static bool put_comparisons(FILE *out, const struct rd_results_table *table,
                            enum rd_measure measure, struct rd_arena *arena)
{
    struct rd_comparison all, *by_each;
    struct rd_comparison_settings settings = {.measure = measure};
    size_t count = rd_compare_by_each(table, &settings, arena, &by_each);
    rd_compare(table, &settings, arena, &all);
    bool written = put_comparison(out, &all, 0, arena);
    for (size_t i = 0; written && i < count; i++)
        if (by_each[i].parameter)
            written = put_comparison(out, &by_each[i], i + 1, arena);
    return written;
}

/* Which measure is shown: for the page's program, which shows it. */
static bool put_choice(FILE *out)
{
    if (fputs("\n<fieldset class=\"choice\" hidden><legend>The mean is of</legend>", out) < 0)
        return false;
    for (int i = 0; i < RD_MEASURE_COUNT; i++)
        if (fprintf(out,
                    "\n<label><input type=\"radio\" name=\"measure\" value=\"%s\"%s> %s</label>",
                    rd_measure_names[i], i == 0 ? " checked" : "", rd_measure_words[i]) < 0)
            return false;
    return fputs("\n</fieldset>", out) >= 0;
}

bool rd_page_comparisons(FILE *out, const struct rd_results_table *table, struct rd_arena *arena)
{
    bool written = put_choice(out);
    for (int i = 0; written && i < RD_MEASURE_COUNT; i++) {
        written = fprintf(out, "\n<div class=\"measure\" data-measure=\"%s\">",
                          rd_measure_names[i]) >= 0 &&
                  rd_page_text(out, "p", "measured",
                               rd_arena_print(arena, "The mean is of: %s.", rd_measure_words[i])) &&
                  put_comparisons(out, table, (enum rd_measure)i, arena) &&
                  fputs("\n</div>", out) >= 0;
    }
    return written;
}

/* --- figures ---------------------------------------------------------------------------------- */

static bool put_base64(FILE *out, const char *bytes, size_t size)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bool written = true;
    for (size_t i = 0; written && i < size; i += 3) {
        uint32_t three = (uint32_t)(unsigned char)bytes[i] << 16;
        if (i + 1 < size)
            three |= (uint32_t)(unsigned char)bytes[i + 1] << 8;
        if (i + 2 < size)
            three |= (unsigned char)bytes[i + 2];
        char four[4] = {digit[three >> 18], digit[three >> 12 & 63],
                        i + 1 < size ? digit[three >> 6 & 63] : '=',
                        i + 2 < size ? digit[three & 63] : '='};
        written = fwrite(four, 1, sizeof four, out) == sizeof four;
    }
    return written;
}

bool rd_page_figure(FILE *out, const struct rd_page_figure *figure)
{
    struct rd_svg html = {.out = out};
    rd_svg_text_element(&html, "h3", figure->name);
    /* Pictures are shown as such: no program in them runs, nothing they name is fetched. */
    bool written = !html.failed && fputs("\n<figure class=\"scroll\"><img alt=\"", out) >= 0 &&
                   fprintf(out, "Figure\" src=\"data:%s;base64,", figure->media_type) >= 0 &&
                   put_base64(out, figure->bytes, figure->size) && fputs("\"></figure>", out) >= 0;
    if (!written || !figure->verdicts)
        return written;
    return fputs("\n<div class=\"scroll\" tabindex=\"0\">", out) >= 0 &&
           write_table(out, figure->verdicts, "What was measured, and what was expected") &&
           fputs("</div>", out) >= 0;
}
