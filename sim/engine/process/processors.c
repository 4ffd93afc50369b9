#include "processors.h"

#include <sched.h>

static int kept = RD_ANY_PROCESSOR;
static cpu_set_t before; /* where this process might run before it stayed */

void rd_processor_stay(void)
{
    cpu_set_t only;
    int processor = sched_getcpu();
    if (processor < 0 || processor >= CPU_SETSIZE || kept != RD_ANY_PROCESSOR ||
        sched_getaffinity(0, sizeof before, &before) != 0)
        return;
    CPU_ZERO(&only);
    CPU_SET(processor, &only);
    if (sched_setaffinity(0, sizeof only, &only) == 0)
        kept = processor;
}

void rd_processor_roam(void)
{
    if (kept == RD_ANY_PROCESSOR)
        return;
    sched_setaffinity(0, sizeof before, &before);
    kept = RD_ANY_PROCESSOR;
}

int rd_processor_kept(void)
{
    return kept;
}

void rd_processor_bring(pid_t pid)
{
    cpu_set_t here;
    if (sched_getaffinity(0, sizeof here, &here) == 0)
        sched_setaffinity(pid, sizeof here, &here);
}
