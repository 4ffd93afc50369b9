#include "links.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simgrid/link.h> /* wants a size_t */

/* A link as it stands in a text. */
struct link_text {
    const char *start, *name, *end;
    size_t name_length;
    double bandwidth, latency;
};

/* Reads a number between two words. Returns: what follows; NULL if it is not so. */
static const char *read_number(const char *text, const char *before, const char *unit,
                               double *ret_number)
{
    size_t length = strlen(before);
    if (!text || strncmp(text, before, length) != 0)
        return NULL;
    char *end;
    *ret_number = strtod(text + length, &end);
    bool is_number = end > text + length && isfinite(*ret_number) && *ret_number >= 0;
    return is_number && strncmp(end, unit, strlen(unit)) == 0 ? end + strlen(unit) : NULL;
}

/* The next link of a text. Returns: false at the end, and where a link is written otherwise; end is
 * then NULL. */
static bool next_link(const char *text, struct link_text *ret_link)
{
    static const char opening[] = "<link id=\"";
    *ret_link = (struct link_text){.start = strstr(text, opening)};
    if (!ret_link->start)
        return false;
    ret_link->name = ret_link->start + sizeof opening - 1;
    ret_link->name_length = strcspn(ret_link->name, "\"");
    ret_link->end = read_number(ret_link->name + ret_link->name_length, "\" bandwidth=\"", "Bps",
                                &ret_link->bandwidth);
    ret_link->end = read_number(ret_link->end, "\" latency=\"", "s\"", &ret_link->latency);
    return ret_link->end && ret_link->bandwidth > 0;
}

bool rd_links_lead_to(const char *loaded, const char *wanted)
{
    struct link_text from, to;
    while (next_link(loaded, &from) && next_link(wanted, &to)) {
        size_t before = (size_t)(from.name + from.name_length - loaded);
        if ((size_t)(to.name + to.name_length - wanted) != before ||
            memcmp(loaded, wanted, before) != 0)
            return false;
        loaded = from.end;
        wanted = to.end;
    }
    return strcmp(loaded, wanted) == 0;
}

void rd_links_set(const char *text)
{
    struct link_text link;
    for (; next_link(text, &link); text = link.end) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)link.name_length, link.name);
        sg_link_t known = sg_link_by_name(name);
        sg_link_set_bandwidth(known, link.bandwidth);
        sg_link_set_latency(known, link.latency);
    }
}
