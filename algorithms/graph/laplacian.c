#include "laplacian.h"

#include <string.h>

/* Rows of the lower triangle, each from its first entry that is not 0 to the diagonal: L D L^T,
 * with D on the diagonal. */
struct rd_laplacian {
    uint32_t host_count;
    uint32_t *host;   /* [host_count]: of each row */
    uint32_t *first;  /* [host_count]: the first column of each row */
    size_t *diagonal; /* [host_count]: where each row ends in `entry` */
    double *entry;
    double *value; /* [host_count]: scratch of a solution, by row */
};

/* The order of rows: hosts as a search from an end of the network meets them, backwards. */
struct ordering {
    const struct rd_network *network;
    uint32_t *host; /* [host_count], those that were met */
    uint32_t count;
    uint32_t *met; /* [host_count]: the number of the search that met each last */
    uint32_t search;
};

static void meet(struct ordering *ordering, uint32_t host)
{
    if (ordering->met[host] == ordering->search)
        return;
    ordering->met[host] = ordering->search;
    ordering->host[ordering->count++] = host;
}

/* Meets all that can be reached from a host, links being taken both ways, behind what was met
 * before. Returns: the host that is met last. */
static uint32_t search_from(struct ordering *ordering, uint32_t host)
{
    uint32_t next = ordering->count;
    ordering->search++;
    meet(ordering, host);
    for (; next < ordering->count; next++)
        for (int receives = 0; receives < 2; receives++) {
            struct rd_port_links port =
                rd_port_links_of(ordering->network, ordering->host[next], receives);
            for (uint32_t i = 0; i < port.count; i++)
                meet(ordering, rd_port_neighbour(ordering->network, &port, i));
        }
    return ordering->host[ordering->count - 1];
}

/* Cuthill and McKee's order, each part of the network from an end of it, backwards. */
static uint32_t *order_hosts(const struct rd_network *network, struct rd_arena *arena)
{
    uint32_t n = network->host_count;
    struct ordering ordering = {network, rd_take(arena, n, uint32_t), 0,
                                rd_take(arena, n, uint32_t), 0};
    for (uint32_t host = 0; host < n; host++) {
        if (ordering.met[host] > 0)
            continue;
        uint32_t before = ordering.count, end = search_from(&ordering, host);
        ordering.count = before;
        search_from(&ordering, end);
    }
    for (uint32_t i = 0; i < n / 2; i++) {
        uint32_t host = ordering.host[i];
        ordering.host[i] = ordering.host[n - 1 - i];
        ordering.host[n - 1 - i] = host;
    }
    return ordering.host;
}

/* Finds where rows start. Returns: how many entries there are. */
static size_t lay_out(struct rd_laplacian *laplacian, const struct rd_network *network,
                      const uint32_t *row)
{
    size_t count = 0;
    for (uint32_t i = 0; i < network->host_count; i++)
        laplacian->first[i] = i;
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t a = row[network->from[link]], b = row[network->to[link]];
        uint32_t low = a < b ? a : b, high = a < b ? b : a;
        if (low < laplacian->first[high])
            laplacian->first[high] = low;
    }
    for (uint32_t i = 0; i < network->host_count; i++) {
        count += i - laplacian->first[i];
        laplacian->diagonal[i] = count++;
    }
    return count;
}

static void fill(struct rd_laplacian *laplacian, const struct rd_network *network,
                 const uint32_t *row, const double *weight, const double *diagonal)
{
    for (uint32_t host = 0; host < network->host_count; host++)
        laplacian->entry[laplacian->diagonal[row[host]]] += diagonal[host];
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t a = row[network->from[link]], b = row[network->to[link]];
        uint32_t low = a < b ? a : b, high = a < b ? b : a;
        laplacian->entry[laplacian->diagonal[a]] += weight[link];
        laplacian->entry[laplacian->diagonal[b]] += weight[link];
        laplacian->entry[laplacian->diagonal[high] - (high - low)] -= weight[link];
    }
}

/* Row by row. What is left on the diagonal of the last row of a part without additions is nothing
 * but rounding: there the sum of what was on it is as good as any. */
static void factorise(struct rd_laplacian *laplacian)
{
    static const double rounding = 1e-10;
    for (uint32_t i = 0; i < laplacian->host_count; i++) {
        double *row = laplacian->entry + laplacian->diagonal[i] - i;
        double own = row[i], left = own;
        for (uint32_t j = laplacian->first[i]; j < i; j++) {
            const double *other = laplacian->entry + laplacian->diagonal[j] - j;
            uint32_t from = laplacian->first[j];
            from = from < laplacian->first[i] ? laplacian->first[i] : from;
            for (uint32_t k = from; k < j; k++)
                row[j] -= row[k] * other[k];
        }
        for (uint32_t j = laplacian->first[i]; j < i; j++) {
            double factor = row[j] / laplacian->entry[laplacian->diagonal[j]];
            left -= row[j] * factor;
            row[j] = factor;
        }
        row[i] = left > rounding * own ? left : own > 0 ? own : 1;
    }
}

struct rd_laplacian *rd_laplacian_factorise(const struct rd_network *network, const double *weight,
                                            const double *diagonal, uint32_t most_width,
                                            struct rd_arena *arena)
{
    uint32_t n = network->host_count, *row = rd_take(arena, n, uint32_t);
    struct rd_laplacian *laplacian =
        rd_make(arena, struct rd_laplacian, .host_count = n, .host = order_hosts(network, arena),
                .first = rd_take(arena, n, uint32_t), .diagonal = rd_take(arena, n, size_t),
                .value = rd_take(arena, n, double));
    for (uint32_t i = 0; i < n; i++)
        row[laplacian->host[i]] = i;
    size_t count = lay_out(laplacian, network, row);
    if (count > (size_t)n * most_width)
        return NULL;
    laplacian->entry = rd_take(arena, count, double);
    fill(laplacian, network, row, weight, diagonal);
    factorise(laplacian);
    return laplacian;
}

void rd_laplacian_solve(const struct rd_laplacian *laplacian, const double *right, size_t stride,
                        double *ret_potential)
{
    double *value = laplacian->value;
    for (uint32_t i = 0; i < laplacian->host_count; i++) {
        const double *row = laplacian->entry + laplacian->diagonal[i] - i;
        double sum = right[laplacian->host[i] * stride];
        for (uint32_t j = laplacian->first[i]; j < i; j++)
            sum -= row[j] * value[j];
        value[i] = sum;
    }
    for (uint32_t i = 0; i < laplacian->host_count; i++)
        value[i] /= laplacian->entry[laplacian->diagonal[i]];
    for (uint32_t i = laplacian->host_count; i-- > 0;) {
        const double *row = laplacian->entry + laplacian->diagonal[i] - i;
        for (uint32_t j = laplacian->first[i]; j < i; j++)
            value[j] -= row[j] * value[i];
        ret_potential[laplacian->host[i] * stride] = value[i];
    }
}
