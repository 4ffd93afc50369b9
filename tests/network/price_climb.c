#include "price_climb.h"

#include "generate.h"
#include "network_optimum.h"

enum { STEPS = 300, STATE_LIMIT = 300000 };

bool price_draw(struct rd_rng *rng, struct rd_arena *scratch, struct small_network *network,
                int *ret_optimum_s)
{
    do {
        network_draw_any(rng, true, network);
        if (rd_rng_below(rng, 2) == 0) {
            for (int link = 0; link < network->link_count; link++)
                network->cost_s[link] += network->cost_s[link] % 2;
            for (int host = 0; host < network->host_count; host++)
                network->compute_s[host] += network->compute_s[host] % 2;
        }
    } while (!network_optimum_s(network, STARTS_AT_ENDS, STATE_LIMIT, scratch, ret_optimum_s));
    return *ret_optimum_s > 0;
}

/* Changes one price or label. */
static void change(struct rd_rng *rng, const struct small_network *network, struct prices *prices)
{
    int host = (int)rd_rng_below(rng, (uint64_t)network->host_count);
    int kind = (int)rd_rng_below(rng, (uint64_t)network->kind_count);
    int link = (int)rd_rng_below(rng, (uint64_t)network->link_count);
    int price = rd_rng_below(rng, 2) ? (int)rd_rng_below(rng, 5) : 0;
    switch (rd_rng_below(rng, network->goal == RD_FINISH ? 6 : 5)) {
    case 0: prices->send[host] = network->ports[host] == 0 ? 0 : price; break;
    case 1: prices->receive[host] = network->ports[host] == 0 ? 0 : price; break;
    case 2: prices->link[link] = price; break;
    case 3: prices->bus = network->is_bus ? price : 0; break;
    case 4: prices->label[host][kind] += (int)rd_rng_between(rng, -6, 6); break;
    default: prices->processor[host] = host == network->relay ? 0 : price; break;
    }
}

static bool is_less(struct price_bound a, struct price_bound b)
{
    return a.num * b.tot < b.num * a.tot;
}

struct price_bound price_climb(struct rd_rng *rng, const struct small_network *network,
                               enum price_rule rule, int proved_s, struct prices *prices)
{
    struct price_bound best = {0, 1};
    int send_idle_s[SMALL_HOSTS], receive_idle_s[SMALL_HOSTS];
    idle_times(network, send_idle_s, receive_idle_s);
    for (int host = 0; host < network->host_count; host++) {
        if (send_idle_s[host] > proved_s)
            send_idle_s[host] = 0;
        if (receive_idle_s[host] > proved_s)
            receive_idle_s[host] = 0;
    }
    for (int step = 0; step < STEPS; step++) {
        struct prices next = *prices;
        for (uint64_t more = rd_rng_below(rng, 3) + 1; more > 0; more--)
            change(rng, network, &next);
        struct price_bound bound = price_bound(network, &next, rule, send_idle_s, receive_idle_s);
        if (bound.tot == 0 || is_less(bound, best))
            continue;
        best = bound;
        *prices = next;
    }
    return best;
}

long rounded_up_s(struct price_bound bound, int grid)
{
    long step = bound.tot * grid;
    return bound.num <= 0 ? 0 : (bound.num + step - 1) / step * grid;
}
