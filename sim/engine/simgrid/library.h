/* SimGrid's library, which is opened when the first platform is: it brings some thirty others
 * along, whose loading takes longer than all that a program does that simulates nothing. This is
 * the one list of what is called of it. */
#pragma once

#include "sim/base/error.h"

#include <stddef.h> /* which some of the following want */

#include <simgrid/actor.h>
#include <simgrid/barrier.h>
#include <simgrid/comm.h>
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <simgrid/link.h>
#include <simgrid/mailbox.h>
#include <simgrid/semaphore.h>
#include <simgrid/version.h>
#include <xbt/config.h>

#if SIMGRID_VERSION < 40000
#include <xbt/dynar.h>
#define RD_SIMGRID_OF_RELEASE(CALL)                                                                \
    CALL(sg_comm_wait_any)                                                                         \
    CALL(sg_host_get_route)                                                                        \
    CALL(xbt_dynar_free)                                                                           \
    CALL(xbt_dynar_get_ptr)                                                                        \
    CALL(xbt_dynar_length)                                                                         \
    CALL(xbt_dynar_new)
#else
#include <simgrid/activity_set.h>
#define RD_SIMGRID_OF_RELEASE(CALL)                                                                \
    CALL(sg_activity_set_delete)                                                                   \
    CALL(sg_activity_set_init)                                                                     \
    CALL(sg_activity_set_push)                                                                     \
    CALL(sg_activity_set_wait_any)                                                                 \
    CALL(sg_activity_unref)                                                                        \
    CALL(sg_host_get_route_links)
#endif

#define RD_SIMGRID_CALLS(CALL)                                                                     \
    RD_SIMGRID_OF_RELEASE(CALL)                                                                    \
    CALL(sg_actor_execute)                                                                         \
    CALL(sg_actor_init)                                                                            \
    CALL(sg_actor_on_exit)                                                                         \
    CALL(sg_actor_resume)                                                                          \
    CALL(sg_actor_self)                                                                            \
    CALL(sg_actor_self_get_data)                                                                   \
    CALL(sg_actor_set_data)                                                                        \
    CALL(sg_actor_sleep_for)                                                                       \
    CALL(sg_actor_start_)                                                                          \
    CALL(sg_actor_suspend)                                                                         \
    CALL(sg_actor_yield)                                                                           \
    CALL(sg_barrier_destroy)                                                                       \
    CALL(sg_barrier_init)                                                                          \
    CALL(sg_barrier_wait)                                                                          \
    CALL(sg_cfg_get_int)                                                                           \
    CALL(sg_cfg_set_double)                                                                        \
    CALL(sg_cfg_set_int)                                                                           \
    CALL(sg_cfg_set_string)                                                                        \
    CALL(sg_comm_detach)                                                                           \
    CALL(sg_comm_wait)                                                                             \
    CALL(sg_host_by_name)                                                                          \
    CALL(sg_host_count)                                                                            \
    CALL(sg_host_get_data)                                                                         \
    CALL(sg_host_get_name)                                                                         \
    CALL(sg_host_get_route_latency)                                                                \
    CALL(sg_host_get_speed)                                                                        \
    CALL(sg_host_is_on)                                                                            \
    CALL(sg_host_list)                                                                             \
    CALL(sg_host_set_data)                                                                         \
    CALL(sg_link_by_name)                                                                          \
    CALL(sg_link_get_bandwidth)                                                                    \
    CALL(sg_link_get_data)                                                                         \
    CALL(sg_link_get_latency)                                                                      \
    CALL(sg_link_get_name)                                                                         \
    CALL(sg_link_is_shared)                                                                        \
    CALL(sg_link_set_bandwidth)                                                                    \
    CALL(sg_link_set_data)                                                                         \
    CALL(sg_link_set_latency)                                                                      \
    CALL(sg_mailbox_by_name)                                                                       \
    CALL(sg_mailbox_get_async)                                                                     \
    CALL(sg_mailbox_put_async)                                                                     \
    CALL(sg_mailbox_put_init)                                                                      \
    CALL(sg_sem_acquire)                                                                           \
    CALL(sg_sem_acquire_timeout)                                                                   \
    CALL(sg_sem_init)                                                                              \
    CALL(sg_sem_release)                                                                           \
    CALL(sg_version_get)                                                                           \
    CALL(simgrid_get_clock)                                                                        \
    CALL(simgrid_init)                                                                             \
    CALL(simgrid_load_platform)                                                                    \
    CALL(simgrid_run)                                                                              \
    CALL(simgrid_run_until)

struct rd_simgrid {
#define RD_MEMBER(name) __typeof__(name) *name;
    RD_SIMGRID_CALLS(RD_MEMBER)
#undef RD_MEMBER
};

/* All NULL until the library is open. */
extern struct rd_simgrid rd_simgrid;

/* Opens the library, once: children that are forked later have it, too. Errors: RD_ERROR_FILE: it
 * is not there, or another release than redist was built with. */
bool rd_simgrid_open(struct rd_error *reterr);
