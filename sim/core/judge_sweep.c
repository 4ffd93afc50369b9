#include "judge_sweep.h"

#include <inttypes.h>
#include <stdlib.h>

/* A claim's place in one of the two orders, by start and by end. */
struct moment {
    double at_s;
    uint32_t claim;
};

struct sweep {
    struct rd_judge *judge;
    const struct rd_claim *claim;
    double tolerance_s;
    uint32_t *out, *in, *work; /* [host_count] under way */
    uint32_t *link;            /* [links] under way */
    uint32_t bus;
};

static int compare(const void *left, const void *right)
{
    const struct moment *a = left, *b = right;
    if (a->at_s != b->at_s)
        return a->at_s < b->at_s ? -1 : 1;
    return (a->claim > b->claim) - (a->claim < b->claim);
}

/* Sorts unless it is in order already, as starts often are. */
static void sort(struct moment *moment, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (compare(&moment[i - 1], &moment[i]) > 0) {
            qsort(moment, count, sizeof *moment, compare);
            return;
        }
    }
}

/* Is a claim too short to stand in anybody's way? */
static bool is_short(const struct sweep *sweep, const struct rd_claim *claim)
{
    return claim->end_s - sweep->tolerance_s <= claim->start_s;
}

static bool blame(struct sweep *sweep, const struct rd_claim *claim, uint32_t host,
                  const char *what)
{
    char label[RD_LABEL_SIZE];
    return rd_judge_fail(sweep->judge,
                         sweep->judge->packets ? RD_VIOLATION_PACKET : RD_VIOLATION_PORT,
                         claim->row, host, "row %" PRIu32 ": at %.10g s %s %s", claim->row,
                         claim->start_s, rd_host_label(sweep->judge->instance, host, label), what);
}

static bool blame_port(struct sweep *sweep, const struct rd_claim *claim, uint32_t host,
                       const char *verb)
{
    char what[64];
    uint32_t window = sweep->judge->window;
    if (window == 1)
        snprintf(what, sizeof what, "%s twice at a time", verb);
    else
        snprintf(what, sizeof what, "%s %" PRIu64 " times at a time at %" PRIu32 " ports", verb,
                 (uint64_t)window + 1, window);
    return blame(sweep, claim, host, what);
}

static bool blame_link(struct sweep *sweep, const struct rd_claim *claim)
{
    uint32_t from = 0, to = 0;
    rd_link_ends(&sweep->judge->instance->topology, claim->link, &from, &to);
    char label[RD_LABEL_SIZE], what[RD_LABEL_SIZE + 64];
    snprintf(what, sizeof what, "sends to %s twice at a time",
             rd_host_label(sweep->judge->instance, to, label));
    return blame(sweep, claim, from, what);
}

/* Takes the items of a claim that starts. */
static bool part(struct sweep *sweep, const struct rd_claim *claim, const struct rd_row *row)
{
    struct rd_judge *judge = sweep->judge;
    int64_t *held = &judge->final[rd_stock_index(judge, row->from, row->kind)];
    if (*held < row->items) {
        char label[RD_LABEL_SIZE], of_kind[RD_OF_KIND_SIZE];
        return rd_judge_fail(
            judge, RD_VIOLATION_NOT_HELD, claim->row, row->from,
            "row %" PRIu32 ": at %.10g s %s %s %" PRId64 " items%s and holds %" PRId64, claim->row,
            claim->start_s, rd_host_label(judge->instance, row->from, label), rd_row_verb(row->to),
            row->items, rd_of_kind(judge, row->kind, of_kind), *held);
    }
    *held -= row->items;
    return true;
}

static bool start(struct sweep *sweep, const struct rd_claim *claim)
{
    struct rd_judge *judge = sweep->judge;
    const struct rd_row *row = &judge->plan->row[claim->row];
    if (!is_short(sweep, claim)) {
        bool packets = judge->packets;
        if ((claim->does & RD_WORKS) && sweep->work[row->from]++ > 0)
            return blame(sweep, claim, row->from, "computes twice at a time");
        if ((claim->does & RD_LEAVES) && sweep->out[row->from]++ >= judge->window)
            return blame_port(sweep, claim, row->from, packets ? "originates" : "sends");
        if ((claim->does & RD_ARRIVES) && sweep->in[row->to]++ >= judge->window)
            return blame_port(sweep, claim, row->to, packets ? "accepts" : "receives");
        if (claim->link != RD_NO_LINK && sweep->link[claim->link]++ > 0)
            return blame_link(sweep, claim);
        if (claim->link != RD_NO_LINK && judge->one_bus && sweep->bus++ > 0)
            return blame(sweep, claim, row->from, "sends while another is on the bus");
    }
    bool takes = row->kind >= 0 && (claim->does & (RD_LEAVES | RD_WORKS));
    return !takes || part(sweep, claim, row);
}

static void end(struct sweep *sweep, const struct rd_claim *claim)
{
    struct rd_judge *judge = sweep->judge;
    const struct rd_row *row = &judge->plan->row[claim->row];
    if ((claim->does & RD_ARRIVES) && row->kind >= 0)
        judge->final[rd_stock_index(judge, row->to, row->kind)] += row->items;
    if (is_short(sweep, claim))
        return;
    sweep->work[row->from] -= (claim->does & RD_WORKS) != 0;
    sweep->out[row->from] -= (claim->does & RD_LEAVES) != 0;
    if (claim->does & RD_ARRIVES)
        sweep->in[row->to]--;
    if (claim->link != RD_NO_LINK) {
        sweep->link[claim->link]--;
        sweep->bus -= judge->one_bus;
    }
}

static void open_sweep(struct sweep *sweep, struct rd_judge *judge)
{
    size_t hosts = judge->host_count, entries = hosts * judge->kind_count;
    sweep->out = rd_take(judge->scratch, hosts, uint32_t);
    sweep->in = rd_take(judge->scratch, hosts, uint32_t);
    sweep->work = rd_take(judge->scratch, hosts, uint32_t);
    sweep->link = rd_take(judge->scratch, rd_link_count(&judge->instance->topology), uint32_t);
    judge->final = rd_take(judge->arena, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        judge->final[i] = judge->instance->load[i];
}

bool rd_judge_sweep(struct rd_judge *judge, const struct rd_claim *claim, size_t claim_count,
                    double tolerance_s)
{
    struct sweep sweep = {.judge = judge, .claim = claim, .tolerance_s = tolerance_s};
    open_sweep(&sweep, judge);
    struct moment *starts = rd_take(judge->scratch, claim_count, struct moment);
    struct moment *ends = rd_take(judge->scratch, claim_count, struct moment);
    for (uint32_t i = 0; i < claim_count; i++) {
        starts[i] = (struct moment){claim[i].start_s, i};
        ends[i] = (struct moment){claim[i].end_s - tolerance_s, i};
    }
    sort(starts, claim_count);
    sort(ends, claim_count);
    size_t ended = 0;
    for (size_t i = 0; i < claim_count; i++) {
        for (; ended < claim_count && ends[ended].at_s <= starts[i].at_s; ended++)
            end(&sweep, &claim[ends[ended].claim]);
        if (!start(&sweep, &claim[starts[i].claim]))
            return false;
    }
    for (; ended < claim_count; ended++)
        end(&sweep, &claim[ends[ended].claim]);
    return true;
}
