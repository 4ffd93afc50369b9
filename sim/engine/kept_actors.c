#include "kept_actors.h"

#include "releases.h"

#include <simgrid/engine.h>

/* No run reaches this date: SimGrid gets there when nothing else happens. */
static const double NEVER_S = 1e300;

struct kept_actor {
    sg_sem_t begins;           /* released once a run */
    struct rd_actor *receiver; /* of the pair to play */
};

static bool any_kept;

static void play_runs(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct kept_actor *kept = sg_actor_self_get_data();
    for (;;) {
        rd_actor_play(kept->receiver);
        sg_sem_acquire(kept->begins);
    }
}

void rd_kept_actor_play(struct rd_actor *receiver)
{
    static struct rd_arena arena = RD_ARENA_OPEN; /* for as long as the process lives */
    sg_host_t host = receiver->replay->host[receiver->host];
    struct kept_actor *kept = sg_host_get_data(host);
    if (kept) {
        kept->receiver = receiver;
        sg_sem_release(kept->begins);
        return;
    }
    kept = rd_make(&arena, struct kept_actor, sg_sem_init(0), receiver);
    sg_host_set_data(host, kept);
    any_kept = true;
    sg_actor_t created = sg_actor_init("ports", host);
    sg_actor_set_data(created, kept);
    sg_actor_start_(created, play_runs, 0, NULL);
}

void rd_actors_run(void)
{
    if (!any_kept) {
        simgrid_run();
        return;
    }
    simgrid_run_until(NEVER_S);
    rd_clock_restart();
}
