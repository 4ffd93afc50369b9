#include "multicast_prices.h"

#include "host_cuts.h"
#include "row_classes.h"
#include "steiner_cuts.h"

#include "algorithms/graph/translations.h"
#include "sim/base/integers.h"

#include <inttypes.h>
#include <math.h>

/* The largest price, and the most rounds of one date. */
enum { TOP = 1 << 20, ROUNDS = 400, DATED_ROUNDS = 60 };

struct search {
    const struct rd_rows *rows;
    struct rd_steiner steiner;
    double *load, *average; /* [rows] of the trees of a round; of all, the later the more */
    double *price, *usual;  /* [rows] of a round; averaged over rounds */
    int64_t *whole, *best;  /* [rows] as whole numbers; of the best bound so far */
    int64_t date;           /* that is tried; RD_NO_DATE: whichever is shown */
    int64_t step;           /* between dates: the grid, or a tick where links are shared */
    int64_t shown;          /* a date that is too early; -1: none */
    uint64_t work;          /* that is left */
    struct rd_row_classes classes;
    bool limited; /* ports have limits */
    struct rd_arena *scratch;
};

/* The prices of rows as whole numbers of which the largest is TOP. */
static void round_prices(struct search *search, const double *price)
{
    double most = 0;
    for (uint32_t row = 0; row < search->rows->row_count; row++)
        most = fmax(most, price[row]);
    for (uint32_t row = 0; row < search->rows->row_count; row++)
        search->whole[row] = most > 0 ? (int64_t)(price[row] / most * TOP) : 0;
}

/* What an item of a length pays on each link at prices. */
static void price_links(struct search *search, const int64_t *price, uint32_t length)
{
    const struct rd_rows *rows = search->rows;
    for (uint32_t link = 0; link < rows->multicast->network.link_count; link++) {
        int64_t pays = 0;
        for (uint64_t i = rows->use_first[link]; i < rows->use_first[link + 1]; i++)
            pays += price[rows->use[i].row] * rows->use[i].item[length];
        search->steiner.left[link] = pays;
    }
}

/* What all items need at prices, by the date that the steiner has. Their trees go into load. */
static rd_wide find_needed(struct search *search, const int64_t *price)
{
    const struct rd_rows *rows = search->rows;
    const struct rd_multicast *multicast = rows->multicast;
    struct rd_steiner *steiner = &search->steiner;
    rd_wide needed = 0;
    uint64_t before = steiner->looks;
    for (uint32_t row = 0; row < rows->row_count; row++)
        search->load[row] = 0;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        price_links(search, price, piece->length);
        rd_steiner_ascend(steiner, piece);
        needed += (rd_wide)steiner->paid * piece->items;
        for (uint32_t j = 0; j < steiner->tree_count; j++) {
            uint32_t link = steiner->tree[j];
            for (uint64_t k = rows->use_first[link]; k < rows->use_first[link + 1]; k++)
                search->load[rows->use[k].row] +=
                    (double)rows->use[k].item[piece->length] * (double)piece->items;
        }
    }
    uint64_t looked =
        steiner->looks - before + (uint64_t)multicast->piece_count * multicast->network.link_count;
    search->work -= looked < search->work ? looked : search->work;
    return needed;
}

/* The latest date of the grid by which what ends at a date has ended if nothing is slowed. */
static int64_t on_grid(const struct search *search, int64_t date)
{
    return date / search->rows->grid * search->rows->grid;
}

/* What all rows offer by a date. */
static rd_wide find_offered(const struct search *search, const int64_t *price, int64_t date)
{
    const struct rd_rows *rows = search->rows;
    rd_wide offered = 0;
    for (uint32_t row = 0; row < rows->row_count; row++) {
        bool is_shared = row >= rows->first_shared;
        int64_t until = is_shared ? date : on_grid(search, date);
        if (price[row] > 0)
            offered +=
                (rd_wide)price[row] * rows->row[row].servers * rd_row_takes(&rows->row[row], until);
    }
    return offered;
}

/* The latest date that what is needed shows to be too early; below 0: none. */
static int64_t latest_too_early(const struct search *search, const int64_t *price, rd_wide needed)
{
    int64_t low = 0, high = 1, most = RD_NO_DATE / search->step / 2;
    while (high < most && find_offered(search, price, high * search->step) < needed)
        high *= 2;
    RD_FIND_FIRST(low, high, steps, find_offered(search, price, steps * search->step) >= needed);
    return (low - 1) * search->step;
}

/* Tries prices at the date. Keeps those that show a later date than is shown. */
static void try_prices(struct search *search, const double *price)
{
    round_prices(search, price);
    rd_wide needed = find_needed(search, search->whole);
    int64_t shown;
    if (search->date == RD_NO_DATE)
        shown = latest_too_early(search, search->whole, needed);
    else
        shown = needed > find_offered(search, search->whole, search->date) ? search->date : -1;
    if (shown <= search->shown)
        return;
    search->shown = shown;
    for (uint32_t row = 0; row < search->rows->row_count; row++)
        search->best[row] = search->whole[row];
}

/* How full a row is: its load over its places. */
static double fullness(const struct search *search, uint32_t row)
{
    return search->average[row] / search->rows->row[row].servers;
}

/* Makes what carried much dear. Links alone have a price only if they are nearly the fullest, where
 * ports have limits. */
static void move_prices(struct search *search, double eta)
{
    const struct rd_rows *rows = search->rows;
    double most = 0;
    for (uint32_t row = 0; row < rows->row_count; row++)
        most = fmax(most, fullness(search, row));
    for (uint32_t row = 0; row < rows->row_count; row++) {
        double full = most > 0 ? fullness(search, row) / most : 0;
        bool is_free = search->limited && rows->row[row].is_link && full < 0.9;
        search->price[row] =
            full == 0 || is_free ? 0 : exp(eta * (full - 1)) / rows->row[row].servers;
    }
}

static void begin_prices(struct search *search)
{
    const struct rd_rows *rows = search->rows;
    for (uint32_t row = 0; row < rows->row_count; row++) {
        bool is_free = rows->row[row].unit == 0 ||
                       (rows->row[row].is_link && (search->limited || rows->shared));
        search->price[row] = is_free ? 0 : 1.0 / rows->row[row].servers;
        search->usual[row] = search->average[row] = 0;
    }
}

static void forget_prices(struct search *search)
{
    for (uint32_t row = 0; row < search->rows->row_count; row++)
        search->price[row] = 0;
}

/* Where links alone limit hosts: the prices that show the set of hosts which is entered longest. */
static void try_host_cut(struct search *search)
{
    enum { MOST_HOSTS = 1024 };
    const struct rd_rows *rows = search->rows;
    const struct rd_network *network = &rows->multicast->network;
    if (search->limited || rows->shared || rows->multicast->bus || network->host_count > MOST_HOSTS)
        return;
    for (uint32_t link = 0; link < network->link_count; link++)
        if (!(network->item_s[link] > 0))
            return;
    struct rd_host_cut cut = rd_host_cut_find(rows->multicast, search->scratch, search->scratch);
    forget_prices(search);
    for (uint32_t link = 0; link < network->link_count; link++)
        if (!cut.member[network->from[link]] && cut.member[network->to[link]])
            search->price[rows->first_link + link] = 1 / network->item_s[link];
    try_prices(search, search->price);
}

/* Where links alone limit hosts, and the network looks the same from each: the prices of the links
 * that change one digit, ahead or back. Items have to cross these however they go. */
static void try_digits(struct search *search)
{
    const struct rd_rows *rows = search->rows;
    const struct rd_network *network = &rows->multicast->network;
    struct rd_translations by;
    if (search->limited || rows->shared || rows->multicast->bus ||
        !rd_translations_find(network, &by) || !by.neighbours_alone)
        return;
    for (uint32_t digit = 0; digit < by.digit_count; digit++) {
        forget_prices(search);
        for (uint32_t link = 0; link < network->link_count; link++) {
            uint32_t step = rd_translation_between(&by, network->from[link], network->to[link]);
            if (rd_translation_digit(&by, step, digit) > 0)
                search->price[rows->first_link + link] = 1;
        }
        try_prices(search, search->price);
    }
}

/* A price of a shared link by which a byte pays the same on each that has one. */
static void price_shared(struct search *search, uint32_t row)
{
    const struct rd_rows *rows = search->rows;
    const struct rd_shared_links *shared = rows->multicast->network.instance->shared;
    search->price[row] = shared->bandwidth_bytes_per_s[row - rows->first_shared];
}

/* Gives the first shared links of the routes from a host prices, or the last ones of those to it.
 * Returns: the bandwidth of these in all. */
static double price_ends(struct search *search, uint32_t host, bool last)
{
    const struct rd_rows *rows = search->rows;
    struct rd_port_links routes = rd_port_links_of(&rows->multicast->network, host, last);
    double bandwidth = 0;
    for (uint32_t i = 0; i < routes.count; i++) {
        uint32_t route = rd_port_link(&routes, i);
        uint64_t first = rows->use_first[route], end = rows->use_first[route + 1];
        while (first < end && rows->use[first].row < rows->first_shared)
            first++;
        if (first == end)
            continue;
        uint32_t row = rows->use[last ? end - 1 : first].row;
        if (search->price[row] == 0) {
            price_shared(search, row);
            bandwidth += search->price[row];
        }
    }
    return bandwidth;
}

/* The bytes that have to leave each host since it alone holds them, or to come to it, in some unit.
 */
static void list_needs(const struct rd_multicast *multicast, bool comes, double *need)
{
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        double bytes = (double)piece->items * multicast->size[piece->length];
        if (!comes && piece->holder_count == 1)
            need[piece->holder[0]] += bytes;
        for (uint32_t sink = 0; comes && sink < piece->sink_count; sink++)
            need[piece->sink[sink]] += bytes;
    }
}

/* Prices of the shared links next to the busiest host, and to all hosts. */
static void try_ends(struct search *search, bool last)
{
    rd_arena_borrow(search->scratch);
    uint32_t hosts = search->rows->multicast->network.host_count, busiest = 0;
    double *need = rd_take(search->scratch, hosts, double), most = 0;
    list_needs(search->rows->multicast, last, need);
    for (uint32_t host = 0; host < hosts; host++) {
        forget_prices(search);
        double bandwidth = price_ends(search, host, last);
        if (bandwidth > 0 && need[host] > most * bandwidth) {
            most = need[host] / bandwidth;
            busiest = host;
        }
    }
    forget_prices(search);
    price_ends(search, busiest, last);
    try_prices(search, search->price);
    for (uint32_t host = 0; host < hosts; host++)
        price_ends(search, host, last);
    try_prices(search, search->price);
}

/* What is tried where only links of their own, and not ports, limit hosts that share no links. */
static bool may_have_price(const struct search *search, uint32_t row)
{
    const struct rd_rows *rows = search->rows;
    return rows->row[row].unit > 0 &&
           !(rows->row[row].is_link && (search->limited || rows->shared));
}

/* A price of one row of some that are alike. */
static void price_alike(struct search *search, uint32_t row)
{
    if (row >= search->rows->first_shared)
        price_shared(search, row);
    else
        search->price[row] = 1.0 / search->rows->row[row].servers;
}

/* Rows that are alike, alone; where links are shared also those next to hosts, and all. */
static void try_alike(struct search *search)
{
    enum { MOST_CLASSES = 64 };
    const struct rd_rows *rows = search->rows;
    uint64_t left = search->work - search->work / 4;
    rd_arena_borrow(search->scratch);
    bool *has_price = rd_take(search->scratch, search->classes.count, bool);
    uint32_t count = 0;
    for (uint32_t row = 0; row < rows->row_count; row++) {
        bool *of_class = &has_price[search->classes.of[row]];
        count += may_have_price(search, row) && !*of_class;
        *of_class |= may_have_price(search, row);
    }
    if (rows->shared) {
        try_ends(search, false);
        try_ends(search, true);
        forget_prices(search);
        for (uint32_t row = rows->first_shared; row < rows->row_count; row++)
            price_shared(search, row);
        try_prices(search, search->price);
    }
    for (uint32_t class = 0; class < search->classes.count && search->work > left; class ++) {
        if (!has_price[class] || (count > MOST_CLASSES && !rows->shared))
            continue;
        forget_prices(search);
        for (uint32_t row = 0; row < rows->row_count; row++)
            if (search->classes.of[row] == class)
                price_alike(search, row);
        try_prices(search, search->price);
    }
}

/* What shared links that are alike carried: each as much as they did on average. */
static void even_out(struct search *search)
{
    const struct rd_rows *rows = search->rows;
    rd_arena_borrow(search->scratch);
    double *sum = rd_take(search->scratch, search->classes.count, double);
    double *count = rd_take(search->scratch, search->classes.count, double);
    for (uint32_t row = rows->first_shared; row < rows->row_count; row++) {
        sum[search->classes.of[row]] += search->average[row];
        count[search->classes.of[row]]++;
    }
    for (uint32_t row = rows->first_shared; row < rows->row_count; row++)
        search->average[row] = sum[search->classes.of[row]] / count[search->classes.of[row]];
}

/* Multiplicative weights at the date. Stops where trees fill no row more than is
 * shown. Returns: the least of the largest loads. */
static double weigh(struct search *search, int rounds)
{
    const struct rd_rows *rows = search->rows;
    bool dated = search->date < RD_NO_DATE;
    double least_load = INFINITY;
    int64_t before = search->shown;
    begin_prices(search);
    for (int round = 0; round < rounds && search->work > 0; round++) {
        double share = 2.0 / (round + 2), load = 0;
        for (uint32_t row = 0; row < rows->row_count; row++)
            search->usual[row] += share * (search->price[row] - search->usual[row]);
        try_prices(search, search->price);
        for (uint32_t row = 0; row < rows->row_count; row++) {
            search->average[row] += share * (search->load[row] - search->average[row]);
            load = fmax(load, fullness(search, row));
        }
        least_load = fmin(least_load, load);
        if (round % 4 == 3)
            try_prices(search, search->usual);
        even_out(search);
        if (dated ? search->shown > before
                  : load <= (double)(search->shown + search->step) * (1 + 1e-6))
            break;
        move_prices(search, fmin(400, 4 + round / 10.0));
    }
    return least_load;
}

/* The rows that carried most, alone: what the others cost hides when these begin. They go before
 * others that show as much. */
static void try_fullest(struct search *search)
{
    const double NEARLY = 1 - 1e-6;
    const struct rd_rows *rows = search->rows;
    int64_t before = search->shown;
    double most = 0;
    for (uint32_t row = 0; row < rows->row_count; row++)
        most = fmax(most, fullness(search, row));
    for (uint32_t row = 0; row < rows->row_count; row++)
        search->price[row] =
            fullness(search, row) >= NEARLY * most ? 1.0 / rows->row[row].servers : 0;
    search->shown--;
    try_prices(search, search->price);
    if (search->shown < before)
        search->shown = before;
}

/* Later dates, each with the links that are usable by it: steps double as long as they succeed. In:
 * from, a date before which it is known that no schedule ends: the first date is the one before. */
static void try_dates(struct search *search, int64_t from)
{
    enum { PARTS = 4096 }; /* of what is shown: finer steps are of no use */
    int64_t least = rd_greatest(search->step, search->shown / PARTS / search->step * search->step);
    int64_t step = least;
    search->date = rd_greatest(from - search->step, search->shown < 0 ? 0 : search->shown + step);
    while (search->work > 0 && search->date < RD_NO_DATE / 4) {
        int64_t tried = search->date;
        search->steiner.end = on_grid(search, tried);
        for (uint32_t row = 0; row < search->rows->row_count; row++)
            search->price[row] = (double)search->best[row];
        try_prices(search, search->price);
        if (search->shown < tried)
            weigh(search, DATED_ROUNDS);
        if (search->shown >= tried)
            step *= 2;
        else if (step == least && tried <= search->shown + least)
            return;
        else
            step = rd_greatest(least, step / 4 / least * least);
        search->date = rd_greatest(search->shown, 0) + step;
        if (search->shown < from && step == least && tried == search->date)
            return;
    }
}

/* What was found as a certificate. */
static const struct rd_multicast_certificate *certify(struct search *search, struct rd_arena *arena)
{
    const struct rd_rows *rows = search->rows;
    const struct rd_multicast *multicast = rows->multicast;
    const struct rd_network *network = &multicast->network;
    uint32_t n = network->host_count;
    int64_t *send = rd_take(arena, n, int64_t), *receive = rd_take(arena, n, int64_t);
    int64_t *link_price = rd_take(arena, rd_link_count(&network->instance->topology), int64_t);
    for (uint32_t host = 0; host < n && search->limited; host++) {
        send[host] = search->best[host];
        receive[host] = search->best[n + host];
    }
    for (uint32_t link = 0; link < network->link_count; link++)
        link_price[network->number[link]] = search->best[rows->first_link + link];
    struct rd_steiner *steiner = &search->steiner;
    struct rd_multicast_cut *cut = NULL;
    size_t cut_count = 0;
    steiner->end = on_grid(search, search->shown);
    steiner->arena = arena;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        size_t first = steiner->cut_count;
        price_links(search, search->best, multicast->piece[i].length);
        rd_steiner_ascend(steiner, &multicast->piece[i]);
        for (size_t j = first; j < steiner->cut_count; j++) {
            const struct rd_steiner_cut *of = &steiner->cut[j];
            struct rd_multicast_cut whole = {multicast->piece[i].number, of->sink, of->weight,
                                             of->first, of->count};
            rd_arena_add(search->scratch, cut, cut_count, whole);
        }
    }
    return rd_make(
        arena, struct rd_multicast_certificate, .tick_s = rows->tick_s,
        .ticks = search->shown + search->step, .send_price = send, .receive_price = receive,
        .link_price = link_price, .bus_price = search->best[rows->bus],
        .shared_price = rows->shared ? rd_arena_copy(arena, search->best + rows->first_shared,
                                                     network->shared_count, sizeof(int64_t))
                                     : NULL,
        .cut_count = cut_count, .member_count = steiner->member_count,
        .cut = rd_arena_copy(arena, cut, cut_count, sizeof *cut), .member = steiner->member);
}

/* Chooses sinks of cuts by rd_steiner_far_sinks. */
static int64_t choose_far_sinks(struct search *search, struct rd_multicast_certificate *of,
                                struct rd_arena *arena)
{
    const struct rd_rows *rows = search->rows;
    rd_arena_borrow(search->scratch);
    uint32_t links = rows->multicast->network.link_count;
    bool *pays = rd_take(search->scratch, links, bool);
    for (uint32_t link = 0; link < links; link++)
        for (uint64_t i = rows->use_first[link]; i < rows->use_first[link + 1]; i++)
            pays[link] |= search->best[rows->use[i].row] > 0;
    return rd_steiner_far_sinks(rows, pays, of, arena, search->scratch);
}

static struct search open_search(const struct rd_rows *rows, uint64_t work,
                                 struct rd_arena *scratch)
{
    return (struct search){
        .rows = rows,
        .classes = rd_row_classes_find(rows, scratch, scratch),
        .steiner = rd_steiner_open(rows, scratch),
        .load = rd_take(scratch, rows->row_count, double),
        .average = rd_take(scratch, rows->row_count, double),
        .price = rd_take(scratch, rows->row_count, double),
        .usual = rd_take(scratch, rows->row_count, double),
        .whole = rd_take(scratch, rows->row_count, int64_t),
        .best = rd_take(scratch, rows->row_count, int64_t),
        .date = RD_NO_DATE,
        .step = rows->shared ? 1 : rows->grid,
        .shown = -1,
        .work = work,
        .limited = !rows->multicast->network.all_ports,
        .scratch = scratch,
    };
}

/* The bound that was found, if its certificate holds. */
static struct rd_multicast_price_bound take_shown(struct search *search, double load_s,
                                                  struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_instance *instance = search->rows->multicast->network.instance;
    struct rd_multicast_price_bound nothing = {.load_s = load_s}, found = nothing;
    struct rd_error error;
    if (search->shown < 0)
        return nothing;
    found.certificate = certify(search, arena);
    if (!rd_multicast_certificate_check(instance, found.certificate, scratch, &found.verdict,
                                        &error))
        return nothing;
    struct rd_multicast_certificate later = *found.certificate;
    for (int64_t gain = choose_far_sinks(search, &later, arena); gain >= search->step; gain /= 2) {
        struct rd_price_verdict verdict;
        later.ticks = found.certificate->ticks + gain / search->step * search->step;
        if (!rd_multicast_certificate_check(instance, &later, scratch, &verdict, &error))
            continue;
        found.certificate = rd_arena_copy(arena, &later, 1, sizeof later);
        found.verdict = verdict;
        break;
    }
    found.seconds = found.verdict.seconds;
    return found;
}

struct rd_multicast_price_bound rd_multicast_price_bound_find(const struct rd_rows *rows,
                                                              uint64_t work, double from_s,
                                                              struct rd_arena *arena,
                                                              struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct search search = open_search(rows, work, scratch);
    try_host_cut(&search);
    try_digits(&search);
    try_alike(&search);
    double load = weigh(&search, ROUNDS);
    try_fullest(&search);
    int64_t from = (int64_t)fmin(from_s / rows->tick_s, (double)(RD_NO_DATE / 4));
    try_dates(&search, from / search.step * search.step);
    return take_shown(&search, load * rows->tick_s, arena, scratch);
}

struct rd_multicast_price_bound rd_multicast_price_bound_of_sink(const struct rd_rows *rows,
                                                                 uint32_t host,
                                                                 struct rd_arena *arena,
                                                                 struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    const struct rd_network *network = &rows->multicast->network;
    struct search search = open_search(rows, 0, scratch);
    if (search.limited)
        search.price[network->host_count + host] = 1;
    for (uint32_t link = 0; link < network->link_count && !search.limited; link++)
        if (network->to[link] == host && network->item_s[link] > 0)
            search.price[rows->first_link + link] = 1 / network->item_s[link];
    try_prices(&search, search.price);
    return take_shown(&search, INFINITY, arena, scratch);
}

bool rd_multicast_price_bound_of_copies(const struct rd_multicast *multicast, double from_s,
                                        struct rd_arena *arena, struct rd_arena *scratch,
                                        struct rd_multicast_price_bound *ret_bound,
                                        struct rd_error *reterr)
{
    static const uint64_t work = 150000000, limit = 20000000;
    struct rd_rows rows;
    rd_arena_borrow(scratch);
    if (!rd_rows_read(multicast, scratch, scratch, &rows, reterr))
        return false;
    if ((uint64_t)multicast->piece_count * multicast->network.link_count > limit)
        return rd_refuse(reterr,
                         "%" PRIu32 " pieces, %" PRIu32 " links: the bound by prices and cuts is "
                         "computed for at most %" PRIu64 " pieces times links",
                         multicast->piece_count, multicast->network.link_count, limit);
    *ret_bound = rd_multicast_price_bound_find(&rows, work, from_s, arena, scratch);
    return true;
}
