/* What can be made faster in a network: each link of its platform, all links of a cluster's hosts,
 * all throttles of hosts, and all that only one host's messages cross on their way out or in. */
#pragma once

#include "sim/engine/engine.h"
#include "sim/model/instance.h"
#include "sim/scenario/scenario.h"

/* A cluster's links are one element of the platform, and throttles one of the scenario. */
enum rd_upgrade_kind { RD_UPGRADE_LINK, RD_UPGRADE_CLUSTER, RD_UPGRADE_HOST };

struct rd_upgrade {
    enum rd_upgrade_kind kind;
    const char *what; /* "trunk", or a cluster's id, as in the platform's file; "throttle"; "h0
                         out", "h0 in" */
    const char *const *link; /* [link_count], as SimGrid calls them: "trunk_UP", "trunk_DOWN" */
    uint32_t link_count;
    size_t same_as; /* an earlier one of the same links; itself, if it is the first of its kind */
};

struct rd_upgrades {
    struct rd_upgrade *upgrade; /* [count]: links, in the order in which routes cross them; then
                                   clusters; then throttles; then hosts, out before in */
    size_t count;
    const struct rd_shared_links *links; /* that routes cross, as rd_engine_read_links has them */
    uint32_t hosts_without; /* directions in which hosts have routes, and no link of their own */
};

/* Lists what the routes of the scenario's topology cross. A cable that the platform declares as
 * SPLITDUPLEX, or gives each host of a cluster, is one link, both ways of it.
 * In: the engine of the scenario's platform, or NULL; the whole instance. Errors: RD_ERROR_REFUSED
 * where SimGrid does not get the platform; as rd_engine_read_links. Cost: O(links on routes). */
bool rd_upgrades_list(struct rd_engine *engine, const struct rd_scenario *scenario,
                      const struct rd_instance *instance, struct rd_arena *arena,
                      struct rd_upgrades *ret_upgrades, struct rd_error *reterr);

/* The upgrade of a name, or NULL. O(upgrades). */
const struct rd_upgrade *rd_upgrade_named(const struct rd_upgrades *upgrades, const char *what);

/* Marks the links of an upgrade among those that routes cross: [links->count], or more. O(links).
 */
void rd_upgrade_mark(const struct rd_upgrade *upgrade, const struct rd_shared_links *links,
                     bool *marked);
