/* <run algorithm="..." seed="..."> with its <option name="..." value="..."/> and <expect .../> */
#include "attributes.h"
#include "reader.h"

#include <math.h>
#include <string.h>

enum { RUN_LIMIT = 10000, OPTION_LIMIT = 100 };

static size_t count_named(xmlNode *first, const char *name)
{
    size_t count = 0;
    rd_xml_each (node, first, name)
        count++;
    return count;
}

static const char *word_or_null(struct rd_reader *reader, const xmlNode *element, const char *name)
{
    int word = rd_read_word(reader, element, name);
    return word < 0 ? NULL : rd_attribute_of(rd_xml_name(element), name)->words[word];
}

static void read_expectation(struct rd_reader *reader, const xmlNode *element,
                             struct rd_expectation *expect)
{
    rd_read_element(reader, element, NULL);
    if (!element->properties)
        rd_read_fail(reader, element,
                     "<expect> that expects nothing: at least one of status, "
                     "time, bound, class-bound, ratio, optimal, message is needed");
    expect->given = true;
    expect->line = rd_xml_line(element);
    expect->status = word_or_null(reader, element, "status");
    expect->optimal = word_or_null(reader, element, "optimal");
    expect->message = rd_read_text(reader, element, "message");
    rd_read_number(reader, element, "time", &expect->time);
    rd_read_number(reader, element, "bound", &expect->bound);
    rd_read_number(reader, element, "class-bound", &expect->class_bound);
    rd_read_number(reader, element, "ratio", &expect->ratio);
}

static void read_options(struct rd_reader *reader, const xmlNode *element,
                         struct rd_scenario_run *run)
{
    size_t count = count_named(element->children, "option");
    if (count > OPTION_LIMIT) {
        rd_read_fail(reader, element, "%zu options: at most %d are supported", count, OPTION_LIMIT);
        return;
    }
    struct rd_option *option = rd_take(reader->arena, count, struct rd_option);
    int *line = rd_take(reader->arena, count, int);
    size_t read = 0;
    rd_xml_each (node, element->children, "option") {
        rd_read_element(reader, node, NULL);
        const char *name = rd_read_text(reader, node, "name");
        const char *value = rd_read_text(reader, node, "value");
        if (!name || !value)
            continue;
        for (size_t i = 0; i < read; i++)
            if (strcmp(option[i].name, name) == 0)
                rd_read_fail(
                    reader, node,
                    "a second option \"%.100s\" (the first is on line %d): one is accepted", name,
                    line[i]);
        option[read] = (struct rd_option){name, value};
        line[read++] = rd_xml_line(node);
    }
    run->option = option;
    run->option_line = line;
    run->option_count = read;
}

static void read_run(struct rd_reader *reader, const xmlNode *element, struct rd_scenario_run *run)
{
    *run = (struct rd_scenario_run){
        .line = rd_xml_line(element),
        .expect = {.time = NAN, .bound = NAN, .class_bound = NAN, .ratio = NAN}};
    rd_read_element(reader, element, RD_NAMES("option", "expect"));
    run->algorithm = rd_read_text(reader, element, "algorithm");
    rd_read_seed(reader, element, &run->seed);
    read_options(reader, element, run);
    if (run->algorithm && reader->settings->check_run)
        reader->settings->check_run(reader->settings->check_context, run, reader->errors);
    xmlNode *expect = rd_read_only_child(reader, element, "expect");
    if (expect)
        read_expectation(reader, expect, &run->expect);
}

/* As if there were a <run> of the algorithm. */
static void read_given_run(struct rd_reader *reader)
{
    struct rd_scenario_run *run = rd_take(reader->arena, 1, struct rd_scenario_run);
    xmlNode *element = xmlNewNode(NULL, (const xmlChar *)"run");
    rd_assert(element);
    element->line = reader->root->line;
    xmlNewProp(element, (const xmlChar *)"algorithm",
               (const xmlChar *)reader->settings->only_algorithm);
    read_run(reader, element, run);
    xmlFreeNode(element);
    reader->scenario->run = run;
    reader->scenario->run_count = 1;
}

void rd_read_runs(struct rd_reader *reader, xmlNode *first_child)
{
    struct rd_scenario *scenario = reader->scenario;
    size_t count = count_named(first_child, "run");
    size_t least = reader->settings->runs_optional ? 0 : 1;
    if (count == 0 && reader->settings->only_algorithm) {
        read_given_run(reader);
        return;
    }
    if (count < least || count > RUN_LIMIT) {
        rd_read_fail(reader, reader->root, "%zu <run>: %zu to %d are accepted%s", count, least,
                     RUN_LIMIT, count == 0 ? ", or --algorithm NAME" : "");
        return;
    }
    struct rd_scenario_run *run = rd_take(reader->arena, count, struct rd_scenario_run);
    scenario->run = run;
    scenario->run_count = count;
    rd_xml_each (node, first_child, "run")
        read_run(reader, node, run++);
}
