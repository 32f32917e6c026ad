// Blocks of one color each, without vectors of their own.

#include "mosaic.h"

#include "kernels.h"

void splash_mosaic_reference(
    const splash_mosaicking *how, const splash_weighing *weighing, const splash_channel *channel,
    int32_t first, int32_t end) {
  splash_mosaic_part(how, weighing, channel, first, end);
}
