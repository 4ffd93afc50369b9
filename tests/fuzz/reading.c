#include "reading.h"

#include "sim/model/instance_check.h"

#include <stdlib.h>
#include <string.h>

void reading_check_errors(const struct rd_error_list *errors)
{
    rd_assert(errors->count > 0);
    for (size_t i = 0; i < rd_error_list_kept(errors); i++) {
        const struct rd_error *error = &errors->error[i];
        rd_assert(error->message[0]);
        rd_assert(error->code == RD_ERROR_INPUT || error->code == RD_ERROR_FILE ||
                  error->code == RD_ERROR_USAGE);
        rd_assert((error->code == RD_ERROR_USAGE) != (error->path[0] != '\0'));
        rd_assert(error->code != RD_ERROR_USAGE || strncmp(error->message, "--set ", 6) == 0);
        rd_assert(error->code != RD_ERROR_INPUT || error->line > 0);
    }
}

void reading_check_scenario(const struct rd_scenario *scenario)
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

static void check_same_sweep(const struct rd_sweep *sweep, const struct rd_sweep *other)
{
    rd_assert(sweep->vary_count == other->vary_count && sweep->seed == other->seed &&
              sweep->repeat_count == other->repeat_count);
    for (size_t i = 0; i < sweep->vary_count; i++) {
        const struct rd_vary *vary = &sweep->vary[i], *beside = &other->vary[i];
        rd_assert(strcmp(vary->parameter, beside->parameter) == 0 &&
                  vary->value_count == beside->value_count);
        for (size_t j = 0; j < vary->value_count; j++)
            rd_assert(strcmp(vary->value[j], beside->value[j]) == 0);
    }
}

void reading_check_same(const struct rd_scenario *scenario, const struct rd_scenario *other)
{
    const struct rd_instance *instance = &scenario->instance, *beside = &other->instance;
    size_t entries = (size_t)instance->topology.host_count * instance->kind_count;
    rd_assert(scenario->platform_text_size == other->platform_text_size &&
              memcmp(scenario->platform_text, other->platform_text, scenario->platform_text_size) ==
                  0);
    rd_assert(instance->topology.host_count == beside->topology.host_count &&
              instance->kind_count == beside->kind_count && instance->goal == beside->goal &&
              instance->port_model == beside->port_model &&
              instance->port_count == beside->port_count);
    rd_assert(memcmp(instance->load, beside->load, entries * sizeof *instance->load) == 0);
    rd_assert(!instance->target == !beside->target);
    rd_assert(!instance->target ||
              memcmp(instance->target, beside->target, entries * sizeof *instance->target) == 0);
    rd_assert(instance->item_bytes == beside->item_bytes &&
              instance->word_bytes == beside->word_bytes &&
              instance->flops_per_item == beside->flops_per_item &&
              scenario->tcp_model == other->tcp_model && scenario->run_count == other->run_count);
    for (size_t i = 0; i < scenario->run_count; i++)
        rd_assert(strcmp(scenario->run[i].algorithm, other->run[i].algorithm) == 0 &&
                  scenario->run[i].seed == other->run[i].seed);
    check_same_sweep(&scenario->sweep, &other->sweep);
}
