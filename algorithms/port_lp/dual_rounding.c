#include "dual_rounding.h"

#include "sim/base/integers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct rd_port_stage make_stage(const struct rd_port_lp *problem, int64_t until, double size,
                                       struct rd_arena *arena)
{
    double *capacity = rd_take(arena, problem->row_count, double);
    for (size_t i = 0; i < problem->row_count; i++) {
        const struct rd_port_row *row = &problem->row[i];
        capacity[i] = until < RD_FAR  ? rd_row_capacity(problem, i, until)
                      : row->unit > 0 ? row->servers * size
                                      : 0;
    }
    return (struct rd_port_stage){until, size, capacity};
}

struct rd_port_stage rd_port_stage_until(const struct rd_port_lp *problem, int64_t until,
                                         struct rd_arena *arena)
{
    return make_stage(problem, until, (double)until * (double)problem->scale, arena);
}

struct rd_port_stage rd_port_stage_plain(const struct rd_port_lp *problem, double size,
                                         struct rd_arena *arena)
{
    return make_stage(problem, RD_FAR, size, arena);
}

static size_t label_count(const struct rd_port_lp *problem)
{
    return (size_t)problem->network->host_count * problem->commodity_count;
}

struct rd_prices rd_prices_take(const struct rd_port_lp *problem, struct rd_arena *arena)
{
    return (struct rd_prices){
        .row = rd_take(arena, problem->row_count, int64_t),
        .potential = rd_take(arena, label_count(problem), int64_t),
    };
}

void rd_prices_copy(const struct rd_port_lp *problem, const struct rd_prices *from,
                    struct rd_prices *to)
{
    memcpy(to->row, from->row, problem->row_count * sizeof *to->row);
    memcpy(to->potential, from->potential, label_count(problem) * sizeof *to->potential);
    to->needed = from->needed;
}

/* The prices of a link's rows together. */
static int64_t link_price(const struct rd_port_lp *problem, const struct rd_prices *prices,
                          uint32_t link)
{
    const struct rd_network *network = problem->network;
    const int64_t *price = prices->row;
    return price[network->from[link]] + price[problem->first_receive + network->to[link]] +
           price[problem->first_link + link] + price[problem->bus];
}

/* --- what is needed --- */

/* Potentials of hosts that keep items, the greatest first, and sums of the first so many. */
struct ranking {
    int64_t count;
    int64_t *value;
    double *sum;
};

static double balance_worth(const struct ranking *ranking, const struct rd_final_range *range,
                            int64_t m)
{
    int64_t above = range->items - m * ranking->count;
    double worth = (double)m * ranking->sum[ranking->count];
    if (above == 0 || range->apart == 0)
        return worth;
    int64_t full = above / range->apart, more = above % range->apart;
    full = full < ranking->count ? full : ranking->count;
    worth += (double)range->apart * ranking->sum[full];
    return full < ranking->count ? worth + (double)more * (double)ranking->value[full] : worth;
}

/* The most that final loads of a commodity are worth; concave in the least of them. */
static double best_balance(const struct rd_port_lp *problem, const struct rd_prices *prices,
                           uint32_t commodity, struct rd_arena *scratch)
{
    const struct rd_final_range *range = &problem->finals[commodity];
    uint32_t n = problem->network->host_count;
    struct ranking ranking = {0, rd_take(scratch, n, int64_t),
                              rd_take(scratch, (size_t)n + 1, double)};
    for (uint32_t host = 0; host < n; host++)
        if (rd_host_is_final(problem, host))
            ranking.value[ranking.count++] =
                prices->potential[(uint64_t)host * problem->commodity_count + commodity];
    rd_sort_falling(ranking.value, (size_t)ranking.count);
    for (int64_t i = 0; i < ranking.count; i++)
        ranking.sum[i + 1] = ranking.sum[i] + (double)ranking.value[i];
    int64_t low = range->least, high = range->most_least;
    RD_FIND_FIRST(low, high, m,
                  balance_worth(&ranking, range, m + 1) <= balance_worth(&ranking, range, m));
    return balance_worth(&ranking, range, low);
}

static double best_processor(const struct rd_port_lp *problem, const struct rd_prices *prices,
                             uint32_t commodity)
{
    double best = -INFINITY;
    for (uint32_t host = 0; host < problem->network->host_count; host++)
        if (rd_host_is_final(problem, host)) {
            int64_t potential =
                prices->potential[(uint64_t)host * problem->commodity_count + commodity];
            best = fmax(best, (double)potential -
                                  (double)problem->compute[host] *
                                      (double)prices->row[problem->first_processor + host]);
        }
    return best;
}

void rd_prices_weigh(const struct rd_port_lp *problem, struct rd_arena *scratch,
                     struct rd_prices *prices)
{
    uint32_t n = problem->network->host_count, k = problem->commodity_count;
    double sum = 0;
    for (uint32_t commodity = 0; commodity < k; commodity++) {
        rd_arena_borrow(scratch);
        int64_t items = 0;
        for (uint32_t host = 0; host < n; host++) {
            uint64_t label = (uint64_t)host * k + commodity;
            int64_t leave = problem->load[label];
            items += leave;
            if (problem->target)
                leave -= problem->target[label];
            sum += (double)leave * (double)prices->potential[label];
        }
        if (problem->finals)
            sum -= best_balance(problem, prices, commodity, scratch);
        if (problem->compute && items > 0)
            sum -= (double)items * best_processor(problem, prices, commodity);
    }
    prices->needed = sum;
}

/* --- what is offered --- */

/* Needed / offered at a stage's capacities. */
static double find_lambda(const struct rd_port_lp *problem, const struct rd_port_stage *stage,
                          const struct rd_prices *prices)
{
    double offered = 0;
    for (size_t row = 0; row < problem->row_count; row++)
        offered += (double)prices->row[row] * stage->capacity[row];
    if (prices->needed <= 0)
        return 0;
    return offered > 0 ? prices->needed / offered : INFINITY;
}

/* Do the prices show that no schedule ends by a date? */
static bool shows(const struct rd_port_lp *problem, const struct rd_prices *prices, int64_t until)
{
    static const double rounding = 0x1p-48; /* what is as much shows nothing */
    double offered = 0;
    for (size_t row = 0; row < problem->row_count; row++)
        if (prices->row[row] > 0)
            offered += (double)prices->row[row] * rd_row_capacity(problem, row, until);
    return prices->needed > offered * (1 + rounding);
}

int64_t rd_prices_latest(const struct rd_port_lp *problem, const struct rd_prices *prices,
                         int64_t from, int64_t horizon)
{
    int64_t grid = problem->grid, low = (from + grid - 1) / grid, high = horizon / grid, step = 1;
    if (low > high || !shows(problem, prices, low * grid))
        return -1;
    while (low + step <= high && shows(problem, prices, (low + step) * grid)) {
        low += step;
        step *= 2;
    }
    if (low + step <= high)
        high = low + step - 1;
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (shows(problem, prices, middle * grid))
            low = middle;
        else
            high = middle - 1;
    }
    return low * grid;
}

/* --- whole numbers --- */

static int64_t whole(double value)
{
    return value > 0 ? (int64_t)(value + 0.5) : 0;
}

static void round_prices(const struct rd_port_lp *problem, const struct rd_real_prices *real,
                         double scale, struct rd_prices *prices)
{
    for (size_t row = 0; row < problem->row_count; row++)
        prices->row[row] = whole(real->row[row] * scale);
    for (size_t i = 0; i < label_count(problem); i++)
        prices->potential[i] = (int64_t)floor(real->potential[i] * scale + 0.5);
}

/* What computing pays is a limit of the potential: an item can always be computed where it is. */
static void lower_to_processors(const struct rd_port_lp *problem, struct rd_prices *prices)
{
    uint32_t k = problem->commodity_count;
    for (uint32_t host = 0; host < problem->network->host_count; host++) {
        if (!rd_host_is_final(problem, host))
            continue;
        int64_t price = prices->row[problem->first_processor + host];
        double pays = (double)problem->compute[host] * (double)price;
        for (uint32_t commodity = 0; commodity < k; commodity++) {
            int64_t *potential = &prices->potential[(uint64_t)host * k + commodity];
            if ((double)*potential > pays)
                *potential = problem->compute[host] * price;
        }
    }
}

/* What a commodity's item pays for a link's shared links. Returns: false if it is too much to
 * count.
 */
static bool shared_pay(const struct rd_port_lp *problem, const struct rd_prices *prices,
                       uint32_t link, uint32_t commodity, int64_t *ret_pay)
{
    const struct rd_network *network = problem->network;
    *ret_pay = 0;
    for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++) {
        int64_t pay;
        int64_t price = prices->row[problem->first_shared + network->share[i].shared];
        if (__builtin_mul_overflow(rd_share_ticks(problem, i, commodity), price, &pay) ||
            __builtin_add_overflow(*ret_pay, pay, ret_pay))
            return false;
    }
    return true;
}

static void lower_potentials(const struct rd_port_lp *problem, int64_t horizon,
                             struct rd_arena *scratch, struct rd_prices *prices)
{
    uint32_t links = problem->network->link_count, k = problem->commodity_count;
    rd_arena_borrow(scratch);
    int64_t *length = rd_take(scratch, links, int64_t);
    if (problem->compute)
        lower_to_processors(problem, prices);
    for (uint32_t commodity = 0; commodity < k; commodity++) {
        for (uint32_t link = 0; link < links; link++) {
            int64_t pays, shared;
            bool fits = !__builtin_mul_overflow(rd_item_ticks(problem, link, commodity),
                                                link_price(problem, prices, link), &pays) &&
                        shared_pay(problem, prices, link, commodity, &shared) &&
                        !__builtin_add_overflow(pays, shared, &pays) && pays < RD_FAR;
            bool usable = horizon == RD_FAR || rd_link_is_usable(problem, link, commodity, horizon);
            length[link] = fits && usable ? pays : RD_FAR;
        }
        rd_shortest_paths(problem->network, length, true, k, scratch,
                          prices->potential + commodity);
    }
}

/* The price that a link's items have to pay for the potentials to be right; -1 if none is enough.
 */
static int64_t asked(const struct rd_port_lp *problem, const struct rd_prices *prices,
                     uint32_t link, int64_t horizon)
{
    uint32_t k = problem->commodity_count;
    uint64_t from = (uint64_t)problem->network->from[link] * k;
    uint64_t to = (uint64_t)problem->network->to[link] * k;
    int64_t ask = 0;
    for (uint32_t commodity = 0; commodity < k; commodity++) {
        int64_t fall = prices->potential[from + commodity] - prices->potential[to + commodity];
        int64_t item = rd_item_ticks(problem, link, commodity), paid;
        if (fall <= 0 ||
            (horizon != RD_FAR && !rd_link_is_usable(problem, link, commodity, horizon)) ||
            !shared_pay(problem, prices, link, commodity, &paid) || paid >= fall)
            continue;
        if (item == 0)
            return -1;
        ask = rd_greatest(ask, (fall - paid + item - 1) / item);
    }
    return ask;
}

/* What links of a host lack, the most first. */
struct lack {
    int64_t price;
    double capacity; /* of the link */
};

static int by_decreasing_lack(const void *a, const void *b)
{
    const struct lack *x = a, *y = b;
    return (x->price < y->price) - (x->price > y->price);
}

/* Raises the send price of a host as long as that costs less than raising those of its links. */
static void cover_host(const struct rd_port_lp *problem, const struct rd_port_stage *stage,
                       uint32_t host, const int64_t *ask, struct lack *lack,
                       struct rd_prices *prices)
{
    const uint32_t *first = problem->network->out_first;
    uint32_t count = 0;
    for (uint32_t link = first[host]; link < first[host + 1]; link++) {
        int64_t more = ask[link] - link_price(problem, prices, link);
        if (more > 0)
            lack[count++] = (struct lack){more, stage->capacity[problem->first_link + link]};
    }
    if (count == 0)
        return;
    qsort(lack, count, sizeof *lack, by_decreasing_lack);
    double capacity = 0;
    uint32_t dearer = 0;
    double of_port = stage->capacity[host];
    if (of_port > 0) {
        while (dearer < count && capacity <= of_port)
            capacity += lack[dearer++].capacity;
        if (capacity > of_port)
            prices->row[host] += lack[dearer - 1].price;
    }
    for (uint32_t link = first[host]; link < first[host + 1]; link++) {
        int64_t more = ask[link] - link_price(problem, prices, link);
        if (more > 0)
            prices->row[problem->first_link + link] += more;
    }
}

/* Lowers the prices of a host's ports to what its links need. */
static void tighten(const struct rd_port_lp *problem, const int64_t *ask, struct rd_prices *prices)
{
    const struct rd_network *network = problem->network;
    for (uint32_t link = 0; link < network->link_count; link++) {
        int64_t spare = link_price(problem, prices, link) - ask[link];
        int64_t *price = &prices->row[problem->first_link + link];
        *price -= spare < *price ? spare : *price;
    }
    for (int side = 0; side < 2; side++) {
        int64_t *price = prices->row + (side == 0 ? problem->first_receive : 0);
        for (uint32_t host = 0; host < network->host_count; host++) {
            int64_t spare = price[host];
            struct rd_port_links port = rd_port_links_of(network, host, side == 0);
            for (uint32_t k = 0; k < port.count && spare > 0; k++) {
                uint32_t link = rd_port_link(&port, k);
                int64_t of = link_price(problem, prices, link) - ask[link];
                spare = of < spare ? of : spare;
            }
            price[host] -= spare;
        }
    }
}

/* Returns: false if no prices do. */
static bool raise_prices(const struct rd_port_lp *problem, const struct rd_port_stage *stage,
                         int64_t horizon, struct rd_arena *scratch, struct rd_prices *prices)
{
    const struct rd_network *network = problem->network;
    rd_arena_borrow(scratch);
    int64_t *ask = rd_take(scratch, network->link_count, int64_t);
    struct lack *lack = rd_take(scratch, network->link_count, struct lack);
    bool possible = true;
    if (problem->compute)
        lower_to_processors(problem, prices);
    for (uint32_t link = 0; link < network->link_count && possible; link++) {
        ask[link] = asked(problem, prices, link, horizon);
        possible = ask[link] >= 0;
    }
    if (possible) {
        for (uint32_t host = 0; host < network->host_count; host++)
            cover_host(problem, stage, host, ask, lack, prices);
        tighten(problem, ask, prices);
    }
    return possible;
}

struct rd_real_prices rd_real_prices(const struct rd_port_lp *problem, const double *row,
                                     const double *potential)
{
    struct rd_real_prices real = {.row = row, .potential = potential};
    for (size_t i = 0; i < problem->row_count; i++)
        real.most_price = fmax(real.most_price, row[i]);
    for (size_t i = 0; i < label_count(problem); i++)
        real.most_potential = fmax(real.most_potential, fabs(potential[i]));
    return real;
}

/* How far prices at a scale are from whole numbers at the most. */
static double rounded_by(const double *price, size_t count, double scale)
{
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, fabs(scale * price[i] - rint(scale * price[i])));
    return most;
}

/* The factor that makes the most expensive price `most`, but for potentials that would be too
 * large. */
static double find_scale(const struct rd_real_prices *real, double most)
{
    double scale = real->most_price > 0 ? most / real->most_price : 1;
    return real->most_potential * scale > 0x1p59 ? 0x1p59 / real->most_potential : scale;
}

/* A factor a little below `scale` at which a few prices are nearest to whole numbers; of more
 * prices none is near, and it is `scale`. */
static double find_fine_scale(const struct rd_port_lp *problem, const struct rd_real_prices *real,
                              double scale)
{
    enum { FEW_PRICES = 8, TRIES = 4096 };
    double price[FEW_PRICES];
    size_t count = 0;
    for (size_t row = 0; row < problem->row_count; row++)
        if (real->row[row] > 0 && count++ < FEW_PRICES)
            price[count - 1] = real->row[row];
    if (count < 2 || count > FEW_PRICES)
        return scale;
    double greatest = floor(scale * real->most_price), least = rounded_by(price, count, scale);
    for (int less = 0; less < TRIES && greatest - less >= TRIES; less++) {
        double other = (greatest - less) / real->most_price;
        double by = rounded_by(price, count, other);
        if (by < least) {
            least = by;
            scale = other;
        }
    }
    return scale;
}

double rd_prices_round(const struct rd_port_lp *problem, const struct rd_port_stage *stage,
                       const struct rd_real_prices *real, double most, bool fine, int64_t horizon,
                       struct rd_arena *scratch, struct rd_prices *ret_prices)
{
    rd_arena_borrow(scratch);
    struct rd_prices raised = rd_prices_take(problem, scratch);
    double scale = find_scale(real, most), raised_lambda = 0;
    if (fine)
        scale = find_fine_scale(problem, real, scale);
    round_prices(problem, real, scale, ret_prices);
    rd_prices_copy(problem, ret_prices, &raised);
    if (raise_prices(problem, stage, horizon, scratch, &raised)) {
        rd_prices_weigh(problem, scratch, &raised);
        raised_lambda = find_lambda(problem, stage, &raised);
    }
    lower_potentials(problem, horizon, scratch, ret_prices);
    rd_prices_weigh(problem, scratch, ret_prices);
    double lambda = find_lambda(problem, stage, ret_prices);
    if (raised_lambda > lambda) {
        rd_prices_copy(problem, &raised, ret_prices);
        lambda = raised_lambda;
    }
    return lambda;
}

/* Has a shared link a price? Without one dates have the coarser grid of ports and links. */
static bool prices_shared(const struct rd_port_lp *problem, const struct rd_prices *prices)
{
    for (size_t row = problem->first_shared; row < problem->first_link; row++)
        if (prices->row[row] > 0)
            return true;
    return false;
}

struct rd_price_certificate *rd_prices_certificate(const struct rd_port_lp *problem,
                                                   const struct rd_prices *prices, int64_t ticks,
                                                   struct rd_arena *arena)
{
    const struct rd_network *network = problem->network;
    struct rd_price_certificate *certificate = rd_take(arena, 1, struct rd_price_certificate);
    int64_t *link_price = rd_take(arena, rd_link_count(&network->instance->topology), int64_t);
    for (uint32_t link = 0; link < network->link_count; link++)
        link_price[network->number[link]] = prices->row[problem->first_link + link];
    *certificate = (struct rd_price_certificate){
        .tick_s = problem->tick_s,
        .ticks = ticks,
        .scale = problem->scale,
        .single_items = network->single_items,
        .commodity_count = problem->commodity_count,
        .send_price = prices->row,
        .receive_price = prices->row + problem->first_receive,
        .processor_price = prices->row + problem->first_processor,
        .link_price = link_price,
        .bus_price = prices->row[problem->bus],
        .shared_price = prices_shared(problem, prices) ? prices->row + problem->first_shared : NULL,
        .potential = prices->potential,
        .earliest = problem->earliest,
        .rest = problem->rest,
    };
    return certificate;
}
