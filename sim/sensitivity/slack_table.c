#include "slack_table.h"

#include "slack.h"
#include "what_if.h"

#include "algorithms/robust/slow_costs.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How near a factor is found. */
static const double nearness = 1e-6;

static struct rd_slack_row exact_row(const char *what, const struct rd_plan_network *network,
                                     const bool *slower, struct rd_run_context *context)
{
    struct rd_slack slack;
    rd_slack_find(network, slower, &context->scratch, &slack);
    if (slack.any)
        return (struct rd_slack_row){.what = what, .percent = INFINITY, .exact = true};
    return (struct rd_slack_row){
        .what = what,
        .percent = 100 * (double)(slack.numerator - slack.denominator) / (double)slack.denominator,
        .factor = !network->exact ? NULL
                  : slack.denominator == 1
                      ? rd_arena_print(&context->arena, "%" PRId64, slack.numerator)
                      : rd_arena_print(&context->arena, "%" PRId64 "/%" PRId64, slack.numerator,
                                       slack.denominator),
        .later_s_per_percent = (double)slack.later * network->unit_s / 100,
        .exact = network->exact};
}

/* --- by trying -------------------------------------------------------------------------------- */

/* How long the plan takes if links take so many times as long. */
static bool time_at(struct rd_run_context *context, const struct rd_plan *plan,
                    const struct rd_upgrade *upgrade, double factor, double *ret_time_s,
                    struct rd_error *reterr)
{
    struct rd_what_if what_if;
    rd_arena_own(arena);
    double *speed = rd_take(&arena, upgrade->link_count, double);
    for (uint32_t i = 0; i < upgrade->link_count; i++)
        speed[i] = 1 / factor;
    struct rd_faster_links links = {upgrade->link, speed, upgrade->link_count};
    if (!rd_what_if_open(context, &links, &what_if, reterr))
        return false;
    *ret_time_s = rd_what_if_time_s(&what_if, plan);
    rd_what_if_close(&what_if);
    return !isnan(*ret_time_s) ||
           rd_refuse(reterr, "with %s %.10g times as slow the plan has no time of its own",
                     upgrade->what, factor);
}

static bool is_later(double time_s, double end_s)
{
    return time_s > end_s && !rd_times_agree(time_s, end_s, end_s);
}

/* Doubles the factor until the plan ends later, and then halves what is between. */
static bool find_by_trying(struct rd_run_context *context, const struct rd_plan *plan,
                           const struct rd_upgrade *upgrade, double end_s,
                           struct rd_slack_row *ret_row, struct rd_error *reterr)
{
    static const double most = 1024;
    double low = 1, high = 1 + nearness, time_s;
    *ret_row = (struct rd_slack_row){.what = upgrade->what, .percent = INFINITY};
    for (;; low = high, high = high < 2 ? 2 : 2 * high) {
        if (high > most)
            return true;
        if (!time_at(context, plan, upgrade, high, &time_s, reterr))
            return false;
        if (is_later(time_s, end_s))
            break;
    }
    while (high - low > nearness * low) {
        double middle = low + (high - low) / 2;
        if (!time_at(context, plan, upgrade, middle, &time_s, reterr))
            return false;
        *(is_later(time_s, end_s) ? &high : &low) = middle;
    }
    double beyond = high * 1.001;
    if (!time_at(context, plan, upgrade, beyond, &time_s, reterr))
        return false;
    ret_row->percent = 100 * (low - 1);
    ret_row->later_s_per_percent = (time_s - end_s) / (beyond - low) / 100;
    return true;
}

static bool add_found(struct rd_run_context *context, const struct rd_plan *plan,
                      const struct rd_upgrades *upgrades, const struct rd_slack_progress *progress,
                      struct rd_slack_table *table, struct rd_error *reterr)
{
    for (size_t i = 0; i < upgrades->count; i++) {
        struct rd_slack_row row;
        if (progress->show)
            progress->show(progress->context, i, upgrades->count);
        const struct rd_upgrade *upgrade = &upgrades->upgrade[i];
        if (upgrade->same_as != i) {
            row = table->row[upgrade->same_as];
            row.what = upgrade->what;
        } else if (!find_by_trying(context, plan, upgrade, table->end_s, &row, reterr)) {
            return false;
        }
        rd_arena_add(&context->arena, table->row, table->count, row);
    }
    if (progress->show)
        progress->show(progress->context, upgrades->count, upgrades->count);
    return true;
}

/* --- exactly ---------------------------------------------------------------------------------- */

/* May messages slow each other down before a row's slack is used up? Beyond, too, where it says how
 * much later the plan then ends. */
static bool shares_within(struct rd_run_context *context, const struct rd_shared_links *links,
                          const bool *slower, const struct rd_slack_row *row)
{
    rd_arena_own(arena);
    double *slowness = rd_take(&arena, links->count, double);
    for (uint32_t link = 0; link < links->count; link++)
        slowness[link] = slower[link] ? (1 + row->percent / 100) * (1 + nearness) : 1;
    return isfinite(row->percent) &&
           rd_slow_links_share(&context->instance, links, slowness, &arena);
}

static bool add_exact(struct rd_run_context *context, const struct rd_plan *plan,
                      const struct rd_upgrades *upgrades, struct rd_slack_table *table,
                      struct rd_error *reterr)
{
    const struct rd_plan_network *network = table->network;
    const struct rd_shared_links *links = upgrades->links;
    rd_arena_own(arena);
    for (size_t i = 0; i < upgrades->count; i++) {
        const struct rd_upgrade *upgrade = &upgrades->upgrade[i];
        bool *slower = rd_take(&arena, network->resource_count, bool);
        rd_upgrade_mark(upgrade, links, slower);
        struct rd_slack_row row = exact_row(upgrade->what, network, slower, context);
        if (shares_within(context, links, slower, &row)) {
            table->why_found = "messages may slow each other down on links that are slower";
            if (!find_by_trying(context, plan, upgrade, table->end_s, &row, reterr))
                return false;
        }
        rd_arena_add(&context->arena, table->row, table->count, row);
    }
    for (uint32_t host = 0; links->count + host < network->resource_count; host++) {
        bool *slower = rd_take(&arena, network->resource_count, bool);
        const char *what =
            rd_arena_print(&context->arena, "%s processor", rd_label(&context->instance, host));
        slower[links->count + host] = true;
        if (context->instance.flops_per_item > 0)
            rd_arena_add(&context->arena, table->row, table->count,
                         exact_row(what, network, slower, context));
    }
    return true;
}

/* --- all of them ------------------------------------------------------------------------------ */

static int compare_rows(const void *a, const void *b)
{
    const struct rd_slack_row *x = a, *y = b;
    if (x->percent != y->percent)
        return x->percent < y->percent ? -1 : 1;
    if (x->later_s_per_percent != y->later_s_per_percent)
        return x->later_s_per_percent > y->later_s_per_percent ? -1 : 1;
    return strcmp(x->what, y->what);
}

/* The plan's network, or why its order is not fixed. */
static bool read_network(struct rd_run_context *context, const struct rd_plan *plan,
                         const struct rd_upgrades *upgrades, struct rd_slack_table *table,
                         struct rd_error *reterr)
{
    struct rd_plan_network *network = rd_take(&context->arena, 1, struct rd_plan_network);
    struct rd_error error;
    if (!rd_plan_network_read(&context->instance, upgrades->links, plan, &context->arena, network,
                              &error)) {
        table->why_found = rd_arena_text(&context->arena, error.message);
        return true;
    }
    double *nominal = rd_take(&context->arena, network->resource_count, double);
    for (uint32_t i = 0; i < network->resource_count; i++)
        nominal[i] = 1;
    double end_s = rd_plan_network_end(network, nominal, &context->scratch) * network->unit_s;
    table->network = network;
    return rd_times_agree(end_s, table->end_s, table->end_s) ||
           rd_failed(reterr, "the plan ends at %.12g s, and its network at %.12g s", table->end_s,
                     end_s);
}

bool rd_slack_table_find(struct rd_run_context *context, const struct rd_plan *plan,
                         const struct rd_upgrades *upgrades,
                         const struct rd_slack_progress *progress, struct rd_slack_table *ret_table,
                         struct rd_error *reterr)
{
    struct rd_what_if as_it_is;
    struct rd_faster_links none = {0};
    *ret_table = (struct rd_slack_table){0};
    if (!rd_what_if_open(context, &none, &as_it_is, reterr))
        return false;
    ret_table->end_s = rd_what_if_time_s(&as_it_is, plan);
    rd_what_if_close(&as_it_is);
    if (isnan(ret_table->end_s))
        return rd_refuse(reterr, "the plan has no time of its own: a self-timed plan that is legal "
                                 "and reaches the goal is needed");
    if (!read_network(context, plan, upgrades, ret_table, reterr))
        return false;
    if (ret_table->network ? !add_exact(context, plan, upgrades, ret_table, reterr)
                           : !add_found(context, plan, upgrades, progress, ret_table, reterr))
        return false;
    if (ret_table->count > 0)
        qsort(ret_table->row, ret_table->count, sizeof *ret_table->row, compare_rows);
    return true;
}
