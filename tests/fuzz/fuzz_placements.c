/* Three texts, apart by lines of "--", as placements of the format that the first byte names (ceph
 * and elasticsearch from 128 on), on as many hosts as the second says: refused with a path and
 * words, or every copy is made once, between a holder and who is to have it, and no relabelling is
 * worse than none. */
#include "sim/relabel/timetable.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_timetable(const struct rd_timetable *timetable, int64_t volume, int64_t busiest)
{
    rd_assert(timetable->end >= busiest);
    for (size_t i = 0; i < timetable->row_count; i++) {
        const struct rd_timetable_row *row = &timetable->row[i];
        rd_assert(row->from != row->to && row->start >= 0 && row->end <= timetable->end);
        volume -= row->size;
    }
    rd_assert(volume == 0);
}

static void check_placement(const struct rd_placement *placement, bool is_divisible,
                            struct rd_arena *arena, struct rd_arena *scratch)
{
    uint32_t n = placement->host_count, *ports = rd_take(arena, n, uint32_t);
    int64_t given = 0;
    for (uint32_t host = 0; host < n; host++)
        ports[host] = 1 + host % 2;
    for (int objective = RD_RELABEL_NONE; objective <= RD_RELABEL_PORT_THEN_VOLUME; objective++) {
        struct rd_relabelling found =
            rd_relabel(placement, ports, (enum rd_objective)objective, NULL, arena, scratch);
        struct rd_moves moves =
            rd_moves(placement, found.host_of_part, ports, objective % 2 == 0, arena, scratch);
        int64_t volume = rd_moves_volume(&moves);
        int64_t busiest = rd_moves_busiest(&moves, n, ports, scratch);
        rd_assert(volume == found.volume && busiest >= found.port_bound);
        if (objective == RD_RELABEL_NONE)
            given = volume;
        rd_assert(objective != RD_RELABEL_VOLUME || volume <= given);
        struct rd_timetable ours =
            rd_timetable_ours(placement, is_divisible, &moves, ports, arena, scratch);
        struct rd_timetable greedy =
            rd_timetable_greedy(placement, is_divisible, &moves, ports, arena, scratch);
        check_timetable(&ours, volume, busiest);
        check_timetable(&greedy, volume, busiest);
    }
}

/* The next text; the rest begins behind the line that ends it. */
static struct rd_input_text take_text(const char *path, const char **rest, const char *end)
{
    const char *text = *rest, *stop = memmem(text, (size_t)(end - text), "\n--\n", 4);
    *rest = stop ? stop + 4 : end;
    return (struct rd_input_text){path, text, (size_t)((stop ? stop + 1 : end) - text), 0};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { CHECKED_HOSTS = 16, CHECKED_ITEMS = 64 };
    struct rd_arena arena, scratch;
    struct rd_placements placements;
    struct rd_error error = {0};
    const struct rd_placement_format *format = rd_placement_formats;
    if (size < 2)
        return 0;
    for (int i = data[0] < 128 ? data[0] % 5 : 5 + data[0] % 2; i > 0; i--)
        format++;
    const char *rest = (const char *)data + 2, *end = (const char *)data + size;
    struct rd_placement_input input = {.host_count = 1 + data[1] % 8};
    input.old = take_text("old", &rest, end);
    input.new = take_text("new", &rest, end);
    if (format->tells_new && input.new.size == 0)
        input.new = (struct rd_input_text){0};
    if (format->needs_sizes || (format->takes_sizes && rest < end))
        input.sizes = take_text("sizes", &rest, end);
    rd_arena_open(&arena, (size_t)1 << 30);
    rd_arena_open(&scratch, (size_t)1 << 30);
    if (!rd_placements_read(format, &input, &arena, &placements, &error))
        rd_assert(error.code == RD_ERROR_INPUT && error.message[0] && error.path[0]);
    else
        for (size_t k = 0; k < placements.count; k++)
            if (placements.placement[k].host_count <= CHECKED_HOSTS &&
                placements.placement[k].item_count <= CHECKED_ITEMS)
                check_placement(&placements.placement[k], format->is_divisible, &arena, &scratch);
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
    return 0;
}
