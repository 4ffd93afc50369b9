/* Shards of Elasticsearch and OpenSearch as _cat/shards lists them, a line or an object each:
 *
 *     index shard prirep state [docs store [dataset]] ip node
 *
 * Of a shard that relocates the node is `NAME -> IP [ID] NAME`. What a shard is to have are the
 * nodes where its copies start and those that they go to. A copy comes from the primary. */
#include "placement.h"
#include "text_words.h"

#include "sim/base/names.h"
#include "sim/base/number_text.h"
#include "sim/input/json_input.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A copy of a shard. */
struct copy {
    struct rd_word index, shard, prirep, state, store, node;
    int line;
};

struct shard {
    const char *name;
    int line; /* where it is listed first */
    int64_t bytes;
    uint32_t *holder, *wanted; /* nodes; the primary's is the first holder */
    size_t holder_count, wanted_count;
    bool has_primary;
};

struct listing {
    const struct rd_input_text *text;
    struct rd_names names;
    struct shard *shard; /* [shard_count] */
    size_t shard_count;
};

struct reader {
    struct rd_names nodes;
    struct rd_arena *arena;
};

static const char accepted[] =
    "index, shard, prirep, state, docs, store, ip and node, as _cat/shards prints them, are "
    "accepted; STARTED, RELOCATING to another node, INITIALIZING or UNASSIGNED";

static bool refuse(const struct listing *listing, const struct copy *copy, const char *why,
                   struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_INPUT, listing->text->path, copy->line,
                   "shard %.*s of index \"%.*s\": %s", (int)copy->shard.length, copy->shard.text,
                   (int)(copy->index.length < 80 ? copy->index.length : 80), copy->index.text, why);
}

/* --- a line, or an object, as a copy --- */

/* 10.0.0.1 or ::1. */
static bool is_address(struct rd_word word)
{
    size_t points = 0, colons = 0;
    for (size_t i = 0; i < word.length; i++) {
        points += word.text[i] == '.';
        colons += word.text[i] == ':';
        if (!memchr("0123456789abcdefABCDEF.:", word.text[i], 24))
            return false;
    }
    return points == 3 || colons >= 2;
}

static bool read_line(struct rd_text_words *words, struct copy *copy, struct rd_error *reterr)
{
    const char *line = words->at;
    struct rd_word word;
    size_t count = 0;
    copy->line = words->line;
    copy->index = rd_next_word(words);
    copy->shard = rd_next_word(words);
    copy->prirep = rd_next_word(words);
    copy->state = rd_next_word(words);
    if (rd_word_is(copy->state, "UNASSIGNED"))
        return true;
    for (word = rd_next_word(words); word.length > 0 && !is_address(word);
         word = rd_next_word(words))
        if (++count == 2)
            copy->store = word;
    copy->node = rd_rest_of_line(words);
    return (copy->node.length > 0 && (count == 0 || count == 2 || count == 3) &&
            !memchr(line, '\0', (size_t)(words->stop - line))) ||
           rd_refuse_line(words, line, accepted, reterr);
}

static struct rd_word member(const json_t *entry, const char *key)
{
    const json_t *value = json_object_get(entry, key);
    return (struct rd_word){json_string_value(value), json_string_length(value)};
}

/* --- copies as shards --- */

/* Bytes, as `?bytes=b` lets them be printed, or rounded: "31.1mb". */
static bool read_bytes(struct rd_word store, int64_t *ret_bytes)
{
    static const struct {
        const char *name;
        double bytes;
    } unit[] = {{"kb", 0x1p10}, {"mb", 0x1p20}, {"gb", 0x1p30}, {"tb", 0x1p40},
                {"pb", 0x1p50}, {"b", 1},       {"", 1}};
    double number = 0;
    for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
        size_t length = strlen(unit[i].name);
        if (store.length <= length ||
            memcmp(store.text + store.length - length, unit[i].name, length) != 0)
            continue;
        if (!rd_number_parse(store.text, store.length - length, &number) || number < 0 ||
            number * unit[i].bytes > 0x1p53)
            return false;
        *ret_bytes = (int64_t)ceil(number * unit[i].bytes);
        return true;
    }
    return false;
}

static uint32_t node_of(struct reader *reader, const char *name, size_t length)
{
    uint32_t number;
    rd_names_add(&reader->nodes, reader->arena,
                 rd_arena_print(reader->arena, "%.*s", (int)length, name), &number);
    return number;
}

/* What stands before the first "->", and behind it the node without its address and id. */
static bool split_node(struct rd_word node, struct rd_word *ret_from, struct rd_word *ret_to)
{
    enum { ID_LENGTH = 22 };
    const char *arrow = memmem(node.text, node.length, " -> ", 4);
    const char *end = node.text + node.length;
    if (!arrow)
        return false;
    struct rd_input_text rest = {.text = arrow, .size = (size_t)(end - arrow)};
    struct rd_text_words words = rd_text_words(&rest);
    rd_next_line(&words);
    struct rd_word word = rd_next_word(&words);
    while (rd_word_is(word, "->"))
        word = rd_next_word(&words);
    struct rd_word name = rd_next_word(&words), behind = rd_rest_of_line(&words);
    if (!is_address(word) || name.length == 0)
        return false;
    if (behind.length > 0) /* a name with blanks, if it is no id */
        name = name.length == ID_LENGTH ? behind
                                        : (struct rd_word){name.text, (size_t)(end - name.text)};
    *ret_from = (struct rd_word){node.text, (size_t)(arrow - node.text)};
    *ret_to = name;
    return ret_from->length > 0;
}

static void add_holder(struct reader *reader, struct shard *shard, uint32_t node, bool is_primary)
{
    rd_arena_add(reader->arena, shard->holder, shard->holder_count, node);
    if (is_primary) {
        shard->holder[shard->holder_count - 1] = shard->holder[0];
        shard->holder[0] = node;
    }
}

static bool is_among(const uint32_t *node, size_t count, uint32_t wanted)
{
    for (size_t i = 0; i < count; i++)
        if (node[i] == wanted)
            return true;
    return false;
}

/* The nodes of a copy, and what the primary's takes. */
static bool add_nodes(struct reader *reader, const struct listing *listing, struct shard *shard,
                      const struct copy *copy, struct rd_error *reterr)
{
    bool is_primary = rd_word_is(copy->prirep, "p"), moves = rd_word_is(copy->state, "RELOCATING");
    bool starts = rd_word_is(copy->state, "INITIALIZING");
    struct rd_word from = copy->node, to = copy->node;
    int64_t bytes = 0;
    if (copy->node.length == 0 || (moves && !split_node(copy->node, &from, &to)) ||
        (!moves && !starts && !rd_word_is(copy->state, "STARTED")))
        return refuse(listing, copy, accepted, reterr);
    uint32_t node = node_of(reader, from.text, from.length);
    uint32_t goal = node_of(reader, to.text, to.length);
    if (is_among(shard->wanted, shard->wanted_count, goal) ||
        is_among(shard->holder, shard->holder_count, node))
        return refuse(listing, copy, "one copy on a node is accepted", reterr);
    rd_arena_add(reader->arena, shard->wanted, shard->wanted_count, goal);
    if (starts)
        return true;
    if (!read_bytes(copy->store, &bytes))
        return refuse(listing, copy, "store: bytes are accepted, as 32610713 or 31.1mb", reterr);
    if (is_primary || (!shard->has_primary && bytes > shard->bytes))
        shard->bytes = bytes;
    shard->has_primary |= is_primary;
    add_holder(reader, shard, node, is_primary);
    return true;
}

static bool add_copy(struct reader *reader, struct listing *listing, const struct copy *copy,
                     struct rd_error *reterr)
{
    int64_t number;
    uint32_t at;
    if (copy->index.length == 0 ||
        !rd_integer_parse(copy->shard.text, copy->shard.length, 0, INT32_MAX, &number) ||
        !(rd_word_is(copy->prirep, "p") || rd_word_is(copy->prirep, "r")))
        return rd_fail(reterr, RD_ERROR_INPUT, listing->text->path, copy->line, "no shard: %s",
                       accepted);
    const char *name = rd_arena_print(reader->arena, "%.*s/%" PRId64, (int)copy->index.length,
                                      copy->index.text, number);
    if (rd_names_add(&listing->names, reader->arena, name, &at))
        rd_arena_add(reader->arena, listing->shard, listing->shard_count,
                     (struct shard){.name = name, .line = copy->line});
    struct shard *shard = &listing->shard[at];
    if (rd_word_is(copy->prirep, "p") && shard->has_primary)
        return refuse(listing, copy, "one primary is accepted", reterr);
    return rd_word_is(copy->state, "UNASSIGNED") || add_nodes(reader, listing, shard, copy, reterr);
}

static bool read_text(struct reader *reader, struct listing *listing, struct rd_error *reterr)
{
    struct rd_text_words words = rd_text_words(listing->text);
    while (rd_next_line(&words)) {
        struct rd_text_words ahead = words;
        struct copy copy = {0};
        struct rd_word first = rd_next_word(&ahead);
        bool is_heading = rd_word_is(first, "index") && rd_word_is(rd_next_word(&ahead), "shard");
        if (first.length > 0 && !is_heading &&
            !(read_line(&words, &copy, reterr) && add_copy(reader, listing, &copy, reterr)))
            return false;
    }
    return true;
}

static bool read_json(struct reader *reader, struct listing *listing, struct rd_error *reterr)
{
    json_auto_t *value = rd_json_input(listing->text, reterr);
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *entry = json_array_get(value, i);
        const struct copy copy = {.index = member(entry, "index"),
                                  .shard = member(entry, "shard"),
                                  .prirep = member(entry, "prirep"),
                                  .state = member(entry, "state"),
                                  .store = member(entry, "store"),
                                  .node = member(entry, "node")};
        if (!add_copy(reader, listing, &copy, reterr)) {
            reterr->line = rd_json_line(listing->text, "%zu", i);
            return false;
        }
    }
    return value;
}

static bool read_listing(struct reader *reader, const struct rd_input_text *text,
                         struct listing *ret_listing, struct rd_error *reterr)
{
    struct listing listing = {.text = text};
    size_t at = 0;
    while (at < text->size && strchr(" \t\r\n", text->text[at]))
        at++;
    bool is_json = at < text->size && (text->text[at] == '[' || text->text[at] == '{');
    if (!(is_json ? read_json : read_text)(reader, &listing, reterr))
        return false;
    if (listing.shard_count == 0)
        return rd_fail(reterr, RD_ERROR_INPUT, text->path, 1, "no shard: %s", accepted);
    *ret_listing = listing;
    return true;
}

/* The shards that are to have a node which holds none, as OLD lists them. */
static bool take_items(struct reader *reader, const struct listing *old, const struct listing *new,
                       struct rd_placements *ret_placements, struct rd_error *reterr)
{
    struct rd_placed_item *list = NULL;
    struct rd_size_sum sum = {1, "bytes", 0};
    size_t count = 0, left_out = 0;
    for (size_t i = 0; i < new->shard_count; i++) {
        const struct shard *wanted = &new->shard[i];
        uint32_t at = rd_names_find(&old->names, wanted->name), copies = 0;
        if (at == RD_NO_NAME)
            return rd_fail(reterr, RD_ERROR_INPUT, new->text->path, wanted->line,
                           "shard %s: one that OLD lists is accepted", wanted->name);
        const struct shard *held = &old->shard[at];
        struct rd_placed_item item = {held->name,
                                      held->bytes > 0 ? held->bytes : 1,
                                      held->holder,
                                      wanted->wanted,
                                      (uint32_t)held->holder_count,
                                      1,
                                      (uint32_t)wanted->wanted_count};
        for (uint32_t p = 0; p < item.part_count; p++)
            copies += !rd_item_is_on(&item, item.part[p]);
        if (item.holder_count == 0)
            left_out += copies;
        if (item.holder_count == 0 || copies == 0)
            continue;
        rd_arena_add(reader->arena, list, count, item);
        if (!rd_size_add(&sum, item.size, item.part_count, old->text->path, held->line, reterr))
            return false;
    }
    if (left_out > 0)
        rd_arena_add(reader->arena, ret_placements->remark, ret_placements->remark_count,
                     rd_arena_print(reader->arena,
                                    "%s: %zu cop%s of shards that no node holds %s "
                                    "left out",
                                    old->text->path, left_out, left_out == 1 ? "y" : "ies",
                                    left_out == 1 ? "is" : "are"));
    ret_placements->count = 1;
    ret_placements->placement =
        rd_make(reader->arena, struct rd_placement, .host_count = reader->nodes.count,
                .host_name = reader->nodes.name, .item_count = count, .item = list);
    return true;
}

bool rd_read_elasticsearch(const struct rd_placement_input *input, struct rd_arena *arena,
                           struct rd_placements *ret_placements, struct rd_error *reterr)
{
    struct reader reader = {.arena = arena};
    struct listing old, new;
    if (!read_listing(&reader, &input->old, &old, reterr))
        return false;
    new = old;
    if (input->new.path && !read_listing(&reader, &input->new, &new, reterr))
        return false;
    if (reader.nodes.count == 0 || reader.nodes.count > RD_PLACEMENT_HOST_LIMIT)
        return rd_fail(reterr, RD_ERROR_INPUT, input->old.path, 1,
                       "%" PRIu32 " nodes: 1 to %d are supported", reader.nodes.count,
                       RD_PLACEMENT_HOST_LIMIT);
    return take_items(&reader, &old, &new, ret_placements, reterr);
}
