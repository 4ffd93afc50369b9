#include "slow_set.h"

#include "sim/base/names.h"
#include "sim/platform/host_names.h"

#include <string.h>

/* What stands for each link that routes cross. */
#define RD_ALL_LINKS "*"

struct rd_slow_set rd_slow_set_open(const struct rd_upgrades *upgrades, struct rd_arena *arena)
{
    return (struct rd_slow_set){rd_take(arena, upgrades->count, const struct rd_upgrade *),
                                rd_take(arena, upgrades->count, double), 0};
}

bool rd_slow_set_add(const struct rd_upgrades *upgrades, const struct rd_upgrade *upgrade,
                     double factor, struct rd_slow_set *set)
{
    for (size_t i = 0; i < upgrades->count; i++) {
        const struct rd_upgrade *link = &upgrades->upgrade[i];
        bool within = link == upgrade;
        for (uint32_t k = 0; upgrade->kind == RD_UPGRADE_CLUSTER && k < upgrade->link_count; k++)
            within = within || strcmp(upgrade->link[k], link->link[0]) == 0;
        if (!within || link->kind != RD_UPGRADE_LINK)
            continue;
        for (size_t k = 0; k < set->count; k++)
            if (set->upgrade[k] == link)
                return false;
        set->upgrade[set->count] = link;
        set->factor[set->count++] = factor;
    }
    return true;
}

/* The names that are accepted: links and clusters. */
static struct rd_names name_links(const struct rd_upgrades *upgrades, struct rd_arena *arena)
{
    struct rd_names names = {0};
    uint32_t number;
    for (size_t i = 0; i < upgrades->count; i++)
        if (upgrades->upgrade[i].kind != RD_UPGRADE_HOST)
            rd_names_add(&names, arena, upgrades->upgrade[i].what, &number);
    return names;
}

/* Adds each link of the routes, or a link, or those of a cluster. Returns: false if one of them is
 * there already. */
static bool add_named(const struct rd_upgrades *upgrades, const char *name, double factor,
                      struct rd_slow_set *set)
{
    bool all = strcmp(name, RD_ALL_LINKS) == 0, added = true;
    for (size_t i = 0; all && added && i < upgrades->count; i++)
        added = upgrades->upgrade[i].kind != RD_UPGRADE_LINK ||
                rd_slow_set_add(upgrades, &upgrades->upgrade[i], factor, set);
    return all ? added : rd_slow_set_add(upgrades, rd_upgrade_named(upgrades, name), factor, set);
}

bool rd_slow_set_read_elements(const struct rd_scenario *scenario,
                               const struct rd_upgrades *upgrades, struct rd_arena *arena,
                               struct rd_slow_set *set, struct rd_error *reterr)
{
    for (size_t i = 0; i < scenario->slower_count; i++) {
        const struct rd_slower *slower = &scenario->slower[i];
        for (uint32_t k = 0; k < slower->links.count; k++) {
            const char *name = slower->links.name[k];
            const struct rd_upgrade *upgrade = rd_upgrade_named(upgrades, name);
            char accepted[RD_NAMES_ACCEPTED_SIZE];
            struct rd_names names = name_links(upgrades, arena);
            if (strcmp(name, RD_ALL_LINKS) != 0 && (!upgrade || upgrade->kind == RD_UPGRADE_HOST))
                return rd_fail(reterr, RD_ERROR_INPUT, scenario->path, slower->line,
                               "<slower>: \"%.100s\" is no link that routes cross: %s", name,
                               rd_names_accepted(&names, name, accepted));
            if (slower->factor > 1 && !add_named(upgrades, name, slower->factor, set))
                return rd_fail(reterr, RD_ERROR_INPUT, scenario->path, slower->line,
                               "<slower>: \"%.100s\" a second time: each link is accepted once",
                               name);
        }
    }
    return true;
}

const struct rd_slower_links *rd_slow_set_links(const struct rd_slow_set *set,
                                                const struct rd_upgrades *upgrades,
                                                struct rd_arena *arena)
{
    uint32_t link_count = upgrades->links->count;
    const char **name = rd_take(arena, set->count, const char *);
    uint32_t *way_of = rd_take(arena, link_count, uint32_t);
    for (uint32_t link = 0; link < link_count; link++)
        way_of[link] = RD_NOT_SLOWER;
    for (size_t i = 0; i < set->count; i++) {
        rd_arena_borrow(arena);
        bool *marked = rd_take(arena, link_count, bool);
        name[i] = set->upgrade[i]->what;
        rd_upgrade_mark(set->upgrade[i], upgrades->links, marked);
        for (uint32_t link = 0; link < link_count; link++)
            if (marked[link])
                way_of[link] = (uint32_t)i;
    }
    return rd_make(arena, struct rd_slower_links, (uint32_t)set->count, name, set->factor,
                   upgrades->links, way_of);
}
