// The stages of blur, vectorized by the compiler. blur.h has them.

#include "blur.h"

KERNEL void shrink_rows(
    const splash_blur *how, const splash_channel *channel, float *small, int32_t first,
    int32_t end) {
  splash_shrink_part(channel, how, small, first, end);
}

KERNEL void weigh_rows(
    const splash_blur *how, const splash_weighing *weighing, const splash_channel *channel,
    float *small, float *weights, int32_t first, int32_t end) {
  splash_weigh_part(channel, how, weighing, small, weights, first, end);
}

KERNEL void soften_rows(
    const splash_blur *how, const float *from, float *to, int32_t columns, int32_t rows,
    int32_t first, int32_t end) {
  splash_soften_part(how, from, to, columns, rows, first, end);
}

KERNEL void enlarge_rows(
    const splash_blur *how, const splash_channel *channel, const float *small, int32_t first,
    int32_t end) {
  splash_grow_part(channel, how, small, first, end);
}
