#include "csv_hosts.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <string.h>

void rd_csv_hosts_open(struct rd_csv_hosts *hosts, const struct rd_instance *instance,
                       struct rd_arena *arena)
{
    uint32_t number;
    *hosts = (struct rd_csv_hosts){.arena = arena};
    if (!instance)
        return;
    hosts->fixed_count = instance->topology.host_count;
    for (uint32_t host = 0; instance->host_name && host < hosts->fixed_count; host++)
        rd_names_add(&hosts->names, arena, instance->host_name[host], &number);
}

/* Numbers a name that is not there yet. */
static bool add_name(const struct rd_csv *csv, const char *name, const struct rd_csv_field *field,
                     struct rd_csv_hosts *hosts, uint32_t *ret_host, struct rd_error *reterr)
{
    if (field->length == 0 || memchr(field->text, '\0', field->length))
        return rd_csv_fail_field(csv, name, field, reterr, "the name of a host is needed");
    if (hosts->names.count == RD_HOST_LIMIT)
        return rd_csv_fail_field(csv, name, field, reterr, "at most %d hosts are supported",
                                 RD_HOST_LIMIT);
    return rd_names_add(&hosts->names, hosts->arena, rd_csv_field_text(field, hosts->arena),
                        ret_host);
}

bool rd_csv_host(const struct rd_csv *csv, const char *name, const struct rd_csv_field *written,
                 bool may_be_empty, struct rd_csv_hosts *hosts, uint32_t *ret_host,
                 struct rd_error *reterr)
{
    const struct rd_csv_field unmarked = rd_csv_unmarked(written), *field = &unmarked;
    if (may_be_empty && field->length == 0) {
        *ret_host = RD_NO_HOST;
        return true;
    }
    uint32_t found = rd_csv_find_name(field, &hosts->names, hosts->arena);
    if (found != RD_NO_NAME) {
        *ret_host = found;
        return true;
    }
    if (hosts->fixed_count == 0)
        return add_name(csv, name, field, hosts, ret_host, reterr);
    int64_t number;
    if (!rd_integer_parse(field->text, field->length, 0, (int64_t)hosts->fixed_count - 1, &number))
        return rd_csv_fail_field(
            csv, name, field, reterr, "%s 0 to %" PRIu32 "%s are accepted",
            hosts->names.count ? "the names of the hosts, or their numbers," : "the hosts",
            hosts->fixed_count - 1, may_be_empty ? ", or nothing for a computation," : "");
    *ret_host = (uint32_t)number;
    return true;
}

bool rd_csv_write_host(FILE *out, const struct rd_instance *instance, uint32_t host)
{
    if (host == RD_NO_HOST)
        return true;
    const char *name = instance->host_name && host < instance->topology.host_count
                           ? instance->host_name[host]
                           : NULL;
    if (name && *name)
        return rd_csv_write_name(out, name);
    return fprintf(out, "%" PRIu32, host) >= 0;
}
