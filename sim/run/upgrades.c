#include "upgrades.h"

#include "sim/base/names.h"
#include "sim/platform/throttle.h"

#include <string.h>

/* The platform's links by routes. */
struct listing {
    const struct rd_scenario *scenario;
    const struct rd_instance *instance;
    struct rd_arena *arena;
    const struct rd_shared_links *links;
    struct owners *owners; /* [links->count] */
    bool *has_route[2];    /* [hosts]: out, and in */
    struct rd_upgrades upgrades;
};

/* Whose messages alone cross a link: those of at most two hosts, the ends of its first route. */
struct owners {
    bool crossed;
    uint32_t
        host[2]; /* the sender and the receiver of the first; RD_NO_HOST: others cross it, too */
    bool out[2], in[2]; /* does the host send over it, or receive? */
};

static void add_route(struct owners *owners, uint32_t from, uint32_t to)
{
    if (!owners->crossed)
        *owners = (struct owners){.crossed = true, .host = {from, to}};
    for (int i = 0; i < 2; i++) {
        owners->out[i] = owners->out[i] || from == owners->host[i];
        owners->in[i] = owners->in[i] || to == owners->host[i];
        if (from != owners->host[i] && to != owners->host[i])
            owners->host[i] = RD_NO_HOST;
    }
}

static void find_owners(struct listing *listing)
{
    const struct rd_shared_links *links = listing->links;
    const struct rd_topology *topology = &listing->instance->topology;
    listing->owners = rd_take(listing->arena, links->count, struct owners);
    for (int inward = 0; inward < 2; inward++)
        listing->has_route[inward] = rd_take(listing->arena, topology->host_count, bool);
    rd_each_link (link, topology) {
        listing->has_route[0][link.from] = listing->has_route[1][link.to] = true;
        for (uint32_t i = links->first[link.number]; i < links->first[link.number + 1]; i++)
            add_route(&listing->owners[links->use[i].shared], link.from, link.to);
    }
}

/* A name as it stands in the text of a platform. */
static const char *escaped(const char *name, struct rd_arena *arena)
{
    char *text = rd_take(arena, strlen(name) * 6 + 1, char), *end = text;
    for (; *name; name++) {
        const char *entity = *name == '<'   ? "&lt;"
                             : *name == '>' ? "&gt;"
                             : *name == '&' ? "&amp;"
                             : *name == '"' ? "&quot;"
                                            : NULL;
        if (entity)
            end = stpcpy(end, entity);
        else
            *end++ = *name;
    }
    return text;
}

/* Does the platform declare an element of this name? */
static bool declares(const struct listing *listing, const char *element, const char *name)
{
    const struct rd_scenario *scenario = listing->scenario;
    const char *declared =
        rd_arena_print(listing->arena, "<%s id=\"%s\"", element, escaped(name, listing->arena));
    return memmem(scenario->simgrid_text, scenario->simgrid_text_size, declared, strlen(declared));
}

/* The name of the cable of which a link is one way: without _UP or _DOWN, unless the platform
 * declares a link of the whole name. */
static const char *cable_of(const struct listing *listing, const char *name)
{
    static const char *const ways[] = {"_UP", "_DOWN"};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        size_t end = strlen(ways[i]);
        if (length <= end || strcmp(name + length - end, ways[i]) != 0)
            continue;
        if (declares(listing, "link", name))
            continue;
        return rd_arena_print(listing->arena, "%.*s", (int)(length - end), name);
    }
    return name;
}

static bool has_same_links(const struct rd_upgrade *a, const struct rd_upgrade *b)
{
    bool same = a->link_count == b->link_count;
    for (uint32_t i = 0; same && i < a->link_count; i++)
        same = a->link[i] == b->link[i];
    return same;
}

static void add_upgrade(struct listing *listing, enum rd_upgrade_kind kind, const char *what,
                        const char *const *link, uint32_t link_count)
{
    struct rd_upgrades *upgrades = &listing->upgrades;
    struct rd_upgrade upgrade = {kind, what, link, link_count, upgrades->count};
    for (size_t i = 0; i < upgrades->count && upgrade.same_as == upgrades->count; i++)
        if (has_same_links(&upgrades->upgrade[i], &upgrade))
            upgrade.same_as = i;
    rd_arena_add(listing->arena, upgrades->upgrade, upgrades->count, upgrade);
}

/* Links of one cable stand together, where the first of them is crossed first. */
static void list_cables(struct listing *listing)
{
    const struct rd_shared_links *links = listing->links;
    struct rd_names cables = {0};
    uint32_t *cable = rd_take(listing->arena, links->count, uint32_t);
    for (uint32_t i = 0; i < links->count; i++)
        rd_names_add(&cables, listing->arena, cable_of(listing, links->name[i]), &cable[i]);
    for (uint32_t number = 0; number < cables.count; number++) {
        const char **link = rd_take(listing->arena, 2, const char *);
        uint32_t count = 0;
        for (uint32_t i = 0; i < links->count && count < 2; i++)
            if (cable[i] == number)
                link[count++] = links->name[i];
        add_upgrade(listing, RD_UPGRADE_LINK, cables.name[number], link, count);
    }
}

/* The cluster whose host has a link; NULL: none. */
static const char *cluster_of(const struct listing *listing, const char *link)
{
    static const char own[] = "_link_";
    for (const char *at = strstr(link, own); at; at = strstr(at + 1, own)) {
        const char *cluster = rd_arena_print(listing->arena, "%.*s", (int)(at - link), link);
        if (declares(listing, "cluster", cluster))
            return cluster;
    }
    return NULL;
}

/* All links of a cluster's hosts are one element of the platform. */
static void list_clusters(struct listing *listing)
{
    const struct rd_shared_links *links = listing->links;
    struct rd_names clusters = {0};
    uint32_t *cluster = rd_take(listing->arena, links->count, uint32_t);
    for (uint32_t i = 0; i < links->count; i++) {
        const char *name = cluster_of(listing, links->name[i]);
        cluster[i] = RD_NO_NAME;
        if (name)
            rd_names_add(&clusters, listing->arena, name, &cluster[i]);
    }
    for (uint32_t number = 0; number < clusters.count; number++) {
        const char **link = NULL;
        size_t count = 0;
        for (uint32_t i = 0; i < links->count; i++)
            if (cluster[i] == number)
                rd_arena_add(listing->arena, link, count, links->name[i]);
        add_upgrade(listing, RD_UPGRADE_CLUSTER, clusters.name[number], link, (uint32_t)count);
    }
}

/* What limits hosts is one element or attribute of the scenario. */
static void list_throttles(struct listing *listing)
{
    const struct rd_shared_links *links = listing->links;
    const char **link = NULL;
    size_t count = 0;
    for (uint32_t i = 0; i < links->count; i++)
        if (rd_is_throttle(links->name[i]))
            rd_arena_add(listing->arena, link, count, links->name[i]);
    if (count > 0)
        add_upgrade(listing, RD_UPGRADE_CLUSTER, "throttle", link, (uint32_t)count);
}

static void list_host(struct listing *listing, uint32_t host, bool inward)
{
    const struct rd_shared_links *links = listing->links;
    const char **link = NULL;
    size_t count = 0;
    for (uint32_t i = 0; i < links->count; i++) {
        const struct owners *owners = &listing->owners[i];
        for (int end = 0; end < 2; end++)
            if (owners->host[end] == host && (inward ? owners->in[end] : owners->out[end]) &&
                (end == 0 || owners->host[0] != host))
                rd_arena_add(listing->arena, link, count, links->name[i]);
    }
    listing->upgrades.hosts_without += count == 0 && listing->has_route[inward][host];
    if (count > 0)
        add_upgrade(listing, RD_UPGRADE_HOST,
                    rd_arena_print(listing->arena, "%s %s", rd_label(listing->instance, host),
                                   inward ? "in" : "out"),
                    link, (uint32_t)count);
}

bool rd_upgrades_list(struct rd_engine *engine, const struct rd_scenario *scenario,
                      const struct rd_instance *instance, struct rd_arena *arena,
                      struct rd_upgrades *ret_upgrades, struct rd_error *reterr)
{
    struct listing listing = {.scenario = scenario, .instance = instance, .arena = arena};
    if (!engine)
        return rd_refuse(reterr,
                         "the platform of %s is too large for SimGrid, which knows its "
                         "links: smaller ones are accepted",
                         scenario->path);
    if (!rd_engine_read_links(engine, scenario->host_name, &instance->topology, arena,
                              &listing.links, reterr))
        return false;
    find_owners(&listing);
    list_cables(&listing);
    list_clusters(&listing);
    list_throttles(&listing);
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        for (int inward = 0; inward < 2; inward++)
            list_host(&listing, host, inward);
    listing.upgrades.links = listing.links;
    *ret_upgrades = listing.upgrades;
    return true;
}

const struct rd_upgrade *rd_upgrade_named(const struct rd_upgrades *upgrades, const char *what)
{
    for (size_t i = 0; i < upgrades->count; i++)
        if (strcmp(upgrades->upgrade[i].what, what) == 0)
            return &upgrades->upgrade[i];
    return NULL;
}

void rd_upgrade_mark(const struct rd_upgrade *upgrade, const struct rd_shared_links *links,
                     bool *marked)
{
    for (uint32_t i = 0; i < upgrade->link_count; i++)
        for (uint32_t link = 0; link < links->count; link++)
            if (links->name[link] == upgrade->link[i])
                marked[link] = true;
}
