/* Replicas of Kafka's partitions: old and new as kafka-reassign-partitions prints and takes them,
 * sizes as kafka-log-dirs --describe prints them. A new replica is copied from the leader, which is
 * taken to be the first of the old replicas. */
#include "host_numbers.h"
#include "placement.h"

#include "sim/input/json_input.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* No broker's number. */
enum { NO_BROKER = -1 };

struct partition {
    const char *name; /* TOPIC-NUMBER */
    size_t element;   /* of the text's partitions */
    int64_t *broker;
    const char **folder; /* [count] log directories; NULL: any */
    size_t count;
};

struct partitions {
    const struct rd_input_text *text;
    struct partition *partition; /* by name */
    size_t count;
};

static int by_name(const void *left, const void *right)
{
    const struct partition *a = left, *b = right;
    return strcmp(a->name, b->name);
}

static bool read_replicas(const json_t *replicas, const struct rd_input_text *text,
                          struct partition *partition, struct rd_arena *arena,
                          struct rd_error *reterr)
{
    partition->count = json_array_size(replicas);
    partition->broker = rd_take(arena, partition->count, int64_t);
    bool good = partition->count > 0;
    for (size_t i = 0; i < partition->count && good; i++) {
        const json_t *broker = json_array_get(replicas, i);
        partition->broker[i] = json_integer_value(broker);
        good = json_is_integer(broker) && partition->broker[i] >= 0 &&
               partition->broker[i] <= INT32_MAX;
    }
    good = good && rd_host_numbers_differ(partition->broker, partition->count, NO_BROKER, arena);
    return good || rd_fail(reterr, RD_ERROR_INPUT, text->path,
                           rd_json_line(text, "partitions/%zu/replicas", partition->element),
                           "partition %s: replicas: an array of different brokers is accepted, "
                           "each 0 or more",
                           partition->name);
}

/* The log directories of a partition's replicas: an array beside them, where there is one. */
static void read_folders(const json_t *folders, struct partition *partition, struct rd_arena *arena)
{
    partition->folder = rd_take(arena, partition->count, const char *);
    for (size_t i = 0; i < partition->count; i++) {
        const char *name = json_string_value(json_array_get(folders, i));
        partition->folder[i] = name && strcmp(name, "any") != 0 ? rd_arena_text(arena, name) : NULL;
    }
}

static bool refuse_partition(const struct partitions *of, const struct partition *partition,
                             const char *accepted, struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_INPUT, of->text->path,
                   rd_json_line(of->text, "partitions/%zu", partition->element),
                   "partition %s: %s is accepted", partition->name, accepted);
}

static bool read_partitions(const json_t *value, struct partitions *read, struct rd_arena *arena,
                            struct rd_error *reterr)
{
    const json_t *list = json_object_get(value, "partitions");
    if (json_array_size(list) == 0)
        return rd_fail(reterr, RD_ERROR_INPUT, read->text->path,
                       rd_json_line(read->text, "partitions"),
                       "no partitions: {\"version\":1,\"partitions\":[{\"topic\":..,"
                       "\"partition\":..,\"replicas\":[..]},..]} is accepted");
    read->count = json_array_size(list);
    read->partition = rd_take(arena, read->count, struct partition);
    for (size_t i = 0; i < read->count; i++) {
        const json_t *entry = json_array_get(list, i);
        const char *topic = json_string_value(json_object_get(entry, "topic"));
        const json_t *number = json_object_get(entry, "partition");
        if (!topic || !json_is_integer(number) || json_integer_value(number) < 0)
            return rd_fail(
                reterr, RD_ERROR_INPUT, read->text->path,
                rd_json_line(read->text, "partitions/%zu", i),
                "element %zu of partitions: a topic and the number of a partition, 0 or more, are "
                "needed",
                i);
        read->partition[i].element = i;
        read->partition[i].name =
            rd_arena_print(arena, "%s-%" PRId64, topic, (int64_t)json_integer_value(number));
        if (!read_replicas(json_object_get(entry, "replicas"), read->text, &read->partition[i],
                           arena, reterr))
            return false;
        read_folders(json_object_get(entry, "log_dirs"), &read->partition[i], arena);
    }
    qsort(read->partition, read->count, sizeof *read->partition, by_name);
    for (size_t i = 1; i < read->count; i++)
        if (by_name(&read->partition[i - 1], &read->partition[i]) == 0) {
            bool second = read->partition[i].element > read->partition[i - 1].element;
            return refuse_partition(read, &read->partition[second ? i : i - 1], "once", reterr);
        }
    return true;
}

static struct partition *find(const struct partitions *among, const char *name)
{
    struct partition wanted = {.name = name};
    return bsearch(&wanted, among->partition, among->count, sizeof wanted, by_name);
}

/* What a partition has, and where that is said. */
struct size {
    int64_t bytes;
    size_t broker, folder, element;
};

/* The greatest size that a broker reports of each partition. In: size [partitions]. */
static bool read_sizes(const json_t *value, const struct rd_input_text *text,
                       const struct partitions *of, struct size *size, struct rd_error *reterr)
{
    const json_t *brokers = json_object_get(value, "brokers");
    for (size_t b = 0; b < json_array_size(brokers); b++) {
        const json_t *folders = json_object_get(json_array_get(brokers, b), "logDirs");
        for (size_t d = 0; d < json_array_size(folders); d++) {
            const json_t *list = json_object_get(json_array_get(folders, d), "partitions");
            for (size_t p = 0; p < json_array_size(list); p++) {
                const json_t *entry = json_array_get(list, p);
                const char *name = json_string_value(json_object_get(entry, "partition"));
                const json_t *bytes = json_object_get(entry, "size");
                if (!name || !json_is_integer(bytes) || json_integer_value(bytes) < 0)
                    return rd_fail(
                        reterr, RD_ERROR_INPUT, text->path,
                        rd_json_line(text, "brokers/%zu/logDirs/%zu/partitions/%zu", b, d, p),
                        "broker %zu, directory %zu, element %zu of partitions: a "
                        "partition and its size, 0 or more, are needed",
                        b, d, p);
                const struct partition *found = find(of, name);
                struct size *most = found ? &size[found - of->partition] : NULL;
                if (most && !json_is_true(json_object_get(entry, "isFuture")) &&
                    json_integer_value(bytes) >= most->bytes)
                    *most = (struct size){
                        json_integer_value(bytes) > 0 ? json_integer_value(bytes) : 1, b, d, p};
            }
        }
    }
    for (size_t i = 0; i < of->count; i++)
        if (size[i].bytes == 0)
            return rd_fail(reterr, RD_ERROR_INPUT, text->path, rd_json_line(text, "brokers"),
                           "partition %s has no size: what kafka-log-dirs --describe prints of "
                           "all partitions is accepted",
                           of->partition[i].name);
    return true;
}

/* Brokers are hosts: all that are named. */
static void add_brokers(struct rd_host_numbers *brokers, const struct partitions *of,
                        struct rd_arena *arena)
{
    for (size_t i = 0; i < of->count; i++)
        for (size_t k = 0; k < of->partition[i].count; k++)
            rd_host_numbers_add(brokers, of->partition[i].broker[k], arena);
}

static bool add_sizes(const struct rd_input_text *text, const struct partitions *of,
                      const struct size *size, uint32_t hosts, struct rd_error *reterr)
{
    struct rd_size_sum sum = {hosts, "bytes", 0};
    for (size_t i = 0; i < of->count; i++)
        if (!rd_size_add(&sum, size[i].bytes, (uint32_t)of->partition[i].count, text->path, 0,
                         reterr)) {
            reterr->line = rd_json_line(text, "brokers/%zu/logDirs/%zu/partitions/%zu",
                                        size[i].broker, size[i].folder, size[i].element);
            return false;
        }
    return true;
}

/* How many replicas stay at their broker, on another of its disks. */
static size_t count_moves_within(const struct partitions *old, const struct partitions *new)
{
    size_t count = 0;
    for (size_t i = 0; i < new->count; i++) {
        const struct partition *wanted = &new->partition[i], *held = find(old, wanted->name);
        for (size_t k = 0; held && k < wanted->count; k++)
            for (size_t h = 0; h < held->count; h++)
                count += held->broker[h] == wanted->broker[k] && held->folder[h] &&
                         wanted->folder[k] && strcmp(held->folder[h], wanted->folder[k]) != 0;
    }
    return count;
}

static uint32_t *hosts_of(const struct partition *partition, const struct rd_host_numbers *brokers,
                          struct rd_arena *arena)
{
    uint32_t *host = rd_take(arena, partition->count, uint32_t);
    for (size_t i = 0; i < partition->count; i++)
        host[i] = rd_host_numbers_find(brokers, partition->broker[i]);
    return host;
}

/* The new partitions, as they are listed, each with its old replicas. A broker that the new
 * placement does not name is to be left: it gets nothing. */
static bool take_items(const struct partitions *old, const struct partitions *new,
                       const struct size *size, const struct rd_host_numbers *brokers,
                       struct rd_arena *arena, struct rd_placement *placement,
                       struct rd_error *reterr)
{
    const char **name = rd_host_numbers_names(brokers, "", arena);
    bool *takes = rd_take(arena, brokers->count, bool);
    struct rd_placed_item *item = rd_take(arena, new->count, struct rd_placed_item);
    for (size_t i = 0; i < new->count; i++) {
        const struct partition *wanted = &new->partition[i], *held = find(old, wanted->name);
        if (!held)
            return refuse_partition(new, wanted, "one of the old placement", reterr);
        const uint32_t *part = hosts_of(wanted, brokers, arena);
        for (size_t k = 0; k < wanted->count; k++)
            takes[part[k]] = true;
        item[wanted->element] = (struct rd_placed_item){wanted->name,
                                                        size[i].bytes,
                                                        hosts_of(held, brokers, arena),
                                                        part,
                                                        (uint32_t)held->count,
                                                        1,
                                                        (uint32_t)wanted->count};
    }
    *placement = (struct rd_placement){(uint32_t)brokers->count, name, takes, new->count, item};
    return true;
}

bool rd_read_kafka(const struct rd_placement_input *input, struct rd_arena *arena,
                   struct rd_placements *ret_placements, struct rd_error *reterr)
{
    struct partitions old = {.text = &input->old}, new = {.text = &input->new};
    struct rd_host_numbers brokers = {0};
    struct rd_placement *placement = rd_take(arena, 1, struct rd_placement);
    json_auto_t *old_json = rd_json_input(&input->old, reterr);
    json_auto_t *new_json = old_json ? rd_json_input(&input->new, reterr) : NULL;
    json_auto_t *sizes_json = new_json ? rd_json_input(&input->sizes, reterr) : NULL;
    if (!sizes_json || !read_partitions(old_json, &old, arena, reterr) ||
        !read_partitions(new_json, &new, arena, reterr))
        return false;
    struct size *size = rd_take(arena, new.count, struct size);
    if (!read_sizes(sizes_json, &input->sizes, &new, size, reterr))
        return false;
    add_brokers(&brokers, &old, arena);
    add_brokers(&brokers, &new, arena);
    rd_host_numbers_sort(&brokers);
    if (brokers.count > RD_PLACEMENT_HOST_LIMIT)
        return rd_fail(
            reterr, RD_ERROR_INPUT, input->old.path, rd_json_line(&input->old, "partitions"),
            "%zu brokers: at most %d are supported", brokers.count, RD_PLACEMENT_HOST_LIMIT);
    ret_placements->count = 1;
    ret_placements->placement = placement;
    size_t within = count_moves_within(&old, &new);
    if (within > 0)
        rd_arena_add(arena, ret_placements->remark, ret_placements->remark_count,
                     rd_arena_print(arena,
                                    "%s: %zu replica%s moved between disks of one broker, which "
                                    "crosses no network and is not counted",
                                    input->new.path, within, within == 1 ? " is" : "s are"));
    return add_sizes(&input->sizes, &new, size, (uint32_t)brokers.count, reterr) &&
           take_items(&old, &new, size, &brokers, arena, placement, reterr);
}
