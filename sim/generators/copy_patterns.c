#include "copy_patterns.h"

#include "copy_pieces.h"

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

/* The hosts of an attribute. Returns: false if one is not there, or there twice. */
static bool read_hosts(const struct rd_load_draft *draft, const char *name, bool sorted,
                       struct rd_host_set *ret_hosts, struct rd_error *reterr)
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

/* Each of some hosts gives one part to others, or has one from them. */
enum pattern { ONE_TO_ALL, ONE_TO_EACH, EACH_TO_ONE, EACH_TO_ALL, EACH_TO_EACH };

static bool make(struct rd_load_draft *draft, enum pattern pattern, struct rd_error *reterr)
{
    struct rd_making making = {.draft = draft};
    struct rd_host_set among, root = {rd_take(draft->arena, 1, uint32_t), 1};
    int64_t bytes = rd_option_integer(draft->attributes, "bytes");
    int64_t items = rd_making_items(draft, bytes);
    bool rooted = pattern <= EACH_TO_ONE;
    if (!read_hosts(draft, "among", true, &among, reterr) ||
        (rooted && !read_root(draft, &root.host[0], reterr)))
        return false;
    rd_making_begin(&making, "data", bytes);
    if (pattern == ONE_TO_ALL)
        return rd_making_add(&making, items, &root, &among, reterr) && rd_making_end(&making);
    for (uint32_t i = 0; i < among.count; i++) {
        struct rd_host_set one = {&among.host[i], 1};
        if (pattern != EACH_TO_EACH) {
            const struct rd_host_set *from = pattern == ONE_TO_EACH ? &root : &one;
            const struct rd_host_set *to = pattern == ONE_TO_EACH   ? &one
                                           : pattern == EACH_TO_ONE ? &root
                                                                    : &among;
            if (!rd_making_add(&making, items, from, to, reterr))
                return false;
        }
        for (uint32_t j = 0; pattern == EACH_TO_EACH && j < among.count; j++) {
            struct rd_host_set other = {&among.host[j], 1};
            if (i != j && !rd_making_add(&making, items, &one, &other, reterr))
                return false;
        }
    }
    if (making.piece_count == 0)
        return rd_wrong(reterr, "among: one host: two or more are needed");
    return rd_making_end(&making);
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
    {"from-layout", "file", "", "a JSON file of the old layout: degrees and hosts, or parts"},
    {"to-layout", "file", "", "the same of the new layout"},
    {0}};

/* Degrees, and the host of each rank: of tensor t, expert e, data d and stage p it is rank
 * t + tensor * (e + expert * (d + data * p)). */
struct layout {
    int64_t tensor, pipeline, data, expert;
    struct rd_host_set ranks;
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
                        struct rd_host_set *ret_hosts, int64_t *sorted)
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
static bool add_weights(struct rd_making *making, const struct layout *old,
                        const struct layout *new, int64_t layers, int64_t groups, int64_t bytes,
                        struct rd_error *reterr)
{
    struct rd_load_draft *draft = making->draft;
    int64_t shards = rd_lcm(old->tensor, new->tensor, RD_PIECE_LIMIT);
    int64_t each = groups > 0 ? groups : 1;
    if ((double)layers * (double)shards * (double)each > RD_PIECE_LIMIT)
        return rd_wrong(reterr, "%g parts: at most %" PRIu32 " are supported",
                        (double)layers * (double)shards * (double)each, RD_PIECE_LIMIT);
    int64_t part = (bytes - 1) / (layers * shards * each) + 1, items = rd_making_items(draft, part);
    rd_making_begin(making, groups > 0 ? "experts" : "weights", part);
    struct rd_host_set held = {rd_take(draft->arena, old->ranks.count, uint32_t), 0};
    struct rd_host_set wanted = {rd_take(draft->arena, new->ranks.count, uint32_t), 0};
    int64_t *sorted =
        rd_take(draft->arena,
                old->ranks.count > new->ranks.count ? old->ranks.count : new->ranks.count, int64_t);
    struct part of = {.layers = layers, .shards = shards, .groups = groups};
    for (of.layer = 0; of.layer < layers; of.layer++)
        for (of.group = 0; of.group < each; of.group++)
            for (of.shard = 0; of.shard < shards; of.shard++) {
                find_owners(old, &of, &held, sorted);
                find_owners(new, &of, &wanted, sorted);
                if (!rd_making_add(making, items, &held, &wanted, reterr))
                    return false;
            }
    return true;
}

static bool reshard(struct rd_load_draft *draft, struct rd_error *reterr)
{
    struct rd_making making = {.draft = draft};
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
           rd_making_end(&making);
}

const struct rd_load_generator rd_reshard_copies = {"reshard",
                                                    "weights from one layout over hosts to another",
                                                    reshard_attributes, reshard, RD_MAKES_COPIES};
