/* <loads> in three forms: listed here, in a CSV file, or made by a generator. Objects are another
 * matter, and so are named kinds: read_objects.c, read_copies.c. */
#include "copy_rows.h"
#include "object_rows.h"

#include "sim/generators/load_generators.h"
#include "sim/input/file_text.h"

#include <inttypes.h>
#include <string.h>

static const struct rd_xml_form inline_form = {"loads", RD_NAMES("file", "generator"),
                                               RD_NAMES("load")};
static const struct rd_xml_form file_form = {"loads", RD_NAMES("file"), NULL};

static void read_inline(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_load_rows rows = {.path = reader->path};
    size_t errors_before = reader->errors->count;
    rd_read_form(reader, element, &inline_form);
    rd_load_rows_read_elements(reader, element, &rows);
    if (reader->errors->count == errors_before)
        rd_load_rows_apply(reader, &rows, element);
}

static void read_file(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_load_rows rows = {0};
    const char *path, *text;
    size_t size;
    rd_read_form(reader, element, &file_form);
    if (!rd_read_named_file(reader, element, "file", RD_LOADS_BYTES_LIMIT, &path, &text, &size))
        return;
    size_t errors_before = reader->errors->count;
    rd_load_rows_read_csv(reader, path, text, size, &rows);
    if (reader->errors->count == errors_before)
        rd_load_rows_apply(reader, &rows, element);
}

static const struct rd_load_generator *read_generator(struct rd_reader *reader,
                                                      const xmlNode *element)
{
    enum { GENERATOR_LIMIT = 64 };
    const char *names[GENERATOR_LIMIT] = {NULL};
    for (size_t i = 0; rd_load_generators[i]; i++) {
        rd_assert(i < GENERATOR_LIMIT - 1);
        names[i] = rd_load_generators[i]->name;
    }
    int generator = rd_read_word_of(reader, element, "generator", names);
    return generator < 0 ? NULL : rd_load_generators[generator];
}

/* The numbers of hosts in place of their names, where an attribute takes hosts. Returns: NULL if
 * one is not there, which was reported. */
static const char *hosts_by_number(struct rd_reader *reader, const xmlNode *element,
                                   const struct rd_option_spec *spec, const char *value)
{
    bool several = strcmp(spec->accepted, "hosts") == 0;
    struct rd_load_place place = {reader->path, rd_xml_line(element)};
    struct rd_names names = {.name = &value, .count = 1};
    struct rd_error error;
    if (strcmp(spec->accepted, "host") != 0 && (!several || strcmp(value, "all") == 0))
        return value;
    if (several) {
        names = (struct rd_names){0};
        if (!rd_names_read(value, RD_HOST_LIMIT, reader->arena, &names, &error)) {
            rd_read_fail_with(reader, element, &error);
            return NULL;
        }
    }
    struct rd_text numbers = {.arena = reader->arena};
    for (uint32_t i = 0; i < names.count; i++) {
        uint32_t host = rd_load_host(reader, place, names.name[i]);
        if (host == RD_NO_NAME)
            return NULL;
        rd_text_print(&numbers, "%s%" PRIu32, i > 0 ? " " : "", host);
    }
    return numbers.text;
}

/* Collects the attributes that the generator declares, and reports the others. */
static bool read_attributes(struct rd_reader *reader, const xmlNode *element,
                            const struct rd_load_generator *generator, struct rd_options *options)
{
    enum { ATTRIBUTE_LIMIT = 32 };
    const char *names[ATTRIBUTE_LIMIT + 3] = {"generator", "seed"};
    struct rd_option *given = rd_take(reader->arena, ATTRIBUTE_LIMIT, struct rd_option);
    struct rd_error error;
    size_t errors_before = reader->errors->count, count = 0, name_count = 2;
    for (const struct rd_option_spec *spec = generator->attributes; spec->name; spec++) {
        rd_assert(name_count < ATTRIBUTE_LIMIT + 2);
        names[name_count++] = spec->name;
        const char *value = rd_read_text(reader, element, spec->name);
        if (value)
            value = hosts_by_number(reader, element, spec, value);
        if (value)
            given[count++] = (struct rd_option){spec->name, value};
    }
    struct rd_xml_form form = {"loads", names, NULL};
    rd_read_form(reader, element, &form);
    options->spec = generator->attributes;
    for (size_t i = 0; i < count; i++) {
        options->given = &given[i];
        options->given_count = 1;
        if (!rd_options_check(options, &error))
            rd_read_fail_with(reader, element, &error);
    }
    options->given = given;
    options->given_count = count;
    rd_read_seed(reader, element, &options->seed);
    return reader->errors->count == errors_before;
}

/* Puts what a generator made, without a star's master, into a table that has it. */
static int64_t *with_master(struct rd_reader *reader, int64_t *made, uint32_t kind_count)
{
    struct rd_instance *instance = &reader->scenario->instance;
    if (reader->loaded_host_count == instance->topology.host_count)
        return made;
    size_t made_count = (size_t)reader->loaded_host_count * kind_count;
    int64_t *table =
        rd_take(reader->arena, (size_t)instance->topology.host_count * kind_count, int64_t);
    memcpy(table, made, made_count * sizeof *table);
    return table;
}

static void generate(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_instance *instance = &reader->scenario->instance;
    struct rd_options options = {0};
    struct rd_error error;
    const struct rd_load_generator *generator = read_generator(reader, element);
    if (!generator || !read_attributes(reader, element, generator, &options) ||
        !reader->topology_read || !reader->goal_read)
        return;
    enum rd_made wanted = instance->goal == RD_COPIES  ? RD_MAKES_COPIES
                          : instance->goal == RD_PLACE ? RD_MAKES_OBJECTS
                                                       : RD_MAKES_LOADS;
    if (generator->made != wanted) {
        rd_read_fail(reader, element, "loads made by %s with goal reach=\"%s\": %s",
                     generator->name, rd_goal_name(instance->goal),
                     generator->made == RD_MAKES_COPIES    ? "reach=\"copies\" is needed"
                     : generator->made == RD_MAKES_OBJECTS ? "reach=\"place\" is needed"
                     : wanted == RD_MAKES_OBJECTS
                         ? "objects, such as moves, are accepted"
                         : "a pattern of copies, such as broadcast, is accepted");
        return;
    }
    if (wanted == RD_MAKES_COPIES)
        rd_make_copies(reader, element, generator, &options);
    if (wanted == RD_MAKES_OBJECTS)
        rd_make_objects(reader, element, generator, &options);
    if (wanted != RD_MAKES_LOADS)
        return;
    uint32_t kind_count;
    int64_t *load, *target;
    if (!rd_loads_generate(generator, &instance->topology, reader->loaded_host_count, &options,
                           reader->arena, &kind_count, &load, &target, &error)) {
        rd_read_fail_with(reader, element, &error);
        return;
    }
    if ((target != NULL) != (instance->goal == RD_REACH)) {
        rd_read_fail(reader, element, "%s",
                     target ? "generated loads with after: accepted with goal reach=\"after\" only"
                            : "generated loads without after: goal reach=\"after\" needs it");
        return;
    }
    if (!rd_load_entries_fit(reader, element, kind_count))
        return;
    instance->kind_count = kind_count;
    instance->load = with_master(reader, load, kind_count);
    instance->target = target ? with_master(reader, target, kind_count) : NULL;
}

/* Sums one kind. Returns: false, with a message, above the limit. */
static bool sum_kind(struct rd_reader *reader, const xmlNode *element, const int64_t *amount,
                     uint32_t kind, int64_t *ret_sum)
{
    const struct rd_instance *instance = &reader->scenario->instance;
    int64_t sum = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        int64_t items = amount[(uint64_t)host * instance->kind_count + kind];
        if (items > RD_ITEM_LIMIT - sum)
            return rd_read_fail(reader, element,
                                "more than 2^53 items of kind %" PRIu32
                                " in all: at most 2^53 are supported",
                                kind);
        sum += items;
    }
    *ret_sum = sum;
    return true;
}

static void check_sums(struct rd_reader *reader, const xmlNode *element)
{
    const struct rd_instance *instance = &reader->scenario->instance;
    int64_t total = 0;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
        int64_t held = 0, wanted = 0;
        if (!sum_kind(reader, element, instance->load, kind, &held))
            return;
        if (held > RD_ITEM_LIMIT - total) {
            rd_read_fail(reader, element,
                         "more than 2^53 items in all: at most 2^53 are supported");
            return;
        }
        total += held;
        if (!instance->target)
            continue;
        if (!sum_kind(reader, element, instance->target, kind, &wanted))
            return;
        if (held != wanted)
            rd_read_fail(reader, element,
                         "the loads of kind %" PRIu32 " sum to %" PRId64
                         " and their after to %" PRId64 ": the sums must be equal",
                         kind, held, wanted);
    }
}

void rd_read_loads(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_scenario *scenario = reader->scenario;
    scenario->loads_line = rd_xml_line(element);
    if (rd_lists_objects(element)) {
        rd_read_objects(reader, element);
        return;
    }
    bool file = xmlHasProp(element, (const xmlChar *)"file");
    bool generator = xmlHasProp(element, (const xmlChar *)"generator");
    if (reader->goal_read && scenario->instance.goal == RD_PLACE && !generator) {
        rd_read_fail(reader, element,
                     "goal reach=\"place\" without objects: <object> in <loads>, "
                     "objects=\"list.csv\", or generator=\"moves\", is needed");
        return;
    }
    if (!generator && rd_lists_copies(reader, element))
        rd_read_copies(reader, element);
    else if (file && generator)
        rd_read_fail(reader, element, "<loads> with file and generator: one of them is accepted");
    else if (file)
        read_file(reader, element);
    else if (generator)
        generate(reader, element);
    else
        read_inline(reader, element);
    if (scenario->instance.load)
        check_sums(reader, element);
    if (scenario->instance.load && scenario->instance.goal == RD_GATHER &&
        scenario->instance.kind_count > reader->loaded_host_count)
        rd_read_fail(reader, element,
                     "%" PRIu32 " kinds to gather on %" PRIu32
                     " hosts: at most one kind a host is accepted",
                     scenario->instance.kind_count, reader->loaded_host_count);
}
