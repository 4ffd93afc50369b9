#include "plan_csv.h"

#include "csv_transfer.h"
#include "sim/base/number_text.h"

#include <inttypes.h>
#include <string.h>

enum { ROUND, FROM, MESSAGES = FROM + 4, FIRST, ROOM, BLOCK, COLUMN_COUNT };
static const char *const column_name[COLUMN_COUNT] = {"round",    "from",  "to",   "kind", "items",
                                                      "messages", "first", "room", "block"};

/* What a protocol did is written as the plan that does the same without waiting for decisions. */
static const char *const timing_name[] = {[RD_SELF_TIMED] = "self-timed",
                                          [RD_LOCK_STEP] = "lock-step",
                                          [RD_FREE_ORDER] = "free",
                                          [RD_AS_RECORDED] = "self-timed"};

/* Does any transfer not keep to shared links? Where there are none, only marks of its own tell. */
static bool has_marks(const struct rd_instance *instance, const struct rd_plan *plan)
{
    return plan->timing == RD_SELF_TIMED && (plan->room || (instance && instance->shared)) &&
           (rd_plan_has_room(plan, RD_ROOM_BYTES) || rd_plan_has_room(plan, RD_ROOM_SHARE));
}

bool rd_plan_write_csv(FILE *out, const struct rd_instance *instance, const struct rd_plan *plan)
{
    rd_assert(plan->first_transfer == 0);
    char number[RD_NUMBER_SIZE];
    if (fprintf(out, "# timing: %s\n", timing_name[plan->timing]) < 0)
        return false;
    if (plan->timing == RD_LOCK_STEP &&
        fprintf(out, "# step_s: %s\n", rd_number_text(plan->step_s, 17, number)) < 0)
        return false;
    bool marked = has_marks(instance, plan);
    if (plan->keeps_shared && !marked && fputs("# shared-links: kept\n", out) < 0)
        return false;
    if (fprintf(out, "# rounds: %" PRIu32 "\nround,from,to,kind%s,items,messages%s%s\n",
                plan->round_count, plan->first_item ? ",first" : "", marked ? ",room" : "",
                plan->block ? ",block" : "") < 0)
        return false;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *row = &plan->transfer[i];
        if (fprintf(out, "%" PRIu32 ",", row->round) < 0 ||
            !rd_csv_write_transfer(out, instance, row->from, row->to, row->kind,
                                   plan->first_item ? &plan->first_item[i] : NULL, row->items) ||
            fprintf(out, ",%" PRId64, row->messages) < 0 ||
            (marked && fprintf(out, ",%s", rd_room_name(rd_plan_room(plan, i))) < 0) ||
            !rd_csv_write_row_end(out, plan->block ? &plan->block[i] : NULL))
            return false;
    }
    return true;
}

/* What comments above the header say. */
enum setting { TIMING, STEP_S, SHARED_LINKS, ROUNDS, SETTING_COUNT };
static const char *const setting_name[] = {"timing", "step_s", "shared-links", "rounds"};

/* What is read of a plan besides its rows. */
struct reader {
    struct rd_csv_rows rows;
    struct rd_arena *arena;
    struct rd_plan plan;
    int line[SETTING_COUNT]; /* where a setting stands; 0: it does not */
    int header_line;
    int64_t rounds;
};

static bool read_setting(struct reader *reader, enum setting setting,
                         const struct rd_csv_field *value, struct rd_error *reterr)
{
    const struct rd_csv *csv = &reader->rows.csv;
    struct rd_plan *plan = &reader->plan;
    switch (setting) {
    case TIMING:
        plan->timing = RD_SELF_TIMED;
        while (plan->timing < RD_FREE_ORDER && !rd_csv_field_is(value, timing_name[plan->timing]))
            plan->timing++;
        return rd_csv_field_is(value, timing_name[plan->timing]) ||
               rd_csv_fail_field(csv, "# timing:", value, reterr,
                                 "self-timed, lock-step or free is accepted");
    case STEP_S: return rd_csv_seconds(csv, "# step_s:", value, &plan->step_s, reterr);
    case SHARED_LINKS:
        return rd_csv_field_is(value, "kept") ||
               rd_csv_fail_field(csv, "# shared-links:", value, reterr, "kept is accepted");
    default: return rd_csv_integer(csv, "# rounds:", value, 0, UINT32_MAX, &reader->rounds, reterr);
    }
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
    for (enum setting setting = TIMING; setting < SETTING_COUNT; setting++) {
        if (!rd_csv_field_is(&word, setting_name[setting]))
            continue;
        if (reader->line[setting])
            return rd_fail(reterr, RD_ERROR_INPUT, reader->rows.csv.path, reader->rows.csv.line,
                           "# %s is there twice: once is accepted", setting_name[setting]);
        reader->line[setting] = reader->rows.csv.line;
        return read_setting(reader, setting, &value, reterr);
    }
    return rd_csv_fail_field(&reader->rows.csv, "setting", &word, reterr,
                             "timing, step_s, shared-links and rounds are accepted");
}

static bool has_column(const struct reader *reader, size_t column)
{
    return reader->rows.columns.at[column] != SIZE_MAX;
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

static bool read_room(struct reader *reader, enum rd_room *ret_room, struct rd_error *reterr)
{
    const struct rd_csv_field *field = rd_csv_field_at(&reader->rows, ROOM);
    for (enum rd_room room = RD_ROOM_KEEP; room <= RD_ROOM_SHARE; room++)
        if (rd_csv_field_is(field, rd_room_name(room))) {
            *ret_room = room;
            return true;
        }
    return rd_csv_fail_field(&reader->rows.csv, "room", field, reterr,
                             "keep, bytes or share is accepted");
}

static bool read_row(struct reader *reader, struct rd_error *reterr)
{
    bool marked = has_column(reader, ROOM);
    enum rd_room room = RD_ROOM_KEEP;
    const struct rd_csv *csv = &reader->rows.csv;
    uint32_t round = 0;
    int64_t messages;
    struct rd_csv_transfer of;
    if (!rd_csv_check_count(csv, &reader->rows.columns, reterr) ||
        !read_round(reader, &round, reterr) || !rd_csv_read_transfer(&reader->rows, &of, reterr) ||
        !rd_csv_integer(csv, "messages", rd_csv_field_at(&reader->rows, MESSAGES), 0, RD_ITEM_LIMIT,
                        &messages, reterr) ||
        (marked && !read_room(reader, &room, reterr)))
        return false;
    struct rd_transfer row = {round, of.from, of.to, of.kind, of.items, messages};
    if (of.is_packet)
        rd_plan_add_packet(&reader->plan, reader->arena, row, of.block);
    else if (of.first_item != RD_NO_ITEM)
        rd_plan_add_copies(&reader->plan, reader->arena, row, of.first_item);
    else
        rd_plan_add(&reader->plan, reader->arena, row);
    if (marked)
        rd_plan_set_room(&reader->plan, reader->arena, reader->plan.transfer_count - 1, room);
    return true;
}

/* The column of marks says what the comment does, and belongs to the same timing. Without either
 * all keep. */
static bool check_room(struct reader *reader, struct rd_error *reterr)
{
    if (!has_column(reader, ROOM)) {
        reader->plan.keeps_shared = reader->plan.timing == RD_SELF_TIMED;
        return true;
    }
    int line = reader->line[SHARED_LINKS];
    if (line)
        return rd_fail(reterr, RD_ERROR_INPUT, reader->rows.csv.path, line,
                       "# shared-links with a column room: one of the two is accepted");
    return reader->plan.timing == RD_SELF_TIMED ||
           rd_fail(reterr, RD_ERROR_INPUT, reader->rows.csv.path, reader->header_line,
                   "a column room with timing %s: timing %s is needed",
                   timing_name[reader->plan.timing], timing_name[RD_SELF_TIMED]);
}

/* What can be judged only when all has been read. */
static bool check_settings(struct reader *reader, struct rd_error *reterr)
{
    static const enum rd_timing needed[] = {
        [STEP_S] = RD_LOCK_STEP, [SHARED_LINKS] = RD_SELF_TIMED};
    const struct rd_plan *plan = &reader->plan;
    for (enum setting setting = STEP_S; setting <= SHARED_LINKS; setting++)
        if (reader->line[setting] && plan->timing != needed[setting])
            return rd_fail(reterr, RD_ERROR_INPUT, reader->rows.csv.path, reader->line[setting],
                           "# %s with timing %s: timing %s is needed", setting_name[setting],
                           timing_name[plan->timing], timing_name[needed[setting]]);
    if (!check_room(reader, reterr))
        return false;
    if (!reader->line[ROUNDS])
        return true;
    if (reader->rounds < plan->round_count)
        return rd_fail(reterr, RD_ERROR_INPUT, reader->rows.csv.path, reader->line[ROUNDS],
                       "# rounds: %" PRId64 ": the rows need %" PRIu32 " or more", reader->rounds,
                       plan->round_count);
    reader->plan.round_count = (uint32_t)reader->rounds;
    return true;
}

/* Reads all lines. Returns: the plan in reader->plan. */
static bool read_lines(struct reader *reader, struct rd_error *reterr)
{
    bool has_header = false;
    enum rd_csv_line line;
    rd_plan_reserve(&reader->plan, reader->arena, rd_csv_most_rows(&reader->rows));
    while ((line = rd_csv_read(&reader->rows.csv, reterr)) != RD_CSV_END) {
        bool read = line != RD_CSV_WRONG;
        if (line == RD_CSV_COMMENT) {
            read = read_comment(reader, has_header, reterr);
        } else if (line == RD_CSV_RECORD) {
            read = has_header
                       ? read_row(reader, reterr)
                       : rd_csv_take_header(&reader->rows.csv, &reader->rows.columns, reterr);
            if (!has_header)
                reader->header_line = reader->rows.csv.line;
            has_header = true;
        }
        if (!read)
            return false;
    }
    if (!has_header)
        return rd_csv_fail_no_header(&reader->rows.csv, &reader->rows.columns, reterr);
    return check_settings(reader, reterr);
}

static struct reader open_reader(const char *path, const char *text, size_t size,
                                 const struct rd_instance *instance, struct rd_arena *arena)
{
    return (struct reader){.rows = rd_csv_rows_open(path, text, size, column_name, COLUMN_COUNT,
                                                    FIRST, FROM, instance, arena),
                           .arena = arena};
}

/* In: spent, the text, if its memory is given back as it is read; NULL: it is kept. */
static bool read_plan(struct reader reader, const char *spent, struct rd_plan *ret_plan,
                      struct rd_error *reterr)
{
    reader.rows.csv.spent = spent;
    if (!read_lines(&reader, reterr))
        return false;
    *ret_plan = reader.plan;
    return true;
}

bool rd_plan_read_csv(const char *path, const char *text, size_t size,
                      const struct rd_instance *instance, struct rd_arena *arena,
                      struct rd_plan *ret_plan, struct rd_error *reterr)
{
    return read_plan(open_reader(path, text, size, instance, arena), NULL, ret_plan, reterr);
}

bool rd_plan_take_csv(const char *path, const char *text, size_t size,
                      const struct rd_instance *instance, struct rd_arena *arena,
                      struct rd_plan *ret_plan, struct rd_error *reterr)
{
    return read_plan(open_reader(path, text, size, instance, arena), text, ret_plan, reterr);
}
