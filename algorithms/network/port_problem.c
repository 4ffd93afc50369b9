#include "port_problem.h"

#include "algorithms/kernels/whole_costs.h"
#include "sim/base/gcd.h"
#include "sim/model/price_certificate.h"

#include <math.h>

/* All durations that are not 0: of items and messages on links, of items on processors. */
static uint32_t list_durations(const struct rd_network *network, struct rd_arena *scratch,
                               double **ret_duration_s)
{
    bool computes = network->instance->goal == RD_FINISH;
    uint32_t shares = network->share_first[network->link_count];
    double *duration_s =
        rd_take(scratch, 2 * (size_t)network->link_count + network->host_count + shares, double);
    uint32_t count = 0;
    for (uint32_t share = 0; share < shares; share++)
        if (network->share_item_s[share] > 0)
            duration_s[count++] = network->share_item_s[share];
    for (uint32_t link = 0; link < network->link_count; link++) {
        if (network->costs_equal && link > 0)
            break;
        if (network->item_s[link] > 0)
            duration_s[count++] = network->item_s[link];
        if (network->latency_s[link] > 0)
            duration_s[count++] = network->latency_s[link];
    }
    for (uint32_t host = 0; computes && host < network->host_count; host++)
        if (network->compute_item_s[host] > 0)
            duration_s[count++] = network->compute_item_s[host];
    *ret_duration_s = duration_s;
    return count;
}

/* The largest tick of which every duration is a whole number but for its last digits, so that it is
 * no less after rounding down. Returns: 0 if there is none. */
static double find_whole_tick(const double *duration_s, uint32_t count, struct rd_arena *scratch)
{
    enum { MOST_UNITS = 1 << 30, TRIALS = 64 };
    int64_t *units = rd_take(scratch, count, int64_t);
    if (!rd_whole_costs(duration_s, count, MOST_UNITS, units))
        return 0;
    double tick_s = INFINITY;
    for (uint32_t i = 0; i < count; i++)
        tick_s = fmin(tick_s, duration_s[i] / units[i]);
    for (int trial = 0; trial < TRIALS; trial++, tick_s = nextafter(tick_s, 0)) {
        uint32_t i = 0;
        while (i < count && rd_whole_ticks(duration_s[i], tick_s) == units[i])
            i++;
        if (i == count)
            return tick_s;
    }
    return 0;
}

/* Else the longest duration is 2^40 ticks, or up to twice that. */
static bool find_tick(const struct rd_network *network, struct rd_arena *scratch,
                      double *ret_tick_s, struct rd_error *reterr)
{
    enum { DIGITS = 40 };
    double *duration_s, most_s = 0;
    uint32_t count = list_durations(network, scratch, &duration_s);
    for (uint32_t i = 0; i < count; i++)
        most_s = fmax(most_s, duration_s[i]);
    if (count == 0)
        return rd_refuse(reterr, "nothing takes any time: no bound above 0");
    *ret_tick_s = find_whole_tick(duration_s, count, scratch);
    if (*ret_tick_s == 0)
        *ret_tick_s = ldexp(1, ilogb(most_s) - DIGITS);
    return (*ret_tick_s > 0 && !isinf(most_s)) ||
           rd_refuse(reterr, "costs of up to %g s: they do not fit ticks", most_s);
}

static void read_ticks(struct rd_port_problem *problem, struct rd_arena *arena)
{
    const struct rd_network *network = problem->network;
    uint32_t links = network->link_count;
    int64_t *item = rd_take(arena, links, int64_t), *latency = rd_take(arena, links, int64_t);
    for (uint32_t link = 0; link < links; link++) {
        item[link] = rd_whole_ticks(network->item_s[link], problem->tick_s);
        latency[link] = rd_whole_ticks(network->latency_s[link], problem->tick_s);
        problem->grid = rd_gcd(item[link], rd_gcd(latency[link], problem->grid));
    }
    problem->item = item;
    problem->latency = latency;
    uint32_t shares = network->share_first[links];
    int64_t *share = rd_take(arena, shares, int64_t);
    for (uint32_t i = 0; i < shares; i++) {
        share[i] = rd_whole_ticks(network->share_item_s[i], problem->tick_s);
        problem->grid = rd_gcd(share[i], problem->grid);
    }
    problem->share = share;
    if (network->instance->goal != RD_FINISH)
        return;
    int64_t *compute = rd_take(arena, network->host_count, int64_t);
    for (uint32_t host = 0; host < network->host_count; host++) {
        compute[host] = rd_whole_ticks(network->compute_item_s[host], problem->tick_s);
        if (rd_host_is_final(problem, host))
            problem->grid = rd_gcd(compute[host], problem->grid);
    }
    problem->compute = compute;
}

/* Loads or targets by commodity. */
static const int64_t *by_commodity(const struct rd_port_problem *problem, const int64_t *amount,
                                   struct rd_arena *arena)
{
    uint32_t n = problem->network->host_count, kinds = problem->network->kind_count;
    if (problem->commodity_count == kinds)
        return amount;
    int64_t *sum = rd_take(arena, n, int64_t);
    for (uint32_t host = 0; host < n; host++)
        for (uint32_t kind = 0; kind < kinds; kind++)
            sum[host] += amount[(uint64_t)host * kinds + kind];
    return sum;
}

static struct rd_final_range range_of_kind(const struct rd_network *network, uint32_t kind)
{
    const struct rd_instance *instance = network->instance;
    int64_t n = network->host_count - (network->relay == RD_NO_HOST ? 0 : 1);
    int64_t items = rd_item_count(instance, kind);
    int64_t apart = instance->balance_error;
    if (apart < 1 && items % n != 0)
        apart = 1;
    apart = apart < items ? apart : items;
    int64_t least = apart > items / n ? 0 : (items - n * apart + n - 1) / n;
    return (struct rd_final_range){items, least < 0 ? 0 : least, items / n, apart};
}

static void read_finals(struct rd_port_problem *problem, struct rd_arena *arena)
{
    struct rd_final_range *finals = rd_take(arena, problem->commodity_count, struct rd_final_range);
    for (uint32_t kind = 0; kind < problem->network->kind_count; kind++) {
        struct rd_final_range range = range_of_kind(problem->network, kind);
        struct rd_final_range *sum = &finals[problem->commodity_count == 1 ? 0 : kind];
        sum->items += range.items;
        sum->least += range.least;
        sum->most_least += range.most_least;
        sum->apart += range.apart;
    }
    problem->finals = finals;
}

/* Where a commodity's ways begin and end: 0 where it lies, and where it may stay. */
static void start_dates(const struct rd_port_problem *problem, uint32_t commodity,
                        int64_t *earliest, int64_t *rest)
{
    uint32_t k = problem->commodity_count;
    for (uint32_t host = 0; host < problem->network->host_count; host++) {
        uint64_t label = (uint64_t)host * k + commodity;
        earliest[label] = problem->load[label] > 0 ? 0 : RD_FAR;
        if (problem->target)
            rest[label] = problem->target[label] > 0 ? 0 : RD_FAR;
        else if (!rd_host_is_final(problem, host))
            rest[label] = RD_FAR;
        else
            rest[label] = problem->compute ? problem->compute[host] : 0;
    }
}

static void find_dates(struct rd_port_problem *problem, struct rd_arena *arena,
                       struct rd_arena *scratch)
{
    const struct rd_network *network = problem->network;
    uint32_t k = problem->commodity_count;
    size_t labels = (size_t)network->host_count * k;
    int64_t *earliest = rd_take(arena, labels, int64_t), *rest = rd_take(arena, labels, int64_t);
    int64_t *length = rd_take(scratch, network->link_count, int64_t);
    for (uint32_t link = 0; link < network->link_count; link++)
        length[link] = problem->latency[link] + problem->item[link];
    for (uint32_t commodity = 0; commodity < k; commodity++) {
        start_dates(problem, commodity, earliest, rest);
        rd_lower_labels(network, length, false, k, scratch, earliest + commodity);
        rd_lower_labels(network, length, true, k, scratch, rest + commodity);
    }
    problem->earliest = earliest;
    problem->rest = rest;
}

static int64_t least_of(const int64_t *label, uint32_t host, uint32_t count)
{
    int64_t least = label[(uint64_t)host * count];
    for (uint32_t i = 1; i < count; i++) {
        int64_t next = label[(uint64_t)host * count + i];
        least = next < least ? next : least;
    }
    return least;
}

static void add_to_row(struct rd_port_row *row, int64_t head, int64_t item)
{
    row->head = head < row->head ? head : row->head;
    row->unit = rd_gcd(item, row->unit);
}

/* Rows that nothing has been added to. In: leave [host_count], when the first item is there. */
static struct rd_port_row *take_rows(struct rd_port_problem *problem, const int64_t *leave,
                                     struct rd_arena *arena)
{
    const struct rd_network *network = problem->network;
    uint32_t n = network->host_count;
    problem->first_receive = n;
    problem->first_processor = 2 * (size_t)n;
    problem->bus = 3 * (size_t)n;
    problem->first_shared = problem->bus + 1;
    problem->first_link = problem->first_shared + network->shared_count;
    problem->row_count = problem->first_link + network->link_count;
    struct rd_port_row *row = rd_take(arena, problem->row_count, struct rd_port_row);
    for (size_t i = 0; i < problem->row_count; i++)
        row[i] = (struct rd_port_row){3 * RD_FAR, 0, 1};
    for (uint32_t host = 0; host < n; host++) {
        uint32_t ports = network->ports[host] == UINT32_MAX ? 0 : network->ports[host];
        row[host].servers = row[problem->first_receive + host].servers = ports;
        row[problem->first_processor + host] =
            problem->compute ? (struct rd_port_row){leave[host], problem->compute[host],
                                                    rd_host_is_final(problem, host)}
                             : (struct rd_port_row){0};
    }
    row[problem->bus].servers = network->instance->topology.shape == RD_BUS;
    return row;
}

/* [shared links] the least rest behind the links that cross each. Its first byte may be of another
 * link than its last. */
static const int64_t *rest_behind_shared(const struct rd_network *network, const int64_t *rest,
                                         struct rd_arena *scratch)
{
    int64_t *behind = rd_take(scratch, network->shared_count, int64_t);
    for (uint32_t i = 0; i < network->shared_count; i++)
        behind[i] = RD_FAR;
    for (uint32_t link = 0; link < network->link_count; link++)
        for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++) {
            int64_t *of = &behind[network->share[i].shared];
            *of = rest[network->to[link]] < *of ? rest[network->to[link]] : *of;
        }
    return behind;
}

static void read_rows(struct rd_port_problem *problem, struct rd_arena *arena,
                      struct rd_arena *scratch)
{
    const struct rd_network *network = problem->network;
    uint32_t n = network->host_count, k = problem->commodity_count;
    int64_t *leave = rd_take(scratch, n, int64_t), *rest = rd_take(scratch, n, int64_t);
    int64_t least_rest = RD_FAR;
    for (uint32_t host = 0; host < n; host++) {
        leave[host] = least_of(problem->earliest, host, k);
        rest[host] = least_of(problem->rest, host, k);
        least_rest = rest[host] < least_rest ? rest[host] : least_rest;
    }
    const int64_t *behind = rest_behind_shared(network, rest, scratch);
    struct rd_port_row *row = take_rows(problem, leave, arena);
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t from = network->from[link], to = network->to[link];
        int64_t arrive = leave[from] + problem->latency[link], item = problem->item[link];
        int64_t head = arrive + rest[to];
        row[problem->first_link + link].head = head;
        row[problem->first_link + link].unit = item;
        add_to_row(&row[from], head, item);
        add_to_row(&row[problem->first_receive + to], head, item);
        add_to_row(&row[problem->bus], arrive + least_rest, item);
        for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++) {
            uint32_t shared = network->share[i].shared;
            add_to_row(&row[problem->first_shared + shared], arrive + behind[shared],
                       problem->share[i]);
        }
    }
    problem->row = row;
}

double rd_row_capacity(const struct rd_port_row *row, int64_t until)
{
    if (row->unit == 0 || until <= row->head)
        return 0;
    return (double)row->servers * (double)((until - row->head) / row->unit * row->unit);
}

bool rd_port_problem_read(const struct rd_network *network, struct rd_arena *arena,
                          struct rd_arena *scratch, struct rd_port_problem *ret_problem,
                          struct rd_error *reterr)
{
    const struct rd_instance *instance = network->instance;
    uint64_t most =
        network->link_count > network->host_count ? network->link_count : network->host_count;
    struct rd_port_problem problem = {
        .network = network,
        .commodity_count =
            most * network->kind_count > RD_PORT_COMMODITY_LIMIT ? 1 : network->kind_count,
    };
    rd_arena_borrow(scratch);
    if (!find_tick(network, scratch, &problem.tick_s, reterr))
        return false;
    read_ticks(&problem, arena);
    problem.load = by_commodity(&problem, instance->load, arena);
    if (instance->goal == RD_REACH)
        problem.target = by_commodity(&problem, instance->target, arena);
    if (instance->goal == RD_BALANCE)
        read_finals(&problem, arena);
    find_dates(&problem, arena, scratch);
    read_rows(&problem, arena, scratch);
    *ret_problem = problem;
    return true;
}
