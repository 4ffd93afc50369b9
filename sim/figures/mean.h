/* Figures are full of means: the core's. */
#ifndef REDIST_FIGURES_MEAN_H
#define REDIST_FIGURES_MEAN_H

#include "sim/core/mean.h"

#endif
