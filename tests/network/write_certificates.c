/* Writes rows of results with certificates of random small networks, as `redist run --format json`
 * does: of the bound for any network, and, where it is for them, of the one for rings with latency.
 * In: how many, and a seed. */
#include "algorithms/algorithm.h"
#include "algorithms/network/bounds.h"
#include "network_case.h"
#include "sim/model/price_certificate.h"
#include "sim/report/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argument_count, char **argument)
{
    if (argument_count != 3)
        return 2;
    size_t count = strtoul(argument[1], NULL, 10), row_count = 0;
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct rd_rng rng = rd_rng_seeded(strtoull(argument[2], NULL, 10), 3);
    /* The second one for fixed charges. */
    const struct network_drawing drawings[] = {{8, 3, 20, 16, true}, {6, 2, 6, 6, true}};
    const struct rd_algorithm *ring = rd_algorithm_named("ring-bundled");
    struct rd_result *row = rd_take(&arena, count, struct rd_result);
    while (row_count < count) {
        struct test_instance test =
            network_case_random(&rng, &drawings[row_count % 8 == 7], &arena);
        struct rd_instance *instance = rd_take(&arena, 1, struct rd_instance);
        *instance = test.instance;
        struct rd_result result = {.scenario = "random",
                                   .algorithm = network_case_text(instance, &arena),
                                   .bound_known = true,
                                   .instance = instance,
                                   .planned_s = NAN};
        struct rd_error error;
        bool of_ring = rd_algorithm_fits(ring, &instance->topology) &&
                       rd_algorithm_suits(ring, instance) &&
                       rd_algorithm_bound(ring, instance, &arena, &scratch, &result.bound, &error);
        if ((of_ring || rd_network_bound(instance, &arena, &scratch, &result.bound, NULL)) &&
            result.bound.certificate && (row_count % 8 < 7 || result.bound.certificate->charge))
            row[row_count++] = result;
    }
    bool written = rd_results_write(stdout, (struct rd_results_style){.format = RD_FORMAT_JSON},
                                    row, row_count, "none");
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
    return written ? 0 : 1;
}
