#include "copy_layouts.h"

#include "copy_pieces.h"

#include "sim/base/groups.h"
#include "sim/base/integers.h"
#include "sim/model/instance.h"

#include <inttypes.h>
#include <stdlib.h>

/* The parts of a name in a layout, as the name is gone through from byte 0 on. */
struct side {
    const struct rd_layout *layout;
    struct rd_layout_part *part; /* [count], by first byte */
    size_t count, next;
    const struct rd_layout_part **open; /* [open_count] that have the bytes where we are */
    size_t open_count;
    struct rd_host_set hosts; /* of these, with room for all of the platform */
};

struct walk {
    const struct rd_layouts *layouts;
    struct rd_arena *arena;
    struct rd_making making;
    const struct rd_layout_part **had; /* [hosts] by which part the host has the bytes, or NULL */
    int64_t *sorted;                   /* [hosts] */
};

RD_ORDERED_BY(by_first, struct rd_layout_part, first, end, line)

/* Takes the parts of a name. */
static void begin_side(struct side *side, const struct rd_layout *layout,
                       const struct rd_groups *groups, uint32_t name, struct rd_arena *arena)
{
    side->layout = layout;
    side->count = groups->first[name + 1] - groups->first[name];
    side->part = rd_take(arena, side->count, struct rd_layout_part);
    side->open = rd_take(arena, side->count, const struct rd_layout_part *);
    side->next = side->open_count = 0;
    for (size_t i = 0; i < side->count; i++)
        side->part[i] = layout->part[groups->member[groups->first[name] + i]];
    if (side->count > 0)
        qsort(side->part, side->count, sizeof *side->part, by_first);
}

/* Finds the hosts that have the bytes from `first` on, up to the next cut. */
static bool step_side(struct walk *walk, struct side *side, int64_t first, struct rd_error *reterr)
{
    const struct rd_layouts *layouts = walk->layouts;
    size_t kept = 0, count = 0;
    for (size_t i = 0; i < side->open_count; i++)
        if (side->open[i]->end > first)
            side->open[kept++] = side->open[i];
    while (side->next < side->count && side->part[side->next].first == first)
        side->open[kept++] = &side->part[side->next++];
    side->open_count = kept;
    const struct rd_layout_part *part = NULL, *twin = NULL;
    for (size_t i = 0; i < kept && !twin; i++) {
        part = side->open[i];
        for (size_t k = 0; k < part->host_count && !twin; k++) {
            uint32_t host = side->layout->host[part->host + k];
            twin = walk->had[host];
            walk->had[host] = part;
            walk->sorted[count++] = host;
        }
    }
    for (size_t i = 0; i < count; i++)
        walk->had[walk->sorted[i]] = NULL;
    if (twin)
        return rd_fail(reterr, RD_ERROR_INPUT, side->layout->path, part->line,
                       "\"%s\": host \"%.100s\" has byte %" PRId64
                       " a second time (first on line %d): each is accepted once",
                       layouts->names.name[part->name], layouts->host_name[walk->sorted[count - 1]],
                       first, twin->line);
    rd_sort_rising(walk->sorted, count);
    side->hosts.count = (uint32_t)count;
    for (size_t i = 0; i < count; i++)
        side->hosts.host[i] = (uint32_t)walk->sorted[i];
    return true;
}

/* Where either layout cuts a name: rising, each once. */
static int64_t *find_cuts(const struct side *old, const struct side *new, struct rd_arena *arena,
                          size_t *ret_count)
{
    const struct side *sides[] = {old, new};
    int64_t *cut = rd_take(arena, 2 * (old->count + new->count), int64_t);
    size_t count = 0, kept = 0;
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < sides[i]->count; k++) {
            cut[count++] = sides[i]->part[k].first;
            cut[count++] = sides[i]->part[k].end;
        }
    rd_sort_rising(cut, count);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || cut[kept - 1] != cut[i])
            cut[kept++] = cut[i];
    *ret_count = kept;
    return cut;
}

static bool add_part(struct walk *walk, const struct side *old, const struct side *new,
                     const char *name, int64_t first, int64_t end, struct rd_error *reterr)
{
    const struct rd_layout_part *wanted = new->open[0];
    if (old->hosts.count == 0)
        return rd_fail(reterr, RD_ERROR_INPUT, new->layout->path, wanted->line,
                       "\"%s\": bytes %" PRId64 " to %" PRId64
                       " are on no host of \"%.200s\": what the old layout has is accepted",
                       walk->layouts->names.name[wanted->name], first, end - 1, old->layout->path);
    rd_making_begin(&walk->making, name, end - first);
    return rd_making_add(&walk->making, rd_making_items(walk->making.draft, end - first),
                         &old->hosts, &new->hosts, reterr);
}

/* Makes the parts of a name. */
static bool walk_name(struct walk *walk, struct side *old, struct side *new, const char *name,
                      struct rd_error *reterr)
{
    size_t cuts;
    const int64_t *cut = find_cuts(old, new, walk->arena, &cuts);
    bool whole = new->count > 0 && cuts == 2;
    for (size_t i = 0; i + 1 < cuts; i++) {
        if (!step_side(walk, old, cut[i], reterr) || !step_side(walk, new, cut[i], reterr))
            return false;
        if (new->hosts.count == 0)
            continue;
        const char *kind = whole ? name
                                 : rd_arena_print(walk->arena, "%s[%" PRId64 ":%" PRId64 "]", name,
                                                  cut[i], cut[i + 1]);
        if (!add_part(walk, old, new, kind, cut[i], cut[i + 1], reterr))
            return false;
    }
    return true;
}

/* The parts of each name. */
static struct rd_groups group_parts(const struct rd_layout *layout, uint32_t name_count,
                                    struct rd_arena *arena)
{
    uint32_t *name = rd_take(arena, layout->part_count, uint32_t);
    for (size_t i = 0; i < layout->part_count; i++)
        name[i] = layout->part[i].name;
    return rd_group(name, layout->part_count, name_count, arena);
}

const struct rd_copies *rd_copies_of_layouts(const struct rd_layouts *layouts,
                                             const struct rd_options *attributes,
                                             struct rd_arena *arena, struct rd_error *reterr)
{
    struct rd_load_draft draft = {.attributes = attributes, .arena = arena};
    uint32_t names = layouts->names.count, hosts = layouts->host_count;
    struct walk walk = {.layouts = layouts,
                        .arena = arena,
                        .making = {.draft = &draft},
                        .had = rd_take(arena, hosts, const struct rd_layout_part *),
                        .sorted = rd_take(arena, (size_t)hosts + 1, int64_t)};
    struct rd_groups held = group_parts(&layouts->old, names, arena);
    struct rd_groups wanted = group_parts(&layouts->new, names, arena);
    struct side old = {.hosts = {rd_take(arena, hosts, uint32_t), 0}};
    struct side new = {.hosts = {rd_take(arena, hosts, uint32_t), 0}};
    for (uint32_t name = 0; name < names; name++) {
        begin_side(&old, &layouts->old, &held, name, arena);
        begin_side(&new, &layouts->new, &wanted, name, arena);
        if (!walk_name(&walk, &old, &new, layouts->names.name[name], reterr))
            return NULL;
    }
    return rd_making_end(&walk.making) ? draft.copies : NULL;
}
