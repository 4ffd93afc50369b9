/* Writes rows of results with certificates of random small networks, as `redist run --format json`
 * does: of prices, and of each kind of charges.
 * Or of smaller ones with shared links, with the time of a legal schedule as the planned one.
 * In: how many, and a seed; `shared`. */
#include "network_case.h"
#include "sharing_search.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"
#include "sim/model/certificates/charge.h"
#include "sim/model/certificates/price_certificate.h"
#include "sim/report/tables.h"
#include "tests/support/bound.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STATE_LIMIT = 20000 };

static struct test_instance draw(struct rd_rng *rng, size_t number, struct rd_arena *arena)
{
    /* The second one for fixed charges. */
    static const struct network_drawing drawings[] = {{8, 3, 20, 16, true, true},
                                                      {6, 2, 6, 6, true, false}};
    return network_case_random(rng, &drawings[number % 4 == 3], arena);
}

/* Returns: was a legal time found? */
static bool draw_shared(struct rd_rng *rng, struct rd_arena *arena, struct rd_arena *scratch,
                        struct test_instance *ret_test, double *ret_legal_s)
{
    struct shared_network network;
    shared_network_draw(rng, &network);
    struct sharing_search legal = sharing_search(&network, STATE_LIMIT, scratch);
    if (network.shared_count == 0 || !legal.found || legal.seconds == 0)
        return false;
    *ret_test = shared_network_instance(&network, arena);
    *ret_legal_s = legal.seconds;
    return true;
}

/* What shows the bound of a row: prices, or each kind of charge in turn. */
struct wanted {
    const char *bound;
    bool charges;
    enum rd_charged_reason reason;
};

static const struct wanted *wanted_of(size_t number)
{
    static const struct wanted prices = {.bound = "port-prices"};
    static const struct wanted charges[] = {
        {"fixed-charges", true, RD_CHARGED_LINKS},      {"message-counts", true, RD_CHARGED_COUNTS},
        {"fixed-charges", true, RD_CHARGED_EXCESS},     {"fixed-charges", true, RD_CHARGED_SINGLE},
        {"fixed-charges", true, RD_CHARGED_NEIGHBOURS}, {"message-counts", true, RD_CHARGED_COUNTS},
        {"fixed-charges", true, RD_CHARGED_HUB},        {"fixed-charges", true, RD_CHARGED_SPREAD},
        {"ring-charges", true, RD_CHARGED_RING},
    };
    if (number % 4 < 3)
        return &prices;
    return &charges[number / 4 % (sizeof charges / sizeof *charges)];
}

/* Is the bound that is wanted about an instance, with such a certificate? */
static bool finds(const struct wanted *wanted, const struct rd_instance *instance,
                  struct rd_arena *arena, struct rd_arena *scratch, struct rd_bound *ret_bound)
{
    const struct rd_problem_bound *of = rd_problem_bound_named(wanted->bound);
    struct rd_error error;
    if (!rd_problem_bound_suits(of, instance) ||
        !rd_problem_bound_compute(of, instance, arena, scratch, ret_bound, &error) ||
        !ret_bound->certificate)
        return false;
    return !wanted->charges || (ret_bound->certificate->charge &&
                                ret_bound->certificate->charge->reason == wanted->reason);
}

int main(int argument_count, char **argument)
{
    if (argument_count < 3)
        return 2;
    bool shared = argument_count > 3;
    size_t count = strtoul(argument[1], NULL, 10), row_count = 0;
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct rd_rng rng = rd_rng_seeded(strtoull(argument[2], NULL, 10), 3);
    struct rd_result *row = rd_take(&arena, count, struct rd_result);
    while (row_count < count) {
        struct test_instance test;
        double planned_s = NAN;
        if (!shared)
            test = draw(&rng, row_count, &arena);
        else if (!draw_shared(&rng, &arena, &scratch, &test, &planned_s))
            continue;
        struct rd_instance *instance = rd_take(&arena, 1, struct rd_instance);
        *instance = test.instance;
        struct rd_result result = rd_result_none;
        result.scenario = "random";
        result.algorithm = network_case_text(instance, &arena);
        result.bound_known = true;
        result.instance = instance;
        result.planned_s = planned_s;
        bool found = shared
                         ? rd_best_bound(instance, NULL, &arena, &scratch, &result.bound, NULL) &&
                               result.bound.certificate
                         : finds(wanted_of(row_count), instance, &arena, &scratch, &result.bound);
        if (found)
            row[row_count++] = result;
    }
    bool written = rd_results_write(stdout, (struct rd_results_style){.format = RD_FORMAT_JSON},
                                    row, row_count);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
    return written ? 0 : 1;
}
