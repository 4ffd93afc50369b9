/* Texts of other programs, line by line and word by word. */
#pragma once

#include "placement.h"

/* A text that is being read. */
struct rd_text_words {
    const struct rd_input_text *text;
    const char *next;      /* the line after */
    const char *at, *stop; /* what is left of the line */
    int line;              /* its number, from 1 */
};

struct rd_word {
    const char *text;
    size_t length; /* 0: there is none */
};

/* A text before its first line. */
struct rd_text_words rd_text_words(const struct rd_input_text *text);

/* Goes to the next line. Returns: is there one? */
bool rd_next_line(struct rd_text_words *words);

/* The next word of the line; words stand apart by blanks. */
struct rd_word rd_next_word(struct rd_text_words *words);

/* All that is left of the line, without blanks round it. */
struct rd_word rd_rest_of_line(struct rd_text_words *words);

/* Is it this text? */
bool rd_word_is(struct rd_word word, const char *text);

/* A line that is not what is accepted: shows its begin. Returns: false. */
bool rd_refuse_line(const struct rd_text_words *words, const char *line, const char *accepted,
                    struct rd_error *reterr);
