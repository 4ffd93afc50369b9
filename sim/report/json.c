#include "json.h"

#include "certificate_json.h"
#include "json_memory.h"
#include "utf8.h"

#include "sim/base/number_text.h"
#include "sim/model/options.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

void rd_json_begin(struct rd_json *json, FILE *out, struct rd_arena *arena)
{
    rd_json_use_own_memory();
    *json = (struct rd_json){.out = out, .arena = arena};
    json->failed = putc('[', out) < 0;
}

static void write(struct rd_json *json, const char *text)
{
    if (!json->failed && fputs(text, json->out) < 0)
        json->failed = true;
}

void rd_json_object(struct rd_json *json)
{
    if (json->object_count > 0)
        write(json, "\n  },");
    write(json, "\n  {");
    json->object_count++;
    json->member_count = 0;
}

/* Everything of a member but its value. */
static void write_key(struct rd_json *json, const char *key)
{
    write(json, json->member_count > 0 ? ",\n    \"" : "\n    \"");
    write(json, key);
    write(json, "\": ");
    json->member_count++;
}

void rd_json_member(struct rd_json *json, const char *key, json_t *value)
{
    rd_assert(value);
    write_key(json, key);
    if (!json->failed && json_dumpf(value, json->out, JSON_ENCODE_ANY) != 0)
        json->failed = true;
    json_decref(value);
}

void rd_json_text(struct rd_json *json, const char *key, const char *text)
{
    rd_json_member(json, key, text ? json_string(rd_utf8_clean(text, json->arena)) : json_null());
}

void rd_json_number(struct rd_json *json, const char *key, double value)
{
    char text[RD_NUMBER_SIZE];
    write_key(json, key);
    write(json, isfinite(value) ? rd_number_shortest(value, text) : "null");
}

bool rd_json_end(struct rd_json *json)
{
    write(json, json->object_count > 0 ? "\n  }\n]\n" : "]\n");
    return !json->failed;
}

static json_t *options_value(const struct rd_result *result, struct rd_arena *arena)
{
    json_t *options = json_object();
    for (size_t i = 0; i < result->option_count; i++)
        json_object_set_new(options, rd_utf8_clean(result->option[i].name, arena),
                            json_string(rd_utf8_clean(result->option[i].value, arena)));
    return options;
}

/* [[items per kind] per host] */
static json_t *final_value(const struct rd_result *result)
{
    json_t *hosts = json_array();
    for (uint64_t host = 0; host < result->host_count; host++) {
        json_t *kinds = json_array();
        const int64_t *held = result->final + host * result->kind_count;
        for (uint32_t kind = 0; kind < result->kind_count; kind++)
            json_array_append_new(kinds, json_integer(held[kind]));
        json_array_append_new(hosts, kinds);
    }
    return hosts;
}

/* A seed may be beyond what jansson's integers hold. */
static void write_seed(struct rd_json *json, uint64_t seed)
{
    write_key(json, "seed");
    if (!json->failed && fprintf(json->out, "%" PRIu64, seed) < 0)
        json->failed = true;
}

static void write_outcome(struct rd_json *json, const struct rd_result *result)
{
    rd_json_text(json, "status", rd_status_name(result->status));
    rd_json_text(json, "message", result->message ? result->message : "");
    rd_json_member(json, "goal_reached", json_boolean(result->goal_reached));
    rd_json_number(json, "bound_s", result->bound_known ? result->bound.seconds : NAN);
    rd_json_text(json, "bound_name", result->bound_known ? result->bound.name : NULL);
    rd_json_number(json, "planned_s", result->planned_s);
    rd_json_number(json, "simulated_s", result->simulated_s);
    rd_json_number(json, "ratio", result->ratio);
    rd_json_text(json, "optimal", rd_optimal_name(result->optimal));
    rd_json_text(json, "proved_by", rd_proof_name(result->proved_by));
    rd_json_text(json, "proof", result->proof);
    rd_json_member(json, "items_moved", json_integer(result->items_moved));
    rd_json_member(json, "transfers", json_integer(result->transfers));
    rd_json_member(json, "steps", result->steps >= 0 ? json_integer(result->steps) : json_null());
    if (!result->final)
        rd_json_member(json, "final", json_null());
    else if ((uint64_t)result->host_count * result->kind_count <= RD_FINAL_LIMIT)
        rd_json_member(json, "final", final_value(result));
}

/* Left out where there is none, or it is too long. */
static void write_certificate(struct rd_json *json, const char *key, const struct rd_bound *bound,
                              const struct rd_instance *instance)
{
    json_t *value = rd_bound_has_certificate(bound)
                        ? rd_certificate_json(bound, instance, json->arena)
                        : NULL;
    if (value)
        rd_json_member(json, key, value);
}

static void write_bounds(struct rd_json *json, const struct rd_result *result)
{
    const struct rd_bound *bound = result->bound_known ? &result->bound : NULL;
    const struct rd_bound *of_class = result->class_bound_known ? &result->class_bound : NULL;
    rd_json_text(json, "bound_why", bound ? bound->why : NULL);
    rd_json_text(json, "bound_among", rd_result_class(result));
    rd_json_number(json, "class_bound_s", of_class ? of_class->seconds : NAN);
    rd_json_text(json, "class_bound_name", of_class ? of_class->name : NULL);
    rd_json_text(json, "class_bound_why", of_class ? of_class->why : NULL);
    rd_json_text(json, "bound_witness", result->bound_bottleneck);
    rd_json_text(json, "expectation", result->expectation);
    if (bound)
        write_certificate(json, "bound_certificate", bound, result->instance);
    if (of_class)
        write_certificate(json, "class_bound_certificate", of_class, result->instance);
}

bool rd_results_write_json(FILE *out, const struct rd_result *result, size_t result_count,
                           const char *simgrid_version)
{
    struct rd_arena arena;
    struct rd_json json;
    rd_arena_open(&arena, 0);
    rd_json_begin(&json, out, &arena);
    for (size_t i = 0; i < result_count; i++) {
        rd_json_object(&json);
        rd_json_text(&json, "scenario", result[i].scenario);
        rd_json_text(&json, "algorithm", result[i].algorithm);
        rd_json_member(&json, "options", options_value(&result[i], &arena));
        rd_json_member(&json, "hosts", json_integer(result[i].host_count));
        write_outcome(&json, &result[i]);
        rd_json_number(&json, "plan_ms", result[i].plan_ms);
        rd_json_number(&json, "simulate_ms", result[i].simulate_ms);
        rd_json_text(&json, "model", result[i].model);
        rd_json_text(&json, "ports", result[i].ports);
        write_seed(&json, result[i].seed);
        rd_json_text(&json, "redist_version", REDIST_VERSION);
        rd_json_text(&json, "simgrid_version", simgrid_version);
        write_bounds(&json, &result[i]);
    }
    bool written = rd_json_end(&json);
    rd_arena_close(&arena);
    return written;
}
