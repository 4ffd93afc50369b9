/* Layouts of weights in JSON files, which from-layout= and to-layout= of generated loads name:
 * degrees and the hosts of ranks, or parts, each with its hosts. */
#include "copy_rows.h"

#include "sim/input/json_input.h"
#include "sim/platform/host_names.h"

#include <inttypes.h>
#include <string.h>

#define BYTES_LIMIT INT64_C(1000000000000000)
enum { DEGREE_LIMIT = 1048576, NAME_LIMIT = 64 };

/* The two files, and the attributes that say the same. */
static const char *const attribute_of[] = {"from-layout", "to-layout"};
static const char *const degrees_of[] = {"from", "to"};
static const char *const ranks_of[] = {"from-hosts", "to-hosts"};

struct file {
    struct rd_reader *reader;
    struct rd_input_text text;
    const json_t *value;
    size_t *listed; /* [hosts] in which list a host was last, from 1 on */
    size_t list_count;
};

#define wrong(file, line, ...)                                                                     \
    rd_error_list_add((file)->reader->errors, RD_ERROR_INPUT, (file)->text.path, line, __VA_ARGS__)

/* Are all members of an object at `at` known? */
static bool check_members(const struct file *file, const json_t *object, const char *at,
                          const char *const *names)
{
    const char *name;
    const json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        char accepted[RD_ACCEPTED_SIZE];
        if (!rd_name_is_listed(name, names))
            return wrong(file, rd_json_line(&file->text, "%s%.80s", at, name), "\"%.80s\": %s",
                         name, rd_names_accepted_of(names, name, accepted));
    }
    return true;
}

static bool read_integer(const struct file *file, const json_t *object, const char *at,
                         const char *name, int64_t low, int64_t high, int64_t *value)
{
    const json_t *given = json_object_get(object, name);
    if (!given)
        return true;
    *value = json_integer_value(given);
    return (json_is_integer(given) && *value >= low && *value <= high) ||
           wrong(file, rd_json_line(&file->text, "%s%s", at, name),
                 "\"%s\": an integer from %" PRId64 " to %" PRId64 " is accepted", name, low, high);
}

/* Puts a host behind others. In: the place of its name in the text. */
static bool add_host(struct file *file, const char *at, size_t place, const char *name,
                     uint32_t **host, size_t *host_count)
{
    struct rd_reader *reader = file->reader;
    uint32_t number = rd_names_find(&reader->host_names, name);
    if (number < reader->loaded_host_count && file->listed[number] != file->list_count) {
        file->listed[number] = file->list_count;
        rd_arena_add(reader->arena, *host, *host_count, number);
        return true;
    }
    int line = rd_json_line(&file->text, "%shosts/%zu", at, place);
    if (number < reader->loaded_host_count)
        return wrong(file, line, "host \"%.100s\" a second time: each is accepted once", name);
    rd_load_host(reader, (struct rd_load_place){file->text.path, line}, name);
    return false;
}

/* Puts the hosts of the object at `at` behind others, in their order. */
static bool read_hosts(struct file *file, const json_t *object, const char *at, uint32_t **host,
                       size_t *host_count)
{
    const json_t *list = json_object_get(object, "hosts");
    file->list_count++;
    if (json_array_size(list) == 0)
        return wrong(file, rd_json_line(&file->text, "%shosts", at),
                     "no \"hosts\": an array of names of hosts, or of lists such as \"h[0-3]\", is "
                     "needed");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        struct rd_names names = {0};
        struct rd_error error = {.message = "a name is accepted, or a list such as \"h[0-3]\""};
        if (!text || !rd_names_read(text, RD_HOST_LIMIT, file->reader->arena, &names, &error))
            return wrong(file, rd_json_line(&file->text, "%shosts/%zu", at, i), "\"hosts\": %.500s",
                         error.message);
        for (uint32_t k = 0; k < names.count; k++)
            if (!add_host(file, at, i, names.name[k], host, host_count))
                return false;
    }
    return true;
}

/* --- degrees ------------------------------------------------------------------------------- */

/* Gives the generator the attributes that say the same. */
static bool read_degrees(struct file *file, int which, struct rd_option *ret_degrees,
                         struct rd_option *ret_ranks)
{
    static const char *const members[] = {"tensor", "pipeline", "data", "expert", "hosts", NULL};
    struct rd_text degrees = {.arena = file->reader->arena}, ranks = degrees;
    uint32_t *host = NULL;
    size_t count = 0;
    double product = 1;
    if (!check_members(file, file->value, "", members))
        return false;
    for (int i = 0; i < 4; i++) {
        int64_t degree = 1;
        if (!read_integer(file, file->value, "", members[i], 1, DEGREE_LIMIT, &degree))
            return false;
        product *= (double)degree;
        rd_text_print(&degrees, "%s%" PRId64, i > 0 ? " " : "", degree);
    }
    if (!read_hosts(file, file->value, "", &host, &count))
        return false;
    if ((double)count != product)
        return wrong(file, rd_json_line(&file->text, "hosts"),
                     "%zu hosts for %g ranks: as many are needed", count, product);
    for (size_t i = 0; i < count; i++)
        rd_text_print(&ranks, "%s%" PRIu32, i > 0 ? " " : "", host[i]);
    *ret_degrees = (struct rd_option){degrees_of[which], degrees.text};
    *ret_ranks = (struct rd_option){ranks_of[which], ranks.text};
    return true;
}

/* --- parts --------------------------------------------------------------------------------- */

/* Reads the name of a part, such as layers.0.wq: with the bytes behind it, it names a kind. */
static bool read_name(const struct file *file, const json_t *part, const char *at,
                      struct rd_names *names, uint32_t *ret_name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789._-/:";
    const char *name = json_string_value(json_object_get(part, "name"));
    if (!name || name[strspn(name, letters)] || strlen(name) > NAME_LIMIT ||
        strchr(letters, *name) >= letters + 52)
        return wrong(file, rd_json_line(&file->text, "%sname", at),
                     "\"name\": a letter, and up to %d letters, digits and ._-/: behind it, are "
                     "accepted",
                     NAME_LIMIT - 1);
    *ret_name = rd_names_find(names, name);
    if (*ret_name == RD_NO_NAME)
        rd_names_add(names, file->reader->arena, rd_arena_text(file->reader->arena, name),
                     ret_name);
    return true;
}

static bool read_part(struct file *file, const json_t *value, const char *at,
                      struct rd_names *names, struct rd_layout *layout, struct rd_layout_part *part)
{
    static const char *const members[] = {"name", "first", "bytes", "hosts", NULL};
    int64_t bytes = 0;
    part->host = layout->host_count;
    if (!json_is_object(value))
        return wrong(file, part->line,
                     "no object: {\"name\": .., \"bytes\": .., \"hosts\": [..]} is accepted");
    if (!check_members(file, value, at, members) || !read_name(file, value, at, names, &part->name))
        return false;
    if (!json_object_get(value, "bytes"))
        return wrong(file, part->line, "a part without \"bytes\": they are needed");
    if (!read_integer(file, value, at, "first", 0, BYTES_LIMIT - 1, &part->first) ||
        !read_integer(file, value, at, "bytes", 1, BYTES_LIMIT, &bytes) ||
        !read_hosts(file, value, at, &layout->host, &layout->host_count))
        return false;
    part->end = part->first + bytes;
    part->host_count = layout->host_count - part->host;
    if (part->end > BYTES_LIMIT)
        return wrong(file, part->line, "bytes up to %" PRId64 ": up to 10^15 are accepted",
                     part->end);
    return layout->host_count <= RD_PIECE_HOST_LIMIT ||
           wrong(file, part->line, "more than %" PRIu32 " hosts of parts: fewer are supported",
                 RD_PIECE_HOST_LIMIT);
}

static bool read_parts(struct file *file, struct rd_names *names, struct rd_layout *ret_layout)
{
    static const char *const members[] = {"parts", NULL};
    const json_t *list = json_object_get(file->value, "parts");
    size_t count = json_array_size(list);
    if (!check_members(file, file->value, "", members))
        return false;
    if (count == 0)
        return wrong(file, rd_json_line(&file->text, "parts"),
                     "\"parts\": an array of one part or more is accepted");
    const int *line = rd_json_lines(&file->text, "parts", count, file->reader->arena);
    *ret_layout =
        (struct rd_layout){.path = file->text.path,
                           .part = rd_take(file->reader->arena, count, struct rd_layout_part),
                           .part_count = count};
    for (size_t i = 0; i < count; i++) {
        char at[48];
        snprintf(at, sizeof at, "parts/%zu/", i);
        ret_layout->part[i].line = line[i];
        if (!read_part(file, json_array_get(list, i), at, names, ret_layout, &ret_layout->part[i]))
            return false;
    }
    return true;
}

/* --- both ---------------------------------------------------------------------------------- */

/* Is an attribute there that says what a file says, too? Then it is reported. */
static bool is_said_twice(struct rd_reader *reader, const xmlNode *loads,
                          const struct rd_options *attributes, int which)
{
    const char *const said[] = {degrees_of[which], ranks_of[which]};
    for (int i = 0; i < 2; i++)
        if (rd_option_given(attributes, said[i]))
            return !rd_read_fail(reader, loads, "%s beside %s, whose file says it: one is accepted",
                                 said[i], attribute_of[which]);
    return false;
}

/* Reads the file of a layout. Returns: its value, to be given back, or NULL, reported. */
static json_t *read_file(struct file *file, const xmlNode *loads, int which)
{
    struct rd_reader *reader = file->reader;
    struct rd_error error;
    if (!rd_read_named_file(reader, loads, attribute_of[which], RD_LOADS_BYTES_LIMIT,
                            &file->text.path, &file->text.text, &file->text.size))
        return NULL;
    size_t blanks = strspn(file->text.text, " \t\r\n");
    json_t *value = NULL;
    if (file->text.text[blanks] != '{') {
        wrong(file, 1,
              "no object: {\"tensor\": 4, .., \"hosts\": [..]} or {\"parts\": [..]} is accepted");
    } else {
        value = rd_json_input(&file->text, &error);
        if (!value)
            rd_error_list_add_error(reader->errors, &error);
    }
    file->value = value;
    file->listed = rd_take(reader->arena, reader->loaded_host_count, size_t);
    file->list_count = 0;
    return value;
}

/* What goes with layouts in parts, which say their bytes themselves. */
static bool check_parts(struct rd_reader *reader, const xmlNode *loads,
                        const struct rd_options *attributes, const bool *lists_parts)
{
    static const char *const said[] = {"bytes", "expert-bytes"};
    if (lists_parts[0] != lists_parts[1])
        return rd_read_fail(reader, loads,
                            "%s says degrees, and %s lists parts: two layouts of one form are "
                            "accepted",
                            attribute_of[lists_parts[0]], attribute_of[lists_parts[1]]);
    for (int i = 0; i < 2; i++)
        if (rd_option_given(attributes, said[i]))
            return rd_read_fail(reader, loads,
                                "%s beside layouts that list parts, which say it: piece-bytes is "
                                "accepted",
                                said[i]);
    return true;
}

bool rd_read_layouts(struct rd_reader *reader, const xmlNode *loads, struct rd_options *attributes,
                     struct rd_layouts *ret_layouts)
{
    bool lists_parts[2] = {false, false}, good = true;
    struct rd_layouts layouts = {.host_name = reader->host_names.name,
                                 .host_count = reader->loaded_host_count};
    struct rd_layout *layout[] = {&layouts.old, &layouts.new};
    struct rd_option *given = rd_take(reader->arena, attributes->given_count + 4, struct rd_option);
    size_t count = attributes->given_count;
    if (count > 0)
        memcpy(given, attributes->given, count * sizeof *given);
    for (int i = 0; i < 2; i++) {
        struct file file = {.reader = reader};
        if (!rd_option_given(attributes, attribute_of[i]))
            continue;
        good = !is_said_twice(reader, loads, attributes, i) && good;
        json_auto_t *value = read_file(&file, loads, i);
        lists_parts[i] = value && json_object_get(value, "parts");
        good = value &&
               (lists_parts[i] ? read_parts(&file, &layouts.names, layout[i])
                               : read_degrees(&file, i, &given[count], &given[count + 1])) &&
               good;
        count += good && !lists_parts[i] ? 2 : 0;
    }
    if (!good || (!lists_parts[0] && !lists_parts[1])) {
        attributes->given = given;
        attributes->given_count = count;
        return good;
    }
    if (!check_parts(reader, loads, attributes, lists_parts))
        return false;
    *ret_layouts = layouts;
    return true;
}
