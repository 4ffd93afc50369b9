/* Writes the logs of exhaustive searches of random small networks, as JSON. In: how many, a seed.
 */
#include "algorithms/network/exhaustive.h"
#include "network_case.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_LANES = 10, MOST_STATES = 400 };

/* A log under way. */
struct writing {
    FILE *out;
    uint32_t entries, lanes;
    bool begun;
};

static void write_state(void *context, double date_s, const struct rd_search_state *state)
{
    struct writing *writing = context;
    fprintf(writing->out, "%s[%.17g, [", writing->begun ? ",\n" : "", date_s);
    writing->begun = true;
    for (uint32_t i = 0; i < writing->entries; i++)
        fprintf(writing->out, "%s%d", i ? ", " : "", state->held[i]);
    fprintf(writing->out, "], [");
    for (uint32_t i = 0; i < writing->lanes; i++)
        fprintf(writing->out, "%s[%.17g, %" PRIu64 "]", i ? ", " : "", state->lane[i].left_s,
                state->lane[i].kind);
    fprintf(writing->out, "]]");
}

static void write_amounts(FILE *out, const char *name, const int64_t *amount, uint32_t count)
{
    fprintf(out, "\"%s\": [", name);
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "%s%" PRId64, i ? ", " : "", amount ? amount[i] : 0);
    fprintf(out, "], ");
}

static void write_instance(FILE *out, const struct rd_network *network)
{
    const struct rd_instance *instance = network->instance;
    uint32_t n = network->host_count, entries = n * network->kind_count;
    fprintf(out,
            "{\"hosts\": %" PRIu32 ", \"kinds\": %" PRIu32 ", \"goal\": \"%s\", \"bus\": %s, "
            "\"relay\": %" PRId64 ", \"error\": %" PRId64 ", ",
            n, network->kind_count, rd_goal_name(instance->goal),
            instance->topology.shape == RD_BUS ? "true" : "false",
            network->relay == RD_NO_HOST ? -1 : (int64_t)network->relay, instance->balance_error);
    write_amounts(out, "loads", instance->load, entries);
    write_amounts(out, "final_loads", instance->target, entries);
    fprintf(out, "\"ports\": [");
    for (uint32_t host = 0; host < n; host++)
        fprintf(out, "%s%" PRIu32, host ? ", " : "", network->ports[host]);
    fprintf(out, "], \"computing_s\": [");
    for (uint32_t host = 0; host < n; host++)
        fprintf(out, "%s%.17g", host ? ", " : "", network->compute_item_s[host]);
    fprintf(out, "], \"links\": [");
    for (uint32_t link = 0; link < network->link_count; link++)
        fprintf(out, "%s[%" PRIu32 ", %" PRIu32 ", %.17g]", link ? ", " : "", network->from[link],
                network->to[link], network->item_s[link]);
    fprintf(out, "], ");
}

/* Returns: was it small enough, and written? */
static bool write_log(const struct rd_network *network, bool first, struct rd_arena *arena,
                      struct rd_arena *scratch)
{
    const struct rd_instance *instance = network->instance;
    bool computes = instance->goal == RD_FINISH;
    struct rd_plan plan = {.timing = RD_SELF_TIMED};
    uint32_t lanes = network->link_count + (computes ? network->host_count : 0);
    if (lanes > MOST_LANES || network->host_count * network->kind_count > RD_EXHAUSTIVE_ENTRIES)
        return false;
    char *text;
    size_t size;
    struct writing writing = {open_memstream(&text, &size),
                              network->host_count * network->kind_count, lanes, false};
    struct rd_search_log log = {write_state, &writing};
    struct rd_exhaustive found =
        rd_exhaustive_search(network, 1000, 1 << 15, &log, arena, scratch, &plan);
    fclose(writing.out);
    bool fits = found.complete && found.closed > 1 && found.closed <= MOST_STATES &&
                found.shortest_s < 1000;
    if (fits) {
        fputs(first ? "[" : ",\n", stdout);
        write_instance(stdout, network);
        printf("\"shortest_s\": %.17g, \"states\": [\n%s]}", found.shortest_s, text);
    }
    free(text);
    return fits;
}

int main(int argument_count, char **argument)
{
    if (argument_count != 3)
        return 2;
    size_t count = strtoul(argument[1], NULL, 10), written = 0;
    struct rd_rng rng = rd_rng_seeded(strtoull(argument[2], NULL, 10), 5);
    const struct network_drawing drawing = {4, 2, 3, 4, false, false};
    while (written < count) {
        struct rd_arena arena, scratch;
        rd_arena_open(&arena, 0);
        rd_arena_open(&scratch, 0);
        struct test_instance test = network_case_random(&rng, &drawing, &arena);
        struct rd_network network;
        if (rd_network_read(&test.instance, &arena, &scratch, &network, NULL))
            written += write_log(&network, written == 0, &arena, &scratch);
        rd_arena_close(&arena);
        rd_arena_close(&scratch);
    }
    puts("]");
    return 0;
}
