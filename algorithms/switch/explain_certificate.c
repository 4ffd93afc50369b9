#include "explain_certificate.h"

#include "sim/model/bound.h"

#include <inttypes.h>

/* What is listed at the most. */
enum { SHOWN = 12 };

static uint32_t count_true(const bool *member, uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += member[i];
    return count;
}

const char *rd_hall_words(const struct rd_instance *instance, const bool *is_host,
                          const bool *is_kind, struct rd_arena *arena)
{
    uint32_t n = instance->topology.host_count, hosts = count_true(is_host, n);
    uint32_t kinds = n - count_true(is_kind, n);
    const char *const *name = instance->host_name;
    if (hosts <= kinds)
        return rd_arena_print(
            arena, "%s could keep %s%s", rd_members_words("host", name, is_host, true, n, arena),
            rd_members_words("kind", NULL, is_kind, true, n, arena), hosts == 1 ? "" : " only");
    return rd_arena_print(
        arena, "%s could be kept by %s%s", rd_members_words("kind", NULL, is_kind, false, n, arena),
        rd_members_words("host", name, is_host, false, n, arena), kinds == 1 ? "" : " only");
}

/* "3, -1, 0, .." */
static const char *price_words(const int64_t *price, uint32_t n, struct rd_arena *arena)
{
    const char *words = "";
    for (uint32_t i = 0; i < n && i < SHOWN; i++)
        words = rd_arena_print(arena, "%s%s%" PRId64, words, i > 0 ? ", " : "", price[i]);
    return n > SHOWN ? rd_arena_print(arena, "%s, ..", words) : words;
}

static const char *volume_words(const struct rd_switch *of,
                                const struct rd_certificate *certificate, struct rd_arena *arena)
{
    const char *some = "";
    bool steps_first = certificate->claim == RD_FEWEST_STEPS_THEN_LEAST_VOLUME;
    if (steps_first)
        some = rd_arena_print(arena, " in at most %" PRId64 " steps", certificate->steps);
    return rd_arena_print(
        arena,
        "Volume %" PRId64 " of %" PRId64
        " items is the least%s: a host that keeps a kind%s receives at least its own price and the "
        "kind's together, and the prices of hosts (%s) and of kinds (%s) sum to %" PRId64 ".",
        certificate->volume, of->item_count, steps_first ? " with so few steps" : "", some,
        price_words(certificate->host_price, of->n, arena),
        price_words(certificate->kind_price, of->n, arena), certificate->volume);
}

/* Which kinds the hosts that prove the steps could keep in fewer. */
static void mark_hall(const struct rd_switch *of, const struct rd_certificate *certificate,
                      bool *is_host, bool *is_kind)
{
    bool tight_only = certificate->claim == RD_LEAST_VOLUME_THEN_FEWEST_STEPS;
    for (uint32_t k = 0; k < certificate->hall_host_count; k++) {
        uint32_t host = certificate->hall_host[k];
        is_host[host] = true;
        for (uint32_t kind = 0; kind < of->n; kind++) {
            int64_t kept = rd_switch_kept(of, host, kind);
            if (rd_switch_handles(of, host, kind, kept) < certificate->steps &&
                (!tight_only || certificate->host_price[host] + certificate->kind_price[kind] ==
                                    rd_switch_receives(of, kind, kept)))
                is_kind[kind] = true;
        }
    }
}

static const char *steps_words(const struct rd_switch *of, const struct rd_certificate *certificate,
                               struct rd_arena *arena, struct rd_arena *scratch)
{
    bool with_volume = certificate->claim == RD_LEAST_VOLUME_THEN_FEWEST_STEPS;
    if (certificate->steps == 0)
        return "No step is needed: every kind lies on its host.";
    rd_arena_borrow(scratch);
    bool *is_host = rd_take(scratch, of->n, bool), *is_kind = rd_take(scratch, of->n, bool);
    mark_hall(of, certificate, is_host, is_kind);
    return rd_arena_print(arena, "Steps %" PRId64 " are the fewest%s: in fewer, %s.",
                          certificate->steps, with_volume ? " with so little volume" : "",
                          rd_hall_words(of->instance, is_host, is_kind, arena));
}

const char *rd_certificate_words(const struct rd_switch *of,
                                 const struct rd_certificate *certificate, struct rd_arena *arena,
                                 struct rd_arena *scratch)
{
    const char *volume =
        rd_claims_volume(certificate->claim) ? volume_words(of, certificate, arena) : NULL;
    const char *steps =
        rd_claims_steps(certificate->claim) ? steps_words(of, certificate, arena, scratch) : NULL;
    if (!volume || !steps)
        return volume ? volume : steps;
    bool volume_first = certificate->claim == RD_LEAST_VOLUME_THEN_FEWEST_STEPS;
    return rd_arena_print(arena, "%s %s", volume_first ? volume : steps,
                          volume_first ? steps : volume);
}
