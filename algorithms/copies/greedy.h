/* Copies event by event: whenever a message ends, what may start does, and every host that has an
 * item is a source of it. */
#pragma once

#include "schedule.h"

#include "sim/base/rng.h"

/* How much each thing counts where an item and a link are chosen. */
struct rd_greedy_rule {
    double rarity; /* few holders */
    double far;    /* distance of the sinks that this brings the item nearer to, and how many */
    double work;   /* what the receiver has left to receive */
    double cost;   /* how long the message takes; counts against it */
    double share;  /* how much it takes of shared links; counts against it */
    double random;
    bool few_choices_first; /* who can receive from few hosts is matched first, else the best */
    uint32_t bundle;        /* the most items of a message */
};

/* What ends a schedule before it is complete. */
struct rd_greedy_limits {
    double last_s;    /* nothing starts that would end after it */
    double give_up_s; /* a schedule that cannot end before it is of no use */
};

/* Two that work well, by trial: the second matches who has few choices first. */
extern const struct rd_greedy_rule rd_greedy_rules[2];

/* Makes a schedule.
 *
 * An item is of use to a host that wants it and to which it is not coming; and to one that is
 * nearer than every host that has it, or to which it is coming, to some sink that has it not yet.
 * So no host relays in vain, at most one copy at a time nears a sink, and whatever is sent, all
 * items arrive. Of all links that could start a message, each with its best item, a maximum
 * matching of receivers and senders is started where hosts have one port; else the best first.
 * On shared links messages start where there is room for them.
 * In: distance_s as in multicast, or others that are positive where hosts differ. The messages are
 * from the arena. Returns: a schedule that ends at INFINITY if the limits cut it.
 * Cost: a message looks at the links of its two hosts, and at their items. Source: our own; rarest
 * first as in BitTorrent. */
struct rd_copy_schedule
rd_copies_by_events(const struct rd_multicast *multicast, const double *distance_s,
                    const struct rd_greedy_rule *rule, const struct rd_greedy_limits *limits,
                    struct rd_rng *rng, struct rd_arena *arena, struct rd_arena *scratch);
