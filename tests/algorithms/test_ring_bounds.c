/* The closed forms of Lemma 1, Theorem 2 and Lemma 6 against every slice of random rings, as the
 * lemmas' proofs have it. The argument multiplies the rings. */
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"
#include "two_way_case.h"

#include "algorithms/ring/bounds.h"
#include "tests/support/bound.h"

#include <stdlib.h>

enum { MOST = 12, RINGS = 5000 };

static struct rd_arena arena, scratch;
static uint64_t times = 1;

/* What a slice has too many, or too few if it is below 0. */
static int64_t surplus(const struct two_way_case *ring, uint32_t first, uint32_t length)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < length; i++)
        sum += ring->delta[(first + i) % ring->host_count];
    return sum;
}

/* What a slice has too many leaves over the link of its last host, what it has too few comes over
 * the link into its first. */
static int64_t one_way_s(const struct two_way_case *ring, uint32_t first, uint32_t length)
{
    uint32_t n = ring->host_count;
    int64_t items = surplus(ring, first, length);
    return items > 0 ? items * ring->up[(first + length - 1) % n]
                     : -items * ring->up[(first + n - 1) % n];
}

/* A host's port sends, or receives, all that it has too many, or too few; of two links into or out
 * of a longer slice one carries half, rounded up. */
static int64_t two_way_s(const struct two_way_case *ring, uint32_t first, uint32_t length)
{
    int64_t items = llabs(surplus(ring, first, length));
    return (length == 1 ? items : (items + 1) / 2) * ring->up[0];
}

static void check(const struct two_way_case *ring, bool one_way)
{
    struct rd_arena_mark mark = rd_arena_mark(&arena);
    int64_t most = 0;
    for (uint32_t first = 0; first < ring->host_count; first++)
        for (uint32_t length = 1; length <= ring->host_count; length++) {
            int64_t seconds =
                one_way ? one_way_s(ring, first, length) : two_way_s(ring, first, length);
            most = seconds > most ? seconds : most;
        }
    struct test_instance test = case_instance(ring, 1, &arena);
    if (one_way) {
        struct test_instance other =
            test_instance_make(&arena, RD_RING, RD_ONE_WAY, ring->host_count, 1);
        test_instance_reach(&other, test.load, test.target);
        for (uint32_t host = 0; host < ring->host_count; host++)
            test_instance_set_cost(&other, host, (host + 1) % ring->host_count,
                                   (double)ring->up[host], 0);
        test = other;
    }
    struct rd_bound bound;
    assert_true(test_first_bound(test_ring_bounds, &test.instance, &arena, &scratch, &bound, NULL));
    char text[512];
    if (bound.seconds != (double)most)
        fail_msg("%s: %g s instead of %g s on %s", bound.name, bound.seconds, (double)most,
                 case_text(ring, text));
    rd_arena_rewind(&arena, mark);
}

static void closed_forms_are_what_slices_say(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(26, 0);
    for (uint64_t number = 0; number < RINGS * times; number++) {
        struct two_way_case ring = case_random(&rng, 3, MOST, 0, 9, 9);
        check(&ring, true);
        for (uint32_t host = 0; host < ring.host_count; host++)
            ring.up[host] = ring.down[host] = ring.up[0];
        check(&ring, true);
        check(&ring, false);
    }
    print_compared("Lemma 1, Theorem 2 and Lemma 6", 3 * RINGS * times);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    rd_arena_take(&arena, 1, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms_are_what_slices_say),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
    return failures;
}
