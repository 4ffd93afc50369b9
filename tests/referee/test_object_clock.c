/* Plans and traces of objects: the referee against a clock that goes second by second and is
 * written from docs/model.md alone. The argument multiplies the random lists. */
#include "sim/base/rng.h"
#include "sim/referee/referee.h"
#include "tests/algorithms/object_optimum.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <math.h>

enum { NEVER = 1000 };

static uint64_t factor = 1;

/* A plan of all objects of a case, and when its messages start. */
struct listed {
    struct object_case of;
    struct rd_transfer transfer[OBJECTS_MOST];
    int64_t start[OBJECTS_MOST], end[OBJECTS_MOST];
    struct rd_plan plan;
};

static void draw(struct listed *listed, struct rd_rng *rng)
{
    struct object_case *of = &listed->of;
    uint32_t hosts = (uint32_t)rd_rng_between(rng, 2, 4), most = 1;
    object_case_open(of, hosts);
    for (uint32_t host = 0; host < hosts; host++) {
        of->ports[host] = (uint32_t)rd_rng_between(rng, 1, 2);
        most = of->ports[host] > most ? of->ports[host] : most;
        if (rd_rng_below(rng, 2))
            of->space[host] = rd_rng_between(rng, 2, 9);
    }
    of->instance.port_model = most > 1 ? RD_K_PORTS : RD_ONE_PORT;
    of->instance.port_count = most;
    of->instance.host_port_count = most > 1 ? of->ports : NULL;
    of->objects.space_bytes = rd_rng_below(rng, 3) ? of->space : NULL;
    of->objects.combined_ports = rd_rng_below(rng, 3) == 0;
    of->objects.many_a_pair = rd_rng_below(rng, 3) == 0;
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t from = (uint32_t)rd_rng_below(rng, hosts);
        uint32_t to = (from + 1 + (uint32_t)rd_rng_below(rng, hosts - 1)) % hosts;
        object_case_add(of, rd_rng_between(rng, 1, 4), from, to);
        if (rd_rng_below(rng, 4) == 0)
            of->drop[i] = rd_rng_below(rng, 2) ? RD_NO_HOST : (uint32_t)rd_rng_below(rng, hosts);
    }
    const uint32_t *order = rd_rng_order(rng, of->objects.count, &test_arena);
    for (uint32_t i = 0; i < of->objects.count; i++)
        listed->transfer[i] = (struct rd_transfer){.from = of->source[of->first[order[i]]],
                                                   .to = of->to[order[i]],
                                                   .kind = (int32_t)order[i],
                                                   .items = 1,
                                                   .messages = 1};
    listed->plan = (struct rd_plan){.timing = RD_SELF_TIMED,
                                    .round_count = 1,
                                    .keeps_shared = true,
                                    .transfer_count = of->objects.count,
                                    .transfer = listed->transfer};
}

static uint32_t freed_by(const struct listed *listed, uint32_t i)
{
    const struct rd_transfer *transfer = &listed->transfer[i];
    uint32_t drop = listed->of.drop[transfer->kind];
    return drop == RD_DROP_SOURCE ? transfer->from : drop;
}

/* What is free at a host for message i, by a date: what is free at first, with what messages before
 * it have given by then, less what all of them take. */
static int64_t free_for(const struct listed *listed, uint32_t i, int64_t t)
{
    const struct object_case *of = &listed->of;
    uint32_t host = listed->transfer[i].to;
    int64_t space = of->space[host];
    for (uint32_t j = 0; j < i; j++) {
        int64_t bytes = of->bytes[listed->transfer[j].kind];
        space -= listed->transfer[j].to == host ? bytes : 0;
        space += freed_by(listed, j) == host && listed->end[j] <= t ? bytes : 0;
    }
    return space;
}

/* May message i start at t? */
static bool may_start(const struct listed *listed, uint32_t i, int64_t t)
{
    const struct object_case *of = &listed->of;
    const struct rd_transfer *transfer = &listed->transfer[i];
    uint32_t before_from = 0, before_to = 0, before_pair = 0;
    for (uint32_t j = 0; j < i; j++) {
        const struct rd_transfer *other = &listed->transfer[j];
        if (listed->end[j] <= t)
            continue;
        bool combined = of->objects.combined_ports;
        before_from += other->from == transfer->from || (combined && other->to == transfer->from);
        before_to += other->to == transfer->to || (combined && other->from == transfer->to);
        before_pair += other->from == transfer->from && other->to == transfer->to;
    }
    bool limited = of->objects.space_bytes && of->space[transfer->to] != RD_NO_SPACE_LIMIT;
    return before_from < of->ports[transfer->from] && before_to < of->ports[transfer->to] &&
           (before_pair == 0 || of->objects.many_a_pair) &&
           (!limited || free_for(listed, i, t) >= of->bytes[transfer->kind]);
}

/* Returns: the end; NEVER if some message cannot start when its turn has come. */
static int64_t play(struct listed *listed)
{
    uint32_t count = listed->of.objects.count;
    for (uint32_t i = 0; i < count; i++)
        listed->end[i] = listed->start[i] = NEVER;
    int64_t last = 0;
    for (int64_t t = 0; t < 40; t++)
        for (uint32_t i = 0; i < count; i++)
            if (listed->start[i] == NEVER && may_start(listed, i, t)) {
                listed->start[i] = t;
                listed->end[i] = t + listed->of.bytes[listed->transfer[i].kind];
                last = listed->end[i] > last ? listed->end[i] : last;
            }
    for (uint32_t i = 0; i < count; i++)
        if (listed->start[i] == NEVER)
            return NEVER;
    return last;
}

/* Is what is under way, and what is held, within all limits at every second? */
static bool is_legal(const struct listed *listed)
{
    const struct object_case *of = &listed->of;
    for (int64_t t = 0; t < NEVER / 10; t++)
        for (uint32_t host = 0; host < of->instance.topology.host_count; host++) {
            uint32_t out = 0, in = 0, pair[HOSTS_MOST] = {0};
            int64_t space = of->space[host];
            for (uint32_t i = 0; i < of->objects.count; i++) {
                const struct rd_transfer *transfer = &listed->transfer[i];
                bool now = listed->start[i] <= t && t < listed->end[i];
                out += now && transfer->from == host;
                in += now && transfer->to == host;
                pair[transfer->to] += now && transfer->from == host;
                int64_t bytes = of->bytes[transfer->kind];
                space -= transfer->to == host && listed->start[i] <= t ? bytes : 0;
                space += freed_by(listed, i) == host && listed->end[i] <= t ? bytes : 0;
            }
            if (of->objects.combined_ports ? out + in > of->ports[host]
                                           : out > of->ports[host] || in > of->ports[host])
                return false;
            for (uint32_t to = 0; to < HOSTS_MOST; to++)
                if (pair[to] > 1 && !of->objects.many_a_pair)
                    return false;
            if (of->objects.space_bytes && of->space[host] != RD_NO_SPACE_LIMIT && space < 0)
                return false;
        }
    return true;
}

static struct rd_trace trace_of(struct listed *listed)
{
    struct rd_trace trace = {0};
    for (uint32_t i = 0; i < listed->of.objects.count; i++)
        rd_trace_add(&trace, &test_arena,
                     (struct rd_timed_transfer){(double)listed->start[i], (double)listed->end[i],
                                                listed->transfer[i].from, listed->transfer[i].to,
                                                listed->transfer[i].kind, 1});
    return trace;
}

/* A message starts at another second. */
static void spoil(struct listed *listed, struct rd_rng *rng)
{
    uint32_t i = (uint32_t)rd_rng_below(rng, listed->of.objects.count);
    int64_t lasts = listed->end[i] - listed->start[i];
    listed->start[i] = rd_rng_between(rng, 0, 12);
    listed->end[i] = listed->start[i] + lasts;
}

static void test_clocks_agree(void **state)
{
    (void)state;
    uint64_t legal = 0, stuck = 0, spoilt = 0, lists = 3000 * factor;
    struct rd_rng rng = rd_rng_seeded(3, 0);
    for (uint64_t number = 0; number < lists; number++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        static struct listed listed;
        struct rd_verdict verdict;
        struct rd_trace planned;
        draw(&listed, &rng);
        int64_t end = play(&listed);
        rd_referee_plan(&listed.of.instance, &listed.plan, &test_arena, &test_scratch, &planned,
                        &verdict);
        stuck += end == NEVER;
        assert_int_equal(verdict.violation, end == NEVER ? RD_VIOLATION_SPACE : RD_LEGAL);
        if (end < NEVER) {
            legal++;
            assert_true(verdict.goal_reached);
            assert_true(verdict.makespan_s == (double)end);
            for (uint32_t i = 0; i < listed.of.objects.count; i++)
                for (uint32_t j = 0; j < planned.transfer_count; j++)
                    if (planned.transfer[j].kind == listed.transfer[i].kind)
                        assert_true(planned.transfer[j].start_s == (double)listed.start[i]);
            assert_true(is_legal(&listed));
            if (number % 2)
                spoil(&listed, &rng);
            struct rd_trace trace = trace_of(&listed);
            rd_referee_trace(&listed.of.instance, &trace, true, &test_arena, &test_scratch,
                             &verdict);
            spoilt += verdict.violation != RD_LEGAL;
            assert_int_equal(verdict.violation == RD_LEGAL, is_legal(&listed));
        }
        rd_arena_rewind(&test_arena, mark);
    }
    print_message("%d plans timed alike, %d found stuck alike; %d traces refused alike\n",
                  (int)legal, (int)stuck, (int)spoilt);
    assert_true(legal > lists / 10 && stuck > lists / 100 && spoilt > lists / 100);
}

int main(int argument_count, char **argument)
{
    factor = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {ARENAS_TEST(test_clocks_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
