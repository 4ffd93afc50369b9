#include "actor_pool.h"
#include "library.h"

#include "releases.h"

#include "sim/base/error.h"

#include <malloc.h>

/* No run reaches this date: SimGrid gets there when nothing else happens. */
static const double NEVER_S = 1e300;

struct kept_actor {
    sg_sem_t begins; /* released once a run */
    void (*play)(void *);
    void *data;
};

static bool any_kept;

static void play_runs(RD_UNUSED int argument_count, RD_UNUSED char **argument)
{
    struct kept_actor *kept = rd_simgrid.sg_actor_self_get_data();
    for (;;) {
        kept->play(kept->data);
        rd_simgrid.sg_sem_acquire(kept->begins);
    }
}

void rd_actor_pool_play(sg_host_t host, void (*play)(void *), void *data)
{
    static struct rd_arena arena = RD_ARENA_OPEN; /* for as long as the process lives */
    struct kept_actor *kept = rd_simgrid.sg_host_get_data(host);
    if (kept) {
        kept->play = play;
        kept->data = data;
        rd_simgrid.sg_sem_release(kept->begins);
        return;
    }
    kept = rd_make(&arena, struct kept_actor, rd_simgrid.sg_sem_init(0), play, data);
    rd_simgrid.sg_host_set_data(host, kept);
    any_kept = true;
    sg_actor_t created = rd_simgrid.sg_actor_init("ports", host);
    rd_simgrid.sg_actor_set_data(created, kept);
    rd_simgrid.sg_actor_start_(created, play_runs, 0, NULL);
}

void rd_actors_take_untouched_memory(uint32_t actor_count)
{
    enum { FEW_ACTORS = 100, USUAL_STORE_BYTES = 128 * 1024 };
    static bool was_untouched;
    bool untouched = actor_count > FEW_ACTORS;
    if (untouched != was_untouched) /* each call merges all that is free */
        mallopt(M_TOP_PAD, untouched ? 0 : USUAL_STORE_BYTES);
    was_untouched = untouched;
}

void rd_actors_run(void)
{
    if (!any_kept) {
        rd_simgrid.simgrid_run();
        return;
    }
    rd_simgrid.simgrid_run_until(NEVER_S);
    rd_clock_restart();
}
