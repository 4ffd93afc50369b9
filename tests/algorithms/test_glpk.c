/* System 6, its rational relaxation and System 8 as the paper writes them, one variable for each
 * direction of each edge, solved by GLPK: a second opinion on the formulas in one unknown. */
#include "two_way_case.h"

#include "algorithms/ring/light.h"
#include "algorithms/ring/rational_flow.h"
#include "tests/support/cmocka.h"

#include <glpk.h>
#include <math.h>

enum { RINGS = 500, ENTRIES = CASE_HOSTS * 16 };

/* A linear program under construction; GLPK counts rows, columns and entries from 1. */
struct program {
    glp_prob *problem;
    int entry_count;
    int row[ENTRIES + 1], column[ENTRIES + 1];
    double factor[ENTRIES + 1];
};

static int up_column(uint32_t edge)
{
    return 2 + 2 * (int)edge;
}

static int down_column(uint32_t edge)
{
    return 3 + 2 * (int)edge;
}

static void add_entry(struct program *program, int row, int column, double factor)
{
    program->entry_count++;
    assert_in_range(program->entry_count, 1, ENTRIES);
    program->row[program->entry_count] = row;
    program->column[program->entry_count] = column;
    program->factor[program->entry_count] = factor;
}

/* Rows of one host: balance, send port, receive port, and with `light` what it may send. */
static void add_host(struct program *program, const struct two_way_case *ring, uint32_t host,
                     bool light)
{
    uint32_t n = ring->host_count, before = (host + n - 1) % n, after = (host + 1) % n;
    const struct {
        int column;
        bool sends;
        int64_t cost;
    } items[] = {
        {up_column(host), true, ring->up[host]},
        {down_column(before), true, ring->down[host]},
        {up_column(before), false, ring->up[before]},
        {down_column(host), false, ring->down[after]},
    };
    int balance = glp_add_rows(program->problem, light ? 4 : 3);
    glp_set_row_bnds(program->problem, balance, GLP_FX, (double)ring->delta[host],
                     (double)ring->delta[host]);
    for (int port = 1; port <= 2; port++) {
        glp_set_row_bnds(program->problem, balance + port, GLP_UP, 0, 0);
        add_entry(program, balance + port, 1, -1);
    }
    if (light)
        glp_set_row_bnds(program->problem, balance + 3, GLP_UP, 0, (double)ring->load[host]);
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        add_entry(program, balance, items[i].column, items[i].sends ? 1 : -1);
        add_entry(program, balance + (items[i].sends ? 1 : 2), items[i].column,
                  (double)items[i].cost);
        if (light && items[i].sends)
            add_entry(program, balance + 3, items[i].column, 1);
    }
}

/* The least time of the busiest port. Returns: -1 if no flow obeys. */
static double solve(const struct two_way_case *ring, bool light, bool whole)
{
    struct program program = {.problem = glp_create_prob()};
    glp_set_obj_dir(program.problem, GLP_MIN);
    int columns = 1 + 2 * (int)ring->host_count;
    glp_add_cols(program.problem, columns);
    for (int column = 1; column <= columns; column++) {
        glp_set_col_bnds(program.problem, column, GLP_LO, 0, 0);
        if (column > 1 && whole)
            glp_set_col_kind(program.problem, column, GLP_IV);
    }
    glp_set_obj_coef(program.problem, 1, 1);
    for (uint32_t host = 0; host < ring->host_count; host++)
        add_host(&program, ring, host, light);
    glp_load_matrix(program.problem, program.entry_count, program.row, program.column,
                    program.factor);
    glp_smcp simplex;
    glp_init_smcp(&simplex);
    simplex.msg_lev = GLP_MSG_OFF;
    assert_int_equal(glp_simplex(program.problem, &simplex), 0);
    double seconds =
        glp_get_status(program.problem) == GLP_OPT ? glp_get_obj_val(program.problem) : -1;
    if (whole && seconds >= 0) {
        glp_iocp branching;
        glp_init_iocp(&branching);
        branching.msg_lev = GLP_MSG_OFF;
        assert_int_equal(glp_intopt(program.problem, &branching), 0);
        seconds =
            glp_mip_status(program.problem) == GLP_OPT ? glp_mip_obj_val(program.problem) : -1;
    }
    glp_delete_prob(program.problem);
    return seconds;
}

/* As often as not with most items on two hosts, so that hosts between run out of items. */
static struct two_way_case draw(struct rd_rng *rng)
{
    if (rd_rng_below(rng, 2))
        return case_random(rng, 2, 9, 1, rd_rng_between(rng, 2, 12), 10);
    struct two_way_case ring = case_random(rng, 3, 9, 1, 1, 10);
    for (int i = 0; i < 2; i++) {
        uint32_t from = (uint32_t)rd_rng_below(rng, ring.host_count);
        uint32_t to = (uint32_t)rd_rng_below(rng, ring.host_count);
        int64_t items = rd_rng_between(rng, 1, 12);
        ring.load[from] += items;
        ring.delta[from] += items;
        ring.delta[to] -= items;
    }
    return ring;
}

static bool close(double a, double b)
{
    return fabs(a - b) <= 1e-7 * (1 + fabs(b));
}

static void agrees_with_glpk(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_rng rng = rd_rng_seeded(6, 8);
    int light_count = 0, system8_count = 0, rounded_up = 0;
    for (int i = 0; i < RINGS; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&arena);
        struct two_way_case ring = draw(&rng);
        struct test_instance test = case_instance(&ring, 1, &arena);
        struct rd_two_way fast = rd_two_way_read(&test.instance, &arena);
        char text[512];
        case_text(&ring, text);
        double tau6 = rd_sum_of_products_value(&fast.optimum.value.busy);
        if (!close(solve(&ring, false, true), tau6))
            fail_msg("System 6: GLPK %g, here %g: %s", solve(&ring, false, true), tau6, text);
        double rational = rd_rational_flow(&fast).seconds;
        if (!close(solve(&ring, false, false), rational))
            fail_msg("relaxed: GLPK %g, here %g: %s", solve(&ring, false, false), rational, text);
        double system8 = -1;
        if (!rd_interval_is_empty(fast.light.z)) {
            struct rd_flow_value value = rd_net_flow_value(&fast.flow, rd_light_best(&fast).first);
            system8 = rd_sum_of_products_value(&value.busy);
        }
        if (!close(solve(&ring, true, true), system8))
            fail_msg("System 8: GLPK %g, here %g: %s", solve(&ring, true, true), system8, text);
        light_count += system8 == tau6;
        system8_count += system8 >= 0;
        rounded_up += rational < tau6;
        rd_arena_rewind(&arena, mark);
    }
    /* Every kind of answer was met. */
    assert_true(light_count > 50 && system8_count > light_count + 20 && system8_count < RINGS - 50);
    assert_true(rounded_up > 50);
    glp_free_env();
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_glpk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
