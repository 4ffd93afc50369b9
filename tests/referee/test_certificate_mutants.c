/* Certificates under attack: those of every planner that gives one, on small switches, corrupted in
 * every way. What the referee still accepts has to be true, and every permutation is asked. The
 * first argument, if there is one, multiplies the instances. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/model/certificates/relabelling_certificate.h"
#include "sim/referee/referee.h"
#include "tests/algorithms/contract/instances.h"
#include "tests/support/campaign.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HOSTS = 6, MUTANTS = 24 };

static uint64_t times = 1;
static struct rd_arena arena, scratch;
static struct rd_rng rng;

/* A copy of a certificate whose arrays are its own. */
struct copy {
    struct rd_certificate certificate;
    uint32_t host[MOST_HOSTS + 1], hall[MOST_HOSTS + 1];
    int64_t host_price[MOST_HOSTS + 1], kind_price[MOST_HOSTS + 1];
};

static void copy_certificate(const struct rd_certificate *from, uint32_t n, struct copy *copy)
{
    memset(copy, 0, sizeof *copy);
    copy->certificate = *from;
    memcpy(copy->host, from->host_of_kind, n * sizeof *copy->host);
    copy->certificate.host_of_kind = copy->host;
    if (rd_claims_volume(from->claim)) {
        memcpy(copy->host_price, from->host_price, n * sizeof *copy->host_price);
        memcpy(copy->kind_price, from->kind_price, n * sizeof *copy->kind_price);
        copy->certificate.host_price = copy->host_price;
        copy->certificate.kind_price = copy->kind_price;
    }
    if (rd_claims_steps(from->claim)) {
        memcpy(copy->hall, from->hall_host, from->hall_host_count * sizeof *copy->hall);
        copy->certificate.hall_host = copy->hall;
    }
}

#define SPOIL(name) static void name(struct copy *copy, uint32_t n)

SPOIL(two_hosts_exchanged)
{
    uint32_t i = (uint32_t)rd_rng_below(&rng, n), j = (uint32_t)rd_rng_below(&rng, n);
    uint32_t host = copy->host[i];
    copy->host[i] = copy->host[j];
    copy->host[j] = host;
}

SPOIL(one_host_for_two_kinds)
{
    copy->host[rd_rng_below(&rng, n)] = (uint32_t)rd_rng_below(&rng, n + 1);
}

SPOIL(another_volume)
{
    (void)n;
    copy->certificate.volume += rd_rng_below(&rng, 2) ? 1 : -1;
}

SPOIL(another_number_of_steps)
{
    (void)n;
    copy->certificate.steps += rd_rng_below(&rng, 2) ? 1 : -1;
}

SPOIL(another_price)
{
    int64_t *price = rd_rng_below(&rng, 2) ? copy->host_price : copy->kind_price;
    price[rd_rng_below(&rng, n)] += rd_rng_between(&rng, -2, 2);
}

SPOIL(a_price_moved)
{
    copy->host_price[rd_rng_below(&rng, n)] += 1;
    copy->kind_price[rd_rng_below(&rng, n)] -= 1;
}

SPOIL(a_price_beyond_numbers)
{
    copy->host_price[rd_rng_below(&rng, n)] = rd_rng_below(&rng, 2) ? INT64_MAX : INT64_MIN;
}

SPOIL(a_witness_fewer)
{
    (void)n;
    copy->certificate.hall_host_count -= copy->certificate.hall_host_count > 0;
}

SPOIL(another_witness)
{
    copy->hall[rd_rng_below(&rng, n)] = (uint32_t)rd_rng_below(&rng, n + 1);
}

SPOIL(a_witness_more)
{
    if (copy->certificate.hall_host_count < n)
        copy->hall[copy->certificate.hall_host_count++] = (uint32_t)rd_rng_below(&rng, n + 1);
}

/* A relabelling that is not the best, with the values that it has. */
SPOIL(an_honest_worse_relabelling)
{
    two_hosts_exchanged(copy, n);
    copy->certificate.volume = copy->certificate.steps = -1; /* set by whoever judges it */
}

static const struct {
    const char *name;
    void (*apply)(struct copy *copy, uint32_t n);
} spoils[] = {
    {"two_hosts_exchanged", two_hosts_exchanged},
    {"one_host_for_two_kinds", one_host_for_two_kinds},
    {"another_volume", another_volume},
    {"another_number_of_steps", another_number_of_steps},
    {"another_price", another_price},
    {"a_price_moved", a_price_moved},
    {"a_price_beyond_numbers", a_price_beyond_numbers},
    {"a_witness_fewer", a_witness_fewer},
    {"another_witness", another_witness},
    {"a_witness_more", a_witness_more},
    {"an_honest_worse_relabelling", an_honest_worse_relabelling},
};
enum { SPOIL_COUNT = sizeof spoils / sizeof *spoils };
static uint64_t caught[SPOIL_COUNT], accepted[SPOIL_COUNT];

/* What host i receives, or handles, if it keeps kind j; straight from relabelling_certificate.h. */
static void values_of(const struct rd_instance *instance, const uint32_t *host_of_kind,
                      int64_t *ret_volume, int64_t *ret_steps)
{
    uint32_t n = instance->topology.host_count, kinds = instance->kind_count;
    *ret_volume = *ret_steps = 0;
    for (uint32_t kind = 0; kind < n; kind++) {
        uint32_t host = host_of_kind[kind];
        int64_t c = 0, l = 0, q = kind < kinds ? rd_load(instance, host, kind) : 0;
        for (uint32_t i = 0; kind < kinds && i < n; i++)
            c += rd_load(instance, i, kind);
        for (uint32_t j = 0; j < kinds; j++)
            l += rd_load(instance, host, j);
        int64_t handled = (l > c ? l : c) - q, places = rd_host_ports(instance, host);
        places = instance->topology.shape == RD_BUS || n == 1 ? 1 : places > n - 1 ? n - 1 : places;
        handled = (int64_t)ceil((double)handled / (double)places);
        *ret_volume += c - q;
        *ret_steps = handled > *ret_steps ? handled : *ret_steps;
    }
}

static bool is_better(enum rd_claim claim, int64_t volume, int64_t steps,
                      const struct rd_certificate *than)
{
    switch (claim) {
    case RD_LEAST_VOLUME: return volume < than->volume;
    case RD_FEWEST_STEPS: return steps < than->steps;
    case RD_LEAST_VOLUME_THEN_FEWEST_STEPS:
        return volume < than->volume || (volume == than->volume && steps < than->steps);
    case RD_FEWEST_STEPS_THEN_LEAST_VOLUME:
        return steps < than->steps || (steps == than->steps && volume < than->volume);
    }
    return true;
}

/* Does some permutation of the hosts from `placed` on do better? n! of at most 720. */
static bool something_is_better(const struct rd_instance *instance, uint32_t *host, uint32_t placed,
                                const struct rd_certificate *than)
{
    uint32_t n = instance->topology.host_count;
    if (placed == n) {
        int64_t volume, steps;
        values_of(instance, host, &volume, &steps);
        return is_better(than->claim, volume, steps, than);
    }
    bool better = false;
    for (uint32_t i = placed; i < n && !better; i++) {
        uint32_t was = host[placed];
        host[placed] = host[i];
        host[i] = was;
        better = something_is_better(instance, host, placed + 1, than);
        host[i] = host[placed];
        host[placed] = was;
    }
    return better;
}

static void expect_true(const struct rd_instance *instance, const struct rd_certificate *claimed,
                        const char *name)
{
    uint32_t n = instance->topology.host_count, host[MOST_HOSTS];
    int64_t volume, steps;
    for (uint32_t i = 0; i < n; i++)
        host[i] = claimed->host_of_kind[i];
    values_of(instance, host, &volume, &steps);
    if (volume != claimed->volume || steps != claimed->steps)
        fail_msg("%s: accepted with other values", name);
    if (something_is_better(instance, host, 0, claimed))
        fail_msg("%s: accepted, and another relabelling is better", name);
}

static void attack(const struct rd_instance *instance, const struct rd_plan *plan)
{
    uint32_t n = instance->topology.host_count;
    struct rd_error error;
    expect_true(instance, plan->certificate, "not corrupted");
    assert_true(rd_certificate_check(instance, plan->certificate, &scratch, &error));
    for (int i = 0; i < MUTANTS; i++) {
        struct copy copy;
        struct rd_verdict verdict;
        size_t kind = (size_t)rd_rng_below(&rng, SPOIL_COUNT);
        copy_certificate(plan->certificate, n, &copy);
        spoils[kind].apply(&copy, n);
        if (copy.certificate.volume == -1 && copy.certificate.steps == -1)
            values_of(instance, copy.host, &copy.certificate.volume, &copy.certificate.steps);
        struct rd_plan other = *plan;
        other.certificate = &copy.certificate;
        rd_referee_plan(instance, &other, &arena, &scratch, NULL, &verdict);
        if (rd_certificate_check(instance, &copy.certificate, &scratch, &error))
            expect_true(instance, &copy.certificate, spoils[kind].name);
        else
            assert_int_equal(verdict.violation, RD_VIOLATION_CERTIFICATE);
        if (verdict.violation == RD_LEGAL)
            accepted[kind]++;
        else
            caught[kind]++;
    }
}

/* In the place of the contract's laws. */
void laws_check(struct laws *laws, const struct rd_instance *instance)
{
    (void)laws;
    if (instance->topology.host_count > MOST_HOSTS || instance->goal != RD_GATHER)
        return;
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        struct rd_options options = {.spec = algorithm->options, .seed = 1};
        struct rd_plan plan = {0};
        struct rd_error error;
        struct rd_arena_mark mark = rd_arena_mark(&scratch);
        bool planned =
            rd_algorithm_takes_goal(algorithm, RD_GATHER) &&
            rd_algorithm_takes_shape(algorithm, instance->topology.shape) &&
            rd_algorithm_takes_ports(algorithm, instance->port_model) &&
            rd_algorithm_accepts(algorithm, instance, &options, &error) &&
            algorithm->plan(algorithm, instance, &options, &arena, &scratch, &plan, &error);
        rd_arena_rewind(&scratch, mark);
        if (planned && plan.certificate)
            attack(instance, &plan);
        rd_arena_rewind(&arena, (struct rd_arena_mark){0});
    }
}

static void what_is_accepted_is_true(void **state)
{
    (void)state;
    struct rd_arena own;
    rd_arena_open(&own, 0);
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    rd_arena_take(&own, 1, 1);
    rd_arena_take(&scratch, 1, 1);
    rng = rd_rng_seeded(93, 0);
    struct rd_rng draws = rd_rng_seeded(94, 0);
    for (uint64_t number = 0; number < USUAL_TRIALS(200) * times; number++)
        for (size_t i = 0; instance_generators[i]; i++) {
            struct rd_arena_mark mark = rd_arena_mark(&own);
            if (strstr(instance_generators[i]->name, "switch"))
                instance_generators[i]->draw(NULL, &own, &draws);
            rd_arena_rewind(&own, mark);
        }
    uint64_t sum = 0;
    print_message("%-36s %9s %9s\n", "certificates", "caught", "accepted");
    for (size_t kind = 0; kind < SPOIL_COUNT; kind++) {
        print_message("%-36s %9" PRIu64 " %9" PRIu64 "\n", spoils[kind].name, caught[kind],
                      accepted[kind]);
        sum += caught[kind];
    }
    assert_true(sum > 0);
    rd_arena_close(&own);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

int main(int argument_count, char **argument)
{
    if (argument_count > 1)
        times = strtoull(argument[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_accepted_is_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
