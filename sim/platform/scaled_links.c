#include "scaled_links.h"

#include "sim/model/topology.h"

bool rd_scaled_links_read(const char *list, double factor, struct rd_arena *arena,
                          struct rd_scaled_links *ret_scaled, struct rd_error *reterr)
{
    struct rd_scaled_links scaled = {.factor = factor > 0 ? factor : 1};
    struct rd_error error;
    if (list && !rd_names_read(list, RD_HOST_LIMIT, arena, &scaled.name, &error))
        return rd_fail(reterr, error.code, NULL, 0, "scaled-links: %.1000s", error.message);
    if (list && scaled.name.count == 0)
        return rd_wrong(reterr, "scaled-links without a name: at least 1 is needed");
    *ret_scaled = scaled;
    return true;
}

bool rd_link_is_scaled(const struct rd_scaled_links *scaled, const char *link)
{
    return rd_names_find(&scaled->name, link) != RD_NO_NAME;
}

double rd_scaled_links_factor(const struct rd_scaled_links *scaled, const char *link)
{
    return rd_link_is_scaled(scaled, link) ? scaled->factor : 1;
}

bool rd_scaled_links_check(const struct rd_scaled_links *scaled, const struct rd_names *link,
                           struct rd_error *reterr)
{
    for (uint32_t i = 0; i < scaled->name.count; i++) {
        char accepted[RD_NAMES_ACCEPTED_SIZE];
        const char *name = scaled->name.name[i];
        if (rd_names_find(link, name) == RD_NO_NAME)
            return rd_wrong(reterr, "scaled-links: \"%.100s\" is no link of the platform: %s", name,
                            rd_names_accepted(link, name, accepted));
    }
    return true;
}
