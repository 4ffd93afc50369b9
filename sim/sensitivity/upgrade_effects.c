#include "upgrade_effects.h"

#include "kept_bound.h"
#include "shortest_plan.h"

#include "sim/report/result_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct finding {
    struct rd_run_context *context;
    const struct rd_upgrade_settings *settings;
    struct rd_upgrade_effects *effects;
    struct rd_shortest_plan shortest; /* of the scenario as it is */
    struct rd_what_if before;         /* with what was chosen in earlier steps */
    size_t chosen[RD_UPGRADE_STEPS];
    size_t chosen_count;
    size_t done, count; /* upgrades tried, and to try */
};

/* --- an upgrade ------------------------------------------------------------------------------- */

/* Links that are made faster; one that several upgrades have is as fast as the fastest makes it. */
struct speeds {
    const char **name;
    double *factor;
    size_t count;
};

static void speed_up(struct speeds *speeds, const struct rd_upgrade *upgrade, double factor,
                     struct rd_arena *arena)
{
    for (uint32_t i = 0; i < upgrade->link_count; i++) {
        size_t at = 0, factor_count = speeds->count;
        while (at < speeds->count && strcmp(speeds->name[at], upgrade->link[i]) != 0)
            at++;
        if (at < speeds->count) {
            speeds->factor[at] = fmax(speeds->factor[at], factor);
            continue;
        }
        rd_arena_add(arena, speeds->factor, factor_count, factor);
        rd_arena_add(arena, speeds->name, speeds->count, upgrade->link[i]);
    }
}

/* The scenario with what was chosen at one factor, and another upgrade, unless it is NULL, at a
 * factor of its own. */
static bool open_with(const struct finding *finding, double chosen_factor,
                      const struct rd_upgrade *upgrade, double factor, struct rd_what_if *what_if,
                      struct rd_error *reterr)
{
    const struct rd_upgrade *all = finding->effects->upgrades.upgrade;
    struct speeds speeds = {0};
    rd_arena_own(arena);
    for (size_t i = 0; i < finding->chosen_count; i++)
        speed_up(&speeds, &all[finding->chosen[i]], chosen_factor, &arena);
    if (upgrade)
        speed_up(&speeds, upgrade, factor, &arena);
    struct rd_faster_links faster = {speeds.name, speeds.factor, (uint32_t)speeds.count};
    return rd_what_if_open(finding->context, &faster, what_if, reterr);
}

/* Does the bound hold even with the upgrade free? */
static bool find_kept(struct finding *finding, const struct rd_upgrade *upgrade, bool *ret_kept,
                      struct rd_error *reterr)
{
    struct rd_what_if free;
    if (!open_with(finding, finding->settings->factor, upgrade, INFINITY, &free, reterr))
        return false;
    *ret_kept = rd_bound_is_kept(&finding->before.bound, &finding->before.context.instance,
                                 &free.context.instance, &free.context.scratch);
    rd_what_if_close(&free);
    return true;
}

/* The certificate as `redist run` shows it; NULL: none is wanted, or there is none. */
static const char *certificate_of(const struct finding *finding, struct rd_what_if *what_if)
{
    struct rd_result result = {
        .bound_known = true, .bound = what_if->bound, .instance = &what_if->context.instance};
    if (!finding->settings->certificates)
        return NULL;
    json_t *value = rd_result_value(&result, "bound_certificate", &what_if->context.scratch);
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    const char *kept = text ? rd_arena_text(&finding->context->arena, text) : NULL;
    free(text);
    json_decref(value);
    return kept;
}

static bool find_free_bound(struct finding *finding, const struct rd_upgrade *upgrade,
                            struct rd_upgrade_effect *effect, struct rd_error *reterr)
{
    struct rd_what_if free;
    if (!open_with(finding, INFINITY, upgrade, INFINITY, &free, reterr))
        return false;
    rd_what_if_bound(&free);
    effect->bound_free_s = free.bound.seconds;
    effect->certificate_free = certificate_of(finding, &free);
    rd_what_if_close(&free);
    return true;
}

/* Bound and plan at so many times the speed. */
static bool find_at_factor(struct finding *finding, const struct rd_upgrade *upgrade,
                           struct rd_upgrade_effect *effect, struct rd_error *reterr)
{
    double factor = finding->settings->factor;
    struct rd_what_if faster;
    if (!open_with(finding, factor, upgrade, factor, &faster, reterr))
        return false;
    rd_what_if_bound(&faster);
    effect->bound_s = faster.bound.seconds;
    effect->gain_s = fmax(0, finding->effects->bound_s - effect->bound_s);
    effect->certificate = certificate_of(finding, &faster);
    effect->plan = (struct rd_best_plan){NAN, NULL};
    if (finding->shortest.plan) {
        effect->plan.planned_s = rd_what_if_time_s(&faster, finding->shortest.plan);
        effect->plan.algorithm = isnan(effect->plan.planned_s) ? NULL : "kept";
    }
    bool good = rd_what_if_plan(&faster, finding->shortest.planner, finding->shortest.planner_count,
                                finding->settings->within_s, &effect->plan, reterr);
    rd_what_if_close(&faster);
    double planned_s = effect->plan.planned_s;
    if (good && planned_s < effect->bound_s &&
        !rd_times_agree(planned_s, effect->bound_s, planned_s))
        return rd_failed(reterr, "%s: the bound %.12g s is above the time %.12g s of a legal plan",
                         effect->what, effect->bound_s, planned_s);
    return good;
}

static const char *words_of(const struct finding *finding, size_t upgrade)
{
    const struct rd_upgrade *all = finding->effects->upgrades.upgrade;
    const char *words = "";
    for (size_t i = 0; i < finding->chosen_count; i++)
        words = rd_arena_print(&finding->context->arena, "%s%s + ", words,
                               all[finding->chosen[i]].what);
    return rd_arena_print(&finding->context->arena, "%s%s", words, all[upgrade].what);
}

static bool find_effect(struct finding *finding, size_t upgrade, struct rd_upgrade_effect *effect,
                        struct rd_error *reterr)
{
    const struct rd_upgrade *of = &finding->effects->upgrades.upgrade[upgrade];
    *effect = (struct rd_upgrade_effect){.upgrade_count = finding->chosen_count + 1,
                                         .what = words_of(finding, upgrade)};
    memcpy(effect->upgrade, finding->chosen, finding->chosen_count * sizeof *effect->upgrade);
    effect->upgrade[finding->chosen_count] = upgrade;
    return find_at_factor(finding, of, effect, reterr) &&
           find_free_bound(finding, of, effect, reterr);
}

/* --- all of them ------------------------------------------------------------------------------ */

/* The greatest gain first, then the greatest if it is free, then the shortest plan. */
static int compare_effects(const void *a, const void *b)
{
    const struct rd_upgrade_effect *x = a, *y = b;
    double first[] = {x->bound_s, x->bound_free_s, x->plan.planned_s};
    double second[] = {y->bound_s, y->bound_free_s, y->plan.planned_s};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (first[i] < second[i] || first[i] > second[i])
            return first[i] < second[i] ? -1 : 1;
    size_t last = x->upgrade_count - 1;
    if (x->upgrade_count != y->upgrade_count)
        return x->upgrade_count < y->upgrade_count ? -1 : 1;
    return (x->upgrade[last] > y->upgrade[last]) - (x->upgrade[last] < y->upgrade[last]);
}

static bool is_chosen(const struct finding *finding, size_t upgrade)
{
    for (size_t i = 0; i < finding->chosen_count; i++)
        if (finding->effects->upgrades.upgrade[finding->chosen[i]].same_as ==
            finding->effects->upgrades.upgrade[upgrade].same_as)
            return true;
    return false;
}

/* The effect of the same links by another name. Returns: false if they were skipped. */
static bool copy_effect(const struct finding *finding, const struct rd_upgrade_effect *effect,
                        size_t count, size_t upgrade, struct rd_upgrade_effect *ret_copy)
{
    const struct rd_upgrade *all = finding->effects->upgrades.upgrade;
    for (size_t i = 0; i < count; i++) {
        if (effect[i].upgrade[finding->chosen_count] != all[upgrade].same_as)
            continue;
        *ret_copy = effect[i];
        ret_copy->upgrade[finding->chosen_count] = upgrade;
        ret_copy->what = words_of(finding, upgrade);
        return true;
    }
    return false;
}

/* Tries each upgrade with what was chosen. Returns in *ret_effect those that are not skipped. */
static bool try_all(struct finding *finding, struct rd_upgrade_effect **ret_effect,
                    size_t *ret_count, struct rd_error *reterr)
{
    const struct rd_upgrades *upgrades = &finding->effects->upgrades;
    struct rd_upgrade_effect *effect = NULL, found;
    size_t count = 0;
    for (size_t i = 0; i < upgrades->count; i++) {
        bool skipped = false;
        if (finding->settings->progress)
            finding->settings->progress(finding->settings->context, finding->done++,
                                        finding->count);
        if (is_chosen(finding, i))
            continue;
        if (upgrades->upgrade[i].same_as != i)
            skipped = !copy_effect(finding, effect, count, i, &found);
        else if (!find_kept(finding, &upgrades->upgrade[i], &skipped, reterr) ||
                 (!skipped && !find_effect(finding, i, &found, reterr)))
            return false;
        if (!skipped)
            rd_arena_add(&finding->context->arena, effect, count, found);
        else if (finding->chosen_count == 0)
            finding->effects->skipped++;
    }
    if (count > 0)
        qsort(effect, count, sizeof *effect, compare_effects);
    *ret_effect = effect;
    *ret_count = count;
    return true;
}

static void take_bound(struct rd_upgrade_effects *effects, const struct rd_bound *bound,
                       struct rd_arena *arena)
{
    effects->bound_s = bound->seconds;
    effects->bound_name = bound->name ? rd_arena_text(arena, bound->name) : NULL;
    effects->bound_certified = rd_bound_has_certificate(bound);
}

/* Lists all upgrades of the first step, and the best of each other. */
static bool take_step(struct finding *finding, struct rd_error *reterr)
{
    struct rd_upgrade_effects *effects = finding->effects;
    struct rd_upgrade_effect *found;
    size_t count;
    double factor = finding->settings->factor;
    if (!open_with(finding, factor, NULL, factor, &finding->before, reterr))
        return false;
    rd_what_if_bound(&finding->before);
    if (finding->chosen_count == 0)
        take_bound(effects, &finding->before.bound, &finding->context->arena);
    bool known = !isnan(finding->before.bound.seconds) ||
                 rd_refuse(reterr, "no bound of all schedules is known of this scenario");
    bool good = known && try_all(finding, &found, &count, reterr);
    if (good && count > 0) {
        size_t listed = finding->chosen_count == 0 ? count : 1;
        for (size_t i = 0; i < listed; i++)
            rd_arena_add(&finding->context->arena, effects->effect, effects->count, found[i]);
        finding->chosen[finding->chosen_count] = found[0].upgrade[finding->chosen_count];
    }
    finding->chosen_count += good && count > 0;
    rd_what_if_close(&finding->before);
    return good;
}

bool rd_upgrade_effects_find(struct rd_run_context *context,
                             const struct rd_upgrade_settings *settings,
                             struct rd_upgrade_effects *ret_effects, struct rd_error *reterr)
{
    *ret_effects = (struct rd_upgrade_effects){0};
    struct finding finding = {.context = context, .settings = settings, .effects = ret_effects};
    if (!rd_upgrades_list(context->engine, &context->scenario, &context->instance, &context->arena,
                          &ret_effects->upgrades, reterr) ||
        !rd_shortest_plan_find(context, settings->within_s, &finding.shortest, reterr))
        return false;
    ret_effects->plan = finding.shortest.known;
    finding.count = settings->steps * ret_effects->upgrades.count;
    for (size_t step = 0; step < settings->steps && finding.chosen_count == step; step++)
        if (!take_step(&finding, reterr))
            return false;
    if (settings->progress)
        settings->progress(settings->context, finding.count, finding.count);
    if (ret_effects->count > 0)
        qsort(ret_effects->effect, ret_effects->count, sizeof *ret_effects->effect,
              compare_effects);
    return true;
}
