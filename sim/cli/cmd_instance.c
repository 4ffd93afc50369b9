/* redist instance: what a scenario generates, as numbers, or as a scenario that stands alone. */
#include "result_files.h"
#include "commands.h"

#include "sim/csv/csv_hosts.h"
#include "sim/report/output_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct arguments {
    struct rd_run_context_settings context;
    enum { CSV, JSON, XML } format;
    const char *out;
};

static const char *const formats[] = {"csv", "json", "xml", NULL};

static void finish(struct argp_state *state, void *given)
{
    struct arguments *arguments = given;
    if (arguments->context.algorithm)
        argp_error(state, "--algorithm %s: --set algorithms=%s is accepted, which keeps its <run>",
                   arguments->context.algorithm, arguments->context.algorithm);
    if (arguments->format == XML && strcmp(arguments->out, "-") == 0)
        argp_error(state, "--format xml writes several files: --out FILE.xml is needed");
    arguments->context.runs_optional = true;
}

static const struct rd_argument accepted[] = {
    {RD_WORD("format", "FORMAT", format, formats,
             "csv (default), json, or xml: a scenario that generates nothing")},
    {RD_TEXT("out", "FILE", out,
             "Output file (default -, standard output); xml: beside it FILE.platform, a folder")},
    {RD_END},
};

static const struct rd_verb verb = {
    .argument = accepted,
    .args_doc = "SCENARIO.xml",
    .doc = "Writes what a scenario generates: costs of links, speeds and ports of hosts, loads. As "
           "XML, it is a scenario that stands alone: a platform file, every load listed, no seeds "
           "but those of algorithms. Its runs are those of the original.\v"
           "Examples:\n"
           "  redist instance scenarios/ring_two_way_equal.xml > instance.csv\n"
           "  redist instance scenarios/sweep_bandwidth.xml --set seed=7 \\\n"
           "      --format xml --out seed_7.xml\n"
           "  redist run seed_7.xml\n",
    RD_SCENARIO_AT(context),
    .finish = finish,
};

static const struct rd_sheet_column columns[] = {
    {"quantity", RD_IN_DATA},      {"host", RD_IN_DATA},           {"to", RD_IN_DATA},
    {"kind", RD_IN_DATA | RD_RAW}, {"value", RD_IN_DATA | RD_RAW},
};

/* The numbers, written row by row. */
struct numbers {
    const struct rd_run_context *context;
    struct rd_sheet_stream stream;
    struct rd_sheet sheet;
};

enum { NO_KIND = -1 };

static void add_name(struct numbers *numbers, uint32_t host)
{
    const char *const *name = numbers->context->scenario.host_name;
    rd_sheet_text(&numbers->sheet, host == RD_NO_HOST ? NULL : name[host]);
}

/* In: host or to RD_NO_HOST, kind NO_KIND: it has none. */
static void add(struct numbers *numbers, const char *quantity, uint32_t host, uint32_t to,
                int64_t kind, double value)
{
    rd_arena_borrow(numbers->sheet.arena);
    rd_sheet_text(&numbers->sheet, quantity);
    add_name(numbers, host);
    add_name(numbers, to);
    rd_sheet_count(&numbers->sheet, kind, kind != NO_KIND);
    rd_sheet_number(&numbers->sheet, value);
    rd_sheet_flush(&numbers->stream, &numbers->sheet);
}

/* Pieces of named kinds, whose values are their items, or the first of them. */
static void add_copies(struct numbers *numbers)
{
    const struct rd_instance *instance = &numbers->context->instance;
    const struct rd_copies *copies = instance->copies;
    for (uint32_t kind = 0; copies && kind < copies->count; kind++) {
        uint32_t number = copies->first_kind + kind;
        add(numbers, "kind_bytes", RD_NO_HOST, RD_NO_HOST, number, rd_kind_bytes(instance, number));
        for (uint32_t piece = copies->piece[kind]; piece < copies->piece[kind + 1]; piece++) {
            double first = (double)copies->first_item[piece];
            add(numbers, "piece_items", RD_NO_HOST, RD_NO_HOST, number,
                (double)copies->items[piece]);
            for (uint32_t i = copies->held_first[piece]; i < copies->held_first[piece + 1]; i++)
                add(numbers, "piece_held", copies->held[i], RD_NO_HOST, number, first);
            for (uint32_t i = copies->wanted_first[piece]; i < copies->wanted_first[piece + 1]; i++)
                add(numbers, "piece_wanted", copies->wanted[i], RD_NO_HOST, number, first);
        }
    }
}

static void add_items(struct numbers *numbers)
{
    const struct rd_instance *instance = &numbers->context->instance;
    add(numbers, "item_bytes", RD_NO_HOST, RD_NO_HOST, NO_KIND, instance->item_bytes);
    for (uint32_t kind = 0; instance->kind_bytes && kind < rd_counted_kinds(instance); kind++)
        add(numbers, "kind_bytes", RD_NO_HOST, RD_NO_HOST, kind, instance->kind_bytes[kind]);
    add(numbers, "word_bytes", RD_NO_HOST, RD_NO_HOST, NO_KIND, instance->word_bytes);
    add(numbers, "message_bytes", RD_NO_HOST, RD_NO_HOST, NO_KIND, instance->message_bytes);
    add(numbers, "flops_per_item", RD_NO_HOST, RD_NO_HOST, NO_KIND, instance->flops_per_item);
}

static void add_hosts(struct numbers *numbers)
{
    const struct rd_instance *instance = &numbers->context->instance;
    const double *speed = numbers->context->costs.speed_flops_per_s;
    uint32_t relay = rd_relay_host(&instance->topology);
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        if (rd_host_ports(instance, host) != UINT32_MAX)
            add(numbers, "ports", host, RD_NO_HOST, NO_KIND, rd_host_ports(instance, host));
        if (host != relay)
            add(numbers, "speed_flops_per_s", host, RD_NO_HOST, NO_KIND, speed[host]);
    }
}

/* The costs of the platform, without what the bytes of messages add to latencies. */
static void add_links(struct numbers *numbers)
{
    const struct rd_topology *topology = &numbers->context->instance.topology;
    const struct rd_platform_costs *costs = &numbers->context->costs;
    rd_each_link (link, topology) {
        const struct rd_link_cost *cost = &costs->link_cost[costs->costs_equal ? 0 : link.number];
        add(numbers, "latency_s", link.from, link.to, NO_KIND, cost->latency_s);
        add(numbers, "bandwidth_bytes_per_s", link.from, link.to, NO_KIND,
            cost->bandwidth_bytes_per_s);
    }
}

/* The kind is the object's number. */
static void add_objects(struct numbers *numbers)
{
    const struct rd_objects *objects = numbers->context->instance.objects;
    for (uint32_t object = 0; object < objects->count; object++) {
        uint32_t to = objects->to[object], drop = objects->drop[object];
        add(numbers, "object_bytes", RD_NO_HOST, to, object, (double)objects->bytes[object]);
        for (uint32_t i = objects->first[object]; i < objects->first[object + 1]; i++)
            add(numbers, "object_source", objects->source[i], to, object, 1);
        if (drop < numbers->context->instance.topology.host_count)
            add(numbers, "object_drop", drop, to, object, 1);
        if (drop == RD_NO_HOST)
            add(numbers, "object_frees", RD_NO_HOST, to, object, 0);
    }
    for (uint32_t host = 0;
         objects->space_bytes && host < numbers->context->instance.topology.host_count; host++)
        if (objects->space_bytes[host] != RD_NO_SPACE_LIMIT)
            add(numbers, "space_bytes", host, RD_NO_HOST, NO_KIND,
                (double)objects->space_bytes[host]);
}

static void add_loads(struct numbers *numbers)
{
    const struct rd_instance *instance = &numbers->context->instance;
    if (instance->objects) {
        add_objects(numbers);
        return;
    }
    uint32_t relay = rd_relay_host(&instance->topology);
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        for (uint32_t kind = 0; kind < rd_counted_kinds(instance) && host != relay; kind++) {
            add(numbers, "items", host, RD_NO_HOST, kind, (double)rd_load(instance, host, kind));
            if (instance->target)
                add(numbers, "after", host, RD_NO_HOST, kind,
                    (double)rd_target(instance, host, kind));
        }
}

struct text {
    const struct rd_run_context *context;
    const struct arguments *arguments;
    struct rd_arena *arena;
};

static bool write_numbers(FILE *out, const void *given, struct rd_error *reterr)
{
    const struct text *text = given;
    struct numbers numbers = {
        .context = text->context,
        .sheet = rd_sheet_open(columns, sizeof columns / sizeof *columns, text->arena)};
    rd_sheet_begin(&numbers.stream, out,
                   text->arguments->format == JSON ? RD_FORMAT_JSON : RD_FORMAT_CSV,
                   &numbers.sheet);
    add_items(&numbers);
    add_hosts(&numbers);
    add_links(&numbers);
    add_loads(&numbers);
    add_copies(&numbers);
    return rd_sheet_end(&numbers.stream) ||
           rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the instance: %s", strerror(errno));
}

/* "dir/seven" of "dir/seven.xml". */
static int stem_length(const char *path)
{
    size_t length = strlen(path);
    return (int)(length > 4 && strcmp(path + length - 4, ".xml") == 0 ? length - 4 : length);
}

/* The scenario last: it is there only if what it names is. */
static bool write_scenario(const struct rd_scenario *scenario, const char *path,
                           struct rd_arena *arena, struct rd_error *reterr)
{
    const struct rd_self_contained *alone = &scenario->alone;
    const char *folder = rd_arena_print(arena, "%.*s.platform", stem_length(path), path);
    const struct rd_named_text itself = {path, alone->text};
    return (alone->file_count == 0 || rd_make_folder(folder, reterr)) &&
           rd_write_named_texts(folder, alone->file, alone->file_count, reterr) &&
           rd_write_named_texts(NULL, &itself, 1, reterr);
}

static int write_instance(struct rd_run_context *context, const void *given)
{
    const struct arguments *arguments = given;
    struct rd_error error;
    struct text text = {context, arguments, &context->scratch};
    bool written =
        arguments->format == XML
            ? write_scenario(&context->scenario, arguments->out, &context->scratch, &error)
            : rd_write_whole_file(arguments->out, write_numbers, &text, &error);
    return written ? 0 : rd_give_up(&error);
}

int rd_cmd_instance(int argc, char **argv)
{
    struct arguments arguments = {.out = "-"};
    rd_verb_parse(&verb, argc, argv, &arguments);
    rd_arena_own(arena);
    arguments.context.plans_only = arguments.format != XML;
    if (arguments.format == XML) {
        const char *name = basename(arguments.out);
        arguments.context.alone_folder =
            rd_arena_print(&arena, "%.*s.platform", stem_length(name), name);
    }
    return rd_with_run_context(&arguments.context, write_instance, &arguments);
}
