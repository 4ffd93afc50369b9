#include "online.h"

#include "sim/base/integers.h"
#include "sim/model/reach.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the run: the first reason counts. */
static __attribute__((format(printf, 2, 3))) void stop(struct rd_online *online, const char *format,
                                                       ...)
{
    char words[RD_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (!online->broken)
        rd_failed(&online->error, "%s", words);
    online->broken = true;
}

static void open_host(struct rd_online *online, const struct rd_protocol_run *run, uint32_t number,
                      const double *parameter, struct rd_neighbour *neighbour, void *worked_out)
{
    const struct rd_instance *instance = online->instance;
    const struct rd_protocol *protocol = run->protocol;
    const struct rd_adjacency *links = &online->adjacency;
    uint32_t first = links->first[number], count = links->first[number + 1] - first;
    uint32_t kinds = instance->kind_count;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t link = rd_link_between(&instance->topology, number, links->to[first + i]);
        neighbour[i] = (struct rd_neighbour){links->to[first + i], rd_link_cost(instance, link)};
    }
    bool relays = number == rd_relay_host(&instance->topology);
    online->host[number] = (struct rd_host){
        .number = number,
        .neighbour_count = count,
        .neighbour = neighbour,
        .kind_count = kinds,
        .held = &online->held[(size_t)number * kinds],
        .target = instance->target ? &instance->target[(size_t)number * kinds] : NULL,
        .compute_item_s = relays ? 0 : rd_compute_item_s(instance, number),
        .item_bytes = instance->item_bytes,
        .parameter = parameter,
        .rng = rd_rng_seeded(run->seed, number),
        .state = rd_arena_take(online->arena, 1, protocol->state_bytes),
        .neighbour_state = rd_arena_take(online->arena, count, protocol->neighbour_bytes),
        .worked_out = worked_out,
        .host_count = protocol->knows & RD_KNOWS_HOST_COUNT ? instance->topology.host_count : 0,
        .instance = protocol->knows & RD_KNOWS_NETWORK ? &online->known : NULL,
        .online = online,
    };
}

bool rd_online_open(const struct rd_instance *instance, const struct rd_protocol_run *run,
                    uint64_t limit, struct rd_online_clock *clock, struct rd_arena *arena,
                    struct rd_arena *trace_arena, struct rd_online *online, struct rd_error *reterr)
{
    uint32_t host_count = instance->topology.host_count;
    size_t account_count = (size_t)host_count * instance->kind_count;
    *online = (struct rd_online){.instance = instance,
                                 .known = *instance,
                                 .protocol = run->protocol,
                                 .arena = arena,
                                 .trace_arena = trace_arena,
                                 .clock = clock,
                                 .limit = limit};
    online->known.load = NULL;
    uint64_t number_count = rd_link_count(&instance->topology);
    if (number_count > RD_GRAPH_LINK_LIMIT)
        return rd_refuse(reterr, "%" PRIu64 " links: a protocol runs on at most %d", number_count,
                         RD_GRAPH_LINK_LIMIT);
    online->adjacency = rd_topology_links(&instance->topology, arena);
    uint32_t link_count = online->adjacency.link_count;
    double *parameter = rd_take(arena, RD_PARAMETER_LIMIT, double);
    memcpy(parameter, run->parameter, sizeof run->parameter);
    online->held = rd_arena_copy(arena, instance->load, account_count, sizeof *online->held);
    online->host = rd_take(arena, host_count, struct rd_host);
    online->next_hop = rd_take(arena, host_count, uint32_t *);
    online->out = rd_take(arena, host_count, struct rd_station);
    online->in = rd_take(arena, host_count, struct rd_station);
    online->processor = rd_take(arena, host_count, struct rd_station);
    online->link = rd_take(arena, link_count, struct rd_station);
    online->told = rd_take(arena, host_count, struct rd_notices);
    online->acting = rd_take(arena, host_count, uint32_t);
    struct rd_neighbour *neighbour = rd_take(arena, link_count, struct rd_neighbour);
    void *worked_out = rd_arena_take(arena, 1, run->protocol->worked_out_bytes);
    for (uint32_t i = 0; i < link_count; i++)
        online->link[i].width = 1;
    for (uint32_t i = 0; i < host_count; i++) {
        online->out[i].width = online->in[i].width = rd_host_ports(instance, i);
        online->processor[i].width = 1;
        open_host(online, run, i, parameter, neighbour + online->adjacency.first[i], worked_out);
    }
    if (instance->topology.shape == RD_BUS)
        online->in[0].width = 1;
    return true;
}

/* Passes one station after the other, until it has to wait in line or nothing is left. */
static void pass(struct rd_online *online, struct rd_activity *activity)
{
    while (activity->passed < activity->station_count) {
        struct rd_station *station = activity->station[activity->passed];
        if (station->used == station->width) {
            activity->next = NULL;
            if (station->first)
                station->last->next = activity;
            else
                station->first = activity;
            station->last = activity;
            return;
        }
        station->used++;
        activity->passed++;
    }
    activity->start_s = online->now_s;
    online->under_way++;
    online->clock->begin(online->clock, activity);
}

/* Gives a place to the first in line. */
static void leave(struct rd_online *online, struct rd_station *station)
{
    struct rd_activity *next = station->first;
    if (!next) {
        station->used--;
        return;
    }
    station->first = next->next;
    next->passed++;
    pass(online, next);
}

/* Refuses what a host asks for, and whatever it asks for after that. */
static __attribute__((format(printf, 2, 3))) void refuse(struct rd_host *host, const char *format,
                                                         ...)
{
    struct rd_online *online = host->online;
    struct rd_notice *notice = online->told[host->number].handled;
    va_list arguments;
    va_start(arguments, format);
    if (!notice->refused)
        notice->refused = rd_arena_vprint(online->arena, format, arguments);
    va_end(arguments);
}

/* A host asks for an activity. In: its act and its stations. */
static void ask(struct rd_host *host, struct rd_activity asked)
{
    struct rd_online *online = host->online;
    struct rd_notice *notice = online->told[host->number].handled;
    if (notice->refused)
        return;
    struct rd_activity *activity = online->spare;
    if (activity)
        online->spare = activity->next;
    else
        activity = rd_take(online->arena, 1, struct rd_activity);
    *activity = asked;
    if (notice->first)
        notice->last->next = activity;
    else
        notice->first = activity;
    notice->last = activity;
}

/* Takes items out of a host's account. In: does: "sends", "computes". */
static bool take_items(struct rd_host *host, const char *does, int32_t kind, int64_t items)
{
    struct rd_online *online = host->online;
    bool known = kind >= 0 && (uint32_t)kind < host->kind_count && items > 0;
    if (known && items <= host->held[kind]) {
        online->held[(size_t)host->number * host->kind_count + (uint32_t)kind] -= items;
        return true;
    }
    if (known)
        refuse(host, "at %.9g s %s %s %" PRId64 " items of kind %" PRId32 " and holds %" PRId64,
               online->now_s, rd_label(online->instance, host->number), does, items, kind,
               host->held[kind]);
    else
        refuse(host,
               "at %.9g s %s %s %" PRId64 " items of kind %" PRId32
               ": 1 or more of kinds 0 to %" PRIu32 " are accepted",
               online->now_s, rd_label(online->instance, host->number), does, items, kind,
               host->kind_count - 1);
    return false;
}

static void send(struct rd_host *host, struct rd_act act)
{
    struct rd_online *online = host->online;
    uint32_t index = rd_neighbour_index(host, act.to);
    if (index == host->neighbour_count) {
        bool known = act.to < online->instance->topology.host_count;
        refuse(host, "at %.9g s %s sends to %s: no link joins them", online->now_s,
               rd_label(online->instance, host->number),
               known ? rd_label(online->instance, act.to) : "a host that there is none of");
        return;
    }
    if (act.kind != RD_CONTROL && !take_items(host, "sends", act.kind, act.items))
        return;
    bool bus = online->instance->topology.shape == RD_BUS;
    struct rd_station *link = &online->link[online->adjacency.first[host->number]];
    ask(host, (struct rd_activity){.act = act,
                                   .station = {&online->out[host->number], link + index,
                                               &online->in[bus ? 0 : act.to]},
                                   .station_count = 3});
}

void rd_send_items(struct rd_host *host, uint32_t to, int32_t kind, int64_t items)
{
    if (kind == RD_CONTROL)
        take_items(host, "sends", kind, items);
    else
        send(host, (struct rd_act){.from = host->number, .to = to, .kind = kind, .items = items});
}

void rd_send_word(struct rd_host *host, uint32_t to, struct rd_word word)
{
    send(host, (struct rd_act){.from = host->number, .to = to, .kind = RD_CONTROL, .word = word});
}

void rd_compute(struct rd_host *host, int32_t kind, int64_t items)
{
    struct rd_online *online = host->online;
    if (host->number == rd_relay_host(&online->instance->topology))
        refuse(host, "%s computes: it only relays", rd_label(online->instance, host->number));
    if (take_items(host, "computes", kind, items))
        ask(host, (struct rd_activity){
                      .act = {.from = host->number, .to = RD_NO_HOST, .kind = kind, .items = items},
                      .station = {&online->processor[host->number]},
                      .station_count = 1});
}

void rd_set_timer(struct rd_host *host, double delay_s, int64_t tag)
{
    if (!(delay_s >= 0 && isfinite(delay_s)))
        refuse(host, "%s sets a timer of %g s: a finite number, 0 or more, is accepted",
               rd_label(host->online->instance, host->number), delay_s);
    struct rd_act act = {
        .from = host->number, .to = RD_NO_HOST, .word = {.a = tag}, .lasts_s = delay_s};
    ask(host, (struct rd_activity){.act = act, .is_timer = true});
}

struct rd_arena *rd_host_arena(const struct rd_host *host)
{
    return host->online->arena;
}

uint32_t rd_neighbour_index(const struct rd_host *host, uint32_t number)
{
    uint32_t low = 0, high = host->neighbour_count;
    RD_FIND_FIRST(low, high, i, host->neighbour[i].host >= number);
    bool found = low < host->neighbour_count && host->neighbour[low].host == number;
    return found ? low : host->neighbour_count;
}

uint32_t rd_next_hop(const struct rd_host *host, uint32_t to)
{
    struct rd_online *online = host->online;
    uint32_t **next = &online->next_hop[host->number];
    rd_assert(online->protocol->knows & RD_KNOWS_WAYS && to != host->number);
    if (rd_neighbour_index(host, to) < host->neighbour_count)
        return to;
    if (!*next)
        *next = rd_next_hops(&online->adjacency, online->instance->topology.host_count,
                             host->number, online->arena);
    return (*next)[to];
}

/* A date as handlers are told it, to 40 binary digits: rounding, in which two clocks differ, is
 * below them, and so decides nothing. */
static double told_s(double date_s)
{
    int exponent;
    double digits = frexp(date_s, &exponent);
    return ldexp(round(ldexp(digits, 40)), exponent - 40);
}

/* Records what has ended, credits its items, and lets others have its places. */
static void end(struct rd_online *online, struct rd_activity *activity)
{
    struct rd_act *act = &activity->act;
    online->under_way--;
    for (uint32_t i = activity->station_count; i-- > 0;)
        leave(online, activity->station[i]);
    if (activity->is_timer)
        return;
    act->lasts_s = online->told_now_s - told_s(activity->start_s);
    rd_trace_add(&online->trace, online->trace_arena,
                 (struct rd_timed_transfer){activity->start_s, online->now_s, act->from, act->to,
                                            act->kind, act->items});
    if (act->to != RD_NO_HOST && act->kind != RD_CONTROL)
        online->held[(size_t)act->to * online->instance->kind_count + (uint32_t)act->kind] +=
            act->items;
}

/* Tells a host. In: room for the notice; ended: NULL at the start. */
static void notify(struct rd_online *online, uint32_t host, const struct rd_activity *ended)
{
    struct rd_notices *told = &online->told[host];
    struct rd_notice *notice = &online->notice[online->notice_count++];
    *notice = (struct rd_notice){.ended = ended, .host = host};
    if (told->first) {
        told->last->next = notice;
    } else {
        told->first = notice;
        online->acting[online->acting_count++] = host;
    }
    told->last = notice;
}

/* Is there a handler for the end of what a host asked for? */
static bool is_heard(const struct rd_protocol *protocol, const struct rd_activity *ended)
{
    if (ended->is_timer)
        return protocol->timer;
    return ended->act.to == RD_NO_HOST ? protocol->computed != NULL : protocol->sent != NULL;
}

static void notify_of_end(struct rd_online *online, const struct rd_activity *ended)
{
    if (is_heard(online->protocol, ended))
        notify(online, ended->act.from, ended);
    if (ended->act.to != RD_NO_HOST && online->protocol->received)
        notify(online, ended->act.to, ended);
}

static void handle(struct rd_host *host, const struct rd_activity *ended)
{
    const struct rd_protocol *protocol = host->online->protocol;
    if (!ended)
        protocol->start(host);
    else if (ended->is_timer)
        protocol->timer(host, ended->act.word.a);
    else if (ended->act.to == RD_NO_HOST)
        protocol->computed(host, &ended->act);
    else if (ended->act.to == host->number)
        protocol->received(host, &ended->act);
    else
        protocol->sent(host, &ended->act);
}

void rd_online_act(struct rd_online *online, uint32_t host)
{
    struct rd_notices *told = &online->told[host];
    online->host[host].now_s = online->told_now_s;
    for (told->handled = told->first; told->handled && !told->handled->refused;
         told->handled = told->handled->next)
        handle(&online->host[host], told->handled->ended);
}

/* Lets begin what was asked for in a notice; ends the run if some of it was refused. */
static void take_up(struct rd_online *online, const struct rd_notice *notice)
{
    for (struct rd_activity *next = notice->first; next;) {
        struct rd_activity *activity = next;
        next = activity->next;
        if (online->asked == online->limit) {
            stop(online,
                 "still running at %.9g s after %" PRIu64 " messages, computations and timers, the "
                 "last of them asked for by %s",
                 online->now_s, online->limit, rd_label(online->instance, notice->host));
            return;
        }
        activity->number = online->asked++;
        pass(online, activity);
    }
    if (notice->refused)
        stop(online, "%s", notice->refused);
}

/* Has hosts act on what they are told. */
static void act(struct rd_online *online)
{
    if (online->acting_count > 0)
        online->clock->act(online->clock, online->acting, online->acting_count);
    for (size_t i = 0; i < online->notice_count && !online->broken; i++)
        take_up(online, &online->notice[i]);
    for (uint32_t i = 0; i < online->acting_count; i++)
        online->told[online->acting[i]] = (struct rd_notices){0};
    online->notice_count = online->acting_count = 0;
}

/* In: most: notices that there may be. */
static void make_room(struct rd_online *online, size_t most)
{
    if (most <= online->notice_capacity)
        return;
    online->notice_capacity = 2 * most;
    online->notice = rd_take(online->arena, online->notice_capacity, struct rd_notice);
}

void rd_online_begin(struct rd_online *online)
{
    uint32_t host_count = online->instance->topology.host_count;
    make_room(online, host_count);
    for (uint32_t i = 0; i < host_count && online->protocol->start; i++)
        notify(online, i, NULL);
    act(online);
}

static int by_number(const void *left, const void *right)
{
    const struct rd_activity *const *a = left, *const *b = right;
    return ((*a)->number > (*b)->number) - ((*a)->number < (*b)->number);
}

void rd_online_step(struct rd_online *online, double now_s, struct rd_activity **ended,
                    size_t count)
{
    online->now_s = now_s;
    online->told_now_s = told_s(now_s);
    qsort(ended, count, sizeof(struct rd_activity *), by_number);
    for (size_t i = 0; i < count; i++)
        end(online, ended[i]);
    make_room(online, 2 * count);
    for (size_t i = 0; i < count; i++)
        notify_of_end(online, ended[i]);
    act(online);
    for (size_t i = 0; i < count; i++) {
        ended[i]->next = online->spare;
        online->spare = ended[i];
    }
}

static uint32_t waits_for(const struct rd_online *online, uint32_t host)
{
    return online->protocol->waits_for ? online->protocol->waits_for(&online->host[host])
                                       : RD_NO_HOST;
}

bool rd_online_close(struct rd_online *online, struct rd_error *reterr)
{
    const struct rd_instance *instance = online->instance;
    uint32_t host_count = instance->topology.host_count, first = 0;
    if (online->under_way > 0)
        stop(online, "%" PRIu64 " messages or computations are under way and never end",
             online->under_way);
    while (first < host_count && waits_for(online, first) == RD_NO_HOST)
        first++;
    if (!online->broken && first == host_count)
        return true;
    char words[RD_MESSAGE_SIZE] = "";
    bool *named = rd_take(online->arena, host_count, bool);
    for (uint32_t at = first; !online->broken;) {
        size_t length = strlen(words);
        uint32_t next = waits_for(online, at);
        snprintf(words + length, sizeof words - length, "%s%s waits for a message of %s",
                 length > 0 ? " -> " : "", rd_label(instance, at), rd_label(instance, next));
        named[at] = true;
        if (waits_for(online, next) == RD_NO_HOST)
            stop(online, "deadlock: %s, which waits for nobody", words);
        else if (named[next] || strlen(words) + 2 * RD_LABEL_SIZE > sizeof words)
            stop(online, "deadlock: %s", words);
        at = next;
    }
    if (reterr)
        *reterr = online->error;
    return false;
}
