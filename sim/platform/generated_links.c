#include "generated_links.h"

#include "sim/model/instance.h"

enum { LINK_NAME_SIZE = 2 * RD_HOST_NAME_SIZE };

const char *rd_generated_host_name(const struct rd_topology *topology, uint32_t host,
                                   char name[RD_HOST_NAME_SIZE])
{
    if (topology->shape == RD_STAR && host + 1 == topology->host_count)
        return "m";
    name[0] = 'h';
    rd_whole_text(host, name + 1);
    return name;
}

/* How many costs there are. */
static uint64_t count_costs(const struct rd_topology *topology, bool clustered)
{
    return clustered ? 2 * (uint64_t)topology->host_count : rd_link_count(topology);
}

/* Names the link that a cost is of. Returns: false if it is of none. */
static bool name_link(const struct rd_topology *topology, bool clustered, uint64_t link,
                      char name[LINK_NAME_SIZE])
{
    char from_name[RD_HOST_NAME_SIZE], to_name[RD_HOST_NAME_SIZE];
    uint32_t hosts = topology->host_count, from, to;
    if (clustered && link < hosts)
        snprintf(name, LINK_NAME_SIZE, "%s>",
                 rd_generated_host_name(topology, (uint32_t)link, from_name));
    else if (clustered)
        snprintf(name, LINK_NAME_SIZE, ">%s",
                 rd_generated_host_name(topology, (uint32_t)(link - hosts), to_name));
    else if (rd_link_ends(topology, link, &from, &to))
        snprintf(name, LINK_NAME_SIZE, "%s>%s", rd_generated_host_name(topology, from, from_name),
                 rd_generated_host_name(topology, to, to_name));
    else
        return false;
    return true;
}

/* Says which name is of no link. Of very many links some tell what names are like. */
static bool check_names(const struct rd_topology *topology, bool clustered,
                        const struct rd_scaled_links *scaled, struct rd_arena *arena,
                        struct rd_error *reterr)
{
    enum { TOLD_LIMIT = 100000 };
    struct rd_names names = {0};
    char name[LINK_NAME_SIZE];
    uint32_t number;
    uint64_t count = count_costs(topology, clustered);
    for (uint64_t link = 0; link < count; link++)
        if (name_link(topology, clustered, link, name) &&
            (link < TOLD_LIMIT || link + 1 == count || rd_link_is_scaled(scaled, name)))
            rd_names_add(&names, arena, rd_arena_text(arena, name), &number);
    return rd_scaled_links_check(scaled, &names, reterr);
}

bool rd_generated_links_scale(const struct rd_topology *topology, bool clustered,
                              const struct rd_scaled_links *scaled, double *cost,
                              struct rd_arena *arena, struct rd_error *reterr)
{
    uint32_t found = 0;
    char name[LINK_NAME_SIZE];
    for (uint64_t link = 0; link < count_costs(topology, clustered); link++) {
        if (!name_link(topology, clustered, link, name) || !rd_link_is_scaled(scaled, name))
            continue;
        found++;
        cost[link] /= scaled->factor;
        if (cost[link] != 0 && (cost[link] < RD_COST_LEAST || cost[link] > RD_COST_MOST))
            return rd_wrong(reterr,
                            "link-scale %g gives link %s a bandwidth of %g bytes/s: a number from "
                            "1e-30 to 1e30 is needed",
                            scaled->factor, name, 1 / cost[link]);
    }
    return found == scaled->name.count || check_names(topology, clustered, scaled, arena, reterr);
}
