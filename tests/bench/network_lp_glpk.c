#include "network_lp.h"

#include <glpk.h>
#include <math.h>

double network_lp_glpk(const struct rd_network *network)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    uint32_t n = network->host_count;
    size_t most = 4 * (size_t)network->link_count + 2 * (size_t)n;
    int *row = rd_take(&arena, most + 1, int), *column = rd_take(&arena, most + 1, int);
    double *factor = rd_take(&arena, most + 1, double);
    uint32_t count = network_lp_entries(network, row + 1, column + 1, factor + 1);
    for (uint32_t i = 1; i <= count; i++) {
        row[i]++;
        column[i]++;
    }
    glp_term_out(GLP_OFF);
    glp_prob *problem = glp_create_prob();
    glp_add_rows(problem, (int)(3 * n));
    glp_add_cols(problem, (int)network->link_count + 1);
    for (uint32_t host = 0; host < n; host++) {
        double leave = (double)(network->instance->load[host] - network->instance->target[host]);
        glp_set_row_bnds(problem, (int)host + 1, GLP_FX, leave, leave);
        glp_set_row_bnds(problem, (int)(n + host) + 1, GLP_UP, 0, 0);
        glp_set_row_bnds(problem, (int)(2 * n + host) + 1, GLP_UP, 0, 0);
    }
    for (uint32_t i = 0; i <= network->link_count; i++)
        glp_set_col_bnds(problem, (int)i + 1, GLP_LO, 0, 0);
    glp_set_obj_coef(problem, (int)network->link_count + 1, 1);
    glp_load_matrix(problem, (int)count, row, column, factor);
    glp_smcp simplex;
    glp_init_smcp(&simplex);
    simplex.msg_lev = GLP_MSG_OFF;
    simplex.presolve = GLP_ON;
    bool solved = glp_simplex(problem, &simplex) == 0 && glp_get_status(problem) == GLP_OPT;
    double seconds = solved ? glp_get_obj_val(problem) : NAN;
    glp_delete_prob(problem);
    rd_arena_close(&arena);
    return seconds;
}
