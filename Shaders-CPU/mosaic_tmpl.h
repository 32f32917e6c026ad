// Blocks of one color each, turned into vectors by the compiler. mosaic.h has them.

#include "mosaic.h"

KERNEL void mosaic_rows(
    const splash_mosaicking *how, const splash_weighing *weighing, const splash_channel *channel,
    int32_t first, int32_t end) {
  splash_mosaic_part(how, weighing, channel, first, end);
}
