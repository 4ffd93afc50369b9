#include "star_picture.h"

#include "algorithms/star/star.h"
#include "sim/base/number_text.h"
#include "sim/report/tables.h"
#include "sim/report/text_table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 48, COLUMN_COUNT = 5 };

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

static const char *count_text(int64_t count, struct rd_arena *scratch)
{
    return count > 0 ? rd_arena_print(scratch, "%" PRId64, count) : "-";
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
    static const struct rd_text_column column[COLUMN_COUNT] = {
        {"HOST", false}, {"HOLDS", true}, {"SENDS", true}, {"TAKES", true}, {"FROM 0 TO T", false}};
    size_t rows = (size_t)star.worker_count + 1;
    const char **cell = rd_take(scratch, rows * COLUMN_COUNT, const char *);
    int64_t excess = rd_star_excess(&star, by);
    for (uint32_t host = 0; host <= star.worker_count; host++) {
        const char **row = cell + (size_t)host * COLUMN_COUNT;
        char label[RD_LABEL_SIZE];
        row[0] = rd_arena_print(scratch, "%s", rd_host_label(instance, host, label));
        if (host == star.worker_count) { /* the master */
            row[1] = row[2] = row[3] = "";
            row[4] = arrivals_of(&star, by, scratch);
            continue;
        }
        int64_t room = rd_star_capacity(&star, host, by);
        char *line = empty_line(scratch);
        for (int64_t l = 1; l <= room && l <= excess; l++)
            mark(line, by - l * star.w[host], by, '|');
        row[1] = rd_arena_print(scratch, "%" PRId64, star.load[host]);
        row[2] = count_text(-room, scratch);
        row[3] = count_text(room, scratch);
        row[4] = line;
    }
    char text[RD_NUMBER_SIZE];
    fprintf(out,
            "\nT = %s s. SENDS: items that a host cannot compute by T; TAKES: items that it has "
            "time for\nbesides its own; | an item must have come, > an item can be at the "
            "master\n\n",
            rd_time_text(by_s, text));
    rd_text_table_write(
        out, &(struct rd_text_table){
                 .column = column, .column_count = COLUMN_COUNT, .cell = cell, .row_count = rows});
}
