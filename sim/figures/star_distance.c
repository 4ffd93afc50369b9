/* How far each heuristic's plan is from the best one, as cumulative curves: the share of stars on
 * which it is within so much of it. */
#include "figure.h"
#include "star_experiment.h"

#include <inttypes.h>
#include <math.h>

enum { INSTANCES = 800, FULL_INSTANCES = 5000, DISTANCES = 16, CELLS_OF_CURVE = 4 };

static const double distance_percent[DISTANCES] = {0, 0.1, 0.2, 0.5, 1,  1.5, 2,  3,
                                                   4, 5,   7.5, 10,  15, 20,  50, 100};

struct campaign {
    struct rd_figure_data *data;
    int cells; /* of the curves that grow: spread and piled, 10 and 20 workers */
    int64_t stars;
    int64_t within[RD_STAR_HEURISTICS][DISTANCES];
    int64_t portfolio_late; /* stars on which it ends after what it is made of */
};

static double share(const struct campaign *campaign, int heuristic, int distance)
{
    return (double)campaign->within[heuristic][distance] / (double)campaign->stars;
}

static void judge_share(struct campaign *campaign, const struct rd_star_cell *cell, int heuristic)
{
    rd_figure_judge(
        campaign->data,
        (struct rd_check){
            .what = rd_arena_print(campaign->data->arena, "%s, %s: %s is the best, share of stars",
                                   rd_star_kind_name[cell->kind], rd_star_range_name[cell->range],
                                   rd_star_heuristic_name[heuristic]),
            .published = NAN,
            .measured = share(campaign, heuristic, 0),
            .low = 1,
            .high = 1,
            .why = "BBA on homogeneous stars, MBA and R-BSA on equal links are exact",
        },
        false);
}

static void end_curves(struct campaign *campaign, const struct rd_star_cell *cell)
{
    for (int h = 0; h < RD_STAR_HEURISTICS; h++)
        for (int d = 0; d < DISTANCES; d++)
            rd_figure_row(campaign->data, "%s\t%s\t%s\t%g\t%.5f\t%" PRId64,
                          rd_star_kind_name[cell->kind], rd_star_range_name[cell->range],
                          rd_star_heuristic_name[h], distance_percent[d], share(campaign, h, d),
                          campaign->stars);
    if (cell->kind == RD_HOMOGENEOUS)
        judge_share(campaign, cell, RD_STAR_BBA);
    if (cell->kind == RD_HOMOGENEOUS || cell->kind == RD_EQUAL_LINKS) {
        judge_share(campaign, cell, RD_STAR_MBA_SIMULATED);
        judge_share(campaign, cell, RD_STAR_RBSA);
    }
    *campaign =
        (struct campaign){.data = campaign->data, .portfolio_late = campaign->portfolio_late};
}

static void watch(void *context, const struct rd_star_cell *cell,
                  const struct rd_star_outcome *outcome)
{
    struct campaign *campaign = context;
    if (!outcome) {
        if (++campaign->cells == CELLS_OF_CURVE)
            end_curves(campaign, cell);
        return;
    }
    campaign->stars++;
    for (int h = 0; h < RD_STAR_HEURISTICS; h++)
        for (int d = 0; d < DISTANCES; d++)
            campaign->within[h][d] += rd_star_off_percent(outcome, h) <= distance_percent[d];
    double parts_s =
        fmin(outcome->of[RD_STAR_BBA].seconds, outcome->of[RD_STAR_MBA_REORDERED].seconds);
    campaign->portfolio_late += outcome->of[RD_STAR_PORTFOLIO].seconds > parts_s * (1 + 1e-9);
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"kind",           "costs",          "algorithm",
                                          "within_percent", "share_of_stars", "stars"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    struct campaign campaign = {.data = data};
    int64_t played;
    if (!rd_star_experiment(settings, settings->full ? FULL_INSTANCES : INSTANCES, watch, &campaign,
                            data, &played, reterr))
        return false;
    rd_figure_judge(data,
                    (struct rd_check){
                        .what = "stars on which the portfolio ends after BBA or MBA reordered",
                        .published = NAN,
                        .measured = (double)campaign.portfolio_late,
                        .why = "it takes the best of them, BBA with its senders sorted",
                    },
                    false);
    rd_star_judge_played(data, played, (int64_t)RD_STAR_CELLS * RD_STAR_HEURISTICS,
                         "every plan of the first star of each cell");
    return true;
}

const struct rd_figure star_distance = {
    .name = "star-distance",
    .summary = "how far heuristics for stars are from the best of them: cumulative curves",
    .source = "our own: [marchal2007] has no experiment; its heuristics on our instances",
    .plot = "star_distance",
    .scenario = "star_heuristics",
    .make = make,
};
