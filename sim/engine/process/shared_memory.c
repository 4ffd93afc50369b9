#include "shared_memory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SECTION_ALIGNMENT = 64 };

/* What stays mapped. Of a request for costs more than a megabyte is room that is hardly used. */
static const size_t KEPT_BYTES = (size_t)4 << 20, LEAST_BYTES = (size_t)1 << 16;

bool rd_shared_memory_create(struct rd_shared_memory *shared, struct rd_error *reterr)
{
    int fd = memfd_create("redist", MFD_CLOEXEC);
    if (fd < 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0,
                       "no shared memory for a simulation: %s", strerror(errno));
    *shared = (struct rd_shared_memory){.fd = fd};
    return true;
}

bool rd_shared_memory_map(struct rd_shared_memory *shared, size_t size, struct rd_error *reterr)
{
    if (shared->base && shared->size >= size)
        return true;
    rd_shared_memory_unmap(shared);
    void *base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, shared->fd, 0);
    if (base == MAP_FAILED)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0,
                       "%zu bytes of shared memory for a simulation cannot be allocated: %s", size,
                       strerror(errno));
    shared->base = base;
    shared->size = size;
    return true;
}

bool rd_shared_memory_resize(struct rd_shared_memory *shared, size_t size, struct rd_error *reterr)
{
    if (shared->base && shared->size >= size)
        return true;
    size = size > LEAST_BYTES ? size : LEAST_BYTES;
    rd_shared_memory_unmap(shared);
    if (ftruncate(shared->fd, 0) != 0 || ftruncate(shared->fd, (off_t)size) != 0)
        return rd_fail(reterr, RD_ERROR_INTERRUPTED, NULL, 0,
                       "%zu bytes of shared memory for a simulation cannot be allocated: %s", size,
                       strerror(errno));
    shared->used = false;
    return rd_shared_memory_map(shared, size, reterr);
}

void rd_shared_memory_unmap(struct rd_shared_memory *shared)
{
    if (shared->base)
        munmap(shared->base, shared->size);
    shared->base = NULL;
    shared->size = 0;
}

void rd_shared_memory_leave(struct rd_shared_memory *shared)
{
    if (shared->size > KEPT_BYTES)
        rd_shared_memory_unmap(shared);
}

void rd_shared_memory_empty(struct rd_shared_memory *shared)
{
    shared->used = true;
    rd_shared_memory_leave(shared);
    if (shared->base)
        return;
    /* Shrinking a file of our own cannot fail; if it does, the next resize says so. */
    int shrunk = ftruncate(shared->fd, 0);
    (void)shrunk;
}

size_t rd_shared_memory_section(size_t *end, size_t count, size_t size)
{
    size_t bytes = 0, start = 0;
    bool overflows = __builtin_mul_overflow(count, size, &bytes) ||
                     __builtin_add_overflow(*end, SECTION_ALIGNMENT - 1, &start);
    start = start / SECTION_ALIGNMENT * SECTION_ALIGNMENT;
    overflows = overflows || __builtin_add_overflow(start, bytes, end);
    rd_assert(!overflows);
    return start;
}
