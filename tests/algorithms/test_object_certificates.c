/* Certificates of lists of objects that are changed: those that the check still takes are held
 * against the shortest schedule. The first argument multiplies the lists. */
#include "algorithms/bounds/problem_bound.h"

#include "object_families.h"
#include "sim/model/certificates/object_certificate.h"
#include "sim/model/instance_check.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <math.h>

enum { LISTS = 20, CHANGES = 12 };

static uint64_t factor = 1;

struct tally {
    uint64_t certificates, taken, refused;
};

/* Room to change a certificate in. */
struct changed {
    struct rd_object_certificate certificate;
    int64_t send_price[HOSTS_MOST], receive_price[HOSTS_MOST], shared_price[2];
    uint32_t member[HOSTS_MOST], object[OBJECTS_MOST];
    int64_t head[OBJECTS_MOST], tail[OBJECTS_MOST];
};

static void copy_numbers(int64_t *to, const int64_t **from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = *from ? (*from)[i] : 0;
    if (*from)
        *from = to;
}

static void copy_certificate(struct changed *changed, const struct object_case *of,
                             const struct rd_object_certificate *certificate)
{
    uint32_t hosts = of->instance.topology.host_count;
    struct rd_object_certificate *copy = &changed->certificate;
    *copy = *certificate;
    copy_numbers(changed->send_price, &copy->send_price, hosts);
    copy_numbers(changed->receive_price, &copy->receive_price, hosts);
    copy_numbers(changed->shared_price, &copy->shared_price, of->instance.shared ? 2 : 0);
    copy_numbers(changed->head, &copy->head, of->objects.count);
    copy_numbers(changed->tail, &copy->tail, of->objects.count);
    for (uint32_t i = 0; i < copy->member_count; i++)
        changed->member[i] = copy->member[i];
    for (uint32_t i = 0; i < copy->object_count; i++)
        changed->object[i] = copy->object[i];
    copy->member = changed->member;
    copy->object = changed->object;
}

/* A date, or a price, that is near another one. */
static int64_t near(int64_t number, int64_t unit, struct rd_rng *rng)
{
    int64_t other[] = {0, number + 1, number - 1, 2 * number, number / 2, number + unit};
    int64_t drawn = other[rd_rng_below(rng, sizeof other / sizeof *other)];
    return drawn > 0 ? drawn : 0;
}

static void change_set(uint32_t *member, uint32_t *count, uint32_t most, struct rd_rng *rng)
{
    *count = 0;
    for (uint32_t i = 0; i < most; i++)
        if (rd_rng_below(rng, 2))
            member[(*count)++] = i;
}

static void change(struct changed *changed, const struct object_case *of, struct rd_rng *rng)
{
    struct rd_object_certificate *copy = &changed->certificate;
    uint32_t hosts = of->instance.topology.host_count, objects = of->objects.count;
    uint32_t object = (uint32_t)rd_rng_below(rng, objects);
    uint32_t host = (uint32_t)rd_rng_below(rng, hosts);
    int64_t second = (int64_t)(1 / copy->tick_s);
    bool prices = copy->place == RD_OBJECT_PRICES;
    switch (rd_rng_below(rng, 8)) {
    case 0: copy->ticks = near(copy->ticks, second, rng); return;
    case 1: copy->tick_s *= rd_rng_below(rng, 2) ? 1.5 : 1 + 0x1p-40; return;
    case 2:
        copy->head = changed->head;
        changed->head[object] = near(changed->head[object], second, rng);
        return;
    case 3:
        copy->tail = changed->tail;
        changed->tail[object] = near(changed->tail[object], second, rng);
        return;
    case 4:
        if (prices)
            changed->send_price[host] = near(changed->send_price[host], INT64_C(1) << 49, rng);
        else
            change_set(changed->object, &copy->object_count, objects, rng);
        return;
    case 5:
        if (prices)
            changed->receive_price[host] =
                near(changed->receive_price[host], INT64_C(1) << 49, rng);
        else
            copy->receives = !copy->receives;
        return;
    case 6:
        if (prices)
            changed->shared_price[0] = near(changed->shared_price[0], INT64_C(1) << 49, rng);
        else
            change_set(changed->member, &copy->member_count, hosts, rng);
        return;
    default:
        if (!prices)
            copy->place = RD_OBJECT_WAY + (enum rd_object_place)rd_rng_below(
                                              rng, RD_OBJECT_PLACE_COUNT - RD_OBJECT_WAY);
    }
}

static void change_certificate(const struct object_case *of,
                               const struct rd_object_certificate *certificate, double least_s,
                               struct rd_rng *rng, struct tally *tally)
{
    for (int i = 0; i < CHANGES; i++) {
        struct changed changed;
        double shown_s;
        copy_certificate(&changed, of, certificate);
        for (uint64_t more = rd_rng_below(rng, 3) + 1; more > 0; more--)
            change(&changed, of, rng);
        bool taken = rd_object_certificate_check(&of->instance, &changed.certificate, &test_scratch,
                                                 &shown_s, NULL);
        tally->taken += taken;
        tally->refused += !taken;
        if (taken && shown_s > least_s)
            fail_msg("a certificate by '%s' shows %.17g s, and the shortest schedule takes %g s",
                     rd_object_place_name(changed.certificate.place), shown_s, least_s);
    }
}

static void check_list(const struct object_case *of, struct rd_rng *rng, struct tally *tally)
{
    int64_t optimum = object_optimum(of);
    double least_s = optimum < 0 ? INFINITY : (double)optimum, shown_s;
    for (size_t i = 0; i < rd_problem_bound_count; i++) {
        struct rd_bound bound;
        struct rd_error error;
        if (rd_problem_bounds[i]->on_request ||
            !rd_problem_bound_suits(rd_problem_bounds[i], &of->instance) ||
            !rd_problem_bound_compute(rd_problem_bounds[i], &of->instance, &test_arena,
                                      &test_scratch, &bound, &error) ||
            bound.seconds == 0)
            continue;
        if (!bound.objects)
            fail_msg("%s: %g s without a certificate", rd_problem_bounds[i]->name, bound.seconds);
        tally->certificates++;
        assert_true(rd_object_certificate_check(&of->instance, bound.objects, &test_scratch,
                                                &shown_s, &error));
        assert_true(bound.seconds <= shown_s && shown_s <= least_s);
        change_certificate(of, bound.objects, least_s, rng, tally);
    }
}

static void test_changed(void **state)
{
    (void)state;
    struct tally tally = {0};
    struct rd_rng rng = rd_rng_seeded(11, 0);
    for (uint64_t i = 0; i < LISTS * factor * object_family_count; i++) {
        struct object_case of;
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        do
            object_case_draw(&of, &object_families[i % object_family_count], &rng);
        while (!rd_instance_check(&of.instance, NULL));
        check_list(&of, &rng, &tally);
        rd_arena_rewind(&test_arena, mark);
    }
    print_message("%d certificates, changed: %d refused, %d still true\n", (int)tally.certificates,
                  (int)tally.refused, (int)tally.taken);
    assert_true(tally.taken > 0 && tally.refused > tally.taken / 4);
}

int main(int argument_count, char **argument)
{
    factor = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {ARENAS_TEST(test_changed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
