#include "explain_prices.h"

#include "sim/base/number_text.h"
#include "sim/model/price_certificate.h"

#include <inttypes.h>
#include <stdio.h>

enum { SHOWN = 12 };

/* A list under way: its title is printed with its first entry. */
struct list {
    FILE *out;
    const char *title;
    uint64_t count, limit;
};

static bool begin_entry(struct list *list)
{
    if (list->count++ >= list->limit)
        return false;
    fprintf(list->out, "%s", list->count == 1 ? list->title : ", ");
    return true;
}

static void end_list(const struct list *list)
{
    if (list->count > list->limit)
        fprintf(list->out, ", and %" PRIu64 " more (--full shows them)", list->count - list->limit);
    if (list->count > 0)
        fprintf(list->out, "\n");
}

static void list_hosts(const char *what, const struct rd_instance *instance, const int64_t *price,
                       struct list *list)
{
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        if (price[host] > 0 && begin_entry(list))
            fprintf(list->out, "%s of %s %" PRId64, what, rd_label(instance, host), price[host]);
}

static void list_prices(const struct rd_instance *instance,
                        const struct rd_price_certificate *certificate, struct list *list)
{
    list_hosts("send port", instance, certificate->send_price, list);
    list_hosts("receive port", instance, certificate->receive_price, list);
    list_hosts("processor", instance, certificate->processor_price, list);
    rd_each_link (link, &instance->topology)
        if (certificate->link_price[link.number] > 0 && begin_entry(list))
            fprintf(list->out, "link %s > %s %" PRId64, rd_label(instance, link.from),
                    rd_label(instance, link.to), certificate->link_price[link.number]);
    for (uint32_t i = 0; certificate->shared_price && i < instance->shared->count; i++)
        if (certificate->shared_price[i] > 0 && begin_entry(list))
            fprintf(list->out, "shared link '%s' %" PRId64, instance->shared->name[i],
                    certificate->shared_price[i]);
    if (certificate->bus_price > 0 && begin_entry(list))
        fprintf(list->out, "the bus %" PRId64, certificate->bus_price);
}

static void list_potentials(const struct rd_instance *instance,
                            const struct rd_price_certificate *certificate, struct list *list)
{
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        for (uint32_t i = 0; i < certificate->commodity_count; i++) {
            if (!begin_entry(list))
                continue;
            fprintf(list->out, "%s", rd_label(instance, host));
            if (certificate->commodity_count > 1)
                fprintf(list->out, " kind %" PRIu32, i);
            fprintf(list->out, " %" PRId64,
                    certificate->potential[(uint64_t)host * certificate->commodity_count + i]);
        }
}

static void write_large(FILE *out, const char *before, struct rd_large_number number)
{
    if (number.high == 0)
        fprintf(out, "%s%" PRId64, before, number.low);
    else
        fprintf(out, "%s%" PRId64 "%018" PRId64, before, number.high, number.low);
}

static void explain_charge(FILE *out, const struct rd_instance *instance,
                           const struct rd_port_charge *charge, struct rd_large_number ticks)
{
    fprintf(out, "fixed charges (%s)", rd_charged_reason_name(charge->reason));
    if (rd_charged_reason_has_port(charge->reason))
        fprintf(out, " of the %s port of %s", charge->receives ? "receive" : "send",
                rd_label(instance, charge->host));
    write_large(out, ": ", ticks);
    fprintf(out, " ticks or more\n");
}

/* Does the certificate price other ports than the bound's own argument is about? */
static bool is_another_proof(const struct rd_instance *instance, const struct rd_bound *bound)
{
    const struct rd_price_certificate *certificate = bound->certificate;
    if (bound->bottleneck != RD_BOTTLENECK_PORTS || certificate->charge)
        return false;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        if ((certificate->send_price[host] > 0) !=
                rd_bound_bottleneck_has_port(bound, host, false) ||
            (certificate->receive_price[host] > 0) !=
                rd_bound_bottleneck_has_port(bound, host, true))
            return true;
    return false;
}

void rd_explain_prices(FILE *out, const struct rd_instance *instance, const struct rd_bound *bound,
                       bool full, struct rd_arena *arena)
{
    const struct rd_price_certificate *certificate = bound->certificate;
    struct rd_price_verdict verdict;
    struct list prices = {out, "prices of a tick: ", 0, full ? UINT64_MAX : SHOWN};
    struct list potentials = {out, "potentials of an item: ", 0, full ? UINT64_MAX : SHOWN};
    char tick[RD_NUMBER_SIZE], end[RD_NUMBER_SIZE];
    if (!rd_price_certificate_check(instance, certificate, arena, &verdict, NULL))
        return;
    fprintf(out, "certificate, checked%s: in ticks of %s s, no schedule ends by %s s\n",
            is_another_proof(instance, bound) ? " (another proof, by other ports than the bound's)"
                                              : "",
            rd_number_text(certificate->tick_s, 10, tick),
            rd_number_text(rd_ticks_in_seconds(verdict.end, certificate->tick_s), 10, end));
    if (certificate->charge) {
        explain_charge(out, instance, certificate->charge, verdict.needed);
        return;
    }
    list_prices(instance, certificate, &prices);
    end_list(&prices);
    list_potentials(instance, certificate, &potentials);
    end_list(&potentials);
    write_large(out, "sum of potential * (load - final load): ", verdict.needed);
    write_large(out, " or more; sum of price * ticks that are left: ", verdict.offered);
    fprintf(out, " or less\n");
}
