#include "hosts.h"
#include "library.h"

#include "sim/model/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool fail_of_missing(const char *wanted, struct rd_arena *arena, struct rd_error *reterr)
{
    size_t count = rd_simgrid.sg_host_count();
    sg_host_t *host = rd_simgrid.sg_host_list();
    const char **name = rd_take(arena, count, const char *);
    for (size_t i = 0; i < count; i++)
        name[i] = rd_simgrid.sg_host_get_name(host[i]);
    free(host);
    const char *nearest = rd_nearest_name(wanted, name, count);
    if (nearest)
        return rd_wrong(reterr, "no host '%s' on the platform: did you mean '%s'?", wanted,
                        nearest);
    return rd_wrong(reterr, "no host '%s' on the platform: it has %zu, among them '%s'", wanted,
                    count, count > 0 ? name[0] : "none");
}

bool rd_find_hosts(const char *const *name, uint32_t count, struct rd_arena *arena,
                   sg_host_t **ret_host, struct rd_error *reterr)
{
    sg_host_t *host = rd_take(arena, count, sg_host_t);
    for (uint32_t i = 0; i < count; i++) {
        host[i] = rd_simgrid.sg_host_by_name(name[i]);
        if (!host[i])
            return fail_of_missing(name[i], arena, reterr);
    }
    *ret_host = host;
    return true;
}

const sg_mailbox_t *rd_mailboxes(uint32_t count)
{
    static struct rd_arena arena = RD_ARENA_OPEN; /* for as long as the process lives */
    static sg_mailbox_t *mailbox;
    static uint32_t known;
    while (known < count) {
        char name[16];
        snprintf(name, sizeof name, "%" PRIu32, known);
        rd_arena_add(&arena, mailbox, known, rd_simgrid.sg_mailbox_by_name(name));
    }
    return mailbox;
}
