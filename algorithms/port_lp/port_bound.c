#include "port_bound.h"

#include "electrical_flow.h"
#include "cut_bound.h"
#include "pdhg.h"
#include "flow_repair.h"
#include "port_cut.h"
#include "ring_lp.h"

#include "sim/base/clock.h"
#include "sim/base/guard.h"
#include "sim/model/trace.h"

#include <math.h>
#include <string.h>

/* The most expensive price of a certificate, at first; and that of one which people like to read.
 */
enum { MOST_PRICE = 1 << 30, MOST_SMALL_PRICE = 60, SMALL_SIZE = 1000 };

/* So near may flow and prices be that what is between them is mostly due to rounding these. */
#define ROUNDED_GAP 1e-6

/* Steps before the first look at prices and flow; dates of which each is worth a stage; stages. */
enum { FIRST_STEPS = 64, COARSE_DATES = 4096, MOST_STAGES = 64 };

/* Links and hosts times commodities for which flows are cheap. */
enum { FEW_COLUMNS = 10000 };

/* A search under way: the best of everything so far. */
struct search {
    const struct rd_port_lp *problem;
    const struct rd_port_settings *settings;
    struct rd_arena *scratch;
    size_t columns, labels;
    double gap;    /* near enough */
    uint64_t work; /* left */
    int64_t date;  /* no schedule ends before: shown by `prices` */
    struct rd_prices prices;
    struct rd_prices trial;
    double *flow, *final; /* of the least load.. */
    double *new_flow, *new_final;
    struct rd_real_prices real; /* of the stage before; its arrays are `real_value` */
    double *real_value;
    double load_ticks; /* ..of any row, in ticks */
    double begun_s;    /* the date of rd_now_s when the problem was read, under a date */
};

struct rd_port_settings rd_port_settings_usual(void)
{
    return (struct rd_port_settings){
        .gap = 1e-5, .small_gap = 1e-9, .work = UINT64_C(600000000), .steps = 10000};
}

static const struct rd_port_row *port_row(const struct rd_port_lp *problem, uint32_t host,
                                          bool sends)
{
    return &problem->row[host + (sends ? 0 : problem->first_receive)];
}

static int64_t least_item(const struct rd_port_lp *problem, const struct rd_port_links *port,
                          uint32_t commodity)
{
    int64_t least = INT64_MAX;
    for (uint32_t k = 0; k < port->count; k++) {
        int64_t item = rd_item_ticks(problem, rd_port_link(port, k), commodity);
        least = item < least ? item : least;
    }
    return least;
}

/* What a host surely gives, or takes, of all commodities, in largest items. */
static double own_items(const struct rd_port_lp *problem, uint32_t host, bool sends)
{
    double items = 0;
    for (uint32_t commodity = 0; commodity < problem->commodity_count; commodity++)
        items += fmax(sends ? rd_surplus(problem, host, commodity)
                            : -rd_surplus(problem, host, commodity),
                      0) *
                 rd_network_weight(problem->network, commodity);
    return items;
}

/* How long a port is busy with the host's own items at least, in ticks. */
static double port_time(const struct rd_port_lp *problem, uint32_t host, bool sends)
{
    struct rd_port_links port = rd_port_links_of(problem->network, host, !sends);
    uint32_t servers = port_row(problem, host, sends)->servers;
    double items = own_items(problem, host, sends), per_time = 0, least = INFINITY;
    if (items <= 0 || port.count == 0)
        return 0;
    for (uint32_t k = 0; k < port.count; k++) {
        double item = (double)problem->item[rd_port_link(&port, k)]; /* a largest one */
        per_time += 1 / fmax(item, 1);
        least = fmin(least, item);
    }
    return fmax(items / per_time, servers > 0 ? items * least / servers : 0);
}

/* The time that one host needs at least, of all hosts; and that computing needs. What times are
 * measured in, at first. */
static double guess_size(const struct rd_port_lp *problem)
{
    const struct rd_network *network = problem->network;
    double most = 1, speed = 0, items = 0;
    for (uint32_t host = 0; host < network->host_count; host++) {
        for (uint32_t commodity = 0; commodity < problem->commodity_count; commodity++)
            items += (double)problem->load[(uint64_t)host * problem->commodity_count + commodity];
        most = fmax(most, fmax(port_time(problem, host, true), port_time(problem, host, false)));
        if (problem->compute && rd_host_is_final(problem, host))
            speed += 1 / fmax((double)problem->compute[host], 1);
    }
    return problem->compute ? fmax(most, items / speed) : most;
}

/* May everything stay where it is? */
static bool is_at_goal(const struct rd_port_lp *problem)
{
    const struct rd_network *network = problem->network;
    uint32_t k = problem->commodity_count;
    for (uint32_t commodity = 0; commodity < k; commodity++) {
        int64_t least = INT64_MAX, most = 0;
        for (uint32_t host = 0; host < network->host_count; host++) {
            int64_t load = problem->load[(uint64_t)host * k + commodity];
            if (problem->target ? load != problem->target[(uint64_t)host * k + commodity]
                                : problem->compute && load > 0)
                return false;
            if (rd_host_is_final(problem, host) || load > 0) {
                least = load < least ? load : least;
                most = load > most ? load : most;
            }
        }
        if (problem->finals && most - least > problem->finals[commodity].apart)
            return false;
    }
    return true;
}

/* Keeps a flow if no row is busier with it than with the one before. */
static double take_flow(struct search *search, const struct rd_port_stage *stage,
                        const struct rd_pdhg *descent)
{
    memset(search->new_final, 0, search->labels * sizeof *search->new_final);
    rd_pdhg_flow(descent, search->new_flow, search->new_final);
    if (!rd_flow_repair(search->problem, search->scratch, search->new_flow, search->new_final))
        return INFINITY;
    rd_arena_borrow(search->scratch);
    struct rd_port_stage plain = rd_port_stage_plain(search->problem, 1, search->scratch);
    double load_ticks =
        rd_port_load(search->problem, &plain, search->new_flow, search->new_final, search->scratch);
    double lambda =
        rd_port_load(search->problem, stage, search->new_flow, search->new_final, search->scratch);
    if (load_ticks < search->load_ticks) {
        search->load_ticks = load_ticks;
        memcpy(search->flow, search->new_flow, search->columns * sizeof *search->flow);
        memcpy(search->final, search->new_final, search->labels * sizeof *search->final);
    }
    return lambda;
}

/* Keeps prices that show a later date than those before. */
static bool take_prices(struct search *search, const struct rd_prices *prices, int64_t horizon)
{
    int64_t latest = rd_prices_latest(search->problem, prices, search->date, horizon);
    if (latest < search->date)
        return false;
    search->date = latest + search->problem->grid;
    rd_prices_copy(search->problem, prices, &search->prices);
    return true;
}

/* Prices are often fractions of small numbers: then small numbers show the same, or more. */
static bool take_small_prices(struct search *search, const struct rd_port_stage *stage,
                              const struct rd_real_prices *real, int64_t horizon)
{
    if (search->columns + search->labels > SMALL_SIZE)
        return false;
    int64_t grid = search->problem->grid, before = search->date;
    for (int most = 1; most <= MOST_SMALL_PRICE; most++) {
        rd_prices_round(search->problem, stage, real, most, false, horizon, search->scratch,
                        &search->trial);
        int64_t from = search->date - grid;
        int64_t latest = rd_prices_latest(search->problem, &search->trial, from, horizon);
        if (latest < from)
            continue;
        search->date = latest + grid;
        rd_prices_copy(search->problem, &search->trial, &search->prices);
        if (latest == from)
            break;
    }
    return search->date > before;
}

/* Is the grid so coarse, or the network so small in time, that a date is worth a stage of its own?
 */
static bool is_coarse(const struct search *search)
{
    return search->date / search->problem->grid < COARSE_DATES;
}

/* Keeps a solver's prices for the stage that follows. */
static void keep_real(struct search *search, const struct rd_real_prices *real)
{
    double *row = search->real_value, *potential = row + search->problem->row_count;
    memcpy(row, real->row, search->problem->row_count * sizeof *row);
    memcpy(potential, real->potential, search->labels * sizeof *potential);
    search->real = *real;
    search->real.row = row;
    search->real.potential = potential;
}

/* Tries a price on one port alone, of the host whose own items keep a port busy longest: on large
 * networks the solver may end before it has found as much. O(links log hosts). */
static void price_busiest_port(struct search *search)
{
    const struct rd_port_lp *problem = search->problem;
    uint32_t n = problem->network->host_count, k = problem->commodity_count, busiest = 0;
    double longest = 0;
    bool sends = true;
    for (uint32_t host = 0; host < n; host++)
        for (int way = 0; way < 2; way++) {
            double time = port_time(problem, host, way == 0);
            if (time <= longest || port_row(problem, host, way == 0)->servers == 0)
                continue;
            longest = time;
            busiest = host;
            sends = way == 0;
        }
    if (longest <= 0)
        return;
    struct rd_prices prices = rd_prices_take(problem, search->scratch);
    struct rd_port_links port = rd_port_links_of(problem->network, busiest, !sends);
    prices.row[busiest + (sends ? 0 : problem->first_receive)] = 1;
    for (uint32_t commodity = 0; commodity < k; commodity++) {
        double items = rd_surplus(problem, busiest, commodity);
        int64_t least = least_item(problem, &port, commodity);
        if (sends ? items > 0 : items < 0)
            prices.potential[(size_t)busiest * k + commodity] = sends ? least : -least;
    }
    rd_prices_weigh(problem, search->scratch, &prices);
    take_prices(search, &prices, RD_FAR);
}

/* Takes a solver's prices, rounded. In, out: below, the greatest lambda that prices have shown.
 * Returns: did the bound rise? */
static bool round_and_take(struct search *search, const struct rd_port_stage *stage,
                           const struct rd_real_prices *real, bool fine, int64_t horizon,
                           double *below)
{
    double lambda = rd_prices_round(search->problem, stage, real, MOST_PRICE, fine, horizon,
                                    search->scratch, &search->trial);
    *below = fmax(*below, lambda);
    return take_prices(search, &search->trial, horizon);
}

/* Tries the prices of sets of hosts: of those that give, and (potential, or NULL) of those between
 * which currents fall. Where a solver has no time to converge they show most. */
static void price_sets(struct search *search, const double *potential)
{
    rd_arena_borrow(search->scratch);
    struct rd_real_prices real;
    double ticks = rd_port_cut_find(search->problem, potential, search->scratch, &real), below = 0;
    if (ticks <= 0)
        return;
    struct rd_port_stage stage = rd_port_stage_plain(search->problem, ticks, search->scratch);
    round_and_take(search, &stage, &real, false, RD_FAR, &below);
}

/* Solves one stage. In: start, a flow to start from where no stage has found one, or NULL; horizon,
 * until which its prices have to hold. Returns: did the bound rise? */
static bool run_stage(struct search *search, const struct rd_port_stage *stage, const double *start,
                      int64_t horizon, bool with_links)
{
    rd_arena_borrow(search->scratch);
    struct rd_pdhg *descent = rd_pdhg_open(search->problem, stage, with_links, search->scratch);
    if (search->real.row && search->load_ticks < INFINITY)
        rd_pdhg_start(descent, search->flow, search->final, &search->real);
    else if (start)
        rd_pdhg_start_flow(descent, start);
    double below = 0, above = INFINITY;
    bool rose = false, is_dated = stage->until < RD_FAR, is_done = false;
    uint64_t total = 0, size = search->columns + search->labels;
    struct rd_real_prices real;
    while (!is_done) {
        uint64_t steps = total == 0 ? FIRST_STEPS : total * 2 / 5;
        uint64_t afforded = search->work / size, allowed = search->settings->steps - total;
        afforded = afforded < allowed ? afforded : allowed;
        is_done = steps >= afforded;
        steps = steps < afforded ? steps : afforded;
        rd_pdhg_run(descent, (uint32_t)steps);
        search->work -= steps * size;
        total += steps;
        real = rd_pdhg_prices(descent);
        rose |= round_and_take(search, stage, &real, false, horizon, &below);
        above = fmin(above, take_flow(search, stage, descent));
        if (above > below * (1 + search->gap) && above <= below * (1 + ROUNDED_GAP))
            rose |= round_and_take(search, stage, &real, true, horizon, &below);
        is_done |= rd_time_is_up() || above <= below * (1 + search->gap) ||
                   (is_dated && above <= 1) || (is_dated && rose && is_coarse(search));
    }
    if (total > 0) {
        rose |= take_small_prices(search, stage, &real, horizon);
        keep_real(search, &real);
    }
    return rose;
}

/* The date before another link becomes usable. */
static int64_t find_horizon(const struct rd_port_lp *problem, int64_t until)
{
    int64_t next = RD_FAR;
    for (uint32_t link = 0; link < problem->network->link_count; link++)
        for (uint32_t commodity = 0; commodity < problem->commodity_count; commodity++) {
            int64_t date = rd_link_tick(problem, link, commodity) / problem->scale;
            if (date > until && date - 1 < next)
                next = date - 1;
        }
    return next;
}

static bool has_rows(const struct rd_port_lp *problem, const struct rd_port_stage *stage)
{
    for (size_t row = problem->first_processor; row < problem->row_count; row++)
        if (stage->capacity[row] > 0 && (row < problem->bus || row >= problem->first_link))
            return true;
    return false;
}

/* Raises the bound date by date, or in leaps, while what can be carried until then is too little.
 */
static void strengthen(struct search *search)
{
    for (int stage_count = 0; stage_count < MOST_STAGES && search->work > 0 && !rd_time_is_up();
         stage_count++) {
        rd_arena_borrow(search->scratch);
        int64_t before = search->date;
        struct rd_port_stage stage =
            rd_port_stage_until(search->problem, search->date, search->scratch);
        bool can = rd_port_load(search->problem, &stage, search->flow, search->final,
                                search->scratch) <= 1 + search->gap;
        bool rose =
            !can && has_rows(search->problem, &stage) &&
            run_stage(search, &stage, NULL, find_horizon(search->problem, search->date), true);
        double gain = (double)(search->date - before) / (double)search->date;
        if (!rose || (!is_coarse(search) && gain < search->gap))
            return;
    }
}

/* Raises the bound cut by cut, for each commodity alone, while links cannot carry it by then. */
static void cut(struct search *search)
{
    const struct rd_port_lp *problem = search->problem;
    for (uint32_t commodity = 0; commodity < problem->commodity_count; commodity++)
        for (int round = 0; round < MOST_STAGES && !rd_time_is_up(); round++)
            if (rd_links_can_carry(problem, commodity, search->date, search->scratch,
                                   &search->trial) ||
                !take_prices(search, &search->trial, find_horizon(problem, search->date)))
                break;
}

/* Are cuts worth a flow? Ports bound nearly all that links do. */
static bool cuts_pay(const struct search *search, bool has_plain_rows)
{
    return !has_plain_rows || search->problem->network->all_ports ||
           search->columns + search->labels <= FEW_COLUMNS;
}

/* Does the referee agree to a claim? */
static bool is_agreed(const struct search *search, struct rd_price_certificate *certificate,
                      int64_t date, struct rd_price_verdict *ret_verdict)
{
    certificate->ticks = date;
    return date >= 1 && rd_price_certificate_check(search->problem->network->instance, certificate,
                                                   search->scratch, ret_verdict, NULL);
}

/* Claims what the referee agrees to. What was found in floating point may be too much, by its last
 * digits or, where these decide whether one more item fits, by the time of an item. Then less is
 * claimed, near enough to the most. */
static void certify(struct search *search, struct rd_arena *arena, struct rd_port_bound *bound)
{
    static const double NEAR = 0x1p-36;
    struct rd_price_certificate *certificate =
        rd_prices_certificate(search->problem, &search->prices, search->date, arena);
    int64_t grid = search->problem->grid, low = search->date, high, less = grid, tried;
    for (high = low + grid; !is_agreed(search, certificate, low, &bound->verdict); less *= 2) {
        high = low;
        low -= less;
        if (low < 1)
            return;
    }
    tried = low;
    while ((double)(high - low) > fmax((double)grid, NEAR * (double)high)) {
        tried = low + (high - low) / 2 / grid * grid;
        *(is_agreed(search, certificate, tried, &bound->verdict) ? &low : &high) = tried;
    }
    bool is_shown = tried == low || is_agreed(search, certificate, low, &bound->verdict);
    rd_assert(is_shown);
    bound->certificate = certificate;
    bound->seconds = bound->verdict.seconds;
}

static struct search open_search(const struct rd_port_lp *problem,
                                 const struct rd_port_settings *settings, struct rd_arena *arena,
                                 struct rd_arena *scratch)
{
    uint32_t k = problem->commodity_count;
    size_t columns = (size_t)problem->network->link_count * k;
    size_t labels = (size_t)problem->network->host_count * k;
    return (struct search){
        .problem = problem,
        .settings = settings,
        .scratch = scratch,
        .columns = columns,
        .labels = labels,
        .gap = columns + labels <= SMALL_SIZE ? settings->small_gap : settings->gap,
        .work = settings->work,
        .prices = rd_prices_take(problem, arena),
        .trial = rd_prices_take(problem, scratch),
        .flow = rd_take(arena, columns, double),
        .final = rd_take(arena, labels, double),
        .new_flow = rd_take(scratch, columns, double),
        .new_final = rd_take(scratch, labels, double),
        .real_value = rd_take(scratch, problem->row_count + labels, double),
        .load_ticks = INFINITY,
    };
}

/* What is there where everything may stay. */
static void keep_everything(struct search *search)
{
    for (size_t label = 0; label < search->labels; label++)
        search->final[label] = (double)search->problem->load[label];
    search->load_ticks = 0;
}

/* Is the cheapest price a fraction of the most expensive one, of small numbers? On a ring no others
 * are above 0. */
static bool are_small(const struct rd_port_lp *problem, const struct rd_real_prices *real)
{
    double least = real->most_price;
    for (size_t row = 0; row < problem->row_count; row++)
        if (real->row[row] > 0)
            least = fmin(least, real->row[row]);
    for (int most = 1; most <= MOST_SMALL_PRICE; most++) {
        double price = most * least / real->most_price;
        if (fabs(price - rint(price)) <= 1e-9 * most)
            return true;
    }
    return false;
}

/* Finds the greatest date that prices show on a ring, if any shows what is claimed: none does where
 * a flow fits, nor where even the prices of the two rows that leave it no room, once rounded, do
 * not, since a solver's come no nearer. Few rows have a price: where dates lie closer than prices
 * are rounded, small numbers only help if they stand for the same prices. Returns: false if that is
 * not decided. */
static bool decide_ring(struct search *search)
{
    const struct rd_port_lp *problem = search->problem;
    double claim = search->settings->claim_s / rd_date_s(problem) * (1 - 2 * RD_TIME_TOLERANCE);
    if (!(claim >= (double)problem->grid && claim < (double)RD_FAR) || !rd_ring_is_simple(problem))
        return false;
    rd_arena_borrow(search->scratch);
    struct rd_real_prices real;
    enum rd_ring_answer answer;
    bool shown = false;
    int64_t until = (int64_t)claim / problem->grid * problem->grid;
    for (int round = 0; round < MOST_STAGES; round++, until = search->date) {
        answer = rd_ring_can_carry(problem, until, search->scratch, &real);
        if (answer != RD_RING_CANNOT)
            break;
        struct rd_port_stage stage = rd_port_stage_until(problem, until, search->scratch);
        int64_t horizon = find_horizon(problem, until);
        rd_prices_round(problem, &stage, &real, MOST_PRICE, false, horizon, search->scratch,
                        &search->trial);
        search->date = until;
        bool rose = take_prices(search, &search->trial, horizon);
        if (search->date / problem->grid < MOST_PRICE || are_small(problem, &real))
            rose |= take_small_prices(search, &stage, &real, horizon);
        if (!rose)
            break;
        shown = true;
    }
    if (answer == RD_RING_CAN)
        return true;
    search->date = 0;
    return answer == RD_RING_CANNOT && !shown;
}

/* Finds the prices of the busiest port, if they alone show what is claimed. */
static bool decide_port(struct search *search)
{
    double date_s = rd_date_s(search->problem), claim_s = search->settings->claim_s;
    if (claim_s <= 0)
        return false;
    price_busiest_port(search);
    if (rd_times_agree(rd_ticks_in_seconds(search->date, date_s), claim_s, claim_s))
        return true;
    search->date = 0;
    return false;
}

/* Is there no later date, or does something take so much that prices are of few digits, or that it
 * is taken for less, and still not more than the bound? */
static bool is_cut(const struct search *search)
{
    const struct rd_port_lp *problem = search->problem;
    return search->date > RD_FAR - 2 * problem->grid ||
           (problem->is_cut && search->date > RD_PORT_LONG / problem->scale);
}

/* Is there less time left than a few steps of a solver take? They take more than what was done
 * until now, under a date. */
static bool is_late(const struct search *search)
{
    static const double more = 1.5;
    return rd_time_is_up() || rd_time_left_s() < more * (rd_now_s() - search->begun_s);
}

/* Finds prices, and a flow. Under a date, what takes a moment shows something first, and is all
 * that is looked for where it is late. */
static void search_prices(struct search *search)
{
    enum { LARGE = 1 << 17 };
    const struct rd_port_lp *problem = search->problem;
    bool is_dated = rd_time_left_s() < INFINITY;
    double size = guess_size(problem);
    double *potential = rd_take(search->scratch, search->labels, double);
    if (is_dated) {
        price_busiest_port(search);
        price_sets(search, NULL);
        if (is_late(search))
            return;
    }
    const double *start = rd_electrical_flow(problem, &size, potential, search->scratch);
    if (start && (is_dated || search->columns > LARGE))
        price_sets(search, potential);
    struct rd_port_stage plain = rd_port_stage_plain(problem, size, search->scratch);
    const struct rd_network *network = problem->network;
    bool has_plain_rows = has_rows(problem, &plain);
    if (has_plain_rows)
        run_stage(search, &plain, start, RD_FAR, !rd_has_one_port(network->instance));
    if (!is_dated)
        price_busiest_port(search);
    if (!search->settings->plain_only && cuts_pay(search, has_plain_rows))
        cut(search);
    if (!search->settings->plain_only)
        strengthen(search);
}

static void find(struct search *search, struct rd_arena *arena, struct rd_port_bound *ret_bound)
{
    const struct rd_port_lp *problem = search->problem;
    struct rd_port_bound bound = {.commodity_count = problem->commodity_count};
    if (is_at_goal(problem))
        keep_everything(search);
    else if (!decide_ring(search) && !decide_port(search))
        search_prices(search);
    if (search->date > 0)
        certify(search, arena, &bound);
    if (search->load_ticks < INFINITY || !rd_time_is_up()) {
        bound.flow = search->flow;
        bound.final = search->final;
    }
    bound.flow_s = search->load_ticks * problem->tick_s;
    bound.is_cut = is_cut(search);
    *ret_bound = bound;
}

bool rd_port_bound_find(const struct rd_network *network, const struct rd_port_settings *settings,
                        struct rd_arena *arena, struct rd_arena *scratch,
                        struct rd_port_bound *ret_bound, struct rd_error *reterr)
{
    enum rd_goal goal = network->instance->goal;
    if (goal != RD_REACH && goal != RD_BALANCE && goal != RD_FINISH)
        return rd_refuse(reterr, "the goal is %s: the port bound is for after, balance and finish",
                         rd_goal_name(goal));
    rd_arena_borrow(scratch);
    struct rd_port_lp problem;
    double horizon_s = settings->claim_s;
    do { /* a flow that takes much longer asks for other ticks */
        double begun_s = rd_time_left_s() < INFINITY ? rd_now_s() : 0;
        rd_arena_borrow(scratch);
        if (!rd_port_lp_read(network, horizon_s, arena, scratch, &problem, reterr))
            return false;
        struct search search = open_search(&problem, settings, arena, scratch);
        search.begun_s = begun_s;
        find(&search, arena, ret_bound);
        horizon_s = ret_bound->flow_s;
    } while (horizon_s > problem.most_s && horizon_s < INFINITY);
    return true;
}
