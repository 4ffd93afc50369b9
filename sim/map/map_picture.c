#include "map_picture.h"

#include "sim/base/number_text.h"

#include <math.h>

/* --- texts ------------------------------------------------------------------------------------ */

const char *rd_map_busy_class(double busy)
{
    static const char *const class[] = {"busy0", "busy1", "busy2", "busy3", "busy4"};
    if (isnan(busy))
        return "unknown";
    return class[(int)fmin(RD_MAP_BUSY_COLOURS, ceil(busy * RD_MAP_BUSY_COLOURS - 1e-9))];
}

/* "3.2 GB" */
static const char *bytes_text(double bytes, struct rd_arena *arena)
{
    static const char *const unit[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    char text[RD_NUMBER_SIZE];
    size_t i = 0;
    for (; bytes >= 1000 && i + 1 < sizeof unit / sizeof *unit; i++)
        bytes /= 1000;
    return rd_arena_print(arena, "%s %s", rd_number_text(bytes, 3, text), unit[i]);
}

const char *rd_map_bandwidth_text(double bytes_per_s, struct rd_arena *arena)
{
    return isfinite(bytes_per_s) ? rd_arena_print(arena, "%s/s", bytes_text(bytes_per_s, arena))
                                 : "any size at once";
}

const char *rd_map_amount_text(const struct rd_map *map, double amount, struct rd_arena *arena)
{
    char text[RD_NUMBER_SIZE];
    return map->instance->objects
               ? bytes_text(amount, arena)
               : rd_arena_print(arena, "%s item%s", rd_number_shortest(amount, text),
                                amount == 1 ? "" : "s");
}

/* --- sizes ------------------------------------------------------------------------------------ */

double rd_map_line_width(const struct rd_map_picture *picture, double bandwidth_bytes_per_s)
{
    double most = fmax(2.5, fmin(9, picture->radius * 0.8)), least = fmin(1.6, most / 2);
    if (picture->widest <= picture->narrowest * 1.001 || !isfinite(bandwidth_bytes_per_s))
        return (least + most) / 2;
    double share =
        log(bandwidth_bytes_per_s / picture->narrowest) / log(picture->widest / picture->narrowest);
    return least + (most - least) * fmin(1, fmax(0, share));
}

double rd_map_x(const struct rd_map_picture *picture, uint32_t node)
{
    return picture->left + picture->map->node[node].x * picture->scale;
}

double rd_map_y(const struct rd_map_picture *picture, uint32_t node)
{
    return picture->top + picture->map->node[node].y * picture->scale;
}
