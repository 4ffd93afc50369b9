/* What an algorithm, or a bound, is about: shapes, directions, ports and goals. */
#pragma once

#include "sim/base/error.h"
#include "sim/model/instance.h"

/* A value of an enum as one of a set of bits. */
#define RD_BIT(value) (1U << (value))

/* Every network. */
#define RD_ANY_SHAPE RD_SHAPE_COUNT

struct rd_domain {
    enum rd_shape shape; /* or RD_ANY_SHAPE; a switch stands for a bus, too */
    unsigned directions; /* RD_ONE_WAY | RD_TWO_WAY for rings, else RD_NO_DIRECTION */
    unsigned ports;      /* RD_BIT of each enum rd_port_model */
    unsigned goals;      /* RD_BIT of each enum rd_goal */
    bool sizes_by_kind;  /* items of different kinds may have different sizes */
};

/* Is a value of an enum among these bits? */
static inline bool rd_has_bit(unsigned bits, int value)
{
    return (bits & RD_BIT(value)) != 0;
}

/* Is the shape in it? A bus is a switch that carries one message at a time. O(1). */
bool rd_domain_has_shape(const struct rd_domain *domain, enum rd_shape shape);

/* Are shape and direction in it? O(1). */
bool rd_domain_has_topology(const struct rd_domain *domain, const struct rd_topology *topology);

/* Are an instance's port model, goal and sizes in it? O(1). */
bool rd_domain_suits(const struct rd_domain *domain, const struct rd_instance *instance);

/* In words: the shape, "ring" or "any"; the directions, "one-way, two-way", or ""; the ports,
 * "one", "a number of ports", "all", "pipelined", and the goals, several apart by ", ". */
const char *rd_domain_shape(const struct rd_domain *domain);
const char *rd_domain_directions(const struct rd_domain *domain);
const char *rd_domain_ports(const struct rd_domain *domain, char words[RD_LABEL_SIZE]);
const char *rd_domain_goals(const struct rd_domain *domain, char words[RD_LABEL_SIZE]);
