#include "ring_of_four.h"

struct rd_problem ring_of_four(void)
{
    static const uint32_t from[] = {0, 1, 2, 3}, to[] = {1, 2, 3, 0};
    static const double seconds[] = {2, 2, 2, 2}, latency[] = {0, 0, 0, 0},
                        compute[] = {1, 1, 1, 1};
    static const int64_t load[] = {3, 1, 1, 1}, final_load[] = {1, 1, 3, 1};
    return (struct rd_problem){
        .host_count = 4,
        .kind_count = 1,
        .link_count = 4,
        .link_from = from,
        .link_to = to,
        .link_seconds_per_item = seconds,
        .link_latency_s = latency,
        .load = load,
        .final_load = final_load,
        .compute_seconds_per_item = compute,
    };
}
