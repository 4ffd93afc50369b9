#include "large_pages.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

void rd_large_pages_for(const void *bytes, size_t size)
{
    if (size < RD_LEAST_LARGE_BYTES)
        return;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = ((uintptr_t)bytes + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)bytes + size) / page * page;
    (void)madvise((void *)start, end - start, MADV_HUGEPAGE);
}
