#include "domain.h"

#include <stdio.h>
#include <string.h>

bool rd_domain_has_shape(const struct rd_domain *domain, enum rd_shape shape)
{
    return domain->shape == RD_ANY_SHAPE || domain->shape == shape ||
           (domain->shape == RD_SWITCH && shape == RD_BUS);
}

bool rd_domain_has_topology(const struct rd_domain *domain, const struct rd_topology *topology)
{
    return rd_domain_has_shape(domain, topology->shape) &&
           (topology->direction == RD_NO_DIRECTION || domain->shape == RD_ANY_SHAPE ||
            (domain->directions & (unsigned)topology->direction) != 0);
}

bool rd_domain_suits(const struct rd_domain *domain, const struct rd_instance *instance)
{
    return rd_has_bit(domain->ports, instance->port_model) &&
           rd_has_bit(domain->goals, instance->goal) &&
           (domain->sizes_by_kind || !instance->kind_bytes);
}

const char *rd_domain_shape(const struct rd_domain *domain)
{
    return domain->shape == RD_ANY_SHAPE ? "any" : rd_shape_name(domain->shape);
}

const char *rd_domain_directions(const struct rd_domain *domain)
{
    if (domain->shape == RD_ANY_SHAPE)
        return "";
    switch (domain->directions) {
    case RD_ONE_WAY: return "one-way";
    case RD_TWO_WAY: return "two-way";
    case RD_ONE_WAY | RD_TWO_WAY: return "one-way, two-way";
    default: return "";
    }
}

/* Adds a word to a list of words. */
static void add_word(char words[RD_LABEL_SIZE], const char *word)
{
    size_t length = strlen(words);
    int added =
        snprintf(words + length, RD_LABEL_SIZE - length, "%s%s", length > 0 ? ", " : "", word);
    rd_assert(added >= 0 && (size_t)added < RD_LABEL_SIZE - length);
}

const char *rd_domain_ports(const struct rd_domain *domain, char words[RD_LABEL_SIZE])
{
    static const char *const names[] = {
        [RD_ONE_PORT] = "one",
        [RD_K_PORTS] = "a number of ports",
        [RD_ALL_PORTS] = "all",
        [RD_PIPELINED_PORTS] = "pipelined",
    };
    words[0] = '\0';
    for (enum rd_port_model ports = RD_ONE_PORT; ports <= RD_PIPELINED_PORTS; ports++)
        if (rd_has_bit(domain->ports, ports))
            add_word(words, names[ports]);
    return words;
}

const char *rd_domain_goals(const struct rd_domain *domain, char words[RD_LABEL_SIZE])
{
    words[0] = '\0';
    for (enum rd_goal goal = RD_REACH; goal <= RD_COPIES; goal++)
        if (rd_has_bit(domain->goals, goal))
            add_word(words, rd_goal_name(goal));
    return words;
}
