/* Plans of small random networks by one algorithm, a row each, for small_networks.py: family,
 * ports, goal, number, planned time, bound, and whether the plan is proved optimal. It calls the
 * installed library alone, so that any version's header and library will do. Arguments: an
 * algorithm; how many networks; the first one's number; and, if wanted, "balance", which is then
 * the goal, and "shapes": rings, hypercubes, stars and switches are known as such, so that what is
 * made for them is asked. */
#include <redist/redist.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_HOSTS = 4, MOST_HOSTS = 12, MOST_LINKS = MOST_HOSTS * MOST_HOSTS };

static const char *const families[] = {"ring",      "two-way ring", "star",   "torus",
                                       "hypercube", "tree",         "random", "switch"};
enum { FAMILIES = sizeof families / sizeof *families };

/* splitmix64 */
static uint64_t state;

static uint32_t below(uint32_t limit)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (uint32_t)((z ^ (z >> 31)) % limit);
}

/* A problem and its arrays; joined [from][to]. */
struct drawn {
    struct rd_problem problem;
    uint32_t master; /* of a star */
    bool joined[MOST_HOSTS][MOST_HOSTS];
    uint32_t from[MOST_LINKS], to[MOST_LINKS];
    double seconds[MOST_LINKS], compute[MOST_HOSTS];
    int64_t load[MOST_HOSTS], after[MOST_HOSTS];
};

static void join(struct drawn *drawn, uint32_t one, uint32_t other)
{
    drawn->joined[one][other] = drawn->joined[other][one] = one != other;
}

static uint32_t draw_hosts(const char *family)
{
    uint32_t hosts = LEAST_HOSTS + below(MOST_HOSTS - LEAST_HOSTS + 1);
    if (strcmp(family, "hypercube") == 0)
        return hosts < 8 ? 4 : 8;
    return strcmp(family, "torus") == 0 ? 3 * (2 + below(3)) : hosts;
}

static void draw_links(struct drawn *drawn, const char *family)
{
    struct rd_problem *problem = &drawn->problem;
    uint32_t n = problem->host_count, columns = n / 3;
    for (uint32_t i = 0; i < n; i++) {
        if (strcmp(family, "ring") == 0)
            drawn->joined[i][(i + 1) % n] = true;
        else if (strcmp(family, "two-way ring") == 0)
            join(drawn, i, (i + 1) % n);
        else if (strcmp(family, "star") == 0)
            join(drawn, drawn->master, i);
        else if (strcmp(family, "torus") == 0) {
            join(drawn, i, i / columns * columns + (i + 1) % columns);
            join(drawn, i, (i + columns) % n);
        } else if (strcmp(family, "hypercube") == 0)
            for (uint32_t bit = 1; bit < n; bit *= 2)
                join(drawn, i, i ^ bit);
        else if (strcmp(family, "switch") == 0)
            for (uint32_t j = 0; j < n; j++)
                join(drawn, i, j);
        else if (i > 0)
            join(drawn, i, below(i));
    }
    for (uint32_t more = strcmp(family, "random") == 0 ? n / 2 + below(n) : 0; more > 0; more--)
        join(drawn, below(n), below(n));
    for (uint32_t from = 0; from < n; from++)
        for (uint32_t to = 0; to < n; to++)
            if (drawn->joined[from][to]) {
                drawn->from[problem->link_count] = from;
                drawn->to[problem->link_count] = to;
                drawn->seconds[problem->link_count++] = 1 + below(5);
            }
    problem->link_from = drawn->from;
    problem->link_to = drawn->to;
    problem->link_seconds_per_item = drawn->seconds;
}

/* Loads of 0 to 9, and the same anywhere, but on a star's master. Items take 1 to 5 s to compute.
 */
static void draw_loads(struct drawn *drawn)
{
    struct rd_problem *problem = &drawn->problem;
    uint32_t holders = problem->host_count - (problem->shape == RD_SHAPE_STAR);
    for (uint32_t host = 0; host < problem->host_count; host++) {
        drawn->load[host] = host < holders ? below(10) : 0;
        drawn->after[below(holders)] += drawn->load[host];
        drawn->compute[host] = 1 + below(5);
    }
    problem->load = drawn->load;
    problem->final_load = drawn->after;
    problem->compute_seconds_per_item = drawn->compute;
}

/* In: drawn: nothing, but what is wanted of the problem. */
static void draw(struct drawn *drawn, const char *family, bool balance, bool shapes)
{
    static const uint32_t ports[] = {1, 2, RD_PORTS_UNLIMITED};
    struct rd_problem *problem = &drawn->problem;
    problem->host_count = draw_hosts(family);
    problem->kind_count = 1;
    problem->shape = !shapes                       ? RD_SHAPE_GRAPH
                     : strcmp(family, "star") == 0 ? RD_SHAPE_STAR
                                                   : RD_SHAPE_ANY;
    drawn->master = shapes ? problem->host_count - 1 : 0;
    problem->goal = below(3) == 0 ? RD_GOAL_FINISH : RD_GOAL_AFTER;
    if (balance)
        problem->goal = RD_GOAL_BALANCE;
    problem->ports = ports[below(3)];
    draw_links(drawn, family);
    draw_loads(drawn);
}

int main(int argument_count, char **argument)
{
    static const char *const goals[] = {
        [RD_GOAL_AFTER] = "after", [RD_GOAL_BALANCE] = "balance", [RD_GOAL_FINISH] = "finish"};
    static struct drawn drawn;
    bool balance = argument_count > 4 && strcmp(argument[4], "balance") == 0;
    bool shapes = argument_count > 4 && strcmp(argument[argument_count - 1], "shapes") == 0;
    if (argument_count != 4 + balance + shapes) {
        fprintf(stderr, "usage: small_networks ALGORITHM COUNT FIRST [balance] [shapes]\n");
        return 2;
    }
    uint64_t first = strtoull(argument[3], NULL, 10), count = strtoull(argument[2], NULL, 10);
    for (uint64_t number = first; number < first + count; number++) {
        struct rd_solution solution;
        struct rd_call_error error;
        state = number;
        const char *family = families[number % FAMILIES];
        drawn = (struct drawn){.problem.algorithm = argument[1]};
        const struct rd_problem *problem = &drawn.problem;
        draw(&drawn, family, balance, shapes);
        if (!rd_solve(problem, &solution, &error)) {
            fprintf(stderr, "%" PRIu64 ": %s\n", number, error.message);
            continue;
        }
        printf("%s,%s,%s,%" PRIu64 ",%.17g,%.17g,%d\n", family,
               problem->ports == 1   ? "1"
               : problem->ports == 2 ? "2"
                                     : "all",
               goals[problem->goal], number, solution.makespan_s, solution.bound.seconds,
               solution.proved_optimal);
        rd_solution_free(&solution);
    }
    return 0;
}
