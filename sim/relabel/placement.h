/* Where data lies and where it is to lie, whatever program it is from: items that some hosts hold,
 * and parts of a new placement, each of which is to have some of them. A part is a host's of the
 * new placement, numbered like it; a relabelling gives each part to a host of its choice. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/input/file_text.h"

/* Hosts of a placement: their matrices take 128 MiB each. */
enum { RD_PLACEMENT_HOST_LIMIT = 4096 };

struct rd_placed_item {
    const char *name;       /* NULL: none */
    int64_t size;           /* at least 1 */
    const uint32_t *holder; /* [holder_count] at least one, all different */
    const uint32_t *part;   /* [part_count] that are to have it, all different */
    uint32_t holder_count;
    uint32_t source_count; /* the first so many holders give copies: at least one; if there are more
                              for any item, all items have one size */
    uint32_t part_count;
};

struct rd_placement {
    uint32_t host_count;          /* and parts */
    const char *const *host_name; /* [host_count]; NULL: numbers */
    const bool *takes; /* [host_count] who may get another part than its own; NULL: all. The parts
                          of the others are empty */
    size_t item_count;
    const struct rd_placed_item *item; /* [item_count] */
};

/* The host of a name, or its number where hosts have no names. Returns: host_count if none. */
uint32_t rd_placement_host(const struct rd_placement *placement, const char *name, size_t length);

/* One relabelling each: the layers of a model are placed each by itself, one after the other. */
struct rd_placements {
    const struct rd_placement_format *format;
    size_t count;
    const struct rd_placement *placement; /* [count], of as many hosts each */
    const char **remark;                  /* [remark_count] on what was read, for people */
    size_t remark_count;
};

struct rd_placement_input {
    struct rd_input_text old, new, sizes;
    int64_t host_count; /* 0: as the files say */
};

struct rd_placement_format {
    const char *name, *summary;
    const char *unit;  /* of sizes, and of time: that of one on one port */
    int files;         /* 1: the old and the new placement are in one */
    bool tells_new;    /* the old one says what is under way: the new one may be left out */
    bool stays;        /* who gets what is settled: nothing is relabelled, and only items that move
                          are read */
    bool needs_hosts;  /* host_count is needed */
    bool takes_sizes;  /* a file of sizes is taken */
    bool needs_sizes;  /* and needed */
    bool is_divisible; /* any part of an item may be sent by itself */
    /* What a tool prints above the old placement and above the new one, should a file hold its
     * whole output; NULL: there is no such tool. */
    const char *old_heading, *new_heading;
    /* Reads. Errors: RD_ERROR_INPUT with the path and the line. */
    bool (*read)(const struct rd_placement_input *input, struct rd_arena *arena,
                 struct rd_placements *ret_placements, struct rd_error *reterr);
};

/* In the order of the help; ends with a NULL name. */
extern const struct rd_placement_format rd_placement_formats[];

/* Reads by a format. In: the texts that the format wants; of the whole output of a tool each is cut
 * to its part. Errors: RD_ERROR_INPUT. */
bool rd_placements_read(const struct rd_placement_format *format, struct rd_placement_input *input,
                        struct rd_arena *arena, struct rd_placements *ret_placements,
                        struct rd_error *reterr);

/* Sizes that a reader adds up, so that sums of them can be computed with: all, each as often as
 * parts are to have it and once more, times the hosts, are below 2^53. */
struct rd_size_sum {
    uint32_t host_count; /* 1 where nothing is relabelled */
    const char *unit;
    int64_t size;
};

/* Adds one. Errors: RD_ERROR_INPUT at the line, if they are too many. */
bool rd_size_add(struct rd_size_sum *sum, int64_t size, uint32_t part_count, const char *path,
                 int line, struct rd_error *reterr);

/* One placement, of a matrix: host i holds amount[i * parts + j] of part j, and nobody else does.
 * In: hosts and parts at least 1; the greater number is the placement's. O(hosts * parts). */
void rd_placements_of_matrix(uint32_t hosts, uint32_t parts, const int64_t *amount,
                             struct rd_arena *arena, struct rd_placements *ret_placements);

/* --- the readers, one a format: docs/commands.md says what they take --- */

/* A line for each host, with a number for each new part. */
bool rd_read_overlap(const struct rd_placement_input *input, struct rd_arena *arena,
                     struct rd_placements *ret_placements, struct rd_error *reterr);

/* A line for each vertex. O(vertices + hosts^2). */
bool rd_read_partition(const struct rd_placement_input *input, struct rd_arena *arena,
                       struct rd_placements *ret_placements, struct rd_error *reterr);

/* Descriptors and grids. What hosts hold is counted by rows and by columns, not by element. */
bool rd_read_block_cyclic(const struct rd_placement_input *input, struct rd_arena *arena,
                          struct rd_placements *ret_placements, struct rd_error *reterr);

/* Maps of slots. A copy of an expert comes from any host that holds it; two slots of a host need
 * one. */
bool rd_read_experts(const struct rd_placement_input *input, struct rd_arena *arena,
                     struct rd_placements *ret_placements, struct rd_error *reterr);

/* Replicas of the partitions that the new assignment names. A copy comes from the first old one. */
bool rd_read_kafka(const struct rd_placement_input *input, struct rd_arena *arena,
                   struct rd_placements *ret_placements, struct rd_error *reterr);

/* Placement groups that are under way, or that commands of the balancer move. Of pools of replicas
 * a copy comes from the acting primary; of an erasure-coded one each shard is an item. */
bool rd_read_ceph(const struct rd_placement_input *input, struct rd_arena *arena,
                  struct rd_placements *ret_placements, struct rd_error *reterr);

/* Shards of indices that change nodes, or do so already. A copy comes from the primary. */
bool rd_read_elasticsearch(const struct rd_placement_input *input, struct rd_arena *arena,
                           struct rd_placements *ret_placements, struct rd_error *reterr);

/* Does a host hold an item in the old placement? O(holders). */
bool rd_item_is_on(const struct rd_placed_item *item, uint32_t host);
