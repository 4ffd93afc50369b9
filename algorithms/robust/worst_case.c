#include "worst_case.h"

#include <math.h>
#include <string.h>

enum decision { UNDECIDED, SLOW, NOMINAL };

struct search {
    const struct rd_plan_network *network;
    const struct rd_slow_link *link;
    size_t link_count, most;
    uint64_t pass_limit;
    struct rd_worst_case *worst;
    size_t *best;      /* [most] */
    uint8_t *decision; /* [links] */
    double *slower;    /* [resources] */
    double *end;       /* [activities] */
    double *behind;    /* [activities]: from its end to the last end */
    double *through;   /* [links]: the longest path through an activity that uses it */
    bool *on_path;     /* [links] */
    uint32_t *link_of; /* [resources]: of a link that may be slow, plus 1; 0: of none */
    double open_end;   /* the greatest that was left open */
};

/* --- a pass over the plan --------------------------------------------------------------------- */

/* Links that are chosen take their time, and with `relaxed` those that are not decided yet. */
static void set_speeds(struct search *search, bool relaxed)
{
    for (size_t i = 0; i < search->link_count; i++) {
        bool slow = search->decision[i] == SLOW || (relaxed && search->decision[i] == UNDECIDED);
        for (uint32_t r = 0; r < search->link[i].resource_count; r++)
            search->slower[search->link[i].resource[r]] = slow ? search->link[i].factor : 1;
    }
}

static double lasts(const struct search *search, size_t a)
{
    const struct rd_plan_network *network = search->network;
    double moves = 0;
    for (uint32_t i = network->part_first[a]; i < network->part_first[a + 1]; i++)
        moves =
            fmax(moves, (double)network->part[i].units * search->slower[network->part[i].resource]);
    return (double)network->fixed[a] + moves;
}

static double find_ends(struct search *search)
{
    const struct rd_plan_network *network = search->network;
    double last = 0;
    search->worst->pass_count++;
    for (size_t a = 0; a < network->count; a++) {
        double start = 0;
        for (uint32_t i = network->first[a]; i < network->first[a + 1]; i++)
            start = fmax(start, search->end[network->before[i]]);
        search->end[a] = start + lasts(search, a);
        last = fmax(last, search->end[a]);
    }
    return last;
}

/* --- the longest path ------------------------------------------------------------------------- */

/* Is a link that may be slow what an activity is as long for? */
static void mark_link(struct search *search, size_t a)
{
    const struct rd_plan_network *network = search->network;
    const struct rd_activity_part *slowest = NULL;
    double most = 0;
    for (uint32_t i = network->part_first[a]; i < network->part_first[a + 1]; i++) {
        const struct rd_activity_part *part = &network->part[i];
        double moves = (double)part->units * search->slower[part->resource];
        /* Of equal ones one that is as slow anyway. */
        bool is_free = slowest && search->slower[part->resource] == 1;
        if (moves > most || (moves == most && is_free)) {
            most = moves;
            slowest = part;
        }
    }
    if (slowest && search->link_of[slowest->resource] > 0)
        search->on_path[search->link_of[slowest->resource] - 1] = true;
}

/* Marks the links that make the longest path as long as it is. In: ends; the last of them. */
static void mark_path(struct search *search, double last)
{
    const struct rd_plan_network *network = search->network;
    size_t a = 0;
    memset(search->on_path, 0, search->link_count * sizeof *search->on_path);
    while (a < network->count && search->end[a] < last)
        a++;
    while (a < network->count) {
        size_t before = network->count;
        mark_link(search, a);
        for (uint32_t i = network->first[a]; i < network->first[a + 1]; i++)
            if (before == network->count || search->end[network->before[i]] > search->end[before])
                before = network->before[i];
        a = before;
    }
}

/* The longest path through an activity of each link. In: ends. */
static void find_through(struct search *search)
{
    const struct rd_plan_network *network = search->network;
    search->worst->pass_count++;
    memset(search->behind, 0, network->count * sizeof *search->behind);
    memset(search->through, 0, search->link_count * sizeof *search->through);
    for (size_t a = network->count; a-- > 0;) {
        double from_start = lasts(search, a) + search->behind[a];
        for (uint32_t i = network->first[a]; i < network->first[a + 1]; i++) {
            double *behind = &search->behind[network->before[i]];
            *behind = fmax(*behind, from_start);
        }
        for (uint32_t i = network->part_first[a]; i < network->part_first[a + 1]; i++) {
            uint32_t link = search->link_of[network->part[i].resource];
            if (link > 0)
                search->through[link - 1] =
                    fmax(search->through[link - 1], search->end[a] + search->behind[a]);
        }
    }
}

/* --- the search ------------------------------------------------------------------------------- */

/* Keeps a choice that is worse than all before: those decided slow, and others that are marked. */
static void keep(struct search *search, double end, const bool *also)
{
    if (end <= search->worst->end && search->worst->slow)
        return;
    search->worst->end = end;
    search->worst->slow = search->best;
    search->worst->slow_count = 0;
    for (size_t i = 0; i < search->link_count; i++)
        if (search->decision[i] == SLOW || (also && also[i] && search->decision[i] == UNDECIDED))
            search->best[search->worst->slow_count++] = i;
}

/* The link to decide: on the longest path, and with the longest path of its own; or SIZE_MAX. In
 * *ret_open: how many on that path are not decided. */
static size_t choose(const struct search *search, size_t *ret_open)
{
    size_t chosen = SIZE_MAX;
    *ret_open = 0;
    for (size_t i = 0; i < search->link_count; i++) {
        if (!search->on_path[i] || search->decision[i] != UNDECIDED)
            continue;
        ++*ret_open;
        if (chosen == SIZE_MAX || search->link[i].factor > search->link[chosen].factor)
            chosen = i;
    }
    return chosen;
}

/* Links that are on no path as long as the worst found stay as they are. In *ret_dropped [links]:
 * which were so decided here. */
static void drop_links(struct search *search, bool *ret_dropped)
{
    find_through(search);
    for (size_t i = 0; i < search->link_count; i++) {
        ret_dropped[i] = search->decision[i] == UNDECIDED &&
                         search->through[i] <= search->worst->end && search->worst->slow;
        if (ret_dropped[i])
            search->decision[i] = NOMINAL;
    }
}

static void branch(struct search *search, size_t left, struct rd_arena *arena)
{
    rd_arena_borrow(arena);
    bool *dropped = rd_take(arena, search->link_count, bool);
    size_t open;
    set_speeds(search, left > 0);
    double end = find_ends(search);
    if (end <= search->worst->end && search->worst->slow)
        return;
    mark_path(search, end);
    size_t link = choose(search, &open);
    if (left == 0 || open <= left) { /* it is reached */
        keep(search, end, left > 0 ? search->on_path : NULL);
        return;
    }
    if (search->worst->pass_count >= search->pass_limit) {
        search->open_end = fmax(search->open_end, end);
        return;
    }
    drop_links(search, dropped);
    if (search->decision[link] == UNDECIDED) {
        search->decision[link] = SLOW;
        branch(search, left - 1, arena);
        search->decision[link] = NOMINAL;
        branch(search, left, arena);
        search->decision[link] = UNDECIDED;
    }
    for (size_t i = 0; i < search->link_count; i++)
        if (dropped[i])
            search->decision[i] = UNDECIDED;
}

/* Slow one after the other, each the one that makes the plan end the latest: a first choice. */
static void choose_greedily(struct search *search)
{
    for (size_t k = 0; k < search->most; k++) {
        size_t best = SIZE_MAX;
        double most = -1;
        for (size_t i = 0; i < search->link_count; i++) {
            if (search->decision[i] != UNDECIDED)
                continue;
            search->decision[i] = SLOW;
            set_speeds(search, false);
            double end = find_ends(search);
            if (end > most) {
                most = end;
                best = i;
            }
            search->decision[i] = UNDECIDED;
        }
        if (best == SIZE_MAX)
            break;
        search->decision[best] = SLOW;
        keep(search, most, NULL);
    }
    memset(search->decision, UNDECIDED, search->link_count * sizeof *search->decision);
}

static void open_search(struct search *search, struct rd_arena *arena)
{
    const struct rd_plan_network *network = search->network;
    search->best = rd_take(arena, search->link_count, size_t);
    search->decision = rd_take(arena, search->link_count, uint8_t);
    search->slower = rd_take(arena, network->resource_count, double);
    search->end = rd_take(arena, network->count, double);
    search->behind = rd_take(arena, network->count, double);
    search->through = rd_take(arena, search->link_count, double);
    search->on_path = rd_take(arena, search->link_count, bool);
    search->link_of = rd_take(arena, network->resource_count, uint32_t);
    for (uint32_t i = 0; i < network->resource_count; i++)
        search->slower[i] = 1;
    for (size_t i = 0; i < search->link_count; i++)
        for (uint32_t r = 0; r < search->link[i].resource_count; r++)
            search->link_of[search->link[i].resource[r]] = (uint32_t)i + 1;
}

void rd_worst_case_find(const struct rd_plan_network *network, const struct rd_slow_link *link,
                        size_t link_count, size_t most, uint64_t pass_limit, struct rd_arena *arena,
                        struct rd_worst_case *ret_worst)
{
    struct search search = {.network = network,
                            .link = link,
                            .link_count = link_count,
                            .most = most < link_count ? most : link_count,
                            .pass_limit = pass_limit,
                            .worst = ret_worst,
                            .open_end = -1};
    *ret_worst = (struct rd_worst_case){0};
    open_search(&search, arena);
    set_speeds(&search, false);
    keep(&search, find_ends(&search), NULL);
    choose_greedily(&search);
    branch(&search, search.most, arena);
    ret_worst->exact = search.open_end <= ret_worst->end;
    ret_worst->at_most = ret_worst->exact ? ret_worst->end : search.open_end;
}
