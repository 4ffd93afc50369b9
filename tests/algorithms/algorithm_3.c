#include "algorithm_3.h"

#include <stdlib.h>

static int wrap(int host, int host_count)
{
    return (host + host_count) % host_count;
}

static int64_t slice(const int64_t *delta, int host_count, int first, int hosts)
{
    int64_t sum = 0;
    for (int i = 0; i < hosts; i++)
        sum += delta[wrap(first + i, host_count)];
    return sum;
}

int64_t algorithm_3_delta_max(const int64_t *delta, int host_count)
{
    int64_t most = 0;
    for (int first = 0; first < host_count; first++) {
        if (llabs(delta[first]) > most)
            most = llabs(delta[first]);
        for (int hosts = 2; hosts < host_count; hosts++) {
            int64_t half = (llabs(slice(delta, host_count, first, hosts)) + 1) / 2;
            if (half > most)
                most = half;
        }
    }
    return most;
}

/* Lines 3-18 for one slice k..l. */
static void apply_slice(struct algorithm_3_step *step, int64_t unbalance, int64_t delta_max,
                        int host_count, int k, int l)
{
    bool out_of_l, out_of_k, into_k, into_l;
    if (delta_max != 2) {
        out_of_l = out_of_k = unbalance > 1 && (unbalance + 1) / 2 == delta_max;
        into_k = into_l = unbalance < -1 && (-unbalance + 1) / 2 == delta_max;
    } else {
        out_of_l = unbalance >= 3;
        out_of_k = unbalance == 4;
        into_k = unbalance <= -3;
        into_l = unbalance == -4;
    }
    if (out_of_k)
        step->previous[k] = true;
    if (out_of_l)
        step->next[l] = true;
    if (into_k)
        step->next[wrap(k - 1, host_count)] = true;
    if (into_l)
        step->previous[wrap(l + 1, host_count)] = true;
}

/* Lines 19-24. */
static void apply_hosts(struct algorithm_3_step *step, const int64_t *delta, int64_t delta_max,
                        int host_count)
{
    for (int i = 0; i < host_count; i++)
        if (delta[i] == delta_max && !step->next[i] && !step->previous[i])
            step->next[i] = true;
    for (int i = 0; i < host_count; i++) {
        int before = wrap(i - 1, host_count), behind = wrap(i + 1, host_count);
        if (delta[i] == -delta_max && !step->next[before] && !step->previous[behind])
            step->next[before] = true;
    }
}

/* Lines 25-30, again and again. */
static void pass_on(struct algorithm_3_step *step, const int64_t *delta, int host_count)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < host_count; i++) {
            if (delta[i] != 0)
                continue;
            if (step->next[wrap(i - 1, host_count)] && !step->next[i])
                changed = step->next[i] = true;
            if (step->previous[wrap(i + 1, host_count)] && !step->previous[i])
                changed = step->previous[i] = true;
        }
    }
}

struct algorithm_3_step algorithm_3_sends(const int64_t *delta, int host_count)
{
    struct algorithm_3_step step = {0};
    int64_t delta_max = algorithm_3_delta_max(delta, host_count);
    for (int k = 0; k < host_count; k++)
        for (int hosts = 2; hosts < host_count; hosts++)
            apply_slice(&step, slice(delta, host_count, k, hosts), delta_max, host_count, k,
                        wrap(k + hosts - 1, host_count));
    apply_hosts(&step, delta, delta_max, host_count);
    if (delta_max == 1)
        pass_on(&step, delta, host_count);
    return step;
}
