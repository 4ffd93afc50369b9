#include "explain_prices.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <stdio.h>

enum { SHOWN = 12 };

/* A list under way: its title is printed with its first entry. */
struct list {
    const char *title;
    uint64_t count, limit;
};

static bool begin_entry(struct list *list)
{
    if (list->count++ >= list->limit)
        return false;
    printf("%s", list->count == 1 ? list->title : ", ");
    return true;
}

static void end_list(const struct list *list)
{
    if (list->count > list->limit)
        printf(", and %" PRIu64 " more (--full shows them)", list->count - list->limit);
    if (list->count > 0)
        printf("\n");
}

static void list_hosts(const char *what, const struct rd_instance *instance, const int64_t *price,
                       struct list *list)
{
    char label[RD_LABEL_SIZE];
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        if (price[host] > 0 && begin_entry(list))
            printf("%s of %s %" PRId64, what, rd_host_label(instance, host, label), price[host]);
}

static void list_prices(const struct rd_instance *instance,
                        const struct rd_price_certificate *certificate, struct list *list)
{
    list_hosts("send port", instance, certificate->send_price, list);
    list_hosts("receive port", instance, certificate->receive_price, list);
    list_hosts("processor", instance, certificate->processor_price, list);
    for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++) {
        uint32_t from, to;
        if (rd_link_ends(&instance->topology, link, &from, &to) &&
            certificate->link_price[link] > 0 && begin_entry(list))
            printf("link %" PRIu32 ">%" PRIu32 " %" PRId64, from, to,
                   certificate->link_price[link]);
    }
    for (uint32_t i = 0; certificate->shared_price && i < instance->shared->count; i++)
        if (certificate->shared_price[i] > 0 && begin_entry(list))
            printf("shared link '%s' %" PRId64, instance->shared->name[i],
                   certificate->shared_price[i]);
    if (certificate->bus_price > 0 && begin_entry(list))
        printf("the bus %" PRId64, certificate->bus_price);
}

static void list_potentials(const struct rd_instance *instance,
                            const struct rd_price_certificate *certificate, struct list *list)
{
    char label[RD_LABEL_SIZE];
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        for (uint32_t i = 0; i < certificate->commodity_count; i++) {
            if (!begin_entry(list))
                continue;
            printf("%s", rd_host_label(instance, host, label));
            if (certificate->commodity_count > 1)
                printf(" kind %" PRIu32, i);
            printf(" %" PRId64,
                   certificate->potential[(uint64_t)host * certificate->commodity_count + i]);
        }
}

static void print_large(const char *before, struct rd_large_number number)
{
    if (number.high == 0)
        printf("%s%" PRId64, before, number.low);
    else
        printf("%s%" PRId64 "%018" PRId64, before, number.high, number.low);
}

static void explain_charge(const struct rd_instance *instance, const struct rd_port_charge *charge,
                           struct rd_large_number ticks)
{
    char label[RD_LABEL_SIZE];
    printf("fixed charges (%s)", rd_charged_reason_name(charge->reason));
    if (rd_charged_reason_has_port(charge->reason))
        printf(" of the %s port of %s", charge->receives ? "receive" : "send",
               rd_host_label(instance, charge->host, label));
    print_large(": ", ticks);
    printf(" ticks or more\n");
}

void rd_explain_prices(const struct rd_instance *instance,
                       const struct rd_price_certificate *certificate, bool full,
                       struct rd_arena *arena)
{
    struct rd_price_verdict verdict;
    struct list prices = {"prices of a tick: ", 0, full ? UINT64_MAX : SHOWN};
    struct list potentials = {"potentials of an item: ", 0, full ? UINT64_MAX : SHOWN};
    char tick[RD_NUMBER_SIZE], end[RD_NUMBER_SIZE];
    if (!rd_price_certificate_check(instance, certificate, arena, &verdict, NULL))
        return;
    printf("certificate, checked: in ticks of %s s, no schedule ends by %s s\n",
           rd_number_text(certificate->tick_s, 10, tick),
           rd_number_text(rd_ticks_in_seconds(verdict.end, certificate->tick_s), 10, end));
    if (certificate->charge) {
        explain_charge(instance, certificate->charge, verdict.needed);
        return;
    }
    list_prices(instance, certificate, &prices);
    end_list(&prices);
    list_potentials(instance, certificate, &potentials);
    end_list(&potentials);
    print_large("sum of potential * (load - final load): ", verdict.needed);
    print_large(" or more; sum of price * ticks that are left: ", verdict.offered);
    printf(" or less\n");
}
