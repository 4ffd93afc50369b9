#include "sim/cli/relabel/relabel_files.h"

#include "sim/csv/csv_text.h"
#include "sim/report/json.h"
#include "sim/report/output_file.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static bool write_host(FILE *out, const struct rd_placement *placement, uint32_t host)
{
    return placement->host_name ? rd_csv_write_foreign(out, placement->host_name[host])
                                : fprintf(out, "%" PRIu32, host) > 0;
}

bool rd_relabel_write_schedule(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct rd_relabel_files *files = context;
    bool good = fputs("layer,start,end,from,to,item,size\n", out) >= 0;
    int64_t before = 0;
    for (size_t k = 0; k < files->placements->count; k++) {
        const struct rd_placement *placement = &files->placements->placement[k];
        const struct rd_timetable *timetable = &files->timetable[k];
        for (size_t i = 0; i < timetable->row_count && good; i++) {
            const struct rd_timetable_row *row = &timetable->row[i];
            good = fprintf(out, "%zu,%" PRId64 ",%" PRId64 ",", k, before + row->start,
                           before + row->end) > 0 &&
                   write_host(out, placement, row->from) && putc(',', out) != EOF &&
                   write_host(out, placement, row->to) && putc(',', out) != EOF &&
                   (!row->item || rd_csv_write_foreign(out, row->item)) &&
                   fprintf(out, ",%" PRId64 "\n", row->size) > 0;
        }
        before += timetable->end;
    }
    return good || rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the schedule: %s", strerror(errno));
}

/* A name as a list of hosts has it: in quotes what would be read as more than a name. */
static void add_host(struct rd_text *list, const struct rd_placement *placement, uint32_t host)
{
    if (!placement->host_name)
        rd_text_print(list, "%" PRIu32, host);
    for (const char *at = placement->host_name ? placement->host_name[host] : ""; *at; at++)
        if (strchr(" '\"[],;", *at))
            rd_text_print(list, *at == '\'' ? "\"%c\"" : "'%c'", *at);
        else
            rd_text_print(list, "%c", *at);
}

/* What an item is called as an object: the layer before it, where there are several, and the host
 * that gets the copy behind it, where there are several. */
static const char *object_name(const struct rd_relabel_files *files, size_t layer,
                               const struct rd_placed_item *item, uint32_t copies, uint32_t to)
{
    const struct rd_placement *placement = &files->placements->placement[layer];
    struct rd_text text = {.arena = files->arena};
    if (files->placements->count > 1)
        rd_text_print(&text, "%zu/", layer);
    rd_text_print(&text, "%s", item->name);
    if (copies > 1 && placement->host_name)
        rd_text_print(&text, ">%s", placement->host_name[to]);
    else if (copies > 1)
        rd_text_print(&text, ">%" PRIu32, to);
    return text.text;
}

/* In: is_wanted [hosts], all false, and so again at the end. */
static bool write_copies(FILE *out, const struct rd_relabel_files *files, size_t layer,
                         const struct rd_placed_item *item, bool *is_wanted)
{
    const struct rd_placement *placement = &files->placements->placement[layer];
    const uint32_t *host_of_part = files->relabelling[layer].host_of_part;
    struct rd_text from = {.arena = files->arena};
    uint32_t copies = 0, leaving = 0;
    bool good = true;
    for (uint32_t p = 0; p < item->part_count; p++) {
        is_wanted[host_of_part[item->part[p]]] = true;
        copies += !rd_item_is_on(item, host_of_part[item->part[p]]);
    }
    for (uint32_t s = 0; s < item->source_count && copies > 0; s++) {
        rd_text_print(&from, s > 0 ? " " : "");
        add_host(&from, placement, item->holder[s]);
    }
    for (uint32_t p = 0; p < item->part_count && good; p++) {
        uint32_t to = host_of_part[item->part[p]];
        if (rd_item_is_on(item, to))
            continue;
        while (leaving < item->holder_count && is_wanted[item->holder[leaving]])
            leaving++;
        good = rd_csv_write_foreign(out, object_name(files, layer, item, copies, to)) &&
               fprintf(out, ",%" PRId64 ",", item->size * files->item_bytes) > 0 &&
               rd_csv_write_foreign(out, from.text) && putc(',', out) != EOF &&
               write_host(out, placement, to) && putc(',', out) != EOF &&
               (leaving < item->holder_count
                    ? write_host(out, placement, item->holder[leaving++]) && fputs(",\n", out) >= 0
                    : fputs(",no\n", out) >= 0);
    }
    for (uint32_t p = 0; p < item->part_count; p++)
        is_wanted[host_of_part[item->part[p]]] = false;
    return good;
}

bool rd_relabel_write_objects(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct rd_relabel_files *files = context;
    const struct rd_placements *placements = files->placements;
    rd_arena_borrow(files->arena);
    bool *is_wanted = rd_take(files->arena, placements->placement->host_count, bool);
    bool good = fputs("name,bytes,from,to,drop,frees\n", out) >= 0;
    for (size_t k = 0; k < placements->count; k++)
        for (size_t i = 0; i < placements->placement[k].item_count && good; i++)
            good = write_copies(out, files, k, &placements->placement[k].item[i], is_wanted);
    return good || rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the objects: %s", strerror(errno));
}

static json_t *hosts_value(const struct rd_placement *placement, const uint32_t *host,
                           uint32_t count)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(list, placement->host_name
                                        ? json_string(placement->host_name[host[i]])
                                        : json_integer(host[i]));
    return list;
}

/* Prices of groups, and for each group of hosts and each of parts those within. */
static void write_nested(struct rd_json *json, const struct rd_nested *nested)
{
    uint32_t count = nested->group_count, size = nested->size;
    json_t *within = json_array();
    for (size_t pair = 0; pair < (size_t)count * count; pair++)
        json_array_append_new(within,
                              json_pack("{s:o, s:o}", "host_price",
                                        rd_json_integers(&nested->host_price[pair * size], size),
                                        "part_price",
                                        rd_json_integers(&nested->part_price[pair * size], size)));
    rd_json_member(json, "host_group_price", rd_json_integers(nested->host_group_price, count));
    rd_json_member(json, "part_group_price", rd_json_integers(nested->part_group_price, count));
    rd_json_member(json, "within_groups", within);
}

bool rd_relabel_write_certificate(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct rd_relabel_files *files = context;
    struct rd_json json;
    rd_json_begin(&json, out, files->arena);
    for (size_t k = 0; k < files->placements->count; k++) {
        const struct rd_placement *placement = &files->placements->placement[k];
        const struct rd_relabelling *of = &files->relabelling[k];
        uint32_t n = placement->host_count;
        rd_json_object(&json);
        rd_json_member(&json, "layer", json_integer((json_int_t)k));
        rd_json_member(&json, "host_of_part", hosts_value(placement, of->host_of_part, n));
        rd_json_member(&json, "volume", json_integer(of->volume));
        rd_json_member(&json, "cost", json_integer(of->cost));
        rd_json_member(&json, "host_price", rd_json_integers(of->host_price, n));
        rd_json_member(&json, "part_price", rd_json_integers(of->part_price, n));
        rd_json_member(&json, "port_bound",
                       of->hall_host ? json_integer(of->port_bound) : json_null());
        rd_json_member(&json, "hall_hosts",
                       of->hall_host ? hosts_value(placement, of->hall_host, of->hall_host_count)
                                     : json_null());
        if (of->nested)
            write_nested(&json, of->nested);
        if (of->apart)
            rd_json_member(&json, "bound", json_integer(of->apart->bound));
    }
    return rd_json_end(&json) ||
           rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the certificate: %s", strerror(errno));
}

static bool write_xml(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct rd_relabel_files *files = context;
    const struct rd_placement *placement = files->placements->placement;
    uint32_t n = placement->host_count;
    int64_t *row = rd_take(files->arena, n, int64_t);
    size_t at = 0;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<scenario name=\"relabel-%s\">\n"
            "  <platform generator=\"switch\" hosts=\"%" PRIu32 "\" cost=\"1\"/>\n"
            "  <topology shape=\"switch\" hosts=\"h[0-%" PRIu32 "]\"/>\n"
            "  <network model=\"exact\" ports=\"one\"/>\n"
            "  <items bytes=\"1\"/>\n"
            "  <loads generator=\"matrix\" rows=\"",
            files->placements->format->name, n, n - 1);
    for (uint32_t host = 0; host < n; host++) { /* items are listed by host */
        memset(row, 0, n * sizeof *row);
        for (; at < placement->item_count && *placement->item[at].holder == host; at++)
            row[*placement->item[at].part] = placement->item[at].size;
        for (uint32_t part = 0; part < n; part++)
            fprintf(out, "%s%" PRId64, part > 0 ? " " : host > 0 ? "; " : "", row[part]);
    }
    fputs("\"/>\n"
          "  <goal reach=\"gather\"/>\n"
          "  <run algorithm=\"switch-canonical\">"
          "<option name=\"schedule\" value=\"caterpillar\"/></run>\n"
          "  <run algorithm=\"switch-canonical\"/>\n"
          "  <run algorithm=\"switch-volume-then-steps\"/>\n"
          "  <run algorithm=\"switch-steps-then-volume\"/>\n"
          "</scenario>\n",
          out);
    return !ferror(out) ||
           rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the scenario: %s", strerror(errno));
}

bool rd_relabel_write_scenario(const struct rd_relabel_files *files, const char *path,
                               struct rd_error *reterr)
{
    const struct rd_placement *placement = files->placements->placement;
    bool fits = files->placements->format->is_divisible;
    for (uint32_t host = 0; host < placement->host_count; host++)
        fits &= files->ports[host] == 1;
    if (!fits)
        return rd_fail(
            reterr, RD_ERROR_USAGE, NULL, 0,
            "--scenario %s: overlap, partition and block-cyclic with one port are accepted", path);
    return rd_write_whole_file(path, write_xml, files, reterr);
}
