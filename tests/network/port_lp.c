#include "port_lp.h"

#include <glpk.h>
#include <math.h>

/* GLPK counts rows, columns and entries from 1; column 1 is T, or the factor. */
struct programme {
    const struct rd_instance *instance;
    struct rd_arena *arena;
    glp_prob *problem;
    bool whole_levels;       /* what all hosts of a balance hold at least is a whole number */
    double until_s;          /* below 0: the plain programme */
    double *earliest, *rest; /* [host * kinds] */
    int entry_count, entry_limit;
    int *row, *column;
    double *factor;
};

static void add_entry(struct programme *p, int row, int column, double factor)
{
    rd_assert(p->entry_count < p->entry_limit);
    p->entry_count++;
    p->row[p->entry_count] = row;
    p->column[p->entry_count] = column;
    p->factor[p->entry_count] = factor;
}

static int add_column(struct programme *p)
{
    int column = glp_add_cols(p->problem, 1);
    glp_set_col_bnds(p->problem, column, GLP_LO, 0, 0);
    return column;
}

static int add_row(struct programme *p, int type, double low, double high)
{
    int row = glp_add_rows(p->problem, 1);
    glp_set_row_bnds(p->problem, row, type, low, high);
    return row;
}

static bool computes(const struct programme *p, uint32_t host)
{
    const struct rd_topology *topology = &p->instance->topology;
    return topology->shape != RD_STAR || host + 1 < topology->host_count;
}

static double item_s(const struct rd_instance *instance, uint64_t link)
{
    return instance->item_bytes == 0
               ? 0
               : instance->item_bytes / rd_link_cost(instance, link).bandwidth_bytes_per_s;
}

/* Dates by Bellman and Ford. */
static void find_dates(struct programme *p)
{
    const struct rd_instance *instance = p->instance;
    uint32_t n = instance->topology.host_count, k = instance->kind_count;
    p->earliest = rd_take(p->arena, (size_t)n * k, double);
    p->rest = rd_take(p->arena, (size_t)n * k, double);
    for (uint32_t host = 0; host < n; host++)
        for (uint32_t kind = 0; kind < k; kind++) {
            bool stays = instance->goal == RD_REACH ? rd_target(instance, host, kind) > 0
                                                    : computes(p, host);
            p->earliest[host * k + kind] = rd_load(instance, host, kind) > 0 ? 0 : INFINITY;
            p->rest[host * k + kind] = !stays ? INFINITY
                                       : instance->goal == RD_FINISH
                                           ? rd_compute_item_s(instance, host)
                                           : 0;
        }
    for (uint32_t round = 0; round < n; round++)
        for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++) {
            uint32_t from, to;
            if (!rd_link_ends(&instance->topology, link, &from, &to))
                continue;
            double length = rd_link_cost(instance, link).latency_s + item_s(instance, link);
            for (uint32_t kind = 0; kind < k; kind++) {
                double *there = &p->earliest[to * k + kind], *here = &p->rest[from * k + kind];
                *there = fmin(*there, p->earliest[from * k + kind] + length);
                *here = fmin(*here, length + p->rest[to * k + kind]);
            }
        }
}

/* A port, link, processor or bus. */
struct resource {
    int row;
    double begin, end, unit; /* first date, time from the last date to the end, divisor of costs */
    double joint;            /* the least of both with a latency in between */
    double servers;
};

static struct resource open_resource(struct programme *p, double servers)
{
    return (struct resource){add_row(p, GLP_UP, 0, 0), INFINITY, INFINITY, 0, INFINITY, servers};
}

static void use(struct programme *p, struct resource *resource, int column, double cost,
                double head)
{
    if (cost > 0)
        add_entry(p, resource->row, column, cost);
    resource->joint = fmin(resource->joint, head);
    double a = resource->unit, b = cost;
    while (b > 0) {
        double rest = fmod(a, b);
        a = b;
        b = rest;
    }
    resource->unit = a;
}

static void close_resource(struct programme *p, const struct resource *resource)
{
    double capacity = resource->servers;
    if (p->until_s >= 0) {
        double left = p->until_s - resource->joint;
        capacity = left > 0 && resource->unit > 0
                       ? resource->servers * resource->unit * floor(left / resource->unit)
                       : 0;
    }
    if (capacity > 0)
        add_entry(p, resource->row, 1, -capacity);
}

static double least(const double *label, uint32_t host, uint32_t k)
{
    double value = INFINITY;
    for (uint32_t kind = 0; kind < k; kind++)
        value = fmin(value, label[host * k + kind]);
    return value;
}

struct rows {
    int *balance;                    /* [host * kinds] */
    struct resource *send, *receive; /* [host] */
    struct resource bus;
};

static void add_links(struct programme *p, struct rows *rows)
{
    const struct rd_instance *instance = p->instance;
    uint32_t k = instance->kind_count, n = instance->topology.host_count;
    bool limited = instance->port_model == RD_ONE_PORT || instance->port_model == RD_K_PORTS;
    double least_rest = INFINITY;
    for (uint32_t host = 0; host < n; host++)
        least_rest = fmin(least_rest, least(p->rest, host, k));
    for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++) {
        uint32_t from, to;
        if (!rd_link_ends(&instance->topology, link, &from, &to))
            continue;
        double cost = item_s(instance, link), latency = rd_link_cost(instance, link).latency_s;
        double arrive = least(p->earliest, from, k) + latency;
        double head = arrive + least(p->rest, to, k);
        struct resource alone = open_resource(p, 1);
        for (uint32_t kind = 0; kind < k; kind++) {
            bool usable = p->earliest[from * k + kind] + latency + cost + p->rest[to * k + kind] <=
                          p->until_s;
            int column = p->until_s < 0 || usable ? add_column(p) : 1;
            double content = column == 1 ? 0 : cost;
            if (column > 1) {
                add_entry(p, rows->balance[from * k + kind], column, 1);
                add_entry(p, rows->balance[to * k + kind], column, -1);
            }
            use(p, &alone, column, content, head);
            if (limited) {
                use(p, &rows->send[from], column, content, head);
                use(p, &rows->receive[to], column, content, head);
            }
            if (instance->topology.shape == RD_BUS)
                use(p, &rows->bus, column, content, arrive + least_rest);
        }
        alone.unit = cost; /* of links that are not usable, too */
        close_resource(p, &alone);
    }
}

/* The divisor of all costs at ports and of the bus, used or not. */
static void correct_units(struct programme *p, struct rows *rows)
{
    const struct rd_instance *instance = p->instance;
    struct programme none = *p;
    for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++) {
        uint32_t from, to;
        if (!rd_link_ends(&instance->topology, link, &from, &to) || item_s(instance, link) == 0)
            continue;
        struct resource *of[] = {&rows->send[from], &rows->receive[to], &rows->bus};
        for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
            double a = of[i]->unit, b = item_s(&none.instance[0], link);
            while (b > 0) {
                double rest = fmod(a, b);
                a = b;
                b = rest;
            }
            of[i]->unit = a;
        }
    }
}

static void add_finals(struct programme *p, const struct rows *rows)
{
    const struct rd_instance *instance = p->instance;
    uint32_t k = instance->kind_count, n = instance->topology.host_count;
    uint32_t keepers = rd_computing_host_count(&instance->topology);
    int level[64] = {0};
    for (uint32_t kind = 0; kind < k && instance->goal == RD_BALANCE; kind++) {
        int64_t items = 0;
        for (uint32_t host = 0; host < n; host++)
            items += rd_load(instance, host, kind);
        int64_t apart = instance->balance_error;
        if (apart < 1 && items % keepers != 0)
            apart = 1;
        double low = fmax(0, ceil((double)(items - keepers * apart) / keepers));
        level[kind] = add_column(p);
        double high = floor((double)items / keepers);
        glp_set_col_bnds(p->problem, level[kind], high > low ? GLP_DB : GLP_FX, low, high);
        if (p->whole_levels)
            glp_set_col_kind(p->problem, level[kind], GLP_IV);
        for (uint32_t host = 0; host < keepers; host++) {
            int column = add_column(p);
            if (apart > 0)
                glp_set_col_bnds(p->problem, column, GLP_DB, 0, (double)apart);
            else
                glp_set_col_bnds(p->problem, column, GLP_FX, 0, 0);
            add_entry(p, rows->balance[host * k + kind], column, 1);
            add_entry(p, rows->balance[host * k + kind], level[kind], 1);
        }
    }
    for (uint32_t host = 0; host < keepers && instance->goal == RD_FINISH; host++) {
        struct resource processor = open_resource(p, 1);
        for (uint32_t kind = 0; kind < k; kind++) {
            int column = add_column(p);
            add_entry(p, rows->balance[host * k + kind], column, 1);
            use(p, &processor, column, rd_compute_item_s(instance, host),
                least(p->earliest, host, k));
        }
        close_resource(p, &processor);
    }
}

static double solve_fractional(glp_prob *problem)
{
    glp_smcp simplex;
    glp_init_smcp(&simplex);
    simplex.msg_lev = GLP_MSG_OFF;
    simplex.presolve = GLP_ON;
    bool solved = glp_simplex(problem, &simplex) == 0 && glp_get_status(problem) == GLP_OPT;
    return solved ? glp_get_obj_val(problem) : INFINITY;
}

static double solve_whole(glp_prob *problem)
{
    glp_iocp branching;
    glp_init_iocp(&branching);
    branching.msg_lev = GLP_MSG_OFF;
    branching.presolve = GLP_ON;
    bool solved = glp_intopt(problem, &branching) == 0 && glp_mip_status(problem) == GLP_OPT;
    return solved ? glp_mip_obj_val(problem) : INFINITY;
}

static double solve(const struct rd_instance *instance, double until_s, struct rd_arena *arena)
{
    uint32_t n = instance->topology.host_count, k = instance->kind_count;
    int entries = (int)(12 * rd_link_count(&instance->topology) * k + 8 * n * k + 4 * n + 64);
    struct programme p = {
        .instance = instance,
        .arena = arena,
        .problem = glp_create_prob(),
        .until_s = until_s,
        .whole_levels = until_s >= 0 && instance->goal == RD_BALANCE,
        .entry_limit = entries,
        .row = rd_take(arena, (size_t)entries + 1, int),
        .column = rd_take(arena, (size_t)entries + 1, int),
        .factor = rd_take(arena, (size_t)entries + 1, double),
    };
    find_dates(&p);
    glp_set_obj_dir(p.problem, GLP_MIN);
    add_column(&p);
    glp_set_obj_coef(p.problem, 1, 1);
    struct rows rows = {rd_take(arena, (size_t)n * k, int),
                        rd_take(arena, n, struct resource),
                        rd_take(arena, n, struct resource),
                        {0}};
    bool limited = instance->port_model == RD_ONE_PORT || instance->port_model == RD_K_PORTS;
    for (uint32_t host = 0; host < n; host++) {
        for (uint32_t kind = 0; kind < k; kind++) {
            double leave = (double)rd_load(instance, host, kind);
            if (instance->goal == RD_REACH)
                leave -= (double)rd_target(instance, host, kind);
            rows.balance[host * k + kind] = add_row(&p, GLP_FX, leave, leave);
        }
        rows.send[host] = open_resource(&p, rd_host_ports(instance, host));
        rows.receive[host] = open_resource(&p, rd_host_ports(instance, host));
    }
    rows.bus = open_resource(&p, 1);
    add_links(&p, &rows);
    correct_units(&p, &rows);
    for (uint32_t host = 0; limited && host < n; host++) {
        close_resource(&p, &rows.send[host]);
        close_resource(&p, &rows.receive[host]);
    }
    close_resource(&p, &rows.bus);
    add_finals(&p, &rows);
    glp_load_matrix(p.problem, p.entry_count, p.row, p.column, p.factor);
    double value = p.whole_levels ? solve_whole(p.problem) : solve_fractional(p.problem);
    glp_delete_prob(p.problem);
    return value;
}

double port_lp_plain(const struct rd_instance *instance, struct rd_arena *arena)
{
    return solve(instance, -1, arena);
}

double port_lp_until(const struct rd_instance *instance, double until_s, struct rd_arena *arena)
{
    return solve(instance, until_s, arena);
}
