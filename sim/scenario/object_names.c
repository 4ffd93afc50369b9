#include "object_names.h"

#include <libxml/parserInternals.h>
#include <string.h>

/* Can a scenario that is written anew have the name? One from a list may be of any bytes. */
static bool is_xml_text(const char *name)
{
    int length = 0;
    for (; *name; name += length) {
        length = (int)strnlen(name, 4);
        int letter = xmlGetUTF8Char((const unsigned char *)name, &length);
        if (letter < 0 || !IS_CHAR(letter))
            return false;
    }
    return true;
}

bool rd_object_name_take(struct rd_reader *reader, struct rd_names *names, const int *line,
                         const struct rd_load_place *place, const char *name)
{
    uint32_t number;
    if (names->count >= RD_OBJECT_LIMIT)
        return rd_error_list_add(reader->errors, RD_ERROR_INPUT, place->path, place->line,
                                 "more than %d objects: at most %d are supported", RD_OBJECT_LIMIT,
                                 RD_OBJECT_LIMIT);
    if (!is_xml_text(name))
        return rd_error_list_add(
            reader->errors, RD_ERROR_INPUT, place->path, place->line,
            "object \"%.100s\": a name in UTF-8 of letters that XML has is accepted", name);
    return rd_names_add(names, reader->arena, name, &number) ||
           rd_error_list_add(reader->errors, RD_ERROR_INPUT, place->path, place->line,
                             "object \"%.100s\" a second time (first on line %d): each is accepted "
                             "once",
                             name, line[number]);
}
