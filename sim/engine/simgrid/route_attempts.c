#include "route_attempts.h"

#include "sim/base/error.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf way_out;
static volatile bool attempting;

/* SimGrid gives up: by abort, or by an exception that no C program catches. */
static void leave(void)
{
    if (attempting)
        siglongjmp(way_out, 1);
}

static void leave_abort(RD_UNUSED int number)
{
    leave();
}

/* std::set_terminate. Where it is not found, an exception ends in abort, too, and much later. */
static void catch_exceptions(void)
{
    void (*(*set)(void (*)(void)))(void);
    *(void **)&set = dlsym(RTLD_DEFAULT, "_ZSt13set_terminatePFvvE");
    if (set)
        set(leave);
}

static void prepare(void)
{
    static bool prepared;
    struct sigaction action = {.sa_handler = leave_abort, .sa_flags = SA_NODEFER};
    if (prepared)
        return;
    prepared = true;
    sigaction(SIGABRT, &action, NULL);
    catch_exceptions();
}

bool rd_route_attempt(struct rd_route *route, sg_host_t from, sg_host_t to, struct rd_arena *arena)
{
    volatile bool leads = false;
    prepare();
    if (sigsetjmp(way_out, 0) == 0) {
        attempting = true;
        rd_route_read(route, from, to, arena);
        leads = rd_route_leads(route, rd_simgrid.sg_host_get_route_latency(from, to));
    }
    attempting = false;
    if (!leads)
        route->link_count = 0;
    return leads;
}
