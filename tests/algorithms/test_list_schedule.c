/* Greedy list scheduling: against a scheduler that goes through all links at every date, and its
 * plans against the referee, on switches, stars and rings. */
#include "tests/support/cmocka.h"

#include "algorithms/kernels/list_schedule.h"
#include "algorithms/ring/pipeline.h"
#include "sim/referee/referee.h"
#include "sim/base/rng.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"

#include <math.h>

static struct rd_arena arena, scratch;
static uint64_t times = 1;

enum { MOST_LINKS = 64, MOST_HOSTS = 16, MOST_ITEMS = 512 };

/* Random links between a shape's neighbours, with their priorities. */
struct transfers {
    struct test_instance test;
    struct rd_list_problem problem;
    struct rd_list_link link[MOST_LINKS];
    struct rd_list_priority base[MOST_LINKS];
    int64_t told_left[MOST_LINKS]; /* what `started` said last */
};

/* Depends on the items left, so that it changes from event to event. */
static struct rd_list_priority priority(void *context, size_t link, int64_t left,
                                        const int64_t held[2])
{
    (void)held;
    const struct transfers *transfers = context;
    assert_int_equal(transfers->told_left[link], left);
    return (struct rd_list_priority){transfers->base[link].first * (double)left,
                                     transfers->base[link].second};
}

static void started(void *context, size_t link, int64_t left)
{
    struct transfers *transfers = context;
    assert_int_equal(transfers->told_left[link], left + 1);
    transfers->told_left[link] = left;
}

/* Each host holds what it sends, or with little_stock only what it sends more than it is given:
 * links then lead from smaller to greater hosts, so that nobody waits in a circle. */
static struct transfers random_transfers(struct rd_rng *rng, enum rd_shape shape, uint32_t hosts,
                                         uint32_t ports, bool little_stock)
{
    struct transfers transfers = {0};
    enum rd_direction direction = shape == RD_RING ? RD_TWO_WAY : RD_NO_DIRECTION;
    transfers.test = test_instance_make(&arena, shape, direction, hosts, 1);
    test_instance_set_ports(&transfers.test, ports);
    const struct rd_topology *topology = &transfers.test.instance.topology;
    int64_t given[MOST_HOSTS] = {0}, load[MOST_HOSTS] = {0}, target[MOST_HOSTS];
    size_t count = 0;
    for (uint64_t number = 0; number < rd_link_count(topology); number++) {
        uint32_t from, to;
        if (!rd_link_ends(topology, number, &from, &to) || count == MOST_LINKS)
            continue;
        if ((little_stock && from > to) || rd_rng_below(rng, 2) == 0)
            continue;
        int64_t cost = rd_rng_between(rng, 1, 9), items = rd_rng_between(rng, 1, 6);
        test_instance_set_cost(&transfers.test, from, to, 0, (double)cost);
        transfers.link[count] =
            (struct rd_list_link){.from = from, .to = to, .item_s = (double)cost, .items = items};
        transfers.base[count] = (struct rd_list_priority){(double)rd_rng_between(rng, 1, 3),
                                                          (double)rd_rng_between(rng, 1, 3)};
        transfers.told_left[count] = items;
        load[from] += items;
        given[to] += items;
        count++;
    }
    for (uint32_t host = 0; host < hosts; host++) {
        int64_t sent = load[host];
        if (little_stock)
            load[host] = sent > given[host] ? sent - given[host] : 0;
        target[host] = load[host] - sent + given[host];
    }
    test_instance_reach(&transfers.test, load, target);
    transfers.problem = (struct rd_list_problem){
        .host_count = hosts,
        .port_count = ports,
        .inventory = transfers.test.load,
        .link_count = count,
        .priority = priority,
        .started = started,
    };
    return transfers;
}

/* What is under way in the reference. */
struct under_way {
    double end_s[MOST_LINKS]; /* INFINITY: nothing */
    int64_t left[MOST_LINKS];
    int64_t held[MOST_HOSTS];
};

static uint32_t busy(const struct transfers *transfers, const struct under_way *state,
                     uint32_t host, bool sends)
{
    uint32_t count = 0;
    for (size_t link = 0; link < transfers->problem.link_count; link++) {
        const struct rd_list_link *ends = &transfers->link[link];
        count += isfinite(state->end_s[link]) && (sends ? ends->from : ends->to) == host;
    }
    return count;
}

/* The most urgent link that may start; -1 if none may. */
static int most_urgent(const struct transfers *transfers, const struct under_way *state,
                       const struct rd_list_priority *now)
{
    int best = -1;
    for (size_t link = 0; link < transfers->problem.link_count; link++) {
        const struct rd_list_link *ends = &transfers->link[link];
        if (state->left[link] == 0 || isfinite(state->end_s[link]) || state->held[ends->from] < 1 ||
            busy(transfers, state, ends->from, true) == transfers->problem.port_count ||
            busy(transfers, state, ends->to, false) == transfers->problem.port_count)
            continue;
        if (best < 0 || now[link].first > now[best].first ||
            (now[link].first == now[best].first && now[link].second > now[best].second))
            best = (int)link;
    }
    return best;
}

/* At each date: ends everything that ends, then starts the most urgent link until none may. */
static double reference(const struct transfers *transfers, uint32_t *ret_order, size_t *ret_count)
{
    struct under_way state;
    for (size_t link = 0; link < transfers->problem.link_count; link++) {
        state.end_s[link] = INFINITY;
        state.left[link] = transfers->link[link].items;
    }
    for (uint32_t host = 0; host < transfers->problem.host_count; host++)
        state.held[host] = transfers->test.load[host];
    size_t count = 0;
    double now_s = 0;
    for (;;) {
        struct rd_list_priority now[MOST_LINKS]; /* as the date begins */
        for (size_t link = 0; link < transfers->problem.link_count; link++)
            now[link] =
                (struct rd_list_priority){transfers->base[link].first * (double)state.left[link],
                                          transfers->base[link].second};
        for (int link; (link = most_urgent(transfers, &state, now)) >= 0;) {
            state.left[link]--;
            state.held[transfers->link[link].from]--;
            state.end_s[link] = now_s + transfers->link[link].item_s;
            ret_order[count++] = (uint32_t)link;
        }
        double next_s = INFINITY;
        for (size_t link = 0; link < transfers->problem.link_count; link++)
            next_s = fmin(next_s, state.end_s[link]);
        if (isinf(next_s))
            break;
        now_s = next_s;
        for (size_t link = 0; link < transfers->problem.link_count; link++) {
            if (state.end_s[link] != now_s)
                continue;
            state.end_s[link] = INFINITY;
            state.held[transfers->link[link].to]++;
        }
    }
    *ret_count = count;
    return now_s;
}

static void check_transfers(struct transfers *transfers)
{
    transfers->problem.link = transfers->link;
    transfers->problem.context = transfers;
    int64_t items = rd_list_item_count(&transfers->problem);
    assert_in_range(items, 0, MOST_ITEMS);
    uint32_t expected[MOST_ITEMS], order[MOST_ITEMS];
    size_t expected_count;
    double expected_s = reference(transfers, expected, &expected_count);
    assert_int_equal(expected_count, items);
    double makespan_s = rd_list_schedule(&transfers->problem, INFINITY, order, &scratch);
    assert_true(makespan_s == expected_s);
    for (size_t i = 0; i < expected_count; i++)
        assert_int_equal(order[i], expected[i]);

    struct rd_plan plan = {0};
    rd_list_plan(&transfers->problem, order, expected_count, &arena, &scratch, &plan);
    struct rd_verdict verdict;
    rd_referee_plan(&transfers->test.instance, &plan, &arena, &scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL)
        fail_msg("%s", verdict.message);
    for (uint32_t host = 0; host < transfers->problem.host_count; host++)
        assert_true(verdict.final[host] == transfers->test.target[host]);
    assert_true(verdict.transfers == items);
    /* Whole costs: the clocks agree to the last digit. */
    assert_true(verdict.makespan_s == makespan_s);

    for (size_t link = 0; link < transfers->problem.link_count; link++)
        transfers->told_left[link] = transfers->link[link].items;
    if (items > 0)
        assert_true(isinf(rd_list_schedule(&transfers->problem, makespan_s, order, &scratch)));
}

static void agrees_with_looking_at_everything(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(7, 0);
    static const enum rd_shape shapes[] = {RD_SWITCH, RD_STAR, RD_RING};
    for (uint64_t i = 0; i < 3000 * times; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&arena);
        enum rd_shape shape = shapes[i % 3];
        uint32_t hosts = (uint32_t)rd_rng_between(&rng, 3, shape == RD_SWITCH ? 7 : 10);
        uint32_t ports = (uint32_t)rd_rng_between(&rng, 1, 3);
        struct transfers transfers =
            random_transfers(&rng, shape, hosts, ports, rd_rng_below(&rng, 2) == 0);
        check_transfers(&transfers);
        rd_arena_rewind(&arena, mark);
    }
    print_compared("list scheduling", 3000 * times);
}

/* Three items go from host 0 over host 1, which holds none, to host 2; two rows say it all. */
static void runs_become_rows(void **state)
{
    (void)state;
    struct transfers transfers = {0};
    transfers.test = test_instance_make(&arena, RD_RING, RD_TWO_WAY, 3, 1);
    test_instance_reach(&transfers.test, (int64_t[]){3, 0, 0}, (int64_t[]){0, 0, 3});
    transfers.link[0] = (struct rd_list_link){.from = 0, .to = 1, .item_s = 1, .items = 3};
    transfers.link[1] = (struct rd_list_link){.from = 1, .to = 2, .item_s = 1, .items = 3};
    transfers.problem = (struct rd_list_problem){
        .host_count = 3, .port_count = 1, .inventory = transfers.test.load, .link_count = 2};
    transfers.problem.link = transfers.link;
    uint32_t order[] = {0, 0, 1, 0, 1, 1};
    struct rd_plan plan = {0};
    rd_list_plan(&transfers.problem, order, 6, &arena, &scratch, &plan);
    /* When host 1 first sends, two items are listed as its own: one may join that row. The third
     * comes with the row before it, and may join too. */
    assert_int_equal(plan.transfer_count, 2);
    assert_true(plan.transfer[0].messages == 3 && plan.transfer[1].messages == 3);
    assert_int_equal(plan.transfer[1].from, 1);
}

/* The pipeline by its definition, on every pattern of items left over four links. */
static void pipelines_by_definition(void **state)
{
    (void)state;
    static const double item_s[] = {2, 5, 1, 4};
    for (int pattern = 0; pattern < 256; pattern++) {
        struct rd_arena_mark mark = rd_arena_mark(&arena);
        struct rd_pipeline line = rd_pipeline_make(4, &arena);
        int64_t left[4];
        for (int i = 0; i < 4; i++) {
            left[i] = pattern >> (2 * i) & 3;
            rd_pipeline_set(&line, (size_t)i, item_s[i], 9);
            rd_pipeline_set(&line, (size_t)i, item_s[i], left[i]);
        }
        for (int i = 0; i < 4; i++) {
            double before_s = 0, longest_s = 0;
            for (int m = i; m < 4 && left[m] > 0; m++) {
                longest_s = fmax(longest_s, before_s + (double)left[m] * item_s[m]);
                before_s += item_s[m];
            }
            if (left[i] > 0)
                assert_true(rd_pipeline_at(&line, (size_t)i) == longest_s);
        }
        rd_arena_rewind(&arena, mark);
    }
}

/* Copies of several sizes between a few hosts, with what is left at their ports. */
struct copies {
    struct rd_list_link link[MOST_LINKS];
    uint32_t ports[MOST_HOSTS];
    double out[MOST_HOSTS], in[MOST_HOSTS];
};

/* As urgent as the busier of the two ports, then by size. */
static struct rd_list_priority by_ports(void *context, size_t link, RD_UNUSED int64_t left,
                                        RD_UNUSED const int64_t held[2])
{
    const struct copies *copies = context;
    const struct rd_list_link *copy = &copies->link[link];
    return (struct rd_list_priority){fmax(copies->out[copy->from], copies->in[copy->to]),
                                     copy->item_s};
}

static void copy_started(void *context, size_t link, RD_UNUSED int64_t left)
{
    struct copies *copies = context;
    copies->out[copies->link[link].from] -= copies->link[link].item_s;
    copies->in[copies->link[link].to] -= copies->link[link].item_s;
}

static bool is_between(const struct rd_list_link *a, const struct rd_list_link *b)
{
    return a->from == b->from && a->to == b->to;
}

/* In: behind: which copy waits for which; NULL: none does. */
static double schedule_copies(struct copies copies, uint32_t hosts, size_t count,
                              const uint32_t *behind, uint32_t order[MOST_LINKS])
{
    struct rd_list_problem problem = {.host_count = hosts,
                                      .ports = copies.ports,
                                      .link_count = count,
                                      .link = copies.link,
                                      .behind = behind,
                                      .priority = by_ports,
                                      .started = copy_started,
                                      .context = &copies};
    for (size_t i = 0; i < count; i++) {
        copies.out[copies.link[i].from] += copies.link[i].item_s;
        copies.in[copies.link[i].to] += copies.link[i].item_s;
    }
    return rd_list_schedule(&problem, INFINITY, order, &scratch);
}

/* Those that wait for one that is more urgent would not have come before it: the same order. */
static void chains_change_nothing(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(4, 0);
    for (uint64_t run = 0; run < 1000 * times; run++) {
        struct copies copies = {0};
        uint32_t hosts = 2 + (uint32_t)rd_rng_below(&rng, 4), behind[MOST_LINKS];
        uint32_t order[MOST_LINKS], chained[MOST_LINKS];
        size_t count = 1 + rd_rng_below(&rng, MOST_LINKS);
        for (uint32_t host = 0; host < hosts; host++)
            copies.ports[host] = 1 + (uint32_t)rd_rng_below(&rng, 3);
        for (size_t i = 0; i < count; i++) {
            uint32_t from = (uint32_t)rd_rng_below(&rng, hosts);
            uint32_t to = (from + 1 + (uint32_t)rd_rng_below(&rng, hosts - 1)) % hosts;
            copies.link[i] = (struct rd_list_link){
                .from = from, .to = to, .item_s = 1 + (double)rd_rng_below(&rng, 5), .items = 1};
        }
        for (size_t i = 0; i < count; i++) {
            const struct rd_list_link *copy = &copies.link[i], *next = NULL;
            for (size_t j = 0; j < count; j++) {
                const struct rd_list_link *other = &copies.link[j];
                bool after =
                    other->item_s < copy->item_s || (other->item_s == copy->item_s && other > copy);
                bool sooner = !next || other->item_s > next->item_s;
                if (is_between(copy, other) && after && sooner)
                    next = other;
            }
            behind[i] = next ? (uint32_t)(next - copies.link) : UINT32_MAX;
        }
        double end_s = schedule_copies(copies, hosts, count, NULL, order);
        assert_true(schedule_copies(copies, hosts, count, behind, chained) == end_s);
        assert_memory_equal(order, chained, count * sizeof *order);
    }
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_looking_at_everything),
        cmocka_unit_test(chains_change_nothing),
        cmocka_unit_test(runs_become_rows),
        cmocka_unit_test(pipelines_by_definition),
    };
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
    return failures;
}
