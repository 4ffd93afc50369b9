/* Copies beside counted kinds: what bounds the counted kinds alone, and what ports have to carry of
 * both (algorithms/copies). The bounds of copies hold as well, for the named kinds alone. Source:
 * our own; docs/copies_bounds.md. */
#include "found_bounds.h"

#include "algorithms/multicast/port_loads.h"
#include "sim/model/copies_parts.h"
#include "sim/model/trace.h"

static bool check_parts(const struct rd_instance *instance, struct rd_error *reterr)
{
    return rd_has_two_parts(instance) ||
           rd_refuse(reterr, "every kind has a name: it is about kinds that are counted, beside "
                             "them");
}

static bool compute_loads(RD_BOUND_PARAMETERS)
{
    struct rd_bound found;
    if (!check_parts(instance, reterr))
        return false;
    struct rd_instance part = rd_counted_part(instance, arena);
    if (!rd_best_bound(&part, NULL, arena, scratch, &found, reterr))
        return false;
    *ret_bound = (struct rd_bound){
        .seconds = found.seconds,
        .name = "loads beside copies",
        .certificate = found.certificate,
        .why = rd_arena_print(arena, "Without the copies, what is counted takes %.10g s (%s).",
                              found.seconds, found.name)};
    return true;
}

static bool compute_ports(RD_BOUND_PARAMETERS)
{
    struct rd_multicast multicast;
    if (!check_parts(instance, reterr) ||
        !rd_multicast_read(instance, scratch, scratch, &multicast, reterr))
        return false;
    struct rd_port_loads found = rd_port_loads_find(&multicast, scratch);
    const char *port = found.host == RD_NO_HOST ? "The bus has to carry"
                       : found.receives         ? "has to receive"
                                                : "has to send";
    struct rd_price_verdict verdict = {0};
    const struct rd_multicast_certificate *certificate =
        rd_port_loads_certify(&multicast, &found, arena, scratch, &verdict);
    bool certified = certificate && (verdict.seconds >= found.seconds ||
                                     rd_times_agree(verdict.seconds, found.seconds, found.seconds));
    *ret_bound = (struct rd_bound){
        .seconds = certified ? verdict.seconds : found.seconds,
        .multicast = certified ? certificate : NULL,
        .name = "ports of copies and loads",
        .why = found.seconds == 0
                   ? "Nothing that takes time follows from this."
                   : rd_arena_print(arena, "%s%s%s %.0f items to copy and %.0f that move.",
                                    found.host == RD_NO_HOST ? "" : rd_label(instance, found.host),
                                    found.host == RD_NO_HOST ? "" : " ", port, found.copied,
                                    found.moved)};
    return true;
}

#define MIXED_DOMAIN                                                                               \
    .source = "none: our own",                                                                     \
    .domain = {.shape = RD_ANY_SHAPE,                                                              \
               .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),           \
               .goals = RD_BIT(RD_COPIES),                                                         \
               .sizes_by_kind = true}

const struct rd_problem_bound copies_ports = {
    .name = "copies-ports",
    .summary = "copies beside loads: what a port has to send, or to receive, of both",
    MIXED_DOMAIN,
    .compute = compute_ports,
};

const struct rd_problem_bound copies_loads = {
    .name = "copies-loads",
    .summary = "copies beside loads: the greatest bound of what is counted alone",
    MIXED_DOMAIN,
    .dear = true,
    .compute = compute_loads,
};
