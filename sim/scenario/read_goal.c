/* <goal reach="after|balance|gather|finish|stencil|place|copies" .../> */
#include "reader.h"

#include <string.h>

/* As the table has their words. */
static const enum rd_goal goals[] = {RD_REACH,   RD_BALANCE, RD_GATHER, RD_FINISH,
                                     RD_STENCIL, RD_PLACE,   RD_COPIES};

/* Reports an attribute that only another goal has. */
static void refuse_attribute(struct rd_reader *reader, const xmlNode *element, const char *name,
                             const char *goal)
{
    if (xmlHasProp(element, (const xmlChar *)name))
        rd_read_fail(reader, element, "%s of <goal>: accepted with reach=\"%s\" only", name, goal);
}

void rd_read_goal(struct rd_reader *reader, const xmlNode *element)
{
    struct rd_scenario *scenario = reader->scenario;
    struct rd_instance *instance = &scenario->instance;
    scenario->goal_line = rd_xml_line(element);
    rd_read_element(reader, element, NULL);
    int reach = rd_read_word(reader, element, "reach");
    if (reach < 0)
        return;
    instance->goal = goals[reach];
    reader->goal_read = true;
    if (instance->goal == RD_BALANCE)
        rd_read_integer(reader, element, "error", &instance->balance_error);
    else
        refuse_attribute(reader, element, "error", "balance");
    if (instance->goal == RD_STENCIL) {
        int metric = rd_read_word(reader, element, "metric");
        instance->stencil_metric = metric == 1 ? RD_STEPS_METRIC : RD_VOLUME_METRIC;
        rd_read_integer(reader, element, "iterations", &instance->stencil_iterations);
        instance->stencil_overlap = rd_read_yes(reader, element, "overlap");
    } else {
        refuse_attribute(reader, element, "metric", "stencil");
        refuse_attribute(reader, element, "iterations", "stencil");
        refuse_attribute(reader, element, "overlap", "stencil");
    }
    if (instance->goal == RD_PLACE) {
        reader->relays = rd_read_yes(reader, element, "relay");
        reader->staging = rd_read_yes(reader, element, "staging");
    } else {
        refuse_attribute(reader, element, "relay", "place");
        refuse_attribute(reader, element, "staging", "place");
    }
    if (instance->goal != RD_PLACE && reader->pair_rules)
        rd_read_fail(reader, reader->pair_rules,
                     "combined or pair of <network>: accepted with goal reach=\"place\" only");
    if (instance->goal != RD_COPIES && reader->sized_kinds.count > 0)
        rd_error_list_add(
            reader->errors, RD_ERROR_INPUT, reader->path, reader->size_line[0],
            "<kind> of <items> with a name: accepted with goal reach=\"copies\" only");
    if (instance->goal == RD_FINISH && instance->flops_per_item == 0)
        rd_read_fail(reader, element,
                     "reach=\"finish\" where items have no flops: flops above 0 in <items> are "
                     "needed");
}
