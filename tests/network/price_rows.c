/* Prints random small networks with climbed price bounds as rows for check_certificates.py, with
 * the optimum by search beside them: price_rows COUNT. */
#include "price_climb.h"

#include "generate.h"

#include <stdlib.h>

static void print_list(const char *name, const int *values, int count)
{
    printf(", \"%s\": [", name);
    for (int i = 0; i < count; i++)
        printf("%s%d", i > 0 ? ", " : "", values[i]);
    printf("]");
}

static void print_by_host(const char *name, const struct small_network *network,
                          const int amounts[SMALL_HOSTS][SMALL_KINDS])
{
    printf(", \"%s\": [", name);
    for (int host = 0; host < network->host_count; host++)
        for (int kind = 0; kind < network->kind_count; kind++)
            printf("%s%d%s",
                   kind > 0   ? ", "
                   : host > 0 ? ", ["
                              : "[",
                   amounts[host][kind], kind + 1 == network->kind_count ? "]" : "");
    printf("]");
}

static void print_network(const struct small_network *network)
{
    printf("{\"hosts\": %d, \"links\": [", network->host_count);
    for (int link = 0; link < network->link_count; link++)
        printf("%s[%d, %d, %d, 0]", link > 0 ? ", " : "", network->from[link], network->to[link],
               network->cost_s[link]);
    printf("], \"ports\": [");
    for (int host = 0; host < network->host_count; host++)
        if (network->ports[host] == 0)
            printf("%snull", host > 0 ? ", " : "");
        else
            printf("%s%d", host > 0 ? ", " : "", network->ports[host]);
    printf("], \"bus\": %s, \"goal\": \"%s\", \"balance_error\": %d",
           network->is_bus ? "true" : "false", rd_goal_name(network->goal), network->balance_error);
    if (network->relay != NO_RELAY)
        printf(", \"relay\": %d", network->relay);
    print_by_host("loads", network, network->load);
    print_by_host("target", network, network->target);
    print_list("compute_item_s", network->compute_s, network->host_count);
}

static void print_certificate(const struct small_network *network, const struct prices *prices)
{
    long potential[SMALL_KINDS][SMALL_HOSTS];
    price_potentials(network, prices, potential);
    printf(", \"certificate\": {\"bus_price\": %d", prices->bus);
    print_list("send_price", prices->send, network->host_count);
    print_list("receive_price", prices->receive, network->host_count);
    print_list("link_price", prices->link, network->link_count);
    print_list("processor_price", prices->processor, network->host_count);
    printf(", \"potential\": [");
    for (int host = 0; host < network->host_count; host++)
        for (int kind = 0; kind < network->kind_count; kind++)
            printf("%s%ld%s",
                   kind > 0   ? ", "
                   : host > 0 ? ", ["
                              : "[",
                   potential[kind][host], kind + 1 == network->kind_count ? "]" : "");
    printf("]}");
}

int main(int argument_count, char **argument)
{
    struct rd_arena scratch;
    struct rd_rng rng = rd_rng_seeded(28, 0);
    long wanted = argument_count > 1 ? strtol(argument[1], NULL, 10) : 1;
    rd_arena_open(&scratch, 0);
    printf("{\"rows\": [");
    for (long count = 0; count < wanted;) {
        struct small_network network;
        struct prices prices = {0};
        int optimum_s;
        if (!price_draw(&rng, &scratch, &network, &optimum_s))
            continue;
        struct price_bound bound = price_climb(&rng, &network, PRICE_RULE, -1, &prices);
        if (bound.num <= 0)
            continue;
        printf("%s", count++ > 0 ? ",\n" : "\n");
        print_network(&network);
        print_certificate(&network, &prices);
        printf(", \"bound_s\": %ld, \"optimum_s\": %d}", rounded_up_s(bound, grid_s(&network)),
               optimum_s);
    }
    printf("\n]}\n");
    rd_arena_close(&scratch);
    return 0;
}
