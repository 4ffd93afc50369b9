#include "cxx_memory.h"

#include "sim/base/error.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

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

void rd_cxx_use_own_memory(void)
{
    typedef void handler(void);
    /* std::set_new_handler: looked up, as a C program links no C++ library of its own. */
    void *symbol = dlsym(RTLD_DEFAULT, "_ZSt15set_new_handlerPFvvE");
    handler *(*set_new_handler)(handler *);
    rd_assert(symbol);
    memcpy(&set_new_handler, &symbol, sizeof set_new_handler);
    set_new_handler(give_up);
}
