/* A report of a host that cannot be read. */
#pragma once

#include "sim/base/error.h"
#include "sim/model/instance.h"

/* Returns: false, with RD_ERROR_RUN. */
static inline bool rd_report_is_damaged(const struct rd_instance *instance, uint32_t host,
                                        struct rd_error *reterr)
{
    return rd_failed(reterr, "executed: %s: its report is damaged", rd_label(instance, host));
}
