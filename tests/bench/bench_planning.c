/* How long planning and bounds take, for every registered algorithm, from 10^3 to 10^6 hosts
 * (cubes: 2^10 to 2^20; with as many kinds as hosts: to 4,000 hosts, whose loads are 1.6 x 10^7
 * words): beside one pass of a sum over the input, with the exponent of growth and the memory. The
 * input is what has to be read: loads, final loads, speeds, and two words a link where their costs
 * differ. A plan is not there sooner than its rows: its exponent is that in words or in words and
 * rows, whichever is less. Each in a process of its own; an algorithm that took longer than half a
 * second, or two while there are not three sizes, is not asked about more hosts; then, where there
 * are still not three, about fewer. Arguments: the beginning of the algorithms' names. */
#include "bench.h"

#include "algorithms/algorithm.h"
#include "sim/base/rng.h"
#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "tests/support/build.h"
#include "tests/support/bound.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZES = 9, SMALL_SIZES = 2, FEWEST_SIZES = 3, LONGEST_S = 10 };

static const double PATIENCE_S = 0.5, LONG_PATIENCE_S = 2, REPEATED_S = 0.1;
static const rlim_t MEMORY = (rlim_t)6 << 30;

/* n log n from 10^3 to 10^6 hosts: 1 + log(2)/log(1000). */
static const double GROWTH = 1.15;

/* Where a star of so many hosts is planned in half a second, that is to take no longer than so many
 * passes over the input. */
enum { LARGE_STAR = 100000 };
static const double STAR_PASSES = 20;

/* What the instances of an algorithm are like: the first kind that it accepts. */
enum {
    UNEQUAL = 1, /* costs; else equal */
    NEAR = 2,    /* each host gives up to 3 items to the next; else loads and targets drawn apart */
    STEPS = 4,   /* a message of any size lasts 1 s */
    MULTI = 8,   /* an all-port ring whose hosts send several items */
    KINDS = 16
};

/* What a process tells. */
struct sample {
    bool accepted, planned, bounded;
    double bound_s, plan_s, judge_s;
    size_t words, rows; /* of the input, of the plan */
    char why[120];
};

static uint32_t lowest(unsigned bits)
{
    uint32_t bit = 0;
    while (!(bits >> bit & 1))
        bit++;
    return bit;
}

static void draw_loads(struct test_instance *test, unsigned kind, uint32_t hosts)
{
    struct rd_rng rng = rd_rng_seeded(3, 0);
    int64_t given = 0, total = 0;
    bool is_near = kind & NEAR;
    for (uint32_t host = 0; host < hosts; host++) {
        int64_t gives = is_near ? rd_rng_between(&rng, 0, 3) : 0;
        test->load[host] = test->target[host] = rd_rng_between(&rng, 4, 100);
        test->target[host] += given - gives;
        given = gives;
        total += test->load[host];
    }
    test->target[0] += given;
    if (!is_near)
        bench_permute(&rng, test->target, hosts);
    if (test->instance.goal == RD_BALANCE)
        test->load[0] += hosts - total % hosts;
}

/* Items of as many kinds as hosts, a few on each; one of each kind for a stencil. */
static void draw_kinds(struct test_instance *test, uint32_t hosts)
{
    struct rd_rng rng = rd_rng_seeded(4, 0);
    bool stencil = test->instance.goal == RD_STENCIL;
    for (uint32_t kind = 0; kind < hosts; kind++)
        for (int i = 0; i < (stencil ? 1 : 20); i++)
            test->load[rd_rng_below(&rng, hosts) * hosts + kind]++;
}

static struct test_instance draw(const struct rd_algorithm *algorithm, unsigned kind, uint32_t n,
                                 struct rd_arena *arena)
{
    enum rd_shape shape = algorithm->shape == RD_ANY_SHAPE ? RD_GRAPH : algorithm->shape;
    bool rings_two_way = algorithm->directions & RD_TWO_WAY;
    enum rd_direction direction = shape != RD_RING ? RD_NO_DIRECTION
                                  : rings_two_way  ? RD_TWO_WAY
                                                   : RD_ONE_WAY;
    uint32_t hosts = n + (shape == RD_STAR), port_model = lowest(algorithm->ports);
    struct test_instance test =
        test_instance_make(arena, shape, direction, hosts, kind & KINDS ? n : 1);
    struct rd_instance *instance = &test.instance;
    struct rd_rng rng = rd_rng_seeded(5, 0);
    test_instance_set_ports(&test, port_model == RD_ONE_PORT  ? 1
                                   : port_model == RD_K_PORTS ? 2
                                                              : 0);
    instance->port_model = port_model;
    instance->sends = kind & MULTI ? RD_MULTI_SEND : RD_SINGLE_SEND;
    instance->goal = lowest(algorithm->goals);
    instance->item_bytes = kind & STEPS ? 0 : 1;
    uint64_t links = kind & UNEQUAL ? rd_link_count(&instance->topology) : 1;
    for (uint64_t link = 0; link < links; link++)
        test.cost[link] = (struct rd_link_cost){
            kind & STEPS, 1 / (double)(kind & UNEQUAL ? rd_rng_between(&rng, 1, 7) : 1)};
    instance->costs_equal = !(kind & UNEQUAL);
    instance->flops_per_item = instance->goal == RD_FINISH || instance->goal == RD_STENCIL;
    for (uint32_t host = 0; host < n; host++)
        test.speed[host] =
            instance->goal == RD_STENCIL ? 1 : 1 / (double)rd_rng_between(&rng, 10, 100);
    if (kind & KINDS)
        draw_kinds(&test, n);
    else
        draw_loads(&test, kind, n);
    instance->target = instance->goal == RD_REACH ? test.target : NULL;
    instance->stencil_iterations = 10;
    if (strcmp(algorithm->name, "cube-balance") == 0)
        instance->balance_error = instance->topology.dimension_count;
    return test;
}

static size_t input_words(const struct rd_instance *instance)
{
    size_t hosts = instance->topology.host_count, loads = hosts * instance->kind_count;
    size_t links = instance->costs_equal ? 1 : rd_link_count(&instance->topology);
    return loads * (instance->target ? 2 : 1) + hosts * (instance->flops_per_item > 0) + 2 * links;
}

/* The least time of some repetitions. Returns: false if there is no bound. */
static bool time_bound(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                       double *ret_s)
{
    bool bounded = true;
    double first_s = bench_cpu_s();
    *ret_s = INFINITY;
    for (int repeat = 0; bounded && repeat < 5 && bench_cpu_s() - first_s < REPEATED_S; repeat++) {
        struct rd_arena arena, scratch;
        struct rd_bound bound;
        rd_arena_open(&arena, 0);
        rd_arena_open(&scratch, 0);
        double start_s = bench_cpu_s();
        bounded = test_quick_bound(algorithm, instance, &arena, &scratch, &bound);
        *ret_s = fmin(*ret_s, bench_cpu_s() - start_s);
        rd_arena_close(&scratch);
        rd_arena_close(&arena);
    }
    if (!bounded)
        *ret_s = 0;
    return bounded;
}

/* In a process of its own. */
static void measure(const struct rd_algorithm *algorithm, unsigned kind, uint32_t n,
                    struct sample *sample)
{
    struct rd_arena arena, plans, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&plans, 0);
    rd_arena_open(&scratch, 0);
    struct test_instance test = draw(algorithm, kind, n, &arena);
    sample->words = input_words(&test.instance);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error error = {0};
    struct rd_plan plan = {0};
    struct rd_verdict verdict;
    sample->accepted = rd_instance_check(&test.instance, &error) &&
                       rd_algorithm_accepts(algorithm, &test.instance, &options, &error);
    if (!sample->accepted) {
        snprintf(sample->why, sizeof sample->why, "%.100s", error.message);
        return;
    }
    sample->bounded = time_bound(algorithm, &test.instance, &sample->bound_s);
    double first_s = bench_cpu_s();
    for (int repeat = 0;
         repeat == 0 || (repeat < 5 && sample->planned && bench_cpu_s() - first_s < REPEATED_S);
         repeat++) {
        rd_arena_close(&plans);
        plan = (struct rd_plan){0};
        double start_s = bench_cpu_s();
        sample->planned =
            algorithm->plan(algorithm, &test.instance, &options, &plans, &scratch, &plan, &error);
        double took_s = bench_cpu_s() - start_s;
        sample->plan_s = repeat == 0 ? took_s : fmin(sample->plan_s, took_s);
    }
    sample->rows = plan.transfer_count;
    snprintf(sample->why, sizeof sample->why, "%.100s", error.message);
    if (!sample->planned || plan.timing == RD_AS_RECORDED)
        return;
    double start_s = bench_cpu_s();
    rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
    sample->judge_s = bench_cpu_s() - start_s;
    if (verdict.violation != RD_LEGAL && algorithm->guarantee != RD_REFUTED)
        bench_stop(verdict.message);
}

/* Returns: the memory that it took, in MB. */
static double measure_apart(const struct rd_algorithm *algorithm, unsigned kind, uint32_t n,
                            struct sample *sample)
{
    int status = 0;
    struct rusage usage = {0};
    *sample = (struct sample){.why = "more than 10 s or 6 GB"};
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_AS, &(struct rlimit){MEMORY, MEMORY});
        setrlimit(RLIMIT_CPU, &(struct rlimit){LONGEST_S, LONGEST_S});
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        measure(algorithm, kind, n, sample);
        _exit(0);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        bench_stop("no process");
    if (status != 0)
        sample->planned = false;
    return (double)usage.ru_maxrss / 1024;
}

/* The kind of instances that an algorithm plans at a small size. Returns: false if none. */
static bool find_kind(const struct rd_algorithm *algorithm, struct sample *sample,
                      unsigned *ret_kind)
{
    bool kinds = algorithm->goals & (RD_BIT(RD_GATHER) | RD_BIT(RD_STENCIL));
    for (unsigned kind = kinds ? KINDS : 0; kind < (kinds ? 2 * KINDS : KINDS); kind++) {
        measure_apart(algorithm, kind, 16, sample);
        *ret_kind = kind;
        if (sample->planned)
            return true;
    }
    return false;
}

/* The slope of least squares through the logarithms, of more than one. */
static double exponent(const double *n, const double *took_s, int count)
{
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < count; i++) {
        x += log(n[i]) / count;
        y += log(took_s[i]) / count;
    }
    for (int i = 0; i < count; i++) {
        xx += (log(n[i]) - x) * (log(n[i]) - x);
        xy += (log(n[i]) - x) * (log(took_s[i]) - y);
    }
    return xy / xx;
}

/* What an algorithm took, by size. */
struct growth {
    double words[SIZES], words_and_rows[SIZES], plan_s[SIZES];
    double bound_words[SIZES], bound_s[SIZES];
    int planned, bounded;
    uint32_t most_hosts;
    double passes; /* of a plan for so many */
};

/* In: size, of words and rows; the same as words for a bound. */
static void tell(const char *name, const char *what, uint32_t hosts, const double *words,
                 const double *size, const double *took_s, int count)
{
    if (count >= FEWEST_SIZES)
        bench_line(fmin(exponent(words, took_s, count), exponent(size, took_s, count)), GROWTH,
                   "%s: exponent of %s, to %u hosts", name, what, hosts);
}

/* The i-th number of hosts; 0 behind the last. */
static uint32_t hosts_at(const struct rd_algorithm *algorithm, unsigned kind, int i)
{
    static const uint32_t usual[SIZES] = {100,   316,    1000,   3162,   10000,
                                          31623, 100000, 316228, 1000000};
    static const uint32_t with_kinds[SIZES] = {125, 250, 500, 1000, 2000, 4000};
    static const uint32_t powers[SIZES] = {1 << 8,  1 << 9,  1 << 10, 1 << 12,
                                           1 << 14, 1 << 16, 1 << 18, 1 << 20};
    bool cube = algorithm->shape == RD_HYPERCUBE || algorithm->shape == RD_SHUFFLE_EXCHANGE;
    const uint32_t *hosts = kind & KINDS ? with_kinds : cube ? powers : usual;
    return i < SIZES ? hosts[i] : 0;
}

/* Returns: whether more hosts are to be asked about. */
static bool add_size(const struct rd_algorithm *algorithm, unsigned kind, uint32_t hosts,
                     struct sample *sample, struct growth *growth)
{
    double mb = measure_apart(algorithm, kind, hosts, sample);
    if (!sample->planned) {
        printf("%-38s %8u hosts: %s\n", algorithm->name, hosts, sample->why);
        return false;
    }
    double passes = sample->plan_s / bench_pass_s(sample->words);
    printf("%-38s %8u hosts %9zu rows; bound %10.3f ms, plan %10.3f ms, %9.1f x a pass; "
           "judge %9.3f ms; %7.1f MB\n",
           algorithm->name, hosts, sample->rows, 1e3 * sample->bound_s, 1e3 * sample->plan_s,
           passes, 1e3 * sample->judge_s, mb);
    growth->words[growth->planned] = (double)sample->words;
    growth->words_and_rows[growth->planned] = (double)(sample->words + sample->rows);
    growth->plan_s[growth->planned++] = sample->plan_s;
    if (sample->bounded) {
        growth->bound_words[growth->bounded] = (double)sample->words;
        growth->bound_s[growth->bounded++] = sample->bound_s;
    }
    if (hosts > growth->most_hosts) {
        growth->most_hosts = hosts;
        growth->passes = passes;
    }
    double patience_s = growth->planned < FEWEST_SIZES ? LONG_PATIENCE_S : PATIENCE_S;
    return sample->plan_s + sample->bound_s <= patience_s;
}

static void measure_algorithm(const struct rd_algorithm *algorithm, struct sample *sample)
{
    struct growth growth = {0};
    uint32_t hosts;
    unsigned kind;
    if (!find_kind(algorithm, sample, &kind)) {
        printf("%-38s left out: %s\n", algorithm->name, sample->why);
        return;
    }
    bool more = true;
    for (int i = SMALL_SIZES; more && (hosts = hosts_at(algorithm, kind, i)) > 0; i++)
        more = add_size(algorithm, kind, hosts, sample, &growth);
    for (int i = SMALL_SIZES; i-- > 0 && growth.planned < FEWEST_SIZES;)
        add_size(algorithm, kind, hosts_at(algorithm, kind, i), sample, &growth);
    const char *name = algorithm->name;
    tell(name, "the plan", growth.most_hosts, growth.words, growth.words_and_rows, growth.plan_s,
         growth.planned);
    tell(name, "the bound", growth.most_hosts, growth.bound_words, growth.bound_words,
         growth.bound_s, growth.bounded);
    if (algorithm->shape == RD_STAR && growth.most_hosts >= LARGE_STAR)
        bench_line(growth.passes, STAR_PASSES, "%s: passes to plan %u hosts", name,
                   growth.most_hosts);
}

int main(int argument_count, char **argument)
{
    struct sample *sample =
        mmap(NULL, sizeof *sample, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (sample == MAP_FAILED)
        bench_stop("no shared memory");
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        bool asked = argument_count == 1;
        for (int a = 1; a < argument_count; a++)
            asked |= strncmp(rd_algorithms[i]->name, argument[a], strlen(argument[a])) == 0;
        if (asked && rd_algorithms[i]->guarantee != RD_REFUTED)
            measure_algorithm(rd_algorithms[i], sample);
    }
    return 0;
}
