#include "attributes.h"

#include "sim/input/xml.h"
#include "sim/model/instance.h"
#include "sim/model/placed_objects.h"
#include "sim/platform/bandwidth.h"
#include "sim/platform/platform_kinds.h"

#include <inttypes.h>
#include <string.h>

#define TEXT .type = RD_VALUE_TEXT
#define INTEGER(a, z) .type = RD_VALUE_INTEGER, .low = (a), .high = (z)
#define NUMBER(a, z) .type = RD_VALUE_NUMBER, .least = (a), .most = (z)
#define WORDS(list) .type = RD_VALUE_WORD, .words = (list)
#define WORD(...) WORDS(((const char *const[]){__VA_ARGS__, NULL}))
#define COUNT(a, z, ...)                                                                           \
    .type = RD_VALUE_COUNT, .low = (a), .high = (z), .words = (const char *const[])                \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
#define OR(text) .otherwise = (text)
#define FORM(name) .form = (name)
#define NEEDED .needed = true

#define YES WORD("no", "yes"), OR("no")
#define YES_UNLESS WORD("no", "yes"), OR("yes")
#define SEED INTEGER(0, INT64_MAX)
#define AMOUNT NUMBER(0, 1e15) /* what rd_instance_check accepts */
#define FACTOR NUMBER(1 / RD_BANDWIDTH_LIMIT, RD_BANDWIDTH_LIMIT)
#define SECONDS NUMBER(0, 1e300)
#define THROTTLE NUMBER(RD_COST_LEAST, RD_COST_MOST)

const struct rd_attribute rd_attributes[] = {
    {"scenario", "name", NULL, RD_PLACE_ALWAYS,
     "of the scenario, and in the names of the files that are written", FORM("plain-name")},
    {"platform", "file", "platform-file", RD_PLACE_FILE, "a platform file instead of the one named",
     TEXT},
    {"platform", "generator", "platform-generator", RD_PLACE_GENERATED,
     "of a platform and its shape, without the attributes that the kind does not take",
     WORDS(rd_generator_names)},
    {"topology", "shape", "platform-generator", RD_PLACE_SHAPE,
     "of a platform and its shape, without the attributes that the kind does not take",
     WORDS(rd_shape_names), NEEDED},
    {"platform", "hosts", "hosts", RD_PLACE_GENERATED, "hosts of a generated platform",
     INTEGER(1, RD_HOST_LIMIT)},
    {"platform", "direction", "direction", RD_PLACE_KIND, "one-way or two-way",
     WORD("one-way", "two-way")},
    {"topology", "direction", "direction", RD_PLACE_RING, "one-way or two-way",
     WORD("one-way", "two-way")},
    {"topology", "hosts", "topology-hosts", RD_PLACE_ALWAYS, "of the platform, and their order",
     TEXT},
    {"topology", "master", NULL, RD_PLACE_ALWAYS, "the host in the middle of a star", TEXT},
    {"topology", "edges", NULL, RD_PLACE_ALWAYS,
     "exclusive, all or routes: which pairs of hosts a graph joins",
     WORD("exclusive", "all", "routes")},
    {"edge", "from", NULL, RD_PLACE_ALWAYS, "the host that sends", NEEDED},
    {"edge", "to", NULL, RD_PLACE_ALWAYS, "the host that receives", NEEDED},
    {"edge", "both", NULL, RD_PLACE_ALWAYS, "yes: the other way, too", YES},
    {"platform", "dimensions", "dimensions", RD_PLACE_KIND, "of a torus or mesh: 4x4x2", TEXT},
    {"platform", "arity", "arity", RD_PLACE_KIND, "children of a host in a tree, or random",
     OR("2")},
    {"platform", "degree", "degree", RD_PLACE_KIND, "neighbours in a random-regular graph",
     INTEGER(0, RD_HOST_LIMIT - 1)},
    {"platform", "edges", "edges", RD_PLACE_KIND, "a file of links instead of the one named", TEXT},
    {"platform", "trunk", "trunk", RD_PLACE_KIND,
     "seconds per byte of a link each way between two racks", NUMBER(RD_COST_LEAST, RD_COST_MOST)},
    {"platform", "cost", "cost", RD_PLACE_GENERATED, "seconds per item of one byte on each link",
     OR("1"), FORM("costs")},
    {"platform", "latency", "latency", RD_PLACE_GENERATED, "seconds per message on each link",
     OR("0"), FORM("costs")},
    {"platform", "compute", "compute", RD_PLACE_GENERATED, "seconds per flop on each host", OR("0"),
     FORM("costs")},
    {"platform", "symmetric", "symmetric", RD_PLACE_GENERATED, "yes: both directions cost the same",
     YES},
    {"platform", "bandwidth-scale", "bandwidth-scale", RD_PLACE_ALWAYS, "multiplies all bandwidths",
     FACTOR, OR("1")},
    {"platform", "bandwidth-spread", "bandwidth-spread", RD_PLACE_ALWAYS,
     "how far bandwidths differ", NUMBER(1, RD_BANDWIDTH_LIMIT), OR("1")},
    {"platform", "bandwidth-shape", "bandwidth-shape", RD_PLACE_ALWAYS,
     "uniform, log-normal, two-speed or one-slow-link", WORDS(rd_bandwidth_shape_names),
     OR("uniform")},
    {"platform", "scaled-links", "scaled-links", RD_PLACE_ALWAYS,
     "names of links, which link-scale multiplies", TEXT},
    {"platform", "link-scale", "link-scale", RD_PLACE_ALWAYS,
     "multiplies the bandwidths of the scaled links", FACTOR, OR("1")},
    {"platform", "profile", "profile", RD_PLACE_ALWAYS,
     "none, or steps, two-state or walk PERIOD LOW HIGH: how bandwidths vary", OR("none")},
    {"platform", "speed-profile", "speed-profile", RD_PLACE_ALWAYS,
     "the same: how speeds of hosts vary", OR("none")},
    {"platform", "seed", "platform-seed", RD_PLACE_ALWAYS, "of generated costs", SEED, OR("1")},
    {"network", "model", "model", RD_PLACE_ALWAYS, "exact or tcp", WORD("exact", "tcp"),
     OR("exact")},
    {"network", "ports", "ports", RD_PLACE_ALWAYS, "one, all, pipelined or a number",
     COUNT(1, RD_HOST_LIMIT, "one", "all", "pipelined"), OR("one")},
    {"network", "sends", "sends", RD_PLACE_ALWAYS, "single or multi", WORD("single", "multi")},
    {"network", "combined", NULL, RD_PLACE_ALWAYS,
     "yes: sends and receptions of a host count together", YES},
    {"network", "pair", NULL, RD_PLACE_ALWAYS,
     "one or many: messages at a time from one host to another", WORD("one", "many"), OR("one")},
    {"network", "throttle", "throttle", RD_PLACE_ALWAYS,
     "bytes/s that each host sends and receives together at the most", THROTTLE},
    {"port", "host", NULL, RD_PLACE_ALWAYS, "whose ports these are", NEEDED},
    {"port", "count", NULL, RD_PLACE_ALWAYS, "in so many sends and receptions at a time",
     INTEGER(1, RD_HOST_LIMIT)},
    {"port", "throttle", NULL, RD_PLACE_ALWAYS,
     "bytes/s that the host sends and receives together at the most", THROTTLE},
    {"slower", "links", NULL, RD_PLACE_ALWAYS, "names of links that may be slower", TEXT, NEEDED},
    {"slower", "factor", NULL, RD_PLACE_ALWAYS, "at most so many times as long their bytes take",
     NUMBER(1, RD_BANDWIDTH_LIMIT), NEEDED},
    {"items", "bytes", "item-bytes", RD_PLACE_ALWAYS, "bytes of an item", AMOUNT, OR("1")},
    {"items", "flops", "flops", RD_PLACE_ALWAYS, "flops of an item", AMOUNT, OR("0")},
    {"items", "word-bytes", "word-bytes", RD_PLACE_ALWAYS, "bytes of a control word", AMOUNT},
    {"items", "message-bytes", "message-bytes", RD_PLACE_ALWAYS, "bytes of a message itself",
     AMOUNT, OR("0")},
    {"kind", "name", NULL, RD_PLACE_ALWAYS, "of a named kind", TEXT},
    {"kind", "number", NULL, RD_PLACE_ALWAYS, "of a counted kind, in the place of a name",
     INTEGER(0, RD_KIND_LIMIT - 1)},
    {"kind", "bytes", NULL, RD_PLACE_ALWAYS, "of an item of it", AMOUNT, NEEDED},
    {"loads", "file", "load-file", RD_PLACE_FILE, "a file of loads instead of the one named", TEXT},
    {"loads", "generator", "load-generator", RD_PLACE_GENERATED,
     "of loads, with none of the attributes of the one written but seed", TEXT},
    {"loads", "low", "load-low", RD_PLACE_LOADS, "the least generated load", TEXT},
    {"loads", "high", "load-high", RD_PLACE_LOADS, "the greatest generated load", TEXT},
    {"loads", "total", "load-total", RD_PLACE_LOADS, "generated items in all", TEXT},
    {"loads", "divisible", "load-divisible", RD_PLACE_LOADS,
     "no, trimmed or redrawn: hosts divide the items", TEXT},
    {"loads", "levels", "load-levels", RD_PLACE_LOADS, "loads of all but the last host are below",
     TEXT},
    {"loads", "power", "load-power", RD_PLACE_LOADS, "of what is drawn for coarse loads", TEXT},
    {"loads", "skew", "load-skew", RD_PLACE_LOADS, "exponent of skewed loads", TEXT},
    {"loads", "share", "load-share", RD_PLACE_LOADS, "of the hosts that hold a pile", TEXT},
    {"loads", "items", "load-items", RD_PLACE_LOADS, "generated items: which, its generator says",
     TEXT},
    {"loads", "alpha", "load-alpha", RD_PLACE_LOADS, "share of a component on the next host", TEXT},
    {"loads", "kinds", "load-kinds", RD_PLACE_LOADS, "components; 0: as many as hosts", TEXT},
    {"loads", "most", "load-most", RD_PLACE_LOADS, "the greatest load of a worst case", TEXT},
    {"loads", "mean", "load-mean", RD_PLACE_LOADS, "items of a host on average", TEXT},
    {"loads", "centre", "load-centre", RD_PLACE_LOADS, "the host in the middle of a ball", TEXT},
    {"loads", "first", "load-first", RD_PLACE_LOADS, "which half of a ladder is full", TEXT},
    {"loads", "fields", "load-fields", RD_PLACE_LOADS, "bits of the groups' numbers", TEXT},
    {"loads", "groups", "load-groups", RD_PLACE_LOADS, "how many groups of items", TEXT},
    {"loads", "values", "load-values", RD_PLACE_LOADS, "the owner of each item of a stencil", TEXT},
    {"loads", "runs", "load-runs", RD_PLACE_LOADS, "equal or random blocks of a stencil's ring",
     TEXT},
    {"loads", "zeros", "load-zeros", RD_PLACE_LOADS, "bits that are 0 in a subcube", TEXT},
    {"loads", "sizes", "load-sizes", RD_PLACE_LOADS, "of three-partition, and of objects that move",
     TEXT},
    {"loads", "slack", "load-slack", RD_PLACE_LOADS, "share of space that is free of objects",
     TEXT},
    {"loads", "metric", "load-metric", RD_PLACE_LOADS, "of three-partition", TEXT},
    {"loads", "rows", "load-rows", RD_PLACE_LOADS, "items of each host and component", TEXT},
    {"loads", "from", "load-from", RD_PLACE_LOADS, "the block of the owners", TEXT},
    {"loads", "to", "load-to", RD_PLACE_LOADS, "the block of the components", TEXT},
    {"loads", "from-hosts", "load-from-hosts", RD_PLACE_LOADS, "hosts that own items", TEXT},
    {"loads", "to-hosts", "load-to-hosts", RD_PLACE_LOADS, "components of a block", TEXT},
    {"loads", "from-layout", "load-from-layout", RD_PLACE_LOADS,
     "a JSON file of the old layout of weights", TEXT},
    {"loads", "to-layout", "load-to-layout", RD_PLACE_LOADS, "the same of the new layout", TEXT},
    {"loads", "from-grid", "load-from-grid", RD_PLACE_LOADS, "the grid of the hosts that own items",
     TEXT},
    {"loads", "to-grid", "load-to-grid", RD_PLACE_LOADS, "the grid of the components", TEXT},
    {"loads", "size", "load-size", RD_PLACE_LOADS, "rows and columns of a matrix", TEXT},
    {"loads", "side", "load-side", RD_PLACE_LOADS, "rows of a square matrix", TEXT},
    {"loads", "blocks", "load-blocks", RD_PLACE_LOADS, "blocks in a row of it", TEXT},
    {"loads", "after", "load-after", RD_PLACE_LOADS, "none, balanced, uniform or piled final loads",
     TEXT},
    {"loads", "bytes", "load-bytes", RD_PLACE_LOADS,
     "of each part of a pattern of copies, and of objects", TEXT},
    {"loads", "piece-bytes", "load-piece-bytes", RD_PLACE_LOADS, "of an item of them", TEXT},
    {"loads", "expert-bytes", "load-expert-bytes", RD_PLACE_LOADS, "of all experts' weights", TEXT},
    {"loads", "root", "load-root", RD_PLACE_LOADS, "the host that a pattern begins or ends at",
     TEXT},
    {"loads", "among", "load-among", RD_PLACE_LOADS, "the hosts that take part", TEXT},
    {"loads", "seed", "load-seed", RD_PLACE_GENERATED, "of generated loads", SEED, OR("1")},
    {"loads", "objects", NULL, RD_PLACE_ALWAYS, "a file of objects", TEXT},
    {"loads", "copies", NULL, RD_PLACE_ALWAYS, "a file of pieces of named kinds", TEXT},
    {"load", "host", NULL, RD_PLACE_ALWAYS, "that holds the items", NEEDED},
    {"load", "kind", NULL, RD_PLACE_ALWAYS, "the component that the items are of",
     INTEGER(0, RD_KIND_LIMIT - 1), OR("0")},
    {"load", "items", NULL, RD_PLACE_ALWAYS, "that the host holds", INTEGER(0, RD_ITEM_LIMIT),
     NEEDED},
    {"load", "after", NULL, RD_PLACE_ALWAYS, "that it is to hold in the end",
     INTEGER(0, RD_ITEM_LIMIT)},
    {"copy", "kind", NULL, RD_PLACE_ALWAYS, "the named kind that the items are of", NEEDED},
    {"copy", "items", NULL, RD_PLACE_ALWAYS, "of the piece", INTEGER(1, RD_ITEM_LIMIT), NEEDED},
    {"copy", "held", NULL, RD_PLACE_ALWAYS, "the hosts that hold it", NEEDED},
    {"copy", "wanted", NULL, RD_PLACE_ALWAYS, "the hosts that are to hold it", NEEDED},
    {"object", "name", NULL, RD_PLACE_ALWAYS, "of the object", NEEDED},
    {"object", "bytes", NULL, RD_PLACE_ALWAYS, "its size", INTEGER(0, RD_OBJECT_BYTES_LIMIT),
     NEEDED},
    {"object", "from", NULL, RD_PLACE_ALWAYS, "the hosts that hold it", TEXT},
    {"object", "to", NULL, RD_PLACE_ALWAYS, "the host that wants it", TEXT},
    {"object", "drop", NULL, RD_PLACE_ALWAYS, "the host that gives its copy up", TEXT},
    {"object", "frees", NULL, RD_PLACE_ALWAYS, "no: nobody gives it up", YES_UNLESS},
    {"object", "at", NULL, RD_PLACE_ALWAYS,
     "the host that holds it, in the place of from and to: where it goes is to be found", TEXT},
    {"object", "group", NULL, RD_PLACE_ALWAYS, "no two of one in a rack; beside at", TEXT},
    {"target", "host", NULL, RD_PLACE_ALWAYS, "whose share of all bytes this is", NEEDED},
    {"target", "weight", NULL, RD_PLACE_ALWAYS, "of the host, beside those of all others",
     INTEGER(0, RD_HOST_WEIGHT_LIMIT), NEEDED},
    {"rack", "name", NULL, RD_PLACE_ALWAYS, "of the rack", NEEDED},
    {"rack", "hosts", NULL, RD_PLACE_ALWAYS, "that are in it", NEEDED},
    {"space", "host", NULL, RD_PLACE_ALWAYS, "whose space this is", NEEDED},
    {"space", "bytes", NULL, RD_PLACE_ALWAYS, "that it has room for", INTEGER(0, RD_SPACE_LIMIT),
     NEEDED},
    {"goal", "reach", "goal", RD_PLACE_ALWAYS,
     "after, balance, gather, finish, stencil, place or copies, with none of the attributes of the "
     "one written",
     WORD("after", "balance", "gather", "finish", "stencil", "place", "copies"), NEEDED},
    {"goal", "error", "goal-error", RD_PLACE_BALANCE, "what balance may leave",
     INTEGER(0, RD_ITEM_LIMIT), OR("0")},
    {"goal", "metric", "metric", RD_PLACE_STENCIL, "volume or steps", WORD("volume", "steps"),
     OR("volume")},
    {"goal", "iterations", "iterations", RD_PLACE_STENCIL, "of the stencil",
     INTEGER(0, RD_ITEM_LIMIT), OR("1")},
    {"goal", "overlap", "overlap", RD_PLACE_STENCIL, "yes: compute while words travel", YES},
    {"goal", "relay", NULL, RD_PLACE_ALWAYS, "yes: objects may travel by way of other hosts", YES},
    {"goal", "staging", NULL, RD_PLACE_ALWAYS, "yes: the same, where space is limited", YES},
    {"run", "algorithm", "algorithms", RD_PLACE_RUNS, "only their runs; separated by blanks",
     NEEDED},
    {"run", "seed", "run-seed", RD_PLACE_ALWAYS, "of algorithms that draw", SEED, OR("1")},
    {"option", "name", NULL, RD_PLACE_ALWAYS, "of an option of the algorithm", NEEDED},
    {"option", "value", NULL, RD_PLACE_ALWAYS, "of the option", NEEDED},
    {"expect", "status", NULL, RD_PLACE_ALWAYS, "ok, refused or failed",
     WORD("ok", "refused", "failed")},
    {"expect", "time", NULL, RD_PLACE_ALWAYS, "seconds of the run", SECONDS},
    {"expect", "bound", NULL, RD_PLACE_ALWAYS, "proved seconds", SECONDS},
    {"expect", "ratio", NULL, RD_PLACE_ALWAYS, "time over bound", SECONDS},
    {"expect", "class-bound", NULL, RD_PLACE_ALWAYS,
     "seconds that are proved for its class of schedules", SECONDS},
    {"expect", "optimal", NULL, RD_PLACE_ALWAYS, "proved, proved*, no or unknown",
     WORD("proved", "proved*", "no", "unknown")},
    {"expect", "message", NULL, RD_PLACE_ALWAYS, "a part of the message of the run", TEXT},
    {"sweep", "simulate", NULL, RD_PLACE_ALWAYS,
     "yes, no or 1 in N: which repetitions are simulated", OR("yes")},
    {"vary", "parameter", NULL, RD_PLACE_ALWAYS, "a parameter of the scenario", TEXT},
    {"vary", "values", NULL, RD_PLACE_ALWAYS, "of the parameter, separated by blanks or semicolons",
     TEXT},
    {"repeat", "count", NULL, RD_PLACE_ALWAYS, "so many draws of each point",
     INTEGER(1, RD_REPEAT_LIMIT), NEEDED},
    {"repeat", "seed", NULL, RD_PLACE_ALWAYS, "from which the seeds of draws are made", SEED,
     OR("1")},
    {"repeat", "seeds", NULL, RD_PLACE_ALWAYS, "shared, independent or counted",
     WORD("shared", "independent", "counted"), OR("shared")},
    {"platform", "seed", "seed", RD_PLACE_ALWAYS, "all seeds", SEED, OR("1")},
    {"loads", "seed", "seed", RD_PLACE_GENERATED, "all seeds", SEED, OR("1")},
    {"run", "seed", "seed", RD_PLACE_ALWAYS, "all seeds", SEED, OR("1")},
    {NULL, NULL, NULL, RD_PLACE_ALWAYS, NULL, TEXT}};

const struct rd_attribute *rd_parameter_from(const struct rd_attribute *line)
{
    for (; line->element; line++)
        if (line->parameter)
            return line;
    return NULL;
}

void rd_attributes_of(const char *element, const char *names[RD_ATTRIBUTES_OF_ELEMENT + 1])
{
    size_t count = 0;
    names[0] = NULL;
    for (const struct rd_attribute *line = rd_attributes; line->element; line++) {
        if (strcmp(line->element, element) != 0 || rd_name_is_listed(line->name, names))
            continue;
        rd_assert(count < RD_ATTRIBUTES_OF_ELEMENT);
        names[count++] = line->name;
        names[count] = NULL;
    }
}

const struct rd_attribute *rd_attribute_of(const char *element, const char *name)
{
    const struct rd_attribute *line = rd_attributes;
    while (line->element && (strcmp(line->element, element) != 0 || strcmp(line->name, name) != 0))
        line++;
    return line->element ? line : NULL;
}

/* "one, all or ": the words before the last of what is accepted. */
static const char *words_before(const char *const *words, const char *last, struct rd_arena *arena)
{
    const char *text = "";
    for (; *words; words++)
        text = rd_arena_print(arena, "%s%s%s", text, *words, words[1] ? ", " : last);
    return text;
}

const char *rd_attribute_accepts(const struct rd_attribute *attribute, struct rd_arena *arena)
{
    const char *words = "";
    switch (attribute->type) {
    case RD_VALUE_TEXT: return "";
    case RD_VALUE_NUMBER:
        return rd_arena_print(arena, "a number from %g to %g", attribute->least, attribute->most);
    case RD_VALUE_WORD: return words_before(attribute->words, "", arena);
    case RD_VALUE_COUNT: words = words_before(attribute->words, " or ", arena); break;
    case RD_VALUE_INTEGER: break;
    }
    return rd_arena_print(arena, "%san integer from %" PRId64 " to %" PRId64, words, attribute->low,
                          attribute->high);
}

/* --- the schema ------------------------------------------------------------------------------- */

/* What values a definition takes. */
static void write_values(struct rd_text *out, const struct rd_attribute *line)
{
    bool words = line->type == RD_VALUE_WORD || line->type == RD_VALUE_COUNT;
    if (line->type == RD_VALUE_TEXT)
        rd_text_print(out, "<ref name=\"%s\"/>", line->form ? line->form : "some-text");
    if (words)
        rd_text_print(out, "<choice>");
    for (size_t i = 0; words && line->words[i]; i++)
        rd_text_print(out, "<value>%s</value>", line->words[i]);
    if (line->type == RD_VALUE_INTEGER || line->type == RD_VALUE_COUNT)
        rd_text_print(out,
                      "<data type=\"integer\"><param name=\"minInclusive\">%" PRId64 "</param>"
                      "<param name=\"maxInclusive\">%" PRId64 "</param></data>",
                      line->low, line->high);
    if (line->type == RD_VALUE_NUMBER)
        rd_text_print(out,
                      "<data type=\"double\"><param name=\"minInclusive\">%g</param>"
                      "<param name=\"maxInclusive\">%g</param></data>",
                      line->least, line->most);
    if (words)
        rd_text_print(out, "</choice>");
}

/* Is it the first of its attribute, which the schema has? */
static bool is_in_schema(const struct rd_attribute *line)
{
    return line->place != RD_PLACE_LOADS && line == rd_attribute_of(line->element, line->name);
}

/* All attributes of the element that this line is the first of. */
static void write_element(struct rd_text *out, const struct rd_attribute *first)
{
    rd_text_print(out, "\n  <define name=\"%s.attributes\">\n", first->element);
    for (const struct rd_attribute *line = first; line->element; line++)
        if (strcmp(line->element, first->element) == 0 && is_in_schema(line))
            rd_text_print(out, "    %s<ref name=\"%s.%s\"/>%s\n", line->needed ? "" : "<optional>",
                          line->element, line->name, line->needed ? "" : "</optional>");
    rd_text_print(out, "  </define>\n");
}

const char *rd_attributes_schema(struct rd_arena *arena)
{
    struct rd_text out = {.arena = arena};
    for (const struct rd_attribute *line = rd_attributes; line->element; line++) {
        const struct rd_attribute *first = rd_attributes;
        while (strcmp(first->element, line->element) != 0)
            first++;
        if (line == first)
            write_element(&out, line);
        if (!is_in_schema(line))
            continue;
        rd_text_print(&out, "\n  <define name=\"%s.%s\">\n    <attribute name=\"%s\">\n      ",
                      line->element, line->name, line->name);
        write_values(&out, line);
        rd_text_print(&out, "\n    </attribute>\n  </define>\n");
    }
    return out.text;
}
