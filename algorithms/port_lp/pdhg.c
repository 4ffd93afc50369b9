#include "pdhg.h"

#include "step_sizes.h"

#include "sim/base/guard.h"

#include <math.h>
#include <string.h>

static const double STEP = 0.99;

/* Items over time of each link; one whose items take no time is measured as a typical one. Returns:
 * do they all take time? */
static bool read_columns(struct rd_pdhg *d, struct rd_arena *arena)
{
    double sum = 0;
    uint32_t timed = 0;
    bool *is_timed = rd_take(arena, d->links, bool);
    d->per_time = rd_take(arena, d->links, double);
    for (uint32_t link = 0; link < d->links; link++) {
        is_timed[link] = d->problem->item[link] > 0;
        if (!is_timed[link])
            continue;
        d->per_time[link] = 1 / (double)d->problem->item[link];
        sum += d->per_time[link];
        timed++;
    }
    for (uint32_t link = 0; link < d->links; link++)
        if (!is_timed[link])
            d->per_time[link] = timed > 0 ? sum / timed : 1;
    d->is_timed = is_timed;
    const struct rd_network *network = d->problem->network;
    double *weight = rd_take(arena, network->share_first[d->links], double);
    for (uint32_t link = 0; link < d->links; link++)
        for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++)
            weight[i] = is_timed[link] ? (double)d->problem->share[i] * d->per_time[link] : 0;
    d->weight_of_share = weight;
    bool *usable = rd_take(arena, (size_t)d->links * d->k, bool);
    for (uint32_t link = 0; d->stage->until != RD_FAR && link < d->links; link++)
        for (uint32_t commodity = 0; commodity < d->k; commodity++) {
            size_t column = (size_t)link * d->k + commodity;
            usable[column] = rd_link_is_usable(d->problem, link, commodity, d->stage->until);
            if (!usable[column])
                d->usable = usable;
        }
    return timed == d->links;
}

static void read_rows(struct rd_pdhg *d, bool with_links, struct rd_arena *arena)
{
    d->row_count = with_links ? d->problem->row_count : d->problem->first_link;
    d->factor = rd_take(arena, d->row_count, double);
    for (size_t row = 0; row < d->row_count; row++) {
        double capacity = d->stage->capacity[row];
        d->factor[row] = capacity > 0 ? d->stage->size / capacity : 0;
    }
}

static struct rd_iterate open_iterate(size_t count, struct rd_arena *arena)
{
    return (struct rd_iterate){count, rd_take(arena, count, double), rd_take(arena, count, double),
                               rd_take(arena, count, double)};
}

static void list_rows(struct rd_pdhg *d, struct rd_arena *arena)
{
    d->present = rd_take(arena, d->row_count, size_t);
    d->above = rd_take(arena, d->row_count, size_t);
    for (size_t row = 0; row < d->row_count; row++)
        if (d->row_step[row] > 0) {
            d->present[d->present_count++] = row;
            d->step_sum += d->row_step[row];
        }
}

/* What of a final load goes with time: in largest items. */
static double final_rate(const struct rd_pdhg *d, uint32_t host, uint32_t commodity)
{
    bool computes = d->problem->compute && d->problem->compute[host] > 0;
    return computes ? d->final_per_time[host] * d->item_size[commodity] : d->final_per_time[host];
}

/* What a level may be: in the middle of what it may, so that loads above it stay small. */
static void start_values(struct rd_pdhg *d)
{
    for (size_t i = 0; i < d->present_count; i++)
        d->q.value[d->present[i]] = d->q.start[d->present[i]] = 1 / (double)d->present_count;
    for (uint32_t commodity = 0; d->has_level && commodity < d->k; commodity++) {
        const struct rd_final_range *range = &d->problem->finals[commodity];
        double level = (double)range->most_least * d->item_size[commodity] / d->stage->size /
                       d->level_per_time;
        d->x.value[d->first_level + commodity] = d->x.start[d->first_level + commodity] = level;
    }
}

struct rd_pdhg *rd_pdhg_open(const struct rd_port_lp *problem, const struct rd_port_stage *stage,
                             bool with_links, struct rd_arena *arena)
{
    struct rd_pdhg *d =
        rd_make(arena, struct rd_pdhg, .problem = problem, .stage = stage,
                .n = problem->network->host_count, .links = problem->network->link_count,
                .k = problem->commodity_count, .has_finals = !problem->target,
                .has_level = problem->finals != NULL, .weight = 1);
    double *item_size = rd_take(arena, d->k, double);
    for (uint32_t commodity = 0; commodity < d->k; commodity++)
        item_size[commodity] = rd_network_weight(problem->network, commodity);
    d->item_size = item_size;
    bool all_timed = read_columns(d, arena);
    read_rows(d, with_links, arena);
    d->is_single = d->k == 1 && problem->network->shared_count == 0;
    d->is_plain = d->is_single && all_timed && !d->usable && d->row_count == problem->first_link;
    rd_step_sizes_find(d, arena);
    list_rows(d, arena);
    size_t labels = (size_t)d->n * d->k;
    d->first_final = (size_t)d->links * d->k;
    d->first_level = d->first_final + (d->has_finals ? labels : 0);
    d->x = open_iterate(d->first_level + (d->has_level ? d->k : 0), arena);
    d->pi = open_iterate(labels, arena);
    d->q = open_iterate(d->row_count, arena);
    d->charge = rd_take(arena, problem->row_count, double);
    d->left = rd_take(arena, labels, double);
    d->content = rd_take(arena, problem->row_count, double);
    d->surplus = rd_take(arena, labels, double);
    for (size_t label = 0; label < labels; label++) {
        int64_t leave = problem->load[label] - (problem->target ? problem->target[label] : 0);
        d->surplus[label] = (double)leave * item_size[label % d->k] / stage->size;
    }
    start_values(d);
    return d;
}

/* Prices of ticks become prices of rows, whose sum is 1. */
static void start_prices(struct rd_pdhg *d, const struct rd_real_prices *prices)
{
    double sum = 0, *value = d->q.value;
    memcpy(value, prices->row, d->row_count * sizeof *value);
    for (size_t row = 0; row < d->row_count; row++) {
        value[row] = d->factor[row] > 0 ? value[row] / d->factor[row] : 0;
        sum += value[row];
    }
    for (size_t row = 0; row < d->row_count && sum > 0; row++)
        value[row] /= sum;
    for (size_t label = 0; label < d->pi.count; label++)
        d->pi.value[label] = prices->potential[label] / d->item_size[label % d->k];
}

/* Final loads above the least of them. */
static void start_finals(struct rd_pdhg *d, const double *final)
{
    for (uint32_t commodity = 0; commodity < d->k; commodity++) {
        double level = d->has_level ? INFINITY : 0, size = d->item_size[commodity];
        for (uint32_t host = 0; d->has_level && host < d->n; host++)
            if (rd_host_is_final(d->problem, host))
                level = fmin(level, final[(size_t)host * d->k + commodity]);
        if (d->has_level)
            d->x.value[d->first_level + commodity] =
                level * size / d->stage->size / d->level_per_time;
        for (uint32_t host = 0; host < d->n; host++) {
            size_t label = (size_t)host * d->k + commodity;
            if (rd_host_is_final(d->problem, host))
                d->x.value[d->first_final + label] =
                    (final[label] - level) * size / d->stage->size / final_rate(d, host, commodity);
        }
    }
}

static void start_links(struct rd_pdhg *d, const double *flow)
{
    for (uint32_t link = 0; link < d->links; link++)
        for (uint32_t commodity = 0; commodity < d->k; commodity++) {
            size_t column = (size_t)link * d->k + commodity;
            if (!d->usable || d->usable[column])
                d->x.value[column] =
                    flow[column] * d->item_size[commodity] / d->per_time[link] / d->stage->size;
        }
    memcpy(d->x.start, d->x.value, d->x.count * sizeof *d->x.start);
}

void rd_pdhg_start_flow(struct rd_pdhg *descent, const double *flow)
{
    static const double light_weight = 0.01; /* the flow moves far, prices little */
    if (descent->laplacian)
        return;
    descent->weight = light_weight;
    start_links(descent, flow);
}

void rd_pdhg_start(struct rd_pdhg *descent, const double *flow, const double *final,
                   const struct rd_real_prices *prices)
{
    struct rd_pdhg *d = descent;
    if (d->has_finals)
        start_finals(d, final);
    start_links(d, flow);
    start_prices(d, prices);
    memcpy(d->pi.start, d->pi.value, d->pi.count * sizeof *d->pi.start);
    memcpy(d->q.start, d->q.value, d->q.count * sizeof *d->q.start);
}

/* A column's step. In: rate, of all steps. Returns: the reflected value. */
static inline double step_column(struct rd_pdhg *d, size_t column, double rate, double step,
                                 double gradient, double least, double most, double *moved)
{
    double x = d->x.value[column];
    double next = x - rate * step * gradient;
    next = next < least ? least : next > most ? most : next;
    d->x.next[column] = next;
    *moved += (next - x) * (next - x) / step;
    return 2 * next - x;
}

/* Of one commodity, without shared links. In: plain, a constant: every link is usable and takes
 * time, and only its ports and a bus have prices. */
static inline __attribute__((always_inline)) double step_single_links(struct rd_pdhg *d, bool plain)
{
    const struct rd_network *network = d->problem->network;
    const double *charge = d->charge, *potential = d->pi.value;
    double *left = d->left, *content = d->content;
    double moved = 0, bus_time = 0, rate = STEP / d->weight;
    const double bus_charge = charge[d->problem->bus];
    size_t first_link = d->problem->first_link;
    bool with_links = !plain && first_link < d->row_count;
    for (uint32_t from = 0; from < d->n; from++) {
        double left_from = left[from], sent = content[from]; /* no link leads back to it */
        for (uint32_t link = network->out_first[from]; link < network->out_first[from + 1];
             link++) {
            if (!plain && d->usable && !d->usable[link])
                continue;
            bool is_timed = plain || d->is_timed[link];
            uint32_t to = network->to[link];
            size_t receive = (size_t)d->n + to;
            double per_time = d->per_time[link];
            double price = charge[from] + charge[receive] + bus_charge;
            if (with_links)
                price += charge[first_link + link];
            double fall = potential[from] - potential[to];
            double gradient = (is_timed ? price : 0) - fall * per_time;
            double x =
                step_column(d, link, rate, d->link_step[link], gradient, 0, INFINITY, &moved);
            left_from += x * per_time;
            left[to] -= x * per_time;
            if (!is_timed)
                continue;
            sent += x;
            content[receive] += x;
            bus_time += x;
            if (with_links)
                content[first_link + link] = x;
        }
        left[from] = left_from;
        content[from] = sent;
    }
    content[d->problem->bus] = bus_time;
    return moved;
}

static double step_any_links(struct rd_pdhg *d)
{
    const struct rd_network *network = d->problem->network;
    double moved = 0, bus_time = 0, rate = STEP / d->weight;
    for (uint32_t link = 0; link < d->links; link++) {
        size_t send = network->from[link], receive = (size_t)d->n + network->to[link];
        size_t from = send * d->k, to = (receive - d->n) * d->k;
        bool is_timed = d->is_timed[link];
        double price = is_timed ? rd_port_price(d, link, d->q.value, d->charge) : 0;
        double time = 0, per_time = d->per_time[link];
        for (uint32_t commodity = 0; commodity < d->k; commodity++) {
            size_t column = (size_t)link * d->k + commodity;
            if (d->usable && !d->usable[column])
                continue;
            double fall = d->pi.value[from + commodity] - d->pi.value[to + commodity];
            double x = step_column(d, column, rate, d->link_step[link], price - fall * per_time, 0,
                                   INFINITY, &moved);
            d->left[from + commodity] += x * per_time;
            d->left[to + commodity] -= x * per_time;
            time += x;
        }
        if (!is_timed)
            continue;
        d->content[send] += time;
        d->content[receive] += time;
        bus_time += time;
        for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++)
            d->content[d->problem->first_shared + network->share[i].shared] +=
                d->weight_of_share[i] * time;
        if (d->problem->first_link < d->row_count)
            d->content[d->problem->first_link + link] = time;
    }
    d->content[d->problem->bus] = bus_time;
    return moved;
}

static double step_links(struct rd_pdhg *d)
{
    for (size_t row = 0; row < d->row_count; row++)
        d->charge[row] = d->q.value[row] * d->factor[row];
    return !d->is_single ? step_any_links(d)
           : d->is_plain ? step_single_links(d, true)
                         : step_single_links(d, false);
}

/* Final loads, and the levels that they share. */
static double step_finals(struct rd_pdhg *d)
{
    const struct rd_port_lp *problem = d->problem;
    double moved = 0, rate = STEP / d->weight;
    for (uint32_t commodity = 0; d->has_finals && commodity < d->k; commodity++) {
        double sum = 0;
        for (uint32_t host = 0; host < d->n; host++) {
            size_t label = (size_t)host * d->k + commodity;
            if (!rd_host_is_final(problem, host))
                continue;
            double per_time = final_rate(d, host, commodity), most = INFINITY, price = 0;
            bool computes = d->problem->compute && problem->compute[host] > 0;
            if (d->has_level)
                most = (double)problem->finals[commodity].apart * d->item_size[commodity] /
                       d->stage->size / per_time;
            if (computes)
                price = d->q.value[d->problem->first_processor + host] *
                        d->factor[d->problem->first_processor + host];
            double x = step_column(d, d->first_final + label, rate, d->final_step[host],
                                   price - d->pi.value[label] * per_time, 0, most, &moved);
            d->left[label] += x * per_time;
            if (computes)
                d->content[d->problem->first_processor + host] += x;
            sum += d->pi.value[label];
        }
        if (!d->has_level)
            continue;
        const struct rd_final_range *range = &problem->finals[commodity];
        double scale = d->stage->size * d->level_per_time / d->item_size[commodity];
        double level = step_column(d, d->first_level + commodity, rate, d->level_step,
                                   -sum * d->level_per_time, (double)range->least / scale,
                                   (double)range->most_least / scale, &moved);
        for (uint32_t host = 0; host < d->n; host++)
            if (rd_host_is_final(problem, host))
                d->left[(size_t)host * d->k + commodity] += level * d->level_per_time;
    }
    return moved;
}

/* One round of Newton's method: what prices come to above a cut. Rows that fall to it are left out
 * of the list that is made: above a greater cut they come to nothing either. In: row [count], all
 * rows or the list. */
static double next_cut(struct rd_pdhg *d, const size_t *row, size_t count, double cut,
                       double least_cut)
{
    const double *price = d->q.next, *step = d->row_step;
    size_t *above = d->above, kept = 0;
    double sum = 0, slope = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = row[i];
        double left = price[at] - cut * step[at];
        int is_above = left > 0; /* without branches: half of them would be guessed wrong */
        above[kept] = at;
        kept += (size_t)is_above;
        sum += is_above * left;
        slope += is_above * step[at];
    }
    d->above_count = kept;
    return slope > 0 ? cut + (sum - 1) / slope : least_cut;
}

/* What to subtract of prices, so that they come to the point of the simplex that is nearest, rows
 * being measured by their steps: max(0, price - cut * step), where cut makes the sum 1. The sum is
 * convex in cut: Newton's method comes from the left after its first round, and ends after finitely
 * many, as soon as no row falls to the cut or rounding makes it no greater. In: price_sum, of all
 * prices. */
static double find_cut(struct rd_pdhg *d, double price_sum)
{
    double least_cut = (price_sum - 1) / d->step_sum;
    double cut = d->cut > least_cut ? d->cut : least_cut;
    double next = next_cut(d, d->present, d->present_count, cut, least_cut);
    if (next < cut) {
        cut = next;
        next = next_cut(d, d->present, d->present_count, cut, least_cut);
    }
    while (next > cut) {
        size_t before = d->above_count;
        cut = next;
        next = next_cut(d, d->above, before, cut, least_cut);
        if (d->above_count == before)
            break;
    }
    return cut;
}

/* Potentials, by the Laplacian. Returns: how far they moved, as it measures. */
static double step_potentials(struct rd_pdhg *d)
{
    double step = STEP * d->weight, moved = 0;
    for (size_t label = 0; label < d->pi.count; label++)
        d->left[label] = d->surplus[label] - d->left[label];
    for (uint32_t commodity = 0; commodity < d->k; commodity++) {
        double *next = d->pi.next + commodity, sum = 0;
        rd_laplacian_solve(d->laplacian, d->left + commodity, d->k, next);
        for (uint32_t host = 0; d->pulled && host < d->n; host++)
            sum += rd_host_is_final(d->problem, host) ? next[(size_t)host * d->k] : 0;
        for (uint32_t host = 0; d->pulled && host < d->n; host++)
            next[(size_t)host * d->k] -= sum / d->pull * d->pulled[host];
    }
    for (size_t label = 0; label < d->pi.count; label++) {
        moved += step * step * d->pi.next[label] * d->left[label];
        d->pi.next[label] = d->pi.value[label] + step * d->pi.next[label];
    }
    return moved;
}

/* Prices of rows, on the simplex. In: moved, how far others moved. */
static double step_prices(struct rd_pdhg *d, double moved)
{
    const double *value = d->q.value, *step = d->row_step;
    double *next = d->q.next, rate = STEP * d->weight, sum = 0;
    for (size_t i = 0; i < d->present_count; i++) {
        size_t row = d->present[i];
        next[row] = value[row] + rate * step[row] * d->factor[row] * d->content[row];
        sum += next[row];
    }
    d->cut = find_cut(d, sum);
    for (size_t i = 0; i < d->present_count; i++) {
        size_t row = d->present[i];
        double left = next[row] - d->cut * step[row];
        next[row] = left > 0 ? left : 0;
        double change = next[row] - value[row];
        moved += change * change / step[row];
    }
    return moved;
}

static double step_duals(struct rd_pdhg *d)
{
    double moved = d->laplacian ? step_potentials(d) : 0;
    for (uint32_t host = 0; host < d->n && !d->laplacian; host++)
        for (uint32_t commodity = 0; d->host_step[host] > 0 && commodity < d->k; commodity++) {
            size_t label = (size_t)host * d->k + commodity;
            double change =
                STEP * d->weight * d->host_step[host] * (d->surplus[label] - d->left[label]);
            d->pi.next[label] = d->pi.value[label] + change;
            moved += change * change / d->host_step[host];
        }
    return step_prices(d, moved);
}

/* Z reflected, drawn back to where the run started. */
static void draw(double *value, const double *start, const double *next, size_t count, double part)
{
    for (size_t i = 0; i < count; i++)
        value[i] = part * (2 * next[i] - value[i]) + (1 - part) * start[i];
}

static double squared_distance(const double *a, const double *b, size_t count, const double *step,
                               uint32_t repeat)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double of = step[i / repeat];
        if (of > 0)
            sum += (a[i] - b[i]) * (a[i] - b[i]) / of;
    }
    return sum;
}

/* How far potentials have come since the last restart. */
static double potentials_distance(const struct rd_pdhg *d)
{
    const struct rd_network *network = d->problem->network;
    double sum = 0;
    if (!d->laplacian)
        return squared_distance(d->pi.next, d->pi.start, d->pi.count, d->host_step, d->k);
    for (size_t label = 0; label < d->pi.count; label++) {
        d->left[label] = d->pi.next[label] - d->pi.start[label]; /* scratch between steps */
        sum += d->host_diagonal[label / d->k] * d->left[label] * d->left[label];
    }
    for (uint32_t link = 0; link < d->links; link++)
        for (uint32_t commodity = 0; commodity < d->k; commodity++) {
            double fall = d->left[(size_t)network->from[link] * d->k + commodity] -
                          d->left[(size_t)network->to[link] * d->k + commodity];
            sum += d->link_weight[link] * fall * fall;
        }
    return sum;
}

static void start_at(double *value, double *start, const double *next, size_t count)
{
    memcpy(value, next, count * sizeof *value);
    memcpy(start, next, count * sizeof *start);
}

static void restart(struct rd_pdhg *d)
{
    size_t links = (size_t)d->links * d->k;
    double primal = squared_distance(d->x.next, d->x.start, links, d->link_step, d->k);
    double dual = potentials_distance(d) +
                  squared_distance(d->q.next, d->q.start, d->q.count, d->row_step, 1);
    if (d->has_finals)
        primal += squared_distance(d->x.next + d->first_final, d->x.start + d->first_final,
                                   (size_t)d->n * d->k, d->final_step, d->k);
    if (primal > 1e-30 && dual > 1e-30)
        d->weight = fmin(1e4, fmax(1e-4, sqrt(d->weight * sqrt(dual / primal))));
    start_at(d->x.value, d->x.start, d->x.next, d->x.count);
    start_at(d->pi.value, d->pi.start, d->pi.next, d->pi.count);
    start_at(d->q.value, d->q.start, d->q.next, d->q.count);
    d->since = 0;
}

static bool is_time_to_restart(const struct rd_pdhg *d, double move)
{
    return move <= 0.2 * d->first_move || (move <= 0.8 * d->first_move && move > d->last_move) ||
           d->since >= 0.36 * d->total;
}

static void take_step(struct rd_pdhg *d)
{
    memset(d->left, 0, d->pi.count * sizeof *d->left);
    memset(d->content, 0, d->row_count * sizeof *d->content);
    double primal = step_links(d) + step_finals(d);
    double dual = step_duals(d);
    double move = sqrt(primal * d->weight + dual / d->weight);
    d->total++;
    d->since++;
    if (d->since == 1)
        d->first_move = move;
    else if (is_time_to_restart(d, move)) {
        restart(d);
        return;
    }
    d->last_move = move;
    double part = (double)d->since / (d->since + 1);
    draw(d->x.value, d->x.start, d->x.next, d->x.count, part);
    draw(d->pi.value, d->pi.start, d->pi.next, d->pi.count, part);
    draw(d->q.value, d->q.start, d->q.next, d->q.count, part);
}

void rd_pdhg_run(struct rd_pdhg *descent, uint32_t steps)
{
    for (uint32_t step = 0; step < steps && (step == 0 || !rd_time_is_up()); step++)
        take_step(descent);
}

struct rd_real_prices rd_pdhg_prices(struct rd_pdhg *descent)
{
    struct rd_pdhg *d = descent;
    /* A price of a row over its capacity is a price of a tick; content and left are scratch between
     * steps. */
    for (size_t row = 0; row < d->row_count; row++)
        d->content[row] = d->q.next[row] * d->factor[row];
    for (size_t label = 0; label < d->pi.count; label++)
        d->left[label] = d->pi.next[label] * d->item_size[label % d->k];
    return rd_real_prices(d->problem, d->content, d->left);
}

void rd_pdhg_flow(const struct rd_pdhg *descent, double *ret_flow, double *ret_final)
{
    const struct rd_pdhg *d = descent;
    double size = d->stage->size;
    for (uint32_t link = 0; link < d->links; link++)
        for (uint32_t commodity = 0; commodity < d->k; commodity++) {
            size_t column = (size_t)link * d->k + commodity;
            ret_flow[column] =
                d->x.next[column] * d->per_time[link] * size / d->item_size[commodity];
        }
    for (uint32_t host = 0; d->has_finals && host < d->n; host++)
        for (uint32_t commodity = 0; commodity < d->k; commodity++) {
            size_t label = (size_t)host * d->k + commodity;
            if (!rd_host_is_final(d->problem, host))
                continue;
            ret_final[label] =
                d->x.next[d->first_final + label] * final_rate(d, host, commodity) * size;
            if (d->has_level)
                ret_final[label] +=
                    d->x.next[d->first_level + commodity] * d->level_per_time * size;
            ret_final[label] /= d->item_size[commodity];
        }
}
