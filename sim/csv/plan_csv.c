#include "plan_csv.h"

#include "csv_transfer.h"
#include "sim/base/number_text.h"

#include <inttypes.h>
#include <string.h>

enum { ROUND, FROM, MESSAGES = FROM + 4, BLOCK, COLUMN_COUNT };
static const char *const column_name[COLUMN_COUNT] = {"round", "from",     "to",   "kind",
                                                      "items", "messages", "block"};

/* What a protocol did is written as the plan that does the same without waiting for decisions. */
static const char *const timing_name[] = {[RD_SELF_TIMED] = "self-timed",
                                          [RD_LOCK_STEP] = "lock-step",
                                          [RD_FREE_ORDER] = "free",
                                          [RD_AS_RECORDED] = "self-timed"};

bool rd_plan_write_csv(FILE *out, const struct rd_instance *instance, const struct rd_plan *plan)
{
    rd_assert(plan->first_transfer == 0);
    char number[RD_NUMBER_SIZE];
    if (fprintf(out, "# timing: %s\n", timing_name[plan->timing]) < 0)
        return false;
    if (plan->timing == RD_LOCK_STEP &&
        fprintf(out, "# step_s: %s\n", rd_number_text(plan->step_s, 17, number)) < 0)
        return false;
    if (plan->keeps_shared && fputs("# shared-links: kept\n", out) < 0)
        return false;
    if (fprintf(out, "# rounds: %" PRIu32 "\nround,from,to,kind,items,messages%s\n",
                plan->round_count, plan->block ? ",block" : "") < 0)
        return false;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *row = &plan->transfer[i];
        if (fprintf(out, "%" PRIu32 ",", row->round) < 0 ||
            !rd_csv_write_transfer(out, instance, row->from, row->to, row->kind, row->items) ||
            fprintf(out, ",%" PRId64, row->messages) < 0 ||
            !rd_csv_write_row_end(out, plan->block ? &plan->block[i] : NULL))
            return false;
    }
    return true;
}

/* What is read of a plan besides its rows. */
struct reader {
    struct rd_csv_rows rows;
    struct rd_arena *arena;
    struct rd_plan plan;
    bool has_timing;
    int shared_line; /* where `# shared-links` stands; 0: it does not */
    int step_line;   /* where `# step_s` stands */
    int rounds_line; /* where `# rounds` stands */
    int64_t rounds;
};

static bool twice(const struct reader *reader, const char *setting, struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_INPUT, reader->rows.csv.path, reader->rows.csv.line,
                   "# %s is there twice: once is accepted", setting);
}

static bool read_timing(struct reader *reader, const struct rd_csv_field *value,
                        struct rd_error *reterr)
{
    if (reader->has_timing)
        return twice(reader, "timing", reterr);
    size_t timing = 0;
    while (timing <= RD_FREE_ORDER && !rd_csv_field_is(value, timing_name[timing]))
        timing++;
    if (timing > RD_FREE_ORDER)
        return rd_csv_fail_field(&reader->rows.csv, "# timing:", value, reterr,
                                 "self-timed, lock-step or free is accepted");
    reader->plan.timing = (enum rd_timing)timing;
    reader->has_timing = true;
    return true;
}

static bool read_step(struct reader *reader, const struct rd_csv_field *value,
                      struct rd_error *reterr)
{
    if (reader->step_line)
        return twice(reader, "step_s", reterr);
    reader->step_line = reader->rows.csv.line;
    return rd_csv_seconds(&reader->rows.csv, "# step_s:", value, &reader->plan.step_s, reterr);
}

static bool read_shared(struct reader *reader, const struct rd_csv_field *value,
                        struct rd_error *reterr)
{
    if (reader->shared_line)
        return twice(reader, "shared-links", reterr);
    reader->shared_line = reader->rows.csv.line;
    reader->plan.keeps_shared = rd_csv_field_is(value, "kept");
    return reader->plan.keeps_shared ||
           rd_csv_fail_field(&reader->rows.csv, "# shared-links:", value, reterr,
                             "kept is accepted");
}

static bool read_rounds(struct reader *reader, const struct rd_csv_field *value,
                        struct rd_error *reterr)
{
    if (reader->rounds_line)
        return twice(reader, "rounds", reterr);
    reader->rounds_line = reader->rows.csv.line;
    return rd_csv_integer(&reader->rows.csv, "# rounds:", value, 0, UINT32_MAX, &reader->rounds,
                          reterr);
}

/* Splits a comment `word: value`. Returns: false if it is a remark, which nobody reads. */
static bool split_setting(const struct rd_csv_field *comment, struct rd_csv_field *ret_word,
                          struct rd_csv_field *ret_value)
{
    const char *end = comment->text + comment->length;
    const char *next = comment->text;
    while (next < end && *next != ' ' && *next != '\t' && *next != ':')
        next++;
    if (next == end || *next != ':')
        return false;
    *ret_word =
        (struct rd_csv_field){.text = comment->text, .length = (size_t)(next - comment->text)};
    next++;
    while (next < end && (*next == ' ' || *next == '\t'))
        next++;
    *ret_value = (struct rd_csv_field){.text = next, .length = (size_t)(end - next)};
    return true;
}

/* A comment is a setting, or a remark; a setting that is not known is no remark. */
static bool read_comment(struct reader *reader, bool behind_header, struct rd_error *reterr)
{
    struct rd_csv_field word, value;
    if (!split_setting(&reader->rows.csv.field[0], &word, &value))
        return true;
    if (behind_header)
        return rd_csv_fail_field(&reader->rows.csv, "setting", &word, reterr,
                                 "settings are accepted above the header");
    if (rd_csv_field_is(&word, "timing"))
        return read_timing(reader, &value, reterr);
    if (rd_csv_field_is(&word, "step_s"))
        return read_step(reader, &value, reterr);
    if (rd_csv_field_is(&word, "shared-links"))
        return read_shared(reader, &value, reterr);
    if (rd_csv_field_is(&word, "rounds"))
        return read_rounds(reader, &value, reterr);
    return rd_csv_fail_field(&reader->rows.csv, "setting", &word, reterr,
                             "timing, step_s, shared-links and rounds are accepted");
}

static bool read_round(const struct reader *reader, uint32_t *ret_round, struct rd_error *reterr)
{
    const struct rd_plan *plan = &reader->plan;
    int64_t least = plan->transfer_count ? plan->transfer[plan->transfer_count - 1].round : 0;
    int64_t round;
    if (!rd_csv_integer(&reader->rows.csv, "round", rd_csv_field_at(&reader->rows, ROUND), 0,
                        UINT32_MAX - 1, &round, reterr))
        return false;
    if (round < least)
        return rd_csv_fail_field(&reader->rows.csv, "round", rd_csv_field_at(&reader->rows, ROUND),
                                 reterr, "%" PRId64 " or more, as in the row before, is accepted",
                                 least);
    *ret_round = (uint32_t)round;
    return true;
}

static bool read_row(struct reader *reader, struct rd_error *reterr)
{
    const struct rd_csv *csv = &reader->rows.csv;
    uint32_t round = 0;
    int64_t messages;
    struct rd_csv_transfer of;
    if (!rd_csv_check_count(csv, &reader->rows.columns, reterr) ||
        !read_round(reader, &round, reterr) || !rd_csv_read_transfer(&reader->rows, &of, reterr) ||
        !rd_csv_integer(csv, "messages", rd_csv_field_at(&reader->rows, MESSAGES), 0, RD_ITEM_LIMIT,
                        &messages, reterr))
        return false;
    struct rd_transfer row = {round, of.from, of.to, of.kind, of.items, messages};
    if (of.is_packet)
        rd_plan_add_packet(&reader->plan, reader->arena, row, of.block);
    else
        rd_plan_add(&reader->plan, reader->arena, row);
    return true;
}

/* What can be judged only when all has been read. */
static bool check_settings(struct reader *reader, struct rd_error *reterr)
{
    if (reader->step_line && reader->plan.timing != RD_LOCK_STEP)
        return rd_fail(reterr, RD_ERROR_INPUT, reader->rows.csv.path, reader->step_line,
                       "# step_s with timing %s: timing lock-step is needed",
                       timing_name[reader->plan.timing]);
    if (reader->shared_line && reader->plan.timing != RD_SELF_TIMED)
        return rd_fail(reterr, RD_ERROR_INPUT, reader->rows.csv.path, reader->shared_line,
                       "# shared-links with timing %s: timing self-timed is needed",
                       timing_name[reader->plan.timing]);
    if (!reader->rounds_line)
        return true;
    if (reader->rounds < reader->plan.round_count)
        return rd_fail(reterr, RD_ERROR_INPUT, reader->rows.csv.path, reader->rounds_line,
                       "# rounds: %" PRId64 ": the rows need %" PRIu32 " or more", reader->rounds,
                       reader->plan.round_count);
    reader->plan.round_count = (uint32_t)reader->rounds;
    return true;
}

bool rd_plan_read_csv(const char *path, const char *text, size_t size,
                      const struct rd_instance *instance, struct rd_arena *arena,
                      struct rd_plan *ret_plan, struct rd_error *reterr)
{
    struct reader reader = {
        .rows =
            rd_csv_rows_open(path, text, size, column_name, COLUMN_COUNT, FROM, instance, arena),
        .arena = arena,
    };
    bool has_header = false;
    enum rd_csv_line line;
    while ((line = rd_csv_read(&reader.rows.csv, reterr)) != RD_CSV_END) {
        bool read = line != RD_CSV_WRONG;
        if (line == RD_CSV_COMMENT) {
            read = read_comment(&reader, has_header, reterr);
        } else if (line == RD_CSV_RECORD) {
            read = has_header ? read_row(&reader, reterr)
                              : rd_csv_take_header(&reader.rows.csv, &reader.rows.columns, reterr);
            has_header = true;
        }
        if (!read)
            return false;
    }
    if (!has_header)
        return rd_csv_fail_no_header(&reader.rows.csv, &reader.rows.columns, reterr);
    if (!check_settings(&reader, reterr))
        return false;
    *ret_plan = reader.plan;
    return true;
}
