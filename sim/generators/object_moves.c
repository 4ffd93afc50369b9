#include "object_moves.h"

#include "sim/base/integers.h"
#include "sim/base/rng.h"
#include "sim/model/instance.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum stream { SIZE_STREAM = 51, PAIR_STREAM };

static const struct rd_option_spec moves_attributes[] = {
    {"items", "integer 1 10000000", "100", "objects"},
    {"sizes", "equal|log-normal|one-huge", "log-normal",
     "equal; e^x times the median, x normal; equal, but the first one as long as a host's share"},
    {"bytes", "integer 1 1000000000000", "1000000", "of an object; the median of log-normal ones"},
    {"slack", "number 0 1", "1",
     "of a host's capacity, what is free in the fuller of its two placements, of which half moves; "
     "1: there is no limit of space"},
    {0}};

static bool draw_sizes(const struct rd_load_draft *draft, uint32_t count, int64_t *bytes,
                       struct rd_error *reterr)
{
    const struct rd_options *attributes = draft->attributes;
    struct rd_rng rng = rd_rng_seeded(attributes->seed, SIZE_STREAM);
    const char *sizes = rd_option_text(attributes, "sizes");
    double scale = (double)rd_option_integer(attributes, "bytes"), sum = 0;
    bool is_drawn = strcmp(sizes, "log-normal") == 0, has_huge = strcmp(sizes, "one-huge") == 0;
    for (uint32_t i = 0; i < count; i++) {
        double size = is_drawn ? ceil(scale * exp(rd_rng_normal(&rng))) : scale;
        if (has_huge && i == 0)
            size *= ceil((double)count / draft->count);
        sum += size;
        if (size > (double)RD_OBJECT_BYTES_LIMIT || sum > (double)RD_ITEM_LIMIT)
            return rd_wrong(reterr,
                            "%" PRIu32 " objects of %.0f bytes: at most 1e15 each and 2^53 in all "
                            "are supported",
                            count, scale);
        bytes[i] = (int64_t)size;
    }
    return true;
}

/* What is free at each host: up to its fuller placement, and the slack of a capacity that holds as
 * much again which stays. */
static int64_t *leave_space(const struct rd_load_draft *draft, const struct rd_objects *objects,
                            double slack)
{
    int64_t *out = rd_take(draft->arena, draft->count, int64_t);
    int64_t *in = rd_take(draft->arena, draft->count, int64_t);
    int64_t *space = rd_take(draft->arena, draft->count, int64_t);
    for (uint32_t i = 0; i < objects->count; i++) {
        out[objects->source[i]] += objects->bytes[i];
        in[objects->to[i]] += objects->bytes[i];
    }
    for (uint32_t host = 0; host < draft->count; host++) {
        int64_t most = rd_greatest(out[host], in[host]);
        double extra = 2 * (double)most * slack / (1 - slack);
        space[host] = most - out[host] + (int64_t)fmin(ceil(extra), 0x1p60);
    }
    return space;
}

static bool make_moves(struct rd_load_draft *draft, struct rd_error *reterr)
{
    struct rd_arena *arena = draft->arena;
    uint32_t count = (uint32_t)rd_option_integer(draft->attributes, "items");
    double slack = rd_option_number(draft->attributes, "slack");
    struct rd_rng rng = rd_rng_seeded(draft->attributes->seed, PAIR_STREAM);
    const char **name = rd_take(arena, count, const char *);
    int64_t *bytes = rd_take(arena, count, int64_t);
    uint32_t *first = rd_take(arena, (size_t)count + 1, uint32_t);
    uint32_t *source = rd_take(arena, count, uint32_t), *to = rd_take(arena, count, uint32_t);
    uint32_t *drop = rd_take(arena, count, uint32_t);
    if (draft->count < 2)
        return rd_wrong(reterr, "moves between %" PRIu32 " hosts: at least 2 are needed",
                        draft->count);
    if (!draw_sizes(draft, count, bytes, reterr))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        name[i] = rd_arena_print(arena, "o%" PRIu32, i);
        source[i] = (uint32_t)rd_rng_below(&rng, draft->count);
        to[i] = (uint32_t)rd_rng_below(&rng, draft->count - 1);
        to[i] += to[i] >= source[i];
        first[i + 1] = i + 1;
        drop[i] = RD_DROP_SOURCE;
    }
    struct rd_objects objects = {.count = count,
                                 .name = name,
                                 .bytes = bytes,
                                 .first = first,
                                 .source = source,
                                 .to = to,
                                 .drop = drop};
    if (slack < 1)
        objects.space_bytes = leave_space(draft, &objects, slack);
    draft->objects = rd_arena_copy(arena, &objects, 1, sizeof objects);
    return true;
}

const struct rd_load_generator rd_moves_objects = {
    "moves", "objects, each from one host to another, both drawn", moves_attributes, make_moves,
    RD_MAKES_OBJECTS};
