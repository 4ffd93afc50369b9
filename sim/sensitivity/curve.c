#include "curve.h"

#include "slack.h"

#include "algorithms/robust/slow_costs.h"

#include "sim/base/integers.h"

#include <math.h>
#include <stdlib.h>

/* Adds the speeds at which the plan's longest path changes. */
static void add_corners(struct rd_run_context *context, const struct rd_upgrades *upgrades,
                        const struct rd_upgrade *upgrade, const struct rd_plan *plan,
                        struct rd_curve *curve)
{
    struct rd_plan_network network;
    struct rd_error error;
    double range = exp2(RD_CURVE_OCTAVES), *factor;
    rd_arena_own(arena);
    if (!rd_plan_network_read(&context->instance, upgrades->links, plan, &arena, &network,
                              &error)) {
        curve->why_none = rd_arena_text(&context->arena, error.message);
        return;
    }
    bool *slower = rd_take(&arena, network.resource_count, bool);
    double *slowness = rd_take(&arena, upgrades->links->count, double);
    rd_upgrade_mark(upgrade, upgrades->links, slower);
    for (uint32_t link = 0; link < upgrades->links->count; link++)
        slowness[link] = slower[link] ? range : 1;
    if (rd_slow_links_share(&context->instance, upgrades->links, slowness, &arena)) {
        curve->why_none = "messages may slow each other down on links that are slower";
        return;
    }
    curve->corner_count = rd_slack_corners(&network, slower, 1 / range, range, &arena, &factor);
    for (size_t i = 0; i < curve->corner_count && i < RD_CURVE_CORNERS; i++)
        rd_arena_add(&context->arena, curve->point, curve->count,
                     (struct rd_curve_point){.speed = 1 / factor[i], .corner = true});
}

RD_ORDERED_BY(compare_points, struct rd_curve_point, speed)

/* Two points of one speed become one. */
static void sort_points(struct rd_curve *curve)
{
    size_t kept = 0;
    qsort(curve->point, curve->count, sizeof *curve->point, compare_points);
    for (size_t i = 0; i < curve->count; i++) {
        struct rd_curve_point *last = &curve->point[kept > 0 ? kept - 1 : 0];
        const struct rd_curve_point *point = &curve->point[i];
        if (kept > 0 && point->speed <= last->speed * (1 + 1e-12)) {
            last->corner = last->corner || point->corner;
            last->bound_enough = last->bound_enough || point->bound_enough;
            last->plan_enough = last->plan_enough || point->plan_enough;
        } else {
            curve->point[kept++] = *point;
        }
    }
    curve->count = kept;
}

/* A part of a scenario, whose speed is varied. */
struct varied {
    struct rd_run_context *context;
    const struct rd_upgrade *upgrade;
    struct rd_shortest_plan shortest; /* as it is */
    double within_s;
};

/* In: the speed of the point; are plans wanted, too? */
static bool find_point(const struct varied *varied, bool plans, struct rd_curve_point *point,
                       struct rd_error *reterr)
{
    const struct rd_shortest_plan *shortest = &varied->shortest;
    const struct rd_upgrade *upgrade = varied->upgrade;
    struct rd_what_if what_if;
    rd_arena_own(arena);
    double *speed = rd_take(&arena, upgrade->link_count, double);
    for (uint32_t i = 0; i < upgrade->link_count; i++)
        speed[i] = point->speed;
    struct rd_faster_links links = {upgrade->link, speed, upgrade->link_count};
    if (!rd_what_if_open(varied->context, &links, &what_if, reterr))
        return false;
    rd_what_if_bound(&what_if);
    point->bound_s = what_if.bound.seconds;
    point->kept_s = plans && shortest->plan ? rd_what_if_time_s(&what_if, shortest->plan) : NAN;
    struct rd_best_plan best = {point->kept_s, NULL};
    bool good = !plans || rd_what_if_plan(&what_if, shortest->planner, shortest->planner_count,
                                          varied->within_s, &best, reterr);
    point->planned_s = best.planned_s;
    rd_what_if_close(&what_if);
    return good;
}

/* --- the speed that is enough ----------------------------------------------------------------- */

static const double millionth = 1e-6;

static double seconds_of(const struct rd_curve_point *point, bool plans)
{
    return plans ? point->planned_s : point->bound_s;
}

/* Of speeds between two points, of which the second is enough, halves the distance until it is a
 * millionth. In: at, the second. Returns: the point that is enough there, whole. */
static bool halve(const struct varied *varied, bool plans, double enough_s, double low,
                  struct rd_curve_point *at, struct rd_error *reterr)
{
    while (at->speed > low * (1 + millionth)) {
        struct rd_curve_point middle = {.speed = sqrt(low * at->speed)};
        if (!find_point(varied, plans, &middle, reterr))
            return false;
        if (seconds_of(&middle, plans) <= enough_s)
            at->speed = middle.speed;
        else
            low = middle.speed;
    }
    return find_point(varied, true, at, reterr);
}

/* In: all points, and the one without limit; of what. Returns in *ret_speed, which is NAN, the
 * speed that is enough; its point is marked, or added, and points are then to be sorted. */
static bool find_enough(const struct varied *varied, const struct rd_curve_point *free, bool plans,
                        struct rd_curve *curve, double *ret_speed, struct rd_error *reterr)
{
    double enough_s = seconds_of(free, plans) * (1 + millionth);
    size_t first = curve->count;
    while (first > 0 && seconds_of(&curve->point[first - 1], plans) <= enough_s)
        first--;
    if (first == 0 || first == curve->count)
        return true;
    struct rd_curve_point point = {.speed = curve->point[first].speed};
    if (!halve(varied, plans, enough_s, curve->point[first - 1].speed, &point, reterr))
        return false;
    bool near = point.speed * (1 + 2 * millionth) >= curve->point[first].speed;
    if (!near)
        rd_arena_add(&varied->context->arena, curve->point, curve->count, point);
    struct rd_curve_point *marked = &curve->point[near ? first : curve->count - 1];
    *(plans ? &marked->plan_enough : &marked->bound_enough) = true;
    *ret_speed = marked->speed;
    sort_points(curve);
    return true;
}

bool rd_curve_find(struct rd_run_context *context, const struct rd_upgrades *upgrades,
                   const struct rd_upgrade *upgrade, double within_s,
                   void (*progress)(void *context, size_t done, size_t count),
                   void *progress_context, struct rd_curve *ret_curve, struct rd_error *reterr)
{
    struct varied varied = {context, upgrade, .within_s = within_s};
    struct rd_curve_point free = {.speed = INFINITY};
    *ret_curve = (struct rd_curve){.bound_enough = NAN, .plan_enough = NAN};
    if (!rd_shortest_plan_find(context, within_s, &varied.shortest, reterr))
        return false;
    ret_curve->algorithm = varied.shortest.known.algorithm;
    enum { STEPS = RD_CURVE_OCTAVES * RD_CURVE_STEPS };
    for (int i = -STEPS; i <= STEPS; i++)
        rd_arena_add(&context->arena, ret_curve->point, ret_curve->count,
                     (struct rd_curve_point){.speed = exp2((double)i / RD_CURVE_STEPS)});
    if (varied.shortest.plan)
        add_corners(context, upgrades, upgrade, varied.shortest.plan, ret_curve);
    else
        ret_curve->why_none = "no plan has a time of its own";
    sort_points(ret_curve);
    for (size_t i = 0; i < ret_curve->count; i++) {
        if (progress)
            progress(progress_context, i, ret_curve->count);
        if (!find_point(&varied, true, &ret_curve->point[i], reterr))
            return false;
    }
    if (progress)
        progress(progress_context, ret_curve->count, ret_curve->count);
    return find_point(&varied, true, &free, reterr) &&
           find_enough(&varied, &free, false, ret_curve, &ret_curve->bound_enough, reterr) &&
           find_enough(&varied, &free, true, ret_curve, &ret_curve->plan_enough, reterr);
}
