#include "cxx_memory.h"

#include "child_process.h"

#include "sim/base/error.h"

#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* The operators of C++, which it lets a program define, by their names in the object code. Address
 * sanitizer keeps its own. */
#if defined(RD_ADDRESS_SANITIZER)
#define OPERATOR(name)
#else
#define OPERATOR(name) __asm__(name)
#endif
#if SIZE_MAX == UINT64_MAX
#define SIZE_LETTER "m"
#else
#define SIZE_LETTER "j"
#endif
void *rd_cxx_new(size_t size) OPERATOR("_Znw" SIZE_LETTER);
void rd_cxx_delete(void *memory) OPERATOR("_ZdlPv");
void rd_cxx_delete_sized(void *memory, size_t size) OPERATOR("_ZdlPv" SIZE_LETTER);

/* Blocks that were given back, by size: SimGrid takes thirty for a message, and gives them back
 * together with those of all messages that end at the date, which is more than malloc keeps at
 * hand. */
enum { CLASSES = 64 };
struct block {
    struct block *next;
};
static struct block *given_back[CLASSES];
static bool keeps_blocks;

/* The blocks of a class are as large as the largest of its sizes, which takes malloc of glibc no
 * more memory: 8 bytes more than a multiple of 16. */
static size_t class_of(size_t size)
{
    return size / 16 + (size % 16 > 8);
}

static size_t class_bytes(size_t class)
{
    return 16 * class + 8;
}

/* Left alone C++ throws, and its streams keep that to themselves: SimGrid takes the rest of a file
 * for its end, and a profile for a shorter or a wrong one. Called where there is no memory, also on
 * the small stack of an actor: so no stdio, which takes 8 KiB, and nothing of SimGrid's at exit. */
static _Noreturn void give_up(void)
{
    static const char words[] = "SimGrid is out of memory\n";
    ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
    (void)written; /* the status says it as well */
    _exit(rd_error_exit_status(RD_ERROR_INTERRUPTED));
}

void *rd_cxx_new(size_t size)
{
    size_t class = class_of(size);
    if (class < CLASSES && given_back[class]) {
        struct block *block = given_back[class];
        given_back[class] = block->next;
        return block;
    }
    void *memory = malloc(class < CLASSES ? class_bytes(class) : size);
    if (!memory)
        give_up();
    return memory;
}

static void give_back(void *memory, size_t class)
{
    if (!keeps_blocks || !memory || class >= CLASSES) {
        free(memory);
        return;
    }
    struct block *block = memory;
    block->next = given_back[class];
    given_back[class] = block;
}

void rd_cxx_delete_sized(void *memory, size_t size)
{
    give_back(memory, class_of(size));
}

void rd_cxx_delete(void *memory)
{
    size_t bytes = keeps_blocks ? malloc_usable_size(memory) : 0;
    /* A class whose sizes all fit, whatever malloc has added. */
    give_back(memory, bytes < class_bytes(0) ? CLASSES : (bytes - class_bytes(0)) / 16);
}

void rd_cxx_use_own_memory(void)
{
    keeps_blocks = true;
}
