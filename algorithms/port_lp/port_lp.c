#include "port_lp.h"

#include "ticks.h"

#include "sim/base/gcd.h"
#include "sim/model/certificates/price_certificate.h"

/* A cost in ticks. */
static int64_t in_ticks(struct rd_port_lp *problem, double cost_s)
{
    int64_t ticks = rd_whole_ticks(cost_s, problem->tick_s);
    problem->is_cut |= ticks >= RD_PORT_LONG;
    return ticks;
}

static void read_ticks(struct rd_port_lp *problem, struct rd_arena *arena)
{
    const struct rd_network *network = problem->network;
    uint32_t links = network->link_count;
    size_t items = (size_t)network->size_count * links;
    int64_t *item = rd_take(arena, items, int64_t), *latency = rd_take(arena, links, int64_t);
    for (uint32_t link = 0; link < links; link++) {
        latency[link] = in_ticks(problem, network->latency_s[link]);
        problem->grid = rd_gcd(latency[link], problem->grid);
    }
    for (size_t i = 0; i < items; i++) {
        item[i] = in_ticks(problem, network->item_s[i]);
        problem->grid = rd_gcd(item[i], problem->grid);
    }
    problem->item = item;
    problem->latency = latency;
    size_t shares = (size_t)network->size_count * rd_share_count(network);
    int64_t *share = rd_take(arena, shares, int64_t);
    for (size_t i = 0; i < shares; i++) {
        share[i] = in_ticks(problem, network->share_item_s[i]);
        problem->grid = rd_gcd(share[i], problem->grid);
    }
    problem->share = share;
    if (network->instance->goal != RD_FINISH)
        return;
    int64_t *compute = rd_take(arena, network->host_count, int64_t);
    for (uint32_t host = 0; host < network->host_count; host++) {
        compute[host] = in_ticks(problem, network->compute_item_s[host]);
        if (rd_host_is_final(problem, host))
            problem->grid = rd_gcd(compute[host], problem->grid);
    }
    problem->compute = compute;
}

/* Loads or targets by commodity. */
static const int64_t *by_commodity(const struct rd_port_lp *problem, const int64_t *amount,
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

static void read_finals(struct rd_port_lp *problem, struct rd_arena *arena)
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
static void start_dates(const struct rd_port_lp *problem, uint32_t commodity, int64_t *earliest,
                        int64_t *rest)
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

static void find_dates(struct rd_port_lp *problem, struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_network *network = problem->network;
    uint32_t k = problem->commodity_count;
    size_t labels = (size_t)network->host_count * k;
    int64_t *earliest = rd_take(arena, labels, int64_t), *rest = rd_take(arena, labels, int64_t);
    int64_t *length = rd_take(scratch, network->link_count, int64_t);
    for (uint32_t commodity = 0; commodity < k; commodity++) {
        for (uint32_t link = 0; link < network->link_count; link++)
            length[link] = problem->latency[link] + rd_item_ticks(problem, link, commodity);
        start_dates(problem, commodity, earliest, rest);
        rd_shortest_paths(network, length, false, k, scratch, earliest + commodity);
        rd_shortest_paths(network, length, true, k, scratch, rest + commodity);
    }
    problem->earliest = earliest;
    problem->rest = rest;
}

/* Reads all that depends on what a tick is. */
static bool read_dates(struct rd_port_lp *problem, double horizon_s, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_error *reterr)
{
    struct rd_port_ticks ticks;
    if (!rd_port_ticks_find(problem->network, horizon_s, scratch, &ticks, reterr))
        return false;
    problem->tick_s = ticks.tick_s;
    problem->scale = ticks.scale;
    problem->most_s = ticks.most_s;
    problem->grid = 0;
    problem->is_cut = false;
    read_ticks(problem, arena);
    if (problem->scale > 1)
        problem->grid = 1;
    find_dates(problem, arena, scratch);
    return true;
}

/* How long some items take to come to where they are wanted at the least, as far as ticks count. */
static double longest_way_s(const struct rd_port_lp *problem)
{
    size_t labels = (size_t)problem->network->host_count * problem->commodity_count;
    int64_t most = 0;
    for (size_t i = 0; problem->target && i < labels; i++)
        if (problem->target[i] > 0 && (problem->earliest[i] < RD_FAR || problem->is_cut))
            most = rd_greatest(most, problem->earliest[i]);
    return (double)most * problem->tick_s;
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

/* What divides the ticks that items of each size take: [count], of the tables behind each other. */
static int64_t *divisors(const struct rd_network *network, const int64_t *ticks, size_t count,
                         struct rd_arena *scratch)
{
    int64_t *divisor = rd_take(scratch, count, int64_t);
    for (size_t i = 0; i < network->size_count * count; i++)
        divisor[i % count] = rd_gcd(ticks[i], divisor[i % count]);
    return divisor;
}

/* Rows that nothing has been added to. In: leave [host_count], when the first item is there. */
static struct rd_port_row *take_rows(struct rd_port_lp *problem, const int64_t *leave,
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

static void read_rows(struct rd_port_lp *problem, struct rd_arena *arena, struct rd_arena *scratch)
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
    const int64_t *item_unit = divisors(network, problem->item, network->link_count, scratch);
    const int64_t *share_unit = divisors(network, problem->share, rd_share_count(network), scratch);
    struct rd_port_row *row = take_rows(problem, leave, arena);
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t from = network->from[link], to = network->to[link];
        int64_t arrive = leave[from] + problem->latency[link], item = item_unit[link];
        int64_t head = arrive + rest[to];
        row[problem->first_link + link].head = head;
        row[problem->first_link + link].unit = item;
        add_to_row(&row[from], head, item);
        add_to_row(&row[problem->first_receive + to], head, item);
        add_to_row(&row[problem->bus], arrive + least_rest, item);
        for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++) {
            uint32_t shared = network->share[i].shared;
            add_to_row(&row[problem->first_shared + shared], arrive + behind[shared],
                       share_unit[i]);
        }
    }
    problem->row = row;
}

double rd_surplus(const struct rd_port_lp *problem, uint32_t host, uint32_t commodity)
{
    uint64_t label = (uint64_t)host * problem->commodity_count + commodity;
    int64_t load = problem->load[label];
    if (problem->target)
        return (double)(load - problem->target[label]);
    if (problem->compute)
        return 0;
    if (!rd_host_is_final(problem, host))
        return (double)load;
    const struct rd_final_range *range = &problem->finals[commodity];
    int64_t most = range->least + range->apart;
    most = most < range->items ? most : range->items;
    if (load > most)
        return (double)(load - most);
    return load < range->least ? (double)(load - range->least) : 0;
}

double rd_row_capacity(const struct rd_port_lp *problem, size_t row, int64_t until)
{
    const struct rd_port_row *of = &problem->row[row];
    return (double)of->servers * (double)of->unit *
           (double)rd_units_until(problem, of->head, of->unit, until);
}

bool rd_port_lp_read(const struct rd_network *network, double horizon_s, struct rd_arena *arena,
                     struct rd_arena *scratch, struct rd_port_lp *ret_problem,
                     struct rd_error *reterr)
{
    const struct rd_instance *instance = network->instance;
    uint64_t most =
        network->link_count > network->host_count ? network->link_count : network->host_count;
    struct rd_port_lp problem = {
        .network = network,
        .commodity_count =
            most * network->kind_count > RD_PORT_COMMODITY_LIMIT ? 1 : network->kind_count,
    };
    if (problem.commodity_count < network->kind_count && network->size_count > 1)
        return rd_refuse(reterr, "items of several sizes in so many kinds that they would be taken "
                                 "for one: items of one size are accepted");
    rd_arena_borrow(scratch);
    problem.load = by_commodity(&problem, instance->load, arena);
    if (instance->goal == RD_REACH)
        problem.target = by_commodity(&problem, instance->target, arena);
    if (instance->goal == RD_BALANCE)
        read_finals(&problem, arena);
    if (horizon_s <= 0)
        horizon_s = rd_port_horizon_s(network, scratch);
    if (!read_dates(&problem, horizon_s, arena, scratch, reterr))
        return false;
    for (double way_s; (way_s = longest_way_s(&problem)) > problem.most_s;)
        if (!read_dates(&problem, way_s, arena, scratch, reterr))
            return false;
    read_rows(&problem, arena, scratch);
    *ret_problem = problem;
    return true;
}
