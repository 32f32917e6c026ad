// Fills blocks with one color, one sample at a time.

#include "kernels.h"
#include "sample.h"

void splash_mosaic_reference(
    const splash_mosaicking *how, const splash_weighing *weighing, const splash_channel *channel,
    int32_t first, int32_t end) {
  const int32_t columns = (channel->width + how->width - 1) / how->width;
  for (int32_t place = first * columns; place < end * columns; place++) {
    const int32_t left = place % columns * how->width, top = place / columns * how->height;
    const int32_t right = left + how->width < channel->width ? left + how->width : channel->width;
    const int32_t bottom = top + how->height < channel->height ? top + how->height : channel->height;
    uint64_t sum = 0, all = 0;
    for (int32_t y = top; y < bottom; y++) {
      for (int32_t x = left; x < right; x++) {
        const uint32_t weight = splash_weight_at(weighing, channel, x, y);
        sum += (uint64_t)splash_code_at(channel, x, y) * weight;
        all += weight;
      }
    }
    for (int32_t y = top; y < bottom; y++)
      for (int32_t x = left; x < right; x++)
        splash_set_code(channel, x, y, (int32_t)((sum + all / 2) / all));
  }
}
