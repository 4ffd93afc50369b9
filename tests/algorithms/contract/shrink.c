#include "shrink.h"

#include "sim/model/instance_check.h"

#include <math.h>
#include <string.h>

/* An instance whose arrays may be changed. */
struct draft {
    struct rd_instance instance; /* points to the arrays */
    struct rd_link_cost *cost;   /* [links], or [1] if costs_equal */
    double *speed;               /* [hosts]; NULL if the instance has none */
    int64_t *load;               /* [hosts * kinds] */
    int64_t *target;             /* [hosts * kinds]; NULL if the instance has none */
};

struct shrinking {
    struct draft least; /* of those that failed */
    shrink_fails *fails;
    void *context;
    struct rd_arena *arena;
    long tries_left;
};

static size_t cost_count(const struct rd_instance *instance)
{
    return instance->costs_equal ? 1 : (size_t)rd_link_count(&instance->topology);
}

static size_t entry_count(const struct rd_instance *instance)
{
    return (size_t)instance->topology.host_count * instance->kind_count;
}

/* Arrays of the sizes that the instance of a draft asks for. */
static void take_arrays(struct draft *draft, struct rd_arena *arena)
{
    struct rd_instance *instance = &draft->instance;
    draft->cost = rd_take(arena, cost_count(instance), struct rd_link_cost);
    draft->load = rd_take(arena, entry_count(instance), int64_t);
    draft->target = instance->target ? rd_take(arena, entry_count(instance), int64_t) : NULL;
    draft->speed =
        instance->speed_flops_per_s ? rd_take(arena, instance->topology.host_count, double) : NULL;
    instance->link_cost = draft->cost;
    instance->load = draft->load;
    instance->target = draft->target;
    instance->speed_flops_per_s = draft->speed;
    instance->may_slow = NULL;
    instance->host_name = NULL;
}

static struct draft copy_of(const struct rd_instance *instance, struct rd_arena *arena)
{
    struct draft copy = {.instance = *instance};
    size_t entries = entry_count(instance);
    take_arrays(&copy, arena);
    memcpy(copy.cost, instance->link_cost, cost_count(instance) * sizeof *copy.cost);
    memcpy(copy.load, instance->load, entries * sizeof *copy.load);
    if (copy.target)
        memcpy(copy.target, instance->target, entries * sizeof *copy.target);
    if (copy.speed)
        memcpy(copy.speed, instance->speed_flops_per_s,
               instance->topology.host_count * sizeof *copy.speed);
    return copy;
}

static bool still_fails(struct shrinking *shrinking, const struct draft *draft)
{
    if (shrinking->tries_left == 0 || !rd_instance_check(&draft->instance, NULL))
        return false;
    shrinking->tries_left--;
    return shrinking->fails(shrinking->context, &draft->instance);
}

/* Goes on with a draft if that fails, too. */
static bool keep_if_it_fails(struct shrinking *shrinking, const struct draft *draft)
{
    if (!still_fails(shrinking, draft))
        return false;
    shrinking->least = *draft;
    return true;
}

/* The cost of the link between two hosts that are left, by their old numbers. Where there was no
 * link, since a host between them is gone, that of the first one's link to the host after it. */
static struct rd_link_cost cost_between(const struct rd_instance *instance, uint32_t from,
                                        uint32_t to)
{
    uint32_t hosts = instance->topology.host_count;
    uint64_t link = rd_link_between(&instance->topology, from, to);
    for (uint32_t step = 1; link == RD_NO_LINK && step < hosts; step++)
        link = rd_link_between(&instance->topology, from, (from + step) % hosts);
    return rd_link_cost(instance, link == RD_NO_LINK ? 0 : link);
}

/* Leaves out `count` hosts from `first` on; the next that is left takes what they hold and want.
 * Cubes leave out whole halves, a star keeps its master: what cannot be is refused. */
static bool without_hosts(struct shrinking *shrinking, uint32_t first, uint32_t count)
{
    const struct rd_instance *old = &shrinking->least.instance;
    uint32_t hosts = old->topology.host_count, kinds = old->kind_count;
    bool star = old->topology.shape == RD_STAR;
    struct draft draft = {.instance = *old};
    struct rd_topology *topology = &draft.instance.topology;
    if (first + count > hosts - star ||
        !rd_topology_make(topology->shape, topology->direction, hosts - count, topology, NULL))
        return false;
    take_arrays(&draft, shrinking->arena);
    uint32_t left = hosts - count;
    for (uint32_t host = 0; host < hosts; host++) {
        bool gone = host >= first && host < first + count;
        uint32_t now = host < first ? host : gone ? first : host - count;
        if (gone && now == left - star) /* behind the last: the first takes it */
            now = 0;
        for (uint32_t kind = 0; kind < kinds; kind++) {
            draft.load[now * kinds + kind] += rd_load(old, host, kind);
            if (draft.target)
                draft.target[now * kinds + kind] += rd_target(old, host, kind);
        }
        if (draft.speed && !gone)
            draft.speed[now] = old->speed_flops_per_s[host];
    }
    for (size_t link = 0; link < cost_count(&draft.instance); link++) {
        uint32_t from, to;
        draft.cost[link] = rd_link_cost(old, 0);
        if (draft.instance.costs_equal || !rd_link_ends(topology, link, &from, &to))
            continue;
        draft.cost[link] =
            cost_between(old, from < first ? from : from + count, to < first ? to : to + count);
    }
    return left > star && keep_if_it_fails(shrinking, &draft);
}

static bool fewer_hosts(struct shrinking *shrinking)
{
    bool any = false;
    uint32_t hosts = shrinking->least.instance.topology.host_count;
    for (uint32_t count = hosts / 2; count > 0; count /= 2)
        for (uint32_t first = 0; first < shrinking->least.instance.topology.host_count;)
            if (without_hosts(shrinking, first, count))
                any = true;
            else
                first += count;
    return any;
}

static bool without_kind(struct shrinking *shrinking, uint32_t gone)
{
    const struct rd_instance *old = &shrinking->least.instance;
    if (old->kind_count == 1)
        return false;
    struct draft draft = {.instance = *old};
    draft.instance.kind_count--;
    take_arrays(&draft, shrinking->arena);
    memcpy(draft.cost, old->link_cost, cost_count(old) * sizeof *draft.cost);
    if (draft.speed)
        memcpy(draft.speed, old->speed_flops_per_s, old->topology.host_count * sizeof *draft.speed);
    for (uint32_t host = 0; host < old->topology.host_count; host++)
        for (uint32_t kind = 0, now = 0; kind < old->kind_count; kind++) {
            if (kind == gone)
                continue;
            size_t entry = (size_t)host * draft.instance.kind_count + now++;
            draft.load[entry] = rd_load(old, host, kind);
            if (draft.target)
                draft.target[entry] = rd_target(old, host, kind);
        }
    return keep_if_it_fails(shrinking, &draft);
}

static bool fewer_kinds(struct shrinking *shrinking)
{
    bool any = false;
    for (uint32_t kind = shrinking->least.instance.kind_count; kind > 0; kind--)
        any |= without_kind(shrinking, kind - 1);
    return any;
}

/* Takes items from a load, and as many from a final load, so that the sums stay alike. */
static bool without_items_of(struct shrinking *shrinking, size_t entry, size_t from, int64_t items)
{
    struct draft *draft = &shrinking->least;
    if (draft->target && draft->target[from] < items)
        return false;
    draft->load[entry] -= items;
    if (draft->target)
        draft->target[from] -= items;
    if (still_fails(shrinking, draft))
        return true;
    draft->load[entry] += items;
    if (draft->target)
        draft->target[from] += items;
    return false;
}

/* The final load that shrinks too is that of the same host, or the largest of the kind. */
static bool without_items(struct shrinking *shrinking, size_t entry, int64_t items)
{
    const struct draft *draft = &shrinking->least;
    uint32_t kinds = draft->instance.kind_count;
    size_t largest = entry;
    for (size_t other = entry % kinds; draft->target && other < entry_count(&draft->instance);
         other += kinds)
        if (draft->target[other] > draft->target[largest])
            largest = other;
    return items > 0 && (without_items_of(shrinking, entry, entry, items) ||
                         (largest != entry && without_items_of(shrinking, entry, largest, items)));
}

static void add_everywhere(struct draft *draft, int64_t items)
{
    size_t entries = entry_count(&draft->instance) -
                     (draft->instance.topology.shape == RD_STAR ? draft->instance.kind_count : 0);
    for (size_t entry = 0; entry < entries; entry++) {
        draft->load[entry] += items;
        if (draft->target)
            draft->target[entry] += items;
    }
}

/* One item less on every host, and wanted by every host: where the hosts must divide the items. */
static bool without_an_item_everywhere(struct shrinking *shrinking)
{
    add_everywhere(&shrinking->least, -1);
    if (still_fails(shrinking, &shrinking->least))
        return true;
    add_everywhere(&shrinking->least, 1);
    return false;
}

static bool fewer_items(struct shrinking *shrinking)
{
    bool any = false;
    const int64_t *load = shrinking->least.load;
    while (without_an_item_everywhere(shrinking))
        any = true;
    for (size_t entry = 0; entry < entry_count(&shrinking->least.instance); entry++)
        while (without_items(shrinking, entry, load[entry]) ||
               without_items(shrinking, entry, load[entry] / 2) ||
               without_items(shrinking, entry, 1))
            any = true;
    return any;
}

/* Makes a number, or its inverse, 0, 1, 2, 3 or whole, where that is simpler. */
static bool simplify(struct shrinking *shrinking, double *number, bool inverse)
{
    double was = *number, value = inverse ? 1 / was : was;
    const double simple[] = {0, 1, 2, 3, round(value)};
    for (size_t i = inverse; i < sizeof simple / sizeof *simple; i++) {
        if (simple[i] >= value && value == floor(value))
            continue;
        *number = inverse ? 1 / simple[i] : simple[i];
        if (isfinite(*number) && still_fails(shrinking, &shrinking->least))
            return true;
    }
    *number = was;
    return false;
}

static bool simpler_times(struct shrinking *shrinking)
{
    struct draft *draft = &shrinking->least;
    struct rd_instance *instance = &draft->instance;
    bool any = false;
    for (size_t link = 0; link < cost_count(instance); link++) {
        any |= simplify(shrinking, &draft->cost[link].latency_s, false);
        any |= simplify(shrinking, &draft->cost[link].bandwidth_bytes_per_s, true);
    }
    for (uint32_t host = 0; draft->speed && host < instance->topology.host_count; host++)
        any |= simplify(shrinking, &draft->speed[host], true);
    any |= simplify(shrinking, &instance->item_bytes, false);
    any |= simplify(shrinking, &instance->word_bytes, false);
    any |= simplify(shrinking, &instance->flops_per_item, false);
    return any;
}

static void fewer_of(struct shrinking *shrinking, int64_t *number)
{
    for (int64_t was = *number; was > 0; was = *number) {
        *number = was / 2;
        if (still_fails(shrinking, &shrinking->least))
            continue;
        *number = was - 1;
        if (still_fails(shrinking, &shrinking->least))
            continue;
        *number = was;
        return;
    }
}

const struct rd_instance *shrink_instance(const struct rd_instance *instance, shrink_fails *fails,
                                          void *context, struct rd_arena *arena)
{
    struct shrinking shrinking = {
        .least = copy_of(instance, arena),
        .fails = fails,
        .context = context,
        .arena = arena,
        .tries_left = SHRINK_TRIES,
    };
    bool any = true;
    while (any && shrinking.tries_left > 0) {
        any = fewer_hosts(&shrinking);
        any |= fewer_kinds(&shrinking);
        any |= fewer_items(&shrinking);
        any |= simpler_times(&shrinking);
    }
    fewer_of(&shrinking, &shrinking.least.instance.stencil_iterations);
    fewer_of(&shrinking, &shrinking.least.instance.balance_error);
    struct rd_instance *least = rd_take(arena, 1, struct rd_instance);
    *least = shrinking.least.instance;
    return least;
}
