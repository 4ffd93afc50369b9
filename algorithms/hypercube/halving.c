#include "halving.h"

#include <math.h>

struct rd_halving rd_halving_open(const struct rd_instance *instance, uint32_t kind,
                                  struct rd_halving_rule rule, const double *cost_s, int64_t *held,
                                  const int64_t *least, const int64_t *most, struct rd_arena *arena)
{
    uint32_t p = instance->topology.host_count, d = instance->topology.dimension_count;
    uint32_t *dimensions = rd_take(arena, p, uint32_t);
    for (uint32_t host = 0; host < p; host++)
        dimensions[host] = p - 1;
    struct rd_halving halving = {.instance = instance,
                                 .kind = kind,
                                 .rule = rule,
                                 .cost_s = cost_s,
                                 .held = held,
                                 .least = least,
                                 .most = most,
                                 .dimensions = dimensions};
    for (uint32_t i = 0; i < d; i++) {
        uint32_t place = i;
        for (; place > 0 && cost_s[halving.order[place - 1]] > cost_s[i]; place--)
            halving.order[place] = halving.order[place - 1];
        halving.order[place] = i;
        halving.unevenness_s += rule.evenness * cost_s[i] / d;
    }
    return halving;
}

/* A subcube that crosses a dimension: its hosts are `base` and any of the bits of `others`, on the
 * side `from`, and the same with the dimension's bit flipped. */
struct crossing {
    const struct rd_halving *halving;
    uint32_t base, others, bit;
    uint32_t from;  /* the bit, or 0: the side that sends */
    int64_t amount; /* at least 0 */
};

/* The pairs of a crossing, by the number of the one that sends: from the first on until it is the
 * first again. */
static uint32_t first_sender(const struct crossing *crossing)
{
    return crossing->base | crossing->from;
}

static uint32_t next_sender(const struct crossing *crossing, uint32_t sender)
{
    uint32_t next = ((sender & crossing->others) - crossing->others) & crossing->others;
    return (sender & ~crossing->others) | next;
}

/* What must cross a dimension, from which side, so that both halves hold what they may end with. */
static struct crossing find_crossing(const struct rd_halving *halving, uint32_t base, uint32_t bit)
{
    uint32_t dimensions = halving->dimensions[base];
    struct crossing crossing = {halving, base, dimensions & ~bit, bit, 0, 0};
    int64_t held[2] = {0}, least[2] = {0}, most[2] = {0};
    uint32_t host = base;
    do {
        for (uint32_t side = 0; side < 2; side++) {
            uint32_t there = host | (side ? bit : 0);
            held[side] += halving->held[there];
            least[side] += halving->least[there];
            most[side] += halving->most[there];
        }
        host = next_sender(&crossing, host);
    } while (host != base);
    for (uint32_t side = 0; side < 2; side++) {
        int64_t over = held[side] - most[side], lack = least[!side] - held[!side];
        int64_t amount = over > lack ? over : lack;
        if (amount > crossing.amount) {
            crossing.from = side ? bit : 0;
            crossing.amount = amount;
        }
    }
    return crossing;
}

static struct crossing choose_crossing(const struct rd_halving *halving, uint32_t base)
{
    struct crossing best = {0};
    double best_s = -1;
    if (!halving->rule.greatest)
        return find_crossing(halving, base, UINT32_C(1) << halving->order[halving->stage]);
    for (uint32_t bits = halving->dimensions[base]; bits != 0; bits &= bits - 1) {
        struct crossing found = find_crossing(halving, base, bits & -bits);
        double found_s = halving->cost_s[__builtin_ctz(bits)] * (double)found.amount;
        if (found_s > best_s) {
            best = found;
            best_s = found_s;
        }
    }
    return best;
}

/* One pair: its f for a multiplier is (multiplier + pull) / weight, between least and most. */
struct pair {
    double pull, weight;
    int64_t least, most;
};

static struct pair pair_of(const struct crossing *crossing, uint32_t u)
{
    const struct rd_halving *halving = crossing->halving;
    uint32_t v = u ^ crossing->bit;
    int64_t above = halving->held[u] - halving->least[u];
    int64_t other = halving->held[v] - halving->least[v];
    return (struct pair){
        .pull = halving->unevenness_s * (double)(above - other),
        .weight = rd_item_s(halving->instance, u, v) + 2 * halving->unevenness_s,
        .least = halving->rule.both_ways ? -halving->held[v] : 0,
        .most = halving->held[u],
    };
}

static double share(const struct pair *pair, double multiplier)
{
    return fmin(fmax((multiplier + pair->pull) / pair->weight, (double)pair->least),
                (double)pair->most);
}

/* What all pairs send with a multiplier, and how fast that grows with it. */
static double sum_shares(const struct crossing *crossing, double multiplier, double *ret_slope)
{
    double sum = 0;
    uint32_t u = first_sender(crossing);
    *ret_slope = 0;
    do {
        struct pair pair = pair_of(crossing, u);
        double items = share(&pair, multiplier);
        sum += items;
        if (items > (double)pair.least && items < (double)pair.most)
            *ret_slope += 1 / pair.weight;
        u = next_sender(crossing, u);
    } while (u != first_sender(crossing));
    return sum;
}

/* The multiplier with which the pairs send the amount: Newton's method, kept between two that are
 * too small and too large. What rounding leaves is added later. */
static double find_multiplier(const struct crossing *crossing)
{
    enum { MOST_STEPS = 64 };
    double low = INFINITY, high = -INFINITY, wanted = (double)crossing->amount;
    uint32_t u = first_sender(crossing);
    do {
        struct pair pair = pair_of(crossing, u);
        low = fmin(low, (double)pair.least * pair.weight - pair.pull);
        high = fmax(high, (double)pair.most * pair.weight - pair.pull);
        u = next_sender(crossing, u);
    } while (u != first_sender(crossing));
    double multiplier = low + (high - low) / 2;
    for (int step = 0; step < MOST_STEPS; step++) {
        double slope, missing = wanted - sum_shares(crossing, multiplier, &slope);
        if (fabs(missing) <= 1e-9 * (wanted + 1))
            break;
        if (missing > 0)
            low = multiplier;
        else
            high = multiplier;
        double next = multiplier + missing / slope;
        multiplier = next > low && next < high ? next : low + (high - low) / 2;
    }
    return multiplier;
}

static void move(const struct crossing *crossing, uint32_t u, int64_t items, bool whole,
                 struct rd_plan *plan, struct rd_arena *arena)
{
    const struct rd_halving *halving = crossing->halving;
    uint32_t from = items > 0 ? u : u ^ crossing->bit;
    int64_t count = items > 0 ? items : -items;
    halving->held[from] -= count;
    halving->held[from ^ crossing->bit] += count;
    if (plan && count > 0)
        rd_plan_add(plan, arena,
                    (struct rd_transfer){0, from, from ^ crossing->bit, (int32_t)halving->kind,
                                         whole ? count : 1, whole ? 1 : count});
}

/* What one pair sends, when all before it should have sent `before` and it `items`, and what they
 * did send is `sent`: sums differ by less than one item. */
static int64_t round_share(const struct pair *pair, double before, double items, int64_t sent)
{
    int64_t rounded = (int64_t)floor(before + items + 1e-6) - sent;
    return rounded < pair->least ? pair->least : rounded > pair->most ? pair->most : rounded;
}

/* Rounding errors of large numbers are left: to whoever can still send, in a second pass. */
static void cross(const struct crossing *crossing, bool whole, struct rd_plan *plan,
                  struct rd_arena *arena)
{
    if (crossing->amount == 0 && !crossing->halving->rule.both_ways)
        return;
    double multiplier = find_multiplier(crossing), before = 0;
    int64_t sent = 0;
    uint32_t u = first_sender(crossing);
    do {
        struct pair pair = pair_of(crossing, u);
        double items = share(&pair, multiplier);
        int64_t rounded = round_share(&pair, before, items, sent);
        before += items;
        sent += rounded;
        move(crossing, u, rounded, whole, plan, arena);
        u = next_sender(crossing, u);
    } while (u != first_sender(crossing));
    int64_t rest = crossing->amount - sent;
    do {
        int64_t most = crossing->halving->held[u];
        int64_t least = -crossing->halving->held[u ^ crossing->bit];
        int64_t now = rest > most ? most : rest < least ? least : rest;
        rest -= now;
        move(crossing, u, now, whole, plan, arena);
        u = next_sender(crossing, u);
    } while (rest != 0 && u != first_sender(crossing));
    rd_assert(rest == 0);
}

void rd_halving_stage(struct rd_halving *halving, bool whole, struct rd_plan *plan,
                      struct rd_arena *arena)
{
    uint32_t p = halving->instance->topology.host_count;
    uint32_t d = halving->instance->topology.dimension_count;
    for (uint32_t base = 0; base < p; base++) {
        /* The lowest host of each subcube that has not crossed in this stage. */
        uint32_t dimensions = halving->dimensions[base];
        if ((base & dimensions) != 0 || __builtin_popcount(dimensions) + halving->stage != d)
            continue;
        struct crossing crossing = choose_crossing(halving, base);
        cross(&crossing, whole, plan, arena);
        uint32_t u = first_sender(&crossing);
        do {
            halving->dimensions[u] &= ~crossing.bit;
            halving->dimensions[u ^ crossing.bit] &= ~crossing.bit;
            u = next_sender(&crossing, u);
        } while (u != first_sender(&crossing));
    }
    halving->stage++;
}
