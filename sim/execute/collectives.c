#include "collectives.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- which operation copies are --------------------------------------------------------------- */

enum operation { BCAST, SCATTER, GATHER, ALLGATHER, ALLTOALL };

static const char *const operation_name[] = {"bcast", "scatter", "gather", "allgather", "alltoall"};

/* Copies whose pieces are parts of one size, which one host has each. */
struct pattern {
    const struct rd_copies *copies;
    uint32_t hosts, members;
    bool *takes_part; /* [hosts] */
    enum operation operation;
    double part_bytes;
};

static uint32_t holder_of(const struct pattern *pattern, uint32_t piece)
{
    return pattern->copies->held[pattern->copies->held_first[piece]];
}

static uint32_t wanted_count(const struct pattern *pattern, uint32_t piece)
{
    const uint32_t *first = pattern->copies->wanted_first + piece;
    return first[1] - first[0];
}

/* The first host that wants a piece. */
static uint32_t wanter_of(const struct pattern *pattern, uint32_t piece)
{
    return pattern->copies->wanted[pattern->copies->wanted_first[piece]];
}

static bool refuse(struct rd_error *reterr, const char *what)
{
    return rd_refuse(reterr,
                     "%s: broadcast, scatter, gather, allgather or alltoall, as <loads generator=> "
                     "makes them, are accepted",
                     what);
}

/* Reads pieces that are parts of one size. */
static bool read_parts(struct pattern *pattern, const struct rd_instance *instance,
                       struct rd_arena *arena, struct rd_error *reterr)
{
    const struct rd_copies *copies = instance->copies;
    if (!copies || copies->count != 1 || copies->first_kind != 0)
        return refuse(reterr, "MPI has operations for copies of one named kind");
    double bytes = copies->bytes ? copies->bytes[0] : instance->item_bytes;
    *pattern = (struct pattern){.copies = copies,
                                .hosts = instance->topology.host_count,
                                .takes_part = rd_take(arena, instance->topology.host_count, bool),
                                .part_bytes = (double)copies->items[0] * bytes};
    if (!(bytes >= 1) || floor(bytes) != bytes)
        return refuse(reterr, "MPI moves whole bytes");
    for (uint32_t piece = 0; piece < copies->piece_count; piece++) {
        if (copies->items[piece] != copies->items[0])
            return refuse(reterr, "its parts differ in size");
        if (copies->held_first[piece + 1] - copies->held_first[piece] != 1)
            return refuse(reterr, "several hosts hold a part at the start");
        pattern->takes_part[holder_of(pattern, piece)] = true;
        for (uint32_t i = copies->wanted_first[piece]; i < copies->wanted_first[piece + 1]; i++)
            pattern->takes_part[copies->wanted[i]] = true;
    }
    for (uint32_t host = 0; host < pattern->hosts; host++)
        pattern->members += pattern->takes_part[host];
    return true;
}

/* Is each part for all, whether or not its holder is among those who want it? */
static bool is_for_all(const struct pattern *pattern)
{
    for (uint32_t piece = 0; piece < pattern->copies->piece_count; piece++) {
        bool own = rd_piece_is_wanted(pattern->copies, piece, holder_of(pattern, piece));
        if (wanted_count(pattern, piece) + !own != pattern->members)
            return false;
    }
    return true;
}

/* Is each part for one host, and from where to where no other is? */
static bool is_for_one(const struct pattern *pattern, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    bool *seen = rd_take(scratch, (size_t)pattern->hosts * pattern->hosts, bool);
    for (uint32_t piece = 0; piece < pattern->copies->piece_count; piece++) {
        size_t pair =
            (size_t)holder_of(pattern, piece) * pattern->hosts + wanter_of(pattern, piece);
        if (wanted_count(pattern, piece) != 1 || seen[pair])
            return false;
        seen[pair] = true;
    }
    return true;
}

/* How many parts go to another host; and are all from one host, to one? */
struct ends {
    uint32_t moved;
    bool same_holder, same_wanter;
};

static struct ends find_ends(const struct pattern *pattern)
{
    struct ends ends = {0, true, true};
    for (uint32_t piece = 0; piece < pattern->copies->piece_count; piece++) {
        uint32_t holder = holder_of(pattern, piece), wanter = wanter_of(pattern, piece);
        ends.moved += holder != wanter;
        ends.same_holder = ends.same_holder && holder == holder_of(pattern, 0);
        ends.same_wanter = ends.same_wanter && wanter == wanter_of(pattern, 0);
    }
    return ends;
}

static bool find_operation(struct pattern *pattern, struct rd_arena *scratch,
                           struct rd_error *reterr)
{
    uint32_t members = pattern->members, pieces = pattern->copies->piece_count;
    struct ends ends = find_ends(pattern);
    bool to_one = is_for_one(pattern, scratch);
    if (pieces == 1)
        pattern->operation = BCAST;
    else if (to_one && ends.same_holder && ends.moved == members - 1)
        pattern->operation = SCATTER;
    else if (to_one && ends.same_wanter && ends.moved == members - 1)
        pattern->operation = GATHER;
    else if (to_one && ends.moved == members * (members - 1))
        pattern->operation = ALLTOALL;
    else if (!to_one && pieces == members && is_for_all(pattern))
        pattern->operation = ALLGATHER;
    else
        return refuse(reterr, "its copies are no pattern that MPI has an operation for");
    return members > 1 || refuse(reterr, "one host takes part");
}

/* Bytes that processes take for parts: of the one that takes most, and of all. */
static bool check_bytes(const struct pattern *pattern, struct rd_error *reterr)
{
    double members = pattern->members, of_one = 1, of_all = members;
    if (pattern->operation != BCAST)
        of_one = members;
    if (pattern->operation == SCATTER || pattern->operation == GATHER)
        of_all = 2 * members;
    else if (pattern->operation == ALLGATHER)
        of_all = members * (members + 1);
    else if (pattern->operation == ALLTOALL)
        of_all = 2 * members * members;
    if (of_one * pattern->part_bytes > INT32_MAX)
        return rd_refuse(reterr, "%g bytes of a process: MPI counts up to 2^31 - 1",
                         of_one * pattern->part_bytes);
    return of_all * pattern->part_bytes <= (double)RD_COLLECTIVE_BYTES ||
           rd_refuse(reterr,
                     "%g bytes that all processes send and receive: real ones of at most 4 GiB in "
                     "all are moved",
                     of_all * pattern->part_bytes);
}

bool rd_collective_read(const struct rd_instance *instance, struct rd_arena *arena,
                        struct rd_collective *ret_collective, struct rd_error *reterr)
{
    struct pattern pattern = {0};
    if (!read_parts(&pattern, instance, arena, reterr) ||
        !find_operation(&pattern, arena, reterr) || !check_bytes(&pattern, reterr))
        return false;
    uint32_t *host = rd_take(arena, pattern.members, uint32_t), count = 0, root = 0;
    uint32_t root_host =
        pattern.operation == GATHER ? wanter_of(&pattern, 0) : holder_of(&pattern, 0);
    for (uint32_t i = 0; i < pattern.hosts; i++) {
        if (i == root_host)
            root = count;
        if (pattern.takes_part[i])
            host[count++] = i;
    }
    *ret_collective = (struct rd_collective){.name = operation_name[pattern.operation],
                                             .part_bytes = (uint64_t)pattern.part_bytes,
                                             .root = pattern.operation < ALLGATHER ? root : 0,
                                             .count = count,
                                             .host = host};
    return true;
}

/* --- the list of algorithms ------------------------------------------------------------------- */

static bool read_nothing(void *context, const char *folder, struct rd_error *reterr)
{
    (void)context;
    (void)folder;
    return rd_failed(reterr, "SMPI did not say which algorithms it has");
}

bool rd_collective_algorithms(const struct rd_execution_settings *settings,
                              const struct rd_instance *instance,
                              const struct rd_collective *collective, struct rd_arena *arena,
                              struct rd_arena *scratch, const char *const **ret_name,
                              size_t *ret_count, struct rd_error *reterr)
{
    static const char before[] = "Valid algorithms: ";
    rd_arena_borrow(scratch);
    struct rd_execution_settings asks = *settings;
    struct rd_processes_end end = {0};
    struct rd_processes processes = {.count = 1,
                                     .host_name = instance->host_name,
                                     .how = "collective",
                                     .orders = "",
                                     .read = read_nothing,
                                     .ret_end = &end};
    /* Asked for one that it cannot have, it lists those that it has, and ends. */
    asks.time_limit_s = 0;
    asks.smpi_options = rd_arena_print(scratch, "--cfg=smpi/%s:-", collective->name);
    rd_processes_run(&asks, &processes, scratch, reterr);
    const char *at = strstr(end.words.text, before);
    if (!at)
        return false;
    const char **name = NULL;
    size_t count = 0;
    for (at += strlen(before); *at && *at != '.' && *at != '\n';) {
        size_t length = strcspn(at, ",. \n");
        if (length > 0)
            rd_arena_add(arena, name, count, rd_arena_print(arena, "%.*s", (int)length, at));
        at += length;
        at += strspn(at, ", ");
    }
    *ret_name = name;
    *ret_count = count;
    return count > 0 || rd_failed(reterr, "SMPI lists no algorithm for %s", collective->name);
}

/* --- a call ----------------------------------------------------------------------------------- */

static const char *const end_name[] = {
    [RD_COLLECTIVE_OK] = "ok",
    [RD_COLLECTIVE_WRONG] = "wrong bytes",
    [RD_COLLECTIVE_DEADLOCK] = "deadlock",
    [RD_COLLECTIVE_ABORTED] = "aborted",
    [RD_COLLECTIVE_LATE] = "time limit",
    [RD_COLLECTIVE_NO_MEMORY] = "out of memory",
    [RD_COLLECTIVE_NOT_RUN] = "not run",
};

const char *rd_collective_end_name(enum rd_collective_end end)
{
    return end_name[end];
}

/* What the reports of a call are read into. */
struct reading {
    const struct rd_instance *instance;
    const struct rd_collective *collective;
    struct rd_arena *arena;
    struct rd_collective_call call;
};

static bool read_report(struct reading *reading, const char *folder, uint32_t rank,
                        struct rd_error *reterr)
{
    char path[RD_PATH_SIZE], word[4];
    double seconds;
    uint64_t bytes, wrong, first;
    struct rd_collective_call *call = &reading->call;
    const char *host = rd_label(reading->instance, reading->collective->host[rank]);
    snprintf(path, sizeof path, "%s/%" PRIu32, folder, rank);
    FILE *file = fopen(path, "r");
    if (!file)
        return rd_failed(reterr, "%s left no report", host);
    bool whole = fscanf(file, "%lf %" SCNu64 " %" SCNu64 " %" SCNu64 " %3s", &seconds, &bytes,
                        &wrong, &first, word) == 5 &&
                 strcmp(word, "end") == 0;
    fclose(file);
    if (!whole)
        return rd_failed(reterr, "%s did not end its report", host);
    call->seconds = fmax(call->seconds, seconds);
    call->verified_bytes += bytes;
    if (wrong > 0 && call->end == RD_COLLECTIVE_OK) {
        call->end = RD_COLLECTIVE_WRONG;
        call->message = rd_arena_print(
            reading->arena, "%s has %" PRIu64 " wrong bytes, the first at place %" PRIu64, host,
            wrong, first);
    }
    return true;
}

static bool read_reports(void *context, const char *folder, struct rd_error *reterr)
{
    struct reading *reading = context;
    for (uint32_t rank = 0; rank < reading->collective->count; rank++)
        if (!read_report(reading, folder, rank, reterr))
            return false;
    return true;
}

/* Why processes did not end well. */
static enum rd_collective_end end_of(const struct rd_processes_end *end)
{
    if (end->timed_out)
        return RD_COLLECTIVE_LATE;
    if (strcasestr(end->words.text, "deadlock"))
        return RD_COLLECTIVE_DEADLOCK;
    return rd_child_lacked_memory(&end->words) ? RD_COLLECTIVE_NO_MEMORY : RD_COLLECTIVE_ABORTED;
}

/* What SimGrid said of it, without its own file, line and the command that ran; or else all. */
static const char *message_of(enum rd_collective_end how, const struct rd_processes_end *end,
                              const struct rd_execution_settings *settings,
                              const struct rd_error *error, struct rd_arena *arena)
{
    static const char before[] = "/CRITICAL] ", thrown[] = "Uncaught exception ";
    const char *at = strstr(end->words.text, before);
    if (how == RD_COLLECTIVE_DEADLOCK)
        return "all processes wait for each other";
    if (how == RD_COLLECTIVE_NO_MEMORY && settings->memory_limit_bytes > 0)
        return rd_arena_print(arena, "it may take %zu MiB", settings->memory_limit_bytes >> 20);
    if (how != RD_COLLECTIVE_ABORTED || !at)
        return rd_arena_text(arena, error->message);
    at += strlen(before);
    if (strncmp(at, thrown, strlen(thrown)) == 0)
        at += strlen(thrown);
    return rd_arena_print(arena, "%.*s", (int)strcspn(at, "\n"), at);
}

bool rd_collective_run(const struct rd_execution_settings *settings,
                       const struct rd_instance *instance, const struct rd_collective *collective,
                       const char *algorithm, struct rd_arena *arena, struct rd_arena *scratch,
                       struct rd_collective_call *ret_call, struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    struct rd_execution_settings calls = *settings;
    struct reading reading = {instance, collective, arena, {0}};
    struct rd_processes_end end = {0};
    const char **host_name = rd_take(scratch, collective->count, const char *);
    struct rd_error error;
    for (uint32_t rank = 0; rank < collective->count; rank++)
        host_name[rank] = instance->host_name[collective->host[rank]];
    struct rd_processes processes = {
        .count = collective->count,
        .host_name = host_name,
        .how = "collective",
        .orders = rd_arena_print(scratch, "%s %" PRIu64 " %" PRIu32 "\n", collective->name,
                                 collective->part_bytes, collective->root),
        .read = read_reports,
        .context = &reading,
        .ret_end = &end};
    /* Who asks again and again whether a message has come would ask for ever at one date. */
    calls.smpi_options =
        rd_arena_print(scratch, "--cfg=smpi/test:1e-7 --cfg=smpi/iprobe:1e-7 --cfg=smpi/%s:%s",
                       collective->name, algorithm ? algorithm : "default");
    if (!rd_processes_run(&calls, &processes, scratch, &error)) {
        if (error.code != RD_ERROR_RUN) {
            *reterr = error;
            return false;
        }
        enum rd_collective_end how = end_of(&end);
        reading.call = (struct rd_collective_call){
            .end = how, .message = message_of(how, &end, &calls, &error, arena)};
    }
    if (reading.call.end != RD_COLLECTIVE_OK)
        reading.call.seconds = NAN;
    *ret_call = reading.call;
    return true;
}
