/* Hosts in CSV text: by name, else by number. */
#pragma once

#include "csv_text.h"

#include "sim/base/names.h"
#include "sim/model/instance.h"

#include <stdio.h>

struct rd_csv_hosts {
    struct rd_arena *arena;
    uint32_t fixed_count;  /* hosts of the instance; 0 if any name is taken */
    struct rd_names names; /* by number; empty if the instance's hosts have no names */
};

/* The hosts of an instance, whose names differ; NULL: any name is taken, and numbered as it
 * appears. */
void rd_csv_hosts_open(struct rd_csv_hosts *hosts, const struct rd_instance *instance,
                       struct rd_arena *arena);

/* The number of the host that a field names; a number names a host too, unless a host bears it as
 * its name. In: may_be_empty: an empty field is RD_NO_HOST.
 * Errors: RD_ERROR_INPUT, named for the column. */
bool rd_csv_host(const struct rd_csv *csv, const char *name, const struct rd_csv_field *written,
                 bool may_be_empty, struct rd_csv_hosts *hosts, uint32_t *ret_host,
                 struct rd_error *reterr);

/* Writes a host by its name, or by its number where it has none; nothing for RD_NO_HOST.
 * Returns: false if writing failed. */
bool rd_csv_write_host(FILE *out, const struct rd_instance *instance, uint32_t host);
