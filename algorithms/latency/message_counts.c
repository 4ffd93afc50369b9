#include "message_counts.h"

#include "fixed_charge_ports.h"
#include "count_programme.h"

#include "sim/model/certificates/charge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Work is counted in numbers of tableaus that change, by link and commodity: some milliseconds a
 * link in all, and a part of it a date. */
enum {
    PROOF_WORK = 1000000,
    PROOF_CASES = 1000,
    FLOW_WORK = 2000000,
    FLOW_CASES = 200,
    DATES = 10,      /* that may take all of their work.. */
    DIVE_DATES = 50, /* ..and in dives that come before a proof */
};

struct search {
    const struct rd_port_lp *problem;
    struct rd_charged_network network; /* its links as certificates number them.. */
    const uint32_t *link;              /* ..and as the problem does */
    struct rd_counting counting;       /* of the case at hand */
    struct rd_arena *arena, *scratch;
    struct rd_count_case *cases;
    uint32_t case_count, case_limit;
    uint64_t work, work_limit, whole_work;
    bool proves;   /* what is shown has prices */
    bool dives;    /* to whole messages that fit, sooner than to a proof */
    double *flow;  /* [links * commodities] that is within its time with whole messages.. */
    bool has_flow; /* ..if there was one */
};

/* Do the messages of a solution, rounded up, fit? */
static bool fits_in_whole(const struct search *search, const struct rd_count_programme *programme)
{
    static const double rounding = 1e-9;
    const struct rd_counting *counting = &search->counting;
    const struct rd_charged_network *network = &search->network;
    uint32_t n = network->host_count;
    rd_arena_borrow(search->scratch);
    double *ticks = rd_take(search->scratch, counting->bus + 1, double);
    double *count = rd_take(search->scratch, counting->bus + 1, double);
    for (uint32_t link = 0; link < network->link_count; link++) {
        double messages = ceil(rd_count_programme_messages(programme, link) - rounding), items = 0;
        for (uint32_t kind = 0; kind < network->commodity_count; kind++)
            items += rd_count_programme_items(programme, link, kind);
        double takes =
            messages * (double)network->latency[link] + items * (double)network->item[link];
        uint32_t row[] = {network->from[link], n + network->to[link], 2 * n + link, counting->bus};
        for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
            ticks[row[i]] += takes;
            count[row[i]] += messages;
        }
    }
    for (uint32_t row = 0; row <= counting->bus; row++)
        if (ticks[row] > (double)counting->time[row] * (1 + rounding) ||
            (row < counting->bus && count[row] > (double)counting->most[row]))
            return false;
    return true;
}

static void keep_flow(struct search *search, const struct rd_count_programme *programme)
{
    uint32_t kinds = search->network.commodity_count;
    search->has_flow = true;
    for (uint32_t link = 0; link < search->network.link_count; link++)
        for (uint32_t kind = 0; kind < kinds; kind++)
            search->flow[search->link[link] * kinds + kind] =
                rd_count_programme_items(programme, link, kind);
}

/* The count to branch on: of ports if one is no whole number, else of links. Sets the number below.
 * Returns: its row; RD_NO_HOST if all are whole. */
static uint32_t choose_row(const struct search *search, const struct rd_count_programme *programme,
                           int64_t *ret_count)
{
    static const double whole = 1e-6;
    const struct rd_charged_network *network = &search->network;
    uint32_t n = network->host_count, best = RD_NO_HOST;
    rd_arena_borrow(search->scratch);
    double *count = rd_take(search->scratch, search->counting.bus, double), most = whole;
    for (uint32_t link = 0; link < network->link_count; link++) {
        double messages = rd_count_programme_messages(programme, link);
        count[network->from[link]] += messages;
        count[n + network->to[link]] += messages;
        count[2 * n + link] = messages;
    }
    /* For a flow, the links that carry most. */
    bool dives = search->dives;
    for (uint32_t row = dives ? 2 * n : 0; row < search->counting.bus; row++) {
        double part = count[row] - floor(count[row]);
        part = fmin(part, 1 - part);
        if (row == 2 * n && best != RD_NO_HOST)
            break;
        part = part > whole && dives ? count[row] : part;
        if (part > most) {
            most = part;
            best = row;
            *ret_count = (int64_t)floor(count[row]);
        }
    }
    return best;
}

/* A host that sends more than its load, though nothing says yet that it has to wait, and cannot
 * wait in time. Returns: its row; RD_NO_HOST if there is none. */
static uint32_t choose_host(const struct search *search, const struct rd_count_programme *programme,
                            int64_t *ret_count)
{
    static const double much = 1e-6;
    const struct rd_counting *counting = &search->counting;
    const struct rd_charged_network *network = &search->network;
    uint32_t n = network->host_count, best = RD_NO_HOST;
    rd_arena_borrow(search->scratch);
    double *items = rd_take(search->scratch, n, double), most = much;
    for (uint32_t link = 0; link < network->link_count; link++)
        for (uint32_t kind = 0; kind < network->commodity_count; kind++)
            items[network->from[link]] += rd_count_programme_items(programme, link, kind);
    for (uint32_t host = 0; host < n; host++) {
        uint32_t row = counting->bus + 1 + host;
        bool may_wait = network->ports[host] == 1 &&
                        (counting->most[host] <= 1 || counting->most[n + host] <= 1);
        double more = items[host] - (double)counting->held[host];
        if (may_wait && counting->least[row] <= counting->held[host] && more > most) {
            best = row;
            most = more;
            *ret_count = counting->held[host];
        }
    }
    return best;
}

enum view { SHOWN, SPLIT, OPEN };

/* Looks at the case at hand: its prices, or a count of which there are two cases, is added. */
static enum view look(struct search *search)
{
    rd_arena_borrow(search->scratch);
    struct rd_count_programme programme =
        rd_count_programme_open(search->problem, &search->counting, search->scratch);
    enum rd_linear_answer answer = rd_linear_solve(&programme.rows, search->scratch);
    search->work += programme.rows.work;
    struct rd_count_case *of = &search->cases[search->case_count];
    if (answer == RD_LINEAR_IMPOSSIBLE) {
        if (search->proves)
            *of = rd_count_programme_prices(&programme, search->arena);
        search->case_count++;
        return SHOWN;
    }
    if (answer == RD_LINEAR_UNKNOWN)
        return OPEN;
    *of = (struct rd_count_case){0};
    bool fits = fits_in_whole(search, &programme);
    of->row = fits ? RD_NO_HOST : choose_row(search, &programme, &of->count);
    if (of->row == RD_NO_HOST)
        of->row = choose_host(search, &programme, &of->count);
    if (of->row == RD_NO_HOST) {
        keep_flow(search, &programme);
        return OPEN;
    }
    search->case_count++;
    return SPLIT;
}

/* Lets no host send more than its load. */
static void keep_to_loads(struct rd_counting *counting)
{
    for (uint32_t host = 0; host < counting->network->host_count; host++) {
        int64_t *most = &counting->most[counting->bus + 1 + host];
        *most = rd_least(*most, counting->held[host]);
    }
}

static bool shows(struct search *search);

/* Shows the two cases that the case at hand falls into. */
static bool shows_both(struct search *search, uint32_t row, int64_t count)
{
    int64_t *least = &search->counting.least[row], *most = &search->counting.most[row];
    const int64_t low = *least, high = *most;
    bool shown = true;
    /* A certificate lists the less first; whole messages that fit are found sooner with more. */
    for (int side = 0; side < 2 && shown; side++) {
        bool less = (side == 0) != search->dives;
        *most = less ? rd_least(high, count) : high;
        *least = less ? low : rd_greatest(low, count + 1);
        shown = shows(search);
    }
    *least = low;
    *most = high;
    return shown;
}

/* Are there whole messages that fit in the case at hand, no host sending more than its load? Then
 * it cannot be shown, and is not worth the work of trying: that would go on until it is out. Diving
 * is not counted as work, so that no fewer dates are looked at than without. */
static bool dives_to_whole(struct search *search)
{
    struct rd_counting *counting = &search->counting;
    const uint32_t items = counting->bus + 1, hosts = search->network.host_count;
    struct search before = *search;
    rd_arena_borrow(search->scratch);
    int64_t *most =
        rd_arena_copy(search->scratch, counting->most + items, hosts, sizeof *counting->most);
    search->proves = false;
    search->dives = true;
    search->has_flow = false;
    search->work_limit = search->work + search->whole_work / DIVE_DATES;
    keep_to_loads(counting);
    bool found = !shows(search) && search->has_flow;
    memcpy(counting->most + items, most, hosts * sizeof *most);
    *search = before;
    return found;
}

/* Shows the case at hand, and adds it and those that it falls into. */
static bool shows(struct search *search)
{
    if (rd_counting_is_empty(&search->counting))
        return true;
    if (search->case_count >= search->case_limit || search->work > search->work_limit)
        return false;
    bool is_first = search->case_count == 0;
    enum view view = look(search);
    if (view != SPLIT)
        return view == SHOWN;
    const struct rd_count_case of = search->cases[search->case_count - 1];
    if (is_first && search->proves && dives_to_whole(search))
        return false;
    return shows_both(search, of.row, of.count);
}

static struct rd_price_certificate *certificate_of(const struct search *search, int64_t claim)
{
    const struct rd_port_lp *problem = search->problem;
    struct rd_port_charge *charge =
        rd_make(search->arena, struct rd_port_charge, .reason = RD_CHARGED_COUNTS,
                .host = RD_NO_HOST, .case_count = search->case_count, .cases = search->cases);
    return rd_make(search->arena, struct rd_price_certificate, .tick_s = problem->tick_s,
                   .ticks = claim, .scale = 1, .commodity_count = problem->commodity_count,
                   .earliest = problem->earliest, .rest = problem->rest, .charge = charge);
}

/* Does no schedule end by so many grid steps? Then sets what is found. */
static bool is_too_early(struct search *search, int64_t step, struct rd_message_counts *found)
{
    struct rd_price_verdict verdict;
    int64_t grid = search->problem->grid, end = step * grid;
    struct rd_arena_mark mark = rd_arena_mark(search->arena);
    search->case_count = 0;
    search->cases = rd_take(search->arena, search->case_limit, struct rd_count_case);
    search->work_limit = search->work + search->whole_work / DATES;
    bool shown = search->work < search->whole_work;
    if (shown) {
        rd_arena_borrow(search->scratch);
        search->counting = rd_counting_open(&search->network, end, search->scratch);
        shown = shows(search);
    }
    if (shown) {
        struct rd_price_certificate *certificate = certificate_of(search, end + grid);
        shown = rd_price_certificate_check(search->problem->network->instance, certificate,
                                           search->scratch, &verdict, NULL);
        if (shown)
            *found = (struct rd_message_counts){.date = end + grid, .certificate = certificate};
    }
    if (!shown)
        rd_arena_rewind(search->arena, mark);
    return shown;
}

struct numbered {
    uint64_t number;
    uint32_t link;
};

RD_ORDERED_BY(by_number, struct numbered, number)

/* Certificates number links as the topology lists them. */
static void read_network(struct search *search)
{
    const struct rd_port_lp *problem = search->problem;
    const struct rd_network *network = problem->network;
    uint32_t links = network->link_count;
    struct numbered *numbered = rd_take(search->arena, links, struct numbered);
    uint32_t *from = rd_take(search->arena, links, uint32_t);
    uint32_t *to = rd_take(search->arena, links, uint32_t);
    uint32_t *link = rd_take(search->arena, links, uint32_t);
    int64_t *latency = rd_take(search->arena, links, int64_t);
    int64_t *item = rd_take(search->arena, links, int64_t);
    for (uint32_t i = 0; i < links; i++)
        numbered[i] = (struct numbered){network->number[i], i};
    qsort(numbered, links, sizeof *numbered, by_number);
    for (uint32_t i = 0; i < links; i++) {
        link[i] = numbered[i].link;
        from[i] = network->from[link[i]];
        to[i] = network->to[link[i]];
        latency[i] = problem->latency[link[i]];
        item[i] = problem->item[link[i]];
    }
    search->link = link;
    search->network = rd_charged_network_of(problem);
    search->network.from = from;
    search->network.to = to;
    search->network.latency = latency;
    search->network.item = item;
}

/* Are counts few enough, and those of the goals that have programmes? */
static bool is_countable(const struct rd_port_lp *problem)
{
    uint64_t kinds = problem->commodity_count;
    return problem->scale == 1 && (problem->target || problem->finals) &&
           problem->network->link_count * kinds <= RD_COUNT_LIMIT &&
           problem->network->host_count * kinds <= RD_COUNT_LIMIT;
}

static struct search open_search(const struct rd_port_lp *problem, uint64_t link_work,
                                 uint32_t case_limit, struct rd_arena *arena,
                                 struct rd_arena *scratch)
{
    uint64_t entries = (uint64_t)problem->network->link_count * problem->commodity_count;
    struct search search = {.problem = problem,
                            .arena = arena,
                            .scratch = scratch,
                            .case_limit = case_limit,
                            .whole_work = link_work * entries,
                            .flow = rd_take(arena, entries, double)};
    read_network(&search);
    return search;
}

struct rd_message_counts rd_message_counts_find(const struct rd_port_lp *problem,
                                                struct rd_arena *arena, struct rd_arena *scratch)
{
    enum { FINE = 20 };
    struct rd_message_counts found = {0};
    if (!is_countable(problem))
        return found;
    struct search search = open_search(problem, PROOF_WORK, PROOF_CASES, arena, scratch);
    search.proves = true;
    int64_t last = RD_FAR / problem->grid, low = 0, high = 1;
    while (high < last && is_too_early(&search, high, &found)) {
        low = high;
        high *= 2;
    }
    while (high - low > 1 + (low >> FINE)) {
        int64_t middle = low + (high - low) / 2;
        if (is_too_early(&search, middle, &found))
            low = middle;
        else
            high = middle;
    }
    return found;
}

/* Are whole messages found that fit by a date? Then their flow is kept. */
static bool has_whole_by(struct search *search, double date_s)
{
    const struct rd_port_lp *problem = search->problem;
    double step = floor(date_s / (problem->tick_s * (double)problem->grid));
    if (step > (double)(RD_FAR / problem->grid))
        return false;
    rd_arena_borrow(search->scratch);
    search->case_count = 0;
    search->cases = rd_take(search->scratch, search->case_limit, struct rd_count_case);
    search->counting =
        rd_counting_open(&search->network, (int64_t)step * problem->grid, search->scratch);
    search->has_flow = dives_to_whole(search);
    return search->has_flow;
}

bool rd_message_counts_may_exceed(const struct rd_port_lp *problem, double known_s,
                                  struct rd_arena *arena, struct rd_arena *scratch)
{
    static const double rounding = 1e-10;
    if (!is_countable(problem))
        return false;
    struct search search = open_search(problem, PROOF_WORK, PROOF_CASES, arena, scratch);
    return !has_whole_by(&search, known_s * (1 + rounding));
}

/* Is it shown that no flow takes so many grid steps? If not, one that is found is kept. */
static bool has_no_flow(struct search *search, int64_t step, double known_s, bool at_hand)
{
    int64_t end = step * search->problem->grid;
    if ((double)end * search->problem->tick_s < known_s)
        return true;
    if (search->work >= search->whole_work)
        return false;
    rd_arena_borrow(search->scratch);
    search->case_count = 0;
    search->cases = rd_take(search->scratch, search->case_limit, struct rd_count_case);
    search->work_limit = search->work + search->whole_work / DATES;
    search->counting = rd_counting_open(&search->network, end, search->scratch);
    if (at_hand)
        keep_to_loads(&search->counting);
    search->dives = at_hand;
    return shows(search);
}

const double *rd_message_counts_flow(const struct rd_port_lp *problem, bool at_hand, double known_s,
                                     struct rd_arena *arena, struct rd_arena *scratch,
                                     bool *ret_is_least)
{
    enum { FINE = 12 };
    static const double little = 1.0 / (1 << FINE);
    *ret_is_least = false;
    if (!is_countable(problem))
        return NULL;
    struct search search = open_search(problem, FLOW_WORK, FLOW_CASES, arena, scratch);
    *ret_is_least = at_hand && has_whole_by(&search, known_s * (1 + little));
    if (*ret_is_least)
        return search.flow;
    int64_t last = RD_FAR / problem->grid, low = 0, high = 1;
    while (high < last && has_no_flow(&search, high, known_s, at_hand)) {
        low = high;
        high *= 2;
    }
    while (high - low > 1 + (low >> FINE)) {
        int64_t middle = low + (high - low) / 2;
        if (has_no_flow(&search, middle, known_s, at_hand))
            low = middle;
        else
            high = middle;
    }
    return search.has_flow ? search.flow : NULL;
}
