#include "library.h"

#include <dlfcn.h>
#include <signal.h>
#include <string.h>

struct rd_simgrid rd_simgrid;

static void end_without_memory(int signal)
{
    (void)signal;
    rd_out_of_memory("SimGrid could not be loaded");
}

/* By its name, as the loader looks for it; where that finds none, where it was when redist was
 * built. Functions are looked up as they are called, by it as well. The library of Fortran, which
 * SimGrid's needs, calls itself until the stack ends where there is no memory for its start: that
 * is told on a stack of its own. */
static void *open_library(const char *name)
{
    static char memory[1 << 16];
    const stack_t own = {.ss_sp = memory, .ss_size = sizeof memory};
    const struct sigaction end = {.sa_handler = end_without_memory, .sa_flags = SA_ONSTACK};
    stack_t stack_before;
    struct sigaction action_before;
    sigaltstack(&own, &stack_before);
    sigaction(SIGSEGV, &end, &action_before);
    void *library = dlopen(name, RTLD_LAZY | RTLD_GLOBAL);
    if (!library)
        library = dlopen(RD_SIMGRID_LIBRARY, RTLD_LAZY | RTLD_GLOBAL);
    sigaction(SIGSEGV, &action_before, NULL);
    sigaltstack(&stack_before, NULL);
    return library;
}

/* Returns: false if the library lacks a function. */
static bool find_all(void *library, struct rd_simgrid *ret_all)
{
#define RD_FIND(name)                                                                              \
    void *of_##name = dlsym(library, #name);                                                       \
    memcpy(&ret_all->name, &of_##name, sizeof of_##name);                                          \
    if (!of_##name)                                                                                \
        return false;
    RD_SIMGRID_CALLS(RD_FIND)
#undef RD_FIND
    return true;
}

bool rd_simgrid_open(struct rd_error *reterr)
{
    static bool is_open;
    struct rd_simgrid all;
    int major, minor, patch;
    if (is_open)
        return true;
    const char *name = strrchr(RD_SIMGRID_LIBRARY, '/') + 1;
    void *library = open_library(name);
    if (!library || !find_all(library, &all))
        return rd_fail(reterr, RD_ERROR_FILE, name, 0,
                       "SimGrid cannot be loaded: %s: SimGrid %d.%d, where the loader looks or in "
                       "a folder of LD_LIBRARY_PATH, is accepted",
                       dlerror(), SIMGRID_VERSION_MAJOR, SIMGRID_VERSION_MINOR);
    all.sg_version_get(&major, &minor, &patch);
    if (major != SIMGRID_VERSION_MAJOR || minor != SIMGRID_VERSION_MINOR ||
        patch != SIMGRID_VERSION_PATCH)
        return rd_fail(reterr, RD_ERROR_FILE, name, 0, "SimGrid %d.%d.%d: %d.%d.%d is accepted",
                       major, minor, patch, SIMGRID_VERSION_MAJOR, SIMGRID_VERSION_MINOR,
                       SIMGRID_VERSION_PATCH);
    rd_simgrid = all;
    is_open = true;
    return true;
}
