#include "csv_hosts.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <string.h>

/* FNV-1a, over a field's bytes; of each pair of quotes in a quoted field, one. */
static uint32_t hash_field(const struct rd_csv_field *field)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < field->length; i++) {
        hash = (hash ^ (unsigned char)field->text[i]) * UINT64_C(0x100000001b3);
        if (field->quoted && field->text[i] == '"')
            i++;
    }
    return (uint32_t)(hash ^ (hash >> 32));
}

/* The slot where a name is, or where it would be put. */
static uint32_t *slot_of(const struct rd_csv_hosts *hosts, const struct rd_csv_field *field)
{
    uint32_t mask = hosts->slot_count - 1;
    uint32_t place = hash_field(field) & mask;
    while (hosts->slot[place] && !rd_csv_field_is(field, hosts->name[hosts->slot[place] - 1]))
        place = (place + 1) & mask;
    return &hosts->slot[place];
}

/* Fills the table anew, large enough for `count` names; of two equal names the first stays. */
static void make_slots(struct rd_csv_hosts *hosts, uint32_t count)
{
    hosts->slot_count = 16;
    while (hosts->slot_count / 2 <= count)
        hosts->slot_count *= 2;
    hosts->slot = rd_take(hosts->arena, hosts->slot_count, uint32_t);
    for (uint32_t host = 0; host < hosts->name_count; host++) {
        const char *name = hosts->name[host];
        uint32_t *slot =
            slot_of(hosts, &(struct rd_csv_field){.text = name, .length = strlen(name)});
        if (!*slot)
            *slot = host + 1;
    }
}

void rd_csv_hosts_open(struct rd_csv_hosts *hosts, const struct rd_instance *instance,
                       struct rd_arena *arena)
{
    *hosts = (struct rd_csv_hosts){.arena = arena};
    if (instance) {
        hosts->fixed_count = instance->topology.host_count;
        hosts->name = instance->host_name;
        hosts->name_count = instance->host_name ? hosts->fixed_count : 0;
    }
    make_slots(hosts, hosts->name_count);
}

/* The bytes that a field stands for, ended by a zero. */
static const char *copy_field(const struct rd_csv_field *field, struct rd_arena *arena)
{
    char *copy = rd_take(arena, field->length + 1, char);
    size_t length = 0;
    for (size_t i = 0; i < field->length; i++) {
        copy[length++] = field->text[i];
        if (field->quoted && field->text[i] == '"')
            i++;
    }
    return copy;
}

static bool add_name(const struct rd_csv *csv, const char *name, const struct rd_csv_field *field,
                     struct rd_csv_hosts *hosts, uint32_t *ret_host, struct rd_error *reterr)
{
    if (field->length == 0 || memchr(field->text, '\0', field->length))
        return rd_csv_fail_field(csv, name, field, reterr, "the name of a host is needed");
    if (hosts->name_count == RD_HOST_LIMIT)
        return rd_csv_fail_field(csv, name, field, reterr, "at most %d hosts are supported",
                                 RD_HOST_LIMIT);
    if (hosts->name_count == hosts->added_capacity) {
        uint32_t capacity = hosts->added_capacity ? 2 * hosts->added_capacity : 16;
        hosts->added = rd_arena_grow(hosts->arena, hosts->added, hosts->added_capacity, capacity,
                                     sizeof *hosts->added);
        hosts->added_capacity = capacity;
        hosts->name = hosts->added;
        make_slots(hosts, capacity);
    }
    *slot_of(hosts, field) = hosts->name_count + 1;
    hosts->added[hosts->name_count] = copy_field(field, hosts->arena);
    *ret_host = hosts->name_count++;
    return true;
}

/* Does a spreadsheet compute what begins so? What is written then has a ' before it, and so has
 * what would be taken for that. */
static bool has_sign(const char *text, size_t length)
{
    return length > 0 && strchr("=+-@", text[0]);
}

struct rd_csv_field rd_csv_host_field(const struct rd_csv_field *field)
{
    struct rd_csv_field name = *field;
    if (name.length > 1 && name.text[0] == '\'' &&
        (name.text[1] == '\'' || has_sign(name.text + 1, name.length - 1))) {
        name.text++;
        name.length--;
    }
    return name;
}

bool rd_csv_host(const struct rd_csv *csv, const char *name, const struct rd_csv_field *written,
                 bool may_be_empty, struct rd_csv_hosts *hosts, uint32_t *ret_host,
                 struct rd_error *reterr)
{
    const struct rd_csv_field unmarked = rd_csv_host_field(written), *field = &unmarked;
    if (may_be_empty && field->length == 0) {
        *ret_host = RD_NO_HOST;
        return true;
    }
    uint32_t found = *slot_of(hosts, field);
    if (found) {
        *ret_host = found - 1;
        return true;
    }
    if (hosts->fixed_count == 0)
        return add_name(csv, name, field, hosts, ret_host, reterr);
    int64_t number;
    if (!rd_integer_parse(field->text, field->length, 0, (int64_t)hosts->fixed_count - 1, &number))
        return rd_csv_fail_field(
            csv, name, field, reterr, "%s 0 to %" PRIu32 "%s are accepted",
            hosts->name_count ? "the names of the hosts, or their numbers," : "the hosts",
            hosts->fixed_count - 1, may_be_empty ? ", or nothing for a computation," : "");
    *ret_host = (uint32_t)number;
    return true;
}

const char *rd_csv_host_mark(const char *name)
{
    bool marked = name[0] == '\'' && (name[1] == '\'' || has_sign(name + 1, strlen(name + 1)));
    return marked || has_sign(name, strlen(name)) ? "'" : "";
}

bool rd_csv_write_host(FILE *out, const struct rd_instance *instance, uint32_t host)
{
    if (host == RD_NO_HOST)
        return true;
    const char *name = instance->host_name && host < instance->topology.host_count
                           ? instance->host_name[host]
                           : NULL;
    if (name && *name)
        return rd_csv_write_marked(out, rd_csv_host_mark(name), name);
    return fprintf(out, "%" PRIu32, host) >= 0;
}
