#include "transfers.h"

#include "algorithms/kernels/list_schedule.h"

#include <inttypes.h>
#include <math.h>

/* The seconds that ports are still to be busy, all their places together. */
struct ports {
    const struct rd_list_link *link;
    double *out_s;         /* [hosts] */
    double *in_s;          /* [hosts] */
    const uint32_t *width; /* [hosts] */
};

static struct rd_list_priority priority(void *context, size_t link, RD_UNUSED int64_t left,
                                        const int64_t held[2])
{
    (void)held;
    const struct ports *ports = context;
    uint32_t from = ports->link[link].from, to = ports->link[link].to;
    double out_s = ports->out_s[from] / ports->width[from];
    double in_s = ports->in_s[to] / ports->width[to];
    return (struct rd_list_priority){fmax(out_s, in_s), fmin(out_s, in_s)};
}

static void started(void *context, size_t link, RD_UNUSED int64_t left)
{
    struct ports *ports = context;
    ports->out_s[ports->link[link].from] -= ports->link[link].item_s;
    ports->in_s[ports->link[link].to] -= ports->link[link].item_s;
}

/* What a message takes of shared links. */
static void list_shares(const struct rd_instance *instance, uint64_t number,
                        struct rd_list_link *link, struct rd_arena *scratch)
{
    const struct rd_shared_use *end, *use = rd_link_uses(instance, number, &end);
    struct rd_link_share *share = rd_take(scratch, end - use, struct rd_link_share);
    link->share = share;
    for (; use < end; use++)
        share[link->share_count++] =
            (struct rd_link_share){use->shared, rd_link_part(instance, number, use)};
}

bool rd_switch_list(const struct rd_transfers *transfers, struct rd_arena *arena,
                    struct rd_arena *scratch, struct rd_plan *plan, struct rd_error *reterr)
{
    const struct rd_instance *instance = transfers->instance;
    uint32_t hosts = instance->topology.host_count;
    int64_t looks = 2 * (int64_t)transfers->count * hosts;
    if (looks > RD_SWITCH_LOOK_LIMIT)
        return rd_refuse(reterr,
                         "%zu messages between %" PRIu32 " hosts: list "
                         "scheduling takes up to %" PRId64 " messages times hosts; give the "
                         "option schedule the value colouring or compact",
                         transfers->count, hosts, RD_SWITCH_LOOK_LIMIT / 2);
    rd_arena_borrow(scratch);
    struct rd_list_link *link = rd_take(scratch, transfers->count, struct rd_list_link);
    uint32_t *width = rd_switch_widths(instance, scratch);
    struct ports ports = {link, rd_take(scratch, hosts, double), rd_take(scratch, hosts, double),
                          width};
    for (size_t i = 0; i < transfers->count; i++) {
        const struct rd_multi_edge *edge = &transfers->edge[i];
        uint64_t number = rd_link_between(&instance->topology, edge->row, edge->column);
        double message_s = rd_message_duration_s(rd_link_cost(instance, number),
                                                 (double)edge->count * instance->item_bytes);
        link[i] = (struct rd_list_link){
            .from = edge->row, .to = edge->column, .item_s = message_s, .items = 1};
        list_shares(instance, number, &link[i], scratch);
        ports.out_s[edge->row] += message_s;
        ports.in_s[edge->column] += message_s;
    }
    struct rd_list_problem problem = {
        .host_count = hosts,
        .ports = width,
        .link_count = transfers->count,
        .link = link,
        .shared_count = instance->shared ? instance->shared->count : 0,
        .priority = priority,
        .started = started,
        .context = &ports,
    };
    uint32_t *order = rd_take(scratch, transfers->count, uint32_t);
    rd_list_schedule(&problem, INFINITY, order, scratch);
    rd_plan_reserve(plan, arena, transfers->count);
    for (size_t i = 0; i < transfers->count; i++) {
        const struct rd_multi_edge *edge = &transfers->edge[order[i]];
        rd_transfers_add(
            transfers, arena, plan,
            (struct rd_transfer){
                .from = edge->row, .to = edge->column, .items = edge->count, .messages = 1});
    }
    return true;
}
