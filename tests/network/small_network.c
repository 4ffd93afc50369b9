#include "small_network.h"

int small_network_items(const struct small_network *network, int kind)
{
    int items = 0;
    for (int host = 0; host < network->host_count; host++)
        items += network->load[host][kind];
    return items;
}

int small_network_error(const struct small_network *network, int kind)
{
    int keepers = network->host_count - (network->relay != NO_RELAY);
    bool divides = small_network_items(network, kind) % keepers == 0;
    return network->balance_error == 0 && !divides ? 1 : network->balance_error;
}

bool small_network_is_reached(const struct small_network *network,
                              int held[SMALL_HOSTS][SMALL_KINDS])
{
    for (int kind = 0; kind < network->kind_count; kind++) {
        int least = SMALL_ITEMS, most = 0;
        for (int host = 0; host < network->host_count; host++) {
            int items = held[host][kind];
            if (network->goal == RD_REACH && items != network->target[host][kind])
                return false;
            if (host == network->relay) {
                if (items != 0)
                    return false;
                continue;
            }
            least = items < least ? items : least;
            most = items > most ? items : most;
        }
        if (network->goal == RD_BALANCE && most - least > small_network_error(network, kind))
            return false;
    }
    return true;
}

static void print_by_host(FILE *out, const char *name, const struct small_network *network,
                          const int amounts[SMALL_HOSTS][SMALL_KINDS])
{
    fprintf(out, "%s", name);
    for (int host = 0; host < network->host_count; host++)
        for (int kind = 0; kind < network->kind_count; kind++)
            fprintf(out, "%c%d", kind == 0 ? ' ' : '/', amounts[host][kind]);
    fprintf(out, "\n");
}

void small_network_print(FILE *out, const struct small_network *network)
{
    fprintf(out, "%s, %d hosts, goal %s, error %d, relay %d%s\nlinks from>to:seconds",
            network->family, network->host_count, rd_goal_name(network->goal),
            network->balance_error, network->relay, network->is_bus ? ", bus" : "");
    for (int link = 0; link < network->link_count; link++)
        fprintf(out, " %d>%d:%d", network->from[link], network->to[link], network->cost_s[link]);
    for (int kind = 0; kind < network->kind_count && network->size[0] > 0; kind++)
        fprintf(out, ", kind %d of size %d", kind, network->size[kind]);
    fprintf(out, "\nports");
    for (int host = 0; host < network->host_count; host++)
        fprintf(out, " %d", network->ports[host]);
    fprintf(out, "\n");
    print_by_host(out, "loads", network, network->load);
    if (network->goal == RD_REACH)
        print_by_host(out, "targets", network, network->target);
    if (network->goal == RD_FINISH) {
        fprintf(out, "seconds to compute an item");
        for (int host = 0; host < network->host_count; host++)
            fprintf(out, " %d", network->compute_s[host]);
        fprintf(out, "\n");
    }
}
