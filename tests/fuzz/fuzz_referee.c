/* The referee on whatever plan or trace: it must not crash or hang, the planned clock of what it
 * finds legal must be a legal trace, items must neither appear nor vanish, and where the plan is
 * small the oracle must say the same. */
#include "bytes.h"
#include "tests/referee/agree.h"

#include "sim/model/instance_check.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SMALL_MESSAGES = 2000, SMALL_ROUNDS = 2000 };

/* What is refused for want of memory is not judged further. */
static jmp_buf out_of_memory;

static void leave(void *context, size_t wanted_bytes)
{
    (void)context;
    (void)wanted_bytes;
    longjmp(out_of_memory, 1);
}

static void stop(const char *why)
{
    fprintf(stderr, "%s\n", why);
    abort();
}

/* Few enough messages and rounds for the oracle? */
static bool is_small(const struct rd_plan *plan)
{
    int64_t messages = 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        int64_t of_row =
            plan->transfer[i].messages ? plan->transfer[i].messages : plan->transfer[i].items;
        if (of_row > SMALL_MESSAGES)
            return false;
        messages += of_row > 0 ? of_row : 0;
    }
    return messages <= SMALL_MESSAGES && plan->round_count <= SMALL_ROUNDS;
}

static void check_conservation(const struct rd_instance *instance, const struct rd_verdict *verdict)
{
    int64_t before = 0, after = 0;
    for (size_t i = 0; i < (size_t)instance->topology.host_count * instance->kind_count; i++) {
        before += instance->load[i];
        after += verdict->final[i];
        if (verdict->final[i] < 0)
            stop("a host ends with less than nothing");
    }
    for (uint32_t host = 0; verdict->computed && host < instance->topology.host_count; host++)
        after += verdict->computed[host];
    if (before != after)
        stop("items appear or vanish");
}

/* Takes some time of its own: nothing in it lasts 0 s, where order at one date is open. */
static bool takes_time(const struct rd_trace *trace)
{
    for (size_t i = 0; i < trace->transfer_count; i++)
        if (!(trace->transfer[i].end_s - trace->transfer[i].start_s > 1e-3))
            return false;
    return true;
}

static void judge_plan(struct bytes *bytes, const struct rd_instance *instance,
                       struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_plan plan = bytes_plan(bytes, instance, arena);
    if (!is_small(&plan)) {
        struct rd_verdict verdict;
        rd_referee_plan(instance, &plan, arena, scratch, NULL, &verdict);
        if (verdict.violation == RD_LEGAL)
            check_conservation(instance, &verdict);
        return;
    }
    struct agreement agreement, replay;
    const char *differ = disagreement_on_plan(instance, &plan, arena, scratch, &agreement);
    if (differ)
        stop(differ);
    if (agreement.verdict.violation != RD_LEGAL)
        return;
    check_conservation(instance, &agreement.verdict);
    /* A trace of packets does not say how long its rounds were. */
    if (agreement.unsaid || plan.timing == RD_FREE_ORDER || plan.block ||
        !takes_time(&agreement.trace))
        return;
    differ = disagreement_on_trace(instance, &agreement.trace, arena, scratch, &replay);
    if (differ)
        stop(differ);
    if (replay.verdict.violation != RD_LEGAL)
        stop(rd_arena_print(arena, "the planned clock is no legal trace: %s\n%s\n%s\n%s",
                            replay.verdict.message, words_of_instance(instance, arena),
                            words_of_plan(&plan, arena), words_of_trace(&agreement.trace, arena)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rd_arena arena, scratch; /* static: they outlive the jump */
    rd_arena_open(&arena, (size_t)256 << 20);
    rd_arena_open(&scratch, (size_t)256 << 20);
    arena.refuse = scratch.refuse = leave;
    if (setjmp(out_of_memory) == 0) {
        struct bytes bytes = {data, data + size};
        bool is_trace = bytes_take(&bytes) % 4 == 3;
        struct test_instance test = bytes_instance(&bytes, &arena);
        struct rd_error error;
        if (!rd_instance_check(&test.instance, &error))
            stop(error.message);
        if (is_trace) {
            struct rd_trace trace = bytes_trace(&bytes, &test.instance, &arena);
            struct agreement agreement;
            const char *differ =
                disagreement_on_trace(&test.instance, &trace, &arena, &scratch, &agreement);
            if (differ)
                stop(differ);
            if (agreement.verdict.violation == RD_LEGAL)
                check_conservation(&test.instance, &agreement.verdict);
        } else {
            judge_plan(&bytes, &test.instance, &arena, &scratch);
        }
    }
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
    return 0;
}
