#include "sum_of_products.h"

#include <math.h>

enum { TERMS = 8 };

/* Terms that sum to a number exactly, none overlapping the next, the smallest first. */
struct expansion {
    double term[TERMS];
    int count;
};

/* Adds one double: each step splits a sum into its rounded value, carried on, and its error, kept
 * in place. */
static void add(struct expansion *expansion, double value)
{
    double carried = value;
    for (int i = 0; i < expansion->count; i++) {
        double kept = expansion->term[i];
        double sum = carried + kept;
        double kept_part = sum - carried;
        double carried_part = sum - kept_part;
        expansion->term[i] = (carried - carried_part) + (kept - kept_part);
        carried = sum;
    }
    expansion->term[expansion->count++] = carried;
}

static void add_product(struct expansion *expansion, double factor, double count)
{
    double rounded = factor * count;
    add(expansion, fma(factor, count, -rounded));
    add(expansion, rounded);
}

int rd_sum_of_products_compare(const struct rd_sum_of_products *x,
                               const struct rd_sum_of_products *y)
{
    double x_value = rd_sum_of_products_value(x);
    double y_value = rd_sum_of_products_value(y);
    double doubt = (x_value + y_value) * RD_SUM_OF_PRODUCTS_DOUBT;
    if (x_value - y_value > doubt)
        return 1;
    if (y_value - x_value > doubt)
        return -1;
    struct expansion difference = {.count = 0};
    add_product(&difference, x->a, x->m);
    add_product(&difference, x->b, x->n);
    add_product(&difference, y->a, -y->m);
    add_product(&difference, y->b, -y->n);
    /* The last term that is not 0 outweighs all before it. */
    for (int i = difference.count - 1; i >= 0; i--)
        if (difference.term[i] != 0)
            return difference.term[i] > 0 ? 1 : -1;
    return 0;
}
