#include "source_bound.h"

#include "load_bounds.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 300, CUTS = 8 };

/* Places where messages take time: out-ports, in-ports, shared links. */
struct prices {
    const struct rd_object_list *copies;
    uint32_t place_count;
    double *capacity; /* [place_count] messages, or shared links, at a time */
    double *busy_s;   /* [place_count]: how long, on average over rounds, by all its room */
    double *price;    /* [place_count] */
    double *best;     /* [place_count] */
    double *more_s;   /* [place_count]: of one round */
    double limit_s;   /* ways as long are not used */
};

static uint32_t in_place(const struct rd_object_list *copies, uint32_t host)
{
    return copies->objects->combined_ports ? host : copies->host_count + host;
}

/* What a way costs. */
static double cost_of(const struct prices *prices, const struct rd_copy_way *way, uint32_t to)
{
    const struct rd_object_list *copies = prices->copies;
    double price = prices->price[way->from] + prices->price[in_place(copies, to)];
    const struct rd_shared_use *end, *use = rd_link_uses(copies->instance, way->link, &end);
    for (; use < end; use++)
        price += (double)rd_link_part(copies->instance, way->link, use) / (double)RD_SHARED_ROOM *
                 prices->price[2 * copies->host_count + use->shared];
    return price * way->duration_s;
}

static void use_way(struct prices *prices, const struct rd_copy_way *way, uint32_t to)
{
    const struct rd_object_list *copies = prices->copies;
    const struct rd_shared_use *end, *use = rd_link_uses(copies->instance, way->link, &end);
    prices->more_s[way->from] += way->duration_s;
    prices->more_s[in_place(copies, to)] += way->duration_s;
    for (; use < end; use++)
        prices->more_s[2 * copies->host_count + use->shared] +=
            (double)rd_link_part(copies->instance, way->link, use) / (double)RD_SHARED_ROOM *
            way->duration_s;
}

/* What all objects cost at least, each by its cheapest way, which they take. Prices of all that a
 * second offers sum to 1: so it is a bound. INFINITY: an object has no way that is short enough. */
static double take_cheapest(struct prices *prices)
{
    const struct rd_object_list *copies = prices->copies;
    double sum = 0;
    memset(prices->more_s, 0, prices->place_count * sizeof *prices->more_s);
    for (uint32_t object = 0; object < copies->count; object++) {
        const struct rd_copy_way *best = NULL;
        double least = INFINITY;
        for (uint32_t i = copies->objects->first[object]; i < copies->objects->first[object + 1];
             i++) {
            const struct rd_copy_way *way = &copies->way[i];
            if (!(way->duration_s < prices->limit_s))
                continue;
            double cost = cost_of(prices, way, copies->objects->to[object]);
            if (cost < least) {
                least = cost;
                best = way;
            }
        }
        if (!best)
            return INFINITY;
        use_way(prices, best, copies->objects->to[object]);
        sum += least;
    }
    return sum;
}

/* Busy places get dear. Returns: false if none is busy. */
static bool set_prices(struct prices *prices, double steepness)
{
    double most_s = 0, sum = 0;
    for (uint32_t i = 0; i < prices->place_count; i++)
        most_s = fmax(most_s, prices->busy_s[i]);
    for (uint32_t i = 0; i < prices->place_count; i++) {
        double weight =
            prices->busy_s[i] > 0 ? exp(steepness * (prices->busy_s[i] / most_s - 1)) : 0;
        prices->price[i] = weight / prices->capacity[i];
        sum += weight;
    }
    for (uint32_t i = 0; i < prices->place_count && sum > 0; i++)
        prices->price[i] /= sum;
    return sum > 0;
}

/* The best bound of some rounds, and its prices. */
static double find_s(struct prices *prices)
{
    double best_s = 0;
    for (uint32_t i = 0; i < prices->place_count; i++)
        prices->busy_s[i] = 1;
    for (int round = 1; round <= ROUNDS; round++) {
        if (!set_prices(prices, round % 2 ? 30 : 100))
            break;
        double bound_s = take_cheapest(prices);
        if (bound_s > best_s) {
            best_s = bound_s;
            memcpy(prices->best, prices->price, prices->place_count * sizeof *prices->best);
        }
        if (isinf(bound_s))
            break;
        double share = 2 / (double)(round + 1);
        for (uint32_t i = 0; i < prices->place_count; i++)
            prices->busy_s[i] +=
                share * (prices->more_s[i] / prices->capacity[i] - prices->busy_s[i]);
    }
    return best_s;
}

/* The least duration of a way that is longer. */
static double next_duration_s(const struct rd_object_list *copies, double from_s)
{
    double next_s = INFINITY;
    for (uint32_t i = 0; i < copies->objects->first[copies->count]; i++)
        if (copies->way[i].duration_s > from_s)
            next_s = fmin(next_s, copies->way[i].duration_s);
    return next_s;
}

static void open(struct prices *prices, struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_object_list *copies = prices->copies;
    const struct rd_shared_links *shared = copies->instance->shared;
    uint32_t hosts = copies->host_count;
    prices->place_count = 2 * hosts + (shared ? shared->count : 0);
    prices->capacity = rd_take(scratch, prices->place_count, double);
    prices->busy_s = rd_take(scratch, prices->place_count, double);
    prices->price = rd_take(scratch, prices->place_count, double);
    prices->more_s = rd_take(scratch, prices->place_count, double);
    prices->best = rd_take(arena, prices->place_count, double);
    for (uint32_t i = 0; i < prices->place_count; i++)
        prices->capacity[i] = i < 2 * hosts ? rd_copy_ports(copies, i % hosts, copies->count) : 1;
}

struct rd_source_bound rd_source_bound_find(const struct rd_object_list *copies,
                                            struct rd_arena *arena, struct rd_arena *scratch)
{
    rd_assert(arena != scratch);
    rd_arena_borrow(scratch);
    struct prices prices = {.copies = copies, .limit_s = INFINITY};
    open(&prices, arena, scratch);
    struct rd_source_bound found = {.seconds = find_s(&prices)};
    double *kept = rd_arena_copy(scratch, prices.best, prices.place_count, sizeof *kept);
    /* Up to the next duration the same ways are short enough. */
    for (int cut = 0; cut < CUTS; cut++) {
        prices.limit_s = next_duration_s(copies, found.seconds);
        if (isinf(prices.limit_s))
            break;
        double seconds = fmin(find_s(&prices), prices.limit_s);
        if (!(seconds > found.seconds))
            break;
        found.seconds = seconds;
        found.prunes = true;
        memcpy(kept, prices.best, prices.place_count * sizeof *kept);
        if (seconds < prices.limit_s)
            break;
    }
    memcpy(prices.best, kept, prices.place_count * sizeof *kept);
    found.out_price = prices.best;
    found.in_price =
        copies->objects->combined_ports ? prices.best : prices.best + copies->host_count;
    found.shared_price = copies->instance->shared ? prices.best + 2 * copies->host_count : NULL;
    found.seconds = rd_rounded_up_s(copies, found.seconds * (1 - 1e-12));
    return found;
}
