#include "json_input.h"

#include "sim/report/json_memory.h"

#include <string.h>

json_t *rd_json_input(const struct rd_placement_text *text, struct rd_error *reterr)
{
    json_error_t error;
    size_t begin = 0;
    int line = 0;
    for (; begin < text->size && text->text[begin] != '{' && text->text[begin] != '['; begin++)
        line += text->text[begin] == '\n';
    rd_json_use_own_memory();
    json_t *value = json_loadb(text->text + begin, text->size - begin,
                               JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &error);
    if (!value)
        rd_fail(reterr, RD_ERROR_INPUT, text->path, line + (error.line > 0 ? error.line : 1),
                "%s: JSON is accepted", error.text);
    return value;
}
