/* Any bytes as a trace that is drawn: refused, or a picture that is well-formed XML in UTF-8,
 * whatever the hosts are called. */
#include "sim/csv/trace_csv.h"
#include "sim/report/gantt/gantt.h"

#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_picture(const struct rd_gantt *gantt)
{
    char *text = NULL;
    size_t size = 0;
    struct rd_error error = {0};
    FILE *out = open_memstream(&text, &size);
    rd_assert(out);
    bool drawn = rd_gantt_write(out, gantt, &error);
    fclose(out);
    if (drawn) {
        xmlDoc *doc = xmlReadMemory(text, (int)size, NULL, NULL, XML_PARSE_NONET);
        rd_assert(doc);
        if (!gantt->id) /* no attribute holds a name */
            rd_assert(!strstr(text, "=\"nan") && !strstr(text, "=\"-nan") &&
                      !strstr(text, "=\"inf") && !strstr(text, "=\"-inf"));
        xmlFreeDoc(doc);
    } else {
        rd_assert(error.code == RD_ERROR_INPUT && error.message[0]);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rd_arena arena;
    struct rd_trace trace = {0};
    struct rd_error error = {0};
    struct rd_gantt gantt = {.title = "fuzz.csv", .trace = &trace};
    rd_arena_open(&arena, 0);
    if (rd_trace_read_csv("fuzz.csv", (const char *)data, size, NULL, &arena, &trace,
                          &gantt.host_name, &gantt.host_count, &error)) {
        rd_trace_sort(&trace, &arena);
        gantt.kind_count = rd_trace_kind_count(&trace);
        check_picture(&gantt);
        gantt.id = "part";
        check_picture(&gantt);
    } else {
        rd_assert(error.code == RD_ERROR_INPUT && error.line > 0 && error.message[0]);
    }
    rd_arena_close(&arena);
    return 0;
}
