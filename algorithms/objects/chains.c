#include "chains.h"

#define NO_MESSAGE UINT32_MAX

/* The messages of each object, in the order of the plan. */
struct messages {
    const struct rd_plan *plan;
    uint32_t *first; /* [objects] */
    uint32_t *next;  /* [messages] */
};

static struct messages list_messages(const struct rd_instance *instance, const struct rd_plan *plan,
                                     struct rd_arena *arena)
{
    struct messages messages = {.plan = plan,
                                .first = rd_take(arena, instance->objects->count, uint32_t),
                                .next = rd_take(arena, plan->transfer_count, uint32_t)};
    for (uint32_t object = 0; object < instance->objects->count; object++)
        messages.first[object] = NO_MESSAGE;
    for (uint32_t i = (uint32_t)plan->transfer_count; i-- > 0;) {
        int32_t object = plan->transfer[i].kind;
        messages.next[i] = messages.first[object];
        messages.first[object] = i;
    }
    return messages;
}

/* The first message that brings an object to a host. */
static uint32_t that_brings(const struct messages *messages, uint32_t object, uint32_t to)
{
    uint32_t message = messages->first[object];
    while (messages->plan->transfer[message].to != to)
        message = messages->next[message];
    return message;
}

void rd_plan_chains(const struct rd_instance *instance, const struct rd_plan *copies,
                    struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    const struct rd_objects *objects = instance->objects;
    rd_arena_borrow(scratch);
    struct messages messages = list_messages(instance, copies, scratch);
    bool *in_chain = rd_take(scratch, copies->transfer_count, bool);
    for (uint32_t object = 0; object < objects->count; object++)
        for (uint32_t at = objects->to[object]; !rd_object_has_source(objects, object, at);) {
            uint32_t message = that_brings(&messages, object, at);
            in_chain[message] = true;
            at = copies->transfer[message].from;
        }
    plan->timing = RD_SELF_TIMED;
    plan->keeps_shared = true;
    for (size_t i = 0; i < copies->transfer_count; i++)
        if (in_chain[i])
            rd_plan_add(plan, arena, copies->transfer[i]);
}
