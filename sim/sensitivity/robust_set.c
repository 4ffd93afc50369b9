#include "robust.h"

#include "upgrade_numbers.h"

#include <math.h>

static bool read_file(struct rd_run_context *context, const char *path,
                      const struct rd_upgrades *upgrades, struct rd_slow_set *set,
                      struct rd_error *reterr)
{
    const double *factor;
    if (!rd_upgrade_numbers_read(path, "factor", 1, upgrades, &context->arena, &factor, reterr))
        return false;
    for (size_t i = 0; i < upgrades->count; i++) {
        const struct rd_upgrade *upgrade = &upgrades->upgrade[i];
        if (isnan(factor[i]))
            continue;
        if (upgrade->kind == RD_UPGRADE_HOST)
            return rd_fail(reterr, RD_ERROR_INPUT, path, 0,
                           "\"%s\" is a direction of a host: links and clusters are accepted",
                           upgrade->what);
        if (!rd_slow_set_add(upgrades, upgrade, factor[i], set))
            return rd_fail(reterr, RD_ERROR_INPUT, path, 0,
                           "a link of \"%s\" a second time: each link is accepted once",
                           upgrade->what);
    }
    return set->count > 0 ||
           rd_fail(reterr, RD_ERROR_INPUT, path, 0, "it names no link: one row at least is needed");
}

bool rd_slow_set_read(struct rd_run_context *context, const char *path,
                      const struct rd_upgrades *upgrades, struct rd_slow_set *ret_set,
                      struct rd_error *reterr)
{
    struct rd_slow_set set = rd_slow_set_open(upgrades, &context->arena);
    if (!path && context->scenario.slower_count == 0)
        return rd_fail(reterr, RD_ERROR_USAGE, NULL, 0,
                       "nothing says which links may be slower: <slower links=\"...\" "
                       "factor=\"1.5\"/> in <network>, or --slower FILE, is needed");
    bool read = path ? read_file(context, path, upgrades, &set, reterr)
                     : rd_slow_set_read_elements(&context->scenario, upgrades, &context->arena,
                                                 &set, reterr);
    *ret_set = set;
    return read;
}

bool rd_slow_what_if_open(struct rd_run_context *context, const struct rd_slow_set *set,
                          const double *share, struct rd_what_if *what_if, struct rd_error *reterr)
{
    rd_arena_own(arena);
    const char **name = NULL;
    double *speed = NULL;
    size_t count = 0;
    for (size_t i = 0; i < set->count; i++)
        for (uint32_t k = 0; share[i] > 0 && k < set->upgrade[i]->link_count; k++) {
            size_t speeds = count;
            rd_arena_add(&arena, speed, speeds, 1 / (1 + share[i] * (set->factor[i] - 1)));
            rd_arena_add(&arena, name, count, set->upgrade[i]->link[k]);
        }
    struct rd_faster_links links = {name, speed, (uint32_t)count};
    return rd_what_if_open(context, &links, what_if, reterr);
}
