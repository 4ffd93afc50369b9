/* All memory of a run comes from an arena and goes with it: there is no free to forget.
 * A function that allocates shows it by taking one. malloc and free are called in arena.c only. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rd_arena_chunk;
struct rd_guard;

struct rd_arena {
    struct rd_arena_chunk *last;  /* chunks, newest first */
    struct rd_arena_chunk *spare; /* rewound, all zero: what is taken next may go there */
    size_t taken_bytes;           /* handed out and not rewound */
    size_t limit_bytes;           /* taken_bytes never passes it */
    bool is_read_anywhere;        /* what fills it is small, and read in no order */
    /* Called when memory is refused, by the limit or by the system; must not return.
     * NULL: the guard of this thread is stopped (guard.h), and where there is none the program ends
     * with a message on standard error and exit status 4. */
    void (*refuse)(void *context, size_t wanted_bytes);
    void *refuse_context;
};

/* A place in an arena, to go back to. */
struct rd_arena_mark {
    struct rd_arena_chunk *chunk;
    size_t chunk_used;
    size_t taken_bytes;
};

/* An arena that will hand out limit_bytes at the most (0: RD_ARENA_DEFAULT_LIMIT). Takes no memory
 * yet. */
void rd_arena_open(struct rd_arena *arena, size_t limit_bytes);

/* An arena in memory of the caller's, zeroed, and in no other: what does not fit is refused. When
 * it is closed the memory stays the caller's. */
void rd_arena_open_in(struct rd_arena *arena, void *memory, size_t bytes);

/* What a static arena begins with, instead. */
#define RD_ARENA_OPEN                                                                              \
    {                                                                                              \
        .limit_bytes = RD_ARENA_DEFAULT_LIMIT                                                      \
    }

/* Gives everything back; the arena may be used again. */
void rd_arena_close(struct rd_arena *arena);

/* count elements of size bytes each, zeroed, aligned for any type. Never NULL: what cannot be had
 * goes to arena->refuse. The product is checked for overflow. count 0 gives a valid pointer.
 * Cost: O(bytes). */
void *rd_arena_take(struct rd_arena *arena, size_t count, size_t size);

/* Gives the pages of what nobody reads any more back to the system; it reads as zeros from then on.
 * In: bytes of an array of an arena. */
void rd_arena_forget(const void *bytes, size_t size);

/* Makes an array longer: in place if it was taken last, else by copying. New elements are zero.
 * In: array [old_count] of this arena, or NULL with old_count 0. Returns: the array [new_count]. */
void *rd_arena_grow(struct rd_arena *arena, void *array, size_t old_count, size_t new_count,
                    size_t size);

/* Room for one more element of an array, whose capacity doubles where it is full.
 * Returns: the array; *capacity is above count. Cost: O(1), amortised. */
void *rd_arena_room(struct rd_arena *arena, void *array, size_t count, size_t *capacity,
                    size_t size);

/* The same of an array that only grows: its capacity follows from its count, so nobody keeps it.
 * In: array [count] of this arena that had its room from here, or count 0. Returns: the array.
 * Cost: O(1) amortised. */
void *rd_arena_extend(struct rd_arena *arena, void *array, size_t count, size_t size);

/* Appends an element to such an array, and counts it. */
#define rd_arena_add(arena, array, count, ...)                                                     \
    ((array) = rd_arena_extend((arena), (array), (count), sizeof *(array)),                        \
     (array)[(count)++] = (__VA_ARGS__))

/* A text that grows. Zeroed but for the arena: empty, and NULL. */
struct rd_text {
    struct rd_arena *arena;
    char *text; /* [size], and a NUL */
    size_t size, capacity;
};

/* printf behind a text. Cost: O(letters) amortised. */
void rd_text_print(struct rd_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Puts texts one behind the other at the end of a text; after the last one comes NULL. For what is
 * written often: printf takes ten times as long. Cost: O(letters) amortised. */
void rd_text_add(struct rd_text *text, ...) __attribute__((sentinel));

/* Copies an array into the arena. NULL stays NULL. Cost: O(bytes). */
void *rd_arena_copy(struct rd_arena *arena, const void *array, size_t count, size_t size);

/* Copies a text into the arena. Cost: O(letters). */
char *rd_arena_text(struct rd_arena *arena, const char *text);

/* printf into the arena. Returns: a string that lives as long as the arena. */
char *rd_arena_print(struct rd_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *rd_arena_vprint(struct rd_arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Where the arena stands now. */
struct rd_arena_mark rd_arena_mark(const struct rd_arena *arena);

/* Forgets everything taken since the mark. */
void rd_arena_rewind(struct rd_arena *arena, struct rd_arena_mark mark);

/* A mark that is gone back to when its block ends. */
struct rd_arena_loan {
    struct rd_arena *arena;
    struct rd_arena_mark mark;
};

static inline void rd_arena_return(const struct rd_arena_loan *loan)
{
    rd_arena_rewind(loan->arena, loan->mark);
}

/* A statement: what is taken from the arena from here on is given back when the block is left, be
 * it by `return`. What is returned is worked out before, and must not point there. */
#define rd_arena_borrow(arena) RD_ARENA_LOAN(arena, __LINE__)
#define RD_ARENA_LOAN(arena, line) RD_ARENA_LOAN_AT(arena, line)
#define RD_ARENA_LOAN_AT(arena, line)                                                              \
    __attribute__((cleanup(rd_arena_return), unused))                                              \
    const struct rd_arena_loan rd_loan_##line = {(arena), rd_arena_mark(arena)}

/* A declaration: an arena that is open until the block is left. */
#define rd_arena_own(name)                                                                         \
    __attribute__((cleanup(rd_arena_close))) struct rd_arena name;                                 \
    rd_arena_open(&name, 0)

/* What becomes of the chunks that arenas took under a guard, when it ends and is no longer the
 * thread's: they stay their arenas', under the thread's guard if it has another one; or they are
 * given back, and the arenas are then no longer to be used. O(chunks). */
void rd_arena_leave_guard(struct rd_guard *guard, bool keep);

/* Goes back to a mark, and keeps no chunk that was taken since: for an arena that outlives a guard
 * which gives the rest back. O(chunks), and what was taken since. */
void rd_arena_cut_back(struct rd_arena *arena, struct rd_arena_mark mark);

/* 16 GiB, or half of what a smaller address space has. */
#define RD_ARENA_DEFAULT_LIMIT (SIZE_MAX > UINT32_MAX ? (size_t)16 << 30 : SIZE_MAX / 2)

/* count elements of a type, zeroed. */
#define rd_take(arena, count, type) ((type *)rd_arena_take((arena), (count), sizeof(type)))

/* A struct in the arena, with these members. */
#define rd_make(arena, type, ...)                                                                  \
    ((type *)rd_arena_copy((arena), &(type){__VA_ARGS__}, 1, sizeof(type)))
