/* Why there is no order in which the objects of a list can be moved one by one, each straight from
 * a source to where it is wanted. A schedule whose objects make no stop exists if and only if such
 * an order does (docs/model.md). docs/development/proofs.md, "Lists of objects", has the proof.
 *
 * No first. Each object of a set is larger than what is free where it is wanted, with all that
 * those outside the set may give up there. The first of the set to move finds no more than that.
 *
 * No last. Each object of a set gives its bytes up at a host that is known. It is larger than what
 * is free there in the end, with all that those outside the set take there. The last of the set
 * leaves so much behind, and only these others may still take of it.
 *
 * Too large. An object is larger than what is free at the hosts of a set, one of which it is wanted
 * at, with all that objects may give up there that go elsewhere.
 *
 * Bytes are missing: the least of what these are larger by. With fewer more at each host (too
 * large: at all hosts of the set together) the same set shows that there is no order. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"

enum rd_order_reason { RD_ORDER_NO_FIRST, RD_ORDER_NO_LAST, RD_ORDER_TOO_LARGE };

struct rd_order_certificate {
    enum rd_order_reason reason;
    uint32_t object_count;
    const uint32_t *object; /* [object_count] the set, rising; too large: the one */
    uint32_t member_count;
    const uint32_t *member; /* [member_count] RD_ORDER_TOO_LARGE: the hosts, none twice */
    int64_t missing_bytes;  /* 1 or more */
    uint32_t short_object;  /* so many bytes more.. */
    uint32_t short_host;    /* ..here, and this is no reason for that object any more */
};

/* "no first", "no last", "too large". O(1). */
const char *rd_order_reason_name(enum rd_order_reason reason);

/* What objects of a set need, and find. */
struct rd_order_space {
    const struct rd_objects *objects;
    enum rd_order_reason reason; /* no first, or no last */
    const double *way_s;         /* [sources] INFINITY: no way */
    uint32_t *needs;     /* [objects] the host; RD_NO_HOST: none, without a limit, or not known */
    int64_t *free_bytes; /* [hosts] the most that is free for the set */
};

/* The same for the set of all objects, from the arena. In: an instance of goal place, some of whose
 * hosts have a limit of space. O(sources + hosts). */
struct rd_order_space rd_order_space_open(const struct rd_instance *instance,
                                          enum rd_order_reason reason, struct rd_arena *arena,
                                          struct rd_arena *scratch);

/* An object is no more of the set. O(its sources). */
void rd_order_space_leave(struct rd_order_space *space, uint32_t object);

/* What is free at hosts, with all that objects may give up there that go elsewhere; -1: one of them
 * has no limit. In: member [hosts]. O(sources). */
int64_t rd_order_space_among(const struct rd_instance *instance, const bool *member,
                             struct rd_arena *scratch);

/* Does a certificate show that there is no order? In: an instance that rd_instance_check accepts;
 * scratch is rewound. Errors: RD_ERROR_RUN with the first thing that is wrong.
 * Cost: O(sources + hosts). */
bool rd_order_certificate_check(const struct rd_instance *instance,
                                const struct rd_order_certificate *certificate,
                                struct rd_arena *scratch, struct rd_error *reterr);
