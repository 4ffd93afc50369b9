/* Placement groups of Ceph, from `ceph pg dump --format json`: the OSDs that hold one are its
 * acting set, those that are to hold it its up set. Commands `ceph osd pg-upmap-items` change up
 * sets as Ceph does. `ceph osd dump --format json` says which pools are erasure-coded: the shard of
 * a place in the set is one of k parts of the data. */
#include "host_numbers.h"
#include "placement.h"
#include "text_words.h"

#include "sim/base/names.h"
#include "sim/base/number_text.h"
#include "sim/input/json_input.h"

#include <inttypes.h>
#include <string.h>

/* A place of a set that no OSD has (CRUSH_ITEM_NONE). */
#define NO_OSD ((int64_t)INT32_MAX)

struct osds {
    int64_t *number; /* [count] */
    size_t count;
};

struct group {
    const char *name;
    int64_t bytes;
    struct osds acting, up;
};

struct pool {
    int64_t number, data_shards;
};

struct cluster {
    const struct rd_input_text *text;
    const char *under; /* what leads to the groups in the text */
    struct group *group;
    struct rd_names names; /* of groups */
    struct pool *pool;     /* [pool_count] those that are erasure-coded */
    size_t pool_count;
    struct rd_arena *arena;
};

static bool refuse_group(const struct cluster *cluster, size_t element, struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_INPUT, cluster->text->path,
                   rd_json_line(cluster->text, "%s%zu", cluster->under, element),
                   "element %zu of pg_stats: a pgid, once, such as \"1.7\", sets up and acting of "
                   "different OSDs, acting_primary, and num_bytes of stat_sum, 0 or more, are "
                   "needed",
                   element);
}

static bool read_osds(const json_t *set, struct rd_arena *arena, struct osds *ret_osds)
{
    struct osds osds = {rd_take(arena, json_array_size(set), int64_t), json_array_size(set)};
    bool good = json_is_array(set);
    for (size_t i = 0; i < osds.count && good; i++) {
        osds.number[i] = json_integer_value(json_array_get(set, i));
        good = json_is_integer(json_array_get(set, i)) && osds.number[i] >= 0 &&
               osds.number[i] <= NO_OSD;
    }
    *ret_osds = osds;
    return good && rd_host_numbers_differ(osds.number, osds.count, NO_OSD, arena);
}

/* Is it POOL.NUMBER? */
static bool read_pool_of(const char *group, int64_t *ret_pool)
{
    const char *point = strchr(group, '.');
    return point && point[1] &&
           rd_integer_parse(group, (size_t)(point - group), 0, INT32_MAX, ret_pool);
}

static const struct pool *pool_of(const struct cluster *cluster, const struct group *group)
{
    int64_t number = 0;
    read_pool_of(group->name, &number);
    for (size_t i = 0; i < cluster->pool_count; i++)
        if (cluster->pool[i].number == number)
            return &cluster->pool[i];
    return NULL;
}

/* The primary of replicas comes first: it gives the copies. */
static void put_first(struct osds *osds, int64_t first)
{
    size_t at = 0;
    while (at < osds->count && osds->number[at] != first)
        at++;
    for (; at < osds->count && at > 0; at--)
        osds->number[at] = osds->number[at - 1];
    if (osds->count > 0 && at == 0)
        osds->number[0] = first;
}

static bool read_group(struct cluster *cluster, const json_t *entry, size_t element,
                       struct rd_error *reterr)
{
    const char *name = json_string_value(json_object_get(entry, "pgid"));
    const json_t *sum = json_object_get(entry, "stat_sum");
    const json_t *bytes = json_object_get(sum, "num_bytes");
    const json_t *primary = json_object_get(entry, "acting_primary");
    struct group group = {.bytes = json_integer_value(bytes)};
    uint32_t number;
    int64_t pool;
    if (!name || !read_pool_of(name, &pool) || !json_is_integer(bytes) || group.bytes < 0 ||
        !json_is_integer(primary) ||
        !read_osds(json_object_get(entry, "up"), cluster->arena, &group.up) ||
        !read_osds(json_object_get(entry, "acting"), cluster->arena, &group.acting))
        return refuse_group(cluster, element, reterr);
    group.name = rd_arena_text(cluster->arena, name);
    if (!rd_names_add(&cluster->names, cluster->arena, group.name, &number))
        return refuse_group(cluster, element, reterr);
    cluster->group[element] = group;
    if (!pool_of(cluster, &group))
        put_first(&cluster->group[element].acting, json_integer_value(primary));
    return true;
}

/* The groups stand in pg_stats, which is in pg_map or not, or by themselves. */
static bool read_groups(struct cluster *cluster, const json_t *value, struct rd_error *reterr)
{
    const json_t *map = json_object_get(value, "pg_map");
    const json_t *list =
        json_is_array(value) ? value : json_object_get(map ? map : value, "pg_stats");
    cluster->under = json_is_array(value) ? "" : map ? "pg_map/pg_stats/" : "pg_stats/";
    size_t count = json_array_size(list);
    if (count == 0)
        return rd_fail(reterr, RD_ERROR_INPUT, cluster->text->path,
                       rd_json_line(cluster->text, "%s", cluster->under),
                       "no pg_stats: what ceph pg dump --format json prints is accepted");
    cluster->group = rd_take(cluster->arena, count, struct group);
    for (size_t i = 0; i < count; i++)
        if (!read_group(cluster, json_array_get(list, i), i, reterr))
            return false;
    return true;
}

/* How many parts of the data each shard of a pool is one of; 0: it has replicas; -1: unknown. */
static int64_t data_shards_of(const json_t *pool, const json_t *profiles)
{
    enum { REPLICATED = 1, ERASURE_CODED = 3 };
    const char *name = json_string_value(json_object_get(pool, "erasure_code_profile"));
    const char *k =
        json_string_value(json_object_get(name ? json_object_get(profiles, name) : NULL, "k"));
    json_int_t type = json_integer_value(json_object_get(pool, "type"));
    int64_t shards = -1;
    if (type == REPLICATED)
        return 0;
    return type == ERASURE_CODED && k && rd_integer_parse(k, strlen(k), 1, INT16_MAX, &shards)
               ? shards
               : -1;
}

static bool read_pools(struct cluster *cluster, const struct rd_input_text *text,
                       struct rd_error *reterr)
{
    json_auto_t *value = rd_json_input(text, reterr);
    const json_t *pools = json_object_get(value, "pools");
    if (!value)
        return false;
    if (!json_is_array(pools))
        return rd_fail(reterr, RD_ERROR_INPUT, text->path, rd_json_line(text, "pools"),
                       "no pools: what ceph osd dump --format json prints is accepted");
    for (size_t i = 0; i < json_array_size(pools); i++) {
        const json_t *number = json_object_get(json_array_get(pools, i), "pool");
        int64_t shards = data_shards_of(json_array_get(pools, i),
                                        json_object_get(value, "erasure_code_profiles"));
        if (!json_is_integer(number) || shards < 0)
            return rd_fail(reterr, RD_ERROR_INPUT, text->path, rd_json_line(text, "pools/%zu", i),
                           "element %zu of pools: a number pool and type 1, or 3 with k in its "
                           "erasure_code_profile, are accepted",
                           i);
        if (shards > 0)
            rd_arena_add(cluster->arena, cluster->pool, cluster->pool_count,
                         (struct pool){json_integer_value(number), shards});
    }
    return true;
}

static bool has(const struct osds *osds, int64_t number, size_t *ret_at)
{
    for (size_t i = 0; i < osds->count; i++)
        if (osds->number[i] == number) {
            *ret_at = i;
            return true;
        }
    return false;
}

/* PG FROM TO [FROM TO ..]: where TO has no place yet, FROM's becomes its. */
static bool read_command(struct cluster *cluster, struct rd_text_words *words, bool *is_changed,
                         struct rd_error *reterr)
{
    struct rd_word name = rd_next_word(words), word = rd_next_word(words);
    uint32_t number = rd_names_find(
        &cluster->names, rd_arena_print(cluster->arena, "%.*s", (int)name.length, name.text));
    const char *accepted = "a group of OLD, once, and pairs of OSDs are accepted, FROM in its up "
                           "set or TO already";
    if (number == RD_NO_NAME || is_changed[number] || word.length == 0)
        return rd_refuse_line(words, name.text, accepted, reterr);
    struct osds *up = &cluster->group[number].up;
    is_changed[number] = true;
    for (; word.length > 0 && !rd_word_is(word, "&"); word = rd_next_word(words)) {
        struct rd_word to_word = rd_next_word(words);
        int64_t from = 0, to = 0;
        size_t at = 0, to_at = 0;
        if (!rd_integer_parse(word.text, word.length, 0, NO_OSD - 1, &from) ||
            !rd_integer_parse(to_word.text, to_word.length, 0, NO_OSD - 1, &to) ||
            (!has(up, to, &to_at) && !has(up, from, &at)))
            return rd_refuse_line(words, name.text, accepted, reterr);
        if (!has(up, to, &to_at))
            up->number[at] = to;
    }
    return true;
}

static bool read_commands(struct cluster *cluster, const struct rd_input_text *text,
                          struct rd_error *reterr)
{
    struct rd_text_words words = rd_text_words(text);
    bool *is_changed = rd_take(cluster->arena, cluster->names.count, bool);
    while (rd_next_line(&words)) {
        struct rd_word first = rd_next_word(&words);
        if (first.length == 0 || *first.text == '#')
            continue;
        struct rd_word second = rd_next_word(&words), third = rd_next_word(&words);
        bool is_command = rd_word_is(first, "ceph") && rd_word_is(second, "osd");
        if (is_command && rd_word_is(third, "rm-pg-upmap-items"))
            return rd_refuse_line(&words, first.text,
                                  "where its copies go stands in no list: a dump taken after it, "
                                  "while norebalance is set, is accepted as OLD, without NEW",
                                  reterr);
        if (!is_command || !rd_word_is(third, "pg-upmap-items"))
            return rd_refuse_line(&words, first.text,
                                  "ceph osd pg-upmap-items PG FROM TO [FROM TO ..] is accepted",
                                  reterr);
        if (!read_command(cluster, &words, is_changed, reterr))
            return false;
    }
    return true;
}

/* What is being made of the groups. */
struct writer {
    const struct cluster *cluster;
    const struct rd_host_numbers *osds;
    struct rd_placed_item *item;
    size_t count, left_out;
    struct rd_size_sum sum;
};

static uint32_t *hosts_of(const struct writer *writer, const struct osds *osds, uint32_t *ret_count)
{
    uint32_t *host = rd_take(writer->cluster->arena, osds->count, uint32_t);
    uint32_t count = 0;
    for (size_t i = 0; i < osds->count; i++)
        if (osds->number[i] != NO_OSD)
            host[count++] = rd_host_numbers_find(writer->osds, osds->number[i]);
    *ret_count = count;
    return host;
}

static bool add_item(struct writer *writer, size_t element, struct rd_placed_item item,
                     struct rd_error *reterr)
{
    const struct cluster *cluster = writer->cluster;
    item.size = item.size > 0 ? item.size : 1;
    item.source_count = 1;
    rd_arena_add(cluster->arena, writer->item, writer->count, item);
    if (rd_size_add(&writer->sum, item.size, item.part_count, cluster->text->path, 0, reterr))
        return true;
    reterr->line = rd_json_line(cluster->text, "%s%zu", cluster->under, element);
    return false;
}

static bool add_replicas(struct writer *writer, size_t element, struct rd_error *reterr)
{
    const struct group *group = &writer->cluster->group[element];
    struct rd_placed_item item = {.name = group->name, .size = group->bytes};
    uint32_t copies = 0;
    item.holder = hosts_of(writer, &group->acting, &item.holder_count);
    item.part = hosts_of(writer, &group->up, &item.part_count);
    for (uint32_t i = 0; i < item.part_count; i++)
        copies += !rd_item_is_on(&item, item.part[i]);
    writer->left_out += item.holder_count == 0 ? copies : 0;
    return copies == 0 || item.holder_count == 0 || add_item(writer, element, item, reterr);
}

static bool add_shards(struct writer *writer, size_t element, int64_t data_shards,
                       struct rd_error *reterr)
{
    const struct group *group = &writer->cluster->group[element];
    struct rd_arena *arena = writer->cluster->arena;
    for (size_t i = 0; i < group->up.count; i++) {
        int64_t from = i < group->acting.count ? group->acting.number[i] : NO_OSD;
        int64_t to = group->up.number[i];
        if (to == NO_OSD || to == from)
            continue;
        if (from == NO_OSD) {
            writer->left_out++;
            continue;
        }
        uint32_t *host = rd_take(arena, 2, uint32_t);
        host[0] = rd_host_numbers_find(writer->osds, from);
        host[1] = rd_host_numbers_find(writer->osds, to);
        struct rd_placed_item item = {.name = rd_arena_print(arena, "%ss%zu", group->name, i),
                                      .size = group->bytes / data_shards +
                                              (group->bytes % data_shards > 0),
                                      .holder = &host[0],
                                      .holder_count = 1,
                                      .part = &host[1],
                                      .part_count = 1};
        if (!add_item(writer, element, item, reterr))
            return false;
    }
    return true;
}

static void add_hosts(struct rd_host_numbers *hosts, const struct osds *osds,
                      struct rd_arena *arena)
{
    for (size_t i = 0; i < osds->count; i++)
        if (osds->number[i] != NO_OSD)
            rd_host_numbers_add(hosts, osds->number[i], arena);
}

static bool take_items(struct cluster *cluster, struct rd_placements *ret_placements,
                       struct rd_error *reterr)
{
    struct rd_host_numbers osds = {0};
    struct writer writer = {.cluster = cluster, .osds = &osds, .sum = {1, "bytes", 0}};
    for (size_t i = 0; i < cluster->names.count; i++) {
        add_hosts(&osds, &cluster->group[i].acting, cluster->arena);
        add_hosts(&osds, &cluster->group[i].up, cluster->arena);
    }
    rd_host_numbers_sort(&osds);
    if (osds.count == 0 || osds.count > RD_PLACEMENT_HOST_LIMIT)
        return rd_fail(reterr, RD_ERROR_INPUT, cluster->text->path,
                       rd_json_line(cluster->text, "%s", cluster->under),
                       "%zu OSDs: 1 to %d are supported", osds.count, RD_PLACEMENT_HOST_LIMIT);
    for (size_t i = 0; i < cluster->names.count; i++) {
        const struct pool *pool = pool_of(cluster, &cluster->group[i]);
        if (!(pool ? add_shards(&writer, i, pool->data_shards, reterr)
                   : add_replicas(&writer, i, reterr)))
            return false;
    }
    if (writer.left_out > 0)
        rd_arena_add(cluster->arena, ret_placements->remark, ret_placements->remark_count,
                     rd_arena_print(cluster->arena,
                                    "%s: %zu cop%s no OSD holds the source of, such as shards that "
                                    "are rebuilt from others, %s left out",
                                    cluster->text->path, writer.left_out,
                                    writer.left_out == 1 ? "y" : "ies",
                                    writer.left_out == 1 ? "is" : "are"));
    ret_placements->count = 1;
    ret_placements->placement =
        rd_make(cluster->arena, struct rd_placement, .host_count = (uint32_t)osds.count,
                .host_name = rd_host_numbers_names(&osds, "osd.", cluster->arena),
                .item_count = writer.count, .item = writer.item);
    return true;
}

bool rd_read_ceph(const struct rd_placement_input *input, struct rd_arena *arena,
                  struct rd_placements *ret_placements, struct rd_error *reterr)
{
    struct cluster cluster = {.text = &input->old, .arena = arena};
    json_auto_t *value = rd_json_input(&input->old, reterr);
    if (!value || (input->sizes.path && !read_pools(&cluster, &input->sizes, reterr)) ||
        !read_groups(&cluster, value, reterr) ||
        (input->new.path && !read_commands(&cluster, &input->new, reterr)))
        return false;
    if (!input->sizes.path)
        rd_arena_add(arena, ret_placements->remark, ret_placements->remark_count,
                     "all pools are taken to hold replicas: --sizes with what ceph osd dump prints "
                     "says which are erasure-coded");
    return take_items(&cluster, ret_placements, reterr);
}
