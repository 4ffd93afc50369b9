#include "link_changes.h"
#include "library.h"

#include "sim/base/arena.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A link as it stands in a text. */
struct link_text {
    const char *name, *name_end, *end;
    double bandwidth, latency;
};

/* Reads a number between two words. In: ret_number, or NULL: whatever it is. Returns: what follows;
 * NULL if it is not so. */
static const char *read_number(const char *text, const char *before, const char *unit,
                               double *ret_number)
{
    size_t length = strlen(before);
    if (!text || strncmp(text, before, length) != 0)
        return NULL;
    text += length;
    const char *end = text + strspn(text, "0123456789.e+-");
    bool is_number = end > text;
    if (ret_number) {
        char *read_end;
        *ret_number = strtod(text, &read_end);
        end = read_end;
        is_number = end > text && isfinite(*ret_number) && *ret_number >= 0;
    }
    return is_number && strncmp(end, unit, strlen(unit)) == 0 ? end + strlen(unit) : NULL;
}

/* Reads what stands behind a link's name. Returns: what follows, or NULL. */
static const char *read_cost(const char *text, double *ret_bandwidth, double *ret_latency)
{
    text = read_number(text, "\" bandwidth=\"", "Bps", ret_bandwidth);
    return read_number(text, "\" latency=\"", "s\"", ret_latency);
}

/* The next link of a text. Returns: false at the end, and where a link is written otherwise. */
static bool next_link(const char *text, struct link_text *ret_link)
{
    static const char opening[] = "<link id=\"";
    const char *start = strstr(text, opening);
    if (!start)
        return false;
    ret_link->name = start + sizeof opening - 1;
    ret_link->name_end = ret_link->name + strcspn(ret_link->name, "\"");
    ret_link->end = read_cost(ret_link->name_end, &ret_link->bandwidth, &ret_link->latency);
    return ret_link->end && ret_link->bandwidth > 0;
}

bool rd_links_lead_to(const char *loaded, const char *wanted)
{
    struct link_text link;
    while (next_link(wanted, &link)) {
        size_t before = (size_t)(link.name_end - wanted);
        if (strncmp(loaded, wanted, before) != 0)
            return false;
        loaded = read_cost(loaded + before, NULL, NULL);
        if (!loaded)
            return false;
        wanted = link.end;
    }
    return strcmp(loaded, wanted) == 0;
}

void rd_links_set(const char *text)
{
    static struct rd_arena arena = RD_ARENA_OPEN; /* for as long as the process lives */
    static sg_link_t *known;                      /* those of any text, in its order */
    static size_t known_count;
    struct link_text link;
    for (size_t i = 0; next_link(text, &link); text = link.end, i++) {
        char name[64];
        if (i == known_count) {
            snprintf(name, sizeof name, "%.*s", (int)(link.name_end - link.name), link.name);
            rd_arena_add(&arena, known, known_count, rd_simgrid.sg_link_by_name(name));
        }
        rd_simgrid.sg_link_set_bandwidth(known[i], link.bandwidth);
        rd_simgrid.sg_link_set_latency(known[i], link.latency);
    }
}
