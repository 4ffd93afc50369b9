#include "final_loads.h"

#include "bounds.h"
#include "schedule.h"

#include "algorithms/graph/goal.h"
#include "sim/base/integers.h"

#include <math.h>
#include <stdlib.h>

static bool on_bus(const struct rd_switch_finals *finals)
{
    return finals->instance->topology.shape == RD_BUS;
}

struct rd_switch_finals rd_switch_finals_read(const struct rd_instance *instance,
                                              struct rd_arena *scratch)
{
    uint32_t n = instance->topology.host_count;
    struct rd_switch_quickest quickest = rd_switch_quickest(instance, RD_NO_HOST, scratch);
    struct rd_switch_finals finals = {
        .instance = instance,
        .n = n,
        .send_s = quickest.send_item_s,
        .receive_s = quickest.receive_item_s,
        .width = rd_switch_widths(instance, scratch),
        .total = rd_item_count(instance, 0),
        .least = rd_take(scratch, n, int64_t),
        .most = rd_take(scratch, n, int64_t),
        .final = rd_take(scratch, n, int64_t),
    };
    struct rd_network network = {.instance = instance, .host_count = n, .relay = RD_NO_HOST};
    if (instance->goal == RD_BALANCE)
        finals.window_count = rd_network_balance_windows(&network, 0, &finals.low, &finals.error);
    return finals;
}

/* Items that a port carries by a date. */
static int64_t carried(double date_s, double cost_s, uint32_t width)
{
    double items = floor(date_s * (1 + 1e-12) / cost_s) * width;
    return cost_s > 0 && items < (double)RD_ITEM_LIMIT ? (int64_t)items : RD_ITEM_LIMIT;
}

/* Sets the finals that are possible by a date, in a window. Returns: below 0 if the window is too
 * low for what hosts cannot send in time, or for all items; above 0 if it is too high for what they
 * cannot receive; 0 if there are such finals. */
static int set_finals(struct rd_switch_finals *finals, int64_t low, double date_s)
{
    int64_t least = 0, most = 0;
    bool too_low = false, too_high = false;
    for (uint32_t host = 0; host < finals->n; host++) {
        int64_t load = rd_load(finals->instance, host, 0);
        bool reach = finals->instance->goal == RD_REACH;
        int64_t bottom = reach ? rd_target(finals->instance, host, 0) : low;
        int64_t top = reach ? bottom : low + finals->error;
        int64_t kept = load - carried(date_s, finals->send_s[host], finals->width[host]);
        int64_t held = load + carried(date_s, finals->receive_s[host], finals->width[host]);
        too_low |= kept > top;
        too_high |= held < bottom;
        finals->least[host] = kept > bottom ? kept : bottom;
        finals->most[host] = held < top ? held : top;
        least += finals->least[host];
        most += finals->most[host];
    }
    if (too_low || most < finals->total)
        return -1;
    return too_high || least > finals->total;
}

/* Is a date late enough? The lowest window that is not too low is the one to try. */
static bool is_enough(struct rd_switch_finals *finals, double date_s)
{
    int64_t low = finals->low, high = low + finals->window_count - 1;
    RD_FIND_FIRST(low, high, i, set_finals(finals, i, date_s) >= 0);
    return set_finals(finals, low, date_s) == 0;
}

/* Items that leave hosts that hold more than a window has room for, or lack in others. */
static int64_t moved(const struct rd_switch_finals *finals, int64_t low, bool lacks)
{
    int64_t items = 0;
    for (uint32_t host = 0; host < finals->n; host++) {
        int64_t load = rd_load(finals->instance, host, 0);
        int64_t over = lacks ? low - load : load - low - finals->error;
        items += over > 0 ? over : 0;
    }
    return items;
}

/* On a bus: the window in which fewest items move. */
static void set_finals_on_bus(struct rd_switch_finals *finals)
{
    int64_t low = finals->low, high = low + finals->window_count - 1;
    RD_FIND_FIRST(low, high, i, moved(finals, i, true) >= moved(finals, i, false));
    if (low > finals->low && moved(finals, low - 1, false) < moved(finals, low, true))
        low--;
    int found = set_finals(finals, low, INFINITY);
    rd_assert(found == 0);
}

/* Moves as few items as the ranges permit: each host keeps what it may, then from the first on
 * hosts give, or take, what is over. */
static void choose_finals(struct rd_switch_finals *finals)
{
    int64_t over = -finals->total;
    for (uint32_t host = 0; host < finals->n; host++) {
        int64_t load = rd_load(finals->instance, host, 0);
        int64_t final = load < finals->least[host]  ? finals->least[host]
                        : load > finals->most[host] ? finals->most[host]
                                                    : load;
        finals->final[host] = final;
        over += final;
    }
    for (uint32_t host = 0; host < finals->n; host++) {
        int64_t least = finals->least[host] - finals->final[host];
        int64_t most = finals->most[host] - finals->final[host];
        int64_t change = -over < least ? least : -over > most ? most : -over;
        finals->final[host] += change;
        over += change;
    }
    rd_assert(over == 0);
}

int64_t rd_switch_surplus(const struct rd_switch_finals *finals, uint32_t host)
{
    return rd_load(finals->instance, host, 0) - finals->final[host];
}

/* What the finals make a host's port, or the bus, do. Returns: seconds; whose port, in ret_bound.
 */
static double busiest_s(const struct rd_switch_finals *finals, struct rd_bound *ret_bound)
{
    double most_s = 0, least_item_s = INFINITY;
    int64_t items = 0;
    struct rd_bound_port port = {0, false};
    for (uint32_t host = 0; host < finals->n; host++) {
        int64_t over = rd_switch_surplus(finals, host);
        bool receives = over < 0;
        double port_s = receives ? finals->receive_s[host] : finals->send_s[host];
        least_item_s = fmin(least_item_s, finals->send_s[host]);
        items += receives ? 0 : over;
        if (over == 0)
            continue;
        int64_t width = finals->width[host];
        double busy_s = (double)((llabs(over) + width - 1) / width) * port_s;
        if (busy_s > most_s) {
            most_s = busy_s;
            port = (struct rd_bound_port){host, receives};
        }
    }
    ret_bound->bottleneck = RD_BOTTLENECK_NONE;
    ret_bound->port_count = 0;
    if (on_bus(finals)) {
        ret_bound->bottleneck = RD_BOTTLENECK_BUS;
        return items > 0 ? (double)items * least_item_s : 0;
    }
    if (most_s > 0)
        rd_bound_add_bottleneck_port(ret_bound, port.host, port.receives);
    return most_s;
}

double rd_switch_finals_choose(struct rd_switch_finals *finals, struct rd_bound *ret_bound)
{
    if (on_bus(finals)) {
        set_finals_on_bus(finals);
        choose_finals(finals);
        return busiest_s(finals, ret_bound);
    }
    bool enough = is_enough(finals, INFINITY);
    rd_assert(enough);
    choose_finals(finals);
    double late_s = busiest_s(finals, ret_bound), early_s = 0;
    if (is_enough(finals, 0))
        late_s = 0;
    while (early_s < late_s * (1 - 1e-12)) {
        double middle_s = early_s + (late_s - early_s) / 2;
        if (is_enough(finals, middle_s)) {
            choose_finals(finals);
            late_s = fmin(middle_s, busiest_s(finals, ret_bound));
        } else {
            early_s = middle_s;
        }
    }
    enough = is_enough(finals, late_s);
    rd_assert(enough);
    choose_finals(finals);
    return busiest_s(finals, ret_bound);
}
