#include "host_lists.h"

#include "sim/model/copies.h"

#include <inttypes.h>

const uint32_t *rd_host_lists_read(const size_t *first, const uint32_t *host, size_t count,
                                   const char *thing, const char *name, struct rd_call *call)
{
    if (!first) {
        rd_wrong(&call->error, "%s_%s_first is NULL: [%s_count + 1] are needed", thing, name,
                 thing);
        return NULL;
    }
    uint32_t *read = rd_take(&call->problem, count + 1, uint32_t);
    for (size_t i = 0; i <= count; i++) {
        if (first[i] > RD_PIECE_HOST_LIMIT || first[i] < (i > 0 ? first[i - 1] : 0) ||
            (i == 0 && first[i] > 0)) {
            rd_wrong(&call->error,
                     "%s_%s_first[%zu] is %zu: numbers from 0 on that do not decrease, up to "
                     "2^27, are accepted",
                     thing, name, i, first[i]);
            return NULL;
        }
        read[i] = (uint32_t)first[i];
    }
    if (!host && read[count] > 0) {
        rd_wrong(&call->error, "%s_%s is NULL: [%" PRIu32 "] are needed", thing, name, read[count]);
        return NULL;
    }
    return read;
}
