/* Certificates of networks with shared links that were changed at random: each is refused, or what
 * it claims is still true, which is at most the time of a legal schedule. */
#include "sharing_search.h"

#include "algorithms/port_lp/certify.h"
#include "sim/model/certificates/charge.h"
#include "sim/model/certificates/price_certificate.h"
#include "tests/support/arenas.h"
#include "tests/support/bound.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <inttypes.h>
#include <string.h>

enum { NETWORKS = 100, MUTANTS = 20, MOST_CHANGES = 4, STATE_LIMIT = 20000, SHOWN = 3 };

static uint64_t times = 1;

/* A certificate whose arrays are the test's to change. */
struct mutant {
    struct rd_price_certificate certificate;
    struct rd_port_charge charge;
    size_t host_count, link_count, wire_count, commodity_count;
    int64_t *prices[5]; /* of send, receive, processor, link, shared; NULL if there are none */
    int64_t *potential, *earliest, *rest;
    uint32_t *group;
};

static size_t price_count(const struct mutant *mutant, int row)
{
    return row < 3 ? mutant->host_count : row == 3 ? mutant->link_count : mutant->wire_count;
}

static int64_t *copy(const int64_t *array, size_t count)
{
    return array ? rd_arena_copy(&test_arena, array, count, sizeof *array) : NULL;
}

static struct mutant mutant_of(const struct rd_price_certificate *certificate,
                               const struct rd_instance *instance)
{
    struct mutant mutant = {.certificate = *certificate,
                            .host_count = instance->topology.host_count,
                            .link_count = rd_link_count(&instance->topology),
                            .wire_count = instance->shared->count,
                            .commodity_count = certificate->commodity_count};
    size_t entries = mutant.host_count * mutant.commodity_count;
    const int64_t *prices[] = {certificate->send_price, certificate->receive_price,
                               certificate->processor_price, certificate->link_price,
                               certificate->shared_price};
    for (int row = 0; row < 5; row++)
        mutant.prices[row] = copy(prices[row], price_count(&mutant, row));
    mutant.potential = copy(certificate->potential, entries);
    mutant.earliest = copy(certificate->earliest, entries);
    mutant.rest = copy(certificate->rest, entries);
    if (certificate->charge) {
        mutant.charge = *certificate->charge;
        if (mutant.charge.group)
            mutant.group =
                rd_arena_copy(&test_arena, mutant.charge.group, entries, sizeof *mutant.group);
    }
    return mutant;
}

/* The certificate itself. In: a mutant that stays where it is. */
static const struct rd_price_certificate *changed(struct mutant *mutant)
{
    struct rd_price_certificate *certificate = &mutant->certificate;
    certificate->send_price = mutant->prices[0];
    certificate->receive_price = mutant->prices[1];
    certificate->processor_price = mutant->prices[2];
    certificate->link_price = mutant->prices[3];
    certificate->shared_price = mutant->prices[4];
    certificate->potential = mutant->potential;
    certificate->earliest = mutant->earliest;
    certificate->rest = mutant->rest;
    mutant->charge.group = mutant->group;
    certificate->charge = certificate->charge ? &mutant->charge : NULL;
    return certificate;
}

static void change_number(struct rd_rng *rng, int64_t *number)
{
    switch (rd_rng_below(rng, 7)) {
    case 0: *number = 0; break;
    case 1: *number = *number > 0 ? *number / 2 : 1; break;
    case 2: *number = *number < RD_PRICE_LIMIT / 2 ? *number * 2 : *number; break;
    case 3: *number = -*number; break;
    case 4:
        *number = rd_rng_below(rng, 8) == 0 ? RD_PRICE_LIMIT - (int64_t)rd_rng_below(rng, 2) : 1;
        break;
    default: *number += rd_rng_between(rng, -3, 3);
    }
}

static void change_one(struct rd_rng *rng, int64_t *array, size_t count)
{
    if (array && count > 0)
        change_number(rng, &array[rd_rng_below(rng, count)]);
}

static void change_charge(struct rd_rng *rng, struct mutant *mutant)
{
    struct rd_port_charge *charge = &mutant->charge;
    size_t entries = mutant->host_count * mutant->commodity_count;
    switch (rd_rng_below(rng, 5)) {
    case 0: charge->reason = rd_rng_below(rng, RD_CHARGED_REASON_COUNT); break;
    case 1: charge->host = (uint32_t)rd_rng_below(rng, mutant->host_count); break;
    case 2: charge->receives = !charge->receives; break;
    case 3: charge->commodity = (uint32_t)rd_rng_below(rng, mutant->commodity_count); break;
    default:
        if (mutant->group)
            mutant->group[rd_rng_below(rng, entries)] =
                (uint32_t)rd_rng_below(rng, mutant->host_count + 1);
    }
}

static void change(struct rd_rng *rng, struct mutant *mutant)
{
    static const double factors[] = {0.5, 0.9, 1.001, 1.1, 1.5, 2, 3};
    struct rd_price_certificate *certificate = &mutant->certificate;
    size_t entries = mutant->host_count * mutant->commodity_count;
    int row = (int)rd_rng_below(rng, 5);
    switch (rd_rng_below(rng, 10)) {
    case 0:
    case 1: change_one(rng, mutant->prices[row], price_count(mutant, row)); break;
    case 2:
        /* shared links count most here */
        change_one(rng, mutant->prices[4], price_count(mutant, 4));
        break;
    case 3: change_one(rng, mutant->potential, entries); break;
    case 4: change_one(rng, mutant->earliest, entries); break;
    case 5: change_one(rng, mutant->rest, entries); break;
    case 6: certificate->ticks += rd_rng_between(rng, 1, 3); break;
    case 7: certificate->tick_s *= factors[rd_rng_below(rng, 7)]; break;
    case 8:
        if (rd_rng_below(rng, 4) == 0)
            certificate->single_items = !certificate->single_items;
        else if (rd_rng_below(rng, 4) == 0)
            certificate->commodity_count = 1;
        break;
    default:
        if (certificate->charge)
            change_charge(rng, mutant);
        else
            certificate->ticks++;
    }
}

struct counts {
    uint64_t mutants, refused, true_still, false_claims;
};

static void check(const struct shared_network *network, const struct rd_instance *instance,
                  const struct rd_bound *bound, double legal_s, struct mutant *mutant,
                  struct counts *counts)
{
    struct rd_price_verdict verdict;
    struct rd_bound claim = *bound;
    claim.certificate = changed(mutant);
    claim.seconds = (double)mutant->certificate.ticks * mutant->certificate.tick_s;
    if (rd_price_certificate_check(instance, claim.certificate, &test_scratch, &verdict, NULL))
        claim.seconds = verdict.seconds;
    counts->mutants++;
    if (!rd_bound_check(&claim, instance, &test_scratch, NULL)) {
        counts->refused++;
    } else if (claim.seconds <= legal_s + 1e-9) {
        counts->true_still++;
    } else if (counts->false_claims++ < SHOWN) {
        shared_network_print(stderr, network);
        fprintf(stderr, "accepted: no schedule ends before %.17g s, and one takes %.17g s\n\n",
                claim.seconds, legal_s);
    }
}

/* Changes the certificate of one network. Returns: has it one, and was a legal time found? */
static bool check_network(struct rd_rng *rng, struct counts *counts)
{
    rd_arena_borrow(&test_arena);
    struct shared_network network;
    struct rd_bound bound;
    shared_network_draw(rng, &network);
    if (network.shared_count == 0)
        return false;
    struct test_instance test = shared_network_instance(&network, &test_arena);
    struct sharing_search legal = sharing_search(&network, STATE_LIMIT, &test_scratch);
    if (!legal.found ||
        !test_named_bound("port-prices", &test.instance, &test_arena, &test_scratch, &bound,
                          NULL) ||
        !bound.certificate)
        return false;
    for (int i = 0; i < MUTANTS; i++) {
        struct mutant mutant = mutant_of(bound.certificate, &test.instance);
        for (uint64_t changes = 1 + rd_rng_below(rng, MOST_CHANGES); changes > 0; changes--)
            change(rng, &mutant);
        check(&network, &test.instance, &bound, legal.seconds, &mutant, counts);
    }
    return true;
}

static void changed_certificates_are_refused_or_true(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(47, 0);
    struct counts counts = {0};
    for (uint64_t networks = 0; networks < NETWORKS * times;)
        networks += check_network(&rng, &counts);
    print_message("%" PRIu64 " changed certificates: %" PRIu64 " refused, %" PRIu64
                  " still true, %" PRIu64 " false and accepted\n",
                  counts.mutants, counts.refused, counts.true_still, counts.false_claims);
    assert_int_equal(counts.false_claims, 0);
    assert_true(counts.refused > 0 && counts.true_still > 0);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(changed_certificates_are_refused_or_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
