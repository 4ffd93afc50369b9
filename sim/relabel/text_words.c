#include "text_words.h"

#include <string.h>

struct rd_text_words rd_text_words(const struct rd_input_text *text)
{
    return (struct rd_text_words){text, text->text, text->text, text->text, 0};
}

bool rd_next_line(struct rd_text_words *words)
{
    const char *end = words->text->text + words->text->size;
    if (words->next >= end)
        return false;
    const char *stop = memchr(words->next, '\n', (size_t)(end - words->next));
    words->at = words->next;
    words->stop = stop ? stop : end;
    words->next = stop ? stop + 1 : end;
    words->line++;
    return true;
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r';
}

struct rd_word rd_next_word(struct rd_text_words *words)
{
    while (words->at < words->stop && is_blank(*words->at))
        words->at++;
    struct rd_word word = {words->at, 0};
    while (words->at < words->stop && !is_blank(*words->at))
        words->at++;
    word.length = (size_t)(words->at - word.text);
    return word;
}

struct rd_word rd_rest_of_line(struct rd_text_words *words)
{
    struct rd_word first = rd_next_word(words);
    const char *end = words->stop;
    while (end > first.text && is_blank(end[-1]))
        end--;
    words->at = words->stop;
    return (struct rd_word){first.text, (size_t)(end - first.text)};
}

bool rd_word_is(struct rd_word word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

bool rd_refuse_line(const struct rd_text_words *words, const char *line, const char *accepted,
                    struct rd_error *reterr)
{
    size_t length = (size_t)(words->stop - line);
    return rd_fail(reterr, RD_ERROR_INPUT, words->text->path, words->line, "\"%.*s\": %s",
                   length > 60 ? 60 : (int)length, line, accepted);
}
