#include "copy_patterns.h"

#include "sim/base/gcd.h"
#include "sim/base/integers.h"
#include "sim/model/instance.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Bytes of a part, and of an item of it; 0: a part is one item. */
#define BYTES                                                                                      \
    {"bytes", "integer 1 1000000000000000", "1", "of each part"},                                  \
    {                                                                                              \
        "piece-bytes", "integer 0 1000000000000000", "0",                                          \
            "of an item, which a message carries whole; 0: a part is one item"                     \
    }
#define ROOT                                                                                       \
    {                                                                                              \
        "root", "host", "0", "the host that has, or is to have, all of it"                         \
    }
#define HOSTS                                                                                      \
    {                                                                                              \
        "among", "hosts", "all", "the hosts that take part"                                        \
    }

/* Copies that are being made, piece by piece. */
struct making {
    struct rd_load_draft *draft;
    const char **name;
    double *bytes;
    uint32_t *piece;
    size_t kind_count, byte_count, piece_kind_count;
    int64_t *first_item, *items;
    size_t first_count, piece_count;
    uint32_t *held_first, *held, *wanted_first, *wanted;
    size_t held_first_count, held_count, wanted_first_count, wanted_count;
};

struct hosts {
    uint32_t *host; /* [count], rising */
    uint32_t count;
};

/* The hosts of an attribute. Returns: false if one is not there, or there twice. */
static bool read_hosts(const struct rd_load_draft *draft, const char *name, bool sorted,
                       struct hosts *ret_hosts, struct rd_error *reterr)
{
    if (strcmp(rd_option_text(draft->attributes, name), "all") == 0) {
        ret_hosts->count = draft->count;
        ret_hosts->host = rd_take(draft->arena, draft->count, uint32_t);
        for (uint32_t i = 0; i < draft->count; i++)
            ret_hosts->host[i] = i;
        return true;
    }
    struct rd_integer_rows rows = rd_option_rows(draft->attributes, name, draft->arena);
    uint8_t *seen = rd_take(draft->arena, draft->count, uint8_t);
    ret_hosts->count = (uint32_t)rows.column_count;
    ret_hosts->host = rd_take(draft->arena, rows.column_count, uint32_t);
    if (sorted)
        rd_sort_rising(rows.value, rows.column_count);
    for (size_t i = 0; i < rows.column_count; i++) {
        if (rows.value[i] >= draft->count || seen[rows.value[i]]++)
            return rd_wrong(reterr,
                            "%s: host number %" PRId64 " of %" PRIu32
                            " twice, or not there: each is accepted once",
                            name, rows.value[i], draft->count);
        ret_hosts->host[i] = (uint32_t)rows.value[i];
    }
    return true;
}

static bool read_root(const struct rd_load_draft *draft, uint32_t *ret_root,
                      struct rd_error *reterr)
{
    int64_t root = rd_option_integer(draft->attributes, "root");
    *ret_root = (uint32_t)root;
    return root < draft->count ||
           rd_wrong(reterr, "root: host number %" PRId64 " of %" PRIu32 ": fewer are there", root,
                    draft->count);
}

/* How many items a part is cut into, so that none has more than `piece-bytes`. */
static int64_t items_of(const struct rd_load_draft *draft, int64_t bytes)
{
    int64_t piece = rd_option_integer(draft->attributes, "piece-bytes");
    return piece == 0 ? 1 : (bytes - 1) / piece + 1;
}

/* Begins a kind whose parts have so many bytes each: items are of whole bytes, so the last of a
 * part may be padded. */
static void begin_kind(struct making *making, const char *name, int64_t part_bytes)
{
    struct rd_arena *arena = making->draft->arena;
    int64_t items = items_of(making->draft, part_bytes);
    rd_arena_add(arena, making->name, making->kind_count, name);
    rd_arena_add(arena, making->bytes, making->byte_count, (double)((part_bytes - 1) / items + 1));
    rd_arena_add(arena, making->piece, making->piece_kind_count, (uint32_t)making->piece_count);
}

static bool same(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count)
{
    return a_count == b_count && memcmp(a, b, a_count * sizeof *a) == 0;
}

/* Adds a piece, to the one before it if it has the same hosts. Returns: false beyond what is
 * supported. */
static bool add_piece(struct making *making, int64_t items, const struct hosts *held,
                      const struct hosts *wanted, struct rd_error *reterr)
{
    struct rd_arena *arena = making->draft->arena;
    size_t count = making->piece_count;
    bool first = count == making->piece[making->kind_count - 1];
    uint32_t held_before = first ? 0 : making->held_first[count - 1];
    uint32_t wanted_before = first ? 0 : making->wanted_first[count - 1];
    if (!first &&
        same(making->held + held_before, making->held_count - held_before, held->host,
             held->count) &&
        same(making->wanted + wanted_before, making->wanted_count - wanted_before, wanted->host,
             wanted->count)) {
        making->items[count - 1] += items;
        return true;
    }
    if (count >= RD_PIECE_LIMIT || making->held_count + held->count > RD_PIECE_HOST_LIMIT ||
        making->wanted_count + wanted->count > RD_PIECE_HOST_LIMIT)
        return rd_wrong(reterr,
                        "more than %" PRIu32 " pieces, or 2^27 hosts of them: fewer are "
                        "supported",
                        RD_PIECE_LIMIT);
    int64_t at = first ? 0 : making->first_item[count - 1] + making->items[count - 1];
    size_t items_count = count;
    rd_arena_add(arena, making->first_item, making->first_count, at);
    rd_arena_add(arena, making->items, items_count, items);
    rd_arena_add(arena, making->held_first, making->held_first_count, (uint32_t)making->held_count);
    rd_arena_add(arena, making->wanted_first, making->wanted_first_count,
                 (uint32_t)making->wanted_count);
    for (uint32_t i = 0; i < held->count; i++)
        rd_arena_add(arena, making->held, making->held_count, held->host[i]);
    for (uint32_t i = 0; i < wanted->count; i++)
        rd_arena_add(arena, making->wanted, making->wanted_count, wanted->host[i]);
    making->piece_count++;
    return true;
}

/* Gives the draft what was made. */
static bool finish(struct making *making)
{
    struct rd_load_draft *draft = making->draft;
    struct rd_arena *arena = draft->arena;
    rd_arena_add(arena, making->piece, making->piece_kind_count, (uint32_t)making->piece_count);
    rd_arena_add(arena, making->held_first, making->held_first_count, (uint32_t)making->held_count);
    rd_arena_add(arena, making->wanted_first, making->wanted_first_count,
                 (uint32_t)making->wanted_count);
    struct rd_copies *copies = rd_take(arena, 1, struct rd_copies);
    *copies = (struct rd_copies){.count = (uint32_t)making->kind_count,
                                 .name = making->name,
                                 .bytes = making->bytes,
                                 .piece_count = (uint32_t)making->piece_count,
                                 .piece = making->piece,
                                 .first_item = making->first_item,
                                 .items = making->items,
                                 .held_first = making->held_first,
                                 .held = making->held,
                                 .wanted_first = making->wanted_first,
                                 .wanted = making->wanted};
    draft->copies = copies;
    draft->kind_count = copies->count;
    return true;
}

/* Each of some hosts gives one part to others, or has one from them. */
enum pattern { ONE_TO_ALL, ONE_TO_EACH, EACH_TO_ONE, EACH_TO_ALL, EACH_TO_EACH };

static bool make(struct rd_load_draft *draft, enum pattern pattern, struct rd_error *reterr)
{
    struct making making = {.draft = draft};
    struct hosts among, root = {rd_take(draft->arena, 1, uint32_t), 1};
    int64_t bytes = rd_option_integer(draft->attributes, "bytes"), items = items_of(draft, bytes);
    bool rooted = pattern <= EACH_TO_ONE;
    if (!read_hosts(draft, "among", true, &among, reterr) ||
        (rooted && !read_root(draft, &root.host[0], reterr)))
        return false;
    begin_kind(&making, "data", bytes);
    if (pattern == ONE_TO_ALL)
        return add_piece(&making, items, &root, &among, reterr) && finish(&making);
    for (uint32_t i = 0; i < among.count; i++) {
        struct hosts one = {&among.host[i], 1};
        if (pattern != EACH_TO_EACH) {
            const struct hosts *from = pattern == ONE_TO_EACH ? &root : &one;
            const struct hosts *to = pattern == ONE_TO_EACH   ? &one
                                     : pattern == EACH_TO_ONE ? &root
                                                              : &among;
            if (!add_piece(&making, items, from, to, reterr))
                return false;
        }
        for (uint32_t j = 0; pattern == EACH_TO_EACH && j < among.count; j++) {
            struct hosts other = {&among.host[j], 1};
            if (i != j && !add_piece(&making, items, &one, &other, reterr))
                return false;
        }
    }
    if (making.piece_count == 0)
        return rd_wrong(reterr, "among: one host: two or more are needed");
    return finish(&making);
}

static const struct rd_option_spec rooted_attributes[] = {BYTES, ROOT, HOSTS, {0}};
static const struct rd_option_spec all_attributes[] = {BYTES, HOSTS, {0}};

static bool broadcast(struct rd_load_draft *draft, struct rd_error *reterr)
{
    return make(draft, ONE_TO_ALL, reterr);
}

static bool scatter(struct rd_load_draft *draft, struct rd_error *reterr)
{
    return make(draft, ONE_TO_EACH, reterr);
}

static bool gather(struct rd_load_draft *draft, struct rd_error *reterr)
{
    return make(draft, EACH_TO_ONE, reterr);
}

static bool allgather(struct rd_load_draft *draft, struct rd_error *reterr)
{
    return make(draft, EACH_TO_ALL, reterr);
}

static bool alltoall(struct rd_load_draft *draft, struct rd_error *reterr)
{
    return make(draft, EACH_TO_EACH, reterr);
}

const struct rd_load_generator rd_broadcast_copies = {
    "broadcast", "a part that one host has goes to all", rooted_attributes, broadcast,
    RD_MAKES_COPIES};
const struct rd_load_generator rd_multicast_copies = {
    "multicast", "a part that one host has goes to some", rooted_attributes, broadcast,
    RD_MAKES_COPIES};
const struct rd_load_generator rd_scatter_copies = {"scatter", "one host has a part for each",
                                                    rooted_attributes, scatter, RD_MAKES_COPIES};
const struct rd_load_generator rd_gather_copies = {"gather", "each host has a part for one",
                                                   rooted_attributes, gather, RD_MAKES_COPIES};
const struct rd_load_generator rd_allgather_copies = {"allgather", "each host has a part for all",
                                                      all_attributes, allgather, RD_MAKES_COPIES};
const struct rd_load_generator rd_alltoall_copies = {"alltoall",
                                                     "each host has a part for each other one",
                                                     all_attributes, alltoall, RD_MAKES_COPIES};

/* --- from one layout to another --- */

static const struct rd_option_spec reshard_attributes[] = {
    {"bytes", "integer 1 1000000000000000", "1", "of the weights that are no experts'"},
    {"expert-bytes", "integer 0 1000000000000000", "0", "of the weights of all experts"},
    {"piece-bytes", "integer 0 1000000000000000", "0",
     "of an item, which a message carries whole; 0: a part is one item"},
    {"from", "integers 1 1048576", "1 1 1 1",
     "degrees of tensor, pipeline, data and expert parallelism; tensor ranks count fastest"},
    {"to", "integers 1 1048576", "1 1 1 1", "the same of the layout that is wanted"},
    {"from-hosts", "hosts", "all", "the hosts of the ranks of the old layout"},
    {"to-hosts", "hosts", "all", "the hosts of the ranks of the new layout"},
    {0}};

/* Degrees, and the host of each rank: of tensor t, expert e, data d and stage p it is rank
 * t + tensor * (e + expert * (d + data * p)). */
struct layout {
    int64_t tensor, pipeline, data, expert;
    struct hosts ranks;
};

static bool read_layout(const struct rd_load_draft *draft, const char *name, const char *ranks,
                        struct layout *ret_layout, struct rd_error *reterr)
{
    struct rd_integer_rows rows = rd_option_rows(draft->attributes, name, draft->arena);
    if (rows.column_count != 4)
        return rd_wrong(reterr,
                        "%s: %zu numbers: tensor, pipeline, data and expert, four, are "
                        "accepted",
                        name, rows.column_count);
    *ret_layout = (struct layout){rows.value[0], rows.value[1], rows.value[2], rows.value[3], {0}};
    if (!read_hosts(draft, ranks, false, &ret_layout->ranks, reterr))
        return false;
    double product = (double)rows.value[0] * (double)rows.value[1] * (double)rows.value[2] *
                     (double)rows.value[3];
    return product == (double)ret_layout->ranks.count ||
           rd_wrong(reterr, "%s: %g ranks, and %s names %" PRIu32 " hosts: as many are needed",
                    name, product, ranks, ret_layout->ranks.count);
}

/* A part of the weights: of some layers, a shard of its tensors and, of experts, a group of them;
 * each as a fraction of `layers`, `shards` and `groups`, which are 0 where no expert's weights are.
 */
struct part {
    int64_t layer, layers, shard, shards, group, groups;
};

/* The hosts that have a part. In: ret_hosts and sorted, with room for them all. */
static void find_owners(const struct layout *layout, const struct part *part,
                        struct hosts *ret_hosts, int64_t *sorted)
{
    int64_t stage = part->layer * layout->pipeline / part->layers;
    int64_t tensor = part->shard * layout->tensor / part->shards;
    uint32_t count = 0;
    for (int64_t data = 0; data < layout->data; data++)
        for (int64_t expert = 0; expert < layout->expert; expert++) {
            int64_t rank =
                tensor + layout->tensor * (expert + layout->expert * (data + layout->data * stage));
            if (part->groups == 0 || expert == part->group * layout->expert / part->groups)
                sorted[count++] = layout->ranks.host[rank];
        }
    rd_sort_rising(sorted, count);
    ret_hosts->count = count;
    for (uint32_t i = 0; i < count; i++)
        ret_hosts->host[i] = (uint32_t)sorted[i];
}

/* Cuts weights wherever either layout does. In: groups 0: they are no experts'. */
static bool add_weights(struct making *making, const struct layout *old, const struct layout *new,
                        int64_t layers, int64_t groups, int64_t bytes, struct rd_error *reterr)
{
    struct rd_load_draft *draft = making->draft;
    int64_t shards = rd_lcm(old->tensor, new->tensor, RD_PIECE_LIMIT);
    int64_t each = groups > 0 ? groups : 1;
    if ((double)layers * (double)shards * (double)each > RD_PIECE_LIMIT)
        return rd_wrong(reterr, "%g parts: at most %" PRIu32 " are supported",
                        (double)layers * (double)shards * (double)each, RD_PIECE_LIMIT);
    int64_t part = (bytes - 1) / (layers * shards * each) + 1, items = items_of(draft, part);
    if (items > RD_ITEM_LIMIT / (layers * shards * each))
        return rd_wrong(reterr, "more than 2^53 items: larger pieces are needed");
    begin_kind(making, groups > 0 ? "experts" : "weights", part);
    struct hosts held = {rd_take(draft->arena, old->ranks.count, uint32_t), 0};
    struct hosts wanted = {rd_take(draft->arena, new->ranks.count, uint32_t), 0};
    int64_t *sorted =
        rd_take(draft->arena,
                old->ranks.count > new->ranks.count ? old->ranks.count : new->ranks.count, int64_t);
    struct part of = {.layers = layers, .shards = shards, .groups = groups};
    for (of.layer = 0; of.layer < layers; of.layer++)
        for (of.group = 0; of.group < each; of.group++)
            for (of.shard = 0; of.shard < shards; of.shard++) {
                find_owners(old, &of, &held, sorted);
                find_owners(new, &of, &wanted, sorted);
                if (!add_piece(making, items, &held, &wanted, reterr))
                    return false;
            }
    return true;
}

static bool reshard(struct rd_load_draft *draft, struct rd_error *reterr)
{
    struct making making = {.draft = draft};
    struct layout old, new;
    int64_t bytes = rd_option_integer(draft->attributes, "bytes");
    int64_t expert_bytes = rd_option_integer(draft->attributes, "expert-bytes");
    if (!read_layout(draft, "from", "from-hosts", &old, reterr) ||
        !read_layout(draft, "to", "to-hosts", &new, reterr))
        return false;
    int64_t layers = rd_lcm(old.pipeline, new.pipeline, RD_PIECE_LIMIT);
    int64_t groups = rd_lcm(old.expert, new.expert, RD_PIECE_LIMIT);
    return add_weights(&making, &old, &new, layers, 0, bytes, reterr) &&
           (expert_bytes == 0 ||
            add_weights(&making, &old, &new, layers, groups, expert_bytes, reterr)) &&
           finish(&making);
}

const struct rd_load_generator rd_reshard_copies = {"reshard",
                                                    "weights from one layout over hosts to another",
                                                    reshard_attributes, reshard, RD_MAKES_COPIES};
