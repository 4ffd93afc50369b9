/* Two-way and one-way rings whose messages carry many items: a message of m items takes the latency
 * of its link once. A port that carries flow is then busy for a fixed charge and so much an item:
 *
 *     send_i(z) = [F_i > 0] l + p_i F_i  +  [F_{i-1} < 0] l' + q_{i-1} |F_{i-1}|,   F_x = S_x - z
 *
 * and every schedule has such a z. Hosts that must wait for items, and those that must pass items
 * on until the end, add the way to the nearest host that holds, or keeps, some. */
#pragma once

#include "net_flow.h"

/* What a message takes on a link: once, and for each of its items. */
struct rd_charge {
    double latency_s;
    double item_s;
};

struct rd_charged_ring {
    struct rd_ring ring;
    bool two_way;
    const struct rd_charge *forward;  /* [host_count] over edge x */
    const struct rd_charge *backward; /* [host_count]; zeros on a one-way ring */
    /* [host_count]: no item arrives at the host before head_s, and from when the last one leaves it
     * the schedule lasts tail_s. INFINITY: none ever does. */
    const double *head_s;
    const double *tail_s;
    struct rd_interval z;     /* the flows to choose from: on one-way rings min S alone */
    struct rd_interval light; /* those of them under which every host holds at the start what it
                                 sends; may be empty */
};

/* In: a ring with one kind and one of RD_RING_GOALS. Cost: as rd_ring_read, arrays from the
 * arena. */
struct rd_charged_ring rd_charged_ring_read(const struct rd_instance *instance,
                                            struct rd_arena *arena);

/* What port is busy, or waits, for how long under a flow. */
struct rd_charged_value {
    double seconds;
    uint32_t host;
    bool receives;
    bool waits; /* besides being busy */
    int64_t z;
};

/* No schedule whose net flow is z is shorter; where z is light, some schedule takes just that.
 * O(n). */
struct rd_charged_value rd_charged_ring_value(const struct rd_charged_ring *ring, int64_t z);

/* The best of all flows, and the best of the light ones (seconds INFINITY if there is none). */
struct rd_charged_optimum {
    struct rd_charged_value best; /* a light one if it is as good */
    struct rd_charged_value light;
    double least_s; /* no schedule is shorter */
};

/* Cost: O(n) a level of halves where few ports compete, 2^26 visits of a port at most. */
struct rd_charged_optimum rd_charged_ring_optimum(const struct rd_charged_ring *ring,
                                                  struct rd_arena *scratch);
