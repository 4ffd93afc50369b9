/* Any bytes as a scenario: refused with messages, or read into an instance that holds together. */
#include "sim/scenario/scenario.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_errors(const struct rd_error_list *errors)
{
    static const char schema_end[] = ": the form of scenarios/scenario.rng is accepted";
    rd_assert(errors->count > 0);
    for (size_t i = 0; i < rd_error_list_kept(errors); i++) {
        const struct rd_error *error = &errors->error[i];
        rd_assert(error->message[0] && error->path[0]);
        rd_assert(error->code == RD_ERROR_INPUT || error->code == RD_ERROR_FILE);
        rd_assert(error->code == RD_ERROR_FILE || error->line > 0);
        /* Whatever the schema knows to be wrong, the reader knew before. */
        size_t length = strlen(error->message);
        rd_assert(length < sizeof schema_end ||
                  strcmp(error->message + length - (sizeof schema_end - 1), schema_end) != 0);
    }
}

static void check_scenario(const struct rd_scenario *scenario)
{
    static const struct rd_link_cost any_cost = {1, 1};
    struct rd_instance instance = scenario->instance;
    double *speed = calloc(scenario->topology.host_count, sizeof *speed);
    struct rd_error error;
    rd_assert(speed);
    for (uint32_t host = 0; host < scenario->topology.host_count; host++) {
        rd_assert(scenario->host_name[host][0]);
        speed[host] = 1;
    }
    instance.link_cost = &any_cost;
    instance.costs_equal = true;
    instance.speed_flops_per_s = speed;
    rd_assert(rd_instance_check(&instance, &error));
    rd_assert(scenario->platform_text_size > 0 && scenario->name[0] && scenario->run_count > 0);
    free(speed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct rd_scenario_settings settings = {0};
    struct rd_arena arena;
    struct rd_scenario scenario;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    /* As if it lay among the valid scenarios, beside their platforms. */
    if (rd_scenario_read_text(SCENARIO_TESTS "/valid/fuzz.xml", (const char *)data, size, &settings,
                              &arena, &scenario, &errors))
        check_scenario(&scenario);
    else
        check_errors(&errors);
    rd_arena_close(&arena);
    return 0;
}
