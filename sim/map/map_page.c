#include "map_page.h"

#include "map_svg.h"
#include "map_traffic.h"

#include "sim/base/number_text.h"
#include "sim/report/page_parts.h"

#include <errno.h>
#include <string.h>

/* A stream keeps in mind that writing failed: it is asked at the end. */
static void put_lines(FILE *out, const char *const *line)
{
    for (; *line; line++)
        fputs(*line, out);
}

/* Nothing that a page names may be fetched, whatever got into it. */
static void put_head(FILE *out, const struct rd_map *map)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
          "<link rel=\"icon\" href=\"data:,\">",
          out);
    rd_page_text(out, "title", NULL, map->title);
    fputs("\n<style>\n", out);
    put_lines(out, rd_map_page_style);
    fputs("</style>\n</head>\n<body>\n<div class=\"tools\">", out);
    if (map->trace)
        fputs(
            "<button type=\"button\" id=\"play\">Play</button>"
            "<input type=\"range\" id=\"time\" min=\"0\" max=\"1000\" step=\"any\" value=\"1000\" "
            "aria-label=\"time\"><output id=\"now\" for=\"time\"></output>"
            "<label>takes <select id=\"pace\"><option>5</option><option selected>15</option>"
            "<option>60</option></select> s</label>",
            out);
    fputs("<span class=\"view\"><button type=\"button\" id=\"smaller\" "
          "aria-label=\"smaller\">&minus;</button>"
          "<button type=\"button\" id=\"larger\" aria-label=\"larger\">+</button>"
          "<button type=\"button\" id=\"theme\">Dark</button></span>",
          out);
    if (map->trace)
        fputs("<span class=\"hint\">Space plays; arrows go from event to event; Home and "
              "End</span>",
              out);
    fputs("</div>\n<main tabindex=\"0\" aria-label=\"map\">", out);
}

static void put_number(FILE *out, const char *before, double value)
{
    char text[RD_NUMBER_SIZE];
    fprintf(out, "%s%s", before, rd_number_text(value, 17, text));
}

/* [start, end, amount, whose load it leaves or -1, when it does, [nodes that it passes]] */
static void put_row(FILE *out, const struct rd_map *map, size_t number)
{
    const struct rd_trace *trace = map->trace;
    struct rd_map_move move = rd_map_move_of(map, number);
    uint32_t node[RD_MAP_WAY_LIMIT];
    uint32_t count = rd_map_way(map, &trace->transfer[number],
                                trace->block ? &trace->block[number] : NULL, node);
    put_number(out, "[", trace->transfer[number].start_s);
    put_number(out, ",", trace->transfer[number].end_s);
    put_number(out, ",", move.amount);
    put_number(out, ",", move.giver == RD_MAP_NONE ? -1.0 : move.giver);
    put_number(out, ",", move.leaves_s);
    for (uint32_t i = 0; i < count; i++)
        put_number(out, i == 0 ? ",[" : ",", node[i]);
    fputs("]]", out);
}

/* What the script goes by, as JSON. */
static void put_traffic(FILE *out, const struct rd_map *map)
{
    const char *before = "\n";
    fputs("\n<script type=\"application/json\" id=\"traffic\">\n", out);
    fprintf(out, "{\"bytes\":%s", map->instance->objects ? "true" : "false");
    put_number(out, ",\"makespan\":", map->makespan_s);
    fputs(",\"before\":[", out);
    for (uint32_t place = 0; place < map->place_count; place++)
        put_number(out, place == 0 ? "" : ",", map->node[place].before);
    fputs("],\"rows\":[", out);
    for (size_t i = 0; i < map->trace->transfer_count; i++) {
        if (map->trace->transfer[i].to == RD_NO_HOST)
            continue;
        fputs(before, out);
        put_row(out, map, i);
        before = ",\n";
    }
    fputs("]}\n</script>", out);
}

bool rd_map_write_page(FILE *out, const struct rd_map *map, struct rd_error *reterr)
{
    if (map->trace && map->trace->transfer_count > RD_MAP_PAGE_ROW_LIMIT)
        return rd_wrong(reterr,
                        "a page of %zu messages: at most %d are supported; FILE.svg takes more",
                        map->trace->transfer_count, RD_MAP_PAGE_ROW_LIMIT);
    put_head(out, map);
    if (!rd_map_write_svg(out, map, "map", reterr))
        return false;
    fputs("</main>", out);
    if (map->trace)
        put_traffic(out, map);
    fputs("\n<script>\n", out);
    put_lines(out, rd_map_page_script);
    fputs("</script>\n</body>\n</html>\n", out);
    int reason = errno;
    return !ferror(out) || rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the page cannot be written: %s",
                                   strerror(reason));
}
