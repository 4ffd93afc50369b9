/* Any bytes as a plan: refused with a line and a message, or read, and then written and read back
 * the same. */
#include "sim/csv/plan_csv.h"
#include "tests/support/build.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Writes the plan and reads it back. */
static void check_round_trip(const struct rd_instance *instance, const struct rd_plan *plan,
                             struct rd_arena *arena)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    rd_assert(out && rd_plan_write_csv(out, instance, plan));
    fclose(out);
    struct rd_plan again = {0};
    struct rd_error error;
    bool read = rd_plan_read_csv("again.csv", text, size, instance, arena, &again, &error);
    rd_assert(read && again.timing == plan->timing && again.step_s == plan->step_s);
    rd_assert(again.round_count == plan->round_count &&
              again.transfer_count == plan->transfer_count);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        rd_assert(memcmp(&again.transfer[i], &plan->transfer[i], sizeof plan->transfer[i]) == 0);
        rd_assert(!plan->block ||
                  memcmp(&again.block[i], &plan->block[i], sizeof plan->block[i]) == 0);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const name[] = {"h0", "a,b", "2", "h\"3\n"};
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct test_instance test = test_instance_make(&arena, RD_HYPERCUBE, RD_NO_DIRECTION, 4, 2);
    for (int named = 0; named < 2; named++) {
        struct rd_plan plan = {0};
        struct rd_error error = {0};
        test.instance.host_name = named ? name : NULL;
        if (rd_plan_read_csv("plan.csv", (const char *)data, size, &test.instance, &arena, &plan,
                             &error))
            check_round_trip(&test.instance, &plan, &arena);
        else
            rd_assert(error.code == RD_ERROR_INPUT && error.line > 0 && error.message[0]);
    }
    rd_arena_close(&arena);
    return 0;
}
