#include "releases.h"
#include "library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* simgrid::kernel::EngineImpl::now_, which the library exports. */
static double *find_clock(void)
{
    return dlsym(RTLD_DEFAULT, "_ZN7simgrid6kernel10EngineImpl4now_E");
}

bool rd_clock_restarts(void)
{
    return find_clock();
}

void rd_clock_restart(void)
{
    double *clock_s = find_clock();
    if (clock_s)
        *clock_s = 0;
}

/* simgrid::s4u::Link::is_on() const, for which there is no call from C. */
bool rd_link_is_on(sg_link_t link)
{
    static bool (*is_on)(const void *);
    static bool asked;
    if (!asked)
        *(void **)&is_on = dlsym(RTLD_DEFAULT, "_ZNK7simgrid3s4u4Link5is_onEv");
    asked = true;
    return !is_on || is_on(link);
}

static void keep_links(struct rd_route *route, const void *links, size_t count,
                       struct rd_arena *arena)
{
    if (count > route->capacity) {
        route->link =
            rd_arena_grow(arena, route->link, route->capacity, 2 * count, sizeof *route->link);
        route->capacity = 2 * count;
    }
    if (count > 0)
        memcpy(route->link, links, count * sizeof *route->link);
    route->link_count = count;
}

#if SIMGRID_VERSION >= 40000

const char rd_precision_setting[] = "precision/timing";
const char rd_bandwidth_precision_setting[] = "precision/work-amount";

size_t rd_wait_for_first(sg_comm_t *comm, size_t count)
{
    size_t first = 0;
    if (count == 1) {
        rd_simgrid.sg_comm_wait(*comm);
        return 0;
    }
    sg_activity_set_t set = rd_simgrid.sg_activity_set_init();
    for (size_t i = 0; i < count; i++)
        rd_simgrid.sg_activity_set_push(set, (sg_activity_t)comm[i]);
    sg_activity_t ended = rd_simgrid.sg_activity_set_wait_any(set);
    rd_simgrid.sg_activity_set_delete(set);
    while ((sg_activity_t)comm[first] != ended)
        first++;
    rd_simgrid.sg_activity_unref(ended);
    return first;
}

void rd_route_read(struct rd_route *route, sg_host_t from, sg_host_t to, struct rd_arena *arena)
{
    int count;
    const_sg_link_t *links = rd_simgrid.sg_host_get_route_links(from, to, &count);
    keep_links(route, links, (size_t)count, arena);
    free(links);
}

#else

const char rd_precision_setting[] = "surf/precision";
const char rd_bandwidth_precision_setting[] = "maxmin/precision";

size_t rd_wait_for_first(sg_comm_t *comm, size_t count)
{
    return (size_t)rd_simgrid.sg_comm_wait_any(comm, count); /* never -1: that is a time limit's */
}

void rd_route_read(struct rd_route *route, sg_host_t from, sg_host_t to, struct rd_arena *arena)
{
    xbt_dynar_t links = rd_simgrid.xbt_dynar_new(sizeof *route->link, NULL);
    rd_simgrid.sg_host_get_route(from, to, links);
    size_t count = rd_simgrid.xbt_dynar_length(links);
    keep_links(route, count > 0 ? rd_simgrid.xbt_dynar_get_ptr(links, 0) : NULL, count, arena);
    rd_simgrid.xbt_dynar_free(&links);
}

#endif

/* One past what starts at a '<', in a well-formed document without a DTD of its own. */
static const char *markup_end(const char *start, const char *end)
{
    static const struct {
        const char *opening, *closing;
    } known[] = {{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].opening);
        if ((size_t)(end - start) < length || memcmp(start, known[i].opening, length) != 0)
            continue;
        const char *closing = memmem(start + length, (size_t)(end - start) - length,
                                     known[i].closing, strlen(known[i].closing));
        return closing ? closing + strlen(known[i].closing) : end;
    }
    char quote = '\0';
    for (const char *at = start; at < end; at++) {
        if (quote != '\0')
            quote = *at == quote ? '\0' : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else if (*at == '>')
            return at + 1;
    }
    return end;
}

/* Is this the tag? In: its '<' and name, as in "</cluster". */
static bool is_tag(const char *start, const char *end, const char *tag)
{
    size_t length = strlen(tag);
    return (size_t)(end - start) > length && memcmp(start, tag, length) == 0 &&
           strchr(" \t\r\n/>", start[length]);
}

/* The first cluster, unless a zone comes before it. Returns: false if there is none. */
static bool find_cluster(const char *text, const char *end, const char **ret_start,
                         const char **ret_end)
{
    const char *start = NULL, *past;
    for (const char *at = text; (at = memchr(at, '<', (size_t)(end - at))); at = past) {
        past = markup_end(at, end);
        if (is_tag(at, end, "<zone") || is_tag(at, end, "<AS"))
            return false;
        if (is_tag(at, end, "<cluster"))
            start = at;
        if (start && (is_tag(at, end, "</cluster") || (start == at && past[-2] == '/'))) {
            *ret_start = start;
            *ret_end = past;
            return true;
        }
    }
    return false;
}

const char *rd_enclose_cluster(const char *text, size_t size, struct rd_arena *arena,
                               size_t *ret_size)
{
    static const char opening[] = "<zone id=\"around the cluster\" routing=\"Full\">",
                      closing[] = "</zone>";
    const char *end = text + size, *cluster, *behind;
    *ret_size = size;
    if (!find_cluster(text, end, &cluster, &behind))
        return text;
    const struct {
        const char *text;
        size_t size;
    } part[] = {{text, (size_t)(cluster - text)},
                {opening, sizeof opening - 1},
                {cluster, (size_t)(behind - cluster)},
                {closing, sizeof closing - 1},
                {behind, (size_t)(end - behind)}};
    *ret_size = size + sizeof opening - 1 + sizeof closing - 1;
    char *enclosed = rd_take(arena, *ret_size + 1, char), *to = enclosed;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        memcpy(to, part[i].text, part[i].size);
        to += part[i].size;
    }
    *to = 0;
    return enclosed;
}
