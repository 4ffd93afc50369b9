#include "arena.h"

#include "error.h"
#include "large_pages.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    CHUNK_BYTES = 16 << 10,
    MOST_CHUNK_BYTES = 64 << 20,
    MOST_SPARE_BYTES = 16 << 20,
    ALIGNMENT = alignof(max_align_t)
};

struct rd_arena_chunk {
    struct rd_arena_chunk *previous;
    struct rd_guard *guard;               /* under which it was taken, while that runs */
    struct rd_arena_chunk *older, *newer; /* among the guard's */
    size_t size;                          /* bytes in data */
    size_t used;
    bool is_lent; /* somebody else's memory, all that its arena has */
    alignas(max_align_t) unsigned char data[];
};

static _Noreturn void refuse(struct rd_arena *arena, size_t wanted_bytes)
{
    if (arena->refuse)
        arena->refuse(arena->refuse_context, wanted_bytes);
    const struct rd_guard *guard = rd_guard_current();
    bool by_guard = guard && guard->limit_bytes < SIZE_MAX; /* else it limits no memory */
    if (guard)
        rd_guard_stop(RD_GUARD_MEMORY, "%zu bytes more were needed, %zu are in use of %zu",
                      wanted_bytes, by_guard ? guard->taken_bytes : arena->taken_bytes,
                      by_guard ? guard->limit_bytes : arena->limit_bytes);
    rd_out_of_memory("%zu bytes more were needed, %zu are in use of %zu", wanted_bytes,
                     arena->taken_bytes, arena->limit_bytes);
}

/* Rounds up to the alignment; what would overflow is refused. */
static size_t padded_bytes(struct rd_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - ALIGNMENT)
        refuse(arena, SIZE_MAX);
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void enter_guard(struct rd_arena_chunk *chunk, struct rd_guard *guard)
{
    chunk->guard = guard;
    chunk->older = guard->chunk;
    if (guard->chunk)
        guard->chunk->newer = chunk;
    guard->chunk = chunk;
    guard->taken_bytes += chunk->size;
}

static void free_chunk(struct rd_arena_chunk *chunk)
{
    struct rd_guard *guard = chunk->guard;
    if (guard) {
        if (chunk->older)
            chunk->older->newer = chunk->newer;
        if (chunk->newer)
            chunk->newer->older = chunk->older;
        else
            guard->chunk = chunk->older;
        guard->taken_bytes -= chunk->size;
    }
    free(chunk);
}

static void drop_spare(struct rd_arena *arena)
{
    if (!arena->spare || arena->spare->is_lent)
        return;
    free_chunk(arena->spare);
    arena->spare = NULL;
}

void rd_arena_open(struct rd_arena *arena, size_t limit_bytes)
{
    *arena = (struct rd_arena){.limit_bytes = limit_bytes ? limit_bytes : RD_ARENA_DEFAULT_LIMIT};
}

void rd_arena_open_in(struct rd_arena *arena, void *memory, size_t bytes)
{
    struct rd_arena_chunk *chunk = memory;
    rd_assert(bytes >= sizeof *chunk);
    chunk->size = (bytes - sizeof *chunk) / ALIGNMENT * ALIGNMENT;
    chunk->is_lent = true;
    *arena = (struct rd_arena){.spare = chunk, .limit_bytes = chunk->size};
}

void rd_arena_close(struct rd_arena *arena)
{
    rd_arena_rewind(arena, (struct rd_arena_mark){0});
    drop_spare(arena);
}

void rd_arena_leave_guard(struct rd_guard *guard, bool keep)
{
    struct rd_guard *outer = rd_guard_current();
    for (struct rd_arena_chunk *chunk = guard->chunk, *older; chunk; chunk = older) {
        older = chunk->older;
        chunk->guard = NULL;
        chunk->newer = NULL;
        if (!keep)
            free(chunk);
        else if (outer)
            enter_guard(chunk, outer);
    }
    guard->chunk = NULL;
    guard->taken_bytes = 0;
}

void rd_arena_cut_back(struct rd_arena *arena, struct rd_arena_mark mark)
{
    rd_arena_rewind(arena, mark);
    drop_spare(arena);
}

/* Asks for large pages for a chunk that is read in no order: one large array, which may be, or
 * small ones of an arena that says so. Of ordinary pages the processor would look up where most of
 * it lies. Not for others, since large pages that are new may take five times as long to be had;
 * nor for an array above MOST_CHUNK_BYTES, of which little may ever be touched: a large page is
 * cleared whole. */
static void ask_for_large_pages(const struct rd_arena *arena, struct rd_arena_chunk *chunk,
                                size_t array_bytes)
{
    if ((array_bytes >= RD_LEAST_LARGE_BYTES || arena->is_read_anywhere) &&
        chunk->size <= MOST_CHUNK_BYTES)
        rd_large_pages_for(chunk, chunk->size);
}

void rd_arena_forget(const void *bytes, size_t size)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = ((uintptr_t)bytes + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)bytes + size) / page * page;
    if (start < end)
        (void)madvise((void *)start, end - start, MADV_DONTNEED); /* may be refused */
}

static void push_chunk(struct rd_arena *arena, struct rd_arena_chunk *chunk)
{
    chunk->previous = arena->last;
    arena->last = chunk;
}

static void add_chunk(struct rd_arena *arena, size_t bytes)
{
    if (arena->spare && arena->spare->size >= bytes) {
        push_chunk(arena, arena->spare);
        arena->spare = NULL;
        return;
    }
    drop_spare(arena);
    /* Chunks double with the arena, so that their number stays logarithmic. */
    size_t size = arena->taken_bytes > CHUNK_BYTES ? arena->taken_bytes : CHUNK_BYTES;
    if (size > MOST_CHUNK_BYTES)
        size = MOST_CHUNK_BYTES;
    if (size < bytes)
        size = bytes;
    /* calloc gets large chunks from the system, which hands out zeros without touching them. */
    struct rd_arena_chunk *chunk = NULL;
    struct rd_guard *guard = rd_guard_current();
    /* Where room is short, no more than is needed. */
    if (guard && size > guard->limit_bytes - guard->taken_bytes)
        size = bytes;
    if (size <= SIZE_MAX - sizeof *chunk &&
        !(guard && size > guard->limit_bytes - guard->taken_bytes))
        chunk = calloc(1, sizeof *chunk + size);
    if (!chunk)
        refuse(arena, bytes);
    chunk->size = size;
    ask_for_large_pages(arena, chunk, bytes);
    if (guard)
        enter_guard(chunk, guard);
    push_chunk(arena, chunk);
}

void *rd_arena_take(struct rd_arena *arena, size_t count, size_t size)
{
    rd_guard_look();
    size_t bytes = padded_bytes(arena, count, size);
    if (bytes > arena->limit_bytes - arena->taken_bytes)
        refuse(arena, bytes);
    if (!arena->last || arena->last->size - arena->last->used < bytes)
        add_chunk(arena, bytes);
    void *taken = arena->last->data + arena->last->used;
    arena->last->used += bytes;
    arena->taken_bytes += bytes;
    return taken;
}

void *rd_arena_grow(struct rd_arena *arena, void *array, size_t old_count, size_t new_count,
                    size_t size)
{
    rd_assert(new_count >= old_count);
    if (!array || old_count == 0)
        return rd_arena_take(arena, new_count, size);
    size_t old_bytes = padded_bytes(arena, old_count, size);
    size_t new_bytes = padded_bytes(arena, new_count, size);
    struct rd_arena_chunk *chunk = arena->last;
    unsigned char *end = (unsigned char *)array + old_bytes;
    if (end == chunk->data + chunk->used && new_bytes - old_bytes <= chunk->size - chunk->used) {
        if (new_bytes - old_bytes > arena->limit_bytes - arena->taken_bytes)
            refuse(arena, new_bytes - old_bytes);
        chunk->used += new_bytes - old_bytes;
        arena->taken_bytes += new_bytes - old_bytes;
        return array;
    }
    void *grown = rd_arena_take(arena, new_count, size);
    memcpy(grown, array, old_count * size);
    return grown;
}

void *rd_arena_room(struct rd_arena *arena, void *array, size_t count, size_t *capacity,
                    size_t size)
{
    if (count < *capacity)
        return array;
    size_t more = *capacity ? 2 * *capacity : 16;
    array = rd_arena_grow(arena, array, *capacity, more, size);
    *capacity = more;
    return array;
}

void *rd_arena_extend(struct rd_arena *arena, void *array, size_t count, size_t size)
{
    enum { LEAST = 16 };
    if (count == 0)
        return rd_arena_take(arena, LEAST, size);
    bool full = count >= LEAST && (count & (count - 1)) == 0;
    return full ? rd_arena_grow(arena, array, count, 2 * count, size) : array;
}

/* Makes room for so many letters and a NUL. */
static void make_room(struct rd_text *text, size_t length)
{
    size_t capacity = 2 * (text->capacity + length) + 4096;
    text->text = rd_arena_grow(text->arena, text->text, text->capacity, capacity, 1);
    text->capacity = capacity;
}

void rd_text_add(struct rd_text *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    for (const char *part; (part = va_arg(arguments, const char *));) {
        size_t length = strlen(part);
        if (length >= text->capacity - text->size)
            make_room(text, length);
        memcpy(text->text + text->size, part, length + 1);
        text->size += length;
    }
    va_end(arguments);
}

void rd_text_print(struct rd_text *text, const char *format, ...)
{
    for (;;) {
        va_list arguments;
        size_t room = text->capacity - text->size;
        va_start(arguments, format);
        int length =
            vsnprintf(text->text ? text->text + text->size : NULL, room, format, arguments);
        va_end(arguments);
        rd_assert(length >= 0);
        if ((size_t)length < room) {
            text->size += (size_t)length;
            return;
        }
        make_room(text, (size_t)length);
    }
}

void *rd_arena_copy(struct rd_arena *arena, const void *array, size_t count, size_t size)
{
    return array ? memcpy(rd_arena_take(arena, count, size), array, count * size) : NULL;
}

char *rd_arena_text(struct rd_arena *arena, const char *text)
{
    return rd_arena_copy(arena, text, strlen(text) + 1, 1);
}

char *rd_arena_vprint(struct rd_arena *arena, const char *format, va_list arguments)
{
    rd_assert(format); /* gcc cannot tell, with its sanitizers, and refuses */
    va_list again;
    va_copy(again, arguments);
    char usual[512]; /* most texts are shorter: printed once */
    int length = vsnprintf(usual, sizeof usual, format, arguments);
    rd_assert(length >= 0);
    char *text = rd_take(arena, (size_t)length + 1, char);
    if ((size_t)length < sizeof usual)
        memcpy(text, usual, (size_t)length);
    else
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *rd_arena_print(struct rd_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = rd_arena_vprint(arena, format, arguments);
    va_end(arguments);
    return text;
}

struct rd_arena_mark rd_arena_mark(const struct rd_arena *arena)
{
    return (struct rd_arena_mark){arena->last, arena->last ? arena->last->used : 0,
                                  arena->taken_bytes};
}

/* What is taken from a chunk next must be zero again. */
static void clear(struct rd_arena_chunk *chunk, size_t from)
{
    memset(chunk->data + from, 0, chunk->used - from);
    chunk->used = from;
}

/* Keeps one chunk: whoever marks and rewinds where a chunk ends would else ask the system for
 * memory each time. What counts is how much of it was used, whatever its size: only that is cleared
 * and stays resident. A chunk that is given back was used for long enough to pay for the next. */
static void retire(struct rd_arena *arena, struct rd_arena_chunk *chunk)
{
    if (!chunk->is_lent && (arena->spare || chunk->used > MOST_SPARE_BYTES)) {
        free_chunk(chunk);
        return;
    }
    clear(chunk, 0);
    arena->spare = chunk;
}

void rd_arena_rewind(struct rd_arena *arena, struct rd_arena_mark mark)
{
    while (arena->last != mark.chunk) {
        struct rd_arena_chunk *chunk = arena->last;
        arena->last = chunk->previous;
        retire(arena, chunk);
    }
    if (arena->last)
        clear(arena->last, mark.chunk_used);
    arena->taken_bytes = mark.taken_bytes;
}
