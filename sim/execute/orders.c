#include "orders.h"

#include "copy_orders.h"
#include "object_orders.h"

#include <inttypes.h>

/* Bytes of an MPI message, which counts them in an int. */
#define MESSAGE_BYTES 2147483647.0

static bool refuse(struct rd_error *reterr, const char *what)
{
    return rd_refuse(reterr, "%s: messages of items, self-timed or in lock-step, can be executed",
                     what);
}

static bool check_transfer(const struct rd_instance *instance, const struct rd_transfer *transfer,
                           struct rd_error *reterr)
{
    if (transfer->to == RD_NO_HOST)
        return refuse(reterr, "the plan computes");
    if (transfer->messages == 0)
        return refuse(reterr, "the plan sends what hosts hold at that time");
    double bytes =
        instance->message_bytes + rd_content_bytes(instance, transfer->kind, transfer->items);
    return bytes <= MESSAGE_BYTES ||
           rd_refuse(reterr, "a message of %g bytes: MPI sends up to 2^31 - 1 bytes in one", bytes);
}

bool rd_orders_check(const struct rd_instance *instance, const struct rd_plan *plan,
                     struct rd_arena *scratch, struct rd_error *reterr)
{
    uint64_t entries =
        instance->objects ? 0 : (uint64_t)instance->topology.host_count * instance->kind_count;
    double items = 0, bytes = 0; /* one more of each item: none is free */
    int64_t messages = 0;
    if (instance->objects && !rd_object_orders_check(instance, plan, RD_EXECUTED_BYTES, reterr))
        return false;
    if (instance->shared && rd_plan_has_room(plan, RD_ROOM_BYTES))
        return refuse(reterr, "messages keep their bytes only to shared links, start before others "
                              "have ended, and no process sees when");
    if (instance->topology.shape == RD_BUS)
        return refuse(reterr, "on a bus no process sees the others' messages");
    if (plan->timing == RD_AS_RECORDED)
        return refuse(reterr, "hosts decide on the way");
    if (plan->timing == RD_FREE_ORDER)
        return refuse(reterr, "the plan leaves the order of messages to the network");
    if (plan->block)
        return refuse(reterr, "the plan is of packets");
    for (uint64_t i = 0; i < entries; i++) {
        items += (double)instance->load[i];
        bytes += (double)instance->load[i] *
                 (rd_kind_bytes(instance, (uint32_t)(i % instance->kind_count)) + 1);
    }
    if (bytes > (double)RD_EXECUTED_BYTES)
        return rd_refuse(reterr,
                         "%g items of %g bytes: real ones of at most 4 GiB in all are moved", items,
                         bytes / items - 1);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        if (!check_transfer(instance, &plan->transfer[i], reterr))
            return false;
        messages += plan->transfer[i].messages;
        if (messages > RD_EXECUTED_MESSAGES)
            return rd_refuse(reterr, "more than %d messages: at most that many are executed",
                             RD_EXECUTED_MESSAGES);
    }
    if (instance->copies &&
        !rd_copy_orders_check(instance, plan, bytes, RD_EXECUTED_BYTES, scratch, reterr))
        return false;
    /* The order of a plan of such messages is told by words. */
    rd_assert(!instance->shared || !rd_plan_has_room(plan, RD_ROOM_KEEP));
    return true;
}

void rd_orders_direct(const struct rd_instance *instance, const int64_t *final,
                      struct rd_arena *arena, struct rd_plan *ret_plan)
{
    uint32_t hosts = instance->topology.host_count, kinds = instance->kind_count;
    struct rd_plan plan = {.round_count = 1};
    int64_t *left = rd_take(arena, hosts, int64_t);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        for (uint32_t host = 0; host < hosts; host++)
            left[host] = rd_load(instance, host, kind) - final[(uint64_t)host * kinds + kind];
        for (uint32_t from = 0, to = 0; from < hosts; from++)
            while (left[from] > 0) {
                while (left[to] >= 0)
                    to++;
                int64_t items = left[from] < -left[to] ? left[from] : -left[to];
                rd_plan_add(&plan, arena,
                            (struct rd_transfer){.from = from,
                                                 .to = to,
                                                 .kind = (int32_t)kind,
                                                 .items = items,
                                                 .messages = 1});
                left[from] -= items;
                left[to] += items;
            }
    }
    *ret_plan = plan;
}

static void print_hosts(struct rd_text *text, const struct rd_instance *instance)
{
    uint32_t counted = rd_counted_kinds(instance);
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        rd_text_print(text, "%.0f\n", rd_kind_bytes(instance, kind));
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        rd_text_print(text, "%" PRIu32, rd_host_ports(instance, host));
        for (uint32_t kind = 0; kind < counted; kind++)
            rd_text_print(text, " %" PRId64, rd_load(instance, host, kind));
        rd_text_print(text, "\n");
    }
}

const char *rd_orders_text(const struct rd_instance *instance, const struct rd_plan *plan,
                           uint64_t padding_bytes, struct rd_arena *arena)
{
    struct rd_text text = {.arena = arena};
    uint32_t counted = rd_counted_kinds(instance);
    rd_text_print(&text, "%" PRIu32 " %" PRIu32 " %" PRIu32 " %.0f %" PRIu64 " %d %d\n",
                  instance->topology.host_count, counted, instance->kind_count - counted,
                  instance->word_bytes, padding_bytes, instance->objects != NULL,
                  plan->timing == RD_LOCK_STEP);
    if (instance->objects)
        rd_object_orders_print(&text, instance);
    else
        print_hosts(&text, instance);
    if (instance->copies)
        rd_copy_orders_print(&text, instance->copies);
    rd_text_print(&text, "%zu\n", plan->transfer_count);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        rd_text_print(&text,
                      "%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRId32 " %" PRId64 " %" PRId64
                      " %" PRId64 "\n",
                      transfer->round, transfer->from, transfer->to, transfer->kind,
                      transfer->items, transfer->messages, rd_plan_first_item(plan, i));
    }
    return text.text;
}
