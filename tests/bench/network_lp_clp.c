#include "network_lp.h"

#include <coin/Clp_C_Interface.h>
#include <math.h>

double network_lp_clp(const struct rd_network *network)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    uint32_t n = network->host_count, links = network->link_count;
    size_t most = 4 * (size_t)links + 2 * (size_t)n;
    int *row = rd_take(&arena, most, int), *column = rd_take(&arena, most, int);
    double *factor = rd_take(&arena, most, double);
    /* Entries come by column already. */
    uint32_t count = network_lp_entries(network, row, column, factor);
    CoinBigIndex *first = rd_take(&arena, (size_t)links + 2, CoinBigIndex);
    for (uint32_t i = 0; i < count; i++)
        first[column[i] + 1]++;
    for (uint32_t i = 0; i <= links; i++)
        first[i + 1] += first[i];
    double *low = rd_take(&arena, 3 * (size_t)n, double),
           *high = rd_take(&arena, 3 * (size_t)n, double);
    double *least = rd_take(&arena, (size_t)links + 1, double);
    double *greatest = rd_take(&arena, (size_t)links + 1, double);
    double *worth = rd_take(&arena, (size_t)links + 1, double);
    for (uint32_t i = 0; i < 3 * n; i++)
        low[i] =
            i < n ? (double)(network->instance->load[i] - network->instance->target[i]) : -HUGE_VAL;
    for (uint32_t i = 0; i < n; i++)
        high[i] = low[i];
    for (uint32_t i = 0; i <= links; i++)
        greatest[i] = HUGE_VAL;
    worth[links] = 1;
    Clp_Simplex *model = Clp_newModel();
    Clp_setLogLevel(model, 0);
    Clp_loadProblem(model, (int)links + 1, (int)(3 * n), first, row, factor, least, greatest, worth,
                    low, high);
    Clp_primal(model, 0);
    double seconds = Clp_status(model) == 0 ? Clp_objectiveValue(model) : NAN;
    Clp_deleteModel(model);
    rd_arena_close(&arena);
    return seconds;
}
