/* redist sensitivity: what a faster link would be worth. */
#include "commands.h"
#include "sim/cli/sensitivity/write_curve.h"
#include "sim/cli/sensitivity/write_robust.h"
#include "sim/cli/sensitivity/write_slack.h"

#include "sim/base/clock.h"
#include "sim/base/number_text.h"
#include "sim/model/proof.h"
#include "sim/report/sheet.h"
#include "sim/report/terminal.h"
#include "sim/sensitivity/upgrade_numbers.h"
#include "sim/sensitivity/upgrade_effects.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PAIR_STEPS = 3 };

struct arguments {
    struct rd_run_context_settings context;
    enum rd_format format;
    double factor;
    double within_s;
    bool slack;
    const char *plan_path;  /* or NULL */
    const char *gantt_path; /* or NULL */
    const char *curve;      /* what for; or NULL */
    const char *out_path;
    int64_t robust;          /* links that may be slow together; -1: not asked */
    const char *slower_path; /* or NULL */
    bool pairs;
    bool certificates;
    const char *cost_path; /* or NULL */
};

static error_t take_factor(struct argp_state *state, void *given, const char *option, char *text)
{
    struct arguments *arguments = given;
    double factor = 0;
    if (!rd_number_parse(text, strlen(text), &factor) || !(factor > 1) || factor > 1e6)
        argp_error(state, "%s %s: a number above 1, up to 1e6, is accepted", option, text);
    arguments->factor = factor;
    return 0;
}

static const struct rd_argument accepted[] = {
    {RD_FORMAT(format)},
    {RD_OWN("factor", "F", take_factor, "Make links F times as fast (default: 2)")},
    {RD_FLAG("pairs", pairs,
             "Make the best upgrade, and try all others with it; and the same once more: the best "
             "two, and the best three, found greedily")},
    {RD_TEXT(
        "cost", "FILE", cost_path,
        "What upgrades cost: a CSV with the columns link and cost. The gain per cost is shown")},
    {RD_FLAG("certificates", certificates, "Add the certificate of each bound, in JSON")},
    {RD_FLAG("slack", slack,
             "Say instead how much slower each link, host and processor may get before a plan ends "
             "later, and how much later it then ends")},
    {RD_TEXT("plan", "FILE", plan_path,
             "With --slack: this plan, as `redist plan --out` writes it (default: the shortest "
             "that is found)")},
    {RD_TEXT("gantt", "FILE", gantt_path,
             "With --slack: draw the plan to FILE.svg, FILE.pdf or FILE.png, with how much later "
             "each message may end")},
    {RD_TEXT(
        "curve", "WHAT", curve,
        "Say instead how long the plan takes as it is, the shortest plan, and the bound, with "
        "1/4 to 4 times the bandwidth of this link, cluster (ID), direction (\"h0 out\") or of all "
        "throttles (\"throttle\"), and what is enough")},
    {RD_TEXT("out", "FILE", out_path, "With --curve: draw it to FILE.svg, FILE.pdf or FILE.png")},
    {RD_INTEGER("robust", "G", robust, 0, 1000,
                "Say instead how late a plan ends if up to G of the links that <slower> names are "
                "slow, and the bound of all plans")},
    {RD_TEXT("slower", "FILE", slower_path,
             "With --robust: a CSV with the columns link and factor, in the place of <slower>")},
    {RD_SECONDS("within", "S", within_s,
                "Stop planning the scenario as it is after S seconds of wall clock, and each other "
                "plan (default: 60)")},
    {RD_END},
};

static void check(struct argp_state *state, void *given)
{
    const struct arguments *arguments = given;
    if (arguments->certificates && arguments->format != RD_FORMAT_JSON)
        argp_error(state, "--certificates: they are shown with --format json only");
    bool is_robust = arguments->robust >= 0;
    if (arguments->gantt_path && !arguments->slack)
        argp_error(state, "--gantt: it is for --slack");
    if (arguments->plan_path && !arguments->slack && !is_robust)
        argp_error(state, "--plan: it is for --slack and --robust");
    if (arguments->slower_path && !is_robust)
        argp_error(state, "--slower: it is for --robust");
    if (arguments->out_path && !arguments->curve)
        argp_error(state, "--out: it is for --curve");
    if (arguments->slack + (arguments->curve != NULL) + is_robust > 1)
        argp_error(state, "--slack, --curve and --robust: one of them is accepted");
    if ((arguments->slack || arguments->curve || is_robust) &&
        (arguments->pairs || arguments->cost_path || arguments->certificates))
        argp_error(state, "--%s: it says nothing of --pairs, --cost and --certificates",
                   arguments->slack ? "slack"
                   : is_robust      ? "robust"
                                    : "curve");
}

static const struct rd_verb verb = {
    .args_doc = "SCENARIO.xml",
    .doc =
        "Says what a faster link would be worth: for each link of the platform, and for all that "
        "one host alone sends or receives over, the bound and the shortest plan if it were twice "
        "as fast, and the bound if it were free; the greatest gain first. Left out is what "
        "provably leaves the bound as it is.\v"
        "Examples:\n"
        "  redist sensitivity scenarios/shared_sites.xml\n"
        "  redist sensitivity scenarios/shared_sites.xml --factor 10 --pairs\n"
        "  redist sensitivity scenarios/real_sites.xml --cost prices.csv --format csv\n",
    .argument = accepted,
    RD_SCENARIO_AT(context),
    .finish = check,
};

/* --- how far it is ---------------------------------------------------------------------------- */

static void show_progress(void *context, size_t done, size_t count)
{
    struct rd_progress *progress = context;
    if (done == count)
        rd_progress_clear(progress);
    else if (rd_progress_is_due(progress))
        rd_progress_write(progress, "%zu of %zu done in %.0f s", done, count,
                          rd_now_s() - progress->start_s);
}

/* --- the table -------------------------------------------------------------------------------- */

static const struct rd_sheet_column column[] = {
    {"what", RD_IN_ALL},
    {"bound", RD_IN_TABLE | RD_RIGHT},
    {"gain", RD_IN_TABLE | RD_RIGHT},
    {"planned", RD_IN_TABLE | RD_RIGHT},
    {"plan", RD_IN_ALL},
    {"if free", RD_IN_TABLE | RD_RIGHT},
    {"bound_s", RD_IN_DATA | RD_RAW},
    {"planned_s", RD_IN_DATA | RD_RAW},
    {"bound_free_s", RD_IN_DATA | RD_RAW},
    {"gain_s", RD_IN_DATA | RD_RAW},
    {"bound_now_s", RD_IN_DATA | RD_RAW},
    {"planned_now_s", RD_IN_DATA | RD_RAW},
    {"cost", RD_IN_ALL | RD_RAW | RD_RIGHT},
    {"gain per cost", RD_IN_TABLE | RD_RIGHT},
    {"gain_per_cost", RD_IN_DATA | RD_RAW},
    {"bound_certificate", RD_IN_JSON | RD_RAW | RD_OPTIONAL},
    {"bound_free_certificate", RD_IN_JSON | RD_RAW | RD_OPTIONAL},
};

/* Columns of a table without prices. */
enum { COLUMNS = sizeof column / sizeof *column, COLUMNS_WITHOUT_COST = 12 };

/* What is to be written. */
struct answer {
    const struct arguments *arguments;
    const struct rd_run_context *context;
    const struct rd_upgrade_effects *effects;
    const double *cost; /* of each upgrade; NULL: not asked for */
};

static void add_seconds(struct rd_sheet *sheet, double seconds)
{
    char text[RD_NUMBER_SIZE];
    if (isfinite(seconds))
        rd_sheet_print(sheet, "%s s", rd_time_text(seconds, text));
    else
        rd_sheet_text(sheet, NULL);
}

/* What all upgrades of an effect cost together; NAN if that is not known of one. */
static double cost_of(const struct answer *answer, const struct rd_upgrade_effect *effect)
{
    double cost = 0;
    for (size_t i = 0; i < effect->upgrade_count; i++)
        cost += answer->cost ? answer->cost[effect->upgrade[i]] : NAN;
    return cost;
}

static void add_cost(struct rd_sheet *sheet, double cost, double gain_s)
{
    char text[RD_NUMBER_SIZE];
    rd_sheet_number(sheet, cost);
    if (isnan(cost))
        rd_sheet_text(sheet, NULL);
    else
        rd_sheet_print(sheet, "%s s", rd_time_text(gain_s / cost, text));
    rd_sheet_number(sheet, gain_s / cost);
}

static void add_row(struct rd_sheet *sheet, const struct answer *answer,
                    const struct rd_upgrade_effect *effect, bool prices)
{
    const struct rd_upgrade_effects *effects = answer->effects;
    rd_sheet_text(sheet, effect->what);
    add_seconds(sheet, effect->bound_s);
    add_seconds(sheet, effect->gain_s);
    add_seconds(sheet, effect->plan.planned_s);
    rd_sheet_text(sheet, effect->plan.algorithm);
    add_seconds(sheet, effect->bound_free_s);
    rd_sheet_number(sheet, effect->bound_s);
    rd_sheet_number(sheet, effect->plan.planned_s);
    rd_sheet_number(sheet, effect->bound_free_s);
    rd_sheet_number(sheet, effect->gain_s);
    rd_sheet_number(sheet, effects->bound_s);
    rd_sheet_number(sheet, effects->plan.planned_s);
    if (!prices)
        return;
    add_cost(sheet, cost_of(answer, effect), effect->gain_s);
    rd_sheet_text(sheet, effect->certificate);
    rd_sheet_text(sheet, effect->certificate_free);
}

/* Is with it neither a bound less, even free, nor a plan shorter? */
static bool is_in_vain(const struct answer *answer, const struct rd_upgrade_effect *effect)
{
    const struct rd_upgrade_effects *now = answer->effects;
    return effect->gain_s <= 0 && !(effect->bound_free_s < now->bound_s) &&
           !(effect->plan.planned_s < now->plan.planned_s);
}

/* Names those that a table leaves out. */
static void write_vain(FILE *out, const struct answer *answer)
{
    enum { NAMED = 12 };
    const struct rd_upgrade_effects *effects = answer->effects;
    size_t vain = 0;
    for (size_t i = 0; i < effects->count; i++) {
        if (!is_in_vain(answer, &effects->effect[i]))
            continue;
        if (vain++ < NAMED)
            fprintf(out, "%s%s", vain == 1 ? "no gain   " : ", ", effects->effect[i].what);
    }
    if (vain > NAMED)
        fprintf(out, " and %zu others", vain - NAMED);
    if (vain > 0)
        fprintf(out, ": no bound is less, even free, and no plan that was found is shorter\n");
}

/* Of tables, what is said before and behind. */
static void write_head(FILE *out, const void *what)
{
    const struct answer *answer = what;
    const struct rd_upgrade_effects *effects = answer->effects;
    char bound_s[RD_NUMBER_SIZE], planned_s[RD_NUMBER_SIZE], factor[RD_NUMBER_SIZE];
    fprintf(out, "now       bound %s s (%s%s)", rd_time_text(effects->bound_s, bound_s),
            effects->bound_name, effects->bound_certified ? ", with a certificate" : "");
    if (effects->plan.algorithm && isfinite(effects->plan.planned_s))
        fprintf(out, "; the shortest plan %s s (%s)\n",
                rd_time_text(effects->plan.planned_s, planned_s), effects->plan.algorithm);
    else
        fprintf(out, "; no plan that has a time of its own\n");
    fprintf(out, "upgrades  %s times the bandwidth; free: without limit; latencies stay\n",
            rd_number_text(answer->arguments->factor, 10, factor));
}

static void write_tail(FILE *out, const void *what)
{
    const struct answer *answer = what;
    const struct rd_upgrade_effects *effects = answer->effects;
    size_t count = effects->upgrades.count;
    if (answer->arguments->format == RD_FORMAT_TABLE)
        write_vain(out, answer);
    if (effects->bound_s <= 0)
        fprintf(out, "left out  all %zu: no schedule is shorter than 0 s\n", count);
    else if (effects->skipped > 0)
        fprintf(out,
                "left out  %zu of %zu: even with each of them free the certificate of the bound "
                "holds, so none of them alone makes the bound less\n",
                effects->skipped, count);
    else if (!effects->bound_certified)
        fprintf(out,
                "left out  none of %zu: the bound has no certificate that would show which "
                "leave it as it is\n",
                count);
    else
        fprintf(out, "left out  none of %zu\n", count);
    if (effects->upgrades.hosts_without > 0)
        fprintf(out,
                "no link   %" PRIu32 " directions of hosts have no link of their own: others' "
                "messages cross all that they use\n",
                effects->upgrades.hosts_without);
}

static bool write_answer(const struct answer *answer, struct rd_arena *arena)
{
    enum { INDENT = 10 };
    const struct rd_upgrade_effects *effects = answer->effects;
    enum rd_format format = answer->arguments->format;
    bool is_table = format == RD_FORMAT_TABLE;
    bool prices = !is_table || answer->cost;
    struct rd_sheet sheet = rd_sheet_open(column, prices ? COLUMNS : COLUMNS_WITHOUT_COST, arena);
    for (size_t i = 0; i < effects->count; i++)
        if (!is_table || !is_in_vain(answer, &effects->effect[i]))
            add_row(&sheet, answer, &effects->effect[i], prices);
    if (is_table) {
        rd_terminal_fold(stdout, INDENT, write_head, answer);
        putchar('\n');
    }
    bool good = rd_sheet_write(stdout, format, &sheet);
    if (is_table)
        putchar('\n');
    rd_terminal_fold(is_table ? stdout : stderr, INDENT, write_tail, answer);
    return good;
}

static int sensitivity(struct rd_run_context *context, const void *given)
{
    const struct arguments *arguments = given;
    if (arguments->robust >= 0) {
        struct rd_robust_request request = {.most = arguments->robust,
                                            .slower_path = arguments->slower_path,
                                            .plan_path = arguments->plan_path,
                                            .within_s = arguments->within_s,
                                            .format = arguments->format};
        return rd_write_worst_cases(context, &request);
    }
    struct rd_progress progress = rd_progress_open();
    if (arguments->slack) {
        struct rd_slack_request request = {arguments->plan_path,
                                           arguments->within_s,
                                           arguments->format,
                                           arguments->gantt_path,
                                           {show_progress, &progress}};
        return rd_write_slack(context, &request);
    }
    if (arguments->curve) {
        struct rd_curve_request request = {.what = arguments->curve,
                                           .out_path = arguments->out_path,
                                           .within_s = arguments->within_s,
                                           .format = arguments->format,
                                           .progress = show_progress,
                                           .context = &progress};
        return rd_write_curve(context, &request);
    }
    struct rd_upgrade_settings settings = {.factor = arguments->factor,
                                           .within_s = arguments->within_s,
                                           .steps = arguments->pairs ? PAIR_STEPS : 1,
                                           .certificates = arguments->certificates,
                                           .progress = show_progress,
                                           .context = &progress};
    struct rd_upgrade_effects effects;
    struct rd_error error;
    struct answer answer = {arguments, context, &effects, NULL};
    /* A mistake in the prices is said before anything is computed. */
    if (arguments->cost_path &&
        (!rd_upgrades_list(context->engine, &context->scenario, &context->instance, &context->arena,
                           &effects.upgrades, &error) ||
         !rd_upgrade_numbers_read(arguments->cost_path, "cost", 0, &effects.upgrades,
                                  &context->arena, &answer.cost, &error)))
        return rd_give_up(&error);
    bool found = rd_upgrade_effects_find(context, &settings, &effects, &error);
    if (!found)
        return rd_give_up(&error);
    if (!write_answer(&answer, &context->run_arena))
        return rd_complain(RD_ERROR_FILE, "redist: the results: %s", strerror(errno));
    return 0;
}

int rd_cmd_sensitivity(int argc, char **argv)
{
    struct arguments arguments = {.context.runs_optional = true,
                                  .format = RD_FORMAT_TABLE,
                                  .factor = 2,
                                  .robust = -1,
                                  .within_s = 60};
    rd_verb_parse(&verb, argc, argv, &arguments);
    return rd_with_run_context(&arguments.context, sensitivity, &arguments);
}
