#include "circulant.h"

/* Rounds in which something has not come yet: a list, the latest first, that begins and ends at
 * END. */
enum { END = 33 };

struct search {
    const struct rd_circulant *of;
    uint32_t next[END + 1], before[END + 1];
    uint32_t target; /* n + the host that is looked at */
    uint32_t *come;  /* [q] in which round of its way each round's item came from the root */
};

static void unlink_round(struct search *search, uint32_t round)
{
    search->next[search->before[round]] = search->next[round];
    search->before[search->next[round]] = search->before[round];
}

/* Walks from the root by skips of rounds, the latest first. In: reached, a host on the way; under,
 * which the next must be below; found, how many rounds have their item. Returns: how many then. */
static uint32_t walk(struct search *search, uint32_t reached, uint32_t under, uint32_t round,
                     uint32_t found)
{
    const uint32_t *skip = search->of->skip;
    for (; round != END && found < search->of->rounds; round = search->next[round]) {
        uint32_t there = reached + skip[round];
        if (there + skip[found] > search->target || there >= under)
            continue;
        if (there + skip[found + 1] <= search->target)
            found = walk(search, there, under, round, found);
        if (found == search->of->rounds || reached + skip[found + 1] > search->target)
            return found;
        under = there;
        search->come[found++] = round;
        unlink_round(search, round);
    }
    return found;
}

/* The round in which the first item of all comes to a host: the least skip of the sum that it is.
 */
static uint32_t first_round(const struct rd_circulant *of, uint32_t host)
{
    for (uint32_t round = of->rounds; round-- > 0;) {
        if (of->skip[round] == host)
            return round;
        if (of->skip[round] < host)
            host -= of->skip[round];
    }
    return of->rounds;
}

static void find_host(const struct rd_circulant *of, uint32_t n, uint32_t host, int32_t *item)
{
    uint32_t come[END] = {0}, q = of->rounds, first = first_round(of, host);
    struct search search = {.of = of, .target = n + host, .come = come};
    for (uint32_t round = 0; round <= q; round++) {
        search.next[round] = round == 0 ? END : round - 1;
        search.before[round] = round == q ? END : round + 1;
    }
    search.next[END] = q;
    search.before[END] = 0;
    unlink_round(&search, first);
    walk(&search, 0, 2 * n, q, 0);
    for (uint32_t k = 0; k < q; k++)
        item[k] = come[k] == q ? (int32_t)first : (int32_t)come[k] - (int32_t)q;
}

struct rd_circulant rd_circulant_find(uint32_t n, struct rd_arena *arena)
{
    struct rd_circulant found = {0};
    while (n > UINT64_C(1) << found.rounds)
        found.rounds++;
    found.skip[found.rounds] = n;
    for (uint32_t k = found.rounds; k-- > 0;)
        found.skip[k] = found.skip[k + 1] / 2 + found.skip[k + 1] % 2;
    int32_t *item = rd_take(arena, (size_t)n * found.rounds, int32_t);
    for (uint32_t host = 1; host < n; host++)
        find_host(&found, n, host, item + (size_t)host * found.rounds);
    found.item = item;
    return found;
}
