/* What a terminal of a given width shows, read at its other end. */
#include "sim/report/terminal.h"

#include "sim/report/sheet.h"
#include "tests/support/arena.h"
#include "tests/support/cmocka.h"

#include <pty.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A terminal, and what was written to it. */
struct terminal {
    int other_end;
    FILE *out;
    char text[4096];
};

static struct terminal open_terminal(unsigned short width)
{
    struct terminal terminal = {.other_end = -1};
    struct winsize size = {.ws_row = 24, .ws_col = width};
    int end;
    assert_int_equal(openpty(&terminal.other_end, &end, NULL, NULL, &size), 0);
    terminal.out = fdopen(end, "w");
    assert_non_null(terminal.out);
    return terminal;
}

/* A terminal ends its lines with "\r\n". */
static void assert_shown(struct terminal *terminal, const char *expected)
{
    fflush(terminal->out);
    size_t length = 0;
    while (length < strlen(expected)) {
        ssize_t got =
            read(terminal->other_end, terminal->text + length, sizeof terminal->text - 1 - length);
        assert_true(got > 0);
        length += (size_t)got;
    }
    assert_string_equal(terminal->text, expected);
    fclose(terminal->out);
    close(terminal->other_end);
}

static void long_lines_are_folded_at_words(void **state)
{
    (void)state;
    struct terminal terminal = open_terminal(20);
    /* "one two three four" has 18 columns, and " five" does not fit. An accent has no width. */
    rd_terminal_write_line(terminal.out, "one two thre\xcc\x81"
                                         "e four five six seven 8");
    rd_terminal_write_line(terminal.out, "exactly twenty wide.");
    rd_terminal_write_line(terminal.out, "a word_that_is_wider_than_all of it");
    rd_terminal_write_line(terminal.out, "");
    assert_shown(&terminal, "one two thre\xcc\x81"
                            "e four\r\n    five six seven 8\r\n"
                            "exactly twenty wide.\r\n"
                            "a\r\n    word_that_is_wider_than_all\r\n    of it\r\n"
                            "\r\n");
}

static void files_get_lines_whole(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    char line[1000];
    memset(line, ' ', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    rd_terminal_write_line(out, line);
    fclose(out);
    assert_int_equal(size, sizeof line);
    assert_memory_equal(text, line, sizeof line - 1);
    free(text);
}

/* 6 + 2 + 6 + 2 + 5 columns: 21. */
static void write_sheet(FILE *out, struct rd_arena *arena)
{
    static const struct rd_sheet_column column[] = {{"name", RD_IN_ALL},
                                                    {"status", RD_IN_ALL | RD_COLOURED},
                                                    {"hidden", RD_IN_DATA},
                                                    {"items", RD_IN_ALL | RD_RIGHT}};
    const char *cell[] = {"a", "failed", "x", "12", "failed", "ok", "y", "3"};
    struct rd_sheet sheet = {
        .column = column, .column_count = 4, .cell = cell, .cell_count = 8, .arena = arena};
    assert_true(rd_sheet_write(out, RD_FORMAT_TABLE, &sheet));
}

/* With its name, ITEMS takes 6 + 2 + 5 columns. */
static void columns_that_do_not_fit_follow(void **state)
{
    setenv("TERM", "dumb", 1);
    struct terminal terminal = open_terminal(21);
    write_sheet(terminal.out, *state);
    assert_shown(&terminal, "NAME    STATUS  ITEMS\r\n"
                            "a       failed     12\r\n"
                            "failed  ok          3\r\n");
    terminal = open_terminal(20);
    write_sheet(terminal.out, *state);
    assert_shown(&terminal, "NAME    STATUS\r\n"
                            "a       failed\r\n"
                            "failed  ok\r\n"
                            "\r\n"
                            "NAME    ITEMS\r\n"
                            "a          12\r\n"
                            "failed      3\r\n");
}

/* Two columns name a row; with them STATUS takes 3 + 2 + 3 + 2 + 6 columns, and TIME 3 + 2 + 3 + 2
 * + 4: 16 and 14, and all three 22. */
static void what_names_a_row_is_repeated(void **state)
{
    static const struct rd_sheet_column column[] = {{"by", RD_IN_ALL | RD_RIGHT},
                                                    {"row", RD_IN_ALL},
                                                    {"status", RD_IN_ALL},
                                                    {"time", RD_IN_ALL | RD_RIGHT}};
    const char *cell[] = {"100", "a", "ok", "1 s"};
    struct rd_sheet sheet = {.column = column,
                             .column_count = 4,
                             .naming = 1,
                             .cell = cell,
                             .cell_count = 4,
                             .arena = *state};
    for (unsigned short width = 16; width < 22; width++) {
        struct terminal terminal = open_terminal(width);
        assert_true(rd_sheet_write(terminal.out, RD_FORMAT_TABLE, &sheet));
        assert_shown(&terminal, " BY  ROW  STATUS\r\n100  a    ok\r\n\r\n"
                                " BY  ROW  TIME\r\n100  a     1 s\r\n");
    }
}

/* A name of 9 columns is more than half of 16, and with STATUS and TIME needs 9 + 2 + 6 + 2 + 4
 * = 23. Below it they end in column 4 + 6 + 2 + 4 = 16. */
static void a_wide_name_has_a_line_of_its_own(void **state)
{
    static const struct rd_sheet_column column[] = {
        {"row", RD_IN_ALL}, {"status", RD_IN_ALL}, {"time", RD_IN_ALL | RD_RIGHT}};
    const char *cell[] = {"long name", "ok", "1 s", "b", "failed", "10 s"};
    struct rd_sheet sheet = {
        .column = column, .column_count = 3, .cell = cell, .cell_count = 6, .arena = *state};
    struct terminal terminal = open_terminal(16);
    assert_true(rd_sheet_write(terminal.out, RD_FORMAT_TABLE, &sheet));
    assert_shown(&terminal, "ROW\r\n    STATUS  TIME\r\nlong name\r\n    ok       1 s\r\n"
                            "b\r\n    failed  10 s\r\n");
}

/* "ring  refuses: no" has 17 columns; below its row the text starts in the fifth. */
static void a_text_that_does_not_fit_stands_below(void **state)
{
    static const struct rd_sheet_column column[] = {{"name", RD_IN_ALL}, {"answer", RD_IN_ALL}};
    const char *cell[] = {"ring", "refuses: no", "star", "accepts"};
    struct rd_sheet sheet = {
        .column = column, .column_count = 2, .cell = cell, .cell_count = 4, .arena = *state};
    struct terminal terminal = open_terminal(16);
    assert_true(rd_sheet_write(terminal.out, RD_FORMAT_TABLE, &sheet));
    assert_shown(&terminal, "NAME  ANSWER\r\nring\r\n    refuses: no\r\nstar  accepts\r\n");
    terminal = open_terminal(12);
    assert_true(rd_sheet_write(terminal.out, RD_FORMAT_TABLE, &sheet));
    assert_shown(&terminal, "NAME  ANSWER\r\nring\r\n    refuses:\r\n    no\r\n"
                            "star\r\n    accepts\r\n");
}

/* "it takes 12 s" has 13 columns. A word of four letters is no unit. */
static void a_number_stays_with_its_unit(void **state)
{
    (void)state;
    struct terminal terminal = open_terminal(12);
    rd_terminal_write_line(terminal.out, "it takes 12 s");
    rd_terminal_write_line(terminal.out, "it takes 1 word");
    assert_shown(&terminal, "it takes\r\n    12 s\r\nit takes 1\r\n    word\r\n");
}

static void words_have_colours_where_the_terminal_has_them(void **state)
{
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    struct terminal terminal = open_terminal(80);
    write_sheet(terminal.out, *state);
    /* The name is called "failed" too: it is no verdict. */
    assert_shown(&terminal, "NAME    STATUS  ITEMS\r\n"
                            "a       \033[31mfailed\033[0m     12\r\n"
                            "failed  ok          3\r\n");
    setenv("NO_COLOR", "1", 1);
    terminal = open_terminal(80);
    write_sheet(terminal.out, *state);
    assert_shown(&terminal, "NAME    STATUS  ITEMS\r\n"
                            "a       failed     12\r\n"
                            "failed  ok          3\r\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_lines_are_folded_at_words),
        cmocka_unit_test(files_get_lines_whole),
        cmocka_unit_test(columns_that_do_not_fit_follow),
        cmocka_unit_test(what_names_a_row_is_repeated),
        cmocka_unit_test(a_wide_name_has_a_line_of_its_own),
        cmocka_unit_test(a_text_that_does_not_fit_stands_below),
        cmocka_unit_test(a_number_stays_with_its_unit),
        cmocka_unit_test(words_have_colours_where_the_terminal_has_them),
    };
    return cmocka_run_group_tests(tests, test_arena_open, test_arena_close);
}
