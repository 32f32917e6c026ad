// Fills blocks with one color, vectorized by the compiler. mosaic.h has it.

#include "mosaic.h"

KERNEL void mosaic_rows(
    const splash_mosaicking *how, const splash_weighing *weighing, const splash_channel *channel,
    int32_t first, int32_t end) {
  splash_mosaic_part(how, weighing, channel, first, end);
}
