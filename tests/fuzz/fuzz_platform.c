/* Any bytes as a platform file: refused with messages, or hosts with names that are all different,
 * each declared on some line. */
#include "sim/platform/platform_check.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_HOSTS_SOUGHT = 20 };

static void check_hosts(const char *text, size_t size, const struct rd_names *hosts,
                        struct rd_arena *arena)
{
    for (uint32_t host = 0; host < hosts->count; host++)
        rd_assert(hosts->name[host][0] && rd_names_find(hosts, hosts->name[host]) == host);
    for (uint32_t host = 0; host < hosts->count && host < MOST_HOSTS_SOUGHT; host++)
        rd_assert(rd_platform_host_line(text, size, hosts->name[host], arena) > 0);
    rd_assert(rd_platform_host_line(text, size, "no such host\n", arena) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct rd_arena arena;
    struct rd_names hosts = {0};
    struct rd_platform_properties nature = {0};
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    if (rd_platform_check("fuzz.xml", text, size, NULL, &arena, &hosts, &nature, &errors)) {
        rd_assert(errors.count == 0);
        check_hosts(text, size, &hosts, &arena);
    } else {
        rd_assert(errors.count > 0 && !nature.host_links && !nature.varies);
        for (size_t i = 0; i < rd_error_list_kept(&errors); i++) {
            const struct rd_error *error = &errors.error[i];
            rd_assert(error->message[0] && error->path[0]);
            rd_assert(error->code == RD_ERROR_FILE ||
                      (error->code == RD_ERROR_INPUT && error->line > 0));
        }
    }
    rd_arena_close(&arena);
    return 0;
}
