// Look steps that need no table, vectorized by the compiler. steps.h has them.

#include "steps.h"

KERNEL void turn_rows(
    const splash_turning *how, const splash_picture *picture, int32_t first, int32_t end) {
  splash_turn_part(how, picture, first, end);
}

KERNEL void recolor_rows(
    const splash_recoloring *how, const splash_rule *rule, const splash_picture *picture,
    int32_t first, int32_t end) {
  splash_recolor_part(how, rule, picture, first, end);
}

KERNEL void vignette_rows(
    const splash_vignetting *how, const splash_channel *channel, int32_t first, int32_t end) {
  splash_vignette_part(how, channel, first, end);
}

KERNEL void grain_rows(
    const splash_graining *how, const splash_channel *channel, int32_t first, int32_t end) {
  splash_grain_part(how, channel, first, end);
}

KERNEL void glow_rows(
    const splash_glowing *how, const splash_picture *picture, int32_t first, int32_t end) {
  splash_glow_part(how, picture, first, end);
}
