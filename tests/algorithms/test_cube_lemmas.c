/* The hypercube paper's lemmas on discrepancies and Hamming balls: on every small load, and their
 * constants. A is the sum of a load's discrepancies, R(d, r) the volume of a ball over its last
 * sphere. */
#include "sim/base/rng.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_HOSTS = 16 };

static uint32_t weight(uint32_t value)
{
    return (uint32_t)__builtin_popcount(value);
}

/* The sum over dimensions of how much more one side holds. */
static int64_t discrepancies(uint32_t d, const int64_t *load)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < d; i++) {
        int64_t more = 0;
        for (uint32_t v = 0; v < 1U << d; v++)
            more += v >> i & 1 ? load[v] : -load[v];
        sum += more < 0 ? -more : more;
    }
    return sum;
}

/* A of n tokens, m to a processor, packed into a ball round the processor with all bits set. */
static int64_t packed_discrepancies(uint32_t d, int64_t n, int64_t m)
{
    int64_t load[MOST_HOSTS] = {0};
    for (uint32_t bits = d + 1; bits-- > 0;)
        for (uint32_t v = 0; v < 1U << d; v++)
            if (weight(v) == bits) {
                load[v] = n < m ? n : m;
                n -= load[v];
            }
    return discrepancies(d, load);
}

/* Lemma 2.4 on every load of 4 hosts with up to 5 tokens each, and of 8 with up to 2. */
static void a_ball_has_the_greatest_discrepancies(void **state)
{
    (void)state;
    static const struct {
        uint32_t d;
        int64_t most;
    } cases[] = {{1, 9}, {2, 5}, {3, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t p = 1U << cases[i].d, digit;
        int64_t load[MOST_HOSTS] = {0}, loads = 0, reached = 0;
        do {
            int64_t n = 0, m = 1;
            for (uint32_t v = 0; v < p; v++) {
                n += load[v];
                m = load[v] > m ? load[v] : m;
            }
            int64_t a = discrepancies(cases[i].d, load);
            int64_t packed = packed_discrepancies(cases[i].d, n, m);
            assert_true(a <= packed);
            reached += a == packed;
            loads++;
            for (digit = 0; digit < p && load[digit] == cases[i].most; digit++)
                load[digit] = 0;
            if (digit < p)
                load[digit]++;
        } while (digit < p);
        print_message("d = %u: %lld loads, %lld as a ball\n", cases[i].d, (long long)loads,
                      (long long)reached);
    }
}

static double binomial(uint32_t n, uint32_t k)
{
    return exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0));
}

/* Lemma 2.5 and Theorem 2.3. A ball of radius r and m = 1 has A = (r + 1) C(d, r + 1): the edges
 * that leave it. Summed over spheres, the greatest is that of r = floor((d - 1) / 2). */
static void discrepancies_have_their_constants(void **state)
{
    (void)state;
    for (uint32_t d = 1; d <= 4; d++) {
        int64_t greatest = 0;
        for (int64_t n = 1; n < INT64_C(1) << d; n++) {
            int64_t a = packed_discrepancies(d, n, 1);
            greatest = a > greatest ? a : greatest;
        }
        assert_int_equal(greatest, llround(d * binomial(d - 1, (d - 1) / 2)));
    }
    double least = INFINITY, most = 0, sharp_least = INFINITY, sharp_most = 0;
    for (uint32_t d = 1; d <= 800; d++) {
        double a =
            d * exp(lgamma(d) - lgamma((d - 1) / 2 + 1.0) - lgamma(d - (d - 1) / 2) - d * log(2)) /
            sqrt(d);
        least = fmin(least, a);
        most = fmax(most, a);
        assert_true(a <= 0.5 + 1e-12); /* C(d-1, (d-1)/2) sqrt d is at most 2^(d-1): d = 1 */
        double volume = 0;
        for (uint32_t r = 0; d >= 10 && 2 * r < d - 1; r++) {
            volume += binomial(d, r);
            double k = 1 / (1 - log2(volume) / d);
            double sharp = (r + 1) * binomial(d, r + 1) * sqrt(k) / (d * volume);
            sharp_least = fmin(sharp_least, sharp);
            sharp_most = fmax(sharp_most, sharp);
        }
    }
    print_message("A of the half-full ball over m sqrt(d) p: %.3f to %.3f, d = 1..800\n", least,
                  most);
    print_message("A of a ball over m d p^(1 - 1/k) / sqrt(k): %.3f to %.3f, d = 10..800\n",
                  sharp_least, sharp_most);
    assert_true(0.5 < sharp_least && sharp_most < 2); /* of the order: within a factor of 2 */
}

/* Lemma B.1: R grows with r. Lemma B.2: R is of the order of min(sqrt d, d / (d/2 - r)). */
static void balls_have_their_ratio(void **state)
{
    (void)state;
    double least = INFINITY, most = 0;
    for (uint32_t d = 2; d <= 800; d++) {
        double volume = 1, sphere = 1, before = 1;
        for (uint32_t r = 1; r < d; r++) {
            sphere *= (double)(d - r + 1) / r;
            volume += sphere;
            if (!isfinite(volume))
                break;
            double ratio = volume / sphere;
            assert_true(ratio > before);
            before = ratio;
            if (2 * r > d)
                continue;
            double x = d / 2.0 - r, order = x > 0 ? fmin(sqrt(d), d / x) : sqrt(d);
            least = fmin(least, ratio / order);
            most = fmax(most, ratio / order);
        }
    }
    print_message("R over min(sqrt(d), d / (d/2 - r)): %.3f to %.3f, d = 2..800\n", least, most);
    assert_true(least > 0.2 && most < 5); /* of the order: within a factor of 5 */
}

/* Theorem 2.5 rests on sets that few edges leave: the fewest, over all sets of x processors. */
static void few_edges_leave_small_sets(void **state)
{
    (void)state;
    for (uint32_t d = 3; d <= 4; d++) {
        uint32_t p = 1U << d, edge[MOST_HOSTS][2], fewest[MOST_HOSTS + 1];
        for (uint32_t v = 0; v < p; v++) {
            edge[v][0] = v ^ 1;
            edge[v][1] = (v << 1 | v >> (d - 1)) & (p - 1); /* to the next; 0 and p-1: itself */
        }
        for (uint32_t x = 0; x <= p; x++)
            fewest[x] = UINT32_MAX;
        for (uint32_t set = 0; set < 1U << p; set++) {
            uint32_t leave = 0;
            for (uint32_t v = 0; v < p; v++) {
                bool in = set >> v & 1;
                leave += in && !(set >> edge[v][0] & 1);
                bool twice = edge[edge[v][1]][1] == v && edge[v][1] < v; /* 0101 and 1010 */
                leave += !twice && in != (set >> edge[v][1] & 1);
            }
            uint32_t *least = &fewest[weight(set)];
            *least = leave < *least ? leave : *least;
        }
        print_message("d = %u:", d);
        for (uint32_t x = 1; x <= p / 2; x++) {
            print_message(" %u", fewest[x]);
            assert_int_equal(fewest[x], fewest[p - x]);
        }
        print_message("\n");
        assert_int_equal(fewest[1], 1); /* 0, whose shuffle edge comes back to it */
        assert_true(fewest[p / 2] >= 2);
    }
}

enum { MOST_RANDOM_HOSTS = 128 };

static int compare_loads(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* What an unshuffle of one kind moves along every cycle of v -> v rotated right by one, if what is
 * above the constant of that rank (0: the least) goes forward, and what is below comes back. */
static void add_unshuffle(uint32_t d, uint32_t rank, const double *load, double *sent,
                          double *taken)
{
    for (uint32_t v = 0; v < 1U << d; v++) {
        double cycle[32], constant;
        uint32_t length = 0, u = v, least = v;
        do {
            cycle[length++] = load[u];
            u = u >> 1 | (u & 1) << (d - 1);
            least = u < least ? u : least;
        } while (u != v);
        if (least < v || length == 1)
            continue;
        qsort(cycle, length, sizeof *cycle, compare_loads);
        constant = cycle[rank < length ? rank : length - 1];
        do {
            uint32_t next = u >> 1 | (u & 1) << (d - 1);
            double forward = load[u] - constant;
            sent[forward > 0 ? u : next] += fabs(forward);
            taken[forward > 0 ? next : u] += fabs(forward);
            u = next;
        } while (u != v);
    }
}

/* Unshuffles that pass on what is above the least load of a cycle, and those that pass on what is
 * above the median and give back what is below it: the mean and the busiest of all ports.
 * On d loads drawn from a normal distribution (of 1 as its deviation) a processor sends on average
 * the mean less the least, E = 1.16296 for d = 5 and 1.35218 for d = 7 (expected order statistics);
 * with the median the mean distance to it, 2 (1.16296 + 0.49502) / 5 and
 * 2 (1.35218 + 0.75737 + 0.35271) / 7. With d prime all cycles have d processors or one. */
static void the_median_loads_ports_less_than_the_least(void **state)
{
    (void)state;
    enum { TRIALS = 2000 };
    static const struct {
        uint32_t d, groups;
        double mean; /* with the median over with the least */
    } cases[] = {{5, 1, 0.57025}, {5, 16, 0.57025}, {7, 1, 0.52027}, {7, 16, 0.52027}};
    struct rd_rng rng = rd_rng_seeded(1, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t d = cases[i].d, p = 1U << d;
        double sum[2] = {0}, busiest[2] = {0};
        for (int trial = 0; trial < TRIALS; trial++) {
            double sent[2][MOST_RANDOM_HOSTS] = {{0}}, taken[2][MOST_RANDOM_HOSTS] = {{0}},
                   load[MOST_RANDOM_HOSTS];
            for (uint32_t kind = 0; kind < cases[i].groups; kind++) {
                for (uint32_t v = 0; v < p; v++)
                    load[v] = rd_rng_normal(&rng);
                for (uint32_t k = 0; k < 2; k++)
                    add_unshuffle(d, k * (d / 2), load, sent[k], taken[k]);
            }
            for (uint32_t k = 0; k < 2; k++) {
                double most = 0;
                for (uint32_t v = 0; v < p; v++) {
                    sum[k] += sent[k][v];
                    most = fmax(most, fmax(sent[k][v], taken[k][v]));
                }
                busiest[k] += most;
            }
        }
        print_message("d = %u, %2u groups: %.4f of all, %.4f of the busiest port\n", d,
                      cases[i].groups, sum[1] / sum[0], busiest[1] / busiest[0]);
        assert_true(fabs(sum[1] / sum[0] - cases[i].mean) < 0.01);
        assert_true(busiest[1] < busiest[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_median_loads_ports_less_than_the_least),
        cmocka_unit_test(a_ball_has_the_greatest_discrepancies),
        cmocka_unit_test(discrepancies_have_their_constants),
        cmocka_unit_test(balls_have_their_ratio),
        cmocka_unit_test(few_edges_leave_small_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
