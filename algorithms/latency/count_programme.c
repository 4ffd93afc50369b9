#include "count_programme.h"

#include "sim/model/certificates/charge.h"

#include <math.h>

static const uint32_t none = RD_NO_HOST;

/* The rows that count a link's messages: its ports, itself, and the bus. */
enum { COUNTED = 3, TIMED = 4 };

static void rows_of_link(const struct rd_counting *counting, uint32_t link, uint32_t ret_row[TIMED])
{
    const struct rd_charged_network *network = counting->network;
    ret_row[0] = network->from[link];
    ret_row[1] = network->host_count + network->to[link];
    ret_row[2] = 2 * network->host_count + link;
    ret_row[3] = counting->bus;
}

/* Is a row a link's whose ports limit it as much? */
static bool is_limited_before(const struct rd_counting *counting, uint32_t row)
{
    const struct rd_charged_network *network = counting->network;
    uint32_t link = row - 2 * network->host_count;
    return row >= 2 * network->host_count && row < counting->bus &&
           (network->ports[network->from[link]] == 1 || network->ports[network->to[link]] == 1);
}

/* Can a row count as many as other rows let it? */
static bool is_open(const struct rd_counting *counting, uint32_t row)
{
    const struct rd_charged_network *network = counting->network;
    uint32_t n = network->host_count;
    int64_t most = RD_ITEM_LIMIT;
    if (row >= 2 * n && row < counting->bus)
        most = rd_least(counting->most[network->from[row - 2 * n]],
                        counting->most[n + network->to[row - 2 * n]]);
    return counting->most[row] >= most;
}

/* Numbers the rows; sets how many there are. */
static uint32_t number_rows(struct rd_count_programme *programme)
{
    const struct rd_counting *counting = programme->counting;
    const struct rd_charged_network *network = counting->network;
    uint32_t rows = network->host_count * network->commodity_count;
    for (uint32_t row = 0; row < counting->row_count; row++) {
        uint32_t host = row - counting->bus - 1;
        bool is_timed = row <= counting->bus
                            ? counting->time[row] < RD_COUNT_FREE
                            : rd_count_waits(counting, host, &programme->wait[host]);
        bool times = is_timed && !is_limited_before(counting, row);
        programme->time_row[row] = times ? rows++ : none;
        programme->least_row[row] = counting->least[row] > 0 ? rows++ : none;
        programme->most_row[row] = is_open(counting, row) ? none : rows++;
    }
    return rows;
}

/* Numbers the columns; sets how many there are. */
static uint32_t number_columns(struct rd_count_programme *programme)
{
    const struct rd_counting *counting = programme->counting;
    const struct rd_charged_network *network = counting->network;
    uint32_t columns = 0, kinds = network->commodity_count;
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t row[TIMED];
        bool is_used = false, needed = false;
        rows_of_link(counting, link, row);
        bool can = rd_count_most_on(counting, link) > 0;
        for (uint32_t kind = 0; kind < kinds; kind++) {
            bool flows = can && rd_count_carried(counting, link, kind) > 0;
            programme->flow_column[link * kinds + kind] = flows ? columns++ : none;
            is_used = is_used || flows;
        }
        for (int i = 0; i < COUNTED; i++)
            needed = needed || programme->least_row[row[i]] != none;
        programme->spare_column[link] = is_used && needed ? columns++ : none;
    }
    return columns;
}

static void add_to(struct rd_count_programme *programme, uint32_t row, uint32_t column,
                   double number)
{
    if (row != none)
        *rd_linear_at(&programme->rows, row, column) += number;
}

/* What a row's time is measured by. */
static double ticks_of(const struct rd_count_programme *programme, uint32_t row)
{
    const struct rd_counting *counting = programme->counting;
    return fmax((double)(row <= counting->bus ? counting->time[row] : counting->end), 1);
}

/* Sets what messages on a link take, and how many they are, in a column. */
static void add_messages(struct rd_count_programme *programme, uint32_t link, uint32_t column,
                         double messages, double items)
{
    const struct rd_counting *counting = programme->counting;
    const struct rd_charged_network *network = counting->network;
    double ticks = messages * (double)network->latency[link] + items * (double)network->item[link];
    uint32_t row[TIMED], hosts = counting->bus + 1;
    uint32_t from = network->from[link], to = network->to[link];
    rows_of_link(counting, link, row);
    for (int i = 0; i < TIMED; i++)
        add_to(programme, programme->time_row[row[i]], column, ticks / ticks_of(programme, row[i]));
    for (int i = 0; i < COUNTED; i++) {
        add_to(programme, programme->least_row[row[i]], column, messages);
        add_to(programme, programme->most_row[row[i]], column, messages);
    }
    add_to(programme, programme->least_row[hosts + from], column, items / programme->items);
    add_to(programme, programme->most_row[hosts + from], column, items / programme->items);
    double waits =
        (programme->wait[from].takes_sent ? ticks : 0) + items * (double)programme->wait[from].item;
    add_to(programme, programme->time_row[hosts + from], column,
           waits / ticks_of(programme, hosts + from));
    if (programme->wait[to].takes_received)
        add_to(programme, programme->time_row[hosts + to], column,
               ticks / ticks_of(programme, hosts + to));
}

static void add_columns(struct rd_count_programme *programme)
{
    const struct rd_charged_network *network = programme->counting->network;
    uint32_t kinds = network->commodity_count;
    for (uint32_t link = 0; link < network->link_count; link++) {
        for (uint32_t kind = 0; kind < kinds; kind++) {
            uint32_t column = programme->flow_column[link * kinds + kind];
            if (column == none)
                continue;
            uint32_t from = network->from[link] * kinds + kind;
            double unit = programme->scale[kind];
            add_to(programme, from, column, 1);
            add_to(programme, network->to[link] * kinds + kind, column, -1);
            add_messages(programme, link, column,
                         unit / (double)rd_count_carried(programme->counting, link, kind), unit);
        }
        if (programme->spare_column[link] != none)
            add_messages(programme, link, programme->spare_column[link], 1, 0);
    }
}

/* What hosts keep of a balance: as much as the poorest, and up to so many more. In: the first free
 * row and column. */
static void add_finals(struct rd_count_programme *programme, uint32_t row, uint32_t column)
{
    const struct rd_port_lp *problem = programme->problem;
    uint32_t n = problem->network->host_count, kinds = problem->commodity_count;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        const struct rd_final_range *range = &problem->finals[kind];
        uint32_t least = column++;
        for (uint32_t host = 0; host < n; host++)
            if (rd_host_is_final(problem, host)) {
                add_to(programme, host * kinds + kind, least, 1);
                add_to(programme, host * kinds + kind, column, 1);
                add_to(programme, row, column++, 1);
                rd_linear_bound(&programme->rows, row++, RD_AT_MOST,
                                (double)range->apart / programme->scale[kind]);
            }
        add_to(programme, row, least, 1);
        rd_linear_bound(&programme->rows, row++, RD_AT_MOST,
                        (double)range->most_least / programme->scale[kind]);
    }
}

static void set_bounds(struct rd_count_programme *programme)
{
    const struct rd_port_lp *problem = programme->problem;
    const struct rd_counting *counting = programme->counting;
    uint32_t kinds = problem->commodity_count, labels = problem->network->host_count * kinds;
    for (uint32_t i = 0; i < labels; i++) {
        int64_t surplus = problem->load[i] - (problem->target ? problem->target[i] : 0);
        rd_linear_bound(&programme->rows, i, RD_EQUAL,
                        (double)surplus / programme->scale[i % kinds]);
    }
    for (uint32_t row = 0; row < counting->row_count; row++) {
        double unit = row <= counting->bus ? 1 : programme->items;
        rd_wide time = row <= counting->bus ? counting->time[row]
                                            : programme->wait[row - counting->bus - 1].time;
        if (programme->time_row[row] != none)
            rd_linear_bound(&programme->rows, programme->time_row[row], RD_AT_MOST,
                            (double)time / ticks_of(programme, row));
        if (programme->least_row[row] != none)
            rd_linear_bound(&programme->rows, programme->least_row[row], RD_AT_LEAST,
                            (double)counting->least[row] / unit);
        if (programme->most_row[row] != none)
            rd_linear_bound(&programme->rows, programme->most_row[row], RD_AT_MOST,
                            (double)counting->most[row] / unit);
    }
}

struct rd_count_programme rd_count_programme_open(const struct rd_port_lp *problem,
                                                  const struct rd_counting *counting,
                                                  struct rd_arena *arena)
{
    uint32_t n = problem->network->host_count, kinds = problem->commodity_count;
    uint32_t labels = n * kinds, links = problem->network->link_count;
    uint32_t finals = problem->finals ? (n + 1) * kinds : 0;
    struct rd_count_programme programme = {
        .problem = problem,
        .counting = counting,
        .scale = rd_take(arena, kinds, double),
        .time_row = rd_take(arena, counting->row_count, uint32_t),
        .least_row = rd_take(arena, counting->row_count, uint32_t),
        .most_row = rd_take(arena, counting->row_count, uint32_t),
        .wait = rd_take(arena, n, struct rd_count_wait),
        .flow_column = rd_take(arena, (size_t)links * kinds, uint32_t),
        .spare_column = rd_take(arena, links, uint32_t),
    };
    for (uint32_t i = 0; i < labels; i++)
        programme.scale[i % kinds] += (double)problem->load[i];
    for (uint32_t kind = 0; kind < kinds; kind++) {
        programme.scale[kind] = fmax(programme.scale[kind], 1);
        programme.items += programme.scale[kind];
    }
    uint32_t rows = number_rows(&programme), columns = number_columns(&programme);
    programme.rows = rd_linear_open(rows + finals, columns + finals, arena);
    add_columns(&programme);
    set_bounds(&programme);
    if (problem->finals)
        add_finals(&programme, rows, columns);
    return programme;
}

double rd_count_programme_items(const struct rd_count_programme *programme, uint32_t link,
                                uint32_t commodity)
{
    uint32_t column =
        programme->flow_column[link * programme->problem->commodity_count + commodity];
    return column == none ? 0 : programme->rows.value[column] * programme->scale[commodity];
}

double rd_count_programme_messages(const struct rd_count_programme *programme, uint32_t link)
{
    uint32_t kinds = programme->problem->commodity_count, spare = programme->spare_column[link];
    double messages = spare == none ? 0 : programme->rows.value[spare];
    for (uint32_t kind = 0; kind < kinds; kind++)
        if (programme->flow_column[link * kinds + kind] != none)
            messages += rd_count_programme_items(programme, link, kind) /
                        (double)rd_count_carried(programme->counting, link, kind);
    return messages;
}

/* A multiplier of a row, of what its bound counts; 0 of none. */
static double multiplier(const struct rd_count_programme *programme, uint32_t row, double unit)
{
    return row == none ? 0 : programme->rows.multiplier[row] / unit;
}

struct rd_count_case rd_count_programme_prices(const struct rd_count_programme *programme,
                                               struct rd_arena *arena)
{
    enum { DIGITS = 50 };
    const struct rd_counting *counting = programme->counting;
    uint32_t n = programme->problem->network->host_count;
    uint32_t kinds = programme->problem->commodity_count, rows = counting->row_count;
    uint32_t labels = n * kinds, count = rows + 3 * n + labels;
    double *real = rd_take(arena, count, double), most = 0;
    int64_t *whole = rd_take(arena, count, int64_t);
    for (uint32_t row = 0; row < rows; row++)
        real[row] =
            fmax(-multiplier(programme, programme->time_row[row], ticks_of(programme, row)), 0);
    for (uint32_t i = 0; i < 3 * n; i++) {
        uint32_t row = i < 2 * n ? i : counting->bus + 1 + i - 2 * n;
        double unit = i < 2 * n ? 1 : programme->items;
        real[rows + i] = multiplier(programme, programme->least_row[row], unit) +
                         multiplier(programme, programme->most_row[row], unit);
    }
    for (uint32_t i = 0; i < labels; i++)
        real[rows + 3 * n + i] = multiplier(programme, i, programme->scale[i % kinds]);
    for (uint32_t i = 0; i < count; i++)
        most = fmax(most, fabs(real[i]));
    double factor = most > 0 ? ldexp(1, DIGITS - ilogb(most)) : 1;
    for (uint32_t i = 0; i < count; i++)
        whole[i] = (int64_t)rint(real[i] * factor);
    return (struct rd_count_case){.row = RD_NO_HOST,
                                  .price = whole,
                                  .toll = whole + rows,
                                  .potential = whole + rows + 3 * (size_t)n};
}
