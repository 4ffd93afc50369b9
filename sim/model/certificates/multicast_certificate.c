#include "multicast_certificate.h"

#include "sim/base/gcd.h"
#include "sim/base/groups.h"
#include "sim/base/heap.h"
#include "sim/base/number_text.h"

#include <inttypes.h>
#include <math.h>

/* Later than any date: nothing comes there. */
#define NEVER (INT64_C(1) << 61)

/* The most hosts times links: the work of finding distances. */
#define WAY_LIMIT (UINT64_C(1) << 31)

struct link {
    uint32_t from, to;
    uint64_t number;
    int64_t latency, item; /* of the kind that is looked at */
    int64_t least;         /* of all kinds */
    int64_t used;          /* weights of the piece's cuts that it enters */
};

struct check {
    const struct rd_instance *instance;
    const struct rd_copies *copies;
    const struct rd_multicast_certificate *certificate;
    struct rd_arena *scratch;
    struct rd_error *reterr;
    uint32_t host_count;
    size_t link_count;
    struct link *link;
    struct rd_groups out, in; /* links of a host */
    double kind_bytes;        /* of the kind whose items link->item are */
    int64_t *distance;        /* [hosts * hosts] from, to; of the least item */
    int64_t *own;             /* the same of an item of the kind that is looked at */
    double own_bytes;         /* of the kind that `own` is of */
    uint64_t ways;            /* the work of finding distances so far */
    int64_t *earliest, *rest; /* [hosts] to any item, to any sink */
    int64_t *unit;            /* [rows] the divisor of all items' times there */
    int64_t grid, end;
    rd_wide needed, offered;
    uint32_t counted; /* kinds that count: 0 where these have no potentials */
    bool *inside;     /* [hosts] in the cut that is looked at */
    size_t *touched, touched_count;
};

#define wrong(check, ...) rd_failed((check)->reterr, "the bound's certificate: " __VA_ARGS__)

static int64_t ticks_of(const struct check *check, double seconds)
{
    return rd_whole_ticks(seconds, check->certificate->tick_s);
}

/* What an item of so many bytes takes on a link. */
static int64_t item_ticks(const struct check *check, uint64_t link, double bytes)
{
    double bytes_per_s = rd_link_cost(check->instance, link).bandwidth_bytes_per_s;
    return bytes == 0 ? 0 : ticks_of(check, bytes / bytes_per_s);
}

static int64_t shared_ticks(const struct check *check, const struct rd_shared_use *use,
                            double bytes)
{
    double bytes_per_s = check->instance->shared->bandwidth_bytes_per_s[use->shared];
    return ticks_of(check, bytes * use->times / bytes_per_s);
}

static bool in_limits(const int64_t *value, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (value[i] < 0 || value[i] > RD_PRICE_LIMIT)
            return false;
    return true;
}

static bool check_form(struct check *check)
{
    const struct rd_instance *instance = check->instance;
    const struct rd_multicast_certificate *certificate = check->certificate;
    bool limited = instance->port_model == RD_ONE_PORT || instance->port_model == RD_K_PORTS;
    if (instance->goal != RD_COPIES)
        return wrong(check, "the goal is %s: it is for copies", rd_goal_name(instance->goal));
    if (!(certificate->tick_s > 0) || isinf(certificate->tick_s))
        return wrong(check, "a tick of %g s", certificate->tick_s);
    if (certificate->ticks < 1 || certificate->ticks > RD_PRICE_LIMIT)
        return wrong(check, "it claims %" PRId64 " ticks: 1 to 2^60 can be claimed",
                     certificate->ticks);
    if (certificate->shared_price && !instance->shared)
        return wrong(check, "shared links have prices, and there are none");
    if (certificate->potential && check->counted == 0)
        return wrong(check, "there are potentials, and no kind that is counted");
    if (certificate->bus_price != 0 && instance->topology.shape != RD_BUS)
        return wrong(check, "a bus has a price, and there is none");
    if (!in_limits(certificate->send_price, check->host_count) ||
        !in_limits(certificate->receive_price, check->host_count) ||
        !in_limits(certificate->link_price, rd_link_count(&instance->topology)) ||
        !in_limits(&certificate->bus_price, 1) ||
        (certificate->shared_price &&
         !in_limits(certificate->shared_price, instance->shared->count)))
        return wrong(check, "a price is not within 0 and 2^60");
    for (uint32_t host = 0; !limited && host < check->host_count; host++)
        if (certificate->send_price[host] > 0 || certificate->receive_price[host] > 0)
            return wrong(check, "host %" PRIu32 " has as many ports as links, and a price", host);
    return true;
}

static void list_links(struct check *check)
{
    const struct rd_topology *topology = &check->instance->topology;
    size_t count = 0;
    rd_each_link (link, topology)
        count++;
    check->link = rd_take(check->scratch, count, struct link);
    check->touched = rd_take(check->scratch, count, size_t);
    uint32_t *from = rd_take(check->scratch, count, uint32_t),
             *to = rd_take(check->scratch, count, uint32_t);
    rd_each_link (link, topology) {
        size_t i = check->link_count++;
        struct rd_link_cost cost = rd_link_cost(check->instance, link.number);
        check->link[i] = (struct link){.from = link.from,
                                       .to = link.to,
                                       .number = link.number,
                                       .latency = ticks_of(check, cost.latency_s),
                                       .least = NEVER};
        from[i] = link.from;
        to[i] = link.to;
    }
    check->out = rd_group(from, count, check->host_count, check->scratch);
    check->in = rd_group(to, count, check->host_count, check->scratch);
}

/* Rows: ports that send, ports that receive, links, the bus, shared links. */
static size_t row_count(const struct check *check)
{
    return 2 * (size_t)check->host_count + check->link_count + 1 +
           (check->certificate->shared_price ? check->instance->shared->count : 0);
}

static size_t bus_row(const struct check *check)
{
    return 2 * (size_t)check->host_count + check->link_count;
}

/* The shared links of a link that count: none if they have no prices. */
static const struct rd_shared_use *uses_of(const struct check *check, const struct link *link,
                                           const struct rd_shared_use **ret_end)
{
    if (!check->certificate->shared_price)
        return *ret_end = NULL;
    return rd_link_uses(check->instance, link->number, ret_end);
}

/* Looks at the items of a kind. */
static void read_kind(struct check *check, uint32_t kind)
{
    double bytes = rd_kind_bytes(check->instance, kind);
    if (bytes == check->kind_bytes)
        return;
    check->kind_bytes = bytes;
    for (size_t i = 0; i < check->link_count; i++)
        check->link[i].item = item_ticks(check, check->link[i].number, bytes);
}

/* Reads the times of all kinds: the least, and what divides them. */
static bool read_times(struct check *check)
{
    int64_t *unit = check->unit = rd_take(check->scratch, row_count(check), int64_t);
    double before = NAN;
    uint32_t first_kind = check->copies->first_kind;
    for (uint32_t kind = first_kind - check->counted; kind < first_kind + check->copies->count;
         kind++) {
        read_kind(check, kind);
        if (check->kind_bytes == before)
            continue;
        before = check->kind_bytes;
        for (size_t i = 0; i < check->link_count; i++) {
            struct link *link = &check->link[i];
            const struct rd_shared_use *end, *use = uses_of(check, link, &end);
            link->least = rd_least(link->least, link->item);
            check->grid = rd_gcd(link->latency, rd_gcd(link->item, check->grid));
            size_t rows[] = {link->from, check->host_count + link->to,
                             2 * (size_t)check->host_count + i, bus_row(check)};
            for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
                unit[rows[row]] = rd_gcd(link->item, unit[rows[row]]);
            for (; use < end; use++) {
                int64_t *of = &unit[bus_row(check) + 1 + use->shared];
                *of = rd_gcd(shared_ticks(check, use, check->kind_bytes), *of);
            }
        }
    }
    if (check->grid == 0)
        return wrong(check, "nothing takes a tick");
    check->end = (check->certificate->ticks - 1) / check->grid * check->grid;
    return true;
}

/* Hosts by distance. */
struct queue {
    const int64_t *distance;
    uint32_t *heap, *place; /* [hosts] */
    size_t count;
};

static bool is_nearer(const struct queue *queue, uint32_t a, uint32_t b)
{
    return queue->distance[a] < queue->distance[b];
}

static void put(struct queue *queue, size_t place, uint32_t host)
{
    queue->heap[place] = host;
    queue->place[host] = (uint32_t)place;
}

RD_DEFINE_HEAP(struct queue, uint32_t, heap, count, is_nearer, put)

/* In: own: of an item of the kind that is looked at, else of the least; all [hosts * hosts]. */
static bool find_distances(struct check *check, bool own, int64_t *all)
{
    uint64_t n = check->host_count;
    check->ways += n * (check->link_count + n);
    if (check->ways > WAY_LIMIT)
        return wrong(check, "%" PRIu64 " hosts and %zu links: too many to check it", n,
                     check->link_count);
    rd_arena_borrow(check->scratch);
    struct queue queue = {.heap = rd_take(check->scratch, n, uint32_t),
                          .place = rd_take(check->scratch, n, uint32_t)};
    for (uint32_t start = 0; start < n; start++) {
        int64_t *distance = all + start * n;
        for (uint32_t host = 0; host < n; host++)
            distance[host] = host == start ? 0 : NEVER;
        queue.distance = distance;
        rd_heap_rise(&queue, queue.count++, start);
        while (queue.count > 0) {
            uint32_t from = rd_heap_pop(&queue);
            for (uint32_t i = check->out.first[from]; i < check->out.first[from + 1]; i++) {
                const struct link *link = &check->link[check->out.member[i]];
                int64_t item = own ? link->item : link->least;
                int64_t end = rd_least(NEVER, distance[from] + link->latency + item);
                if (end >= distance[link->to])
                    continue;
                bool is_new = distance[link->to] == NEVER;
                distance[link->to] = end;
                rd_heap_rise(&queue, is_new ? queue.count++ : queue.place[link->to], link->to);
            }
        }
    }
    return true;
}

static int64_t distance(const struct check *check, uint32_t from, uint32_t to)
{
    return check->distance[(uint64_t)from * check->host_count + to];
}

/* The same of an item of the kind that is looked at. */
static int64_t own_distance(const struct check *check, uint32_t from, uint32_t to)
{
    return check->own[(uint64_t)from * check->host_count + to];
}

/* From the nearest holder of a piece. */
static int64_t nearest(const struct check *check, uint32_t piece, uint32_t to)
{
    int64_t least = NEVER;
    for (uint32_t i = check->copies->held_first[piece]; i < check->copies->held_first[piece + 1];
         i++)
        least = rd_least(least, own_distance(check, check->copies->held[i], to));
    return least;
}

/* Reads a kind with its distances. */
static bool look_at_kind(struct check *check, uint32_t kind)
{
    bool is_least = true;
    read_kind(check, kind);
    if (check->kind_bytes == check->own_bytes)
        return true;
    check->own_bytes = check->kind_bytes;
    for (size_t i = 0; i < check->link_count; i++)
        is_least &= check->link[i].item == check->link[i].least;
    if (is_least) {
        check->own = check->distance;
        return true;
    }
    if (!check->own || check->own == check->distance)
        check->own =
            rd_take(check->scratch, (size_t)check->host_count * check->host_count, int64_t);
    return find_distances(check, true, check->own);
}

/* When anything that has a cut can be at each host first, and how long it takes from there to the
 * sink of a cut at the least. */
static void find_dates(struct check *check)
{
    const struct rd_copies *copies = check->copies;
    const struct rd_instance *instance = check->instance;
    const struct rd_multicast_certificate *certificate = check->certificate;
    uint32_t n = check->host_count;
    bool *holds = rd_take(check->scratch, n, bool), *wants = rd_take(check->scratch, n, bool);
    for (size_t i = 0; i < certificate->cut_count; i++) {
        const struct rd_multicast_cut *cut = &certificate->cut[i];
        if (cut->piece >= copies->piece_count || cut->sink >= n)
            continue; /* it is refused later */
        for (uint32_t j = copies->held_first[cut->piece]; j < copies->held_first[cut->piece + 1];
             j++)
            holds[copies->held[j]] = true;
        wants[cut->sink] = true;
    }
    for (uint32_t host = 0; host < n; host++)
        for (uint32_t kind = 0; kind < check->counted; kind++) {
            holds[host] |= rd_load(instance, host, kind) > 0;
            wants[host] |= rd_target(instance, host, kind) > 0;
        }
    check->earliest = rd_take(check->scratch, n, int64_t);
    check->rest = rd_take(check->scratch, n, int64_t);
    for (uint32_t host = 0; host < n; host++) {
        check->earliest[host] = check->rest[host] = NEVER;
        for (uint32_t other = 0; other < n; other++) {
            if (holds[other])
                check->earliest[host] =
                    rd_least(check->earliest[host], distance(check, other, host));
            if (wants[other])
                check->rest[host] = rd_least(check->rest[host], distance(check, host, other));
        }
    }
}

/* The ticks of a row in which nothing is of use: the sum of two minima. */
struct idle {
    int64_t before, behind;
};

static void add_idle(struct idle *idle, int64_t before, int64_t behind)
{
    idle->before = rd_least(idle->before, before);
    idle->behind = rd_least(idle->behind, behind);
}

/* Adds what a row can take, at its price. */
static bool offer(struct check *check, size_t row, const struct idle *idle, int64_t price,
                  uint32_t servers, int64_t until)
{
    int64_t left = until - idle->before - idle->behind, unit = check->unit[row];
    if (price == 0 || left <= 0 || unit == 0)
        return true;
    rd_wide worth;
    return (!__builtin_mul_overflow((rd_wide)price * servers, (rd_wide)(left / unit * unit),
                                    &worth) &&
            !__builtin_add_overflow(check->offered, worth, &check->offered)) ||
           wrong(check, "its sums do not fit 128 bits");
}

/* What ports, links, the bus and shared links offer. */
static bool offer_rows(struct check *check)
{
    const struct rd_multicast_certificate *certificate = check->certificate;
    const struct rd_instance *instance = check->instance;
    uint32_t n = check->host_count;
    size_t rows = row_count(check), bus = bus_row(check);
    struct idle *idle = rd_take(check->scratch, rows, struct idle);
    for (size_t row = 0; row < rows; row++)
        idle[row] = (struct idle){NEVER, NEVER};
    for (size_t i = 0; i < check->link_count; i++) {
        const struct link *link = &check->link[i];
        const struct rd_shared_use *end, *use = uses_of(check, link, &end);
        int64_t arrive = rd_least(NEVER, check->earliest[link->from] + link->latency);
        int64_t rest = check->rest[link->to];
        /* A port's first message and its last have a host in common, so that their sum counts. */
        int64_t sum = rd_least(NEVER, arrive + rest);
        add_idle(&idle[link->from], sum, 0);
        add_idle(&idle[n + link->to], sum, 0);
        add_idle(&idle[2 * (size_t)n + i], sum, 0);
        add_idle(&idle[bus], arrive, rest);
        for (; use < end; use++)
            add_idle(&idle[bus + 1 + use->shared], arrive, rest);
        if (!offer(check, 2 * (size_t)n + i, &idle[2 * (size_t)n + i],
                   certificate->link_price[link->number], 1, check->end))
            return false;
    }
    for (uint32_t host = 0; host < n; host++)
        if (!offer(check, host, &idle[host], certificate->send_price[host],
                   rd_host_ports(instance, host), check->end) ||
            !offer(check, n + host, &idle[n + host], certificate->receive_price[host],
                   rd_host_ports(instance, host), check->end))
            return false;
    for (size_t row = bus + 1; row < rows; row++)
        if (!offer(check, row, &idle[row], certificate->shared_price[row - bus - 1], 1,
                   certificate->ticks - 1))
            return false;
    return offer(check, bus, &idle[bus], certificate->bus_price, 1, check->end);
}

/* What an item of the kind that is looked at pays on a link. Returns: false if it is too much. */
static bool payment(const struct check *check, const struct link *link, rd_wide *ret_pays)
{
    const struct rd_multicast_certificate *certificate = check->certificate;
    const struct rd_shared_use *end, *use = uses_of(check, link, &end);
    rd_wide pays =
        (rd_wide)link->item *
        (certificate->send_price[link->from] + (rd_wide)certificate->receive_price[link->to] +
         certificate->link_price[link->number] + certificate->bus_price);
    for (; use < end; use++)
        if (__builtin_add_overflow(pays,
                                   (rd_wide)shared_ticks(check, use, check->kind_bytes) *
                                       certificate->shared_price[use->shared],
                                   &pays))
            return false;
    *ret_pays = pays;
    return true;
}

/* Adds a cut's weight to the links that enter it. */
static bool cross(struct check *check, const struct rd_multicast_cut *cut)
{
    for (size_t i = 0; i < cut->count; i++) {
        uint32_t host = check->certificate->member[cut->first + i];
        for (uint32_t j = check->in.first[host]; j < check->in.first[host + 1]; j++) {
            struct link *link = &check->link[check->in.member[j]];
            if (check->inside[link->from] || nearest(check, cut->piece, link->from) +
                                                     link->latency + link->item +
                                                     own_distance(check, host, cut->sink) >
                                                 check->end)
                continue;
            if (link->used == 0 && cut->weight > 0)
                check->touched[check->touched_count++] = check->in.member[j];
            if (__builtin_add_overflow(link->used, cut->weight, &link->used))
                return wrong(check, "its sums do not fit 64 bits");
        }
    }
    return true;
}

static bool check_cut(struct check *check, const struct rd_multicast_cut *cut)
{
    const struct rd_copies *copies = check->copies;
    const uint32_t *member = check->certificate->member + cut->first;
    if (cut->weight < 0 || cut->weight > RD_PRICE_LIMIT)
        return wrong(check, "a weight is not within 0 and 2^60");
    if (cut->sink >= check->host_count || !rd_piece_is_wanted(copies, cut->piece, cut->sink))
        return wrong(check, "a cut's sink does not want the piece");
    for (size_t i = 0; i < cut->count; i++)
        if (member[i] >= check->host_count || rd_piece_is_held(copies, cut->piece, member[i]))
            return wrong(check, "a cut has a host that holds the piece, or that there is not");
    for (size_t i = 0; i < cut->count; i++)
        check->inside[member[i]] = true;
    bool has_sink = check->inside[cut->sink];
    bool fits = has_sink && cross(check, cut);
    for (size_t i = 0; i < cut->count; i++)
        check->inside[member[i]] = false;
    rd_wide worth = (rd_wide)copies->items[cut->piece] * cut->weight;
    if (!has_sink)
        return wrong(check, "a cut is without its sink");
    if (!fits)
        return false;
    return !__builtin_add_overflow(check->needed, worth, &check->needed) ||
           wrong(check, "its sums do not fit 128 bits");
}

/* No link is paid less than what cuts of the piece ask. */
static bool check_links(struct check *check)
{
    for (size_t i = 0; i < check->touched_count; i++) {
        struct link *link = &check->link[check->touched[i]];
        rd_wide pays;
        if (!payment(check, link, &pays))
            return wrong(check, "its sums do not fit 128 bits");
        if (link->used > pays)
            return wrong(check, "cuts ask more than is paid from %" PRIu32 " to %" PRIu32,
                         link->from, link->to);
        link->used = 0;
    }
    check->touched_count = 0;
    return true;
}

static bool check_cuts(struct check *check)
{
    const struct rd_multicast_certificate *certificate = check->certificate;
    const struct rd_copies *copies = check->copies;
    uint32_t kind = 0;
    check->inside = rd_take(check->scratch, check->host_count, bool);
    for (size_t i = 0; i < certificate->cut_count; i++) {
        const struct rd_multicast_cut *cut = &certificate->cut[i];
        bool new_piece = i == 0 || cut->piece != cut[-1].piece;
        if (cut->piece >= copies->piece_count || (i > 0 && cut->piece < cut[-1].piece) ||
            cut->first > certificate->member_count ||
            cut->count > certificate->member_count - cut->first)
            return wrong(check, "its cuts are not in order");
        if (new_piece && !check_links(check))
            return false;
        while (copies->piece[kind + 1] <= cut->piece)
            kind++;
        if (!look_at_kind(check, copies->first_kind + kind) || !check_cut(check, cut))
            return false;
    }
    return check_links(check);
}

static int64_t potential(const struct check *check, uint32_t host, uint32_t kind)
{
    return check->certificate->potential[(uint64_t)host * check->counted + kind];
}

/* What the items of a counted kind need. */
static bool check_counted(struct check *check, uint32_t kind)
{
    read_kind(check, kind);
    for (size_t i = 0; i < check->link_count; i++) {
        const struct link *link = &check->link[i];
        rd_wide falls =
                    (rd_wide)potential(check, link->from, kind) - potential(check, link->to, kind),
                pays;
        if (!payment(check, link, &pays))
            return wrong(check, "its sums do not fit 128 bits");
        if (falls > pays)
            return wrong(check,
                         "potentials of kind %" PRIu32 " fall by more than is paid from %" PRIu32
                         " to %" PRIu32,
                         kind, link->from, link->to);
    }
    for (uint32_t host = 0; host < check->host_count; host++) {
        int64_t value = potential(check, host, kind);
        if (value > RD_PRICE_LIMIT || value < -RD_PRICE_LIMIT)
            return wrong(check, "a potential is not within -2^60 and 2^60");
        rd_wide worth = (rd_wide)value * ((rd_wide)rd_load(check->instance, host, kind) -
                                          rd_target(check->instance, host, kind));
        if (__builtin_add_overflow(check->needed, worth, &check->needed))
            return wrong(check, "its sums do not fit 128 bits");
    }
    return true;
}

bool rd_multicast_certificate_check(const struct rd_instance *instance,
                                    const struct rd_multicast_certificate *certificate,
                                    struct rd_arena *scratch, struct rd_price_verdict *ret_verdict,
                                    struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    struct check check = {
        .instance = instance,
        .copies = instance->copies,
        .certificate = certificate,
        .scratch = scratch,
        .reterr = reterr,
        .host_count = instance->topology.host_count,
        .kind_bytes = NAN,
        .own_bytes = NAN,
        .counted = certificate->potential && instance->copies ? instance->copies->first_kind : 0,
    };
    if (!check_form(&check))
        return false;
    list_links(&check);
    if (!read_times(&check))
        return false;
    check.distance = rd_take(scratch, (size_t)check.host_count * check.host_count, int64_t);
    if (!find_distances(&check, false, check.distance))
        return false;
    find_dates(&check);
    if (!offer_rows(&check) || !check_cuts(&check))
        return false;
    for (uint32_t kind = 0; kind < check.counted; kind++)
        if (!check_counted(&check, kind))
            return false;
    if (check.needed <= check.offered) {
        char needed[RD_WIDE_SIZE], offered[RD_WIDE_SIZE];
        rd_wide_text(check.needed, needed);
        rd_wide_text(check.offered, offered);
        return wrong(&check, "%s is needed and %s offered", needed, offered);
    }
    int64_t shown = certificate->shared_price ? certificate->ticks : check.end + check.grid;
    *ret_verdict = (struct rd_price_verdict){rd_ticks_in_seconds(shown, certificate->tick_s),
                                             rd_ticks_in_seconds(check.end, certificate->tick_s),
                                             check.needed, check.offered};
    return true;
}
