#include "two_way_case.h"

#include "tests/support/cmocka.h"

#include "sim/referee/referee.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static uint32_t after(const struct two_way_case *ring, uint32_t host)
{
    return (host + 1) % ring->host_count;
}

static uint32_t before(const struct two_way_case *ring, uint32_t host)
{
    return (host + ring->host_count - 1) % ring->host_count;
}

struct test_instance case_instance(const struct two_way_case *ring, double unit_s,
                                   struct rd_arena *arena)
{
    uint32_t n = ring->host_count;
    struct test_instance test = test_instance_make(arena, RD_RING, RD_TWO_WAY, n, 1);
    int64_t target[CASE_HOSTS];
    for (uint32_t host = 0; host < n; host++)
        target[host] = ring->load[host] - ring->delta[host];
    test_instance_reach(&test, ring->load, target);
    for (uint32_t host = 0; n > 1 && host < n; host++) {
        test_instance_set_cost(&test, host, after(ring, host), 0, (double)ring->up[host] * unit_s);
        test_instance_set_cost(&test, host, before(ring, host), 0,
                               (double)ring->down[host] * unit_s);
    }
    return test;
}

struct two_way_case case_random(struct rd_rng *rng, uint32_t least_hosts, uint32_t most_hosts,
                                int64_t least_items, int64_t most_items, int64_t most_cost)
{
    struct two_way_case ring = {.host_count =
                                    (uint32_t)rd_rng_between(rng, least_hosts, most_hosts)};
    uint32_t n = ring.host_count;
    int64_t to_give = 0;
    for (uint32_t host = 0; host < n; host++) {
        ring.load[host] = rd_rng_between(rng, least_items, most_items);
        to_give += ring.load[host] - least_items;
        ring.delta[host] = ring.load[host] - least_items;
        ring.up[host] = rd_rng_between(rng, 1, most_cost);
        ring.down[host] = rd_rng_between(rng, 1, most_cost);
    }
    for (; to_give > 0; to_give--)
        ring.delta[rd_rng_below(rng, n)]--;
    for (uint32_t host = 0; n == 2 && host < n; host++)
        ring.down[host] = ring.up[host];
    return ring;
}

static int print_list(char *text, size_t size, const char *name, const int64_t *value,
                      uint32_t count)
{
    int length = snprintf(text, size, " %s=(", name);
    for (uint32_t i = 0; i < count; i++)
        length +=
            snprintf(text + length, size - (size_t)length, "%s%" PRId64, i ? "," : "", value[i]);
    return length + snprintf(text + length, size - (size_t)length, ")");
}

double case_plan(const struct rd_algorithm *algorithm, const struct test_instance *test,
                 struct rd_arena *arena, struct rd_plan *ret_plan, struct rd_error *reterr)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_arena scratch;
    rd_arena_open(&scratch, 0);
    struct rd_plan plan = {0};
    double makespan_s = -1;
    if (rd_algorithm_accepts(algorithm, &test->instance, &options, reterr) &&
        algorithm->plan(algorithm, &test->instance, &options, arena, &scratch, &plan, reterr)) {
        struct rd_verdict verdict;
        rd_referee_plan(&test->instance, &plan, arena, &scratch, NULL, &verdict);
        if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
            fail_msg("%s: %s%s", algorithm->name, verdict.message, verdict.goal_message);
        if (ret_plan)
            *ret_plan = plan;
        makespan_s = verdict.makespan_s;
    }
    rd_arena_close(&scratch);
    return makespan_s;
}

const char *case_text(const struct two_way_case *ring, char text[512])
{
    int length = snprintf(text, 512, "n=%" PRIu32, ring->host_count);
    const struct {
        const char *name;
        const int64_t *value;
    } list[] = {{"L", ring->load}, {"delta", ring->delta}, {"up", ring->up}, {"down", ring->down}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        length += print_list(text + length, 512 - (size_t)length, list[i].name, list[i].value,
                             ring->host_count);
    return text;
}

int64_t naive_flow(const struct two_way_case *ring, uint32_t host, int64_t z)
{
    int64_t items = -z;
    for (uint32_t i = 0; i <= host; i++)
        items += ring->delta[i];
    return items;
}

static int64_t at_least_0(int64_t value)
{
    return value > 0 ? value : 0;
}

int64_t naive_busiest(const struct two_way_case *ring, int64_t z)
{
    int64_t busiest = 0;
    for (uint32_t i = 0; i < ring->host_count; i++) {
        int64_t ahead = naive_flow(ring, i, z);
        int64_t behind = naive_flow(ring, before(ring, i), z);
        int64_t sends = ring->up[i] * at_least_0(ahead) + ring->down[i] * at_least_0(-behind);
        int64_t receives = ring->up[before(ring, i)] * at_least_0(behind) +
                           ring->down[after(ring, i)] * at_least_0(-ahead);
        if (sends > busiest)
            busiest = sends;
        if (receives > busiest)
            busiest = receives;
    }
    return busiest;
}

bool naive_is_light(const struct two_way_case *ring, int64_t z)
{
    for (uint32_t i = 0; i < ring->host_count; i++)
        if (at_least_0(naive_flow(ring, i, z)) + at_least_0(-naive_flow(ring, before(ring, i), z)) >
            ring->load[i])
            return false;
    return true;
}

int64_t naive_reach(const struct two_way_case *ring)
{
    int64_t reach = 1;
    for (uint32_t i = 0; i < ring->host_count; i++)
        reach += ring->load[i];
    return reach;
}

/* min over 0 <= i <= items of max(i one, (items - i) other) */
static int64_t best_split(int64_t items, int64_t one, int64_t other)
{
    int64_t best = INT64_MAX;
    for (int64_t i = 0; i <= items; i++) {
        int64_t a = i * one, b = (items - i) * other;
        int64_t longer = a > b ? a : b;
        if (longer < best)
            best = longer;
    }
    return best;
}

void naive_lemma12(const struct two_way_case *ring, int64_t ret_line[4])
{
    uint32_t n = ring->host_count;
    memset(ret_line, 0, 4 * sizeof *ret_line);
    for (uint32_t k = 0; n > 1 && k < n; k++) {
        int64_t surplus = 0;
        for (uint32_t length = 1; length < n; length++) {
            uint32_t l = (k + length - 1) % n;
            surplus += ring->delta[l];
            int line = (length > 1 ? 2 : 0) + (surplus < 0);
            /* Out through the two ends, or in through them. */
            int64_t left = surplus > 0 ? ring->down[k] : ring->up[before(ring, k)];
            int64_t right = surplus > 0 ? ring->up[l] : ring->down[after(ring, l)];
            int64_t items = surplus > 0 ? surplus : -surplus;
            int64_t bound =
                length > 1 ? best_split(items, left, right) : items * (left < right ? left : right);
            if (bound > ret_line[line])
                ret_line[line] = bound;
        }
    }
}
