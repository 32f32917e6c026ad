// Steps of looks that need no table, without vectors of their own.

#include "steps.h"

#include "kernels.h"

void splash_turn_reference(
    const splash_turning *how, const splash_picture *picture, int32_t first, int32_t end) {
  splash_turn_part(how, picture, first, end);
}

void splash_recolor_reference(
    const splash_recoloring *how, const splash_rule *rule, const splash_picture *picture,
    int32_t first, int32_t end) {
  splash_recolor_part(how, rule, picture, first, end);
}

void splash_vignette_reference(
    const splash_vignetting *how, const splash_channel *channel, int32_t first, int32_t end) {
  splash_vignette_part(how, channel, first, end);
}

void splash_grain_reference(
    const splash_graining *how, const splash_channel *channel, int32_t first, int32_t end) {
  splash_grain_part(how, channel, first, end);
}

void splash_glow_reference(
    const splash_glowing *how, const splash_picture *picture, int32_t first, int32_t end) {
  splash_glow_part(how, picture, first, end);
}
