#include "rows.h"

#include "algorithms/port_lp/ticks.h"
#include "sim/base/gcd.h"
#include "sim/base/integers.h"
#include "sim/model/certificates/price_certificate.h"

#include <math.h>

/* Digits of the longest time where no tick divides all. */
enum { DIGITS = 30 };

/* An item of a kind on a link as its certificate reads it. */
static double item_s(const struct rd_instance *instance, double bytes, uint64_t link)
{
    return rd_moving_s(rd_link_cost(instance, link), bytes);
}

/* The bytes of an item of each length. */
static double *list_bytes(const struct rd_multicast *multicast, struct rd_arena *arena)
{
    double *bytes = rd_take(arena, multicast->length_count, double);
    const struct rd_instance *instance = multicast->network.instance;
    for (uint32_t named = 0; named < instance->copies->count; named++) {
        double of_kind = rd_kind_bytes(instance, instance->copies->first_kind + named);
        uint32_t length = rd_multicast_length(multicast, named);
        bytes[length] = of_kind;
    }
    return bytes;
}

/* All times that are not 0. Returns: how many. */
static uint32_t list_times(const struct rd_multicast *multicast, const double *bytes,
                           struct rd_arena *scratch, double **ret_time_s)
{
    const struct rd_network *network = &multicast->network;
    const struct rd_instance *instance = network->instance;
    size_t most = (multicast->length_count + 1) * (size_t)network->link_count +
                  multicast->length_count * (size_t)network->share_first[network->link_count];
    double *time_s = rd_take(scratch, most, double);
    uint32_t count = 0;
    for (uint32_t link = 0; link < network->link_count; link++) {
        const struct rd_shared_use *end,
            *first = rd_link_uses(instance, network->number[link], &end);
        if (network->latency_s[link] > 0)
            time_s[count++] = network->latency_s[link];
        for (uint32_t length = 0; length < multicast->length_count; length++) {
            double seconds = item_s(instance, bytes[length], network->number[link]);
            if (seconds > 0)
                time_s[count++] = seconds;
            for (const struct rd_shared_use *use = first; use < end; use++)
                if (bytes[length] > 0)
                    time_s[count++] = rd_shared_item_s(instance, use, bytes[length]);
        }
        if (network->costs_equal && network->shared_count == 0)
            break;
    }
    *ret_time_s = time_s;
    return count;
}

double rd_tick_of(const double *time_s, uint32_t count, struct rd_arena *scratch)
{
    double most_s = 0, whole_s = rd_whole_tick_s(time_s, count, scratch);
    for (uint32_t i = 0; i < count; i++)
        most_s = fmax(most_s, time_s[i]);
    return whole_s > 0 ? whole_s : ldexp(1, ilogb(most_s) - DIGITS);
}

/* Finds the tick. Returns: false where nothing takes time. */
static bool find_tick(struct rd_rows *rows, const double *bytes, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    double *time_s;
    uint32_t count = list_times(rows->multicast, bytes, scratch, &time_s);
    if (count == 0)
        return false;
    rows->tick_s = rd_tick_of(time_s, count, scratch);
    return true;
}

/* Adds what a link's items take of a row. In: item [lengths]. */
static void add_use(struct rd_rows *rows, uint64_t *count, uint32_t row, const int64_t *item)
{
    for (uint32_t length = 0; length < rows->multicast->length_count; length++)
        rows->row[row].unit = rd_gcd(item[length], rows->row[row].unit);
    rows->use[(*count)++] = (struct rd_row_use){row, item};
}

static void read_uses(struct rd_rows *rows, const double *bytes, struct rd_arena *arena)
{
    const struct rd_multicast *multicast = rows->multicast;
    const struct rd_network *network = &multicast->network;
    const struct rd_instance *instance = network->instance;
    uint32_t lengths = multicast->length_count, links = network->link_count;
    uint64_t shares = network->share_first[links], count = 0;
    uint64_t *first = rd_take(arena, (size_t)links + 1, uint64_t);
    int64_t *latency = rd_take(arena, links, int64_t);
    const int64_t **items = rd_take(arena, links, const int64_t *);
    rows->use = rd_take(arena, 4 * (uint64_t)links + shares, struct rd_row_use);
    for (uint32_t link = 0; link < links; link++) {
        int64_t *item = rd_take(arena, lengths, int64_t);
        items[link] = item;
        latency[link] = rd_whole_ticks(network->latency_s[link], rows->tick_s);
        rows->grid = rd_gcd(latency[link], rows->grid);
        for (uint32_t length = 0; length < lengths; length++) {
            item[length] = rd_whole_ticks(item_s(instance, bytes[length], network->number[link]),
                                          rows->tick_s);
            rows->grid = rd_gcd(item[length], rows->grid);
        }
        if (!network->all_ports) {
            add_use(rows, &count, network->from[link], item);
            add_use(rows, &count, network->host_count + network->to[link], item);
        }
        add_use(rows, &count, rows->first_link + link, item);
        if (multicast->bus)
            add_use(rows, &count, rows->bus, item);
        const struct rd_shared_use *end, *use = rd_link_uses(instance, network->number[link], &end);
        for (; use < end; use++) {
            int64_t *busy = rd_take(arena, lengths, int64_t);
            for (uint32_t length = 0; length < lengths; length++)
                busy[length] =
                    rd_whole_ticks(rd_shared_item_s(instance, use, bytes[length]), rows->tick_s);
            add_use(rows, &count, rows->first_shared + use->shared, busy);
        }
        first[link + 1] = count;
    }
    rows->use_first = first;
    rows->latency = latency;
    rows->item = items;
}

static void read_distances(struct rd_rows *rows, struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_network *network = &rows->multicast->network;
    uint64_t n = network->host_count;
    uint32_t lengths = rows->multicast->length_count;
    int64_t *distance = rd_take(arena, lengths * n * n, int64_t);
    rd_arena_borrow(scratch);
    double *link_ticks = rd_take(scratch, network->link_count, double),
           *ticks = rd_take(scratch, n * n, double);
    for (uint32_t length = 0; length < lengths; length++) {
        for (uint32_t link = 0; link < network->link_count; link++)
            link_ticks[link] = (double)(rows->latency[link] + rows->item[link][length]);
        rd_find_all_distances(network, link_ticks, scratch, ticks);
        for (uint64_t i = 0; i < n * n; i++)
            distance[length * n * n + i] = ticks[i] < 0x1p52 ? (int64_t)ticks[i] : RD_NO_DATE;
    }
    rows->distance = distance;
}

/* When nothing is of use yet, and any more, at each row. */
static void read_idle(struct rd_rows *rows, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    const struct rd_multicast *multicast = rows->multicast;
    const struct rd_network *network = &multicast->network;
    const struct rd_copies *copies = network->instance->copies;
    uint32_t n = network->host_count;
    int64_t *earliest = rd_take(scratch, n, int64_t), *rest = rd_take(scratch, n, int64_t);
    for (uint32_t host = 0; host < n; host++)
        earliest[host] = rest[host] = RD_NO_DATE;
    for (uint32_t host = 0; host < n; host++) {
        for (uint32_t i = 0; i < copies->held_first[copies->piece_count]; i++)
            earliest[host] =
                rd_least(earliest[host], rd_rows_distance(rows, 0, copies->held[i], host));
        for (uint32_t i = 0; i < copies->wanted_first[copies->piece_count]; i++)
            rest[host] = rd_least(rest[host], rd_rows_distance(rows, 0, host, copies->wanted[i]));
    }
    for (uint32_t row = 0; row < rows->row_count; row++)
        rows->row[row].before = rows->row[row].behind = RD_NO_DATE;
    for (uint32_t link = 0; link < network->link_count; link++) {
        int64_t arrive = earliest[network->from[link]] + rows->latency[link];
        for (uint64_t i = rows->use_first[link]; i < rows->use_first[link + 1]; i++) {
            struct rd_row *row = &rows->row[rows->use[i].row];
            bool apart = rows->use[i].row >= rows->bus;
            int64_t behind = rest[network->to[link]];
            row->before = rd_least(row->before, apart ? arrive : arrive + behind);
            row->behind = rd_least(row->behind, apart ? behind : 0);
        }
    }
}

bool rd_rows_read(const struct rd_multicast *multicast, struct rd_arena *arena,
                  struct rd_arena *scratch, struct rd_rows *ret_rows, struct rd_error *reterr)
{
    const struct rd_network *network = &multicast->network;
    uint32_t n = network->host_count;
    struct rd_rows rows = {.multicast = multicast, .shared = network->shared_count > 0};
    rows.first_link = network->all_ports ? 0 : 2 * n;
    rows.bus = rows.first_link + network->link_count;
    rows.first_shared = rows.bus + 1;
    rows.row_count = rows.first_shared + network->shared_count;
    rows.row = rd_take(arena, rows.row_count, struct rd_row);
    for (uint32_t row = 0; row < rows.row_count; row++) {
        bool is_port = row < rows.first_link;
        rows.row[row].servers = is_port ? network->ports[row % n] : 1;
        rows.row[row].is_link = !is_port && row < rows.bus;
    }
    const double *bytes = list_bytes(multicast, arena);
    if (!find_tick(&rows, bytes, scratch))
        return rd_refuse(reterr, "nothing takes any time: no bound above 0");
    read_uses(&rows, bytes, arena);
    if (rows.grid == 0)
        return rd_refuse(reterr, "nothing takes a tick: no bound above 0");
    read_distances(&rows, arena, scratch);
    read_idle(&rows, scratch);
    *ret_rows = rows;
    return true;
}
