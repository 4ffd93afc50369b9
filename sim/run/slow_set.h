/* The links of a scenario's platform that may be slow, and how slow at the most. */
#pragma once

#include "upgrades.h"

struct rd_slow_set {
    const struct rd_upgrade **upgrade; /* [count] */
    double *factor;                    /* [count] above 1 */
    size_t count;
};

/* A set of none, with room for all upgrades; from the arena. */
struct rd_slow_set rd_slow_set_open(const struct rd_upgrades *upgrades, struct rd_arena *arena);

/* Adds a link, or each link of a cluster's hosts. Returns: false if one is there already. */
bool rd_slow_set_add(const struct rd_upgrades *upgrades, const struct rd_upgrade *upgrade,
                     double factor, struct rd_slow_set *set);

/* Adds those that the <slower> elements of the scenario name: as the platform's links are called; a
 * cluster's id stands for each link of its hosts, "*" for each link that routes cross. Errors:
 * RD_ERROR_INPUT with the line: a name that is none, or there twice. */
bool rd_slow_set_read_elements(const struct rd_scenario *scenario,
                               const struct rd_upgrades *upgrades, struct rd_arena *arena,
                               struct rd_slow_set *set, struct rd_error *reterr);

/* The set as planners are told of it; from the arena. */
const struct rd_slower_links *rd_slow_set_links(const struct rd_slow_set *set,
                                                const struct rd_upgrades *upgrades,
                                                struct rd_arena *arena);
