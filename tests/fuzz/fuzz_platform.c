/* Any bytes as a platform file: refused with messages, or its hosts are known. */
#include "sim/scenario/platform_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_error_list errors = {.arena = &arena};
    struct rd_names hosts = {0};
    bool good = rd_platform_check("platform.xml", (const char *)data, size, NULL, &arena, &hosts,
                                  NULL, &errors);
    rd_assert(good == (errors.count == 0));
    rd_assert(!good || hosts.count > 0);
    for (uint32_t host = 0; host < hosts.count; host++)
        rd_assert(rd_names_find(&hosts, hosts.name[host]) == host);
    for (size_t i = 0; i < rd_error_list_kept(&errors); i++)
        rd_assert(errors.error[i].message[0] && errors.error[i].line > 0);
    rd_arena_close(&arena);
    return 0;
}
