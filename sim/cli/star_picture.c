#include "star_picture.h"

#include "algorithms/star/star.h"
#include "sim/base/number_text.h"
#include "sim/report/tables.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 48 };

/* A line from 0 to T, without marks. */
static char *empty_line(struct rd_arena *scratch)
{
    char *line = rd_take(scratch, WIDTH + 1, char);
    memset(line, '.', WIDTH);
    return line;
}

/* Dates are marked in the part of the line that ends with them. */
static void mark(char *line, int64_t date, int64_t by, char with)
{
    if (date < 0 || date > by || by == 0)
        return;
    int place = (int)ceil((double)date * WIDTH / (double)by) - 1;
    line[place < 0 ? 0 : place] = with;
}

/* When the items that must be sent are with the master, the cheapest ways first. */
static char *arrivals_of(const struct rd_star *star, int64_t by, struct rd_arena *scratch)
{
    char *line = empty_line(scratch);
    uint32_t *cheapest = rd_star_by_up(star, scratch);
    int64_t date = 0;
    for (uint32_t i = 0; i < star->worker_count; i++)
        for (int64_t k = rd_star_capacity(star, cheapest[i], by); k < 0 && date <= by; k++) {
            date += star->up[cheapest[i]];
            mark(line, date, by, '>');
        }
    return line;
}

void rd_draw_star_deadlines(FILE *out, const struct rd_instance *instance, double by_s,
                            struct rd_arena *scratch)
{
    struct rd_error error;
    if (instance->topology.shape != RD_STAR || instance->goal != RD_FINISH ||
        !rd_star_accepts(instance, "this picture", &error))
        return;
    struct rd_star star = rd_star_read(instance, scratch);
    /* A date that is a whole number of units is one, though the division may round it down. */
    int64_t by = (int64_t)fmin(floor(by_s / star.unit_s * (1 + 1e-12)), 0x1p60);
    static const struct rd_sheet_column column[] = {{"host", RD_IN_TABLE},
                                                    {"holds", RD_IN_TABLE | RD_RIGHT},
                                                    {"sends", RD_IN_TABLE | RD_RIGHT},
                                                    {"takes", RD_IN_TABLE | RD_RIGHT},
                                                    {"from 0 to T", RD_IN_TABLE}};
    struct rd_sheet sheet = rd_sheet_open(column, sizeof column / sizeof *column, scratch);
    int64_t excess = rd_star_excess(&star, by);
    for (uint32_t host = 0; host <= star.worker_count; host++) {
        rd_sheet_print(&sheet, "%s", rd_label(instance, host));
        if (host == star.worker_count) { /* the master */
            for (int i = 0; i < 3; i++)
                rd_sheet_text(&sheet, "");
            rd_sheet_text(&sheet, arrivals_of(&star, by, scratch));
            continue;
        }
        int64_t room = rd_star_capacity(&star, host, by);
        char *line = empty_line(scratch);
        for (int64_t l = 1; l <= room && l <= excess; l++)
            mark(line, by - l * star.w[host], by, '|');
        rd_sheet_integer(&sheet, star.load[host]);
        rd_sheet_count(&sheet, -room, room < 0);
        rd_sheet_count(&sheet, room, room > 0);
        rd_sheet_text(&sheet, line);
    }
    char text[RD_NUMBER_SIZE];
    fprintf(out,
            "\nT = %s s. SENDS: items that a host cannot compute by T; TAKES: items that it has "
            "time for\nbesides its own; | an item must have come, > an item can be at the "
            "master\n\n",
            rd_time_text(by_s, text));
    rd_sheet_write(out, RD_FORMAT_TABLE, &sheet);
}
