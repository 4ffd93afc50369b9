/* The port bound of random small networks against GLPK, which is given the same linear programme,
 * written down from its definition. */
#include "network_case.h"
#include "port_lp.h"

#include "algorithms/port_lp/port_bound.h"
#include "algorithms/port_lp/ring_lp.h"
#include "sim/model/instance_check.h"
#include "sim/model/trace.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Random trials of each test, with real costs, of long networks, corrupted certificates; what the
 * proof may lack, relatively; the same for GLPK. */
enum {
    TRIALS = USUAL_TRIALS(500),
    REAL_TRIALS = USUAL_TRIALS(100),
    LONG_TRIALS = USUAL_TRIALS(8),
    SPOILT = USUAL_TRIALS(40000)
};
#define GAP 1e-5
#define GLPK_ERROR 1e-7

static uint64_t times = 1;

struct trial {
    struct rd_arena arena, scratch;
    struct rd_rng rng;
    struct test_instance test;
    struct rd_port_bound bound;
};

static void begin(struct trial *trial, uint64_t stream)
{
    rd_arena_open(&trial->arena, 0);
    rd_arena_open(&trial->scratch, 0);
    trial->rng = rd_rng_seeded(17, stream);
}

static void end(struct trial *trial)
{
    rd_arena_close(&trial->arena);
    rd_arena_close(&trial->scratch);
}

/* The next instance and its bound. Returns: false if it is refused, for want of any duration. */
static bool next_within(struct trial *trial, const struct network_drawing *drawing,
                        const struct rd_port_settings *settings)
{
    struct rd_network network;
    struct rd_error error;
    rd_arena_close(&trial->arena);
    trial->test = network_case_random(&trial->rng, drawing, &trial->arena);
    assert_true(rd_instance_check(&trial->test.instance, NULL));
    assert_true(
        rd_network_read(&trial->test.instance, &trial->arena, &trial->scratch, &network, &error));
    if (rd_port_bound_find(&network, settings, &trial->arena, &trial->scratch, &trial->bound,
                           &error))
        return true;
    assert_string_equal(error.message, "nothing takes any time: no bound above 0");
    return false;
}

static bool next(struct trial *trial, const struct network_drawing *drawing, bool plain_only)
{
    struct rd_port_settings settings = rd_port_settings_usual();
    settings.plain_only = plain_only;
    return next_within(trial, drawing, &settings);
}

/* Without dates, whole items and grid in the programme the bound is its optimum, and not less; it
 * may be more, since what the prices show is read with all three. The flow is no better. */
static void no_less_than_the_optimum(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, 1);
    const struct network_drawing drawing = {8, 3, 20, 16, false, false};
    for (uint64_t i = 0; i < TRIALS * times; i++) {
        assert_true(next(&trial, &drawing, true));
        double optimum_s = port_lp_plain(&trial.test.instance, &trial.arena);
        if (trial.bound.seconds < optimum_s * (1 - GAP) ||
            trial.bound.flow_s < optimum_s * (1 - GLPK_ERROR))
            fail_msg("GLPK %.12g s, here %.12g s, a flow of %.12g s: %s", optimum_s,
                     trial.bound.seconds, trial.bound.flow_s,
                     network_case_text(&trial.test.instance, &trial.arena));
    }
    print_compared("port bounds with GLPK", TRIALS * times);
    end(&trial);
}

/* Costs that have no common unit: ticks leave prices enough digits. */
static void real_costs(void **state)
{
    (void)state;
    static const double near = 1e-6;
    struct trial trial;
    struct rd_port_settings settings = rd_port_settings_usual();
    settings.plain_only = true;
    begin(&trial, 7);
    const struct network_drawing drawing = {8, 3, 20, 1, false, false};
    for (uint64_t i = 0; i < REAL_TRIALS * times; i++) {
        struct rd_network network;
        struct rd_error error;
        rd_arena_close(&trial.arena);
        trial.test = network_case_random(&trial.rng, &drawing, &trial.arena);
        for (uint64_t link = 0; link < rd_link_count(&trial.test.instance.topology); link++)
            trial.test.cost[link].bandwidth_bytes_per_s *= 0.5 + 1.5 * rd_rng_unit(&trial.rng);
        trial.test.instance.costs_equal = false;
        assert_true(
            rd_network_read(&trial.test.instance, &trial.arena, &trial.scratch, &network, &error));
        assert_true(rd_port_bound_find(&network, &settings, &trial.arena, &trial.scratch,
                                       &trial.bound, &error));
        double optimum_s = port_lp_plain(&trial.test.instance, &trial.arena);
        if (trial.bound.seconds < optimum_s * (1 - near))
            fail_msg("GLPK %.12g s, here %.12g s: %s", optimum_s, trial.bound.seconds,
                     network_case_text(&trial.test.instance, &trial.arena));
    }
    print_compared("port bounds of real costs with GLPK", REAL_TRIALS * times);
    end(&trial);
}

/* A ladder of three rails, 270 hosts: what such a network needs is found with potentials that go by
 * all hosts at once. Costs from 1 to most_cost, loads and what is wanted drawn apart. */
static struct test_instance draw_ladder(struct rd_rng *rng, uint64_t number, int64_t most_cost,
                                        struct rd_arena *arena)
{
    enum { RAILS = 3, HOSTS = 270 };
    static const enum rd_goal goal[] = {RD_REACH, RD_BALANCE, RD_FINISH};
    struct rd_edge edge[4 * HOSTS];
    size_t count = 0;
    for (uint32_t host = 0; host < HOSTS; host++)
        for (uint32_t step = 1; step <= RAILS; step += RAILS - 1) {
            if (host + step >= HOSTS || (step == 1 && (host + 1) % RAILS == 0))
                continue;
            edge[count++] = (struct rd_edge){host, host + step};
            edge[count++] = (struct rd_edge){host + step, host};
        }
    struct test_instance test = test_instance_on(arena, test_graph(arena, HOSTS, edge, count), 1);
    struct rd_instance *instance = &test.instance;
    for (size_t link = 0; link < count; link++)
        test.cost[link].bandwidth_bytes_per_s = 1 / (double)rd_rng_between(rng, 1, most_cost);
    instance->costs_equal = false;
    instance->goal = goal[number % 3];
    instance->flops_per_item = instance->goal == RD_FINISH;
    instance->balance_error = 1;
    for (uint32_t host = 0; host < HOSTS; host++) {
        test.load[host] = test.target[host] = rd_rng_between(rng, 0, 100);
        test.speed[host] = 1 / (double)rd_rng_between(rng, 1, 10);
    }
    for (uint32_t host = HOSTS - 1; host > 0; host--) {
        uint32_t other = (uint32_t)rd_rng_below(rng, host + 1);
        int64_t wanted = test.target[host];
        test.target[host] = test.target[other];
        test.target[other] = wanted;
    }
    instance->target = instance->goal == RD_REACH ? test.target : NULL;
    test_instance_set_ports(&test, number % 2 == 0 ? 1 : 2);
    return test;
}

static void long_networks(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, 6);
    struct rd_port_settings settings = rd_port_settings_usual();
    settings.plain_only = true;
    settings.steps *= 10; /* until it ends */
    settings.work *= 10;
    for (uint64_t i = 0; i < LONG_TRIALS * times; i++) {
        struct rd_network network;
        struct rd_error error;
        rd_arena_close(&trial.arena);
        trial.test = draw_ladder(&trial.rng, i, i % 4 < 2 ? 10 : 1000, &trial.arena);
        if (!rd_instance_check(&trial.test.instance, &error))
            fail_msg("%s", error.message);
        assert_true(
            rd_network_read(&trial.test.instance, &trial.arena, &trial.scratch, &network, &error));
        assert_true(rd_port_bound_find(&network, &settings, &trial.arena, &trial.scratch,
                                       &trial.bound, &error));
        double optimum_s = port_lp_plain(&trial.test.instance, &trial.arena);
        if (trial.bound.seconds < optimum_s * (1 - GAP) ||
            trial.bound.flow_s < optimum_s * (1 - GLPK_ERROR))
            fail_msg("GLPK %.12g s, here %.12g s, a flow of %.12g s: ladder %" PRIu64, optimum_s,
                     trial.bound.seconds, trial.bound.flow_s, i);
    }
    print_compared("port bounds of ladders with GLPK", LONG_TRIALS * times);
    end(&trial);
}

/* At the bound all that has to move can; a date before, it cannot. */
static void the_first_date_that_can_be(void **state)
{
    (void)state;
    struct trial trial;
    uint64_t bounded = 0, early = 0;
    begin(&trial, 2);
    const struct network_drawing drawing = {8, 3, 8, 6, true, false};
    for (uint64_t i = 0; i < TRIALS * times; i++) {
        if (!next(&trial, &drawing, false) || !trial.bound.certificate)
            continue;
        const struct rd_instance *instance = &trial.test.instance;
        double before_s = round(trial.bound.verdict.end_s);
        double here_s = round(trial.bound.seconds);
        bounded++;
        if (before_s > 0 && port_lp_until(instance, before_s, &trial.arena) <= 1 + GLPK_ERROR)
            fail_msg("%g s can be, and %g s is called the bound: %s", before_s, here_s,
                     network_case_text(instance, &trial.arena));
        early += port_lp_until(instance, here_s, &trial.arena) > 1 + GLPK_ERROR;
    }
    print_compared("strengthened bounds with GLPK", bounded);
    /* The solver stops where a date is not worth its while, and takes final loads that all hosts
     * share to be fractions. */
    assert_true(early <= bounded / 50);
    end(&trial);
}

/* How long one host needs for its own items, all of which cross one of its links, one at a time. */
static double own_s(const struct rd_instance *instance)
{
    uint32_t n = instance->topology.host_count;
    double longest_s = 0;
    for (uint32_t host = 0; host < n; host++) {
        double out_s = INFINITY, in_s = INFINITY, gives = 0, takes = 0;
        for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++) {
            uint32_t from, to;
            if (!rd_link_ends(&instance->topology, link, &from, &to))
                continue;
            double item_s = rd_item_s(instance, from, to);
            out_s = from == host ? fmin(out_s, item_s) : out_s;
            in_s = to == host ? fmin(in_s, item_s) : in_s;
        }
        for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
            double surplus = (double)(instance->load[host * instance->kind_count + kind] -
                                      instance->target[host * instance->kind_count + kind]);
            gives += fmax(surplus, 0);
            takes += fmax(-surplus, 0);
        }
        longest_s =
            fmax(longest_s, fmax(gives > 0 ? gives * out_s : 0, takes > 0 ? takes * in_s : 0));
    }
    return longest_s;
}

/* Is somebody who claims that time shown it? */
static bool is_shown(struct trial *trial, double claim_s)
{
    struct rd_network network;
    struct rd_port_bound shown;
    struct rd_port_settings settings = rd_port_settings_usual();
    settings.claim_s = claim_s;
    assert_true(
        rd_network_read(&trial->test.instance, &trial->arena, &trial->scratch, &network, NULL));
    assert_true(
        rd_port_bound_find(&network, &settings, &trial->arena, &trial->scratch, &shown, NULL));
    return shown.certificate && shown.seconds >= claim_s * (1 - 1e-9);
}

/* However early the solver has to end, the bound is no less than one host needs for its own; and
 * whoever claims just that is shown it. */
static void one_host_alone(void **state)
{
    (void)state;
    struct trial trial;
    uint64_t compared = 0;
    begin(&trial, 4);
    const struct network_drawing drawing = {8, 3, 20, 16, false, false};
    const struct rd_port_settings hasty = {.gap = 1e-5, .small_gap = 1e-5, .plain_only = true};
    for (uint64_t i = 0; i < TRIALS * times; i++) {
        if (!next_within(&trial, &drawing, &hasty))
            continue;
        const struct rd_instance *instance = &trial.test.instance;
        if (instance->goal != RD_REACH || instance->port_model != RD_ONE_PORT)
            continue;
        double own = own_s(instance);
        compared++;
        if (trial.bound.seconds < own * (1 - 1e-9))
            fail_msg("a host alone %.12g s, bound %.12g s: %s", own, trial.bound.seconds,
                     network_case_text(instance, &trial.arena));
        if (own > 0 && !is_shown(&trial, own))
            fail_msg("a host alone %.12g s, which is not shown when claimed: %s", own,
                     network_case_text(instance, &trial.arena));
    }
    print_compared("bounds of a solver that has no time", compared);
    assert_true(compared > TRIALS * times / 20);
    end(&trial);
}

/* Does a ring's answer for a date agree with GLPK's? Returns: is it one of the two? */
static bool holds_ring(struct trial *trial, const struct rd_port_lp *problem, double until_s)
{
    const struct rd_instance *instance = &trial->test.instance;
    struct rd_real_prices prices;
    /* What ends by a date ends by the whole tick before it. */
    int64_t until = (int64_t)floor(until_s / problem->tick_s * (1 + RD_TIME_TOLERANCE));
    enum rd_ring_answer answer = rd_ring_can_carry(problem, until, &trial->arena, &prices);
    bool can = port_lp_until(instance, until_s, &trial->arena) <= 1 + GLPK_ERROR;
    if (answer != RD_RING_CLOSE && can != (answer == RD_RING_CAN))
        fail_msg("by %g s GLPK %s, and the ring %s: %s", until_s, can ? "can" : "cannot",
                 can ? "cannot" : "can", network_case_text(instance, &trial->arena));
    return answer != RD_RING_CLOSE;
}

/* Two-way rings, date by date: they carry what GLPK says that they carry. And whoever claims just
 * the bound is shown it. */
static void rings_exactly(void **state)
{
    (void)state;
    struct trial trial;
    uint64_t rings = 0, dates = 0, decided = 0;
    begin(&trial, 5);
    const struct network_drawing drawing = {8, 1, 8, 6, true, false};
    while (rings < TRIALS / 10 * times) {
        struct rd_network network;
        struct rd_port_lp problem;
        if (!next(&trial, &drawing, false) || !trial.bound.certificate)
            continue;
        const struct rd_instance *instance = &trial.test.instance;
        if (!rd_network_read(instance, &trial.arena, &trial.scratch, &network, NULL) ||
            !rd_port_lp_read(&network, 0, &trial.arena, &trial.scratch, &problem, NULL) ||
            !rd_ring_is_simple(&problem))
            continue;
        double found_s = trial.bound.seconds;
        rings++;
        for (double until_s = 1; until_s <= found_s + 2; until_s++, dates++)
            decided += holds_ring(&trial, &problem, until_s);
        struct rd_port_settings settings = rd_port_settings_usual();
        settings.claim_s = found_s;
        assert_true(rd_port_bound_find(&network, &settings, &trial.arena, &trial.scratch,
                                       &trial.bound, NULL));
        if (trial.bound.seconds != found_s)
            fail_msg("%g s found, and %g s when claimed: %s", found_s, trial.bound.seconds,
                     network_case_text(instance, &trial.arena));
    }
    print_compared("dates of rings with GLPK", decided);
    assert_true(decided > dates / 5);
    end(&trial);
}

/* Numbers of a certificate, one behind the other. */
struct numbers {
    int64_t *value;
    size_t count;
};

/* Can what has to move be carried by a date? GLPK is asked once a date. */
struct answers {
    const struct rd_instance *instance;
    double until_s[64];
    bool can[64];
    size_t count;
};

static bool can_end_by(struct answers *answers, double until_s, struct rd_arena *arena)
{
    for (size_t i = 0; i < answers->count; i++)
        if (answers->until_s[i] == until_s)
            return answers->can[i];
    bool can = until_s > 0 && port_lp_until(answers->instance, until_s, arena) <= 1 + GLPK_ERROR;
    if (answers->count < sizeof answers->can / sizeof *answers->can) {
        answers->until_s[answers->count] = until_s;
        answers->can[answers->count++] = can;
    }
    return can;
}

/* A copy of a certificate that may be written to, and its arrays. */
static struct rd_price_certificate copy(const struct trial *trial, struct rd_arena *arena,
                                        struct numbers ret_numbers[9])
{
    const struct rd_instance *instance = &trial->test.instance;
    struct rd_price_certificate copied = *trial->bound.certificate;
    size_t hosts = instance->topology.host_count, labels = hosts * copied.commodity_count;
    const int64_t **array[] = {
        &copied.send_price, &copied.receive_price, &copied.link_price, &copied.processor_price,
        &copied.potential,  &copied.earliest,      &copied.rest};
    const size_t count[] = {hosts,  hosts, rd_link_count(&instance->topology), hosts, labels,
                            labels, labels};
    for (size_t i = 0; i < sizeof array / sizeof *array; i++) {
        int64_t *value = rd_take(arena, count[i], int64_t);
        memcpy(value, *array[i], count[i] * sizeof *value);
        *array[i] = value;
        ret_numbers[i] = (struct numbers){value, count[i]};
    }
    return copied;
}

/* Judges a corrupted certificate. Returns: is it accepted? Then it must be true. */
static bool is_accepted(struct trial *trial, const struct rd_price_certificate *spoilt,
                        struct answers *answers)
{
    struct rd_price_verdict verdict;
    const struct rd_instance *instance = &trial->test.instance;
    if (!rd_price_certificate_check(instance, spoilt, &trial->scratch, &verdict, NULL))
        return false;
    double end_s = round(verdict.end_s);
    if (can_end_by(answers, end_s, &trial->arena))
        fail_msg("a corrupted certificate shows %g s to be too early, and it is not: %s", end_s,
                 network_case_text(instance, &trial->arena));
    return true;
}

/* Each price, potential, date and claim one more and one less: refused, or still true. */
static void spoilt_certificates(void **state)
{
    (void)state;
    struct trial trial;
    uint64_t spoilt_count = 0, accepted = 0;
    begin(&trial, 4);
    const struct network_drawing drawing = {6, 2, 8, 6, true, false};
    while (spoilt_count < SPOILT * times) {
        if (!next(&trial, &drawing, false) || !trial.bound.certificate)
            continue;
        struct answers answers = {.instance = &trial.test.instance};
        struct numbers numbers[9] = {0};
        struct rd_price_certificate spoilt = copy(&trial, &trial.arena, numbers);
        numbers[7] = (struct numbers){&spoilt.ticks, 1};
        numbers[8] = (struct numbers){&spoilt.bus_price, 1};
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            for (size_t k = 0; k < numbers[i].count; k++)
                for (int64_t change = -1; change <= 1; change += 2) {
                    numbers[i].value[k] += change;
                    accepted += is_accepted(&trial, &spoilt, &answers);
                    numbers[i].value[k] -= change;
                    spoilt_count++;
                }
    }
    print_compared("corrupted certificates with GLPK", spoilt_count);
    /* Both happen: some say less than they could, and most say too much. */
    assert_true(accepted > spoilt_count / 100 && accepted < spoilt_count * 99 / 100);
    end(&trial);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_less_than_the_optimum),
        cmocka_unit_test(real_costs),
        cmocka_unit_test(long_networks),
        cmocka_unit_test(the_first_date_that_can_be),
        cmocka_unit_test(one_host_alone),
        cmocka_unit_test(rings_exactly),
        cmocka_unit_test(spoilt_certificates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
